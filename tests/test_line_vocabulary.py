"""Random lines over the whole vocabulary, on hands of one to five cards, counted by the kernels and card by card.

The tests are handed to the engine without a file, so that no reader stands between. Everyday: 30 of each of the seeds
1 to 3. Behind the marker `long`: $EXACTODDS_FUZZ_FILES (10,000), each of a seed of its own.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from analyzer.cards.deck import SUITS, Deck
from analyzer.cards.ranking import Ranking
from analyzer.documents import JsonDict
from analyzer.engines.tally import count_lines
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.lines import ANY_JOKERS, LineTest, hands_at_least, line_records
from analyzer.game.model import Game, Line, Paytable, Source
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import lines as kernel
from analyzer.run.jobs import Run
from tests.fuzzed_lines import random_vocabulary
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.literal_lines import deck_of, line_sets, satisfies

RUN = Run(jobs=1)


def bits(ranks: list[int] | None) -> int:
    return ALL_RANKS if ranks is None else sum(1 << rank for rank in ranks)


def line_test(line: JsonDict, ranking: Ranking, size: int) -> LineTest:
    """The line as the engine takes it."""
    hands, floor = frozenset(line.get("hand", ())), 0
    value = line.get("at_least")
    if isinstance(value, str) and not hands:
        hands = hands_at_least(value, ranking, size)
    elif value is not None:
        kind, ranks = (value, ()) if isinstance(value, str) else value
        floor = ranking.value_floor(kind, ranks, size)
    return LineTest(
        hands=hands,
        ranks=bits(line.get("ranks")),
        natural=line.get("natural"),
        groups=tuple(line.get("groups", ())),
        whole=line.get("whole"),
        high=bits(line.get("high")),
        ace_low="ace" in line,
        without=frozenset(kind for kind in line.get("without", ()) if not kind.startswith("natural-")),
        without_natural=frozenset(kind[8:] for kind in line.get("without", ()) if kind.startswith("natural-")),
        colour=line.get("colour", ""),
        jokers=1 << line["jokers"] if "jokers" in line else ANY_JOKERS,
        floor=floor,
        kicker=bits(line.get("kicker")),
        suited="suited" in line,
        suit=SUITS[line["suit"]] if "suit" in line else "",
        count=tuple(line.get("count", {}).items()),
    )


ORDER_KEYS = ("wheel", "top_hand", "joker_in_flush", "natural_beats_wild", "three_card_order")


def ranking_of(spec: JsonDict) -> Ranking:
    return Ranking(spec["joker"], **{key: spec[key] for key in ORDER_KEYS if key in spec})


def built(spec: JsonDict) -> tuple[Game, LinesWager]:
    ranking = ranking_of(spec)
    tests = [line_test(line, ranking, spec["hand_size"]) for line in spec["lines"]]
    lines = tuple(Line(f"l{i}", f"L{i}", test) for i, test in enumerate(tests))
    wager = LinesWager(
        "w", "W", (Paytable("1", ()),), cards=spec["cards"], hand_size=spec["hand_size"], uses=spec["uses"], lines=lines
    )
    deck = Deck(tuple(spec["ranks"]), tuple(spec["suits"]), spec["jokers"])
    return Game("g", "G", "1", Source("none"), deck, ranking, (), (wager,)), wager


def check_spec(spec: JsonDict) -> int:
    """Compare the counts of all deals and the lines of each deal; how many different sets of lines there are."""
    game, wager = built(spec)
    literal = {lines: count for (lines, _), count in line_sets(spec).items()}
    counts = {lines: count for (lines, _), count in count_lines(game, wager, RUN).counts.items() if count}
    assert counts == literal, f"counted\n{spec}"
    hands = list(combinations(deck_of(spec), spec["cards"]))
    best = spec["uses"] == "best_ranked"
    records = line_records([line.test for line in wager.lines])
    sets = kernel.line_sets_of_cards(
        np.array(hands, dtype=np.uint8), records, best, spec["hand_size"], game.ranking.kernel_arguments
    )
    one_by_one = Counter(tuple(i for i in range(len(wager.lines)) if bits >> i & 1) for bits in sets.tolist())
    assert dict(one_by_one) == literal, f"one by one\n{spec}"
    for place in range(0, len(hands), 1 + len(hands) // 20):
        expected = sum(satisfies(hands[place], line, spec, best=best) << i for i, line in enumerate(spec["lines"]))
        assert sets[place] == expected, f"{hands[place]}\n{spec}"
    return len(literal)


def check_many(random: Random, number: int) -> list[int]:
    return [check_spec(random_vocabulary(random)) for _ in range(number)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_lines(seed: int) -> None:
    kinds = check_many(Random(seed), 30)
    assert sum(number > 1 for number in kinds) >= 24, "lines that every deal, or none, satisfies show nothing"


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_random_lines(block: int) -> None:
    for seed in seeds_of_block(block):
        try:
            check_spec(random_vocabulary(Random(f"vocabulary {seed}")))
        except AssertionError as error:
            raise AssertionError(f"vocabulary {seed}: {error}") from None


KEYS = ["hand", "at_least", "ranks", "kicker", "natural", "suited", "suit", "count", "groups", "whole", "high"]
KEYS += ["without", "colour", "jokers"]


@pytest.mark.parametrize("key", KEYS)
def test_the_fuzzer_sees_a_key_that_is_ignored(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the engine is not told about one key."""
    whole = line_test
    monkeypatch.setattr(
        "tests.test_line_vocabulary.line_test",
        lambda line, *order: whole({name: value for name, value in line.items() if name != key}, *order),
    )
    with pytest.raises(AssertionError):
        check_many(Random(1), 400)


