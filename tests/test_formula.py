"""The exact return as a formula: of every wager and paytable it gives what the analysis gives, and where it holds."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from analyzer.change.figures import stake_in_pays
from analyzer.change.formula.expression import Expression, symbol_names
from analyzer.change.formula.formula import Formula, formula_of
from analyzer.change.formula.regions import LineEnd, LineRegion
from analyzer.cli.main import main
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.library import load_game, shipped_ids
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.polynomials import Polynomial, to_sympy
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.helpers import from_text, tiny_text
from tests.language import on_small_deck
from tests.reduced import reduced_game_file
from tests.solo import small_file

# These take longest to count.
SLOW = {
    ("wild-52", "ante-play"),
    ("pai-gow-wrangler-outlaw", "base"),
    ("pai-gow-wrangler-outlaw", "wrangler-push"),
    ("casino-holdem", "base"),
    ("ultimate-texas-holdem", "base"),
}
WAGERS = [
    pytest.param(game, wager.id, marks=[pytest.mark.long] if (game, wager.id) in SLOW else [])
    for game in shipped_ids()
    for wager in load_game(game).game().wagers
]
DECIDED = [
    pytest.param(game, wager.id, marks=[pytest.mark.long])
    for game in shipped_ids()
    for wager in load_game(game).game().wagers
    if wager.has_decisions and wager.paytables[0].pays
]


@pytest.fixture(scope="session")
def kept_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(store=Store(tmp_path_factory.getbasetemp() / "analyzed"))


def wager_of(game: Game, wager: str) -> Wager:
    return next(one for one in game.wagers if one.id == wager)


# --- every wager and paytable ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "wager"), WAGERS)
def test_substituting_the_paytable_gives_the_return(kept_run: Run, game: str, wager: str) -> None:
    chosen = load_game(game).game()
    own = wager_of(chosen, wager)
    results = analyze_wager(chosen, own, own.paytables, kept_run)
    for paytable, result in zip(own.paytables, results, strict=True):
        formula = formula_of(chosen, own, paytable, kept_run)
        pays = {line.symbol: to_sympy(line.pay.amount) for line in formula.lines if line.has_symbol}
        priced = result.price.ev
        wanted = priced.sympy() if isinstance(priced, Polynomial) else to_sympy(priced)
        ev = formula.ev.sympy()
        assert sympy.expand(ev.subs(pays) - wanted) == 0
        assert sympy.expand(sympy.sympify(formula.ev.text, {name: sympy.Symbol(name) for name in pays}) - ev) == 0
        assert sympy.expand(formula.everywhere.subs(pays) - wanted) == 0
        assert sympy.expand(formula.value - wanted) == 0
        if result.ev is not None:
            assert isinstance(formula.value, sympy.Rational)
            if own.has_stake:
                assert formula.returned.sympy().subs(pays) == 1 + to_sympy(result.ev)
                assert formula.house_edge.sympy().subs(pays) == -to_sympy(result.ev)
        assert all(bool(relation.subs(pays)) for relation in formula.order_relations if not relation.has(METER))


METER = sympy.Symbol("J")


def test_the_coefficients_are_counts_of_deals(kept_run: Run) -> None:
    game = load_game("three-card-poker-6-card-bonus").game()
    wager = wager_of(game, "pair-plus")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    (result,) = analyze_wager(game, wager, wager.paytables, kept_run)
    counted = {outcome.name: outcome.count for outcome in result.outcomes}
    assert {line.id: line.factor for line in formula.lines} == {line.id: counted[line.id] for line in formula.lines}
    assert formula.ev.divisor == result.deals == 22100


def test_it_can_be_solved_for_a_pay(kept_run: Run) -> None:
    game = load_game("jacks-or-better").game()
    wager = wager_of(game, "base")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    royal = formula.symbols["royal-flush"]
    others = {line.symbol: to_sympy(line.pay.amount) for line in formula.lines if line.id != "royal-flush"}
    (fair,) = sympy.solve(formula.returned.sympy().subs(others) - 1, royal)
    assert formula.at({"royal-flush": Fraction(int(fair.p), int(fair.q))}) == 0
    assert sympy.diff(formula.returned.sympy(), royal) == sympy.Rational(493512264, 19933230517200)


# --- lines that overlap ----------------------------------------------------------------------------------------------

OVERLAPPING = """
a: hand = "flush"
b: hand = "straight"
c: whole = "flush"
"""


def overlapping(**pays: object) -> tuple[Game, Wager]:
    game = from_text(tiny_text(OVERLAPPING, pays=pays)).game()
    return game, game.wagers[0]


def ev_of(game: Game, wager: Wager) -> Fraction:
    (result,) = analyze_wager(game, wager, wager.paytables, Run(jobs=1))
    assert result.ev is not None
    return result.ev


def test_where_lines_overlap_the_order_of_pays_is_part_of_the_formula() -> None:
    game, wager = overlapping(a=4, b=2, c=9)
    formula = formula_of(game, wager, wager.paytables[0], Run(jobs=1))
    assert {(order.most, order.other) for order in formula.order} == {("c", "a"), ("a", "b")}
    changed = {"a": 1, "b": 5, "c": 3}
    wanted = to_sympy(ev_of(*overlapping(**changed)))
    pays = {sympy.Symbol(symbol_names([line])[0]): pay for line, pay in changed.items()}
    assert formula.everywhere.subs(pays) == wanted
    assert formula.at(changed) == wanted
    assert formula.ev.sympy().subs(pays) != wanted, "the formula itself does not hold there"
    assert not all(bool(relation.subs(pays)) for relation in formula.order_relations), "and says so"


def test_the_order_leaves_out_what_follows_from_it(kept_run: Run) -> None:
    game = load_game("wild-52").game()
    wager = wager_of(game, "bonus")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    said = {(order.most, order.other) for order in formula.order}
    assert ("full-house", "flush") in said
    assert ("flush", "straight") in said
    assert ("full-house", "straight") not in said


def test_lines_that_are_paid_in_order_have_no_conditions() -> None:
    text = tiny_text(OVERLAPPING, pays={"a": 4, "b": 2, "c": 9}, keys='overlap = "first"')
    game = from_text(text).game()
    formula = formula_of(game, game.wagers[0], game.wagers[0].paytables[0], Run(jobs=1))
    assert formula.order == ()
    assert formula.everywhere.free_symbols == formula.ev.sympy().free_symbols


# --- how far a pay can move ------------------------------------------------------------------------------------------


def with_pay(game: Game, wager: Wager, paytable: Paytable, line: int, pay: Fraction) -> Paytable:
    pays = list(paytable.pays)
    pays[line] = Pay(pay - stake_in_pays(game, wager))
    return Paytable(paytable.id, tuple(pays))


def check_region(game: Game, wager: Wager, formula: Formula, region: LineRegion, run: Run) -> None:
    """The analysis itself, at the ends, just inside and just outside."""
    paytable = formula.pays
    place = formula.ids.index(region.line)

    def best(pay: Fraction) -> Fraction:
        (result,) = analyze_wager(game, wager, [with_pay(game, wager, paytable, place, pay)], run)
        assert result.ev is not None
        return result.ev

    def held(pay: Fraction) -> Fraction:
        return formula.terms.mean(with_pay(game, wager, paytable, place, pay)).amount

    for end in (region.low, region.high):
        inside = simple_near(end.inside, region.pay)
        assert best(end.inside) == held(end.inside)
        assert best(inside) == held(inside)
        if end.outside is not None:
            check_beyond(end, best, held, lambda pay: with_pay(game, wager, paytable, place, pay))


def check_beyond(end: LineEnd, best: Any, held: Any, paytable_at: Any) -> None:
    assert end.exact is not None
    assert end.next is not None
    assert end.next_at is not None
    just_outside = simple_near(end.exact, end.next_at)
    for pay in (just_outside, end.next_at):
        assert best(pay) > held(pay)
        assert best(pay) == end.next.terms.mean(paytable_at(pay)).amount


def simple_near(end: Fraction, other: Fraction) -> Fraction:
    """A pay close to the end, on the side of the other one."""
    from analyzer.change.formula.region import simplest_between

    return simplest_between(end + (other - end) / 100, end + (other - end) / 50)


# Whatever its lines pay, a hand that has one is played.
ALWAYS_PLAYED = ("three-card-poker", "caribbean-stud")


def small_games() -> dict[str, GameFile]:
    return {
        "jacks-or-better": small_file("jacks-or-better"),
        "let-it-ride": small_file("let-it-ride"),
        "mississippi-stud": small_file("mississippi-stud"),
        "deuces-wild": small_file("deuces-wild"),
        "wild-six-card-draw-poker": reduced_game_file("wild-six-card-draw-poker", "9-A", "cd", 2),
        "three-card-poker": load_game("three-card-poker"),
        "caribbean-stud": from_text(on_small_deck("caribbean-stud", "9-A", "cd")),
        "casino-holdem": from_text(on_small_deck("casino-holdem", "T-A", "cdh")),
        "ultimate-texas-holdem": from_text(on_small_deck("ultimate-texas-holdem", "T-A", "cdh")),
    }


@pytest.mark.parametrize("name", small_games())
def test_the_ends_of_a_strategy_on_small_decks(name: str) -> None:
    game, run = small_games()[name].game(), Run(jobs=1)
    wager = game.wagers[0]
    formula = formula_of(game, wager, wager.paytables[0], run)
    regions = formula.regions
    assert set(regions) == set(formula.ids)
    for region in regions.values():
        check_region(game, wager, formula, region, run)
    is_any = any(end.outside is not None for region in regions.values() for end in (region.low, region.high))
    assert is_any == (name not in ALWAYS_PLAYED)


@pytest.mark.parametrize(("game", "wager"), DECIDED)
def test_the_ends_of_every_strategy(kept_run: Run, game: str, wager: str) -> None:
    chosen = load_game(game).game()
    own = wager_of(chosen, wager)
    for paytable in own.paytables:
        formula = formula_of(chosen, own, paytable, kept_run)
        for region in formula.regions.values():
            check_region(chosen, own, formula, region, kept_run)


def test_published_ties_are_ends() -> None:
    """Let It Ride, all cards: with a straight at 5 an open straight is a tie, so any more makes a player ride."""
    game = load_game("let-it-ride").game()
    wager = wager_of(game, "base")
    formula = formula_of(game, wager, wager.paytables[0], Run(jobs=1))
    region = formula.region("straight")
    assert region is not None
    assert (region.low.exact, region.high.exact) == (Fraction(17, 4), Fraction(5))
    assert region.high.next is not None
    assert region.high.next.choices["2/ride"] > formula.choices["2/ride"]


def test_what_is_played_differently_is_told() -> None:
    game = load_game("jacks-or-better").game()
    wager = wager_of(game, "base")
    formula = formula_of(game, wager, wager.paytables[0], Run(jobs=1))
    region = formula.region("flush")
    assert region is not None
    assert (region.low.exact, region.high.exact) == (Fraction(1031, 172), Fraction(1043, 172))
    assert region.high.difference is not None
    assert (region.high.difference.hands, region.high.difference.example) == (2304, "2c 2d Tc Jc Ac")


def test_a_region_that_is_too_large_is_found_out() -> None:
    """Sabotage: an end that is a little too far fails the check above."""
    game, run = small_file("let-it-ride").game(), Run(jobs=1)
    wager = game.wagers[0]
    formula = formula_of(game, wager, wager.paytables[0], run)
    region = next(one for one in formula.regions.values() if one.high.exact is not None)
    assert region.high.exact is not None
    further = replace(region.high, inside=region.high.exact + Fraction(1, 100))
    with pytest.raises(AssertionError):
        check_region(game, wager, formula, replace(region, high=further), run)


# --- errors and words ------------------------------------------------------------------------------------------------


def test_a_wager_in_dollars_has_no_return(kept_run: Run) -> None:
    game = load_game("wild-six-card-poker").game()
    wager = wager_of(game, "taxpayers-fortune")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    assert formula.shown[0] == "expected result"
    with pytest.raises(SelectionError, match="no stake"):
        _ = formula.returned


def test_a_line_that_is_not_there(kept_run: Run) -> None:
    game = load_game("let-it-ride").game()
    wager = wager_of(game, "three-card-bonus")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    with pytest.raises(SelectionError, match="did you mean 'flush'"):
        formula.at({"flsh": 3})
    with pytest.raises(SelectionError, match="has no line 'royal'"):
        formula.region("royal")


def test_symbols_never_collide() -> None:
    assert symbol_names(["a-b", "a_b", "J", "if"]) == ["a_b", "a_b_", "pay_J", "pay_if"]


def test_an_expression_without_terms() -> None:
    assert Expression({}, 0, 7).text == "0/7"
    assert Expression({}, 3, 1).latex({}) == "3"


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_the_formula(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", "three-card-poker-6-card-bonus", "--wager", "pair-plus"]) == 0
    out = capsys.readouterr().out
    assert "return = (4*mini_royal + 44*straight_flush" in out
    assert "mini-royal >= straight-flush" in out


def test_the_command_prints_json_and_latex(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", "let-it-ride", "--wager", "base", "--paytable", "standard", "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)["formulas"]
    assert document["value"]["return"] == "1044937/1082900"
    assert {region["line"]: region["high"]["outside"] for region in document["regions"]}["straight"] == "5"
    assert main(["formula", "let-it-ride", "--wager", "base", "--latex", "--option", "x=1"]) == 2
    assert main(["formula", "let-it-ride", "--wager", "base", "--latex"]) == 0
    assert r"\frac{240\,\text{royal flush}" in capsys.readouterr().out


def test_the_command_for_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(small_file("jacks-or-better").text, encoding="utf-8")
    assert main(["formula", str(path), "--wager", "base", "--line", "flush"]) == 0
    out = capsys.readouterr().out
    assert "hands are played differently, such as" in out
    assert out.count("return = ") >= 2
    assert main(["formula", str(path), "--wager", "base", "--no-regions"]) == 0
    assert "best from" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--line", "flush"], "--line needs --wager"),
        (["--wager", "base", "--line", "flsh"], "did you mean 'flush'"),
        (["--wager", "base", "--paytable", "9-7"], "has no paytable '9-7'"),
        (["--paytable", "9-7"], "no wager of jacks-or-better has a paytable"),
        (["--latex", "--json"], "cannot be used together"),
    ],
)
def test_wrong_use_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(["formula", "jacks-or-better", *arguments]) == 2
    assert words in capsys.readouterr().err


FIXED_ROYAL = """
schema = "exactodds/game/2"
id = "fixed-royal"
name = "Fixed royal"
rules_version = "1"

