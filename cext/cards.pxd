"""Card numbers, and cards as sets of ranks.

A card is rank * 4 + suit: 0 is the deuce of clubs, 51 the ace of spades, 52 and 53 are the jokers (as in
analyzer/cards/deck.py). Where their order does not matter, cards are four sets of ranks, one a suit, bit 0 for the
deuce, and a number of jokers.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    SUITS = 4
    RANKS = 13
    RANK_SETS = 1 << RANKS
    FIRST_JOKER = SUITS * RANKS
    MAX_DECK_SIZE = FIRST_JOKER + 2

cdef struct SuitSets:
    uint32_t suits[SUITS]      # the ranks held in each suit
    int jokers


cdef inline bint is_joker(int card) noexcept nogil:
    return card >= FIRST_JOKER


cdef inline void clear(SuitSets* self) noexcept nogil:
    """No cards."""
    self.suits[0] = self.suits[1] = self.suits[2] = self.suits[3] = 0
    self.jokers = 0


cdef inline void add_card(SuitSets* self, int card) noexcept nogil:
    if is_joker(card):
        self.jokers += 1
    else:
        self.suits[card & 3] |= <uint32_t>1 << (card >> 2)


cdef inline void remove_card(SuitSets* self, int card) noexcept nogil:
    """Take out a card that is there."""
    if is_joker(card):
        self.jokers -= 1
    else:
        self.suits[card & 3] ^= <uint32_t>1 << (card >> 2)


cdef inline void add_cards(SuitSets* self, const uint8_t* cards, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        add_card(self, cards[i])


cdef inline void sets_of_cards(SuitSets* self, const uint8_t* cards, Py_ssize_t count) noexcept nogil:
    """These cards and no others."""
    clear(self)
    add_cards(self, cards, count)


cdef inline void copy_suits(uint32_t* suits, const uint16_t* sets, Py_ssize_t count) noexcept nogil:
    """Four suits from the sets of a deck with up to four; the others are empty."""
    cdef Py_ssize_t i
    for i in range(SUITS):
        suits[i] = sets[i] if i < count else 0


cdef enum:
    # Bits of colours that all natural cards have.
    RED = 1                # diamonds and hearts
    BLACK = 2              # clubs and spades


cdef inline int colours_of(const uint32_t* suits) noexcept nogil:
    """The colours that all natural cards have: one, none, or both where there is no natural card."""
    return (RED if (suits[0] | suits[3]) == 0 else 0) | (BLACK if (suits[1] | suits[2]) == 0 else 0)
