"""Numbers for what a player may know, up to exchanges of suits: sets of cards, one after the other.

The first set is renamed to the one that stands for it; the second is renamed in the same way, and then to the one that
stands for it up to those renamings that leave the first as it is; and so on. The number of a prefix and of the last set
in it give the number of the whole: base[prefix] + class.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials

cdef enum:
    MAX_RENAMINGS = 48      # of four suits and two jokers
    MAX_TYPES = 128         # sets of renamings that leave something as it is
    MAX_SET = 7

cdef struct Renamings:
    int count
    uint8_t moved[MAX_RENAMINGS][MAX_DECK_SIZE]        # [renaming][position]
    uint8_t after[MAX_RENAMINGS][MAX_RENAMINGS]        # [second][first]: both

cdef struct Step:
    int size                                  # cards of the set
    const int64_t* base                       # [prefix]; NULL: there is one prefix
    const uint8_t* type_of                    # [prefix]: which renamings leave it as it is
    const int32_t* class_of[MAX_TYPES]        # [type][colex index of the set]
    const uint8_t* mover[MAX_TYPES]           # [type][colex index]: the renaming to the one that stands for it

cdef struct Walk:
    int64_t prefix
    int renaming


cdef inline int64_t rank_sorted(const Binomials* B, uint8_t* cards, int size) noexcept nogil:
    """Put few cards in ascending order, and give their colex index."""
    cdef int i, j
    cdef uint8_t card
    cdef int64_t index = 0
    for i in range(1, size):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    for i in range(size):
        index += B.c[cards[i]][i + 1]
    return index


cdef inline void step_on(
    Walk* walk, const Step* step, const Renamings* G, const Binomials* B, const uint8_t* cards
) noexcept nogil:
    """From the number of a prefix to that with one more set, given as dealt and in any order."""
    cdef uint8_t renamed[MAX_SET + 1]
    cdef int i, kind
    cdef int64_t index
    for i in range(step.size):
        renamed[i] = G.moved[walk.renaming][cards[i]]
    index = rank_sorted(B, renamed, step.size)
    kind = step.type_of[walk.prefix] if step.type_of != NULL else 0
    walk.prefix = (step.base[walk.prefix] if step.base != NULL else 0) + step.class_of[kind][index]
    walk.renaming = G.after[step.mover[kind][index]][walk.renaming]
