"""Shares of a bet and dollars are never mixed: a wager without a stake has no house edge and no return, anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.change.check import compare
from analyzer.change.figures import figures_of
from analyzer.change.locks import Lock, lock_text, parse_lock
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import GameFileError
from analyzer.pricing.analysis import analyze
from analyzer.reports.csv import render_csv
from analyzer.reports.document import check_document
from analyzer.reports.html import render_html
from analyzer.reports.paytable_sheet import live_keys
from analyzer.run.jobs import Run
from analyzer.units import Unit
from tests.changing import run_in, write
from tests.helpers import from_text
from tests.reporting import block, blocks, small_report, small_text, words

Capture = pytest.CaptureFixture[str]
GAME, WAGER = "wild-six-card-poker", "taxpayers-fortune"
LIMITS = 'schema = "exactodds/limits/1"\n'
EDGES = re.compile(r"house[ _-]edge|return(?!ed)", re.IGNORECASE)


def output(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main([*arguments, "--jobs", "1"]) == code
    return capsys.readouterr().out


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(write(tmp_path, small_text(GAME), f"{GAME}.toml"))


@pytest.fixture
def ev() -> Fraction:
    ev = analyze(from_text(small_text(GAME)), None, WAGER, "T1", Run(jobs=1)).wagers[0].ev
    assert ev is not None
    return ev


# --- what is said of it ----------------------------------------------------------------------------------------------


def of_design(path: str) -> list[str]:
    return ["design", path, WAGER, "--target", "-9..9", "--vary", "six-of-a-kind=1..2"]


def of_whatif(path: str) -> list[str]:
    return ["whatif", path, "--wager", WAGER, "--set", "six-of-a-kind=7"]


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "analyze": lambda path: ["analyze", path, "--wager", WAGER],
    "analyze, JSON": lambda path: ["analyze", path, "--wager", WAGER, "--json"],
    "analyze, CSV": lambda path: ["analyze", path, "--wager", WAGER, "--csv"],
    "whatif": of_whatif,
    "whatif, JSON": lambda path: [*of_whatif(path), "--json"],
    "design": of_design,
    "design, JSON": lambda path: [*of_design(path), "--json"],
    "audit": lambda path: ["audit", path, "--wager", WAGER, "--rounds", "1000"],
}


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables keep what belongs together on one line."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_gives_it_a_house_edge(command: str, path: str, capsys: Capture) -> None:
    shown = output(capsys, *COMMANDS[command](path))
    assert not EDGES.search(shown), shown


def test_percentages_are_chances_only(path: str, capsys: Capture) -> None:
    shown = output(capsys, *COMMANDS["whatif"](path)) + output(capsys, *COMMANDS["analyze"](path))
    rows = [line for line in shown.splitlines() if "%" in line]
    assert rows
    assert all("hit frequency" in line for line in rows)


def test_one_sign_and_one_number(path: str, ev: Fraction, capsys: Capture, tmp_path: Path) -> None:
    """The expected result of the player, the same in every command."""
    said = Unit.DOLLARS.text(ev)
    assert said == "-2.47474747 $ a round"
    assert said in output(capsys, *COMMANDS["analyze"](path))
    assert said in output(capsys, "analyze", path, "--output", str(tmp_path / "out"))
    assert said in output(capsys, *COMMANDS["whatif"](path))
    lock = str(tmp_path / "lock.toml")
    output(capsys, "lock", path, "-o", lock)
    assert f'unit = "dollars"\nev = "{ev}"  # {said}' in Path(lock).read_text(encoding="utf-8")
    assert said in output(capsys, "check", path, "--lock", lock, "--every")
    document = json.loads(output(capsys, *COMMANDS["design, JSON"](path)))
    assert document["unit"] == "dollars"
    assert {Fraction(one["ev"]) for one in document["paytables"]}
    whatif = json.loads(output(capsys, *COMMANDS["whatif, JSON"](path)))["wagers"][0]
    assert whatif["ev"]["old"] == str(ev)


def test_dollars_do_not_share_a_table_with_percentages(path: str, capsys: Capture, tmp_path: Path) -> None:
    lock = str(tmp_path / "lock.toml")
    output(capsys, "lock", path, "-o", lock)
    table = output(capsys, "check", path, "--lock", lock, "--every").split("certified ")
    assert [part.split(" ┃")[0].strip() for part in table[1:]] == ["house edge", "expected result"]
    assert "$ a round" not in table[1]
    assert "%" not in table[2]


# --- reports ---------------------------------------------------------------------------------------------------------


def paytable() -> JsonDict:
    return block(small_report(GAME), "-4-taxpayers-fortune-t1")


def test_the_report_gives_it_no_house_edge() -> None:
    document = small_report(GAME)
    assert {"house_edge", "return", "house_edge_decimal", "return_decimal"}.isdisjoint(paytable()["result"])
    assert {line["contribution_percent"] for line in paytable()["lines"]} == {""}
    worth = block(document, "-5-taxpayers-fortune-t1-worth")
    assert not EDGES.search(json.dumps(worth))
    rows = [*document["summary"]["rows"], *block(document, "-decision-wagers")["rows"]]
    own = [row for row in rows if any(cell.startswith("Taxpayer's Fortune, paytable T1") for cell in row)]
    assert len(own) == 2
    for row in own:
        assert any(cell.endswith("-2.47474747 $ a round") for cell in row)
    sensitivity = block(document, "-12-taxpayers-fortune-t1")
    assert not EDGES.search(json.dumps(sensitivity))
    assert {column["type"] for column in sensitivity["columns"]} == {"text", "decimal"}
    sides = block(document, "-4-taxpayers-fortune-side-by-side")
    assert not EDGES.search(json.dumps(sides))


def test_no_format_gives_it_one() -> None:
    document = small_report(GAME)
    rows = [line.split(",") for line in render_csv(document, "0" * 64)["csv/all-wagers.csv"].decode().splitlines()]
    heads = rows[0]
    for row in rows[1:]:
        blank = {heads[i] for i, cell in enumerate(row) if not cell}
        staked = row[heads.index("unit")] != "dollars"
        assert ({"house_edge", "return"} <= blank) is not staked
    assert {"house_edge", "return"}.isdisjoint(live_keys(paytable()))
    page = render_html(document, "0" * 64).decode()
    own = page[page.index(f'<div class="paytable" id="{paytable()["id"]}"') :]
    own = own[: own.index("</dl>")]
    assert "house_edge" not in own
    assert "Expected result, dollars a round" in own


def test_a_report_that_says_more_is_refused() -> None:
    document = json.loads(json.dumps(small_report(GAME)))
    block(document, "-4-taxpayers-fortune-t1")["result"]["house_edge"] = "1/20"
    with pytest.raises(ValueError, match="cannot have house_edge: it has no stake"):
        check_document(document)


def test_hold_and_exposure_are_in_dollars() -> None:
    document = small_report(GAME)
    hold = block(document, "-11-taxpayers-fortune-t1")
    assert "dollars a round" in hold["note"]
    assert "%" not in json.dumps(hold["rows"])
    largest = next(row for row in block(document, "-9-largest")["rows"] if row[0] == "Taxpayer's Fortune, paytable T1")
    assert largest[1].endswith("$ a round")
    assert "Taxpayer's Fortune" not in words(document, "exposure").partition("No limits are given for")[2].split(".")[0]


def test_a_reading_is_compared_in_dollars() -> None:
    """Were the wager to depend on an option, its effect would be dollars too."""
    from analyzer.report.readings import Effect, _effect_row

    file = from_text(small_text(GAME))
    one = next(iter(figures_of(file, Run(jobs=1), WAGER, "T1")))
    option = next(iter(file.game().options.values()))
    other = replace(one, ev="-2")
    row = _effect_row(Effect(option, option.values[-1], one, other))
    assert row[2:] == ["-2.00000000 $ a round", "+0.47474747 $"]


def test_every_other_wager_still_has_both() -> None:
    for shown in blocks(small_report(GAME), "paytables", "paytable"):
        assert ("house_edge" in shown["result"]) is (shown["wager"] != WAGER)


# --- limits ----------------------------------------------------------------------------------------------------------


def check_limits(path: str, text: str, capsys: Capture) -> tuple[int, str]:
    limits = write(Path(path).parent, LIMITS + text, "limits.toml")
    code = main(["check", path, "--no-lock", "--limits", str(limits), "--jobs", "1"])
    printed = capsys.readouterr()
    return code, " ".join((printed.out + printed.err).split())


@pytest.mark.parametrize("limit", ["minimum_house_edge", "maximum_house_edge", "maximum_top_award"])
def test_a_limit_of_stakes_is_not_for_dollars(limit: str, path: str, capsys: Capture) -> None:
    allowed = '"-9900 %"' if limit.startswith("minimum") else '"999999/1"'
    code, said = check_limits(path, f"[all]\n{limit} = {allowed}\n", capsys)
    assert code == 0
    assert f"{limit}: is not for taxpayers-fortune T1, which is in dollars a round and has no stake" in said
    code, said = check_limits(path, f"[games.{GAME}.wagers.{WAGER}]\n{limit} = {allowed}\n", capsys)
    assert code == 2
    assert "is in dollars a round and has no stake; write minimum_expected_result" in said


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ("maximum_expected_result = -2.4", 0),
        ("maximum_expected_result = -2.5", 1),
        ("minimum_expected_result = -2.5", 0),
        ("minimum_expected_result = -2.4", 1),
        ("maximum_payout = 0", 0),
        ("maximum_payout = -1", 1),
    ],
)
def test_dollars_are_limited_in_dollars(limit: str, code: int, path: str, capsys: Capture) -> None:
    checked, said = check_limits(path, f"[games.{GAME}.wagers.{WAGER}]\n{limit}\n", capsys)
    assert checked == code
    assert code == 0 or "found -245/99 $" in said or "found 0 $" in said


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"[games.{GAME}.wagers.poker]\nmaximum_expected_result = 1\n", "poker has a stake"),
        (f"[games.{GAME}.wagers.{WAGER}]\nmaximum_payout = 1\nstake = 5\n", "has no stake"),
        ("[all]\nmaximum_expected_result = '3 %'\n", "is a share; write an amount of dollars"),
        ("[all]\nminimum_expected_result = 2\nmaximum_expected_result = 1\n", "is above the maximum"),
    ],
)
def test_limits_that_mix_units_are_refused(text: str, fault: str, path: str, capsys: Capture) -> None:
    code, said = check_limits(path, text, capsys)
    assert code == 2
    assert fault in said


# --- designs and audits ----------------------------------------------------------------------------------------------


def test_a_design_aims_at_dollars(path: str, ev: Fraction, capsys: Capture) -> None:
    asked = ["design", path, WAGER, "--vary", "six-of-a-kind=0|30000", "--json", "--target"]
    answer = json.loads(output(capsys, *asked, f"{ev}..{ev}"))
    assert {Fraction(one["ev"]) for one in answer["paytables"]} == {ev}
    assert json.loads(output(capsys, *asked, f"{-ev}..{-ev}"))["found"] == 0
    assert main([*asked, "3%..5%"]) == 2
    assert "write its expected result in dollars" in capsys.readouterr().err


def test_an_audit_has_no_stake(path: str, capsys: Capture) -> None:
    asked = ["audit", path, "--wager", WAGER, "--rounds", "100", "--won", "250"]
    assert "won by the house, in dollars" in output(capsys, *asked)
    assert main([*asked, "--stake", "5"]) == 2
    assert "has no stake: leave --stake out" in capsys.readouterr().err
    assert "%" not in output(capsys, *asked[:-2]).replace("95 % interval", "").replace("99 % interval", "")


# --- game files and locks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('unit = "dollars"', 'unit = "euros"', "'euros' is not known; one of bets, dollars"),
        ('unit = "dollars"', 'unit = "bets"', "must be 'dollars' where all bets are free"),
        ('name = "Draw Bonus"', 'name = "Draw Bonus"\nunit = "dollars"', "must be 'bets' where something is staked"),
        ('unit = "dollars"', 'unit = "dollars"\nlimits = { tax = [1, 5] }', "is not a staked bet of the wager"),
    ],
)
def test_a_unit_that_says_nothing_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(GameFileError, match=re.escape(fault)):
        from_text(small_text(GAME).replace(old, new))


def test_a_lock_older_than_units_still_holds(tmp_path: Path) -> None:
    """It has a house edge where there is none; the numbers are the same, so nothing has drifted."""
    now = list(figures_of(from_text(small_text(GAME)), run_in(tmp_path), WAGER))
    old = Lock("", {GAME: tuple(replace(figures, unit=Unit.UNITS) for figures in now)})
    assert 'unit = "dollars"' not in lock_text(old)
    drifts = compare(parse_lock(lock_text(old).encode(), "old").of(GAME), now)
    assert [drift.status for drift in drifts] == ["unchanged", "unchanged"]
    assert {drift.difference.amount for drift in drifts if drift.difference} == {0}


def test_a_result_document_older_than_units_is_read(path: str, tmp_path: Path, capsys: Capture) -> None:
    document = json.loads(output(capsys, "analyze", path, "--wager", WAGER, "--json"))
    for wager in document["wagers"]:
        wager |= {"house_edge": str(-Fraction(wager["ev"])), "return": str(1 + Fraction(wager["ev"]))}
    old = write(tmp_path, json.dumps(document), "old.json")
    assert "0 changed, 2 unchanged" in output(capsys, "diff", str(old), path, "--wager", WAGER)
