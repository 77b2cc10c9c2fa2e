"""Wagers made together: moments of the joint distribution against every deal of a reduced deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.engines.duel import joint_dealer
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.joint_tally import JointTally
from analyzer.errors import CountError, GameFileError, TooLargeError
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.joining import why_not_joined
from analyzer.game.library import tables_folder
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing import joint as joint_pricing
from analyzer.pricing.analysis import analyze
from analyzer.pricing.joint import draw_moments
from analyzer.reference import one_discard, wild_six_card_poker
from analyzer.reference.cards import cards_of, without
from analyzer.reference.hands import best_strength, five_card_hand, strength
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.literal_joint import RandomGame, Vector, game_text, joined, joint_deals, random_game
from tests.reduced import reduced_game_file, reference_deck

GAME = "wild-six-card-poker"
RUN = Run(jobs=1)
STANDS_PAT = 20  # the seed of a random game in which standing pat is sometimes best
EQUAL_ACES, EQUAL_ACES_TABLE = 1_000_525, 100_052  # one in which two aces are equally good to throw away
GAMES_A_TABLE = 25  # of a long run: the literal side rates the hands of a table once
LEAST_WHOLE = Fraction(9, 10)  # of a long run, so many games must be compared in all that they have
Nets = tuple[Fraction, Fraction, Fraction]


def every_deal(deck: tuple[str, str, int], *, stand_pat: bool) -> Counter[Nets]:
    """Poker, Queens Or Better (A5) and Draw Bonus (B4) of every deal, discarding as the reference does."""
    small = reference_deck(*deck)
    game = wild_six_card_poker.poker_game(small, Fraction(1), stand_pat)
    pack = cards_of(small)
    counted: Counter[Nets] = Counter()
    for five in combinations(pack, 5):
        first = wild_six_card_poker.QUEENS_OR_BETTER_PAYS["A5"][wild_six_card_poker.queens_or_better(five)]
        automatic = one_discard.automatic_win(game, five)
        choices = [] if automatic else [*five, None][: 6 if stand_pat else 5]
        values = [
            one_discard.total_net(
                one_discard.after_standing_pat(game, five)
                if choice is None
                else one_discard.after_discard(game, five, choice)
            )
            for choice in choices
        ]
        discard = choices[values.index(max(values))] if choices else None
        for drawn in without(pack, five):
            six = (*five, drawn)
            bonus = wild_six_card_poker.DRAW_BONUS_PAYS["B4"][wild_six_card_poker.draw_bonus(tuple(sorted(six)), "B4")]
            final = five if discard is None else tuple(sorted(without(six, (discard,))))
            own = strength(five_card_hand(final, game.rules), game.rules)
            for dealer in combinations(without(pack, six), 6):
                other = best_strength(dealer, game.rules)
                poker = 1 if automatic else (own > other) - (own < other)
                counted[Fraction(poker), first, bonus] += 1
    return counted


@pytest.mark.parametrize("stand_pat", [False, True])
def test_joint_moments_equal_every_deal(stand_pat: bool) -> None:
    deck = ("8-Q", "cd", 2)
    deals = every_deal(deck, stand_pat=stand_pat)
    document = analyze(reduced_game_file(GAME, *deck), {"stand_pat": str(stand_pat).lower()}, run=RUN).document()
    for wagers, places in (
        (["poker", "queens-or-better"], (0, 1)),
        (["poker", "draw-bonus"], (0, 2)),
        (["poker", "queens-or-better", "draw-bonus"], (0, 1, 2)),
    ):
        paytables = [("1", "A5", "B4")[place] for place in places]
        (joint,) = (row for row in document["joint"] if row["wagers"] == wagers and row["paytables"] == paytables)
        total = deals.total()
        sums = Counter[Fraction]()
        for nets, count in deals.items():
            sums[sum((nets[place] for place in places), Fraction(0))] += count
        mean = sum((value * count for value, count in sums.items()), Fraction(0)) / total
        square = sum((value * value * count for value, count in sums.items()), Fraction(0)) / total
        assert int(joint["deals"]) == total
        assert Fraction(joint["ev"]) == mean
        assert Fraction(joint["variance"]) == square - mean * mean


def test_every_combination_of_paytables_is_there() -> None:
    document = analyze(reduced_game_file(GAME, "7-K", "cdh", 2), run=RUN).document()
    assert len(document["joint"]) == 6 + 4 + 24
    alone = {(wager["wager"], wager["paytable"]): Fraction(wager["ev"]) for wager in document["wagers"]}
    for joint in document["joint"]:
        bets = zip(joint["wagers"], joint["paytables"], strict=True)
        assert Fraction(joint["ev"]) == sum(alone[bet] for bet in bets)


# --- every deal of random games --------------------------------------------------------------------------------------


def moments_of(deals: Counter[Vector], *places: int) -> Fraction:
    """The mean of the product of the results at these places."""
    products = (prod((nets[place] for place in places), start=Fraction(count)) for nets, count in deals.items())
    return sum(products, Fraction(0)) / deals.total()


def compare_with_every_deal(literal: RandomGame, run: Run = RUN) -> bool:
    """Do the names of suits decide nothing? Where they do, results of the main wager are compared in the mean alone."""
    played = joint_deals(literal)
    deals = played.counts
    file = parse_game_file(game_text(literal).encode(), "random game")
    game = file.game()
    made = [(wager, wager.paytables[0]) for wager in game.wagers]
    moments = draw_moments(game, made, run)
    assert moments.deals == deals.total()
    bets = [(wager.id, paytable.id) for wager, paytable in made]
    for i, one in enumerate(bets):
        assert moments.means[one] == moments_of(deals, i), one
        for j, other in enumerate(bets[: i + 1]):
            if played.suits_decide and j == 0:
                continue
            assert moments.products[one, other] == moments.products[other, one] == moments_of(deals, i, j), (one, other)
    names = joined(literal)
    document = analyze(file, run=run).document()
    evs = [sum((moments.means[bet] for bet in bets if bet[0] in names), Fraction(0))] if len(names) > 1 else []
    assert [Fraction(joint["ev"]) for joint in document.get("joint", [])] == evs
    return not played.suits_decide


@pytest.mark.parametrize("seed", range(24))
def test_random_games_equal_every_deal(seed: int) -> None:
    """Suits and ranks missing anywhere, jokers, lines on the player's, drawn and dealer's cards, taxes, three cards."""
    assert compare_with_every_deal(random_game(seed, 12))


def test_stakes_of_the_file_are_those_of_the_result() -> None:
    """Each result times its stake; the decisions stay those of the main wager."""
    literal = next(game for game in map(random_game, range(40)) if len(joined(game)) > 1)
    names = joined(literal)
    stakes = [Fraction(2), Fraction(1, 3), Fraction(5), Fraction(1, 2)][: len(names)]
    written = f"wagers = {names}\nstakes = [{', '.join(repr(str(stake)) for stake in stakes)}]"
    file = parse_game_file(game_text(literal).replace(f"wagers = {names}", written).encode(), "with stakes")
    (joint,) = analyze(file, run=RUN).document()["joint"]
    places = [["main", *(side.name for side in literal.sides)].index(name) for name in names]
    deals = joint_deals(literal).counts
    sums = Counter[Fraction]()
    for nets, count in deals.items():
        sums[sum((stake * nets[place] for stake, place in zip(stakes, places, strict=True)), Fraction(0))] += count
    mean = sum((value * count for value, count in sums.items()), Fraction(0)) / deals.total()
    square = sum((value * value * count for value, count in sums.items()), Fraction(0)) / deals.total()
    assert joint["stakes"] == [str(stake) for stake in stakes]
    assert Fraction(joint["ev"]) == mean
    assert Fraction(joint["house_edge"]) == -mean / sum(stakes)
    assert Fraction(joint["variance"]) == square - mean * mean


def test_equal_discards_of_one_rank_that_end_differently() -> None:
    """4c 8c 9c Ac Ah: either ace may go, for the same mean; the variance depends on which."""
    assert not compare_with_every_deal(random_game(EQUAL_ACES, 11, EQUAL_ACES_TABLE))


def long_game(seed: int) -> RandomGame:
    """Mostly of eleven cards; games in a row are of one table."""
    table = seed // GAMES_A_TABLE
    return random_game(seed, 12 if table % 10 == 0 else 11, table)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_random_games_equal_every_deal(block: int, tmp_path: Path) -> None:
    run = Run(jobs=1, store=Store(tmp_path))
    whole, seeds = 0, seeds_of_block(block)
    for seed in seeds:
        try:
            whole += compare_with_every_deal(long_game(seed), run)
        except Exception as error:
            raise AssertionError(f"joint {seed}: {error}") from error
    assert whole >= LEAST_WHOLE * len(seeds) - 1


# --- faults that were found ------------------------------------------------------------------------------------------


def with_deck(text: str, ranks: str, suits: str) -> GameFile:
    deck = f'[deck]\nranks = "{ranks}"\nsuits = "{suits}"\njokers = 2\n'
    return parse_game_file(text.replace("[deck]\njokers = 2\n", deck).encode(), "a test's game")


def test_decks_without_some_suits() -> None:
    """Suits that the deck does not have were taken for suits that the hand does not have."""
    document = analyze(reduced_game_file(GAME, "9-A", "dh", 2), run=RUN).document()
    alone = {(wager["wager"], wager["paytable"]): Fraction(wager["ev"]) for wager in document["wagers"]}
    assert alone["poker", "1"] == Fraction(5189, 63063)
    for suits in ("dhs", "cds", "hs"):
        document = analyze(reduced_game_file(GAME, "T-A" if len(suits) == 3 else "9-A", suits, 2), run=RUN).document()
        if suits == "dhs":
            assert f"{float(Fraction(document['joint'][0]['ev'])):.5f}" == "5.35080"
        same = analyze(reduced_game_file(GAME, "T-A" if len(suits) == 3 else "9-A", "cdh"[: len(suits)], 2), run=RUN)
        assert document["joint"] == same.document()["joint"]


def dealer_bonus(groups: str = '["dealer"]', more: str = "") -> str:
    """The shipped game with another Draw Bonus, on other cards."""
    text = (tables_folder() / f"{GAME}.toml").read_text(encoding="utf-8")
    start, stop = text.index("[wagers.draw-bonus]"), text.index("[[joint]]")
    bonus = text[start:stop].replace("draw-bonus", "dealer-bonus").replace('["player", "draw"]', groups)
    bonus = bonus.replace('source = "Draw Bonus Bet"', f'source = "Draw Bonus Bet"{more}')
    return f'{text[:stop]}{bonus}\n{text[stop:]}\n[[joint]]\nwagers = ["poker", "dealer-bonus"]\n'


def test_a_side_bet_on_the_dealers_cards() -> None:
    """It was joined as if it were on the player's cards and the draw."""
    game = with_deck(dealer_bonus(), "J-A", "cdh").game()
    wagers = {wager.id: wager for wager in game.wagers}
    bonus = wagers["dealer-bonus"]
    made = [(wagers["poker"], wagers["poker"].paytables[0]), (bonus, bonus.paytables[1])]
    assert draw_moments(game, made, RUN).covariance(("poker", "1"), ("dealer-bonus", "B2")) == Fraction(-578491, 182182)


