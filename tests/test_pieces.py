"""Shares of a meter against fixed pays: which line is paid depends on the meter, and every figure follows it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import analyzer.cli.report  # noqa: F401  # its commands
from analyzer.change.figures import figures_of
from analyzer.change.limits import _hit_frequency, _top_award, parse_limits
from analyzer.change.whatif import with_pays
from analyzer.cli.main import main
from analyzer.engines.tally import count_lines
from analyzer.errors import CountError, GameFileError, SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.lines import check_continuous
from analyzer.pricing.results import WagerResult
from analyzer.report.sensitivity import _lines_edge
from analyzer.run.jobs import Run
from analyzer.trust.hold import house_round
from analyzer.trust.simulate import simulate
from analyzer.trust.stakes import joint_moments, parse_stakes, stakes_document
from tests.helpers import from_text, tiny_text

STRAIGHTS = '["straight-flush", "royal-flush"]'
LINES = f'sf: hand = {STRAIGHTS}\nflushes: hand = ["flush", "straight-flush", "royal-flush"]'
APART = f'sf: hand = {STRAIGHTS}\nflushes: hand = "flush"; without = {STRAIGHTS}'
PLAIN = {"ranks": "9-A", "suits": "cdhs", "jokers": 0, "joker": "none", "cards": 5}
RUN = Run(jobs=1)


def progressive(
    sf: str = '"J/10"', flush: str = "500", meter: str = "bet = 1", more: str = "", lines: str = LINES
) -> str:
    keys = f'{more}\nodds = "for_one"'
    text = tiny_text(lines, pays={"sf": sf, "flushes": flush}, keys=keys, **PLAIN)  # type: ignore[arg-type]
    return text + f"[wagers.w.meter]\n{meter}\n"


def result_of(text: str) -> WagerResult:
    (result,) = analyze(from_text(text), run=RUN).wagers
    return result


def returned(result: WagerResult, level: int) -> Fraction:
    return 1 - house_round(result, Fraction(level)).mean


def test_the_fixed_pay_is_paid_below_the_level_at_which_both_are_equal() -> None:
    """24 flushes of 42,504 hands, 8 of them straight flushes; J/10 is more than 500 from J = 5000 on."""
    result = result_of(progressive())
    assert returned(result, 1000) == Fraction(24 * 500, 42504)
    assert returned(result, 20000) == Fraction(16 * 500 + 8 * 2000, 42504)
    assert [(piece.start, piece.end) for piece in result.pieces] == [
        (Fraction(0), Fraction(5000)),
        (Fraction(5000), None),
    ]
    assert returned(result, 5000) == Fraction(24 * 500, 42504)
    backs = {row["meter"]: Fraction(row["return"]) for row in result.document()["meters"]}
    assert backs["1000"] == returned(result, 1000)
    assert backs["25000"] == returned(result, 25000)


def test_the_document_has_every_piece_and_warns() -> None:
    game = analyze(from_text(progressive()), run=RUN).document()
    schema = json.loads((files("analyzer") / "schemas" / "result-1.json").read_text())
    jsonschema.validate(game, schema)
    (document,) = game["wagers"]
    low, high = document["pieces"]
    assert (low["from"], low["to"], low["ev"]) == ("0", "5000", "-1271/1771")
    assert (high["from"], high["to"], high["ev"]) == ("5000", None, document["ev"])
    assert [outcome["count"] for outcome in low["outcomes"]] == ["0", "24", "42480"]
    assert [outcome["count"] for outcome in high["outcomes"]] == ["8", "16", "42480"]
    assert document["warnings"][0].startswith("which line is paid depends on the meter")


@pytest.mark.parametrize(
    ("text", "even"),
    [
        (progressive(flush="500"), "43130"),
        # Already fair below the level at which the order changes: 24 x 1771 = 42504.
        (progressive(flush="1771"), "17710"),
        # The player has the advantage at every meter.
        (progressive(flush="2000"), None),
        # Equal shares: one piece.
        (progressive(flush='"J/10"'), "17710"),
    ],
)
def test_the_break_even_meter_over_the_pieces(text: str, even: str | None) -> None:
    result = result_of(text)
    assert result.document()["break_even_meter"] == even
    if even is not None:
        assert returned(result, int(even)) == 1


def test_no_pieces_where_no_order_changes() -> None:
    """The lines do not overlap, the first one listed is paid, or a share is never less."""
    for text in (progressive(lines=APART), progressive(more='overlap = "first"'), progressive(flush="0")):
        result = result_of(text)
        assert not result.pieces
        assert "pieces" not in result.document()


def test_a_piece_that_does_not_join_the_next_is_noticed() -> None:
    """Sabotage: the first piece ends too soon."""
    result = result_of(progressive())
    low, high = result.pieces
    check_continuous((low, high), result.deals)
    with pytest.raises(CountError, match="the expected result jumps"):
        check_continuous((replace(low, end=Fraction(4000)), replace(high, start=Fraction(4000))), result.deals)


def test_three_pieces() -> None:
    lines = LINES + '\nroyal: hand = "royal-flush"'
    text = progressive(lines=lines).replace("royal = 1", 'royal = "J"')
    result = result_of(text)
    assert [piece.start for piece in result.pieces] == [0, 500, 5000]
    assert returned(result, 100) == Fraction(24 * 500, 42504)
    assert returned(result, 1000) == Fraction(20 * 500 + 4 * 1000, 42504)
    assert returned(result, 10000) == Fraction(16 * 500 + 4 * 1000 + 4 * 10000, 42504)


def test_a_line_is_never_hit_only_if_no_meter_pays_it() -> None:
    assert not any("never be hit" in warning for warning in result_of(progressive()).warnings)


def test_no_long_run_return() -> None:
    result = result_of(progressive(meter='bet = 1\ncontribution = "1/10"\nseed = 100'))
    assert "long_run_return" not in result.document()
    assert any(warning.startswith("no long-run return: which line") for warning in result.warnings)


def test_what_needs_one_formula_refuses() -> None:
    file = from_text(progressive())
    with pytest.raises(SelectionError, match="which line is paid changes at J = 5000"):
        list(figures_of(file, RUN))
    plain = from_text(progressive(flush="0"))
    assert list(figures_of(plain, RUN))
    with pytest.raises(SelectionError, match="changes at J = 70"):
        list(figures_of(with_pays(plain, "w", {"flushes": "7"}), RUN))


def test_a_negative_meter_is_refused() -> None:
    with pytest.raises(SelectionError, match="a meter cannot be -1"):
        result_of(progressive()).at(Fraction(-1))


def test_a_simulation_settles_as_the_result_without_a_meter_says() -> None:
    simulation: Any = simulate(from_text(progressive()), rounds=200_000, run=RUN)
    (simulated,) = simulation.wagers
    assert simulated.agrees
    assert {cell.name for cell in simulated.cells} == {"sf", "flushes", "lose"}


# --- wagers on a meter beside others ---------------------------------------------------------------------------------

TABLE = """
schema = "exactodds/game/2"
id = "table"
name = "Table"
rules_version = "1"
[source]
title = "none"
[deck]
ranks = "9-A"
suits = "cd"
{main}
[wagers.side]
name = "Side"
of = "player"
odds = "for_one"
meter = {{ bet = 2 }}
lines.ace = {{ high = "A" }}
lines.high-straight = {{ at_least = "straight" }}
pays.ace = {ace}
pays.high-straight = "J/10"
{more}
"""
PLAY = """
[deal]
player = 3
dealer = 3
[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[wagers.main]
name = "Main"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
qualifies = "high-card Q"
settle.ante = [{ qualified = false, pays = 1 }]
settle.play = [{ qualified = false, pays = 0 }]
"""
DRAW = """
[deal]
player = 5
dealer = 5
draw = 1
[[round]]
sees = "player"
exchange = { from = "player", discard = 1, draw = "draw", makes = "final" }
[wagers.main]
name = "Main"
compare = ["final", "dealer"]
"""


def table(wager: str, ace: int, more: str = "") -> GameFile:
    return from_text(TABLE.format(main=wager, ace=ace, more=more))


@pytest.mark.parametrize("wager", [PLAY, DRAW])
@pytest.mark.parametrize(("ace", "level"), [(0, 1000), (7, 30), (7, 1000)])
def test_stakes_use_the_meter(wager: str, ace: int, level: int) -> None:
    """With a play wager the meter was left out; with pieces the line that is paid at this meter counts."""
    game = table(wager, ace).game()
    stakes = parse_stakes(game, "main=1,side=2")
    moments = joint_moments(game, [(stake.wager, stake.paytable) for stake in stakes], RUN, Fraction(level))
    (side,) = analyze_wager(game, stakes[1].wager, [stakes[1].paytable], RUN)
    one = house_round(side, Fraction(level))
    assert bool(side.pieces) == bool(ace)
    assert moments.means["side", "1"] == -one.mean
    assert moments.covariance(("side", "1"), ("side", "1")) == one.variance


def test_stakes_refuse_what_they_cannot_say() -> None:
    game = table(PLAY, 0).game()
    with pytest.raises(SelectionError, match="give it with --meter"):
        stakes_document(game, "main=1,side=2", RUN)
    with pytest.raises(SelectionError, match="a meter cannot be -5"):
        stakes_document(game, "main=1,side=2", RUN, Fraction(-5))


def test_wagers_made_together_have_no_meter() -> None:
    """Their joint result is one number, so the share of a meter would be left out."""
    with pytest.raises(GameFileError, match="side depends on its meter"):
        table(DRAW, 0, '[[joint]]\nwagers = ["main", "side"]').game()


def test_the_top_award_at_a_meter() -> None:
    """At J = 100 the fixed 500 is the larger one; at J = 5 the share is less than the bet."""
    file = from_text(progressive(lines=APART))
    (figures,) = figures_of(file, RUN)
    assert figures.largest_payoff == "J/10 - 1"
    for level, award, hits in ((5, 499, 16), (100, 499, 24), (10000, 999, 24)):
        (rule,) = parse_limits(
            f'schema = "exactodds/limits/1"\n[all]\nmaximum_top_award = 1\nmeter = {level}'.encode(), "limits"
        ).rules
        assert _top_award(figures, file.game().wagers[0], rule) == award
        assert _hit_frequency(figures, file.game().wagers[0], rule) == Fraction(hits, 42504)


def test_a_changed_pay_that_makes_pieces_has_no_one_edge() -> None:
    game = from_text(progressive(flush="0")).game()
    (wager,) = game.wagers
    assert isinstance(wager, LinesWager)
    counts = count_lines(game, wager, RUN)
    share, zero, one = Pay(Fraction(0), Fraction(1, 10)), Pay(Fraction(0)), Pay(Fraction(1))
    assert _lines_edge(wager, Paytable("1", (share, zero)), counts) is not None
    assert _lines_edge(wager, Paytable("1", (share, one)), counts) is None


def test_a_report_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pieces.toml"
    path.write_text(progressive())
    assert main(["report", str(path), "--output", str(tmp_path / "out")]) == 2
    assert "which line is paid changes at J = 5000, and a report needs one formula" in " ".join(
        capsys.readouterr().err.split()
    )
