"""Does a hand satisfy a paytable line? The plain meaning of each test is in analyzer/game/lines.py.

Two ways to use the cards: `best` takes the hand that ranks highest and looks at its type; `held` asks whether the
cards hold what the line names, whatever else they make.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount, top_bit, ACE, ALL_RANKS, ROYAL_RANKS
from cext.cards cimport RANKS, SUITS
from cext.hand cimport (
    JOKER_BUG, Ranking, ACE_HIGH_STRAIGHT, FIVE_OF_A_KIND_BELOW_ROYAL, FIVE_OF_A_KIND_ABOVE_ROYAL,
    ROYAL_FLUSH, THREE_HIGH_CARD, hand_value, type_code,
)

cdef enum:
    # Bits of Line.hands and Line.without, in the order of FIVE_CARD_TYPES of analyzer/cards/ranking.py.
    BIT_HIGH_CARD = 1 << 0
    BIT_PAIR = 1 << 1
    BIT_TWO_PAIR = 1 << 2
    BIT_THREE_OF_A_KIND = 1 << 3
    BIT_STRAIGHT = 1 << 4
    BIT_FLUSH = 1 << 5
    BIT_FULL_HOUSE = 1 << 6
    BIT_FOUR_OF_A_KIND = 1 << 7
    BIT_STRAIGHT_FLUSH = 1 << 8
    BIT_ROYAL_FLUSH = 1 << 9
    BIT_FIVE_OF_A_KIND = 1 << 10

cdef enum:
    EITHER = 0
    NATURAL = 1
    WILD = 2

cdef enum:
    WHOLE_NONE = 0
    WHOLE_STRAIGHT = 1
    WHOLE_FLUSH = 2
    WHOLE_STRAIGHT_FLUSH = 3

# One paytable line; LINE_DTYPE of analyzer/game/lines.py is the same record in numpy.
cdef packed struct Line:
    uint16_t hands         # types that satisfy the line; 0: no test
    uint16_t ranks         # ranks that the set (or the top card) may have
    uint16_t high          # ranks that the highest natural card may have
    uint16_t without       # types that the cards must not hold
    uint16_t beside        # ranks that must lie in one suit beside a royal flush; 0: no test
    uint8_t natural        # EITHER, NATURAL or WILD
    uint8_t jokers         # bit n: n jokers are allowed
    uint8_t one_colour     # 1: all natural cards are red, or all are black
    uint8_t whole          # WHOLE_*: what all the cards together must be
    uint8_t groups[4]      # sets of equal rank, largest first, 0 ends the list

cdef struct Cards:
    uint32_t suits[SUITS]  # ranks held in each suit
    uint32_t at_least[7]   # [n]: ranks held at least n times without jokers; [0] is every rank
    int jokers
    int count              # how many cards, jokers included
    uint32_t value         # of the best hand, where the wager uses that ...
    uint32_t type_bit      # ... and the bit of its type
    uint32_t held          # bits of the types that the cards hold with their jokers ...
    uint32_t held_natural  # ... and without


cdef inline uint32_t type_bit(uint32_t value) noexcept nogil:
    """The bit of a value's type; three-card types share the bits of their five-card namesakes."""
    cdef uint32_t code = type_code(value >> 1)
    if code == FIVE_OF_A_KIND_BELOW_ROYAL or code == FIVE_OF_A_KIND_ABOVE_ROYAL:
        return BIT_FIVE_OF_A_KIND
    if code == ROYAL_FLUSH:
        return BIT_ROYAL_FLUSH
    if code < THREE_HIGH_CARD:
        return <uint32_t>1 << code
    code -= THREE_HIGH_CARD
    if code == 0:
        return BIT_HIGH_CARD
    if code == 1:
        return BIT_PAIR
    if code == 2:
        return BIT_FLUSH
    if code == 3:
        return BIT_STRAIGHT
    if code == 4:
        return BIT_THREE_OF_A_KIND
    return BIT_STRAIGHT_FLUSH


cdef inline bint any_asks_held(const Line* lines, int count, bint use_best) noexcept nogil:
    """Does any line ask what the cards hold, rather than what their best hand is?"""
    cdef int i
    for i in range(count):
        if lines[i].without or (lines[i].hands and not use_best):
            return True
    return False


