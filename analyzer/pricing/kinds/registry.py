"""Which class answers for which kind of wager: the one list of kinds outside the room of game files."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from analyzer.game.model import Wager
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.draw import DrawWager, SeenDrawWager
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager, WildLinesWager
from analyzer.game.wagers.play import PlayWager, SeenPlayWager
from analyzer.game.wagers.rounds import RoundWager
from analyzer.game.wagers.set_in_two import PushWager, SetWager
from analyzer.game.wagers.side import SideWager
from analyzer.game.wagers.solo import ExchangeWager, RevealWager, SeenExchangeWager, SeenRevealWager
from analyzer.pricing.kinds.base import Kind

# By module of this folder and class: a game waits only for what it needs.
KINDS: dict[type[Wager], tuple[str, str]] = {
    LinesWager: ("lines", "LinesKind"),
    AskedLinesWager: ("lines", "LinesKind"),
    WildLinesWager: ("lines", "WildLinesKind"),
    JokersWager: ("lines", "JokersKind"),
    SideWager: ("side", "SideKind"),
    DrawWager: ("draw", "DrawKind"),
    SeenDrawWager: ("draw", "SeenDrawKind"),
    PlayWager: ("play", "PlayKind"),
    SeenPlayWager: ("play", "SeenPlayKind"),
    SetWager: ("set_in_two", "SetKind"),
    PushWager: ("set_in_two", "PushKind"),
    ExchangeWager: ("exchange", "ExchangeKind"),
    SeenExchangeWager: ("exchange", "SeenExchangeKind"),
    RevealWager: ("reveal", "RevealKind"),
    SeenRevealWager: ("reveal", "SeenRevealKind"),
    ContestWager: ("contest", "ContestKind"),
    RoundWager: ("rounds", "RoundKind"),
}


def kind_of(wager: Wager) -> Kind[Any]:
    """What answers for the wager."""
    return _loaded(*KINDS[type(wager)])


@cache
def _loaded(module: str, name: str) -> Kind[Any]:
    kind: Kind[Any] = getattr(import_module(f"analyzer.pricing.kinds.{module}"), name)()
    return kind
