"""Verdicts on reports: every number is computed again, every file rendered again, and what is believed is named."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import FileError, SelectionError
from analyzer.game.library import load_game, shipped_page
from analyzer.report.attachments import Attachment
from analyzer.report.certification import Signing
from analyzer.report.checks import CHECKS, LOCK_CHECK, Check
from analyzer.report.differences import differences
from analyzer.report.document import FACE, GameInput, Request, build_report
from analyzer.report.files import (
    REPORT,
    SUMS,
    check_folder,
    make_files,
    parse_sums,
    sums_bytes,
    write_files,
)
from analyzer.report.known_pages import KnownPage
from analyzer.report.pages import about, blocks_of, coded_words, sections_of, titled_items
from analyzer.report.sealed import check_seal
from analyzer.report.signing import fingerprint, generate, read_private_key
from analyzer.report.subject import COMMON_PAGE, RulesPages, Subject
from analyzer.report.verify import Asked, Recomputed, Verdict, Verification, read_report, recompute, verify_report
from analyzer.reports.document import file_bytes
from analyzer.run.jobs import Run
from analyzer.trust.prove import prove
from analyzer.trust.simulate import simulate
from tests.changing import tiny_game
from tests.helpers import from_text
from tests.reporting import SMALL, game_input, report_of, sealed_anew, small_report, tiny_report


def written(folder: Path, document: JsonDict, *formats: str) -> Path:
    write_files(folder, make_files(document, formats))
    return folder


def again(document: JsonDict, **asked: Any) -> Recomputed:
    return recompute(document, Asked(**asked), Run(jobs=1))


class Here:
    """A run for a verification, as a command would make it."""

    def __enter__(self) -> Run:
        return Run(jobs=1)

    def __exit__(self, *details: object) -> None:
        pass


def verified(folder: Path, **asked: Any) -> Verification:
    return verify_report(folder, Asked(**asked), Here)


def claims_of(verification: Verification) -> list[str]:
    return [claim.part for claim in verification.claims]


# --- every number ----------------------------------------------------------------------------------------------------


def test_a_report_is_computed_again() -> None:
    verification = again(small_report(SMALL))
    assert (verification.findings, verification.whole, verification.results) == ((), True, 3)
    assert verification.values > 1000


def test_a_report_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "r", tiny_report(), "html", "pdf", "xlsx", "csv")
    assert verified(folder).verdict is Verdict.VERIFIED
    assert main(["verify", str(folder)]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last == "verified: nothing differs; the report is a draft, which nobody certifies"


def changed(document: JsonDict, *place: Any, value: Any) -> JsonDict:
    """A forgery: the value changed."""
    made: JsonDict = json.loads(file_bytes(document))
    inner: Any = made
    for key_ in place[:-1]:
        inner = inner[key_]
    assert inner[place[-1]] != value
    inner[place[-1]] = value
    return made


FORGERIES = [
    (("games", 0, "result", "wagers", 0, "house_edge"), "1/100"),
    (("games", 0, "result", "wagers", 0, "outcomes", 0, "count"), "1"),
    (("games", 0, "sections", 1, "blocks", 1, "result", "house_edge_decimal"), "0.01000000"),
    (("games", 0, "sections", 1, "blocks", 1, "whatif", "cases", 0, "count"), "1"),
    (("games", 0, "decision", 1, "rows", 0, 1), "1.0000 %"),
    (("summary", "rows", 0, 2), "1.0000 %"),
    (("status", "word"), "CERTIFIED"),
    (("flags",), [{"level": "note", "text": "all is well"}]),
    (("games", 0, "checks", 0, "state"), "differs"),
    (("front", 0, "blocks", 0, "text"), "Certified by everybody."),
    (("games", 0, "game_file_sha256"), "0" * 64),
    (("games", 0, "name"), "Another"),
]


@pytest.mark.parametrize(("place", "value"), FORGERIES)
def test_a_forged_value_is_found_with_its_place(place: tuple[Any, ...], value: Any) -> None:
    verification = again(changed(tiny_report(), *place, value=value))
    told = [str(finding) for finding in verification.findings]
    last = str(place[-1])
    assert any((f"[{last}]" if last.isdigit() else last) in line for line in told), told


def test_a_forged_game_file_gives_other_results() -> None:
    document = tiny_report()
    text = document["games"][0]["game_file"].replace("flush = 6", "flush = 7")
    verification = again(changed(document, "games", 0, "game_file", value=text))
    assert any("house_edge" in finding.what for finding in verification.findings)
    assert any("game_file_sha256" in finding.what for finding in verification.findings)


# --- what a forger can sign ------------------------------------------------------------------------------------------


def forged(folder: Path, change: Callable[[Path], None], *formats: str) -> Verification:
    """A report that was changed and sealed again by whoever changed it."""
    key = read_private_key(generate(folder.parent / "forger.pem")[0])
    write_files(folder, make_files(signed_report(key), formats, key))
    change(folder)
    sealed_anew(folder, key)
    assert check_seal(folder).holds
    return verified(folder)


def signed_report(key: Ed25519PrivateKey, **face: str) -> JsonDict:
    """A report that names the key it is signed with."""
    return report_of(tiny_game(), signing=Signing(fingerprint(key.public_key())), face=face)


def rewritten(change: Callable[[JsonDict], JsonDict]) -> Callable[[Path], None]:
    """Another document in place of the report's."""

    def rewrite(folder: Path) -> None:
        (folder / REPORT).write_bytes(file_bytes(change(json.loads((folder / REPORT).read_bytes()))))

    return rewrite


