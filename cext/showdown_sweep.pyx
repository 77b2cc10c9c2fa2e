"""The sweep by value: for every look of a player's hand, how many dealer hands are worth less, and as much.

A hand is worth what its ranks are worth, unless a flush makes it better; and a hand of at most seven cards has
a flush in one suit at most. So the dealer's hands are counted by ranks alone, and each suit corrects for
its flushes: a look with a flush is taken out at the value of its ranks and put in at its true value. The
view by ranks and the view of each suit are the same sweep over a table (showdown_table.pxd); what they
answer is added.
"""
import numpy as np
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset
from cext.bits cimport popcount
from cext.cards cimport RANKS, RANK_SETS, SUITS
from cext.hand cimport Ranking, ranking_read, strength_of
from cext.rows cimport ROW, row_add, row_add_times, row_take
from cext.showdown_group cimport Group, answer_looks, group_init
from cext.showdown_hands cimport code_of_sets, code_of_suit, spread
from cext.showdown_rests cimport (
    MAX_REST, REST_COUNT, REST_SIZES, Rests, count_of, fits, low_bit64, ranks_as_counts, rest_number,
)
from cext.showdown_sort cimport sort_keys
from cext.showdown_table cimport (
    BELOW, EQUAL, FIELDS, MAX_PARTS, WEAK, Cell, Layout, Look, PartCells, cell_of,
    parts_of_question, put, ways,
)
from cext.weak cimport WeakRule, is_weak, weak_read

cdef enum:
    # What more can be known beside a hand: a card of the suit (13), a card of the rest (13), a joker.
    MORE_CARDS = 2 * RANKS + 1
    NO_STRENGTH = 0x7FFFFFFF      # above all strengths


cdef class Multisets:
    """All rests with their parts, and sets of ranks numbered by size. One object serves every count."""
    cdef Rests rests
    cdef object arrays                       # the memory behind `rests`
    cdef uint16_t mask_number[RANK_SETS]
    cdef uint32_t masks_up_to[RANKS + 1]
    cdef uint16_t masks[RANK_SETS]               # the sets by number

    def __init__(self):
        self.number_masks()
        self.number_rests()
        self.list_parts()

    cdef void number_masks(self) noexcept:
        cdef int size, mask
        cdef uint32_t number = 0
        for size in range(RANKS + 1):
            for mask in range(RANK_SETS):
                if popcount(mask) == size:
                    self.mask_number[mask] = number
                    self.masks[number] = mask
                    number += 1
            self.masks_up_to[size] = number

    cdef uint32_t masks_of_size(self, int size) noexcept nogil:
        return self.masks_up_to[size] - (self.masks_up_to[size - 1] if size else 0)

    cdef void number_rests(self):
        cdef int n, k, rank
        cdef uint32_t rest, above
        cdef Rests* rests = &self.rests
        for n in range(RANKS + MAX_REST + 1):
            for k in range(MAX_REST + 1):
                if k == 0 or n == 0:
                    rests.choose[n][k] = k == 0
                else:
                    rests.choose[n][k] = rests.choose[n - 1][k - 1] + rests.choose[n - 1][k]
        rests.first[0] = 0
        for k in range(REST_SIZES):
            rests.first[k + 1] = rests.first[k] + rests.choose[RANKS + k - 1][k]
        counts = np.zeros(REST_COUNT, dtype=np.uint64)
        plus = np.zeros((rests.first[MAX_REST], RANKS), dtype=np.uint16)
        self.arrays = [counts, plus]
        cdef uint64_t[::1] counts_view = counts
        cdef uint16_t[:, ::1] plus_view = plus
        rests.counts = &counts_view[0]
        rests.plus = &plus_view[0, 0]
        # A rest is reached from the one without any one of its ranks, and those have smaller numbers.
        for rest in range(rests.first[MAX_REST]):
            for rank in range(RANKS):
                above = rest_number(rests, rests.counts[rest] + (<uint64_t>1 << (4 * rank)))
                rests.counts[above] = rests.counts[rest] + (<uint64_t>1 << (4 * rank))
                rests.plus[rest * RANKS + rank] = above

    cdef void list_parts(self):
        cdef Rests* rests = &self.rests
        cdef uint32_t rest, at = 0
        cdef int rank, total
        start = np.zeros(REST_COUNT + 1, dtype=np.uint32)
        cdef uint32_t[::1] start_view = start
        for rest in range(<uint32_t>REST_COUNT):
            total = 1
            for rank in range(RANKS):
                total *= count_of(rests.counts[rest], rank) + 1
            start_view[rest] = at
            at += total
        start_view[REST_COUNT] = at
        part = np.zeros(at, dtype=np.uint16)
        sign_ways = np.zeros(at, dtype=np.int8)
        parts_up_to = np.zeros((REST_COUNT, REST_SIZES), dtype=np.uint8)
        self.arrays += [start, part, sign_ways, parts_up_to]
        cdef uint16_t[::1] part_view = part
        cdef int8_t[::1] sign_view = sign_ways
        cdef uint8_t[:, ::1] up_to_view = parts_up_to
        rests.start = &start_view[0]
        rests.part = &part_view[0]
        rests.sign_ways = &sign_view[0]
        rests.parts_up_to = &up_to_view[0, 0]
        with nogil:
            for rest in range(<uint32_t>REST_COUNT):
                list_parts_of(rests, rest)

    @property
    def first(self):
        """The number of the first rest of each size from 0 to 7."""
        return [self.rests.first[size] for size in range(REST_SIZES + 1)]

    @property
    def counts(self):
        """How many cards of each rank a rest has, one row a rest."""
        shifts = 4 * np.arange(RANKS, dtype=np.uint64)
        return (self.arrays[0][:, None] >> shifts & np.uint64(15)).astype(np.uint8)

    @property
    def plus(self):
        """The number of each rest of at most five cards with one rank more."""
        return self.arrays[1]

    def without(self, const uint16_t[::1] rests, const uint16_t[::1] masks):
        """The rest that is left of each when one card of each rank in a mask goes; 0 where it has none to give."""
        cdef Py_ssize_t i
        cdef uint64_t counts, gone
        out = np.zeros(rests.shape[0], dtype=np.uint16)
        cdef uint16_t[::1] view = out
        with nogil:
            for i in range(rests.shape[0]):
                gone = ranks_as_counts(masks[i])
                counts = self.rests.counts[rests[i]] - gone
                view[i] = rest_number(&self.rests, counts)
        return out


