"""The command `formula`: the exact return as an expression in what the lines pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from analyzer.cli.base import Running, cli, complete_game, json_option, option_option, print_json, run_options

if TYPE_CHECKING:
    from analyzer.change.formula.formula import Formula
    from analyzer.change.formula.regions import LineRegion
    from analyzer.game.file import GameFile
    from analyzer.run.jobs import Run


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="The strategy of this paytable, and its pays; each wager's first by default.")
@click.option("--line", help="How far the pay of this line alone can move, and the next strategies in full.")
@click.option("--no-regions", is_flag=True, help="Do not look for how far the pays can move.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@option_option
@json_option
@run_options
def formula(
    name: str,
    wager: str | None,
    paytable: str | None,
    line: str | None,
    no_regions: bool,
    latex: bool,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> None:
    """Write the exact return as a formula in what the lines pay, with counts of deals as coefficients.

    Where the player decides, the formula is that of the strategy that is best under the paytable. Then the range of
    each pay, all others unchanged, is given in which no other strategy is better, and the next strategy beyond it. In
    games with community cards that takes minutes; --line asks for one pay alone.

    \b
    Examples:
      exactodds formula three-card-poker-6-card-bonus --wager pair-plus
      exactodds formula wild-six-card-draw-poker --wager progressive --latex
      exactodds formula wild-six-card-draw-poker --wager base --paytable C --line flush
    """
    from analyzer.game.library import load_game

    if latex and as_json:
        raise click.UsageError("--latex and --json cannot be used together; the JSON has the LaTeX in it")
    if line is not None and (no_regions or latex or wager is None):
        raise click.UsageError("--line needs --wager, and regions: it goes without --no-regions and --latex")
    file = load_game(name)
    with running() as run:
        formulas = list(_formulas(file, options, wager, paytable, run))
        with_regions = [(one, [] if no_regions or latex else _regions(one, line)) for one in formulas]
    if latex:
        click.echo("\n".join(one.latex() for one in formulas))
    elif as_json:
        documents = [one.document(None if no_regions else regions) for one, regions in with_regions]
        print_json({"schema": "exactodds/formula/1", "game": file.id, "formulas": documents})
    else:
        from analyzer.cli.screens.formula import formula_report
        from analyzer.cli.screens.layout import show

        for one, regions in with_regions:
            show(formula_report(one, regions, full=line is not None))


def _formulas(
    file: GameFile, options: dict[str, str], wager: str | None, paytable: str | None, run: Run
) -> Iterator[Formula]:
    from analyzer.change.formula.formula import formula_of
    from analyzer.errors import SelectionError
    from analyzer.pricing.analysis import select_paytables, select_wagers

    game = file.game(options)
    is_any = False
    for chosen in select_wagers(game, wager):
        tables = select_paytables(chosen, paytable, required=wager is not None)
        if tables:
            is_any = True
            yield formula_of(game, chosen, tables[0], run)
    if not is_any:
        raise SelectionError(f"no wager of {game.id} has a paytable {paytable!r}")


def _regions(formula: Formula, line: str | None) -> list[LineRegion]:
    if line is None:
        return list(formula.regions.values())
    region = formula.region(line)
    return [] if region is None else [region]
