"""Out of how many deals a round is counted (docs/language.md, Meaning 9)."""

from __future__ import annotations

from math import comb, lcm

from analyzer.game.language import Exchange
from analyzer.game.layout import round_looks, stage_looks
from analyzer.game.wagers.rounds import RoundWager


def number_of_deals(wager: RoundWager, deck: int) -> int:
    """The binomials in dealing order of the groups that are looked at, those never told apart together.

    From an exchange on it is the least common multiple over the numbers that may be drawn.
    """
    exchanges = {stage.exchange.draw: stage.exchange for stage in wager.stages if stage.exchange is not None}
    looks = [*round_looks(wager)]
    for stage in wager.stages:
        looks += [stage.sees, *stage_looks(stage)]
    looks += seen_looks(wager)
    looked = {group for look in looks for group in look}
    known = [*looks, *((one.taken_from,) for one in exchanges.values()), *((one.draw,) for one in exchanges.values())]
    groups: dict[tuple[bool, ...], list[str]] = {}
    sizes = {group.name: group.cards for group in wager.deal if not group.made}
    for group in sizes:
        told_by = tuple(group in look for look in known)
        if any(told_by):
            groups.setdefault(told_by, []).append(group)
    dealt = [(names[0], sum(sizes[name] for name in names)) for names in groups.values()]

    def ways(place: int, left: int) -> int:
        if place == len(dealt):
            return 1
        name, cards = dealt[place]
        exchange: Exchange | None = exchanges.get(name)
        if exchange is None or name in looked:
            parts = 1 if exchange is None else lcm(*(comb(cards, number) for number in exchange.discards))
            return comb(left, cards) * parts * ways(place + 1, left - cards)
        return lcm(*(comb(left, number) * ways(place + 1, left - number) for number in exchange.discards))

    return ways(0, deck)


def seen_looks(wager: RoundWager) -> list[tuple[str, ...]]:
    """What the main wager tells apart of the cards that are seen: by that the player decides."""
    seen = {group for stage in wager.stages for group in stage.sees}
    return [tuple(group for group in look if group in seen) for look in (round_looks(wager.main) if wager.main else ())]
