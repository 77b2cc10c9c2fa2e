"""The command line: it parses, calls the library, and prints. Here is its entry and what becomes of errors."""

from __future__ import annotations

import os
import sys

import click

# The commands register themselves with `cli` when they are imported.
from analyzer.cli import analyze, cache, change, formula, plot, readings, report, serve, strategy, trust  # noqa: F401
from analyzer.cli.base import FAILED, INTERRUPTED, OK, WRONG_USE, cli
from analyzer.cli.encoding import make_output_safe
from analyzer.errors import CountError, ExactOddsError, NotCountedFileError


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 a check failed, 2 wrong use or bad input."""
    make_output_safe()
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
        # click makes an Abort of an interrupt; what was said with it is in its cause.
        click.echo("; ".join(filter(None, ("stopped", str(error.__cause__ or error)))), err=True)
        return INTERRUPTED
    if isinstance(error, CountError):
        click.echo(f"exactodds: a count failed its check: {error}", err=True)
        return FAILED
    if isinstance(error, ExactOddsError):
        click.echo(f"exactodds: {error}", err=True)
        if isinstance(error, NotCountedFileError):
            _tell_the_referees_work(error)
        return WRONG_USE
    _abandon_output()
    click.echo(f"exactodds: the output cannot be written: {error}", err=True)
    return WRONG_USE


def _tell_the_referees_work(error: NotCountedFileError) -> None:
    """What it would take to play the refused wagers literally."""
    from analyzer.trust.refused import referees_work

    for sentence in referees_work(error):
        click.echo(f"  {sentence}", err=True)


def _abandon_output() -> None:
    """Python must not try to flush what is left on its way out."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
