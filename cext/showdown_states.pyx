"""From answers by look to counts by hand, and from those to states of a game with community cards.

Hands are patterns with codes (showdown_hands.pxd), listed pattern by pattern: start[shape]..start[shape + 1] - 1 are
the codes of a shape. Each code has its class (`classes`, counted from the pattern's first), the renaming of suits
that takes it to the class's own hand (`suit_to`), and `times`: for how many boards of a class it stands, seen
from the class.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.bits cimport popcount
from cext.cards cimport SUITS
from cext.hand cimport type_code
from cext.rows cimport ROW, row_add, row_set
from cext.showdown_hands cimport code_of_sets, code_of_suit
from cext.showdown_split cimport OUTCOMES, Split, outcomes_of
from cext.showdown_table cimport BELOW, EQUAL, FIELDS, WEAK

cdef enum:
    # A count is a row: the fields of an answer (below, equal, weak), and the strength of the hand itself.
    STRENGTH = FIELDS
    MAX_ACTIONS = 256            # an action is one byte
    MAX_RANKS = 5                # different ranks of a pattern
    MAX_LOOKS = 1 << MAX_RANKS
    MAX_CODES = 1024             # SUITS ** MAX_RANKS: more of one rank are fewer ways
    NO_HAND = -1                 # stands in BELOW where a hand and the board share a card

# Answers by look, by ranks and by each suit; and the sums of what the hands that ask by themselves are answered.
cdef struct Answers:
    int suits
    const int32_t* ranks
    const int32_t* own
    const int32_t* looks[SUITS]


cdef const int32_t* first_of(object array):
    cdef const int32_t[:, :, ::1] view = array
    return &view[0, 0, 0] if view.shape[0] else NULL


cdef Answers open_answers(tuple parts):
    """Pointers into arrays that the caller keeps: (by ranks, own, by looks)."""
    cdef Answers answers
    cdef int suit
    ranks, own, looks = parts
    answers.suits = <int>len(looks)
    answers.ranks = first_of(ranks)
    answers.own = first_of(own)
    for suit in range(answers.suits):
        answers.looks[suit] = first_of(looks[suit])
    return answers


cdef inline void own_answer(const Answers* answers, uint32_t own, int32_t* out) noexcept nogil:
    """What is answered to a hand that asks by itself."""
    cdef int field
    for field in range(FIELDS):
        out[field] = answers.own[own * FIELDS + field]


# The answers of one pattern: of its ranks, and of each set of its ranks that a suit may hold. The last number of a row
# is the strength of the pattern, or 0: added up, these are counts.
cdef struct PatternAnswers:
    int32_t ranks[ROW]
    const int32_t* looks[SUITS]              # of each suit: one of the tables
    int32_t tables[SUITS][MAX_LOOKS * ROW]   # suits with the same answers share one


cdef inline void widen(const int32_t* answers, uint32_t looks, int32_t* rows) noexcept nogil:
    """Answers as rows."""
    cdef uint32_t look
    for look in range(looks):
        rows[look * ROW + BELOW] = answers[look * FIELDS + BELOW]
        rows[look * ROW + EQUAL] = answers[look * FIELDS + EQUAL]
        rows[look * ROW + WEAK] = answers[look * FIELDS + WEAK]
        rows[look * ROW + STRENGTH] = 0


cdef inline void open_pattern(
    const Answers* answers, Py_ssize_t pattern, uint32_t first_look, uint32_t looks, PatternAnswers* out
) noexcept nogil:
    """The answers to a pattern's looks, first_look..first_look + looks - 1. A suit that is not there adds nothing."""
    cdef int suit, field
    for field in range(FIELDS):
        out.ranks[field] = answers.ranks[pattern * FIELDS + field]
    out.ranks[STRENGTH] = 0
    for suit in range(SUITS):
        if suit >= answers.suits:
            memset(out.tables[suit], 0, sizeof(int32_t) * ROW * looks)
        elif suit and answers.looks[suit] == answers.looks[suit - 1]:
            out.looks[suit] = out.looks[suit - 1]
            continue
        else:
            widen(answers.looks[suit] + <Py_ssize_t>first_look * FIELDS, looks, out.tables[suit])
        out.looks[suit] = out.tables[suit]


