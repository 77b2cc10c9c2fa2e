"""A bet to make or to fold against a dealer, without community cards or with two that are turned one at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from analyzer.game.language import Cards, Choice, Hand, Row, Stage, Test, WagerRules, inner_tests
from analyzer.game.lines import LineTest, key_of
from analyzer.game.model import Line, Paytable, Seat
from analyzer.game.shapes.common import ONE, TableSetup, common_fields, net_paytables, nothing_unread, says_only
from analyzer.game.shapes.line_tests import hand_size
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.shapes.seats import Seats
from analyzer.game.wagers.play import PlayWager

# Types whose first rank alone says from where on a dealer qualifies.
QUALIFYING_HANDS = ("high-card", "pair", "three-of-a-kind")
UNQUALIFIED = Test(qualified=False)
MAX_BET = 100
COMPARED_SIZES = (3, 5)
# What a hand's strength alone answers.
_OF_STRENGTH = ("hands", "floor", "ranks", "kicker")


def play_wager(table: TableSetup, wager: WagerRules) -> PlayWager:
    assert wager.compare is not None
    nothing_unread(wager)
    player_hand, dealer_hand = wager.compare
    shared = [group for group in player_hand.groups if group in dealer_hand.groups]
    player, dealer, community = _seats(table.seats, player_hand, dealer_hand, shared)
    size = hand_size(player_hand)
    require(hand_size(dealer_hand) == size, "compare", "must be hands of as many cards")
    require(size in COMPARED_SIZES, "compare", f"hands of {size} cards are not compared yet; those of 3 and of 5 are")
    _check_sizes(size, player, dealer, community)
    qualifier = _qualifier(table, wager, dealer_hand, dealer)
    bets = _bets(table, wager, player_hand, shared)
    lines, paytables = _bonus(table, wager, player_hand, player)
    return PlayWager(
        **common_fields(wager),
        paytables=paytables,
        player=player,
        dealer=dealer,
        community=community,
        hand_size=size,
        bets=bets,
        **qualifier,
        unqualified=_unqualified(wager),
        lines=lines,
    )


def _seats(seats: Seats, player: Hand, dealer: Hand, shared: list[str]) -> tuple[Seat, Seat, Seat | None]:
    own = [group for group in player.groups if group not in shared]
    house = [group for group in dealer.groups if group not in shared]
    require(own and house, "compare", "must be hands with cards of their own")
    community = seats.one(shared, "compare") if shared else None
    return seats.one(own, "compare"), seats.one(house, "compare"), community


def _check_sizes(size: int, player: Seat, dealer: Seat, community: Seat | None) -> None:
    require(
        player.cards == dealer.cards == size,
        "compare",
        f"must be hands of {size} cards of their own each, not {player.cards} and {dealer.cards}",
    )
    if community is not None:
        require(
            community.cards == 2 and size == 5,
            "compare",
            f"must share 2 cards beside 5 of their own, not {community.cards} beside {player.cards}",
        )


# --- the decisions ---------------------------------------------------------------------------------------------------


def _bets(table: TableSetup, wager: WagerRules, player: Hand, shared: list[str]) -> tuple[int, ...]:
    """What each decision adds to the bet: first fold or bet, then, with community cards, check or bet more."""
    stages = table.rules.stages
    wanted = 2 if shared else 1
    require(
        len(stages) == wanted,
        "",
        f"has {len(stages)} stages where {wanted} can be counted: fold or bet"
        + (", then check or bet more on the first community card" if shared else " on the player's own cards"),
    )
    own = {group for group in player.groups if group not in shared}
    require(set(stages[0].sees) == own, "", f"the first stage must show {' and '.join(sorted(own))} and no more")
    play = _played_bet(wager)
    first = _fold_or_bet(stages[0], play)
    if not shared:
        return (first,)
    require(stages[0].choices[1].then == "next", "", "play must lead to the second stage, not to the showdown at once")
    require(
        len(turned := stages[1].sees) == 1 and turned[0] in shared and table.sizes[turned[0]] == 1,
        "",
        "the second stage must show one of the two community cards",
    )
    return first, _check_or_bet(stages[1], play, first)


def _played_bet(wager: WagerRules) -> str:
    """The bet that the decisions make; the first bet is the Ante."""
    staked = [bet for bet in wager.bets if not bet.is_free]
    require(
        len(staked) == 2 and staked[0] is wager.bets[0] and [bet.amount for bet in staked] == [1, 0],
        "bets",
        "must be an Ante of 1 and one bet of 0 that the choices make",
    )
    return staked[1].name


def _offered(stage: Stage) -> tuple[Choice, Choice]:
    require(
        stage.automatic_win is None and stage.exchange is None and len(stage.choices) == 2,
        "",
        "each stage must offer two choices, without an exchange or an automatic win",
    )
    for choice in stage.choices:
        require(choice.when is None, "", f"{choice.name} is offered with some hands only; that is not counted yet")
    first, second = stage.choices
    return first, second


def _fold_or_bet(stage: Stage, play: str) -> int:
    fold, bet = _offered(stage)
    require(
        fold.then == "fold" and not fold.loses and not fold.bets and bet.then != "fold" and len(bet.bets) == 1,
        "",
        "the first decision must be to fold, which loses the Ante, or to bet, in that order",
    )
    require(fold.name == "fold" and bet.name == "play", "", "its choices must be called fold and play")
    return _amount(bet, play, 0)


def _check_or_bet(stage: Stage, play: str, first: int) -> int:
    check, bet = _offered(stage)
    require(
        check == Choice("check") and bet.then != "fold" and len(bet.bets) == 1,
        "",
        "the second decision must be to check or to bet, in that order",
    )
    require(bet.name == "bet", "", "its choices must be called check and bet")
    return _amount(bet, play, first)


def _amount(choice: Choice, play: str, before: int) -> int:
    bet, amount = choice.bets[0]
    require(bet == play, "bets", f"{choice.name} must change {play}")
    added = amount - before
    if added.denominator != 1 or not 1 <= added <= MAX_BET:
        raise NotCountedError("", f"{choice.name} must add a whole amount from 1 to {MAX_BET} to {play}, not {added}")
    return int(added)


# --- the settlement --------------------------------------------------------------------------------------------------


def _qualifier(table: TableSetup, wager: WagerRules, dealer: Hand, seat: Seat) -> dict[str, Any]:
    """When the dealer qualifies, as fields of the wager: from one value on, or with what one of some tests passes."""
    test = wager.qualifies
    if test is None:
        return {}
    own = _asked_of(table, test, dealer, seat)
    least = test.at_least
    if (
        least is not None
        and says_only(test, "of", "at_least")
        and least.hand in QUALIFYING_HANDS
        and len(least.ranks) <= 1
    ):
        rank = least.ranks[0] if least.ranks else 0
        return {"qualify_hand": least.hand, "qualify_rank": rank, "qualifies_own": own}
    require(
        set(dealer.groups) - set(table.seats.groups_of[seat.name]),
        "qualifies",
        f"must be one of {', '.join(QUALIFYING_HANDS)} with one rank, of the dealer's hand, to be counted here",
    )
    require(not test.any or says_only(test, "any"), "qualifies", "must be one test, or `any` alone, to be counted")
    tests = tuple(_qualifying_test(table, one, number) for number, one in enumerate(test.any or (test,), 1))
    return {"qualifies": tests, "qualifies_own": own}


def _asked_of(table: TableSetup, test: Test, dealer: Hand, seat: Seat) -> bool:
    """Whether the dealer's own cards must qualify, and not the hand that is compared; all tests ask of the same."""
    looked = {inner.of for inner in inner_tests(test) if inner.of is not None}
    if looked == {Cards(dealer)}:
        return False
    for of in looked:
        hand = of.hand if isinstance(of, Cards) else dealer
        alike = (hand.best, hand.order) == (dealer.best, dealer.order)
        require(
            len(looked) == 1 and alike and table.seats.of(hand.groups, "qualifies") == (seat,),
            "qualifies",
            f"must look at {dealer.name} or at the dealer's own cards to be counted, and at one of these only",
        )
    return True


