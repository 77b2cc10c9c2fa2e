"""The referee against games that are counted here by loops of their own, deal by deal.

The loops know the game, not its file: every one deals, decides and pays in its own lines, with the evaluator of
analyzer/reference/hands.py, which the referee does not use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import pytest

from analyzer.game.language import Row, Rules
from analyzer.reference import rounds, settled
from analyzer.reference.cards import Cards, Deck, cards_of, hand_from, without
from analyzer.reference.deals import number_of_deals
from analyzer.reference.hands import (
    HandRules,
    best_hand,
    best_strength,
    three_card_hand,
    three_card_strength,
    two_card_hand,
    two_card_strength,
)
from analyzer.reference.referee import Verdict, best_choices, play, work
from tests.rounds import rules_of

NONE = HandRules("none")
Net = Fraction | int


def mean(results: Counter[Net]) -> Fraction:
    return sum((Fraction(net) * count for net, count in results.items()), Fraction(0)) / results.total()


def check(verdict: Verdict, results: Counter[Net], choices: Counter[str]) -> None:
    assert verdict.results == dict(results)
    assert verdict.deals == results.total()
    assert verdict.ev == mean(results)
    assert sum(verdict.outcomes.values()) == verdict.deals
    assert verdict.choices == {name: Fraction(count, verdict.deals) for name, count in choices.items()}


# --- three cards, no cards in common, a bonus that is paid always ----------------------------------------------------

THREE_CARD = """
deck = { ranks = "T-A", suits = "cd" }
deal = { own = 3, house = 3 }
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[wagers.base]
name = "Ante"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["own", "house"]
qualifies = "high-card A"
of = "own"
settle.play = [{ qualified = false, pays = 0 }]
settle.ante = [{ qualified = false, pays = 1 }]
settle.bonus = [{ pays = "paytable" }]
pays = { straight-flush = 4, three-of-a-kind = 3, straight = 1 }
"""


def three_card_loops() -> tuple[Counter[Net], Counter[str], int]:
    pack = cards_of(Deck("TJQKA", "cd"))
    results, choices, ties = Counter[Net](), Counter[str](), 0
    for own in combinations(pack, 3):
        hand = three_card_hand(own, NONE)
        bonus = {"straight-flush": 4, "three-of-a-kind": 3, "straight": 1}.get(hand.type, 0)
        played = Counter[Net]()
        for house in combinations(without(pack, own), 3):
            dealer = three_card_hand(house, NONE)
            mine, other = three_card_strength(hand), three_card_strength(dealer)
            if dealer.type == "high-card" and dealer.ranks[0] < 12:
                played[1 + bonus] += 1
            else:
                played[2 * ((mine > other) - (mine < other)) + bonus] += 1
        ties += mean(played) == -1
        plays = mean(played) > -1
        results.update(played if plays else {-1: comb(7, 3)})
        choices["play" if plays else "fold"] += comb(7, 3)
    return results, choices, ties


def test_three_card_poker() -> None:
    results, choices, ties = three_card_loops()
    verdict = play(rules_of(THREE_CARD), "base", "1")
    check(verdict, results, choices)
    assert verdict.ties == ties
    assert verdict.average_bet == 1 + verdict.choices["play"]
    assert verdict.outcomes["fold", Fraction(-1)] == choices["fold"]


def test_values_of_one_hand() -> None:
    own = hand_from("Tc Jd Kc")
    (first, value), (second, other) = best_choices(rules_of(THREE_CARD), {"own": own})
    pack = cards_of(Deck("TJQKA", "cd"))
    played = Counter[Net]()
    for house in combinations(without(pack, own), 3):
        dealer = three_card_hand(house, NONE)
        mine, theirs = three_card_strength(three_card_hand(own, NONE)), three_card_strength(dealer)
        weak = dealer.type == "high-card" and dealer.ranks[0] < 12
        played[1 if weak else 2 * ((mine > theirs) - (mine < theirs))] += 1
    assert {first: value, second: other} == {"play": mean(played), "fold": Fraction(-1)}
    assert value >= other


# --- a card of the dealer is seen ------------------------------------------------------------------------------------

STUD = """
deck = { ranks = "T-A", suits = "cd", jokers = 0 }
deal = { own = 4, up = 1, down = 3 }
hands.dealer = { of = ["up", "down"], best = 4 }
[[round]]
sees = ["own", "up"]
choose.fold = { then = "fold" }
choose.raise = { raise = 2 }
[wagers.base]
name = "Ante and Raise"
bets = { ante = 1, raise = 0 }
compare = ["own", "dealer"]
qualifies = "pair"
of = "own"
settle.ante = [{ qualified = false, pays = 1 }]
settle.raise = [{ qualified = false, pays = 0 }, { on = "win", pays = "paytable" }]
pays = { straight-flush = 50, flush = 5, straight = 4, two-pair = 2 }
"""

FOUR_CARD_ORDER = ("high-card", "pair", "two-pair", "straight", "flush", "three-of-a-kind", "straight-flush")


def four_card_hand(cards: Cards) -> tuple[int, tuple[int, ...]]:
    """Four cards of a deck of tens to aces in two suits."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    pairs = sorted((rank for rank in set(ranks) if ranks.count(rank) == 2), reverse=True)
    odd = [rank for rank in ranks if ranks.count(rank) == 1]
    straight, flush = ranks[0] - ranks[3] == 3 and not pairs, len({card % 4 for card in cards}) == 1
    if straight or flush:
        kind = "straight-flush" if straight and flush else "straight" if straight else "flush"
        return FOUR_CARD_ORDER.index(kind), (ranks[0],) if straight else tuple(ranks)
    return len(pairs), (*pairs, *odd)


