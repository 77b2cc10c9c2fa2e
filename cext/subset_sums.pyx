"""How many hands of k cards that contain a set S end in each event, for every S of fewer than k cards.

A hand of k cards ends in events[its colex index]. The table has one row of event counts for each set of 0, 1, ...,
k - 1 cards, in this order; sets of one size stand in order of their colex index. `first_row` tells where a size starts.

Bounds: a count is at most C(54,5) = 3,162,510, and five times that, the largest sum before a division, is below 2**24.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init, colex_next

cdef enum:
    MAX_HAND = 5

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


cdef Py_ssize_t row_of_size(int deck, int size) noexcept nogil:
    cdef Py_ssize_t row = 0
    cdef int smaller
    for smaller in range(size):
        row += BINOMIALS.c[deck][smaller]
    return row


cdef int check_size(int hand, int deck) except -1:
    if not 1 <= hand <= MAX_HAND or not hand <= deck <= MAX_DECK_SIZE:
        raise ValueError(f"hands of {hand} cards from {deck}: 1 to {MAX_HAND} from up to {MAX_DECK_SIZE} are counted")
    return 0


def first_row(int deck, int size):
    """The row of the first set of that many cards."""
    return row_of_size(deck, size)


def subset_sums(const uint8_t[::1] events, int deck, int hand, int kinds):
    """The table: uint32 [set, event] of events 0 to kinds - 1."""
    check_size(hand, deck)
    out = np.zeros((row_of_size(deck, hand), kinds), dtype=np.uint32)
    cdef uint32_t[:, ::1] table = out
    cdef Py_ssize_t row, larger = row_of_size(deck, hand - 1)
    cdef int size
    with nogil:
        count_events(&events[0], deck, hand, kinds, &table[larger, 0])
        for size in range(hand - 2, -1, -1):
            row = row_of_size(deck, size)
            add_supersets(&table[row, 0], &table[larger, 0], deck, size, hand, kinds)
            larger = row
    return out


cdef void count_events(const uint8_t* events, int deck, int hand, int kinds, uint32_t* table) noexcept nogil:
    """Count every hand for each set of all but one of its cards."""
    cdef uint8_t cards[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef uint64_t index, total = BINOMIALS.c[deck][hand], row
    cdef int i
    for i in range(hand):
        cards[i] = i
    for index in range(total):
        # Without card i: the cards above it move one place down.
        row = 0
        for i in range(1, hand):
            row += BINOMIALS.c[cards[i]][i]
        for i in range(hand):
            table[row * kinds + events[index]] += 1
            if i + 1 < hand:
                row += BINOMIALS.c[cards[i]][i + 1] - BINOMIALS.c[cards[i + 1]][i + 1]
        colex_next(cards, hand)


cdef void add_supersets(
    uint32_t* table, const uint32_t* larger, int deck, int size, int hand, int kinds
) noexcept nogil:
    """The sets of one size: sums over all sets with one card more; each hand is met hand - size times."""
    cdef uint8_t cards[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef uint64_t index, total = BINOMIALS.c[deck][size], row
    cdef uint32_t* sums
    cdef const uint32_t* added
    cdef int i, card, place, kind
    for i in range(size):
        cards[i] = i
    for index in range(total):
        sums = table + index * kinds
        # The new card stands at `place`: those from there on move one place up.
        row = 0
        for i in range(size):
            row += BINOMIALS.c[cards[i]][i + 2]
        place = 0
        for card in range(deck):
            if place < size and cards[place] == card:
                row += BINOMIALS.c[card][place + 1] - BINOMIALS.c[card][place + 2]
                place += 1
                continue
            added = larger + (row + BINOMIALS.c[card][place + 1]) * kinds
            for kind in range(kinds):
                sums[kind] += added[kind]
        for kind in range(kinds):
            sums[kind] //= hand - size
        if size:
            colex_next(cards, size)


def counts_within(const uint8_t[::1] events, int deck, const uint8_t[::1] hand, int kinds):
    """For one hand: [which of its cards, event] of the hands that have exactly these cards of it, as bits.

    What a player may end with who holds these cards and discards the others, counted in one pass and with no table.
    """
    check_size(<int>hand.shape[0], deck)
    cdef int size = <int>hand.shape[0]
    cdef uint8_t bit[MAX_DECK_SIZE]
    cdef uint8_t cards[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef uint64_t index, total = BINOMIALS.c[deck][size]
    cdef int i, kept
    out = np.zeros((1 << size, kinds), dtype=np.uint32)
    cdef uint32_t[:, ::1] counts = out
    with nogil:
        for i in range(MAX_DECK_SIZE):
            bit[i] = 0
        for i in range(size):
            bit[hand[i]] = 1 << i
            cards[i] = i
        for index in range(total):
            kept = 0
            for i in range(size):
                kept |= bit[cards[i]]
            counts[kept, events[index]] += 1
            colex_next(cards, size)
    return out


def ends_alike(const uint8_t[::1] events, int deck, int hand, const uint8_t[::1] partner):
    """Whether every hand ends in the same event when each card is exchanged for its partner.

    A partner is the card itself or one that stands right beside it, so a hand stays in order: where both are in the
    hand, they change places, and any other card passes none of the hand.
    """
    check_size(hand, deck)
    cdef uint8_t cards[MAX_DECK_SIZE]
    cdef uint64_t index, other, total = BINOMIALS.c[deck][hand]
    cdef int i, card
    cdef bint alike = True
    with nogil:
        for i in range(hand):
            cards[i] = i
        for index in range(total):
            other = 0
            for i in range(hand):
                card = partner[cards[i]]
                if (i > 0 and card == cards[i - 1]) or (i + 1 < hand and card == cards[i + 1]):
                    card = cards[i]
                other += BINOMIALS.c[card][i + 1]
            if events[index] != events[other]:
                alike = False
                break
            colex_next(cards, hand)
    return alike
