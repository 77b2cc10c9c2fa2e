"""Reading and writing files: limits of size, one reader for TOML and one for JSON, and what is wrong in words.

What is read may come from anyone: a file is never larger in memory than its kind may be, and whatever is wrong with it
is the error of its kind.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import stat
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from time import time as clock
from types import ModuleType
from typing import Any, BinaryIO

from analyzer.errors import FileError
from analyzer.numbers import NotExact
from analyzer.printable import fault_of_line, fault_of_page, shown_safely

# Python's reader takes time that grows with the square of the dots of a key, and with the depth of a table for each of
# its keys. No file of ours comes near these.
MAX_HEADER_DOTS = 20
MAX_LINE_DOTS = 500
MAX_SQUARED_DOTS = 10_000_000
# Locks of the system, where it has them.
_locks: ModuleType | None = None
with suppress(ImportError):
    _locks = import_module("fcntl")

MAX_SHOWN = 60
MAX_PLACE = 200
MAX_BITS = 8192
# A file that is being written is held from the moment after it was made.
SETTLED_SECONDS = 60
UNFINISHED_PREFIX = ".writing-"
# Some package managers install a program as links to its files.
_PROGRAM = Path(__file__).parent
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Neither a link is followed nor a pipe waited for. Windows has neither flag.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class FileKind:
    """What such a file is called, how large and how deeply nested it may be, and the error that refuses one."""

    name: str
    max_bytes: int
    error: type[FileError] = FileError
    max_depth: int = 20
    has_dates: bool = False


# --- reading ---------------------------------------------------------------------------------------------------------


def read_bytes(path: str | Path, kind: FileKind) -> bytes:
    """The content of a regular file. A link is not followed: who made it may lead us to a file that is not his."""
    try:
        with opened(path) as stream:
            content = stream.read(kind.max_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise kind.error.at(shown_safely(str(path)), f"cannot be read: {reason(error)}") from None
    check_size(content, str(path), kind)
    return content


@contextmanager
def opened(path: str | Path) -> Iterator[BufferedReader]:
    """A regular file to read, never through a link; OSError for anything else."""
    if os.path.islink(path):
        if not Path(os.path.abspath(path)).is_relative_to(_PROGRAM):
            raise OSError(errno.ELOOP, f"it is a link, and links are not followed; it leads to {_target(path)}")
        path = os.path.realpath(path)
    # What was a file a moment ago may be a pipe now: asked again of what is open.
    with os.fdopen(os.open(path, _READ), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        yield stream


def read_private_bytes(path: str | Path, kind: FileKind) -> bytes:
    """The content of a file that nobody but its owner, who must be this user, can read."""
    try:
        with opened(path) as stream:
            status = os.fstat(stream.fileno())
            content = stream.read(kind.max_bytes + 1)
    except (OSError, ValueError) as error:
        raise kind.error.at(shown_safely(str(path)), f"cannot be read: {reason(error)}") from None
    if hasattr(os, "geteuid"):  # not on every platform
        if status.st_mode & 0o077:
            rights = f"{stat.S_IMODE(status.st_mode):o}"
            raise kind.error.at(
                shown_safely(str(path)), f"can be read by others (mode {rights}); make it yours alone with chmod 600"
            )
        if status.st_uid not in (os.geteuid(), 0):
            raise kind.error.at(shown_safely(str(path)), "belongs to another user")
    check_size(content, str(path), kind)
    return content


def _target(path: str | Path) -> str:
    return shown_safely(os.path.realpath(path))


def reason(error: Exception) -> str:
    """What the system says, without the name of the file."""
    return getattr(error, "strerror", None) or str(error)


def is_file(path: str | Path) -> bool:
    """Whether there is a regular file, or a link to one; a name that no file can have is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def exists(path: str | Path) -> bool:
    """Whether there is anything by that name: a folder, a device, a link to nothing."""
    try:
        return os.path.lexists(path)
    except (OSError, ValueError):
        return False


def check_size(content: bytes, name: str, kind: FileKind) -> None:
    if len(content) > kind.max_bytes:
        raise kind.error.at(shown_safely(name), f"is larger than {kind.max_bytes:,} bytes, the limit for {kind.name}")


def read_text(path: str | Path, kind: FileKind) -> str:
    return decode(read_bytes(path, kind), str(path), kind)


