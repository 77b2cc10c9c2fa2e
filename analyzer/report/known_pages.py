"""Pages of rules that whoever verifies a report knows: each is compared with the page that the report carries.

Which page of the report a file is for is told by its text, by the game id that it names, by the name of the file, or by
its first heading. A file that is for none of them cannot be compared, and says nothing about the report: wrong use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.documents import Json
from analyzer.errors import SelectionError
from analyzer.printable import shown_safely
from analyzer.report.subject import COMMON_PAGE

_GAME_ID = re.compile(r"^Game id: `([a-z0-9-]+)`", re.MULTILINE)


@dataclass(frozen=True)
class KnownPage:
    """A page by the name of its file."""

    name: str
    text: str

    @property
    def game(self) -> str | None:
        """The game that the page says it is of."""
        match = _GAME_ID.search(self.text)
        return None if match is None else match[1]


def check_pages(pages: Sequence[KnownPage], document: Json) -> None:
    """Refuse a file that is for no page of the report."""
    carried = _carried(document)
    for page in pages:
        if not _is_of(page, carried):
            games = ", ".join(name for name in carried if name != COMMON_PAGE)
            what = (
                "no page of rules of a game of the report" if page.game is None else f"a page of rules of {page.game}"
            )
            raise SelectionError(
                f"{shown_safely(page.name)}: is {what}; the report is of {games}, and a page is known by its line "
                "Game id, by the name of its file (GAME.md or common.md), or by its first heading"
            )


def page_findings(pages: Sequence[KnownPage], document: Json) -> Iterator[str]:
    """The pages of the report that are not those that are known."""
    carried = _carried(document)
    for page in pages:
        names = _is_of(page, carried)
        if names and not any(page.text in carried[name] for name in names):
            what = "the rules of all games" if names == [COMMON_PAGE] else f"the page of rules of {', '.join(names)}"
            yield f"{what}: is not that of {shown_safely(page.name)}"


def _carried(document: Json) -> dict[str, list[str | None]]:
    """The pages of the report, by game; those that hold for all games are carried beside each."""
    pages: dict[str, list[str | None]] = {game["id"]: [game["rules"]["game"]] for game in document["games"]}
    return pages | {COMMON_PAGE: [game["rules"]["common"] for game in document["games"]]}


def _is_of(page: KnownPage, carried: dict[str, list[str | None]]) -> list[str]:
    """The pages of the report that a file is for, by the surest sign that there is."""
    same = [name for name, texts in carried.items() if page.text in texts]
    if same:
        return same
    if page.game is not None:
        return [page.game] if page.game in carried else []
    stem = Path(page.name).stem
    if stem in carried:
        return [stem]
    title = _title(page.text)
    return [name for name, texts in carried.items() if title and title in map(_title, texts)]


def _title(text: str | None) -> str:
    """
    >>> _title("# Wild 52\\n\\nGame id: `wild-52`"), _title("key = 1")
    ('# Wild 52', '')
    """
    first = (text or "").lstrip().partition("\n")[0].strip()
    return first if first.startswith("# ") else ""
