"""Sampled states of the real deck against every hand of the other side, one by one: the tasks of each kind of wager."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck, hand_name
from analyzer.cards.ranking import Ranking
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.duel.weak import weak_hands
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.engines.two_hands.solver import SetSolver, set_solver
from analyzer.game.model import Game
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import SetWager
from analyzer.kernels import deals, evaluate
from analyzer.run.jobs import Run
from analyzer.trust.comparisons import SAMPLE_SEED, Comparison, Effort, Task, sampled_hands
from analyzer.trust.refereed_states import compare_states, hidden_deals


def draw_states(game: Game, wager: DrawWager, effort: Effort, run: Run) -> Iterator[Task]:
    solver = DrawSolver(game, wager, run)
    yield (
        "states",
        f"{wager.id}: hands as dealt against every dealer",
        partial(compare_pat_hands, solver, effort.pat_states),
    )
    if effort.draw_states:
        yield (
            "states",
            f"{wager.id}: discards with every draw against every dealer",
            partial(compare_discards, solver, effort.draw_states),
        )


def play_states(game: Game, wager: PlayWager, effort: Effort, run: Run) -> Iterator[Task]:
    if wager.community is None:
        yield (
            "states",
            f"{wager.id}: hands against every dealer",
            partial(compare_one_street, OneStreet(game, wager, run), effort.hands),
        )
    else:
        yield (
            "states",
            f"{wager.id}: hands and a first card against every second card and dealer",
            partial(compare_two_streets, TwoStreets(game, wager, run), effort.street_states),
        )


def contest_states(game: Game, wager: ContestWager, effort: Effort, run: Run) -> Iterator[Task]:
    if wager.has_decisions:
        number = max(1, min(effort.contest_states, effort.contest_deals // hidden_deals(game, wager)))
        yield (
            "states",
            f"{wager.id}: the last decision against every card that is hidden, by the referee",
            partial(compare_states, game, wager, number, SAMPLE_SEED, run),
        )


def set_states(game: Game, wager: SetWager, effort: Effort, run: Run) -> Iterator[Task]:
    if effort.set_states:
        yield (
            "states",
            f"{wager.id}: set hands against every hand of the other side",
            partial(compare_set_hands, set_solver(game, wager, run), effort.set_states),
        )


def _left(deck: Deck, *known: int) -> NDArray[np.uint8]:
    return np.array([card for card in deck.cards if card not in known], dtype=np.uint8)


NO_CARDS = np.zeros(0, dtype=np.uint8)
NOBODY_WEAK = np.zeros((0, 2), dtype=np.uint32), False


def _strength(cards: list[int], size: int, ranking: Ranking) -> int:
    hand = np.array([sorted(cards)], dtype=np.uint8)
    return int(evaluate.values_of_cards(hand, size, ranking.kernel_arguments)[0]) >> 1


def _differ(what: str, ours: Any, brute: Any) -> list[str]:
    one, other = [int(value) for value in ours], [int(value) for value in brute]
    return [] if one == other else [f"{what}: counted {one}, one by one {other}"]


def compare_pat_hands(solver: DrawSolver, number: int) -> Comparison:
    """Wins and ties of a hand as dealt, compared with a loop over all dealer hands."""
    differences, cases = [], 0
    deck, ranking, size = solver.game.deck, solver.game.ranking, solver.wager.hand_size
    for cards in sampled_hands(deck, solver.wager.player.cards, number).tolist():
        own = _strength(cards, size, ranking)
        brute = deals.meet_dealers(
            _left(deck, *cards), solver.wager.dealer.cards, NO_CARDS, own, *NOBODY_WEAK, size, ranking.kernel_arguments
        )
        place = solver.hands.index(cards)
        kept = (solver.counted.pat_wins[place], solver.counted.pat_ties[place])
        differences += _differ(hand_name(cards), kept, brute[:2])
        cases += int(brute.sum())
    return cases, differences


def compare_discards(solver: DrawSolver, number: int) -> Comparison:
    """Wins and ties of one discard over all draws, compared with a loop over all draws and all dealer hands."""
    differences, cases = [], 0
    deck, ranking, size = solver.game.deck, solver.game.ranking, solver.wager.hand_size
    for sample in sampled_hands(deck, solver.wager.player.cards, number + 7)[7:].tolist():
        place = solver.hands.index(sample)
        cards = [int(card) for card in solver.hands.class_cards[place]]
        discard = int(sum(cards)) % len(cards)
        kept = [card for i, card in enumerate(cards) if i != discard]
        total = np.zeros(2, dtype=np.int64)
        for drawn in _left(deck, *cards).tolist():
            own = _strength([*kept, drawn], size, ranking)
            brute = deals.meet_dealers(
                _left(deck, *cards, drawn),
                solver.wager.dealer.cards,
                NO_CARDS,
                own,
                *NOBODY_WEAK,
                size,
                ranking.kernel_arguments,
            )
            total += brute[:2]
            cases += int(brute.sum())
        counted = solver.counted
        ours = (counted.wins[place, discard].sum(dtype=np.int64), counted.ties[place, discard].sum(dtype=np.int64))
        differences += _differ(f"{hand_name(cards)} without {hand_name([cards[discard]])}", ours, total)
    return cases, differences


def compare_one_street(street: OneStreet, number: int) -> Comparison:
    differences, cases = [], 0
    deck, ranking, wager = street.game.deck, street.game.ranking, street.wager
    for cards in sampled_hands(deck, wager.player.cards, min(number, 2_000)).tolist():
        own = _strength(cards, wager.hand_size, ranking)
        brute = deals.meet_dealers(
            _left(deck, *cards), wager.dealer.cards, NO_CARDS, own, *_weak(street.game, wager), wager.hand_size,
            ranking.kernel_arguments,
        )  # fmt: skip
        differences += _differ(hand_name(cards), street.outcomes[street.hands.index(cards)], brute)
        cases += int(brute.sum())
    return cases, differences


def _weak(game: Game, wager: PlayWager) -> tuple[NDArray[np.uint32], bool]:
    weak = weak_hands(game, wager)
    return weak.kernel_spans, weak.own_cards


def compare_two_streets(streets: TwoStreets, number: int) -> Comparison:
    """States from the class's own hand, so that no suit has to be renamed."""
    differences, cases = [], 0
    deck, ranking, wager = streets.game.deck, streets.game.ranking, streets.wager
    columns = columns_of(deck)
    for sample in sampled_hands(deck, wager.player.cards + 1, number).tolist():
        place = streets.hands.index(sample[:-1])
        cards = [int(card) for card in streets.hands.class_cards[place]]
        first = next(card for card in (sample[-1], *columns) if card in columns and card not in cards)
        total = np.zeros(6, dtype=np.int64)
        for second in _left(deck, *cards, first).tolist():
            own = _strength([*cards, first, second], wager.hand_size, ranking)
            total += deals.meet_dealers(
                _left(deck, *cards, first, second), wager.dealer.cards, np.array([first, second], dtype=np.uint8), own,
                *_weak(streets.game, wager), wager.hand_size, ranking.kernel_arguments,
            )  # fmt: skip
        ours = streets.states.outcomes[columns.index(first), place]
        differences += _differ(f"{hand_name(cards)} | {hand_name([first])}", ours, total)
        cases += int(total.sum())
    return cases, differences


def compare_set_hands(solver: SetSolver, number: int) -> Comparison:
    differences, cases = [], 0
    deck = solver.game.deck
    for cards in sampled_hands(deck, 7, number).tolist():
        for setting in hand_settings(solver.dealers_hands, cards, way=solver.way)[:1]:
            brute = deals.meet_set_dealers(
                _left(deck, *cards), solver.dealers_way.compiled(), setting.back, setting.front,
                solver.game.ranking.kernel_arguments,
            )  # fmt: skip
            ours = [count for row in setting.cells for count in row]
            what = f"{hand_name(cards)}, front {hand_name(setting.front_cards)}"
            differences += _differ(what, ours, brute.ravel())
            cases += int(brute.sum())
    return cases, differences
