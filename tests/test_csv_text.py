"""Lines of values: no cell starts a formula, and every number stays one."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.csv_text import csv_text
from tests.changing import tiny_game, write


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "＝1", "-J+cmd", "--1", "+ 1", "="]
)
def test_a_cell_that_would_start_a_formula_is_text(text: str) -> None:
    ((cell,),) = csv.reader(io.StringIO(csv_text([[text]])))
    assert cell == f"'{text}"


@pytest.mark.parametrize(
    "text", ["-1", "-1/20", "+0.97", "-1,234.5", "-3.5 %", "-J", "-19*J/40 - 2/3", "-1e-06", "-$5", "-", "a=1", ""]
)
def test_numbers_stay_as_they_are(text: str) -> None:
    ((cell,),) = csv.reader(io.StringIO(csv_text([[text]])))
    assert cell == text


def test_rows_of_any_values() -> None:
    assert csv_text([("a", 1, None), ("x,y", -2, "z")]) == 'a,1,\n"x,y",-2,z\n'
    assert csv_text([("a", "=b")], "\t") == "a\t'=b\n"


def test_names_of_a_game_file_start_no_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tiny_game().replace('[wagers.w]\nname = "W"', '[wagers.w]\nname = "=cmd()"\npaytables = ["@x"]')
    path = write(tmp_path, text.replace('name = "Tiny"', 'name = "+cmd()"'))
    assert main(["analyze", str(path), "--no-cache", "--csv"]) == 0
    assert ",'@x," in capsys.readouterr().out
    assert main(["report", str(path), "--no-cache", "-o", str(path.parent / "r"), "--format", "csv"]) == 0
    cells = [
        cell
        for file in (path.parent / "r" / "csv").iterdir()
        for row in csv.reader(io.StringIO(file.read_text(), newline=""))
        for cell in row
    ]
    assert any("cmd()" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+cmd"))]
