"""One round settled by hand, in words: with the literal reference, which shares no code with the kernels.

Each kind of wager has a function that takes the cards of every seat and returns what the player decides, how the round
is settled, and the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.cards.deck import FIRST_JOKER, card_name, hand_name
from analyzer.game.house_way import HouseWay
from analyzer.game.model import (
    DrawWager,
    Game,
    JokersWager,
    LinesWager,
    Paytable,
    PlayWager,
    PushWager,
    SetWager,
    Wager,
)
from analyzer.numbers import decimal_text
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.draws import AUTOMATIC, STAND_PAT
from analyzer.pricing.played import is_played
from analyzer.reference import hands as reference
from analyzer.report.by_rules import ToldRound
from analyzer.report.by_rules import rules_of as rules_of_file
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import choices_with

Cards = tuple[int, ...]
DRAW_SEAT = "draw"


@dataclass(frozen=True)
class Dealt:
    """The cards of a round by seat, in the order in which they were dealt."""

    game: Game
    paytable: Paytable
    seats: Mapping[str, Cards]
    run: Run

    def of(self, *names: str) -> Cards:
        return tuple(card for name in names for card in self.seats[name])


@dataclass(frozen=True)
class Settled:
    """What was decided and how it ended; `outcome` is how the name of the outcome must begin."""

    decision: str
    how: str
    outcome: str


def sorted_name(cards: Sequence[int]) -> str:
    """The cards for people, highest first."""
    return hand_name(sorted(cards, reverse=True))


def rules_of(game: Game) -> reference.HandRules:
    return reference.HandRules(game.ranking.joker, game.ranking.wheel, game.ranking.top_hand)


def settle(dealt: Dealt, wager: Wager) -> Settled:
    return _by_rules(dealt, wager) if is_played(wager) else SETTLERS[type(wager)](dealt, wager)


def _by_rules(dealt: Dealt, wager: Wager) -> Settled:
    """A wager that the language of its file is enough to tell of."""

    def advice(cards: Cards, board: Cards) -> tuple[str, str]:
        return _choice(dealt, wager, cards, board)

    told = ToldRound(rules_of_file(dealt.game), wager.id, dealt.paytable.id, dealt.seats, advice)
    return Settled(told.decision, told.how, told.outcome)


# --- hands in words --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Literal:
    """A hand as the reference reads it."""

    strength: Any
    name: str


def read_hand(game: Game, cards: Cards, size: int) -> Literal:
    """The best hand of so many of the cards."""
    rules = rules_of(game)
    ordered = tuple(sorted(cards))
    if size == 3:
        hands = [reference.three_card_hand(three, rules) for three in combinations(ordered, 3)]
        hand = max(hands, key=lambda one: (reference.three_card_strength(one), one.natural))
        return Literal(reference.three_card_strength(hand), _named(hand))
    rated = reference.best_hand(ordered, rules)
    return Literal(reference.best_strength(ordered, rules), _named(rated))


def _named(hand: reference.Hand) -> str:
    """
    >>> _named(reference.Hand("full-house", (3, 2), False))
    'a full house with the joker'
    """
    words = hand.type.replace("-", " ")
    bare = words.split()[0] in ("two", "three", "four", "five", "high")
    return ("" if bare else "a ") + words + ("" if hand.natural else " with the joker")


def _compared(own: Any, other: Any) -> str:
    return "win" if own > other else "tie" if own == other else "lose"


_WORDS = {"win": "higher", "tie": "equal", "lose": "lower"}


# --- each kind of wager ----------------------------------------------------------------------------------------------


def _lines(dealt: Dealt, wager: LinesWager) -> Settled:
    cards = dealt.of(*wager.seats)
    which = f"{len(cards)} cards" if len(cards) == wager.hand_size else f"best {wager.hand_size} of {len(cards)} cards"
    told = f"{which}: {read_hand(dealt.game, cards, wager.hand_size).name}"
    if wager.tax is not None:
        told += f"; before the last card: {read_hand(dealt.game, cards[:-1], wager.hand_size).name}"
    return Settled("none", told, "")


def _jokers(dealt: Dealt, wager: JokersWager) -> Settled:
    held = [(seat.name, sum(card >= FIRST_JOKER for card in dealt.seats[seat.name])) for seat in wager.seats]
    return Settled("none", "jokers: " + ", ".join(f"{name} {number}" for name, number in held), "")


def _draw(dealt: Dealt, wager: DrawWager) -> Settled:
    player, dealer = dealt.seats[wager.player.name], dealt.seats[wager.dealer.name]
    choice, told = _choice(dealt, wager, player)
    own = read_hand(dealt.game, player, wager.hand_size)
    if choice == AUTOMATIC:
        return Settled(AUTOMATIC, f"dealt {own.name}, which wins at once", "automatic-win")
    final = player
    if choice != STAND_PAT:
        final = tuple(card for card in player if card != _discarded(player, choice)) + dealt.seats[DRAW_SEAT][:1]
    own = read_hand(dealt.game, final, wager.hand_size)
    other = read_hand(dealt.game, dealer, wager.hand_size)
    result = _compared(own.strength, other.strength)
    drawn = "" if choice == STAND_PAT else f"draws {card_name(dealt.seats[DRAW_SEAT][0])}; "
    how = f"{drawn}player has {own.name}, dealer {other.name}: the player's is {_WORDS[result]}"
    return Settled(told, how, result)


def _discarded(player: Cards, choice: str) -> int:
    """The card that a choice such as `discard 4d` names."""
    return next(card for card in player if f"discard {card_name(card)}" == choice)


def _play(dealt: Dealt, wager: PlayWager) -> Settled:
    player, dealer = dealt.seats[wager.player.name], dealt.seats[wager.dealer.name]
    board = dealt.seats[wager.community.name] if wager.community else ()
    action, told = _choice(dealt, wager, player)
    if action == "fold":
        return Settled(told, "the Ante is lost", "fold")
    if board:
        action, second = _choice(dealt, wager, player, board[:1])
        told = f"{told}; after {card_name(board[0])} {second}"
    own = read_hand(dealt.game, player + board, wager.hand_size)
    other = read_hand(dealt.game, dealer + board, wager.hand_size)
    qualifies = other.strength >= _qualifying(dealt.game, wager)
    result = _compared(own.strength, other.strength)
    compared = wager.unqualified == "compare" or qualifies
    outcome = f"{action}/{'qualifies' if qualifies else 'does-not-qualify'}" + (f"/{result}" if compared else "")
    how = f"player has {own.name}, dealer {other.name} and {'qualifies' if qualifies else 'does not qualify'}"
    return Settled(told, how + (f": the player's is {_WORDS[result]}" if compared else ": the Ante wins"), outcome)


def _qualifying(game: Game, wager: PlayWager) -> tuple[int, tuple[int, ...]]:
    """The least strength that qualifies, in the reference's order."""
    types = reference.THREE_CARD_TYPES if wager.hand_size == 3 else reference.types_in_order(game.ranking.top_hand)
    return types.index(wager.qualify_hand), (wager.qualify_rank,)


