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
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init, colex_next, colex_rank
from cext.hand cimport Ranking, ranking_read
from cext.line cimport Line
from cext.round_before cimport MAX_STEPS, Before, add_worth, state_of, walk_context
from cext.round_decisions cimport MAX_NODES, Decisions, decide, pass_nodes
from cext.round_hands cimport Asked, Pile, ask, pile_add, pile_clear, pile_of_card
from cext.round_hidden cimport Dealt, count_all
from cext.round_index cimport MAX_RENAMINGS, MAX_SET, MAX_TYPES, rank_sorted
from cext.round_int128 cimport int128
from cext.round_sweep cimport Columns, columns_init
from cext.round_work cimport (
    ASKED_IN_VAIN, MAX_DEALER_KINDS, MAX_OPTIONS, NO_MEMORY, NOTHING_OFFERED, RESULTS, SLOTS, TOO_MANY_KINDS,
    Job, Leaf, Own, Pair, Rows, Work, grown, work_free, work_new,
)

cdef enum:
    MAX_CELLS = 12
    MAX_HANDS = 24
    MAX_ENDS = 1024             # ways in which a round ends
    MAX_KNOWN = 16              # own cards of all cells
    MAX_RENAMED = 3             # own cards whose renamings are listed
    MANY_LEAVES = 1 << 14       # leaves whose worth is kept before it is added
    NO_TARGET = 0xFFFF

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)
cdef Columns COLUMNS
columns_init(&COLUMNS)


