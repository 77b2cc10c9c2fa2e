"""Seven cards cut into a five-card hand behind and a two-card hand in front, by choice or by a house way.

A back is a strength (hand.pxd). A front is a number from 0 to 90 that compares as two-card hands do: with
ranks 0..12, high > low, it is high * (high - 1) / 2 + low, and a pair of rank r is 78 + r. "Sets" are the ranks
held twice or more, largest set first, of equal size the higher rank first; the other cards are called so.

A bug is an ace in front, and counted as one in sets. A wild joker pairs the other card in front (two of them are aces);
counted in sets it joins the rank that is held most often, of several the highest, if one more of that rank makes a hand
that exists.
"""
from libc.stdint cimport uint32_t
from cext.bits cimport ACE, ACE_RANK, ALL_RANKS, popcount, top_bit, without_top
from cext.cards cimport RANKS, SUITS
from cext.hand cimport JOKER_WILD, PAIR, TYPE_SHIFT, Ranking, strength5

cdef enum:
    SEVEN = 7
    FIRST_PAIR = 78
    FRONTS = 91
    NO_ROW = 255
    NO_RANK = 1 << RANKS        # the bit that stands for "there is no such card" in a set of ranks
    MAX_SETTINGS = 21          # seven cards have 21 pairs

cdef enum:
    # What the seven cards hold: bits of Row.has and Row.lacks.
    HOLDS_STRAIGHT = 1
    HOLDS_FLUSH = 2
    HOLDS_STRAIGHT_FLUSH = 4
    HOLDS_JOKER = 8

cdef enum:
    # Row.front: which two cards go in front; FRONTS of analyzer/game/house_way.py has the same order.
    PAIR_OF_THE_SET = 0
    PAIR_OF_THE_SECOND_SET = 1
    PAIR_OF_THE_THIRD_SET = 2
    HIGHEST_OTHERS = 3
    SET_CARD_AND_HIGHEST_OTHER = 4
    SECOND_AND_THIRD = 5
    HIGHEST_PAIR = 6
    HIGHEST_TWO = 7

# One row of a house way; ROW_COLUMNS of analyzer/game/house_way.py is the same record.
cdef struct Row:
    uint32_t shapes             # bit n: the shape with that number (see shape_of)
    uint32_t first_set          # ranks that the first set may have, NO_RANK among them if it may be missing
    uint32_t second_set
    uint32_t other              # ranks that the highest other card may have
    uint32_t second_other
    uint32_t any_other          # ranks of which one of the other cards must be
    uint32_t has                # HOLDS_*: at least one of these; 0: no test
    uint32_t lacks              # HOLDS_*: none of these
    uint32_t behind             # the least strength that must be left behind
    uint32_t front

cdef struct Seven:
    uint32_t suit[SUITS]        # ranks held in each suit
    int jokers
    bint suited                 # a suit makes a flush, with the jokers or without
    uint32_t held[SEVEN]        # [n]: ranks held at least n times, jokers counted; [0] is not used
    uint32_t paired             # ranks of which two cards can go in front
    uint32_t single             # ranks of which one card can
    int shape
    uint32_t holds              # HOLDS_*
    int sets[3]                 # ranks of the sets, -1 where there are fewer
    uint32_t others             # ranks of the other cards

cdef struct Setting:
    uint32_t back
    int front


cdef inline int front_of(int one, int two) noexcept nogil:
    """The number of the front with these two ranks."""
    if one == two:
        return FIRST_PAIR + one
    if one < two:
        one, two = two, one
    return one * (one - 1) // 2 + two


