"""The level before the leaves: which of its states a leaf belongs to, and what leaves add to them (round_index.pxd)."""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from cext.colex cimport Binomials
from cext.round_index cimport MAX_SET, Renamings, Step, Walk, step_on
from cext.round_int128 cimport int128
from cext.round_work cimport Job, Rows, Work

cdef enum:
    MAX_STEPS = 16

# How its states are numbered from the parts of the cells, and its columns.
cdef struct Before:
    Renamings renamings
    int steps
    int context_steps
    Step step[MAX_STEPS]
    int step_from[MAX_STEPS]       # where the cards of a step lie in a split
    int own                        # cards of the own hands
    Py_ssize_t context_splits
    Py_ssize_t context_width
    const uint8_t* context_split   # [split, place]
    Py_ssize_t own_splits
    Py_ssize_t own_width
    const uint8_t* own_split       # [split, place]
    int columns
    bint one_own_set               # own cards are one small set that the level before knows as it is
    uint64_t own_sets              # how many there are then
    uint32_t* renamed              # [renaming][colex index of a set of own cards]: the index that it gets
    const Binomials* binomials


cdef inline int64_t state_of(
    const Before* B, const Walk* walk, const uint8_t* cards, Py_ssize_t split
) noexcept nogil:
    """The state of the level before: the context's part of it is walked already."""
    cdef Walk on = walk[0]
    cdef uint8_t part[MAX_SET + 1]
    cdef const uint8_t* places
    cdef int i, number
    for number in range(B.context_steps, B.steps):
        places = B.own_split + split * B.own_width + B.step_from[number]
        for i in range(B.step[number].size):
            part[i] = cards[places[i]]
        step_on(&on, &B.step[number], &B.renamings, B.binomials, part)
    return on.prefix


cdef inline void find_rows(const Before* B, Rows* rows, const Walk* walk) noexcept nogil:
    cdef const Step* step = &B.step[B.steps - 1]
    cdef int kind = step.type_of[walk.prefix] if step.type_of != NULL else 0
    rows.base = step.base[walk.prefix] if step.base != NULL else 0
    rows.class_of = step.class_of[kind]
    rows.renamed = B.renamed + walk.renaming * B.own_sets


cdef inline void walk_context(const Before* B, Work* work, const uint8_t* dealt) noexcept nogil:
    """The part of a context that the level before knows, for every way to split it."""
    cdef uint8_t some[MAX_SET + 1]
    cdef Py_ssize_t split
    cdef int i, step
    for split in range(B.context_splits):
        work.context_walks[split].prefix, work.context_walks[split].renaming = 0, 0
        for step in range(B.context_steps):
            for i in range(B.step[step].size):
                some[i] = dealt[B.context_split[split * B.context_width + B.step_from[step] + i]]
            step_on(&work.context_walks[split], &B.step[step], &B.renamings, B.binomials, some)
        if B.one_own_set:
            find_rows(B, &work.context_rows[split], &work.context_walks[split])


cdef inline void add_rows(const Before* B, Work* work, const Rows* rows, Job* job) noexcept nogil:
    """The same for one split, where own cards are one set."""
    cdef const int128* worth = work.worth
    cdef int128* row
    cdef Py_ssize_t leaf
    cdef int column
    for leaf in range(work.worth_count):
        row = job.sums + (rows.base + rows.class_of[rows.renamed[work.worth_index[leaf]]]) * B.columns
        for column in range(B.columns):
            row[column] += worth[column]
        worth += B.columns


cdef inline void add_worth(const Before* B, Work* work, Job* job) noexcept nogil:
    """Add what leaves of one context are worth: split by split of the context, so that the sums lie together."""
    cdef Py_ssize_t context, own, leaf
    cdef const int128* worth
    cdef int128* row
    cdef int column
    for context in range(B.context_splits):
        if B.one_own_set:
            add_rows(B, work, &work.context_rows[context], job)
            continue
        for leaf in range(work.worth_count):
            worth = work.worth + leaf * B.columns
            for own in range(B.own_splits):
                row = job.sums + B.columns * state_of(
                    B, &work.context_walks[context], work.worth_cards + leaf * B.own, own
                )
                for column in range(B.columns):
                    row[column] += worth[column]
    work.worth_count = 0
