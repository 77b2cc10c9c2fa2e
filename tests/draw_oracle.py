"""A draw game settled deal by deal: every hand, every discard, every draw, every dealer hand, every line.

Hands are valued by the literal reference, lines are read by substitution here; only the comparison of one final hand
with all dealer hands is vectorised. Nothing is shared with the engine but the names of outcomes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.documents import Json
from analyzer.reference.hands import HandRules, all_straights, best_hand, best_strength, types_in_order

RANKS, SUITS = "23456789TJQKA", "cdhs"
JOKER = 52
Cards = tuple[int, ...]
Spec = Json


# --- lines -----------------------------------------------------------------------------------------------------------


def ranks_of(text: str) -> set[int]:
    ranks: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        ranks |= set(range(RANKS.index(low), RANKS.index(high or low) + 1))
    return ranks


def top_rank(cards: Cards, rules: HandRules) -> int:
    """The rank of the best hand's set, or of its top card; the wheel's is its five."""
    hand = best_hand(cards, rules)
    if hand.type == "royal-flush":
        return 12
    if hand.type in ("straight", "straight-flush"):
        ranks = all_straights(5, rules.wheel)[hand.ranks[0]]
        return 3 if {0, 12} <= ranks else max(ranks)
    return hand.ranks[0]


def is_of(kind: str, cards: Sequence[int]) -> bool:
    """Do these five cards, none of them a joker any more, hold such a hand?"""
    held = [*sorted(Counter(card // 4 for card in cards).values(), reverse=True), 0]
    ranks = frozenset(card // 4 for card in cards)
    suited = len({card % 4 for card in cards}) == 1 and len(set(cards)) == len(cards)
    run = len(cards) == 5 == len(ranks) and ranks in all_straights(5, "lowest")
    return {
        "high-card": True,
        "pair": held[0] >= 2,
        "two-pair": held[0] >= 2 and held[1] >= 2,
        "three-of-a-kind": held[0] >= 3,
        "straight": run,
        "flush": suited,
        "full-house": held[0] >= 3 and held[1] >= 2,
        "four-of-a-kind": held[0] >= 4,
        "straight-flush": run and suited,
        "royal-flush": suited and ranks == {8, 9, 10, 11, 12},
        "five-of-a-kind": held[0] >= 5,
    }[kind]


@cache
def holds(kind: str, cards: Cards, joker: str) -> bool:
    """Can the five cards be read as holding the hand? The bug is an ace, or completes a straight or a flush."""
    plain = [card for card in cards if card < JOKER]
    sets = kind not in ("straight", "flush", "straight-flush", "royal-flush")
    stand_ins = range(48, 52) if joker == "bug" and sets else range(52)
    return any(is_of(kind, [*plain, *chosen]) for chosen in product(stand_ins, repeat=len(cards) - len(plain)))


def has_groups(spec: Spec, cards: Cards, joker: str) -> bool:
    sizes = [int(size) for size in spec["groups"].split("+")]
    plain = [card // 4 for card in cards if card < JOKER]
    jokers = 0 if spec.get("natural") else len(cards) - len(plain)
    largest = ranks_of(spec["ranks"]) if "ranks" in spec else set(range(13))
    for chosen in product([12] if joker == "bug" else range(13), repeat=jokers):
        held = Counter([*plain, *chosen])
        for ranks in permutations(held, len(sizes)):
            if ranks[0] in largest and all(held[rank] >= size for rank, size in zip(ranks, sizes, strict=True)):
                return True
    return False


def is_whole(spec: Spec, cards: Cards) -> bool:
    """All cards together; a joker is whatever is missing, whatever kind of joker it is."""
    jokers = sum(card >= JOKER for card in cards)
    return spec.get("natural") in (None, jokers == 0) and holds(spec["whole"], cards, "wild")


def satisfies(spec: Spec, cards: Cards, rules: HandRules) -> bool:
    """All that the line says is true of the five cards."""
    hand = best_hand(cards, rules)
    plain = [card for card in cards if card < JOKER]
    if "hand" in spec:
        right = hand.type in spec["hand"] and spec.get("natural") in (None, hand.natural)
        if not right or ("ranks" in spec and top_rank(cards, rules) not in ranks_of(spec["ranks"])):
            return False
    order = types_in_order(rules.top_hand)
    tests: dict[str, Callable[[], bool]] = {
        "at_least": lambda: order.index(hand.type) >= order.index(spec["at_least"]),
        "groups": lambda: has_groups(spec, cards, rules.joker),
        "whole": lambda: is_whole(spec, cards),
        "high": lambda: bool(plain) and max(plain) // 4 in ranks_of(spec["high"]),
        "without": lambda: not any(holds(kind, cards, rules.joker) for kind in spec["without"]),
        "jokers": lambda: len(cards) - len(plain) == spec["jokers"],
        "colour": lambda: len({SUITS[card % 4] in "dh" for card in plain}) <= 1,
    }
    return all(test() for key, test in tests.items() if key in spec)


# --- the game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class DrawGame:
    """A game file of one wager `w` with a draw, as data that both the engine's file and the oracle are made from."""

    ranks: str
    suits: str
    jokers: int
    joker: str
    wheel: str
    top_hand: str
    dealer: int
    lines: tuple[Spec, ...]
    pays: tuple[Fraction, ...]
    overlap: str = "most"
    stand_pat: bool = False
    automatic_win: str | None = None
    automatic_win_pays: str = "paytable"

    def text(self) -> str:
        """The game file."""
        lines = "".join(f"lines.l{i} = {_toml(spec)}\n" for i, spec in enumerate(self.lines))
        pays = "".join(f'pays.l{i} = "{pay}"\n' for i, pay in enumerate(self.pays))
        wild = f'{self.joker} = "Jk"\n' if self.jokers else ""
        automatic, rows = "", [{"on": "win", "pays": "paytable"}]
        if self.automatic_win is not None:
            automatic = f"automatic_win = {_toml({'of': 'player', 'at_least': self.automatic_win})}\n"
            rows.insert(0, {"on": "automatic-win", "pays": self.automatic_win_pays})
        exchange = {"from": "player", "discard": 1, "stand_pat": self.stand_pat, "draw": "draw", "makes": "final"}
        return f"""
schema = "exactodds/game/2"
id = "drawn"
name = "Drawn"
rules_version = "1"
[deck]
ranks = "{self.ranks}"
suits = "{self.suits}"
jokers = {self.jokers}
{wild}wheel = "{self.wheel}"
top_hand = "{self.top_hand}"
[deal]
player = 5
draw = 1
dealer = {self.dealer}
[[round]]
sees = "player"
{automatic}exchange = {_toml(exchange)}
[wagers.w]
name = "W"
compare = ["final", "dealer"]
of = "final"
overlap = "{self.overlap}"
settle.w = {_toml(rows)}
{lines}{pays}"""

    @property
    def rules(self) -> HandRules:
        return HandRules(self.joker, self.wheel, self.top_hand)

    @cached_property
    def pack(self) -> Cards:
        ranks, suits = sorted(ranks_of(self.ranks)), sorted(SUITS.index(suit) for suit in self.suits)
        return (*(4 * rank + suit for rank in ranks for suit in suits), *range(JOKER, JOKER + self.jokers))

    @cached_property
    def dealers(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], list[Any]]:
        """Bits of every dealer hand, the place of its strength, and the strengths in order."""
        hands = list(combinations(self.pack, self.dealer))
        strengths = [best_strength(hand, self.rules) for hand in hands]
        order = sorted(set(strengths))
        places = {strength: place for place, strength in enumerate(order)}
        bits = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.uint64)
        return bits, np.array([places[strength] for strength in strengths]), order

    @cached_property
    def _met(self) -> dict[tuple[Cards, int], tuple[int, int, int]]:
        return {}

    def meet(self, hand: Cards, discard: int) -> tuple[int, int, int]:
        """Dealer hands without these cards that lose to the hand, tie it and beat it; a discard of -1 is none."""
        if (hand, discard) not in self._met:
            bits, places, order = self.dealers
            own = best_strength(hand, self.rules)
            known = sum(1 << card for card in hand) | (1 << discard if discard >= 0 else 0)
            left = places[bits & np.uint64(known) == 0]
            below, upto = sum(other < own for other in order), sum(other <= own for other in order)
            lose, tie = int((left < below).sum()), int(((left >= below) & (left < upto)).sum())
            self._met[hand, discard] = lose, tie, len(left) - lose - tie
        return self._met[hand, discard]

    @cached_property
    def _lines_of(self) -> dict[Cards, list[int]]:
        return {
            hand: [i for i, spec in enumerate(self.lines) if satisfies(spec, hand, self.rules)]
            for hand in combinations(self.pack, 5)
        }

    def line(self, hand: Cards) -> int:
        """The line that the hand is paid by."""
        satisfied = self._lines_of[hand]
        if self.overlap == "first":
            return satisfied[0]
        return max(satisfied, key=lambda line: (self.pays[line], -line))

    def wins_at_once(self, hand: Cards) -> bool:
        order = types_in_order(self.top_hand)
        kind = best_hand(hand, self.rules).type
        return self.automatic_win is not None and order.index(kind) >= order.index(self.automatic_win)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


