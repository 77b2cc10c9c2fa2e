"""Which line is paid, taxes, progressives, and lines that can never be hit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.engines.paid_lines import paid_line
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from tests.helpers import from_text, tiny_text, wager_of

PLAIN = {"ranks": "9-A", "suits": "cdh", "jokers": 0, "joker": "none", "cards": 5}


def wager(text: str) -> JsonDict:
    document = analyze(from_text(text), run=Run(jobs=1)).document()
    return dict(document["wagers"][0])


def counts(result: JsonDict) -> dict[str, int]:
    return {outcome["name"]: int(outcome["count"]) for outcome in result["outcomes"]}


def paytable(*pays: Pay) -> Paytable:
    return Paytable("1", pays)


def test_the_line_that_pays_most() -> None:
    table = paytable(Pay(Fraction(1)), Pay(Fraction(3)), Pay(Fraction(3)), Pay(Fraction(0)))
    assert paid_line((0, 1), table, "most") == 1
    assert paid_line((1, 2), table, "most") == 1, "ties go to the first line"
    assert paid_line((2, 1), table, "most") == 1
    assert paid_line((3,), table, "most") == 3, "a line that pays 0 is still a push"
    assert paid_line((), table, "most") == -1


def test_a_share_of_the_meter_against_an_amount() -> None:
    table = paytable(Pay(Fraction(500)), Pay(Fraction(0), Fraction(1, 10)))
    assert [paid_line((0, 1), table, "most", Fraction(level)) for level in (0, 4999, 5000, 5001)] == [0, 0, 0, 1]
    assert paid_line((0, 1), table, "most") == 1, "without a meter: from some level on"
    assert paid_line((0, 1), table, "first", Fraction(10**6)) == 0


def test_the_first_line_listed() -> None:
    table = paytable(Pay(Fraction(1)), Pay(Fraction(3)))
    assert paid_line((0, 1), table, "first") == 0
    assert paid_line((1,), table, "first") == 1
    assert paid_line((), table, "first") == -1


def test_ties_between_lines() -> None:
    lines = 'a: hand = "flush"\nb: hand = ["flush", "straight"]'
    both = wager(tiny_text(lines, **PLAIN))  # type: ignore[arg-type]
    swapped = wager(tiny_text("\n".join(reversed(lines.splitlines())), **PLAIN))  # type: ignore[arg-type]
    assert counts(both)["a"] > 0
    assert counts(swapped)["a"] == 0
    assert sum(counts(both).values()) == comb(18, 5)
    assert both["ev"] == swapped["ev"]


def test_a_line_that_nothing_satisfies_is_a_warning() -> None:
    result = wager(tiny_text('a: hand = "four-of-a-kind"\nb: hand = "flush"', **PLAIN))  # type: ignore[arg-type]
    assert result["warnings"] == ["line a can never be hit: no hand satisfies it"]


def test_a_line_whose_hands_are_all_taken_is_a_warning() -> None:
    text = tiny_text(
        'flush: hand = "flush"\nrun: hand = ["straight", "straight-flush"]\nboth: hand = "straight-flush"',
        pays={"flush": 5, "run": 6, "both": 2},
        **PLAIN,  # type: ignore[arg-type]
    )
    (warning,) = wager(text)["warnings"]
    assert "both" in warning
    assert "run" in warning


def test_no_warning_where_every_line_is_hit() -> None:
    assert wager(tiny_text('a: hand = "flush"\nb: hand = "straight"', **PLAIN))["warnings"] == []  # type: ignore[arg-type]


def test_a_line_that_pays_nothing_is_a_push() -> None:
    result = wager(tiny_text('a: hand = "pair"', pays={"a": 0}, **PLAIN))  # type: ignore[arg-type]
    pair = Fraction(counts(result)["a"], comb(18, 5))
    assert Fraction(result["ev"]) == pair - 1
    assert result["hit_frequency"] == "0"


# --- taxes -----------------------------------------------------------------------------------------------------------


def tax_row(hand: str, tax: str) -> str:
    return f'hand = "{hand}", pays = "-{tax}"'


def test_tax_and_prize_are_joint() -> None:
    """Four aces cannot be drawn from a hand without a pair: the two are far from independent."""
    game = {"ranks": "Q-A", "suits": "cdhs", "jokers": 0, "joker": "none", "cards": 6}
    taxes = [tax_row("three-of-a-kind", "2"), tax_row("full-house", "1/2")]
    result = wager(tiny_text('quads: hand = "four-of-a-kind"', pays={"quads": 10}, tax=taxes, **game))  # type: ignore[arg-type]
    outcomes = result["outcomes"]
    assert sum(counts(result).values()) == int(result["deals"]) == comb(12, 5) * 7
    for outcome in outcomes:
        assert Fraction(outcome["pays"]) == Fraction(outcome["prize"]) - Fraction(outcome["tax"])
    chance = {outcome["name"]: Fraction(outcome["probability"]) for outcome in outcomes}
    tax = sum(chance[o["name"]] * Fraction(o["tax"]) for o in outcomes)
    prize = sum(chance[o["name"]] * Fraction(o["prize"]) for o in outcomes)
    assert (Fraction(result["expected_tax"]), Fraction(result["expected_prize"])) == (tax, prize)
    assert Fraction(result["prize_to_tax"]) == prize / tax
    assert Fraction(result["ev"]) == prize - tax
    squares = sum(chance[o["name"]] * Fraction(o["pays"]) ** 2 for o in outcomes)
    assert Fraction(result["variance"]) == squares - (prize - tax) ** 2


def test_equal_taxes_are_one_outcome() -> None:
    """One outcome for each pair of prize and tax, whichever lines they come from."""
    game = {"ranks": "Q-A", "suits": "cdhs", "jokers": 0, "joker": "none", "cards": 6}
    taxes = [tax_row("three-of-a-kind", "1"), tax_row("full-house", "1"), 'hand = "pair", pays = 0']
    result = wager(tiny_text('quads: hand = "four-of-a-kind"', tax=taxes, **game))  # type: ignore[arg-type]
    names = Counter(outcome["name"] for outcome in result["outcomes"])
    assert set(names.values()) == {1}


def test_the_first_row_that_passes_charges() -> None:
    """Rows of a settlement are tried in order, so they may overlap."""
    game = {"ranks": "Q-A", "suits": "cdhs", "jokers": 0, "joker": "none", "cards": 6}

    def expected(*taxes: str) -> Fraction:
        result = wager(tiny_text('quads: hand = "four-of-a-kind"', tax=taxes, **game))  # type: ignore[arg-type]
        assert not result["warnings"]
        return Fraction(result["expected_tax"])

    trips, pair = tax_row("three-of-a-kind", "2"), 'groups = "2", pays = -3'
    assert expected(trips, pair) + expected(trips) / 2 == expected(pair)


# --- progressives ----------------------------------------------------------------------------------------------------


def at_meter(expression: str, level: Fraction) -> Fraction:
    """The value of an expression of integers, + - * / and J."""
    assert set(expression) <= set("0123456789+-*/J ()")
    tokens = "".join(f"F({t})" if t.isdigit() else t for t in _tokens(expression))
    return Fraction(eval(tokens, {"F": Fraction, "J": level}))


def _tokens(expression: str) -> list[str]:
    wrong: list[str] = []
    for sign in expression:
        if sign.isdigit() and wrong and wrong[-1].isdigit():
            wrong[-1] += sign
        else:
            wrong.append(sign)
    return wrong


@pytest.mark.parametrize("prizes", ["for_one", "to_one"])
@pytest.mark.parametrize("bet", ["1", "5", "1/2"])
def test_the_progressive(analyzed: Any, prizes: str, bet: str) -> None:
    document = analyzed("wild-six-card-draw-poker", prizes=prizes, bet=bet)
    result = wager_of(document, "progressive")
    count = counts(result)
    deals = comb(54, 5)
    dollars = {
        "natural-four-of-a-kind": 500,
        "natural-full-house": 100,
        "natural-flush": 50,
        "five-of-a-kind": 555,
        "wild-royal-flush": 250,
        "wild-straight-flush": 100,
        "wild-four-of-a-kind": 5,
        "wild-full-house": 5,
        "wild-flush": 5,
    }
    for level in (Fraction(0), Fraction(1000), Fraction(7, 3)):
        prize = {"natural-royal-flush": level, "natural-straight-flush": level / 10} | dollars
        won = sum((count[name] * Fraction(paid) for name, paid in prize.items()), Fraction(0))
        kept = sum(count[name] for name in prize) * Fraction(bet) if prizes == "to_one" else 0
        back = (won + kept) / deals / Fraction(bet)
        assert at_meter(result["return"], level) == back
        assert at_meter(result["ev"], level) == back - 1
        assert at_meter(result["house_edge"], level) == 1 - back
    if result["break_even_meter"] is not None:
        assert at_meter(result["ev"], Fraction(result["break_even_meter"])) == 0
    for row in result["meters"]:
        assert Fraction(row["return"]) == at_meter(result["return"], Fraction(row["meter"]))


def test_the_progressive_in_the_long_run(analyzed: Any) -> None:
    """What goes in comes out: the contribution, and the seed after each royal."""
    document = analyzed("wild-six-card-draw-poker", contribution="1/10", seed="10000")
    result = wager_of(document, "progressive")
    assert at_meter(result["return"], Fraction(result["average_meter"])) == Fraction(result["long_run_return"])
    royal, straight_flush = Fraction(4, comb(54, 5)), Fraction(36, comb(54, 5))
    paid = (royal + straight_flush / 10) * Fraction(result["average_meter"])
    assert paid == Fraction(1, 10) + royal * 10000
    half = wager_of(analyzed("wild-six-card-draw-poker", seed="1"), "progressive")
    assert "long_run_return" not in half
    assert half["warnings"] == ["no long-run return: it needs contribution and seed, and no contribution is given"]
    assert wager_of(analyzed("wild-six-card-draw-poker"), "progressive")["warnings"] == []


def test_the_largest_payoff_is_written_like_the_others(analyzed: Any) -> None:
    result = wager_of(analyzed("wild-six-card-draw-poker"), "progressive")
    assert result["largest_payoff"] == result["outcomes"][0]["pays"] == "J - 1"
