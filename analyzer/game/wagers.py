"""The part of a game file that describes a wager: one reader for each kind of wager."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.game.amounts import MAX_PAY, read_fees, read_pay, read_price
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import (
    ALL_RANKS,
    ANY_JOKERS,
    MAX_LINES,
    WHOLE_HANDS,
    LineTest,
    hands_at_least,
    parse_groups,
    parse_ranks,
)
from analyzer.game.model import (
    DRAW_SEAT,
    NO_HOUSE_WAY,
    DrawWager,
    JokerLine,
    JokersWager,
    Limits,
    Line,
    LinesWager,
    Meter,
    Overlap,
    Paytable,
    PlayWager,
    PushWager,
    Seat,
    SetWager,
    Tax,
    Wager,
)
from analyzer.game.sections import Section, nearest, shown

MAX_HAND_CARDS = 7
MAX_PAYTABLES = 100
# Types whose first rank alone says from where on a dealer qualifies.
QUALIFYING_HANDS = ("high-card", "pair", "three-of-a-kind")
_SETS = frozenset({"pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"})
_RANKED_WHEN_HELD = frozenset({"pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"})


@dataclass(frozen=True)
class Table:
    """What a wager's reader must know of the game: the deck, the order of hands, the seats."""

    deck: Deck
    ranking: Ranking
    seats: tuple[Seat, ...]
    house_ways: Mapping[str, HouseWay]


def read_limits(wager: Section) -> Limits | None:
    if not wager.has("limits"):
        return None
    section = wager.section("limits")
    zero = Fraction(0)
    limits = Limits(section.fraction("minimum", zero, MAX_PAY), section.fraction("maximum", zero, MAX_PAY))
    if limits.minimum > limits.maximum:
        section.fault("maximum", "must not be below the minimum")
    section.finish()
    return limits


# --- wagers on a paytable --------------------------------------------------------------------------------------------


def read_lines_wager(wager: Section, table: Table, common: dict[str, Any]) -> LinesWager:
    hand_size = _read_hand_size(wager)
    seats = _read_seats(wager, table)
    cards = sum(seat.cards for seat in seats)
    if not hand_size <= cards <= MAX_HAND_CARDS and wager.has("cards"):
        wager.fault("cards", f"are {cards} cards where {hand_size} to {MAX_HAND_CARDS} can be counted")
        cards = hand_size
    uses = wager.choice("uses", ("best_ranked", "pays_most"), "best_ranked")
    if hand_size == 3 and uses == "pays_most":
        wager.fault("uses", "must be 'best_ranked' where hand_size is 3")
    reader = LineReader(table, hand_size, cards, held=uses == "pays_most")
    lines = reader.lines(wager, "lines")
    if wager.has("tax"):
        _check_taxed(wager, lines)
    return LinesWager(
        **common,
        paytables=read_paytables(wager, [line.id for line in lines], meter=wager.has("meter")),
        seats=tuple(seat.name for seat in seats),
        cards=cards,
        hand_size=hand_size,
        uses=uses,  # type: ignore[arg-type]  # choice() returns one of the literals
        overlap=_read_overlap(wager),
        lines=lines,
        tax=_read_tax(wager, table, hand_size, cards) if wager.has("tax") else None,
        meter=_read_meter(wager.section("meter")) if wager.has("meter") else None,
    )


def _read_hand_size(wager: Section) -> int:
    value = wager.get("hand_size") if wager.has("hand_size") else 5
    if value in (3, 5) and isinstance(value, int):
        return value
    wager.fault("hand_size", f"must be 3 or 5, not {shown(value)}")
    return 5


def _read_seats(wager: Section, table: Table) -> tuple[Seat, ...]:
    known = {seat.name: seat for seat in table.seats}
    seats = []
    for name in wager.texts("cards", required=True):
        if name not in known:
            wager.fault(
                "cards",
                f"{shown(name)} is not a seat of [deal]{nearest(name, known)}; seats: {', '.join(known)}",
            )
        elif known[name] in seats:
            wager.fault("cards", f"{shown(name)} is listed twice")
        else:
            seats.append(known[name])
    return tuple(seats)


