"""Verify a report: its seal, every number computed again, every file rendered again, and what nobody can check.

There are three verdicts. A report is *verified* if all of it is what this program writes from the game files that it
carries; *partly verified* if nothing is wrong, but some of it can only be believed, each part named; *forged* if
anything is wrong. The seal comes first: if it does not hold, nothing else is read. Where the seal alone is asked for
there is a fourth, *files only*: nobody may take it for *verified*, because a forger can seal what he wrote.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from analyzer.documents import Json, JsonDict, fault_of_document
from analyzer.errors import ExactOddsError, FileError, SelectionError
from analyzer.files import parse_json, read_bytes
from analyzer.game.library import shipped_page
from analyzer.game.rules_file import OLDER
from analyzer.report.attachments import read_previous
from analyzer.report.checks import LOCK_CHECK
from analyzer.report.differences import differences, leaves
from analyzer.report.document import SCHEMA as REPORT_SCHEMA
from analyzer.report.document import Request, build_report, request_of
from analyzer.report.files import PDF, PUBLIC_KEY, REPORT, date_of, format_of, rendered
from analyzer.report.known_pages import KnownPage, check_pages, page_findings
from analyzer.report.pdf_signing import signature_fault
from analyzer.report.repeated import repeated_faults
from analyzer.report.sealed import REPORT_FILE, Finding, Sealed, Signers, check_seal
from analyzer.report.subject import COMMON_PAGE
from analyzer.reports.document import file_bytes
from analyzer.run.jobs import Run

SCHEMA = "exactodds/verification/1"
# What of the program decides every text and number; its libraries decide how they are rendered.
OF_THE_PROGRAM = ("name", "version", "kernels", "sources")
Running = Callable[[], AbstractContextManager[Run]]


class Verdict(StrEnum):
    VERIFIED = "verified"
    PARTLY = "partly verified"
    FILES = "files only"
    FORGED = "forged"


@dataclass(frozen=True)
class Claim:
    """A part of a report that was not checked, and why: it can only be believed."""

    part: str
    why: str

    def __str__(self) -> str:
        return f"{self.part}: {self.why}"


@dataclass(frozen=True)
class Asked:
    """How much is to be verified, and what the reader has at hand to compare with."""

    signers: Signers = field(default_factory=Signers)
    files_only: bool = False
    attachments: bool = False
    previous: Path | None = None
    rules: tuple[KnownPage, ...] = ()


@dataclass(frozen=True)
class Recomputed:
    """What came of computing everything again. `whole` says whether the complete text could be compared."""

    results: int = 0
    values: int = 0
    whole: bool = False
    findings: tuple[Finding, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Verification:
    sealed: Sealed
    recomputed: Recomputed | None
    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...] = ()
    # What the report says of itself, DRAFT or CERTIFIED; nothing where that was not read.
    status: str = ""
    # The certificate that the PDF is signed with, where that signature was checked and is right.
    certificate: Mapping[str, str] | None = None

    @property
    def verdict(self) -> Verdict:
        if self.findings:
            return Verdict.FORGED
        if self.recomputed is None:
            return Verdict.FILES
        return Verdict.PARTLY if self.claims else Verdict.VERIFIED

    def document(self) -> JsonDict:
        sealed, again = self.sealed, self.recomputed
        return {
            "schema": SCHEMA,
            "verdict": str(self.verdict),
            "verified": self.verdict is Verdict.VERIFIED,
            **({"status": self.status} if self.status else {}),
            "files": len(sealed.digests),
            "signer": sealed.signer,
            "signer_name": sealed.name,
            "signer_from_report": None if sealed.signer is None else not sealed.vouched,
            "pdf_certificate": None if self.certificate is None else dict(self.certificate),
            "recomputed": None
            if again is None
            else {"results": again.results, "values": again.values, "whole": again.whole},
            "unverified": [{"part": claim.part, "why": claim.why} for claim in self.claims],
            "findings": [{"file": finding.file, "what": finding.what} for finding in self.findings],
        }


def verify_report(folder: Path, asked: Asked, running: Running) -> Verification:
    """Everything about the report in a folder. `running` gives the run that counts, when it comes to that."""
    sealed = check_seal(folder, asked.signers)
    if not sealed.holds or asked.files_only:
        return Verification(sealed, None, sealed.findings)
    try:
        document = read_report(folder, sealed)
    except FileError as error:
        return Verification(sealed, None, (Finding(REPORT, str(error).partition(": ")[2]),))
    findings = list(_stated_findings(document, sealed))
    if findings:
        return Verification(sealed, None, tuple(findings))
    if asked.previous is not None and document["inputs"]["previous"] is None:
        raise SelectionError("the report was compared with no previous result, so --previous cannot be: leave it out")
    _check_given(document, asked)
    with running() as run:
        again = recompute(document, asked, run)
    findings += again.findings
    claims = list(again.claims)
    certificate = None
    if not findings:
        different, believed = check_rendered(folder, document, sealed.digests, again.whole)
        findings += different
        claims += believed
        is_checked = not findings and again.whole and PDF in sealed.digests
        certificate = document["inputs"]["signing"]["certificate"] if is_checked else None
    status = str(document["status"]["word"])
    return Verification(sealed, again, tuple(findings), tuple(claims), status, certificate)


def _check_given(document: Json, asked: Asked) -> None:
    """Files that the reader gave and that cannot be compared: their fault is none of the report's."""
    check_pages(asked.rules, document)
    if asked.previous is not None:
        read_previous(asked.previous, [game["id"] for game in document["games"]])