cdef int32_t part_ways(uint64_t counts, uint64_t part) noexcept nogil:
    """(-1)^cards times the ways to pick the part from the counts."""
    cdef int32_t total = 1
    cdef int rank, held, taken, i
    while part:
        rank = low_bit64(part) >> 2
        held, taken = count_of(counts, rank), count_of(part, rank)
        for i in range(taken):
            total = total * (held - i) // (i + 1)
        if taken & 1:
            total = -total
        part &= ~(<uint64_t>15 << (4 * rank))
    return total


cdef inline uint64_t next_part(uint64_t counts, uint64_t part) noexcept nogil:
    """Count up in the mixed radix of the counts; after the last part comes nothing."""
    cdef uint64_t left = counts, digit
    cdef int shift
    while left:
        shift = low_bit64(left) & ~3
        digit = <uint64_t>15 << shift
        if part & digit != counts & digit:
            return part + (<uint64_t>1 << shift)
        part &= ~digit
        left &= ~digit
    return 0


cdef inline int cards_in(uint64_t counts) noexcept nogil:
    """The sum of all counts: the remainder modulo 15 of a number in base 16 whose digits sum to less than 15."""
    return <int>(counts % 15)


cdef void list_parts_of(Rests* rests, uint32_t rest) noexcept nogil:
    """Count the parts of each size, then write each where its size has room."""
    cdef uint64_t counts = rests.counts[rest], part = 0
    cdef uint32_t place[REST_SIZES + 1]
    cdef uint32_t at
    cdef int size
    for size in range(REST_SIZES + 1):
        place[size] = 0
    while True:
        place[cards_in(part) + 1] += 1
        part = next_part(counts, part)
        if part == 0:
            break
    for size in range(REST_SIZES):
        place[size + 1] += place[size]
        rests.parts_up_to[rest * REST_SIZES + size] = place[size + 1]
    while True:
        size = cards_in(part)
        at = rests.start[rest] + place[size]
        place[size] += 1
        rests.part[at] = rest_number(rests, part)
        rests.sign_ways[at] = part_ways(counts, part)
        part = next_part(counts, part)
        if part == 0:
            break


cdef class Order:
    """Which hand beats which: the best `size` (3 or 5) cards under a ranking, whose tables are made only once."""
    cdef Ranking ranking
    cdef readonly int size

    def __init__(self, int size, tuple ranking):
        self.size = size
        ranking_read(&self.ranking, ranking)


cdef inline uint32_t strength_of_look(
    const Ranking* R, int size, uint32_t suit, uint64_t counts, int jokers, bint ranks_alone
) noexcept nogil:
    """The strength of a look. The rest is dealt in turn to the other suits (to all, by ranks alone): the cards of a
    rank go to different suits, and none gets enough for a flush."""
    cdef uint32_t sets[SUITS]
    cdef int others = 4 if ranks_alone else 3
    cdef uint32_t rank = 1
    cdef int _copy, turn = 0
    sets[0] = sets[1] = sets[2] = 0
    sets[3] = suit
    while counts:
        for _copy in range(<int>(counts & 15)):
            sets[turn] |= rank
            turn += 1
            if turn == others:
                turn = 0
        counts >>= 4
        rank <<= 1
    return strength_of(R, size, sets, jokers)


cdef class View:
    """What one suit (or none: by ranks alone) sees of a deck and a board.

    `board_suit` and `board_rest` (rank counts) are the board, `suit` the ranks left in the suit, `available` the
    cards of each rank left in the rest, `jokers` the jokers left.
    """
    cdef bint ranks_alone
    cdef uint32_t board_suit, suit
    cdef uint64_t board_rest
    cdef int board_jokers, jokers, cards
    cdef uint8_t available[RANKS]

    def __init__(
        self, bint ranks_alone, uint32_t board_suit, object board_rest, int board_jokers,
        uint32_t suit, object available, int jokers,
    ):
        cdef int rank
        self.ranks_alone = ranks_alone
        self.board_suit = board_suit
        self.board_rest = 0
        self.board_jokers = board_jokers
        self.suit = suit
        self.jokers = jokers
        self.cards = popcount(suit) + jokers
        for rank in range(RANKS):
            self.board_rest |= <uint64_t>(<int>board_rest[rank]) << (4 * rank)
            self.available[rank] = available[rank]
            self.cards += self.available[rank]

    cdef int fewest_in_suit(self, int size, int jokers) noexcept nogil:
        """With fewer cards of the suit in hand there is no flush."""
        if self.ranks_alone:
            return 0
        return max(0, size - popcount(self.board_suit) - self.board_jokers - jokers)

    cdef int most_rest(self, int size, int dealt) noexcept nogil:
        """The largest rest of a dealer hand that this view has to tell apart."""
        if self.ranks_alone:
            return dealt
        return max(0, dealt - size + popcount(self.board_suit) + self.board_jokers)


