"""The commands in the README are run as they stand there (the test command itself apart)."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from analyzer.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("    exactodds ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_command_works(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a command may write where it is called
    words = shlex.split(command)
    assert words[0] == "exactodds"
    assert main(words[1:]) == 0
    assert capsys.readouterr().out.strip()


def test_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^    (?:EXACTODDS_CHECKED=1 )?make (\w+)", README, re.MULTILINE))
    assert {"run", "test", "long", "bench"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_make_run_is_the_main_job() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "exactodds analyze --all --output results" in makefile


def test_every_linked_file_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
