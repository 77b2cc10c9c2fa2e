"""Digests of JSON documents."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(document: Any) -> bytes:
    """One way to write a JSON document, so that equal documents have equal digests."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def digest_of(document: Any) -> str:
    return hashlib.sha256(canonical(document)).hexdigest()
