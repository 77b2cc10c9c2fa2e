"""The showdown engine: wall and CPU seconds, memory, and how much dealing every dealer hand would cost.

python benchmarks/showdown.py            every part
python benchmarks/showdown.py --jobs 1   on one core
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, type_code
from analyzer.engines.duel.draw_states import count_draws
from analyzer.engines.duel.hands import hands_of
from analyzer.engines.duel.play_states import count_states, tally_states
from analyzer.engines.duel.showdown import Showdown, deal_outcomes
from analyzer.engines.duel.sweeps import hand_outcomes
from analyzer.engines.duel.weak import WeakHands
from analyzer.run.jobs import Run

WILD = Ranking("wild")


def measured(what: str, deals: int, per_second: float, work: Callable[[], object]) -> object:
    """Run it, and say what it took beside dealing all `deals` at the given rate."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    slow = deals / per_second / cpu
    print(f"{what:34} {wall:7.2f} s wall {cpu:7.2f} s CPU {memory:6.0f} MB {deals:9.2e} deals, {slow:9.1e} x dealing")
    return result


def by_type(values: NDArray[np.uint32]) -> NDArray[np.uint16]:
    return type_code(values).astype(np.uint16)


def dealt_per_second() -> float:
    """Dealer hands that the plain loop deals and values in a second of CPU."""
    showdown = Showdown(Deck(jokers=1), WILD, 5, 5)
    start = time.process_time()
    deal_outcomes(showdown, [0, 13, 26, 39, 48], [3, 6])
    return comb(46, 5) / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    jobs = parser.parse_args().jobs
    rate = dealt_per_second()
    print(f"dealing one by one: {rate:.2e} dealer hands a second")

    one_street = Showdown(Deck(), Ranking(), 3, 3, 3, WeakHands.below(Ranking().value_floor("high-card", [10], 3)))
    deals = comb(52, 3) * comb(49, 3)
    measured("one street, 3 against 3", deals, rate, lambda: hand_outcomes(one_street, hands_of(one_street.deck, 3)))

    draws = Showdown(Deck(jokers=2), WILD, 5, 6)
    deals = comb(54, 5) * 5 * 49 * comb(48, 6)
    measured("one discard, 5 against 6", deals, rate, lambda: count_draws(draws, by_type, jobs))

    boards = Showdown(Deck(jokers=1), WILD, 5, 5, 5, WeakHands.below(WILD.value_floor("pair", [3], 5)))
    hand = [0, 17, 22, 39, 48]
    one = hands_of(boards.deck, 5, only=[hand])
    measured("two community cards, one hand", 48 * 47 * comb(46, 5), rate, lambda: count_states(boards, one, Run(jobs)))
    deals = comb(53, 5) * 48 * 47 * comb(46, 5)
    states = measured("two community cards, states", deals, rate, lambda: count_states(boards, run=Run(jobs)))
    actions = np.zeros(states.outcomes.shape[:2], dtype=np.uint8)  # type: ignore[attr-defined]
    measured("two community cards, tally", deals, rate, lambda: tally_states(states, actions, Run(jobs)))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
