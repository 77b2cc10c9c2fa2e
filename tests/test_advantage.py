"""A player's advantage is decided in one place, and every command that shows what a wager is worth shows it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.game.pay import Pay
from analyzer.pricing import advantage
from analyzer.pricing.advantage import Advantage, advantage_of, advantage_over, turned
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.units import Unit
from tests.changing import small_draw, tiny_game, write
from tests.reporting import report_of, small_text

Capture = pytest.CaptureFixture[str]
DRAW, TAXED = "wild-six-card-draw-poker", "wild-six-card-poker"
WORDS = "the player has an advantage"
# What the four lines pay so that the house, or the player, has the edge on the tiny deck.
HOUSE, PLAYER = {"royal": 2, "flush": 1, "full": 0, "trips": 0}, {"royal": 50, "flush": 6, "full": 4, "trips": 1}


# --- deciding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixed", "share", "meter", "least", "extent"),
    [
        ("-1/50", "0", None, "0", None),
        ("0", "0", None, "0", None),
        ("1/50", "0", None, "0", "of 2.000000 %"),
        ("-1/50", "1/1000", None, "0", "above a meter of 20"),
        ("-1/50", "1/1000", None, "20", "above a meter of 20"),
        ("-1/50", "1/1000", None, "21", "at every meter"),
        ("0", "1/1000", None, "0", "at every meter"),
        ("1/50", "1/1000", None, "0", "at every meter"),
        ("-1/50", "1/1000", "20", "0", None),
        ("-1/50", "1/1000", "30", "0", "of 1.000000 % at a meter of 30"),
        ("1", "-1/1000", None, "0", "below a meter of 1,000"),
        ("-1", "-1/1000", None, "0", None),
    ],
)
def test_where_the_player_has_an_advantage(
    fixed: str, share: str, meter: str | None, least: str, extent: str | None
) -> None:
    level = None if meter is None else Fraction(meter)
    ev = Pay(Fraction(fixed), Fraction(share))
    advantage = advantage_of(ev, Unit.UNITS, meter=level, least_meter=Fraction(least))
    assert (None if advantage is None else advantage.extent) == extent


@pytest.mark.parametrize(
    ("fixed", "least", "extent"),
    [
        ("1/100", "0", "at every meter"),
        ("0", "0", "above a meter of 100"),
        ("-1", "0", "above a meter of 200"),
        ("-1", "200", "above a meter of 200"),
        ("-1", "201", "at every meter"),
    ],
)
def test_an_expected_result_in_pieces(fixed: str, least: str, extent: str) -> None:
    """The same amount up to a meter of 100, then a hundredth of what is above that more."""
    amount, share = Fraction(fixed), Fraction(1, 100)
    pieces = [(Fraction(0), Pay(amount)), (Fraction(100), Pay(amount - 1, share))]
    advantage = advantage_over(pieces, Unit.UNITS, least_meter=Fraction(least))
    assert advantage is not None
    assert advantage.extent == extent
    assert advantage_over(pieces[:1], Unit.UNITS) is None or amount > 0


def test_money_is_said_in_money() -> None:
    advantage = advantage_of(Pay(Fraction(1, 20)), Unit.DOLLARS)
    assert advantage is not None
    assert advantage.text == f"{WORDS} of 0.05000000 $ a round"


def test_what_a_change_did() -> None:
    one, other = (Advantage(Unit.UNITS, Fraction(n, 100)) for n in (1, 2))
    assert turned(None, None) is None
    assert turned(one, one) == one.text
    assert turned(None, one) == "the player now has an advantage of 1.000000 %"
    assert turned(one, None) == "the player no longer has an advantage"
    assert turned(one, other) == f"{WORDS} of 2.000000 %; before it was of 1.000000 %"


# --- every command ---------------------------------------------------------------------------------------------------


def output(capsys: Capture, *arguments: str) -> str:
    assert main([*arguments, "--jobs", "1"]) in (0, 1)
    return capsys.readouterr().out


def gift(folder: Path) -> str:
    return str(write(folder, tiny_game(**PLAYER), "gift.toml"))


def fair(folder: Path) -> str:
    return str(write(folder, tiny_game(**HOUSE), "fair.toml"))


def locked(folder: Path, capsys: Capture) -> str:
    output(capsys, "lock", gift(folder), "-o", str(folder / "lock.toml"))
    return str(folder / "lock.toml")


def limits(folder: Path) -> str:
    return str(write(folder, 'schema = "exactodds/limits/1"\n[all]\nminimum_house_edge = 0\n', "limits.toml"))


def of_junit(folder: Path, capsys: Capture) -> str:
    path = folder / "check.xml"
    output(capsys, "check", gift(folder), "--lock", locked(folder, capsys), "--junit", str(path))
    return path.read_text(encoding="utf-8")


def of_design(folder: Path, capsys: Capture, what: str) -> str:
    path = folder / "design"
    output(capsys, *designing(folder), what, str(path))
    return path.read_text(encoding="utf-8")


def of_lock(folder: Path, capsys: Capture, *more: str) -> str:
    return output(capsys, "check", gift(folder), "--lock", locked(folder, capsys), *more)


def designing(folder: Path) -> list[str]:
    return ["design", gift(folder), "w", "--target", "-900%..100%", "--vary", "flush=5..6"]


def asking(folder: Path) -> list[str]:
    return ["whatif", fair(folder), "--wager", "w", "--set", "royal=50", "--set", "trips=9"]


COMMANDS: dict[str, Callable[[Path, Capture], str]] = {
    "analyze": lambda folder, c: output(c, "analyze", gift(folder)),
    "analyze, a summary": lambda folder, c: output(c, "analyze", gift(folder), "--output", str(folder / "out")),
    "whatif": lambda folder, c: output(c, *asking(folder)),
    "whatif, JSON": lambda folder, c: output(c, *asking(folder), "--json"),
    "diff": lambda folder, c: output(c, "diff", fair(folder), gift(folder)),
    "diff, JSON": lambda folder, c: output(c, "diff", fair(folder), gift(folder), "--json"),
    "diff of nothing": lambda folder, c: output(c, "diff", gift(folder), gift(folder)),
    "check": of_lock,
    "check, JSON": lambda folder, c: of_lock(folder, c, "--json"),
    "check, GitHub": lambda folder, c: of_lock(folder, c, "--github"),
    "check, JUnit": of_junit,
    "check of limits": lambda folder, c: output(c, "check", gift(folder), "--no-lock", "--limits", limits(folder)),
    "design": lambda folder, c: output(c, *designing(folder)),
    "design, written": lambda folder, c: of_design(folder, c, "--output"),
    "design, drawn": lambda folder, c: of_design(folder, c, "--figure"),
    "audit": lambda folder, c: output(c, "audit", gift(folder), "--wager", "w"),
    "audit of a result": lambda folder, c: output(
        c, "audit", gift(folder), "--wager", "w", "--rounds", "1e3", "--won", "7"
    ),
    "report": lambda folder, c: json.dumps(report_of(tiny_game(**PLAYER))),
}


def said(text: str) -> bool:
    """In any of the sentences that say it; lines may be broken."""
    words = " ".join(text.split())
    return WORDS in words or "the player now has an advantage" in words


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_flags_the_player(command: str, tmp_path: Path, capsys: Capture) -> None:
    assert said(COMMANDS[command](tmp_path, capsys))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_asked_nobody_would_be_seen(
    command: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sabotage: where the one place says no, no command flags anything, so none has an opinion of its own."""
    for module in (
        "pricing.results",
        "change.figures",
        "change.design.search",
        "pricing.advantage",
        "report.sensitivity",
    ):
        monkeypatch.setattr(f"analyzer.{module}.advantage_of", lambda *a, **k: None)
    assert not said(COMMANDS[command](tmp_path, capsys))


