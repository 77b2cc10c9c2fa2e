"""Short lists of wagers whose best play is a list of its own: what to hold, or rules over community cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.documents import Json, JsonDict

if TYPE_CHECKING:
    from analyzer.game.model import Game
    from analyzer.run.jobs import Run

WHAT_TO_HOLD = "what to hold"


@dataclass(frozen=True)
class ListedRule:
    """A rule in words, and how often it decides; `cost` is None where a list does not tell it rule by rule."""

    decision: str
    when: str
    action: str
    decides: Fraction
    cost: Fraction | None


@dataclass(frozen=True)
class ShortList:
    """A list that was found, with the same words as the evaluation of rules of a file."""

    name: str
    document: JsonDict

    @property
    def wager(self) -> str:
        return str(self.document["wager"])

    @property
    def paytable(self) -> str:
        return str(self.document["paytable"])

    @property
    def ev(self) -> Fraction:
        return Fraction(self._told["ev"])

    @property
    def best_ev(self) -> Fraction:
        return Fraction(self._told["best_ev"])

    @property
    def cost(self) -> Fraction:
        return Fraction(self._told["cost"])

    @cached_property
    def rules(self) -> tuple[ListedRule, ...]:
        return tuple(_listed_rules(self._told))

    @property
    def choices(self) -> Mapping[str, Fraction]:
        """None: how often a short list makes each choice is not counted."""
        return {}

    @property
    def errors(self) -> tuple[Mapping[str, str], ...]:
        """None: where a short list departs from the best play is told by its cost alone."""
        return ()

    @property
    def _told(self) -> Json:
        """With community cards the rules are a part of the document."""
        told: Json = self.document.get("rules", self.document)
        return told


def _listed_rules(told: Json) -> Iterator[ListedRule]:
    for item in told.get("items", ()):
        yield ListedRule(WHAT_TO_HOLD, *hold_words(item["hold"]), Fraction(item["decides"]), Fraction(item["cost"]))
    for decision in told.get("decisions", ()):
        rows = [(row["seen"], row["do"], row["frequency"]) for row in decision["rows"]]
        rows.append(("otherwise", decision["otherwise"], decision["otherwise_frequency"]))
        for seen, action, share in rows:
            yield ListedRule(decision["decision"], seen, action, Fraction(share), None)


def hold_words(hold: str) -> tuple[str, str]:
    """What a hand has, and what is done then, of an item of a list of holds.

    >>> hold_words("flush, all five cards"), hold_words("3 to a royal flush")
    (('flush', 'hold all five cards'), ('3 to a royal flush', 'hold these cards'))
    >>> hold_words("nothing: discard everything")
    ('nothing', 'discard everything')
    """
    seen, colon, action = hold.partition(": ")
    if colon:
        return seen, action
    whole = hold.removesuffix(", all five cards")
    return (hold, "hold these cards") if whole == hold else (whole, "hold all five cards")


def short_list(game: Game, wager: str | None, paytable: str | None, number: int, run: Run) -> ShortList | None:
    """The short list of a wager whose lists are made for its kind; None of one that rules of a file decide."""
    from analyzer.pricing.analysis import select_paytables
    from analyzer.strategy.played_lists import list_document, played_decision

    played = played_decision(game, wager)
    if played is None:
        return None
    table = select_paytables(played, paytable)[0]
    return ShortList(f"simple-{number}", list_document(game, played, table, run, number))
