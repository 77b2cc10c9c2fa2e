"""A reveal whose player sees cards that he should not: named, priced and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.suit_blocks import Standing, moved
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.followed import followed
from analyzer.engines.final_events import FinalEvents
from analyzer.engines.reveal.best import BestReveal, best_reveal
from analyzer.engines.reveal.given import GivenReveal, Turning
from analyzer.engines.reveal.seen import BestSeenReveal, SeenReveal
from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Seat
from analyzer.game.wagers.solo import SeenRevealWager
from analyzer.kernels import colex
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.results import WagerResult
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solo import Events, KeptSolo, SolvedSolo, reveal_bets, reveal_result
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run


def counted_reveal(game: Game, wager: SeenRevealWager, events: Events, run: Run) -> SeenReveal:
    turning = Turning(tuple(seat.cards for seat in wager.groups), wager.used, wager.turned)
    sizes = [seat.cards for seat in wager.gone]
    splits = factorial(sum(sizes)) // prod(map(factorial, sizes))
    final = FinalEvents(game.deck, turning.cards, events.events)
    return SeenReveal(final, turning, sum(sizes), run, splits, wager.early)


def analyze_seen_reveal(solvers: Solvers, wager: SeenRevealWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    kept = KeptSolo(solvers, wager)

    def result(paytable: Paytable) -> WagerResult:
        def solve(events: Events) -> SolvedSolo:
            counted = counted_reveal(kept.game, wager, events, solvers.run)
            return _solved(counted.best(reveal_bets(wager, events.nets(paytable))))

        return reveal_result(kept, wager, paytable, kept.solved(paytable, solve))

    return [result(paytable) for paytable in paytables]


def _solved(best: BestSeenReveal) -> SolvedSolo:
    worth = seen_cards(best.worth.means(best.unit))
    return SolvedSolo(best.deals, best.expectation, dict(best.outcomes), best.choices, best.ties, worth)


# --- one hand --------------------------------------------------------------------------------------------------------


def seen_reveal_choices(question: Question, wager: SeenRevealWager) -> list[HandChoice]:
    """The choices at the first decision, with the cards of the hand and those of others."""
    gone = sum(seat.cards for seat in wager.gone)
    if len(question.cards) != wager.groups[0].cards or len(question.sees) != gone or question.board:
        raise SelectionError(
            f"{wager.id} is asked about at its first decision: {wager.groups[0].cards} cards of the hand, {gone} others"
        )
    events = Events(question.game, wager)
    bets = reveal_bets(wager, events.nets(question.paytable))
    counted = counted_reveal(question.game, wager, events, question.run)
    place = {card: position for position, card in enumerate(question.game.deck.cards)}
    own = np.array([[place[card] for card in question.cards]], dtype=np.uint8)
    player = _Given(counted, bets)
    best, states = player.states([place[card] for card in question.sees], [np.sort(own, axis=1)])
    unit = best.denominator * best.counted.deals_after(0)
    values = [Fraction(int(column[states[0][0]]), unit) for column in best.values(())]
    order = sorted(bets.order(()), key=lambda choice: -values[choice])
    return [HandChoice(wager.stages[0][choice].name, values[choice]) for choice in order]


# --- dealt rounds ----------------------------------------------------------------------------------------------------


class PlayedSeenReveal:
    """`PlayedWager` of such a reveal."""

    def __init__(self, game: Game, wager: SeenRevealWager, run: Run) -> None:
        self.game, self.wager = game, wager
        self.events = Events(game, wager)
        self.counted = counted_reveal(game, wager, self.events, run)
        self._best: dict[tuple[Fraction, ...], BestSeenReveal] = {}

    def best(self, paytable: Paytable) -> BestSeenReveal:
        """The best play; that of the last paytable asked for is kept."""
        nets = tuple(self.events.nets(paytable))
        if nets not in self._best:
            self._best = {nets: self.counted.best(reveal_bets(self.wager, nets))}
        return self._best[nets]

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.best(paytable).expectation

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        bets, best = reveal_bets(self.wager, self.events.nets(paid)), self.best(played)
        total = Fraction(0)
        for path, ends in best.outcomes.items():
            nets = bets.nets(path, self.counted.final.kinds)
            total += sum((count * net for count, net in zip(ends, nets, strict=True)), Fraction(0))
        return total / best.deals

    def player(self, paytable: Paytable) -> SeenRevealPlayer:
        bets = reveal_bets(self.wager, self.events.nets(paytable))
        assert self.game.rules is not None
        stages = [number for number, stage in enumerate(self.game.rules.stages) if stage.choices]
        return SeenRevealPlayer(self.wager, stages, bets, _Given(self.counted, bets))


@dataclass(frozen=True, eq=False)
class _Given:
    """Reveals beside sets of seen cards, decided when they are first asked for."""

    counted: SeenReveal
    bets: Bets
    _best: dict[int, tuple[BestReveal, Standing]] = field(default_factory=dict)

    @cached_property
    def gone(self) -> Standing:
        return self.counted.blocks.standing(self.counted.blocks.hands(self.counted.gone), self.counted.gone)

    def beside(self, number: int) -> tuple[BestReveal, Standing]:
        """The best play beside the seen cards of that number, and the first groups that stand for others there."""
        if number not in self._best:
            gone = self.counted.blocks.hands(self.counted.gone).hands[number].tolist()
            given = self.counted.given(gone)
            standing = given.blocks.standing(given.roots, given.groups[0])
            self._best[number] = best_reveal(given, self.bets), standing
        return self._best[number]

    def states(
        self, gone: Sequence[int], groups: Sequence[NDArray[np.uint8]]
    ) -> tuple[BestReveal, list[NDArray[np.int64]]]:
        """The same for given cards, with the state of every row at each stage whose groups (positions) are given."""
        numbers, moves = self.gone.of(np.array([gone], dtype=np.uint8).reshape(1, -1))
        best, standing = self.beside(int(numbers[0]))
        counted = best.counted
        assert isinstance(counted, GivenReveal)
        renamed = [moves[0][group] for group in groups]
        roots, own = standing.of(renamed[0])
        state, seen = roots.astype(np.int64), moved(own, renamed[0])
        known = np.concatenate([seen, np.tile(np.array(counted.gone, dtype=np.uint8), (len(seen), 1))], axis=1)
        states = [state]
        for group in renamed[1:]:
            turned = moved(own, group)
            below = (known[:, None, :] < turned[:, :, None]).sum(axis=2).astype(np.uint8)
            places = colex.rank(np.ascontiguousarray(np.sort(turned - below, axis=1))).astype(np.int64)
            state = state * counted.group_ways(len(states)) + places
            known = np.concatenate([known, turned], axis=1)
            states.append(state)
        after = [turned for turned in self.counted.turning.turned if turned <= len(groups)]
        return best, [states[turned - 1] for turned in after]


@dataclass(frozen=True, eq=False)
class SeenRevealPlayer:
    """`Player` of such a reveal."""

    wager: SeenRevealWager
    stages: Sequence[int]
    bets: Bets
    given: _Given

    @property
    def ways(self) -> list[Way]:
        return [
            tuple((self.stages[stage], self.bets.stages[stage][choice].name) for stage, choice in enumerate(path))
            for path in self.bets.ended_paths()
        ]

    def play(self, dealt: Dealt) -> Played:
        groups = [self._positions(dealt, [seat]) for seat in self.wager.groups[: self.wager.turned[-1]]]
        gone = np.sort(self._positions(dealt, self.wager.gone), axis=1)
        taken = np.empty(len(gone), dtype=np.intp)
        # One number for each set of cards.
        code = (gone.astype(np.int64) << 8 * np.arange(gone.shape[1])).sum(axis=1, dtype=np.int64)
        for number in np.unique(code):
            rows = np.flatnonzero(code == number)
            best, states = self.given.states(gone[rows[0]].tolist(), [group[rows] for group in groups])
            taken[rows] = followed(self.bets, len(rows), partial(_decided, best, states))
        return Played(self.ways, taken)

    def _positions(self, dealt: Dealt, seats: Sequence[Seat]) -> NDArray[np.uint8]:
        deck = self.given.counted.final.deck
        place = np.zeros(256, dtype=np.uint8)
        place[list(deck.cards)] = np.arange(deck.size)
        parts = [dealt[name] for seat in seats for name in seat.name.split("+")]
        rounds = len(next(iter(dealt.values())))
        return place[np.concatenate(parts, axis=1)] if parts else np.zeros((rounds, 0), dtype=np.uint8)


def _decided(
    best: BestReveal, states: Sequence[NDArray[np.int64]], path: Path, rows: NDArray[np.intp]
) -> NDArray[np.uint8]:
    return best.decisions[path].best[states[len(path)][rows]].astype(np.uint8)
