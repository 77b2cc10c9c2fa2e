"""One showdown the slow way: every dealer hand is dealt and valued. A check on the sweeps, with no idea in common."""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t
from cext.cards cimport SuitSets, add_card, add_cards, clear, sets_of_cards
from cext.hand cimport Ranking, ranking_read, strength_of
from cext.weak cimport WeakRule, is_weak, weak_read

cdef enum:
    OUTCOMES = 6

cdef struct Deal:
    Ranking ranking
    int size
    uint32_t mine                # strength of the player's hand
    WeakRule weak
    const uint8_t* cards         # that the dealer can get
    int count
    int64_t outcomes[OUTCOMES]


cdef inline uint32_t strength(const Deal* deal, const SuitSets* held) noexcept nogil:
    return strength_of(&deal.ranking, deal.size, held.suits, held.jokers)


cdef void deal_more(Deal* deal, const SuitSets* held, const SuitSets* own, int first, int cards) noexcept nogil:
    """Give the dealer `cards` more cards from the first on, in every way, and count each outcome.

    `held` are all his cards, `own` those that are not on the board.
    """
    cdef SuitSets more, more_own
    cdef uint32_t theirs
    cdef int at, outcome
    if cards == 0:
        theirs = strength(deal, held)
        outcome = 0 if theirs < deal.mine else 1 if theirs == deal.mine else 2
        if is_weak(&deal.weak, strength(deal, own) if deal.weak.own_cards else theirs):
            outcome += 3
        deal.outcomes[outcome] += 1
        return
    for at in range(first, deal.count - cards + 1):
        more = held[0]
        more_own = own[0]
        add_card(&more, deal.cards[at])
        add_card(&more_own, deal.cards[at])
        deal_more(deal, &more, &more_own, at + 1, cards - 1)


def deal_all(
    const uint8_t[::1] hand, const uint8_t[::1] board, const uint8_t[::1] left, int dealt,
    const uint32_t[:, ::1] weak, bint own_cards, int size, tuple ranking,
):
    """Outcomes (win, tie, loss, then the same against a dealer who is weak) over all hands from `left`.

    `weak` are spans [low, high) of strengths, with `own_cards` of the dealer's cards that are not on the board.
    """
    cdef Deal deal
    cdef SuitSets mine, theirs, none
    cdef int i
    ranking_read(&deal.ranking, ranking)
    weak_read(&deal.weak, weak, own_cards)
    deal.size, deal.cards, deal.count = size, &left[0], <int>left.shape[0]
    for i in range(OUTCOMES):
        deal.outcomes[i] = 0
    sets_of_cards(&theirs, &board[0] if board.shape[0] else NULL, board.shape[0])
    mine = theirs
    clear(&none)
    add_cards(&mine, &hand[0], hand.shape[0])
    with nogil:
        deal.mine = strength(&deal, &mine)
        deal_more(&deal, &theirs, &none, 0, dealt)
    return np.array([deal.outcomes[i] for i in range(OUTCOMES)], dtype=np.int64)
