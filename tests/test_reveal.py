"""The reveal engine against a literal one on small decks, and published games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.wild import WildDeck
from analyzer.engines.bets import BetChoice, Bets, Then
from analyzer.engines.reveal.best import BestReveal
from analyzer.engines.reveal.count import count
from analyzer.engines.reveal.states import RevealCounts
from analyzer.errors import CountError, SelectionError, TooLargeError
from tests.reveal_oracle import Game, Groups, Move, Played, play
from tests.test_exchange import random_events
from tests.video_poker import PAIR, STRAIGHT_FLUSH, Hands

ONE = Fraction(1)


def engine_choice(move: Move, stage: int, counted: RevealCounts) -> BetChoice:
    """The same move for the engine: its test asked of every state."""
    state = counted.states[stage]
    split = np.cumsum(state.groups)[:-1].tolist()
    rows = [[tuple(map(int, group)) for group in np.split(row, split)] for row in state.cards]
    offered = np.array([move.when(tuple(row)) for row in rows], dtype=np.bool_)
    then: Then = "fold" if move.then == "fold" else "showdown" if move.then == "showdown" else "next"
    return BetChoice(move.name, tuple(move.bets.items()), offered, then, move.loses)


def compare(deck: Deck, game: Game, seen: int, events: NDArray[np.uint8], tells_suits: bool = False) -> BestReveal:
    counted = count(deck, events, game.groups, seen, tells_suits)
    stages = tuple(
        tuple(engine_choice(move, stage, counted) for move in moves) for stage, moves in enumerate(game.stages)
    )
    best = counted.best(Bets(game.start, stages, game.pays, game.staked))
    same(best, play(game))
    return best


def same(best: BestReveal, expected: Played) -> None:
    outcomes = {
        (names(best, path), event): deals
        for path, row in best.outcomes.items()
        for event, deals in enumerate(row)
        if deals
    }
    assert outcomes == expected.outcomes
    assert best.expectation == expected.total / best.deals
    assert best.average_bet == expected.bet / best.deals
    assert {stage: ties for stage, ties in best.ties.items() if ties} == {k: n for k, n in expected.ties.items() if n}


def names(best: BestReveal, path: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(best.bets.stages[stage][choice].name for stage, choice in enumerate(path))


def by_hand(deck: Deck, events: NDArray[np.uint8], cards: int) -> dict[tuple[int, ...], int]:
    return {hand: int(events[colex_index(hand)]) for hand in combinations(range(deck.size), cards)}


SMALL = Deck(ranks=(0, 7, 12), suits=(0, 1, 3))
JOKERS = Deck(ranks=(3, 8), suits=(1, 2), jokers=2)


def let_it_ride_moves(bet: int) -> tuple[Move, ...]:
    return Move("ride"), Move("pull", {bet: Fraction(0)})


@pytest.mark.parametrize("deck", [SMALL, JOKERS], ids=["three suits", "two jokers"])
@pytest.mark.parametrize(("groups", "seen"), [((2, 1, 1), 2), ((1, 1, 1), 3), ((3, 1), 1), ((1, 1), 2), ((2,), 1)])
def test_bets_taken_back(deck: Deck, groups: tuple[int, ...], seen: int) -> None:
    for seed in range(2):
        cards = sum(groups)
        events = random_events(deck, cards, 3, seed)
        pays = (Fraction(-1), Fraction(0), Fraction(seed + 1))
        stages = tuple(let_it_ride_moves(bet) for bet in range(seen))
        start = (ONE,) * (seen + 1)
        game = Game(
            deck.size, groups, by_hand(deck, events, cards), start, stages, (pays,) * (seen + 1), (True,) * (seen + 1)
        )
        compare(deck, game, seen, events)


def raises(bet: int) -> tuple[Move, ...]:
    return Move("fold", then="fold"), Move("one", {bet: ONE}), Move("three", {bet: Fraction(3)})


def test_folds_and_raises() -> None:
    """Every street may be folded or raised, with ties where nothing is to be gained."""
    events = random_events(SMALL, 4, 4, 11)
    pays = (Fraction(-1), Fraction(-1), Fraction(0), Fraction(5, 2))
    stages = raises(1), raises(2), raises(3)
    zero = Fraction(0)
    start = (ONE, zero, zero, zero)
    game = Game(9, (2, 1, 1), by_hand(SMALL, events, 4), start, stages[:2], (pays,) * 4, (True,) * 4)
    compare(SMALL, game, 2, events)


def has_low(seen: Groups) -> bool:
    return min(seen[0]) < 3


def test_choices_that_are_not_always_offered() -> None:
    """Conditions look at the groups apart; a fold may cost a share, a free bet stakes nothing, a choice may end it."""
    events = random_events(SMALL, 3, 3, 4)
    stages = (
        (
            Move("four", {1: Fraction(4)}, has_low, "showdown"),
            Move("check"),
            Move("fold", when=lambda seen: not has_low(seen), then="fold", loses=(Fraction(1, 2), ONE, ONE)),
        ),
        (Move("two", {1: Fraction(2)}, lambda seen: seen[1] > seen[0]), Move("fold", then="fold")),
    )
    pays = ((Fraction(-1), ONE, ONE), (Fraction(-1), Fraction(0), Fraction(1)), (Fraction(0), Fraction(0), Fraction(7)))
    start = (Fraction(2), Fraction(0), ONE)
    game = Game(9, (1, 1, 1), by_hand(SMALL, events, 3), start, stages, pays, (True, True, False))
    # The second stage asks which of two cards comes first in the deck, which a renaming of suits changes.
    compare(SMALL, game, 2, events, tells_suits=True)
    with pytest.raises(AssertionError):
        compare(SMALL, game, 2, events)
    by_rank = Move("two", {1: Fraction(2)}, lambda seen: seen[1][0] // 3 > seen[0][0] // 3)
    game = replace(game, stages=(stages[0], (by_rank, stages[1][1])))
    compare(SMALL, game, 2, events)


def test_amounts_beyond_64_bits() -> None:
    events = random_events(SMALL, 3, 3, 6)
    for scale in (1, 10**25):
        pays = (Fraction(-1, 3) * scale, Fraction(1, 7) * scale, Fraction(scale))
        game = Game(
            9, (2, 1), by_hand(SMALL, events, 3), (ONE, ONE), (let_it_ride_moves(0),), (pays, pays), (True, True)
        )
        best = compare(SMALL, game, 1, events)
        assert (best.decisions[()].value.dtype == object) == (scale > 1)


def test_counts_of_states_are_those_of_the_deals_to_come() -> None:
    events = random_events(JOKERS, 4, 3, 1)
    counted = count(JOKERS, events, (1, 2, 1), 3)
    ends = by_hand(JOKERS, events, 4)
    for stage, counts in zip(counted.states, counted.counts, strict=True):
        for seen, row in zip(stage.cards.tolist(), counts.tolist(), strict=True):
            left = [card for card in range(6) if card not in seen]
            deals = comb(len(left), 4 - len(seen))
            expected = [0, 0, 0]
            for rest in combinations(left, 4 - len(seen)):
                expected[ends[tuple(sorted([*seen, *rest]))]] += 1
            assert row == [number * sum(row) // deals for number in expected]
    assert [int(counts.sum(axis=1)[0]) for counts in counted.counts] == [comb(5, 2) * 3, 3, 1]
    assert counted.states[1].group(1).shape == (len(counted.states[1]), 2)


# Published games ------------------------------------------------------------------------------------------------------


def stud_events(pairs: tuple[str, ...]) -> NDArray[np.uint8]:
    """0 for nothing, then pairs of these ranks, then 1 for each type above a pair."""
    hands = Hands(HandTable(WildDeck()))
    types = [hands.of(code) for code in range(10, PAIR, -1) if code != STRAIGHT_FLUSH + 1]
    lines = [*types, *(hands.of(PAIR) & hands.ranks(0, ranks) for ranks in pairs)]
    return hands.events(lines)


@cache
def let_it_ride() -> BestReveal:
    counted = count(Deck(), stud_events(("TJQKA",)), (3, 1, 1), seen=2)
    pays = tuple(Fraction(pay) for pay in (1000, 200, 50, 11, 8, 5, 3, 2, 1, -1))
    stages = tuple((BetChoice("ride"), BetChoice("pull", ((bet, Fraction(0)),))) for bet in (0, 1))
    return counted.best(Bets((ONE,) * 3, stages, (pays,) * 3))


def test_let_it_ride() -> None:
    best = let_it_ride()
    assert best.deals == comb(52, 3) * 49 * 48
    assert f"{-100 * float(best.expectation):.4f}" == "3.5057"
    assert f"{float(best.average_bet):.4f}" == "1.2237"
    assert f"{-100 * float(best.expectation / best.average_bet):.2f}" == "2.86"
    assert [len(stage) for stage in best.counted.states] == [1755, 1755 * 49]
    assert sum(share for (stage, _), share in best.choices.items() if stage == 1) == 1


def test_mississippi_stud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three streets with raises of one to three: 4.91 % of the ante, 3.59 bets on average, as published.

    The published player raises where that is as good as a fold; ours folds.
    """
    counted = count(Deck(), stud_events(("JQKA", "6789T")), (2, 1, 1, 1), seen=3)
    pays = tuple(Fraction(pay) for pay in (500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1))
    stages = tuple(
        (BetChoice("fold", then="fold"), *(BetChoice(f"raise-{size}", ((bet, Fraction(size)),)) for size in (1, 2, 3)))
        for bet in (1, 2, 3)
    )
    bets = Bets((ONE, *[Fraction(0)] * 3), stages, (pays,) * 4)
    folding = counted.best(bets)
    assert f"{-100 * float(folding.expectation):.2f}" == "4.91"
    assert f"{float(folding.average_bet):.2f}" == "3.48"
    order = Bets.order
    monkeypatch.setattr(Bets, "order", lambda self, path: order(self, path)[::-1])
    best = counted.best(bets)
    assert best.expectation == folding.expectation
    assert f"{float(best.average_bet):.2f}" == "3.59"
    assert f"{-100 * float(best.expectation / best.average_bet):.2f}" == "1.37"


