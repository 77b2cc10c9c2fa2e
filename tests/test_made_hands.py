"""What cards can be made into (`pays_most`): every type, natural or with a joker, on hands that are rich in them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import FIVE_CARD_TYPES, Ranking
from analyzer.game.lines import LineTest, line_records
from analyzer.kernels import lines as kernel
from tests.literal_lines import JOKER, Cards, all_hands, naturals_of, plain_rules

# Parts of the deck from which hands of five to seven cards have flushes, straights or sets: (ranks, suits).
PARTS: Sequence[tuple[Sequence[int], Sequence[int]]] = (
    (range(13), (2,)),
    (range(6), (0, 1)),
    ((0, 1, 2, 3, 4, 12), (3, 1)),
    (range(6, 13), (0, 2)),
    (range(8, 13), (0, 1, 2, 3)),
    ((3, 4, 12), (0, 1, 2, 3)),
    ((11, 12), (0, 1, 2, 3)),
)


def made(cards: Sequence[int], natural: bool | None, joker: str) -> set[str]:
    """The types that the kernel finds."""
    records = line_records([LineTest(hands=frozenset({name}), natural=natural) for name in FIVE_CARD_TYPES])
    ranking = Ranking(joker)  # type: ignore[arg-type]  # the names of jokers
    (bits,) = kernel.line_sets_of_cards(np.array([cards], np.uint8), records, False, 5, ranking.kernel_arguments)
    return {name for i, name in enumerate(FIVE_CARD_TYPES) if int(bits) >> i & 1}


def random_hands(random: Random, jokers: int, number: int) -> list[Cards]:
    hands = []
    for _ in range(number):
        ranks, suits = random.choice(PARTS)
        part = [4 * rank + suit for rank in ranks for suit in suits]
        naturals = random.sample(part, min(len(part), random.randint(5, 7) - jokers))
        hands.append((*sorted(naturals), *range(JOKER, JOKER + jokers)))
    return hands


@pytest.mark.parametrize(
    ("joker", "jokers", "number"),
    [("none", 0, 400), ("wild", 1, 120), ("bug", 1, 120), ("wild", 2, 25), ("bug", 2, 25)],
)
def test_every_type_that_cards_make(joker: str, jokers: int, number: int) -> None:
    seen = set()
    for cards in random_hands(Random(f"{joker} {jokers}"), jokers, number):
        hands = all_hands(cards, 5, plain_rules(joker, "lowest"))
        for natural in (None, True, False):
            expected = {hand.type for hand in hands if natural in (None, hand.natural)}
            assert made(cards, natural, joker) == expected, (cards, natural)
            seen |= {(name, name in expected) for name in FIVE_CARD_TYPES}
    impossible = {("five-of-a-kind", True)} if joker == "none" else set()
    assert (
        jokers == 2 or seen == {(name, is_made) for name in FIVE_CARD_TYPES for is_made in (True, False)} - impossible
    )


@pytest.mark.parametrize(
    ("cards", "made_types"),
    [
        ("As Ad Ah Kd Kc", "full-house"),
        ("As Ad Ah Kd Kc Qc", "full-house three-of-a-kind two-pair"),
        ("As Ad Ah Kd Kc Kh Ks", "full-house four-of-a-kind"),
        ("As Ad Ah Ac Jk", "five-of-a-kind four-of-a-kind"),
        ("8s 9s Ts Js Qs", "straight-flush"),
        ("7s 8s 9s Ts Js Qs Ks", "straight-flush flush"),
        ("Ts Js Qs Ks As", "royal-flush"),
        ("9s Ts Js Qs Ks As", "royal-flush straight-flush flush"),
        ("8s 9s Ts Js Jk", "straight-flush straight flush pair high-card"),
        ("9s Ts Js Qs Ks Kd", "straight-flush straight pair"),
    ],
)
def test_hands_by_name(cards: str, made_types: str) -> None:
    """A line's hand is exact: what is better, or needs other cards, is not that hand."""
    hand = sorted(Deck(jokers=1).parse_hand(cards))
    assert made(hand, None, "wild") == set(made_types.split())


@pytest.mark.parametrize(
    ("cards", "made_types"),
    [
        ("Ts Jd Qs Ks Jk", "straight"),
        ("2s 3d 4s 5s Jk", "straight"),
        ("2s 3d 4s 6s Jk", "straight high-card"),
        ("Ts Jd Qs Ks 3s Jk", "straight flush high-card"),
        ("As 3d 7s 9s Jk", "pair"),
        ("As Ad 7s 7h Jk", "full-house"),
        ("7s 7d 7h 8s Jk", "three-of-a-kind"),
        ("7s 7d 7h 7c Jk", "four-of-a-kind"),
    ],
)
def test_hands_with_the_bug_by_name(cards: str, made_types: str) -> None:
    """It is an ace, unless it completes a straight or a flush."""
    hand = sorted(Deck(jokers=1).parse_hand(cards))
    assert made(hand, False, "bug") == set(made_types.split())


def test_a_natural_hand_has_all_its_cards_natural() -> None:
    """The fifth card beside four aces is the joker."""
    hand = sorted(Deck(jokers=1).parse_hand("As Ad Ah Ac Jk"))
    assert made(hand, True, "wild") == set()
    assert len(naturals_of(tuple(hand))) == 4
