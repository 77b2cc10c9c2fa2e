"""Pricing a paytable on counted line sets: which line is paid, what that makes the wager worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from analyzer.counting import LineCounts, count_jokers, count_lines
from analyzer.game import (
    DrawWager,
    Game,
    JokerLine,
    JokersWager,
    Line,
    LinesWager,
    Meter,
    Overlap,
    Pay,
    Paytable,
    PlayWager,
)
from analyzer.numbers import decimal_text
from analyzer.pricing import Outcome, long_run, net_of
from analyzer.results import WagerResult, priced
from analyzer.run import Run

LOSS = Pay(Fraction(-1))
LOSE = "lose"
METERS = (1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)


def analyze_lines(game: Game, wager: LinesWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    counts = count_lines(game, wager, run)
    settle = _taxed if wager.tax is not None else _plain
    return [settle(wager, paytable, counts) for paytable in paytables]


def analyze_jokers(game: Game, wager: JokersWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    counts = count_jokers(game, wager)
    return [_plain(wager, paytable, counts) for paytable in paytables]


def paid_line(satisfied: Sequence[int], paytable: Paytable, overlap: Overlap) -> int:
    """The line that pays most, the first of equals, or the first one listed; -1 if none is satisfied."""
    if overlap == "first":
        return min(satisfied, default=-1)
    return max(satisfied, key=lambda line: (paytable.pays[line].order, -line), default=-1)


def _plain(wager: LinesWager | JokersWager, paytable: Paytable, counts: LineCounts) -> WagerResult:
    paid: Counter[int] = Counter()
    for (satisfied, _), count in counts.counts.items():
        paid[paid_line(satisfied, paytable, wager.overlap)] += count
    meter = wager.meter if isinstance(wager, LinesWager) else None
    lines: Sequence[Line | JokerLine] = wager.lines
    outcomes = [
        Outcome(line.id, paid[i], net_of(paytable.pays[i], meter), {"title": line.name}) for i, line in enumerate(lines)
    ]
    outcomes.append(Outcome(LOSE, paid[-1], LOSS, {"title": "Loses"}))
    warnings = never_paid(wager, paytable, counts)
    if meter is None:
        return priced(wager, paytable, counts.deals, outcomes, warnings=warnings)
    warnings += _half_a_model(meter)
    extras = meter_extras(outcomes, counts.deals, meter)
    return priced(wager, paytable, counts.deals, outcomes, warnings=warnings, extras=extras)


def _half_a_model(meter: Meter) -> list[str]:
    """A warning where only one of the two numbers is given that say how the meter grows."""
    if (meter.contribution is None) == (meter.seed is None):
        return []
    missing = "contribution" if meter.contribution is None else "seed"
    return [f"no long-run return: it needs contribution and seed, and no {missing} is given"]


def meter_extras(outcomes: Sequence[Outcome], deals: int, meter: Meter) -> dict[str, Any]:
    """Break-even meter, returns over meters, long-run return."""
    fixed = sum((outcome.net.amount * outcome.count for outcome in outcomes), Fraction(0)) / deals
    slope = sum((outcome.net.meter * outcome.count for outcome in outcomes), Fraction(0)) / deals
    extras: dict[str, Any] = {
        "bet": str(meter.bet),
        "break_even_meter": str(-fixed / slope) if slope and fixed <= 0 else None,
        "meters": [
            {"meter": str(level), "return": str(back), "decimal": decimal_text(back, 8)}
            for level, back in ((level, 1 + fixed + slope * level) for level in METERS)
        ],
    }
    model = long_run(outcomes, deals, meter)
    if model is not None:
        extras["long_run_return"] = str(model.long_run_return)
        extras["average_meter"] = str(model.average_meter)
    return extras


def _taxed(wager: LinesWager, paytable: Paytable, counts: LineCounts) -> WagerResult:
    """One outcome for each pair of prize and tax; the net result is their difference."""
    assert wager.tax is not None
    tax = wager.tax
    pairs: Counter[tuple[int, Fraction]] = Counter()
    for (satisfied, taxed), count in counts.counts.items():
        charge = tax.amounts[taxed] if taxed >= 0 else Fraction(0)
        pairs[paid_line(satisfied, paytable, wager.overlap), charge] += count
    outcomes = []
    for line, charge in sorted(pairs, key=lambda pair: (pair[0] % (len(wager.lines) + 1), -pair[1])):
        prize = paytable.pays[line].amount if line >= 0 else Fraction(0)
        name, title = (wager.lines[line].id, wager.lines[line].name) if line >= 0 else ("no-prize", "No prize")
        details = {"title": f"{title}, tax {charge}", "prize": str(prize), "tax": str(charge)}
        outcomes.append(Outcome(f"{name}/tax-{charge}", pairs[line, charge], Pay(prize - charge), details))
    prize, charge = (_expected(outcomes, key, counts.deals) for key in ("prize", "tax"))
    extras = {
        "expected_tax": str(charge),
        "expected_prize": str(prize),
        "prize_to_tax": str(prize / charge) if charge else None,
    }
    warnings = never_paid(wager, paytable, counts)
    return priced(wager, paytable, counts.deals, outcomes, warnings=warnings, extras=extras)


def _expected(outcomes: Sequence[Outcome], key: str, deals: int) -> Fraction:
    return sum((Fraction(outcome.details[key]) * outcome.count for outcome in outcomes), Fraction(0)) / deals


def never_paid(
    wager: LinesWager | JokersWager | DrawWager | PlayWager, paytable: Paytable, counts: LineCounts
) -> list[str]:
    """A warning for each line that no deal is ever paid by, with the lines that take its hands."""
    lines: Sequence[Line | JokerLine] = wager.lines
    takers: dict[int, Counter[int]] = {line: Counter() for line in range(len(lines))}
    for (satisfied, _), count in counts.counts.items():
        paid = paid_line(satisfied, paytable, wager.overlap)
        for line in satisfied:
            takers[line][paid] += count
    warnings = []
    for line, taken in takers.items():
        if not taken:
            warnings.append(f"line {lines[line].id} can never be hit: no hand satisfies it")
        elif line not in taken:
            names = ", ".join(lines[other].id for other in sorted(taken))
            warnings.append(f"line {lines[line].id} can never be hit: {names} takes all its hands")
    return warnings
