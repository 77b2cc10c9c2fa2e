"""The examples in the report's modules are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "analyzer"
MODULES = [*sorted(path.stem for path in FOLDER.glob("report_*.py")), "verify", "signing"]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    assert doctest.testmod(import_module(f"analyzer.{module}")).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(f"analyzer.{module}")).attempted for module in MODULES) > 15
