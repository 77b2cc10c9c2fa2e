"""Games without an opponent: cards exchanged as in video poker, or turned in groups between decisions about bets."""

from __future__ import annotations

from analyzer.game.language import Hand, Stage, WagerRules
from analyzer.game.lines import LineTest, key_of
from analyzer.game.model import ExchangeWager, Line, RevealWager, Seat, SoloWager
from analyzer.game.shapes.common import (
    Table,
    common_fields,
    looked_at,
    net_paytables,
    no_rows,
    nothing_unread,
    one_staked_bet,
)
from analyzer.game.shapes.refusals import NotCountedError, require

FINAL_CARDS = 5
# What lines may ask of a final hand.
_COUNTED = ("hands", "floor", "ranks", "kicker", "natural", "jokers", "count")


def is_solo(table: Table, wager: WagerRules) -> bool:
    """Is it the main wager, decided by somebody, and compared with nobody?"""
    return wager is table.rules.main and wager.compare is None and bool(table.rules.stages)


def solo_wager(table: Table, wager: WagerRules) -> SoloWager:
    no_rows(wager)
    nothing_unread(wager)
    hand = looked_at(wager)
    if any(stage.exchange is not None for stage in table.rules.stages):
        return _exchange_wager(table, wager, hand)
    return _reveal_wager(table, wager, hand)


def _lines(table: Table, wager: WagerRules, hand: Hand) -> tuple[Line, ...]:
    require(hand.best == FINAL_CARDS, "of", f"must be a hand of {FINAL_CARDS} cards")
    lines = table.line_tests(hand, FINAL_CARDS).lines(wager.lines)
    for line in lines:
        for key in vars(LineTest()):
            if key not in _COUNTED and getattr(line.test, key) != getattr(LineTest(), key):
                raise NotCountedError(
                    f"lines.{line.id}.{key_of(key)}", "is not counted where the result depends on decisions"
                )
    return lines


def _exchange_wager(table: Table, wager: WagerRules, hand: Hand) -> ExchangeWager:
    one_staked_bet(wager)
    stages = table.rules.stages
    require(len(stages) == 1, "", f"has {len(stages)} stages where one exchange is counted without an opponent")
    (stage,) = stages
    exchange = stage.exchange
    if exchange is None or stage.choices or stage.automatic_win is not None:
        raise NotCountedError("", "must have an exchange as its only stage, without an automatic win")
    require(not exchange.cost, "", "an exchange that costs something is not counted yet")
    require(stage.sees == (exchange.taken_from,), "", f"the player must see {exchange.taken_from} and no more")
    require(hand.groups == (exchange.makes,), "of", f"must be {exchange.makes}, the hand after the exchange")
    player = table.seats.one((exchange.taken_from,), "of")
    require(player.cards == FINAL_CARDS, "of", f"must be {FINAL_CARDS} cards, not {player.cards}")
    return ExchangeWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        lines=_lines(table, wager, hand),
        player=player,
        draw=table.seats.one((exchange.draw,), "of"),
        discards=exchange.discards,
    )


def _reveal_wager(table: Table, wager: WagerRules, hand: Hand) -> RevealWager:
    for bet in wager.bets:
        require(not bet.is_free, f"bets.{bet.name}", "is free, which is not counted in a game of reveals yet")
    groups, stages = _turned(table, hand)
    return RevealWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        lines=_lines(table, wager, hand),
        groups=groups,
        bets=tuple((bet.name, bet.amount) for bet in wager.bets),
        stages=tuple(stage.choices for stage in stages),
    )


def _turned(table: Table, hand: Hand) -> tuple[tuple[Seat, ...], list[Stage]]:
    """The groups in the order in which they are turned, those of one stage together, and the stages with choices."""
    sizes = {group.name: group.cards for group in table.rules.deal}
    pending: list[str] = []
    turned: list[tuple[str, ...]] = []
    deciding: list[Stage] = []
    for number, stage in enumerate(table.rules.stages, 1):
        require(stage.automatic_win is None, "", f"has an automatic win at stage {number}, which is not counted yet")
        pending += stage.sees
        if not stage.choices:
            continue
        require(pending, "", f"stage {number} shows nothing new; put its choices into the stage before")
        for choice in stage.choices:
            require(choice.when is None, "", f"{choice.name} is offered with some hands only; not counted yet")
        turned.append(tuple(pending))
        deciding.append(stage)
        pending = []
    require(deciding, "", "has no decision, and no opponent: leave its stages out")
    hidden = tuple(group for group in hand.groups if not any(group in seen for seen in turned))
    parts = [*turned, *([hidden] if hidden else [])]
    require(
        sorted(group for part in parts for group in part) == sorted(hand.groups),
        "of",
        "must be all cards that the player sees, and those turned at the end",
    )
    return tuple(Seat("+".join(part), sum(sizes[group] for group in part)) for part in parts), deciding
