"""All pairs of cards beside a board: what each makes with it, and how it fares against every other pair.

A flush is possible in at most one suit, that of which the board has all but two cards of a hand. So a card is known by
its face, its rank and whether it is of that suit: cards of one face may be exchanged without any change. Pairs of the
same two faces are one class, with one value and one number of lower pairs; there are 91 classes on most boards.

Classes in order of value are swept once. Of the lower pairs those that share a card with a given pair are those that
contain its first card or its second, and no lower pair contains both.

One card may be known to the player beside his own: it is out of the deck, or the dealer's. In that case the dealer's
hands are single cards that lie beside it: one for each face, and as many as the face has cards.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from cext.bits cimport popcount
from cext.cards cimport FIRST_JOKER, RANKS, SUITS
from cext.hand cimport Ranking, strength_of

cdef enum:
    # Shifts: kernels that check every division (make checked) cannot have one here.
    MAX_PAIRS = (FIRST_JOKER * (FIRST_JOKER - 1)) >> 1
    MAX_FACES = 2 * RANKS
    MAX_CLASSES = (MAX_FACES * (MAX_FACES + 1)) >> 1
    MAX_KEYS = MAX_CLASSES + MAX_FACES    # of pairs, and of single cards of the dealer's
    MAX_COMMUNITY = 5
    RESULTS = 3
    MAX_KINDS = 256

cdef struct Rules:
    Ranking ranking
    int size                       # cards of the deck
    int suits                      # of the deck; its first cards are of these suits
    int community                  # cards of a board
    int hand                       # a hand is the best of so many
    int kinds                      # of dealer's hands
    int known                      # the position of a card that the player knows, -1 if there is none
    bint of_dealer                 # whether it is the dealer's
    uint32_t base                  # the strengths of the tables below start here
    const uint8_t* player_kind     # [strength - base]
    const uint8_t* dealer_kind     # [strength - base]
    uint8_t cards[FIRST_JOKER]     # [position]

cdef struct Sweep:
    int left                       # cards that are not on the board
    uint8_t cards[FIRST_JOKER]     # their positions
    int flush                      # the suit in which a flush is possible, or -1
    int pairs
    uint16_t index[MAX_PAIRS]      # [pair] colex index in the deck
    uint16_t class_of[MAX_PAIRS]   # [pair]
    int faces
    int many[MAX_FACES]            # [face] cards
    uint8_t face_key[MAX_FACES]    # [face] 2 x rank, and one more in the suit of the flush
    int classes                    # some have no pair
    uint8_t first[MAX_CLASSES]     # [class] faces
    uint8_t second[MAX_CLASSES]
    int size[MAX_CLASSES]          # [class] pairs
    int groups                     # classes of equal value are a group; groups ascend
    uint16_t order[MAX_CLASSES]    # classes that have pairs, by group
    uint16_t start[MAX_KEYS + 1]   # [group] in that order
    uint8_t player_kind[MAX_KEYS]  # [group]
    uint8_t dealer_kind[MAX_KEYS]  # [group]
    bint singles                   # whether the dealer's hands are single cards beside a known one
    uint16_t single_order[MAX_FACES]      # faces by group of the dealer's hands
    uint16_t single_start[MAX_KEYS + 1]   # [group] in that order
    int32_t* total                 # [kind, face] all pairs of the dealer's kind that contain a certain card of a face
    int32_t* all_pairs             # [kind]
    int32_t* below                 # [kind, face] those of the groups so far
    int32_t* all_below             # [kind]
    int32_t equal[MAX_FACES]       # [face] those of one group
    int32_t all_equal
    # Work space.
    int32_t strength[MAX_KEYS]     # [key] what some classes, or single cards, make with the board
    int16_t of_ranks[RANKS * RANKS]       # the key of two ranks without a flush, -1 if not yet seen
    int16_t key_of[MAX_CLASSES]    # [class], then its group; -1 where there is no pair
    int16_t single_key[MAX_FACES]  # [face] the key of a single card, then its group
    uint16_t place[MAX_KEYS]


# How a pair fares against the dealer's pairs that share no card with it, by the dealer's kind; equals are of its own.
cdef struct Met:
    int64_t ties
    int64_t wins[MAX_KINDS]
    int64_t losses[MAX_KINDS]


cdef inline void suits_of(const Rules* rules, const uint8_t* board, uint32_t* suits) noexcept nogil:
    """The ranks of a board in each suit."""
    cdef int i, card
    memset(suits, 0, SUITS * sizeof(uint32_t))
    for i in range(rules.community):
        card = rules.cards[board[i]]
        suits[card & 3] |= <uint32_t>1 << (card >> 2)


cdef inline uint32_t strength_with(const Rules* rules, const uint32_t* suits, int one, int other) noexcept nogil:
    """What two cards make with a board."""
    cdef uint32_t held[SUITS]
    cdef int i
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


cdef inline void rank_keys(const int32_t* strengths, int count, uint16_t* lower) noexcept nogil:
    """How many strengths are lower than each: all are compared with all, several at once, which beats sorting them."""
    cdef int i, j
    cdef int32_t own, total
    for i in range(count):
        own = strengths[i]
        total = 0
        for j in range(count):
            total += strengths[j] < own
        lower[i] = total


cdef inline int list_left(int size, int cards, const uint8_t* turned, int known, uint8_t* left) noexcept nogil:
    """The positions that are not among those turned, which ascend, nor known; how many there are."""
    cdef int position, i = 0, count = 0
    for position in range(size):
        if i < cards and turned[i] == position:
            i += 1
        elif position != known:
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


cdef inline int class_number(int face, int other) noexcept nogil:
    return face * (face + 1) // 2 + other if face > other else other * (other + 1) // 2 + face


cdef inline void class_pairs(Sweep* self, const uint8_t* face) noexcept nogil:
    """The class of each pair, from the faces of the cards left."""
    cdef uint16_t number[MAX_FACES]
    cdef int low, high, i, pair = 0
    for high in range(1, self.left):
        if high == 1 or face[high] != face[high - 1]:
            for i in range(self.faces):
                number[i] = class_number(face[high], i)
        for low in range(high):
            self.class_of[pair] = number[face[low]]
            pair += 1


cdef inline int value_classes(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    """List pairs, faces and classes; classes that make the same have one key. Returns how many keys there are.

    Where no flush is possible, or only with two cards of its suit, two ranks are valued once.
    """
    cdef uint32_t suits[SUITS]
    cdef uint8_t* left = self.cards
    cdef uint8_t face[FIRST_JOKER]
    cdef int16_t of_card[2 * RANKS]
    cdef int cards[MAX_FACES][2]
    cdef int i, card, key, low, high, number, ranks, keys = 0, suit
    cdef bint needs_both
    self.left = list_left(rules.size, rules.community, board, rules.known, left)
    self.pairs = self.left * (self.left - 1) // 2
    index_pairs(left, self.left, self.index)
    suits_of(rules, board, suits)
    suit = flush_suit(rules, suits)
    self.flush = suit
    needs_both = suit < 0 or popcount(suits[suit]) == rules.hand - 2
    memset(of_card, 0xFF, sizeof(of_card))
    self.faces = 0
    for i in range(self.left):
        card = rules.cards[left[i]]
        key = 2 * (card >> 2) + ((card & 3) == suit)
        if of_card[key] < 0:
            of_card[key] = self.faces
            self.face_key[self.faces] = key
            self.many[self.faces] = 0
            self.faces += 1
        face[i] = <uint8_t>of_card[key]
        if self.many[face[i]] < 2:
            cards[face[i]][self.many[face[i]]] = card
        self.many[face[i]] += 1
    class_pairs(self, face)
    memset(self.of_ranks, 0xFF, sizeof(self.of_ranks))
    number = 0
    for high in range(self.faces):
        for low in range(high + 1):
            self.first[number] = low
            self.second[number] = high
            self.size[number] = (
                self.many[low] * self.many[high] if low != high else self.many[low] * (self.many[low] - 1) // 2
            )
            self.key_of[number] = -1
            if self.size[number]:
                card = cards[low][1] if low == high else cards[low][0]
                ranks = RANKS * (cards[high][0] >> 2) + (card >> 2)
                if needs_both and not ((card & 3) == suit and (cards[high][0] & 3) == suit):
                    self.key_of[number] = self.of_ranks[ranks]
                    if self.of_ranks[ranks] < 0:
                        self.of_ranks[ranks] = keys
                if self.key_of[number] < 0:
                    self.key_of[number] = keys
                    self.strength[keys] = <int32_t>strength_with(rules, suits, card, cards[high][0])
                    keys += 1
            number += 1
    self.classes = number
    self.singles = rules.of_dealer
    for i in range(self.faces if self.singles else 0):
        self.single_key[i] = keys
        self.strength[keys] = <int32_t>strength_with(rules, suits, rules.cards[rules.known], cards[i][0])
        keys += 1
    return keys


cdef inline void number_groups(const Rules* rules, Sweep* self, int keys) noexcept nogil:
    """place[key] is its group, and the groups' kinds."""
    cdef int i, group = 0
    cdef uint32_t from_base
    cdef uint16_t group_at[MAX_KEYS]
    rank_keys(self.strength, keys, self.place)
    memset(group_at, 0, keys * sizeof(uint16_t))
    for i in range(keys):
        group_at[self.place[i]] = 1
    for i in range(keys):
        if group_at[i]:
            group_at[i] = group
            group += 1
    self.groups = group
    for i in range(keys):
        group = group_at[self.place[i]]
        from_base = <uint32_t>self.strength[i] - rules.base
        self.player_kind[group] = rules.player_kind[from_base]
        self.dealer_kind[group] = rules.dealer_kind[from_base]
        self.place[i] = group


