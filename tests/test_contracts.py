"""The contracts of import-linter hold, and each is broken by an import that it forbids."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = {
    "analyzer": "analyzer",
    "cext": "analyzer/cext",
    "tables": "analyzer/tables",
    "reports": "analyzer/reports",
    "analyzer/public": "exactodds",
}
# A module, an import that must not be in it, and the contract that forbids it.
FORBIDDEN = {
    "a renderer imports an engine": (
        "analyzer/reports/html.py",
        "from analyzer.engines import tally",
        "Renderers know the document and nothing that makes it",
    ),
    "an engine imports a price, lazily": (
        "analyzer/engines/tally.py",
        "def lazy() -> None:\n    from analyzer.pricing import moments",
        "Rooms: imports go downwards",
    ),
    "the reference imports the program": (
        "analyzer/reference/hands.py",
        "from analyzer.cards import deck",
        "The literal reference shares nothing with the program",
    ),
    "the referee imports the program": (
        "analyzer/reference/asked.py",
        "from analyzer.game import lines",
        "The literal reference shares nothing with the program",
    ),
    "a price asks the reference": (
        "analyzer/pricing/moments.py",
        "from analyzer.reference import hands",
        "Only second opinions ask the literal reference",
    ),
    "an engine imports a kernel": (
        "analyzer/engines/decide.py",
        "from analyzer.cext import choices",
        "Kernels are reached through one door",
    ),
    "the public package imports a room": (
        "exactodds/__init__.py",
        "from analyzer.game import library",
        "The public package is a door to the library and the command line",
    ),
    "a room that no contract knows": ("analyzer/new_room/__init__.py", "", "Rooms: imports go downwards"),
}


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The Python sources as they will be installed."""
    for source, target in PLACES.items():
        for path in (ROOT / source).rglob("*.py"):
            copy = tmp_path / target / path.relative_to(ROOT / source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    shutil.rmtree(tmp_path / "analyzer" / "public")
    return tmp_path


def broken_contracts(packages: Path) -> list[str]:
    """Names of the contracts that are broken; the exit code says the same."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", code, "--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    environment = os.environ | {"PYTHONPATH": str(packages), "COLUMNS": "200"}
    ran = subprocess.run(command, cwd=packages, env=environment, capture_output=True, text=True, check=False)
    assert "Contracts:" in ran.stdout, ran.stdout + ran.stderr
    # After the word there may be how many imports a contract ignores.
    broken = [line.partition(" BROKEN")[0].strip() for line in ran.stdout.splitlines() if " BROKEN" in line]
    assert ran.returncode == bool(broken), ran.stdout + ran.stderr
    return broken


def test_every_contract_has_an_import_that_breaks_it() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert {contract["name"] for contract in settings["contracts"]} == {name for _, _, name in FORBIDDEN.values()}


def test_contracts_hold(packages: Path) -> None:
    assert broken_contracts(packages) == []


@pytest.mark.parametrize("case", FORBIDDEN)
def test_a_forbidden_import_breaks_its_contract(case: str, packages: Path) -> None:
    module, text, contract = FORBIDDEN[case]
    (packages / module).parent.mkdir(exist_ok=True)
    with (packages / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{text}\n")
    assert contract in broken_contracts(packages)
