"""Has an engine become slower? Ratios within one run, against a plain C loop that is compiled in the same run.

python benchmarks/check.py            compare with benchmarks/recorded.json; exit code 1 if one is slower by a third
python benchmarks/check.py --record   write it anew, on a machine that nobody else uses
python benchmarks/check.py --only set one engine

A ratio is the processor seconds of a piece of an engine's work over those of the loop, the least of several turns that
alternate with the loop. Machines differ and are shared, so this is no test; read a failure as a reason to look.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, type_code
from analyzer.cards.suits import suit_classes
from analyzer.engines.duel.draw_states import count_draws
from analyzer.engines.duel.one_street import showdown_of
from analyzer.engines.duel.play_states import (
    BOARD_CARDS,
    RankWork,
    all_hands,
    columns_of,
    hand_looks,
    rank_boards_of,
    sweep_boards,
)
from analyzer.engines.duel.showdown import OUTCOMES, Showdown, deals_against
from analyzer.engines.duel.sweeps import questions_of
from analyzer.engines.two_hands.fronts import FIRST_PAIR
from analyzer.engines.two_hands.pairs import RANKS_ALONE, house_way_piece
from analyzer.game.library import load_game
from analyzer.game.wagers.play import PlayWager
from analyzer.kernels import evaluate, showdown_seconds, showdown_states

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"
LOOP = HERE / "plain_loop.c"
SLOWER = 4 / 3
TURNS = 5
# Boards of the same ranks: two kinds with two ranks, a pair, with the joker.
BOARDS = (40, 41, 0, 103)
# Holdings of the lowest five ranks: one piece with many holdings, one with few.
CUTS = (0b00011, 0b11111)

Work = Callable[[], object]


def community_cards() -> dict[str, Work]:
    """Wild 52: the sweeps over some boards, and what is made of them."""
    game = load_game("wild-52").game()
    (wager,) = (wager for wager in game.wagers if isinstance(wager, PlayWager))
    showdown = showdown_of(game, wager)
    hands = all_hands(showdown.deck, showdown.cards)
    questions_of(showdown, hands, BOARD_CARDS)
    boards, against = rank_boards_of(showdown.deck), deals_against(showdown, showdown.cards + BOARD_CARDS)
    swept = [RankWork(showdown, hands, boards[number], sweep_boards(showdown, number)) for number in BOARDS]
    states = np.zeros((len(columns_of(showdown.deck)), len(hands), len(OUTCOMES)), dtype=np.uint32)
    actions = np.zeros(states.shape[:2], dtype=np.uint8)
    totals = np.zeros((1, 32, len(OUTCOMES)), dtype=np.uint64)
    looks = hand_looks(hands)
    sums = showdown_seconds.SecondSums(len(hands.rests), int(hands.look_start[-1]))
    weights = showdown_seconds.ActionLooks(looks, actions, hands.weights)

    def add() -> None:
        for work in swept:
            showdown_seconds.add_answers(sums, work.answers(), looks, 0, len(hands.rests))
            for answers, places in work.each_board():
                showdown_states.add_flushes(states, answers, places, 0, len(hands.rests), against)

    def tally() -> None:
        for work in swept:
            showdown_seconds.tally_answers(totals, weights, work.answers(), looks, against)
            for answers, places in work.each_board():
                showdown_states.tally_flushes(totals, actions, hands.weights, answers, places, against)

    return {
        "Wild 52: sweeps over boards of four kinds": lambda: [sweep_boards(showdown, number) for number in BOARDS],
        "Wild 52: these boards added to the states": add,
        "Wild 52: these boards tallied": tally,
    }


def hands_in_two() -> dict[str, Work]:
    """Pai Gow: pairs of hands by ranks alone, and what flushes change in two pieces."""
    game = load_game("pai-gow-wrangler-outlaw").game()
    way = game.house_ways["footnote-first"]
    arguments = game.deck, game.ranking, way, way, FIRST_PAIR
    house_way_piece(*arguments, CUTS[-1])  # it makes the tables that all pieces share
    return {
        "Pai Gow: pairs by ranks alone": lambda: house_way_piece(*arguments, RANKS_ALONE),
        "Pai Gow: pairs, what flushes change": lambda: [house_way_piece(*arguments, cut) for cut in CUTS],
    }


def one_discard() -> dict[str, Work]:
    """The draw game on a deck of eight ranks."""
    showdown = Showdown(Deck(ranks=tuple(range(5, 13)), jokers=2), Ranking("wild"), 5, 6)
    return {"Draw, eight ranks": lambda: count_draws(showdown, lambda values: type_code(values).astype(np.uint16), 1)}


def evaluators() -> dict[str, Work]:
    """Values of a quarter of all six-card hands."""
    ranking = Ranking("wild")
    piece = suit_classes(Deck(jokers=2), 6, 1, 0, 1)
    return {"values of 6 cards": lambda: evaluate.values_of_sets(piece.sets, 1, 5, ranking.kernel_arguments)}


ENGINES = {"community": community_cards, "set": hands_in_two, "draw": one_discard, "values": evaluators}


def processor_seconds(work: Work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compiled_loop(folder: str) -> Callable[[], float]:
    program = Path(folder) / "plain_loop"
    subprocess.run(["cc", "-O2", "-o", str(program), str(LOOP)], check=True)
    return lambda: float(subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()[0])


def ratios(engines: list[str]) -> Iterator[tuple[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        loop = compiled_loop(folder)
        for engine in engines:
            for name, work in ENGINES[engine]().items():
                turns = [(processor_seconds(work), loop()) for _ in range(TURNS)]
                yield name, min(own for own, _ in turns) / min(plain for _, plain in turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write benchmarks/recorded.json")
    parser.add_argument("--only", choices=ENGINES, help="one engine")
    asked = parser.parse_args()
    recorded = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    of_engines: dict[str, float] = {}
    slower = []
    print(f"{'of the plain C loop':44} {'recorded':>9} {'now':>9}")
    for name, ratio in ratios([asked.only] if asked.only else list(ENGINES)):
        of_engines[name] = round(ratio, 3)
        before = recorded.get(name)
        is_slower = before is not None and ratio > before * SLOWER
        slower += [name] * is_slower
        shown = "" if before is None else f"{before:.3f}"
        print(f"{name:44} {shown:>9} {ratio:9.3f}{'  slower' if is_slower else ''}", flush=True)
    if asked.record:
        RECORDED.write_text(
            json.dumps(recorded | of_engines if asked.only else of_engines, indent=1) + "\n", encoding="utf-8"
        )
        return
    missing = sorted(recorded.keys() - of_engines.keys())
    if missing and not asked.only:
        sys.exit(f"recorded and not measured: {', '.join(missing)}")
    if slower:
        sys.exit(f"slower by more than a third: {', '.join(slower)}")


if __name__ == "__main__":
    main()
