"""The store: counts that were made before, and the pieces of those that are not finished.

It is the only module that touches the cache folder. A count is a set of arrays under a key: what was counted and
the digest of the engines; of a solution (contests, games without an opponent) also what is paid. What cannot be read
back exactly is counted again; what cannot be written is a warning, and the count goes on.

    CACHE/what-key.counts                     a count
    CACHE/unfinished/what-key.lock            held by the process that counts it
    CACHE/unfinished/what-key/12.counts       a piece of it
    CACHE/unfinished/what-key/.writing-...    a file that is being written

What a process that was killed leaves there is used and removed by the next one that needs the same count.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import sys
import time
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR
from threading import Lock, RLock
from types import FrameType
from typing import Any, TypeVar

from analyzer.errors import LongCountError
from analyzer.files import reason
from analyzer.run.entries import (
    SUFFIX,
    Arrays,
    NotTrustedError,
    check_owner,
    read_entry,
    read_text,
    write_entry,
)
from analyzer.run.versions import ENGINE_VERSION

T = TypeVar("T")
ENVIRONMENT = "EXACTODDS_CACHE"
UNFINISHED = "unfinished"
LOCK_SUFFIX = ".lock"
GOING_ON_WITHOUT = "going on without it"
NO_FOLDER = f"there is no home folder to keep counts in; --cache or ${ENVIRONMENT} can name one"
NAME_DIGITS = 32
# Seconds after which pieces that are held in memory are written too.
WRITTEN_AFTER = 10.0
# The array that holds JSON, of what is kept as such.
JSON = "json"


class StoreWarning(UserWarning):
    """Something about the cache that does not stop a count."""


def default_folder() -> Path | None:
    """$EXACTODDS_CACHE, or the platform's cache folder; None where the user has no home for one."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("exactodds", appauthor=False)
    except RuntimeError:  # no home folder; older versions of the library give a path that starts with ~
        return None
    return folder if folder.is_absolute() else None


def why_unusable(folder: Path) -> str | None:
    """Why nothing can be read from a cache folder; None if it can be, or if there is none yet."""
    try:
        is_folder = S_ISDIR(folder.stat().st_mode)
    except FileNotFoundError:
        return "it is a link to nothing" if folder.is_symlink() else None
    except (OSError, ValueError) as error:  # ValueError: a name that no folder can have
        return reason(error)
    if not is_folder:
        return "it is not a folder"
    return None if os.access(folder, os.R_OK | os.X_OK) else "Permission denied"


def usable(folder: Path | None) -> Path | None:
    """The folder for counts; None, with a warning, where none can be used."""
    reason = why_unusable(folder) if folder is not None else None
    if folder is not None and reason is None:
        return folder
    problem = NO_FOLDER if folder is None else f"the cache folder {folder} cannot be read ({reason})"
    _warn(f"{problem}; {GOING_ON_WITHOUT}")
    return None


