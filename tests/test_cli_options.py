"""Options of commands that have no other test: what is seen, readings together, filings, protected keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.serialization import load_ssh_private_key

from analyzer.cli.base import cli
from analyzer.cli.loading import Command, Group, every_command
from analyzer.cli.main import main
from tests.changing import tiny_game, write
from tests.reporting import SMALL, small_text

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def small(tmp_path: Path) -> str:
    return str(write(tmp_path, small_text(SMALL), "small.toml"))


def test_a_card_that_is_seen_is_worth_something(small: str, capsys: Capture) -> None:
    values = []
    for seen in ([], ["--sees", "dealer=1", "--backs", "Q-A"], ["--sees", "dealer=1"]):
        assert main(["analyze", small, "--wager", "ante-play", *seen, "--json"]) == 0
        values.append(Fraction(json.loads(capsys.readouterr().out)["wagers"][0]["ev"]))
    assert values[0] < values[1] < values[2]


def test_every_exposure_of_a_game(small: str, capsys: Capture) -> None:
    assert main(["vulnerability", small]) == 0
    assert "dealer" in capsys.readouterr().out


def test_readings_together(small: str, capsys: Capture) -> None:
    assert main(["readings", small, "--combinations", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == SMALL


def test_a_filing_from_the_command_line(tmp_path: Path) -> None:
    game = str(write(tmp_path, tiny_game()))
    said = ["--reviewed-by", "R. Reviewer", "--signatory", "S. Signatory", "--signatory-title", "Mathematician"]
    assert main(["report", game, "-o", str(tmp_path / "r"), *said]) == 0
    text = (tmp_path / "r" / "report.json").read_text(encoding="utf-8")
    assert all(word in text for word in ("R. Reviewer", "S. Signatory", "Mathematician"))
    assert main(["verify", str(tmp_path / "r" / "report.json"), "--attachments"]) == 0


@pytest.mark.parametrize(
    "flag",
    [
        *("--payout-limit", "--rounds-per-hour", "--average-bet", "--drop-per-hour", "--profile", "--applicant"),
        *("--paper", "--filing"),
    ],
)
def test_what_a_filing_cannot_say_is_refused(flag: str, tmp_path: Path) -> None:
    game = str(write(tmp_path, tiny_game()))
    assert main(["report", game, "-o", str(tmp_path / "r"), flag, "nonsense"]) == 2
    assert not (tmp_path / "r").exists()


def test_a_certificate_that_is_not_there(tmp_path: Path) -> None:
    game, missing = str(write(tmp_path, tiny_game())), str(tmp_path / "none.p12")
    keys = ["--certificate", missing, "--certificate-passphrase-file", missing]
    assert main(["report", game, "-o", str(tmp_path / "r"), *keys]) == 2
    assert not (tmp_path / "r").exists()


def test_a_protected_key(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    done = CliRunner().invoke(cli, ["keygen", "-o", str(key), "--protect"], input="words\nwords\n")
    assert done.exit_code == 0, done.output
    with pytest.raises((TypeError, ValueError)):
        load_ssh_private_key(key.read_bytes(), None)
    assert load_ssh_private_key(key.read_bytes(), b"words")


def test_a_game_without_options_is_read_in_one_way(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(tiny_game(), encoding="utf-8")
    assert main(["readings", str(path)]) == 0
    assert "its file has no options, so it is read in one way" in capsys.readouterr().out


@pytest.mark.parametrize(
    "said",
    [
        ["analyze", "FILE", "--wager", "w", "--wager", "v"],
        ["simulate", "FILE", "--rounds", "100", "--rounds=200"],
        ["cache", "info", "--cache", "a", "--cache", "b"],
        ["report", "FILE", "-o", "a", "--output", "b"],
    ],
)
def test_an_option_that_takes_one_value_is_not_given_twice(said: list[str], tmp_path: Path, capsys: Capture) -> None:
    """The first would be dropped, and the answer be to another question."""
    path = str(write(tmp_path, tiny_game()))
    assert main([path if word == "FILE" else word for word in said]) == 2
    assert "is given twice; it takes one value" in capsys.readouterr().err


def test_what_may_be_said_more_than_once_may(tmp_path: Path, capsys: Capture) -> None:
    """Lines to vary one by one or together, options and pays that are set, a flag."""
    path = str(write(tmp_path, tiny_game()))
    design = ["design", path, "w", "--target", "-9000%..100%", "--json", "--json"]
    answers = []
    for vary in (["--vary", "flush=4..5,full=3..5"], ["--vary", "flush=4..5", "--vary", "full=3..5"]):
        assert main([*design, *vary]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert len({json.dumps(one["pays"]) for one in answers[0]["paytables"]}) == 6
    assert main(["whatif", path, "--wager", "w", "--set", "flush=5", "--set", "full=5"]) == 0


def test_every_command_is_one_that_looks_at_this() -> None:
    def all_of(command: click.Command) -> Iterator[click.Command]:
        yield command
        for inner in command.commands.values() if isinstance(command, click.Group) else ():
            yield from all_of(inner)

    commands = [one for command in every_command(cli).values() for one in all_of(command)]
    assert all(isinstance(command, Command | Group) for command in commands)
    assert len(commands) > 20
