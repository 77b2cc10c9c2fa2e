"""Colex: the hand c1 < ... < ck has index C(c1,1) + ... + C(ck,k)."""
from libc.stdint cimport uint8_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE

cdef enum:
    MAX_CHOSEN = 7

cdef struct Binomials:
    uint64_t c[MAX_DECK_SIZE + 1][MAX_CHOSEN + 1]


cdef inline void binomials_init(Binomials* self) noexcept nogil:
    cdef int n, k
    for n in range(MAX_DECK_SIZE + 1):
        for k in range(MAX_CHOSEN + 1):
            if k == 0:
                self.c[n][k] = 1
            elif n == 0:
                self.c[n][k] = 0
            else:
                self.c[n][k] = self.c[n - 1][k - 1] + self.c[n - 1][k]


cdef inline uint64_t colex_rank(const Binomials* B, const uint8_t* cards, int k) noexcept nogil:
    cdef uint64_t index = 0
    cdef int i
    for i in range(k):
        index += B.c[cards[i]][i + 1]
    return index


cdef inline void colex_unrank(const Binomials* B, uint64_t index, uint8_t* cards, int k) noexcept nogil:
    """Largest card first: the greatest c with C(c, i) <= index."""
    cdef int i, card = MAX_DECK_SIZE
    for i in range(k, 0, -1):
        while B.c[card][i] > index:
            card -= 1
        index -= B.c[card][i]
        cards[i - 1] = card


cdef inline void colex_next(uint8_t* cards, int k) noexcept nogil:
    """The next hand: the lowest card that can move up by one does, those below it restart at 0, 1, ..."""
    cdef int i = 0, below
    while i + 1 < k and cards[i] + 1 == cards[i + 1]:
        i += 1
    cards[i] += 1
    for below in range(i):
        cards[below] = below
