"""Contests over community cards: sums over boards for decisions, backwards, and what becomes of all deals, forwards.

A state is a set of community cards and the player's pair. Sets stand for all that a renaming of suits takes them to;
a pair beside such a set is known by its colex index. Sums go from larger sets to the smaller ones that they contain:
what a larger set adds to a smaller one is put into the row of the set that stands for the smaller one, at the renamed
pair. When all has been added up, A[set, pair] is summed over the renamings that keep the set as it is: that is the sum
over every larger set, times the number of all renamings.

Going forward, a byte for each path counts the orders of turning the cards by which a state is reached on it: at most
5! = 120. Eight of them are one word, so that a sum of words is the sum of all.

Bounds: board_amounts.py keeps every sum of amounts below 2**63; counts of deals are at most 52!/(2! 2! 43!) < 2**49.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from cext.board_sweep cimport MAX_COMMUNITY, MAX_PAIRS, Rules, Sweep, strength_of_pair, sweep_board
from cext.board_tree cimport TIED, Tree, decide, fill_constants
from cext.cards cimport FIRST_JOKER
from cext.colex cimport Binomials, binomials_init, colex_next, colex_rank
from cext.hand cimport ranking_read

cdef enum:
    MAX_SUBSETS = 10       # C(5, 2)

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


cdef class Boards:
    """The deck, the order of hands and the kinds of hands."""
    cdef Rules rules
    cdef int hand_kinds
    cdef const uint8_t[::1] own_kinds, player_kind, dealer_kind

    def __cinit__(
        self, const uint8_t[::1] cards, int community, tuple ranking, uint32_t base, const uint8_t[::1] player_kind,
        const uint8_t[::1] dealer_kind, int dealer_kinds, const uint8_t[::1] own_kinds, int hand_kinds
    ):
        cdef int i
        self.own_kinds, self.player_kind, self.dealer_kind = own_kinds, player_kind, dealer_kind
        self.hand_kinds = hand_kinds
        ranking_read(&self.rules.ranking, ranking)
        self.rules.size = <int>cards.shape[0]
        self.rules.community = community
        self.rules.hand = min(5, community + 2)
        self.rules.kinds = dealer_kinds
        self.rules.base = base
        self.rules.player_kind = &player_kind[0]
        self.rules.dealer_kind = &dealer_kind[0]
        for i in range(self.rules.size):
            self.rules.cards[i] = cards[i]


cdef class Level:
    """The decisions with so many cards turned (board_tree.pxd), what goes to the level below, and the paths."""
    cdef Tree tree
    cdef readonly int cards
    cdef int paths, most
    cdef object kept
    cdef const int32_t[::1] out         # places in the row of values that are summed for the level below
    cdef const int32_t[::1] node_path   # [node]
    cdef const int32_t[:, ::1] child    # [node, choice] the path with that choice
    cdef const int32_t[::1] lanes_in    # [lane] path
    cdef const int32_t[::1] lanes_out

    def __cinit__(
        self, int cards, int paths, int columns, const int64_t[:, ::1] factors, const int64_t[::1] amounts,
        const int32_t[::1] start, const int32_t[::1] place, const uint8_t[::1] number, const int32_t[::1] mask,
        const uint8_t[:, ::1] masks, const int32_t[::1] out, const int32_t[::1] node_path, const int32_t[:, ::1] child,
        const int32_t[::1] lanes_in, const int32_t[::1] lanes_out
    ):
        """Arrays that may be empty have one more entry than is used."""
        self.kept = (factors, amounts, start, place, number, mask, masks)
        self.cards, self.paths = cards, paths
        self.tree.columns = columns
        self.tree.combinations = <int>factors.shape[0] - 1
        self.tree.constants = <int>amounts.shape[0] - 1
        self.tree.nodes = <int>start.shape[0] - 1
        self.tree.pairs = <int>masks.shape[1]
        self.tree.factors = &factors[0, 0]
        self.tree.amounts = &amounts[0]
        self.tree.start = &start[0]
        self.tree.place = &place[0]
        self.tree.number = &number[0]
        self.tree.mask = &mask[0]
        self.tree.masks = &masks[0, 0]
        self.out, self.node_path, self.child = out, node_path, child
        self.lanes_in, self.lanes_out = lanes_in, lanes_out

    cdef int values(self) noexcept nogil:
        return self.tree.columns + self.tree.combinations + self.tree.constants + self.tree.nodes


cdef class Subsets:
    """The smaller sets in a set: which set stands for each, and by which renaming."""
    cdef int size, count
    cdef const uint8_t[:, ::1] picks          # [subset] places in the larger set, ascending, in rows of five
    cdef const int32_t[::1] classes           # [colex index of the smaller set]
    cdef const uint8_t[::1] renaming          # the same
    cdef const uint16_t[:, ::1] pair_map      # [renaming, pair]

    def __cinit__(
        self, int size, const uint8_t[:, ::1] picks, const int32_t[::1] classes, const uint8_t[::1] renaming,
        const uint16_t[:, ::1] pair_map
    ):
        self.size, self.count = size, <int>picks.shape[0]
        self.picks, self.classes, self.renaming, self.pair_map = picks, classes, renaming, pair_map
        if self.count > MAX_SUBSETS:
            raise ValueError(f"{self.count} subsets are more than five cards have")

    cdef void find(self, const uint8_t* cards, int32_t* rows, int* renamings) noexcept nogil:
        cdef int i, j
        cdef uint8_t chosen[MAX_COMMUNITY]
        cdef uint64_t index
        for i in range(self.count):
            for j in range(self.size):
                chosen[j] = cards[self.picks[i, j]]
            index = colex_rank(&BINOMIALS, chosen, self.size)
            rows[i] = self.classes[index]
            renamings[i] = self.renaming[index]


cdef struct Work:
    Sweep sweep
    int64_t* row           # the values of one state
    uint8_t* taken         # [node]
    int64_t* sums          # [pair, column] what goes to the level below
    uint32_t* orders       # [path]
    uint64_t* lanes        # [pair, word]


cdef bint work_init(Work* self, int kinds, Level level, int words) noexcept nogil:
    """Room for one thread; false where there is none."""
    cdef int out = <int>level.out.shape[0]
    self.sweep.wins = <int32_t*>malloc(MAX_PAIRS * kinds * sizeof(int32_t))
    self.sweep.losses = <int32_t*>malloc(MAX_PAIRS * kinds * sizeof(int32_t))
    self.sweep.below = <int32_t*>malloc(FIRST_JOKER * kinds * sizeof(int32_t))
    self.sweep.all_below = <int32_t*>malloc(kinds * sizeof(int32_t))
    self.row = <int64_t*>malloc((level.values() + 1) * sizeof(int64_t))
    self.taken = <uint8_t*>malloc(level.tree.nodes + 1)
    self.sums = <int64_t*>malloc(MAX_PAIRS * (out + level.tree.columns + 1) * sizeof(int64_t))
    self.orders = <uint32_t*>malloc((level.paths + 1) * sizeof(uint32_t))
    self.lanes = <uint64_t*>malloc(MAX_PAIRS * (words + 1) * sizeof(uint64_t))
    return (
        self.sweep.wins != NULL and self.sweep.losses != NULL and self.sweep.below != NULL
        and self.sweep.all_below != NULL and self.row != NULL and self.taken != NULL and self.sums != NULL
        and self.orders != NULL and self.lanes != NULL
    )


cdef void work_free(Work* self) noexcept nogil:
    free(self.sweep.wins)
    free(self.sweep.losses)
    free(self.sweep.below)
    free(self.sweep.all_below)
    free(self.row)
    free(self.taken)
    free(self.sums)
    free(self.orders)
    free(self.lanes)


cdef Work* new_work(int kinds, Level level, int words) except NULL:
    cdef Work* work = <Work*>malloc(sizeof(Work))
    if work == NULL:
        raise MemoryError
    memset(work, 0, sizeof(Work))
    if not work_init(work, kinds, level, words):
        work_free(work)
        free(work)
        raise MemoryError
    return work


# --- sets that stand for others ---------------------------------------------------------------------------------------


cdef inline uint64_t renamed_index(const uint8_t* cards, int size, const uint8_t* renaming) noexcept nogil:
    """The colex index of a set of renamed cards."""
    cdef uint8_t moved[MAX_COMMUNITY]
    cdef uint8_t card
    cdef int i, j
    for i in range(size):
        card = renaming[cards[i]]
        j = i
        while j > 0 and moved[j - 1] > card:
            moved[j] = moved[j - 1]
            j -= 1
        moved[j] = card
    return colex_rank(&BINOMIALS, moved, size)


def canonical_sets(int size, const uint8_t[:, ::1] renamings):
    """Of every set of so many positions: the class, and a renaming to the set of lowest index, which stands for it.

    `renamings[renaming, position]`, the first one changing nothing. Returns classes, renamings, and by class the sets
    (in rows of five) and how many sets each stands for.
    """
    cdef Py_ssize_t total = BINOMIALS.c[renamings.shape[1]][size]
    cdef Py_ssize_t i, count = 0
    cdef int j, best_by
    cdef uint64_t index, best
    cdef uint8_t cards[MAX_COMMUNITY]
    classes = np.empty(total, dtype=np.int32)
    renaming = np.empty(total, dtype=np.uint8)
    sets = np.zeros((total, MAX_COMMUNITY), dtype=np.uint8)
    weights = np.zeros(total, dtype=np.int64)
    cdef int32_t[::1] classes_view = classes
    cdef uint8_t[::1] renaming_view = renaming
    cdef uint8_t[:, ::1] sets_view = sets
    cdef int64_t[::1] weights_view = weights
    for j in range(size):
        cards[j] = j
    with nogil:
        for i in range(total):
            best = i
            best_by = 0
            for j in range(1, <int>renamings.shape[0]):
                index = renamed_index(cards, size, &renamings[j, 0])
                if index < best:
                    best = index
                    best_by = j
            if best == <uint64_t>i:
                classes_view[i] = count
                for j in range(size):
                    sets_view[count, j] = cards[j]
                count += 1
            else:
                classes_view[i] = classes_view[best]
            renaming_view[i] = best_by
            weights_view[classes_view[i]] += 1
            if i + 1 < total:
                colex_next(cards, size)
    return classes, renaming, sets[:count].copy(), weights[:count].copy()


# --- backwards --------------------------------------------------------------------------------------------------------


cdef void scatter(
    Subsets below, const uint8_t* cards, const uint16_t* index, int pairs, const int64_t* sums, int columns,
    int64_t* lower, int deck_pairs
) noexcept nogil:
    """Add what each pair has to the rows of all smaller sets."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef int i, pair, column
    cdef const uint16_t* moved
    cdef int64_t* row
    cdef int64_t* to
    cdef const int64_t* source
    below.find(cards, rows, renamings)
    for i in range(below.count):
        row = lower + <Py_ssize_t>rows[i] * deck_pairs * columns
        moved = &below.pair_map[renamings[i], 0]
        source = sums
        if columns == 1:
            for pair in range(pairs):
                row[moved[index[pair]]] += sums[pair]
            continue
        for pair in range(pairs):
            to = row + moved[index[pair]] * columns
            for column in range(columns):
                to[column] += source[column]
            source += columns


