"""A refused wager is reported together with what the referee would need for it."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.errors import GameFileError, NotCountedFileError
from analyzer.game.file import load_game_file
from analyzer.trust.refused import duration_text, referees_work
from tests.test_plan import REFUSED

# A comparison in another wager than the first, twice; the main wager is counted.
FILE = """schema = "exactodds/game/2"
id = "g"
name = "G"
rules_version = "1"
[deal]
own = 5
draw = 5
house = 5
[[round]]
sees = "own"
exchange = { from = "own", discard = "0-5", draw = "draw", makes = "final" }
[wagers.poker]
name = "Poker"
compare = ["final", "house"]
[wagers.pairs]
name = "Pairs"
of = "own"
pays.pair = 1
"""


def refusal(path: Path, text: str) -> NotCountedFileError:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotCountedFileError) as refused:
        load_game_file(path)
    return refused.value


def test_the_deals_of_a_refused_wager(tmp_path: Path) -> None:
    """Every hand, every discard with every draw, and every dealer."""
    deals = comb(52, 5) * sum(comb(5, k) * comb(47, k) for k in range(6)) * comb(42, 5)
    error = refusal(tmp_path / "g.toml", FILE)
    assert error.wagers == ("poker",)
    (sentence,) = referees_work(error)
    assert sentence.startswith("poker: the referee, who plays the file literally, would settle ")
    assert sentence.endswith(f" {deals / 10**18:.1f}e18 deals on this deck, about 1,800,000 years")


def test_the_command_line_tells_it_below_the_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.toml"
    refusal(path, FILE)
    assert main(["analyze", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "would take about 13 hours (2.4e+13 steps)" in lines[1]
    assert lines[2].startswith("  poker: the referee, who plays the file literally, would settle 5.7e18 deals")


def test_a_file_with_other_faults_has_no_such_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.toml"
    path.write_text(FILE.replace("own = 5", "own = 0"), encoding="utf-8")
    assert main(["analyze", str(path)]) == 2
    assert "referee" not in capsys.readouterr().err


def test_a_file_that_is_gone_is_no_second_error(tmp_path: Path) -> None:
    error = refusal(tmp_path / "g.toml", FILE)
    (tmp_path / "g.toml").unlink()
    assert list(referees_work(error)) == []


@pytest.mark.parametrize("game", REFUSED)
def test_all_that_is_refused_is_told_without_an_error(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the plan, and then with the sentence if a wager is refused; or by the reader, who knows no such thing."""
    path = tmp_path / "g.toml"
    path.write_text(REFUSED[game][0], encoding="utf-8")
    with pytest.raises(GameFileError) as refused:
        load_game_file(path)
    assert main(["analyze", str(path)]) == 2
    by_the_plan = isinstance(refused.value, NotCountedFileError) and bool(refused.value.wagers)
    assert ("the referee, who plays" in capsys.readouterr().err) == by_the_plan


@pytest.mark.parametrize(
    ("deals", "text"),
    [
        (99_999, "at once"),
        (100_000, "about 1 second"),
        (5_900_000, "about 59 seconds"),
        (9_000_000, "about 2 minutes"),
        (36 * 10**7, "about 1 hour"),
        (86_400 * 10**5 * 3, "about 3 days"),
    ],
)
def test_durations(deals: int, text: str) -> None:
    assert duration_text(deals) == text
