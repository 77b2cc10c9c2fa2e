"""House ways of a file: rows of their own, or those of another (`like`) reordered and with some rows replaced."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.game.house_way import HouseWay, HouseWayRow, arranged, listed, read_house_way, read_rows
from analyzer.game.sections import Section, nearest, shown

MAX_HOUSE_WAYS = 24


def read_house_ways(section: Section) -> dict[str, HouseWay]:
    ways: dict[str, HouseWay] = {}
    for key, value in section.entries(MAX_HOUSE_WAYS):
        one = Section(value, section.at(key), section.faults)
        ways[key] = _read_like(one, ways) if one.has("like") else read_house_way(one)
    return ways


def _read_like(section: Section, ways: Mapping[str, HouseWay]) -> HouseWay:
    name, source = section.text("name", required=True), section.text("source")
    like = section.text("like")
    replaced = read_rows(section) if section.has("rows") else ()
    if like not in ways:
        known = f"; above it: {', '.join(ways)}" if ways else ""
        section.fault("like", f"{shown(like)} is not a house way that stands above{nearest(like, ways)}{known}")
        section.has("order")
        rows = replaced
    else:
        rows = _replace(section, ways[like].rows, replaced)
        rows = _ordered(section, rows) if section.has("order") else arranged(rows, section)
    if not section.has("order") and not section.has("rows"):
        section.fault(
            "like", f"is all that is said: this is {shown(like)} itself; give it an order, or rows to replace"
        )
    section.finish()
    return HouseWay(name, source, rows)


def _replace(
    section: Section, rows: tuple[HouseWayRow, ...], replaced: tuple[HouseWayRow, ...]
) -> tuple[HouseWayRow, ...]:
    """The rows of each number that is given take the place of the other's rows of that number."""
    numbers = {row.number for row in rows}
    for index, row in enumerate(replaced, 1):
        if row.number not in numbers:
            place = f"rows[{index}].row"
            section.fault(place, f"there is no row {row.number} to replace; rows: {listed(rows)}")
    new = {number: [row for row in replaced if row.number == number] for number in numbers}
    result: list[HouseWayRow] = []
    for row in rows:
        if not new[row.number]:
            result.append(row)
        elif not any(one.number == row.number for one in result):
            result += new[row.number]
    return tuple(result)


def _ordered(section: Section, rows: tuple[HouseWayRow, ...]) -> tuple[HouseWayRow, ...]:
    numbers = {row.number for row in rows}
    order = section.get("order")
    if (
        not isinstance(order, list)
        or not all(type(number) is int for number in order)
        or sorted(order) != sorted(numbers)
    ):
        section.fault("order", f"must have every row number once: {listed(rows)}; not {shown(order)}")
        return rows
    return tuple(row for number in order for row in rows if row.number == number)
