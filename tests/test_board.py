"""The board engine against a literal one on small decks; tests/test_board_published.py has the real deck."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path as FilePath

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.api import analyze
from analyzer.cards.colex import colex_index
from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, Wheel, read_value
from analyzer.engines.bets import BetChoice, Bets, Path, Then
from analyzer.engines.contest import board as engine
from analyzer.engines.contest import board_game as game_module
from analyzer.engines.contest.board import board_choices, solve_board
from analyzer.engines.contest.board_backwards import Decisions, decide_backwards
from analyzer.engines.contest.board_forwards import Ends, follow_forwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_levels import Levels
from analyzer.engines.contest.board_sets import Renamings, Sets, whole_boards
from analyzer.engines.contest.inputs import Board, KindsOf
from analyzer.engines.contest.solved import EventNumbers, Solved
from analyzer.errors import CountError, SelectionError, TooLargeError
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.board_games import ultimate
from tests.board_oracle import Game, Kind, Played, play

RUN = Run(jobs=1)


def kinds_of(kind: Kind) -> KindsOf:
    """The same kinds for the engine, by strength."""

    def of(strengths: NDArray[np.uint32]) -> NDArray[np.uint8]:
        hands = [read_value(int(strength) << 1 | 1) for strength in strengths]
        return np.array([kind(hand.type, hand.ranks[0]) for hand in hands], dtype=np.uint8)

    return of


def engine_board(game: Game) -> Board:
    pairs = [(low, high) for high in range(game.deck.size) for low in range(high)]
    own = np.array([game.own_kind(*pair) for pair in pairs], dtype=np.uint8)
    wheel: Wheel = "second_highest" if game.wheel == "second_highest" else "lowest"
    events = EventNumbers(game.hand_kinds * (int(own.max()) + 1), game.dealer_kinds)
    return Board(
        game.deck,
        Ranking(wheel=wheel),
        game.community,
        game.seen,
        kinds_of(game.player_kind),
        game.hand_kinds,
        own,
        kinds_of(game.dealer_kind),
        events,
    )


def compare(game: Game, run: Run = RUN) -> Solved:
    solved = solve_board(engine_board(game), game.bets, run)
    expected = play(game)
    same(solved, expected)
    same_choices(game, expected, run)
    return solved


def same(solved: Solved, expected: Played) -> None:
    assert solved.deals == expected.deals
    assert solved.expectation == expected.total / expected.deals
    events = {(path, event): n for path, row in solved.outcomes.items() for event, n in enumerate(row) if n}
    assert without_folds(solved.bets, events) == without_folds(solved.bets, expected.outcomes)
    reached = {(path, choice): n for path, row in solved.reached.items() for choice, n in enumerate(row) if n}
    assert reached == dict(expected.reached)
    assert {stage: n for stage, n in solved.ties.items() if n} == {stage: n for stage, n in expected.ties.items() if n}


def without_folds(bets: Bets, outcomes: dict[tuple[Path, int], int]) -> dict[tuple[Path, int], int]:
    """After a fold the event tells nothing."""
    sums: dict[tuple[Path, int], int] = {}
    for (path, event), count in outcomes.items():
        key = path, 0 if bets.last(path).then == "fold" else event
        sums[key] = sums.get(key, 0) + count
    return sums


def same_choices(game: Game, expected: Played, run: Run) -> None:
    """Some states by themselves."""
    board = engine_board(game)
    states = sorted(expected.values, key=lambda state: (state[0], sorted(state[1]), sorted(state[2])))
    for path, own, turned in random.Random(1).sample(states, min(12, len(states))):
        choices = board_choices(board, game.bets, tuple(own), tuple(turned), path, run)
        assert choices == expected.values[path, own, turned]


# Random games ---------------------------------------------------------------------------------------------------------

DECKS = {
    "ten": Deck(ranks=(0, 1, 2, 3, 12), suits=(1, 3)),
    "eleven": Deck(ranks=tuple(range(11)), suits=(2,)),
    "twelve": Deck(ranks=(0, 5, 8, 12), suits=(0, 2, 3)),
    "four suits": Deck(ranks=(4, 7), suits=(0, 1, 2, 3)),
    "flushes": Deck(ranks=(7, 8, 9, 10, 11, 12), suits=(0, 3)),
    "fifteen": Deck(ranks=(0, 1, 2, 3, 12), suits=(0, 1, 2)),
    "twelve of four": Deck(ranks=(1, 2, 12), suits=(0, 1, 2, 3)),
}


@dataclass(frozen=True, eq=False)
class PathBets(Bets):
    """What is offered, and what is paid, may depend on what was chosen before."""

    denied: tuple[tuple[Path, int], ...] = ()
    more: tuple[tuple[Path, int], ...] = ()

    def offered_on(self, path: Path, choice: int) -> NDArray[np.bool_] | None:
        offered = super().offered_on(path, choice)
        if (path, choice) not in self.denied:
            return offered
        return np.zeros_like(self.mask) if offered is None else offered & False

    @property
    def mask(self) -> NDArray[np.bool_]:
        return next(c.offered for stage in self.stages for c in stage if c.offered is not None)

    def pays_on(self, path: Path) -> tuple[tuple[Fraction, ...], ...]:
        extra = dict(self.more).get(path, 0)
        return tuple(tuple(pay + extra * (event % 2) for event, pay in enumerate(row)) for row in self.pays)


def random_mask(rng: random.Random, deck: Deck, tells_suits: bool) -> NDArray[np.bool_]:
    pairs = [(low, high) for high in range(deck.size) for low in range(high)]
    if tells_suits:
        return np.array([rng.random() < 0.5 for _ in pairs])
    by_ranks: dict[tuple[int, int, bool], bool] = {}
    for low, high in pairs:
        one, other = deck.cards[low], deck.cards[high]
        by_ranks.setdefault((one >> 2, other >> 2, one & 3 == other & 3), rng.random() < 0.6)
    return np.array(
        [
            by_ranks[deck.cards[low] >> 2, deck.cards[high] >> 2, deck.cards[low] & 3 == deck.cards[high] & 3]
            for low, high in pairs
        ]
    )


def random_choice(rng: random.Random, deck: Deck, name: str, bet: int, bets: int, tells_suits: bool) -> BetChoice:
    then: Then = rng.choice(("next", "next", "showdown", "fold"))
    loses = tuple(Fraction(rng.randrange(3), 2) for _ in range(bets)) if then == "fold" and rng.random() < 0.5 else ()
    sets = ((bet, Fraction(rng.randrange(4), rng.choice((1, 1, 2)))),) if then != "fold" else ()
    mask = random_mask(rng, deck, tells_suits) if rng.random() < 0.4 else None
    return BetChoice(name, sets, mask, then, loses)


def random_game(seed: int, deck: Deck, community: int, seen: tuple[int, ...], tells_suits: bool = False) -> Game:
    rng = random.Random(f"{seed} {deck} {community} {seen}")
    hand_kinds, dealer_kinds, own_kinds = rng.choice((1, 3)), rng.choice((1, 2, 3)), rng.choice((1, 2))
    kinds: dict[tuple[str, str, int], int] = {}

    def kind(whose: str, limit: int) -> Kind:
        return lambda name, rank: kinds.setdefault((whose, name, rank // 3), rng.randrange(limit))

    count = len(seen) + 1
    stages = tuple(
        (
            BetChoice(f"base-{stage}", ((stage + 1, Fraction(rng.randrange(2))),), None, "next"),
            *(
                random_choice(rng, deck, f"{stage}-{number}", stage + 1, count, tells_suits)
                for number in range(rng.choice((1, 2)))
            ),
        )
        for stage in range(len(seen))
    )
    events = own_kinds * hand_kinds * 3 * dealer_kinds
    per = rng.choice((1, 2, 3))
    pays = tuple(
        tuple(Fraction(rng.randrange(-2 * per, 2 * per + 1), per) for _ in range(events)) for _ in range(count)
    )
    start = (Fraction(1), *[Fraction(0)] * len(seen))
    bets = Bets(start, stages, pays, tuple(rng.random() < 0.8 for _ in range(count)))
    suit = deck.suits[0]

    def own_kind(low: int, high: int) -> int:
        one, other = deck.cards[low], deck.cards[high]
        if own_kinds == 1:
            return 0
        return int(one & 3 == suit) if tells_suits else int(one >> 2 == other >> 2)

    return Game(
        deck,
        rng.choice(("lowest", "second_highest")),
        community,
        seen,
        own_kind,
        kind("player", hand_kinds),
        hand_kinds,
        kind("dealer", dealer_kinds),
        dealer_kinds,
        bets,
    )


SHAPES: list[tuple[str, int, tuple[int, ...]]] = [
    ("ten", 5, (0, 3, 5)),
    ("ten", 5, (0, 3, 4)),
    ("ten", 4, (0, 2)),
    ("ten", 4, (1, 3, 4)),
    ("ten", 3, (3,)),
    ("eleven", 3, (0, 2)),
    ("twelve", 2, (1,)),
    ("twelve", 3, (0, 2, 3)),
    ("four suits", 3, (0, 3)),
    ("four suits", 4, (0, 2, 2, 4)),
    ("flushes", 4, (0, 0, 3)),
    ("flushes", 5, (3,)),
    ("twelve of four", 2, (0, 1, 2)),
    ("twelve of four", 3, (2,)),
    ("twelve of four", 1, (0, 1)),
    ("fifteen", 1, (0,)),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_games(shape: tuple[str, int, tuple[int, ...]]) -> None:
    name, community, seen = shape
    compare(random_game(0, DECKS[name], community, seen))


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("seed", range(2, 12))
def test_more_random_games(shape: tuple[str, int, tuple[int, ...]], seed: int) -> None:
    name, community, seen = shape
    compare(random_game(seed, DECKS[name], community, seen, tells_suits=seed % 3 == 0))


TELLING = [("ten", 3, (0, 2, 3)), ("four suits", 3, (1, 3)), ("twelve of four", 2, (0, 2)), ("twelve", 2, (0, 1))]


@pytest.mark.parametrize("shape", TELLING, ids=str)
def test_games_that_tell_suits_apart(shape: tuple[str, int, tuple[int, ...]]) -> None:
    """Choices offered with some pairs only, whatever their suits, leave fewer renamings, or none."""
    name, community, seen = shape
    compare(random_game(1, DECKS[name], community, seen, tells_suits=True))


def test_paths_may_change_what_is_offered_and_paid() -> None:
    game = random_game(5, DECKS["ten"], 3, (0, 2, 3))
    mask = random_mask(random.Random(1), game.deck, tells_suits=False)
    stages = (
        (BetChoice("check"), BetChoice("raise", ((1, Fraction(2)),)), BetChoice("fold", then="fold")),
        (BetChoice("check"), BetChoice("raise", ((2, Fraction(1)),), mask)),
        (BetChoice("check"), BetChoice("raise", ((3, Fraction(1, 2)),)), BetChoice("fold", then="fold")),
    )
    plain = Bets(game.bets.start, stages, game.bets.pays, game.bets.staked)
    denied: tuple[tuple[Path, int], ...] = (((1,), 1), ((0, 1), 2), ((1, 0), 0))
    bets = PathBets(plain.start, stages, plain.pays, plain.staked, denied=denied, more=(((1, 0, 1), 3),))
    assert compare(replace(game, bets=bets)).expectation != compare(replace(game, bets=plain)).expectation


def test_threads_and_the_store_change_nothing(tmp_path: FilePath) -> None:
    game = random_game(3, DECKS["twelve"], 4, (0, 2, 4))
    board = engine_board(game)
    alone = solve_board(board, game.bets, RUN)
    store = Store(tmp_path)
    for run in (Run(2), Run(2, store), Run(1, store, progress=no_work)):
        solved = solve_board(board, game.bets, run)
        assert {**vars(solved), "worth": vars(solved.worth)} == {**vars(alone), "worth": vars(alone.worth)}
    assert board_choices(board, game.bets, (1, 5), (), (), Run(1, store, progress=no_work))


def no_work(what: str, done: int, total: int) -> None:
    raise AssertionError(f"{what} are counted again")


def test_values_are_kept_by_themselves(tmp_path: FilePath) -> None:
    """A state with few cards turned asks for the sums alone, and finds them the next time."""
    game = random_game(1, DECKS["ten"], 4, (0, 2))
    board = engine_board(game)
    first = board_choices(board, game.bets, (1, 5), (), (), Run(1, Store(tmp_path)))
    assert board_choices(board, game.bets, (5, 1), (), (), Run(1, Store(tmp_path), progress=no_work)) == first


# A deck of some size --------------------------------------------------------------------------------------------------

MIDDLE = Deck(ranks=(4, 5, 6, 7, 8, 12))


def test_sums_are_those_of_single_states() -> None:
    """The sums of a level over boards against the same states counted one by one, with every dealer valued."""
    board, bets = ultimate(MIDDLE)
    game = BoardGame(board, bets)
    values = decide_backwards(game, RUN).values[1]
    rng = random.Random(2)
    for _ in range(8):
        number = rng.randrange(len(game.indexed[1]))
        turned = game.indexed[1].sets[number][:3].tolist()
        own = rng.sample([card for card in range(MIDDLE.size) if card not in turned], 2)
        row = dict(zip(game.plans[1].columns, values[number, colex_index(own)].tolist(), strict=True))
        unit = game.levels.deals_after(1) * game.amounts.denominator
        check, two = board_choices(board, bets, own, turned, (0,), RUN)
        assert (check[1], two[1]) == (Fraction(row[0, 0], unit), Fraction(row[0, 1], unit))


# Sabotage -------------------------------------------------------------------------------------------------------------


def sabotaged_decisions(decisions: Decisions) -> Decisions:
    """One state decides otherwise than it should."""
    taken = decisions.taken[1]
    states = np.argwhere(taken[0] == 0)
    taken[0, *states[len(states) // 2]] = 1
    return decisions


def test_another_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "decide_backwards", lambda game, run: sabotaged_decisions(decide_backwards(game, run)))
    with pytest.raises(CountError, match="outcomes are worth"):
        solve_board(*ultimate(MIDDLE), RUN)


def test_a_wrong_weight_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(renamings: Renamings, cards: int, known: int | None) -> Sets:
        sets = whole_boards(renamings, cards, known)
        sets.weights[7] += 1
        return sets

    monkeypatch.setattr(game_module, "whole_boards", wrong)
    with pytest.raises(CountError, match="differ only in suits"):
        solve_board(*ultimate(MIDDLE), RUN)


def test_wrong_orders_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Levels.orders_between
    monkeypatch.setattr(Levels, "orders_between", lambda self, level: right(self, level) + 1)
    with pytest.raises(CountError, match="outcomes are worth"):
        solve_board(*ultimate(MIDDLE), RUN)


def test_a_wrong_count_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(game: BoardGame, decisions: Decisions, run: Run) -> Ends:
        ends = follow_forwards(game, decisions, run)
        ends.outcomes[0, 0] += 1
        return ends

    monkeypatch.setattr(engine, "follow_forwards", wrong)
    with pytest.raises(CountError, match="do not add up"):
        solve_board(*ultimate(MIDDLE), RUN)


# What is refused ------------------------------------------------------------------------------------------------------


def changed(board: Board, **fields: object) -> Board:
    return Board(**(vars(board) | fields))


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "jokers": ({"deck": Deck(jokers=1)}, "no card may be wild"),
    "bug": ({"ranking": Ranking("bug")}, "no card may be wild"),
    "too many": ({"community": 6}, "1 to 5 community cards"),
    "small deck": ({"deck": Deck(ranks=(3, 4), suits=(0, 1, 2, 3))}, "not enough for two hands"),
    "descending": ({"seen": (3, 0, 5)}, "must ascend"),
    "beyond": ({"seen": (0, 3, 6)}, "must ascend"),
    "stages": ({"seen": (0, 5)}, "2 stages of decisions"),
    "own kinds": ({"own_kinds": np.zeros(5, dtype=np.uint8)}, "needs a kind"),
    "too many kinds": ({"hand_kinds": 8}, "more kinds of the player's hands"),
    "dealer kinds": ({"events": EventNumbers(7, 300)}, "1 to 256 kinds"),
    "pays": ({"events": EventNumbers(7, 3)}, "in each of 63 events"),
    "kind": ({"hand_kinds": 3}, "one of 3 kinds"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    fields, message = REFUSED[name]
    board, bets = ultimate(MIDDLE)
    with pytest.raises(SelectionError, match=message):
        solve_board(changed(board, **fields), bets, RUN)


def test_offers_that_are_refused() -> None:
    """On one path no choice is left with some pairs."""
    board, plain = ultimate(MIDDLE)
    mask = np.ones(len(board.own_kinds), dtype=np.bool_)
    stages = (plain.stages[0], (BetChoice("check", offered=mask), *plain.stages[1][1:]), plain.stages[2])
    bets = PathBets(plain.start, stages, plain.pays, denied=(((0,), 0), ((0,), 1)))
    with pytest.raises(SelectionError, match="there is a hand with which no choice is offered"):
        solve_board(board, bets, RUN)


def test_states_that_are_refused() -> None:
    board, bets = ultimate(MIDDLE)
    for own, turned, path in (((1, 2), (), (0,)), ((1, 2), (2, 3, 4), (0,)), ((1, 2), (), (1,)), ((1, 99), (), ())):
        with pytest.raises(SelectionError):
            board_choices(board, bets, own, turned, path, RUN)


def test_pays_beyond_64_bits_are_refused() -> None:
    board, bets = ultimate(MIDDLE)
    pays = (tuple(pay / 3**40 for pay in bets.pays[0]), *bets.pays[1:])
    with pytest.raises(TooLargeError, match="64 bits"):
        solve_board(board, Bets(bets.start, bets.stages, pays), RUN)


WITHOUT_A_CHOICE = """
schema = "exactodds/game/2"
id = "pairs-only"
name = "Pairs Only"
rules_version = "1"
deck = { ranks = "2-4", suits = "cdh" }
deal = { hole = 2, board = 5, house = 2 }
hands = { player = ["hole", "board"], dealer = ["house", "board"] }

[[round]]
sees = "hole"
choose.play = { play = 1, when = { of = "hole", hand = "pair" } }
choose.fold = { then = "fold", when = { of = "hole", hand = "pair" } }

[wagers.base]
name = "Base"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
"""


def test_a_hand_without_a_choice_is_named_by_its_stage(tmp_path: FilePath) -> None:
    path = tmp_path / "pairs-only.toml"
    path.write_text(WITHOUT_A_CHOICE)
    with pytest.raises(SelectionError, match="at stage 1 there is a hand with which no choice is offered"):
        analyze(path)
