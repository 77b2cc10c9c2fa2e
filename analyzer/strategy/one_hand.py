"""One hand: every choice that a player has, with its exact value, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.cards.deck import card_name, hand_name
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Paytable, Wager
from analyzer.notebook import table_html
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.kinds.registry import kind_of
from analyzer.run.jobs import Run
from analyzer.strategy.kinds import is_ruled


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

    def document(self) -> JsonDict:
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

    `board` are community cards; `sees` is other cards that the player sees, a dealer's card: "up=As". Of
    several groups each is named, in any order: "show=Kh discards=Tc".
    """
    game = game_file.game(options)
    chosen = _decision_wager(game, wager)
    kind = kind_of(chosen)
    read = kind.read_cards(game, chosen, hand, board, sees)
    table = select_paytables(chosen, paytable)[0]
    known = (read.sees, read.stage, read.groups, read.discards)
    question = Question(game, read.own, read.board, table, run or Run(), *known)
    choices = kind.choices(question, chosen)
    ranked = sorted(choices, key=lambda choice: -choice.ev)  # stable: equals stay as they are listed
    card = _card_says(question, chosen) if len(ranked) > 1 else None
    return HandAnswer(game, chosen, table, read.own, read.board, tuple(ranked), card, read.sees)


def _card_says(question: Question, wager: Wager) -> Mapping[str, str] | None:
    """What a card of rules does with the hand; only some kinds have cards."""
    if not is_ruled(wager):
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
