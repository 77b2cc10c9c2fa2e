"""What is asked of a result beside what it says of itself: a level of its meter, and what a table earns an hour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.model import Game
from analyzer.numbers import decimal_text, grouped_text
from analyzer.pricing.details import MeterDetails
from analyzer.pricing.exposures import Hour
from analyzer.pricing.results import DECIMALS, WagerResult
from analyzer.units import Unit


@dataclass(frozen=True)
class Asked:
    """A level of the meter; rounds an hour and a stake, where an hour is asked for."""

    meter: Fraction | None = None
    rounds: Fraction | None = None
    stake: Fraction | None = None

    @property
    def an_hour(self) -> bool:
        return self.rounds is not None or self.stake is not None

    def check(self, results: Sequence[WagerResult]) -> None:
        """Refuse what would change nothing in any of the results."""
        if self.meter is not None and not any(map(has_meter, results)):
            raise SelectionError("none of these wagers has a meter; leave out --meter, or name a progressive")
        if self.stake is not None and not any(result.unit is Unit.UNITS for result in results):
            raise SelectionError(
                "--stake changes nothing: a wager in dollars has no stake, and a progressive has a price; leave it out"
            )
        if self.an_hour and all(self.ev(result) is None for result in results):
            raise SelectionError(f"{results[0].wager} depends on its meter; give it with --meter")

    def notes(self, game: Game, wagers: Sequence[str]) -> list[str]:
        """Where the stake is none that the game file allows: the hour is told all the same."""
        stake = self.stake
        own = [wager for wager in game.wagers if wager.id in wagers and wager.has_stake and wager.meter is None]
        limited = [(wager, wager.limits) for wager in own if wager.limits is not None]
        return [
            f"--stake {grouped_text(stake)} is not allowed on {wager.id}: the game file has "
            f"{grouped_text(limits.minimum)} to {grouped_text(limits.maximum)}"
            for wager, limits in limited
            if stake is not None and not limits.minimum <= stake <= limits.maximum
        ]

    def ev(self, result: WagerResult) -> Fraction | None:
        """The expected result, at the meter if one is given; None where it depends on one that is not given."""
        if result.ev is not None or self.meter is None:
            return result.ev
        return result.at(self.meter).mean.at(self.meter)

    def hour(self, result: WagerResult) -> Hour:
        """At the stake that is asked for; a progressive at its price, and dollars a round as they are."""
        usual = Hour()
        stakes = {Unit.UNITS: self.stake or usual.stake, Unit.BETS: _price(result), Unit.DOLLARS: Fraction(1)}
        return Hour(self.rounds or usual.rounds, stakes[result.unit])

    def document(self, result: WagerResult) -> JsonDict:
        """What the document of a result has besides: only what was asked for."""
        document: JsonDict = {}
        ev = self.ev(result)
        if self.meter is not None and has_meter(result):
            assert ev is not None, "a meter is given"
            edge = {"house_edge": str(-ev), "house_edge_decimal": decimal_text(-ev, DECIMALS)}
            document["at_meter"] = {
                "meter": str(self.meter),
                "ev": str(ev),
                "ev_decimal": decimal_text(ev, DECIMALS),
                **(edge if result.unit.has_stake else {}),
                "player_advantage": ev > 0,
            }
        if self.an_hour:
            hour = None if ev is None else self.hour(result).document(ev)
            if hour is not None and not result.unit.has_stake:
                del hour["stake"]
            document["hour"] = hour
        return document


def has_meter(result: WagerResult) -> bool:
    return result.ev is None


def _price(result: WagerResult) -> Fraction:
    meter = result.details_of(MeterDetails)
    return Fraction(1) if meter is None else meter.bet
