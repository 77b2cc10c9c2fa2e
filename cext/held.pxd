"""What the cards hold, whatever else they make: a full house holds three of a kind."""
from libc.stdint cimport uint32_t
from cext.bits cimport popcount, ACE, ALL_RANKS
from cext.cards cimport SUITS
from cext.hand cimport ACE_HIGH_STRAIGHT, JOKER_BUG, Ranking
from cext.line cimport (
    BIT_FIVE_OF_A_KIND, BIT_FLUSH, BIT_FOUR_OF_A_KIND, BIT_FULL_HOUSE, BIT_HIGH_CARD, BIT_PAIR, BIT_ROYAL_FLUSH,
    BIT_STRAIGHT, BIT_STRAIGHT_FLUSH, BIT_THREE_OF_A_KIND, BIT_TWO_PAIR, Cards,
)


cdef inline uint32_t ranks_with(const Cards* self, bint bug, int times, int jokers) noexcept nogil:
    """Ranks of which the cards make at least `times` with that many jokers."""
    cdef uint32_t ranks
    if not bug:
        return self.at_least[times - jokers if times > jokers else 0]
    ranks = self.at_least[times]
    if jokers:
        ranks |= self.at_least[times - jokers if times > jokers else 0] & ACE
    return ranks


cdef inline bint holds_two_sets(
    const Cards* self, bint bug, int first, int second, uint32_t ranks, int jokers
) noexcept nogil:
    """A set of `first`, of a rank in `ranks`, and one of `second` of another rank; the jokers are shared out."""
    cdef int given
    cdef uint32_t one, other
    for given in range(jokers + 1):
        one = ranks_with(self, bug, first, given) & ranks
        other = ranks_with(self, bug, second, jokers - given)
        if one and other and popcount(one | other) >= 2:
            return True
    return False


cdef inline uint32_t held_types(const Cards* self, const Ranking* R, int jokers) noexcept nogil:
    """Bits of all types that the cards hold using at most that many jokers."""
    cdef bint bug = R.joker == JOKER_BUG
    cdef uint32_t held = BIT_HIGH_CARD
    cdef int suit, top
    if ranks_with(self, bug, 2, jokers):
        held |= BIT_PAIR
        if holds_two_sets(self, bug, 2, 2, ALL_RANKS, jokers):
            held |= BIT_TWO_PAIR
    if ranks_with(self, bug, 3, jokers):
        held |= BIT_THREE_OF_A_KIND
        if holds_two_sets(self, bug, 3, 2, ALL_RANKS, jokers):
            held |= BIT_FULL_HOUSE
        if ranks_with(self, bug, 4, jokers):
            held |= BIT_FOUR_OF_A_KIND
            if ranks_with(self, bug, 5, jokers) & R.five_ranks:
                held |= BIT_FIVE_OF_A_KIND
    if R.straight[jokers][self.at_least[1]]:
        held |= BIT_STRAIGHT
    for suit in range(SUITS):
        if popcount(self.suits[suit]) + jokers >= 5:
            held |= BIT_FLUSH
            top = R.straight[jokers][self.suits[suit]]
            if top:
                held |= BIT_STRAIGHT_FLUSH
            if top == ACE_HIGH_STRAIGHT:
                held |= BIT_ROYAL_FLUSH
    return held
