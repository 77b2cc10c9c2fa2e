"""Counting hands: ours beside a plain itertools loop over a Python package, in one run, as ratios."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, type_code
from analyzer.cards.suits import suit_classes
from analyzer.engines.tally import count_lines
from analyzer.game.library import game_ids, load_game
from analyzer.game.model import Game
from analyzer.run.jobs import Run

CORES = 2


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def count_types(deck: Deck, cards: int, ranking: Ranking, jobs: int) -> Counter[int]:
    """Hands of each type, over all hands of the deck."""
    import numpy as np

    from analyzer.kernels import evaluate

    def work(jokers: int, part: int, parts: int) -> Counter[int]:
        piece = suit_classes(deck, cards, jokers, part, parts)
        values = evaluate.values_of_sets(piece.sets, jokers, 5, ranking.kernel_arguments)
        counts = np.bincount(type_code(values), weights=piece.weights).astype(np.int64) * piece.joker_ways
        return Counter({kind: int(count) for kind, count in enumerate(counts) if count})

    pieces = [(jokers, part, 8) for part in range(8) for jokers in range(deck.jokers + 1)]
    return sum(Run(jobs=jobs).pieces("hands", work, pieces), Counter())


def plain_python() -> float:
    """C(52,5) by itertools and phevaluator."""
    from phevaluator.evaluator import evaluate_cards

    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return timed(lambda: Counter(evaluate_cards(*hand) for hand in combinations(deck, 5)))


def all_paytable_wagers_cold() -> float:
    """The command line, an empty cache, start-up included: every wager without decisions of the five games."""

    code = (
        "import sys; from analyzer.pricing.analysis import analyze;"
        "from analyzer.game.model import JokersWager, LinesWager;"
        "from analyzer.game.library import game_ids, load_game; from analyzer.run.jobs import Run;"
        "[analyze(load_game(g), wager=w.id, run=Run(jobs=2)).document() for g in game_ids()"
        " for w in load_game(g).game().wagers if isinstance(w, (LinesWager, JokersWager))]"
    )
    return timed(lambda: subprocess.run([sys.executable, "-c", code], check=True, cwd=tempfile.gettempdir()))


def one_wager(game: str, wager: str) -> float:
    loaded: Game = load_game(game).game()
    (chosen,) = (candidate for candidate in loaded.wagers if candidate.id == wager)
    return timed(lambda: count_lines(loaded, chosen, Run(jobs=CORES)))  # type: ignore[arg-type]


def main() -> None:
    wild, bug = Ranking("wild"), Ranking("bug", top_hand="five_of_a_kind")
    rows = [
        ("types of C(52,5)", timed(lambda: count_types(Deck(), 5, Ranking(), CORES))),
        ("types of C(54,6), wild", timed(lambda: count_types(Deck(jokers=2), 6, wild, CORES))),
        ("types of C(53,7), wild", timed(lambda: count_types(Deck(jokers=1), 7, wild, CORES))),
        ("types of C(53,7), bug", timed(lambda: count_types(Deck(jokers=1), 7, bug, CORES))),
        ("all paytable wagers, cold, with start-up", all_paytable_wagers_cold()),
    ]
    plain = plain_python()
    rows.append(("C(52,5) by itertools + phevaluator", plain))
    print(f"{'what':45} {'seconds':>8} {'of itertools':>13}")
    for what, seconds in rows:
        print(f"{what:45} {seconds:8.3f} {seconds / plain:13.4f}")
    assert game_ids()


if __name__ == "__main__":
    main()
