"""Wagers on the cards alone: lines of a paytable, a tax and a prize, where the jokers are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from analyzer.cards.wild import MAX_HANDS
from analyzer.game.language import Cards, Hand, PaidLine, Row, Test, WagerRules
from analyzer.game.model import JokerLine, Line, Meter, Seat, Tax
from analyzer.game.shapes.asked_lines import asked_fields, asks_several, whole_hand
from analyzer.game.shapes.common import (
    MAX_HAND_CARDS,
    TableSetup,
    common_fields,
    dealt_seats,
    looked_at,
    net_paytables,
    no_rows,
    nothing_unread,
    one_staked_bet,
    says_only,
)
from analyzer.game.shapes.line_tests import hand_size
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager, WildLinesWager


def lines_wager(table: TableSetup, wager: WagerRules) -> LinesWager:
    """One staked bet on lines, or free bets: a prize by the paytable and a tax by rows."""
    nothing_unread(wager, "meter", "uses", "overlap")
    _check_all_paid(wager)
    several = asks_several(wager)
    hand = whole_hand(wager) if several else looked_at(wager)
    seats = dealt_seats(table, hand, "of")
    cards, size = sum(seat.cards for seat in seats), hand_size(hand)
    require(cards <= MAX_HAND_CARDS, "of", f"are {cards} cards where {size} to {MAX_HAND_CARDS} can be counted")
    held = wager.uses == "pays_most"
    if table.wild_ranks:
        _check_wild(table, wager, cards)
    if several:
        return _asked_wager(table, wager, hand, seats)
    lines = table.line_tests(hand, cards, held=held).lines(wager.lines)
    tax = None
    if wager.bets[0].is_free:
        tax, before = _tax(table, wager, hand)
        _check_taxed(wager, lines)
        # Engines charge by all cards but the last, whichever group was dealt last.
        seats = (*before, *(seat for seat in seats if seat not in before))
    else:
        one_staked_bet(wager)
        no_rows(wager)
    return (WildLinesWager if table.wild_ranks else LinesWager)(
        **common_fields(wager),
        paytables=net_paytables(wager),
        seats=tuple(seat.name for seat in seats),
        cards=cards,
        hand_size=size,
        uses=wager.uses,
        lines=lines,
        tax=tax,
        meter=_meter(wager),
    )


def _asked_wager(table: TableSetup, wager: WagerRules, hand: Hand, seats: Sequence[Seat]) -> AskedLinesWager:
    """One staked bet on lines that ask several questions."""
    one_staked_bet(wager)
    no_rows(wager)
    require(not table.wild_ranks, "lines", "ask several questions; with wild ranks one is counted")
    cards = sum(seat.cards for seat in seats)
    return AskedLinesWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        seats=tuple(seat.name for seat in seats),
        cards=cards,
        hand_size=hand_size(hand),
        uses=wager.uses,
        meter=_meter(wager),
        **asked_fields(table, wager, hand, cards),
    )


def _check_all_paid(wager: WagerRules) -> None:
    """The stake comes back once, however many lines are paid."""
    require(
        wager.overlap != "all" or wager.odds == "to_one" or wager.meter is not None,
        "odds",
        "must be 'to_one' where all lines are paid to be counted",
    )


def _check_wild(table: TableSetup, wager: WagerRules, cards: int) -> None:
    """Lines with wild ranks are asked of every hand by itself."""
    require(wager.uses == "best_ranked", "uses", "with wild ranks must be 'best_ranked' to be counted")
    require(not wager.bets[0].is_free, "bets", "with wild ranks must be one staked bet")
    hands = comb(table.deck.size, cards)
    require(hands <= MAX_HANDS, "of", f"with wild ranks is counted for up to {MAX_HANDS:,} hands, not {hands:,}")


def _meter(wager: WagerRules) -> Meter | None:
    if wager.meter is None:
        return None
    return Meter(wager.meter.bet, wager.odds, wager.meter.contribution, wager.meter.seed)


# --- a tax and a prize -----------------------------------------------------------------------------------------------


def _tax(table: TableSetup, wager: WagerRules, hand: Hand) -> tuple[Tax, tuple[Seat, ...]]:
    """Two free bets: one paid by the paytable, one charged by rows on the cards before the last one: these seats."""
    rows = dict(wager.settle)
    prizes = [bet.name for bet in wager.bets if rows.get(bet.name) == (Row(None, None),)]
    charged = [bet.name for bet in wager.bets if bet.name not in prizes]
    require(
        len(prizes) == 1 and len(charged) == 1 and all(bet.is_free for bet in wager.bets),
        "bets",
        "free bets are counted as two: one that the paytable pays, one that rows charge",
    )
    key = f"settle.{charged[0]}"
    before = _cards_charged(table, rows.get(charged[0], ()), hand, key)
    seats = dealt_seats(table, before, key)
    tests = table.line_tests(before, sum(seat.cards for seat in seats))
    lines, amounts = [], []
    for place, row in enumerate(rows[charged[0]], 1):
        where = f"{key}[{place}]"
        require(row.test is not None and row.pays is not None, where, "must be a test and an amount that is charged")
        assert row.test is not None
        assert row.pays is not None
        require(row.pays <= 0, f"{where}.pays", "must be 0 or less: what is charged")
        test = tests.test(row.test, where)
        require(not test.tells_suits_apart, where, "tells suits apart, which cannot decide what is charged")
        lines.append(Line(f"tax-{place}", f"Tax {place}", test))
        amounts.append(-row.pays)
    return Tax(tuple(lines), tuple(amounts), set(before.groups) != set(hand.groups)), seats


def _cards_charged(table: TableSetup, rows: Sequence[Row], hand: Hand, key: str) -> Hand:
    """The hand that the rows look at: the wager's cards, or these without one group of one card."""
    hands = {row.test.of.hand for row in rows if row.test is not None and isinstance(row.test.of, Cards)}
    require(len(hands) == 1, key, "must look at one hand, the wager's cards or those before the last one")
    (before,) = hands
    if set(before.groups) == set(hand.groups):
        require(hand_size(before) == hand_size(hand), key, "must look at hands of as many cards as the prize")
        return before
    last = [group for group in table.rules.deal if group.name in set(hand.groups) - set(before.groups)]
    require(
        set(before.groups) < set(hand.groups) and [group.cards for group in last] == [1],
        key,
        f"must look at the wager's cards, or these without one group of one card; {before.name} is neither",
    )
    require(hand_size(before) == hand_size(hand), key, "must look at hands of as many cards as the prize")
    return before