@dataclass(frozen=True)
class Store:
    """Counts in a folder; without a folder nothing is kept."""

    folder: Path | None = None
    # Long counts are read if they are kept, but not made.
    short: bool = False
    # A helper of this process may be counting the same (helper.py): that it is waited for is nothing to tell.
    helped: bool = False
    # What was read or counted lately, if it is to be held in memory too.
    held: Held | None = field(default=None, repr=False, compare=False)

    def arrays(
        self, what: str, parameters: Mapping[str, Any], compute: Callable[[], Arrays], *, long: bool = False
    ) -> Arrays:
        """The arrays counted before for these parameters, or `compute()`, kept for the next time.

        Of several processes that need the same count one computes it; the others wait, and one of them takes over if
        it dies. A `long` count that is not kept is a LongCountError where only short ones are to be made.
        """
        if self.held is None:
            return self._arrays(what, parameters, compute, long=long)
        name = _name(what, _key(what, parameters))
        arrays = self.held.find(name)
        if arrays is None:
            arrays = self._arrays(what, parameters, compute, long=long)
            self.held.keep(name, arrays)
        return arrays

    def _arrays(self, what: str, parameters: Mapping[str, Any], compute: Callable[[], Arrays], *, long: bool) -> Arrays:
        if self.short and long:
            return self._found(what, parameters)
        if self.folder is None:
            return compute()
        pieces = self.chunks(what, parameters)
        arrays = self.find(what, parameters)
        if arrays is not None:
            if pieces.are_left:
                self._tidy(pieces)
            return arrays
        key = _key(what, parameters)
        path = self.folder / _name(what, key)
        with _only_thread(path), _only_one(pieces.lock, tell=not self.helped):
            with suppress(OSError):  # another thread or process may have counted it in the meantime
                arrays = read_entry(path, key)
            if arrays is None:
                arrays = compute()
                self._write(path, key, arrays, pieces)
            pieces.forget()
        return arrays

    def _found(self, what: str, parameters: Mapping[str, Any]) -> Arrays:
        arrays = self.find(what, parameters)
        if arrays is None:
            raise LongCountError(f"{what}: a long count that is not kept")
        return arrays

    def find(self, what: str, parameters: Mapping[str, Any]) -> Arrays | None:
        """The arrays counted before for these parameters, if they are there."""
        if self.folder is None:
            return None
        key = _key(what, parameters)
        name = _name(what, key)
        arrays = None if self.held is None else self.held.find(name)
        if arrays is None:
            arrays = _read(self.folder / name, key)
            if arrays is not None and self.held is not None:
                self.held.keep(name, arrays)
        return arrays

    def has(self, what: str, parameters: Mapping[str, Any]) -> bool:
        """Whether there is a file of that count, whatever is in it."""
        return self.folder is not None and os.path.exists(self.folder / _name(what, _key(what, parameters)))

    def find_text(self, what: str, parameters: Mapping[str, Any]) -> bytes | None:
        """What `kept_json` kept before for these parameters, if it is there."""
        if self.folder is None:
            return None
        key = _key(what, parameters)
        path = self.folder / _name(what, key)
        return _trusted(path, lambda: read_text(path, key, JSON))

    def chunks(self, what: str, parameters: Mapping[str, Any]) -> Chunks:
        """The pieces of a count that are there already."""
        key = _key(what, parameters)
        folder = None if self.folder is None else self.folder / UNFINISHED / _name(what, key).removesuffix(SUFFIX)
        return Chunks(folder, key)

    def _tidy(self, pieces: Chunks) -> None:
        """Remove what a process left that was killed when it had written the count; not what another is removing."""
        from filelock import FileLock, Timeout

        with suppress(OSError, NotImplementedError, Timeout), FileLock(pieces.lock, timeout=0):
            pieces.forget()
            pieces.lock.unlink(missing_ok=True)
        with suppress(OSError):  # others are counting
            pieces.lock.parent.rmdir()

    def _write(self, path: Path, key: str, arrays: Arrays, pieces: Chunks) -> None:
        def write() -> None:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            _although_folders_vanish(lambda: write_entry(path, key, arrays, pieces.scratch()))

        try:
            with suppress(OSError):
                return write()
            pieces.forget()  # the disk may be full of them
            write()
        except OSError as error:
            _warn_of_folder(path.parent, error)


class Held:
    """Arrays in memory: the latest ones, up to a number of bytes. For who asks several times for the same counts."""

    def __init__(self, limit: int = 256 << 20) -> None:
        self._limit, self._arrays, self._lock = limit, OrderedDict[str, Arrays](), Lock()

    def find(self, name: str) -> Arrays | None:
        with self._lock:
            if name in self._arrays:
                self._arrays.move_to_end(name)
            return self._arrays.get(name)

    def keep(self, name: str, arrays: Arrays) -> None:
        for array in arrays.values():
            array.setflags(write=False)  # as what is read from a file
        with self._lock:
            self._arrays[name] = arrays
            self._arrays.move_to_end(name)
            while len(self._arrays) > 1 and sum(map(_bytes, self._arrays.values())) > self._limit:
                self._arrays.popitem(last=False)


def _bytes(arrays: Arrays) -> int:
    return sum(array.nbytes for array in arrays.values())


