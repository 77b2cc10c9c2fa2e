"""A designed paytable in its game file: a copy of the file with one more column, comments and order kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.errors import DesignError
from analyzer.game.pay import Pay


def with_column(text: str, wager: str, name: str, pays: Mapping[str, Pay]) -> str:
    """The game file's text with a paytable of that name added to the wager."""
    import tomlkit

    document: Any = tomlkit.parse(text)
    own = document["wagers"][wager]
    listed = list(own.get("paytables", ["1"]))
    if name in listed:
        raise DesignError(f"{wager} has a paytable {name!r} already; give the new one another name with --name")
    if not set(pays) <= set(own.get("pays", {})):
        return _with_row(document, own, wager, pays)
    for line, pay in pays.items():
        before = own["pays"][line]
        if isinstance(before, list):
            own["pays"][line] = [*before, _amount(pay)]
        elif before != _amount(pay):
            own["pays"][line] = [*([before] * len(listed)), _amount(pay)]
    own["paytables"] = [*listed, name]
    return str(tomlkit.dumps(document))


def _with_row(document: Any, own: Any, wager: str, pays: Mapping[str, Pay]) -> str:
    """The same where a win is paid by a row of the settlement: there are no columns, so the row itself is changed."""
    import tomlkit

    bet = next(iter(own.get("bets", {wager: 1})))
    rows = [row for row in own.get("settle", {}).get(bet, []) if row.get("on") not in pays]
    settle = own.setdefault("settle", tomlkit.table())
    settle[bet] = [*rows, *({"on": line, "pays": _amount(pay)} for line, pay in pays.items())]
    return str(tomlkit.dumps(document))


def _amount(pay: Pay) -> int | str:
    return int(pay.amount) if not pay.meter and pay.amount.denominator == 1 else str(pay)