@pytest.mark.parametrize("command", ["whatif", "diff", "check", "design", "audit"])
def test_the_screens_say_how_much(command: str, tmp_path: Path, capsys: Capture) -> None:
    words = " ".join(COMMANDS[command](tmp_path, capsys).split())
    assert re.search(r"! .*the player (now )?has an advantage of [0-9.]+ %", words)


def test_the_house_is_not_flagged(tmp_path: Path, capsys: Capture) -> None:
    path = fair(tmp_path)
    shown = output(capsys, "analyze", path) + output(capsys, "diff", path, path)
    shown += output(capsys, "design", path, "w", "--target", "0..100%", "--vary", "flush=0..1")
    shown += json.dumps(report_of(tiny_game(**HOUSE))["flags"])
    assert "advantage" not in shown
    assert advantage.MARK not in shown


def test_tables_on_a_terminal_have_a_word(tmp_path: Path, capsys: Capture) -> None:
    """A colour alone is not seen by everyone, nor where the output goes to a file."""
    mark = advantage.MARK
    assert mark in output(capsys, "analyze", gift(tmp_path), "--output", str(tmp_path / "out"))
    assert mark in output(capsys, *asking(tmp_path))
    assert mark in output(capsys, *designing(tmp_path))
    assert mark in of_lock(tmp_path, capsys, "--every")


