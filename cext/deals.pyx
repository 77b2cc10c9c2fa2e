"""Rounds dealt card by card and settled as the rules say: the kernel of the simulation.

It looks at one dealt round at a time and counts nothing but what it dealt, so it shares no idea with the counting
engines; what it shares with them are the evaluators of hand.pxd, lines.pxd and split.pxd, which have proofs of their
own.

A round is a shuffled pack; seats are places in it. Every wager of the round is settled on the same cards. What became
of a wager is a 64-bit key (settled.pxd), and keys are tallied.
"""
import numpy as np
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from cext.cards cimport MAX_DECK_SIZE, SuitSets, add_card, clear, sets_of_cards
from cext.colex cimport Binomials, binomials_init
from cext.hand cimport Ranking, ranking_read, strength_of
from cext.line cimport Line, check_lines
from cext.lines cimport any_asks_held
from cext.settled cimport DISCARD, JOKERS, LINES, MAX_SEATS, PLAY, SettledWager, Worked, compare, settle
from cext.shuffled cimport BitGenerator, shuffle
from cext.split cimport Row, Setting, Seven, set_by_rows, seven_init
from cext.tally cimport Tally, tally_add, tally_free, tally_init
from cext.weak cimport WeakRule, is_weak, weak_read

cdef enum:
    MAX_WAGERS = 16
    NO_AUTOMATIC = 0xFFFFFFFF    # no hand is that strong