def test_caribbean_stud() -> None:
    pack = cards_of(Deck("TJQKA", "cd"))
    pays = {6: 50, 4: 5, 3: 4, 2: 2}
    results, choices = Counter[Net](), Counter[str]()
    for own in combinations(pack, 4):
        for up in without(pack, own):
            raised = Counter[Net]()
            for down in combinations(without(pack, (*own, up)), 3):
                mine, other = four_card_hand(own), four_card_hand((up, *down))
                if other[0] == 0:
                    raised[1] += 1
                elif mine > other:
                    raised[1 + 2 * pays.get(mine[0], 1)] += 1
                else:
                    raised[0 if mine == other else -3] += 1
            plays = mean(raised) > -1
            results.update(raised if plays else {-1: comb(5, 3)})
            choices["raise" if plays else "fold"] += comb(5, 3)
    verdict = play(rules_of(STUD), "base", "1")
    check(verdict, results, choices)
    assert verdict.choices["fold"] > 0


# --- bets that are taken back ----------------------------------------------------------------------------------------

RIDE = """
deck = { ranks = "J-A", suits = "cds" }
deal = { own = 3, first = 1, second = 1 }
[[round]]
sees = "own"
choose.pull = { one = 0 }
choose.ride = {}
[[round]]
sees = "first"
choose.pull = { two = 0 }
choose.ride = {}
[wagers.base]
name = "Let It Ride"
bets = { one = 1, two = 1, three = 1 }
of = ["own", "first", "second"]
pays = { full-house = 4, three-of-a-kind = 1, two-pair = "1/2", pair-of-aces = "1/4" }
"""


def ride_pays(cards: Cards) -> Fraction:
    hand = best_hand(tuple(sorted(cards)), NONE)
    if hand.type == "pair" and hand.ranks[0] == 12:
        return Fraction(1, 4)
    return {"full-house": Fraction(4), "three-of-a-kind": Fraction(1), "two-pair": Fraction(1, 2)}.get(
        hand.type, Fraction(-1)
    )


