"""The best cards to discard, for many hands at once, from sums over subsets (subset_sums.pyx).

A player who keeps the cards K of a hand and discards the others ends with a hand that contains K and none of the
discards. Let f(S) be a sum over all final hands that contain S. Going through the cards of the hand, f(S) - f(S and the
card) is the sum over those that do not have the card; after the last card f(K) is the sum over what K may end with.

Some cards of the draw may have been seen; they are drawn first. If more cards are drawn than were seen, a final hand
consists of the seen cards and of cards that the table counts. The table therefore holds hands of fewer cards, and a
larger set is in none of them. If no more cards are drawn than were seen, each way to choose them is a draw. Cards that
somebody else holds are left out of the deck and of the hands.

Subsets of a hand are bits, bit 0 for its lowest card. Of sets with equally many cards the one with the lower bits has
the lower colex index, whatever the cards are.

Bounds, for the caller to keep: f(S) and all differences are sums over at most C(54,5) < 2**22 hands. Times factor[k]
they are sums over all deals, as many as the least common multiple of the numbers of draws. Each of these, times the
largest amount or its square, must be below 2**62, so that a margin fits too.
"""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.colex cimport Binomials, binomials_init

cdef enum:
    MAX_HAND = 5
    MAX_SUBSETS = 1 << MAX_HAND

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)

cdef struct Problem:
    int size                        # cards of a hand
    int kinds                       # events
    int final                       # cards of a hand that the table counts: all of them but for those that were seen
    Py_ssize_t rows                 # rows of a table of subset sums
    Py_ssize_t first[MAX_HAND + 1]  # the row of the first set of so many cards; hands themselves have none
    const uint8_t* events           # [hand that the table counts]
    int seen                        # cards of the draw that were seen
    const uint8_t* seen_cards       # their positions in the deck, ascending
    const uint8_t* positions        # [card of a hand] its position in the deck
    const uint8_t* all_events       # [hand of the whole deck]
    const uint32_t* table           # [set, event]
    const uint8_t* column           # [number discarded]: which of the columns of sums is theirs
    const int64_t* sums             # [column, set] amounts times counts
    const int64_t* squares          # the same of the squares of the amounts
    const int64_t* amounts          # [column, event]
    const int64_t* factors          # [number discarded] deals for each draw
    const uint8_t* order            # [discards] of equal ones the lowest is taken
    bint by_variance                # before that order: the smaller variance


cdef struct Best:
    int discards
    int64_t value
    int64_t margin                  # -1 where no choice is worse
    int equals
    bint open                       # a choice of equal value and variance ends in other events: only the order decided


cdef int sums_init(Problem* self, draws, int size) except -1:
    """`draws` is a Draws of analyzer/engines/exchange/draws.py: what may be drawn to hands of that size."""
    cdef int i, deck = <int>draws.positions.shape[0]
    cdef Py_ssize_t row = 0
    cdef const uint8_t[::1] events = draws.events
    cdef const uint8_t[::1] all_events = draws.all_events
    cdef const uint8_t[::1] positions = draws.positions
    cdef const uint8_t[::1] seen = draws.seen
    cdef const uint32_t[:, ::1] table = draws.table
    self.size = size
    self.seen = <int>seen.shape[0]
    self.final = size - self.seen
    if not 1 <= size <= MAX_HAND or self.final < 0:
        raise ValueError(f"hands of {size} cards are not exchanged with {self.seen} seen")
    self.kinds = <int>table.shape[1]
    self.rows = table.shape[0]
    self.events = &events[0]
    self.all_events = &all_events[0]
    self.positions = &positions[0]
    self.seen_cards = &seen[0] if self.seen else NULL
    self.table = &table[0, 0] if self.rows else NULL
    for i in range(self.final + 1):
        self.first[i] = row
        row += BINOMIALS.c[deck][i]
    return 0


cdef inline void place_subsets(const Problem* self, const uint8_t* hand, Py_ssize_t* places) noexcept nogil:
    """The row of each subset of a hand; of those with as many cards as the table counts their own index."""
    cdef int subset, top, many
    cdef Py_ssize_t index[MAX_SUBSETS]
    index[0] = 0
    places[0] = self.first[0]
    top = 0
    for subset in range(1, 1 << self.size):
        if subset >> (top + 1):
            top += 1
        many = popcount(subset)
        index[subset] = index[subset ^ (1 << top)] + <Py_ssize_t>BINOMIALS.c[hand[top]][many]
        places[subset] = index[subset] + (self.first[many] if many < self.final else 0)


cdef inline void keep_exactly(int64_t* values, int size) noexcept nogil:
    """From sums over hands that contain a set to sums over hands that have exactly that set of the hand's cards."""
    cdef int card, subset
    for card in range(size):
        for subset in range(1 << size):
            if not (subset >> card) & 1:
                values[subset] -= values[subset | (1 << card)]


cdef inline bint is_all_seen(const Problem* self, int number) noexcept nogil:
    """Whether so many draws are all among the cards that were seen."""
    return self.seen > 0 and number <= self.seen


