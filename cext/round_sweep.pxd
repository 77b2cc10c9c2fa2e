"""How many hidden hands that were put into a table have no card of a given hand.

The table keeps, for every set S of up to MAX_DEPTH cards, how many of the hands contain S. A hand Q avoids
sum over S in Q of (-1)^|S| T[S] of them (docs/method.md).
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t
from cext.cards cimport MAX_DECK_SIZE

cdef enum:
    MAX_DEPTH = 6

cdef struct Columns:
    uint32_t c[MAX_DEPTH + 1][MAX_DECK_SIZE + 1]    # [k][n]: n over k

cdef struct Table:
    int64_t all
    uint32_t* of[MAX_DEPTH + 1]     # [size][colex index]


cdef inline void columns_init(Columns* self) noexcept nogil:
    cdef int n, k
    for n in range(MAX_DECK_SIZE + 1):
        for k in range(MAX_DEPTH + 1):
            if k == 0:
                self.c[k][n] = 1
            elif n == 0:
                self.c[k][n] = 0
            else:
                self.c[k][n] = self.c[k][n - 1] + self.c[k - 1][n - 1]


cdef inline void put(Table* table, const Columns* N, const uint8_t* hand, int cards, int depth) noexcept nogil:
    """Count one hand (ascending) for each of its subsets of up to `depth` cards."""
    cdef int a, b, c, d, e, f
    cdef uint32_t two, three, four, five, six
    table.all += 1
    if depth < 1:
        return
    for a in range(cards):
        table.of[1][hand[a]] += 1
        if depth < 2:
            continue
        for b in range(a):
            two = N.c[2][hand[a]] + hand[b]
            table.of[2][two] += 1
            if depth < 3:
                continue
            three = N.c[3][hand[a]] + N.c[2][hand[b]]
            for c in range(b):
                table.of[3][three + hand[c]] += 1
                if depth < 4:
                    continue
                four = N.c[4][hand[a]] + N.c[3][hand[b]] + N.c[2][hand[c]]
                for d in range(c):
                    table.of[4][four + hand[d]] += 1
                    if depth < 5:
                        continue
                    five = N.c[5][hand[a]] + N.c[4][hand[b]] + N.c[3][hand[c]] + N.c[2][hand[d]]
                    for e in range(d):
                        table.of[5][five + hand[e]] += 1
                        if depth < 6:
                            continue
                        six = (
                            N.c[6][hand[a]] + N.c[5][hand[b]] + N.c[4][hand[c]] + N.c[3][hand[d]] + N.c[2][hand[e]]
                        )
                        for f in range(e):
                            table.of[6][six + hand[f]] += 1


cdef inline int64_t avoiding(
    const Table* table, const Columns* N, const uint8_t* hand, int cards, int depth
) noexcept nogil:
    """How many hands of the table have no card of this one (ascending)."""
    cdef int a, b, c, d, e, f
    cdef uint32_t two, three, four, five, six
    cdef int64_t total = table.all
    for a in range(cards if depth > 0 else 0):
        total -= table.of[1][hand[a]]
        if depth < 2:
            continue
        for b in range(a):
            two = N.c[2][hand[a]] + hand[b]
            total += table.of[2][two]
            if depth < 3:
                continue
            three = N.c[3][hand[a]] + N.c[2][hand[b]]
            for c in range(b):
                total -= table.of[3][three + hand[c]]
                if depth < 4:
                    continue
                four = N.c[4][hand[a]] + N.c[3][hand[b]] + N.c[2][hand[c]]
                for d in range(c):
                    total += table.of[4][four + hand[d]]
                    if depth < 5:
                        continue
                    five = N.c[5][hand[a]] + N.c[4][hand[b]] + N.c[3][hand[c]] + N.c[2][hand[d]]
                    for e in range(d):
                        total -= table.of[5][five + hand[e]]
                        if depth < 6:
                            continue
                        six = (
                            N.c[6][hand[a]] + N.c[5][hand[b]] + N.c[4][hand[c]] + N.c[3][hand[d]] + N.c[2][hand[e]]
                        )
                        for f in range(e):
                            total += table.of[6][six + hand[f]]
    return total


cdef inline uint32_t index_with(
    const Columns* N, const uint8_t* hand, int a, int b, int c, int d, int e, int more
) noexcept nogil:
    """The colex index of some cards of a hand, the highest first (a place of -1 ends them), and one more card."""
    cdef int places[5]
    cdef int i, count = 0, above = 0, card
    cdef uint32_t index = 0
    places[0], places[1], places[2], places[3], places[4] = a, b, c, d, e
    while count < 5 and places[count] >= 0:
        count += 1
    for i in range(count):
        card = hand[places[i]]
        # A card above the one more has it below; one below has not.
        if card > more:
            index += N.c[count + 1 - i][card]
            above += 1
        else:
            index += N.c[count - i][card]
    return index + N.c[count + 1 - above][more]


cdef inline int64_t with_card(
    const Table* table, const Columns* N, const uint8_t* hand, int cards, int more, int depth
) noexcept nogil:
    """How many hands of the table have one card and none of this hand (ascending, without that card)."""
    cdef int a, b, c, d, e
    cdef int64_t total
    if depth < 1:
        return 0
    total = table.of[1][more]
    for a in range(cards if depth > 1 else 0):
        total -= table.of[2][index_with(N, hand, a, -1, -1, -1, -1, more)]
        for b in range(a if depth > 2 else 0):
            total += table.of[3][index_with(N, hand, a, b, -1, -1, -1, more)]
            for c in range(b if depth > 3 else 0):
                total -= table.of[4][index_with(N, hand, a, b, c, -1, -1, more)]
                for d in range(c if depth > 4 else 0):
                    total += table.of[5][index_with(N, hand, a, b, c, d, -1, more)]
                    for e in range(d if depth > 5 else 0):
                        total -= table.of[6][index_with(N, hand, a, b, c, d, e, more)]
    return total
