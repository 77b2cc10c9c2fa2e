"""Amounts as they are typed: a comma stands between groups of three digits, or what is meant is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.errors import FileError
from analyzer.numbers import comma_hint, grouped_number, whole_number
from analyzer.report.filing import parse_filing
from tests.changing import tiny_game, write
from tests.reporting import SMALL, small_text

Capture = pytest.CaptureFixture[str]
WRONG = {
    "12,50": "write 12.50",
    "1.200,50": "write 1,200.50",
    "1,2,0": "write commas only as in 1,200 or 1,200.50",
    ",5": "write 0.5",
    "5,": "write 5",
    "0,500": "write 0.500",
    "1200,500": "write 1200.500",
    "1,200,50": "write commas only as in 1,200 or 1,200.50",
    "12.500,000": "write 12,500.000",
    ",": "write commas only",
}


@pytest.mark.parametrize("typed", WRONG)
def test_a_comma_elsewhere_is_never_dropped(typed: str) -> None:
    assert grouped_number(typed) is None
    assert whole_number(typed) is None
    assert WRONG[typed] in comma_hint(typed)


def test_a_comma_between_thousands_is_read() -> None:
    written = ("1,200", "1,200.50", "-1,234,567", "12.50", "3/2")
    assert [str(grouped_number(typed)) for typed in written] == ["1200", "2401/2", "-1234567", "25/2", "3/2"]


AMOUNTS = (
    ("analyze", "GAME", "--stake"),
    ("analyze", "GAME", "--rounds"),
    ("analyze", "GAME", "--meter"),
    ("audit", "GAME", "--wager", "pair-plus", "--rounds", "100", "--won"),
    ("audit", "GAME", "--wager", "pair-plus", "--rounds", "100", "--won", "5", "--stake"),
    ("audit", "GAME", "--wager", "pair-plus", "--meter"),
    ("audit", "GAME", "--wager", "pair-plus", "--rounds"),
    ("design", "GAME", "pair-plus", "--vary", "straight=5..6", "--target", "1%..3%", "--meter"),
    ("vulnerability", "GAME", "--stake"),
    ("simulate", "GAME", "--rounds"),
    *(("report", "GAME", "-o", "OUT", flag) for flag in ("--average-bet", "--rounds-per-hour", "--drop-per-hour")),
)


@pytest.mark.parametrize("command", AMOUNTS, ids=" ".join)
def test_every_command_says_what_was_meant(command: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    places = {"GAME": str(write(tmp_path, small_text(SMALL))), "OUT": str(tmp_path / "out")}
    assert main([*(places.get(word, word) for word in command), "12,50"]) == 2
    assert "'12,50'" in (said := capsys.readouterr().err)
    assert "; write 12.50" in said


def test_a_posted_limit_too(tmp_path: Path, capsys: Capture) -> None:
    game = str(write(tmp_path, tiny_game()))
    assert main(["report", game, "-o", str(tmp_path / "out"), "--payout-limit", "poker=12,50"]) == 2
    assert "; write 12.50" in capsys.readouterr().err


def test_a_filing_file_too() -> None:
    text = 'schema = "exactodds/filing/1"\n[operation]\naverage_bet = "{}"\n'
    assert parse_filing(text.format("1,200.50").encode(), "f.toml").operation.average_bet == grouped_number("1200.50")
    with pytest.raises(FileError, match=r"not '12,50'; write 12\.50"):
        parse_filing(text.format("12,50").encode(), "f.toml")


def test_an_audit_is_refused_in_the_money_that_was_typed(tmp_path: Path, capsys: Capture) -> None:
    game = str(write(tmp_path, small_text(SMALL)))
    asked = ["audit", game, "--wager", "pair-plus", "--stake", "5", "--won", "5000", "--rounds"]
    assert main([*asked, "100"]) == 2
    said = capsys.readouterr().err
    assert "the house cannot have won 5,000 in 100 rounds of pair-plus: it wins -37,500 to 500" in said
    assert "at an initial bet of 5" in said
    assert main([*asked, "1"]) == 2
    assert "in 1 round of pair-plus" in capsys.readouterr().err


def test_a_pay_that_is_tried_too(tmp_path: Path, capsys: Capture) -> None:
    game, told = str(write(tmp_path, small_text(SMALL))), []
    for pay in ("1,200", "1200"):
        assert main(["whatif", game, "--wager", "pair-plus", "--set", f"flush={pay}"]) == 0
        told.append(capsys.readouterr().out.replace("1,200", "1200"))
    assert told[0] == told[1]
