"""A player who discards one card and draws another, before the showdown.

Hands are patterns with codes (showdown_hands.pxd). A class's own hand has its suits in descending order of what they
hold, read as numbers. Columns are the cards of the deck: rank after rank, each in every suit, then one
column for the jokers if there are any; `faced` has one more, for the hand alone. What a hand faces, given one more
known card (the column), is how many dealer hands it beats and how many it ties with.
"""
import numpy as np
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from cext.cards cimport RANKS, SUITS
from cext.showdown_hands cimport code_of_suit, place_of
from cext.showdown_table cimport BELOW, EQUAL, FIELDS

cdef enum:
    BELOW_EQUAL = 2               # below and equal: what is kept of an answer
    MORE_CARDS = 2 * RANKS + 1    # columns of an answer beside the first: cards of the suit, of the rest, a joker


cdef class Classes:
    """The classes of hands of one size: how to find the class of a hand, and its own hand."""
    cdef int suits, deck_jokers
    cdef readonly uint32_t patterns, count
    cdef object arrays
    cdef const uint16_t* rests
    cdef const uint16_t* ranks
    cdef const uint8_t* jokers
    cdef const uint8_t* shapes
    cdef const uint32_t* class_start
    cdef const uint32_t* shape_start
    cdef const uint32_t* codes             # of the classes' own hands, ascending within a shape
    cdef const int32_t* pattern_of         # [jokers, rest]: -1 where the deck has no such pattern
    cdef uint32_t rest_count

    def __init__(
        self, int suits, int deck_jokers, const uint16_t[::1] rests, const uint16_t[::1] ranks,
        const uint8_t[::1] jokers, const uint8_t[::1] shapes, const uint32_t[::1] class_start,
        const uint32_t[::1] shape_start, const uint32_t[::1] codes, const int32_t[:, ::1] pattern_of,
    ):
        self.suits, self.deck_jokers = suits, deck_jokers
        self.patterns = rests.shape[0]
        self.count = class_start[rests.shape[0]]
        self.arrays = (rests, ranks, jokers, shapes, class_start, shape_start, codes, pattern_of)
        self.rests, self.ranks, self.jokers, self.shapes = &rests[0], &ranks[0], &jokers[0], &shapes[0]
        self.class_start, self.shape_start, self.codes = &class_start[0], &shape_start[0], &codes[0]
        self.pattern_of = &pattern_of[0, 0]
        self.rest_count = pattern_of.shape[1]


# A hand, and the renaming of suits that makes it its class's own.
cdef struct ClassOfHand:
    uint32_t pattern
    uint32_t index               # of its class
    uint8_t suit_to[SUITS]


cdef inline void find_class(Classes classes, uint32_t pattern, uint32_t code, ClassOfHand* named) noexcept nogil:
    """Find the class of a hand: sort its suits, then search the codes of its shape."""
    cdef uint32_t held[SUITS]
    cdef int from_suit[SUITS]
    cdef int i, j
    cdef uint32_t own = 0, low, high, middle, value
    for i in range(classes.suits):
        value = code_of_suit(code, i)
        j = i
        while j > 0 and held[j - 1] < value:
            held[j] = held[j - 1]
            from_suit[j] = from_suit[j - 1]
            j -= 1
        held[j] = value
        from_suit[j] = i
    for i in range(classes.suits):
        own |= held[i] << (8 * i)
        named.suit_to[from_suit[i]] = i
    low = classes.shape_start[classes.shapes[pattern]]
    high = classes.shape_start[classes.shapes[pattern] + 1]
    named.pattern = pattern
    named.index = classes.class_start[pattern] - low
    while high - low > 1:
        middle = (low + high) // 2
        if classes.codes[middle] <= own:
            low = middle
        else:
            high = middle
    named.index += low


cdef inline uint32_t code_with(uint32_t code, uint32_t ranks, int rank, int suit) noexcept nogil:
    """The code of a hand with one card more; `ranks` are those of the hand without it."""
    cdef uint32_t place = place_of(ranks, rank)
    cdef uint32_t lower = ((<uint32_t>1 << place) - 1) * <uint32_t>0x01010101
    if not ranks >> rank & 1:
        code = (code & lower) | ((code & ~lower) << 1)
    return code | <uint32_t>1 << (8 * suit + place)


cdef inline uint32_t code_without(uint32_t code, uint32_t ranks, int rank, int suit, bint last) noexcept nogil:
    """The code of a hand with one card less; `last` if no other of its rank remains."""
    cdef uint32_t place = place_of(ranks, rank)
    cdef uint32_t lower = ((<uint32_t>1 << place) - 1) * <uint32_t>0x01010101
    code &= ~(<uint32_t>1 << (8 * suit + place))
    if last:
        code = (code & lower) | ((code & ~lower) >> 1)
    return code


