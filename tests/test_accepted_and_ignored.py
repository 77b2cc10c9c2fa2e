"""No option is accepted and ignored: beside every other way to ask its command, it changes something or is refused."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.cli.main import main
from tests.changing import tiny_game, write
from tests.reporting import SMALL, small_text

Capture = pytest.CaptureFixture[str]
# How something is counted, and where counts are kept, changes no answer.
RUNNING = {"--jobs", "--cache", "--no-cache", "--cluster"}
GAME, TINY, LOCK, LIMITS, OTHER = "GAME", "TINY", "LOCK", "LIMITS", "OTHER"

# Ways to ask each command: a command line that does something.
MODES = {
    "analyze": (
        f"analyze {GAME}",
        f"analyze {GAME} --wager pair-plus",
        f"analyze {GAME} --stakes pair-plus=1",
        f"analyze {GAME} --sees dealer=1",
        f"analyze {GAME} --rounds 30",
        f"analyze {GAME} --csv",
        f"analyze {GAME} --format md",
        f"analyze {GAME} -o OUT",
    ),
    "audit": (
        f"audit {GAME} --wager pair-plus",
        f"audit {GAME} --wager pair-plus --rounds 1000",
        f"audit {GAME} --wager pair-plus --rounds 1000 --won 10",
    ),
    "check": (
        f"check {TINY} --lock {LOCK}",
        f"check {TINY} --lock {LOCK} --github",
        f"check {TINY} --limits {LIMITS} --no-lock",
    ),
    "design": (
        f"design {TINY} w --target -9000%..100% --vary flush=4..6",
        f"design {TINY} w --target -9000%..100% --vary flush=4..6 -o OUT.toml",
    ),
    "diff": (f"diff {TINY} {OTHER}", f"diff {LOCK} {OTHER}", f"diff {LOCK} {LOCK}"),
    "formula": (f"formula {GAME}", f"formula {GAME} --latex", f"formula {GAME} --wager pair-plus --no-regions"),
    "games": ("games", f"games {GAME}"),
    "hand": (f"hand {GAME} 6c7d9h",),
    "keygen": ("keygen -o KEY.pem", "keygen -o KEY.pem --passphrase-file WORDS"),
    "lock": (f"lock {TINY} -o -", f"lock {TINY} -o OUT.toml"),
    "plot": (f"plot {GAME} -o OUT.svg", f"plot {GAME} --what distribution -o OUT.svg"),
    "readings": (f"readings {GAME}", f"readings {GAME} --csv", f"readings {GAME} --json"),
    "report": (f"report {TINY} -o OUT --format csv",),
    "simulate": (f"simulate {GAME} --rounds 1000", f"simulate {GAME} --rounds 1000 --sees dealer=1"),
    "strategy": (
        f"strategy {GAME}",
        f"strategy {GAME} --rules play-every-hand",
        f"strategy {GAME} --simple 1",
        f"strategy {GAME} --export OUT.csv",
    ),
    "verify": ("verify REPORT/report.json", "verify REPORT/report.json --files-only"),
    "vulnerability": (f"vulnerability {GAME}", f"vulnerability {GAME} --format csv"),
    "whatif": (f"whatif {TINY} --wager w --set flush=9",),
}
# What each option is given, where it takes something; an option that is not here is a flag.
VALUES = {
    "--wager": "six-card-bonus", "--paytable": "nonsense", "--option": "mini_royal=any", "--stakes": "pair-plus=2",
    "--meter": "7", "--sees": "dealer=1", "--backs": "Q-A", "--rounds": "77", "--stake": "7", "--format": "tsv",
    "--columns": "pays", "--output": "OUT2", "--won": "33", "--lock": OTHER, "--limits": LIMITS, "--junit": "OUT.xml",
    "--jurisdiction": "nevada", "--target": "3%..4%", "--vary": "full=1..2", "--hit": "0.9..1", "--variance": "0..1",
    "--show": "1", "--pick": "2", "--name": "other", "--figure": "OUT2.svg", "--line": "flush", "--board": "2c",
    "--passphrase-file": "WORDS", "--what": "sensitivity", "--seed": "9", "--strategy": "play-every-hand",
    "--rules": "mimic-the-dealer", "--simple": "2", "--save": "OUT2.toml", "--export": "OUT2.csv", "--set": "full=9",
    "--pubkey": "KEY.pub.pem", "--trust": "nonsense", "--previous": OTHER, "--filing": "nonsense", "--title": "Title",
    "--prepared-by": "P", "--prepared-for": "F", "--reviewed-by": "R", "--signatory": "S", "--signatory-title": "T",
    "--applicant": "address=x", "--profile": "nonsense", "--payout-limit": "w=5", "--rounds-per-hour": "40",
    "--average-bet": "5", "--drop-per-hour": "100", "--paper": "a4", "--date": "2026-01-01", "--proof": "nonsense",
    "--simulation": "nonsense", "--sign": "KEY.pem", "--certificate": "nonsense", "--timestamp": "http://localhost:1/",
    "--certificate-passphrase-file": "WORDS",
}  # fmt: skip
# Pairs that change nothing, and may: what is asked for is there without them.
MAY = {
    ("verify", "--require-signature"): "the report is signed",
    ("verify", "--attachments"): "nothing is attached",
    ("check", "--full"): "every reading is counted in no time",
    ("check", "--jurisdiction"): "the limits are of no jurisdiction",
    ("report", "--protection"): "there is no decision, so nothing can be seen that helps",
    ("design", "--keep-order"): "the order holds in all of them",
    ("formula GAME --latex", "--no-regions"): "LaTeX has no regions",
}
PAIRS = [(command, mode) for command, modes in MODES.items() for mode in modes]
# Commands that take nothing but names, or that go on until they are stopped.
OTHERS = {"new", "manual", "serve", "cache", "house-way", "prove"}


def test_every_command_is_here() -> None:
    assert set(every_command(cli)) == set(MODES) | OTHERS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Game files, a lock, limits, a signed report and its keys."""
    folder = tmp_path_factory.mktemp("made")
    write(folder, small_text(SMALL), "game.toml")
    write(folder, tiny_game())
    (folder / "other").mkdir()
    write(folder / "other", tiny_game(flush=9))
    (folder / "words").write_text("words\n", encoding="utf-8")
    (folder / "words").chmod(0o600)
    (folder / "limits.toml").write_text('schema = "exactodds/limits/1"\n[all]\nminimum_house_edge = "50 %"\n')
    (folder / "keys").mkdir()
    for words in (
        ["lock", f"{folder}/tiny.toml", "-o", f"{folder}/lock.toml"],
        ["keygen", "-o", f"{folder}/keys/key.pem"],
        [
            "report",
            f"{folder}/tiny.toml",
            "-o",
            f"{folder}/report",
            "--format",
            "csv",
            "--sign",
            f"{folder}/keys/key.pem",
        ],
    ):
        assert main(words) == 0
    return folder


