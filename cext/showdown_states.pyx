"""From answers by look to counts by hand, and from those to states of a game with community cards.

Hands are patterns with codes (showdown_hands.pxd), listed pattern by pattern: start[shape]..start[shape + 1] - 1 are
the codes of a shape. Each code has its class (`classes`, counted from the pattern's first), the renaming of suits
that takes it to the class's own hand (`suit_to`), and `times`: for how many boards of a class it stands, seen
from the class.
"""
import numpy as np
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.cards cimport SUITS
from cext.hand cimport type_code
from cext.showdown_hands cimport code_of_sets, code_of_suit
from cext.showdown_table cimport BELOW, EQUAL, FIELDS, WEAK

cdef enum:
    # A count has the fields of an answer (below, equal, weak); after them how many of the weak hands are below and how
    # many equal, and the strength of the hand itself.
    BELOW_WEAK = FIELDS
    EQUAL_WEAK = FIELDS + 1
    STRENGTH = FIELDS + 2
    COUNT_FIELDS = FIELDS + 3
    OUTCOMES = 6

NO_HAND = -1    # stands in BELOW where a hand and the board share a card

# Answers by look: by ranks, and by each suit; for all looks, and for the hands that ask by themselves.
cdef struct Answers:
    int suits
    const int32_t* ranks
    const int32_t* own_ranks
    const int32_t* looks[SUITS]
    const int32_t* own_looks[SUITS]


cdef const int32_t* first_of(object array):
    cdef const int32_t[:, :, ::1] view = array
    return &view[0, 0, 0] if view.shape[0] else NULL


cdef Answers open_answers(tuple parts):
    """Pointers into arrays that the caller keeps: (by ranks, own by ranks, by looks, own by looks)."""
    cdef Answers answers
    cdef int suit
    ranks, own_ranks, looks, own_looks = parts
    answers.suits = <int>len(looks)
    answers.ranks = first_of(ranks)
    answers.own_ranks = first_of(own_ranks)
    for suit in range(answers.suits):
        answers.looks[suit] = first_of(looks[suit])
        answers.own_looks[suit] = first_of(own_looks[suit])
    return answers


cdef inline void own_answer(const Answers* answers, uint32_t own, int32_t* out) noexcept nogil:
    """What is answered to a hand that asks by itself."""
    cdef int suit, field
    for field in range(FIELDS):
        out[field] = answers.own_ranks[own * FIELDS + field]
        for suit in range(answers.suits):
            out[field] += answers.own_looks[suit][own * FIELDS + field]


cdef inline void look_answer(
    const Answers* answers, Py_ssize_t pattern, uint32_t first_look, uint32_t code, int32_t* out
) noexcept nogil:
    """What is answered to the looks of a hand."""
    cdef const int32_t* ranks = answers.ranks + pattern * FIELDS
    cdef const int32_t* look
    cdef int32_t below = ranks[BELOW], equal = ranks[EQUAL], weak = ranks[WEAK]
    cdef int suit
    for suit in range(answers.suits):
        look = answers.looks[suit] + (first_look + code_of_suit(code, suit)) * FIELDS
        below += look[BELOW]
        equal += look[EQUAL]
        weak += look[WEAK]
    out[BELOW] = below
    out[EQUAL] = equal
    out[WEAK] = weak


cdef inline void split_weak(int32_t* count, uint32_t weak_below) noexcept nogil:
    """Where all hands below a threshold are weak, and no others."""
    cdef bint is_weak = <uint32_t>count[STRENGTH] < weak_below
    count[BELOW_WEAK] = count[BELOW] if is_weak else count[WEAK]
    count[EQUAL_WEAK] = count[EQUAL] if is_weak else 0