def test_an_edited_page_is_found_even_where_its_digest_was_made_to_fit(tmp_path: Path) -> None:
    def edit(folder: Path) -> None:
        page = folder / "report.html"
        page.write_bytes(page.read_bytes().replace(b"House edge", b"House  edge", 1))

    verification = forged(tmp_path / "r", edit, "html", "csv")
    assert [finding.file for finding in verification.findings] == ["report.html"]


def test_a_page_that_lies_under_a_claimed_library_is_not_verified(tmp_path: Path) -> None:
    """Another version of a library may render otherwise: then the page is named, and so is the claim."""

    def edit(folder: Path) -> None:
        page = folder / "report.html"
        page.write_bytes(page.read_bytes().replace(b"House edge", b"Some edge", 1))
        rewritten(lambda document: _with_library(document, "jinja2", "9.9"))(folder)

    verification = forged(tmp_path / "r", edit, "html", "csv")
    assert (verification.verdict, verification.document()["verified"]) == (Verdict.PARTLY, False)
    assert "library jinja2" in claims_of(verification)
    assert "report.html" in claims_of(verification)
    assert verification.recomputed is not None
    assert verification.recomputed.whole


def _with_library(document: JsonDict, name: str, version: str) -> JsonDict:
    """As a report would be that was made with this version: it is named in section 1, too."""
    text = json.dumps(document)
    before = document["program"]["libraries"][name]
    made: JsonDict = json.loads(text.replace(f"{name} {before}", f"{name} {version}"))
    made["program"]["libraries"][name] = version
    return made


@pytest.mark.parametrize("place", [("flags",), ("summary", "title"), ("games", 0, "sections")])
def test_text_is_compared_whatever_libraries_are_claimed(place: tuple[Any, ...], tmp_path: Path) -> None:
    """It was not: one note, and the flags might say anything."""

    def lie(document: JsonDict) -> JsonDict:
        made = _with_library(document, "numpy", "9.9")
        return changed(made, *place, value=[] if place[-1] != "title" else "Verified")

    verification = forged(tmp_path / "r", rewritten(lie))
    assert verification.verdict is Verdict.FORGED


def test_a_report_of_another_program_is_compared_by_its_results(tmp_path: Path) -> None:
    other = changed(tiny_report(), "program", "version", value="0.0.9")
    verification = verified(written(tmp_path / "r", other, "html", "csv"))
    assert verification.verdict is Verdict.PARTLY
    assert not verification.findings
    assert claims_of(verification)[0] == "report.json, everything but the results"
    assert {"report.html", "csv/summary.csv"} <= set(claims_of(verification))
    wrong = again(changed(other, "games", 0, "result", "wagers", 0, "variance", value="1"))
    assert ["variance" in finding.what for finding in wrong.findings] == [True]


