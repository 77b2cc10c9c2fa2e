"""How the dealer's hands are split by a hand of the player, and the outcomes that this makes."""
from libc.stdint cimport int64_t

cdef enum:
    OUTCOMES = 6

# How many dealer hands are below and equal, how many are weak, and how many of these are below and equal.
cdef struct Split:
    int64_t below
    int64_t equal
    int64_t weak
    int64_t weak_below
    int64_t weak_equal


cdef inline void outcomes_of(const Split* split, int64_t deals, int64_t* outcomes) noexcept nogil:
    """Win, tie, loss against a dealer who qualifies, then the same against one who is weak."""
    outcomes[3] = split.weak_below
    outcomes[4] = split.weak_equal
    outcomes[5] = split.weak - split.weak_below - split.weak_equal
    outcomes[0] = split.below - split.weak_below
    outcomes[1] = split.equal - split.weak_equal
    outcomes[2] = deals - split.below - split.equal - outcomes[5]
