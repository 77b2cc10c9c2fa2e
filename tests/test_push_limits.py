"""Several wagers of one shape in a game: each has its own limit, seats, paytables and house way, everywhere."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import analyzer.cli.analyze
import analyzer.cli.strategy  # noqa: F401  # its commands
from analyzer.cards.deck import Deck
from analyzer.change.figures import figures_of
from analyzer.cli.main import main
from analyzer.engines.two_hands.best_settings import best_settings
from analyzer.engines.two_hands.kinds import check_bounds
from analyzer.engines.two_hands.set_hands import set_hands
from analyzer.engines.two_hands.solver import push_limit, set_solver
from analyzer.errors import CountError, GameFileError, SelectionError
from analyzer.game.model import Game, Seat
from analyzer.game.wagers.set_in_two import PushWager
from analyzer.pricing.analysis import analyze
from analyzer.pricing.set_wagers import compare_house_ways
from analyzer.report import literal as report_literal
from analyzer.report.rounds import find_rounds
from analyzer.report.subject import RulesPages, Subject
from analyzer.run.jobs import Run
from analyzer.trust.simulate import simulate
from analyzer.trust.stakes import joint_moments
from tests.helpers import from_text, shipped_text
from tests.reporting import blocks, report_of
from tests.test_fuzz_set import two_limits

RUN = Run(jobs=1)
MADE = two_limits()
FILE = from_text(MADE.text)
ROW = '[[house_ways.other.rows]]\nrow = 1\nname = "r"\nfront = "{front}"\nwhen = {{ shape = "{shape}" }}\n'
THIRD = {"front": "pair-of-the-third-set", "when": {"shape": "2-2-2-1"}}
OTHER_WAY = '[house_ways.other]\nname = "H"\n' + "".join(
    ROW.format(front=row["front"], shape=row["when"]["shape"]) for row in [*MADE.rows[:5], THIRD, *MADE.rows[6:]]
)


BY_HOUSE_WAY = MADE.text.replace('sets = "optimal"', 'sets = "house_way"')
TWO_PAYTABLES = MADE.text.replace('high = "2"\npush = "1"', 'high = ["2", 3]\npush = ["1", "1/2"]').replace(
    'overlap = "most"', 'overlap = "most"\npaytables = ["1", "2"]'
)


def with_another_way(text: str) -> str:
    """The last wager's hands are set by another house way than all others."""
    first, _, rest = text.partition("[wagers.push-1]")
    own, _, rows = rest.partition("[house_ways.h]")
    hands = "".join(f'{group}-other = {{ of = "{group}", house_way = "other" }}\n' for group in ("player", "dealer"))
    first = first.replace("[hands]\n", f"[hands]\n{hands}")
    own = own.replace("by-house-way", "player-other").replace("dealers-hand", "dealer-other")
    return f"{first}[wagers.push-1]{own}[house_ways.h]{rows}{OTHER_WAY}"


def pushes_of(game: Game) -> list[PushWager]:
    return [wager for wager in game.wagers if isinstance(wager, PushWager)]


# --- limits ----------------------------------------------------------------------------------------------------------


def test_the_two_limits_differ_in_figures_and_digests() -> None:
    pushes = [figures for figures in figures_of(FILE, RUN) if figures.wager.startswith("push")]
    assert len({figures.house_edge for figures in pushes}) == len({figures.counts for figures in pushes}) == 2


def test_a_simulation_settles_each_by_its_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the limits mixed up in the analysis the simulation disagrees: it does not ask the analysis for them."""

    def agrees(wager: str) -> bool:
        return simulate(FILE, wager=wager, rounds=60_000, run=RUN).agrees

    assert agrees("push-0")
    assert agrees("push-1")
    first = push_limit(pushes_of(FILE.game())[0])
    monkeypatch.setattr("analyzer.engines.two_hands.solver.push_limit", lambda wager: first)
    assert agrees("push-0")
    assert not agrees("push-1")


def test_hands_set_once_serve_wagers_with_different_limits() -> None:
    """The kernel sets the hands of a round once and asks each wager's limit for itself."""
    simulation = simulate(from_text(BY_HOUSE_WAY), rounds=60_000, run=RUN)
    assert simulation.agrees
    high = {one.wager: one.cells[0].observed for one in simulation.wagers if one.wager.startswith("push")}
    assert high["push-0"] > high["push-1"] > 0


def test_a_worked_round_with_the_wrong_limit_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = Subject(from_text(BY_HOUSE_WAY), BY_HOUSE_WAY, RulesPages(None, None), {}, None, RUN)
    assert not any(one["differs"] for worked in find_rounds(subject).values() for one in worked)
    monkeypatch.setattr(report_literal, "_push_outcome", lambda game, wager, own, other: wager.high_id)
    told = {one["differs"] for worked in find_rounds(subject).values() for one in worked}
    assert "the program settles it as push, in words it is high" in told


def test_the_name_of_a_high_push_is_its_own() -> None:
    text = MADE.text.replace("lines.high", "lines.lose").replace('high = "2"', 'lose = "2"')
    with pytest.raises(GameFileError, match="is another outcome"):
        from_text(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('high = "2"', 'high = "1/2"', "high: must be more than push pays"),
        ('high = "2"\npush = "1"', 'push = "1"\nhigh = "1"', "high: must be more than push pays"),
        ('overlap = "most"', 'overlap = "first"', "high: must stand before push"),
    ],
)
def test_a_high_push_that_another_line_takes_is_refused(old: str, new: str, message: str) -> None:
    """Both lines apply to it; which one is paid follows from the pays or from their order."""
    text = MADE.text.replace(old, new)
    assert text != MADE.text
    if "before" in message:
        text = text.replace('high = "2"\npush = "1"', 'push = "1"\nhigh = "2"')
    with pytest.raises(GameFileError, match=message):
        from_text(text)


