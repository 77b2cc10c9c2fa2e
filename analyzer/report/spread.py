"""Sections 6 and 11: how far results spread, in one round and over many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from analyzer.game.model import LinesWager, Pay
from analyzer.numbers import decimal_text, percent_text, root_text
from analyzer.pricing.lines import METERS
from analyzer.pricing.results import WagerResult, joint_edge, pay_text
from analyzer.report.blocks import Block, Column, ColumnType, amount_text, facts, figure, series, table, text
from analyzer.report.subject import Subject
from analyzer.trust.hold import LEVELS, bound_text, hold_table

# Where a progressive has no seed, its hold is shown at this level of the meter.
DEFAULT_METER = METERS[6]


def spread_blocks(subject: Subject) -> list[Block]:
    """Section 6."""
    blocks = [_moments(subject)]
    exact = [
        (f"Variance: {subject.title_of(result)}", str(subject.document_of(result)["variance"]))
        for result in subject.results
    ]
    blocks.append(facts(subject.id_of(6, "variances"), exact))
    for wager in subject.wagers:
        blocks.append(_distribution(subject, subject.results_of(wager)[0]))
    return [*blocks, *_joint(subject)]


def _moments(subject: Subject) -> Block:
    columns: tuple[Column, ...] = (
        ("wager", "text"),
        ("paytable", "text"),
        ("variance", "decimal"),
        ("standard deviation", "decimal"),
        ("skewness", "decimal"),
        ("largest payoff", "text"),
    )
    return table(
        subject.id_of(6, "moments"),
        "Variance, standard deviation and skewness of the net result of one round",
        columns,
        [_moment_row(subject, result) for result in subject.results],
        note="Per unit of the initial wager, or in dollars where there is no stake. The variance is exact; its "
        "fraction stands below. Standard deviation and skewness are irrational and rounded. A wager on a meter has "
        "them as expressions in J.",
    )


def _moment_row(subject: Subject, result: WagerResult) -> list[str]:
    document = subject.document_of(result)
    if result.ev is None:
        return [result.name, result.paytable, "depends on J", "", "", pay_text(result.largest_payoff)]
    return [
        result.name,
        result.paytable,
        decimal_text(Fraction(document["variance"]), 8),
        rounded(document["standard_deviation"], 8),
        rounded(document["skewness"], 6),
        amount_text(result.largest_payoff.amount) + ("" if result.unit.has_stake else " $"),
    ]


def rounded(digits: str, places: int) -> str:
    """A decimal text to fewer places.

    >>> rounded("1.4142135", 3)
    '1.414'
    """
    return decimal_text(Fraction(digits), places)


def _distribution(subject: Subject, result: WagerResult) -> Block:
    """The net results with their probabilities; outcomes of the same result are one bar."""
    chances: dict[Pay, Fraction] = {}
    for outcome in result.outcomes:
        if outcome.count:
            chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + Fraction(outcome.count, result.deals)
    ordered = sorted(chances, key=lambda net: net.order)
    several = len(subject.wager_of(result).paytables) > 1
    which = f" Shown for paytable {result.paytable}." if several else ""
    return figure(
        subject.id_of(6, result.wager, "distribution"),
        f"Net result of one round: {subject.title_of(result)}",
        f"Probability of each net result, in {result.unit}, on a logarithmic scale.{which}",
        "bars",
        (f"net result in {result.unit}", "probability"),
        [series("probability", [decimal_text(chances[net], 15) for net in ordered])],
        categories=[pay_text(net) if net.meter else amount_text(net.amount) for net in ordered],
        log_y=True,
    )


def _joint(subject: Subject) -> Iterator[Block]:
    joint: Sequence[Any] = subject.document["joint"]
    if not joint:
        yield text(
            "The game names no wagers that are made together. For any stakes: exactodds analyze "
            f"{subject.game.id} --stakes WAGER=AMOUNT,..."
        )
        return
    columns: tuple[Column, ...] = (
        ("wagers", "text"),
        ("paytables", "text"),
        ("expected result", "decimal"),
        ("house edge of all stakes", "percent"),
        ("variance", "decimal"),
        ("standard deviation", "decimal"),
        ("expected result, exact", "fraction"),
    )
    yield table(
        subject.id_of(6, "joint"),
        "Wagers made together on one deal, one unit each",
        columns,
        [
            [
                " + ".join(row["wagers"]),
                " ".join(row["paytables"]),
                decimal_text(Fraction(row["ev"]), 8),
                joint_edge(row),
                decimal_text(Fraction(row["variance"]), 8),
                rounded(root_text(Fraction(row["variance"])), 8),
                row["ev"],
            ]
            for row in joint
        ],
        note="The wagers are settled on the same cards, so their results are not independent; the variance has all "
        "covariances.",
    )


# --- section 11 ------------------------------------------------------------------------------------------------------


def hold_blocks(subject: Subject) -> list[Block]:
    blocks = [
        text(
            "What the house holds over many rounds, as a share of all initial bets. The share stays within the "
            "interval with 95 or 99 percent probability: it is below and above with half of the rest each, right "
            "within the error of the row, a bound on what rounding and whatever was left out can do to a probability. "
            "The exact distribution of one round is convolved; no approximation by another distribution is made. An "
            "observed result is judged with exactodds audit."
        )
    ]
    return blocks + [_hold(subject, result) for result in subject.results]


def _hold(subject: Subject, result: WagerResult) -> Block:
    meter = _meter(subject, result)
    document = kept_hold(subject, result, meter)
    at = f" at J = {amount_text(meter)}" if meter is not None else ""
    in_dollars = not result.unit.has_stake
    kind: ColumnType = "decimal" if in_dollars else "percent"
    columns: tuple[Column, ...] = (
        ("rounds", "integer"),
        ("expected win", "decimal"),
        ("standard deviation", "decimal"),
        ("95 % from", kind),
        ("95 % to", kind),
        ("99 % from", kind),
        ("99 % to", kind),
        ("error at most", "text"),
    )
    expected = Fraction(document["expected_hold"])
    told = f"{percent_text(expected, 6)} of the initial bets"
    if in_dollars:
        told = f"{decimal_text(expected, 8)} dollars a round, and so are the intervals"
    refused = "".join(f" No interval: {row['refused']}." for row in document["rounds"] if "refused" in row)
    return table(
        subject.id_of(11, result.wager, result.paytable),
        f"Hold: {subject.title_of(result)}{at}",
        columns,
        [_hold_row(row, in_dollars) for row in document["rounds"]],
        note=f"Expected hold {told}.{refused}",
    )


def _hold_row(row: Any, in_dollars: bool) -> list[str]:
    ends = [end for interval in row["intervals"] for end in interval["hold"]]
    bounds = [_float_text(end, 4) if in_dollars else _float_text(end * 100, 3) + " %" for end in ends]
    return [
        row["rounds"],
        _float_text(row["expected_win"], 2),
        _float_text(row["standard_deviation"], 2),
        *(bounds or [""] * 2 * len(LEVELS)),
        "" if row["error"] is None else bound_text(row["error"]),
    ]


def _float_text(value: float, places: int) -> str:
    """A float of the hold's intervals for people."""
    return decimal_text(Fraction(Decimal(repr(value))), places)


def _meter(subject: Subject, result: WagerResult) -> Fraction | None:
    wager = subject.wager_of(result)
    if result.ev is not None or not isinstance(wager, LinesWager) or wager.meter is None:
        return None
    return wager.meter.seed or Fraction(DEFAULT_METER)


def kept_hold(subject: Subject, result: WagerResult, meter: Fraction | None) -> dict[str, Any]:
    """The hold table, kept."""
    key = {"wager": result.wager, "pays": subject.pays(result), "meter": str(meter)}
    return subject.kept("hold", key, lambda: hold_table(result, meter=meter))
