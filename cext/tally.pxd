"""A tally: how much weight each 64-bit key has received. Few distinct keys, very many additions."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

cdef struct Tally:
    uint64_t* keys
    uint64_t* counts      # 0 marks an empty slot: no key is ever added with weight 0
    uint64_t mask         # slots - 1; the number of slots is a power of two
    uint64_t used
    bint failed           # no memory was left; the result must be thrown away


cdef inline bint tally_init(Tally* self, int log2_slots) noexcept nogil:
    """True if the memory was there."""
    cdef uint64_t slots = <uint64_t>1 << log2_slots
    self.keys = <uint64_t*>calloc(slots, sizeof(uint64_t))
    self.counts = <uint64_t*>calloc(slots, sizeof(uint64_t))
    self.mask = slots - 1
    self.used = 0
    self.failed = self.keys == NULL or self.counts == NULL
    return not self.failed


cdef inline void tally_free(Tally* self) noexcept nogil:
    free(self.keys)
    free(self.counts)
    self.keys = NULL
    self.counts = NULL


cdef inline uint64_t tally_slot(const Tally* self, uint64_t key) noexcept nogil:
    """The slot of the key, or the empty one where it belongs."""
    cdef uint64_t slot = (key * <uint64_t>0x9E3779B97F4A7C15) >> 20 & self.mask
    while self.counts[slot] != 0 and self.keys[slot] != key:
        slot = (slot + 1) & self.mask
    return slot


cdef inline void tally_grow(Tally* self) noexcept nogil:
    cdef Tally larger
    cdef uint64_t old, slot
    cdef int log2_slots = 1
    while (<uint64_t>1 << log2_slots) <= self.mask + 1:
        log2_slots += 1
    if not tally_init(&larger, log2_slots):
        tally_free(&larger)
        self.failed = True
        return
    for old in range(self.mask + 1):
        if self.counts[old] != 0:
            slot = tally_slot(&larger, self.keys[old])
            larger.keys[slot] = self.keys[old]
            larger.counts[slot] = self.counts[old]
    larger.used = self.used
    tally_free(self)
    self[0] = larger


cdef inline void tally_add(Tally* self, uint64_t key, uint64_t weight) noexcept nogil:
    """Add weight >= 1 to the key."""
    cdef uint64_t slot
    if self.failed:
        return
    slot = tally_slot(self, key)
    if self.counts[slot] == 0:
        if 2 * self.used >= self.mask:
            tally_grow(self)
            if self.failed:
                return
            slot = tally_slot(self, key)
        self.keys[slot] = key
        self.used += 1
    self.counts[slot] += weight
