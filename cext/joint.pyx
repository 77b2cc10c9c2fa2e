"""Wagers that are settled on one deal: a showdown after a discard, together with paytable lines on the same cards."""
import numpy as np
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from cext.cards cimport RANKS, SUITS, SuitSets, add_card, is_joker, remove_card, sets_of_cards
from cext.hand cimport Ranking, ranking_read
from cext.line cimport Cards, Line, check_lines
from cext.lines cimport any_asks_held, cards_init, line_set
from cext.tally cimport Tally, tally_add, tally_free, tally_init, tally_slot

cdef enum:
    KEEPS = -1          # no discard: the hand stands as it was dealt
    AUTOMATIC = -2      # the hand won at once
    WIN = 0
    TIE = 1
    LOSS = 2
    WON_AT_ONCE = 3
    MAX_ASKED = 64      # sets of lines that one tally can ask for
    MAX_JOKERS = 2

MAX_LINE_SETS = MAX_ASKED

# What a hand faces (showdown_draw.pyx): how many dealer hands it beats and ties with, or sums of what these are worth.
ctypedef fused Faced:
    uint32_t
    uint64_t

# The lines of one wager, and how they look at the cards.
cdef struct WagerLines:
    const Line* lines
    int count
    int size
    bint use_best
    bint ask_held


cdef inline uint64_t canonical_key(
    const SuitSets* sets, const uint8_t* suits, int count, uint8_t* suit_to
) noexcept nogil:
    """The jokers, then the rank sets of the deck's suits in descending order, 13 bits each; and where each suit went.

    Only suits of the deck are renamed: a suit that the deck does not have must not take the place of one that the hand
    does not have, or the cards of the latter would be looked up in a column that is not theirs.
    """
    cdef int order[SUITS]
    cdef int i, j, suit
    cdef uint64_t key = sets.jokers
    for i in range(count):
        suit = suits[i]
        j = i
        while j > 0 and sets.suits[order[j - 1]] < sets.suits[suit]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = suit
    for i in range(count):
        suit_to[order[i]] = i
        key = key << RANKS | sets.suits[order[i]]
    return key


# All keys in ascending order. Those with the same jokers and the same first set of ranks are searched alone:
# they are far fewer.
cdef struct KeyList:
    const uint64_t* keys
    const Py_ssize_t* start      # [jokers and first set]: the first of its keys
    int shift                    # bits of a key after these


cdef inline Py_ssize_t place_of_key(const KeyList* self, uint64_t key) noexcept nogil:
    """Where the key, which is one of them, stands."""
    cdef Py_ssize_t low = self.start[key >> self.shift], high = self.start[(key >> self.shift) + 1], middle
    while high - low > 1:
        middle = (low + high) // 2
        if self.keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


cdef object first_places(const uint64_t[::1] keys, int suits):
    """Where the keys with each number of jokers and each first set of ranks start."""
    firsts = np.arange(((<int64_t>MAX_JOKERS + 1) << RANKS) + 1, dtype=np.uint64) << np.uint64(RANKS * (suits - 1))
    return np.searchsorted(np.asarray(keys), firsts).astype(np.intp)


def canonical_keys(const uint8_t[:, ::1] hands, const uint8_t[::1] suits):
    """A key for each row of cards that is the same for all hands of its suit class; `suits` are those of the deck."""
    cdef Py_ssize_t row
    cdef SuitSets sets
    cdef uint8_t suit_to[SUITS]
    out = np.empty(hands.shape[0], dtype=np.uint64)
    cdef uint64_t[::1] keys = out
    with nogil:
        for row in range(hands.shape[0]):
            sets_of_cards(&sets, &hands[row, 0], hands.shape[1])
            keys[row] = canonical_key(&sets, &suits[0], <int>suits.shape[0], suit_to)
    return out


cdef inline uint64_t lines_of(const SuitSets* sets, const Ranking* R, const WagerLines* asked) noexcept nogil:
    """The lines that the cards satisfy, at most 32 bits. Lines about colour are not for this tally."""
    cdef Cards cards
    cards_init(&cards, R, asked.use_best, asked.ask_held, asked.size, sets.suits, sets.jokers)
    return line_set(&cards, R, asked.lines, asked.count, asked.use_best, asked.size, 0)


cdef inline uint64_t numbered(Tally* numbers, uint64_t key) noexcept nogil:
    """The number of a key, from 1 on in the order in which they come."""
    cdef uint64_t slot = tally_slot(numbers, key)
    if numbers.counts[slot] == 0:
        tally_add(numbers, key, numbers.used + 1)
        return numbers.used
    return numbers.counts[slot]


cdef inline uint64_t add_lines(
    uint64_t number, const SuitSets* sets, const Ranking* R, const WagerLines* asked, Tally* numbers,
    int first, int last
) noexcept nogil:
    """The number of what was satisfied so far together with the lines first..last-1 on these cards."""
    cdef int i
    for i in range(first, last):
        number = numbered(&numbers[i], number << 32 | lines_of(sets, R, &asked[i]))
    return number


cdef inline void add_result(
    Tally* tally, uint64_t number, uint8_t line, int result, uint64_t weight
) noexcept nogil:
    if weight:
        tally_add(tally, number << 8 | <uint64_t>line << 2 | <uint64_t>result, weight)


