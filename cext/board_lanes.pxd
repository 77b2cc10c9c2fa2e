"""Forwards over community cards: on which paths the states of a board are come to, and how their deals end.

A byte, a lane, for each path counts the orders of turning the cards by which a state is reached on it: at most
5! = 120. Eight of them are one word, so that a sum of words is the sum of all.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from cext.board_faces cimport RANK_PAIRS, Touching, place_of_faces, touch
from cext.board_subsets cimport MAX_SUBSETS, Table, find_smaller
from cext.board_sweep cimport MAX_CLASSES, MAX_COMMUNITY, RESULTS, Met, Rules, Sweep, meet_pair
from cext.board_tree cimport TIED
from cext.board_work cimport Work

cdef enum:
    LANES = 8              # bytes of a word

cdef struct Paths:
    int most                       # choices of a node
    const int32_t* node_of         # [path] the decision that follows it at this level, -1 if none does
    const int32_t* child           # [node, choice] the path with that choice
    const int32_t* lanes_in        # [lane] the path
    const int32_t* lane_of         # [path] its lane after this level, -1 if it has none

cdef struct Counters:
    int most
    int64_t* reached       # [node, choice]
    int64_t* ties          # [node]

cdef struct Outcomes:
    Py_ssize_t events
    int64_t* counts            # [end, event]
    const int32_t* row         # [path] its end
    const uint8_t* is_fold     # [path]


cdef inline uint64_t even_lanes(uint64_t word) noexcept nogil:
    """Every other lane of a word."""
    return word & <uint64_t>0x00FF00FF00FF00FF


cdef inline void add_words(
    uint64_t* lanes, const uint64_t* row, const uint16_t* moved, const uint16_t* index, int pairs, int words
) noexcept nogil:
    cdef int pair, word
    for pair in range(pairs):
        for word in range(words):
            lanes[pair * words + word] += row[moved[index[pair]] * words + word]


cdef inline void gather(
    const Table* table, const uint8_t* cards, const uint16_t* index, int pairs, const uint64_t* lower, int words,
    uint64_t* lanes
) noexcept nogil:
    """Sum the words of each pair over all smaller sets."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef const uint16_t* moved
    cdef int i
    cdef const uint64_t* row
    find_smaller(table, cards, rows, renamings)
    memset(lanes, 0, pairs * words * sizeof(uint64_t))
    for i in range(table.count):
        row = lower + <Py_ssize_t>rows[i] * table.pairs * words
        moved = table.pair_map + renamings[i] * table.pairs
        if words == 1:
            add_words(lanes, row, moved, index, pairs, 1)
        else:
            add_words(lanes, row, moved, index, pairs, words)


cdef inline int follow(
    const Paths* paths, const uint8_t* taken, int stride, int path, int64_t deals, const Counters* counters
) noexcept nogil:
    """The path on which a state is left that is come to on a path; taken[node, stride]."""
    cdef int node, choice
    while paths.node_of[path] >= 0:
        node = paths.node_of[path]
        choice = taken[node * stride] & ~TIED
        counters.reached[node * counters.most + choice] += deals
        if taken[node * stride] & TIED:
            counters.ties[node] += deals
        path = paths.child[node * paths.most + choice]
    return path