def test_standing_pat_beside_lines() -> None:
    """A hand that was kept was taken for one that threw a joker away."""
    literal = random_game(STANDS_PAT)
    document = analyze(parse_game_file(game_text(literal).encode(), "random"), run=RUN).document()
    assert Fraction(document["wagers"][0]["choices"]["stand pat"]) > 0
    compare_with_every_deal(literal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (dealer_bonus('["dealer", "draw"]'), "dealer-bonus looks at draw and dealer"),
        (dealer_bonus(more='\nneeds = "draw-bonus"'), "dealer-bonus needs draw-bonus"),
        (dealer_bonus(more='\nneeds = "drawbonus"'), "is not another wager .did you mean 'draw-bonus'"),
        (dealer_bonus(more='\nneeds = "dealer-bonus"'), "is not another wager"),
        (dealer_bonus(more='\nunit = "dollars"'), "dealer-bonus has no stake"),
        (dealer_bonus(more="\nmeter = { bet = 1 }"), "dealer-bonus depends on its meter"),
        (
            dealer_bonus('["player", "draw"]', '\nlines.colour = { colour = "one" }').replace(
                "[wagers.dealer-bonus.pays]\n", "[wagers.dealer-bonus.pays]\ncolour = 1\n"
            ),
            "dealer-bonus asks for a colour",
        ),
    ],
)
def test_what_cannot_be_joined_is_a_fault_of_the_file(text: str, message: str) -> None:
    with pytest.raises(GameFileError, match=message):
        with_deck(text, "T-A", "cdh")