def _check_taxed(wager: WagerRules, lines: Sequence[Line]) -> None:
    require(wager.meter is None, "meter", "cannot stand beside a charge")
    require(not wager.unit.has_stake, "unit", "must be 'dollars' where no bet is staked: such a wager has no stake")
    for line in lines:
        require(not line.test.tells_suits_apart, f"lines.{line.id}", "tells suits apart; not counted beside a charge")


# --- jokers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _JokersIn:
    """That many jokers among the cards of a hand."""

    hand: Hand
    number: int


def is_about_jokers(wager: WagerRules) -> bool:
    """Do all lines ask only how many jokers are where, and of more than one place?"""
    asked = [list(_jokers_asked(line.test)) for line in wager.lines]
    return wager.of is None and bool(asked) and not any(None in parts for parts in asked)


def _jokers_asked(test: Test) -> Iterator[_JokersIn | None]:
    """The parts of a test; None for one that asks anything else."""
    if test.all and says_only(test, "all"):
        for part in test.all:
            yield from _jokers_asked(part)
    elif test.jokers is not None and isinstance(test.of, Cards) and says_only(test, "of", "jokers"):
        yield _JokersIn(test.of.hand, test.jokers)
    else:
        yield None


def jokers_wager(table: TableSetup, wager: WagerRules) -> JokersWager:
    """A wager on how many jokers are where."""
    one_staked_bet(wager)
    no_rows(wager)
    nothing_unread(wager, "overlap")
    _check_all_paid(wager)
    require(table.deck.jokers, "lines", "ask for jokers, and the deck has none")
    lines = tuple(_joker_line(table, line) for line in wager.lines)
    named = {name for line in lines for name in line.jokers}
    seats = tuple(seat for seat in table.seats.all if seat.name in named)
    return JokersWager(**common_fields(wager), paytables=net_paytables(wager), seats=seats, lines=lines)


def _joker_line(table: TableSetup, line: PaidLine) -> JokerLine:
    jokers: dict[str, int] = {}
    for asked in _jokers_asked(line.test):
        assert asked is not None
        key = f"lines.{line.id}"
        seats = dealt_seats(table, asked.hand, key)
        if len(seats) != 1:
            names = " and ".join(seat.name for seat in seats)
            raise NotCountedError(
                key, f"looks at {names} together, and other lines at one of them; name each by itself"
            )
        if jokers.setdefault(seats[0].name, asked.number) != asked.number:
            raise NotCountedError(key, f"asks for {jokers[seats[0].name]} and for {asked.number} jokers in one place")
    return JokerLine(line.id, line.name, jokers, line.source)
