"""Cards that the player sees and should not: the same game with one thing more that is seen.

`GROUP=N[@STAGE]` splits a group into N cards that are seen from that stage on and the rest; all hands that use the
group use both parts. `dealer=N` means cards of the compared dealer's hand that the player does not see; `seat=N` deals
one more seat, whose cards are seen and belong to nobody's hand. Seen cards of a draw are those that are drawn first.
With classes of backs (`T-A`) the player learns in which of them the card is, and no more.

The result is `Rules` like any others: the referee plays them and the planner looks for an engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from analyzer.cards.deck import RANKS
from analyzer.errors import SelectionError
from analyzer.game.language import JOKER, Back, Exchange, Group, Hand, Rules, Stage
from analyzer.game.lines import parse_ranks
from analyzer.game.sections import nearest, shown

DEALER, SEAT = "dealer", "seat"
SEEN = "seen"
CLASS_MARK, JOKER_NAME = "/", "Jk"
_WRITTEN = re.compile(r"([a-z0-9][a-z0-9-]{0,63})=([0-9]{1,2})(?:@([0-9]{1,2}))?")
T = TypeVar("T")


@dataclass(frozen=True)
class Exposure:
    """`cards` of a group (or of the dealer's hand, or of one more seat) that are seen from a stage on, from 1.

    `backs`: not the card itself is seen but in which of these classes it is, as sets of ranks (bits).
    """

    group: str
    cards: int
    stage: int = 1
    backs: tuple[int, ...] = ()

    def __str__(self) -> str:
        """
        >>> str(Exposure("dealer", 1)), str(Exposure("flop", 2, 2)), str(Exposure("dealer", 1, backs=(0x1F00, 0x20FF)))
        ('dealer=1', 'flop=2@2', 'dealer=1 by backs T-A / 2-9,Jk')
        """
        text = f"{self.group}={self.cards}" + ("" if self.stage == 1 else f"@{self.stage}")
        return f"{text} by backs {' / '.join(map(class_name, self.backs))}" if self.backs else text


def read_exposure(text: str) -> Exposure:
    """GROUP=N[@STAGE] as it is written on the command line.

    >>> read_exposure("flop=2@2")
    Exposure(group='flop', cards=2, stage=2, backs=())
    """
    matched = _WRITTEN.fullmatch(text.strip())
    if matched is None:
        raise SelectionError(
            f"{shown(text)} does not say which cards are seen; write GROUP=N or GROUP=N@STAGE, such as dealer=1"
        )
    return Exposure(matched[1], int(matched[2]), int(matched[3] or 1))


def read_backs(text: str) -> tuple[int, ...]:
    """Classes of backs, "T-A" or "A/T-K"; what is left of the deck is the last one, jokers too unless Jk is said.

    >>> [format(ranks, "b") for ranks in read_backs("T-A")]
    ['1111100000000', '10000011111111']
    """
    classes: list[int] = []
    every = (1 << (JOKER + 1)) - 1
    for part in text.split(CLASS_MARK):
        words = [word.strip() for word in part.split(",")]
        jokers = sum(1 << JOKER for word in words if word.lower() == JOKER_NAME.lower())
        natural = ",".join(word for word in words if word.lower() != JOKER_NAME.lower())
        ranks = parse_ranks(natural) if natural else 0
        if ranks is None or not ranks | jokers:
            raise SelectionError(
                f"{shown(part.strip())} is no class of backs; write ranks such as T-A or A,K, several classes as A/T-K"
            )
        if any(ranks & other for other in classes) or (jokers and any(other >> JOKER for other in classes)):
            raise SelectionError(f"{shown(text)} has a rank in two classes of backs; each belongs to one")
        classes.append(ranks | jokers)
    rest = every & ~sum(classes)
    return (*classes, rest) if rest else tuple(classes)


def class_name(ranks: int) -> str:
    """Ranks as people write them.

    >>> class_name(0b1_1111_0000_0000), class_name(0b10_0000_0000_0101)
    ('T-A', '2,4,Jk')
    """
    parts: list[str] = []
    rank = 0
    while rank < len(RANKS):
        if not ranks >> rank & 1:
            rank += 1
            continue
        last = rank
        while last + 1 < len(RANKS) and ranks >> (last + 1) & 1:
            last += 1
        parts += [RANKS[rank]] if last == rank else [f"{RANKS[rank]}-{RANKS[last]}"]
        rank = last + 1
    return ",".join([*parts, *([JOKER_NAME] if ranks >> JOKER & 1 else [])])


# --- the game with more seen -----------------------------------------------------------------------------------------


def exposed(rules: Rules, exposures: Sequence[Exposure]) -> Rules:
    """The rules with all these cards seen, one after the other; what cannot be seen is an error.

    Only the main wager is left: it is what the player decides about with what he sees.
    """
    for exposure in exposures:
        rules = _Exposing(rules, _of_deck(exposure, rules)).rules_with()
    return replace(rules, wagers=rules.wagers[:1], joint=()) if exposures else rules


def _of_deck(exposure: Exposure, rules: Rules) -> Exposure:
    """Classes of backs without cards that the deck does not have."""
    deck = rules.pack.deck
    there = deck.rank_set | (1 << JOKER if deck.jokers else 0)
    return replace(exposure, backs=tuple(ranks & there for ranks in exposure.backs if ranks & there))


@dataclass(frozen=True)
class _Exposing:
    rules: Rules
    exposure: Exposure

    def rules_with(self) -> Rules:
        self._check_stage()
        if self.exposure.backs:
            self._check_backs()
        if self.exposure.group == SEAT:
            rules = self._with_seat()
        else:
            groups = self._dealer_groups() if self.exposure.group == DEALER else [self._group_named()]
            rules = self._with_seen(groups)
        # Wagers made together are those of the game as it should be played.
        return replace(rules, exposed=(*self.rules.exposed, str(self.exposure)), joint=())

    def _fault(self, why: str) -> SelectionError:
        return SelectionError(f"--sees {self.exposure} of {self.rules.id}: {why}")

    # --- what is asked for ---

    @property
    def _number(self) -> int:
        """The stage, from 0."""
        return self.exposure.stage - 1

    def _check_stage(self) -> None:
        stages = self.rules.stages
        if not 1 <= self.exposure.stage <= max(1, len(stages)):
            counted = f"{len(stages)} stages" if len(stages) != 1 else "1 stage"
            raise self._fault(f"there is no stage {self.exposure.stage}; the round has {counted}")
        if not any(map(_decides, stages[self._number :])) and not _sets_himself(self.rules):
            raise self._fault(self._why_idle())

    def _check_backs(self) -> None:
        if self.exposure.group != DEALER or self.exposure.cards != 1:
            raise self._fault("classes of backs are those of one card of the dealer's; ask for dealer=1")
        if len(self.exposure.backs) < 2:
            raise self._fault(f"all cards of the deck are in one class of backs, {class_name(self.exposure.backs[0])}")

    def _why_idle(self) -> str:
        if _sets_by_house_way(self.rules):
            return (
                "the player sets his hand by the house way, whatever he sees, so no card helps him; it helps one who "
                "sets as well as possible" + _where_optimal(self.rules)
            )
        if self._number and any(map(_decides, self.rules.stages)):
            return f"nothing is decided from stage {self.exposure.stage} on, so the cards cannot be used"
        return "the player decides nothing, so no card that he sees can be used"

    def _group_named(self) -> Group:
        name = self.exposure.group
        group = next((group for group in self.rules.deal if group.name == name), None)
        if group is None:
            for stage in self.rules.stages:
                if stage.exchange is not None and stage.exchange.makes == name:
                    raise self._fault(f"{name} is made by an exchange; what is hidden is {stage.exchange.draw}")
            known = [*(group.name for group in self.rules.deal), *([DEALER] if self._has_dealer else []), SEAT]
            known = list(dict.fromkeys(known))
            raise self._fault(f"there is no group {shown(name)}{nearest(name, known)}; one of {', '.join(known)}")
        seen = self._seen_at(name)
        if seen is not None and seen <= self._number:
            raise self._fault(f"{name} is seen at stage {seen + 1} already")
        return group

    def _seen_at(self, group: str) -> int | None:
        """The stage, from 0, at which a group is turned up for the player; the hand that he sets is before him."""
        if group in _set_by_himself(self.rules):
            return 0
        return next((number for number, stage in enumerate(self.rules.stages) if group in stage.sees), None)

    @property
    def _has_dealer(self) -> bool:
        return self.rules.main.compare is not None

    def _dealer_groups(self) -> list[Group]:
        """The groups of the dealer's hand that the player has not seen by then and that are not in his own hand."""
        if self.rules.main.compare is None:
            raise self._fault("the main wager compares no hands, so there is no dealer")
        player, dealer = self.rules.main.compare
        alone = [group for group in self.rules.deal if group.name in dealer.groups and group.name not in player.groups]
        hidden = [group for group in alone if (seen := self._seen_at(group.name)) is None or seen > self._number]
        if not hidden:
            raise self._fault(f"all cards of the dealer's are seen at stage {self.exposure.stage} already")
        apart = {self._told_by(group.name) for group in hidden}
        if len(apart) > 1:
            names = ", ".join(group.name for group in hidden)
            raise self._fault(f"the dealer's hidden cards are groups that are told apart: {names}; name one of them")
        return hidden

    def _told_by(self, group: str) -> object:
        """All that tells a group from others: hands that have it, when it is seen or drawn."""
        hands = frozenset(hand for hand in _hands(self.rules) if group in hand.groups)
        drawn = [
            (number, name)
            for number, stage in enumerate(self.rules.stages)
            if stage.exchange is not None
            for name in (stage.exchange.taken_from, stage.exchange.draw)
            if name == group
        ]
        return hands, self._seen_at(group), tuple(drawn)

    # --- the rules that come of it ---

    def _with_seat(self) -> Rules:
        cards, left = self.exposure.cards, self.rules.pack.deck.size - sum(group.cards for group in self.rules.deal)
        if any(group.name == SEAT for group in self.rules.deal):
            raise self._fault("there is one more seat already; ask for all its cards at once")
        if not 1 <= cards <= left:
            raise self._fault(
                f"1 to {left} cards are left for one more seat" if left else "no cards are left in the deck"
            )
        return self._seeing(SEAT, replace(self.rules, deal=(*self.rules.deal, Group(SEAT, cards))))

    def _with_seen(self, groups: Sequence[Group]) -> Rules:
        total = sum(group.cards for group in groups)
        if not 1 <= self.exposure.cards <= total:
            hidden = "1 card is" if total == 1 else f"1 to {total} cards are"
            raise self._fault(f"{hidden} hidden there")
        self._check_draw(groups[0].name)
        if self.exposure.cards == total and len(groups) == 1:
            return self._seeing(groups[0].name, self.rules)
        return self._split(groups, total - self.exposure.cards)

    def _check_draw(self, group: str) -> None:
        """Cards that are drawn can be seen until they are."""
        for number, stage in enumerate(self.rules.stages):
            if stage.exchange is not None and stage.exchange.draw == group:
                if self._number > number:
                    raise self._fault(f"{group} is drawn at stage {number + 1}; its cards can be seen until then")
                if stage.exchange.first:
                    raise self._fault(f"cards of {group} are seen already; ask for all of them at once")

    def _split(self, groups: Sequence[Group], rest: int) -> Rules:
        """The groups, which nothing tells apart, become two: what is seen, and the rest under the first one's name."""
        names = [group.name for group in groups]
        seen = _free_name(self.rules, f"{names[0]}-{SEEN}")
        parts = [Group(seen, self.exposure.cards), *([Group(names[0], rest)] if rest else [])]
        listed = [group for group in self.rules.deal if group.name not in names[1:]]
        deal = [part for group in listed for part in (parts if group.name == names[0] else [group])]
        kept = [part.name for part in parts]

        def divided(hand: Hand) -> Hand:
            if names[0] not in hand.groups:
                return hand
            left = [group for group in hand.groups if group not in names[1:]]
            return replace(
                hand, groups=tuple(name for group in left for name in (kept if group == names[0] else [group]))
            )

        changed: Rules = _with_hands(self.rules, divided)
        stages = tuple(_seen_together(stage, names, kept) for stage in changed.stages)
        return self._seeing(seen, replace(changed, deal=tuple(deal), stages=stages))

    def _seeing(self, group: str, rules: Rules) -> Rules:
        """The rules with a group seen at the stage asked for."""
        stages = self._stages_seeing(group, rules.stages)
        return replace(rules, stages=stages, exposed_groups=(*rules.exposed_groups, group))

    def _stages_seeing(self, group: str, stages: Sequence[Stage]) -> tuple[Stage, ...]:
        """The stages with a group seen at the one asked for, and no more at a later one; of a back its class alone."""
        listed = list(stages or (Stage(),))
        here = listed[self._number]
        if self.exposure.backs:
            listed[self._number] = replace(here, backs=(*here.backs, Back(group, self.exposure.backs)))
            return tuple(listed)
        listed = [replace(stage, sees=tuple(name for name in stage.sees if name != group)) for stage in listed]
        listed[self._number] = replace(here, sees=(*here.sees, group))
        return tuple(listed)


def _seen_together(stage: Stage, names: Sequence[str], parts: Sequence[str]) -> Stage:
    """A stage that saw the groups sees their parts; an exchange that drew from them draws the seen ones first."""
    sees = tuple(
        name for group in stage.sees if group not in names[1:] for name in (parts if group == names[0] else [group])
    )
    exchange = stage.exchange
    if exchange is not None and exchange.draw == names[0]:
        exchange = _drawing_first(exchange, parts)
    return replace(stage, sees=sees, exchange=exchange)


def _drawing_first(exchange: Exchange, parts: Sequence[str]) -> Exchange:
    first, rest = parts
    return replace(exchange, first=first, draw=rest)


def _decides(stage: Stage) -> bool:
    return stage.exchange is not None or len(stage.choices) > 1


def _sets_himself(rules: Rules) -> bool:
    return rules.main.compare is not None and bool(
        rules.main.compare[0].house_way and rules.main.compare[0].sets == "optimal"
    )


def _set_by_himself(rules: Rules) -> tuple[str, ...]:
    """The groups of the hand that the player sets in two as he likes."""
    compared = rules.main.compare
    return compared[0].groups if compared is not None and _sets_himself(rules) else ()


def _sets_by_house_way(rules: Rules) -> bool:
    return rules.main.compare is not None and bool(
        rules.main.compare[0].house_way and rules.main.compare[0].sets == "house_way"
    )


def _where_optimal(rules: Rules) -> str:
    """The option that lets him do so."""
    named = [option.id for option in rules.options.values() if "optimal" in option.values]
    return f": --option {named[0]}=optimal" if named else ""


def _free_name(rules: Rules, name: str) -> str:
    """That name, with a number where it is taken."""
    taken = {group.name for group in rules.deal} | {hand.name for hand in rules.hands}
    taken |= {stage.exchange.makes for stage in rules.stages if stage.exchange is not None}
    names = (name if number == 1 else f"{name}-{number}" for number in range(1, len(taken) + 2))
    return next(free for free in names if free not in taken)


def _hands(value: Any) -> Iterator[Hand]:
    """Every hand that is named anywhere in a part of the rules."""
    if isinstance(value, Hand):
        yield value
    elif isinstance(value, Rules):
        yield from _hands((value.hands, value.stages, value.wagers))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _hands(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _hands(item)


def _with_hands(value: T, change: Callable[[Hand], Hand]) -> T:
    """A part of the rules with every hand in it changed."""
    changed: Any = value
    if isinstance(value, Hand):
        changed = change(value)
    elif isinstance(value, Rules):
        parts = {name: _with_hands(getattr(value, name), change) for name in ("hands", "stages", "wagers")}
        changed = replace(value, **parts)
    elif is_dataclass(value) and not isinstance(value, type):
        changed = replace(
            value, **{field.name: _with_hands(getattr(value, field.name), change) for field in fields(value)}
        )
    elif isinstance(value, tuple):
        changed = tuple(_with_hands(item, change) for item in value)
    result: T = changed
    return result
