"""Players of rounds against a dealer: every deal of small games, single states, simulations, and errors noticed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_player import BoardPlayer
from analyzer.engines.contest.duel_player import DuelPlayer
from analyzer.errors import CountError, GameFileError
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.library import load_game
from analyzer.game.model import Game
from analyzer.kernels import board as board_kernel
from analyzer.kernels import board_deals
from analyzer.pricing.played import Dealt, Played, has_decisions, is_played, played_wager
from analyzer.pricing.played_contest import ContestGroups, PlayedContest
from analyzer.run.jobs import Run
from analyzer.trust.simulate import simulate
from tests.fuzzed_contest import contest_text

RUN = Run(jobs=1)


def parsed(text: str) -> GameFile:
    return parse_game_file(text.encode(), "game.toml")


def readable(kind: str, number: int) -> Iterator[tuple[str, int]]:
    """So many of the random files that say something."""
    for seed in range(10 * number):
        with suppress(GameFileError):
            parsed(contest_text(kind, seed)).game()
            yield kind, seed
            number -= 1
            if not number:
                return


FUZZED = [*readable("duel", 24), *readable("board", 12)]

BAD_BEAT = """
schema = "exactodds/game/2"
id = "bad-beat-stud"
name = "Bad Beat Stud"
rules_version = "1"
deck = { ranks = "8-A" }
deal = { own = 3, up = 1, down = 2 }
hands.dealer = ["up", "down"]
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.stay = {}
[[round]]
sees = "up"
choose.drop = { then = "fold", loses = { ante = "1/2" } }
choose.raise = { raise = 2 }
[wagers.base]
name = "Ante and Raise"
bets = { ante = 1, raise = 0 }
compare = ["own", "dealer"]
of = "own"
qualifies = "high-card K"
paytables = ["standard"]
settle.ante = [{ qualified = false, pays = 1 }]
settle.raise = [{ qualified = false, pays = 0 }, { on = "win", pays = "paytable" }]
pays = { straight-flush = 10, three-of-a-kind = 5, straight = 2 }
[wagers.bad-beat]
name = "Bad Beat"
compare = ["own", "dealer"]
of = "loser"
paytables = ["standard"]
settle.bad-beat = [{ on = "loss", pays = "paytable" }, { pays = -1 }]
pays = { three-of-a-kind = 100, straight = 30, flush = 15, pair = 4 }
"""


def every_deal(game: Game, groups: list[str]) -> Dealt:
    """All ways to deal these groups one after the other."""
    assert game.rules is not None
    sizes = {group.name: group.cards for group in game.rules.deal}

    def deal(left: tuple[int, ...], names: list[str]) -> Iterator[list[tuple[int, ...]]]:
        if not names:
            yield []
            return
        for cards in combinations(left, sizes[names[0]]):
            for rest in deal(tuple(card for card in left if card not in cards), names[1:]):
                yield [cards, *rest]

    listed = list(deal(game.deck.cards, groups))
    return {name: np.array([one[place] for one in listed], dtype=np.uint8) for place, name in enumerate(groups)}


def main_of(game: Game) -> Any:
    return game.wagers[0]


@pytest.mark.parametrize(("kind", "seed"), FUZZED)
def test_all_deals_go_the_ways_that_the_count_gives_them(kind: str, seed: int) -> None:
    game = parsed(contest_text(kind, seed)).game()
    wager = main_of(game)
    groups = ContestGroups(game, wager)
    dealt = every_deal(game, [*groups.own, *groups.later])
    counted = PlayedContest(game, wager, RUN)
    paytable = wager.paytables[0]
    played, solved = counted.player(paytable).play(dealt), counted.solved(paytable)
    shares = np.bincount(played.taken, minlength=len(played.ways))
    for number, (path, ends) in enumerate(solved.outcomes.items()):
        assert Fraction(int(shares[number]), len(played.taken)) == Fraction(sum(ends), solved.deals), path
    for row in np.random.default_rng(seed).integers(len(played.taken), size=6).tolist():
        same_decisions(counted, dealt, row, list(solved.outcomes)[played.taken[row]])


@pytest.mark.parametrize(("kind", "seed"), FUZZED[-6:])
def test_the_worth_of_the_decisions_is_that_of_the_solution(kind: str, seed: int) -> None:
    game = parsed(contest_text(kind, seed)).game()
    paytable = main_of(game).paytables[0]
    quick = PlayedContest(game, main_of(game), RUN).expectation(paytable)
    assert quick == PlayedContest(game, main_of(game), RUN).solved(paytable).expectation


def same_decisions(counted: PlayedContest, dealt: Dealt, row: int, taken: Path) -> None:
    """Along the way of a round: of the choices that are worth most the first in the order of equals."""
    wager, contest, groups = counted.wager, counted.contest, ContestGroups(counted.game, counted.wager)
    own = [card for group in groups.own for card in dealt[group][row].tolist()]
    later = [card for group in groups.later for card in dealt[group][row].tolist()]
    bets = contest.bets(wager.paytables[0])
    for stage, choice in enumerate(taken):
        path = taken[:stage]
        values = dict(contest.choices(wager.paytables[0], own, later[: wager.seen[stage]], path, RUN))
        best = max(values.values())
        assert choice == next(one for one in bets.order(path) if values.get(one) == best)


@pytest.mark.parametrize(("kind", "seed"), [*FUZZED[:6], *FUZZED[-4:]])
def test_simulated_rounds_agree(kind: str, seed: int) -> None:
    assert simulate(parsed(contest_text(kind, seed)), rounds=20_000, seed=3, run=RUN).agrees


def test_a_wager_beside_the_main_one_compares_hands_and_decides_nothing() -> None:
    file = parsed(BAD_BEAT)
    base, side = file.game().wagers
    assert (is_played(base), has_decisions(base)) == (True, True)
    assert (is_played(side), has_decisions(side)) == (True, False)
    player = played_wager(file.game(), side, RUN).player(side.paytables[0])
    played = player.play({"own": np.zeros((4, 3), dtype=np.uint8)})
    assert (list(played.ways), played.taken.tolist()) == ([()], [0] * 4)
    simulated = simulate(file, rounds=60_000, seed=1, run=RUN)
    assert [wager.wager for wager in simulated.wagers] == ["base", "bad-beat"]
    assert simulated.agrees


@pytest.mark.parametrize("wager", ["base", "bad-beat"])
def test_what_is_held_is_worth_what_the_best_play_is(wager: str) -> None:
    game = parsed(BAD_BEAT).game()
    (own,) = (one for one in game.wagers if one.id == wager)
    counted = played_wager(game, own, RUN)
    assert counted.held(own.paytables[0], own.paytables[0]) == counted.expectation(own.paytables[0])


def test_a_player_who_errs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.pricing.played_contest import ContestPlayer

    right = ContestPlayer.play

    def never_drops(self: ContestPlayer, dealt: Dealt) -> Played:
        played = right(self, dealt)
        return Played(played.ways, np.where(played.taken == 1, 2, played.taken))

    monkeypatch.setattr(ContestPlayer, "play", never_drops)
    assert not simulate(parsed(BAD_BEAT), rounds=60_000, seed=1, wager="base", run=RUN).agrees


def test_a_hand_without_a_state_is_an_error() -> None:
    game = parsed(BAD_BEAT).game()
    player = PlayedContest(game, main_of(game), RUN).contest.player(main_of(game).paytables[0], RUN)
    assert isinstance(player, DuelPlayer)
    player.arrays.update({name: hands + 9999 for name, hands in player.arrays.items() if name.isdigit()})
    with pytest.raises(CountError, match="no state that stands for it"):
        player.ends(np.array([[0, 1, 2]], dtype=np.uint8), np.array([[3]], dtype=np.uint8))


# --- the kernel of the last decision ---------------------------------------------------------------------------------


def dealt_rows(rounds: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    packs = np.random.default_rng(5).permuted(np.tile(np.arange(52, dtype=np.uint8), (rounds, 1)), axis=1)
    return np.sort(packs[:, :2], axis=1), np.sort(packs[:, 2:7], axis=1)


def test_counts_are_those_of_every_dealer_valued_by_itself() -> None:
    game = load_game("ultimate-texas-holdem").game()
    contest = PlayedContest(game, main_of(game), RUN).contest
    board = BoardGame(contest.board, contest.bets(main_of(game).paytables[0]))
    own, boards = dealt_rows(60)
    nothing = np.zeros((len(own), 0), dtype=np.uint8)
    kinds, counts = board_deals.against_dealers(*BoardPlayer(board, {}).rules, own, boards, nothing, False)
    for row in range(len(own)):
        literal_kinds, literal = board_kernel.against_all(
            board.boards, int(own[row, 0]), int(own[row, 1]), boards[row : row + 1]
        )
        assert kinds[row] == literal_kinds[0]
        assert counts[row].tolist() == literal.reshape(-1).tolist()


def test_rows_that_do_not_fit_are_refused() -> None:
    game = load_game("ultimate-texas-holdem").game()
    contest = PlayedContest(game, main_of(game), RUN).contest
    rules = BoardPlayer(BoardGame(contest.board, contest.bets(main_of(game).paytables[0])), {}).rules
    own, boards = dealt_rows(3)
    nothing = np.zeros((3, 0), dtype=np.uint8)
    with pytest.raises(ValueError, match="two own cards"):
        board_deals.against_dealers(*rules, own[:2], boards, nothing, False)
    with pytest.raises(ValueError, match="not below 52"):
        board_deals.against_dealers(*rules, own + np.uint8(60), boards, nothing, False)
    with pytest.raises(ValueError, match="one known card"):
        board_deals.against_dealers(*rules, own, boards, nothing, True)