class Chunks:
    """Pieces of one count, or of one stage of it, kept as they are finished. A folder that fails is not tried again."""

    # The bytes that may be held in memory.
    limit = 0

    def __init__(self, folder: Path | None = None, key: str = "", stage: str = "") -> None:
        self._folder = folder
        self._key = key
        self._stage = stage

    def of_stage(self, stage: str) -> Chunks:
        """The pieces of a stage, for counts that have several; they are forgotten together."""
        return Chunks(self._folder, self._key, f"{stage}-")

    @property
    def lock(self) -> Path:
        """Held by the process that makes the pieces."""
        assert self._folder is not None, "what is not kept needs no lock"
        return self._folder.with_name(self._folder.name + LOCK_SUFFIX)

    @property
    def are_left(self) -> bool:
        """Whether anything of the count is there besides its result."""
        if self._folder is None or os.path.islink(self._folder.parent):
            return False
        return os.path.exists(self._folder) or os.path.exists(self.lock)

    def scratch(self) -> Path:
        """The folder, made if need be. OSError where that cannot be done."""
        folder = self._folder
        if folder is None:
            raise OSError("the folder failed before")
        _refuse_links(folder.parent, folder)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def has(self, number: int) -> bool:
        """Whether there is a file of the piece, whatever is in it."""
        return self._folder is not None and os.path.exists(self._path(self._folder, number))

    def find(self, number: int) -> Arrays | None:
        """The piece, if it is there and undamaged."""
        if self._folder is None:
            return None
        return _read(self._path(self._folder, number), self._piece_key(number))

    def keep(self, number: int, arrays: Arrays) -> None:
        folder = self._folder
        if folder is None:
            return
        path, key = self._path(folder, number), self._piece_key(number)
        try:
            _although_folders_vanish(lambda: write_entry(path, key, arrays, self.scratch()))
        except OSError as error:
            if self._folder is not None:  # another thread may have said it
                self._folder = None
                _warn_of_folder(folder.parents[1], error)

    def write(self) -> None:
        """Write what is only held in memory: the count is stopped."""

    def forget(self) -> None:
        """Remove the pieces: the count is finished."""
        if self._folder is not None and not os.path.islink(self._folder.parent):
            shutil.rmtree(self._folder, ignore_errors=True)
            with suppress(OSError):  # others are not finished
                self._folder.parent.rmdir()

    def _path(self, folder: Path, number: int) -> Path:
        return folder / f"{self._stage}{number}{SUFFIX}"

    def _piece_key(self, number: int) -> str:
        return hashlib.sha256(f"{self._key} {self._stage}{number}".encode()).hexdigest()


class HeldChunks(Chunks):
    """Pieces of a count that goes through them twice: held in memory, up to `limit` bytes, and written only when the
    count has lasted a while, or is stopped. What is counted within seconds is never written; a process that is killed
    loses these seconds.
    """

    def __init__(self, pieces: Chunks, limit: int) -> None:
        super().__init__(pieces._folder, pieces._key, pieces._stage)
        self.limit = limit
        self._held: dict[int, Arrays] = {}
        self._unwritten: list[int] = []
        self._bytes, self._lock, self._start = 0, Lock(), time.monotonic()

    def has(self, number: int) -> bool:
        return number in self._held or super().has(number)

    def find(self, number: int) -> Arrays | None:
        return self._held.get(number) or super().find(number)

    def keep(self, number: int, arrays: Arrays) -> None:
        if not self._hold(number, arrays):
            super().keep(number, arrays)
        if time.monotonic() - self._start >= WRITTEN_AFTER:
            self.write()

    def _hold(self, number: int, arrays: Arrays) -> bool:
        size = _bytes(arrays)
        with self._lock:
            fits = self._bytes + size <= self.limit
            if fits:
                self._held[number] = arrays
                self._unwritten.append(number)
                self._bytes += size
        return fits

    def write(self) -> None:
        while True:
            with self._lock:
                if not self._unwritten:
                    return
                number = self._unwritten.pop()
                arrays = self._held[number]
            super().keep(number, arrays)

    def forget(self) -> None:
        with self._lock:
            self._held, self._unwritten, self._bytes = {}, [], 0
        super().forget()


