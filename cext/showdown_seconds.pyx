"""Sums over second community cards: states and tallies of two community cards without a hand for each board.

The answer to a hand on a board is one row by its ranks and one row for each suit, by the look of that suit
(showdown_states.pyx). Which second cards the hand leaves can be said suit by suit as well. Of the cards of a rank r, as
a suit s with the look M sees them:

    the card of the suit itself                is left if r is not in M
    those of the other suits that are left     are (suits - 1) - (cards of r in the pattern) + (1 if r is in M)

less one in the second line if the first card is one of these. So the sum over all second cards is again one row by
ranks and one row for each suit, from tables that are sums of answers; there are such tables for each rank of the first
card, for its suit and for the others. The few hands that a flush makes better than their ranks are counted by what they
differ from that (add_flushes and tally_flushes in showdown_states.pyx).

In the same way a tally needs no hand for each board: how many hands take an action is counted for each first card and
look, and these weights meet the answers of a board.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from cext.cards cimport RANKS
from cext.hand cimport type_code
from cext.showdown_hands cimport code_of_suit, place_of
from cext.showdown_split cimport OUTCOMES, Split, outcomes_of
from cext.showdown_table cimport BELOW, EQUAL, FIELDS, WEAK

cdef extern from *:
    """
    typedef uint32_t exactodds_sums __attribute__((vector_size(16), aligned(4), may_alias));
    #define EXACTODDS_SUMS(x) (*(exactodds_sums *)(x))
    #define EXACTODDS_CONST_SUMS(x) (*(const exactodds_sums *)(x))
    /* x += number * y for a number from 0 to 3; y has three places. */
    static inline void exactodds_add_few(uint32_t *x, const int32_t *y, uint32_t number)
    {
        const exactodds_sums row = {(uint32_t)y[0], (uint32_t)y[1], (uint32_t)y[2], 0};
        const uint32_t once = -(number & 1), twice = -(number >> 1 & 1);
        EXACTODDS_SUMS(x) += (row & once) + ((row + row) & twice);
    }
    static inline void exactodds_add_sums(uint32_t *x, const uint32_t *y)
    { EXACTODDS_SUMS(x) += EXACTODDS_CONST_SUMS(y); }
    static inline void exactodds_take_sums(uint32_t *x, const uint32_t *y)
    { EXACTODDS_SUMS(x) -= EXACTODDS_CONST_SUMS(y); }
    """
    void add_few "exactodds_add_few"(uint32_t* x, const int32_t* y, uint32_t number) noexcept nogil
    void add_sums "exactodds_add_sums"(uint32_t* x, const uint32_t* y) noexcept nogil       # x += y
    void take_sums "exactodds_take_sums"(uint32_t* x, const uint32_t* y) noexcept nogil     # x -= y

cdef enum:
    # What the second card is to a suit: of it, of another one, a joker.
    OF_SUIT = 0
    OF_OTHER = 1
    OF_JOKER = 2
    # First cards: each rank seen from its own suit and from the others, and a joker.
    FIRST_JOKERS = 2 * RANKS
    FIRSTS = 2 * RANKS + 1
    RANK_FIRSTS = RANKS + 1
    ROW = 4
    SETS = 2
    MAX_TARGETS = 2              # two cards: either may be the first
    MAX_LOOKS = 32
    MAX_ACTIONS = 256            # an action is one byte

# One of the two cards of a board as the first card, the other as the second one.
cdef struct Target:
    int first                    # the table of the first card
    int second                   # OF_SUIT, OF_OTHER or OF_JOKER
    int rank                     # of the second card
    int fewer                    # 1 if the first card is one of those that the second may be

# How many second cards there are: `base`, and `step` more for looks that have the bit.
cdef struct Number:
    uint32_t base
    uint32_t step
    uint32_t bit


cdef class HandLooks:
    """The hands, pattern by pattern: `copies` of each rank, jokers, ranks; where the looks and the classes of each
    start; the code of each class's own hand. `deck_ranks` are those of the deck, in the order of the columns."""
    cdef const uint8_t[:, ::1] copies
    cdef const uint8_t[::1] jokers, deck_ranks
    cdef const uint16_t[::1] ranks
    cdef const uint32_t[::1] look_start, class_start, codes
    cdef int suits, deck_jokers

    def __init__(
        self, const uint8_t[:, ::1] copies, const uint8_t[::1] jokers, const uint16_t[::1] ranks,
        const uint32_t[::1] look_start, const uint32_t[::1] class_start, const uint32_t[::1] codes,
        const uint8_t[::1] deck_ranks, int suits, int deck_jokers,
    ):
        cdef Py_ssize_t pattern
        self.copies, self.jokers, self.ranks = copies, jokers, ranks
        self.look_start, self.class_start, self.codes = look_start, class_start, codes
        self.deck_ranks, self.suits, self.deck_jokers = deck_ranks, suits, deck_jokers
        # What the rows of one pattern have room for.
        for pattern in range(ranks.shape[0]):
            if look_start[pattern + 1] - look_start[pattern] > MAX_LOOKS:
                raise ValueError("a pattern of more than five ranks")

    cdef int jokers_left(self, Py_ssize_t pattern) noexcept nogil:
        return self.deck_jokers - self.jokers[pattern]

    cdef Number number(self, const Target* target, Py_ssize_t pattern) noexcept nogil:
        """How many second cards a look of the pattern leaves. Where that is not 0 to 3, no such hand is possible."""
        cdef uint32_t ranks = self.ranks[pattern], bit = 0
        if target.second == OF_JOKER:
            return Number(self.jokers_left(pattern) - target.fewer, 0, 0)
        if ranks >> target.rank & 1:
            bit = <uint32_t>1 << place_of(ranks, target.rank)
        if target.second == OF_SUIT:
            return Number(1, <uint32_t>-1, bit)
        return Number(self.suits - 1 - self.copies[pattern, target.rank] - target.fewer, 1, bit)

    cdef int number_by_ranks(self, const Target* target, Py_ssize_t pattern) noexcept nogil:
        """How many second cards all hands of the pattern leave."""
        if target.second == OF_JOKER:
            return self.jokers_left(pattern) - target.fewer
        return self.suits - self.copies[pattern, target.rank] - target.fewer


