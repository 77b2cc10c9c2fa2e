"""Parts of a game that nothing looks at. Under one reading that may be right; under all of them it is a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from analyzer.game.language import Cards, Hand, Looked, Rules, Stage, Test, WagerRules
from analyzer.game.sections import Faults


def note_unread(readings: Sequence[Rules], faults: Faults) -> None:
    """Note what no reading of the file looks at."""
    unread = [unread_parts(rules) for rules in readings]
    for place, what in unread[0].items() if unread else ():
        if all(place in other for other in unread):
            faults.note(place, what)


def unread_parts(rules: Rules) -> dict[str, str]:
    """Groups and hands that nothing looks at: place and fault."""
    hands = set(_hands(rules))
    groups = {group for hand in hands for group in hand.groups} | set(_groups_in_play(rules.stages))
    parts = {
        f"deal.{group.name}": "is a group that nothing looks at; use it in a wager, or leave it out"
        for group in rules.deal
        if group.name not in groups
    }
    parts |= {
        f"hands.{hand.name}": "is a hand that nothing looks at; use it in a wager, or leave it out"
        for hand in rules.hands
        if hand not in hands
    }
    for number, stage in enumerate(rules.stages, 1):
        if stage.exchange is not None and stage.exchange.makes not in groups:
            name = stage.exchange.makes
            parts[f"round[{number}].exchange.makes"] = f"{name} is a group that nothing looks at; use it in a wager"
    return parts | dict(_lost_of_nothing(rules))


def _lost_of_nothing(rules: Rules) -> Iterator[tuple[str, str]]:
    """Shares that a fold loses of bets that are 0 then, whatever was done before."""
    made = {bet.name for bet in rules.main.bets if bet.amount} if rules.wagers else set()
    for number, stage in enumerate(rules.stages, 1):
        for choice in stage.choices:
            for bet, _ in choice.loses:
                if bet not in made:
                    place = f"round[{number}].choose.{choice.name}.loses.{bet}"
                    yield place, f"is a share of nothing: {bet} is 0 then, whatever was done before; leave it out"
        made |= {bet for choice in stage.choices for bet, amount in choice.bets if amount}
        if stage.exchange is not None:
            made |= {bet for bet, amounts in stage.exchange.cost if any(amounts)}


def ranks_three_cards(rules: Rules) -> bool:
    """Does anything look at a hand of which three cards count?"""
    return any(hand.order == "three-card" for hand in _hands(rules))


def _groups_in_play(stages: Iterable[Stage]) -> Iterator[str]:
    """What the player sees or exchanges; cards that are only seen still tell which others are left."""
    for stage in stages:
        yield from stage.sees
        if stage.exchange is not None:
            yield from (stage.exchange.taken_from, stage.exchange.draw)


def _hands(rules: Rules) -> Iterator[Hand]:
    for stage in rules.stages:
        yield from _tested(stage.automatic_win)
        for choice in stage.choices:
            yield from _tested(choice.when)
    for wager in rules.wagers:
        yield from _hands_of(wager)


def _hands_of(wager: WagerRules) -> Iterator[Hand]:
    yield from wager.compare or ()
    yield from _looked(wager.of)
    yield from _tested(wager.qualifies)
    for _, rows in wager.settle:
        for row in rows:
            yield from _tested(row.test)
    for line in wager.lines:
        yield from _tested(line.test)


def _tested(test: Test | None) -> Iterator[Hand]:
    if test is not None:
        yield from _looked(test.of)
        for inner in (*test.any, *test.all):
            yield from _tested(inner)


def _looked(looked: Looked | None) -> Iterator[Hand]:
    if isinstance(looked, Cards):
        yield looked.hand
