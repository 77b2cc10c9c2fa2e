"""The sweep by value: for every look of a player's hand, how many dealer hands are worth less, and as much.

A hand is worth what its ranks are worth, unless a flush makes it better; and a hand of at most seven cards has
a flush in one suit at most. So the dealer's hands are counted by ranks alone, and each suit corrects for
its flushes: a look with a flush is taken out at the value of its ranks and put in at its true value. The
view by ranks and the view of each suit are the same sweep over a table (showdown_table.pxd); what they
answer is added.
"""
import numpy as np
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from cext.bits cimport popcount
from cext.cards cimport RANKS, RANK_SETS, SUITS
from cext.hand cimport Ranking, ranking_read, strength_of
from cext.showdown_advance cimport SweepState, advance, is_complete, is_whole_table
from cext.showdown_answers cimport (
    MORE_CARDS, NO_STRENGTH, Known, OwnQuestions, QuestionList, QuestionTable, answer_own, answer_questions_of, keys_of,
    next_strength,
)
from cext.showdown_events cimport (
    EventList, LookEvent, Masks, Sight, list_events, most_events, most_rest_of, strength_of_look,
)
from cext.showdown_group cimport Group, group_init
from cext.showdown_hands cimport code_of_sets, code_of_suit, spread
from cext.showdown_parts cimport list_parts_of
from cext.showdown_rests cimport (
    MAX_REST, REST_COUNT, REST_SIZES, Rests, count_of, ranks_as_counts, rest_number,
)
from cext.showdown_sort cimport sort_keys
from cext.showdown_table cimport (
    FIELDS, MAX_PARTS, WEAK, Cell, Layout, Look, PartCells, cell_of, parts_of_question, put,
)
from cext.weak cimport WeakRule, weak_read


cdef class Multisets:
    """All rests with their parts, and sets of ranks numbered by size. One object serves every count."""
    cdef Rests rests
    cdef object arrays                       # the memory behind `rests`
    cdef Masks masks

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
                    self.masks.number[mask] = number
                    self.masks.of[number] = mask
                    number += 1
            self.masks.up_to[size] = number

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


cdef class Order:
    """Which hand beats which: the best `size` (3 or 5) cards under a ranking, whose tables are made only once."""
    cdef Ranking ranking
    cdef readonly int size

    def __init__(self, int size, tuple ranking):
        self.size = size
        ranking_read(&self.ranking, ranking)


cdef class View:
    """What one suit (or none: by ranks alone) sees of a deck and a board.

    `board_suit` and `board_rest` (rank counts) are the board, `suit` the ranks left in the suit, `available` the
    cards of each rank left in the rest, `jokers` the jokers left.
    """
    cdef Sight sight

    def __init__(
        self, bint ranks_alone, uint32_t board_suit, object board_rest, int board_jokers,
        uint32_t suit, object available, int jokers,
    ):
        cdef int rank
        self.sight.ranks_alone = ranks_alone
        self.sight.board_suit = board_suit
        self.sight.board_rest = 0
        self.sight.board_jokers = board_jokers
        self.sight.suit = suit
        self.sight.jokers = jokers
        self.sight.cards = popcount(suit) + jokers
        for rank in range(RANKS):
            self.sight.board_rest |= <uint64_t>(<int>board_rest[rank]) << (4 * rank)
            self.sight.available[rank] = available[rank]
            self.sight.cards += self.sight.available[rank]


