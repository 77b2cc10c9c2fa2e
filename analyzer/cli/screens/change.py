"""Checks, differences and designs as tables that a person likes to read. Only the command line calls this."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.change.check import CheckedGame, Drift, subtract
from analyzer.change.chosen import options_text
from analyzer.change.design.grid import Candidate
from analyzer.change.design.search import Designs
from analyzer.change.diff import Difference, WagerDiff
from analyzer.change.figures import Figures, read_linear, worth_text
from analyzer.change.hours import change_of_hour
from analyzer.change.strategy_shift import StrategyShift
from analyzer.cli.screens.layout import Column, Grid
from analyzer.game.library import told_apart
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, grouped_text, percent_text
from analyzer.pricing.advantage import MARK
from analyzer.pricing.exposures import Hour
from analyzer.pricing.results import pay_text
from analyzer.printable import shown_safely

STYLES = {"unchanged": "green", "repriced": "bold yellow", "recounted": "bold red", "new": "cyan", "removed": "red"}


def flag_text(words: str) -> Text:
    return Text(f"! {words}", style="bold red")


def _worth(figures: Figures | None, percent_places: int = 6) -> str:
    """What the wager is worth, with a word where that favours the player."""
    if figures is None:
        return ""
    advantage = figures.advantage
    mark = f" ({MARK})" if advantage is not None and advantage.certain else ""
    return worth_text(figures.amount("worth"), figures.unit, percent_places=percent_places) + mark


def check_report(checked: Sequence[CheckedGame], every: bool) -> RenderableType:
    """One line a result that drifted (or every one), the limits that are broken, a verdict a game."""
    parts: list[RenderableType] = []
    names = told_apart([(game.game, game.path) for game in checked])
    for game, name in zip(checked, names, strict=True):
        drifted = [drift for drift in game.drifts if drift.status != "unchanged"]
        shown = game.drifts if every else drifted
        parts += [flag_text(f"{name}: {flag}") for flag in game.flag_lines]
        parts += [_drift_table(name, own) for own in _by_unit(shown) if own]
        parts += [Text(f"outside a limit: {breach.message}", style="bold red") for breach in game.breaches]
        parts += [Text(f"note: {note}", style="yellow") for note in game.notes]
        if game.not_counted_text:
            parts.append(Text(f"{name}: {game.not_counted_text}", style="yellow"))
        parts.append(_verdict(game, name, len(drifted)))
    return Group(*parts)


def _verdict(game: CheckedGame, name: str, drifted: int) -> Text:
    if not game.failed:
        said = f"{len(game.drifts)} results unchanged" if game.lock else "inside the limits"
        return Text(f"{name}: {said}", style="green")
    counts = f"{drifted} of {len(game.drifts)} results drifted" if drifted else ""
    limits = f"{len(game.breaches)} outside a limit" if game.breaches else ""
    return Text(f"{name}: {', '.join(part for part in (counts, limits) if part)}", style="bold red")


def _by_unit(drifts: Sequence[Drift]) -> list[list[Drift]]:
    """Percentages and dollars do not stand in one column."""
    return [[drift for drift in drifts if drift.unit.has_stake is staked] for staked in (True, False)]


def _drift_table(title: str, drifts: Sequence[Drift]) -> Grid:
    """Results that all have a stake, or that are all in dollars."""
    unit = drifts[0].unit
    words = (Column("wager", "key"), Column("paytable", "key"), Column("options", "text"), Column("status", "text"))
    worths = map(Column, (f"certified {unit.worth_name}", f"{unit.worth_name} now", "difference"))
    table = Grid(title, (*words, *worths, Column("pays", "text")))
    for drift in drifts:
        figures = drift.figures
        table.add(
            figures.wager,
            figures.paytable,
            ", ".join(f"{key} = {value}" for key, value in figures.reading),
            Text(drift.status, style=STYLES[drift.status]),
            *(_worth(side) for side in (drift.old, drift.new)),
            worth_text(drift.difference, unit, signed=True),
            _pays_text(drift),
        )
    return table


def _pays_text(drift: Drift) -> str:
    return ", ".join(f"{line} {old or 'none'} → {new or 'none'}" for line, old, new in drift.pays)


# --- differences -----------------------------------------------------------------------------------------------------


def diff_report(difference: Difference, hour: Hour | None = None) -> RenderableType:
    """What changed, wager by wager; what the house wins in an hour, if that is asked for."""
    unchanged = len(difference.wagers) - len(difference.changed)
    parts: list[RenderableType] = [Text(f"old: {shown_safely(difference.old)}\nnew: {shown_safely(difference.new)}")]
    parts += [flag_text(flag) for flag in difference.flags]
    for wager in difference.changed:
        parts += [Text(), _wager_diff(wager, difference.is_for_one(wager), hour)]
    parts.append(Text(f"\n{len(difference.changed)} changed, {unchanged} unchanged"))
    if hour is not None and not difference.changed:
        parts.append(Text("what the house wins in an hour is what it was"))
    return Group(*parts)


def _wager_diff(wager: WagerDiff, for_one: bool, hour: Hour | None) -> RenderableType:
    """One wager; where its file says pays for one, both these and the net ones that are compared are told."""
    drift = wager.drift
    title = Text(f"{drift.figures.place}: ", style="bold")
    title.append(drift.status, style=STYLES[drift.status])
    parts: list[RenderableType] = [title]
    if drift.pays:
        parts.append(Text(_pays_line(drift, for_one)))
    parts.append(_figures_table(drift.old, drift.new))
    if hour is not None:
        parts.append(Text(_hour_text(drift, hour)))
    if any(line.difference.amount or line.difference.meter for line in wager.lines):
        parts.append(_lines_table(wager, for_one))
    if wager.shift is not None:
        parts.append(_shift_report(wager.shift))
    return Group(*parts)


def _hour_text(drift: Drift, hour: Hour) -> str:
    old, new, more = change_of_hour(drift, hour)
    if old is None and new is None:
        return "what the house wins in an hour depends on the meter"
    stake = f" and a stake of {grouped_text(hour.stake)}" if drift.unit.has_stake else ""
    sides = " → ".join("none" if side is None else grouped_text(side) for side in (old, new))
    change = "" if more is None else f" ({'+' if more > 0 else ''}{grouped_text(more)})"
    return f"the house wins an hour, at {grouped_text(hour.rounds)} rounds{stake}: {sides}{change}"


def _pays_line(drift: Drift, for_one: bool) -> str:
    if not for_one:
        return f"pays: {_pays_text(drift)}"
    told = ", ".join(f"{line} {_for_one(old)} → {_for_one(new)}" for line, old, new in drift.pays)
    return f"pays for one: {told}; net of the stake: {_pays_text(drift)}"


def _for_one(net: str | None) -> str:
    amount = None if net is None else read_linear(net)
    return net or "none" if amount is None else pay_text(amount + Pay(Fraction(1)))


def _figures_table(old: Figures | None, new: Figures | None) -> Grid:
    table = Grid("", (Column("figure", "key"), *map(Column, ("old", "new", "difference"))))
    either = new or old
    assert either is not None
    if either.unit.has_stake:
        table.add("return", *(_return(side) for side in (old, new)), _signed(subtract(new, old, "ev"), "return"))
    change = worth_text(subtract(new, old, "worth"), either.unit, signed=True, percent_places=8)
    table.add(either.unit.worth_name, *(_worth(side, 8) for side in (old, new)), change)
    for figure in ("hit_frequency", "variance", "largest_payoff"):
        sides = [_figure(side, figure) for side in (old, new)]
        table.add(figure.replace("_", " "), *sides, _signed(subtract(new, old, figure), figure))
    return table


def _return(figures: Figures | None) -> str:
    mean = figures.amount("ev") if figures else None
    return "" if mean is None else _share(mean + Pay(Fraction(1)))


def _share(value: Pay | None) -> str:
    return "" if value is None else _number(value, "return")


def _figure(figures: Figures | None, figure: str) -> str:
    if figures is None:
        return ""
    amount = figures.amount(figure)
    return str(getattr(figures, figure)) if amount is None else _number(amount, figure)


def _signed(difference: Pay | None, figure: str) -> str:
    """A difference always has its sign, as that of the house edge has."""
    return "" if difference is None else _plus(_number(difference, figure), difference)


def _plus(text: str, difference: Pay) -> str:
    return f"+{text}" if (difference.meter or difference.amount) > 0 else text


def _number(value: Pay | None, figure: str) -> str:
    if value is None:
        return ""
    if value.meter or figure == "largest_payoff":
        return pay_text(value)
    return decimal_text(value.amount, 8) if figure == "variance" else percent_text(value.amount, 8)


def _lines_table(wager: WagerDiff, for_one: bool) -> Grid:
    """The lines that contribute another amount than before."""
    figures = map(Column, ("pays, net" if for_one else "pays", "combinations", "old", "new", "difference"))
    table = Grid("what each line adds to the expected result", (Column("line", "key"), *figures))
    for line in wager.lines:
        if not line.difference.amount and not line.difference.meter:
            continue
        pays = dict.fromkeys(pay_text(side.net) for side in (line.old, line.new) if side is not None)
        counts = dict.fromkeys(f"{side.count:,}" for side in (line.old, line.new) if side is not None)
        shares = (_decimal(share) for share in (line.old_share, line.new_share))
        difference = _plus(_decimal(line.difference), line.difference)
        table.add(line.name, " → ".join(pays), " → ".join(counts), *shares, difference)
    return table


def _decimal(value: Pay) -> str:
    return decimal_text(value.amount, 10) if not value.meter else pay_text(value)


def _shift_report(shift: StrategyShift) -> RenderableType:
    price, strategy, whole = (
        _plus(decimal_text(part, 10), Pay(part)) for part in (shift.price, shift.strategy, shift.price + shift.strategy)
    )
    text = Text("the change of the expected result is ")
    text.append(f"{price} by the prices", style="bold")
    text.append(" (the old strategy at the new pays) and ")
    text.append(f"{strategy} by the strategy", style="bold")
    text.append(f", together {whole}\n")
    share = decimal_text(Fraction(shift.flipped * 100, shift.hands), 4)
    text.append(f"{shift.flipped:,} of {shift.hands:,} hands ({share} %) now play differently")
    if not shift.most_frequent:
        return text
    text.append(": " + ", ".join(f"{kind} {count:,}" for kind, count in shift.by_hand.items()))
    words = (Column("hand", "key"), *(Column(heading, "text") for heading in ("old", "new", "example")))
    table = Grid("the most frequent", (*words, Column("hands"), Column("gain")))
    for flip in shift.most_frequent:
        example = f"{flip.example}: {flip.example_old} → {flip.example_new}"
        old, new = (flip.old, flip.new)
        table.add(flip.kind, old, new, example, f"{flip.hands:,}", decimal_text(flip.gain, 8))
    return Group(text, table)


# --- designs ---------------------------------------------------------------------------------------------------------


def design_report(designs: Designs, show: int) -> RenderableType:
    """The first paytables, with the pays of the varied lines; where there is none, the nearest."""
    number, tried = len(designs.candidates), f"{designs.tried:,}"
    at_meter = "" if designs.meter is None else f" at a meter of {grouped_text(designs.meter)}"
    under = f"{at_meter}, with {options_text(designs.readings)}" if designs.readings else at_meter
    if not number:
        return _nothing_found(designs, f"none of {tried} paytables meets the targets{under}")
    said = f"{number:,} of {tried} paytables meet the targets{under}"
    flags = [flag_text(designs.flag)] if designs.flag else []
    return Group(*flags, _designs_table(designs, designs.candidates[: show or None], ""), Text(said))


def _nothing_found(designs: Designs, said: str) -> RenderableType:
    parts: list[RenderableType] = [Text(said, style="bold")]
    if designs.worths_text is not None:
        low, high = designs.worths_text
        parts.append(Text(f"attainable: {designs.unit.worth_name} from {low} to {high}"))
    elif designs.nearest:
        parts.append(Text(f"these meet the {designs.unit.worth_name}, and not the other targets:"))
    if designs.nearest:
        title = "the nearest" if designs.worths is not None else ""
        parts.append(_designs_table(designs, designs.nearest, title))
    return Group(*parts)


def _designs_table(designs: Designs, shown: Sequence[Candidate], title: str) -> Grid:
    varied = [designs.lines.index(span.line) for span in designs.spans]
    figures = (designs.unit.worth_name, "exactly", "hit frequency", "variance")
    headings = (*(designs.lines[line] for line in varied), *figures)
    table = Grid(title or f"{designs.game}, {designs.wager}", (Column("", "key"), *map(Column, headings)))
    for place, candidate in enumerate(shown, 1):
        hit = "" if candidate.hit_frequency is None else percent_text(candidate.hit_frequency)
        variance = "" if candidate.variance is None else decimal_text(candidate.variance, 6)
        pays = (str(candidate.pays[line]) for line in varied)
        worth = designs.unit.worth(candidate.ev)
        mark = f" ({MARK})" if designs.advantage(candidate) else ""
        table.add(str(place), *pays, designs.unit.text(worth) + mark, str(worth), hit, variance)
    return table
