"""How many hidden hands avoid the cards of a hand and one more card, where few hands are asked about.

It answers what column_table.pxd does. That one keeps a row of columns for every set, which makes answers quick and
putting a hand in slow. Here each set has one number, T[S], how many of the hands that were put in contain S: a sixth of
what is counted there for a hidden hand, and more to look up for an answer. So it is for own hands of few cards, of
which there are far fewer than hidden hands.

The hands that contain a card x and avoid a hand Q are the sum over all S in Q of (-1)^|S| T[S and x]. Sets are counted
by colex index. Between two neighbouring cards of Q all x are added at once: for each S the index is a sum that stays
the same there, and a binomial of x.

Bounds: hidden hands have up to six of at most 54 cards, own hands up to four. With three cards given there are up to
C(51,3) < 2**16 hidden hands, with five up to 49.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials

cdef enum:
    COLUMNS = 64        # more than a deck has cards
    MAX_ASKED = 4       # cards of an own hand
    MAX_HIDDEN = 6

cdef struct SetTable:
    int deck
    int hidden          # cards of a hidden hand
    int depth           # cards of the largest sets that are asked for
    uint32_t one[COLUMNS]
    uint32_t* two       # by colex index of the set
    uint16_t* three
    uint16_t* four
    uint8_t* five
    uint32_t c[MAX_HIDDEN + 1][MAX_DECK_SIZE + 1]   # [cards, card]: C(card, cards)


cdef inline void set_table_free(SetTable* self) noexcept nogil:
    free(self.two)
    free(self.three)
    free(self.four)
    free(self.five)


cdef inline bint set_table_init(
    SetTable* self, const Binomials* B, int deck, int hidden, int own
) noexcept nogil:
    """A table for hidden hands beside hands of up to `own` cards; false if there is no memory."""
    cdef int card, cards
    self.deck = deck
    self.hidden = hidden
    self.depth = min(own + 1, hidden)
    for card in range(COLUMNS):
        self.one[card] = 0
    for cards in range(MAX_HIDDEN + 1):
        for card in range(MAX_DECK_SIZE + 1):
            self.c[cards][card] = <uint32_t>B.c[card][cards]
    self.two = <uint32_t*>calloc(B.c[deck][2] if self.depth >= 2 else 1, sizeof(uint32_t))
    self.three = <uint16_t*>calloc(B.c[deck][3] if self.depth >= 3 else 1, sizeof(uint16_t))
    self.four = <uint16_t*>calloc(B.c[deck][4] if self.depth >= 4 else 1, sizeof(uint16_t))
    self.five = <uint8_t*>calloc(B.c[deck][5] if self.depth >= 5 else 1, sizeof(uint8_t))
    if self.two == NULL or self.three == NULL or self.four == NULL or self.five == NULL:
        set_table_free(self)
        return False
    return True


cdef inline void set_put(SetTable* self, const uint8_t* hand) noexcept nogil:
    """Count one hidden hand (ascending) for all its subsets that may be asked for."""
    cdef int a, b, c, d, e, cards = self.hidden, depth = self.depth
    cdef uint32_t pair, triple, quad
    for a in range(cards):
        self.one[hand[a]] += 1
        if depth < 2:
            continue
        for b in range(a):
            self.two[self.c[2][hand[a]] + hand[b]] += 1
            if depth < 3:
                continue
            pair = self.c[3][hand[a]] + self.c[2][hand[b]]
            for c in range(b):
                self.three[pair + hand[c]] += 1
                if depth < 4:
                    continue
                triple = self.c[4][hand[a]] + self.c[3][hand[b]] + self.c[2][hand[c]]
                for d in range(c):
                    self.four[triple + hand[d]] += 1
                    if depth < 5:
                        continue
                    quad = self.c[5][hand[a]] + self.c[4][hand[b]] + self.c[3][hand[c]] + self.c[2][hand[d]]
                    for e in range(d):
                        self.five[quad + hand[e]] += 1


cdef inline void add_between(
    const SetTable* self, int cards, uint32_t base, int place, int first, int last, int sign, int32_t* out
) noexcept nogil:
    """out[x] += sign x sets of so many cards, x the one at `place` (from 1), for x from `first` to before `last`."""
    cdef int x
    cdef const uint32_t* of_x = self.c[place]
    if cards == 1:
        for x in range(first, last):
            out[x] += sign * <int32_t>self.one[x]
    elif cards == 2:
        for x in range(first, last):
            out[x] += sign * <int32_t>self.two[base + of_x[x]]
    elif cards == 3:
        for x in range(first, last):
            out[x] += sign * <int32_t>self.three[base + of_x[x]]
    elif cards == 4:
        for x in range(first, last):
            out[x] += sign * <int32_t>self.four[base + of_x[x]]
    else:
        for x in range(first, last):
            out[x] += sign * <int32_t>self.five[base + of_x[x]]


cdef inline int64_t set_avoiding(
    const SetTable* self, const uint8_t* own, int cards, int32_t* out
) noexcept nogil:
    """out[x]: the hidden hands that contain x and avoid an own hand (ascending), 0 for the own cards.

    Gives how many hidden hands avoid the own hand.
    """
    cdef int x, subset, below, first, last, held, lower, i
    cdef uint32_t base
    cdef int64_t total = 0
    for x in range(COLUMNS):
        out[x] = 0
    for below in range(cards + 1):      # so many own cards are lower than x
        first = own[below - 1] + 1 if below else 0
        last = own[below] if below < cards else self.deck
        if first >= last:
            continue
        for subset in range(1 << cards):
            held, lower, base = 0, 0, 0
            for i in range(cards):
                if subset >> i & 1:
                    held += 1
                    if i < below:
                        lower += 1
                        base += self.c[held][own[i]]
                    else:
                        base += self.c[held + 1][own[i]]
            if held < self.depth:
                add_between(self, held + 1, base, lower + 1, first, last, -1 if held & 1 else 1, out)
    for i in range(self.deck):
        total += out[i]
    return total // self.hidden
