"""How pairs of disjoint seven-card hands, both set in two, compare.

A query is one side: hands with a back, a front and a weight. For each, the hands of the other side that share no card
with it are counted in 3 x 4 ways: those with a lower back, with a back not higher, and all; of these those with a lower
front, with a front not higher, with a front below a limit, and all. The sums over all queries, with their weights, are
kept apart for queries whose own front is not below the limit and those where it is: 2 x 3 x 4 totals.

The hands of the other side are counted in two parts that add up: as if every hand were set by its ranks alone
(`tally_plain`), and what the hands with a flush change in that (`tally_suited`).
"""
import numpy as np
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from cext.cards cimport RANKS
from cext.front_counters cimport (
    ALL_FRONTS, BELOW_LIMIT, FRONT_ROW, LINE, FrontMasks, add_front, at_line, front_masks_init, fronts_below,
)
from cext.suited cimport COORDINATES, JOKER_COUNTS, SLOTS, FlushEvent, Terms, keep_disjoint, sums_fit, terms_init

cdef extern from *:
    """
    /* Nine tenths of a sweep are these two loops. They are compiled twice, for processors with registers of 256 bits
       and for all others; the system takes one of them when it loads the kernel. Where that cannot be done, the
       second is the only one. */
    #if defined(__has_attribute)
    #if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && __has_attribute(target_clones)
    #define EXACTODDS_CLONES __attribute__((target_clones("avx2", "default")))
    #endif
    #endif
    #ifndef EXACTODDS_CLONES
    #define EXACTODDS_CLONES
    #endif

    /* FlushEvent of suited.pxd, which is not yet declared here. */
    typedef struct { uint32_t back; uint16_t flush; uint8_t front, jokers, slot[4]; int8_t weight[4]; } exactodds_event;
    typedef int32_t exactodds_eight __attribute__((vector_size(32), aligned(4), may_alias));

    /* add_front of front_counters.pxd, for the four slots of every event with a back below `back`; how many those are.
       `first` and `within` are the masks, of 16 and 8 numbers a front; a row of counters has 112, a table 105 rows. */
    static EXACTODDS_CLONES Py_ssize_t exactodds_add_events(
        int32_t *counters, const int32_t *first, const int32_t *within, const void *events, Py_ssize_t count,
        uint32_t back)
    {
        const exactodds_event *event = (const exactodds_event *)events;
        Py_ssize_t done = 0;
        for (; done < count && event->back < back; done++, event++) {
            int32_t *table = counters + (Py_ssize_t)event->jokers * 105 * 112;
            const exactodds_eight *masks = (const exactodds_eight *)(first + 16 * event->front);
            const exactodds_eight low = masks[0], high = masks[1];
            const exactodds_eight block = *(const exactodds_eight *)(within + 8 * event->front);
            const int place = 16 + event->front / 8 * 8;
            for (int i = 0; i < 4; i++) {
                const int32_t weight = event->weight[i];
                int32_t *row = table + 112 * event->slot[i];
                if (weight == 0)
                    continue;
                ((exactodds_eight *)row)[0] += low & weight;
                ((exactodds_eight *)row)[1] += high & weight;
                *(exactodds_eight *)(row + place) += block & weight;
            }
        }
        return done;
    }

    /* four[i] += the sum over all terms of factor * ways * a counter of the slot: hands with a front below this one,
       with a front not above it, with one below the limit, and all. */
    static EXACTODDS_CLONES void exactodds_read_terms(
        int32_t *four, const int32_t *table, const uint8_t *slots, const int8_t *factors, int count, int front,
        int32_t ways)
    {
        int32_t below = 0, up_to = 0, limit = 0, all = 0;
        const int one = front / 8, two = (front + 1) / 8;
        for (int i = 0; i < count; i++) {
            const int32_t *row = table + 112 * slots[i];
            const int32_t factor = factors[i];
            below += factor * (row[one] + row[16 + front]);
            up_to += factor * (row[two] + row[17 + front]);
            limit += factor * row[13];
            all += factor * row[12];
        }
        four[0] += ways * below;
        four[1] += ways * up_to;
        four[2] += ways * limit;
        four[3] += ways * all;
    }
    """
    Py_ssize_t add_events "exactodds_add_events"(
        int32_t* counters, const int32_t* first, const int32_t* within, const void* events, Py_ssize_t count,
        uint32_t back,
    ) noexcept nogil
    void read_terms "exactodds_read_terms"(
        int32_t* four, const int32_t* table, const uint8_t* slots, const int8_t* factors, int count, int front,
        int32_t ways,
    ) noexcept nogil

