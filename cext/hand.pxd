"""What a hand is worth: one integer from the ranks held in each suit and the number of jokers.

    strength = type << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5
    value    = strength << 1 | natural

Strengths compare as the hands do. A rank is written 2..14. The top of a straight is written 6..13 as
itself, 15 when ace high; the wheel is 5 (of four cards 4, of three 3) where it is the lowest straight and 14
where it is the second highest, so a strength can be read back without knowing the game. Behind the top of a straight
flush stands a 1 (NATURAL_FIRST) where a natural one beats its wild equal.

Nothing here loops over five-card subsets: each type is looked for in all the cards at once, from the best
type down, which is right for any number of cards because a joker only ever helps.
"""
from libc.stdint cimport uint8_t, uint32_t
from cext.bits cimport popcount, top_bit, without_top, ACE, ACE_RANK, ALL_RANKS
from cext.cards cimport RANKS, RANK_SETS

cdef enum:
    JOKER_NONE = 0
    JOKER_WILD = 1
    JOKER_BUG = 2

cdef enum:
    # Where the wheel stands among the straights.
    WHEEL_LOWEST = 0
    WHEEL_SECOND = 1
    WHEEL_NONE = 2

cdef enum:
    # Which of a natural and a wild hand that are equal otherwise wins: neither, or the natural one of these types.
    NATURAL_ALIKE = 0
    NATURAL_ROYAL = 1
    NATURAL_STRAIGHT_FLUSH = 2

cdef enum:
    # The order of three-card hands, see THREE_CARD_ORDERS of analyzer/cards/ranking.py.
    ORDER_THREE_CARD = 0
    ORDER_FIVE_CARD = 1
    ORDER_FLUSH_OVER_STRAIGHT = 2

cdef enum:
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND_BELOW_ROYAL = 9
    ROYAL_FLUSH = 10
    FIVE_OF_A_KIND_ABOVE_ROYAL = 11
    # Five wild cards, in games that rank them above everything, with the ranks of the hand that they are otherwise;
    # strengths below never have it.
    FIVE_WILDS = 12
    # Three-card order: a straight beats a flush, three of a kind beats both.
    THREE_HIGH_CARD = 16
    THREE_PAIR = 17
    THREE_FLUSH = 18
    THREE_STRAIGHT = 19
    THREE_THREE_OF_A_KIND = 20
    THREE_STRAIGHT_FLUSH = 21
    # Four-card order: three of a kind beats a flush, four of a kind beats everything.
    FOUR_HIGH_CARD = 24
    FOUR_PAIR = 25
    FOUR_TWO_PAIR = 26
    FOUR_STRAIGHT = 27
    FOUR_FLUSH = 28
    FOUR_THREE_OF_A_KIND = 29
    FOUR_STRAIGHT_FLUSH = 30
    FOUR_FOUR_OF_A_KIND = 31
    # Two cards and one card know neither straights nor flushes.
    TWO_CARDS_HIGH = 32
    TWO_CARDS_PAIR = 33
    ONE_CARD_HIGH = 34
    # Three cards in the order of five: flush, straight, three of a kind.
    FIVE_ORDER_HIGH_CARD = 40
    FIVE_ORDER_PAIR = 41
    FIVE_ORDER_THREE_OF_A_KIND = 42
    FIVE_ORDER_STRAIGHT = 43
    FIVE_ORDER_FLUSH = 44
    FIVE_ORDER_STRAIGHT_FLUSH = 45
    # The three-card order with flush and straight exchanged.
    FLUSH_OVER_HIGH_CARD = 48
    FLUSH_OVER_PAIR = 49
    FLUSH_OVER_STRAIGHT = 50
    FLUSH_OVER_FLUSH = 51
    FLUSH_OVER_THREE_OF_A_KIND = 52
    FLUSH_OVER_STRAIGHT_FLUSH = 53

cdef enum:
    ACE_HIGH_STRAIGHT = 15
    TYPE_SHIFT = 20
    NATURAL_FIRST = 1 << 12
    ACE_NIBBLES = 0xEEEEE
    # Jokers that a hand may hold, and cards that are wild like jokers: four of a rank and a joker are five.
    MAX_WILDS = 5

cdef struct ThreeCodes:
    uint32_t high_card, pair, flush, straight, three_of_a_kind, straight_flush

