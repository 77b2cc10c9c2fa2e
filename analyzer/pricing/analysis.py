"""From a game file to a result: which wagers and paytables, counted and priced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import (
    AskedLinesWager,
    ContestWager,
    DrawWager,
    ExchangeWager,
    Game,
    JokersWager,
    LinesWager,
    Paytable,
    PlayWager,
    PushWager,
    RevealWager,
    RoundWager,
    SeenDrawWager,
    SeenExchangeWager,
    SeenPlayWager,
    SeenRevealWager,
    SetWager,
    SideWager,
    Wager,
    WildLinesWager,
)
from analyzer.game.sections import nearest
from analyzer.pricing.results import GameResult, WagerResult
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run

# One engine for each kind of wager, by module and function: a game waits only for the engines that it needs.
ENGINES: dict[type[Wager], tuple[str, str]] = {
    LinesWager: ("analyzer.pricing.lines", "analyze_lines"),
    JokersWager: ("analyzer.pricing.lines", "analyze_jokers"),
    DrawWager: ("analyzer.pricing.draws", "analyze_draw"),
    PlayWager: ("analyzer.pricing.plays", "analyze_play"),
    SetWager: ("analyzer.pricing.set_wagers", "analyze_set"),
    PushWager: ("analyzer.pricing.set_wagers", "analyze_push"),
    ExchangeWager: ("analyzer.pricing.solo", "analyze_exchange"),
    SeenExchangeWager: ("analyzer.pricing.seen_exchange", "analyze_seen_exchange"),
    RevealWager: ("analyzer.pricing.solo", "analyze_reveal"),
    SeenRevealWager: ("analyzer.pricing.seen_reveal", "analyze_seen_reveal"),
    SeenDrawWager: ("analyzer.pricing.seen_draws", "analyze_seen_draw"),
    SeenPlayWager: ("analyzer.pricing.seen_plays", "analyze_seen_play"),
    ContestWager: ("analyzer.pricing.contest", "analyze_contest"),
    RoundWager: ("analyzer.pricing.rounds", "analyze_round"),
    WildLinesWager: ("analyzer.pricing.lines", "analyze_lines"),
    SideWager: ("analyzer.pricing.side", "analyze_side"),
    AskedLinesWager: ("analyzer.pricing.lines", "analyze_lines"),
}


def analyze_wager(game: Game, wager: Wager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    """One wager under some of its paytables, by the engine for its kind."""
    return _analyze_wager(Solvers(game, run), wager, paytables)


def _analyze_wager(solvers: Solvers, wager: Wager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    module, function = ENGINES[type(wager)]
    engine: Callable[[Solvers, Wager, Sequence[Paytable]], list[WagerResult]]
    engine = getattr(import_module(module), function)
    return engine(solvers, wager, paytables)


def analyze(
    game_file: GameFile,
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    run: Run | None = None,
) -> GameResult:
    """Every wager and paytable of the game, or those asked for, under the chosen options."""
    from analyzer.kernels import KERNEL_VERSION

    game = game_file.game(options)
    solvers = Solvers(game, run or Run())
    results: list[WagerResult] = []
    for chosen in select_wagers(game, wager):
        paytables = select_paytables(chosen, paytable, required=wager is not None)
        if paytables:
            priced = _analyze_wager(solvers, chosen, paytables)
            results += [result.with_banker(game.banker) for result in priced]
    if not results:
        raise SelectionError(f"no wager of {game.id} has a paytable {paytable!r}; {_paytables_of(game)}")
    joint: tuple[dict[str, Any], ...] = ()
    if game.joint and wager is None and paytable is None:
        from analyzer.pricing.joint import joint_results

        joint = joint_results(solvers, {(result.wager, result.paytable): result.ev for result in results})
    return GameResult(game, game_file.digest, KERNEL_VERSION, tuple(results), joint)


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
