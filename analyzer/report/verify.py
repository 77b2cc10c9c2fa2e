"""Verify a report: the digests of its files, the signature, and every number, computed again.

Findings name the file and say what is wrong with it. A report without findings is what this program writes today from
the game files that the report carries.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import ExactOddsError, FileError, KeyFileError, SelectionError
from analyzer.files import FileKind, read_bytes, read_json
from analyzer.game.rules_file import OLDER
from analyzer.report.files import (
    PUBLIC_KEY,
    REPORT,
    SIGNATURE,
    SUMS,
    files_in,
    formats_of,
    json_bytes,
    parse_sums,
    rendered,
)
from analyzer.report.signing import fingerprint, is_signature, parse_public_key, read_public_key
from analyzer.run.jobs import Run

SCHEMA = "exactodds/verification/1"
MAX_SHOWN = 50
REPORT_FILE = FileKind("a report", 256 * 1024 * 1024, max_depth=40)
_MAX_LENGTH = 160
# What reading a document may raise that does not have the shape of a report.
_SHAPELESS = (LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what}"


@dataclass(frozen=True)
class FileCheck:
    """What the files and the signature say. `signer` is the fingerprint of the key, None where nothing is signed."""

    files: int
    signer: str | None
    enclosed_key: bool
    findings: tuple[Finding, ...]


# --- files -----------------------------------------------------------------------------------------------------------


def check_files(folder: Path, public_key: Path | None = None) -> FileCheck:
    """Every file of the folder against the list of digests, and the list against its signature."""
    own = None if public_key is None else read_public_key(public_key)
    content = {name: read_bytes(folder / name, REPORT_FILE) for name in sorted(files_in(folder))}
    if SUMS not in content:
        return FileCheck(len(content), None, False, (Finding(SUMS, "is missing, so no file can be checked"),))
    listed = parse_sums(content[SUMS])
    findings = list(_digest_findings(content, listed))
    key, signature = own, content.get(SIGNATURE)
    if key is None and PUBLIC_KEY in content:
        try:
            key = parse_public_key(content[PUBLIC_KEY], PUBLIC_KEY)
        except KeyFileError as error:
            findings.append(Finding(PUBLIC_KEY, str(error).removeprefix(f"{PUBLIC_KEY}: ")))
    if signature is None:
        if own is not None or PUBLIC_KEY in content:
            findings.append(Finding(SIGNATURE, "is missing: the report is not signed"))
    elif key is None:
        findings.append(Finding(SIGNATURE, "cannot be checked without a public key; give one with --pubkey"))
    elif not is_signature(signature, content[SUMS], key):
        findings.append(Finding(SIGNATURE, f"is not the signature of {SUMS} by this key: one of the two was changed"))
    signer = fingerprint(key) if signature is not None and key is not None else None
    return FileCheck(len(content), signer, own is None, tuple(findings))


def _digest_findings(content: Mapping[str, bytes], listed: Mapping[str, str] | None) -> Iterator[Finding]:
    if listed is None:
        yield Finding(SUMS, "is not a list of digests as this program writes it: it was changed")
        return
    if REPORT not in listed:
        yield Finding(SUMS, f"does not list {REPORT}")
    for name, digest in listed.items():
        if name not in content:
            yield Finding(name, f"is missing; {SUMS} lists it")
        elif hashlib.sha256(content[name]).hexdigest() != digest:
            yield Finding(name, f"was changed: its digest is not the one in {SUMS}")
    for name in content:
        if name not in listed and name not in (SUMS, SIGNATURE):
            yield Finding(name, f"does not belong to the report: {SUMS} does not list it")


# --- numbers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recomputed:
    """The result of computing everything again. `whole` says whether the complete text could be compared."""

    results: int
    values: int
    whole: bool
    notes: tuple[str, ...]
    findings: tuple[Finding, ...]


def read_report(path: Path) -> dict[str, Any]:
    """The document, if it is one at all."""
    from analyzer.report.document import SCHEMA as REPORT_SCHEMA

    document = read_json(path, REPORT_FILE)
    if not isinstance(document, dict) or document.get("schema") != REPORT_SCHEMA:
        raise FileError.at(str(path), f"is not a report of this program: its schema must be {REPORT_SCHEMA!r}")
    return document


def recompute(document: Mapping[str, Any], run: Run) -> Recomputed:
    """Build the report again from what it carries, and compare every value."""
    from analyzer.report.document import report_digest

    findings: tuple[Finding, ...] = ()
    if document.get("digest") != report_digest(document):
        findings = (Finding(REPORT, "its own digest does not match: it was changed after it was written"),)
    try:
        compared = _compared(document, run)
    except ExactOddsError as error:
        wrong = str(error)
    except _SHAPELESS as error:
        wrong = f"it is not made as a report is ({type(error).__name__}: {error})"
    else:
        return replace(compared, findings=findings + compared.findings)
    return Recomputed(0, 0, False, (), (*findings, Finding(REPORT, f"cannot be computed again: {ascii(wrong)[1:-1]}")))


def _refuse_older(document: Mapping[str, Any]) -> None:
    """A report whose game files are of an older language is for the version that made it."""
    for game in document["games"]:
        if re.search(rf'^schema = "{OLDER}"', str(game["game_file"]), re.MULTILINE):
            program = document["program"]
            raise SelectionError(
                f"its game files are of {OLDER}, which this version no longer reads; verify it with exactodds "
                f"{program['version']} (kernels {str(program['kernels'])[:12]})"
            )


def _compared(document: Mapping[str, Any], run: Run) -> Recomputed:
    from analyzer.report.document import build_report, request_of

    _refuse_older(document)
    # Through JSON, so that both sides are of the same types.
    again = json.loads(json_bytes(build_report(request_of(document), run)))
    whole = document["program"] == again["program"]
    if whole:
        old, new = ({key: value for key, value in one.items() if key != "digest"} for one in (document, again))
    else:
        old, new = _results(document), _results(again)
    results = sum(len(game["result"]["wagers"]) for game in again["games"])
    return Recomputed(
        results,
        leaves(new),
        whole,
        tuple(_other_program(document, again, whole)),
        tuple(Finding(REPORT, difference) for difference in differences(old, new)),
    )


def _results(document: Mapping[str, Any]) -> dict[str, Any]:
    """The results alone, without the program's name: what another version of the program must find too."""
    results = {}
    for game in document["games"]:
        results[game["id"]] = {key: value for key, value in game["result"].items() if key != "program"}
    return results


