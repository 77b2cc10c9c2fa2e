"""The full table of every wager and paytable, what the wagers are worth, paytables side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.documents import Json, JsonDict
from analyzer.game.model import Wager
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, grouped_text, percent_text
from analyzer.pricing.details import MeterDetails
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.blocks import Block, Column, amount_text, facts, grouped, heading, notice, table
from analyzer.report.identity import deals_formula
from analyzer.report.rounds import round_blocks
from analyzer.report.subject import Subject
from analyzer.report.whatif import whatif_document
from analyzer.units import Unit


def paytable_blocks(subject: Subject) -> list[Block]:
    blocks: list[Block] = []
    for wager in subject.wagers:
        blocks.append(heading(subject.id_of(4, wager.id), wager.name))
        results = subject.results_of(wager)
        if len(results) > 1:
            blocks.append(_side_by_side(subject, wager, results))
        for result in results:
            block = paytable_block(subject, result)
            blocks += [block | {"side_by_side": bool(len(results) > 1 and same_counts(wager, results))}]
            blocks += _worth(subject, result)
            blocks += [notice("note", f"{subject.title_of(result)}: {warning}") for warning in result.warnings]
        blocks += round_blocks(subject, wager)
    return blocks


def paytable_block(subject: Subject, result: WagerResult) -> Block:
    wager = subject.wager_of(result)
    whatif = whatif_document(subject, result)
    return {
        "kind": "paytable",
        "id": subject.id_of(4, wager.id, result.paytable),
        "title": subject.title_of(result),
        "game": subject.game.id,
        "wager": wager.id,
        "paytable": result.paytable,
        "unit": str(result.unit),
        "deals": str(result.deals),
        "deals_formula": deals_formula(subject.game, wager)[0],
        "lines": paytable_lines(result),
        "editable": whatif["refused"] is None,
        "whatif": whatif,
        "result": _result(subject, result),
    }


def paytable_lines(result: WagerResult) -> list[Block]:
    """One for each outcome; of several with one name, where rows ask for more than it says, the pay is added."""
    uses = Counter(outcome.name for outcome in result.outcomes)
    lines = [_line(outcome, result) for outcome in result.outcomes]
    return [
        line | {"name": f"{line['name']} ({line['pays']})", "title": f"{line['title']} ({line['pays']})"}
        if uses[line["name"]] > 1
        else line
        for line in lines
    ]


def _line(outcome: Outcome, result: WagerResult) -> Block:
    chance = Fraction(outcome.count, result.deals)
    share = outcome.net.amount * chance
    meter = outcome.net.meter
    return {
        "name": outcome.name,
        "title": outcome.details.get("title", outcome.name),
        "pays": pay_text(outcome.net),
        "count": str(outcome.count),
        "probability": str(chance),
        "one_in": decimal_text(1 / chance, 2) if chance else "never",
        "true_odds": true_odds(chance),
        "payout_odds": payout_odds(outcome, result.unit),
        "contribution": pay_text(Pay(share, meter * chance)),
        "contribution_percent": percent_text(share, 6) if result.unit.has_stake and not meter else "",
    }


def true_odds(chance: Fraction) -> str:
    """What a fair bet would pay.

    >>> true_odds(Fraction(1, 5525)), true_odds(Fraction(2, 7)), true_odds(Fraction(0))
    ('5,524 to 1', '2.5 to 1', 'never')
    """
    if not chance:
        return "never"
    odds = 1 / chance - 1
    if odds.denominator in (1, 2):
        return f"{amount_text(odds)} to 1"
    whole, _, rest = decimal_text(odds, 4 if odds < 10 else 2).partition(".")
    return f"{int(whole):,}.{rest} to 1"


def payout_odds(outcome: Outcome, unit: Unit = Unit.UNITS) -> str:
    """What the outcome pays, in the words of a table.

    >>> payout_odds(Outcome("a", 1, Pay(Fraction(3, 2)))), payout_odds(Outcome("a", 1, Pay(Fraction(-5))), Unit.DOLLARS)
    ('1.5 to 1', 'lose $5')
    """
    net = outcome.net
    if not unit.has_stake and net.amount:
        return f"{'lose ' if net.amount < 0 else ''}${amount_text(abs(net.amount))}"
    if net.meter:
        return f"{pay_text(net)} to 1"
    if net.amount > 0:
        return f"{amount_text(net.amount)} to 1"
    return "push" if net.amount == 0 else f"lose {amount_text(-net.amount)}"


def rates(result: WagerResult) -> tuple[Fraction, Fraction, Fraction]:
    """How often the player wins, pushes and loses."""
    counts = [0, 0, 0]
    for outcome in result.outcomes:
        place = 0 if outcome.net.is_gain else 1 if outcome.net.amount == 0 else 2
        counts[place] += outcome.count
    win, push, lose = (Fraction(count, result.deals) for count in counts)
    return win, push, lose


def _result(subject: Subject, result: WagerResult) -> dict[str, str]:
    document = subject.document_of(result)
    decimals: JsonDict = document.get("decimals", {})
    staked = ("house_edge", "return") if result.unit.has_stake else ()
    texts = {key: str(document[key]) for key in ("ev", *staked, "variance", "hit_frequency")}
    texts |= dict(zip(("win_rate", "push_rate", "lose_rate"), map(str, rates(result)), strict=True))
    if staked:
        texts["house_edge_decimal"] = "" if result.ev is None else decimal_text(-result.ev, 8)
    for key in (*staked[1:], "hit_frequency", "variance"):
        texts[f"{key}_decimal"] = str(decimals.get(key, ""))
    if document.get("break_even_meter"):
        texts["break_even_meter"] = str(document["break_even_meter"])
    return texts | {key: str(document.get(key, "")) for key in ("standard_deviation", "skewness")}


# --- paytables side by side ------------------------------------------------------------------------------------------


def _side_by_side(subject: Subject, wager: Wager, results: Sequence[WagerResult]) -> Block:
    """What each line pays under each paytable, and what that makes the wager worth.

    Where the order of the pays changes no count, the combinations stand beside them.
    """
    counts = same_counts(wager, results)
    columns: list[Column] = [("line", "text")]
    columns += [("combinations", "integer"), ("true odds", "decimal")] if counts else []
    columns += [(result.paytable, "decimal") for result in results]
    pays = [subject.pays(result) for result in results]
    names = {line.id: line.name for line in wager.lines}
    rows = [
        [names.get(line, line), *_counted(counts.get(line), results[0]), *(table[line] for table in pays)]
        for line in wager.line_ids
    ]
    staked = wager.unit.has_stake
    worth = edge_text if staked else expected_text
    worth_name = "House edge, %" if staked else "Expected result, $ a round"
    blank = [""] * (2 if counts else 0)
    rows.append([worth_name, *blank, *(_bare(worth(result)) for result in results)])
    rows.append(["Hit rate, %", *blank, *(_bare(percent_text(rates(result)[0])) for result in results)])
    rows.append(["Standard deviation", *blank, *(_deviation(subject, result) for result in results)])
    unit = "to 1" if staked else "in dollars"
    return table(
        subject.id_of(4, wager.id, "side-by-side"),
        f"{wager.name}: paytables side by side",
        columns,
        rows,
        note=f"Payoffs are {unit}; every paytable is out of {grouped(results[0].deals)} deals.",
    )


def _bare(worth: str) -> str:
    """Without the unit, which stands at the head of the row.

    >>> _bare("2.120721 %"), _bare("-0.04702549 $ a round"), _bare("depends on J")
    ('2.120721', '-0.04702549', 'depends on J')
    """
    return worth.removesuffix(" %").removesuffix(" $ a round")


def same_counts(wager: Wager, results: Sequence[WagerResult]) -> dict[str, int]:
    """The combinations of each line, if they are the same under all paytables; else nothing."""
    if not wager.on_patterns or wager.tax is not None:
        return {}
    counted = [{outcome.name: outcome.count for outcome in result.outcomes} for result in results]
    return counted[0] if all(one == counted[0] for one in counted) else {}


def _counted(count: int | None, result: WagerResult) -> list[str]:
    return [] if count is None else [str(count), true_odds(Fraction(count, result.deals))]


def _deviation(subject: Subject, result: WagerResult) -> str:
    digits = subject.document_of(result).get("standard_deviation")
    return decimal_text(Fraction(digits), 8) if digits else "depends on J"


def edge_text(result: WagerResult) -> str:
    """The house edge for people: a percentage, the meter that breaks even, or a note that there is no stake."""
    if result.ev is None:
        meter = result.details_of(MeterDetails)
        level = None if meter is None else meter.break_even
        return "depends on J" if level is None else f"0 at J = {grouped_text(level)}"
    return result.unit.edge_text(result.ev)


def expected_text(result: WagerResult) -> str:
    """The expected result of the player: units of the bet, or dollars a round."""
    return "depends on J" if result.ev is None else result.unit.result_text(result.ev)


def unit_note(results: Sequence[WagerResult]) -> str:
    """What else stands below a heading "house edge", for the wagers that there are."""
    told = "A house edge below zero favours the player."
    if any(not result.unit.has_stake for result in results):
        told += (
            " A wager without a stake has no house edge: it shows the player's expected result in dollars a round, "
            "which below zero favours the house."
        )
    if any(result.ev is None for result in results):
        told += " A wager on a meter J shows the meter at which it breaks even, or its expression in J."
    return told


def return_text(result: WagerResult) -> str:
    if result.ev is None:
        return "depends on J"
    return percent_text(1 + result.ev, 6) if result.unit.has_stake else ""


# --- what a wager is worth -------------------------------------------------------------------------------------------


def _worth(subject: Subject, result: WagerResult) -> Iterator[Block]:
    """What the paytable's own results do not say."""
    document = subject.document_of(result)
    identity = subject.id_of(5, result.wager, result.paytable)
    if result.advantage is not None:
        words = f"{_capital(result.advantage.text)}: the expected result is {_exact_result(result)}."
        yield notice("alert" if result.advantage.certain else "note", words)
    _, push, lose = rates(result)
    rates_told = [(name, f"{rate} = {percent_text(rate, 6)}") for name, rate in (("Pushes", push), ("Losses", lose))]
    # Without pushes, what is not won is lost.
    rows = [*(rates_told if push else ()), *_further(subject, document), *_needed(subject, result)]
    if rows:
        yield facts(identity + "-worth", rows)
    if document.get("fees"):
        yield _fees(identity, document["fees"])


