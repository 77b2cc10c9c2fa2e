"""The front and the back of a hand that is set in two, and what lines ask of them.

Where cards of equal rank leave a choice that changes neither hand, jokers are in front as far as they can be, so that a
back is natural if it may be; a question passes if it does in one of the settings that are then left.
"""
from libc.stdint cimport uint32_t
from cext.bits cimport popcount
from cext.cards cimport RED, BLACK, SUITS
from cext.hand cimport JOKER_BUG, Ranking, strength5
from cext.line cimport Cards, Line
from cext.lines cimport cards_init, satisfies
from cext.split cimport FIRST_PAIR, Setting, Seven, leave_behind

cdef enum:
    FRONT_CARDS = 2
    BACK_CARDS = 5

# Lines that are asked of the two parts.
cdef struct PartLines:
    const Line* back
    int backs
    const Line* front
    int fronts
    bint use_best
    bint ask_held_back
    bint ask_held_front
    bint ask_suits               # a question depends on which of several equal cards are where


cdef inline void ranks_of_front(int front, int* high, int* low) noexcept nogil:
    """The inverse of front_of."""
    if front >= FIRST_PAIR:
        high[0] = low[0] = front - FIRST_PAIR
        return
    high[0] = 1
    while high[0] * (high[0] + 1) // 2 <= front:
        high[0] += 1
    low[0] = front - high[0] * (high[0] - 1) // 2


cdef inline bint lies_in_front(const Cards* front, const Line* line, bint bug) noexcept nogil:
    """Are the ranks that the line wants beside a royal flush those in front, in one suit or in any suits?"""
    cdef int suit, jokers = 0 if bug else front.jokers
    if line.beside_any:
        return popcount(line.beside & ~front.at_least[1]) <= jokers
    for suit in range(SUITS):
        if popcount(line.beside & ~front.suits[suit]) <= jokers:
            return True
    return False


cdef inline uint32_t answers_of(
    const Ranking* R, const PartLines* asked, const Cards* back, const Cards* front
) noexcept nogil:
    """Bit i for line i of the back, then the lines of the front, at most 32 of both. No line asks for a colour."""
    cdef uint32_t answers = 0
    cdef Line line
    cdef int i
    for i in range(asked.backs):
        line = asked.back[i]
        line.beside = 0
        if satisfies(back, R, &line, asked.use_best, BACK_CARDS, RED | BLACK):
            if asked.back[i].beside == 0 or lies_in_front(front, &asked.back[i], R.joker == JOKER_BUG):
                answers |= <uint32_t>1 << i
    for i in range(asked.fronts):
        if satisfies(front, R, &asked.front[i], asked.use_best, FRONT_CARDS, RED | BLACK):
            answers |= <uint32_t>1 << (asked.backs + i)
    return answers


cdef inline uint32_t part_answers(
    const Ranking* R, const Seven* hand, const Setting* setting, const PartLines* asked
) noexcept nogil:
    """What the hand answers as it is set."""
    cdef uint32_t left[SUITS]
    cdef uint32_t laid[SUITS]
    cdef int one, two, suit, high, low, jokers, fewest = hand.jokers + 1
    cdef uint32_t answers = 0
    cdef Cards back, front
    ranks_of_front(setting.front, &high, &low)
    for one in range(4, -1, -1):
        for two in range(4 if high != low else one, -1, -1):
            if not leave_behind(left, &jokers, R, hand, one, high, two, low) or jokers > fewest:
                continue
            if jokers == fewest and not asked.ask_suits:
                continue
            if strength5(R, left[0], left[1], left[2], left[3], jokers) != setting.back:
                continue
            if jokers < fewest:
                fewest = jokers
                answers = 0
            for suit in range(SUITS):
                laid[suit] = hand.suit[suit] ^ left[suit]
            cards_init(&back, R, asked.use_best, asked.ask_held_back, BACK_CARDS, left, jokers)
            cards_init(&front, R, asked.use_best, asked.ask_held_front, FRONT_CARDS, laid, hand.jokers - jokers)
            answers |= answers_of(R, asked, &back, &front)
    return answers
