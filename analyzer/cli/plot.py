"""The command `plot`: pictures of a game."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.base import Running, cli, complete_game, option_option, run_options, tell
from analyzer.cli.outputs import PNG, SVG, Output, check_outputs
from analyzer.files import write_bytes, write_text

WHAT = ("edges", "distribution", "sensitivity", "meter")
ENDINGS = (".svg", ".png")


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--what", type=click.Choice(WHAT), default="edges", show_default=True, help="What to draw.")
@click.option("--wager", help="Only this wager; except for edges the first one that can be drawn by default.")
@click.option("--paytable", help="Only this paytable.")
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the picture: .svg or .png.",
)
@option_option
@run_options
def plot(
    name: str,
    what: str,
    wager: str | None,
    paytable: str | None,
    output: Path,
    options: dict[str, str],
    running: Running,
) -> None:
    """Draw a game: house edges, what can happen, what one unit on each pay does, the return over a meter.

    The same game gives the same bytes on every machine.

    \b
    Examples:
      exactodds plot three-card-poker-6-card-bonus -o edges.svg
      exactodds plot wild-52 --what distribution --wager bonus -o bonus.svg
      exactodds plot three-card-poker-6-card-bonus --what sensitivity --wager pair-plus -o pays.png
      exactodds plot wild-six-card-draw-poker --what meter -o meter.png
    """
    from analyzer.game.library import load_game
    from analyzer.report.plots import plot as figure_of
    from analyzer.reports.picture import picture_png, picture_svg

    if output.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"{output}: a picture is written to a file that ends in {' or '.join(ENDINGS)}")
    check_outputs(Output(output, PNG if output.suffix.lower() == ".png" else SVG))
    file = load_game(name)
    with running() as run:
        block = figure_of(what, file, options, wager, paytable, run)
    if output.suffix.lower() == ".png":
        write_bytes(output, picture_png(block))
    else:
        write_text(output, picture_svg(block))
    tell(f"{block['title']}: {output}")
