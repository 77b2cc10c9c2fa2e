"""Values of many hands at once. The value is explained in hand.pxd and read back by analyzer/cards/ranking.py.

`ranking` is Ranking.kernel_arguments, here and in all other kernels.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.cards cimport SuitSets, add_card, clear, copy_suits, sets_of_cards
from cext.colex cimport Binomials, binomials_init, colex_next
from cext.hand cimport FIVE_WILDS, TYPE_SHIFT, Ranking, hand_value, ranking_read, strength_of


def values_of_sets(const uint16_t[:, ::1] sets, int jokers, int size, tuple ranking):
    """Value of the best `size` cards of each hand; a row is the ranks held in each of up to four suits."""
    cdef Py_ssize_t row, count = sets.shape[0]
    cdef uint32_t suits[4]
    cdef Ranking R
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    ranking_read(&R, ranking)
    with nogil:
        for row in range(count):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            values[row] = hand_value(&R, size, suits[0], suits[1], suits[2], suits[3], jokers)
    return out


def values_of_cards(const uint8_t[:, ::1] hands, int size, tuple ranking):
    """Value of the best `size` cards of each row of cards (cards.pxd)."""
    cdef Py_ssize_t row, count = hands.shape[0]
    cdef SuitSets held
    cdef Ranking R
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    ranking_read(&R, ranking)
    with nogil:
        for row in range(count):
            sets_of_cards(&held, &hands[row, 0], hands.shape[1])
            values[row] = hand_value(
                &R, size, held.suits[0], held.suits[1], held.suits[2], held.suits[3], held.jokers
            )
    return out


def values_with_wild(const uint8_t[::1] cards, const uint8_t[::1] wild, tuple ranking, bint five_wilds):
    """Every five cards of a deck in order of their colex index over the deck's positions: (values, wild cards held).

    cards[position] is a card, wild[position] tells whether it stands for others; at most MAX_WILDS of five cards may.
    The natural bit: the cards as printed, wild ones too, are worth as much; a joker is printed as nothing. `five_wilds`
    puts five wild cards above everything.
    """
    cdef int size = <int>cards.shape[0]
    cdef Binomials B
    cdef Ranking R
    cdef uint8_t hand[5]
    cdef Py_ssize_t row
    cdef int i
    binomials_init(&B)
    ranking_read(&R, ranking)
    out = np.empty(B.c[size][5], dtype=np.uint32)
    held = np.empty(B.c[size][5], dtype=np.uint8)
    cdef uint32_t[::1] values = out
    cdef uint8_t[::1] wilds = held
    with nogil:
        for i in range(5):
            hand[i] = i
        for row in range(values.shape[0]):
            wilds[row] = wild[hand[0]] + wild[hand[1]] + wild[hand[2]] + wild[hand[3]] + wild[hand[4]]
            values[row] = wild_value(&R, &cards[0], &wild[0], hand, five_wilds)
            colex_next(hand, 5)
    return out, held


cdef inline uint32_t wild_value(
    const Ranking* R, const uint8_t* cards, const uint8_t* wild, const uint8_t* hand, bint five_wilds
) noexcept nogil:
    cdef SuitSets held, printed
    cdef uint32_t value
    cdef int i
    clear(&held)
    clear(&printed)
    for i in range(5):
        add_card(&printed, cards[hand[i]])
        if wild[hand[i]]:
            held.jokers += 1
        else:
            add_card(&held, cards[hand[i]])
    if held.jokers == 5 and five_wilds:
        return <uint32_t>FIVE_WILDS << (TYPE_SHIFT + 1)
    value = strength_of(R, 5, held.suits, held.jokers)
    if printed.jokers:
        return value << 1
    return (value << 1) | (held.jokers == 0 or strength_of(R, 5, printed.suits, 0) == value)