# --- the document ----------------------------------------------------------------------------------------------------


def read_report(folder: Path, sealed: Sealed) -> JsonDict:
    """The document, if its bytes are those that were sealed and those that this program writes for its content."""
    path = folder / REPORT
    raw = read_bytes(path, REPORT_FILE)
    if hashlib.sha256(raw).hexdigest() != sealed.digests[REPORT]:
        raise FileError.at(str(path), "was changed while it was verified")
    document = parse_json(raw.decode("ascii", "replace"), str(path), REPORT_FILE)
    if not isinstance(document, dict) or document.get("schema") != REPORT_SCHEMA:
        raise FileError.at(str(path), f"is not a report of this program: its schema must be {REPORT_SCHEMA!r}")
    if file_bytes(document) != raw:
        raise FileError.at(str(path), "is not written as this program writes a report: its bytes were changed")
    return document


def _stated_findings(document: Json, sealed: Sealed) -> Iterator[Finding]:
    """What the document says of itself, before anything is computed from it."""
    fault = fault_of_document("report-inputs-1", document)
    if fault is not None:
        yield Finding(REPORT, f"is not made as a report is: {fault}")
        return
    try:
        stated = date_of(document)
    except ValueError:
        yield Finding(REPORT, f"date: {document['date']!r} is not a date")
        return
    if sealed.signer is not None and stated != sealed.day:
        yield Finding(REPORT, f"date: the report is of {stated}, its signature of {sealed.day}")
    named = document["inputs"]["signing"]["key_fingerprint"]
    if named != sealed.signer:
        yield Finding(REPORT, f"says that it is signed with {named or 'no key'}; it is with {sealed.signer or 'none'}")
    signing = document["inputs"]["signing"]
    if signing["certificate"] is not None and PDF not in sealed.digests:
        yield Finding(REPORT, f"says that {PDF} is signed with a certificate, and no such file is listed")
    if signing["timestamp"] is not None and signing["certificate"] is None:
        yield Finding(REPORT, f"says that the signature of {PDF} has a timestamp, and names no certificate for it")


# --- numbers ---------------------------------------------------------------------------------------------------------


def recompute(document: Json, asked: Asked, run: Run) -> Recomputed:
    """Build the report again from what it carries, compare every value, and name what had to be believed."""
    try:
        return _compared(document, asked, run)
    except ExactOddsError as error:
        return Recomputed(findings=(Finding(REPORT, f"cannot be computed again: {error}"),))


def _compared(document: Json, asked: Asked, run: Run) -> Recomputed:
    _refuse_older(document)
    request = request_of(document)
    # Through JSON, so that both sides are of the same types.
    again = json.loads(file_bytes(build_report(replace(request, libraries=document["program"]["libraries"]), run)))
    own = {key: again["program"][key] for key in OF_THE_PROGRAM}
    whole = {key: document["program"][key] for key in OF_THE_PROGRAM} == own
    old, new = (document, again) if whole else (_results(document), _results(again))
    findings = [Finding(REPORT, difference) for difference in differences(old, new)]
    findings += _lock_findings(again)
    findings += [Finding(REPORT, fault) for fault in page_findings(asked.rules, document)]
    attached = [*request.proofs, *request.simulations]
    findings += [Finding(REPORT, f"{one.name}: is not what its digest says") for one in attached if not one.is_whole]
    claims = [*_program_claims(document, again, whole), *_page_claims(document, asked)]
    if not findings:
        different, believed = _check_attached(request, asked, run)
        findings += different
        claims += believed
    results = sum(len(game["result"]["wagers"]) for game in again["games"])
    return Recomputed(results, leaves(new), whole, tuple(findings), tuple(claims))


def _lock_findings(again: Json) -> Iterator[Finding]:
    """However well a report agrees with what is computed here: if the program's own results differ, it is wrong."""
    for game in again["games"]:
        for check in game["checks"]:
            if check["what"] == LOCK_CHECK and check["state"] == "differs":
                yield Finding(
                    REPORT,
                    f"{game['name']}: not the results that come with the program: {'; '.join(check['findings'])}",
                )


def _refuse_older(document: Json) -> None:
    """A report whose game files are of an older language is for the version that made it."""
    for game in document["games"]:
        if re.search(rf'^schema = "{OLDER}"', game["game_file"], re.MULTILINE):
            program = document["program"]
            raise SelectionError(
                f"its game files are of {OLDER}, which this version no longer reads; verify it with exactodds "
                f"{program['version']} (kernels {program['kernels'][:12]})"
            )


