"""Own hands against a dealer all of whose cards but one are seen.

Beside the seen cards the dealer's hand is one of some fifty, one for each card that may be the hidden one. Strengths
that beat, tie with and lose to the same of them are a span. So what an own hand meets follows from its span and from
the cards that it holds itself, which cannot be hidden: how many of the dealer's hands there are of each result and
kind, small numbers that have six bits of a word each. Own hands of the same word and label are one state with a weight.

Bound: a dealer has at most 63 hands, so no field of a word overflows, and none falls below 0: the cards that an own
hand holds are taken from fields in which they are counted.
"""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init

cdef enum:
    MAX_OWN = 5
    FIRST_BITS = 13            # slots of a table, as a power of two

cdef uint64_t MIX = 0x9E3779B97F4A7C15
cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)

cdef struct Slot:
    uint64_t word
    int64_t weight             # 0: not in use
    uint32_t first             # a hand of the state
    uint32_t label

cdef struct Table:
    Slot* slots
    int bits
    Py_ssize_t used
    bint failed

cdef struct Asked:
    int left                   # cards that may be hidden, or own
    const uint8_t* rest        # [place] their positions, ascending
    const uint8_t* span        # [level]
    const uint64_t* whole      # [span] what a hand without any of the cards meets
    const uint64_t* unit       # [span, place] what the dealer's hand with that card counts
    const uint32_t* level      # [own hand]
    const uint8_t* label       # [own hand]


cdef inline Slot* slot_of(Slot* slots, int bits, uint64_t word, uint32_t label) noexcept nogil:
    cdef uint64_t mask = (<uint64_t>1 << bits) - 1
    cdef uint64_t at = ((word ^ label * MIX) * MIX) >> (64 - bits)
    while slots[at].weight and (slots[at].word != word or slots[at].label != label):
        at = (at + 1) & mask
    return &slots[at]


cdef void grow(Table* table) noexcept nogil:
    """Twice as many slots."""
    cdef Slot* more = <Slot*>calloc(<size_t>2 << table.bits, sizeof(Slot))
    cdef Py_ssize_t at
    if more == NULL:
        table.failed = True
        return
    for at in range(<Py_ssize_t>1 << table.bits):
        if table.slots[at].weight:
            slot_of(more, table.bits + 1, table.slots[at].word, table.slots[at].label)[0] = table.slots[at]
    free(table.slots)
    table.slots = more
    table.bits += 1


cdef inline void count(Table* table, uint64_t word, uint32_t label, uint32_t hand) noexcept nogil:
    cdef Slot* slot = slot_of(table.slots, table.bits, word, label)
    if not slot.weight:
        slot.word, slot.label, slot.first = word, label, hand
        table.used += 1
    slot.weight += 1
    if table.used * 2 > <Py_ssize_t>1 << table.bits:
        grow(table)


cdef void lowest(const Asked* asked, Table* table, const int* held, int others, int top, uint64_t base) noexcept nogil:
    """All hands whose other cards, at the places `held`, are chosen, and whose lowest is at a place below `top`."""
    cdef int place, i
    cdef uint64_t hand, word
    cdef const uint64_t* unit
    cdef uint8_t span
    for place in range(top):
        hand = base + asked.rest[place]
        span = asked.span[asked.level[hand]]
        unit = asked.unit + span * asked.left
        word = asked.whole[span] - unit[place]
        for i in range(others):
            word -= unit[held[i]]
        count(table, word, asked.label[hand], <uint32_t>hand)
        if table.failed:
            return


cdef void choose(
    const Asked* asked, Table* table, int* held, int own, int chosen, int top, uint64_t base
) noexcept nogil:
    """All hands whose highest cards are chosen, the others at places below `top`."""
    cdef int place, more = own - chosen
    if more == 1:
        if own == 5:
            lowest(asked, table, held, 4, top, base)
        else:
            lowest(asked, table, held, own - 1, top, base)
        return
    for place in range(more - 1, top):
        held[chosen] = place
        choose(asked, table, held, own, chosen + 1, place, base + BINOMIALS.c[asked.rest[place]][more])
        if table.failed:
            return


def states(
    int own, const uint8_t[::1] rest, const uint8_t[::1] span, const uint64_t[::1] whole, const uint64_t[:, ::1] unit,
    const uint32_t[::1] levels, const uint8_t[::1] labels
):
    """All own hands of the cards `rest` (positions): words, labels, a hand of each state (colex index), and weights.

    span[level], whole[span], unit[span, place in rest]; levels and labels are by own hand.
    """
    cdef Asked asked
    cdef Table table
    cdef int held[MAX_OWN]
    if not 1 <= own <= MAX_OWN or rest.shape[0] > MAX_DECK_SIZE or rest.shape[0] < own:
        raise ValueError(f"hands of {own} cards out of {rest.shape[0]} are not counted")
    if unit.shape[0] != whole.shape[0] or unit.shape[1] != rest.shape[0] or np.max(span) >= whole.shape[0]:
        raise ValueError("every span needs a word, and one for each card")
    if labels.shape[0] != levels.shape[0] or np.max(levels) >= span.shape[0]:
        raise ValueError("every own hand needs a label, and a level that has a span")
    if BINOMIALS.c[np.max(rest) + 1][own] > <uint64_t>levels.shape[0]:
        raise ValueError(f"there are hands beyond the {levels.shape[0]} that have levels")
    asked.left = <int>rest.shape[0]
    asked.rest, asked.span, asked.whole, asked.unit = &rest[0], &span[0], &whole[0], &unit[0, 0]
    asked.level, asked.label = &levels[0], &labels[0]
    table.bits, table.used, table.failed = FIRST_BITS, 0, False
    table.slots = <Slot*>calloc(<size_t>1 << FIRST_BITS, sizeof(Slot))
    if table.slots == NULL:
        raise MemoryError
    try:
        with nogil:
            choose(&asked, &table, held, own, 0, asked.left, 0)
        if table.failed:
            raise MemoryError
        entries = np.empty((table.used, 4), dtype=np.uint64)
        _copy(&table, entries)
    finally:
        free(table.slots)
    return entries


cdef _copy(const Table* table, uint64_t[:, ::1] rows):
    """[state] the word, the label, a hand, the weight."""
    cdef Py_ssize_t at, row = 0
    for at in range(<Py_ssize_t>1 << table.bits):
        if table.slots[at].weight:
            rows[row, 0], rows[row, 1] = table.slots[at].word, table.slots[at].label
            rows[row, 2], rows[row, 3] = table.slots[at].first, <uint64_t>table.slots[at].weight
            row += 1
