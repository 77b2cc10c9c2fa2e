"""Bit sets of ranks: bit 0 is the deuce, bit 12 the ace."""
from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #define exactodds_popcount(x) __builtin_popcount(x)
    #define exactodds_top(x) (31 - __builtin_clz(x))
    #define exactodds_low(x) __builtin_ctz(x)
    """
    # How many bits are set.
    int popcount "exactodds_popcount"(uint32_t x) noexcept nogil
    # The highest and the lowest set bit; x must not be 0.
    int top_bit "exactodds_top"(uint32_t x) noexcept nogil
    int low_bit "exactodds_low"(uint32_t x) noexcept nogil

cdef enum:
    ACE_RANK = 12
    ALL_RANKS = 0x1FFF
    ACE = 1 << 12
    ROYAL_RANKS = 0x1F00


cdef inline uint32_t without_top(uint32_t mask) noexcept nogil:
    """The set without its highest rank; the empty set stays empty."""
    if mask == 0:
        return 0
    return mask ^ (<uint32_t>1 << top_bit(mask))