@pytest.mark.parametrize(("old", "new"), [(HOUSE, PLAYER), (PLAYER, HOUSE)])
def test_an_edge_that_turns_over_is_said(
    old: dict[str, int], new: dict[str, int], tmp_path: Path, capsys: Capture
) -> None:
    words = "now has an advantage" if new is PLAYER else "no longer has an advantage"
    before = str(write(tmp_path, tiny_game(**old), "tiny.toml"))
    now = str(write(tmp_path, tiny_game(**new), "now.toml"))
    lock = str(tmp_path / "lock.toml")
    output(capsys, "lock", before, "-o", lock)
    sets = [part for line, pay in new.items() for part in ("--set", f"{line}={pay}")]
    for arguments in (
        ["diff", before, now],
        ["whatif", before, "--wager", "w", *sets],
        ["check", now, "--lock", lock],
        ["check", now, "--lock", lock, "--json"],
        ["check", now, "--lock", lock, "--github"],
    ):
        assert words in " ".join(output(capsys, *arguments).split()), arguments


def test_one_line_an_outcome_has_it_too(tmp_path: Path, capsys: Capture) -> None:
    rows = list(csv.DictReader(io.StringIO(output(capsys, "analyze", gift(tmp_path), "--csv"))))
    assert {row["unit"] for row in rows} == {"units"}
    assert all(row["player_advantage"].startswith("of ") for row in rows)
    rows = list(csv.DictReader(io.StringIO(output(capsys, "analyze", fair(tmp_path), "--csv"))))
    assert {row["player_advantage"] for row in rows} == {""}


# --- progressives, and wagers made together --------------------------------------------------------------------------


def small(folder: Path, game: str) -> str:
    return str(write(folder, small_text(game), f"{game}.toml"))


def test_a_progressive_that_favours_the_player_at_every_meter(tmp_path: Path, capsys: Capture) -> None:
    (result,) = analyze(small_draw(), wager="progressive", run=Run(jobs=1)).wagers
    assert result.player_advantage
    path = small(tmp_path, DRAW)
    document = json.loads(output(capsys, "analyze", path, "--json"))
    assert "progressive 1" in document["player_advantage"]
    assert f"Progressive Jackpot, paytable 1: {WORDS} at every meter" in output(capsys, "analyze", path)
    flags = [flag["text"] for flag in report_of(small_text(DRAW))["flags"] if flag["level"] == "alert"]
    assert any("at every meter" in flag for flag in flags)


def test_a_progressive_says_from_which_meter_on(tmp_path: Path, capsys: Capture) -> None:
    """The bet costs so much that the fixed prizes do not pay for it."""
    path = small(tmp_path, DRAW)
    shown = output(capsys, "analyze", path, "--wager", "progressive", "--option", "bet=1000")
    assert f"{WORDS} above a meter of" in shown
    document = json.loads(output(capsys, "analyze", path, "--option", "bet=1000", "--json"))
    assert "progressive 1" not in document["player_advantage"]


