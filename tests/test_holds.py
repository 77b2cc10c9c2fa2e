"""Ranked lists of holds: what holds are called, the order, and the exact cost, followed one hand at a time."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import SelectionError
from analyzer.game.file import load_game_file
from analyzer.game.wagers.solo import ExchangeWager
from analyzer.run.jobs import Run
from analyzer.strategy.holds.card import HeldHands, HoldList, export_holds, hold_list
from analyzer.strategy.holds.looks import HeldKind, Look, look_of, shortened
from analyzer.strategy.holds.order import Items, at_most, cost, improved
from analyzer.strategy.played_lists import list_document
from tests.language import GAMES
from tests.solo import small_file

RUN = Run(jobs=1)
HIGH = {9, 10, 11, 12}
Cards = tuple[int, ...]


@cache
def held_hands(game: str, ranks: str = "", suits: str = "", jokers: int = 0) -> HeldHands:
    chosen = small_file(game, ranks, suits, jokers).game()
    wager = chosen.wagers[0]
    assert isinstance(wager, ExchangeWager)
    return HeldHands(chosen, wager, wager.paytables[0], RUN)


def literal_look(held: Cards) -> tuple[HeldKind, int, int] | None:
    """(kind, straights, high) of fewer than five natural cards of 9 to ace, in plain words."""
    ranks, suits = [card >> 2 for card in held], {card & 3 for card in held}
    times = sorted(Counter(ranks).values())
    high = len(set(ranks) & HIGH)
    fits = sum(set(ranks) <= set(range(low, low + 5)) for low in (7, 8))
    if len(held) >= 2 and len(set(ranks)) == 1:
        return HeldKind.ALIKE, 0, high if len(held) == 2 else 0
    if times == [2, 2]:
        return HeldKind.TWO_PAIR, 0, 0
    if len(set(ranks)) < len(ranks):
        return None
    kind: HeldKind | None = None
    if len(held) >= 2 and len(suits) == 1:
        kind = HeldKind.ROYAL if min(ranks) >= 8 else HeldKind.STRAIGHT_FLUSH if fits else None
        kind = kind or (HeldKind.FLUSH if len(held) >= 3 else None)
    elif high == len(held) and len(held) <= 3:
        kind = HeldKind.HIGH_CARDS
    elif len(held) >= 3 and fits:
        kind = HeldKind.STRAIGHT
    return None if kind is None else (kind, 0 if kind is HeldKind.FLUSH else fits, high)


def test_every_hold_of_every_hand_is_called_what_it_is() -> None:
    hands = held_hands("jacks-or-better", "9-A", "cdh")
    assert hands.high == sum(1 << rank for rank in HIGH)
    cards = np.array(hands.game.deck.cards)[hands.states.hands]
    for row in range(0, len(cards), 3):
        for held in range(1, 31):
            kept = tuple(int(card) for place, card in enumerate(cards[row]) if held >> place & 1)
            code = int(hands.codes[row, held])
            expected = literal_look(kept)
            if expected is None:
                assert code == -1
            else:
                kind, straights, high = expected
                assert look_of(code) == Look(kind, len(kept), 0, straights, high)


def followed(listed: HoldList) -> Iterator[tuple[int, Fraction]]:
    """Hand by hand: how many hands, and what the first item that the hand contains gives away."""
    hands = listed.hands
    looks = [listed.looks[item] for item in listed.order]
    nets = hands.counted.events.nets(hands.paytable)
    for row in range(len(hands.states)):
        cards = [hands.game.deck.cards[place] for place in hands.states.hands[row]]
        holds = {hold.held: hold.expectation for hold in hands.counted.counted.holds(cards, nets)}
        codes = {}
        for held in range(31, -1, -1):  # of several the lowest cards
            code = int(hands.codes[row, held])
            if code >= 0:
                kept = tuple(card for place, card in enumerate(cards) if held >> place & 1)
                codes[shortened(look_of(code)) if listed.is_short else look_of(code)] = holds[kept]
        taken = next(codes[look] for look in looks if look in codes)
        yield int(hands.states.weights[row]), max(holds.values()) - taken


@pytest.mark.parametrize("number", [None, 9])
def test_the_cost_of_a_list_is_what_following_it_gives_away(number: int | None) -> None:
    listed = hold_list(held_hands("jacks-or-better", "9-A", "cd"), number)
    lost = list(followed(listed))
    assert listed.cost == sum((weight * loss for weight, loss in lost), Fraction(0)) / sum(one for one, _ in lost)
    assert number is None or len(listed.steps) <= number
    document = listed.document()
    assert sum(Fraction(row["decides"]) for row in document["items"]) == 1
    assert sum(Fraction(row["cost"]) for row in document["items"]) == listed.cost
    assert Fraction(document["ev"]) == Fraction(document["best_ev"]) - listed.cost


@pytest.mark.parametrize("game", ["jacks-or-better", "deuces-wild"])
def test_the_best_play_is_that_of_the_analysis_and_longer_lists_cost_no_more(game: str) -> None:
    hands = held_hands(game)
    listed = hold_list(hands)
    assert listed.best_ev == hands.counted.expectation(hands.paytable)
    costs = [hold_list(hands, number).cost for number in (16, 10, 7)]
    assert 0 <= listed.cost <= costs[0] <= costs[1] <= costs[2]


def test_jokers_are_wild_cards_too() -> None:
    document = hold_list(held_hands("jacks-or-better", "9-A", "cdh", 1)).document()
    assert any("wild card" in row["hold"] for row in document["items"])


@pytest.mark.long
def test_the_lists_of_jacks_or_better() -> None:
    game = load_game_file(str(GAMES / "jacks-or-better.toml")).game()
    wager = game.wagers[0]
    assert isinstance(wager, ExchangeWager)
    hands = HeldHands(game, wager, wager.paytables[0], RUN)
    full, short = hold_list(hands), hold_list(hands, 18)
    assert full.cost < Fraction(1, 90_000)
    assert short.cost < Fraction(74, 100_000)
    assert [row["hold"] for row in short.document()["items"]][:4] == [
        "royal flush, straight flush or four of a kind, all five cards",
        "4 to a royal flush",
        "full house or flush, all five cards",
        "three of a kind",
    ]


def test_an_order_is_improved_until_no_item_gains_by_moving() -> None:
    random = np.random.default_rng(5)
    for _ in range(20):
        values = random.integers(-50, 50, (6, 40))
        has = random.random((6, 40)) < 0.4
        has[-1] = True
        items = Items(values, has, random.integers(1, 9, 40), np.where(has, values, -99).max(axis=0))
        order = improved(items, list(range(6)))
        for item, place in combinations(range(5), 2):
            moved = [other for other in order if other != order[item]]
            moved.insert(place, order[item])
            assert cost(items, order) <= cost(items, moved)
        assert len(at_most(items, order, 3)) <= 3


def test_the_complete_table_is_written(tmp_path: Path) -> None:
    hands = held_hands("jacks-or-better", "9-A", "cdh")
    export_holds(hands, tmp_path / "holds.csv")
    rows = list(csv.DictReader((tmp_path / "holds.csv").open(encoding="utf-8")))
    total = sum(int(row["hands"]) for row in rows)
    mean = sum((int(row["hands"]) * Fraction(row["expected_result"]) for row in rows), Fraction(0)) / total
    assert mean == hands.counted.expectation(hands.paytable)


def test_a_number_is_refused_where_no_list_is_shortened() -> None:
    game = small_file("let-it-ride").game()
    with pytest.raises(SelectionError, match="is no list that --simple could shorten"):
        list_document(game, game.wagers[0], game.wagers[0].paytables[0], RUN, 5)
