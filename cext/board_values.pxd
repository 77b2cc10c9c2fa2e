"""What every pair beside a board is worth against all pairs of the dealer, from one sweep."""
from libc.stdint cimport int64_t, uint8_t
from cext.board_sweep cimport RESULTS, Met, Rules, Sweep, meet_group, meet_pair, pass_group

cdef struct Values:
    int columns
    int labels                # states of a class: of pairs with different kinds of own cards, or choices offered
    int hand_kinds            # of the player's hands
    const uint8_t* own_kind   # [label]
    Py_ssize_t events
    const int64_t* nets       # [column, event]


cdef inline int64_t value_of(const Met* met, int kinds, int dealer_kind, const int64_t* nets) noexcept nogil:
    """The sum of net results; nets[result, kind]."""
    cdef int kind
    cdef int64_t total = met.ties * nets[kinds + dealer_kind]
    for kind in range(kinds):
        total += met.wins[kind] * nets[kind] + met.losses[kind] * nets[2 * kinds + kind]
    return total


cdef inline void value_group(
    const Sweep* sweep, const Values* self, int kinds, int group, int64_t* values, int stride
) noexcept nogil:
    """All classes of the group that the sweep has come to. `kinds` is given so that it may be a constant."""
    cdef int i, number, label, column, event
    cdef int dealer_kind = sweep.dealer_kind[group]
    cdef Met met
    for i in range(sweep.start[group], sweep.start[group + 1]):
        number = sweep.order[i]
        meet_pair(sweep, kinds, number, dealer_kind, &met)
        for label in range(self.labels):
            event = (self.own_kind[label] * self.hand_kinds + sweep.player_kind[group]) * RESULTS * kinds
            for column in range(self.columns):
                values[column * stride + number * self.labels + label] = value_of(
                    &met, kinds, dealer_kind, self.nets + column * self.events + event
                )


cdef inline void value_board(
    const Rules* rules, Sweep* sweep, const Values* self, int64_t* values, int stride
) noexcept nogil:
    """values[column, class x labels + label] of all classes, after sweep_start."""
    cdef int group
    for group in range(sweep.groups):
        meet_group(sweep, group)
        if rules.kinds == 2:
            value_group(sweep, self, 2, group, values, stride)
        elif rules.kinds == 1:
            value_group(sweep, self, 1, group, values, stride)
        else:
            value_group(sweep, self, rules.kinds, group, values, stride)
        pass_group(sweep, group)
