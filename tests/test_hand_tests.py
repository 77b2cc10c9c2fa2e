"""Tests of lines asked of all hands of small decks at once, against the referee's questions of one hand at a time."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from math import comb
from random import Random
from typing import get_args

import numpy as np
import pytest

from analyzer.cards.deck import SUITS, Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import TopHand, Wheel
from analyzer.cards.wild import WildDeck
from analyzer.documents import JsonDict
from analyzer.engines.hand_tests import line_sets, of_strengths, passed, why_not, why_not_of_strengths
from analyzer.errors import CountError
from analyzer.game.hand_names import rank_groups
from analyzer.game.language import Test as Question  # not a test of pytest
from analyzer.game.language import Value
from analyzer.game.lines import ANY_JOKERS, LineTest, hands_at_least, line_records
from analyzer.kernels import hand_tests
from analyzer.reference.asked import Asked
from analyzer.reference.cards import Cards
from analyzer.reference.ranked import Ranked
from tests.literal_tables import SMALL_DECKS, WILD_CARDS, hands_in_order, pack_of, ranked_of

ROUNDS = 12  # questions of each pack and size
TOP_HANDS: tuple[TopHand, ...] = ("royal", "five_of_a_kind")
WHEELS: tuple[Wheel, ...] = ("lowest", "second_highest")
SAME_KEYS = (
    *("ranks", "kicker", "natural", "suit", "groups", "high", "ace_low"),
    *("without", "without_natural", "colour", "count"),
)
HANDS = 60  # hands of each that are asked literally


def some_ranks(random: Random, deck_ranks: tuple[int, ...]) -> int:
    """About half of the deck's ranks, so that the question is passed and failed."""
    return sum(1 << rank for rank in deck_ranks if random.random() < 0.6)


def some_value(random: Random, table: HandTable) -> Value:
    """A hand of the table with some or all of its ranks."""
    kind = random.choice(table.ranking.types(table.best)[:9])
    groups = rank_groups(kind, table.best)
    if kind in ("straight", "straight-flush"):
        return Value(kind, (random.randrange(table.best - 2, 13),) if random.random() < 0.6 else ())
    ranks = random.sample(range(13), len(groups))
    ordered = sorted(range(len(groups)), key=lambda place: -groups[place])
    filled = dict(zip(ordered, _descending(ranks, [groups[place] for place in ordered]), strict=True))
    said = [filled[place] for place in range(len(groups))]
    return Value(kind, tuple(said[: random.randrange(len(said) + 1)]))


def _descending(ranks: list[int], groups: list[int]) -> list[int]:
    """Ranks of equal weight from high to low."""
    order: list[int] = []
    for size in sorted(set(groups), reverse=True):
        part = ranks[len(order) : len(order) + groups.count(size)]
        order += sorted(part, reverse=True)
    return order


def question(random: Random, table: HandTable) -> Question:
    """One to three keys at random."""
    deck = table.pack.deck
    sizes = [2, 3, 4, 5]
    makers: JsonDict = {
        "hands": lambda: frozenset(random.sample(table.ranking.types(table.best), min(3, table.best))),
        "at_least": lambda: some_value(random, table),
        "ranks": lambda: some_ranks(random, deck.ranks),
        "kicker": lambda: some_ranks(random, deck.ranks),
        "natural": lambda: random.random() < 0.5,
        "suited": lambda: True,
        "suit": lambda: SUITS[random.choice(deck.suits)],
        "groups": lambda: tuple(sorted(random.choices(sizes, (6, 3, 1, 1), k=random.choice((1, 1, 2))), reverse=True)),
        "whole": lambda: random.choice(("straight", "flush", "straight-flush")),
        "high": lambda: some_ranks(random, deck.ranks),
        "colour": lambda: random.choice(("one", "red", "black")),
        "jokers": lambda: random.randrange(deck.jokers + 1),
        "count": lambda: tuple((rank, random.randrange(3)) for rank in sorted(random.sample(deck.ranks, 2))),
    }
    if table.best == 5:
        makers["without"] = makers["without_natural"] = lambda: frozenset(random.sample(table.ranking.types(5)[1:], 2))
    asked = {key: makers[key]() for key in random.sample(sorted(makers), random.choice((1, 1, 2, 3)))}
    return Question(**asked, ace_low="high" in asked and random.random() < 0.3)