cdef class Lines:
    """Sets of lines: those asked of the cards as dealt, then those asked of the cards with the draw."""
    cdef WagerLines asked[MAX_ASKED]
    cdef list arrays
    cdef int dealt, count

    def __init__(self, list dealt, list drawn):
        """Each is (records, whether the best hand is used, size of a hand)."""
        cdef const Line[::1] lines
        cdef WagerLines* asked
        cdef int i
        if len(dealt) + len(drawn) > MAX_ASKED:
            raise ValueError(f"{len(dealt) + len(drawn)} sets of lines, more than {MAX_ASKED}")
        self.arrays = [*dealt, *drawn]
        self.dealt, self.count = len(dealt), len(self.arrays)
        for i, (records, use_best, size) in enumerate(self.arrays):
            lines = records
            asked = &self.asked[i]
            asked.count, asked.size, asked.use_best = <int>lines.shape[0], size, use_best
            asked.lines = &lines[0] if asked.count else NULL
            asked.ask_held = any_asks_held(asked.lines, asked.count, use_best)


cdef dict tally_result(Tally* tally, Tally* numbers, int count):
    """{(line set, ..., line of the final hand, result): weight}, read back through the numbers."""
    cdef uint64_t slot, key
    cdef int i
    keys = []
    for i in range(count):
        keys.append({numbers[i].counts[slot]: numbers[i].keys[slot] for slot in range(numbers[i].mask + 1)})
    result = {}
    for slot in range(tally.mask + 1):
        if tally.counts[slot]:
            key = tally.keys[slot]
            sets, number = [], key >> 8
            for i in range(count - 1, -1, -1):
                sets.append(keys[i][number] & 0xFFFFFFFF)
                number = keys[i][number] >> 32
            result[(*reversed(sets), key >> 2 & 0x3F, key & 3)] = tally.counts[slot]
    return result


def tally_draws(
    const uint8_t[:, ::1] hands, const uint32_t[::1] weights, const int8_t[::1] discards,
    const uint8_t[::1] deck, const uint8_t[::1] suits, const uint64_t[::1] keys, const uint32_t[::1] places,
    const Faced[:, :, ::1] faced, const uint8_t[::1] column_of_rank, uint64_t dealers, Lines asked,
    const uint8_t[::1] line_of_class, tuple ranking,
    Py_ssize_t start, Py_ssize_t stop
):
    """{(line set, ..., line of the final hand, result): deals} over the classes start..stop-1, all draws and dealers.

    The results are 0 win, 1 tie, 2 loss, 3 automatic win; the line is that of the final hand, of an automatic win that
    of the hand as dealt. discards[class] is the place of the discarded card, -1 if all cards are kept, -2 if the hand
    won at once. `suits` are those of the deck, `keys` the canonical keys of all classes in ascending order, `places`
    the classes that they belong to. faced[class, column] are the dealer hands worth less and as much beside the class's
    own hand and one more card, out of `dealers`; or, with three fields, sums over those dealer hands, and over all.
    The caller proves that all of these add up to less than 2^63.
    """
    cdef Py_ssize_t row, final
    cdef int i, card, discard, column, drawn
    cdef bint held, automatic
    cdef uint64_t before, after, below, equal, every
    cdef SuitSets dealt, made
    cdef uint8_t suit_to[SUITS]
    cdef Ranking R
    cdef Tally tally
    cdef Tally numbers[MAX_ASKED]
    cdef bint ready
    cdef int suit_count = <int>suits.shape[0]
    cdef const Py_ssize_t[::1] start_of_keys = first_places(keys, suit_count)
    cdef KeyList listed = KeyList(&keys[0], &start_of_keys[0], RANKS * (suit_count - 1))
    for i in range(asked.count):
        check_lines(asked.asked[i].count, hands.shape[1] + (i >= asked.dealt), asked.asked[i].size)
    ranking_read(&R, ranking)
    ready = tally_init(&tally, 12)
    for i in range(asked.count):
        ready = tally_init(&numbers[i], 8) and ready
    if ready:
        with nogil:
            for row in range(start, stop):
                sets_of_cards(&dealt, &hands[row, 0], hands.shape[1])
                before = add_lines(0, &dealt, &R, asked.asked, numbers, 0, asked.dealt)
                automatic = discards[row] == AUTOMATIC
                # Not a conditional expression: between a byte and -1 its type is the byte, and -1 becomes a card.
                discard = KEEPS
                if discards[row] >= 0:
                    discard = hands[row, discards[row]]
                final = places[place_of_key(&listed, canonical_key(&dealt, &suits[0], suit_count, suit_to))]
                for drawn in range(deck.shape[0]):
                    card = deck[drawn]
                    held = False
                    for i in range(hands.shape[1]):
                        held = held or hands[row, i] == card
                    if held:
                        continue
                    made = dealt
                    add_card(&made, card)
                    after = add_lines(before, &made, &R, asked.asked, numbers, asked.dealt, asked.count)
                    # The final hand, if it is not the one that was dealt, and the known card that is not in it.
                    if discard != KEEPS:
                        remove_card(&made, discard)
                        card = discard
                        final = places[place_of_key(&listed, canonical_key(&made, &suits[0], suit_count, suit_to))]
                    if is_joker(card):
                        column = <int>faced.shape[1] - 2
                    else:
                        column = column_of_rank[card >> 2] * suit_count + suit_to[card & 3]
                    every = faced[final, column, 2] if faced.shape[2] == 3 else dealers
                    if automatic:
                        add_result(&tally, after, line_of_class[row], WON_AT_ONCE, weights[row] * every)
                        continue
                    below = faced[final, column, 0]
                    equal = faced[final, column, 1]
                    add_result(&tally, after, line_of_class[final], WIN, weights[row] * below)
                    add_result(&tally, after, line_of_class[final], TIE, weights[row] * equal)
                    add_result(&tally, after, line_of_class[final], LOSS, weights[row] * (every - below - equal))
    try:
        for i in range(asked.count):
            ready = ready and not numbers[i].failed
        if not ready or tally.failed:
            raise MemoryError("no memory for the tally of joint results")
        return tally_result(&tally, numbers, asked.count)
    finally:
        tally_free(&tally)
        for i in range(asked.count):
            tally_free(&numbers[i])