cdef struct Ranking:
    int joker                     # JOKER_NONE, JOKER_WILD or JOKER_BUG
    int wheel                     # WHEEL_*
    uint32_t five_of_a_kind       # its type: below or above the royal flush
    bint flush_aces               # a joker in a flush is an ace, beside the suit's own ace too
    int natural_first             # NATURAL_*
    ThreeCodes three              # types of three-card hands
    uint32_t five_ranks           # ranks of which wild jokers make five of a kind
    uint8_t straight[MAX_WILDS + 1][RANK_SETS]    # [jokers][ranks]: top of the best five-card straight, 0 for none
    uint8_t straight3[MAX_WILDS + 1][RANK_SETS]   # the same for three cards
    uint32_t top5[RANK_SETS]           # the five highest ranks, packed as in a strength


cdef inline uint8_t best_straight(uint32_t ranks, int jokers, int length, int wheel) noexcept nogil:
    """Top of the best straight of `length` cards that `ranks` and the jokers make, 0 for none."""
    cdef uint32_t wheel_ranks = ACE | ((1 << (length - 1)) - 1)
    cdef bint has_wheel = wheel != WHEEL_NONE and popcount(wheel_ranks & ~ranks) <= jokers
    cdef uint32_t window = ((1 << length) - 1) << (RANKS - length)
    cdef int top
    for top in range(14, length, -1):
        if popcount(window & ~ranks) <= jokers:
            return ACE_HIGH_STRAIGHT if top == 14 else top
        if top == 14 and wheel == WHEEL_SECOND and has_wheel:
            return 14
        window >>= 1
    return length if has_wheel else 0


cdef inline uint32_t pack_top5(uint32_t ranks) noexcept nogil:
    cdef uint32_t packed = 0
    cdef int _
    for _ in range(5):
        packed <<= 4
        if ranks:
            packed |= top_bit(ranks) + 2
            ranks = without_top(ranks)
    return packed


cdef inline ThreeCodes three_codes(int order) noexcept nogil:
    if order == ORDER_FIVE_CARD:
        return ThreeCodes(
            FIVE_ORDER_HIGH_CARD, FIVE_ORDER_PAIR, FIVE_ORDER_FLUSH, FIVE_ORDER_STRAIGHT, FIVE_ORDER_THREE_OF_A_KIND,
            FIVE_ORDER_STRAIGHT_FLUSH,
        )
    if order == ORDER_FLUSH_OVER_STRAIGHT:
        return ThreeCodes(
            FLUSH_OVER_HIGH_CARD, FLUSH_OVER_PAIR, FLUSH_OVER_FLUSH, FLUSH_OVER_STRAIGHT, FLUSH_OVER_THREE_OF_A_KIND,
            FLUSH_OVER_STRAIGHT_FLUSH,
        )
    return ThreeCodes(
        THREE_HIGH_CARD, THREE_PAIR, THREE_FLUSH, THREE_STRAIGHT, THREE_THREE_OF_A_KIND, THREE_STRAIGHT_FLUSH
    )


cdef inline void ranking_init(
    Ranking* self, int joker, int wheel, bint five_above, bint flush_aces, int natural_first, int three_card_order,
    uint32_t five_ranks
) noexcept nogil:
    cdef uint32_t ranks
    cdef int jokers
    self.joker = joker
    self.wheel = wheel
    self.five_of_a_kind = FIVE_OF_A_KIND_ABOVE_ROYAL if five_above else FIVE_OF_A_KIND_BELOW_ROYAL
    self.flush_aces = flush_aces
    self.natural_first = natural_first
    self.three = three_codes(three_card_order)
    self.five_ranks = five_ranks
    for ranks in range(<uint32_t>RANK_SETS):
        for jokers in range(MAX_WILDS + 1):
            self.straight[jokers][ranks] = best_straight(ranks, jokers, 5, wheel)
            self.straight3[jokers][ranks] = best_straight(ranks, jokers, 3, wheel)
        self.top5[ranks] = pack_top5(ranks)


cdef inline int ranking_read(Ranking* self, tuple arguments) except -1:
    """From Ranking.kernel_arguments of analyzer/cards/ranking.py: the one way in which kernels are handed a ranking."""
    cdef int joker, wheel, natural_first, three_card_order
    cdef bint five_above, flush_aces
    cdef uint32_t five_ranks
    joker, wheel, five_above, flush_aces, natural_first, three_card_order, five_ranks = arguments
    ranking_init(self, joker, wheel, five_above, flush_aces, natural_first, three_card_order, five_ranks)
    return 0


cdef inline uint32_t filled(uint32_t ranks, int jokers) noexcept nogil:
    """The ranks of a flush suit with the jokers as its highest missing ranks."""
    while jokers > 0:
        ranks |= <uint32_t>1 << top_bit(ALL_RANKS & ~ranks)
        jokers -= 1
    return ranks


