"""Rules for decisions over community cards: what the own cards and those turned look like, and what is done then.

States that look alike get one decision, the one that is worth most over all of them if later decisions are the best
ones. The rules are then followed through every state, so what they are worth, and their cost, is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import hand_name
from analyzer.documents import JsonDict
from analyzer.engines.bets import Path
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_states import BoardStates, GoingOn, SeenSet, going_on_with, is_ruled
from analyzer.engines.contest.rounds import BEST, Contest
from analyzer.engines.decide import CLOSEST
from analyzer.errors import CountError, TooLargeError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.integers import MAX_VALUE
from analyzer.pricing.details import CloseDecision
from analyzer.pricing.paths import choice_name
from analyzer.run.jobs import Run
from analyzer.strategy.board_looks import (
    BoardLooks,
    Look,
    Places,
    Turned,
)
from analyzer.strategy.board_words import part_of, turned_rules, whole_rules


@dataclass(frozen=True)
class BoardRule:
    """Looks that are decided alike, in words, and what it saves against what is usually done."""

    seen: str
    choice: int
    cells: tuple[int, ...]
    saves: int


@dataclass
class BoardDecision:
    """One decision: what is done by cell, and of each cell what choices are worth and how many rounds come there."""

    level: int
    path: Path
    totals: NDArray[np.int64]
    rounds: NDArray[np.int64]
    choices: Places
    usual: int
    rules: list[BoardRule]


class CloseBoard(NamedTuple):
    """A state, and how much less the second best choice is worth: cards as positions, sums over all deals to come."""

    margin: int
    level: int
    own: tuple[int, ...]
    board: tuple[int, ...]
    worth: tuple[int, ...]


class BoardRules:
    """A wager over community cards, decided by looks; at most `number` rules a decision if it is given."""

    def __init__(self, game: Game, wager: ContestWager, paytable: Paytable, run: Run, number: int | None) -> None:
        self.contest = Contest(game, wager, run.store)
        self.game, self.wager, self.paytable, self.number, self.run = game, wager, paytable, number, run
        self.board = BoardGame(self.contest.board, self.contest.bets(paytable))
        self.states = BoardStates(self.board, run)
        self.looks = BoardLooks(self.contest, self.states)
        self._closest: dict[int, list[CloseBoard]] = {}

    @property
    def is_made(self) -> bool:
        """Whether rules are made for the wager: five community cards, and something to say when some are turned."""
        later = any(self.board.plans[level].nodes for level in range(1, len(self.board.plans)))
        return is_ruled(self.board) and self.board.board.community == BEST and later

    @cached_property
    def best(self) -> Fraction:
        return self.contest.solved(self.paytable, self.run).expectation

    @cached_property
    def decisions(self) -> list[BoardDecision]:
        """From the first to the last: who comes to a decision depends on the rules before it."""
        going_on: list[NDArray[np.uint8]] = []
        decisions = []
        for level in range(len(self.board.plans)):
            decision = self._decision(level, going_on)
            if decision is not None:
                decisions.append(decision)
            if level < self.board.levels.top:
                going_on.append(self.states.onwards(level, partial(self._taken, decision), going_on))
        return decisions

    def _taken(self, decision: BoardDecision | None, seen: SeenSet) -> Places:
        assert decision is not None
        return decision.choices[self.looks.cells(seen)]

    def _decision(self, level: int, going_on: GoingOn) -> BoardDecision | None:
        path = self.states.node(level)
        if path is None:
            return None
        order = self.board.bets.order(path)
        totals, rounds = self._gathered(level, len(order), going_on)
        best = np.array(order)[totals[:, order].argmax(axis=1)]
        shares = [int(rounds[best == choice].sum()) for choice in range(len(order))]
        usual = max(range(len(order)), key=lambda choice: shares[choice])
        decision = BoardDecision(level, path, totals, rounds, best, usual, [])
        if level:
            self._shorten(decision)
        return decision

    def _gathered(self, level: int, choices: int, going_on: GoingOn) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """[cell, choice] what all rounds that come there are worth with it, and [cell] how many these are."""
        size = self.looks.cell_count(level)
        totals, rounds = np.zeros((size, choices), dtype=np.int64), np.zeros(size, dtype=np.int64)
        bound = 0
        for seen in self.states.seen(level, going_on):
            cells, weights = self.looks.cells(seen), seen.orders * seen.weight
            bound += int(weights.sum()) * int(np.abs(seen.worth).max())
            if bound >= MAX_VALUE:
                raise TooLargeError(f"{self.wager.id}: pays with such denominators are too large for rules")
            self._note_closest(seen)
            np.add.at(totals, cells, (seen.worth * weights).T)
            np.add.at(rounds, cells, weights)
        return totals, rounds

    # --- the closest decisions ---

    def _note_closest(self, seen: SeenSet) -> None:
        """Keep the states in which a worse choice comes nearest to the best; ties are none of them."""
        best = seen.worth.max(axis=0)
        margins = (best - np.where(seen.worth < best, seen.worth, best - MAX_VALUE).max(axis=0)).astype(np.int64)
        kept = self._closest.setdefault(seen.level, [])
        last = kept[-1].margin if len(kept) == CLOSEST else MAX_VALUE
        near = np.flatnonzero(margins < last)
        if len(near):
            near = near[np.argsort(margins[near], kind="stable")[:CLOSEST]]
            own = self.states.pairs[seen.pairs[near]].tolist()
            kept += [
                CloseBoard(margin, seen.level, tuple(pair), seen.cards, tuple(worth))
                for margin, pair, worth in zip(margins[near].tolist(), own, seen.worth[:, near].T.tolist(), strict=True)
            ]
            kept.sort(key=lambda state: state.margin)
            del kept[CLOSEST:]

    def closest(self) -> list[JsonDict]:
        """By decision, the closest first: the cards, what each choice is worth, and the difference."""
        return [self._close(decision, state) for decision in self.decisions for state in self._closest[decision.level]]

    def _close(self, decision: BoardDecision, state: CloseBoard) -> JsonDict:
        unit = self.board.levels.deals_after(state.level) * self.states.unit
        bets, stage = self.board.bets, len(decision.path)
        names = [choice_name(bets, stage, choice.name) for choice in bets.stages[stage]]
        cards = {"own": state.own, **({"board": state.board} if state.board else {})}
        choices = {name: Fraction(worth, unit) for name, worth in zip(names, state.worth, strict=True)}
        seen = {group: hand_name(self.looks.deck[list(own)].tolist()) for group, own in cards.items()}
        return CloseDecision(seen, choices, Fraction(state.margin, unit)).document()

    # --- rules ---

    def _shorten(self, decision: BoardDecision) -> None:
        """The rules in words. If their number is limited, those that save most are kept, in the detail that saves most.

        Rules that look at less are fewer, and each covers more states.
        """
        details: Sequence[tuple[str, ...]] = DETAILS
        if self.number is None or decision.level == self.board.levels.top:
            details = DETAILS[-1:]
        kept: list[BoardRule] = []
        for keys in details:
            rules = sorted(self._rules(decision, self._decided_by(decision, keys)), key=lambda rule: -rule.saves)
            kept = max(kept, rules[: self.number], key=lambda some: sum(rule.saves for rule in some))
        decision.choices = np.full(len(decision.choices), decision.usual, dtype=np.intp)
        for rule in kept:
            decision.choices[list(rule.cells)] = rule.choice
        decision.rules = kept

    def _decided_by(self, decision: BoardDecision, keys: tuple[str, ...]) -> dict[Look, tuple[int, int]]:
        """By look: its cell and what is best over all looks that are equal in these parts."""
        looks = {self.looks.look(decision.level, int(cell)): int(cell) for cell in np.flatnonzero(decision.rounds)}
        order = self.board.bets.order(decision.path)
        parts: dict[Look, list[Look]] = {}
        for look in looks:
            parts.setdefault(part_of(look, keys) if isinstance(look, Turned) else look, []).append(look)
        done = {}
        for members in parts.values():
            worth = decision.totals[[looks[look] for look in members]].sum(axis=0).tolist()
            best = max(order, key=lambda choice: worth[choice])
            done.update({look: (looks[look], best) for look in members})
        return done

    def _rules(self, decision: BoardDecision, done: Mapping[Look, tuple[int, int]]) -> Iterator[BoardRule]:
        chosen = {look: choice for look, (_, choice) in done.items()}
        is_top = decision.level == self.board.levels.top
        for words, members in whole_rules(chosen) if is_top else turned_rules(chosen):
            choice = chosen[members[0]]
            if choice != decision.usual:
                cells = tuple(done[member][0] for member in members)
                worth = decision.totals[list(cells)]
                yield BoardRule(words, choice, cells, int((worth[:, choice] - worth[:, decision.usual]).sum()))

    # --- what they are worth ---

    @cached_property
    def ev(self) -> Fraction:
        total = 0
        for decision in self.decisions:
            on = going_on_with(self.board, decision.path)
            cells = np.flatnonzero(decision.rounds)
            taken = decision.choices[cells]
            worth = decision.totals[cells, taken]
            total += int(worth[~np.isin(taken, on)].sum())
        value = Fraction(total, self.board.levels.deals * self.states.unit)
        if value > self.best:
            raise CountError(f"rules of {self.wager.id} are worth more than the best play")
        return value

    def document(self) -> JsonDict:
        return {
            "decisions": [self._document(decision) for decision in self.decisions if decision.level],
            "ev": str(self.ev),
            "best_ev": str(self.best),
            "cost": str(self.best - self.ev),
            "closest": self.closest(),
        }

    def _document(self, decision: BoardDecision) -> JsonDict:
        bets, path = self.board.bets, decision.path
        names = [choice.name for choice in bets.stages[len(path)]]
        made = [bets.stages[stage][choice].name for stage, choice in enumerate(path)]
        total = int(decision.rounds.sum())
        ruled = {cell for rule in decision.rules for cell in rule.cells}
        usual = total - sum(int(decision.rounds[cell]) for cell in ruled)
        return {
            "decision": " or ".join(names) + (f" after {', '.join(made)}" if made else ""),
            "rows": [
                {
                    "seen": rule.seen,
                    "do": names[rule.choice],
                    "frequency": str(Fraction(int(decision.rounds[list(rule.cells)].sum()), total)),
                }
                for rule in decision.rules
            ],
            "otherwise": names[decision.usual],
            "otherwise_frequency": str(Fraction(usual, total)),
        }


# What short lists may look at: the first that saves most is taken.
DETAILS = (
    ("made",),
    ("made", "own"),
    ("made", "own", "flush"),
    ("made", "own", "high"),
    ("made", "own", "over"),
    ("made", "own", "flush", "straight"),
    ("made", "own", "flush", "straight", "high"),
    tuple(Turned._fields),
)
