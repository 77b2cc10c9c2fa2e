"""How cost grows with the deck: processor seconds of each engine on one core, from few ranks to all thirteen.

python benchmarks/growth.py            every size: about two minutes on a quiet core
python benchmarks/growth.py --most 10  decks of at most ten ranks (and --least)

Each row is a process of its own, so that nothing is kept from the row before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from collections.abc import Callable
from math import comb

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, type_code
from analyzer.engines.duel.draw_states import count_draws
from analyzer.engines.duel.play_states import count_states, tally_states
from analyzer.engines.duel.showdown import Showdown
from analyzer.engines.two_hands.pairs import count_pairs
from analyzer.engines.two_hands.set_hands import set_hands
from analyzer.game.library import load_game
from analyzer.run.jobs import Run

SIZES = (7, 8, 9, 10, 11, 12, 13)
WILD = Ranking("wild")
ONE_CORE = Run(jobs=1)


def deck_of(ranks: int, jokers: int) -> Deck:
    """The highest ranks of four suits."""
    return Deck(ranks=tuple(range(13 - ranks, 13)), jokers=jokers)


def community_cards(ranks: int) -> int:
    """Wild 52: states and tally of five cards against five with two community cards. The number of deals."""
    deck = deck_of(ranks, 1)
    states = count_states(Showdown(deck, WILD, 5, 5), run=ONE_CORE)
    tally_states(states, np.zeros(states.outcomes.shape[:2], dtype=np.uint8), ONE_CORE)
    return comb(deck.size, 5) * (deck.size - 5) * (deck.size - 6) * comb(deck.size - 7, 5)


def one_discard(ranks: int) -> int:
    """Wild Six Card Draw: five cards and one draw against six."""
    deck = deck_of(ranks, 2)
    count_draws(Showdown(deck, WILD, 5, 6), lambda values: type_code(values).astype(np.uint16), 1)
    return comb(deck.size, 5) * 5 * (deck.size - 5) * comb(deck.size - 6, 6)


def hands_in_two(ranks: int) -> int:
    """Pai Gow: all pairs of disjoint hands of seven cards, both by the House Way."""
    game = load_game("pai-gow-wrangler-outlaw").game()
    deck = deck_of(ranks, 1)
    count_pairs(set_hands(deck, game.ranking, game.house_ways["footnote-first"]), 0, ONE_CORE)
    return comb(deck.size, 7) * comb(deck.size - 7, 7)


ENGINES: dict[str, Callable[[int], int]] = {
    "community cards (Wild 52)": community_cards,
    "one discard (Wild Six Card Draw)": one_discard,
    "hands set in two (Pai Gow)": hands_in_two,
}


def measured(row: tuple[str, int]) -> tuple[int, float, float]:
    """(deals, processor seconds, megabytes)."""
    engine, ranks = row
    start = time.process_time()
    deals = ENGINES[engine](ranks)
    return deals, time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest number of ranks")
    parser.add_argument("--least", type=int, default=SIZES[0], help="the smallest")
    asked = parser.parse_args()
    sizes = [size for size in SIZES if asked.least <= size <= asked.most]
    print(f"{'engine':34} {'ranks':>5} {'deals':>9} {'CPU s':>8} {'MB':>6} {'deals a second':>15}")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for engine in ENGINES:
            for ranks in sizes:
                (result,) = pool.map(measured, [(engine, ranks)])
                deals, seconds, memory = result
                line = f"{engine:34} {ranks:5} {deals:9.1e} {seconds:8.2f} {memory:6.0f} {deals / seconds:15.1e}"
                print(line, flush=True)


if __name__ == "__main__":
    main()
