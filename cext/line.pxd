"""A paytable line as a record, and the cards that it is asked of. analyzer/game/lines.py has the plain meaning."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.bits cimport low_bit, popcount, top_bit, ACE, ACE_RANK, ALL_RANKS
from cext.cards cimport SUITS
from cext.hand cimport (
    ACE_HIGH_STRAIGHT, FIVE_OF_A_KIND_ABOVE_ROYAL, FIVE_OF_A_KIND_BELOW_ROYAL, FIVE_ORDER_FLUSH, FIVE_ORDER_HIGH_CARD,
    FIVE_ORDER_PAIR, FIVE_ORDER_STRAIGHT, FIVE_ORDER_STRAIGHT_FLUSH, FIVE_ORDER_THREE_OF_A_KIND, FIVE_WILDS,
    FLUSH_OVER_FLUSH, FLUSH_OVER_PAIR, FLUSH_OVER_STRAIGHT, FLUSH_OVER_STRAIGHT_FLUSH, FLUSH_OVER_THREE_OF_A_KIND,
    FOUR_FLUSH, FOUR_FOUR_OF_A_KIND, FOUR_HIGH_CARD, FOUR_STRAIGHT, FOUR_STRAIGHT_FLUSH, FOUR_THREE_OF_A_KIND,
    FOUR_TWO_PAIR, ROYAL_FLUSH, THREE_FLUSH, THREE_HIGH_CARD, THREE_STRAIGHT, THREE_STRAIGHT_FLUSH,
    THREE_THREE_OF_A_KIND, TWO_CARDS_PAIR, FOUR_PAIR, THREE_PAIR, type_code,
)

cdef enum:
    # Bits of Line.hands and Line.without, in the order of FIVE_CARD_TYPES of analyzer/cards/ranking.py.
    BIT_HIGH_CARD = 1 << 0
    BIT_PAIR = 1 << 1
    BIT_TWO_PAIR = 1 << 2
    BIT_THREE_OF_A_KIND = 1 << 3
    BIT_STRAIGHT = 1 << 4
    BIT_FLUSH = 1 << 5
    BIT_FULL_HOUSE = 1 << 6
    BIT_FOUR_OF_A_KIND = 1 << 7
    BIT_STRAIGHT_FLUSH = 1 << 8
    BIT_ROYAL_FLUSH = 1 << 9
    BIT_FIVE_OF_A_KIND = 1 << 10
    STRAIGHT_BITS = BIT_STRAIGHT | BIT_STRAIGHT_FLUSH | BIT_ROYAL_FLUSH

cdef enum:
    EITHER = 0
    NATURAL = 1
    WILD = 2

cdef enum:
    WHOLE_NONE = 0
    WHOLE_STRAIGHT = 1
    WHOLE_FLUSH = 2
    WHOLE_STRAIGHT_FLUSH = 3

cdef enum:
    MAX_OF_A_RANK = 4     # cards of one rank that a deck has
    MAX_CARDS = 7          # cards that a line can be asked of
    MAX_LINES = 32         # lines whose answers fit into one set

# One paytable line; _LINE_FIELDS of analyzer/game/lines.py is the same record in numpy.
cdef struct Line:
    uint32_t floor         # the least strength that satisfies the line
    uint16_t hands         # types that satisfy the line; 0: no test of the hand at all
    uint16_t ranks         # ranks that the set (or the top card) may have
    uint16_t kicker        # ranks that the lowest group of equal ranks may have
    uint16_t high          # ranks that the highest natural card may have
    uint16_t without       # types that the cards must not hold
    uint16_t without_natural   # types that the natural cards alone must not hold
    uint16_t beside        # ranks that must lie beside a royal flush; 0: no test
    uint16_t counted[5]    # [n]: ranks of which there must be exactly n natural cards
    uint8_t natural        # EITHER, NATURAL or WILD
    uint8_t jokers         # bit n: n jokers are allowed
    uint8_t colour         # RED, BLACK: all natural cards have one of these colours; 0: no test
    uint8_t suited         # bit s: the cards that make the hand may all be of suit s; 0: no test
    uint8_t by_reading     # 1: what the cards can be read as must be gone through, see made.pxd
    uint8_t whole          # WHOLE_*: what all the cards together must be
    uint8_t groups[4]      # sets of equal rank, largest first, 0 ends the list
    uint8_t ace_low        # 1: an ace is the lowest card, where `high` asks for the highest
    uint8_t beside_any     # 1: the ranks beside a royal flush may be of any suits

cdef struct Cards:
    uint32_t suits[SUITS]  # ranks held in each suit
    uint32_t at_least[7]   # [n]: ranks held at least n times without jokers; [0] is every rank
    int jokers
    int count              # how many cards, jokers included
    uint32_t value         # of the best hand, where the wager uses that ...
    uint32_t type_bit      # ... and the bit of its type
    uint32_t held          # bits of the types that the cards hold with their jokers ...
    uint32_t held_natural  # ... and without


cdef inline int check_lines(Py_ssize_t lines, Py_ssize_t cards, int size) except -1:
    """Every kernel asks this before it asks lines of the best, or of any, `size` of so many cards."""
    if lines > MAX_LINES:
        raise ValueError(f"{lines} lines, more than {MAX_LINES}")
    if not 1 <= size <= 5 or not size <= cards <= MAX_CARDS:
        raise ValueError(f"hands of {size} out of {cards} cards; lines are for 1 to 5 out of up to {MAX_CARDS}")
    return 0


cdef inline uint32_t type_bit_of_other_order(uint32_t code) noexcept nogil:
    """The bit of a three-card type in one of the orders that are not the usual one."""
    if code == FIVE_ORDER_PAIR or code == FLUSH_OVER_PAIR:
        return BIT_PAIR
    if code == FIVE_ORDER_THREE_OF_A_KIND or code == FLUSH_OVER_THREE_OF_A_KIND:
        return BIT_THREE_OF_A_KIND
    if code == FIVE_ORDER_STRAIGHT or code == FLUSH_OVER_STRAIGHT:
        return BIT_STRAIGHT
    if code == FIVE_ORDER_FLUSH or code == FLUSH_OVER_FLUSH:
        return BIT_FLUSH
    if code == FIVE_ORDER_STRAIGHT_FLUSH or code == FLUSH_OVER_STRAIGHT_FLUSH:
        return BIT_STRAIGHT_FLUSH
    return BIT_HIGH_CARD


cdef inline uint32_t type_bit(uint32_t strength) noexcept nogil:
    """The bit of a strength's type; types of fewer cards share the bits of their five-card namesakes."""
    cdef uint32_t code = type_code(strength)
    if code == FIVE_OF_A_KIND_BELOW_ROYAL or code == FIVE_OF_A_KIND_ABOVE_ROYAL:
        return BIT_FIVE_OF_A_KIND
    if code == ROYAL_FLUSH:
        return BIT_ROYAL_FLUSH
    if code == FIVE_WILDS:
        return BIT_ROYAL_FLUSH if strength >> 16 & 15 == ACE_HIGH_STRAIGHT else BIT_FIVE_OF_A_KIND
    if code < THREE_HIGH_CARD:
        return <uint32_t>1 << code
    if code >= FIVE_ORDER_HIGH_CARD:
        return type_bit_of_other_order(code)
    if code == THREE_PAIR or code == FOUR_PAIR or code == TWO_CARDS_PAIR:
        return BIT_PAIR
    if code == THREE_FLUSH or code == FOUR_FLUSH:
        return BIT_FLUSH
    if code == THREE_STRAIGHT or code == FOUR_STRAIGHT:
        return BIT_STRAIGHT
    if code == THREE_THREE_OF_A_KIND or code == FOUR_THREE_OF_A_KIND:
        return BIT_THREE_OF_A_KIND
    if code == THREE_STRAIGHT_FLUSH or code == FOUR_STRAIGHT_FLUSH:
        return BIT_STRAIGHT_FLUSH
    if code == FOUR_TWO_PAIR:
        return BIT_TWO_PAIR
    if code == FOUR_FOUR_OF_A_KIND:
        return BIT_FOUR_OF_A_KIND
    return BIT_HIGH_CARD