cdef class Questions:
    """The questions that the looks of all hands ask, as sums of cells: they are the same on every board.

    The looks come in groups with the same number of jokers: group g has start[g]..start[g + 1] - 1. `most_rest`,
    `jokers` and `most_cards` bound the sets that have a cell. With `extra`, each further known card is asked for too.
    """
    cdef Multisets sets
    cdef QuestionTable asked
    cdef readonly bint extra
    cdef object arrays                  # the memory behind the pointers

    def __init__(
        self, Multisets sets, bint ranks_alone, int most_rest, int jokers, int most_cards, bint extra,
        const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests, const uint8_t[::1] held_jokers,
    ):
        self.sets = sets
        self.extra = self.asked.extra = extra
        self.asked.looks, self.asked.groups = suits.shape[0], held_jokers.shape[0]
        layout_init(&self.asked.layout, sets, ranks_alone, most_rest, jokers, most_cards)
        self.arrays = [start]
        self.asked.start = &start[0]
        self.asked.by_group = not ranks_alone and not extra
        if self.asked.by_group:
            self.list_groups(start, suits, rests, held_jokers)
        else:
            self.list_questions(start, suits, rests, held_jokers)
        if extra:
            self.list_plus(ranks_alone, most_cards)

    def __dealloc__(self):
        free(self.asked.group_list)

    cdef list_questions(
        self, const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests,
        const uint8_t[::1] held_jokers,
    ):
        cdef int sizes = self.asked.layout.most_rest + 1, size, i
        cdef uint32_t group, look_index, at = 0
        cdef Look look
        cdef PartCells parts
        first_part = np.empty(self.asked.looks * sizes + 1, dtype=np.uint32)
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
                for group in range(self.asked.groups):
                    look.jokers = held_jokers[group]
                    for look_index in range(start[group], start[group + 1]):
                        look.suit = suits[look_index]
                        look.rest = rests[look_index]
                        for size in range(sizes):
                            first_view[look_index * sizes + size] = at
                            parts_of_question(&self.asked.layout, &look, size, &parts)
                            if attempt:
                                for i in range(parts.count):
                                    cells_view[at + i] = parts.cell[i]
                                    times_view[at + i] = parts.number[i]
                            at += parts.count
                first_view[self.asked.looks * sizes] = at
        self.asked.first_part, self.asked.cells, self.asked.times = &first_view[0], &cells_view[0], &times_view[0]
        self.arrays += [first_part, cells, times]

    cdef list_groups(
        self, const uint32_t[::1] start, const uint16_t[::1] suits, const uint16_t[::1] rests,
        const uint8_t[::1] held_jokers,
    ):
        """The pattern of each group, and what each look is."""
        cdef uint32_t group, look
        self.asked.group_list = <Group*>malloc(sizeof(Group) * (self.asked.groups + 1))
        if self.asked.group_list == NULL:
            raise MemoryError("no memory for the questions of a showdown")
        numbers = np.empty(self.asked.looks + 1, dtype=np.uint16)
        groups, keys = np.empty((2, self.asked.looks + 1), dtype=np.uint32)
        cdef uint16_t[::1] numbers_view = numbers
        cdef uint32_t[::1] groups_view = groups, keys_view = keys
        with nogil:
            for group in range(self.asked.groups):
                # The first look of a group has no card in the suit: its rest is the pattern.
                group_init(&self.asked.group_list[group], &self.asked.layout, rests[start[group]], held_jokers[group])
                for look in range(start[group], start[group + 1]):
                    numbers_view[look] = self.asked.layout.mask_number[suits[look]]
                    groups_view[look] = group
                    keys_view[look] = cell_of(&self.asked.layout, 0, 0, held_jokers[group]) + numbers_view[look]
        self.asked.suits, self.asked.rests, self.asked.group_of = &numbers_view[0], &rests[0], &groups_view[0]
        self.asked.suit_keys = &keys_view[0]
        self.arrays += [numbers, groups, keys, rests]

    cdef list_plus(self, bint ranks_alone, int most_cards):
        """Cells of sets with one card more; the last cell where there is none."""
        cdef const Layout* layout = &self.asked.layout
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
                            mask = self.sets.masks.of[mask_at]
                            cell = cell_of(layout, size, rest, jokers) + mask_at
                            for rank in range(RANKS):
                                if not ranks_alone and not mask >> rank & 1 and popcount(mask) + size < most_cards:
                                    view[cell, rank] = (
                                        cell_of(layout, size, rest, jokers) + self.sets.masks.number[mask | 1 << rank]
                                    )
                                if size < layout.most_rest and mask_at < layout.width[size + 1]:
                                    view[cell, RANKS + rank] = mask_at + cell_of(
                                        layout, size + 1, rests.plus[rest * RANKS + rank], jokers
                                    )
                            if jokers < layout.jokers:
                                view[cell, 2 * RANKS] = cell_of(layout, size, rest, jokers + 1) + mask_at
        self.asked.plus = &view[0, 0]
        self.arrays.append(plus)


cdef void layout_init(
    Layout* layout, Multisets sets, bint ranks_alone, int most_rest, int jokers, int most_cards
) noexcept nogil:
    cdef int size
    cdef uint32_t at = 0
    layout.rests = &sets.rests
    layout.mask_number = sets.masks.number
    layout.most_rest = most_rest
    layout.jokers = jokers
    for size in range(most_rest + 1):
        layout.width[size] = 1 if ranks_alone else sets.masks.up_to[most_cards - size]
        layout.origin[size] = at
        at += layout.width[size] * (jokers + 1) * (sets.rests.first[size + 1] - sets.rests.first[size])
    layout.size = at