cdef class Questions:
    """The questions that the looks of all hands ask, as sums of cells: they are the same on every board.

    The looks come in groups with the same number of jokers: group g has start[g]..start[g + 1] - 1. `most_rest`,
    `jokers` and `most_cards` bound the sets that have a cell. With `extra`, each further known card is asked for too.
    """
    cdef Multisets sets
    cdef Layout layout
    cdef uint32_t looks, groups
    cdef readonly bint extra
    cdef object arrays                  # the memory behind the pointers
    cdef const uint32_t* start          # [group]
    cdef const uint32_t* first_part     # [look, size of the rest]: where its parts with such a rest start
    cdef const uint32_t* cells          # of all parts
    cdef const int8_t* times            # the signed ways to pick each: at most C(4, 2) C(2, 1) = 12 with five cards
    cdef const uint32_t* plus           # [cell, card]: the cell of the set with one card more
    cdef bint by_group                  # whether all looks of a group are answered at once, without the lists above
    cdef Group* group_list
    cdef const uint16_t* suits          # [look]: the number of what its suit holds
    cdef const uint16_t* rests          # [look]
    cdef const uint32_t* group_of       # [look]
    cdef const uint32_t* suit_keys      # [look]: one number for all looks with these cards of the suit and these jokers

    def __init__(
        self, Multisets sets, bint ranks_alone, int most_rest, int jokers, int most_cards, bint extra,
        const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests, const uint8_t[::1] held_jokers,
    ):
        self.sets = sets
        self.extra = extra
        self.looks, self.groups = suits.shape[0], held_jokers.shape[0]
        layout_init(&self.layout, sets, ranks_alone, most_rest, jokers, most_cards)
        self.arrays = [start]
        self.start = &start[0]
        self.by_group = not ranks_alone and not extra
        if self.by_group:
            self.list_groups(start, suits, rests, held_jokers)
        else:
            self.list_questions(start, suits, rests, held_jokers)
        if extra:
            self.list_plus(ranks_alone, most_cards)

    def __dealloc__(self):
        free(self.group_list)

    cdef list_questions(
        self, const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests,
        const uint8_t[::1] held_jokers,
    ):
        cdef int sizes = self.layout.most_rest + 1, size, i
        cdef uint32_t group, look_index, at = 0
        cdef Look look
        cdef PartCells parts
        first_part = np.empty(self.looks * sizes + 1, dtype=np.uint32)
        cdef uint32_t[::1] first_view = first_part
        cdef uint32_t[::1] cells_view
        cdef int8_t[::1] times_view
        cells = times = None
        # The first attempt counts, the second writes.
        for attempt in range(2):
            cells = np.empty(at + 1, dtype=np.uint32)
            times = np.empty(at + 1, dtype=np.int8)
            cells_view, times_view = cells, times
            with nogil:
                at = 0
                for group in range(self.groups):
                    look.jokers = held_jokers[group]
                    for look_index in range(start[group], start[group + 1]):
                        look.suit = suits[look_index]
                        look.rest = rests[look_index]
                        for size in range(sizes):
                            first_view[look_index * sizes + size] = at
                            parts_of_question(&self.layout, &look, size, &parts)
                            if attempt:
                                for i in range(parts.count):
                                    cells_view[at + i] = parts.cell[i]
                                    times_view[at + i] = parts.number[i]
                            at += parts.count
                first_view[self.looks * sizes] = at
        self.first_part, self.cells, self.times = &first_view[0], &cells_view[0], &times_view[0]
        self.arrays += [first_part, cells, times]

    cdef list_groups(
        self, const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests,
        const uint8_t[::1] held_jokers,
    ):
        """The pattern of each group, and what each look is."""
        cdef uint32_t group, look
        self.group_list = <Group*>malloc(sizeof(Group) * (self.groups + 1))
        if self.group_list == NULL:
            raise MemoryError("no memory for the questions of a showdown")
        numbers = np.empty(self.looks + 1, dtype=np.uint16)
        groups, keys = np.empty((2, self.looks + 1), dtype=np.uint32)
        cdef uint16_t[::1] numbers_view = numbers
        cdef uint32_t[::1] groups_view = groups, keys_view = keys
        with nogil:
            for group in range(self.groups):
                # The first look of a group has no card in the suit: its rest is the pattern.
                group_init(&self.group_list[group], &self.layout, rests[start[group]], held_jokers[group])
                for look in range(start[group], start[group + 1]):
                    numbers_view[look] = self.layout.mask_number[suits[look]]
                    groups_view[look] = group
                    keys_view[look] = cell_of(&self.layout, 0, 0, held_jokers[group]) + numbers_view[look]
        self.suits, self.rests, self.group_of = &numbers_view[0], &rests[0], &groups_view[0]
        self.suit_keys = &keys_view[0]
        self.arrays += [numbers, groups, keys, rests]

    cdef list_plus(self, bint ranks_alone, int most_cards):
        """Cells of sets with one card more; the last cell where there is none."""
        cdef const Layout* layout = &self.layout
        cdef const Rests* rests = layout.rests
        cdef int size, jokers, rank
        cdef uint32_t rest, mask, mask_at, cell
        plus = np.full((layout.size, MORE_CARDS), layout.size, dtype=np.uint32)
        cdef uint32_t[:, ::1] view = plus
        with nogil:
            for size in range(layout.most_rest + 1):
                for rest in range(rests.first[size], rests.first[size + 1]):
                    for jokers in range(layout.jokers + 1):
                        for mask_at in range(layout.width[size]):
                            mask = self.sets.masks[mask_at]
                            cell = cell_of(layout, size, rest, jokers) + mask_at
                            for rank in range(RANKS):
                                if not ranks_alone and not mask >> rank & 1 and popcount(mask) + size < most_cards:
                                    view[cell, rank] = (
                                        cell_of(layout, size, rest, jokers) + self.sets.mask_number[mask | 1 << rank]
                                    )
                                if size < layout.most_rest and mask_at < layout.width[size + 1]:
                                    view[cell, RANKS + rank] = mask_at + cell_of(
                                        layout, size + 1, rests.plus[rest * RANKS + rank], jokers
                                    )
                            if jokers < layout.jokers:
                                view[cell, 2 * RANKS] = cell_of(layout, size, rest, jokers + 1) + mask_at
        self.plus = &view[0, 0]
        self.arrays.append(plus)


