"""The command that shows what every reading of a game's document would make of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.asked import check_columns, chosen_columns, chosen_format, columns_option
from analyzer.cli.base import DELIMITERS, FORMATS, Running, cli, complete_game, print_json, run_options
from analyzer.cli.outputs import SVG, Output, check_outputs
from analyzer.files import write_text

if TYPE_CHECKING:
    from analyzer.change.readings import GameReadings, Plan

# The columns of lines of values.
VALUES = ("game", "wager", "paytable", "unit", "options", "weight", "worth", "difference", "turns_over")


@cli.command()
@click.argument("names", metavar="GAME...", nargs=-1, shell_complete=complete_game)
@click.option("--all", "every", is_flag=True, help="All certified games.")
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="Only this paytable.")
@click.option("--combinations", is_flag=True, help="Also all combinations of readings of weight 1 that can interact.")
@click.option("--json", "as_json", is_flag=True, help="Print the document.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line a wager and reading, for machines.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to print: tables (the default), Markdown, lines of values, or JSON; csv and json as --csv and --json.",
)
@columns_option
@click.option("--figure", type=click.Path(dir_okay=False, path_type=Path), help="Draw the intervals to an SVG file.")
@run_options
def readings(
    names: tuple[str, ...],
    every: bool,
    wager: str | None,
    paytable: str | None,
    combinations: bool,
    as_json: bool,
    as_csv: bool,
    form: str | None,
    columns: tuple[str, ...],
    figure: Path | None,
    running: Running,
) -> None:
    """Say what each wager would be worth if the document were read otherwise.

    Where a document is silent or contradicts itself, the game file has one reading and the others as options. Each is
    changed alone and everything is decided anew. Readings of weight 1 make an interval; --combinations computes them
    together where they can interact, and says before how long that takes.

    \b
    Examples:
      exactodds readings wild-52
      exactodds readings three-card-poker-6-card-bonus --wager pair-plus --json
      exactodds readings wild-six-card-draw-poker --combinations
      exactodds readings --all --figure readings.svg
    """
    from analyzer.change.readings import game_readings
    from analyzer.game.library import each_once, game_ids, load_game, told_apart

    if every == bool(names):
        raise click.UsageError("name one or more games, or give --all; exactodds games lists them")
    chosen = chosen_format(as_json, as_csv, form)
    columns = check_columns(columns, chosen, *_known_columns(chosen))
    check_outputs(Output(figure, SVG, "--figure"))
    files = each_once([load_game(name) for name in (*names, *(game_ids() if every else ()))])
    read: list[GameReadings] = []
    with running() as run:
        for file in files:
            alone = game_readings(file, run, wager, paytable)
            if combinations:
                from analyzer.change.readings import planned_combinations, with_combinations

                plan = planned_combinations(file, run, alone)
                _announce(file.id, plan)
                alone = with_combinations(file, run, alone, plan)
            read.append(alone)
    if figure is not None:
        from analyzer.change.readings_figure import figure_svg

        write_text(figure, figure_svg(read))
    _print(read, told_apart([(file.id, file.path) for file in files]), chosen, columns)


def _known_columns(form: str) -> tuple[Sequence[str], Mapping[str, str]]:
    if form in DELIMITERS or form == "json":
        return VALUES, {}
    from analyzer.cli.screens.layout import names_and_headings
    from analyzer.cli.screens.readings import reading_columns

    return names_and_headings(reading_columns("reading", "house edge"))


def _announce(game: str, plan: Plan) -> None:
    """How long the combinations take, before they are computed."""
    if not plan.number:
        click.echo(f"{game}: no readings of weight 1 can interact", err=True)
        return
    minutes = round(plan.seconds / 60)
    time = f"about {minutes} min" if minutes else "less than a minute"
    click.echo(f"{game}: {plan.number} combinations, {time}; what is counted is kept if you stop it", err=True)


def _print(read: list[GameReadings], games: list[str], form: str, columns: Sequence[str]) -> None:
    if form == "json":
        documents = [one.document() for one in read]
        print_json(documents[0] if len(documents) == 1 else documents)
        return
    if form in DELIMITERS:
        _print_values(read, games, columns, DELIMITERS[form])
        return
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.readings import readings_report

    screen = readings_report(read, games, columns)
    if form == "md":
        from analyzer.cli.screens.markdown import markdown

        sys.stdout.write(markdown(screen))
        return
    show(screen)


def _print_values(read: list[GameReadings], games: list[str], columns: Sequence[str], delimiter: str) -> None:
    from analyzer.csv_text import csv_text

    rows: list[tuple[str, ...]] = [VALUES]
    for one, game in zip(read, games, strict=True):
        for wager in one.wagers:
            start = (game, wager.default.wager, wager.default.paytable, str(wager.default.unit))
            rows.append((*start, "", "", wager.default.worth, "0", "false"))
            for row in (*wager.rows, *wager.combined):
                document = row.document()
                options = " ".join(f"{option}={value}" for option, value in row.reading)
                turns = str(row.turns_over).lower()
                weight = "" if row.weight is None else str(row.weight)
                rows.append((*start, options, weight, row.figures.worth, document["difference"], turns))
    sys.stdout.write(csv_text(chosen_columns(columns, rows), delimiter))
