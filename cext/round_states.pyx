"""Sets of cards up to exchanges of suits, one after the other: which stand for which, and all that there are.

Positions in the deck, not cards; a renaming moves every position to another one. Renaming 0 changes nothing.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init, colex_next, colex_unrank
from cext.round_index cimport MAX_RENAMINGS, MAX_SET, MAX_TYPES, rank_sorted

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


def representatives(const uint8_t[:, ::1] moved, const uint8_t[::1] renamings, int size):
    """For every set of `size` cards the one that stands for it, up to some of the renamings.

    `renamings` are numbers of rows of `moved`, and form a group; the set of the lowest colex index stands for all.
    Gives, by colex index, the number of the class and the renaming that leads to its representative; and by class the
    representative's colex index and the renamings, as bits, that leave it as it is.
    """
    cdef int deck = <int>moved.shape[1], count = <int>renamings.shape[0]
    if moved.shape[0] > MAX_RENAMINGS or deck > MAX_DECK_SIZE or not 0 <= size <= min(deck, <int>MAX_SET):
        raise ValueError(f"{size} of {deck} cards under {moved.shape[0]} renamings are not classed")
    cdef int64_t total = BINOMIALS.c[deck][size], index, other, lowest
    classes, movers = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.uint8)
    cdef int32_t[::1] class_of = classes
    cdef uint8_t[::1] mover = movers
    cdef uint8_t cards[MAX_DECK_SIZE]
    cdef uint8_t renamed[MAX_SET + 1]
    cdef int32_t numbered = 0
    cdef int i, r, best
    cdef uint64_t fixing
    firsts, fixed = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.uint64)
    cdef int64_t[::1] first = firsts
    cdef uint64_t[::1] fixed_by = fixed
    with nogil:
        for i in range(size):
            cards[i] = i
        for index in range(total):
            lowest, best, fixing = index, 0, 0
            for r in range(count):
                for i in range(size):
                    renamed[i] = moved[renamings[r], cards[i]]
                other = rank_sorted(&BINOMIALS, renamed, size)
                if other < lowest:
                    lowest, best = other, renamings[r]
                elif other == index:
                    fixing |= <uint64_t>1 << renamings[r]
            if lowest == index:
                first[numbered] = index
                fixed_by[numbered] = fixing
                class_of[index] = numbered
                mover[index] = 0
                numbered += 1
            else:
                class_of[index] = class_of[lowest]
                mover[index] = best
            colex_next(cards, size)
    return classes, movers, firsts[:numbered].copy(), fixed[:numbered].copy()


def sets_of(const int64_t[::1] indices, int size):
    """The cards of sets given by their colex indices, ascending."""
    out = np.empty((indices.shape[0], size), dtype=np.uint8)
    cdef uint8_t[:, ::1] cards = out
    cdef uint8_t hand[MAX_SET + 1]
    cdef Py_ssize_t row
    cdef int i
    for row in range(indices.shape[0]):
        colex_unrank(&BINOMIALS, indices[row], hand, size)
        for i in range(size):
            cards[row, i] = hand[i]
    return out


cdef bint apart(const uint8_t* cards, int count, const uint8_t* others, int size) noexcept nogil:
    """Whether two sets have no card in common."""
    cdef int i, j
    for i in range(count):
        for j in range(size):
            if cards[i] == others[j]:
                return False
    return True


def extended(
    const uint8_t[:, ::1] cards, const uint8_t[::1] types, const int64_t[::1] bases, const int64_t[::1] weights,
    list sets, list set_types, list set_weights
):
    """All that may follow known cards: one more set, disjoint from them, up to the renamings that leave them.

    By type of what is known, `sets` has those that stand for all, `set_types` the types that they lead to and
    `set_weights` how many each stands for. Gives the cards of both, the types, the numbers and the weights.
    """
    cdef int known = <int>cards.shape[1], size = 0, i, kind
    cdef const uint8_t[:, ::1] listed
    cdef const uint8_t[::1] leads_to
    cdef const int64_t[::1] stands_for
    cdef const uint8_t* set_of[MAX_TYPES]
    cdef const uint8_t* type_of[MAX_TYPES]
    cdef const int64_t* weight_of[MAX_TYPES]
    cdef Py_ssize_t many[MAX_TYPES]
    cdef Py_ssize_t row, at, count = 0, rows = cards.shape[0]
    keep = []
    for i in range(len(sets)):
        many[i] = 0
        if sets[i] is not None:
            listed, leads_to, stands_for = sets[i], set_types[i], set_weights[i]
            keep.append((listed, leads_to, stands_for))
            size, many[i] = <int>listed.shape[1], listed.shape[0]
            if many[i]:
                set_of[i] = &listed[0, 0] if size else NULL
                type_of[i], weight_of[i] = &leads_to[0], &stands_for[0]
    with nogil:
        for row in range(rows):
            kind = types[row]
            for at in range(many[kind]):
                count += apart(&cards[row, 0] if known else NULL, known, set_of[kind] + at * size, size)
    out_cards, out_types = np.empty((count, known + size), dtype=np.uint8), np.empty(count, dtype=np.uint8)
    numbers, out_weights = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    cdef uint8_t[:, ::1] to_cards = out_cards
    cdef uint8_t[::1] to_types = out_types
    cdef int64_t[::1] to_number = numbers
    cdef int64_t[::1] to_weight = out_weights
    cdef const uint8_t* one
    count = 0
    with nogil:
        for row in range(rows):
            kind = types[row]
            for at in range(many[kind]):
                one = set_of[kind] + at * size
                if not apart(&cards[row, 0] if known else NULL, known, one, size):
                    continue
                for i in range(known):
                    to_cards[count, i] = cards[row, i]
                for i in range(size):
                    to_cards[count, known + i] = one[i]
                to_types[count] = type_of[kind][at]
                to_number[count] = bases[row] + at
                to_weight[count] = weights[row] * weight_of[kind][at]
                count += 1
    return out_cards, out_types, numbers, out_weights
