"""A line that is a list of tests applies if each of them passes by itself, whatever the others ask."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from analyzer.errors import GameFileError
from analyzer.pricing.analysis import analyze_wager
from analyzer.reference.referee import play
from analyzer.run.jobs import Run
from tests.helpers import from_text

GAME = """
schema = "exactodds/game/2"
id = "lists"
name = "Lists"
rules_version = "1"
[deck]
{deck}
[deal]
own = {cards}
[wagers.w]
name = "W"
of = "own"
{uses}
lines.both = [{first}, {second}]
pays.both = 2
"""
RANK = 'ranks = "7-J,A"\nsuits = "hs"\nwild = "8"\nwheel = "none"'
JOKER = 'ranks = "9-K"\nsuits = "cs"\njokers = 1\nwild = "Jk"'

LISTS = [
    ('{ groups = "2", natural = true }', '{ at_least = "straight" }'),
    ('{ groups = "2" }', '{ hand = ["straight", "three-of-a-kind"], natural = false }'),
    ('{ groups = "2", ranks = "9-J" }', '{ at_least = "straight" }'),
    ('{ groups = "2" }', '{ hand = ["pair", "three-of-a-kind"], ranks = "T" }'),
    ('{ groups = "2", natural = true }', '{ hand = ["pair", "three-of-a-kind"], natural = true }'),
    ('{ whole = "straight" }', '{ at_least = "flush", ranks = "J" }'),
]
# With pays_most the cards that pass must pass all of it, so the hand is asked for in one table.
OF_ONE_HAND = [
    ('{ hand = "pair", ranks = "J" }', '{ at_least = "straight" }'),
    ('{ hand = ["pair", "straight"] }', '{ at_least = "pair T", natural = false }'),
]
PAYS_MOST = 'uses = "pays_most"'
DECKS = [pytest.param(RANK, 3, id="rank"), pytest.param(JOKER, 5, id="joker")]


def compare(deck: str, cards: int, uses: str, first: str, second: str) -> None:
    file = from_text(GAME.format(deck=deck, cards=cards, uses=uses, first=first, second=second))
    (wager,) = file.game().wagers
    (result,) = analyze_wager(file.game(), wager, wager.paytables, Run(jobs=1))
    counted: Counter[Fraction] = Counter()
    for outcome in result.outcomes:
        counted[outcome.net.amount] += outcome.count
    assert +counted == Counter(play(file.rules(), "w", "1").results)


@pytest.mark.parametrize(("first", "second"), [*LISTS, *OF_ONE_HAND])
@pytest.mark.parametrize(("deck", "cards"), DECKS)
def test_each_test_passes_by_itself(deck: str, cards: int, first: str, second: str) -> None:
    compare(deck, cards, "", first, second)


@pytest.mark.parametrize(("first", "second"), LISTS)
def test_with_pays_most_too(first: str, second: str) -> None:
    compare(JOKER, 5, PAYS_MOST, first, second)


@pytest.mark.parametrize(("first", "second"), OF_ONE_HAND)
def test_with_pays_most_the_hand_is_asked_for_once(first: str, second: str) -> None:
    with pytest.raises(GameFileError, match="say it in one"):
        compare(JOKER, 5, PAYS_MOST, first, second)