@dataclass(frozen=True)
class LineReader:
    """Reads lines for hands of `hand_size` out of `cards` cards; `held`: they ask what the cards hold."""

    table: Table
    hand_size: int
    cards: int
    held: bool

    def lines(self, parent: Section, key: str, extra: Callable[[Section], None] | None = None) -> tuple[Line, ...]:
        lines: list[Line] = []
        for section in parent.sections(key, required=True)[: MAX_LINES + 1]:
            line = self._line(section)
            if extra is not None:
                extra(section)
            section.finish()
            _note_duplicates(section, line, lines)
            lines.append(line)
        if len(lines) > MAX_LINES:
            parent.fault(key, f"has more than {MAX_LINES} lines")
        if not lines and parent.has(key):
            parent.fault(key, "must have at least one line")
        return tuple(lines)

    def _line(self, section: Section) -> Line:
        line_id = section.identifier("id")
        name = section.text("name", line_id.replace("-", " ").capitalize())
        test = self._test(section)
        self._check(section, test)
        if test.says_nothing:
            section.faults.note(section.place, "says nothing about the cards; give hand, groups, whole, high or jokers")
        return Line(line_id, name, test, section.text("source"))

    def _test(self, section: Section) -> LineTest:
        hands = self._hands(section, "hand")
        if section.has("at_least"):
            if hands:
                section.fault("at_least", "cannot stand beside hand; use one of them")
            best = section.one_of("at_least", section.text("at_least"), self.table.ranking.types(self.hand_size))
            hands = hands_at_least(best, self.table.ranking, self.hand_size)
        return LineTest(
            hands=hands,
            ranks=self._ranks(section, "ranks", hands),
            natural=section.flag("natural"),
            groups=self._groups(section),
            whole=self._whole(section),
            high=_read_ranks(section, "high", ALL_RANKS),
            without=self._hands(section, "without"),
            one_colour=section.choice("colour", ("any", "one"), "any") == "one",
            beside=self._beside(section, hands),
            jokers=self._jokers(section),
        )

    def _check(self, section: Section, test: LineTest) -> None:
        """Tests that have no meaning together, or that are not counted."""
        if test.natural is not None and not (test.hands or test.groups or test.whole):
            section.fault("natural", "needs hand, groups or whole beside it: what is natural? For the cards use jokers")
        if test.without and self.hand_size == 3:
            section.fault("without", "can be asked of hands of five only")
        if test.natural is False and self.held and self.table.ranking.joker == "bug" and test.hands & _SETS:
            section.fault("natural", "= false can be asked of straights and flushes only where the joker is a bug")

    def _hands(self, section: Section, key: str) -> frozenset[str]:
        types = self.table.ranking.types(self.hand_size)
        names = section.texts(key)
        if section.has(key) and not names:
            section.fault(key, f"must name a hand, such as {types[1]!r}")
        return frozenset(section.one_of(key, name, types) for name in names)

    def _ranks(self, section: Section, key: str, hands: frozenset[str]) -> int:
        ranks = _read_ranks(section, key, ALL_RANKS)
        if section.has(key) and not hands and not section.has("groups"):
            section.fault(key, "needs hand or groups beside it: the rank of what?")
        elif ranks != ALL_RANKS and self.held and not hands <= _RANKED_WHEN_HELD:
            section.fault(key, f"can be given for {', '.join(sorted(_RANKED_WHEN_HELD))} when the wager uses pays_most")
        return ranks

    def _groups(self, section: Section) -> tuple[int, ...]:
        if not section.has("groups"):
            return ()
        groups = parse_groups(section.text("groups"))
        if groups is None or sum(groups) > self.cards or len(groups) > len(self.table.deck.ranks):
            section.fault("groups", f'must be set sizes, largest first, such as "4+2", of at most {self.cards} cards')
            return ()
        return groups

    def _whole(self, section: Section) -> str | None:
        return section.choice("whole", WHOLE_HANDS) if section.has("whole") else None

    def _beside(self, section: Section, hands: frozenset[str]) -> int:
        beside = _read_ranks(section, "beside", 0)
        if beside and (hands != {"royal-flush"} or not self.held):
            section.fault("beside", 'needs hand = "royal-flush" and a wager that uses pays_most')
        return beside

    def _jokers(self, section: Section) -> int:
        if not section.has("jokers"):
            return ANY_JOKERS
        return 1 << section.integer("jokers", 0, self.table.deck.jokers)


def _read_ranks(section: Section, key: str, default: int) -> int:
    if not section.has(key):
        return default
    ranks = parse_ranks(section.text(key))
    if ranks is None:
        section.fault(key, 'must be ranks such as "A", "Q-A" or "9,8,7"')
        return default
    return ranks


def _note_duplicates(section: Section, line: Line | JokerLine, earlier: Sequence[Line | JokerLine]) -> None:
    for other in earlier:
        if line.id and line.id == other.id:
            section.fault("id", f"{line.id!r} is already the id of another line")
        elif _same_test(line, other):
            section.faults.note(section.place, f"asks the same of the cards as line {other.id!r}")


