"""Every shipped wager counted on small decks, against the reference that goes through every deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from math import comb

import pytest

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.suits import all_suit_classes
from analyzer.reference import pai_gow, three_card_poker, wild_52, wild_six_card_draw_poker, wild_six_card_poker
from analyzer.reference.cards import Deck as ReferenceDeck
from tests.helpers import all_ranks, counts_of, from_text, on_deck, shipped_text

SMALL = [("8-A", "cd"), ("2-6,A", "ds"), ("Q-A", "cdhs")]
WIDE = [("T-A", "cdhs"), ("2-5,A", "cdh")]
LONG = [pytest.param(deck, marks=pytest.mark.long) for deck in WIDE]
Count = Callable[[ReferenceDeck], "Counter[str]"]


def assert_counts(
    game: str, wager: str, deck: tuple[str, str], jokers: int, count: Count, paytables: str, **options: str
) -> None:
    """Each of the paytables (names with spaces between) has the counts of the reference."""
    ranks, suits = deck
    expected = dict(count(ReferenceDeck(all_ranks(ranks), suits, jokers)))
    file = from_text(on_deck(shipped_text(game), ranks, suits))
    for paytable in paytables.split():
        assert counts_of(file, wager, paytable, options) == expected


@pytest.mark.parametrize("deck", [*SMALL, *LONG], ids=str)
def test_queens_or_better(deck: tuple[str, str]) -> None:
    count = wild_six_card_poker.count_queens_or_better
    assert_counts("wild-six-card-poker", "queens-or-better", deck, 2, count, "A1 A2 A3 A4 A5 A6")


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_draw_bonus(deck: tuple[str, str]) -> None:
    for paytable in ("B1", "B2", "B3", "B4"):
        count = partial(wild_six_card_poker.count_draw_bonus, paytable=paytable)
        assert_counts("wild-six-card-poker", "draw-bonus", deck, 2, count, paytable)


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_taxpayers_fortune(deck: tuple[str, str]) -> None:
    """The joint distribution of prize and tax."""

    def count(small: ReferenceDeck, paytable: str) -> Counter[str]:
        pairs = wild_six_card_poker.count_taxpayers_fortune(small, paytable)
        names = {"lose": "no-prize"}
        return Counter({f"{names.get(line, line)}/tax-{tax}": n for (line, tax), n in pairs.items()})

    for paytable in ("T1", "T2"):
        assert_counts("wild-six-card-poker", "taxpayers-fortune", deck, 2, partial(count, paytable=paytable), paytable)


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_queens_plus(deck: tuple[str, str]) -> None:
    count = wild_six_card_draw_poker.count_queens_plus
    assert_counts("wild-six-card-draw-poker", "queens-plus", deck, 2, count, "A B")


@pytest.mark.parametrize("deck", [*SMALL, *LONG], ids=str)
def test_progressive(deck: tuple[str, str]) -> None:
    count = wild_six_card_draw_poker.count_progressive
    assert_counts("wild-six-card-draw-poker", "progressive", deck, 2, count, "1")


@pytest.mark.parametrize("deck", [("T-A", "cd"), ("2-4", "cdhs")], ids=str)
def test_joker_bet_of_the_draw_game(deck: tuple[str, str]) -> None:
    count = wild_six_card_draw_poker.count_joker_bet
    assert_counts("wild-six-card-draw-poker", "joker", deck, 2, count, "1")


@pytest.mark.parametrize("deck", [("2-A", "cdhs"), ("8-A", "cd"), ("2-4,Q-A", "cdh")], ids=str)
def test_pair_plus(deck: tuple[str, str]) -> None:
    """The whole deck too: it has 22,100 hands."""
    count = three_card_poker.count_pair_plus
    assert_counts("three-card-poker-6-card-bonus", "pair-plus", deck, 0, count, "1")


@pytest.mark.parametrize("deck", [*SMALL, *WIDE], ids=str)
def test_six_card_bonus(deck: tuple[str, str]) -> None:
    count = three_card_poker.count_six_card_bonus
    assert_counts("three-card-poker-6-card-bonus", "six-card-bonus", deck, 0, count, "1")


@pytest.mark.parametrize("deck", [*SMALL, ("T-A", "cdh")], ids=str)
@pytest.mark.parametrize("top_hand", ["five_of_a_kind", "royal"])
@pytest.mark.parametrize("bonus_uses", ["pays_most", "best_ranked"])
def test_bonus_of_wild_52(deck: tuple[str, str], top_hand: str, bonus_uses: str) -> None:
    def count(small: ReferenceDeck) -> Counter[str]:
        return wild_52.count_bonus(small, bonus_uses, top_hand)

    assert_counts("wild-52", "bonus", deck, 1, count, "1", top_hand=top_hand, bonus_uses=bonus_uses)


@pytest.mark.parametrize("deck", [("8-A", "cd"), ("2-4", "cdhs")], ids=str)
def test_joker_wager_of_wild_52(deck: tuple[str, str]) -> None:
    assert_counts("wild-52", "joker", deck, 1, wild_52.count_joker_wager, "1")


@pytest.mark.parametrize("deck", [("8-A", "cd"), ("2-9", "dh"), ("7-K", "cd"), ("T-A", "cdh")], ids=str)
def test_outlaw_9(deck: tuple[str, str]) -> None:
    """Where the wheel stands makes no difference to this wager."""
    expected = cache(pai_gow.count_outlaw_9)
    for wheel in ("lowest", "second_highest"):
        assert_counts("pai-gow-wrangler-outlaw", "outlaw-9", deck, 1, expected, "1", wheel=wheel)


# --- the whole decks -------------------------------------------------------------------------------------------------

FULL_DECK_COUNTS: list[tuple[str, str, Callable[[], Counter[str]]]] = [
    ("wild-six-card-poker", "queens-or-better", wild_six_card_poker.count_queens_or_better),
    ("wild-six-card-draw-poker", "queens-plus", wild_six_card_draw_poker.count_queens_plus),
    ("wild-six-card-draw-poker", "progressive", wild_six_card_draw_poker.count_progressive),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "wager", "count"), FULL_DECK_COUNTS)
def test_five_cards_of_the_whole_deck(game: str, wager: str, count: Callable[[], Counter[str]]) -> None:
    assert counts_of(from_text(shipped_text(game)), wager) == dict(count())


def count_by_class(line_of: Callable[[tuple[int, ...]], str], jokers: int, cards: int) -> Counter[str]:
    """The reference asked once for each suit class: for rules that do not tell suits apart."""
    counts: Counter[str] = Counter()
    for piece in all_suit_classes(Deck(jokers=jokers), cards):
        held = tuple(range(FIRST_JOKER, FIRST_JOKER + piece.jokers))
        for sets, weight in zip(piece.sets.tolist(), piece.weights.tolist(), strict=True):
            plain = sorted(4 * r + suit for suit, ranks in enumerate(sets) for r in range(13) if ranks >> r & 1)
            counts[line_of((*plain, *held))] += weight * piece.joker_ways
    assert counts.total() == comb(52 + jokers, cards)
    return counts


@pytest.mark.long
def test_draw_bonus_of_the_whole_deck() -> None:
    expected = count_by_class(wild_six_card_poker.draw_bonus, 2, 6)
    assert counts_of(from_text(shipped_text("wild-six-card-poker")), "draw-bonus", "B1") == dict(expected)


@pytest.mark.long
def test_six_card_bonus_of_the_whole_deck() -> None:
    expected = count_by_class(three_card_poker.six_card_bonus, 0, 6)
    counted = counts_of(from_text(shipped_text("three-card-poker-6-card-bonus")), "six-card-bonus")
    assert counted == dict(expected)


@pytest.mark.parametrize(("deck", "jokers", "cards"), [(("8-A", "cd"), 2, 6), (("T-A", "cdh"), 1, 7)], ids=str)
def test_each_deal_is_counted_once(deck: tuple[str, str], jokers: int, cards: int) -> None:
    ranks, suits = deck
    game = "wild-six-card-poker" if jokers == 2 else "wild-52"
    wager = "draw-bonus" if jokers == 2 else "bonus"
    counted = counts_of(from_text(on_deck(shipped_text(game), ranks, suits)), wager)
    size = len(all_ranks(ranks)) * len(suits) + jokers
    assert sum(counted.values()) == len(list(combinations(range(size), cards)))
