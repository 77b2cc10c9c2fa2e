"""Random game files of every shape, counted by the engines and played by the referee: every net result and choice.

Everyday: a few hundred files. Behind the marker `long`: $EXACTODDS_FUZZ_FILES files of each kind, from
$EXACTODDS_FUZZ_SEED on. Faults put into planner, engines and settlement must be found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from analyzer.errors import GameFileError
from analyzer.game import plan
from analyzer.game.file import parse_game_file
from analyzer.game.language import Rules, WagerRules
from analyzer.game.shapes.refusals import NotCountedError
from analyzer.reference.referee import work
from analyzer.run.jobs import Run
from analyzer.trust import refereed
from tests.fuzzed_contest import contest_text
from tests.fuzzed_lines import random_spec, spec_text
from tests.fuzzed_rounds import round_text
from tests.fuzzed_solo import solo_text
from tests.fuzzing.files import random_case
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.fuzzing.report import FuzzReport
from tests.test_fuzz_set import random_file

RUN = Run(jobs=1)
LONG = 1_000_000  # files of long runs have smaller decks
# Deals that the referee settles for one wager of one file; a file with more is left out, and counted.
MAX_WORK = 60_000
EVERYDAY = {
    "lines": range(80),
    "jokers": range(40),
    "play": range(30),
    "community": range(6, 9),
    "draw": range(LONG, LONG + 4),
}
EVERYDAY |= {"set": range(1), "exchange": range(40), "reveal": range(40)}
EVERYDAY |= {"duel": range(40), "board": range(20), "round": range(30)}
KINDS = tuple(EVERYDAY)


def text_of(kind: str, seed: int) -> tuple[str, dict[str, str]]:
    """A random file and the option values to choose."""
    if kind in ("lines", "jokers"):
        return spec_text(random_spec(Random(f"{kind} {seed}"), kind)), {}
    if kind == "set":
        return _set_text(seed), {}
    if kind in ("duel", "board"):
        return contest_text(kind, seed), {}
    if kind == "round":
        return round_text(seed), {}
    if kind in ("exchange", "reveal"):
        return solo_text(kind, seed), {}
    case = random_case(kind, seed)
    return case.text, dict(case.chosen)


def _set_text(seed: int) -> str:
    """Without the rows of the house way that set some hand foul, which are refused."""
    made = random_file(seed)
    while faulty := made.literal.faulty_rows():
        made.rows = [row for number, row in enumerate(made.rows) if number not in faulty]
    return made.text


@dataclass
class Report(FuzzReport):
    too_large: int = 0
    tied: int = 0

    def details(self) -> str:
        return f" ({self.tied} in the mean only, where equal discards end differently), {self.too_large} too large"


def compare_seeds(kind: str, seeds: Iterable[int]) -> Report:
    report = Report(kind)
    for seed in seeds:
        text, chosen = text_of(kind, seed)
        report.files += 1
        try:
            rules = parse_game_file(text.encode(), f"{kind} {seed}").rules(chosen)
        except GameFileError as error:
            report.refused[re.sub(r"^line \d+: |[\w.\[\]-]+: |'[^']*'", "", error.faults[0])[:70]] += 1
            continue
        _compare(report, seed, rules)
    return report


def _compare(report: Report, seed: int, rules: Rules) -> None:
    if max(work(rules, wager.id) for wager in rules.wagers) > MAX_WORK:
        report.too_large += 1
        return
    tied = False
    for wager in rules.wagers:
        for paytable in wager.paytables:
            try:
                _, differences = refereed.compare_with_referee(rules, wager.id, paytable.id, RUN)
            except Exception as error:  # whatever stops the comparison is a difference
                differences = [repr(error)]
            if (
                differences
                and report.kind == "draw"
                and not any(one.startswith(("mean", "deals:")) for one in differences)
            ):
                tied = True
                continue
            report.differences += [f"{report.kind} {seed} {wager.id} {paytable.id}: {one}" for one in differences]
    report.compared += 1
    report.tied += tied


@pytest.mark.parametrize("kind", KINDS)
def test_random_files_agree_with_the_referee(kind: str) -> None:
    report = compare_seeds(kind, EVERYDAY[kind])
    assert not report.differences, str(report)
    assert report.compared >= report.files // 2, str(report)
    assert report.tied <= report.files // 4, str(report)


def always_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wager is counted by a quicker engine."""

    def refused(_table: Any, wager: WagerRules) -> Any:
        raise NotCountedError("", f"{wager.id} is for the general engine")

    monkeypatch.setattr(plan, "_quick_shape", refused)


