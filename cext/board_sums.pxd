"""Backwards over community cards: what the pairs beside a set add to the sums of all smaller sets in it.

Sums may stand by pairs or by faces (board_faces.pxd); a smaller set's are in the row of the set that stands for it.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset
from cext.board_faces cimport FACE_PLACES, RANK_PAIRS, Touching, place_of_faces, take_away
from cext.board_subsets cimport MAX_SUBSETS, Table, find_smaller
from cext.board_sweep cimport MAX_CLASSES, MAX_COMMUNITY, Rules, Sweep
from cext.board_work cimport Work

cdef struct Sink:
    const Table* table
    const int32_t* places
    int columns
    int64_t factor                 # orders of turning what lies between the two levels
    int64_t* rows                  # [set, length, stride]
    int length                     # pairs, and what stands behind them
    int stride


cdef inline void add_sums(
    int64_t* row, const int64_t* sums, const uint16_t* moved, const uint16_t* index, int pairs, int columns, int stride
) noexcept nogil:
    """`columns` and `stride` are given so that they may be constants."""
    cdef int pair, column
    cdef int64_t* to
    for pair in range(pairs):
        to = row + moved[index[pair]] * stride
        for column in range(columns):
            to[column] += sums[pair * columns + column]


cdef inline void add_two(
    int64_t* row, const int64_t* sums, const uint16_t* moved, const uint16_t* index, int pairs
) noexcept nogil:
    """Two columns, read before they are written, so that they are added at once."""
    cdef int pair
    cdef int64_t one, other
    cdef int64_t* to
    for pair in range(pairs):
        to = row + moved[index[pair]] * 2
        one = to[0] + sums[2 * pair]
        other = to[1] + sums[2 * pair + 1]
        to[0] = one
        to[1] = other


cdef inline void scatter(
    const Sink* sink, const uint8_t* cards, int64_t weight, Work* work, int pairs, int places
) noexcept nogil:
    """Add what each pair has to the rows of all smaller sets."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef const uint16_t* moved
    cdef const uint16_t* index = work.sweep.index
    cdef const int64_t* value
    cdef int i, pair, column, columns = sink.columns, stride = sink.stride
    cdef int64_t* row
    cdef int64_t* sums = work.sums
    for column in range(columns):
        value = work.row + sink.places[column] * places
        for pair in range(pairs):
            sums[pair * columns + column] = weight * sink.factor * value[work.state[pair]]
    find_smaller(sink.table, cards, rows, renamings)
    for i in range(sink.table.count):
        row = sink.rows + <Py_ssize_t>rows[i] * sink.length * stride
        moved = sink.table.pair_map + renamings[i] * sink.table.pairs
        if columns == 1 and stride == 1:
            add_sums(row, sums, moved, index, pairs, 1, 1)
        elif columns == 2 and stride == 2:
            add_two(row, sums, moved, index, pairs)
        elif columns == 3 and stride == 3:
            add_sums(row, sums, moved, index, pairs, 3, 3)
        else:
            add_sums(row, sums, moved, index, pairs, columns, stride)


cdef inline bint by_faces(const Sink* sink, const Work* work) noexcept nogil:
    """Whether the rows have room for sums by faces, and pairs of the same faces are not told apart."""
    cdef int room = sink.length - sink.table.pairs
    return work.values.labels == 1 and room >= (FACE_PLACES if work.touching.suit >= 0 else RANK_PAIRS)


cdef inline void add_places(int64_t* to, const int64_t* sums, int places, int columns, int stride) noexcept nogil:
    """`columns` and `stride` are given so that they may be constants."""
    cdef int place, column
    for place in range(places):
        for column in range(columns):
            to[place * stride + column] += sums[place * columns + column]


cdef inline void sum_faces(const Sink* sink, int64_t weight, Work* work, int places) noexcept nogil:
    """by_faces[place, column]: the values of all classes, where their faces stand."""
    cdef int number, column, at
    cdef Sweep* sweep = &work.sweep
    memset(work.by_faces, 0, work.touching.places * sink.columns * sizeof(int64_t))
    for number in range(sweep.classes):
        at = sink.columns * place_of_faces(
            sweep.face_key[sweep.first[number]], sweep.face_key[sweep.second[number]], work.touching.suit >= 0
        )
        if sweep.size[number]:
            for column in range(sink.columns):
                work.by_faces[at + column] = weight * sink.factor * work.row[sink.places[column] * places + number]


cdef inline void scatter_faces(
    const Rules* rules, const Sink* sink, const uint8_t* cards, int64_t weight, Work* work, int places
) noexcept nogil:
    """As scatter does, by faces (board_faces.pxd)."""
    cdef int32_t rows[MAX_SUBSETS]
    cdef int renamings[MAX_SUBSETS]
    cdef const Table* table = sink.table
    cdef const Touching* touching = &work.touching
    cdef const uint16_t* moved
    cdef const uint8_t* picks
    cdef int i, columns = sink.columns, stride = sink.stride
    cdef int64_t* row
    cdef int64_t* to
    sum_faces(sink, weight, work, places)
    find_smaller(table, cards, rows, renamings)
    for i in range(table.count):
        row = sink.rows + <Py_ssize_t>rows[i] * sink.length * stride
        moved = table.pair_map + renamings[i] * table.pairs
        picks = table.picks + i * MAX_COMMUNITY
        to = row + table.pairs * stride
        if touching.suit >= 0:
            to += (RANK_PAIRS + table.positions[renamings[i] * table.deck + touching.suit] * MAX_CLASSES) * stride
        if columns == 1 and stride == 1:
            add_places(to, work.by_faces, touching.places, 1, 1)
            take_away(touching, work.sweep.left, rules.community, picks, table.size, work.by_faces, moved, row, 1, 1)
        elif columns == 2 and stride == 2:
            add_places(to, work.by_faces, touching.places, 2, 2)
            take_away(touching, work.sweep.left, rules.community, picks, table.size, work.by_faces, moved, row, 2, 2)
        else:
            add_places(to, work.by_faces, touching.places, columns, stride)
            take_away(
                touching, work.sweep.left, rules.community, picks, table.size, work.by_faces, moved, row, columns,
                stride
            )