def hand_counts(
    tuple all_answers, object weak_answers, uint32_t weak_below,
    const uint32_t[::1] own_indices, const uint32_t[::1] own_strengths, const uint32_t[::1] board_sets,
    const uint16_t[::1] ranks, const uint8_t[::1] shapes, const uint32_t[::1] look_start,
    const uint32_t[::1] strengths, const uint32_t[::1] start, const uint32_t[::1] codes,
):
    """Counts of all hands: rows [below, equal, weak, weak below, weak equal, strength]; NO_HAND first where the board
    has a card of it.

    Answers are (by ranks, own by ranks, by looks, own by looks). Weak hands are those below `weak_below`, or have
    answers of their own.
    """
    cdef Answers answers = open_answers(all_answers), of_weak
    cdef bint swept = weak_answers is not None
    cdef Py_ssize_t hands = 0, pattern
    cdef uint32_t at, index = 0, own = 0, taken
    cdef uint32_t board[SUITS]
    cdef int suit
    cdef int32_t weak[FIELDS]
    if swept:
        of_weak = open_answers(weak_answers)
    for suit in range(SUITS):
        board[suit] = board_sets[suit]
    for pattern in range(ranks.shape[0]):
        hands += start[shapes[pattern] + 1] - start[shapes[pattern]]
    out = np.empty((hands, COUNT_FIELDS), dtype=np.int32)
    cdef int32_t[:, ::1] counts = out
    with nogil:
        for pattern in range(ranks.shape[0]):
            taken = code_of_sets(board, ranks[pattern])
            for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                if codes[at] & taken:
                    counts[index, BELOW] = -1
                    index += 1
                    continue
                if own < own_indices.shape[0] and own_indices[own] == index:
                    own_answer(&answers, own, &counts[index, 0])
                    if swept:
                        own_answer(&of_weak, own, weak)
                    counts[index, STRENGTH] = own_strengths[own]
                    own += 1
                else:
                    look_answer(&answers, pattern, look_start[pattern], codes[at], &counts[index, 0])
                    if swept:
                        look_answer(&of_weak, pattern, look_start[pattern], codes[at], weak)
                    counts[index, STRENGTH] = strengths[pattern]
                if swept:
                    counts[index, WEAK] = weak[WEAK]
                    counts[index, BELOW_WEAK] = weak[BELOW]
                    counts[index, EQUAL_WEAK] = weak[EQUAL]
                else:
                    split_weak(&counts[index, 0], weak_below)
                index += 1
    return out


cdef inline void outcomes_of(const int32_t* count, int32_t deals, int32_t* outcomes) noexcept nogil:
    """Win, tie, loss against a dealer who qualifies, then the same against one who is weak."""
    cdef int32_t above = deals - count[BELOW] - count[EQUAL]
    outcomes[3] = count[BELOW_WEAK]
    outcomes[4] = count[EQUAL_WEAK]
    outcomes[5] = count[WEAK] - count[BELOW_WEAK] - count[EQUAL_WEAK]
    outcomes[0] = count[BELOW] - outcomes[3]
    outcomes[1] = count[EQUAL] - outcomes[4]
    outcomes[2] = above - outcomes[5]


cdef inline bint possible(const int32_t* outcomes) noexcept nogil:
    cdef int i
    for i in range(OUTCOMES):
        if outcomes[i] < 0:
            return False
    return True


def hand_outcomes(const int32_t[:, ::1] counts, int32_t deals):
    """(outcomes of each hand against `deals` dealer hands, whether all of them are possible).

    Outcomes are win, tie, loss against a dealer who qualifies, then win, tie, loss against one who does not.
    """
    cdef Py_ssize_t hand
    cdef bint good = True
    out = np.empty((counts.shape[0], OUTCOMES), dtype=np.int32)
    cdef int32_t[:, ::1] outcomes = out
    with nogil:
        for hand in range(counts.shape[0]):
            outcomes_of(&counts[hand, 0], deals, &outcomes[hand, 0])
            good = good and possible(&outcomes[hand, 0])
    return out, bool(good)


cdef inline Py_ssize_t column_of(int column, int suit, const uint8_t* suit_to) noexcept nogil:
    """The column of a board card after renaming suits; a joker (suit -1) is never renamed."""
    return column if suit < 0 else column + suit_to[suit]


