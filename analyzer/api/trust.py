"""Second opinions: simulate and prove."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyzer.api.arguments import (
    OptionValue,
    Running,
    counts,
    game_file,
    option_texts,
    path_of,
    run_of,
    said_in_python,
    text_or_none,
    whole,
    yes_or_no,
)
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import JsonDict

if TYPE_CHECKING:
    from analyzer.api.games import Game
    from analyzer.trust.prove import Proof as MadeProof
    from analyzer.trust.prove import ProofCheck
    from analyzer.trust.simulate import SimulatedWager
    from analyzer.trust.simulate import Simulation as DealtSimulation


class Simulation(Table):
    """Rounds that were dealt and played, beside what the analysis expects; `agrees` if nothing is too unlikely."""

    def __init__(self, dealt: DealtSimulation) -> None:
        self._dealt = dealt

    @property
    def agrees(self) -> bool:
        return self._dealt.agrees

    @property
    def rounds(self) -> int:
        return self._dealt.rounds

    @property
    def wagers(self) -> tuple[SimulatedWager, ...]:
        """By wager and paytable: outcomes with their z-scores, and a chi-square test."""
        return self._dealt.wagers

    def __iter__(self) -> Iterator[SimulatedWager]:
        return iter(self.wagers)

    def document(self) -> JsonDict:
        """As `exactodds simulate --json` prints it."""
        return self._dealt.document()

    def _title(self) -> str:
        return f"{self._dealt.game.id}: {self.rounds:,} rounds, {'agrees' if self.agrees else 'does not agree'}"

    def _columns(self) -> Sequence[Column]:
        return [
            Column("wager"),
            Column("paytable"),
            Column("outcome"),
            Column("expected", "number"),
            Column("observed", "count"),
            Column("z", "number"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (wager.wager, wager.paytable, cell.name, cell.probability * wager.rounds, cell.observed, cell.z)
            for wager in self.wagers
            for cell in wager.cells
        ]


@counts
def simulate(
    game: Game | str | Path,
    *,
    rounds: int | str = 1_000_000,
    seed: int = 1,
    wager: str | None = None,
    paytable: str | None = None,
    strategy: str | Path | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Simulation:
    """Deal real cards, play the strategy found or the one given, and compare with the analysis.

    The same seed gives the same rounds on any number of cores.

    >>> import exactodds
    >>> dealt = exactodds.simulate("three-card-poker-6-card-bonus", rounds=20_000, seed=7)
    >>> dealt
    <Simulation three-card-poker-6-card-bonus: 20,000 rounds, agrees>
    """
    from analyzer.trust.simulate import simulate as deal

    number, start = whole("rounds", rounds, 1, 10**12), whole("seed", seed, 0, (1 << 128) - 1)
    file, chosen = game_file(game), option_texts(options)
    rules = None if strategy is None else str(path_of("strategy", strategy))
    asked = text_or_none("wager", wager), text_or_none("paytable", paytable)
    with said_in_python("strategy", "wager", "paytable"), run_of("simulate", running) as run:
        return Simulation(deal(file, chosen, *asked, number, start, run, rules))


class Proof(Table):
    """What was checked of a game, how many cases, and whether anything differed."""

    def __init__(self, made: MadeProof) -> None:
        self._made = made

    @property
    def passed(self) -> bool:
        return self._made.passed

    @property
    def checks(self) -> tuple[ProofCheck, ...]:
        return self._made.checks

    def document(self) -> JsonDict:
        """As `exactodds prove --json` prints it; a report can have it as an attachment."""
        return self._made.document()

    def _title(self) -> str:
        cases = f"{sum(check.cases for check in self.checks):,} cases in {len(self.checks)} checks"
        return f"{self._made.game.id}: {'passed' if self.passed else 'failed'}, {cases}"

    def _columns(self) -> Sequence[Column]:
        return [Column("part"), Column("what"), Column("cases", "count"), Column("passed"), Column("seconds", "number")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [(check.part, check.what, check.cases, check.passed, check.seconds) for check in self.checks]


@counts
def prove(
    game: Game | str | Path,
    *,
    quick: bool = False,
    seed: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Proof:
    """Run the proofs: the engines against a literal second implementation, published figures, a simulation.

    The whole takes minutes, `quick` less than one once the game has been analysed.

    >>> import exactodds
    >>> exactodds.prove("three-card-poker-6-card-bonus", quick=True).passed  # doctest: +SKIP
    True
    """
    from analyzer.trust.prove import prove as prove_game

    start, is_quick = whole("seed", seed, 0, (1 << 128) - 1), yes_or_no("quick", quick)
    file, chosen = game_file(game), option_texts(options)
    with run_of("prove", running) as run:
        return Proof(prove_game(file, chosen, is_quick, start, run))
