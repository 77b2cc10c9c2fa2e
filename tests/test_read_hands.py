"""[deal] and [hands]."""

from __future__ import annotations

import pytest

from analyzer.game.language import Hand
from tests.language import changed, faults_of, rules_of

CRAZY = 'player = { of = "own", best = 4 }'


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        ('dealer = ["up", "down"]', Hand("dealer", ("up", "down"))),
        ('dealer = { of = ["up", "down"] }', Hand("dealer", ("up", "down"))),
        ('dealer = { of = ["up", "down"], best = 5, order = "poker" }', Hand("dealer", ("up", "down"))),
        ('dealer = { of = ["up", "down"], best = "5" }', Hand("dealer", ("up", "down"))),
    ],
)
def test_ways_to_say_a_hand(told: str, hand: Hand) -> None:
    assert rules_of("caribbean-stud", ('dealer = ["up", "down"]', told)).hands == (hand,)


@pytest.mark.parametrize(("best", "order"), [(4, "four-card"), (3, "three-card"), (2, "two-card"), (1, "one-card")])
def test_the_order_follows_from_the_number_of_cards(best: int, order: str) -> None:
    told = f'of = ["up", "down"], best = {best}'
    rules = rules_of(
        "caribbean-stud",
        ('dealer = ["up", "down"]', f'dealer = {{ {told} }}\nplayer = {{ of = "own", best = {best} }}'),
        ('compare = ["own", "dealer"]', 'compare = ["player", "dealer"]'),
        ('"high-card A K"', '"high-card A"'),
    )
    assert [hand.order for hand in rules.hands] == [order, order]


def test_a_hand_may_have_the_name_of_the_group_that_it_is() -> None:
    assert faults_of(changed("caribbean-stud", ("[hands]", '[hands]\nown = ["own"]'))) == ()


@pytest.mark.parametrize(
    ("game", "old", "new", "fault"),
    [
        ("caribbean-stud", "own = 5", "seat = 5", "deal.seat: no group can be called 'seat'"),
        ("caribbean-stud", "own = 5", "winner = 5", "deal.winner: no group can be called 'winner'"),
        ("caribbean-stud", "own = 5", "Own = 5", "deal.Own: 'Own' is not an id"),
        ("caribbean-stud", "own = 5", "own = 0", "deal.own: must be a whole number from 1 to 54, not 0"),
        ("caribbean-stud", "own = 5", 'own = "x"', "deal.own: must be a whole number from 1 to 54, not 'x'"),
        ("caribbean-stud", "own = 5", "own = true", "deal.own: must be a whole number"),
        (
            "caribbean-stud",
            '["up", "down"]',
            '["up", "dwn"]',
            "hands.dealer: 'dwn' is not a group (did",
        ),
        ("caribbean-stud", '["up", "down"]', '["up", "up"]', "hands.dealer: ['up', 'up'] names a group twice"),
        ("caribbean-stud", '["up", "down"]', "[]", "hands.dealer: must name its groups"),
        ("caribbean-stud", '["up", "down"]', "5", "hands.dealer: must be text or a list of texts, not 5"),
        ("crazy-4-poker", CRAZY, "player = { best = 4 }", "hands.player.of: is missing"),
        (
            "crazy-4-poker",
            CRAZY,
            'player = { of = "own", best = 6 }',
            "best: must be a whole number from 1 to 5",
        ),
        (
            "crazy-4-poker",
            CRAZY,
            'player = { of = "own", best = 4, order = "poker" }',
            "hands.player.order: poker ranks 5 cards, and 4 count; write 'four-card'",
        ),
        ("crazy-4-poker", CRAZY, 'player = { of = "own", sets = "optimal" }', "hands.player.sets: needs house_way"),
        ("crazy-4-poker", CRAZY, 'own = { of = "own", best = 4 }', "hands.own: is the name of a group"),
        ("crazy-4-poker", CRAZY, 'loser = "own"', "hands.loser: no hand can be called 'loser'"),
        ("crazy-4-poker", CRAZY, 'player = { of = "own", house_way = "x" }', "hands.player.of: must be 7 cards"),
        ("crazy-4-poker", CRAZY, 'player = { of = "own", house_way = "x" }', "'x' is not a house way; the file has no"),
        ("jacks-or-better", "[[round]]", '[hands]\nh = ["own", "final"]\n[[round]]', "final is made of cards of own"),
        ("pai-gow-wrangler-outlaw", 'of = "dealer.front"', 'of = "dealer"', "dealer is set in two; say dealer.front"),
        ("pai-gow-wrangler-outlaw", 'of = "dealer.front"', 'of = "dealer.frnt"', "did you mean 'dealer.front'?"),
        ("pai-gow-wrangler-outlaw", 'of = "dealer.front"', 'of = "own.front"', "is not a part of a hand"),
    ],
)
def test_faults(game: str, old: str, new: str, fault: str) -> None:
    faults = faults_of(changed(game, (old, new)))
    assert any(fault in one for one in faults), faults


def test_a_broken_hand_is_one_fault_however_often_it_is_used() -> None:
    assert (
        len(faults_of(changed("ultimate-texas-holdem", ('["hole", "flop", "last"]', '["hole", "flob", "last"]')))) == 1
    )
    assert len(faults_of(changed("jacks-or-better", ("own = 5", "own = 'five'")))) == 1


def test_names_are_limited() -> None:
    many = "".join(f"g{number} = 1\n" for number in range(20))
    assert faults_of(changed("caribbean-stud", ("own = 5", f"own = 5\n{many}")))[0] == (
        "line 7: deal: has 23 entries, more than 12"
    )