cdef inline void look_answer(const PatternAnswers* answers, uint32_t code, int32_t* out) noexcept nogil:
    """What is answered to the looks of a hand: a row. A code has at most MAX_RANKS bits a suit."""
    cdef int suit
    row_set(out, answers.ranks)
    for suit in range(SUITS):
        row_add(out, answers.looks[suit] + ROW * code_of_suit(code, suit))


cdef class BoardAnswers:
    """The answers of the sweeps over one board, and the hands that asked.

    Answers are (by ranks, own, by looks). Weak hands are those below `weak_below`, or have
    answers of their own.
    """
    cdef Answers every, of_weak
    cdef bint swept
    cdef uint32_t weak_below
    cdef uint32_t board[SUITS]
    cdef const uint32_t[::1] own_indices, own_strengths, look_start, strengths, start, codes
    cdef const uint16_t[::1] ranks
    cdef const uint8_t[::1] shapes
    cdef object arrays                 # the memory behind the answers

    def __init__(
        self, tuple every, object of_weak, uint32_t weak_below,
        const uint32_t[::1] own_indices, const uint32_t[::1] own_strengths, const uint32_t[::1] board_sets,
        const uint16_t[::1] ranks, const uint8_t[::1] shapes, const uint32_t[::1] look_start,
        const uint32_t[::1] strengths, const uint32_t[::1] start, const uint32_t[::1] codes,
    ):
        cdef Py_ssize_t shape, pattern
        cdef int suit
        self.arrays = every, of_weak
        self.every = open_answers(every)
        self.swept = of_weak is not None
        if self.swept:
            self.of_weak = open_answers(of_weak)
        self.weak_below = weak_below
        self.own_indices, self.own_strengths = own_indices, own_strengths
        self.ranks, self.shapes, self.look_start = ranks, shapes, look_start
        self.strengths, self.start, self.codes = strengths, start, codes
        for suit in range(SUITS):
            self.board[suit] = board_sets[suit]
        # What the tables of one pattern have room for.
        for shape in range(start.shape[0] - 1):
            if start[shape + 1] - start[shape] > MAX_CODES:
                raise ValueError(f"a shape with {start[shape + 1] - start[shape]} codes")
        for pattern in range(ranks.shape[0]):
            if popcount(ranks[pattern]) > MAX_RANKS:
                raise ValueError("a pattern of more than five ranks")

    cdef uint32_t hands_before(self, Py_ssize_t pattern) noexcept nogil:
        """How many hands the patterns before this one have."""
        cdef Py_ssize_t before
        cdef uint32_t hands = 0
        for before in range(pattern):
            hands += self.start[self.shapes[before] + 1] - self.start[self.shapes[before]]
        return hands

    cdef uint32_t own_before(self, uint32_t index) noexcept nogil:
        """How many of the hands that ask by themselves come before a hand."""
        cdef uint32_t low = 0, high = <uint32_t>self.own_indices.shape[0], middle
        while low < high:
            middle = (low + high) // 2
            if self.own_indices[middle] < index:
                low = middle + 1
            else:
                high = middle
        return low


# A walk over the hands, pattern by pattern, in the order in which they are listed.
cdef struct Walk:
    uint32_t index                                  # of the first hand of the next pattern
    uint32_t own                                    # the next hand that asks by itself
    uint32_t hands                                  # of the pattern where the walk stands
    int32_t counts[MAX_CODES][ROW]                  # of these hands
    int32_t weak[MAX_CODES][ROW]                    # of weak hands alone, if they are swept
    PatternAnswers answers


cdef void walk_from(Walk* walk, BoardAnswers board, Py_ssize_t pattern) noexcept nogil:
    walk.index = board.hands_before(pattern)
    walk.own = board.own_before(walk.index)