cdef void layout_init(
    Layout* layout, Multisets sets, bint ranks_alone, int most_rest, int jokers, int most_cards
) noexcept nogil:
    cdef int size
    cdef uint32_t at = 0
    layout.rests = &sets.rests
    layout.mask_number = sets.mask_number
    layout.most_rest = most_rest
    layout.jokers = jokers
    for size in range(most_rest + 1):
        layout.width[size] = 1 if ranks_alone else sets.masks_up_to[most_cards - size]
        layout.origin[size] = at
        at += layout.width[size] * (jokers + 1) * (sets.rests.first[size + 1] - sets.rests.first[size])
    layout.size = at


cdef void answer(
    Questions questions, const Cell* cells, int most_rest, uint32_t look, int32_t* answers
) noexcept nogil:
    """Sum the cells of a look's question; then, if asked for, those of the look with each card more."""
    cdef int sizes = questions.layout.most_rest + 1
    cdef uint32_t at
    cdef uint32_t start = questions.first_part[look * sizes], stop = questions.first_part[look * sizes + most_rest + 1]
    cdef const Cell* cell
    cdef int32_t times, below = 0, equal = 0, weak = 0
    for at in range(start, stop):
        cell = &cells[questions.cells[at]]
        times = questions.times[at]
        below += times * cell.n[BELOW]
        equal += times * cell.n[EQUAL]
        weak += times * cell.n[WEAK]
    answers[BELOW] = below
    answers[EQUAL] = equal
    answers[WEAK] = weak
    if questions.extra:
        answer_with_more(questions, cells, start, stop, answers)


cdef void answer_look(
    Questions questions, const Cell* cells, int most_rest, uint32_t look, int32_t* answers
) noexcept nogil:
    """The same for a look of a group by itself: F of each part of its rest (showdown_group.pxd), for what it holds."""
    cdef const Layout* layout = &questions.layout
    cdef const Rests* rests = layout.rests
    cdef uint32_t rest = questions.rests[look], at = rests.start[rest], stop, row, group = questions.group_of[look]
    cdef const uint16_t* masks = questions.suits + questions.start[group]
    cdef uint32_t held = look - questions.start[group]
    cdef int jokers = questions.group_list[group].jokers, joker, size, field
    cdef int32_t total[ROW]
    cdef int32_t times
    memset(total, 0, sizeof(total))
    for size in range(most_rest + 1):
        stop = rests.start[rest] + rests.parts_up_to[rest * REST_SIZES + size]
        while at < stop:
            for joker in range(jokers + 1):
                times = rests.sign_ways[at] * ways(jokers, joker)
                row = cell_of(layout, size, rests.part[at], joker)
                add_subsets(cells + row, masks, held, -times if joker & 1 else times, total)
            at += 1
    for field in range(FIELDS):
        answers[field] = total[field]


cdef inline void add_subsets(
    const Cell* cells, const uint16_t* masks, uint32_t held, int32_t times, int32_t* total
) noexcept nogil:
    """Add so many times the sum over all subsets of what is held: those of an odd number of cards are taken away."""
    cdef int32_t sum[ROW]
    cdef uint32_t subset = 0
    memset(sum, 0, sizeof(sum))
    while True:
        if popcount(subset) & 1:
            row_take(sum, cells[masks[subset]].n)
        else:
            row_add(sum, cells[masks[subset]].n)
        subset = (subset - held) & held
        if subset == 0:
            break
    row_add_times(total, times, sum)


