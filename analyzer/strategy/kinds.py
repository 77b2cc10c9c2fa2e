"""Kinds of wagers that a strategy knows more about: those that rules can decide, and those with a list of their own.

Of a kind that is not named here, the strategy is how often each choice is made: a new kind needs no line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar

from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.rounds import RoundWager
from analyzer.game.wagers.set_in_two import SetWager
from analyzer.game.wagers.solo import ExchangeWager, RevealWager
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.strategy.played_lists import ChoiceList
    from analyzer.strategy.rules import Decision, Strategy
    from analyzer.strategy.stages import Stages

RuledWager = DrawWager | PlayWager
W = TypeVar("W", bound=Wager)

# By module of this room and class: nothing is loaded before it is needed.
RULED: dict[type[Wager], tuple[str, str]] = {
    DrawWager: ("draw_rules", "DrawRules"),
    PlayWager: ("play_rules", "PlayRules"),
}
LISTS: dict[type[Wager], tuple[str, str]] = {
    ExchangeWager: ("played_lists", "HoldLists"),
    RevealWager: ("played_lists", "RevealLists"),
    ContestWager: ("played_lists", "ContestLists"),
    RoundWager: ("played_lists", "RoundLists"),
}


class RuledKind(ABC, Generic[W]):
    """A kind whose decisions rules can make."""

    @abstractmethod
    def decisions(self, wager: W) -> tuple[Decision, ...]:
        """In the order in which they are made."""

    @abstractmethod
    def stages(self, game: Game, wager: W, paytable: Paytable, run: Run) -> Stages:
        """Every state of every decision, with what each choice is worth."""

    @abstractmethod
    def named(self, game: Game, wager: W) -> Sequence[Strategy]:
        """The strategies that every wager of this kind has."""


def is_ruled(wager: Wager) -> TypeGuard[RuledWager]:
    """Whether rules can decide the wager."""
    return type(wager) in RULED


def is_set_by_player(wager: Wager) -> TypeGuard[SetWager]:
    """Whether the player decides how his hand is set in two, or a house way does it for him."""
    return bool(wager.ways) and wager.has_decisions


def decisions_of(wager: Wager) -> tuple[Decision, ...]:
    """The decisions of a wager, in the order in which they are made; none for most wagers."""
    return _ruled(wager).decisions(wager) if is_ruled(wager) else ()


def stages_of(game: Game, wager: Wager, paytable: Paytable, run: Run) -> Stages:
    """The stages of a wager; an error where it has none."""
    if not is_ruled(wager):
        raise SelectionError(f"{game.id} / {wager.id} has no decisions that rules could make")
    return _ruled(wager).stages(game, wager, paytable, run)


def named_strategies(game: Game, wager: Wager) -> dict[str, Strategy]:
    """The strategies that need no file because every wager of this kind has them, by name."""
    return {strategy.name: strategy for strategy in _ruled(wager).named(game, wager)} if is_ruled(wager) else {}


def list_of(wager: Wager) -> ChoiceList:
    """What lists the best play of a wager that is played anew under every paytable."""
    made: ChoiceList = _loaded(*LISTS.get(type(wager), ("played_lists", "ChoiceList")))
    return made


def _ruled(wager: RuledWager) -> RuledKind[Any]:
    kind: RuledKind[Any] = _loaded(*RULED[type(wager)])
    return kind


def _loaded(module: str, name: str) -> Any:
    return getattr(import_module(f"analyzer.strategy.{module}"), name)()
