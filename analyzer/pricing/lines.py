"""Pricing a paytable on counted line sets: which line is paid, what that makes the wager worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from analyzer.engines.paid_lines import name_of, paid_lines, pay_of
from analyzer.engines.tally import LineCounts, count_jokers, count_lines
from analyzer.errors import CountError
from analyzer.game.language import PaidLine
from analyzer.game.model import JokerLine, Line, Meter, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.pricing.details import MeterDetails, TaxDetails
from analyzer.pricing.moments import Outcome, Piece, long_run, mean_of, net_of, price
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers

LOSS = Pay(Fraction(-1))
LOSE = "lose"
METERS = (1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)


def analyze_lines(solvers: Solvers, wager: LinesWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    counts = count_lines(solvers.game, wager, solvers.run)
    settle = _taxed if wager.tax is not None else _plain
    return [settle(wager, paytable, counts) for paytable in paytables]


def analyze_jokers(solvers: Solvers, wager: JokersWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    counts = count_jokers(solvers.game, wager)
    return [_plain(wager, paytable, counts) for paytable in paytables]


# --- meters ----------------------------------------------------------------------------------------------------------

# Meters from the first level to the second (None: no end), and one inside (None: any one that is large enough).
Span = tuple[Fraction, Fraction | None, Fraction | None]


def meter_spans(wager: Wager, paytable: Paytable, counts: LineCounts) -> list[Span]:
    """Where the line that is paid for some hand changes with the meter: the parts between, in order.

    Two lines pay alike at one level at most, so between the levels at which two lines of one hand do, the order of
    its lines stays.
    """
    sets = sorted({satisfied for satisfied, count in _satisfied(counts) if len(satisfied) > 1})
    if wager.overlap != "most" or not any(pay.meter for pay in paytable.pays):
        return [(Fraction(0), None, None)]
    levels = sorted({level for one in sets for level in _crossings([paytable.pays[line] for line in one])})
    inside = [(low + high) / 2 for low, high in pairwise([Fraction(0), *levels])]
    choices = [[paid_lines(one, paytable, wager.overlap, meter) for one in sets] for meter in (*inside, None)]
    changes = [level for level, (before, after) in zip(levels, pairwise(choices), strict=True) if before != after]
    ends = [*changes, None]
    return [
        (start, end, None if end is None else (start + end) / 2)
        for start, end in zip([Fraction(0), *changes], ends, strict=True)
    ]


def _satisfied(counts: LineCounts) -> Iterator[tuple[tuple[int, ...], int]]:
    for (satisfied, _), count in counts.counts.items():
        yield satisfied, count


def _crossings(pays: Sequence[Pay]) -> Iterator[Fraction]:
    """Levels above 0 at which two of the pays are equal."""
    for one, other in combinations(pays, 2):
        if one.meter != other.meter:
            level = (one - other).zero_at
            if level > 0:
                yield level


def line_outcomes(
    wager: LinesWager | JokersWager, paytable: Paytable, counts: LineCounts, level: Fraction | None = None
) -> tuple[Outcome, ...]:
    """How many deals are paid by each line, and by several together where all are, and how many lose."""
    paid: Counter[tuple[int, ...]] = Counter()
    for satisfied, count in _satisfied(counts):
        paid[paid_lines(satisfied, paytable, wager.overlap, level)] += count
    meter = wager.meter
    alone = [(line,) for line in range(len(wager.lines))]
    together = sorted(lines for lines in paid if len(lines) > 1)
    outcomes = [
        Outcome(
            _name(wager, lines), paid[lines], net_of(pay_of(lines, paytable), meter), {"title": _title(wager, lines)}
        )
        for lines in (*alone, *together)
    ]
    return (*outcomes, Outcome(LOSE, paid[()], LOSS, {"title": "Loses"}))


def _name(wager: LinesWager | JokersWager, lines: Sequence[int]) -> str:
    return name_of([wager.lines[line].id for line in lines])


def _title(wager: LinesWager | JokersWager, lines: Sequence[int]) -> str:
    """The lines for people; after the first they are within a sentence."""
    first, *others = [wager.lines[line].name for line in lines]
    return " and ".join([first, *(name[:1].lower() + name[1:] for name in others)])


def _plain(wager: LinesWager | JokersWager, paytable: Paytable, counts: LineCounts) -> WagerResult:
    spans = meter_spans(wager, paytable, counts)
    parts = [line_outcomes(wager, paytable, counts, inside) for _, _, inside in spans]
    pieces = tuple(
        Piece(start, end, outcomes, price(outcomes, counts.deals))
        for (start, end, _), outcomes in zip(spans, parts, strict=True)
    )
    warnings = never_paid(wager, paytable, counts)
    meter = wager.meter
    if meter is None:
        return priced(wager, paytable, counts.deals, parts[-1], warnings=warnings)
    check_continuous(pieces, counts.deals)
    details = meter_details(pieces, counts.deals, meter)
    warnings += _half_a_model(meter) + _many_pieces(pieces, meter)
    result = priced(wager, paytable, counts.deals, parts[-1], warnings=warnings, details=details)
    return replace(result, pieces=pieces) if len(pieces) > 1 else result


def _half_a_model(meter: Meter) -> list[str]:
    """A warning where only one of the two numbers is given that say how the meter grows."""
    if (meter.contribution is None) == (meter.seed is None):
        return []
    missing = "contribution" if meter.contribution is None else "seed"
    return [f"no long-run return: it needs contribution and seed, and no {missing} is given"]


def _many_pieces(pieces: Sequence[Piece], meter: Meter) -> list[str]:
    """Warnings where the line that is paid depends on the meter."""
    if len(pieces) == 1:
        return []
    warnings = [
        f"which line is paid depends on the meter: ev, outcomes and the other figures are for {pieces[-1].words}; "
        "for other meters see pieces"
    ]
    if meter.contribution is not None and meter.seed is not None:
        warnings.append("no long-run return: which line is paid depends on the meter, so its mean does not decide it")
    return warnings


def _mean_at(pieces: Sequence[Piece], deals: int, level: Fraction) -> Fraction:
    (outcomes, *_) = (piece.outcomes for piece in pieces if piece.has(level))
    return mean_of(outcomes, deals).at(level)


def check_continuous(pieces: Sequence[Piece], deals: int) -> None:
    """Where one piece ends and the next begins, lines that change places pay alike, so both have the same mean."""
    for before, after in pairwise(pieces):
        ends = [mean_of(piece.outcomes, deals).at(after.start) for piece in (before, after)]
        if before.end != after.start or ends[0] != ends[1]:
            raise CountError(f"at the meter {after.start} the expected result jumps from {ends[0]} to {ends[1]}")


def _break_even(pieces: Sequence[Piece], deals: int) -> Fraction | None:
    """The meter above which the player has the advantage and at which nobody has it; None if there is none.

    The expected result never falls as the meter rises, so there is at most one.
    """
    for piece in pieces:
        mean = mean_of(piece.outcomes, deals)
        if mean.meter and piece.has(mean.zero_at):
            return mean.zero_at
    return None


def meter_details(pieces: Sequence[Piece], deals: int, meter: Meter) -> MeterDetails:
    """Break-even meter, returns over meters, long-run return."""
    return MeterDetails(
        bet=meter.bet,
        break_even=_break_even(pieces, deals),
        returns={level: 1 + _mean_at(pieces, deals, Fraction(level)) for level in METERS},
        long_run=long_run(pieces[0].outcomes, deals, meter) if len(pieces) == 1 else None,
    )


def _taxed(wager: LinesWager, paytable: Paytable, counts: LineCounts) -> WagerResult:
    """One outcome for each pair of prize and tax; the net result is their difference."""
    assert wager.tax is not None
    tax = wager.tax
    pairs: Counter[tuple[tuple[int, ...], Fraction]] = Counter()
    for (satisfied, taxed), count in counts.counts.items():
        charge = tax.amounts[taxed] if taxed >= 0 else Fraction(0)
        pairs[paid_lines(satisfied, paytable, wager.overlap), charge] += count
    outcomes = []
    for lines, charge in sorted(pairs, key=lambda pair: (not pair[0], pair[0], -pair[1])):
        prize = pay_of(lines, paytable).amount
        name, title = (_name(wager, lines), _title(wager, lines)) if lines else ("no-prize", "No prize")
        details = {"title": f"{title}, tax {charge}", "prize": str(prize), "tax": str(charge)}
        outcomes.append(Outcome(f"{name}/tax-{charge}", pairs[lines, charge], Pay(prize - charge), details))
    prize, charge = (_expected(outcomes, key, counts.deals) for key in ("prize", "tax"))
    warnings = never_paid(wager, paytable, counts)
    return priced(wager, paytable, counts.deals, outcomes, warnings=warnings, details=TaxDetails(charge, prize))


def _expected(outcomes: Sequence[Outcome], key: str, deals: int) -> Fraction:
    return sum((Fraction(outcome.details[key]) * outcome.count for outcome in outcomes), Fraction(0)) / deals


def never_paid(wager: Wager, paytable: Paytable, counts: LineCounts) -> list[str]:
    """A warning for each line that no deal is ever paid by, at any meter, with the lines that take its hands."""
    lines: Sequence[Line | JokerLine | PaidLine] = wager.lines
    takers: dict[int, set[int]] = {line: set() for line in range(len(lines))}
    for _, _, inside in meter_spans(wager, paytable, counts):
        for satisfied, _ in _satisfied(counts):
            paid = paid_lines(satisfied, paytable, wager.overlap, inside)
            for line in satisfied:
                takers[line].update(paid)
    warnings = []
    for line, taken in takers.items():
        if not taken:
            warnings.append(f"line {lines[line].id} can never be hit: no hand satisfies it")
        elif line not in taken:
            names = ", ".join(lines[other].id for other in sorted(taken))
            warnings.append(f"line {lines[line].id} can never be hit: {names} takes all its hands")
    return warnings
