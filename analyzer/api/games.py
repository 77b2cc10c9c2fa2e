"""What can be analysed: games and load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api.arguments import game_file
from analyzer.api.tables import Cell, Column, Table
from analyzer.errors import ArgumentError, SelectionError

if TYPE_CHECKING:
    from analyzer.game.file import GameFile
    from analyzer.game.model import Option


class Game(Table):
    """A game that was loaded.

    >>> import exactodds
    >>> game = exactodds.load("wild-52")
    >>> game
    <Game wild-52: ante-play, bonus, joker>
    >>> game.paytables["bonus"], game.options["top_hand"].values
    (('1',), ('five_of_a_kind', 'royal'))
    """

    def __init__(self, file: GameFile) -> None:
        self.file = file

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def name(self) -> str:
        return self.file.rules().name

    @property
    def path(self) -> Path:
        return Path(self.file.path)

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(self.paytables)

    @property
    def paytables(self) -> dict[str, tuple[str, ...]]:
        """The names of the paytables of each wager."""
        return {wager.id: tuple(table.id for table in wager.paytables) for wager in self.file.rules().wagers}

    @property
    def options(self) -> Mapping[str, Option]:
        """Readings to choose between; each has `values`, the `default` and its `meaning`."""
        return self.file.options

    def _title(self) -> str:
        return f"{self.id}: {', '.join(self.wagers)}"

    def _columns(self) -> Sequence[Column]:
        return [Column("wager"), Column("paytables"), Column("options")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (wager, ", ".join(tables), ", ".join(self.file.options_of(wager)))
            for wager, tables in self.paytables.items()
        ]


class Games(Table):
    """All games that come with the program, by id."""

    def __init__(self, files: Mapping[str, Sequence[GameFile]]) -> None:
        self._games = {file.id: (Game(file), collection) for collection in files for file in files[collection]}

    def __getitem__(self, game: str) -> Game:
        if not isinstance(game, str):
            raise ArgumentError(
                f'a game is asked for by its id, such as games()["{next(iter(self))}"], not by {game!r}'
            )
        if game not in self._games:
            from analyzer.game.sections import nearest

            raise SelectionError(f"there is no game {game!r}{nearest(game, self._games)}; games: {', '.join(self)}")
        return self._games[game][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, game: object) -> bool:
        return game in self._games

    def _title(self) -> str:
        return f"{len(self)} games"

    def _columns(self) -> Sequence[Column]:
        return [Column("game"), Column("name"), Column("collection"), Column("wagers")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [(game.id, game.name, collection, ", ".join(game.wagers)) for game, collection in self._games.values()]


def games() -> Games:
    """The games that come with the program: certified ones, and a library of games that everybody knows.

    >>> import exactodds
    >>> known = exactodds.games()
    >>> "wild-52" in known, known["wild-52"].wagers
    (True, ('ante-play', 'bonus', 'joker'))
    """
    from analyzer.game.library import game_ids, library_ids, listed

    return Games({"certified": listed(game_ids()), "library": listed(library_ids())})


def load(game: object) -> Game:
    """A game by its id, or by the path of its file. All faults of a file are reported at once.

    >>> import exactodds
    >>> exactodds.load("wild-25")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    analyzer.errors.SelectionError: there is no game 'wild-25' (did you mean 'wild-52'?); games: ...
    """
    return game if isinstance(game, Game) else Game(game_file(game))