cdef bint run_sweep(
    SweepState* self, const QuestionTable* questions, const Sight* view, int most_rest, int width,
    const EventList* events, QuestionList* groups, int32_t* answers, OwnQuestions* own,
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
    cdef const QuestionTable* asked_of = &questions.asked
    cdef const Sight* seen = &view.sight
    cdef int columns = 1 + MORE_CARDS if questions.extra else 1
    cdef size_t groups = asked_of.groups, own = own_looks.shape[0]
    # One row more, so that there is always a first.
    answers = np.empty((asked_of.looks + 1, columns, FIELDS), dtype=np.int32)
    own_answers = np.empty((own + 1, columns, FIELDS), dtype=np.int32)
    cdef int32_t[:, :, ::1] answers_view = answers
    cdef int32_t[:, :, ::1] own_view = own_answers
    cdef size_t most = most_events(&questions.sets.masks, &questions.sets.rests, order.size, seen, dealt)
    # Strengths, order and room to sort for the events; order and room to sort for the questions.
    cdef uint32_t* memory = <uint32_t*>malloc(sizeof(uint32_t) * (3 * most + 2 * (groups + own) + 1))
    cdef LookEvent* event_list = <LookEvent*>malloc(sizeof(LookEvent) * (most + 1))
    cdef Cell* cells = <Cell*>malloc(sizeof(Cell) * (<size_t>asked_of.layout.size + 1))
    cdef EventList events = EventList(0, memory, memory + most, event_list)
    cdef QuestionList asked = QuestionList(groups, 0, first_number(strengths), memory + 3 * most)
    cdef QuestionList asked_own = QuestionList(own, 0, first_number(own_strengths), memory + 3 * most + groups)
    # No version is 0.
    cdef size_t keys = keys_of(asked_of) if own else 1
    cdef Known* known = <Known*>malloc(sizeof(Known) * keys)
    cdef OwnQuestions own_questions = OwnQuestions(
        asked_own, first_number(own_looks), &own_view[0, 0, 0], known
    )
    cdef uint32_t* spare = memory + 3 * most + groups + own
    cdef SweepState state = SweepState(cells, 1, 0, 0, 0, NULL)
    cdef uint32_t touched[MAX_PARTS]
    cdef size_t i
    cdef bint good = memory != NULL and event_list != NULL and cells != NULL and known != NULL, complete = False
    if good:
        with nogil:
            # Written and not cleared by calloc: a page that is read before it is written faults twice, and the second
            # time the other threads wait.
            memset(cells, 0, sizeof(Cell) * (<size_t>asked_of.layout.size + 1))
            memset(known, 0, sizeof(Known) * keys)
            list_events(
                &questions.sets.masks, &questions.sets.rests, &order.ranking, order.size, seen, dealt, only, &events
            )
            sort_keys(events.strengths, events.order, memory + 2 * most, events.count)
            sort_keys(asked.strengths, asked.order, spare, asked.count)
            sort_keys(asked_own.strengths, asked_own.order, spare, own_questions.asked.count)
            for i in range(events.count):
                if only != NULL or events.strengths[i] < weak_below:
                    put(
                        &asked_of.layout, seen.available, seen.jokers, &events.events[i].look, events.events[i].sign,
                        WEAK, cells, touched,
                    )
            good = run_sweep(
                &state, asked_of, seen, most_rest_of(seen, order.size, dealt), columns * FIELDS, &events,
                &asked, &answers_view[0, 0, 0], &own_questions,
            )
            complete = good and (
                is_complete(&asked_of.layout, cells, seen, dealt) if only == NULL
                else is_whole_table(&asked_of.layout, cells)
            )
    free(memory)
    free(event_list)
    free(cells)
    free(known)
    free(state.touched)
    if not good:
        raise MemoryError("no memory for the table of a showdown")
    return answers[:asked_of.looks], own_answers[:own], bool(complete)


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
                &order.ranking, order.size, 0, sets.rests.counts[rests[i]] + view.sight.board_rest,
                jokers[i] + view.sight.board_jokers, True,
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
    cdef uint32_t count = 0
    indices = patterns = own_codes = own_strengths = np.empty(0, dtype=np.uint32)
    cdef uint32_t[::1] indices_view = indices, patterns_view = patterns
    cdef uint32_t[::1] codes_view = own_codes, strengths_view = own_strengths
    cdef uint32_t pattern, at, index, strength, taken, flush
    cdef uint32_t sets[SUITS]
    cdef uint32_t board[SUITS]
    cdef int suit, attempt, all_jokers
    for suit in range(SUITS):
        board[suit] = board_sets[suit]
    # The first attempt counts those that have enough cards of a suit, the second looks at them.
    for attempt in range(2):
        with nogil:
            count = index = 0
            for pattern in range(ranks.shape[0]):
                all_jokers = jokers[pattern] + board_jokers
                flush = room_for_flush(board, order.size, all_jokers)
                taken = code_of_sets(board, ranks[pattern])
                for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                    if (suit_counts[at] + flush) & 0x8888 and not codes[at] & taken:
                        if attempt == 0:
                            count += 1
                        else:
                            for suit in range(SUITS):
                                sets[suit] = spread(code_of_suit(codes[at], suit), ranks[pattern]) | board[suit]
                            strength = strength_of(&order.ranking, order.size, sets, all_jokers)
                            if strength != strengths[pattern]:
                                indices_view[count] = index
                                patterns_view[count] = pattern
                                codes_view[count] = codes[at]
                                strengths_view[count] = strength
                                count += 1
                    index += 1
        if attempt == 0:
            indices, patterns, own_codes, own_strengths = np.empty((4, count), dtype=np.uint32)
            indices_view, patterns_view, codes_view, strengths_view = indices, patterns, own_codes, own_strengths
    by_strength, spare = np.empty((2, count + 1), dtype=np.uint32)
    cdef uint32_t[::1] by_strength_view = by_strength, spare_view = spare
    if count:
        sort_keys(&strengths_view[0], &by_strength_view[0], &spare_view[0], count)
    return *(array[:count] for array in (indices, patterns, own_codes, own_strengths)), by_strength[:count]


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
