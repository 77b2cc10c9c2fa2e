"""What the dealer's hands are worth that a hand beats, ties with, or meets: for side bets on the dealer's cards.

The dealer's hands are gone through once, in ascending order of strength. Each adds its worth to every set of its cards;
the hands that avoid a player's hand and one more known card are then added up by inclusion and exclusion over the sets
of those cards: the sum over the sets S of known cards of (-1)^|S| times the worth of the hands that contain S.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.colex cimport Binomials, binomials_init, colex_unrank

cdef enum:
    MAX_SET = 6           # a dealer has five or six cards
    BELOW = 0
    EQUAL = 1
    EVERY = 2

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)

# Sums for all sets of up to MAX_SET cards: those of k cards start at first[k], in colex order.
cdef struct Sums:
    uint64_t* sums
    uint64_t first[MAX_SET + 2]
    int dealt


cdef inline void add_hand(Sums* self, const uint8_t* cards, uint64_t worth) noexcept nogil:
    """Add to every set of the hand's cards; the cards are ascending places in the deck."""
    cdef uint64_t index[1 << MAX_SET]
    cdef int sizes[1 << MAX_SET]
    cdef int top, mask
    index[0] = 0
    sizes[0] = 0
    self.sums[0] += worth
    for top in range(self.dealt):
        for mask in range(1 << top):
            sizes[1 << top | mask] = sizes[mask] + 1
            index[1 << top | mask] = index[mask] + BINOMIALS.c[cards[top]][sizes[mask] + 1]
            self.sums[self.first[sizes[mask] + 1] + index[1 << top | mask]] += worth


cdef inline uint64_t avoiding(const Sums* self, const uint8_t* cards, int count) noexcept nogil:
    """The worth of the hands so far that have none of these cards.

    Sums are taken modulo 2^64: terms may wrap around, the result is below 2^63 and comes out right.
    """
    cdef uint64_t index[1 << MAX_SET]
    cdef int sizes[1 << MAX_SET]
    cdef int top, mask, size
    cdef uint64_t total = self.sums[0], term
    index[0] = 0
    sizes[0] = 0
    for top in range(count):
        for mask in range(1 << top):
            size = sizes[mask] + 1
            sizes[1 << top | mask] = size
            index[1 << top | mask] = index[mask] + BINOMIALS.c[cards[top]][size]
            if size <= self.dealt:
                term = self.sums[self.first[size] + index[1 << top | mask]]
                total = total - term if size & 1 else total + term
    return total


cdef inline void face(
    const Sums* self, const uint8_t* hand, int cards, int naturals, int jokers, uint64_t* out, int field
) noexcept nogil:
    """out[column, field] for every card that may be known beside the hand: the naturals, then a joker."""
    cdef uint8_t known[MAX_SET]
    cdef int column, card, i, at, held
    for column in range(naturals + (jokers > 0)):
        card = column
        if column == naturals:
            for i in range(cards):
                card += hand[i] >= naturals
        at = 0
        held = 0
        for i in range(cards):
            held += hand[i] == card
            at += hand[i] < card
            known[i + (hand[i] > card)] = hand[i]
        if not held and card < naturals + jokers:
            known[at] = card
            out[column * 3 + field] = avoiding(self, known, cards + 1)


def faced_worth(
    const uint8_t[:, ::1] hands, const uint32_t[::1] strengths, const uint32_t[::1] order,
    int naturals, int jokers, int dealt, const uint32_t[::1] dealer_strengths, const uint32_t[::1] dealer_order,
    const uint16_t[::1] kinds, const uint64_t[::1] worth
):
    """[class, column, 3]: the worth of the dealer hands below, equal, and of all, that avoid a hand and one more card.

    `hands` are the classes' own hands as ascending places in the deck, `order` the classes by ascending strength.
    The dealer's hands of `dealt` cards are told by their colex index: strengths, the order of ascending strength, and
    kinds, of which `worth` tells the worth. Columns are as in showdown_draw.faced; the last is left at 0.
    The caller proves that the worth of all dealer hands adds up to less than 2^63.
    """
    cdef Py_ssize_t at = 0, stop, dealer = 0, dealers = dealer_order.shape[0], i
    cdef int cards = <int>hands.shape[1], size
    cdef uint32_t strength
    cdef uint8_t own[MAX_SET]
    cdef Sums sums
    if not 0 < dealt <= MAX_SET or cards >= MAX_SET:
        raise ValueError(f"dealer hands of {dealt} cards against {cards} are not counted")
    sums.dealt = dealt
    sums.first[0] = 0
    for size in range(MAX_SET + 1):
        sums.first[size + 1] = sums.first[size] + BINOMIALS.c[naturals + jokers][size]
    kept = np.zeros(sums.first[MAX_SET + 1], dtype=np.uint64)
    cdef uint64_t[::1] kept_view = kept
    sums.sums = &kept_view[0]
    out = np.zeros((hands.shape[0], naturals + (jokers > 0) + 1, 3), dtype=np.uint64)
    cdef uint64_t[:, :, ::1] faced = out
    with nogil:
        while at < order.shape[0]:
            strength = strengths[order[at]]
            stop = at
            while stop < order.shape[0] and strengths[order[stop]] == strength:
                stop += 1
            while dealer < dealers and dealer_strengths[dealer_order[dealer]] < strength:
                colex_unrank(&BINOMIALS, dealer_order[dealer], own, dealt)
                add_hand(&sums, own, worth[kinds[dealer_order[dealer]]])
                dealer += 1
            for i in range(at, stop):
                face(&sums, &hands[order[i], 0], cards, naturals, jokers, &faced[order[i], 0, 0], BELOW)
            while dealer < dealers and dealer_strengths[dealer_order[dealer]] == strength:
                colex_unrank(&BINOMIALS, dealer_order[dealer], own, dealt)
                add_hand(&sums, own, worth[kinds[dealer_order[dealer]]])
                dealer += 1
            for i in range(at, stop):
                face(&sums, &hands[order[i], 0], cards, naturals, jokers, &faced[order[i], 0, 0], EQUAL)
            at = stop
        while dealer < dealers:
            colex_unrank(&BINOMIALS, dealer_order[dealer], own, dealt)
            add_hand(&sums, own, worth[kinds[dealer_order[dealer]]])
            dealer += 1
        for i in range(hands.shape[0]):
            face(&sums, &hands[i, 0], cards, naturals, jokers, &faced[i, 0, 0], EVERY)
    faced_equal = out[:, :, EQUAL]
    faced_equal -= out[:, :, BELOW]
    return out
