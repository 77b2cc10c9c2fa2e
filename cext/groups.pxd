"""Sets of equal rank in the cards, jokers filling in."""
from libc.stdint cimport uint8_t, uint32_t
from cext.bits cimport popcount, ACE, ALL_RANKS
from cext.cards cimport RANKS
from cext.line cimport Cards, NATURAL, WILD


cdef inline int missing_from(const uint32_t* at_least, const uint8_t* groups, int first) noexcept nogil:
    """How many cards the groups lack, from the `first` on, given ranks held at least so many times.

    The next group takes the rank that is held most often: that leaves the fewest cards missing. The (k+1)-th
    most frequent rank is held n times, where n counts the levels that more than k ranks reach.
    """
    cdef int group, level, times, missing = 0
    for group in range(first, 4):
        if groups[group] == 0:
            break
        times = 0
        for level in range(1, 7):
            times += popcount(at_least[level]) > group - first
        if times < groups[group]:
            missing += groups[group] - times
    return missing


cdef inline bint groups_fit(
    const uint32_t* at_least, const uint8_t* groups, uint32_t ranks, int jokers
) noexcept nogil:
    """Are the groups there, the first of a rank in `ranks`, if the jokers fill what is missing?"""
    cdef int level, rank, times
    cdef uint32_t others[7]
    if ranks == ALL_RANKS:
        return missing_from(at_least, groups, 0) <= jokers
    for rank in range(RANKS):
        if not ranks >> rank & 1:
            continue
        times = 0
        for level in range(1, 7):
            times += at_least[level] >> rank & 1
            others[level] = at_least[level] & ~(<uint32_t>1 << rank)
        times = groups[0] - times if times < groups[0] else 0
        if times + missing_from(others, groups, 1) <= jokers:
            return True
    return False


cdef inline bint groups_fit_with_bug(
    const Cards* self, const uint32_t* with_bugs, const uint8_t* groups, uint32_t ranks
) noexcept nogil:
    """Are the groups there with a bug in one of them? That one is the aces; the others have no joker to use."""
    cdef int place, group, level
    cdef uint32_t others[7]
    cdef uint8_t rest[4]
    for level in range(7):
        others[level] = self.at_least[level] & ~<uint32_t>ACE
    for place in range(4):
        if groups[place] == 0:
            break
        if not with_bugs[groups[place]] & ACE or (place == 0 and not ranks & ACE):
            continue
        for group in range(3):
            rest[group] = groups[group if group < place else group + 1]
        rest[3] = 0
        if rest[0] == 0 or groups_fit(others, rest, ALL_RANKS if place == 0 else ranks, 0):
            return True
    return False


cdef inline bint has_groups(
    const Cards* self, bint bug, const uint8_t* groups, uint32_t ranks, int natural
) noexcept nogil:
    """Sets of equal rank, the first of a rank in `ranks`; the jokers fill what is missing.

    A wild joker can take the place of any card, so where there is one the groups can be made with it. A bug is an
    ace or nothing here.
    """
    cdef int jokers = 0 if natural == NATURAL else self.jokers
    cdef int level
    cdef uint32_t at_least[7]
    if natural == WILD and self.jokers == 0:
        return False
    if not bug:
        return groups_fit(self.at_least, groups, ranks, jokers)
    for level in range(7):
        at_least[level] = self.at_least[level]
    while jokers > 0:
        for level in range(6, 0, -1):
            at_least[level] |= at_least[level - 1] & ACE
        jokers -= 1
    if natural == WILD:
        return groups_fit_with_bug(self, at_least, groups, ranks)
    return groups_fit(at_least, groups, ranks, 0)
