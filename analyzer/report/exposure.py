"""The largest payoff, what a deal can cost a table at the limits, and breakage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.cards.deck import hand_name
from analyzer.documents import JsonDict
from analyzer.game.language import Rules
from analyzer.game.model import Limits, Wager
from analyzer.numbers import decimal_text, one_in_text, percent_text
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.blocks import Block, amount_text, table, text
from analyzer.report.payments import Ledger, Payments
from analyzer.report.subject import Subject
from analyzer.trust.table_maximum import Stake, table_maxima
from analyzer.units import Unit

# Sizes of tables for which the exposure is written out.
SEATS = (1, 5, 6, 7)
# Stakes at which breakage is shown, in whole units.
BREAKAGE_STAKES = (1, 2, 3, 5, 7, 10, 15, 25)


def exposure_blocks(subject: Subject) -> list[Block]:
    blocks = [_largest(subject)]
    if any(wager.limits is not None for wager in subject.wagers):
        blocks += _at_limits(subject)
    unlimited = [wager.name for wager in subject.wagers if wager.limits is None and wager.unit.has_stake]
    if unlimited:
        blocks.append(
            text(
                f"No limits are given for {', '.join(unlimited)}. There the exposure is the payoff per unit above "
                "times the largest wager that the operator allows."
            )
        )
    return [*blocks, *_posted(subject), *_breakage(subject)]


def _posted(subject: Subject) -> Iterator[Block]:
    """The aggregate payout limits that the filing states; nothing here is computed from them."""
    limits = subject.filing.payout_limits
    posted = [f"{wager.name} ${amount_text(limits[wager.id])}" for wager in subject.game.wagers if wager.id in limits]
    if posted:
        yield text(
            f"Aggregate payout limits that are posted, for all winning wagers of one deal: {', '.join(posted)}. The "
            "payments of this section are those without a limit."
        )


def _largest(subject: Subject) -> Block:
    rows = []
    for result in subject.results:
        top = result.largest_payoff
        paid = [outcome for outcome in result.outcomes if outcome.count and outcome.net == top]
        chance = Fraction(sum(outcome.count for outcome in paid), result.deals)
        names = " or ".join(str(outcome.details.get("title", outcome.name)) for outcome in paid)
        rows.append([subject.title_of(result), largest_text(result), names, one_in_text(chance)])
    return table(
        subject.id_of(9, "largest"),
        "Largest payoff of one round, net, per unit of the initial wager",
        (("wager", "text"), ("payoff", "decimal"), ("for", "text"), ("1 in", "decimal")),
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


def _at_limits(subject: Subject) -> Iterator[Block]:
    rows = []
    for wager in subject.wagers:
        for result in subject.results_of(wager):
            odds = top_odds(result)
            if wager.limits is not None and odds is not None:
                amounts = (wager.limits.minimum, wager.limits.maximum, odds, wager.limits.maximum * odds)
                rows.append([subject.title_of(result), *map(amount_text, amounts)])
    yield table(
        subject.id_of(9, "limits"),
        "Largest payment of each wager at the limits that are given, in dollars",
        (
            ("wager", "text"),
            ("least wager", "decimal"),
            ("most wager", "decimal"),
            ("top odds, to 1", "decimal"),
            ("largest payment", "decimal"),
        ),
        rows,
    )
    on_meter = [wager.name for wager in subject.wagers if wager.limits is not None and _on_meter(subject, wager)]
    if on_meter:
        yield text(
            f"{', '.join(on_meter)} pays from a meter: it is not in these sums. What it can pay is the largest payoff "
            "above, at the level of the meter."
        )
    yield from _of_a_table(subject)


def _on_meter(subject: Subject, wager: Wager) -> bool:
    return any(top_odds(result) is None for result in subject.results_of(wager))


# --- one deal, all wagers and seats together -------------------------------------------------------------------------


def _of_a_table(subject: Subject) -> Iterator[Block]:
    stakes = list(_stakes(subject))
    if not stakes:
        return
    maxima = _kept_maxima(subject, stakes)
    names = ", ".join(wager.name for wager, _, _ in stakes)
    if maxima is None:
        most = sum((stake * _top(subject, wager) for wager, _, stake in stakes), Fraction(0))
        yield text(
            f"One seat with {names} at the most: no deal pays more than {amount_text(most)} dollars, the sum of the "
            "largest payments. Whether they can come together is not computed for this game."
        )
        return
    yield table(
        subject.id_of(9, "table"),
        "Largest payment of one deal to a table, every limited wager at its most, in dollars",
        (("seats", "integer"), ("largest payment", "decimal"), ("dealer", "text"), ("seats hold", "text")),
        [[one["seats"], amount_text(Fraction(one["paid"])), one["dealer"], "; ".join(one["hands"])] for one in maxima],
        note="All wagers of all seats settled together on one deal of one pack: no deal pays more, and the one shown "
        "pays as much. Only winning wagers are counted; what others lose is not set against them.",
    )


def _stakes(subject: Subject) -> Iterator[Stake]:
    """Every wager with limits at its most, under the paytable with the highest odds."""
    for wager in subject.wagers:
        results = [result for result in subject.results_of(wager) if top_odds(result) is not None]
        if wager.limits is not None and results:
            highest = max(results, key=lambda result: result.largest_payoff.amount)
            yield wager, subject.paytable_of(highest), wager.limits.maximum


def _top(subject: Subject, wager: Wager) -> Fraction:
    return max(odds for result in subject.results_of(wager) if (odds := top_odds(result)) is not None)


def _kept_maxima(subject: Subject, stakes: Sequence[Stake]) -> list[JsonDict] | None:
    key = {"stakes": [[wager.id, paytable.id, str(stake)] for wager, paytable, stake in stakes]}
    pays = {wager.id: [str(pay) for pay in paytable.pays] for wager, paytable, _ in stakes}

    def compute() -> list[JsonDict] | None:
        maxima = table_maxima(subject.game, stakes, SEATS, subject.run)
        if maxima is None:
            return None
        return [
            {
                "seats": str(one.seats),
                "paid": str(one.paid),
                "dealer": hand_name(one.dealer),
                "hands": [hand_name(hand) for hand in one.hands],
            }
            for one in maxima
        ]

    return subject.kept("table-maximum", key | {"pays": pays}, compute)


# --- breakage --------------------------------------------------------------------------------------------------------


def _breakage(subject: Subject) -> Iterator[Block]:
    paid = [(result, Ledger(_rules(subject), result)) for result in subject.results if _can_break(result)]
    unknown = [(result, outcome) for result, ledger in paid if (outcome := unknown_outcome(result, ledger)) is not None]
    left_out = [result for result, _ in unknown]
    broken = [(result, ledger, odds) for result, ledger in paid if (odds := broken_odds(result, ledger))]
    metered = [result.name for result in subject.results if result.ev is None]
    if not broken and not unknown and len(metered) < len(subject.results):
        beside = f" {', '.join(dict.fromkeys(metered))} pays from a meter and is not counted here." if metered else ""
        yield text(f"Breakage: every line pays a whole multiple of the wager, so nothing is lost to rounding.{beside}")
    for result, ledger, odds in broken:
        if result in left_out:
            continue
        wager: Wager = subject.wager_of(result)
        stakes = [stake for stake in BREAKAGE_STAKES if _within(stake, wager.limits)]
        several = (
            " Each payment is rounded by itself; what a bet loses is taken exactly."
            if len(ledger.wager.bets) > 1
            else ""
        )
        yield table(
            subject.id_of(9, "breakage", result.wager, result.paytable),
            f"Breakage: {subject.title_of(result)} pays {' and '.join(map(amount_text, odds))} to 1",
            (("stake", "integer"), ("paid exactly", "percent"), ("rounded down", "percent"), ("lost", "percent")),
            [_breakage_row(result, ledger, stake) for stake in stakes],
            note="House edge at each stake if such a payment is made exactly, and if it is rounded down to a whole "
            f"unit.{several} The strategy is held.",
        )
    for result, outcome in unknown:
        title = outcome.details.get("title", outcome.name)
        known = Ledger(_rules(subject), result).payments_of(outcome)
        why = "can be paid in more than one way" if known else "is paid in one of too many ways to lay out"
        yield text(
            f"Breakage of {subject.title_of(result)} is not computed: several bets are settled together, and what "
            f"comes to {amount_text(outcome.net.amount)} in outcome {title} {why}."
        )


def _rules(subject: Subject) -> Rules:
    assert subject.game.rules is not None
    return subject.game.rules


def _can_break(result: WagerResult) -> bool:
    return result.ev is not None and result.unit.has_stake


def _possible(result: WagerResult) -> Iterator[Outcome]:
    return (outcome for outcome in result.outcomes if outcome.count)


def broken_odds(result: WagerResult, ledger: Ledger) -> list[Fraction]:
    """The odds of payments that are no whole multiple of the wager."""
    ways = (payments for outcome in _possible(result) for payments in ledger.payments_of(outcome))
    return sorted({payment.odds for payments in ways for payment in payments if payment.is_broken})


def unknown_outcome(result: WagerResult, ledger: Ledger) -> Outcome | None:
    """An outcome whose payments are not known, where that makes a difference to what is rounded."""
    for outcome in _possible(result):
        ways = ledger.payments_of(outcome)
        sums = {tuple(_rounded(payments, stake) for stake in BREAKAGE_STAKES) for payments in ways}
        if len(sums) != 1:
            return outcome
    return None


def _rounded(payments: Payments, stake: int) -> Fraction:
    return sum((payment.rounded(stake) for payment in payments), Fraction(0))


def _within(stake: int, limits: Limits | None) -> bool:
    return limits is None or limits.minimum <= stake <= limits.maximum


def _breakage_row(result: WagerResult, ledger: Ledger, stake: int) -> list[str]:
    assert result.ev is not None
    lost = broken_edge(result, ledger, stake) + result.ev
    edges = (percent_text(-result.ev, 6), percent_text(-result.ev + lost, 6))
    return [str(stake), *edges, decimal_text(lost * 100, 6) + " %"]


def broken_edge(result: WagerResult, ledger: Ledger, stake: int) -> Fraction:
    """The house edge where each payment is rounded down to whole units at that stake."""
    paid = Fraction(0)
    for outcome in _possible(result):
        payments, *_ = ledger.payments_of(outcome)
        paid += outcome.count * _rounded(payments, stake)
    return -paid / (stake * result.deals)
