"""Digests of JSON documents."""

from __future__ import annotations

import hashlib
import json


def canonical(document: object) -> bytes:
    """One way to write a JSON document, so that equal documents have equal digests."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def digest_of(document: object) -> str:
    return hashlib.sha256(canonical(document)).hexdigest()
