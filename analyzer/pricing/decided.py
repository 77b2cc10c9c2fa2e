"""The result of a wager with decisions under any choices: one function for all of its solvers."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.game.model import Paytable
from analyzer.pricing.draws import draw_result
from analyzer.pricing.plays import one_street_result, two_streets_result
from analyzer.pricing.results import WagerResult


def decided_result(
    solver: DrawSolver | OneStreet | TwoStreets, paytable: Paytable, played: NDArray[Any] | None = None
) -> WagerResult:
    """What becomes of all deals with the best choices, or with those given."""
    if isinstance(solver, DrawSolver):
        return draw_result(solver, paytable, played)
    if isinstance(solver, OneStreet):
        return one_street_result(solver, paytable, played)
    return two_streets_result(solver, paytable, played)
