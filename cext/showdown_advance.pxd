"""A sweep under way: its table (showdown_table.pxd) at the strength where it stands, and whether it came out whole."""
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport realloc
from cext.showdown_events cimport EventList, LookEvent, Sight
from cext.showdown_rests cimport MAX_REST, Rests, fits
from cext.showdown_table cimport BELOW, EQUAL, MAX_PARTS, WEAK, Cell, Layout, cell_of, put

# A sweep under way: the table, the next event, and the cells touched at the strength where it stands. The version is a
# number that changes whenever the table does.
cdef struct SweepState:
    Cell* cells
    uint32_t version
    uint32_t at
    uint32_t passed
    uint32_t room
    uint32_t* touched


cdef inline bint is_complete(const Layout* layout, const Cell* cells, const Sight* view, int dealt) noexcept nogil:
    """Whether every cell, after the sweep, is what it must be by formula.

    By ranks alone each set of s cards that exists is in C(cards - s, dealt - s) hands; a suit's corrections cancel.
    """
    cdef const Rests* rests = layout.rests
    cdef int size, jokers, i
    cdef uint32_t rest, cell
    cdef int64_t expected[MAX_REST + 1]
    if not view.ranks_alone:
        for cell in range(layout.size + 1):
            if cells[cell].n[BELOW] or cells[cell].n[EQUAL]:
                return False
        return True
    for size in range(dealt + 1):
        expected[size] = 1
        for i in range(dealt - size):
            expected[size] = expected[size] * (view.cards - size - i) // (i + 1)
    for size in range(dealt + 1):
        for rest in range(rests.first[size], rests.first[size + 1]):
            if not fits(rests.counts[rest], view.available):
                continue
            for jokers in range(min(view.jokers, dealt - size) + 1):
                cell = cell_of(layout, size, rest, jokers)
                if cells[cell].n[BELOW] != expected[size + jokers] or cells[cell].n[EQUAL]:
                    return False
    return True


cdef inline bint is_whole_table(const Layout* layout, const Cell* cells) noexcept nogil:
    """Whether a sweep of weak hands ends with all of them below."""
    cdef uint32_t cell
    for cell in range(layout.size + 1):
        if cells[cell].n[BELOW] != cells[cell].n[WEAK] or cells[cell].n[EQUAL]:
            return False
    return True


cdef inline bint make_room(SweepState* self) noexcept nogil:
    """Room for the cells of one more hand. False if memory runs out."""
    cdef uint32_t* touched
    if self.passed + MAX_PARTS > self.room:
        touched = <uint32_t*>realloc(self.touched, sizeof(uint32_t) * 2 * (self.room + MAX_PARTS))
        if touched == NULL:
            return False
        self.touched = touched
        self.room = 2 * (self.room + MAX_PARTS)
    return True


cdef inline bint has_event(const EventList* events, uint32_t at, uint32_t strength) noexcept nogil:
    """Whether there is an event left at or below a strength."""
    return at < events.count and events.strengths[events.order[at]] <= strength


cdef inline bint advance(
    SweepState* self, const Layout* layout, const Sight* view, const EventList* events, uint32_t strength
) noexcept nogil:
    """Move to a strength: hands below it are below, hands of that strength are equal. False if memory runs out."""
    cdef const LookEvent* event
    cdef uint32_t i, count, own_strength
    cdef Cell* cell
    self.version += 1 if self.passed or has_event(events, self.at, strength) else 0
    # A cell can have been touched more than once: passing by twice changes nothing.
    for i in range(self.passed):
        cell = &self.cells[self.touched[i]]
        cell.n[BELOW] += cell.n[EQUAL]
        cell.n[EQUAL] = 0
    self.passed = 0
    while has_event(events, self.at, strength):
        own_strength = events.strengths[events.order[self.at]]
        if not make_room(self):
            return False
        event = &events.events[events.order[self.at]]
        count = put(
            layout, view.available, view.jokers, &event.look, event.sign,
            BELOW if own_strength < strength else EQUAL, self.cells, self.touched + self.passed,
        )
        if own_strength == strength:
            self.passed += count
        self.at += 1
    return True
