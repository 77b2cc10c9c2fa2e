"""A bet to make or to fold over two community cards, where the player sees one card more than he should."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.game.language import Stage, WagerRules
from analyzer.game.shapes.common import TableSetup, common_fields, net_paytables
from analyzer.game.shapes.played import play_wager
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.play import SeenPlayWager, Shown

DECISIONS = 2


def is_seen_play(table: TableSetup, wager: WagerRules) -> bool:
    """Are there two decisions with community cards, and is more seen than such a game shows?"""
    if wager.compare is None or len(table.rules.stages) != DECISIONS:
        return False
    player, dealer = wager.compare
    own = [group for group in player.groups if group not in dealer.groups]
    first, second = table.rules.stages
    return set(own) < set(first.sees) or (set(own) == set(first.sees) and len(second.sees) > 1)


def seen_play_wager(table: TableSetup, wager: WagerRules) -> SeenPlayWager:
    seen = _seen(table, wager)
    for stage in table.rules.stages:
        require(not stage.backs, "", "tells the class of a card by its back, which is not counted here")
    first, second = table.rules.stages
    plain_stages = (replace(first, sees=seen.own), replace(second, sees=seen.shared[:1]))
    plain = play_wager(replace(table, rules=replace(table.rules, stages=plain_stages)), wager)
    require(table.deck.jokers <= 1, "", "is counted with one joker at most where a card is seen beside community cards")
    require(table.sizes[seen.group] == 1, "", f"shows {table.sizes[seen.group]} cards of {seen.group}; one is counted")
    return SeenPlayWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        plain=replace(plain, paytables=(), name="", source="", limits=None),
        shown=seen.shown,
        stage=seen.stage,
        card=table.seat((seen.group,)),
        first=table.seat((seen.first,)),
    )


@dataclass(frozen=True)
class _Seen:
    """The card that should not be seen: which it is, from which decision on; and the card that is turned first."""

    own: tuple[str, ...]
    shared: tuple[str, ...]
    shown: Shown
    stage: int
    group: str
    first: str


def _seen(table: TableSetup, wager: WagerRules) -> _Seen:
    assert wager.compare is not None
    player, dealer = wager.compare
    shared = tuple(group for group in player.groups if group in dealer.groups)
    own = tuple(group for group in player.groups if group not in shared)
    before, after = (_others(stage, own) for stage in table.rules.stages)
    require(len(shared) == DECISIONS, "", "must have two community cards, each a group of its own")
    early, later = ([group for group in groups if group in shared] for groups in (before, after))
    extra = [(group, stage) for stage, groups in ((1, before), (2, after)) for group in groups if group not in shared]
    if not extra and (len(early), len(later)) in ((1, 1), (0, 2)):
        group, first = (early[0], later[0]) if early else (later[1], later[0])
        return _Seen(own, shared, "second", 1 if early else 2, group, first)
    if not extra and len(early) == 1 and not later:
        return _Seen(own, shared, "first", 1, early[0], early[0])
    if len(extra) == 1 and not early and len(later) == 1:
        group, stage = extra[0]
        return _Seen(own, shared, "dealer" if group in dealer.groups else "seat", stage, group, later[0])
    raise NotCountedError("", "shows several cards that it should not, or none; beside community cards one is counted")


def _others(stage: Stage, own: tuple[str, ...]) -> list[str]:
    return [group for group in stage.sees if group not in own]
