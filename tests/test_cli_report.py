"""The command `report`: its files, its options, and what it refuses before anything is computed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.report.files import PUBLIC_KEY, REPORT, SIGNATURE, SUMS
from analyzer.report.signing import generate
from tests.changing import tiny_game, write
from tests.helpers import shipped_ids
from tests.reporting import SMALL, proof_document, simulation_document, small_text

FORMAT_FILES = {"html": "report.html", "pdf": "report.pdf", "xlsx": "report.xlsx", "csv": "csv/summary.csv"}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write(tmp_path, tiny_game())


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def document_in(folder: Path) -> JsonDict:
    document: JsonDict = json.loads((folder / REPORT).read_text())
    return document


def test_all_formats_by_default(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert main(["report", str(tiny), "--output", str(folder)]) == 0
    assert {REPORT, SUMS, *FORMAT_FILES.values()} <= set(files_in(folder))
    digest = hashlib.sha256((folder / REPORT).read_bytes()).hexdigest()
    told = capsys.readouterr().out
    assert f"SHA-256 of {REPORT}: {digest}" in told
    assert "DRAFT" in told
    for name in ("report.html", "csv/summary.csv"):
        assert (digest.encode() in files_in(folder)[name]) == (name == "report.html")
    assert main(["verify", str(folder)]) == 0


@pytest.mark.parametrize("form", FORMAT_FILES)
def test_one_format(form: str, tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert main(["report", str(tiny), "-o", str(folder), "--format", form]) == 0
    files = set(files_in(folder))
    assert {REPORT, SUMS, FORMAT_FILES[form]} <= files
    assert not files & (set(FORMAT_FILES.values()) - {FORMAT_FILES[form]})


def test_two_runs_give_the_same_bytes(tiny: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    key = str(generate(tmp_path / "k.pem")[0])
    assert main(["report", str(tiny), "-o", str(one), "--sign", key, "--jobs", "1"]) == 0
    again = ["report", str(tiny), "-o", str(other), "--sign", key, "--jobs", "2", "--no-cache"]
    assert main(again) == 0
    assert files_in(one) == files_in(other)
    assert {PUBLIC_KEY, SIGNATURE} <= set(files_in(one))
    assert main(["verify", str(one), "--pubkey", str(tmp_path / "k.pub.pem")]) == 0


def test_the_face_of_the_report(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    face = {
        "--title": "Our tables",
        "--prepared-by": "A. Lab",
        "--prepared-for": "B. Casino",
        "--jurisdiction": "Washington",
        "--date": "2026-03-31",
    }
    words = [word for pair in face.items() for word in pair]
    assert main(["report", str(tiny), "-o", str(folder), "--format", "json", *words]) == 0
    document = document_in(folder)
    front_page = [document[key] for key in ("title", "prepared_by", "prepared_for", "jurisdiction", "date")]
    assert front_page == list(face.values())


@pytest.mark.parametrize(("epoch", "date"), [("0", "1970-01-01"), ("1775001600", "2026-04-01"), (None, None)])
def test_the_date_comes_from_the_environment_or_not_at_all(
    epoch: str | None, date: str | None, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    if epoch is not None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    folder = tmp_path / "out"
    assert main(["report", str(tiny), "-o", str(folder), "--format", "json"]) == 0
    assert document_in(folder)["date"] == date


def test_a_wager_and_an_option(tmp_path: Path) -> None:
    path = write(tmp_path, small_text("wild-52"), "w.toml")
    folder = tmp_path / "out"
    words = ["--wager", "bonus", "--option", "bonus_uses=best_ranked", "--cache", str(tmp_path / "counts")]
    assert main(["report", str(path), "-o", str(folder), "--format", "json", *words]) == 0
    document = document_in(folder)
    assert document["games"][0]["options"]["bonus_uses"] == "best_ranked"
    assert [row[1] for row in document["summary"]["rows"]] == ["Bonus"]
    assert main(["verify", str(folder), "--cache", str(tmp_path / "counts")]) == 0


def test_attachments(tmp_path: Path) -> None:
    path = write(tmp_path, small_text(SMALL), "s.toml")
    old = tmp_path / "old"
    assert main(["report", str(path), "-o", str(old), "--format", "json", "--wager", "pair-plus"]) == 0
    proof, simulation = proof_document(SMALL), simulation_document(SMALL, "pair-plus")
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    (tmp_path / "sim.json").write_text(json.dumps(simulation))
    new = tmp_path / "new"
    words = ["--previous", str(old / REPORT), "--proof", str(tmp_path / "proof.json")]
    words += ["--simulation", str(tmp_path / "sim.json"), "--wager", "pair-plus", "--format", "csv"]
    assert main(["report", str(path), "-o", str(new), *words]) == 0
    inputs = document_in(new)["inputs"]
    assert [inputs["previous"]["name"], inputs["proofs"][0]["name"]] == [REPORT, "proof.json"]
    assert json.loads(inputs["simulations"][0]["text"]) == simulation
    assert main(["verify", str(new)]) == 1  # what was attached is a claim


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tiny.toml", "-o", "out", "--format", "docx"], "'docx' is not a format"),
        (["tiny.toml", "-o", "out", "--date", "31.3.2026"], "is not a date"),
        (["tiny.toml", "-o", "out", "--sign", "tiny.toml"], "can be read by others"),
        (["tiny.toml", "-o", "out", "--sign", "none.pem"], "cannot be read"),
        (["tiny.toml", "-o", "out", "--previous", "tiny.toml"], "is a game file, which has no results: lock it first"),
        (["tiny.toml", "-o", "out", "--proof", "tiny.toml"], "is not JSON"),
        (["tiny.toml", "-o", "out", "--simulation", "none.json"], "cannot be read"),
        (["tiny.toml", "-o", "out", "--wager", "none"], "has no wager 'none'"),
        (["tiny.toml", "-o", "out", "--option", "none=1"], "has no option 'none'"),
        (["tiny.toml", "tiny.toml", "-o", "out"], "is named twice"),
        (["tiny.toml", "-o", "."], "files that are not of a report"),
        (["tiny.toml", "-o", "tiny.toml"], "is a file"),
        (["none.toml", "-o", "out"], "no such file"),
        (["-o", "out"], "name one or more games"),
        (["tiny.toml", "--all", "-o", "out"], "name one or more games"),
        (["tiny.toml"], "--output"),
    ],
)
def test_what_is_refused(
    words: list[str],
    said: str,
    tiny: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_name_that_the_fonts_of_the_pdf_lack_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, tiny_game().replace('name = "Tiny"', 'name = "\u724c"'))
    folder = tmp_path / "out"
    assert main(["report", str(path), "-o", str(folder)]) == 2
    assert "the PDF" in capsys.readouterr().err
    assert not folder.exists()
    assert main(["report", str(path), "-o", str(folder), "--format", "html,xlsx,csv"]) == 0


NAMES = ("title", "prepared-by", "prepared-for", "reviewed-by", "signatory", "signatory-title", "jurisdiction")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("blank", ["", "  ", "\u00a0", "\u200b"])
def test_a_blank_name_is_refused(
    name: str, blank: str, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(tiny), "-o", str(tmp_path / "r"), f"--{name}", blank]) == 2
    said = "U+200B" if blank == "\u200b" else "is blank; leave it out, or say what it is"
    assert f"{name.replace('-', ' ')}: " in (told := capsys.readouterr().err)
    assert said in told
    assert not (tmp_path / "r").exists()


def test_a_blank_field_of_the_applicant_is_refused(tiny: Path, tmp_path: Path) -> None:
    assert main(["report", str(tiny), "-o", str(tmp_path / "r"), "--applicant", "layout= "]) == 2


def test_blanks_around_a_name_are_left_out(tiny: Path, tmp_path: Path) -> None:
    assert main(["report", str(tiny), "-o", str(tmp_path / "r"), "--format", "json", "--prepared-by", " The lab "]) == 0
    assert json.loads((tmp_path / "r" / "report.json").read_text())["prepared_by"] == "The lab"


def test_a_wrong_epoch_is_refused(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert main(["report", str(tiny), "-o", str(tmp_path / "out")]) == 2
    assert "SOURCE_DATE_EPOCH" in capsys.readouterr().err


def test_a_missing_report_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / REPORT)]) == 2
    assert "is not there" in capsys.readouterr().err


@pytest.mark.long
def test_all_shipped_games_in_all_formats(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert main(["report", "--all", "-o", str(folder)]) == 0
    assert [game["id"] for game in document_in(folder)["games"]] == shipped_ids()
    assert main(["verify", str(folder)]) == 0
