"""The referee against the transcriptions of the source documents, which do not read a game file.

The wagers are written here once more, in as few lines as they need, and choices, ties and names are compared too;
test_referee_files.py plays the whole files. Pai Gow is in test_set_hands.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from analyzer.game.language import Rules
from analyzer.reference import three_card_poker, wild_52, wild_six_card_draw_poker, wild_six_card_poker
from analyzer.reference.cards import Deck
from analyzer.reference.referee import Verdict, play
from tests.rounds import rules_of


def named(verdict: Verdict) -> Counter[str]:
    """Outcomes by name, whatever they pay."""
    counts: Counter[str] = Counter()
    for (name, _), count in verdict.outcomes.items():
        counts[name] += count
    return counts


def nets(outcomes: Mapping[Any, int]) -> dict[Fraction, int]:
    """Settlements of a transcription by net result."""
    counts: Counter[Fraction] = Counter()
    for settlement, count in outcomes.items():
        counts[settlement.net] += count
    return dict(counts)


# --- Wild Six Card Poker and its draw game ---------------------------------------------------------------------------

SIX_CARDS = """
deck = { ranks = "8-Q", suits = "cd", jokers = 2, wild = "Jk" }
deal = { own = 5, draw = 1, dealer = 6 }
[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "straight" }
exchange = { from = "own", discard = 1, stand_pat = STANDS, draw = "draw", makes = "final" }
[wagers.poker]
name = "Poker"
compare = ["final", "dealer"]
settle.poker = [{ on = "automatic-win", pays = "AUTO" }]
"""


def six_cards(auto: str, stands: str) -> Rules:
    return rules_of(SIX_CARDS.replace("AUTO", auto).replace("STANDS", stands))


@pytest.mark.parametrize(("auto", "stands"), [("1", "false"), ("3/2", "true")])
def test_poker_of_wild_six_card_poker(auto: str, stands: str) -> None:
    verdict = play(six_cards(auto, stands), "poker", "1")
    literal = wild_six_card_poker.play_poker(Deck("89TJQ", "cd", 2), Fraction(auto), stands == "true")
    assert verdict.results == nets(literal.outcomes)
    assert verdict.deals == literal.outcomes.total()
    assert verdict.ev == literal.expected_value
    assert verdict.ties == literal.ties
    hands = literal.choices.total()
    made = {"discard": "discard", "stand pat": "stand-pat"}
    assert verdict.choices == {
        made[name]: Fraction(count, hands) for name, count in literal.choices.items() if name in made
    }


DRAW = """
deck = { ranks = "8-Q", suits = "cd", jokers = 2, wild = "Jk" }
deal = { own = 5, draw = 1, dealer = 6 }
[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "straight" }
exchange = { from = "own", discard = 1, stand_pat = true, draw = "draw", makes = "final" }
[wagers.base]
name = "Base"
compare = ["final", "dealer"]
of = "final"
settle.base = [{ on = "win", pays = "paytable" }]
[wagers.base.pays]
PAYS
[wagers.joker]
name = "Joker"
[wagers.joker.lines]
player-has-two-jokers = { of = "own", jokers = 2 }
player-one-dealer-one = [{ of = "own", jokers = 1 }, { of = "dealer", jokers = 1 }]
player-one-dealer-none = [{ of = "own", jokers = 1 }, { of = "dealer", jokers = 0 }]
[wagers.joker.pays]
player-has-two-jokers = 30
player-one-dealer-one = 10
player-one-dealer-none = 1
"""


def test_wild_six_card_draw_poker() -> None:
    pays = wild_six_card_draw_poker.BIG_HAND_BONUS_PAYS["B"]
    lines = "\n".join(f'{line} = "{amount}"' for line, amount in pays.items() if line != "lose")
    rules = rules_of(DRAW.replace("PAYS", lines))
    deck = Deck("89TJQ", "cd", 2)
    verdict, literal = play(rules, "base", "1"), wild_six_card_draw_poker.play_base(deck, "B")
    assert verdict.results == nets(literal.outcomes)
    assert (verdict.ev, verdict.ties) == (literal.expected_value, literal.ties)
    assert named(play(rules, "joker", "1")) == wild_six_card_draw_poker.count_joker_bet(deck)


# --- Three Card Poker ------------------------------------------------------------------------------------------------

THREE_CARD = """
deck = { ranks = "8-K", suits = "cd" }
deal = { own = 3, house = 3 }
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[wagers.ante-play]
name = "Ante and Play"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["own", "house"]
qualifies = "high-card Q"
of = "own"
settle.ante = [{ qualified = false, pays = 1 }]
settle.play = [{ qualified = false, pays = 0 }]
settle.bonus = [{ pays = "paytable" }]
pays = { straight-flush = 4, three-of-a-kind = 3, straight = 1 }
[wagers.pair-plus]
name = "Pair Plus"
of = "own"
lines.mini-royal = { hand = "straight-flush", ranks = "A" }
pays = { mini-royal = 75, straight-flush = 40, three-of-a-kind = 30, straight = 5, flush = 3, pair = 1 }
[wagers.six]
name = "6 Card Bonus"
of = ["own", "house"]
uses = "pays_most"
[wagers.six.pays]
royal-flush = 500
straight-flush = 250
four-of-a-kind = 50
full-house = 25
flush = 15
straight = 10
three-of-a-kind = 5
"""


def test_three_card_poker() -> None:
    literal = three_card_poker.play_ante(Deck("89TJQK", "cd"))
    verdict = play(rules_of(THREE_CARD), "ante-play", "1")
    assert verdict.results == nets(literal.outcomes)
    assert (verdict.ev, verdict.average_bet, verdict.ties) == (
        literal.expected_value,
        literal.average_bet,
        literal.ties,
    )


def test_side_bets_of_three_card_poker() -> None:
    rules = rules_of(THREE_CARD.replace('"8-K", suits = "cd"', '"9-A", suits = "cds"'))
    deck = Deck("9TJQKA", "cds")
    assert named(play(rules, "pair-plus", "1")) == three_card_poker.count_pair_plus(deck)
    assert named(play(rules, "six", "1")) == three_card_poker.count_six_card_bonus(deck)


# --- Wild 52 ---------------------------------------------------------------------------------------------------------

WILD_52 = """
deck = { ranks = "3-6", suits = "cd", jokers = 1, wild = "Jk", top_hand = "five_of_a_kind" }
deal = { own = 3, first = 1, second = 1, house = 3 }
hands = { player = ["own", "first", "second"], dealer = ["house", "first", "second"] }
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 2 }
[[round]]
sees = "first"
choose.check = {}
choose.bet = { play = 4 }
[wagers.ante-play]
name = "Ante and Play"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
qualifies = "pair 5"
settle.play = [{ qualified = false, pays = 0 }]
"""


def test_wild_52() -> None:
    literal = wild_52.play_ante(Deck("3456", "cd", 1), player_cards=3, dealer_cards=3)
    verdict = play(rules_of(WILD_52), "ante-play", "1")
    assert verdict.results == nets(literal.outcomes)
    assert (verdict.ev, verdict.average_bet) == (literal.expected_value, literal.average_bet)
    assert verdict.ties == literal.first_ties + literal.second_ties
    first, second = literal.first_choices, literal.second_choices
    hands, states = first.total(), first.total() * 6
    assert verdict.choices == {
        **{name: Fraction(count, hands) for name, count in first.items()},
        **{name: Fraction(count, states) for name, count in second.items()},
    }
    ended: Counter[str] = Counter()
    for settlement, count in literal.outcomes.items():
        result = {"push": "tie", "lose": "loss"}.get(settlement.what, settlement.what)
        unqualified = [] if settlement.dealer_qualifies else ["unqualified"]
        ended["/".join(["fold"] if result == "fold" else [settlement.choice, result, *unqualified])] += count
    assert named(verdict) == ended
