"""Pictures of a game by themselves: house edges, what can happen, what one unit on a pay does, the return over a meter.

They are figures as a report has them, so the same renderer draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, grouped_text
from analyzer.pricing.analysis import analyze, select_wagers
from analyzer.pricing.details import MeterDetails
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.results import GameResult, WagerResult, pay_text
from analyzer.report.blocks import Block, block_id, figure, series
from analyzer.run.jobs import Run

PLACES = 6
POINTS = 21
STEPS = (Fraction(1), Fraction(-1))


def plot(
    what: str, file: GameFile, options: dict[str, str], wager: str | None, paytable: str | None, run: Run
) -> Block:
    """The figure that is asked for, as a block of a report."""
    result = analyze(file, options, wager, paytable, run)
    return PLOTS[what](result, run)


def _title(result: GameResult, one: WagerResult) -> str:
    return f"{result.game.name}: {one.name}" + ("" if one.paytable == "1" else f", paytable {one.paytable}")


def _only(result: GameResult, what: str, needs: Callable[[WagerResult], bool] = lambda _: True) -> WagerResult:
    """The one wager of a figure: the first that it can be drawn of."""
    fitting = [one for one in result.wagers if needs(one)]
    if not fitting:
        raise SelectionError(f"{result.game.id} has no wager of which {what} can be drawn")
    return fitting[0]


def edges_figure(result: GameResult, _run: Run) -> Block:
    """House edges of all wagers and paytables; where there is no stake, and where a meter decides, there is none."""
    known = [(one, one.ev) for one in result.wagers if one.unit.has_stake and one.ev is not None]
    if not known:
        raise SelectionError(f"{result.game.id}: no wager that is asked for has a house edge of its own")
    names = [one.name + ("" if one.paytable == "1" else f", {one.paytable}") for one, _ in known]
    return figure(
        block_id(result.game.id, "edges"),
        f"{result.game.name}: house edges",
        "House edge of each wager and paytable in percent of the initial bet.",
        "dots",
        ("wager", "house edge in percent"),
        [series("house edge", [decimal_text(-ev * 100, PLACES) for _, ev in known])],
        categories=names,
    )


def distribution_figure(result: GameResult, _run: Run) -> Block:
    """How likely each net result of a wager is."""
    one = _only(result, "what can happen")
    chances: dict[Pay, Fraction] = {}
    for outcome in one.outcomes:
        if outcome.count:
            chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + Fraction(outcome.count, one.deals)
    ordered = sorted(chances, key=lambda net: net.order)
    return figure(
        block_id(result.game.id, one.wager, one.paytable, "distribution"),
        f"{_title(result, one)}: net result of one round",
        f"Probability of each net result, in {one.unit}, on a logarithmic scale.",
        "dots",
        (f"net result in {one.unit}", "probability"),
        [series("probability", [decimal_text(chances[net], 15) for net in ordered])],
        categories=[pay_text(net) for net in ordered],
        log_y=True,
    )


def sensitivity_figure(result: GameResult, run: Run) -> Block:
    """What one unit more and one less on each pay makes of the house edge, each with its own best strategy."""
    one = _only(result, "what its pays do", lambda own: own.ev is not None and bool(_paytable(result, own)[1].pays))
    wager, paytable = _paytable(result, one)
    plays = kind_of(wager).plays(result.game, wager, run)
    worths: list[list[Fraction]] = [[], []]
    with run.steps("changed pays", len(STEPS) * len(paytable.pays)) as step:
        for place in range(len(paytable.pays)):
            for side, change in enumerate(STEPS):
                changed = _with(paytable, place, change)
                worths[side].append(one.unit.worth(plays.any_best(changed).terms.mean(changed).amount))
                step()
    assert one.ev is not None
    scale = 100 if one.unit.has_stake else 1
    unit = "percent" if one.unit.has_stake else "dollars a round"
    return figure(
        block_id(result.game.id, one.wager, one.paytable, "sensitivity"),
        f"{_title(result, one)}: what one unit on a pay does",
        f"{one.unit.worth_name.capitalize()} with one unit more and one less on each pay, all others unchanged.",
        "tornado",
        ("line", f"{one.unit.worth_name} in {unit}"),
        [
            series(name, [decimal_text(worth * scale, PLACES) for worth in own])
            for name, own in zip(("one unit more", "one unit less"), worths, strict=True)
        ],
        categories=_names(wager),
        base=decimal_text(one.unit.worth(one.ev) * scale, PLACES),
    )


def _names(wager: Wager) -> list[str]:
    names = {line.id: line.name for line in wager.lines}
    return [names.get(line, line) for line in wager.line_ids]


def _paytable(result: GameResult, one: WagerResult) -> tuple[Wager, Paytable]:
    (wager,) = select_wagers(result.game, one.wager)
    return wager, next(table for table in wager.paytables if table.id == one.paytable)


def _with(paytable: Paytable, place: int, change: Fraction) -> Paytable:
    pays = list(paytable.pays)
    pays[place] = pays[place] + Pay(change)
    return Paytable(paytable.id, tuple(pays))


def meter_figure(result: GameResult, _run: Run) -> Block:
    """The return of a progressive over its meter."""
    one = _only(result, "a return over a meter", lambda own: own.details_of(MeterDetails) is not None)
    one.in_one_piece("a plot of the meter")
    details = one.details_of(MeterDetails)
    assert details is not None
    even = details.break_even
    end = 2 * even if even else Fraction(max(details.returns))
    meters = [end * step / (POINTS - 1) for step in range(POINTS)]
    returns = [1 + one.mean.at(meter) for meter in meters]
    marks = [{"x": decimal_text(even, 2), "label": f"breaks even at {grouped_text(even)}"}] if even else []
    return figure(
        block_id(result.game.id, one.wager, one.paytable, "meter"),
        f"{_title(result, one)}: return over the meter",
        "The return rises in a straight line with the meter; above 100 percent the player has the advantage.",
        "line",
        ("meter J", "return in percent"),
        [series("return", _texts([back * 100 for back in returns]), _texts(meters))],
        marks=marks,
    )


def _texts(numbers: Sequence[Fraction]) -> list[str]:
    return [decimal_text(number, PLACES) for number in numbers]


PLOTS: dict[str, Callable[[GameResult, Run], Block]] = {
    "edges": edges_figure,
    "distribution": distribution_figure,
    "sensitivity": sensitivity_figure,
    "meter": meter_figure,
}
