"""Wagers that are played anew under every paytable: prices, players, and rounds that the referee settles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from analyzer.documents import JsonDict
from analyzer.game.model import Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.wagers.lines import WildLinesWager
from analyzer.game.wagers.side import SideWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.choices import Question
from analyzer.pricing.kinds.base import Kind, PlayedKind
from analyzer.pricing.kinds.registry import KINDS, kind_of
from analyzer.pricing.played import Dealt, Played, played_wager
from analyzer.pricing.solo import exchange_choices, reveal_choices
from analyzer.run.jobs import Run
from analyzer.trust import table_layout
from analyzer.trust.simulate import simulate
from analyzer.trust.table_layout import TableLayout
from tests.solo import SMALL, small_file

RUN = Run(jobs=1)


def moved(paytable: Paytable, line: int, step: int) -> Paytable:
    pays = list(paytable.pays)
    pays[line] = pays[line] + Pay(Fraction(step))
    return Paytable("moved", tuple(pays))


@pytest.mark.parametrize("game", SMALL)
def test_a_price_is_that_of_the_analysis_and_a_held_play_is_never_better(game: str) -> None:
    chosen = small_file(game).game()
    wager = chosen.wagers[0]
    counted = played_wager(chosen, wager, RUN)
    own = wager.paytables[0]
    for line in range(len(own.pays)):
        other = moved(own, line, 3)
        (result,) = analyze_wager(chosen, wager, [other], RUN)
        assert counted.expectation(other) == result.ev
        assert counted.held(own, other) <= counted.expectation(other)
    assert counted.held(own, own) == counted.expectation(own)


def dealt_packs(layout: TableLayout, rounds: int) -> JsonDict:
    packs = layout.table.packs(np.random.Philox(7), rounds)
    return {group: packs[:, first : first + number] for group, (first, number) in layout.groups.items()}


@pytest.mark.parametrize("game", ["jacks-or-better", "deuces-wild"])
def test_a_player_keeps_what_is_best_in_the_hand(game: str) -> None:
    chosen = small_file(game).game()
    wager: Any = chosen.wagers[0]
    layout = TableLayout(chosen, RUN)
    dealt = dealt_packs(layout, 40)
    played = played_wager(chosen, wager, RUN).player(wager.paytables[0]).play(dealt)
    for row in range(40):
        hand, made = dealt["own"][row].tolist(), played.made["final"][row].tolist()
        question = Question(chosen, tuple(hand), (), wager.paytables[0], RUN)
        held = [card for card in hand if card in made]
        best = exchange_choices(question, wager)[0].action
        assert best == " ".join(["hold", *_names(held)] if held else ["hold nothing"])
        ((stage, name),) = played.ways[played.taken[row]]
        assert (stage, name) == (0, f"discard-{5 - len(held)}")
        assert set(made) - set(held) == set(dealt["draw"][row][: 5 - len(held)].tolist())


def _names(cards: list[int]) -> list[str]:
    from analyzer.cards.deck import card_name

    return [card_name(card) for card in sorted(cards)]


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud"])
def test_a_player_decides_as_the_answer_about_his_hand_says(game: str) -> None:
    chosen = small_file(game, "9-A", "cdh").game()
    wager: Any = chosen.wagers[0]
    dealt = dealt_packs(TableLayout(chosen, RUN), 12)
    played = played_wager(chosen, wager, RUN).player(wager.paytables[0]).play(dealt)
    own, *later = [seat.name for seat in wager.groups]
    for row in range(12):
        for number, (stage, name) in enumerate(played.ways[played.taken[row]]):
            board = tuple(card for group in later[:number] for card in dealt[group][row].tolist())
            question = Question(chosen, tuple(dealt[own][row].tolist()), board, wager.paytables[0], RUN)
            assert stage == number
            assert reveal_choices(question, wager)[0].action == name


@pytest.mark.parametrize("game", SMALL)
def test_simulations_agree_with_the_analysis_on_small_decks(game: str) -> None:
    run = simulate(small_file(game), rounds=60_000, seed=3, run=RUN)
    assert run.agrees
    for wager in run.wagers:
        assert all(cell.probability for cell in wager.cells)
        assert sum(cell.probability for cell in wager.cells) == 1


def test_jokers_are_dealt_and_valued_too() -> None:
    assert simulate(small_file("jacks-or-better", "9-A", "cdh", 2), rounds=60_000, seed=1, run=RUN).agrees
    assert simulate(small_file("let-it-ride", "9-A", "cdh", 2), rounds=60_000, seed=1, wager="base", run=RUN).agrees


def test_a_player_who_errs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.pricing.played_exchange import ExchangePlayer

    right = ExchangePlayer.play

    def keeps_the_lowest(self: ExchangePlayer, dealt: Dealt) -> Played:
        return right(replace(self, discards=self.discards & np.uint8(30)), dealt)

    monkeypatch.setattr(ExchangePlayer, "play", keeps_the_lowest)
    assert not simulate(small_file("jacks-or-better"), rounds=60_000, seed=3, run=RUN).agrees


def test_rounds_that_are_paid_otherwise_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee settles; where the analysis pays another amount, the ending has no outcome."""

    def generous(game: Any, wager: Wager, paytables: Any, run: Run) -> Any:
        return analyze_wager(game, wager, [moved(table, -1, 1) for table in paytables], run)

    monkeypatch.setattr(table_layout, "analyze_wager", generous)
    wager = simulate(small_file("mississippi-stud"), rounds=10_000, seed=3, run=RUN).wagers[0]
    assert not wager.agrees
    assert any("paid" in cell.name for cell in wager.cells)


def test_every_kind_that_is_played_answers_about_a_hand() -> None:
    for wager in KINDS:
        kind = type(kind_of(wager("", "", ())))
        answers = kind.choices is not Kind.choices
        # These two leave nothing to decide.
        assert answers == (wager not in {SideWager, WildLinesWager}) or not issubclass(kind, PlayedKind)