cdef inline int event_of(Boards boards, const Sweep* sweep, int pair) noexcept nogil:
    """The first event of the player's kind."""
    cdef int kind = boards.own_kinds[sweep.index[pair]] * boards.hand_kinds + sweep.player_kind[sweep.group[pair]]
    return kind * 3 * boards.rules.kinds


cdef inline int64_t amount_of(const Sweep* sweep, int kinds, int pair, const int64_t* nets) noexcept nogil:
    """The sum of net results over all pairs of the dealer; nets[result, kind] of the player's kind."""
    cdef int kind
    cdef int64_t total = <int64_t>sweep.ties[pair] * nets[kinds + sweep.dealer_kind[sweep.group[pair]]]
    for kind in range(kinds):
        total += sweep.wins[pair * kinds + kind] * nets[kind]
        total += sweep.losses[pair * kinds + kind] * nets[2 * kinds + kind]
    return total


cdef inline void value_state(
    Boards boards, Level level, const int64_t[:, ::1] nets, Work* work, int pair
) noexcept nogil:
    """The row of values of a pair beside a whole board."""
    cdef int column, event = event_of(boards, &work.sweep, pair)
    for column in range(level.tree.columns):
        work.row[column] = amount_of(&work.sweep, boards.rules.kinds, pair, &nets[column, event])
    decide(&level.tree, work.row, work.sweep.index[pair], work.taken)


