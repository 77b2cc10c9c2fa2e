"""Section 9: the largest payoff, what it exposes the house to at the limits, the payout cap, and breakage.

The payout cap is checked as Washington asks: the most that a player can be paid must be at least the larger of the
maximum wager times the top odds, these capped at 50 to 1, and the minimum wager times the top odds; what a table can be
made to pay in all must be at least twice that.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.game.model import Limits, Wager
from analyzer.numbers import decimal_text, one_in_text, percent_text
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.blocks import Block, amount_text, table, text
from analyzer.report.subject import Subject
from analyzer.units import Unit

MAX_ODDS = Fraction(50)
TABLE_FACTOR = 2
# Sizes of tables for which the exposure is written out.
SEATS = (5, 6, 7)
# Stakes at which breakage is shown, in whole units.
BREAKAGE_STAKES = (1, 2, 3, 5, 7, 10, 15, 25)


def exposure_blocks(subject: Subject) -> list[Block]:
    blocks = [_largest(subject)]
    limited = [wager for wager in subject.wagers if wager.limits is not None]
    if limited:
        blocks += _at_limits(subject)
    unlimited = [wager.name for wager in subject.wagers if wager.limits is None and wager.unit.has_stake]
    if unlimited:
        blocks.append(
            text(
                f"The source gives no limits for {', '.join(unlimited)}. There the exposure is the payoff per unit "
                "above times the largest wager that the operator allows; the payout cap to check against is the larger "
                "of that wager times the top odds, capped at 50 to 1, and the smallest wager times the top odds."
            )
        )
    return [*blocks, *_breakage(subject)]


def _largest(subject: Subject) -> Block:
    rows = []
    for result in subject.results:
        top = result.largest_payoff
        paid = [outcome for outcome in result.outcomes if outcome.count and outcome.net == top]
        chance = Fraction(sum(outcome.count for outcome in paid), result.deals)
        names = " or ".join(str(outcome.details.get("title", outcome.name)) for outcome in paid)
        rows.append([result.name, result.paytable, largest_text(result), names, one_in_text(chance)])
    return table(
        subject.id_of(9, "largest"),
        "Largest payoff of one round, net, per unit of the initial wager or in dollars",
        (("wager", "text"), ("paytable", "text"), ("payoff", "text"), ("for", "text"), ("1 in", "text")),
        rows,
    )


def largest_text(result: WagerResult) -> str:
    """The largest payoff; a share of the meter with the meter below which other payoffs are larger."""
    top = result.largest_payoff
    if not top.meter:
        return _payoff(top.amount, result.unit)
    smaller = [net for net in result.possible if net.meter < top.meter]
    least = max(((top - net).zero_at for net in smaller), default=Fraction(0))
    if least <= 0:
        return pay_text(top)
    return f"{pay_text(top)}; at most {amount_text(top.at(least))} while J is below {amount_text(least)}"


def _payoff(amount: Fraction, unit: Unit) -> str:
    return amount_text(amount) if unit.has_stake else f"{amount_text(amount)} $ a round"


def top_odds(result: WagerResult) -> Fraction | None:
    """The largest payoff per unit; None where it depends on a meter."""
    top = result.largest_payoff
    return None if top.meter else top.amount


def least_cap(limits: Limits, odds: Fraction) -> Fraction:
    """The smallest payout limit per player that the rule allows.

    >>> limits = Limits(Fraction(1), Fraction(10))
    >>> [str(least_cap(limits, Fraction(odds))) for odds in (40, 60, 700)]
    ['400', '500', '700']
    """
    return max(limits.maximum * min(odds, MAX_ODDS), limits.minimum * odds)


def _at_limits(subject: Subject) -> Iterator[Block]:
    rows, most = [], Fraction(0)
    for wager in subject.wagers:
        best = Fraction(0)
        for result in subject.results_of(wager):
            odds = top_odds(result)
            if wager.limits is None or odds is None:
                continue
            cap = least_cap(wager.limits, odds)
            best = max(best, wager.limits.maximum * odds)
            rows.append([result.name, result.paytable, *_limit_cells(wager.limits, odds, cap)])
        most += best
    yield table(
        subject.id_of(9, "limits"),
        "Exposure at the limits of the source, and the least payout caps",
        (
            ("wager", "text"),
            ("paytable", "text"),
            ("least wager", "text"),
            ("most wager", "text"),
            ("top odds, to 1", "text"),
            ("largest payment", "text"),
            ("least cap per player", "text"),
            ("least cap per table", "text"),
        ),
        rows,
        note="Largest payment: the most wager at the top odds. Least cap per player: the larger of the most wager at "
        "the top odds, capped at 50 to 1, and the least wager at the top odds; per table twice that. A posted cap "
        "below these fails the check; where the largest payment is above a posted cap, the excess is not paid.",
    )
    on_meter = [wager.name for wager in subject.wagers if wager.limits is not None and _on_meter(subject, wager)]
    if on_meter:
        yield text(
            f"{', '.join(on_meter)} pays from a meter: it is not in these sums. What it can pay is the largest payoff "
            "above, at the level of the meter."
        )
    yield text(
        f"One seat with every limited wager at its most: at most {amount_text(most)} in one round, if all top awards "
        f"could come together. A table is exposed to at most that times its seats: {_tables(most)}."
    )


def _on_meter(subject: Subject, wager: Wager) -> bool:
    return any(top_odds(result) is None for result in subject.results_of(wager))


def _tables(most: Fraction) -> str:
    return ", ".join(f"{amount_text(most * seats)} with {seats}" for seats in SEATS)


def _limit_cells(limits: Limits, odds: Fraction, cap: Fraction) -> list[str]:
    amounts = (limits.minimum, limits.maximum, odds, limits.maximum * odds, cap, TABLE_FACTOR * cap)
    return [amount_text(amount) for amount in amounts]


# --- breakage --------------------------------------------------------------------------------------------------------


def _breakage(subject: Subject) -> Iterator[Block]:
    broken = [result for result in subject.results if any(_broken(result))]
    if not broken:
        yield text("Breakage: every line pays a whole multiple of the wager, so nothing is lost to rounding.")
    for result in broken:
        wager: Wager = subject.wager_of(result)
        stakes = [stake for stake in BREAKAGE_STAKES if _within(stake, wager.limits)]
        pays = " and ".join(sorted({amount_text(amount) for amount in _broken(result)}))
        yield table(
            subject.id_of(9, "breakage", result.wager, result.paytable),
            f"Breakage: {subject.title_of(result)} pays {pays} to 1",
            (("stake", "integer"), ("paid exactly", "percent"), ("rounded down", "percent"), ("lost", "percent")),
            [_breakage_row(result, stake) for stake in stakes],
            note="House edge at each stake if such a payment is made exactly, and if it is rounded down to a whole "
            "unit. The strategy is held.",
        )


def _broken(result: WagerResult) -> Iterator[Fraction]:
    """Payoffs that are no whole multiple of the wager."""
    if result.ev is not None and result.unit.has_stake:
        for outcome in result.outcomes:
            if outcome.count and outcome.net.amount > 0 and outcome.net.amount.denominator > 1:
                yield outcome.net.amount


def _within(stake: int, limits: Limits | None) -> bool:
    return limits is None or limits.minimum <= stake <= limits.maximum


def _breakage_row(result: WagerResult, stake: int) -> list[str]:
    assert result.ev is not None
    lost = broken_edge(result, stake) + result.ev
    edges = (percent_text(-result.ev, 6), percent_text(-result.ev + lost, 6))
    return [str(stake), *edges, decimal_text(lost * 100, 6) + " %"]


def broken_edge(result: WagerResult, stake: int) -> Fraction:
    """The house edge where winnings are rounded down to whole units at that stake."""
    paid = Fraction(0)
    for outcome in result.outcomes:
        won = outcome.net.amount * stake
        paid += outcome.count * Fraction(won.numerator // won.denominator if won > 0 else won)
    return -paid / (stake * result.deals)
