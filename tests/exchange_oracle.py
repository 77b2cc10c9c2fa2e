"""An exchange played literally: every hand, every choice of discards, every draw, by itertools and fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

Positions = tuple[int, ...]
# The event of every final hand, and its net result after so many discards.
Events = Mapping[Positions, int]
Nets = Mapping[int, Sequence[Fraction]]


@dataclass(frozen=True)
class Literal:
    """What becomes of all deals: by (number discarded, event), and of the hands: how many choose, how many tie."""

    ends: dict[tuple[int, int], int]
    choices: dict[int, int]
    ties: int
    expectation: Fraction


def draws(deck: int, hand: Positions, discards: Positions, events: Events) -> Counter[int]:
    """How many draws end in each event."""
    held = [card for card in hand if card not in discards]
    rest = [card for card in range(deck) if card not in hand]
    return Counter(events[tuple(sorted([*held, *drawn]))] for drawn in combinations(rest, len(discards)))


def colex(cards: Positions) -> int:
    return sum(comb(card, place) for place, card in enumerate(cards, 1))


def best_choice(
    deck: int, hand: Positions, numbers: Sequence[int], events: Events, nets: Nets
) -> tuple[Positions, Counter[int], Fraction, bool]:
    """The discards taken, how their draws end, what they are worth, and whether others are worth as much."""
    listed = []
    for discards in (chosen for number in numbers for chosen in combinations(hand, number)):
        counts = draws(deck, hand, discards, events)
        net = nets[len(discards)]
        mean = sum((net[event] * count for event, count in counts.items()), Fraction(0)) / sum(counts.values())
        square = sum((net[event] ** 2 * count for event, count in counts.items()), Fraction(0)) / sum(counts.values())
        # One card at most: the first listed, standing pat last. Otherwise variance, cards held, colex index.
        order: tuple[object, ...] = (square - mean**2, len(discards), colex(discards))
        if max(numbers) <= 1:
            order = (not discards, colex(discards))
        listed.append((-mean, order, discards, counts))
    best = min(listed, key=lambda choice: choice[:2])
    equal = sum(choice[0] == best[0] for choice in listed)
    return best[2], best[3], -best[0], equal > 1


def play(deck: int, cards: int, numbers: Sequence[int], events: Events, nets: Nets) -> Literal:
    """All hands played as well as possible; deals are hands times the least common multiple of the numbers of draws."""
    scale = lcm(*(comb(deck - cards, number) for number in numbers))
    ends: Counter[tuple[int, int]] = Counter()
    choices: Counter[int] = Counter()
    ties, total = 0, Fraction(0)
    for hand in combinations(range(deck), cards):
        discards, counts, mean, tied = best_choice(deck, hand, numbers, events, nets)
        for event, count in counts.items():
            ends[len(discards), event] += count * scale // sum(counts.values())
        choices[len(discards)] += 1
        ties += tied
        total += mean
    return Literal(dict(ends), dict(choices), ties, total / comb(deck, cards))
