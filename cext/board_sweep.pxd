"""All pairs of cards beside a board: what each makes with it, and how it fares against every other pair.

A pair's hand depends on its two ranks alone, except for flushes; those are possible in at most one suit, of which the
board has all but two cards of a hand. So a card is known by its face, its rank and whether it is of that suit, and one
hand is valued for each two faces. Pairs in order of value are then swept once: of the lower ones, those that share a
card with a given pair are those that contain its first card or its second, and no lower pair contains both.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.bits cimport popcount
from cext.cards cimport FIRST_JOKER, RANKS, SUITS
from cext.hand cimport Ranking, strength_of

cdef enum:
    MAX_PAIRS = FIRST_JOKER * (FIRST_JOKER - 1) // 2
    FACES = 2 * RANKS
    MAX_FACE_PAIRS = FACES * FACES
    MAX_COMMUNITY = 5

cdef struct Rules:
    Ranking ranking
    int size                       # cards of the deck
    int community                  # cards of a board
    int hand                       # a hand is the best of so many
    int kinds                      # of dealer's hands
    uint32_t base                  # the strengths of the tables below start here
    const uint8_t* player_kind     # [strength - base]
    const uint8_t* dealer_kind     # [strength - base]
    uint8_t cards[FIRST_JOKER]     # [position]

cdef struct Sweep:
    int pairs
    int groups                     # pairs of equal value are a group; groups ascend
    uint8_t first[MAX_PAIRS]       # [pair] positions, first < second; pairs ascend by colex
    uint8_t second[MAX_PAIRS]
    uint16_t index[MAX_PAIRS]      # [pair] colex index
    uint16_t group[MAX_PAIRS]      # [pair]
    uint16_t order[MAX_PAIRS]      # pairs by group
    uint16_t start[MAX_FACE_PAIRS + 1]
    uint8_t player_kind[MAX_FACE_PAIRS]   # [group]
    uint8_t dealer_kind[MAX_FACE_PAIRS]   # [group]
    int32_t ties[MAX_PAIRS]        # [pair] dealer's pairs of the same value, all of its kind
    int32_t* wins                  # [pair, kind] dealer's pairs that are lower
    int32_t* losses                # [pair, kind] and higher
    # Work space.
    int32_t* below                 # [position, kind] pairs so far that contain a card
    int32_t* all_below             # [kind]
    uint8_t equal[FIRST_JOKER]
    uint64_t keys[MAX_FACE_PAIRS]
    int32_t face_pair[MAX_FACE_PAIRS]     # the number of two faces on this board, -1 if not yet seen
    uint16_t number[MAX_PAIRS]     # [pair] the number of its faces
    uint16_t place[MAX_FACE_PAIRS]


cdef inline int flush_suit(const Rules* rules, const uint32_t* suits) noexcept nogil:
    """The suit in which two more cards may make a flush, -1 if there is none; hands of two cards know no flush."""
    cdef int suit
    if rules.hand > 2:
        for suit in range(SUITS):
            if popcount(suits[suit]) >= rules.hand - 2:
                return suit
    return -1


cdef inline uint32_t strength_of_pair(const Rules* rules, const uint8_t* board, int low, int high) noexcept nogil:
    """What two cards make with a board."""
    cdef uint32_t suits[SUITS]
    cdef int i, card
    for i in range(SUITS):
        suits[i] = 0
    for i in range(rules.community):
        card = rules.cards[board[i]]
        suits[card & 3] |= <uint32_t>1 << (card >> 2)
    suits[rules.cards[low] & 3] |= <uint32_t>1 << (rules.cards[low] >> 2)
    suits[rules.cards[high] & 3] |= <uint32_t>1 << (rules.cards[high] >> 2)
    return strength_of(&rules.ranking, rules.hand, suits, 0)


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


cdef inline int value_pairs(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    """List the pairs and number their faces; keys[number] is strength << 32 | number. Returns how many faces there are.

    Where the board has just all but two cards of a flush, a single card of its suit is like any other.
    """
    cdef uint32_t suits[SUITS]
    cdef uint8_t face[FIRST_JOKER]
    cdef bint is_turned[FIRST_JOKER]
    cdef int i, low, high, card, key, number = 0, pair = 0
    cdef int suit
    cdef bint needs_both
    for i in range(SUITS):
        suits[i] = 0
    for i in range(rules.size):
        is_turned[i] = False
    for i in range(rules.community):
        is_turned[board[i]] = True
        card = rules.cards[board[i]]
        suits[card & 3] |= <uint32_t>1 << (card >> 2)
    suit = flush_suit(rules, suits)
    needs_both = suit >= 0 and popcount(suits[suit]) == rules.hand - 2
    for i in range(rules.size):
        face[i] = 2 * (rules.cards[i] >> 2) + ((rules.cards[i] & 3) == suit)
    for i in range(MAX_FACE_PAIRS):
        self.face_pair[i] = -1
    for high in range(1, rules.size):
        if is_turned[high]:
            continue
        for low in range(high):
            if is_turned[low]:
                continue
            key = FACES * face[high] + face[low]
            if needs_both and not (face[high] & face[low] & 1):
                key = FACES * (face[high] & ~1) + (face[low] & ~1)
            if self.face_pair[key] < 0:
                self.face_pair[key] = number
                self.keys[number] = <uint64_t>strength_of_pair(rules, board, low, high) << 32 | <uint64_t>number
                number += 1
            self.number[pair] = <uint16_t>self.face_pair[key]
            self.first[pair] = low
            self.second[pair] = high
            self.index[pair] = high * (high - 1) // 2 + low
            pair += 1
    self.pairs = pair
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
    for i in range(self.groups + 1):
        self.start[i] = 0
    for i in range(self.pairs):
        self.group[i] = self.place[self.number[i]]
        self.start[self.group[i] + 1] += 1
    for i in range(self.groups):
        self.start[i + 1] += self.start[i]
        self.place[i] = self.start[i]
    for i in range(self.pairs):
        self.order[self.place[self.group[i]]] = i
        self.place[self.group[i]] += 1


cdef inline void sweep_groups(const Rules* rules, Sweep* self) noexcept nogil:
    """Wins and ties of every pair; `below` and `all_below` hold all pairs in the end."""
    cdef int i, group, kind, pair, a, b, count
    cdef int kinds = rules.kinds
    for i in range(kinds):
        self.all_below[i] = 0
    for i in range(rules.size * kinds):
        self.below[i] = 0
    for i in range(rules.size):
        self.equal[i] = 0
    for group in range(self.groups):
        count = self.start[group + 1] - self.start[group]
        for i in range(self.start[group], self.start[group + 1]):
            pair = self.order[i]
            a = self.first[pair]
            b = self.second[pair]
            self.equal[a] += 1
            self.equal[b] += 1
            for kind in range(kinds):
                self.wins[pair * kinds + kind] = (
                    self.all_below[kind] - self.below[a * kinds + kind] - self.below[b * kinds + kind]
                )
        for i in range(self.start[group], self.start[group + 1]):
            pair = self.order[i]
            self.ties[pair] = count - self.equal[self.first[pair]] - self.equal[self.second[pair]] + 1
        kind = self.dealer_kind[group]
        self.all_below[kind] += count
        for i in range(rules.size):
            self.below[i * kinds + kind] += self.equal[i]
            self.equal[i] = 0


cdef inline void count_losses(const Rules* rules, Sweep* self) noexcept nogil:
    """All other pairs that share no card, less those that are not higher."""
    cdef int pair, kind, own, kinds = rules.kinds
    cdef int32_t apart
    for pair in range(self.pairs):
        own = self.dealer_kind[self.group[pair]]
        for kind in range(kinds):
            apart = (
                self.all_below[kind]
                - self.below[self.first[pair] * kinds + kind] - self.below[self.second[pair] * kinds + kind]
            )
            if kind == own:
                apart += 1 - self.ties[pair]
            self.losses[pair * kinds + kind] = apart - self.wins[pair * kinds + kind]


cdef inline void sweep_board(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    cdef int faces = value_pairs(rules, board, self)
    group_pairs(rules, self, faces)
    sweep_groups(rules, self)
    count_losses(rules, self)
