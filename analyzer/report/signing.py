"""Signatures: Ed25519 keys as PEM files, and detached signatures as one line of text.

Everything that is read has exactly one valid spelling, so that no byte of a key or a signature can be changed without
being noticed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import KeyFileError
from analyzer.files import FileKind, read_bytes, reason

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_FILE = FileKind("a key", 64 * 1024, KeyFileError)
SIGNATURE_BYTES = 64
_HEAD = b"ed25519 "


def generate(path: Path) -> tuple[Path, Path, str]:
    """A new pair of keys: (private file, public file, fingerprint). Nothing is overwritten."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public_path = path.with_name(f"{path.stem}.pub{path.suffix or '.pem'}")
    for place in (path, public_path):
        if place.exists():
            raise KeyFileError(f"{place}: is there already; a key is never overwritten, choose another name with -o")
    key = Ed25519PrivateKey.generate()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Readable by its owner only, from the first byte on.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(_private_pem(key))
        public_path.write_bytes(public_pem(key.public_key()))
    except OSError as error:
        raise KeyFileError(f"{path}: cannot be written: {reason(error)}") from None
    return path, public_path, fingerprint(key.public_key())


def _private_pem(key: Ed25519PrivateKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def public_pem(key: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the raw public key, by which people compare keys."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()


def read_private_key(path: Path) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    raw = read_bytes(path, KEY_FILE)
    try:
        key = serialization.load_pem_private_key(raw, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyFileError(
            f"{path}: is not a private key without a password in PEM; exactodds keygen makes one"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path}: is not an Ed25519 key; exactodds keygen makes one")
    return key


def read_public_key(path: Path) -> Ed25519PublicKey:
    return parse_public_key(read_bytes(path, KEY_FILE), str(path))


def parse_public_key(raw: bytes, name: str) -> Ed25519PublicKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = serialization.load_pem_public_key(raw)
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError(f"{name}: is not a public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{name}: is not an Ed25519 key")
    if public_pem(key) != raw:
        raise KeyFileError(f"{name}: is not written as a key of this program is")
    return key


def sign(data: bytes, key: Ed25519PrivateKey) -> bytes:
    """The content of a signature file."""
    return _written(key.sign(data))


def _written(signature: bytes) -> bytes:
    return _HEAD + base64.b64encode(signature) + b"\n"


def is_signature(signature: bytes, data: bytes, key: Ed25519PublicKey) -> bool:
    """Whether a signature file is that of the data."""
    from cryptography.exceptions import InvalidSignature

    try:
        raw = base64.b64decode(signature.removeprefix(_HEAD).removesuffix(b"\n"), validate=True)
    except (binascii.Error, ValueError):
        return False
    # Base64 can spell the same bytes in several ways; only ours counts.
    if len(raw) != SIGNATURE_BYTES or _written(raw) != signature:
        return False
    try:
        key.verify(raw, data)
    except InvalidSignature:
        return False
    return True
