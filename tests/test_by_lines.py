"""Wagers as tables of line sets: priced for any pays, they must be what the analysis of a changed file finds."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from analyzer.change.whatif import with_pays
from analyzer.game.file import GameFile
from analyzer.game.model import Paytable, Wager
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing.analysis import analyze
from analyzer.pricing.by_lines import DECIDED, LineCases, line_cases
from analyzer.pricing.moments import net_of
from analyzer.run.jobs import Run
from tests.helpers import from_text
from tests.reporting import DECKS, small_text

RUN = Run(jobs=1)


def wager_of(file: GameFile, name: str) -> Wager:
    (one,) = (wager for wager in file.game().wagers if wager.id == name)
    return one


def moments(counted: LineCases, wager: Wager, paytable: Paytable) -> tuple[Fraction, Fraction]:
    """Expectation and variance, by the definition: each case is paid by the line of it that pays most."""
    meter = wager.meter if isinstance(wager, LinesWager) else None
    nets = []
    for case in counted.cases:
        pays = [net_of(paytable.pays[line], meter).amount for line in case.lines]
        nets.append((case.base + max(pays, default=Fraction(0)), case.count))
    mean = sum((net * count for net, count in nets), Fraction(0)) / counted.deals
    return mean, sum((net**2 * count for net, count in nets), Fraction(0)) / counted.deals - mean**2


def tables(game: str) -> list[tuple[str, str]]:
    return [(game, wager.id) for wager in from_text(small_text(game)).game().wagers]


ALL = [place for game in DECKS for place in tables(game)]
REFUSED = {("wild-six-card-poker", "poker"), ("wild-six-card-draw-poker", "base"), ("wild-52", "ante-play")}


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_wager_is_counted_by_lines_or_refused(game: str, name: str) -> None:
    file = from_text(small_text(game))
    wager = wager_of(file, name)
    for paytable in wager.paytables:
        counted = line_cases(file.game(), wager, paytable, RUN)
        assert isinstance(counted, str) == ((game, name) in REFUSED)
        if isinstance(counted, LineCases):
            assert sum(case.count for case in counted.cases) == counted.deals
            assert len(counted.cases) == len({(case.lines, case.base) for case in counted.cases})


@pytest.mark.parametrize(("game", "name"), [place for place in ALL if place not in REFUSED])
def test_changed_pays_are_priced_as_a_changed_file_is(game: str, name: str) -> None:
    file = from_text(small_text(game))
    wager = wager_of(file, name)
    if isinstance(wager, LinesWager) and wager.meter is not None:
        pytest.skip("the page prices it at a meter; the browser tests compare")
    choose = random.Random(len(name))
    counted = line_cases(file.game(), wager, wager.paytables[0], RUN)
    assert isinstance(counted, LineCases)
    for _ in range(4):
        pays = {line: str(Fraction(choose.randint(0, 40), choose.choice((1, 2)))) for line in wager.line_ids}
        if name == "wrangler-push":  # a file that pays a push more is refused
            pays = {line: str(number) for line, number in zip(wager.line_ids, ("7/2", "3"), strict=True)}
        changed = with_pays(file, name, pays)
        again = wager_of(changed, name)
        (result, *_) = analyze(changed, wager=name, run=RUN).wagers
        assert moments(counted, again, again.paytables[0]) == (result.ev, result.price.variance)


def test_a_hand_that_the_bonus_could_bring_into_play_is_refused() -> None:
    """With a bonus for a pair, whether low pairs are played depends on what it pays."""
    text = small_text("three-card-poker-6-card-bonus").replace(
        "straight-flush  = 4\nthree-of-a-kind = 3\nstraight        = 1",
        'straight-flush  = 4\nthree-of-a-kind = 3\nstraight        = 1\nhigh-card = "1/2"',
    )
    assert "high-card" in text
    file = from_text(text)
    wager = wager_of(file, "ante-play")
    assert line_cases(file.game(), wager, wager.paytables[0], RUN) == DECIDED


def test_best_settings_are_refused() -> None:
    file = from_text(small_text("pai-gow-wrangler-outlaw"))
    game = file.game({"player_sets": "optimal"})
    (wager,) = (one for one in game.wagers if one.id == "base")
    assert line_cases(game, wager, wager.paytables[0], RUN) == DECIDED