@pytest.mark.parametrize("name", ["csv/more.csv", "csv/Summary.csv"])
def test_a_listed_table_that_the_document_does_not_have_is_found(name: str, tmp_path: Path) -> None:
    def add(folder: Path) -> None:
        (folder / name).write_text("a\n1\n")

    verification = forged(tmp_path / "r", add, "csv")
    assert [str(finding) for finding in verification.findings] == [f"{name}: is not a file that report.json renders to"]


def test_a_table_that_is_missing_and_not_listed_is_found(tmp_path: Path) -> None:
    verification = forged(tmp_path / "r", lambda folder: (folder / "csv" / "summary.csv").unlink(), "csv")
    assert [str(finding) for finding in verification.findings] == [
        "csv/summary.csv: is missing: report.json renders to it, too"
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b'{\n "schema"', b'{\n "title": "Another",\n "schema"', 1),
        lambda raw: raw.replace(b"\n", b"\n "),
        lambda raw: raw.replace(b'"date": null', b'"date": null '),
        lambda raw: raw.replace(b"House", b"\\u0048ouse", 1),
        lambda raw: raw + b"\n",
    ],
)
def test_the_bytes_of_the_document_are_those_of_its_content(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Duplicate keys, for one: what a reader of JSON shows depends on which of them it takes."""

    def edit(folder: Path) -> None:
        before = (folder / REPORT).read_bytes()
        (folder / REPORT).write_bytes(change(before))
        assert (folder / REPORT).read_bytes() != before

    verification = forged(tmp_path / "r", edit)
    (finding,) = verification.findings
    assert finding.file == REPORT
    assert verification.recomputed is None


def test_the_date_of_the_report_is_that_of_its_signature(tmp_path: Path) -> None:
    key = read_private_key(generate(tmp_path / "k.pem")[0])
    folder = tmp_path / "r"
    files = make_files(signed_report(key, date="2026-03-31"), [], key)
    other = make_files(signed_report(key), [], key)
    write_files(folder, {**other, "SHA256SUMS.sig": files["SHA256SUMS.sig"]})
    assert check_seal(folder).findings  # the date is part of what is signed
    sealed_anew(folder, key)
    assert verified(folder).verdict is Verdict.VERIFIED


@pytest.mark.parametrize("day", ["2026-02-31", "0000-00-00", "today", "2026-03-31T00:00", 5])
def test_a_date_that_is_none(day: object, tmp_path: Path) -> None:
    verification = verified(written(tmp_path / "r", tiny_report() | {"date": day}))
    assert verification.verdict is Verdict.FORGED


def test_a_report_says_with_which_key_it_is_signed(tmp_path: Path) -> None:
    """A report that claims the key of a laboratory would call itself certified."""
    key, other = (read_private_key(generate(tmp_path / name)[0]) for name in ("k.pem", "o.pem"))
    for number, (document, signer) in enumerate(
        ((signed_report(key), other), (signed_report(key), None), (tiny_report(), key))
    ):
        folder = tmp_path / str(number)
        write_files(folder, make_files(document, [], signer))
        (finding,) = verified(folder).findings
        assert "says that it is signed with " in finding.what


CERTIFICATE = {"subject": "CN=A. Mathematician", "issuer": "CN=A. Mathematician", "sha256": "0" * 64}


@pytest.mark.parametrize(
    ("signing", "said"),
    [
        (Signing(timestamp="http://stamps.example/"), "has a timestamp, and names no certificate for it"),
        (Signing(certificate=CERTIFICATE), "is signed with a certificate, and no such file is listed"),
    ],
)
def test_a_signature_of_the_pdf_that_is_none_is_found(signing: Signing, said: str, tmp_path: Path) -> None:
    """Nothing else of a report says whether there is a timestamp: a forged one was verified."""
    (finding,) = verified(written(tmp_path / "r", report_of(tiny_game(), signing=signing))).findings
    assert said in finding.what


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("signatory", "A. Forger"),
        ("signatory_title", "Chief mathematician"),
        ("profiles", ["washington"]),
        ("applicant", {"layout": "Exhibit D"}),
        ("payout_limits", {"pair-plus": "5"}),
        ("operation", {"rounds_per_hour": "5", "average_bet": None, "drop_per_hour": None}),
        ("revisions", [{"number": "1", "date": "2026-01-01", "what": "First issue"}]),
        # What the page says where there is none.
        ("revisions", [{"number": "1", "date": "not dated", "what": "First issue"}]),
    ],
)
def test_whatever_is_changed_in_a_filing_is_found(key: str, value: Any, tmp_path: Path) -> None:
    document = changed(small_report(SMALL), "inputs", "filing", key, value=value)
    assert verified(written(tmp_path / "r", document)).verdict is Verdict.FORGED


# --- what was attached -----------------------------------------------------------------------------------------------


def attached(name: str, document: JsonDict) -> Attachment:
    text = json.dumps(document)
    return Attachment(name, hashlib.sha256(text.encode()).hexdigest(), text)


@pytest.fixture(scope="module")
def proof() -> JsonDict:
    return prove(from_text(tiny_game()), quick=True, run=Run(jobs=1)).document()


@pytest.fixture(scope="module")
def simulation() -> JsonDict:
    return simulate(from_text(tiny_game()), rounds=2000, run=Run(jobs=1)).document()


def test_attachments_are_claims_until_they_are_made_again(
    proof: JsonDict, simulation: JsonDict, tmp_path: Path
) -> None:
    document = report_of(
        tiny_game(), proofs=(attached("proof.json", proof),), simulations=(attached("dealt.json", simulation),)
    )
    folder = written(tmp_path / "r", document)
    verification = verified(folder)
    assert (verification.verdict, claims_of(verification)) == (Verdict.PARTLY, ["proof.json", "dealt.json"])
    assert main(["verify", str(folder)]) == 1
    assert verified(folder, attachments=True).verdict is Verdict.VERIFIED


def test_a_forged_proof_is_found_when_it_is_made_again(proof: JsonDict, tmp_path: Path) -> None:
    lie = json.loads(json.dumps(proof))
    lie["checks"][0]["cases"] = "1000000"
    folder = written(tmp_path / "r", report_of(tiny_game(), proofs=(attached("proof.json", lie),)))
    verification = verified(folder, attachments=True)
    assert verification.verdict is Verdict.FORGED
    assert "proof.json: checks[0].cases: the report says '1000000'" in str(verification.findings[0])


@pytest.mark.parametrize(("key", "value"), [("observed", "7"), ("p_value", 0.5), ("agrees", False)])
def test_a_forged_simulation_is_found_when_it_is_made_again(
    key: str, value: Any, simulation: JsonDict, tmp_path: Path
) -> None:
    lie = json.loads(json.dumps(simulation))
    wager = lie["wagers"][0]
    place = wager["outcomes"][0] if key == "observed" else wager
    place[key] = value
    folder = written(tmp_path / "r", report_of(tiny_game(), simulations=(attached("dealt.json", lie),)))
    verification = verified(folder, attachments=True)
    assert verification.verdict is Verdict.FORGED
    assert f".{key}: " in str(verification.findings[0])


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("program", {"version": "0.0.9", "kernels": "0" * 64}, "other kernels"),
        ("game_file_sha256", "0" * 64, "this text of the game file"),
        ("stopped", True, "stopped before its end"),
        ("asked", {"wager": None, "paytable": None, "strategy": "mine.toml"}, "the rules of a file"),
    ],
)
def test_what_cannot_be_made_again_stays_a_claim(
    key: str, value: Any, why: str, simulation: JsonDict, tmp_path: Path
) -> None:
    document = report_of(tiny_game(), simulations=(attached("dealt.json", simulation | {key: value}),))
    (claim,) = verified(written(tmp_path / "r", document), attachments=True).claims
    assert why in claim.why


def test_an_attachment_whose_digest_is_not_its_own_is_found(proof: JsonDict, tmp_path: Path) -> None:
    one = attached("proof.json", proof)
    document = report_of(tiny_game(), proofs=(Attachment(one.name, "0" * 64, one.text),))
    verification = verified(written(tmp_path / "r", document))
    assert [str(finding) for finding in verification.findings] == [
        "report.json: proof.json: is not what its digest says"
    ]


def test_the_previous_result_is_a_claim_unless_it_is_given(tmp_path: Path) -> None:
    from analyzer.report.attachments import read_previous

    document = tiny_report()["games"][0]["result"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(document))
    folder = written(tmp_path / "r", report_of(tiny_game(), previous=read_previous(path, [document["game"]])))
    verification = verified(folder)
    assert (verification.verdict, claims_of(verification)) == (Verdict.PARTLY, ["old.json"])
    assert verified(folder, previous=path).verdict is Verdict.VERIFIED
    path.write_text(json.dumps(document, indent=1))
    assert verified(folder, previous=path).verdict is Verdict.FORGED


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (tiny_game(), "is a game file, which has no results: lock it first"),
        ("{}", "has no result of tiny"),
        ("nothing", "is neither a lock nor a result document nor a report"),
    ],
)
def test_an_unsuitable_previous_result_is_wrong_use(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report was called forged."""
    from analyzer.report.attachments import read_previous

    result, other = tmp_path / "old.json", tmp_path / "other"
    result.write_text(json.dumps(tiny_report()["games"][0]["result"]))
    folder = written(tmp_path / "r", report_of(tiny_game(), previous=read_previous(result, ["tiny"])))
    other.write_text(content)
    assert main(["verify", str(folder), "--previous", str(other)]) == 2
    printed = capsys.readouterr()
    assert "other" in printed.err
    assert said in printed.err
    assert "forged" not in printed.out + printed.err


# --- pages of rules --------------------------------------------------------------------------------------------------


def test_a_page_of_rules_that_lies_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game file may be the program's own: what is printed beside it is not."""
    known, common = "# Tiny\n\n## The round\n\nThe dealer may qualify.\n", shipped_page(COMMON_PAGE)
    monkeypatch.setattr("analyzer.report.verify.shipped_page", {"tiny": known, COMMON_PAGE: common}.get)
    game = game_input(tiny_game())
    assert game.file.id == "tiny"

    def claims(page: str, others: str | None, **asked: Any) -> list[str]:
        told = GameInput(game.file, game.text, RulesPages(page, others))
        return [str(claim) for claim in again(build_report(Request((told,)), Run(jobs=1)), **asked).claims]

    lie = known.replace("may qualify", "always qualifies")
    assert claims(known, common) == []
    (said,) = claims(lie, common)
    assert said.startswith("page of rules of tiny: is not the one that comes with the program")
    assert claims(lie, common, rules=(KnownPage("tiny.md", lie),)) == []
    (said,) = claims(known, "# All games\n")
    assert said.startswith("rules of all games, in tiny")


def test_a_page_of_rules_that_nobody_knows_is_named(tmp_path: Path) -> None:
    document = report_of(tiny_game())
    name = document["games"][0]["id"]
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / f"{name}.md").write_text("# Tiny\n\n## Play\n\nThe house always wins.\n")
    (tmp_path / f"{name}.toml").write_text(tiny_game())
    folder = tmp_path / "r"
    assert main(["report", str(tmp_path / f"{name}.toml"), "-o", str(folder), "--format", "json"]) == 0
    assert claims_of(verified(folder)) == [f"page of rules of {name}"]
    page = str(tmp_path / "rules" / f"{name}.md")
    assert main(["verify", str(folder)]) == 1
    assert main(["verify", str(folder), "--rules", page]) == 0


