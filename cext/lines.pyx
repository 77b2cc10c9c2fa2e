"""How many hands satisfy which paytable lines: tallies of line sets over suit classes."""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.cards cimport RANKS, SUITS, SuitSets, copy_suits, is_one_colour, sets_of_cards
from cext.hand cimport Ranking, ranking_read
from cext.line cimport Cards, Line, check_lines
from cext.lines cimport any_asks_held, cards_init, line_set
from cext.tally cimport Tally, tally_add, tally_free, tally_init


cdef dict tally_result(Tally* tally):
    """The tally as a dict of Python integers."""
    cdef uint64_t slot
    result = {}
    for slot in range(tally.mask + 1):
        if tally.counts[slot]:
            result[tally.keys[slot]] = tally.counts[slot]
    return result


cdef inline int suits_in_use(const uint32_t* suits) noexcept nogil:
    return (suits[0] != 0) + (suits[1] != 0) + (suits[2] != 0) + (suits[3] != 0)


cdef inline Py_ssize_t cards_of_classes(const uint16_t[:, ::1] sets, int jokers) noexcept nogil:
    """How many cards the hands of the classes have: all have as many."""
    cdef Py_ssize_t suit, cards = jokers
    for suit in range(sets.shape[1]):
        cards += popcount(sets[0, suit])
    return cards


cdef inline bint next_arrangement(uint16_t* sets, int suits) noexcept nogil:
    """The next lower order of the sets, each different order once; False after the last one, the ascending one."""
    cdef int last = suits - 2, other = suits - 1, low, high
    while last >= 0 and sets[last] <= sets[last + 1]:
        last -= 1
    if last < 0:
        return False
    while sets[other] >= sets[last]:
        other -= 1
    sets[last], sets[other] = sets[other], sets[last]
    low, high = last + 1, suits - 1
    while low < high:
        sets[low], sets[high] = sets[high], sets[low]
        low += 1
        high -= 1
    return True


def line_sets_of_cards(
    const uint8_t[:, ::1] hands, const Line[::1] lines,
    bint use_best, int size, tuple ranking
):
    """The set of lines that each row of cards (cards.pxd) satisfies."""
    cdef Py_ssize_t row
    cdef int count = <int>lines.shape[0]
    cdef SuitSets held
    cdef const Line* first = &lines[0] if count else NULL
    cdef bint ask_held
    cdef Cards cards
    cdef Ranking R
    out = np.empty(hands.shape[0], dtype=np.uint64)
    cdef uint64_t[::1] sets = out
    check_lines(count, hands.shape[1], size)
    ranking_read(&R, ranking)
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        for row in range(hands.shape[0]):
            sets_of_cards(&held, &hands[row, 0], hands.shape[1])
            cards_init(&cards, &R, use_best, ask_held, size, held.suits, held.jokers)
            sets[row] = line_set(&cards, &R, first, count, use_best, size, is_one_colour(held.suits))
    return out


def tally_lines(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers, const Line[::1] lines,
    bint use_best, int size, tuple ranking,
    const uint8_t[::1] colour_ways, const uint8_t[::1] suit_ways
):
    """{set of lines satisfied: number of hands} for the classes given.

    A class counts `weights` hands. Of the suit_ways[u] choices of the u suits that its hands use, colour_ways[u]
    are of one colour, so that share of the class has one colour; a choice of suits splits the class evenly.
    """
    cdef Py_ssize_t row
    cdef int used, count = <int>lines.shape[0]
    cdef uint32_t suits[SUITS]
    cdef uint64_t one_colour, weight
    cdef bint ask_held
    cdef const Line* first = &lines[0] if count else NULL
    cdef Cards cards
    cdef Ranking R
    cdef Tally tally
    if sets.shape[0] == 0:
        return {}
    check_lines(count, cards_of_classes(sets, jokers), size)
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 line sets")
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            used = suits_in_use(suits)
            cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
            weight = weights[row]
            one_colour = weight // suit_ways[used] * colour_ways[used]
            if one_colour:
                tally_add(&tally, line_set(&cards, &R, first, count, use_best, size, True), one_colour)
            if weight > one_colour:
                tally_add(&tally, line_set(&cards, &R, first, count, use_best, size, False), weight - one_colour)
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)