cdef void count_pattern(Walk* walk, BoardAnswers board, Py_ssize_t pattern) noexcept nogil:
    """Count the hands of the next pattern; NO_HAND is first where the board has a card of it."""
    cdef const uint32_t* codes = &board.codes[0] + board.start[board.shapes[pattern]]
    cdef uint32_t taken = code_of_sets(board.board, board.ranks[pattern]), at
    cdef uint32_t looks = <uint32_t>1 << popcount(board.ranks[pattern])
    walk.hands = board.start[board.shapes[pattern] + 1] - board.start[board.shapes[pattern]]
    open_pattern(&board.every, pattern, board.look_start[pattern], looks, &walk.answers)
    walk.answers.ranks[STRENGTH] = board.strengths[pattern]
    for at in range(walk.hands):
        look_answer(&walk.answers, codes[at], walk.counts[at])
    if board.swept:
        open_pattern(&board.of_weak, pattern, board.look_start[pattern], looks, &walk.answers)
        for at in range(walk.hands):
            look_answer(&walk.answers, codes[at], walk.weak[at])
    while walk.own < <uint32_t>board.own_indices.shape[0] and board.own_indices[walk.own] - walk.index < walk.hands:
        count_own(walk, board, board.own_indices[walk.own] - walk.index)
        walk.own += 1
    for at in range(walk.hands if taken else 0):
        if codes[at] & taken:
            walk.counts[at][BELOW] = NO_HAND
    walk.index += walk.hands


cdef void count_own(Walk* walk, BoardAnswers board, uint32_t at) noexcept nogil:
    """The next hand that asks by itself, which is this one of its pattern."""
    own_answer(&board.every, walk.own, walk.counts[at])
    walk.counts[at][STRENGTH] = board.own_strengths[walk.own]
    if board.swept:
        own_answer(&board.of_weak, walk.own, walk.weak[at])


cdef inline Split split_of(BoardAnswers board, const int32_t* count, const int32_t* weak) noexcept nogil:
    """Where all hands below a threshold are weak, and no others, a hand that is weak itself beats weak ones alone."""
    cdef bint is_weak = <uint32_t>count[STRENGTH] < board.weak_below
    if board.swept:
        return Split(count[BELOW], count[EQUAL], weak[WEAK], weak[BELOW], weak[EQUAL])
    return Split(
        count[BELOW], count[EQUAL], count[WEAK],
        count[BELOW] if is_weak else count[WEAK], count[EQUAL] if is_weak else 0,
    )


cdef inline int64_t all_bits(const int64_t* outcomes) noexcept nogil:
    """Negative if any of the outcomes is, which cannot be."""
    cdef int64_t bits = 0
    cdef int i
    for i in range(OUTCOMES):
        bits |= outcomes[i]
    return bits


def hand_outcomes(BoardAnswers board, int32_t deals):
    """(outcomes of each hand against `deals` dealer hands, whether all of them are possible), on an empty board.

    Outcomes are win, tie, loss against a dealer who qualifies, then win, tie, loss against one who does not.
    """
    cdef Py_ssize_t pattern, patterns = board.ranks.shape[0]
    cdef uint32_t at, first
    cdef int64_t bits = 0
    cdef int64_t of_hand[OUTCOMES]
    cdef Split split
    cdef int i
    cdef Walk walk
    out = np.empty((board.hands_before(patterns), OUTCOMES), dtype=np.int32)
    cdef int32_t[:, ::1] outcomes = out
    with nogil:
        walk_from(&walk, board, 0)
        for pattern in range(patterns):
            first = walk.index
            count_pattern(&walk, board, pattern)
            for at in range(walk.hands):
                split = split_of(board, walk.counts[at], walk.weak[at])
                outcomes_of(&split, deals, of_hand)
                bits |= split.below | all_bits(of_hand)
                for i in range(OUTCOMES):
                    outcomes[first + at, i] = <int32_t>of_hand[i]
    return out, bool(bits >= 0)


