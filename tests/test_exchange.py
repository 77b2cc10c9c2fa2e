"""The exchange engine against a literal one on small decks: every hand, every hold, every draw."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_hand, colex_index
from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.suits import canonical_hand, class_size
from analyzer.cards.wild import WildDeck
from analyzer.engines.exchange import choose
from analyzer.engines.exchange.count import BestExchange, ExchangeCounts, count
from analyzer.engines.exchange.rules import DiscardRules
from analyzer.errors import CardError, CountError, SelectionError, TooLargeError
from tests import exchange_oracle
from tests.exchange_oracle import Literal, Positions
from tests.video_poker import deuces_wild, for_one, jacks_or_better

DECKS = {
    "three suits": Deck(ranks=(0, 5, 12), suits=(0, 1, 3)),
    "a joker": Deck(ranks=(8, 9), suits=(0, 1, 2, 3), jokers=1),
    "two jokers": Deck(ranks=(3, 11, 12), suits=(1, 2), jokers=2),
    "one suit": Deck(ranks=tuple(range(3, 12)), suits=(2,)),
}
ALL = tuple(range(6))


def positions(deck: Deck, cards: int) -> Iterable[Positions]:
    return combinations(range(deck.size), cards)


def random_events(deck: Deck, cards: int, kinds: int, seed: int, alike: bool = True) -> NDArray[np.uint8]:
    """An event for each hand, the same for hands of one suit class if `alike`."""
    generator = random.Random(seed)
    of_class: dict[tuple[int, ...], int] = {}
    events = np.zeros(comb(deck.size, cards), dtype=np.uint8)
    for hand in positions(deck, cards):
        key = canonical_hand(deck, [deck.cards[place] for place in hand]) if alike else hand
        events[colex_index(hand)] = of_class.setdefault(key, generator.randrange(kinds))
    return events


def literally(
    deck: Deck,
    events: NDArray[np.uint8],
    numbers: Sequence[int],
    nets: Mapping[int, Sequence[Fraction]],
    cards: int = 5,
) -> Literal:
    by_hand = {hand: int(events[colex_index(hand)]) for hand in positions(deck, cards)}
    return exchange_oracle.play(deck.size, cards, numbers, by_hand, nets)


def compare(best: BestExchange, expected: Literal) -> None:
    ends = {(number, event): deals for number, row in best.ends.items() for event, deals in enumerate(row) if deals}
    assert ends == expected.ends
    assert best.expectation == expected.expectation
    hands = comb(best.rules.deck, best.rules.cards)
    assert {number: share * hands for number, share in best.choices.items() if share} == expected.choices
    assert best.ties == expected.ties


def nets_of(kinds: int, seed: int, spread: int) -> list[Fraction]:
    """Few different net results make many ties."""
    generator = random.Random(seed)
    return [Fraction(generator.randint(-1, spread), generator.choice((1, 1, 2))) for _ in range(kinds)]


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("numbers", [ALL[:5], (1, 3), (0, 1), (1,), (2,)], ids=str)
def test_every_hold_of_every_hand(name: str, numbers: tuple[int, ...]) -> None:
    deck = DECKS[name]
    numbers = tuple(number for number in numbers if number <= deck.size - 5)
    for seed, spread in ((1, 1), (2, 30)):
        events = random_events(deck, 5, 4, seed)
        nets = nets_of(4, seed, spread)
        best = count(deck, events, numbers).best(nets)
        compare(best, literally(deck, events, numbers, dict.fromkeys(numbers, nets)))


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_smaller_hands(cards: int) -> None:
    deck = DECKS["three suits"]
    numbers = range(cards + 1)
    for seed in range(3):
        events = random_events(deck, cards, 5, seed)
        nets = nets_of(5, seed, 2)
        best = count(deck, events, numbers, cards).best(nets)
        compare(best, literally(deck, events, numbers, dict.fromkeys(numbers, nets), cards))


def test_suits_that_are_told_apart() -> None:
    """Events that a renaming of suits changes: every hand is then asked by itself."""
    deck = DECKS["three suits"]
    events = random_events(deck, 3, 3, 5, alike=False)
    counted = count(deck, events, range(4), 3)
    assert not counted.final.suits_alike
    assert len(counted.states) == comb(9, 3)
    nets = nets_of(3, 8, 3)
    compare(counted.best(nets), literally(deck, events, range(4), dict.fromkeys(range(4), nets), 3))


def test_one_hand_of_another_event_is_noticed() -> None:
    """Suits are alike only if they are in every hand."""
    deck = Deck(ranks=(2, 3, 4, 5), suits=(0, 2, 3), jokers=2)
    events = random_events(deck, 4, 3, 1)
    assert count(deck, events, (0,), 4).final.suits_alike
    for index in range(0, len(events), 37):
        hand = np.array(events)
        hand[index] ^= 1
        alike = count(deck, hand, (0,), 4).final.suits_alike
        assert alike == (_class_size(deck, index) == 1)


def _class_size(deck: Deck, index: int) -> int:
    return class_size(deck, [deck.cards[place] for place in colex_hand(index, 4)])


def test_an_exchange_that_costs_something() -> None:
    deck = DECKS["a joker"]
    events = random_events(deck, 5, 3, 4)
    nets = {number: [net - Fraction(number, 3) for net in nets_of(3, 4, 6)] for number in range(5)}
    compare(count(deck, events, range(5)).best(nets), literally(deck, events, range(5), nets))


def test_pays_beyond_64_bits_choose_as_small_ones_do() -> None:
    """The way for large numbers gives what the kernel gives, and works where the kernel cannot."""
    deck = DECKS["a joker"]
    events = random_events(deck, 5, 4, 9)
    counted = count(deck, events, range(5))
    for spread in (1, 40):
        nets = nets_of(4, spread, spread)
        large = [net * 10**30 for net in nets]
        small_play, large_play = counted.best(nets), counted.best(large)
        assert large_play.chosen.value.dtype == object
        assert small_play.chosen.value.dtype == np.int64
        assert small_play.ends == large_play.ends
        for name in ("discards", "equals", "is_open"):
            assert (getattr(small_play.chosen, name) == getattr(large_play.chosen, name)).all()
        scale = 10**30 * large_play.amounts.denominator // small_play.amounts.denominator
        assert (small_play.chosen.value.astype(object) * scale == large_play.chosen.value).all()
        margins = small_play.chosen.margin.astype(object)
        assert (np.where(margins < 0, -1, margins * scale) == large_play.chosen.margin).all()


def equal_ends(monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    """Of ten counts in which only the order of the cards decides between many choices: how many are not the literal."""
    deck = Deck(ranks=(0, 5, 12), suits=(0, 1, 2))
    nets = [Fraction(amount) for amount in (0, 0, 0, 1, 1, 1)]
    wrong = 0
    for seed in range(10):
        events = random_events(deck, 3, 6, seed)
        expected = literally(deck, events, (1, 2), dict.fromkeys((1, 2), nets), 3)
        best = count(deck, events, (1, 2), 3).best(nets)
        assert best.chosen.is_open.any() or monkeypatch
        wrong += {
            (n, e): deals for n, row in best.ends.items() for e, deals in enumerate(row) if deals
        } != expected.ends
    return wrong


def test_the_order_of_cards_is_asked_of_every_hand_of_a_class() -> None:
    assert equal_ends() == 0


def test_one_hand_does_not_stand_for_its_class_where_the_order_of_cards_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = choose.choose_discards

    def nothing_open(*arguments: object) -> choose.Chosen:
        return replace(chosen(*arguments), is_open=np.zeros(1, dtype=np.bool_))  # type: ignore[arg-type]

    monkeypatch.setattr("analyzer.engines.exchange.count.choose_discards", nothing_open)
    assert equal_ends(monkeypatch) > 3


def test_poker_on_small_decks() -> None:
    for deck, events, pays in (
        (Deck(ranks=(9, 10, 11), suits=(0, 1, 2, 3)), jacks_or_better, (800, 50, 25, 9, 6, 4, 3, 2, 1)),
        (Deck(ranks=(0, 11, 12), suits=(0, 1, 2, 3)), deuces_wild, (800, 200, 25, 15, 9, 5, 3, 2, 2, 1)),
    ):
        ends = events(deck)
        nets = for_one(*pays)
        compare(count(deck, ends, (0, 2)).best(nets), literally(deck, ends, (0, 2), dict.fromkeys((0, 2), nets)))


# One hand -------------------------------------------------------------------------------------------------------------


def test_all_holds_of_one_hand() -> None:
    deck = DECKS["two jokers"]
    events = random_events(deck, 5, 4, 3)
    by_hand = {hand: int(events[colex_index(hand)]) for hand in positions(deck, 5)}
    nets = nets_of(4, 3, 2)
    counted = count(deck, events, (0, 1, 2, 3))
    for hand in positions(deck, 5):
        cards = [deck.cards[place] for place in hand]
        holds = counted.holds(random.Random(1).sample(cards, 5), nets)
        assert len(holds) == 1 + 5 + 10 + 10
        for hold in holds:
            gone = tuple(deck.cards.index(card) for card in hold.discarded)
            expected = exchange_oracle.draws(deck.size, hand, gone, by_hand)
            assert hold.counts == tuple(expected[event] for event in range(counted.final.kinds))
            assert sorted([*hold.held, *hold.discarded]) == cards
        best = exchange_oracle.best_choice(deck.size, hand, (0, 1, 2, 3), by_hand, dict.fromkeys(range(4), nets))
        assert tuple(deck.cards.index(card) for card in holds[0].discarded) == best[0]
        assert holds[0].expectation == best[2]
        assert [hold.expectation for hold in holds] == sorted((hold.expectation for hold in holds), reverse=True)


def test_counts_of_a_hand_are_those_of_its_holds() -> None:
    deck = Deck()
    counted = count(deck, jacks_or_better(deck), range(6))
    hand = deck.parse_hand("Jc Qc Kc 9c 9d")
    holds = counted.holds(hand, for_one(800, 50, 25, 9, 6, 4, 3, 2, 1))
    places = np.array([sorted(deck.cards.index(card) for card in hand)], dtype=np.uint8)
    table = counted.counts(places)[0]
    for hold in holds:
        discards = sum(1 << place for place, card in enumerate(sorted(hand)) if card in hold.discarded)
        assert tuple(table[discards].tolist()) == hold.counts
    assert holds[0].draws in (1, 47, 1081, 16215, 178365, 1533939)


# Wrong use and sabotage -----------------------------------------------------------------------------------------------


def test_what_is_refused() -> None:
    deck = DECKS["a joker"]
    events = random_events(deck, 5, 3, 1)
    with pytest.raises(SelectionError, match="5 cards cannot be drawn: a deck of 9 has 4 left"):
        count(deck, events, range(6))
    with pytest.raises(SelectionError, match="ascending, from 0 to 5"):
        count(deck, events, (2, 1))
    with pytest.raises(SelectionError, match="ascending, from 0 to 5"):
        count(deck, events, ())
    with pytest.raises(CountError, match="126 hands"):
        count(deck, events[:-1], (0, 1))
    with pytest.raises(TooLargeError, match="final hands of 6 cards"):
        count(deck, events, (0,), cards=6)
    counted = count(deck, events, (0, 1))
    with pytest.raises(SelectionError, match="3 events"):
        counted.best([Fraction(1)])
    with pytest.raises(SelectionError, match="after 1 discards"):
        counted.best({0: [Fraction(1)] * 3})
    with pytest.raises(CardError, match="5 different cards"):
        counted.holds(deck.cards[:4], [Fraction(1)] * 3)


def compare_counts(counted: ExchangeCounts, events: NDArray[np.uint8]) -> None:
    """The events of every choice of every hand that stands for others."""
    size, cards = counted.rules.deck, counted.rules.cards
    by_hand = {hand: int(events[colex_index(hand)]) for hand in combinations(range(size), cards)}
    for hand, table in zip(counted.states.hands.tolist(), counted.counts(counted.states.hands), strict=True):
        for discards in range(1 << cards):
            gone = tuple(card for place, card in enumerate(hand) if discards >> place & 1)
            expected = exchange_oracle.draws(size, tuple(hand), gone, by_hand)
            assert table[discards].tolist() == [expected[event] for event in range(counted.final.kinds)]


def test_the_literal_draws_notice_a_wrong_count() -> None:
    """One hand of one set counted for another event."""
    deck = DECKS["three suits"]
    events = random_events(deck, 3, 3, 2)
    for hand in ([0], [0, 3]):
        counted = count(deck, events, range(4), 3)
        compare_counts(counted, events)
        row = counted.final.containing(len(hand))[colex_index(hand)]
        most = int(row.argmax())
        row[most] -= 1
        row[most - 1] += 1
        with pytest.raises(AssertionError):
            compare_counts(counted, events)


def test_the_literal_play_notices_ties_broken_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variance: more cards held, then the lowest colex index."""
    deck = DECKS["three suits"]
    nets = [Fraction(amount) for amount in (-1, 0, 0, 1)]
    events = random_events(deck, 2, 4, 3)
    expected = literally(deck, events, range(3), dict.fromkeys(range(3), nets), 2)
    compare(count(deck, events, range(3), 2).best(nets), expected)
    permitted = DiscardRules(deck.size, 2, (0, 1, 2)).permitted
    monkeypatch.setattr(DiscardRules, "by_variance", False)
    monkeypatch.setattr(DiscardRules, "permitted", permitted)
    with pytest.raises(AssertionError):
        compare(count(deck, events, range(3), 2).best(nets), expected)


def test_wild_decks_are_exchanged_too() -> None:
    """Types of hands with four wild deuces and a joker on a small deck, by every hold."""
    deck = Deck(ranks=(0, 12), suits=(0, 1, 2, 3), jokers=1)
    pack = WildDeck(deck, wild_ranks=(0,), five_wilds=True)
    events = (HandTable(pack).values >> 21).astype(np.uint8)
    counted: ExchangeCounts = count(deck, events, (0, 1, 2))
    nets = [Fraction(code) for code in range(counted.final.kinds)]
    assert counted.final.kinds == 13
    compare(counted.best(nets), literally(deck, events, (0, 1, 2), dict.fromkeys(range(3), nets)))