def tally_lines_by_suit(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers,
    const Line[::1] lines, const Line[::1] lines_in_any_suit, uint64_t apart,
    bint use_best, int size, tuple ranking, const uint8_t[::1] deck_suits
):
    """{set of lines satisfied: number of hands} for the classes given, where some lines tell suits apart.

    `apart` are the bits of those lines, `lines_in_any_suit` the same lines as far as a renaming of suits leaves the
    answer alone. Only where one of them passes that far does every hand of the class have to be looked at.
    """
    cdef Py_ssize_t row
    cdef int i, count = <int>lines.shape[0], suit_count = <int>deck_suits.shape[0]
    cdef uint32_t suits[SUITS]
    cdef uint16_t arranged[SUITS]
    cdef uint64_t satisfied
    cdef bint ask_held, more
    cdef const Line* first = &lines[0]
    cdef const Line* first_in_any_suit = &lines_in_any_suit[0]
    cdef Cards cards
    cdef Ranking R
    cdef Tally tally
    if sets.shape[0] == 0:
        return {}
    check_lines(count, cards_of_classes(sets, jokers), size)
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 line sets")
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
            satisfied = line_set(&cards, &R, first_in_any_suit, count, use_best, size, True)
            if not satisfied & apart:
                tally_add(&tally, satisfied, weights[row])
                continue
            for i in range(suit_count):
                arranged[i] = sets[row, i]
            suits[0] = suits[1] = suits[2] = suits[3] = 0
            more = True
            while more:
                for i in range(suit_count):
                    suits[deck_suits[i]] = arranged[i]
                cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
                tally_add(&tally, line_set(&cards, &R, first, count, use_best, size, is_one_colour(suits)), 1)
                more = next_arrangement(arranged, suit_count)
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)


def tally_lines_and_draw(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers,
    const Line[::1] lines, const Line[::1] lines_before, bint use_best, bint use_best_before,
    int size, tuple ranking
):
    """{lines satisfied | lines satisfied before the last card << 32: number of deals}.

    Each hand of n cards counts n times, once for each of its cards as the one drawn last; `lines_before` look at
    the other n - 1. Lines about colour are not for this tally.
    """
    cdef Py_ssize_t row
    cdef int suit, rank, count = <int>lines.shape[0], count_before = <int>lines_before.shape[0]
    cdef uint32_t suits[SUITS]
    cdef uint32_t left
    cdef uint64_t after
    cdef bint ask_held, ask_held_before
    cdef const Line* first = &lines[0] if count else NULL
    cdef const Line* first_before = &lines_before[0] if count_before else NULL
    cdef Cards cards
    cdef Ranking R
    cdef Tally tally
    if sets.shape[0] == 0:
        return {}
    check_lines(count, cards_of_classes(sets, jokers), size)
    check_lines(count_before, cards_of_classes(sets, jokers) - 1, size)
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 line sets")
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        ask_held_before = any_asks_held(first_before, count_before, use_best_before)
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
            after = line_set(&cards, &R, first, count, use_best, size, False)
            for suit in range(SUITS):
                left = suits[suit]
                for rank in range(RANKS):
                    if left >> rank & 1:
                        suits[suit] = left ^ (<uint32_t>1 << rank)
                        cards_init(&cards, &R, use_best_before, ask_held_before, size, suits, jokers)
                        tally_add(
                            &tally,
                            after | line_set(
                                &cards, &R, first_before, count_before, use_best_before, size, False
                            ) << 32,
                            weights[row],
                        )
                suits[suit] = left
            if jokers:
                cards_init(&cards, &R, use_best_before, ask_held_before, size, suits, jokers - 1)
                tally_add(
                    &tally,
                    after | line_set(
                        &cards, &R, first_before, count_before, use_best_before, size, False
                    ) << 32,
                    <uint64_t>weights[row] * jokers,
                )
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)
