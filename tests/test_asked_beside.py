"""What `analyze` is asked beside the result: a level of the meter, an hour at a table, some of the columns."""

from __future__ import annotations

import csv
import io
import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.change.figures import read_linear
from analyzer.cli.main import main
from analyzer.documents import JsonDict, fault_of_document
from tests.changing import write
from tests.helpers import tiny_text
from tests.reporting import SMALL, small_text

Capture = pytest.CaptureFixture[str]
METERED = "wild-six-card-draw-poker"


@pytest.fixture
def small(tmp_path: Path) -> str:
    return str(write(tmp_path, small_text(SMALL), "small.toml"))


@pytest.fixture
def metered(tmp_path: Path) -> str:
    return str(write(tmp_path, small_text(METERED), "metered.toml"))


def printed(capsys: Capture, *words: str) -> str:
    code = main(list(words))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def refused(capsys: Capture, *words: str) -> str:
    assert main(list(words)) == 2
    return capsys.readouterr().err


def document_of(capsys: Capture, *words: str) -> JsonDict:
    document: JsonDict = json.loads(printed(capsys, *words, "--json"))
    assert fault_of_document("result-1", document) is None
    return document


# --- the meter -------------------------------------------------------------------------------------------------------


def test_a_progressive_at_a_meter(metered: str, capsys: Capture) -> None:
    words = ("analyze", metered, "--wager", "progressive")
    plain = document_of(capsys, *words)
    asked = document_of(capsys, *words, "--meter", "60,000")
    (wager,) = asked["wagers"]
    there = wager.pop("at_meter")
    assert asked == plain, "nothing else is said otherwise"
    linear = read_linear(wager["house_edge"])
    assert linear is not None
    worth = linear.at(Fraction(60000))
    assert Fraction(there["house_edge"]) == worth
    assert Fraction(there["ev"]) == -Fraction(there["house_edge"])
    text = printed(capsys, *words, "--meter", "60,000")
    assert f"at J = 60,000: house edge {float(worth) * 100:.6f} %" in text
    assert there["house_edge"] in text


def test_a_meter_that_no_wager_has_is_refused(small: str, capsys: Capture) -> None:
    assert "none of these wagers has a meter" in refused(capsys, "analyze", small, "--meter", "5")
    assert "must be a number" in refused(capsys, "analyze", small, "--meter", "five")


def test_a_summary_at_a_meter(metered: str, small: str, capsys: Capture, tmp_path: Path) -> None:
    text = printed(capsys, "analyze", metered, small, "--meter", "60000", "--rounds", "30")
    assert "at J = 60,000" in text
    assert "the house wins an hour" in text
    printed(capsys, "analyze", metered, "--wager", "progressive", "--meter", "9", "-o", str(tmp_path / "out"))
    (written,) = (tmp_path / "out").glob("*.json")
    assert json.loads(written.read_text("utf-8"))["wagers"][0]["at_meter"]["meter"] == "9"


# --- an hour ---------------------------------------------------------------------------------------------------------


def test_an_hour_of_a_side_bet(small: str, capsys: Capture) -> None:
    words = ("analyze", small, "--wager", "pair-plus", "--rounds", "30", "--stake", "25")
    (wager,) = document_of(capsys, *words)["wagers"]
    earned = Fraction(wager["ev"]) * 30 * 25
    assert wager["hour"] == {
        "rounds": "30",
        "stake": "25",
        "earned": str(earned),
        "earned_decimal": wager["hour"]["earned_decimal"],
    }
    assert Fraction(wager["hour"]["earned_decimal"]) == round(earned, 2)
    who = "player" if earned > 0 else "house"
    assert f"the {who} wins {float(abs(round(earned, 2))):,.2f} an hour at 30 rounds" in printed(capsys, *words)


def test_an_hour_of_a_progressive_is_at_its_price_and_meter(metered: str, capsys: Capture) -> None:
    words = ("analyze", metered, "--wager", "progressive")
    assert "give it with --meter" in refused(capsys, *words, "--rounds", "30")
    assert "--stake changes nothing" in refused(capsys, *words, "--meter", "5", "--stake", "30")
    (wager,) = document_of(capsys, *words, "--meter", "5", "--rounds", "30")["wagers"]
    assert wager["hour"]["stake"] == wager["bet"]


