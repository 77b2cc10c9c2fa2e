"""The files of a report: written together, with a list of their digests and, if asked for, its signature."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.errors import SelectionError
from analyzer.files import FileKind, read_bytes, reason
from analyzer.report.signing import public_pem, read_private_key, sign
from analyzer.reports.render import FORMATS as RENDERED
from analyzer.reports.render import render

REPORT = "report.json"
SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
PUBLIC_KEY = "public-key.pem"
FORMATS = ("json", *RENDERED)
SUMS_FILE = FileKind("a list of digests", 1 << 20)
# What a file of a report may be called: nothing else is ever listed, written or removed.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?")
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def json_bytes(document: Mapping[str, Any]) -> bytes:
    """The document as a file that people can read, too."""
    return (json.dumps(document, indent=1) + "\n").encode()


def make_files(document: Mapping[str, Any], formats: Sequence[str], key: Path | None) -> dict[str, bytes]:
    """Name and content of every file. The document is always one of them: all others are rendered from it."""
    files = {REPORT: json_bytes(document)} | rendered(document, formats)
    private = None if key is None else read_private_key(key)
    if private is not None:
        files[PUBLIC_KEY] = public_pem(private.public_key())
    sums = sums_bytes({name: hashlib.sha256(content).hexdigest() for name, content in files.items()})
    files[SUMS] = sums
    if private is not None:
        files[SIGNATURE] = sign(sums, private)
    return files


def rendered(document: Mapping[str, Any], formats: Sequence[str]) -> dict[str, bytes]:
    wanted = [name for name in formats if name != "json"]
    return render(document, wanted) if wanted else {}


def formats_of(names: Sequence[str]) -> list[str]:
    """The formats that these files are of."""
    endings = [name.rpartition(".")[2] for name in names if name != PUBLIC_KEY]
    return [form for form in FORMATS if form in endings]


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
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SelectionError(f"{folder}: is not a folder")
    strangers = sorted(set(files_in(folder)) - _own_files(folder))
    if strangers:
        raise SelectionError(
            f"{folder}: has files that are not of a report, such as {strangers[0]}; choose a new or empty folder"
        )


def files_in(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()]


def _own_files(folder: Path) -> set[str]:
    """The files of the report that is in the folder, by its own list."""
    sums = folder / SUMS
    listed = parse_sums(read_bytes(sums, SUMS_FILE)) if sums.is_file() else None
    return {SUMS, SIGNATURE, *listed} if listed and REPORT in listed else set()


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Remove the report that was there and write the new one; the list of digests comes last."""
    check_folder(folder)
    try:
        for name in _own_files(folder) if folder.exists() else ():
            (folder / name).unlink(missing_ok=True)
        for name in sorted(files, key=lambda name: (name in (SUMS, SIGNATURE), name)):
            if not NAME.fullmatch(name):
                raise SelectionError(f"{name!r} is not a name for a file of a report")
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(files[name])
        for empty in [path for path in folder.iterdir() if path.is_dir() and not any(path.iterdir())]:
            empty.rmdir()
    except OSError as error:
        raise SelectionError(f"{folder}: the report cannot be written: {reason(error)}") from None
