"""Boards of the same ranks, swept together; and pieces that are held in memory."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

from analyzer.cards.deck import Deck
from analyzer.engines.decide import NO_MARGIN, choose
from analyzer.engines.duel.boards import board_classes
from analyzer.engines.duel.hands import hands_of
from analyzer.engines.duel.rank_boards import of_each_board, rank_boards, sweep_ranks
from analyzer.engines.duel.showdown import Showdown
from analyzer.engines.duel.sweeps import answers_on
from analyzer.engines.duel.weak import WeakHands
from analyzer.errors import CountError
from analyzer.kernels import showdown_states
from analyzer.run import store as store_module
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks, HeldChunks, Store
from tests.showdown_oracle import DECKS, WILD
from tests.test_play_states import GAPS, TENS


@pytest.mark.parametrize("deck", [Deck(), Deck(jokers=1), Deck(jokers=2), *DECKS])
def test_every_board_is_there_once(deck: Deck) -> None:
    boards = [board for ranks in rank_boards(deck) for board in ranks.boards]
    assert sorted(boards, key=repr) == sorted(board_classes(deck, 2), key=repr)


@pytest.mark.parametrize("weak", [TENS, GAPS])
@pytest.mark.parametrize("deck", DECKS)
def test_together_as_each_by_itself(deck: Deck, weak: WeakHands) -> None:
    showdown = Showdown(deck, WILD, 5, 5, 5, weak)
    hands = hands_of(deck, 5)
    for ranks in rank_boards(deck)[:: max(1, comb(len(deck.ranks), 2) // 6)]:
        together = of_each_board(ranks, sweep_ranks(showdown, hands, ranks))
        for board, part in zip(ranks.boards, together, strict=True):
            alone = answers_on(showdown, hands, board).arrays(board)
            assert part.keys() == alone.keys() | {"own_start"}
            for name, array in alone.items():
                assert np.array_equal(np.asarray(part[name]), array), (board, name)


def test_the_better_of_two_choices() -> None:
    rng = np.random.default_rng(3)
    outcomes = rng.integers(0, 5, (1000, 6)).astype(np.uint32)
    nets = rng.integers(-3, 4, (2, 6))
    best, value, tied, margin = showdown_states.choose_of_two(outcomes, nets)
    wanted = choose(outcomes.astype(np.int64) @ nets.T)
    assert tied.any()
    assert best.tolist() == wanted.best.tolist()
    assert value.tolist() == wanted.value.tolist()
    assert tied.tolist() == wanted.tied.tolist()
    assert np.where(tied, NO_MARGIN, margin).tolist() == wanted.margin.tolist()


# --- pieces in memory ------------------------------------------------------------------------------------------------

PIECE: Arrays = {"counts": np.arange(10, dtype=np.int64)}


def held(folder: Path, limit: int = 1000) -> HeldChunks:
    return HeldChunks(Store(folder).chunks("x", {}), limit)


def kept(folder: Path, numbers: range) -> list[int]:
    """What another process finds."""
    pieces = Store(folder).chunks("x", {})
    return [number for number in numbers if pieces.find(number) is not None]


def test_pieces_of_a_short_count_are_not_written(tmp_path: Path) -> None:
    pieces = held(tmp_path)
    pieces.keep(3, PIECE)
    assert pieces.has(3)
    assert pieces.find(3) is PIECE
    assert not pieces.has(4)
    assert pieces.find(4) is None
    assert list(tmp_path.rglob("*.counts")) == []
    pieces.forget()
    assert not pieces.has(3)


def test_what_does_not_fit_is_written(tmp_path: Path) -> None:
    pieces = held(tmp_path, limit=PIECE["counts"].nbytes)
    for number in range(2):
        pieces.keep(number, PIECE)
    assert kept(tmp_path, range(2)) == [1]
    assert all(pieces.find(number) is not None for number in range(2))


def test_all_is_written_once_the_count_has_lasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = held(tmp_path)
    pieces.keep(0, PIECE)
    monkeypatch.setattr(store_module, "WRITTEN_AFTER", 0.0)
    pieces.keep(1, PIECE)
    assert kept(tmp_path, range(3)) == [0, 1]
    pieces.forget()
    assert list(tmp_path.rglob("*.counts")) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_count_that_is_stopped_goes_on(tmp_path: Path, jobs: int) -> None:
    """Whatever stops it, a kill apart: what is in memory is written."""

    def work(number: int) -> Arrays:
        if number == 5:
            raise CountError("stopped")
        return PIECE

    pieces = held(tmp_path)
    with pytest.raises(CountError, match="stopped"):
        Run(jobs).chunks("x", pieces, work, [(number,) for number in range(8)], lambda *_: None)
    assert kept(tmp_path, range(5)) == list(range(5))


def test_without_a_folder(tmp_path: Path) -> None:
    pieces = HeldChunks(Chunks(), 1000)
    pieces.keep(0, PIECE)
    pieces.write()
    assert pieces.find(0) is PIECE