def sum_boards(
    Boards boards, Level level, const int64_t[:, ::1] nets, const uint8_t[:, ::1] sets, const int64_t[::1] weights,
    Py_ssize_t start, Py_ssize_t stop, Subsets below, int64_t[:, :, ::1] lower
):
    """Add what goes to the level below from whole boards, each with its weight; nets[column, event]."""
    cdef Work* work = new_work(boards.rules.kinds, level, 0)
    cdef Py_ssize_t board
    cdef int pair, j, columns = <int>level.out.shape[0]
    cdef int64_t* sums
    with nogil:
        fill_constants(&level.tree, work.row)
        for board in range(start, stop):
            sweep_board(&boards.rules, &sets[board, 0], &work.sweep)
            sums = work.sums
            for pair in range(work.sweep.pairs):
                value_state(boards, level, nets, work, pair)
                for j in range(columns):
                    sums[j] = weights[board] * work.row[level.out[j]]
                sums += columns
            scatter(
                below, &sets[board, 0], work.sweep.index, work.sweep.pairs, work.sums, columns, &lower[0, 0, 0],
                level.tree.pairs
            )
    work_free(work)
    free(work)


cdef bint fold(
    const uint8_t[:, ::1] renamings, const uint16_t[:, ::1] pair_map, const uint8_t* cards, int size,
    int64_t* row, int64_t* sums, int pairs, int columns
) noexcept nogil:
    """Sum a row over the renamings that keep the set; false if the number of renamings does not divide the sum."""
    cdef int j, pair, column
    cdef int all_renamings = <int>renamings.shape[0]
    cdef uint64_t own = colex_rank(&BINOMIALS, cards, size)
    cdef bint is_whole = True
    memset(sums, 0, pairs * columns * sizeof(int64_t))
    for j in range(all_renamings):
        if renamed_index(cards, size, &renamings[j, 0]) == own:
            for pair in range(pairs):
                for column in range(columns):
                    sums[pair * columns + column] += row[pair_map[j, pair] * columns + column]
    for j in range(pairs * columns):
        is_whole &= sums[j] % all_renamings == 0
        row[j] = sums[j] // all_renamings
    return is_whole