cdef inline bint in_code(uint32_t code, uint32_t ranks, int rank, int suit) noexcept nogil:
    """Whether a hand holds a card."""
    return (ranks >> rank & 1) and (code >> (8 * suit + place_of(ranks, rank)) & 1)


cdef const int32_t* first_of(object array):
    cdef const int32_t[:, :, ::1] view = array
    return &view[0, 0, 0] if view.shape[0] else NULL


def faced(
    Classes classes, const uint8_t[::1] deck_ranks, const uint32_t[::1] look_start,
    object rank_answers, object own_rank_answers, list look_answers, list own_look_answers,
    const uint32_t[::1] own_indices,
):
    """[class, column, 2]: dealer hands worth less, and as much, that avoid the hand and the column's card.

    The last column is for the hand alone. Where the hand holds the card the entry is 0. Counts are at most
    C(54 - 5, 6) < 2^24.
    """
    cdef int suits = classes.suits, suit, field, other, rank_at, rank, column
    cdef int columns = deck_ranks.shape[0] * suits + (1 if classes.deck_jokers else 0) + 1
    cdef uint32_t pattern, at, index = 0, own = 0, code
    cdef const int32_t* ranks
    cdef const int32_t* looks[SUITS]
    cdef const int32_t* all_ranks = first_of(rank_answers)
    cdef const int32_t* own_ranks = first_of(own_rank_answers)
    cdef const int32_t* all_looks[SUITS]
    cdef const int32_t* own_looks[SUITS]
    cdef int width = (1 + MORE_CARDS) * FIELDS
    cdef int32_t total
    for suit in range(suits):
        all_looks[suit] = first_of(look_answers[suit])
        own_looks[suit] = first_of(own_look_answers[suit])
    out = np.zeros((classes.count, columns, BELOW_EQUAL), dtype=np.uint32)
    cdef uint32_t[:, :, ::1] result = out
    with nogil:
        for pattern in range(classes.patterns):
            for at in range(
                classes.shape_start[classes.shapes[pattern]], classes.shape_start[classes.shapes[pattern] + 1]
            ):
                code = classes.codes[at]
                if own < own_indices.shape[0] and own_indices[own] == index:
                    ranks = own_ranks + own * width
                    for suit in range(suits):
                        looks[suit] = own_looks[suit] + own * width
                    own += 1
                else:
                    ranks = all_ranks + pattern * width
                    for suit in range(suits):
                        looks[suit] = all_looks[suit] + (look_start[pattern] + code_of_suit(code, suit)) * width
                for field in range(BELOW_EQUAL):
                    for rank_at in range(deck_ranks.shape[0]):
                        rank = deck_ranks[rank_at]
                        for suit in range(suits):
                            if in_code(code, classes.ranks[pattern], rank, suit):
                                continue
                            total = ranks[(1 + RANKS + rank) * FIELDS + field]
                            for other in range(suits):
                                total += looks[other][(1 + rank + (0 if other == suit else RANKS)) * FIELDS + field]
                            result[index, rank_at * suits + suit, field] = total
                    column = deck_ranks.shape[0] * suits
                    if classes.jokers[pattern] < classes.deck_jokers:
                        total = ranks[MORE_CARDS * FIELDS + field]
                        for other in range(suits):
                            total += looks[other][MORE_CARDS * FIELDS + field]
                        result[index, column, field] = total
                    total = ranks[field]
                    for other in range(suits):
                        total += looks[other][field]
                    result[index, columns - 1, field] = total
                index += 1
    return out