@dataclass
class Settled:
    """Deals by outcome, as the engine names them, and the number of hands by choice and with equal choices."""

    outcomes: Counter[str]
    ev: Fraction
    choices: Counter[str]
    ties: int
    best: dict[Cards, list[Fraction]]


def settle(game: DrawGame) -> Settled:
    """Every deal with the best choice, of equals the first: what is paid by which line may depend on that."""
    outcomes: Counter[str] = Counter()
    choices: Counter[str] = Counter()
    best: dict[Cards, list[Fraction]] = {}
    ties, total = 0, Fraction(0)
    draws = len(game.pack) - 5
    deals = draws * comb(draws - 1, game.dealer)
    for hand in combinations(game.pack, 5):
        if game.wins_at_once(hand):
            name, pays = _automatic(game, hand)
            outcomes[name] += deals
            choices["automatic win"] += 1
            total += pays * deals
            continue
        results = [_discarded(game, hand, card) for card in in_order(hand)]
        if game.stand_pat:
            results.append(_kept(game, hand, deals))
        values = [_worth(game, result) for result in results]
        place = values.index(max(values))
        outcomes.update(results[place])
        choices["discard" if place < 5 else "stand pat"] += 1
        ties += values.count(max(values)) > 1
        total += max(values)
        best[hand] = [value / deals for value in values]
    hands = comb(len(game.pack), 5)
    assert outcomes.total() == hands * deals
    return Settled(outcomes, total / (hands * deals), choices, ties, best)


