"""Stakes on several wagers: exact moments equal those of every deal of a reduced deck, settled one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.errors import CountError, SelectionError
from analyzer.game.file import parse_game_file
from analyzer.game.library import load_game, tables_folder
from analyzer.game.model import Game
from analyzer.game.wagers.lines import JokersWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.joint import JointMoments
from analyzer.run.jobs import Run
from analyzer.trust.kinds import Build, joint_methods
from analyzer.trust.stakes import joint_moments, parse_stakes, stakes_document
from analyzer.trust.table_layout import TableLayout
from tests.reduced import reduced_game_file

RUN = Run(jobs=1)
POKER, DRAW = "wild-six-card-poker", "wild-six-card-draw-poker"
THREE_CARD, WILD, SET = "three-card-poker-6-card-bonus", "wild-52", "pai-gow-wrangler-outlaw"
ALL_FOUR = "poker=1,queens-or-better/A5=2,taxpayers-fortune=1,draw-bonus/B2=1/2"
CASES = [
    (POKER, ("8-Q", "cd", 2), ALL_FOUR, ("player", "draw", "dealer")),
    (DRAW, ("8-Q", "cd", 2), "base=1,joker=1,queens-plus/B=1,progressive=1", ("player", "draw", "dealer")),
    (DRAW, ("9-Q", "cdh", 2), "base/B=2,joker=1", ("player", "draw", "dealer")),
    (THREE_CARD, ("9-A", "cd", 0), "ante-play=1,pair-plus=1,six-card-bonus=1", ("player", "dealer")),
    (WILD, ("8-A", "cd", 1), "bonus=1,joker=3", ("player", "community")),
    (SET, ("8-A", "cd", 1), "base=1,wrangler-push=1", ("player", "dealer")),
    (DRAW, ("8-Q", "ds", 2), "base=1,queens-plus=1,progressive=1", ("player", "draw", "dealer")),
    (THREE_CARD, ("9-A", "hs", 0), "ante-play=1,pair-plus=1,six-card-bonus=1", ("player", "dealer")),
]  # fmt: skip
METER = Fraction(1000)


def every_deal(game: Game, seats: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """The cards of the seats, one seat after the other."""
    sizes = {seat.name: seat.cards for seat in game.seats}

    def deal(left: tuple[int, ...], names: Sequence[str]) -> Iterator[tuple[int, ...]]:
        if not names:
            yield ()
            return
        for cards in combinations(left, sizes[names[0]]):
            others = tuple(card for card in left if card not in cards)
            for rest in deal(others, names[1:]):
                yield (*cards, *rest)

    return deal(game.deck.cards, seats)


@pytest.mark.parametrize(("name", "deck", "text", "seats"), CASES)
def test_moments_equal_every_deal(name: str, deck: tuple[str, str, int], text: str, seats: tuple[str, ...]) -> None:
    game = reduced_game_file(name, *deck).game()
    stakes = parse_stakes(game, text)
    layout = TableLayout(game, RUN)
    for stake in stakes:
        layout.add(stake.wager, [stake.paytable])
    rows = every_rows(game, seats, layout)
    keys = layout.settle_cards(rows)
    nets = []
    for stake, bet in zip(stakes, layout.bets, strict=True):
        (result,) = analyze_wager(game, stake.wager, [stake.paytable], RUN)
        by_name = {outcome.name: outcome.net.amount + outcome.net.meter * METER for outcome in result.outcomes}
        by_key = {int(key): by_name[bet.name_of(int(key))] for key in np.unique(keys[:, bet.place])}
        nets.append([by_key[int(key)] for key in keys[:, bet.place]])
    moments = joint_moments(game, [(stake.wager, stake.paytable) for stake in stakes], RUN, METER)
    for one, first in zip(stakes, nets, strict=True):
        assert moments.means[one.bet] == sum(first, Fraction(0)) / len(rows)
        for other, second in zip(stakes, nets, strict=True):
            products = sum((a * b for a, b in zip(first, second, strict=True)), Fraction(0))
            assert moments.products[one.bet, other.bet] == products / len(rows)


def every_rows(game: Game, seats: Sequence[str], layout: TableLayout) -> np.ndarray:
    dealt = np.array(list(every_deal(game, seats)), dtype=np.uint8)
    packs = np.zeros((len(dealt), game.deck.size), dtype=np.uint8)
    at = 0
    for seat in seats:
        first, count = layout.places[seat]
        packs[:, first : first + count] = dealt[:, at : at + count]
        at += count
    return packs


def test_the_document() -> None:
    game = reduced_game_file(THREE_CARD, "9-A", "cd", 0).game()
    document = stakes_document(game, "ante-play=2,pair-plus=1", RUN)
    assert document["stakes"] == ["2", "1"]
    (a, b), (c, d) = ([Fraction(value) for value in row] for row in document["covariance"])
    assert b == c
    assert Fraction(document["variance"]) == 4 * a + 4 * b + d
    assert Fraction(document["ev"]) == 2 * Fraction(document["means"][0]) + Fraction(document["means"][1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ante-play", "must be WAGER=AMOUNT"),
        ("ante-play=0", "must be WAGER=AMOUNT"),
        ("ante-play=1,ante-play=2", "staked twice"),
        ("nothing=1", "has no wager"),
    ],
)
def test_wrong_stakes(text: str, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        parse_stakes(load_game(THREE_CARD).game(), text)


def test_what_is_not_exact_is_not_given() -> None:
    game = load_game(SET).game()
    for pair in permutations(("base=1", "outlaw-9=1")):
        with pytest.raises(SelectionError, match="not computed exactly"):
            stakes_document(game, ",".join(pair), RUN)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["analyze", WILD, "--stakes", "bonus=2,joker=1"]
    assert main(arguments) == 0
    assert "house edge of all stakes" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stakes"] == ["2", "1"]
    assert main([*arguments, "--csv"]) == 2
    assert main(["analyze", WILD, "--stakes", "bonus"]) == 2


# --- what the rules forbid, and wagers without a stake ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("poker=1,taxpayers-fortune=1", "taxpayers-fortune may be made only together with queens-or-better"),
        ("taxpayers-fortune=1", "only together with queens-or-better"),
        ("poker=5,queens-or-better=5,taxpayers-fortune=5", "taxpayers-fortune has no stake.*taxpayers-fortune=1"),
        ("queens-or-better=1,taxpayers-fortune/T2=1/2", "write taxpayers-fortune/T2=1"),
    ],
)
def test_what_the_rules_forbid_is_refused(text: str, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        parse_stakes(load_game(POKER).game(), text)


def test_a_wager_in_dollars_is_made_once_and_not_staked() -> None:
    """Its prizes are not multiplied, and what is staked is what the others stake."""
    game = reduced_game_file(POKER, "8-Q", "cd", 2).game()
    one, five = (
        stakes_document(game, f"poker={stake},queens-or-better={stake},taxpayers-fortune=1", RUN) for stake in (1, 5)
    )
    assert (one["staked"], five["staked"]) == ("2", "10")
    poker, queens, tax = map(Fraction, one["means"])
    assert Fraction(five["ev"]) == 5 * poker + 5 * queens + tax
    assert Fraction(five["house_edge"]) == -Fraction(five["ev"]) / 10


def test_one_wager_alone() -> None:
    game = reduced_game_file(POKER, "8-Q", "cd", 2).game()
    document = stakes_document(game, "queens-or-better/A5=3", RUN)
    wager = next(wager for wager in game.wagers if wager.id == "queens-or-better")
    (result,) = analyze_wager(game, wager, [wager.paytables[4]], RUN)
    assert result.ev is not None
    assert Fraction(document["ev"]) == 3 * result.ev
    assert Fraction(document["variance"]) == 9 * Fraction(str(result.price.variance))


@pytest.mark.parametrize(
    ("text", "meter", "message"),
    [
        ("base=1,progressive=1", None, "give it with --meter"),
        ("base=1,progressive=1", Fraction(-1), "cannot be -1"),
        ("base=1,joker=1", Fraction(1000), "none of these wagers has a meter"),
        ("base=5,progressive=5", Fraction(1000), "progressive costs 1, and .*: write progressive=1"),
    ],
)
def test_wrong_meters(text: str, meter: Fraction | None, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        stakes_document(reduced_game_file(DRAW, "8-Q", "cd", 2).game(), text, RUN, meter)


def test_a_seat_more_is_refused_in_words() -> None:
    text = (tables_folder() / f"{POKER}.toml").read_text(encoding="utf-8")
    text = text.replace("[deck]\njokers = 2", '[deck]\nranks = "8-Q"\nsuits = "cdh"\njokers = 2')
    text = text.replace("dealer = 6\n", "dealer = 6\nextra = 1\n", 1)
    start = text.index("[wagers.draw-bonus]")
    text = text[:start] + text[start:].replace('of = ["player", "draw"]', 'of = ["player", "extra"]', 1)
    game = parse_game_file(text[: text.index("[[joint]]")].encode(), "another seat").game()
    with pytest.raises(SelectionError, match="draw-bonus looks at player and extra; with poker it can be joined if"):
        stakes_document(game, "poker=1,draw-bonus=1", RUN)


@pytest.mark.parametrize("case", CASES)
def test_a_mean_that_is_not_the_wagers_own_is_an_error(
    case: tuple[str, tuple[str, str, int], str, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sabotage: whatever the method, a first mean that is off by a little is seen."""
    name, deck, text, _ = case
    game = reduced_game_file(name, *deck).game()
    stakes = parse_stakes(game, text)

    def off(build: Build) -> Build:
        def wrong(*arguments: Any) -> JointMoments | None:
            moments = build(*arguments)
            if moments is None:
                return None
            bet = stakes[0].bet
            return replace(moments, means={**moments.means, bet: moments.means[bet] + Fraction(1, 10**9)})

        return wrong

    monkeypatch.setattr("analyzer.trust.stakes.joint_methods", lambda made: map(off, joint_methods(made)))
    with pytest.raises(CountError, match=f"{stakes[0].wager.id} .*: the mean of the joint results"):
        joint_moments(game, [(stake.wager, stake.paytable) for stake in stakes], RUN, METER)


def test_jokers_of_the_seats_in_any_order() -> None:
    """The order in which a wager lists its seats changes nothing."""
    game = reduced_game_file(DRAW, "9-Q", "cdh", 2).game()
    base, joker = game.wagers[0], next(wager for wager in game.wagers if isinstance(wager, JokersWager))
    turned = replace(joker, seats=tuple(reversed(joker.seats)))
    moments = [
        joint_moments(game, [(base, base.paytables[0]), (wager, joker.paytables[0])], RUN) for wager in (joker, turned)
    ]
    assert moments[0] == moments[1]


def test_two_showdowns_are_refused() -> None:
    game = reduced_game_file(DRAW, "9-Q", "cdh", 2).game()
    base = game.wagers[0]
    made = [(base, base.paytables[0]), (replace(base, id="other"), base.paytables[0])]
    with pytest.raises(SelectionError, match="not computed exactly"):
        joint_moments(game, made, RUN)
