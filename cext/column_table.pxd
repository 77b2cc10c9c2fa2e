"""How many hidden hands avoid the cards of a hand and one more card, for all cards that this may be at once.

The table has a row for every set S of up to MAX_SET cards, with a column for each card x: how many of the hands that
were put into it contain S and x. So the hands that contain x and avoid a hand Q are the sum over all S in Q of
(-1)^|S| row(S), a sum of rows; and those that avoid both Q and x are those that avoid Q, less these. The hands that
avoid Q are met once for each of their cards: the sum of all columns outside Q, divided by the number of cards.

Bounds: hidden hands have up to six of at most 54 cards. With five cards given there is one hand at most, with four up
to 50, with three up to C(51,2), with two up to C(52,4) < 2**32.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport Binomials

cdef enum:
    COLUMNS = 64        # more than a deck has cards: rows start where memory is quick
    MAX_SET = 5
    MAX_HIDDEN = 6

cdef struct ColumnTable:
    int deck
    int hidden          # cards of a hidden hand
    int depth           # cards of the largest sets
    uint32_t* none
    uint32_t* one       # rows by colex index of the set
    uint16_t* two
    uint16_t* three
    uint8_t* four
    uint8_t* five
    uint32_t c2[MAX_DECK_SIZE + 1]
    uint32_t c3[MAX_DECK_SIZE + 1]
    uint32_t c4[MAX_DECK_SIZE + 1]
    uint32_t c5[MAX_DECK_SIZE + 1]


cdef inline void column_table_free(ColumnTable* self) noexcept nogil:
    free(self.none)
    free(self.one)
    free(self.two)
    free(self.three)
    free(self.four)
    free(self.five)


cdef inline bint column_table_init(
    ColumnTable* self, const Binomials* B, int deck, int hidden, int own
) noexcept nogil:
    """A table for hidden hands beside hands of up to `own` cards; false if there is no memory."""
    cdef int card
    self.deck = deck
    self.hidden = hidden
    # A set with as many cards as a hidden hand has no further card.
    self.depth = min(own, hidden - 1)
    for card in range(MAX_DECK_SIZE + 1):
        self.c2[card] = <uint32_t>B.c[card][2]
        self.c3[card] = <uint32_t>B.c[card][3]
        self.c4[card] = <uint32_t>B.c[card][4]
        self.c5[card] = <uint32_t>B.c[card][5]
    self.none = <uint32_t*>calloc(COLUMNS, sizeof(uint32_t))
    self.one = <uint32_t*>calloc(deck * COLUMNS if self.depth >= 1 else 1, sizeof(uint32_t))
    self.two = <uint16_t*>calloc(B.c[deck][2] * COLUMNS if self.depth >= 2 else 1, sizeof(uint16_t))
    self.three = <uint16_t*>calloc(B.c[deck][3] * COLUMNS if self.depth >= 3 else 1, sizeof(uint16_t))
    self.four = <uint8_t*>calloc(B.c[deck][4] * COLUMNS if self.depth >= 4 else 1, sizeof(uint8_t))
    self.five = <uint8_t*>calloc(B.c[deck][5] * COLUMNS if self.depth >= 5 else 1, sizeof(uint8_t))
    if (
        self.none == NULL or self.one == NULL or self.two == NULL or self.three == NULL or self.four == NULL
        or self.five == NULL
    ):
        column_table_free(self)
        return False
    return True


cdef inline void column_put(ColumnTable* self, const uint8_t* hand) noexcept nogil:
    """Count one hidden hand (ascending) in the rows of all its subsets."""
    cdef int a, b, c, d, e, x, cards = self.hidden
    cdef uint32_t* wide
    cdef uint16_t* middle
    cdef uint8_t* narrow
    cdef uint32_t pair, triple, quad
    for x in range(cards):
        self.none[hand[x]] += 1
    if self.depth < 1:
        return
    for a in range(cards):
        wide = self.one + hand[a] * COLUMNS
        for x in range(cards):
            wide[hand[x]] += 1
        if self.depth < 2:
            continue
        for b in range(a):
            middle = self.two + <int64_t>(self.c2[hand[a]] + hand[b]) * COLUMNS
            for x in range(cards):
                middle[hand[x]] += 1
            if self.depth < 3:
                continue
            pair = self.c3[hand[a]] + self.c2[hand[b]]
            for c in range(b):
                middle = self.three + <int64_t>(pair + hand[c]) * COLUMNS
                for x in range(cards):
                    middle[hand[x]] += 1
                if self.depth < 4:
                    continue
                triple = self.c4[hand[a]] + self.c3[hand[b]] + self.c2[hand[c]]
                for d in range(c):
                    narrow = self.four + <int64_t>(triple + hand[d]) * COLUMNS
                    for x in range(cards):
                        narrow[hand[x]] += 1
                    if self.depth < 5:
                        continue
                    quad = self.c5[hand[a]] + self.c4[hand[b]] + self.c3[hand[c]] + self.c2[hand[d]]
                    for e in range(d):
                        narrow = self.five + <int64_t>(quad + hand[e]) * COLUMNS
                        for x in range(cards):
                            narrow[hand[x]] += 1


cdef inline void add_wide(int32_t* out, const uint32_t* row, int sign) noexcept nogil:
    cdef int x
    for x in range(COLUMNS):
        out[x] += sign * <int32_t>row[x]


cdef inline void add_middle(int32_t* out, const uint16_t* row, int sign) noexcept nogil:
    cdef int x
    for x in range(COLUMNS):
        out[x] += sign * <int32_t>row[x]


cdef inline void sum_middle(uint16_t* out, const uint16_t* row) noexcept nogil:
    cdef int x
    for x in range(COLUMNS):
        out[x] += row[x]


cdef inline void sum_narrow(uint16_t* out, const uint8_t* row) noexcept nogil:
    cdef int x
    for x in range(COLUMNS):
        out[x] += row[x]


cdef inline void column_holding(const ColumnTable* self, const uint8_t* own, int cards, int32_t* out) noexcept nogil:
    """out[x]: the hidden hands that contain x and avoid an own hand (ascending); of its own cards it says nothing.

    Sums of ten rows of sets of three cards stay below 2**16: each is at most C(51,2) = 1,275.
    """
    cdef int a, b, c, d, e, x
    cdef uint32_t pair, triple, quad
    cdef uint16_t threes[COLUMNS]
    cdef uint16_t fours[COLUMNS]
    for x in range(COLUMNS):
        out[x] = <int32_t>self.none[x]
        threes[x] = 0
        fours[x] = 0
    if self.depth < 1:
        return
    for a in range(cards):
        add_wide(out, self.one + own[a] * COLUMNS, -1)
        if self.depth < 2:
            continue
        for b in range(a):
            add_middle(out, self.two + <int64_t>(self.c2[own[a]] + own[b]) * COLUMNS, 1)
            if self.depth < 3:
                continue
            pair = self.c3[own[a]] + self.c2[own[b]]
            for c in range(b):
                sum_middle(threes, self.three + <int64_t>(pair + own[c]) * COLUMNS)
                if self.depth < 4:
                    continue
                triple = self.c4[own[a]] + self.c3[own[b]] + self.c2[own[c]]
                for d in range(c):
                    sum_narrow(fours, self.four + <int64_t>(triple + own[d]) * COLUMNS)
                    if self.depth < 5:
                        continue
                    quad = self.c5[own[a]] + self.c4[own[b]] + self.c3[own[c]] + self.c2[own[d]]
                    for e in range(d):
                        for x in range(COLUMNS):
                            out[x] -= self.five[<int64_t>(quad + own[e]) * COLUMNS + x]
    for x in range(COLUMNS):
        out[x] += <int32_t>fours[x] - <int32_t>threes[x]


cdef inline int64_t column_avoiding(
    const ColumnTable* self, const uint8_t* own, int cards, int32_t* out
) noexcept nogil:
    """The same with 0 for the own cards; gives how many hidden hands avoid the own hand."""
    cdef int i
    cdef int64_t total = 0
    column_holding(self, own, cards, out)
    for i in range(cards):
        out[own[i]] = 0
    for i in range(self.deck):
        total += out[i]
    return total // self.hidden
