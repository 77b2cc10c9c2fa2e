"""How many hands satisfy which paytable lines: tallies of line sets over suit classes."""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.cards cimport (
    BLACK, FIRST_JOKER, RANKS, RED, SUITS, SuitSets, colours_of, copy_suits, sets_of_cards,
)
from cext.colex cimport Binomials, binomials_init, colex_rank
from cext.hand cimport Ranking, ranking_read
from cext.line cimport MAX_CARDS, Cards, Line, check_lines
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
            sets[row] = line_set(&cards, &R, first, count, use_best, size, colours_of(held.suits))
    return out


def tally_lines(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers, const Line[::1] lines,
    bint use_best, int size, tuple ranking,
    const uint8_t[:, ::1] colour_ways, const uint8_t[::1] suit_ways
):
    """{set of lines satisfied: number of hands} for the classes given.

    A class counts `weights` hands. Of the suit_ways[u] choices of the u suits that its hands use, colour_ways[c, u]
    have the colours c (bits, see colours_of), so that share of the class has them; a choice of suits splits the class
    evenly.
    """
    cdef Py_ssize_t row
    cdef int used, colours, count = <int>lines.shape[0]
    cdef uint32_t suits[SUITS]
    cdef uint64_t weight
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
            for colours in range(<int>colour_ways.shape[0]):
                weight = <uint64_t>weights[row] // suit_ways[used] * colour_ways[colours, used]
                if weight:
                    tally_add(&tally, line_set(&cards, &R, first, count, use_best, size, colours), weight)
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
            satisfied = line_set(&cards, &R, first_in_any_suit, count, use_best, size, RED | BLACK)
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
                tally_add(&tally, line_set(&cards, &R, first, count, use_best, size, colours_of(suits)), 1)
                more = next_arrangement(arranged, suit_count)
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)


def tally_two_lists(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers,
    const Line[::1] lines, const Line[::1] others, bint use_best, bint use_best_others, int size, tuple ranking
):
    """{lines satisfied | other lines satisfied << 32: number of hands}: two lists of lines, each with its own use.

    Lines about colour are not for this tally.
    """
    cdef Py_ssize_t row
    cdef int count = <int>lines.shape[0], count_others = <int>others.shape[0]
    cdef uint32_t suits[SUITS]
    cdef uint64_t satisfied
    cdef bint ask_held, ask_held_others
    cdef const Line* first = &lines[0] if count else NULL
    cdef const Line* first_other = &others[0] if count_others else NULL
    cdef Cards cards
    cdef Ranking R
    cdef Tally tally
    if sets.shape[0] == 0:
        return {}
    check_lines(count, cards_of_classes(sets, jokers), size)
    check_lines(count_others, cards_of_classes(sets, jokers), size)
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 line sets")
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        ask_held_others = any_asks_held(first_other, count_others, use_best_others)
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
            satisfied = line_set(&cards, &R, first, count, use_best, size, False)
            cards_init(&cards, &R, use_best_others, ask_held_others, size, suits, jokers)
            satisfied |= line_set(&cards, &R, first_other, count_others, use_best_others, size, False) << 32
            tally_add(&tally, satisfied, weights[row])
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)


cdef inline int list_cards(
    const uint16_t* sets, const uint8_t* deck_suits, int suits, int jokers, uint8_t* out
) noexcept nogil:
    """The cards of a class's hand in ascending order; how many they are."""
    cdef int rank, suit, joker, count = 0
    for rank in range(RANKS):
        for suit in range(suits):
            if sets[suit] >> rank & 1:
                out[count] = 4 * rank + deck_suits[suit]
                count += 1
    for joker in range(jokers):
        out[count] = FIRST_JOKER + joker
        count += 1
    return count


cdef int parts_marked(
    const Binomials* B, const uint8_t* cards, int count, int part, const uint8_t* marked
) noexcept nogil:
    """How many of the parts of so many cards are marked, by colex index."""
    cdef int chosen, i, at, total = 0
    cdef uint8_t own[MAX_CARDS]
    for chosen in range(1 << count):
        if popcount(chosen) == part:
            at = 0
            for i in range(count):
                if chosen >> i & 1:
                    own[at] = cards[i]
                    at += 1
            total += marked[colex_rank(B, own, part)]
    return total


def tally_lines_of_parts(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers, const Line[::1] lines,
    bint use_best, int size, tuple ranking, const uint8_t[::1] deck_suits, int part, const uint8_t[::1] marked
):
    """{lines satisfied | 1 << 32 where the part is marked: number of ways} over all parts of `part` cards of each hand.

    `marked` tells by colex index which parts are; those that a renaming of suits makes of each other must be marked
    alike. The lines look at the whole hand.
    """
    cdef Py_ssize_t row
    cdef int count = <int>lines.shape[0], cards_held, ways, marks
    cdef uint32_t suits[SUITS]
    cdef uint8_t held[MAX_CARDS]
    cdef uint64_t satisfied
    cdef bint ask_held
    cdef const Line* first = &lines[0] if count else NULL
    cdef Binomials B
    cdef Cards cards
    cdef Ranking R
    cdef Tally tally
    if sets.shape[0] == 0:
        return {}
    check_lines(count, cards_of_classes(sets, jokers), size)
    if not 1 <= part <= cards_of_classes(sets, jokers):
        raise ValueError(f"parts of {part} cards of hands of {cards_of_classes(sets, jokers)}")
    binomials_init(&B)
    if <uint64_t>marked.shape[0] < B.c[FIRST_JOKER + jokers][part]:
        raise ValueError(f"{marked.shape[0]} marks for parts of {part} of {FIRST_JOKER + jokers} cards")
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 line sets")
    with nogil:
        ask_held = any_asks_held(first, count, use_best)
        ways = <int>B.c[cards_of_classes(sets, jokers)][part]
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            cards_init(&cards, &R, use_best, ask_held, size, suits, jokers)
            satisfied = line_set(&cards, &R, first, count, use_best, size, False)
            cards_held = list_cards(&sets[row, 0], &deck_suits[0], <int>sets.shape[1], jokers, held)
            marks = parts_marked(&B, held, cards_held, part, &marked[0])
            if marks:
                tally_add(&tally, satisfied | <uint64_t>1 << 32, <uint64_t>weights[row] * marks)
            if ways > marks:
                tally_add(&tally, satisfied, <uint64_t>weights[row] * (ways - marks))
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
            after = line_set(&cards, &R, first, count, use_best, size, 0)
            for suit in range(SUITS):
                left = suits[suit]
                for rank in range(RANKS):
                    if left >> rank & 1:
                        suits[suit] = left ^ (<uint32_t>1 << rank)
                        cards_init(&cards, &R, use_best_before, ask_held_before, size, suits, jokers)
                        tally_add(
                            &tally,
                            after | line_set(
                                &cards, &R, first_before, count_before, use_best_before, size, 0
                            ) << 32,
                            weights[row],
                        )
                suits[suit] = left
            if jokers:
                cards_init(&cards, &R, use_best_before, ask_held_before, size, suits, jokers - 1)
                tally_add(
                    &tally,
                    after | line_set(
                        &cards, &R, first_before, count_before, use_best_before, size, 0
                    ) << 32,
                    <uint64_t>weights[row] * jokers,
                )
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of line sets")
        return tally_result(&tally)
    finally:
        tally_free(&tally)
