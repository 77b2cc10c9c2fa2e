"""The store: counts are kept, recognised, and never trusted when they are damaged."""

from __future__ import annotations

import os
import signal
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.pricing.analysis import analyze
from analyzer.run import entries, store_folder
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks, Store, StoreWarning, default_folder, why_unusable
from analyzer.run.store_folder import clear_folder, entries_in
from tests.helpers import from_text, tiny_text

TINY = tiny_text('a: hand = "flush"\nb: hand = "straight"', ranks="9-A", suits="cd", jokers=1, cards=5)


class Counting:
    """A computation that remembers how often it was made."""

    def __init__(self, value: int = 7) -> None:
        self.calls = 0
        self.value = value

    def __call__(self) -> dict[str, np.ndarray]:
        self.calls += 1
        return {"counts": np.array([self.value, 2**63], dtype=np.uint64)}


def test_a_hit_does_not_compute_again(tmp_path: Path) -> None:
    store, count = Store(tmp_path), Counting()
    first = store.arrays("x", {"a": 1}, count)
    again = Store(tmp_path).arrays("x", {"a": 1}, count)
    assert count.calls == 1
    assert np.array_equal(first["counts"], again["counts"])
    assert again["counts"].dtype == np.uint64


@pytest.mark.parametrize(("what", "parameters"), [("x", {"a": 2}), ("y", {"a": 1}), ("x", {"a": 1, "b": 0})])
def test_other_parameters_are_another_count(tmp_path: Path, what: str, parameters: dict[str, int]) -> None:
    Store(tmp_path).arrays("x", {"a": 1}, Counting())
    count = Counting()
    Store(tmp_path).arrays(what, parameters, count)
    assert count.calls == 1


def test_other_engines_are_another_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = Counting()
    Store(tmp_path).arrays("x", {}, count)
    monkeypatch.setattr("analyzer.run.store.ENGINE_VERSION", "other")
    Store(tmp_path).arrays("x", {}, count)
    assert count.calls == 2