def _other_program(document: Mapping[str, Any], again: Mapping[str, Any], whole: bool) -> Iterator[str]:
    if not whole:
        said = differences(document.get("program"), again["program"])
        yield (
            f"the report was written by another program or with other libraries ({'; '.join(said)}); its results were "
            "compared, its text was not"
        )


def differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Every value that differs, with its place.

    >>> differences({"a": ["1", "2"]}, {"a": ["1", "3"], "b": "4"})
    ["a[1]: the report says '2', computed again it is '3'", 'b: is missing in the report']
    """
    if isinstance(old, dict) and isinstance(new, dict):
        messages = []
        for key in dict.fromkeys([*new, *old]):
            name = str(key) if str(key).isprintable() else ascii(key)
            inner = f"{place}.{name}" if place else name
            if key not in old or key not in new:
                messages.append(f"{inner}: is {'missing in the report' if key not in old else 'only in the report'}")
            else:
                messages += differences(old[key], new[key], inner)
        return messages
    if isinstance(old, list) and isinstance(new, list):
        messages = [
            difference
            for number, (one, other) in enumerate(zip(old, new, strict=False))
            for difference in differences(one, other, f"{place}[{number}]")
        ]
        if len(old) != len(new):
            messages.append(f"{place}: the report has {len(old)} items, computed again there are {len(new)}")
        return messages
    if old == new and type(old) is type(new):
        return []
    return [f"{place}: the report says {_shown(old)}, computed again it is {_shown(new)}"]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_LENGTH else text[:_MAX_LENGTH] + "..."


def leaves(value: Any) -> int:
    """How many values there are in a document.

    >>> leaves({"a": ["1", "2"], "b": None})
    3
    """
    if isinstance(value, dict | list):
        return sum(leaves(item) for item in (value.values() if isinstance(value, dict) else value))
    return 1


def check_rendered(folder: Path, document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Every rendered file against what the document renders to today; needs the program that wrote it."""
    names = files_in(folder)
    files = rendered(document, formats_of(names))
    return tuple(
        Finding(name, f"is not what {REPORT} renders to")
        for name, content in files.items()
        if name in names and read_bytes(folder / name, REPORT_FILE) != content
    )
