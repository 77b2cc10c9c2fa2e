"""Rounds against a dealer in general: any bets and rows, decisions with own, face-up or community cards seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from analyzer.game.exposed_cards import SEAT
from analyzer.game.language import Cards, Choice, Hand, Stage, Test, WagerRules, bare_test, inner_tests
from analyzer.game.lines import MAX_LINES, LineTest, key_of
from analyzer.game.model import Seat
from analyzer.game.shapes.common import TableSetup, common_fields, net_paytables, nothing_unread, splits, stage_numbers
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.contest import CardQuestion, ContestWager, KnownCard, Side

MAX_OWN, MAX_DEALER = 5, 7
BOARD_OWN, MAX_COMMUNITY = 2, 5
# The one thing that is done in a wager without decisions.
STAY = ((Choice("stay"),),)
# What a hand's strength alone answers: all that is known of the seven cards of a board.
_OF_STRENGTH = ("hands", "floor", "ranks", "kicker")


def contest_wager(table: TableSetup, wager: WagerRules) -> ContestWager:
    require(wager.compare is not None, "compare", "must name two hands")
    nothing_unread(wager)
    parts = _Parts.of(table, wager)
    stages, seen = _stages(table, wager, parts)
    up = () if parts.community else parts.up
    for bet in wager.bets:
        require(bet.is_free or wager.unit.has_stake, "unit", "must be 'bets' in a round against a dealer")
    questions = _Questions(table, wager, parts)
    return ContestWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        own=parts.seat(parts.own, "player"),
        up=parts.seat(up, "up") if up else None,
        down=parts.seat(parts.down, "dealer"),
        community=parts.seat(parts.community, "community") if parts.community else None,
        hands=parts.hands,
        qualifies=wager.qualifies,
        bets=wager.bets,
        rows=tuple(wager.rows_of(bet) for bet in wager.bets),
        stages=stages,
        seen=seen,
        lines=wager.lines,
        questions=tuple(questions.of_wager(stages)),
        exposed=wager is table.rules.main and any(group in table.rules.exposed_groups for group in up),
        known=_known(table, wager, parts) if parts.known else None,
        stage_numbers=stage_numbers(_played(table, wager)),
        splits=splits(table, _played(table, wager), (parts.own, up, parts.community)),
        **_back(table, wager, parts),
    )


def _back(table: TableSetup, wager: WagerRules, parts: _Parts) -> dict[str, Any]:
    """A down card whose back is seen when the first decision is made."""
    listed = [(number, back) for number, stage in enumerate(_played(table, wager)) for back in stage.backs]
    if not listed:
        return {}
    deciding = next(number for number, stage in enumerate(table.rules.stages) if stage.choices)
    require(not parts.community, "", "tells the class of a card by its back beside community cards; not counted")
    require(len(listed) == 1 and listed[0][0] <= deciding, "", "tells the class of one card, at the first decision")
    (back,) = (back for _, back in listed)
    require(back.group in parts.down, "", f"tells the class of {back.group}, which is no down card of the dealer's")
    return {"back": table.seat((back.group,)), "backs": back.classes}


def _known(table: TableSetup, wager: WagerRules, parts: _Parts) -> KnownCard:
    """The card that is seen before its time, and when it is."""
    deciding, turned = 0, 0
    for stage in _played(table, wager):
        for group in stage.sees:
            if group in parts.known:
                return KnownCard(table.seat((group,)), group in parts.up, deciding, turned)
            turned += parts.cards([group] if group in parts.community else [])
        deciding += bool(stage.choices)
    raise AssertionError(f"{parts.known} is not seen")


# --- the cards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Parts:
    """The groups of the compared hands: the player's own, the dealer's seen and unseen ones, those of both."""

    table: TableSetup
    hands: tuple[Hand, Hand]
    own: tuple[str, ...]
    up: tuple[str, ...]
    down: tuple[str, ...]
    community: tuple[str, ...]
    # Seen before their time beside community cards: the dealer's up ones, and those of another seat.
    known: tuple[str, ...]

    @classmethod
    def of(cls, table: TableSetup, wager: WagerRules) -> _Parts:
        assert wager.compare is not None
        player, dealer = wager.compare
        sees = {group for stage in _played(table, wager) for group in stage.sees}
        shared = tuple(group for group in player.groups if group in dealer.groups)
        house = tuple(group for group in dealer.groups if group not in shared)
        up = tuple(group for group in house if group in sees)
        apart = tuple(group for group in table.rules.exposed_groups if group == SEAT and group in sees)
        parts = cls(
            table,
            wager.compare,
            own=tuple(group for group in player.groups if group not in shared),
            up=up,
            down=tuple(group for group in house if group not in sees),
            community=shared,
            known=up + apart if shared else (),
        )
        parts.check(sees)
        return parts

    def check(self, sees: set[str]) -> None:
        made = [group for hand in self.hands for group in hand.groups if group not in self._sizes]
        require(not made, "compare", f"looks at {', '.join(made)}, which an exchange makes; not counted in this shape")
        require(self.own and self.up + self.down, "compare", "must be hands with cards of their own")
        strange = sorted(sees - {*self.own, *self.up, *self.community, *self.known})
        require(not strange, "", f"shows {', '.join(strange)}, which neither compared hand has; not counted yet")
        if self.community:
            self._check_board()
        else:
            own, dealer = self.cards(self.own), self.cards(self.up + self.down)
            require(
                own <= MAX_OWN and dealer <= MAX_DEALER,
                "compare",
                f"must be at most {MAX_OWN} cards of the player and {MAX_DEALER} of the dealer, not {own} and {dealer}",
            )

    def _check_board(self) -> None:
        own, dealer, shared = (self.cards(part) for part in (self.own, self.up + self.down, self.community))
        meant = set(self.known).difference(self.table.rules.exposed_groups)
        require(not meant, "", "shows cards of the dealer beside community cards; not counted here")
        require(
            self.down and self.cards(self.known) <= 1,
            "",
            "shows several cards that should not be seen beside community cards; one is counted here",
        )
        require(
            own == dealer == BOARD_OWN and shared <= MAX_COMMUNITY,
            "compare",
            f"with community cards must be hands of {BOARD_OWN} own cards and up to {MAX_COMMUNITY} of both, not of "
            f"{own} and {dealer} with {shared}",
        )
        require(
            self.hands[0].order == "poker" and own + shared >= self.hands[0].best,
            "compare",
            "with community cards must be the best five in the order of poker",
        )
        wild = self.table.rules.pack.wild
        require(
            not wild and not self.table.deck.jokers, "compare", "with community cards is counted without wild cards"
        )

    @property
    def _sizes(self) -> dict[str, int]:
        return {group.name: group.cards for group in self.table.rules.deal}

    def cards(self, groups: Sequence[str]) -> int:
        return sum(self._sizes[group] for group in groups)

    def seat(self, groups: Sequence[str], role: str) -> Seat:
        return Seat(groups[0] if len(groups) == 1 else role, self.cards(groups))


# --- the stages ------------------------------------------------------------------------------------------------------


def _played(table: TableSetup, wager: WagerRules) -> tuple[Stage, ...]:
    """The stages that matter to a wager: those of the main one, if something is decided. No other wager notices it."""
    stages = table.rules.stages
    decides = any(stage.choices or stage.exchange or stage.automatic_win for stage in stages)
    return stages if decides and wager is table.rules.main else ()


def _stages(
    table: TableSetup, wager: WagerRules, parts: _Parts
) -> tuple[tuple[tuple[Choice, ...], ...], tuple[int, ...]]:
    """The choices of every stage that has some, and how many of the up or community cards are seen at each."""
    later = parts.community or parts.up
    known: list[str] = []
    stages: list[tuple[Choice, ...]] = []
    seen: list[int] = []
    for number, stage in enumerate(_played(table, wager), 1):
        require(stage.automatic_win is None, "", f"has an automatic win at stage {number}; not counted here yet")
        require(stage.exchange is None, "", f"has an exchange at stage {number}; that is not counted in this shape")
        known += stage.sees
        if stage.choices:
            stages.append(stage.choices)
            seen.append(parts.cards([group for group in known if group in later]))
            missing = [group for group in parts.own if group not in known]
            require(not missing, "", f"stage {number} decides before {', '.join(missing)} is seen; not counted yet")
    for one, two in pairwise(seen):
        require(one < two, "", "has two decisions with nothing new seen between them; put their choices into one")
    if not stages:
        return STAY, (parts.cards(later),)
    first = next((count for count in seen if count), 0)
    require(parts.down or all(seen), "", "shows all cards of the dealer after a decision; not counted here")
    require(
        parts.community or all(count in (0, first) for count in seen),
        "",
        "shows the dealer's cards in several steps; one is counted",
    )
    require(
        parts.community or not parts.up or first == parts.cards(parts.up),
        "",
        "shows the dealer's cards after a decision",
    )
    return tuple(stages), tuple(seen)


# --- the questions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Questions:
    """Every question about cards that rows, lines, the qualifier and conditions of choices ask."""

    table: TableSetup
    wager: WagerRules
    parts: _Parts

    def of_wager(self, stages: Sequence[Sequence[Choice]]) -> Iterator[CardQuestion]:
        asked: dict[tuple[Test, Side], CardQuestion] = {}
        for test, key in self._tests(stages):
            for question in self._of_test(test, key):
                asked.setdefault((question.test, question.side), question)
        most = max(Counter(side for _, side in asked).values(), default=0)
        require(most <= MAX_LINES, "", f"asks {most} questions about one hand; up to {MAX_LINES} are counted")
        yield from asked.values()

    def _tests(self, stages: Sequence[Sequence[Choice]]) -> Iterator[tuple[Test, str]]:
        if self.wager.qualifies is not None:
            yield self.wager.qualifies, "qualifies"
        for line in self.wager.lines:
            yield line.test, f"lines.{line.id}"
        for bet, rows in self.wager.settle:
            for place, row in enumerate(rows, 1):
                if row.test is not None:
                    yield row.test, f"settle.{bet}[{place}]"
        for choices in stages:
            for choice in choices:
                if choice.when is not None:
                    self._check_condition(choice)
                    yield choice.when, ""

    def _check_condition(self, choice: Choice) -> None:
        """A condition is asked of the player's own cards, whatever else he sees."""
        for test in inner_tests(choice.when):
            if isinstance(test.of, Cards):
                own = set(test.of.hand.groups) == set(self.parts.own)
                require(own, "", f"{choice.name} asks for other cards than the player's own; that is not counted yet")

    def _of_test(self, test: Test, key: str) -> Iterator[CardQuestion]:
        for inner in inner_tests(test):
            alone = self.wager is not self.table.rules.main and inner.chose
            require(not alone, key, f"asks for {inner.chose}, a choice of the main wager; that is not counted yet")
            if inner.of is None:
                continue
            bare = bare_test(inner)
            if isinstance(inner.of, str):
                for hand in self.parts.hands:
                    yield self._question(bare, hand, key)
            else:
                require(not inner.of.part, key, "asks for a part of a hand that is set in two")
                yield self._question(bare, inner.of.hand, key)

    def _question(self, test: Test, hand: Hand, key: str) -> CardQuestion:
        side = self._side(hand, key)
        cards = self.parts.cards(hand.groups)
        counted = self.table.line_tests(hand, cards).test(replace(test, of=Cards(hand)), key)
        require(not counted.beside, f"{key}.beside", "is not asked of a hand that is compared")
        if self.parts.community and side != "own":
            for name in vars(LineTest()):
                if name not in _OF_STRENGTH and getattr(counted, name) != getattr(LineTest(), name):
                    raise NotCountedError(f"{key}.{key_of(name)}", "is not asked of hands with community cards yet")
        return CardQuestion(test, side, hand, counted)

    def _side(self, hand: Hand, key: str) -> Side:
        groups, parts = set(hand.groups), self.parts
        player, dealer = parts.hands
        if parts.community:
            for side, compared in (("player", player), ("dealer", dealer)):
                if groups == set(compared.groups) and (hand.best, hand.order) == (compared.best, compared.order):
                    return "player" if side == "player" else "dealer"
            if groups == set(parts.own):
                return "own"
        elif groups == set(player.groups):
            return "player"
        elif groups == set(dealer.groups):
            return "dealer"
        raise NotCountedError(key, f"looks at {hand.name}; the cards of the two compared hands are counted here")
