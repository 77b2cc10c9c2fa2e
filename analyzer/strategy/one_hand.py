"""One hand: every choice that a player has, with its exact value, best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from analyzer.cards.deck import card_name, hand_name
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import DrawWager, ExchangeWager, Game, Paytable, PlayWager, RevealWager, SetWager, Wager
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
    RevealWager: ("analyzer.pricing.solo", "reveal_choices"),
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

    def _repr_html_(self) -> str:
        """A table of choices, where a notebook shows it."""
        rows = ([choice.action, str(choice.ev), f"{float(choice.ev):.6f}"] for choice in self.choices)
        return table_html(hand_name(self.cards), ["choice", "expected result", "about"], rows)

    def document(self) -> dict[str, Any]:
        board = {"board": [card_name(card) for card in self.board]} if self.board else {}
        return {
            "game": self.game.id,
            "wager": self.wager.id,
            "paytable": self.paytable.id,
            "options": dict(self.game.chosen),
            "hand": [card_name(card) for card in self.cards],
            **board,
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
) -> HandAnswer:
    """Every choice with this hand, best first; of equals, the one that the optimal strategy takes comes first."""
    game = game_file.game(options)
    chosen = _decision_wager(game, wager)
    cards, seen = _read_cards(game, chosen, hand, board)
    table = select_paytables(chosen, paytable)[0]
    question = Question(game, cards, seen, table, run or Run())
    choices = choices_with(question, chosen)
    ranked = sorted(choices, key=lambda choice: -choice.ev)  # stable: equals stay as they are listed
    card = _card_says(question, chosen) if len(ranked) > 1 else None
    return HandAnswer(game, chosen, table, cards, seen, tuple(ranked), card)


def _card_says(question: Question, wager: Wager) -> Mapping[str, str] | None:
    """What a card of rules does with the hand; only some kinds have cards."""
    if not isinstance(wager, DrawWager | PlayWager):
        return None
    from analyzer.strategy.api import card_says

    return card_says(question, wager)


def _decision_wager(game: Game, wager: str | None) -> Wager:
    """The wager asked for, or the first of the game that has decisions."""
    decided = [candidate for candidate in game.wagers if type(candidate) in HAND_ANALYSES]
    if wager is not None:
        (chosen,) = select_wagers(game, wager)
        if chosen not in decided:
            known = ", ".join(candidate.id for candidate in decided) or "none"
            raise SelectionError(f"{game.id} / {wager} has no decisions; wagers that have: {known}")
        return chosen
    if not decided:
        raise SelectionError(f"{game.id} has no wager with decisions")
    return decided[0]


def _read_cards(game: Game, wager: Any, hand: str, board: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    boards = _board_sizes(wager)
    if board and not boards:
        raise SelectionError(f"{game.id} / {wager.id} has no community cards, so --board cannot be given")
    size: int = wager.groups[0].cards if isinstance(wager, RevealWager) else wager.player.cards
    if not board:
        return game.deck.parse_hand(hand, size), ()
    # Read together, so that a card in both, or a joker too many, is found.
    seen = game.deck.parse_hand(board, boards)
    game.deck.parse_hand(hand, size)
    every = game.deck.parse_hand(" ".join(_spaced(game, hand) + _spaced(game, board)), size + len(seen))
    return every[:size], every[size:]


def _board_sizes(wager: Any) -> list[int]:
    """How many community cards may have been seen when a decision is made."""
    if isinstance(wager, RevealWager):
        later = [seat.cards for seat in wager.groups[1 : len(wager.stages)]]
        return [sum(later[: number + 1]) for number in range(len(later))]
    return [1] if getattr(wager, "community", None) is not None else []


def _spaced(game: Game, hand: str) -> list[str]:
    return [card_name(card) for card in game.deck.parse_hand(hand)]
