"""Certified only with a signatory, a signature and all checks; a draft otherwise, with the reasons, on every page."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import ReportDocumentError
from analyzer.report import checks
from analyzer.report.attachments import Attachment
from analyzer.report.certification import Signing
from analyzer.report.filing import Filing
from analyzer.report.signing import generate
from analyzer.reports.document import check_document
from analyzer.reports.text import cover_facts, status_text
from analyzer.run.jobs import Run
from analyzer.trust.prove import full_checks, prove
from analyzer.trust.simulate import simulate
from tests.helpers import from_text
from tests.reporting import (
    SMALL,
    block,
    blocks,
    proof_document,
    report_of,
    schema_faults,
    simulation_document,
    small_text,
    words,
)

SIGNED = Signing("0" * 64)
SIGNATORY = Filing(signatory="A. Signatory", signatory_title="Chief mathematician")


def attached(document: JsonDict, name: str) -> Attachment:
    text = json.dumps(document)
    return Attachment(name, hashlib.sha256(text.encode()).hexdigest(), text)


def proof(**more: Any) -> Attachment:
    file = from_text(small_text(SMALL))
    options = dict(file.game().chosen)
    one = proof_document(SMALL)["checks"][0] | {"cases": "20000000"}
    every = [one | {"part": part, "what": what} for part, what in full_checks(file, options, 1, Run(jobs=1))]
    told: JsonDict = {"quick": False, "game_file_sha256": file.digest, "options": options, "checks": every}
    return attached(proof_document(SMALL, **(told | more)), "proof.json")


def simulation(agrees: bool = True, **more: Any) -> Attachment:
    from analyzer.pricing.analysis import analyze

    file = from_text(small_text(SMALL))
    results = analyze(file, run=Run(jobs=1)).wagers
    (row,) = simulation_document(SMALL, "x")["wagers"]
    rows = [row | {"wager": result.wager, "ev": str(result.ev), "agrees": agrees} for result in results]
    told: JsonDict = {"game_file_sha256": file.digest, "options": dict(file.game().chosen), "wagers": rows}
    told |= {"rounds": "100000"}
    return attached(simulation_document(SMALL, "x", **(told | more)), "simulation.json")


def certified(**more: Any) -> JsonDict:
    request: JsonDict = {"filing": SIGNATORY, "signing": SIGNED}
    attachments: JsonDict = {"proofs": (proof(),), "simulations": (simulation(),)}
    return report_of(small_text(SMALL), **(request | attachments | more))


def test_with_everything_it_is_certified() -> None:
    document = certified()
    assert document["status"] == {"word": "CERTIFIED", "reasons": [], "by": "A. Signatory, Chief mathematician"}
    assert schema_faults("report", document) == []
    assert "Certified by A. Signatory, Chief mathematician." in words(document, "certification")
    assert ["Certified by", "A. Signatory, Chief mathematician"] in next(
        block["rows"] for block in blocks(document, "decision", "facts")
    )


@pytest.mark.parametrize(
    ("without", "reason"),
    [
        ({"filing": Filing()}, "No signatory is named."),
        ({"signing": Signing()}, "The files are not signed."),
        ({"proofs": ()}, "A check was not run. Proof"),
        ({"simulations": ()}, "A check was not run. Simulation"),
        ({"proofs": (proof(quick=True),)}, "proof.json is a quick proof with fewer cases)."),
        ({"proofs": (proof(game_file_sha256="1" * 64),)}, "A check was not run. Proof"),
        ({"proofs": (proof(passed=False),)}, "a check differs. Proof"),
        ({"simulations": (simulation(agrees=False),)}, "a check differs. Simulation"),
    ],
)
def test_without_any_of_it_it_is_a_draft(without: JsonDict, reason: str) -> None:
    if without.get("proofs") and '"passed": false' not in without["proofs"][0].text and "differs" in reason:
        without = {"proofs": (proof(checks=proof_document(SMALL, passed=False)["checks"]),)}
    document = certified(**without)
    assert document["status"]["word"] == "DRAFT"
    assert any(reason in one for one in document["status"]["reasons"]), document["status"]
    assert "This report is a DRAFT" in words(document, "certification")
    assert "nobody: this is a draft" in words(document, "decision")


def test_a_wager_that_was_not_simulated_makes_a_draft() -> None:
    whole = json.loads(simulation().text)
    missing = attached(whole | {"wagers": whole["wagers"][1:]}, "simulation.json")
    document = certified(simulations=(missing,))
    assert document["status"]["word"] == "DRAFT"
    assert "Ante and Play was not simulated" in words(document, "confirmation")


def test_a_simulation_of_few_rounds_makes_a_draft() -> None:
    """A hundred rounds certified: their outcomes were pooled until a test of one degree of freedom was left."""
    dealt = simulate(from_text(small_text(SMALL)), rounds=checks.MIN_ROUNDS - 1, run=Run(jobs=1)).document()
    assert all(row["degrees_of_freedom"] > 3 for row in dealt["wagers"])
    document = certified(simulations=(attached(dealt, "simulation.json"),))
    (reason,) = document["status"]["reasons"]
    assert "Pair Plus was not tested by the simulation: 9,999 rounds are too few, 10,000 are the least" in reason
    enough = simulate(from_text(small_text(SMALL)), rounds=checks.MIN_ROUNDS, run=Run(jobs=1)).document()
    assert certified(simulations=(attached(enough, "simulation.json"),))["status"]["word"] == "CERTIFIED"


def test_the_report_says_how_many_outcomes_were_not_pooled() -> None:
    row = json.loads(simulation().text)["wagers"][1]
    happened = [
        {"name": str(n), "expected": n, "observed": "4", "z": 0.0} for n in ("90.000", "20.000", "4.500", "4.000")
    ]
    pooled = row | {"outcomes": happened}
    joined = row | {"outcomes": happened[:3]}
    rows = [row, pooled, joined]
    document = certified(simulations=(attached(json.loads(simulation().text) | {"wagers": rows}, "simulation.json"),))
    told = block(document, "-simulation-1-wagers")
    assert [one[2] for one in told["rows"]] == ["1 of 1", "2 of 4", "1 of 3"]
    assert "fewer than five times are pooled" in told["note"]


@pytest.mark.parametrize("rounds", [1, 10])
def test_so_few_rounds_that_there_is_no_test_make_a_draft(rounds: int) -> None:
    """Of the simulation itself, and where somebody writes degrees of freedom into it."""
    dealt = simulate(from_text(small_text(SMALL)), rounds=rounds, run=Run(jobs=1)).document()
    assert all(row["degrees_of_freedom"] < 1 for row in dealt["wagers"])
    document = certified(simulations=(attached(dealt, "simulation.json"),))
    number = "1 round is" if rounds == 1 else "10 rounds are"
    (reason,) = (one for one in document["status"]["reasons"] if "Simulation" in one)
    assert f"Pair Plus was not tested by the simulation: {number} too few" in reason
    assert [row[-1] for row in block(document, "-simulation-1-wagers")["rows"]] == ["too few rounds for a test"] * 3
    for row in dealt["wagers"]:
        row["degrees_of_freedom"] = 3
    assert certified(simulations=(attached(dealt, "simulation.json"),))["status"]["word"] == "DRAFT"


def test_a_short_simulation_beside_a_long_one_takes_nothing_away() -> None:
    short = simulate(from_text(small_text(SMALL)), rounds=1, run=Run(jobs=1)).document()
    assert certified(simulations=(attached(short, "short.json"), simulation()))["status"]["word"] == "CERTIFIED"


def test_a_quick_proof_beside_a_full_one_takes_nothing_away() -> None:
    document = certified(proofs=(proof(quick=True, checks=proof_document(SMALL)["checks"]), proof()))
    assert document["status"]["word"] == "CERTIFIED"
    (check,) = (check for check in document["games"][0]["checks"] if check["what"].startswith("Proof"))
    assert int(check["cases"]) == 20_000_000 * len(json.loads(proof().text)["checks"])
    failed = proof(quick=True, checks=proof_document(SMALL, passed=False)["checks"])
    assert certified(proofs=(failed, proof()))["status"]["word"] == "DRAFT"


def test_a_quick_proof_that_calls_itself_full_is_found_out() -> None:
    quick = prove(from_text(small_text(SMALL)), quick=True, run=Run(jobs=1)).document()
    renamed = attached(quick | {"quick": False}, "proof.json")
    reasons = certified(proofs=(renamed,))["status"]["reasons"]
    assert any("proof.json is no full proof of this program: " in reason for reason in reasons), reasons
    fewer = [check | {"cases": "2000000"} for check in json.loads(proof().text)["checks"]]
    reasons = certified(proofs=(proof(checks=fewer),))["status"]["reasons"]
    assert any("is no full proof: 2,000,000 rounds in place of 20,000,000" in reason for reason in reasons), reasons


def test_the_cover_says_who_certifies_or_that_it_is_a_draft() -> None:
    document = certified()
    assert ("Certified by", "A. Signatory, Chief mathematician") in cover_facts(document)
    assert status_text(document).startswith("Certified by A. Signatory, Chief mathematician.")
    drafted = certified(proofs=())
    assert schema_faults("report", drafted) == []
    assert "by" not in drafted["status"]
    assert ("Certified by", "nobody: this is a draft") in cover_facts(drafted)


def test_a_certified_document_that_names_nobody_is_not_rendered() -> None:
    document = certified()
    nameless = document | {"status": {"word": "CERTIFIED", "reasons": []}}
    with pytest.raises(ReportDocumentError, match=r"status\.by: must say who certifies"):
        check_document(nameless)


def test_the_box_of_the_signatory_does_not_look_signed_in_a_draft() -> None:
    """Neither a name in bold nor a date stands in it."""
    (box,) = blocks(certified(proofs=()), "certification", "signatures")
    signatory = box["people"][-1]
    assert signatory["name"] == "not signed: this is a draft"
    assert signatory["title"] == "meant to sign: A. Signatory, Chief mathematician"
    assert signatory["date"] is None
    (box,) = blocks(certified(face={"date": "2026-03-31"}), "certification", "signatures")
    assert box["people"][-1]["name"] == "A. Signatory"
    assert box["people"][-1]["date"] == "2026-03-31"
    (box,) = blocks(certified(filing=Filing()), "certification", "signatures")
    assert (box["people"][-1]["name"], box["people"][-1]["title"]) == ("not signed: this is a draft", None)


def test_a_checklist_with_open_points_is_told_where_it_is_certified() -> None:
    filing = Filing(signatory="A. Signatory", profiles=("washington",), applicant={"wagering_limit": "300 dollars"})
    document = certified(filing=filing)
    assert document["status"]["word"] == "CERTIFIED"
    missing = sum(row[2] == "to be supplied by the applicant" for row in block(document, "washington-rules")["rows"])
    assert missing > 1
    said = f"Washington: {missing} items of the checklist are still to be supplied by the applicant"
    for section in ("certification", "decision"):
        assert said in words(document, section)
        assert "not met" not in words(document, section)
    failing = replace(filing, payout_limits={"pair-plus": Fraction(1)})
    for section in ("certification", "decision"):
        assert "Washington: 1 item of the checklist is not met." in words(certified(filing=failing), section)
    assert "of the checklist" not in words(certified(), "certification")


def test_how_to_check_begins_with_what_to_ask_for() -> None:
    """Whoever has the paper alone has nothing to check; then commands for every system."""
    said = words(certified(), "certification")
    assert "Paper alone cannot be checked" in said
    assert "report.json, SHA256SUMS, SHA256SUMS.sig and public-key.pem" in said
    for command in (
        "sha256sum -c --ignore-missing SHA256SUMS",
        "shasum -a 256 report.json",
        "certutil -hashfile report.json SHA256",
        "Get-FileHash report.json -Algorithm SHA256",
        "exactodds verify report.json",
    ):
        assert command in said
    unsigned = words(certified(signing=Signing()), "certification")
    assert "for the files report.json and SHA256SUMS, and" in unsigned
    assert "public-key.pem" not in unsigned


def test_an_unsigned_report_opens_with_what_that_means() -> None:
    """It was the last sentence of the page."""
    listed = list(blocks(certified(signing=Signing()), "certification"))
    place = next(n for n, one in enumerate(listed) if one.get("id") == "certification-check")
    assert listed[place + 1]["text"].startswith("The list of digests is not signed: it shows accidents, not forgeries.")
    assert "is not signed" not in words(certified(), "certification")


def test_a_signature_is_checked_only_where_there_is_one() -> None:
    assert "checks the digests and the signature of all files" in words(certified(), "confirmation")
    unsigned = words(certified(signing=Signing()), "confirmation")
    assert "checks the digests of all files" in unsigned
    assert "signature" not in unsigned


# --- sabotage: every check can fail, and then the report says so -----------------------------------------------------


def drafted(monkeypatch: pytest.MonkeyPatch, what: str, said: str) -> None:
    document = certified()
    assert document["status"]["word"] == "DRAFT"
    (check,) = (check for check in document["games"][0]["checks"] if check["what"].startswith(what))
    assert check["state"] == "differs"
    assert any(said in finding for finding in check["findings"]), check
    assert any(flag["level"] == "alert" and what in flag["text"] for flag in document["flags"])
    assert "differs" in words(document, "confirmation")


def test_totals_that_do_not_add_up_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "deals_by_formula", lambda game, wager: 1)
    drafted(monkeypatch, "The outcomes of each table add up", "Pair Plus: 2,925 combinations")


def test_a_price_that_is_not_that_of_the_counts_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    own = checks._priced_again
    monkeypatch.setattr(checks, "_priced_again", lambda *one: own(*one) | {"ev": Fraction(1, 7)})
    drafted(monkeypatch, "Expected result and variance", "not 1/7")


# --- OpenSSL alone ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")
def test_the_commands_on_the_page_check_the_signature(tmp_path: Path) -> None:
    """Exactly what the page says, and a changed list is found."""
    path = tmp_path / "s.toml"
    path.write_text(small_text(SMALL))
    key, _, mark = generate(tmp_path / "lab.pem")
    folder = tmp_path / "report"
    told = ["report", str(path), "-o", str(folder), "--format", "csv", "--wager", "pair-plus", "--sign", str(key)]
    assert main([*told, "--cache", str(tmp_path / "counts")]) == 0
    document = json.loads((folder / "report.json").read_text())
    _, block = blocks(document, "certification", "code")
    assert mark in words(document, "certification")
    script = "set -e\n" + "\n".join(block["lines"])
    printed = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert printed.startswith(mark)
    assert "Signature Verified Successfully" in printed
    sums = folder / "SHA256SUMS"
    sums.write_bytes(sums.read_bytes().replace(b"a", b"b", 1))
    assert subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, check=False).returncode != 0
