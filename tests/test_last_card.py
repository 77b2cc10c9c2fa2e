"""Duels with a few cards of the dealer hidden: states gathered by what they meet, against states counted one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.engines.contest import duel_states, last_card
from analyzer.engines.contest.alike import Alike, Groups
from analyzer.engines.contest.duel import solve_duel
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.last_card import Gathered, is_gathered
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
from analyzer.reference.referee import play
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


def gather(monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    """Gather however few states there are: by sorts of cards, or by what they meet with each last card."""
    monkeypatch.setattr(last_card, "FEW_STATES", 0)
    monkeypatch.setattr(last_card, "MANY_STATES", 0)
    if by == "results":
        monkeypatch.setattr(Alike, "sorting_beside", lambda self, up: None)


def check_equal(one: Solved, other: Solved) -> None:
    assert one.expectation == other.expectation
    assert one.deals == other.deals
    assert {path: list(ends) for path, ends in one.outcomes.items()} == {
        path: list(ends) for path, ends in other.outcomes.items()
    }
    assert {path: list(row) for path, row in one.reached.items()} == {
        path: list(row) for path, row in other.reached.items()
    }
    assert one.ties == other.ties


DEAL = "own = 3, up = 1, down = 2"
TWO_HIDDEN = STUD.replace(DEAL, "own = 4, up = 1, down = 3").replace("9-A", "T-A")
THREE_HIDDEN = STUD.replace(DEAL, "own = 5, up = 1, down = 4").replace("9-A", "T-A")
JOKERS = STUD.replace('suits = "cdh"', 'suits = "cdh", jokers = 2, wild = "Jk"').replace("9-A", "J-A")
ONE_SUIT_APART = STUD.replace('hand = "pair"', 'hand = "flush", suit = "d"')


@pytest.mark.parametrize(
    ("text", "by"),
    [(STUD, "sorts"), (STUD, "results"), (TWO_HIDDEN, "sorts"), (TWO_HIDDEN, "results"), (THREE_HIDDEN, "sorts"),
     (JOKERS, "sorts"), (ONE_SUIT_APART, "sorts")],
    ids=["sorts", "results", "two hidden", "two hidden, none alike", "three hidden", "jokers", "a suit that counts"],
)  # fmt: skip
def test_gathered_states_come_to_the_same(monkeypatch: pytest.MonkeyPatch, text: str, by: str) -> None:
    played, bets = contest(text, "dealer=1")
    one_by_one = solve_duel(played.duel, bets, RUN)
    gather(monkeypatch, by)
    states = DuelStates(played.duel, bets)
    assert is_gathered(states)
    check_equal(solve_duel(played.duel, bets, RUN), one_by_one)


@pytest.mark.parametrize("text", [STUD, TWO_HIDDEN], ids=["one hidden", "two hidden"])
def test_gathered_states_come_to_what_the_referee_plays(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    text = text.replace("9-A", "J-A").replace("T-A", "J-A")
    verdict = play(exposed(rules_of(text), [read_exposure("dealer=1")]), "base", "1")
    played, bets = contest(text, "dealer=1")
    gather(monkeypatch, "sorts")
    solved = solve_duel(played.duel, bets, RUN)
    assert solved.expectation == verdict.ev


def sortings(text: str) -> list[tuple[tuple[int, ...], int | None]]:
    played, bets = contest(text, "dealer=1")
    states = DuelStates(played.duel, bets)
    return [(tuple(up), Alike(states).sorting_beside(tuple(up))) for up in states.ups.hands.tolist()]


def test_suits_count_where_the_hidden_cards_may_make_a_flush() -> None:
    """Two cards up and one hidden make three: a flush if the two are of one suit, and not if they are of two."""
    for up, sorting in sortings(STUD):
        (one, other) = up
        assert sorting == (0 if one % 3 != other % 3 else 1 + one % 3), up


def test_few_states_are_counted_one_by_one() -> None:
    played, bets = contest(STUD, "dealer=1")
    assert not is_gathered(DuelStates(played.duel, bets))
    game = load_game("caribbean-stud").exposed([read_exposure("dealer=3")]).game()
    wager = game.wagers[0]
    assert isinstance(wager, ContestWager)
    assert wager.down.cards == 1


def gathered(text: str = STUD) -> Gathered:
    played, bets = contest(text, "dealer=1")
    return Gathered(DuelStates(played.duel, bets), Nets(bets, played.duel.events), RUN)


def test_a_word_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    gather(monkeypatch, "results")
    right = Gathered._spans

    def exchanged(self: Gathered, rest: NDArray[np.uint8], up: tuple[int, ...]) -> Spans:
        span, whole, unit = right(self, rest, up)
        return span[::-1].copy(), whole, unit

    monkeypatch.setattr(Gathered, "_spans", exchanged)
    with pytest.raises(CountError, match="fare differently"):
        gathered().solved()


@pytest.mark.parametrize("text", [STUD, TWO_HIDDEN])
def test_cards_that_are_taken_for_alike_are_noticed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Ranks alone, where suits count, too."""
    gather(monkeypatch, "sorts")
    monkeypatch.setattr(Alike, "sorting_beside", lambda self, up: 0)
    with pytest.raises(CountError, match="fare differently from others of their group"):
        gathered(text).solved()


def test_a_group_that_is_counted_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    gather(monkeypatch, "sorts")
    right = Groups.holding

    def wrong(self: Groups, cards: tuple[int, ...]) -> NDArray[np.int64]:
        counts = right(self, cards)
        return counts * 0 if len(cards) == 2 else counts

    monkeypatch.setattr(Groups, "holding", wrong)
    with pytest.raises(CountError, match="do not stand for all hands"):
        gathered().solved()


def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gather(monkeypatch, "sorts")
    monkeypatch.setattr(last_card, "NANOSECONDS", 10**13)
    with pytest.raises(TooLongError, match="one card hidden"):
        gathered().solved()
    monkeypatch.setattr(duel_states, "NANOSECONDS", 10**13)
    with pytest.raises(TooLongError, match="beside 2 that are up"):
        gathered(TWO_HIDDEN).solved()


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