METER = """schema = "exactodds/game/2"
id = "meter"
name = "Meter"
rules_version = "1"
[deck]
ranks = "9-A"
suits = "ch"
[deal]
own = 3
[wagers.w]
name = "W"
of = "own"
meter = { bet = 1, contribution = "1/10", seed = SEED }
pays.straight-flush = "J"
pays.straight = STRAIGHT
"""


@pytest.mark.parametrize(
    ("seed", "straight", "words"),
    [
        # Of 220 hands 8 are straight flushes and 24 straights: 8 J + 24 x 2 = 188 at 17.5.
        ("20", "2", "at every meter"),
        ("17", "2", "above a meter of 17.50"),
        # A straight leaves half of the meter: 8 J + 12 J = 188 at 9.4, and on average it is 9.1.
        ("20", '"J/2"', "above a meter of 9.40"),
    ],
)
def test_a_meter_is_never_below_its_seed_unless_a_line_takes_a_part_of_it(
    seed: str, straight: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    path = str(write(tmp_path, METER.replace("SEED", seed).replace("STRAIGHT", straight), "meter.toml"))
    assert f"{WORDS} {words}" in output(capsys, "analyze", path)
    document = json.loads(output(capsys, "analyze", path, "--json"))
    assert document["wagers"][0]["player_advantage"] is (words == "at every meter")
    assert f"{WORDS} {words}" in output(capsys, "whatif", path, "--wager", "w", "--set", "straight-flush=J")


def test_shares_take_a_progressive_below_its_seed(tmp_path: Path, capsys: Capture) -> None:
    path = small(tmp_path, DRAW)
    options = ["--option", "bet=1000", "--option", "seed=1000000000"]
    assert f"{WORDS} above a meter of" in output(capsys, "analyze", path, "--wager", "progressive", *options)


@pytest.mark.parametrize("meter", [[], ["--meter", "100,000"]])
def test_stakes_are_flagged(meter: list[str], tmp_path: Path, capsys: Capture) -> None:
    path = small(tmp_path, DRAW)
    stakes = "base=1,progressive=1" if meter else "base=1,queens-plus=1"
    where = " at a meter of 100,000" if meter else ""
    shown = output(capsys, "analyze", path, "--stakes", stakes, *meter)
    assert f"{WORDS} of " in shown
    assert where in shown
    document = json.loads(output(capsys, "analyze", path, "--stakes", stakes, *meter, "--json"))
    share = Fraction(document["ev"]) / 2
    assert document["player_advantage"] == f"of {Unit.UNITS.text(share)}{where}"


def test_stakes_of_the_house_are_not_flagged(tmp_path: Path, capsys: Capture) -> None:
    path = small(tmp_path, DRAW)
    stakes = ["--stakes", "base=1,progressive=1000000", "--meter", "1", "--option", "bet=1000000"]
    assert WORDS not in output(capsys, "analyze", path, *stakes)
    assert json.loads(output(capsys, "analyze", path, *stakes, "--json"))["player_advantage"] is None


def test_wagers_that_a_game_joins_are_flagged(tmp_path: Path, capsys: Capture) -> None:
    path = small(tmp_path, TAXED)
    document = json.loads(output(capsys, "analyze", path, "--json"))
    assert "poker 1 + draw-bonus B1" in document["player_advantage"]
    assert f"poker 1 + draw-bonus B1, made together: {WORDS}" in output(capsys, "analyze", path)


@pytest.mark.parametrize("meter", ["much", "-1", "1e999999999", "1000000001", "1/0"])
def test_a_meter_has_a_range(meter: str, tmp_path: Path, capsys: Capture) -> None:
    path = small(tmp_path, DRAW)
    assert main(["analyze", path, "--stakes", "base=1,progressive=1", "--meter", meter]) == 2
    assert "must be a number from 0 to 1,000,000,000" in capsys.readouterr().err


def test_the_report_says_which_pay_turns_the_edge() -> None:
    words = "With +1 on Trips the player now has an advantage of 14.485514 %"
    assert words.lower() in json.dumps(report_of(tiny_game(royal=2, flush=1, full=0, trips=1))).lower()
