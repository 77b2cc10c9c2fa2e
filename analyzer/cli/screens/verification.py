"""What `exactodds verify` prints: what was looked at, what is wrong, what can only be believed, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.printable import shown_safely
from analyzer.report.certification import DRAFT
from analyzer.report.verify import Claim, Verdict, Verification

MAX_SHOWN = 50
# Of claims with the same reason; where there are more, they share a line.
MAX_NAMED = 3


def verification_report(verification: Verification) -> Iterator[str]:
    """The lines. Those of findings begin with FORGED, those of what was not checked with UNVERIFIED."""
    yield f"files: {len(verification.sealed.digests)} looked at"
    yield _signature(verification)
    yield from _pdf_signature(verification.certificate)
    again = verification.recomputed
    if again is not None:
        noun = "result" if again.results == 1 else "results"
        yield f"computed again: {again.results} {noun}, {again.values:,} values compared"
    yield from _listed("FORGED", [str(finding) for finding in verification.findings])
    yield from _listed("UNVERIFIED", list(_grouped(verification.claims)))
    yield _verdict(verification)


def _signature(verification: Verification) -> str:
    sealed = verification.sealed
    if sealed.signer is None:
        invalid = any(finding.what.startswith("INVALID") for finding in verification.findings)
        return "signature: INVALID" if invalid else "signature: none; the digests show accidents, not forgeries"
    if sealed.name is not None:
        whose = f"{sealed.name}, whom you trust"
    else:
        whose = "the key given" if sealed.vouched else "the key inside the report; compare it or give --pubkey"
    return f"signature: valid, by {sealed.signer} ({whose})"


def _pdf_signature(certificate: Mapping[str, str] | None) -> Iterator[str]:
    """Whose the signature inside the PDF is: whether to trust him is for the reader to say."""
    if certificate is None:
        return
    valid = ""
    if "valid_from" in certificate:
        valid = f", valid from {certificate['valid_from']} to {certificate['valid_to']}"
    told = f"{certificate['subject']}, certificate SHA-256 {certificate['sha256']}{valid}"
    yield shown_safely(f"signature of report.pdf: valid, by {told}; whether the certificate is trusted is not checked")


def _listed(word: str, lines: list[str]) -> Iterator[str]:
    yield from (f"{word} {line}" for line in lines[:MAX_SHOWN])
    if len(lines) > MAX_SHOWN:
        yield f"{word} and {len(lines) - MAX_SHOWN} more"


def _grouped(claims: Sequence[Claim]) -> Iterator[str]:
    """A line for each claim; many with the same reason share one, so that the others stay on the screen."""
    alike: dict[str, list[Claim]] = {}
    for claim in claims:
        alike.setdefault(claim.why, []).append(claim)
    for why, group in alike.items():
        if len(group) <= MAX_NAMED:
            yield from map(str, group)
        else:
            names = ", ".join(shown_safely(claim.part) for claim in group[:MAX_NAMED])
            yield f"{len(group)} parts, {names} and {len(group) - MAX_NAMED} more: {why}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _verdict(verification: Verification) -> str:
    draft = "; the report is a draft, which nobody certifies" if verification.status == DRAFT else ""
    if verification.verdict is Verdict.FORGED:
        found = _number(len(verification.findings), "finding")
        return f"forged or damaged: {found}; nothing in this report can be relied on"
    if verification.verdict is Verdict.PARTLY:
        parts = _number(len(verification.claims), "part")
        return f"partly verified: nothing differs, but {parts} can only be believed{draft}"
    if verification.verdict is Verdict.FILES:
        return "files only: nothing differs; no number was computed again, so nothing in them is verified"
    return f"verified: nothing differs{draft}"