cdef inline uint32_t number_of(const Number* number, uint32_t look) noexcept nogil:
    return number.base + (number.step if look & number.bit else 0)


cdef class RankAnswers:
    """The answers on all boards of the same ranks: (by ranks, by looks) of each kind of suit, and the same of weak
    hands if these are swept by themselves. Rows of `targets`: kind of suit or -1 for ranks, first, second, rank, fewer.
    """
    cdef const int32_t* ranks[SETS]
    cdef const int32_t* looks[SETS]
    cdef bint swept
    cdef uint32_t weak_below
    cdef const uint32_t[::1] strengths
    cdef Py_ssize_t views, all_looks
    cdef Target of_ranks[MAX_TARGETS]
    cdef int rank_targets
    cdef Target of_views[8][MAX_TARGETS]
    cdef int view_targets[8]
    cdef object arrays                 # the memory behind the answers

    def __init__(self, tuple every, object of_weak, uint32_t weak_below, const uint32_t[::1] strengths, list targets):
        cdef const int32_t[:, :, ::1] ranks
        cdef const int32_t[:, :, :, ::1] looks
        cdef int view
        self.arrays = every, of_weak
        self.swept = of_weak is not None
        self.weak_below, self.strengths = weak_below, strengths
        for number, answers in enumerate((every, of_weak) if self.swept else (every,)):
            ranks, looks = answers
            self.ranks[number] = &ranks[0, 0, 0]
            self.looks[number] = &looks[0, 0, 0, 0]
        self.views, self.all_looks = looks.shape[0], looks.shape[1]
        if self.views > 8:
            raise ValueError(f"{self.views} kinds of suits on boards of two cards")
        self.rank_targets = 0
        memset(self.view_targets, 0, sizeof(self.view_targets))
        for view, first, second, rank, fewer in targets:
            firsts = FIRSTS if view >= 0 else RANK_FIRSTS
            if not view < self.views or not 0 <= rank < RANKS or not 0 <= first < firsts:
                raise ValueError("a card that is none")
            if (self.rank_targets if view < 0 else self.view_targets[view]) == MAX_TARGETS:
                raise ValueError("more first cards than a board has")
            if view < 0:
                self.of_ranks[self.rank_targets] = Target(first, second, rank, fewer)
                self.rank_targets += 1
            else:
                self.of_views[view][self.view_targets[view]] = Target(first, second, rank, fewer)
                self.view_targets[view] += 1

    cdef inline const int32_t* of_look(self, int which, Py_ssize_t view, Py_ssize_t look) noexcept nogil:
        return self.looks[which] + (view * self.all_looks + look) * FIELDS

    cdef inline bint is_weak(self, Py_ssize_t pattern) noexcept nogil:
        """Whether the pattern itself is weak: then it beats weak hands alone."""
        return self.strengths[pattern] < self.weak_below


