"""Signed reports: any changed byte of any file is found and named, and every number is computed again."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main
from analyzer.errors import FileError, KeyFileError, SelectionError
from analyzer.report.document import report_digest
from analyzer.report.files import (
    PUBLIC_KEY,
    REPORT,
    SIGNATURE,
    SUMS,
    check_folder,
    json_bytes,
    make_files,
    parse_sums,
    sums_bytes,
    write_files,
)
from analyzer.report.signing import generate, read_private_key, read_public_key, sign
from analyzer.report.verify import check_files, check_rendered, differences, read_report, recompute
from analyzer.run.jobs import Run
from tests.changing import tiny_game
from tests.reporting import SMALL, report_of, small_report, small_text


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generate(tmp_path_factory.mktemp("keys") / "lab.pem")[0]


@pytest.fixture(scope="module")
def signed(key: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signed report in all formats; tests that change it put it back."""
    folder = tmp_path_factory.mktemp("signed") / "report"
    write_files(folder, make_files(small_report(SMALL), ["html", "pdf", "xlsx", "csv"], key))
    return folder


def tiny_report() -> dict[str, Any]:
    return report_of(tiny_game())


def written(folder: Path, document: dict[str, Any], *formats: str) -> Path:
    write_files(folder, make_files(document, formats, None))
    return folder


# --- every byte ------------------------------------------------------------------------------------------------------


def test_an_untouched_report_has_no_findings(signed: Path, key: Path) -> None:
    checked = check_files(signed)
    assert checked.findings == ()
    assert checked.enclosed_key
    assert not check_files(signed, key.with_name("lab.pub.pem")).enclosed_key
    assert {REPORT, "report.html", "report.pdf", "report.xlsx", PUBLIC_KEY} <= set(
        parse_sums((signed / SUMS).read_bytes()) or {}
    )


def flip(path: Path, place: int, bits: int) -> bytes:
    """Change one byte; gives back what was there."""
    before = path.read_bytes()
    path.write_bytes(before[:place] + bytes([before[place] ^ bits]) + before[place + 1 :])
    return before


def named(folder: Path, name: str) -> bool:
    """Is the file named by a finding? A changed list or signature may be named by what no longer fits it."""
    return any(finding.file == name or name in finding.what for finding in check_files(folder).findings)


def test_any_flipped_byte_of_any_file_is_named(signed: Path) -> None:
    choose = random.Random(20_260_331)
    names = [path.relative_to(signed).as_posix() for path in sorted(signed.rglob("*")) if path.is_file()]
    special = [SUMS, SIGNATURE, PUBLIC_KEY, REPORT]
    for name in [*names, *choose.choices(names, k=60), *special * 25]:
        path = signed / name
        place, bits = choose.randrange(path.stat().st_size), choose.randrange(1, 256)
        before = flip(path, place, bits)
        try:
            assert named(signed, name), f"{name}: byte {place} changed by {bits}"
        finally:
            path.write_bytes(before)
    assert check_files(signed).findings == ()


@pytest.mark.parametrize("name", [SUMS, SIGNATURE, PUBLIC_KEY])
def test_every_single_byte_of_the_small_files(name: str, signed: Path) -> None:
    path = signed / name
    for place in range(min(path.stat().st_size, 150)):
        for bits in (1, 32, 128):
            before = flip(path, place, bits)
            try:
                assert named(signed, name), f"byte {place} changed by {bits}"
            finally:
                path.write_bytes(before)


