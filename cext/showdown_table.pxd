"""The table of a sweep: how many of the hands put into it contain a given set of cards.

A view is a way to look at cards that tells them apart only as far as it must. A hand's look in a view is what is left
of it: `suit` are the ranks that it holds in one suit (the empty set in the view by ranks alone), `rest` the ranks held
in all others, as a multiset (showdown_rests.pxd), and its jokers. Cards that look the same in a view
can be exchanged, so the number of hands that contain a set S depends on how S looks; T[S] is that number for
any one set that looks like S. A hand look (suit A, rest E, j jokers) stands for all hands that look so, and
puts into T[A', E', j'] the number of them that contain a given (A', E', j'):

    prod over ranks r of C(available[r] - E'[r], E[r] - E'[r])  x  C(jokers - j', j - j')

The number of hands in the table that avoid the cards of (M, O, j) is, by inclusion and exclusion,

    sum over A' in M, O' in O, j' in j of (-1)^cards x (ways to pick O' and j') x T[A', O', j']

A look (M, O, j) for which that sum is wanted, at the strength where the sweep stands, is a question; its answer is
three such sums: of the hands BELOW the strength, EQUAL to it, and WEAK (below the threshold at which a dealer
qualifies). The cell of a set is where its three numbers are kept.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.rows cimport ROW
from cext.showdown_rests cimport MAX_REST, REST_SIZES, Rests

cdef enum:
    BELOW = 0        # hands worth less than the value at which the sweep stands
    EQUAL = 1        # hands worth just as much
    WEAK = 2         # hands below the threshold of the dealer
    FIELDS = 3
    MAX_PARTS = 64  # of a hand of six cards

# A count is at most C(54, 6) = 25,827,165. A question sums at most 2^6 of them: below 1.7e9 < 2^31. The last number of
# a cell means nothing: the row is worked on as a whole (rows.pxd).
cdef struct Cell:
    int32_t n[ROW]

# How a hand looks.
cdef struct Look:
    uint16_t suit
    uint16_t rest
    int32_t jokers

# Where the cell of a set is: by the size of its rest, its rest, its jokers, its suit part.
cdef struct Layout:
    const Rests* rests
    const uint16_t* mask_number         # sets of ranks, numbered by size
    int most_rest                       # the largest rest
    int jokers                          # the most jokers
    uint32_t width[REST_SIZES]          # cells that a rest of that size has for each number of jokers
    uint32_t origin[REST_SIZES]         # the first cell of that size
    uint32_t size                       # cells in all; one more, at the end, stands for what cannot be and stays 0

# The parts of a hand: the cells of sets that it contains, and a number for each.
cdef struct PartCells:
    int count
    uint32_t cell[MAX_PARTS]
    int32_t number[MAX_PARTS]


cdef inline int ways(int n, int k) noexcept nogil:
    """C(n, k) for n up to 4."""
    if k > n or k < 0:
        return 0
    if k == 0 or k == n:
        return 1
    return 6 if n == 4 and k == 2 else n


cdef inline uint32_t cell_of(const Layout* layout, int size, uint32_t rest, int jokers) noexcept nogil:
    """The first cell of a rest of that size and some jokers."""
    cdef uint32_t row = (rest - layout.rests.first[size]) * (layout.jokers + 1) + jokers
    return layout.origin[size] + row * layout.width[size]


cdef inline int suit_cells(const Layout* layout, uint16_t suit, uint32_t* cells) noexcept nogil:
    """The cells of all subsets of a suit part. The parity of a subset's cards is that of the bits of its index."""
    cdef int count = 0
    cdef uint32_t subset = 0
    while True:
        cells[count] = layout.mask_number[subset]
        count += 1
        subset = (subset - suit) & suit
        if subset == 0:
            return count


# The ranks of a rest, and for each the ways to have so many cards of it when some are given.
cdef struct RestWays:
    int ranks
    int shift[MAX_REST]                # where the rank's count is
    int32_t ways[MAX_REST][5]          # [rank][cards given]


cdef inline void rest_ways_init(RestWays* self, const uint8_t* available, uint64_t held) noexcept nogil:
    cdef int rank = 0, given, count
    self.ranks = 0
    while held:
        count = <int>(held & 15)
        if count:
            self.shift[self.ranks] = 4 * rank
            for given in range(count + 1):
                self.ways[self.ranks][given] = ways(available[rank] - given, count - given)
            self.ranks += 1
        rank += 1
        held >>= 4


cdef inline int32_t rest_ways(const RestWays* self, uint64_t part) noexcept nogil:
    """How many such rests contain given cards with counts `part`; at most C(4, 2)^3 = 216."""
    cdef int32_t total = 1
    cdef int i
    for i in range(self.ranks):
        total *= self.ways[i][(part >> self.shift[i]) & 15]
    return total


cdef inline uint32_t put(
    const Layout* layout, const uint8_t* available, int jokers, const Look* look, int32_t sign, int field,
    Cell* cells, uint32_t* touched
) noexcept nogil:
    """Count the hands of a look in the cells of all its parts; the cells go to `touched`. How many there are."""
    cdef const Rests* rests = layout.rests
    cdef uint32_t suits[MAX_PARTS]
    cdef int subsets = suit_cells(layout, look.suit, suits)
    cdef uint32_t at = rests.start[look.rest], stop, row, count = 0
    cdef int size, held, i
    cdef int32_t number, share
    cdef RestWays rest
    rest_ways_init(&rest, available, rests.counts[look.rest])
    for size in range(layout.most_rest + 1):
        stop = rests.start[look.rest] + rests.parts_up_to[look.rest * REST_SIZES + size]
        while at < stop:
            number = sign * rest_ways(&rest, rests.counts[rests.part[at]])
            for held in range(look.jokers + 1):
                share = number * ways(jokers - held, look.jokers - held)
                row = cell_of(layout, size, rests.part[at], held)
                for i in range(subsets):
                    cells[row + suits[i]].n[field] += share
                    touched[count + i] = row + suits[i]
                count += subsets
            at += 1
    return count


cdef inline int parts_of_question(const Layout* layout, const Look* look, int size, PartCells* parts) noexcept nogil:
    """The parts of a look whose rest has `size` cards, with the signed number of ways to pick each."""
    cdef const Rests* rests = layout.rests
    cdef uint32_t suits[MAX_PARTS]
    cdef int subsets = suit_cells(layout, look.suit, suits)
    cdef uint32_t at = rests.start[look.rest], stop, cell
    cdef int held, i
    cdef int32_t number
    parts.count = 0
    stop = at + rests.parts_up_to[look.rest * REST_SIZES + size]
    if size:
        at += rests.parts_up_to[look.rest * REST_SIZES + size - 1]
    while at < stop:
        for held in range(look.jokers + 1):
            number = rests.sign_ways[at] * ways(look.jokers, held) * (-1 if held & 1 else 1)
            cell = cell_of(layout, size, rests.part[at], held)
            for i in range(subsets):
                parts.cell[parts.count] = cell + suits[i]
                parts.number[parts.count] = -number if popcount(i) & 1 else number
                parts.count += 1
        at += 1
    return parts.count
