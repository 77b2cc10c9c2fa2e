"""From a game file to a result: which wagers and paytables, counted and priced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.sections import nearest
from analyzer.pricing.kept_results import KeptResults
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.results import GameResult, WagerResult
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run
from analyzer.run.threads import Beside


def analyze_wager(game: Game, wager: Wager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    """One wager under some of its paytables."""
    return kind_of(wager).results(Solvers(game, run), wager, paytables)


def analyze(
    game_file: GameFile,
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    run: Run | None = None,
    *,
    again: bool = False,
) -> GameResult:
    """Every wager and paytable of the game, or those asked for, under the chosen options.

    What was analysed before is read from the store, unless it is to be priced again: then results are not kept either.
    """
    from analyzer.kernels import KERNEL_VERSION

    game, run = game_file.game(options), run or Run()
    solvers, kept = Solvers(game, run), KeptResults(game_file, game, run)
    results: list[WagerResult] = []
    chosen = [
        (one, tables)
        for one in select_wagers(game, wager)
        if (tables := select_paytables(one, paytable, required=wager is not None))
    ]
    priced_of = _Priced(solvers, chosen, None if again else kept)
    for one, tables in chosen:
        compute = partial(priced_of.results, one)
        priced = compute() if again else kept.of_wager(one, tables, compute)
        results += [result.with_banker(game.banker) for result in priced]
    if not results:
        raise SelectionError(f"no wager of {game.id} has a paytable {paytable!r}; {_paytables_of(game)}")
    joint: tuple[dict[str, Any], ...] = ()
    if game.joint and wager is None and paytable is None:
        evs = {(result.wager, result.paytable): result.ev for result in results}
        compute_joint = partial(_joint, solvers, evs)
        joint = compute_joint() if again else kept.joint(compute_joint)
    return GameResult(game, game_file.digest, KERNEL_VERSION, tuple(results), joint)


class _Priced:
    """Wagers under their paytables, each when it is asked for.

    From the first that has to be counted on, a thread of its own counts wagers that only look at lines: it has work
    while the others wait for Python, or for their last piece.
    """

    def __init__(
        self, solvers: Solvers, chosen: Sequence[tuple[Wager, Sequence[Paytable]]], kept: KeptResults | None
    ) -> None:
        self._solvers, self._chosen, self._kept = solvers, chosen, kept
        self._beside: Beside[list[WagerResult]] | None = None
        self._places: dict[str, int] = {}

    def results(self, wager: Wager) -> list[WagerResult]:
        if self._beside is None:
            self._beside = self._started(wager)
        if wager.id in self._places:
            return self._beside.take(self._places[wager.id])
        return self._compute(wager, self._solvers)

    def _compute(self, wager: Wager, solvers: Solvers) -> list[WagerResult]:
        (tables,) = (tables for one, tables in self._chosen if one is wager)
        return kind_of(wager).results(solvers, wager, tables)

    def _started(self, first: Wager) -> Beside[list[WagerResult]]:
        game, run = self._solvers.game, self._solvers.run
        ahead = [one for one, tables in self._chosen if self._is_ahead(one, tables, first)]
        if run.jobs == 1 or run.cluster is not None or kind_of(first).counted_beside:
            ahead = []
        self._places = {wager.id: place for place, wager in enumerate(ahead)}
        alone = Solvers(game, replace(run, jobs=1))
        return Beside(run.jobs, [partial(self._compute, wager, alone) for wager in ahead])

    def _is_ahead(self, wager: Wager, tables: Sequence[Paytable], first: Wager) -> bool:
        if wager is first or not kind_of(wager).counted_beside:
            return False
        return self._kept is None or not self._kept.has(wager, tables)


def _joint(solvers: Solvers, evs: Mapping[tuple[str, str], Fraction | None]) -> tuple[dict[str, Any], ...]:
    """Lazily: few games name wagers that are made together."""
    from analyzer.pricing.joint import joint_results

    return joint_results(solvers, evs)


def select_wagers(game: Game, wager: str | None) -> tuple[Wager, ...]:
    """The wager of that id, or all."""
    if wager is None:
        return game.wagers
    chosen = tuple(candidate for candidate in game.wagers if candidate.id == wager)
    if not chosen:
        ids = [candidate.id for candidate in game.wagers]
        raise SelectionError(f"{game.id} has no wager {wager!r}{nearest(wager, ids)}; wagers: {', '.join(ids)}")
    return chosen


def select_paytables(wager: Wager, paytable: str | None, *, required: bool = True) -> tuple[Paytable, ...]:
    """The paytable of that id, or all; none at all is an error where it is required."""
    if paytable is None:
        return wager.paytables
    chosen = tuple(candidate for candidate in wager.paytables if candidate.id == paytable)
    if not chosen and required:
        ids = [candidate.id for candidate in wager.paytables]
        raise SelectionError(
            f"{wager.id} has no paytable {paytable!r}{nearest(paytable, ids)}; paytables: {', '.join(ids)}"
        )
    return chosen


def _paytables_of(game: Game) -> str:
    return "; ".join(f"{wager.id}: {', '.join(table.id for table in wager.paytables)}" for wager in game.wagers)
