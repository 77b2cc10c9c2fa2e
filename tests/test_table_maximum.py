"""The most that a deal can cost a table: against the literal settlement of all deals of a small pack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from analyzer.game.model import Game
from analyzer.reference import three_card_poker as literal
from analyzer.reference.cards import Cards, Deck, cards_of
from analyzer.reference.hands import three_card_hand, three_card_strength
from analyzer.run.jobs import Run
from analyzer.trust import table_maximum
from analyzer.trust.table_maximum import Stake, table_maxima
from tests.helpers import from_text, on_deck, shipped_text

GAME = "three-card-poker-6-card-bonus"
SMALL = Deck("TJQKA", "cd")
STAKES = {"ante-play": Fraction(10), "pair-plus": Fraction(7), "six-card-bonus": Fraction(5, 2)}


def small_game() -> Game:
    return from_text(on_deck(shipped_text(GAME), "T-A", "cd")).game()


def stakes_of(game: Game) -> list[Stake]:
    return [(wager, wager.paytables[0], STAKES[wager.id]) for wager in game.wagers]


@cache
def plays(three: Cards) -> bool:
    return literal.value_of_choice(three, "play", SMALL) > literal.value_of_choice(three, "fold", SMALL)


@cache
def paid(three: Cards, dealer: Cards) -> Fraction:
    """What one seat is paid, literally: each wager that wins, at its stake."""
    hand = three_card_hand(three, literal.RULES)
    nets = {"pair-plus": literal.PAIR_PLUS_PAYS["1"][literal.pair_plus(three)]}
    nets["six-card-bonus"] = literal.SIX_CARD_BONUS_PAYS["1"][literal.six_card_bonus(tuple(sorted(three + dealer)))]
    nets["ante-play"] = Fraction(-1)
    if plays(three):
        own = three_card_strength(hand)
        shown = literal.showdown(own, three_card_hand(dealer, literal.RULES))
        nets["ante-play"] = literal.settle_play(hand, shown).net
    return sum((STAKES[wager] * net for wager, net in nets.items() if net > 0), Fraction(0))


def tables(seats: int) -> Iterator[tuple[Cards, tuple[Cards, ...]]]:
    """Every dealer's hand with hands of so many seats, the first seat with the lowest card."""
    pack = cards_of(SMALL)
    for dealer in combinations(pack, 3):
        left = tuple(card for card in pack if card not in dealer)
        for first in combinations(left, 3):
            if seats == 1:
                yield dealer, (first,)
            else:
                others = tuple(card for card in left if card not in first)
                yield from ((dealer, (first, second)) for second in combinations(others, 3) if first < second)


@pytest.mark.parametrize("seats", [1, 2])
def test_no_deal_pays_more_and_the_one_shown_pays_as_much(seats: int) -> None:
    game = small_game()
    (maximum,) = table_maxima(game, stakes_of(game), (seats,), Run(jobs=1)) or []
    assert maximum.paid == max(sum(paid(hand, dealer) for hand in hands) for dealer, hands in tables(seats))
    assert maximum.paid == sum(paid(tuple(sorted(hand)), tuple(sorted(maximum.dealer))) for hand in maximum.hands)
    dealt = [*maximum.dealer, *(card for hand in maximum.hands for card in hand)]
    assert len(dealt) == len(set(dealt)) == 3 + 3 * seats


def test_it_is_less_than_seats_times_the_sum() -> None:
    game = small_game()
    one, two = table_maxima(game, stakes_of(game), (1, 2), Run(jobs=1)) or []
    assert two.paid < 2 * one.paid


def test_the_same_where_few_hands_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small_game()
    whole = table_maxima(game, stakes_of(game), (1, 2), Run(jobs=1))
    monkeypatch.setattr(table_maximum, "KEPT", 2)
    monkeypatch.setattr(table_maximum._Settled.ranked, "__defaults__", (2,))
    few = table_maxima(game, stakes_of(game), (1, 2), Run(jobs=1))
    assert whole is not None
    assert few is not None
    assert [one.paid for one in few] == [one.paid for one in whole]


def test_seats_that_the_pack_cannot_fill_are_left_out() -> None:
    game = small_game()
    assert [one.seats for one in table_maxima(game, stakes_of(game), (1, 2, 3), Run(jobs=1)) or []] == [1, 2]


def test_other_games_are_not_settled_deal_by_deal() -> None:
    game = from_text(shipped_text("wild-52")).game()
    stakes = [(wager, wager.paytables[0], Fraction(1)) for wager in game.wagers]
    assert table_maxima(game, stakes, (1,), Run(jobs=1)) is None
