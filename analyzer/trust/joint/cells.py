"""Two set hands and the wagers on their push: the cells of the pair count."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from analyzer.engines.two_hands.results import result_of
from analyzer.engines.two_hands.solver import push_limit, set_solver
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.set_in_two import SetInTwoWager
from analyzer.pricing.joint import JointMoments
from analyzer.run.jobs import Run
from analyzer.trust.joint.parts import Parts, Spread, moments_of


def by_cells(game: Game, parts: Parts, run: Run) -> JointMoments | None:
    """Two set hands: every wager is a function of how they compare and of which limits the higher front reaches."""
    sets = [wager for wager, _ in parts.sets]
    ways = {(wager.ways, wager.player, wager.dealer) for wager in sets}
    if len(ways) != 1 or any(wager.decided for wager in sets):
        return None
    by_limit = {solver.limit: solver.pairs for solver in (set_solver(game, wager, run) for wager in sets)}
    limits = sorted(by_limit)
    counts = [by_limit[limit] for limit in limits]
    spread: Spread = []
    for back, front in product(range(3), range(3)):
        for reached, count in enumerate(_by_limits_reached([pairs.cells[back][front] for pairs in counts])):
            nets = tuple(_cell_net(*one, (back, front), limits[:reached]) for one in parts.sets)
            spread.append((Fraction(count), nets))
    return moments_of(parts.made, spread, counts[0].deals)


def _by_limits_reached(cells: Sequence[tuple[int, int]]) -> list[int]:
    """Deals by how many of the ascending limits the higher front reaches; cells are (below, not below) each limit."""
    below = [0, *(low for low, _ in cells)]
    totals = {low + high for low, high in cells}
    by_number = [later - earlier for earlier, later in pairwise([*below, max(totals)])]
    if len(totals) != 1 or min(by_number) < 0:
        raise CountError(f"counts under several limits do not fit together: {list(cells)}")
    return by_number


def _cell_net(wager: SetInTwoWager, paytable: Paytable, cell: tuple[int, int], reached: Sequence[int]) -> Fraction:
    """The net result where back and front compare so, and the higher front reaches these limits."""
    pays = [pay.amount for pay in paytable.pays]
    result = result_of(*cell, wager.copies)
    if not wager.high_id:
        return {"win": pays[0], "push": Fraction(0), "lose": Fraction(-1)}[result]
    return Fraction(-1) if result != "push" else pays[0] if push_limit(wager) in reached else pays[1]