cdef inline void group_singles(Sweep* self) noexcept nogil:
    """The faces of single cards by group; place[key] is still the group."""
    cdef uint16_t* start = self.single_start
    cdef int i, group, face
    memset(start, 0, (self.groups + 1) * sizeof(uint16_t))
    for face in range(self.faces):
        self.single_key[face] = self.place[self.single_key[face]]
        start[self.single_key[face] + 1] += 1
    for group in range(self.groups):
        start[group + 1] += start[group]
    for face in range(self.faces):
        i = start[self.single_key[face]]
        self.single_order[i] = face
        start[self.single_key[face]] += 1
    # Every start has moved to that of the next group.
    for group in range(self.groups, 0, -1):
        start[group] = start[group - 1]
    start[0] = 0


cdef inline void group_classes(const Rules* rules, Sweep* self, int keys) noexcept nogil:
    """Groups in order of value, and the classes of each."""
    cdef int i
    number_groups(rules, self, keys)
    if self.singles:
        group_singles(self)
    memset(self.start, 0, (self.groups + 1) * sizeof(uint16_t))
    for i in range(self.classes):
        if self.key_of[i] >= 0:
            self.key_of[i] = self.place[self.key_of[i]]
            self.start[self.key_of[i] + 1] += 1
    for i in range(self.groups):
        self.start[i + 1] += self.start[i]
        self.place[i] = self.start[i]
    for i in range(self.classes):
        if self.key_of[i] >= 0:
            self.order[self.place[self.key_of[i]]] = i
            self.place[self.key_of[i]] += 1