def _same_test(one: Line | JokerLine, other: Line | JokerLine) -> bool:
    if isinstance(one, Line) and isinstance(other, Line):
        return one.test == other.test and not one.test.says_nothing
    return isinstance(one, JokerLine) and isinstance(other, JokerLine) and one.jokers == other.jokers


# --- pays ------------------------------------------------------------------------------------------------------------


def read_paytables(wager: Section, lines: Sequence[str], *, meter: bool = False) -> tuple[Paytable, ...]:
    """[wagers.W.paytables.P]: one table a paytable, one key a line."""
    paytables = []
    parent = wager.section("paytables", required=True)
    for key, value in parent.items():
        section = Section(value, parent.at(key), wager.faults)
        if not key or len(key) > 32 or not key.isprintable():
            parent.fault(shown(key), "is not a name for a paytable")
        pays = tuple(read_pay(section, line, section.get(line, required=True), meter) for line in lines)
        section.finish()
        paytables.append(Paytable(key, pays))
    if not paytables and wager.has("paytables"):
        wager.fault("paytables", f"must have at least one paytable, such as [{parent.at('1')}]")
    if len(paytables) > MAX_PAYTABLES:
        wager.fault("paytables", f"are {len(paytables)}, more than {MAX_PAYTABLES}")
    return tuple(paytables)


def _read_overlap(wager: Section) -> Overlap:
    if wager.has("overlap") and not wager.has("lines"):
        wager.fault("overlap", "needs lines: which of several lines is paid")
    return "first" if wager.choice("overlap", ("most", "first"), "most") == "first" else "most"


def _check_taxed(wager: Section, lines: Sequence[Line]) -> None:
    if wager.has("meter"):
        wager.fault("meter", "cannot stand beside tax")
    for line in lines:
        if line.test.one_colour:
            wager.fault("lines", f"line {line.id!r}: colour is not counted where there is a tax")


def _read_tax(wager: Section, table: Table, hand_size: int, cards: int) -> Tax:
    section = wager.section("tax")
    amounts: list[Fraction] = []

    def read_amount(line: Section) -> None:
        amounts.append(line.fraction("tax", Fraction(0), MAX_PAY))

    if cards - 1 < hand_size:
        section.faults.note(section.place, f"needs {hand_size} cards before the last one, the wager has {cards - 1}")
    lines = LineReader(table, hand_size, cards - 1, held=False).lines(section, "lines", read_amount)
    for line, amount in zip(lines, amounts, strict=False):
        if line.test.one_colour:
            section.faults.note(section.place, f"line {line.id!r}: colour cannot decide a tax of {amount}")
    section.finish()
    return Tax(lines, tuple(amounts))


def _read_meter(section: Section) -> Meter:
    zero, one, most = Fraction(0), Fraction(1), MAX_PAY
    bet = read_price(section)
    prizes = section.choice("prizes", ("for_one", "to_one"), "for_one")
    contribution = section.fraction("contribution", zero, one) if section.has("contribution") else None
    seed = section.fraction("seed", zero, most) if section.has("seed") else None
    section.finish()
    return Meter(bet, prizes, contribution, seed)  # type: ignore[arg-type]  # choice() returns a literal


# --- wagers on where the jokers are ----------------------------------------------------------------------------------


def read_jokers_wager(wager: Section, table: Table, common: dict[str, Any]) -> JokersWager:
    seats = _read_seats(wager, table)
    lines: list[JokerLine] = []
    for section in wager.sections("lines", required=True):
        line = _read_joker_line(section, seats, table)
        section.finish()
        _note_duplicates(section, line, lines)
        lines.append(line)
    if not table.deck.jokers:
        wager.fault("kind", "'jokers' needs a deck with jokers")
    if not lines and wager.has("lines"):
        wager.fault("lines", "must have at least one line")
    return JokersWager(
        **common,
        paytables=read_paytables(wager, [line.id for line in lines]),
        overlap=_read_overlap(wager),
        seats=seats,
        lines=tuple(lines),
    )


def _read_joker_line(section: Section, seats: Sequence[Seat], table: Table) -> JokerLine:
    line_id = section.identifier("id")
    name = section.text("name", line_id.replace("-", " ").capitalize())
    wanted = section.section("jokers", required=True)
    jokers = {seat.name: wanted.integer(seat.name, 0, table.deck.jokers) for seat in seats if wanted.has(seat.name)}
    wanted.finish()
    if not jokers:
        section.fault(
            "jokers",
            f"must say how many jokers a seat has, such as {{{seats[0].name if seats else 'player'} = 1}}",
        )
    return JokerLine(line_id, name, jokers, section.text("source"))


