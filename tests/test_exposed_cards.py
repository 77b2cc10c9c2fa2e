"""Cards that the player sees and should not: the rules that come of it, played by hand and by the referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from analyzer.errors import SelectionError
from analyzer.game.exposed_cards import Exposure, class_name, exposed, read_backs, read_exposure
from analyzer.game.language import Rules
from analyzer.pricing.exposures import single_exposures
from analyzer.reference.referee import play
from tests.language import rules_of as library_rules
from tests.rounds import rules_of

DUEL = """
deck = { ranks = "9-Q", suits = "cd" }
deal = { own = 1, house = 2 }
round = [{ sees = "own", choose = { fold = { then = "fold" }, play = { raise = 2 } } }]
[hands]
dealer = { of = "house", best = 1 }
[wagers.base]
name = "Base"
bets = { ante = 1, raise = 0 }
compare = ["own", "dealer"]
"""
BESIDE = """
[wagers.beside]
name = "Beside"
bets = { beside = 1 }
of = "dealer"
settle.beside = [{ chose = "fold", at_least = "high-card Q", pays = 2 }, { pays = "paytable" }, { pays = -1 }]
pays = { high-card = 1 }
"""
DRAW = """
deck = { ranks = "9-Q", suits = "cd" }
deal = { own = 2, draw = 2 }
round = [{ sees = "own", exchange = { from = "own", discard = "0-2", draw = "draw", makes = "final" } }]
[wagers.base]
name = "Base"
of = "final"
pays = { pair = 3 }
"""
CARDS = tuple(range(8))  # rank by rank, two suits: the rank of a card is card // 2


def seen(rules: Rules, *exposures: str) -> Rules:
    return exposed(rules, [read_exposure(text) for text in exposures])


def without(cards: Sequence[int], *taken: Sequence[int]) -> tuple[int, ...]:
    gone = {card for some in taken for card in some}
    return tuple(card for card in cards if card not in gone)


def mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values)) / len(values)


# --- played by hand --------------------------------------------------------------------------------------------------


def duel_result(own: int, house: Sequence[int]) -> int:
    """Net result of a raise: the best one of two cards against one, by rank."""
    best = max(card // 2 for card in house)
    return 3 * ((own // 2 > best) - (own // 2 < best))


def decided(hands: Sequence[int]) -> Fraction:
    """The better of a fold and the raise that ends so."""
    return max(Fraction(-1), mean(hands))


def duel_seeing(number: int) -> Fraction:
    """`number` random cards of the dealer's are seen."""
    values = []
    for own in CARDS:
        for up in combinations(without(CARDS, [own]), number):
            down = combinations(without(CARDS, [own], up), 2 - number)
            values.append(decided([duel_result(own, up + rest) for rest in down]))
    return mean(values)


@pytest.mark.parametrize("number", [1, 2])
def test_dealers_cards(number: int) -> None:
    assert play(seen(rules_of(DUEL), f"dealer={number}"), "base", "1").ev == duel_seeing(number)
    assert play(seen(rules_of(DUEL), f"house={number}"), "base", "1").ev == duel_seeing(number)


def test_more_seen_is_worth_more() -> None:
    values = [play(rules_of(DUEL), "base", "1").ev, duel_seeing(1), duel_seeing(2)]
    assert values == sorted(set(values))


@pytest.mark.parametrize("number", [1, 2])
def test_another_seat(number: int) -> None:
    values = []
    for own in CARDS:
        for gone in combinations(without(CARDS, [own]), number):
            house = combinations(without(CARDS, [own], gone), 2)
            values.append(decided([duel_result(own, hand) for hand in house]))
    verdict = play(seen(rules_of(DUEL), f"seat={number}"), "base", "1")
    assert verdict.ev == mean(values)
    assert verdict.deals == 8 * 21 * {1: 5, 2: 10}[number]  # own, house, then the seat