def report_with_page(folder: Path, page: str) -> Path:
    """A report of the small game with a page of its own beside the file."""
    name = tiny_report()["games"][0]["id"]
    (folder / "rules").mkdir()
    (folder / "rules" / f"{name}.md").write_text(page)
    (folder / f"{name}.toml").write_text(tiny_game())
    assert main(["report", str(folder / f"{name}.toml"), "-o", str(folder / "r"), "--format", "json"]) == 0
    return folder / "r"


PAGE = "# Tiny\n\nGame id: `tiny`\n\n## Play\n\nThe house may win.\n"
LIE = PAGE.replace("may win", "always wins")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mine.md", LIE),  # by the id that it names
        ("tiny.md", LIE.replace("Game id: `tiny`\n\n", "")),
        ("mine.md", LIE.replace("Game id: `tiny`\n\n", "")),  # by its heading
        ("tiny.md", "schema = 1\n"),
        ("common.md", "# Others\n"),
    ],
)
def test_a_known_page_that_differs_is_a_finding(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was ignored: the report was as unverified as without it."""
    folder = report_with_page(tmp_path, PAGE)
    (tmp_path / name).write_text(text)
    capsys.readouterr()
    assert main(["verify", str(folder), "--rules", str(tmp_path / name)]) == 1
    said = capsys.readouterr().out
    which = "the rules of all games" if name == "common.md" else "the page of rules of tiny"
    assert f"FORGED report.json: {which}: is not that of {name}" in said
    assert "forged or damaged" in said


def test_a_known_page_of_a_game_that_has_none_in_the_report_differs(tmp_path: Path) -> None:
    folder = written(tmp_path / "r", tiny_report())
    (finding,) = verified(folder, rules=(KnownPage("tiny.md", PAGE),)).findings
    assert finding.what == "the page of rules of tiny: is not that of tiny.md"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("limits.toml", "schema = 'exactodds/limits/1'\n", "is no page of rules of a game of the report"),
        ("secret.pem", "-----BEGIN PRIVATE KEY-----\n", "is no page of rules of a game of the report"),
        ("wild-52.md", shipped_page("wild-52"), "is a page of rules of wild-52; the report is of tiny"),
        ("tiny.md", LIE.replace("`tiny`", "`other`"), "is a page of rules of other"),
    ],
)
def test_a_page_of_no_game_of_the_report_is_wrong_use(
    name: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = report_with_page(tmp_path, PAGE)
    (tmp_path / name).write_text(text)
    capsys.readouterr()
    assert main(["verify", str(folder), "--rules", str(tmp_path / name)]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "FORGED" not in printed.out + printed.err


def test_a_page_of_rules_behind_a_link_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It put the text of a private key into the report."""
    name = tiny_report()["games"][0]["id"]
    secret = generate(tmp_path / "secret.pem")[0]
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / f"{name}.md").symlink_to(secret)
    (tmp_path / f"{name}.toml").write_text(tiny_game())
    assert main(["report", str(tmp_path / f"{name}.toml"), "-o", str(tmp_path / "r")]) == 2
    assert "it is a link, and links are not followed" in capsys.readouterr().err
    assert not (tmp_path / "r").exists()