cdef inline void follow_state(
    const Paths* paths, const uint8_t* taken, int stride, const uint64_t* lanes, int words, int64_t weight,
    const Counters* counters, uint64_t* out
) noexcept nogil:
    """The lanes of a state after its decisions."""
    cdef int word, lane, lane_out
    cdef uint64_t rest, orders
    for word in range(words):
        rest = lanes[word]
        lane = word * LANES
        while rest:
            orders = rest & 0xFF
            if orders:
                lane_out = paths.lane_of[
                    follow(paths, taken, stride, paths.lanes_in[lane], weight * <int64_t>orders, counters)
                ]
                out[lane_out // LANES] += orders << (8 * (lane_out % LANES))
            rest >>= 8
            lane += 1


cdef inline void add_lanes(uint64_t* to, const uint64_t* lanes, int words) noexcept nogil:
    """Every other lane apart, so that each has two bytes.

    Two faces have at most 4 x 4 pairs, each with 120 orders.
    """
    cdef int word
    for word in range(words):
        to[2 * word] += even_lanes(lanes[word])
        to[2 * word + 1] += even_lanes(lanes[word] >> 8)


cdef inline void take_lanes(uint64_t* to, const uint64_t* lanes, int words) noexcept nogil:
    cdef int word
    for word in range(words):
        to[2 * word] -= even_lanes(lanes[word])
        to[2 * word + 1] -= even_lanes(lanes[word] >> 8)


cdef inline void take_touching(
    const Touching* self, int left, int community, const uint8_t* picks, int size, const uint64_t* row,
    const uint16_t* moved, uint64_t* by_faces, int words
) noexcept nogil:
    """The lanes of pairs that have a card of the board which is not among those picked."""
    cdef int i, j
    cdef bint is_picked[MAX_COMMUNITY]
    memset(is_picked, 0, sizeof(is_picked))
    for i in range(size):
        is_picked[picks[i]] = True
    for i in range(community):
        if is_picked[i]:
            continue
        for j in range(left):
            take_lanes(by_faces + self.place[i][j] * 2 * words, row + moved[self.index[i][j]] * words, words)
        for j in range(i):
            if not is_picked[j]:
                take_lanes(
                    by_faces + self.own_place[i][j] * 2 * words, row + moved[self.own_index[i][j]] * words, words
                )


cdef inline void gather_faces(
    const Rules* rules, const Table* table, const uint8_t* cards, const uint64_t* lower, const uint64_t* faces,
    int room, int words, Work* work
) noexcept nogil:
    """The lanes of all classes, from those of the smaller sets by faces."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef const Touching* touching = &work.touching
    cdef const uint64_t* source
    cdef uint64_t* sums = work.lanes
    cdef Sweep* sweep = &work.sweep
    cdef int i, j, place, width = 2 * words
    touch(rules, sweep, cards, &work.touching)
    find_smaller(table, cards, rows, renamings)
    memset(sums, 0, touching.places * width * sizeof(uint64_t))
    for i in range(table.count):
        source = faces + <Py_ssize_t>rows[i] * room * width
        if touching.suit >= 0:
            source += (RANK_PAIRS + table.positions[renamings[i] * table.deck + touching.suit] * MAX_CLASSES) * width
        for j in range(touching.places * width):
            sums[j] += source[j]
        take_touching(
            touching, sweep.left, rules.community, table.picks + i * MAX_COMMUNITY, table.size,
            lower + <Py_ssize_t>rows[i] * table.pairs * words, table.pair_map + renamings[i] * table.pairs, sums, words
        )
    for i in range(sweep.classes):
        place = place_of_faces(
            sweep.face_key[sweep.first[i]], sweep.face_key[sweep.second[i]], touching.suit >= 0
        )
        for j in range(width):
            work.orders[i * width + j] = sums[place * width + j]


cdef inline void add_up_lanes(Work* work, int states, int words) noexcept nogil:
    """Sum the lanes of all pairs of a state."""
    cdef int pair
    memset(work.orders, 0, states * words * 2 * sizeof(uint64_t))
    for pair in range(work.sweep.pairs):
        add_lanes(work.orders + work.state[pair] * words * 2, work.lanes + pair * words, words)


cdef inline void add_outcomes(
    const Met* met, int kinds, int dealer_kind, int64_t deals, int64_t* ends
) noexcept nogil:
    """ends[result, kind]."""
    cdef int kind
    ends[kinds + dealer_kind] += deals * met.ties
    for kind in range(kinds):
        ends[kind] += deals * met.wins[kind]
        ends[2 * kinds + kind] += deals * met.losses[kind]


cdef inline void end_state(
    const Paths* paths, const Work* work, int stride, int words, int kinds, int group, int state, const Met* met,
    int64_t weight, const Counters* counters, const Outcomes* outcomes
) noexcept nogil:
    """What becomes of the deals of one state of a board."""
    cdef int word, half, lane, path
    cdef uint64_t rest
    cdef int64_t deals
    cdef int64_t* ends
    cdef int label = state % work.values.labels
    cdef int64_t others = work.sweep.left - 2
    cdef int64_t dealers = others if work.sweep.singles else others * (others - 1) // 2
    cdef int event = (work.values.own_kind[label] * work.values.hand_kinds + work.sweep.player_kind[group]) * RESULTS
    for word in range(words):
        for half in range(2):
            rest = work.orders[(state * words + word) * 2 + half]
            lane = word * LANES + half
            while rest:
                if rest & 0xFFFF:
                    deals = weight * <int64_t>(rest & 0xFFFF)
                    path = follow(paths, work.taken + state, stride, paths.lanes_in[lane], deals, counters)
                    ends = outcomes.counts + outcomes.row[path] * outcomes.events
                    if outcomes.is_fold[path]:
                        ends[0] += deals * dealers
                    else:
                        add_outcomes(met, kinds, work.sweep.dealer_kind[group], deals, ends + event * kinds)
                rest >>= 16
                lane += 2


cdef inline void end_group(
    const Paths* paths, const Work* work, int stride, int words, int kinds, int group, int64_t weight,
    const Counters* counters, const Outcomes* outcomes
) noexcept nogil:
    """All states of the group that the sweep has come to; `words` and `kinds` may be constants."""
    cdef int i, number, label, labels = work.values.labels
    cdef Met met
    for i in range(work.sweep.start[group], work.sweep.start[group + 1]):
        number = work.sweep.order[i]
        meet_pair(&work.sweep, kinds, number, work.sweep.dealer_kind[group], &met)
        for label in range(labels):
            end_state(
                paths, work, stride, words, kinds, group, number * labels + label, &met, weight, counters, outcomes
            )
