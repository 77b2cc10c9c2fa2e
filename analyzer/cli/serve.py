"""The command `serve`: one page on this machine."""

from __future__ import annotations

from contextlib import suppress

import click

from analyzer.cli.base import Running, cli, complete_game, run_options


@cli.command()
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port on 127.0.0.1; any that is free by default."
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@run_options
def serve(names: tuple[str, ...], port: int, no_browser: bool, running: Running) -> None:
    """Open a page on this machine: choose a game, edit a paytable, and see exactly what it is worth.

    The page also answers for one hand, looks for pays that meet a target, and hands out the game file and a draft of
    the report. GAMEs, ids or paths of files, are listed first; files can be opened on the page too. Only this machine
    can reach it, with the address that is printed; Ctrl-C stops it.

    \b
    Examples:
      exactodds serve
      exactodds serve my-game.toml --port 8000
    """
    import webbrowser

    from analyzer.game.library import load_game
    from analyzer.serve.server import serve as answer

    own = [load_game(name) for name in names]

    def ready(address: str) -> None:
        click.echo(f"{address}\nThe page is there until Ctrl-C. Its address is a secret: who has it can use the page.")
        if not no_browser:
            webbrowser.open(address)

    with running() as run, suppress(KeyboardInterrupt):  # Ctrl-C before the first request, too
        answer(own, run, port, ready)
    click.echo("the page is gone", err=True)
