"""Sabotage for real: one line of a copy of the sources is changed, its kernels are built, and `prove` must notice.

tests/test_prove.py does the same in a moment by patching; here nothing is patched, so it takes a build each time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
PARTS = ("analyzer", "cext", "tables", "reports", "build")
THREE_CARD, SIX, SET = "three-card-poker-6-card-bonus", "wild-six-card-poker", "pai-gow-wrangler-outlaw"


class Copy:
    """The sources and what was built from them, to be changed without doing harm."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("checked", "sanitize"))
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy2(ROOT / name, folder)
        package = folder / "package" / "analyzer"
        package.mkdir(parents=True)
        for path in (*(folder / "analyzer").iterdir(), *(folder / part for part in PARTS[1:4])):
            (package / path.name).symlink_to(path)

    def change(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert text.count(old) == 1, f"{file} has changed: {old!r} is there {text.count(old)} times"
        path.write_text(text.replace(old, new))
        if file.startswith("cext/"):
            self.run("setup.py", "build_ext", "--inplace")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(self.folder / "package")}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    def failed_parts(self, game: str) -> list[str]:
        arguments = ["prove", game, "--quick", "--json", "--no-cache"]
        # From within the package's folder, so that the folder of sources does not stand before it.
        start = "import os, sys; os.chdir('package'); from analyzer.cli.main import main; sys.exit(main(sys.argv[1:]))"
        ran = self.run("-c", start, *arguments)
        document = json.loads(ran.stdout)
        assert ran.returncode == (0 if document["passed"] else 1), ran.stderr
        return list(document["failed_parts"])


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_an_unchanged_copy_passes(copy: Copy) -> None:
    assert copy.failed_parts(THREE_CARD) == []


def test_one_rule_of_the_reference(copy: Copy) -> None:
    copy.change(
        "analyzer/reference/three_card_poker.py", '"dealer-does-not-qualify": 1', '"dealer-does-not-qualify": 2'
    )
    assert copy.failed_parts(THREE_CARD) == ["reduced decks"]


def test_one_entry_of_the_evaluators_table(copy: Copy) -> None:
    """The ranks A, 9, 7, 5, 3 have a ten for their nine."""
    entry = "        self.top5[ranks] = pack_top5(ranks)\n"
    copy.change("cext/hand.pxd", entry, f"{entry}    self.top5[0b1000010101010] = 0xEA753\n")
    assert "evaluator" in copy.failed_parts(SIX)


def test_one_sign_of_the_showdown(copy: Copy) -> None:
    copy.change(
        "cext/showdown_answers.pxd", "with_card[field] -= questions.times", "with_card[field] += questions.times"
    )
    assert {"reduced decks", "states"} <= set(copy.failed_parts(SIX))


def test_one_sign_between_two_set_hands(copy: Copy) -> None:
    copy.change("cext/pairs.pyx", "four[1] += ways * counter[front + 1]", "four[1] -= ways * counter[front + 1]")
    assert "reduced decks" in copy.failed_parts(SET)
