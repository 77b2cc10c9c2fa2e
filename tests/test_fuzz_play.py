"""A bet or a fold against a dealer, with and without community cards: random game files against literal counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import integers
from analyzer.engines.duel import ante_bonus, one_street, two_streets
from analyzer.engines.duel import line_hands as linehands
from analyzer.engines.duel.weak import WeakHands
from analyzer.game.file import GameFile
from analyzer.pricing import plays
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.strategy.one_hand import hand_choices
from tests.fuzzing.compare import compare_seeds
from tests.fuzzing.faults import exchange_two_weights, take_the_last_of_equals
from tests.fuzzing.files import LONG_SEEDS
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.helpers import from_text

EVERYDAY = {"play": range(70), "community": range(6, 22)}
KINDS = tuple(EVERYDAY)


@pytest.mark.parametrize("kind", KINDS)
def test_random_files_agree_with_literal_counts(kind: str) -> None:
    report = compare_seeds(kind, EVERYDAY[kind])
    assert report.is_good, str(report)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_files_agree_with_literal_counts(kind: str, block: int, capsys: pytest.CaptureFixture[str]) -> None:
    report = compare_seeds(kind, seeds_of_block(block))
    with capsys.disabled():
        print(f"\n{report}")
    assert report.is_good, str(report)


TWO_JOKERS = """
schema = "exactodds/game/2"
id = "two-jokers"
name = "Two jokers"
rules_version = "1"
[deck]
jokers = 2
wild = "Jk"
ranks = "3-7"
suits = "cd"
[deal]
player = 5
first = 1
second = 1
dealer = 5
[hands]
players-hand = ["player", "first", "second"]
dealers-hand = ["dealer", "first", "second"]
[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[[round]]
sees = "first"
choose.check = {}
choose.bet = { play = 2 }
[wagers.w]
name = "W"
bets = { ante = 1, play = 0 }
compare = ["players-hand", "dealers-hand"]
qualifies = "pair"
settle.play = [{ qualified = false, pays = 0 }]
"""


@pytest.mark.parametrize("hand", ["3c 3d 4c 7d Jk", "3c 3d 4c Jk Jk", "3c 3d 4c 5d 7d"])
def test_a_hand_is_worth_the_same_whether_its_game_was_counted_before_or_not(hand: str, tmp_path: Path) -> None:
    """With a joker in the hand fewer first community cards are jokers, also where all hands are in the store."""
    file = from_text(TWO_JOKERS)
    run = Run(jobs=1, store=Store(tmp_path))
    alone = hand_choices(file, hand, run=run).document()
    analyze(file, run=run)
    assert hand_choices(file, hand, run=run).document() == alone


@pytest.mark.parametrize("lines", [1, 2])
def test_a_store_that_knows_another_number_of_lines_changes_nothing(lines: int, tmp_path: Path) -> None:
    """Two games whose hands are paid alike, by no line, have different numbers of lines."""
    files = [_with_lines(number) for number in (lines, 3 - lines)]
    run = Run(jobs=1, store=Store(tmp_path))
    analyze(files[0], run=run)
    assert analyze(files[1], run=run).document() == analyze(files[1], run=Run(jobs=1, store=Store(None))).document()


def _with_lines(number: int) -> GameFile:
    bonus = TWO_JOKERS.replace("play = 0 }", 'play = 0, bonus = "free" }\nof = "player"')
    assert bonus != TWO_JOKERS
    lines = "".join(f'lines.never-{line} = {{ hand = "royal-flush", jokers = {line} }}\n' for line in range(number))
    pays = "".join(f"pays.never-{line} = 2\n" for line in range(number))
    return from_text(bonus + 'settle.bonus = [{ pays = "paytable" }]\n' + lines + pays)


# --- faults of one line must be found --------------------------------------------------------------------------------


def loses_nothing_unqualified(patch: pytest.MonkeyPatch) -> None:
    """The Ante that is compared with a dealer who does not qualify has the wrong sign."""
    right = one_street.net_results
    for module in (one_street, two_streets, plays):
        patch.setattr(module, "net_results", lambda wager, bets: (*right(wager, bets)[:5], 1))


def qualifies_one_rank_later(patch: pytest.MonkeyPatch) -> None:
    right = one_street.showdown_of

    def wrong(*arguments: Any) -> Any:
        showdown = right(*arguments)
        return replace(showdown, weak=WeakHands.below(showdown.weak_below + (1 << 16)))

    for module in (one_street, two_streets):
        patch.setattr(module, "showdown_of", wrong)


def pays_the_last_line(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ante_bonus, "paid_line", lambda lines, paytable, overlap: max(lines, default=-1))


def asks_colour_of_representatives(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(linehands.LineQuestion, "tells_suits_apart", False)


def takes_the_last_of_equals(patch: pytest.MonkeyPatch) -> None:
    take_the_last_of_equals(patch, (two_streets, plays))


def ignores_the_bonus(patch: pytest.MonkeyPatch) -> None:
    for module in (ante_bonus, two_streets, plays):
        patch.setattr(module, "paid_lines", lambda wager, paytable, rows: np.full(len(rows), ante_bonus.NO_LINE))


def overflows(patch: pytest.MonkeyPatch) -> None:
    """Whatever the bound, 64 bits are taken to hold it."""
    patch.setattr(integers, "MAX_VALUE", 1 << 400)


FAULTS = (
    loses_nothing_unqualified,
    qualifies_one_rank_later,
    pays_the_last_line,
    asks_colour_of_representatives,
    takes_the_last_of_equals,
    exchange_two_weights,
    ignores_the_bonus,
    overflows,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_found(
    kind: str, fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    assert compare_seeds(kind, EVERYDAY[kind], most_differences=1).differences


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_found_by_files_of_long_runs(
    kind: str, fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    assert compare_seeds(kind, range(LONG_SEEDS, LONG_SEEDS + 200), most_differences=1).differences
