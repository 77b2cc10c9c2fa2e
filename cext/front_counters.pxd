"""Counters of hands by their front: how many have a front below f, for every f, in a row.

To count a hand all sums above its front grow by its weight. They are kept in two levels, so that this is six additions
of four numbers: fronts come in blocks of eight; the first sums of a row tell how many hands have a front in an earlier
block, how many there are in all, and how many are below a limit that is fixed; then come, for each block, eight sums
that tell how many hands have an earlier front of the block. What is read of a row lies in two lines of the processor's
cache, mostly.
"""
from libc.stdint cimport int32_t, uintptr_t
from cext.rows cimport ROW, row_add_where
from cext.split cimport FRONTS

cdef enum:
    BLOCK = 8
    FRONT_BLOCKS = 12            # so many that a front below FRONTS + 1 is in one of them
    ALL_FRONTS = 12              # after the sums of the blocks: all hands ...
    BELOW_LIMIT = 13             # ... and those with a front below the limit
    FIRST_SUMS = 16
    FRONT_ROW = FIRST_SUMS + FRONT_BLOCKS * BLOCK
    LINE = 64                    # bytes of a cache line

# [front]: all bits set in the sums that a hand with that front adds to, of the first ones and of those of its block.
cdef struct FrontMasks:
    int32_t first[FRONTS][FIRST_SUMS]
    int32_t within[FRONTS][BLOCK]


cdef inline void front_masks_init(FrontMasks* self, int limit) noexcept nogil:
    cdef int front, i
    for front in range(FRONTS):
        for i in range(FIRST_SUMS):
            self.first[front][i] = -1 if i < FRONT_BLOCKS and i > front // BLOCK else 0
        self.first[front][ALL_FRONTS] = -1
        self.first[front][BELOW_LIMIT] = -1 if front < limit else 0
        for i in range(BLOCK):
            self.within[front][i] = -1 if i > front % BLOCK else 0


cdef inline int32_t* at_line(int32_t* memory) noexcept nogil:
    """The first number in memory that a cache line begins with: leave room for LINE bytes more."""
    return <int32_t*>((<uintptr_t>memory + LINE - 1) & ~<uintptr_t>(LINE - 1))


cdef inline void add_front(int32_t* row, const FrontMasks* masks, int front, int32_t weight) noexcept nogil:
    """Count hands with a front, which is below FRONTS."""
    cdef int32_t* within = row + FIRST_SUMS + front // BLOCK * BLOCK
    cdef int i
    for i in range(FIRST_SUMS // ROW):
        row_add_where(row + ROW * i, masks.first[front] + ROW * i, weight)
    for i in range(BLOCK // ROW):
        row_add_where(within + ROW * i, masks.within[front] + ROW * i, weight)


cdef inline int32_t fronts_below(const int32_t* row, int front) noexcept nogil:
    """How many hands have a front below this one, which may be FRONTS."""
    return row[front // BLOCK] + row[FIRST_SUMS + front]
