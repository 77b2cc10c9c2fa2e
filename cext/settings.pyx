"""Seven-card hands set in two: by a house way's rows, or in every way worth considering. See split.pxd."""
import numpy as np
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.cards cimport SUITS, colours_of, copy_suits
from cext.hand cimport Ranking, ranking_read, strength5
from cext.line cimport MAX_LINES, Cards, Line, check_lines
from cext.lines cimport any_asks_held, cards_init, line_set
from cext.parts cimport BACK_CARDS, FRONT_CARDS, PartLines, part_answers
from cext.split cimport (
    MAX_SETTINGS, NO_ROW, SEVEN, Row, Setting, Seven, all_legal, is_foul, leave_behind, set_by_rows, seven_init,
    undominated,
)
from cext.tally cimport Tally, tally_add, tally_free, tally_init


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
    const uint32_t[::1] own_back, const uint8_t[::1] own_front, bint dominated,
):
    """Every legal setting, equal ones once: (first, back, front, own). `dominated`: also those that another one beats.

    The settings of hand i are at first[i] : first[i + 1] (int64), fronts falling and, without dominated ones, backs
    rising; own[i] (uint8) is which of them is (own_back[i], own_front[i]). If that one is not among them it is added as
    the last.
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
            kept = all_legal(settings, &R, &seven) if dominated else undominated(settings, &R, &seven)
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
    cdef uint32_t suits[SUITS]
    cdef uint32_t left[SUITS]
    cdef Ranking R
    cdef Seven seven
    ranking_read(&R, ranking)
    copy_suits(suits, &sets[0], sets.shape[0])
    seven_init(&seven, &R, suits, jokers)
    for one in range(5):
        for two in range(5):
            if leave_behind(left, &left_jokers, &R, &seven, one, high, two, low):
                if strength5(&R, left[0], left[1], left[2], left[3], left_jokers) == back:
                    return one, two
    return None


cdef PartLines part_lines(const Line[::1] back, const Line[::1] front, bint use_best) except *:
    """The lines of both parts; whether one depends on suits that equal ranks leave open."""
    cdef PartLines asked
    cdef Py_ssize_t i
    check_lines(back.shape[0], BACK_CARDS, BACK_CARDS)
    check_lines(front.shape[0], FRONT_CARDS, FRONT_CARDS)
    if back.shape[0] + front.shape[0] > MAX_LINES:
        raise ValueError(f"{back.shape[0]} lines of the back and {front.shape[0]} of the front, more than {MAX_LINES}")
    asked.backs, asked.fronts, asked.use_best = <int>back.shape[0], <int>front.shape[0], use_best
    asked.back = &back[0] if asked.backs else NULL
    asked.front = &front[0] if asked.fronts else NULL
    asked.ask_held_back = any_asks_held(asked.back, asked.backs, use_best)
    asked.ask_held_front = any_asks_held(asked.front, asked.fronts, use_best)
    asked.ask_suits = False
    for i in range(back.shape[0]):
        asked.ask_suits |= back[i].suited != 0 or back[i].beside != 0
    for i in range(front.shape[0]):
        asked.ask_suits |= front[i].suited != 0
    return asked


def answers_of_parts(
    const uint16_t[:, ::1] sets, const uint8_t[::1] jokers, const uint32_t[::1] backs, const uint8_t[::1] fronts,
    const Line[::1] back_lines, const Line[::1] front_lines, bint use_best, tuple ranking
):
    """What hands that are set as (backs, fronts) answer: uint32, the lines of the back, then those of the front."""
    cdef Py_ssize_t hand, count = sets.shape[0]
    cdef Ranking R
    cdef Seven seven
    cdef Setting setting
    cdef PartLines asked = part_lines(back_lines, front_lines, use_best)
    out = np.zeros(count, dtype=np.uint32)
    cdef uint32_t[::1] answers = out
    ranking_read(&R, ranking)
    with nogil:
        for hand in range(count):
            read_hand(&seven, &R, sets, jokers, hand)
            setting.back = backs[hand]
            setting.front = fronts[hand]
            answers[hand] = part_answers(&R, &seven, &setting, &asked)
    return out


# What is asked of seven cards and of the parts that a house way makes of them.
cdef struct SevenLines:
    const Row* rows
    int row_count
    const Line* lines
    int line_count
    int size
    bint ask_held
    PartLines parts


cdef SevenLines seven_lines(
    const uint32_t[:, ::1] rows, const Line[::1] lines, const Line[::1] back_lines, const Line[::1] front_lines,
    bint use_best, int size
) except *:
    cdef SevenLines asked
    check_lines(lines.shape[0], SEVEN, size)
    asked.row_count, asked.line_count, asked.size = <int>rows.shape[0], <int>lines.shape[0], size
    asked.rows = <const Row*>&rows[0, 0] if asked.row_count else NULL
    asked.lines = &lines[0] if asked.line_count else NULL
    asked.parts = part_lines(back_lines, front_lines, use_best)
    asked.ask_held = any_asks_held(asked.lines, asked.line_count, use_best)
    return asked


cdef inline bint answers_of_set(
    uint64_t* answers, const Ranking* R, const SevenLines* asked, const uint32_t* suits, int jokers
) noexcept nogil:
    """The answers of the parts; False if no row sets the hand."""
    cdef Seven seven
    cdef Setting setting
    seven_init(&seven, R, suits, jokers)
    if set_by_rows(&setting, R, &seven, asked.rows, asked.row_count) == NO_ROW:
        return False
    answers[0] = <uint64_t>part_answers(R, &seven, &setting, &asked.parts) << MAX_LINES
    return True


cdef inline uint64_t answers_of_all(
    const Ranking* R, const SevenLines* asked, const Cards* cards, int colours
) noexcept nogil:
    return line_set(cards, R, asked.lines, asked.line_count, asked.parts.use_best, asked.size, colours)


def answers_of_sevens(
    const uint16_t[:, ::1] sets, const uint8_t[::1] jokers, const uint32_t[:, ::1] rows, const Line[::1] lines,
    const Line[::1] back_lines, const Line[::1] front_lines, bint use_best, int size, tuple ranking
):
    """What seven cards answer: uint64, lines of all the cards, from bit 32 on those of the back, then of the front.

    The columns of `sets` are the four suits.
    """
    cdef Py_ssize_t hand, count = sets.shape[0]
    cdef SevenLines asked = seven_lines(rows, lines, back_lines, front_lines, use_best, size)
    cdef Ranking R
    cdef Cards cards
    cdef uint32_t suits[SUITS]
    cdef bint are_set = True
    out = np.zeros(count, dtype=np.uint64)
    cdef uint64_t[::1] answers = out
    ranking_read(&R, ranking)
    with nogil:
        for hand in range(count):
            copy_suits(suits, &sets[hand, 0], sets.shape[1])
            are_set = are_set and answers_of_set(&answers[hand], &R, &asked, suits, jokers[hand])
            cards_init(&cards, &R, use_best, asked.ask_held, size, suits, jokers[hand])
            answers[hand] |= answers_of_all(&R, &asked, &cards, colours_of(suits))
    if not are_set:
        raise ValueError("a hand that no row of the house way sets")
    return out


def tally_sevens(
    const uint16_t[:, ::1] sets, const uint8_t[::1] weights, int jokers, const uint32_t[:, ::1] rows,
    const Line[::1] lines, const Line[::1] back_lines, const Line[::1] front_lines, bint use_best, int size,
    tuple ranking, const uint8_t[:, ::1] colour_ways, const uint8_t[::1] suit_ways
):
    """{answers, as in answers_of_sevens: number of hands} for suit classes; colours as in lines.tally_lines."""
    cdef Py_ssize_t row
    cdef SevenLines asked = seven_lines(rows, lines, back_lines, front_lines, use_best, size)
    cdef Ranking R
    cdef Cards cards
    cdef uint32_t suits[SUITS]
    cdef uint64_t parts = 0, weight, slot
    cdef int used, colours
    cdef bint are_set = True
    cdef Tally tally
    ranking_read(&R, ranking)
    if not tally_init(&tally, 10):
        tally_free(&tally)
        raise MemoryError("no memory for a tally of 1024 sets of answers")
    with nogil:
        for row in range(sets.shape[0]):
            copy_suits(suits, &sets[row, 0], sets.shape[1])
            used = (suits[0] != 0) + (suits[1] != 0) + (suits[2] != 0) + (suits[3] != 0)
            are_set = are_set and answers_of_set(&parts, &R, &asked, suits, jokers)
            cards_init(&cards, &R, use_best, asked.ask_held, size, suits, jokers)
            for colours in range(<int>colour_ways.shape[0]):
                weight = <uint64_t>weights[row] // suit_ways[used] * colour_ways[colours, used]
                if weight:
                    tally_add(&tally, parts | answers_of_all(&R, &asked, &cards, colours), weight)
    try:
        if not are_set:
            raise ValueError("a hand that no row of the house way sets")
        if tally.failed:
            raise MemoryError("no memory for the tally of answers")
        return {tally.keys[slot]: tally.counts[slot] for slot in range(tally.mask + 1) if tally.counts[slot]}
    finally:
        tally_free(&tally)