def decide_rows(
    Level level, const uint8_t[:, ::1] renamings, const uint16_t[:, ::1] pair_map, const uint8_t[:, ::1] sets,
    const int64_t[::1] weights, Py_ssize_t start, Py_ssize_t stop, int64_t[:, :, ::1] rows, Subsets below,
    int64_t[:, :, ::1] lower, uint8_t[:, :, ::1] taken
):
    """Make values[set, pair, column] of the sums in `rows`, decide, and add what goes to the level below.

    taken[node, set, pair] is filled. False if the sums are not what they should be.
    """
    cdef Work* work = new_work(1, level, 0)
    cdef Py_ssize_t i
    cdef int pair, j, count, columns = <int>level.out.shape[0]
    cdef int pairs = level.tree.pairs
    cdef bint is_whole = True
    cdef int64_t* sums
    with nogil:
        fill_constants(&level.tree, work.row)
        for i in range(start, stop):
            is_whole &= fold(
                renamings, pair_map, &sets[i, 0], level.cards, &rows[i, 0, 0], work.sums, pairs, level.tree.columns
            )
            count = list_pairs(level, &sets[i, 0], &work.sweep)
            sums = work.sums
            for pair in range(count):
                for j in range(level.tree.columns):
                    work.row[j] = rows[i, work.sweep.index[pair], j]
                decide(&level.tree, work.row, work.sweep.index[pair], work.taken)
                for j in range(level.tree.nodes):
                    taken[j, i, work.sweep.index[pair]] = work.taken[j]
                for j in range(columns):
                    sums[j] = weights[i] * work.row[level.out[j]]
                sums += columns
            scatter(below, &sets[i, 0], work.sweep.index, count, work.sums, columns, &lower[0, 0, 0], pairs)
    work_free(work)
    free(work)
    return is_whole


