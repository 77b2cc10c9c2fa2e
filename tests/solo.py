"""Games without an opponent for tests: the examples on small decks, which are counted at once."""

from __future__ import annotations

from functools import cache

from analyzer.game.file import GameFile, parse_game_file
from tests.language import changed

SMALL = {
    "jacks-or-better": ("8-A", "cdh", 0),
    "deuces-wild": ("2,J-A", "cdhs", 0),
    "let-it-ride": ("8-A", "cdh", 0),
    "mississippi-stud": ("8-A", "cdh", 0),
}


@cache
def small_file(game: str, ranks: str = "", suits: str = "", jokers: int = 0) -> GameFile:
    """An example on a small deck, its own unless another is given."""
    own_ranks, own_suits, own_jokers = SMALL[game]
    pack = f'ranks = "{ranks or own_ranks}"\nsuits = "{suits or own_suits}"\njokers = {jokers or own_jokers}\n'
    wild = 'wild = "Jk"\n' if jokers else ""
    change = ("[deck]\n", f"[deck]\n{pack}") if game == "deuces-wild" else ("[deal]", f"[deck]\n{pack}{wild}\n[deal]")
    return parse_game_file(changed(game, change).encode(), f"{game}.toml")
