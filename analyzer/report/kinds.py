"""Kinds of wagers about which a report says more: how they are counted, and how one round is settled by hand.

A kind that is not listed here is described from the rules of its file (by_rules.py), so a new kind needs no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Wager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import PushWager, SetWager

if TYPE_CHECKING:
    from analyzer.report.literal import Dealt, Settled

# By function of literal.py, which is loaded when a round is settled.
SETTLERS: Mapping[type[Wager], str] = {
    LinesWager: "settle_lines",
    AskedLinesWager: "settle_asked",
    JokersWager: "settle_jokers",
    DrawWager: "settle_draw",
    PlayWager: "settle_play",
    SetWager: "settle_set",
    PushWager: "settle_set",
}
METHOD_TEXTS: Mapping[type[Wager], str] = {
    LinesWager: "Every set of cards that the wager looks at is evaluated; the lines that it satisfies are counted, and "
    "the one that the paytable settles it by is paid.",
    AskedLinesWager: "Every set of cards that the wager looks at is evaluated, set by the house way where a line asks "
    "for the front or the back; the lines that it satisfies are counted, and the one that the paytable settles it by "
    "is paid.",
    JokersWager: "The places where the jokers can lie are counted by binomial coefficients.",
    DrawWager: "For every hand of the player, every discard and every draw, all hands that the dealer can have from "
    "the cards left are counted as wins, ties and losses. The discard with the highest expected result is taken.",
    PlayWager: "For every hand of the player, and every community card seen where there are any, all cards to come "
    "and all hands of the dealer are counted by result and by whether the dealer qualifies. The bet with the highest "
    "expected result is made.",
    SetWager: "Every pair of seven-card hands that share no card is counted by how the two hands of each side compare, "
    "after both were set.",
    PushWager: "Counted together with the base wager, over every pair of hands set by the house way.",
}


def method_of_kind(wager: Wager) -> str:
    """How wagers of this kind are counted, in words; nothing where the rules of the file tell it."""
    return METHOD_TEXTS.get(type(wager), "")


def settled_by(wager: Wager) -> Callable[[Dealt, Any], Settled] | None:
    """What settles one round by hand; None where the rules of the file do."""
    if type(wager) not in SETTLERS:
        return None
    settle: Callable[[Dealt, Any], Settled] = getattr(import_module("analyzer.report.literal"), SETTLERS[type(wager)])
    return settle
