"""What each seen card is worth, by rank and by how many own cards are of its suit: counted by hand on small decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from analyzer.errors import CountError
from analyzer.game.exposed_cards import read_exposure
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.wagers.rounds import RoundWager
from analyzer.game.wagers.solo import SeenRevealWager
from analyzer.pricing.details import DecisionDetails
from analyzer.pricing.exposures import ExposedWager, analyze_exposed
from analyzer.run.jobs import Run

HEAD = 'schema = "exactodds/game/2"\nid = "small"\nname = "Small"\nrules_version = "1"\n'
DUEL = """
deck = { ranks = "T-K", suits = "cd" }
deal = { own = 2, house = 2 }
round = [{ sees = "own", choose = { fold = { then = "fold" }, play = { raise = 2 } } }]
[wagers.base]
name = "Base"
bets = { ante = 1, raise = 0 }
compare = ["own", "house"]
"""
REVEAL = """
deck = { ranks = "9-Q", suits = "cd" }
deal = { own = 1, next = 3, last = 1 }
round = [
  { sees = "own", choose = { pull = { two = 0 }, ride = {} } },
  { sees = "next", choose = { away = { three = 0 }, stay = {} } },
]
[wagers.base]
name = "Base"
bets = { one = 1, two = 1, three = 1 }
of = ["own", "next", "last"]
pays = { two-pair = 2, full-house = 5 }
"""
CARDS = tuple(range(8))  # rank by rank, two suits
RUN = Run(jobs=1)
Table = dict[tuple[str, int], tuple[Fraction, Fraction]]


def file_of(text: str) -> GameFile:
    return parse_game_file((HEAD + text).encode(), "small.toml")


def told(text: str, *sees: str) -> Table:
    exposed = analyze_exposed(file_of(text), [read_exposure(one) for one in sees], run=RUN)
    details = exposed.wagers[0].seen.details_of(DecisionDetails)
    assert details is not None
    return {(card.rank, card.suited): (card.share, card.ev) for card in details.seen_cards}


def without(cards: Sequence[int], *taken: Sequence[int]) -> tuple[int, ...]:
    gone = {card for some in taken for card in some}
    return tuple(card for card in cards if card not in gone)


class ByHand:
    """Results of information sets, by each card that is seen in them."""

    def __init__(self, ranks: str) -> None:
        self.ranks = ranks
        self.values: dict[tuple[str, int], list[Fraction]] = {}

    def see(self, own: Sequence[int], seen: Sequence[int], values: Sequence[Fraction]) -> None:
        for card in seen:
            standing = self.ranks[card // 2], sum(card % 2 == other % 2 for other in own)
            self.values.setdefault(standing, []).extend(values)

    @property
    def table(self) -> Table:
        every = sum(map(len, self.values.values()))
        return {
            key: (Fraction(len(some), every), sum(some, Fraction(0)) / len(some)) for key, some in self.values.items()
        }


def strength(hand: Sequence[int]) -> tuple[bool, list[int]]:
    ranks = sorted((card // 2 for card in hand), reverse=True)
    return ranks[0] == ranks[1], ranks


def net(own: Sequence[int], house: Sequence[int]) -> Fraction:
    return Fraction(3 * ((strength(own) > strength(house)) - (strength(own) < strength(house))))


def decided(values: Sequence[Fraction]) -> list[Fraction]:
    """Of all deals of an information set: played, or folded."""
    return list(values) if sum(values) > -len(values) else [Fraction(-1)] * len(values)


@pytest.mark.parametrize("number", [1, 2])
def test_cards_of_another_seat(number: int) -> None:
    by_hand = ByHand("TJQK")
    for own in combinations(CARDS, 2):
        for gone in combinations(without(CARDS, own), number):
            houses = list(combinations(without(CARDS, own, gone), 2))
            by_hand.see(own, gone, decided([net(own, house) for house in houses]))
    assert isinstance(file_of(DUEL).exposed([read_exposure("seat=1")]).game().wagers[0], RoundWager)
    assert told(DUEL, f"seat={number}") == by_hand.table


def test_one_card_of_the_dealer_and_one_of_a_seat() -> None:
    by_hand = ByHand("TJQK")
    for own in combinations(CARDS, 2):
        for up in without(CARDS, own):
            for gone in without(CARDS, own, [up]):
                values = [net(own, (up, down)) for down in without(CARDS, own, [up, gone])]
                by_hand.see(own, (up, gone), decided(values))
    assert told(DUEL, "dealer=1", "seat=1") == by_hand.table


def paid(hand: Sequence[int]) -> int:
    """Five cards of four ranks and two suits: two pair, or less."""
    ranks = [card // 2 for card in hand]
    return 2 if sum(ranks.count(rank) == 2 for rank in set(ranks)) == 2 else -1


@pytest.mark.parametrize(("early", "seat"), [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1)])
def test_cards_that_are_turned_early(early: int, seat: int) -> None:
    """Several of them, and with others: none is an own card, and each counts as often as it is seen."""
    by_hand = ByHand("9TJQ")
    for own in CARDS:
        for seen in combinations(without(CARDS, [own]), early):
            for gone in combinations(without(CARDS, [own], seen), seat):
                left = without(CARDS, [own], seen, gone)
                by_hand.see([own], [*seen, *gone], _ridden([own, *seen], left, 3 - early))
    sees = [f"next={early}", *(["seat=1"] if seat else [])]
    game = file_of(REVEAL).exposed([read_exposure(one) for one in sees]).game()
    assert isinstance(game.wagers[0], SeenRevealWager)
    assert told(REVEAL, *sees) == by_hand.table


def _ridden(known: Sequence[int], left: Sequence[int], hidden: int) -> list[Fraction]:
    """What becomes of all deals that go on from what is known: two decisions."""
    turned = []
    for more in combinations(left, hidden):
        ends = [paid([*known, *more, last]) for last in without(left, more)]
        turned.append((ends, sum(ends) > 0))
    second = sum(sum(ends) for ends, _ in turned) > 0
    return [Fraction(end * (1 + second + third)) for ends, third in turned for end in ends]


def test_a_table_that_is_not_worth_the_game_is_an_error() -> None:
    """Sabotage: one card is said to be worth more."""
    exposed = analyze_exposed(file_of(DUEL), [read_exposure("seat=1")], run=RUN).wagers[0]
    details = exposed.seen.details_of(DecisionDetails)
    assert details is not None
    first, *others = details.seen_cards
    wrong = replace(details, seen_cards=(replace(first, ev=first.ev + Fraction(1, 10**9)), *others))
    with pytest.raises(CountError, match="not worth, together"):
        ExposedWager(replace(exposed.seen, details=wrong), exposed.normal)
