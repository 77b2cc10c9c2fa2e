"""Random files with wagers of kind "lines" and "jokers", counted by the program and literally, card by card.

Everyday: 40 files of each of the seeds 1 to 3. Behind the marker `long`: $EXACTODDS_FUZZ_FILES files (10,000) of each
kind, each of a seed of its own, from $EXACTODDS_FUZZ_SEED (1,000,000) on. Decks are small, with ranks and suits
missing. Lines are drawn from the whole vocabulary, with pays over large denominators, shares of a meter, taxes and
both rules for lines that overlap. Every set of lines and every net result is compared, at meters around each level
where two lines pay alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.documents import JsonDict
from analyzer.engines.tally import LineCounts, count_jokers, count_lines
from analyzer.errors import GameFileError
from analyzer.game.model import Game, Wager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.polynomials import Polynomial
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.trust.table_layout import TableLayout
from tests.fuzzed_lines import random_spec, spec_text
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.helpers import from_text
from tests.literal_lines import Cards, Sets, deck_of, joker_sets, line_sets, prize, settled

RUN = Run(jobs=1)
COMPARED = "compared"
MAX_PACKS = 4000


def check_file(spec: JsonDict) -> str:
    """Compare one file; the reason, without its place, if it is refused."""
    text = spec_text(spec)
    try:
        game = from_text(text).game()
    except GameFileError as error:
        return re.sub(r"\[\d+\]|'l\d'|^wagers\.w\.", "", str(error).splitlines()[1].strip())[:60]
    try:
        check_game(spec, game)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text}") from None
    return COMPARED


def check_game(spec: JsonDict, game: Game) -> None:
    (wager,) = game.wagers
    sets = joker_sets(spec) if isinstance(wager, JokersWager) else line_sets(spec)
    if not isinstance(wager, RoundWager):  # which has results and no sets of lines
        assert isinstance(wager, LinesWager | JokersWager)
        counts = count_jokers(game, wager) if isinstance(wager, JokersWager) else count_lines(game, wager, RUN)
        assert counted(counts) == first_taxed(sets), "line sets"
    (result,) = analyze_wager(game, wager, wager.paytables, RUN)
    assert result.deals == sets.total()
    meters = levels(spec)
    for level in meters:
        expected = settled(sets, spec, level)
        assert nets(result.at(level), level) == expected, f"at meter {level}"
        if level in (meters[0], meters[-1], meters[len(meters) // 2]):
            check_moments(result.at(level), expected, level)
    if not isinstance(wager, RoundWager):
        check_settled(spec, game, wager, result)


def counted(counts: LineCounts) -> dict[Any, int]:
    return {key: count for key, count in counts.counts.items() if count}


def first_taxed(sets: Sets) -> dict[Any, int]:
    """The program keeps the tax line that is charged, the first one listed."""
    counted: Counter[Any] = Counter()
    for (held, taxed), count in sets.items():
        counted[held, min(taxed, default=-1)] += count
    return dict(counted)


def levels(spec: JsonDict) -> list[Fraction]:
    """Meters at and around every level at which two lines pay alike, and far from them."""
    zero, one = Fraction(0), Fraction(1)
    if "meter" not in spec:
        return [zero]
    lines = [(prize(pay, zero), prize(pay, one) - prize(pay, zero)) for pay in spec["pays"]]
    pairs = [(a, b) for a in lines for b in lines if a[1] != b[1]]
    crossings = {(b[0] - a[0]) / (a[1] - b[1]) for a, b in pairs}
    near = {level * (1 + Fraction(step, 1000)) for level in crossings if level > 0 for step in (-1, 0, 1)}
    return sorted(near | {Fraction(1), Fraction(7, 3), Fraction(50), Fraction(1000), Fraction(10**9)})


def nets(result: WagerResult, level: Fraction) -> Counter[Fraction]:
    counted: Counter[Fraction] = Counter()
    for outcome in result.outcomes:
        counted[outcome.net.amount + outcome.net.meter * level] += outcome.count
    return +counted


def check_moments(result: WagerResult, expected: Counter[Fraction], level: Fraction) -> None:
    total = expected.total()
    mean, square = (sum(net**power * count for net, count in expected.items()) / total for power in (1, 2))
    assert at_level(result.price.ev, level) == mean
    assert at_level(result.price.variance, level) == square - mean**2
    if not result.price.symbolic:
        wins = sum(count for net, count in expected.items() if net > 0)
        assert result.price.hit_frequency == Fraction(wins, total)


def at_level(moment: Fraction | Polynomial, level: Fraction) -> Fraction:
    return moment if isinstance(moment, Fraction) else moment.at(level)


# --- the simulation's kernel on every deal ---------------------------------------------------------------------------


def check_settled(spec: JsonDict, game: Game, wager: Wager, result: WagerResult) -> None:
    """The kernel that settles one dealt round names the outcomes as often as they are counted."""
    packs = list(every_pack(spec)) if result.deals <= MAX_PACKS else []
    if not packs:
        return
    layout = TableLayout(game, RUN)
    layout.add(wager, wager.paytables)
    keys = layout.table.settle_cards(np.array(packs, dtype=np.uint8))[:, 0].tolist()
    seen = Counter(layout.bets[0].name_of(key) for key in keys)
    assert seen == +Counter({outcome.name: outcome.count for outcome in result.outcomes}), "settled one by one"


def every_pack(spec: JsonDict) -> Iterator[Cards]:
    """The cards of every deal, seat after seat; with a tax each card in turn is the last one."""
    if spec["kind"] == "jokers":
        yield from _dealt(deck_of(spec), [size for _, size in spec["seats"]])
        return
    for cards in combinations(deck_of(spec), spec["cards"]):
        if "tax" not in spec:
            yield cards
        for last in cards if "tax" in spec else ():
            yield (*(card for card in cards if card != last), last)


def _dealt(left: Cards, sizes: list[int]) -> Iterator[Cards]:
    if not sizes:
        yield ()
    for cards in combinations(left, sizes[0]) if sizes else ():
        for rest in _dealt(tuple(card for card in left if card not in cards), sizes[1:]):
            yield cards + rest


# --- runs ------------------------------------------------------------------------------------------------------------


def fuzz(seed: int, files: int) -> Counter[str]:
    """How many files were compared, and how many were refused for what."""
    random = Random(seed)
    return Counter(check_file(random_spec(random)) for _ in range(files))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_files(seed: int) -> None:
    assert fuzz(seed, 40)[COMPARED] >= 25


def fuzz_seeds(kind: str, seeds: Iterable[int]) -> Counter[str]:
    """The same for files of one kind, each of its own seed."""
    reasons: Counter[str] = Counter()
    for seed in seeds:
        try:
            reasons[check_file(random_spec(Random(f"{kind} {seed}"), kind))] += 1
        except AssertionError as error:
            raise AssertionError(f"{kind} {seed}: {error}") from None
    return reasons


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", ["lines", "jokers"])
def test_many_random_files(kind: str, block: int, capsys: pytest.CaptureFixture[str]) -> None:
    seeds = seeds_of_block(block)
    reasons = fuzz_seeds(kind, seeds)
    with capsys.disabled():
        print(f"\n{kind}: {len(seeds)} files")
        for reason, number in reasons.most_common():
            print(f"{number:7,} {reason}")
    assert reasons[COMPARED] >= len(seeds) // 2


def test_the_fuzzer_sees_a_wrong_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: groups that take a joker which is not in them, as they once did with the bug."""
    import tests.literal_lines as literal

    right = literal._groups

    def wrong(ranks: Any, jokers: int, sizes: Any, natural: bool | None, first: Any, joker: str) -> bool:
        return bool(right(ranks, jokers, sizes, None if jokers and natural is False else natural, first, joker))

    monkeypatch.setattr(literal, "_groups", wrong)
    with pytest.raises(AssertionError, match=r"line sets|at meter"):
        fuzz(1, 300)


def test_the_fuzzer_sees_a_wrong_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: any share of the meter outranks any amount, as it once did."""
    monkeypatch.setattr("analyzer.pricing.results.WagerResult.at", lambda self, level: self)
    with pytest.raises(AssertionError, match="at meter"):
        fuzz(1, 300)
