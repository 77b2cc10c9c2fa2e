"""Two community cards turned one at a time, where one card more is seen: of the dealer, of another seat, or early.

Hands are patterns with codes, listed as in showdown_states.pyx; what they face on a board, with one further card known,
comes from the sweeps (showdown_sweep.pyx, `extra`). A state is a class of hands, a first community card of one rank
(its suit is told) and the further card, a column: rank after rank, each in every suit, then a joker if there is one.
Its six outcomes are win, tie, loss against a dealer at or above the threshold, then below it.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.cards cimport RANKS, SUITS
from cext.showdown_hands cimport code_of_sets, code_of_suit, place_of
from cext.showdown_table cimport BELOW, EQUAL, FIELDS, WEAK

cdef enum:
    MORE_CARDS = 2 * RANKS + 1      # columns of an answer beside the first: cards of the suit, of the rest, a joker
    OUTCOMES = 6
    MAX_COLUMNS = RANKS * SUITS + 1
    MAX_MOVES = 24

# Answers by look: by ranks, and by each suit; for all looks, and for the hands that ask by themselves.
cdef struct Answers:
    int suits
    const int32_t* ranks
    const int32_t* own_ranks
    const int32_t* looks[SUITS]
    const int32_t* own_looks[SUITS]

# The answers to one hand.
cdef struct Hand:
    const int32_t* ranks
    const int32_t* suit[SUITS]


cdef const int32_t* first_of(object array):
    cdef const int32_t[:, :, ::1] view = array
    return &view[0, 0, 0] if view.shape[0] else NULL


cdef Answers open_answers(tuple parts):
    """Pointers into arrays that the caller keeps: (by ranks, own by ranks, by looks, own by looks)."""
    cdef Answers answers
    cdef int suit
    memset(&answers, 0, sizeof(Answers))
    ranks, own_ranks, looks, own_looks = parts
    answers.suits = <int>len(looks)
    answers.ranks = first_of(ranks)
    answers.own_ranks = first_of(own_ranks)
    for suit in range(answers.suits):
        answers.looks[suit] = first_of(looks[suit])
        answers.own_looks[suit] = first_of(own_looks[suit])
    return answers


cdef inline void answers_to(
    const Answers* answers, Py_ssize_t pattern, uint32_t first_look, uint32_t code, Py_ssize_t own, Hand* hand
) noexcept nogil:
    """Those to a hand by its looks, or (own >= 0) to one that asks by itself."""
    cdef int width = (1 + MORE_CARDS) * FIELDS, suit
    if own >= 0:
        hand.ranks = answers.own_ranks + own * width
        for suit in range(answers.suits):
            hand.suit[suit] = answers.own_looks[suit] + own * width
        return
    hand.ranks = answers.ranks + pattern * width
    for suit in range(answers.suits):
        hand.suit[suit] = answers.looks[suit] + (first_look + code_of_suit(code, suit)) * width


cdef inline void counts_beside(
    const Hand* hand, int suits, int suit, int rank, bint is_dealers, int32_t* counts
) noexcept nogil:
    """Below, equal and weak beside one further card (a joker: suit -1): dealer hands without it, or with it."""
    cdef int field, other, at
    for field in range(FIELDS):
        at = MORE_CARDS if suit < 0 else 1 + RANKS + rank
        counts[field] = hand.ranks[at * FIELDS + field]
        for other in range(suits):
            at = MORE_CARDS if suit < 0 else 1 + rank + (0 if other == suit else RANKS)
            counts[field] += hand.suit[other][at * FIELDS + field]
        if is_dealers:      # all hands, less those without the card
            counts[field] = hand.ranks[field] - counts[field]
            for other in range(suits):
                counts[field] += hand.suit[other][field]


cdef inline bint outcomes_of(
    int32_t below, int32_t equal, int32_t weak, int32_t below_weak, int32_t equal_weak, int32_t deals,
    int32_t* outcomes
) noexcept nogil:
    """Win, tie, loss against a dealer who qualifies, then against one who is weak; whether they are possible."""
    cdef int i
    outcomes[3] = below_weak
    outcomes[4] = equal_weak
    outcomes[5] = weak - below_weak - equal_weak
    outcomes[0] = below - below_weak
    outcomes[1] = equal - equal_weak
    outcomes[2] = deals - below - equal - outcomes[5]
    for i in range(OUTCOMES):
        if outcomes[i] < 0:
            return False
    return True


# What a board adds: who is weak, dealer hands beside all known cards, and whether the further card is the dealer's.
cdef struct Rules:
    bint swept
    uint32_t weak_below
    int32_t deals
    bint is_dealers
    int suits


cdef inline bint outcomes_beside(
    const Rules* rules, const Hand* hand, const Hand* of_weak, uint32_t strength, int suit, int rank, int32_t* outcomes
) noexcept nogil:
    cdef int32_t counts[FIELDS]
    cdef int32_t weak[FIELDS]
    counts_beside(hand, rules.suits, suit, rank, rules.is_dealers, counts)
    if rules.swept:
        counts_beside(of_weak, rules.suits, suit, rank, rules.is_dealers, weak)
    else:
        weak[WEAK] = counts[WEAK]
        weak[BELOW] = counts[BELOW] if strength < rules.weak_below else counts[WEAK]
        weak[EQUAL] = counts[EQUAL] if strength < rules.weak_below else 0
    return outcomes_of(counts[BELOW], counts[EQUAL], weak[WEAK], weak[BELOW], weak[EQUAL], rules.deals, outcomes)


cdef inline void add_state(
    uint32_t[:, :, :, ::1] states, Py_ssize_t hand_class, const int32_t[::1] first_suits, const uint8_t* suit_to,
    int column, uint32_t many, const int32_t* outcomes
) noexcept nogil:
    cdef int place, i
    cdef uint32_t* state
    for place in range(first_suits.shape[0]):
        state = &states[hand_class, suit_to[first_suits[place]] if first_suits[place] >= 0 else 0, column, 0]
        for i in range(OUTCOMES):
            state[i] += many * <uint32_t>outcomes[i]


def add_seen_board(
    uint32_t[:, :, :, ::1] states, tuple all_answers, object weak_answers, const uint32_t[::1] own_indices,
    const uint32_t[::1] own_strengths, const uint32_t[::1] board_sets, int board_jokers, const uint16_t[::1] ranks,
    const uint8_t[::1] jokers, const uint8_t[::1] shapes, const uint32_t[::1] look_start,
    const uint32_t[::1] strengths, const uint32_t[::1] class_start, const uint32_t[::1] start,
    const uint32_t[::1] codes, const uint16_t[::1] classes, const uint8_t[:, ::1] suit_to, const uint8_t[::1] times,
    const uint8_t[::1] deck_ranks, int deck_jokers, const int32_t[::1] first_suits, uint32_t weak_below,
    int32_t deals, bint is_dealers, Py_ssize_t first_pattern, Py_ssize_t last_pattern,
):
    """Add a board to states[class, suit of the first card, column of the further card, outcome], some patterns alone.

    `first_suits` are the suits of the board's cards that may be the first one here (-1 for a joker). `deals` are dealer
    hands: those with the further card if that is the dealer's, otherwise those without it.
    """
    cdef bint swept = weak_answers is not None
    cdef Answers answers = open_answers(all_answers)
    cdef Answers of_weak = open_answers(weak_answers if swept else all_answers)
    cdef Rules rules
    cdef Hand hand, weak_hand
    cdef int suit, rank_at, rank
    cdef Py_ssize_t pattern, index = 0, own = 0, asks, at
    cdef uint32_t code, taken, strength
    cdef uint32_t board[SUITS]
    cdef int32_t outcomes[OUTCOMES]
    cdef bint good = True
    rules.swept, rules.weak_below, rules.deals = swept, weak_below, deals
    rules.is_dealers, rules.suits = is_dealers, answers.suits
    memset(&weak_hand, 0, sizeof(Hand))
    for suit in range(SUITS):
        board[suit] = board_sets[suit]
    for pattern in range(first_pattern):
        index += start[shapes[pattern] + 1] - start[shapes[pattern]]
    while own < own_indices.shape[0] and own_indices[own] < <uint32_t>index:
        own += 1
    with nogil:
        for pattern in range(first_pattern, last_pattern):
            taken = code_of_sets(board, ranks[pattern])
            for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                code = codes[at]
                asks = -1
                strength = strengths[pattern]
                if own < own_indices.shape[0] and own_indices[own] == <uint32_t>index:
                    asks = own
                    strength = own_strengths[own]
                    own += 1
                index += 1
                if code & taken or jokers[pattern] + board_jokers > deck_jokers:
                    continue
                answers_to(&answers, pattern, look_start[pattern], code, asks, &hand)
                if rules.swept:
                    answers_to(&of_weak, pattern, look_start[pattern], code, asks, &weak_hand)
                for rank_at in range(deck_ranks.shape[0]):
                    rank = deck_ranks[rank_at]
                    for suit in range(rules.suits):
                        if board[suit] >> rank & 1 or (
                            ranks[pattern] >> rank & 1 and code >> (8 * suit + place_of(ranks[pattern], rank)) & 1
                        ):
                            continue
                        good = outcomes_beside(&rules, &hand, &weak_hand, strength, suit, rank, outcomes) and good
                        add_state(
                            states, class_start[pattern] + classes[at], first_suits, &suit_to[at, 0],
                            rank_at * rules.suits + suit_to[at, suit], times[at], outcomes
                        )
                if jokers[pattern] + board_jokers < deck_jokers:
                    good = outcomes_beside(&rules, &hand, &weak_hand, strength, -1, 0, outcomes) and good
                    add_state(
                        states, class_start[pattern] + classes[at], first_suits, &suit_to[at, 0],
                        <int>deck_ranks.shape[0] * rules.suits, times[at], outcomes
                    )
    return bool(good)


cdef int stabilizer(uint32_t code, int suits, uint8_t (*moves)[SUITS]) noexcept nogil:
    """All renamings of suits that leave a class's own hand as it is."""
    cdef int a, b, c, d, count = 0, suit
    cdef uint8_t to[SUITS]
    for a in range(suits):
        for b in range(suits if suits > 1 else 1):
            for c in range(suits if suits > 2 else 1):
                for d in range(suits if suits > 3 else 1):
                    to[0] = a
                    to[1] = b
                    to[2] = c
                    to[3] = d
                    if is_renaming(to, suits) and leaves(code, to, suits):
                        for suit in range(suits):
                            moves[count][suit] = to[suit]
                        count += 1
    return count


