"""What every pair beside a board is worth against all pairs of the dealer, from one sweep.

With W, T and L what a win, a tie and a loss are worth against a dealer of some kind, a pair's sum is
    (W - L) x lower + (T - L) x equal + L x all,
each over the dealer's pairs that share no card with it. The pair itself is among the equal ones and among all, and is
taken away twice with those that contain its cards: it is added again, as a tie.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from cext.board_sweep cimport (
    MAX_FACES, RESULTS, Rules, Sweep, apart, meet_group, pass_group,
)

cdef struct Values:
    int columns
    int labels                # states of a class: of pairs with different kinds of own cards, or choices offered
    int hand_kinds            # of the player's hands
    const uint8_t* own_kind   # [label]
    Py_ssize_t events
    const int64_t* nets       # [column, event]


cdef inline int64_t value_class(
    const Sweep* sweep, int kinds, int number, int dealer_kind, const int64_t* nets
) noexcept nogil:
    """The sum for a pair of a class of the group that the sweep has come to; nets[result, kind]."""
    cdef int kind
    cdef const int64_t* wins = nets
    cdef const int64_t* losses = nets + 2 * kinds
    cdef int64_t tie = nets[kinds + dealer_kind]
    cdef int64_t total = tie + (tie - losses[dealer_kind]) * apart(sweep, number, sweep.all_equal, sweep.equal)
    for kind in range(kinds):
        total += (wins[kind] - losses[kind]) * apart(
            sweep, number, sweep.all_below[kind], sweep.below + kind * MAX_FACES
        )
        total += losses[kind] * apart(sweep, number, sweep.all_pairs[kind], sweep.total + kind * MAX_FACES)
    return total


cdef inline void value_board(
    const Rules* rules, Sweep* sweep, const Values* self, int64_t* values, int stride
) noexcept nogil:
    """values[column, class x labels + label] of all classes, after sweep_start."""
    cdef int group, i, number, label, column, event
    for group in range(sweep.groups):
        meet_group(sweep, group)
        for i in range(sweep.start[group], sweep.start[group + 1]):
            number = sweep.order[i]
            for label in range(self.labels):
                event = (self.own_kind[label] * self.hand_kinds + sweep.player_kind[group]) * RESULTS * rules.kinds
                for column in range(self.columns):
                    values[column * stride + number * self.labels + label] = value_class(
                        sweep, rules.kinds, number, sweep.dealer_kind[group], self.nets + column * self.events + event
                    )
        pass_group(sweep, group)
