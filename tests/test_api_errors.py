"""Every error about what was asked from Python is an ExactOddsError, in words, about Python's arguments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

import exactodds
from tests.changing import write
from tests.reporting import SMALL, small_text

GAME = "three-card-poker-6-card-bonus"
METERED = "wild-six-card-draw-poker"


@pytest.fixture(scope="module")
def progressive(tmp_path_factory: pytest.TempPathFactory) -> exactodds.WagerResult:
    path = write(tmp_path_factory.mktemp("metered"), small_text(METERED))
    return exactodds.analyze(path, wager="progressive")["progressive"]


@pytest.mark.parametrize("meter", ["x", nan, inf, -inf, "1/0", "5,0", "", None, True, 1.5, "-5", -5])
def test_meters_that_are_none(progressive: exactodds.WagerResult, meter: Any) -> None:
    with pytest.raises(exactodds.ExactOddsError, match="meter"):
        progressive.at(meter=meter)


@pytest.mark.parametrize("meter", ["50,000", "50000", 50_000, Fraction(50_000), "100000/2", "50,000.00"])
def test_meters_as_people_write_them(progressive: exactodds.WagerResult, meter: Any) -> None:
    assert progressive.at(meter=meter).ev == progressive.at(meter=50_000).ev


CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: exactodds.whatif(GAME, "pair-plus", {"flush": inf}), "inf is no number"),  # type: ignore[dict-item]
    (lambda: exactodds.whatif(GAME, "pair-plus", {"flush": nan}), "nan is no number"),  # type: ignore[dict-item]
    (lambda: exactodds.whatif(GAME, "pair-plus", {"flush": "x"}), "'x'"),
    (lambda: exactodds.whatif(GAME, "pair-plus", {}), 'pays={"flush": 11}'),
    (lambda: exactodds.whatif(GAME, None, {"flush": 5}), "wager is text, not None"),  # type: ignore[arg-type]
    (lambda: exactodds.report(GAME, output=None), "output is the path of a file or folder, not None"),  # type: ignore[arg-type]
    (lambda: exactodds.report(GAME, output="r", filing=3), "filing is the path"),  # type: ignore[arg-type]
    (lambda: exactodds.report(GAME, output="r", proofs="proof.json"), "proofs is a list of paths"),
    (lambda: exactodds.report(GAME, output="r", formats=3), "formats are text"),  # type: ignore[arg-type]
    (lambda: exactodds.check(GAME, lock=3), "lock is the path"),  # type: ignore[arg-type]
    (lambda: exactodds.strategy(GAME, simple=0), "simple is a whole number from 1 to 50, not 0"),
    (lambda: exactodds.strategy(GAME, rules=3), "rules is the path"),  # type: ignore[arg-type]
    (lambda: exactodds.analyze(GAME, progress="x"), "progress is True, False or a function"),  # type: ignore[arg-type]
    (lambda: exactodds.simulate(GAME, rounds="20,00"), "rounds is a whole number from 1 to"),
    (lambda: exactodds.simulate(GAME, rounds=10, paytable=3), "paytable is text, not 3"),  # type: ignore[arg-type]
    (lambda: exactodds.hand(GAME, "Qs 6d 3c", sees=3), "sees is text, not 3"),  # type: ignore[arg-type]
    (lambda: exactodds.hand(GAME, "Qs 6d 3c", sees="dealer=2c"), "so sees cannot be given"),
    (lambda: exactodds.design(GAME, "pair-plus", target="5", vary="flush=3..4"), "target '5': 5 would be 500 %"),
    (lambda: exactodds.design(GAME, "pair-plus", target="5 %", vary="flush"), "vary 'flush' must be LINE=FROM..TO"),
    (lambda: exactodds.design(GAME, "pair-plus", target="5 %", vary="flush=3..4", meter=5), "leave meter out"),
    (
        lambda: exactodds.design(GAME, "pair-plus", target="5 %", vary="flush=3..4", meter="x"),
        "meter is a whole number",
    ),
    (lambda: exactodds.design(GAME, "pair-plus", target="5 %", vary="flush=3..4", show=-1), "show is a whole number"),
    (lambda: exactodds.formula(GAME, "pair-plus").solve("fluhs"), "did you mean 'flush'?"),
    (lambda: exactodds.formula(GAME, "pair-plus").diff("fluhs"), "did you mean 'flush'?"),
    (lambda: exactodds.formula(GAME, "pair-plus").solve("flush", returns="x"), "returns is a whole number"),
]


@pytest.mark.parametrize(("call", "words"), CALLS, ids=[words for _, words in CALLS])
def test_errors_are_ours_and_in_python(
    call: Callable[[], Any], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(exactodds.ExactOddsError) as error:
        call()
    assert words in str(error.value)
    assert "--" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_rounds_as_the_command_line_takes_them(tmp_path: Path) -> None:
    path = write(tmp_path, small_text(SMALL))
    assert exactodds.simulate(path, rounds="2,000").rounds == exactodds.simulate(path, rounds=2000).rounds == 2000


def test_an_advantage_is_true_or_not_and_told_in_words(tmp_path: Path) -> None:
    path = write(tmp_path, small_text(SMALL))
    (change,) = exactodds.whatif(path, "pair-plus", {"pair": 50})
    assert change.player_advantage is True
    assert change.advantage is not None
    assert change.advantage.startswith("of ")
    (change,) = exactodds.whatif(path, "pair-plus", {"pair": "0", "flush": 0, "straight": 0})
    assert change.player_advantage is (change.advantage is not None)