def read_page(path: str | Path, kind: FileKind) -> str:
    """Text that people read, without anything that would mislead them."""
    text = read_text(path, kind)
    check_page(text, str(path), kind)
    return text


def check_page(text: str, name: str, kind: FileKind) -> None:
    fault = fault_of_page(text)
    if fault is not None:
        raise kind.error.at(shown_safely(name), f"{fault}, which may not stand in {kind.name}")


def decode(content: bytes, name: str, kind: FileKind) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise kind.error.at(shown_safely(name), f"byte {error.start}: is not UTF-8 text") from None


def parse_toml(content: bytes, name: str, kind: FileKind) -> dict[str, Any]:
    """The content of a file as TOML data; decimal numbers are kept as text, to be refused."""
    name = shown_safely(name)
    check_size(content, name, kind)
    _check_dots(content, name, kind)
    text = decode(content, name, kind)
    try:
        data = tomllib.loads(text, parse_float=NotExact)
    except RecursionError:
        raise _too_deep(name, kind) from None
    except ValueError as error:  # also a number of thousands of digits, a date that does not exist
        raise kind.error.at(name, f"is not TOML: {shown_safely(str(error))}") from None
    _check_data(data, name, kind, fault_of_line)
    return data


def _check_dots(content: bytes, name: str, kind: FileKind) -> None:
    squared = 0
    for line in content.splitlines():
        dots = line.count(b".")
        squared += dots * dots
        most = MAX_HEADER_DOTS if line.lstrip().startswith(b"[") else MAX_LINE_DOTS
        if dots > most or squared > MAX_SQUARED_DOTS:
            raise kind.error.at(name, f"has a line with {dots} dots, too many for {kind.name}")


def read_json(path: str | Path, kind: FileKind) -> Any:
    return parse_json(read_text(path, kind), str(path), kind)


def parse_json(text: str, name: str, kind: FileKind) -> Any:
    """JSON data in which every key stands once, every number is finite, and every text can be shown."""
    name = shown_safely(name)
    try:
        data = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    except RecursionError:
        raise _too_deep(name, kind) from None
    except ValueError as error:
        raise kind.error.at(name, f"is not JSON: {shown_safely(str(error))}") from None
    _check_data(data, name, kind, fault_of_page)
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} is there twice")
    return made


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not a number of JSON")


def _check_data(data: object, name: str, kind: FileKind, fault_of: Callable[[str], str | None]) -> None:
    """Refuse data that is nested too deeply, or has text in it that may not be shown. Without recursion."""
    levels = 0
    level: list[Any] = [data]
    while level:
        for value in level:
            if isinstance(value, str):
                _check_text(value, name, kind, fault_of)
            elif isinstance(value, dict):
                for key in value:
                    _check_text(key, name, kind, fault_of_line)
            elif isinstance(value, date | time) and not kind.has_dates:  # a datetime is a date, too
                raise kind.error.at(name, f"{_place(data, value)}the date or time {value} may not stand in {kind.name}")
            elif isinstance(value, int) and value.bit_length() > MAX_BITS:  # which Python does not even print
                message = f"has a number of more than {MAX_BITS} bits, too large for {kind.name}"
                raise kind.error.at(name, _place(data, value) + message)
        level = [one for one in level if isinstance(one, dict | list)]
        levels += bool(level)
        if levels > kind.max_depth:
            raise _too_deep(name, kind)
        level = [item for one in level for item in (one.values() if isinstance(one, dict) else one)]


def _place(data: object, sought: object) -> str:
    """Where this very value stands, for the start of a sentence: "wagers.bonus.pays.flush: "."""
    level: list[tuple[str, Any]] = [("", data)]
    while level:
        for place, value in level:
            if value is sought:
                return shown_safely(place[:MAX_PLACE]) + ("...: " if len(place) > MAX_PLACE else ": ")
        inner = []
        for place, value in level:
            if isinstance(value, dict):
                inner += [(f"{place}.{key}" if place else key, item) for key, item in value.items()]
            elif isinstance(value, list):
                inner += [(f"{place}[{number}]", item) for number, item in enumerate(value, 1)]
        level = inner
    return ""


def _check_text(text: str, name: str, kind: FileKind, fault_of: Callable[[str], str | None]) -> None:
    fault = fault_of(text)
    if fault is not None:
        start = shown_safely(text[:MAX_SHOWN]) + ("..." if len(text) > MAX_SHOWN else "")
        raise kind.error.at(name, f'the text "{start}" {fault}, which may not stand in {kind.name}')