# --- the lock --------------------------------------------------------------------------------------------------------


def test_a_result_that_the_shipped_lock_disagrees_with_is_an_alert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was a remark in a table of section 13."""
    folder, game = tmp_path / "r", tmp_path / "tiny.toml"
    game.write_text(tiny_game())
    command = ["report", str(game), "-o", str(folder), "--format", "json"]
    assert main(command) == 0
    differs = Check(LOCK_CHECK, "differs", 1, ("w 1: recounted",))
    monkeypatch.setattr("analyzer.report.checks.CHECKS", (lambda _: differs,))
    capsys.readouterr()
    assert main(command) == 1
    said = capsys.readouterr().out
    assert f"! A check differs. {LOCK_CHECK}: w 1: recounted." in said
    document = json.loads((folder / REPORT).read_bytes())
    assert (document["flags"][0]["level"], document["status"]["word"]) == ("alert", "DRAFT")
    (finding,) = verified(folder).findings
    assert finding.what == "Tiny: not the results that come with the program: w 1: recounted"


def test_the_shipped_lock_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    file = load_game("jacks-or-better")
    subject = Subject(file, file.text, RulesPages(None, None), {}, None, Run(jobs=1))
    lock = next(check for check in CHECKS if check.__name__ == "_lock")
    assert lock(subject).state == "passed"
    monkeypatch.setattr("analyzer.report.checks.figures_of", lambda *_: [])
    assert lock(subject).state == "differs"


# --- the store -------------------------------------------------------------------------------------------------------


def test_neither_signing_nor_verifying_believes_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One rewritten entry of a cache, its checksum valid, gave a signed wrong report that was then verified."""
    from analyzer.run.entries import read_entry, write_entry

    cache, key, game = tmp_path / "cache", generate(tmp_path / "k.pem")[0], tmp_path / "tiny.toml"
    monkeypatch.setenv("EXACTODDS_CACHE", str(cache))
    game.write_text(tiny_game())
    assert main(["report", str(game), "-o", str(tmp_path / "true"), "--format", "json"]) == 0
    (path,) = cache.glob("lines-*.counts")
    name = path.read_bytes()[64:96].hex()
    arrays = {key_: array.copy() for key_, array in (read_entry(path, name) or {}).items()}
    arrays["counts"] = arrays["counts"].astype(np.int64) + np.array([-500, 500] + [0] * 7)  # 500 deals moved
    arrays["counts"] = arrays["counts"].astype(np.uint64)
    write_entry(path, name, arrays)
    assert main(["report", str(game), "-o", str(tmp_path / "misled"), "--format", "json"]) == 0
    assert (tmp_path / "misled" / REPORT).read_bytes() != (tmp_path / "true" / REPORT).read_bytes()
    assert main(["report", str(game), "-o", str(tmp_path / "signed"), "--format", "json", "--sign", str(key)]) == 0
    same = [json.loads((tmp_path / name / REPORT).read_bytes()) for name in ("true", "signed")]
    assert same[0]["games"][0]["result"] == same[1]["games"][0]["result"]
    assert main(["verify", str(tmp_path / "signed")]) == 0
    assert main(["verify", str(tmp_path / "misled")]) == 1


