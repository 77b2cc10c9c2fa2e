"""Ante and Play: the engine on reduced decks equals the literal enumeration of every deal; published house edges."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from analyzer.game.file import parse_game_file
from analyzer.game.library import load_game
from analyzer.numbers import percent_text
from analyzer.pricing.analysis import analyze
from analyzer.reference import three_card_poker, wild_52
from analyzer.reference.cards import card_name, cards_of
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from tests.reduced import reduced_game_file, reference_deck

THREE_CARD, TWO_STREETS = "three-card-poker-6-card-bonus", "wild-52"
RUN = Run(jobs=1)


@pytest.mark.parametrize(
    ("bonus", "edge"),
    [
        ((5, 4, 1), "3.37298 %"),
        ((5, 3, 1), "3.60828 %"),
        ((4, 3, 1), "3.82547 %"),
        ((3, 2, 1), "4.27796 %"),
        ((0, 0, 0), "8.65805 %"),
    ],
)
def test_published_house_edges_when_only_the_bonus_changes(bonus: tuple[int, int, int], edge: str) -> None:
    text = Path(load_game(THREE_CARD).path).read_text(encoding="utf-8")
    old = "straight-flush  = 4\nthree-of-a-kind = 3\nstraight        = 1\n"
    new = "straight-flush  = {}\nthree-of-a-kind = {}\nstraight        = {}\n".format(*bonus)
    assert old in text
    (result,) = analyze(parse_game_file(text.replace(old, new).encode(), "copy"), wager="ante-play", run=RUN).wagers
    assert result.ev is not None
    assert percent_text(-result.ev, 5) == edge
    assert result.document()["strategy"] == {"lowest_hand_played": "high card Q-6-4", "every_better_hand_plays": True}
    assert result.deals == 407170400


def test_three_card_poker_equals_the_reference() -> None:
    """The full deck: all 407,170,400 deals through the reference take a minute, so a reduced one here."""
    deck = ("8-A", "cdh", 0)
    (result,) = analyze(reduced_game_file(THREE_CARD, *deck), wager="ante-play", run=RUN).wagers
    played = three_card_poker.play_ante(reference_deck(*deck))
    assert result.ev == played.expected_value
    assert Fraction(result.document()["average_bet"]) == played.average_bet
    ours: Counter[Fraction] = Counter()
    theirs: Counter[Fraction] = Counter()
    for outcome in result.outcomes:
        ours[outcome.net.amount] += outcome.count
    for settlement, count in played.outcomes.items():
        theirs[settlement.net] += count
    assert ours == theirs
    assert int(result.document()["ties"]["fold or play"]) == played.ties


def check_two_streets(deck: tuple[str, str, int], top_hand: str) -> None:
    (result,) = analyze(reduced_game_file(TWO_STREETS, *deck), {"top_hand": top_hand}, "ante-play", run=RUN).wagers
    played = wild_52.play_ante(reference_deck(*deck), top_hand)
    theirs: Counter[str] = Counter()
    for settlement, count in played.outcomes.items():
        dealer = "qualifies" if settlement.dealer_qualifies else "does-not-qualify"
        what = "tie" if settlement.what == "push" else settlement.what
        theirs["fold" if settlement.choice == "fold" else f"{settlement.choice}/{dealer}/{what}"] += count
    ours = Counter({outcome.name: outcome.count for outcome in result.outcomes if outcome.count})
    assert ours == theirs
    assert result.ev == played.expected_value
    assert Fraction(result.document()["average_bet"]) == played.average_bet
    hands = played.first_choices.total()
    assert Fraction(result.document()["choices"]["fold"]) == Fraction(played.first_choices["fold"], hands)
    assert int(result.document()["ties"]["fold or play"]) == played.first_ties
    assert int(result.document()["ties"]["check or bet"]) == played.second_ties
    split: Counter[str] = Counter()
    for row in result.document()["by_hand"]:
        split[row["name"]] += int(row["count"])
    assert split == Counter({name: count for name, count in ours.items() if name != "fold"})


@pytest.mark.parametrize("deck", [("2-5", "cdh", 1), ("3-8", "cd", 1)])
@pytest.mark.parametrize("top_hand", ["five_of_a_kind", "royal"])
def test_two_streets_equal_the_reference(deck: tuple[str, str, int], top_hand: str) -> None:
    check_two_streets(deck, top_hand)


@pytest.mark.long
@pytest.mark.parametrize("deck", [("T-A", "cdh", 1), ("3-9", "cd", 1), ("2-8", "cd", 0)])
def test_two_streets_equal_the_reference_on_larger_decks(deck: tuple[str, str, int]) -> None:
    check_two_streets(deck, "five_of_a_kind")


def test_hand_agrees_with_the_analysis() -> None:
    """Choices over all hands, taken one by one, add up to the expected value of the wager."""

    file = reduced_game_file(THREE_CARD, "9-A", "cd", 0)
    (result,) = analyze(file, wager="ante-play", run=RUN).wagers
    small = reference_deck("9-A", "cd", 0)
    best = [
        hand_choices(file, " ".join(map(card_name, three)), run=RUN).choices[0].ev
        for three in combinations(cards_of(small), 3)
    ]
    assert sum(best) / len(best) == result.ev


@pytest.mark.parametrize("hand", ["3c 3d 5c 6d 8c", "4c 5c 6c 7d Jk"])
def test_two_street_hands_equal_the_reference(hand: str) -> None:
    deck = ("3-8", "cd", 1)
    file, small = reduced_game_file(TWO_STREETS, *deck), reference_deck(*deck)
    five = file.game().deck.parse_hand(hand)
    rules = wild_52.hand_rules("five_of_a_kind")
    for first in (card for card in cards_of(small) if card not in five):
        answer = hand_choices(file, hand, card_name(first), run=RUN)
        decided = wild_52.decide_second(tuple(sorted(five)), first, small, rules, 5)
        assert answer.choices[0].action == decided.choice
        assert answer.choices[0].ev == wild_52.total_net(decided.results) / decided.results.total()
