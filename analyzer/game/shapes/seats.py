"""Groups of cards that every wager tells apart: the seats that the engines deal to.

Two groups that no wager tells apart are one seat: which of them a card lies in can change nothing but when it is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.game.language import Cards, Hand, Looked, Rules, Test, WagerRules
from analyzer.game.model import Seat
from analyzer.game.shapes.refusals import NotCountedError
from analyzer.game.wagers.draw import DRAW_SEAT

PLAYER, DEALER, COMMUNITY = "player", "dealer", "community"


@dataclass(frozen=True)
class Seats:
    """The seats of a game in dealing order, and the groups of each."""

    groups_of: Mapping[str, tuple[str, ...]]
    cards: Mapping[str, int]

    @property
    def all(self) -> tuple[Seat, ...]:
        return tuple(Seat(name, self.cards[name]) for name in self.groups_of)

    def of(self, groups: Iterable[str], key: str) -> tuple[Seat, ...]:
        """The seats that these groups are, in dealing order."""
        wanted = set(groups)
        seats = tuple(Seat(name, self.cards[name]) for name, own in self.groups_of.items() if wanted & set(own))
        if {group for seat in seats for group in self.groups_of[seat.name]} != wanted:
            raise NotCountedError(
                key, f"looks at {_listed(sorted(wanted))}, of which some are seen only after an exchange"
            )
        return seats

    def one(self, groups: Iterable[str], key: str) -> Seat:
        """The one seat that these groups are."""
        seats = self.of(groups, key)
        if len(seats) != 1:
            names = _listed([seat.name for seat in seats])
            raise NotCountedError(
                key, f"looks at {names}, which other wagers tell apart; one group can be counted here"
            )
        return seats[0]


def seats_of(rules: Rules) -> Seats:
    """Groups that nothing tells apart, together, named by what they are in the main wager where that is clear."""
    parts: dict[frozenset[tuple[str, ...]], list[str]] = {}
    looked = set(groups_looked_at(rules))
    for group in rules.deal:
        parts.setdefault(frozenset(groups for groups in looked if group.name in groups), []).append(group.name)
    sizes = {group.name: group.cards for group in rules.deal}
    roles = _roles(rules)
    named = {_name(groups, roles): tuple(groups) for groups in parts.values()}
    if len(named) < len(parts):
        named = {"+".join(groups): tuple(groups) for groups in parts.values()}
    return Seats(named, {name: sum(sizes[group] for group in groups) for name, groups in named.items()})


def _name(groups: Sequence[str], roles: Mapping[str, str]) -> str:
    names = {roles.get(group, group) for group in groups}
    return names.pop() if len(names) == 1 else "+".join(groups)


def _roles(rules: Rules) -> dict[str, str]:
    """Names by which reports call the groups of the main wager; a name that the file uses otherwise is left alone."""
    roles: dict[str, str] = {}
    made = {}
    for stage in rules.stages:
        if stage.exchange is not None:
            roles[stage.exchange.draw] = DRAW_SEAT
            made[stage.exchange.makes] = stage.exchange.taken_from
    if rules.main.compare is not None:
        player, dealer = ([made.get(group, group) for group in hand.groups] for hand in rules.main.compare)
        for group in (*player, *dealer):
            shared = group in player and group in dealer
            roles[group] = COMMUNITY if shared else PLAYER if group in player else DEALER
    elif rules.stages and len(rules.stages[0].sees) == 1:
        roles[rules.stages[0].sees[0]] = PLAYER
    taken = {group.name for group in rules.deal if group.name not in roles}
    return {group: role for group, role in roles.items() if role not in taken}


def groups_looked_at(rules: Rules) -> Iterator[tuple[str, ...]]:
    """The groups of every hand that something ranks or tests; of an exchange, those that it takes and gives."""
    for wager in rules.wagers:
        for hand in _hands_of(wager):
            yield hand.groups
    for stage in rules.stages:
        if stage.exchange is not None:
            yield (stage.exchange.taken_from,)
            yield (stage.exchange.draw,)


def _hands_of(wager: WagerRules) -> Iterator[Hand]:
    if wager.compare is not None:
        yield from wager.compare
    yield from _looked(wager.of)
    for test in (wager.qualifies, *(line.test for line in wager.lines)):
        yield from _tested(test)
    for _, rows in wager.settle:
        for row in rows:
            yield from _tested(row.test)


def _tested(test: Test | None) -> Iterator[Hand]:
    if test is None:
        return
    yield from _looked(test.of)
    for part in (*test.any, *test.all):
        yield from _tested(part)


def _looked(of: Looked | None) -> Iterator[Hand]:
    if isinstance(of, Cards):
        yield of.hand


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nothing"
