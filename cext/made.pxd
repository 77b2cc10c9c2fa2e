"""What some of the cards can be made into: a line that need not be the best hand.

A line applies if some `size` of the cards, jokers read as any cards that they may be, are exactly what its tests of
the hand say. Five cards of which a line asks the type, or the rank of a set, are decided at once: sets are groups of
equal rank that leave no card over, and a joker that makes a straight, a flush or a high card can always be read so
that nothing better comes of it. For everything else, and for flushes in which a joker must be an ace, all choices of
cards and all readings are gone through.
"""
from libc.stdint cimport uint8_t, uint32_t
from cext.bits cimport low_bit, popcount, ACE, ACE_RANK, ALL_RANKS
from cext.cards cimport RANKS, SUITS
from cext.groups cimport has_groups
from cext.hand cimport (
    ACE_NIBBLES, FLUSH, FOUR_FLUSH, JOKER_BUG, TYPE_SHIFT, WHEEL_NONE, Ranking, strength_of,
)
from cext.line cimport (
    BIT_FIVE_OF_A_KIND, BIT_FLUSH, BIT_FOUR_OF_A_KIND, BIT_FULL_HOUSE, BIT_HIGH_CARD, BIT_PAIR, BIT_ROYAL_FLUSH,
    BIT_STRAIGHT, BIT_STRAIGHT_FLUSH, BIT_THREE_OF_A_KIND, BIT_TWO_PAIR, MAX_CARDS, NATURAL, STRAIGHT_BITS, WILD,
    Cards, Line, strength_passes, type_bit,
)

cdef enum:
    WHEEL_RANKS = 0x100F
    LOWEST_FIVE = 0x1F         # the ranks of the straight from the deuce on
    FIVE_IN_A_ROW = 9          # straights of five ranks that do not use a low ace
    MADE_BY_SUITS = STRAIGHT_BITS | BIT_FLUSH | BIT_HIGH_CARD


# --- five cards, by type ---------------------------------------------------------------------------------------------


cdef inline void groups_of_type(uint32_t kind, uint8_t* groups) noexcept nogil:
    """How five cards of a type share ranks, largest set first; 0 ends the list."""
    groups[0], groups[1], groups[2], groups[3] = 2, 1, 1, 1
    if kind == BIT_TWO_PAIR:
        groups[0], groups[1], groups[2], groups[3] = 2, 2, 1, 0
    elif kind == BIT_THREE_OF_A_KIND:
        groups[0], groups[1], groups[2], groups[3] = 3, 1, 1, 0
    elif kind == BIT_FULL_HOUSE:
        groups[0], groups[1], groups[2], groups[3] = 3, 2, 0, 0
    elif kind == BIT_FOUR_OF_A_KIND:
        groups[0], groups[1], groups[2], groups[3] = 4, 1, 0, 0
    elif kind == BIT_FIVE_OF_A_KIND:
        groups[0], groups[1], groups[2], groups[3] = 5, 0, 0, 0


cdef inline bint makes_set(
    const Cards* self, bint bug, uint32_t named, uint32_t ranks, uint32_t five_ranks, int natural
) noexcept nogil:
    """Five cards that share ranks as one of the named types does, the set of a rank in `ranks`.

    `five_ranks` are those of which there is five of a kind.
    """
    cdef uint8_t groups[4]
    cdef uint32_t kind
    while named:
        kind = named & (~named + 1)
        named ^= kind
        groups_of_type(kind, groups)
        if has_groups(self, bug, groups, ranks & five_ranks if kind == BIT_FIVE_OF_A_KIND else ranks, natural):
            return True
    return False


cdef inline bint only_in_one_suit(const Cards* self, uint32_t ranks) noexcept nogil:
    """Are these ranks, which the cards hold, there in one suit and in no other?"""
    cdef int suit
    if ranks & self.at_least[2]:
        return False
    for suit in range(SUITS):
        if ranks & ~self.suits[suit] == 0:
            return True
    return False


cdef inline bint makes_natural_straight(const Cards* self, const Ranking* R) noexcept nogil:
    """Five natural cards in a row that are not all of one suit."""
    cdef uint32_t window = LOWEST_FIVE
    cdef uint32_t ranks = self.at_least[1]
    cdef int _
    if R.wheel != WHEEL_NONE and WHEEL_RANKS & ~ranks == 0 and not only_in_one_suit(self, WHEEL_RANKS):
        return True
    for _ in range(FIVE_IN_A_ROW):
        if window & ~ranks == 0 and not only_in_one_suit(self, window):
            return True
        window <<= 1
    return False


cdef inline bint makes_straight_flush(const Cards* self, const Ranking* R, int jokers) noexcept nogil:
    """A straight flush that is not the royal."""
    cdef uint32_t window
    cdef int suit, _
    for suit in range(SUITS):
        if popcount(self.suits[suit]) + jokers < 5:
            continue
        if R.wheel != WHEEL_NONE and popcount(WHEEL_RANKS & ~self.suits[suit]) <= jokers:
            return True
        window = LOWEST_FIVE
        for _ in range(FIVE_IN_A_ROW - 1):
            if popcount(window & ~self.suits[suit]) <= jokers:
                return True
            window <<= 1
    return False