def line_of(asked: Question, table: HandTable) -> LineTest:
    """The same question as kernels read it; a value without ranks, alone, is a set of types."""
    hands, floor = asked.hands, 0
    if asked.at_least is not None:
        value = asked.at_least
        if value.ranks or hands:
            floor = table.ranking.value_floor(value.hand, value.ranks, table.best)
        else:
            hands = hands_at_least(value.hand, table.ranking, table.best)
    return LineTest(
        hands=hands,
        floor=floor,
        jokers=ANY_JOKERS if asked.jokers is None else 1 << asked.jokers,
        suited=bool(asked.suited),
        whole=asked.whole or None,
        **{key: getattr(asked, key) for key in SAME_KEYS},
    )


@lru_cache(maxsize=2)
def literal_hands(table: HandTable) -> tuple[Ranked, list[Cards]]:
    return ranked_of(table.pack, table.best), hands_in_order(table.pack.deck, table.cards)


def literally(table: HandTable, asked: Question, indices: list[int]) -> list[bool]:
    ranked, hands = literal_hands(table)
    return [Asked(hands[index], ranked, pays_most=False).passes(asked) for index in indices]


def check(table: HandTable, random: Random, rounds: int) -> set[bool]:
    answers: set[bool] = set()
    drawn = (question(random, table) for _ in range(10 * rounds))
    questions = list(islice((one for one in drawn if why_not(line_of(one, table), table.best) is None), rounds))
    sets = line_sets(table, [line_of(asked, table) for asked in questions])
    for number, asked in enumerate(questions):
        indices = random.sample(range(len(table)), min(HANDS, len(table)))
        expected = literally(table, asked, indices)
        assert [bool(sets[index] >> number & 1) for index in indices] == expected, asked
        answers |= set(expected)
    return answers


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("wild", WILD_CARDS)
def test_questions_of_small_decks(wild: str, best: int) -> None:
    random = Random(f"{wild} {best}")
    deck = random.choice(list(SMALL_DECKS))
    top_hand, wheel = random.choice(TOP_HANDS), random.choice(WHEELS)
    pack = pack_of(deck, wild, top_hand, wheel, five_wilds=random.random() < 0.5)
    for cards in {best, min(best + random.randrange(3), 7)}:
        assert check(HandTable(pack, cards, best), random, ROUNDS) == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_many_questions_of_small_decks(seed: int) -> None:
    random = Random(seed)
    for deck in SMALL_DECKS:
        pack = pack_of(deck, random.choice(list(WILD_CARDS)), five_wilds=random.random() < 0.5)
        best = random.randrange(1, 6)
        check(HandTable(pack, random.randrange(best, 8), best), random, 32)


def test_natural_ones_of_equal_hands_count() -> None:
    """A-K-Q-J-T beside a joker that could make it again is natural; a pair of aces that needs the joker is not."""
    table = HandTable(WildDeck(Deck((8, 9, 10, 11, 12), (0, 1), 1)), 6)
    natural = passed(table, LineTest(hands=frozenset({"straight"}), natural=True))
    wild = passed(table, LineTest(hands=frozenset({"straight"}), natural=False))
    assert not (natural & wild).any()
    assert np.array_equal(natural | wild, passed(table, LineTest(hands=frozenset({"straight"}))))
    joker = passed(table, LineTest(jokers=0b010))
    assert (natural & joker).any()
    assert (wild & joker).any()
    assert not (wild & ~joker).any()


def test_a_pair_with_a_wild_card_is_never_suited() -> None:
    """No card is there twice: the ace of spades and a joker are a pair of two suits."""
    table = HandTable(WildDeck(Deck((11, 12), (2, 3), 1)), 2, 2)
    assert not (passed(table, LineTest(suited=True)) & passed(table, LineTest(hands=frozenset({"pair"})))).any()
    assert int(passed(table, LineTest(suit="s")).sum()) == 1


