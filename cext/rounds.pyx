"""Any round of the language of game files, counted over all deals up to exchanges of suits.

Cards lie in cells: a cell is what all hands that are looked at have in common. One cell may be hidden from the player
to the end: the dealer's. Cells that belong to a hand with hidden cards are the context, all others are own cells. For
each context all own cards are listed with what they are worth, and the hidden hands are swept over in order of strength
(round_sweep.pxd); so every way to deal all but the hidden cards, a leaf, is known with its counts of wins, ties and
losses by kind of the hidden hand. Then the last decisions are made in it, and what it is worth is added to all states
of the level before that it belongs to: those that know a part of the cells (round_index.pxd).

A kind is a set of answers to questions about hands (round_hands.pxd). What a pair of kinds is paid, the caller is asked
once: `LeafKinds` of analyzer/engines/rounds/kinds.py.
"""
import numpy as np
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset
from cext.cards cimport MAX_DECK_SIZE, is_joker
from cext.colex cimport Binomials, binomials_init, colex_next, colex_rank
from cext.hand cimport Ranking, ranking_read
from cext.line cimport Line
from cext.round_hands cimport NO_VALUE, KEPT, SUIT_BITS, Answers, Asked, Pile, ask, pile_add, pile_clear
from cext.round_index cimport (
    MAX_RENAMINGS, MAX_SET, MAX_TYPES, Renamings, Step, Walk, rank_sorted, step_on,
)
from cext.round_int128 cimport int128
from cext.round_sweep cimport MAX_DEPTH, Columns, Table, avoiding, columns_init, put, with_card

cdef enum:
    MAX_CELLS = 12
    MAX_HANDS = 24
    MAX_STEPS = 16
    MAX_ENDS = 1024             # ways in which a round ends
    MAX_NODES = 1024            # decisions that are made with all cards seen
    MAX_OPTIONS = 16
    MAX_DEALER_KINDS = 256
    MAX_KNOWN = 16              # own cards of all cells
    MAX_RENAMED = 3             # own cards whose renamings are listed
    SLOTS = 1 << 14
    RESULTS = 3
    FEW_EQUALS = 32             # hidden hands of one strength that are met one by one
    MANY_LEAVES = 1 << 14       # leaves whose worth is kept before it is added
    RADIX_BITS = 9
    BUCKETS = 1 << RADIX_BITS

cdef enum:
    NO_MEMORY = 1
    TOO_MANY_KINDS = 2
    NOTHING_OFFERED = 3
    ASKED_IN_VAIN = 4
    NO_TARGET = 0xFFFF

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)
cdef Columns COLUMNS
columns_init(&COLUMNS)

cdef extern from *:
    """
    #define exactodds_low64(x) __builtin_ctzll(x)
    #define exactodds_popcount64(x) __builtin_popcountll(x)
    """
    int low_bit64 "exactodds_low64"(uint64_t x) noexcept nogil
    int popcount64 "exactodds_popcount64"(uint64_t x) noexcept nogil

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

# Decisions with all cards seen: which choices there are, in the order in which equals are taken.
cdef struct Node:
    int options
    int target[MAX_OPTIONS]       # below the number of ends: that end; otherwise a node, after all ends

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


cdef void pile_of_card(Pile* pile, int card, bint wild) noexcept nogil:
    pile_clear(pile)
    if is_joker(card):
        pile.jokers = 1
    else:
        pile.printed = <uint64_t>1 << (SUIT_BITS * (card & 3) + (card >> 2))
    if wild:
        pile.wilds = 1
    else:
        pile.plain = pile.printed


cdef void* grown(void* memory, size_t bytes, Work* work) noexcept nogil:
    """More memory for what is there; where there is none the work has failed."""
    cdef void* more = realloc(memory, bytes)
    if more == NULL:
        work.failed = NO_MEMORY
        return memory
    return more


cdef void sort_by_strength(uint32_t* order, uint32_t* other, const uint32_t* strengths, Py_ssize_t stride,
                           Py_ssize_t count) noexcept nogil:
    """Indices in ascending order of strength (below 2**27); equals stay in order. `other` is room for as many."""
    cdef Py_ssize_t first[BUCKETS]
    cdef Py_ssize_t at, sum_so_far, here
    cdef int pass_, bucket, shift
    cdef uint32_t* swap
    cdef uint32_t* start = order
    for at in range(count):
        order[at] = <uint32_t>at
    for pass_ in range(3):
        shift = pass_ * RADIX_BITS
        memset(first, 0, sizeof(first))
        for at in range(count):
            first[strengths[order[at] * stride] >> shift & (BUCKETS - 1)] += 1
        sum_so_far = 0
        for bucket in range(BUCKETS):
            here = first[bucket]
            first[bucket] = sum_so_far
            sum_so_far += here
        for at in range(count):
            bucket = strengths[order[at] * stride] >> shift & (BUCKETS - 1)
            other[first[bucket]] = order[at]
            first[bucket] += 1
        swap = order
        order = other
        other = swap
    # Three passes end in the other array.
    if order != start:
        for at in range(count):
            start[at] = order[at]


