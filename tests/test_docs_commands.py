"""Every command line on a page of docs/ is run, and prints what the page shows of it."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
import pytest

from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.cli.main import main

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
COMMAND = re.compile(r"^(?: +|\$ | *- run: )(exactodds [a-z].*)$")
# A file that a page shows is called as its schema is.
SHOWN_FILE = re.compile(r'^    schema = "exactodds/(\w+)/\d+"\n(?:(?:    .*)?\n)*', re.MULTILINE)
# What a page says in capitals, and what stands for it here; instead of games and rounds that take long, quick ones.
QUICK = "three-card-poker-6-card-bonus"
WORDS = {"GAME": QUICK, "wild-52": QUICK, "W": "pair-plus", "N": "20000", "AMOUNT": "1500", "FILE": "card"}
WORDS |= {"100000000": "1000000"}
# Not run: what asks for a machine of its own, what waits for a browser, and the page that is the help of all commands.
ELSEWHERE = {"--cluster": "tests/test_cluster.py", "serve": "tests/test_serve.py"}
HELP_PAGE = "command-line.md"
# Its own test has the repository that it speaks of.
RECIPE = "when-a-paytable-changes.md"
# Commands that take their time: run with all pages behind the marker.
SLOW = {"report", "verify"}


@dataclass
class Step:
    """A command of a page, and the lines that the page shows below it."""

    command: str
    shown: list[str] = field(default_factory=list)


def steps_of(page: Path) -> list[Step]:
    steps: list[Step] = []
    is_session = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_session = line == "```console"
        elif match := COMMAND.match(line):
            steps.append(Step(match[1]))
        elif is_session and line.strip():
            steps[-1].shown.append(line)
    return steps


def words_of(command: str) -> tuple[list[str], str]:
    """The words of a command, and the file that its output goes to.

    What a page explains beside a command is two spaces or a hash away.

    >>> words_of("exactodds prove GAME [--quick] > proof.txt   # all of it")
    (['prove', 'three-card-poker-6-card-bonus'], 'proof.txt')
    """
    said, _, output = re.split(r"  +| #", re.sub(r"\[.*?\]", "", command))[0].partition(" > ")
    return [WORDS.get(word, word) for word in shlex.split(said)][1:], output.strip()


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.name not in (HELP_PAGE, RECIPE) and steps_of(page)]


def assert_shown(shown: list[str], printed: str) -> None:
    """The lines stand in what was printed, in this order."""
    left = iter(printed.splitlines())
    for line in shown:
        assert any(line in other for other in left), f"{line!r} is not printed there:\n{printed}"


@pytest.fixture
def narrow_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in, with a store of its own, and a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "store"))
    monkeypatch.setenv("COLUMNS", "80")


def run_page(page: Path, left_out: Collection[str], capsys: pytest.CaptureFixture[str]) -> None:
    for shown in SHOWN_FILE.finditer(page.read_text(encoding="utf-8")):
        Path(f"{shown[1]}.toml").write_text(textwrap.dedent(shown[0]), encoding="utf-8")
    for step in steps_of(page):
        words, output = words_of(step.command)
        if not set(left_out) & set(words):
            assert main(words) == 0, step.command
            printed = capsys.readouterr().out
            assert_shown(step.shown, printed)
            if output:
                Path(output).write_text(printed, encoding="utf-8")


@pytest.mark.usefixtures("narrow_folder")
def test_the_tutorial(capsys: pytest.CaptureFixture[str]) -> None:
    run_page(DOCS / "tutorial.md", SLOW, capsys)


@pytest.mark.long
@pytest.mark.usefixtures("narrow_folder")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_all_commands_of_a_page(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_page(page, ELSEWHERE, capsys)


def named_commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands in a line of text, and their options: those in the middle of a sentence are not run.

    >>> list(named_commands("Use `exactodds report my-game.toml -o report --sign KEY`, or exactodds games."))
    [('report', ['-o', '--sign'])]
    """
    for said in re.findall(r"`exactodds ([^`]+)`|^ +exactodds ([^#\n]+)", text, re.MULTILINE):
        words = shlex.split("".join(said).replace("'", "").partition("  ")[0])
        yield words[0], [word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)]


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name
)
def test_every_command_and_option_that_is_named_exists(page: Path) -> None:
    for name, options in named_commands(page.read_text(encoding="utf-8")):
        if name in ("COMMAND", "...") or name.startswith("-"):
            continue
        commands = every_command(cli)
        assert name in commands, name
        command = commands[name]
        inner = command.commands.values() if isinstance(command, click.Group) else ()
        known = {option for one in (command, *inner) for parameter in one.params for option in parameter.opts}
        assert set(options) <= known | {"--help"}, f"{name} {options}"


def test_a_line_that_is_not_printed_fails() -> None:
    assert_shown(["one", "three"], "one\ntwo\nthree")
    with pytest.raises(AssertionError, match="'one' is not printed"):
        assert_shown(["three", "one"], "one\ntwo\nthree")


def test_every_page_is_in_the_site() -> None:
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


def test_what_is_not_run_here_has_a_test() -> None:
    for test in ELSEWHERE.values():
        assert (ROOT / test).exists()