cdef class Leaves:
    """One branch of a round: its cells, its questions, its ends and last decisions, and the level before."""

    cdef list keep
    cdef object kinds
    cdef object error
    cdef Ranking ranking
    cdef Dealt dealt
    cdef Pile piles[MAX_DECK_SIZE]
    # Cells: those of the context, then own ones; the hidden cell is the last.
    cdef int cells, contexts, owns
    cdef int sizes[MAX_CELLS]
    cdef Pile fixed[MAX_CELLS]
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
    cdef Decisions decisions
    # The level before, and what its columns are sums of.
    cdef Before before
    cdef int column_target[MAX_ENDS]
    cdef uint8_t column_square[MAX_ENDS]
    cdef bint any_square

    def __init__(self, dict given, kinds):
        self.keep = []
        self.kinds = kinds
        self.dealt.binomials, self.dealt.columns, self.before.binomials = &BINOMIALS, &COLUMNS, &BINOMIALS
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
        free(self.before.renamed)

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
        self.dealt.deck = <int>cards.shape[0]
        for i in range(self.dealt.deck):
            pile_of_card(&self.piles[i], cards[i], wild[i])
        self.before.renamings.count = <int>moved.shape[0]
        for i in range(self.before.renamings.count):
            for j in range(self.dealt.deck):
                self.before.renamings.moved[i][j] = moved[i, j]
            for j in range(self.before.renamings.count):
                self.before.renamings.after[i][j] = after[i, j]

    def _read_cells(self, dict given):
        cdef int i
        sizes = [*given["context_sizes"], *given["own_sizes"]]
        self.contexts, self.owns = len(given["context_sizes"]), len(given["own_sizes"])
        self.dealt.hidden = given["hidden"]
        self.cells = len(sizes) + 1
        self.dealt.context, self.dealt.own = sum(given["context_sizes"]), sum(given["own_sizes"])
        if self.cells > MAX_CELLS or self.dealt.own > MAX_KNOWN or max([self.dealt.hidden] + sizes) > MAX_SET:
            raise ValueError(f"cells of {sizes} cards and {self.dealt.hidden} hidden ones are not counted")
        for i in range(len(sizes)):
            self.sizes[i] = sizes[i]
        self.sizes[len(sizes)] = self.dealt.hidden
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
            if self.dealt.hidden and self.cells_of[i] >> (self.cells - 1) & 1:
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
        self.decisions.ends, self.decisions.nodes = ends, len(nodes)
        for i, targets in enumerate(nodes):
            if not 1 <= len(targets) <= MAX_OPTIONS:
                raise ValueError(f"a decision between {len(targets)} choices is not counted")
            self.decisions.node[i].options = len(targets)
            for j, target in enumerate(targets):
                if not (0 <= target < ends or ends + i < target < ends + self.decisions.nodes):
                    raise ValueError("a choice leads to an end or to a later decision")
                self.decisions.node[i].target[j] = target

    def _read_level(self, dict given):
        """Steps: (cards of the part, where they lie in a split, bases, types, classes by type, movers by type)."""
        cdef const int64_t[::1] bases
        cdef const uint8_t[::1] types
        cdef const int32_t[::1] classes
        cdef const uint8_t[::1] movers
        cdef int i, kind
        self._read_splits(self._kept(given["context_splits"]), self._kept(given["own_splits"]))
        self.before.context_steps, self.before.steps = given["context_steps"], len(given["steps"])
        if self.before.steps > MAX_STEPS:
            raise ValueError(
                f"{self.before.steps} parts of cells are seen at different times; up to {MAX_STEPS} are counted"
            )
        for i, (size, start, base, type_of, class_of, mover) in enumerate(given["steps"]):
            self.before.step[i].size, self.before.step_from[i] = size, start
            self.before.step[i].base, self.before.step[i].type_of = NULL, NULL
            if base is not None:
                bases, types = self._kept(base), self._kept(type_of)
                self.before.step[i].base, self.before.step[i].type_of = &bases[0], &types[0]
            for kind in range(len(class_of)):
                if class_of[kind] is not None:
                    classes, movers = self._kept(class_of[kind]), self._kept(mover[kind])
                    self.before.step[i].class_of[kind], self.before.step[i].mover[kind] = &classes[0], &movers[0]
        self.before.columns = len(given["columns"])
        self.any_square = False
        if self.before.columns > MAX_ENDS:
            raise ValueError(f"{self.before.columns} columns are more than are counted")
        for i, (target, square) in enumerate(given["columns"]):
            self.column_target[i], self.column_square[i] = target, square
            self.any_square |= square
        self.before.one_own_set = (
            self.owns == 1 and self.dealt.own <= MAX_RENAMED and self.before.steps == self.before.context_steps + 1
            and self.before.step[self.before.steps - 1].size == self.dealt.own and self.before.own_splits == 1
        )
        if self.before.one_own_set:
            self._rename_own_sets()

    def _read_splits(self, const uint8_t[:, ::1] context, const uint8_t[:, ::1] own):
        cdef Before* before = &self.before
        before.own = self.dealt.own
        before.context_splits, before.context_width = context.shape[0], context.shape[1]
        before.context_split = &context[0, 0] if context.shape[0] and context.shape[1] else NULL
        before.own_splits, before.own_width = own.shape[0], own.shape[1]
        before.own_split = &own[0, 0] if own.shape[0] and own.shape[1] else NULL

    def _rename_own_sets(self):
        cdef Py_ssize_t total = BINOMIALS.c[self.dealt.deck][self.dealt.own], index
        cdef uint8_t cards[MAX_DECK_SIZE]
        cdef uint8_t moved[MAX_SET + 1]
        cdef int r, i
        self.before.own_sets = total
        self.before.renamed = <uint32_t*>malloc(self.before.renamings.count * total * sizeof(uint32_t))
        if self.before.renamed == NULL:
            raise MemoryError("no memory for renamed own cards")
        for i in range(self.dealt.own):
            cards[i] = i
        for index in range(total):
            for r in range(self.before.renamings.count):
                for i in range(self.dealt.own):
                    moved[i] = self.before.renamings.moved[r][cards[i]]
                self.before.renamed[r * total + index] = <uint32_t>rank_sorted(&BINOMIALS, moved, self.dealt.own)
            colex_next(cards, self.dealt.own)

    # --- the work of one thread ---

    cdef Work* start(self) except NULL:
        return work_new(
            self.hands, self.decisions.ends, self.decisions.nodes, self.before.context_splits, &BINOMIALS,
            self.dealt.deck, min(self.dealt.hidden, self.dealt.own)
        )

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
        pair.counts = <int128*>calloc(self.decisions.ends * RESULTS, sizeof(int128))
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
            self.add_own(work, taken, weight, cells, cards, job)
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

    cdef void add_own(
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
        if not self.dealt.hidden:
            self.settled(work, self.player_kind(work, bits), weight, cards, strength, other, job)
            return
        if work.own_count == work.own_room:
            work.own_room = max(1024, 2 * work.own_room)
            work.own = <Own*>grown(work.own, work.own_room * sizeof(Own), work)
            work.own_cards = <uint8_t*>grown(work.own_cards, work.own_room * max(1, self.dealt.own), work)
            if work.failed:
                return
        own = &work.own[work.own_count]
        own.mask = taken & ~job.context
        own.extra = 0
        if self.owns > 1 and self.sizes[self.cells - 2] == 1:
            own.extra = <uint64_t>1 << cards[self.dealt.own - 1]
        own.weight, own.strength = weight, strength
        own.kind = self.player_kind(work, bits)
        for i in range(self.dealt.own):
            work.own_cards[work.own_count * self.dealt.own + i] = cards[i]
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
            add_worth(&self.before, work, job)

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
        cdef int i, number, left = 0, size = self.dealt.hidden
        for i in range(self.dealt.deck):
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

    # --- leaves ---

    cdef void leaf(self, Work* work, const Leaf* leaf, Job* job) noexcept nogil:
        if job.after == NULL or self.decisions.nodes:
            self.price(work, leaf)
            decide(&self.decisions, work, leaf.kind)
        if work.failed:
            return
        if job.endings != NULL:
            if work.chosen[job.entries[0] - self.decisions.ends] < 0:
                work.failed, work.stuck = NOTHING_OFFERED, job.entries[0] - self.decisions.ends
                return
            job.endings[0] = <uint16_t>work.ending[job.entries[0] - self.decisions.ends]
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
        for end in range(self.decisions.ends):
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
            for end in range(self.decisions.ends):
                work.values[end] += nets[0] * wins + nets[1] * ties + nets[2] * losses
                nets += RESULTS

    cdef void keep_worth(self, Work* work, const Leaf* leaf) noexcept nogil:
        """What the columns of the level before are worth in this leaf, to be added to all states that it belongs to."""
        cdef int128* worth
        cdef int column, i
        if work.worth_count == work.worth_room:
            work.worth_room = max(1024, 2 * work.worth_room)
            work.worth = <int128*>grown(
                work.worth, work.worth_room * max(1, self.before.columns) * sizeof(int128), work
            )
            work.worth_cards = <uint8_t*>grown(work.worth_cards, work.worth_room * max(1, self.dealt.own), work)
            work.worth_index = <uint32_t*>grown(work.worth_index, work.worth_room * sizeof(uint32_t), work)
            if work.failed:
                return
        worth = work.worth + work.worth_count * self.before.columns
        for column in range(self.before.columns):
            if self.column_square[column]:
                worth[column] = self.squared(work, leaf, self.column_target[column]) * leaf.weight
            else:
                worth[column] = work.values[self.column_target[column]] * leaf.weight
        for i in range(self.dealt.own):
            work.worth_cards[work.worth_count * self.dealt.own + i] = leaf.cards[i]
        if self.before.one_own_set:
            work.worth_index[work.worth_count] = <uint32_t>colex_rank(&BINOMIALS, leaf.cards, self.dealt.own)
        work.worth_count += 1

    cdef int128 squared(self, Work* work, const Leaf* leaf, int target) noexcept nogil:
        """The squares of net results, added up over the hidden hands, for a target and the decisions made after it."""
        cdef int end = target if target < self.decisions.ends else work.ending[target - self.decisions.ends]
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
        cdef uint32_t index = 0
        cdef const Rows* rows
        if self.before.one_own_set:
            index = <uint32_t>colex_rank(&BINOMIALS, leaf.cards, self.dealt.own)
        for target in range(self.decisions.ends + self.decisions.nodes):
            work.passing[target] = 0
        for context in range(self.before.context_splits):
            rows = &work.context_rows[context]
            for own in range(self.before.own_splits):
                if self.before.one_own_set:
                    state = rows.base + rows.class_of[rows.renamed[index]]
                else:
                    state = state_of(&self.before, &work.context_walks[context], leaf.cards, own)
                target = job.after[state]
                if target != NO_TARGET:
                    work.passing[target] += leaf.weight * (job.shares[state] if job.shares != NULL else 1)
                entries |= job.possible[state]
        if self.decisions.nodes:
            pass_nodes(&self.decisions, work, leaf, entries)
        if not work.failed:
            self.count_ends(work, leaf)

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
            for end in range(self.decisions.ends):
                if work.passing[end]:
                    passing, counts = work.passing[end], pair.counts + end * RESULTS
                    counts[0] += passing * leaf.below[dealer]
                    counts[1] += passing * (leaf.up_to[dealer] - leaf.below[dealer])
                    counts[2] += passing * (leaf.all[dealer] - leaf.up_to[dealer])

    # --- contexts ---

    cdef void deal_context(self, Work* work, Py_ssize_t number, Pile* cells, Job* job) noexcept nogil:
        """The cards of a context in their cells; the own hands beside it are still to be listed."""
        cdef const uint8_t* dealt = &self.context_cards[number, 0] if self.dealt.context else NULL
        cdef int i, at = 0
        job.context = 0
        for i in range(self.dealt.context):
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
        walk_context(&self.before, work, &self.context_cards[number, 0] if self.dealt.context else NULL)
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
                add_worth(&self.before, work, job)

    cdef void meet_hidden(self, Work* work, const Pile* cells, Job* job) noexcept nogil:
        """All own hands that are listed against all hidden hands."""
        cdef Py_ssize_t row, own
        cdef Leaf leaf
        if not self.dealt.hidden or work.failed or not work.own_count:
            return
        if not work.hidden_count:
            self.list_hidden(work, cells, job.context)
        if work.failed:
            return
        count_all(&self.dealt, work)
        if work.failed:
            return
        leaf.dealers = work.dealers
        for own in range(work.own_count):
            row = own * work.dealers
            leaf.kind, leaf.weight = work.own[own].kind, work.own[own].weight
            leaf.cards = work.own_cards + own * self.dealt.own
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
        if sums.shape[1] != self.before.columns or sums.shape[2] != 2:
            raise ValueError(f"{self.before.columns} columns of integers of 128 bits are summed")
        memset(&job, 0, sizeof(Job))
        job.sums = <int128*>&sums[0, 0, 0]
        try:
            self.run(work, start, stop, first, last, parts, &job)
        finally:
            work_free(work)

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
        if own.shape[1] != self.dealt.own or entries.shape[0] != rows or own.shape[0] != rows:
            raise ValueError(f"{self.dealt.own} own cards and a decision belong to each round")
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
                    for i in range(self.dealt.own):
                        taken |= <uint64_t>1 << own[row, i]
                    self.add_own(work, taken, 1, cells, &own[row, 0], &job)
                    if row + 1 == rows or contexts[row + 1] != contexts[row]:
                        self.meet_hidden(work, cells, &job)
                    if work.failed:
                        break
            if work.failed == NOTHING_OFFERED:
                return None, work.stuck
            self.check(work)
            return out[:rows], -1
        finally:
            work_free(work)

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
        pairs = []
        try:
            self.run(work, start, stop, first, last, parts, &job)
            if work.failed == NOTHING_OFFERED:
                return None, work.stuck, None
            for row in range(work.pair_rows * MAX_DEALER_KINDS):
                if work.pairs[row].counts != NULL:
                    counts = copied(work.pairs[row].counts, self.decisions.ends * RESULTS)
                    if counts.any():
                        pairs.append((row // MAX_DEALER_KINDS, row % MAX_DEALER_KINDS, counts))
            return (
                pairs, copied(work.node_counts, self.decisions.nodes * MAX_OPTIONS),
                copied(work.node_ties, self.decisions.nodes),
            )
        finally:
            work_free(work)


cdef copied(const int128* numbers, Py_ssize_t count):
    """As two numbers of 64 bits each."""
    cdef Py_ssize_t i
    out = np.empty((count, 2), dtype=np.int64)
    cdef int64_t[:, ::1] rows = out
    cdef const int64_t* words = <const int64_t*>numbers
    for i in range(count):
        rows[i, 0], rows[i, 1] = words[2 * i], words[2 * i + 1]
    return out