# --- documents of any shape ------------------------------------------------------------------------------------------


def resealed(folder: Path, document: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / REPORT).write_bytes(file_bytes(document))
    sealed_anew(folder)
    return folder


def test_mutilated_reports_never_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is taken out or replaced: forged, never a traceback."""
    choose = random.Random(7)
    original = file_bytes(tiny_report())
    for _ in range(40):
        document = json.loads(original)
        inner: Any = document
        for _ in range(choose.randrange(1, 6)):
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            key_ = choose.choice(keys)
            if not isinstance(inner[key_], dict | list) or not inner[key_]:
                break
            parent, last, inner = inner, key_, inner[key_]
        else:
            key_, inner = last, parent
        if choose.random() < 0.5:
            del inner[key_]
        else:
            inner[key_] = choose.choice([None, "x", 3, [], {}, ["y"], -1.5, True])
        # Whoever makes a report may put any words on its first page.
        same = {key: value for key, value in document.items() if key not in FACE} == {
            key: value for key, value in json.loads(original).items() if key not in FACE
        }
        assert main(["verify", str(resealed(tmp_path / "r", document)), "--no-cache", "--jobs", "1"]) in (1, not same)
    capsys.readouterr()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"\xff\xfe", b'{"schema": "exactodds/result/1"}', b"[" * 100_000]
)
def test_what_is_no_report_is_forged(content: bytes, tmp_path: Path) -> None:
    (tmp_path / REPORT).write_bytes(content)
    assert main(["verify", str(tmp_path / REPORT)]) == 1
    sealed_anew(tmp_path)
    with pytest.raises(FileError, match=r"report\.json"):
        read_report(tmp_path, check_seal(tmp_path))
    assert main(["verify", str(tmp_path / REPORT)]) == 1


def test_strange_documents_are_forged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tiny_report()
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    without = changed(document, "program", "version", value="0")
    del without["games"][0]["result"]
    strange = [
        document | {"more": deep},
        document | {"\ud800\n": "1"},
        document | {"title": "\ud800"},
        document | {"title": "\x1b[2J"},
        without,
        document | {"games": [None]},
        document | {"games": []},
        document | {"program": None},
    ]
    for one in strange:
        assert main(["verify", str(resealed(tmp_path / "r", one))]) == 1
        told = capsys.readouterr()
        assert "Traceback" not in told.err + told.out
        assert "\x1b" not in told.out


def test_verify_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "r", tiny_report())
    assert main(["verify", str(folder), "--json", "--cache", str(tmp_path / "cache")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["verified"], told["scope"]) == ("verified", True, "report")
    assert told["recomputed"]["whole"]
    (folder / REPORT).write_bytes(file_bytes(tiny_report() | {"title": "x"}))
    assert main(["verify", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["verified"], told["recomputed"]) == ("forged", False, None)
    assert {finding["file"] for finding in told["findings"]} == {REPORT}


def test_files_alone_are_never_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A forger seals what he wrote: who asks for the seal alone is not told that anything in it is right."""
    lie = changed(tiny_report(), "games", 0, "result", "wagers", 0, "house_edge", value="0")
    folder = written(tmp_path / "r", lie)
    assert main(["verify", str(folder), "--files-only", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["verified"], told["recomputed"]) == ("files only", False, None)


# --- what never ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("## Play\n\n" + "[" * 200_000, "is larger than 131,072 bytes"),
        ("## Play\n\n|" + "a|" * 1000 + "\n" + "|x\n" * 40_000, "a table of 40,001 rows and 1,000 columns"),
    ],
)
def test_a_page_of_rules_that_asks_for_too_much(page: str, why: str) -> None:
    document = tiny_report()
    document = changed(document, "games", 0, "rules", "game", value=page)
    (finding,) = again(document).findings
    assert why in str(finding)


