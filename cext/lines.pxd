"""Does a hand satisfy a paytable line? The plain meaning of each test is in analyzer/game/lines.py.

Two ways to use the cards: `best` takes the hand that ranks highest; the other asks whether some of the cards, jokers
read as any cards that they may be, are what the line says (made.pxd).
"""
from libc.stdint cimport uint32_t, uint64_t
from cext.bits cimport popcount, ACE, ALL_RANKS, ROYAL_RANKS
from cext.cards cimport RANKS, SUITS
from cext.groups cimport has_groups
from cext.hand cimport FIVE_WILDS, JOKER_BUG, WHEEL_NONE, Ranking, hand_value, strength_of, type_code
from cext.held cimport held_types
from cext.line cimport (
    BIT_FLUSH, BIT_HIGH_CARD, BIT_ROYAL_FLUSH, BIT_STRAIGHT_FLUSH, EITHER, NATURAL, WHOLE_FLUSH, WHOLE_STRAIGHT, WILD,
    Cards, Line, cards_fit, strength_passes, type_bit,
)
from cext.made cimport makes


cdef inline bint any_asks_held(const Line* lines, int count, bint use_best) noexcept nogil:
    """Does any line need to know what the cards hold?"""
    cdef int i
    for i in range(count):
        if lines[i].without or lines[i].without_natural or (lines[i].hands and not use_best):
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
    self.type_bit = type_bit(self.value >> 1) if use_best else 0
    self.held = held_types(self, R, jokers) if ask_held else 0
    self.held_natural = held_types(self, R, 0) if ask_held and jokers else self.held


cdef inline bint best_is_suited(const Cards* self, const Ranking* R, const Line* line, int size) noexcept nogil:
    """Do the cards of one suit that the line allows, jokers taken for that suit, rank as high as all the cards?

    No card is there twice, so only hands of different ranks can be of one suit. Of equal hands a natural one counts:
    where there is one, the jokers are left aside.
    """
    cdef uint32_t strength = self.value >> 1
    cdef int jokers = 0 if self.value & 1 else min(self.jokers, size)
    cdef int suit
    cdef uint32_t alone[SUITS]
    if not type_bit(strength) & (BIT_HIGH_CARD | BIT_FLUSH | BIT_STRAIGHT_FLUSH | BIT_ROYAL_FLUSH):
        return False
    if type_code(strength) == FIVE_WILDS:
        return True
    alone[0] = alone[1] = alone[2] = alone[3] = 0
    for suit in range(SUITS):
        if line.suited >> suit & 1 and popcount(self.suits[suit]) + jokers >= size:
            alone[suit] = self.suits[suit]
            if strength_of(R, size, alone, jokers) == strength:
                return True
            alone[suit] = 0
    return False


cdef inline bint best_is(const Cards* self, const Ranking* R, const Line* line, int size) noexcept nogil:
    """Does the hand that ranks highest pass the line's tests of the hand?"""
    if line.natural != EITHER and (line.natural == NATURAL) != (self.value & 1):
        return False
    if not strength_passes(line, self.value >> 1, size):
        return False
    return not line.suited or best_is_suited(self, R, line, size)


cdef inline bint consecutive(
    const Ranking* R, uint32_t ranks, int count, int jokers, uint32_t tops
) noexcept nogil:
    """Distinct ranks that, with the jokers, are `count` in a row whose highest is in `tops`.

    The ace may be low, if it may in a straight; the highest is then the `count`.
    """
    cdef uint32_t window = ACE | ((1 << (count - 1)) - 1)
    cdef int top
    if popcount(ranks) != count - jokers:
        return False
    if R.wheel != WHEEL_NONE and count > 1 and tops >> (count - 2) & 1 and not ranks & ~window:
        return True
    window = ((1 << count) - 1) << (RANKS - count)
    for top in range(RANKS - 1, count - 2, -1):
        if tops >> top & 1 and not ranks & ~window:
            return True
        window >>= 1
    return False


