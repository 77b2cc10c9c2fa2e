"""The library: the same answers and the same store as the command line, tables for notebooks, errors in words."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest
import sympy

import exactodds
from analyzer.api.tables import Column, Table, Words
from analyzer.cli.main import main
from analyzer.errors import ArgumentError, SelectionError
from analyzer.run import progress
from analyzer.run.store import default_folder
from tests.helpers import on_deck, shipped_text
from tests.language import on_small_deck
from tests.solo import small_file
from tests.users import eights_wild, third_street

GAME = "three-card-poker-6-card-bonus"
Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# --- the same answers ------------------------------------------------------------------------------------------------


def test_analyze_is_the_command(capsys: Capture) -> None:
    assert exactodds.analyze(GAME).document() == printed(capsys, "analyze", GAME)


def test_hand_is_the_command(capsys: Capture) -> None:
    said = printed(capsys, "hand", GAME, "Qs 6d 3c")
    assert exactodds.hand(GAME, "Qs 6d 3c").document()["choices"] == said["choices"]
    assert exactodds.hand(GAME, ["Qs", "6d", "3c"]).best.action == "fold"


def test_best_play_is_the_command(capsys: Capture, tmp_path: Path) -> None:
    """Rules, holds, reveals, a contest, a house way: each kind shows its best play in its own way."""
    pai_gow = tmp_path / "pai-gow.toml"
    pai_gow.write_text(on_deck(shipped_text("pai-gow-wrangler-outlaw"), "8-A", "cd"), encoding="utf-8")
    contest = tmp_path / "stud.toml"
    contest.write_text(on_small_deck("caribbean-stud", "9-A", "cd"), encoding="utf-8")
    reveal, holds = tmp_path / "ride.toml", tmp_path / "jacks.toml"
    reveal.write_text(small_file("let-it-ride", "9-A", "cdh").text, encoding="utf-8")
    holds.write_text(small_file("jacks-or-better", "9-A", "cdh").text, encoding="utf-8")
    for game in (GAME, str(holds), str(reveal), str(contest), str(pai_gow)):
        play = exactodds.best_play(game)
        assert play.document() == printed(capsys, "strategy", game)
        shares: dict[str, Fraction] = {}
        for decision, _, _, share in play._rows():
            assert isinstance(decision, str)
            assert isinstance(share, Fraction)
            shares[decision] = shares.get(decision, Fraction()) + share
        assert set(shares.values()) == {1}
        assert len(play.to_frame()) > len(shares)
        assert play.wager in repr(play)
        document = play.document()
        assert play.ev == Fraction(document["best_ev" if "best_ev" in document else "ev"])


def test_games_are_asked_for_by_id() -> None:
    with pytest.raises(exactodds.ExactOddsError, match="is asked for by its id"):
        exactodds.games()[0]  # type: ignore[index]


def test_whatif_is_the_command(capsys: Capture) -> None:
    said = printed(capsys, "whatif", GAME, "--wager", "pair-plus", "--set", "straight=6", "--paytable", "1")
    change = exactodds.whatif(GAME, "pair-plus", {"straight": 6}, paytable="1")
    assert change.document() == said
    assert change[0].old_house_edge == Fraction(547, 5525)
    assert [wager.status for wager in change] == ["repriced"]
    assert change.flags == ()


def test_design_is_the_command(capsys: Capture) -> None:
    vary = "straight=5..7,flush=3|4"
    said = printed(capsys, "design", GAME, "pair-plus", "--target", "0%..8%", "--vary", vary, "--show", "0")
    designs = exactodds.design(
        GAME, "pair-plus", target=(0, "8%"), vary={"straight": range(5, 8), "flush": [3, Fraction(4)]}, show=0
    )
    assert designs.document() == said
    assert [design.house_edge for design in designs] == sorted(design.house_edge for design in designs)
    assert "designed" in designs.game_text()
    assert (
        exactodds.design(GAME, "pair-plus", target="0%..8%", vary=vary, hit=(0, "100%"), variance=(0, 10**6)).tried == 6
    )


def test_simulate_is_the_command(capsys: Capture) -> None:
    arguments = ["simulate", GAME, "--rounds", "5000", "--seed", "3", "--wager", "ante-play", "--strategy", "card"]
    dealt = exactodds.simulate(GAME, rounds=5000, seed=3, wager="ante-play", strategy="card")
    assert dealt.document() == printed(capsys, *arguments)
    assert dealt.rounds == 5000
    assert [wager.wager for wager in dealt] == ["ante-play"]


def test_strategy_is_the_command(capsys: Capture) -> None:
    said = printed(capsys, "strategy", GAME, "--rules", "card")
    card = exactodds.strategy(GAME)
    assert json.loads(json.dumps(card.document())) == said
    assert card.cost == 0
    assert card.ev == card.best_ev
    assert card.errors == ()
    assert sum(card.choices.values()) == 1


def test_formula_is_the_command(capsys: Capture) -> None:
    said = printed(capsys, "formula", GAME, "--wager", "pair-plus", "--no-regions")
    assert exactodds.formula(GAME, "pair-plus").document() == said["formulas"][0]


def test_check_compares_with_a_lock(capsys: Capture, tmp_path: Path) -> None:
    lock = tmp_path / "lock.toml"
    assert main(["lock", GAME, "-o", str(lock)]) == 0
    capsys.readouterr()
    checked = exactodds.check(GAME, lock=lock)
    assert checked.passed
    assert checked.drifted == checked.breaches == ()
    limits = tmp_path / "limits.toml"
    limits.write_text('schema = "exactodds/limits/1"\n[all]\nmaximum_house_edge = "5 %"\n', encoding="utf-8")
    failing = exactodds.check(exactodds.load(GAME), lock=lock, limits=limits)
    assert not failing.passed
    assert any("pair-plus" in breach for breach in failing.breaches)
    assert failing.document()[0]["passed"] is False


def test_report_writes_what_the_command_writes(tmp_path: Path) -> None:
    written = exactodds.report(GAME, output=tmp_path / "a", formats="json", wager="pair-plus", date="2026-03-31")
    arguments = ["--format", "json", "--wager", "pair-plus", "--date", "2026-03-31"]
    assert main(["report", GAME, "-o", str(tmp_path / "b"), *arguments]) == 0
    assert (tmp_path / "a/report.json").read_bytes() == (tmp_path / "b/report.json").read_bytes()
    assert written.sha256 == hashlib.sha256((tmp_path / "a/report.json").read_bytes()).hexdigest()
    assert written.status.startswith("DRAFT; ")
    assert written.document()["date"] == "2026-03-31"
    assert tmp_path / "a/report.json" in written.files
    assert written.flags == ()


def test_prove_tells_what_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from analyzer.trust import prove

    monkeypatch.setattr(prove, "QUICK", replace(prove.QUICK, hands=20, rounds=2000, contest_states=1))
    proof = exactodds.prove(GAME, quick=True)
    assert proof.passed
    assert proof.document()["quick"] is True
    assert sum(check.cases for check in proof.checks) > 0


def test_games_and_load() -> None:
    known = exactodds.games()
    assert len(known) == len(list(known)) > 10
    assert GAME in known
    assert known[GAME].paytables["pair-plus"] == ("1",)
    assert exactodds.load(known[GAME]) is known[GAME]
    assert exactodds.load(GAME).path.name == f"{GAME}.toml"
    assert exactodds.load(GAME).name.startswith("Three Card Poker")


# --- exact numbers ---------------------------------------------------------------------------------------------------


def test_a_wager_has_its_numbers() -> None:
    result = exactodds.analyze(GAME)
    ante = result["ante-play"]
    assert isinstance(ante.house_edge, Fraction)
    assert ante.ev is not None
    assert ante.return_ == 1 + ante.ev == 1 - ante.house_edge
    assert ante.sympy_return == sympy.Rational(19579711, 20358520)
    assert ante.average_bet is not None
    assert ante.element_of_risk == ante.house_edge / ante.average_bet
    assert sum(outcome.count for outcome in ante.outcomes) == ante.deals
    assert sum((one.pays or 0) * one.probability for one in ante.outcomes) == ante.ev
    assert ante.standard_deviation == pytest.approx(float(ante.variance or 0) ** 0.5)
    assert set(ante.choices) == {"fold", "play"}
    assert not ante.player_advantage
    assert ante.third_central_moment is not None
    assert ante.warnings == ()
    assert ante.document()["wager"] == "ante-play"
    assert list(result) == list(result.wagers)
    assert result.options == result.document()["options"]
    assert len(result.joint) == len(result.document()["joint"])


def test_a_progressive_at_a_meter() -> None:
    own = exactodds.analyze("wild-six-card-draw-poker", wager="progressive")["progressive"]
    assert (own.ev, own.house_edge, own.variance, own.standard_deviation) == (None, None, None, None)
    assert own.sympy_return.free_symbols == {sympy.Symbol("J")}
    there = own.at(25_000)
    assert there.return_ is not None
    assert own.sympy_return.subs("J", 25_000) == sympy.Rational(str(there.return_))
    assert there.variance is not None
    assert not there.player_advantage
    assert own.at("1000000000").player_advantage
    assert "depends on the meter" in repr(own)
    assert own.outcomes[0].pays is None
    assert there.outcomes[0].pays == 25_000 - 1


def test_a_wager_in_dollars_has_no_stake() -> None:
    own = exactodds.analyze("wild-six-card-poker", wager="taxpayers-fortune")["taxpayers-fortune", "T1"]
    assert (own.unit, own.house_edge, own.return_) == ("dollars", None, None)
    assert own.sympy_return == sympy.Rational(-11567, 245973)
    assert "$ a round" in repr(own)


def test_options_are_given_as_they_are_meant() -> None:
    options: dict[str, bool | Fraction] = {"stand_pat": True, "auto_win_pays": Fraction(3, 2)}
    allowed = exactodds.analyze("wild-six-card-poker", wager="poker", options=options)
    assert (allowed.options["stand_pat"], allowed.options["auto_win_pays"]) == ("true", "3/2")
    assert allowed["poker"].ev != exactodds.analyze("wild-six-card-poker", wager="poker")["poker"].ev


def test_a_formula_is_an_expression() -> None:
    formula = exactodds.analyze(GAME, wager="pair-plus")["pair-plus"].formula
    pair = formula.symbols["pair"]
    assert sympy.diff(sympy.sympify(formula), pair) == formula.diff("pair") == sympy.Rational(3744, 22100)
    assert formula.subs({formula.symbols[line]: pay for line, pay in formula.pays.items()}) == formula.value
    assert formula.at({"pair": 2}) == formula.at(pair=2) == formula.value + formula.diff("pair")
    assert formula.at(pair=str(formula.solve("pair"))) == 1
    assert formula.counts["pair"] == 3744
    assert formula.deals == 22100
    assert sympy.expand(formula.ev + 1 - formula.expression) == 0
    assert sympy.expand(formula.house_edge + formula.ev) == 0
    assert formula.order == (sympy.Ge(sympy.Symbol("mini_royal"), sympy.Symbol("straight_flush")),)
    assert formula.everywhere.has(sympy.Max)
    assert formula.latex().startswith(r"\text{return} = \frac{")
    assert formula.region("pair") is None
    assert formula.regions == {}
    assert formula._repr_latex_().startswith("$")


def test_a_formula_knows_its_region() -> None:
    formula = exactodds.formula("let-it-ride", "base", cache=False)
    region = formula.region("straight")
    assert region is not None
    assert region.high.exact == 5
    assert set(formula.regions) == set(formula.pays)


# --- tables ----------------------------------------------------------------------------------------------------------


# Every kind of answer, with some words that its table must have.
ANSWERS: dict[str, tuple[Callable[[], Table], str]] = {
    "game": (lambda: exactodds.load(GAME), "pair-plus"),
    "games": (exactodds.games, "wild-52"),
    "result": (lambda: exactodds.analyze(GAME), "3.825470 %"),
    "wager": (lambda: exactodds.analyze(GAME)["ante-play"], "Fold"),
    "hand": (lambda: exactodds.hand(GAME, "Qs 6d 4c"), "play"),
    "strategy": (lambda: exactodds.strategy(GAME), "Q-6-4 or better"),
    "formula": (lambda: exactodds.formula(GAME, "pair-plus"), "mini_royal"),
    "change": (lambda: exactodds.whatif(GAME, "pair-plus", {"straight": 6}), "repriced"),
    "designs": (lambda: exactodds.design(GAME, "pair-plus", target="0..0.2", vary="straight=5..6"), "house edge"),
    "check": (lambda: exactodds.check(GAME), "ante-play"),
    "simulation": (lambda: exactodds.simulate(GAME, rounds=1000, wager="pair-plus"), "mini-royal"),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_is_a_table(kind: str) -> None:
    pandas = import_module("pandas")
    make, words = ANSWERS[kind]
    answer = make()
    html = answer._repr_html_()
    assert html.startswith("<table>")
    assert words in html
    assert len(repr(answer)) < 250
    assert "\n" not in repr(answer)
    frame = answer.to_frame("pandas")
    assert len(frame) > 0
    for column in answer._columns():
        if column.kind != "text":
            assert pandas.api.types.is_numeric_dtype(frame[column.name]), column.name


def test_counts_are_whole_and_what_is_missing_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    class Large(Table):
        def _title(self) -> str:
            return "large"

        def _columns(self) -> list[Column]:
            return [Column("count", "count"), Column("share", "number"), Column("pays", "number"), Column("said")]

        def _rows(self) -> list[Any]:
            return [(10**20, Fraction(1, 4), Words("J"), Words("J")), (Fraction(7), None, Fraction(2), "2")]

    frames = SimpleNamespace(DataFrame=lambda data: data)
    monkeypatch.setitem(sys.modules, "polars", frames)
    frame = Large().to_frame("polars")
    assert (frame["count"], frame["said"]) == ([10**20, 7], ["J", "2"])
    assert list(map(str, frame["share"] + frame["pays"])) == ["0.25", "nan", "nan", "2.0"]
    assert "<td>100,000,000,000,000,000,000</td><td>0.25000000</td><td>J</td>" in Large()._repr_html_()


def test_counts_of_a_formula_are_whole() -> None:
    pandas = import_module("pandas")
    frame = exactodds.formula(GAME, "pair-plus").to_frame("pandas")
    assert pandas.api.types.is_integer_dtype(frame["count"])
    large = exactodds.formula("wild-52", "bonus").to_frame("pandas")
    assert all(isinstance(count, int) or count == int(count) for count in large["count"])


def test_a_progressive_in_a_table_says_what_the_command_says(tmp_path: Path) -> None:
    pandas = import_module("pandas")
    result = exactodds.analyze(third_street(tmp_path), wager="meter")
    frame = result.to_frame("pandas")
    for name in ("house_edge", "ev", "return", "variance", "standard_deviation"):
        assert pandas.api.types.is_float_dtype(frame[name]), name
    assert frame["advantage"].tolist() == ["above a meter of 405.22"]
    assert frame["player_advantage"].tolist() == [None]
    html = result._repr_html_()
    assert "<td>depends on the meter</td>" in html
    assert "<td>above a meter of 405.22</td>" in html
    outcomes = result["meter"]
    assert outcomes.advantage == "above a meter of 405.22"
    assert outcomes.to_frame("pandas")["exactly"].tolist()[:2] == ["J", "J/20"]
    assert "<td>J/20</td>" in outcomes._repr_html_()
    assert outcomes.at(300).advantage is None
    assert outcomes.at(500).advantage == "of 21.541502 % at a meter of 500"


def test_a_region_says_where_it_has_no_end(tmp_path: Path) -> None:
    region = exactodds.formula(third_street(tmp_path), "ante-raise").region("straight-flush")
    assert region is not None
    assert (region.high.text, region.high.exact) == ("no end", None)
    assert "1000000000" not in repr(region)
    assert "to no end" in repr(region)


def test_a_failed_check_says_that_limits_are_broken(tmp_path: Path) -> None:
    game, limits = third_street(tmp_path), tmp_path / "limits.toml"
    limits.write_text('schema = "exactodds/limits/1"\n[all]\nminimum_hit_frequency = "50 %"\n', encoding="utf-8")
    assert main(["lock", str(game), "-o", str(tmp_path / "lock.toml")]) == 0
    checked = exactodds.check(game, lock=tmp_path / "lock.toml", limits=limits)
    assert repr(checked) == "<Check failed: 0 of 5 results drifted, 3 limits broken>"


def test_help_tells_of_every_argument() -> None:
    """Those of a run too, which all functions that count have in common."""
    for name in exactodds.__all__:
        function = getattr(exactodds, name)
        if not isinstance(function, FunctionType) or name in ("games", "load"):
            continue
        assert {"jobs", "cache", "progress"} <= set(signature(function).parameters)
        assert "`progress` True for a bar" in (function.__doc__ or "")
        assert ">>>" in (function.__doc__ or ""), name


def test_without_a_library_for_frames_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ArgumentError, match="pip install pandas"):
        exactodds.load(GAME).to_frame()
    with pytest.raises(ArgumentError, match="pandas, polars"):
        exactodds.load(GAME).to_frame("numpy")


# --- store, progress -------------------------------------------------------------------------------------------------


def test_the_store_is_that_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "usual"))
    exactodds.analyze(GAME, wager="pair-plus", cache=False)
    assert list(tmp_path.iterdir()) == []
    exactodds.analyze(GAME, wager="pair-plus")
    assert default_folder() == tmp_path / "usual"
    assert any((tmp_path / "usual").iterdir())
    exactodds.analyze(GAME, wager="pair-plus", cache=tmp_path / "other")
    assert any((tmp_path / "other").iterdir())


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    exactodds.analyze(GAME, cache=False, jobs=1, progress=lambda *step: told.append(step))
    assert told
    assert all(0 <= done <= total for _, done, total in told)


def test_a_bar_is_shown_of_what_takes_long(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    exactodds.analyze(GAME, cache=False, progress=True)
    monkeypatch.setattr(progress, "PATIENCE", 1000.0)
    assert capsys.readouterr().out == ""
    exactodds.analyze(GAME, cache=False, progress=True)
    assert capsys.readouterr().err == ""


# --- wrong arguments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: exactodds.analyze(7), "by its id, by the path of its file"),  # type: ignore[arg-type]
        (lambda: exactodds.analyze(GAME, wager=3), "wager is text, not 3"),  # type: ignore[arg-type]
        (lambda: exactodds.analyze(GAME, cahce=False), "has no argument 'cahce' (did you mean 'cache'?)"),  # type: ignore[call-arg]
        (lambda: exactodds.analyze(GAME, jobs=0), "jobs is a number of cores"),
        (lambda: exactodds.analyze(GAME, cache=3.5), "cache is a folder"),  # type: ignore[arg-type]
        (lambda: exactodds.analyze(GAME, options=["a"]), "options are names with values"),  # type: ignore[arg-type]
        (lambda: exactodds.analyze(GAME, options={"a": 1.5}), "Fraction(3, 2)"),  # type: ignore[dict-item]
        (lambda: exactodds.analyze(GAME, options={"a": None}), "True and False, not None"),  # type: ignore[dict-item]
        (lambda: exactodds.hand(GAME, 7), "cards are text such as"),  # type: ignore[arg-type]
        (lambda: exactodds.whatif(GAME, "pair-plus", {"pair": 1.5}), "write Fraction(3, 2)"),  # type: ignore[dict-item]
        (lambda: exactodds.whatif(GAME, "pair-plus", "pair=2"), "pays are lines with numbers"),  # type: ignore[arg-type]
        (lambda: exactodds.design(GAME, "pair-plus", target=(1, 2, 3), vary="pair=1"), "a pair of numbers"),  # type: ignore[arg-type]
        (
            lambda: exactodds.design(GAME, "pair-plus", target="1%..2%", vary={"straight": range(10**9)}),
            'straight has more than 100,000 pays; write a range of that many as text, such as "straight=8..12"',
        ),
        (lambda: exactodds.design(GAME, "pair-plus", target="1%..2%", vary=5), "vary is lines with their pays"),  # type: ignore[arg-type]
        (lambda: exactodds.simulate(GAME, rounds=1.5), "rounds is a whole number"),  # type: ignore[arg-type]
        (lambda: exactodds.strategy(GAME, simple=True), "simple is a whole number from 1 to 50"),
        (lambda: exactodds.report(output="x"), "needs one or more games"),
        (lambda: exactodds.report(GAME, output="x", formats="doc"), "'doc' is not a format"),
        (lambda: exactodds.report(GAME, output="x", date="today"), "date is a day such as"),
        (lambda: exactodds.report(GAME, output="x", prepared_by="  "), "prepared_by is blank"),
        (lambda: exactodds.report(GAME, output="x", title=""), "title is blank"),
    ],
)
def test_wrong_arguments_are_errors_in_words(
    call: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError) as error:
        call()
    assert words in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("ante", "no result of 'ante'"),
        (("pair-plus", "2"), "has no paytable '2'; paytables: 1"),
    ],
)
def test_a_wager_that_is_not_there(key: Any, words: str) -> None:
    with pytest.raises(SelectionError, match=words):
        exactodds.analyze(GAME, wager="pair-plus")[key]


def test_a_wager_with_several_paytables_asks_for_one() -> None:
    result = exactodds.analyze("wild-six-card-poker", wager="draw-bonus")
    with pytest.raises(SelectionError, match=r"write result\['draw-bonus', 'B1'\]"):
        result["draw-bonus"]
    assert result["draw-bonus", "B2"].paytable == "B2"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(SelectionError, match="did you mean 'wild-52'"):
        exactodds.games()["wild-53"]


# --- the package -----------------------------------------------------------------------------------------------------


def test_importing_costs_nothing() -> None:
    program = (
        "import sys, exactodds; print({'numpy', 'sympy', 'joblib', 'click', 'rich', 'fractions'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    assert ran.stdout.strip() == "set()"


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'guess'"):
        exactodds.guess  # noqa: B018


def test_its_names_are_shown_before_anything_is_loaded() -> None:
    program = "import exactodds; print(*dir(exactodds))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == sorted(exactodds.__all__)


def test_every_function_is_documented() -> None:
    for name in exactodds.__all__:
        if name != "__version__":
            assert getattr(exactodds, name).__doc__, name


def test_it_is_a_command_too() -> None:
    ran = subprocess.run([sys.executable, "-m", "exactodds", "--version"], capture_output=True, text=True, check=True)
    assert exactodds.__version__ in ran.stdout


# --- games of users --------------------------------------------------------------------------------------------------


def test_a_short_list_of_holds_is_a_strategy(capsys: Capture, tmp_path: Path) -> None:
    path = str(eights_wild(tmp_path))
    short = exactodds.strategy(path, simple=3)
    assert short.document() == printed(capsys, "strategy", path, "--simple", "3")
    assert (short.name, short.cost) == ("simple-3", short.best_ev - short.ev)
    assert short.cost == sum((rule.cost or 0) for rule in short.rules)
    assert sum(rule.decides for rule in short.rules) == 1
    assert "costs" in repr(short)
    assert (short.choices, short.errors) == ({}, ())


def test_short_rules_over_a_board_are_a_strategy(tmp_path: Path) -> None:
    path = tmp_path / "holdem.toml"
    path.write_text(on_small_deck("ultimate-texas-holdem", "T-A", "cd"), encoding="utf-8")
    short = exactodds.strategy(path, simple=2)
    assert short.cost == short.best_ev - short.ev >= 0
    assert {rule.cost for rule in short.rules} == {None}
    assert short.rules[-1].when == "otherwise"


def test_the_best_play_says_what_to_do(tmp_path: Path) -> None:
    import_module("pandas")
    frame = exactodds.best_play(eights_wild(tmp_path)).to_frame("pandas")
    assert set(frame["do"]) == {"hold all five cards", "hold these cards", "discard everything"}
    assert frame["seen"].tolist()[-1] == "nothing"


def test_the_best_play_of_any_round_says_what_to_do_with_each_hand(tmp_path: Path) -> None:
    play = exactodds.best_play(third_street(tmp_path))
    made: dict[str, Fraction] = {}
    for _, seen, action, share in play._rows():
        assert seen
        made[str(action)] = made.get(str(action), Fraction(0)) + Fraction(str(share))
    assert {name: str(share) for name, share in made.items()} == {
        name: share for name, share in play.document()["choices"].items() if share != "0"
    }


def test_a_result_tells_what_is_in_it(tmp_path: Path) -> None:
    result = exactodds.analyze(third_street(tmp_path))
    assert "pair-plus" in result
    assert ("pair-plus", "tight") in result
    assert result["meter"] in result
    assert "pair-plus " not in result
    assert ("pair-plus", "low") not in result
    assert 5 not in result


def test_a_hand_has_places() -> None:
    answer = exactodds.hand(GAME, "Qs 6d 3c")
    assert answer[0] is answer.best
    assert answer[-1] is answer.choices[-1]


def test_a_formula_at_a_level_of_its_meter(tmp_path: Path) -> None:
    game = third_street(tmp_path)
    formula, meter = exactodds.formula(game, "meter"), exactodds.analyze(game)["meter"].at(300)
    assert formula.at(J=300) == formula.at({"J": "300"}) == sympy.Rational(str(meter.return_))
    assert formula.at(J=300, three_of_a_kind=6) > formula.at(J=300)
    with pytest.raises(SelectionError, match="has no meter"):
        exactodds.formula(game, "pair-plus").at(J=300)
    with pytest.raises(SelectionError, match="J, the meter, cannot be -1"):
        formula.at(J=-1)