cdef class SecondSums:
    """Answers summed over second cards, modulo 2^32: rows of below, equal, weak (the fourth place means nothing), by
    ranks [first rank, pattern] and by looks [first card, look].

    There are two sets of them. If weak hands are swept by themselves, they are the second set; else it is of the boards
    on which the pattern itself is weak.
    """
    cdef uint32_t[:, :, :, ::1] ranks
    cdef uint32_t[:, :, :, ::1] looks

    def __init__(self, Py_ssize_t patterns, Py_ssize_t looks):
        self.ranks = np.zeros((SETS, RANK_FIRSTS, patterns, ROW), dtype=np.uint32)
        self.looks = np.zeros((SETS, FIRSTS, looks, ROW), dtype=np.uint32)


def add_answers(SecondSums sums, RankAnswers answers, HandLooks hands, Py_ssize_t first, Py_ssize_t last):
    """Add the boards of the same ranks for the patterns first..last - 1."""
    cdef Py_ssize_t pattern
    with nogil:
        for pattern in range(first, last):
            if answers.swept:
                add_pattern(sums, answers, hands, pattern, 0, 0)
                add_pattern(sums, answers, hands, pattern, 1, 1)
            else:
                add_pattern(sums, answers, hands, pattern, 0, 1 if answers.is_weak(pattern) else 0)


cdef void add_pattern(
    SecondSums sums, RankAnswers answers, HandLooks hands, Py_ssize_t pattern, int which, int into
) noexcept nogil:
    """Add what one pattern is answered, of all or of weak hands, to one of the sets."""
    cdef uint32_t start = hands.look_start[pattern], looks = hands.look_start[pattern + 1] - start, look
    cdef const Target* target
    cdef Number number
    cdef uint32_t* table
    cdef const int32_t* answer
    cdef Py_ssize_t view
    cdef uint32_t many
    cdef int i, field
    for i in range(answers.rank_targets):
        target = &answers.of_ranks[i]
        for field in range(FIELDS):
            many = <uint32_t>hands.number_by_ranks(target, pattern)
            sums.ranks[into, target.first, pattern, field] += many * <uint32_t>answers.ranks[which][
                pattern * FIELDS + field
            ]
    for view in range(answers.views):
        answer = answers.of_look(which, view, start)
        for i in range(answers.view_targets[view]):
            number = hands.number(&answers.of_views[view][i], pattern)
            table = &sums.looks[into, answers.of_views[view][i].first, start, 0]
            for look in range(looks):
                add_few(table + ROW * look, answer + FIELDS * look, number_of(&number, look))


cdef inline void add_outcomes(
    uint32_t* state, const uint32_t* every, const uint32_t* second, bint swept, uint32_t deals, uint32_t times
) noexcept nogil:
    """Add to a state what the two sets of sums say, modulo 2^32."""
    cdef uint32_t below = every[BELOW], equal = every[EQUAL], weak = second[WEAK]
    cdef uint32_t weak_below = second[BELOW], weak_equal = second[EQUAL], loss
    if not swept:
        weak_below += every[WEAK]
        weak += every[WEAK]
        below += second[BELOW]
        equal += second[EQUAL]
    loss = weak - weak_below - weak_equal
    state[0] += times * (below - weak_below)
    state[1] += times * (equal - weak_equal)
    state[2] += times * (deals - below - equal - loss)
    state[3] += times * weak_below
    state[4] += times * weak_equal
    state[5] += times * loss


