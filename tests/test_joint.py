"""Wagers made together: moments of the joint distribution against every deal of a reduced deck."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from analyzer.analysis import analyze
from analyzer.reference import one_discard, wild_six_card_poker
from analyzer.reference.cards import cards_of, without
from analyzer.reference.hands import best_strength, five_card_hand, strength
from analyzer.run import Run
from reduced import reduced_game_file, reference_deck

GAME = "wild-six-card-poker"
RUN = Run(jobs=1)
Nets = tuple[Fraction, Fraction, Fraction]


def every_deal(deck: tuple[str, str, int], *, stand_pat: bool) -> Counter[Nets]:
    """Poker, Queens Or Better (A5) and Draw Bonus (B4) of every deal, discarding as the reference does."""
    small = reference_deck(*deck)
    game = wild_six_card_poker.poker_game(small, Fraction(1), stand_pat)
    pack = cards_of(small)
    found: Counter[Nets] = Counter()
    for five in combinations(pack, 5):
        first = wild_six_card_poker.QUEENS_OR_BETTER_PAYS["A5"][wild_six_card_poker.queens_or_better(five)]
        automatic = one_discard.automatic_win(game, five)
        choices = [] if automatic else [*five, None][: 6 if stand_pat else 5]
        values = [
            one_discard.total_net(
                one_discard.after_standing_pat(game, five)
                if choice is None
                else one_discard.after_discard(game, five, choice)
            )
            for choice in choices
        ]
        discard = choices[values.index(max(values))] if choices else None
        for drawn in without(pack, five):
            six = (*five, drawn)
            bonus = wild_six_card_poker.DRAW_BONUS_PAYS["B4"][wild_six_card_poker.draw_bonus(tuple(sorted(six)), "B4")]
            final = five if discard is None else tuple(sorted(without(six, (discard,))))
            own = strength(five_card_hand(final, game.rules), game.rules)
            for dealer in combinations(without(pack, six), 6):
                other = best_strength(dealer, game.rules)
                poker = 1 if automatic else (own > other) - (own < other)
                found[Fraction(poker), first, bonus] += 1
    return found


@pytest.mark.parametrize("stand_pat", [False, True])
def test_joint_moments_equal_every_deal(stand_pat: bool) -> None:
    deck = ("8-Q", "cd", 2)
    deals = every_deal(deck, stand_pat=stand_pat)
    document = analyze(reduced_game_file(GAME, *deck), {"stand_pat": str(stand_pat).lower()}, run=RUN).document()
    for wagers, places in (
        (["poker", "queens-or-better"], (0, 1)),
        (["poker", "draw-bonus"], (0, 2)),
        (["poker", "queens-or-better", "draw-bonus"], (0, 1, 2)),
    ):
        paytables = [("1", "A5", "B4")[place] for place in places]
        (joint,) = (row for row in document["joint"] if row["wagers"] == wagers and row["paytables"] == paytables)
        total = deals.total()
        sums = Counter[Fraction]()
        for nets, count in deals.items():
            sums[sum((nets[place] for place in places), Fraction(0))] += count
        mean = sum((value * count for value, count in sums.items()), Fraction(0)) / total
        square = sum((value * value * count for value, count in sums.items()), Fraction(0)) / total
        assert int(joint["deals"]) == total
        assert Fraction(joint["ev"]) == mean
        assert Fraction(joint["variance"]) == square - mean * mean


def test_every_combination_of_paytables_is_there() -> None:
    document = analyze(reduced_game_file(GAME, "7-K", "cdh", 2), run=RUN).document()
    assert len(document["joint"]) == 6 + 4 + 24
    alone = {(wager["wager"], wager["paytable"]): Fraction(wager["ev"]) for wager in document["wagers"]}
    for joint in document["joint"]:
        bets = zip(joint["wagers"], joint["paytables"], strict=True)
        assert Fraction(joint["ev"]) == sum(alone[bet] for bet in bets)
