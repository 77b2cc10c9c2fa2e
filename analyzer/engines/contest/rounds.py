"""A contest as its engine takes it: cards, kinds of hands, bets. Here alone it is known which engine counts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.hand_table import HandTable
from analyzer.engines.bets import Bets, Path, stages_in_units
from analyzer.engines.contest.inputs import Board, Duel, KindsOf, Known
from analyzer.engines.contest.kept import decoded, encoded
from analyzer.engines.contest.settlement import ContestSettlement, questions_of
from analyzer.engines.contest.solved import Solved
from analyzer.engines.hand_tests import line_sets, of_strengths
from analyzer.engines.kinds import Kinds, kinds
from analyzer.errors import SelectionError
from analyzer.game.language import Test, bare_test, inner_tests
from analyzer.game.model import Game, Paytable
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.contest import ContestWager, Side
from analyzer.run.jobs import Run
from analyzer.run.store import Store, kept_json

if TYPE_CHECKING:
    from analyzer.engines.contest.backed_duel import BackedDuel
    from analyzer.engines.contest.board_known import KnownBoards
    from analyzer.engines.contest.known_duel import KnownDuel

# How many cards count in a hand with community cards.
BEST = 5
Mask = NDArray[np.bool_]


class Ender(Protocol):
    """A player as the engines have him."""

    def ends(self, own: NDArray[np.uint8], later: NDArray[np.uint8]) -> NDArray[np.intp]:
        """[round] by which of `Bets.ended_paths` it ends, with own cards and those turned later, as positions."""


@dataclass(frozen=True, eq=False)
class ContestBets(Bets):
    """Bets whose pays come from the rows of a settlement, and whose choices may depend on cards and on the path."""

    settlement: ContestSettlement = field(kw_only=True)
    paytable: Paytable = field(kw_only=True)
    contest: Contest = field(kw_only=True)
    _pays: dict[frozenset[str], tuple[tuple[Fraction, ...], ...]] = field(kw_only=True, default_factory=dict)

    def chosen(self, path: Path) -> frozenset[str]:
        """The names of what was chosen, as far as rows and lines ask for them."""
        names = {self.stages[stage][choice].name for stage, choice in enumerate(path)}
        return self.settlement.asked_choices & names

    def pays_on(self, path: Path) -> tuple[tuple[Fraction, ...], ...]:
        chosen = self.chosen(path)
        if chosen not in self._pays:
            ends = (self.settlement.finished(event, chosen) for event in self.settlement.all_events())
            paid = [[pays for pays, _ in self.settlement.paid(end, self.paytable)[1]] for end in ends]
            self._pays[chosen] = tuple(zip(*paid, strict=True))
        return self._pays[chosen]

    def offered_on(self, path: Path, choice: int) -> Mask | None:
        when = self.settlement.wager.stages[len(path)][choice].when
        if when is None:
            return None
        names = {self.stages[stage][taken].name for stage, taken in enumerate(path)}
        return self._passes(when, names) | ~self._comes(path)

    def _comes(self, path: Path) -> Mask:
        """[own hand] whether all choices of a path were offered; to a player who cannot come there anything may be."""
        comes: Mask = np.ones(self.contest.own_hands, dtype=np.bool_)
        for stage, choice in enumerate(path):
            offered = self.offered_on(path[:stage], choice)
            comes = comes if offered is None else comes & offered
        return comes

    def _passes(self, test: Test, chosen: set[str]) -> Mask:
        """[own hand] whether a condition holds."""
        holds: Mask = np.full(self.contest.own_hands, not test.chose or test.chose in chosen, dtype=np.bool_)
        if test.of is not None:
            holds = holds & self.contest.conditions[bare_test(test)]
        if test.any:
            holds = holds & np.logical_or.reduce([self._passes(inner, chosen) for inner in test.any])
        for inner in test.all:
            holds = holds & self._passes(inner, chosen)
        return holds


@dataclass(frozen=True, eq=False)
class Contest:
    """One wager of one game; what was worked out before is in the store."""

    game: Game
    wager: ContestWager
    store: Store = field(default_factory=Store)
    _tables: dict[tuple[int, int], HandTable] = field(default_factory=dict)

    # --- kinds of hands ---

    def table(self, best: int, cards: int) -> HandTable:
        """Every hand of that many cards; those asked for before are kept."""
        key = cards, best
        if key not in self._tables:
            self._tables[key] = HandTable(self.game.pack, *key)
        return self._tables[key]

    def _cards(self, side: Side) -> int:
        wager = self.wager
        if side == "dealer":
            return wager.down.cards + (0 if wager.up is None else wager.up.cards)
        return wager.own.cards

    def _kinds(self, side: Side) -> Kinds:
        """Of all hands of one side's cards, by colex index."""
        cards = self._cards(side)
        asked = questions_of(self.wager, side)
        sets = np.zeros(comb(self.game.deck.size, cards), dtype=np.uint32)
        for best in {question.hand.best for _, question in asked}:
            bits = [bit for bit, (_, question) in enumerate(asked) if question.hand.best == best]
            table = self.table(best, cards)
            passed = line_sets(table, [asked[bit][1].counted for bit in bits])
            for place, bit in enumerate(bits):
                sets |= (passed >> np.uint32(place) & np.uint32(1)) << np.uint32(bit)
        return kinds(self.wager.id, [number for number, _ in asked], sets)

    @cached_property
    def own_kinds(self) -> Kinds:
        return self._kinds("player" if self.wager.community is None else "own")

    @cached_property
    def dealer_kinds(self) -> Kinds:
        return self._kinds("dealer")

    @cached_property
    def _strengths(self) -> NDArray[np.uint32]:
        """Every strength that five cards of the deck can have, ascending: what the best five of a board are worth."""
        return np.unique(self.table(BEST, BEST).strengths)

    def _strength_kinds(self, side: Side) -> Kinds:
        """Kinds of these strengths, for hands whose cards are not listed."""
        asked = questions_of(self.wager, side)
        sets = np.zeros(len(self._strengths), dtype=np.uint32)
        for bit, (_, question) in enumerate(asked):
            sets |= of_strengths(self._strengths, question.counted, BEST).astype(np.uint32) << np.uint32(bit)
        return kinds(self.wager.id, [number for number, _ in asked], sets)

    @cached_property
    def final_kinds(self) -> tuple[Kinds, Kinds]:
        """Of final hands with community cards, by strength: the player's and the dealer's."""
        return self._strength_kinds("player"), self._strength_kinds("dealer")

    @cached_property
    def settlement(self) -> ContestSettlement:
        """Without a table of hands, if the kinds are in the store."""
        kept = kept_json(self.store, "contest-kinds", {"wager": self._digest}, self._kinds_listed)
        player, dealer = ([frozenset(passed) for passed in side] for side in kept)
        return ContestSettlement(self.wager, player, dealer)

    @cached_property
    def _digest(self) -> str:
        return wager_digest(self.game, self.wager)

    def _kinds_listed(self) -> list[list[list[int]]]:
        """The questions that each kind passes: of the player, and of the dealer."""
        if self.wager.community is None:
            sides = [self.own_kinds.passed, self.dealer_kinds.passed]
        else:
            player, dealer = self.final_kinds
            sides = [tuple(own | hand for own in self.own_kinds.passed for hand in player.passed), dealer.passed]
        return [[sorted(passed) for passed in side] for side in sides]

    # --- the bets ---

    @property
    def own_hands(self) -> int:
        return comb(self.game.deck.size, self.wager.own.cards)

    @cached_property
    def conditions(self) -> dict[Test, Mask]:
        """[own hand] whether each question of a condition of a choice holds."""
        side: Side = "player" if self.wager.community is None else "own"
        asked = {
            bare_test(inner)
            for choices in self.wager.stages
            for choice in choices
            for inner in inner_tests(choice.when)
            if inner.of is not None
        }
        kinds_passed = self.own_kinds.passed
        return {
            question.test: np.array([number in ones for ones in kinds_passed])[self.own_kinds.of_hands]
            for number, question in questions_of(self.wager, side)
            if question.test in asked
        }

    def bets(self, paytable: Paytable) -> ContestBets:
        """The bets in units of the first one; a bet that is free stakes nothing."""
        wager = self.wager
        names = [bet.name for bet in wager.bets]
        unit = wager.bets[0].amount
        return ContestBets(
            tuple(bet.amount / unit for bet in wager.bets),
            stages_in_units(wager.stages, names, unit),
            (),
            tuple(not bet.is_free for bet in wager.bets),
            wager.stage_numbers,
            settlement=self.settlement,
            paytable=paytable,
            contest=self,
        )

    # --- the engines ---

    @cached_property
    def duel(self) -> Duel:
        wager = self.wager
        up = 0 if wager.up is None else wager.up.cards
        return Duel(
            deck=self.game.deck,
            own=wager.own.cards,
            up=up,
            down=wager.down.cards,
            own_strengths=self.table(wager.hands[0].best, wager.own.cards).strengths,
            own_kinds=self.own_kinds.of_hands,
            dealer_strengths=self.table(wager.hands[1].best, up + wager.down.cards).strengths,
            dealer_kinds=self.dealer_kinds.of_hands,
            sees_up=tuple(bool(count) for count in wager.seen),
            events=self.settlement.events,
            exposed=wager.exposed,
        )

    @cached_property
    def board(self) -> Board:
        wager = self.wager
        assert wager.community is not None
        player, dealer = self.final_kinds
        return Board(
            deck=self.game.deck,
            ranking=self.game.ranking,
            community=wager.community.cards,
            seen=wager.seen,
            player_kinds=self._kinds_of(player),
            hand_kinds=len(player.passed),
            own_kinds=self.own_kinds.of_hands,
            dealer_kinds=self._kinds_of(dealer),
            events=self.settlement.events,
        )

    def _kinds_of(self, of_strengths: Kinds) -> KindsOf:
        return lambda strengths: of_strengths.of_hands[np.searchsorted(self._strengths, strengths)]

    def counted(self) -> Iterator[bytes]:
        """What the engine counts with, before anything is paid: values and kinds of all hands."""
        if self.wager.community is None:
            duel = self.duel
            arrays = [duel.own_strengths, duel.own_kinds, duel.dealer_strengths, duel.dealer_kinds]
        else:
            arrays = [self._strengths, self.own_kinds.of_hands, *(kinds.of_hands for kinds in self.final_kinds)]
        yield from (np.ascontiguousarray(array).tobytes() for array in arrays)

    def solved(self, paytable: Paytable, run: Run) -> Solved:
        """The best play with a paytable, and what becomes of all deals; no hand is looked at if it is in the store."""
        bets = self.bets(paytable)
        named = {"wager": self._digest, "pays": [str(pay) for pay in paytable.pays]}
        arrays = run.store.arrays("contest-solved", named, lambda: {"solved": encoded(self._solve(bets, run))})
        return decoded(arrays["solved"], bets, self.settlement.events)

    def exposed_duel(self, bets: ContestBets) -> KnownDuel | BackedDuel | None:
        """The duel if more is seen of the dealer than his up cards: all cards, or a back."""
        if not self.wager.is_known and not self.wager.backs:
            return None
        from analyzer.engines.contest.backed_duel import BackedDuel
        from analyzer.engines.contest.known_duel import KnownDuel

        if self.wager.is_known:
            duel = replace(self.duel, up=0, down=self.duel.up, sees_up=(False,) * len(self.duel.sees_up))
            return KnownDuel(duel, bets)
        return BackedDuel(self.duel, self.wager.backs, bets)

    def _solve(self, bets: ContestBets, run: Run) -> Solved:
        if (duel := self.exposed_duel(bets)) is not None:
            return duel.solved(run)
        if self.wager.community is None:
            from analyzer.engines.contest.duel import solve_duel

            return solve_duel(self.duel, bets, run)
        if self.wager.known is not None:
            return self._known_boards(bets).solved(run)
        from analyzer.engines.contest.board import solve_board

        return solve_board(self.board, bets, run)

    def _known_boards(self, bets: ContestBets) -> KnownBoards:
        from analyzer.engines.contest.board_known import KnownBoards

        known = self.wager.known
        assert known is not None
        return KnownBoards(self.board, bets, known.of_dealer, known.stage)

    def worth(self, paytable: Paytable, run: Run) -> Fraction:
        """The expectation of the best play; quicker than a solution where that is possible."""
        if self.wager.community is None or self.wager.known is not None:
            return self.solved(paytable, run).expectation
        from analyzer.engines.contest.board_worth import board_worth

        return board_worth(self.board, self.bets(paytable), run)

    def player(self, paytable: Paytable, run: Run) -> Ender:
        """A player who makes the best choices with dealt cards."""
        duel = self.exposed_duel(self.bets(paytable))
        if duel is not None:
            return duel.player(run)
        if self.wager.community is None:
            from analyzer.engines.contest.duel_player import duel_player

            return duel_player(self.duel, self.bets(paytable), run)
        if self.wager.known is not None:
            from analyzer.engines.contest.board_known_player import known_player

            return known_player(self._known_boards(self.bets(paytable)), run)
        from analyzer.engines.contest.board_player import board_player

        return board_player(self.board, self.bets(paytable), run)

    def choices(
        self, paytable: Paytable, own: Sequence[int], seen: Sequence[int], path: Path, run: Run
    ) -> list[tuple[int, Fraction]]:
        """What each choice is worth to a player who has these cards, sees these of the others, and came this path."""
        place = {card: position for position, card in enumerate(self.game.deck.cards)}
        cards, others = [place[card] for card in own], [place[card] for card in seen]
        duel = self.exposed_duel(self.bets(paytable))
        if duel is not None:
            return duel.choices(cards, others, path)
        if self.wager.community is None:
            from analyzer.engines.contest.duel import duel_choices

            return duel_choices(self.duel, self.bets(paytable), cards, others or None, path, run)
        from analyzer.engines.contest.board import board_choices

        board, known = self.board, self.wager.known
        if known is not None:
            if len(path) < known.stage:
                raise SelectionError(f"what choices are worth is told from stage {known.stage + 1} on, not before it")
            board = replace(board, known=Known(others.pop(known.after), known.of_dealer))
        return board_choices(board, self.bets(paytable), cards, others, path, run)
