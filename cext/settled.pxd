"""How a wager of one dealt round is settled: what became of it, as a key of 64 bits.

    lines       lines satisfied | lines of the tax satisfied << 32
    jokers      jokers of the first seat | of the second << 4 | ...
    discard     RESULT (win, tie, lose, automatic) | lines of the final hand << 8, where it won
    play        action (fold, check or play, bet) | what happened (0..5) << 2 | bonus lines << 8
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.cards cimport (
    FIRST_JOKER, MAX_DECK_SIZE, SuitSets, add_card, add_cards, clear, colours_of, is_joker, sets_of_cards,
)
from cext.colex cimport Binomials, colex_rank
from cext.hand cimport Ranking, strength_of
from cext.line cimport Cards, Line
from cext.lines cimport cards_init, line_set
from cext.weak cimport WeakRule, is_weak

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
    MAX_SEATS = 8
    PLAYS = 63                   # the bit of a decision that says: do not fold

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


cdef inline uint64_t settle_lines(const Ranking* R, const SettledWager* wager, const uint8_t* pack) noexcept nogil:
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


cdef inline uint64_t settle_jokers(const SettledWager* wager, const uint8_t* pack) noexcept nogil:
    cdef uint64_t key = 0
    cdef int i, place
    for i in range(wager.seat_count):
        for place in range(wager.seats[i].first, wager.seats[i].first + wager.seats[i].count):
            if is_joker(pack[place]):
                key += <uint64_t>1 << (4 * i)
    return key


cdef inline int compare(uint32_t own, uint32_t other) noexcept nogil:
    return WIN if own > other else TIE if own == other else LOSE


cdef inline uint64_t settle_discard(
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


cdef inline uint64_t settle_play(
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
