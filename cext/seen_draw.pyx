"""One discard and a showdown where some cards are known: what every final hand and discard faces, added up.

All cards are places among those that nobody has seen. Both sides are listed in ascending order of strength. A final
hand F is four cards kept, K, with the card drawn; the discard is a column (column_table.pxd; set_table.pxd where the
own hands are K). Where the draw was seen, the own hands are the four cards kept, each as strong as with that card;
otherwise they are all final hands, and what each is worth is added to the four cards that are left when any one of its
cards was the one drawn.

Bounds, for the caller to keep: a value is a sum over at most 54 draws and all hidden hands, each times the largest
amount; that must be below 2**62.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials, binomials_init, colex_rank
from cext.column_table cimport (
    COLUMNS, MAX_HIDDEN, MAX_SET, ColumnTable, column_avoiding, column_put, column_table_free, column_table_init,
)
from cext.set_table cimport MAX_ASKED, SetTable, set_avoiding, set_put, set_table_free, set_table_init

cdef enum:
    KEPT = 4

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)

# What is done with an own hand, its number, and how many hidden hands are lower and as strong that avoid it and each
# further card; then of those that avoid the hand alone.
ctypedef void (*Use)(void* what, Py_ssize_t row, const uint8_t* own, int cards, const int32_t* lower,
                     const int32_t* equal, int64_t all_lower, int64_t all_equal) noexcept nogil

cdef struct Values:
    const int64_t* pays             # [own hand] what a win pays
    int64_t loss                    # what a loss costs
    int64_t hidden                  # hidden hands beside an own hand and a discard
    bint drawn                      # the own hands are the cards kept
    int64_t* totals                 # [cards kept, discard]

cdef struct Counts:
    const uint8_t* taken            # [cards kept, discard]: whether that is discarded
    const uint16_t* kinds           # [own hand]
    bint drawn
    int64_t* wins                   # [kind]
    int64_t* ties
    int64_t* draws                  # draws, or hands where the draw was seen, that end so

cdef struct Pat:
    uint32_t* wins                  # [own hand]
    uint32_t* ties


cdef inline uint32_t row_without(const uint8_t* own, int cards, int place) noexcept nogil:
    """The colex index of a hand without one of its cards."""
    cdef uint8_t kept[MAX_SET]
    cdef int i, at = 0
    for i in range(cards):
        if i != place:
            kept[at] = own[i]
            at += 1
    return <uint32_t>colex_rank(&BINOMIALS, kept, cards - 1)


cdef void add_values(
    void* what, Py_ssize_t row, const uint8_t* own, int cards, const int32_t* lower, const int32_t* equal,
    int64_t all_lower, int64_t all_equal
) noexcept nogil:
    cdef Values* self = <Values*>what
    cdef int64_t worth[COLUMNS]
    cdef int64_t pays = self.pays[row] + self.loss
    cdef int64_t* total
    cdef int x, place
    for x in range(COLUMNS):
        worth[x] = pays * lower[x] + self.loss * (equal[x] - self.hidden)
    for place in range(cards):
        worth[own[place]] = 0
    if self.drawn:
        total = self.totals + <int64_t>colex_rank(&BINOMIALS, own, cards) * COLUMNS
        for x in range(COLUMNS):
            total[x] = worth[x]
        return
    for place in range(cards):
        total = self.totals + <int64_t>row_without(own, cards, place) * COLUMNS
        for x in range(COLUMNS):
            total[x] += worth[x]


cdef void add_counts(
    void* what, Py_ssize_t row, const uint8_t* own, int cards, const int32_t* lower, const int32_t* equal,
    int64_t all_lower, int64_t all_equal
) noexcept nogil:
    cdef Counts* self = <Counts*>what
    cdef uint8_t times[COLUMNS]
    cdef const uint8_t* taken
    cdef int64_t wins = 0, ties = 0, draws = 0
    cdef int x, place
    if self.drawn:
        memcpy(times, self.taken + <int64_t>colex_rank(&BINOMIALS, own, cards) * COLUMNS, COLUMNS)
    else:
        for x in range(COLUMNS):
            times[x] = 0
        for place in range(cards):
            taken = self.taken + <int64_t>row_without(own, cards, place) * COLUMNS
            for x in range(COLUMNS):
                times[x] += taken[x]
    for place in range(cards):
        times[own[place]] = 0       # the card drawn is no discard
    for x in range(COLUMNS):
        wins += <int64_t>times[x] * lower[x]
        ties += <int64_t>times[x] * equal[x]
        draws += times[x]
    self.wins[self.kinds[row]] += wins
    self.ties[self.kinds[row]] += ties
    self.draws[self.kinds[row]] += draws


cdef void keep_pat(
    void* what, Py_ssize_t row, const uint8_t* own, int cards, const int32_t* lower, const int32_t* equal,
    int64_t all_lower, int64_t all_equal
) noexcept nogil:
    cdef Pat* self = <Pat*>what
    self.wins[row] = <uint32_t>all_lower
    self.ties[row] = <uint32_t>all_equal


# Hidden hands as they are counted: by sets alone where the own hands are few, otherwise with columns.
cdef struct Hidden:
    bint by_sets
    SetTable sets
    ColumnTable columns


cdef inline bint hidden_init(Hidden* self, const Binomials* B, int deck, int cards, int own) noexcept nogil:
    self.by_sets = own <= MAX_ASKED
    if self.by_sets:
        return set_table_init(&self.sets, B, deck, cards, own)
    return column_table_init(&self.columns, B, deck, cards, own)


cdef inline void hidden_free(Hidden* self) noexcept nogil:
    if self.by_sets:
        set_table_free(&self.sets)
    else:
        column_table_free(&self.columns)


cdef inline void hidden_put(Hidden* self, const uint8_t* hand) noexcept nogil:
    if self.by_sets:
        set_put(&self.sets, hand)
    else:
        column_put(&self.columns, hand)


cdef int sweep(
    int deck, const uint8_t[:, ::1] hidden, const uint32_t[::1] hidden_levels, const uint8_t[:, ::1] owns,
    const uint32_t[::1] own_levels, Use use, void* what
) except -1:
    """Group by group of own hands of one strength: what they face, and what is done with it."""
    cdef Py_ssize_t first = 0, last, row, at = 0, players = owns.shape[0], hands = hidden.shape[0], largest = 0
    cdef int own = <int>owns.shape[1], cards = <int>hidden.shape[1], x
    cdef uint32_t level
    if not 1 <= own <= MAX_SET or not 1 <= cards <= MAX_HIDDEN or deck > MAX_DECK_SIZE:
        raise ValueError(f"{own} cards against {cards} of {deck} are not swept")
    if own_levels.shape[0] != players or hidden_levels.shape[0] != hands:
        raise ValueError("every hand needs a strength")
    if players == 0:
        return 0
    for row in range(1, players + 1):
        if row == players or own_levels[row] != own_levels[first]:
            largest = max(largest, row - first)
            first = row
    cdef Hidden table
    cdef int32_t* lower = <int32_t*>malloc(largest * COLUMNS * sizeof(int32_t))
    cdef int64_t* all_lower = <int64_t*>malloc(largest * sizeof(int64_t))
    cdef int32_t equal[COLUMNS]
    cdef int64_t all_equal
    cdef bint good
    if lower == NULL or all_lower == NULL or not hidden_init(&table, &BINOMIALS, deck, cards, own):
        free(lower)
        free(all_lower)
        raise MemoryError(f"no memory for a sweep over {deck} cards")
    with nogil:
        first = 0
        while first < players:
            level = own_levels[first]
            last = first + 1
            while last < players and own_levels[last] == level:
                last += 1
            while at < hands and hidden_levels[at] < level:
                hidden_put(&table, &hidden[at, 0])
                at += 1
            for row in range(first, last):
                all_lower[row - first] = met(&table, &owns[row, 0], own, lower + (row - first) * COLUMNS)
            good = at < hands and hidden_levels[at] == level
            while at < hands and hidden_levels[at] == level:
                hidden_put(&table, &hidden[at, 0])
                at += 1
            for row in range(first, last):
                for x in range(COLUMNS):
                    equal[x] = 0
                all_equal = 0
                if good:
                    all_equal = met(&table, &owns[row, 0], own, equal) - all_lower[row - first]
                    for x in range(COLUMNS):
                        equal[x] -= lower[(row - first) * COLUMNS + x]
                use(
                    what, row, &owns[row, 0], own, lower + (row - first) * COLUMNS, equal, all_lower[row - first],
                    all_equal
                )
            first = last
        hidden_free(&table)
        free(lower)
        free(all_lower)
    return 0


cdef inline int64_t met(const Hidden* table, const uint8_t* own, int cards, int32_t* out) noexcept nogil:
    """out[x]: hidden hands that avoid an own hand and x; of its own cards it says nothing. Also those that avoid it."""
    cdef int64_t all_of_them
    cdef int x
    if table.by_sets:
        all_of_them = set_avoiding(&table.sets, own, cards, out)
    else:
        all_of_them = column_avoiding(&table.columns, own, cards, out)
    for x in range(COLUMNS):
        out[x] = <int32_t>all_of_them - out[x]
    return all_of_them


def draw_values(
    int deck, const uint8_t[:, ::1] hidden, const uint32_t[::1] hidden_levels, const uint8_t[:, ::1] owns,
    const uint32_t[::1] own_levels, const int64_t[::1] pays, int64_t loss, int64_t deals, bint drawn
):
    """[cards kept (colex), discard]: sums of what is won and lost over all draws and hidden hands.

    `pays[own hand]` for a win, `loss` for a defeat; `deals` are the hidden hands beside an own hand and a discard.
    """
    check_own(owns, drawn)
    out = np.zeros((BINOMIALS.c[deck][KEPT], COLUMNS), dtype=np.int64)
    cdef int64_t[:, ::1] totals = out
    cdef Values values
    values.pays, values.loss, values.hidden, values.drawn = &pays[0], loss, deals, drawn
    values.totals = &totals[0, 0]
    sweep(deck, hidden, hidden_levels, owns, own_levels, add_values, &values)
    return out


def draw_counts(
    int deck, const uint8_t[:, ::1] hidden, const uint32_t[::1] hidden_levels, const uint8_t[:, ::1] owns,
    const uint32_t[::1] own_levels, const uint8_t[:, ::1] taken, const uint16_t[::1] own_kinds, int kinds, bint drawn
):
    """[wins, ties, draws][kind of the final hand] of all who discard as `taken[cards kept, discard]` says."""
    check_own(owns, drawn)
    if <uint64_t>taken.shape[0] != BINOMIALS.c[deck][KEPT] or taken.shape[1] != COLUMNS:
        raise ValueError(f"discards of {taken.shape[0]} sets of kept cards, not of {BINOMIALS.c[deck][KEPT]}")
    out = np.zeros((3, kinds), dtype=np.int64)
    cdef int64_t[:, ::1] counted = out
    cdef Counts counts
    counts.taken, counts.kinds, counts.drawn = &taken[0, 0], &own_kinds[0], drawn
    counts.wins, counts.ties, counts.draws = &counted[0, 0], &counted[1, 0], &counted[2, 0]
    sweep(deck, hidden, hidden_levels, owns, own_levels, add_counts, &counts)
    return out


def pat_counts(
    int deck, const uint8_t[:, ::1] hidden, const uint32_t[::1] hidden_levels, const uint8_t[:, ::1] owns,
    const uint32_t[::1] own_levels
):
    """Hidden hands that each own hand beats, and that it ties with, if it is kept as it is."""
    wins, ties = np.zeros(owns.shape[0], dtype=np.uint32), np.zeros(owns.shape[0], dtype=np.uint32)
    cdef uint32_t[::1] won = wins, tied = ties
    cdef Pat pat
    if owns.shape[0]:
        pat.wins, pat.ties = &won[0], &tied[0]
        sweep(deck, hidden, hidden_levels, owns, own_levels, keep_pat, &pat)
    return wins, ties


cdef int check_own(const uint8_t[:, ::1] owns, bint drawn) except -1:
    if owns.shape[1] != (KEPT if drawn else KEPT + 1):
        raise ValueError(f"hands of {owns.shape[1]} cards are not those of one discard")
    return 0


def columns():
    """How many columns a row has."""
    return int(COLUMNS)