def add_seconds(
    uint32_t[:, :, ::1] states, SecondSums sums, HandLooks hands, bint swept, uint64_t deals,
    Py_ssize_t first, Py_ssize_t last
):
    """Add the sums to states[column, class, outcome], for the patterns first..last - 1.

    `deals` are those of a state. In the column of the jokers a class has the sum over all that its hand leaves.
    Everything is modulo 2^32: spread_states makes sure that states come out whole.
    """
    cdef Py_ssize_t pattern, hand_class
    cdef int place, rank, jokers, of_set, suit
    cdef uint32_t code, start, bit, taken
    cdef const uint32_t* others[SETS]
    cdef const uint32_t* own[SETS]
    cdef const uint32_t* by_ranks
    cdef uint32_t every[SETS][ROW]
    cdef uint32_t row[SETS][ROW]
    cdef uint32_t* state
    with nogil:
        for pattern in range(first, last):
            start = hands.look_start[pattern]
            for place in range(hands.deck_ranks.shape[0]):
                rank = hands.deck_ranks[place]
                bit = 0
                if hands.ranks[pattern] >> rank & 1:
                    bit = <uint32_t>1 << place_of(hands.ranks[pattern], rank)
                for of_set in range(SETS):
                    own[of_set] = &sums.looks[of_set, 2 * rank, start, 0]
                    others[of_set] = &sums.looks[of_set, 2 * rank + 1, start, 0]
                for hand_class in range(hands.class_start[pattern], hands.class_start[pattern + 1]):
                    code = hands.codes[hand_class]
                    for of_set in range(SETS):
                        by_ranks = &sums.ranks[of_set, rank, pattern, 0]
                        sum_suits(by_ranks, others[of_set], code, hands.suits, every[of_set])
                    for suit in range(hands.suits):
                        taken = code_of_suit(code, suit)
                        if taken & bit:
                            continue
                        for of_set in range(SETS):
                            memcpy(row[of_set], every[of_set], sizeof(uint32_t) * ROW)
                            take_sums(row[of_set], others[of_set] + ROW * taken)
                            add_sums(row[of_set], own[of_set] + ROW * taken)
                        state = &states[place * hands.suits + suit, hand_class, 0]
                        add_outcomes(state, row[0], row[1], swept, <uint32_t>deals, 1)
            jokers = hands.jokers_left(pattern)
            if jokers <= 0:
                continue
            for hand_class in range(hands.class_start[pattern], hands.class_start[pattern + 1]):
                code = hands.codes[hand_class]
                for of_set in range(SETS):
                    sum_suits(
                        &sums.ranks[of_set, RANKS, pattern, 0], &sums.looks[of_set, FIRST_JOKERS, start, 0],
                        code, hands.suits, every[of_set],
                    )
                add_outcomes(
                    &states[hands.deck_ranks.shape[0] * hands.suits, hand_class, 0], every[0], every[1], swept,
                    <uint32_t>deals, <uint32_t>jokers,
                )


cdef inline void sum_suits(
    const uint32_t* ranks, const uint32_t* looks, uint32_t code, int suits, uint32_t* total
) noexcept nogil:
    """The row by ranks and the rows of all suits."""
    cdef int suit
    memset(total, 0, sizeof(uint32_t) * ROW)
    add_sums(total, ranks)
    for suit in range(suits):
        add_sums(total, looks + ROW * code_of_suit(code, suit))


