"""Shipped games on decks small enough for the reference to enumerate every deal."""

from __future__ import annotations

import re

from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.library import tables_folder
from analyzer.reference.cards import RANK_NAMES
from analyzer.reference.cards import Deck as ReferenceDeck


def reduced_game_file(game: str, ranks: str, suits: str, jokers: int) -> GameFile:
    """A shipped game with another deck, everything else as it is."""
    text = (tables_folder() / f"{game}.toml").read_text(encoding="utf-8")
    deck = f'[deck]\nranks = "{ranks}"\nsuits = "{suits}"\njokers = {jokers}\n'
    changed, count = re.subn(r"\[deck\]\njokers = \d\n", deck, text)
    assert count == 1
    if not jokers:
        changed = changed.replace('wild = "Jk"\n', "")
    return parse_game_file(changed.encode(), f"{game} on {ranks} {suits}")


def reference_deck(ranks: str, suits: str, jokers: int) -> ReferenceDeck:
    """The same deck for the reference; ranks are one range."""
    low, high = ranks.split("-")
    return ReferenceDeck(RANK_NAMES[RANK_NAMES.index(low) : RANK_NAMES.index(high) + 1], suits, jokers)