@pytest.mark.parametrize(
    ("backs", "classes"),
    [("Q", [(6, 7), range(6)]), ("J-Q", [range(4, 8), range(4)]), ("9/Q", [(0, 1), (6, 7), range(2, 6)])],
)
def test_backs(backs: str, classes: Sequence[Sequence[int]]) -> None:
    """Whether the first of the dealer's cards is of a class, and not which card it is."""
    total = Fraction(0)
    for own in CARDS:
        for cards in classes:
            ends = [
                duel_result(own, (first, second))
                for first in without(cards, [own])
                for second in without(CARDS, [own, first])
            ]
            total += decided(ends) * Fraction(len(ends), 8 * 7 * 6)
    rules = exposed(rules_of(DUEL), [Exposure("dealer", 1, backs=read_backs(backs))])
    assert play(rules, "base", "1").ev == total


def test_a_back_told_before_other_cards_are_turned() -> None:
    """The second decision sees a card that was dealt from what the class of the back leaves."""
    text = DUEL.replace("house = 2", "shown = 1, house = 2").replace(
        "play = { raise = 2 } } }]",
        "play = { raise = 1 } } }, { sees = 'shown', choose = { stay = {}, more = { raise = 2 } } }]",
    )
    total = Fraction(0)
    for own in CARDS:
        for cards in ((6, 7), range(6)):
            later = []
            for first in without(cards, [own]):
                for shown in without(CARDS, [own, first]):
                    later += [(first, shown, second) for second in without(CARDS, [own, first, shown])]
            worth = Fraction(0)
            for shown in without(CARDS, [own]):
                ends = [
                    Fraction(duel_result(own, (first, second)), 3) for first, turned, second in later if turned == shown
                ]
                worth += max(2 * sum(ends), 3 * sum(ends))
            total += max(Fraction(-len(later)), worth) / (8 * 7 * 6 * 5)
    rules = exposed(rules_of(text), [Exposure("dealer", 1, backs=read_backs("Q"))])
    assert play(rules, "base", "1").ev == total


def draw_value(hand: Sequence[int]) -> int:
    return 3 if hand[0] // 2 == hand[1] // 2 else -1


def test_the_main_wager_alone_is_left() -> None:
    """A side wager that depends on the choices does not keep the main one from being counted."""
    rules, seen_back = rules_of(DUEL + BESIDE), [Exposure("dealer", 1, backs=read_backs("Q"))]
    assert [wager.id for wager in rules.wagers] == ["base", "beside"]
    assert exposed(rules, []) is rules
    told = exposed(rules, seen_back)
    assert [wager.id for wager in told.wagers] == ["base"]
    assert play(told, "base", "1").ev == play(exposed(rules_of(DUEL), seen_back), "base", "1").ev


def test_cards_of_the_draw_are_drawn_first() -> None:
    """One is seen: it comes with the first discard, a second one is unknown."""
    values = []
    for own in combinations(CARDS, 2):
        for (card,) in combinations(without(CARDS, own), 1):
            options: list[Fraction] = [Fraction(draw_value(own))]
            options += [Fraction(draw_value((kept, card))) for kept in own]
            options.append(mean([draw_value((card, other)) for other in without(CARDS, own, [card])]))
            values.append(max(options))
    verdict = play(seen(rules_of(DRAW), "draw=1"), "base", "1")
    assert verdict.ev == mean(values)
    assert verdict.deals == 28 * 6 * 5


def test_all_cards_of_the_draw_are_seen() -> None:
    """Of two that are seen one discard brings either, and nobody knows which."""
    values = []
    for own in combinations(CARDS, 2):
        for two in combinations(without(CARDS, own), 2):
            options = [Fraction(draw_value(own)), Fraction(draw_value(two))]
            options += [mean([draw_value((kept, card)) for card in two]) for kept in own]
            values.append(max(options))
    verdict = play(seen(rules_of(DRAW), "draw=2"), "base", "1")
    assert verdict.ev == mean(values)
    assert verdict.deals == 28 * 15 * 2


