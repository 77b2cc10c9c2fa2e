"""Each key of the vocabulary, counted by the kernel and by a literal predicate over every hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations, product

import pytest

from analyzer.cards.deck import FIRST_JOKER, RED_SUITS
from analyzer.cards.ranking import Ranking
from analyzer.errors import GameFileError
from analyzer.game.lines import LineTest, hands_at_least, line_records, parse_groups, parse_ranks
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing.analysis import analyze
from analyzer.reference.hands import HandRules, all_straights, best_hand, five_card_readings
from analyzer.run.jobs import Run
from tests.helpers import from_text, game_of, tiny_text

Cards = tuple[int, ...]
Predicate = Callable[[Cards], bool]
RUNS = [{12, 0, 1, 2, 3}, *({low + i for i in range(5)} for low in range(9))]
ROYAL = {8, 9, 10, 11, 12}
SIZE_OF = {"pair": 2, "two-pair": 4, "three-of-a-kind": 3, "four-of-a-kind": 4}


def assert_line(test: str, predicate: Predicate, **game: object) -> None:
    """As many hands satisfy the line in the game file as satisfy the predicate; some do and some do not."""
    text = tiny_text(f"a: {test}", **game)  # type: ignore[arg-type]
    file = from_text(text)
    built = file.game()
    wager = built.wagers[0]
    assert isinstance(wager, LinesWager)
    result = analyze(file, run=Run(jobs=1)).wagers[0]
    hands = list(combinations(built.deck.cards, wager.cards))
    expected = sum(map(predicate, hands))
    assert result.outcomes[0].count == expected
    assert 0 < expected < len(hands), "a test that every hand, or none, passes shows nothing"


# --- what cards hold, by substitution --------------------------------------------------------------------------------


def is_exactly(kind: str, cards: Sequence[int]) -> bool:
    """Are these cards, none of them a joker any more, just the cards of such a hand?"""
    ranks = {card // 4 for card in cards}
    shape = sorted(Counter(card // 4 for card in cards).values(), reverse=True)
    one_suit = len({card % 4 for card in cards}) == 1 and len(set(cards)) == len(cards)
    straight = len(cards) == 5 and ranks in RUNS
    return {
        "pair": shape == [2],
        "two-pair": shape == [2, 2],
        "three-of-a-kind": shape == [3],
        "four-of-a-kind": shape == [4],
        "five-of-a-kind": shape == [5],
        "full-house": shape == [3, 2],
        "straight": straight,
        "flush": one_suit,
        "straight-flush": straight and one_suit,
        "royal-flush": one_suit and ranks == ROYAL,
    }[kind]


@cache
def can_be(kind: str, cards: Cards, joker: str) -> bool:
    plain = [card for card in cards if card < FIRST_JOKER]
    sets = kind not in ("straight", "flush", "straight-flush", "royal-flush")
    stand_ins = range(48, 52) if joker == "bug" and sets else range(52)
    return any(is_exactly(kind, [*plain, *chosen]) for chosen in product(stand_ins, repeat=len(cards) - len(plain)))


def holds(kind: str, natural: bool | None = None, joker: str = "wild") -> Predicate:
    """Some of the cards make the hand: without a joker among them, with one, or either."""

    def predicate(cards: Cards) -> bool:
        return any(
            can_be(kind, some, joker)
            for some in combinations(cards, SIZE_OF.get(kind, 5))
            if natural is None or natural == (some[-1] < FIRST_JOKER)
        )

    return predicate


def makes(kind: str, natural: bool | None = None, joker: str = "wild") -> Predicate:
    """Some five of the cards, the jokers read as any cards that they may be, are exactly that hand."""

    def predicate(cards: Cards) -> bool:
        return any(
            hand.type == kind and natural in (None, hand.natural)
            for five in combinations(cards, 5)
            for hand in five_card_readings(five, HandRules(joker))
        )

    return predicate


KINDS = ["pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind"]
KINDS += ["straight-flush", "royal-flush", "five-of-a-kind"]


@pytest.mark.parametrize("kind", KINDS)
def test_hand_made_with_wild_jokers(kind: str) -> None:
    suits, jokers = ("cdhs", 1) if kind in ("pair", "two-pair", "five-of-a-kind") else ("cd", 2)
    ranks = "2-7" if kind == "pair" else "T-A"
    cards = 5 if suits == "cdhs" else 6
    if kind == "pair":
        jokers = 0
    joker = "wild" if jokers else "none"
    assert_line(f'hand = "{kind}"', makes(kind), ranks=ranks, suits=suits, jokers=jokers, joker=joker, cards=cards)


@pytest.mark.parametrize("kind", KINDS[:9])
@pytest.mark.parametrize("natural", ["true", "false"])
def test_hand_made_naturally_or_with_a_joker(kind: str, natural: str) -> None:
    test = f'hand = "{kind}"; natural = {natural}'
    suits = "cdhs" if kind == "four-of-a-kind" else "cdh"
    game = {"ranks": "T-A", "suits": suits, "jokers": 1, "cards": 6}
    if kind in ("flush", "straight-flush"):
        game |= {"ranks": "9-A", "suits": "cd"}  # with ten to ace all flushes are royal
    assert_line(test, makes(kind, natural == "true"), **game)


@pytest.mark.parametrize("kind", KINDS)
def test_hand_made_with_the_bug(kind: str) -> None:
    game = {"ranks": "T-A", "suits": "cdh", "jokers": 1, "joker": "bug", "cards": 5}
    if kind in ("four-of-a-kind", "five-of-a-kind"):
        game |= {"ranks": "Q-A", "suits": "cdhs"}
    if kind == "pair":
        game |= {"ranks": "8-A", "suits": "cd"}
    assert_line(f'hand = "{kind}"', makes(kind, joker="bug"), **game)


def test_a_bug_that_lies_beside_a_full_house_is_not_in_it() -> None:
    """7-7-7-K-K and a joker: the joker could only be an ace, so this is no full house with a joker."""
    test = 'hand = "full-house"; natural = false'
    game = {"ranks": "Q-A", "suits": "cdh", "jokers": 1, "joker": "bug", "cards": 6}
    counted_or_refused(test, makes("full-house", False, "bug"), **game)


@pytest.mark.parametrize("kind", ["three-of-a-kind", "full-house"])
def test_rank_of_a_hand_that_can_be_made(kind: str) -> None:
    def predicate(cards: Cards) -> bool:
        return any(
            hand.type == kind and hand.ranks[0] >= 11
            for five in combinations(cards, 5)
            for hand in five_card_readings(five, HandRules("none"))
        )

    game = {"ranks": "T-A", "suits": "cdh", "jokers": 0, "joker": "none", "cards": 6}
    assert_line(f'hand = "{kind}"; ranks = "K-A"', predicate, **game)


def test_a_list_of_hands_means_any_of_them() -> None:
    def predicate(cards: Cards) -> bool:
        return makes("flush")(cards) or makes("four-of-a-kind")(cards)

    game = {"ranks": "9-A", "suits": "cd", "jokers": 1, "cards": 6}
    assert_line('hand = ["flush", "four-of-a-kind"]', predicate, **game)


# --- the hand that ranks highest -------------------------------------------------------------------------------------


def best(kind: Sequence[str], natural: bool | None = None, tops: str | None = None, wheel: str = "lowest") -> Predicate:
    rules = HandRules("wild", wheel, "royal")

    def predicate(cards: Cards) -> bool:
        hand = best_hand(cards, rules)
        if hand.type not in kind or natural not in (None, hand.natural):
            return False
        if tops is None:
            return True
        rank = hand.ranks[0] if hand.ranks else 12
        if hand.type in ("straight", "straight-flush"):
            ranks = all_straights(5, wheel)[rank]
            rank = 3 if {0, 12} <= ranks else max(ranks)
        return "23456789TJQKA"[rank] in tops

    return predicate


SMALL = {"ranks": "9-A", "suits": "cd", "jokers": 1, "cards": 6, "uses": "best_ranked"}
WHEELS = {"ranks": "2-6,A", "suits": "cd", "jokers": 1, "cards": 5, "uses": "best_ranked"}


@pytest.mark.parametrize("kind", ["pair", "three-of-a-kind", "straight", "flush", "full-house", "straight-flush"])
def test_best_hand(kind: str) -> None:
    assert_line(f'hand = "{kind}"', best([kind]), **SMALL)


@pytest.mark.parametrize("natural", ["true", "false"])
@pytest.mark.parametrize("kind", ["royal-flush", "straight-flush", "straight", "flush"])
def test_best_hand_natural_or_wild(kind: str, natural: str) -> None:
    assert_line(f'hand = "{kind}"; natural = {natural}', best([kind], natural == "true"), **SMALL)


@pytest.mark.parametrize(
    ("kind", "ranks", "tops"),
    [("pair", "K-A", "KA"), ("straight", "K", "K"), ("flush", "A", "A"), ("full-house", "9,T", "9T")],
)
def test_rank_of_the_best_hand(kind: str, ranks: str, tops: str) -> None:
    assert_line(f'hand = "{kind}"; ranks = "{ranks}"', best([kind], tops=tops), **SMALL)


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
@pytest.mark.parametrize("top", "56")
def test_the_top_of_the_wheel_is_its_five(wheel: str, top: str) -> None:
    line = f'hand = ["straight", "straight-flush"]; ranks = "{top}"'
    expected = best(["straight", "straight-flush"], tops=top, wheel=wheel)
    assert_line(line, expected, **{**WHEELS, "wheel": wheel})


def test_at_least() -> None:
    types = Ranking("wild").types(5)
    assert_line('at_least = "full-house"', best(types[types.index("full-house") :]), **SMALL)


def test_at_least_follows_the_order_of_the_game() -> None:
    assert hands_at_least("royal-flush", Ranking(top_hand="royal"), 5) == {"royal-flush"}
    both = {"royal-flush", "five-of-a-kind"}
    assert hands_at_least("royal-flush", Ranking(top_hand="five_of_a_kind"), 5) == both
    assert hands_at_least("three-of-a-kind", Ranking(), 3) == {"three-of-a-kind", "straight-flush"}


# --- all the cards together ------------------------------------------------------------------------------------------


def has_groups(sizes: Sequence[int], joker: str = "wild", natural: bool = False, largest: str = "") -> Predicate:
    """Different ranks, held so often, with the jokers as any ranks (as aces for the bug)."""

    def predicate(cards: Cards) -> bool:
        plain = [card // 4 for card in cards if card < FIRST_JOKER]
        jokers = 0 if natural else len(cards) - len(plain)
        choices = [12] if joker == "bug" else range(13)
        for chosen in product(choices, repeat=jokers):
            held = Counter([*plain, *chosen])
            for ranks in permutations(held, len(sizes)):
                right = not largest or "23456789TJQKA"[ranks[0]] in largest
                if right and all(held[rank] >= size for rank, size in zip(ranks, sizes, strict=True)):
                    return True
        return False

    return predicate


GROUPED = {"ranks": "J-A", "suits": "cdhs", "jokers": 1, "cards": 6}


@pytest.mark.parametrize("groups", ["6", "5", "4+2", "3+3", "2+2+2", "4", "3+2"])
def test_groups_with_wild_jokers(groups: str) -> None:
    sizes = [int(size) for size in groups.split("+")]
    game = {"ranks": "Q-A", "suits": "cdhs", "jokers": 2, "cards": 6} if groups == "6" else GROUPED
    assert_line(f'groups = "{groups}"', has_groups(sizes), **game)


@pytest.mark.parametrize("groups", ["4+2", "3+3", "2+2+2", "3"])
def test_groups_with_the_bug(groups: str) -> None:
    sizes = [int(size) for size in groups.split("+")]
    game = {"ranks": "J-A", "suits": "cdhs", "jokers": 1, "joker": "bug", "cards": 6}
    assert_line(f'groups = "{groups}"', has_groups(sizes, "bug"), **game)


@pytest.mark.parametrize("groups", ["2", "3", "2+2", "3+2", "2+2+2"])
@pytest.mark.parametrize("ranks", ["", "K,A", "Q"])
def test_groups_that_a_bug_is_in(groups: str, ranks: str) -> None:
    """A bug is an ace here: two threes and two kings beside it are no two pair made with it."""
    sizes = [int(size) for size in groups.split("+")]

    def predicate(cards: Cards) -> bool:
        plain = Counter(card // 4 for card in cards if card < FIRST_JOKER)
        bugs = sum(card >= FIRST_JOKER for card in cards)
        held = plain + Counter({12: bugs})
        for chosen in permutations(held, len(sizes)):
            enough = all(held[rank] >= size for rank, size in zip(chosen, sizes, strict=True))
            if enough and bugs and 12 in chosen and (not ranks or "23456789TJQKA"[chosen[0]] in ranks):
                return True
        return False

    game = {"ranks": "Q-A", "suits": "cdh", "jokers": 2, "joker": "bug", "cards": 6}
    asked = f'; ranks = "{ranks}"' if ranks else ""
    if ranks == "Q" and len(sizes) == 1:
        counted = analyze(from_text(tiny_text(f'a: groups = "{groups}"{asked}; natural = false', **game)))  # type: ignore[arg-type]
        assert counted.wagers[0].outcomes[0].count == 0
        return
    assert_line(f'groups = "{groups}"{asked}; natural = false', predicate, **game)


def test_groups_that_no_bug_can_be_in() -> None:
    """There is no ace, so the bug is never one of three and two; 144 hands hold them beside it."""
    text = tiny_text('a: groups = "3+2"; natural = false', ranks="2-4", suits="cdhs", jokers=1, joker="bug", cards=6)
    assert analyze(from_text(text)).wagers[0].outcomes[0].count == 0


def test_groups_without_jokers_and_of_a_rank() -> None:
    game = {"ranks": "J-A", "suits": "cdhs", "jokers": 1, "cards": 6}
    assert_line('groups = "3+2"; natural = true', has_groups([3, 2], natural=True), **game)
    assert_line('groups = "3+2"; ranks = "A"', has_groups([3, 2], largest="A"), **game)
    assert_line('groups = "2+2"; ranks = "J,Q"', has_groups([2, 2], largest="JQ"), **game)


def is_whole(kind: str, natural: bool | None = None) -> Predicate:
    def straight(ranks: list[int]) -> bool:
        n = len(ranks)
        return set(ranks) in [{12, *range(n - 1)}, *({low + i for i in range(n)} for low in range(14 - n))]

    def predicate(cards: Cards) -> bool:
        plain = [card for card in cards if card < FIRST_JOKER]
        if natural not in (None, len(plain) == len(cards)):
            return False
        for chosen in product(range(52), repeat=len(cards) - len(plain)):
            full = [*plain, *chosen]
            suited = len({card % 4 for card in full}) == 1 and len(set(full)) == len(full)
            run = straight([card // 4 for card in full])
            if {"straight": run, "flush": suited, "straight-flush": run and suited}[kind]:
                return True
        return False

    return predicate


@pytest.mark.parametrize("kind", ["straight", "flush", "straight-flush"])
@pytest.mark.parametrize("natural", ["", "; natural = true", "; natural = false"])
def test_whole(kind: str, natural: str) -> None:
    wanted = {"": None, "; natural = true": True, "; natural = false": False}[natural]
    game = {"ranks": "2-7,A", "suits": "cd", "jokers": 1, "cards": 6}
    assert_line(f'whole = "{kind}"{natural}', is_whole(kind, wanted), **game)


@pytest.mark.parametrize("cards", [3, 7])
def test_whole_of_other_sizes(cards: int) -> None:
    game = {"ranks": "8-A", "suits": "cd", "jokers": 1, "cards": cards, "hand_size": min(cards, 5)}
    if cards == 3:
        game |= {"uses": "best_ranked", "hand_size": 3}
    assert_line('whole = "straight"', is_whole("straight"), **game)


def test_high() -> None:
    def predicate(cards: Cards) -> bool:
        return max(card // 4 for card in cards if card < FIRST_JOKER) in (9, 10)

    game = {"ranks": "8-K", "suits": "cd", "jokers": 2, "cards": 5}
    assert_line('high = "J,Q"', predicate, **game)


@pytest.mark.parametrize("joker", ["wild", "bug"])
def test_without(joker: str) -> None:
    def predicate(cards: Cards) -> bool:
        return not any(holds(kind, joker=joker)(cards) for kind in ("straight", "flush", "three-of-a-kind"))

    game = {"ranks": "8-A", "suits": "cd", "jokers": 1, "joker": joker, "cards": 6}
    assert_line('without = ["straight", "flush", "three-of-a-kind"]', predicate, **game)


@pytest.mark.parametrize("suits", ["cd", "dh", "cdh", "cdhs", "s"])
def test_colour(suits: str) -> None:
    def predicate(cards: Cards) -> bool:
        return len({card % 4 in RED_SUITS for card in cards if card < FIRST_JOKER}) == 1

    test = 'colour = "one"' if suits not in ("dh", "s") else 'colour = "one"; jokers = 0'
    extra = predicate if suits not in ("dh", "s") else lambda cards: predicate(cards) and cards[-1] < FIRST_JOKER
    game = {"ranks": "9-A" if len(suits) < 4 else "J-A", "suits": suits, "jokers": 1, "cards": 5}
    assert_line(test, extra, **game)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_jokers(jokers: int) -> None:
    def predicate(cards: Cards) -> bool:
        return sum(card >= FIRST_JOKER for card in cards) == jokers

    assert_line(f"jokers = {jokers}", predicate, ranks="9-A", suits="cd", jokers=2, cards=6)


def royal_beside(ranks: str, joker: str = "wild", natural: bool | None = None, *, any_suits: bool = False) -> Predicate:
    """Five cards are a royal flush; among the others these ranks lie, in one suit or any; a wild joker is any card."""
    wanted = {"23456789TJQKA".index(rank) for rank in ranks}

    def predicate(cards: Cards) -> bool:
        for five in combinations(cards, 5):
            if natural not in (None, five[-1] < FIRST_JOKER) or not can_be("royal-flush", five, joker):
                continue
            others = [card for card in cards if card not in five and card < FIRST_JOKER]
            wilds = len(cards) - len(five) - len(others) if joker == "wild" else 0
            for suit in range(4):
                if len(wanted - {card // 4 for card in others if any_suits or card % 4 == suit}) <= wilds:
                    return True
        return False

    return predicate


@pytest.mark.parametrize(("jokers", "joker"), [(0, "none"), (1, "wild"), (1, "bug"), (2, "wild"), (2, "bug")])
@pytest.mark.parametrize("natural", [None, True, False])
@pytest.mark.parametrize("any_suits", [False, True])
def test_beside(jokers: int, joker: str, natural: bool | None, any_suits: bool) -> None:
    if natural is False and not jokers:
        pytest.skip("no hand is wild without jokers")
    game = {"ranks": "T-A", "suits": "cd", "jokers": jokers, "joker": joker, "cards": 7}
    test = 'hand = "royal-flush"; beside = "K,Q"' + ('; beside_suits = "any"' if any_suits else "")
    test += "" if natural is None else f"; natural = {str(natural).lower()}"
    assert_line(test, royal_beside("KQ", joker, natural, any_suits=any_suits), **game)


@pytest.mark.parametrize("natural", ["true", "false"])
def test_beside_a_natural_or_a_wild_royal(natural: str) -> None:
    """T-J-Q-K-A of one suit, a joker and a nine: the king is free only if the joker takes its place."""
    game = {"ranks": "9-A", "suits": "cd", "jokers": 1, "cards": 7}
    test = f'hand = "royal-flush"; beside = "K"; natural = {natural}'
    assert_line(test, royal_beside("K", natural=natural == "true"), **game)


# --- combinations that the kernel must count or the loader refuse ----------------------------------------------------


def counted_or_refused(test: str, predicate: Predicate, **game: object) -> None:
    """Never a silent wrong count."""
    try:
        game_of(tiny_text(f"a: {test}", **game))  # type: ignore[arg-type]
    except GameFileError:
        return
    assert_line(test, predicate, **game)


def is_natural(cards: Cards) -> bool:
    return cards[-1] < FIRST_JOKER


def test_natural_alone() -> None:
    counted_or_refused("natural = true", is_natural, ranks="9-A", suits="cd", jokers=1, cards=5)


def test_natural_beside_high() -> None:
    def predicate(cards: Cards) -> bool:
        return is_natural(cards) and max(card // 4 for card in cards if card < FIRST_JOKER) == 12

    counted_or_refused('high = "A"; natural = true', predicate, ranks="9-A", suits="cd", jokers=1, cards=5)


@pytest.mark.parametrize("kind", ["straight", "flush", "straight-flush", "three-of-a-kind"])
def test_three_cards_that_hold_a_hand(kind: str) -> None:
    def predicate(cards: Cards) -> bool:
        ranks = {card // 4 for card in cards}
        runs = [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]
        suited = len({card % 4 for card in cards}) == 1
        straight = ranks in runs
        made = {"straight": straight and not suited, "flush": suited and not straight}
        made["straight-flush"] = suited and straight
        return made.get(kind, len(ranks) == 1)

    game = {"ranks": "9-A", "suits": "cdh", "jokers": 0, "joker": "none", "cards": 3, "hand_size": 3}
    counted_or_refused(f'hand = "{kind}"', predicate, **game)


def test_three_cards_without_a_straight() -> None:
    def predicate(cards: Cards) -> bool:
        ranks = sorted(card // 4 for card in cards)
        return max(ranks) == 12 and ranks != [10, 11, 12]

    game = {"ranks": "9-A", "suits": "cdh", "jokers": 0, "joker": "none", "cards": 3, "hand_size": 3}
    test = 'high = "A"; without = ["straight"]'
    counted_or_refused(test, predicate, uses="best_ranked", **game)


# --- reading the vocabulary ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("A", [12]), ("Q-A", [10, 11, 12]), ("2-4,K", [0, 1, 2, 11]), ("10", [8]), ("9,8,7", [5, 6, 7]), ("a", [12])],
)
def test_ranks(text: str, ranks: list[int]) -> None:
    assert parse_ranks(text) == sum(1 << rank for rank in ranks)


@pytest.mark.parametrize("text", ["", "A-Q", "1", "A,,K", "A-", "-A", "A-K-Q", "X", "AK", ","])
def test_ranks_that_cannot_be_read(text: str) -> None:
    assert parse_ranks(text) is None


@pytest.mark.parametrize("text", ["", "1+1", "2+3", "7", "2+2+2+2+2", "2+", "two", "-2", "2.0"])
def test_groups_that_cannot_be_read(text: str) -> None:
    assert parse_groups(text) is None


def test_records_are_as_long_as_the_kernel_expects() -> None:
    assert line_records([LineTest()]).dtype.itemsize == 4 + 12 * 2 + 6 + 4 + 2