cdef class RoundDealer:
    """The wagers of one round and the pack it is dealt from. Any number of threads may deal with one object."""
    cdef Ranking* ranking
    cdef Binomials binomials
    cdef SettledWager wagers[MAX_WAGERS]
    cdef int count
    cdef int size
    cdef int dealt
    cdef uint8_t pack[MAX_DECK_SIZE]
    cdef list kept               # arrays that the wagers point into

    def __cinit__(self, const uint8_t[::1] pack, int dealt, tuple ranking):
        cdef int i
        self.ranking = <Ranking*>calloc(1, sizeof(Ranking))
        if self.ranking == NULL:
            raise MemoryError("no memory for the tables of a ranking")
        if pack.shape[0] > MAX_DECK_SIZE or dealt > pack.shape[0]:
            raise ValueError(f"{dealt} cards cannot be dealt from {pack.shape[0]}")
        ranking_read(self.ranking, ranking)
        binomials_init(&self.binomials)
        self.size = <int>pack.shape[0]
        self.dealt = dealt
        self.kept = []
        for i in range(self.size):
            self.pack[i] = pack[i]

    def __dealloc__(self):
        free(self.ranking)

    cdef SettledWager* add(self, int kind, list seats, int size) except NULL:
        """The next wager, with its seats: (first place in the pack, cards)."""
        cdef SettledWager* wager = &self.wagers[self.count]
        cdef int i
        if self.count == MAX_WAGERS or len(seats) > MAX_SEATS:
            raise ValueError(f"a round has at most {MAX_WAGERS} wagers of {MAX_SEATS} seats")
        for i in range(len(seats)):
            wager.seats[i].first, wager.seats[i].count = seats[i]
            if wager.seats[i].first < 0 or wager.seats[i].first + wager.seats[i].count > self.dealt:
                raise ValueError(f"seat {seats[i]} is not among the {self.dealt} cards dealt")
        wager.kind = kind
        wager.seat_count = len(seats)
        wager.size = size
        self.count += 1
        return wager

    cdef int put_lines(self, SettledWager* wager, const Line[::1] lines, bint use_best) except -1:
        wager.line_count = <int>lines.shape[0]
        wager.lines = &lines[0] if lines.shape[0] else NULL
        wager.use_best = use_best
        wager.ask_held = any_asks_held(wager.lines, wager.line_count, use_best)
        self.kept.append(lines)
        return 0

    def add_lines(
        self, list seats, const Line[::1] lines, const Line[::1] before, bint use_best, int size, bint before_all=False
    ):
        """`before` looks at all cards but the last, or with `before_all` at all."""
        cdef SettledWager* wager
        cdef Py_ssize_t cards = sum([count for _, count in seats])
        check_lines(lines.shape[0], cards, size)
        if before.shape[0]:
            check_lines(before.shape[0], cards if before_all else cards - 1, size)
        wager = self.add(LINES, seats, size)
        self.put_lines(wager, lines, use_best)
        wager.before_all = before_all
        wager.before_count = <int>before.shape[0]
        wager.before = &before[0] if before.shape[0] else NULL
        wager.before_ask_held = any_asks_held(wager.before, wager.before_count, True)
        self.kept.append(before)

    def add_jokers(self, list seats):
        self.add(JOKERS, seats, 5)

    def add_discard(
        self, list seats, const uint8_t[::1] discards, object automatic, bint may_decline, const Line[::1] lines,
        int size, bint as_before
    ):
        """`discards` by colex index of the player's cards; `automatic` is the least strength that wins at once.

        With `may_decline` such hands win at once only if nothing is discarded.
        """
        cdef SettledWager* wager = self.add(DISCARD, seats, size)
        self.put_lines(wager, lines, True)
        self.kept.append(discards)
        wager.discards = &discards[0]
        wager.threshold = NO_AUTOMATIC if automatic is None else automatic
        wager.may_decline = may_decline
        wager.as_before = as_before

    def add_play(
        self, list seats, const uint64_t[::1] plays, const uint32_t[:, ::1] weak, bint own_cards,
        const Line[::1] lines, int size
    ):
        """`plays` by colex index of the player's cards: bit 63 plays, bit c bets again after card c.

        A dealer does not qualify whose strength (with `own_cards`, that of his own cards) is in a span of `weak`.
        """
        cdef SettledWager* wager = self.add(PLAY, seats, size)
        self.put_lines(wager, lines, True)
        self.kept.append(plays)
        wager.plays = &plays[0]
        weak_read(&wager.weak, weak, own_cards)

    def deal(self, object bit_generator, uint64_t rounds):
        """[{key: rounds}] for each wager; the random numbers come from one of numpy's bit generators."""
        cdef BitGenerator* bits = <BitGenerator*>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")
        cdef Tally tallies[MAX_WAGERS]
        cdef uint8_t pack[MAX_DECK_SIZE]
        cdef Worked worked
        cdef uint64_t _round, slot
        cdef int i, ready = 0
        for i in range(self.size):
            pack[i] = self.pack[i]
        try:
            while ready < self.count:
                ready += 1
                if not tally_init(&tallies[ready - 1], 8):
                    raise MemoryError("no memory for a tally")
            with nogil:
                for _round in range(rounds):
                    shuffle(bits, pack, self.size, self.dealt)
                    worked.discard = -1
                    for i in range(self.count):
                        tally_add(
                            &tallies[i], settle(self.ranking, &self.binomials, &self.wagers[i], pack, &worked), 1
                        )
            tallied = []
            for i in range(self.count):
                if tallies[i].failed:
                    raise MemoryError("no memory for a tally")
                tallied.append({
                    tallies[i].keys[slot]: tallies[i].counts[slot]
                    for slot in range(tallies[i].mask + 1) if tallies[i].counts[slot]
                })
            return tallied
        finally:
            for i in range(ready):
                tally_free(&tallies[i])

    def packs(self, object bit_generator, uint64_t rounds):
        """[round, card] the cards that `deal` would have dealt from the same random numbers."""
        cdef BitGenerator* bits = <BitGenerator*>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")
        cdef uint8_t pack[MAX_DECK_SIZE]
        cdef uint64_t row
        cdef int i
        for i in range(self.size):
            pack[i] = self.pack[i]
        out = np.empty((rounds, self.dealt), dtype=np.uint8)
        cdef uint8_t[:, ::1] dealt = out
        with nogil:
            for row in range(rounds):
                shuffle(bits, pack, self.size, self.dealt)
                for i in range(self.dealt):
                    dealt[row, i] = pack[i]
        return out

    def settle_cards(self, const uint8_t[:, ::1] packs):
        """[round, wager] keys of rounds whose cards are given: what `deal` would have tallied."""
        cdef Py_ssize_t row
        cdef int i
        cdef Worked worked
        if packs.shape[1] < self.dealt:
            raise ValueError(f"a round has {self.dealt} cards")
        out = np.zeros((packs.shape[0], self.count), dtype=np.uint64)
        cdef uint64_t[:, ::1] keys = out
        with nogil:
            for row in range(packs.shape[0]):
                worked.discard = -1
                for i in range(self.count):
                    keys[row, i] = settle(self.ranking, &self.binomials, &self.wagers[i], &packs[row, 0], &worked)
        return out


