"""Rests: multisets of up to six ranks, with their sub-multisets listed.

A rest is what a hand holds when suits are forgotten. The sorted ranks s0 <= s1 <= ... of k cards have the
number first[k] + C(s0, 1) + C(s1 + 1, 2) + ..., so rests are numbered by size, and within a size in colex.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.cards cimport RANKS

cdef extern from *:
    """
    #define exactodds_low64(x) __builtin_ctzll(x)
    """
    # The lowest set bit; x must not be 0.
    int low_bit64 "exactodds_low64"(uint64_t x) noexcept nogil

cdef enum:
    MAX_REST = 6
    REST_SIZES = MAX_REST + 1
    REST_COUNT = 27132            # C(13 + 6, 6): all multisets of at most six of thirteen ranks

cdef struct Rests:
    uint32_t first[REST_SIZES + 1]            # the number of the first rest of each size
    uint32_t choose[RANKS + MAX_REST + 1][MAX_REST + 1]
    uint64_t* counts                          # [rest]: four bits a rank, how many cards of it
    uint16_t* plus                            # [rest, rank]: the rest with one card more; below first[6] only
    uint32_t* start                           # [rest]: where its parts start in the lists below
    uint16_t* part                            # sub-multisets, the smaller first
    int8_t* sign_ways                         # (-1)^cards times the ways to pick that part: at most C(6, 3) = 20
    uint8_t* parts_up_to                      # [rest, size]: how many parts have at most `size` cards


cdef inline int count_of(uint64_t counts, int rank) noexcept nogil:
    return <int>((counts >> (4 * rank)) & 15)


cdef inline uint32_t rest_number(const Rests* rests, uint64_t counts) noexcept nogil:
    """The number of the rest with these counts, at most six cards in all."""
    cdef uint32_t number = 0
    cdef int rank, _copy, cards = 0
    while counts:
        rank = low_bit64(counts) >> 2
        for _copy in range(count_of(counts, rank)):
            number += rests.choose[rank + cards][cards + 1]
            cards += 1
        counts &= ~(<uint64_t>15 << (4 * rank))
    return rests.first[cards] + number


cdef inline bint fits(uint64_t counts, const uint8_t* available) noexcept nogil:
    """Whether every rank is held at most as often as it is available."""
    cdef int rank
    for rank in range(RANKS):
        if count_of(counts, rank) > available[rank]:
            return False
    return True


cdef inline uint64_t ranks_as_counts(uint32_t ranks) noexcept nogil:
    """One card of each rank in the set."""
    cdef uint64_t counts = 0
    cdef int rank
    for rank in range(RANKS):
        if ranks >> rank & 1:
            counts |= <uint64_t>1 << (4 * rank)
    return counts
