"""Designing paytables: candidates a second, with and without decisions, beside one analysis a candidate."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import prod

from analyzer.change.design.grid import Range
from analyzer.change.design.search import Targets, design, read_spans
from analyzer.game.library import load_game
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze_wager, select_wagers
from analyzer.run.jobs import Run
from analyzer.run.store import Store, default_folder

# (game, wager, what varies); the target is out of reach, so that the search is timed and not its results.
SEARCHES = (
    ("wild-six-card-poker", "queens-or-better", "four-of-a-kind=10..29,full-house=8..17,flush=5..14,straight=4..13,"
     "three-of-a-kind=1..4,two-pair=1..4,pair-of-queens-or-better=0..4:1/2"),
    ("pai-gow-wrangler-outlaw", "outlaw-9", "royal-flush=20..69,straight-flush=20..69,four-of-a-kind=1..20,"
     "nine-high=10..29,ten-high=1..10"),
    ("three-card-poker-6-card-bonus", "ante-play", "straight-flush=1..9:1/4,three-of-a-kind=1..9:1/4,"
     "straight=0..3:1/4"),
    ("wild-six-card-draw-poker", "base", "four-of-a-kind=1..3:1/8,full-house=1..3:1/8,flush=1..3:1/8"),
)  # fmt: skip
NEVER = Range(Fraction(9), Fraction(10))


def cpu(work: Callable[[], object]) -> float:
    """Seconds of this process: another one's load does not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def one_analysis(game: Game, wager: Wager, run: Run) -> float:
    """What a candidate costs without the search: the counts at hand, a paytable priced."""
    first = wager.paytables[0]
    table = Paytable("x", tuple(Pay(pay.amount + 1) for pay in first.pays))
    both = cpu(lambda: analyze_wager(game, wager, (first, table), run))
    return both - cpu(lambda: analyze_wager(game, wager, (first,), run))


def main() -> None:
    run = Run(store=Store(default_folder()))
    print("| wager | candidates | CPU seconds | candidates a second | times one analysis each |")
    print("|---|---|---|---|---|")
    for name, wager_id, vary in SEARCHES:
        game = load_game(name).game()
        (wager,) = select_wagers(game, wager_id)
        spans = read_spans(vary, wager.line_ids)
        base = wager.paytables[0]

        def search() -> None:
            design(game, wager, base, spans, Targets(NEVER), run)  # noqa: B023

        search()  # the counts are in the store from here on
        seconds = cpu(search)
        tried = prod(len(span.pays) for span in spans)
        ratio = one_analysis(game, wager, run) * tried / seconds
        print(f"| {name} {wager_id} | {tried:,} | {seconds:.2f} | {tried / seconds:,.0f} | {ratio:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