def _set(dealt: Dealt, wager: SetWager | PushWager) -> Settled:
    sides = [dealt.seats[seat.name] for seat in (wager.player, wager.dealer)]
    own, other = (set_cards(dealt.game, wager.house_way, side) for side in sides)
    higher = (own.front_strength > other.front_strength) + (own.back_strength > other.back_strength)
    outcome = ("lose", "push", "win")[higher]
    how = f"player {own}; dealer {other}: {('neither', 'one', 'both')[higher]} of the player's hands higher"
    decision = f"house way, row {own.row}"
    if isinstance(wager, PushWager):
        return Settled(decision, how, _push_outcome(wager, own, other) if higher == 1 else "lose")
    return Settled(decision, how, outcome)


def _push_outcome(wager: PushWager, own: SetByHouseWay, other: SetByHouseWay) -> str:
    """A push pays more with a pair of `high_pair` or higher in either front."""
    least = reference.two_card_strength(reference.Hand("pair", (wager.high_pair,), True))
    return wager.high_id if max(own.front_strength, other.front_strength) >= least else "push"


@dataclass(frozen=True)
class SetByHouseWay:
    """Seven cards set by a house way."""

    index: int
    row: int
    front: Cards
    back: Cards
    front_strength: Any
    back_strength: Any
    back_name: str

    def __str__(self) -> str:
        return f"{sorted_name(self.front)} | {sorted_name(self.back)}"


def set_cards(game: Game, way: HouseWay, cards: Cards) -> SetByHouseWay:
    """How the house way sets the cards, with both hands valued by the reference."""
    from analyzer.engines.two_hands.settings import front_cards_of, sets_of
    from analyzer.kernels import settings

    sets, jokers = sets_of(game.deck, cards)
    arguments = game.ranking.kernel_arguments
    backs, fronts, rows, _ = settings.set_hands(
        sets[None, :], np.array([jokers], dtype=np.uint8), way.compiled(), arguments
    )
    front = front_cards_of(sets, jokers, cards, int(fronts[0]), int(backs[0]), arguments)
    behind = tuple(card for card in cards if card not in front)
    back = read_hand(game, behind, 5)
    strength = reference.two_card_strength(reference.two_card_hand(tuple(sorted(front))))
    index = int(rows[0])
    return SetByHouseWay(index, way.rows[index].number, front, behind, strength, back.strength, back.name)


def _choice(dealt: Dealt, wager: Wager, cards: Cards, board: Cards = ()) -> tuple[str, str]:
    """The best choice, and a text with its value and that of the next best."""
    # Seen beside his own: community cards or cards of the dealer; each kind of wager asks for those that it has.
    question = Question(dealt.game, cards, board, dealt.paytable, dealt.run, sees=board)
    choices: list[HandChoice] = sorted(choices_with(question, wager), key=lambda choice: -choice.ev)
    best = choices[0]
    told = f"{best.action} ({_ev(best)}"
    others = [choice for choice in choices if choice.ev != best.ev]
    return best.action, told + (f"; next best {others[0].action} {_ev(others[0])})" if others else ")")


def _ev(choice: HandChoice) -> str:
    return decimal_text(choice.ev, 6)


SETTLERS: Mapping[type[Wager], Callable[[Dealt, Any], Settled]] = {
    LinesWager: _lines,
    JokersWager: _jokers,
    DrawWager: _draw,
    PlayWager: _play,
    SetWager: _set,
    PushWager: _set,
}
