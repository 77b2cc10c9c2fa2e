"""What hands of dealt rounds answer to the questions of a game (round_hands.pxd)."""
import numpy as np
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from cext.hand cimport Ranking, ranking_read
from cext.line cimport Line
from cext.round_hands cimport KEPT, NO_VALUE, Answers, Asked, Pile, ask, pile_add, pile_clear, pile_of_card


def answers(
    tuple ranking, const uint8_t[::1] deck, const uint8_t[::1] wild, const uint8_t[:, ::1] cards, list hands
):
    """What hands of many rounds answer, as bits: [round].

    `hands` are (places of their cards in a row, cards that lie there always and whether they are wild, and what
    `Leaves` is told of a hand, without its cells).
    """
    cdef Ranking R
    cdef Answers* kept
    cdef Asked asked
    cdef Pile pile, fixed, one
    cdef const uint8_t[::1] places, more, more_wild
    cdef const Line[::1] lines
    cdef Py_ssize_t row, i
    cdef uint64_t bits
    out = np.zeros(cards.shape[0], dtype=np.uint64)
    cdef uint64_t[::1] answered = out
    ranking_read(&R, ranking)
    for where, lying, lying_wild, size, records, first, of_cards, without, any_reading, five_wilds in hands:
        places, more, more_wild, lines = where, lying, lying_wild, records
        asked.size, asked.first, asked.count = size, first, <int>lines.shape[0]
        asked.of_cards, asked.without = of_cards, without
        asked.any_reading, asked.five_wilds = any_reading, five_wilds
        asked.lines = &lines[0] if lines.shape[0] else NULL
        pile_clear(&fixed)
        for i in range(more.shape[0]):
            pile_of_card(&one, more[i], more_wild[i])
            pile_add(&fixed, &one)
        kept = <Answers*>malloc(sizeof(Answers))
        if kept == NULL:
            raise MemoryError("no memory for answers")
        for i in range(KEPT):
            kept.value[i] = NO_VALUE
        with nogil:
            for row in range(cards.shape[0]):
                pile = fixed
                for i in range(places.shape[0]):
                    pile_of_card(&one, deck[cards[row, places[i]]], wild[cards[row, places[i]]])
                    pile_add(&pile, &one)
                bits = 0
                ask(&R, &asked, &pile, kept, &bits)
                answered[row] |= bits
        free(kept)
    return out
