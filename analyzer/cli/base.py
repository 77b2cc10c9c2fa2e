"""What all commands share: the group that they belong to, their common options, and the run that they start."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer import __version__
from analyzer.cli.loading import Commands
from analyzer.printable import shown_safely

if TYPE_CHECKING:
    from analyzer.run.jobs import Run


@dataclass(frozen=True)
class Running:
    """What a command gets from its run options: `with running() as run:`."""

    jobs: int | None
    cache: Path | None
    no_cache: bool
    cluster: str | None

    def __call__(self) -> AbstractContextManager[Run]:
        return _run(self.jobs, self.cache, self.no_cache, self.cluster)

    def apart(self) -> AbstractContextManager[Run]:
        """The same without counts that were kept by earlier runs, unless their folder was named."""
        return self() if self.cache is not None or self.no_cache else _run_apart(self)


OK, FAILED, WRONG_USE, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130
KEPT = "what was counted is kept: the same command goes on from there"
# How results are printed, and what stands between two values.
FORMATS = ("table", "md", "csv", "tsv", "json")
DELIMITERS = {"csv": ",", "tsv": "\t"}
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


@click.group(cls=Commands, context_settings=CONTEXT)
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


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from analyzer.game.library import shipped_ids

    return [game for game in shipped_ids() if game.startswith(incomplete)]


def rounds_option(most: int, default: int | None, words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--rounds, a number as people write it: 20000, 20,000 or 1e6."""

    def read(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
        from analyzer.numbers import comma_hint, whole_number

        rounds = default if value is None else whole_number(value)
        if value is not None and rounds is None:
            hint = comma_hint(value) or "; write for example 20000, 20,000 or 1e6"
            raise click.BadParameter(f"{value!r} is not a number of rounds{hint}")
        if rounds is not None and not 1 <= rounds <= most:
            raise click.BadParameter(f"{value!r} is not in the range from 1 to {most:,}")
        return rounds

    usual = "" if default is None else f"; {default:,} by default"
    return click.option("--rounds", callback=read, metavar="NUMBER", help=f"{words}, such as 20,000 or 1e6{usual}.")


def read_options(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
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
    callback=read_options,
    help="Choose a reading; see games.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to print: tables (the default), Markdown, lines of values, or JSON as with --json.",
)
_jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="Cores to use; all of them by default.")
_cache_option = click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for counts; $EXACTODDS_CACHE by default.",
)
_no_cache_option = click.option("--no-cache", is_flag=True, help="Neither use nor keep counts.")
_cluster_option = click.option("--cluster", metavar="ADDRESS", help="Count on a dask cluster, such as tcp://host:8786.")


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run to a command, which gets them as its argument `running`."""

    @_jobs_option
    @_cache_option
    @_no_cache_option
    @_cluster_option
    @functools.wraps(command)
    def with_run(
        *args: Any, jobs: int | None, cache: Path | None, no_cache: bool, cluster: str | None, **rest: Any
    ) -> Any:
        if no_cache and cache is not None:
            raise click.UsageError("--cache names a folder for counts and --no-cache uses none; give one of them")
        return command(*args, running=Running(jobs, cache, no_cache, cluster), **rest)

    return with_run


@contextmanager
def _run_apart(running: Running) -> Iterator[Run]:
    """With a store of its own, so that nothing is counted twice, and nobody else's count is taken for ours."""
    from analyzer.folders import temporary_folder

    with temporary_folder() as folder, _run(running.jobs, folder, False, running.cluster) as run:
        yield run


@contextmanager
def _run(jobs: int | None, cache: Path | None, no_cache: bool, cluster: str | None) -> Iterator[Run]:
    """A run with a progress bar on standard error, where that is a terminal."""
    import warnings

    from analyzer.run.jobs import Run, available_cores
    from analyzer.run.progress import progress_bar
    from analyzer.run.store import GOING_ON_WITHOUT, Store, StoreWarning, default_folder, usable

    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("always", StoreWarning)
        shown: set[str] = set()
        warnings.showwarning = _show_each_once(shown)
        folder = None if no_cache else usable(cache or default_folder())
        workers = None
        if cluster is not None:
            from analyzer.run.cluster import Cluster

            workers = stack.enter_context(Cluster.connect(cluster))
        progress = stack.enter_context(progress_bar()) if sys.stderr.isatty() else None
        try:
            reporting = {} if progress is None else {"progress": progress}
            yield Run(jobs or available_cores(), Store(folder), cluster=workers, **reporting)
        except KeyboardInterrupt:
            is_kept = folder is not None and not any(GOING_ON_WITHOUT in text for text in shown)
            raise KeyboardInterrupt(KEPT if is_kept else "") from None


def _show_each_once(shown: set[str]) -> Callable[..., None]:
    """Shows a warning in one line, and not again in the same run."""

    def show(message: Warning | str, *details: Any) -> None:
        if str(message) not in shown:
            shown.add(str(message))
            click.echo(f"exactodds: {message}", err=True)

    return show


def tell(text: str, err: bool = False) -> None:
    """Print one line. Names of files may be anyone's: what would mislead a terminal or a CI system is written out."""
    click.echo(shown_safely(text), err=err)


def print_json(document: object) -> None:
    import json

    click.echo(json.dumps(document, indent=1))