cdef int list_pairs(Level level, const uint8_t* cards, Sweep* sweep) noexcept nogil:
    """The pairs that have no card of the set."""
    cdef int low, high = 1, i, index = 0, count = 0
    cdef bint is_turned[FIRST_JOKER]
    memset(is_turned, 0, sizeof(is_turned))
    for i in range(level.cards):
        is_turned[cards[i]] = True
    while index < level.tree.pairs:
        for low in range(high):
            if not is_turned[low] and not is_turned[high]:
                sweep.index[count] = index
                count += 1
            index += 1
        high += 1
    return count


# --- forwards ---------------------------------------------------------------------------------------------------------


cdef void gather(
    Subsets below, const uint8_t* cards, const uint16_t* index, int pairs, const uint64_t* lower, int deck_pairs,
    int words, uint64_t* lanes
) noexcept nogil:
    """Sum the words of each pair over all smaller sets."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef int i, pair, word
    cdef const uint16_t* moved
    cdef const uint64_t* row
    below.find(cards, rows, renamings)
    memset(lanes, 0, pairs * words * sizeof(uint64_t))
    for i in range(below.count):
        row = lower + <Py_ssize_t>rows[i] * deck_pairs * words
        moved = &below.pair_map[renamings[i], 0]
        for pair in range(pairs):
            for word in range(words):
                lanes[pair * words + word] += row[moved[index[pair]] * words + word]


cdef inline void unpack(Level level, const uint64_t* lanes, uint32_t* orders) noexcept nogil:
    cdef int lane
    for lane in range(level.paths):
        orders[lane] = 0
    for lane in range(<int>level.lanes_in.shape[0]):
        orders[level.lanes_in[lane]] = <uint32_t>((lanes[lane >> 3] >> (8 * (lane & 7))) & 0xFF)


cdef inline void follow(
    Level level, const uint8_t* taken, uint32_t* orders, int64_t weight, int64_t[:, ::1] reached, int64_t[::1] ties
) noexcept nogil:
    """Move the orders of each node to the choice that is taken there, earlier decisions first."""
    cdef int node, choice, path
    for node in range(level.tree.nodes - 1, -1, -1):
        path = level.node_path[node]
        if orders[path]:
            choice = taken[node] & ~TIED
            reached[node, choice] += weight * orders[path]
            if taken[node] & TIED:
                ties[node] += weight * orders[path]
            orders[level.child[node, choice]] += orders[path]
            orders[path] = 0


def follow_rows(
    Level level, const uint8_t[:, ::1] sets, const int64_t[::1] weights, Py_ssize_t start, Py_ssize_t stop,
    Subsets below, const uint64_t[:, :, ::1] lower, const uint8_t[:, :, ::1] taken, uint64_t[:, :, ::1] lanes,
    int64_t[:, ::1] reached, int64_t[::1] ties
):
    """Orders by which each state's paths are taken, from those of the level below.

    reached[node, choice] and ties[node] count deals of the cards seen.
    """
    cdef Work* work = new_work(1, level, <int>lower.shape[2])
    cdef Py_ssize_t i
    cdef int pair, j, count, index, words = <int>lower.shape[2]
    with nogil:
        for i in range(start, stop):
            count = list_pairs(level, &sets[i, 0], &work.sweep)
            gather(
                below, &sets[i, 0], work.sweep.index, count, &lower[0, 0, 0], level.tree.pairs, words, work.lanes
            )
            for pair in range(count):
                index = work.sweep.index[pair]
                unpack(level, work.lanes + pair * words, work.orders)
                for j in range(level.tree.nodes):
                    work.taken[j] = taken[j, i, index]
                follow(level, work.taken, work.orders, weights[i], reached, ties)
                for j in range(<int>level.lanes_out.shape[0]):
                    lanes[i, index, j >> 3] |= <uint64_t>work.orders[level.lanes_out[j]] << (8 * (j & 7))
    work_free(work)
    free(work)


cdef inline void add_outcomes(
    Boards boards, const Sweep* sweep, int pair, int64_t weight, int64_t* outcomes
) noexcept nogil:
    """outcomes[event] of one path."""
    cdef int kind, kinds = boards.rules.kinds
    cdef int64_t* ends = outcomes + event_of(boards, sweep, pair)
    ends[kinds + sweep.dealer_kind[sweep.group[pair]]] += weight * sweep.ties[pair]
    for kind in range(kinds):
        ends[kind] += weight * sweep.wins[pair * kinds + kind]
        ends[2 * kinds + kind] += weight * sweep.losses[pair * kinds + kind]


def end_boards(
    Boards boards, Level level, const int64_t[:, ::1] nets, const uint8_t[:, ::1] sets, const int64_t[::1] weights,
    Py_ssize_t start, Py_ssize_t stop, Subsets below, const uint64_t[:, :, ::1] lower, const int32_t[::1] ends,
    int64_t[:, ::1] outcomes, int64_t[:, ::1] reached, int64_t[::1] ties
):
    """outcomes[end, event] of all deals; ends[path] is the row of a path that ends the round, -1 of the others.

    reached[node, choice] and ties[node] count deals of the cards seen.
    """
    cdef Work* work = new_work(boards.rules.kinds, level, <int>lower.shape[2])
    cdef Py_ssize_t board
    cdef int pair, path, words = <int>lower.shape[2]
    with nogil:
        fill_constants(&level.tree, work.row)
        for board in range(start, stop):
            sweep_board(&boards.rules, &sets[board, 0], &work.sweep)
            gather(
                below, &sets[board, 0], work.sweep.index, work.sweep.pairs, &lower[0, 0, 0], level.tree.pairs, words,
                work.lanes
            )
            for pair in range(work.sweep.pairs):
                unpack(level, work.lanes + pair * words, work.orders)
                if level.tree.nodes:
                    value_state(boards, level, nets, work, pair)
                    follow(level, work.taken, work.orders, weights[board], reached, ties)
                for path in range(level.paths):
                    if work.orders[path] and ends[path] >= 0:
                        add_outcomes(
                            boards, &work.sweep, pair, weights[board] * work.orders[path], &outcomes[ends[path], 0]
                        )
    work_free(work)
    free(work)


# --- one pair ---------------------------------------------------------------------------------------------------------


def against_all(Boards boards, int first, int second, const uint8_t[:, ::1] sets):
    """One pair beside each of some boards against every pair of the dealer, each valued by itself.

    Returns player_kinds[board] of the final hand, and counts[board, result, dealer's kind].
    """
    cdef Py_ssize_t board
    cdef int i, low, high, result, kind
    cdef uint32_t own, other
    cdef bint is_out[FIRST_JOKER]
    player_kinds = np.empty(sets.shape[0], dtype=np.uint8)
    counts = np.zeros((sets.shape[0], 3, boards.rules.kinds), dtype=np.int64)
    cdef uint8_t[::1] player_view = player_kinds
    cdef int64_t[:, :, ::1] counts_view = counts
    with nogil:
        for board in range(sets.shape[0]):
            memset(is_out, 0, sizeof(is_out))
            is_out[first] = is_out[second] = True
            for i in range(boards.rules.community):
                is_out[sets[board, i]] = True
            own = strength_of_pair(&boards.rules, &sets[board, 0], first, second)
            player_view[board] = boards.rules.player_kind[own - boards.rules.base]
            for high in range(1, boards.rules.size):
                if is_out[high]:
                    continue
                for low in range(high):
                    if is_out[low]:
                        continue
                    other = strength_of_pair(&boards.rules, &sets[board, 0], low, high)
                    kind = boards.rules.dealer_kind[other - boards.rules.base]
                    result = 0 if own > other else 1 if own == other else 2
                    counts_view[board, result, kind] += 1
    return player_kinds, counts
