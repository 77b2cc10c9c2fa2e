"""Where paytables come from: whether those of a changed game file stand in the source document that it names."""

from __future__ import annotations

from functools import cache

from analyzer.change.figures import pays_of
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.library import is_shipped, load_game, shipped_ids
from analyzer.game.model import Game, Wager
from analyzer.report.subject import Subject

NOT_THERE = "not in the source"


def where_in_source(subject: Subject, wager: Wager) -> str:
    """What the file says of the wager, which was said of the shipped paytables: others are named."""
    origin = _origin(subject)
    if origin is None or not wager.source:
        return wager.source
    first = next((one for one in origin.wagers if one.id == wager.id), None)
    known = {} if first is None else {table.id: pays_of(first, table) for table in first.paytables}
    reported = [subject.paytable_of(result) for result in subject.results_of(wager)]
    others = [table.id for table in reported if known.get(table.id) != pays_of(wager, table)]
    if not others:
        return wager.source
    return NOT_THERE if len(others) == len(reported) else f"{wager.source}; {NOT_THERE}: {', '.join(others)}"


def _origin(subject: Subject) -> Game | None:
    """The shipped game that the file was made from, if it is not that of the program, under the same options."""
    file = subject.file
    shipped = None if is_shipped(file) else _shipped(file.id, subject.game.source.sha256)
    if shipped is None:
        return None
    try:
        return shipped.game({key: value for key, value in subject.game.chosen.items() if key in shipped.options})
    except ExactOddsError:  # the file has other values of an option
        return shipped.game()


@cache
def _shipped(game: str, source_sha256: str) -> GameFile | None:
    """By its id, or by the source document: the file may have been given another id."""
    if game in shipped_ids():
        return load_game(game)
    for name in shipped_ids() if source_sha256 else ():
        file = load_game(name)
        if file.data.get("source", {}).get("sha256") == source_sha256:
            return file
    return None
