"""What a change does to what the house wins in an hour: the question of whoever runs the table."""

from __future__ import annotations

from fractions import Fraction

from analyzer.change.check import Drift
from analyzer.change.diff import Difference
from analyzer.change.figures import Figures
from analyzer.documents import JsonDict
from analyzer.numbers import decimal_text
from analyzer.pricing.exposures import Hour
from analyzer.units import Unit

CENTS = 2


def house_wins(figures: Figures | None, hour: Hour) -> Fraction | None:
    """On average; None where there is nothing, or where it depends on a meter. Dollars a round have no stake."""
    ev = None if figures is None else figures.amount("ev")
    if figures is None or ev is None or ev.meter or figures.unit is Unit.BETS:
        return None
    stake = hour.stake if figures.unit.has_stake else Fraction(1)
    return -ev.amount * hour.rounds * stake


def change_of_hour(drift: Drift, hour: Hour) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
    """Before, now, and what is more."""
    old, new = house_wins(drift.old, hour), house_wins(drift.new, hour)
    return old, new, None if old is None or new is None else new - old


def with_hours(difference: Difference, hour: Hour) -> JsonDict:
    """The document of a difference, with the hour that is asked for, and what it brings in each of its wagers."""
    document = difference.document() | {"hour": {"rounds": str(hour.rounds), "stake": str(hour.stake)}}
    for told, wager in zip(document["wagers"], difference.changed, strict=True):
        amounts = zip(("old", "new", "difference"), change_of_hour(wager.drift, hour), strict=True)
        told["hour"] = {
            "rounds": str(hour.rounds),
            **({"stake": str(hour.stake)} if wager.drift.unit.has_stake else {}),
            "house_wins": {side: _told(amount) for side, amount in amounts},
        }
    return document


def _told(amount: Fraction | None) -> dict[str, str] | None:
    return None if amount is None else {"exact": str(amount), "decimal": decimal_text(amount, CENTS)}
