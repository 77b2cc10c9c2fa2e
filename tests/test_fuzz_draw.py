"""One card exchanged before a showdown: random game files against literal counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from analyzer import integers
from analyzer.cards.ranking import FIVE_CARD_TYPES, Ranking
from analyzer.engines.duel import discard
from analyzer.engines.duel.discard import DrawSolver
from analyzer.pricing import draws
from tests.fuzzing.compare import compare_seeds
from tests.fuzzing.faults import exchange_two_weights, take_the_last_of_equals
from tests.fuzzing.files import LONG_SEEDS
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block

EVERYDAY = range(26)


def test_random_files_agree_with_literal_counts() -> None:
    report = compare_seeds("draw", EVERYDAY)
    assert report.is_good, str(report)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_random_files_agree_with_literal_counts(block: int, capsys: pytest.CaptureFixture[str]) -> None:
    report = compare_seeds("draw", seeds_of_block(block))
    with capsys.disabled():
        print(f"\n{report}")
    assert report.is_good, str(report)


def test_pays_that_are_all_losses_may_have_a_large_denominator() -> None:
    """A file of a long run: the loss of all deals was larger than the bound of the sums."""
    report = compare_seeds("draw", [1_005_758])
    assert report.is_good, str(report)
    assert report.compared == 1


def test_a_named_colour_is_not_asked_of_a_class_of_two_suits() -> None:
    """A file of a long run with hearts and spades alone: lines on black cards were counted as if suits could change
    places."""
    report = compare_seeds("draw", [4_000_172])
    assert report.is_good, str(report)
    assert report.compared == 1


# --- faults of one line must be found --------------------------------------------------------------------------------


def wins_at_once_whatever_the_top_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Ranking, "strength_floor", lambda ranking, name, size: FIVE_CARD_TYPES.index(name) << 20)


def wins_at_once_above_the_hand_only(patch: pytest.MonkeyPatch) -> None:
    right = Ranking.strength_floor
    patch.setattr(Ranking, "strength_floor", lambda *arguments: right(*arguments) + (1 << 20))


def pays_the_last_line(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(discard, "paid_line", lambda lines, paytable, overlap: max(lines, default=-1))


def takes_the_last_of_equals(patch: pytest.MonkeyPatch) -> None:
    take_the_last_of_equals(patch, (discard, draws))


def stands_pat_too_often(patch: pytest.MonkeyPatch) -> None:
    right = vars(DrawSolver)["pat_factor"].func
    patch.setattr(DrawSolver, "pat_factor", property(lambda solver: right(solver) + 1))


def wins_ties(patch: pytest.MonkeyPatch) -> None:
    """A tie counts as a win by the line of the first category."""
    right = DrawSolver.totals

    def wrong(solver: DrawSolver, choice: Any) -> dict[str, list[int]]:
        totals = right(solver, choice)
        totals["win"][0] += sum(totals["tie"])
        totals["tie"] = [0] * len(totals["tie"])
        return totals

    patch.setattr(DrawSolver, "totals", wrong)


def overflows(patch: pytest.MonkeyPatch) -> None:
    """Whatever the bound, 64 bits are taken to hold it."""
    patch.setattr(integers, "_BITS", 400)


FAULTS = (
    wins_at_once_whatever_the_top_hand,
    wins_at_once_above_the_hand_only,
    pays_the_last_line,
    takes_the_last_of_equals,
    exchange_two_weights,
    stands_pat_too_often,
    wins_ties,
    overflows,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found(fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    assert compare_seeds("draw", EVERYDAY, most_differences=1).differences


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_by_files_of_long_runs(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    assert compare_seeds("draw", range(LONG_SEEDS, LONG_SEEDS + 200), most_differences=1).differences