def hand_counts(BoardAnswers board):
    """A row for each hand on the board, pattern by pattern, in the order of the codes.

    It has the dealer hands worth less and as much, those that are weak, and weak ones worth less and as much; the first
    is NO_HAND where the hand has a card of the board.
    """
    cdef Py_ssize_t pattern, patterns = board.ranks.shape[0]
    cdef uint32_t at, first
    cdef Split split
    cdef Walk walk
    out = np.empty((board.hands_before(patterns), FIELDS + 2), dtype=np.int32)
    cdef int32_t[:, ::1] counts = out
    with nogil:
        walk_from(&walk, board, 0)
        for pattern in range(patterns):
            first = walk.index
            count_pattern(&walk, board, pattern)
            for at in range(walk.hands):
                split = split_of(board, walk.counts[at], walk.weak[at])
                counts[first + at, BELOW] = <int32_t>split.below
                counts[first + at, EQUAL] = <int32_t>split.equal
                counts[first + at, WEAK] = <int32_t>split.weak
                counts[first + at, FIELDS] = <int32_t>split.weak_below
                counts[first + at, FIELDS + 1] = <int32_t>split.weak_equal
    return out


cdef class BoardPlaces:
    """Where the hands on a board are counted: for each code and each card of the board, as the one that is known, the
    column of the card; for each code its class, and how often it counts.

    `card_columns` are the columns of the board's cards, without their suits for those that have one (`card_suits`,
    else -1): a card's suit becomes what `suit_to` makes of it. joker_ways[j] is the number of ways to pick the board's
    jokers beside a hand with j.
    """
    cdef int cards
    cdef const uint8_t[:, ::1] columns      # [code, card]: below 53
    cdef const uint32_t[::1] joker_ways, class_start
    cdef const uint8_t[::1] jokers, times
    cdef const uint16_t[::1] classes

    def __init__(
        self, const int32_t[::1] card_columns, const int32_t[::1] card_suits, const uint32_t[::1] joker_ways,
        const uint8_t[::1] jokers, const uint32_t[::1] class_start,
        const uint16_t[::1] classes, const uint8_t[:, ::1] suit_to, const uint8_t[::1] times,
    ):
        cdef Py_ssize_t at
        cdef int card, suit
        self.cards = <int>card_columns.shape[0]
        columns = np.empty((classes.shape[0], self.cards), dtype=np.uint8)
        cdef uint8_t[:, ::1] view = columns
        for card in range(self.cards):
            suit = card_suits[card]
            for at in range(classes.shape[0]):
                view[at, card] = card_columns[card] + (suit_to[at, suit] if suit >= 0 else 0)
        self.columns = columns
        self.joker_ways, self.jokers, self.class_start = joker_ways, jokers, class_start
        self.classes, self.times = classes, times


# A hand that asks by itself: how it splits the dealer's hands, and how its ranks alone would.
cdef struct Flush:
    Split own
    Split by_ranks


cdef inline void answer_by_ranks(
    const Answers* answers, Py_ssize_t pattern, uint32_t first_look, uint32_t code, int32_t* out
) noexcept nogil:
    """What is answered to a hand as to all others: by its ranks and by its look in each suit."""
    cdef int suit, field
    cdef const int32_t* look
    for field in range(FIELDS):
        out[field] = answers.ranks[pattern * FIELDS + field]
    for suit in range(answers.suits):
        look = answers.looks[suit] + <Py_ssize_t>(first_look + code_of_suit(code, suit)) * FIELDS
        for field in range(FIELDS):
            out[field] += look[field]


