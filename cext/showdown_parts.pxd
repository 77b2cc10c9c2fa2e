"""All sub-multisets of a rest (showdown_rests.pxd), in order of size, with the ways to pick each."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from cext.showdown_rests cimport REST_SIZES, Rests, count_of, low_bit64, rest_number


cdef inline int32_t part_ways(uint64_t counts, uint64_t part) noexcept nogil:
    """(-1)^cards times the ways to pick the part from the counts."""
    cdef int32_t total = 1
    cdef int rank, held, taken, i
    while part:
        rank = low_bit64(part) >> 2
        held, taken = count_of(counts, rank), count_of(part, rank)
        for i in range(taken):
            total = total * (held - i) // (i + 1)
        if taken & 1:
            total = -total
        part &= ~(<uint64_t>15 << (4 * rank))
    return total


cdef inline uint64_t next_part(uint64_t counts, uint64_t part) noexcept nogil:
    """Count up in the mixed radix of the counts; after the last part comes nothing."""
    cdef uint64_t left = counts, digit
    cdef int shift
    while left:
        shift = low_bit64(left) & ~3
        digit = <uint64_t>15 << shift
        if part & digit != counts & digit:
            return part + (<uint64_t>1 << shift)
        part &= ~digit
        left &= ~digit
    return 0


cdef inline int cards_in(uint64_t counts) noexcept nogil:
    """The sum of all counts: the remainder modulo 15 of a number in base 16 whose digits sum to less than 15."""
    return <int>(counts % 15)


cdef inline void list_parts_of(Rests* rests, uint32_t rest) noexcept nogil:
    """Count the parts of each size, then write each where its size has room."""
    cdef uint64_t counts = rests.counts[rest], part = 0
    cdef uint32_t place[REST_SIZES + 1]
    cdef uint32_t at
    cdef int size
    for size in range(REST_SIZES + 1):
        place[size] = 0
    while True:
        place[cards_in(part) + 1] += 1
        part = next_part(counts, part)
        if part == 0:
            break
    for size in range(REST_SIZES):
        place[size + 1] += place[size]
        rests.parts_up_to[rest * REST_SIZES + size] = place[size + 1]
    while True:
        size = cards_in(part)
        at = rests.start[rest] + place[size]
        place[size] += 1
        rests.part[at] = rest_number(rests, part)
        rests.sign_ways[at] = part_ways(counts, part)
        part = next_part(counts, part)
        if part == 0:
            break
