"""Rounds dealt card by card and settled as the rules say: the kernel of the simulation.

It looks at one dealt round at a time and counts nothing but what it dealt, so it shares no idea with the counting
engines; what it shares with them are the evaluators of hand.pxd, lines.pxd and split.pxd, which have proofs of their
own.

A round is a shuffled pack; seats are places in it. Every wager of the round is settled on the same cards. What became
of a wager is a 64-bit key, and keys are tallied:

    lines       lines satisfied | lines of the tax satisfied << 32
    jokers      jokers of the first seat | of the second << 4 | ...
    discard     RESULT (win, tie, lose, automatic) | lines of the final hand << 8, where it won
    play        action (fold, check or play, bet) | what happened (0..5) << 2 | bonus lines << 8
"""
import numpy as np
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from cext.cards cimport (
    FIRST_JOKER, MAX_DECK_SIZE, SuitSets, add_card, add_cards, clear, colours_of, is_joker, sets_of_cards,
)
from cext.colex cimport Binomials, binomials_init, colex_rank
from cext.hand cimport Ranking, ranking_read, strength_of
from cext.line cimport Cards, Line, check_lines
from cext.lines cimport any_asks_held, cards_init, line_set
from cext.split cimport Row, Setting, Seven, set_by_rows, seven_init
from cext.tally cimport Tally, tally_add, tally_free, tally_init
from cext.weak cimport WeakRule, is_weak, weak_read

cdef enum:
    LINES = 0
    JOKERS = 1
    DISCARD = 2
    PLAY = 3

cdef enum:
    WIN = 0
    TIE = 1
    LOSE = 2
    AUTOMATIC = 3

cdef enum:
    MAX_WAGERS = 16
    MAX_SEATS = 8
    PLAYS = 63                   # the bit of a decision that says: do not fold
    NO_AUTOMATIC = 0xFFFFFFFF    # no hand is that strong

# The random numbers of numpy's bit generators (numpy/random/bitgen.h).
cdef struct BitGenerator:
    void* state
    uint64_t (*next_uint64)(void*) noexcept nogil
    uint32_t (*next_uint32)(void*) noexcept nogil
    double (*next_double)(void*) noexcept nogil
    uint64_t (*next_raw)(void*) noexcept nogil

cdef struct Seat:
    int first
    int count

# One wager as it is settled. What a kind does not need is left at 0.
cdef struct SettledWager:
    int kind
    bint as_before               # same seats as the wager before it: what was worked out there is used again
    int size                     # cards of a hand that is compared: 3 or 5
    bint use_best
    bint ask_held
    bint before_ask_held
    const Line* lines
    int line_count
    const Line* before           # lines on all cards but the last, or on all
    int before_count
    bint before_all
    Seat seats[MAX_SEATS]       # discard: player, draw, dealer; play: player, dealer, community
    int seat_count
    uint32_t threshold           # the least strength that wins at once
    bint may_decline             # who wins at once may exchange a card instead
    WeakRule weak                # dealer hands that do not qualify
    const uint8_t* discards      # by colex index of the player's cards: place of the discard, or their number for none
    const uint64_t* plays        # by colex index: bit 63 plays; bit c bets again when card c is seen (52 for a joker)

# What one settlement leaves for the next one of the same seats.
cdef struct Worked:
    uint8_t own[MAX_DECK_SIZE]
    uint64_t index
    uint32_t own_strength
    uint32_t other_strength
    int discard
    uint64_t key


cdef inline uint32_t below(BitGenerator* bits, uint32_t bound) noexcept nogil:
    """An even choice from 0 .. bound - 1: the multiply-and-reject method of Lemire (2019), without any bias."""
    cdef uint64_t product = <uint64_t>bits.next_uint32(bits.state) * bound
    cdef uint32_t least
    if <uint32_t>product < bound:
        least = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < least:
            product = <uint64_t>bits.next_uint32(bits.state) * bound
    return product >> 32


cdef inline void shuffle(BitGenerator* bits, uint8_t* pack, int size, int dealt) noexcept nogil:
    """The first `dealt` cards of a fair shuffle, whatever the order was before."""
    cdef int place
    cdef uint32_t other
    cdef uint8_t card
    for place in range(dealt):
        other = place + below(bits, size - place)
        card = pack[place]
        pack[place] = pack[other]
        pack[other] = card


cdef inline uint32_t strength_of_cards(const Ranking* R, int size, const uint8_t* cards, int count) noexcept nogil:
    cdef SuitSets held
    sets_of_cards(&held, cards, count)
    return strength_of(R, size, held.suits, held.jokers)


cdef inline uint64_t lines_of(
    const Ranking* R, const SettledWager* wager, const Line* lines, int count, bint use_best, bint ask_held,
    const SuitSets* held
) noexcept nogil:
    """The lines that the cards satisfy."""
    cdef Cards cards
    cards_init(&cards, R, use_best, ask_held, wager.size, held.suits, held.jokers)
    return line_set(&cards, R, lines, count, use_best, wager.size, colours_of(held.suits))


cdef inline uint64_t lines_of_cards(
    const Ranking* R, const SettledWager* wager, const uint8_t* cards, int count
) noexcept nogil:
    cdef SuitSets held
    if wager.line_count == 0:
        return 0
    sets_of_cards(&held, cards, count)
    return lines_of(R, wager, wager.lines, wager.line_count, True, wager.ask_held, &held)


