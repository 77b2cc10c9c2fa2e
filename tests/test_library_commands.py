"""Every command of the manual on every game: done, without a traceback, and something is said, at any width whole.

Cards, wagers and lines are taken from the file of a game by its groups and stages, so no game is a special case.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import RenderableType

from analyzer.cards.deck import card_name
from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.cli.main import main
from analyzer.cli.screens import layout
from analyzer.game.library import library_ids, load_game, shipped_ids
from analyzer.game.model import Game
from analyzer.trust import prove
from tests.language import on_small_deck
from tests.test_layout import check_widths

Capture = pytest.CaptureFixture[str]
# What is not about one game; each is run once with the others.
WITHOUT_GAME = {"manual": ["manual"], "keygen": ["keygen"], "cache": ["cache", "info"]}
# Games of the library with smaller decks, for every day.
SMALL = {"caribbean-stud": ("9-A", "cd"), "casino-holdem": ("T-A", "cd")}
# A game of the general engine, with all that no other one counts.
GENERAL = Path(__file__).parent / "games" / "rounds" / "three-card-oasis.toml"
EVERY_DAY = 20_000


@dataclass(frozen=True)
class Table:
    """A game by its id or path, and a folder for what is written."""

    name: str
    folder: Path
    rounds: int

    @property
    def game(self) -> Game:
        return load_game(self.name).game()

    def commands(self) -> Iterator[list[str]]:
        name = self.name
        yield ["games", name]
        yield ["analyze", name]
        yield ["analyze", name, "--json"]
        yield ["new", str(self.folder / "mine.toml"), "--from", name]
        yield ["hand", name, *self.seen()]
        yield ["strategy", name]
        yield ["strategy", name, "--json"]
        yield ["strategy", name, "--simple", "3"]
        yield ["lock", name, "-o", str(self.folder / "lock.toml")]
        yield ["check", name, "--lock", str(self.folder / "lock.toml"), "--every"]
        yield ["diff", str(self.folder / "lock.toml"), name]
        yield ["simulate", name, "--rounds", str(self.rounds)]
        yield ["prove", name, "--quick", "-o", str(self.folder / "proof.json")]
        yield ["report", name, "-o", str(self.folder / "report")]
        yield ["verify", str(self.folder / "report" / "report.json")]
        yield ["house-way", name]
        yield ["readings", name]
        for wager in self.game.wagers:
            is_progressive = any(pay.meter for table in wager.paytables for pay in table.pays)
            meter = ["--meter", "25000"] if is_progressive else []
            yield ["audit", name, "--wager", wager.id, *meter]
            yield ["formula", name, "--wager", wager.id]
            paid = zip(wager.line_ids, wager.paytables[0].pays, strict=False)
            for line in [line for line, pay in paid if not pay.meter][:1]:
                yield ["whatif", name, "--wager", wager.id, "--set", f"{line}=9"]
                target = "-10000%..100%" if wager.has_stake else "-100..100"
                yield ["design", name, wager.id, "--target", target, "--vary", f"{line}=8..9", *meter]

    def seen(self) -> list[str]:
        """The first decision with the first cards of the pack, as `hand` asks for them."""
        rules = self.game.rules
        assert rules is not None
        sizes, left = {group.name: group.cards for group in rules.deal}, list(self.game.deck.cards)
        compared = rules.main.compare
        if not rules.stages:  # the hand that is set in two
            return [" ".join(card_name(card) for card in left[: sizes[rules.deal[0].name]])]
        groups: list[str] = []
        for stage in rules.stages:
            groups += stage.sees
            if stage.choices or stage.exchange is not None:
                break
        words = {group: " ".join(card_name(left.pop(0)) for _ in range(sizes[group])) for group in groups}
        if compared is None:
            return [" ".join(words.values())]
        player, dealer = ({*hand.groups} for hand in compared)
        player |= {one.exchange.taken_from for one in rules.stages if one.exchange and one.exchange.makes in player}
        own = [words[group] for group in groups if group in player and group not in dealer]
        board = [words[group] for group in groups if group in player and group in dealer]
        up = [f"{group}={words[group]}" for group in groups if group in dealer and group not in player]
        return [" ".join(own), *(["--board", " ".join(board)] if board else []), *(["--sees", up[0]] if up else [])]


# What some games have no answer to, and say so.
REFUSED = {
    "house-way": ("has no house way",),
    "strategy": ("best play is no list that --simple could shorten", "is set by a house way; it has no rules"),
}


def run(capsys: Capture, arguments: list[str]) -> None:
    code = main([*arguments])
    captured = capsys.readouterr()
    if code == 2 and (refused := REFUSED.get(arguments[0])):
        assert any(words in captured.err for words in refused)
        return
    assert code == 0, (arguments, captured.err)
    assert "Traceback" not in captured.err
    assert captured.out.strip() or captured.err.strip(), arguments


WITH_TESTS_OF_THEIR_OWN = {"plot", "serve", "vulnerability"}


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> list[RenderableType]:
    """What the commands showed, which they still print."""
    shown: list[RenderableType] = []
    show = layout.show

    def noted(renderable: RenderableType) -> None:
        shown.append(renderable)
        show(renderable)

    monkeypatch.setattr(layout, "show", noted)
    return shown


def run_all(capsys: Capture, table: Table, screens: list[RenderableType]) -> None:
    done = set(WITHOUT_GAME)
    for arguments in table.commands():
        run(capsys, arguments)
        done.add(arguments[0])
        while screens:
            check_widths(screens.pop())
    assert done == set(every_command(cli)) - WITH_TESTS_OF_THEIR_OWN
    written = [path for path in table.folder.rglob("*") if path.is_file()]
    assert {".json", ".html", ".pdf", ".xlsx", ".csv", ".toml"} <= {path.suffix for path in written}
    assert all(path.stat().st_size for path in written)
    proof = json.loads((table.folder / "proof.json").read_text(encoding="utf-8"))
    assert "simulation" in {check["part"] for check in proof["checks"]}


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_ids())
def test_every_command_on_every_game(capsys: Capture, tmp_path: Path, game: str, screens: list[RenderableType]) -> None:
    run_all(capsys, Table(game, tmp_path, 1_000_000), screens)


@pytest.fixture
def small(tmp_path: Path) -> Callable[[str], str]:
    def path(game: str) -> str:
        file = tmp_path / f"small-{game}.toml"
        file.write_text(on_small_deck(game, *SMALL[game]), encoding="utf-8")
        return str(file)

    return path


@pytest.mark.parametrize("game", [*SMALL, str(GENERAL)], ids=[*SMALL, GENERAL.stem])
def test_every_command_on_small_decks(
    capsys: Capture,
    tmp_path: Path,
    game: str,
    small: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    screens: list[RenderableType],
) -> None:
    monkeypatch.setattr(prove, "QUICK", replace(prove.QUICK, hands=50, rounds=EVERY_DAY, contest_states=2))
    run_all(capsys, Table(small(game) if game in SMALL else game, tmp_path / "out", EVERY_DAY), screens)


def test_commands_that_are_not_about_a_game(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in WITHOUT_GAME.values():
        run(capsys, arguments)


def named_ids(text: str, games: Iterable[str]) -> list[str]:
    """
    >>> named_ids('play("wild-52", "wild-52-x")', ["wild-52"])
    ['wild-52']
    """
    held = [game for game in games if game in text]  # quicker than asking the pattern at every place
    return re.findall("|".join(rf"(?<![\w-]){re.escape(game)}(?![\w-])" for game in held), text) if held else []


def program_texts(*suffixes: str) -> dict[str, str]:
    root = Path(__file__).parents[1]
    paths = [path for folder in ("analyzer", "cext", "reports") for path in sorted((root / folder).rglob("*.p*"))]
    files = {str(path.relative_to(root)): path for path in paths if path.suffix in suffixes}
    return {name: path.read_text(encoding="utf-8") for name, path in files.items()}


def code_texts(source: str) -> list[str]:
    """The texts in the code of a module: not its docstrings, in which commands show examples.

    >>> code_texts('def f():\n    "An example: wild-52"\n    return "wild-53"\n')
    ['wild-53']
    """
    tree = ast.parse(source)
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = [node.body[0] for node in ast.walk(tree) if isinstance(node, owners) and ast.get_docstring(node) is not None]
    shown = {id(node.value) for node in told if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in shown]
    return [node.value for node in texts if isinstance(node.value, str)]


def test_no_program_file_names_a_game_of_the_library() -> None:
    """Games are files: nothing in the program may know one by its id."""
    texts = program_texts(".py", ".pyx", ".pxd")
    assert any(name.endswith(".pyx") for name in texts)
    assert not {name: named for name, text in texts.items() if (named := named_ids(text, library_ids()))}


def test_no_code_names_a_game() -> None:
    """A certified game is named in examples alone, and in the literal reference, which transcribes its rules."""
    games = shipped_ids()
    for name, text in program_texts(".py").items():
        if not name.startswith("analyzer/reference/"):
            named = named_ids(text, games) and [one for one in code_texts(text) if named_ids(one, games)]
            assert not named, name
    for name, text in program_texts(".pyx", ".pxd").items():
        assert not named_ids(text, games), name
