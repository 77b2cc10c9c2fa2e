"""Wagers that are settled on one deal: a showdown after a discard, together with paytable lines on the same cards."""
import numpy as np
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from cext.hand cimport Ranking, ranking_init
from cext.lines cimport Cards, Line, any_asks_held, cards_init, line_set
from cext.tally cimport Tally, tally_add, tally_free, tally_init

cdef enum:
    JOKER = 52
    KEEPS = -1          # no discard: the hand stands as it was dealt
    AUTOMATIC = -2      # the hand won at once
    WIN = 0
    TIE = 1
    LOSS = 2

# Where the line sets stand in a key; each has at most MOST_LINES lines.
MOST_LINES = 20
cdef enum:
    SHIFT_DRAW_BEST = 20
    SHIFT_DRAW_HELD = 40
    SHIFT_RESULT = 60

cdef struct Sets:
    uint32_t suits[4]
    int jokers


cdef inline void add_card(Sets* sets, int card) noexcept nogil:
    if card >= JOKER:
        sets.jokers += 1
    else:
        sets.suits[card & 3] |= <uint32_t>1 << (card >> 2)


cdef inline uint64_t canonical_key(const Sets* sets, uint8_t* suit_to) noexcept nogil:
    """The jokers, then the rank sets in descending order, 13 bits each; and where each suit went."""
    cdef int order[4]
    cdef int i, j
    cdef uint64_t key = sets.jokers
    for i in range(4):
        j = i
        while j > 0 and sets.suits[order[j - 1]] < sets.suits[i]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    for i in range(4):
        suit_to[order[i]] = i
        key = key << 13 | sets.suits[order[i]]
    return key


cdef inline Py_ssize_t place_of_key(const uint64_t[::1] keys, uint64_t key) noexcept nogil:
    """Where the key stands in the ascending keys."""
    cdef Py_ssize_t low = 0, high = keys.shape[0], middle
    while high - low > 1:
        middle = (low + high) // 2
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


def canonical_keys(const uint8_t[:, ::1] hands):
    """A key for each row of cards that is the same for all hands of its suit class."""
    cdef Py_ssize_t row
    cdef int i
    cdef Sets sets
    cdef uint8_t suit_to[4]
    out = np.empty(hands.shape[0], dtype=np.uint64)
    cdef uint64_t[::1] keys = out
    with nogil:
        for row in range(hands.shape[0]):
            sets.jokers = 0
            for i in range(4):
                sets.suits[i] = 0
            for i in range(hands.shape[1]):
                add_card(&sets, hands[row, i])
            keys[row] = canonical_key(&sets, suit_to)
    return out


cdef uint64_t lines_of(
    const Sets* sets, const Ranking* R, const Line[::1] lines, bint use_best, int size
) noexcept nogil:
    cdef Cards cards
    cdef int count = <int>lines.shape[0]
    if count == 0:
        return 0
    cards_init(&cards, R, use_best, any_asks_held(&lines[0], count, use_best), size, sets.suits, sets.jokers)
    return line_set(&cards, R, &lines[0], count, use_best, size, False)


def tally_draws(
    const uint8_t[:, ::1] hands, const uint32_t[::1] weights, const int8_t[::1] discards,
    const uint8_t[::1] deck, int suits_in_deck, const uint64_t[::1] keys, const uint32_t[::1] places,
    const uint32_t[:, :, ::1] faced, const uint8_t[::1] column_of_rank, uint64_t dealers,
    const Line[::1] lines, const Line[::1] draw_lines_best, const Line[::1] draw_lines_held,
    int size, int joker_kind, bint wheel_second, bint five_above, Py_ssize_t start, Py_ssize_t stop
):
    """{key: deals} over the classes start..stop-1, every card that can be drawn and all dealer hands.

    A key is the lines that the hand as dealt satisfies, those of the hand with the drawn card (the best hand's, then
    those it holds), and the result: 0 win, 1 tie, 2 loss, 3 automatic win. discards[class] is the place of the
    discarded card, -1 if all cards are kept, -2 if the hand won at once. `keys` are the canonical keys of all classes
    in ascending order, `places` the classes that they belong to, and faced[class, column] the dealer hands worth less
    and as much beside the class's own hand and one more card. Bound: all deals are fewer than 2^53.
    """
    cdef Py_ssize_t row, final
    cdef int i, card, discard, column, drawn
    cdef bint held
    cdef uint64_t before, after, below, equal
    cdef Sets dealt, made, every
    cdef uint8_t suit_to[4]
    cdef Ranking ranking
    cdef Tally tally
    if not tally_init(&tally, 12):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 4096 keys")
    with nogil:
        ranking_init(&ranking, joker_kind, wheel_second, five_above)
        for row in range(start, stop):
            dealt.jokers = 0
            for i in range(4):
                dealt.suits[i] = 0
            for i in range(hands.shape[1]):
                add_card(&dealt, hands[row, i])
            before = lines_of(&dealt, &ranking, lines, True, size)
            discard = hands[row, discards[row]] if discards[row] >= 0 else KEEPS
            for drawn in range(deck.shape[0]):
                card = deck[drawn]
                held = False
                for i in range(hands.shape[1]):
                    held = held or hands[row, i] == card
                if held:
                    continue
                every = dealt
                add_card(&every, card)
                after = before | lines_of(&every, &ranking, draw_lines_best, True, size) << SHIFT_DRAW_BEST
                after |= lines_of(&every, &ranking, draw_lines_held, False, size) << SHIFT_DRAW_HELD
                if discards[row] == AUTOMATIC:
                    tally_add(&tally, after | <uint64_t>3 << SHIFT_RESULT, weights[row] * dealers)
                    continue
                # The final hand, and the one of all known cards that is not in it.
                made = dealt
                if discard != KEEPS:
                    made = every
                    if discard >= JOKER:
                        made.jokers -= 1
                    else:
                        made.suits[discard & 3] ^= <uint32_t>1 << (discard >> 2)
                    card = discard
                final = places[place_of_key(keys, canonical_key(&made, suit_to))]
                if card >= JOKER:
                    column = <int>faced.shape[1] - 2
                else:
                    column = column_of_rank[card >> 2] * suits_in_deck + suit_to[card & 3]
                below = faced[final, column, 0]
                equal = faced[final, column, 1]
                if below:
                    tally_add(&tally, after | <uint64_t>WIN << SHIFT_RESULT, weights[row] * below)
                if equal:
                    tally_add(&tally, after | <uint64_t>TIE << SHIFT_RESULT, weights[row] * equal)
                if below + equal < dealers:
                    tally_add(&tally, after | <uint64_t>LOSS << SHIFT_RESULT, weights[row] * (dealers - below - equal))
    try:
        if tally.failed:
            raise MemoryError("no memory for the tally of joint results")
        return {tally.keys[slot]: tally.counts[slot] for slot in range(tally.mask + 1) if tally.counts[slot]}
    finally:
        tally_free(&tally)