# --- wagers against a dealer -----------------------------------------------------------------------------------------


DISCARD_CARDS = 5


def read_draw_wager(wager: Section, table: Table, common: dict[str, Any]) -> DrawWager:
    player, dealer = (_read_seat(wager, key, table) for key in ("player", "dealer"))
    _check_draw_seats(wager, table, player, dealer)
    automatic, pays = _read_automatic_win(wager, table)
    lines = LineReader(table, 5, DISCARD_CARDS, held=False).lines(wager, "lines")
    _check_drawn_colours(wager, table, lines)
    return DrawWager(
        **common,
        paytables=read_paytables(wager, [line.id for line in lines]),
        player=player,
        dealer=dealer,
        automatic_win=automatic,
        automatic_win_pays=pays,
        stand_pat=bool(wager.flag("stand_pat")),
        overlap=_read_overlap(wager),
        lines=lines,
    )


def _check_draw_seats(wager: Section, table: Table, player: Seat, dealer: Seat) -> None:
    """One card of five is exchanged for one card, and all seats are dealt from one deck."""
    if player.cards != DISCARD_CARDS:
        wager.fault("player", f"has {player.cards} cards where a hand of {DISCARD_CARDS} exchanges one")
    if not 5 <= dealer.cards <= 6:
        wager.fault("dealer", f"has {dealer.cards} cards where 5 or 6 can be counted")
    _check_seats_differ(wager, table, "player", "dealer")
    cards = {seat.name: seat.cards for seat in table.seats}
    drawn = cards.setdefault(DRAW_SEAT, 1)
    if sum(cards.values()) > table.deck.size:
        wager.fault("dealer", f"needs {sum(cards.values())} cards with the draw, the deck has {table.deck.size}")
    if drawn != 1:
        wager.faults.note(
            f"deal.{DRAW_SEAT}", f"must be 1 where a wager is of kind 'draw', which draws one card, not {drawn}"
        )


def _check_drawn_colours(wager: Section, table: Table, lines: Sequence[Line]) -> None:
    """Hands that differ by a renaming of suits are played alike, and from three suits on that changes their colours."""
    if len(table.deck.suits) <= 2:
        return
    for place, line in enumerate(lines, 1):
        if line.test.one_colour:
            wager.faults.note(
                f"{wager.at('lines')}[{place}].colour",
                f"line {line.id!r} cannot tell colours apart in a wager of kind 'draw': which discard is best would "
                "depend on the colours held, and hands are counted up to a renaming of suits; leave colour out, "
                'or pay for one suit with whole = "flush"',
            )


def _read_automatic_win(wager: Section, table: Table) -> tuple[str | None, Fraction | None]:
    """The worst hand that wins at once, and what that pays; None for "by the paytable"."""
    if not wager.has("automatic_win"):
        return None, None
    hand = wager.one_of("automatic_win", wager.text("automatic_win"), table.ranking.types(5))
    value = wager.get("automatic_win_pays", required=True)
    if value == "paytable":
        return hand, None
    if value == "even_money":
        return hand, Fraction(1)
    return hand, wager.fraction("automatic_win_pays", Fraction(0), MAX_PAY)


def _read_seat(wager: Section, key: str, table: Table) -> Seat:
    known = {seat.name: seat for seat in table.seats}
    if not known:
        wager.text(key, required=True)
        return Seat(key, 5)
    return known[wager.choice(key, tuple(known))]


def _check_seats_differ(wager: Section, table: Table, *keys: str) -> None:
    """Cards are dealt to each of these seats, so no seat may be two of them."""
    for place, key in enumerate(keys):
        for other in keys[:place]:
            if wager.has(key) and wager.has(other) and wager.get(key) == wager.get(other):
                seats = ", ".join(seat.name for seat in table.seats)
                wager.fault(key, f"must be another seat than {other}: both are {shown(wager.get(key))}; seats: {seats}")