cdef inline uint32_t flush_ranks(const Ranking* R, uint32_t ranks, int jokers) noexcept nogil:
    """The five highest ranks of a flush suit with its jokers, packed as in a strength."""
    if not R.flush_aces:
        return R.top5[filled(ranks, jokers)]
    return (<uint32_t>ACE_NIBBLES << (4 * (5 - jokers)) & 0xFFFFF) | R.top5[ranks] >> (4 * jokers)


cdef inline uint32_t natural_bit(const Ranking* R, int top, int natural_top) noexcept nogil:
    """What a straight flush with that top is worth beyond it, if natural cards alone reach `natural_top` (0: none)."""
    if top != natural_top or R.natural_first == NATURAL_ALIKE:
        return 0
    return NATURAL_FIRST if R.natural_first == NATURAL_STRAIGHT_FLUSH or top == ACE_HIGH_STRAIGHT else 0


cdef inline uint32_t with_kickers(const Ranking* R, uint32_t kind, int rank, uint32_t any, int kickers) noexcept nogil:
    """A strength: its type, the rank of the set, then that many highest ranks of the others."""
    cdef uint32_t packed = R.top5[any & ~(<uint32_t>1 << rank)]
    # Keep the first `kickers` nibbles of the five, then move them to stand behind the set's rank.
    packed = (packed >> (4 * (5 - kickers))) << (4 * (4 - kickers))
    return (kind << TYPE_SHIFT) | (<uint32_t>(rank + 2) << 16) | packed


cdef inline uint32_t two_ranks(uint32_t kind, int first, int second) noexcept nogil:
    """A strength: its type and the ranks of its two sets."""
    return (kind << TYPE_SHIFT) | (<uint32_t>(first + 2) << 16) | (<uint32_t>(second + 2) << 12)


cdef inline uint32_t strength5(
    const Ranking* R, uint32_t a, uint32_t b, uint32_t c, uint32_t d, int jokers
) noexcept nogil:
    """Best five-card strength of five cards or more, up to MAX_WILDS jokers; a, b, c, d are the ranks in each suit."""
    cdef uint32_t any = a | b | c | d
    cdef uint32_t ranks = any
    cdef uint32_t two = (a & b) | (c & d) | ((a | b) & (c | d))
    cdef uint32_t three = (a & b & (c | d)) | (c & d & (a | b))
    cdef uint32_t four = a & b & c & d
    cdef uint32_t five = 0
    cdef int j = jokers
    cdef int i, need, top
    cdef uint32_t suit, second, flush = 0, best = 0, value
    cdef uint32_t suits[4]
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d

    need = 5 - jokers
    for i in range(4):
        suit = suits[i]
        if popcount(suit) >= need:
            top = R.straight[jokers][suit]
            if top:
                value = (<uint32_t>(ROYAL_FLUSH if top == ACE_HIGH_STRAIGHT else STRAIGHT_FLUSH) << TYPE_SHIFT)
                value |= (<uint32_t>top << 16) | natural_bit(R, top, R.straight[0][suit])
                if value > best:
                    best = value
            value = flush_ranks(R, suit, jokers)
            if value > flush:
                flush = value

    if R.joker == JOKER_BUG:
        # In sets the joker is an ace; a fifth and a sixth ace are one five of a kind.
        while j > 0:
            five |= four & ACE
            four |= three & ACE
            three |= two & ACE
            two |= any & ACE
            any |= ACE
            j -= 1
    elif j == 1:
        five, four, three, two = four, three, two, any
    elif j == 2:
        five, four, three, two = three, two, any, ALL_RANKS
    elif j >= 3:
        # Any natural card makes four of a kind, so nothing below it is looked for.
        five = two if j == 3 else any if j == 4 else ALL_RANKS
        four = any if j == 3 else ALL_RANKS
    if R.joker == JOKER_WILD:
        five &= R.five_ranks
        if four:
            # A joker that four of a kind does not need is the best card beside it: an ace, or a king beside aces.
            top = top_bit(four)
            if (a >> top & 1) + (b >> top & 1) + (c >> top & 1) + (d >> top & 1) + jokers > 4:
                any |= ACE if top != ACE_RANK else ACE >> 1

    if five:
        value = (R.five_of_a_kind << TYPE_SHIFT) | (<uint32_t>(top_bit(five) + 2) << 16)
        if value > best:
            best = value
    if best:
        return best
    if four:
        return with_kickers(R, FOUR_OF_A_KIND, top_bit(four), any, 1)
    if j == 0 and three:
        top = top_bit(three)
        second = two & ~(<uint32_t>1 << top)
        if second:
            return two_ranks(FULL_HOUSE, top, top_bit(second))
    elif j == 1 and popcount(three) >= 2:
        # Two natural pairs and a joker: `three` holds the pairs that the joker can lift.
        top = top_bit(three)
        return two_ranks(FULL_HOUSE, top, top_bit(without_top(three)))
    if flush:
        return (<uint32_t>FLUSH << TYPE_SHIFT) | flush
    top = R.straight[jokers][ranks]
    if top:
        return (<uint32_t>STRAIGHT << TYPE_SHIFT) | (<uint32_t>top << 16)
    if three:
        return with_kickers(R, THREE_OF_A_KIND, top_bit(three), any, 2)
    if j == 0 and popcount(two) >= 2:
        top = top_bit(two)
        second = top_bit(without_top(two))
        any &= ~((<uint32_t>1 << top) | (<uint32_t>1 << second))
        return two_ranks(TWO_PAIR, top, second) | (<uint32_t>(top_bit(any) + 2) << 8)
    if two:
        return with_kickers(R, PAIR, top_bit(two), any, 3)
    return (<uint32_t>HIGH_CARD << TYPE_SHIFT) | R.top5[any]