@pytest.mark.parametrize(
    "beside", [("--rounds", "30"), ("--stake", "25"), ("--sees", "dealer=1"), ("--columns", "pays")]
)
def test_stakes_go_with_nothing_else(beside: tuple[str, str], small: str, capsys: Capture) -> None:
    assert "--stakes goes with one game" in refused(capsys, "analyze", small, "--stakes", "ante-play=5", *beside)


# --- columns ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_columns_of_lines_of_values(form: str, delimiter: str, small: str, capsys: Capture) -> None:
    words = ("analyze", small, "--wager", "pair-plus", "--format", form)
    every = list(csv.DictReader(io.StringIO(printed(capsys, *words)), delimiter=delimiter))
    rows = list(csv.reader(io.StringIO(printed(capsys, *words, "--columns", "count, name")), delimiter=delimiter))
    assert rows == [["count", "name"], *([row["count"], row["name"]] for row in every)]


def test_columns_of_tables(small: str, capsys: Capture) -> None:
    words = ("analyze", small, "--wager", "pair-plus", "--format", "md", "--columns")
    assert "| 1 in | pays | hand |" in printed(capsys, *words, "one_in,pays,name")
    assert printed(capsys, *words, "1 in,pays,hand") == printed(capsys, *words, "one-in,pays,name")
    other = shutil.copy(small, f"{small}.other.toml")
    assert "| wager | house edge |" in printed(capsys, "analyze", small, other, *words[4:], "wager,house-edge")


def test_columns_of_readings_and_of_exposures(small: str, capsys: Capture) -> None:
    for form in ("csv", "md"):
        head = printed(capsys, "readings", small, "--format", form, "--columns", "wager,worth")
        assert "wager,worth" in head or "| wager | house edge |" in head
        head = printed(capsys, "vulnerability", small, "--format", form, "--columns", "sees,gain,an_hour")
        assert "sees,gain,an_hour" in head or "| --sees | gain | an hour |" in head


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--columns", "nmae"), "did you mean 'name'?); columns: name, pays, count"),
        (("--columns", "nmae", "--csv"), "columns: game, wager, paytable, deals, name"),
        (("--columns", "pays,pays"), "the column pays is named twice"),
        (("--columns", "hand,name"), "the column name is named twice"),
        (("--columns", ","), "must be names of columns"),
        (("--columns", "pays", "--json"), "JSON has everything"),
        (("--rounds", "30", "--csv"), "not lines of values"),
        (("--meter", "30", "--csv"), "not lines of values"),
        (("--sees", "dealer=1", "--meter", "3"), "--sees goes with one game"),
        (("--sees", "dealer=1", "--columns", "pays"), "--sees goes with one game"),
    ],
)
def test_columns_that_are_not_there(words: tuple[str, ...], why: str, small: str, capsys: Capture) -> None:
    assert why in refused(capsys, "analyze", small, *words)


def test_an_hour_is_in_the_lines_of_values_of_exposures(small: str, capsys: Capture) -> None:
    words = ("vulnerability", small, "--format", "csv", "--columns", "sees,an_hour")
    assert printed(capsys, *words) != printed(capsys, *words, "--stake", "7")


def test_a_wager_in_dollars_has_no_stake(tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_text('a: hand = "flush"', cards=5, tax=['hand = "pair", pays = -1'])))
    (wager,) = document_of(capsys, "analyze", path, "--rounds", "30")["wagers"]
    assert Fraction(wager["hour"]["earned"]) == 30 * Fraction(wager["ev"])
    assert "stake" not in wager["hour"]


def test_a_stake_that_the_file_does_not_allow_is_told(small: str, capsys: Capture) -> None:
    """The hour is told all the same: a file's limits are those of one source."""
    assert main(["analyze", small, "--wager", "pair-plus", "--stake", "25"]) == 0
    done = capsys.readouterr()
    assert "note: --stake 25 is not allowed on pair-plus: the game file has 1 to 10" in done.err
    assert "a stake of 25" in done.out
    assert main(["analyze", small, "--wager", "pair-plus", "--stake", "5"]) == 0
    assert capsys.readouterr().err == ""