cdef inline Flush flush_of(BoardAnswers board, Py_ssize_t pattern, uint32_t code, uint32_t own) noexcept nogil:
    """The hand of that pattern and code, which asks by itself."""
    cdef Flush flush
    cdef int32_t count[ROW]
    cdef int32_t weak[ROW]
    own_answer(&board.every, own, count)
    count[STRENGTH] = board.own_strengths[own]
    if board.swept:
        own_answer(&board.of_weak, own, weak)
    flush.own = split_of(board, count, weak)
    answer_by_ranks(&board.every, pattern, board.look_start[pattern], code, count)
    count[STRENGTH] = board.strengths[pattern]
    if board.swept:
        answer_by_ranks(&board.of_weak, pattern, board.look_start[pattern], code, weak)
    flush.by_ranks = split_of(board, count, weak)
    return flush


def add_flushes(
    uint32_t[:, :, ::1] states, BoardAnswers board, BoardPlaces places, Py_ssize_t first, Py_ssize_t last, int32_t deals
):
    """Add to states[column, class, outcome] by what the hands that ask by themselves differ from what is answered to
    their ranks alone, which SecondSums has; once for each card of the board as the one that is known. The patterns are
    first..last - 1, whose classes no other patterns have. False if a count is impossible.

    A class gets the board `times` over in one column; spread_states shares it among the columns that renaming suits
    exchanges. All is modulo 2^32, and what comes out is below: at most 4 exchanged columns x 52 second cards x C(47, 5)
    dealer hands < 2^32.
    """
    cdef Py_ssize_t pattern, hand_class
    cdef uint32_t index, at, code, many, own, hands
    cdef int card, i
    cdef int64_t bits = 0
    cdef int64_t outcomes[OUTCOMES]
    cdef int64_t by_ranks[OUTCOMES]
    cdef Flush flush
    cdef uint32_t* state
    with nogil:
        index = board.hands_before(first)
        own = board.own_before(index)
        for pattern in range(first, last):
            code = board.start[board.shapes[pattern]]
            hands = board.start[board.shapes[pattern] + 1] - code
            while own < <uint32_t>board.own_indices.shape[0] and board.own_indices[own] - index < hands:
                at = code + board.own_indices[own] - index
                many = places.times[at] * places.joker_ways[places.jokers[pattern]]
                if many:  # else no such hand is possible beside the board's jokers
                    flush = flush_of(board, pattern, board.codes[at], own)
                    outcomes_of(&flush.own, deals, outcomes)
                    outcomes_of(&flush.by_ranks, deals, by_ranks)
                    bits |= all_bits(outcomes)
                    hand_class = places.class_start[pattern] + places.classes[at]
                    for i in range(OUTCOMES):
                        outcomes[i] = many * (outcomes[i] - by_ranks[i])
                    for card in range(places.cards):
                        state = &states[places.columns[at, card], hand_class, 0]
                        for i in range(OUTCOMES):
                            state[i] += <uint32_t>outcomes[i]
                own += 1
            index += hands
    return bool(bits >= 0)


def tally_flushes(
    uint64_t[:, :, ::1] totals, const uint8_t[:, ::1] actions, const uint32_t[::1] weights,
    BoardAnswers board, BoardPlaces places, int32_t deals,
):
    """Take the hands that ask by themselves out of totals[action, type of the hand, outcome], where they are as what
    their ranks are worth, and put them in as what they are, by the action taken in each state.

    `actions` is [column, class], each below the number of totals; `weights` how many hands each class has. Bound: all
    deals with two community cards in order are C(53, 5) x 48 x 47 x C(46, 5) < 2^53; before all boards are there,
    totals are modulo 2^64.
    """
    cdef Py_ssize_t pattern, hand_class
    cdef uint32_t index = 0, own = 0, at, code, hands
    cdef int64_t many
    cdef int card, i
    cdef uint8_t action
    cdef int64_t outcomes[OUTCOMES]
    cdef int64_t by_ranks[OUTCOMES]
    cdef Flush flush
    if totals.shape[0] > MAX_ACTIONS:
        raise ValueError(f"{totals.shape[0]} actions, more than {MAX_ACTIONS}")
    with nogil:
        for pattern in range(board.ranks.shape[0]):
            code = board.start[board.shapes[pattern]]
            hands = board.start[board.shapes[pattern] + 1] - code
            while own < <uint32_t>board.own_indices.shape[0] and board.own_indices[own] - index < hands:
                at = code + board.own_indices[own] - index
                hand_class = places.class_start[pattern] + places.classes[at]
                many = <int64_t>weights[hand_class] * places.times[at]
                many *= places.joker_ways[places.jokers[pattern]]
                if many:
                    flush = flush_of(board, pattern, board.codes[at], own)
                    outcomes_of(&flush.own, deals, outcomes)
                    outcomes_of(&flush.by_ranks, deals, by_ranks)
                    for card in range(places.cards):
                        action = actions[places.columns[at, card], hand_class]
                        for i in range(OUTCOMES):
                            totals[action, type_code(board.own_strengths[own]), i] += <uint64_t>(many * outcomes[i])
                            totals[action, type_code(board.strengths[pattern]), i] -= <uint64_t>(many * by_ranks[i])
                own += 1
            index += hands


