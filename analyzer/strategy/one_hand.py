"""One hand: every choice that a player has, with its exact value, best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from analyzer.cards.deck import card_name, hand_name
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import (
    ContestWager,
    DrawWager,
    ExchangeWager,
    Game,
    Paytable,
    PlayWager,
    RevealWager,
    RoundWager,
    SeenDrawWager,
    SeenExchangeWager,
    SeenPlayWager,
    SeenRevealWager,
    SetWager,
    Wager,
)
from analyzer.notebook import table_html
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.pricing.choices import HandChoice, Question
from analyzer.run.jobs import Run

# What lists the choices with one hand, for each kind of wager that has decisions, by module and function: a hand waits
# only for what it needs.
HAND_ANALYSES: dict[type[Wager], tuple[str, str]] = {
    DrawWager: ("analyzer.pricing.draws", "draw_choices"),
    PlayWager: ("analyzer.pricing.plays", "play_choices"),
    SetWager: ("analyzer.pricing.set_wagers", "set_choices"),
    ExchangeWager: ("analyzer.pricing.solo", "exchange_choices"),
    SeenExchangeWager: ("analyzer.pricing.seen_exchange", "seen_exchange_choices"),
    RevealWager: ("analyzer.pricing.solo", "reveal_choices"),
    SeenRevealWager: ("analyzer.pricing.seen_reveal", "seen_reveal_choices"),
    SeenDrawWager: ("analyzer.pricing.seen_draws", "seen_draw_choices"),
    SeenPlayWager: ("analyzer.pricing.seen_plays", "seen_play_choices"),
    ContestWager: ("analyzer.pricing.contest", "contest_choices"),
    RoundWager: ("analyzer.pricing.round_hands", "round_choices"),
}


def choices_with(question: Question, wager: Wager) -> Sequence[HandChoice]:
    """Every choice with one hand, as the module of the wager's kind lists them."""
    module, name = HAND_ANALYSES[type(wager)]
    analysis: Callable[[Question, Any], Sequence[HandChoice]] = getattr(import_module(module), name)
    return analysis(question, wager)


@dataclass(frozen=True)
class HandAnswer:
    game: Game
    wager: Wager
    paytable: Paytable
    cards: tuple[int, ...]
    board: tuple[int, ...]
    choices: tuple[HandChoice, ...]
    card: Mapping[str, str] | None = None
    sees: tuple[int, ...] = ()

    def _repr_html_(self) -> str:
        """A table of choices, where a notebook shows it."""
        rows = ([choice.action, str(choice.ev), f"{float(choice.ev):.6f}"] for choice in self.choices)
        return table_html(hand_name(self.cards), ["choice", "expected result", "about"], rows)

    def document(self) -> dict[str, Any]:
        board = {"board": [card_name(card) for card in self.board]} if self.board else {}
        sees = {"sees": [card_name(card) for card in self.sees]} if self.sees else {}
        return {
            "game": self.game.id,
            "wager": self.wager.id,
            "paytable": self.paytable.id,
            "options": dict(self.game.chosen),
            "hand": [card_name(card) for card in self.cards],
            **board,
            **sees,
            "choices": [choice.document() for choice in self.choices],
            **({"card": dict(self.card)} if self.card else {}),
        }


def hand_choices(
    game_file: GameFile,
    hand: str,
    board: str = "",
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    run: Run | None = None,
    sees: str = "",
) -> HandAnswer:
    """Every choice with this hand, best first; of equals, the one that the optimal strategy takes comes first.

    `board` are community cards; `sees` is other cards that the player sees, a dealer's card: "up=As".
    """
    game = game_file.game(options)
    chosen = _decision_wager(game, wager)
    cards, turned, seen = _read_cards(game, chosen, hand, board, sees)
    table = select_paytables(chosen, paytable)[0]
    question = Question(game, cards, turned, table, run or Run(), seen)
    choices = choices_with(question, chosen)
    ranked = sorted(choices, key=lambda choice: -choice.ev)  # stable: equals stay as they are listed
    card = _card_says(question, chosen) if len(ranked) > 1 else None
    return HandAnswer(game, chosen, table, cards, turned, tuple(ranked), card, seen)


def _card_says(question: Question, wager: Wager) -> Mapping[str, str] | None:
    """What a card of rules does with the hand; only some kinds have cards."""
    if not isinstance(wager, DrawWager | PlayWager):
        return None
    from analyzer.strategy.api import card_says

    return card_says(question, wager)


def _decision_wager(game: Game, wager: str | None) -> Wager:
    """The wager asked for, or the first of the game that has decisions."""
    decided = [candidate for candidate in game.wagers if candidate.has_decisions]
    if wager is not None:
        (chosen,) = select_wagers(game, wager)
        if chosen not in decided:
            known = ", ".join(candidate.id for candidate in decided) or "none"
            raise SelectionError(f"{game.id} / {wager} has no decisions; wagers that have: {known}")
        return chosen
    if not decided:
        raise SelectionError(f"{game.id} has no wager with decisions")
    return decided[0]


# --- the cards -------------------------------------------------------------------------------------------------------

Cards = tuple[int, ...]


def _read_cards(game: Game, wager: Any, hand: str, board: str, sees: str) -> tuple[Cards, Cards, Cards]:
    """The player's cards, the community cards, and others that he sees."""
    if isinstance(wager, RoundWager):
        from analyzer.pricing.round_hands import read_state

        return read_state(game, wager, hand, board, sees)
    boards = _board_sizes(wager)
    if board and not boards:
        raise SelectionError(f"{game.id} / {wager.id} has no community cards, so --board cannot be given")
    size = _own_cards(wager)
    if not board and not sees:
        return game.deck.parse_hand(hand, size), (), ()
    # Read together, so that a card given twice, or a joker too many, is noticed.
    turned = game.deck.parse_hand(board, boards) if board else ()
    seen = _seen_cards(game, wager, sees) if sees else ()
    game.deck.parse_hand(hand, size)
    texts = [*_spaced(game, hand), *(card_name(card) for card in (*turned, *seen))]
    every = game.deck.parse_hand(" ".join(texts), size + len(turned) + len(seen))
    return every[:size], every[size : size + len(turned)], every[size + len(turned) :]


def _own_cards(wager: Any) -> int:
    if isinstance(wager, RevealWager):
        return wager.groups[0].cards
    cards: int = (wager.own if isinstance(wager, ContestWager) else wager.player).cards
    return cards


def _board_sizes(wager: Any) -> list[int]:
    """How many community cards may have been seen when a decision is made."""
    if isinstance(wager, RevealWager):
        later = [seat.cards for seat in wager.groups[1 : len(wager.stages)]]
        return [sum(later[: number + 1]) for number in range(len(later))]
    if isinstance(wager, ContestWager):
        return [count for count in wager.seen if count] if wager.community is not None else []
    return [1] if getattr(wager, "community", None) is not None else []


def _seen_cards(game: Game, wager: Any, sees: str) -> Cards:
    """`GROUP=CARDS`: the dealer's cards that are face up."""
    up = wager.up if isinstance(wager, ContestWager) else None
    if up is None:
        raise SelectionError(f"{game.id} / {wager.id} shows no cards of the dealer, so --sees cannot be given")
    group, equals, cards = sees.partition("=")
    if not equals or group.strip() != up.name:
        raise SelectionError(f'--sees {sees!r} must name the group and its cards: "{up.name}=As"')
    return game.deck.parse_hand(cards, up.cards)


def _spaced(game: Game, hand: str) -> list[str]:
    return [card_name(card) for card in game.deck.parse_hand(hand)]