cdef inline bint makes_natural_flush(const Cards* self, const Ranking* R) noexcept nogil:
    """Five natural cards of one suit that are not in a row; of six, some five never are."""
    cdef int suit, number
    for suit in range(SUITS):
        number = popcount(self.suits[suit])
        if number > 5 or (number == 5 and not R.straight[0][self.suits[suit]]):
            return True
    return False


cdef inline bint makes_natural_high_card(const Cards* self, const Ranking* R) noexcept nogil:
    """Five natural cards of different ranks that are neither in a row nor all of one suit."""
    cdef uint32_t ranks = self.at_least[1]
    cdef uint32_t five = ranks
    while five:
        if popcount(five) == 5 and not R.straight[0][five] and not only_in_one_suit(self, five):
            return True
        five = (five - 1) & ranks
    return False


cdef inline bint makes_high_card_with_joker(const Cards* self, const Ranking* R) noexcept nogil:
    """Five cards, one of them a joker, that are nothing better. The bug is an ace, and beside aces a pair."""
    cdef uint32_t others = self.at_least[1] & ~<uint32_t>ACE
    if R.joker != JOKER_BUG:
        return popcount(self.at_least[1]) + self.jokers >= 5
    if popcount(others) > 4:
        return True
    return popcount(others) == 4 and not R.straight[0][others | ACE]


cdef inline bint makes_by_suits(
    const Cards* self, const Ranking* R, uint32_t named, int natural
) noexcept nogil:
    """Five cards of one of the named types, which are told by suits or rows; `named` are types that the cards hold."""
    cdef bint with_joker = self.jokers > 0 and natural != NATURAL
    if named & BIT_ROYAL_FLUSH:
        return True
    if named & BIT_STRAIGHT_FLUSH and makes_straight_flush(self, R, self.jokers if with_joker else 0):
        return True
    # One joker is of another suit, or of a rank that is not in the row, if need be.
    if with_joker and named & (BIT_STRAIGHT | BIT_FLUSH):
        return True
    if named & BIT_STRAIGHT and makes_natural_straight(self, R):
        return True
    if named & BIT_FLUSH and makes_natural_flush(self, R):
        return True
    if not named & BIT_HIGH_CARD:
        return False
    if with_joker and makes_high_card_with_joker(self, R):
        return True
    return natural != WILD and makes_natural_high_card(self, R)


# --- any number of cards, by reading ---------------------------------------------------------------------------------

# Some cards with their jokers read: the ranks that are there at least 1, 2, ... times.
cdef struct Reading:
    uint32_t at_least[6]
    int size
    uint32_t suits             # bits of the suits that all its natural cards can be of
    bint has_joker
    bint only_aces             # every joker is read as an ace


cdef inline void read_rank(Reading* self, uint32_t rank) noexcept nogil:
    """One more card of that rank (a bit)."""
    cdef int level
    for level in range(5, 1, -1):
        self.at_least[level] |= self.at_least[level - 1] & rank
    self.at_least[1] |= rank


cdef inline uint32_t strength_of_aces(const Ranking* R, const Reading* self) noexcept nogil:
    """A flush with several aces: jokers beside the ace of its suit, or beside each other."""
    cdef uint32_t kind = FLUSH if self.size == 5 else FOUR_FLUSH if self.size == 4 else R.three.flush
    cdef int aces = 1
    while aces < 5 and self.at_least[aces + 1] & ACE:
        aces += 1
    return (
        kind << TYPE_SHIFT
        | (<uint32_t>ACE_NIBBLES << (4 * (5 - aces)) & 0xFFFFF)
        | R.top5[self.at_least[1] & ~<uint32_t>ACE] >> (4 * aces)
    )


cdef inline uint32_t strength_of_reading(const Ranking* R, const Reading* self, bint flush) noexcept nogil:
    """What the ranks are worth if the cards are all of one suit, or if they are not."""
    cdef uint32_t suits[SUITS]
    cdef int suit
    if flush and self.at_least[2]:
        return strength_of_aces(R, self)
    if self.at_least[5]:
        return (R.five_of_a_kind << TYPE_SHIFT) | (<uint32_t>(low_bit(self.at_least[5]) + 2) << 16)
    for suit in range(SUITS):
        suits[suit] = self.at_least[suit + 1]
    if suits[1] == 0 and not flush and self.size > 1:
        # Different ranks: one of them goes to another suit.
        suits[1] = suits[0] & (~suits[0] + 1)
        suits[0] ^= suits[1]
    return strength_of(R, self.size, suits, 0)


