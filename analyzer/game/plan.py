"""Which engine counts a wager: decided here, by its shape, and refused in words where none does."""

from __future__ import annotations

from analyzer.cards.ranking import Joker, Ranking
from analyzer.game.joining import is_on_lines, is_showdown, why_not_joined
from analyzer.game.language import JointRules, Pack, Rules, WagerRules
from analyzer.game.model import Game, JointWagers, Wager
from analyzer.game.sections import Faults
from analyzer.game.shapes.any_round import round_wager
from analyzer.game.shapes.common import TableSetup
from analyzer.game.shapes.contest import contest_wager
from analyzer.game.shapes.drawn import draw_wager
from analyzer.game.shapes.lined import is_about_jokers, jokers_wager, lines_wager
from analyzer.game.shapes.played import play_wager
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.shapes.seats import seats_of
from analyzer.game.shapes.seen_played import is_seen_play, seen_play_wager
from analyzer.game.shapes.set_in_two import is_set_in_two, set_wager
from analyzer.game.shapes.side import is_side, side_wager
from analyzer.game.shapes.solo import is_solo, solo_wager

# Own cards of the first game with community cards.
FIRST_OWN = 5


def planned(rules: Rules, faults: Faults) -> Game:
    """The game as the engines count it; what none of them counts is noted as a fault."""
    table = TableSetup(rules, _ranking(rules.pack), seats_of(rules))
    wagers = tuple(wager for own in rules.wagers if (wager := _planned(table, own, faults)) is not None)
    return Game(
        id=rules.id,
        name=rules.name,
        rules_version=rules.rules_version,
        source=rules.source,
        deck=table.deck,
        ranking=table.ranking,
        seats=table.seats.all,
        wagers=wagers,
        joint=_joint(rules, wagers, faults),
        house_ways=rules.house_ways,
        banker=rules.banker,
        options=rules.options,
        chosen=rules.chosen,
        wild_ranks=table.wild_ranks,
        five_wilds=rules.pack.five_wilds,
        rules=rules,
    )


def _ranking(pack: Pack) -> Ranking:
    joker: Joker = "bug" if pack.wild.is_bug else "wild"
    return Ranking(
        joker if pack.wild.jokers else "none",
        pack.wheel,
        pack.top_hand,
        pack.joker_in_flush,
        pack.natural_beats_wild,
        pack.three_card_order,
        pack.five_ranks,
    )


def _planned(table: TableSetup, wager: WagerRules, faults: Faults) -> Wager | None:
    try:
        return _shape(table, wager)
    except NotCountedError as refusal:
        place = f"wagers.{wager.id}"
        faults.note(f"{place}.{refusal.key}" if refusal.key else place, refusal.why)
        return None


def _shape(table: TableSetup, wager: WagerRules) -> Wager:
    """By the quickest engine that counts it; what none of them does is a round for the general one."""
    try:
        return _quick_shape(table, wager)
    except NotCountedError:
        if is_set_in_two(wager):
            raise
    return round_wager(table, wager)


def _quick_shape(table: TableSetup, wager: WagerRules) -> Wager:
    if wager is table.rules.main and any(stage.backs for stage in table.rules.stages):
        require(wager.compare is not None and not is_set_in_two(wager), "", "tells the class of a card by its back")
        return contest_wager(table, wager)
    if is_solo(table, wager):
        return solo_wager(table, wager)
    if wager.compare is None and is_side(table, wager):
        _no_wild_ranks(table)
        return side_wager(table, wager, _shape)
    if wager.compare is None:
        return jokers_wager(table, wager) if is_about_jokers(wager) else lines_wager(table, wager)
    return _compared(table, wager)


def _compared(table: TableSetup, wager: WagerRules) -> Wager:
    """A wager that compares the player's hand with another."""
    if is_set_in_two(wager):
        _no_wild_ranks(table)
        return set_wager(table, wager)
    if wager is table.rules.main and any(stage.exchange is not None for stage in table.rules.stages):
        _no_wild_ranks(table)
        return draw_wager(table, wager)
    return _against_a_dealer(table, wager)


def _no_wild_ranks(table: TableSetup) -> None:
    if table.wild_ranks:
        raise NotCountedError(
            "",
            "has wild cards of a rank, which are counted in duels and without an opponent; jokers are counted here",
        )


def _against_a_dealer(table: TableSetup, wager: WagerRules) -> Wager:
    """The games that were counted first keep their own engines and names; all others are contests."""
    if wager is not table.rules.main or table.wild_ranks:
        return contest_wager(table, wager)
    if _is_first_shape(table, wager) and is_seen_play(table, wager):
        return seen_play_wager(table, wager)
    try:
        return play_wager(table, wager)
    except NotCountedError:
        if _is_first_shape(table, wager):
            raise
        return contest_wager(table, wager)


def _is_first_shape(table: TableSetup, wager: WagerRules) -> bool:
    """Five own cards with community cards: no other engine comes near, so the refusal of the first one helps more."""
    assert wager.compare is not None
    player, dealer = wager.compare
    sizes = {group.name: group.cards for group in table.rules.deal}
    own = sum(sizes[group] for group in player.groups if group not in dealer.groups and group in sizes)
    return own == FIRST_OWN and bool(set(player.groups) & set(dealer.groups))


def _joint(rules: Rules, wagers: tuple[Wager, ...], faults: Faults) -> tuple[JointWagers, ...]:
    known = {wager.id: wager for wager in wagers}
    for place, joint in enumerate(rules.joint, 1):
        if all(wager in known for wager in joint.wagers):
            _check_joint(joint, [known[wager] for wager in joint.wagers], f"joint[{place}]", faults)
    return tuple(JointWagers(joint.wagers, joint.stakes, joint.source) for joint in rules.joint)


def _check_joint(joint: JointRules, wagers: list[Wager], place: str, faults: Faults) -> None:
    """These wagers made together must be allowed, have a meaning, and be counted."""
    main, *others = wagers
    lined = [wager for wager in others if is_on_lines(wager)]
    if not is_showdown(main):
        faults.note(f"{place}.wagers", f"{main.id} comes first, and is no comparison after an exchange of one card")
        return
    if unlined := [wager.id for wager in others if not is_on_lines(wager)]:
        why = "behind the first, only wagers that pay by lines and ask nothing else of the round are counted"
        faults.note(f"{place}.wagers", f"{', '.join(unlined)}: {why}")
        return
    for wager in wagers:
        if wager.needs and wager.needs not in joint.wagers:
            faults.note(f"{place}.wagers", f"{wager.id} needs {wager.needs}, so {wager.needs} must be among them")
        if not wager.has_stake:
            faults.note(f"{place}.wagers", f"{wager.id} has no stake, its amounts are dollars a round; leave it out")
    for wager in lined:
        if wager.meter is not None:
            faults.note(f"{place}.wagers", f"{wager.id} depends on its meter; use analyze --stakes --meter")
        if why := why_not_joined(main, wager):
            faults.note(f"{place}.wagers", why)
