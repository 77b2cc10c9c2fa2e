"""The command for the store: cache info, verify, clear."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.base import CONTEXT, FAILED, OK, cli, json_option, print_json, tell
from analyzer.errors import SelectionError
from analyzer.printable import page_shown_safely

folder_option = click.option(
    "--cache",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for counts; $EXACTODDS_CACHE by default.",
)


def _folder(folder: Path | None) -> Path:
    from analyzer.run.store import NO_FOLDER, default_folder, why_unusable

    place = folder or default_folder()
    if place is None:
        raise SelectionError(NO_FOLDER)
    reason = why_unusable(place)
    if reason is not None:
        raise SelectionError(f"the cache folder {place} cannot be read: {reason}")
    return place


@cli.group(context_settings=CONTEXT)
def cache() -> None:
    """Look after the counts that were kept.

    \b
    Examples:
      exactodds cache info
      exactodds cache verify
      exactodds cache clear --useless
    """


@cache.command()
@folder_option
@json_option
def info(folder: Path | None, as_json: bool) -> None:
    """What is kept, and how large it is.

    \b
    Examples:
      exactodds cache info
      exactodds cache info --json
    """
    from analyzer.run.store_folder import entries_in

    folder = _folder(folder)
    entries = entries_in(folder)
    if as_json:
        files = [
            {"file": str(entry.path.relative_to(folder)), "bytes": entry.bytes, "state": entry.state}
            for entry in entries
        ]
        print_json({"folder": str(folder), "bytes": sum(entry.bytes for entry in entries), "files": files})
        return
    from analyzer.cli.screens.cache import cache_report

    click.echo(page_shown_safely(cache_report(folder, entries)))


@cache.command()
@folder_option
def verify(folder: Path | None) -> int:
    """Read every count and check it to the last byte. Exit code 1 if one is damaged.

    \b
    Examples:
      exactodds cache verify
    """
    from analyzer.run.store_folder import entries_in, is_intact

    folder = _folder(folder)
    ours = [entry for entry in entries_in(folder) if entry.state not in ("foreign", "old")]
    entries = [entry for entry in ours if entry.path.suffix == ".counts"]
    damaged = [entry for entry in entries if entry.state == "damaged" or not is_intact(entry.path)]
    for entry in damaged:
        tell(f"{entry.path}: damaged; it will be counted again when it is needed", err=True)
    tell(f"{len(entries) - len(damaged)} of {len(entries)} counts in {folder} are good")
    return FAILED if damaged else OK


@cache.command()
@folder_option
@click.option("--useless", is_flag=True, help="Only what is damaged, unfinished, or of another version.")
def clear(folder: Path | None, useless: bool) -> None:
    """Remove what is kept; files that are not ours stay.

    \b
    Examples:
      exactodds cache clear
      exactodds cache clear --useless
    """
    from analyzer.cli.screens.cache import size_text
    from analyzer.run.store_folder import clear_folder

    folder = _folder(folder)
    tell(f"{size_text(clear_folder(folder, useless_only=useless))} removed from {folder}")
