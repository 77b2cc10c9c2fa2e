"""Wagers on lines beside the main one that depend on what the player does: lost on a fold, or on final cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from analyzer.game.language import Cards, Hand, Row, Test, WagerRules, inner_tests
from analyzer.game.model import Wager
from analyzer.game.shapes.common import TableSetup, common_fields, net_paytables, one_staked_bet
from analyzer.game.shapes.lined import is_about_jokers, jokers_wager, lines_wager
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.side import SideWager

# Plans the main wager.
Planned = Callable[[TableSetup, WagerRules], Wager]


def is_side(table: TableSetup, wager: WagerRules) -> bool:
    """Does what the player does change what becomes of a wager on lines?"""
    return wager is not table.rules.main and (_asks_choice(wager) or bool(_made_groups(table, wager)))


def side_wager(table: TableSetup, wager: WagerRules, planned: Planned) -> SideWager:
    one_staked_bet(wager)
    main = planned(table, table.rules.main)
    if not isinstance(main, PlayWager | DrawWager):
        raise NotCountedError(
            "", "depends on what is done for the main wager, and is not counted beside one of its kind"
        )
    require(
        not any(line.test.tells_suits_apart for line in main.lines),
        "",
        "depends on decisions of the main wager, whose lines tell suits apart; that is not counted together",
    )
    made = _made_groups(table, wager)
    require(not (made and _asks_choice(wager)), "", "asks for a choice and for cards after an exchange; one is counted")
    lined = _final_cards(table, wager, main, made) if made else _lost_on_fold(table, wager, main)
    return SideWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        lined=replace(lined, paytables=(), name="", source="", limits=None),
        main=replace(main, name="", source="", limits=None),
        dealt=tuple(_dealt(table, wager)),
    )


def _tests(wager: WagerRules) -> Iterator[Test]:
    for _, rows in wager.settle:
        for row in rows:
            yield from inner_tests(row.test)
    for line in wager.lines:
        yield from inner_tests(line.test)


def _asks_choice(wager: WagerRules) -> bool:
    return any(test.chose for test in _tests(wager))


def _made_groups(table: TableSetup, wager: WagerRules) -> set[str]:
    """The groups that an exchange makes and the wager looks at."""
    made = {stage.exchange.makes for stage in table.rules.stages if stage.exchange is not None}
    looked = [test.of for test in _tests(wager)] + [wager.of]
    return made & {group for of in looked if isinstance(of, Cards) for group in of.hand.groups}


# --- lost on a fold --------------------------------------------------------------------------------------------------


def _lost_on_fold(table: TableSetup, wager: WagerRules, main: PlayWager | DrawWager) -> LinesWager | JokersWager:
    """The wager without the row that a fold is settled by."""
    if not isinstance(main, PlayWager):
        raise NotCountedError("", "asks for a choice of the main wager; that is counted where he folds or plays")
    bet = wager.bets[0].name
    folds = [choice.name for choice in table.rules.stages[0].choices if choice.then == "fold"]
    lost = [(Row(Test(chose=name), Fraction(-1)), Row(None, None), Row(None, Fraction(-1))) for name in folds]
    require(
        dict(wager.settle).get(bet) in lost
        and not any(test.chose for line in wager.lines for test in inner_tests(line.test)),
        f"settle.{bet}",
        'that asks for a choice must be [{ chose = "fold", pays = -1 }, { pays = "paytable" }, { pays = -1 }]',
    )
    plain = replace(wager, settle=())
    if is_about_jokers(plain):
        return jokers_wager(table, plain)
    lined = lines_wager(table, plain)
    require(type(lined) is LinesWager and lined.meter is None, "", "must be one bet on lines, without a meter")
    require(main.player.name in lined.seats, "of", "must look at the player's own cards, by which he folds, too")
    for line in lined.lines:
        require(
            not line.test.tells_suits_apart, f"lines.{line.id}", "tells suits apart; not counted where a fold loses"
        )
    return lined


# --- cards after an exchange -----------------------------------------------------------------------------------------


def _final_cards(
    table: TableSetup, wager: WagerRules, main: PlayWager | DrawWager, made: set[str]
) -> LinesWager | JokersWager:
    """The wager as if it looked at the cards before the exchange; only where the jokers are is counted after it."""
    if not isinstance(main, DrawWager):
        raise NotCountedError(
            "", "looks at cards after an exchange; counted where one card is exchanged before a showdown"
        )
    before = {stage.exchange.makes: stage.exchange.taken_from for stage in table.rules.stages if stage.exchange}
    lines = tuple(replace(line, test=_looking_before(line.test, before)) for line in wager.lines)
    plain = replace(wager, lines=lines)
    require(
        is_about_jokers(plain),
        "lines",
        f"look at {', '.join(sorted(made))}, which an exchange makes; there it is counted where the jokers are",
    )
    jokers = jokers_wager(table, plain)
    known = {main.player.name, main.dealer.name}
    strange = sorted(seat.name for seat in jokers.seats if seat.name not in known)
    require(
        not strange, "lines", f"look at {', '.join(strange)} too; after an exchange {' and '.join(sorted(known))} are"
    )
    return jokers


def _looking_before(test: Test, before: Mapping[str, str]) -> Test:
    """The test asked of the group that an exchange took from; of both it would be asked twice."""
    of = test.of
    if isinstance(of, Cards):
        both = set(of.hand.groups) & set(before.values())
        require(not both, "lines", f"look at {', '.join(sorted(both))}, before the exchange, beside cards after it")
        groups = tuple(before.get(group, group) for group in of.hand.groups)
        of = Cards(Hand(of.hand.name, groups, of.hand.best, of.hand.order), of.part)
    inner_any, inner_all = (tuple(_looking_before(part, before) for part in parts) for parts in (test.any, test.all))
    return replace(test, of=of, any=inner_any, all=inner_all)


# --- deals -----------------------------------------------------------------------------------------------------------


def _dealt(table: TableSetup, wager: WagerRules) -> Iterator[int]:
    """How many cards are dealt at a time: groups that neither the wager nor what is seen tells apart go together."""
    rules = table.rules
    looks = [set(test.of.hand.groups) for test in _tests(wager) if isinstance(test.of, Cards)]
    for stage in rules.stages:
        looks.append(set(stage.sees))
        for asked in (stage.automatic_win, *(choice.when for choice in stage.choices)):
            looks += [set(test.of.hand.groups) for test in inner_tests(asked) if isinstance(test.of, Cards)]
        if stage.exchange is not None:
            looks += [{stage.exchange.taken_from}, {stage.exchange.draw}]
    sizes: dict[tuple[bool, ...], int] = {}
    for group in rules.deal:
        told_by = tuple(group.name in looked for looked in looks)
        if any(told_by):
            sizes[told_by] = sizes.get(told_by, 0) + group.cards
    yield from sizes.values()
