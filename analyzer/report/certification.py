"""Who vouches for a report: the certification page, and whether the report is certified or a draft.

A report is certified only where a signatory is named, it is signed, and every check of every game ran and passed.
Anything else is a draft, on every page, with the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.documents import Json, JsonDict
from analyzer.report.blocks import Block, bullets, code, facts, heading, notice, signatures, table, text
from analyzer.report.checks import Check
from analyzer.report.filing import Filing
from analyzer.report.identity import program_document
from analyzer.report.subject import Subject

DRAFT, CERTIFIED = "DRAFT", "CERTIFIED"
STATEMENT = (
    "The figures in this report are the exact results of the rules, paytables and options stated in it, computed by "
    "counting every deal. Each was checked as the section Confirmation of its game says, and no check found a "
    "difference."
)
EXACT = (
    "Exact means: every deal is counted as an integer, every probability and every return is a fraction of two "
    "integers, and nothing is simulated or estimated. Decimals are rounded once, where they are printed; the fractions "
    "are in report.json. Intervals over many rounds have a bound on their error, which is printed with them."
)
CONDITIONS = (
    "The game is dealt and settled as the section Rules and assumptions of its game says, from a complete, well "
    "shuffled pack.",
    "Where the source document can be read in more than one way, the figures are those of the reading that the "
    "section Readings names.",
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
    reasons = list(draft_reasons(subjects, filing, signing))
    return {"word": DRAFT if reasons else CERTIFIED, "reasons": reasons}


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
        heading("certification-scope", "Scope and conditions"),
        _scope(subjects),
        bullets(CONDITIONS),
        text(EXACT),
        _program(subjects[0]),
        heading("certification-signatures", "Prepared, reviewed, signed"),
        _signatures(face, filing, status),
        *_revisions(face, filing),
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
        "Games, options and game files",
        (("game", "text"), ("wagers and paytables", "text"), ("options", "text"), ("SHA-256 of the game file", "text")),
        [
            [
                subject.game.name,
                _wagers(subject),
                ", ".join(f"{key} = {value}" for key, value in subject.other_options.items()) or "the defaults",
                subject.file.digest,
            ]
            for subject in subjects
        ],
    )


def _wagers(subject: Subject) -> str:
    """The wagers by name, each with its paytables where there are several."""
    told = []
    for wager in subject.wagers:
        results = subject.results_of(wager)
        told.append(wager.name if len(results) == 1 else f"{wager.name} ({', '.join(one.paytable for one in results)})")
    return ", ".join(told)


def _program(subject: Subject) -> Block:
    """What computed the report, the same for all its games."""
    program = program_document(subject.libraries)
    libraries = program["libraries"]
    assert isinstance(libraries, Mapping)
    return facts(
        "certification-program",
        [
            ("Program", f"{program['name']} {program['version']}"),
            ("SHA-256 of the counting kernels' sources", str(program["kernels"])),
            ("SHA-256 of the program's Python sources", str(program["sources"])),
            ("Libraries", ", ".join(f"{name} {version}" for name, version in libraries.items())),
        ],
    )


def _signatures(face: Mapping[str, str | None], filing: Filing, status: Json) -> Block:
    dated = face.get("date") if status["word"] == CERTIFIED else None
    return signatures(
        "certification-blocks",
        [
            ("Prepared by", face.get("prepared_by"), None, face.get("date")),
            ("Reviewed by", face.get("reviewed_by"), None, None),
            ("Signatory", filing.signatory, filing.signatory_title, dated),
        ],
    )


def _revisions(face: Mapping[str, str | None], filing: Filing) -> Iterator[Block]:
    rows = [[one.number, one.date, one.what] for one in filing.revisions]
    yield table(
        "certification-revisions",
        "Revision history",
        (("revision", "text"), ("date", "text"), ("what changed", "text")),
        rows or [["1", face.get("date") or "not dated", "First issue"]],
    )


def _how_to_check(signing: Signing) -> Iterator[Block]:
    yield text(
        "The SHA-256 at the foot of every page is that of the file report.json: sha256sum report.json must print the "
        "same digits. SHA256SUMS lists it with the digests of all other files: sha256sum -c SHA256SUMS checks them all."
        " Of a copy with some of the files, sha256sum -c --ignore-missing SHA256SUMS checks those."
    )
    if signing.key_fingerprint is None:
        yield text("The list of digests is not signed: it shows accidents, not forgeries.")
    else:
        yield from _key(signing.key_fingerprint)
    yield from _certificate(signing)


def _key(fingerprint: str) -> Iterator[Block]:
    yield facts("certification-key", [("Fingerprint of the signing key", fingerprint)])
    yield text(
        "The list is signed with the key of this fingerprint (Ed25519). Get the fingerprint from the signatory by "
        "another way than this file, and compare. With OpenSSL 3 and no other program:"
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
            ("Timestamp", stamped),
        ],
    )
    yield text("A reader of PDF files shows the signature (PAdES); pdfsig report.pdf checks it without one.")
