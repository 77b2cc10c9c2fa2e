"""Two set hands: every deal of the 53-card deck, in time and memory, beside what it replaces.

Each row runs in a process of its own, so that its memory is its own. A plain loop over deals is timed on a sample and
scaled to all of them: it is what the counts would cost without kinds.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from math import comb

GAME, WAY = "pai-gow-wrangler-outlaw", "footnote-first"
CORES = 2
DEALS = comb(53, 7) * comb(46, 7)
# What each may take on two cores: seconds, megabytes.
ROWS = {
    "set": ("every hand set, with start-up", 5, 1500),
    "pairs": ("set, and all pairs compared", 20, 1500),
    "hand": ("set, and one hand's settings counted", 5, 1500),
    "best": ("set, and every hand's best setting", 120, 3000),
}


def work(row: str) -> None:
    """One row, in a process of its own: prints wall seconds, processor seconds, megabytes."""
    from analyzer.engines.two_hands.best_settings import best_settings
    from analyzer.engines.two_hands.fronts import front_number
    from analyzer.engines.two_hands.pairs import count_pairs
    from analyzer.engines.two_hands.set_hands import set_hands
    from analyzer.engines.two_hands.settings import hand_settings
    from analyzer.game.library import load_game
    from analyzer.run.jobs import Run

    start = time.perf_counter()
    game = load_game(GAME).game()
    hands = set_hands(game.deck, game.ranking, game.house_ways[WAY]).checked()
    if row == "pairs":
        assert count_pairs(hands, front_number(1, 1), Run(jobs=CORES)).deals == DEALS
    elif row == "hand":
        assert len(hand_settings(hands, game.deck.parse_hand("As Ad Kc Kd 7h 5s Jk"))) > 1
    elif row == "best":
        assert best_settings(hands, run=Run(jobs=CORES)).pairs.deals == DEALS
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measured(row: str) -> tuple[float, float, float]:
    command = [sys.executable, __file__, row]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tempfile.gettempdir())
    wall, processor, memory = (float(number) for number in done.stdout.split())
    return wall, processor, memory


def literal_seconds(hands: int = 200) -> float:
    """Seconds that the literal reference takes to set one hand."""
    from analyzer.reference.house_way import set_house_way

    chance = random.Random(1)
    dealt = [tuple(sorted(chance.sample(range(53), 7))) for _ in range(hands)]
    start = time.process_time()
    for hand in dealt:
        set_house_way(hand)
    return (time.process_time() - start) / hands


def loop_seconds(cards: int = 15) -> float:
    """Seconds that a Python loop over all pairs of hands, already set, takes for one pair."""
    chance = random.Random(2)
    hands = {hand: (chance.random(), chance.random()) for hand in combinations(range(cards), 7)}
    deals = wins = 0
    start = time.process_time()
    for hand, (back, front) in hands.items():
        for other in combinations([card for card in range(cards) if card not in hand], 7):
            deals += 1
            their_back, their_front = hands[other]
            wins += back > their_back and front > their_front
    return (time.process_time() - start) / deals


def main() -> None:
    print(f"{'what':40} {'wall s':>8} {'cpu s':>8} {'MB':>7} {'may take':>18}")
    cpu = {}
    for row, (what, seconds, megabytes) in ROWS.items():
        wall, cpu[row], memory = measured(row)
        print(f"{what:40} {wall:8.2f} {cpu[row]:8.2f} {memory:7.0f} {f'{seconds} s, {megabytes} MB':>18}")
    years = 365.25 * 24 * 3600
    print(f"the reference, all hands set: {literal_seconds() * comb(53, 7) / cpu['set']:,.0f} times the processor time")
    print(f"a Python loop over all {DEALS:,} deals, hands set: {loop_seconds() * DEALS / years:,.0f} years")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(sys.argv[1])
    else:
        main()
