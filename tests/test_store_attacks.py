"""A cache folder that others can write to: nothing is believed, followed or waited for."""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from analyzer.cli.main import main
from analyzer.run.entries import ADMINISTRATOR, NotTrustedError, check_owner, read_entry, write_entry
from analyzer.run.store import UNFINISHED, Store, StoreWarning
from analyzer.run.store_folder import clear_folder, entries_in

ROOT = os.geteuid() == ADMINISTRATOR
STRANGER = 54_321


def counted() -> dict[str, np.ndarray]:
    return {"counts": np.array([22_100, 1], dtype=np.uint64)}


def forged() -> dict[str, np.ndarray]:
    """500 deals moved from one outcome to another: the total is right, and so is the checksum."""
    return {"counts": np.array([21_600, 501], dtype=np.uint64)}


@pytest.fixture
def entry(tmp_path: Path) -> Path:
    Store(tmp_path).arrays("x", {}, counted)
    (path,) = tmp_path.iterdir()
    return path


def rewrite(path: Path) -> None:
    """What a forger can do who knows the format: another content with a valid checksum."""
    key = path.read_bytes()[64:96].hex()
    path.unlink()
    write_entry(path, key, forged())
    assert read_entry(path, key) is not None


# --- who wrote it ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not ROOT, reason="only the administrator can give a file away")
def test_an_entry_of_another_user_is_not_believed(entry: Path) -> None:
    rewrite(entry)
    os.chown(entry, STRANGER, -1)
    with pytest.raises(NotTrustedError, match=f"another user, {STRANGER}"):
        check_owner(entry.stat())
    with pytest.warns(StoreWarning, match=f"it belongs to another user, {STRANGER}.*; counting again"):
        arrays = Store(entry.parent).arrays("x", {}, counted)
    assert arrays["counts"].tolist() == [22_100, 1]
    assert entry.stat().st_uid == os.geteuid()


def test_a_strangers_entry_as_seen_without_his_help(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on any machine: not the file is given away, this user is another one."""
    rewrite(entry)
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    if ROOT:
        monkeypatch.setattr("analyzer.run.entries.ADMINISTRATOR", STRANGER + 1)
    with pytest.warns(StoreWarning, match="it belongs to another user"):
        assert Store(entry.parent).arrays("x", {}, counted)["counts"].tolist() == [22_100, 1]


@pytest.mark.skipif(not ROOT, reason="only the administrator can give a file away")
def test_a_lock_that_another_user_holds_is_not_waited_for(tmp_path: Path) -> None:
    """He would hold it for ever; and what he counts would not be believed."""
    lock = Store(tmp_path).chunks("x", {}).lock
    lock.parent.mkdir()
    with FileLock(lock):
        os.chown(lock, STRANGER, -1)
        with pytest.warns(StoreWarning, match=f"is not waited for: it belongs to another user, {STRANGER}"):
            assert Store(tmp_path).arrays("x", {}, counted)["counts"].tolist() == [22_100, 1]


@pytest.mark.parametrize("mode", [0o664, 0o646])
def test_an_entry_that_others_can_write_to_is_not_believed(entry: Path, mode: int) -> None:
    rewrite(entry)
    entry.chmod(mode)
    assert [one.state for one in entries_in(entry.parent)] == ["foreign"]
    with pytest.warns(StoreWarning, match="others can write to it"):
        assert Store(entry.parent).arrays("x", {}, counted)["counts"].tolist() == [22_100, 1]


def test_entries_are_written_so_that_others_cannot_write_to_them(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Store(tmp_path).arrays("x", {}, counted)
        Store(tmp_path).chunks("y", {}).keep(0, counted())
    finally:
        os.umask(before)
    files = list(tmp_path.rglob("*.counts"))
    assert len(files) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o644}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Store(tmp_path).find("x", {}) is not None
        assert Store(tmp_path).chunks("y", {}).find(0) is not None


# --- what is not a file ----------------------------------------------------------------------------------------------


def test_a_pipe_in_place_of_an_entry_is_not_waited_for(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)
    assert [one.state for one in entries_in(entry.parent)] == ["foreign"]
    with pytest.warns(StoreWarning, match="not a regular file"):
        assert Store(entry.parent).arrays("x", {}, counted)["counts"].tolist() == [22_100, 1]
    assert entry.is_file()


def test_a_link_in_place_of_an_entry_is_not_followed(entry: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    theirs = tmp_path_factory.mktemp("theirs") / entry.name
    theirs.write_bytes(entry.read_bytes())
    entry.unlink()
    entry.symlink_to(theirs)
    with pytest.warns(StoreWarning, match="it is a link, and links are not followed"):
        Store(entry.parent).arrays("x", {}, counted)
    assert not entry.is_symlink()
    assert theirs.is_file()


def test_an_entry_that_is_cut_while_it_is_used(entry: Path) -> None:
    """A mapped file would end the process with SIGBUS."""
    arrays = Store(entry.parent).find("x", {})
    assert arrays is not None
    with entry.open("r+b") as stream:
        stream.truncate(10)
    assert arrays["counts"].tolist() == [22_100, 1]


# --- what is removed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("useless_only", [True, False])
def test_nothing_is_removed_through_a_link(
    entry: Path, tmp_path_factory: pytest.TempPathFactory, useless_only: bool
) -> None:
    theirs = tmp_path_factory.mktemp("theirs")
    name = entry.stem
    for place in (theirs / f"{name}.lock", theirs / name / "0.counts", theirs / name / ".writing-0"):
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(b"theirs")
    (theirs / "empty").mkdir()
    before = sorted(theirs.rglob("*"))
    (entry.parent / UNFINISHED).symlink_to(theirs)
    clear_folder(entry.parent, useless_only=useless_only)
    assert sorted(theirs.rglob("*")) == before
    (entry.parent / UNFINISHED).unlink()
    (entry.parent / UNFINISHED).mkdir()
    (entry.parent / UNFINISHED / name).symlink_to(theirs / name)
    assert main(["cache", "clear", "--cache", str(entry.parent), *["--useless"] * useless_only]) == 0
    assert sorted(theirs.rglob("*")) == before


def test_nothing_is_written_through_a_link(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    theirs = tmp_path_factory.mktemp("theirs")
    (tmp_path / UNFINISHED).symlink_to(theirs)
    with pytest.warns(StoreWarning, match="is a link, and links are not followed"):
        assert Store(tmp_path).arrays("x", {}, counted)["counts"].tolist() == [22_100, 1]
    with pytest.warns(StoreWarning, match="is a link, and links are not followed"):
        Store(tmp_path).chunks("x", {}).keep(0, counted())
    assert list(theirs.iterdir()) == []


def test_nothing_is_tidied_through_a_link(entry: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    theirs = tmp_path_factory.mktemp("theirs")
    (theirs / entry.stem).mkdir()
    (theirs / entry.stem / "0.counts").write_text("theirs")
    (theirs / f"{entry.stem}.lock").write_text("theirs")
    before = sorted(theirs.rglob("*"))
    (entry.parent / UNFINISHED).symlink_to(theirs)
    Store(entry.parent).arrays("x", {}, counted)
    assert sorted(theirs.rglob("*")) == before