def test_without_a_folder_nothing_is_kept() -> None:
    count = Counting()
    for _ in range(2):
        Store().arrays("x", {}, count)
    assert count.calls == 2


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda raw: b"",
    "truncated": lambda raw: raw[:-1],
    "half": lambda raw: raw[: len(raw) // 2],
    "longer": lambda raw: raw + b"x",
    "one bit": lambda raw: raw[:-40] + bytes([raw[-40] ^ 1]) + raw[-39:],
    "foreign": lambda raw: b"PK\x03\x04 something else",
    "other magic": lambda raw: b"X" + raw[1:],
    "other key": lambda raw: raw[:64] + bytes(32) + raw[96:],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_entries_are_counted_again_with_a_warning(tmp_path: Path, kind: str) -> None:
    count = Counting()
    Store(tmp_path).arrays("x", {}, count)
    (path,) = tmp_path.iterdir()
    path.write_bytes(DAMAGE[kind](path.read_bytes()))
    with pytest.warns(StoreWarning, match="counting again"):
        arrays = Store(tmp_path).arrays("x", {}, count)
    assert arrays["counts"][0] == 7
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Store(tmp_path).arrays("x", {}, count)
    assert count.calls == 2, "the damaged entry is replaced"


def test_an_entry_of_another_count_under_this_name(tmp_path: Path) -> None:
    Store(tmp_path).arrays("x", {"a": 1}, Counting(1))
    (first,) = tmp_path.iterdir()
    Store(tmp_path).arrays("x", {"a": 2}, Counting(2))
    (second,) = set(tmp_path.iterdir()) - {first}
    second.write_bytes(first.read_bytes())
    with pytest.warns(StoreWarning):
        assert Store(tmp_path).arrays("x", {"a": 2}, Counting(2))["counts"][0] == 2


def test_a_folder_in_place_of_an_entry(tmp_path: Path) -> None:
    Store(tmp_path).arrays("x", {}, Counting())
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.mkdir()
    with pytest.warns(StoreWarning):
        assert Store(tmp_path).arrays("x", {}, Counting())["counts"][0] == 7


def test_a_folder_that_cannot_be_made_is_a_warning(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.warns(StoreWarning, match="cannot be written"):
        assert Store(blocked / "cache").arrays("x", {}, Counting())["counts"][0] == 7


def answer_of_nobody(ask: Callable[[], bool]) -> bool:
    """What a user without rights is told; root may write everywhere."""
    child = os.fork()
    if child == 0:
        answer = False
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            answer = ask()
        finally:
            os._exit(not answer)
    return os.waitpid(child, 0)[1] == 0


def test_a_read_only_folder_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Store(folder).arrays("x", {"a": "known"}, Counting())
        for path in (*folder.iterdir(), folder):
            path.chmod(0o555)

        def ask() -> bool:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                known, other = (Store(folder).arrays("x", {"a": a}, Counting(8)) for a in ("known", "other"))
            said = [str(warning.message) for warning in caught]
            counts = int(known["counts"][0]), int(other["counts"][0])
            return counts == (7, 8) and bool(said) and all("cannot be written" in text for text in said)

        assert answer_of_nobody(ask)
        folder.chmod(0o755)


@pytest.mark.parametrize("mode", [0o000, 0o644])
def test_a_folder_that_cannot_be_entered(mode: int) -> None:
    """A count with pieces neither stops nor says it twice."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "cache"
        folder.mkdir()
        Path(name).chmod(0o755)
        folder.chmod(mode)

        def ask() -> bool:
            assert why_unusable(folder) == "Permission denied"
            pieces = Store(folder).chunks("x", {})
            assert not pieces.has(0)
            assert not pieces.are_left
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return int(Store(folder).arrays("x", {}, Counting())["counts"][0]) == 7

        assert answer_of_nobody(ask)


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert why_unusable(tmp_path) is None
    assert why_unusable(tmp_path / "not yet") is None
    assert why_unusable(tmp_path / "file") == "it is not a folder"
    assert why_unusable(tmp_path / "file" / "below") == "Not a directory"
    assert why_unusable(tmp_path / "nowhere") == "it is a link to nothing"
    assert why_unusable(tmp_path / "round") == "Too many levels of symbolic links"
    assert why_unusable(tmp_path / ("x" * 300)) == "File name too long"


def test_a_lock_that_cannot_be_removed_costs_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **options: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert Store(tmp_path).arrays("x", {}, Counting())["counts"][0] == 7


def test_a_disk_that_is_full_of_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count is written when its pieces have made room for it."""
    store = Store(tmp_path)
    pieces = store.chunks("x", {})
    pieces.keep(0, {"piece": np.array([0])})
    replace = os.replace

    def full_while_pieces_are_there(*names: Any) -> None:
        if pieces.has(0):
            raise OSError(28, "No space left on device")
        replace(*names)

    monkeypatch.setattr(os, "replace", full_while_pieces_are_there)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.arrays("x", {}, Counting())
    assert store.find("x", {}) is not None


def test_others_may_read_what_the_user_lets_them(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        Store(tmp_path).arrays("x", {}, Counting())
    finally:
        os.umask(before)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o644


def test_no_unfinished_files_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*names: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.warns(StoreWarning, match="No space"):
        Store(tmp_path).arrays("x", {}, Counting())
    assert list(tmp_path.iterdir()) == []


# --- killed ----------------------------------------------------------------------------------------------------------


def count_and_be_killed(folder: Path, moment: str) -> None:
    """A process that makes a count with two pieces and is killed just before it calls a function."""
    child = os.fork()
    if child == 0:
        os.environ.clear()
        owner, name = {"replace": (os, "replace"), "forget": (Chunks, "forget"), "unlink": (Path, "unlink")}[moment]
        store = Store(folder)

        def compute() -> Arrays:
            for number in range(2):
                store.chunks("x", {}).keep(number, {"piece": np.array([number])})
            setattr(owner, name, lambda *arguments, **options: os.kill(os.getpid(), signal.SIGKILL))
            return Counting()()

        store.arrays("x", {}, compute)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.parametrize(("moment", "counted"), [("replace", 0), ("forget", 1), ("unlink", 1)])
def test_nothing_is_left_of_a_process_that_was_killed(tmp_path: Path, moment: str, counted: int) -> None:
    """Before the count is moved into place, before its pieces are removed, and before its lock is."""
    count_and_be_killed(tmp_path, moment)
    assert list((tmp_path / "unfinished").iterdir())
    assert len(list(tmp_path.glob("*.counts"))) == counted
    count = Counting()
    arrays = Store(tmp_path).arrays("x", {}, count)
    assert arrays["counts"][0] == 7
    assert count.calls == 1 - counted
    assert [path.suffix for path in tmp_path.rglob("*")] == [".counts"]


def test_what_another_process_is_counting_is_not_tidied(tmp_path: Path) -> None:
    from filelock import FileLock

    store = Store(tmp_path)
    store.arrays("x", {}, Counting())
    pieces = store.chunks("x", {})
    pieces.keep(0, {"piece": np.array([0])})
    with FileLock(pieces.lock):
        store.arrays("x", {}, Counting())
        assert pieces.find(0) is not None
    store.arrays("x", {}, Counting())
    assert not (tmp_path / "unfinished").exists()


@pytest.mark.parametrize("times", [1, 5])
def test_another_process_removes_empty_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """What one process has just made, another that is finished removes."""
    made = Path.mkdir
    left = [times]

    def mkdir(path: Path, *arguments: Any, **options: Any) -> None:
        made(path, *arguments, **options)
        if left[0]:
            left[0] -= 1
            path.rmdir()

    store, count = Store(tmp_path), Counting()
    monkeypatch.setattr(Path, "mkdir", mkdir)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.arrays("x", {}, count)
        left[0] = times
        store.chunks("y", {}).keep(0, {"piece": np.array([0])})
    monkeypatch.undo()
    assert store.find("x", {}) is not None
    assert store.chunks("y", {}).find(0) is not None


# --- what the key holds ----------------------------------------------------------------------------------------------


def entries_after(folder: Path, text: str) -> int:
    """How many counts are kept; results are kept beside them, under the pays too."""
    analyze(from_text(text), run=Run(jobs=1, store=Store(folder)))
    return len(list(folder.glob("lines-*")))


def test_a_changed_pay_is_not_another_count(tmp_path: Path) -> None:
    assert entries_after(tmp_path, TINY) == 1
    assert entries_after(tmp_path, TINY.replace("a = 1", "a = 500")) == 1
    assert entries_after(tmp_path, TINY.replace('name = "Tiny"', 'name = "Other"')) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('hand = "flush"', 'hand = "pair"'),
        ('suits = "cd"', 'suits = "ch"'),
        ('ranks = "9-A"', 'ranks = "8-A"'),
        ('wheel = "lowest"', 'wheel = "second_highest"'),
        ('uses = "pays_most"', 'uses = "best_ranked"'),
        ("player = 5", "player = 6"),
    ],
)
def test_a_changed_rule_is_another_count(tmp_path: Path, old: str, new: str) -> None:
    assert old in TINY
    assert entries_after(tmp_path, TINY) == 1
    assert entries_after(tmp_path, TINY.replace(old, new)) == 2


def test_a_stored_result_is_the_same(tmp_path: Path) -> None:
    file = from_text(TINY)
    plain = analyze(file, run=Run(jobs=1)).document()
    for _ in range(2):
        assert analyze(file, run=Run(jobs=1, store=Store(tmp_path))).document() == plain


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv("EXACTODDS_CACHE")
    folder = default_folder()
    assert folder is not None
    assert folder.name == "exactodds"


@pytest.mark.parametrize("answer", [RuntimeError("no home"), Path("~/.cache/exactodds")])
def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch, answer: Exception | Path) -> None:
    def user_cache_path(*names: object, **options: object) -> Path:
        if isinstance(answer, Path):
            return answer
        raise answer

    monkeypatch.delenv("EXACTODDS_CACHE", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", user_cache_path)
    assert default_folder() is None


# --- looking after the folder ----------------------------------------------------------------------------------------


def test_only_what_is_ours_is_removed(tmp_path: Path) -> None:
    """Someone may name a folder of their own with --cache."""
    Store(tmp_path).arrays("x", {}, Counting())
    theirs = ["poetry.lock", "my.counts", "sub/other.lock", "sub/.writing-x", "unfinished/cargo.lock", "unfinished/a/b"]
    for name in theirs:
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("theirs")
    states = {entry.path.name: entry.state for entry in entries_in(tmp_path) if entry.state != "foreign"}
    assert list(states.values()) == ["good"]
    assert clear_folder(tmp_path) > 0
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()) == sorted(theirs)


@pytest.mark.parametrize("useless_only", [True, False])
def test_what_is_being_counted_is_not_cleared(tmp_path: Path, useless_only: bool) -> None:
    from filelock import FileLock

    store = Store(tmp_path)
    for name in ("x", "y"):
        store.chunks(name, {}).keep(0, {"piece": np.array([0])})
    with FileLock(store.chunks("x", {}).lock):
        clear_folder(tmp_path, useless_only=useless_only)
        assert store.chunks("x", {}).find(0) is not None
        assert store.chunks("y", {}).find(0) is None
    clear_folder(tmp_path, useless_only=useless_only)
    assert list(tmp_path.iterdir()) == []


def test_files_that_vanish_while_they_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).arrays("x", {}, Counting())
    Store(tmp_path).arrays("y", {}, Counting())
    (first, second) = sorted(tmp_path.iterdir())

    def vanishing(path: Path) -> object:
        first.unlink(missing_ok=True)
        return entries.head_of_entry(path)

    monkeypatch.setattr(store_folder, "head_of_entry", vanishing)
    assert [entry.path for entry in entries_in(tmp_path)] == [second]
