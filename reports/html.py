"""The report as one HTML file: its style and script inside, nothing loaded from anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.documents import Json, JsonDict
from analyzer.numbers import decimal_text, percent_text
from analyzer.reports.bridge import INPUTS, rounds_of
from analyzer.reports.document import Part, front_parts, game_parts, placed_blocks, result_keys
from analyzer.reports.figures import NARROW, SCREEN, WIDE, figure_svg
from analyzer.reports.text import cell_text, cover_facts, exact, grouped, heading_text, result_title, shown, status_text
from analyzer.units import Unit

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"
DECIMALS = 8
MAX_UNBROKEN = 30
# What the what-if shows, in this order.
OUTPUTS = ("house_edge", "return", "ev", "variance", "hit_frequency")


def render_html(document: Json, digest: str) -> bytes:
    """The page of a report document; `digest` is that of report.json."""
    from markupsafe import Markup

    style, script = (_asset(name) for name in ("report.css", "report.js"))
    figures = {
        block["id"]: [Markup(figure_svg(block, SCREEN, width)) for width in (WIDE, NARROW)]
        for _, block in placed_blocks(document)
        if block["kind"] == "figure"
    }
    page = (
        _environment()
        .get_template("report.html.j2")
        .render(
            document=document,
            digest=digest,
            front=[_anchored(part, "front") for part in front_parts(document)],
            games=[_game(game, number) for number, game in enumerate(document["games"], start=1)],
            cover=cover_facts(document),
            status=status_text(document),
            figures=figures,
            style=Markup(style),
            script=Markup(script),
            style_digest=_digest(style),
            script_digest=_digest(script),
        )
    )
    return page.encode()


def _game(game: Json, number: int) -> JsonDict:
    """A game with anchors, none of which can be the id of a block."""
    anchor = f"game_{game['id']}"
    return {
        "name": game["name"],
        "anchor": anchor,
        "sha256": game["game_file_sha256"],
        "parts": [_anchored(part, anchor) for part in game_parts(game, number)],
    }


def _anchored(part: Part, anchor: str) -> JsonDict:
    return {
        "anchor": f"{anchor}_{part.key}",
        "number": part.number,
        "key": part.key,
        "title": part.title,
        "blocks": part.blocks,
    }


def _asset(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    made.globals |= {"result_title": result_title, "result_keys": result_keys, "outputs": OUTPUTS}
    made.globals["bridge_inputs"] = INPUTS
    made.tests["staked"] = lambda block: Unit(block["unit"]).has_stake
    made.filters |= {
        "cell": _cell,
        "long": _long,
        "shown": shown,
        "heading": heading_text,
        "percent": _percent,
        "decimal8": _decimal,
        "value": _value,
        "count_total": _count_total,
        "cases": _cases,
        "above": _above,
        "groups": _groups,
        "chance": _chance,
        "bridge_rows": _bridge_rows,
        "bridge_rounds": rounds_of,
    }
    return made


def _cell(text: str, kind: str) -> Markup:
    """A cell; a long fraction is broken after its bar first."""
    from markupsafe import Markup, escape

    words = escape(cell_text(text, kind))
    return Markup(str(words).replace("/", "/<wbr>")) if kind == "fraction" and _long(text) else words


def _long(text: str) -> str:
    """The class of a cell that may wrap, so that it does not push the other columns out of sight."""
    return " long" if len(text) > MAX_UNBROKEN else ""


def _percent(text: str) -> str:
    value = exact(text)
    return shown(text if value is None else percent_text(value, 6))


def _decimal(text: str) -> str:
    value = exact(text)
    return shown(text if value is None else grouped(decimal_text(value, DECIMALS)))


def _value(block: Json, key: str) -> str:
    """A result as decimals, with its percentage where it is a share."""
    text = block["result"][key]
    value = exact(text)
    if value is None:
        return shown(text)
    share = f" ({_percent(text)})" if key in ("house_edge", "return", "hit_frequency") else ""
    return _decimal(text) + share


def _chance(line: Mapping[str, str]) -> str:
    """The probability of a line in percent, to six significant digits at least."""
    value = exact(line["probability"])
    assert value is not None
    places = 6
    while value and abs(value) * 100 < 10 ** (2 - places) and places < 18:
        places += 1
    return grouped(decimal_text(value * 100, places))


def _count_total(lines: Sequence[Mapping[str, str]]) -> str:
    return grouped(str(sum(int(line["count"]) for line in lines)))


def _cases(whatif: Json) -> str:
    """The cases for the script: lines, base, count."""
    return json.dumps([[case["lines"], case["base"], case["count"]] for case in whatif["cases"]], separators=(",", ":"))


def _bridge_rows(block: Json) -> str:
    """For the script: the expected win per initial bets, and the ends of each interval by the number of rounds."""
    rows = [
        [row["expected"], {one["rounds"]: [one["low"], one["high"]] for one in row["intervals"]}]
        for row in block["rows"]
    ]
    return json.dumps(rows, separators=(",", ":"))


def _above(whatif: Json) -> str:
    rule = whatif["above"]
    return "" if rule is None else json.dumps([rule["line"], rule["than"], rule["or_equal"]])


def _groups(block: Json) -> list[tuple[str, list[Sequence[str]]]]:
    """The rows of a grouped table below what they belong to; else one group without a name."""
    if not block["grouped"]:
        return [("", list(block["rows"]))]
    groups: list[tuple[str, list[Sequence[str]]]] = []
    for row in block["rows"]:
        if not groups or groups[-1][0] != row[0]:
            groups.append((row[0], []))
        groups[-1][1].append(row[1:])
    return groups
