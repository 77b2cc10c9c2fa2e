"""Kinds of finished rounds: threads that ask at the same time get what one would get alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

import pytest

from analyzer.engines.rounds.asking import passed_by
from analyzer.engines.rounds.backwards import Backwards
from analyzer.engines.rounds.kinds import LeafKinds
from analyzer.engines.rounds.round import AnyRound
from analyzer.engines.rounds.settlement import Passed
from analyzer.game.library import load_game
from analyzer.game.wagers.rounds import RoundWager

T = TypeVar("T")
OASIS = Path(__file__).parent / "games" / "rounds" / "three-card-oasis.toml"
# How long the first thread lets the other one overtake it.
WAIT = 0.05


@pytest.fixture
def kinds() -> LeafKinds:
    game = load_game(str(OASIS)).game()
    wager = game.wagers[0]
    assert isinstance(wager, RoundWager)
    backwards = Backwards(AnyRound(game, wager).setting(wager.paytables[0]))
    return backwards.works[-1].kinds


@dataclass
class Held:
    """A function whose first caller is held until the second one has its answer, or for a while."""

    call: Callable[..., object]
    calls: int = 0
    answered: Event = field(default_factory=Event)

    def __call__(self, *arguments: object) -> object:
        self.calls += 1
        if self.calls == 1:
            self.answered.wait(WAIT)
        return self.call(*arguments)


def asked_at_once(held: Held, questions: Sequence[Callable[[], T]]) -> list[T]:
    """The answers to two questions of which the second one is asked while the first is being answered."""
    answers: dict[int, T] = {}

    def ask(number: int) -> None:
        answers[number] = questions[number]()
        held.answered.set()

    first, second = (Thread(target=ask, args=(number,)) for number in range(2))
    first.start()
    while not held.calls:
        first.join(WAIT / 100)
    second.start()
    first.join()
    second.join()
    return [answers[0], answers[1]]


def test_kinds_that_are_new_at_the_same_time_get_numbers_of_their_own(
    kinds: LeafKinds, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(kinds.offers.offered)
    monkeypatch.setattr(kinds.offers, "offered", held)
    (first, _), (second, _) = asked_at_once(held, [lambda: kinds.player(1), lambda: kinds.player(2)])
    assert kinds.players[first] == passed_by(kinds.seen, 1)
    assert kinds.players[second] == passed_by(kinds.seen, 2)
    assert first != second


def test_a_kind_that_two_threads_meet_is_made_once(kinds: LeafKinds, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel keeps the address of the array alone: another one in its place would leave it with freed memory."""
    held = Held(kinds.offers.offered)
    monkeypatch.setattr(kinds.offers, "offered", held)
    first, second = asked_at_once(held, [lambda: kinds.player(1), lambda: kinds.player(1)])
    assert first[1] is second[1]
    assert len(kinds.players) == 1


def test_what_a_pair_is_paid_is_made_once(kinds: LeafKinds, monkeypatch: pytest.MonkeyPatch) -> None:
    player, dealer = kinds.player(1)[0], kinds.dealer(0)
    held = Held(kinds.passed)
    monkeypatch.setattr(kinds, "passed", held)
    first, second = asked_at_once(held, [lambda: kinds.nets(player, dealer), lambda: kinds.nets(player, dealer)])
    assert first[0] is second[0]


class Overtaken(list[Passed]):
    """A list whose first item is there, but for whoever put it there only after the next one."""

    def __init__(self) -> None:
        super().__init__()
        self.held = Held(lambda: None)

    def append(self, item: Passed) -> None:
        super().append(item)
        self.held()


def test_dealers_that_are_new_at_the_same_time_get_numbers_of_their_own(kinds: LeafKinds) -> None:
    dealers = kinds.dealers = Overtaken()
    first, second = asked_at_once(dealers.held, [lambda: kinds.dealer(0), lambda: kinds.dealer(1)])
    assert dealers[first] == passed_by(kinds.unseen, 0)
    assert dealers[second] == passed_by(kinds.unseen, 1)
