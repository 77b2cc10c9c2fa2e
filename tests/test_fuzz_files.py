"""Every kind of file that the program reads, damaged in thousands of ways: no traceback, no odd exit code, no hang."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fuzzed_files import kinds, tried

INPUTS = int(os.environ.get("EXACTODDS_FUZZ_INPUTS", "20000"))
FIRST = int(os.environ.get("EXACTODDS_FUZZ_SEED", "0"))
NAMES = (
    *("game", "lock", "limits", "strategy", "report", "proof", "simulation", "previous", "page", "filing"),
    *("public key", "private key", "certificate", "trust", "digests", "signature"),
)


def test_every_kind_is_tried() -> None:
    assert set(NAMES) == set(kinds())


@pytest.mark.parametrize("name", NAMES)
def test_some_damaged_files(name: str, tmp_path: Path) -> None:
    done = tried(name, range(3), tmp_path / "inputs", tmp_path / "store")
    assert done.complaints == []
    assert sum(done.codes.values()) >= 3


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_damaged_files(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An equal part of all inputs for each kind."""
    share = -(-INPUTS // len(NAMES))
    done = tried(name, range(FIRST, FIRST + share), tmp_path / "inputs", tmp_path / "store")
    with capsys.disabled():
        print(f"\n{name}: {share} inputs, {done.document()}")
    assert done.complaints == []


# --- the fuzzer itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_good_file_of_each_kind_is_accepted(name: str, tmp_path: Path) -> None:
    """Or nothing deeper than its first line would be tried."""
    from tests import fuzzed_files

    kind = kinds()[name]
    original = kind.originals[0]
    done = fuzzed_files.Tried({}, [])
    for command in kind.commands(tmp_path / "input", original):
        fuzzed_files._try(done, name, [*command, *([] if command[0] == "games" else ["--no-cache"])])
    assert done.complaints == []
    assert set(done.codes) <= {0, 1}


def test_a_fault_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.change.limits.parse_toml", lambda *_: 1 / 0)
    done = tried("limits", range(2), tmp_path / "inputs", tmp_path / "store")
    assert [complaint for complaint in done.complaints if "exit code 3" in complaint]


def test_text_that_is_not_clean_and_slowness_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.errors import LimitsError

    def refuse(*_: object) -> None:
        raise LimitsError("x\u202ey", ["x"])

    monkeypatch.setattr("analyzer.change.limits.parse_toml", refuse)
    for escaping in ("cli.main.page_shown_safely", "cli.main.shown_safely", "errors.shown_safely"):
        monkeypatch.setattr(f"analyzer.{escaping}", str)
    monkeypatch.setattr("tests.fuzzed_files.SECONDS", 0)
    done = tried("limits", range(1), tmp_path / "inputs", tmp_path / "store")
    assert any("prints U+202E" in complaint for complaint in done.complaints)
    assert any(complaint.endswith(" s") for complaint in done.complaints)
