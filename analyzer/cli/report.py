"""Commands for the certified report: report, keygen, verify."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
)
from analyzer.errors import FileError
from analyzer.files import read_bytes
from analyzer.reports.render import FORMATS

if TYPE_CHECKING:
    from analyzer.report.document import GameInput
    from analyzer.report.verify import FileCheck, Finding, Recomputed

ALL_FORMATS = ",".join(("json", *FORMATS))
EPOCH = "SOURCE_DATE_EPOCH"
_file = click.Path(dir_okay=False, path_type=Path)


def _read_formats(context: click.Context, parameter: click.Parameter, value: str) -> list[str]:
    known = ALL_FORMATS.split(",")
    chosen = [name.strip() for name in value.split(",")]
    for name in chosen:
        if name not in known:
            raise click.BadParameter(f"{name!r} is not a format; choose from {ALL_FORMATS}")
    return [name for name in known if name in chosen]


def _read_date(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The date given, or that of SOURCE_DATE_EPOCH, or none: never today's."""
    from datetime import UTC, date, datetime

    if value is not None:
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            raise click.BadParameter(f"{value!r} is not a date such as 2026-03-31") from None
    epoch = os.environ.get(EPOCH)
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise click.UsageError(f"{EPOCH} is {epoch!r}; it must be a whole number of seconds since 1970") from None


@cli.command()
@click.argument("names", metavar="GAME...", nargs=-1, shell_complete=complete_game)
@click.option("--all", "every", is_flag=True, help="All certified games.")
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files; a report that is there is replaced.",
)
@click.option(
    "--format",
    "formats",
    default=ALL_FORMATS,
    show_default=True,
    callback=_read_formats,
    metavar="LIST",
    help="Formats beside report.json, which is always written.",
)
@click.option("--wager", help="Only this wager.")
@option_option
@click.option("--title", help="Title of the report.")
@click.option("--prepared-by", help="Who made the report.")
@click.option("--prepared-for", help="For whom.")
@click.option("--jurisdiction", help="Where it is to be filed.")
@click.option("--date", callback=_read_date, metavar="YYYY-MM-DD", help=f"Date of the report; ${EPOCH} by default.")
@click.option("--previous", type=_file, help="A report, result or lock to compare with.")
@click.option("--proof", "proofs", multiple=True, type=_file, help="Attach what prove --output wrote; repeatable.")
@click.option(
    "--simulation", "simulations", multiple=True, type=_file, help="Attach what simulate --json printed; repeatable."
)
@click.option("--sign", "key", type=_file, metavar="KEY", help="Sign with this private key; see keygen.")
@run_options
def report(
    names: tuple[str, ...],
    every: bool,
    output: Path,
    formats: list[str],
    wager: str | None,
    options: dict[str, str],
    previous: Path | None,
    proofs: tuple[Path, ...],
    simulations: tuple[Path, ...],
    key: Path | None,
    running: Running,
    **face: str | None,
) -> None:
    """Write the certified report: one JSON document, and HTML, PDF, XLSX and CSV rendered from it.

    The same games, options and attachments give the same bytes, on any day and any number of cores. SHA256SUMS lists
    the digests of all files; --sign signs that list.

    \b
    Examples:
      exactodds report wild-52 -o report
      exactodds report --all -o report --title "Table games" --date 2026-03-31 --sign key.pem
      exactodds report my-game.toml -o report --format html,pdf --previous locks/my-game.toml
    """
    from analyzer.report.attachments import read_attachment, read_previous
    from analyzer.report.document import Request, build_report
    from analyzer.report.files import check_folder, make_files, write_files
    from analyzer.report.signing import read_private_key

    if every == bool(names):
        raise click.UsageError("name one or more games, or give --all; exactodds games lists them")
    check_folder(output)
    if key is not None:
        read_private_key(key)  # a wrong key is reported before anything is computed
    games = _read_games(names, every)
    request = Request(
        games=tuple(games),
        options=options,
        wager=wager,
        face=face,
        previous=None if previous is None else read_previous(previous, [game.file.id for game in games]),
        proofs=tuple(read_attachment(path) for path in proofs),
        simulations=tuple(read_attachment(path) for path in simulations),
    )
    with running() as run:
        document = build_report(request, run)
    files = make_files(document, formats, key)
    write_files(output, files)
    for flag in document["flags"]:
        click.echo(f"{'!' if flag['level'] == 'alert' else '-'} {flag['text']}")
    click.echo(f"{len(files)} files in {output}, digest {document['digest']}")