cdef inline uint32_t straight_flush_top(
    const Ranking* R, int top, int natural_top, uint32_t best
) noexcept nogil:
    """The better of `best` and a straight flush with that top, of three or four cards, written behind their type.

    Only where straight flushes are told apart is a natural one more than its equal: no such hand is a royal flush.
    """
    cdef uint32_t value = <uint32_t>top << 16
    if top and top == natural_top and R.natural_first == NATURAL_STRAIGHT_FLUSH:
        value |= NATURAL_FIRST
    return value if value > best else best


cdef inline uint32_t strength3(
    const Ranking* R, uint32_t a, uint32_t b, uint32_t c, uint32_t d, int jokers
) noexcept nogil:
    """Strength of the best three cards in the game's three-card order."""
    cdef uint32_t any = a | b | c | d
    cdef uint32_t ranks = any
    cdef uint32_t two = (a & b) | (c & d) | ((a | b) & (c | d))
    cdef uint32_t three = (a & b & (c | d)) | (c & d & (a | b))
    cdef int j = jokers
    cdef int i, top
    cdef uint32_t suit, flush = 0, straight_flush = 0, best = 0, value
    cdef uint32_t suits[4]
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d

    for i in range(4):
        suit = suits[i]
        if popcount(suit) >= 3 - jokers:
            straight_flush = straight_flush_top(R, R.straight3[jokers][suit], R.straight3[0][suit], straight_flush)
            # Three cards: the first three nibbles only.
            value = flush_ranks(R, suit, jokers) & 0xFFF00
            if value > flush:
                flush = value
    if straight_flush:
        return (R.three.straight_flush << TYPE_SHIFT) | straight_flush

    if R.joker == JOKER_BUG:
        while j > 0:
            three |= two & ACE
            two |= any & ACE
            any |= ACE
            j -= 1
    elif j == 1:
        three, two = two, any
    elif j == 2:
        three, two = any, ALL_RANKS
    # Three wild cards were a straight flush.

    # Which of these three is best depends on the order.
    if three:
        best = (R.three.three_of_a_kind << TYPE_SHIFT) | (<uint32_t>(top_bit(three) + 2) << 16)
    top = R.straight3[jokers][ranks]
    if top:
        value = (R.three.straight << TYPE_SHIFT) | (<uint32_t>top << 16)
        if value > best:
            best = value
    if flush:
        value = (R.three.flush << TYPE_SHIFT) | flush
        if value > best:
            best = value
    if best:
        return best
    if two:
        return with_kickers(R, R.three.pair, top_bit(two), any, 1)
    return (R.three.high_card << TYPE_SHIFT) | (R.top5[any] & 0xFFF00)