cdef inline bint is_renaming(const uint8_t* to, int suits) noexcept nogil:
    cdef int suit, seen = 0
    for suit in range(suits):
        seen |= 1 << to[suit]
    return seen == (1 << suits) - 1


cdef inline bint leaves(uint32_t code, const uint8_t* to, int suits) noexcept nogil:
    cdef int suit
    for suit in range(suits):
        if code_of_suit(code, suit) != code_of_suit(code, to[suit]):
            return False
    return True


def share_states(
    uint32_t[:, :, :, ::1] states, const uint32_t[::1] codes, int suits, bint first_is_joker, int naturals,
    uint64_t deals,
):
    """Share each sum among the cards that renaming suits exchanges; whether all came out even and complete.

    A state has either no outcome (its cards cannot be there) or `deals`.
    """
    cdef Py_ssize_t hand_class
    cdef int columns = <int>states.shape[2], firsts = <int>states.shape[1], count
    cdef uint8_t moves[MAX_MOVES][SUITS]
    cdef bint good = True
    cdef uint64_t sums[SUITS * MAX_COLUMNS * OUTCOMES]
    with nogil:
        for hand_class in range(states.shape[0]):
            count = stabilizer(codes[hand_class], suits, moves)
            if count > 1:
                good = average(
                    &states[hand_class, 0, 0, 0], firsts, columns, suits, naturals, first_is_joker, moves, count, sums
                ) and good
            good = complete(&states[hand_class, 0, 0, 0], firsts * columns, deals) and good
    return bool(good)


