"""The command line: it parses, calls the library, and prints. A command imports what it needs, so help is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer import __version__
from analyzer.errors import CountError, ExactOddsError, SelectionError

if TYPE_CHECKING:
    from analyzer.results import GameResult
    from analyzer.run import Progress, Run

OK, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 a check failed, 2 wrong use or bad input."""
    try:
        result = cli.main(args=arguments, prog_name="exactodds", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader (head, less) has seen enough; click makes a SystemExit of that, and of nothing else here.
        _abandon_output()
        return OK
    except (click.ClickException, click.Abort, KeyboardInterrupt, ExactOddsError, OSError) as error:
        return _explain(error)
    return result if isinstance(result, int) else OK


def _explain(error: BaseException) -> int:
    """Say what went wrong, and which exit code that is: the only place that maps errors to codes."""
    if isinstance(error, click.ClickException):
        error.show()
        return WRONG_USE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        click.echo("stopped", err=True)
        return INTERRUPTED
    if isinstance(error, CountError):
        click.echo(f"exactodds: a count failed its check: {error}", err=True)
        return FAILED
    if isinstance(error, ExactOddsError):
        click.echo(f"exactodds: {error}", err=True)
        return WRONG_USE
    _abandon_output()
    click.echo(f"exactodds: the output cannot be written: {error}", err=True)
    return WRONG_USE


def _abandon_output() -> None:
    """Python must not try to flush what is left on its way out."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)


@click.group(context_settings=CONTEXT)
@click.version_option(__version__, prog_name="exactodds")
def cli() -> None:
    """Exact odds of casino card games: every deal counted, every return a fraction.

    \b
    exactodds games                      what can be analysed
    exactodds analyze wild-52            every wager of a game
    exactodds analyze my-game.toml       your own game file
    exactodds hand wild-52 "As Kd Jk 9h 2c"

    Shell completion: eval "$(_EXACTODDS_COMPLETE=bash_source exactodds)", or zsh_source, fish_source.
    """


# --- shared options --------------------------------------------------------------------------------------------------


def _complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from analyzer.library import game_ids

    return [game for game in game_ids() if game.startswith(incomplete)]


def _read_options(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for value in values:
        key, equals, text = value.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{value!r} must be NAME=VALUE, such as top_hand=royal")
        if key in chosen:
            raise click.BadParameter(f"{key} is given twice")
        chosen[key] = text
    return chosen


option_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_read_options,
    help="Choose a reading; see games.",
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="Cores to use; all of them by default.")
cache_option = click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for counts; $EXACTODDS_CACHE by default.",
)
no_cache_option = click.option("--no-cache", is_flag=True, help="Neither use nor keep counts.")


@contextmanager
def _run(jobs: int | None, cache: Path | None, no_cache: bool) -> Iterator[Run]:
    """A run with a progress bar on standard error, where that is a terminal."""
    import warnings

    from analyzer.run import Run, available_cores
    from analyzer.store import Store, default_folder

    store = Store(None if no_cache else cache or default_folder())
    with warnings.catch_warnings(), _progress() as progress:
        warnings.showwarning = _show_warning  # type: ignore[assignment]  # it takes the rest as it comes
        yield Run(jobs or available_cores(), store, progress)


def _show_warning(message: Warning | str, *details: Any) -> None:
    click.echo(f"exactodds: {message}", err=True)


@contextmanager
def _progress() -> Iterator[Progress]:
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield show


# --- commands --------------------------------------------------------------------------------------------------------


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(as_json: bool) -> None:
    """List what can be analysed: games, wagers, paytables, options.

    \b
    Examples:
      exactodds games
      exactodds games --json
    """
    from analyzer.library import game_ids, load_game

    files = [load_game(game) for game in game_ids()]
    if as_json:
        _print_json([_game_document(file) for file in files])
        return
    from analyzer.screen import games_table, show

    show(games_table(files))


def _game_document(file: Any) -> dict[str, Any]:
    game = file.game()
    return {
        "game": game.id,
        "name": game.name,
        "wagers": [
            {
                "wager": wager.id,
                "name": wager.name,
                "paytables": [paytable.id for paytable in wager.paytables],
                "options": list(file.options_of(wager.id)),
            }
            for wager in game.wagers
        ],
        "options": [
            {
                "option": option.id,
                "values": list(option.values),
                "default": option.default,
                "meaning": option.meaning,
            }
            for option in file.options.values()
        ],
    }


@cli.command()
@click.argument("names", metavar="GAME...", nargs=-1, shell_complete=_complete_game)
@click.option("--all", "every", is_flag=True, help="All games that come with the program.")
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="Only this paytable.")
@option_option
@click.option("--stakes", metavar="WAGER=AMOUNT,...", help="Only these wagers, made together at these stakes.")
@click.option("--meter", metavar="AMOUNT", help="The meter of a progressive among the stakes.")
@click.option("--json", "as_json", is_flag=True, help="Print the result document.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line an outcome, for machines.")
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write GAME.json files into a folder.",
)
@jobs_option
@cache_option
@no_cache_option
def analyze(
    names: tuple[str, ...],
    every: bool,
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    stakes: str | None,
    meter: str | None,
    as_json: bool,
    as_csv: bool,
    output: Path | None,
    jobs: int | None,
    cache: Path | None,
    no_cache: bool,
) -> None:
    """Analyse games: the exact chance of every outcome and the exact return of every wager.

    GAME is an id (see exactodds games) or the path of a game file.

    \b
    Examples:
      exactodds analyze wild-52
      exactodds analyze wild-six-card-poker --wager queens-or-better --paytable A3
      exactodds analyze wild-52 --option bonus_uses=best_ranked --json
      exactodds analyze wild-six-card-poker --stakes poker=5,draw-bonus/B2=1
      exactodds analyze --all --output results
    """
    from analyzer.analysis import analyze as analyze_game
    from analyzer.library import game_ids, load_game

    if every == bool(names):
        raise click.UsageError("name one or more games, or give --all; exactodds games lists them")
    if stakes is not None:
        from analyzer.cli_trust import print_stakes

        if len(names) != 1 or wager or paytable or as_csv or output:
            raise click.UsageError("--stakes goes with one game, --option and --json, and nothing else")
        print_stakes(names[0], stakes, meter, options, as_json, (jobs, cache, no_cache))
        return
    if as_json and as_csv:
        raise click.UsageError("--json and --csv cannot be used together")
    files = [load_game(name) for name in (game_ids() if every else names)]
    _check_output(output, [file.id for file in files])
    with _run(jobs, cache, no_cache) as run:
        results = [analyze_game(file, options, wager, paytable, run) for file in files]
    if output is not None:
        _write_documents(results, output)
    _print_results(results, as_json, as_csv, output)


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=_complete_game)
@click.argument("cards", metavar="CARDS")
@click.option("--board", default="", metavar="CARD", help="The community card seen so far, where the game has one.")
@click.option("--wager", help="Which wager with decisions; the first by default.")
@click.option("--paytable", help="Which paytable; the first by default.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@jobs_option
@cache_option
@no_cache_option
def hand(
    name: str,
    cards: str,
    board: str,
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    as_json: bool,
    jobs: int | None,
    cache: Path | None,
    no_cache: bool,
) -> None:
    """Ask about one hand: every choice with its exact value, best first.

    \b
    Examples:
      exactodds hand three-card-poker-6-card-bonus "Qs 6h 4d"
      exactodds hand wild-six-card-draw-poker "As Kd Jk 9h 2c" --paytable B
      exactodds hand wild-52 "Ts 9s 8d 4h 2c" --board Jd --json
    """
    from analyzer.hand import hand_choices
    from analyzer.library import load_game

    file = load_game(name)
    with _run(jobs, cache, no_cache) as run:
        answer = hand_choices(file, cards, board, options, wager, paytable, run)
    if as_json:
        _print_json(answer.document())
        return
    from analyzer.screen import hand_report, show

    show(hand_report(answer))


@cli.command(name="house-way")
@click.argument("name", metavar="GAME", shell_complete=_complete_game)
@click.option("--way", help="Which house way of the game; the first by default.")
@click.option("--compare", metavar="WAY", help="Compare with another house way of the game.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@jobs_option
@cache_option
@no_cache_option
def house_way(
    name: str,
    way: str | None,
    compare: str | None,
    options: dict[str, str],
    as_json: bool,
    jobs: int | None,
    cache: Path | None,
    no_cache: bool,
) -> None:
    """Show a house way row by row with the hands that each row decides, or compare two.

    \b
    Examples:
      exactodds house-way pai-gow-wrangler-outlaw
      exactodds house-way pai-gow-wrangler-outlaw --compare chart-first
    """
    from analyzer.library import load_game
    from analyzer.screen import comparison_report, house_way_report, show
    from analyzer.setwagers import SetSolver, compare_house_ways, house_way_document

    game = load_game(name).game(options)
    own = _chosen_way(game, way)
    with _run(jobs, cache, no_cache) as run:
        if compare is None:
            document = house_way_document(SetSolver(game, own, run))
        else:
            document = compare_house_ways(game, own, _chosen_way(game, compare), run)
    if as_json:
        _print_json(document)
    else:
        show(house_way_report(document) if compare is None else comparison_report(document))


def _chosen_way(game: Any, way: str | None) -> Any:
    from analyzer.sections import nearest

    if not game.house_ways:
        raise SelectionError(f"{game.id} has no house way")
    if way is None:
        return next(iter(game.house_ways.values()))
    if way not in game.house_ways:
        known = ", ".join(game.house_ways)
        raise SelectionError(f"{game.id} has no house way {way!r}{nearest(way, game.house_ways)}; house ways: {known}")
    return game.house_ways[way]


def _print_results(results: list[GameResult], as_json: bool, as_csv: bool, output: Path | None) -> None:
    if as_json:
        documents = [result.document() for result in results]
        _print_json(documents[0] if len(documents) == 1 else documents)
        return
    if as_csv:
        _print_csv(results)
        return
    from analyzer.screen import game_report, show, summary

    if len(results) > 1 or output is not None:
        show(summary(results))
    else:
        show(game_report(results[0]))
    if output is not None:
        click.echo(f"results written to {', '.join(str(output / (result.game.id + '.json')) for result in results)}")


def _check_output(output: Path | None, ids: list[str]) -> None:
    """Find out before anything is counted whether the results can be written."""
    if output is None:
        return
    twice = [game for game in ids if ids.count(game) > 1]
    if twice:
        raise SelectionError(f"two of the games have the id {twice[0]!r}: one result would overwrite the other")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SelectionError(f"{output} cannot be made: {error.strerror}") from None


def _write_documents(results: list[GameResult], output: Path) -> None:
    import json

    for result in results:
        path = output / f"{result.game.id}.json"
        try:
            path.write_text(json.dumps(result.document(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise SelectionError(f"{path} cannot be written: {error.strerror}") from None


def _print_json(document: Any) -> None:
    import json

    click.echo(json.dumps(document, indent=1))


def _print_csv(results: list[GameResult]) -> None:
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    columns = ("name", "pays", "count", "probability", "contribution")
    writer.writerow(("game", "wager", "paytable", "deals", *columns))
    for result in results:
        for wager in result.document()["wagers"]:
            start = (result.game.id, wager["wager"], wager["paytable"], wager["deals"])
            writer.writerows((*start, *(outcome[column] for column in columns)) for outcome in wager["outcomes"])


# The other commands register themselves with `cli` when they are imported.
from analyzer import cli_change, cli_trust  # noqa: E402, F401
