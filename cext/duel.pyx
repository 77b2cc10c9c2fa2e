"""How hands fare against all dealer hands that they can meet.

Dealer hands are put into a table in order of strength; the table has for each set of at most five cards how many of
the hands in it contain the set. Those that avoid a player's hand P follow by inclusion and exclusion: the sum over all
subsets S of P of (-1)^|S| x (hands that contain S). So before the hands of P's strength are put in, the table tells how
many lower ones P meets, after that how many lower or equal ones, and at the end how many there are.

Bounds: dealer hands are of at most 7 cards, fewer than 2^31 of them. At most C(50, 3) = 19,600 contain a set of four
cards, so 16 bits hold the counts of sets of four and five; partial sums of a hand stay within 64 bits.
"""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.cards cimport MAX_DECK_SIZE
from cext.colex cimport MAX_CHOSEN, Binomials, binomials_init, colex_next

cdef enum:
    MAX_OWN = 5
    WIN = 0
    TIE = 1
    LOSS = 2
    RESULTS = 3

cdef Binomials BINOMIALS
binomials_init(&BINOMIALS)
cdef uint32_t C2[MAX_DECK_SIZE]
cdef uint32_t C3[MAX_DECK_SIZE]
cdef uint32_t C4[MAX_DECK_SIZE]
cdef uint32_t C5[MAX_DECK_SIZE]
cdef int _card
for _card in range(MAX_DECK_SIZE):
    C2[_card] = <uint32_t>BINOMIALS.c[_card][2]
    C3[_card] = <uint32_t>BINOMIALS.c[_card][3]
    C4[_card] = <uint32_t>BINOMIALS.c[_card][4]
    C5[_card] = <uint32_t>BINOMIALS.c[_card][5]


cdef struct Table:
    int64_t all
    uint32_t* one           # each by colex index
    uint32_t* two
    uint32_t* three
    uint16_t* four
    uint16_t* five


cdef inline void put(Table* table, const uint8_t* hand, int cards, int depth) noexcept nogil:
    """Count one dealer hand for each of its subsets."""
    cdef int a, b, c, d, e
    cdef uint32_t pair, triple, quad
    table.all += 1
    for a in range(cards):
        table.one[hand[a]] += 1
        if depth < 2:
            continue
        for b in range(a):
            table.two[C2[hand[a]] + hand[b]] += 1
            if depth < 3:
                continue
            pair = C3[hand[a]] + C2[hand[b]]
            for c in range(b):
                table.three[pair + hand[c]] += 1
                if depth < 4:
                    continue
                triple = C4[hand[a]] + C3[hand[b]] + C2[hand[c]]
                for d in range(c):
                    table.four[triple + hand[d]] += 1
                    if depth < 5:
                        continue
                    quad = C5[hand[a]] + C4[hand[b]] + C3[hand[c]] + C2[hand[d]]
                    for e in range(d):
                        table.five[quad + hand[e]] += 1


cdef inline int64_t avoiding(const Table* table, const uint8_t* hand, int cards, int depth) noexcept nogil:
    """How many hands of the table have no card of this hand."""
    cdef int a, b, c, d, e
    cdef uint32_t pair, triple, quad
    cdef int64_t total = table.all
    for a in range(cards):
        total -= table.one[hand[a]]
        if depth < 2:
            continue
        for b in range(a):
            total += table.two[C2[hand[a]] + hand[b]]
            if depth < 3:
                continue
            pair = C3[hand[a]] + C2[hand[b]]
            for c in range(b):
                total -= table.three[pair + hand[c]]
                if depth < 4:
                    continue
                triple = C4[hand[a]] + C3[hand[b]] + C2[hand[c]]
                for d in range(c):
                    total += table.four[triple + hand[d]]
                    if depth < 5:
                        continue
                    quad = C5[hand[a]] + C4[hand[b]] + C3[hand[c]] + C2[hand[d]]
                    for e in range(d):
                        total -= table.five[quad + hand[e]]
    return total


