"""Files that commands write: a file of another kind is never replaced, and nothing is counted before that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer.cli.analyze
import analyzer.cli.change
import analyzer.cli.plot
import analyzer.cli.readings
import analyzer.cli.strategy
import analyzer.cli.trust  # noqa: F401  # their commands
from analyzer.cli.base import Running
from analyzer.cli.main import main
from tests.changing import tiny_game, write

Capture = pytest.CaptureFixture[str]
GAME = "three-card-poker-6-card-bonus"
DESIGN = ["design", GAME, "pair-plus", "--target", "2%..9%", "--vary", "straight=5..7"]
# A command that writes to a file, with the name of that file last.
WRITING = {
    "lock": ["lock", GAME, "--output"],
    "prove": ["prove", GAME, "--quick", "--output"],
    "check": ["check", GAME, "--junit"],
    "design": [*DESIGN, "--output"],
    "design figure": [*DESIGN, "--figure"],
    "readings": ["readings", GAME, "--figure"],
    "plot": ["plot", GAME, "--output"],
    "strategy": ["strategy", GAME, "--export"],
    "strategy rules": ["strategy", GAME, "--simple", "1", "--save"],
}
ENDINGS = {"plot": ".png", "strategy": ".csv"}


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(_running: Running) -> None:
        raise AssertionError("something is counted before it is refused")

    monkeypatch.setattr(Running, "__call__", counted)


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("command", WRITING)
def test_a_game_file_is_never_replaced_by_something_else(command: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / f"keepme{ENDINGS.get(command, '.toml')}"
    path.write_text(tiny_game(), encoding="utf-8")
    assert main([*WRITING[command], str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path} is there already" in said
    assert f"give {WRITING[command][-1]} another name, such as {tmp_path / 'keepme'}" in said
    assert path.read_text(encoding="utf-8") == tiny_game()


@pytest.mark.usefixtures("uncounted")
def test_a_result_does_not_replace_another_file_of_a_folder(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / f"{GAME}.json"
    path.write_text('{"mine": true}', encoding="utf-8")
    assert main(["analyze", GAME, "--output", str(tmp_path)]) == 2
    assert "is something else, not a result document" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == '{"mine": true}'


@pytest.mark.usefixtures("uncounted")
def test_a_lock_beside_a_game_does_not_replace_another_file(tmp_path: Path, capsys: Capture) -> None:
    game = write(tmp_path, tiny_game())
    (tmp_path / "locks").mkdir()
    place = tmp_path / "locks" / "tiny.toml"
    place.write_text(tiny_game(), encoding="utf-8")
    assert main(["lock", str(game)]) == 2
    assert "is a game file, not a lock" in capsys.readouterr().err


@pytest.mark.usefixtures("uncounted")
def test_two_options_do_not_write_the_same_file(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "one.svg")
    assert main([*DESIGN, "--output", path, "--figure", path]) == 2
    assert f"--output and --figure name the same file, {path}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "ending"),
    [
        (["lock", "{game}", "--output"], ".toml"),
        (["check", "{game}", "--junit"], ".xml"),
        (["plot", "{game}", "-o"], ".svg"),
        (["plot", "{game}", "-o"], ".png"),
        (["design", "{game}", "w", "--target", "-900%..900%", "--vary", "flush=9", "--figure"], ".svg"),
        (["strategy", GAME, "--export"], ".csv"),
        (["strategy", GAME, "--export"], ".npz"),
        (["strategy", GAME, "--simple", "1", "--save"], ".toml"),
    ],
)
def test_a_command_is_repeated_into_the_same_file(command: list[str], ending: str, tmp_path: Path) -> None:
    game, out = str(write(tmp_path, tiny_game())), tmp_path / f"out{ending}"
    assert main(["lock", game]) == 0
    asked = [word.replace("{game}", game) for word in command]
    for _ in range(2):
        assert main([*asked, str(out)]) == 0
    out.write_bytes(b"")  # nothing is lost of an empty file
    assert main([*asked, str(out)]) == 0
    assert out.stat().st_size


def test_results_and_proofs_are_repeated(tmp_path: Path) -> None:
    game = str(write(tmp_path, tiny_game()))
    for _ in range(2):
        assert main(["analyze", game, "--output", str(tmp_path / "results")]) == 0
        assert main(["prove", game, "--quick", "--output", str(tmp_path / "proof.json")]) == 0


def test_a_design_is_a_work_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "designed.toml"
    assert main([*DESIGN, "-o", str(path)]) == 0
    first = path.read_bytes()
    capsys.readouterr()
    assert main([*DESIGN, "-o", str(path), "--name", "other"]) == 2
    assert f"such as {tmp_path / 'designed-2.toml'}, or remove it first" in capsys.readouterr().err
    assert path.read_bytes() == first
