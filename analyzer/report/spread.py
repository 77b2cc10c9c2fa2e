"""How far results spread, in one round and over many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from analyzer.documents import Json, JsonDict
from analyzer.game.model import Wager
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, percent_text, root_text
from analyzer.pricing.details import MeterDetails
from analyzer.pricing.results import WagerResult, joint_edge, joint_title, pay_text, staked_names
from analyzer.report.blocks import (
    Block,
    Column,
    ColumnType,
    amount_text,
    bridge,
    facts,
    figure,
    heading,
    series,
    table,
    text,
    unprinted,
)
from analyzer.report.filing import OPERATION_KEYS
from analyzer.report.meters import first_level
from analyzer.report.subject import Subject
from analyzer.trust.hold import LEVELS, ROUNDS, bound_text, hold_table
from analyzer.units import Unit


def spread_blocks(subject: Subject) -> list[Block]:
    exact = [
        (f"Variance: {subject.title_of(result)}", str(subject.document_of(result)["variance"]))
        for result in subject.results
    ]
    return [
        _moments(subject),
        unprinted(facts(subject.id_of(6, "variances"), exact)),
        *(_distribution(subject, subject.results_of(wager)[0]) for wager in subject.wagers[:1]),
        *(unprinted(_distribution(subject, subject.results_of(wager)[0])) for wager in subject.wagers[1:]),
        *_joint(subject),
    ]


def _moments(subject: Subject) -> Block:
    columns: tuple[Column, ...] = (
        ("wager", "text"),
        ("variance", "decimal"),
        ("standard deviation", "decimal"),
        ("skewness", "decimal"),
        ("largest payoff", "decimal"),
    )
    return table(
        subject.id_of(6, "moments"),
        "Variance, standard deviation and skewness of the net result of one round",
        columns,
        [_moment_row(subject, result) for result in subject.results],
        note="Per unit of the initial wager. Standard deviation and skewness are irrational, and rounded; the exact "
        f"variance stands below each paytable.{_in_dollars(subject)}{_on_meters(subject)}",
    )


def _in_dollars(subject: Subject) -> str:
    return " A wager without a stake: dollars." if any(not one.unit.has_stake for one in subject.results) else ""


def _on_meters(subject: Subject) -> str:
    return " A wager on a meter has them as expressions in J." if any(one.ev is None for one in subject.results) else ""


def _moment_row(subject: Subject, result: WagerResult) -> list[str]:
    document = subject.document_of(result)
    if result.ev is None:
        return [subject.title_of(result), "depends on J", "", "", pay_text(result.largest_payoff)]
    return [
        subject.title_of(result),
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
        "dots",
        (f"net result in {result.unit}", "probability"),
        [series("probability", [decimal_text(chances[net], 15) for net in ordered])],
        categories=[pay_text(net) if net.meter else amount_text(net.amount) for net in ordered],
        log_y=True,
    )


def _joint(subject: Subject) -> Iterator[Block]:
    joint: Sequence[Json] = subject.document["joint"]
    if not joint:
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
        joint_title(joint, "Wagers made together on one deal"),
        columns,
        [
            [
                staked_names(row),
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
        grouped_by=True,
    )


# --- many rounds -----------------------------------------------------------------------------------------------------


LEVEL = LEVELS[0]


def win_blocks(subject: Subject) -> list[Block]:
    """Win per initial bets over many rounds, and the bridge to win over drop."""
    return [
        text(
            f"Win per initial bets: what {_winner(subject)} wins as a share of all initial bets. Over so many rounds "
            "it stays within the interval with 95 percent probability, below and above with half of the rest each. "
            "The exact distribution of one round is convolved; no other distribution takes its place, and every "
            "probability is right within the bound on its error, at most one in a million. An observed result is "
            "judged with exactodds audit."
        ),
        _intervals(subject),
        *(_fan(subject, wager) for wager in subject.wagers[:1]),
        *(unprinted(_fan(subject, wager)) for wager in subject.wagers[1:]),
        *(unprinted(_hold(subject, result)) for result in subject.results),
        *_over_drop(subject),
    ]


def _winner(subject: Subject) -> str:
    return "the seat that banks" if subject.game.banker else "the house"


def _intervals(subject: Subject) -> Block:
    """The 95 % intervals of all wagers in one table."""
    columns: list[Column] = [("wager", "text"), ("expected", "percent")]
    columns += [(f"{rounds:,} rounds", "percent") for rounds in ROUNDS]
    rows = []
    for result in subject.results:
        document = kept_hold(subject, result, _meter(subject, result))
        ends = [_interval_text(row, result.unit) for row in document["rounds"]]
        rows.append(
            [_at_meter(subject, result), _expected_win(Fraction(document["expected_hold"]), result.unit), *ends]
        )
    return table(
        subject.id_of(11, "intervals"),
        "Win per initial bets, with 95 percent probability",
        columns,
        rows,
        note=_in_dollars(subject).strip() or None,
    )


def _expected_win(win: Fraction, unit: Unit) -> str:
    return percent_text(win, 4) if unit.has_stake else f"{decimal_text(win, 4)} $"


def _at_meter(subject: Subject, result: WagerResult) -> str:
    meter = _meter(subject, result)
    return subject.title_of(result) + (f" at J = {amount_text(meter)}" if meter is not None else "")


def _ends(row: Json) -> tuple[float, float] | None:
    """The interval of the first level; None where there is none."""
    holds = [one["hold"] for one in row["intervals"] if Fraction(one["level"]) == LEVEL]
    return (holds[0][0], holds[0][1]) if holds else None


def _interval_text(row: Json, unit: Unit) -> str:
    ends = _ends(row)
    if ends is None:
        return "no interval"
    if unit.has_stake:
        return " to ".join(_float_text(end * 100, 2) for end in ends) + " %"
    return " to ".join(f"{_float_text(end, 3)} $" for end in ends)


def _fan(subject: Subject, wager: Wager) -> Block:
    """How the win closes in on its expectation, for the first paytable."""
    result = subject.results_of(wager)[0]
    document = kept_hold(subject, result, _meter(subject, result))
    rows = [row for row in document["rounds"] if row["intervals"]]
    scale, unit = (100, "percent") if result.unit.has_stake else (1, "dollars a round")
    bands = [
        {
            "name": f"{int(level * 100)} %",
            "low": [_float_text(row["intervals"][place]["hold"][0] * scale, 4) for row in rows],
            "high": [_float_text(row["intervals"][place]["hold"][1] * scale, 4) for row in rows],
        }
        for place, level in reversed(list(enumerate(LEVELS)))
    ]
    expected = decimal_text(Fraction(document["expected_hold"]) * scale, 4)
    return figure(
        subject.id_of(11, wager.id, "fan"),
        f"Win over rounds: {_at_meter(subject, result)}",
        f"What {_winner(subject)} wins per initial bets, and the bands that it stays in with 95 and 99 percent "
        "probability.",
        "fan",
        ("rounds", f"win, {unit}"),
        [series("expected", [expected] * len(rows), [row["rounds"] for row in rows])],
        bands=bands,
    )


# --- win over drop ---------------------------------------------------------------------------------------------------


def _over_drop(subject: Subject) -> Iterator[Block]:
    """In this industry hold is win over drop: a share of the chips bought, which no game file knows."""
    if subject.game.banker:
        yield text(
            f"Win over drop is an account of tables that the house banks. Here the {subject.game.banker} banks, so "
            "what is won is no win of the house, which gets the fees that the rules provide for."
        )
        return
    operation = subject.filing.operation
    yield heading(subject.id_of(11, "drop"), "Win over drop")
    yield text(
        "Hold, as tables are accounted for, is win over drop. Win over drop = win per initial bets × rounds an hour × "
        "average initial bet / drop an hour, the bet and the drop in money. The three on the right are the operator's; "
        "the interval is multiplied with them as well."
    )
    inputs = {key: None if (given := getattr(operation, key)) is None else str(given) for key in OPERATION_KEYS}
    rows = []
    for result in subject.results:
        if result.unit.has_stake:
            document = kept_hold(subject, result, _meter(subject, result))
            rows.append(_bridge_row(_at_meter(subject, result), document))
    yield bridge(subject.id_of(11, "bridge"), inputs, rows)


def _bridge_row(title: str, document: Json) -> Block:
    ends = [(row["rounds"], _ends(row)) for row in document["rounds"]]
    return {
        "title": title,
        "expected": str(document["expected_hold"]),
        "intervals": [
            {"rounds": rounds, "low": _float_text(interval[0], 6), "high": _float_text(interval[1], 6)}
            for rounds, interval in ends
            if interval is not None
        ],
    }


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
        f"Win per initial bets: {subject.title_of(result)}{at}",
        columns,
        [_hold_row(row, in_dollars) for row in document["rounds"]],
        note=f"Expected {told}.{refused}",
    )


def _hold_row(row: Json, in_dollars: bool) -> list[str]:
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
    if result.ev is not None or wager.meter is None:
        return None
    details = result.details_of(MeterDetails)
    return first_level(wager.meter.seed, None if details is None else details.break_even)


def kept_hold(subject: Subject, result: WagerResult, meter: Fraction | None) -> JsonDict:
    """The hold table, kept."""
    key = {"wager": result.wager, "pays": subject.pays(result), "meter": str(meter)}
    return subject.kept("hold", key, lambda: hold_table(result, meter=meter))