cdef bint average(
    uint32_t* states, int firsts, int columns, int suits, int naturals, bint first_is_joker,
    const uint8_t (*moves)[SUITS], int count, uint64_t* sums
) noexcept nogil:
    cdef int first, column, to_first, to_column, move, i
    cdef Py_ssize_t at, to
    cdef bint good = True
    for at in range(firsts * columns * OUTCOMES):
        sums[at] = 0
    for move in range(count):
        for first in range(firsts):
            to_first = first if first_is_joker else moves[move][first]
            for column in range(columns):
                to_column = column
                if column < naturals:
                    to_column = column - column % suits + moves[move][column % suits]
                at = (first * columns + column) * OUTCOMES
                to = (to_first * columns + to_column) * OUTCOMES
                for i in range(OUTCOMES):
                    sums[to + i] += states[at + i]
    for at in range(firsts * columns * OUTCOMES):
        good = good and sums[at] % <uint64_t>count == 0
        states[at] = <uint32_t>(sums[at] // <uint64_t>count)
    return good


cdef bint complete(const uint32_t* states, int count, uint64_t deals) noexcept nogil:
    cdef int at, i
    cdef uint64_t total
    for at in range(count):
        total = 0
        for i in range(OUTCOMES):
            total += states[at * OUTCOMES + i]
        if total != 0 and total != deals:
            return False
    return True


ctypedef fused Counter:
    uint32_t
    uint64_t


def decide_states(
    const uint32_t[:, :, :, ::1] states, const int64_t[::1] check_nets, const int64_t[::1] bet_nets,
    bint is_seen_before, int64_t[:, ::1] values, Counter[:, :, :, ::1] counts, uint16_t[:, ::1] ties,
    uint8_t[:, :, ::1] bets,
):
    """Check or bet in every state, and what that adds to the state before the first card is turned.

    That is values[class, column] and counts[class, column, check or bet, outcome] if the further card is seen before,
    else those of column 0 for all cards. `ties` counts states whose choices are equal; `bets` (if it has rows) tells
    which bet. Bounds: beside a hand and a further card there are fewer than 2**32 deals, both community cards and all
    dealer hands; for all further cards together counts of 64 bits are given.
    """
    cdef Py_ssize_t hand_class
    cdef int first, column, to, action, i
    cdef int64_t check, bet
    cdef const uint32_t* state
    cdef Counter* count
    cdef uint64_t total
    with nogil:
        for hand_class in range(states.shape[0]):
            for first in range(states.shape[1]):
                for column in range(states.shape[2]):
                    state = &states[hand_class, first, column, 0]
                    check = 0
                    bet = 0
                    total = 0
                    for i in range(OUTCOMES):
                        check += check_nets[i] * state[i]
                        bet += bet_nets[i] * state[i]
                        total += state[i]
                    if total == 0:
                        continue
                    to = column if is_seen_before else 0
                    action = 1 if bet > check else 0
                    values[hand_class, to] += bet if action else check
                    ties[hand_class, to] += bet == check
                    if bets.shape[0]:
                        bets[hand_class, first, column] = action
                    count = &counts[hand_class, to, action, 0]
                    for i in range(OUTCOMES):
                        count[i] += state[i]


def add_decided_board(
    uint32_t[:, :, :, ::1] states, const int32_t[:, ::1] counts, int32_t deals,
    const int64_t[::1] check_nets, const int64_t[::1] bet_nets, uint32_t[:, ::1] ties,
    const int32_t[::1] card_columns, const int32_t[::1] card_suits, const uint8_t[::1] jokers, int board_jokers,
    int deck_jokers, const uint8_t[::1] shapes, const uint32_t[::1] class_start,
    const uint32_t[::1] start, const uint16_t[::1] classes, const uint8_t[:, ::1] suit_to, const uint8_t[::1] times,
):
    """Check or bet with both community cards known: add a board to states[check or bet, column, class, outcome].

    Once for each of its cards as the one that was known first. `counts` are those of showdown_states.hand_counts.
    """
    cdef Py_ssize_t pattern, index = 0, hand_class, at
    cdef int card, i, column, action
    cdef int32_t outcomes[OUTCOMES]
    cdef int64_t check, bet
    cdef bint good = True
    with nogil:
        for pattern in range(shapes.shape[0]):
            for at in range(start[shapes[pattern]], start[shapes[pattern] + 1]):
                if counts[index, BELOW] >= 0 and jokers[pattern] + board_jokers <= deck_jokers:
                    good = outcomes_of(
                        counts[index, BELOW], counts[index, EQUAL], counts[index, WEAK], counts[index, FIELDS],
                        counts[index, FIELDS + 1], deals, outcomes
                    ) and good
                    check = 0
                    bet = 0
                    for i in range(OUTCOMES):
                        check += check_nets[i] * outcomes[i]
                        bet += bet_nets[i] * outcomes[i]
                    action = 1 if bet > check else 0
                    hand_class = class_start[pattern] + classes[at]
                    for card in range(card_columns.shape[0]):
                        column = card_columns[card]
                        if card_suits[card] >= 0:
                            column += suit_to[at, card_suits[card]]
                        ties[column, hand_class] += times[at] if bet == check else 0
                        for i in range(OUTCOMES):
                            states[action, column, hand_class, i] += times[at] * <uint32_t>outcomes[i]
                index += 1
    return bool(good)
