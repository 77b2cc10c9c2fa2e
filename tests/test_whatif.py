"""What if: the same as editing a copy of the file and analysing that."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

import analyzer.cli.change  # noqa: F401  # its commands
from analyzer.change.check import compare
from analyzer.change.diff import diff
from analyzer.change.figures import FIGURES, figures_of, read_linear
from analyzer.change.locks import lock_of
from analyzer.change.whatif import with_pays
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import GameFileError, SelectionError
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.changing import run_in, small_draw, tiny_game, with_paytable, write
from tests.helpers import from_text, shipped_text
from tests.reporting import SMALL, small_text
from tests.users import third_street

Capture = pytest.CaptureFixture[str]

# One pay changed in a copy of each game, in a wager that is counted in seconds: wager, paytable, line, new pay.
SHOWN = ("house_edge", *FIGURES[1:])
CHANGES = {
    "wild-52": ("bonus", "1", "full-house", "6"),
    "wild-six-card-poker": ("draw-bonus", "B2", "flush", "9"),
    "wild-six-card-draw-poker": ("progressive", "1", "natural-flush", "55"),
    "three-card-poker-6-card-bonus": ("ante-play", "1", "straight", "3/2"),
    "pai-gow-wrangler-outlaw": ("outlaw-9", "1", "royal-flush", "60"),
}


@pytest.mark.parametrize("game", CHANGES)
def test_one_pay_in_a_copy_of_each_game(
    game: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: Capture
) -> None:
    """whatif, diff and check agree with a fresh analysis of the edited copy to the last digit."""
    wager, table, line, pay = CHANGES[game]
    cache = str(tmp_path_factory.getbasetemp() / "analyzed")
    copy = edited(shipped_text(game), wager, table, line, pay)
    path = str(write(tmp_path, copy, f"{game}.toml"))
    fresh = analyze(from_text(copy), None, wager, table, Run(store=Store(Path(cache)))).document()["wagers"][0]
    expected = new_of({key: {"new": fresh[key]} for key in SHOWN})

    asked = [
        "whatif",
        game,
        "--wager",
        wager,
        "--paytable",
        table,
        "--set",
        f"{line}={pay}",
        "--json",
        "--cache",
        cache,
    ]
    assert main(asked) == 0
    (entry,) = json.loads(capsys.readouterr().out)["wagers"]
    assert new_of(entry) == expected
    assert entry["status"] == "repriced"
    shares = sum((linear(row["contribution"]["new"]) for row in entry["lines"]), Fraction(0))
    assert shares == -linear(fresh["house_edge"])

    assert main(["diff", game, path, "--wager", wager, "--json", "--cache", cache]) == 0
    (entry,) = json.loads(capsys.readouterr().out)["wagers"]
    assert new_of(entry) == expected
    assert entry["pays"] == [{"line": line, "old": entry["pays"][0]["old"], "new": pay}]

    certified = [
        figures for figures in lock_of(load_game(game)).of(game) if (figures.wager, figures.reading) == (wager, ())
    ]
    now = figures_of(load_game(path), Run(store=Store(Path(cache))), wager)
    (drift,) = (drift for drift in compare(certified, list(now)) if drift.status != "unchanged")
    assert (drift.status, drift.figures.paytable) == ("repriced", table)
    assert {key: read_linear(getattr(drift.new, key)) or getattr(drift.new, key) for key in SHOWN} == expected


def linear(text: str) -> Fraction:
    """At a meter of 0, so that a progressive can be added up too."""
    formula = read_linear(text)
    assert formula is not None
    return formula.amount


def new_of(formula: JsonDict) -> dict[str, object]:
    """The new figures; amounts as numbers, because an expression with a meter can be written in two ways."""
    figures = {key: formula[key]["new"] for key in SHOWN}
    return {key: read_linear(text) or text for key, text in figures.items()}


def edited(text: str, wager: str, table: str, line: str, pay: str) -> str:
    """The file with one pay changed, as somebody would with an editor."""
    own = tomllib.loads(text)["wagers"][wager]
    tables, before = own.get("paytables", ["1"]), own["pays"][line]
    row = list(before) if isinstance(before, list) else [before] * len(tables)
    row[tables.index(table)] = int(pay) if "/" not in pay else pay
    start = text.index(f"[wagers.{wager}.pays]")
    rows = text[start:].splitlines()
    place = next(i for i, one in enumerate(rows) if one.split("=")[0].strip() == line)
    rows[place] = f"{line} = {row}"
    return text[:start] + "\n".join(rows) + "\n"


def test_a_pay_in_every_paytable_of_a_wager(tmp_path: Path) -> None:
    file = load_game("wild-six-card-poker")
    changed = with_pays(file, "queens-or-better", {"flush": "13"})
    wager = next(wager for wager in changed.game().wagers if wager.id == "queens-or-better")
    flush = [line.id for line in wager.lines].index("flush")
    assert {table.pays[flush].amount for table in wager.paytables} == {13}
    assert file.game().wagers[1].paytables[0].pays[flush].amount == 10


def test_decisions_are_made_again(tmp_path: Path) -> None:
    file, run = small_draw(), run_in(tmp_path)
    changed = with_pays(file, "base", {"flush": "9/2", "full-house": "4"}, "C")
    by_hand = with_paytable(file, "base", "C", {"flush": "9/2", "full-house": 4})
    (fresh,) = analyze(by_hand, None, "base", "C", Run(jobs=1)).wagers
    (change,) = diff(file, changed, run, wager="base", paytable="C").changed
    assert change.drift.new is not None
    assert fresh.ev is not None
    assert Fraction(change.drift.new.worth) == -fresh.ev


def test_nothing_changes_when_the_pay_is_the_same(tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_game()))
    assert main(["whatif", path, "--wager", "w", "--set", "flush=6"]) == 0
    assert "0 changed, 1 unchanged" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"flash": "6"}, "did you mean 'flush'"),
        ({"flush": "six"}, "is not an exact pay"),
        ({"flush": "-1"}, "is negative"),
        ({"flush": "1.5"}, "is not an exact pay"),
        ({"flush": "12,50"}, "'12,50' is not an exact pay; write \"25/2\""),
        ({"flush": "9" * 12}, "is absurd"),
        ({"flush": "1" + "0" * 40}, "is absurd; a line pays from 0 to 1,000,000,000"),
        ({"flush": "9" * 22}, "is absurd; a line pays from 0 to 1,000,000,000"),
        ({}, "nothing is changed"),
    ],
)
def test_wrong_pays_are_refused(changes: dict[str, str], message: str) -> None:
    with pytest.raises((SelectionError, GameFileError), match=message):
        with_pays(from_text(tiny_game()), "w", changes)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--wager", "x", "--set", "flush=6"],
        ["--wager", "w", "--set", "flush"],
        ["--wager", "w", "--set", "flush=1", "--set", "flush=2"],
        ["--wager", "w", "--paytable", "7", "--set", "flush=6"],
        ["--wager", "w"],
    ],
)
def test_wrong_use_is_exit_code_2(arguments: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert main(["whatif", str(write(tmp_path, tiny_game())), *arguments]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_wrong_pay_of_all_paytables_is_told_once(tmp_path: Path) -> None:
    file = load_game(str(third_street(tmp_path)))
    with pytest.raises(GameFileError) as error:
        with_pays(file, "pair-plus", {"flush": "J"})
    assert [fault.split(":")[0] for fault in error.value.faults] == ["wagers.pair-plus.pays.flush"]


def test_a_house_edge_that_falls_with_the_meter_is_written_one_way(tmp_path: Path, capsys: Capture) -> None:
    path = str(third_street(tmp_path))
    assert main(["whatif", path, "--wager", "meter", "--set", "three-of-a-kind=6"]) == 0
    assert "233/253 - J/440" in capsys.readouterr().out
    assert main(["readings", path, "--csv", "--wager", "meter"]) == 0
    assert "233/253 - J/440" in capsys.readouterr().out
    assert main(["analyze", path, "--json", "--wager", "meter"]) == 0
    assert '"house_edge": "233/253 - J/440"' in capsys.readouterr().out
    # A lock keeps the bytes that it always had, and is read back.
    assert main(["lock", path, "-o", str(tmp_path / "lock.toml")]) == 0
    assert 'house_edge = "-1*J/440 + 233/253"' in (tmp_path / "lock.toml").read_text(encoding="utf-8")
    assert main(["check", path, "--lock", str(tmp_path / "lock.toml")]) == 0


def test_what_a_change_does_to_an_hour(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The house edge before and then, times rounds and stake."""
    game = str(write(tmp_path, small_text(SMALL)))
    asked = ["whatif", game, "--wager", "pair-plus", "--set", "flush=9", "--rounds", "30", "--stake", "25"]
    assert main([*asked, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["wagers"]
    edges = [Fraction(told["house_edge"][side]) for side in ("old", "new")]
    hour = told["hour"]
    assert (hour["rounds"], hour["stake"]) == ("30", "25")
    assert [Fraction(hour["house_wins"][side]["exact"]) for side in ("old", "new")] == [edge * 750 for edge in edges]
    assert Fraction(hour["house_wins"]["difference"]["exact"]) == (edges[1] - edges[0]) * 750
    assert main(asked) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "the house wins an hour, at 30 rounds and a stake of 25: " in said
    assert main(asked[:-4]) == 0
    assert "an hour" not in capsys.readouterr().out


def test_a_difference_is_exported(tmp_path: Path, capsys: Capture) -> None:
    """As `analyze` is: Markdown, and lines of values that are those of the document."""
    path, changed = tmp_path / "tiny.toml", tmp_path / "changed.toml"
    path.write_text(tiny_game(), encoding="utf-8")
    asked = ["whatif", str(path), "--wager", "w", "--set", "flush=9", "--rounds", "40", "--stake", "25"]
    assert main([*asked, "--format", "json"]) == 0
    (wager,) = json.loads(capsys.readouterr().out)["wagers"]
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        assert main([*asked, "--format", form]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out), delimiter=delimiter))
        told = {(row["what"], row["name"]): row for row in rows}
        edge = told["figure", "house_edge"]
        assert {side: edge[side] for side in ("old", "new", "difference")} == wager["house_edge"]
        assert (told["pay", "flush"]["old"], told["pay", "flush"]["new"]) == ("6", "9")
        assert told["hour", "house_wins"]["new"] == wager["hour"]["house_wins"]["new"]["exact"]
        assert len([row for row in rows if row["what"] == "contribution"]) == len(wager["lines"])
    assert main([*asked, "--format", "md"]) == 0
    assert "| house edge |" in capsys.readouterr().out
    assert main([*asked, "--format", "csv", "--json"]) == 2
    changed.write_text(tiny_game(flush=9), encoding="utf-8")
    capsys.readouterr()
    assert main(["diff", str(path), str(changed), "--format", "csv"]) == 0
    assert "figure,house_edge," in capsys.readouterr().out


def test_an_hour_of_a_progressive_depends_on_its_meter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(write(tmp_path, small_text("wild-six-card-draw-poker")))
    other = tmp_path / "other.toml"
    old = Path(game).read_text(encoding="utf-8")
    assert main(["whatif", game, "--wager", "progressive", "--set", "wild-flush=9", "--stake", "5"]) == 0
    assert "what the house wins in an hour depends on the meter" in capsys.readouterr().out
    other.write_text(old, encoding="utf-8")
    assert main(["diff", game, str(other), "--rounds", "30"]) == 0
    said = capsys.readouterr().out
    assert "0 changed" in said
    assert "what the house wins in an hour is what it was" in said
    assert main(["diff", game, str(other), "--rounds", "30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hour"] == {"rounds": "30", "stake": "100"}
