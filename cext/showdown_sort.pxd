"""Order of numbers below 2^26, by counting: two passes of 13 bits."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

cdef enum:
    DIGIT_BITS = 13
    DIGITS = 8192


cdef inline void sort_pass(
    const uint32_t* keys, int shift, const uint32_t* order, uint32_t* sorted_order, uint32_t count
) noexcept nogil:
    """Put `order` in order of one digit of the keys; equal digits stay in their order."""
    cdef uint32_t place[DIGITS]
    cdef uint32_t i, digit, before = 0, here
    memset(place, 0, sizeof(place))
    for i in range(count):
        place[(keys[i] >> shift) & (DIGITS - 1)] += 1
    for digit in range(<uint32_t>DIGITS):
        here = place[digit]
        place[digit] = before
        before += here
    for i in range(count):
        digit = (keys[order[i]] >> shift) & (DIGITS - 1)
        sorted_order[place[digit]] = order[i]
        place[digit] += 1


cdef inline void sort_keys(const uint32_t* keys, uint32_t* order, uint32_t* spare, uint32_t count) noexcept nogil:
    """order := the indices of the keys, the smallest key first. All three have `count` entries."""
    cdef uint32_t i
    for i in range(count):
        order[i] = i
    sort_pass(keys, 0, order, spare, count)
    sort_pass(keys, DIGIT_BITS, spare, order, count)
