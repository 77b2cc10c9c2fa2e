"""Hands with a flush, as they meet another hand suit by suit.

Among the hands with a flush in one given suit, those that avoid another hand's cards are counted by what that hand
holds in the suit (the flush must avoid it) and, for the cards beside the flush, by inclusion and exclusion over
the cards that the other hand has in the other suits: at most two can lie beside a flush. A slot is a set of at most two
such ranks: 0 for none, 1 + r for one card of rank r, 14 + high * (high + 1) / 2 + low for two.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from cext.cards cimport RANKS

cdef enum:
    SLOTS = 105
    MAX_TERMS = 29              # for seven cards in other suits: none, each of 7, each of 21 pairs
    MAX_WEIGHT = 9              # hands of one suited kind that contain the cards of a slot
    JOKER_COUNTS = 3             # a hand has 0, 1 or 2
    COORDINATES = RANKS + 1      # a rank count: thirteen ranks and the jokers

# A suited hand whose setting is not that of its ranks alone. Each is there twice: with its own setting, and taken away
# with that of its ranks. EVENT of
# analyzer/engines/two_hands/set_hands.py is the same record in numpy.
cdef packed struct FlushEvent:
    uint32_t back
    uint16_t flush               # ranks in the suit of the flush
    uint8_t front
    uint8_t jokers
    uint8_t slot[4]
    int8_t weight[4]             # how many such hands contain the cards of that slot: -MAX_WEIGHT to MAX_WEIGHT

# How to add up the slots for one hand and one suit: inclusion and exclusion over its cards in the other suits.
cdef struct Terms:
    uint8_t count
    uint8_t jokers               # of the hand
    uint8_t slot[MAX_TERMS]
    int8_t factor[MAX_TERMS]    # -4 to 12


cdef inline int slot_of(int high, int low) noexcept nogil:
    return 14 + high * (high + 1) // 2 + low


cdef inline void add_term(Terms* self, int slot, int factor) noexcept nogil:
    self.slot[self.count] = slot
    self.factor[self.count] = factor
    self.count += 1


cdef inline void terms_init(Terms* self, const uint8_t* counts, uint32_t holding) noexcept nogil:
    """For a hand with these rank counts that holds `holding` in the suit of the flush."""
    cdef int rank, low, own, others = 0
    cdef int ranks[7]
    cdef int have[7]
    self.jokers = counts[RANKS]
    self.count = 0
    add_term(self, 0, 1)
    for rank in range(RANKS):
        own = counts[rank] - <int>((holding >> rank) & 1)
        if own <= 0:
            continue
        add_term(self, 1 + rank, -own)
        if own > 1:
            add_term(self, slot_of(rank, rank), own * (own - 1) // 2)
        for low in range(others):
            add_term(self, slot_of(rank, ranks[low]), own * have[low])
        ranks[others] = rank
        have[others] = own
        others += 1


cdef inline int64_t add_up(const Terms* terms, const int32_t* slots) noexcept nogil:
    """At most 29 terms of 12 times a counter below 2**31: below 2**40."""
    cdef int i
    cdef int64_t total = 0
    for i in range(terms.count):
        total += <int64_t>terms.factor[i] * slots[terms.slot[i]]
    return total


cdef inline bint sums_fit(Py_ssize_t events) noexcept nogil:
    """Whether sums over the terms of a hand fit 32 bits, whatever so many events are.

    The factors of the terms, without their signs, add up to at most 29; the ways to take jokers are at most 2; an event
    adds at most 9 to a counter. Four million events fit; a deck of 54 cards has less than one million.
    """
    return <int64_t>2 * MAX_TERMS * MAX_WEIGHT * events < <int64_t>1 << 31


cdef inline Py_ssize_t keep_disjoint(
    const FlushEvent* given, Py_ssize_t count, uint32_t ranks, FlushEvent* out
) noexcept nogil:
    """Copy the events whose flush has none of these ranks, in the same order; how many they are."""
    cdef Py_ssize_t i, kept = 0
    for i in range(count):
        out[kept] = given[i]
        kept += (given[i].flush & ranks) == 0
    return kept
