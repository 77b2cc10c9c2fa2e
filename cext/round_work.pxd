"""What one thread needs to count the leaves of a round: structures, and room that grows."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from cext.colex cimport Binomials
from cext.round_hands cimport KEPT, NO_VALUE, Answers
from cext.round_index cimport Walk
from cext.round_int128 cimport int128
from cext.round_sweep cimport MAX_DEPTH, Table

cdef enum:
    MAX_OPTIONS = 16
    MAX_DEALER_KINDS = 256
    SLOTS = 1 << 14
    RESULTS = 3

cdef enum:
    NO_MEMORY = 1
    TOO_MANY_KINDS = 2
    NOTHING_OFFERED = 3
    ASKED_IN_VAIN = 4

# What a pair of kinds, the player's and the dealer's, is paid, and how often it has come up: [end][result].
cdef struct Pair:
    const int128* nets
    const int128* squares
    int128* counts

# What one own hand is known by.
cdef struct Own:
    uint64_t mask
    uint64_t extra                # the card of the last cell, where that has one
    int64_t weight
    uint32_t strength
    int32_t kind

# Where the states of one split of a context lie, if all own cards are one set that the level before knows as it is: the
# state of the set with a colex index is base + class_of[renamed[index]].
cdef struct Rows:
    int64_t base
    const int32_t* class_of
    const uint32_t* renamed

# What is to be done with the leaves: add up values for the level before, follow its decisions, or, where rounds are
# given one by one, tell how each of them ends from a decision on.
cdef struct Job:
    uint64_t context              # the cards of the context
    const uint16_t* entries       # [round]: a decision
    uint16_t* endings             # [round]: an end
    int128* sums
    const uint16_t* after
    const uint64_t* possible
    const int64_t* shares

# All but the hidden cards: the player's kind, own cards by cell, and by kind of the hidden hand how many are lower, not
# higher, and all.
cdef struct Leaf:
    int32_t kind
    int64_t weight
    const uint8_t* cards
    const uint32_t* below
    const uint32_t* up_to
    const uint32_t* all
    int dealers

# Everything that one thread needs.
cdef struct Work:
    Answers* answers              # [hand]
    uint64_t* player_bits         # by slot; slots that are in use have an id
    int32_t* player_id
    uint64_t* dealer_bits
    int32_t* dealer_id
    int32_t players               # ids below these were met by this thread
    int32_t dealers
    const uint32_t** offered      # [player's kind]
    Pair* pairs                   # [player's kind][dealer's kind]
    Py_ssize_t pair_rows
    Own* own
    uint8_t* own_cards            # [own hand][card], by cell
    Py_ssize_t own_count
    Py_ssize_t own_room
    uint8_t* hidden_cards         # [hidden hand][card], ascending
    uint64_t* hidden_masks
    uint32_t* hidden_strengths
    uint8_t* hidden_kinds
    Py_ssize_t hidden_room
    Py_ssize_t hidden_count
    uint32_t* order[4]            # two of own hands and two of hidden ones
    Py_ssize_t order_room[2]
    Table table
    uint32_t* counts[3]           # lower, not higher, all: [own hand][dealer's kind]
    Py_ssize_t counts_room
    int128* values                # [target]
    int128* worth                 # [leaf][column]: leaves of one context that are still to be added
    uint8_t* worth_cards          # [leaf][own card]
    uint32_t* worth_index         # [leaf]: the colex index of the own cards, where they are one set
    Py_ssize_t worth_count
    Py_ssize_t worth_room
    int64_t* passing              # [target]: deals that come to it, as the level before decided
    int32_t* chosen               # [node]: the option
    int32_t* ending               # [node]: the end that is come to
    int32_t* equals               # [node]: choices that are as good
    uint8_t* possible             # [node]
    int128* node_counts           # [node][option]: deals
    int128* node_ties             # [node]: states
    Walk* context_walks           # [split of the context]
    Rows* context_rows            # the same, where own cards are one set
    int failed
    int stuck                     # the node in which nothing is offered


cdef inline void* grown(void* memory, size_t bytes, Work* work) noexcept nogil:
    """More memory for what is there; where there is none the work has failed."""
    cdef void* more = realloc(memory, bytes)
    if more == NULL:
        work.failed = NO_MEMORY
        return memory
    return more


cdef inline void work_free(Work* work) noexcept:
    cdef Py_ssize_t i
    for i in range(work.pair_rows * MAX_DEALER_KINDS):
        free(work.pairs[i].counts)
    for i in range(4):
        free(work.order[i])
    for i in range(MAX_DEPTH + 1):
        free(work.table.of[i])
    for i in range(3):
        free(work.counts[i])
    free(work.answers)
    free(work.player_bits)
    free(work.player_id)
    free(work.dealer_bits)
    free(work.dealer_id)
    free(work.offered)
    free(work.pairs)
    free(work.own)
    free(work.own_cards)
    free(work.hidden_cards)
    free(work.hidden_masks)
    free(work.hidden_strengths)
    free(work.hidden_kinds)
    free(work.worth)
    free(work.worth_cards)
    free(work.worth_index)
    free(work.context_rows)
    free(work.values)
    free(work.passing)
    free(work.chosen)
    free(work.ending)
    free(work.equals)
    free(work.possible)
    free(work.context_walks)
    free(work.node_counts)
    free(work.node_ties)
    free(work)


cdef inline Work* work_new(
    int hands, int ends, int nodes, Py_ssize_t splits, const Binomials* B, int deck, int depth
) except NULL:
    """Room for so many hands that are looked at, ends, decisions and splits of a context, and a table of that depth."""
    cdef Work* work = <Work*>calloc(1, sizeof(Work))
    cdef int i, kept
    if work == NULL:
        raise MemoryError("no memory for a count")
    work.answers = <Answers*>malloc(sizeof(Answers) * max(1, hands))
    work.player_bits = <uint64_t*>calloc(SLOTS, sizeof(uint64_t))
    work.player_id = <int32_t*>malloc(SLOTS * sizeof(int32_t))
    work.dealer_bits = <uint64_t*>calloc(SLOTS, sizeof(uint64_t))
    work.dealer_id = <int32_t*>malloc(SLOTS * sizeof(int32_t))
    work.values = <int128*>calloc(ends + nodes + 1, sizeof(int128))
    work.passing = <int64_t*>calloc(ends + nodes + 1, sizeof(int64_t))
    work.chosen = <int32_t*>calloc(nodes + 1, sizeof(int32_t))
    work.ending = <int32_t*>calloc(nodes + 1, sizeof(int32_t))
    work.equals = <int32_t*>calloc(nodes + 1, sizeof(int32_t))
    work.possible = <uint8_t*>calloc(nodes + 1, sizeof(uint8_t))
    work.context_walks = <Walk*>calloc(splits + 1, sizeof(Walk))
    work.context_rows = <Rows*>calloc(splits + 1, sizeof(Rows))
    work.node_counts = <int128*>calloc(nodes * MAX_OPTIONS + 1, sizeof(int128))
    work.node_ties = <int128*>calloc(nodes + 1, sizeof(int128))
    for i in range(1, min(depth, <int>MAX_DEPTH) + 1):
        work.table.of[i] = <uint32_t*>malloc(B.c[deck][i] * sizeof(uint32_t))
        if work.table.of[i] == NULL:
            work.failed = NO_MEMORY
    for pointer in (
        <size_t>work.answers, <size_t>work.player_bits, <size_t>work.player_id, <size_t>work.dealer_bits,
        <size_t>work.dealer_id, <size_t>work.values, <size_t>work.passing, <size_t>work.chosen,
        <size_t>work.ending, <size_t>work.equals, <size_t>work.possible, <size_t>work.context_walks,
        <size_t>work.context_rows,
        <size_t>work.node_counts, <size_t>work.node_ties,
    ):
        if not pointer:
            work.failed = NO_MEMORY
    if work.failed:
        work_free(work)
        raise MemoryError("no memory for a count")
    for i in range(SLOTS):
        work.player_id[i] = work.dealer_id[i] = -1
    for i in range(hands):
        for kept in range(KEPT):
            work.answers[i].value[kept] = NO_VALUE
    return work
