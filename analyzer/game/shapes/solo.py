"""Games without an opponent: cards exchanged as in video poker, or turned in groups between decisions about bets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.game.language import Exchange, Hand, Stage, WagerRules
from analyzer.game.lines import LineTest, key_of
from analyzer.game.model import Line
from analyzer.game.shapes.common import (
    TableSetup,
    common_fields,
    looked_at,
    net_paytables,
    no_rows,
    nothing_unread,
    one_staked_bet,
    splits,
    stage_numbers,
)
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.solo import ExchangeWager, RevealWager, SeenExchangeWager, SeenRevealWager, SoloWager

FINAL_CARDS = 5
# What lines may ask of a final hand.
_COUNTED = ("hands", "floor", "ranks", "kicker", "natural", "jokers", "count")


def is_solo(table: TableSetup, wager: WagerRules) -> bool:
    """Is it the main wager, decided by somebody, and compared with nobody?"""
    return wager is table.rules.main and wager.compare is None and bool(table.rules.stages)


def solo_wager(table: TableSetup, wager: WagerRules) -> SoloWager:
    no_rows(wager)
    nothing_unread(wager)
    hand = looked_at(wager)
    if any(stage.exchange is not None for stage in table.rules.stages):
        return _exchange_wager(table, wager, hand)
    return _reveal_wager(table, wager, hand)


def _lines(table: TableSetup, wager: WagerRules, hand: Hand) -> tuple[Line, ...]:
    require(hand.best == FINAL_CARDS, "of", f"must be a hand of {FINAL_CARDS} cards")
    lines = table.line_tests(hand, FINAL_CARDS).lines(wager.lines)
    for line in lines:
        for key in vars(LineTest()):
            if key not in _COUNTED and getattr(line.test, key) != getattr(LineTest(), key):
                raise NotCountedError(
                    f"lines.{line.id}.{key_of(key)}", "is not counted where the result depends on decisions"
                )
    return lines


def _exchange_wager(table: TableSetup, wager: WagerRules, hand: Hand) -> ExchangeWager | SeenExchangeWager:
    one_staked_bet(wager)
    stages = table.rules.stages
    require(len(stages) == 1, "", f"has {len(stages)} stages where one exchange is counted without an opponent")
    (stage,) = stages
    exchange = stage.exchange
    if exchange is None or stage.choices or stage.automatic_win is not None:
        raise NotCountedError("", "must have an exchange as its only stage, without an automatic win")
    require(not exchange.cost, "", "an exchange that costs something is not counted yet")
    require(not stage.backs, "", "tells the class of a card by its back, which is not counted here")
    require(exchange.taken_from in stage.sees, "", f"the player must see {exchange.taken_from}")
    require(hand.groups == (exchange.makes,), "of", f"must be {exchange.makes}, the hand after the exchange")
    player = table.seats.one((exchange.taken_from,), "of")
    require(player.cards == FINAL_CARDS, "of", f"must be {FINAL_CARDS} cards, not {player.cards}")
    fields = common_fields(wager) | {"paytables": net_paytables(wager), "lines": _lines(table, wager, hand)}
    if stage.sees != (exchange.taken_from,):
        return _seen_exchange_wager(table, stage, exchange, fields | {"player": player})
    return ExchangeWager(
        **fields,
        player=player,
        draw=table.seats.one((exchange.draw,), "of"),
        discards=exchange.discards,
    )


def _seen_exchange_wager(
    table: TableSetup, stage: Stage, exchange: Exchange, fields: Mapping[str, Any]
) -> SeenExchangeWager:
    """More is seen than the player's own hand: cards that may be drawn, and cards of others."""
    first = exchange.first or (exchange.draw if exchange.draw in stage.sees else "")
    others = [group for group in stage.sees if group not in (exchange.taken_from, first)]
    return SeenExchangeWager(
        **fields,
        discards=exchange.discards,
        first=table.seat((first,)) if first else None,
        others=tuple(table.seat((group,)) for group in others),
    )


