"""Values of many hands at once. The value is explained in hand.pxd and read back by analyzer/cards/ranking.py.

`ranking` is Ranking.kernel_arguments, here and in all other kernels.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.cards cimport SuitSets, copy_suits, sets_of_cards
from cext.hand cimport Ranking, hand_value, ranking_read


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