cdef enum:
    BELOW = 0                # rows of the totals: lower backs, backs not higher, all
    UP_TO = 1
    ALL = 2
    NO_BACK = 0xFFFFFFFF     # above all backs, which have 31 bits

ctypedef int64_t Totals[2][3][4]

cdef struct Subsets:
    const Py_ssize_t* first
    const int32_t* number
    const int32_t* signed_ways
    const int32_t* completions


cdef inline void add_totals(Totals totals, int below, int what, int64_t weight, const int64_t* four) noexcept nogil:
    cdef int i
    for i in range(4):
        totals[below][what][i] += weight * four[i]


# --- every hand set by its ranks -------------------------------------------------------------------------------------

cdef inline void add_plain(
    int32_t* counters, const FrontMasks* masks, const Subsets* subsets, int32_t row, int front
) noexcept nogil:
    """Count the hands with that rank count under every set of cards that they contain."""
    cdef Py_ssize_t at
    for at in range(subsets.first[row], subsets.first[row + 1]):
        add_front(counters + <Py_ssize_t>subsets.number[at] * FRONT_ROW, masks, front, subsets.completions[at])


cdef inline void read_plain(
    int64_t* four, const int32_t* counters, const Subsets* subsets, int32_t row, int front
) noexcept nogil:
    """Hands counted so far that avoid a hand with that rank count, by inclusion and exclusion."""
    cdef Py_ssize_t at
    cdef const int32_t* counter
    cdef int64_t ways
    four[0] = four[1] = four[2] = four[3] = 0
    for at in range(subsets.first[row], subsets.first[row + 1]):
        counter = counters + <Py_ssize_t>subsets.number[at] * FRONT_ROW
        ways = subsets.signed_ways[at]
        four[0] += ways * fronts_below(counter, front)
        four[1] += ways * fronts_below(counter, front + 1)
        four[2] += ways * counter[BELOW_LIMIT]
        four[3] += ways * counter[ALL_FRONTS]


def tally_plain(
    subsets, Py_ssize_t size,
    const int32_t[::1] order, const uint32_t[::1] backs, const uint8_t[::1] fronts,
    const int32_t[::1] query_row, const uint32_t[::1] query_back, const uint8_t[::1] query_front,
    const int64_t[::1] query_weight, int limit,
):
    """The totals of all queries against all hands set by their ranks alone; int64, 2 x 3 x 4.

    `subsets` is what kinds.subsets gives for all rank counts, of which `size` are numbered. Rank count i is set as
    backs[i], fronts[i]; `order` lists them by back. Queries are in order of their backs.

    Bounds: a counter counts hands, at most C(54,7) < 2**31. One query's sum has at most 128 terms of at most 35 such
    counters: below 2**43. The totals count pairs of disjoint hands: at most C(54,7) * C(47,7) < 2**54.
    """
    cdef const Py_ssize_t[::1] first = subsets[0]
    cdef const int32_t[::1] number = subsets[1], signed_ways = subsets[2], completions = subsets[3]
    cdef Subsets lists
    cdef Py_ssize_t query = 0, stop, i, event = 0, events = order.shape[0], queries = query_row.shape[0]
    cdef uint32_t back
    cdef int64_t four[4]
    cdef FrontMasks masks
    front_masks_init(&masks, limit)
    counters = np.zeros(size * FRONT_ROW + LINE, dtype=np.int32)
    cdef int32_t[::1] counter_view = counters
    cdef int32_t* counter = at_line(&counter_view[0])
    totals = np.zeros((2, 3, 4), dtype=np.int64)
    cdef int64_t[:, :, ::1] total_view = totals
    cdef Totals* total = <Totals*>&total_view[0, 0, 0]
    lists.first = &first[0]
    lists.number = &number[0]
    lists.signed_ways = &signed_ways[0]
    lists.completions = &completions[0]
    with nogil:
        while query < queries:
            back = query_back[query]
            stop = query
            while stop < queries and query_back[stop] == back:
                stop += 1
            while event < events and backs[order[event]] < back:
                add_plain(counter, &masks, &lists, order[event], fronts[order[event]])
                event += 1
            for i in range(query, stop):
                read_plain(four, counter, &lists, query_row[i], query_front[i])
                add_totals(total[0], query_front[i] < limit, BELOW, query_weight[i], four)
            while event < events and backs[order[event]] == back:
                add_plain(counter, &masks, &lists, order[event], fronts[order[event]])
                event += 1
            for i in range(query, stop):
                read_plain(four, counter, &lists, query_row[i], query_front[i])
                add_totals(total[0], query_front[i] < limit, UP_TO, query_weight[i], four)
            query = stop
        while event < events:
            add_plain(counter, &masks, &lists, order[event], fronts[order[event]])
            event += 1
        for i in range(queries):
            read_plain(four, counter, &lists, query_row[i], query_front[i])
            add_totals(total[0], query_front[i] < limit, ALL, query_weight[i], four)
    return totals