# Wrong use and sabotage -----------------------------------------------------------------------------------------------


def one_stage(*choices: BetChoice, pays: int = 3) -> Bets:
    return Bets((ONE,), (choices,), ((ONE,) * pays,))


REFUSED: dict[str, tuple[Callable[[RevealCounts], object], str]] = {
    "stages": (lambda c: c.best(Bets((ONE,), (), ((ONE,) * 3,))), "1 stages of decisions"),
    "no choice": (lambda c: c.best(one_stage()), "stage 1 has no choice"),
    "pays": (lambda c: c.best(one_stage(BetChoice("a"), pays=2)), "each of 3 events"),
    "bet": (lambda c: c.best(one_stage(BetChoice("a", ((1, ONE),)))), "a bet that does not exist"),
    "shares": (lambda c: c.best(one_stage(BetChoice("a", loses=(ONE,)))), "only with a fold"),
    "states": (
        lambda c: c.best(one_stage(BetChoice("a", offered=np.ones(2, dtype=np.bool_)))),
        "offered or not in each",
    ),
    "never": (
        lambda c: c.best(one_stage(BetChoice("a", offered=np.zeros(len(c.states[0]), dtype=np.bool_)))),
        "no choice is offered",
    ),
    "staked": (
        lambda c: c.best(Bets((ONE,), ((BetChoice("a"),),), ((ONE,) * 3,), (True, True))),
        "whether they are staked",
    ),
    "seen": (lambda c: count(SMALL, c.final.events, (2, 1), 3), "decisions follow 1 to 2 groups"),
    "groups": (lambda c: count(SMALL, c.final.events, (3, 0), 1), "1 or more cards"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    wrong, message = REFUSED[name]
    counted = count(SMALL, random_events(SMALL, 3, 3, 1), (2, 1), 1)
    with pytest.raises(SelectionError, match=message):
        wrong(counted)


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooLargeError, match="turn fewer cards before the last decision"):
        count(Deck(), stud_events(("TJQKA",)), (1, 1, 1, 1, 1), seen=5)


def test_the_literal_play_notices_a_wrong_count() -> None:
    events = random_events(SMALL, 3, 3, 2)
    pays = (Fraction(-1), Fraction(0), Fraction(2))
    game = Game(
        9, (1, 1, 1), by_hand(SMALL, events, 3), (ONE,) * 2, (let_it_ride_moves(0),) * 2, (pays,) * 2, (True,) * 2
    )
    counted = count(SMALL, events, game.groups, 2)
    stages = tuple((BetChoice("ride"), BetChoice("pull", ((0, Fraction(0)),))) for _ in range(2))
    same(counted.best(Bets(game.start, stages, game.pays)), play(game))
    row = counted.counts[1][random.Random(1).randrange(len(counted.states[1]))]
    most = int(row.argmax())
    row[most] -= 1
    row[most - 1] += 1
    with pytest.raises((AssertionError, CountError)):
        same(counted.best(Bets(game.start, stages, game.pays)), play(game))


def test_the_literal_play_notices_ties_broken_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """All choices are equal where nothing is ever won or lost."""
    events = random_events(SMALL, 2, 2, 2)
    nothing = (Fraction(0), Fraction(0))
    game = Game(9, (1, 1), by_hand(SMALL, events, 2), (ONE, ONE), (let_it_ride_moves(0),), (nothing,) * 2, (True,) * 2)
    compare(SMALL, game, 1, events)
    monkeypatch.setattr(Bets, "order", lambda self, path: list(range(len(self.stages[len(path)]))))
    with pytest.raises(AssertionError):
        compare(SMALL, game, 1, events)
