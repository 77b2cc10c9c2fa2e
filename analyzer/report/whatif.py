"""What if: all that a page or a workbook needs to price a paytable anew, exactly, whatever order its pays are in.

The lines are those that a game file pays, with the pays as the file writes them. Every deal is in one case: a set of
lines that are satisfied together and a base, the net result without them. A wager whose play depends on its pays has no
such cases: it is refused, in words, with the command that computes it.
"""

from __future__ import annotations

from fractions import Fraction

from analyzer.documents import JsonDict
from analyzer.game.amounts import MAX_PAY
from analyzer.game.model import Meter, Wager
from analyzer.game.pay import Pay
from analyzer.pricing.by_lines import LineCases, line_cases
from analyzer.pricing.details import MeterDetails
from analyzer.pricing.results import WagerResult
from analyzer.report.meters import first_level
from analyzer.report.subject import Subject, line_names


def whatif_document(subject: Subject, result: WagerResult) -> JsonDict:
    """The part of a paytable's block that makes it editable, or says why it is not."""
    wager, paytable = subject.wager_of(result), subject.paytable_of(result)
    counted = line_cases(subject.game, wager, paytable, subject.run)
    if not isinstance(counted, LineCases):
        return {"refused": _refusal(subject, wager, result, counted)}
    meter = wager.meter
    stake = stake_of(subject, wager, meter)
    names = line_names(wager)
    written = paytable.pays if meter is not None else tuple(pay + Pay(stake) for pay in paytable.pays)
    return {
        "refused": None,
        "overlap": wager.overlap,
        "bet": str(Fraction(1) if meter is None else meter.bet),
        "stake": str(stake),
        "max_pay": str(MAX_PAY),
        "meter": None if meter is None else str(first_level(meter.seed, _break_even(result))),
        "lines": [
            {"id": line, "title": names[line], "pays": str(pay)}
            for line, pay in zip(wager.line_ids, written, strict=True)
        ],
        "above": order_of_pays(subject, wager),
        "cases": [
            {"lines": list(case.lines), "base": str(case.base), "count": str(case.count)} for case in counted.cases
        ],
    }


def stake_of(subject: Subject, wager: Wager, meter: Meter | None) -> Fraction:
    """What is taken off a pay to make it net: the bet, where prizes are "for one"."""
    if meter is not None:
        return Fraction(0) if meter.prizes == "to_one" else Fraction(1)
    ruled = [one for one in (subject.game.rules.wagers if subject.game.rules else ()) if one.id == wager.id]
    return Fraction(1) if ruled and ruled[0].odds == "for_one" else Fraction(0)


def _break_even(result: WagerResult) -> Fraction | None:
    details = result.details_of(MeterDetails)
    return None if details is None else details.break_even


def order_of_pays(subject: Subject, wager: Wager) -> JsonDict | None:
    """Two lines of which the first must pay more, or no less: else a game file with these pays is refused."""
    if not wager.high_id or wager.overlap == "first":
        return None
    (ruled,) = (one for one in (subject.game.rules.wagers if subject.game.rules else ()) if one.id == wager.id)
    return {"line": 0, "than": 1, "or_equal": ruled.lines[0].id == wager.high_id}


def _refusal(subject: Subject, wager: Wager, result: WagerResult, why: str) -> str:
    words = f"The pays are not edited here: {why}."
    if not wager.line_ids:
        return words
    table = f" --paytable {result.paytable}" if len(wager.paytables) > 1 else ""
    command = f"exactodds whatif {subject.for_commands} --wager {wager.id}{table} --set {wager.line_ids[0]}=PAY"
    return f"{words} For an exact answer: {command}"
