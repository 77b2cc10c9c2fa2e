"""Rank counts: how many cards of each rank a hand has, whatever their suits. The jokers are a fourteenth rank.

All rank counts of at most seven cards are numbered in lexicographic order. With caps[r] cards of rank r in the deck,
offsets[r, left, n] is how many of those that agree before rank r, with `left` cards still to give, have fewer than n
cards of rank r. So the number of a rank count is the sum of offsets[r, left, n] over the ranks; ranks that it does
not have add nothing.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from cext.cards cimport RANKS

cdef enum:
    COORDINATES = RANKS + 1          # thirteen ranks, and the jokers
    JOKER_COLUMN = RANKS             # where the jokers are counted
    MOST = 7

cdef int32_t CHOOSE[MOST + 1][MOST + 1]


cdef void fill_choose() noexcept nogil:
    cdef int n, k
    for n in range(MOST + 1):
        for k in range(MOST + 1):
            CHOOSE[n][k] = 1 if k == 0 else 0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]


fill_choose()

cdef struct HandRanks:
    int ranks                        # how many ranks the hand has, at most 7
    uint8_t rank[MOST]
    uint8_t count[MOST]
    uint8_t cap[MOST]                # cards of that rank in the deck


cdef struct Lists:
    Py_ssize_t length
    int32_t* number                  # NULL to count only
    int32_t* signed_ways
    int32_t* completions


cdef void read_ranks(
    HandRanks* out, const uint8_t[:, ::1] counts, Py_ssize_t row, const uint8_t[::1] caps
) noexcept nogil:
    cdef int rank
    out.ranks = 0
    for rank in range(COORDINATES):
        if counts[row, rank]:
            out.rank[out.ranks] = rank
            out.count[out.ranks] = counts[row, rank]
            out.cap[out.ranks] = caps[rank]
            out.ranks += 1


cdef void walk_subsets(
    Lists* out, const HandRanks* hand, const int32_t[:, :, ::1] offsets, int at, int left,
    int32_t number, int32_t signed_ways, int32_t completions
) noexcept nogil:
    """All choices of cards from hand.rank[at:], given the choice before."""
    cdef int taken, have, rank
    if at == hand.ranks:
        if out.number != NULL:
            out.number[out.length] = number
            out.signed_ways[out.length] = signed_ways
            out.completions[out.length] = completions
        out.length += 1
        return
    rank = hand.rank[at]
    have = hand.count[at]
    for taken in range(have + 1):
        walk_subsets(
            out, hand, offsets, at + 1, left - taken,
            number + offsets[rank, left, taken],
            signed_ways * CHOOSE[have][taken] * (-1 if taken & 1 else 1),
            completions * CHOOSE[hand.cap[at] - taken][have - taken],
        )


def subsets(const uint8_t[:, ::1] counts, const uint8_t[::1] caps, const int32_t[:, :, ::1] offsets):
    """Every rank count s below each row h of `counts`: (first, number, signed_ways, completions).

    Row i has the entries first[i] : first[i + 1]; `number` is the number of s. A hand of rank count h has
    |signed_ways| subsets of rank count s, negative where s is odd; a set of cards of rank count s lies in
    `completions` hands of rank count h. Both are at most 4**7 = 16384, as no rank count has more hands.
    """
    cdef Py_ssize_t row, rows = counts.shape[0]
    cdef HandRanks hand
    cdef Lists lists
    first = np.zeros(rows + 1, dtype=np.int64)
    cdef Py_ssize_t[::1] first_view = first
    lists.length = 0
    lists.number = NULL
    with nogil:
        for row in range(rows):
            read_ranks(&hand, counts, row, caps)
            walk_subsets(&lists, &hand, offsets, 0, MOST, 0, 1, 1)
            first_view[row + 1] = lists.length
    number = np.empty(lists.length, dtype=np.int32)
    signed_ways = np.empty(lists.length, dtype=np.int32)
    completions = np.empty(lists.length, dtype=np.int32)
    cdef int32_t[::1] number_view = number, signed_view = signed_ways, completion_view = completions
    if lists.length == 0:
        return first, number, signed_ways, completions
    lists.length = 0
    lists.number = &number_view[0]
    lists.signed_ways = &signed_view[0]
    lists.completions = &completion_view[0]
    with nogil:
        for row in range(rows):
            read_ranks(&hand, counts, row, caps)
            walk_subsets(&lists, &hand, offsets, 0, MOST, 0, 1, 1)
    return first, number, signed_ways, completions


def suit_holdings(const uint8_t[:, ::1] counts, int suits):
    """What one suit can hold of a hand with each rank count: (first, holding, ways).

    Row i has 2**m entries for its m ranks without the jokers, at first[i] : first[i + 1], ordered by which of its ranks
    are held: bit 0 is its lowest rank. `holding` (uint16) is the set of ranks, `ways` (int64) in how many ways
    the other suits can hold the rest; 0 where they cannot. At most 3**7 = 2187.
    """
    cdef Py_ssize_t row, at, rows = counts.shape[0]
    cdef int rank, part, have
    cdef uint32_t held, ranks
    cdef int64_t ways
    cdef uint8_t own[COORDINATES]
    first = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(1 << np.count_nonzero(np.asarray(counts)[:, :JOKER_COLUMN], axis=1), out=first[1:])
    holding = np.empty(first[rows], dtype=np.uint16)
    all_ways = np.empty(first[rows], dtype=np.int64)
    cdef const Py_ssize_t[::1] first_view = first
    cdef uint16_t[::1] holding_view = holding
    cdef int64_t[::1] ways_view = all_ways
    with nogil:
        for row in range(rows):
            ranks = 0
            for rank in range(JOKER_COLUMN):
                if counts[row, rank]:
                    own[ranks] = rank
                    ranks += 1
            for at in range(first_view[row], first_view[row + 1]):
                held = 0
                ways = 1
                for part in range(<int>ranks):
                    have = counts[row, own[part]]
                    if ((at - first_view[row]) >> part) & 1:
                        held |= <uint32_t>1 << own[part]
                        have -= 1
                    ways *= CHOOSE[suits - 1][have]
                holding_view[at] = held
                ways_view[at] = ways
    return first, holding, all_ways