def test_a_charge_by_other_cards_than_the_players_is_not_joined() -> None:
    """No file says so: what is charged is charged by the cards before the draw, in whatever order they were dealt."""
    game = reduced_game_file(GAME, "T-A", "cdh", 2).game()
    main, taxed = game.wagers[0], next(wager for wager in game.wagers if wager.id == "taxpayers-fortune")
    assert isinstance(main, DrawWager)
    assert isinstance(taxed, LinesWager)
    assert taxed.tax is not None
    assert why_not_joined(main, taxed) == ""
    assert "taxpayers-fortune has a tax" in why_not_joined(main, replace(taxed, seats=taxed.seats[::-1]))


@pytest.mark.parametrize("dealt", ["player = 5\ndraw = 1\ndealer = 6", "dealer = 6\ndraw = 1\nplayer = 5"])
def test_a_charge_looks_at_the_same_cards_in_every_order_of_dealing(dealt: str) -> None:
    """Worked rounds and simulations deal the groups in this order, and charge by all cards but the last."""
    text = (tables_folder() / f"{GAME}.toml").read_text(encoding="utf-8")
    usual = "player = 5\ndraw = 1\ndealer = 6"
    assert text.count(usual) == 1
    wagers = {wager.id: wager for wager in with_deck(text.replace(usual, dealt), "T-A", "cdh").game().wagers}
    taxed = wagers["taxpayers-fortune"]
    assert isinstance(taxed, LinesWager)
    assert taxed.seats == ("player", "draw")


