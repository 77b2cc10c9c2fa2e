"""Shares of a meter against fixed pays: which line is paid depends on the meter, and every figure follows it."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from analyzer.analysis import analyze
from analyzer.errors import SelectionError
from analyzer.figures import figures_of
from analyzer.hold import house_round
from analyzer.results import WagerResult
from analyzer.run import Run
from analyzer.simulate import simulate
from analyzer.whatif import with_pays
from tests.helpers import from_text, tiny_text

LINES = 'sf: hand = "straight-flush"\nflush: hand = "flush"'
PLAIN = {"ranks": "9-A", "suits": "cdhs", "jokers": 0, "joker": "none", "cards": 5}
RUN = Run(jobs=1)


def progressive(
    sf: str = '"J/10"', flush: str = "500", meter: str = "bet = 1", more: str = "", lines: str = LINES
) -> str:
    text = tiny_text(lines, pays={"sf": sf, "flush": flush}, **PLAIN)  # type: ignore[arg-type]
    return text.replace("uses =", f"{more}\nuses =") + f"[wagers.w.meter]\n{meter}\n"


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
    assert [(piece.start, piece.end) for piece in result.pieces] == [(0, 5000), (5000, None)]
    assert returned(result, 5000) == Fraction(24 * 500, 42504)
    backs = {row["meter"]: Fraction(row["return"]) for row in result.extras["meters"]}
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
    assert result.extras["break_even_meter"] == even
    if even is not None:
        assert returned(result, int(even)) == 1


def test_no_pieces_where_no_order_changes() -> None:
    """The lines do not overlap, the first one listed is paid, or a share is never less."""
    apart = LINES.replace('"flush"', '"flush"; without = ["straight-flush"]')
    for text in (progressive(lines=apart), progressive(more='overlap = "first"'), progressive(flush="0")):
        result = result_of(text)
        assert not result.pieces
        assert "pieces" not in result.document()


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
    assert "long_run_return" not in result.extras
    assert any(warning.startswith("no long-run return: which line") for warning in result.warnings)


def test_what_needs_one_formula_refuses() -> None:
    file = from_text(progressive())
    with pytest.raises(SelectionError, match="which line is paid changes at J = 5000"):
        list(figures_of(file, RUN))
    plain = from_text(progressive(flush="0"))
    assert list(figures_of(plain, RUN))
    with pytest.raises(SelectionError, match="changes at J = 70"):
        list(figures_of(with_pays(plain, "w", {"flush": "7"}), RUN))


def test_a_negative_meter_is_refused() -> None:
    with pytest.raises(SelectionError, match="a meter cannot be -1"):
        result_of(progressive()).at(Fraction(-1))


def test_a_simulation_settles_as_the_result_without_a_meter_says() -> None:
    simulation: Any = simulate(from_text(progressive()), rounds=200_000, run=RUN)
    (simulated,) = simulation.wagers
    assert simulated.agrees
    assert {cell.name for cell in simulated.cells} == {"sf", "flush", "lose"}
