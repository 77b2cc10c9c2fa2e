"""The manual says what the commands say, and docs/command-line.md is the manual."""

from __future__ import annotations

from pathlib import Path

from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.cli.manual import manual_text

DOCS = Path(__file__).parents[1] / "docs"


def test_every_command_is_in_the_manual() -> None:
    text = manual_text(cli)
    for name in every_command(cli):
        assert f"\n## exactodds {name}\n" in text


def test_the_page_is_the_manual() -> None:
    """After a change of the command line: exactodds manual > docs/command-line.md"""
    assert (DOCS / "command-line.md").read_text(encoding="utf-8") == manual_text(cli)