cdef inline bint reading_is(
    const Ranking* R, const Reading* self, const Line* line, bint flush, uint32_t suits
) noexcept nogil:
    """Does the line allow the reading, and the reading pass the line? `suits`: those that all its cards can be of."""
    cdef uint32_t strength = strength_of_reading(R, self, flush)
    if self.at_least[5] & ~R.five_ranks:
        return False
    if R.joker == JOKER_BUG and not self.only_aces and not type_bit(strength) & (STRAIGHT_BITS | BIT_FLUSH):
        return False
    if R.flush_aces and self.has_joker and not self.only_aces and type_bit(strength) == BIT_FLUSH:
        return False
    if line.suited and not line.suited & suits:
        return False
    return strength_passes(line, strength, self.size)


cdef inline bint reading_passes(const Ranking* R, const Reading* self, const Line* line) noexcept nogil:
    """Does the line pass with these ranks, in some suits that the jokers can be of?

    Cards of one suit with a rank twice would be one card twice: they are of several suits. Only where a joker in a
    flush is an ace is it one beside the suit's own ace too.
    """
    cdef bint can_be_flush = self.size >= 3 and self.at_least[2] == 0 and self.suits
    cdef bint can_have_aces = R.flush_aces and self.has_joker and self.only_aces and self.at_least[2] == ACE
    if can_be_flush and reading_is(R, self, line, True, self.suits):
        return True
    if can_have_aces and self.size >= 3 and self.suits and reading_is(R, self, line, True, self.suits):
        return True
    if can_be_flush and not self.has_joker:
        return False
    return reading_is(R, self, line, False, 0 if can_be_flush or self.at_least[2] else self.suits)


cdef inline bint jokers_pass(const Ranking* R, const Reading* self, int jokers, const Line* line) noexcept nogil:
    """Does the line pass with some ranks for that many jokers, at most two?"""
    cdef Reading one, both
    cdef int first, second
    if jokers == 0:
        return reading_passes(R, self, line)
    for first in range(RANKS):
        one = self[0]
        one.has_joker = True
        one.only_aces = first == ACE_RANK
        read_rank(&one, <uint32_t>1 << first)
        if jokers == 1:
            if reading_passes(R, &one, line):
                return True
            continue
        for second in range(first, RANKS):
            both = one
            both.only_aces = one.only_aces and second == ACE_RANK
            read_rank(&both, <uint32_t>1 << second)
            if reading_passes(R, &both, line):
                return True
    return False


cdef inline void read_naturals(
    Reading* self, const uint8_t* naturals, int chosen, int size
) noexcept nogil:
    """The natural cards whose bits are in `chosen`; jokers will make them up to `size`."""
    cdef int level
    for level in range(6):
        self.at_least[level] = 0
    self.size = size
    self.suits = (1 << SUITS) - 1
    self.has_joker = False
    self.only_aces = True
    while chosen:
        read_rank(self, <uint32_t>1 << (naturals[low_bit(chosen)] >> 2))
        self.suits &= 1 << (naturals[low_bit(chosen)] & 3)
        chosen &= chosen - 1


cdef inline int list_naturals(const Cards* self, uint8_t* naturals) noexcept nogil:
    """The natural cards one by one, at most MAX_CARDS; how many they are."""
    cdef int suit, number = 0
    cdef uint32_t ranks
    for suit in range(SUITS):
        ranks = self.suits[suit]
        while ranks and number < MAX_CARDS:
            naturals[number] = low_bit(ranks) * SUITS + suit
            ranks &= ranks - 1
            number += 1
    return number


cdef inline bint some_reading_passes(
    const Cards* self, const Ranking* R, const Line* line, int size
) noexcept nogil:
    """Every `size` of the cards in every reading."""
    cdef uint8_t naturals[MAX_CARDS]
    cdef int number = list_naturals(self, naturals)
    cdef int least = size - (0 if line.natural == NATURAL else self.jokers)
    cdef int most = size - (1 if line.natural == WILD else 0)
    cdef int chosen, taken
    cdef Reading reading
    for chosen in range(1 << number):
        taken = popcount(chosen)
        if least <= taken <= most:
            read_naturals(&reading, naturals, chosen, size)
            if jokers_pass(R, &reading, size - taken, line):
                return True
    return False


cdef inline bint makes(const Cards* self, const Ranking* R, const Line* line, int size) noexcept nogil:
    """Can some `size` of the cards be made into what the line says about the hand?"""
    cdef uint32_t named
    if line.natural == WILD and self.jokers == 0:
        return False
    if size != 5:
        return some_reading_passes(self, R, line, size)
    named = line.hands & (self.held_natural if line.natural == NATURAL else self.held)
    if named == 0:
        return False
    if line.by_reading or (R.flush_aces and self.jokers and named & BIT_FLUSH):
        return some_reading_passes(self, R, line, size)
    if named & MADE_BY_SUITS and makes_by_suits(self, R, named, line.natural):
        return True
    return makes_set(
        self, R.joker == JOKER_BUG, named & ~<uint32_t>MADE_BY_SUITS, line.ranks, R.five_ranks, line.natural
    )
