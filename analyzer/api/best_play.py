"""How to play as well as possible: of any wager with decisions, what is done with which cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyzer.api.arguments import OptionValue, Running, counts, game_file, option_texts, run_of, text_or_none
from analyzer.api.short_lists import WHAT_TO_HOLD, hold_words
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import Json, JsonDict

if TYPE_CHECKING:
    from analyzer.api.games import Game

Row = tuple[str, str, str, Fraction]


class BestPlay(Table):
    """What the best play does with which cards, and how often; `document()` has all that is known of it."""

    def __init__(self, document: Json) -> None:
        self._document = document

    @property
    def wager(self) -> str:
        return str(self._document["wager"])

    @property
    def paytable(self) -> str:
        return str(self._document["paytable"])

    @property
    def ev(self) -> Fraction:
        """The expected result of the best play."""
        return Fraction(self._document.get("best_ev", self._document["ev"]))

    def document(self) -> JsonDict:
        """As `exactodds strategy --json` prints it."""
        return dict(self._document)

    def _title(self) -> str:
        return f"{self._document['game']}, {self.wager} {self.paytable}"

    def _columns(self) -> Sequence[Column]:
        return [Column("decision"), Column("seen"), Column("do"), Column("frequency", "percent")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return list(_rows_of(self._document))


def _rows_of(document: Json) -> Iterator[Row]:
    """The rows of a list of holds, whose first that a hand contains is held, of decisions by what is seen, or of the
    departures from a house way; where there is no list, how often each choice is made.
    """
    if not any(document.get(key) for key in ("items", "tables", "decisions", "rows")):
        for choice, share in document.get("choices", {}).items():
            yield "how often", "over all hands", choice, Fraction(share)
    for one in document.get("items", ()):
        yield WHAT_TO_HOLD, *hold_words(one["hold"]), Fraction(one["decides"])
    for decision in (*document.get("tables", ()), *document.get("decisions", ())):
        for row in decision["rows"]:
            seen = row["seen"] if "seen" in row else _described(row)
            yield decision["decision"], seen, row.get("do") or row["action"], Fraction(row["frequency"])
        if "otherwise" in decision:
            yield decision["decision"], "otherwise", decision["otherwise"], Fraction(decision["otherwise_frequency"])
    hands = sum(int(row["hands"]) for row in document.get("rows", ()))
    for row in document.get("rows", ()):
        yield "set", row["name"], f"another setting, with {row['departs']} hands", Fraction(int(row["hands"]), hands)


def _described(row: Mapping[str, str]) -> str:
    """
    >>> _described({"hand": "high-card", "jokers": "0", "draw": "none", "ranks": "Q", "kicker": "6-J"})
    'high card, rank Q, kicker 6-J'
    """
    parts = [row["hand"].replace("-", " ")]
    parts += [f"jokers {row['jokers']}"] if row["jokers"] not in ("", "0") else []
    parts += [f"draw {row['draw']}"] if row["draw"] not in ("", "none") else []
    parts += [f"{word} {row[key]}" for word, key in (("rank", "ranks"), ("kicker", "kicker")) if row[key]]
    return ", ".join(parts)


@counts
def best_play(
    game: Game | str | Path,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> BestPlay:
    """The best play, decision by decision; of hands set by a house way, where the best setting is another one.

    >>> import exactodds
    >>> play = exactodds.best_play("three-card-poker-6-card-bonus")
    >>> play, play.ev
    (<BestPlay three-card-poker-6-card-bonus, ante-play 1>, Fraction(-778809, 20358520))
    """
    from analyzer.strategy.how_to_play import best_play_document

    file, chosen = game_file(game), option_texts(options)
    with run_of("strategy", running) as run:
        asked = text_or_none("wager", wager), text_or_none("paytable", paytable)
        return BestPlay(best_play_document(file.game(chosen), *asked, run))
