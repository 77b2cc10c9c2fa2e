"""The command that shows how to play: the optimal strategy, and what lists of rules that a person can use cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.base import (
    FAILED,
    OK,
    Running,
    cli,
    complete_game,
    json_option,
    option_option,
    print_json,
    run_options,
    tell,
)
from analyzer.cli.outputs import CSV, NPZ, RULES, Output, check_outputs
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.files import write_text

if TYPE_CHECKING:
    from analyzer.game.model import Game, Wager
    from analyzer.game.wagers.set_in_two import SetWager
    from analyzer.run.jobs import Run
    from analyzer.strategy.evaluation import Evaluation
    from analyzer.strategy.rules import Strategy
    from analyzer.strategy.stages import Stages


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--rules", metavar="FILE", help="Evaluate the rules of a file, or of a strategy by name.")
@click.option("--simple", type=click.IntRange(1, 50), metavar="N", help="Find a cheap list of at most N rules.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the list that --simple found as a strategy file.",
)
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the complete optimal table by suit class, .csv or .npz.",
)
@click.option("--wager", help="Which wager with decisions; the first by default.")
@click.option("--paytable", help="Which paytable; the first by default.")
@option_option
@json_option
@run_options
def strategy(
    name: str,
    rules: str | None,
    simple: int | None,
    save: Path | None,
    export: Path | None,
    wager: str | None,
    paytable: str | None,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> int:
    """Tell how to play: the optimal strategy, or what a list of rules costs, exactly.

    Without --rules and --simple: the optimal strategy as a table, how often each choice is made, the closest
    decisions; for hands that are set by a house way, what each row of it costs; for video poker the ranked list of
    holds, with --simple a short one; for cards turned one by one what is done by what was seen; with community cards
    what is done with one's own cards, and with --simple at most N rules for each decision after that. Rules come from
    a file, or by name:
    card, expert (where they come with the game), play-every-hand, never-bet-again, mimic-the-dealer, discard-lowest.
    Exit code 1 if a file's figures differ from the evaluation.

    \b
    Examples:
      exactodds strategy three-card-poker-6-card-bonus
      exactodds strategy wild-52 --rules card
      exactodds strategy wild-six-card-poker --rules my-rules.toml --json
      exactodds strategy three-card-poker-6-card-bonus --simple 1
      exactodds strategy wild-six-card-poker --export table.csv
    """
    from analyzer.game.library import load_game
    from analyzer.strategy.api import decided_stages
    from analyzer.strategy.played_lists import played_decision

    if rules is not None and simple is not None:
        raise click.UsageError("--rules evaluates a list and --simple finds one; give one of them")
    if export is not None and as_json and rules is None and simple is None:
        raise click.UsageError(
            "--export alone prints nothing: leave out --json, or ask for the strategy without --export"
        )
    if save is not None and simple is None:
        raise click.UsageError("--save writes the list that --simple finds; give --simple too")
    is_npz = export is not None and export.suffix == ".npz"
    check_outputs(Output(save, RULES, "--save"), Output(export, NPZ if is_npz else CSV, "--export"))
    game = load_game(name).game(options)
    with running() as run:
        house = _house_way_wager(game, wager)
        if house is not None:
            if rules is not None or simple is not None or export is not None:
                raise SelectionError(f"{game.id} / {house.id} is set by a house way; it has no rules to evaluate")
            _print(_house_way_document(game, house, run, paytable), as_json, "house_way_cost_report")
            return OK
        played = played_decision(game, wager)
        if played is not None:
            _played(game, played, paytable, rules, simple, save, export, as_json, run)
            return OK
        given = None if rules is None else _read_rules(rules, game, wager)
        stages = decided_stages(game, wager, paytable, run)
        if export is not None:
            _export(stages, export)
        if rules is None and simple is None:
            if export is None:
                _print_optimal(stages, as_json)
            return OK
        evaluation = _evaluated(stages, given, simple, run)
        if save is not None:
            _save(evaluation, save)
    _print(evaluation.document(), as_json, "evaluation_report")
    return FAILED if evaluation.figures_differ else OK


def _played(
    game: Game,
    wager: Wager,
    paytable: str | None,
    rules: str | None,
    simple: int | None,
    save: Path | None,
    export: Path | None,
    as_json: bool,
    run: Run,
) -> None:
    """A wager whose list is made for its kind: ranked holds, or decisions by what was seen."""
    from analyzer.pricing.analysis import select_paytables
    from analyzer.strategy.played_lists import export_list, list_document

    if rules is not None:
        raise SelectionError(f"{game.id} / {wager.id} has no rules in files; its list is made from its exact values")
    if save is not None:
        raise SelectionError(
            f"{game.id} / {wager.id}: --save writes rules as a strategy file, and this list is none; leave out --save, "
            "and keep what --json prints"
        )
    table = select_paytables(wager, paytable)[0]
    if export is not None:
        export_list(game, wager, table, run, export)
        tell(f"the complete table is written to {export}", err=True)
    if export is None or simple is not None:
        _print(list_document(game, wager, table, run, simple), as_json, "played_report")


def _read_rules(rules: str, game: Game, wager: str | None) -> Strategy:
    """The rules, read before anything is counted: what is wrong with them is said at once."""
    from analyzer.strategy.api import decided_wager, find_rules

    decided = decided_wager(game, wager)
    given = find_rules(rules, game, decided)
    if given.wager != decided.id:
        raise SelectionError(f"the strategy is for the wager {given.wager!r}, not {decided.id!r}")
    return given


def _evaluated(stages: Stages, rules: Strategy | None, simple: int | None, run: Run) -> Evaluation:
    if simple is not None:
        from analyzer.strategy.search import find_strategy

        return find_strategy(stages, simple, run)
    from analyzer.strategy.evaluation import evaluate

    assert rules is not None
    return evaluate(rules, stages)


def _print_optimal(stages: Stages, as_json: bool) -> None:
    from analyzer.strategy.optimal import optimal_document

    _print(optimal_document(stages), as_json, "optimal_report")


def _print(document: JsonDict, as_json: bool, report: str) -> None:
    if as_json:
        print_json(document)
        return
    from analyzer.cli.screens import strategy as screen_strategy
    from analyzer.cli.screens.layout import show

    show(getattr(screen_strategy, report)(document))


def _export(stages: Stages, path: Path) -> None:
    from analyzer.strategy.optimal import export as write_table

    write_table(stages, path)
    tell(f"the complete table is written to {path}", err=True)


def _save(evaluation: Evaluation, path: Path) -> None:
    from dataclasses import replace

    from analyzer.strategy.file import strategy_text
    from analyzer.strategy.rules import ClaimedFigures

    strategy = replace(evaluation.strategy, figures=ClaimedFigures(evaluation.ev, evaluation.cost))
    write_text(path, strategy_text(strategy, evaluation.words.hands))


def _house_way_wager(game: Game, wager: str | None) -> SetWager | None:
    """The wager asked for, or the first with decisions, if it is one that a house way sets."""
    from analyzer.pricing.analysis import select_wagers
    from analyzer.strategy.kinds import is_set_by_player

    first = next((one for one in select_wagers(game, wager) if one.has_decisions), None)
    return first if first is not None and is_set_by_player(first) else None


def _house_way_document(game: Game, wager: SetWager, run: Run, paytable: str | None) -> JsonDict:
    from analyzer.strategy.house_way import house_way_cost

    return house_way_cost(game, wager, run, paytable)