cdef inline uint32_t strength4(
    const Ranking* R, uint32_t a, uint32_t b, uint32_t c, uint32_t d, int jokers
) noexcept nogil:
    """Strength of the best four cards in the four-card order."""
    cdef uint32_t any = a | b | c | d
    cdef uint32_t ranks = any
    cdef uint32_t two = (a & b) | (c & d) | ((a | b) & (c | d))
    cdef uint32_t three = (a & b & (c | d)) | (c & d & (a | b))
    cdef uint32_t four = a & b & c & d
    cdef int j = jokers
    cdef int i, top
    cdef uint32_t suit, flush = 0, straight_flush = 0, value
    cdef uint32_t suits[4]
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d

    if R.joker == JOKER_BUG:
        while j > 0:
            four |= three & ACE
            three |= two & ACE
            two |= any & ACE
            any |= ACE
            j -= 1
    elif j == 1:
        four, three, two = three, two, any
    elif j == 2:
        four, three, two = two, any, ALL_RANKS
    elif j >= 3:
        four = any if j == 3 else ALL_RANKS

    if four:
        return (<uint32_t>FOUR_FOUR_OF_A_KIND << TYPE_SHIFT) | (<uint32_t>(top_bit(four) + 2) << 16)
    for i in range(4):
        suit = suits[i]
        if popcount(suit) >= 4 - jokers:
            straight_flush = straight_flush_top(
                R, best_straight(suit, jokers, 4, R.wheel), best_straight(suit, 0, 4, R.wheel), straight_flush
            )
            # Four cards: the first four nibbles only.
            value = flush_ranks(R, suit, jokers) & 0xFFFF0
            if value > flush:
                flush = value
    if straight_flush:
        return (<uint32_t>FOUR_STRAIGHT_FLUSH << TYPE_SHIFT) | straight_flush
    if three:
        return with_kickers(R, FOUR_THREE_OF_A_KIND, top_bit(three), any, 1)
    if flush:
        return (<uint32_t>FOUR_FLUSH << TYPE_SHIFT) | flush
    top = best_straight(ranks, jokers, 4, R.wheel)
    if top:
        return (<uint32_t>FOUR_STRAIGHT << TYPE_SHIFT) | (<uint32_t>top << 16)
    if j == 0 and popcount(two) >= 2:
        return two_ranks(FOUR_TWO_PAIR, top_bit(two), top_bit(without_top(two)))
    if two:
        return with_kickers(R, FOUR_PAIR, top_bit(two), any, 2)
    return (<uint32_t>FOUR_HIGH_CARD << TYPE_SHIFT) | (R.top5[any] & 0xFFFF0)


cdef inline uint32_t strength2(
    const Ranking* R, uint32_t a, uint32_t b, uint32_t c, uint32_t d, int jokers
) noexcept nogil:
    """Strength of the best two cards: a pair, or the two highest; a bug is an ace."""
    cdef uint32_t any = a | b | c | d
    cdef uint32_t two = (a & b) | (c & d) | ((a | b) & (c | d))
    if R.joker == JOKER_BUG and jokers:
        two |= ACE if jokers >= 2 else any & ACE
        any |= ACE
    elif jokers:
        two = ALL_RANKS if jokers >= 2 else any
    if two:
        return (<uint32_t>TWO_CARDS_PAIR << TYPE_SHIFT) | (<uint32_t>(top_bit(two) + 2) << 16)
    return (<uint32_t>TWO_CARDS_HIGH << TYPE_SHIFT) | (R.top5[any] & 0xFF000)


cdef inline uint32_t strength1(uint32_t ranks, int jokers) noexcept nogil:
    """Strength of the highest card; a joker is an ace."""
    return (<uint32_t>ONE_CARD_HIGH << TYPE_SHIFT) | (<uint32_t>(top_bit(ACE if jokers else ranks) + 2) << 16)


cdef inline uint32_t strength_of(const Ranking* R, int size, const uint32_t* suits, int jokers) noexcept nogil:
    """Strength of the best `size` (1 to 5) cards of at least as many; `suits` are the ranks held in each suit.

    At most MAX_WILDS jokers: `size` of them make the best hand that there is, so more would change nothing.
    """
    if size == 5:
        return strength5(R, suits[0], suits[1], suits[2], suits[3], jokers)
    if size == 3:
        return strength3(R, suits[0], suits[1], suits[2], suits[3], jokers)
    if size == 4:
        return strength4(R, suits[0], suits[1], suits[2], suits[3], jokers)
    if size == 2:
        return strength2(R, suits[0], suits[1], suits[2], suits[3], jokers)
    return strength1(suits[0] | suits[1] | suits[2] | suits[3], jokers)


cdef inline uint32_t type_code(uint32_t strength) noexcept nogil:
    """The type of a strength: one of the codes above."""
    return strength >> TYPE_SHIFT


cdef inline uint32_t hand_value(
    const Ranking* R, int size, uint32_t a, uint32_t b, uint32_t c, uint32_t d, int jokers
) noexcept nogil:
    """Value of the best `size` (1 to 5) cards, with the bit that tells whether a natural hand reaches it."""
    cdef uint32_t value
    cdef int naturals
    cdef uint32_t suits[4]
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d
    value = strength_of(R, size, suits, jokers)
    if jokers == 0:
        return (value << 1) | 1
    naturals = popcount(a) + popcount(b) + popcount(c) + popcount(d)
    if naturals < size:
        return value << 1
    return (value << 1) | (strength_of(R, size, suits, 0) == value)
