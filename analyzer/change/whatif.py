"""What if: a game file with other pays, without editing it."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from dataclasses import replace

from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.sections import nearest
from analyzer.numbers import grouped_number, parse_fraction
from analyzer.pricing.analysis import select_paytables, select_wagers


def with_pays(file: GameFile, wager: str, pays: Mapping[str, str], paytable: str | None = None) -> GameFile:
    """The game as if its file said that these lines of the wager pay this much, in one paytable or in all."""
    if not pays:
        raise SelectionError("nothing is changed; say for example --set flush=11")
    (chosen,) = select_wagers(file.game(), wager)
    tables = select_paytables(chosen, paytable)
    known = chosen.line_ids
    for line in pays:
        if line not in known:
            lines = f"lines: {', '.join(known)}" if known else "it has no lines"
            raise SelectionError(f"{file.id} / {wager} has no line {line!r}{nearest(line, known)}; {lines}")
    data: JsonDict = copy.deepcopy(dict(file.data))
    changed_tables = [place for place, table in enumerate(chosen.paytables) if table in tables]
    for line, pay in pays.items():
        _set_pay(data["wagers"][wager], wager, line, _as_written(pay), changed_tables, len(chosen.paytables))
    said = "".join(f"{wager} {table.id} {line}={pay}\n" for table in tables for line, pay in pays.items())
    digest = hashlib.sha256((file.digest + said).encode()).hexdigest()
    changed = replace(
        file,
        path=f"{file.path} with {', '.join(f'{line}={pay}' for line, pay in pays.items())}",
        data=data,
        digest=digest,
    )
    changed.game()  # says what is wrong with a pay, as if the file had it
    return changed


def _set_pay(own: JsonDict, wager: str, line: str, pay: object, changed: list[int], tables: int) -> None:
    """Change a line of `pays`; a win that the file pays by a row, or leaves unsaid, gets a row of its own."""
    if line in own.get("pays", {}):
        if len(changed) == tables:  # one amount for all of them: what is wrong with it is said once
            own["pays"][line] = pay
            return
        before = own["pays"][line]
        row = list(before) if isinstance(before, list) else [before] * tables
        own["pays"][line] = [pay if place in changed else amount for place, amount in enumerate(row)]
        return
    bet = next(iter(own.get("bets", {wager: 1})))
    rows = own.setdefault("settle", {}).setdefault(bet, [])
    rows[:] = [row for row in rows if row.get("on") != line] + [{"on": line, "pays": pay}]


def _as_written(pay: str) -> object:
    """A whole number as TOML has it; anything else is text, and checked as such."""
    number = grouped_number(pay) if "," in pay else parse_fraction(pay)
    if number is None:
        return pay
    return int(number) if number.denominator == 1 else str(number)