def _needed(subject: Subject, result: WagerResult) -> list[tuple[str, str]]:
    """The wager without which this one may not be made."""
    needs = subject.wager_of(result).needs
    return [("Made only together with", wager.name) for wager in subject.game.wagers if wager.id == needs]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _exact_result(result: WagerResult) -> str:
    return f"{pay_text(result.mean)} {'units' if result.unit.has_stake else 'dollars a round'}"


def _further(subject: Subject, document: Json) -> list[tuple[str, str]]:
    """What only some wagers have."""
    rows = []
    named = {
        "average_bet": "Average bet: all bets of a round, per unit of the first",
        "element_of_risk": "Element of risk (house edge over average bet)",
        "expected_tax": "Expected tax",
        "expected_prize": "Expected prize",
        "prize_to_tax": "Expected prize to expected tax",
        "break_even_meter": "Break-even meter",
        "long_run_return": "Long-run return",
        "average_meter": "Average meter",
    }
    for key, label in named.items():
        if document.get(key):
            rows.append((label, f"{document[key]} = {decimal_text(Fraction(document[key]), 8)}"))
    if "banker" in document:
        banker = document["banker"]
        rows.append((f"Expected result of the {banker['seat']}", f"{banker['ev']} = {banker['ev_decimal']}"))
    if "copies" in document:
        copies = document["copies"]
        rows.append(("Deals with an equal hand behind", grouped(int(copies["five_card"]))))
        rows.append(("Deals with an equal hand in front", grouped(int(copies["two_card"]))))
        rows.append(("Deals with both equal", grouped(int(copies["both"]))))
    return rows


def _fees(identity: str, fees: Sequence[Json]) -> Block:
    columns: tuple[Column, ...] = (
        ("bet or action", "integer"),
        ("player's fee", "text"),
        ("player's result", "percent"),
        ("banker's fee", "text"),
        ("banker's result", "percent"),
    )
    return table(
        identity + "-fees",
        "With the collection fee, in percent of the amount",
        columns,
        [
            [
                fee["bet"],
                fee["player_fee"],
                percent_text(Fraction(fee["player_ev"]), 6),
                fee["player_dealer_fee"],
                percent_text(Fraction(fee["player_dealer_ev"]), 6),
            ]
            for fee in fees
        ],
        note="For the player the amount is his bet, for the seat that banks it is the total action of the table. "
        "A result below zero is a loss: the result before the fee, less the fee in percent of the amount. The house "
        "gets the fees.",
    )
