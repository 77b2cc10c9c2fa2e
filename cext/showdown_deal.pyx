"""One showdown the slow way: every dealer hand is dealt and valued. A check on the sweeps, with no idea in common."""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t
from cext.hand cimport Ranking, ranking_init, strength3, strength5

cdef enum:
    FIRST_JOKER = 52
    OUTCOMES = 6

cdef struct Deal:
    Ranking ranking
    int size
    uint32_t mine                # strength of the player's hand
    uint32_t weak_below
    const uint8_t* cards         # that the dealer can get
    int count
    int64_t outcomes[OUTCOMES]

# Cards by suit, and jokers.
cdef struct Held:
    uint32_t sets[4]
    int jokers


cdef inline void take(Held* held, uint8_t card) noexcept nogil:
    if card >= FIRST_JOKER:
        held.jokers += 1
    else:
        held.sets[card & 3] |= <uint32_t>1 << (card >> 2)


cdef inline uint32_t strength(const Deal* deal, const Held* held) noexcept nogil:
    if deal.size == 3:
        return strength3(&deal.ranking, held.sets[0], held.sets[1], held.sets[2], held.sets[3], held.jokers)
    return strength5(&deal.ranking, held.sets[0], held.sets[1], held.sets[2], held.sets[3], held.jokers)


cdef void deal_more(Deal* deal, const Held* held, int first, int cards) noexcept nogil:
    """Give the dealer `cards` more cards from the first on, in every way, and count each outcome."""
    cdef Held more
    cdef uint32_t theirs
    cdef int at, outcome
    if cards == 0:
        theirs = strength(deal, held)
        outcome = 0 if theirs < deal.mine else 1 if theirs == deal.mine else 2
        deal.outcomes[outcome + (3 if theirs < deal.weak_below else 0)] += 1
        return
    for at in range(first, deal.count - cards + 1):
        more = held[0]
        take(&more, deal.cards[at])
        deal_more(deal, &more, at + 1, cards - 1)


def deal_all(
    const uint8_t[::1] hand, const uint8_t[::1] board, const uint8_t[::1] left, int dealt, uint32_t weak_below,
    int size, int joker_kind, bint wheel_second, bint five_above,
):
    """Outcomes (win, tie, loss, then the same against a dealer below the threshold) over all hands from `left`."""
    cdef Deal deal
    cdef Held mine, theirs
    cdef int i
    ranking_init(&deal.ranking, joker_kind, wheel_second, five_above)
    deal.size, deal.weak_below, deal.cards, deal.count = size, weak_below, &left[0], <int>left.shape[0]
    for i in range(OUTCOMES):
        deal.outcomes[i] = 0
    theirs.jokers = 0
    for i in range(4):
        theirs.sets[i] = 0
    for i in range(board.shape[0]):
        take(&theirs, board[i])
    mine = theirs
    for i in range(hand.shape[0]):
        take(&mine, hand[i])
    with nogil:
        deal.mine = strength(&deal, &mine)
        deal_more(&deal, &theirs, 0, dealt)
    return np.array([deal.outcomes[i] for i in range(OUTCOMES)], dtype=np.int64)