@pytest.mark.parametrize(
    "words",
    [
        "[" * 120_000,
        "[](" * 40_000,
        "x" + " " * 120_000 + "y",
        "- a\n" + "b\n" * 60_000,
        "- **" + "a" * 120_000,
        "- " + "`" * 119_999,
        "- `" + "a" * 120_000,
    ],
)
def test_the_largest_page_of_rules_is_read_at_once(words: str) -> None:
    """Each took minutes: time grew with the square of the length. A run that takes so long again is seen."""
    (section,) = sections_of(about(f"## Play\n\n{words}\n", {"wild"}))
    assert blocks_of(section, "x")
    assert titled_items(section) or not words.startswith("-")
    assert len(coded_words(section)) == len(titled_items(section))


def test_a_simulation_of_more_rounds_than_anybody_deals(simulation: JsonDict, tmp_path: Path) -> None:
    lie = simulation | {"rounds": "9" * 29}
    folder = written(tmp_path / "r", report_of(tiny_game(), simulations=(attached("dealt.json", lie),)))
    verification = verified(folder, attachments=True)
    assert verification.verdict is Verdict.PARTLY
    assert "more than 10,000,000,000 rounds" in str(verification.claims[0])


def test_differences_tell_types_apart() -> None:
    assert differences({"a": "1"}, {"a": 1}) == ["a: the report says '1', computed again it is 1"]
    assert differences({"a": True}, {"a": 1})
    assert differences([1, 2], [1]) == [": the report has 2 items, computed again there are 1"]


