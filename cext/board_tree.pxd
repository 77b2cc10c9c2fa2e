"""The decisions that are made while the same cards are seen, as a list of choices by number.

The values of a state stand in one row: sums that come from what is turned later ("columns"), sums of these
("combinations"), constants (folds), and the best values of the decisions themselves, in the order in which they are
made up. A choice is a place in that row. Many states are decided together: values[place, state], in rows of `stride`.
"""
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint16_t

cdef enum:
    TIED = 0x80           # beside the choice taken: another is as good

cdef struct Tree:
    int columns
    int combinations
    int constants
    int nodes
    int stride                     # states that a row of values has room for
    int labels                     # length of a row of masks
    const int64_t* factors         # [combination, column]
    const int64_t* amounts         # [constant]
    const int32_t* start           # [node + 1] its first choice
    const int32_t* place           # [choice] in the row of values; choices in the order in which equals are taken
    const uint8_t* number          # [choice] as the rules list it
    const int32_t* mask            # [choice] where it is offered: a row of masks, -1 for everywhere
    const uint8_t* masks           # [mask, label]


cdef inline int first_combination(const Tree* self) noexcept nogil:
    return self.columns


cdef inline int first_constant(const Tree* self) noexcept nogil:
    return self.columns + self.combinations


cdef inline int first_node(const Tree* self) noexcept nogil:
    return self.columns + self.combinations + self.constants


cdef inline void fill_constants(const Tree* self, int64_t* values) noexcept nogil:
    """They are the same for all sets of community cards."""
    cdef int i, state
    for i in range(self.constants):
        for state in range(self.stride):
            values[(first_constant(self) + i) * self.stride + state] = self.amounts[i]


cdef inline void combine(const Tree* self, int64_t* values, int count) noexcept nogil:
    """Bound: Amounts.check in analyzer/engines/contest/board_amounts.py."""
    cdef int i, j, state
    cdef int64_t factor
    cdef int64_t* total
    cdef const int64_t* column
    for i in range(self.combinations):
        total = values + (first_combination(self) + i) * self.stride
        for state in range(count):
            total[state] = 0
        for j in range(self.columns):
            factor = self.factors[i * self.columns + j]
            column = values + j * self.stride
            if factor:
                for state in range(count):
                    total[state] += factor * column[state]


cdef inline void take_better(
    const int64_t* value, int64_t* best, uint8_t* taken, uint8_t number, int count
) noexcept nogil:
    """One choice that is offered in every state."""
    cdef int state
    cdef uint8_t tie
    for state in range(count):
        tie = TIED if value[state] == best[state] else 0
        taken[state] = number if value[state] > best[state] else taken[state] | tie
        best[state] = value[state] if value[state] > best[state] else best[state]


cdef inline void take_better_offered(
    const int64_t* value, int64_t* best, uint8_t* taken, uint8_t number, int count, const uint8_t* mask,
    const uint16_t* label
) noexcept nogil:
    cdef int state
    for state in range(count):
        if mask[label[state]]:
            if value[state] > best[state]:
                best[state] = value[state]
                taken[state] = number
            elif value[state] == best[state]:
                taken[state] |= TIED


cdef inline void decide(
    const Tree* self, int64_t* values, const uint16_t* label, int count, uint8_t* taken
) noexcept nogil:
    """From columns and constants: combinations, the value of each node, and taken[node, state].

    `label[state]` is the column of a mask. At each node a choice is offered in every state; no value is INT64_MIN.
    """
    cdef int node, choice, state
    cdef int64_t* best
    cdef const int64_t* value
    combine(self, values, count)
    for node in range(self.nodes):
        best = values + (first_node(self) + node) * self.stride
        for state in range(count):
            best[state] = INT64_MIN
        for choice in range(self.start[node], self.start[node + 1]):
            value = values + self.place[choice] * self.stride
            if self.mask[choice] < 0:
                take_better(value, best, taken + node * self.stride, self.number[choice], count)
            else:
                take_better_offered(
                    value, best, taken + node * self.stride, self.number[choice], count,
                    self.masks + self.mask[choice] * self.labels, label
                )
