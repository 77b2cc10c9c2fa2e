"""Random exposures of random game files, counted by the engines and played by the referee: every result and choice.

The files are those of tests/test_fuzz_referee.py. Everyday: a few of each kind. Behind the marker `long`:
$EXACTODDS_FUZZ_FILES files of each kind, from $EXACTODDS_FUZZ_SEED on. Faults in rules and engines must be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest

from analyzer.errors import GameFileError, SelectionError, TooLargeError, TooLongError
from analyzer.game.exposed_cards import Exposure, exposed, read_backs
from analyzer.game.language import Rules
from analyzer.game.plan import planned
from analyzer.game.rules_file import parse_rules_file
from analyzer.game.sections import Faults
from analyzer.reference.referee import work
from analyzer.run.jobs import Run
from analyzer.trust import refereed
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.fuzzing.report import FuzzReport
from tests.test_fuzz_referee import LONG, text_of

RUN = Run(jobs=1)
# Deals that the referee settles for one file; draws have many.
MAX_WORK = {"draw": 400_000, "community": 400_000}
LESS_WORK = 60_000
# Files of each kind, and how many of them at least are compared: others are refused, or have too many deals. Of
# draws and community cards those with the fewest deals.
EVERYDAY: dict[str, tuple[Iterable[int], int]] = {
    "exchange": (range(30), 15),
    "reveal": (range(30), 15),
    "draw": ((LONG, LONG + 2, LONG + 28), 3),
    "community": ((LONG + 2, LONG + 7, LONG + 29), 3),
    # A card of the dealer or of another seat, from the first stage on or later, one of them after a fold.
    "board": ((25, 64, LONG + 294, LONG + 17, LONG + 206), 5),
}
KINDS = tuple(EVERYDAY)
# Classes of backs, and how often they are tried.
CLASSES, BACKS = ("2-8", "9-A,Jk", "2,4,6,8,T,Q,A", "5-9", "2-5/6-9", "A/K/T-Q"), 0.2


@dataclass
class Report(FuzzReport):
    too_large: int = 0
    impossible: int = 0

    def details(self) -> str:
        return f", {self.too_large} too large, {self.impossible} with nothing to see"


def random_exposures(random: Random, rules: Rules) -> list[Exposure]:
    """One or two: a group, the dealer's cards, another seat; at any stage."""
    names = [group.name for group in rules.deal] + ["dealer"] * 2 + ["seat"] * 2
    listed = []
    if random.random() < BACKS:
        return [Exposure("dealer", 1, backs=read_backs(random.choice(CLASSES)))]
    for _ in range(random.choice((1, 1, 1, 2))):
        stage = random.randint(1, max(1, len(rules.stages)))
        listed.append(Exposure(random.choice(names), random.choice((1, 1, 1, 2, 3)), random.choice((1, stage))))
    return listed


def exposed_rules(kind: str, seed: int) -> Rules | None:
    """A random file with more seen; None where nothing can be."""
    text, chosen = text_of(kind, seed)
    rules = parse_rules_file(text.encode(), f"{kind} {seed}").rules(chosen)
    random = Random(f"exposed {kind} {seed}")
    for _ in range(12):
        try:
            return exposed(rules, random_exposures(random, rules))
        except SelectionError:
            continue
    return None


def compare_seeds(kind: str, seeds: Iterable[int]) -> Report:
    report = Report(kind)
    for seed in seeds:
        report.files += 1
        try:
            rules = exposed_rules(kind, seed)
        except GameFileError:
            rules = None
        if rules is None:
            report.impossible += 1
        elif work(rules, rules.main.id) > MAX_WORK.get(kind, LESS_WORK):
            report.too_large += 1
        else:
            _compare(report, seed, rules)
    return report


def _compare(report: Report, seed: int, rules: Rules) -> None:
    faults = Faults()
    planned(rules, faults)
    if faults:
        report.refused[re.sub(r"^[\w.\[\]-]+: |'[^']*'", "", faults[0])[:70]] += 1
        return
    for paytable in rules.main.paytables:
        try:
            _, differences = refereed.compare_with_referee(rules, rules.main.id, paytable.id, RUN)
        except (GameFileError, TooLargeError, TooLongError) as error:
            report.refused[re.sub("[0-9,]+", "N", str(error))[:70]] += 1
            return
        except Exception as error:  # whatever stops the comparison is a difference
            differences = [repr(error)]
        report.differences += [f"{report.kind} {seed} {rules.exposed} {paytable.id}: {one}" for one in differences]
    report.compared += 1


@pytest.mark.parametrize("kind", KINDS)
def test_random_exposures_agree_with_the_referee(kind: str) -> None:
    seeds, least = EVERYDAY[kind]
    report = compare_seeds(kind, seeds)
    assert not report.differences, str(report)
    assert report.compared >= least, str(report)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_exposures_agree(kind: str, block: int, capsys: pytest.CaptureFixture[str]) -> None:
    report = compare_seeds(kind, seeds_of_block(block))
    with capsys.disabled():
        print(f"\n{report}")
    assert not report.differences, str(report)
