"""Decisions of a level: all states that know the same cells, or parts of them, up to exchanges of suits.

A state stands for as many as its weight says, and its sums are those of all of them; so sums are added up, and not
multiplied, from level to level. Integers of 128 bits are pairs of 64 (round_int128.pxd).

A target is a column of the level (what lies beyond it: ends of the round and decisions of later levels), or, after all
columns, a decision of the level itself.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init
from cext.round_index cimport MAX_RENAMINGS, MAX_SET, Renamings, Step, Walk, step_on
from cext.round_int128 cimport divided, int128

cdef enum:
    MAX_NODES = 1024
    MAX_OPTIONS = 16
    MAX_STEPS = 16
    MAX_SUBSETS = 128
    NO_TARGET = 0xFFFF

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)

cdef struct Node:
    int options
    int target[MAX_OPTIONS]


cdef int read_nodes(Node* to, list nodes, int columns) except -1:
    cdef int i, j
    if len(nodes) > MAX_NODES:
        raise ValueError(f"{len(nodes)} decisions of one level are more than are counted")
    for i, targets in enumerate(nodes):
        if not 1 <= len(targets) <= MAX_OPTIONS:
            raise ValueError(f"a decision between {len(targets)} choices is not counted")
        to[i].options = len(targets)
        for j, target in enumerate(targets):
            if not (0 <= target < columns or columns + i < target < columns + len(nodes)):
                raise ValueError("a choice leads beyond the level or to a later decision of it")
            to[i].target[j] = target
    return 0


def decide(
    int64_t[:, :, ::1] sums, const int64_t[::1] states, const uint16_t[::1] kinds, list nodes,
    const uint32_t[:, ::1] offered, const int64_t[::1] parents, const int32_t[::1] passed, int64_t[:, :, ::1] lower,
    uint8_t[:, ::1] chosen
):
    """The best choices in all states, and what follows for the level below.

    `states` are the numbers of those that there are, `kinds` and `parents` (states of the level below) by place in that
    list. offered[node, kind] are choices as bits. `passed` are the targets that are columns of the level below.
    chosen[node, place] becomes the choice, with bit 7 set if another one is as good; 0x7F: nothing is offered.
    """
    cdef int columns = <int>sums.shape[1], count = len(nodes), number, option, target, best, i
    cdef Node node[MAX_NODES]
    cdef Py_ssize_t place, rows = states.shape[0]
    cdef int128 value[MAX_NODES]
    cdef int128 most, one
    cdef const int128* row
    cdef int128* below
    cdef uint32_t open_choices
    cdef bint equal
    read_nodes(node, nodes, columns)
    if rows == 0:
        return
    with nogil:
        for place in range(rows):
            row = <const int128*>&sums[states[place], 0, 0] if columns else NULL
            for number in range(count - 1, -1, -1):
                open_choices = offered[number, kinds[place]]
                best, equal, most = -1, False, 0
                for option in range(node[number].options):
                    if not open_choices >> option & 1:
                        continue
                    target = node[number].target[option]
                    one = row[target] if target < columns else value[target - columns]
                    if best < 0 or one > most:
                        best, most, equal = option, one, False
                    elif one == most:
                        equal = True
                value[number] = most
                chosen[number, place] = 0x7F if best < 0 else best | (0x80 if equal else 0)
            below = <int128*>&lower[parents[place], 0, 0]
            for i in range(<int>passed.shape[0]):
                target = passed[i]
                below[i] += row[target] if target < columns else value[target - columns]


def follow(
    const uint16_t[::1] kinds, const int64_t[::1] states, const int64_t[::1] weights, const int64_t[::1] parents,
    list nodes, int columns, const uint32_t[:, ::1] offered, const uint8_t[:, ::1] chosen,
    const uint16_t[::1] came, const uint64_t[::1] may_come, const int32_t[::1] entries,
    uint16_t[::1] after, uint64_t[::1] may, const uint64_t[::1] bits
):
    """Where the decisions lead: after[state] becomes the column that is come to.

    came[parent] is a column of the level below, may_come[parent] a set of its columns; entries[column] is the target of
    this level that it leads to. bits[column] are the bits of `may` that a column of this level stands for. Gives how
    many states make each choice of each node, in how many several are best, and a node in which nothing is offered to
    one who may come there (-1: there is none).
    """
    cdef int count = len(nodes), number, option, target
    cdef Node node[MAX_NODES]
    cdef uint8_t possible[MAX_NODES]
    cdef Py_ssize_t place, rows = states.shape[0]
    cdef int64_t state
    cdef uint64_t open_columns, opened
    cdef int column, stuck = -1
    cdef uint8_t choice
    read_nodes(node, nodes, columns)
    taken, ties = np.zeros((count, MAX_OPTIONS), dtype=np.int64), np.zeros(count, dtype=np.int64)
    cdef int64_t[:, ::1] times = taken
    cdef int64_t[::1] tied = ties
    with nogil:
        for place in range(rows):
            state, opened = states[place], 0
            for number in range(count):
                possible[number] = False
            open_columns = may_come[parents[place]]
            for column in range(<int>min(entries.shape[0], <Py_ssize_t>64)):
                if open_columns >> column & 1 and entries[column] >= 0:
                    if entries[column] >= columns:
                        possible[entries[column] - columns] = True
            for number in range(count):
                if not possible[number]:
                    continue
                if chosen[number, place] == 0x7F:
                    stuck = number
                for option in range(node[number].options):
                    if offered[number, kinds[place]] >> option & 1:
                        target = node[number].target[option]
                        if target >= columns:
                            possible[target - columns] = True
                        else:
                            opened |= bits[target]
            may[state] = opened
            target = NO_TARGET
            if came[parents[place]] != NO_TARGET:
                target = entries[came[parents[place]]]
            while target != NO_TARGET and target >= columns:
                number = target - columns
                choice = chosen[number, place]
                if choice & 0x7F == 0x7F:
                    stuck = number
                    break
                times[number, choice & 0x7F] += weights[place]
                tied[number] += weights[place] if choice & 0x80 else 0
                target = node[number].target[choice & 0x7F]
            after[state] = target
            if stuck >= 0:
                break
    return taken, ties, stuck


# --- numbers of states -----------------------------------------------------------------------------------------------


cdef class Numbers:
    """How states of a level are numbered, from the cards of their parts one after the other."""

    cdef list keep
    cdef Renamings renamings
    cdef Step step[MAX_STEPS]
    cdef int steps
    cdef readonly int size

    def __init__(self, const uint8_t[:, ::1] moved, const uint8_t[:, ::1] after, list steps):
        """Steps: (cards of the part, bases, types, classes by type, movers by type), as of Leaves."""
        cdef const int64_t[::1] bases
        cdef const uint8_t[::1] types
        cdef const int32_t[::1] classes
        cdef const uint8_t[::1] movers
        cdef int i, j, kind
        if len(steps) > MAX_STEPS or moved.shape[0] > MAX_RENAMINGS or moved.shape[1] > MAX_DECK_SIZE:
            raise ValueError("too many parts, or renamings that are not counted")
        self.keep, self.steps, self.size = [steps, moved, after], len(steps), 0
        self.renamings.count = <int>moved.shape[0]
        for i in range(self.renamings.count):
            for j in range(<int>moved.shape[1]):
                self.renamings.moved[i][j] = moved[i, j]
            for j in range(self.renamings.count):
                self.renamings.after[i][j] = after[i, j]
        for i, (size, base, type_of, class_of, mover) in enumerate(steps):
            self.step[i].size = size
            self.size += size
            self.step[i].base, self.step[i].type_of = NULL, NULL
            if base is not None:
                bases, types = base, type_of
                self.step[i].base, self.step[i].type_of = &bases[0], &types[0]
            for kind in range(len(class_of)):
                if class_of[kind] is not None:
                    classes, movers = class_of[kind], mover[kind]
                    self.step[i].class_of[kind], self.step[i].mover[kind] = &classes[0], &movers[0]

    cdef Walk walk(self, const uint8_t* cards) noexcept nogil:
        cdef Walk walk
        cdef int i, at = 0
        walk.prefix, walk.renaming = 0, 0
        for i in range(self.steps):
            step_on(&walk, &self.step[i], &self.renamings, &BINOMIALS, cards + at)
            at += self.step[i].size
        return walk

    def of(self, const uint8_t[:, ::1] cards, const uint8_t[::1] places):
        """The number of each state; its parts' cards, one part after the other, are cards[state, places]."""
        return self.of_renamed(cards, places, np.zeros(0, dtype=np.uint8))[0]

    def of_renamed(self, const uint8_t[:, ::1] cards, const uint8_t[::1] places, const uint8_t[::1] others):
        """The same, and other cards of each row as they are called beside the state that stands for it."""
        out = np.empty(cards.shape[0], dtype=np.int64)
        renamed = np.empty((cards.shape[0], others.shape[0]), dtype=np.uint8)
        cdef int64_t[::1] numbers = out
        cdef uint8_t[:, ::1] to_cards = renamed
        cdef uint8_t some[MAX_DECK_SIZE]
        cdef Walk walk
        cdef Py_ssize_t row
        cdef int i
        if places.shape[0] != self.size:
            raise ValueError(f"{self.size} cards make a state, not {places.shape[0]}")
        with nogil:
            for row in range(cards.shape[0]):
                for i in range(<int>places.shape[0]):
                    some[i] = cards[row, places[i]]
                walk = self.walk(some)
                numbers[row] = walk.prefix
                for i in range(<int>others.shape[0]):
                    to_cards[row, i] = self.renamings.moved[walk.renaming][cards[row, others[i]]]
        return out, renamed


