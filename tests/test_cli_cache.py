"""The commands for the store, the manual and the cluster's address, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.cli.main import main

GAME = "three-card-poker-6-card-bonus"


@pytest.fixture
def filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A cache with three counts, and the results of three wagers."""
    assert main(["analyze", GAME, "--cache", str(tmp_path), "--json"]) == 0
    capsys.readouterr()
    return tmp_path


def test_info_tells_what_is_kept(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "info", "--cache", str(filled)]) == 0
    assert "in 6 files" in capsys.readouterr().out
    assert main(["cache", "info", "--cache", str(filled), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {file["state"] for file in document["files"]} == {"good"}
    assert document["bytes"] == sum(path.stat().st_size for path in filled.iterdir())


def test_verify_finds_one_flipped_bit(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "verify", "--cache", str(filled)]) == 0
    assert "6 of 6 counts" in capsys.readouterr().out
    victim = sorted(filled.iterdir())[0]
    raw = bytearray(victim.read_bytes())
    raw[-1] ^= 1
    victim.write_bytes(raw)
    assert main(["cache", "verify", "--cache", str(filled)]) == 1
    captured = capsys.readouterr()
    assert "5 of 6 counts" in captured.out
    assert f"{victim}: damaged" in captured.err


def test_clear_removes_ours_and_nothing_else(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = filled / "letter.txt"
    mine.write_text("keep me")
    assert main(["cache", "clear", "--cache", str(filled), "--useless"]) == 0
    assert len(list(filled.iterdir())) == 7
    (filled / ".writing-half").write_bytes(b"half")
    older = filled / f"lines-{'0123' * 8}.counts"
    older.write_bytes(b"exactodds counts 1\n" + bytes(200))
    assert main(["cache", "clear", "--cache", str(filled), "--useless"]) == 0
    assert len(list(filled.iterdir())) == 7
    assert main(["cache", "clear", "--cache", str(filled)]) == 0
    assert [path.name for path in filled.iterdir()] == ["letter.txt"]
    assert "removed from" in capsys.readouterr().out


def test_an_empty_cache_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("info", "verify", "clear"):
        assert main(["cache", command, "--cache", str(tmp_path / "not there")]) == 0
    assert "0 bytes in 0 files" in capsys.readouterr().out


def test_files_of_others_are_not_damaged(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (filled / "my.counts").write_text("mine")
    assert main(["cache", "verify", "--cache", str(filled)]) == 0
    assert "6 of 6 counts" in capsys.readouterr().out


def test_a_cache_that_is_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("EXACTODDS_CACHE", str(file))
    for command in ("info", "verify", "clear"):
        assert main(["cache", command]) == 2
        assert capsys.readouterr().err == f"exactodds: the cache folder {file} cannot be read: it is not a folder\n"
    assert main(["analyze", GAME, "--json"]) == 0
    said = f"exactodds: the cache folder {file} cannot be read (it is not a folder); going on without it\n"
    assert capsys.readouterr().err == said


def test_without_a_home_a_count_goes_on_and_the_cache_command_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.run.store.default_folder", lambda: None)
    assert main(["analyze", GAME, "--wager", "pair-plus", "--json"]) == 0
    captured = capsys.readouterr()
    assert "22100" in captured.out
    assert captured.err.startswith("exactodds: there is no home folder to keep counts in")
    assert captured.err.count("\n") == 1
    assert main(["analyze", GAME, "--wager", "pair-plus", "--json", "--no-cache"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["cache", "info"]) == 2
    assert "--cache" in capsys.readouterr().err


def test_a_cluster_that_is_not_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.run.cluster.CONNECT_SECONDS", 1)
    assert main(["analyze", GAME, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err.startswith("exactodds: no dask scheduler answers at tcp://127.0.0.1:1")


def test_the_manual_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert "## exactodds cache verify" in capsys.readouterr().out
