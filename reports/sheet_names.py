"""Names of sheets: the game and what the sheet is about, within the 31 characters that a spreadsheet allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAX_NAME = 31
MAX_GAME = 14
# Before the name of a paytable this much of the wager's is kept.
MIN_WAGER = 4
PAYTABLE = ", paytable "
# Words that no name ends with.
LINKS = ("and", "of", "or", "to", "over", "with")
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")


class SheetNames:
    """Names that a sheet may have and that no other has."""

    def __init__(self, games: Sequence[str], taken: Iterable[str]) -> None:
        self.games = short_names(games) if len(games) > 1 else [""] * len(games)
        self.taken = {name.lower() for name in taken}

    def make(self, game: int, what: str) -> str:
        """The name of a sheet of that game (from 1; 0 is none)."""
        owner = f"{self.games[game - 1]}, " if game and self.games[game - 1] else ""
        base = _FORBIDDEN.sub("-", owner + _fitted(what, MAX_NAME - len(owner)))[:MAX_NAME].rstrip(" ,")
        name, number = base, 1
        while name.lower() in self.taken:
            number += 1
            name = f"{base[: MAX_NAME - len(str(number)) - 1]}~{number}"
        self.taken.add(name.lower())
        return name


def _fitted(what: str, most: int) -> str:
    """As many of its words as fit, and the paytable's name if it has one.

    >>> _fitted("Queens Or Better, paytable A1", 16), _fitted("Method and number of deals", 18), _fitted("Joker", 9)
    ('Queens A1', 'Method and number', 'Joker')
    >>> _fitted("Variance and wagers made together", 16), _fitted("Bonus, paytable 1000-200-100-20-15-9-8", 31)
    ('Variance', 'Bonus 1000-200-100-20-15-9-8')
    """
    if len(what) <= most:
        return what
    wager, paytable, name = what.rpartition(PAYTABLE)
    if paytable and len(name) < most - MIN_WAGER:
        return f"{_complete_words(wager, most - len(name) - 1)} {name}"
    return _complete_words(what, most)


def _complete_words(text: str, most: int) -> str:
    kept = _first_words(text.split(), most).rstrip(",").split()
    while len(kept) > 1 and kept[-1].lower() in LINKS:
        kept.pop()
    return " ".join(kept)


def short_names(games: Sequence[str]) -> list[str]:
    """The first words of each game's name; where two are the same, with a word that only this one has.

    >>> short_names(["Wild 52", "Wild Six Card Poker", "Wild Six Card Draw Poker"])
    ['Wild 52', 'Wild Six Card', 'Wild Six Draw']
    """
    plain = [_first_words(name.split(), MAX_GAME) for name in games]
    return [
        own if plain.count(own) == 1 else _with_own_word(name, [other for other in games if other != name])
        for name, own in zip(games, plain, strict=True)
    ]


def _with_own_word(name: str, others: Sequence[str]) -> str:
    alike = [other for other in others if _first_words(other.split(), MAX_GAME) == _first_words(name.split(), MAX_GAME)]
    known = {word for other in alike for word in other.split()}
    own = [word for word in name.split() if word not in known]
    if not own:
        return _first_words(name.split(), MAX_GAME)
    before = name.split()[: name.split().index(own[0])]
    return f"{_first_words(before, MAX_GAME - len(own[0]) - 1)} {own[0]}".strip()


def _first_words(words: Sequence[str], most: int) -> str:
    kept = ""
    for word in words:
        longer = f"{kept} {word}".strip()
        if len(longer) > most:
            return kept or word[:most]
        kept = longer
    return kept