def test_let_it_ride() -> None:
    """Equal choices stake less; the second decision is made for each number of bets by itself."""
    pack = cards_of(Deck("JQKA", "cds"))
    results, choices = Counter[Net](), Counter[str]()
    stakes = Fraction(0)
    for own in combinations(pack, 3):
        chances = {
            first: [ride_pays((*own, first, last)) for last in without(pack, (*own, first))]
            for first in without(pack, own)
        }
        one_rides = sum(sum(nets) for nets in chances.values()) > 0
        for nets in chances.values():
            two_rides = sum(nets) > 0
            bets = 1 + one_rides + two_rides
            results.update(bets * net for net in nets)
            choices["1/ride" if one_rides else "1/pull"] += len(nets)
            choices["2/ride" if two_rides else "2/pull"] += len(nets)
            stakes += bets * len(nets)
    verdict = play(rules_of(RIDE), "base", "1")
    check(verdict, results, choices)
    assert verdict.average_bet == stakes / verdict.deals
    assert len(verdict.choices) == 4
    assert any(name.startswith("ride/pull/") for name, _ in verdict.outcomes)


# --- any cards may be exchanged --------------------------------------------------------------------------------------

HOLD = """
deck = { ranks = "J-K", suits = "cds" }
deal = { own = 4, draw = 4 }
[[round]]
sees = "own"
exchange = { from = "own", discard = "0-4", draw = "draw", makes = "final" }
[wagers.base]
name = "Video poker"
of = "final"
odds = "for_one"
pays = { three-of-a-kind = 4, two-pair = 2, pair-of-kings = 1 }
[wagers.dealt]
name = "Before the draw"
of = "own"
pays = { two-pair = 5 }
[wagers.drawn]
name = "After the draw"
of = "final"
pays = { two-pair = 5 }
"""