cdef class ActionLooks:
    """How many hands take each action after each first card: by its rank, and by looks, as SecondSums has answers.

    Each pattern has the actions `actions[action_start[pattern]]` and so on: few of all that there are. Its weights are
    [action, look] from look_weights[first, look_at[pattern]] on, and [action, first rank] in rank_weights.
    """
    cdef uint32_t[::1] action_start
    cdef uint8_t[::1] actions
    cdef uint64_t[::1] look_at
    cdef uint32_t[:, ::1] look_weights
    cdef uint32_t[:, ::1] rank_weights

    def __init__(self, HandLooks hands, const uint8_t[:, ::1] actions, const uint32_t[::1] weights):
        cdef Py_ssize_t pattern, patterns = hands.ranks.shape[0]
        cdef uint32_t count = 0
        cdef uint8_t of_action[MAX_ACTIONS]
        cdef int action
        self.action_start = np.zeros(patterns + 1, dtype=np.uint32)
        self.look_at = np.zeros(patterns + 1, dtype=np.uint64)
        found = np.zeros((patterns, MAX_ACTIONS), dtype=np.uint8)
        cdef uint8_t[:, ::1] taken = found
        with nogil:
            for pattern in range(patterns):
                find_actions(hands, actions, pattern, &taken[pattern, 0])
                for action in range(MAX_ACTIONS):
                    count += taken[pattern, action]
                self.action_start[pattern + 1] = count
                self.look_at[pattern + 1] = self.look_at[pattern] + (
                    (count - self.action_start[pattern]) * (hands.look_start[pattern + 1] - hands.look_start[pattern])
                )
        self.actions = np.append(np.nonzero(found)[1], 0).astype(np.uint8)
        self.look_weights = np.zeros((FIRSTS, self.look_at[patterns] + 1), dtype=np.uint32)
        self.rank_weights = np.zeros((count + 1, RANK_FIRSTS), dtype=np.uint32)
        with nogil:
            for pattern in range(patterns):
                for action in range(<int>self.action_start[pattern], <int>self.action_start[pattern + 1]):
                    of_action[self.actions[action]] = <uint8_t>(action - self.action_start[pattern])
                self.weigh(hands, actions, weights, pattern, of_action)

    cdef void weigh(
        self, HandLooks hands, const uint8_t[:, ::1] actions, const uint32_t[::1] weights, Py_ssize_t pattern,
        const uint8_t* of_action
    ) noexcept nogil:
        """Count the hands of one pattern."""
        cdef uint32_t looks = hands.look_start[pattern + 1] - hands.look_start[pattern], code, bit, weight
        cdef Py_ssize_t hand_class, column
        cdef int place, rank, suit, other, action
        cdef uint64_t at
        cdef int jokers = hands.jokers_left(pattern)
        for hand_class in range(hands.class_start[pattern], hands.class_start[pattern + 1]):
            weight = weights[hand_class]
            if not weight:
                continue
            code = hands.codes[hand_class]
            for place in range(hands.deck_ranks.shape[0]):
                rank = hands.deck_ranks[place]
                bit = 0
                if hands.ranks[pattern] >> rank & 1:
                    bit = <uint32_t>1 << place_of(hands.ranks[pattern], rank)
                for suit in range(hands.suits):
                    if code_of_suit(code, suit) & bit:
                        continue
                    action = of_action[actions[place * hands.suits + suit, hand_class]]
                    self.rank_weights[self.action_start[pattern] + action, rank] += weight
                    at = self.look_at[pattern] + action * looks
                    for other in range(hands.suits):
                        self.look_weights[2 * rank + (other != suit), at + code_of_suit(code, other)] += weight
            if jokers > 0:
                column = hands.deck_ranks.shape[0] * hands.suits
                action = of_action[actions[column, hand_class]]
                self.rank_weights[self.action_start[pattern] + action, RANKS] += weight * jokers
                at = self.look_at[pattern] + action * looks
                for other in range(hands.suits):
                    self.look_weights[FIRST_JOKERS, at + code_of_suit(code, other)] += weight * jokers


cdef void find_actions(
    HandLooks hands, const uint8_t[:, ::1] actions, Py_ssize_t pattern, uint8_t* taken
) noexcept nogil:
    """Which actions stand anywhere among those of a pattern."""
    cdef Py_ssize_t hand_class, column
    for column in range(actions.shape[0]):
        for hand_class in range(hands.class_start[pattern], hands.class_start[pattern + 1]):
            taken[actions[column, hand_class]] = 1


