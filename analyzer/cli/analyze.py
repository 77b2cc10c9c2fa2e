"""Commands that tell what a game is worth: games, analyze, hand, house-way. A command imports what it needs, so help is
quick."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.asked import check_columns, chosen_columns, chosen_format, columns_option, read_meter
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
    tell,
)
from analyzer.cli.exposed import backs_option, hour_of, hour_options, print_exposed, read_sees, sees_option
from analyzer.cli.outputs import RESULT, Output, check_outputs
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.files import write_text
from analyzer.printable import as_written

if TYPE_CHECKING:
    from analyzer.game.file import GameFile
    from analyzer.game.house_way import HouseWay
    from analyzer.game.model import Game
    from analyzer.pricing.asked import Asked
    from analyzer.pricing.results import GameResult

# The columns of lines of values.
VALUES = (
    "game", "wager", "paytable", "deals", "name", "pays", "count", "probability", "contribution", "unit",
    "player_advantage",
)  # fmt: skip


@cli.command()
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@json_option
def games(names: tuple[str, ...], as_json: bool) -> None:
    """List what can be analysed: games, wagers, paytables, options.

    Certified games are computed from their documents; the library has games that everybody knows. With a GAME, an id or
    the path of a file, what each of its options means too.

    \b
    Examples:
      exactodds games
      exactodds games wild-52
      exactodds games my-game.toml --json
    """
    from analyzer.game.library import each_once, game_ids, library_ids, listed, load_game

    chosen = each_once([load_game(game) for game in names])
    tables = {"Games": chosen} if names else {"Certified": listed(game_ids()), "Library": listed(library_ids())}
    if as_json:
        print_json([_game_document(file) for files in tables.values() for file in files])
        return
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.results import games_table, options_text

    for title, files in tables.items():
        show(games_table(title, files))
    for file in chosen:
        show(options_text(file, named=len(chosen) > 1))


@cli.command()
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--from", "origin", metavar="GAME", required=True, shell_complete=complete_game, help="The game to copy.")
def new(path: Path, origin: str) -> None:
    """Write a game file of your own to start from: a copy of a game, named after the file.

    \b
    Examples:
      exactodds new my-game.toml --from wild-52
    """
    from analyzer.game.library import load_game, renamed

    text = renamed(load_game(origin), path.stem)
    if path.exists():
        raise SelectionError(f"{path} is there already; choose another name, or remove it first")
    write_text(path, text)
    tell(f"{path} written; change it, and see what it is worth with: exactodds analyze {path}")


def _game_document(file: GameFile) -> JsonDict:
    from analyzer.game.library import collection_of

    rules = file.rules()
    return {
        "game": rules.id,
        "name": rules.name,
        "collection": collection_of(file),
        "wagers": [
            {
                "wager": wager.id,
                "name": wager.name,
                "paytables": [paytable.id for paytable in wager.paytables],
                "options": list(file.options_of(wager.id)),
            }
            for wager in rules.wagers
        ],
        "options": [
            {
                "option": option.id,
                "values": list(option.values),
                "default": option.default,
                "meaning": option.meaning,
            }
            | ({"minimum": str(option.minimum), "maximum": str(option.maximum)} if option.is_number else {})
            for option in file.options.values()
        ],
    }


@cli.command()
@click.argument("names", metavar="GAME...", nargs=-1, shell_complete=complete_game)
@click.option("--all", "every", is_flag=True, help="All certified games.")
@click.option("--library", is_flag=True, help="All games of the library.")
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="Only this paytable.")
@option_option
@click.option("--stakes", metavar="WAGER=AMOUNT,...", help="Only these wagers, made together at these stakes.")
@click.option("--meter", metavar="AMOUNT", help="What a progressive is worth at that meter, alone or staked.")
@sees_option
@backs_option
@hour_options
@click.option("--json", "as_json", is_flag=True, help="Print the result document.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line an outcome, for machines.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to print: tables (the default), Markdown, lines of values, or JSON; csv and json as --csv and --json.",
)
@columns_option
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write GAME.json files into a folder.",
)
@run_options
def analyze(
    names: tuple[str, ...],
    every: bool,
    library: bool,
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    stakes: str | None,
    meter: str | None,
    sees: tuple[str, ...],
    backs: str | None,
    rounds: Fraction | None,
    stake: Fraction | None,
    as_json: bool,
    as_csv: bool,
    form: str | None,
    columns: tuple[str, ...],
    output: Path | None,
    running: Running,
) -> None:
    """Analyse games: the exact chance of every outcome and the exact return of every wager.

    GAME is an id (see exactodds games) or the path of a game file.

    \b
    Examples:
      exactodds analyze wild-52
      exactodds analyze wild-six-card-poker --wager queens-or-better --paytable A3
      exactodds analyze wild-52 --option bonus_uses=best_ranked --json
      exactodds analyze wild-52 --format md
      exactodds analyze wild-52 --format csv --columns wager,name,count,probability
      exactodds analyze wild-52 --wager bonus --rounds 30 --stake 25
      exactodds analyze wild-six-card-draw-poker --wager progressive --meter 60000
      exactodds analyze wild-six-card-poker --stakes poker=5,draw-bonus/B2=1
      exactodds analyze --all --output results
      exactodds analyze my-game.toml --sees dealer=1
      exactodds analyze my-game.toml --sees dealer=1 --backs K-A --rounds 30 --stake 25

    With --sees the main wager is analysed for a player who sees cards that he should not: his expected result and
    deviation, how often each choice is made, the gain over normal play, the desirability index (1000 times his edge
    over the deviation), what each card is worth, and what that is an hour at a table.

    With --meter a progressive is also shown at that level of its meter; with --rounds or --stake every wager tells what
    the house wins with it in an hour. --columns chooses among the columns of the tables or of the lines of values.
    """
    from analyzer.game.library import each_once, game_ids, library_ids, load_game, told_apart
    from analyzer.pricing.analysis import analyze as analyze_game
    from analyzer.pricing.asked import Asked

    if (every or library) == bool(names):
        raise click.UsageError("name one or more games, or give --all or --library; exactodds games lists them")
    chosen_form = chosen_format(as_json, as_csv, form)
    level = read_meter(meter)
    if stakes is not None:
        from analyzer.cli.trust import print_stakes

        hour_asked = rounds is not None or stake is not None
        others = wager or paytable or sees or backs is not None or hour_asked or columns or output
        if len(names) != 1 or others or chosen_form not in ("table", "json"):
            raise click.UsageError("--stakes goes with one game, --option, --meter and --json, and nothing else")
        print_stakes(names[0], stakes, level, options, chosen_form == "json", running)
        return
    if sees or backs is not None:
        if len(names) != 1 or chosen_form in DELIMITERS or meter is not None or columns or output:
            raise click.UsageError(
                "--sees goes with one game, --wager, --paytable, --option, --backs, --rounds, --stake, --json and "
                "--format md, and nothing else"
            )
        exposures = read_sees(sees, backs)
        print_exposed(names[0], exposures, wager, paytable, options, hour_of(rounds, stake), chosen_form, running)
        return
    asked = Asked(level, rounds, stake)
    if asked != Asked() and chosen_form in DELIMITERS:
        raise click.UsageError("--meter, --rounds and --stake go with tables, Markdown and JSON, not lines of values")
    chosen = (*names, *(game_ids() if every else ()), *(library_ids() if library else ()))
    files = each_once([load_game(name) for name in chosen])
    is_summary = len(files) > 1 or output is not None
    columns = check_columns(columns, chosen_form, *_known_columns(chosen_form, asked, is_summary))
    _check_output(output, [file.id for file in files])
    with running() as run:
        results = [analyze_game(file, options, wager, paytable, run) for file in files]
    asked.check([wager for result in results for wager in result.wagers])
    for result in results:
        for note in asked.notes(result.game, [wager.wager for wager in result.wagers]):
            tell(f"exactodds: note: {note}", err=True)
    if output is not None:
        _write_documents(results, asked, output)
    _print_results(results, told_apart([(file.id, file.path) for file in files]), asked, chosen_form, columns, output)


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.argument("cards", metavar="CARDS...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="The community cards seen so far, in order.")
@click.option(
    "--sees",
    multiple=True,
    metavar="GROUP=CARDS",
    help='Other cards that he sees: the dealer\'s; of several groups "show=Kh discards=Tc", or one --sees for each.',
)
@click.option("--wager", help="Which wager with decisions; the first by default.")
@click.option("--paytable", help="Which paytable; the first by default.")
@option_option
@json_option
@run_options
def hand(
    name: str,
    cards: tuple[str, ...],
    board: str,
    sees: tuple[str, ...],
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> None:
    """Ask about one hand: every choice with its exact value, best first.

    \b
    Examples:
      exactodds hand three-card-poker-6-card-bonus Qs 6h 4d
      exactodds hand wild-six-card-draw-poker "As Kd Jk 9h 2c" --paytable B
      exactodds hand wild-52 "Ts 9s 8d 4h 2c" --board Jd --json
      exactodds hand my-holdem.toml "Ks 4h" --board "Kd 9c 2s"
      exactodds hand my-stud.toml "As Kd Jh 9h 2c" --sees up=Ah
      exactodds hand my-draw.toml "Ah Kd 9c" --sees "show=Kh discards=Tc"
      exactodds hand my-draw.toml "Ah Kd 9c" --sees "show=Kh discards="

    Cards that --sees gives belong to the groups that it names, in any order. After an exchange the discards are told
    with discards=, and nothing behind it says that none was discarded.

    Of the holds of video poker those are printed that no other dominates: none is at least as likely to win any
    amount or more. --json has all of them, with the number of draws that end in each line.
    """
    from analyzer.game.library import load_game
    from analyzer.strategy.one_hand import hand_choices

    file = load_game(name)
    with running() as run:
        own, turned, others = map(as_written, (" ".join(cards), board, " ".join(sees)))
        answer = hand_choices(file, own, turned, options, wager, paytable, run, others)
    if as_json:
        print_json(answer.document())
        return
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.results import hand_report

    show(hand_report(answer))


@cli.command(name="house-way")
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--way", help="Which house way of the game; the one its wagers use by default.")
@click.option("--compare", metavar="WAY", help="Compare with another house way of the game.")
@option_option
@json_option
@run_options
def house_way(
    name: str,
    way: str | None,
    compare: str | None,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> None:
    """Show a house way row by row with the hands that each row decides, or compare two.

    \b
    Examples:
      exactodds house-way pai-gow-wrangler-outlaw
      exactodds house-way pai-gow-wrangler-outlaw --compare chart-first
    """
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.results import comparison_report, house_way_report
    from analyzer.engines.two_hands.solver import SetSolver, shared_limit
    from analyzer.game.library import load_game
    from analyzer.pricing.set_wagers import compare_house_ways, house_way_document

    game = load_game(name).game(options)
    own = _chosen_way(game, way)
    with running() as run:
        if compare is None:
            document = house_way_document(SetSolver(game, own, own, run, shared_limit(game, (own, own))))
        else:
            document = compare_house_ways(game, own, _chosen_way(game, compare), run)
    if as_json:
        print_json(document)
    else:
        show(house_way_report(document) if compare is None else comparison_report(document))


def _chosen_way(game: Game, way: str | None) -> HouseWay:
    from analyzer.game.sections import nearest

    if not game.house_ways:
        raise SelectionError(f"{game.id} has no house way")
    if way is None:
        return _only_way(game)
    if way not in game.house_ways:
        known = ", ".join(game.house_ways)
        raise SelectionError(f"{game.id} has no house way {way!r}{nearest(way, game.house_ways)}; house ways: {known}")
    return game.house_ways[way]


def _only_way(game: Game) -> HouseWay:
    """The house way that the wagers use; where they use several, or none of several, one has to be named."""
    used = {way for wager in game.wagers for way in wager.used_ways} or set(game.house_ways.values())
    if len(used) > 1:
        raise SelectionError(f"{game.id} has several house ways; name one with --way: {', '.join(game.house_ways)}")
    return used.pop()


def _known_columns(form: str, asked: Asked, is_summary: bool) -> tuple[Sequence[str], Mapping[str, str]]:
    """The names of the columns of what will be printed, and the headings of those whose heading is another."""
    if form == "json":
        return (), {}
    from analyzer.cli.screens.layout import names_and_headings
    from analyzer.cli.screens.results import outcome_columns, summary_columns

    names, headings = names_and_headings(summary_columns(asked) if is_summary else outcome_columns())
    return (VALUES if form in DELIMITERS else names), headings


def _print_results(
    results: list[GameResult],
    games: list[str],
    asked: Asked,
    form: str,
    columns: tuple[str, ...],
    output: Path | None,
) -> None:
    if form == "json":
        documents = [_document(result, asked) for result in results]
        print_json(documents[0] if len(documents) == 1 else documents)
        return
    if form in DELIMITERS:
        _print_values(results, games, columns, DELIMITERS[form])
        return
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.results import game_report, summary

    several = len(results) > 1 or output is not None
    screen = summary(results, games, asked, columns) if several else game_report(results[0], asked, columns)
    if form == "md":
        from analyzer.cli.screens.markdown import markdown

        sys.stdout.write(markdown(screen))  # click would write UTF-8 where the terminal has ASCII
        return
    show(screen)
    if output is not None:
        tell(f"results written to {', '.join(str(output / (result.game.id + '.json')) for result in results)}")


def _document(result: GameResult, asked: Asked) -> JsonDict:
    """The result document; each wager also says what was asked about it."""
    document = result.document()
    wagers = zip(document["wagers"], result.wagers, strict=True)
    return document | {"wagers": [wager | asked.document(priced) for wager, priced in wagers]}


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
        raise SelectionError(f"{output} cannot be created: {error.strerror}") from None
    check_outputs(*(Output(output / f"{game}.json", RESULT) for game in ids))


def _write_documents(results: list[GameResult], asked: Asked, output: Path) -> None:
    import json

    for result in results:
        write_text(output / f"{result.game.id}.json", json.dumps(_document(result, asked), indent=1) + "\n")


def _print_values(results: list[GameResult], games: list[str], columns: tuple[str, ...], delimiter: str) -> None:
    from analyzer.csv_text import csv_text

    rows: list[tuple[str, ...]] = [VALUES]
    for result, game in zip(results, games, strict=True):
        for priced, wager in zip(result.wagers, result.document()["wagers"], strict=True):
            start = (game, wager["wager"], wager["paytable"], wager["deals"])
            end = (wager["unit"], "" if priced.advantage is None else priced.advantage.extent)
            rows += [(*start, *(outcome[column] for column in VALUES[4:9]), *end) for outcome in wager["outcomes"]]
    sys.stdout.write(csv_text(chosen_columns(columns, rows), delimiter))


@cli.command()
def manual() -> None:
    """Print the help of all commands as one page of Markdown.

    \b
    Examples:
      exactodds manual > command-line.md
    """
    from analyzer.cli.manual import manual_text

    click.echo(manual_text(cli), nl=False)