cdef class Leaves:
    """One branch of a round: its cells, its questions, its ends and last decisions, and the level before."""

    cdef list keep
    cdef object kinds
    cdef object error
    cdef Ranking ranking
    cdef Renamings renamings
    cdef int deck
    cdef Pile piles[MAX_DECK_SIZE]
    # Cells: those of the context, then own ones; the hidden cell is the last.
    cdef int cells, contexts, owns, hidden
    cdef int sizes[MAX_CELLS]
    cdef Pile fixed[MAX_CELLS]
    cdef int own_size, context_size
    # Hands that are looked at: those without hidden cards, then those with.
    cdef int hands, seen_hands
    cdef Asked asked[MAX_HANDS]
    cdef uint32_t cells_of[MAX_HANDS]
    cdef int player_hand, dealer_hand       # -1: nobody is compared
    # The contexts.
    cdef const uint8_t[:, ::1] context_cards
    cdef const uint8_t[::1] context_types
    cdef const int64_t[::1] context_weights
    # Own sets that stand for others, by cell and type.
    cdef const uint8_t* set_cards[MAX_CELLS][MAX_TYPES]
    cdef const uint8_t* set_types[MAX_CELLS][MAX_TYPES]
    cdef const int64_t* set_weights[MAX_CELLS][MAX_TYPES]
    cdef uint64_t* set_masks[MAX_CELLS][MAX_TYPES]
    cdef Py_ssize_t set_count[MAX_CELLS][MAX_TYPES]
    # Ends and decisions.
    cdef int ends, nodes
    cdef Node node[MAX_NODES]
    # The level before: how its states are numbered from the parts of the cells, and its columns.
    cdef int steps, context_steps
    cdef Step step[MAX_STEPS]
    cdef int step_from[MAX_STEPS]           # where the cards of a step lie in a split
    cdef const uint8_t[:, ::1] context_splits
    cdef const uint8_t[:, ::1] own_splits
    cdef int columns
    cdef int column_target[MAX_ENDS]
    cdef uint8_t column_square[MAX_ENDS]
    cdef bint any_square
    cdef bint one_own_set                   # own cards are one small set that the level before knows as it is
    cdef uint32_t* renamed                  # [renaming][colex index of a set of own cards]: the index that it gets

    def __init__(self, dict given, kinds):
        self.keep = []
        self.kinds = kinds
        ranking_read(&self.ranking, given["ranking"])
        self._read_deck(given["cards"], given["wild"], given["moved"], given["after"])
        self._read_cells(given)
        self._read_hands(given["hands"], given["player_hand"], given["dealer_hand"])
        self.context_cards = self._kept(given["context_cards"])
        self.context_types = self._kept(given["context_types"])
        self.context_weights = self._kept(given["context_weights"])
        self._read_sets(given["own_sets"])
        self._read_decisions(given["ends"], given["nodes"])
        self._read_level(given)

    def __dealloc__(self):
        cdef int cell, kind
        for cell in range(MAX_CELLS):
            for kind in range(MAX_TYPES):
                free(self.set_masks[cell][kind])
        free(self.renamed)

    def _kept(self, array):
        self.keep.append(array)
        return array

    def _read_deck(self, const uint8_t[::1] cards, const uint8_t[::1] wild, const uint8_t[:, ::1] moved,
                   const uint8_t[:, ::1] after):
        cdef int i, j
        if cards.shape[0] > MAX_DECK_SIZE or wild.shape[0] != cards.shape[0] or moved.shape[0] > MAX_RENAMINGS:
            raise ValueError("a deck that is too large, or renamings that are not of it")
        if moved.shape[1] != cards.shape[0] or after.shape[0] != moved.shape[0] or after.shape[1] != moved.shape[0]:
            raise ValueError("renamings are not those of the deck")
        self.deck = <int>cards.shape[0]
        for i in range(self.deck):
            pile_of_card(&self.piles[i], cards[i], wild[i])
        self.renamings.count = <int>moved.shape[0]
        for i in range(self.renamings.count):
            for j in range(self.deck):
                self.renamings.moved[i][j] = moved[i, j]
            for j in range(self.renamings.count):
                self.renamings.after[i][j] = after[i, j]

    def _read_cells(self, dict given):
        cdef int i
        sizes = [*given["context_sizes"], *given["own_sizes"]]
        self.contexts, self.owns, self.hidden = len(given["context_sizes"]), len(given["own_sizes"]), given["hidden"]
        self.cells = len(sizes) + 1
        self.context_size, self.own_size = sum(given["context_sizes"]), sum(given["own_sizes"])
        if self.cells > MAX_CELLS or self.own_size > MAX_KNOWN or max([self.hidden] + sizes) > MAX_SET:
            raise ValueError(f"cells of {sizes} cards and {self.hidden} hidden ones are not counted")
        for i in range(len(sizes)):
            self.sizes[i] = sizes[i]
        self.sizes[len(sizes)] = self.hidden
        for i in range(self.cells):
            self._read_fixed(i, *given["fixed"][i])

    def _read_fixed(self, int cell, const uint8_t[::1] cards, const uint8_t[::1] wild):
        """Cards that lie in a cell before anything is dealt."""
        cdef Pile pile
        cdef Py_ssize_t i
        pile_clear(&self.fixed[cell])
        for i in range(cards.shape[0]):
            pile_of_card(&pile, cards[i], wild[i])
            pile_add(&self.fixed[cell], &pile)

    def _read_hands(self, list hands, int player, int dealer):
        """Of each: cells as bits, cards that count, lines, the first bit, which ask cards, which ask what is held,
        whether any reading will do, whether five wild cards rank above everything; those with hidden cards last."""
        cdef const Line[::1] lines
        cdef int i
        cdef bint seen = True
        if len(hands) > MAX_HANDS:
            raise ValueError(f"{len(hands)} hands are looked at; up to {MAX_HANDS} are counted")
        self.hands, self.seen_hands = len(hands), 0
        self.player_hand, self.dealer_hand = player, dealer
        for i, (cells, size, records, first, of_cards, without, any_reading, five_wilds) in enumerate(hands):
            lines = self._kept(records)
            self.cells_of[i] = cells
            self.asked[i].size = size
            self.asked[i].first = first
            self.asked[i].count = <int>lines.shape[0]
            self.asked[i].of_cards = of_cards
            self.asked[i].without = without
            self.asked[i].any_reading = any_reading
            self.asked[i].five_wilds = five_wilds
            self.asked[i].lines = &lines[0] if lines.shape[0] else NULL
            if self.hidden and self.cells_of[i] >> (self.cells - 1) & 1:
                seen = False
            elif not seen:
                raise ValueError("hands with hidden cards come last")
            else:
                self.seen_hands += 1

    def _read_sets(self, list cells):
        """Of each own cell, by type: the sets that stand for others, the types that they lead to, their weights."""
        cdef const uint8_t[:, ::1] listed
        cdef const uint8_t[::1] leads_to
        cdef const int64_t[::1] stands_for
        cdef int cell, kind, i
        cdef Py_ssize_t row
        for cell, types in enumerate(cells):
            for kind, of_type in enumerate(types):
                self.set_count[cell][kind] = 0
                if of_type is None:
                    continue
                listed, leads_to, stands_for = of_type
                self.keep.append(of_type)
                if listed.shape[1] != self.sizes[self.contexts + cell]:
                    raise ValueError("sets of another size than their cell")
                self.set_count[cell][kind] = listed.shape[0]
                if not listed.shape[0]:
                    continue
                self.set_cards[cell][kind] = &listed[0, 0] if listed.shape[1] else NULL
                self.set_types[cell][kind] = &leads_to[0]
                self.set_weights[cell][kind] = &stands_for[0]
                self.set_masks[cell][kind] = <uint64_t*>calloc(listed.shape[0], sizeof(uint64_t))
                if self.set_masks[cell][kind] == NULL:
                    raise MemoryError("no memory for own cards")
                for row in range(listed.shape[0]):
                    for i in range(<int>listed.shape[1]):
                        self.set_masks[cell][kind][row] |= <uint64_t>1 << listed[row, i]

    def _read_decisions(self, int ends, list nodes):
        cdef int i, j
        if ends > MAX_ENDS or len(nodes) > MAX_NODES:
            raise ValueError(f"{ends} ends and {len(nodes)} last decisions are more than are counted")
        self.ends, self.nodes = ends, len(nodes)
        for i, targets in enumerate(nodes):
            if not 1 <= len(targets) <= MAX_OPTIONS:
                raise ValueError(f"a decision between {len(targets)} choices is not counted")
            self.node[i].options = len(targets)
            for j, target in enumerate(targets):
                if not (0 <= target < ends or ends + i < target < ends + self.nodes):
                    raise ValueError("a choice leads to an end or to a later decision")
                self.node[i].target[j] = target

    def _read_level(self, dict given):
        """Steps: (cards of the part, where they lie in a split, bases, types, classes by type, movers by type)."""
        cdef const int64_t[::1] bases
        cdef const uint8_t[::1] types
        cdef const int32_t[::1] classes
        cdef const uint8_t[::1] movers
        cdef int i, kind
        self.context_splits, self.own_splits = self._kept(given["context_splits"]), self._kept(given["own_splits"])
        self.context_steps, self.steps = given["context_steps"], len(given["steps"])
        if self.steps > MAX_STEPS:
            raise ValueError(f"{self.steps} parts of cells are seen at different times; up to {MAX_STEPS} are counted")
        for i, (size, start, base, type_of, class_of, mover) in enumerate(given["steps"]):
            self.step[i].size, self.step_from[i] = size, start
            self.step[i].base, self.step[i].type_of = NULL, NULL
            if base is not None:
                bases, types = self._kept(base), self._kept(type_of)
                self.step[i].base, self.step[i].type_of = &bases[0], &types[0]
            for kind in range(len(class_of)):
                if class_of[kind] is not None:
                    classes, movers = self._kept(class_of[kind]), self._kept(mover[kind])
                    self.step[i].class_of[kind], self.step[i].mover[kind] = &classes[0], &movers[0]
        self.columns = len(given["columns"])
        self.any_square = False
        if self.columns > MAX_ENDS:
            raise ValueError(f"{self.columns} columns are more than are counted")
        for i, (target, square) in enumerate(given["columns"]):
            self.column_target[i], self.column_square[i] = target, square
            self.any_square |= square
        self.one_own_set = (
            self.owns == 1 and self.own_size <= MAX_RENAMED and self.steps == self.context_steps + 1
            and self.step[self.steps - 1].size == self.own_size and self.own_splits.shape[0] == 1
        )
        if self.one_own_set:
            self._rename_own_sets()

    def _rename_own_sets(self):
        cdef Py_ssize_t total = BINOMIALS.c[self.deck][self.own_size], index
        cdef uint8_t cards[MAX_DECK_SIZE]
        cdef uint8_t moved[MAX_SET + 1]
        cdef int r, i
        self.renamed = <uint32_t*>malloc(self.renamings.count * total * sizeof(uint32_t))
        if self.renamed == NULL:
            raise MemoryError("no memory for renamed own cards")
        for i in range(self.own_size):
            cards[i] = i
        for index in range(total):
            for r in range(self.renamings.count):
                for i in range(self.own_size):
                    moved[i] = self.renamings.moved[r][cards[i]]
                self.renamed[r * total + index] = <uint32_t>rank_sorted(&BINOMIALS, moved, self.own_size)
            colex_next(cards, self.own_size)

    # --- the work of one thread ---

    cdef Work* start(self) except NULL:
        cdef Work* work = <Work*>calloc(1, sizeof(Work))
        cdef int i, depth
        if work == NULL:
            raise MemoryError("no memory for a count")
        work.answers = <Answers*>malloc(sizeof(Answers) * max(1, self.hands))
        work.player_bits = <uint64_t*>calloc(SLOTS, sizeof(uint64_t))
        work.player_id = <int32_t*>malloc(SLOTS * sizeof(int32_t))
        work.dealer_bits = <uint64_t*>calloc(SLOTS, sizeof(uint64_t))
        work.dealer_id = <int32_t*>malloc(SLOTS * sizeof(int32_t))
        work.values = <int128*>calloc(self.ends + self.nodes + 1, sizeof(int128))
        work.passing = <int64_t*>calloc(self.ends + self.nodes + 1, sizeof(int64_t))
        work.chosen = <int32_t*>calloc(self.nodes + 1, sizeof(int32_t))
        work.ending = <int32_t*>calloc(self.nodes + 1, sizeof(int32_t))
        work.equals = <int32_t*>calloc(self.nodes + 1, sizeof(int32_t))
        work.possible = <uint8_t*>calloc(self.nodes + 1, sizeof(uint8_t))
        work.context_walks = <Walk*>calloc(self.context_splits.shape[0] + 1, sizeof(Walk))
        work.context_rows = <Rows*>calloc(self.context_splits.shape[0] + 1, sizeof(Rows))
        work.node_counts = <int128*>calloc(self.nodes * MAX_OPTIONS + 1, sizeof(int128))
        work.node_ties = <int128*>calloc(self.nodes + 1, sizeof(int128))
        depth = min(self.hidden, self.own_size)
        for i in range(1, min(depth, <int>MAX_DEPTH) + 1):
            work.table.of[i] = <uint32_t*>malloc(BINOMIALS.c[self.deck][i] * sizeof(uint32_t))
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
            self.stop(work)
            raise MemoryError("no memory for a count")
        for i in range(SLOTS):
            work.player_id[i] = work.dealer_id[i] = -1
        for i in range(self.hands):
            for depth in range(KEPT):
                work.answers[i].value[depth] = NO_VALUE
        return work

    cdef void stop(self, Work* work) noexcept:
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

    # --- kinds ---

    cdef int32_t player_kind(self, Work* work, uint64_t bits) noexcept nogil:
        cdef uint32_t slot = <uint32_t>((bits * <uint64_t>0x9E3779B97F4A7C15) >> 50)
        while work.player_id[slot] >= 0:
            if work.player_bits[slot] == bits:
                return work.player_id[slot]
            slot = (slot + 1) & (SLOTS - 1)
        with gil:
            self.new_player_kind(work, bits, slot)
        return work.player_id[slot] if not work.failed else 0

    cdef void new_player_kind(self, Work* work, uint64_t bits, uint32_t slot) noexcept:
        """Ask what is offered to a kind, and keep it."""
        cdef Py_ssize_t row, rows
        cdef const uint32_t[::1] offered
        try:
            number, array = self.kinds.player(bits)
            offered = array
            row = number
        except BaseException as error:
            self.fail(work, error)
            return
        if work.players >= SLOTS // 2:
            work.failed = TOO_MANY_KINDS
            return
        if row >= work.pair_rows:
            rows = max(row + 1, 2 * work.pair_rows, 64)
            work.offered = <const uint32_t**>grown(work.offered, rows * sizeof(uint32_t*), work)
            work.pairs = <Pair*>grown(work.pairs, rows * MAX_DEALER_KINDS * sizeof(Pair), work)
            if work.failed:
                return
            memset(work.offered + work.pair_rows, 0, (rows - work.pair_rows) * sizeof(uint32_t*))
            memset(work.pairs + work.pair_rows * MAX_DEALER_KINDS, 0,
                   (rows - work.pair_rows) * MAX_DEALER_KINDS * sizeof(Pair))
            work.pair_rows = rows
        work.offered[row] = &offered[0] if offered.shape[0] else NULL
        work.player_bits[slot] = bits
        work.player_id[slot] = <int32_t>row
        work.players += 1

    cdef void fail(self, Work* work, error) noexcept:
        """An error of the caller's: it is raised where the work ends."""
        work.failed = ASKED_IN_VAIN
        self.error = error

    cdef int32_t dealer_kind(self, Work* work, uint64_t bits) noexcept nogil:
        cdef uint32_t slot = <uint32_t>((bits * <uint64_t>0x9E3779B97F4A7C15) >> 50)
        while work.dealer_id[slot] >= 0:
            if work.dealer_bits[slot] == bits:
                return work.dealer_id[slot]
            slot = (slot + 1) & (SLOTS - 1)
        with gil:
            return self.new_dealer_kind(work, bits, slot)

    cdef int32_t new_dealer_kind(self, Work* work, uint64_t bits, uint32_t slot) noexcept:
        cdef int32_t kind
        try:
            kind = self.kinds.dealer(bits)
        except BaseException as error:
            self.fail(work, error)
            return 0
        if kind >= MAX_DEALER_KINDS:
            work.failed = TOO_MANY_KINDS
            return 0
        work.dealer_bits[slot], work.dealer_id[slot] = bits, kind
        work.dealers = max(work.dealers, kind + 1)
        return kind

    cdef Pair* pair(self, Work* work, int32_t player, int32_t dealer) noexcept nogil:
        """What two kinds are paid; asked once by each thread."""
        cdef Pair* pair = work.pairs + player * <Py_ssize_t>MAX_DEALER_KINDS + dealer
        if pair.nets == NULL:
            with gil:
                self.new_pair(work, pair, player, dealer)
        return pair

    cdef void new_pair(self, Work* work, Pair* pair, int32_t player, int32_t dealer) noexcept:
        cdef const int64_t[::1] nets, squares
        try:
            given, squared = self.kinds.nets(player, dealer)
            nets, squares = given, squared
        except BaseException as error:
            self.fail(work, error)
            return
        pair.nets = <const int128*>&nets[0]
        pair.squares = <const int128*>&squares[0]
        pair.counts = <int128*>calloc(self.ends * RESULTS, sizeof(int128))
        if pair.counts == NULL:
            work.failed = NO_MEMORY

    # --- all ways to deal own cards in a context ---

    cdef void pile_of(self, Pile* pile, int cell, const uint8_t* cards) noexcept nogil:
        """The cards of a cell."""
        cdef int i
        pile[0] = self.fixed[cell]
        for i in range(self.sizes[cell]):
            pile_add(pile, &self.piles[cards[i]])

    cdef void hand_of(self, Pile* hand, int number, const Pile* cells) noexcept nogil:
        """The cards of a hand that is looked at, from those of all cells."""
        cdef int cell
        pile_clear(hand)
        for cell in range(self.cells):
            if self.cells_of[number] >> cell & 1:
                pile_add(hand, &cells[cell])

    cdef void own_sets(
        self, Work* work, int cell, int kind, uint64_t taken, int64_t weight, Pile* cells, uint8_t* cards, int at,
        Py_ssize_t first, Py_ssize_t last, Job* job
    ) noexcept nogil:
        """One own cell after the other; the sets of the first one only from `first` to before `last`."""
        cdef Py_ssize_t row
        cdef const uint8_t* one
        cdef int i, size
        if work.failed:
            return
        if cell == self.owns:
            self.found(work, taken, weight, cells, cards, job)
            return
        size = self.sizes[self.contexts + cell]
        for row in range(first, min(last, self.set_count[cell][kind])):
            if self.set_masks[cell][kind][row] & taken:
                continue
            one = self.set_cards[cell][kind] + row * size
            for i in range(size):
                cards[at + i] = one[i]
            self.pile_of(&cells[self.contexts + cell], self.contexts + cell, one)
            self.own_sets(
                work, cell + 1, self.set_types[cell][kind][row], taken | self.set_masks[cell][kind][row],
                weight * self.set_weights[cell][kind][row], cells, cards, at + size, 0, INT64_MAX, job
            )

    cdef void found(
        self, Work* work, uint64_t taken, int64_t weight, const Pile* cells, const uint8_t* cards, Job* job
    ) noexcept nogil:
        """Own cards beside a context: what they are; without hidden cards they are settled at once."""
        cdef uint64_t bits = 0
        cdef uint32_t strength = 0, other = 0, value
        cdef Pile hand
        cdef Own* own
        cdef int number, i
        for number in range(self.seen_hands):
            self.hand_of(&hand, number, cells)
            value = ask(&self.ranking, &self.asked[number], &hand, &work.answers[number], &bits)
            if number == self.player_hand:
                strength = value >> 1
            if number == self.dealer_hand:
                other = value >> 1
        if not self.hidden:
            self.settled(work, self.player_kind(work, bits), weight, cards, strength, other, job)
            return
        if work.own_count == work.own_room:
            work.own_room = max(1024, 2 * work.own_room)
            work.own = <Own*>grown(work.own, work.own_room * sizeof(Own), work)
            work.own_cards = <uint8_t*>grown(work.own_cards, work.own_room * max(1, self.own_size), work)
            if work.failed:
                return
        own = &work.own[work.own_count]
        own.mask = taken & ~job.context
        own.extra = <uint64_t>1 << cards[self.own_size - 1] if self.owns > 1 and self.sizes[self.cells - 2] == 1 else 0
        own.weight, own.strength = weight, strength
        own.kind = self.player_kind(work, bits)
        for i in range(self.own_size):
            work.own_cards[work.own_count * self.own_size + i] = cards[i]
        work.own_count += 1

    cdef void settled(
        self, Work* work, int32_t kind, int64_t weight, const uint8_t* cards, uint32_t strength, uint32_t other,
        Job* job
    ) noexcept nogil:
        """A leaf in which nothing is hidden."""
        cdef uint32_t below = self.dealer_hand < 0 or other < strength
        cdef uint32_t up_to = self.dealer_hand < 0 or other <= strength
        cdef uint32_t everything = 1
        cdef Leaf leaf
        leaf.kind, leaf.weight, leaf.cards, leaf.dealers = kind, weight, cards, 1
        leaf.below, leaf.up_to, leaf.all = &below, &up_to, &everything
        self.leaf(work, &leaf, job)
        if work.worth_count >= MANY_LEAVES:
            self.add_worth(work, job)

    # --- hidden hands ---

    cdef void list_hidden(self, Work* work, const Pile* cells, uint64_t taken) noexcept nogil:
        """All hidden hands beside a context, with strengths and kinds."""
        cdef uint8_t rest[MAX_DECK_SIZE]
        cdef uint8_t places[MAX_DECK_SIZE]
        cdef Pile all_cells[MAX_CELLS]
        cdef Pile hand
        cdef uint8_t* cards
        cdef uint64_t bits
        cdef uint32_t value
        cdef Py_ssize_t row, count
        cdef int i, number, left = 0, size = self.hidden
        for i in range(self.deck):
            if not taken >> i & 1:
                rest[left] = i
                left += 1
        count = BINOMIALS.c[left][size]
        if count > work.hidden_room:
            work.hidden_room = count
            work.hidden_cards = <uint8_t*>grown(work.hidden_cards, count * size, work)
            work.hidden_masks = <uint64_t*>grown(work.hidden_masks, count * sizeof(uint64_t), work)
            work.hidden_strengths = <uint32_t*>grown(work.hidden_strengths, count * sizeof(uint32_t), work)
            work.hidden_kinds = <uint8_t*>grown(work.hidden_kinds, count, work)
            if work.failed:
                return
        for i in range(self.cells):
            all_cells[i] = cells[i]
        for i in range(size):
            places[i] = i
        for row in range(count):
            cards = work.hidden_cards + row * size
            work.hidden_masks[row] = 0
            for i in range(size):
                cards[i] = rest[places[i]]
                work.hidden_masks[row] |= <uint64_t>1 << cards[i]
            self.pile_of(&all_cells[self.cells - 1], self.cells - 1, cards)
            bits = 0
            for number in range(self.seen_hands, self.hands):
                self.hand_of(&hand, number, all_cells)
                value = ask(&self.ranking, &self.asked[number], &hand, &work.answers[number], &bits)
                if number == self.dealer_hand:
                    work.hidden_strengths[row] = value >> 1
            work.hidden_kinds[row] = <uint8_t>self.dealer_kind(work, bits)
            colex_next(places, size)
            if work.failed:
                return
        work.hidden_count = count

    cdef void count_all(self, Work* work) noexcept nogil:
        """For every own hand, by kind: hidden hands that are lower, not higher, and all."""
        cdef Py_ssize_t need = work.own_count * work.dealers, each
        cdef int i
        if need > work.counts_room:
            work.counts_room = need
            for i in range(3):
                work.counts[i] = <uint32_t*>grown(work.counts[i], need * sizeof(uint32_t), work)
        if work.failed:
            return
        for i in range(3):
            memset(work.counts[i], 0, need * sizeof(uint32_t))
        # One by one costs a comparison for each pair of hands; the table about 2**cards for each hand.
        each = (<Py_ssize_t>1 << self.hidden) + 10
        if self.hidden > MAX_DEPTH and self.own_size > MAX_DEPTH:
            self.count_one_by_one(work)
        elif work.own_count * work.hidden_count < work.hidden_count * each:
            self.count_one_by_one(work)
        else:
            self.sweep(work)

    cdef void count_one_by_one(self, Work* work) noexcept nogil:
        cdef Py_ssize_t row, at, place
        cdef Own* own
        for row in range(work.own_count):
            own = &work.own[row]
            for at in range(work.hidden_count):
                if work.hidden_masks[at] & own.mask:
                    continue
                place = row * work.dealers + work.hidden_kinds[at]
                work.counts[0][place] += work.hidden_strengths[at] < own.strength
                work.counts[1][place] += work.hidden_strengths[at] <= own.strength
                work.counts[2][place] += 1

    cdef void sweep(self, Work* work) noexcept nogil:
        """Both sides in ascending order of strength, one kind of hidden hands after the other."""
        cdef int i, kind
        if work.own_count > work.order_room[0]:
            work.order_room[0] = work.own_count
            for i in range(2):
                work.order[i] = <uint32_t*>grown(work.order[i], work.own_count * sizeof(uint32_t), work)
        if work.hidden_count > work.order_room[1]:
            work.order_room[1] = work.hidden_count
            for i in range(2, 4):
                work.order[i] = <uint32_t*>grown(work.order[i], work.hidden_count * sizeof(uint32_t), work)
        if work.failed:
            return
        sort_by_strength(work.order[0], work.order[1], &work.own[0].strength, sizeof(Own) // sizeof(uint32_t),
                         work.own_count)
        sort_by_strength(work.order[2], work.order[3], work.hidden_strengths, 1, work.hidden_count)
        for kind in range(work.dealers):
            self.sweep_kind(work, kind, kind == work.dealers - 1)

    cdef Py_ssize_t put_lower(self, Work* work, int kind, Py_ssize_t at, uint32_t strength, int depth) noexcept nogil:
        """Put the hidden hands of a kind up to a strength into the table, from place `at` on."""
        cdef uint32_t hand
        while at < work.hidden_count:
            hand = work.order[2][at]
            if work.hidden_strengths[hand] > strength:
                break
            if work.hidden_kinds[hand] == kind:
                put(&work.table, &COLUMNS, work.hidden_cards + hand * <Py_ssize_t>self.hidden, self.hidden, depth)
            at += 1
        return at

    cdef void sweep_kind(self, Work* work, int kind, bint is_last) noexcept nogil:
        """Own hands of one strength after the other: lower hidden hands first, then equal ones, and all at the end.

        What own hands meet of the last kind is what they do not meet of the others.
        """
        cdef int depth = min(self.hidden, self.own_size)
        cdef Py_ssize_t first = 0, last, at = 0, equal
        cdef uint32_t strength
        self.clear_table(work, depth)
        while first < work.own_count and at < work.hidden_count:
            strength = work.own[work.order[0][first]].strength
            last = first + 1
            while last < work.own_count and work.own[work.order[0][last]].strength == strength:
                last += 1
            if strength > 0:
                at = self.put_lower(work, kind, at, strength - 1, depth)
            if at == work.hidden_count:
                break    # all are lower
            self.avoid(work, kind, first, last, 0, depth)
            equal = at
            at = self.put_lower(work, kind, at, strength, depth)
            self.meet_equals(work, kind, first, last, equal, at, depth)
            first = last
        self.put_lower(work, kind, at, 0xFFFFFFFF, depth)
        if is_last:
            self.meet_rest(work, kind)
        else:
            self.avoid(work, kind, 0, work.own_count, 2, depth)
        for last in range(first, work.own_count):
            equal = work.order[0][last] * <Py_ssize_t>work.dealers + kind
            work.counts[0][equal] = work.counts[1][equal] = work.counts[2][equal]

    cdef void clear_table(self, Work* work, int depth) noexcept nogil:
        cdef int i
        work.table.all = 0
        for i in range(1, depth + 1):
            memset(work.table.of[i], 0, BINOMIALS.c[self.deck][i] * sizeof(uint32_t))

    cdef void meet_equals(
        self, Work* work, int kind, Py_ssize_t first, Py_ssize_t last, Py_ssize_t equal, Py_ssize_t at, int depth
    ) noexcept nogil:
        """Own hands against hidden ones of their strength, places `equal` to before `at`: few are met one by one."""
        cdef Py_ssize_t row, other, place
        cdef uint32_t met, hand
        if at - equal > FEW_EQUALS:
            self.avoid(work, kind, first, last, 1, depth)
            return
        for row in range(first, last):
            hand, met = work.order[0][row], 0
            for other in range(equal, at):
                if work.hidden_kinds[work.order[2][other]] == kind:
                    met += not work.hidden_masks[work.order[2][other]] & work.own[hand].mask
            place = hand * <Py_ssize_t>work.dealers + kind
            work.counts[1][place] = work.counts[0][place] + met

    cdef void meet_rest(self, Work* work, int kind) noexcept nogil:
        """What own hands meet of a kind, from all that they meet."""
        cdef Py_ssize_t row
        cdef int other
        cdef uint32_t left, known
        cdef uint32_t* met
        cdef Own* own
        for row in range(work.own_count):
            own = &work.own[row]
            known = popcount64(own.mask) + self.context_size
            left = <uint32_t>BINOMIALS.c[self.deck - known][self.hidden]
            met = work.counts[2] + row * work.dealers
            for other in range(work.dealers):
                if other != kind:
                    left -= met[other]
            met[kind] = left

    cdef void avoid(
        self, Work* work, int kind, Py_ssize_t first, Py_ssize_t last, int which, int depth
    ) noexcept nogil:
        """How many hands of the table each own hand, by its place in order, can meet."""
        cdef Py_ssize_t row
        cdef uint64_t mask, base = 0
        cdef uint8_t cards[MAX_DECK_SIZE]
        cdef int64_t avoided = 0
        cdef int count = 0
        cdef uint32_t hand
        if work.table.all == 0:
            return
        for row in range(first, last):
            hand = work.order[0][row]
            mask = work.own[hand].mask & ~work.own[hand].extra
            if row == first or mask != base:
                # Hands that differ in one card of the last cell alone share what the others avoid.
                base, count = mask, 0
                while mask:
                    cards[count] = low_bit64(mask)
                    mask &= mask - 1
                    count += 1
                avoided = avoiding(&work.table, &COLUMNS, cards, count, depth)
            mask = work.own[hand].extra
            work.counts[which][hand * <Py_ssize_t>work.dealers + kind] = <uint32_t>(
                avoided - with_card(&work.table, &COLUMNS, cards, count, low_bit64(mask), depth) if mask else avoided
            )

    # --- leaves ---

    cdef void leaf(self, Work* work, const Leaf* leaf, Job* job) noexcept nogil:
        if job.after == NULL or self.nodes:
            self.price(work, leaf)
            self.decide(work, leaf.kind)
        if work.failed:
            return
        if job.endings != NULL:
            if work.chosen[job.entries[0] - self.ends] < 0:
                work.failed, work.stuck = NOTHING_OFFERED, job.entries[0] - self.ends
                return
            job.endings[0] = <uint16_t>work.ending[job.entries[0] - self.ends]
            job.entries += 1
            job.endings += 1
        elif job.after == NULL:
            self.keep_worth(work, leaf)
        else:
            self.add_counts(work, leaf, job)

    cdef void price(self, Work* work, const Leaf* leaf) noexcept nogil:
        """What every end is worth."""
        cdef int dealer, end
        cdef int128 wins, ties, losses
        cdef Pair* pair
        cdef const int128* nets
        for end in range(self.ends):
            work.values[end] = 0
        for dealer in range(leaf.dealers):
            if not leaf.all[dealer]:
                continue
            pair = self.pair(work, leaf.kind, dealer)
            if work.failed:
                return
            wins = leaf.below[dealer]
            ties, losses = leaf.up_to[dealer] - leaf.below[dealer], leaf.all[dealer] - leaf.up_to[dealer]
            nets = pair.nets
            for end in range(self.ends):
                work.values[end] += nets[0] * wins + nets[1] * ties + nets[2] * losses
                nets += RESULTS

    cdef void decide(self, Work* work, int32_t kind) noexcept nogil:
        """The best choices with all cards seen, the last decisions first; of equals the first listed."""
        cdef int number, option, target
        cdef Node* node
        cdef uint32_t offered
        cdef int128 best
        for number in range(self.nodes - 1, -1, -1):
            node = &self.node[number]
            offered = work.offered[kind][number]
            work.chosen[number], work.equals[number], best = -1, 0, 0
            for option in range(node.options):
                if not offered >> option & 1:
                    continue
                target = node.target[option]
                if work.chosen[number] < 0 or work.values[target] > best:
                    best = work.values[target]
                    work.chosen[number], work.equals[number] = option, 1
                elif work.values[target] == best:
                    work.equals[number] += 1
            work.values[self.ends + number] = best
            if work.chosen[number] >= 0:
                target = node.target[work.chosen[number]]
                work.ending[number] = target if target < self.ends else work.ending[target - self.ends]

    cdef int64_t state_of(
        self, const Walk* walk, const uint8_t* cards, Py_ssize_t split
    ) noexcept nogil:
        """The state of the level before: the context's part of it is walked already."""
        cdef Walk on = walk[0]
        cdef uint8_t part[MAX_SET + 1]
        cdef const uint8_t* places
        cdef int i, number
        for number in range(self.context_steps, self.steps):
            places = &self.own_splits[split, self.step_from[number]]
            for i in range(self.step[number].size):
                part[i] = cards[places[i]]
            step_on(&on, &self.step[number], &self.renamings, &BINOMIALS, part)
        return on.prefix

    cdef void keep_worth(self, Work* work, const Leaf* leaf) noexcept nogil:
        """What the columns of the level before are worth in this leaf, to be added to all states that it belongs to."""
        cdef int128* worth
        cdef int column, i
        if work.worth_count == work.worth_room:
            work.worth_room = max(1024, 2 * work.worth_room)
            work.worth = <int128*>grown(work.worth, work.worth_room * max(1, self.columns) * sizeof(int128), work)
            work.worth_cards = <uint8_t*>grown(work.worth_cards, work.worth_room * max(1, self.own_size), work)
            work.worth_index = <uint32_t*>grown(work.worth_index, work.worth_room * sizeof(uint32_t), work)
            if work.failed:
                return
        worth = work.worth + work.worth_count * self.columns
        for column in range(self.columns):
            if self.column_square[column]:
                worth[column] = self.squared(work, leaf, self.column_target[column]) * leaf.weight
            else:
                worth[column] = work.values[self.column_target[column]] * leaf.weight
        for i in range(self.own_size):
            work.worth_cards[work.worth_count * self.own_size + i] = leaf.cards[i]
        if self.one_own_set:
            work.worth_index[work.worth_count] = <uint32_t>colex_rank(&BINOMIALS, leaf.cards, self.own_size)
        work.worth_count += 1

    cdef void add_worth(self, Work* work, Job* job) noexcept nogil:
        """Add what leaves of one context are worth: split by split of the context, so that the sums lie together."""
        cdef Py_ssize_t context, own, leaf
        cdef const int128* worth
        cdef int128* row
        cdef int column
        for context in range(self.context_splits.shape[0]):
            if self.one_own_set:
                self.add_rows(work, &work.context_rows[context], job)
                continue
            for leaf in range(work.worth_count):
                worth = work.worth + leaf * self.columns
                for own in range(self.own_splits.shape[0]):
                    row = job.sums + self.columns * self.state_of(
                        &work.context_walks[context], work.worth_cards + leaf * self.own_size, own
                    )
                    for column in range(self.columns):
                        row[column] += worth[column]
        work.worth_count = 0

    cdef void add_rows(self, Work* work, const Rows* rows, Job* job) noexcept nogil:
        """The same for one split, where own cards are one set."""
        cdef const int128* worth = work.worth
        cdef int128* row
        cdef Py_ssize_t leaf
        cdef int column
        for leaf in range(work.worth_count):
            row = job.sums + (rows.base + rows.class_of[rows.renamed[work.worth_index[leaf]]]) * self.columns
            for column in range(self.columns):
                row[column] += worth[column]
            worth += self.columns

    cdef int128 squared(self, Work* work, const Leaf* leaf, int target) noexcept nogil:
        """The squares of net results, added up over the hidden hands, for a target and the decisions made after it."""
        cdef int end = target if target < self.ends else work.ending[target - self.ends]
        cdef int dealer
        cdef const int128* squares
        cdef int128 total = 0
        for dealer in range(leaf.dealers):
            if leaf.all[dealer]:
                squares = self.pair(work, leaf.kind, dealer).squares + end * RESULTS
                total += squares[0] * leaf.below[dealer]
                total += squares[1] * (leaf.up_to[dealer] - leaf.below[dealer])
                total += squares[2] * (leaf.all[dealer] - leaf.up_to[dealer])
        return total

    cdef void add_counts(self, Work* work, const Leaf* leaf, Job* job) noexcept nogil:
        """What becomes of the deals of a leaf, as they were played before and are played now."""
        cdef Py_ssize_t context, own
        cdef int64_t state
        cdef int target
        cdef uint64_t entries = 0
        cdef uint32_t index = <uint32_t>colex_rank(&BINOMIALS, leaf.cards, self.own_size) if self.one_own_set else 0
        cdef const Rows* rows
        for target in range(self.ends + self.nodes):
            work.passing[target] = 0
        for context in range(self.context_splits.shape[0]):
            rows = &work.context_rows[context]
            for own in range(self.own_splits.shape[0]):
                if self.one_own_set:
                    state = rows.base + rows.class_of[rows.renamed[index]]
                else:
                    state = self.state_of(&work.context_walks[context], leaf.cards, own)
                target = job.after[state]
                if target != NO_TARGET:
                    work.passing[target] += leaf.weight * (job.shares[state] if job.shares != NULL else 1)
                entries |= job.possible[state]
        if self.nodes:
            self.pass_nodes(work, leaf, entries)
        if not work.failed:
            self.count_ends(work, leaf)

    cdef void pass_nodes(self, Work* work, const Leaf* leaf, uint64_t entries) noexcept nogil:
        """Through the decisions that are come to; where nothing is offered although one may come there, it fails."""
        cdef int number, option, dealer, target
        cdef int64_t hidden = 0
        cdef int128 passing
        for dealer in range(leaf.dealers):
            hidden += leaf.all[dealer]
        for number in range(self.nodes):
            work.possible[number] = number < 64 and entries >> number & 1
        for number in range(self.nodes):
            if work.possible[number] and work.chosen[number] < 0:
                work.failed, work.stuck = NOTHING_OFFERED, number
                return
            for option in range(self.node[number].options if work.possible[number] else 0):
                target = self.node[number].target[option]
                if work.offered[leaf.kind][number] >> option & 1 and target >= self.ends:
                    work.possible[target - self.ends] = True
            if work.passing[self.ends + number]:
                passing = work.passing[self.ends + number]
                work.node_counts[number * MAX_OPTIONS + work.chosen[number]] += passing * hidden
                if work.equals[number] > 1:
                    work.node_ties[number] += passing
                work.passing[self.node[number].target[work.chosen[number]]] += work.passing[self.ends + number]

    cdef void count_ends(self, Work* work, const Leaf* leaf) noexcept nogil:
        cdef int dealer, end
        cdef int128 passing
        cdef int128* counts
        cdef Pair* pair
        for dealer in range(leaf.dealers):
            if not leaf.all[dealer]:
                continue
            pair = self.pair(work, leaf.kind, dealer)
            if work.failed:
                return
            for end in range(self.ends):
                if work.passing[end]:
                    passing, counts = work.passing[end], pair.counts + end * RESULTS
                    counts[0] += passing * leaf.below[dealer]
                    counts[1] += passing * (leaf.up_to[dealer] - leaf.below[dealer])
                    counts[2] += passing * (leaf.all[dealer] - leaf.up_to[dealer])

    # --- contexts ---

    cdef void deal_context(self, Work* work, Py_ssize_t number, Pile* cells, Job* job) noexcept nogil:
        """The cards of a context in their cells; the own hands beside it are still to be listed."""
        cdef const uint8_t* dealt = &self.context_cards[number, 0] if self.context_size else NULL
        cdef int i, at = 0
        job.context = 0
        for i in range(self.context_size):
            job.context |= <uint64_t>1 << dealt[i]
        for i in range(self.cells):
            cells[i] = self.fixed[i]
        for i in range(self.contexts):
            self.pile_of(&cells[i], i, dealt + at)
            at += self.sizes[i]
        work.own_count = work.hidden_count = 0

    cdef void context(self, Work* work, Py_ssize_t number, int first, int last, int parts, Job* job) noexcept nogil:
        """All leaves of one context, or those of some parts of its own hands by their first own cards."""
        cdef Pile cells[MAX_CELLS]
        cdef uint8_t cards[MAX_KNOWN + 1]
        cdef Py_ssize_t sets
        cdef int part, kind = self.context_types[number]
        self.deal_context(work, number, cells, job)
        self.walk_context(work, number)
        work.hidden_count = 0
        sets = self.set_count[0][kind] if self.owns else 1
        for part in range(first, last):
            work.own_count = 0
            self.own_sets(
                work, 0, kind, job.context, self.context_weights[number], cells, cards, 0, sets * part // parts,
                sets * (part + 1) // parts, job
            )
            self.meet_hidden(work, cells, job)
            if work.failed:
                return
            if work.worth_count:
                self.add_worth(work, job)

    cdef void walk_context(self, Work* work, Py_ssize_t number) noexcept nogil:
        """The part of a context that the level before knows, for every way to split it."""
        cdef const uint8_t* dealt = &self.context_cards[number, 0] if self.context_size else NULL
        cdef uint8_t some[MAX_SET + 1]
        cdef Py_ssize_t split
        cdef int i, step
        for split in range(self.context_splits.shape[0]):
            work.context_walks[split].prefix, work.context_walks[split].renaming = 0, 0
            for step in range(self.context_steps):
                for i in range(self.step[step].size):
                    some[i] = dealt[self.context_splits[split, self.step_from[step] + i]]
                step_on(&work.context_walks[split], &self.step[step], &self.renamings, &BINOMIALS, some)
            if self.one_own_set:
                self.find_rows(&work.context_rows[split], &work.context_walks[split])

    cdef void find_rows(self, Rows* rows, const Walk* walk) noexcept nogil:
        cdef const Step* step = &self.step[self.steps - 1]
        cdef int kind = step.type_of[walk.prefix] if step.type_of != NULL else 0
        rows.base = step.base[walk.prefix] if step.base != NULL else 0
        rows.class_of = step.class_of[kind]
        rows.renamed = self.renamed + walk.renaming * BINOMIALS.c[self.deck][self.own_size]

    cdef void meet_hidden(self, Work* work, const Pile* cells, Job* job) noexcept nogil:
        """All own hands that are listed against all hidden hands."""
        cdef Py_ssize_t row, own
        cdef Leaf leaf
        if not self.hidden or work.failed or not work.own_count:
            return
        if not work.hidden_count:
            self.list_hidden(work, cells, job.context)
        if work.failed:
            return
        self.count_all(work)
        if work.failed:
            return
        leaf.dealers = work.dealers
        for own in range(work.own_count):
            row = own * work.dealers
            leaf.kind, leaf.weight = work.own[own].kind, work.own[own].weight
            leaf.cards = work.own_cards + own * self.own_size
            leaf.below, leaf.up_to, leaf.all = work.counts[0] + row, work.counts[1] + row, work.counts[2] + row
            self.leaf(work, &leaf, job)
            if work.failed:
                return

    cdef int run(
        self, Work* work, Py_ssize_t start, Py_ssize_t stop, int first, int last, int parts, Job* job
    ) except -1:
        cdef Py_ssize_t number
        if not 0 <= start <= stop <= self.context_types.shape[0] or not 0 <= first < last <= parts:
            raise ValueError(f"contexts {start} to {stop}, parts {first} to {last} of {parts} are not there")
        with nogil:
            for number in range(start, stop):
                self.context(work, number, first, last, parts, job)
                if work.failed:
                    break
        return self.check(work)

    cdef int check(self, Work* work) except -1:
        """Raise what has failed; where nothing is offered the caller says it better."""
        if work.failed == ASKED_IN_VAIN:
            raise self.error
        if work.failed == NO_MEMORY:
            raise MemoryError("no memory for a count")
        if work.failed == TOO_MANY_KINDS:
            raise OverflowError("too many kinds of hands are told apart")
        return 0

    def values(
        self, Py_ssize_t start, Py_ssize_t stop, int first, int last, int parts, int64_t[:, :, ::1] sums
    ):
        """Add what the leaves of some contexts are worth to sums[state, column] of the level before."""
        cdef Job job
        cdef Work* work = self.start()
        if sums.shape[1] != self.columns or sums.shape[2] != 2:
            raise ValueError(f"{self.columns} columns of integers of 128 bits are summed")
        memset(&job, 0, sizeof(Job))
        job.sums = <int128*>&sums[0, 0, 0]
        try:
            self.run(work, start, stop, first, last, parts, &job)
        finally:
            self.stop(work)

    def endings(self, const int64_t[::1] contexts, const uint8_t[:, ::1] own, const uint16_t[::1] entries):
        """How rounds end that are given one by one: the places of their contexts, ascending, own cards beside the
        context that stands for it, and a decision. None, and the decision, where nothing is offered."""
        cdef Job job
        cdef Work* work = self.start()
        cdef Py_ssize_t row, rows = contexts.shape[0]
        cdef Pile cells[MAX_CELLS]
        cdef int i, cell, at
        cdef uint64_t taken
        out = np.zeros(rows + 1, dtype=np.uint16)
        cdef uint16_t[::1] endings = out
        if own.shape[1] != self.own_size or entries.shape[0] != rows or own.shape[0] != rows:
            raise ValueError(f"{self.own_size} own cards and a decision belong to each round")
        memset(&job, 0, sizeof(Job))
        job.endings = &endings[0]
        job.entries = &entries[0] if rows else NULL
        try:
            with nogil:
                for row in range(rows):
                    if row == 0 or contexts[row] != contexts[row - 1]:
                        self.deal_context(work, contexts[row], cells, &job)
                    taken, at = job.context, 0
                    for cell in range(self.owns):
                        self.pile_of(&cells[self.contexts + cell], self.contexts + cell, &own[row, at])
                        at += self.sizes[self.contexts + cell]
                    for i in range(self.own_size):
                        taken |= <uint64_t>1 << own[row, i]
                    self.found(work, taken, 1, cells, &own[row, 0], &job)
                    if row + 1 == rows or contexts[row + 1] != contexts[row]:
                        self.meet_hidden(work, cells, &job)
                    if work.failed:
                        break
            if work.failed == NOTHING_OFFERED:
                return None, work.stuck
            self.check(work)
            return out[:rows], -1
        finally:
            self.stop(work)

    def outcomes(
        self, Py_ssize_t start, Py_ssize_t stop, int first, int last, int parts, const uint16_t[::1] after,
        const uint64_t[::1] possible, shares=None
    ):
        """What becomes of the leaves of some contexts: [(player's kind, dealer's kind, counts[end, result])], how often
        each choice of the last decisions is made, and states in which several are best.

        `after[state]` is where the level before leads: an end, a decision (numbered after the ends), or nowhere.
        `possible[state]` has as bits the decisions that may be come to, well played or not.
        """
        cdef Job job
        cdef Work* work = self.start()
        cdef Py_ssize_t row
        cdef const int64_t[::1] share
        memset(&job, 0, sizeof(Job))
        job.after, job.possible = &after[0], &possible[0]
        if shares is not None:
            share = shares
            job.shares = &share[0]
        found = []
        try:
            self.run(work, start, stop, first, last, parts, &job)
            if work.failed == NOTHING_OFFERED:
                return None, work.stuck, None
            for row in range(work.pair_rows * MAX_DEALER_KINDS):
                if work.pairs[row].counts != NULL:
                    counts = copied(work.pairs[row].counts, self.ends * RESULTS)
                    if counts.any():
                        found.append((row // MAX_DEALER_KINDS, row % MAX_DEALER_KINDS, counts))
            return found, copied(work.node_counts, self.nodes * MAX_OPTIONS), copied(work.node_ties, self.nodes)
        finally:
            self.stop(work)


cdef copied(const int128* numbers, Py_ssize_t count):
    """As two numbers of 64 bits each."""
    cdef Py_ssize_t i
    out = np.empty((count, 2), dtype=np.int64)
    cdef int64_t[:, ::1] rows = out
    cdef const int64_t* words = <const int64_t*>numbers
    for i in range(count):
        rows[i, 0], rows[i, 1] = words[2 * i], words[2 * i + 1]
    return out


def answers(
    tuple ranking, const uint8_t[::1] deck, const uint8_t[::1] wild, const uint8_t[:, ::1] cards, list hands
):
    """What hands of many rounds answer, as bits: [round].

    `hands` are (places of their cards in a row, cards that lie there always and whether they are wild, and what
    `Leaves` is told of a hand, without its cells).
    """
    cdef Ranking R
    cdef Answers* kept
    cdef Asked asked
    cdef Pile pile, fixed, one
    cdef const uint8_t[::1] places, more, more_wild
    cdef const Line[::1] lines
    cdef Py_ssize_t row, i
    cdef uint64_t bits
    out = np.zeros(cards.shape[0], dtype=np.uint64)
    cdef uint64_t[::1] answered = out
    ranking_read(&R, ranking)
    for where, lying, lying_wild, size, records, first, of_cards, without, any_reading, five_wilds in hands:
        places, more, more_wild, lines = where, lying, lying_wild, records
        asked.size, asked.first, asked.count = size, first, <int>lines.shape[0]
        asked.of_cards, asked.without = of_cards, without
        asked.any_reading, asked.five_wilds = any_reading, five_wilds
        asked.lines = &lines[0] if lines.shape[0] else NULL
        pile_clear(&fixed)
        for i in range(more.shape[0]):
            pile_of_card(&one, more[i], more_wild[i])
            pile_add(&fixed, &one)
        kept = <Answers*>malloc(sizeof(Answers))
        if kept == NULL:
            raise MemoryError("no memory for answers")
        for i in range(KEPT):
            kept.value[i] = NO_VALUE
        with nogil:
            for row in range(cards.shape[0]):
                pile = fixed
                for i in range(places.shape[0]):
                    pile_of_card(&one, deck[cards[row, places[i]]], wild[cards[row, places[i]]])
                    pile_add(&pile, &one)
                bits = 0
                ask(&R, &asked, &pile, kept, &bits)
                answered[row] |= bits
        free(kept)
    return out
