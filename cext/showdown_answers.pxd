"""The questions of a sweep, at which strength each is asked, and how it is answered from the cells of the table."""
from libc.stdint cimport int8_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from cext.bits cimport popcount
from cext.cards cimport RANKS
from cext.rows cimport ROW, row_add, row_add_times, row_take
from cext.showdown_advance cimport SweepState
from cext.showdown_group cimport Group, answer_looks
from cext.showdown_rests cimport REST_SIZES, Rests
from cext.showdown_table cimport BELOW, EQUAL, FIELDS, WEAK, Cell, Layout, cell_of, ways

cdef enum:
    # What more can be known beside a hand: a card of the suit (13), a card of the rest (13), a joker.
    MORE_CARDS = 2 * RANKS + 1
    NO_STRENGTH = 0x7FFFFFFF      # above all strengths

# The looks come in groups with the same number of jokers: group g has start[g]..start[g + 1] - 1.
cdef struct QuestionTable:
    Layout layout
    uint32_t looks
    uint32_t groups
    bint extra                    # whether each further known card is asked for too
    const uint32_t* start         # [group]
    const uint32_t* first_part    # [look, size of the rest]: where its parts with such a rest start
    const uint32_t* cells         # of all parts
    const int8_t* times           # the signed ways to pick each: at most C(4, 2) C(2, 1) = 12 with five cards
    const uint32_t* plus          # [cell, card]: the cell of the set with one card more
    bint by_group                 # whether all looks of a group are answered at once, without the lists above
    Group* group_list
    const uint16_t* suits         # [look]: the number of what its suit holds
    const uint16_t* rests         # [look]
    const uint32_t* group_of      # [look]
    const uint32_t* suit_keys     # [look]: one number for all looks with these cards of the suit and these jokers

# Questions in order of the strength at which they are asked: those of groups, and those of hands by themselves.
cdef struct QuestionList:
    uint32_t count
    uint32_t next
    const uint32_t* strengths
    uint32_t* order

# What was answered last to a key, and the version of the table at which that was. Where further cards are known, there
# is no room for the answers: the first number is the question to which they were given.
cdef struct Known:
    uint32_t version
    int32_t answers[FIELDS]

# The questions of hands by themselves, and which of them were answered while the table was as it is: most of them are
# asked again and again, because hands of one look have flushes of one strength, and no hand is worth as much as a flush
# by its ranks alone.
cdef struct OwnQuestions:
    QuestionList asked
    const uint32_t* looks
    int32_t* answers
    Known* known            # [key]


cdef inline void answer_with_more(
    const QuestionTable* questions, const Cell* cells, uint32_t start, uint32_t stop, int32_t* answers
) noexcept nogil:
    """Hands that avoid the look and a card: those that avoid the look, without those among them that have the card."""
    cdef uint32_t at
    cdef int card, field
    cdef const uint32_t* plus
    cdef int32_t* with_card
    for card in range(MORE_CARDS):
        for field in range(FIELDS):
            answers[(1 + card) * FIELDS + field] = answers[field]
    for at in range(start, stop):
        plus = questions.plus + <uint64_t>questions.cells[at] * MORE_CARDS
        for card in range(MORE_CARDS):
            with_card = answers + (1 + card) * FIELDS
            for field in range(FIELDS):
                with_card[field] -= questions.times[at] * cells[plus[card]].n[field]


cdef inline void answer(
    const QuestionTable* questions, const Cell* cells, int most_rest, uint32_t look, int32_t* answers
) noexcept nogil:
    """Sum the cells of a look's question; then, if asked for, those of the look with each card more."""
    cdef int sizes = questions.layout.most_rest + 1
    cdef uint32_t at
    cdef uint32_t start = questions.first_part[look * sizes], stop = questions.first_part[look * sizes + most_rest + 1]
    cdef const Cell* cell
    cdef int32_t times, below = 0, equal = 0, weak = 0
    for at in range(start, stop):
        cell = &cells[questions.cells[at]]
        times = questions.times[at]
        below += times * cell.n[BELOW]
        equal += times * cell.n[EQUAL]
        weak += times * cell.n[WEAK]
    answers[BELOW] = below
    answers[EQUAL] = equal
    answers[WEAK] = weak
    if questions.extra:
        answer_with_more(questions, cells, start, stop, answers)


