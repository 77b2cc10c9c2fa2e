"""All looks of a pattern at once: they are a group.

A suit may hold any set M of the d different ranks of a pattern, so the pattern has 2^d looks, and their questions
overlap. A part E of the pattern's cards, in other suits, is in the rest of those looks whose suit leaves enough of each
rank, and goes with the same sums over subsets A of what the suit holds:

    answer(M)  =  sum over E of (-1)^cards x (ways to pick E beside M) x F[E, M]
    F[E, M]    =  sum over A in M of (-1)^cards x T[A, E]

F of one E and all M is made rank by rank, from one look-up for each A. With five different ranks, and rests of one card
at most, these are 32 + 5 x 16 look-ups for 32 looks. Sets of a pattern's ranks are numbers of d bits here, the lowest
rank first: the number of a look within its group.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.bits cimport popcount
from cext.cards cimport RANKS
from cext.rows cimport ROW, row_add, row_add_times, row_set, row_take, row_take_from
from cext.showdown_rests cimport REST_SIZES, count_of
from cext.showdown_table cimport FIELDS, Cell, Layout, cell_of, ways

cdef enum:
    MAX_RANKS = 5
    MAX_LOOKS = 32

# The pattern of a group; it is at most five cards.
cdef struct Group:
    uint32_t rest                  # all its cards, as a rest
    int jokers
    int ranks
    int rank[MAX_RANKS]
    int copies[MAX_RANKS]


cdef inline void group_init(Group* self, const Layout* layout, uint32_t rest, int jokers) noexcept nogil:
    cdef uint64_t counts = layout.rests.counts[rest]
    cdef int rank
    self.rest = rest
    self.jokers = jokers
    self.ranks = 0
    for rank in range(RANKS):
        if count_of(counts, rank):
            self.rank[self.ranks] = rank
            self.copies[self.ranks] = count_of(counts, rank)
            self.ranks += 1


cdef inline uint32_t never_beside(const Group* self, uint64_t part) noexcept nogil:
    """The ranks that a suit cannot hold when a part of the cards is in other suits: all of that rank are there."""
    cdef uint32_t gone = 0
    cdef int i
    for i in range(self.ranks):
        if count_of(part, self.rank[i]) == self.copies[i]:
            gone |= <uint32_t>1 << i
    return gone


cdef inline int32_t times_beside(const Group* self, uint64_t part, uint32_t held) noexcept nogil:
    """The ways, with their sign, to pick a part from what is not in the suit: at most C(4, 2) = 6 for each rank."""
    cdef int32_t times = 1
    cdef int i, picked
    for i in range(self.ranks):
        picked = count_of(part, self.rank[i])
        if picked:
            times *= ways(self.copies[i] - <int>(held >> i & 1), picked)
            if picked & 1:
                times = -times
    return times


cdef inline void sum_subsets(
    const Cell* cells, uint32_t row, uint32_t width, int jokers, const uint16_t* masks, uint32_t free, int32_t* sums
) noexcept nogil:
    """F of one part, whose cells start at `row`: for each set of `free` ranks, in ascending order."""
    cdef int32_t* sum = sums
    cdef uint32_t subset = 0, looks = <uint32_t>1 << popcount(free), bit = 1, look
    cdef int joker
    while True:
        row_set(sum, cells[row + masks[subset]].n)
        for joker in range(1, jokers + 1):
            row_add_times(
                sum, -ways(jokers, joker) if joker & 1 else ways(jokers, joker),
                cells[row + joker * width + masks[subset]].n,
            )
        sum += ROW
        subset = (subset - free) & free
        if subset == 0:
            break
    while bit < looks:
        look = bit
        while look < looks:
            row_take_from(sums + ROW * look, sums + ROW * (look ^ bit))
            look = (look + 1) | bit
        bit *= 2


cdef inline void add_sums(
    const Group* self, uint64_t part, uint32_t free, const int32_t* sums, int32_t* totals
) noexcept nogil:
    """Add F of one part to the answers of the looks that can have it."""
    cdef const int32_t* sum = sums
    cdef uint32_t held = 0
    cdef int32_t times = times_beside(self, part, 0)
    cdef bint alike = True
    cdef int i
    for i in range(self.ranks):
        if count_of(part, self.rank[i]) and free >> i & 1:
            alike = False
    while True:
        if not alike:
            times = times_beside(self, part, held)
        if times == 1:
            row_add(totals + ROW * held, sum)
        elif times == -1:
            row_take(totals + ROW * held, sum)
        else:
            row_add_times(totals + ROW * held, times, sum)
        sum += ROW
        held = (held - free) & free
        if held == 0:
            break


cdef inline void answer_looks(
    const Group* self, const Layout* layout, const Cell* cells, const uint16_t* masks, int most_rest, int32_t* answers
) noexcept nogil:
    """The answers of all looks; masks[look] is the number of what the suit holds, as in the table."""
    cdef int32_t totals[MAX_LOOKS * ROW]
    cdef int32_t sums[MAX_LOOKS * ROW]
    cdef uint32_t all_ranks = (<uint32_t>1 << self.ranks) - 1, at = layout.rests.start[self.rest], stop, part
    cdef uint32_t look, free
    cdef int size, field
    memset(totals, 0, sizeof(int32_t) * ROW * (all_ranks + 1))
    for size in range(most_rest + 1):
        stop = layout.rests.start[self.rest] + layout.rests.parts_up_to[self.rest * REST_SIZES + size]
        while at < stop:
            part = layout.rests.part[at]
            free = all_ranks & ~never_beside(self, layout.rests.counts[part])
            sum_subsets(cells, cell_of(layout, size, part, 0), layout.width[size], self.jokers, masks, free, sums)
            add_sums(self, layout.rests.counts[part], free, sums, totals)
            at += 1
    for look in range(all_ranks + 1):
        for field in range(FIELDS):
            answers[look * FIELDS + field] = totals[look * ROW + field]
