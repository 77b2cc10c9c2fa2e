"""The results of a check for machines: JUnit XML for CI systems, and annotations for GitHub."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from analyzer.change.check import CheckedGame, Drift
from analyzer.errors import FileError
from analyzer.files import read_text
from analyzer.game.file import GAME_FILE


def junit_xml(checked: Sequence[CheckedGame]) -> str:
    """One suite for each game; one case for each wager, paytable and reading, and for each broken limit."""
    root = ElementTree.Element("testsuites", name="exactodds check")
    for game in checked:
        failures = sum(drift.status != "unchanged" for drift in game.drifts) + len(game.breaches)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=game.game,
            tests=str(len(game.drifts) + len(game.breaches) + len(game.not_counted)),
            failures=str(failures),
            errors="0",
        )
        if game.not_counted:
            suite.set("skipped", str(len(game.not_counted)))
        for drift in game.drifts:
            case = ElementTree.SubElement(suite, "testcase", classname=game.game, name=drift.figures.place)
            if drift.status != "unchanged":
                _fail(case, drift.status, drift.message)
            _tell(case, drift.flag)
        for figures in game.not_counted:
            case = ElementTree.SubElement(suite, "testcase", classname=game.game, name=figures.place)
            ElementTree.SubElement(case, "skipped", message="its reading needs a long count of its own: --full")
        for breach in game.breaches:
            name = f"{breach.figures.place} {breach.place} {breach.limit}"
            case = ElementTree.SubElement(suite, "testcase", classname=game.game, name=name)
            _fail(case, "limit", breach.message)
        _tell(suite, "\n".join(game.flags))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _fail(case: ElementTree.Element, kind: str, message: str) -> None:
    ElementTree.SubElement(case, "failure", type=kind, message=message).text = message


def _tell(element: ElementTree.Element, words: str | None) -> None:
    """Notes that are not failures but must be seen."""
    if words:
        ElementTree.SubElement(element, "system-out").text = words


def github_annotations(checked: Sequence[CheckedGame]) -> list[str]:
    """Workflow commands: an error at the line of the file that caused it, a notice where nothing is wrong."""
    annotations = []
    for game in checked:
        lines = _lines_of(game.path)
        path = _relative(game.path)
        for drift in game.drifts:
            if drift.status != "unchanged":
                annotations.append(
                    _command("error", path, _line(lines, drift), f"{game.game}: {drift.status}", drift.message)
                )
        for breach in game.breaches:
            line = _table_line(lines, breach.figures.wager)
            annotations.append(_command("error", path, line, f"{game.game}: outside a limit", breach.message))
        annotations += [_command("warning", path, None, game.game, note) for note in game.notes]
        annotations += [
            _command("warning", path, None, f"{game.game}: player's advantage", flag) for flag in game.flag_lines
        ]
        if game.not_counted_text:
            annotations.append(_command("notice", path, None, game.game, game.not_counted_text))
        if not game.failed:
            annotations.append(f"::notice title={_property(game.game)}::{len(game.drifts)} results unchanged")
    return annotations


def _command(level: str, path: str, line: int | None, title: str, message: str) -> str:
    place = f"file={_property(path)}" + (f",line={line}" if line else "")
    return f"::{level} {place},title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _lines_of(path: str) -> list[str]:
    try:
        return read_text(path, GAME_FILE).splitlines()
    except FileError:
        return []


def _relative(path: str) -> str:
    full = Path(path).resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else path


def _table_line(lines: Sequence[str], wager: str) -> int | None:
    """Where [wagers.W.pays] stands, or else [wagers.W]."""
    for table in (rf"{re.escape(wager)}\.pays", re.escape(wager)):
        heading = re.compile(rf"\s*\[wagers\.{table}\]")
        number = next((number for number, line in enumerate(lines, 1) if heading.match(line)), None)
        if number is not None:
            return number
    return None


def _line(lines: Sequence[str], drift: Drift) -> int | None:
    """The line of the first pay that changed, else that of its paytable."""
    start = _table_line(lines, drift.figures.wager)
    if start is None or not drift.pays:
        return start
    key = re.compile(rf'\s*"?{re.escape(drift.pays[0][0])}"?\s*=')
    return next((number for number, line in enumerate(lines[start:], start + 1) if key.match(line)), start)
