"""Duels with one card of the dealer hidden: states gathered by what they meet, against states counted one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.engines.contest import last_card
from analyzer.engines.contest.duel import solve_duel
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.last_card import LastCard, is_last_card
from analyzer.engines.contest.play import Nets
from analyzer.engines.contest.rounds import Contest, ContestBets
from analyzer.engines.contest.solved import Solved
from analyzer.errors import CountError, TooLongError
from analyzer.game.exposed_cards import exposed, read_exposure
from analyzer.game.library import load_game
from analyzer.game.plan import planned
from analyzer.game.sections import Faults
from analyzer.game.wagers.contest import ContestWager
from analyzer.kernels import last_card as kernel
from analyzer.run.jobs import Run
from tests.rounds import rules_of

RUN = Run(jobs=1)
Spans = tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]
# A card face up, a dealer who may not qualify, lines that pay, and a choice that is offered with some hands only.
STUD = """
deck = { ranks = "9-A", suits = "cdh" }
deal = { own = 3, up = 1, down = 2 }
hands.dealer = ["up", "down"]
[[round]]
sees = ["own", "up"]
choose.fold = { then = "fold" }
choose.raise = { call = 2 }
choose.jump = { call = 3, when = { of = "own", hand = "pair" } }
[wagers.base]
name = "Base"
bets = { ante = 1, call = 0 }
compare = ["own", "dealer"]
qualifies = "high-card Q"
of = "own"
settle.call = [{ qualified = false, pays = 0 }, { on = "win", pays = "paytable" }]
pays = { three-of-a-kind = 5, straight = 3, flush = 2, pair = 1 }
"""


def contest(text: str, sees: str) -> tuple[Contest, ContestBets]:
    faults = Faults()
    game = planned(exposed(rules_of(text), [read_exposure(sees)]), faults)
    wager = game.wagers[0]
    assert isinstance(wager, ContestWager)
    assert not faults
    played = Contest(game, wager)
    return played, played.bets(wager.paytables[0])


def solutions(monkeypatch: pytest.MonkeyPatch, text: str = STUD) -> tuple[Solved, Solved]:
    """Counted one by one, and gathered."""
    played, bets = contest(text, "dealer=1")
    one_by_one = solve_duel(played.duel, bets, RUN)
    monkeypatch.setattr(last_card, "FEW_STATES", 0)
    assert is_last_card(DuelStates(played.duel, bets))
    return one_by_one, solve_duel(played.duel, bets, RUN)


def test_gathered_states_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one, gathered = solutions(monkeypatch)
    assert gathered.expectation == one_by_one.expectation
    assert gathered.deals == one_by_one.deals
    assert {path: list(ends) for path, ends in gathered.outcomes.items()} == {
        path: list(ends) for path, ends in one_by_one.outcomes.items()
    }
    assert {path: list(row) for path, row in gathered.reached.items()} == {
        path: list(row) for path, row in one_by_one.reached.items()
    }
    assert gathered.ties == one_by_one.ties


def test_few_states_are_counted_one_by_one() -> None:
    played, bets = contest(STUD, "dealer=1")
    assert not is_last_card(DuelStates(played.duel, bets))
    game = load_game("caribbean-stud").exposed([read_exposure("dealer=3")]).game()
    wager = game.wagers[0]
    assert isinstance(wager, ContestWager)
    assert wager.down.cards == 1


def test_a_word_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    played, bets = contest(STUD, "dealer=1")
    duel = LastCard(DuelStates(played.duel, bets), Nets(bets, played.duel.events), RUN)
    right = LastCard._spans

    def exchanged(self: LastCard, rest: NDArray[np.uint8], up: tuple[int, ...]) -> Spans:
        span, whole, unit = right(self, rest, up)
        return span[::-1].copy(), whole, unit

    monkeypatch.setattr(LastCard, "_spans", exchanged)
    with pytest.raises(CountError, match="fare differently"):
        duel.solved()


def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    played, bets = contest(STUD, "dealer=1")
    monkeypatch.setattr(last_card, "NANOSECONDS", 10**13)
    with pytest.raises(TooLongError, match="one card hidden"):
        LastCard(DuelStates(played.duel, bets), Nets(bets, played.duel.events), RUN).solved()


def test_many_states_make_a_larger_table() -> None:
    """Each hand its own word: as many states as hands."""
    hands, cards = 52 * 51 * 50 // 6, np.arange(52, dtype=np.uint8)
    unit = np.uint64(1) << np.arange(52, dtype=np.uint64).reshape(1, 52)
    whole = np.array([(1 << 52) - 1], dtype=np.uint64)
    levels, labels = np.zeros(hands, dtype=np.uint32), np.zeros(hands, dtype=np.uint8)
    states = kernel.states(3, cards, np.zeros(1, dtype=np.uint8), whole, unit, levels, labels)
    assert len(states) == hands
    assert (states[:, 3] == 1).all()
    assert sorted(states[:, 2].tolist()) == list(range(hands))
    held = {int(hand): bin(int(word)).count("0") - 1 for word, _, hand, _ in states[:50]}
    assert all(52 - bin(int(word)).count("1") == 3 for word in states[:, 0]), held


def test_arrays_that_do_not_fit_are_refused() -> None:
    span, whole = np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint64)
    levels, labels = np.zeros(10, dtype=np.uint32), np.zeros(10, dtype=np.uint8)
    cards, unit = np.arange(5, dtype=np.uint8), np.zeros((1, 5), dtype=np.uint64)
    assert len(kernel.states(2, cards, span, whole, unit, levels, labels)) == 1
    with pytest.raises(ValueError, match="hands of 6 cards"):
        kernel.states(6, cards, span, whole, unit, levels, labels)
    with pytest.raises(ValueError, match="every span"):
        kernel.states(2, cards, span, whole, unit[:, :4].copy(), levels, labels)
    with pytest.raises(ValueError, match="a level that has a span"):
        kernel.states(2, cards, span, whole, unit, levels + np.uint32(1), labels)
    with pytest.raises(ValueError, match="beyond the 10"):
        kernel.states(2, cards + np.uint8(1), span, whole, unit, levels, labels)