def meet_dealers(
    const uint8_t[::1] left, int cards, const uint8_t[::1] shared, uint32_t own, const uint32_t[:, ::1] weak,
    bint own_cards, int size, tuple ranking
):
    """Every dealer hand of `cards` of the cards left, one by one: [win, tie, lose] if it qualifies, then if not.

    `shared` are community cards that the dealer plays too, `own` is the player's strength. He does not qualify if the
    strength of his hand, or with `own_cards` of his own cards, is in a span of `weak`. This is brute force, for proofs:
    C(48,6) hands take about half a second.
    """
    cdef int n = <int>left.shape[0], place
    cdef int at[8]
    cdef SuitSets held[8]            # [n]: the shared cards and the first n of the dealer's
    cdef SuitSets alone[8]           # the same without the shared cards
    cdef uint32_t strength
    cdef WeakRule rule
    cdef int result
    cdef Ranking R
    counts = np.zeros(6, dtype=np.int64)
    cdef Py_ssize_t[::1] out = counts
    ranking_read(&R, ranking)
    if not 1 <= cards <= 7 or cards > n:
        raise ValueError(f"a dealer hand of {cards} cards from {n}")
    weak_read(&rule, weak, own_cards)
    with nogil:
        clear(&alone[0])
        sets_of_cards(&held[0], &shared[0] if shared.shape[0] else NULL, shared.shape[0])
        place = 0
        at[0] = -1
        while place >= 0:
            at[place] += 1
            if at[place] > n - cards + place:
                place -= 1
                continue
            held[place + 1] = held[place]
            alone[place + 1] = alone[place]
            add_card(&held[place + 1], left[at[place]])
            add_card(&alone[place + 1], left[at[place]])
            if place + 1 == cards:
                strength = strength_of(&R, size, held[cards].suits, held[cards].jokers)
                result = compare(own, strength)
                if rule.own_cards:
                    strength = strength_of(&R, size, alone[cards].suits, alone[cards].jokers)
                out[result + (3 if is_weak(&rule, strength) else 0)] += 1
            else:
                place += 1
                at[place] = at[place - 1]
    return counts


def meet_set_dealers(
    const uint8_t[::1] left, const uint32_t[:, ::1] rows, uint32_t back, int front, tuple ranking
):
    """Every hand of seven of the cards left, set by the house way, against a hand set as given: int64, 3 x 3.

    [back, front]: how the given hand's compare, 0 lower, 1 equal, 2 higher. Brute force, for proofs: C(46,7) hands take
    about a minute.
    """
    cdef int n = <int>left.shape[0], place
    cdef int at[8]
    cdef uint8_t cards[7]
    cdef SuitSets held
    cdef Seven seven
    cdef Setting other
    cdef Ranking R
    counts = np.zeros((3, 3), dtype=np.int64)
    cdef Py_ssize_t[:, ::1] out = counts
    ranking_read(&R, ranking)
    with nogil:
        place = 0
        at[0] = -1
        while place >= 0:
            at[place] += 1
            if at[place] > n - 7 + place:
                place -= 1
                continue
            cards[place] = left[at[place]]
            if place == 6:
                sets_of_cards(&held, cards, 7)
                seven_init(&seven, &R, held.suits, held.jokers)
                set_by_rows(&other, &R, &seven, <const Row*>&rows[0, 0], <int>rows.shape[0])
                out[(back >= other.back) + (back > other.back), (front >= other.front) + (front > other.front)] += 1
            else:
                place += 1
                at[place] = at[place - 1]
    return counts