def _too_deep(name: str, kind: FileKind) -> FileError:
    return kind.error.at(name, f"is nested too deeply to be {kind.name}")


# --- writing ---------------------------------------------------------------------------------------------------------


def write_text(path: str | Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write the whole file or none of it, making its folder if need be: nobody ever reads half a file."""
    try:
        place = Path(path)
        if is_special(place):
            place.write_bytes(content)
            return
        if place.is_symlink():
            raise OSError(errno.ELOOP, f"it is a link, and links are not followed; it leads to {_target(place)}")
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _remove_abandoned(place.parent)
        with replacing(place) as stream:
            stream.write(content)
            synced(stream)
        sync_folder(place.parent)
    except (OSError, ValueError) as error:
        raise FileError.at(shown_safely(str(path)), f"cannot be written: {reason(error)}") from None


def create_bytes(path: Path, content: bytes, mode: int) -> None:
    """Write a new file, whole or not at all; FileExistsError if there is anything by that name."""
    unfinished = path.parent / f"{UNFINISHED_PREFIX}{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(unfinished, _WRITE, mode), "wb") as stream:
            stream.write(content)
            synced(stream)
        os.link(unfinished, path)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    sync_folder(path.parent)


def is_special(path: Path) -> bool:
    """A device or a pipe, which is written to and never replaced; /dev/stdout is a link to one, or to a file."""
    if path.is_relative_to("/dev"):
        return os.path.exists(path)
    return not path.is_symlink() and os.path.exists(path) and not os.path.isfile(path)


def synced(stream: BinaryIO) -> None:
    """What was written is on the disk, or OSError."""
    stream.flush()
    os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copy_mode(path: Path, unfinished: Path) -> None:
    with suppress(OSError):  # nothing is replaced
        before = path.lstat().st_mode
        if stat.S_ISREG(before):
            unfinished.chmod(stat.S_IMODE(before))


@contextmanager
def held(path: Path) -> Iterator[None]:
    """While this lasts, `is_abandoned` is false for the file or folder; it ends with the process, however that ends."""
    if _locks is None:  # there nothing is ever abandoned
        yield
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        with suppress(OSError):  # a disk without locks
            _locks.flock(handle, _locks.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_abandoned(path: Path) -> bool:
    """Whether a file or folder that was being written belongs to no process any more."""
    if _locks is None:
        return False
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        _locks.flock(handle, _locks.LOCK_EX | _locks.LOCK_NB)
        # Just made, and not held yet?
        return clock() - os.fstat(handle).st_mtime > SETTLED_SECONDS
    except OSError:
        return False
    finally:
        os.close(handle)


def _remove_abandoned(folder: Path) -> None:
    for path in folder.glob(f"{UNFINISHED_PREFIX}*"):
        if path.is_file() and is_abandoned(path):
            with suppress(OSError):
                path.unlink()


@contextmanager
def replacing(path: Path, scratch: Path | None = None, mode: int | None = None) -> Iterator[BinaryIO]:
    """A new file to write to that takes the place of `path` when it is whole. OSError leaves nothing behind.

    Until then it is in the folder `scratch` of the same file system, where it stays if the program is killed. It gets
    at most the rights in `mode`; without it, those of the file that it replaces.
    """
    # Not by tempfile: its files are for one user alone, and what is written may be shared.
    unfinished = (scratch or path.parent) / f"{UNFINISHED_PREFIX}{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(unfinished, _WRITE, 0o666 if mode is None else mode), "wb") as stream, held(unfinished):
            yield stream
        if mode is None:
            _copy_mode(path, unfinished)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


# --- TOML as text ----------------------------------------------------------------------------------------------------


def toml_key(text: str) -> str:
    """
    >>> print(toml_key("win"), toml_key("2 to 1"))
    win "2 to 1"
    """
    return text if _BARE_KEY.fullmatch(text) else toml_value(text)


def toml_value(value: object) -> str:
    """A value on one line; a fraction is a whole number or text.

    >>> print(toml_value({"pays": [Fraction(2), Fraction(3, 2)], "push": True}))
    { pays = [2, "3/2"], push = true }
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, Fraction) and value.denominator > 1:
        return f'"{value}"'
    if isinstance(value, bool | int | Fraction):
        return str(value).lower()
    # A JSON string is one of TOML, but for the one control character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
