"""Several wagers of one kind in a game: each has its own limit, seats, paytables and house way, everywhere."""

from __future__ import annotations

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
from analyzer.game.model import Game, PushWager, Seat
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


def pushes_of(game: Game) -> list[PushWager]:
    return [wager for wager in game.wagers if isinstance(wager, PushWager)]


# --- limits ----------------------------------------------------------------------------------------------------------


def test_the_two_limits_differ_in_figures_and_digests() -> None:
    found = [figures for figures in figures_of(FILE, RUN) if figures.wager.startswith("push")]
    assert len({figures.house_edge for figures in found}) == len({figures.counts for figures in found}) == 2


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
    text = MADE.text.replace('player_sets = "optimal"', 'player_sets = "house_way"')
    found = simulate(from_text(text), rounds=60_000, run=RUN)
    assert found.agrees
    high = {one.wager: one.cells[0].observed for one in found.wagers if one.wager.startswith("push")}
    assert high["push-0"] > high["push-1"] > 0


def test_a_worked_round_with_the_wrong_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    text = MADE.text.replace('player_sets = "optimal"', 'player_sets = "house_way"')
    subject = Subject(from_text(text), text, RulesPages(None, None), {}, None, RUN)
    assert find_rounds(subject)
    monkeypatch.setattr(report_literal, "_push_outcome", lambda wager, own, other: wager.high_id)
    with pytest.raises(CountError, match="the kernel settles a round as push, by hand it is high"):
        find_rounds(subject)


@pytest.mark.parametrize(("name", "pays"), [("push", ""), ("lose", 'lose = "2"')])
def test_the_name_of_a_high_push_is_its_own(name: str, pays: str) -> None:
    text = MADE.text.replace('id = "high"', f'id = "{name}"').replace('high = "2"', pays)
    with pytest.raises(GameFileError, match="is another outcome"):
        from_text(text)


@pytest.mark.long
def test_a_second_limit_on_the_full_deck() -> None:
    """Two independent counts of the pushes with a pair of tens or higher gave this number."""
    threes = "push-with-a-pair-of-threes-or-higher"
    first, _, rest = shipped_text("pai-gow-wrangler-outlaw").partition("[wagers.wrangler-push]")
    own, _, rest = rest.partition("[wagers.outlaw-9]")
    tens = own.replace(threes, "tens").replace('pair = "3"', 'pair = "T"').replace("wrangler-push", "tens")
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
    solvers = {push_limit(wager): set_solver(game, wager, RUN) for wager, _ in made}
    mixed = {
        limit: replace(solver, limit=limit) for limit, solver in zip(solvers, reversed(solvers.values()), strict=True)
    }
    for wrong, right in zip(mixed.values(), reversed(solvers.values()), strict=True):
        wrong.__dict__["_counted"] = right._counted
    monkeypatch.setattr("analyzer.trust.stakes.set_solver", lambda game, wager, run: mixed[push_limit(wager)])
    with pytest.raises(CountError, match="do not fit together"):
        joint_moments(game, made, RUN)


def test_house_ways_are_compared_under_every_paytable() -> None:
    text = (
        MADE.text.replace("[wagers.own.fees]", '[wagers.own.paytables.2]\nwin = "1/2"\n[wagers.own.fees]') + OTHER_WAY
    )
    game = from_text(text).game()
    found = compare_house_ways(game, game.house_ways["h"], game.house_ways["other"], RUN)
    told = {(row["wager"], row["paytable"]): row["ev"] for row in found["wagers"]}
    assert list(told) == [("own", "1"), ("own", "2"), ("best", "1"), ("push-0", "1"), ("push-1", "1")]
    for result in analyze(from_text(text), run=RUN).wagers:
        assert result.ev == Fraction(told[result.wager, result.paytable][0])


def test_a_report_shows_every_house_way_even_of_the_same_name() -> None:
    text = MADE.text.replace('player_sets = "optimal"', 'player_sets = "house_way"') + OTHER_WAY
    first, _, rest = text.partition("[wagers.push-1]")
    text = first + "[wagers.push-1]" + rest.replace('house_way = "h"', 'house_way = "other"', 1)
    shown = [block["id"] for block in blocks(report_of(text), 8, "table")]
    assert len(shown) == len(set(shown)) == 2


def test_the_house_way_shown_is_the_one_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.toml"
    path.write_text(MADE.text.replace('house_way = "h"', 'house_way = "other"') + OTHER_WAY, encoding="utf-8")
    assert main(["house-way", str(path), "--json", "--no-cache"]) == 0
    used = capsys.readouterr().out
    assert main(["house-way", str(path), "--way", "other", "--json", "--no-cache"]) == 0
    assert capsys.readouterr().out == used
    path.write_text(MADE.text.replace('house_way = "h"', 'house_way = "other"', 1) + OTHER_WAY, encoding="utf-8")
    assert main(["house-way", str(path), "--no-cache"]) != 0
    assert "name one with --way: h, other" in capsys.readouterr().err


def test_what_a_house_way_costs_is_told_for_the_paytable_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(MADE.text.replace("[wagers.own.fees]", '[wagers.own.paytables.2]\nwin = "1/2"\n[wagers.own.fees]'))
    assert main(["strategy", str(path), "--wager", "own", "--json", "--no-cache"]) == 0
    capsys.readouterr()
    assert main(["strategy", str(path), "--wager", "own", "--paytable", "2", "--no-cache"]) != 0
    assert "a win pays 1, not 1/2" in capsys.readouterr().err


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
