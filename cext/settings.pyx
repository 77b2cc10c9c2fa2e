"""Seven-card hands set in two: by a house way's rows, or in every way worth considering. See split.pxd."""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from cext.cards cimport SUITS, copy_suits
from cext.hand cimport Ranking, ranking_read, strength5
from cext.split cimport (
    MAX_SETTINGS, NO_ROW, Row, Setting, Seven, is_foul, lay_in_front, set_by_rows, seven_init, undominated,
)


cdef void read_hand(
    Seven* out, const Ranking* R, const uint16_t[:, ::1] sets, const uint8_t[::1] jokers, Py_ssize_t row
) noexcept nogil:
    cdef uint32_t suits[SUITS]
    copy_suits(suits, &sets[row, 0], sets.shape[1])
    seven_init(out, R, suits, jokers[row])


def set_hands(
    const uint16_t[:, ::1] sets, const uint8_t[::1] jokers, const uint32_t[:, ::1] rows, tuple ranking
):
    """Every hand set by the first row that applies: (back, front, row, foul).

    `sets` has the ranks held in each of up to four suits, `rows` the compiled house way (at most 255 rows). back:
    uint32 strengths; front: uint8, 0..90; row: uint8, its index or 255 where no row applies (back and front are then
    0); foul: bool.
    """
    cdef Py_ssize_t hand, count = sets.shape[0]
    cdef int row, row_count = <int>rows.shape[0]
    cdef const Row* first_row = <const Row*>&rows[0, 0] if row_count else NULL
    cdef Ranking R
    cdef Seven seven
    cdef Setting setting
    backs = np.zeros(count, dtype=np.uint32)
    fronts = np.zeros(count, dtype=np.uint8)
    decided = np.empty(count, dtype=np.uint8)
    fouls = np.zeros(count, dtype=np.bool_)
    cdef uint32_t[::1] back_view = backs
    cdef uint8_t[::1] front_view = fronts, row_view = decided, foul_view = fouls.view(np.uint8)
    ranking_read(&R, ranking)
    with nogil:
        for hand in range(count):
            read_hand(&seven, &R, sets, jokers, hand)
            row = set_by_rows(&setting, &R, &seven, first_row, row_count)
            row_view[hand] = row
            if row != NO_ROW:
                back_view[hand] = setting.back
                front_view[hand] = setting.front
                foul_view[hand] = is_foul(setting.back, setting.front)
    return backs, fronts, decided, fouls


cdef inline int index_of(const Setting* settings, int count, uint32_t back, int front) noexcept nogil:
    """Where that setting is in the list, or `count`."""
    cdef int i
    for i in range(count):
        if settings[i].back == back and settings[i].front == front:
            return i
    return count


def all_settings(
    const uint16_t[:, ::1] sets, const uint8_t[::1] jokers, tuple ranking,
    const uint32_t[::1] own_back, const uint8_t[::1] own_front,
):
    """Every legal setting that no other one dominates, equal ones once: (first, back, front, own).

    The settings of hand i are at first[i] : first[i + 1] (int64), fronts falling and backs rising; own[i] (uint8) is
    which of them is (own_back[i], own_front[i]). If that one is dominated it is added as the last.
    """
    cdef Py_ssize_t hand, at = 0, count = sets.shape[0]
    cdef int i, kept, place
    cdef Ranking R
    cdef Seven seven
    cdef Setting settings[MAX_SETTINGS + 1]
    first = np.zeros(count + 1, dtype=np.int64)
    backs = np.empty(count * (MAX_SETTINGS + 1), dtype=np.uint32)
    fronts = np.empty(count * (MAX_SETTINGS + 1), dtype=np.uint8)
    own = np.empty(count, dtype=np.uint8)
    cdef Py_ssize_t[::1] first_view = first
    cdef uint32_t[::1] back_view = backs
    cdef uint8_t[::1] front_view = fronts, own_view = own
    ranking_read(&R, ranking)
    with nogil:
        for hand in range(count):
            read_hand(&seven, &R, sets, jokers, hand)
            kept = undominated(settings, &R, &seven)
            place = index_of(settings, kept, own_back[hand], own_front[hand])
            if place == kept:
                settings[kept].back = own_back[hand]
                settings[kept].front = own_front[hand]
                kept += 1
            own_view[hand] = place
            for i in range(kept):
                back_view[at] = settings[i].back
                front_view[at] = settings[i].front
                at += 1
            first_view[hand + 1] = at
    return first, backs[:at].copy(), fronts[:at].copy(), own


def front_places(const uint16_t[::1] sets, int jokers, int high, int low, uint32_t back, tuple ranking):
    """Which cards of one hand go in front, ranks `high` and `low`, when strength `back` is to stay behind.

    Two places: the suit's column in `sets`, or 4 for a joker. The first that leave that strength; None if none do.
    """
    cdef int one, two, left_jokers
    cdef uint32_t left[SUITS]
    cdef Ranking R
    ranking_read(&R, ranking)
    for one in range(5):
        for two in range(5):
            left_jokers = jokers
            copy_suits(left, &sets[0], sets.shape[0])
            if not lay_in_front(left, &left_jokers, one, high) or not lay_in_front(left, &left_jokers, two, low):
                continue
            if strength5(&R, left[0], left[1], left[2], left[3], left_jokers) == back:
                return one, two
    return None
