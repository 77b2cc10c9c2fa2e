"""The smaller sets of community cards in a set: which set stands for each, and by which renaming of suits."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from cext.board_sweep cimport MAX_COMMUNITY
from cext.colex cimport Binomials, colex_rank

cdef enum:
    MAX_SUBSETS = 10       # C(5, 2)

cdef struct Table:
    int size                       # cards of a smaller set
    int count                      # smaller sets in a larger one
    const uint8_t* picks           # [subset, five] places in the larger set, ascending
    const int32_t* classes         # [colex index of the smaller set]
    const uint8_t* renaming        # the same
    const uint16_t* pair_map       # [renaming, pair]
    const uint8_t* positions       # [renaming, position]; those of the first rank are the suits
    int pairs                      # of the deck
    int deck                       # its cards
    const Binomials* binomials


cdef inline uint64_t renamed_index(
    const Binomials* B, const uint8_t* cards, int size, const uint8_t* renaming
) noexcept nogil:
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
    return colex_rank(B, moved, size)


cdef inline void find_smaller(const Table* self, const uint8_t* cards, int32_t* rows, int* renamings) noexcept nogil:
    """The row of each smaller set, and the renaming by which pairs go there."""
    cdef int i, j
    cdef uint8_t chosen[MAX_COMMUNITY]
    cdef uint64_t index
    for i in range(self.count):
        for j in range(self.size):
            chosen[j] = cards[self.picks[i * MAX_COMMUNITY + j]]
        index = colex_rank(self.binomials, chosen, self.size)
        rows[i] = self.classes[index]
        renamings[i] = self.renaming[index]
