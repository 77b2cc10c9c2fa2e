"""Standard output and error: whatever becomes of them, a command ends with its own exit code, without a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.cli.streams import OutputError, safe_streams
from analyzer.report.files import make_files, write_files
from tests.reporting import tiny_report


def exactodds(*arguments: str, **streams: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "analyzer", *arguments]
    return subprocess.run(command, check=False, **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams))  # type: ignore[call-overload, no-any-return]


def closed_pipe() -> int:
    """The end of a pipe that nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def in_place_of_output(monkeypatch: pytest.MonkeyPatch, handle: int, *, buffered: bool = True) -> None:
    raw = os.fdopen(handle, "wb", buffering=-1 if buffered else 0)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "utf-8", write_through=not buffered))


@pytest.mark.parametrize("buffered", [True, False])
def test_what_a_closed_pipe_does_not_take_is_dropped(monkeypatch: pytest.MonkeyPatch, buffered: bool) -> None:
    in_place_of_output(monkeypatch, closed_pipe(), buffered=buffered)
    with safe_streams():
        for _ in range(3):
            print("x" * 100_000)
            sys.stdout.flush()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    in_place_of_output(monkeypatch, os.open("/dev/full", os.O_WRONLY))
    with safe_streams():
        with pytest.raises(OutputError, match="No space left"):
            print("x" * 100_000, flush=True)
        print("more", flush=True)


def test_streams_that_were_closed_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with safe_streams():
        print("x", flush=True)
        print("x", file=sys.stderr, flush=True)
    assert sys.stdout is None


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    write_files(tmp_path / "r", make_files(tiny_report(), []))
    with (tmp_path / "r" / "report.json").open("ab") as stream:
        stream.write(b"\n")
    return tmp_path / "r"


def close_output() -> None:
    os.close(1)


@pytest.mark.parametrize(
    ("how", "start"), [("nobody reads", None), ("closed", close_output)], ids=["nobody reads", "closed"]
)
def test_a_forged_report_is_a_failure_whoever_reads_that(
    how: str, start: Callable[[], None] | None, forged: Path
) -> None:
    """`exactodds verify BAD | true` ended with 0."""
    writing = closed_pipe()
    ran = exactodds("verify", str(forged), "--files-only", stdout=writing, preexec_fn=start)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b""), how


def test_an_error_that_nobody_reads_is_one(tmp_path: Path) -> None:
    writing = closed_pipe()
    assert exactodds("analyze", "nope", stdout=writing, stderr=writing).returncode == 2
    os.close(writing)


def test_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    """Also typst, which makes the PDF, wants a folder."""
    from tests.changing import tiny_game

    (tmp_path / "tiny.toml").write_text(tiny_game())
    code = (
        f"import os, sys; os.mkdir('gone'); os.chdir('gone'); os.rmdir({str(tmp_path / 'gone')!r});"
        "from analyzer.cli.main import main;"
        f"sys.exit(main(['report', {str(tmp_path / 'tiny.toml')!r}, '-o', {str(tmp_path / 'r')!r}, '--format', 'pdf',"
        " '--no-cache']))"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "r" / "report.pdf").is_file()
