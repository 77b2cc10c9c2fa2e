"""The decisions that are made with all cards seen: the best choice of each, and what comes to it."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from cext.round_int128 cimport int128
from cext.round_work cimport MAX_OPTIONS, NOTHING_OFFERED, Leaf, Work

cdef enum:
    MAX_NODES = 1024            # decisions that are made with all cards seen

# Decisions with all cards seen: which choices there are, in the order in which equals are taken.
cdef struct Node:
    int options
    int target[MAX_OPTIONS]       # below the number of ends: that end; otherwise a node, after all ends

# The ways in which a round ends are numbered first, then the decisions.
cdef struct Decisions:
    int ends
    int nodes
    Node node[MAX_NODES]


cdef inline void decide(const Decisions* D, Work* work, int32_t kind) noexcept nogil:
    """The best choices with all cards seen, the last decisions first; of equals the first listed."""
    cdef int number, option, target
    cdef const Node* node
    cdef uint32_t offered
    cdef int128 best
    for number in range(D.nodes - 1, -1, -1):
        node = &D.node[number]
        offered = work.offered[kind][number]
        work.chosen[number], work.equals[number], best = -1, 0, 0
        for option in range(node.options):
            if not offered >> option & 1:
                continue
            target = node.target[option]
            if work.chosen[number] < 0 or work.values[target] > best:
                best = work.values[target]
                work.chosen[number], work.equals[number] = option, 1
            elif work.values[target] == best:
                work.equals[number] += 1
        work.values[D.ends + number] = best
        if work.chosen[number] >= 0:
            target = node.target[work.chosen[number]]
            work.ending[number] = target if target < D.ends else work.ending[target - D.ends]


cdef inline void pass_nodes(const Decisions* D, Work* work, const Leaf* leaf, uint64_t entries) noexcept nogil:
    """Through the decisions that are come to; where nothing is offered although one may come there, it fails."""
    cdef int number, option, dealer, target
    cdef int64_t hidden = 0
    cdef int128 passing
    for dealer in range(leaf.dealers):
        hidden += leaf.all[dealer]
    for number in range(D.nodes):
        work.possible[number] = number < 64 and entries >> number & 1
    for number in range(D.nodes):
        if work.possible[number] and work.chosen[number] < 0:
            work.failed, work.stuck = NOTHING_OFFERED, number
            return
        for option in range(D.node[number].options if work.possible[number] else 0):
            target = D.node[number].target[option]
            if work.offered[leaf.kind][number] >> option & 1 and target >= D.ends:
                work.possible[target - D.ends] = True
        if work.passing[D.ends + number]:
            passing = work.passing[D.ends + number]
            work.node_counts[number * MAX_OPTIONS + work.chosen[number]] += passing * hidden
            if work.equals[number] > 1:
                work.node_ties[number] += passing
            work.passing[D.node[number].target[work.chosen[number]]] += work.passing[D.ends + number]
