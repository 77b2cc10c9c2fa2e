"""Lines and jokers on the same cards: given those cards the jokers lie in the seats by chance alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod

from analyzer.engines.tally import count_lines
from analyzer.game.lines import LineTest
from analyzer.game.model import Game, Line
from analyzer.pricing.joint import JointMoments
from analyzer.run.jobs import Run
from analyzer.trust.joint.parts import Parts, Spread, joker_net, lines_net, moments_of


def by_lines(game: Game, parts: Parts, run: Run) -> JointMoments | None:
    """Lines and jokers on the same cards: lines by the number of jokers, and the jokers in the seats by chance."""
    if len(parts.lines) != 1 or len(parts.jokers) != 1:
        return None
    ((lined, lined_pays),), ((jokered, jokered_pays),) = parts.lines, parts.jokers
    if lined.tax is not None or set(lined.seat_names) != set(jokered.seat_names):
        return None
    marks = tuple(Line(f"{n}-jokers", "", LineTest(jokers=1 << n)) for n in range(3))
    counts = count_lines(game, replace(lined, lines=(*lined.lines, *marks)), run)
    spread: Spread = []
    for (satisfied, _), count in counts.counts.items():
        (held,) = (line - len(lined.lines) for line in satisfied if line >= len(lined.lines))
        own = lines_net(lined, lined_pays, [line for line in satisfied if line < len(lined.lines)])
        for seats in product(range(held + 1), repeat=len(jokered.seats)):
            if sum(seats) == held:
                ways = prod(comb(seat.cards, n) for seat, n in zip(jokered.seats, seats, strict=True))
                weight = Fraction(count * ways, comb(lined.cards, held))
                where = {seat.name: n for seat, n in zip(jokered.seats, seats, strict=True)}
                nets = {lined.id: own, jokered.id: joker_net(jokered, jokered_pays, where)}
                spread.append((weight, tuple(nets[wager.id] for wager, _ in parts.made)))
    return moments_of(parts.made, spread, counts.deals)
