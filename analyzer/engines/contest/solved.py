"""What a round against a dealer comes to when it is played as well as it can be: the same for every engine of contests.

An event is all that a settlement can ask about a finished round: the kind of the player's hand, the result, the kind of
the dealer's hand. A kind is a number for a set of tests that a hand passes; which tests, the engines need not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.engines.bets import Bets, Path
from analyzer.engines.worth import Worth

RESULTS = ("win", "tie", "loss")
WIN, TIE, LOSS = range(3)


@dataclass(frozen=True)
class EventNumbers:
    """Events as numbers: (player's kind x 3 + result) x dealer's kinds + dealer's kind."""

    player_kinds: int
    dealer_kinds: int

    def __len__(self) -> int:
        return self.player_kinds * len(RESULTS) * self.dealer_kinds

    def number(self, player_kind: int, result: int, dealer_kind: int) -> int:
        """
        >>> EventNumbers(4, 2).number(3, LOSS, 1), len(EventNumbers(4, 2))
        (23, 24)
        """
        return (player_kind * len(RESULTS) + result) * self.dealer_kinds + dealer_kind

    def event(self, number: int) -> tuple[int, int, int]:
        """
        >>> EventNumbers(4, 2).event(23)
        (3, 2, 1)
        """
        rest, dealer_kind = divmod(number, self.dealer_kinds)
        return *divmod(rest, len(RESULTS)), dealer_kind


@dataclass(frozen=True)
class CloseState:
    """A state of a stage, as cards (groups as the engine names them), and what each choice is worth, in listed order.

    A choice that is not offered there is None.
    """

    stage: int
    cards: Mapping[str, tuple[int, ...]]
    values: Sequence[Fraction | None]


@dataclass(frozen=True, eq=False)
class Solved:
    """The best play, and what became of all deals.

    `outcomes[path][event]`: deals that end after that path in that event, for every path that ends a round. After a
    fold the event tells nothing; its deals may stand under any event. `reached[path][choice]`: deals in which that
    choice is made after that path. `ties[stage]`: deals of the cards seen so far (as many as the binomials of the
    groups seen, not of all deals) that come to a state whose best choices are equal. `expectation` is that of the net
    result, from the values of the decisions and not from the outcomes.
    """

    bets: Bets
    events: EventNumbers
    deals: int
    expectation: Fraction
    outcomes: Mapping[Path, Sequence[int]]
    reached: Mapping[Path, Sequence[int]]
    ties: Mapping[int, int]
    closest: Sequence[CloseState] = ()
    # Where up cards are seen that should not be: what each of them is worth, sums over `worth_unit`.
    worth: Worth = field(default_factory=Worth)
    worth_unit: int = 1

    @property
    def average_bet(self) -> Fraction:
        """All staked bets as they stand at the end."""
        total = sum((sum(ends) * self.bets.at_stake(path) for path, ends in self.outcomes.items()), Fraction(0))
        return total / self.deals

    @property
    def choices(self) -> dict[tuple[int, str], Fraction]:
        """By stage, from 0, and name: in which share of all deals the choice is made."""
        listed = {(stage, choice.name): Fraction(0) for stage, row in enumerate(self.bets.stages) for choice in row}
        for path, counts in self.reached.items():
            for choice, count in zip(self.bets.stages[len(path)], counts, strict=True):
                listed[len(path), choice.name] += Fraction(count, self.deals)
        return listed

    def mean_of_outcomes(self) -> Fraction:
        """The expectation again, from the outcomes."""
        total = Fraction(0)
        for path, ends in self.outcomes.items():
            nets = self.bets.nets(path, len(self.events))
            total += sum((count * net for count, net in zip(ends, nets, strict=True) if count), Fraction(0))
        return total / self.deals
