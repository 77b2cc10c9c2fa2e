"""Work beside other work: threads that take calls ahead, a second process, and counts that two threads ask for."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from threading import Barrier, Event, Thread

import numpy as np
import pytest

from analyzer.errors import CountError
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.run.threads import Beside

SCRIPT = """
import os, signal
from contextlib import contextmanager
from functools import partial
from analyzer.run.helper import with_helper
from time import sleep

parent, steps = os.getpid(), []

@contextmanager
def counted():
    yield lambda: steps.append(1)

def made(number):
    sleep(0.01)
    return number, os.getpid() == parent

def only_here(number, how):
    sleep(0.01)
    if os.getpid() != parent:
        how()
    return number

def killed():
    os.kill(os.getpid(), signal.SIGKILL)

def fails():
    raise ValueError("only in the helper")

results = with_helper([partial(made, number) for number in range(40)], counted())
assert [number for number, _ in results] == list(range(40)), results
assert {here for _, here in results} == {True, False}, results
assert len(steps) == 40
for how in (killed, fails):
    assert with_helper([partial(only_here, number, how) for number in range(20)], counted()) == list(range(20))

def wrong():
    sleep(0.01)
    raise ValueError("everywhere")

try:
    with_helper([wrong] * 4, counted())
except ValueError as error:
    print(error)
"""


def test_a_second_process_makes_a_part_and_its_parent_what_it_did_not_make() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "everywhere\n", "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_call_beside_fails_where_its_result_is_taken(jobs: int) -> None:
    def fail() -> int:
        raise CountError("in the thread")

    beside = Beside(jobs, [lambda: 1, fail])
    assert beside.take(0) == 1
    with pytest.raises(CountError, match="in the thread"):
        beside.take(1)


def test_what_the_thread_has_not_begun_its_caller_makes() -> None:
    begun, go_on = Event(), Event()

    def first() -> str:
        begun.set()
        assert go_on.wait(60)
        return "thread"

    beside = Beside(2, [first, lambda: "caller"])
    assert begun.wait(60)
    assert beside.take(1) == "caller"
    go_on.set()
    assert beside.take(0) == "thread"


def test_two_threads_that_need_one_count_make_it_once_and_warn_of_nothing(tmp_path: Path) -> None:
    store, together, counted = Store(tmp_path), Barrier(2), []

    def count() -> Arrays:
        counted.append(1)
        return {"numbers": np.arange(3)}

    def ask() -> None:
        together.wait(60)
        store.arrays("numbers", {}, count)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        threads = [Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert counted == [1]
    assert store.has("numbers", {})


def test_wagers_counted_ahead_are_worth_the_same(tmp_path: Path) -> None:
    file = load_game("three-card-poker-6-card-bonus")
    one, two = (analyze(file, run=Run(jobs=jobs, store=Store(tmp_path / str(jobs)))).document() for jobs in (1, 2))
    assert one == two
