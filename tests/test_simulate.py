"""Simulation: the same for any number of cores, in agreement with the analysis, and able to notice when it is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.errors import SelectionError
from analyzer.game.exposed_cards import read_exposure
from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.moments import Outcome
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.trust import table_layout
from analyzer.trust.significance import (
    chi_square,
    chi_square_tail,
    poisson_tail,
    pooled,
    upper_gamma,
    z_score,
)
from analyzer.trust.simulate import CHUNK, simulate
from analyzer.trust.table_layout import TableLayout
from tests.reduced import reduced_game_file

POKER, DRAW = "wild-six-card-poker", "wild-six-card-draw-poker"
THREE_CARD, TWO_STREETS, SET = "three-card-poker-6-card-bonus", "wild-52", "pai-gow-wrangler-outlaw"
RUN = Run(jobs=1)
SMALL = {
    POKER: ("8-Q", "cd", 2),
    DRAW: ("9-Q", "cdh", 2),
    THREE_CARD: ("8-A", "cdh", 0),
    TWO_STREETS: ("3-8", "cd", 1),
    SET: ("8-A", "cd", 1),
}


@pytest.mark.parametrize("game", SMALL)
def test_simulations_agree_with_the_analysis_on_reduced_decks(game: str) -> None:
    simulation = simulate(reduced_game_file(game, *SMALL[game]), rounds=400_000, seed=3, run=RUN)
    assert simulation.rounds == 400_000
    assert simulation.agrees
    for wager in simulation.wagers:
        assert sum(cell.observed for cell in wager.cells) == simulation.rounds
        assert sum(cell.probability for cell in wager.cells) == 1
        # No deck is so kind that a correct program sees this: z-scores of cells that are expected at all.
        assert all(abs(cell.z) < 5.5 for cell in wager.cells if cell.probability * simulation.rounds >= 5)
        assert wager.chi_square.p_value > 1e-4


def test_every_deal_of_a_small_deck_is_settled_as_the_analysis_counts_it() -> None:
    """Not a sample: each deal once, through the settling kernel, gives the counts of the engine exactly."""
    file = reduced_game_file(THREE_CARD, "9-A", "cd", 0)
    game = file.game()
    layout = TableLayout(game, RUN)
    for wager in game.wagers:
        layout.add(wager, wager.paytables)
    pack = game.deck.cards
    rows = [
        (*three, *other)
        for three in combinations(pack, 3)
        for other in combinations([card for card in pack if card not in three], 3)
    ]
    assert len(rows) == comb(12, 3) * comb(9, 3)
    keys = layout.table.settle_cards(np.array(rows, dtype=np.uint8))
    for bet in layout.bets:
        (result,) = analyze_wager(game, bet.wager, [bet.paytable], RUN)
        seen = Counter(bet.name_of(int(key)) for key in keys[:, bet.place])
        for outcome in result.outcomes:
            assert Fraction(seen[outcome.name], len(rows)) == Fraction(outcome.count, result.deals)


@pytest.mark.parametrize("game", [POKER, SET])
def test_bitwise_the_same_for_any_number_of_jobs(game: str) -> None:
    file = reduced_game_file(game, *SMALL[game])
    rounds = 3 * CHUNK + 12_345
    documents = [simulate(file, rounds=rounds, seed=11, run=Run(jobs=jobs)).document() for jobs in (1, 2, 4)]
    assert documents[0] == documents[1] == documents[2]
    assert simulate(file, rounds=rounds, seed=12, run=RUN).document() != documents[0]


def test_more_rounds_begin_with_the_same_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after a chunk leaves the whole simulation of the rounds dealt so far."""
    file = reduced_game_file(THREE_CARD, *SMALL[THREE_CARD])
    whole = simulate(file, rounds=2 * CHUNK, seed=5, run=RUN)
    done = 0

    def interrupted(what: str, finished: int, total: int) -> None:
        nonlocal done
        done = max(done, finished)
        if what == "chunks of rounds" and finished == 2:
            raise KeyboardInterrupt

    stopped = simulate(file, rounds=9 * CHUNK, seed=5, run=Run(2, Store(), interrupted))
    assert stopped.stopped
    assert not whole.stopped
    assert stopped.rounds == whole.rounds
    assert stopped.document()["wagers"] == whole.document()["wagers"]