cdef inline void sorted_copy(uint8_t* out, const uint8_t* cards, int count) noexcept nogil:
    cdef int i, at
    for i in range(count):
        at = i
        while at > 0 and out[at - 1] > cards[i]:
            out[at] = out[at - 1]
            at -= 1
        out[at] = cards[i]


cdef uint64_t settle_lines(const Ranking* R, const SettledWager* wager, const uint8_t* pack) noexcept nogil:
    """All cards of the seats together; a tax looks at all but the last card, or at all."""
    cdef SuitSets held
    cdef uint64_t before = 0
    cdef int i, count
    cdef Seat seat = wager.seats[0]
    clear(&held)
    for i in range(wager.seat_count):
        seat = wager.seats[i]
        count = seat.count
        if i == wager.seat_count - 1 and wager.before_count and not wager.before_all:
            count -= 1
        add_cards(&held, pack + seat.first, count)
    if wager.before_count:
        before = lines_of(R, wager, wager.before, wager.before_count, True, wager.before_ask_held, &held)
        if not wager.before_all:
            add_card(&held, pack[seat.first + seat.count - 1])
    return before << 32 | lines_of(R, wager, wager.lines, wager.line_count, wager.use_best, wager.ask_held, &held)


cdef uint64_t settle_jokers(const SettledWager* wager, const uint8_t* pack) noexcept nogil:
    cdef uint64_t key = 0
    cdef int i, place
    for i in range(wager.seat_count):
        for place in range(wager.seats[i].first, wager.seats[i].first + wager.seats[i].count):
            if is_joker(pack[place]):
                key += <uint64_t>1 << (4 * i)
    return key


cdef inline int compare(uint32_t own, uint32_t other) noexcept nogil:
    return WIN if own > other else TIE if own == other else LOSE


cdef uint64_t settle_discard(
    const Ranking* R, const Binomials* B, const SettledWager* wager, const uint8_t* pack, Worked* worked
) noexcept nogil:
    """Win at once, or discard as the strategy says, draw, and meet the dealer."""
    cdef int count = wager.seats[0].count, result, discard
    cdef uint8_t final[MAX_DECK_SIZE]
    cdef int i
    if not wager.as_before:
        sorted_copy(worked.own, pack + wager.seats[0].first, count)
        worked.own_strength = strength_of_cards(R, wager.size, worked.own, count)
        worked.other_strength = strength_of_cards(R, wager.size, pack + wager.seats[2].first, wager.seats[2].count)
        worked.index = colex_rank(B, worked.own, count)
    discard = wager.discards[worked.index]
    if worked.own_strength >= wager.threshold and (discard >= count or not wager.may_decline):
        return AUTOMATIC | lines_of_cards(R, wager, worked.own, count) << 8
    if wager.as_before and discard == worked.discard:
        return worked.key
    worked.discard = discard
    for i in range(count):
        final[i] = worked.own[i]
    if discard < count:
        final[discard] = pack[wager.seats[1].first]
    result = compare(strength_of_cards(R, wager.size, final, count), worked.other_strength)
    worked.key = result
    if result == WIN:
        worked.key |= lines_of_cards(R, wager, final, count) << 8
    return worked.key


cdef uint64_t settle_play(
    const Ranking* R, const Binomials* B, const SettledWager* wager, const uint8_t* pack, Worked* worked
) noexcept nogil:
    """Fold or bet; after the first community card, where there is one, check or bet again."""
    cdef int count = wager.seats[0].count, action = 1, happened, seen
    cdef SuitSets own, other
    cdef uint32_t own_strength, other_strength
    cdef uint64_t decision
    cdef Seat community = wager.seats[2]
    sorted_copy(worked.own, pack + wager.seats[0].first, count)
    decision = wager.plays[colex_rank(B, worked.own, count)]
    if not decision >> PLAYS & 1:
        return 0
    if community.count:
        seen = pack[community.first]
        if decision >> (<int>FIRST_JOKER if is_joker(seen) else seen) & 1:
            action = 2
    sets_of_cards(&own, worked.own, count)
    add_cards(&own, pack + community.first, community.count)
    own_strength = strength_of(R, wager.size, own.suits, own.jokers)
    sets_of_cards(&other, pack + wager.seats[1].first, wager.seats[1].count)
    add_cards(&other, pack + community.first, community.count)
    other_strength = strength_of(R, wager.size, other.suits, other.jokers)
    happened = compare(own_strength, other_strength)
    if wager.weak.own_cards:
        other_strength = strength_of_cards(R, wager.size, pack + wager.seats[1].first, wager.seats[1].count)
    if is_weak(&wager.weak, other_strength):
        happened += 3
    return action | happened << 2 | lines_of_cards(R, wager, worked.own, count) << 8


cdef inline uint64_t settle(
    const Ranking* R, const Binomials* B, const SettledWager* wager, const uint8_t* pack, Worked* worked
) noexcept nogil:
    if wager.kind == LINES:
        return settle_lines(R, wager, pack)
    if wager.kind == JOKERS:
        return settle_jokers(wager, pack)
    if wager.kind == DISCARD:
        return settle_discard(R, B, wager, pack, worked)
    return settle_play(R, B, wager, pack, worked)


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
