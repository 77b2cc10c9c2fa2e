"""Rules over community cards: exact worth, looks that say what they say, and lists of at most so many rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.api import hand
from analyzer.cards.colex import colex_index
from analyzer.cards.deck import parse_card
from analyzer.cards.ranking import type_of_code
from analyzer.engines.contest.board_states import SeenSet
from analyzer.game.library import load_game
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.run.jobs import Run
from analyzer.strategy.board_looks import AllTurned, BoardLooks, Turned
from analyzer.strategy.boards import BoardRules
from tests.language import on_small_deck

RUN = Run(jobs=1)
ULTIMATE, CASINO = "ultimate-texas-holdem", "casino-holdem"
DECK = ("T-A", "cd")
# Four decisions: the last two cards are turned one by one.
ONE_BY_ONE = [
    ("last = 2\n", "turn = 1\nriver = 1\n"),
    ('"flop", "last"]', '"flop", "turn", "river"]'),
    ('"flop", "last"]', '"flop", "turn", "river"]'),
    (
        '[[round]]\nsees = "last"\n',
        '[[round]]\nsees = "turn"\nchoose.check = {}\nchoose.play-x = { play = "3/2", then = "showdown" }\n\n'
        '[[round]]\nsees = "river"\n',
    ),
]


class EveryLook(BoardLooks):
    """Every state looks different."""

    def cell_count(self, level: int) -> int:
        return len(self.states.game.sets[level]) * self.states.game.levels.pairs

    def cells(self, seen: SeenSet) -> NDArray[np.intp]:
        return seen.number * self.states.game.levels.pairs + seen.pairs


class EveryState(BoardRules):
    """Every state is decided for itself: then nothing is lost."""

    def __init__(self, game: Game, wager: ContestWager, paytable: Paytable, run: Run, number: int | None) -> None:
        super().__init__(game, wager, paytable, run, number)
        self.looks = EveryLook(self.contest, self.states)

    def _shorten(self, decision: object) -> None:
        """Nothing is left out."""


def rules_of(
    folder: Path, game: str, made: type[BoardRules] = BoardRules, number: int | None = None, one_by_one: bool = False
) -> BoardRules:
    text = on_small_deck(game, *DECK)
    for old, new in ONE_BY_ONE if one_by_one else []:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "game.toml"
    path.write_text(text, encoding="utf-8")
    return made(*main_wager(str(path)), RUN, number)


def main_wager(game: str) -> tuple[Game, ContestWager, Paytable]:
    read = load_game(game).game()
    wager = read.wagers[0]
    assert isinstance(wager, ContestWager)
    return read, wager, wager.paytables[0]


@pytest.mark.parametrize(("game", "one_by_one"), [(ULTIMATE, False), (ULTIMATE, True), (CASINO, False)])
def test_one_who_decides_every_state_for_itself_loses_nothing(tmp_path: Path, game: str, one_by_one: bool) -> None:
    rules = rules_of(tmp_path, game, EveryState, one_by_one=one_by_one)
    assert rules.ev == rules.best


def test_one_wrong_decision_costs_what_it_is_worth(tmp_path: Path) -> None:
    """So the worth of rules is not that of the best play by construction."""
    rules = rules_of(tmp_path, ULTIMATE, EveryState)
    *_, last = rules.decisions
    cell = int(np.flatnonzero(last.rounds)[0])
    worse = 1 - int(last.choices[cell])
    loses = int(last.totals[cell].max() - last.totals[cell, worse])
    last.choices[cell] = worse
    assert loses > 0
    assert rules.best - rules.ev == Fraction(loses, rules.board.levels.deals * rules.states.unit)


def test_shorter_lists_cost_more(tmp_path: Path) -> None:
    whole, short = (rules_of(tmp_path, ULTIMATE, number=number) for number in (None, 3))
    assert 0 < whole.best - whole.ev < short.best - short.ev
    assert max(len(decision.rules) for decision in short.decisions) == 3
    document = whole.document()
    assert Fraction(document["best_ev"]) - Fraction(document["ev"]) == Fraction(document["cost"])
    for decision in document["decisions"]:
        shares = [Fraction(row["frequency"]) for row in decision["rows"]]
        assert sum(shares) + Fraction(decision["otherwise_frequency"]) == 1
        assert all(row["do"] != decision["otherwise"] for row in decision["rows"])


def test_the_closest_decisions_are_as_hand_tells_them(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, ULTIMATE)
    closest = rules.closest()
    sizes = [len(close.get("board", "").split()) for close in closest]
    assert sorted(set(sizes)) == [0, 3, 5]
    for size in (0, 3, 5):
        close = closest[sizes.index(size)]
        answer = hand(tmp_path / "game.toml", close["own"], board=close.get("board", ""))
        told = {name.partition("/")[2] or name: value for name, value in close["choices"].items()}
        assert {choice.action: str(choice.ev) for choice in answer.choices} == told
        best, second, *_ = sorted({choice.ev for choice in answer.choices}, reverse=True)
        assert Fraction(close["difference"]) == best - second


@cache
def real() -> BoardRules:
    return BoardRules(*main_wager(ULTIMATE), RUN, None)


def look_of(own: str, table: str) -> tuple[int, int]:
    """The level and cell of cards on the real deck."""
    rules = real()
    places = {card: place for place, card in enumerate(rules.game.deck.cards)}
    turned = tuple(sorted(places[parse_card(card)] for card in table.split()))
    pair = colex_index([places[parse_card(card)] for card in own.split()])
    level = rules.board.levels.cards.index(len(turned))
    one = np.ones(1, dtype=np.int64)
    seen = SeenSet(level, 0, turned, 1, np.array([pair], dtype=np.intp), one, one[None])
    return level, int(rules.looks.cells(seen)[0])


@pytest.mark.parametrize(
    ("own", "turned", "look"),
    [
        ("As Kh", "Ks 7d 2c", {"made": "pair", "own": 1, "flush": 0, "straight": 0, "high": 12, "over": 1}),
        ("9s 9h", "Ks 7d 2c", {"made": "pair", "own": 3, "high": 7, "over": 0}),
        ("9s 8s", "Ks 7s 2c", {"made": "high-card", "own": 0, "flush": 8}),
        ("9s 8h", "Ks 7s 2s", {"flush": 8}),
        ("9h 8h", "Ks 7s 2s", {"flush": 0}),
        ("9h 8h", "7s 6s 2s", {"straight": 2, "over": 2}),
        ("9h 8h", "Qs Js 2s", {"straight": 1}),
        ("Ah 3h", "4s 5s 9c", {"straight": 1, "high": 12}),
        ("Ah 9h", "Ks Kd 9c", {"made": "two-pair", "own": 1}),
    ],
)
def test_what_a_look_says(own: str, turned: str, look: dict[str, object]) -> None:
    told = real().looks.look(*look_of(own, turned))
    assert isinstance(told, Turned)
    named = told._asdict() | {"made": type_of_code(told.made)}
    assert {key: named[key] for key in look} == look


@pytest.mark.parametrize(
    ("own", "table", "look"),
    [
        ("As Kh", "Qs 7d 2c 9h 4s", (False, 15)),  # any pair
        ("As Qh", "Qs 7d 2c 9h 4s", (True, 0)),  # two pair need two cards
        ("5s 3h", "Qs 7d 2c 9h 4s", (False, 15 + 24)),  # any pair, and six higher kickers
        ("5s 3h", "Qs Qd 2c 9h 4s", (False, 9 + 2 + 28)),  # a pair, a queen, seven higher kickers
        ("2s 2h", "As Ks Qs Js Ts", (False, 0)),
    ],
)
def test_how_many_cards_beat_a_hand(own: str, table: str, look: tuple[bool, int]) -> None:
    assert real().looks.look(*look_of(own, table)) == AllTurned(*look)
