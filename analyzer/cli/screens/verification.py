"""What `exactodds verify` prints: what was looked at, what is wrong, what can only be believed, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.report.verify import Verdict, Verification

MAX_SHOWN = 50


def verification_report(verification: Verification) -> Iterator[str]:
    """The lines. Those of findings begin with FORGED, those of what was not checked with UNVERIFIED."""
    yield f"files: {len(verification.sealed.digests)} looked at"
    yield _signature(verification)
    again = verification.recomputed
    if again is not None:
        noun = "result" if again.results == 1 else "results"
        yield f"computed again: {again.results} {noun}, {again.values:,} values compared"
    yield from _listed("FORGED", [str(finding) for finding in verification.findings])
    yield from _listed("UNVERIFIED", [str(claim) for claim in verification.claims])
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


def _listed(word: str, lines: list[str]) -> Iterator[str]:
    yield from (f"{word} {line}" for line in lines[:MAX_SHOWN])
    if len(lines) > MAX_SHOWN:
        yield f"{word} and {len(lines) - MAX_SHOWN} more"


def _verdict(verification: Verification) -> str:
    if verification.verdict is Verdict.FORGED:
        return f"forged or damaged: {len(verification.findings)} findings; nothing in this report can be relied on"
    if verification.verdict is Verdict.PARTLY:
        return f"partly verified: nothing differs, but {len(verification.claims)} parts can only be believed"
    if verification.verdict is Verdict.FILES:
        return "files only: nothing differs; no number was computed again, so nothing in them is verified"
    return "verified: nothing differs"
