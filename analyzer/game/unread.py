"""Parts of a game that nothing looks at. Under one reading that may be right; under all of them it is a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from analyzer.game.language import Cards, Hand, Looked, Pack, Rules, Stage, Test, WagerRules
from analyzer.game.sections import Faults

# Cards of the longest hands.
FIVE = 5
# Keys of [deck] about wild cards alone; `top_hand` and `wheel` state the order of hands, which may be said in full.
ABOUT_WILD_CARDS = ("natural_beats_wild", "joker_in_flush")


def note_unread(readings: Sequence[Rules], faults: Faults) -> None:
    """Note what no reading of the file looks at."""
    unread = [unread_parts(rules) for rules in readings]
    for place, what in unread[0].items() if unread else ():
        if all(place in other for other in unread):
            faults.note(place, what)
    for key in ABOUT_WILD_CARDS:
        usual = getattr(Pack(), key)
        if any(getattr(rules.pack, key) != usual for rules in readings) and not any(map(_has_wild_cards, readings)):
            faults.note(f"deck.{key}", "is about wild cards, and the deck has none; leave it out")


def _has_wild_cards(rules: Rules) -> bool:
    return bool(rules.pack.wild)


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
    return parts | dict(_lost_of_nothing(rules)) | dict(_read_in_one_way(rules))


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


def _read_in_one_way(rules: Rules) -> Iterator[tuple[str, str]]:
    """Wagers on hands of two to four cards, all of which count, without wild cards: they are read in one way only."""
    sizes = {group.name: group.cards for group in rules.deal}
    exchanges = [stage.exchange for stage in rules.stages if stage.exchange is not None]
    sizes |= {exchange.makes: sizes.get(exchange.taken_from, 0) for exchange in exchanges}
    for wager in rules.wagers:
        hands = [hand for line in wager.lines for hand in _tested(line.test)]
        whole = [hand.best < FIVE and sum(sizes.get(group, 0) for group in hand.groups) == hand.best for hand in hands]
        if wager.uses == "pays_most" and not rules.pack.wild and hands and all(whole):
            yield (
                f"wagers.{wager.id}.uses",
                "says which cards and which reading of wild ones count, and here all cards do and none is wild; "
                "leave it out",
            )


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
