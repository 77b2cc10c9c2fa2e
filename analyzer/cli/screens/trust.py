"""Simulations, proofs and audits as tables. Only the command line calls this."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cli.screens.layout import Column, Flow, Grid, labelled
from analyzer.documents import Json
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.advantage import Advantage
from analyzer.pricing.results import joint_edge
from analyzer.trust.hold import LEVELS, bound_text, chance_text
from analyzer.trust.prove import Proof
from analyzer.trust.simulate import MIN_P_VALUE, SimulatedWager, Simulation
from analyzer.units import Unit

GOOD, BAD = "bold green", "bold red"
FAR = 4.0


def simulation_report(simulation: Simulation) -> RenderableType:
    """Every wager with its outcomes, then one line a wager with its test."""
    head = f"{simulation.game.name}: {_rounds(simulation.rounds)} dealt, seed {simulation.seed}"
    parts: list[RenderableType] = [Text(head, style="bold underline")]
    if simulation.sees:
        parts.append(Text(f"the player also sees {', '.join(simulation.sees)}", style="bold"))
    if simulation.stopped:
        parts.append(Text("stopped early; --rounds with this number gives the same again", style="yellow"))
    for wager in simulation.wagers:
        parts += [Text(), _simulated_wager(wager)]
    parts += [Text(), _tests(simulation)]
    return Group(*parts)


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number:,} rounds"


def _simulated_wager(wager: SimulatedWager) -> Grid:
    columns = (Column("outcome", "key"), *map(Column, ("expected", "observed", "z-score")))
    table = Grid(f"{wager.wager}, paytable {wager.paytable}", columns)
    for cell in wager.cells:
        expected = decimal_text(cell.probability * wager.rounds, 1)
        style = BAD if abs(cell.z) >= FAR and cell.probability * wager.rounds >= 5 else None
        whole, _, rest = expected.partition(".")
        table.add(cell.title, f"{int(whole):,}.{rest}", f"{cell.observed:,}", f"{cell.z:+.2f}", style=style)
    return table


def _tests(simulation: Simulation) -> RenderableType:
    figures = map(Column, ("chi-square", "degrees", "p-value", "expected result", "mean result", "z-score"))
    table = Grid("Do they agree?", (Column("wager", "key"), Column("paytable", "key"), *figures))
    for wager in simulation.wagers:
        mean = ("", "", "")
        if wager.ev is not None and wager.mean is not None:
            mean = (decimal_text(wager.ev, 6), decimal_text(wager.mean, 6), f"{wager.mean_z:+.2f}")
        test = wager.chi_square
        p_value = f"{min(test.p_value, test.rare):.4g}" if test.degrees or not wager.agrees else "no test"
        tested = (f"{test.statistic:.2f}", str(test.degrees), p_value)
        table.add(wager.wager, wager.paytable, *tested, *mean, style=None if wager.agrees else BAD)
    untested = [wager.wager for wager in simulation.wagers if not wager.chi_square.degrees and len(wager.cells) > 1]
    if simulation.agrees and untested:
        few = f"too few rounds for a test of {', '.join(dict.fromkeys(untested))}; nothing else differs"
        return Group(table, Text(few, style="yellow"))
    if simulation.agrees:
        return Group(table, Text("the rounds agree with the analysis", style=GOOD))
    return Group(table, Text(f"a p-value is below {MIN_P_VALUE:g}: the rounds do not agree", style=BAD))


def proof_report(proof: Proof) -> RenderableType:
    """What was checked, how many cases, what differed."""
    title = f"{proof.game.name}: {'quick' if proof.quick else 'full'} proof"
    words = (Column("part", "key", once=True), Column("what was checked", "key"))
    table = Grid(title, (*words, *map(Column, ("cases", "differences", "seconds"))))
    for check in proof.checks:
        verdict = Text("none", style=GOOD) if check.passed else Text("DIFFERS", style=BAD)
        table.add(check.part, check.what, f"{check.cases:,}", verdict, f"{check.seconds:.1f}")
    parts: list[RenderableType] = [table]
    for check in proof.checks:
        parts += [Text(f"{check.part}, {check.what}: {text}", style=BAD) for text in check.differences]
    parts += map(Text, proof.not_compared)
    seconds = sum(check.seconds for check in proof.checks)
    if proof.passed:
        parts.append(Text(f"nothing differed ({len(proof.checks)} checks, {seconds:.0f} seconds)", style=GOOD))
    else:
        parts.append(Text(f"FAILED: {', '.join(proof.failed_parts)}", style=BAD))
    return Group(*parts)


def hold_report(document: Json, advantage: Advantage | None) -> RenderableType:
    """Expected hold with its intervals over rising numbers of rounds."""
    title = f"{document['wager']}, paytable {document['paytable']}: hold, as a share of the initial bets"
    unit = Unit(document["unit"])
    if not unit.has_stake:
        title = f"{document['wager']}, paytable {document['paytable']}: dollars held a round"
    intervals = (f"{percent_text(level, 0)} interval" for level in LEVELS)
    numbers = map(Column, ("expected", *intervals, "method", "error at most"))
    table = Grid(title, (Column("rounds", "key", after=" rounds"), *numbers))
    held = Fraction(document["expected_hold"])
    expected = percent_text(held, 4) if unit.has_stake else unit.text(held)
    for row in document["rounds"]:
        table.add(f"{int(row['rounds']):,}", expected, *_intervals(row, unit))
    refused = [Text(row["refused"], style="yellow") for row in document["rounds"] if "refused" in row]
    return Group(*_flags(advantage), table, *refused)


def _flags(advantage: Advantage | None) -> list[Text]:
    return [] if advantage is None else [Text(f"! {advantage.text}", style=BAD)]


def _intervals(row: Json, unit: Unit) -> list[str]:
    if "refused" in row:
        return [*["none"] * len(LEVELS), "", ""]
    ends = (interval["hold"] for interval in row["intervals"])
    texts = [_interval(low, high, unit) for low, high in ends]
    return [*texts, row["method"], bound_text(row["error"])]


def _interval(low: float, high: float, unit: Unit) -> str:
    return f"{100 * low:.3f} % to {100 * high:.3f} %" if unit.has_stake else f"{low:.4f} $ to {high:.4f} $"


def verdict_report(document: Json, advantage: Advantage | None) -> RenderableType:
    """One observed result, and how unusual it is."""
    title = f"{document['wager']}, paytable {document['paytable']}: {_rounds(int(document['rounds']))}"
    counted_in = "initial bets" if Unit(document["unit"]).has_stake else "dollars"
    rows = (
        (f"won by the house, in {counted_in}", f"{float(Fraction(document['won'])):,.2f}"),
        ("expected", f"{document['expected_win']:,.2f}"),
        ("standard deviation", f"{document['standard_deviation']:,.2f}"),
        ("standard deviations above the expectation", f"{document['z']:+.3f}"),
        ("chance of that much or less", chance_text(document["at_most"], document["error"])),
        ("chance of that much or more", chance_text(document["at_least"], document["error"])),
        ("by", f"{document['method']}, error at most {bound_text(document['error'])}"),
    )
    style = "bold" if document["two_sided"] >= 0.05 else "bold yellow" if document["two_sided"] >= 0.001 else BAD
    verdict = Text(document["verdict"], style=style)
    return Group(*_flags(advantage), Text(title, style="bold"), *labelled(rows), verdict)


def stakes_report(document: Json, advantage: Advantage | None) -> RenderableType:
    """Wagers made together: each alone, the covariances of one unit on each, and all of them at their stakes."""
    figures = map(Column, ("stake", "expected result", *document["wagers"]))
    words = (Column("wager", "key"), Column("paytable", "key"))
    table = Grid("Made together: covariances of one unit on each", (*words, *figures))
    keys = ("wagers", "paytables", "stakes", "means", "covariance")
    for wager, paytable, stake, mean, row in zip(*(document[key] for key in keys), strict=True):
        covariances = (decimal_text(Fraction(value), 6) for value in row)
        table.add(wager, paytable, stake, decimal_text(Fraction(mean), 8), *covariances)
    together = Flow()
    edge = f"house edge of all stakes {joint_edge(document)}"
    together.add("nothing is staked, so there is no house edge" if document["house_edge"] is None else edge, "bold")
    together.add(f"expected result {decimal_text(Fraction(document['ev']), 8)}")
    together.add(f"standard deviation {decimal_text(Fraction(document['standard_deviation']), 8)}")
    exactly = Text(f"exactly: expected result {document['ev']}, variance {document['variance']}")
    return Group(*_flags(advantage), table, together, exactly)
