"""The best setting of every class of hands, from what each of its settings is worth (choices.pyx)."""
import numpy as np
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from cext.bits cimport low_bit, popcount
from cext.cards cimport RANKS, RANK_SETS, SUITS
from cext.split cimport MAX_SETTINGS

cdef extern from *:
    """
    typedef __int128_t wide_int;
    #if defined(__GNUC__)
    #define exactodds_fetch(x) __builtin_prefetch(x)
    #else
    #define exactodds_fetch(x) ((void)0)
    #endif
    """
    # Bring what will soon be read into the cache; the address is not read here.
    void fetch "exactodds_fetch"(const void* address) noexcept nogil
    # Large enough for a value times a pay, whose numerator and denominator have 64 bits.
    ctypedef long long wide_int

cdef enum:
    MAX_CHOICES = MAX_SETTINGS + 1    # the house way's own may be one more
    HAND = 7
    NO_TIE = 0
    SAME = 1
    DIFFERENT = 2

cdef struct Index:
    int suits
    int jokers
    const int32_t* offsets           # 14 x 8 x 8, see kinds.pyx
    const int32_t* row_of            # number of a rank count -> its row, which is its plain kind
    int32_t plain                    # how many plain kinds there are
    const int32_t* suited_start      # [jokers * RANK_SETS + ranks of the flush]
    const int32_t* suited_number
    const Py_ssize_t* setting_first  # [kind]
    const Py_ssize_t* value_first    # [kind]: values of its holdings, settings together

# A class reads or changes what lies far apart in large tables, so while one is worked on those after it are fetched:
# first where their settings are, then the values themselves.
cdef enum:
    AHEAD = 16                       # classes between finding a place and using it
    NEAR = 8                         # ... and between fetching its values and using them

cdef struct Place:
    int32_t kind
    int holding[SUITS]               # which of the kind's holdings each suit has


cdef inline void place_plain(Place* out, const Index* index, const uint16_t* sets) noexcept nogil:
    cdef uint32_t ranks = 0, bit
    cdef int32_t number = 0
    cdef int left = HAND, rank, suit, have, position = 0
    for suit in range(index.suits):
        ranks |= sets[suit]
        out.holding[suit] = 0
    while ranks:
        rank = low_bit(ranks)
        bit = <uint32_t>1 << rank
        ranks ^= bit
        have = 0
        for suit in range(index.suits):
            if sets[suit] & bit:
                have += 1
                out.holding[suit] |= 1 << position
        position += 1
        number += index.offsets[(rank * 8 + left) * 8 + have]
        left -= have
    number += index.offsets[(RANKS * 8 + left) * 8 + index.jokers]
    out.kind = index.row_of[number]


cdef inline void place_suited(Place* out, const Index* index, const uint16_t* sets, int flush) noexcept nogil:
    """The kind by the ranks of the flush and those beside it; the holdings in the order that kinds.py gives."""
    cdef int suit, rank, count = 0, place = 0
    cdef int beside[2]
    cdef uint32_t ranks
    for suit in range(index.suits):
        ranks = sets[suit]
        while ranks and suit != flush:
            beside[count] = low_bit(ranks)
            ranks &= ranks - 1
            count += 1
    if count == 2 and beside[0] < beside[1]:
        beside[0], beside[1] = beside[1], beside[0]
    if count == 1:
        place = beside[0]
    elif count == 2:
        place = beside[0] * (beside[0] + 1) // 2 + beside[1]
    for suit in range(index.suits):
        if suit == flush:
            out.holding[suit] = 0
        elif sets[suit] == 0:
            out.holding[suit] = 1
        elif popcount(sets[suit]) == 2:
            out.holding[suit] = 4
        else:
            rank = low_bit(sets[suit])
            out.holding[suit] = 2 if rank == beside[0] else 3
    out.kind = index.plain + index.suited_number[index.suited_start[index.jokers * RANK_SETS + sets[flush]] + place]


cdef inline void find_place(Place* out, const Index* index, const uint16_t* sets) noexcept nogil:
    cdef int suit
    for suit in range(index.suits):
        if popcount(sets[suit]) + index.jokers >= 5:
            place_suited(out, index, sets, suit)
            return
    place_plain(out, index, sets)


