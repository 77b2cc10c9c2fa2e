"""What the results of a wager are counted in. Shares of a bet and money are never mixed, nor written alike."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from analyzer.numbers import decimal_text, percent_text


class Unit(StrEnum):
    """Units of the initial bet (bets, where each has a price: a progressive), or dollars a round.

    A wager in dollars has no stake, so it has no return and no house edge: what it is worth is the expected result of
    the player in dollars a round.
    """

    UNITS = "units"
    BETS = "bets"
    DOLLARS = "dollars"

    @property
    def has_stake(self) -> bool:
        return self is not Unit.DOLLARS

    @property
    def worth_name(self) -> str:
        """The one figure by which people compare such wagers."""
        return "house edge" if self.has_stake else "expected result"

    @property
    def worth_key(self) -> str:
        """The same in a document."""
        return "house_edge" if self.has_stake else "ev"

    def worth(self, ev: Fraction) -> Fraction:
        """
        >>> [str(unit.worth(Fraction(-1, 40))) for unit in (Unit.UNITS, Unit.DOLLARS)]
        ['1/40', '-1/40']
        """
        return -ev if self.has_stake else ev

    def text(self, value: Fraction, percent_places: int = 6) -> str:
        """A share of the bet in percent, or money.

        >>> [unit.text(Fraction(-1, 40)) for unit in (Unit.UNITS, Unit.DOLLARS)]
        ['-2.500000 %', '-0.02500000 $ a round']
        """
        return percent_text(value, percent_places) if self.has_stake else f"{decimal_text(value, 8)} $ a round"

    def result_text(self, ev: Fraction) -> str:
        """The expected result of the player.

        >>> [unit.result_text(Fraction(-1, 40)) for unit in (Unit.UNITS, Unit.DOLLARS)]
        ['-0.02500000', '-0.02500000 $ a round']
        """
        return decimal_text(ev, 8) if self.has_stake else self.text(ev)

    def edge_text(self, ev: Fraction) -> str:
        """A cell below the heading "house edge".

        >>> [unit.edge_text(Fraction(-1, 40)) for unit in (Unit.UNITS, Unit.DOLLARS)]
        ['2.500000 %', 'no stake']
        """
        return self.text(-ev) if self.has_stake else "no stake"
