"""How a change of pays changes the best play: which hands are played differently, and how much of the change that is.

The old strategy is held under the new pays and re-evaluated exactly. What that changes is price; what the best play
adds to it is strategy. Neither counts anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.documents import JsonDict
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.integers import Integers, dot, plus
from analyzer.pricing.linear import LinearDecisions, linear_decisions
from analyzer.run.jobs import Run

MAX_FREQUENT = 10
_CARD = re.compile(r"\b([2-9TJQKA])[cdhs]\b")


@dataclass(frozen=True)
class Flip:
    """Similar hands whose best choice changed in the same way: how many, an example, and what the example gains."""

    hands: int
    kind: str
    old: str
    new: str
    example: str
    example_old: str
    example_new: str
    gain: Fraction

    def document(self) -> JsonDict:
        return {
            "hands": str(self.hands),
            "hand": self.kind,
            "old": self.old,
            "new": self.new,
            "example": {"hand": self.example, "old": self.example_old, "new": self.example_new},
            "gain": str(self.gain),
        }


@dataclass(frozen=True)
class StrategyShift:
    """`price` + `strategy` is the whole change of the expectation.

    `flipped` of `hands` hands have a choice that is better than the old one; `indifferent` ones would be played
    another way only because equals are taken in order.
    """

    hands: int
    flipped: int
    indifferent: int
    by_hand: dict[str, int]
    most_frequent: tuple[Flip, ...]
    price: Fraction
    strategy: Fraction

    def document(self) -> JsonDict:
        return {
            "hands": str(self.hands),
            "flipped": str(self.flipped),
            "indifferent": str(self.indifferent),
            "by_hand": {kind: str(count) for kind, count in self.by_hand.items()},
            "most_frequent": [flip.document() for flip in self.most_frequent],
            "price": str(self.price),
            "strategy": str(self.strategy),
        }


def same_rules(one: tuple[Game, Wager], other: tuple[Game, Wager]) -> bool:
    """Whether two wagers differ by nothing but what they pay."""
    (old_game, old), (new_game, new) = one, other
    blank = {"paytables": (), "name": "", "source": "", "limits": None}
    return (
        old_game.deck == new_game.deck
        and old_game.ranking == new_game.ranking
        and replace(old, **blank) == replace(new, **blank)  # type: ignore[arg-type]  # fields that every wager has
    )


def strategy_shift(game: Game, wager: Wager, old: Paytable, new: Paytable, run: Run) -> StrategyShift | None:
    """None where no decision can depend on what is paid."""
    decisions = linear_decisions(game, wager, run)
    if decisions is None:
        return None
    return _shift(decisions, [pay.amount for pay in old.pays], [pay.amount for pay in new.pays])


def _shift(decisions: LinearDecisions, old: Sequence[Fraction], new: Sequence[Fraction]) -> StrategyShift:
    before, now = decisions.best(old), decisions.best(new)
    values, denominator = decisions.values(new)
    gain = plus(_at(values, now), -_at(values, before))
    if (gain < 0).any():
        raise CountError("a best choice is worse than another one")
    held = decisions.expectation(new, before)
    strategy = Fraction(dot(decisions.weights, gain), denominator)
    flipped = np.flatnonzero(gain)
    moved = np.flatnonzero((gain == 0) & (before != now))
    return StrategyShift(
        hands=decisions.hands,
        flipped=int(decisions.weights[flipped].sum()),
        indifferent=int(decisions.weights[moved].sum()),
        by_hand=_by_hand(decisions, flipped),
        most_frequent=_most_frequent(decisions, flipped, before, now, gain, denominator * decisions.deals),
        price=held - decisions.expectation(old, before),
        strategy=strategy / (decisions.hands * decisions.deals),
    )


def _at(values: Integers, choices: NDArray[np.intp]) -> Integers:
    return np.take_along_axis(values, choices[:, None], axis=1)[:, 0]


def _by_hand(decisions: LinearDecisions, states: NDArray[np.intp]) -> dict[str, int]:
    hands: Counter[str] = Counter()
    for state in states:
        hands[decisions.hand_type(int(state))] += int(decisions.weights[state])
    return dict(hands.most_common())


def _most_frequent(
    decisions: LinearDecisions,
    states: NDArray[np.intp],
    before: NDArray[np.intp],
    now: NDArray[np.intp],
    gain: Integers,
    unit: int,
) -> tuple[Flip, ...]:
    """The flips with the most hands, similar hands taken together."""
    hands: Counter[tuple[str, str, str]] = Counter()
    example: dict[tuple[str, str, str], Flip] = {}
    for state in states:
        one, names = decisions.state(int(state))["hand"], decisions.names(int(state))
        old, new = names[before[state]], names[now[state]]
        looks = (_role(one, old), _role(one, new))
        kind = decisions.hand_type(int(state)) if looks != (old, new) else _CARD.sub(r"\1", one)
        key = (kind, *looks)
        hands[key] += int(decisions.weights[state])
        example.setdefault(key, Flip(0, kind, *looks, one, old, new, Fraction(int(gain[state]), unit)))
    return tuple(replace(example[key], hands=count) for key, count in hands.most_common(MAX_FREQUENT))


def _role(hand: str, choice: str) -> str:
    """The choice with its card named by its role in the hand, so that similar hands are grouped in one line.

    >>> _role("3c 3d 4c 5c Jk", "discard 3d"), _role("3c 3d 4c 5c Jk", "discard 5c"), _role("3c 3d 4c 5c Jk", "fold")
    ('discard one of a pair, off suit', 'discard a single card, suited', 'fold')
    """
    card = _CARD.search(choice)
    if card is None:
        return choice
    cards = [match.group() for match in _CARD.finditer(hand)]
    alike = sum(other[0] == card.group()[0] for other in cards)
    suited = sum(other[1] == card.group()[1] for other in cards) > 1
    what = {1: "a single card", 2: "one of a pair", 3: "one of three"}.get(alike, f"one of {alike}")
    return f"{choice[: card.start()]}{what}, {'suited' if suited else 'off suit'}"
