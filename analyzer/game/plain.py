"""The rules of a game as plain data: the same in every process, without names for people; digests are made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from analyzer.cards.ranking import Ranking
from analyzer.game.language import PaidLine
from analyzer.game.lines import ranking_asked
from analyzer.game.model import Game, JokerLine, JokersWager, Line, LinesWager, Wager


def plain(value: Any) -> Any:
    """JSON of dataclasses, the same in every process: sets are sorted, names of lines left out."""
    if is_dataclass(value) and not isinstance(value, type):
        omitted = ("name", "source") if isinstance(value, Line | JokerLine | PaidLine) else ()
        named = {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in omitted}
        return {"type": type(value).__name__} | named
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def plain_wager(wager: Wager) -> Any:
    """A wager without what it pays and what people call it."""
    return plain(replace(wager, paytables=(), name="", source="", limits=None))


def ranking_of_lines(game: Game, wager: LinesWager) -> Ranking:
    """The order of hands as far as the lines of a wager, and those of its tax, can tell."""
    tests = [line.test for line in (*wager.lines, *(wager.tax.lines if wager.tax is not None else ()))]
    if game.wild_ranks:
        return game.ranking
    # A tax asks the hand that ranks highest whatever the prize uses, and perhaps fewer cards.
    any_hand = wager.uses == "pays_most" and wager.tax is None
    return ranking_asked(game.ranking, tests, wager.cards, wager.hand_size, game.deck.jokers, any_hand=any_hand)


def wager_digest(game: Game, wager: Wager) -> str:
    """SHA-256 of all that a count of one wager can depend on, but for the pays of a paytable."""
    order: Any = plain(game.ranking)
    if isinstance(wager, JokersWager):
        order = None  # no hand is ranked
    elif isinstance(wager, LinesWager):
        order = plain(ranking_of_lines(game, wager))
    pack = [plain(game.deck), order, game.wild_ranks, game.five_wilds]
    return hashlib.sha256(json.dumps([pack, plain_wager(wager)], sort_keys=True).encode()).hexdigest()
