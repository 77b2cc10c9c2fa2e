"""The store: counts that were made before. It is the only module that touches the cache folder.

A count is a set of arrays under a key: what was counted (never what is paid) and the digest of the kernels. A file is
written whole under another name and then moved into place; one that cannot be read back exactly is counted again.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import KERNEL_VERSION

Arrays = dict[str, NDArray[np.generic]]

ENVIRONMENT = "EXACTODDS_CACHE"
ALIGNMENT = 64
MAGIC = b"exactodds counts 2".ljust(ALIGNMENT - 1) + b"\n"
DIGEST_BYTES = 32
HEAD_BYTES = len(MAGIC) + 2 * DIGEST_BYTES


class StoreWarning(UserWarning):
    """Something about the cache that does not stop a count."""


def default_folder() -> Path:
    """$EXACTODDS_CACHE, or the platform's cache folder."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("exactodds", appauthor=False)


@dataclass(frozen=True)
class Store:
    """Counts in a folder; without a folder nothing is kept."""

    folder: Path | None = None

    def arrays(self, what: str, parameters: Mapping[str, Any], compute: Callable[[], Arrays]) -> Arrays:
        """The arrays counted before for these parameters, or `compute()`, kept for the next time."""
        found = self.find(what, parameters)
        if found is None:
            found = compute()
            if self.folder is not None:
                key = _key(what, parameters)
                self._write(self.folder / _name(what, key), key, found)
        return found

    def find(self, what: str, parameters: Mapping[str, Any]) -> Arrays | None:
        """The arrays counted before for these parameters, if they are there."""
        if self.folder is None:
            return None
        key = _key(what, parameters)
        return self._read(self.folder / _name(what, key), key)

    def _read(self, path: Path, key: str) -> Arrays | None:
        try:
            content = _mapped(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            _warn(f"{path} cannot be read ({error.strerror}); counting again")
            return None
        payload = _payload(content, key)
        if payload is None:
            _warn(f"{path} is damaged or not ours; counting again")
            return None
        return _unpack(payload)

    def _write(self, path: Path, key: str, arrays: Arrays) -> None:
        parts = _pack(arrays)
        parts.insert(0, _head(key, parts))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        except OSError as error:
            _warn(f"{path.parent} cannot be written ({error.strerror}); the count is not kept")
            return
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.writelines(parts)
            os.replace(name, path)
        except OSError as error:
            _warn(f"{path} cannot be written ({error.strerror}); the count is not kept")
            Path(name).unlink(missing_ok=True)


def _key(what: str, parameters: Mapping[str, Any]) -> str:
    named = {"what": what, "kernels": KERNEL_VERSION, "parameters": dict(parameters)}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()


def _name(what: str, key: str) -> str:
    return f"{what}-{key[:32]}.counts"


def _mapped(path: Path) -> memoryview:
    """The file's content, mapped: what is not looked at is not read. Files are replaced, never changed."""
    with path.open("rb") as stream:
        if not os.fstat(stream.fileno()).st_size:
            return memoryview(b"")
        return memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))


def _pack(arrays: Arrays) -> list[bytes | memoryview]:
    """A line that says what follows, and the arrays, each at a multiple of ALIGNMENT."""
    described: list[dict[str, Any]] = []
    parts: list[bytes | memoryview] = []
    place = 0
    for name, array in arrays.items():
        whole = np.ascontiguousarray(array)
        described.append({"name": name, "type": whole.dtype.str, "shape": whole.shape, "place": place})
        parts += [whole.reshape(-1).view(np.uint8).data, bytes(-whole.nbytes % ALIGNMENT)]
        place += whole.nbytes + len(parts[-1])
    head = json.dumps(described).encode()
    return [head + b" " * (-(len(head) + 1) % ALIGNMENT) + b"\n", *parts]


def _unpack(payload: memoryview) -> Arrays:
    """Views of the payload, which has been found to be as it was written."""
    end = bytes(payload[: 1 << 16]).index(b"\n") + 1
    arrays: Arrays = {}
    for item in json.loads(bytes(payload[:end])):
        kind = np.dtype(item["type"])
        number = prod(item["shape"])
        start = end + item["place"]
        arrays[item["name"]] = np.frombuffer(payload[start : start + number * kind.itemsize], kind).reshape(
            item["shape"]
        )
    return arrays


def _checksum(parts: Iterable[bytes | memoryview]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def _payload(content: memoryview, key: str) -> memoryview | None:
    """The payload, if magic, key and checksum are right."""
    payload = content[HEAD_BYTES:]
    right = _head(key, [payload])
    return payload if content[:HEAD_BYTES] == right else None


def _head(key: str, parts: Iterable[bytes | memoryview]) -> bytes:
    return MAGIC + bytes.fromhex(key) + _checksum(parts)


def _warn(message: str) -> None:
    warnings.warn(message, StoreWarning, stacklevel=3)
