"""Rows of four 32-bit integers, worked on together: one instruction each on every machine that has such."""
from libc.stdint cimport int32_t

cdef extern from *:
    """
    typedef int32_t exactodds_row __attribute__((vector_size(16), aligned(4), may_alias));
    #define EXACTODDS_ROW(x) (*(exactodds_row *)(x))
    #define EXACTODDS_CONST_ROW(x) (*(const exactodds_row *)(x))
    static inline void exactodds_set(int32_t *x, const int32_t *y)
    { EXACTODDS_ROW(x) = EXACTODDS_CONST_ROW(y); }
    static inline void exactodds_add(int32_t *x, const int32_t *y)
    { EXACTODDS_ROW(x) += EXACTODDS_CONST_ROW(y); }
    static inline void exactodds_take(int32_t *x, const int32_t *y)
    { EXACTODDS_ROW(x) -= EXACTODDS_CONST_ROW(y); }
    static inline void exactodds_take_from(int32_t *x, const int32_t *y)
    { EXACTODDS_ROW(x) = EXACTODDS_CONST_ROW(y) - EXACTODDS_ROW(x); }
    static inline void exactodds_add_times(int32_t *x, int32_t times, const int32_t *y)
    { EXACTODDS_ROW(x) += times * EXACTODDS_CONST_ROW(y); }
    static inline void exactodds_add_where(int32_t *x, const int32_t *mask, int32_t y)
    { EXACTODDS_ROW(x) += EXACTODDS_CONST_ROW(mask) & y; }
    """
    void row_set "exactodds_set"(int32_t* x, const int32_t* y) noexcept nogil                         # x = y
    void row_add "exactodds_add"(int32_t* x, const int32_t* y) noexcept nogil                         # x += y
    void row_take "exactodds_take"(int32_t* x, const int32_t* y) noexcept nogil                       # x -= y
    void row_take_from "exactodds_take_from"(int32_t* x, const int32_t* y) noexcept nogil             # x = y - x
    void row_add_times "exactodds_add_times"(int32_t* x, int32_t times, const int32_t* y) noexcept nogil
    # Add a number in those places where the mask has all bits set; in the others it has none.
    void row_add_where "exactodds_add_where"(int32_t* x, const int32_t* mask, int32_t y) noexcept nogil

cdef enum:
    ROW = 4
