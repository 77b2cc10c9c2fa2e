"""Lines of a paytable asked of every hand of a deck (hand_table.pyx). The plain meaning is in analyzer/game/lines.py.

What a line asks of the hand that ranks highest depends on its value alone, except for suits; there are few values, so
their answers are kept. What it asks of the cards is asked of those hands that pass so far.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from cext.asked cimport cards_pass
from cext.bits cimport top_bit
from cext.cards cimport MAX_DECK_SIZE, SuitSets, add_card, clear
from cext.colex cimport MAX_CHOSEN, Binomials, binomials_init, colex_next
from cext.hand cimport MAX_WILDS, Ranking, ranking_read
from cext.held cimport held_types
from cext.line cimport EITHER, NATURAL, Cards, Line, check_lines, strength_passes
from cext.lines cimport cards_init

cdef enum:
    KEPT_BITS = 15
    KEPT = 1 << KEPT_BITS
    # No value: those of hand.pxd are below 2**27.
    NO_VALUE = 0xFFFFFFFF

# The answers for the last value with each hash.
cdef struct Answers:
    uint32_t value[KEPT]
    uint32_t satisfied[KEPT]


cdef inline uint32_t answers_for(const Line* lines, int count, uint32_t value, int size) noexcept nogil:
    """Bit i is set where what line i asks of the hand's value holds; so it is where it asks nothing of the hand."""
    cdef uint32_t satisfied = 0
    cdef int i
    for i in range(count):
        if lines[i].hands:
            if lines[i].natural != EITHER and (lines[i].natural == NATURAL) != (value & 1):
                continue
            if not strength_passes(&lines[i], value >> 1, size):
                continue
        satisfied |= <uint32_t>1 << i
    return satisfied


def line_sets_of_values(const uint32_t[::1] values, const Line[::1] lines, int size):
    """The set of lines that each value of the best `size` cards satisfies, as far as values tell."""
    cdef int count = <int>lines.shape[0]
    cdef const Line* first = &lines[0] if count else NULL
    cdef Answers* kept
    cdef Py_ssize_t row
    cdef uint32_t slot, value
    out = np.empty(values.shape[0], dtype=np.uint32)
    cdef uint32_t[::1] sets = out
    check_lines(count, size, size)
    kept = <Answers*>malloc(sizeof(Answers))
    if kept == NULL:
        raise MemoryError("no memory for the answers of some values")
    with nogil:
        for slot in range(<uint32_t>KEPT):
            kept.value[slot] = NO_VALUE
        for row in range(values.shape[0]):
            value = values[row]
            slot = (value * <uint32_t>2654435761) >> (32 - KEPT_BITS)
            if kept.value[slot] != value:
                kept.value[slot] = value
                kept.satisfied[slot] = answers_for(first, count, value, size)
            sets[row] = kept.satisfied[slot]
    free(kept)
    return out


cdef inline void read_hand(
    Cards* self, Cards* printed, const Ranking* R, const uint8_t* cards, const uint8_t* wild, const uint8_t* hand,
    int count, int size, bint ask_held
) noexcept nogil:
    """The cards of a hand: wild ones as jokers, and as printed."""
    cdef SuitSets plain, all_cards
    cdef int i
    clear(&plain)
    clear(&all_cards)
    for i in range(count):
        add_card(&all_cards, cards[hand[i]])
        if wild[hand[i]]:
            plain.jokers += 1
        else:
            add_card(&plain, cards[hand[i]])
    cards_init(self, R, False, False, size, plain.suits, plain.jokers)
    cards_init(printed, R, False, False, size, all_cards.suits, all_cards.jokers)
    if ask_held:
        self.held = held_types(self, R, min(plain.jokers, <int>MAX_WILDS))
        self.held_natural = held_types(self, R, 0)


def ask_cards(
    uint32_t[::1] sets, uint32_t asking, const uint32_t[::1] values, int count, const uint8_t[::1] cards,
    const uint8_t[::1] wild, const Line[::1] lines, int size, tuple ranking
):
    """Take from the sets of line_sets_of_values, for every `count` cards of a deck, the lines that their cards fail.

    `asking` are the lines that ask something of the cards; the others stay as they are. `without` is for hands of five.
    """
    cdef Binomials B
    cdef Ranking R
    cdef Cards held, printed
    cdef uint8_t hand[MAX_CHOSEN + 1]    # one more, for compilers that write eight bytes at once
    cdef Py_ssize_t row
    cdef uint32_t open_lines
    cdef int i
    cdef bint ask_held = False
    check_lines(lines.shape[0], count, size)
    if cards.shape[0] > MAX_DECK_SIZE or wild.shape[0] != cards.shape[0]:
        raise ValueError(f"a deck of {cards.shape[0]} cards, and for {wild.shape[0]} it is said whether they are wild")
    binomials_init(&B)
    if sets.shape[0] != values.shape[0] or <Py_ssize_t>B.c[cards.shape[0]][count] != values.shape[0]:
        raise ValueError(f"{sets.shape[0]} sets and {values.shape[0]} values of {count} of {cards.shape[0]} cards")
    ranking_read(&R, ranking)
    for i in range(<int>lines.shape[0]):
        ask_held |= lines[i].without != 0 or lines[i].without_natural != 0
    with nogil:
        for i in range(count):
            hand[i] = i
        for row in range(sets.shape[0]):
            open_lines = sets[row] & asking
            if open_lines:
                read_hand(&held, &printed, &R, &cards[0], &wild[0], hand, count, size, ask_held)
                held.value = values[row]
                while open_lines:
                    i = top_bit(open_lines)
                    open_lines ^= <uint32_t>1 << i
                    if not cards_pass(&held, &printed, &R, &lines[i], size):
                        sets[row] ^= <uint32_t>1 << i
            colex_next(hand, count)


def distinct_sets(const uint32_t[::1] sets, int most):
    """The number of each set among those that occur, and these, in order of their first hand; at most `most` of them.

    None where there are more.
    """
    cdef Py_ssize_t row
    cdef uint32_t one = 0
    cdef int known = 0, at = 0
    out = np.empty(sets.shape[0], dtype=np.uint8)
    listed = np.empty(most, dtype=np.uint32)
    cdef uint8_t[::1] numbers = out
    cdef uint32_t[::1] occur = listed
    if not 1 <= most <= 256:
        raise ValueError("a byte numbers 1 to 256 sets")
    with nogil:
        for row in range(sets.shape[0]):
            if sets[row] != one or known == 0:  # neighbours are often alike
                one = sets[row]
                at = 0
                while at < known and occur[at] != one:
                    at += 1
                if at == known:
                    if known == most:
                        known = -1
                        break
                    occur[known] = one
                    known += 1
            numbers[row] = <uint8_t>at
    return None if known < 0 else (out, listed[:known])