# --- exchanges -------------------------------------------------------------------------------------------------------


cdef struct Discard:
    int128 value
    int128 square
    int cards                    # how many
    uint8_t place[MAX_SET]       # which of the held ones, ascending


cdef bint comes_first(
    const Discard* one, const Discard* other, const uint8_t* held, const uint8_t* moved, bint of_one_card
) noexcept nogil:
    """Of equal discards the one that is taken, the cards renamed: docs/language.md, Meaning 8."""
    cdef uint8_t mine[MAX_SET]
    cdef uint8_t others[MAX_SET]
    cdef int i
    if of_one_card:
        if one.cards == 0 or other.cards == 0:
            return one.cards > other.cards
        return moved[held[one.place[0]]] < moved[held[other.place[0]]]
    if one.square != other.square:
        return one.square < other.square
    if one.cards != other.cards:
        return one.cards < other.cards
    descending(one, held, moved, mine)
    descending(other, held, moved, others)
    for i in range(one.cards):
        if mine[i] != others[i]:
            return mine[i] < others[i]
    return False


cdef void descending(const Discard* one, const uint8_t* held, const uint8_t* moved, uint8_t* cards) noexcept nogil:
    cdef int i, j
    cdef uint8_t card
    for i in range(one.cards):
        card = moved[held[one.place[i]]]
        j = i
        while j > 0 and cards[j - 1] < card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


