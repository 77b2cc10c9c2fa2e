"""What each setting of a hand is worth against all hands, set by a house way, that share no card with it.

The value of a setting is two numbers: hands with a lower back, and hands with a lower front. A round is won with both,
lost with neither, so wins less losses are the sum of the two less the number of hands: the setting with the highest sum
is the best, and no count over both hands at once is needed to find it. Two settings with the same two numbers beat the
same hands, because backs lower than one are lower than any better one.

Where a win does not pay 1, or a copy loses the wager, that is not enough. The value of a setting is then two other
numbers: the sum of the two, less, where copies lose, the hands to which one of its hands is higher and the other equal;
and the wins (`Payoff` of analyzer/engines/two_hands/results.py). They need counts over both hands at once.

As in pairs.pyx, hands are counted as if all were set by their ranks alone, and then what those with a flush change.
"""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from cext.cards cimport RANKS
from cext.split cimport FRONTS
from cext.suited cimport COORDINATES, JOKER_COUNTS, SLOTS, FlushEvent, Terms, add_up, keep_disjoint, terms_init

cdef enum:
    ROW = FRONTS + 1             # [f] counts fronts below f
    WIDE_ROW = 96                # the same, padded
    HAND = 7


# --- one hand --------------------------------------------------------------------------------------------------------

cdef inline void add_cell(
    int64_t[:, :, ::1] cells, const uint32_t[::1] backs, const uint8_t[::1] fronts,
    uint32_t back, uint8_t front, int64_t ways
) noexcept nogil:
    """Count `ways` hands set as (back, front) against each setting: is it lower, equal or higher?"""
    cdef Py_ssize_t i
    for i in range(backs.shape[0]):
        cells[i, (backs[i] >= back) + (backs[i] > back), (fronts[i] >= front) + (fronts[i] > front)] += ways


cdef inline int64_t ways_left(const uint8_t[:, ::1] counts, Py_ssize_t row, const int32_t[:, ::1] ways) noexcept nogil:
    """How many hands have that rank count: the product of ways[rank, n] to take n cards of each rank."""
    cdef int rank
    cdef int64_t product = 1
    for rank in range(COORDINATES):
        product *= ways[rank, counts[row, rank]]
    return product


def count_hand(
    const uint16_t[::1] sets, const uint8_t[::1] own, const uint32_t[::1] backs, const uint8_t[::1] fronts,
    const uint8_t[:, ::1] counts, const int32_t[:, ::1] ways,
    const uint32_t[::1] plain_back, const uint8_t[::1] plain_front,
    const FlushEvent[::1] events, const int32_t[:, ::1] joker_ways,
):
    """Settings (backs[i], fronts[i]) of one hand against all hands that avoid it; int64, settings x 3 x 3.

    `sets` are the ranks that the hand holds in each suit of the deck, `own` its rank count. cells[i, b, f] counts the
    hands by how the setting's back and front compare with theirs: 0 lower, 1 equal, 2 higher. ways[rank, n] is in how
    many ways n cards of a rank can be taken from those that the hand leaves; `counts` lists all rank counts of seven
    cards, set as plain_back, plain_front. At most C(47,7) hands: below 2**26.
    """
    cells = np.zeros((backs.shape[0], 3, 3), dtype=np.int64)
    cdef int64_t[:, :, ::1] cell_view = cells
    cdef Py_ssize_t row, i
    cdef int64_t hands
    cdef int suit, slot
    cdef Terms terms
    cdef int32_t factor[SLOTS]
    with nogil:
        for row in range(counts.shape[0]):
            hands = ways_left(counts, row, ways)
            if hands:
                add_cell(cell_view, backs, fronts, plain_back[row], plain_front[row], hands)
        for suit in range(<int>sets.shape[0]):
            terms_init(&terms, &own[0], sets[suit])
            memset(factor, 0, sizeof(factor))
            for slot in range(terms.count):
                factor[terms.slot[slot]] = terms.factor[slot]
            for i in range(events.shape[0]):
                if events[i].flush & sets[suit]:
                    continue
                hands = 0
                for slot in range(4):
                    hands += events[i].weight[slot] * factor[events[i].slot[slot]]
                hands *= joker_ways[terms.jokers, events[i].jokers]
                if hands:
                    add_cell(cell_view, backs, fronts, events[i].back, events[i].front, hands)
    return cells


# --- all settings of all kinds ---------------------------------------------------------------------------------------

