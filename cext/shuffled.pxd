"""A fair shuffle from the random numbers of numpy's bit generators."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

# The random numbers of numpy's bit generators (numpy/random/bitgen.h).
cdef struct BitGenerator:
    void* state
    uint64_t (*next_uint64)(void*) noexcept nogil
    uint32_t (*next_uint32)(void*) noexcept nogil
    double (*next_double)(void*) noexcept nogil
    uint64_t (*next_raw)(void*) noexcept nogil


cdef inline uint32_t below(BitGenerator* bits, uint32_t bound) noexcept nogil:
    """An even choice from 0 .. bound - 1: the multiply-and-reject method of Lemire (2019), without any bias."""
    cdef uint64_t product = <uint64_t>bits.next_uint32(bits.state) * bound
    cdef uint32_t least
    if <uint32_t>product < bound:
        least = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < least:
            product = <uint64_t>bits.next_uint32(bits.state) * bound
    return product >> 32


cdef inline void shuffle(BitGenerator* bits, uint8_t* pack, int size, int dealt) noexcept nogil:
    """The first `dealt` cards of a fair shuffle, whatever the order was before."""
    cdef int place
    cdef uint32_t other
    cdef uint8_t card
    for place in range(dealt):
        other = place + below(bits, size - place)
        card = pack[place]
        pack[place] = pack[other]
        pack[other] = card
