"""One state of a duel: what each choice is worth there, every dealer hand looked at, and nothing else counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.duel_counts import counts_against
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.play import LevelStates, Nets
from analyzer.errors import CardError, SelectionError
from analyzer.integers import Integers, summed
from analyzer.run.jobs import Run


def duel_choices(
    duel: Duel, bets: Bets, own: Sequence[int], up: Sequence[int] | None, path: Path, run: Run
) -> list[tuple[int, Fraction]]:
    """The choices offered after a path, and the expectation of the whole round with each and the best play afterwards.

    `own` and `up` are positions in the deck; `up` is None at a stage that does not see the dealer's cards.
    """
    states = DuelStates(duel, bets)
    _check_path(states, own, path)
    _check_cards(states, own, up, path)
    if up or not states.is_seen:
        known = sorted(up or ())
        level = _level(states, own, [tuple(known)], run)
        return _values(level, path, {later: choice.value for later, choice in level.decide({}).items()})
    left = [card for card in range(states.deck.size) if card not in own]
    after = _level(states, own, list(combinations(left, states.up)), run)
    later: dict[Path, Integers] = {
        entry: summed(choice.value[None], axis=1)
        for entry, choice in after.decide({}).items()
        if len(entry) == after.first
    }
    counts = after.counts.sum(axis=0, dtype=np.int64)[None]
    before = LevelStates(after.nets, 0, after.first, counts, after.kinds[:1], after.own[:1], states.deals_dealer)
    values = later | {entry: choice.value for entry, choice in before.decide(later).items()}
    return _values(before, path, values)


def _level(states: DuelStates, own: Sequence[int], ups: Sequence[tuple[int, ...]], run: Run) -> LevelStates:
    """The own hand with each of these up cards."""
    duel, index = states.duel, colex_index(own)
    rows: list[NDArray[np.int64]] = []
    with run.steps("duel", len(ups)) as step:
        for up in ups:
            rows.append(counts_against(states, sorted(own), up).reshape(-1))
            step()
    return LevelStates(
        Nets(states.bets, duel.events),
        states.first_up,
        len(states.bets.stages),
        np.array(rows),
        np.full(len(ups), duel.own_kinds[index], dtype=np.uint8),
        np.full(len(ups), index, dtype=np.int64),
        states.deals_down,
    )


def _values(level: LevelStates, path: Path, values: dict[Path, Integers]) -> list[tuple[int, Fraction]]:
    choices = [choice for choice in range(len(level.bets.stages[len(path)])) if level.offered(path, choice)[0]]
    scale = level.deals * level.nets.denominator
    return [(choice, Fraction(int(level.value((*path, choice), values)[0]), scale)) for choice in choices]


def _check_path(states: DuelStates, own: Sequence[int], path: Path) -> None:
    bets = states.bets
    if path not in bets.paths():
        raise SelectionError(f"no decision follows the choices {path}")
    if len(set(own)) != states.duel.own or not all(0 <= card < states.deck.size for card in own):
        raise CardError(f"the own cards must be {states.duel.own} different positions below {states.deck.size}")
    for stage, choice in enumerate(path):
        mask = bets.offered_on(path[:stage], choice)
        if mask is not None and not mask[colex_index(own)]:
            raise SelectionError(f"{bets.stages[stage][choice].name} is not offered with these cards")


def _check_cards(states: DuelStates, own: Sequence[int], up: Sequence[int] | None, path: Path) -> None:
    shown = states.up if states.is_seen and len(path) >= states.first_up else 0
    cards = [*own, *(up or ())]
    if len(cards) != states.duel.own + shown:
        raise CardError(f"{states.duel.own} own cards are seen at stage {len(path) + 1}, and {shown} of the dealer's")
    if len(set(cards)) < len(cards) or not all(0 <= card < states.deck.size for card in cards):
        raise CardError(f"cards {cards} must be different positions below {states.deck.size}")