def test_a_wrong_analysis_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One outcome in a hundred moved to its neighbour: the chi-square says so and the exit code is 1."""

    def wrong(*arguments: Any) -> Any:
        (result,) = analyze_wager(*arguments)
        first, second, *others = result.outcomes
        moved = first.count // 100
        outcomes = (
            Outcome(first.name, first.count - moved, first.net, first.details),
            Outcome(second.name, second.count + moved, second.net, second.details),
            *others,
        )
        return [replace(result, outcomes=outcomes)]

    monkeypatch.setattr(table_layout, "analyze_wager", wrong)
    simulation = simulate(load_game(THREE_CARD), wager="ante-play", rounds=1_000_000, run=RUN)
    assert not simulation.agrees
    assert simulation.wagers[0].chi_square.p_value < 1e-6


EXPOSED = {POKER: "draw=1", DRAW: "dealer=1", THREE_CARD: "dealer=1", TWO_STREETS: "dealer=1@2"}
FEW = 5_000


def exposed_file(game: str) -> GameFile:
    return reduced_game_file(game, *SMALL[game]).exposed([read_exposure(EXPOSED[game])])


@pytest.mark.parametrize("game", [POKER, DRAW, THREE_CARD, pytest.param(TWO_STREETS, marks=pytest.mark.long)])
def test_one_who_sees_cards_wins_as_the_analysis_says(game: str) -> None:
    simulation = simulate(exposed_file(game), rounds=FEW, seed=5, run=RUN)
    assert simulation.agrees
    assert simulation.sees == (EXPOSED[game],)
    assert simulation.document()["sees"] == [EXPOSED[game]]
    assert [wager.wager for wager in simulation.wagers] == [load_game(game).game().wagers[0].id] * len(
        simulation.wagers
    )


def test_one_who_sees_cards_does_not_win_as_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the rounds are compared with the game as it should be played."""
    normal = reduced_game_file(THREE_CARD, *SMALL[THREE_CARD]).game()
    plain = analyze_wager(normal, normal.wagers[0], normal.wagers[0].paytables, RUN)
    monkeypatch.setattr(table_layout, "analyze_wager", lambda *arguments: plain)
    assert not simulate(exposed_file(THREE_CARD), rounds=20_000, seed=5, run=RUN).agrees


def test_only_the_main_wager_is_played_with_cards_seen() -> None:
    with pytest.raises(SelectionError, match="decided for ante-play, not pair-plus"):
        simulate(exposed_file(THREE_CARD), wager="pair-plus", rounds=10, run=RUN)
    with pytest.raises(SelectionError, match="a strategy does not say what to do"):
        simulate(exposed_file(THREE_CARD), rounds=10, run=RUN, rules="card")


def test_an_outcome_that_cannot_happen_is_noticed() -> None:
    test = chi_square([10, 1], [Fraction(1), Fraction(0)])
    assert test.p_value == 0


def test_a_rare_outcome_seen_too_often_is_not_hidden_in_the_pool() -> None:
    """Expected once in ten thousand such simulations, seen three times: the chi-square of the pool shows nothing."""
    chances = [Fraction(1, 10**10), Fraction(1, 10**5), 1 - Fraction(1, 10**10) - Fraction(1, 10**5)]
    test = chi_square([3, 9, 10**6 - 12], chances)
    assert test.p_value > 0.1
    assert test.rare < 1e-12
    assert chi_square([0, 12, 10**6 - 12], chances).rare == 1


def test_wagers_with_too_few_rounds_are_said_to_be_untested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", THREE_CARD, "--wager", "pair-plus", "--rounds", "5"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "no test" in shown
    assert "too few rounds for a test of pair-plus" in shown
    assert "agree with the analysis" not in shown


def test_every_paytable_of_a_wager_with_decisions_has_its_own_strategy() -> None:
    file = reduced_game_file(DRAW, *SMALL[DRAW])
    simulation = simulate(file, wager="base", rounds=200_000, run=RUN)
    assert [wager.paytable for wager in simulation.wagers] == ["A", "B", "C"]
    game = file.game()
    (wager,) = (wager for wager in game.wagers if isinstance(wager, DrawWager))
    alone = simulate(file, wager="base", paytable="C", rounds=200_000, run=RUN)
    assert alone.wagers[0] == simulation.wagers[2]
    assert wager.stand_pat


