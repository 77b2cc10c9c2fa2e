"""Every command works with a game file of any shape: games without an opponent, on small decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.cli.main import main
from tests.solo import small_file

HANDS = {"jacks-or-better": "9c 9d Th Jc Qd", "let-it-ride": "9c 9d Th", "mississippi-stud": "9c 9d"}


@pytest.fixture(params=HANDS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    name = str(request.param)
    path = tmp_path / f"{name}.toml"
    path.write_text(small_file(name, "9-A", "cdh").text, encoding="utf-8")
    return name, path


COMMANDS = (
    "analyze FILE --json",
    "hand FILE HAND",
    "strategy FILE",
    "strategy FILE --json",
    "simulate FILE --rounds 5000",
    "design FILE base --target -50000%..50000% --vary flush=4..5",
    "whatif FILE --wager base --set flush=5",
    "diff FILE FILE",
    "audit FILE --wager base --rounds 1000",
    "lock FILE -o LOCK",
    "check FILE --lock LOCK",
    "report FILE -o REPORT --format json",
    "verify REPORT/report.json",
)


def test_every_command_answers(game: tuple[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    name, path = game
    words = {"FILE": str(path), "HAND": HANDS[name], "LOCK": str(path.with_name("lock.toml"))}
    words["REPORT"] = str(path.with_name("report"))
    for command in COMMANDS:
        said = [words.get(word, word.replace("REPORT", words["REPORT"])) for word in command.split()]
        code = main(said)
        out, err = capsys.readouterr()
        assert code == 0, f"{command}: {err}"
        assert "Traceback" not in err
        assert out or err
