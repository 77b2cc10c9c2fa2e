"""All pairs of cards beside a board: what each makes with it, and how it fares against every other pair.

A pair's hand depends on its two ranks alone, except for flushes; those are possible in at most one suit, of which the
board has all but two cards of a hand. So a card is known by its face, its rank and whether it is of that suit, and one
hand is valued for each two faces. Pairs in order of value are then swept once: of the lower ones, those that share a
card with a given pair are those that contain its first card or its second, and no lower pair contains both.

Cards are known by their place among those that are left, so that the cards of a pair are the same for every board.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from cext.bits cimport popcount
from cext.cards cimport FIRST_JOKER, RANKS, SUITS
from cext.hand cimport Ranking, strength_of

cdef enum:
    MAX_PAIRS = FIRST_JOKER * (FIRST_JOKER - 1) // 2
    FACES = 2 * RANKS
    MAX_FACE_PAIRS = FACES * FACES
    MAX_COMMUNITY = 5
    RESULTS = 3

cdef struct Rules:
    Ranking ranking
    int size                       # cards of the deck
    int community                  # cards of a board
    int hand                       # a hand is the best of so many
    int kinds                      # of dealer's hands
    int own_count                  # kinds of own cards
    int hand_kinds                 # of the player's hands
    uint32_t base                  # the strengths of the tables below start here
    const uint8_t* player_kind     # [strength - base]
    const uint8_t* dealer_kind     # [strength - base]
    const uint8_t* own_kind        # [pair of the deck]
    uint8_t cards[FIRST_JOKER]     # [position]

cdef struct Sweep:
    int pairs
    int left                       # cards that are not on the board
    int groups                     # pairs of equal value are a group; groups ascend
    uint8_t first[MAX_PAIRS]       # [pair] places of its cards, first < second; pairs ascend by colex
    uint8_t second[MAX_PAIRS]
    uint16_t index[MAX_PAIRS]      # [pair] colex index in the deck
    uint16_t order[MAX_PAIRS]      # pairs by group
    uint16_t start[MAX_FACE_PAIRS + 1]    # [group] in that order
    uint8_t player_kind[MAX_FACE_PAIRS]   # [group]
    uint8_t dealer_kind[MAX_FACE_PAIRS]   # [group]
    int32_t* total                 # [kind, place] all pairs of the dealer's kind that contain a card
    int32_t* all_pairs             # [kind]
    int32_t* below                 # [kind, place] those of the groups so far
    int32_t* all_below             # [kind]
    int32_t equal[FIRST_JOKER]     # [place] those of one group
    # Work space.
    uint64_t keys[MAX_FACE_PAIRS]
    int16_t face_pair[MAX_FACE_PAIRS]     # the number of two faces on this board, -1 if not yet seen
    uint16_t number[MAX_PAIRS]     # [pair] the number of its faces, then its group
    uint16_t place[MAX_FACE_PAIRS]


cdef inline void sweep_init(Sweep* self, int left) noexcept nogil:
    cdef int low, high, pair = 0
    self.left = left
    for high in range(1, left):
        for low in range(high):
            self.first[pair] = low
            self.second[pair] = high
            pair += 1
    self.pairs = pair
    memset(self.equal, 0, sizeof(self.equal))


cdef inline void suits_of(const Rules* rules, const uint8_t* board, uint32_t* suits) noexcept nogil:
    """The ranks of a board in each suit."""
    cdef int i, card
    memset(suits, 0, SUITS * sizeof(uint32_t))
    for i in range(rules.community):
        card = rules.cards[board[i]]
        suits[card & 3] |= <uint32_t>1 << (card >> 2)


cdef inline uint32_t strength_with(const Rules* rules, const uint32_t* suits, int low, int high) noexcept nogil:
    """What two cards of the deck make with a board."""
    cdef uint32_t held[SUITS]
    cdef int i, one = rules.cards[low], other = rules.cards[high]
    for i in range(SUITS):
        held[i] = suits[i]
    held[one & 3] |= <uint32_t>1 << (one >> 2)
    held[other & 3] |= <uint32_t>1 << (other >> 2)
    return strength_of(&rules.ranking, rules.hand, held, 0)


cdef inline int flush_suit(const Rules* rules, const uint32_t* suits) noexcept nogil:
    """The suit in which two more cards may make a flush, -1 if there is none; hands of two cards know no flush."""
    cdef int suit
    if rules.hand > 2:
        for suit in range(SUITS):
            if popcount(suits[suit]) >= rules.hand - 2:
                return suit
    return -1


cdef inline void sort_keys(uint64_t* keys, int count) noexcept nogil:
    """A shell sort: a few hundred keys at most."""
    cdef int gap = 121, i, j
    cdef uint64_t key
    while gap > 1:
        gap //= 3
        for i in range(gap, count):
            key = keys[i]
            j = i
            while j >= gap and keys[j - gap] > key:
                keys[j] = keys[j - gap]
                j -= gap
            keys[j] = key


cdef inline int list_left(int size, int cards, const uint8_t* turned, uint8_t* left) noexcept nogil:
    """The positions that are not among those turned, which ascend; how many there are."""
    cdef int position, i = 0, count = 0
    for position in range(size):
        if i < cards and turned[i] == position:
            i += 1
        else:
            left[count] = position
            count += 1
    return count


cdef inline void index_pairs(const uint8_t* left, int count, uint16_t* index) noexcept nogil:
    """Colex indices of the pairs of these positions, in order."""
    cdef int low, high, row, pair = 0
    for high in range(1, count):
        row = left[high] * (left[high] - 1) // 2
        for low in range(high):
            index[pair] = row + left[low]
            pair += 1


cdef inline int value_pairs(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    """Number the faces of all pairs; keys[number] is strength << 32 | number. Returns how many faces there are.

    Where the board has just all but two cards of a flush, a single card of its suit is like any other.
    """
    cdef uint32_t suits[SUITS]
    cdef uint8_t left[FIRST_JOKER]
    cdef int face[FIRST_JOKER]
    cdef int i, low, high, key, number = 0, pair = 0, suit
    cdef bint needs_both
    list_left(rules.size, rules.community, board, left)
    index_pairs(left, self.left, self.index)
    suits_of(rules, board, suits)
    suit = flush_suit(rules, suits)
    needs_both = suit >= 0 and popcount(suits[suit]) == rules.hand - 2
    for i in range(self.left):
        face[i] = 2 * (rules.cards[left[i]] >> 2) + ((rules.cards[left[i]] & 3) == suit)
    memset(self.face_pair, 0xFF, sizeof(self.face_pair))
    for high in range(1, self.left):
        for low in range(high):
            if needs_both and not (face[high] & face[low] & 1):
                key = FACES * (face[high] & ~1) + (face[low] & ~1)
            else:
                key = FACES * face[high] + face[low]
            if self.face_pair[key] < 0:
                self.face_pair[key] = number
                self.keys[number] = (
                    <uint64_t>strength_with(rules, suits, left[low], left[high]) << 32 | <uint64_t>number
                )
                number += 1
            self.number[pair] = <uint16_t>self.face_pair[key]
            pair += 1
    return number


cdef inline void group_pairs(const Rules* rules, Sweep* self, int faces) noexcept nogil:
    """Groups in order of value, and the pairs of each."""
    cdef int i, group = -1
    cdef uint32_t strength, last = 0
    sort_keys(self.keys, faces)
    for i in range(faces):
        strength = <uint32_t>(self.keys[i] >> 32)
        if i == 0 or strength != last:
            group += 1
            last = strength
            self.player_kind[group] = rules.player_kind[strength - rules.base]
            self.dealer_kind[group] = rules.dealer_kind[strength - rules.base]
        self.place[<uint32_t>self.keys[i]] = group
    self.groups = group + 1
    memset(self.start, 0, (self.groups + 1) * sizeof(uint16_t))
    for i in range(self.pairs):
        self.number[i] = self.place[self.number[i]]
        self.start[self.number[i] + 1] += 1
    for i in range(self.groups):
        self.start[i + 1] += self.start[i]
        self.place[i] = self.start[i]
    for i in range(self.pairs):
        self.order[self.place[self.number[i]]] = i
        self.place[self.number[i]] += 1


cdef inline void total_kinds(const Rules* rules, Sweep* self) noexcept nogil:
    """All pairs by kind; of the last kind are those that are of no other."""
    cdef int group, kind, i, pair, last = rules.kinds - 1
    cdef int32_t* total
    memset(self.total, 0, rules.kinds * FIRST_JOKER * sizeof(int32_t))
    memset(self.all_pairs, 0, rules.kinds * sizeof(int32_t))
    for group in range(self.groups):
        kind = self.dealer_kind[group]
        self.all_pairs[kind] += self.start[group + 1] - self.start[group]
        if kind == last:
            continue
        total = self.total + kind * FIRST_JOKER
        for i in range(self.start[group], self.start[group + 1]):
            pair = self.order[i]
            total[self.first[pair]] += 1
            total[self.second[pair]] += 1
    total = self.total + last * FIRST_JOKER
    for i in range(self.left):
        total[i] = self.left - 1
        for kind in range(last):
            total[i] -= self.total[kind * FIRST_JOKER + i]


cdef inline void sweep_again(const Rules* rules, Sweep* self) noexcept nogil:
    """No group is below."""
    memset(self.below, 0, rules.kinds * FIRST_JOKER * sizeof(int32_t))
    memset(self.all_below, 0, rules.kinds * sizeof(int32_t))


cdef inline void sweep_start(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    """Everything up to the lowest group."""
    cdef int faces = value_pairs(rules, board, self)
    group_pairs(rules, self, faces)
    total_kinds(rules, self)
    sweep_again(rules, self)


cdef inline void meet_group(Sweep* self, int group) noexcept nogil:
    """Count a group's pairs by card."""
    cdef int i, pair
    for i in range(self.start[group], self.start[group + 1]):
        pair = self.order[i]
        self.equal[self.first[pair]] += 1
        self.equal[self.second[pair]] += 1


cdef inline void pass_group(Sweep* self, int group) noexcept nogil:
    """The group is below from now on."""
    cdef int i, pair
    cdef int32_t* below = self.below + self.dealer_kind[group] * FIRST_JOKER
    self.all_below[self.dealer_kind[group]] += self.start[group + 1] - self.start[group]
    for i in range(self.start[group], self.start[group + 1]):
        pair = self.order[i]
        below[self.first[pair]] += 1
        below[self.second[pair]] += 1
        self.equal[self.first[pair]] = 0
        self.equal[self.second[pair]] = 0