cdef inline void add_draw(
    const uint32_t* against, const uint8_t* suit_to, const uint32_t* left, int suits, int naturals, bint joker_column,
    uint32_t jokers_left, int drawn, uint32_t categories, uint32_t category, uint32_t* totals
) noexcept nogil:
    """Add what the hand with a drawn card faces to totals[discard, category], for all discards but the drawn card.

    `left` tells which cards are not kept. A joker is drawn in as many ways as there are jokers beside the discard.
    """
    cdef int column, to, rank, suit
    cdef uint32_t ways
    cdef uint32_t* total
    for rank in range(naturals // suits):
        for suit in range(suits):
            column = rank * suits + suit
            if not left[column] or column == drawn:
                continue
            to = rank * suits + suit_to[suit]
            ways = jokers_left if drawn == naturals else 1
            total = totals + (<Py_ssize_t>column * categories + category) * BELOW_EQUAL
            total[BELOW] += ways * against[to * BELOW_EQUAL + BELOW]
            total[EQUAL] += ways * against[to * BELOW_EQUAL + EQUAL]
    if joker_column and jokers_left:
        ways = jokers_left - 1 if drawn == naturals else 1
        total = totals + (<Py_ssize_t>naturals * categories + category) * BELOW_EQUAL
        total[BELOW] += ways * against[naturals * BELOW_EQUAL + BELOW]
        total[EQUAL] += ways * against[naturals * BELOW_EQUAL + EQUAL]


def kept_totals(
    Classes kept, Classes hands, const uint8_t[::1] deck_ranks, const uint16_t[:, ::1] plus,
    const uint32_t[:, :, ::1] faced, const uint16_t[::1] categories, uint32_t category_count,
    uint32_t first_pattern, uint32_t last_pattern, uint32_t[:, :, :, ::1] totals,
):
    """Fill totals[class of kept cards, column of the discard, category, 2] for some patterns of kept cards.

    A total is over all cards that can be drawn (neither kept nor discarded) and all dealer hands, by the category of
    the hand that is made: how many are worth less, and as much. Bound: 49 x C(48, 6) < 2^32.
    """
    cdef int suits = kept.suits, naturals = deck_ranks.shape[0] * suits, rank_at, suit, rank
    cdef bint joker_column = kept.deck_jokers > 0
    cdef uint32_t pattern, at, code, index, jokers_left
    cdef uint32_t left[RANKS * SUITS]
    cdef int32_t made
    cdef ClassOfHand named
    with nogil:
        for pattern in range(first_pattern, last_pattern):
            index = kept.class_start[pattern]
            jokers_left = kept.deck_jokers - kept.jokers[pattern]
            for at in range(kept.shape_start[kept.shapes[pattern]], kept.shape_start[kept.shapes[pattern] + 1]):
                code = kept.codes[at]
                for rank_at in range(deck_ranks.shape[0]):
                    for suit in range(suits):
                        left[rank_at * suits + suit] = not in_code(code, kept.ranks[pattern], deck_ranks[rank_at], suit)
                for rank_at in range(deck_ranks.shape[0]):
                    rank = deck_ranks[rank_at]
                    made = hands.pattern_of[
                        kept.jokers[pattern] * hands.rest_count + plus[kept.rests[pattern], rank]
                    ]
                    for suit in range(suits):
                        if left[rank_at * suits + suit]:
                            find_class(hands, made, code_with(code, kept.ranks[pattern], rank, suit), &named)
                            add_draw(
                                &faced[named.index, 0, 0], named.suit_to, left, suits, naturals, joker_column,
                                jokers_left, rank_at * suits + suit, category_count, categories[named.index],
                                &totals[index, 0, 0, 0],
                            )
                if jokers_left:
                    made = hands.pattern_of[(kept.jokers[pattern] + 1) * hands.rest_count + kept.rests[pattern]]
                    find_class(hands, made, code, &named)
                    add_draw(
                        &faced[named.index, 0, 0], named.suit_to, left, suits, naturals, joker_column, jokers_left,
                        naturals, category_count, categories[named.index], &totals[index, 0, 0, 0],
                    )
                index += 1


def discards(
    Classes hands, Classes kept, int cards, const uint8_t[::1] deck_ranks, const uint16_t[:, ::1] minus
):
    """(kept class, column) of each class of hands and each of its cards as the discard, ascending by card.

    minus[rest, rank] is the rest with one card less. The column is the discard's after the renaming of suits that
    makes the kept cards their class's own.
    """
    cdef int suits = hands.suits, suit, rank_at, rank, place, copies, _joker
    cdef uint32_t pattern, at, code, index, ranks
    cdef int32_t left
    cdef ClassOfHand named
    kept_out = np.zeros((hands.count, cards), dtype=np.uint32)
    columns_out = np.zeros((hands.count, cards), dtype=np.uint8)
    cdef uint32_t[:, ::1] kept_view = kept_out
    cdef uint8_t[:, ::1] column_view = columns_out
    with nogil:
        for pattern in range(hands.patterns):
            ranks = hands.ranks[pattern]
            index = hands.class_start[pattern]
            for at in range(hands.shape_start[hands.shapes[pattern]], hands.shape_start[hands.shapes[pattern] + 1]):
                code = hands.codes[at]
                place = 0
                for rank_at in range(deck_ranks.shape[0]):
                    rank = deck_ranks[rank_at]
                    copies = 0
                    for suit in range(suits):
                        copies += in_code(code, ranks, rank, suit)
                    for suit in range(suits):
                        if in_code(code, ranks, rank, suit):
                            left = kept.pattern_of[
                                hands.jokers[pattern] * kept.rest_count + minus[hands.rests[pattern], rank]
                            ]
                            find_class(kept, left, code_without(code, ranks, rank, suit, copies == 1), &named)
                            kept_view[index, place] = named.index
                            column_view[index, place] = rank_at * suits + named.suit_to[suit]
                            place += 1
                for _joker in range(hands.jokers[pattern]):
                    left = kept.pattern_of[(hands.jokers[pattern] - 1) * kept.rest_count + hands.rests[pattern]]
                    find_class(kept, left, code, &named)
                    kept_view[index, place] = named.index
                    column_view[index, place] = deck_ranks.shape[0] * suits
                    place += 1
                index += 1
    return kept_out, columns_out
