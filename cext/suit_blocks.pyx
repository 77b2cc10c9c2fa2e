"""Hands up to the exchanges of suits that a game does not notice.

Suits of one block may be exchanged with each other, those of different blocks may not. A hand is the set of ranks that
it holds in each suit, and its jokers; it is canonical if the sets of each block descend (read as numbers, in the order
of the suits). So the canonical hands are listed rank by rank, from the highest down, without looking at any other: a
suit may have a card that the suit before it in its block lacks only after a rank in which it was the other way round.

A card is its position in the deck: rank x suits + suit, then the jokers.
"""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.cards cimport MAX_DECK_SIZE, SUITS
from cext.colex cimport MAX_CHOSEN, Binomials, binomials_init, colex_next, colex_rank

cdef enum:
    MAX_JOKERS = 2
    SUIT_SETS = 1 << SUITS

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


cdef struct Walk:
    int suits
    int cards
    uint8_t free[MAX_DECK_SIZE]               # by rank: the suits, as bits, whose card may be held
    uint8_t before[SUITS]                     # the suit before it in its block, or itself
    uint8_t allowed[SUIT_SETS][SUIT_SETS]     # [suits equal to the one before so far][suits at a rank]
    uint8_t equal[SUIT_SETS][SUIT_SETS]       # ... and which are equal to the one before it then
    uint16_t weight[SUIT_SETS]                # by the suits equal to the one before: hands of that class
    int factor                                # ways to choose the jokers
    uint8_t hand[MAX_CHOSEN]
    Py_ssize_t count
    uint8_t* hands                            # NULL to count only
    uint16_t* weights


