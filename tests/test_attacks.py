"""Attacks that were tried by hand on the command line and the library, each with the answer that it gets.

Attacks on one part are in that part's tests; docs/security.md lists all of them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from tests.changing import tiny_game, write
from tests.reporting import proof_document, simulation_document

Capture = pytest.CaptureFixture[str]
# Rings the bell, and shows the rest of the line backwards.
EVIL = "x\x07\u202ey"
MISLEADING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("store"))


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(write(tmp_path, tiny_game()))


def report_with(game: str, store: str, *more: str) -> int:
    return main(["report", game, "-o", "made", "--format", "json", "--cache", store, *more])


# --- text that misleads ----------------------------------------------------------------------------------------------

FACE = ("title", "prepared-by", "prepared-for", "reviewed-by", "signatory", "signatory-title", "jurisdiction")


@pytest.mark.parametrize("option", FACE)
def test_no_text_of_the_first_page_misleads(option: str, game: str, store: str, capsys: Capture) -> None:
    for text in (EVIL, "\ud800", "a\x1b[2Jb"):
        assert report_with(game, store, f"--{option}", text) == 2
        assert not MISLEADING.search("".join(capsys.readouterr()))


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", EVIL],
        ["analyze", "GAME", "--wager", EVIL],
        ["analyze", "GAME", "--option", f"{EVIL}={EVIL}"],
        ["analyze", "GAME", "--cluster", EVIL],
        ["check", "GAME", "--lock", EVIL],
        ["check", "GAME", "--limits", f"{EVIL}.toml"],
        ["games", f"{EVIL}.toml"],
        ["lock", f"{EVIL}.toml", "-o", f"{EVIL}.lock"],
        ["diff", f"{EVIL}.toml", "GAME"],
        ["verify", EVIL],
        ["verify", ".", "--trust", EVIL],
        ["hand", "wild-52", EVIL],
        ["plot", "GAME", "-o", f"{EVIL}.svg"],
        ["keygen", "-o", f"{EVIL}.pem"],
        ["cache", "info", "--cache", EVIL],
        [EVIL],
    ],
)
def test_no_name_misleads(arguments: list[str], game: str, capsys: Capture) -> None:
    Path(f"{EVIL}.toml").write_text(tiny_game())
    assert main([game if word == "GAME" else word for word in arguments]) in (0, 2)
    said = capsys.readouterr()
    assert not MISLEADING.search(said.out + said.err)
    assert said.out + said.err


def test_a_name_with_a_line_in_it_gives_no_command_to_a_ci_system(game: str, capsys: Capture) -> None:
    name = "a\n::error::owned.toml"
    Path(name).write_text(tiny_game())
    for arguments in (["check", name, "--github"], ["analyze", name], ["lock", name], ["check", name, "--github"]):
        main(arguments)
        said = capsys.readouterr()
        assert "\n::error::owned" not in said.out + said.err


# Moves the cursor, turns a line round, begins another; then: never seen, seen in one font alone, struck out, a pile of
# marks that covers the lines beside.
MISLEADING_TEXTS = ["\\u001b[2J", "\\u202e", "\\n::error::owned", "\\u0000", "\\u0007"]
MISLEADING_TEXTS += ["\\u200b", "\\u00ad", "\\u3164", "\\ufe0f", "\\ue000", "\\u0336", "\\u0301" * 4, "\\U000E0101"]


@pytest.mark.parametrize("text", MISLEADING_TEXTS)
@pytest.mark.parametrize("place", ['name = "Tiny"', 'name = "W"', 'title = "none"'])
def test_no_text_of_a_game_file_misleads(place: str, text: str, game: str, capsys: Capture) -> None:
    path = write(Path(game).parent, tiny_game().replace(place, f'{place[:-1]}{text}"'), "evil.toml")
    assert main(["analyze", str(path)]) == 2
    assert "which may not stand in a game file" in capsys.readouterr().err


def test_what_a_paytable_is_called_is_neither_markup_nor_broken_xml(game: str, store: str, capsys: Capture) -> None:
    text = tiny_game().replace('name = "W"', 'name = "<b>]]>&"\npaytables = ["[/nope]"]')
    path = str(write(Path(game).parent, text, "marked.toml"))
    assert main(["analyze", path, "--cache", store]) == 0
    assert "[/nope]" in capsys.readouterr().out
    assert main(["lock", path, "--cache", store]) == 0
    assert main(["check", path, "--junit", "junit.xml", "--cache", store]) == 0
    assert "[/nope]" in (ElementTree.parse("junit.xml").find(".//testcase") or ElementTree.Element("x")).attrib["name"]


# --- attachments -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"p_value": 0.25', '"p_value": "1e100000000"'),
        ('"p_value": 0.25', '"p_value": 1e100000000'),
        ('"p_value": 0.25', '"p_value": NaN'),
        ('"ev": "-1/20"', '"ev": "1/0"'),
        ('"mean": "-1/10"', '"mean": "1/0"'),
        ('"expected": "5.000"', '"expected": "1e99999"'),
        ('"observed": "4"', '"observed": "-4"'),
        ('"mean_z": 0.5', '"mean_z": 1e999'),
        ('"wager": "w"', '"wager": "\\u001b[2J"'),
    ],
)
def test_simulations_that_are_none(old: str, new: str, game: str, store: str, capsys: Capture) -> None:
    text = json.dumps(simulation_document("tiny", "w"))
    assert old in text
    Path("simulation.json").write_text(text.replace(old, new))
    assert report_with(game, store, "--simulation", "simulation.json") == 2
    assert "simulation.json: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "change", [{"checks": None}, {"checks": [{}]}, {"seed": "1e9"}, {"passed": "yes"}, {"more": 1}, {"options": []}]
)
def test_proofs_that_are_none(change: JsonDict, game: str, store: str, capsys: Capture) -> None:
    Path("proof.json").write_text(json.dumps(proof_document("tiny") | change))
    assert report_with(game, store, "--proof", "proof.json") == 2
    assert "proof.json: is not a proof of this program" in capsys.readouterr().err


# --- locks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", ["2026-02-28", "0x" + "f" * 50_000, "1" * 50_000, "1e100000000", "a" + ".a" * 200_000]
)
def test_locks_that_are_none(value: str, game: str, capsys: Capture) -> None:
    text = f"{value} = 1" if value.startswith("a.") else f'schema = "exactodds/lock/1"\nsha256 = {value}\n'
    Path("lock.toml").write_text(text)
    for arguments in (["check", game, "--lock", "lock.toml"], ["diff", "lock.toml", game]):
        assert main(arguments) == 2
        assert "lock.toml: " in capsys.readouterr().err
    assert main(["report", game, "-o", "made", "--format", "json", "--previous", "lock.toml"]) == 2


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1e5000", "9" * 5000, "1/0", "inf", "nan", "0x10"])
def test_numbers_that_are_none(number: str, game: str, capsys: Capture) -> None:
    assert main(["audit", game, "--wager", "w", "--rounds", "5", "--won", number]) == 2
    assert "is not a number" in capsys.readouterr().err