@pytest.mark.parametrize("key", ["wheel", "joker_in_flush"])
def test_the_fuzzer_sees_an_order_that_is_ignored(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the engine is not told about one key of the deck."""
    whole = ranking_of
    monkeypatch.setattr(
        "tests.test_line_vocabulary.ranking_of",
        lambda spec: whole({name: value for name, value in spec.items() if name != key}),
    )
    with pytest.raises(AssertionError):
        check_many(Random(1), 400)


@pytest.mark.parametrize(("cards", "size"), [(4, 5), (8, 5), (5, 6), (3, 0), (1, 2)])
def test_hands_that_lines_are_not_for(cards: int, size: int) -> None:
    """The kernel's arrays are as long as the largest hand: a larger one must be refused, and one that is too small."""
    records = line_records([LineTest(kicker=1)])
    hands = np.arange(cards, dtype=np.uint8).reshape(1, cards)
    order = Ranking().kernel_arguments
    with pytest.raises(ValueError, match=f"hands of {size} out of {cards} cards"):
        kernel.line_sets_of_cards(hands, records, False, size, order)
    sets, weights = np.array([[(1 << cards) - 1, 0]], np.uint16), np.array([2], np.uint8)
    ways, suits = np.ones((1, 5), np.uint8), np.ones(5, np.uint8)
    with pytest.raises(ValueError, match=f"hands of {size} out of {cards} cards"):
        kernel.tally_lines(sets, weights, 0, records, False, size, order, ways, suits)
    with pytest.raises(ValueError, match=f"hands of {size} out of {cards} cards"):
        kernel.tally_lines_by_suit(sets, weights, 0, records, records, 0, False, size, order, suits[:2])


def test_more_lines_than_a_set_has_room_for() -> None:
    hands = np.arange(5, dtype=np.uint8).reshape(1, 5)
    with pytest.raises(ValueError, match="33 lines, more than 32"):
        kernel.line_sets_of_cards(hands, line_records([LineTest()] * 33), True, 5, Ranking().kernel_arguments)


@pytest.mark.parametrize("best", [True, False])
@pytest.mark.parametrize("hand", [(51, 52), (51, 47, 52), (51, 47, 52, 53), (51, 47, 43, 52, 53)])
def test_sets_of_equal_rank_are_never_suited(hand: tuple[int, ...], best: bool) -> None:
    """A joker that makes a pair is of another suit, as no card is there twice; a flush with it is suited."""
    sets = frozenset({"pair", "two-pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind"})
    records = line_records([LineTest(hands=sets, suited=True), LineTest(hands=sets, suit="s"), LineTest(suited=True)])
    arguments = Ranking("wild").kernel_arguments
    (satisfied,) = kernel.line_sets_of_cards(np.array([hand], np.uint8), records, best, len(hand), arguments)
    # The best of an ace and a joker is a pair; that of the others is a straight flush.
    assert satisfied == (0b000 if best and len(hand) == 2 else 0b100)