cdef inline uint8_t event_with(const Problem* self, const uint8_t* hand, int kept, int drawn) noexcept nogil:
    """The event of some cards of the hand with some of those that were seen, both as bits."""
    cdef int i = 0, j = 0, place = 0
    cdef uint64_t index = 0
    while i < self.size or j < self.seen:
        if i < self.size and not kept >> i & 1:
            i += 1
        elif j < self.seen and not drawn >> j & 1:
            j += 1
        else:
            place += 1
            if j == self.seen or (i < self.size and self.positions[hand[i]] < self.seen_cards[j]):
                index += BINOMIALS.c[self.positions[hand[i]]][place]
                i += 1
            else:
                index += BINOMIALS.c[self.seen_cards[j]][place]
                j += 1
    return self.all_events[index]


cdef void values_of_discards(
    const Problem* self, const uint8_t* hand, const Py_ssize_t* places, const uint8_t* permitted, const int64_t* sums,
    const int64_t* amounts, int64_t* out
) noexcept nogil:
    """out[discards]: the sum of amounts over all deals, for the permitted numbers of discards."""
    cdef int64_t values[MAX_SUBSETS]
    cdef int all_cards = (1 << self.size) - 1
    cdef int column = -1, number, subset, drawn
    cdef int64_t total
    for number in range(self.size + 1):
        if not permitted[number]:
            continue
        if is_all_seen(self, number):
            for subset in range(all_cards + 1):
                if popcount(all_cards ^ subset) != number:
                    continue
                total = 0
                for drawn in range(1 << self.seen):
                    if popcount(drawn) == number:
                        total += amounts[self.column[number] * self.kinds + event_with(self, hand, subset, drawn)]
                out[all_cards ^ subset] = total * self.factors[number]
            continue
        if self.column[number] != column:
            column = self.column[number]
            for subset in range(all_cards + 1):
                if popcount(subset) < self.final:
                    values[subset] = sums[column * self.rows + places[subset]]
                elif popcount(subset) == self.final:
                    values[subset] = amounts[column * self.kinds + self.events[places[subset]]]
                else:
                    values[subset] = 0
            keep_exactly(values, self.size)
        for subset in range(all_cards + 1):
            if popcount(all_cards ^ subset) == number:
                out[all_cards ^ subset] = values[subset] * self.factors[number]


cdef inline void events_of_discards(
    const Problem* self, const uint8_t* hand, const Py_ssize_t* places, int discards, int64_t* out
) noexcept nogil:
    """out[event]: how many draws end in it, by inclusion and exclusion over the discards."""
    cdef int kept = ((1 << self.size) - 1) ^ discards
    cdef int some = discards, kind, many, drawn
    cdef const uint32_t* row
    for kind in range(self.kinds):
        out[kind] = 0
    if is_all_seen(self, popcount(discards)):
        for drawn in range(1 << self.seen):
            if popcount(drawn) == popcount(discards):
                out[event_with(self, hand, kept, drawn)] += 1
        return
    while True:
        many = popcount(kept | some)
        if many == self.final:
            out[self.events[places[kept | some]]] += -1 if popcount(some) & 1 else 1
        elif many < self.final:
            row = self.table + places[kept | some] * self.kinds
            if popcount(some) & 1:
                for kind in range(self.kinds):
                    out[kind] -= row[kind]
            else:
                for kind in range(self.kinds):
                    out[kind] += row[kind]
        if some == 0:
            return
        some = (some - 1) & discards


cdef bint end_alike(
    const Problem* self, const uint8_t* hand, const Py_ssize_t* places, int one, int other
) noexcept nogil:
    """Whether two choices of equally many discards end in each event equally often."""
    cdef int64_t first[256]
    cdef int64_t second[256]
    cdef int kind
    events_of_discards(self, hand, places, one, first)
    events_of_discards(self, hand, places, other, second)
    for kind in range(self.kinds):
        if first[kind] != second[kind]:
            return False
    return True


cdef void take_best(
    const Problem* self, const uint8_t* hand, const Py_ssize_t* places, const uint8_t* permitted,
    const int64_t* amounts_squared, Best* best
) noexcept nogil:
    """The discards worth most; of equals those with the smallest variance, then the first in order."""
    cdef int64_t values[MAX_SUBSETS]
    cdef int64_t squares[MAX_SUBSETS]
    cdef int discards, number, subsets = 1 << self.size
    cdef int64_t next_best = 0
    cdef bint worse = False
    values_of_discards(self, hand, places, permitted, self.sums, self.amounts, values)
    best.discards = -1
    best.value = 0
    for discards in range(subsets):
        if permitted[popcount(discards)] and (best.discards < 0 or values[discards] > best.value):
            best.value = values[discards]
            best.discards = discards
    best.equals = 0
    for discards in range(subsets):
        if not permitted[popcount(discards)]:
            continue
        if values[discards] == best.value:
            best.equals += 1
        elif not worse or values[discards] > next_best:
            next_best = values[discards]
            worse = True
    best.margin = best.value - next_best if worse else -1
    best.open = False
    if best.equals == 1:
        return
    if self.by_variance:
        values_of_discards(self, hand, places, permitted, self.squares, amounts_squared, squares)
    else:
        for discards in range(subsets):
            squares[discards] = 0
    for discards in range(subsets):
        if not permitted[popcount(discards)] or values[discards] != best.value:
            continue
        if squares[discards] < squares[best.discards] or (
            squares[discards] == squares[best.discards] and self.order[discards] < self.order[best.discards]
        ):
            best.discards = discards
    number = popcount(best.discards)
    for discards in range(subsets):
        if (
            discards != best.discards and popcount(discards) == number and permitted[number]
            and values[discards] == best.value and squares[discards] == squares[best.discards]
        ):
            best.open = best.open or not end_alike(self, hand, places, best.discards, discards)


