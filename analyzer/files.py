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
import shutil
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

from analyzer.errors import FileError
from analyzer.numbers import NotExact

MAX_DOTS = 500
UNFINISHED_PREFIX = ".writing-"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class FileKind:
    """What such a file is called, how large and how deeply nested it may be, and the error that refuses one."""

    name: str
    max_bytes: int
    error: type[FileError] = FileError
    max_depth: int = 20


# --- reading ---------------------------------------------------------------------------------------------------------


def read_bytes(path: str | Path, kind: FileKind) -> bytes:
    """The content of a regular file: a pipe may never end, and a device is none of our kinds."""
    try:
        regular = stat.S_ISREG(os.stat(path).st_mode)
        content = _at_most(path, kind.max_bytes + 1) if regular else None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise kind.error.at(str(path), f"cannot be read: {reason(error)}") from None
    if content is None:
        raise kind.error.at(str(path), "cannot be read: it is not a regular file")
    check_size(content, str(path), kind)
    return content


def _at_most(path: str | Path, size: int) -> bytes:
    with open(path, "rb") as stream:
        return stream.read(size)


def reason(error: Exception) -> str:
    """What the system says, without the name of the file."""
    return getattr(error, "strerror", None) or str(error)


def is_file(path: str | Path) -> bool:
    """Whether there is a regular file; a name that no file can have is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def exists(path: str | Path) -> bool:
    """Whether there is anything by that name, a folder or a device too."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def check_size(content: bytes, name: str, kind: FileKind) -> None:
    if len(content) > kind.max_bytes:
        raise kind.error.at(name, f"is larger than {kind.max_bytes:,} bytes, the limit for {kind.name}")


def read_text(path: str | Path, kind: FileKind) -> str:
    return decode(read_bytes(path, kind), str(path), kind)


def decode(content: bytes, name: str, kind: FileKind) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise kind.error.at(name, f"byte {error.start}: is not UTF-8 text") from None


def parse_toml(content: bytes, name: str, kind: FileKind) -> dict[str, Any]:
    """The content of a file as TOML data; decimal numbers are kept as text, to be refused."""
    check_size(content, name, kind)
    # Python's reader takes minutes for a key with a hundred thousand dots.
    if any(line.count(b".") > MAX_DOTS for line in content.splitlines()):
        raise kind.error.at(name, f"has a line with more than {MAX_DOTS} dots; {kind.name} has none")
    text = decode(content, name, kind)
    try:
        data = tomllib.loads(text, parse_float=NotExact)
    except RecursionError:
        raise _too_deep(name, kind) from None
    except ValueError as error:  # also a number of thousands of digits, a date that does not exist
        raise kind.error.at(name, f"is not TOML: {error}") from None
    if depth(data) > kind.max_depth:
        raise _too_deep(name, kind)
    return data


def read_json(path: str | Path, kind: FileKind) -> Any:
    return parse_json(read_text(path, kind), str(path), kind)


def parse_json(text: str, name: str, kind: FileKind) -> Any:
    try:
        data = json.loads(text)
    except RecursionError:
        raise _too_deep(name, kind) from None
    except ValueError as error:
        raise kind.error.at(name, f"is not JSON: {error}") from None
    if depth(data) > kind.max_depth:
        raise _too_deep(name, kind)
    return data


def _too_deep(name: str, kind: FileKind) -> FileError:
    return kind.error.at(name, f"is nested too deeply to be {kind.name}")


def depth(data: object) -> int:
    """How deeply tables and lists are nested, computed without recursion.

    >>> depth({"a": [{}]}), depth("text")
    (3, 0)
    """
    levels, level = 0, [data]
    while level := [one for one in level if isinstance(one, dict | list)]:
        levels += 1
        level = [item for one in level for item in (one.values() if isinstance(one, dict) else one)]
    return levels


# --- writing ---------------------------------------------------------------------------------------------------------


def write_text(path: str | Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write the whole file or none of it, making its folder if need be: nobody ever reads half a file."""
    try:
        # A link stays a link; a device or a pipe is written to, never replaced.
        place = Path(path) if _is_special(path) else Path(os.path.realpath(path))
        place.parent.mkdir(parents=True, exist_ok=True)
        if _is_special(place):
            place.write_bytes(content)
            return
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with replacing(place) as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except (OSError, ValueError) as error:
        raise FileError.at(str(path), f"cannot be written: {reason(error)}") from None


def _is_special(path: str | Path) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)


@contextmanager
def replacing(path: Path, scratch: Path | None = None) -> Iterator[BinaryIO]:
    """A new file to write to that takes the place of `path` when it is whole. OSError leaves nothing behind.

    Until then it is in the folder `scratch` of the same file system, where it stays if the program is killed.
    """
    # Not by tempfile: its files are for one user alone, and what is written may be shared.
    unfinished = (scratch or path.parent) / f"{UNFINISHED_PREFIX}{secrets.token_hex(8)}"
    try:
        with unfinished.open("xb") as stream:
            yield stream
        with suppress(FileNotFoundError):
            shutil.copymode(path, unfinished)
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
