"""Order of hands by strength, by counting: three passes of nine bits."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

cdef enum:
    RADIX_BITS = 9
    BUCKETS = 1 << RADIX_BITS


cdef inline void sort_by_strength(
    uint32_t* order, uint32_t* other, const uint32_t* strengths, Py_ssize_t stride, Py_ssize_t count
) noexcept nogil:
    """Indices in ascending order of strength (below 2**27); equals stay in order. `other` is room for as many."""
    cdef Py_ssize_t first[BUCKETS]
    cdef Py_ssize_t at, sum_so_far, here
    cdef int pass_, bucket, shift
    cdef uint32_t* swap
    cdef uint32_t* start = order
    for at in range(count):
        order[at] = <uint32_t>at
    for pass_ in range(3):
        shift = pass_ * RADIX_BITS
        memset(first, 0, sizeof(first))
        for at in range(count):
            first[strengths[order[at] * stride] >> shift & (BUCKETS - 1)] += 1
        sum_so_far = 0
        for bucket in range(BUCKETS):
            here = first[bucket]
            first[bucket] = sum_so_far
            sum_so_far += here
        for at in range(count):
            bucket = strengths[order[at] * stride] >> shift & (BUCKETS - 1)
            other[first[bucket]] = order[at]
            first[bucket] += 1
        swap = order
        order = other
        other = swap
    # Three passes end in the other array.
    if order != start:
        for at in range(count):
            start[at] = order[at]
