"""Duels in which the player sees the back of one of the dealer's cards, which tells a class of ranks.

A dealer's hand with m cards of the class shows it in m of the ways to mark one of its cards. So dealer hands are
counted by kind and by how many cards of each class they have, and a state's counts with a class are sums of these,
times the number of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.duel import check_solved
from analyzer.engines.contest.duel_counts import DuelCounts, counts_against, fitting
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.followed import followed
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.known_duel import Positions, worths
from analyzer.engines.contest.play import Forwards, LevelStates, Nets, Tally, solved_of
from analyzer.engines.contest.solved import RESULTS, EventNumbers, Solved
from analyzer.engines.decide import BestChoice
from analyzer.engines.worth import JOKER_RANK
from analyzer.errors import SelectionError, TooLargeError
from analyzer.integers import dot
from analyzer.kernels import colex
from analyzer.run.jobs import Run

MAX_KINDS = 256


@dataclass(frozen=True, eq=False)
class BackedLevel(LevelStates):
    """States that meet different numbers of dealer hands: `deals[state]`."""

    deals: NDArray[np.int64]  # type: ignore[assignment]  # one number for each state in place of one for all

    def rounds(self, weights: NDArray[np.int64]) -> int:
        return dot(weights, self.deals)

    def rows(self, rows: NDArray[np.intp]) -> BackedLevel:
        parts = self.counts[rows], self.kinds[rows], self.own[rows], self.deals[rows]
        return BackedLevel(self.nets, self.first, self.stop, *parts)

    @property
    def is_even(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class _Offers(Bets):
    """What bets offer, with nothing paid: all that a count of states asks for."""

    asked: Bets = field(kw_only=True)
    events: int = field(kw_only=True)

    def pays_on(self, _path: Path) -> tuple[tuple[Fraction, ...], ...]:
        return ((Fraction(0),) * self.events,) * len(self.start)

    def offered_on(self, path: Path, choice: int) -> NDArray[np.bool_] | None:
        return self.asked.offered_on(path, choice)


@dataclass(frozen=True, eq=False)
class BackedDuel:
    """A duel in which one down card of the dealer has a back that tells in which of the classes of ranks it is."""

    duel: Duel
    classes: tuple[int, ...]
    bets: Bets

    def __post_init__(self) -> None:
        if len(set(self.duel.sees_up)) > 1:
            raise SelectionError("the dealer's up cards must be seen at every decision, or at none, where a back is")
        if self._duel.events.dealer_kinds > MAX_KINDS:
            raise TooLargeError(f"{len(self.classes)} classes of backs are too many beside the dealer's kinds of hands")

    @cached_property
    def class_of(self) -> NDArray[np.intp]:
        """[position] the class of each card."""
        return classes_of_cards(self.duel.deck, self.classes)

    @cached_property
    def _compositions(self) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """[dealer hand] the number of its composition, and [composition, class] how many cards it has of each."""
        cards = self.duel.up + self.duel.down
        hands = colex.hands_in_range(0, comb(self.duel.deck.size, cards), cards)
        held = np.stack([(self.class_of[hands] == number).sum(axis=1) for number in range(len(self.classes))], axis=1)
        code = (held * (cards + 1) ** np.arange(len(self.classes))).sum(axis=1)
        _, first, numbers = np.unique(code, return_index=True, return_inverse=True)
        return numbers.reshape(-1), held[first].astype(np.int64)

    @cached_property
    def _duel(self) -> Duel:
        """The dealer's kinds with their compositions."""
        numbers, held = self._compositions
        kinds = self.duel.dealer_kinds.astype(np.intp) * len(held) + numbers
        events = self.duel.events
        return replace(
            self.duel,
            dealer_kinds=np.minimum(kinds, MAX_KINDS - 1).astype(np.uint8),
            events=EventNumbers(events.player_kinds, events.dealer_kinds * len(held)),
        )

    @cached_property
    def states(self) -> DuelStates:
        bets, events = self.bets, len(self._duel.events)
        return DuelStates(self._duel, _Offers(bets.start, bets.stages, (), bets.staked, asked=bets, events=events))

    @cached_property
    def nets(self) -> Nets:
        return Nets(self.bets, self.duel.events)

    @property
    def deals(self) -> int:
        """Every deal as often as there are cards that may be the marked one."""
        return self.states.deals // self.states.splits * self.states.down

    def with_class(self, counts: NDArray[np.int64], up: Sequence[int], number: int) -> NDArray[np.int64]:
        """[state, result x dealer's kind] beside a back of that class, from counts by kind and composition."""
        _, held = self._compositions
        shown = held[:, number] - sum(self.class_of[card] == number for card in up)
        by_kind = counts.reshape(len(counts), len(RESULTS) * self.duel.events.dealer_kinds, len(held))
        # Hands with fewer cards of the class than are up do not occur.
        beside: NDArray[np.int64] = by_kind.astype(np.int64) @ np.maximum(shown, 0)
        return beside

    def level(self, counts: NDArray[np.int64], kinds: NDArray[np.uint8], own: NDArray[np.int64]) -> BackedLevel:
        return BackedLevel(self.nets, 0, len(self.bets.stages), counts, kinds, own, counts.sum(axis=1))

    def solved(self, run: Run) -> Solved:
        states = self.states
        states.check_pairs()
        counted = DuelCounts(states, fitting(run, states))
        tally, total = Tally(), 0
        pieces = run.pieces("duel", lambda number: self._piece(counted, number), states.numbers)
        for piece, value in pieces:
            tally.add(piece)
            total += value
        return check_solved(solved_of(self.bets, self.duel.events, tally, total, self.deals, self.nets), self.deals)

    def _piece(self, counted: DuelCounts, up: int) -> tuple[Tally, int]:
        """All classes beside the up cards of a number."""
        seen, counts = counted.counted(up)
        tally, total = Tally(), 0
        for number in range(len(self.classes)):
            level = self.level(self.with_class(counts.astype(np.int64), seen.up, number), seen.kinds, seen.own)
            decided = level.decide({})
            weights = np.where(level.deals > 0, seen.weights, 0)
            played, _ = Forwards(level, decided, {}, up).play({(): weights})
            tally.add(played)
            total += dot(weights, decided[()].value)
        return tally, total

    def choices(self, own: Sequence[int], seen: Sequence[int], path: Path) -> list[tuple[int, Fraction]]:
        """What each choice is worth to a player who has these cards, sees these up, and a back like the last card's."""
        *up, card = seen
        held = sorted(own)
        counts = counts_against(self.states, held, tuple(sorted(up))).reshape(1, -1)
        index = colex.rank(np.array([held], dtype=np.uint8)).astype(np.int64)
        number = int(self.class_of[card])
        level = self.level(self.with_class(counts, up, number), self.duel.own_kinds[index], index)
        return worths(level, level.decide({}), path, 0)

    def player(self, run: Run) -> BackedPlayer:
        return BackedPlayer(self, run)