def in_order(
    const uint8_t[:, ::1] hands, const uint32_t[::1] levels, const int64_t[::1] weights, Py_ssize_t size
):
    """Own hands in ascending order of their levels: hands, colex indices, levels and weights.

    `levels[colex index]` are below `size`; equals stay in order.
    """
    cdef Py_ssize_t row, place, count = hands.shape[0]
    cdef int i, cards = <int>hands.shape[1]
    cdef uint64_t index
    first_of = np.zeros(size + 1, dtype=np.int64)
    indices, sorted_indices = np.empty(count, dtype=np.uint32), np.empty(count, dtype=np.int64)
    sorted_hands, sorted_levels = np.empty((count, cards), dtype=np.uint8), np.empty(count, dtype=np.uint32)
    sorted_weights = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] first = first_of
    cdef uint32_t[::1] index_of = indices
    cdef int64_t[::1] to_index = sorted_indices
    cdef uint8_t[:, ::1] to_hand = sorted_hands
    cdef uint32_t[::1] to_level = sorted_levels
    cdef int64_t[::1] to_weight = sorted_weights
    with nogil:
        for row in range(count):
            index = 0
            for i in range(cards):
                index += BINOMIALS.c[hands[row, i]][i + 1]
            index_of[row] = <uint32_t>index
            first[levels[index] + 1] += 1
        for row in range(first.shape[0] - 1):
            first[row + 1] += first[row]
        for row in range(count):
            index = index_of[row]
            place = first[levels[index]]
            first[levels[index]] += 1
            to_index[place] = index
            to_level[place] = levels[index]
            to_weight[place] = weights[row]
            for i in range(cards):
                to_hand[place, i] = hands[row, i]
    return sorted_hands, sorted_indices, sorted_levels, sorted_weights


