"""Screens at every width: nothing is cut, and no number or id is broken over two lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cli.main import main
from analyzer.cli.screens import layout
from analyzer.cli.screens.layout import Column, Flow, Grid, labelled, rendered
from analyzer.trust import prove
from tests.helpers import on_deck, shipped_text
from tests.solo import small_file

Capture = pytest.CaptureFixture[str]
WIDE = 200
NARROW = (40, 60, 80, 120, layout.PIPED_WIDTH)
_LINES = re.compile("[\u2500-\u257f]")


def words_of(text: str) -> set[str]:
    """Numbers and ids: what has a digit, or is joined by a hyphen or an underscore."""
    words = (word.strip(",:;()") for word in _LINES.sub(" ", text).split())
    return {word for word in words if re.search(r"\d|\w[-_]\w", word)}


def check_widths(renderable: RenderableType) -> None:
    wide = words_of(rendered(renderable, WIDE))
    for width in NARROW:
        text = rendered(renderable, width)
        assert "…" not in text
        assert words_of(text) == wide, width
        for line in text.splitlines():
            longest = max((len(word) for word in line.split()), default=0)
            assert len(line.rstrip()) <= max(width, longest + 6), (width, line)


# --- the screens of all commands -------------------------------------------------------------------------------------

SMALL = {
    "three-card-poker-6-card-bonus": ("9-A", "cdh", "Qc 9h Td", "pair-plus", "flush"),
    "wild-six-card-draw-poker": ("T-A", "cd", "Ac Kd Jk Td Tc", "base", "flush"),
    "wild-52": ("9-A", "cd", "Ac Kd Jk Td Tc", "bonus", "flush"),
}
COMMANDS = (
    "games FILE",
    "analyze FILE",
    "analyze FILE OTHER",
    "strategy FILE",
    "simulate FILE --rounds 2000",
    "design FILE WAGER --target -9000%..9000% --vary LINE=4..5",
    "whatif FILE --wager WAGER --set LINE=500",
    "diff FILE OTHER",
    "check FILE --lock LOCK --every",
    "check OTHER --lock LOCK",
    "audit FILE --wager WAGER",
    "audit FILE --wager WAGER --rounds 1000 --won 7",
)


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> list[RenderableType]:
    """What the commands would show."""
    shown: list[RenderableType] = []
    monkeypatch.setattr(layout, "show", shown.append)
    return shown


def run(command: str, words: dict[str, str]) -> None:
    assert main([words.get(word, word.replace("LINE", words["LINE"])) for word in command.split()]) in (0, 1)


def files_of(folder: Path, name: str, text: str, line: str) -> dict[str, str]:
    """The game, the same with another pay, and the lock of the first."""
    other = re.sub(rf"^({re.escape(line)} *= *)(\d+)", r"\g<1>9\2", text, flags=re.MULTILINE)
    assert other != text
    paths = {"FILE": folder / f"{name}.toml", "OTHER": folder / "other" / f"{name}.toml", "LOCK": folder / "lock.toml"}
    paths["OTHER"].parent.mkdir()
    paths["FILE"].write_text(text, encoding="utf-8")
    paths["OTHER"].write_text(other, encoding="utf-8")
    return {key: str(path) for key, path in paths.items()} | {"LINE": line}


@pytest.mark.parametrize("name", SMALL)
def test_no_screen_breaks_a_number_or_an_id(name: str, tmp_path: Path, screens: list[RenderableType]) -> None:
    ranks, suits, cards, wager, line = SMALL[name]
    words = files_of(tmp_path, name, on_deck(shipped_text(name), ranks, suits), line) | {"WAGER": wager}
    assert main(["lock", words["FILE"], "-o", words["LOCK"]]) == 0
    for command in COMMANDS:
        before = len(screens)
        run(command, words)
        assert len(screens) > before, command
        for screen in screens[before:]:
            check_widths(screen)
    assert main(["hand", words["FILE"], cards]) == 0
    check_widths(screens[-1])


def test_screens_of_games_without_an_opponent(tmp_path: Path, screens: list[RenderableType]) -> None:
    text = small_file("jacks-or-better", "9-A", "cdh").text
    words = files_of(tmp_path, "jacks-or-better", text, "straight") | {"WAGER": "base"}
    for command in ("strategy FILE", "analyze FILE", "whatif FILE --wager WAGER --set LINE=50"):
        run(command, words)
    assert main(["hand", words["FILE"], "9c 9d Th Jc Qd"]) == 0
    assert len(screens) == 4
    for screen in screens:
        check_widths(screen)


def test_screens_that_take_longer_on_a_small_deck(
    tmp_path: Path, screens: list[RenderableType], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "QUICK", replace(prove.QUICK, hands=50, rounds=2000))
    name = "three-card-poker-6-card-bonus"
    words = files_of(tmp_path, name, on_deck(shipped_text(name), "9-A", "cdh"), "flush")
    for command in ("prove FILE --quick", "strategy FILE --simple 2", "analyze FILE --stakes ante-play=5,pair-plus=1"):
        run(command, words)
    assert len(screens) == 3
    for screen in screens:
        check_widths(screen)


def test_screens_of_a_house_way(tmp_path: Path, screens: list[RenderableType]) -> None:
    name = "pai-gow-wrangler-outlaw"
    words = {"FILE": str(tmp_path / f"{name}.toml"), "LINE": ""}
    Path(words["FILE"]).write_text(on_deck(shipped_text(name), "8-A", "cd"), encoding="utf-8")
    for command in ("house-way FILE", "house-way FILE --compare chart-first", "strategy FILE"):
        run(command, words)
    assert len(screens) == 3
    for screen in screens:
        check_widths(screen)


def test_the_list_of_games(screens: list[RenderableType]) -> None:
    assert main(["games"]) == 0
    for screen in screens:
        check_widths(screen)


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_piped_screens_obey_the_columns_asked_for(
    columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert int(columns) // 2 < max(map(len, lines)) <= int(columns)


@pytest.mark.parametrize("columns", ["", "0", "wide", "-3"])
def test_columns_that_are_no_number_are_left_alone(
    columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["games", "wild-52"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > 80


# --- the layouts -----------------------------------------------------------------------------------------------------


def grid(*, footer: bool = False) -> Grid:
    columns = (Column("wager", "key", once=True), Column("paytable", "key"), Column("deals"), Column("house edge"))
    made = Grid("Edges", columns, ("total", "", "9,999,999", "") if footer else ())
    made.add("ante-play", "1", "407,170,400", "3.825470 %")
    made.add("ante-play", "2", "22,100", Text("-9.900452 %", style="bold red"))
    return made


def test_a_table_where_it_fits() -> None:
    text = rendered(grid(footer=True), 80)
    assert "┃wager" in text
    assert text.count("ante-play") == 1
    assert "9,999,999" in text


def test_a_table_without_lines_where_the_box_does_not_fit() -> None:
    assert [line.rstrip() for line in rendered(grid(), 46).splitlines()] == [
        "Edges",
        "wager      paytable        deals   house edge",
        "ante-play  1         407,170,400   3.825470 %",
        "           2              22,100  -9.900452 %",
    ]


def test_words_above_their_numbers_where_it_is_narrower() -> None:
    assert rendered(grid(), 30).splitlines() == [
        "Edges",
        "        deals   house edge",
        "ante-play, 1",
        "  407,170,400   3.825470 %",
        "ante-play, 2",
        "       22,100  -9.900452 %",
    ]


def test_a_block_for_each_row_where_nothing_else_fits() -> None:
    assert rendered(grid(footer=True), 25).splitlines() == [
        "Edges",
        "ante-play, 1",
        "  deals:      407,170,400",
        "  house edge: 3.825470 %",
        "ante-play, 2",
        "  deals:      22,100",
        "  house edge: -9.900452 %",
        "total",
        "  deals:      9,999,999",
    ]


def test_a_long_label_leaves_the_others_where_they_are() -> None:
    made = Grid("", (Column("joker-in-the-community-cards"), Column("hit frequency")))
    made.add("8", "13.2075 %")
    assert rendered(made, 30).splitlines() == [
        "  joker-in-the-community-cards:",
        "    8",
        "  hit frequency: 13.2075 %",
    ]


def test_what_is_wider_than_the_terminal_stays_in_one_piece() -> None:
    long = "1234567890/98765432109876543210987654321"
    made = Grid("", (Column("", "key"), Column("exactly")))
    made.add("1", long)
    assert long in rendered(made, 30)
    assert long in rendered(Group(Text(f"exactly {long}"), *labelled([("exactly", long)])), 20)


def test_a_number_stays_with_its_unit() -> None:
    for width in range(20, 60):
        lines = rendered(Text("the house edge of it is 12.5 % and not 3.00 $ a round"), width).splitlines()
        assert not any(line.lstrip().startswith(("%", "$")) for line in lines)


def test_figures_are_broken_between_each_other() -> None:
    flow = Flow()
    for figure in ("house edge 2.5000 %", "variance 1.25", "standard deviation 1.118"):
        flow.add(figure)
    assert rendered(flow, 40).splitlines() == ["house edge 2.5000 %   variance 1.25", "standard deviation 1.118"]


def _words() -> Iterator[str]:
    yield from ("a", "wild-52", "12,345.678", "-1/3", "house_way", "of")


@given(st.lists(st.lists(st.sampled_from([*_words()]), min_size=1, max_size=9), min_size=3, max_size=3))
def test_any_words_survive_any_width(cells: list[list[str]]) -> None:
    made = Grid("t", (Column("key", "key"), Column("some text", "text"), Column("number")))
    made.add(*(" ".join(words) for words in cells))
    check_widths(made)