def _results(document: Json) -> JsonDict:
    """The results alone, without the program's name: what another version of the program must find too."""
    return {
        game["id"]: {key: value for key, value in game["result"].items() if key != "program"}
        for game in document["games"]
    }


# --- what can only be believed ---------------------------------------------------------------------------------------


def _program_claims(document: Json, again: Json, whole: bool) -> Iterator[Claim]:
    if not whole:
        said = [
            f"{key} {str(document['program'][key])[:12]}, here {str(again['program'][key])[:12]}"
            for key in OF_THE_PROGRAM
            if document["program"][key] != again["program"][key]
        ]
        why = f"another program wrote it, it says ({'; '.join(said)}); its results were compared, this was not"
        yield Claim(f"{REPORT}, everything but the results", why)
    for name, version in other_libraries(document).items():
        yield Claim(f"library {name}", f"the report says {version[0]}, here it is {version[1]}")


def other_libraries(document: Json) -> dict[str, tuple[str, str]]:
    """Libraries of which the report names another version than is installed here."""
    from analyzer.report.identity import library_versions

    said, here = document["program"]["libraries"], library_versions()
    names = sorted({*said, *here})
    versions = {name: (said.get(name, "none"), here.get(name, "none")) for name in names}
    return {name: pair for name, pair in versions.items() if pair[0] != pair[1]}


def _page_claims(document: Json, asked: Asked) -> Iterator[Claim]:
    """Pages of rules are written by people: those of the program are known, others must be given to be compared."""
    known_pages = [page.text for page in asked.rules]
    for game in document["games"]:
        name, page = game["id"], game["rules"]["game"]
        if page is not None and page != shipped_page(name) and page not in known_pages:
            known = shipped_page(name) is not None
            why = "is not the one that comes with the program" if known else "was written by whoever made the report"
            yield Claim(f"page of rules of {name}", f"{why}; give the page that you know with --rules")
        common = game["rules"]["common"]
        if common != shipped_page(COMMON_PAGE) and common not in known_pages:
            yield Claim(f"rules of all games, in {name}", "is not the page that comes with the program")


def _check_attached(request: Request, asked: Asked, run: Run) -> tuple[list[Finding], list[Claim]]:
    """What was attached is made again if that is asked for; otherwise it is a claim."""
    findings, claims = [], []
    for attached in (*request.proofs, *request.simulations):
        if not asked.attachments:
            claims.append(Claim(attached.name, "was attached and is not computed again; --attachments does that"))
            continue
        repeated = repeated_faults(attached, request, run)
        findings += [Finding(REPORT, f"{attached.name}: {fault}") for fault in repeated.faults]
        if repeated.cannot is not None:
            claims.append(Claim(attached.name, f"cannot be computed again: {repeated.cannot}"))
    previous = request.previous
    if previous is not None and asked.previous is None:
        why = "is the previous result by whoever made the report; give yours with --previous"
        claims.append(Claim(previous.name, why))
    elif previous is not None and asked.previous is not None:
        known = read_previous(asked.previous, [game.file.id for game in request.games])
        if (known.sha256, known.text) != (previous.sha256, previous.text):
            findings.append(Finding(REPORT, f"{previous.name}: the previous result is not that of {asked.previous}"))
    return findings, claims


# --- renderings ------------------------------------------------------------------------------------------------------


def check_rendered(
    folder: Path, document: Json, digests: Mapping[str, str], whole: bool
) -> tuple[list[Finding], list[Claim]]:
    """Every rendered file against what the document renders to here, and no file beside them.

    A signed PDF has its signature after what is rendered.
    """
    names = sorted(name for name in digests if name not in (REPORT, PUBLIC_KEY))
    if not whole:
        return [], [Claim(name, "was rendered by another program, it says; it was not compared") for name in names]
    others = other_libraries(document)
    files = rendered(document, sorted({form for form in map(format_of, names) if form is not None}))
    strangers = [Finding(name, f"is not a file that {REPORT} renders to") for name in names if name not in files]
    missing = [Finding(name, f"is missing: {REPORT} renders to it, too") for name in files if name not in names]
    signing = document["inputs"]["signing"]
    certificate = signing["certificate"]
    signed = {PDF} if certificate is not None else set()
    different = [
        name for name in files if name not in signed and hashlib.sha256(files[name]).hexdigest() != digests.get(name)
    ]
    changed = [name for name in different if name in names]
    if certificate is not None and PDF in files and PDF in names:
        content = read_bytes(folder / PDF, REPORT_FILE)
        same = hashlib.sha256(content).hexdigest() == digests[PDF]
        stamped = signing["timestamp"] is not None
        fault: str | None = "was changed while it was verified"
        if same:
            fault = signature_fault(content, files[PDF], certificate, stamped=stamped)
        if fault is not None:
            strangers.append(Finding(PDF, fault))
    if not others:
        return [*strangers, *missing, *(Finding(name, f"is not what {REPORT} renders to") for name in changed)], []
    why = "is not what it renders to with the libraries that are installed here"
    return [*strangers, *missing], [Claim(name, why) for name in changed]