def dealers_in_order(
    int deck, int down, const uint32_t[::1] levels, const uint8_t[::1] kinds, int kind, Py_ssize_t size
):
    """The hands of `down` cards of one kind in ascending order of their levels, all below `size`: hands and levels.

    Levels and kinds are by colex index over the deck; equals stay in order.
    """
    if not 1 <= down <= MAX_CHOSEN or down > deck or deck > MAX_DECK_SIZE:
        raise ValueError(f"{down} cards of {deck} are not put in order")
    cdef uint64_t index, total = BINOMIALS.c[deck][down]
    if <uint64_t>levels.shape[0] != total or <uint64_t>kinds.shape[0] != total:
        raise ValueError(f"{down} cards of {deck} make {total} hands, not {levels.shape[0]}")
    cdef uint8_t hand[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef int64_t place, count = 0
    cdef int i
    first_of = np.zeros(size + 1, dtype=np.int64)
    cdef int64_t[::1] first = first_of
    with nogil:
        for index in range(total):
            if kinds[index] == kind:
                first[levels[index] + 1] += 1
                count += 1
        for i in range(first.shape[0] - 1):
            first[i + 1] += first[i]
    sorted_hands, sorted_levels = np.empty((count, down), dtype=np.uint8), np.empty(count, dtype=np.uint32)
    cdef uint8_t[:, ::1] to_hand = sorted_hands
    cdef uint32_t[::1] to_level = sorted_levels
    with nogil:
        for i in range(down):
            hand[i] = i
        for index in range(total):
            if kinds[index] == kind:
                place = first[levels[index]]
                first[levels[index]] += 1
                to_level[place] = levels[index]
                for i in range(down):
                    to_hand[place, i] = hand[i]
            colex_next(hand, down)
    return sorted_hands, sorted_levels


def sweep(
    int deck, const uint8_t[:, ::1] dealers, const uint32_t[::1] dealer_strengths,
    const uint8_t[:, ::1] owns, const uint32_t[::1] own_strengths, uint32_t[:, :, ::1] counts, int kind
):
    """counts[own hand, result, kind]: wins, ties and losses against these dealer hands, all of one kind.

    Both sides are hands of a deck of that many cards, in ascending order of strength; the counts of the kind are 0.
    """
    cdef int own = <int>owns.shape[1], down = <int>dealers.shape[1], depth = min(own, down)
    cdef Py_ssize_t players = owns.shape[0], hands = dealers.shape[0]
    if not 1 <= own <= MAX_OWN or not 1 <= down <= MAX_CHOSEN or deck > MAX_DECK_SIZE:
        raise ValueError(f"{own} cards against {down} of {deck} are not swept")
    if own_strengths.shape[0] != players or dealer_strengths.shape[0] != hands or counts.shape[0] != players:
        raise ValueError("every hand needs a strength, and every own hand counts")
    if counts.shape[1] != RESULTS or not 0 <= kind < counts.shape[2]:
        raise ValueError(f"counts have no place for kind {kind}")
    sizes = [int(BINOMIALS.c[deck][size]) if size <= depth else 1 for size in range(MAX_OWN + 1)]
    cdef uint32_t[::1] one = np.zeros(sizes[1], dtype=np.uint32)
    cdef uint32_t[::1] two = np.zeros(max(1, sizes[2]), dtype=np.uint32)
    cdef uint32_t[::1] three = np.zeros(max(1, sizes[3]), dtype=np.uint32)
    cdef uint16_t[::1] four = np.zeros(max(1, sizes[4]), dtype=np.uint16)
    cdef uint16_t[::1] five = np.zeros(max(1, sizes[5]), dtype=np.uint16)
    cdef Table table
    table.all = 0
    table.one, table.two, table.three = &one[0], &two[0], &three[0]
    table.four, table.five = &four[0], &five[0]
    if players == 0 or hands == 0:
        return
    with nogil:
        run(&table, dealers, dealer_strengths, owns, own_strengths, counts, kind)


cdef void put_all(
    Table* table, const uint8_t* dealers, Py_ssize_t first, Py_ssize_t last, int down, int depth
) noexcept nogil:
    """Dealer hands from `first` to before `last`; the usual sizes apart, so that the compiler knows them."""
    cdef Py_ssize_t at
    if down == 4 and depth == 4:
        for at in range(first, last):
            put(table, dealers + at * 4, 4, 4)
    elif down == 5 and depth == 5:
        for at in range(first, last):
            put(table, dealers + at * 5, 5, 5)
    else:
        for at in range(first, last):
            put(table, dealers + at * down, down, depth)


cdef void avoid_all(
    const Table* table, const uint8_t* owns, Py_ssize_t first, Py_ssize_t last, int own, int depth, uint32_t* out,
    Py_ssize_t stride
) noexcept nogil:
    """How many hands of the table each own hand avoids; the usual sizes apart, so that the compiler knows them."""
    cdef Py_ssize_t row
    if own == 5 and depth == 4:
        for row in range(first, last):
            out[row * stride] = <uint32_t>avoiding(table, owns + row * 5, 5, 4)
    elif own == 5 and depth == 5:
        for row in range(first, last):
            out[row * stride] = <uint32_t>avoiding(table, owns + row * 5, 5, 5)
    else:
        for row in range(first, last):
            out[row * stride] = <uint32_t>avoiding(table, owns + row * own, own, depth)


cdef void run(
    Table* table, const uint8_t[:, ::1] dealers, const uint32_t[::1] dealer_strengths,
    const uint8_t[:, ::1] owns, const uint32_t[::1] own_strengths, uint32_t[:, :, ::1] counts, int kind
) noexcept nogil:
    """Group by group of own hands of one strength: lower ones first, then equal ones, and all at the end."""
    cdef Py_ssize_t first = 0, last, row, at = 0, past, players = owns.shape[0], hands = dealers.shape[0]
    cdef int own = <int>owns.shape[1], down = <int>dealers.shape[1], depth = min(own, down)
    cdef Py_ssize_t stride = counts.shape[1] * counts.shape[2]
    cdef const uint8_t* dealer = &dealers[0, 0]
    cdef const uint8_t* player = &owns[0, 0]
    cdef uint32_t* wins = &counts[0, WIN, kind]
    cdef uint32_t* ties = &counts[0, TIE, kind]
    cdef uint32_t* losses = &counts[0, LOSS, kind]
    cdef uint32_t strength
    while first < players:
        strength = own_strengths[first]
        last = first + 1
        while last < players and own_strengths[last] == strength:
            last += 1
        past = at
        while past < hands and dealer_strengths[past] < strength:
            past += 1
        put_all(table, dealer, at, past, down, depth)
        at = past
        if at == hands:
            break    # all are lower: what is won is what is met
        if at > 0:
            avoid_all(table, player, first, last, own, depth, wins, stride)
        if dealer_strengths[at] == strength:
            while past < hands and dealer_strengths[past] == strength:
                past += 1
            put_all(table, dealer, at, past, down, depth)
            at = past
            avoid_all(table, player, first, last, own, depth, ties, stride)
            for row in range(first, last):
                ties[row * stride] -= wins[row * stride]
        first = last
    put_all(table, dealer, at, hands, down, depth)
    avoid_all(table, player, 0, players, own, depth, losses, stride)
    for row in range(first):
        losses[row * stride] -= wins[row * stride] + ties[row * stride]
    for row in range(first, players):
        wins[row * stride] = losses[row * stride]
        losses[row * stride] = 0


cdef uint64_t joined_rank(const uint8_t* down, int downs, const uint8_t* up, int ups) noexcept nogil:
    """The colex index of two ascending sets of cards together."""
    cdef uint64_t index = 0
    cdef int i = 0, j = 0
    while i < downs or j < ups:
        if j == ups or (i < downs and down[i] < up[j]):
            index += BINOMIALS.c[down[i]][i + j + 1]
            i += 1
        else:
            index += BINOMIALS.c[up[j]][i + j + 1]
            j += 1
    return index


cdef int check_join(const uint8_t[::1] rest, const uint8_t[::1] up, int down) except -1:
    if not 1 <= down <= rest.shape[0] or down + up.shape[0] > MAX_CHOSEN or rest.shape[0] > MAX_DECK_SIZE:
        raise ValueError(f"{down} of {rest.shape[0]} cards with {up.shape[0]} others are not joined")
    return 0


def joined(const uint8_t[::1] rest, const uint8_t[::1] up, int down):
    """The colex index of `up` with every set of `down` cards of the rest, these in colex order; all ascend."""
    check_join(rest, up, down)
    cdef uint64_t row, total = BINOMIALS.c[rest.shape[0]][down]
    cdef uint8_t places[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef uint8_t hand[MAX_CHOSEN]
    cdef int i, ups = <int>up.shape[0]
    cdef const uint8_t* upcards = &up[0] if ups else NULL
    out = np.empty(total, dtype=np.uint32)
    cdef uint32_t[::1] indices = out
    with nogil:
        for i in range(down):
            places[i] = i
        for row in range(total):
            for i in range(down):
                hand[i] = rest[places[i]]
            indices[row] = <uint32_t>joined_rank(hand, down, upcards, ups)
            colex_next(places, down)
    return out


def meet(
    uint32_t strength, const uint8_t[::1] rest, const uint8_t[::1] up, int down,
    const uint32_t[::1] dealer_strengths, const uint8_t[::1] dealer_kinds, int kinds
):
    """[result, kind] for one hand of that strength, every dealer hand looked at by itself: `up` and any of the rest."""
    check_join(rest, up, down)
    cdef uint64_t _row, index, total = BINOMIALS.c[rest.shape[0]][down]
    cdef uint8_t places[MAX_DECK_SIZE]    # more than a hand has: colex_next shows no compiler where it ends
    cdef uint8_t hand[MAX_CHOSEN]
    cdef int i, result, ups = <int>up.shape[0]
    cdef const uint8_t* upcards = &up[0] if ups else NULL
    out = np.zeros((RESULTS, kinds), dtype=np.int64)
    cdef int64_t[:, ::1] counts = out
    with nogil:
        for i in range(down):
            places[i] = i
        for _row in range(total):
            for i in range(down):
                hand[i] = rest[places[i]]
            index = joined_rank(hand, down, upcards, ups)
            result = WIN if dealer_strengths[index] < strength else TIE if dealer_strengths[index] == strength else LOSS
            counts[result, dealer_kinds[index]] += 1
            colex_next(places, down)
    return out
