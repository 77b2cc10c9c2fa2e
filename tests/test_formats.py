"""What `analyze --format` prints, and output for terminals that cannot show every character."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Group
from rich.text import Text

from analyzer.cli.encoding import sayable
from analyzer.cli.main import main
from analyzer.cli.screens.layout import Column, Flow, Grid, labelled
from analyzer.cli.screens.markdown import markdown
from tests.helpers import tiny_text

Capture = pytest.CaptureFixture[str]
ONE = ("analyze", "three-card-poker-6-card-bonus", "--wager", "pair-plus")


def printed(capsys: Capture, *arguments: str) -> str:
    assert main([*ONE, *arguments]) == 0
    return capsys.readouterr().out


def test_the_formats_that_have_options_of_their_own_are_the_same(capsys: Capture) -> None:
    assert printed(capsys, "--format", "json") == printed(capsys, "--json")
    assert printed(capsys, "--format", "csv") == printed(capsys, "--csv")
    assert printed(capsys, "--format", "table") == printed(capsys)
    assert printed(capsys, "--format", "json", "--json") == printed(capsys, "--json")


def test_values_between_tabs_are_those_between_commas(capsys: Capture) -> None:
    tabs = list(csv.reader(io.StringIO(printed(capsys, "--format", "tsv")), delimiter="\t"))
    commas = list(csv.reader(io.StringIO(printed(capsys, "--csv"))))
    assert tabs == commas
    assert len(tabs) == 8


def test_markdown_has_every_outcome_and_the_edge(capsys: Capture) -> None:
    text = printed(capsys, "--format", "md")
    document = json.loads(printed(capsys, "--json"))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(document["wagers"][0]["outcomes"]) + 1
    assert len({line.count("|") for line in rows}) == 1
    assert "| Flush | 3 | 1,096 | 0.04959276 | 20.16 | 0.14877828 |" in text
    assert "house edge 9.900452 %, = 547/5525" in text
    assert text.startswith("## Three Card Poker")


def test_markdown_of_every_part_of_a_screen() -> None:
    grid = Grid("a_b", (Column("line", "key"), Column("pays")), ("total", "2"))
    grid.add("x|y", Text("1"))
    flow = Flow()
    flow.add("variance 2")
    flow.add("skewness 3")
    screen = Group(grid, Text(), flow, *labelled([("by", "hand")]))
    assert markdown(screen).splitlines() == [
        "**a\\_b**",
        "",
        "| line | pays |",
        "|---|---:|",
        "| x\\|y | 1 |",
        "| total | 2 |",
        "",
        "variance 2, skewness 3",
        "",
        "- by: hand",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--json", "--csv"), "--json and --csv cannot be used together"),
        (("--json", "--format", "md"), "--json and --format md cannot be used together"),
        (("--stakes", "pair-plus=1", "--format", "md"), "--stakes goes with one game"),
        (("--format", "xml"), "'xml' is not one of"),
    ],
)
def test_formats_that_do_not_go_together(capsys: Capture, arguments: tuple[str, ...], message: str) -> None:
    assert main([*ONE, *arguments]) == 2
    assert message in capsys.readouterr().err


# --- other encodings -------------------------------------------------------------------------------------------------

COMMANDS = (
    ("--help",),
    ("games",),
    ONE,
    (*ONE, "--format", "md"),
    ("whatif", "three-card-poker-6-card-bonus", "--wager", "pair-plus", "--set", "flush=4"),
    ("analyze", "no-such-game"),
)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_character_is_an_error(encoding: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = subprocess.run([sys.executable, "-m", "exactodds", *command], capture_output=True, check=False)
    assert done.returncode == (2 if "no-such-game" in command else 0), done.stderr
    assert "Traceback" not in done.stderr.decode(encoding)
    assert (done.stdout + done.stderr).decode(encoding).strip()
    assert "\\u" not in done.stdout.decode(encoding)


@pytest.mark.parametrize(("encoding", "name"), [("ascii", "Tiny - x e -> 5"), ("latin-1", "Tiny - × é -> 5")])
@pytest.mark.parametrize("form", ["table", "md"])
def test_names_are_written_as_far_as_they_can(
    encoding: str, name: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tiny.toml"
    text = tiny_text('flush: hand = "flush"').replace('name = "Tiny"', 'name = "Tiny – × é → 5"')
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    command = [sys.executable, "-m", "exactodds", "analyze", str(path), "--format", form]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert name in done.stdout.decode(encoding).replace("\\", "")


def test_what_an_encoding_has_is_kept() -> None:
    assert sayable("3 × 4 – é → 5", "latin-1") == "3 × 4 - é -> 5"
    assert sayable("3 × 4 – é → 5", "ascii") == "3 x 4 - e -> 5"
    assert sayable("3 × 4 – é → 5", "utf-8") == "3 × 4 – é → 5"


def test_what_has_no_replacement_is_named() -> None:
    assert sayable("中", "ascii") == "\\u4e2d"
