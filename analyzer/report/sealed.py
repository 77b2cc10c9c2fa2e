"""The seal of a report: its signature, the digests of its files and their names. It is checked first, and it is final.

Nothing inside the files is looked at here. Only a report whose seal holds is read at all: whatever else a stranger put
into it never reaches a parser.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import FileError, KeyFileError
from analyzer.files import FileKind, opened, read_bytes, reason
from analyzer.folders import names_in
from analyzer.printable import shown_safely
from analyzer.report.files import PUBLIC_KEY, REPORT, SIGNATURE, SUMS, SUMS_FILE, is_name, parse_sums
from analyzer.report.signing import KEY_FILE, Signature, fingerprint, parse_public_key, parse_signature
from analyzer.report.trusted import TrustedKey, TrustFile

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

REPORT_FILE = FileKind("a file of a report", 256 * 1024 * 1024, max_depth=40)
SIGNATURE_FILE = FileKind("a signature", 4096)
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{shown_safely(self.file)}: {self.what}"


@dataclass(frozen=True)
class Signers:
    """Whose signature is asked for: a key, one of a trust file, any, or none at all."""

    key: Ed25519PublicKey | None = None
    trust: TrustFile | None = None
    required: bool = False

    @property
    def named(self) -> bool:
        """Whether a signature counts only if it is by somebody in particular."""
        return self.key is not None or self.trust is not None


@dataclass(frozen=True)
class Sealed:
    """What the seal says. `signer` is the fingerprint of a key whose signature is valid, None where there is none."""

    digests: Mapping[str, str]
    findings: tuple[Finding, ...]
    signer: str | None = None
    name: str | None = None
    vouched: bool = False
    day: date | None = None

    @property
    def holds(self) -> bool:
        return not self.findings


def check_seal(folder: Path, signers: Signers | None = None, today: date | None = None) -> Sealed:
    """The signature of the list of digests; if it is good, or there is none and none is asked for, every file."""
    signers = signers or Signers()
    try:
        sums = read_bytes(folder / SUMS, SUMS_FILE)
    except FileError as error:
        return Sealed({}, (Finding(SUMS, f"{_without_place(error)}; so no file can be checked"),))
    signed = _check_signature(folder, sums, signers, today)
    if not signed.holds:
        return signed
    digests = parse_sums(sums)
    if digests is None:
        findings = [Finding(SUMS, "is not a list of digests as this program writes it: it was changed")]
    else:
        findings = list(_name_findings(folder, digests)) or list(_digest_findings(folder, digests))
    return Sealed(digests or {}, tuple(findings), signed.signer, signed.name, signed.vouched, signed.day)


def _without_place(error: FileError) -> str:
    return str(error).partition(": ")[2] or str(error)


# --- signature -------------------------------------------------------------------------------------------------------


def _check_signature(folder: Path, sums: bytes, signers: Signers, today: date | None) -> Sealed:
    if not _is_there(folder, SIGNATURE):
        if signers.named or signers.required or _is_there(folder, PUBLIC_KEY):
            return _refused(SIGNATURE, "is missing: the report is not signed")
        return Sealed({}, ())
    try:
        signature = parse_signature(read_bytes(folder / SIGNATURE, SIGNATURE_FILE))
        key = signers.key or parse_public_key(read_bytes(folder / PUBLIC_KEY, KEY_FILE), PUBLIC_KEY)
    except KeyFileError as error:
        return _refused(PUBLIC_KEY, _without_place(error))
    except FileError as error:
        return _refused(SIGNATURE, _without_place(error))
    if signature is None:
        return _refused(SIGNATURE, "is not a signature as this program writes it: it was changed")
    return _judge(signature, key, sums, signers, today)


def _judge(signature: Signature, key: Ed25519PublicKey, sums: bytes, signers: Signers, today: date | None) -> Sealed:
    mark = fingerprint(key)
    if not signature.is_by(key, sums):
        whose = f"the key given, {mark}" if signers.key is not None else f"the key in {PUBLIC_KEY}, {mark}"
        return _refused(SIGNATURE, f"INVALID: it is not a signature of {SUMS} by {whose}")
    if signers.trust is None:
        return Sealed({}, (), mark, None, signers.key is not None, signature.day)
    known = signers.trust.key_with(mark)
    if known is None:
        return _refused(SIGNATURE, f"INVALID: it is by {mark}, which {signers.trust.path} does not list")
    fault = _fault_of_period(known, signature.day, today)
    if fault is not None:
        return _refused(SIGNATURE, f"INVALID: {fault}")
    return Sealed({}, (), mark, known.name, True, signature.day)


def _fault_of_period(known: TrustedKey, stated: date | None, today: date | None) -> str | None:
    """A signature without a date is taken for one of today."""
    return known.fault_on(stated or today or date.today())


def _refused(file: str, what: str) -> Sealed:
    return Sealed({}, (Finding(file, what),))


def _is_there(folder: Path, name: str) -> bool:
    """By that name, to the letter: some disks take Report.html for report.html."""
    return any(path.name == name for path in folder.iterdir())


# --- files -----------------------------------------------------------------------------------------------------------


def _name_findings(folder: Path, digests: Mapping[str, str]) -> Iterator[Finding]:
    """The list names files of a report and no others, and these are the files that are there."""
    try:
        there = set(names_in(folder))
    except OSError as error:
        yield Finding(".", f"cannot be looked through: {reason(error)}")
        return
    if REPORT not in digests:
        yield Finding(SUMS, f"does not list {REPORT}")
    for name in digests:
        if not is_name(name):
            yield Finding(name, f"is not a file of a report, although {SUMS} lists it")
        elif name not in there:
            yield Finding(name, f"is missing; {SUMS} lists it")
    for name in sorted(there - {SUMS, SIGNATURE, *digests}):
        yield Finding(name, f"does not belong to the report: {SUMS} does not list it")


def _digest_findings(folder: Path, digests: Mapping[str, str]) -> Iterator[Finding]:
    for name, digest in digests.items():
        try:
            if digest_of_file(folder / name) != digest:
                yield Finding(name, f"was changed: its digest is not the one in {SUMS}")
        except OSError as error:
            yield Finding(name, f"cannot be read: {reason(error)}")


def digest_of_file(path: Path) -> str:
    """SHA-256 of a regular file that is not too large for a report."""
    digest, size = hashlib.sha256(), 0
    with opened(path) as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            if size > REPORT_FILE.max_bytes:
                raise OSError(None, f"it is larger than {REPORT_FILE.max_bytes:,} bytes")
    return digest.hexdigest()
