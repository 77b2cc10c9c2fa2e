"""What every pair beside a board is worth against all pairs of the dealer, from one sweep.

With W, T and L what a win, a tie and a loss are worth against a dealer of some kind, a pair's sum is
    (W - L) x lower + (T - L) x equal + L x all,
each over the dealer's pairs that share no card with it. All three counts are a number of the whole group or board less
one number for each of the pair's cards, so the sum is too: total - taken[first] - taken[second]. While the player's
kind stays the same, a group that is passed adds W - L to the number of each card of its pairs.
"""
from libc.stdint cimport int64_t, uint16_t
from cext.cards cimport FIRST_JOKER
from cext.board_sweep cimport MAX_PAIRS, RESULTS, Rules, Sweep, meet_group, pass_group

cdef struct Values:
    int columns
    int width                # kinds of own cards x columns
    Py_ssize_t events
    const int64_t* nets      # [column, event]
    int64_t* taken           # [place, width] what the pairs that contain a card take away
    int64_t* total           # [width] what all pairs bring
    int64_t* lower           # [width] W - L of the group's kind of dealer
    int64_t* same            # [width] T - L
    int64_t* itself          # [width] T: the pair itself is among all, among equals, and taken away twice


cdef inline const int64_t* nets_of(
    const Rules* rules, const Values* self, int own, int player_kind, int column
) noexcept nogil:
    """[result, kind] for a kind of own cards and of the player's hand."""
    return self.nets + column * self.events + (own * rules.hand_kinds + player_kind) * RESULTS * rules.kinds


cdef inline void start_kind(const Rules* rules, const Sweep* sweep, Values* self, int player_kind) noexcept nogil:
    """Numbers of all cards for another kind of the player's hand."""
    cdef int own, column, kind, place, at
    cdef const int64_t* nets
    cdef int64_t win, loss
    for own in range(rules.own_count):
        for column in range(self.columns):
            nets = nets_of(rules, self, own, player_kind, column)
            at = own * self.columns + column
            self.total[at] = 0
            for place in range(sweep.left):
                self.taken[place * self.width + at] = 0
            for kind in range(rules.kinds):
                win = nets[kind]
                loss = nets[2 * rules.kinds + kind]
                self.total[at] += (win - loss) * sweep.all_below[kind] + loss * sweep.all_pairs[kind]
                for place in range(sweep.left):
                    self.taken[place * self.width + at] += (
                        (win - loss) * sweep.below[kind * FIRST_JOKER + place]
                        + loss * sweep.total[kind * FIRST_JOKER + place]
                    )


cdef inline void start_group(
    const Rules* rules, const Sweep* sweep, Values* self, int player_kind, int dealer_kind
) noexcept nogil:
    cdef int own, column, at
    cdef const int64_t* nets
    for own in range(rules.own_count):
        for column in range(self.columns):
            nets = nets_of(rules, self, own, player_kind, column)
            at = own * self.columns + column
            self.itself[at] = nets[rules.kinds + dealer_kind]
            self.same[at] = self.itself[at] - nets[2 * rules.kinds + dealer_kind]
            self.lower[at] = nets[dealer_kind] - nets[2 * rules.kinds + dealer_kind]


cdef inline void value_group(
    const Rules* rules, const Sweep* sweep, const Values* self, int group, int columns, int width, int64_t* values
) noexcept nogil:
    """values[column, pair] of a group's pairs. `columns` and `width` are given so that they may be constants."""
    cdef int i, pair, column, own = 0
    cdef int count = sweep.start[group + 1] - sweep.start[group]
    cdef int64_t shared
    cdef const int64_t* first
    cdef const int64_t* second
    for i in range(sweep.start[group], sweep.start[group + 1]):
        pair = sweep.order[i]
        if width > columns:
            own = rules.own_kind[sweep.index[pair]] * columns
        first = self.taken + sweep.first[pair] * width + own
        second = self.taken + sweep.second[pair] * width + own
        shared = count - sweep.equal[sweep.first[pair]] - sweep.equal[sweep.second[pair]]
        for column in range(columns):
            values[column * MAX_PAIRS + pair] = (
                self.total[own + column] - first[column] - second[column] + shared * self.same[own + column]
                + self.itself[own + column]
            )


cdef inline void add_group(const Sweep* sweep, Values* self, int group, int width) noexcept nogil:
    """The group is lower from now on."""
    cdef int i, pair, at
    cdef int64_t* first
    cdef int64_t* second
    for at in range(width):
        self.total[at] += self.lower[at] * (sweep.start[group + 1] - sweep.start[group])
    for i in range(sweep.start[group], sweep.start[group + 1]):
        pair = sweep.order[i]
        first = self.taken + sweep.first[pair] * width
        second = self.taken + sweep.second[pair] * width
        for at in range(width):
            first[at] += self.lower[at]
            second[at] += self.lower[at]


cdef inline void value_board(const Rules* rules, Sweep* sweep, Values* self, int64_t* values) noexcept nogil:
    """values[column, pair] of all pairs, after sweep_start."""
    cdef int group, player_kind = -1
    for group in range(sweep.groups):
        if sweep.player_kind[group] != player_kind:
            player_kind = sweep.player_kind[group]
            start_kind(rules, sweep, self, player_kind)
        start_group(rules, sweep, self, player_kind, sweep.dealer_kind[group])
        meet_group(sweep, group)
        if self.width == 1:
            value_group(rules, sweep, self, group, 1, 1, values)
            add_group(sweep, self, group, 1)
        elif self.width == 2 and self.columns == 2:
            value_group(rules, sweep, self, group, 2, 2, values)
            add_group(sweep, self, group, 2)
        else:
            value_group(rules, sweep, self, group, self.columns, self.width, values)
            add_group(sweep, self, group, self.width)
        pass_group(sweep, group)
