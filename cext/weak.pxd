"""Dealer hands that do not qualify: those whose strength is in one of some spans.

The strength is that of the hand that is compared or, with `own_cards`, of the dealer's own cards without the community
cards.
"""
from libc.stdint cimport uint32_t

cdef enum:
    MAX_SPANS = 32

cdef struct WeakRule:
    bint own_cards
    int count
    uint32_t low[MAX_SPANS]      # a span has its low end ...
    uint32_t high[MAX_SPANS]     # ... and not its high end


cdef inline int weak_read(WeakRule* self, const uint32_t[:, ::1] spans, bint own_cards) except -1:
    """From rows [low, high)."""
    cdef int i
    if spans.shape[0] > MAX_SPANS or spans.shape[1] != 2:
        raise ValueError(f"{spans.shape[0]} spans of strengths, more than {MAX_SPANS}")
    self.own_cards = own_cards
    self.count = <int>spans.shape[0]
    for i in range(self.count):
        self.low[i] = spans[i, 0]
        self.high[i] = spans[i, 1]
    return 0


cdef inline bint is_weak(const WeakRule* self, uint32_t strength) noexcept nogil:
    cdef int i
    for i in range(self.count):
        if self.low[i] <= strength < self.high[i]:
            return True
    return False