cdef inline bint is_whole(const Cards* self, const Ranking* R, const Line* line) noexcept nogil:
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
    return consecutive(R, self.at_least[1], self.count, self.jokers, line.ranks)


# What a royal flush and the cards beside it lack. No card is there twice: one that both want is missing in either.
cdef struct Missing:
    int of_royal
    int of_either
    int of_others


cdef inline Missing missing_beside(const Cards* self, uint32_t beside, int royal, uint32_t others) noexcept nogil:
    """For a royal of that suit, where the cards beside it may be of `others`, or of the royal's own suit."""
    cdef uint32_t held = self.suits[royal]
    cdef Missing missing
    missing.of_royal = popcount(ROYAL_RANKS & ~held)
    missing.of_either = popcount(beside & ROYAL_RANKS & held & ~others)
    missing.of_others = popcount(beside & ~(others | held))
    return missing


cdef inline Missing missing_in_other_suit(const Cards* self, uint32_t beside, int royal, int suit) noexcept nogil:
    """The same where all cards beside it are of another suit."""
    cdef Missing missing
    missing.of_royal = popcount(ROYAL_RANKS & ~self.suits[royal])
    missing.of_either = 0
    missing.of_others = popcount(beside & ~self.suits[suit])
    return missing


cdef inline bint jokers_fill(const Cards* self, const Line* line, bint bug, Missing missing) noexcept nogil:
    """Can the jokers be the missing cards? A bug completes the royal only; a natural royal has no joker."""
    if line.natural == NATURAL and not bug:
        missing.of_others += missing.of_either
    else:
        missing.of_royal += missing.of_either
    if (bug and missing.of_others) or (line.natural == NATURAL and missing.of_royal):
        return False
    if line.natural == WILD and missing.of_royal == 0 and missing.of_others == self.jokers:
        return False
    return missing.of_royal + missing.of_others <= self.jokers


cdef inline bint royal_beside(const Cards* self, const Line* line, bint bug) noexcept nogil:
    """A royal flush (jokers filling in) and, in the cards it leaves, line.beside in one suit, or in any suits."""
    cdef int royal, suit
    cdef uint32_t others
    cdef Missing missing
    for royal in range(SUITS):
        others = 0
        for suit in range(SUITS):
            if suit != royal:
                others |= self.suits[suit]
        if line.beside_any:
            if jokers_fill(self, line, bug, missing_beside(self, line.beside, royal, others)):
                return True
            continue
        for suit in range(SUITS):
            if suit == royal:
                missing = missing_beside(self, line.beside, royal, 0)
            else:
                missing = missing_in_other_suit(self, line.beside, royal, suit)
            if jokers_fill(self, line, bug, missing):
                return True
    return False


cdef inline bint satisfies(
    const Cards* self, const Ranking* R, const Line* line, bint use_best, int size, int colours
) noexcept nogil:
    """All tests of the line; the one that fails most often comes first. `colours`: see colours_of."""
    if use_best and line.hands and not line.hands & self.type_bit:
        return False
    if not line.jokers >> self.jokers & 1:
        return False
    if line.colour and not line.colour & colours:
        return False
    if line.hands and not (best_is(self, R, line, size) if use_best else makes(self, R, line, size)):
        return False
    if line.groups[0] and not has_groups(self, R.joker == JOKER_BUG, line.groups, line.ranks, line.natural):
        return False
    if line.whole and not is_whole(self, R, line):
        return False
    if line.beside and not royal_beside(self, line, R.joker == JOKER_BUG):
        return False
    if line.without & self.held or line.without_natural & self.held_natural:
        return False
    return cards_fit(self, self, line)


cdef inline uint64_t line_set(
    const Cards* self, const Ranking* R, const Line* lines, int count, bint use_best, int size, int colours
) noexcept nogil:
    """Bit i is set when the cards satisfy line i; at most 32 lines."""
    cdef uint64_t satisfied = 0
    cdef int i
    for i in range(count):
        if satisfies(self, R, &lines[i], use_best, size, colours):
            satisfied |= <uint64_t>1 << i
    return satisfied