@dataclass(frozen=True, eq=False)
class BackedPlayer:
    """`Ender` of such a duel: rounds are decided together that see the same up cards and class."""

    backed: BackedDuel
    run: Run

    @cached_property
    def _counted(self) -> DuelCounts:
        return DuelCounts(self.backed.states, self.run)

    def ends(self, own: Positions, later: Positions) -> NDArray[np.intp]:
        """The last of the later cards is the one whose back is seen; the others are up."""
        backed, states = self.backed, self.backed.states
        up, back = later[:, :-1], later[:, -1]
        numbers, moves = states.blocks.standing(states.ups, states.up).of(up)
        own = np.take_along_axis(moves, own.astype(np.intp), axis=1)
        classes = backed.class_of[back]
        taken = np.empty(len(own), dtype=np.intp)
        for number in np.unique(numbers).tolist():
            seen, counts = self._counted.counted(number)
            blocks = states.blocks.fixing(seen.up)
            order = np.argsort(seen.own)
            for of_class in range(len(backed.classes)):
                rows = np.flatnonzero((numbers == number) & (classes == of_class))
                forms = colex.rank(blocks.forms(np.ascontiguousarray(np.sort(own[rows], axis=1)))).astype(np.int64)
                places = order[np.searchsorted(seen.own[order], forms)]
                level = backed.level(
                    backed.with_class(counts.astype(np.int64), seen.up, of_class), seen.kinds, seen.own
                )
                taken[rows] = _followed(backed.bets, level.decide({}), places)
        return taken


def _followed(bets: Bets, decided: dict[Path, BestChoice], places: NDArray[np.intp]) -> NDArray[np.intp]:
    return followed(bets, len(places), lambda path, rows: decided[path].best[places[rows]].astype(np.uint8))


def classes_of_cards(deck: Deck, classes: Sequence[int]) -> NDArray[np.intp]:
    """[position] in which class of ranks (bits) each card is.

    >>> classes_of_cards(Deck(ranks=(11, 12), suits=(0,), jokers=1), (1 << 12, 1 << 11 | 1 << 13)).tolist()
    [1, 0, 1]
    """
    ranks = [JOKER_RANK if card >= FIRST_JOKER else card >> 2 for card in deck.cards]
    return np.array([next(n for n, one in enumerate(classes) if one >> rank & 1) for rank in ranks], dtype=np.intp)
