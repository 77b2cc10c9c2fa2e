"""Screens about cards that should not be seen: what one exposure is worth, and all single ones of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cli.screens.layout import Column, Flow, Grid
from analyzer.cli.screens.results import wager_report
from analyzer.numbers import decimal_text, grouped_text, percent_text, root_text
from analyzer.pricing.advantage import MARK
from analyzer.pricing.details import DecisionDetails, SeenCard
from analyzer.pricing.exposures import ExposedResult, ExposedWager, Hour, Vulnerability, Vulnerable
from analyzer.pricing.moments import to_fraction


def exposed_report(exposed: ExposedResult, hour: Hour) -> RenderableType:
    """The result with the cards seen, and what that is worth."""
    game = exposed.result.game
    parts: list[RenderableType] = [Text(f"{game.name}  ({game.id})", style="bold underline")]
    if game.chosen:
        parts.append(Text("options: " + ", ".join(f"{key} = {value}" for key, value in game.chosen.items())))
    parts.append(Text(f"the player also sees {', '.join(exposed.sees)}", style="bold"))
    for wager in exposed.wagers:
        if wager.turns_over:
            name = f"{wager.seen.name}, paytable {wager.seen.paytable}"
            parts.append(Text(f"! {name}: the edge turns over to the player", style="bold red"))
    for wager in exposed.wagers:
        parts += [Text(), wager_report(wager.seen), *_figures(wager, hour)]
    return Group(*parts)


def _figures(wager: ExposedWager, hour: Hour) -> Iterator[RenderableType]:
    worth = Flow()
    worth.add(f"expected result {percent_text(wager.ev, 6)}", "bold")
    worth.add(f"normal play {percent_text(wager.ev - wager.gain, 6)}")
    worth.add(f"gain {percent_text(wager.gain, 6)}", "bold")
    worth.add(f"desirability index {wager.desirability_text(3)}")
    worth.add(_hour_text(wager.ev, hour))
    yield worth
    yield _choices(wager)
    if wager.cards:
        yield card_table(wager.cards, wager.ev - wager.gain)


def _hour_text(ev: Fraction, hour: Hour) -> str:
    earned = hour.earned(ev)
    rounds = f"{grouped_text(hour.rounds)} rounds an hour and a stake of {grouped_text(hour.stake)}"
    return f"the player {'wins' if earned > 0 else 'loses'} {grouped_text(abs(earned))} an hour at {rounds}"


def _choices(wager: ExposedWager) -> RenderableType:
    details, normal = (result.details_of(DecisionDetails) for result in (wager.seen, wager.normal))
    table = Grid("How often each choice is made", (Column("choice", "key"), Column("seeing"), Column("normal play")))
    names = {} if details is None else details.choices
    for name, share in names.items():
        before = None if normal is None else normal.choices.get(name)
        table.add(name, percent_text(share), "" if before is None else percent_text(before))
    return table


def card_table(cards: Sequence[SeenCard], normal: Fraction) -> Grid:
    """What the player wins with each card seen, by rank and by how many of his own cards are of its suit."""
    suited = sorted({card.suited for card in cards})
    headings = [f"{number} own cards of its suit" if number != 1 else "1 own card of its suit" for number in suited]
    columns = (Column("card seen", "key"), Column("all"), Column("above normal play"), *map(Column, headings))
    table = Grid("Expected result by the card seen", columns)
    for rank in dict.fromkeys(card.rank for card in cards):
        own = {card.suited: card for card in cards if card.rank == rank}
        share = sum((card.share for card in own.values()), Fraction(0))
        mean = sum((card.share * card.ev for card in own.values()), Fraction(0)) / share
        cells = [percent_text(own[number].ev) if number in own else "" for number in suited]
        table.add(rank, percent_text(mean), percent_text(mean - normal), *cells)
    return table


# --- all single exposures --------------------------------------------------------------------------------------------


def vulnerability_report(exposed: Vulnerability, hour: Hour, columns: Sequence[str] = ()) -> RenderableType:
    normal = exposed.normal.ev
    assert normal is not None, "a wager that is decided about has a number"
    title = f"{exposed.game.name}  ({exposed.game.id}): cards that should not be seen"
    parts: list[RenderableType] = [Text(title, style="bold underline")]
    if exposed.game.chosen:
        parts.append(Text("options: " + ", ".join(f"{key} = {value}" for key, value in exposed.game.chosen.items())))
    about = Flow()
    about.add(f"{exposed.normal.name}, paytable {exposed.normal.paytable}")
    about.add(f"normal play {percent_text(normal, 6)}")
    about.add(_hour_text(normal, hour))
    parts += [about, _exposures(exposed.rows, hour).only(columns)] if exposed.rows else [about]
    if exposed.why_none:
        parts.append(Text(exposed.why_none))
    refused = [row for row in exposed.rows if row.wager is None]
    parts += [Text(f"{row.exposure}: not counted: {row.refused}", style="yellow") for row in refused]
    return Group(*parts)


def exposure_columns() -> tuple[Column, ...]:
    """The columns of the table of exposures, by the names that they have in lines of values."""
    figures = (Column("expected result", called="ev"), *map(Column, ("gain", "standard deviation")))
    words = (Column("--sees", "key"), Column("what is seen", "text", called="words"))
    return (*words, *figures, *map(Column, ("desirability index", "an hour")))


def _exposures(rows: Sequence[Vulnerable], hour: Hour) -> Grid:
    table = Grid(
        f"One card seen; {grouped_text(hour.rounds)} rounds an hour, a stake of {grouped_text(hour.stake)}",
        exposure_columns(),
    )
    for row in rows:
        if row.wager is None:
            table.add(str(row.exposure), row.words, "not counted", "", "", "", "")
            continue
        wager = row.wager
        edge = Text(percent_text(wager.ev, 4))
        if wager.turns_over:
            edge = Text(f"{percent_text(wager.ev, 4)} ({MARK})", style="bold red")
        deviation = decimal_text(Fraction(root_text(to_fraction(wager.seen.price.variance))), 6)
        earned = decimal_text(hour.earned(wager.ev), 2)
        index = wager.desirability_text(3)
        table.add(str(row.exposure), row.words, edge, percent_text(wager.gain, 4), deviation, index, earned)
    return table