def _read(path: Path, key: str) -> Arrays | None:
    """The arrays; None if there are none, and with a warning if what is there cannot be trusted."""
    return _trusted(path, lambda: read_entry(path, key))


def _trusted(path: Path, read: Callable[[], T | None]) -> T | None:
    try:
        found = read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _warn(f"{path} is not used ({reason(error)}); counting again")
        return None
    if found is None:
        _warn(f"{path} is damaged or not ours; counting again")
    return found


def _refuse_links(*paths: Path) -> None:
    """OSError if one of them is a link: what is kept stays in the cache folder."""
    for path in paths:
        if os.path.islink(path):
            raise OSError(errno.ELOOP, f"{path} is a link, and links are not followed")


def _although_folders_vanish(write: Callable[[], None]) -> None:
    """Another process may remove a folder, because it is empty, just before a file is made in it."""
    for _ in range(9):
        with suppress(FileNotFoundError):
            return write()
    return write()


_THREADS: defaultdict[Path, RLock] = defaultdict(RLock)


@contextmanager
def _only_thread(path: Path) -> Iterator[None]:
    """Wait until no other thread of this process makes the same count: the lock of files is for other processes."""
    with _THREADS[path]:
        yield


@contextmanager
def _only_one(path: Path, *, tell: bool) -> Iterator[None]:
    """Wait until no other process holds the lock; the system releases that of a process which dies.

    Nothing is wrong if two processes get through (where locks do not work, or when the file is removed between them):
    both count the same and the last one's file stays.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path, thread_local=False)

    def acquire(timeout: float = -1) -> None:
        _refuse_links(path.parent, path)
        with suppress(FileNotFoundError):
            check_owner(path.lstat())  # what another user counts would not be believed: why wait for him
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=timeout, poll_interval=0.2)

    try:
        try:
            _although_folders_vanish(lambda: acquire(0))
        except Timeout:
            if tell:
                _warn("another process is counting the same; waiting for it")
            _although_folders_vanish(acquire)
    except NotTrustedError as error:
        _warn(f"{path} is not waited for: {reason(error)}")
        yield
        return
    except (OSError, NotImplementedError) as error:
        _warn_of_folder(path.parents[1], error)
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):  # not there, or not ours to remove any more
            path.unlink()
        lock.release()
        with suppress(OSError):  # others are counting
            path.parent.rmdir()


def _key(what: str, parameters: Mapping[str, Any]) -> str:
    named = {"what": what, "engines": ENGINE_VERSION, "parameters": dict(parameters)}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()


def _name(what: str, key: str) -> str:
    return f"{what}-{key[:NAME_DIGITS]}{SUFFIX}"


def _warn_of_folder(folder: Path, error: Exception) -> None:
    _warn(f"the cache folder {folder} cannot be written ({reason(error)}); {GOING_ON_WITHOUT}")


def _warn(message: str) -> None:
    """A warning about whoever called the program, not about a line of its own: from there Python shows it once."""
    warnings.warn(message, StoreWarning, stacklevel=_level_outside())


def _level_outside() -> int:
    """How far away the nearest caller is that is no part of the program; 1 is `_warn`."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _INSIDE:
        frame, level = frame.f_back, level + 1
    return level


# What stands between a caller and a warning: the program, and what it calls itself through.
_INSIDE = ("analyzer", "contextlib", "concurrent", "threading")


def kept_json(store: Store, what: str, parameters: Mapping[str, Any], compute: Callable[[], Any]) -> Any:
    """Plain data counted before for these parameters, or `compute()`, kept for the next time as JSON."""
    if not store.chunks(what, parameters).are_left:
        text = store.find_text(what, parameters)
        if text is not None:
            return json.loads(text)

    def as_array() -> Arrays:
        import numpy as np

        return {JSON: np.frombuffer(json.dumps(compute()).encode(), dtype=np.uint8).copy()}

    return json.loads(store.arrays(what, parameters, as_array)[JSON].tobytes())