def exchange(
    const uint8_t[:, ::1] moved, const uint8_t[:, ::1] held, list subsets, const int64_t[:, ::1] after_discard,
    list sums, list weights, list factors, list columns, list square_columns, bint of_one_card,
    int64_t[:, ::1] values, uint8_t[:, ::1] shares, uint8_t[::1] equals
):
    """The best discards of some states.

    held[state] are the cards of which some are discarded, `subsets` the places of all permitted discards. For each,
    after_discard[state, subset] numbers the state with kept and discarded cards told apart; its value is
    sums[k][number, columns[k]] x factors[k] / weights[k][number] for k discarded cards. values[state] becomes the best
    one for a single state, shares[state, subset] by how many renamings of the state a discard is the one that is taken,
    equals[state] how many are best.
    """
    cdef Discard discard[MAX_SUBSETS]
    cdef uint8_t tied[MAX_SUBSETS]
    cdef int many = len(subsets), i, j, k, r, first, count
    cdef const int64_t[:, :, ::1] rows
    cdef const int64_t[::1] stand_for
    cdef const int128* sum_of[MAX_SET + 1]
    cdef const int64_t* weight_of[MAX_SET + 1]
    cdef int128 factor_of[MAX_SET + 1]
    cdef int column[MAX_SET + 1]
    cdef int square[MAX_SET + 1]
    cdef int width[MAX_SET + 1]
    cdef Py_ssize_t row
    cdef int64_t number
    cdef int128 most
    cdef int128* out
    keep = []
    if many > MAX_SUBSETS:
        raise ValueError(f"{many} ways to discard are more than are counted")
    for i, places in enumerate(subsets):
        discard[i].cards = len(places)
        for j, place in enumerate(places):
            discard[i].place[j] = place
    for k in range(len(sums)):
        if sums[k] is None:
            continue
        rows, stand_for = sums[k], weights[k]
        keep.append((rows, stand_for))
        sum_of[k], weight_of[k] = <const int128*>&rows[0, 0, 0], &stand_for[0]
        width[k], column[k], square[k] = <int>rows.shape[1], columns[k], square_columns[k]
        factor_of[k] = (<int128><int64_t>(factors[k] >> 62) << 62) + <int64_t>(factors[k] & ((1 << 62) - 1))
    with nogil:
        for row in range(held.shape[0]):
            for i in range(many):
                k, number = discard[i].cards, after_discard[row, i]
                discard[i].value = divided(sum_of[k][number * width[k] + column[k]], weight_of[k][number])
                discard[i].value *= factor_of[k]
                discard[i].square = 0
                if not of_one_card:
                    discard[i].square = factor_of[k] * divided(
                        sum_of[k][number * width[k] + square[k]], weight_of[k][number]
                    )
                shares[row, i] = 0
            most = discard[0].value
            for i in range(1, many):
                if discard[i].value > most:
                    most = discard[i].value
            count = 0
            for i in range(many):
                if discard[i].value == most:
                    tied[count] = i
                    count += 1
            for r in range(<int>moved.shape[0]):
                first = tied[0]
                for i in range(1, count):
                    if comes_first(&discard[tied[i]], &discard[first], &held[row, 0], &moved[r, 0], of_one_card):
                        first = tied[i]
                shares[row, first] += 1
            equals[row] = count
            out = <int128*>&values[row, 0]
            out[0] = most