cdef void answer_with_more(
    Questions questions, const Cell* cells, uint32_t start, uint32_t stop, int32_t* answers
) noexcept nogil:
    """Hands that avoid the look and a card: those that avoid the look, without those among them that have the card."""
    cdef uint32_t at
    cdef int card, field
    cdef const uint32_t* plus
    cdef int32_t* with_card
    for card in range(MORE_CARDS):
        for field in range(FIELDS):
            answers[(1 + card) * FIELDS + field] = answers[field]
    for at in range(start, stop):
        plus = questions.plus + <uint64_t>questions.cells[at] * MORE_CARDS
        for card in range(MORE_CARDS):
            with_card = answers + (1 + card) * FIELDS
            for field in range(FIELDS):
                with_card[field] -= questions.times[at] * cells[plus[card]].n[field]


# Looks of dealer hands that come into the table (with sign -1: go out), each at a strength.
cdef struct LookEvent:
    Look look
    int32_t sign

cdef struct EventList:
    uint32_t count
    uint32_t* strengths
    uint32_t* order          # by strength
    LookEvent* events


cdef uint32_t most_events(Multisets sets, int size, View view, int dealt) noexcept nogil:
    """At least as many as list_events lists."""
    cdef const Rests* rests = &sets.rests
    cdef int jokers, in_suit, in_rest
    cdef uint32_t total = 0
    for jokers in range(min(view.jokers, dealt) + 1):
        for in_suit in range(view.fewest_in_suit(size, jokers), min(popcount(view.suit), dealt - jokers) + 1):
            in_rest = dealt - jokers - in_suit
            total += 2 * sets.masks_of_size(in_suit) * (rests.first[in_rest + 1] - rests.first[in_rest])
    return total


cdef void list_events(
    Multisets sets, const Ranking* R, int size, View view, int dealt, const WeakRule* only, EventList* events
) noexcept nogil:
    """All looks of dealer hands that change the table; with `only`, of those hands that are weak."""
    cdef const Rests* rests = &sets.rests
    cdef Look look
    cdef int in_suit, in_rest
    cdef uint32_t at, rest
    events.count = 0
    for look.jokers in range(min(view.jokers, dealt) + 1):
        for in_suit in range(view.fewest_in_suit(size, look.jokers), min(popcount(view.suit), dealt - look.jokers) + 1):
            in_rest = dealt - look.jokers - in_suit
            for rest in range(rests.first[in_rest], rests.first[in_rest + 1]):
                if not fits(rests.counts[rest], view.available):
                    continue
                look.rest = rest
                for at in range(sets.masks_up_to[in_suit] - sets.masks_of_size(in_suit), sets.masks_up_to[in_suit]):
                    look.suit = sets.masks[at]
                    if not look.suit & ~view.suit:
                        list_look(rests, R, size, view, &look, only, events)


cdef void list_look(
    const Rests* rests, const Ranking* R, int size, View view, const Look* look, const WeakRule* only, EventList* events
) noexcept nogil:
    """By ranks alone every look comes in; a suit moves those that a flush makes better.

    Of weak hands alone: what is weak by its ranks and not with its flush goes out, the other way round it comes in.
    """
    cdef uint64_t counts = rests.counts[look.rest] + view.board_rest
    cdef uint32_t suit = look.suit | view.board_suit
    cdef int jokers = look.jokers + view.board_jokers
    cdef uint32_t by_ranks = strength_of_look(R, size, 0, counts + ranks_as_counts(suit), jokers, True)
    cdef uint32_t strength = by_ranks
    cdef bint is_in = True, stays = True
    if not view.ranks_alone:
        strength = strength_of_look(R, size, suit, counts, jokers, False)
    if only != NULL:
        is_in = is_weak(only, own_strength(rests, R, size, look, True) if only.own_cards else by_ranks)
        stays = is_weak(only, own_strength(rests, R, size, look, False) if only.own_cards else strength)
    if view.ranks_alone:
        if is_in:
            add_event(events, look, by_ranks, 1)
        return
    if strength != by_ranks or is_in != stays:
        if is_in:
            add_event(events, look, by_ranks, -1)
        if stays:
            add_event(events, look, strength, 1)


cdef inline uint32_t own_strength(
    const Rests* rests, const Ranking* R, int size, const Look* look, bint ranks_alone
) noexcept nogil:
    """What the dealer's own cards are worth, by ranks alone or with their flush."""
    cdef uint64_t counts = rests.counts[look.rest]
    if ranks_alone:
        return strength_of_look(R, size, 0, counts + ranks_as_counts(look.suit), look.jokers, True)
    return strength_of_look(R, size, look.suit, counts, look.jokers, False)


cdef inline void add_event(EventList* events, const Look* look, uint32_t strength, int32_t sign) noexcept nogil:
    events.strengths[events.count] = strength
    events.events[events.count].look = look[0]
    events.events[events.count].sign = sign
    events.count += 1


cdef bint is_complete(const Layout* layout, const Cell* cells, View view, int dealt) noexcept nogil:
    """Whether every cell, after the sweep, is what it must be by formula.

    By ranks alone each set of s cards that exists is in C(cards - s, dealt - s) hands; a suit's corrections cancel.
    """
    cdef const Rests* rests = layout.rests
    cdef int size, jokers, i
    cdef uint32_t rest, cell
    cdef int64_t expected[MAX_REST + 1]
    if not view.ranks_alone:
        for cell in range(layout.size + 1):
            if cells[cell].n[BELOW] or cells[cell].n[EQUAL]:
                return False
        return True
    for size in range(dealt + 1):
        expected[size] = 1
        for i in range(dealt - size):
            expected[size] = expected[size] * (view.cards - size - i) // (i + 1)
    for size in range(dealt + 1):
        for rest in range(rests.first[size], rests.first[size + 1]):
            if not fits(rests.counts[rest], view.available):
                continue
            for jokers in range(min(view.jokers, dealt - size) + 1):
                cell = cell_of(layout, size, rest, jokers)
                if cells[cell].n[BELOW] != expected[size + jokers] or cells[cell].n[EQUAL]:
                    return False
    return True


