"""Folders that are replaced as a whole: the old files or the new ones, at any moment."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from analyzer import files, folders
from analyzer.files import UNFINISHED_PREFIX, held, is_abandoned
from analyzer.folders import names_in, write_folder

OLD = {"a": b"old", "csv/b": b"old"}
NEW = {"a": b"new", "c": b"new"}


def content(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names_in(folder)}


def test_a_folder_is_made_and_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "r"
    write_folder(folder, OLD)
    assert content(folder) == OLD
    folder.chmod(0o750)
    write_folder(folder, NEW)
    assert content(folder) == NEW
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750
    assert os.listdir(folder.parent) == ["r"]


def test_what_fails_leaves_the_old_folder_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path / "r", OLD)
    for failing in ("synced", "_take_place"):
        with monkeypatch.context() as patch:
            patch.setattr(folders, failing, lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
            with pytest.raises(OSError, match="No space left"):
                write_folder(tmp_path / "r", NEW)
        assert content(tmp_path / "r") == OLD
        assert os.listdir(tmp_path) == ["r"]


def test_at_no_moment_is_the_folder_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at from inside every step of the exchange."""
    folder = tmp_path / "r"
    write_folder(folder, OLD)
    rename, seen = os.rename, []

    def looking(one: Any, other: Any) -> None:
        rename(one, other)
        seen.append(folder.exists())

    monkeypatch.setattr(os, "rename", looking)
    write_folder(folder, NEW)
    assert seen in ([], [False, True, True])  # in one step, or where the system has none
    assert content(folder) == NEW


@pytest.mark.parametrize("error", [OSError(22, "Invalid argument"), AttributeError("renameat2"), KeyError("win32")])
def test_where_folders_cannot_be_exchanged(error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Path) -> None:
        raise error

    monkeypatch.setattr(folders, "_exchange", unknown)
    write_folder(tmp_path / "r", OLD)
    write_folder(tmp_path / "r", NEW)
    assert content(tmp_path / "r") == NEW
    assert os.listdir(tmp_path) == ["r"]


def test_a_second_step_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "r", OLD)
    monkeypatch.setattr(folders, "_exchange", lambda *_: (_ for _ in ()).throw(OSError(22, "no")))
    rename, calls = os.rename, 0

    def failing(one: Any, other: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError(5, "Input/output error")
        rename(one, other)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="Input/output"):
        write_folder(tmp_path / "r", NEW)
    assert content(tmp_path / "r") == OLD


# --- folders that cannot be exchanged --------------------------------------------------------------------------------


def test_the_folder_that_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is filled if it is empty; a report that is there is not put at risk."""
    monkeypatch.chdir(tmp_path)
    write_folder(Path("."), OLD, last=("a",))
    assert content(tmp_path) == OLD
    with pytest.raises(OSError, match="it is the folder that you are in, so what is in it cannot be replaced"):
        write_folder(Path("."), NEW)
    assert content(tmp_path) == OLD


def test_a_disk_that_is_mounted_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) == tmp_path / "r")
    (tmp_path / "r").mkdir()
    write_folder(tmp_path / "r", OLD)
    with pytest.raises(OSError, match="a disk is mounted there"):
        write_folder(tmp_path / "r", NEW)
    assert content(tmp_path / "r") == OLD


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there")
    with pytest.raises(OSError, match="links are not followed"):
        write_folder(tmp_path / "link", OLD)
    assert names_in(tmp_path) == ["link"]


# --- what killed processes leave -------------------------------------------------------------------------------------


def test_what_a_killed_process_left_is_removed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, busy, mine = (tmp_path / f"{UNFINISHED_PREFIX}{name}" for name in ("left", "busy", "file"))
    left.mkdir()
    busy.mkdir()
    mine.write_text("a file is not a folder")
    write_folder(tmp_path / "r", OLD)
    assert left.exists()  # it may just have been made
    monkeypatch.setattr(files, "clock", lambda: 1e12)
    with held(busy):
        assert not is_abandoned(busy)
        write_folder(tmp_path / "r", NEW)
    assert not left.exists()
    assert busy.exists()
    assert mine.exists()


def test_files_that_a_killed_process_left_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, mine = tmp_path / f"{UNFINISHED_PREFIX}left", tmp_path / "mine"
    for path in (left, mine):
        path.write_text("x")
    monkeypatch.setattr(files, "clock", lambda: 1e12)
    files.write_text(tmp_path / "note", "new")
    assert names_in(tmp_path) == ["mine", "note"]
