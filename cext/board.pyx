"""Contests over community cards: sums over boards for decisions, backwards, and what becomes of all deals, forwards.

A state is a set of community cards and the player's pair. Sets stand for all that a renaming of suits takes them to;
a pair beside such a set is known by its colex index. Sums go from larger sets to the smaller ones that they contain:
what a larger set adds to a smaller one is put into the row of the set that stands for the smaller one, at the renamed
pair. When all has been added up, A[set, pair] is summed over the renamings that keep the set as it is: that is the sum
over every larger set, times the number of all renamings.

Going forward, bytes count the orders of turning the cards by which a state is reached on a path (board_lanes.pxd).

Bounds: board_amounts.py keeps every sum of amounts below 2**63; counts of deals are at most 52!/(2! 2! 43!) < 2**49.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.board_faces cimport FACE_PLACES, RANK_PAIRS, expand, face_of, place_of_faces, touch
from cext.board_lanes cimport (
    Counters, Outcomes, Paths, add_lanes, add_up_lanes, end_group, follow_state, gather, gather_faces,
)
from cext.board_subsets cimport MAX_SUBSETS, Table, renamed_index
from cext.board_sums cimport Sink, by_faces, scatter, scatter_faces
from cext.board_sweep cimport (
    MAX_CLASSES, MAX_COMMUNITY, MAX_PAIRS, Rules, Sweep, index_pairs, list_left, meet_group, pass_group,
    strength_with, suits_of, sweep_again, sweep_start,
)
from cext.board_tree cimport Tree, decide
from cext.board_values cimport value_board
from cext.board_work cimport Work, new_work, work_free
from cext.cards cimport FIRST_JOKER, MAX_DECK_SIZE, SUITS
from cext.colex cimport Binomials, binomials_init, colex_next, colex_rank
from cext.hand cimport ranking_read

cdef enum:
    MAX_TARGETS = 6        # levels below whole boards

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)


cdef class Boards:
    """The deck, the order of hands and the kinds of hands, and labels of pairs that a game tells apart."""
    cdef Rules rules
    cdef int hand_kinds
    cdef const uint8_t[::1] own_kind    # [label]
    cdef const uint16_t[::1] label_of   # [pair of the deck]
    cdef object kept

    def __cinit__(
        self, const uint8_t[::1] cards, int community, tuple ranking, uint32_t base, const uint8_t[::1] player_kind,
        const uint8_t[::1] dealer_kind, int dealer_kinds, int hand_kinds, const uint8_t[::1] own_kind,
        const uint16_t[::1] label_of, int known, bint of_dealer
    ):
        """`known` is the position of a card that the player knows, the dealer's or nobody's; -1 if there is none."""
        cdef int i
        if not -1 <= known < cards.shape[0] or (of_dealer and known < 0):
            raise ValueError(f"a card at {known} is not known in a deck of {cards.shape[0]}")
        self.rules.known, self.rules.of_dealer = known, of_dealer
        self.kept = (player_kind, dealer_kind)
        self.hand_kinds, self.own_kind, self.label_of = hand_kinds, own_kind, label_of
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
        self.rules.suits = 1
        while self.rules.suits < self.rules.size and cards[self.rules.suits] >> 2 == cards[0] >> 2:
            self.rules.suits += 1


cdef class Level:
    """The decisions with so many cards turned (board_tree.pxd), and the paths on which states are come to and left."""
    cdef Tree tree
    cdef int cards
    cdef object kept
    cdef Paths leads

    def __cinit__(
        self, int cards, bint cards_are_all, int columns, const int64_t[:, ::1] factors, const int64_t[::1] amounts,
        const int32_t[::1] start, const int32_t[::1] place, const uint8_t[::1] number, const int32_t[::1] mask,
        const uint8_t[:, ::1] masks, const int32_t[::1] node_of, const int32_t[:, ::1] child,
        const int32_t[::1] lanes_in, const int32_t[::1] lane_of
    ):
        """Arrays that may be empty have one more entry than is used."""
        self.kept = (factors, amounts, start, place, number, mask, masks, node_of, child, lanes_in, lane_of)
        self.cards = cards
        self.tree.columns = columns
        self.tree.combinations = <int>factors.shape[0] - 1
        self.tree.constants = <int>amounts.shape[0] - 1
        self.tree.nodes = <int>start.shape[0] - 1
        self.tree.labels = <int>masks.shape[1]
        self.tree.stride = max(MAX_PAIRS, MAX_CLASSES * self.tree.labels) if cards_are_all else MAX_PAIRS
        self.tree.factors = &factors[0, 0]
        self.tree.amounts = &amounts[0]
        self.tree.start = &start[0]
        self.tree.place = &place[0]
        self.tree.number = &number[0]
        self.tree.mask = &mask[0]
        self.tree.masks = &masks[0, 0]
        self.leads.node_of = &node_of[0]
        self.leads.most = <int>child.shape[1]
        self.leads.child = &child[0, 0]
        self.leads.lanes_in = &lanes_in[0]
        self.leads.lane_of = &lane_of[0]


cdef class Subsets:
    """The smaller sets in a set: which set stands for each, and by which renaming."""
    cdef Table table
    cdef object kept

    def __cinit__(
        self, int size, const uint8_t[:, ::1] picks, const int32_t[::1] classes, const uint8_t[::1] renaming,
        const uint16_t[:, ::1] pair_map, const uint8_t[:, ::1] positions
    ):
        if picks.shape[0] > MAX_SUBSETS or picks.shape[1] != MAX_COMMUNITY:
            raise ValueError(f"{picks.shape[0]} subsets are more than five cards have")
        self.kept = (picks, classes, renaming, pair_map, positions)
        self.table.size = size
        self.table.count = <int>picks.shape[0]
        self.table.picks = &picks[0, 0]
        self.table.classes = &classes[0]
        self.table.renaming = &renaming[0]
        self.table.pair_map = &pair_map[0, 0]
        self.table.positions = &positions[0, 0]
        self.table.pairs = <int>pair_map.shape[1]
        self.table.deck = <int>positions.shape[1]
        self.table.binomials = &BINOMIALS


cdef class Target:
    """What goes from a level to one below: places in the row of values, and from where on they stand there."""
    cdef Subsets below
    cdef const int32_t[::1] places
    cdef int64_t factor
    cdef int offset

    def __cinit__(self, Subsets below, const int32_t[::1] places, int64_t factor, int offset):
        self.below, self.places, self.factor, self.offset = below, places, factor, offset


cdef int sinks_of(list targets, list rows, Sink* sinks) except -1:
    """The targets with the rows that are added to."""
    cdef Target target
    cdef int64_t[:, :, ::1] row
    cdef int count = 0
    for target, row in zip(targets, rows, strict=True):
        if count == MAX_TARGETS:
            raise ValueError(f"more than {MAX_TARGETS} targets")
        sinks[count].table = &target.below.table
        sinks[count].columns = <int>target.places.shape[0]
        sinks[count].places = &target.places[0] if target.places.shape[0] else NULL
        sinks[count].factor = target.factor
        sinks[count].length = <int>row.shape[1]
        sinks[count].stride = <int>row.shape[2]
        sinks[count].rows = &row[0, 0, 0] + target.offset
        count += 1
    return count


cdef Work* new_board_work(Boards boards, Level level, const int64_t[:, ::1] nets, int columns, int words) except NULL:
    """The states of a whole board are its classes of pairs, each with all labels."""
    cdef Work* self = new_work(boards.rules.kinds, &level.tree, columns, words)
    cdef int i
    self.values.columns = level.tree.columns
    self.values.labels = <int>boards.own_kind.shape[0]
    self.values.own_kind = &boards.own_kind[0]
    self.values.hand_kinds = boards.hand_kinds
    self.values.nets = &nets[0, 0]
    self.values.events = nets.shape[1]
    for i in range(level.tree.stride):
        self.label[i] = i % self.values.labels
    return self


cdef void decide_board(Boards boards, Level level, Work* work) noexcept nogil:
    """Values and decisions of all states, after sweep_start."""
    value_board(&boards.rules, &work.sweep, &work.values, work.row, level.tree.stride)
    decide(&level.tree, work.row, work.label, work.sweep.classes * work.values.labels, work.taken)


cdef void place_pairs(Boards boards, Work* work) noexcept nogil:
    """The state of each pair of a board."""
    cdef int pair, labels = work.values.labels
    for pair in range(work.sweep.pairs):
        work.state[pair] = work.sweep.class_of[pair]
    if labels > 1:
        for pair in range(work.sweep.pairs):
            work.state[pair] = work.state[pair] * labels + boards.label_of[work.sweep.index[pair]]


# --- sets that stand for others ---------------------------------------------------------------------------------------


def canonical_sets(int size, const uint8_t[:, ::1] renamings):
    """Of every set of so many positions: the class, and a renaming to the set of lowest index, which stands for it.

    `renamings[renaming, position]`, the first one changing nothing. Returns classes, renamings, and by class the sets
    (in rows of five) and how many sets each stands for.
    """
    if not 0 <= size <= MAX_COMMUNITY:
        raise ValueError(f"sets of {size} community cards are not numbered")
    cdef Py_ssize_t total = BINOMIALS.c[renamings.shape[1]][size]
    cdef Py_ssize_t i, count = 0
    cdef int j, best_by
    cdef uint64_t index, best
    cdef uint8_t cards[MAX_DECK_SIZE]
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
                index = renamed_index(&BINOMIALS, cards, size, &renamings[j, 0])
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


def face_places():
    """How many sums stand behind the pairs of a row that has room for those by ranks, and for those by faces."""
    return RANK_PAIRS, FACE_PLACES


# --- backwards --------------------------------------------------------------------------------------------------------


cdef int most_columns(list targets) except -1:
    cdef Target target
    cdef int most = 0
    for target in targets:
        most = max(most, <int>target.places.shape[0])
    return most


def sum_boards(
    Boards boards, Level level, const int64_t[:, ::1] nets, const uint8_t[:, ::1] sets, const int64_t[::1] weights,
    Py_ssize_t start, Py_ssize_t stop, list targets, list rows
):
    """Add what goes to the levels below from whole boards, each with its weight; nets[column, event]."""
    cdef Sink sinks[MAX_TARGETS]
    cdef int i, count = sinks_of(targets, rows, sinks)
    cdef Work* work = new_board_work(boards, level, nets, most_columns(targets), 0)
    cdef Py_ssize_t board
    with nogil:
        for board in range(start, stop):
            sweep_start(&boards.rules, &sets[board, 0], &work.sweep)
            decide_board(boards, level, work)
            place_pairs(boards, work)
            touch(&boards.rules, &work.sweep, &sets[board, 0], &work.touching)
            for i in range(count):
                if by_faces(&sinks[i], work):
                    scatter_faces(&boards.rules, &sinks[i], &sets[board, 0], weights[board], work, level.tree.stride)
                else:
                    scatter(&sinks[i], &sets[board, 0], weights[board], work, work.sweep.pairs, level.tree.stride)
    work_free(work)


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
        if renamed_index(&BINOMIALS, cards, size, &renamings[j, 0]) == own:
            for pair in range(pairs):
                for column in range(columns):
                    sums[pair * columns + column] += row[pair_map[j, pair] * columns + column]
    for j in range(pairs * columns):
        is_whole &= sums[j] % all_renamings == 0
        row[j] = sums[j] // all_renamings
    return is_whole


cdef int list_states(Level level, Boards boards, const uint8_t* cards, Sweep* sweep) noexcept nogil:
    """The pairs that have no card of the set, nor the known one."""
    cdef uint8_t left[FIRST_JOKER]
    cdef int count = list_left(boards.rules.size, level.cards, cards, boards.rules.known, left)
    index_pairs(left, count, sweep.index)
    return count * (count - 1) // 2


def decide_rows(
    Level level, Boards boards, const uint8_t[:, ::1] renamings, const uint16_t[:, ::1] pair_map,
    const uint8_t[:, ::1] sets, const int64_t[::1] weights, Py_ssize_t start, Py_ssize_t stop,
    int64_t[:, :, ::1] rows, list targets, list lower, uint8_t[:, :, ::1] taken
):
    """Make values[set, pair, column] of the sums in `rows`, decide, and add what goes to the level below.

    taken[node, set, pair] is filled. False if the sums are not what they should be.
    """
    cdef Sink sinks[MAX_TARGETS]
    cdef int i, count = sinks_of(targets, lower, sinks)
    cdef int columns = level.tree.columns
    cdef Work* work = new_work(1, &level.tree, max(columns, most_columns(targets)), 0)
    cdef Py_ssize_t at
    cdef int pair, node, states
    cdef bint is_whole = True
    with nogil:
        for at in range(start, stop):
            if rows.shape[1] > pair_map.shape[1]:
                expand(
                    &boards.rules, &sets[at, 0], level.cards, &rows[at, 0, 0], <int>pair_map.shape[1],
                    rows.shape[1] - pair_map.shape[1] >= FACE_PLACES, columns
                )
            is_whole &= fold(
                renamings, pair_map, &sets[at, 0], level.cards, &rows[at, 0, 0], work.sums, <int>pair_map.shape[1],
                columns
            )
            states = list_states(level, boards, &sets[at, 0], &work.sweep)
            for i in range(columns):
                for pair in range(states):
                    work.row[i * MAX_PAIRS + pair] = rows[at, work.sweep.index[pair], i]
            decide(&level.tree, work.row, work.sweep.index, states, work.taken)
            for node in range(level.tree.nodes):
                for pair in range(states):
                    taken[node, at, work.sweep.index[pair]] = work.taken[node * MAX_PAIRS + pair]
            for i in range(count):
                scatter(&sinks[i], &sets[at, 0], weights[at], work, states, level.tree.stride)
    work_free(work)
    return is_whole


# --- forwards ---------------------------------------------------------------------------------------------------------


cdef Counters counters_of(int64_t[:, ::1] reached, int64_t[::1] ties):
    cdef Counters counters
    counters.most = <int>reached.shape[1]
    counters.reached = &reached[0, 0]
    counters.ties = &ties[0]
    return counters


def follow_rows(
    Level level, Boards boards, const uint8_t[:, ::1] sets, const int64_t[::1] weights,
    Py_ssize_t start, Py_ssize_t stop, Subsets below, const uint64_t[:, :, ::1] lower, const uint8_t[:, :, ::1] taken,
    uint64_t[:, :, ::1] lanes, int64_t[:, ::1] reached, int64_t[::1] ties
):
    """Orders by which each state's paths are taken, from those of the level below.

    reached[node, choice] and ties[node] count deals of the cards seen.
    """
    cdef int words = <int>lower.shape[2]
    cdef Counters counters = counters_of(reached, ties)
    cdef Work* work = new_work(1, &level.tree, 0, words)
    cdef Py_ssize_t at
    cdef int pair, states, index
    cdef int stride = <int>(taken.shape[1] * taken.shape[2])
    with nogil:
        for at in range(start, stop):
            states = list_states(level, boards, &sets[at, 0], &work.sweep)
            gather(&below.table, &sets[at, 0], work.sweep.index, states, &lower[0, 0, 0], words, work.lanes)
            for pair in range(states):
                index = work.sweep.index[pair]
                follow_state(
                    &level.leads, &taken[0, at, index], stride, work.lanes + pair * words, words, weights[at],
                    &counters, &lanes[at, index, 0]
                )
    work_free(work)


def sum_lanes(
    Boards boards, const uint64_t[:, :, ::1] lanes, Py_ssize_t start, Py_ssize_t stop, uint64_t[:, :, ::1] faces
):
    """For each set the lanes of all pairs of the same faces, where board_faces.pxd places them.

    faces[set, place, word x 2 + (0 for even lanes, 1 for odd)]
    """
    cdef Py_ssize_t at
    cdef int low, high, pair, i, suit, words = <int>lanes.shape[2]
    cdef int suits = boards.rules.suits if faces.shape[1] >= FACE_PLACES else 0
    cdef const uint8_t* cards = boards.rules.cards
    with nogil:
        for at in range(start, stop):
            pair = 0
            for high in range(1, boards.rules.size):
                for low in range(high):
                    i = place_of_faces(face_of(cards[low], -1), face_of(cards[high], -1), False)
                    add_lanes(&faces[at, i, 0], &lanes[at, pair, 0], words)
                    for suit in range(suits):
                        i = RANK_PAIRS + suit * MAX_CLASSES + place_of_faces(
                            face_of(cards[low], cards[suit] & 3), face_of(cards[high], cards[suit] & 3), True
                        )
                        add_lanes(&faces[at, i, 0], &lanes[at, pair, 0], words)
                    pair += 1


def end_boards(
    Boards boards, Level level, const int64_t[:, ::1] nets, const uint8_t[:, ::1] sets, const int64_t[::1] weights,
    Py_ssize_t start, Py_ssize_t stop, Subsets below, const uint64_t[:, :, ::1] lower,
    const uint64_t[:, :, ::1] faces, const int32_t[::1] ends,
    const uint8_t[::1] is_fold, int64_t[:, ::1] outcomes, int64_t[:, ::1] reached, int64_t[::1] ties
):
    """outcomes[end, event] of all deals; ends[path] is the row of a path that ends the round.

    `faces` are the lanes of `lower` summed by faces, as far as there is room; none where pairs have several labels.

    After a fold (is_fold[path]) the event tells nothing, and all deals stand under the first one.
    reached[node, choice] and ties[node] count deals of the cards seen.
    """
    cdef int words = <int>lower.shape[2]
    cdef Counters counters = counters_of(reached, ties)
    cdef Outcomes counted
    cdef Work* work = new_board_work(boards, level, nets, 0, words)
    cdef Py_ssize_t board
    cdef int group, kinds = boards.rules.kinds, stride = level.tree.stride
    counted.events = outcomes.shape[1]
    counted.counts = &outcomes[0, 0]
    counted.row = &ends[0]
    counted.is_fold = &is_fold[0]
    with nogil:
        for board in range(start, stop):
            sweep_start(&boards.rules, &sets[board, 0], &work.sweep)
            if level.tree.nodes:
                decide_board(boards, level, work)
                sweep_again(&boards.rules, &work.sweep)
            if faces.shape[1] >= (FACE_PLACES if work.sweep.flush >= 0 else RANK_PAIRS):
                gather_faces(
                    &boards.rules, &below.table, &sets[board, 0], &lower[0, 0, 0], &faces[0, 0, 0],
                    <int>faces.shape[1], words, work
                )
            else:
                place_pairs(boards, work)
                gather(
                    &below.table, &sets[board, 0], work.sweep.index, work.sweep.pairs, &lower[0, 0, 0], words,
                    work.lanes
                )
                add_up_lanes(work, work.sweep.classes * work.values.labels, words)
            for group in range(work.sweep.groups):
                meet_group(&work.sweep, group)
                if words == 1 and kinds == 2:
                    end_group(&level.leads, work, stride, 1, 2, group, weights[board], &counters, &counted)
                else:
                    end_group(&level.leads, work, stride, words, kinds, group, weights[board], &counters, &counted)
                pass_group(&work.sweep, group)
    work_free(work)


# --- one pair ---------------------------------------------------------------------------------------------------------


def against_all(Boards boards, int first, int second, const uint8_t[:, ::1] sets):
    """One pair beside each of some boards against every hand of the dealer, each valued by itself.

    Returns player_kinds[board] of the final hand, and counts[board, result, dealer's kind].
    """
    cdef Py_ssize_t board
    cdef int i, low, high, result, kind
    cdef uint32_t own, other
    cdef uint32_t suits[SUITS]
    cdef bint is_out[FIRST_JOKER]
    player_kinds = np.empty(sets.shape[0], dtype=np.uint8)
    counts = np.zeros((sets.shape[0], 3, boards.rules.kinds), dtype=np.int64)
    cdef uint8_t[::1] player_view = player_kinds
    cdef int64_t[:, :, ::1] counts_view = counts
    with nogil:
        for board in range(sets.shape[0]):
            memset(is_out, 0, sizeof(is_out))
            is_out[first] = is_out[second] = True
            if boards.rules.known >= 0:
                is_out[boards.rules.known] = not boards.rules.of_dealer
            for i in range(boards.rules.community):
                is_out[sets[board, i]] = True
            suits_of(&boards.rules, &sets[board, 0], suits)
            own = strength_with(&boards.rules, suits, boards.rules.cards[first], boards.rules.cards[second])
            player_view[board] = boards.rules.player_kind[own - boards.rules.base]
            for high in range(1, boards.rules.size):
                if is_out[high]:
                    continue
                for low in range(high):
                    if is_out[low] or (boards.rules.of_dealer and boards.rules.known not in (low, high)):
                        continue
                    other = strength_with(&boards.rules, suits, boards.rules.cards[low], boards.rules.cards[high])
                    kind = boards.rules.dealer_kind[other - boards.rules.base]
                    result = 0 if own > other else 1 if own == other else 2
                    counts_view[board, result, kind] += 1
    return player_kinds, counts