def add_board(
    uint32_t[:, :, ::1] states, const int32_t[:, ::1] counts, int32_t deals,
    const int32_t[::1] card_columns, const int32_t[::1] card_suits, const uint32_t[::1] joker_ways,
    const uint8_t[::1] jokers, const uint8_t[::1] shapes, const uint32_t[::1] class_start,
    const uint32_t[::1] start, const uint16_t[::1] classes, const uint8_t[:, ::1] suit_to, const uint8_t[::1] times,
):
    """Add a board to states[column, class, outcome], once for each of its cards as the one that is known.

    `card_columns` are the columns of the board's cards, without their suits for those that have one (`card_suits`,
    else -1). joker_ways[j] is the number of ways to pick the board's jokers beside a hand with j. A class gets the
    board `times` over in one column; spread_states shares it among the columns that renaming suits exchanges.
    Bound: at most 4 exchanged columns x 52 second cards x C(47, 5) dealer hands < 2^32.
    """
    cdef Py_ssize_t pattern, column
    cdef uint32_t at, index = 0, many
    cdef int card, i
    cdef int32_t outcomes[OUTCOMES]
    cdef uint32_t* state
    cdef bint good = True
    with nogil:
        for pattern in range(shapes.shape[0]):
            for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                if counts[index, BELOW] >= 0 and joker_ways[jokers[pattern]]:
                    outcomes_of(&counts[index, 0], deals, outcomes)
                    good = good and possible(outcomes)
                    many = times[at] * joker_ways[jokers[pattern]]
                    for card in range(card_columns.shape[0]):
                        column = column_of(card_columns[card], card_suits[card], &suit_to[at, 0])
                        state = &states[column, class_start[pattern] + classes[at], 0]
                        for i in range(OUTCOMES):
                            state[i] += many * <uint32_t>outcomes[i]
                index += 1
    return bool(good)


def tally_board(
    uint64_t[:, :, ::1] totals, const uint8_t[:, ::1] actions, const uint32_t[::1] weights,
    const int32_t[:, ::1] counts, int32_t deals,
    const int32_t[::1] card_columns, const int32_t[::1] card_suits, const uint32_t[::1] joker_ways,
    const uint8_t[::1] jokers, const uint8_t[::1] shapes, const uint32_t[::1] class_start,
    const uint32_t[::1] start, const uint16_t[::1] classes, const uint8_t[:, ::1] suit_to, const uint8_t[::1] times,
):
    """Add a board to totals[action, type of the hand, outcome], by the action taken in each state.

    `actions` is [column, class], `weights` how many hands each class has; the rest is as in add_board. Bound: all
    deals with two community cards in order are C(53, 5) x 48 x 47 x C(46, 5) < 2^53.
    """
    cdef Py_ssize_t pattern, column, hand_class
    cdef uint32_t at, index = 0, kind
    cdef uint64_t many
    cdef int card, i
    cdef int32_t outcomes[OUTCOMES]
    cdef uint64_t* total
    with nogil:
        for pattern in range(shapes.shape[0]):
            for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                if counts[index, BELOW] >= 0 and joker_ways[jokers[pattern]]:
                    outcomes_of(&counts[index, 0], deals, outcomes)
                    kind = type_code(<uint32_t>counts[index, STRENGTH])
                    hand_class = class_start[pattern] + classes[at]
                    many = <uint64_t>weights[hand_class] * times[at] * joker_ways[jokers[pattern]]
                    for card in range(card_columns.shape[0]):
                        column = column_of(card_columns[card], card_suits[card], &suit_to[at, 0])
                        total = &totals[actions[column, hand_class], kind, 0]
                        for i in range(OUTCOMES):
                            total[i] += many * <uint32_t>outcomes[i]
                index += 1


def spread_states(
    uint32_t[:, :, ::1] states, const uint32_t[::1] codes, const uint8_t[::1] jokers,
    int suits, int ranks, int deck_jokers, uint64_t deals,
):
    """Share each sum among the columns that renaming suits exchanges; whether all came out even and complete.

    `codes` and `jokers` are those of the classes. Two suits that hold the same cards of a hand are exchanged, and so
    are the jokers that it does not hold. A state has either no outcome (the hand holds the card) or `deals`.
    """
    cdef Py_ssize_t hand_class
    cdef int rank, suit, alike
    cdef bint good = True
    with nogil:
        for hand_class in range(codes.shape[0]):
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
    """Replace the sum over some columns, in each of them, by its equal part; whether that is a whole state."""
    cdef uint64_t total, whole = 0
    cdef bint good = True
    cdef int i, j
    for i in range(OUTCOMES):
        total = 0
        for j in range(columns):
            total += states[column + j, hand_class, i]
        good = good and total % parts == 0
        for j in range(columns):
            states[column + j, hand_class, i] = <uint32_t>(total // parts)
        whole += total // parts
    return good and (whole == deals or whole == 0)