def in_order(hand: Cards) -> list[int]:
    """The cards by rank, those of one rank by suit: the suit with the highest cards first.

    So that hands that differ by a renaming of suits alone are played alike where choices are equally good.
    """
    held = [sum(1 << card // 4 for card in hand if card < JOKER and card % 4 == suit) for suit in range(4)]
    suits = sorted(range(4), key=lambda suit: -held[suit])
    return sorted(hand, key=lambda card: (card // 4, suits.index(card % 4)) if card < JOKER else (card, 0))


def _automatic(game: DrawGame, hand: Cards) -> tuple[str, Fraction]:
    if game.automatic_win_pays != "paytable":
        paid = {"even_money": Fraction(1)}.get(game.automatic_win_pays)
        return "automatic-win", Fraction(game.automatic_win_pays) if paid is None else paid
    line = game.line(hand)
    return f"automatic-win/l{line}", game.pays[line]


def _win_name(game: DrawGame, line: int) -> str:
    return f"win/l{line}" if len(game.lines) > 1 else "win"


def _add(game: DrawGame, results: Counter[str], hand: Cards, met: tuple[int, int, int], times: int) -> None:
    for name, count in zip((_win_name(game, game.line(hand)), "tie", "lose"), met, strict=True):
        results[name] += count * times


def _discarded(game: DrawGame, hand: Cards, discard: int) -> Counter[str]:
    results: Counter[str] = Counter()
    for drawn in game.pack:
        if drawn not in hand:
            final = tuple(sorted((*(card for card in hand if card != discard), drawn)))
            _add(game, results, final, game.meet(final, discard), 1)
    return results


def _kept(game: DrawGame, hand: Cards, deals: int) -> Counter[str]:
    results: Counter[str] = Counter()
    met = game.meet(hand, -1)
    assert deals % sum(met) == 0
    _add(game, results, hand, met, deals // sum(met))
    return results


def _worth(game: DrawGame, results: Counter[str]) -> Fraction:
    nets = {_win_name(game, line): pay for line, pay in enumerate(game.pays)} | {"lose": Fraction(-1)}
    return sum((nets.get(name, Fraction(0)) * count for name, count in results.items()), Fraction(0))
