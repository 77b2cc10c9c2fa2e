"""Trust files: whose signatures a laboratory accepts, from when until when, and which keys it no longer accepts.

schema = "exactodds/trust/1"

[keys.lab-east]
name = "Laboratory East"
fingerprint = "64 hexadecimal digits"
valid_from = 2026-01-01
valid_until = 2027-12-31
revoked = "the notebook with the key was stolen"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from analyzer.errors import TrustFileError
from analyzer.files import FileKind, parse_toml, read_bytes
from analyzer.game.sections import Faults, Section, shown

SCHEMA = "exactodds/trust/1"
TRUST_FILE = FileKind("a trust file", 256 * 1024, TrustFileError, max_depth=4, has_dates=True)
MAX_KEYS = 1000
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class TrustedKey:
    """A key that signatures are accepted of. One that was revoked is accepted for no report, whatever its date."""

    id: str
    name: str
    fingerprint: str
    valid_from: date | None = None
    valid_until: date | None = None
    revoked: str | None = None

    def fault_on(self, day: date) -> str | None:
        """Why a signature of that day is not accepted; None if it is."""
        if self.revoked is not None:
            return f"the key of {self.name} was revoked: {self.revoked}"
        if self.valid_from is not None and day < self.valid_from:
            return f"the key of {self.name} is valid from {self.valid_from}, and this is of {day}"
        if self.valid_until is not None and day > self.valid_until:
            return f"the key of {self.name} was valid until {self.valid_until}, and this is of {day}"
        return None


@dataclass(frozen=True)
class TrustFile:
    path: str
    keys: tuple[TrustedKey, ...]

    def key_with(self, fingerprint: str) -> TrustedKey | None:
        return next((key for key in self.keys if key.fingerprint == fingerprint), None)


def read_trust_file(path: Path) -> TrustFile:
    """A trust file, or all of its faults."""
    data = parse_toml(read_bytes(path, TRUST_FILE), str(path), TRUST_FILE)
    faults = Faults()
    top = Section(data, "", faults)
    schema = top.text("schema", required=True)
    if schema and schema != SCHEMA:
        top.fault("schema", f'must be "{SCHEMA}", not {shown(schema)}')
    table = top.section("keys", required=True)
    keys = [_read_key(name, Section(value, f"keys.{name}", faults)) for name, value in table.entries(MAX_KEYS)]
    top.finish()
    for name in _twice([key.fingerprint for key in keys]):
        top.fault("keys", f"the fingerprint {name} is there twice")
    if not keys and not faults:
        top.fault("keys", "has no key")
    if faults:
        raise TrustFileError(str(path), faults)
    return TrustFile(str(path), tuple(keys))


def _read_key(name: str, section: Section) -> TrustedKey:
    mark = section.text("fingerprint", required=True).lower()
    if mark and not _FINGERPRINT.fullmatch(mark):
        section.fault("fingerprint", "must be 64 hexadecimal digits, as keygen and verify print them")
    first, last = _read_day(section, "valid_from"), _read_day(section, "valid_until")
    if first is not None and last is not None and last < first:
        section.fault("valid_until", f"{last} is before valid_from, {first}")
    revoked = section.text("revoked") if section.has("revoked") else None
    if revoked == "":
        section.fault("revoked", "must say why; leave it out for a key that is good")
    key = TrustedKey(name, section.text("name", required=True), mark, first, last, revoked)
    section.finish()
    return key


def _read_day(section: Section, key: str) -> date | None:
    value = section.get(key)
    if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
        return value
    section.fault(key, f"must be a day without quotes, such as 2026-03-31, not {shown(value)}")
    return None


def _twice(names: list[str]) -> Iterator[str]:
    yield from dict.fromkeys(name for name in names if name and names.count(name) > 1)
