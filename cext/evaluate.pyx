"""Values of many hands at once. The value is explained in hand.pxd and read back by analyzer.ranking."""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.hand cimport Ranking, hand_value, ranking_init


def values_of_sets(
    const uint16_t[:, ::1] sets, int jokers, int size, int joker_kind, bint wheel_second, bint five_above
):
    """Value of the best `size` cards of each hand; a row is the ranks held in each of up to four suits."""
    cdef Py_ssize_t row, count = sets.shape[0]
    cdef int suits = <int>sets.shape[1], i
    cdef uint32_t suit[4]
    cdef Ranking ranking
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    for i in range(4):
        suit[i] = 0
    with nogil:
        ranking_init(&ranking, joker_kind, wheel_second, five_above)
        for row in range(count):
            for i in range(suits):
                suit[i] = sets[row, i]
            values[row] = hand_value(&ranking, size, suit[0], suit[1], suit[2], suit[3], jokers)
    return out


def values_of_cards(
    const uint8_t[:, ::1] hands, int size, int joker_kind, bint wheel_second, bint five_above
):
    """Value of the best `size` cards of each row of cards (0..51, jokers 52 and 53)."""
    cdef Py_ssize_t row, count = hands.shape[0]
    cdef int k = <int>hands.shape[1], i, jokers
    cdef uint8_t card
    cdef uint32_t suit[4]
    cdef Ranking ranking
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    with nogil:
        ranking_init(&ranking, joker_kind, wheel_second, five_above)
        for row in range(count):
            jokers = 0
            for i in range(4):
                suit[i] = 0
            for i in range(k):
                card = hands[row, i]
                if card >= 52:
                    jokers += 1
                else:
                    suit[card & 3] |= <uint32_t>1 << (card >> 2)
            values[row] = hand_value(&ranking, size, suit[0], suit[1], suit[2], suit[3], jokers)
    return out
