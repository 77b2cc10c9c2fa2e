"""What some kinds of wagers have beside outcomes and moments, as numbers; texts are made for the document alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.numbers import decimal_text
from analyzer.pricing.moments import LongRun


@dataclass(frozen=True)
class CloseDecision:
    """A state for people, what each choice is worth in it, and how much less the second best is."""

    state: Mapping[str, str]
    choices: Mapping[str, Fraction]
    difference: Fraction

    def document(self) -> dict[str, Any]:
        return dict(self.state) | {"choices": _texts(self.choices), "difference": str(self.difference)}


def state_text(document: Mapping[str, Any]) -> str:
    """The cards of a close decision's document, for people.

    >>> state_text({"hand": "As Kd", "board": "2c", "choices": {}, "difference": "1"})
    'As Kd | 2c'
    >>> state_text({"own": "As Kd", "up": "2c", "choices": {}, "difference": "1"})
    'own As Kd, up 2c'
    """
    if "hand" in document:
        return str(document["hand"]) + (f" | {document['board']}" if "board" in document else "")
    return ", ".join(f"{group} {cards}" for group, cards in document.items() if group not in ("choices", "difference"))


@dataclass(frozen=True)
class SeenCard:
    """A card that the player sees: its rank, how many of his own cards are of its suit, how often, and the result."""

    rank: str
    suited: int
    share: Fraction
    ev: Fraction

    def document(self) -> dict[str, Any]:
        return {"rank": self.rank, "suited": self.suited, "probability": str(self.share), "ev": str(self.ev)}


@dataclass(frozen=True)
class HandCount:
    """How many deals with that hand had that outcome."""

    hand: str
    name: str
    count: int

    def document(self) -> dict[str, str]:
        return {"hand": self.hand, "name": self.name, "count": str(self.count)}


@dataclass(frozen=True)
class AverageBet:
    """What is bet in a round on average, and the house edge over that."""

    average_bet: Fraction
    element_of_risk: Fraction

    def document(self) -> dict[str, str]:
        return {"average_bet": str(self.average_bet), "element_of_risk": str(self.element_of_risk)}


@dataclass(frozen=True)
class DecisionDetails:
    """How often each choice is made and how often two are equal, the closest decisions, outcomes by hand."""

    choices: Mapping[str, Fraction]
    ties: Mapping[str, int]
    closest: Sequence[CloseDecision]
    by_hand: Sequence[HandCount]
    bet: AverageBet | None = None
    strategy: Mapping[str, Any] = field(default_factory=dict)
    # Where cards are seen that should not be: what each of them is worth.
    seen_cards: Sequence[SeenCard] = ()

    def document(self) -> dict[str, Any]:
        return {
            **({} if self.bet is None else self.bet.document()),
            "choices": _texts(self.choices),
            "ties": _texts(self.ties),
            **({"strategy": dict(self.strategy)} if self.strategy else {}),
            "closest": [decision.document() for decision in self.closest],
            "by_hand": [row.document() for row in self.by_hand],
            **({"seen_cards": [card.document() for card in self.seen_cards]} if self.seen_cards else {}),
        }


@dataclass(frozen=True)
class MeterDetails:
    """Of a progressive: the meter that breaks even, if there is one, returns at some meters, and the long run."""

    bet: Fraction
    break_even: Fraction | None
    returns: Mapping[int, Fraction]
    long_run: LongRun | None

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "bet": str(self.bet),
            "break_even_meter": None if self.break_even is None else str(self.break_even),
            "meters": [
                {"meter": str(level), "return": str(back), "decimal": decimal_text(back, 8)}
                for level, back in self.returns.items()
            ],
        }
        if self.long_run is not None:
            document["long_run_return"] = str(self.long_run.long_run_return)
            document["average_meter"] = str(self.long_run.average_meter)
        return document


@dataclass(frozen=True)
class SideDetails:
    """Of a wager that depends on what is done for the main one: which that is, and the results by its paytables."""

    main: str
    paytable: str
    evs: Mapping[str, Fraction]

    def notes(self) -> list[str]:
        """What must be said where it makes a difference for which paytable of the main wager one plays."""
        others = [f"{decimal_text(ev, 8)} with {name}" for name, ev in self.evs.items() if name != self.paytable]
        played = f"depends on what is done for {self.main}, which is played with its paytable {self.paytable}"
        return [f"{played}; expected result {', '.join(others)}"] if others else []

    def document(self) -> dict[str, Any]:
        return {"played_for": {"wager": self.main, "paytable": self.paytable, "ev": _texts(self.evs)}}


@dataclass(frozen=True)
class TaxDetails:
    """Of a wager with a tax: what is charged and what is won on average."""

    expected_tax: Fraction
    expected_prize: Fraction

    @property
    def prize_to_tax(self) -> Fraction | None:
        return self.expected_prize / self.expected_tax if self.expected_tax else None

    def document(self) -> dict[str, Any]:
        return {
            "expected_tax": str(self.expected_tax),
            "expected_prize": str(self.expected_prize),
            "prize_to_tax": None if self.prize_to_tax is None else str(self.prize_to_tax),
        }


@dataclass(frozen=True)
class SetDetails:
    """Of hands set in two: the house way, copies, fees, and where the best settings depart from the house way."""

    house_way: Mapping[str, Any]
    copies: Mapping[str, int] = field(default_factory=dict)
    fees: Sequence[Mapping[str, str]] | None = None
    departures: Mapping[str, Any] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        return {
            **({"copies": _texts(self.copies)} if self.copies else {}),
            "house_way": self.house_way,
            **({} if self.fees is None else {"fees": list(self.fees)}),
            **({"departures": self.departures} if self.departures else {}),
        }


Details = DecisionDetails | MeterDetails | TaxDetails | SideDetails | SetDetails


def _texts(numbers: Mapping[str, Fraction | int]) -> dict[str, str]:
    return {name: str(number) for name, number in numbers.items()}
