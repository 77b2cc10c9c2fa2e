"""The store: counts that were made before. It is the only module that touches the cache folder.

A count is a set of arrays under a key: what was counted (never what is paid) and the digest of the kernels. A file is
written whole under another name and then moved into place; one that cannot be read back exactly is counted again.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import KERNEL_VERSION

Arrays = dict[str, NDArray[np.generic]]

ENVIRONMENT = "EXACTODDS_CACHE"
MAGIC = b"exactodds counts 1\n"
DIGEST_BYTES = 32


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
            content = path.read_bytes()
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
        payload = _pack(arrays)
        content = MAGIC + bytes.fromhex(key) + hashlib.sha256(payload).digest() + payload
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        except OSError as error:
            _warn(f"{path.parent} cannot be written ({error.strerror}); the count is not kept")
            return
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.replace(name, path)
        except OSError as error:
            _warn(f"{path} cannot be written ({error.strerror}); the count is not kept")
            Path(name).unlink(missing_ok=True)


def _key(what: str, parameters: Mapping[str, Any]) -> str:
    named = {"what": what, "kernels": KERNEL_VERSION, "parameters": dict(parameters)}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()


def _name(what: str, key: str) -> str:
    return f"{what}-{key[:32]}.counts"


def _pack(arrays: Arrays) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the keyword allow_pickle for one of ours
    return stream.getvalue()


def _unpack(payload: bytes) -> Arrays:
    with np.load(io.BytesIO(payload), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def _payload(content: bytes, key: str) -> bytes | None:
    """The payload, if magic, key and checksum are right."""
    start = len(MAGIC) + 2 * DIGEST_BYTES
    head, payload = content[:start], content[start:]
    right = MAGIC + bytes.fromhex(key) + hashlib.sha256(payload).digest()
    return payload if head == right else None


def _warn(message: str) -> None:
    warnings.warn(message, StoreWarning, stacklevel=3)