def plain_fronts(subsets, Py_ssize_t size, const uint8_t[::1] fronts):
    """How many hands, set by their ranks alone, avoid a hand with each rank count and have a front below f.

    int32, one row of 92 for each rank count: [f], up to 91 for all. Bounds as in pairs.tally_plain.
    """
    cdef const Py_ssize_t[::1] first = subsets[0]
    cdef const int32_t[::1] number = subsets[1], signed_ways = subsets[2], completions = subsets[3]
    cdef Py_ssize_t row, at, rows = fronts.shape[0]
    cdef int f
    cdef int64_t total[ROW]
    counters = np.zeros((size, ROW), dtype=np.int32)
    below = np.empty((rows, ROW), dtype=np.int32)
    cdef int32_t[:, ::1] counter = counters, out = below
    with nogil:
        for row in range(rows):
            for at in range(first[row], first[row + 1]):
                counter[number[at], fronts[row] + 1] += completions[at]
        for row in range(size):
            for f in range(1, ROW):
                counter[row, f] += counter[row, f - 1]
        for row in range(rows):
            memset(total, 0, sizeof(total))
            for at in range(first[row], first[row + 1]):
                for f in range(ROW):
                    total[f] += <int64_t>signed_ways[at] * counter[number[at], f]
            for f in range(ROW):
                out[row, f] = <int32_t>total[f]
    return below


def plain_backs(
    subsets, Py_ssize_t size, const int32_t[::1] order, const uint32_t[::1] backs,
    const int32_t[::1] query_row, const uint32_t[::1] query_back,
):
    """How many hands, set by their ranks alone, avoid a hand with that rank count and have a lower back; int32 a query.

    `order` lists the rank counts by back; queries are in order of their backs. Bounds as in pairs.tally_plain.
    """
    cdef const Py_ssize_t[::1] first = subsets[0]
    cdef const int32_t[::1] number = subsets[1], signed_ways = subsets[2], completions = subsets[3]
    cdef Py_ssize_t query, at, event = 0, row
    cdef int64_t total
    counters = np.zeros(size, dtype=np.int32)
    below = np.empty(query_row.shape[0], dtype=np.int32)
    cdef int32_t[::1] counter = counters, out = below
    with nogil:
        for query in range(query_row.shape[0]):
            while event < order.shape[0] and backs[order[event]] < query_back[query]:
                row = order[event]
                for at in range(first[row], first[row + 1]):
                    counter[number[at]] += completions[at]
                event += 1
            total = 0
            row = query_row[query]
            for at in range(first[row], first[row + 1]):
                total += <int64_t>signed_ways[at] * counter[number[at]]
            out[query] = <int32_t>total
    return below


cdef inline void add_front(int32_t* row, int front, int32_t weight) noexcept nogil:
    cdef int f
    for f in range(front + 1, FRONTS + 1):
        row[f] += weight


def plain_joint(
    subsets, Py_ssize_t size, const int32_t[::1] order, const uint32_t[::1] backs, const uint8_t[::1] fronts,
    const int32_t[::1] query_row, const uint32_t[::1] query_back, const uint8_t[::1] query_front,
):
    """Hands, set by their ranks alone, that avoid a hand with that rank count: (wins, one copy); int32, a row a query.

    Wins have a lower back and a lower front than the query, the others a lower one and an equal one. `order` lists the
    rank counts by back; queries are in order of their backs. Bounds as in pairs.tally_plain.
    """
    cdef const Py_ssize_t[::1] first = subsets[0]
    cdef const int32_t[::1] number = subsets[1], signed_ways = subsets[2], completions = subsets[3]
    cdef Py_ssize_t query = 0, stop, i, at, event = 0, row, queries = query_row.shape[0]
    cdef int64_t wins, copies
    cdef int front
    counters = np.zeros((size, WIDE_ROW), dtype=np.int32)
    joint = np.empty((queries, 2), dtype=np.int32)
    cdef int32_t[:, ::1] counter = counters, out = joint
    with nogil:
        while query < queries:
            while event < order.shape[0] and backs[order[event]] < query_back[query]:
                row = order[event]
                for at in range(first[row], first[row + 1]):
                    add_front(&counter[number[at], 0], fronts[row], completions[at])
                event += 1
            stop = query
            while stop < queries and query_back[stop] == query_back[query]:
                wins = 0
                copies = 0
                row = query_row[stop]
                front = query_front[stop]
                for at in range(first[row], first[row + 1]):
                    wins += <int64_t>signed_ways[at] * counter[number[at], front]
                    copies += <int64_t>signed_ways[at] * counter[number[at], front + 1]
                out[stop, 0] = <int32_t>wins
                out[stop, 1] = <int32_t>(copies - 2 * wins)
                stop += 1
            while event < order.shape[0] and backs[order[event]] == query_back[query]:
                row = order[event]
                for at in range(first[row], first[row + 1]):
                    add_front(&counter[number[at], 0], fronts[row], completions[at])
                event += 1
            for i in range(query, stop):
                wins = 0
                row = query_row[i]
                for at in range(first[row], first[row + 1]):
                    wins += <int64_t>signed_ways[at] * counter[number[at], query_front[i]]
                out[i, 1] += <int32_t>wins
            query = stop
    return joint