# Files of other kinds that the general engine counts, too.
GENERAL = {"duel": range(100, 112), "board": range(100, 106), "exchange": range(100, 106), "reveal": range(100, 106)}
GENERAL |= {"play": range(100, 106), "draw": range(LONG + 100, LONG + 102), "lines": range(100, 120)}


@pytest.mark.parametrize("kind", GENERAL)
def test_the_general_engine_agrees_wherever_a_quicker_one_is_used(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    always_general(monkeypatch)
    report = compare_seeds(kind, GENERAL[kind])
    assert not report.differences, str(report)
    assert report.compared >= report.files // 2, str(report)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", GENERAL)
def test_the_general_engine_on_many_files(
    kind: str, block: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    always_general(monkeypatch)
    report = compare_seeds(kind, seeds_of_block(block))
    with capsys.disabled():
        print(f"\ngeneral {report}")
    assert not report.differences, str(report)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_files_agree_with_the_referee(kind: str, block: int, capsys: pytest.CaptureFixture[str]) -> None:
    report = compare_seeds(kind, seeds_of_block(block))
    with capsys.disabled():
        print(f"\n{report}")
    assert not report.differences, str(report)


# --- faults that the fuzzer finds ------------------------------------------------------------------------------------


def _changed_wager(kind: str, **fields: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """The planner makes wagers of a kind with other fields than the file says."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        right = plan.planned

        def wrong(rules: Rules, faults: Any) -> Any:
            game = right(rules, faults)
            wagers = [
                replace(one, **{key: change(getattr(one, key)) for key, change in fields.items()})
                if type(one).__name__ == kind
                else one
                for one in game.wagers
            ]
            return replace(game, wagers=tuple(wagers))

        monkeypatch.setattr(refereed, "planned", wrong)

    return put


def _patched(target: str, change: Callable[[Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        import importlib

        module, _, name = target.rpartition(".")
        outer, _, inner = module.rpartition(".")
        is_class = inner[:1].isupper()
        owner: Any = getattr(importlib.import_module(outer), inner) if is_class else importlib.import_module(module)
        monkeypatch.setattr(owner, name, change(getattr(owner, name)))

    return put


def _other(one: str, two: str) -> Callable[[str], str]:
    return lambda value: two if value == one else one


def _without_first(lines: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first line asks what the second does."""
    return lines if len(lines) < 2 else (replace(lines[0], test=lines[1].test), *lines[1:])


FAULTS: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "planner: the wrong line of several is paid": (
        "lines",
        _changed_wager("LinesWager", overlap=_other("most", "first")),
    ),
    "planner: lines look at the wrong hand": (
        "lines",
        _changed_wager("LinesWager", uses=_other("best_ranked", "pays_most")),
    ),
    "planner: a line asks what another does": ("lines", _changed_wager("LinesWager", lines=_without_first)),
    "planner: a joker more is asked for": (
        "jokers",
        _changed_wager(
            "JokersWager",
            lines=lambda lines: tuple(
                replace(line, jokers={seat: min(number + 1, 2) for seat, number in line.jokers.items()})
                for line in lines
            ),
        ),
    ),
    "planner: the dealer qualifies with less": (
        "play",
        _changed_wager("PlayWager", qualify_rank=lambda rank: max(rank - 5, 0)),
    ),
    "planner: what becomes of the Ante": (
        "play",
        _changed_wager("PlayWager", unqualified=_other("compare", "ante_wins")),
    ),
    "planner: a bet is one more": ("play", _changed_wager("PlayWager", bets=lambda bets: (bets[0] + 1, *bets[1:]))),
    "planner: standing pat": ("draw", _changed_wager("DrawWager", stand_pat=lambda allowed: not allowed)),
    "planner: a bonus is left out": ("play", _changed_wager("PlayWager", lines=lambda lines: ())),
    "engine: the worst choice is taken": (
        "play",
        _patched("analyzer.pricing.plays.choose", lambda right: lambda values: right(-values)),
    ),
    "engine: equal choices are taken in another order": (
        "play",
        _patched(
            "analyzer.pricing.plays.choose",
            lambda right: lambda values: replace(made := right(values), best=made.best * 0),
        ),
    ),
    "engine: the card that was discarded may come back": (
        "exchange",
        _patched(
            "analyzer.engines.exchange.rules.DiscardRules.draws",
            lambda right: lambda self, number: right(self, number) + (number > 0),
        ),
    ),
    "settlement: bets are not in units of the first": (
        "reveal",
        _changed_wager("RevealWager", bets=lambda bets: tuple((name, amount * 2 + 1) for name, amount in bets)),
    ),
    "planner: the dealer always qualifies": ("duel", _changed_wager("ContestWager", qualifies=lambda _: None)),
    "settlement: the last row is asked first": (
        "board",
        _changed_wager("ContestWager", rows=lambda rows: tuple(own[::-1] for own in rows)),
    ),
    "engine: of equal choices the one with the larger bet": (
        "duel",
        _patched("analyzer.engines.bets.Bets.order", lambda right: lambda self, path: right(self, path)[::-1]),
    ),
    "settlement: pays are net of the stake": (
        "lines",
        _changed_wager(
            "LinesWager",
            paytables=lambda tables: tuple(
                replace(
                    table, pays=tuple(pay - replace(pay, amount=Fraction(1), meter=Fraction(0)) for pay in table.pays)
                )
                for table in tables
            ),
        ),
    ),
}
FAULTS |= {
    "general engine: the dealer always qualifies": (
        "round",
        _changed_wager("RoundWager", qualifies=lambda _: None),
    ),
    "general engine: rows are asked backwards": (
        "round",
        _changed_wager("RoundWager", rows=lambda rows: tuple(own[::-1] for own in rows)),
    ),
    "general engine: what a state stands for is forgotten": (
        "round",
        _patched(
            "analyzer.engines.rounds.leaves.states_of",
            lambda right: lambda *asked: replace(made := right(*asked), weights=made.weights * 0 + 1),
        ),
    ),
    "general engine: an exchange costs nothing": (
        "round",
        _patched(
            "analyzer.engines.rounds.ways.Ways._add_discards",
            lambda right: lambda self, node, exchange, amounts: right(self, node, replace(exchange, cost=()), amounts),
        ),
    ),
    "general engine: conditions hold always": (
        "round",
        _patched(
            "analyzer.engines.rounds.kinds.Offers._of_node",
            lambda _right: lambda _self, node, _passed: (1 << len(node.options)) - 1,
        ),
    ),
    "general engine: outcomes do not say what was done": (
        "round",
        _patched("analyzer.pricing.rounds.way_name", lambda _right: lambda _way, _told: ""),
    ),
    "general engine: of equal choices the last": (
        "round",
        _patched("analyzer.engines.rounds.ways.Ways._staked", lambda _right: lambda _self, _amounts: Fraction(0)),
    ),
}
FILES_WITH_A_FAULT = {
    "round": 60,
    "duel": 32,
    "board": 16,
    "exchange": 20,
    "reveal": 20,
    "lines": 40,
    "jokers": 20,
    "play": 40,
    "draw": 24,
    "set": 4,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, put = FAULTS[fault]
    put(monkeypatch)
    report = Report(kind)
    for start in range(0, FILES_WITH_A_FAULT[kind], 4):
        report = compare_seeds(kind, range(LONG + 17 * start, LONG + 17 * (start + 4), 17))
        if report.differences:
            return
    pytest.fail(f"not found: {report}")
