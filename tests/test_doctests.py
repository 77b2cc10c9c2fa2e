"""Examples in modules and on pages of the documentation are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"analyzer": "analyzer", "analyzer.reports": "reports"}
PROMPT = ">>> "
MODULES = [
    ".".join([package, *path.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__")
    for package, folder in PACKAGES.items()
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path.parent.name != "public" and PROMPT in path.read_text(encoding="utf-8")
] + ["exactodds"]
PAGES = sorted(path for path in (ROOT / "docs").rglob("*.md") if PROMPT in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_modules(module: str) -> None:
    tested = doctest.testmod(import_module(module))
    assert tested.attempted > 0
    assert tested.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_on_pages(page: Path) -> None:
    tested = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tested.attempted > 0
    assert tested.failed == 0


def test_there_are_examples() -> None:
    assert len(MODULES) > 30
    assert [page.name for page in PAGES] == ["python.md"]
