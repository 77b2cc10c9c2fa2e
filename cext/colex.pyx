"""Colex rank, unrank and iteration. Callers check their arguments (analyzer/cards/colex.py)."""
import numpy as np
from libc.stdint cimport uint8_t, uint64_t
from cext.colex cimport Binomials, binomials_init, colex_next, colex_rank, colex_unrank

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


def rank(const uint8_t[:, ::1] hands):
    """Index of each row; every row is strictly ascending."""
    cdef Py_ssize_t row, count = hands.shape[0]
    cdef int k = <int>hands.shape[1]
    out = np.empty(count, dtype=np.uint64)
    cdef uint64_t[::1] indices = out
    with nogil:
        for row in range(count):
            indices[row] = colex_rank(&BINOMIALS, &hands[row, 0], k)
    return out


def unrank(const uint64_t[::1] indices, int k):
    """The hand of each index, one row each, ascending."""
    cdef Py_ssize_t row, count = indices.shape[0]
    out = np.empty((count, k), dtype=np.uint8)
    cdef uint8_t[:, ::1] hands = out
    with nogil:
        for row in range(count):
            colex_unrank(&BINOMIALS, indices[row], &hands[row, 0], k)
    return out


def hands_in_range(uint64_t start, uint64_t stop, int k):
    """All hands with start <= index < stop, in order of their index."""
    cdef Py_ssize_t row, count = <Py_ssize_t>(stop - start)
    cdef int i
    out = np.empty((count, k), dtype=np.uint8)
    if count == 0:
        return out
    cdef uint8_t[:, ::1] hands = out
    with nogil:
        colex_unrank(&BINOMIALS, start, &hands[0, 0], k)
        for row in range(1, count):
            for i in range(k):
                hands[row, i] = hands[row - 1, i]
            colex_next(&hands[row, 0], k)
    return out
