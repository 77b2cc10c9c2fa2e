"""A simulation: real cards are dealt, the best strategy is played, all wagers of a round are settled together.

Rounds come in chunks. Chunk i has a stream of random numbers of its own: numpy's Philox, a counter-based generator,
keyed by the seed and jumped ahead i times (2**128 numbers each). So the result depends on the seed and the number of
rounds and not on how many cores dealt them; chunks are added in order, so a simulation that is stopped is the whole
simulation of fewer rounds.

How wagers are settled is in table_layout.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.documents import JsonDict
from analyzer.errors import CountError, SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import (
    Game,
    Wager,
)
from analyzer.kernels import KERNEL_VERSION
from analyzer.numbers import decimal_text
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.pricing.moments import Outcome, paid_name, to_fraction, told_apart
from analyzer.pricing.played import is_played
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.trust.significance import ChiSquare, chi_square, z_score
from analyzer.trust.table_layout import TableLayout, TalliedBet

SCHEMA = "exactodds/simulation/1"
CHUNK = 1 << 18
DEFAULT_ROUNDS = 10_000_000
# Far less likely than anything that chance produces when the analysis is right. With only five expected in a cell, a
# chi-square is this large about 70 times in a million simulations; with a thousand expected, about once.
MIN_P_VALUE = 1e-6

Keys = Mapping[int, int]


@dataclass(frozen=True)
class SimulatedOutcome:
    """One outcome: how often it should have happened and how often it did."""

    name: str
    title: str
    probability: Fraction
    observed: int
    z: float


@dataclass(frozen=True)
class SimulatedWager:
    """One wager under one paytable. `mean` and its z-score are missing where a pay depends on a meter."""

    wager: str
    paytable: str
    rounds: int
    cells: tuple[SimulatedOutcome, ...]
    chi_square: ChiSquare
    ev: Fraction | None
    mean: Fraction | None
    mean_z: float | None

    @property
    def agrees(self) -> bool:
        return min(self.chi_square.p_value, self.chi_square.rare) >= MIN_P_VALUE

    def document(self) -> JsonDict:
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "outcomes": [
                {
                    "name": cell.name,
                    "expected": decimal_text(cell.probability * self.rounds, 3),
                    "observed": str(cell.observed),
                    "z": round(cell.z, 4),
                }
                for cell in self.cells
            ],
            "chi_square": round(self.chi_square.statistic, 6),
            "degrees_of_freedom": self.chi_square.degrees,
            "p_value": self.chi_square.p_value,
            "rare_p_value": self.chi_square.rare,
            "ev": None if self.ev is None else str(self.ev),
            "mean": None if self.mean is None else str(self.mean),
            "mean_z": None if self.mean_z is None else round(self.mean_z, 4),
            "agrees": self.agrees,
        }


@dataclass(frozen=True)
class Simulation:
    """A simulated game. `stopped` means that it was interrupted before all rounds were dealt.

    `asked` is the wager, the paytable and the strategy that were asked for, `sees` the cards that the player saw beyond
    what the file shows; with the digest of the game's file it is all that is needed to deal the same rounds again.
    """

    game: Game
    game_file_digest: str
    asked: Mapping[str, str | None]
    seed: int
    rounds: int
    stopped: bool
    wagers: tuple[SimulatedWager, ...]
    sees: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return all(wager.agrees for wager in self.wagers)

    def document(self) -> JsonDict:
        from analyzer import __version__

        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "game_file_sha256": self.game_file_digest,
            "options": dict(self.game.chosen),
            "program": {"version": __version__, "kernels": KERNEL_VERSION},
            "asked": dict(self.asked),
            **({"sees": list(self.sees)} if self.sees else {}),
            "generator": "Philox, jumped once a chunk",
            "chunk": CHUNK,
            "seed": str(self.seed),
            "rounds": str(self.rounds),
            "stopped": self.stopped,
            "agrees": self.agrees,
            "wagers": [wager.document() for wager in self.wagers],
        }


def simulate(
    game_file: GameFile,
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    rounds: int = DEFAULT_ROUNDS,
    seed: int = 1,
    run: Run | None = None,
    rules: str | None = None,
) -> Simulation:
    """Deal the rounds, and compare what happened with what the analysis expects.

    With `rules`, the path or the name of a strategy, the wager that the strategy is for is played by it.
    """
    game, run = game_file.game(options), run or Run()
    wager = _decided_wager(game, wager, rules) if game_file.sees else wager
    layout = TableLayout(game, run)
    if rules is not None:
        from analyzer.strategy.api import followed_rules

        layout.followed.update(followed_rules(game, wager, paytable, rules, run))
    expected: list[WagerResult] = []
    for chosen in select_wagers(game, wager):
        paytables = select_paytables(chosen, paytable, required=wager is not None)
        if paytables:
            layout.add(chosen, paytables)
            expected += layout.expected(chosen, paytables)
    if not expected:
        raise SelectionError(f"no wager of {game.id} has a paytable {paytable!r}")
    dealt, tallies = _deal(layout, rounds, seed, run)
    if not dealt:
        raise SelectionError("the simulation was stopped before its first chunk of rounds was dealt")
    simulated = tuple(
        _compared(bet, result, tallies[bet.place], dealt) for bet, result in zip(layout.bets, expected, strict=True)
    )
    asked = {"wager": wager, "paytable": paytable, "strategy": None if rules is None else Path(rules).name}
    sees = tuple(map(str, game_file.sees))
    return Simulation(game, game_file.digest, asked, seed, dealt, dealt < rounds, simulated, sees)


def _decided_wager(game: Game, wager: str | None, rules: str | None) -> str:
    """With cards seen that should not be, the main wager alone is played, and as well as it can be."""
    main = game.wagers[0].id
    if wager not in (None, main):
        raise SelectionError(f"cards that are seen change what is decided, and that is decided for {main}, not {wager}")
    if rules is not None:
        raise SelectionError("a strategy does not say what to do with cards that should not be seen; leave out one")
    return main


def _deal(layout: TableLayout, rounds: int, seed: int, run: Run) -> tuple[int, list[Counter[int]]]:
    """(rounds dealt, [{key: rounds}] a wager): all rounds, or whole chunks from the first on if it is interrupted."""
    tallies: list[Counter[int]] = [Counter() for _ in range(layout.count)]
    sizes = [CHUNK] * (rounds // CHUNK) + ([rounds % CHUNK] if rounds % CHUNK else [])
    dealt = 0
    chunks = _chunks(layout, sizes, seed, run.jobs)
    with run.steps("chunks of rounds", len(sizes)) as step:
        try:
            for size, of_chunk in zip(sizes, chunks, strict=True):
                for tally, counts in zip(tallies, of_chunk, strict=True):
                    tally.update(counts)
                dealt += size
                step()
        except KeyboardInterrupt:
            chunks.close()
    return dealt, tallies


def _chunks(layout: TableLayout, sizes: Sequence[int], seed: int, jobs: int) -> Generator[Any, None, None]:
    """The result of each chunk, in order; at most two chunks for each core are computed at a time."""

    def work(number: int) -> list[dict[int, int]]:
        return layout.deal(np.random.Philox(seed).jumped(number), sizes[number])

    waiting: deque[Future[Any]] = deque()
    pool = ThreadPoolExecutor(jobs)
    try:
        for number in range(len(sizes)):
            waiting.append(pool.submit(work, number))
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _compared(bet: TalliedBet, result: WagerResult, tally: Keys, rounds: int) -> SimulatedWager:
    """The tally under the outcomes' names, beside what the analysis expects."""
    seen: Counter[str] = Counter()
    for key, count in tally.items():
        seen[bet.name_of(key)] += count
    if seen.total() != rounds:
        raise CountError(f"{bet.wager.id}: {seen.total()} rounds were settled of {rounds} dealt")
    chances: dict[str, Fraction] = dict.fromkeys(seen, Fraction(0))
    titles: dict[str, str] = {}
    for name, outcome in _named(bet.wager, result):
        chances[name] = chances.get(name, Fraction(0)) + Fraction(outcome.count, result.deals)
        title = outcome.details.get("title", outcome.name)
        titles[name] = title if name == outcome.name else paid_name(title, outcome.net.amount)
    names = [*titles, *(name for name in chances if name not in titles)]
    cells = tuple(
        SimulatedOutcome(
            name, titles.get(name, name), chances[name], seen[name], z_score(seen[name], rounds, chances[name])
        )
        for name in names
        if chances[name] or seen[name]
    )
    test = chi_square([cell.observed for cell in cells], [cell.probability for cell in cells])
    mean, mean_z = _mean(bet.wager, result, seen, rounds)
    return SimulatedWager(bet.wager.id, bet.paytable.id, rounds, cells, test, result.ev, mean, mean_z)


def _named(wager: Wager, result: WagerResult) -> Iterable[tuple[str, Outcome]]:
    """The outcomes under the names that dealt rounds have; the kernel's names are each of one net result."""
    if is_played(wager):
        return told_apart(result.outcomes).items()
    return ((outcome.name, outcome) for outcome in result.outcomes)


def _mean(
    wager: Wager, result: WagerResult, seen: Mapping[str, int], rounds: int
) -> tuple[Fraction | None, float | None]:
    """The mean net result of the rounds, and how many standard errors it is above the expectation."""
    if result.ev is None:
        return None, None
    nets = dict(_named(wager, result))
    if any(name not in nets for name in seen):
        return None, None
    mean = sum((nets[name].net.amount * count for name, count in seen.items()), Fraction(0)) / rounds
    variance = to_fraction(result.price.variance)
    if not variance:
        return mean, 0.0
    return mean, float(mean - result.ev) / sqrt(variance / rounds)
