"""Games with community cards in which one card more is known: small decks in full, states and boards of the real one.

tests/test_fuzz_exposed.py compares random files with the referee, tests/test_exposures_published.py has figures.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import RANKS, Deck
from analyzer.engines.bets import BetChoice, Bets
from analyzer.engines.contest.board import board_choices, solve_board
from analyzer.engines.contest.board_known import CardClass, KnownBoards
from analyzer.engines.contest.board_states import BoardStates
from analyzer.engines.contest.rounds import Contest
from analyzer.errors import CountError, SelectionError
from analyzer.game.exposed_cards import exposed, read_exposure
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.library import load_game
from analyzer.game.model import Game
from analyzer.game.wagers.contest import ContestWager
from analyzer.pricing.details import DecisionDetails
from analyzer.pricing.exposures import analyze_exposed
from analyzer.reference.referee import best_choices
from analyzer.run.jobs import Run
from analyzer.trust import refereed
from analyzer.trust.refereed_states import compare_states
from analyzer.trust.simulate import simulate
from tests.board_games import BoardAndBets, ultimate
from tests.rounds import HEAD, rules_of

RUN = Run(jobs=1)
# A fold before the card is known, and one after it; the dealer may not qualify.
HOLDEM = """
deck = { ranks = "9-Q", suits = "cd" }
deal = { hole = 2, flop = 2, last = 1, house = 2 }
round = [
  { sees = "hole", choose = { drop = { then = "fold" }, check = {}, bet = { play = 2, then = "showdown" } } },
  { sees = "flop", choose = { fold = { then = "fold" }, stay = {} } },
  { sees = "last", choose = { leave = { then = "fold" }, call = { play = 1 } } },
]
[hands]
player = ["hole", "flop", "last"]
dealer = ["house", "flop", "last"]
[wagers.base]
name = "Base"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
qualifies = "pair"
of = "player"
settle.ante = [{ on = "win", pays = "paytable" }]
settle.play = [{ qualified = false, pays = 0 }]
pays = { two-pair = 2 }
"""
SEES = ["dealer=1", "dealer=1@2", "dealer=1@3", "seat=1", "seat=1@2", "seat=1@3"]
SIX = Deck(ranks=(4, 5, 12), suits=(0, 1, 2, 3))


def contest_of(game: Game) -> Contest:
    wager = game.wagers[0]
    assert isinstance(wager, ContestWager)
    return Contest(game, wager)


def seeing(file: GameFile, text: str) -> Contest:
    return contest_of(file.exposed([read_exposure(text)]).game())


def small() -> GameFile:
    return parse_game_file((HEAD + HOLDEM).encode(), "small.toml")


# --- small decks, in full ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sees", SEES)
def test_small_games_agree_with_the_referee(sees: str) -> None:
    known = seeing(small(), sees).wager.known
    assert known is not None
    assert known.of_dealer == sees.startswith("dealer")
    rules = exposed(rules_of(HOLDEM), [read_exposure(sees)])
    deals, differences = refereed.compare_with_referee(rules, "base", rules.main.paytables[0].id, RUN)
    assert deals == 28 * 15 * 4 * (6 if known.of_dealer else 3)
    assert not differences


@pytest.mark.parametrize(("sees", "group"), [("dealer=1", "house-seen"), ("seat=1", "seat")])
def test_what_each_card_is_worth(sees: str, group: str) -> None:
    """By rank, and by how many own cards are of its suit: the referee decides in every state."""
    rules = exposed(rules_of(HOLDEM), [read_exposure(sees)])
    cards = rules.pack.deck.cards
    values: dict[tuple[str, int], list[Fraction]] = {}
    for card in cards:
        for own in combinations([other for other in cards if other != card], 2):
            standing = RANKS[card >> 2], sum(other & 3 == card & 3 for other in own)
            best = best_choices(rules, {"hole": own, group: (card,)})[0][1]
            values.setdefault(standing, []).append(best)
    details = analyze_exposed(small(), [read_exposure(sees)], run=RUN).wagers[0].seen.details_of(DecisionDetails)
    assert details is not None
    told = {(card.rank, card.suited): (card.share, card.ev) for card in details.seen_cards}
    states = len(cards) * 21
    assert told == {
        standing: (Fraction(len(some), states), sum(some, Fraction(0)) / len(some)) for standing, some in values.items()
    }


@pytest.mark.parametrize("sees", ["dealer=1", "seat=1@2"])
def test_dealt_rounds_agree(sees: str) -> None:
    assert simulate(small().exposed([read_exposure(sees)]), rounds=20_000, seed=1, run=RUN).agrees


# --- what must be the same --------------------------------------------------------------------------------------------


def without_decisions(deck: Deck) -> BoardAndBets:
    board, bets = ultimate(deck)
    stages = tuple((BetChoice(f"go-{number}", ((2, Fraction(number)),)),) for number in range(3))
    return board, Bets(bets.start, stages, bets.pays)


@pytest.mark.parametrize("stage", [0, 1, 2])
@pytest.mark.parametrize("of_dealer", [True, False])
def test_who_decides_nothing_gains_nothing(of_dealer: bool, stage: int) -> None:
    board, bets = without_decisions(SIX)
    normal, seen = solve_board(board, bets, RUN), KnownBoards(board, bets, of_dealer, stage).solved(RUN)
    ways = 2 if of_dealer else SIX.size - 9
    assert seen.deals == normal.deals * ways
    assert seen.expectation == normal.expectation
    (path,) = bets.ended_paths()
    assert list(seen.outcomes[path]) == [count * ways for count in normal.outcomes[path]]


def test_a_card_that_is_not_counted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    board, bets = without_decisions(SIX)
    monkeypatch.setattr(CardClass, "weight", property(lambda known: 3))
    with pytest.raises(CountError, match="do not add up"):
        KnownBoards(board, bets, True, 0).solved(RUN)


# --- the real deck ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sees", ["dealer=1", pytest.param("seat=1", marks=pytest.mark.long)])
def test_boards_of_the_real_deck(sees: str) -> None:
    """The last decision: from the sweep over faces, and from every hand of the dealer valued by itself."""
    contest = seeing(load_game("ultimate-texas-holdem"), sees)
    boards = contest._known_boards(contest.bets(contest.wager.paytables[0]))
    rng, path = random.Random(sees), (0, 0)
    game = boards.game(rng.choice(boards.classes))
    sets, worth = game.sets[-1], BoardStates(game, RUN)._on_boards(path)
    known = game.board.known
    assert known is not None
    flushes = np.flatnonzero((sets.sets % 4 == known.position % 4).sum(axis=1) >= 3)
    unit = game.levels.deals_after(game.levels.top) * game.amounts.denominator
    for number in [*rng.sample(range(len(sets)), 12), *rng.sample(flushes.tolist(), 12)]:
        turned, values = sets.sets[number].tolist(), worth(number)
        left = [card for card in range(52) if card not in turned and card != known.position]
        for own in (rng.sample(left, 2) for _ in range(6)):
            told = [(choice, Fraction(int(value), unit)) for choice, value in enumerate(values[:, colex_index(own)])]
            assert told == board_choices(game.board, game.bets, own, turned, path, RUN)


def test_states_of_the_real_deck_agree_with_the_referee() -> None:
    game = load_game("ultimate-texas-holdem").exposed([read_exposure("dealer=1")]).game()
    number, differences = compare_states(game, contest_of(game).wager, 5, 1, RUN)
    assert number == 5
    assert not differences


@pytest.mark.long
@pytest.mark.parametrize("game", ["casino-holdem", "ultimate-texas-holdem"])
@pytest.mark.parametrize("sees", ["dealer=1", "seat=1"])
def test_more_states_of_the_real_deck(game: str, sees: str) -> None:
    exposed_game = load_game(game).exposed([read_exposure(sees)]).game()
    _, differences = compare_states(exposed_game, contest_of(exposed_game).wager, 4, 2, RUN)
    assert not differences


# --- what is refused --------------------------------------------------------------------------------------------------


def test_choices_before_the_card_is_known() -> None:
    contest = seeing(small(), "dealer=1@2")
    with pytest.raises(SelectionError, match="from stage 2 on"):
        contest.choices(contest.wager.paytables[0], [28, 29], [32], (), RUN)


def test_a_known_card_cannot_be_turned() -> None:
    contest = seeing(small(), "dealer=1")
    with pytest.raises(SelectionError, match="different positions"):
        contest.choices(contest.wager.paytables[0], [28, 29], [32, 32, 33], (1,), RUN)


def test_a_deck_that_is_too_small() -> None:
    board, bets = ultimate(Deck(ranks=(4, 5, 12), suits=(0, 1, 2)))
    with pytest.raises(SelectionError, match="not enough"):
        KnownBoards(replace(board), bets, False, 0).solved(RUN)
