"""One street with lines on its cards: every class of player's hands with every hand of the dealer, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.one_street import OneStreet
from analyzer.errors import CountError
from analyzer.game.model import Game
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.joint import JointMoments
from analyzer.run.jobs import Run
from analyzer.trust.joint.parts import Parts, Spread, asks_more_than_class, moments_of
from analyzer.trust.table_layout import TableLayout


def by_deals(game: Game, parts: Parts, run: Run) -> JointMoments | None:
    """Each class of player hands with every dealer hand, settled one by one; checked against the engines."""
    made = parts.made
    if len(parts.plays) != 1 or any(asks_more_than_class(wager) for wager, _ in parts.lines):
        return None
    ((main, _),) = parts.plays
    seats = {main.player.name, main.dealer.name}
    if main.community is not None or any(not set(wager.seat_names) <= seats for wager, _ in made):
        return None
    layout = TableLayout(game, run)
    for wager, paytable in made:
        layout.add(wager, [paytable])
    results = [analyze_wager(game, wager, [paytable], run)[0].in_one_piece("--stakes") for wager, paytable in made]
    hands = OneStreet(game, main, run).rows  # the bonus may tell the hands of a class apart
    tally: Counter[tuple[int, ...]] = Counter()
    places = [layout.places[main.player.name][0], layout.places[main.dealer.name][0]]
    with run.steps("joint results", len(hands)) as step:
        for cards, weight in zip(hands.class_cards, hands.weights.tolist(), strict=True):
            packs = _packs(game, cards, main.dealer.cards, places)
            for key, count in _distinct(layout.table.settle_cards(packs)).items():
                tally[key] += count * weight
            step()
    spread: Spread = []
    counted = [Counter[str]() for _ in made]
    nets = [{outcome.name: outcome.net.amount for outcome in result.outcomes} for result in results]
    for key, count in tally.items():
        names = [bet.name_of(key[bet.place]) for bet in layout.bets]
        for counter, name in zip(counted, names, strict=True):
            counter[name] += count
        spread.append((Fraction(count), tuple(own[name] for own, name in zip(nets, names, strict=True))))
    for result, counter in zip(results, counted, strict=True):
        for outcome in result.outcomes:
            if Fraction(counter[outcome.name], counter.total()) != Fraction(outcome.count, result.deals):
                raise CountError(f"{result.wager}: {outcome.name} differs between the joint count and the analysis")
    return moments_of(made, spread, int(sum(tally.values())))


def _packs(game: Game, cards: NDArray[np.uint8], dealt: int, places: Sequence[int]) -> NDArray[np.uint8]:
    """The player's cards with every hand of the dealer, at their places."""
    left = [card for card in game.deck.cards if card not in cards]
    dealers = np.array(list(combinations(left, dealt)), dtype=np.uint8)
    packs = np.zeros((len(dealers), game.deck.size), dtype=np.uint8)
    packs[:, places[0] : places[0] + len(cards)] = cards
    packs[:, places[1] : places[1] + dealt] = dealers
    return packs


def _distinct(keys: NDArray[np.uint64]) -> dict[tuple[int, ...], int]:
    """How often each row occurs."""
    rows, counts = np.unique(keys, axis=0, return_counts=True)
    return {tuple(row): count for row, count in zip(rows.tolist(), counts.tolist(), strict=True)}
