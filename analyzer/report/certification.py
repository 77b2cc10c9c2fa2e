"""Who vouches for a report: the certification page, and whether the report is certified or a draft.

A report is certified only where a signatory is named, it is signed, and every check of every game ran and passed.
Anything else is a draft, on every page, with the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.documents import Json, JsonDict
from analyzer.report.blocks import (
    Block,
    Person,
    bullets,
    code,
    facts,
    heading,
    notice,
    numbered,
    signatures,
    table,
    text,
)
from analyzer.report.checklist import checklist_notices
from analyzer.report.checks import Check
from analyzer.report.chosen import instead
from analyzer.report.filing import Filing
from analyzer.report.identity import program_document
from analyzer.report.pdf_signing import NOT_BY_POPPLER
from analyzer.report.readings import has_readings
from analyzer.report.subject import Subject

DRAFT, CERTIFIED = "DRAFT", "CERTIFIED"
NOT_SIGNED = "not signed: this is a draft"
STATEMENT = (
    "The figures in this report are the exact results of the rules, paytables and options stated in it, computed by "
    "counting every deal. Each was checked as the section Confirmation of its game says, and no check found a "
    "difference."
)
NOT_A_SIGNATURE = (
    "The list of digests is not signed: it shows accidents, not forgeries. Who changes a file can write a new list "
    "that agrees with it."
)
EXACT = (
    "Exact means: every deal is counted as an integer, every probability and every return is a fraction of two "
    "integers, and nothing is simulated or estimated. Decimals are rounded once, where they are printed; the fractions "
    "are in report.json. Intervals over many rounds have a bound on their error, which is printed with them."
)
CONDITIONS = (
    "The game is dealt and settled as the section Rules and assumptions of its game says, from a complete, well "
    "shuffled pack.",
    "The game file, the paytables and the options are those whose digests the report names. A changed pay is another "
    "game.",
    "Matters that are not mathematics, such as dealing procedure, equipment, layout and conduct of play, are outside "
    "this report.",
)


@dataclass(frozen=True)
class Signing:
    """The keys that a report is signed with: of the list of digests, and of the PDF."""

    key_fingerprint: str | None = None
    certificate: Mapping[str, str] | None = None
    timestamp: str | None = None

    def document(self) -> JsonDict:
        return {
            "key_fingerprint": self.key_fingerprint,
            "certificate": None if self.certificate is None else dict(self.certificate),
            "timestamp": self.timestamp,
        }

    @classmethod
    def from_document(cls, document: Json) -> Signing:
        return cls(document["key_fingerprint"], document["certificate"], document["timestamp"])


# --- certified, or a draft -------------------------------------------------------------------------------------------


def status_document(subjects: Sequence[Subject], filing: Filing, signing: Signing) -> JsonDict:
    """The word, the reasons of a draft, and of what is certified by whom."""
    reasons = list(draft_reasons(subjects, filing, signing))
    if reasons:
        return {"word": DRAFT, "reasons": reasons}
    return {"word": CERTIFIED, "reasons": [], "by": _named(filing)}


def draft_reasons(subjects: Sequence[Subject], filing: Filing, signing: Signing) -> Iterator[str]:
    for subject in subjects:
        for check in subject.checks:
            if check.state == "differs":
                yield f"{subject.game.name}: a check differs. {check.what}: {'; '.join(check.findings)}."
    missing = {subject.game.name: _not_run(subject.checks) for subject in subjects}
    for what in dict.fromkeys(one for names in missing.values() for one in names):
        games = [f"{name}{names[what]}" for name, names in missing.items() if what in names]
        yield f"A check was not run. {what}: {'; '.join(games)}."
    if filing.signatory is None:
        yield "No signatory is named."
    if signing.key_fingerprint is None:
        yield "The files are not signed."


def _not_run(checks: Sequence[Check]) -> dict[str, str]:
    """Each check that was not run, and why something that is attached does not count."""
    not_run = [check for check in checks if check.state == "not run"]
    return {check.what: f" ({'; '.join(check.findings)})" if check.cases else "" for check in not_run}


# --- the page --------------------------------------------------------------------------------------------------------


def certification_blocks(
    subjects: Sequence[Subject], face: Mapping[str, str | None], filing: Filing, signing: Signing
) -> list[Block]:
    status = status_document(subjects, filing, signing)
    return [
        *_statement(status, filing),
        *checklist_notices(subjects),
        heading("certification-scope", "Scope and conditions"),
        _scope(subjects),
        bullets(_conditions(subjects)),
        text(EXACT),
        *_game_files(subjects),
        _program(subjects),
        heading("certification-signatures", "Prepared, reviewed, signed"),
        _signatures(face, filing, status),
        *_revisions(face, filing, has_previous=subjects[0].previous is not None),
        heading("certification-check", "How to check that these files are genuine"),
        *_how_to_check(signing),
    ]


def _statement(status: Json, filing: Filing) -> Iterator[Block]:
    if status["word"] == CERTIFIED:
        yield text(f"{STATEMENT} Certified by {_named(filing)}.")
        return
    yield notice("alert", "This report is a DRAFT. Nobody certifies it, because:")
    yield bullets(status["reasons"])


def _named(filing: Filing) -> str:
    return ", ".join(name for name in (filing.signatory, filing.signatory_title) if name)


def _scope(subjects: Sequence[Subject]) -> Block:
    return table(
        "certification-games",
        "Games and options",
        (("game", "text"), ("wagers and paytables", "text"), ("options", "text")),
        [
            [
                subject.game.name,
                _wagers(subject),
                instead(subject, subject.other_options) or "the defaults",
            ]
            for subject in subjects
        ],
    )


def _conditions(subjects: Sequence[Subject]) -> Iterator[str]:
    first, *rest = CONDITIONS
    yield first
    if any(has_readings(subject) for subject in subjects):
        has = "that has a section Readings" if not all(map(has_readings, subjects)) else "of this report"
        game = f"In a game {has} the figures" if len(subjects) > 1 else "The figures"
        yield f"{game} are those of the readings and options that the section Readings names; others are possible."
    yield from rest


def _wagers(subject: Subject) -> str:
    """The wagers by name, each with its paytables where there are several."""
    told = []
    for wager in subject.wagers:
        results = subject.results_of(wager)
        told.append(wager.name if len(results) == 1 else f"{wager.name} ({', '.join(one.paytable for one in results)})")
    return ", ".join(told)


def _game_files(subjects: Sequence[Subject]) -> Iterator[Block]:
    if len(subjects) > 1:
        yield table(
            "certification-files",
            "Game files",
            (("game", "text"), ("SHA-256 of its file", "text")),
            [[subject.game.name, subject.file.digest] for subject in subjects],
        )


def _program(subjects: Sequence[Subject]) -> Block:
    """What computed the report, the same for all its games; the file of the game where there is one."""
    program = program_document(subjects[0].libraries)
    libraries = program["libraries"]
    assert isinstance(libraries, Mapping)
    return facts(
        "certification-program",
        [
            ("SHA-256 of the game file", subjects[0].file.digest if len(subjects) == 1 else ""),
            ("Program", f"{program['name']} {program['version']}"),
            ("SHA-256 of the counting kernels' sources", str(program["kernels"])),
            ("SHA-256 of the program's Python sources", str(program["sources"])),
            ("Libraries", ", ".join(f"{name} {version}" for name, version in libraries.items())),
        ],
    )


def _signatures(face: Mapping[str, str | None], filing: Filing, status: Json) -> Block:
    """A draft is signed by nobody, whoever is named as its signatory."""
    signatory: Person = ("Signatory", filing.signatory, filing.signatory_title, face.get("date"))
    if status["word"] != CERTIFIED:
        named = _named(filing)
        signatory = ("Signatory", NOT_SIGNED, f"meant to sign: {named}" if named else None, None)
    return signatures(
        "certification-blocks",
        [
            ("Prepared by", face.get("prepared_by"), None, face.get("date")),
            ("Reviewed by", face.get("reviewed_by"), None, None),
            signatory,
        ],
    )


def _revisions(face: Mapping[str, str | None], filing: Filing, *, has_previous: bool) -> Iterator[Block]:
    rows = [[one.number, one.date, one.what] for one in filing.revisions]
    if has_previous and not rows:  # then it is not the first issue
        yield text("Revision history: none is given. The section Changes says what differs from the previous result.")
        return
    yield table(
        "certification-revisions",
        "Revision history",
        (("revision", "text"), ("date", "text"), ("what changed", "text")),
        rows or [["1", face.get("date") or "not dated", "First issue"]],
    )


def _how_to_check(signing: Signing) -> Iterator[Block]:
    signed = signing.key_fingerprint is not None
    if not signed:
        yield text(NOT_A_SIGNATURE)
    files = "report.json, SHA256SUMS, SHA256SUMS.sig and public-key.pem" if signed else "report.json and SHA256SUMS"
    yield text(
        "Paper alone cannot be checked: anybody can print digits at the foot of a page. Ask whoever handed this in for "
        f"the files {files}, and put them into one folder. Then:"
    )
    yield numbered(_steps(signing))
    yield code(_COMMANDS)
    if signing.key_fingerprint is not None:
        yield from _key(signing.key_fingerprint)
    yield from _certificate(signing)


def _steps(signing: Signing) -> Iterator[str]:
    yield (
        "The SHA-256 of report.json must be the digits at the foot of every page: sha256sum prints it on Linux, shasum "
        "on a Mac, certutil or Get-FileHash on Windows. Capitals are the same digits."
    )
    yield (
        "SHA256SUMS lists that digest with those of all other files: sha256sum -c checks them all, with "
        "--ignore-missing those that are there. On Windows compare one file after the other with its line."
    )
    if signing.key_fingerprint is not None:
        yield "SHA256SUMS.sig signs that list; the commands further below check it with OpenSSL alone."
    yield (
        "exactodds verify, from whoever publishes the program, does all this and computes every number again; it says "
        "verified, partly verified or forged."
    )


# Each says first where it is typed; nothing but its last column is typed.
_COMMANDS = (
    "Linux       sha256sum report.json",
    "            sha256sum -c --ignore-missing SHA256SUMS",
    "Mac         shasum -a 256 report.json",
    "Windows     certutil -hashfile report.json SHA256",
    "PowerShell  Get-FileHash report.json -Algorithm SHA256",
    "exactodds   exactodds verify report.json",
)


def _key(fingerprint: str) -> Iterator[Block]:
    yield facts("certification-key", [("Fingerprint of the signing key", fingerprint)])
    yield text(
        "The list is signed with the key of this fingerprint (Ed25519). Get the fingerprint from the signatory by "
        "another way than these files, and compare: exactodds verify report.json --pubkey KEY.pem takes the key that "
        "you trust. With OpenSSL 3 and no other program:"
    )
    yield code(
        [
            "openssl pkey -pubin -in public-key.pem -outform DER | tail -c 32 | sha256sum",
            "(head -n 2 SHA256SUMS.sig; cat SHA256SUMS) > statement",
            "sed -n 's/^ed25519: //p' SHA256SUMS.sig | openssl base64 -d -A > signature",
            "openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in statement -sigfile signature",
        ]
    )
    yield text(
        "The first command prints the fingerprint; the last must say Signature Verified Successfully. What is signed "
        "is the date and the list."
    )


def _certificate(signing: Signing) -> Iterator[Block]:
    if signing.certificate is None:
        yield text("The PDF has no signature of its own; its digest is in SHA256SUMS.")
        return
    stamped = (
        f"a timestamp by {signing.timestamp}"
        if signing.timestamp
        else "no timestamp: its time is that of the signer's clock"
    )
    yield facts(
        "certification-certificate",
        [
            ("The PDF is signed by", signing.certificate["subject"]),
            ("Certificate issued by", signing.certificate["issuer"]),
            ("SHA-256 of the certificate", signing.certificate["sha256"]),
            ("Certificate valid", _validity(signing.certificate)),
            ("Timestamp", stamped),
        ],
    )
    if signing.certificate.get("key") in NOT_BY_POPPLER:
        yield text(
            f"The signature (PAdES) is made with an {signing.certificate['key']} key, which many readers of PDF files "
            "do not know: pdfsig of poppler says that the document is not signed. exactodds verify report.json checks "
            "it."
        )
    else:
        yield text("A reader of PDF files shows the signature (PAdES); pdfsig report.pdf checks it without one.")


def _validity(certificate: Mapping[str, str]) -> str:
    """Empty in a report that was made before it was told."""
    if "valid_from" not in certificate:
        return ""
    return f"from {certificate['valid_from']} to {certificate['valid_to']}"
