"""All looks of a pattern at once: they are a group.

A suit may hold any of the d different ranks of a pattern, so the pattern has 2^d looks, and their questions overlap:
of a rank held c times, a set can have e cards from the rest (e = 0..c), or one of the suit and e from the rest
(e = 0..c-1). These are 2c + 1 digits a rank; a place is a number with one digit a rank, the lowest rank first.
Inclusion and exclusion is done rank by rank, and turns the digits of a rank into two answers:

    the suit does not hold it    sum over e of (-1)^e C(c, e) T[e]
    the suit holds it            sum over e of (-1)^e C(c - 1, e) (T[e] - T[suit, e])

With five different ranks that is 243 look-ups for 32 looks, in place of 32 for each.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.cards cimport RANKS
from cext.showdown_rests cimport count_of, rest_number
from cext.showdown_table cimport FIELDS, Layout, cell_of, ways

cdef extern from *:
    """
    typedef int32_t *__restrict__ exactodds_apart;
    """
    # Numbers that nothing else points to: the compiler may then work on four at a time.
    ctypedef int32_t* Apart "exactodds_apart"

cdef enum:
    MAX_RANKS = 5
    MAX_PLACES = 243

cdef struct Group:
    int ranks
    int rank[MAX_RANKS]
    int copies[MAX_RANKS]
    int places


cdef inline void group_init(Group* self, uint64_t counts) noexcept nogil:
    """The group of the pattern with these counts, at most five cards."""
    cdef int rank
    self.ranks = 0
    self.places = 1
    for rank in range(RANKS):
        if count_of(counts, rank):
            self.rank[self.ranks] = rank
            self.copies[self.ranks] = count_of(counts, rank)
            self.places *= 2 * self.copies[self.ranks] + 1
            self.ranks += 1


cdef inline int rest_size(const Group* self, int place) noexcept nogil:
    """How many cards of the rest the sets of a place have."""
    cdef int i, digit, size = 0
    for i in range(self.ranks):
        digit = place % (2 * self.copies[i] + 1)
        place //= 2 * self.copies[i] + 1
        size += digit if digit <= self.copies[i] else digit - self.copies[i] - 1
    return size


cdef inline uint32_t place_cell(
    const Group* self, const Layout* layout, int place, int size, int jokers
) noexcept nogil:
    """The cell of the sets of a place."""
    cdef int i, digit
    cdef uint32_t suit = 0
    cdef uint64_t counts = 0
    for i in range(self.ranks):
        digit = place % (2 * self.copies[i] + 1)
        place //= 2 * self.copies[i] + 1
        if digit > self.copies[i]:
            digit -= self.copies[i] + 1
            suit |= <uint32_t>1 << self.rank[i]
        counts |= <uint64_t>digit << (4 * self.rank[i])
    return cell_of(layout, size, rest_number(layout.rests, counts), jokers) + layout.mask_number[suit]


cdef inline void resolve_rank(
    const int32_t* digits, int copies, int width, Apart without, Apart with_suit
) noexcept nogil:
    """The digits of one rank, `width` numbers each, into the two answers."""
    cdef const int32_t* rest
    cdef const int32_t* suit
    cdef int32_t out, held
    cdef int given, i
    if copies == 1:
        for i in range(width):
            without[i] = digits[i] - digits[width + i]
            with_suit[i] = digits[i] - digits[2 * width + i]
        return
    memset(without, 0, sizeof(int32_t) * width)
    memset(with_suit, 0, sizeof(int32_t) * width)
    for given in range(copies + 1):
        rest = digits + given * width
        suit = digits + (copies + 1 + given) * width
        out = -ways(copies, given) if given & 1 else ways(copies, given)
        for i in range(width):
            without[i] += out * rest[i]
        if given < copies:
            held = -ways(copies - 1, given) if given & 1 else ways(copies - 1, given)
            for i in range(width):
                with_suit[i] += held * (rest[i] - suit[i])


cdef inline void resolve_group(const Group* self, int32_t* places, int32_t* spare, int32_t* answers) noexcept nogil:
    """From the sums in all places (FIELDS numbers each) to the answers of all looks; uses up both buffers."""
    cdef int32_t* source = places
    cdef int32_t* target = spare
    cdef int32_t* other
    cdef int i, done = 1, width = FIELDS * self.places, many, block
    for i in range(self.ranks - 1, -1, -1):
        many = 2 * self.copies[i] + 1
        width //= many
        if i == 0:
            target = answers
        for block in range(done):
            resolve_rank(
                source + block * many * width, self.copies[i], width,
                target + 2 * block * width, target + (2 * block + 1) * width,
            )
        done *= 2
        other = source
        source = target
        target = other
