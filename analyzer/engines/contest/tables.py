"""The decisions of a contest as tables: what is done by the strength of the own hand, by pair, or by the hand so far.

Rows are exact: a row in which every hand is played alike says so, any other how often each choice is made. What the
suits or the dealer's cards change within a row is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import read_value, type_code, type_of_code
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.board_player import BoardPlayer
from analyzer.engines.contest.duel_player import DuelPlayer, decisions_name
from analyzer.engines.contest.rounds import Ender
from analyzer.engines.decided import DecidedRow, pairs_name
from analyzer.kernels import colex, evaluate

# Cards that count in a hand with community cards.
BEST = 5
# Codes of types of hands are below (cext/hand.pxd).
TYPE_CODES = 64
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class DecidedTable:
    """All that is seen when the decision after a path is made."""

    path: Path
    rows: tuple[DecidedRow, ...]

    @property
    def total(self) -> int:
        return sum(sum(row.counts) for row in self.rows)


def decided_tables(player: Ender) -> list[DecidedTable]:
    """One for each decision that is come to and whose states are listed."""
    tables: Iterable[DecidedTable] = ()
    if isinstance(player, DuelPlayer):
        tables = duel_tables(player)
    elif isinstance(player, BoardPlayer):
        tables = board_tables(player)
    return [table for table in tables if table.rows]


def _counts(groups: NDArray[np.intp], chosen: NDArray[np.uint8], weights: Counts, size: int, choices: int) -> Counts:
    """[group, choice] Bound: no more than all pairs of own and up cards, or of own and community cards."""
    counts = np.zeros(size * choices, dtype=np.int64)
    np.add.at(counts, groups * choices + chosen, weights)
    return counts.reshape(size, choices)


def _choices(bets: Bets, path: Path) -> int:
    return len(bets.stages[len(path)])


# --- duels: by the strength of the player's own hand -----------------------------------------------------------------


def duel_tables(player: DuelPlayer) -> Iterator[DecidedTable]:
    states = player.states
    for path in states.bets.paths():
        counts = np.zeros((states.top_level, _choices(states.bets, path)), dtype=np.int64)
        for own, weights, chosen in _deciding(player, path):
            counts += _counts(states.own_levels[own].astype(np.intp), chosen, weights, *counts.shape)
        yield DecidedTable(path, tuple(_runs(player, counts)))


def _deciding(player: DuelPlayer, path: Path) -> Iterator[tuple[Counts, Counts, NDArray[np.uint8]]]:
    """Own hands (colex) that come to a decision, how many deals of the cards seen they stand for, what they choose."""
    states, first = player.states, player.states.first_up
    if len(path) < first:
        alive = _come_there(player, path, np.arange(len(states.owns)), None)
        chosen = player.arrays[decisions_name(path)].astype(np.uint8)
        yield states.own_indices[alive], states.owns.weights[alive], chosen[alive]
        return
    for (number,) in states.numbers:
        seen = states.states(number)
        order = np.argsort(seen.own)  # as the choices are kept
        hands = np.ascontiguousarray(seen.hands[order])
        alive = _come_there(player, path, states.own_state(hands) if first else order, number)
        chosen = player.arrays[decisions_name(path, number)].astype(np.uint8)
        yield seen.own[order][alive], seen.weights[order][alive], chosen[alive]


def _come_there(player: DuelPlayer, path: Path, owns: NDArray[np.int64], number: int | None) -> NDArray[np.bool_]:
    """[state] whether it comes to the decision after a path; `owns` are its states before the up cards are seen."""
    alive = np.ones(len(owns), dtype=np.bool_)
    for stage, choice in enumerate(path):
        before = stage < player.states.first_up
        chosen = player.arrays[decisions_name(path[:stage], None if before else number)]
        alive &= (chosen[owns] if before else chosen) == choice
    return alive


def _runs(player: DuelPlayer, counts: Counts) -> Iterator[DecidedRow]:
    """Neighbouring strengths with which the same is done, or with which it depends, from the highest down."""
    levels = np.flatnonzero(counts.sum(axis=1))[::-1].tolist()
    names = _level_names(player)
    for _, run in groupby(levels, key=lambda level: tuple((counts[level] > 0).tolist())):
        listed = list(run)
        high, low = names[listed[0]], names[listed[-1]]
        seen = high if high == low else f"{low} to {high}"
        yield DecidedRow(seen, tuple(counts[listed].sum(axis=0).tolist()))


def _level_names(player: DuelPlayer) -> dict[int, str]:
    """What own hands of each level are called."""
    states = player.states
    levels, first = np.unique(states.own_levels, return_index=True)
    strengths = states.duel.own_strengths[first].tolist()
    return {
        level: str(read_value(strength << 1 | 1)) for level, strength in zip(levels.tolist(), strengths, strict=True)
    }


# --- boards: by pair, then by the hand so far ------------------------------------------------------------------------


def board_tables(player: BoardPlayer) -> Iterator[DecidedTable]:
    """Decisions with whole boards are made in each round for itself, so there is no table of them."""
    game = player.game
    for path in game.bets.paths():
        level = game.levels.level_of(len(path))
        before = [game.levels.level_of(stage) for stage in range(len(path))]
        if level == game.levels.top or any(before):
            continue
        yield _by_pair(player, path) if level == 0 else _by_hand(player, path, level)


def _first_choices(player: BoardPlayer, path: Path) -> NDArray[np.uint8]:
    """[pair] the choice after a path before any card is turned."""
    node = player.game.plans[0].nodes.index(path)
    return np.asarray(player.arrays["0"][node, 0], dtype=np.uint8)


def _by_pair(player: BoardPlayer, path: Path) -> DecidedTable:
    """Pairs by their two ranks and whether they are of one suit, from the highest down; equal neighbours together."""
    deck, chosen = player.game.board.deck, _first_choices(player, path)
    counts: dict[tuple[int, bool, int], NDArray[np.int64]] = {}
    for index, (low, high) in enumerate(colex.hands_in_range(0, len(chosen), 2).tolist()):
        one, other = sorted((deck.cards[low], deck.cards[high]))
        key = other >> 2, one & 3 == other & 3, one >> 2
        counts.setdefault(key, np.zeros(_choices(player.game.bets, path), dtype=np.int64))[chosen[index]] += 1
    alike = groupby(sorted(counts, reverse=True), key=lambda key: (key[0], key[1], tuple((counts[key] > 0).tolist())))
    runs = [list(run) for _, run in alike]
    rows = [
        DecidedRow(pairs_name(run[0][0], run[0][1], [key[2] for key in run]), _sum(counts[key] for key in run))
        for run in runs
    ]
    return DecidedTable(path, tuple(rows))


def _sum(rows: Iterable[NDArray[np.int64]]) -> tuple[int, ...]:
    return tuple(int(number) for number in np.sum(list(rows), axis=0))


def _by_hand(player: BoardPlayer, path: Path, level: int) -> DecidedTable:
    """By the type of hand that the player's own cards make with those turned, from the highest down."""
    game = player.game
    sets, turned, node = game.indexed[level], game.levels.cards[level], game.plans[level].nodes.index(path)
    cards = np.array(game.board.deck.cards, dtype=np.uint8)
    pairs = colex.hands_in_range(0, game.levels.pairs, 2)
    goes_on = np.ones(len(pairs), dtype=np.bool_)
    for stage, choice in enumerate(path):
        goes_on &= _first_choices(player, path[:stage]) == choice
    counts = np.zeros((TYPE_CODES, _choices(game.bets, path)), dtype=np.int64)
    size, arguments = min(BEST, turned + 2), game.board.ranking.kernel_arguments
    for number in range(len(sets)):
        board = sets.sets[number, :turned]
        alive = np.flatnonzero(goes_on & ~np.isin(pairs, board).any(axis=1))
        hands = np.concatenate([np.tile(board, (len(alive), 1)), pairs[alive]], axis=1)
        values = evaluate.values_of_cards(np.ascontiguousarray(cards[np.sort(hands, axis=1)]), size, arguments)
        chosen = player.arrays[str(level)][node, number, alive].astype(np.uint8)
        weights = np.full(len(alive), sets.weights[number])
        counts += _counts(type_code(values).astype(np.intp), chosen, weights, *counts.shape)
    codes = np.flatnonzero(counts.sum(axis=1))[::-1].tolist()
    return DecidedTable(
        path, tuple(DecidedRow(type_of_code(code).replace("-", " "), _sum([counts[code]])) for code in codes)
    )