# --- what hands with a flush change ----------------------------------------------------------------------------------

cdef struct PairSweep:
    int32_t* counters            # [jokers][slot][FRONT_ROW]
    FrontMasks masks
    int tables                   # how many numbers of jokers
    uint32_t ranks               # ranks of the deck
    int limit
    const int32_t* joker_ways
    const uint8_t* counts        # rank counts, 14 a row
    const Py_ssize_t* first      # [holding]: where its queries start
    const int32_t* row
    const uint32_t* back
    const uint8_t* front
    const int64_t* weight
    Terms* terms                 # of the queries of the holding at hand
    Totals totals


cdef inline void read_suited(int64_t* four, const PairSweep* sweep, const Terms* terms, int front) noexcept nogil:
    """The hands counted so far that avoid the cards of the terms' hand; see tally_suited for the bounds."""
    cdef int jokers, i
    cdef int32_t ways
    cdef int32_t sums[4]
    sums[0] = sums[1] = sums[2] = sums[3] = 0
    for jokers in range(sweep.tables):
        ways = sweep.joker_ways[terms.jokers * JOKER_COUNTS + jokers]
        if ways:
            read_terms(
                sums, sweep.counters + <Py_ssize_t>jokers * SLOTS * FRONT_ROW, terms.slot, terms.factor, terms.count,
                front, ways,
            )
    for i in range(4):
        four[i] = sums[i]


cdef inline void take_events(
    PairSweep* sweep, const FlushEvent** event, Py_ssize_t* count, uint32_t back
) noexcept nogil:
    """Count the next events, as long as their backs are lower."""
    cdef Py_ssize_t done
    if count[0] and event[0].back < back:
        done = add_events(
            sweep.counters, &sweep.masks.first[0][0], &sweep.masks.within[0][0], event[0], count[0], back
        )
        event[0] += done
        count[0] -= done


cdef void read_queries(
    PairSweep* sweep, Py_ssize_t base, Py_ssize_t start, Py_ssize_t stop, int first, int last
) noexcept nogil:
    """Add to the rows first..last of the totals; the terms of query i are at i - base."""
    cdef Py_ssize_t i
    cdef int what
    cdef int64_t four[4]
    for i in range(start, stop):
        read_suited(four, sweep, &sweep.terms[i - base], sweep.front[i])
        for what in range(first, last + 1):
            add_totals(sweep.totals, sweep.front[i] < sweep.limit, what, sweep.weight[i], four)


cdef void sweep_holding(PairSweep* sweep, uint32_t holding, const FlushEvent* event, Py_ssize_t count) noexcept nogil:
    """All queries with that holding against the events, both in order of their backs."""
    cdef Py_ssize_t start = sweep.first[holding], end = sweep.first[holding + 1], query = start, stop
    cdef uint32_t back
    if query == end:
        return
    memset(sweep.counters, 0, sweep.tables * SLOTS * FRONT_ROW * sizeof(int32_t))
    while query < end:
        back = sweep.back[query]
        stop = query
        while stop < end and sweep.back[stop] == back:
            terms_init(
                &sweep.terms[stop - start], sweep.counts + <Py_ssize_t>sweep.row[stop] * COORDINATES, holding
            )
            stop += 1
        take_events(sweep, &event, &count, back)
        if count and event.back == back:
            read_queries(sweep, start, query, stop, BELOW, BELOW)
            take_events(sweep, &event, &count, back + 1)
            read_queries(sweep, start, query, stop, UP_TO, UP_TO)
        else:
            # No hand has such a back: those not higher are the lower ones.
            read_queries(sweep, start, query, stop, BELOW, UP_TO)
        query = stop
    take_events(sweep, &event, &count, NO_BACK)
    read_queries(sweep, start, start, end, ALL, ALL)


