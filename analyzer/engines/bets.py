"""The bets of a round with decisions: what may be chosen at each stage, and what the round is then worth.

Bets have amounts; a choice sets some of them. What was chosen before is a path, and the bets that stand are known by
it. At the end every bet pays its amount times what it pays in the event. A fold ends the round at once: each staked bet
loses its amount times a share. What an event is, the engine says: a set of lines, or the result of a showdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import SelectionError
from analyzer.game.language import Choice

Then = Literal["next", "showdown", "fold"]
# Which choice was made at each stage so far.
Path = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class BetChoice:
    """A choice: the bets that now are that much, where it is offered, and what follows.

    `offered[state]` tells in which states of its stage; None: in all. With "fold" every bet loses `loses` times its
    amount, one share for each bet; empty: all of it.
    """

    name: str
    bets: tuple[tuple[int, Fraction], ...] = ()
    offered: NDArray[np.bool_] | None = None
    then: Then = "next"
    loses: tuple[Fraction, ...] = ()


def stages_in_units(
    stages: Sequence[Sequence[Choice]], names: Sequence[str], unit: Fraction
) -> tuple[tuple[BetChoice, ...], ...]:
    """The choices of a game file, with amounts in that unit; a bet is its place among `names`."""

    def choice_of(choice: Choice) -> BetChoice:
        amounts = tuple((names.index(bet), amount / unit) for bet, amount in choice.bets)
        shares = dict(choice.loses)
        loses = tuple(shares.get(name, Fraction(1)) for name in names) if shares else ()
        return BetChoice(choice.name, amounts, then=choice.then, loses=loses)

    return tuple(tuple(choice_of(choice) for choice in stage) for stage in stages)


@dataclass(frozen=True, eq=False)
class Bets:
    """Bets at the start, the choices of each stage, and `pays[bet][event]` for one unit of a bet.

    `staked[bet]` is whether a bet stakes its amount; those that do not are left out of what is bet. `numbers` are those
    of the stages in the file, where they are not 1, 2, ...
    """

    start: tuple[Fraction, ...]
    stages: tuple[tuple[BetChoice, ...], ...]
    pays: tuple[tuple[Fraction, ...], ...]
    staked: tuple[bool, ...] = ()
    numbers: tuple[int, ...] = ()

    def number(self, stage: int) -> int:
        return self.numbers[stage] if self.numbers else stage + 1

    def check(self, stages: Sequence[int], kinds: int) -> None:
        """All faults that would count something else than was meant; `stages` are the numbers of states."""
        if len(self.stages) != len(stages):
            raise SelectionError(f"there are {len(stages)} stages of decisions, and choices for {len(self.stages)}")
        pays_of_bets = self.pays_on(())
        if len(pays_of_bets) != len(self.start) or any(len(pays) < kinds for pays in pays_of_bets):
            raise SelectionError(f"each of {len(self.start)} bets needs what it pays in each of {kinds} events")
        if self.staked and len(self.staked) != len(self.start):
            raise SelectionError(
                f"{len(self.start)} bets, but it is said of {len(self.staked)} whether they are staked"
            )
        for number, (choices, states) in enumerate(zip(self.stages, stages, strict=True), 1):
            self._check_stage(number, choices, states)

    def _check_stage(self, number: int, choices: Sequence[BetChoice], states: int) -> None:
        if not choices:
            raise SelectionError(f"stage {number} has no choice")
        offered = np.zeros(states, dtype=np.bool_)
        for choice in choices:
            if choice.offered is not None and choice.offered.shape != (states,):
                raise SelectionError(f"stage {number}: {choice.name} must be offered or not in each of {states} states")
            offered |= True if choice.offered is None else choice.offered
            if any(not 0 <= bet < len(self.start) for bet, _ in choice.bets):
                raise SelectionError(f"stage {number}: {choice.name} sets a bet that does not exist")
            if choice.loses and (choice.then != "fold" or len(choice.loses) != len(self.start)):
                raise SelectionError(f"stage {number}: {choice.name} loses shares, one for each bet, only with a fold")
        if not offered.all():
            raise SelectionError(f"stage {number} has a state in which no choice is offered")

    def after(self, path: Path) -> tuple[Fraction, ...]:
        """The bets that stand after these choices."""
        amounts = list(self.start)
        for choices, taken in zip(self.stages, path, strict=False):
            for bet, amount in choices[taken].bets:
                amounts[bet] = amount
        return tuple(amounts)

    def at_stake(self, path: Path, shares: Sequence[Fraction] = ()) -> Fraction:
        """The sum of the staked bets after these choices; of each its share, if there are any."""
        parts = shares or (Fraction(1),) * len(self.start)
        staked = self.staked or (True,) * len(self.start)
        amounts = zip(self.after(path), parts, staked, strict=True)
        return sum((amount * part for amount, part, stakes in amounts if stakes), Fraction(0))

    def pays_on(self, _path: Path) -> tuple[tuple[Fraction, ...], ...]:
        """[bet][event] what one unit of a bet pays after these choices: the same after all, unless overridden."""
        return self.pays

    def offered_on(self, path: Path, choice: int) -> NDArray[np.bool_] | None:
        """[state] whether the choice is offered at the stage after this path; None: in all states."""
        return self.stages[len(path)][choice].offered

    def place(self, path: Path) -> str:
        """Where a decision is made, for messages."""
        names = ", ".join(self.stages[stage][choice].name for stage, choice in enumerate(path))
        return f"at stage {len(path) + 1}, after {names}," if names else f"at stage {len(path) + 1}"

    def last(self, path: Path) -> BetChoice:
        return self.stages[len(path) - 1][path[-1]]

    def ends(self, path: Path) -> bool:
        """Whether no further decision follows these choices."""
        return len(path) == len(self.stages) or (bool(path) and self.last(path).then != "next")

    def nets(self, path: Path, kinds: int) -> tuple[Fraction, ...]:
        """The net result of each event for a round that ends after these choices."""
        amounts = self.after(path)
        if self.last(path).then == "fold":
            return (-self.at_stake(path, self.last(path).loses),) * kinds
        return tuple(
            sum((amount * pays[event] for amount, pays in zip(amounts, self.pays_on(path), strict=True)), Fraction(0))
            for event in range(kinds)
        )

    def paths(self) -> list[Path]:
        """All paths on which a decision follows, the empty one first."""
        listed: list[Path] = [()]
        for path in listed:
            further = [(*path, choice) for choice in range(len(self.stages[len(path)]))]
            listed += [longer for longer in further if not self.ends(longer)]
        return listed

    def ended_paths(self) -> list[Path]:
        """All paths after which the round ends."""
        longer = [(*path, choice) for path in self.paths() for choice in range(len(self.stages[len(path)]))]
        return [path for path in longer if self.ends(path)]

    def order(self, path: Path) -> list[int]:
        """The choices after a path, in the order in which equals are taken: the smaller sum of bets, then the first."""
        choices = range(len(self.stages[len(path)]))
        return sorted(choices, key=lambda choice: (self.at_stake((*path, choice)), choice))
