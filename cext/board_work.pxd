"""What one thread needs to sum over boards, and to follow the paths over them."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from cext.board_faces cimport Touching
from cext.board_sweep cimport MAX_CLASSES, MAX_FACES, MAX_PAIRS, Sweep
from cext.board_tree cimport Tree, fill_constants, first_node
from cext.board_values cimport Values

cdef struct Work:
    Sweep sweep
    Values values
    int64_t* row           # [place, state] the values of all states
    uint8_t* taken         # [node, state]
    uint16_t* label        # [state]
    uint16_t* state        # [pair]
    int64_t* sums          # [pair, column] what goes to a level below
    Touching touching
    int64_t* by_faces      # [place, column] what goes to a level below
    uint64_t* lanes        # [pair, word]
    uint64_t* orders       # [state, word, even or odd lanes] of whole boards


cdef inline void work_free(Work* self) noexcept nogil:
    free(self.sweep.total)
    free(self.sweep.all_pairs)
    free(self.sweep.below)
    free(self.sweep.all_below)
    free(self.row)
    free(self.taken)
    free(self.label)
    free(self.state)
    free(self.sums)
    free(self.by_faces)
    free(self.lanes)
    free(self.orders)
    free(self)


cdef inline Work* new_work(int kinds, const Tree* tree, int columns, int words) except NULL:
    """Room for one thread: so many columns that go below, or words of lanes."""
    cdef Work* self = <Work*>calloc(1, sizeof(Work))
    cdef int i
    if self == NULL:
        raise MemoryError
    self.sweep.total = <int32_t*>malloc(MAX_FACES * kinds * sizeof(int32_t))
    self.sweep.all_pairs = <int32_t*>malloc(kinds * sizeof(int32_t))
    self.sweep.below = <int32_t*>malloc(MAX_FACES * kinds * sizeof(int32_t))
    self.sweep.all_below = <int32_t*>malloc(kinds * sizeof(int32_t))
    self.row = <int64_t*>calloc(<size_t>tree.stride * (first_node(tree) + tree.nodes + 1), sizeof(int64_t))
    self.taken = <uint8_t*>malloc(<size_t>tree.stride * (tree.nodes + 1))
    self.label = <uint16_t*>malloc(tree.stride * sizeof(uint16_t))
    self.state = <uint16_t*>malloc(MAX_PAIRS * sizeof(uint16_t))
    self.sums = <int64_t*>malloc(MAX_PAIRS * (columns + 1) * sizeof(int64_t))
    self.by_faces = <int64_t*>malloc(MAX_CLASSES * (columns + 1) * sizeof(int64_t))
    self.lanes = <uint64_t*>malloc(max(MAX_PAIRS, 2 * MAX_CLASSES) * (words + 1) * sizeof(uint64_t))
    self.orders = <uint64_t*>malloc(<size_t>tree.stride * 2 * (words + 1) * sizeof(uint64_t))
    if (
        self.sweep.total == NULL or self.sweep.all_pairs == NULL or self.sweep.below == NULL
        or self.sweep.all_below == NULL or self.row == NULL or self.taken == NULL or self.label == NULL
        or self.state == NULL or self.sums == NULL or self.by_faces == NULL or self.lanes == NULL or self.orders == NULL
    ):
        work_free(self)
        raise MemoryError
    fill_constants(tree, self.row)
    for i in range(MAX_PAIRS):
        self.state[i] = i
    return self
