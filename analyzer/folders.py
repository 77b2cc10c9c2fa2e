"""Folders that are replaced as a whole: whoever looks, at any moment, finds the old files or the new ones.

The new folder is written aside, put on the disk, and exchanged with the old one in one step where the system can do
that (Linux and macOS, on most file systems); otherwise the old one is moved away just before the new one is moved in.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from analyzer.errors import FileError
from analyzer.files import UNFINISHED_PREFIX, held, is_abandoned, reason, sync_folder, synced

MAX_FILES = 20_000
_AT_FDCWD = {"linux": -100, "darwin": -2}
_EXCHANGE = 2  # the same number in Linux's renameat2 and macOS's renameatx_np


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of this user alone that is gone afterwards; FileError where there is no room for one."""
    try:
        made = TemporaryDirectory(prefix="exactodds-", ignore_cleanup_errors=True)
    except OSError as error:
        raise FileError(f"no temporary folder can be made: {reason(error)}") from None
    with made as folder:
        yield Path(folder)


def names_in(folder: Path) -> list[str]:
    """The names of everything in a folder but folders, with slashes, without following a link. OSError if endless."""
    names: list[str] = []
    todo = [""]
    while todo:
        inner = todo.pop()
        with os.scandir(folder / inner) as entries:
            for entry in entries:
                name = f"{inner}/{entry.name}" if inner else entry.name
                if entry.is_dir(follow_symlinks=False):
                    todo.append(name)
                else:
                    names.append(name)
                if len(names) + len(todo) > MAX_FILES:
                    raise OSError(errno.EMFILE, f"it has more than {MAX_FILES:,} files")
    return sorted(names)


def write_folder(folder: Path, files: Mapping[str, bytes], last: Sequence[str] = ()) -> None:
    """Write a folder with these files and no others in place of the one that is there, whole or not at all.

    A folder that cannot be exchanged is filled file by file if it is empty, those in `last` last; OSError if it is not.
    """
    folder = Path(os.path.abspath(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    obstacle = _obstacle(folder)
    if obstacle is None:
        _remove_abandoned(folder.parent)
        with _aside(folder.parent) as made:
            _fill(made, files)
            _take_place(made, folder)
        sync_folder(folder.parent)
        return
    if any(folder.iterdir()):
        raise OSError(
            errno.EBUSY, f"{obstacle}, so what is in it cannot be replaced in one step; choose another folder"
        )
    with _aside(folder) as made:
        _fill(made, files)
        for name in sorted(files, key=lambda name: (name in last, name)):
            (folder / name).parent.mkdir(exist_ok=True)
            os.rename(made / name, folder / name)
    sync_folder(folder)


def _obstacle(folder: Path) -> str | None:
    """Why a folder cannot be exchanged; None if it can be."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "it is a link, and links are not followed")
    if not folder.exists():
        return None
    with suppress(OSError):
        if Path.cwd().is_relative_to(folder.resolve()):
            return "it is the folder that you are in"
    if os.path.ismount(folder):
        return "a disk is mounted there"
    return None if os.access(folder.parent, os.W_OK) else f"{folder.parent} cannot be written"


@contextmanager
def _aside(parent: Path) -> Iterator[Path]:
    """A new folder that is gone afterwards, whatever is in it by then."""
    made = parent / f"{UNFINISHED_PREFIX}{secrets.token_hex(8)}"
    made.mkdir()
    with held(made):
        try:
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)


def _remove_abandoned(parent: Path) -> None:
    """Folders of processes that were killed while they wrote; never one that a process holds."""
    for path in parent.glob(f"{UNFINISHED_PREFIX}*"):
        if path.is_dir() and not path.is_symlink() and is_abandoned(path):
            shutil.rmtree(path, ignore_errors=True)


def _fill(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        with place.open("xb") as stream:
            stream.write(content)
            synced(stream)
    for path in {folder, *((folder / name).parent for name in files)}:
        sync_folder(path)


def _take_place(made: Path, folder: Path) -> None:
    """Afterwards `made` is what was at `folder`, if there was anything."""
    try:
        before = folder.lstat().st_mode
    except FileNotFoundError:
        os.rename(made, folder)
        return
    made.chmod(stat.S_IMODE(before))
    try:
        _exchange(made, folder)
    except (OSError, AttributeError, KeyError):  # not on this system, or not on this disk
        _move_in_two_steps(made, folder)


def _move_in_two_steps(made: Path, folder: Path) -> None:
    old = made.with_name(f"{UNFINISHED_PREFIX}{secrets.token_hex(8)}")
    with held(folder):  # so that no other process takes it for abandoned while it has that name
        os.rename(folder, old)
        try:
            os.rename(made, folder)
        except BaseException:
            os.rename(old, folder)
            raise
        os.rename(old, made)


def _exchange(one: Path, other: Path) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    swap = library.renameat2 if sys.platform == "linux" else library.renameatx_np
    here = _AT_FDCWD[sys.platform]
    if swap(here, os.fsencode(one), here, os.fsencode(other), ctypes.c_uint(_EXCHANGE)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