def _read_games(names: Sequence[str], every: bool) -> list[GameInput]:
    from analyzer.game.file import GAME_FILE
    from analyzer.game.library import game_ids, load_game
    from analyzer.report.document import read_game

    # Loaded first: that says what is wrong with a name or a file.
    paths = [load_game(name).path for name in (game_ids() if every else names)]
    return [read_game(read_bytes(path, GAME_FILE), path) for path in paths]


@cli.command()
@click.option(
    "--output",
    "-o",
    type=_file,
    default=Path("exactodds-key.pem"),
    show_default=True,
    help="File for the private key; the public one is written beside it.",
)
def keygen(output: Path) -> None:
    """Make a pair of keys to sign reports with.

    Keep the private key to yourself and give away the public one, or its fingerprint: that is how others know that a
    report is yours.

    \b
    Examples:
      exactodds keygen
      exactodds keygen -o keys/lab.pem
    """
    from analyzer.report.signing import generate

    private, public, mark = generate(output)
    click.echo(f"private key: {private} (keep it secret)")
    click.echo(f"public key: {public}")
    click.echo(f"fingerprint: {mark}")


@cli.command()
@click.argument("path", metavar="REPORT.json", type=click.Path(path_type=Path))
@click.option("--pubkey", type=_file, help="The signer's public key, from a source that you trust.")
@click.option("--files-only", is_flag=True, help="Check digests and signature, compute nothing.")
@json_option
@run_options
def verify(path: Path, pubkey: Path | None, files_only: bool, as_json: bool, running: Running) -> int:
    """Verify a report: digests of all files, signature, and every number computed again.

    Nothing outside the report is needed: it carries the game files. Counts may come from the cache; --no-cache counts
    everything anew. Exit code 1 if anything differs.

    \b
    Examples:
      exactodds verify report/report.json
      exactodds verify report/report.json --pubkey lab.pub.pem
    """
    from analyzer.report.files import REPORT
    from analyzer.report.verify import Finding, check_files, check_rendered, read_report, recompute

    place = path / REPORT if path.is_dir() else path
    if not place.is_file():
        raise FileError.at(str(place), "is not there; give the report.json of a report, or its folder")
    checked = check_files(place.parent, pubkey)
    findings: list[Finding] = list(checked.findings)
    recomputed: Recomputed | None = None
    if not files_only:
        try:
            document = read_report(place)
        except FileError as error:
            if not findings:
                raise
            findings.append(Finding(REPORT, str(error)))
        else:
            with running() as run:
                recomputed = recompute(document, run)
            findings += recomputed.findings
            if recomputed.whole and not findings:
                findings += check_rendered(place.parent, document)
    if as_json:
        print_json(_verification(checked, recomputed, findings))
    else:
        _tell(checked, recomputed, findings)
    return FAILED if findings else OK


def _tell(checked: FileCheck, recomputed: Recomputed | None, findings: Sequence[Finding]) -> None:
    from analyzer.report.verify import MAX_SHOWN

    click.echo(f"files: {checked.files} looked at")
    if checked.signer is None:
        click.echo("signature: none; the digests show accidents, not forgeries")
    else:
        whose = "the key inside the report; compare it or give --pubkey" if checked.enclosed_key else "the key given"
        click.echo(f"signature: by {checked.signer} ({whose})")
    if recomputed is not None:
        click.echo(f"computed again: {recomputed.results} results, {recomputed.values:,} values compared")
        for note in recomputed.notes:
            click.echo(f"note: {note}")
    for finding in findings[:MAX_SHOWN]:
        click.echo(f"DIFFERS {finding}")
    if len(findings) > MAX_SHOWN:
        click.echo(f"DIFFERS and {len(findings) - MAX_SHOWN} more")
    click.echo("verified: nothing differs" if not findings else f"NOT verified: {len(findings)} differences")


def _verification(checked: FileCheck, recomputed: Recomputed | None, findings: Sequence[Finding]) -> dict[str, Any]:
    from analyzer.report.verify import SCHEMA

    return {
        "schema": SCHEMA,
        "verified": not findings,
        "files": checked.files,
        "signer": checked.signer,
        "signer_from_report": checked.enclosed_key if checked.signer else None,
        "recomputed": None
        if recomputed is None
        else {
            "results": recomputed.results,
            "values": recomputed.values,
            "whole": recomputed.whole,
            "notes": list(recomputed.notes),
        },
        "findings": [{"file": finding.file, "what": finding.what} for finding in findings],
    }