def _reveal_wager(table: TableSetup, wager: WagerRules, hand: Hand) -> RevealWager | SeenRevealWager:
    for bet in wager.bets:
        require(not bet.is_free, f"bets.{bet.name}", "is free, which is not counted in a game of reveals yet")
    cards = sum(table.sizes[group] for group in hand.groups)
    require(cards == FINAL_CARDS, "of", f"must be {FINAL_CARDS} cards in all, not {cards}")
    turned = _turned(table, hand)
    fields = common_fields(wager) | {
        "paytables": net_paytables(wager),
        "lines": _lines(table, wager, hand),
        "bets": tuple((bet.name, bet.amount) for bet in wager.bets),
        "stages": tuple(stage.choices for stage in turned.deciding),
        "stage_numbers": stage_numbers(table.rules.stages),
        "splits": splits(table, table.rules.stages, turned.parts),
    }
    if not turned.is_plain or _early(table, turned):
        return _seen_reveal_wager(table, turned, fields)
    return RevealWager(**fields, groups=tuple(table.seat(part) for part in turned.parts))


@dataclass(frozen=True)
class _Turned:
    """The groups in the order in which they are turned: those of the hand that one stage shows together, others apart.

    `after[stage]` is how many of the parts are turned when the player decides; parts after the last are turned at the
    end.
    """

    parts: tuple[tuple[str, ...], ...]
    used: tuple[bool, ...]
    after: tuple[int, ...]
    deciding: tuple[Stage, ...]

    @property
    def is_plain(self) -> bool:
        """Every card is of the hand, and every decision sees more than the one before."""
        return all(self.used) and self.after == tuple(range(1, len(self.after) + 1))


def _turned(table: TableSetup, hand: Hand) -> _Turned:
    parts: list[tuple[str, ...]] = []
    pending: list[str] = []
    apart: list[tuple[str, ...]] = []
    after: list[int] = []
    deciding: list[Stage] = []
    for number, stage in enumerate(table.rules.stages, 1):
        require(stage.automatic_win is None, "", f"has an automatic win at stage {number}, which is not counted yet")
        require(not stage.backs, "", "tells the class of a card by its back, which is not counted here")
        pending += [group for group in stage.sees if group in hand.groups]
        others = tuple(group for group in stage.sees if group not in hand.groups)
        apart += [others] if others else []
        if not stage.choices:
            continue
        require(pending or apart or parts, "", f"stage {number} shows nothing, and nothing was seen before")
        for choice in stage.choices:
            require(choice.when is None, "", f"{choice.name} is offered with some hands only; not counted yet")
        parts += [tuple(pending)] if pending else []
        parts += apart
        after.append(len(parts))
        deciding.append(stage)
        pending, apart = [], []
    require(deciding, "", "has no decision, and no opponent: leave its stages out")
    hidden = tuple(group for group in hand.groups if not any(group in part for part in parts))
    parts += [hidden] if hidden else []
    used = tuple(part[0] in hand.groups for part in parts)
    require(used[0], "", "the first decision must see cards of the hand that is paid")
    return _Turned(tuple(parts), used, tuple(after), tuple(deciding))


def _seen_reveal_wager(table: TableSetup, turned: _Turned, fields: Mapping[str, Any]) -> SeenRevealWager:
    """Cards that the hand does not have are known at the first decision, or turned like others later."""
    first = turned.after[0]
    gone = [part for part, used in zip(turned.parts[:first], turned.used[:first], strict=True) if not used]
    rest = [(part, used) for part, used in zip(turned.parts, turned.used, strict=True) if part not in gone]
    return SeenRevealWager(
        **fields,
        groups=tuple(table.seat(part) for part, _ in rest),
        used=tuple(used for _, used in rest),
        turned=tuple(count - len(gone) for count in turned.after),
        gone=tuple(table.seat(part) for part in gone),
        early=_early(table, turned),
    )


def _early(table: TableSetup, turned: _Turned) -> int:
    """Cards of the first part that should not be seen yet."""
    return sum(table.sizes[group] for group in turned.parts[0] if group in table.rules.exposed_groups)