cdef void sweep_from(
    PairSweep* sweep, uint32_t holding, int cards, int rank, FlushEvent* events, Py_ssize_t count
) noexcept nogil:
    """This holding and all that add ranks from `rank` up; each list of events is what its parent's leaves."""
    cdef Py_ssize_t kept
    sweep_holding(sweep, holding, events, count)
    if cards == 7:
        return
    while rank < RANKS:
        if (sweep.ranks >> rank) & 1:
            kept = keep_disjoint(events, count, <uint32_t>1 << rank, events + count)
            sweep_from(sweep, holding | (<uint32_t>1 << rank), cards + 1, rank + 1, events + count, kept)
        rank += 1


def tally_suited(
    const FlushEvent[::1] events, queries, const uint8_t[:, ::1] counts, const int32_t[:, ::1] joker_ways,
    uint32_t ranks, int limit, uint32_t start, int from_rank,
):
    """The totals of the queries whose holding is `start`, or `start` and ranks from `from_rank` up; int64, 2 x 3 x 4.

    events: see suited.pxd, in order of their backs. queries: (first, row, back, front, weight); those with holding h
    are at first[h] : first[h + 1] in order of their backs.

    Bounds: a counter is a difference of two numbers of hands with a flush in one suit, so it stays within C(54,7),
    below 2**31, either way; for sums of them see `sums_fit` in suited.pxd. A query's result is again a difference of
    numbers of hands, and the weights add up to at most 4 * C(54,7): totals below 2**59.
    """
    cdef const Py_ssize_t[::1] query_first = queries[0]
    cdef const int32_t[::1] query_row = queries[1]
    cdef const uint32_t[::1] query_back = queries[2]
    cdef const uint8_t[::1] query_front = queries[3]
    cdef const int64_t[::1] query_weight = queries[4]
    cdef PairSweep sweep
    cdef FlushEvent* listed
    cdef int32_t* memory
    cdef Py_ssize_t i, count = events.shape[0], most_queries = 1
    cdef int cards = start.bit_count()
    totals = np.zeros((2, 3, 4), dtype=np.int64)
    cdef int64_t[:, :, ::1] total_view = totals
    if count == 0 or query_row.shape[0] == 0:
        return totals
    sweep.tables = <int>joker_ways.shape[0]
    sweep.ranks = ranks
    sweep.limit = limit
    front_masks_init(&sweep.masks, limit)
    sweep.joker_ways = &joker_ways[0, 0]
    sweep.counts = &counts[0, 0]
    sweep.first = &query_first[0]
    sweep.row = &query_row[0]
    sweep.back = &query_back[0]
    sweep.front = &query_front[0]
    sweep.weight = &query_weight[0]
    if not sums_fit(count):
        raise OverflowError(f"{count} kinds of hands with a flush: sums over them may not fit 32 bits")
    for i in range(query_first.shape[0] - 1):
        most_queries = max(most_queries, query_first[i + 1] - query_first[i])
    # One list of events for each card that a holding can have, each no longer than the one before.
    listed = <FlushEvent*>malloc(count * 8 * sizeof(FlushEvent))
    memory = <int32_t*>malloc(sweep.tables * SLOTS * FRONT_ROW * sizeof(int32_t) + LINE)
    sweep.terms = <Terms*>malloc(most_queries * sizeof(Terms))
    if listed == NULL or memory == NULL or sweep.terms == NULL:
        free(listed)
        free(memory)
        free(sweep.terms)
        raise MemoryError("no memory for the lists of suited hands")
    sweep.counters = at_line(memory)
    memset(&sweep.totals, 0, sizeof(Totals))
    with nogil:
        i = keep_disjoint(&events[0], count, start, listed)
        sweep_from(&sweep, start, cards, from_rank, listed, i)
    for i in range(24):
        total_view[i // 12, i // 4 % 3, i % 4] = (<int64_t*>&sweep.totals)[i]
    free(listed)
    free(memory)
    free(sweep.terms)
    return totals