cdef bint is_whole_table(const Layout* layout, const Cell* cells) noexcept nogil:
    """Whether a sweep of weak hands ends with all of them below."""
    cdef uint32_t cell
    for cell in range(layout.size + 1):
        if cells[cell].n[BELOW] != cells[cell].n[WEAK] or cells[cell].n[EQUAL]:
            return False
    return True


# A sweep under way: the table, the next event, and the cells touched at the strength where it stands. The version is a
# number that changes whenever the table does.
cdef struct SweepState:
    Cell* cells
    uint32_t version
    uint32_t at
    uint32_t passed
    uint32_t room
    uint32_t* touched


cdef bint make_room(SweepState* self) noexcept nogil:
    """Room for the cells of one more hand. False if memory runs out."""
    cdef uint32_t* touched
    if self.passed + MAX_PARTS > self.room:
        touched = <uint32_t*>realloc(self.touched, sizeof(uint32_t) * 2 * (self.room + MAX_PARTS))
        if touched == NULL:
            return False
        self.touched = touched
        self.room = 2 * (self.room + MAX_PARTS)
    return True


cdef inline bint has_event(const EventList* events, uint32_t at, uint32_t strength) noexcept nogil:
    """Whether there is an event left at or below a strength."""
    return at < events.count and events.strengths[events.order[at]] <= strength


cdef bint advance(
    SweepState* self, const Layout* layout, View view, const EventList* events, uint32_t strength
) noexcept nogil:
    """Move to a strength: hands below it are below, hands of that strength are equal. False if memory runs out."""
    cdef const LookEvent* event
    cdef uint32_t i, count, own_strength
    cdef Cell* cell
    self.version += 1 if self.passed or has_event(events, self.at, strength) else 0
    # A cell can have been touched more than once: passing by twice changes nothing.
    for i in range(self.passed):
        cell = &self.cells[self.touched[i]]
        cell.n[BELOW] += cell.n[EQUAL]
        cell.n[EQUAL] = 0
    self.passed = 0
    while has_event(events, self.at, strength):
        own_strength = events.strengths[events.order[self.at]]
        if not make_room(self):
            return False
        event = &events.events[events.order[self.at]]
        count = put(
            layout, view.available, view.jokers, &event.look, event.sign,
            BELOW if own_strength < strength else EQUAL, self.cells, self.touched + self.passed,
        )
        if own_strength == strength:
            self.passed += count
        self.at += 1
    return True


# Questions in order of the strength at which they are asked: those of groups, and those of hands by themselves.
cdef struct QuestionList:
    uint32_t count
    uint32_t next
    const uint32_t* strengths
    uint32_t* order


cdef inline uint32_t next_strength(const QuestionList* self) noexcept nogil:
    """Where the next question is asked; above all strengths when there is none."""
    return self.strengths[self.order[self.next]] if self.next < self.count else NO_STRENGTH


# The questions of hands by themselves, and which of them were answered while the table was as it is: most of them are
# asked again and again, because hands of one look have flushes of one strength, and no hand is worth as much as a flush
# by its ranks alone.
cdef struct OwnQuestions:
    QuestionList asked
    const uint32_t* looks
    int32_t* answers
    uint32_t* version       # [key]: the version of the table when that was answered last
    uint32_t* place         # [key]: the question to which it was


cdef inline uint32_t key_of(Questions questions, int most_rest, uint32_t look) noexcept nogil:
    """Looks with one key have one answer."""
    if questions.by_group and most_rest == 0:
        return questions.suit_keys[look]
    return look


cdef size_t keys_of(Questions questions) noexcept nogil:
    """Above all keys."""
    return max(questions.looks, questions.layout.size) + 1


cdef inline void answer_own(
    Questions questions, const SweepState* state, int most_rest, uint32_t which, OwnQuestions* own, int width
) noexcept nogil:
    """Answer a hand that asks by itself."""
    cdef uint32_t look = own.looks[which], key = key_of(questions, most_rest, look)
    cdef int32_t* answers = own.answers + <Py_ssize_t>which * width
    if own.version[key] == state.version:
        memcpy(answers, own.answers + <Py_ssize_t>own.place[key] * width, sizeof(int32_t) * width)
        return
    if questions.by_group:
        answer_look(questions, state.cells, most_rest, look, answers)
    else:
        answer(questions, state.cells, most_rest, look, answers)
    own.version[key] = state.version
    own.place[key] = which


cdef inline void answer_questions_of(
    Questions questions, const Cell* cells, int most_rest, uint32_t group, int32_t* answers, int width
) noexcept nogil:
    """Answer every look of a group; `answers` are those of all looks, `width` numbers each."""
    cdef uint32_t look, start = questions.start[group], stop = questions.start[group + 1]
    if questions.by_group:
        answer_looks(
            &questions.group_list[group], &questions.layout, cells, questions.suits + start, most_rest,
            answers + <Py_ssize_t>start * width,
        )
    else:
        for look in range(start, stop):
            answer(questions, cells, most_rest, look, answers + <Py_ssize_t>look * width)