cdef inline uint32_t front_strength(int front) noexcept nogil:
    """The front written as a strength: its type and its ranks."""
    cdef int high = 1
    if front >= FIRST_PAIR:
        return (<uint32_t>PAIR << TYPE_SHIFT) | (<uint32_t>(front - FIRST_PAIR + 2) << 16)
    while high * (high + 1) // 2 <= front:
        high += 1
    return (<uint32_t>(high + 2) << 16) | (<uint32_t>(front - high * (high - 1) // 2 + 2) << 12)


cdef inline bint is_foul(uint32_t back, int front) noexcept nogil:
    """Does the front outrank the back on the ranks that they share: the type and the first two ranks?"""
    return front_strength(front) > (back & ~<uint32_t>0xFFF)


cdef inline int shape_of(const uint32_t* held) noexcept nogil:
    """A number from 0 to 31 for the sizes of the groups of equal rank, by how many ranks are held once, twice, thrice.

    Distinct ranks, sets and threes tell all shapes of seven cards apart; SHAPES of analyzer/game/house_way.py
    names them.
    """
    return popcount(held[1]) * 4 + popcount(held[2]) if popcount(held[3]) < 2 else popcount(held[1])


cdef inline void join_wild(Seven* self, const Ranking* R) noexcept nogil:
    """Count a wild joker: it joins the rank held most often; a fifth card of a rank only where there is such a hand."""
    cdef int times
    cdef uint32_t ranks
    for times in range(5, 0, -1):
        ranks = self.held[times] & (~self.held[times + 1] if times < 6 else <uint32_t>ALL_RANKS)
        if times >= 4:
            ranks &= R.five_ranks
        if ranks:
            self.held[times + 1] |= <uint32_t>1 << top_bit(ranks)
            return
    self.held[1] |= ACE


cdef inline void count_ranks(Seven* self, const Ranking* R) noexcept nogil:
    cdef uint32_t a = self.suit[0], b = self.suit[1], c = self.suit[2], d = self.suit[3]
    cdef int _joker, times
    self.held[1] = a | b | c | d
    self.held[2] = (a & b) | (c & d) | ((a | b) & (c | d))
    self.held[3] = (a & b & (c | d)) | (c & d & (a | b))
    self.held[4] = a & b & c & d
    self.held[5] = 0
    self.held[6] = 0
    self.paired = self.held[2]
    self.single = self.held[1]
    for _joker in range(self.jokers):
        if R.joker == JOKER_WILD:
            # Any card and a joker, or two jokers as aces, are a pair in front.
            self.paired = self.single if _joker == 0 else self.single | ACE
            join_wild(self, R)
            continue
        for times in range(6, 1, -1):
            self.held[times] |= self.held[times - 1] & ACE
        self.held[1] |= ACE
        self.paired = self.held[2]
        self.single = self.held[1]


cdef inline void find_sets(Seven* self) noexcept nogil:
    """The ranks of the sets: the sixes first, then the fives, ... and the pairs."""
    cdef uint32_t exactly, seen = 0
    cdef int times, count = 0
    self.sets[0] = -1
    self.sets[1] = -1
    self.sets[2] = -1
    for times in range(6, 1, -1):
        exactly = self.held[times] & ~seen
        seen |= exactly
        while exactly:
            self.sets[count] = top_bit(exactly)
            exactly = without_top(exactly)
            count += 1
    self.others = self.held[1] & ~self.held[2]


cdef inline void find_made(Seven* self, const Ranking* R) noexcept nogil:
    cdef int i
    cdef uint32_t naturals = self.suit[0] | self.suit[1] | self.suit[2] | self.suit[3]
    self.suited = False
    self.holds = HOLDS_JOKER if self.jokers else 0
    if R.straight[self.jokers][naturals]:
        self.holds |= HOLDS_STRAIGHT
    for i in range(SUITS):
        if popcount(self.suit[i]) + self.jokers >= 5:
            self.suited = True
            self.holds |= HOLDS_FLUSH
            if R.straight[self.jokers][self.suit[i]]:
                self.holds |= HOLDS_STRAIGHT_FLUSH


cdef inline void seven_init(Seven* self, const Ranking* R, const uint32_t* suits, int jokers) noexcept nogil:
    cdef int i
    for i in range(SUITS):
        self.suit[i] = suits[i]
    self.jokers = jokers
    count_ranks(self, R)
    self.shape = shape_of(self.held)
    find_sets(self)
    find_made(self, R)


cdef inline bint lay_in_front(uint32_t* suits, int* jokers, int place, int rank) noexcept nogil:
    """Take the card of that rank out of suit `place`, or a joker if that is 4; False if there is none."""
    cdef uint32_t bit = <uint32_t>1 << rank
    if place == 4:
        jokers[0] -= 1
        return jokers[0] >= 0
    if not suits[place] & bit:
        return False
    suits[place] ^= bit
    return True


cdef inline bint can_be_in_front(const Ranking* R, int one, int high, int two, int low) noexcept nogil:
    """Can jokers, at places 4, have these ranks in front? Bugs are aces; a wild one pairs the other card."""
    if one != 4 and two != 4:
        return True
    if R.joker == JOKER_WILD:
        return high == low and (one != two or high == ACE_RANK)
    return (one != 4 or high == ACE_RANK) and (two != 4 or low == ACE_RANK)


cdef inline bint leave_behind(
    uint32_t* left, int* jokers, const Ranking* R, const Seven* hand, int one, int high, int two, int low
) noexcept nogil:
    """The cards behind with those two in front; False if they are not there."""
    cdef int i
    for i in range(SUITS):
        left[i] = hand.suit[i]
    jokers[0] = hand.jokers
    if not can_be_in_front(R, one, high, two, low):
        return False
    return lay_in_front(left, jokers, one, high) and lay_in_front(left, jokers, two, low)


cdef inline uint32_t back_without(
    const Ranking* R, const Seven* hand, int one, int high, int two, int low, uint32_t* tried
) noexcept nogil:
    """Strength behind with those two cards in front; 0 if they are not there, or if it was tried already.

    Where no suit makes a flush only the number of jokers in front matters: `tried` has its bit.
    """
    cdef uint32_t left[SUITS]
    cdef int jokers
    if not leave_behind(left, &jokers, R, hand, one, high, two, low):
        return 0
    if not hand.suited:
        if (tried[0] >> jokers) & 1:
            return 0
        tried[0] |= <uint32_t>1 << jokers
    return strength5(R, left[0], left[1], left[2], left[3], jokers)


cdef inline uint32_t best_back(const Ranking* R, const Seven* hand, int high, int low) noexcept nogil:
    """The highest strength that can stay behind when ranks `high` and `low` go in front."""
    cdef uint32_t best = 0, value, tried = 0
    cdef int one, two
    for one in range(5):
        # Of a pair the second card comes from a later place; two jokers share place 4.
        for two in range((one if one == 4 else one + 1) if high == low else 0, 5):
            value = back_without(R, hand, one, high, two, low, &tried)
            if value > best:
                best = value
    return best


cdef inline uint32_t rank_bit(int rank) noexcept nogil:
    return NO_RANK if rank < 0 else <uint32_t>1 << rank


cdef inline uint32_t highest_bit(uint32_t ranks) noexcept nogil:
    return <uint32_t>1 << top_bit(ranks) if ranks else NO_RANK


cdef inline bint row_fits(const Row* row, const Seven* hand) noexcept nogil:
    """Is every condition met that can be told before a setting is tried?"""
    return (
        (row.shapes >> hand.shape) & 1
        and row.first_set & rank_bit(hand.sets[0])
        and row.second_set & rank_bit(hand.sets[1])
        and row.other & highest_bit(hand.others)
        and row.second_other & highest_bit(without_top(hand.others))
        and row.any_other & (hand.others if hand.others else <uint32_t>NO_RANK)
        and (row.has == 0 or row.has & hand.holds)
        and not row.lacks & hand.holds
    )


cdef inline bint set_ranks(
    Setting* out, const Ranking* R, const Seven* hand, int high, int low, uint32_t behind
) noexcept nogil:
    """Put these ranks in front if at least `behind` stays behind."""
    cdef uint32_t back = best_back(R, hand, high, low)
    if back < behind:
        return False
    out.back = back
    out.front = front_of(high, low)
    return True


cdef inline bint set_highest(
    Setting* out, const Ranking* R, const Seven* hand, bint pairs_only, uint32_t behind
) noexcept nogil:
    """The highest front that leaves at least `behind`: pairs from the highest, then two ranks from the highest."""
    cdef uint32_t ranks = hand.paired, lower
    while ranks:
        if set_ranks(out, R, hand, top_bit(ranks), top_bit(ranks), behind):
            return True
        ranks = without_top(ranks)
    if pairs_only:
        return False
    ranks = hand.single
    while ranks:
        lower = without_top(ranks)
        while lower:
            if set_ranks(out, R, hand, top_bit(ranks), top_bit(lower), behind):
                return True
            lower = without_top(lower)
        ranks = without_top(ranks)
    return False


cdef inline bint set_by_row(Setting* out, const Ranking* R, const Seven* hand, const Row* row) noexcept nogil:
    """Set the hand as the row says; False if its two cards cannot go in front and leave enough behind."""
    cdef uint32_t second
    if row.front == HIGHEST_PAIR or row.front == HIGHEST_TWO:
        return set_highest(out, R, hand, row.front == HIGHEST_PAIR, row.behind)
    if row.front <= PAIR_OF_THE_THIRD_SET:
        return set_ranks(out, R, hand, hand.sets[row.front], hand.sets[row.front], row.behind)
    if row.front == SET_CARD_AND_HIGHEST_OTHER:
        return set_ranks(out, R, hand, hand.sets[0], top_bit(hand.others), row.behind)
    second = without_top(hand.others)
    if row.front == HIGHEST_OTHERS:
        return set_ranks(out, R, hand, top_bit(hand.others), top_bit(second), row.behind)
    return set_ranks(out, R, hand, top_bit(second), top_bit(without_top(second)), row.behind)


cdef inline int set_by_rows(
    Setting* out, const Ranking* R, const Seven* hand, const Row* rows, int count
) noexcept nogil:
    """The index of the first row that fits and sets the hand, or NO_ROW."""
    # A back cannot be better than the best five of all seven cards: that rules most searches out at once.
    cdef uint32_t whole = strength5(R, hand.suit[0], hand.suit[1], hand.suit[2], hand.suit[3], hand.jokers)
    cdef int i
    for i in range(count):
        if whole >= rows[i].behind and row_fits(&rows[i], hand) and set_by_row(out, R, hand, &rows[i]):
            return i
    return NO_ROW


cdef inline int keep_other(Setting* out, int first, int count, uint32_t back, int front) noexcept nogil:
    """One more setting if it is legal and not among those from `first` on, which have the same front."""
    cdef int i
    if is_foul(back, front):
        return count
    for i in range(first, count):
        if out[i].back == back:
            return count
    out[count].back = back
    out[count].front = front
    return count + 1


cdef inline int legal_with(
    Setting* out, int count, const Ranking* R, const Seven* hand, int high, int low
) noexcept nogil:
    """All different legal settings with these ranks in front, after the `count` that are there."""
    cdef int one, two, first = count
    cdef uint32_t value, tried = 0
    for one in range(5):
        for two in range((one if one == 4 else one + 1) if high == low else 0, 5):
            value = back_without(R, hand, one, high, two, low, &tried)
            if value:
                count = keep_other(out, first, count, value, front_of(high, low))
    return count


cdef inline int all_legal(Setting* out, const Ranking* R, const Seven* hand) noexcept nogil:
    """All different legal settings, also those that another one beats in both hands; fronts fall."""
    cdef uint32_t ranks = hand.paired, lower
    cdef int count = 0
    while ranks:
        count = legal_with(out, count, R, hand, top_bit(ranks), top_bit(ranks))
        ranks = without_top(ranks)
    ranks = hand.single
    while ranks:
        lower = without_top(ranks)
        while lower:
            count = legal_with(out, count, R, hand, top_bit(ranks), top_bit(lower))
            lower = without_top(lower)
        ranks = without_top(ranks)
    return count


cdef inline int keep_better(Setting* out, int count, uint32_t back, int front) noexcept nogil:
    """Fronts come in falling order, so a setting is dominated by none if its back beats every back so far."""
    if is_foul(back, front) or (count and back <= out[count - 1].back):
        return count
    out[count].back = back
    out[count].front = front
    return count + 1


cdef inline int undominated(Setting* out, const Ranking* R, const Seven* hand) noexcept nogil:
    """All legal settings that no other legal setting equals or beats in both hands; fronts fall, backs rise."""
    cdef uint32_t ranks = hand.paired, lower
    cdef int count = 0
    while ranks:
        count = keep_better(out, count, best_back(R, hand, top_bit(ranks), top_bit(ranks)), FIRST_PAIR + top_bit(ranks))
        ranks = without_top(ranks)
    ranks = hand.single
    while ranks:
        lower = without_top(ranks)
        while lower:
            count = keep_better(
                out, count, best_back(R, hand, top_bit(ranks), top_bit(lower)), front_of(top_bit(ranks), top_bit(lower))
            )
            lower = without_top(lower)
        ranks = without_top(ranks)
    return count
