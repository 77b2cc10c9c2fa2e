"""The commands for when a paytable changes: lock, check, diff, whatif, design."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.base import (
    DELIMITERS,
    FAILED,
    OK,
    Running,
    cli,
    complete_game,
    format_option,
    json_option,
    option_option,
    print_json,
    read_options,
    run_options,
    tell,
)
from analyzer.cli.exposed import hour_asked, hour_options
from analyzer.cli.outputs import GAME, JUNIT, LOCK, SVG, Output, check_outputs
from analyzer.files import write_text
from analyzer.numbers import comma_hint, grouped_number

if TYPE_CHECKING:
    from analyzer.change.design.search import Designs
    from analyzer.change.diff import Difference
    from analyzer.change.locks import Lock
    from analyzer.documents import JsonDict
    from analyzer.game.file import GameFile
    from analyzer.pricing.exposures import Hour

TARGET = "House edge: 0.03..0.05, 3%..5% or 3/100..1/20; without a stake, expected result in dollars: -0.05..-0.02."
file_path = click.Path(dir_okay=False, path_type=Path)
lock_path = click.Path(dir_okay=False, path_type=Path, allow_dash=True)
PRINTED = Path("-")
DESIGNED = "designed"


# --- lock and check --------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("names", metavar="GAME...", nargs=-1, required=True, shell_complete=complete_game)
@click.option(
    "--output", "-o", type=lock_path, help="Write to this file, or - to print; locks/ID.toml beside by default."
)
@json_option
@run_options
def lock(
    names: tuple[str, ...],
    output: Path | None,
    as_json: bool,
    running: Running,
) -> None:
    """Certify games: write exact results of every wager, paytable and option value to a lock file.

    Without --output each lock is written where check reads it: locks/ID.toml beside the game file. The lock of a game
    that comes with the program is never overwritten like that: it is printed.

    \b
    Examples:
      exactodds lock tables/my-game.toml
      exactodds lock wild-52 wild-six-card-poker -o locks/both.toml
      exactodds lock wild-52 -o -
    """
    from analyzer.change.locks import lock_document, lock_text, make_lock, place_beside
    from analyzer.game.library import load_game, shipped_at

    if as_json and output == PRINTED:
        raise click.UsageError("--json and --output - both print to standard output; give one of them")
    files = [load_game(name) for name in names]
    _check_locks(files, output, as_json)
    with running() as run:
        made = make_lock(files, run)
    if as_json:
        print_json(lock_document(made))
    if output is not None and output != PRINTED:
        _write_lock(made, output, as_json)
    elif not as_json:
        apart = [] if output == PRINTED else [file for file in files if not shipped_at(file)]
        for file in apart:
            _write_lock(made.only(file.id), place_beside(file), as_json)
        printed = made.only(*(file.id for file in files if file not in apart))
        if printed.games:
            click.echo(lock_text(printed), nl=False)


def _check_locks(files: Sequence[GameFile], output: Path | None, as_json: bool) -> None:
    """Before anything is counted: does no lock take the place of something else?"""
    from analyzer.change.locks import place_beside
    from analyzer.game.library import shipped_at

    if output is not None:
        check_outputs(Output(None if output == PRINTED else output, LOCK))
    elif not as_json:
        for file in files:
            check_outputs(Output(None if shipped_at(file) else place_beside(file), LOCK))


def _write_lock(lock: Lock, path: Path, quiet: bool) -> None:
    from analyzer.change.locks import lock_text

    write_text(path, lock_text(lock))
    tell(f"{sum(len(rows) for rows in lock.games.values())} results written to {path}", err=quiet)


@cli.command()
@click.argument("names", metavar="[GAME|FILE]...", nargs=-1, shell_complete=complete_game)
@click.option("--lock", "lock_path", type=file_path, help="Compare with this lock; locks/ID.toml beside by default.")
@click.option("--no-lock", is_flag=True, help="Compare with no lock: check limits only.")
@click.option("--limits", "limits_path", type=file_path, help="Also check the limits in this TOML file.")
@click.option("--jurisdiction", help="Of the limits by jurisdiction, only this one's.")
@click.option("--every", is_flag=True, help="Show unchanged results too.")
@click.option("--full", is_flag=True, help="Also make the long counts that only other readings need.")
@json_option
@click.option("--junit", "junit_path", type=file_path, help="Write JUnit XML to a file, for CI systems.")
@click.option("--github", is_flag=True, help="Print GitHub annotations.")
@run_options
def check(
    names: tuple[str, ...],
    lock_path: Path | None,
    no_lock: bool,
    limits_path: Path | None,
    jurisdiction: str | None,
    every: bool,
    full: bool,
    as_json: bool,
    junit_path: Path | None,
    github: bool,
    running: Running,
) -> int:
    """Recompute games and compare with their locks: exit code 1 if anything drifted or broke a limit.

    Without a name, the certified games are checked. A result is unchanged, repriced (the same counts,
    other pays), recounted (other counts), new or removed.

    The game as it is dealt is always compared, and every reading of it that needs no long count of its own:
    those that share its counts, those that are counted within about a second, those that were counted before
    and kept. Of the others the pays are compared, and it is said which they are; with --full they are counted.

    \b
    Examples:
      exactodds check
      exactodds check tables/my-game.toml
      exactodds check wild-52 --full
      exactodds check wild-52 --limits limits.toml --jurisdiction nevada
      exactodds check tables/*.toml --junit check.xml --github
    """
    from analyzer.change.check import checked_games
    from analyzer.change.check_formats import github_annotations, junit_xml
    from analyzer.game.library import each_once, game_ids, load_game

    if no_lock and (lock_path is not None or limits_path is None):
        raise click.UsageError("--no-lock needs --limits, and no --lock")
    if jurisdiction is not None and limits_path is None:
        raise click.UsageError("--jurisdiction needs --limits")
    if as_json and github:
        raise click.UsageError("--json and --github cannot be used together")
    if every and (github or no_lock):
        raise click.UsageError("--every shows what a lock has unchanged: it goes without --github and --no-lock")
    check_outputs(Output(junit_path, JUNIT, "--junit"))
    with running() as run:
        files = each_once([load_game(name) for name in names or game_ids()])
        checked = checked_games(files, lock_path, limits_path, jurisdiction, run, no_lock=no_lock, full=full)
    if junit_path is not None:
        write_text(junit_path, junit_xml(checked))
    if as_json:
        print_json([game.document() for game in checked])
    elif github:
        click.echo("\n".join(github_annotations(checked)))
    else:
        from analyzer.cli.screens.change import check_report
        from analyzer.cli.screens.layout import show

        show(check_report(checked, every))
    return FAILED if any(game.failed for game in checked) else OK


# --- diff and whatif -------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("old", metavar="OLD", shell_complete=complete_game)
@click.argument("new", metavar="NEW", shell_complete=complete_game)
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="Only this paytable.")
@hour_options
@option_option
@json_option
@format_option
@run_options
def diff(
    old: str,
    new: str,
    wager: str | None,
    paytable: str | None,
    rounds: Fraction | None,
    stake: Fraction | None,
    options: dict[str, str],
    as_json: bool,
    form: str | None,
    running: Running,
) -> None:
    """Compare two game files, locks or result documents: what changed, what it did, and how play changes.

    With --rounds or --stake it also says what the house wins in an hour, before and now.

    \b
    Examples:
      exactodds diff wild-52 my-wild-52.toml
      exactodds diff wild-52 my-wild-52.toml --format csv
      exactodds diff old-lock.toml new-lock.toml
      exactodds diff results-2024/wild-52.json wild-52 --json
    """
    from analyzer.change.diff import diff as difference
    from analyzer.change.diff import open_side
    from analyzer.cli.asked import chosen_format
    from analyzer.game.file import GameFile

    chosen = chosen_format(as_json, False, form)
    sides = open_side(old), open_side(new)
    if options and not all(isinstance(side, GameFile) for side in sides):
        raise click.UsageError(
            "--option goes with two game files; a lock has every reading, and a result document names its own options"
        )
    with running() as run:
        differences = difference(*sides, run, options, wager, paytable)
    _show_difference(differences, hour_asked(rounds, stake), chosen)


def _show_difference(differences: Difference, hour: Hour | None, form: str) -> None:
    if form == "json" or form in DELIMITERS:
        from analyzer.change.hours import with_hours

        document = differences.document() if hour is None else with_hours(differences, hour)
        _print_document(document, form)
        return
    from analyzer.cli.screens.change import diff_report
    from analyzer.cli.screens.layout import show

    screen = diff_report(differences, hour)
    if form == "md":
        from analyzer.cli.screens.markdown import markdown

        sys.stdout.write(markdown(screen))  # click would write UTF-8 where the terminal has ASCII
        return
    show(screen)


def _print_document(document: JsonDict, form: str) -> None:
    if form == "json":
        print_json(document)
        return
    from analyzer.change.diff_formats import value_rows
    from analyzer.csv_text import csv_text

    sys.stdout.write(csv_text(value_rows(document), DELIMITERS[form]))


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--wager", required=True, help="The wager whose pays change.")
@click.option("--paytable", help="Only in this paytable; in all of the wager's by default.")
@click.option(
    "--set",
    "pays",
    multiple=True,
    required=True,
    metavar="LINE=PAY",
    callback=read_options,
    help="What a line pays instead: 11, 3/2. Can be repeated.",
)
@hour_options
@option_option
@json_option
@format_option
@run_options
def whatif(
    name: str,
    wager: str,
    paytable: str | None,
    pays: dict[str, str],
    rounds: Fraction | None,
    stake: Fraction | None,
    options: dict[str, str],
    as_json: bool,
    form: str | None,
    running: Running,
) -> None:
    """Say what other pays would do, without editing a file.

    With --rounds or --stake it also says what the house wins in an hour, before and then.

    \b
    Examples:
      exactodds whatif wild-six-card-poker --wager queens-or-better --paytable A1 --set flush=11 --set straight=6
      exactodds whatif wild-six-card-draw-poker --wager base --paytable C --set flush=3/2
      exactodds whatif wild-52 --wager bonus --set full-house=4 --json
      exactodds whatif wild-52 --wager bonus --set full-house=4 --rounds 40 --stake 25
    """
    from analyzer.change.diff import diff as difference
    from analyzer.change.whatif import with_pays
    from analyzer.cli.asked import chosen_format
    from analyzer.game.library import load_game

    chosen = chosen_format(as_json, False, form)
    file = load_game(name)
    changed = with_pays(file, wager, pays, paytable)
    with running() as run:
        differences = difference(file, changed, run, options, wager, paytable)
    _show_difference(differences, hour_asked(rounds, stake), chosen)


# --- design ----------------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.argument("wager", metavar="WAGER")
@click.option("--target", required=True, metavar="LOW..HIGH", help=TARGET)
@click.option(
    "--vary",
    required=True,
    multiple=True,
    metavar="LINE=LOW..HIGH,...",
    help="Pays to try; a step as in flush=1..3:1/2; also more than once.",
)
@click.option("--hit", metavar="LOW..HIGH", help="Hit frequency.")
@click.option("--variance", metavar="LOW..HIGH", help="Variance.")
@click.option("--keep-order", is_flag=True, help="A line that pays more than another goes on doing so.")
@click.option("--paytable", help="Whose other pays are kept; the wager's first by default.")
@option_option
@click.option("--show", "number", type=click.IntRange(0), default=20, help="How many to print; 0 for all.")
@click.option("--meter", metavar="AMOUNT", help="The level of the meter at which a progressive is to meet the target.")
@click.option("--output", "-o", type=file_path, help="Write a copy of the game file with the chosen one in it.")
@click.option("--write", "into_file", is_flag=True, help="Write the chosen one into the game file itself.")
@click.option("--pick", type=click.IntRange(1), help="Which of them is written; the first by default.")
@click.option("--name", "table_name", help="Name of the paytable that is written; designed by default.")
@click.option("--figure", type=file_path, help="Draw them to an SVG file: house edge and standard deviation.")
@json_option
@run_options
def design(
    name: str,
    wager: str,
    target: str,
    vary: tuple[str, ...],
    hit: str | None,
    variance: str | None,
    keep_order: bool,
    paytable: str | None,
    options: dict[str, str],
    number: int,
    meter: str | None,
    output: Path | None,
    into_file: bool,
    pick: int | None,
    table_name: str | None,
    figure: Path | None,
    as_json: bool,
    running: Running,
) -> int:
    """Find every paytable in a range that meets a target, exactly, by house edge.

    For a wager with decisions every candidate is played best again. Where nothing meets the target, what is attainable
    is shown, with the paytables that come nearest; the exit code is 1 if one was to be written. --write keeps the
    comments of the game file.

    \b
    Examples:
      exactodds design wild-six-card-poker queens-or-better --target 0.02..0.04 --vary "flush=8..12,straight=5..7"
      exactodds design wild-52 bonus --target 8%..10% --vary "flush=2..6,straight=1..4" --keep-order --hit 0.1..0.2
      exactodds design wild-six-card-draw-poker base --paytable C --target 0.02..0.025 --vary "flush=1..3:1/2"
      exactodds design wild-six-card-draw-poker progressive --meter 50000 --target 51%..51.5% --vary "wild-flush=4..8"
      exactodds design my-game.toml bonus --target 3%..5% --vary "flush=3..6" --write --name tight
    """
    from analyzer.change.design.search import Targets, read_range, read_shares, read_spans, read_target
    from analyzer.change.design.search import design as search
    from analyzer.game.library import load_game
    from analyzer.pricing.analysis import select_paytables, select_wagers

    if (pick is not None or table_name is not None) and output is None and not into_file:
        raise click.UsageError("--pick and --name are about what is written: give --write or --output, too")
    check_outputs(Output(output, GAME, replaces=False), Output(figure, SVG, "--figure"))
    file = load_game(name)
    if into_file:
        _check_own(file, output)
    game = file.game(options)
    (chosen,) = select_wagers(game, wager)
    base = select_paytables(chosen, paytable)[0]
    spans = read_spans(",".join(vary), chosen.line_ids)
    targets = Targets(
        read_target(target, chosen.unit),
        None if hit is None else read_shares(hit, "--hit"),
        None if variance is None else read_range(variance, "--variance"),
        keep_order,
    )
    with running() as run:
        designs = search(game, chosen, base, spans, targets, run, number, _read_meter(meter))
    is_written = (output is not None or into_file) and bool(designs.candidates)
    if is_written:
        table_name = DESIGNED if table_name is None else table_name
        _write_design(designs, file, output, pick or 1, table_name, as_json)
    if figure is not None:
        from analyzer.change.design.figure import figure_svg

        write_text(figure, figure_svg(designs))
    if as_json:
        print_json(designs.document(number))
    else:
        from analyzer.cli.screens.change import design_report
        from analyzer.cli.screens.layout import show

        show(design_report(designs, number))
    if designs.candidates or (output is None and not into_file):
        return OK
    click.echo("exactodds: no paytable meets the targets, so none is written", err=True)
    return FAILED


def _write_design(
    designs: Designs, file: GameFile, output: Path | None, pick: int, table_name: str, quiet: bool
) -> None:
    """Into a copy, or into the file itself; the readings that the figures hold under are said."""
    from analyzer.change.chosen import options_text

    if output is None:
        text, place = designs.file_text(file.text, pick, table_name), Path(file.path)
        said = [f"its figures need {options_text(designs.readings)}: the file keeps its own readings"]
    else:
        copy = designs.copied(file.text, pick, table_name)
        text, place, said = copy.text, output, copy.said
    write_text(place, text)
    for words in (f"paytable {table_name} of {designs.wager} written to {place}", *(said if designs.readings else ())):
        tell(words, err=quiet)


def _check_own(file: GameFile, output: Path | None) -> None:
    """Before anything is counted: may the chosen paytable be written into the game file?"""
    from analyzer.game.library import shipped_at

    if output is not None:
        raise click.UsageError("--write and --output cannot be used together")
    if shipped_at(file):
        raise click.UsageError(
            f"{file.id} comes with the program and is not changed; copy it with: exactodds new FILE --from {file.id}"
        )


def _read_meter(meter: str | None) -> Fraction | None:
    level = None if meter is None else grouped_number(meter)
    if meter is not None and (level is None or level < 0):
        raise click.UsageError(f"--meter {meter!r} is not a number such as 25000 or 25,431.50{comma_hint(meter)}")
    return level