def _qualifying_test(table: TableSetup, test: Test, number: int) -> LineTest:
    """A test that a hand's strength answers."""
    key = f"qualifies.any[{number}]"
    require(isinstance(test.of, Cards) or test.all, key, "must look at a hand")
    hand = next(inner.of.hand for inner in inner_tests(test) if isinstance(inner.of, Cards))
    counted = table.line_tests(hand, hand.best).test(test, key)
    for name in vars(LineTest()):
        if name not in _OF_STRENGTH and getattr(counted, name) != getattr(LineTest(), name):
            raise NotCountedError(
                f"{key}.{key_of(name)}", "does not decide who qualifies yet; the hand and its ranks do"
            )
    return counted


def _unqualified(wager: WagerRules) -> Literal["ante_wins", "compare"]:
    """What becomes of the Ante where the dealer does not qualify; the bet is then returned."""
    staked = [bet for bet in wager.bets if not bet.is_free]
    rows = dict(wager.settle)
    ante, play = (rows.get(bet.name, ()) for bet in staked)
    returned = (Row(UNQUALIFIED, Fraction(0)),)
    if wager.qualifies is None:
        require(not ante and not play, "settle", "must be left to the comparison where there is no qualifier")
        return "compare"
    require(
        play == returned,
        f"settle.{staked[1].name}",
        "must be [{ qualified = false, pays = 0 }]: the bet is returned where the dealer does not qualify",
    )
    if not ante:
        return "compare"
    require(
        ante == (Row(UNQUALIFIED, ONE),),
        f"settle.{staked[0].name}",
        "must be [{ qualified = false, pays = 1 }], or be left to the comparison",
    )
    return "ante_wins"


def _bonus(
    table: TableSetup, wager: WagerRules, hand: Hand, player: Seat
) -> tuple[tuple[Line, ...], tuple[Paytable, ...]]:
    """A free bet that the paytable pays whatever the dealer holds; its lines look at the player's own cards."""
    free = [bet for bet in wager.bets if bet.is_free]
    if not free:
        require(not wager.lines, "pays", 'is used by no row; a bonus is a free bet with [{ pays = "paytable" }]')
        return (), net_paytables(wager)
    require(
        len(free) == 1 and dict(wager.settle).get(free[0].name) == (Row(None, None),),
        f"settle.{free[0].name}",
        'must be [{ pays = "paytable" }]: a bonus that is paid whatever the dealer holds',
    )
    require(wager.odds == "to_one", "odds", "must be 'to_one' where a bonus stakes nothing")
    require(isinstance(wager.of, Cards), "of", "must be the player's own cards")
    assert isinstance(wager.of, Cards)
    looked = wager.of.hand
    own = table.seats.of(looked.groups, "of") == (player,)
    require(own and looked.order == hand.order, "of", "must be the player's own cards")
    return table.line_tests(looked, player.cards).lines(wager.lines), net_paytables(wager)
