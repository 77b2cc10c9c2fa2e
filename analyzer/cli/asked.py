"""Options that several commands have about what is shown: a level of the meter, and which columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import click

from analyzer.errors import SelectionError

T = TypeVar("T")


def read_meter(meter: str | None) -> Fraction | None:
    """A level of the meter, as people write it."""
    from analyzer.game.amounts import MAX_PAY as MAX_METER
    from analyzer.numbers import comma_hint, grouped_number, grouped_text

    level = None if meter is None else grouped_number(meter)
    if meter is not None and (level is None or not 0 <= level <= MAX_METER):
        raise SelectionError(
            f"meter {meter!r} must be a number from 0 to {grouped_text(MAX_METER)}, such as 25000 or 25431.50"
            f"{comma_hint(meter)}"
        )
    return level


def chosen_format(as_json: bool, as_csv: bool, form: str | None) -> str:
    """How to print: by one of the options that say so."""
    asked = {"--json": "json"} if as_json else {}
    asked |= {"--csv": "csv"} if as_csv else {}
    asked |= {f"--format {form}": form} if form else {}
    if len(set(asked.values())) > 1:
        raise click.UsageError(f"{' and '.join(asked)} cannot be used together")
    return next(iter(asked.values()), "table")


# --- columns ---------------------------------------------------------------------------------------------------------


def _read_columns(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    if value is None:
        return ()
    names = tuple(column_name(name) for name in value.split(","))
    if not all(names):
        raise click.BadParameter(f"{value!r} must be names of columns with commas between, such as name,count")
    return names


columns_option = click.option(
    "--columns",
    metavar="NAME,...",
    callback=_read_columns,
    help="Show only these columns, in this order; a name that does not exist is answered with the list.",
)


def column_name(heading: str) -> str:
    """A heading as --columns takes it.

    >>> column_name(" House edge"), column_name("player's advantage"), column_name("--sees")
    ('house_edge', 'players_advantage', 'sees')
    """
    return "_".join(heading.lower().replace("'", "").replace("-", " ").replace("_", " ").split())


def check_columns(
    asked: Sequence[str], form: str, known: Sequence[str], headings: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """The columns by their names, before anything is counted; a heading stands for the name of its column.

    >>> check_columns(("hand", "count"), "md", ("name", "count"), {"hand": "name"})
    ('name', 'count')
    """
    from analyzer.game.sections import nearest

    if asked and form == "json":
        raise click.UsageError("--columns goes with tables and lines of values; JSON has everything")
    names = tuple((headings or {}).get(name, name) for name in asked)
    for name in names:
        if name not in known:
            raise SelectionError(f"there is no column {name!r} here{nearest(name, known)}; columns: {', '.join(known)}")
        if names.count(name) > 1:
            raise SelectionError(f"the column {name} is named twice")
    return names


def chosen_columns(asked: Sequence[str], rows: Sequence[Sequence[T]]) -> list[list[T]]:
    """Rows of values, of which the first are the names of the columns, with the columns asked for; without any, all."""
    names = [str(name) for name in rows[0]]
    places = [names.index(name) for name in asked] or range(len(names))
    return [[row[place] for place in places] for row in rows]