cdef bint run_sweep(
    SweepState* self, Questions questions, View view, int most_rest, int width, const EventList* events,
    QuestionList* groups, int32_t* answers, OwnQuestions* own,
) noexcept nogil:
    """Ask every question at its strength, then put in what is left. False if memory runs out."""
    cdef uint32_t strength = min(next_strength(groups), next_strength(&own.asked))
    while strength != NO_STRENGTH:
        if not advance(self, &questions.layout, view, events, strength):
            return False
        while next_strength(groups) == strength:
            answer_questions_of(questions, self.cells, most_rest, groups.order[groups.next], answers, width)
            groups.next += 1
        while next_strength(&own.asked) == strength:
            answer_own(questions, self, most_rest, own.asked.order[own.asked.next], own, width)
            own.asked.next += 1
        strength = min(next_strength(groups), next_strength(&own.asked))
    # Beyond every strength: nothing is equal any more.
    return advance(self, &questions.layout, view, events, NO_STRENGTH)


cdef inline const uint32_t* first_number(const uint32_t[::1] numbers) noexcept nogil:
    """A pointer to the numbers; NULL if there are none."""
    if numbers.shape[0] == 0:
        return NULL
    return &numbers[0]


def sweep(
    Questions questions, Order order, View view, int dealt, uint32_t weak_below,
    const uint32_t[::1] strengths, const uint32_t[::1] own_looks, const uint32_t[::1] own_strengths,
):
    """(answers to every look, answers to the looks that ask by themselves, whether the table came out complete).

    The looks of group g ask at strengths[g]; own_looks[i] asks at own_strengths[i]. An answer is [below, equal,
    weak]: the dealer hands of `dealt` cards, disjoint from the look, that are worth less than the strength, as much,
    and less than `weak_below`. Answers are [look, column, 3]: column 0 is the look itself and, if the questions are
    `extra`, columns 1..27 the look with a card of the suit, of the rest, or a joker known to be elsewhere.
    """
    return sweep_hands(questions, order, view, dealt, weak_below, NULL, strengths, own_looks, own_strengths)


def sweep_weak(
    Questions questions, Order order, View view, int dealt, const uint32_t[:, ::1] spans, bint own_cards,
    const uint32_t[::1] strengths, const uint32_t[::1] own_looks, const uint32_t[::1] own_strengths,
):
    """The same for the weak dealer hands alone: below and equal among them, and all of them.

    Weak are those whose strength (with `own_cards`, that of the dealer's own cards) is in one of the spans [low, high).
    """
    cdef WeakRule only
    if own_cards and dealt < order.size:
        raise ValueError(f"{dealt} own cards are no hand of {order.size}")
    weak_read(&only, spans, own_cards)
    return sweep_hands(questions, order, view, dealt, 0, &only, strengths, own_looks, own_strengths)


cdef tuple sweep_hands(
    Questions questions, Order order, View view, int dealt, uint32_t weak_below, const WeakRule* only,
    const uint32_t[::1] strengths, const uint32_t[::1] own_looks, const uint32_t[::1] own_strengths,
):
    """All dealer hands, or with `only` those that are weak."""
    cdef int columns = 1 + MORE_CARDS if questions.extra else 1
    cdef size_t groups = questions.groups, own = own_looks.shape[0]
    # One row more, so that there is always a first.
    answers = np.empty((questions.looks + 1, columns, FIELDS), dtype=np.int32)
    own_answers = np.empty((own + 1, columns, FIELDS), dtype=np.int32)
    cdef int32_t[:, :, ::1] answers_view = answers
    cdef int32_t[:, :, ::1] own_view = own_answers
    cdef size_t most = most_events(questions.sets, order.size, view, dealt)
    # Strengths, order and room to sort for the events; order and room to sort for the questions.
    cdef uint32_t* memory = <uint32_t*>malloc(sizeof(uint32_t) * (3 * most + 2 * (groups + own) + 1))
    cdef LookEvent* event_list = <LookEvent*>malloc(sizeof(LookEvent) * (most + 1))
    cdef Cell* cells = <Cell*>calloc(<size_t>questions.layout.size + 1, sizeof(Cell))
    cdef EventList events = EventList(0, memory, memory + most, event_list)
    cdef QuestionList asked = QuestionList(groups, 0, first_number(strengths), memory + 3 * most)
    cdef QuestionList asked_own = QuestionList(own, 0, first_number(own_strengths), memory + 3 * most + groups)
    # No version is 0.
    cdef size_t keys = keys_of(questions) if own else 1
    cdef uint32_t* known = <uint32_t*>calloc(2 * keys, sizeof(uint32_t))
    cdef OwnQuestions own_questions = OwnQuestions(
        asked_own, first_number(own_looks), &own_view[0, 0, 0], known, known + keys
    )
    cdef uint32_t* spare = memory + 3 * most + groups + own
    cdef SweepState state = SweepState(cells, 1, 0, 0, 0, NULL)
    cdef uint32_t touched[MAX_PARTS]
    cdef size_t i
    cdef bint good = memory != NULL and event_list != NULL and cells != NULL and known != NULL, complete = False
    if good:
        with nogil:
            list_events(questions.sets, &order.ranking, order.size, view, dealt, only, &events)
            sort_keys(events.strengths, events.order, memory + 2 * most, events.count)
            sort_keys(asked.strengths, asked.order, spare, asked.count)
            sort_keys(asked_own.strengths, asked_own.order, spare, own_questions.asked.count)
            for i in range(events.count):
                if only != NULL or events.strengths[i] < weak_below:
                    put(
                        &questions.layout, view.available, view.jokers, &events.events[i].look, events.events[i].sign,
                        WEAK, cells, touched,
                    )
            good = run_sweep(
                &state, questions, view, view.most_rest(order.size, dealt), columns * FIELDS, &events,
                &asked, &answers_view[0, 0, 0], &own_questions,
            )
            complete = good and (
                is_complete(&questions.layout, cells, view, dealt) if only == NULL
                else is_whole_table(&questions.layout, cells)
            )
    free(memory)
    free(event_list)
    free(cells)
    free(known)
    free(state.touched)
    if not good:
        raise MemoryError("no memory for the table of a showdown")
    return answers[:questions.looks], own_answers[:own], bool(complete)


