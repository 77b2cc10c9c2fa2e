"""The report as one HTML file: its style and script inside, nothing loaded from anywhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.numbers import decimal_text, percent_text
from analyzer.reports.document import placed_blocks, result_keys
from analyzer.reports.figures import SCREEN, figure_svg
from analyzer.reports.text import cell_text, cover_facts, exact, grouped, result_title
from analyzer.units import Unit

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"
DECIMALS = 8
MAX_UNBROKEN = 30


def render_html(document: Mapping[str, Any]) -> bytes:
    """The page of a report document."""
    from markupsafe import Markup

    style, script = (_asset(name) for name in ("report.css", "report.js"))
    figures = {
        block["id"]: Markup(figure_svg(block, SCREEN))
        for _, block in placed_blocks(document)
        if block["kind"] == "figure"
    }
    page = (
        _environment()
        .get_template("report.html.j2")
        .render(
            document=document,
            games=[_with_anchors(game) for game in document["games"]],
            cover=cover_facts(document),
            figures=figures,
            style=Markup(style),
            script=Markup(script),
            style_digest=_digest(style),
            script_digest=_digest(script),
        )
    )
    return page.encode()


def _with_anchors(game: Mapping[str, Any]) -> dict[str, Any]:
    """Adds anchors of games and sections, none of which can be the id of a block."""
    anchor = f"game_{game['id']}"
    sections = [section | {"anchor": f"{anchor}_{section['number']}"} for section in game["sections"]]
    return dict(game) | {"anchor": anchor, "sections": sections}


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
    made.globals["result_title"] = result_title
    made.globals["result_keys"] = result_keys
    made.tests["staked"] = lambda block: Unit(block["unit"]).has_stake
    made.filters["cell"] = _cell
    made.filters["long"] = _long
    made.filters["percent"] = _percent
    made.filters["decimal8"] = _decimal
    made.filters["count_total"] = _count_total
    made.filters["probability_total"] = _probability_total
    return made


def _cell(text: str, kind: str) -> Markup:
    """A cell; a long fraction is broken after its bar first."""
    from markupsafe import Markup, escape

    shown = escape(cell_text(text, kind))
    return Markup(str(shown).replace("/", "/<wbr>")) if kind == "fraction" and _long(text) else shown


def _long(text: str) -> str:
    """The class of a cell that may wrap, so that it does not push the other columns out of sight."""
    return " long" if len(text) > MAX_UNBROKEN else ""


def _percent(text: str) -> str:
    value = exact(text)
    return text if value is None else percent_text(value, 6)


def _decimal(text: str) -> str:
    value = exact(text)
    return text if value is None else decimal_text(value, DECIMALS)


def _count_total(lines: Sequence[Mapping[str, str]]) -> str:
    return grouped(str(sum(int(line["count"]) for line in lines)))


def _probability_total(block: Mapping[str, Any]) -> str:
    """The sum of the probabilities: 1, or the report is wrong and shows it."""
    return str(sum(value for line in block["lines"] if (value := exact(line["probability"])) is not None))
