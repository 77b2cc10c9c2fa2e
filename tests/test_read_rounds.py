"""[[round]]: stages, choices and exchanges."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from analyzer.game.language import Choice, Exchange
from tests.language import changed, faults_of, rules_of

RAISE = "choose.raise = { raise = 2 }"
DISCARD = 'discard = "0-5"'
SECOND = '[[round]]\nsees = "final"\n[wagers.base]'


def test_a_later_choice_may_depend_on_an_earlier_one() -> None:
    rules = rules_of(
        "ultimate-texas-holdem",
        ('choose.play-4 = { play = 4, then = "showdown" }', "choose.play-4 = { play = 4 }"),
        ("choose.play-1 = { play = 1 }", 'choose.play-1 = { play = 1 }\nchoose.go = { when = { chose = "play-4" } }'),
    )
    condition = rules.stages[2].choices[2].when
    assert condition is not None
    assert condition.chose == "play-4"


def test_a_fold_may_lose_a_part() -> None:
    rules = rules_of("three-card-poker-6-card-bonus", ("loses = { ante = 1 }", 'loses = { ante = "1/2" }'))
    assert rules.stages[0].choices[0] == Choice("fold", then="fold", loses=(("ante", Fraction(1, 2)),))


@pytest.mark.parametrize(
    ("told", "discards"),
    [
        ("discard = 1", (1,)),
        ('discard = "1"', (1,)),
        ('discard = "1-3"', (1, 2, 3)),
        ("discard = [0, 2, 5]", (0, 2, 5)),
        ('discard = [1, "3-5"]', (1, 3, 4, 5)),
        ("discard = 2, stand_pat = true", (0, 2)),
        ("discard = 2, stand_pat = false", (2,)),
    ],
)
def test_how_many_may_be_discarded(told: str, discards: tuple[int, ...]) -> None:
    exchange = rules_of("jacks-or-better", (DISCARD, told)).stages[0].exchange
    assert exchange == Exchange("own", discards, "draw", "final")


def test_a_draw_may_cost() -> None:
    rules = rules_of("jacks-or-better", (DISCARD, 'discard = [0, 2], cost = { base = [0, 0, "1/2"] }'))
    assert rules.stages[0].exchange is not None
    assert rules.stages[0].exchange.cost == (("base", (Fraction(0), Fraction(0), Fraction(1, 2))),)


def test_what_was_drawn_may_be_seen_later() -> None:
    rules = rules_of("jacks-or-better", ("[wagers.base]", SECOND))
    assert rules.stages[1].sees == ("final",)
    assert rules.stages[1].choices == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (RAISE, "choose.raise = { raise = -1 }", "choose.raise.raise: must be from 0 to 1,000,000,000, not -1"),
        (RAISE, 'choose.raise = { raise = "free" }', "choose.raise.raise: 'free' is not an exact number"),
        (RAISE, "choose.raise = 2", "choose.raise: must be a table, not 2"),
        (RAISE, 'choose.raise = { raise = 2, then = "stop" }', "choose.raise.then: 'stop' is not known"),
        (RAISE, 'choose.raise = { raise = 2, then = "fold" }', "choose.raise.raise: cannot be set by a fold"),
        (RAISE, "choose.raise = { raise = 2, loses = { ante = 1 } }", "choose.raise.loses: needs then = 'fold'"),
        (RAISE, 'choose.raise = { raise = 2, when = "pair" }', "choose.raise.when: of is missing"),
        (RAISE, 'choose.raise = { raise = 2, when = { chose = "fold" } }', "'fold' is a choice of a later stage"),
        (RAISE, "choose.raise = { raise = 2, when = { qualified = true } }", "when.qualified: needs qualifies"),
        (RAISE, 'choose.raise = { raise = 2, when = { on = "win" } }', "results are known only when the wagers"),
        ('{ then = "fold" }', '{ then = "fold", loses = {} }', "choose.fold.loses: must name a bet"),
        ('{ then = "fold" }', '{ then = "fold", loses = { anti = 1 } }', "loses.anti: is not a staked bet"),
        ('sees = ["own", "up"]', 'sees = ["own", "upp"]', "round[1].sees: 'upp' is not a group (did you mean 'up'?)"),
        ('sees = ["own", "up"]', "sees = []", "round[1].sees: must name the groups that are turned up now"),
        ('sees = ["own", "up"]', 'sees = ["own", "own"]', "round[1].sees: own is seen already"),
        ("[wagers.base]", '[[round]]\nsees = "up"\n[wagers.base]', "round[2].sees: up is seen already"),
        ("[wagers.base]", "[[round]]\n[wagers.base]", "round[2]: does nothing"),
        ("[wagers.base]", "[[round]]\nchoose = {}\n[wagers.base]", "round[2].choose: must offer at least one choice"),
        ("[wagers.base]", "[[round]]\nchose.x = {}\n[wagers.base]", "chose: unknown key (did you mean 'choose'?)"),
        (
            "[wagers.base]",
            '[[round]]\nautomatic_win = { of = "down", hand = "pair" }\n[wagers.base]',
            "round[2].automatic_win.of: down is not seen at this stage; seen so far: own, up",
        ),
        ("[wagers.base]", "[[round]]\nsees = 'down'\n" * 6 + "[wagers.base]", "round: has 7 stages, more than 6"),
    ],
)
def test_faults_of_choices(old: str, new: str, fault: str) -> None:
    faults = faults_of(changed("caribbean-stud", (old, new)))
    assert any(fault in one for one in faults), faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("exchange = {", "choose.x = {}\nexchange = {", "round[1].exchange: cannot stand beside choose"),
        ("exchange = {", "exchange = 5 #", "round[1].exchange: must be a table, not 5"),
        (DISCARD, 'discard = "5-0"', 'exchange.discard: must be a number of cards such as 1, a range "0-5"'),
        (DISCARD, "discard = true", "exchange.discard: must be a number of cards"),
        (DISCARD, "discard = []", "exchange.discard: must be a number of cards"),
        (DISCARD, "discard = 0", "exchange.discard: must permit at least one card"),
        (DISCARD, 'discard = "0-6"', "exchange.from: own has 5 cards where 6 may be discarded"),
        (DISCARD, f"{DISCARD}, stand_pat = true", "exchange.stand_pat: is said already"),
        (DISCARD, "discard = 1, stand_pat = 1", "exchange.stand_pat: must be true or false, not 1"),
        (DISCARD, "discard = 1, cost = { base = [1] }", "exchange.cost.base: must be a list of 2 amounts"),
        (DISCARD, "discard = 1, cost = { base = [1, 1] }", "exchange.cost.base[1]: must be 0: 0 cards cannot be"),
        (DISCARD, "discard = 1, cost = { bas = [0, 1] }", "exchange.cost.bas: is not a staked bet"),
        (DISCARD, "discard = 1, cost = {}", "exchange.cost: must name a bet"),
        ('from = "own"', 'from = "on"', "exchange.from: 'on' is not a group (did you mean 'own'?)"),
        ('from = "own"', 'from = "final"', "exchange.from: 'final' is not a group"),
        ('from = "own", ', "", "exchange.from: is missing"),
        ('draw = "draw"', 'draw = "own"', "exchange.draw: must be a group of [deal] that nothing else is drawn from"),
        ('makes = "final"', 'makes = "draw"', "exchange.makes: 'draw' is already a group"),
        ('makes = "final"', 'makes = "seat"', "exchange.makes: no group can be called 'seat'"),
        ('sees = "own"\n', "", "exchange.from: own is not seen yet"),
        ('sees = "own"', 'sees = ["own", "draw"]', "exchange.draw: draw is seen already"),
        ('sees = "own"', 'sees = ["own", "final"]', "round[1].sees: final is made by an exchange that comes later"),
    ],
)
def test_faults_of_exchanges(old: str, new: str, fault: str) -> None:
    faults = faults_of(changed("jacks-or-better", (old, new)))
    assert any(fault in one for one in faults), faults


def test_a_fold_loses_no_share_of_a_free_bet() -> None:
    text = changed("caribbean-stud", ('{ then = "fold" }', '{ then = "fold", loses = { extra = 1 } }'))
    text = re.sub(r"(?m)^(bets = \{ )", r'\1extra = "free", ', text, count=1)
    told = [fault for fault in faults_of(text) if "loses.extra" in fault]
    assert [fault.partition("loses.extra: ")[2] for fault in told] == [
        "is a free bet, which stakes nothing; one of ante, raise"
    ]
