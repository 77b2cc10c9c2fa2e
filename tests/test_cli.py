"""The command line: what it prints, where, and its exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from analyzer.cli import loading
from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.cli.main import main
from analyzer.game.library import game_ids, library_ids
from tests.helpers import shipped_ids, shipped_text, tiny_text

Capture = pytest.CaptureFixture[str]
TINY = tiny_text('a: hand = "flush"', ranks="9-A", suits="cd", jokers=1, cards=5)


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return str(path)


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as another process."""
    return subprocess.run(
        [sys.executable, "-m", "analyzer", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        check=False,
    )


# --- games -----------------------------------------------------------------------------------------------------------


def test_games_lists_every_game(capsys: Capture) -> None:
    code, out, err = run(capsys, "games")
    assert (code, err) == (0, "")
    certified, library = out.split("Library\n", maxsplit=1)
    assert all(game in certified for game in game_ids())
    assert all(game in library for game in library_ids())
    assert "queens-or-better" in out
    assert "top_hand = five_of_a_kind | royal" in out


def test_games_as_json(capsys: Capture) -> None:
    code, out, _ = run(capsys, "games", "--json")
    games = json.loads(out)
    assert code == 0
    assert [game["game"] for game in games] == [*game_ids(), *library_ids()]
    assert [game["collection"] for game in games] == ["certified"] * 5 + ["library"] * 10
    wild = next(game for game in games if game["game"] == "wild-52")
    assert {wager["wager"] for wager in wild["wagers"]} >= {"bonus", "joker"}
    assert wild["options"][0]["default"] == "five_of_a_kind"


# --- analyze ---------------------------------------------------------------------------------------------------------


def test_analyze_prints_a_table(capsys: Capture) -> None:
    code, out, err = run(capsys, "analyze", "three-card-poker-6-card-bonus", "--wager", "pair-plus")
    assert (code, err) == (0, "")
    for part in ("Pair Plus", "22,100", "house edge 9.900452 %", "Mini royal"):
        assert part in out


def test_analyze_as_json_is_one_object(capsys: Capture) -> None:
    code, out, _ = run(capsys, "analyze", "three-card-poker-6-card-bonus", "--wager", "pair-plus", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["game"] == "three-card-poker-6-card-bonus"
    assert [wager["ev"] for wager in document["wagers"]] == ["-547/5525"]


def test_analyze_as_csv(capsys: Capture) -> None:
    code, out, _ = run(capsys, "analyze", "three-card-poker-6-card-bonus", "--wager", "pair-plus", "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["name"] for row in rows][:2] == ["mini-royal", "straight-flush"]
    assert sum(int(row["count"]) for row in rows) == 22_100


def test_one_wager_and_one_paytable(capsys: Capture) -> None:
    arguments = ("analyze", "wild-six-card-poker", "--wager", "queens-or-better", "--paytable", "A3", "--json")
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert [(w["wager"], w["paytable"]) for w in json.loads(out)["wagers"]] == [("queens-or-better", "A3")]


def test_a_paytable_without_its_wager(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TINY.replace('of = "cards"', 'of = "cards"\npaytables = ["A", "B"]'), encoding="utf-8")
    code, out, _ = run(capsys, "analyze", str(path), "--paytable", "B", "--json")
    assert code == 0
    assert {wager["paytable"] for wager in json.loads(out)["wagers"]} == {"B"}


def test_options(capsys: Capture) -> None:
    arguments = ("analyze", "wild-52", "--wager", "joker", "--option", "top_hand=royal", "--json")
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert json.loads(out)["options"].items() >= {"top_hand": "royal", "bonus_uses": "pays_most"}.items()


def test_several_games_and_output(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    folder = tmp_path / "new" / "results"
    other = str(tmp_path / "other.toml")
    Path(other).write_text(TINY.replace('"tiny"', '"other"'), encoding="utf-8")
    code, out, _ = run(capsys, "analyze", other, tiny, "--output", str(folder))
    assert code == 0
    assert "House edge of every wager" in out
    written = sorted(path.name for path in folder.iterdir())
    assert written == ["other.json", "tiny.json"]
    assert json.loads((folder / "tiny.json").read_text())["game"] == "tiny"


def test_several_games_as_json_are_a_list(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TINY, encoding="utf-8")
    code, out, _ = run(capsys, "analyze", tiny, str(other), "--json")
    assert code == 0
    assert [document["game"] for document in json.loads(out)] == ["tiny", "tiny"]


def test_two_files_of_one_id_do_not_overwrite_each_other(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TINY.replace("a = 1", "a = 50"), encoding="utf-8")
    code, _, err = run(capsys, "analyze", tiny, str(other), "--output", str(tmp_path / "out"))
    if code == 0:
        assert len(list((tmp_path / "out").iterdir())) == 2
    else:
        assert code == 2
        assert "tiny" in err


@pytest.mark.long
def test_all_games(capsys: Capture, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "analyze", "--all", "--output", str(tmp_path))
    assert code == 0
    assert sorted(path.stem for path in tmp_path.glob("*.json")) == shipped_ids()
    for game in shipped_ids():
        assert game in out


def test_results_do_not_depend_on_jobs_or_the_cache(capsys: Capture, tmp_path: Path) -> None:
    base = ("analyze", "wild-six-card-poker", "--wager", "draw-bonus", "--json")
    cached = ("--cache", str(tmp_path))
    variants = [("--no-cache", "--jobs", "1"), ("--no-cache", "--jobs", "3"), cached, cached]
    printed = {run(capsys, *base, *extra)[1] for extra in variants}
    assert len(printed) == 1
    assert list(tmp_path.iterdir())


def test_no_cache_keeps_nothing(capsys: Capture, tmp_path: Path, monkeypatch: Any, tiny: str) -> None:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "cache"))
    assert run(capsys, "analyze", tiny, "--no-cache")[0] == 0
    assert not (tmp_path / "cache").exists()


def test_a_damaged_cache_is_told_on_standard_error(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    assert run(capsys, "analyze", tiny, "--cache", str(tmp_path / "c"))[0] == 0
    for path in (tmp_path / "c").iterdir():
        path.write_bytes(b"rubbish")
    code, out, err = run(capsys, "analyze", tiny, "--cache", str(tmp_path / "c"), "--json")
    assert code == 0
    assert json.loads(out)
    assert "counting again" in err


def test_a_player_with_the_edge_is_flagged(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "gift.toml"
    path.write_text(TINY.replace("a = 1", "a = 100000"), encoding="utf-8")
    code, out, _ = run(capsys, "analyze", str(path))
    assert code == 0
    assert out.index("the player has an advantage") < out.index("combinations")


def test_a_player_with_the_edge_is_flagged_in_the_summary(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    """`rules`: a wager that returns more than 100 % is flagged at the top of every output that shows it."""
    path = tmp_path / "gift.toml"
    path.write_text(TINY.replace("a = 1", "a = 100000").replace('"tiny"', '"gift"'), encoding="utf-8")
    _, out, _ = run(capsys, "analyze", str(path), tiny)
    assert "the player has an advantage" in out


def test_names_with_brackets_are_printed_as_they_are(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "markup.toml"
    text = TINY.replace('name = "W"', 'name = "[red]W[/]"').replace('name = "Tiny"', 'name = "[b]Tiny"')
    path.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "analyze", str(path))
    assert code == 0
    assert "[red]W[/]" in out
    assert "[b]Tiny" in out


def test_paytable_names_with_brackets_in_the_summary(capsys: Capture, tmp_path: Path, tiny: str) -> None:
    path = tmp_path / "markup.toml"
    path.write_text(TINY.replace('of = "cards"', 'of = "cards"\npaytables = ["[/x]"]'), encoding="utf-8")
    code, out, _ = run(capsys, "analyze", str(path), tiny)
    assert code == 0
    assert "[/x]" in out


# --- wrong use -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["analyze"], "name one or more games"),
        (["analyze", "--all", "wild-52"], "name one or more games"),
        (["analyze", "wild-53"], "did you mean 'wild-52'?"),
        (["analyze", "x" * 5000], "there is no game"),
        (["analyze", "nowhere.toml"], "'nowhere.toml': no such file; games that come with it: pai-gow"),
        (["analyze", "nope.tml"], "'nope.tml': no such file"),
        (["analyze", "./x.toml"], "'./x.toml': no such file"),
        (["analyze", "no/folder/wild-53.toml"], "no such file (did you mean 'wild-52'?)"),
        (["analyze", "."], "Is a directory"),
        (["analyze", "wild-52", "--wager", "bonsu"], "did you mean 'bonus'?"),
        (["analyze", "wild-52", "--wager", "bonus", "--paytable", "9"], "paytables: 1"),
        (["analyze", "wild-52", "--paytable", "9"], "'9'"),
        (["analyze", "wild-52", "--option", "top_hand"], "NAME=VALUE"),
        (["analyze", "wild-52", "--option", "=royal"], "NAME=VALUE"),
        (["analyze", "wild-52", "--option", "top_hand=x"], "one of five_of_a_kind, royal"),
        (["analyze", "wild-52", "--option", "hand=x"], "no option 'hand'"),
        (["analyze", "wild-52", "--option", "top_hand=royal", "--option", "top_hand=royal"], "given twice"),
        (["analyze", "wild-six-card-draw-poker", "--option", "bet=1.5"], "exact number"),
        (["analyze", "wild-52", "--json", "--csv"], "cannot be used together"),
        (["analyze", "wild-52", "--jobs", "0"], "1<=x<=256"),
        (["analyze", "wild-52", "--output", "/dev/null/x"], "cannot be created"),
        (["analyze", "wild-52", "--nonsense"], "--nonsense"),
        (["anlyze"], "anlyze"),
        ([], "Usage"),
    ],
)
def test_wrong_use_is_explained(capsys: Capture, arguments: list[str], part: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert part in err
    assert "Traceback" not in err


def test_a_file_with_faults(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(
        shipped_text("wild-52").replace("= 1000", "= 1.5").replace('"royal-flush"', '"royal-flsh"'), encoding="utf-8"
    )
    code, out, err = run(capsys, "analyze", str(path))
    assert (code, out) == (2, "")
    assert str(path) in err
    assert 'write "3/2"' in err
    assert "did you mean 'royal-flush'?" in err


def test_a_check_that_fails_has_its_own_exit_code(capsys: Capture, monkeypatch: Any, tiny: str) -> None:
    monkeypatch.setattr("analyzer.engines.tally.comb", lambda n, k: 1)
    code, _, err = run(capsys, "analyze", tiny, "--no-cache")
    assert code == 1
    assert "a count failed its check" in err


@pytest.mark.parametrize(
    "error", [TypeError("unsupported"), RecursionError(), KeyError("\x1b[2J"), OSError(5, "broken")]
)
def test_what_nobody_thought_of_is_one_line_and_a_file(
    capsys: Capture, monkeypatch: Any, tmp_path: Path, tiny: str, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("analyzer.pricing.analysis.analyze", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, out, err = run(capsys, "analyze", tiny, "--no-cache")
    (details,) = tmp_path.glob("exactodds-fault-*.txt")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith(f"exactodds: a fault of the program, please report it: {type(error).__name__}: ")
    assert err.endswith(f"; the details are in {details}\n")
    assert "\x1b" not in err
    assert "Traceback" in details.read_text()
    assert details.stat().st_mode & 0o077 == 0


def test_where_no_details_can_be_written(capsys: Capture, monkeypatch: Any, tiny: str) -> None:
    monkeypatch.setattr("analyzer.pricing.analysis.analyze", lambda *_: 1 / 0)
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    code, _, err = run(capsys, "analyze", tiny, "--no-cache")
    assert (code, err) == (
        3,
        "exactodds: a fault of the program, please report it: ZeroDivisionError: division by zero\n",
    )


# --- the process -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["games"], ["analyze", "wild-52", "--wager", "joker", "--json"]])
def test_a_reader_that_stops_early_is_no_error(arguments: list[str]) -> None:
    """As with `| head`: the pipe is closed before anything was written."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ran = subprocess.run(
            [sys.executable, "-m", "analyzer", *arguments], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert ran.stderr == b""
    assert ran.returncode == 0, "1 would mean that a check failed"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_no_traceback() -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "analyzer", "games", "--json"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode != 0
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    ran = subprocess.run(
        ["exactodds"],
        capture_output=True,
        text=True,
        env=os.environ
        | {"_EXACTODDS_COMPLETE": f"{shell}_source", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        check=False,
    )
    assert "exactodds" in ran.stdout
    assert ran.returncode == 0


def test_games_are_completed() -> None:
    from analyzer.cli.base import complete_game

    context = click.Context(cli)
    assert complete_game(context, cli.params[0], "wild-5") == ["wild-52"]


@pytest.mark.parametrize(
    ("cache", "said"),
    [
        ("--cache=here", "stopped; what was counted is kept: the same command goes on from there\n"),
        ("--no-cache", "stopped\n"),
    ],
)
def test_control_c_says_what_is_kept(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: str, said: str
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analyzer.pricing.analysis.analyze", interrupted)
    code, out, errors = run(capsys, "analyze", "wild-52", cache)
    assert (code, out) == (130, "")
    assert errors.lstrip() == said


def test_the_version(capsys: Capture) -> None:
    from analyzer import __version__

    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert __version__ in out


@pytest.mark.parametrize("name", sorted(every_command(cli)))
def test_every_command_has_help_with_examples(capsys: Capture, name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert "Examples:" in out
    assert f"exactodds {name}" in out


def test_every_module_of_commands_is_known() -> None:
    folder = Path(loading.__file__).parent
    registering = {path.stem for path in folder.glob("*.py") if re.search(r"^@cli\.", path.read_text(), re.MULTILINE)}
    assert registering == set(loading.MODULES)


def test_a_command_with_its_modules_name_is_of_that_module() -> None:
    """That module alone is loaded for it."""
    for name, command in every_command(cli).items():
        if name in loading.MODULES:
            assert command.callback is not None
            assert command.callback.__module__ == f"analyzer.cli.{name}"


def test_one_module_is_loaded_for_a_command_and_all_for_what_is_none() -> None:
    """What is no command is compared with all commands, the name of a module that is none too."""
    script = (
        "import sys; from analyzer.cli.main import main; "
        "loaded = lambda: 'analyzer.cli.trust' in sys.modules; "
        "print(main(['analyze', '--help']), loaded(), main(['change']), loaded())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 False 2 True"
    assert "No such command 'change'" in done.stderr


def test_no_heavy_import_for_help() -> None:
    """Help must come at once, so nothing heavy may be imported for it."""
    script = (
        "import sys; from analyzer.cli.main import main; main(['--help']); "
        "heavy = {'numpy', 'sympy', 'joblib', 'rich'} & set(sys.modules); sys.exit(repr(heavy) if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_as_a_module() -> None:
    assert command("games", "--json").returncode == 0


def test_a_file_of_almost_that_name_is_offered(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "my-game.toml").write_text("", encoding="utf-8")
    assert main(["analyze", str(tmp_path / "my-gmae.tml")]) == 2
    assert f"no such file (did you mean '{tmp_path / 'my-game.toml'}'?)" in capsys.readouterr().err


@pytest.mark.parametrize("rules", ["no-such-rules", "nowhere.toml"])
def test_rules_are_read_before_anything_is_counted(
    rules: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(*arguments: object) -> None:
        pytest.fail("counted before the rules were read")

    monkeypatch.setattr("analyzer.strategy.api.stages_of", counted)
    assert main(["strategy", "wild-52", "--rules", rules]) == 2
    assert rules in capsys.readouterr().err


def test_rules_for_another_wager_are_refused_before_anything_is_counted(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.strategy.file import shipped_strategies

    text = Path(shipped_strategies("wild-52")["card"]).read_text(encoding="utf-8")
    other = tmp_path / "rules.toml"
    other.write_text(text.replace('wager = "ante-play"', 'wager = "bonus"'), encoding="utf-8")
    monkeypatch.setattr("analyzer.strategy.api.stages_of", lambda *arguments: pytest.fail("counted first"))
    assert main(["strategy", "wild-52", "--rules", str(other)]) == 2
    assert "bonus" in capsys.readouterr().err