def best_discards(
    const uint8_t[:, ::1] hands, draws, const uint8_t[::1] permitted, const uint8_t[::1] column,
    const int64_t[:, ::1] sums, const int64_t[:, ::1] squares,
    const int64_t[:, ::1] amounts, const int64_t[:, ::1] amounts_squared, const int64_t[::1] factors,
    const uint8_t[::1] order, bint by_variance,
):
    """The best discards of each hand: (discards, value, margin, equals, open).

    A hand is its places among the cards that `draws` leaves, ascending. permitted[k]: whether k cards may be discarded;
    column[k]: which column of the amounts is theirs; sums and squares are [column, set], the table times the amounts
    and their squares.
    The value is a sum of amounts over all deals. margin: how much less the best of the worse choices is worth, -1 for
    none; equals: how many choices are worth as much; open: a choice of equal value and variance ends in other events,
    and only the order of the cards decided between them: hands of one suit class may then end differently.
    """
    cdef Problem self
    cdef Best best
    cdef Py_ssize_t row, count = hands.shape[0]
    cdef Py_ssize_t places[MAX_SUBSETS]
    sums_init(&self, draws, <int>hands.shape[1])
    self.column = &column[0]
    self.sums = &sums[0, 0] if self.rows else NULL
    self.squares = &squares[0, 0] if self.rows else NULL
    self.amounts = &amounts[0, 0]
    self.factors = &factors[0]
    self.order = &order[0]
    self.by_variance = by_variance
    chosen = np.empty(count, dtype=np.uint8)
    values = np.empty(count, dtype=np.int64)
    margins = np.empty(count, dtype=np.int64)
    equals = np.empty(count, dtype=np.uint8)
    opens = np.empty(count, dtype=np.bool_)
    cdef uint8_t[::1] chosen_view = chosen, equals_view = equals, open_view = opens.view(np.uint8)
    cdef int64_t[::1] value_view = values, margin_view = margins
    with nogil:
        for row in range(count):
            place_subsets(&self, &hands[row, 0], places)
            take_best(&self, &hands[row, 0], places, &permitted[0], &amounts_squared[0, 0], &best)
            chosen_view[row] = best.discards
            value_view[row] = best.value
            margin_view[row] = best.margin
            equals_view[row] = best.equals
            open_view[row] = best.open
    return chosen, values, margins, equals, opens


def count_ends(const uint8_t[:, ::1] hands, draws, const uint8_t[::1] discards, const int64_t[::1] weights):
    """int64 [number discarded, event]: draws of all hands that discard these, each hand as often as its weight.

    Bound: hands times draws, at most C(54,5) x C(49,5) < 2**43, and fewer where cards were seen.
    """
    cdef Problem self
    cdef int size = <int>hands.shape[1]
    cdef Py_ssize_t row
    cdef Py_ssize_t places[MAX_SUBSETS]
    cdef int64_t ends[256]
    cdef int kind
    cdef int64_t* total
    sums_init(&self, draws, size)
    out = np.zeros((size + 1, self.kinds), dtype=np.int64)
    cdef int64_t[:, ::1] totals = out
    with nogil:
        for row in range(hands.shape[0]):
            place_subsets(&self, &hands[row, 0], places)
            events_of_discards(&self, &hands[row, 0], places, discards[row], ends)
            total = &totals[popcount(discards[row]), 0]
            for kind in range(self.kinds):
                total[kind] += weights[row] * ends[kind]
    return out


def all_ends(const uint8_t[:, ::1] hands, draws):
    """int64 [hand, discards, event]: how many draws end in the event."""
    cdef Problem self
    cdef int size = <int>hands.shape[1], discards
    cdef Py_ssize_t row
    cdef Py_ssize_t places[MAX_SUBSETS]
    sums_init(&self, draws, size)
    out = np.empty((hands.shape[0], 1 << size, self.kinds), dtype=np.int64)
    cdef int64_t[:, :, ::1] ends = out
    with nogil:
        for row in range(hands.shape[0]):
            place_subsets(&self, &hands[row, 0], places)
            for discards in range(1 << size):
                events_of_discards(&self, &hands[row, 0], places, discards, &ends[row, discards, 0])
    return out