def read_play_wager(wager: Section, table: Table, common: dict[str, Any]) -> PlayWager:
    hand_size = _read_hand_size(wager)
    player, dealer = (_read_seat(wager, key, table) for key in ("player", "dealer"))
    community = _read_seat(wager, "community", table) if wager.has("community") else None
    _check_seats_differ(wager, table, "player", "dealer", "community")
    _check_play_sizes(wager, hand_size, player, dealer, community)
    qualify = wager.section("qualify", required=True)
    hand = qualify.choice("hand", QUALIFYING_HANDS)
    rank = _read_ranks(qualify, "rank", 1)
    if rank.bit_count() != 1:
        qualify.fault("rank", "must be one rank: the lowest that qualifies")
    qualify.finish()
    lines = LineReader(table, hand_size, player.cards, held=False).lines(wager, "lines") if wager.has("lines") else ()
    return PlayWager(
        **common,
        paytables=read_paytables(wager, [line.id for line in lines]),
        player=player,
        dealer=dealer,
        community=community,
        hand_size=hand_size,
        bets=_read_bets(wager, community),
        qualify_hand=hand,
        qualify_rank=rank.bit_length() - 1,
        unqualified=wager.choice("unqualified", ("ante_wins", "compare")),  # type: ignore[arg-type]  # a literal
        overlap=_read_overlap(wager),
        lines=lines,
    )


def _check_play_sizes(wager: Section, hand_size: int, player: Seat, dealer: Seat, community: Seat | None) -> None:
    if player.cards != dealer.cards or player.cards != hand_size:
        wager.fault("player", f"and dealer must have {hand_size} cards each, not {player.cards} and {dealer.cards}")
    if community is not None and (community.cards != 2 or hand_size != 5):
        wager.fault("community", f"must be 2 cards beside hands of 5, not {community.cards} beside {hand_size}")


def _read_bets(wager: Section, community: Seat | None) -> tuple[int, ...]:
    """The bet of each decision in units of the Ante."""
    value = wager.get("bets", required=True)
    wanted = 1 if community is None else community.cards
    if (
        not isinstance(value, list)
        or len(value) != wanted
        or not all(isinstance(bet, int) and not isinstance(bet, bool) and 1 <= bet <= 100 for bet in value)
    ):
        wager.fault("bets", f"must be a list of {wanted} whole numbers from 1 to 100: the bet of each decision")
        return (1,) * wanted
    return tuple(value)


# --- wagers on hands that are set in two -----------------------------------------------------------------------------

SET_CARDS = 7


def read_set_wager(wager: Section, table: Table, common: dict[str, Any]) -> SetWager:
    player, dealer = _read_set_seats(wager, table)
    return SetWager(
        **common,
        paytables=read_paytables(wager, ["win"]),
        player=player,
        dealer=dealer,
        house_way=_read_house_way(wager, table),
        player_sets=wager.choice("player_sets", ("house_way", "optimal"), "house_way"),  # type: ignore[arg-type]
        fees=read_fees(wager.section("fees")) if wager.has("fees") else None,
    )


def read_push_wager(wager: Section, table: Table, common: dict[str, Any]) -> PushWager:
    player, dealer = _read_set_seats(wager, table)
    high = wager.section("high", required=True)
    high_id = high.identifier("id")
    if high_id in ("push", "lose"):
        high.fault("id", f"{high_id!r} is another outcome of the wager; use a name of its own, such as 'high-push'")
    pair = _read_ranks(high, "pair", 1)
    if pair.bit_count() != 1 or not high.has("pair"):
        high.fault("pair", "must be one rank: the lowest pair in front that pays more")
    high.finish()
    return PushWager(
        **common,
        paytables=read_paytables(wager, [high_id, "push"]),
        player=player,
        dealer=dealer,
        house_way=_read_house_way(wager, table),
        high_id=high_id,
        high_pair=pair.bit_length() - 1,
    )


def _read_set_seats(wager: Section, table: Table) -> tuple[Seat, Seat]:
    player, dealer = (_read_seat(wager, key, table) for key in ("player", "dealer"))
    _check_seats_differ(wager, table, "player", "dealer")
    if player.cards != SET_CARDS or dealer.cards != SET_CARDS:
        wager.fault("player", f"and dealer must have {SET_CARDS} cards each, not {player.cards} and {dealer.cards}")
    if table.ranking.joker == "wild":
        wager.fault("kind", "hands set in two are counted without a joker or with the bug, not with wild jokers")
    return player, dealer


def _read_house_way(wager: Section, table: Table) -> HouseWay:
    if not table.house_ways:
        wager.fault("house_way", "needs a table [house_ways.NAME] in the file")
        return NO_HOUSE_WAY
    return table.house_ways[wager.choice("house_way", tuple(table.house_ways))]


WAGER_KINDS: dict[str, Callable[[Section, Table, dict[str, Any]], Wager]] = {
    "lines": read_lines_wager,
    "jokers": read_jokers_wager,
    "draw": read_draw_wager,
    "play": read_play_wager,
    "two-hands": read_set_wager,
    "two-hands-push": read_push_wager,
}
