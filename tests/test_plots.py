"""Pictures of games: what they show are the numbers of the analysis, and they are pictures."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analyzer.change.whatif import with_pays
from analyzer.cli.main import main
from analyzer.errors import SelectionError
from analyzer.game.library import load_game
from analyzer.numbers import decimal_text
from analyzer.pricing.analysis import analyze
from analyzer.report.plots import PLOTS, plot
from analyzer.reports.picture import picture_png, picture_svg
from analyzer.run.jobs import Run
from tests.solo import small_file

GAME, METERED = "three-card-poker-6-card-bonus", "wild-six-card-draw-poker"
RUN = Run(jobs=1)
Capture = pytest.CaptureFixture[str]


def test_edges_are_those_of_the_analysis() -> None:
    block = plot("edges", load_game(GAME), {}, None, None, RUN)
    wanted = [decimal_text(-(one.ev or Fraction(0)) * 100, 6) for one in analyze(load_game(GAME), run=RUN).wagers]
    assert block["series"][0]["y"] == wanted
    assert len(block["categories"]) == 3


def test_what_can_happen_adds_up() -> None:
    block = plot("distribution", load_game(GAME), {}, "pair-plus", None, RUN)
    assert block["categories"] == ["-1", "1", "3", "5", "30", "40", "75"]
    total = sum((Decimal(share) for share in block["series"][0]["y"]), Decimal(0))
    assert abs(total - 1) < Decimal("1e-12")


@pytest.mark.parametrize(("game", "wager"), [(GAME, "pair-plus"), ("let-it-ride", "base")])
def test_what_a_pay_does_is_what_the_analysis_of_it_gives(game: str, wager: str) -> None:
    """Lines that overlap, and a wager whose strategy changes with its pays."""
    file = small_file(game) if game != GAME else load_game(game)
    block = plot("sensitivity", file, {}, wager, None, RUN)
    own = next(one for one in file.game().wagers if one.id == wager)
    more = []
    for line, pay in zip(own.lines, own.paytables[0].pays, strict=True):
        changed = with_pays(file, wager, {line.id: str(pay.amount + 1)})
        (result,) = analyze(changed, wager=wager, run=RUN).wagers
        more.append(decimal_text(-(result.ev or Fraction(0)) * 100, 6))
    assert block["series"][0]["y"] == more
    assert [series["name"] for series in block["series"]] == ["one unit more", "one unit less"]


def test_the_return_over_a_meter_passes_the_break_even() -> None:
    block = plot("meter", load_game(METERED), {}, "progressive", None, RUN)
    (series,) = block["series"]
    middle = len(series["x"]) // 2
    assert Decimal(series["y"][middle]) == 100
    assert block["marks"][0]["label"].startswith("breaks even at 263,665.79")


@pytest.mark.parametrize("what", PLOTS)
def test_every_figure_is_one_of_a_report(what: str) -> None:
    block = plot(what, load_game(METERED), {}, "progressive" if what == "meter" else "queens-plus", None, RUN)
    assert block["kind"] == "figure"
    picture = ElementTree.fromstring(picture_svg(block))
    words = "".join(picture.itertext())
    assert block["title"] in words
    png = picture_png(block)
    assert png.startswith(b"\x89PNG")
    assert png == picture_png(block), "the same bytes each time"


@pytest.mark.parametrize(
    ("what", "game", "wager", "words"),
    [
        ("meter", GAME, None, "no wager of which a return over a meter can be drawn"),
        ("edges", "wild-six-card-poker", "taxpayers-fortune", "has a house edge of its own"),
        ("sensitivity", METERED, "progressive", "no wager of which what its pays do can be drawn"),
    ],
)
def test_what_cannot_be_drawn_is_told(what: str, game: str, wager: str | None, words: str) -> None:
    with pytest.raises(SelectionError, match=words):
        plot(what, load_game(game), {}, wager, None, RUN)


def test_a_wager_in_dollars() -> None:
    block = plot("sensitivity", load_game("wild-six-card-poker"), {}, "taxpayers-fortune", "T1", RUN)
    assert block["y_title"] == "expected result in dollars a round"
    assert block["base"] == "-0.047025"


def test_the_command(tmp_path: Path, capsys: Capture) -> None:
    for ending, start in (("svg", b"<svg"), ("PNG", b"\x89PNG")):
        path = tmp_path / f"picture.{ending}"
        assert main(["plot", GAME, "--what", "distribution", "--wager", "pair-plus", "-o", str(path)]) == 0
        assert str(path) in capsys.readouterr().out
        assert path.read_bytes().startswith(start)
    arguments = ["plot", GAME, "--paytable", "1", "--option", "a=b", "--output", str(tmp_path / "x.svg")]
    assert main(arguments) == 2
    assert "has no option 'a'" in capsys.readouterr().err
    assert main(["plot", GAME, "-o", str(tmp_path / "picture.gif")]) == 2
    assert "ends in .svg or .png" in capsys.readouterr().err