@pytest.mark.long
def test_a_second_limit_on_the_full_deck() -> None:
    """Two independent counts of the pushes with a pair of tens or higher gave this number."""
    threes = "push-with-a-pair-of-threes-or-higher"
    first, _, rest = shipped_text("pai-gow-wrangler-outlaw").partition("[wagers.wrangler-push]")
    own, _, rest = rest.partition("[wagers.outlaw-9]")
    tens = own.replace(threes, "tens").replace("pair 3", "pair T").replace("wrangler-push", "tens")
    file = from_text(f"{first}[wagers.wrangler-push]{own}[wagers.tens]{tens}[wagers.outlaw-9]{rest}")
    counts = [analyze(file, wager=wager).wagers[0].outcomes[0].count for wager in ("wrangler-push", "tens")]
    assert counts == [963_445_923_567_056, 239_159_314_344_584]


# --- seats, paytables, house ways ------------------------------------------------------------------------------------


def test_wagers_against_different_seats_are_not_joined_as_if_they_were_one() -> None:
    game = FILE.game()
    one, other = pushes_of(game)
    tables = one.paytables[0], other.paytables[0]
    joint_moments(game, [(one, tables[0]), (other, tables[1])], RUN)
    third = replace(other, dealer=Seat("third", 7))
    with pytest.raises(SelectionError, match="not computed exactly"):
        joint_moments(game, [(one, tables[0]), (third, tables[1])], RUN)


def test_limits_that_do_not_fit_together_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = FILE.game()
    made = [(wager, wager.paytables[0]) for wager in pushes_of(game)]
    solvers = {push_limit(wager) or 0: set_solver(game, wager, RUN) for wager, _ in made}
    mixed = {
        limit: replace(solver, limit=limit) for limit, solver in zip(solvers, reversed(solvers.values()), strict=True)
    }
    for wrong, right in zip(mixed.values(), reversed(solvers.values()), strict=True):
        wrong.__dict__["_counted"] = right._counted
    monkeypatch.setattr("analyzer.trust.joint.cells.set_solver", lambda game, wager, run: mixed[push_limit(wager) or 0])
    with pytest.raises(CountError, match="do not fit together"):
        joint_moments(game, made, RUN)


def test_house_ways_are_compared_under_every_paytable() -> None:
    text = TWO_PAYTABLES + OTHER_WAY
    game = from_text(text).game()
    compared = compare_house_ways(game, game.house_ways["h"], game.house_ways["other"], RUN)
    told = {(row["wager"], row["paytable"]): row["ev"] for row in compared["wagers"]}
    pushes = [(f"push-{place}", paytable) for place in range(2) for paytable in ("1", "2")]
    assert list(told) == [("best", "1"), ("own", "1"), *pushes]
    for result in analyze(from_text(text), run=RUN).wagers:
        assert result.ev == Fraction(told[result.wager, result.paytable][0])


def test_a_report_shows_every_house_way_even_of_the_same_name() -> None:
    text = with_another_way(BY_HOUSE_WAY)
    shown = [block["id"] for block in blocks(report_of(text), "house-way", "table")]
    assert len(shown) == len(set(shown)) == 2


def test_the_house_way_shown_is_the_one_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.toml"
    path.write_text(MADE.text.replace('house_way = "h"', 'house_way = "other"') + OTHER_WAY, encoding="utf-8")
    assert main(["house-way", str(path), "--json", "--no-cache"]) == 0
    used = capsys.readouterr().out
    assert main(["house-way", str(path), "--way", "other", "--json", "--no-cache"]) == 0
    assert capsys.readouterr().out == used
    path.write_text(with_another_way(MADE.text), encoding="utf-8")
    assert main(["house-way", str(path), "--no-cache"]) != 0
    assert "name one with --way: h, other" in capsys.readouterr().err


def test_what_a_house_way_costs_is_told_for_every_pay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.toml"
    path.write_text(replace(MADE, wins=["1", "1/2"]).text, encoding="utf-8")
    told = []
    for wager in ("own", "own-2"):
        assert main(["strategy", str(path), "--wager", wager, "--json", "--no-cache"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    for one in told:
        assert Fraction(one["cost"]) == Fraction(one["gain"]) == Fraction(one["best_ev"]) - Fraction(one["ev"])
    assert told[0]["cost"] != told[1]["cost"]


# --- bounds ----------------------------------------------------------------------------------------------------------


def test_products_fit_their_integers_for_every_deck_of_the_language() -> None:
    check_bounds(Deck(jokers=2))


@pytest.mark.parametrize(("part", "value"), [("jokers", 3), ("suits", tuple(range(8))), ("ranks", tuple(range(60)))])
def test_a_deck_beyond_the_bounds_is_an_error(part: str, value: object) -> None:
    deck = Deck()
    object.__setattr__(deck, part, value)
    with pytest.raises(CountError, match="can be counted"):
        check_bounds(deck)


def test_too_many_different_hands_behind_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = FILE.game()
    hands = set_hands(game.deck, game.ranking, game.house_ways["h"])
    assert len(np.unique(hands.events["back"])) > 1
    monkeypatch.setattr("analyzer.engines.two_hands.best_settings.MAX_LEVELS", 1)
    with pytest.raises(CountError, match="at most 1 can be told apart"):
        best_settings(hands, run=RUN)