@pytest.mark.parametrize("name", [SUMS, SIGNATURE, PUBLIC_KEY, REPORT, "report.pdf"])
@pytest.mark.parametrize("change", ["cut", "longer", "empty", "missing"])
def test_other_changes_of_a_file_are_named(name: str, change: str, signed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(signed, folder)
    path = folder / name
    content = path.read_bytes()
    if change == "missing":
        path.unlink()
    else:
        path.write_bytes({"cut": content[:-1], "longer": content + b"\n", "empty": b""}[change])
    assert named(folder, name)


def test_an_extra_file_is_named(signed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(signed, folder)
    (folder / "csv" / "more.csv").write_text("1\n")
    (finding,) = check_files(folder).findings
    assert str(finding) == f"csv/more.csv: does not belong to the report: {SUMS} does not list it"


def test_the_command_names_the_file_and_fails(signed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("report.html", SUMS, SIGNATURE, PUBLIC_KEY):
        path = signed / name
        before = flip(path, path.stat().st_size // 2, 1)
        try:
            assert main(["verify", str(signed / REPORT), "--files-only"]) == 1
        finally:
            path.write_bytes(before)
        assert name in capsys.readouterr().out
    assert main(["verify", str(signed), "--files-only"]) == 0
    assert "verified: nothing differs" in capsys.readouterr().out


# --- signatures ------------------------------------------------------------------------------------------------------


def test_another_signer_is_found(signed: Path, tmp_path: Path) -> None:
    other = generate(tmp_path / "other.pem")[1]
    (finding,) = check_files(signed, other).findings
    assert finding.file == SIGNATURE


def test_a_forged_report_signed_anew_is_found_with_the_right_key(signed: Path, key: Path, tmp_path: Path) -> None:
    """Who changes everything consistently must sign with another key: the one that is trusted tells."""
    forger = generate(tmp_path / "forger.pem")[0]
    folder = tmp_path / "forged"
    write_files(folder, make_files(small_report(SMALL) | {"title": "Forged"}, [], forger))
    assert check_files(folder).findings == ()
    assert [finding.file for finding in check_files(folder, key.with_name("lab.pub.pem")).findings] == [SIGNATURE]


def test_an_unsigned_report_is_not_taken_for_a_signed_one(tmp_path: Path, key: Path) -> None:
    folder = written(tmp_path / "r", tiny_report())
    checked = check_files(folder)
    assert (checked.signer, checked.findings) == (None, ())
    (finding,) = check_files(folder, key.with_name("lab.pub.pem")).findings
    assert "is not signed" in finding.what


def test_a_signature_without_its_key_cannot_be_checked(signed: Path, key: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(signed, folder)
    listed = parse_sums((folder / SUMS).read_bytes()) or {}
    content = {name: digest for name, digest in listed.items() if name != PUBLIC_KEY}
    (folder / PUBLIC_KEY).unlink()
    (folder / SUMS).write_bytes(sums_bytes(content))
    (folder / SIGNATURE).write_bytes(sign(sums_bytes(content), read_private_key(key)))
    (finding,) = check_files(folder).findings
    assert "without a public key" in finding.what
    assert check_files(folder, key.with_name("lab.pub.pem")).findings == ()


def test_keygen(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["keygen", "--output", str(tmp_path / "keys" / "k.pem")]) == 0
    said = capsys.readouterr().out
    private, public = tmp_path / "keys" / "k.pem", tmp_path / "keys" / "k.pub.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert read_private_key(private).public_key() == read_public_key(public)
    assert "fingerprint: " in said
    # A key is never lost to a second call.
    before = private.read_bytes()
    assert main(["keygen", "-o", str(private)]) == 2
    assert private.read_bytes() == before
    monkeypatch.chdir(tmp_path)
    assert main(["keygen"]) == 0
    assert (tmp_path / "exactodds-key.pem").is_file()


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_what_is_no_key_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "k.pem"
    path.write_bytes(content)
    for read in (read_private_key, read_public_key):
        with pytest.raises(KeyFileError, match=r"k\.pem"):
            read(path)
    with pytest.raises(KeyFileError, match="cannot be read"):
        read_public_key(tmp_path / "none.pem")


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    other = X25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    (tmp_path / "a.pem").write_bytes(
        other.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    (tmp_path / "b.pem").write_bytes(
        other.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    with pytest.raises(KeyFileError, match="Ed25519"):
        read_private_key(tmp_path / "a.pem")
    with pytest.raises(KeyFileError, match="Ed25519"):
        read_public_key(tmp_path / "b.pem")


# --- every number ----------------------------------------------------------------------------------------------------


def test_a_report_is_computed_again(signed: Path) -> None:
    found = recompute(read_report(signed / REPORT), Run(jobs=1))
    assert (found.findings, found.whole, found.results) == ((), True, 3)
    assert found.values > 1000


def changed(document: dict[str, Any], *place: Any, value: Any) -> dict[str, Any]:
    """A forgery: the value changed, and the document's own digest made to fit."""
    made: dict[str, Any] = json.loads(json_bytes(document))
    inner: Any = made
    for key_ in place[:-1]:
        inner = inner[key_]
    assert inner[place[-1]] != value
    inner[place[-1]] = value
    return made | {"digest": report_digest(made)}


FORGERIES = [
    (("games", 0, "result", "wagers", 0, "house_edge"), "1/100"),
    (("games", 0, "result", "wagers", 0, "outcomes", 0, "count"), "1"),
    (("games", 0, "sections", 3, "blocks", 1, "result", "house_edge_decimal"), "0.01000000"),
    (("summary", "rows", 0, 3), "1.000000 %"),
    (("flags",), [{"level": "note", "text": "all is well"}]),
    (("games", 0, "sections", 12, "blocks", 1, "rows", 0, 2), "some do"),
    (("games", 0, "game_file_sha256"), "0" * 64),
    (("games", 0, "name"), "Another"),
]


@pytest.mark.parametrize(("place", "value"), FORGERIES)
def test_a_forged_value_is_found_with_its_place(place: tuple[Any, ...], value: Any) -> None:
    found = recompute(changed(tiny_report(), *place, value=value), Run(jobs=1))
    told = [str(finding) for finding in found.findings]
    last = str(place[-1])
    assert any((f"[{last}]" if last.isdigit() else last) in line for line in told), told


def test_a_forged_game_file_gives_other_results() -> None:
    document = tiny_report()
    text = document["games"][0]["game_file"].replace("flush = 6", "flush = 7")
    found = recompute(changed(document, "games", 0, "game_file", value=text), Run(jobs=1))
    assert any("house_edge" in finding.what for finding in found.findings)
    assert any("game_file_sha256" in finding.what for finding in found.findings)


def test_a_document_changed_without_its_digest_is_found() -> None:
    (finding,) = recompute(tiny_report() | {"date": "2020-01-01"}, Run(jobs=1)).findings
    assert "its own digest does not match" in finding.what


def test_an_edited_page_is_found_even_where_its_digest_was_made_to_fit(tmp_path: Path) -> None:
    folder = written(tmp_path / "r", tiny_report(), "html", "csv")
    page = folder / "report.html"
    page.write_bytes(page.read_bytes().replace(b"House edge", b"House  edge", 1))
    sums = parse_sums((folder / SUMS).read_bytes()) or {}
    (folder / SUMS).write_bytes(sums_bytes(sums | {"report.html": hashlib.sha256(page.read_bytes()).hexdigest()}))
    assert check_files(folder).findings == ()
    assert [finding.file for finding in check_rendered(folder, tiny_report())] == ["report.html"]
    assert main(["verify", str(folder)]) == 1


def test_a_report_of_another_program_is_compared_by_its_results() -> None:
    document = tiny_report()
    other = changed(document, "program", "version", value="0.0.9")
    found = recompute(other, Run(jobs=1))
    assert not found.whole
    assert found.findings == ()
    assert "its results were compared" in found.notes[0]
    forged = changed(other, "games", 0, "result", "wagers", 0, "variance", value="1")
    (finding,) = recompute(forged, Run(jobs=1)).findings
    assert "variance" in finding.what


def test_mutilated_reports_never_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is taken out or replaced: a finding or a refusal, never a traceback."""
    choose = random.Random(7)
    original = json_bytes(tiny_report())
    path = tmp_path / REPORT
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
        path.write_text(json.dumps(document))
        assert main(["verify", str(path), "--no-cache", "--jobs", "1"]) in (1, 2)
    capsys.readouterr()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"\xff\xfe", b'{"schema": "exactodds/result/1"}', b"[" * 100_000]
)
def test_what_is_no_report_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / REPORT
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"report\.json"):
        read_report(path)
    assert main(["verify", str(path)]) in (1, 2)


def test_strange_documents_are_findings_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
        without,
        document | {"games": [None]},
        document | {"games": []},
        document | {"program": None},
    ]
    for one in strange:
        (tmp_path / REPORT).write_bytes(json_bytes(one))
        assert main(["verify", str(tmp_path / REPORT)]) in (1, 2)
        told = capsys.readouterr()
        assert "Traceback" not in told.err + told.out


def test_verify_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "r", tiny_report())
    assert main(["verify", str(folder), "--json", "--cache", str(tmp_path / "cache")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verified"]
    assert told["recomputed"]["whole"]
    (folder / REPORT).write_bytes(json_bytes(tiny_report() | {"title": "x"}))
    assert main(["verify", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert {finding["file"] for finding in told["findings"]} == {REPORT}


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
    assert (folder / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "a/b/c", ".hidden", "sp ace"])
def test_a_list_with_strange_names_is_no_list(name: str) -> None:
    assert parse_sums(sums_bytes({REPORT: "0" * 64})) is not None
    assert parse_sums(sums_bytes({name: "0" * 64})) is None


def test_small_text_is_what_the_signed_report_carries(signed: Path) -> None:
    assert read_report(signed / REPORT)["games"][0]["game_file"] == small_text(SMALL)


def test_a_pipe_in_the_folder_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="pipe: cannot be read: it is not a regular file"):
        check_files(tmp_path)


def test_a_report_of_an_older_language_names_the_version_that_it_needs() -> None:
    document = tiny_report()
    document["games"][0]["game_file"] = document["games"][0]["game_file"].replace(
        "exactodds/game/2", "exactodds/game/1"
    )
    document["program"] = document["program"] | {"version": "0.1.0"}
    document["digest"] = report_digest(document)
    (finding,) = recompute(document, Run(jobs=1)).findings
    assert "exactodds/game/1, which this version no longer reads; verify it with exactodds 0.1.0" in str(finding)
