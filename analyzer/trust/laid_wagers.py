"""Wagers on a table that the kernel deals and settles, or hands that are set in two: one function for each kind.

A kind without one here is played by its own player and settled by the referee (table_layout.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.asked_lines import LineQuestions
from analyzer.engines.duel.by_hand import actions_table, discard_table, one_street_table, two_streets_table
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.duel.weak import weak_hands
from analyzer.engines.paid_lines import name_of, paid_line, paid_lines
from analyzer.engines.two_hands.results import result_of
from analyzer.errors import SelectionError
from analyzer.game.lines import line_records
from analyzer.game.model import Paytable
from analyzer.game.wagers.draw import DRAW_SEAT, DrawWager
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import SetInTwoWager
from analyzer.pricing.lines import LOSE
from analyzer.pricing.plays import result_rows
from analyzer.trust.set_rounds import ByHouseWay, SetSide, Setter, compared, passing
from analyzer.trust.table_layout import Packs, TableLayout

_NO_LINES = line_records([])


def lay_lines(layout: TableLayout, wager: LinesWager, paytables: Sequence[Paytable]) -> None:
    tests = [line.test for line in wager.lines]
    before = line_records([line.test for line in wager.tax.lines]) if wager.tax else _NO_LINES
    best = wager.uses == "best_ranked"
    before_all = wager.tax is not None and not wager.tax.before_last
    layout.table.add_lines(layout.seats(*wager.seats), line_records(tests), before, best, wager.hand_size, before_all)
    layout.put(wager, paytables, lambda paytable: lambda key: _line_name(wager, paytable, key))


def lay_jokers(layout: TableLayout, wager: JokersWager, paytables: Sequence[Paytable]) -> None:
    layout.table.add_jokers(layout.seats(*(seat.name for seat in wager.seats)))
    layout.put(wager, paytables, lambda paytable: lambda key: _joker_name(wager, paytable, key))


def lay_draw(layout: TableLayout, wager: DrawWager, paytables: Sequence[Paytable]) -> None:
    solver = DrawSolver(layout.game, wager, layout.run)
    automatic = None
    if wager.automatic_win is not None:
        automatic = layout.game.ranking.strength_floor(wager.automatic_win, wager.hand_size)
    seats = layout.seats(wager.player.name, DRAW_SEAT, wager.dealer.name)
    records = line_records([line.test for line in wager.lines])
    for number, paytable in enumerate(paytables):
        discards = discard_table(solver, paytable, layout.played(wager, paytable))
        layout.table.add_discard(seats, discards, automatic, wager.may_decline, records, wager.hand_size, number > 0)
        layout.put(wager, [paytable], lambda table: lambda key: _draw_name(wager, table, key))


def lay_play(layout: TableLayout, wager: PlayWager, paytables: Sequence[Paytable]) -> None:
    community = layout.places[wager.community.name] if wager.community else (0, 0)
    seats = [*layout.seats(wager.player.name, wager.dealer.name), community]
    weak = weak_hands(layout.game, wager)
    records = line_records([line.test for line in wager.lines])
    for paytable in paytables:
        played = layout.played(wager, paytable)
        if wager.community is None:
            plays = one_street_table(OneStreet(layout.game, wager, layout.run), paytable, played)
        elif played is None:
            plays = two_streets_table(TwoStreets(layout.game, wager, layout.run), paytable)
        else:
            plays = actions_table(TwoStreets(layout.game, wager, layout.run), played)
        layout.table.add_play(seats, plays, weak.kernel_spans, weak.own_cards, records, wager.hand_size)
        layout.put(wager, [paytable], lambda own: lambda key: _play_name(wager, own, key))


def lay_set(layout: TableLayout, wager: SetInTwoWager, paytables: Sequence[Paytable]) -> None:
    if wager.decided == "settings":
        raise SelectionError(
            f"{wager.id} with player_sets = optimal cannot be simulated: "
            "the simulation sets both hands by the house way"
        )
    seats = layout.seats(wager.player.name, wager.dealer.name)
    setters = ByHouseWay(layout.game, wager.house_way), ByHouseWay(layout.game, wager.dealers_way)
    layout.settlers[layout.count] = partial(_compare_sets, layout, wager, seats, setters)
    layout.put(wager, paytables, lambda _: lambda key: _set_name(wager, key))


def _compare_sets(
    layout: TableLayout,
    wager: SetInTwoWager,
    seats: Sequence[tuple[int, int]],
    setters: tuple[Setter, Setter],
    packs: Packs,
) -> NDArray[np.uint64]:
    """How the back compares | the front << 2 | whether a push pays more << 4."""
    own, other = (layout.set_rounds.side(packs, *one) for one in zip(seats, setters, strict=True))
    back, front = compared(own, other)
    keys = back | front << np.uint64(2)
    if wager.high:
        keys |= _high(layout, wager, packs, seats, (own, other)).astype(np.uint64) << np.uint64(4)
    return keys


def _high(
    layout: TableLayout,
    wager: SetInTwoWager,
    packs: Packs,
    seats: Sequence[tuple[int, int]],
    sides: tuple[SetSide, SetSide],
) -> NDArray[np.bool_]:
    """Whether one of the hands has what makes a push pay more."""
    high = np.zeros(len(packs), dtype=np.bool_)
    for name, (first, number), side in zip(("player", "dealer"), seats, sides, strict=True):
        asked = [question for question in wager.high if question.side == name]
        cards = np.ascontiguousarray(packs[:, first : first + number])
        high |= passing(layout.game, cards, side, asked)
    return high


def lay_asked(layout: TableLayout, wager: AskedLinesWager, paytables: Sequence[Paytable]) -> None:
    """Lines of several questions: the answers of dealt hands, and what they mean for the lines."""
    answers = LineQuestions(layout.game, wager)
    seats = layout.seats(*wager.seats)

    def settle(packs: Packs) -> NDArray[np.uint64]:
        cards = np.concatenate([packs[:, first : first + number] for first, number in seats], axis=1)
        return answers.of_cards(np.ascontiguousarray(cards))

    layout.settlers[layout.count] = settle
    layout.put(wager, paytables, lambda paytable: lambda key: _paid_name(wager, paytable, answers.lines(key)) or LOSE)


# --- what a key means: the names are those of the analysis -----------------------------------------------------------


def _bits(key: int) -> list[int]:
    return [line for line in range(key.bit_length()) if key >> line & 1]


def _line_name(wager: LinesWager, paytable: Paytable, key: int) -> str:
    name = _paid_name(wager, paytable, _bits(key & 0xFFFFFFFF))
    if wager.tax is None:
        return name or LOSE
    taxed = min(_bits(key >> 32), default=-1)
    charge = wager.tax.amounts[taxed] if taxed >= 0 else Fraction(0)
    return f"{name or 'no-prize'}/tax-{charge}"


def _paid_name(wager: LinesWager | JokersWager, paytable: Paytable, satisfied: Sequence[int]) -> str:
    """The lines that are paid; nothing if none is."""
    return name_of([wager.lines[line].id for line in paid_lines(satisfied, paytable, wager.overlap)])


def _joker_name(wager: JokersWager, paytable: Paytable, key: int) -> str:
    where = {seat.name: key >> 4 * place & 15 for place, seat in enumerate(wager.seats)}
    held = [i for i, line in enumerate(wager.lines) if line.jokers.items() <= where.items()]
    return _paid_name(wager, paytable, held) or LOSE


def _draw_name(wager: DrawWager, paytable: Paytable, key: int) -> str:
    result = ("win", "tie", "lose", "automatic-win")[key & 3]
    by_line = wager.win_pays is None and len(wager.lines) > 1
    told_apart = by_line if result == "win" else wager.automatic_win_pays is None
    if result in ("tie", "lose") or not told_apart:
        return result
    return f"{result}/{wager.lines[paid_line(_bits(key >> 8), paytable, wager.overlap)].id}"


def _play_name(wager: PlayWager, paytable: Paytable, key: int) -> str:
    action, happened = key & 3, key >> 2 & 7
    if action == 0:
        return "fold"
    (row,) = (name for name, indices in result_rows(wager) if happened in indices)
    name = "play" if wager.community is None else ("check", "bet")[action - 1]
    line = paid_line(_bits(key >> 8), paytable, wager.overlap)
    return f"{name}/{row}" + (f"/{wager.lines[line].id}" if line >= 0 else "")


def _set_name(wager: SetInTwoWager, key: int) -> str:
    result = result_of(key & 3, key >> 2 & 3, wager.copies)
    if not wager.high_id:
        return result
    if result != "push":
        return LOSE
    return wager.high_id if key >> 4 & 1 else "push"
