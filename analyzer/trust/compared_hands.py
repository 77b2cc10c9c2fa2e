"""Sampled hands as the kernels value and set them, compared with the literal reference: two parts of a proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck, hand_name
from analyzer.cards.ranking import read_value
from analyzer.engines.two_hands.fronts import front_number
from analyzer.engines.two_hands.set_hands import suit_sets
from analyzer.game.file import GameFile
from analyzer.game.model import Game
from analyzer.integers import Integers
from analyzer.kernels import evaluate, settings
from analyzer.reference import games as reference_games
from analyzer.reference import hands as reference_hands
from analyzer.reference.hands import Strength
from analyzer.reference.ranked import Ranked
from analyzer.trust.comparisons import Comparison, Effort, Task, sampled_hands

# --- evaluator -------------------------------------------------------------------------------------------------------


def hand_sizes(game: Game) -> set[tuple[int, int]]:
    """(cards looked at, cards compared) of every wager."""
    sizes: set[tuple[int, int]] = set()
    if game.wild_ranks:  # tests/test_hand_table.py and the referee have these
        return sizes
    return sizes.union(*(wager.ranked_hands for wager in game.wagers))


def evaluator_tasks(game: Game, effort: Effort) -> Iterator[Task]:
    for cards, size in sorted(hand_sizes(game)):
        what = f"best {size} of {cards} cards" if size < cards else f"{cards} cards"
        yield "evaluator", what, partial(compare_hands, game, cards, size, effort.hands)


def rank_set_hands(deck: Deck, cards: int) -> NDArray[np.uint8]:
    """One hand for each set of different ranks, in mixed suits, to try every entry of the evaluator's tables."""
    suits = deck.suits
    hands = [
        sorted(4 * rank + suits[place % len(suits)] for place, rank in enumerate(ranks))
        for ranks in combinations(deck.ranks, cards)
    ]
    return np.array(hands, dtype=np.uint8).reshape(-1, cards)


def compare_hands(game: Game, cards: int, size: int, number: int) -> Comparison:
    hands = np.concatenate([sampled_hands(game.deck, cards, number), rank_set_hands(game.deck, cards)])
    ranking = game.ranking
    values = evaluate.values_of_cards(hands, size, ranking.kernel_arguments)
    rules = reference_hands.HandRules(**asdict(ranking))
    # The literal readers of hands know three and five cards; those of the referee any number.
    ranked = Ranked(game.rules.pack, size) if game.rules is not None and size not in (3, 5) else None
    differences = []
    strengths = []
    for row, value in zip(hands.tolist(), values.tolist(), strict=True):
        strength, kind, natural = _literal(tuple(row), size, rules) if ranked is None else _ranked(tuple(row), ranked)
        strengths.append(strength)
        read = read_value(value)
        if (read.type, read.natural) != (kind, natural):
            ours, theirs = (
                f"{'natural' if n else 'wild'} {t}" for t, n in ((read.type, read.natural), (kind, natural))
            )
            differences.append(f"{hand_name(row)}: kernel {ours}, reference {theirs}")
    differences += _order_differences(hands, values >> 1, strengths)
    return len(hands), differences


def _literal(cards: tuple[int, ...], size: int, rules: reference_hands.HandRules) -> tuple[Strength, str, bool]:
    """(what it is compared by, type, natural) of the best hand in the cards."""
    if size == 3:
        hand = reference_hands.three_card_hand(cards, rules)
        return reference_hands.three_card_strength(hand, rules), hand.type, hand.natural
    hand = reference_hands.best_hand(cards, rules)
    return reference_hands.best_strength(cards, rules), hand.type, hand.natural


def _ranked(cards: tuple[int, ...], ranked: Ranked) -> tuple[Strength, str, bool]:
    """The same by the referee."""
    best = max(ranked.best(cards), key=lambda one: (one.strength, one.natural))
    return best.strength, best.type, best.natural


def _order_differences(hands: NDArray[np.uint8], ours: Integers, theirs: list[Strength]) -> list[str]:
    """The kernel must put adjacent hands of the reference's order in the same order, and equal hands equal."""
    order = sorted(range(len(theirs)), key=lambda place: theirs[place])
    differences = []
    for low, high in pairwise(order):
        expected = int(theirs[high] > theirs[low])
        order_here = int(ours[high] > ours[low]) - int(ours[high] < ours[low])
        if order_here != expected:
            words = {1: "beats", 0: "ties with", -1: "loses to"}
            one, other = hand_name(hands[high].tolist()), hand_name(hands[low].tolist())
            differences.append(f"{one} {words[order_here]} {other}, in the reference it {words[expected]} it")
    return differences


# --- house way -------------------------------------------------------------------------------------------------------


def house_way_tasks(game_file: GameFile, effort: Effort) -> Iterator[Task]:
    for check in reference_games.SET_CHECKS.get(game_file.game().id, []):
        named = ", ".join(f"{key} = {value}" for key, value in check.options.items())
        yield (
            "house way",
            f"seven cards set by the first house way, {named}",
            partial(compare_settings, game_file.game(check.options), check, effort.settings),
        )


def _front_ranks(front: Sequence[int], *, is_wild: bool) -> list[int]:
    """A joker in front is an ace, or, if it is any card, pairs the other card."""
    ranks = [card >> 2 for card in front if card < FIRST_JOKER]
    joker = ranks[0] if is_wild and ranks else 12
    return [*ranks, *(joker for card in front if card >= FIRST_JOKER)]


def compare_settings(game: Game, check: reference_games.SetCheck, number: int) -> Comparison:
    """What is in front by its ranks, and what is behind by its value: the suits of the cards in front decide that."""
    way = next(iter(game.house_ways.values()))
    hands = sampled_hands(game.deck, 7, number)
    arguments = game.ranking.kernel_arguments
    backs, fronts, _, _ = settings.set_hands(*suit_sets(hands), way.compiled(), arguments)
    literal = [check.front(tuple(cards)) for cards in hands.tolist()]
    left = [[card for card in cards if card not in two] for cards, two in zip(hands.tolist(), literal, strict=True)]
    behind = evaluate.values_of_cards(np.array(left, dtype=np.uint8), 5, arguments) >> 1
    differences = []
    for cards, two, front, is_behind in zip(hands.tolist(), literal, fronts.tolist(), backs == behind, strict=True):
        if front_number(*_front_ranks(two, is_wild=game.ranking.joker == "wild")) != front:
            differences.append(f"{hand_name(cards)}: the reference puts {hand_name(two)} in front, the kernel not")
        elif not is_behind:
            differences.append(f"{hand_name(cards)}: the reference and the kernel leave hands of other values behind")
    return number, differences