cdef inline void cards_init(
    Cards* self, const Ranking* R, bint use_best, bint ask_held, int size, const uint32_t* suits, int jokers
) noexcept nogil:
    """`use_best` and `ask_held` say which of value and held are wanted; the other is left at 0."""
    cdef uint32_t a = suits[0], b = suits[1], c = suits[2], d = suits[3]
    self.suits[0] = a
    self.suits[1] = b
    self.suits[2] = c
    self.suits[3] = d
    self.at_least[0] = ALL_RANKS
    self.at_least[1] = a | b | c | d
    self.at_least[2] = (a & b) | (c & d) | ((a | b) & (c | d))
    self.at_least[3] = (a & b & (c | d)) | (c & d & (a | b))
    self.at_least[4] = a & b & c & d
    self.at_least[5] = 0
    self.at_least[6] = 0
    self.jokers = jokers
    self.count = popcount(a) + popcount(b) + popcount(c) + popcount(d) + jokers
    self.value = hand_value(R, size, a, b, c, d, jokers) if use_best else 0
    self.type_bit = type_bit(self.value) if use_best else 0
    self.held = held_types(self, R, jokers) if ask_held else 0
    self.held_natural = held_types(self, R, 0) if ask_held and jokers else self.held


cdef inline uint32_t ranks_with(const Cards* self, bint bug, int times, int jokers) noexcept nogil:
    """Ranks of which the cards make at least `times` with that many jokers."""
    cdef uint32_t ranks
    if not bug:
        return self.at_least[times - jokers if times > jokers else 0]
    ranks = self.at_least[times]
    if jokers:
        ranks |= self.at_least[times - jokers if times > jokers else 0] & ACE
    return ranks


cdef inline bint holds_two_sets(
    const Cards* self, bint bug, int first, int second, uint32_t ranks, int jokers
) noexcept nogil:
    """A set of `first`, of a rank in `ranks`, and one of `second` of another rank; the jokers are shared out."""
    cdef int given
    cdef uint32_t one, other
    for given in range(jokers + 1):
        one = ranks_with(self, bug, first, given) & ranks
        other = ranks_with(self, bug, second, jokers - given)
        if one and other and popcount(one | other) >= 2:
            return True
    return False


cdef inline uint32_t held_types(const Cards* self, const Ranking* R, int jokers) noexcept nogil:
    """Bits of all types that the cards hold using at most that many jokers."""
    cdef bint bug = R.joker == JOKER_BUG
    cdef uint32_t held = BIT_HIGH_CARD
    cdef int suit, top
    if ranks_with(self, bug, 2, jokers):
        held |= BIT_PAIR
        if holds_two_sets(self, bug, 2, 2, ALL_RANKS, jokers):
            held |= BIT_TWO_PAIR
    if ranks_with(self, bug, 3, jokers):
        held |= BIT_THREE_OF_A_KIND
        if holds_two_sets(self, bug, 3, 2, ALL_RANKS, jokers):
            held |= BIT_FULL_HOUSE
        if ranks_with(self, bug, 4, jokers):
            held |= BIT_FOUR_OF_A_KIND
            if ranks_with(self, bug, 5, jokers):
                held |= BIT_FIVE_OF_A_KIND
    if R.straight[jokers][self.at_least[1]]:
        held |= BIT_STRAIGHT
    for suit in range(SUITS):
        if popcount(self.suits[suit]) + jokers >= 5:
            held |= BIT_FLUSH
            top = R.straight[jokers][self.suits[suit]]
            if top:
                held |= BIT_STRAIGHT_FLUSH
            if top == ACE_HIGH_STRAIGHT:
                held |= BIT_ROYAL_FLUSH
    return held


cdef inline bint holds_ranked(const Cards* self, bint bug, uint32_t hand, uint32_t ranks, int jokers) noexcept nogil:
    """Do the cards hold one of these sets with a rank in `ranks`?"""
    if hand & BIT_PAIR and ranks_with(self, bug, 2, jokers) & ranks:
        return True
    if hand & BIT_THREE_OF_A_KIND and ranks_with(self, bug, 3, jokers) & ranks:
        return True
    if hand & BIT_FULL_HOUSE and holds_two_sets(self, bug, 3, 2, ranks, jokers):
        return True
    if hand & BIT_FOUR_OF_A_KIND and ranks_with(self, bug, 4, jokers) & ranks:
        return True
    return hand & BIT_FIVE_OF_A_KIND and ranks_with(self, bug, 5, jokers) & ranks


cdef inline uint32_t main_rank_bit(uint32_t value, int size) noexcept nogil:
    """The rank of the value's set, or of its top card; the top of the wheel is its five (or three)."""
    cdef uint32_t rank = (value >> 17) & 15
    if type_bit(value) & (BIT_STRAIGHT | BIT_STRAIGHT_FLUSH | BIT_ROYAL_FLUSH):
        if rank == ACE_HIGH_STRAIGHT:
            rank = 14
        elif rank == 14:
            rank = size
    return <uint32_t>1 << (rank - 2)


cdef inline bint best_is(const Cards* self, const Line* line, int size) noexcept nogil:
    """Is the hand that ranks highest, which has a type of the line's, natural and of a rank as the line says?"""
    if line.natural != EITHER and (line.natural == NATURAL) != (self.value & 1):
        return False
    return line.ranks == ALL_RANKS or main_rank_bit(self.value, size) & line.ranks