cdef struct SettingSweep:
    int tables                       # how many numbers of jokers
    uint32_t ranks                   # ranks of the deck
    int levels
    const int32_t* joker_ways
    const uint8_t* counts            # rank counts, 14 a row
    const int32_t* row               # [kind]: its rank count
    const Py_ssize_t* setting_first  # [kind]: its settings
    const uint16_t* level            # [setting]: how many different backs of events are lower
    const uint8_t* front             # [setting]
    const uint8_t* copied            # [setting]: some event has its back; NULL where only backs and fronts are counted
    bint copies_lose
    const Py_ssize_t* first          # [holding]: its entries in `kind` and `value`
    const int32_t* kind              # the kinds that have the holding ...
    const Py_ssize_t* value          # ... and where the values of their settings go
    int32_t* out                     # two numbers each
    # Room for the holding at hand:
    Terms* terms                     # one for each kind that has the holding
    int32_t* bucket                  # [level + 1]: where its settings start in `listed`
    int32_t* listed                  # settings in order of their level: the kind's place, then the setting
    int32_t* backs                   # [jokers][slot]
    int32_t* fronts                  # [jokers][front][slot]
    int32_t* both                    # [jokers][slot][front]: events so far with a front below that


cdef void sort_settings(SettingSweep* sweep, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """A counting sort of all settings of the kinds start : stop by level."""
    cdef Py_ssize_t i, setting
    cdef int32_t kind, place
    cdef int level
    memset(sweep.bucket, 0, (sweep.levels + 2) * sizeof(int32_t))
    for i in range(start, stop):
        kind = sweep.kind[i]
        for setting in range(sweep.setting_first[kind], sweep.setting_first[kind + 1]):
            sweep.bucket[sweep.level[setting] + 1] += 1
    for level in range(sweep.levels + 1):
        sweep.bucket[level + 1] += sweep.bucket[level]
    for i in range(start, stop):
        kind = sweep.kind[i]
        for setting in range(sweep.setting_first[kind], sweep.setting_first[kind + 1]):
            place = sweep.bucket[sweep.level[setting]]
            sweep.bucket[sweep.level[setting]] += 1
            sweep.listed[2 * place] = <int32_t>(i - start)
            sweep.listed[2 * place + 1] = <int32_t>(setting - sweep.setting_first[kind])


cdef void count_fronts(SettingSweep* sweep, const FlushEvent* events, Py_ssize_t count) noexcept nogil:
    """fronts[jokers][f][slot]: what the events change in the number of hands with a front below f."""
    cdef Py_ssize_t i
    cdef int jokers, slot, f
    cdef int32_t ways
    cdef int32_t* fronts
    memset(sweep.fronts, 0, sweep.tables * ROW * SLOTS * sizeof(int32_t))
    for i in range(count):
        for jokers in range(sweep.tables):
            ways = sweep.joker_ways[jokers * JOKER_COUNTS + events[i].jokers]
            fronts = sweep.fronts + (<Py_ssize_t>jokers * ROW + events[i].front + 1) * SLOTS
            for slot in range(4):
                fronts[events[i].slot[slot]] += ways * events[i].weight[slot]
    for jokers in range(sweep.tables):
        for f in range(1, ROW):
            fronts = sweep.fronts + (<Py_ssize_t>jokers * ROW + f) * SLOTS
            for slot in range(SLOTS):
                fronts[slot] += fronts[slot - SLOTS]


cdef inline void add_event(SettingSweep* sweep, const FlushEvent* event) noexcept nogil:
    cdef int jokers, slot
    cdef int32_t ways
    for jokers in range(sweep.tables):
        ways = sweep.joker_ways[jokers * JOKER_COUNTS + event.jokers]
        for slot in range(4):
            sweep.backs[jokers * SLOTS + event.slot[slot]] += ways * event.weight[slot]


cdef inline void add_both(SettingSweep* sweep, const FlushEvent* event) noexcept nogil:
    cdef int slot
    cdef int32_t* both = sweep.both + <Py_ssize_t>event.jokers * SLOTS * WIDE_ROW
    for slot in range(4):
        add_front(both + <Py_ssize_t>event.slot[slot] * WIDE_ROW, event.front, event.weight[slot])


cdef inline int64_t read_both(const SettingSweep* sweep, const Terms* terms, int front) noexcept nogil:
    """Events so far with a front below that which avoid the cards of the terms' hand; bounds as in pairs.pyx."""
    cdef int jokers, i
    cdef int64_t ways, total = 0
    cdef const int32_t* both
    for jokers in range(sweep.tables):
        ways = sweep.joker_ways[terms.jokers * JOKER_COUNTS + jokers]
        if ways == 0:
            continue
        both = sweep.both + <Py_ssize_t>jokers * SLOTS * WIDE_ROW + front
        for i in range(terms.count):
            total += ways * terms.factor[i] * both[<Py_ssize_t>terms.slot[i] * WIDE_ROW]
    return total


cdef inline void put_joint(
    SettingSweep* sweep, int32_t* out, const Terms* terms, int front
) noexcept nogil:
    """From lower backs and lower fronts to their sum, less the copies in front where these lose, and the wins."""
    cdef int64_t wins = read_both(sweep, terms, front)
    out[0] += out[1]
    out[1] = <int32_t>wins
    if sweep.copies_lose:
        out[0] -= <int32_t>(read_both(sweep, terms, front + 1) - wins)


cdef void take_back_copies(SettingSweep* sweep, Py_ssize_t start, int32_t place, int32_t end) noexcept nogil:
    """Once the events of a level are in: the copies behind with a lower front, for settings that have that back."""
    cdef int32_t choice, kind
    cdef int32_t* out
    cdef Py_ssize_t i
    while place < end:
        i = start + sweep.listed[2 * place]
        choice = sweep.listed[2 * place + 1]
        kind = sweep.kind[i]
        if sweep.copied[sweep.setting_first[kind] + choice]:
            out = sweep.out + 2 * (sweep.value[i] + choice)
            out[0] -= <int32_t>(
                read_both(sweep, &sweep.terms[i - start], sweep.front[sweep.setting_first[kind] + choice]) - out[1]
            )
        place += 1


cdef void sweep_holding(
    SettingSweep* sweep, uint32_t holding, const FlushEvent* events, Py_ssize_t count
) noexcept nogil:
    """The values of all settings of the kinds with that holding; events come with levels in place of backs."""
    cdef Py_ssize_t start = sweep.first[holding], stop = sweep.first[holding + 1], i, setting
    cdef int32_t place = 0, end, kind, choice, first_place
    cdef const FlushEvent* event = events
    cdef const Terms* terms
    cdef int32_t* out
    cdef int level
    if start == stop:
        return
    for i in range(start, stop):
        terms_init(&sweep.terms[i - start], sweep.counts + <Py_ssize_t>sweep.row[sweep.kind[i]] * COORDINATES, holding)
    sort_settings(sweep, start, stop)
    count_fronts(sweep, events, count)
    memset(sweep.backs, 0, sweep.tables * SLOTS * sizeof(int32_t))
    if sweep.copied != NULL:
        memset(sweep.both, 0, sweep.tables * SLOTS * WIDE_ROW * sizeof(int32_t))
    for level in range(sweep.levels + 1):
        end = sweep.bucket[level]
        first_place = place
        while place < end:
            i = start + sweep.listed[2 * place]
            choice = sweep.listed[2 * place + 1]
            kind = sweep.kind[i]
            setting = sweep.setting_first[kind] + choice
            terms = &sweep.terms[i - start]
            out = sweep.out + 2 * (sweep.value[i] + choice)
            out[0] = <int32_t>add_up(terms, sweep.backs + terms.jokers * SLOTS)
            out[1] = <int32_t>add_up(
                terms, sweep.fronts + (<Py_ssize_t>terms.jokers * ROW + sweep.front[setting]) * SLOTS
            )
            if sweep.copied != NULL:
                put_joint(sweep, out, terms, sweep.front[setting])
            place += 1
        while event < events + count and event.back == <uint32_t>level:
            add_event(sweep, event)
            if sweep.copied != NULL:
                add_both(sweep, event)
            event += 1
        if sweep.copied != NULL and sweep.copies_lose:
            take_back_copies(sweep, start, first_place, end)


cdef void sweep_from(
    SettingSweep* sweep, uint32_t holding, int cards, int rank, FlushEvent* events, Py_ssize_t count
) noexcept nogil:
    """This holding and all that add ranks from `rank` up; each list of events is what its parent's leaves."""
    cdef Py_ssize_t kept
    sweep_holding(sweep, holding, events, count)
    if cards == HAND:
        return
    while rank < RANKS:
        if (sweep.ranks >> rank) & 1:
            kept = keep_disjoint(events, count, <uint32_t>1 << rank, events + count)
            sweep_from(sweep, holding | (<uint32_t>1 << rank), cards + 1, rank + 1, events + count, kept)
        rank += 1


def suited_values(
    const FlushEvent[::1] events, int levels, const uint8_t[:, ::1] counts, const int32_t[:, ::1] joker_ways,
    const int32_t[::1] row, const Py_ssize_t[::1] setting_first, const uint16_t[::1] level, const uint8_t[::1] front,
    const uint8_t[::1] copied, bint copies_lose,
    const Py_ssize_t[::1] first, const int32_t[::1] kind, const Py_ssize_t[::1] value, Py_ssize_t most_settings,
    uint32_t ranks, uint32_t start, int from_rank, int32_t[:, ::1] out,
):
    """What hands with a flush in one suit change in the value of each setting, for each holding in that suit.

    The holdings done are `start`, and `start` with ranks from `from_rank` up. Events are in order of their back, which
    is given as its level, 0 to levels - 1. The kinds that have holding h are kind[first[h] : first[h + 1]]; the values
    of their settings go to out[value[i]], out[value[i] + 1], ... All kinds of one holding together have at most
    `most_settings` settings. `copied` tells which settings have a back that some event has, and `copies_lose` what a
    copy does; with an empty `copied` the two numbers are lower backs and lower fronts, otherwise those of `Payoff`.

    Bounds: counters as in pairs.tally_suited; a number is a difference of numbers of hands, within C(54,7) < 2**31.
    """
    cdef SettingSweep sweep
    cdef Py_ssize_t count = events.shape[0], most_kinds = 1, i
    cdef FlushEvent* listed
    cdef int cards = start.bit_count()
    if kind.shape[0] == 0:
        return
    for i in range(first.shape[0] - 1):
        if first[i + 1] - first[i] > most_kinds:
            most_kinds = first[i + 1] - first[i]
    sweep.tables = <int>joker_ways.shape[0]
    sweep.ranks = ranks
    sweep.levels = levels
    sweep.joker_ways = &joker_ways[0, 0]
    sweep.counts = &counts[0, 0]
    sweep.row = &row[0]
    sweep.setting_first = &setting_first[0]
    sweep.level = &level[0]
    sweep.front = &front[0]
    sweep.copied = &copied[0] if copied.shape[0] else NULL
    sweep.copies_lose = copies_lose
    sweep.first = &first[0]
    sweep.kind = &kind[0]
    sweep.value = &value[0]
    sweep.out = &out[0, 0]
    sweep.terms = <Terms*>malloc(most_kinds * sizeof(Terms))
    sweep.bucket = <int32_t*>malloc((levels + 2) * sizeof(int32_t))
    sweep.listed = <int32_t*>malloc(2 * most_settings * sizeof(int32_t))
    sweep.backs = <int32_t*>malloc(sweep.tables * SLOTS * sizeof(int32_t))
    sweep.fronts = <int32_t*>malloc(sweep.tables * ROW * SLOTS * sizeof(int32_t))
    sweep.both = <int32_t*>malloc(sweep.tables * WIDE_ROW * SLOTS * sizeof(int32_t))
    # One list of events for each card that a holding can have, each no longer than the one before.
    listed = <FlushEvent*>malloc((count * 8 + 1) * sizeof(FlushEvent))
    try:
        if not (
            sweep.terms and sweep.bucket and sweep.listed and sweep.backs and sweep.fronts and sweep.both and listed
        ):
            raise MemoryError("no memory for the values of settings")
        with nogil:
            i = keep_disjoint(&events[0], count, start, listed) if count else 0
            sweep_from(&sweep, start, cards, from_rank, listed, i)
    finally:
        free(sweep.terms)
        free(sweep.bucket)
        free(sweep.listed)
        free(sweep.backs)
        free(sweep.fronts)
        free(sweep.both)
        free(listed)