def add_column(int64_t[:, :, ::1] sums, int column, const int64_t[::1] states, const int64_t[:, ::1] values,
               const int64_t[::1] weights):
    """Values of single states as sums of all that they stand for."""
    cdef Py_ssize_t place
    cdef int128* row
    for place in range(states.shape[0]):
        row = <int128*>&sums[states[place], 0, 0]
        row[column] = (<const int128*>&values[place, 0])[0] * weights[place]


def scale(int64_t[:, :, ::1] sums, factor):
    """Multiply all sums."""
    cdef int128 by = (<int128><int64_t>(factor >> 62) << 62) + <int64_t>(factor & ((1 << 62) - 1))
    cdef int128* number
    cdef Py_ssize_t i
    if sums.shape[0] == 0 or sums.shape[1] == 0:
        return
    number = <int128*>&sums[0, 0, 0]
    for i in range(sums.shape[0] * sums.shape[1]):
        number[i] *= by


def add(int64_t[:, :, ::1] sums, const int64_t[:, :, ::1] more):
    """Add the sums of another thread."""
    cdef int128* number
    cdef const int128* other
    cdef Py_ssize_t i, count = sums.shape[0] * sums.shape[1]
    if more.shape[0] != sums.shape[0] or more.shape[1] != sums.shape[1]:
        raise ValueError("sums of different shapes are not added")
    if count == 0:
        return
    number, other = <int128*>&sums[0, 0, 0], <const int128*>&more[0, 0, 0]
    with nogil:
        for i in range(count):
            number[i] += other[i]