cdef inline void add_class(const Sweep* self, int number, int32_t* by_face) noexcept nogil:
    """Add to each face how many pairs of the class contain a certain card of it."""
    cdef int first = self.first[number], second = self.second[number]
    if first == second:
        by_face[first] += self.many[first] - 1
    else:
        by_face[first] += self.many[second]
        by_face[second] += self.many[first]


cdef inline int32_t group_size(const Sweep* self, int group) noexcept nogil:
    """The dealer's hands of a group."""
    cdef int i
    cdef int32_t count = 0
    if self.singles:
        for i in range(self.single_start[group], self.single_start[group + 1]):
            count += self.many[self.single_order[i]]
        return count
    for i in range(self.start[group], self.start[group + 1]):
        count += self.size[self.order[i]]
    return count


cdef inline void add_group(const Sweep* self, int group, int32_t* by_face) noexcept nogil:
    """Add to each face how many of the dealer's hands of a group contain a certain card of it."""
    cdef int i
    if self.singles:
        for i in range(self.single_start[group], self.single_start[group + 1]):
            by_face[self.single_order[i]] += 1
        return
    for i in range(self.start[group], self.start[group + 1]):
        add_class(self, self.order[i], by_face)


cdef inline void total_kinds(const Rules* rules, Sweep* self) noexcept nogil:
    """All of the dealer's hands by kind."""
    cdef int group, kind
    memset(self.total, 0, rules.kinds * MAX_FACES * sizeof(int32_t))
    memset(self.all_pairs, 0, rules.kinds * sizeof(int32_t))
    for group in range(self.groups):
        kind = self.dealer_kind[group]
        self.all_pairs[kind] += group_size(self, group)
        add_group(self, group, self.total + kind * MAX_FACES)


cdef inline void sweep_again(const Rules* rules, Sweep* self) noexcept nogil:
    """No group is below."""
    memset(self.below, 0, rules.kinds * MAX_FACES * sizeof(int32_t))
    memset(self.all_below, 0, rules.kinds * sizeof(int32_t))


cdef inline void sweep_start(const Rules* rules, const uint8_t* board, Sweep* self) noexcept nogil:
    """Everything up to the lowest group."""
    cdef int keys = value_classes(rules, board, self)
    group_classes(rules, self, keys)
    total_kinds(rules, self)
    sweep_again(rules, self)


cdef inline void meet_group(Sweep* self, int group) noexcept nogil:
    """Count a group's hands of the dealer by face."""
    self.all_equal = group_size(self, group)
    memset(self.equal, 0, sizeof(self.equal))
    add_group(self, group, self.equal)


cdef inline void pass_group(Sweep* self, int group) noexcept nogil:
    """The group is below from now on."""
    self.all_below[self.dealer_kind[group]] += self.all_equal
    add_group(self, group, self.below + self.dealer_kind[group] * MAX_FACES)


cdef inline void meet_pair(const Sweep* self, int kinds, int number, int dealer_kind, Met* met) noexcept nogil:
    """All hands of the dealer against one pair of a class of the group that the sweep has come to, which is of that
    dealer's kind.

    Where these are pairs, the pair itself is among all and among equals, and is taken away twice with those that
    contain its cards.
    """
    cdef int kind, first = self.first[number], second = self.second[number]
    cdef int itself = 0 if self.singles else 1
    cdef const int32_t* below = self.below
    cdef const int32_t* total = self.total
    met.ties = self.all_equal - self.equal[first] - self.equal[second] + itself
    for kind in range(kinds):
        met.wins[kind] = self.all_below[kind] - below[first] - below[second]
        met.losses[kind] = self.all_pairs[kind] - total[first] - total[second] - met.wins[kind]
        below += MAX_FACES
        total += MAX_FACES
    met.losses[dealer_kind] += itself - met.ties
