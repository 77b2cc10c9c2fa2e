"""A file of counts: a few arrays under a key, with a checksum over all of it.

The layout is a line that says what the file is, the key, the SHA-256 of the rest, a line of JSON that describes the
arrays, and the arrays, each at a multiple of ALIGNMENT. It is written whole under another name and then moved into
place, so it is never changed once it is there. It is read into memory, not mapped: a mapped file that somebody cuts
kills whoever looks at it.

A checksum shows damage, not forgery: anyone can compute one. So a file is only taken from its owner's own hands: it
must belong to this user, or to the system's administrator, and nobody else may be able to write to it.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.files import opened, replacing
from analyzer.run.versions import ENGINE_VERSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[np.generic]]
else:
    Arrays = dict

SUFFIX = ".counts"
ALIGNMENT = 64
MAX_HEAD = 1 << 16
FORMAT = b"exactodds counts 2 "
# The first line also names the engines that counted, so that entries of older ones can be removed.
MAGIC = (FORMAT + ENGINE_VERSION[:32].encode()).ljust(ALIGNMENT - 1) + b"\n"
DIGEST_BYTES = 32
HEAD_BYTES = len(MAGIC) + 2 * DIGEST_BYTES
# Whatever the user's habits are, nobody else can write to a count.
MODE = 0o644
ADMINISTRATOR = 0


class NotTrustedError(OSError):
    """A file that others than this user may have written."""


def write_entry(path: Path, key: str, arrays: Arrays, scratch: Path | None = None) -> None:
    """Write the file, or raise OSError and leave nothing behind; `scratch` is for what is not yet whole."""
    parts = _pack(arrays)
    parts.insert(0, _head(key, parts))
    with replacing(path, scratch, MODE) as stream:
        stream.writelines(parts)


def read_entry(path: Path, key: str) -> Arrays | None:
    """The arrays; None if the file is not exactly what was written under this key.

    OSError where it cannot be read: NotTrustedError if it is not this user's.
    """
    payload = _payload(path, key)
    return None if payload is None else _unpack(payload)


def read_text(path: Path, key: str, name: str) -> bytes | None:
    """The bytes of one array, without waiting for numpy; None as `read_entry`, and where it is not of bytes."""
    payload = _payload(path, key)
    if payload is None:
        return None
    end, described = _description(payload)
    found = [item for item in described if item["name"] == name and item["type"] == "|u1"]
    return bytes(payload[end + found[0]["place"] :][: prod(found[0]["shape"])]) if found else None


def _payload(path: Path, key: str) -> memoryview | None:
    content = _content(path)
    payload = content[HEAD_BYTES:]
    return payload if content[:HEAD_BYTES] == _head(key, [payload]) else None


@dataclass(frozen=True)
class Head:
    """What a file of counts says of itself."""

    key: str
    by_these_engines: bool


def head_of_entry(path: Path) -> Head | None:
    """The head; None if it is no such file. OSError where it cannot be read or is not this user's."""
    with opened(path) as stream:
        check_owner(os.fstat(stream.fileno()))
        head = stream.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES or not head.startswith(FORMAT):
        return None
    return Head(head[len(MAGIC) :][:DIGEST_BYTES].hex(), head.startswith(MAGIC))


def _content(path: Path) -> memoryview:
    with opened(path) as stream:
        status = os.fstat(stream.fileno())
        check_owner(status)
        content = bytearray(status.st_size)
        size = stream.readinto(content)
    return memoryview(content).toreadonly()[:size]


def check_owner(status: os.stat_result) -> None:
    """NotTrustedError unless only this user, or the administrator, can have written the file."""
    if not hasattr(os, "geteuid"):  # a platform without such owners
        return
    if status.st_uid not in (os.geteuid(), ADMINISTRATOR):
        raise NotTrustedError(None, f"it belongs to another user, {status.st_uid}")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise NotTrustedError(None, "others can write to it")


def _head(key: str, parts: Iterable[bytes | memoryview]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return MAGIC + bytes.fromhex(key) + digest.digest()


def _pack(arrays: Arrays) -> list[bytes | memoryview]:
    """The description, and each array followed by what fills it up to the alignment."""
    import numpy as np

    described: list[dict[str, Any]] = []
    parts: list[bytes | memoryview] = []
    place = 0
    for name, array in arrays.items():
        assert array.dtype.fields is None, "arrays of plain numbers"
        whole = np.ascontiguousarray(array)
        described.append({"name": name, "type": whole.dtype.str, "shape": whole.shape, "place": place})
        parts += [whole.reshape(-1).view(np.uint8).data, bytes(-whole.nbytes % ALIGNMENT)]
        place += whole.nbytes + len(parts[-1])
    head = json.dumps(described).encode()
    assert len(head) < MAX_HEAD
    return [head + b" " * (-(len(head) + 1) % ALIGNMENT) + b"\n", *parts]


def _unpack(payload: memoryview) -> Arrays:
    """Views of the payload, whose checksum was right."""
    import numpy as np

    end, described = _description(payload)
    arrays: Arrays = {}
    for item in described:
        kind, shape, start = np.dtype(item["type"]), item["shape"], end + item["place"]
        content = payload[start : start + prod(shape) * kind.itemsize]
        arrays[item["name"]] = np.frombuffer(content, kind).reshape(shape)
    return arrays


def _description(payload: memoryview) -> tuple[int, list[dict[str, Any]]]:
    """Where the description ends, and what it says of the arrays."""
    end = bytes(payload[:MAX_HEAD]).index(b"\n") + 1
    return end, json.loads(bytes(payload[:end]))
