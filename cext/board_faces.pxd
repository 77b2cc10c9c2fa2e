"""Sums by faces: what a board adds to a smaller set for all pairs of the same faces at once.

All pairs of two faces have the same value beside a board, so that value is added once to a place of these faces behind
the pairs of a row, and taken away again from the few pairs that have one of the board's other cards. A row then has
    all pairs of the deck | two ranks, for boards without a flush | two faces, for a flush in each suit
and `expand` adds to each pair what stands at its faces. Pairs with a card of the smaller set itself are no states:
whatever was added for them is dropped.
"""
from libc.stdint cimport int64_t, uint8_t, uint16_t
from cext.board_sweep cimport MAX_CLASSES, MAX_COMMUNITY, Rules, Sweep, class_number
from cext.cards cimport FIRST_JOKER, RANKS, SUITS

cdef enum:
    RANK_PAIRS = (RANKS * (RANKS + 1)) >> 1
    FACE_PLACES = RANK_PAIRS + SUITS * MAX_CLASSES

# The pairs that have a card of the board, and the places of their faces.
cdef struct Touching:
    int places                                            # of two ranks, or of two faces
    int suit                                              # of the flush, as the deck lists suits; -1 if there is none
    uint16_t index[MAX_COMMUNITY][FIRST_JOKER]            # [card of the board, card left] pair of the deck
    uint16_t place[MAX_COMMUNITY][FIRST_JOKER]
    uint16_t own_index[MAX_COMMUNITY][MAX_COMMUNITY]      # [two cards of the board]
    uint16_t own_place[MAX_COMMUNITY][MAX_COMMUNITY]


cdef inline int place_of_faces(int one, int other, bint has_flush) noexcept nogil:
    """Faces are 2 x rank, and one more in the suit of the flush."""
    return class_number(one, other) if has_flush else class_number(one >> 1, other >> 1)


cdef inline int pair_index(int one, int other) noexcept nogil:
    return one * (one - 1) // 2 + other if one > other else other * (other - 1) // 2 + one


cdef inline int face_of(int card, int suit) noexcept nogil:
    return 2 * (card >> 2) + ((card & 3) == suit)


cdef inline void touch(const Rules* rules, const Sweep* sweep, const uint8_t* board, Touching* self) noexcept nogil:
    cdef int i, j, face, suits = rules.suits
    cdef bint has_flush = sweep.flush >= 0
    self.places = MAX_CLASSES if has_flush else RANK_PAIRS
    self.suit = -1
    for i in range(suits):
        if (rules.cards[i] & 3) == sweep.flush:
            self.suit = i
    for i in range(rules.community):
        face = face_of(rules.cards[board[i]], sweep.flush)
        for j in range(sweep.left):
            self.index[i][j] = pair_index(board[i], sweep.cards[j])
            self.place[i][j] = place_of_faces(face, face_of(rules.cards[sweep.cards[j]], sweep.flush), has_flush)
        for j in range(i):
            self.own_index[i][j] = pair_index(board[i], board[j])
            self.own_place[i][j] = place_of_faces(face, face_of(rules.cards[board[j]], sweep.flush), has_flush)


cdef inline void take_away(
    const Touching* self, int left, int community, const uint8_t* picks, int size, const int64_t* sums,
    const uint16_t* moved, int64_t* row, int columns, int stride
) noexcept nogil:
    """From the pairs that have a card of the board which is not among those picked."""
    cdef int i, j, column, at
    cdef bint is_picked[MAX_COMMUNITY]
    for i in range(community):
        is_picked[i] = False
    for i in range(size):
        is_picked[picks[i]] = True
    for i in range(community):
        if is_picked[i]:
            continue
        for j in range(left):
            at = moved[self.index[i][j]] * stride
            for column in range(columns):
                row[at + column] -= sums[self.place[i][j] * columns + column]
        for j in range(i):
            if not is_picked[j]:
                at = moved[self.own_index[i][j]] * stride
                for column in range(columns):
                    row[at + column] -= sums[self.own_place[i][j] * columns + column]


cdef inline void expand(
    const Rules* rules, const uint8_t* turned, int count, int64_t* row, int pairs, bint has_faces, int columns
) noexcept nogil:
    """Add to each pair of a row what stands at its faces; nothing is left of pairs that are no states."""
    cdef int low, high, i, suit, column, place, pair = 0
    cdef bint is_turned[FIRST_JOKER]
    cdef const uint8_t* cards = &rules.cards[0]
    cdef const int64_t* by_faces = row + pairs * columns
    for i in range(rules.size):
        is_turned[i] = False
    for i in range(count):
        is_turned[turned[i]] = True
    if rules.known >= 0:
        is_turned[rules.known] = True
    for high in range(1, rules.size):
        for low in range(high):
            for column in range(columns):
                if is_turned[low] or is_turned[high]:
                    row[pair * columns + column] = 0
                    continue
                place = place_of_faces(face_of(cards[low], -1), face_of(cards[high], -1), False)
                row[pair * columns + column] += by_faces[place * columns + column]
                for i in range(rules.suits if has_faces else 0):
                    suit = cards[i] & 3
                    place = RANK_PAIRS + i * MAX_CLASSES + place_of_faces(
                        face_of(cards[low], suit), face_of(cards[high], suit), True
                    )
                    row[pair * columns + column] += by_faces[place * columns + column]
            pair += 1
