"""Dealt rounds with community cards: how the player's pair of each fares against every hand of the dealer.

Each round has its own board and its own pair; all pairs of the cards that are left are valued beside the board, two
faces (board_sweep.pxd) once. So the last decision of a round is made from counts, as the rules of the count make it.
"""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.board_sweep cimport MAX_COMMUNITY, RESULTS, Rules, flush_suit, strength_with, suits_of
from cext.cards cimport FIRST_JOKER, RANKS, SUITS
from cext.hand cimport ranking_read

cdef enum:
    FACES = 2 * RANKS


def against_dealers(
    const uint8_t[::1] cards, int community, tuple ranking, uint32_t base, const uint8_t[::1] player_kind,
    const uint8_t[::1] dealer_kind, int dealer_kinds, const uint8_t[:, ::1] own, const uint8_t[:, ::1] boards,
    const uint8_t[:, ::1] known, bint of_dealer
):
    """player_kinds[round] of the final hand, and counts[round, result, dealer's kind].

    `cards` are those of the deck by position; `player_kind` and `dealer_kind` have kinds by strength, from `base` on.
    `own` and `boards` are rows of positions, all different in a round; of a row of a board the first `community` are
    used. Rows of `known` have one card that the player knows too, the dealer's or nobody's, or none. Bound: a round
    counts at most C(50, 2) pairs.
    """
    if own.shape[1] != 2 or boards.shape[1] != MAX_COMMUNITY or boards.shape[0] != own.shape[0]:
        raise ValueError("every round needs two own cards and a row of community cards")
    if not 1 <= community <= MAX_COMMUNITY or not 1 <= cards.shape[0] <= FIRST_JOKER:
        raise ValueError(f"{community} community cards of {cards.shape[0]} are not dealt")
    if known.shape[0] != own.shape[0] or known.shape[1] > 1 or (of_dealer and not known.shape[1]):
        raise ValueError("every round has one known card, or none; one of the dealer's must be known")
    if own.shape[0] and max(np.max(own), np.max(boards), np.max(known, initial=0)) >= cards.shape[0]:
        raise ValueError(f"a position is not below {cards.shape[0]}")
    cdef Rules rules
    cdef Py_ssize_t row
    cdef int i
    memset(&rules, 0, sizeof(Rules))
    ranking_read(&rules.ranking, ranking)
    rules.size = <int>cards.shape[0]
    rules.community = community
    rules.hand = min(5, community + 2)
    rules.kinds = dealer_kinds
    rules.base = base
    rules.player_kind = &player_kind[0]
    rules.dealer_kind = &dealer_kind[0]
    for i in range(rules.size):
        rules.cards[i] = cards[i]
    rules.known, rules.of_dealer = -1, of_dealer
    kinds = np.empty(own.shape[0], dtype=np.uint8)
    counts = np.zeros((own.shape[0], RESULTS * dealer_kinds), dtype=np.int64)
    cdef uint8_t[::1] kinds_view = kinds
    cdef int64_t[:, ::1] counts_view = counts
    with nogil:
        for row in range(own.shape[0]):
            if known.shape[1]:
                rules.known = known[row, 0]
            kinds_view[row] = meet_all(&rules, own[row, 0], own[row, 1], &boards[row, 0], &counts_view[row, 0])
    return kinds, counts


cdef inline void count_result(const Rules* rules, uint32_t own, uint32_t other, int64_t* counts) noexcept nogil:
    cdef int result = 0 if own > other else 1 if own == other else 2
    counts[result * rules.kinds + rules.dealer_kind[other - rules.base]] += 1


cdef int meet_all(const Rules* rules, int first, int second, const uint8_t* board, int64_t* counts) noexcept nogil:
    """Add up counts[result, kind] over the dealer's hands; the kind of the player's final hand."""
    cdef uint32_t suits[SUITS]
    cdef uint8_t left[FIRST_JOKER]
    cdef uint8_t face[FIRST_JOKER]
    cdef uint32_t known[FACES * FACES]    # strength of two faces, 0 if not yet valued
    cdef uint64_t out = (<uint64_t>1 << first) | (<uint64_t>1 << second)
    cdef uint32_t own, other
    cdef int i, low, high, suit, card, position, many = 0
    for i in range(rules.community):
        out |= <uint64_t>1 << board[i]
    if rules.known >= 0:
        out |= <uint64_t>1 << rules.known
    suits_of(rules, board, suits)
    suit = flush_suit(rules, suits)
    for position in range(rules.size):
        if not out >> position & 1:
            card = rules.cards[position]
            left[many] = card
            face[many] = (card >> 2) + (RANKS if (card & 3) == suit else 0)
            many += 1
    memset(known, 0, sizeof(known))
    own = strength_with(rules, suits, rules.cards[first], rules.cards[second])
    if rules.of_dealer:
        for i in range(many):
            other = strength_with(rules, suits, left[i], rules.cards[rules.known])
            count_result(rules, own, other, counts)
        return rules.player_kind[own - rules.base]
    for high in range(1, many):
        for low in range(high):
            i = face[high] * FACES + face[low]
            other = known[i]
            if not other:
                other = known[i] = strength_with(rules, suits, left[low], left[high])
            count_result(rules, own, other, counts)
    return rules.player_kind[own - rules.base]
