"""Suit classes: one hand for all those that differ by a renaming of suits.

A hand is the set of ranks it holds in each suit, and its jokers. Its canonical form has those sets in
descending order (read as numbers), so the canonical hands are simply the descending sequences of sets.
The class of a hand has as many members as its sets have distinct arrangements, times the choice of jokers.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.bits cimport popcount
from cext.cards cimport RANK_SETS, SUITS


cdef int arrangements(const uint16_t* sets, int suits) noexcept nogil:
    """suits! divided by the factorials of how often each set occurs; the sets are in order."""
    cdef int i, run = 1, total = 1
    for i in range(1, suits + 1):
        total *= i
    for i in range(1, suits):
        run = run + 1 if sets[i] == sets[i - 1] else 1
        total //= run
    return total


cdef struct Walk:
    int suits
    Py_ssize_t count
    const uint16_t* order        # allowed rank sets, by size and then ascending
    const Py_ssize_t* first      # where each size starts in `order`
    const uint16_t* up_to        # [size * RANK_SETS + s]: how many allowed sets of that size are <= s
    uint16_t* out                # rows of `suits` sets, or NULL to count only


cdef void descend(Walk* walk, uint16_t* sets, int depth, int left) noexcept nogil:
    """All ways to go on from sets[:depth] with `left` cards, each set at most the one before."""
    cdef int size, i
    cdef Py_ssize_t n, at
    cdef uint16_t bound = sets[depth - 1]
    if depth >= SUITS:
        return    # never: this tells the compiler how deep the recursion goes
    if depth == walk.suits - 1:
        n = walk.up_to[left * RANK_SETS + bound]
        if walk.out == NULL:
            walk.count += n
            return
        for at in range(walk.first[left], walk.first[left] + n):
            for i in range(depth):
                walk.out[walk.count * walk.suits + i] = sets[i]
            walk.out[walk.count * walk.suits + depth] = walk.order[at]
            walk.count += 1
        return
    for size in range(left + 1):
        n = walk.up_to[size * RANK_SETS + bound]
        for at in range(walk.first[size], walk.first[size] + n):
            sets[depth] = walk.order[at]
            descend(walk, sets, depth + 1, left - size)


cdef void walk_from(Walk* walk, const uint16_t[::1] tops, int cards) noexcept nogil:
    """The classes whose first (largest) set is one of `tops`."""
    cdef uint16_t sets[SUITS]
    cdef Py_ssize_t at
    cdef int size
    for at in range(tops.shape[0]):
        sets[0] = tops[at]
        size = popcount(tops[at])
        if walk.suits == 1:
            if size == cards:
                if walk.out != NULL:
                    walk.out[walk.count] = tops[at]
                walk.count += 1
        elif size <= cards:
            descend(walk, sets, 1, cards - size)


def canonical_sets(uint32_t ranks, int suits, int cards, int part, int parts):
    """Canonical hands of `cards` cards without jokers: (sets, weights).

    `sets` has one row a class, its rank sets in descending order; `weights` the number of hands in it.
    The work is cut into `parts` by the first set; the parts together are all classes.
    """
    allowed = np.arange(RANK_SETS, dtype=np.uint16)
    allowed = allowed[(allowed & ~np.uint16(ranks)) == 0]
    sizes = np.bitwise_count(allowed)
    order = np.ascontiguousarray(allowed[np.argsort(sizes, kind="stable")])
    first = np.searchsorted(np.sort(sizes), np.arange(15)).astype(np.intp)
    up_to = np.zeros((14, RANK_SETS), dtype=np.uint16)
    for size in range(14):
        up_to[size] = np.searchsorted(allowed[sizes == size], np.arange(RANK_SETS), side="right")
    tops = np.ascontiguousarray(allowed[sizes <= cards][part::parts])

    cdef const uint16_t[::1] order_view = order
    cdef const Py_ssize_t[::1] first_view = first
    cdef const uint16_t[:, ::1] up_to_view = up_to
    cdef const uint16_t[::1] tops_view = tops
    cdef Walk walk
    walk.suits = suits
    walk.count = 0
    walk.order = &order_view[0]
    walk.first = &first_view[0]
    walk.up_to = &up_to_view[0, 0]
    walk.out = NULL
    if tops.size:
        with nogil:
            walk_from(&walk, tops_view, cards)
    sets = np.empty((walk.count, suits), dtype=np.uint16)
    weights = np.empty(walk.count, dtype=np.uint8)
    if walk.count == 0:
        return sets, weights
    cdef uint16_t[:, ::1] sets_view = sets
    cdef uint8_t[::1] weights_view = weights
    cdef Py_ssize_t row
    walk.out = &sets_view[0, 0]
    walk.count = 0
    with nogil:
        walk_from(&walk, tops_view, cards)
        for row in range(walk.count):
            weights_view[row] = arrangements(&sets_view[row, 0], suits)
    return sets, weights