cdef inline uint32_t main_rank_bit(uint32_t strength, int size) noexcept nogil:
    """The rank of the hand's set, or of its top card; the top of the wheel is its five (four, three)."""
    cdef uint32_t rank = (strength >> 16) & 15
    if type_bit(strength) & STRAIGHT_BITS:
        if rank == ACE_HIGH_STRAIGHT:
            rank = 14
        elif rank == 14:
            rank = size
    return <uint32_t>1 << (rank - 2)


cdef inline uint32_t kicker_bit(uint32_t strength, int size) noexcept nogil:
    """The rank of the lowest group, the last one written; of a straight its lowest card, of the wheel the ace."""
    cdef uint32_t ranks = strength & 0xFFFFF
    cdef uint32_t top = ranks >> 16
    if type_bit(strength) & STRAIGHT_BITS:
        if top == ACE_HIGH_STRAIGHT:
            return <uint32_t>1 << (ACE_RANK + 1 - size)
        if top == 14 or top == <uint32_t>size:
            return ACE
        return <uint32_t>1 << (top - 1 - size)
    return <uint32_t>1 << ((ranks >> (low_bit(ranks) & ~3) & 15) - 2)


cdef inline bint strength_passes(const Line* line, uint32_t strength, int size) noexcept nogil:
    """Is a hand of that strength what the line says about its type, its least strength and its ranks?"""
    if strength < line.floor or not line.hands & type_bit(strength):
        return False
    if line.ranks != ALL_RANKS and not line.ranks & main_rank_bit(strength, size):
        return False
    return line.kicker == ALL_RANKS or line.kicker & kicker_bit(strength, size)


# --- all the cards, whatever hand they make --------------------------------------------------------------------------


cdef inline bint counts_are_right(const Cards* self, const Line* line) noexcept nogil:
    """Are there exactly as many cards of each rank as the line says, wild ranks as printed?"""
    cdef int times
    for times in range(MAX_OF_A_RANK + 1):
        if line.counted[times] & ~(self.at_least[times] & ~self.at_least[times + 1]):
            return False
    return True


cdef inline bint is_high(const Cards* self, const Line* line) noexcept nogil:
    """Has the highest natural card a rank that the line allows?"""
    cdef uint32_t naturals = self.at_least[1]
    if line.ace_low and naturals & ~<uint32_t>ACE:
        naturals &= ~<uint32_t>ACE
    return naturals != 0 and line.high >> top_bit(naturals) & 1


cdef inline bint cards_fit(const Cards* self, const Cards* printed, const Line* line) noexcept nogil:
    """What the line asks of all the cards and no order of hands decides; `printed` has wild ranks as they are printed.

    Every kernel that asks lines asks this, so a new test of this sort is written here, and no kernel passes it over.
    """
    if line.high != ALL_RANKS and not is_high(self, line):
        return False
    return counts_are_right(printed, line)