def hold_pays(cards: Cards) -> int:
    ranks = Counter(card // 4 for card in cards)
    shape = sorted(ranks.values(), reverse=True)
    if shape[0] == 3:
        return 3
    if shape[:2] == [2, 2]:
        return 1
    return 0 if shape[0] == 2 and max(ranks, key=lambda rank: ranks[rank]) == 11 else -1


def best_hold(own: Cards, rest: Cards) -> tuple[Cards, list[tuple[Cards, int]], bool]:
    """The discards, the final hands, and whether others are as good: variance, then more held, then colex."""
    ways = []
    for k in range(5):
        for gone in combinations(own, k):
            finals = [tuple(sorted((*without(own, gone), *new))) for new in combinations(rest, k)]
            nets = [hold_pays(final) for final in finals]
            square = Fraction(sum(net * net for net in nets), len(nets))
            order = (Fraction(-sum(nets), len(nets)), square, k, tuple(reversed(gone)))
            ways.append((order, gone, list(zip(finals, nets, strict=True))))
    ways.sort(key=lambda way: way[0])
    return ways[0][1], ways[0][2], ways[0][0][0] == ways[1][0][0]


def test_video_poker() -> None:
    pack = cards_of(Deck("JQK", "cds"))
    after = lcm(*(comb(5, k) for k in range(5)))
    results, drawn, choices, ties = Counter[Net](), Counter[Net](), Counter[str](), 0
    for own in combinations(pack, 4):
        gone, finals, tied = best_hold(own, without(pack, own))
        ties += tied
        choices[f"discard-{len(gone)}"] += after
        for final, net in finals:
            results[net] += after // len(finals)
            two_pair = sorted(Counter(card // 4 for card in final).values()) == [2, 2]
            drawn[5 if two_pair else -1] += after // len(finals)
    rules = rules_of(HOLD)
    verdict = play(rules, "base", "1")
    check(verdict, results, choices)
    assert verdict.ties == ties > 0
    check(play(rules, "drawn", "1"), drawn, choices)
    dealt = play(rules, "dealt", "1")
    assert (dealt.deals, dealt.choices) == (comb(9, 4), {})
    assert dealt.results[Fraction(5)] == 3 * 3 * 3
    hand = hand_from("Jc Jd Qs Kc")
    best, _ = best_choices(rules, {"own": hand})[0]
    gone = best_hold(hand, without(pack, hand))[0]
    assert hand_from(best.removeprefix("hold ")) == without(hand, gone)


# --- community cards, three decisions --------------------------------------------------------------------------------

HOLDEM = """
deck = { ranks = "T-A", suits = "cd" }
deal = { hole = 1, flop = 3, last = 1, house = 1 }
hands = { player = ["hole", "flop", "last"], dealer = ["house", "flop", "last"] }
[[round]]
sees = "hole"
choose.check = {}
choose.play-3 = { play = 3, then = "showdown" }
choose.play-4 = { play = 4, then = "showdown" }
[[round]]
sees = "flop"
choose.check = {}
choose.play-2 = { play = 2, then = "showdown" }
[[round]]
sees = "last"
choose.fold = { then = "fold" }
choose.play-1 = { play = 1 }
[wagers.base]
name = "Ante, Blind and Play"
bets = { ante = 1, blind = 1, play = 0 }
compare = ["player", "dealer"]
qualifies = "two-pair"
of = "player"
settle.ante = [{ qualified = false, pays = 0 }]
settle.blind = [{ on = "win", pays = "paytable" }, { on = "win", pays = 0 }]
pays = { royal-flush = 5, full-house = 3, straight = "1/2" }
[wagers.bad-beat]
name = "Bad beat"
settle.bad-beat = [{ chose = "fold", pays = -1 }, { pays = "paytable" }, { pays = -1 }]
compare = ["player", "dealer"]
lines.beaten = { of = "loser", at_least = "two-pair A" }
pays = { beaten = 2 }
"""

BLIND = {"royal-flush": Fraction(5), "full-house": Fraction(3), "straight": Fraction(1, 2)}


def holdem_net(own: Cards, board: Cards, house: Cards, bet: int) -> Fraction:
    player, dealer = (best_hand(tuple(sorted((*two, *board))), NONE) for two in (own, house))
    mine, other = (best_strength(tuple(sorted((*two, *board))), NONE) for two in (own, house))
    sign = (mine > other) - (mine < other)
    ante = sign if dealer.type not in ("high-card", "pair") else 0
    blind = BLIND.get(player.type, Fraction(0)) if sign > 0 else Fraction(sign)
    return ante + blind + bet * sign


def every_deal(own: Cards, board: Cards, bet: int, pack: Cards) -> list[Fraction]:
    """All that may follow, however much of the board is there."""
    rest = without(pack, own + board)
    if len(board) == 4:
        return [holdem_net(own, board, house, bet) for house in combinations(rest, 1)]
    missing = 3 if not board else 1
    return [net for new in combinations(rest, missing) for net in every_deal(own, board + new, bet, pack)]


def decide_holdem(own: Cards, board: Cards, pack: Cards) -> tuple[str, list[Fraction], Counter[str]]:
    """The choice, the net results of all deals, and how many of them each choice is made in."""
    options = {0: {"play-3": 3, "play-4": 4}, 3: {"play-2": 2}, 4: {"play-1": 1}}[len(board)]
    if len(board) == 4:
        stay, made = [Fraction(-2)] * (len(pack) - 5), Counter[str]()
        passive = "fold"
    else:
        stay, made = [], Counter()
        for new in combinations(without(pack, own + board), 3 if not board else 1):
            _, nets, later = decide_holdem(own, board + new, pack)
            stay += nets
            made += later
        passive = "1/check" if not board else "2/check"
    best, nets = passive, stay
    for name, bet in options.items():
        others = every_deal(own, board, bet, pack)
        if sum(others) > sum(nets):
            best, nets, made = name, others, Counter()
    return best, nets, made + Counter({best: len(nets)})


def test_ultimate_texas_holdem() -> None:
    pack = cards_of(Deck("TJQKA", "cd"))
    results, choices = Counter[Net](), Counter[str]()
    for own in combinations(pack, 1):
        _, nets, made = decide_holdem(own, (), pack)
        results.update(nets)
        choices += made
    verdict = play(rules_of(HOLDEM), "base", "1")
    check(verdict, results, choices)
    assert {"1/check", "2/check", "play-4", "play-1", "fold"} <= set(verdict.choices)


def test_a_side_wager_that_a_fold_loses() -> None:
    """The deals count the stages too, and the loser's hand may be either."""
    pack = cards_of(Deck("TJQKA", "cd"))
    results = Counter[Net]()
    for own in combinations(pack, 1):
        stays = decide_holdem(own, (), pack)[0] != "1/check"
        for flop in combinations(without(pack, own), 3):
            on = stays or decide_holdem(own, flop, pack)[0] == "play-2"
            for last in without(pack, own + flop):
                board = (*flop, last)
                folds = not on and decide_holdem(own, board, pack)[0] == "fold"
                for house in combinations(without(pack, own + board), 1):
                    hands = sorted(best_strength(tuple(sorted((*two, *board))), NONE) for two in (own, house))
                    beaten = hands[0] != hands[1] and hands[0] >= (2, (12,))
                    results[2 if beaten and not folds else -1] += 1
    verdict = play(rules_of(HOLDEM), "bad-beat", "1")
    assert verdict.results == dict(results)
    assert verdict.deals == 10 * comb(9, 3) * 6 * 5


# --- rows, shares and prices -----------------------------------------------------------------------------------------

ODDS_AND_ENDS = """
deck = { ranks = "Q-A", suits = "cdhs" }
deal = { own = 2, board = 1, house = 2 }
[[round]]
sees = "own"
choose.surrender = { then = "fold", loses = { ante = "1/2" } }
choose.small = { play = 1 }
choose.big = { play = 3, when = { of = "own", at_least = "pair K" } }
[[round]]
sees = "board"
choose.stay = {}
[round.choose.double]
play = 2
when = [{ chose = "small" }, { of = ["own", "board"], hand = ["pair", "three-of-a-kind"] }]
[wagers.base]
name = "Ante"
bets = { ante = 2, play = 0 }
compare = [["own", "board"], ["house", "board"]]
settle.ante = [{ on = "tie", pays = 1 }]
settle.play = [{ on = "win", of = "winner", hand = "three-of-a-kind", pays = 5 }]
"""


def test_surrender_bounds_and_later_bets() -> None:
    """Half the Ante of 2 is lost on a surrender; a big bet needs kings; who bet small may double."""
    pack = cards_of(Deck("QKA", "cdhs"))
    results, choices = Counter[Net](), Counter[str]()

    def nets(own: Cards, board: int, bet: int) -> list[Fraction]:
        mine = three_card_hand(tuple(sorted((*own, board))), NONE)
        paid = []
        for house in combinations(without(pack, (*own, board)), 2):
            other = three_card_hand(tuple(sorted((*house, board))), NONE)
            one, two = three_card_strength(mine), three_card_strength(other)
            ante = -2 if one < two else 2
            play_bet = 0 if one == two else -bet if one < two else bet * (5 if mine.type == "three-of-a-kind" else 1)
            paid.append(Fraction(ante + play_bet, 2))
        return paid

    for own in combinations(pack, 2):
        pair = own[0] // 4 == own[1] // 4
        ways: dict[str, tuple[list[Fraction], Counter[str]]] = {}
        for first, bet in (("small", 1), ("big", 3)):
            total, made = list[Fraction](), Counter[str]()
            for board in without(pack, own):
                stay, double = nets(own, board, bet), nets(own, board, 2)
                kind = three_card_hand(tuple(sorted((*own, board))), NONE).type
                doubles = first == "small" and kind in ("pair", "three-of-a-kind") and sum(double) > sum(stay)
                total += double if doubles else stay
                made["double" if doubles else "stay"] += len(stay)
            ways[first] = total, made
        best, count = "surrender", 10 * comb(9, 2)
        value = [Fraction(-1, 2)] * count
        for first in ("small", "big") if pair and own[0] // 4 >= 11 else ("small",):
            if sum(ways[first][0]) > sum(value):
                best, value = first, ways[first][0]
        results.update(value)
        choices[best] += count
        if best != "surrender":
            choices.update(ways[best][1])
    verdict = play(rules_of(ODDS_AND_ENDS), "base", "1")
    check(verdict, results, choices)


PRICED = """
deck = { ranks = "T-A", suits = "cd" }
deal = { own = 3, draw = 2, house = 3 }
[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "straight" }
exchange = { from = "own", discard = "0-2", draw = "draw", makes = "final", cost = { ante = [0, "1/4", 1] } }
[[round]]
sees = "final"
choose.fold = { then = "fold" }
choose.call = { call = 1 }
[wagers.base]
name = "Ante"
bets = { ante = 1, call = 0 }
compare = ["final", "house"]
settle.ante = [{ on = "automatic-win", pays = "3/2" }]
"""


def test_a_draw_that_has_a_price_then_a_bet() -> None:
    pack = cards_of(Deck("TJQKA", "cd"))
    cost = {0: Fraction(0), 1: Fraction(1, 4), 2: Fraction(1)}
    scale = lcm(*(comb(7, k) * comb(7 - k, 3) for k in range(3)))
    results, choices = Counter[Net](), Counter[str]()
    for own in combinations(pack, 3):
        if three_card_strength(three_card_hand(own, NONE)) >= (3, ()):
            results[Fraction(3, 2)] += scale
            continue
        ways = []
        for k in range(3):
            for gone in combinations(own, k):
                ante, weight = 1 + cost[k], scale // comb(7, k)
                nets, made = Counter[Net](), Counter[str]()
                for new in combinations(without(pack, own), k):
                    final = tuple(sorted((*without(own, gone), *new)))
                    mine = three_card_strength(three_card_hand(final, NONE))
                    called = Counter[Net]()
                    for house in combinations(without(pack, own + new), 3):
                        other = three_card_strength(three_card_hand(house, NONE))
                        called[((mine > other) - (mine < other)) * (ante + 1)] += weight // comb(7 - k, 3)
                    calls = mean(called) > -ante
                    nets.update(called if calls else {-ante: weight})
                    made["call" if calls else "fold"] += weight
                made[f"discard-{k}"] += scale
                square = sum(Fraction(net) ** 2 * count for net, count in nets.items())
                ways.append(((-mean(nets), square, k, tuple(reversed(gone))), nets, made))
        _, nets, made = min(ways, key=lambda way: way[0])
        results.update(nets)
        choices.update(made)
    verdict = play(rules_of(PRICED), "base", "1")
    check(verdict, results, choices)
    assert len(verdict.choices) >= 4


TWO_DRAWN = """
deck = { ranks = "J-A", suits = "cd" }
deal = { own = 2, draw = 2, house = 2 }
[[round]]
sees = "own"
exchange = { from = "own", discard = "0-2", draw = "draw", makes = "final" }
[[round]]
SEES
choose.fold = { then = "fold" }
choose.bet = { play = 1 }
[wagers.base]
name = "Ante"
bets = { ante = 1, play = 0 }
compare = ["final", "house"]
[wagers.all]
name = "All four cards"
of = ["own", "draw"]
settle.all = [{ chose = "fold", pays = -2 }, { pays = "paytable" }, { pays = -1 }]
pays = { two-pair = 9, pair = 1 }
"""


def two_drawn(sees: str) -> Verdict:
    return play(rules_of(TWO_DRAWN.replace("SEES", sees)), "base", "1")


def test_drawn_cards_that_are_not_seen() -> None:
    """Who does not see what he drew bets on what he knows; whoever knows more is never worse off."""
    blind, final = two_drawn(""), two_drawn('sees = "final"')
    both, house = two_drawn('sees = ["draw", "final"]'), two_drawn('sees = ["final", "house"]')
    assert blind.ev < final.ev < both.ev < house.ev
    pack = cards_of(Deck("JQKA", "cd"))
    total, scale = Fraction(0), lcm(*(comb(6, k) * comb(6 - k, 2) for k in range(3)))
    for own in combinations(pack, 2):
        values = []
        for k in range(3):
            for gone in combinations(own, k):
                nets = []
                for new in combinations(without(pack, own), k):
                    mine = two_card_strength(two_card_hand(tuple(sorted((*without(own, gone), *new)))))
                    for house_cards in combinations(without(pack, own + new), 2):
                        other = two_card_strength(two_card_hand(house_cards))
                        nets.append(2 * ((mine > other) - (mine < other)))
                values.append(max(Fraction(sum(nets), len(nets)), Fraction(-1)))
        total += max(values)
    assert blind.ev == total / comb(8, 2)
    assert blind.deals == comb(8, 2) * scale


def test_all_of_the_draw_group() -> None:
    """A wager may look at all that was dealt; the drawn cards are then one of two, either equally likely."""
    verdict = play(rules_of(TWO_DRAWN.replace("SEES", 'sees = "final"')), "all", "1")
    assert verdict.deals == comb(8, 2) * comb(6, 2) * 2
    assert verdict.results[Fraction(-2)] == verdict.choices["fold"] * verdict.deals > 0


# --- wild cards in lines ---------------------------------------------------------------------------------------------

DEUCES = """
deck = { ranks = "2,T-A", suits = "cd", jokers = 1, wild = ["2", "Jk"] }
deal = { own = 5 }
[wagers.base]
name = "Deuces and joker wild"
of = "own"
overlap = "first"
lines.two-deuces-and-joker = { count = { 2 = 2 }, jokers = 1 }
lines.clubs = { hand = ["flush", "straight-flush", "royal-flush"], suit = "c" }
[wagers.base.pays]
natural-royal-flush = 100
two-deuces-and-joker = 50
clubs = 40
wild-royal-flush = 30
four-of-a-kind = 5
straight = 2
"""


def test_deuces_and_a_joker() -> None:
    """Every natural rank is one of T to A, so what wild cards make is soon said."""
    pack = (*cards_of(Deck("2TJQKA", "cd")), 52)
    results = Counter[Net]()
    for own in combinations(pack, 5):
        plain = [card for card in own if 3 < card < 52]
        ranks = Counter(card // 4 for card in plain)
        suits, wilds = {card % 4 for card in plain}, 5 - len(plain)
        distinct = len(ranks) == len(plain)  # of T to A, so they are part of T-J-Q-K-A
        royal, most = distinct and len(suits) == 1, max(ranks.values()) + wilds
        if royal and not wilds:
            results[100] += 1
        elif wilds == 3:
            results[50] += 1
        elif royal:
            results[40 if suits == {0} else 30] += 1
        elif most == 4:
            results[5] += 1
        else:
            results[2 if distinct else -1] += 1
    verdict = play(rules_of(DEUCES), "base", "1")
    assert verdict.results == dict(results)
    assert len(results) == 7


# --- deals, work, meters ---------------------------------------------------------------------------------------------

FULL = """
deck = { jokers = 2, wild = "Jk" }
deal = { own = 5, draw = 1, dealer = 6 }
[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "straight" }
exchange = { from = "own", discard = 1, stand_pat = true, draw = "draw", makes = "final" }
[wagers.poker]
name = "Poker"
compare = ["final", "dealer"]
[wagers.bonus]
name = "Six cards"
of = ["own", "draw"]
pays = { flush = 4 }
[wagers.tax]
name = "Five and six cards"
of = ["own", "draw"]
settle.tax = [{ of = "own", at_least = "straight", pays = -2 }, { pays = "paytable" }, { pays = -1 }]
pays = { flush = 4 }
[wagers.joker]
name = "Jokers"
lines.both = [{ of = "own", jokers = 1 }, { of = "dealer", jokers = 1 }]
pays = { both = 10 }
[wagers.after]
name = "After the draw"
of = "final"
pays = { flush = 4 }
"""


def deals_of(rules: Rules, wager_id: str) -> int:
    wager = next(wager for wager in rules.wagers if wager.id == wager_id)
    return number_of_deals(rules, settled.Settled(rules, wager, wager.paytables[0], None))


def test_numbers_of_deals() -> None:
    rules = rules_of(FULL)
    assert deals_of(rules, "poker") == comb(54, 5) * 49 * comb(48, 6)
    assert deals_of(rules, "bonus") == comb(54, 6)
    assert deals_of(rules, "tax") == comb(54, 5) * 49
    assert deals_of(rules, "joker") == comb(54, 5) * comb(49, 6)
    assert deals_of(rules, "after") == comb(54, 5) * 49
    video = HOLD.replace('ranks = "J-K", suits = "cds"', "jokers = 0").replace("= 4, draw = 4", "= 5, draw = 5")
    assert deals_of(rules_of(video.replace("0-4", "0-5")), "base") == comb(52, 5) * 7_669_695
    assert work(rules, "poker") == comb(54, 5) * (1 + 5 * 49) * comb(48, 6)
    assert work(rules, "bonus") == comb(54, 6)


METER = """
deck = { ranks = "Q-A", suits = "cd" }
deal = { own = 3 }
[wagers.base]
name = "Progressive"
of = "own"
odds = "for_one"
meter = { bet = 5 }
pays = { straight-flush = "J/10", straight = 50, pair = 10 }
"""


def test_a_share_of_the_meter() -> None:
    rules = rules_of(METER)
    verdict = play(rules, "base", "1", level=Fraction(2000))
    assert verdict.results == {Fraction(39): 2, Fraction(9): 6, Fraction(1): 12}
    # A small meter pays less than the straight would; the cards are of one type only.
    assert play(rules, "base", "1", level=Fraction(100)).results[Fraction(1)] == 14
    with pytest.raises(ValueError, match="level"):
        play(rules, "base", "1")


# --- sabotage --------------------------------------------------------------------------------------------------------


def test_another_tie_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let It Ride has equal choices; taking the larger bet changes results and choices."""
    honest = play(rules_of(RIDE), "base", "1")
    assert honest.ties > 0
    monkeypatch.setattr(rounds, "staked", lambda wager, bets: -sum(bets.values()))
    bold = play(rules_of(RIDE), "base", "1")
    assert bold.ev == honest.ev
    assert bold.choices != honest.choices
    assert bold.results != honest.results


def test_a_skipped_row_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    results, _, _ = three_card_loops()
    row_pays = settled.Settled.row_pays

    def without_the_first(
        self: settled.Settled, rows: tuple[Row, ...], lines: Sequence[int], ended: settled.Ended
    ) -> tuple[Fraction, bool]:
        return row_pays(self, rows[1:] if len(rows) > 3 else rows, lines, ended)

    monkeypatch.setattr(settled.Settled, "row_pays", without_the_first)
    assert play(rules_of(THREE_CARD), "base", "1").results != dict(results)


def test_a_fold_that_loses_nothing_is_noticed() -> None:
    kind = THREE_CARD.replace('{ then = "fold" }', '{ then = "fold", loses = { ante = 0 } }')
    results, _, _ = three_card_loops()
    assert play(rules_of(kind), "base", "1").results != dict(results)
