"""Decisions for people: how often each choice is made, and the states in which two choices come closest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from analyzer.cards.deck import hand_name
from analyzer.engines.decide import choose
from analyzer.engines.duel.hands import Hands
from analyzer.engines.duel.line_hands import LineHands
from analyzer.integers import Integers
from analyzer.pricing.details import CloseDecision


def class_state(hands: Hands | LineHands, place: int) -> dict[str, str]:
    """A class of hands for people: one of its hands, and how many it has."""
    return {"hand": hand_name(int(card) for card in hands.class_cards[place]), "hands": str(int(hands.weights[place]))}


def closest_decisions(
    states: Sequence[Mapping[str, str]],
    names: Sequence[Sequence[str]],
    values: Integers,
    unit: int,
) -> list[CloseDecision]:
    """Some states with what each choice is worth, and how much less the second best is.

    `values[state, choice]` over `unit` are expected results; `names[state]` are those of the choices.
    """
    margins = choose(values).margin
    return [
        CloseDecision(
            state,
            {name: Fraction(int(value), unit) for name, value in zip(own, worth, strict=True)},
            Fraction(int(margin), unit),
        )
        for state, own, worth, margin in zip(states, names, values, margins, strict=True)
    ]


def frequencies(counts: Mapping[str, int], total: int) -> dict[str, Fraction]:
    """How often each choice is made."""
    return {name: Fraction(count, total) for name, count in counts.items()}
