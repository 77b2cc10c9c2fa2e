"""What if: a game file with other pays, without editing it."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyzer.change.figures import line_ids
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.sections import nearest
from analyzer.numbers import parse_fraction
from analyzer.pricing.analysis import select_paytables, select_wagers


def with_pays(file: GameFile, wager: str, pays: Mapping[str, str], paytable: str | None = None) -> GameFile:
    """The game as if its file said that these lines of the wager pay this much, in one paytable or in all."""
    if not pays:
        raise SelectionError("nothing is changed; say for example --set flush=11")
    (chosen,) = select_wagers(file.game(), wager)
    tables = select_paytables(chosen, paytable)
    known = line_ids(chosen)
    for line in pays:
        if line not in known:
            lines = f"lines: {', '.join(known)}" if known else "it has no lines"
            raise SelectionError(f"{file.id} / {wager} has no line {line!r}{nearest(line, known)}; {lines}")
    data: dict[str, Any] = copy.deepcopy(dict(file.data))
    for table in tables:
        data["wagers"][wager]["paytables"][table.id] |= {line: _as_written(pay) for line, pay in pays.items()}
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


def _as_written(pay: str) -> object:
    """A whole number as TOML has it; anything else is text, and checked as such."""
    number = parse_fraction(pay)
    return int(number) if number is not None and number.denominator == 1 else pay
