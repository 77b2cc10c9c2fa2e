"""What a sweep is made of: the looks of dealer hands that come into the table, or go out, each at a strength."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.cards cimport RANKS, RANK_SETS, SUITS
from cext.hand cimport Ranking, strength_of
from cext.showdown_rests cimport Rests, fits, ranks_as_counts
from cext.showdown_table cimport Look
from cext.weak cimport WeakRule, is_weak

# Sets of ranks, numbered by size.
cdef struct Masks:
    uint16_t number[RANK_SETS]
    uint32_t up_to[RANKS + 1]      # [size]: how many sets have at most so many ranks
    uint16_t of[RANK_SETS]         # the sets by number

# What one suit (or none: by ranks alone) sees of a deck and a board.
cdef struct Sight:
    bint ranks_alone
    uint32_t board_suit
    uint32_t suit                  # the ranks left in the suit
    uint64_t board_rest            # rank counts
    int board_jokers
    int jokers                     # left
    int cards
    uint8_t available[RANKS]       # the cards of each rank left in the rest

# Looks of dealer hands that come into the table (with sign -1: go out), each at a strength.
cdef struct LookEvent:
    Look look
    int32_t sign

cdef struct EventList:
    uint32_t count
    uint32_t* strengths
    uint32_t* order          # by strength
    LookEvent* events


cdef inline uint32_t masks_of_size(const Masks* masks, int size) noexcept nogil:
    return masks.up_to[size] - (masks.up_to[size - 1] if size else 0)


cdef inline int fewest_in_suit(const Sight* self, int size, int jokers) noexcept nogil:
    """With fewer cards of the suit in hand there is no flush."""
    if self.ranks_alone:
        return 0
    return max(0, size - popcount(self.board_suit) - self.board_jokers - jokers)


cdef inline int most_rest_of(const Sight* self, int size, int dealt) noexcept nogil:
    """The largest rest of a dealer hand that this view has to tell apart."""
    if self.ranks_alone:
        return dealt
    return max(0, dealt - size + popcount(self.board_suit) + self.board_jokers)


cdef inline uint32_t strength_of_look(
    const Ranking* R, int size, uint32_t suit, uint64_t counts, int jokers, bint ranks_alone
) noexcept nogil:
    """The strength of a look. The rest is dealt in turn to the other suits (to all, by ranks alone): the cards of a
    rank go to different suits, and none gets enough for a flush."""
    cdef uint32_t sets[SUITS]
    cdef int others = 4 if ranks_alone else 3
    cdef uint32_t rank = 1
    cdef int _copy, turn = 0
    sets[0] = sets[1] = sets[2] = 0
    sets[3] = suit
    while counts:
        for _copy in range(<int>(counts & 15)):
            sets[turn] |= rank
            turn += 1
            if turn == others:
                turn = 0
        counts >>= 4
        rank <<= 1
    return strength_of(R, size, sets, jokers)


cdef inline uint32_t own_strength(
    const Rests* rests, const Ranking* R, int size, const Look* look, bint ranks_alone
) noexcept nogil:
    """What the dealer's own cards are worth, by ranks alone or with their flush."""
    cdef uint64_t counts = rests.counts[look.rest]
    if ranks_alone:
        return strength_of_look(R, size, 0, counts + ranks_as_counts(look.suit), look.jokers, True)
    return strength_of_look(R, size, look.suit, counts, look.jokers, False)


cdef inline void add_event(EventList* events, const Look* look, uint32_t strength, int32_t sign) noexcept nogil:
    events.strengths[events.count] = strength
    events.events[events.count].look = look[0]
    events.events[events.count].sign = sign
    events.count += 1


cdef inline void list_look(
    const Rests* rests, const Ranking* R, int size, const Sight* view, const Look* look, const WeakRule* only,
    EventList* events
) noexcept nogil:
    """By ranks alone every look comes in; a suit moves those that a flush makes better.

    Of weak hands alone: what is weak by its ranks and not with its flush goes out, the other way round it comes in.
    """
    cdef uint64_t counts = rests.counts[look.rest] + view.board_rest
    cdef uint32_t suit = look.suit | view.board_suit
    cdef int jokers = look.jokers + view.board_jokers
    cdef uint32_t by_ranks = strength_of_look(R, size, 0, counts + ranks_as_counts(suit), jokers, True)
    cdef uint32_t strength = by_ranks
    cdef bint is_in = True, stays = True
    if not view.ranks_alone:
        strength = strength_of_look(R, size, suit, counts, jokers, False)
    if only != NULL:
        is_in = is_weak(only, own_strength(rests, R, size, look, True) if only.own_cards else by_ranks)
        stays = is_weak(only, own_strength(rests, R, size, look, False) if only.own_cards else strength)
    if view.ranks_alone:
        if is_in:
            add_event(events, look, by_ranks, 1)
        return
    if strength != by_ranks or is_in != stays:
        if is_in:
            add_event(events, look, by_ranks, -1)
        if stays:
            add_event(events, look, strength, 1)


cdef inline uint32_t most_events(
    const Masks* masks, const Rests* rests, int size, const Sight* view, int dealt
) noexcept nogil:
    """At least as many as list_events lists."""
    cdef int jokers, in_suit, in_rest
    cdef uint32_t total = 0
    for jokers in range(min(view.jokers, dealt) + 1):
        for in_suit in range(fewest_in_suit(view, size, jokers), min(popcount(view.suit), dealt - jokers) + 1):
            in_rest = dealt - jokers - in_suit
            total += 2 * masks_of_size(masks, in_suit) * (rests.first[in_rest + 1] - rests.first[in_rest])
    return total


cdef inline void list_events(
    const Masks* masks, const Rests* rests, const Ranking* R, int size, const Sight* view, int dealt,
    const WeakRule* only, EventList* events
) noexcept nogil:
    """All looks of dealer hands that change the table; with `only`, of those hands that are weak."""
    cdef Look look
    cdef int in_suit, in_rest, most_in_suit
    cdef uint32_t at, rest
    events.count = 0
    for look.jokers in range(min(view.jokers, dealt) + 1):
        most_in_suit = min(popcount(view.suit), dealt - look.jokers)
        for in_suit in range(fewest_in_suit(view, size, look.jokers), most_in_suit + 1):
            in_rest = dealt - look.jokers - in_suit
            for rest in range(rests.first[in_rest], rests.first[in_rest + 1]):
                if not fits(rests.counts[rest], view.available):
                    continue
                look.rest = rest
                for at in range(masks.up_to[in_suit] - masks_of_size(masks, in_suit), masks.up_to[in_suit]):
                    look.suit = masks.of[at]
                    if not look.suit & ~view.suit:
                        list_look(rests, R, size, view, &look, only, events)
