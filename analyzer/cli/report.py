"""Commands for the certified report: report, keygen, verify."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
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
    read_options,
    run_options,
    tell,
)
from analyzer.documents import Json
from analyzer.errors import FileError
from analyzer.files import exists, read_page
from analyzer.numbers import comma_hint, grouped_number
from analyzer.reports.render import FORMATS

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from analyzer.report.document import GameInput
    from analyzer.report.filing import Filing
    from analyzer.report.pdf_signing import PdfSigner

ALL_FORMATS = ",".join(("json", *FORMATS))
EPOCH = "SOURCE_DATE_EPOCH"
_file = click.Path(dir_okay=False, path_type=Path)
_passphrase_option = click.option(
    "--passphrase-file", type=_file, help="A file, yours alone, whose first line is the private key's passphrase."
)


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


def _read_amount(context: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    if value is None:
        return None
    number = grouped_number(value)
    if number is None or number <= 0:
        raise click.BadParameter(f"{value!r} is not a number above 0, such as 40, 12.5 or 25/2{comma_hint(value)}")
    return number


def _read_limits(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, Fraction]:
    written = read_options(context, parameter, values)
    amounts = {wager: _read_amount(context, parameter, amount) for wager, amount in written.items()}
    return {wager: amount for wager, amount in amounts.items() if amount is not None}


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
@click.option("--filing", "filing_file", type=_file, help="A filing file (TOML) with what the options below say.")
@click.option("--title", help="Title of the report.")
@click.option("--prepared-by", help="Who made the report.")
@click.option("--prepared-for", help="For whom.")
@click.option("--reviewed-by", help="Who reviewed it.")
@click.option("--signatory", help="Who certifies it. Without one the report is a draft.")
@click.option("--signatory-title", help="What the signatory is.")
@click.option("--jurisdiction", help="Where it is to be filed.")
@click.option(
    "--applicant",
    multiple=True,
    metavar="FIELD=TEXT",
    callback=read_options,
    help="What the applicant supplies for a checklist; repeatable.",
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="NAME",
    help="A checklist of this jurisdiction, such as washington; repeatable.",
)
@click.option(
    "--payout-limit",
    "payout_limits",
    multiple=True,
    metavar="WAGER=AMOUNT",
    callback=_read_limits,
    help="An aggregate payout limit that is posted; repeatable.",
)
@click.option("--rounds-per-hour", callback=_read_amount, metavar="NUMBER", help="For win over drop.")
@click.option("--average-bet", callback=_read_amount, metavar="AMOUNT", help="For win over drop.")
@click.option("--drop-per-hour", callback=_read_amount, metavar="AMOUNT", help="For win over drop.")
@click.option("--paper", type=click.Choice(["letter", "a4"]), help="Size of the pages; letter by default.")
@click.option("--date", callback=_read_date, metavar="YYYY-MM-DD", help=f"Date of the report; ${EPOCH} by default.")
@click.option("--previous", type=_file, help="A report, result or lock to compare with.")
@click.option("--proof", "proofs", multiple=True, type=_file, help="Attach what prove --output wrote; repeatable.")
@click.option(
    "--simulation", "simulations", multiple=True, type=_file, help="Attach what simulate --json printed; repeatable."
)
@click.option(
    "--protection",
    is_flag=True,
    help="Count what each card is worth that a player may see and should not; of some games this takes minutes.",
)
@click.option("--sign", "key", type=_file, metavar="KEY", help="Sign with this private key; see keygen.")
@_passphrase_option
@click.option(
    "--certificate",
    type=_file,
    metavar="FILE.p12",
    help="Sign the PDF itself (PAdES) with this certificate and key, PKCS 12; its passphrase is asked for.",
)
@click.option(
    "--certificate-passphrase-file",
    type=_file,
    help="A file, yours alone, whose first line is its passphrase; empty, if it has none.",
)
@click.option("--timestamp", metavar="URL", help="A time stamping authority (RFC 3161) for the PDF's signature.")
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
    passphrase_file: Path | None,
    certificate: Path | None,
    certificate_passphrase_file: Path | None,
    timestamp: str | None,
    filing_file: Path | None,
    protection: bool,
    running: Running,
    **told: Any,
) -> int:
    """Write a report: one JSON document, and HTML, PDF, XLSX and CSV rendered from it.

    It is a draft unless it is certified, which needs all of these: a full proof (--proof) and a simulation of 10,000
    rounds or more (--simulation) of each game, a signatory (--signatory), and a signature (--sign).

    The same games, options and attachments give the same bytes, on any day and any number of cores; but a PDF that is
    signed with --certificate has the time of its signature in it. SHA256SUMS lists the digests of all files; --sign
    signs that list. What is signed is counted anew: counts that were kept are not
    used, unless --cache names the folder. Exit code 1 if a check of the report found a difference.

    \b
    Examples:
      exactodds report wild-52 -o report
      exactodds report --all -o report --title "Table games" --date 2026-03-31 --sign key.pem
      exactodds report my-game.toml -o report --format html,pdf --previous locks/my-game.toml
    """
    from analyzer.report.attachments import read_attachment, read_previous
    from analyzer.report.certification import Signing
    from analyzer.report.document import FACE, Request, build_report
    from analyzer.report.files import REPORT, check_folder, make_files, write_files
    from analyzer.report.signing import fingerprint

    if every == bool(names):
        raise click.UsageError("name one or more games, or give --all; exactodds games lists them")
    _check_keys(key, passphrase_file, certificate, certificate_passphrase_file, formats)
    check_folder(output)
    # A wrong key, and a wrong filing file, are reported before anything is computed.
    private = None if key is None else _signing_key(key, passphrase_file)
    mark = None if private is None else fingerprint(private.public_key())
    if certificate is None and timestamp is not None:
        raise click.UsageError("--timestamp is for a signed PDF: give --certificate, too")
    signer = None if certificate is None else _pdf_signer(certificate, certificate_passphrase_file, timestamp)
    told = {key: value.strip() if isinstance(value, str) else value for key, value in told.items()}
    told["applicant"] = {field: text.strip() for field, text in told["applicant"].items()}
    filing = _read_filing(filing_file, told)
    games = _read_games(names, every)
    request = Request(
        games=tuple(games),
        options=options,
        wager=wager,
        face={**dict.fromkeys(FACE), **filing.face, **{name: told[name] for name in FACE if told[name] is not None}},
        previous=None if previous is None else read_previous(previous, [game.file.id for game in games]),
        proofs=tuple(read_attachment(path) for path in proofs),
        simulations=tuple(read_attachment(path) for path in simulations),
        filing=filing,
        signing=Signing(mark, None if signer is None else signer.certificate, timestamp),
        protection=protection,
    )
    with running() if private is None else running.apart() as run:
        document = build_report(request, run)
    files = make_files(document, formats, private, signer)
    write_files(output, files)
    for flag in document["flags"]:
        click.echo(f"{'!' if flag['level'] == 'alert' else '-'} {flag['text']}")
    _tell_status(document["status"])
    _tell_key(signer)
    tell(f"{len(files)} files in {output}; SHA-256 of {REPORT}: {hashlib.sha256(files[REPORT]).hexdigest()}")
    differs = any(check["state"] == "differs" for game in document["games"] for check in game["checks"])
    return FAILED if differs else OK


def _check_keys(
    key: Path | None,
    passphrase_file: Path | None,
    certificate: Path | None,
    certificate_passphrase_file: Path | None,
    formats: Sequence[str],
) -> None:
    """Refuse what would sign nothing."""
    if passphrase_file is not None and key is None:
        raise click.UsageError("--passphrase-file is for the key that signs: give --sign, too")
    if certificate_passphrase_file is not None and certificate is None:
        raise click.UsageError("--certificate-passphrase-file is for a signed PDF: give --certificate, too")
    if certificate is not None and "pdf" not in formats:
        raise click.UsageError("--certificate signs the PDF: add pdf to --format")


def _signing_key(path: Path, passphrase_file: Path | None) -> Ed25519PrivateKey:
    """The key, before anything is computed; its passphrase, if it has one, from a file or from whoever sits there."""
    from analyzer.report.signing import read_passphrase, read_private_key

    def asked() -> bytes:
        words: str = click.prompt(f"Passphrase of {path}", hide_input=True, err=True)
        return words.encode()

    if passphrase_file is not None:
        return read_private_key(path, lambda: read_passphrase(passphrase_file))
    return read_private_key(path, asked if sys.stdin is not None and sys.stdin.isatty() else None)


def _pdf_signer(path: Path, passphrase_file: Path | None, timestamp: str | None) -> PdfSigner:
    """The certificate for the PDF; the passphrase of its file from a file, or from whoever sits there, or none."""
    from analyzer.report.pdf_signing import read_signer
    from analyzer.report.signing import read_passphrase

    passphrase = None
    if passphrase_file is not None:
        passphrase = read_passphrase(passphrase_file, may_be_empty=True)
    elif sys.stdin is not None and sys.stdin.isatty():
        words: str = click.prompt(f"Passphrase of {path}", hide_input=True, default="", show_default=False, err=True)
        passphrase = words.encode() or None
    return read_signer(path, passphrase, timestamp)


def _read_filing(path: Path | None, told: Mapping[str, Any]) -> Filing:
    """The filing file, with what the command line says in place of it."""
    from analyzer.report.filing import OPERATION_KEYS, Filing, read_filing

    filing = Filing() if path is None else read_filing(path)
    given = {key: told[key] for key in ("signatory", "signatory_title", "applicant", "profiles", "payout_limits")}
    operation = {key: told[key] for key in OPERATION_KEYS if told[key] is not None}
    filing = filing.with_given(given | {"operation": operation})
    if filing.applicant:
        _check_applicant(filing)
    return filing


def _check_applicant(filing: Filing) -> None:
    """A misspelt field is refused; one that only another profile asks for is told."""
    from analyzer.report.profiles import check_fields, unasked

    check_fields(filing)
    if others := unasked(filing):
        where = f"of {', '.join(filing.profiles)} " if filing.profiles else "without --profile "
        tell(f"exactodds: no rule {where}asks the applicant for {', '.join(others)}; the report lists it", err=True)


def _tell_key(signer: PdfSigner | None) -> None:
    """Some keys sign what few programs can check: whoever hands the PDF in should know."""
    from analyzer.report.pdf_signing import NOT_BY_POPPLER

    kind = None if signer is None else signer.certificate["key"]
    if kind in NOT_BY_POPPLER:
        click.echo(
            f"exactodds: the PDF is signed with an {kind} key: pdfsig of poppler and many readers of PDF files cannot "
            "check that; RSA or an elliptic curve (P-256) can be checked everywhere",
            err=True,
        )


def _tell_status(status: Json) -> None:
    click.echo(status["word"] + (":" if status["reasons"] else ""))
    for reason in status["reasons"]:
        click.echo(f"  {reason}")


def _read_games(names: Sequence[str], every: bool) -> list[GameInput]:
    from analyzer.game.library import game_ids, load_game
    from analyzer.report.document import game_input

    return [game_input(load_game(name)) for name in (game_ids() if every else names)]


@cli.command()
@click.option(
    "--output",
    "-o",
    type=_file,
    default=Path("exactodds-key.pem"),
    show_default=True,
    help="File for the private key; the public one is written beside it.",
)
@click.option("--protect", is_flag=True, help="Ask for a passphrase to protect the private key with.")
@_passphrase_option
def keygen(output: Path, protect: bool, passphrase_file: Path | None) -> None:
    """Make a pair of keys to sign reports with.

    Keep the private key to yourself and give away the public one, or its fingerprint: that is how others know that a
    report is yours. A file that others can read is never taken for a private key.

    \b
    Examples:
      exactodds keygen
      exactodds keygen -o keys/lab.pem --protect
    """
    from analyzer.report.signing import generate, read_passphrase

    if protect and passphrase_file is not None:
        raise click.UsageError("--protect asks for a passphrase and --passphrase-file has it; give one of them")
    passphrase = None
    if passphrase_file is not None:
        passphrase = read_passphrase(passphrase_file)
    elif protect:
        passphrase = click.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True).encode()
    private, public, mark = generate(output, passphrase)
    tell(f"private key: {private} (keep it secret)")
    tell(f"public key: {public}")
    click.echo(f"fingerprint: {mark}")


@cli.command()
@click.argument("path", metavar="REPORT.json", type=click.Path(path_type=Path))
@click.option("--pubkey", type=_file, help="The signer's public key, from a source that you trust.")
@click.option("--trust", type=_file, help="A file of the keys that you trust; see docs/security.md.")
@click.option("--require-signature", is_flag=True, help="Refuse a report that is not signed.")
@click.option("--files-only", is_flag=True, help="Check signature, digests and names, compute nothing.")
@click.option("--attachments", is_flag=True, help="Run attached proofs and simulations again.")
@click.option("--previous", type=_file, help="The previous result that the report should compare with.")
@click.option(
    "--rules",
    multiple=True,
    type=_file,
    help="A page of rules that you know, to compare with that of the report; repeatable.",
)
@json_option
@run_options
def verify(
    path: Path,
    pubkey: Path | None,
    trust: Path | None,
    require_signature: bool,
    files_only: bool,
    attachments: bool,
    previous: Path | None,
    rules: tuple[Path, ...],
    as_json: bool,
    running: Running,
) -> int:
    """Verify a report: its signature, the digests of all files, and every number computed again.

    The signature and the digests come first; if they are wrong, nothing else is read. Nothing outside the report is
    needed: it carries the game files. Counts that were kept are not used, unless --cache names the folder.

    The report is verified (exit code 0), partly verified (1: nothing is wrong, but some parts, which are named, can
    only be believed), or forged (1). With --files-only it is none of these but "files only" (0) if nothing is wrong.

    \b
    Examples:
      exactodds verify report/report.json
      exactodds verify report/report.json --pubkey lab.pub.pem
      exactodds verify report --trust laboratories.toml --attachments
    """
    from analyzer.cli.screens.verification import verification_report
    from analyzer.report.files import REPORT
    from analyzer.report.known_pages import KnownPage
    from analyzer.report.sealed import Signers
    from analyzer.report.signing import read_public_key
    from analyzer.report.subject import RULES_PAGE
    from analyzer.report.trusted import read_trust_file
    from analyzer.report.verify import Asked, Verdict, verify_report

    if pubkey is not None and trust is not None:
        raise click.UsageError("give --pubkey or --trust, not both")
    if files_only and (attachments or previous is not None or rules):
        raise click.UsageError("--files-only computes nothing: it goes without --attachments, --previous and --rules")
    place = path if path.is_dir() else path.parent
    if not path.is_dir() and path.name != REPORT:
        raise FileError.at(str(path), "is not a report; give the report.json of a report, or its folder")
    if not exists(place / REPORT):
        raise FileError.at(str(place / REPORT), "is not there; give the report.json of a report, or its folder")
    signers = Signers(
        None if pubkey is None else read_public_key(pubkey),
        None if trust is None else read_trust_file(trust),
        require_signature,
    )
    pages = tuple(KnownPage(page.name, read_page(page, RULES_PAGE)) for page in rules)
    asked = Asked(signers, files_only, attachments, previous, pages)
    verification = verify_report(place, asked, running.apart)
    if as_json:
        print_json(verification.document() | {"scope": "files" if files_only else "report"})
    else:
        click.echo("\n".join(verification_report(verification)))
    return OK if verification.verdict in (Verdict.VERIFIED, Verdict.FILES) else FAILED
