"""The command line: it parses, calls the library, and prints. Here is its entry and what becomes of errors."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback

import click

from analyzer.cli.base import BROKEN, FAILED, INTERRUPTED, OK, WRONG_USE, cli
from analyzer.cli.streams import OutputError, safe_streams
from analyzer.errors import CountError, ExactOddsError, NotCountedFileError
from analyzer.printable import page_shown_safely, shown_safely

MAX_SHOWN = 200


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0 done, 1 a check failed, 2 wrong use or bad input, 3 a fault of the program, 130 stopped.
    """
    with safe_streams():
        try:
            return _run(arguments)
        except Exception as error:  # the last handler: whatever happens is one line
            return _explain_fault(error)


def _run(arguments: list[str] | None) -> int:
    try:
        result = cli.main(args=arguments, prog_name="exactodds", standalone_mode=False)
        sys.stdout.flush()
    except (click.ClickException, click.Abort, KeyboardInterrupt, ExactOddsError, OutputError) as error:
        return _explain(error)
    return result if isinstance(result, int) else OK


def _explain(error: BaseException) -> int:
    """Say what went wrong, and which exit code that is: the only place that maps errors to codes."""
    if isinstance(error, click.ClickException):
        shown = io.StringIO()
        error.show(shown)
        click.echo(page_shown_safely(shown.getvalue()), err=True, nl=False)
        return WRONG_USE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        # click makes an Abort of an interrupt; what was said with it is in its cause.
        click.echo("; ".join(filter(None, ("stopped", str(error.__cause__ or error)))), err=True)
        return INTERRUPTED
    if isinstance(error, CountError):
        click.echo(page_shown_safely(f"exactodds: a count failed its check: {error}"), err=True)
        return FAILED
    if isinstance(error, OutputError):
        click.echo(f"exactodds: the output cannot be written: {error}", err=True)
        return WRONG_USE
    click.echo(page_shown_safely(f"exactodds: {error}"), err=True)
    if isinstance(error, NotCountedFileError):
        _tell_the_referees_work(error)
    return WRONG_USE


def _tell_the_referees_work(error: NotCountedFileError) -> None:
    """What it would take to play the refused wagers literally."""
    from analyzer.trust.refused import referees_work

    for sentence in referees_work(error):
        click.echo(f"  {sentence}", err=True)


def _explain_fault(error: Exception) -> int:
    """An unexpected error: one line, and a file with the details for whoever fixes it."""
    words = shown_safely(f"{type(error).__name__}: {error}")[:MAX_SHOWN]
    place = _written_details(error)
    where = f"; the details are in {place}" if place else ""
    click.echo(f"exactodds: a fault of the program, please report it: {words}{where}", err=True)
    return BROKEN


def _written_details(error: Exception) -> str | None:
    """The file with the traceback, for this user's eyes; None where none can be written."""
    try:
        handle, place = tempfile.mkstemp(prefix="exactodds-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write("".join(traceback.format_exception(error)))
    except OSError:
        return None
    return place
