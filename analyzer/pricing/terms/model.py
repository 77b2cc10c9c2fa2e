"""The sum of all net results of a wager as a function of what its lines pay.

However a wager is played, the sum over all deals is

    constant + sum over the line sets of factor x what the set is paid

A line set is the lines that apply in a deal together; the paytable says which of them is paid, or all are. The factors
count deals, each as often as units are bet on the line. They belong to a play: where the player decides, another
paytable may have another best play, and with it other factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from analyzer.engines.paid_lines import paid_lines
from analyzer.errors import CountError
from analyzer.game.model import Overlap, Paytable
from analyzer.game.pay import Pay

# Places of lines in the wager, ascending.
LineSet = tuple[int, ...]


@dataclass(frozen=True)
class Terms:
    """One play: what no line pays, and by line set the deals times the units that its line pays."""

    deals: int
    constant: Fraction
    factors: Mapping[LineSet, Fraction]
    overlap: Overlap = "most"

    def __post_init__(self) -> None:
        if any(factor < 0 for factor in self.factors.values()) or () in self.factors:
            raise CountError("a line that is paid takes nothing from the player")

    def by_line(self, paytable: Paytable, meter: Fraction | None = None) -> dict[int, Fraction]:
        """The factor of each line that is paid, in the order of the lines; without a meter, of a large one.

        >>> terms = Terms(4, Fraction(-1), {(0, 1): Fraction(1), (1,): Fraction(2)})
        >>> terms.by_line(Paytable("1", (Pay(Fraction(9)), Pay(Fraction(1)))))
        {0: Fraction(1, 1), 1: Fraction(2, 1)}
        """
        paid: dict[int, Fraction] = {}
        for lines, factor in self.factors.items():
            for line in paid_lines(lines, paytable, self.overlap, meter):
                paid[line] = paid.get(line, Fraction(0)) + factor
        return dict(sorted(paid.items()))

    def mean(self, paytable: Paytable, meter: Fraction | None = None) -> Pay:
        """The expected net result under a paytable, of this play.

        >>> str(Terms(4, Fraction(-1), {(0,): Fraction(3)}).mean(Paytable("1", (Pay(Fraction(2)),))))
        '5/4'
        """
        paid = (paytable.pays[line] * factor for line, factor in self.by_line(paytable, meter).items())
        return sum(paid, Pay(self.constant)) / self.deals


def terms_of(
    deals: int,
    constant: Fraction | int,
    factors: Iterable[tuple[LineSet, Fraction | int]],
    overlap: Overlap,
    splits: int = 1,
) -> Terms:
    """Factors of equal line sets are added up; those of no deal are left out."""
    total: dict[LineSet, Fraction] = {}
    for lines, factor in factors:
        total[lines] = total.get(lines, Fraction(0)) + factor
    named = {lines: splits * total[lines] for lines in sorted(total) if total[lines]}
    return Terms(splits * deals, splits * Fraction(constant), named, overlap)


@dataclass(frozen=True)
class Play:
    """The best play under a paytable: its terms, and how often each choice is made."""

    terms: Terms
    choices: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayDifference:
    """Hands that two plays play differently: how many in all, and one of them with both choices."""

    hands: int
    example: str
    one: str
    other: str


class Plays(Protocol):
    """A wager, counted: its best play under any paytable. One class for each kind of wager."""

    @property
    def decided(self) -> bool:
        """Whether what is paid may change what the player does."""

    def best(self, paytable: Paytable) -> Play:
        """The best play under a paytable, of equals the one that the analysis takes."""

    def any_best(self, paytable: Paytable) -> Play:
        """The same, but any of equals: it may be quicker to find."""

    def difference(self, one: Paytable, other: Paytable) -> PlayDifference | None:
        """What the best plays under two paytables do differently; None where that is not known by hand."""