[deck]
ranks = "9-A"

[deal]
own = 3

[wagers.meter]
name = "Meter"
of = "own"
meter = { bet = 1, contribution = "1/5", seed = 100 }

[wagers.meter.pays]
royal = 300
straight-flush = "J/20"
three-of-a-kind = 5

[wagers.meter.lines]
royal = { hand = "straight-flush", ranks = "A" }
"""


def test_where_the_meter_decides_which_line_is_paid_the_value_has_pieces(kept_run: Run) -> None:
    """2,024 hands: 16 straight flushes, of which 4 are royal, and 24 of three of a kind."""
    game = from_text(FIXED_ROYAL).game()
    wager = wager_of(game, "meter")
    formula = formula_of(game, wager, wager.paytables[0], kept_run)
    below, above = (12 * METER / 20 + 4 * 300, 16 * METER / 20)
    for level in (0, 1, 100, 5999, 6000, 6001, 10**6):
        paid = (below if level < 6000 else above).subs(METER, level)
        expected = (paid + 24 * 5 - (2024 - 40)) / sympy.Integer(2024)
        assert formula.value.subs(METER, level) == expected
        assert formula.at({"royal": 300}).subs(METER, level) == expected
        assert formula.at({}, Fraction(level)) == expected
    assert [piece["from"] for piece in formula.document()["pieces"]] == ["0", "6000"]
    assert not formula.at({"royal": 0}).has(sympy.Piecewise)
