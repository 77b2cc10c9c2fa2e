"""Hands of a round: cards gathered from several places, what they are worth, and which questions they pass."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.asked cimport cards_pass
from cext.bits cimport popcount, top_bit
from cext.cards cimport SUITS, colours_of, is_joker
from cext.hand cimport FIVE_WILDS, MAX_WILDS, TYPE_SHIFT, Ranking, strength_of
from cext.held cimport held_types
from cext.line cimport EITHER, NATURAL, Cards, Line, strength_passes
from cext.lines cimport cards_init, satisfies

cdef enum:
    SUIT_BITS = 16
    KEPT_BITS = 12
    KEPT = 1 << KEPT_BITS
    # No value: those of hand.pxd are below 2**27.
    NO_VALUE = 0xFFFFFFFF

# Cards without their order: the ranks in each suit, 16 bits a suit, and how many stand for others.
cdef struct Pile:
    uint64_t plain         # cards that are not wild
    uint64_t printed       # all but jokers, wild ranks as they are
    int wilds
    int jokers

# What is asked of one hand: `count` questions, the first of them is bit `first` of the answers.
cdef struct Asked:
    int size               # how many cards count
    int first
    int count
    bint any_reading       # questions are asked of whatever the cards make, not of the best hand
    bint five_wilds        # five wild cards rank above everything
    uint64_t of_cards      # questions about the cards themselves, as bits of this hand's own
    uint64_t without       # those that ask what the cards hold
    const Line* lines

# The answers for the last value with each hash.
cdef struct Answers:
    uint32_t value[KEPT]
    uint64_t passed[KEPT]


cdef inline void pile_clear(Pile* self) noexcept nogil:
    self.plain = self.printed = 0
    self.wilds = self.jokers = 0


cdef inline void pile_add(Pile* self, const Pile* other) noexcept nogil:
    self.plain |= other.plain
    self.printed |= other.printed
    self.wilds += other.wilds
    self.jokers += other.jokers


cdef inline void pile_of_card(Pile* pile, int card, bint wild) noexcept nogil:
    pile_clear(pile)
    if is_joker(card):
        pile.jokers = 1
    else:
        pile.printed = <uint64_t>1 << (SUIT_BITS * (card & 3) + (card >> 2))
    if wild:
        pile.wilds = 1
    else:
        pile.plain = pile.printed


cdef inline void pile_suits(uint64_t packed, uint32_t* suits) noexcept nogil:
    cdef int suit
    for suit in range(SUITS):
        suits[suit] = packed >> (SUIT_BITS * suit) & 0xFFFF


cdef inline uint32_t pile_value(const Ranking* R, const Asked* asked, const Pile* pile, uint32_t* suits) noexcept nogil:
    """The value of the best cards, with its natural bit; `suits` are set to the cards that are not wild."""
    cdef int wilds = min(pile.wilds, <int>MAX_WILDS)
    cdef uint32_t strength
    cdef int naturals
    pile_suits(pile.plain, suits)
    strength = strength_of(R, asked.size, suits, wilds)
    if asked.five_wilds and wilds == MAX_WILDS and asked.size == MAX_WILDS:
        return ((<uint32_t>FIVE_WILDS << TYPE_SHIFT) | (strength & 0xFFFFF)) << 1
    if wilds == 0:
        return strength << 1 | 1
    naturals = popcount(suits[0]) + popcount(suits[1]) + popcount(suits[2]) + popcount(suits[3])
    return strength << 1 | (naturals >= asked.size and strength_of(R, asked.size, suits, 0) == strength)


cdef inline uint64_t answers_of_value(const Asked* asked, uint32_t value) noexcept nogil:
    """What questions ask of the value of the best hand; a question that asks nothing of it passes."""
    cdef uint64_t passed = 0
    cdef const Line* line
    cdef int i
    for i in range(asked.count):
        line = &asked.lines[i]
        if line.hands:
            if line.natural != EITHER and (line.natural == NATURAL) != (value & 1):
                continue
            if not strength_passes(line, value >> 1, asked.size):
                continue
        passed |= <uint64_t>1 << i
    return passed


cdef inline uint64_t top_bit64(uint64_t bits) noexcept nogil:
    return 32 + top_bit(<uint32_t>(bits >> 32)) if bits >> 32 else top_bit(<uint32_t>bits)


cdef inline uint64_t answers_of_cards(
    const Ranking* R, const Asked* asked, const Pile* pile, const uint32_t* suits, uint32_t value, uint64_t passed
) noexcept nogil:
    """The answers without those that the cards fail."""
    cdef Cards held, printed
    cdef uint32_t all_suits[SUITS]
    cdef uint64_t still = passed & asked.of_cards
    cdef uint64_t i
    if not still:
        return passed
    pile_suits(pile.printed, all_suits)
    cards_init(&held, R, False, False, asked.size, suits, pile.wilds)
    cards_init(&printed, R, False, False, asked.size, all_suits, pile.jokers)
    held.value = value
    if still & asked.without:
        held.held = held_types(&held, R, min(pile.wilds, <int>MAX_WILDS))
        held.held_natural = held_types(&held, R, 0)
    while still:
        i = top_bit64(still)
        still ^= <uint64_t>1 << i
        if not cards_pass(&held, &printed, R, &asked.lines[i], asked.size):
            passed ^= <uint64_t>1 << i
    return passed


cdef inline uint64_t answers_of_readings(
    const Ranking* R, const Asked* asked, const Pile* pile, const uint32_t* suits
) noexcept nogil:
    """Questions that any of the cards, wild ones read as they may be, can pass."""
    cdef Cards cards
    cdef uint64_t passed = 0
    cdef int i, colours = colours_of(suits)
    cards_init(&cards, R, False, True, asked.size, suits, pile.wilds)
    for i in range(asked.count):
        if satisfies(&cards, R, &asked.lines[i], False, asked.size, colours):
            passed |= <uint64_t>1 << i
    return passed


cdef inline uint32_t ask(
    const Ranking* R, const Asked* asked, const Pile* pile, Answers* kept, uint64_t* answers
) noexcept nogil:
    """The value of a hand; the questions that it passes are added to the answers."""
    cdef uint32_t suits[SUITS]
    cdef uint32_t value = pile_value(R, asked, pile, suits)
    cdef uint32_t slot
    cdef uint64_t passed
    if not asked.count:
        return value
    if asked.any_reading:
        passed = answers_of_readings(R, asked, pile, suits)
    else:
        slot = (value * <uint32_t>2654435761) >> (32 - KEPT_BITS)
        if kept.value[slot] != value:
            kept.value[slot] = value
            kept.passed[slot] = answers_of_value(asked, value)
        passed = answers_of_cards(R, asked, pile, suits, value, kept.passed[slot])
    answers[0] |= passed << asked.first
    return value