cdef inline void fetch_kind(const Index* index, const Place* place) noexcept nogil:
    fetch(&index.setting_first[place.kind])
    fetch(&index.value_first[place.kind])


cdef void index_init(Index* self, places, int suits, int jokers) except *:
    cdef const int32_t[:, :, ::1] offsets = places[0]
    cdef const int32_t[::1] row_of = places[1]
    cdef const int32_t[:, ::1] suited_start = places[2]
    cdef const int32_t[::1] suited_number = places[3]
    cdef const Py_ssize_t[::1] setting_first = places[4], value_first = places[5]
    self.suits = suits
    self.jokers = jokers
    self.offsets = &offsets[0, 0, 0]
    self.row_of = &row_of[0]
    self.plain = places[6]
    self.suited_start = &suited_start[0, 0]
    self.suited_number = &suited_number[0] if suited_number.shape[0] else NULL
    self.setting_first = &setting_first[0]
    self.value_first = &value_first[0]


cdef inline int add_values(
    int32_t* out, const Index* index, const Place* place, const int32_t[:, ::1] plain, const int32_t[:, ::1] suited
) noexcept nogil:
    """The two numbers of every setting of the hand at that place; how many settings it has. At most C(47,7) < 2**26."""
    cdef Py_ssize_t first = index.setting_first[place.kind], at
    cdef int i, suit, count = <int>(index.setting_first[place.kind + 1] - first)
    for i in range(count):
        out[2 * i] = plain[first + i, 0]
        out[2 * i + 1] = plain[first + i, 1]
    for suit in range(index.suits):
        at = index.value_first[place.kind] + place.holding[suit] * count
        for i in range(count):
            out[2 * i] += suited[at + i, 0]
            out[2 * i + 1] += suited[at + i, 1]
    return count


cdef inline int best_of(const int32_t* value, int count, int own, int* tie) noexcept nogil:
    """The setting with the highest sum, `own` before all others and then the first.

    tie: NO_TIE, SAME if another setting has the same two numbers, DIFFERENT if one has the same sum only.
    """
    cdef int i, best = own
    for i in range(count):
        if value[2 * i] + value[2 * i + 1] > value[2 * best] + value[2 * best + 1]:
            best = i
    tie[0] = NO_TIE
    for i in range(count):
        if i != best and value[2 * i] + value[2 * i + 1] == value[2 * best] + value[2 * best + 1]:
            tie[0] = max(tie[0], SAME if value[2 * i] == value[2 * best] else DIFFERENT)
    return best


cdef inline wide_int weighed(const int32_t* value, int64_t unit, int64_t win_weight) noexcept nogil:
    """A value in units of the pay: at most 2**63 * 2**27 each."""
    return <wide_int>unit * value[0] + <wide_int>win_weight * value[1]


cdef inline int best_weighed(
    const int32_t* value, int count, int own, int64_t unit, int64_t win_weight, int* tie
) noexcept nogil:
    """The setting with the highest value; of equals the one with more wins, then `own`, then the first."""
    cdef int i, best = own
    cdef wide_int one, most = weighed(value + 2 * own, unit, win_weight)
    tie[0] = NO_TIE
    for i in range(count):
        if i == own:
            continue
        one = weighed(value + 2 * i, unit, win_weight)
        if one > most:
            tie[0] = NO_TIE
            most = one
            best = i
        elif one == most:
            tie[0] = SAME
            if value[2 * i + 1] > value[2 * best + 1]:
                best = i
    return best


