"""One card of five exchanged, then a showdown with a dealer; some hands win at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from analyzer.game.language import Cards, Exchange, Hand, Row, Stage, Test, WagerRules
from analyzer.game.lines import LineTest, hands_at_least
from analyzer.game.model import Line, Paytable, Seat
from analyzer.game.shapes.common import (
    TableSetup,
    common_fields,
    net_paytables,
    nothing_unread,
    one_pay,
    one_staked_bet,
    says_only,
)
from analyzer.game.shapes.line_tests import hand_size
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.draw import DrawWager, SeenDrawWager

DISCARD_CARDS = 5
# The one line of a wager whose wins are all paid alike.
WIN_LINE = "win"
ON_WIN, ON_AUTOMATIC_WIN = Test(on=frozenset({"win"})), Test(on=frozenset({"automatic-win"}))


def draw_wager(table: TableSetup, wager: WagerRules) -> DrawWager | SeenDrawWager:
    assert wager.compare is not None
    stage, exchange = _stage(table.rules.stages)
    one_staked_bet(wager)
    nothing_unread(wager)
    made, dealer_hand = wager.compare
    require(made.groups == (exchange.makes,), "compare", f"must be {exchange.makes}, the hand after the exchange")
    require(hand_size(made) == 5 and hand_size(dealer_hand) == 5, "compare", "must be hands of five cards")
    require(wager.qualifies is None, "qualifies", "is not counted in a game with an exchange yet")
    player = table.seats.one((exchange.taken_from,), "compare")
    dealer = table.seats.one(dealer_hand.groups, "compare")
    taken = {exchange.taken_from, exchange.draw} & set(dealer_hand.groups)
    require(not taken, "compare", f"the dealer's hand must be cards of his own, not {' and '.join(sorted(taken))}")
    _check_sizes(table, player, dealer, exchange)
    automatic = _automatic_win(stage, exchange)
    win, automatic_pays = _rows(wager, automatic)
    lines, paytables = _lines(table, wager, made, win, automatic_pays)
    require(
        not stage.may_decline or exchange.discards == (0, 1),
        "",
        "lets a player decline an automatic win, which is counted where he may also stand pat",
    )
    plain = DrawWager(
        **common_fields(wager),
        paytables=paytables,
        player=player,
        dealer=dealer,
        automatic_win=automatic,
        automatic_win_pays=automatic_pays,
        win_pays=win if wager.lines else None,
        may_decline=stage.may_decline,
        stand_pat=exchange.discards == (0, 1),
        lines=lines,
    )
    if stage.sees == (exchange.taken_from,):
        return plain
    require(
        not stage.may_decline, "", "lets a player decline an automatic win, which is not counted with more cards seen"
    )
    return SeenDrawWager(
        **common_fields(wager),
        paytables=paytables,
        plain=replace(plain, paytables=(), name="", source="", limits=None),
        seen=tuple(table.seat((group,)) for group in stage.sees if group in dealer_hand.groups),
        drawn=table.seat((exchange.draw,)) if exchange.draw in stage.sees else None,
        gone=tuple(table.seat((group,)) for group in stage.sees if group not in _used(exchange, dealer_hand)),
    )


def _used(exchange: Exchange, dealer: Hand) -> set[str]:
    return {exchange.taken_from, exchange.draw, *dealer.groups}


def _stage(stages: tuple[Stage, ...]) -> tuple[Stage, Exchange]:
    """The one stage of such a game; what is too much for it is said first."""
    for stage in stages:
        if stage.exchange is not None:
            require(
                stage.exchange.discards in ((1,), (0, 1)),
                "",
                f"exchanges {_numbers(stage.exchange.discards)} cards before a comparison; an exchange of one card is "
                "counted there, of more without an opponent",
            )
    require(len(stages) == 1, "", f"has {len(stages)} stages where one exchange is counted before a comparison")
    stage = stages[0]
    if stage.exchange is None or stage.choices:
        raise NotCountedError("", "must have an exchange as its only decision")
    require(not stage.exchange.cost, "", "an exchange that costs something is not counted yet")
    require(not stage.backs, "", "tells the class of a card by its back, which is not counted here")
    require(stage.exchange.taken_from in stage.sees, "", f"the player must see {stage.exchange.taken_from}")
    return stage, stage.exchange


def _numbers(discards: tuple[int, ...]) -> str:
    return f"{discards[0]} to {discards[-1]}" if len(discards) > 1 else str(discards[0])


def _check_sizes(table: TableSetup, player: Seat, dealer: Seat, exchange: Exchange) -> None:
    drawn = {group.name: group.cards for group in table.rules.deal}[exchange.draw]
    require(drawn == 1, "", f"the draw is {drawn} cards where one is exchanged; it must be 1")
    require(
        player.cards == DISCARD_CARDS,
        "compare",
        f"{exchange.taken_from} has {player.cards} cards where a hand of {DISCARD_CARDS} exchanges one",
    )
    require(5 <= dealer.cards <= 6, "compare", f"the dealer has {dealer.cards} cards where 5 or 6 can be counted")


def _automatic_win(stage: Stage, exchange: Exchange) -> str | None:
    test = stage.automatic_win
    if test is None:
        return None
    good = test.at_least is not None and not test.at_least.ranks and says_only(test, "of", "at_least")
    looks = isinstance(test.of, Cards) and test.of.hand.groups == (exchange.taken_from,)
    require(good and looks, "", f"automatic_win must be a hand type or better of {exchange.taken_from}, without ranks")
    assert test.at_least is not None
    return test.at_least.hand


def _rows(wager: WagerRules, automatic: str | None) -> tuple[Fraction | None, Fraction | None]:
    """What a win pays and what an automatic win pays; None for "by the paytable"."""
    bet = wager.bets[0].name
    rows = list(dict(wager.settle).get(bet, ()))
    automatic_row = rows.pop(0) if rows and rows[0].test == ON_AUTOMATIC_WIN else None
    win_row = rows.pop(0) if rows and rows[0].test == ON_WIN else Row(ON_WIN, Fraction(1))
    require(
        not rows,
        f"settle.{bet}",
        'is counted with rows for on = "automatic-win" and on = "win", in that order; a tie returns the bet',
    )
    if automatic is None:
        require(automatic_row is None, f"settle.{bet}", "pays an automatic win, and no stage has one")
        return win_row.pays, None
    return win_row.pays, win_row.pays if automatic_row is None else automatic_row.pays


def _lines(
    table: TableSetup, wager: WagerRules, made: Hand, win: Fraction | None, automatic: Fraction | None
) -> tuple[tuple[Line, ...], tuple[Paytable, ...]]:
    """The lines that a win, or an automatic win alone, is paid by; without a paytable one line for every hand."""
    if win is not None and not wager.lines:
        every = LineTest(hands=hands_at_least("high-card", table.ranking, 5))
        return (Line(WIN_LINE, "Win", every),), one_pay(wager.paytables, win)
    require(
        win is None or automatic is None, "pays", 'is used by no row; pay a win by { on = "win", pays = "paytable" }'
    )
    require(
        win is None or win.denominator == 1,
        f"settle.{wager.bets[0].name}",
        "must pay a whole amount for a win where an automatic win is paid by the paytable",
    )
    paid = wager.of.hand if isinstance(wager.of, Cards) else None
    if paid is None or (paid.groups, paid.best) != (made.groups, made.best):
        raise NotCountedError("of", f"must be {made.name}, the hand that is paid")
    lines = table.line_tests(paid, DISCARD_CARDS).lines(wager.lines)
    for line in lines:
        require(
            not _tells_suits_apart(line.test, len(table.deck.suits)),
            f"lines.{line.id}",
            "tells suits apart; not counted after an exchange",
        )
    return lines, net_paytables(wager)


def _tells_suits_apart(test: LineTest, suits: int) -> bool:
    """Whether renaming the suits of a deck changes the answer. Two suits that change places are of one colour, or not,
    as before; a named colour or suit is then another one."""
    named = test.suit or test.colour in ("red", "black")
    return test.tells_suits_apart and (suits > 2 or (suits == 2 and bool(named)))
