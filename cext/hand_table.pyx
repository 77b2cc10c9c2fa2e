"""Values of every hand of a deck, in order of their colex index over the deck's positions.

A value is explained in hand.pxd; its natural bit tells that none of the cards that make the hand is wild. The highest
value is the hand that ranks highest, of equal ones a natural one, which is what counts. So the value of more cards than
count is the highest value of these cards less one.

In colex order the lowest card moves first: hands that differ in it alone are a run, one for each position below the
next card's.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE, SuitSets, add_card, clear
from cext.colex cimport MAX_CHOSEN, Binomials, binomials_init, colex_rank
from cext.hand cimport FIVE_WILDS, MAX_WILDS, TYPE_SHIFT, Ranking, ranking_read, strength_of


cdef inline int check_sizes(Py_ssize_t deck, int cards, int least) except -1:
    if not least <= cards <= MAX_CHOSEN or not cards <= deck <= MAX_DECK_SIZE:
        raise ValueError(f"{cards} of {deck} cards: {least} to {MAX_CHOSEN} of up to {MAX_DECK_SIZE} are valued")
    return 0


cdef inline void first_rest(uint8_t* rest, int count) noexcept nogil:
    """The cards of the first hand above its lowest one."""
    cdef int i
    for i in range(count):
        rest[i] = i + 1


cdef inline void next_rest(uint8_t* rest, int count) noexcept nogil:
    """The next cards above the lowest one: colex_next of cext/colex.pxd for positions that start at 1."""
    cdef int i = 0, below
    while i + 1 < count and rest[i] + 1 == rest[i + 1]:
        i += 1
    rest[i] += 1
    for below in range(i):
        rest[below] = below + 1


cdef inline void add_position(SuitSets* held, const uint8_t* cards, const uint8_t* wild, int position) noexcept nogil:
    if wild[position]:
        held.jokers += 1
    else:
        add_card(held, cards[position])


cdef inline uint32_t value_of(const Ranking* R, int size, const SuitSets* held, bint five_wilds) noexcept nogil:
    """Of just `size` cards. Five wild cards that rank above everything are otherwise the best hand that there is."""
    cdef uint32_t strength = strength_of(R, size, held.suits, held.jokers)
    if five_wilds and held.jokers == MAX_WILDS:
        strength = (<uint32_t>FIVE_WILDS << TYPE_SHIFT) | (strength & 0xFFFFF)
    return (strength << 1) | (held.jokers == 0)


def values_of_best(const uint8_t[::1] cards, const uint8_t[::1] wild, int size, tuple ranking, bint five_wilds):
    """Of every `size` cards (1 to 5), all of which count.

    cards[position] is a card (cards.pxd), wild[position] tells whether it stands for others. `five_wilds` puts five
    wild cards above everything.
    """
    cdef int deck = <int>cards.shape[0]
    cdef Binomials B
    cdef Ranking R
    cdef uint8_t rest[MAX_CHOSEN]
    cdef SuitSets above, held
    cdef uint64_t row = 0, count
    cdef int i, low
    check_sizes(deck, size, 1)
    if size > 5:
        raise ValueError(f"up to five cards make a hand, not {size}")
    if wild.shape[0] != deck:
        raise ValueError(f"a deck of {deck} cards, and for {wild.shape[0]} it is said whether they are wild")
    binomials_init(&B)
    ranking_read(&R, ranking)
    count = B.c[deck][size]
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    with nogil:
        first_rest(rest, size - 1)
        while row < count:
            clear(&above)
            for i in range(size - 1):
                add_position(&above, &cards[0], &wild[0], rest[i])
            for low in range(rest[0] if size > 1 else deck):
                held = above
                add_position(&held, &cards[0], &wild[0], low)
                values[row] = value_of(&R, size, &held, five_wilds)
                row += 1
            if size > 1:
                next_rest(rest, size - 1)
    return out


def values_of_more(const uint32_t[::1] fewer, int deck, int cards):
    """Of every `cards` cards (2 to 7) from the values of one card fewer: the highest that remains without some card."""
    cdef Binomials B
    cdef uint8_t rest[MAX_CHOSEN]
    cdef uint64_t row = 0, count, start
    cdef const uint32_t* run
    cdef uint32_t* out_run
    cdef int i, j, low
    check_sizes(deck, cards, 2)
    binomials_init(&B)
    count = B.c[deck][cards]
    if <uint64_t>fewer.shape[0] != B.c[deck][cards - 1]:
        raise ValueError(f"{fewer.shape[0]} values are not those of {cards - 1} of {deck} cards")
    out = np.empty(count, dtype=np.uint32)
    cdef uint32_t[::1] values = out
    with nogil:
        first_rest(rest, cards - 1)
        while row < count:
            out_run = &values[row]
            start = colex_rank(&B, rest, cards - 1)
            for low in range(rest[0]):
                out_run[low] = fewer[start]
            for i in range(cards - 1):
                # Without rest[i]: the cards below it keep their places in the hand, those above move down by one.
                start = 0
                for j in range(cards - 1):
                    if j != i:
                        start += B.c[rest[j]][j + 2 if j < i else j + 1]
                run = &fewer[start]
                for low in range(rest[0]):
                    if run[low] > out_run[low]:
                        out_run[low] = run[low]
            row += rest[0]
            next_rest(rest, cards - 1)
    return out