# --- the rules that come of it ---------------------------------------------------------------------------------------


def test_hands_use_both_parts() -> None:
    rules = seen(library_rules("caribbean-stud"), "dealer=1")
    assert [(group.name, group.cards) for group in rules.deal] == [
        ("own", 5), ("up", 1), ("down-seen", 1), ("down", 3),
    ]  # fmt: skip
    assert rules.stages[0].sees == ("own", "up", "down-seen")
    assert rules.main.compare is not None
    assert rules.main.compare[1].groups == ("up", "down-seen", "down")
    assert rules.hands[0].groups == ("up", "down-seen", "down")
    assert rules.exposed == ("dealer=1",)


def test_a_whole_group_is_not_split() -> None:
    rules = seen(library_rules("ultimate-texas-holdem"), "flop=3", "dealer=2@3")
    assert [stage.sees for stage in rules.stages] == [("hole", "flop"), (), ("last", "house")]


def test_one_exposure_after_the_other() -> None:
    rules = seen(library_rules("ultimate-texas-holdem"), "dealer=1", "dealer=1@2", "flop=1", "seat=2@2")
    assert [stage.sees for stage in rules.stages] == [
        ("hole", "house-seen", "flop-seen"), ("flop", "house", "seat"), ("last",),
    ]  # fmt: skip


def test_groups_that_nothing_tells_apart_are_the_dealers_together() -> None:
    text = DUEL.replace("house = 2", "one = 1, two = 1").replace('of = "house"', 'of = ["one", "two"]')
    for number in (1, 2):
        assert play(seen(rules_of(text), f"dealer={number}"), "base", "1").ev == duel_seeing(number)


def test_groups_told_apart_must_be_named() -> None:
    text = DUEL.replace("house = 2", "one = 1, two = 1").replace('of = "house"', 'of = ["one", "two"]')
    text += '[wagers.side]\nname = "Side"\nof = "one"\npays = { high-card = 1 }\n'
    with pytest.raises(SelectionError, match=r"groups that are told apart: one, two; name one of them"):
        seen(rules_of(text), "dealer=1")
    assert play(seen(rules_of(text), "one=1"), "base", "1").ev == duel_seeing(1)


# --- what cannot be seen ---------------------------------------------------------------------------------------------

LIBRARY_FAULTS = {
    ("caribbean-stud", "dealer=5"): "1 to 4 cards are hidden there",
    ("caribbean-stud", "dealer=0"): "1 to 4 cards are hidden there",
    ("caribbean-stud", "up=1"): "up is seen at stage 1 already",
    ("caribbean-stud", "dwon=1"): r"no group 'dwon' \(did you mean 'down'\?\); one of own, up, down, dealer, seat",
    ("caribbean-stud", "dealer=1@2"): "there is no stage 2; the round has 1 stage",
    ("caribbean-stud", "seat=43"): "1 to 42 cards are left for one more seat",
    ("jacks-or-better", "dealer=1"): "compares no hands, so there is no dealer",
    ("jacks-or-better", "final=1"): "final is made by an exchange; what is hidden is draw",
    ("jacks-or-better", "draw=6"): "1 to 5 cards are hidden there",
    ("ultimate-texas-holdem", "flop=1@2"): "flop is seen at stage 2 already",
    ("ultimate-texas-holdem", "last=1@4"): "there is no stage 4; the round has 3 stages",
}


@pytest.mark.parametrize(("game", "text"), LIBRARY_FAULTS, ids=str)
def test_faults_in_words(game: str, text: str) -> None:
    with pytest.raises(SelectionError, match=LIBRARY_FAULTS[game, text]) as caught:
        seen(library_rules(game), text)
    assert f"--sees {text} of {game}: " in str(caught.value).replace("@1 ", " ")