cdef inline void add_subsets(
    const Cell* cells, const uint16_t* masks, uint32_t held, int32_t times, int32_t* total
) noexcept nogil:
    """Add so many times the sum over all subsets of what is held: those of an odd number of cards are taken away."""
    cdef int32_t sum[ROW]
    cdef uint32_t subset = 0
    memset(sum, 0, sizeof(sum))
    while True:
        if popcount(subset) & 1:
            row_take(sum, cells[masks[subset]].n)
        else:
            row_add(sum, cells[masks[subset]].n)
        subset = (subset - held) & held
        if subset == 0:
            break
    row_add_times(total, times, sum)


cdef inline void answer_look(
    const QuestionTable* questions, const Cell* cells, int most_rest, uint32_t look, int32_t* answers
) noexcept nogil:
    """The same for a look of a group by itself: F of each part of its rest (showdown_group.pxd), for what it holds."""
    cdef const Layout* layout = &questions.layout
    cdef const Rests* rests = layout.rests
    cdef uint32_t rest = questions.rests[look], at = rests.start[rest], stop, row, group = questions.group_of[look]
    cdef const uint16_t* masks = questions.suits + questions.start[group]
    cdef uint32_t held = look - questions.start[group]
    cdef int jokers = questions.group_list[group].jokers, joker, size, field
    cdef int32_t total[ROW]
    cdef int32_t times
    memset(total, 0, sizeof(total))
    for size in range(most_rest + 1):
        stop = rests.start[rest] + rests.parts_up_to[rest * REST_SIZES + size]
        while at < stop:
            for joker in range(jokers + 1):
                times = rests.sign_ways[at] * ways(jokers, joker)
                row = cell_of(layout, size, rests.part[at], joker)
                add_subsets(cells + row, masks, held, -times if joker & 1 else times, total)
            at += 1
    for field in range(FIELDS):
        answers[field] = total[field]


cdef inline uint32_t next_strength(const QuestionList* self) noexcept nogil:
    """Where the next question is asked; above all strengths when there is none."""
    return self.strengths[self.order[self.next]] if self.next < self.count else NO_STRENGTH


cdef inline uint32_t key_of(const QuestionTable* questions, int most_rest, uint32_t look) noexcept nogil:
    """Looks with one key have one answer."""
    if questions.by_group and most_rest == 0:
        return questions.suit_keys[look]
    return look


cdef inline size_t keys_of(const QuestionTable* questions) noexcept nogil:
    """Above all keys."""
    return max(questions.looks, questions.layout.size) + 1


cdef inline void answer_own(
    const QuestionTable* questions, const SweepState* state, int most_rest, uint32_t which, OwnQuestions* own, int width
) noexcept nogil:
    """Answer a hand that asks by itself."""
    cdef uint32_t look = own.looks[which], key = key_of(questions, most_rest, look)
    cdef int32_t* answers = own.answers + <Py_ssize_t>which * width
    cdef Known* known = &own.known[key]
    cdef int field
    if known.version == state.version:
        if width == FIELDS:
            for field in range(FIELDS):
                answers[field] = known.answers[field]
        else:
            memcpy(answers, own.answers + <Py_ssize_t>known.answers[0] * width, sizeof(int32_t) * width)
        return
    if questions.by_group:
        answer_look(questions, state.cells, most_rest, look, answers)
    else:
        answer(questions, state.cells, most_rest, look, answers)
    known.version = state.version
    if width == FIELDS:
        for field in range(FIELDS):
            known.answers[field] = answers[field]
    else:
        known.answers[0] = <int32_t>which


cdef inline void answer_questions_of(
    const QuestionTable* questions, const Cell* cells, int most_rest, uint32_t group, int32_t* answers, int width
) noexcept nogil:
    """Answer every look of a group; `answers` are those of all looks, `width` numbers each."""
    cdef uint32_t look, start = questions.start[group], stop = questions.start[group + 1]
    if questions.by_group:
        answer_looks(
            &questions.group_list[group], &questions.layout, cells, questions.suits + start, most_rest,
            answers + <Py_ssize_t>start * width,
        )
    else:
        for look in range(start, stop):
            answer(questions, cells, most_rest, look, answers + <Py_ssize_t>look * width)
