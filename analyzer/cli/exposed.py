"""Commands about cards that should not be seen: analyze --sees, vulnerability."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.asked import check_columns, chosen_columns, columns_option
from analyzer.cli.base import (
    DELIMITERS,
    FORMATS,
    Running,
    cli,
    complete_game,
    json_option,
    option_option,
    print_json,
    run_options,
)
from analyzer.documents import JsonDict

if TYPE_CHECKING:
    from analyzer.game.exposed_cards import Exposure
    from analyzer.pricing.exposures import Hour

ROUNDS, STAKE = "40", "100"


def _amount(context: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    from analyzer.numbers import comma_hint, grouped_number

    number = None if value is None else grouped_number(value)
    if value is not None and (number is None or number <= 0):
        raise click.BadParameter(f"{value!r} must be a number above 0, such as 40 or 12.5{comma_hint(value)}")
    return number


sees_option = click.option(
    "--sees",
    multiple=True,
    metavar="GROUP=N[@STAGE]",
    help="Cards that the player also sees: N of a group, of the dealer (dealer=1) or of another seat (seat=5).",
)
backs_option = click.option(
    "--backs",
    metavar="CLASSES",
    help="With --sees dealer=1: he sees only in which class of cards it is, such as T-A, or A/J-K.",
)
_rounds_option = click.option(
    "--rounds", metavar="NUMBER", callback=_amount, help=f"Rounds an hour; {ROUNDS} by default."
)
_stake_option = click.option(
    "--stake", metavar="AMOUNT", callback=_amount, help=f"The first bet of a round; {STAKE} by default."
)


def hour_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--rounds and --stake: what a table is worth an hour."""
    return _rounds_option(_stake_option(command))


def hour_asked(rounds: Fraction | None, stake: Fraction | None) -> Hour | None:
    """The hour of --rounds and --stake; None where neither is given."""
    return None if rounds is None and stake is None else hour_of(rounds, stake)


def hour_of(rounds: Fraction | None, stake: Fraction | None) -> Hour:
    from analyzer.pricing.exposures import Hour

    return Hour(rounds or Fraction(ROUNDS), stake or Fraction(STAKE))


def read_sees(sees: tuple[str, ...], backs: str | None) -> list[Exposure]:
    """What is seen, as it is written."""
    from dataclasses import replace

    from analyzer.game.exposed_cards import read_backs, read_exposure

    listed = [read_exposure(text) for text in sees]
    if backs is None:
        return listed
    if len(listed) != 1:
        raise click.UsageError("--backs goes with one --sees, such as --sees dealer=1 --backs T-A")
    return [replace(listed[0], backs=read_backs(backs))]


def print_exposed(
    name: str,
    exposures: list[Exposure],
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    hour: Hour,
    form: str,
    running: Running,
) -> None:
    """analyze GAME --sees ...: the main wager with these cards seen."""
    from analyzer.errors import SelectionError
    from analyzer.game.library import load_game
    from analyzer.pricing.exposures import analyze_exposed

    file = load_game(name)
    main = next(iter(file.data["wagers"]))
    if wager not in (None, main):
        raise SelectionError(f"cards that are seen change what is decided, and that is decided for {main}, not {wager}")
    with running() as run:
        exposed = analyze_exposed(file, exposures, options, paytable, run)
    if form == "json":
        print_json(exposed.document(hour))
        return
    from analyzer.cli.screens.exposed import exposed_report

    show_as(exposed_report(exposed, hour), form)


def show_as(screen: Any, form: str) -> None:
    from analyzer.cli.screens.layout import show

    if form == "md":
        from analyzer.cli.screens.markdown import markdown

        sys.stdout.write(markdown(screen))  # click would write UTF-8 where the terminal has ASCII
        return
    show(screen)


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--paytable", help="Which paytable of the main wager; the first by default.")
@option_option
@hour_options
@json_option
@click.option("--format", "form", type=click.Choice(FORMATS), help="How to print: tables, Markdown, values, or JSON.")
@columns_option
@run_options
def vulnerability(
    name: str,
    paytable: str | None,
    options: dict[str, str],
    rounds: Fraction | None,
    stake: Fraction | None,
    as_json: bool,
    form: str | None,
    columns: tuple[str, ...],
    running: Running,
) -> None:
    """Tell what each card is worth that may be seen and should not be.

    One card of the dealer, of every hidden group and of another seat, each from the first decision on and from later
    ones; the player uses it as well as possible. What turns the edge over to him is flagged.

    \b
    Examples:
      exactodds vulnerability my-game.toml
      exactodds vulnerability wild-52 --rounds 30 --stake 25
      exactodds vulnerability my-game.toml --format md
    """
    from analyzer.game.library import load_game
    from analyzer.pricing.exposures import vulnerability as find

    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot be used together")
    chosen = "json" if as_json else form or "table"
    columns = check_columns(columns, chosen, *_known_columns(chosen))
    hour, file = hour_of(rounds, stake), load_game(name)
    with running() as run:
        exposed = find(file, options, paytable, run)
    if chosen == "json":
        print_json(exposed.document(hour))
    elif chosen in DELIMITERS:
        _print_values(exposed.document(hour)["exposures"], columns, DELIMITERS[chosen])
    else:
        from analyzer.cli.screens.exposed import vulnerability_report

        show_as(vulnerability_report(exposed, hour, columns), chosen)


def _known_columns(form: str) -> tuple[Sequence[str], Mapping[str, str]]:
    if form in DELIMITERS or form == "json":
        return COLUMNS, {}
    from analyzer.cli.screens.exposed import exposure_columns
    from analyzer.cli.screens.layout import names_and_headings

    return names_and_headings(exposure_columns())


COLUMNS = (
    "sees", "words", "ev", "ev_decimal", "gain", "gain_decimal", "standard_deviation", "desirability_index",
    "turns_the_edge", "refused", "an_hour",
)  # fmt: skip


def _print_values(rows: list[JsonDict], columns: Sequence[str], delimiter: str) -> None:
    from analyzer.csv_text import csv_text

    values = [tuple(map(_value, [row] * len(COLUMNS), COLUMNS)) for row in rows]
    sys.stdout.write(csv_text(chosen_columns(columns, [COLUMNS, *values]), delimiter))


def _value(row: JsonDict, column: str) -> str:
    if column == "turns_the_edge":
        return str(row.get(column, "")).lower()
    if column == "an_hour":
        return str(row["hour"]["earned_decimal"]) if "hour" in row else ""
    return str(row.get(column, ""))