@pytest.mark.parametrize("text", ["", "dealer", "dealer=", "dealer=x", "=1", "dealer=1@", "dealer=-1", "dealer=1@x"])
def test_texts_that_say_nothing(text: str) -> None:
    with pytest.raises(SelectionError, match="write GROUP=N or GROUP=N@STAGE"):
        read_exposure(text)


def test_nothing_is_decided() -> None:
    text = DUEL.replace("fold = { then = 'fold' }, ", "").replace('fold = { then = "fold" }, ', "")
    with pytest.raises(SelectionError, match="the player decides nothing"):
        seen(rules_of(text), "dealer=1")


def test_nothing_is_decided_afterwards() -> None:
    text = DUEL.replace("raise = 2 } } }]", "raise = 2 } } }, { sees = 'house', choose = { stay = {} } }]")
    with pytest.raises(SelectionError, match="nothing is decided from stage 2 on"):
        seen(rules_of(text), "seat=1@2")


def test_the_house_way_uses_no_card(pai_gow: Callable[..., Rules]) -> None:
    with pytest.raises(SelectionError, match=r"by the house way, .* as well as possible: --option player_sets=optimal"):
        seen(pai_gow(), "dealer=1")
    rules = seen(pai_gow(player_sets="optimal"), "dealer=1")
    assert [stage.sees for stage in rules.stages] == [("dealer-seen",)]


def test_who_sets_his_own_hand_sees_it(pai_gow: Callable[..., Rules]) -> None:
    rules = pai_gow(player_sets="optimal")
    with pytest.raises(SelectionError, match="player is seen at stage 1 already"):
        seen(rules, "player=1")
    assert [str(one) for one in single_exposures(rules)[0]] == ["dealer=1", "seat=1"]


@pytest.fixture
def pai_gow() -> Callable[..., Rules]:
    from analyzer.game.library import load_game

    file = load_game("pai-gow-wrangler-outlaw")
    return lambda **options: file.rules(options)


def test_cards_that_were_drawn() -> None:
    text = DRAW.replace('makes = "final" } }]', 'makes = "final" } }, { sees = "final", choose = { a = {}, b = {} } }]')
    with pytest.raises(SelectionError, match="draw is drawn at stage 1; its cards can be seen until then"):
        seen(rules_of(text), "draw=1@2")
    with pytest.raises(SelectionError, match="cards of draw are seen already"):
        seen(rules_of(text), "draw=1", "draw=1")


def test_one_more_seat_only() -> None:
    with pytest.raises(SelectionError, match="one more seat already"):
        seen(rules_of(DUEL), "seat=1", "seat=1")


# --- classes of backs ------------------------------------------------------------------------------------------------


def test_classes_of_backs_are_read() -> None:
    assert [class_name(ranks) for ranks in read_backs("T-A")] == ["T-A", "2-9,Jk"]
    assert [class_name(ranks) for ranks in read_backs("A, Jk / T-K")] == ["A,Jk", "T-K", "2-9"]
    assert [class_name(ranks) for ranks in read_backs("2-9/T-A,Jk")] == ["2-9", "T-A,Jk"]


@pytest.mark.parametrize(
    ("text", "why"), [("", "no class"), ("X", "no class"), ("A/T-A", "in two classes"), ("T-A/", "no class")]
)
def test_classes_that_are_none(text: str, why: str) -> None:
    with pytest.raises(SelectionError, match=why):
        read_backs(text)


@pytest.mark.parametrize(
    ("exposure", "why"),
    [
        (Exposure("dealer", 2, backs=read_backs("T-A")), "ask for dealer=1"),
        (Exposure("seat", 1, backs=read_backs("T-A")), "ask for dealer=1"),
        (Exposure("dealer", 1, backs=read_backs("9-A")), "all cards of the deck are in one class of backs, 9-Q"),
    ],
)
def test_backs_that_tell_nothing(exposure: Exposure, why: str) -> None:
    with pytest.raises(SelectionError, match=why):
        exposed(rules_of(DUEL), [exposure])