def rank_strengths(
    Multisets sets, Order order, View view, const uint16_t[::1] rests, const uint8_t[::1] jokers
):
    """The strength of each hand by its ranks alone, with the board of a view by ranks alone."""
    cdef Py_ssize_t i
    out = np.empty(rests.shape[0], dtype=np.uint32)
    cdef uint32_t[::1] strengths = out
    with nogil:
        for i in range(rests.shape[0]):
            strengths[i] = strength_of_look(
                &order.ranking, order.size, 0, sets.rests.counts[rests[i]] + view.board_rest,
                jokers[i] + view.board_jokers, True,
            )
    return out


cdef inline uint32_t room_for_flush(const uint32_t* board, int size, int jokers) noexcept nogil:
    """Four bits a suit: what a suit's cards in hand must be added to so that its highest bit tells of a flush."""
    cdef uint32_t room = 0
    cdef int suit
    for suit in range(SUITS):
        room |= <uint32_t>(8 - max(1, size - jokers - popcount(board[suit]))) << (4 * suit)
    return room


def flush_hands(
    Order order, const uint32_t[::1] board_sets, int board_jokers,
    const uint16_t[::1] ranks, const uint8_t[::1] jokers, const uint8_t[::1] shapes, const uint32_t[::1] strengths,
    const uint32_t[::1] start, const uint32_t[::1] codes, const uint16_t[::1] suit_counts,
):
    """The hands that a flush makes better than their ranks: (index, pattern, code, strength) of each, in order; and
    their places in the order of their strengths.

    A hand is a pattern (`ranks`, `jokers`, its shape, its strength by ranks alone) and one of the codes
    start[shape]..start[shape + 1] - 1, which say who has which suit (showdown_hands.pxd); `suit_counts` has four bits a
    suit. A hand's index is its place when all patterns are listed with all their codes.
    """
    cdef uint32_t count = 0, room = 0
    indices = patterns = own_codes = own_strengths = np.empty(0, dtype=np.uint32)
    cdef uint32_t[::1] indices_view = indices, patterns_view = patterns
    cdef uint32_t[::1] codes_view = own_codes, strengths_view = own_strengths
    cdef uint32_t pattern, at, index, strength, taken, flush
    cdef uint32_t sets[SUITS]
    cdef uint32_t board[SUITS]
    cdef int suit, attempt, all_jokers
    for suit in range(SUITS):
        board[suit] = board_sets[suit]
    # The first attempt counts, the second writes.
    for attempt in range(2):
        with nogil:
            count = index = 0
            for pattern in range(ranks.shape[0]):
                all_jokers = jokers[pattern] + board_jokers
                flush = room_for_flush(board, order.size, all_jokers)
                taken = code_of_sets(board, ranks[pattern])
                for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                    if (suit_counts[at] + flush) & 0x8888 and not codes[at] & taken:
                        for suit in range(SUITS):
                            sets[suit] = spread(code_of_suit(codes[at], suit), ranks[pattern]) | board[suit]
                        strength = strength_of(&order.ranking, order.size, sets, all_jokers)
                        if strength != strengths[pattern]:
                            if count < room:
                                indices_view[count] = index
                                patterns_view[count] = pattern
                                codes_view[count] = codes[at]
                                strengths_view[count] = strength
                            count += 1
                    index += 1
        if attempt == 0:
            room = count
            indices, patterns, own_codes, own_strengths = np.empty((4, count), dtype=np.uint32)
            indices_view, patterns_view, codes_view, strengths_view = indices, patterns, own_codes, own_strengths
    by_strength, spare = np.empty((2, count + 1), dtype=np.uint32)
    cdef uint32_t[::1] by_strength_view = by_strength, spare_view = spare
    if count:
        sort_keys(&strengths_view[0], &by_strength_view[0], &spare_view[0], count)
    return indices, patterns, own_codes, own_strengths, by_strength[:count]


def spread_codes(const uint32_t[::1] codes, const uint16_t[::1] ranks):
    """The ranks that each hand holds in each of four suits: rows of sets."""
    cdef Py_ssize_t i
    cdef int suit
    out = np.empty((codes.shape[0], 4), dtype=np.uint16)
    cdef uint16_t[:, ::1] sets = out
    with nogil:
        for i in range(codes.shape[0]):
            for suit in range(SUITS):
                sets[i, suit] = spread(code_of_suit(codes[i], suit), ranks[i])
    return out
