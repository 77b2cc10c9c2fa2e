"""A hand as a pattern and a code.

The pattern says which ranks it holds and how often; the code says in which suits. A code has a byte a suit; bit i
of the byte tells whether the suit holds a card of the i-th lowest rank of the pattern. Patterns of one shape
(how often the lowest rank occurs, the next, ...) have the same codes.
"""
from libc.stdint cimport uint32_t
from cext.bits cimport popcount, low_bit
from cext.cards cimport SUITS


cdef inline uint32_t code_of_suit(uint32_t code, int suit) noexcept nogil:
    return (code >> (8 * suit)) & 255


cdef inline uint32_t place_of(uint32_t ranks, int rank) noexcept nogil:
    """How many of the ranks are lower: the bit that stands for this one."""
    return popcount(ranks & ((<uint32_t>1 << rank) - 1))


cdef inline uint32_t spread(uint32_t bits, uint32_t ranks) noexcept nogil:
    """The ranks that the bits stand for."""
    cdef uint32_t held = 0
    while bits:
        if bits & 1:
            held |= ranks & (~ranks + 1)
        ranks &= ranks - 1
        bits >>= 1
    return held


cdef inline uint32_t code_of_sets(const uint32_t* sets, uint32_t ranks) noexcept nogil:
    """The code of the cards in `sets` whose rank is one of the pattern's."""
    cdef uint32_t code = 0, left
    cdef int suit, rank
    for suit in range(SUITS):
        left = sets[suit] & ranks
        while left:
            rank = low_bit(left)
            left &= left - 1
            code |= <uint32_t>1 << (8 * suit + place_of(ranks, rank))
    return code
