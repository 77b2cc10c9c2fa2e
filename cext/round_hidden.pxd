"""The own hands of a context against all hidden hands beside it: by kind of these, how many are lower, not higher, all.

Both sides are swept in order of strength over a table (round_sweep.pxd); where the hands are few, each meets each.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials
from cext.round_order cimport sort_by_strength
from cext.round_sweep cimport MAX_DEPTH, Columns, avoiding, put, with_card
from cext.round_work cimport Own, Work, grown

cdef enum:
    FEW_EQUALS = 32             # hidden hands of one strength that are met one by one

cdef extern from *:
    """
    #define exactodds_low64(x) __builtin_ctzll(x)
    #define exactodds_popcount64(x) __builtin_popcountll(x)
    """
    int low_bit64 "exactodds_low64"(uint64_t x) noexcept nogil
    int popcount64 "exactodds_popcount64"(uint64_t x) noexcept nogil

# How many cards a deck has, and how many of them are in a context, in own hands and in hidden ones.
cdef struct Dealt:
    int deck
    int context
    int own
    int hidden
    const Binomials* binomials
    const Columns* columns


cdef inline void avoid(
    const Dealt* D, Work* work, int kind, Py_ssize_t first, Py_ssize_t last, int which, int depth
) noexcept nogil:
    """How many hands of the table each own hand, by its place in order, can meet."""
    cdef Py_ssize_t row
    cdef uint64_t mask, base = 0
    cdef uint8_t cards[MAX_DECK_SIZE]
    cdef int64_t avoided = 0
    cdef int count = 0
    cdef uint32_t hand
    if work.table.all == 0:
        return
    for row in range(first, last):
        hand = work.order[0][row]
        mask = work.own[hand].mask & ~work.own[hand].extra
        if row == first or mask != base:
            # Hands that differ in one card of the last cell alone share what the others avoid.
            base, count = mask, 0
            while mask:
                cards[count] = low_bit64(mask)
                mask &= mask - 1
                count += 1
            avoided = avoiding(&work.table, D.columns, cards, count, depth)
        mask = work.own[hand].extra
        work.counts[which][hand * <Py_ssize_t>work.dealers + kind] = <uint32_t>(
            avoided - with_card(&work.table, D.columns, cards, count, low_bit64(mask), depth) if mask else avoided
        )


cdef inline void clear_table(const Dealt* D, Work* work, int depth) noexcept nogil:
    cdef int i
    work.table.all = 0
    for i in range(1, depth + 1):
        memset(work.table.of[i], 0, D.binomials.c[D.deck][i] * sizeof(uint32_t))


cdef inline void count_one_by_one(const Dealt* D, Work* work) noexcept nogil:
    cdef Py_ssize_t row, at, place
    cdef Own* own
    for row in range(work.own_count):
        own = &work.own[row]
        for at in range(work.hidden_count):
            if work.hidden_masks[at] & own.mask:
                continue
            place = row * work.dealers + work.hidden_kinds[at]
            work.counts[0][place] += work.hidden_strengths[at] < own.strength
            work.counts[1][place] += work.hidden_strengths[at] <= own.strength
            work.counts[2][place] += 1


cdef inline Py_ssize_t put_lower(
    const Dealt* D, Work* work, int kind, Py_ssize_t at, uint32_t strength, int depth
) noexcept nogil:
    """Put the hidden hands of a kind up to a strength into the table, from place `at` on."""
    cdef uint32_t hand
    while at < work.hidden_count:
        hand = work.order[2][at]
        if work.hidden_strengths[hand] > strength:
            break
        if work.hidden_kinds[hand] == kind:
            put(&work.table, D.columns, work.hidden_cards + hand * <Py_ssize_t>D.hidden, D.hidden, depth)
        at += 1
    return at


cdef inline void meet_equals(
    const Dealt* D, Work* work, int kind, Py_ssize_t first, Py_ssize_t last, Py_ssize_t equal, Py_ssize_t at, int depth
) noexcept nogil:
    """Own hands against hidden ones of their strength, places `equal` to before `at`: few are met one by one."""
    cdef Py_ssize_t row, other, place
    cdef uint32_t met, hand
    if at - equal > FEW_EQUALS:
        avoid(D, work, kind, first, last, 1, depth)
        return
    for row in range(first, last):
        hand, met = work.order[0][row], 0
        for other in range(equal, at):
            if work.hidden_kinds[work.order[2][other]] == kind:
                met += not work.hidden_masks[work.order[2][other]] & work.own[hand].mask
        place = hand * <Py_ssize_t>work.dealers + kind
        work.counts[1][place] = work.counts[0][place] + met


cdef inline void meet_rest(const Dealt* D, Work* work, int kind) noexcept nogil:
    """What own hands meet of a kind, from all that they meet."""
    cdef Py_ssize_t row
    cdef int other
    cdef uint32_t left, known
    cdef uint32_t* met
    cdef Own* own
    for row in range(work.own_count):
        own = &work.own[row]
        known = popcount64(own.mask) + D.context
        left = <uint32_t>D.binomials.c[D.deck - known][D.hidden]
        met = work.counts[2] + row * work.dealers
        for other in range(work.dealers):
            if other != kind:
                left -= met[other]
        met[kind] = left


cdef inline void sweep_kind(const Dealt* D, Work* work, int kind, bint is_last) noexcept nogil:
    """Own hands of one strength after the other: lower hidden hands first, then equal ones, and all at the end.

    What own hands meet of the last kind is what they do not meet of the others.
    """
    cdef int depth = min(D.hidden, D.own)
    cdef Py_ssize_t first = 0, last, at = 0, equal
    cdef uint32_t strength
    clear_table(D, work, depth)
    while first < work.own_count and at < work.hidden_count:
        strength = work.own[work.order[0][first]].strength
        last = first + 1
        while last < work.own_count and work.own[work.order[0][last]].strength == strength:
            last += 1
        if strength > 0:
            at = put_lower(D, work, kind, at, strength - 1, depth)
        if at == work.hidden_count:
            break    # all are lower
        avoid(D, work, kind, first, last, 0, depth)
        equal = at
        at = put_lower(D, work, kind, at, strength, depth)
        meet_equals(D, work, kind, first, last, equal, at, depth)
        first = last
    put_lower(D, work, kind, at, 0xFFFFFFFF, depth)
    if is_last:
        meet_rest(D, work, kind)
    else:
        avoid(D, work, kind, 0, work.own_count, 2, depth)
    for last in range(first, work.own_count):
        equal = work.order[0][last] * <Py_ssize_t>work.dealers + kind
        work.counts[0][equal] = work.counts[1][equal] = work.counts[2][equal]


cdef inline void sweep(const Dealt* D, Work* work) noexcept nogil:
    """Both sides in ascending order of strength, one kind of hidden hands after the other."""
    cdef int i, kind
    if work.own_count > work.order_room[0]:
        work.order_room[0] = work.own_count
        for i in range(2):
            work.order[i] = <uint32_t*>grown(work.order[i], work.own_count * sizeof(uint32_t), work)
    if work.hidden_count > work.order_room[1]:
        work.order_room[1] = work.hidden_count
        for i in range(2, 4):
            work.order[i] = <uint32_t*>grown(work.order[i], work.hidden_count * sizeof(uint32_t), work)
    if work.failed:
        return
    sort_by_strength(work.order[0], work.order[1], &work.own[0].strength, sizeof(Own) // sizeof(uint32_t),
                     work.own_count)
    sort_by_strength(work.order[2], work.order[3], work.hidden_strengths, 1, work.hidden_count)
    for kind in range(work.dealers):
        sweep_kind(D, work, kind, kind == work.dealers - 1)


cdef inline void count_all(const Dealt* D, Work* work) noexcept nogil:
    """For every own hand, by kind: hidden hands that are lower, not higher, and all."""
    cdef Py_ssize_t need = work.own_count * work.dealers, each
    cdef int i
    if need > work.counts_room:
        work.counts_room = need
        for i in range(3):
            work.counts[i] = <uint32_t*>grown(work.counts[i], need * sizeof(uint32_t), work)
    if work.failed:
        return
    for i in range(3):
        memset(work.counts[i], 0, need * sizeof(uint32_t))
    # One by one costs a comparison for each pair of hands; the table about 2**cards for each hand.
    each = (<Py_ssize_t>1 << D.hidden) + 10
    if D.hidden > MAX_DEPTH and D.own > MAX_DEPTH:
        count_one_by_one(D, work)
    elif work.own_count * work.hidden_count < work.hidden_count * each:
        count_one_by_one(D, work)
    else:
        sweep(D, work)
