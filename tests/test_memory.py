"""Memory: fewer cores where they fit, and a refusal with a number where nothing does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.errors import TooLargeError
from analyzer.game.library import game_ids, load_game
from analyzer.pricing.analysis import analyze
from analyzer.run import memory
from analyzer.run.jobs import Run
from analyzer.run.memory import BASE, MEGABYTE, available, jobs_that_fit

PAI_GOW = "pai-gow-wrangler-outlaw"


def test_something_is_available() -> None:
    assert available() > 10 * MEGABYTE


@pytest.mark.parametrize(("free", "jobs"), [(1000, 4), (400, 3), (399, 2), (200, 1)])
def test_as_many_jobs_as_fit(monkeypatch: pytest.MonkeyPatch, free: int, jobs: int) -> None:
    monkeypatch.setattr(memory, "available", lambda: BASE + free * MEGABYTE)
    assert jobs_that_fit("this", 100 * MEGABYTE, 100 * MEGABYTE, 4) == jobs


def test_a_refusal_names_the_count_and_both_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: BASE + 199 * MEGABYTE)
    with pytest.raises(TooLargeError, match=r"this needs 328 MB of memory and 327 MB are free"):
        jobs_that_fit("this", 100 * MEGABYTE, 100 * MEGABYTE, 4)


def test_jobs_that_need_nothing_all_fit() -> None:
    assert jobs_that_fit("this", 0, 0, 7) == 7


@pytest.mark.parametrize(
    ("game", "wager", "what"),
    [
        ("wild-52", "ante-play", "counting states and boards"),
        ("wild-six-card-poker", "poker", "counting draws"),
        ("wild-six-card-poker", "draw-bonus", "counting hands of 6 cards"),
        (PAI_GOW, "base", "counting pairs of hands"),
    ],
)
def test_each_engine_asks_before_it_starts(monkeypatch: pytest.MonkeyPatch, game: str, wager: str, what: str) -> None:
    monkeypatch.setattr(memory, "available", lambda: BASE + MEGABYTE)
    with pytest.raises(TooLargeError, match=what):
        analyze(load_game(game), wager=wager, run=Run(jobs=1))


MEASURE = """
import sys
import exactodds
from analyzer.run import memory

needs = []
fit = memory.jobs_that_fit

def noted(what, shared, each, jobs):
    needs.append(memory.BASE + shared + each * jobs)
    return fit(what, shared, each, jobs)

memory.jobs_that_fit = noted
exactodds.analyze(sys.argv[1], options=dict(pair.split("=") for pair in sys.argv[2:]), jobs=2)
# Not by getrusage, which also counts what the process was forked from.
(peak,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(max(needs), int(peak.split()[1]) * 1024)
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize(
    "arguments", [*([game] for game in game_ids()), [PAI_GOW, "player_sets=optimal"]], ids=" ".join
)
def test_no_engine_takes_more_than_it_says(arguments: list[str]) -> None:
    command = [sys.executable, "-c", MEASURE, *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    said, took = map(int, ran.stdout.split())
    assert took <= said