def words_of(said: list[str], made: Path, here: Path) -> list[str]:
    places = {
        "GAME": made / "game.toml", "TINY": here / "tiny.toml", "OTHER": made / "other" / "tiny.toml",
        "LOCK": made / "lock.toml", "LIMITS": made / "limits.toml", "WORDS": made / "words",
        "KEY.pem": made / "keys" / "key.pem", "KEY.pub.pem": made / "keys" / "key.pub.pem",
        "REPORT/report.json": made / "report" / "report.json",
    }  # fmt: skip
    if said[0] == "keygen":
        places["KEY.pem"] = here / "key.pem"
    return [str(here / word if word.startswith("OUT") else places.get(word, word)) for word in said]


def answer(said: list[str], made: Path, here: Path, capsys: Capture) -> tuple[int, object]:
    """The exit code, and all that was printed or written."""
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    write(here, tiny_game())  # --write changes it
    code = main(words_of(said, made, here))
    out, err = capsys.readouterr()
    files = {path.name: path.read_bytes() for path in sorted(here.rglob("*")) if path.is_file()}
    if said[0] == "keygen":
        files = {name: bytes([b"OPENSSH" in content]) for name, content in files.items()}
        out = ""
    return code, (out, err, files)


def asked_beside(command: str, mode: str) -> Iterator[list[str]]:
    """Every option that the command line does not have yet, as it is written."""
    for parameter in every_command(cli)[command].params:
        flag = next((name for name in parameter.opts if name.startswith("--")), "")
        given = any(name in mode.split() for name in parameter.opts)
        if (
            not isinstance(parameter, click.Option)
            or given
            or flag in RUNNING
            or {(command, flag), (mode, flag)} & set(MAY)
        ):
            continue
        if parameter.is_flag:
            yield [flag]
        elif flag == "--format" and command == "report":
            yield [flag, "html"]
        else:
            yield [flag, VALUES[flag]]


@pytest.mark.parametrize(("command", "mode"), PAIRS, ids=[mode for _, mode in PAIRS])
def test_an_option_changes_the_answer_or_is_refused(
    command: str, mode: str, made: Path, tmp_path: Path, capsys: Capture
) -> None:
    here = tmp_path / "here"
    plain = answer(mode.split(), made, here, capsys)
    assert plain[0] in (0, 1), plain
    ignored = []
    for option in asked_beside(command, mode):
        code, told = answer([*mode.split(), *option], made, here, capsys)
        if code != 2 and told == plain[1]:
            ignored.append(" ".join(option))
    assert ignored == []
