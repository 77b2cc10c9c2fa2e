"""The files of a report: written together, with a list of their digests and, if asked for, its signature."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.documents import Json
from analyzer.errors import FileError, SelectionError
from analyzer.files import FileKind, exists, read_bytes, reason
from analyzer.folders import names_in, write_folder
from analyzer.printable import shown_safely
from analyzer.report.signing import public_pem, sign
from analyzer.reports.document import file_bytes
from analyzer.reports.render import FORMATS as RENDERED
from analyzer.reports.render import RENDERERS, render

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from analyzer.report.pdf_signing import PdfSigner

REPORT = "report.json"
SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
PUBLIC_KEY = "public-key.pem"
PDF = "report.pdf"
FORMATS = ("json", *RENDERED)
SUMS_FILE = FileKind("a list of digests", 1 << 20)
# What a file of a report may be called: nothing else is ever listed, written or removed.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?")
CSV_NAME = re.compile(r"csv/[A-Za-z0-9][A-Za-z0-9._-]*\.csv")
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def make_files(
    document: Json,
    formats: Sequence[str],
    key: Ed25519PrivateKey | None = None,
    pdf_signer: PdfSigner | None = None,
) -> dict[str, bytes]:
    """Name and content of every file. The document is always one of them: all others are rendered from it."""
    content = file_bytes(document)
    files = {REPORT: content} | rendered(document, formats, hashlib.sha256(content).hexdigest())
    if pdf_signer is not None and PDF in files:
        files[PDF] = pdf_signer.signed(files[PDF])
    if key is not None:
        files[PUBLIC_KEY] = public_pem(key.public_key())
    sums = sums_bytes({name: hashlib.sha256(content).hexdigest() for name, content in files.items()})
    files[SUMS] = sums
    if key is not None:
        files[SIGNATURE] = sign(sums, date_of(document), key)
    return files


def date_of(document: Json) -> date | None:
    """The date that a report states; ValueError or TypeError if it is none."""
    stated = document["date"]
    return None if stated is None else date.fromisoformat(stated)


def rendered(document: Json, formats: Sequence[str], digest: str | None = None) -> dict[str, bytes]:
    """The files of the other formats; `digest` is that of report.json, where it is known."""
    wanted = [name for name in formats if name != "json"]
    return render(document, wanted, digest) if wanted else {}


def format_of(name: str) -> str | None:
    """The format whose file has this name, to the letter; None if no file of a report is called so.

    >>> format_of("report.html"), format_of("csv/summary.csv"), format_of("Report.html"), format_of("more.csv")
    ('html', 'csv', None, None)
    """
    for form, (_, _, own) in RENDERERS.items():
        if name == own or (own is None and CSV_NAME.fullmatch(name)):
            return form
    return "json" if name == REPORT else None


def is_name(name: str) -> bool:
    """Whether a list of digests may have a file of this name."""
    return name == PUBLIC_KEY or format_of(name) is not None


# --- the list of digests ---------------------------------------------------------------------------------------------


def sums_bytes(digests: Mapping[str, str]) -> bytes:
    """As sha256sum writes and checks it, by name.

    >>> sums_bytes({"b": "22", "a": "11"})
    b'11  a\\n22  b\\n'
    """
    return "".join(f"{digests[name]}  {name}\n" for name in sorted(digests)).encode()


def parse_sums(content: bytes) -> dict[str, str] | None:
    """Digest of each name; None unless the content is exactly what `sums_bytes` writes."""
    try:
        lines = content.decode("ascii").splitlines()
    except UnicodeDecodeError:
        return None
    matches = [_LINE.fullmatch(line) for line in lines]
    digests = {match[2]: match[1] for match in matches if match and NAME.fullmatch(match[2])}
    return digests if digests and sums_bytes(digests) == content else None


# --- the folder ------------------------------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Refuse, before anything is computed, a folder that a report cannot be written into."""
    if not exists(folder):
        return
    shown = shown_safely(str(folder))
    if folder.is_symlink() or not folder.is_dir():
        raise SelectionError(f"{shown}: is not a folder" + ("; links are not followed" if folder.is_symlink() else ""))
    try:
        strangers = sorted(set(names_in(folder)) - _own_files(folder))
    except OSError as error:
        raise SelectionError(f"{shown}: cannot be used: {reason(error)}") from None
    if strangers:
        raise SelectionError(
            f"{shown}: has files that are not of a report, such as {shown_safely(strangers[0])}; choose a new or empty "
            "folder"
        )


def _own_files(folder: Path) -> set[str]:
    """The files of the report that is in the folder, by its own list."""
    try:
        listed = parse_sums(read_bytes(folder / SUMS, SUMS_FILE))
    except FileError:
        listed = None
    return {SUMS, SIGNATURE, *filter(is_name, listed)} if listed and REPORT in listed else set()


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put the new report in place of the one that was there. Whatever happens, one of the two is there, whole."""
    check_folder(folder)
    for name in files:
        if not NAME.fullmatch(name):
            raise SelectionError(f"{name!r} is not a name for a file of a report")
    try:
        write_folder(folder, files, last=(SIGNATURE, SUMS))
    except OSError as error:
        raise SelectionError(f"{shown_safely(str(folder))}: the report cannot be written: {reason(error)}") from None