@pytest.mark.parametrize("cards", [5, 6])
@pytest.mark.parametrize("top_hand", get_args(TopHand))
def test_five_wild_cards_above_everything_are_what_they_are_otherwise(top_hand: TopHand, cards: int) -> None:
    """They rank above everything; lines that ask for their type and ranks see the best hand that there is below."""
    table = HandTable(pack_of("four suits", "deuces and joker", top_hand, five_wilds=True), cards)
    indices = np.flatnonzero(table.strengths >> 20 == 12).tolist()
    assert len(indices) == comb(8, cards - 5)
    questions = [Question(hands=frozenset({kind})) for kind in table.ranking.types(5)]
    questions += [Question(ranks=1 << rank) for rank in range(13)] + [Question(kicker=1 << rank) for rank in range(13)]
    questions += [Question(suited=True), Question(suit="h"), Question(natural=True), Question(at_least=Value("pair"))]
    for asked in questions:
        answers = passed(table, line_of(asked, table))
        assert [bool(answers[index]) for index in indices] == literally(table, asked, indices), asked


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
def test_strengths_alone_answer_the_same(best: int) -> None:
    random, table = Random(best), HandTable(pack_of("low", "deuces and joker", five_wilds=True), best + 1, best)
    answered = 0
    for _ in range(200):
        test = line_of(question(random, table), table)
        if why_not_of_strengths(test) is None:
            assert np.array_equal(of_strengths(table.strengths, test, best), passed(table, test))
            answered += 1
    assert answered > 10


def test_strengths_of_any_shape() -> None:
    strengths = HandTable(WildDeck(), 2, 2).strengths.reshape(26, 51)
    test = LineTest(hands=frozenset({"pair"}))
    for given in (strengths, strengths.T, strengths[::2, 1::3]):
        assert np.array_equal(of_strengths(given, test, 2), given >> 20 == 33)


def test_values_that_share_a_place_in_the_kept_answers() -> None:
    """More different values than answers are kept: each still gets its own."""
    strengths = np.arange(1 << 17, dtype=np.uint32) + np.uint32(1 << 20)
    assert np.array_equal(of_strengths(strengths, LineTest(floor=(1 << 20) + 70_001), 5), np.arange(1 << 17) >= 70_001)


@pytest.mark.parametrize(
    ("test", "best", "reason"),
    [
        (LineTest(hands=frozenset({"royal-flush"}), beside=3), 5, "beside is for what pays most"),
        (LineTest(without=frozenset({"pair"})), 4, "without is asked of hands of five only, not of the best 4"),
        (LineTest(ranks=1, whole="flush"), 5, "ranks beside a whole flush alone"),
    ],
)
def test_what_is_not_asked_of_hands(test: LineTest, best: int, reason: str) -> None:
    assert reason in str(why_not(test, best))
    with pytest.raises(CountError, match=reason):
        passed(HandTable(WildDeck(), best, best), test)


def test_what_strengths_do_not_tell() -> None:
    test = LineTest(hands=frozenset({"flush"}), natural=True, suit="s")
    assert why_not_of_strengths(LineTest(kicker=3, floor=9)) is None
    with pytest.raises(CountError, match="natural, suit cannot be told from the strength"):
        of_strengths(np.zeros(1, dtype=np.uint32), test, 5)


def test_kernels_refuse_what_does_not_fit() -> None:
    table = HandTable(WildDeck(), 2, 2)
    records, arguments = line_records([LineTest(jokers=1)]), table.ranking.kernel_arguments
    with pytest.raises(ValueError, match="33 lines, more than 32"):
        line_sets(table, [LineTest()] * 33)
    with pytest.raises(ValueError, match="1326 values of 3 of 52 cards"):
        hand_tests.ask_cards(
            table.values.copy(), 1, table.values, 3, table.positions, table.wild, records, 2, arguments
        )
    with pytest.raises(ValueError, match="a deck of 52 cards, and for 51"):
        hand_tests.ask_cards(
            table.values.copy(), 1, table.values, 2, table.positions, table.wild[1:], records, 2, arguments
        )