def choose(
    const uint16_t[:, ::1] sets, int jokers, places, const uint8_t[::1] house,
    const int32_t[:, ::1] plain_values, const int32_t[:, ::1] suited_values, weights,
):
    """The best setting of each class: (kind, choice, gain, tie).

    `places` is (offsets, row_of, suited_start, suited_number, setting_first, value_first, plain kinds), see
    analyzer/engines/two_hands; house[kind] is the house way's own among its settings. `weights` is None where the
    values are lower backs and lower fronts, or the weights of the two numbers of `Payoff`, up to 64 bits each. kind:
    int32; choice: uint8, the one with the highest value, of several with more wins (with weights None the first), but
    the house way's own before its equals; gain: int32, what its two numbers are above the house way's, with weights
    None their sum and 0; tie: uint8, 1 if another setting is as good, 2 if one has the same value but may have more
    wins.
    """
    cdef Index index
    cdef Place places_ahead[AHEAD]
    cdef Place* place
    cdef Place* next_place
    cdef Py_ssize_t row, rows = sets.shape[0], first
    cdef int best, own, tie, count, suit
    cdef int32_t value[2 * MAX_CHOICES]
    cdef bint joint = weights is not None
    cdef int64_t unit = weights[0] if joint else 1, win_weight = weights[1] if joint else 1
    index_init(&index, places, <int>sets.shape[1], jokers)
    kinds = np.empty(rows, dtype=np.int32)
    choices = np.empty(rows, dtype=np.uint8)
    gains = np.zeros((rows, 2), dtype=np.int32)
    ties = np.empty(rows, dtype=np.uint8)
    cdef int32_t[::1] kind_view = kinds
    cdef int32_t[:, ::1] gain_view = gains
    cdef uint8_t[::1] choice_view = choices, tie_view = ties
    with nogil:
        for row in range(min(rows, AHEAD)):
            find_place(&places_ahead[row], &index, &sets[row, 0])
        for row in range(rows):
            place = &places_ahead[row % AHEAD]
            if row + NEAR < rows:
                next_place = &places_ahead[(row + NEAR) % AHEAD]
                first = index.setting_first[next_place.kind]
                count = <int>(index.setting_first[next_place.kind + 1] - first)
                fetch(&plain_values[first, 0])
                for suit in range(index.suits):
                    fetch(&suited_values[index.value_first[next_place.kind] + next_place.holding[suit] * count, 0])
            count = add_values(value, &index, place, plain_values, suited_values)
            own = house[place.kind]
            if joint:
                best = best_weighed(value, count, own, unit, win_weight, &tie)
                gain_view[row, 0] = value[2 * best] - value[2 * own]
                gain_view[row, 1] = value[2 * best + 1] - value[2 * own + 1]
            else:
                best = best_of(value, count, own, &tie)
                gain_view[row, 0] = value[2 * best] + value[2 * best + 1] - value[2 * own] - value[2 * own + 1]
            kind_view[row] = place.kind
            choice_view[row] = best
            tie_view[row] = tie
            if row + AHEAD < rows:
                find_place(place, &index, &sets[row + AHEAD, 0])
                fetch_kind(&index, place)
    return kinds, choices, gains, ties


def weigh(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers, int joker_ways, places,
    const uint8_t[::1] choice, int64_t[::1] setting_weight, int32_t[::1] value_weight,
):
    """Add the hands of each class to its chosen setting, and for each suit to that setting of its holding.

    setting_weight and value_weight run parallel to plain_values and suited_values. A kind has at most 4**7 = 16384
    hands and four times as many pairs of a hand and a suit, twice that with two jokers to choose from: 32 bits do.
    """
    cdef Index index
    cdef Place places_ahead[AHEAD]
    cdef Place* place
    cdef Place* next_place
    cdef Py_ssize_t row, rows = sets.shape[0], first, count
    cdef int suit
    cdef int32_t hands
    index_init(&index, places, <int>sets.shape[1], jokers)
    with nogil:
        for row in range(min(rows, AHEAD)):
            find_place(&places_ahead[row], &index, &sets[row, 0])
        for row in range(rows):
            place = &places_ahead[row % AHEAD]
            if row + NEAR < rows:
                next_place = &places_ahead[(row + NEAR) % AHEAD]
                first = index.setting_first[next_place.kind]
                count = index.setting_first[next_place.kind + 1] - first
                fetch(&setting_weight[first])
                for suit in range(index.suits):
                    fetch(&value_weight[index.value_first[next_place.kind] + next_place.holding[suit] * count])
            first = index.setting_first[place.kind]
            count = index.setting_first[place.kind + 1] - first
            hands = weights[row] * joker_ways
            setting_weight[first + choice[row]] += hands
            for suit in range(index.suits):
                value_weight[index.value_first[place.kind] + place.holding[suit] * count + choice[row]] += hands
            if row + AHEAD < rows:
                find_place(place, &index, &sets[row + AHEAD, 0])
                fetch_kind(&index, place)