# --- the folder ------------------------------------------------------------------------------------------------------


def test_a_report_is_replaced_with_all_its_files(tmp_path: Path) -> None:
    folder = written(tmp_path / "r", tiny_report(), "html", "csv")
    assert (folder / "csv").is_dir()
    written(folder, tiny_report())
    assert sorted(path.name for path in folder.iterdir()) == [SUMS, REPORT]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SelectionError, match=r"notes\.txt"):
        check_folder(tmp_path)
    folder = written(tmp_path / "r", tiny_report())
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(SelectionError, match=r"mine\.txt"):
        written(folder, tiny_report())
    # Nor does a list that names the file make it one of a report.
    sealed_anew(folder)
    with pytest.raises(SelectionError, match=r"mine\.txt"):
        written(folder, tiny_report())
    assert (folder / "mine.txt").read_text() == "mine"


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    folder = written(tmp_path / "r", tiny_report())
    (folder / "csv").symlink_to(theirs)
    with pytest.raises(SelectionError, match="csv"):
        written(folder, tiny_report(), "csv")
    (tmp_path / "link").symlink_to(theirs)
    with pytest.raises(SelectionError, match="links are not followed"):
        written(tmp_path / "link", tiny_report(), "csv")
    assert list(theirs.iterdir()) == []


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "a/b/c", ".hidden", "sp ace"])
def test_a_list_with_strange_names_is_no_list(name: str) -> None:
    assert parse_sums(sums_bytes({REPORT: "0" * 64})) is not None
    assert parse_sums(sums_bytes({name: "0" * 64})) is None


def test_a_report_of_an_older_language_names_the_version_that_it_needs() -> None:
    document = json.loads(file_bytes(tiny_report()))
    document["games"][0]["game_file"] = document["games"][0]["game_file"].replace(
        "exactodds/game/2", "exactodds/game/1"
    )
    document["program"] = document["program"] | {"version": "0.1.0"}
    (finding,) = again(document).findings
    assert "exactodds/game/1, which this version no longer reads; verify it with exactodds 0.1.0" in str(finding)
