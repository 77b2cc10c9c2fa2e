"""Breakage: each payment of a round is rounded by itself, and nothing is said where the payments are not known."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from pathlib import Path

import pytest

from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.report.exposure import broken_edge, broken_odds, unknown_outcome
from analyzer.report.payments import Ledger
from analyzer.run.jobs import Run
from tests.reporting import report_of
from tests.test_report_own import everything

HEAD = """
schema = "exactodds/game/2"
id = "small"
name = "Small"
rules_version = "1"
[deck]
ranks = "T-A"
[deal]
own = 3
"""
SURGE = """
house = 3
[[round]]
sees = "own"
choose.fold = { then = "fold", loses = { ante = "1/2" } }
choose.small = { raise = 1 }
choose.big = { when = { of = "own", at_least = "pair Q" }, raise = 3 }
[wagers.surge]
name = "Surge"
bets = { ante = 1, raise = 0, bonus = "free" }
compare = ["own", "house"]
qualifies = "high-card K"
of = "own"
settle.ante = [{ qualified = false, pays = 1 }, { on = "tie", pays = TIE }]
settle.raise = [{ qualified = false, on = "loss", pays = -1 }, { qualified = false, pays = 0 },
    { on = "win", chose = "big", pays = "3/2" }]
settle.bonus = [{ pays = "paytable" }]
[wagers.surge.pays]
straight-flush = 5
three-of-a-kind = "7/2"
flush = 1
"""
UNKNOWN = """
[wagers.two]
name = "Two"
bets = { x = 1, y = 1 }
of = "own"
settle.x = [{ at_least = "pair Q", pays = "3/2" }, { pays = 1 }]
settle.y = [{ at_least = "pair Q", pays = "1/2" }, { pays = 1 }]
"""


def found(tmp_path: Path, text: str) -> tuple[WagerResult, Ledger]:
    path = tmp_path / "small.toml"
    path.write_text(HEAD + text)
    file = load_game(str(path))
    rules = file.game().rules
    assert rules is not None
    (result,) = analyze(file, run=Run(jobs=1)).wagers
    return result, Ledger(rules, result)


def test_each_payment_of_several_bets_is_rounded(tmp_path: Path) -> None:
    """What every outcome is paid, read from its name by hand."""
    result, ledger = found(tmp_path, SURGE.replace("TIE", "-1"))
    bonus = {"straight-flush": Fraction(5), "three-of-a-kind": Fraction(7, 2), "flush": Fraction(1)}

    def paid(name: str) -> list[Fraction]:
        parts = name.split("/")
        if parts[-1] == "fold":
            return [Fraction(-1, 2)]
        raised = Fraction(3 if "big" in parts else 1)
        if "unqualified" in parts:
            main = [Fraction(1), -raised if "loss" in parts else Fraction(0)]
        elif "win" in parts:
            main = [Fraction(1), raised * (Fraction(3, 2) if "big" in parts else 1)]
        else:
            main = [Fraction(-1), Fraction(0) if "tie" in parts else -raised]
        return [*main, bonus.get(parts[-1], Fraction(0))]

    assert unknown_outcome(result, ledger) is None
    assert broken_odds(result, ledger) == [Fraction(3, 2), Fraction(7, 2)]
    possible = [outcome for outcome in result.outcomes if outcome.count]
    assert {"big/win/three-of-a-kind", "fold"} <= {outcome.name for outcome in possible}
    for stake in (1, 2, 3, 5):
        expected = Fraction(0)
        for outcome in possible:
            payments = paid(outcome.name)
            assert sum(payments) == outcome.net.amount, outcome.name
            rounded = (floor(one * stake) if one > 0 else one * stake for one in payments)
            expected += outcome.count * sum(rounded, Fraction(0))
        assert broken_edge(result, ledger, stake) == -expected / (stake * result.deals)


def test_a_half_that_is_taken_is_no_payment(tmp_path: Path) -> None:
    """With a whole bonus no fraction is ever paid: on a tie half a bet is taken beside it."""
    text = SURGE.replace("TIE", '"-1/2"').replace('"7/2"', "3").replace('"3/2"', "2")
    result, ledger = found(tmp_path, text)
    assert any(outcome.net.amount > 0 and outcome.net.amount.denominator > 1 for outcome in result.outcomes)
    assert unknown_outcome(result, ledger) is None
    assert broken_odds(result, ledger) == []
    assert broken_edge(result, ledger, 1) == -(result.ev or 0)


def test_payments_that_cannot_be_told_are_not_rounded(tmp_path: Path) -> None:
    """A net of 2 is 3/2 and 1/2, or 1 and 1."""
    result, ledger = found(tmp_path, UNKNOWN)
    unknown = unknown_outcome(result, ledger)
    assert unknown is not None
    assert unknown.net.amount == 2
    told = " ".join(everything(report_of(HEAD + UNKNOWN)))
    assert "Breakage of Two is not computed: several bets are settled together" in told
    assert "comes to 2 in outcome" in told
    assert "can be paid in more than one way" in told
    assert "pays 0.5 and 1.5 to 1" not in told


@pytest.mark.parametrize(
    ("odds", "pays", "lost"), [("to_one", "3/2", "1/2"), ("for_one", "5/2", "1/2"), ("for_one", "1/2", "1/2")]
)
def test_one_bet(tmp_path: Path, odds: str, pays: str, lost: str) -> None:
    """Half a stake that is paid back is rounded, too."""
    text = f'[wagers.a]\nname = "A"\nof = "own"\nodds = "{odds}"\n[wagers.a.pays]\npair = "{pays}"\n'
    result, ledger = found(tmp_path, text)
    chance = 1 - sum(
        (Fraction(one.count, result.deals) for one in result.outcomes if one.net.amount == -1), Fraction(0)
    )
    assert broken_edge(result, ledger, 1) + (result.ev or 0) == chance * Fraction(lost)
    assert broken_edge(result, ledger, 2) == -(result.ev or 0)