def spread_states(
    uint32_t[:, :, ::1] states, const uint32_t[::1] codes, const uint8_t[::1] jokers,
    int suits, int ranks, int deck_jokers, uint64_t deals, Py_ssize_t first, Py_ssize_t last,
):
    """Share each sum of the classes first..last - 1 among the columns that renaming suits exchanges; whether all came
    out even and complete.

    `codes` and `jokers` are those of the classes. Two suits that hold the same cards of a hand are exchanged, and so
    are the jokers that it does not hold. A state has either no outcome (the hand holds the card) or `deals`.
    """
    cdef Py_ssize_t hand_class
    cdef int rank, suit, alike
    cdef bint good = True
    with nogil:
        for hand_class in range(first, last):
            for rank in range(ranks):
                suit = 0
                while suit < suits:
                    alike = 1
                    while suit + alike < suits and (
                        code_of_suit(codes[hand_class], suit + alike) == code_of_suit(codes[hand_class], suit)
                    ):
                        alike += 1
                    good = share(states, hand_class, rank * suits + suit, alike, alike, deals) and good
                    suit += alike
            if jokers[hand_class] < deck_jokers:
                good = share(
                    states, hand_class, ranks * suits, 1, deck_jokers - jokers[hand_class], deals
                ) and good
    return bool(good)


cdef bint share(
    uint32_t[:, :, ::1] states, Py_ssize_t hand_class, int column, int columns, int parts, uint64_t deals
) noexcept nogil:
    """Replace the sum over some columns, which is below 2^32, in each of them by its equal part; whether that is a
    whole state."""
    cdef uint64_t total, whole = 0
    cdef bint good = True
    cdef int i, j
    for i in range(OUTCOMES):
        total = 0
        for j in range(columns):
            total = <uint32_t>(total + states[column + j, hand_class, i])
        good = good and total % parts == 0
        for j in range(columns):
            states[column + j, hand_class, i] = <uint32_t>(total // parts)
        whole += total // parts
    return good and (whole == deals or whole == 0)


def choose_of_two(const uint32_t[:, ::1] outcomes, const int64_t[:, ::1] nets):
    """(the better of two choices, its value, whether both are equal, the difference) in each state.

    The values are outcomes[state] times nets[choice]. Bound, the caller's: their sums of products are below 2^62.
    """
    cdef Py_ssize_t state, states = outcomes.shape[0]
    cdef int64_t first, second
    cdef int i
    best, tied = np.empty((2, states), dtype=np.uint8)
    value, margin = np.empty((2, states), dtype=np.int64)
    cdef uint8_t[::1] best_view = best, tied_view = tied
    cdef int64_t[::1] value_view = value, margin_view = margin
    with nogil:
        for state in range(states):
            first = second = 0
            for i in range(OUTCOMES):
                first += nets[0, i] * outcomes[state, i]
                second += nets[1, i] * outcomes[state, i]
            best_view[state] = second > first
            tied_view[state] = second == first
            value_view[state] = second if second > first else first
            margin_view[state] = second - first if second > first else first - second
    return best, value, tied.view(np.bool_), margin