cdef inline bint holds(const Cards* self, const Ranking* R, const Line* line) noexcept nogil:
    """Do the cards hold one of the line's hands, with or without a joker as the line says?"""
    cdef uint32_t named
    if line.natural == WILD and self.jokers == 0:
        return False
    named = line.hands & (self.held_natural if line.natural == NATURAL else self.held)
    if named == 0 or line.ranks == ALL_RANKS:
        return named != 0
    return holds_ranked(self, R.joker == JOKER_BUG, named, line.ranks, 0 if line.natural == NATURAL else self.jokers)


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


cdef inline bint holds_groups(const Cards* self, const Ranking* R, const Line* line) noexcept nogil:
    """Sets of equal rank, the largest of a rank in line.ranks; the jokers fill what is missing.

    A wild joker can take the place of any card, so where there is one the groups can be made with it. A bug is an
    ace or nothing here.
    """
    cdef int jokers = 0 if line.natural == NATURAL else self.jokers
    cdef int level
    cdef uint32_t at_least[7]
    if line.natural == WILD and self.jokers == 0:
        return False
    for level in range(7):
        at_least[level] = self.at_least[level]
    if R.joker != JOKER_BUG:
        return groups_fit(at_least, line.groups, line.ranks, jokers)
    while jokers > 0:
        for level in range(6, 0, -1):
            at_least[level] |= at_least[level - 1] & ACE
        jokers -= 1
    if line.natural == WILD:
        return groups_fit_with_bug(self, at_least, line.groups, line.ranks)
    return groups_fit(at_least, line.groups, line.ranks, 0)


cdef inline bint consecutive(uint32_t ranks, int count, int jokers) noexcept nogil:
    """Distinct ranks that, with the jokers, are `count` in a row (the ace may be low)."""
    cdef uint32_t window
    cdef int _
    if popcount(ranks) != count - jokers:
        return False
    if not ranks & ~(ACE | ((1 << (count - 1)) - 1)):
        return True
    window = ((1 << count) - 1) << (RANKS - count)
    for _ in range(RANKS - count + 1):
        if not ranks & ~window:
            return True
        window >>= 1
    return False


cdef inline bint is_whole(const Cards* self, const Line* line) noexcept nogil:
    """All the cards together are one straight, flush or straight flush."""
    cdef int suit
    cdef bint one_suit = False
    if line.natural != EITHER and (line.natural == NATURAL) != (self.jokers == 0):
        return False
    for suit in range(SUITS):
        one_suit |= popcount(self.suits[suit]) + self.jokers == self.count
    if line.whole != WHOLE_STRAIGHT and not one_suit:
        return False
    if line.whole == WHOLE_FLUSH:
        return True
    return consecutive(self.at_least[1], self.count, self.jokers)


cdef inline bint royal_beside(const Cards* self, const Line* line) noexcept nogil:
    """A royal flush (jokers filling in) and, in the cards it leaves, line.beside in one suit."""
    cdef int suit, other, missing
    cdef int jokers = 0 if line.natural == NATURAL else self.jokers
    cdef uint32_t left
    for suit in range(SUITS):
        missing = popcount(ROYAL_RANKS & ~self.suits[suit])
        if missing > jokers:
            continue
        for other in range(SUITS):
            left = self.suits[other]
            if other == suit:
                # Ranks of the royal's own suit are free only as far as the remaining jokers take their place.
                if popcount(line.beside & ROYAL_RANKS & left) + missing > jokers:
                    continue
            if line.beside & ~left == 0:
                return True
    return False


cdef inline bint satisfies(
    const Cards* self, const Ranking* R, const Line* line, bint use_best, int size, bint one_colour
) noexcept nogil:
    """All tests of the line; the one that fails most often comes first."""
    cdef uint32_t naturals
    if line.hands and not line.hands & (self.type_bit if use_best else self.held):
        return False
    if not line.jokers >> self.jokers & 1:
        return False
    if line.one_colour and not one_colour:
        return False
    if line.hands and not (best_is(self, line, size) if use_best else holds(self, R, line)):
        return False
    if line.high != ALL_RANKS:
        naturals = self.at_least[1]
        if naturals == 0 or not line.high >> top_bit(naturals) & 1:
            return False
    if line.groups[0] and not holds_groups(self, R, line):
        return False
    if line.whole and not is_whole(self, line):
        return False
    if line.beside and not royal_beside(self, line):
        return False
    return not line.without & self.held


cdef inline uint64_t line_set(
    const Cards* self, const Ranking* R, const Line* lines, int count, bint use_best, int size, bint one_colour
) noexcept nogil:
    """Bit i is set when the cards satisfy line i; at most 32 lines."""
    cdef uint64_t satisfied = 0
    cdef int i
    for i in range(count):
        if satisfies(self, R, &lines[i], use_best, size, one_colour):
            satisfied |= <uint64_t>1 << i
    return satisfied
