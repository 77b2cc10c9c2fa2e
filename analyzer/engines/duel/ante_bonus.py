"""The bonus on the Ante: which line each hand is paid by, and what folding and playing are worth with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.line_hands import LineHands, lines_of_set, question_of
from analyzer.engines.paid_lines import paid_line
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, array_of, over_common_denominator, plus, times

NO_LINE = -1


def paid_lines(wager: PlayWager, paytable: Paytable, rows: LineHands) -> NDArray[np.int64]:
    """[row]: the bonus line that is paid, or NO_LINE."""
    different, place = np.unique(rows.sets, return_inverse=True)
    lines = [paid_line(lines_of_set(bits), paytable, wager.overlap) for bits in different.tolist()]
    return np.array(lines, dtype=np.int64)[place]


def bonus_of(game: Game, wager: PlayWager, paytable: Paytable, cards: Sequence[int]) -> Fraction:
    """What the bonus pays a hand that is not folded."""
    satisfied = question_of(game, wager).sets(np.array([sorted(cards)], dtype=np.uint8))[0]
    line = paid_line(lines_of_set(int(satisfied)), paytable, wager.overlap)
    return paytable.pays[line].amount if line >= 0 else Fraction(0)


def bonus_units(wager: PlayWager, paytable: Paytable, rows: LineHands) -> tuple[Integers, int]:
    """[row]: the bonus times the common denominator of all pays, and that denominator."""
    pays, denominator = over_common_denominator([*(pay.amount for pay in paytable.pays), Fraction(0)])
    return array_of(pays)[paid_lines(wager, paytable, rows)], denominator


def first_values(
    wager: PlayWager, paytable: Paytable, rows: LineHands, play: Integers, deals: int
) -> tuple[Integers, int]:
    """[row, (fold, play)] expected net results with the bonus, and their unit.

    `play[class]` is the sum of net results over `deals` deals without it.
    """
    bonus, denominator = bonus_units(wager, paytable, rows)
    played = plus(times(play[rows.classes], denominator), times(bonus, deals))
    unit = deals * denominator
    return np.stack([np.broadcast_to(array_of([-unit]), played.shape), played], axis=1), unit