cdef void start(Walk* walk, int ranks, int suits, const uint8_t[::1] blocks, const uint8_t[::1] without) noexcept nogil:
    cdef int rank, suit, other, equal, held
    walk.suits = suits
    for rank in range(ranks):
        walk.free[rank] = (1 << suits) - 1
    for other in range(<int>without.shape[0]):
        if without[other] < ranks * suits:
            walk.free[without[other] // suits] &= ~(1 << (without[other] % suits))
    for suit in range(suits):
        walk.before[suit] = suit
        for other in range(suit):
            if blocks[other] == blocks[suit]:
                walk.before[suit] = other
    for equal in range(1 << suits):
        walk.weight[equal] = arrangements(walk, blocks, equal)
        for held in range(1 << suits):
            walk.allowed[equal][held] = 1
            walk.equal[equal][held] = 0
            for suit in range(suits):
                if not equal >> suit & 1:
                    continue
                if held >> suit & 1 == held >> walk.before[suit] & 1:
                    walk.equal[equal][held] |= 1 << suit
                elif held >> suit & 1:
                    walk.allowed[equal][held] = 0


cdef int arrangements(Walk* walk, const uint8_t[::1] blocks, int equal) noexcept nogil:
    """In how many ways the sets of every block can be given to its suits."""
    cdef int suit, other, place
    cdef int run[SUITS]
    cdef int total = 1
    for suit in range(walk.suits):
        place = 1
        for other in range(suit):
            if blocks[other] == blocks[suit]:
                place += 1
        total *= place
    for suit in range(walk.suits):
        run[suit] = 1
        if walk.before[suit] != suit and equal >> suit & 1:
            run[suit] = run[walk.before[suit]] + 1
        total //= run[suit]
    return total


cdef void descend(Walk* walk, int rank, int left, int equal) noexcept nogil:
    """All ways to hold `left` cards of the ranks below `rank`; they stand before those held already."""
    cdef int lower, held, many, suit, place
    if left == 0:
        emit(walk, equal)
        return
    for lower in range(rank - 1, -1, -1):
        if (lower + 1) * walk.suits < left:
            return
        for held in range(1, 1 << walk.suits):
            many = popcount(held)
            if many > left or held & ~walk.free[lower] or not walk.allowed[equal][held]:
                continue
            place = left - many
            for suit in range(walk.suits):
                if held >> suit & 1:
                    walk.hand[place] = lower * walk.suits + suit
                    place += 1
            descend(walk, lower, left - many, walk.equal[equal][held])


cdef void emit(Walk* walk, int equal) noexcept nogil:
    cdef int i
    if walk.hands != NULL:
        for i in range(walk.cards):
            walk.hands[walk.count * walk.cards + i] = walk.hand[i]
        walk.weights[walk.count] = walk.weight[equal] * walk.factor
    walk.count += 1


cdef void walk_all(
    Walk* walk, int ranks, const uint8_t[::1] jokers, bint jokers_alike, int cards
) noexcept nogil:
    """Every choice of jokers (where they are alike, of how many), each with all natural cards beside it."""
    cdef int held, i, many, place, free = <int>jokers.shape[0]
    cdef int first_equal = 0, suit
    for suit in range(walk.suits):
        if walk.before[suit] != suit:
            first_equal |= 1 << suit
    walk.cards = cards
    walk.count = 0
    for held in range(1 << free):
        many = popcount(held)
        if many > cards or (jokers_alike and held & (held + 1)):    # alike: the first `many` only
            continue
        walk.factor = <int>BINOMIALS.c[free][many] if jokers_alike else 1
        place = cards - many
        for i in range(free):
            if held >> i & 1:
                walk.hand[place] = jokers[i]
                place += 1
        descend(walk, ranks, cards - many, first_equal)


def canonical_hands(
    int ranks, const uint8_t[::1] blocks, const uint8_t[::1] jokers, bint jokers_alike,
    const uint8_t[::1] without, int cards
):
    """The canonical hands of so many cards without some positions, and how many hands each stands for.

    `blocks[suit]` numbers the block of a suit, `jokers` are the positions of those that may be held. The positions
    left out must look the same in all suits of a block, and neither or both of two jokers that are alike be left out.
    """
    cdef int suits = <int>blocks.shape[0]
    if not 1 <= suits <= SUITS or not 0 <= cards <= MAX_CHOSEN or jokers.shape[0] > MAX_JOKERS or not 1 <= ranks <= 13:
        raise ValueError(f"{cards} cards of {ranks} ranks, {suits} suits and {jokers.shape[0]} jokers are not listed")
    cdef Walk walk
    walk.hands = NULL
    walk.weights = NULL
    with nogil:
        start(&walk, ranks, suits, blocks, without)
        walk_all(&walk, ranks, jokers, jokers_alike, cards)
    listed = np.empty((walk.count, cards), dtype=np.uint8)
    weights = np.empty(walk.count, dtype=np.uint16)
    cdef uint8_t[::1] flat = listed.reshape(-1)
    cdef uint16_t[::1] weighed = weights
    if walk.count:
        walk.hands = &flat[0] if cards else <uint8_t*> &walk.hand[0]
        walk.weights = &weighed[0]
        with nogil:
            walk_all(&walk, ranks, jokers, jokers_alike, cards)
    return listed, weights


def canonical_forms(
    const uint8_t[:, ::1] hands, int ranks, const uint8_t[::1] blocks, int jokers, bint jokers_alike
):
    """The canonical hand of the class of each hand, in a deck that has that many jokers."""
    cdef int suits = <int>blocks.shape[0], cards = <int>hands.shape[1], naturals = ranks * suits
    cdef Py_ssize_t row, count = hands.shape[0]
    out = np.empty((count, cards), dtype=np.uint8)
    cdef uint8_t[:, ::1] forms = out
    cdef uint32_t sets[SUITS]
    cdef int i, held
    with nogil:
        for row in range(count):
            for i in range(suits):
                sets[i] = 0
            held = 0
            for i in range(cards):
                if hands[row, i] < naturals:
                    sets[hands[row, i] % suits] |= 1 << (hands[row, i] // suits)
                else:
                    held |= 1 << (hands[row, i] - naturals)
            if jokers_alike:
                held = (1 << popcount(held)) - 1
            order_sets(sets, blocks, suits)
            write_form(&forms[row, 0] if cards else NULL, sets, ranks, suits, jokers, held)
    return out


cdef void order_sets(uint32_t* sets, const uint8_t[::1] blocks, int suits) noexcept nogil:
    """The sets of each block in descending order."""
    cdef int i, j
    cdef uint32_t larger
    for i in range(suits):
        for j in range(i + 1, suits):
            if blocks[i] == blocks[j] and sets[j] > sets[i]:
                larger = sets[j]
                sets[j] = sets[i]
                sets[i] = larger


cdef void write_form(
    uint8_t* form, const uint32_t* sets, int ranks, int suits, int jokers, int held
) noexcept nogil:
    cdef int rank, suit, joker, place = 0
    for rank in range(ranks):
        for suit in range(suits):
            if sets[suit] >> rank & 1:
                form[place] = rank * suits + suit
                place += 1
    for joker in range(jokers):
        if held >> joker & 1:
            form[place] = ranks * suits + joker
            place += 1


def same_when_exchanged(const uint64_t[::1] keys, int deck, int cards, const uint8_t[::1] partner):
    """Whether keys[colex index] stays the same for every hand when each card is exchanged for its partner."""
    if not 1 <= cards <= MAX_CHOSEN or cards > deck or deck > MAX_DECK_SIZE or partner.shape[0] != deck:
        raise ValueError(f"hands of {cards} cards of {deck} cannot be exchanged")
    cdef uint64_t index, total = BINOMIALS.c[deck][cards]
    if <uint64_t>keys.shape[0] != total:
        raise ValueError(f"{cards} cards of {deck} make {total} hands, not {keys.shape[0]}")
    cdef uint8_t hand[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef int i
    cdef bint same = True, neighbours = True
    for i in range(deck):
        neighbours &= -1 <= partner[i] - i <= 1
    with nogil:
        for i in range(cards):
            hand[i] = i
        for index in range(total):
            if keys[index] != keys[exchanged(hand, cards, &partner[0], neighbours)]:
                same = False
                break
            colex_next(hand, cards)
    return same


cdef inline uint64_t exchanged(const uint8_t* hand, int cards, const uint8_t* partner, bint neighbours) noexcept nogil:
    """The colex index of a hand's partners.

    Where partners stand side by side in the deck a hand stays in order: two that are both in it change places, and any
    other card passes none of the hand.
    """
    cdef uint8_t other[MAX_CHOSEN]
    cdef uint64_t index = 0
    cdef int i, j, card
    if neighbours:
        for i in range(cards):
            card = partner[hand[i]]
            if (i > 0 and card == hand[i - 1]) or (i + 1 < cards and card == hand[i + 1]):
                card = hand[i]
            index += BINOMIALS.c[card][i + 1]
        return index
    for i in range(cards):
        card = partner[hand[i]]
        j = i
        while j > 0 and other[j - 1] > card:
            other[j] = other[j - 1]
            j -= 1
        other[j] = card
    return colex_rank(&BINOMIALS, other, cards)
