"""Hands of seven cards, set in two: the game itself, and wagers on a push."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from analyzer.game.house_way import HouseWay
from analyzer.game.language import Cards, Row, Test, WagerRules, bare_test
from analyzer.game.model import Paytable, Seat
from analyzer.game.shapes.asked_lines import part_question
from analyzer.game.shapes.common import (
    ONE,
    TableSetup,
    common_fields,
    net_paytables,
    nothing_unread,
    one_pay,
    one_staked_bet,
    says_only,
)
from analyzer.game.shapes.drawn import ON_WIN
from analyzer.game.shapes.refusals import require
from analyzer.game.wagers.set_in_two import PushWager, SetQuestion, SetWager

SET_CARDS = 7
PUSH, LOSE = "push", "lose"
ON_TIE = Test(on=frozenset({"tie"}))


def is_set_in_two(wager: WagerRules) -> bool:
    return wager.compare is not None and any(hand.house_way for hand in wager.compare)


def set_wager(table: TableSetup, wager: WagerRules) -> SetWager | PushWager:
    """A wager on a tie where its rows say so; otherwise the game itself."""
    one_staked_bet(wager)
    player, dealer, ways = _hands(table, wager)
    require(wager.qualifies is None, "qualifies", "has no meaning for hands that are set in two")
    require(not table.rules.exposed, "", "is not counted with cards seen that should not be: its hands are set in two")
    require(not table.rules.stages, "", "has stages; hands that are set in two are counted without them")
    rows = dict(wager.settle).get(wager.bets[0].name, ())
    is_push = rows == (Row(None, None), Row(None, -ONE))
    nothing_unread(wager, *(() if is_push else ("fees",)))
    if is_push:
        return _push_wager(table, wager, player, dealer, ways)
    require(
        not rows or (len(rows) == 1 and rows[0].test == ON_WIN and rows[0].pays is not None),
        f"settle.{wager.bets[0].name}",
        'is counted with one row, { on = "win", pays = AMOUNT }',
    )
    require(not wager.lines, "pays", "is used by no row")
    assert wager.compare is not None
    return SetWager(
        **common_fields(wager),
        paytables=one_pay(wager.paytables, ONE if not rows or rows[0].pays is None else rows[0].pays),
        player=player,
        dealer=dealer,
        house_way=ways[0],
        dealers_way=ways[1],
        copies=wager.copies,
        player_sets=wager.compare[0].sets,
        fees=wager.fees,
    )


def _hands(table: TableSetup, wager: WagerRules) -> tuple[Seat, Seat, tuple[HouseWay, HouseWay]]:
    assert wager.compare is not None
    player, dealer = wager.compare
    require(dealer.sets == "house_way", "compare", "the dealer's hand must be set by the house way")
    seats = [table.seats.one(hand.groups, "compare") for hand in wager.compare]
    require(
        [seat.cards for seat in seats] == [SET_CARDS, SET_CARDS] and seats[0] != seats[1],
        "compare",
        f"must be two hands of {SET_CARDS} cards each",
    )
    return seats[0], seats[1], (table.house_ways[player.house_way], table.house_ways[dealer.house_way])


def _push_wager(
    table: TableSetup, wager: WagerRules, player: Seat, dealer: Seat, ways: tuple[HouseWay, HouseWay]
) -> PushWager:
    assert wager.compare is not None
    require(wager.compare[0].sets == "house_way", "compare", "a wager on a push is counted if the house way sets both")
    plain = [line for line in wager.lines if line.test == ON_TIE]
    high = [line for line in wager.lines if line.test != ON_TIE]
    require(
        len(plain) == 1 and len(high) == 1 and plain[0].id == PUSH,
        "lines",
        f'must be "{PUSH}" = {{ on = "tie" }} and one line for a tie with more, such as a pair in front',
    )
    require(high[0].id != LOSE, f"lines.{LOSE}", "is another outcome of the wager; use a name of its own")
    order = [wager.lines.index(high[0]), wager.lines.index(plain[0])]
    paytables = tuple(
        Paytable(paytable.id, tuple(paytable.pays[place] for place in order)) for paytable in net_paytables(wager)
    )
    _check_high_is_paid(wager, paytables, high[0].id, order)
    return PushWager(
        **common_fields(wager),
        paytables=paytables,
        player=player,
        dealer=dealer,
        house_way=ways[0],
        dealers_way=ways[1],
        copies=wager.copies,
        high_id=high[0].id,
        high=_high(table, wager, high[0].test, f"lines.{high[0].id}"),
        called=(high[0].name, plain[0].name),
    )


def _check_high_is_paid(wager: WagerRules, paytables: Sequence[Paytable], high: str, order: Sequence[int]) -> None:
    """Both lines apply to a tie with a pair in front: it must be the one for the pair that is paid."""
    is_first = order[0] < order[1]
    key = f"pays.{high}"
    if wager.overlap == "first":
        require(is_first, key, f"must stand before {PUSH}, which is paid otherwise: it applies to every tie")
    for paytable in paytables if wager.overlap == "most" else ():
        more = paytable.pays[0].amount - paytable.pays[1].amount
        require(
            more > 0 or (more == 0 and is_first),
            key,
            f"must be more than {PUSH} pays, which is paid otherwise; or say overlap = 'first' and list it first",
        )


def _high(table: TableSetup, wager: WagerRules, test: Test, key: str) -> tuple[SetQuestion, ...]:
    """What must be in front of or behind either hand so that a tie pays more."""
    require(
        says_only(test, "on", "any") and test.on == {"tie"} and test.any,
        key,
        'must be on = "tie" and any = tests of the front or the back of either hand, such as a pair',
    )
    return tuple(_question(table, wager, part, f"{key}.any[{place}]") for place, part in enumerate(test.any, 1))


def _question(table: TableSetup, wager: WagerRules, test: Test, key: str) -> SetQuestion:
    assert wager.compare is not None
    require(test == bare_test(test), key, "must ask one thing of one part of a hand")
    require(
        isinstance(test.of, Cards) and test.of.part and test.of.hand in wager.compare,
        f"{key}.of",
        f"must be a part of {wager.compare[0].name} or {wager.compare[1].name}",
    )
    assert isinstance(test.of, Cards)
    part = part_question(table, test, key)
    suits = part.counted.suited or part.counted.tells_suits_apart or part.counted.beside
    require(not suits, key, "tells suits apart, which is not counted where two hands are compared")
    side: Literal["player", "dealer"] = "player" if test.of.hand == wager.compare[0] else "dealer"
    return SetQuestion(side, part.part, part.counted, _least_pair(test))


def _least_pair(test: Test) -> int | None:
    least = test.at_least
    if least is None or least.hand != "pair" or len(least.ranks) != 1 or not says_only(test, "of", "at_least"):
        return None
    return least.ranks[0]