def test_what_cannot_be_simulated_is_said() -> None:
    file = reduced_game_file(SET, *SMALL[SET])
    with pytest.raises(SelectionError, match="cannot be simulated"):
        simulate(file, {"player_sets": "optimal"}, rounds=1000, run=RUN)
    with pytest.raises(SelectionError, match="has no wager"):
        simulate(file, wager="nothing", rounds=1000, run=RUN)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["simulate", THREE_CARD, "--rounds", "50000", "--seed", "9", "--cache", str(tmp_path)]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "50,000 rounds dealt, seed 9" in shown
    assert "agree with the analysis" in shown
    assert main([*arguments, "--json", "--jobs", "2"]) == 0
    assert '"schema": "exactodds/simulation/1"' in capsys.readouterr().out
    assert main(["simulate", THREE_CARD, "--rounds", "0"]) == 2


# --- statistics ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees", "tail"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021214, 1, 0.01),
        (18.307038053275146, 10, 0.05),
        (29.58829844507442, 10, 0.001),
        (124.34211340400407, 100, 0.05),
        (2.0, 2, 0.36787944117144233),
        (1382.0, 2, 7.927e-301),
    ],
)
def test_chi_square_tail_against_printed_tables(statistic: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-3 if tail < 1e-100 else 1e-11)


def test_poisson_tail_is_the_sum_of_its_terms() -> None:
    from math import exp, factorial

    for expected in (1e-4, 0.3, 4.9):
        for observed in (0, 1, 3, 12):
            terms = (exp(-expected) * expected**k / factorial(k) for k in range(observed, observed + 60))
            assert poisson_tail(observed, expected) == pytest.approx(sum(terms), rel=1e-12)


def test_upper_gamma_satisfies_its_recurrence() -> None:
    """Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1)."""
    from math import exp, lgamma, log

    for a in (0.5, 1.0, 3.5, 12.0, 60.5):
        for x in (0.01, 0.9 * a, a + 0.99, a + 1.01, a + 2.5, 4 * a + 10):
            step = exp(a * log(x) - x - lgamma(a + 1))
            assert upper_gamma(a + 1, x) == pytest.approx(upper_gamma(a, x) + step, rel=1e-12, abs=1e-300)


def test_small_cells_are_pooled() -> None:
    cells = [(1, Fraction(1)), (2, Fraction(3)), (100, Fraction(96)), (7, Fraction(10))]
    assert pooled(cells) == [(10, Fraction(14)), (100, Fraction(96))]
    assert pooled([(4, Fraction(3)), (5, Fraction(4)), (90, Fraction(92))]) == [(9, Fraction(7)), (90, Fraction(92))]


def test_z_scores() -> None:
    assert z_score(0, 100, Fraction(0)) == 0
    assert z_score(1, 100, Fraction(0)) == float("inf")


def test_rare_tables_of_the_whole_deck_match_the_engine() -> None:
    """The strategy table has each hand once: playing hands by table and by the analysis are as many."""
    from analyzer.engines.duel.by_hand import PLAYS, one_street_table
    from analyzer.engines.duel.one_street import OneStreet

    game = load_game(THREE_CARD).game()
    (wager,) = (wager for wager in game.wagers if isinstance(wager, PlayWager))
    table = one_street_table(OneStreet(game, wager, RUN), wager.paytables[0])
    assert len(table) == comb(52, 3)
    (result,) = analyze(load_game(THREE_CARD), wager="ante-play", run=RUN).wagers
    played = Fraction(int((table & PLAYS != 0).sum()), len(table))
    assert played == Fraction(result.document()["choices"]["play"])


@pytest.mark.parametrize("rounds", ["2,000", "2e3", "2000", "2.0E3"])
def test_rounds_as_people_write_them(rounds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", THREE_CARD, "--wager", "pair-plus", "--rounds", rounds, "--json"]) == 0
    assert '"rounds": "2000"' in capsys.readouterr().out.replace('"rounds": 2000', '"rounds": "2000"')
    assert main(["audit", THREE_CARD, "--wager", "pair-plus", "--rounds", rounds]) == 0
    assert "2,000" in capsys.readouterr().out


@pytest.mark.parametrize("rounds", ["2,00", "1.5", "ten", "1e99", "", "-5", "1e-3", "9" * 40])
def test_rounds_that_are_no_number(rounds: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("simulate", "audit"):
        assert main([command, THREE_CARD, "--wager", "pair-plus", "--rounds", rounds]) == 2
        assert "--rounds" in capsys.readouterr().err
