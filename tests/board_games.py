"""Games with community cards that everybody knows, for the board engine: on the real deck or a smaller one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.bets import BetChoice, Bets
from analyzer.engines.contest.inputs import Board, KindsOf
from analyzer.engines.contest.solved import WIN, EventNumbers

FULL = Deck()
RANKING = Ranking()
ONE, ZERO = Fraction(1), Fraction(0)
BoardAndBets = tuple[Board, Bets]
# What a bet pays by the player's kind, the result and the dealer's kind.
Pays = Callable[[int, int, int], Fraction]


def above(*floors: int) -> KindsOf:
    """How many of the floors, ascending, a hand reaches."""

    def kinds(strengths: NDArray[np.uint32]) -> NDArray[np.uint8]:
        return np.searchsorted(np.array(floors, dtype=np.int64), strengths, side="right").astype(np.uint8)

    return kinds


def from_type(*names: str) -> KindsOf:
    return above(*(RANKING.strength_floor(name, 5) for name in names))


def board_of(deck: Deck, seen: tuple[int, ...], player: KindsOf, kinds: int, dealer: KindsOf, dealers: int) -> Board:
    own = np.zeros(comb(deck.size, 2), dtype=np.uint8)
    return Board(deck, RANKING, 5, seen, player, kinds, own, dealer, EventNumbers(kinds, dealers))


def pays_of(events: EventNumbers, *bets: Pays) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(pays(*events.event(number)) for number in range(len(events))) for pays in bets)


def even(_kind: int, result: int, _dealer: int) -> Fraction:
    """Even money, ties push."""
    return Fraction(1 - result)


def on_a_win(table: Sequence[Fraction]) -> Pays:
    """By the player's kind on a win; lost on a loss."""
    return lambda kind, result, dealer: table[kind] if result == WIN else even(kind, result, dealer)


def raised(name: str, bet: int, amount: int) -> BetChoice:
    return BetChoice(name, ((bet, Fraction(amount)),), then="showdown")


def ultimate(deck: Deck = FULL) -> BoardAndBets:
    types = ("straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush")
    board = board_of(deck, (0, 3, 5), from_type(*types), 7, from_type("pair"), 2)
    blind = [ZERO, ONE, Fraction(3, 2), Fraction(3), Fraction(10), Fraction(50), Fraction(500)]

    def ante(kind: int, result: int, dealer: int) -> Fraction:
        return even(kind, result, dealer) * dealer

    stages = (
        (BetChoice("check"), raised("four", 2, 4), raised("three", 2, 3)),
        (BetChoice("check"), raised("two", 2, 2)),
        (raised("one", 2, 1), BetChoice("fold", then="fold")),
    )
    return board, Bets((ONE, ONE, ZERO), stages, pays_of(board.events, ante, on_a_win(blind), even))


def casino(deck: Deck = FULL) -> BoardAndBets:
    types = ("flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush")
    board = board_of(deck, (3,), from_type(*types), 6, above(RANKING.value_floor("pair", [2], 5)), 2)
    table = [Fraction(pay) for pay in (1, 2, 3, 10, 20, 100)]

    def ante(kind: int, result: int, dealer: int) -> Fraction:
        return on_a_win(table)(kind, result if dealer else WIN, dealer)

    def call(kind: int, result: int, dealer: int) -> Fraction:
        return even(kind, result, dealer) * dealer

    stages = ((BetChoice("fold", then="fold"), BetChoice("call", ((1, Fraction(2)),))),)
    return board, Bets((ONE, ZERO), stages, pays_of(board.events, ante, call))


def hold_em_bonus(deck: Deck = FULL) -> BoardAndBets:
    """Fold, or bet twice the Ante on the own cards; then check or bet once more on the flop and on the turn."""
    board = board_of(deck, (0, 3, 4), from_type("straight"), 2, above(), 1)
    stages = (
        (BetChoice("fold", then="fold"), BetChoice("bet", ((1, Fraction(2)),))),
        (BetChoice("check"), BetChoice("bet", ((2, ONE),))),
        (BetChoice("check"), BetChoice("bet", ((3, ONE),))),
    )
    pays = pays_of(board.events, on_a_win([ZERO, ONE]), even, even, even)
    return board, Bets((ONE, ZERO, ZERO, ZERO), stages, pays)


def events_apart(deck: Deck = FULL) -> BoardAndBets:
    """One choice for each event, paid in that event alone: its values are counts of events."""
    board, _ = ultimate(deck)
    count = len(board.events)
    choices = tuple(BetChoice(str(event), ((event, ONE),)) for event in range(count))
    pays = tuple(tuple(Fraction(event == bet) for event in range(count)) for bet in range(count))
    single = Board(deck, RANKING, 5, (0,), board.player_kinds, 7, board.own_kinds, board.dealer_kinds, board.events)
    return single, Bets((ZERO,) * count, (choices,), pays)