def tally_answers(
    uint64_t[:, :, ::1] totals, ActionLooks weights, RankAnswers answers, HandLooks hands, int64_t deals
):
    """Add all boards of the same ranks to totals[action, type of the hand, outcome].

    Hands that a flush makes better are counted as what their ranks are worth. Bounds: a weight is at most the 1024
    hands of a pattern times 4 first cards, 3 suits and 2 jokers, below 2^15, and meets at most 3 second cards, as
    either of two cards, and an answer below 2^31: 32 looks of 4 kinds of suits are below 2^56.
    """
    cdef Py_ssize_t pattern
    cdef uint32_t at
    cdef int64_t outcomes[OUTCOMES]
    cdef int64_t count
    cdef Split split
    cdef int i
    for action in np.unique(weights.actions):
        if action >= totals.shape[0]:
            raise ValueError(f"action {action} of {totals.shape[0]}")
    with nogil:
        for pattern in range(hands.ranks.shape[0]):
            for at in range(weights.action_start[pattern], weights.action_start[pattern + 1]):
                count = split_of(weights, answers, hands, pattern, at, &split)
                outcomes_of(&split, count * deals, outcomes)
                for i in range(OUTCOMES):
                    totals[weights.actions[at], type_code(answers.strengths[pattern]), i] += <uint64_t>outcomes[i]


cdef int64_t split_of(
    ActionLooks weights, RankAnswers answers, HandLooks hands, Py_ssize_t pattern, uint32_t at, Split* split
) noexcept nogil:
    """How the dealer's hands are split by all hands of a pattern that take an action; how many hands these are."""
    cdef int64_t every[FIELDS]
    cdef int64_t weak[FIELDS]
    cdef int64_t count = sum_answers(weights, answers, hands, pattern, at, 0, every)
    split.below, split.equal, split.weak = every[BELOW], every[EQUAL], every[WEAK]
    split.weak_below, split.weak_equal = every[WEAK], 0
    if answers.swept:
        sum_answers(weights, answers, hands, pattern, at, 1, weak)
        split.weak, split.weak_below, split.weak_equal = weak[WEAK], weak[BELOW], weak[EQUAL]
    elif answers.is_weak(pattern):
        split.weak_below, split.weak_equal = every[BELOW], every[EQUAL]
    return count


cdef int64_t sum_answers(
    ActionLooks weights, RankAnswers answers, HandLooks hands, Py_ssize_t pattern, uint32_t at, int which,
    int64_t* total
) noexcept nogil:
    """The answers to all hands of a pattern that take an action, one for each second card; how many these are."""
    cdef uint32_t start = hands.look_start[pattern], looks = hands.look_start[pattern + 1] - start, look
    cdef uint64_t first_weight = weights.look_at[pattern] + (at - weights.action_start[pattern]) * looks
    cdef const uint32_t* of_first
    cdef const int32_t* answer
    cdef const Target* target
    cdef Number number
    cdef int32_t many[MAX_LOOKS]
    cdef int64_t count = 0
    cdef Py_ssize_t view
    cdef int i, field
    for i in range(answers.rank_targets):
        target = &answers.of_ranks[i]
        count += <int64_t>weights.rank_weights[at, target.first] * hands.number_by_ranks(target, pattern)
    for field in range(FIELDS):
        total[field] = count * answers.ranks[which][pattern * FIELDS + field]
    if count == 0:
        return 0
    for view in range(answers.views):
        memset(many, 0, sizeof(int32_t) * looks)
        for i in range(answers.view_targets[view]):
            number = hands.number(&answers.of_views[view][i], pattern)
            of_first = &weights.look_weights[answers.of_views[view][i].first, first_weight]
            for look in range(looks):
                many[look] += <int32_t>(of_first[look] * number_of(&number, look))
        answer = answers.of_look(which, view, start)
        for look in range(looks):
            for field in range(FIELDS):
                total[field] += <int64_t>many[look] * answer[FIELDS * look + field]
    return count
