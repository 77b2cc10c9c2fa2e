"""The decisions that are made while the same cards are seen, as a list of choices by number.

The values of a state stand in one row: sums that come from what is turned later ("columns"), sums of these
("combinations"), constants (folds), and the best values of the decisions themselves, in the order in which they are
made up. A choice is a place in that row.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    TIED = 0x80           # beside the choice taken: another is as good

cdef struct Tree:
    int columns
    int combinations
    int constants
    int nodes
    int pairs                      # all pairs of the deck
    const int64_t* factors         # [combination, column]
    const int64_t* amounts         # [constant]
    const int32_t* start           # [node + 1] its first choice
    const int32_t* place           # [choice] in the row of values; choices in the order in which equals are taken
    const uint8_t* number          # [choice] as the rules list it
    const int32_t* mask            # [choice] where it is offered: a row of masks, -1 for everywhere
    const uint8_t* masks           # [mask, pair]


cdef inline void fill_constants(const Tree* self, int64_t* row) noexcept nogil:
    cdef int i
    for i in range(self.constants):
        row[self.columns + self.combinations + i] = self.amounts[i]


cdef inline void combine(const Tree* self, int64_t* row) noexcept nogil:
    """Bound: as written in analyzer/engines/contest/board_amounts.py."""
    cdef int i, j
    cdef int64_t total
    for i in range(self.combinations):
        total = 0
        for j in range(self.columns):
            total += self.factors[i * self.columns + j] * row[j]
        row[self.columns + i] = total


cdef inline void decide(const Tree* self, int64_t* row, int pair, uint8_t* taken) noexcept nogil:
    """From columns and constants: combinations, the value of each node, and taken[node]."""
    cdef int node, choice
    cdef int64_t best, value
    cdef bint is_first, is_tied
    cdef uint8_t chosen
    cdef int first = self.columns + self.combinations + self.constants
    combine(self, row)
    for node in range(self.nodes):
        is_first = True
        is_tied = False
        best = 0
        chosen = 0
        for choice in range(self.start[node], self.start[node + 1]):
            if self.mask[choice] >= 0 and not self.masks[self.mask[choice] * self.pairs + pair]:
                continue
            value = row[self.place[choice]]
            if is_first or value > best:
                best = value
                chosen = self.number[choice]
                is_tied = False
                is_first = False
            elif value == best:
                is_tied = True
        row[first + node] = best
        taken[node] = chosen | (TIED if is_tied else 0)
