"""Every error about what was asked from Python is an ExactOddsError, in words, about Python's arguments."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

import exactodds
from analyzer.run.store import StoreWarning
from tests.changing import write
from tests.reporting import SMALL, small_text
from tests.users import third_street

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


# --- nothing is accepted and ignored ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def street(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of a user: cards that are hidden, two paytables, a progressive."""
    return third_street(tmp_path_factory.mktemp("street"))


@pytest.mark.parametrize("flag", ["no", "yes", 0, 1, None, b"x"])
@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("keep_order", lambda flag: exactodds.design(GAME, "pair-plus", target="2%", vary="flush=3", keep_order=flag)),
        ("full", lambda flag: exactodds.check(GAME, full=flag)),
        ("quick", lambda flag: exactodds.prove(GAME, quick=flag)),
        ("protection", lambda flag: exactodds.report(GAME, output="r", protection=flag)),
    ],
)
def test_flags_are_true_or_false(argument: str, call: Callable[[Any], Any], flag: Any) -> None:
    with pytest.raises(exactodds.ExactOddsError, match=f"^{argument} is True or False, not {flag!r}$|not bytes"):
        call(flag)


def test_a_jurisdiction_is_one_of_limits() -> None:
    with pytest.raises(exactodds.ExactOddsError, match="jurisdiction needs limits"):
        exactodds.check(GAME, jurisdiction="x")


def test_rules_are_given_or_found() -> None:
    with pytest.raises(exactodds.ExactOddsError, match="give one of them"):
        exactodds.strategy(GAME, simple=1, rules="play-every-hand")


def test_a_game_is_checked_once(street: Path) -> None:
    for games in ((GAME, GAME), (street, street.parent / "." / street.name), (GAME, exactodds.load(GAME))):
        with pytest.raises(exactodds.ExactOddsError, match="is named twice"):
            exactodds.check(*games)


def test_a_wager_without_a_meter_has_no_level(street: Path) -> None:
    result = exactodds.analyze(street)
    with pytest.raises(exactodds.ExactOddsError, match="pair-plus tight has no meter"):
        result["pair-plus", "tight"].at(meter=3)
    assert result["meter"].at(10).at(500).ev == result["meter"].at(500).ev


# What an argument may not be, or may be by chance: then the answer is one, and no error.
ODD: list[Any] = [
    5,
    -1,
    1.5,
    None,
    b"x",
    object(),
    [],
    {},
    True,
    "",
    "a\0b",
    (1,),
    [1],
    {"x": 1},
    nan,
    10**40,
    "x" * 5000,
]
ARGUMENTS: dict[str, Callable[[str, Any], Any]] = {
    "title": lambda output, odd: exactodds.report(GAME, output=output, formats="json", title=odd),
    "prepared_by": lambda output, odd: exactodds.report(GAME, output=output, formats="json", prepared_by=odd),
    "prepared_for": lambda output, odd: exactodds.report(GAME, output=output, formats="json", prepared_for=odd),
    "jurisdiction": lambda output, odd: exactodds.report(GAME, output=output, formats="json", jurisdiction=odd),
    "date": lambda output, odd: exactodds.report(GAME, output=output, formats="json", date=odd),
    "output": lambda _, odd: exactodds.report(GAME, output=odd, formats="x"),
    "cache": lambda _, odd: exactodds.analyze(GAME, cache=odd),
    "jobs": lambda _, odd: exactodds.analyze(GAME, jobs=odd),
    "game": lambda _, odd: exactodds.load(odd),
    "options": lambda _, odd: exactodds.analyze(GAME, options=odd),
    "pays": lambda _, odd: exactodds.whatif(GAME, "pair-plus", odd),
    "vary": lambda _, odd: exactodds.design(GAME, "pair-plus", target="2%..4%", vary=odd),
    "hit": lambda _, odd: exactodds.design(GAME, "pair-plus", target="2%..4%", vary="flush=3", hit=odd),
    "place": lambda _, odd: exactodds.design(GAME, "pair-plus", target="0..1", vary="flush=3").game_text(odd),
    "name": lambda _, odd: exactodds.design(GAME, "pair-plus", target="0..1", vary="flush=3").game_text(0, odd),
    "result": lambda _, odd: exactodds.analyze(GAME)[odd],
    "formula": lambda _, odd: exactodds.formula(GAME, "pair-plus").at(odd),
    "formula pay": lambda _, odd: exactodds.formula(GAME, "pair-plus").at(flush=odd),
    "region": lambda _, odd: exactodds.formula(GAME, "pair-plus").region(odd),
    "diff": lambda _, odd: exactodds.formula(GAME, "pair-plus").diff(odd),
    "solve": lambda _, odd: exactodds.formula(GAME, "pair-plus").solve(odd),
    "frame": lambda _, odd: exactodds.analyze(GAME).to_frame(odd),
}


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_odd_arguments_are_errors_in_words(argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is given, nothing of the inside of Python comes out; text of a report may be any line."""
    monkeypatch.chdir(tmp_path)
    for odd in ODD:
        with suppress(exactodds.ExactOddsError):
            ARGUMENTS[argument](str(tmp_path / "report"), odd)


def test_words_of_a_cover_are_text(tmp_path: Path) -> None:
    for name in ("title", "prepared_by", "prepared_for", "jurisdiction"):
        with pytest.raises(exactodds.ExactOddsError, match=f"{name} is text, not 5"):
            exactodds.report(GAME, output=tmp_path / "r", **{name: 5})  # type: ignore[arg-type]


def test_pays_of_a_formula_are_a_mapping() -> None:
    with pytest.raises(exactodds.ExactOddsError, match="pays are lines with numbers"):
        exactodds.formula(GAME, "pair-plus").at("flush")  # type: ignore[arg-type]


# --- a folder for counts that is none --------------------------------------------------------------------------------


def test_a_file_is_no_folder_for_counts(street: Path) -> None:
    with pytest.raises(exactodds.ExactOddsError, match=r"cache is a folder, and .*\.toml is a file"):
        exactodds.analyze(street, cache=street)


def test_a_folder_that_cannot_be_used_is_told_once_at_the_line_that_named_it(street: Path) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        exactodds.analyze(street, cache=street.parent / ("x" * 300))
    assert [(one.category, Path(one.filename).name) for one in told] == [(StoreWarning, Path(__file__).name)]
    assert "going on without it" in str(told[0].message)