# --- checks at run time ----------------------------------------------------------------------------------------------


def test_a_mean_that_is_not_the_wagers_own_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the showdown is settled with ties won."""
    file = reduced_game_file(GAME, "9-A", "dh", 2)
    honest = joint_pricing._showdown_net
    monkeypatch.setattr(
        joint_pricing,
        "_showdown_net",
        lambda main, paytable, line, result: honest(main, paytable, line, 0 if result == 1 else result),
    )
    with pytest.raises(CountError, match="poker 1: the mean of the joint results"):
        analyze(file, run=RUN)


@pytest.mark.parametrize(
    ("only_where_some_win", "message"),
    [(True, "dealer-bonus B1: the mean of the joint results"), (False, "results that no deal has")],
)
def test_a_wrong_sum_of_the_dealers_worth_is_an_error(
    only_where_some_win: bool, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sabotage: the worth of all dealer hands is one too high."""

    def one_too_much(*arguments: Any) -> NDArray[np.uint64]:
        faced = faced_worth(*arguments)
        faced[:, :, 2] += (faced[:, :, 2] > faced[:, :, 0] + faced[:, :, 1]) | (not only_where_some_win)
        return faced

    faced_worth = joint_dealer.faced_worth
    monkeypatch.setattr("analyzer.engines.duel.joint_tally.faced_worth", one_too_much)
    with pytest.raises(CountError, match=message):
        analyze(with_deck(dealer_bonus(), "J-A", "cdh"), run=Run(jobs=1, store=Store(None)))


def test_a_tally_that_loses_deals_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = JointTally._pieces

    def all_but_one(self: JointTally, faced: NDArray[np.uint32]) -> Iterable[dict[tuple[int, ...], int]]:
        return list(honest(self, faced))[1:]

    monkeypatch.setattr(JointTally, "_pieces", all_but_one)
    with pytest.raises(CountError, match="joint results add up to"):
        analyze(reduced_game_file(GAME, "9-A", "dh", 2), run=Run(jobs=1, store=Store(None)))


def test_sums_beyond_64_bits_are_cut_into_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With digits of at most 2, 4 and so on everything is as with one large digit."""
    game = with_deck(dealer_bonus(), "J-A", "cdh").game()
    made = [(wager, wager.paytables[0]) for wager in game.wagers if wager.id in ("poker", "draw-bonus", "dealer-bonus")]
    whole = draw_moments(game, made, RUN)
    honest = joint_dealer.DealerWorth.digits
    for base in (2, 7, 100):
        monkeypatch.setattr(joint_dealer.DealerWorth, "digits", lambda self, _, base=base: honest(self, base))
        assert draw_moments(game, made, RUN) == whole


def test_more_deals_than_64_bits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.engines.duel.joint_tally.MAX_SUM", 1000)
    with pytest.raises(TooLargeError, match="deals do not fit the 64 bits"):
        analyze(reduced_game_file(GAME, "9-A", "dh", 2), run=RUN)


def test_worth_of_one_is_a_count() -> None:
    """What the dealer's hands are worth, each worth 1: how many there are, as the showdown counts them."""
    game = with_deck(dealer_bonus(), "9-K", "chs").game()
    poker, bonus = game.wagers[0], next(wager for wager in game.wagers if wager.id == "dealer-bonus")
    assert isinstance(poker, DrawWager)
    assert isinstance(bonus, LinesWager)
    solver = DrawSolver(game, poker, RUN)
    worth = joint_dealer.dealer_worth(game, bonus, bonus.paytables[0], RUN)
    ones = replace(worth, worth=dict.fromkeys(worth.worth, 1))
    assert np.array_equal(joint_dealer.faced_worth(solver, ones)[:, :-1, :2], solver.faced[:, :-1])
