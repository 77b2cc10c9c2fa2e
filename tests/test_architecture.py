"""The map leads somewhere: every file and function that docs/architecture.md and CONTRIBUTING.md name is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
MAP = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w/-]+\.(?:py|pxd|pyx|toml|json|md|typ)\b")
FOLDER = re.compile(r"[\w/-]+/")
# "`name` in `file`" and "`file: NAME`".
DEFINED = re.compile(r"`(?:#let )?(\w+)` (?:in|of) `([\w/]+\.(?:py|pxd|pyx|typ))`")
LISTED = re.compile(r"`([\w/]+\.py): (\w+)`")
# What stands for a name of one's own, and what only a command writes.
ELSEWHERE = re.compile(r"\b(?:GAME|KIND|SECTION|FORMAT|GROUP)\b|_FORMAT|report\.json")


def places_of(name: str, room: str = "") -> list[Path]:
    """Where a file or folder of the map may lie: paths are those of the room, of the program, or of the checkout."""
    bases = [ROOT / "analyzer" / room, ROOT / "analyzer", ROOT, ROOT / "cext"]
    return [path for base in bases if (path := base / name).exists()]


def named_files(text: str) -> Iterator[str]:
    for code in CODE.findall(text):
        for name in FILE.findall(code) if FILE.match(code) else [code] if FOLDER.fullmatch(code) else []:
            if not ELSEWHERE.search(name):
                yield name


def rows(text: str) -> Iterator[tuple[str, str]]:
    """Paragraphs and rows of tables, each with the room that it is about, if it is a row of the rooms."""
    for block in text.split("\n\n"):
        lines = block.splitlines() if block.startswith("|") else [block]
        for line in lines:
            room = re.match(r"\| `(\w+)/` \|", line)
            yield (room[1] if room else ""), line


def defines(path: Path, name: str) -> bool:
    """Whether a file defines a function, a class, a method, a field or a constant of that name."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".typ":
        return f"#let {name}" in text
    if path.suffix != ".py":
        return re.search(rf"(?m)^\s*(?:cdef|cpdef|def|ctypedef)\b[^#\n(]*\b{name}\b", text) is not None
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return True
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
            return True
    return False


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [name for room, row in rows(text) for name in named_files(row) if not places_of(name, room)]
    assert not missing
    assert len(list(named_files(text))) > 20


@pytest.mark.parametrize("page", PAGES)
def test_every_name_is_defined_in_the_file_that_is_named(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    pairs = [*DEFINED.findall(text), *((name, file) for file, name in LISTED.findall(text))]
    missing = [(name, file) for name, file in pairs if not any(defines(path, name) for path in places_of(file))]
    assert not missing
    assert len(pairs) > 4


def test_every_name_in_an_answer_to_a_newcomer_is_in_one_of_its_files() -> None:
    table = MAP.split("### Questions that a newcomer asks")[1].split("\n## ")[0]
    answers = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(answers) > 8
    for answer in answers:
        files = [path for name in named_files(answer) for path in places_of(name) if path.is_file()]
        texts = [path.read_text(encoding="utf-8") for path in files]
        names = [code.removeprefix("#let ") for code in CODE.findall(answer) if re.fullmatch(r"(#let )?\w+", code)]
        assert files, answer
        for name in names:
            assert any(re.search(rf"\b{name}\b", text) for text in texts), (name, answer)


def test_every_room_is_on_the_map() -> None:
    folders = {path.name for path in (ROOT / "analyzer").iterdir() if (path / "__init__.py").exists()}
    modules = {path.name for path in (ROOT / "analyzer").glob("*.py")} - {"__init__.py", "__main__.py"}
    table = MAP.split("## The rooms")[1].split("### ")[0]
    assert {name for name in folders if f"`{name}/`" not in table} == set()
    assert {name for name in modules if f"`{name}`" not in table} == set()


def test_a_wrong_name_would_be_seen() -> None:
    assert not places_of("engines/nowhere.py")
    assert not defines(ROOT / "analyzer/engines/decide.py", "nothing_of_that_name")
    assert defines(ROOT / "analyzer/game/card_tests.py", "RECORD")
