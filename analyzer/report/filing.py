"""What a filing says beside the mathematics: who vouches for it, for which jurisdictions, what the applicant supplies.

All of it is given, on the command line or in a filing file (TOML), and nothing is computed from it but a bridge from
win per initial bets to win over drop. It is carried in the report, so that the report can be built again from itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

from analyzer.documents import Json, JsonDict
from analyzer.errors import FaultsError, FileError
from analyzer.files import FileKind, parse_toml, read_bytes
from analyzer.game.sections import Faults, Section, shown
from analyzer.numbers import comma_hint, grouped_number, parse_number
from analyzer.printable import fault_of_name

SCHEMA = "exactodds/filing/1"
FACE_KEYS = ("title", "prepared_by", "prepared_for", "reviewed_by", "jurisdiction", "date")
SIGNATORY_KEYS = ("signatory", "signatory_title")
MAX_AMOUNT = Fraction(10**12)
MAX_LIMITS = 100


class FilingError(FaultsError):
    """A filing file with faults."""


FILING_FILE = FileKind("a filing file", 1 << 20, FilingError, has_dates=True)


@dataclass(frozen=True)
class Revision:
    """A line of the revision history."""

    number: str
    date: str
    what: str


@dataclass(frozen=True)
class Operation:
    """What an operator knows and a game does not: how fast it is dealt, what is bet, and what is dropped."""

    rounds_per_hour: Fraction | None = None
    average_bet: Fraction | None = None
    drop_per_hour: Fraction | None = None

    @property
    def initial_bets_over_drop(self) -> Fraction | None:
        """The factor from win per initial bets to win over drop; None unless all three are known."""
        if self.rounds_per_hour is None or self.average_bet is None or self.drop_per_hour is None:
            return None
        return self.rounds_per_hour * self.average_bet / self.drop_per_hour


OPERATION_KEYS = ("rounds_per_hour", "average_bet", "drop_per_hour")


@dataclass(frozen=True)
class Filing:
    """The profiles asked for, the fields that the applicant supplied, and who signs."""

    face: Mapping[str, str] = field(default_factory=dict)
    signatory: str | None = None
    signatory_title: str | None = None
    profiles: tuple[str, ...] = ()
    applicant: Mapping[str, str] = field(default_factory=dict)
    operation: Operation = field(default_factory=Operation)
    payout_limits: Mapping[str, Fraction] = field(default_factory=dict)
    revisions: tuple[Revision, ...] = ()

    def document(self) -> JsonDict:
        return {
            "signatory": self.signatory,
            "signatory_title": self.signatory_title,
            "profiles": list(self.profiles),
            "applicant": dict(self.applicant),
            "payout_limits": {wager: str(limit) for wager, limit in self.payout_limits.items()},
            "operation": {key: _text(getattr(self.operation, key)) for key in OPERATION_KEYS},
            "revisions": [{"number": one.number, "date": one.date, "what": one.what} for one in self.revisions],
        }

    @classmethod
    def from_document(cls, document: Json) -> Filing:
        operation = {key: None if value is None else _stated(value) for key, value in document["operation"].items()}
        return cls(
            signatory=document["signatory"],
            signatory_title=document["signatory_title"],
            profiles=tuple(document["profiles"]),
            applicant=dict(document["applicant"]),
            operation=Operation(**operation),
            payout_limits={wager: _stated(limit) for wager, limit in document["payout_limits"].items()},
            revisions=tuple(_stated_revision(one) for one in document["revisions"]),
        )

    def with_given(self, given: Json) -> Filing:
        """The filing with what the command line says, which goes before the file."""
        told = {key: value for key, value in given.items() if value or value == ""}
        applicant = {**self.applicant, **told.pop("applicant", {})}
        limits = {**self.payout_limits, **told.pop("payout_limits", {})}
        operation = replace(self.operation, **told.pop("operation", {}))
        return replace(self, applicant=applicant, operation=operation, payout_limits=limits, **told)


def _stated(text: str) -> Fraction:
    """An amount as `document` writes it: a report may come from anyone."""
    number = parse_number(text)
    if number is None or not 0 < number <= MAX_AMOUNT:
        raise FileError(f"the filing: {shown(text)} is not a number above 0")
    return number


def _stated_revision(document: Json) -> Revision:
    revision = Revision(**document)
    if not _is_date(revision.date):
        raise FileError(f"the filing: {shown(revision.date)} is not a date")
    return revision


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


# --- the file --------------------------------------------------------------------------------------------------------


def read_filing(path: Path) -> Filing:
    return parse_filing(read_bytes(path, FILING_FILE), str(path))


def parse_filing(content: bytes, name: str) -> Filing:
    """A filing file; an error with all of its faults, if there is any."""
    faults = Faults()
    top = Section(parse_toml(content, name, FILING_FILE), "", faults)
    top.choice("schema", (SCHEMA,))
    face = {key: _day(top) if key == "date" else _name(top, key) for key in FACE_KEYS if top.has(key)}
    profiles = _profiles(top)
    filing = Filing(
        face=face,
        **{key: _name(top, key) for key in SIGNATORY_KEYS if top.has(key)},
        profiles=profiles,
        applicant=_applicant(top.section("applicant"), profiles),
        operation=_operation(top.section("operation")),
        payout_limits=_amounts(top.section("payout_limits")),
        revisions=tuple(_revision(one) for one in top.sections("revisions")),
    )
    top.finish()
    if faults:
        raise FilingError(name, faults)
    return filing


def _profiles(top: Section) -> tuple[str, ...]:
    from analyzer.report.profiles import profile_fault

    names = top.texts("profiles")
    for fault in filter(None, map(profile_fault, names)):
        top.fault("profiles", fault)
    return names


def _applicant(section: Section, profiles: Sequence[str]) -> dict[str, str]:
    from analyzer.report.profiles import field_fault

    given = {key: _name(section, key) for key, _ in section.items()}
    for key in given:
        fault = field_fault(key, profiles)
        if fault is not None:
            section.fault(key, fault)
    return given


def _name(section: Section, key: str, *, required: bool = False) -> str:
    """What somebody or something is called, without blanks around it."""
    name = section.text(key, required=required).strip()
    fault = fault_of_name(name) if isinstance(section.get(key), str) else None
    if fault is not None:
        section.fault(key, f"{fault}; leave it out, or say what it is")
    return name


def _operation(section: Section) -> Operation:
    numbers = {key: _amount(section, key, section.get(key)) for key in OPERATION_KEYS if section.has(key)}
    section.finish()
    return Operation(**numbers)


def _amounts(section: Section) -> dict[str, Fraction]:
    return {key: _amount(section, key, value) for key, value in section.entries(MAX_LIMITS)}


def _amount(section: Section, key: str, value: object) -> Fraction:
    number = grouped_number(value)
    if number is None or not 0 < number <= MAX_AMOUNT:
        section.fault(key, f"must be a number above 0, not {shown(value)}{comma_hint(value)}")
        return Fraction(1)
    return number


def _revision(section: Section) -> Revision:
    number, what = (_name(section, key, required=True) for key in ("number", "what"))
    made = Revision(number, _day(section), what)
    section.finish()
    return made


def _day(section: Section) -> str:
    """The date of a section, as text in quotes or as TOML writes dates, without them."""
    value = section.get("date")
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    text = str(value) if isinstance(value, datetime) else _name(section, "date", required=True)
    if not _is_date(text):
        section.fault("date", f"{shown(text)} is not a date such as 2026-03-31")
    return text


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
