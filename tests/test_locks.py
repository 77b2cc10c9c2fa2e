"""Lock files: what they say comes back as it was, damaged ones are refused, and those of the shipped games are true."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import analyzer.cli.change  # noqa: F401  # its commands
from analyzer.change.figures import (
    certify,
    figures_of,
    pays_of,
    read_linear,
    readings,
)
from analyzer.change.locks import lock_of, lock_text, make_lock, parse_lock, read_lock
from analyzer.cli.main import main
from analyzer.errors import LockError
from analyzer.game.library import load_game, tables_folder
from analyzer.game.model import Wager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.numbers import exact_number, parse_long_fraction
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.changing import run_in, small_draw, tiny_game, write
from tests.helpers import from_text, shipped_ids

Capture = pytest.CaptureFixture[str]


def shipped_lock(game: str) -> Path:
    return tables_folder() / "locks" / f"{game}.toml"


def is_quick(wager: Wager) -> bool:
    """Counted in seconds; the other wagers are behind the marker."""
    return isinstance(wager, LinesWager | JokersWager) or (isinstance(wager, PlayWager) and wager.community is None)


# --- the shipped locks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shipped_ids())
def test_shipped_lock_has_everything(game: str) -> None:
    """Every wager, paytable and reading once, with the pays of the game file."""
    file = load_game(game)
    lock = read_lock(shipped_lock(game))
    assert list(lock.games) == [game]
    expected = [
        (wager.id, table.id, reading, pays_of(wager, table))
        for read in file.game().wagers
        for reading in readings(file, read.id)
        for wager in file.game(dict(reading)).wagers
        if wager.id == read.id
        for table in wager.paytables
    ]
    assert [(figures.wager, figures.paytable, figures.reading, figures.pays) for figures in lock.of(game)] == expected


@pytest.mark.parametrize("game", shipped_ids())
def test_shipped_lock_is_true(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = load_game(game)
    run = Run(store=Store(tmp_path_factory.getbasetemp() / "analyzed"))
    certified = {figures.key: figures for figures in read_lock(shipped_lock(game)).of(game)}
    for wager in file.game().wagers:
        for reading in readings(file, wager.id) if is_quick(wager) else []:
            for figures in figures_of(file, run, wager.id, reading=reading):
                assert figures.same_results(certified[figures.key]), figures.place
                assert figures.counts == certified[figures.key].counts, figures.place


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_ids())
def test_shipped_lock_is_what_would_be_written_now(game: str, tmp_path: Path) -> None:
    made = make_lock([load_game(game)], run_in(tmp_path))
    assert lock_text(made) == shipped_lock(game).read_text(encoding="utf-8")


# --- writing and reading ---------------------------------------------------------------------------------------------


def test_a_lock_comes_back_as_it_was(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    made = make_lock([from_text(tiny_game()), small_draw()], run)
    text = lock_text(made)
    back = parse_lock(text.encode(), "lock.toml")
    assert lock_text(back) == text
    for game, figures in made.games.items():
        for one, other in zip(figures, back.of(game), strict=True):
            assert one.key == other.key
            assert one.pays == other.pays
            assert one.counts == other.counts
            assert one.same_results(other)


def test_the_same_results_make_the_same_text_with_and_without_a_store(tmp_path: Path) -> None:
    file = from_text(tiny_game())
    assert lock_text(make_lock([file], run_in(tmp_path))) == lock_text(make_lock([file], Run(jobs=1)))


def test_no_pay_changes_the_digest_of_counts(tmp_path: Path) -> None:
    one, other = (certify(from_text(tiny_game(flush=pay)), run_in(tmp_path)) for pay in (6, 7))
    assert [figures.counts for figures in one] == [figures.counts for figures in other]
    assert [figures.house_edge for figures in one] != [figures.house_edge for figures in other]


DAMAGED: dict[str, Callable[[str], bytes]] = {
    "empty": lambda text: b"",
    "cut": lambda text: text[: len(text) // 2].encode(),
    "a digit": lambda text: text.replace('house_edge = "', 'house_edge = "1', 1).encode(),
    "a pay": lambda text: text.replace('= "6"', '= "7"').encode(),
    "a result renamed": lambda text: text.replace('wager = "w"', 'wager = "v"').encode(),
    "a key added": lambda text: (text + 'more = "1"\n').encode(),
    "no digest": lambda text: "\n".join(row for row in text.splitlines() if not row.startswith("sha256")).encode(),
    "another schema": lambda text: text.replace("exactodds/lock/1", "exactodds/lock/9").encode(),
    "not text": lambda text: b"\xff\xfe\x00",
    "a game file": lambda text: tiny_game().encode(),
    "nested": lambda text: b"a = " + b"[" * 10000,
    "a list": lambda text: b'schema = "exactodds/lock/1"\ngames = [1]\n',
    "numbers": lambda text: b'schema = "exactodds/lock/1"\n[[games.a.results]]\nwager = 1\npaytable = 2\n',
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_or_foreign_lock_is_refused(how: str, tmp_path: Path, capsys: Capture) -> None:
    text = lock_text(make_lock([from_text(tiny_game())], run_in(tmp_path)))
    content = DAMAGED[how](text)
    assert content != text.encode()
    with pytest.raises(LockError, match=r"lock\.toml"):
        parse_lock(content, "lock.toml")
    path = tmp_path / "lock.toml"
    path.write_bytes(content)
    game = write(tmp_path, tiny_game())
    assert main(["check", str(game), "--lock", str(path)]) == 2
    printed = capsys.readouterr()
    assert "lock.toml" in printed.err
    assert "Traceback" not in printed.err


def test_a_lock_of_another_game_is_refused(tmp_path: Path, capsys: Capture) -> None:
    game = write(tmp_path, tiny_game())
    lock = shipped_lock("wild-52")
    assert main(["check", str(game), "--lock", str(lock)]) == 2
    assert "has no results of tiny; it has wild-52" in capsys.readouterr().err


def test_two_games_of_one_id_are_refused(tmp_path: Path, capsys: Capture) -> None:
    paths = [str(write(tmp_path, tiny_game(), name)) for name in ("a.toml", "b.toml")]
    assert main(["lock", *paths]) == 2
    assert "has the id tiny too" in capsys.readouterr().err


def test_where_a_lock_is_found(tmp_path: Path) -> None:
    game = write(tmp_path, tiny_game())
    from analyzer.game.file import load_game_file

    with pytest.raises(LockError, match="there is no lock"):
        lock_of(load_game_file(game))
    (tmp_path / "locks").mkdir()
    write(tmp_path / "locks", lock_text(make_lock([load_game_file(game)], run_in(tmp_path))))
    assert lock_of(load_game_file(game)).path == str(tmp_path / "locks" / "tiny.toml")
    assert lock_of(load_game("wild-52")).path == str(shipped_lock("wild-52"))


def test_the_command_prints_or_writes(tmp_path: Path, capsys: Capture) -> None:
    game = str(write(tmp_path, tiny_game()))
    assert main(["lock", game, "-o", "-"]) == 0
    text = capsys.readouterr().out
    assert not (tmp_path / "locks").exists()
    target = tmp_path / "other" / "tiny.toml"
    assert main(["lock", game, "--output", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == text
    capsys.readouterr()
    assert main(["lock", game, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["games"]["tiny"]["results"][0]["pays"]["flush"] == "6"
    assert main(["lock", game, "-o", str(tmp_path)]) == 2
    assert not (tmp_path / "locks").exists()


def test_a_lock_is_written_where_check_reads_it(tmp_path: Path, capsys: Capture) -> None:
    game = str(write(tmp_path, tiny_game()))
    assert main(["check", game]) == 2
    assert f"`exactodds lock {game}`" in capsys.readouterr().err
    assert main(["lock", game]) == 0
    place = tmp_path / "locks" / "tiny.toml"
    assert capsys.readouterr().out == f"1 results written to {place}\n"
    assert main(["check", game]) == 0
    assert "unchanged" in capsys.readouterr().out


def test_the_lock_of_a_shipped_game_is_not_overwritten(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by its id nor by its path: it is printed, and only games of one's own are written."""
    shipped = tmp_path / "package"
    shipped.mkdir()
    path = write(shipped, tiny_game())
    monkeypatch.setattr("analyzer.game.library.tables_folder", lambda: shipped)
    own = write(tmp_path, tiny_game().replace('id = "tiny"', 'id = "mine"'), "mine.toml")
    assert main(["lock", str(path), str(own)]) == 0
    printed = capsys.readouterr().out
    assert not (shipped / "locks").exists()
    assert (tmp_path / "locks" / "mine.toml").is_file()
    assert "tiny" in printed


def test_numbers_as_they_are_written() -> None:
    assert exact_number("-0.05") == -exact_number("5%")  # type: ignore[operator]  # both are numbers
    assert exact_number(".5") is None
    assert exact_number("1.2.3") is None
    assert parse_long_fraction("1/0") is None
    assert parse_long_fraction("--1") is None
    assert read_linear("J*J/10 - 1") is None
    assert read_linear("") is None
