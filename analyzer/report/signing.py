"""Signatures: Ed25519 keys as PEM files, and detached signatures of a report's list of digests.

Everything that is read has exactly one valid spelling, so that no byte of a key or a signature can be changed without
being noticed. What is signed begins with what it is a signature of: a signature of a report is that of nothing else.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import KeyFileError
from analyzer.files import FileKind, create_bytes, exists, read_bytes, read_private_bytes, reason
from analyzer.printable import shown_safely

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_FILE = FileKind("a key", 64 * 1024, KeyFileError)
PASSPHRASE_FILE = FileKind("a passphrase", 4096, KeyFileError)
# What is signed: these two lines, and the list of digests.
STATEMENT = "exactodds/report-signature/1\ndate: {date}\n"
NO_DATE = "none"
SIGNATURE_BYTES = 64
# How often a passphrase is hashed: about a second. A file that asks for much more is no key of ours.
ROUNDS = 100
MAX_ROUNDS = 10 * ROUNDS
MAX_PBKDF2_ROUNDS = 10_000_000
_SPELLING = re.compile(
    r"exactodds/report-signature/1\n"
    r"date: (?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}|none)\n"
    r"ed25519: (?P<raw>[A-Za-z0-9+/]+=*)\n"
)
_OPENSSH = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_PBKDF2 = bytes.fromhex("06092a864886f70d01050c")
# Of the curve: the field, and the y of every point whose order divides eight. With such a key a signature can be made
# that fits any text.
_FIELD = 2**255 - 19
_ORDER_EIGHT = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = {0, 1, _FIELD - 1, _ORDER_EIGHT, _FIELD - _ORDER_EIGHT}

# Asks for the passphrase of a key, when it has one.
Passphrase = Callable[[], bytes]


# --- keys ------------------------------------------------------------------------------------------------------------


def generate(path: Path, passphrase: bytes | None = None) -> tuple[Path, Path, str]:
    """A new pair of keys: (private file, public file, fingerprint). Nothing is overwritten, nothing half written."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public_path = path.with_name(f"{path.stem}.pub{path.suffix or '.pem'}")
    for place in (path, public_path):
        if exists(place):
            raise KeyFileError(
                f"{shown_safely(str(place))}: is there already; a key is never overwritten, choose another name with -o"
            )
    key = Ed25519PrivateKey.generate()
    made: list[Path] = []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Readable by its owner only, from the first byte on.
        for place, content, mode in (
            (path, _private_pem(key, passphrase), 0o600),
            (public_path, public_pem(key.public_key()), 0o644),
        ):
            create_bytes(place, content, mode)
            made.append(place)
    except BaseException as error:
        for place in made:
            with suppress(OSError):
                place.unlink()
        if isinstance(error, OSError | ValueError):
            raise KeyFileError(f"{shown_safely(str(path))}: cannot be written: {reason(error)}") from None
        raise
    return path, public_path, fingerprint(key.public_key())


def _private_pem(key: Ed25519PrivateKey, passphrase: bytes | None) -> bytes:
    """PKCS 8; with a passphrase as OpenSSH protects keys, because that is slow to guess."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if passphrase is None:
        return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    protection = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(ROUNDS).build(passphrase)
    return key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, protection)


def public_pem(key: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the raw public key, by which people compare keys."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()


def read_private_key(path: Path, passphrase: Passphrase | None = None) -> Ed25519PrivateKey:
    """The key in a file that nobody else can read; `passphrase` is asked where the key is protected."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_ssh_private_key

    name = shown_safely(str(path))
    _refuse_public(path, name)
    raw = read_private_bytes(path, KEY_FILE)
    password = None
    if _is_protected(raw, name):
        if passphrase is None:
            raise KeyFileError(f"{name}: is protected by a passphrase; give it with --passphrase-file")
        password = passphrase()
    try:
        key = load_ssh_private_key(raw, password) if _is_openssh(raw) else load_pem_private_key(raw, password)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        fault = "is not a private key in PEM" if password is None else "is not a private key with this passphrase"
        raise KeyFileError(f"{name}: {fault}; exactodds keygen makes one") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{name}: is not an Ed25519 key; exactodds keygen makes one")
    return key


def _refuse_public(path: Path, name: str) -> None:
    """Others may read a public key: what is wrong with it here is not its rights."""
    try:
        raw = read_bytes(path, KEY_FILE)
    except KeyFileError:
        return  # said below, in other words
    if b"-----BEGIN PUBLIC KEY-----" in raw or raw.startswith(b"ssh-ed25519 "):
        raise KeyFileError(f"{name}: is a public key; a report is signed with the private key that belongs to it")


def read_passphrase(path: Path, *, may_be_empty: bool = False) -> bytes:
    """The first line of a file that nobody else can read."""
    lines = read_private_bytes(path, PASSPHRASE_FILE).splitlines() or [b""]
    if not lines[0] and not may_be_empty:
        raise KeyFileError(f"{shown_safely(str(path))}: has no passphrase in its first line")
    return lines[0]


def _is_protected(raw: bytes, name: str) -> bool:
    """Whether a private key needs a passphrase. KeyFileError if it would be hashed for ever, or in a way not known."""
    if _is_openssh(raw):
        rounds, most = _bcrypt_rounds(_der(raw)), MAX_ROUNDS
    elif b"ENCRYPTED" in raw:
        rounds, most = _pbkdf2_rounds(_der(raw)), MAX_PBKDF2_ROUNDS
    else:
        return False
    if rounds is None or rounds > most:
        raise KeyFileError(f"{name}: is protected in a way that this program does not read; exactodds keygen makes one")
    return rounds > 0


def _is_openssh(raw: bytes) -> bool:
    return raw.lstrip().startswith(_OPENSSH)


def _der(raw: bytes) -> bytes:
    """What the lines of a PEM file stand for; nothing if they are not base64."""
    lines = [line.strip() for line in raw.splitlines() if b"-" not in line and b":" not in line]
    try:
        return base64.b64decode(b"".join(lines), validate=False)
    except (binascii.Error, ValueError):
        return b""


def _bcrypt_rounds(content: bytes) -> int | None:
    """Of an OpenSSH key: 0 without a passphrase, None where it is protected in another way."""
    fields, place = [], len(b"openssh-key-v1\0")
    for _ in range(3):
        size = int.from_bytes(content[place : place + 4], "big")
        fields.append(content[place + 4 : place + 4 + size])
        place += 4 + size
    _, method, options = fields
    if method == b"none":
        return 0
    return int.from_bytes(options[-4:], "big") if method == b"bcrypt" and len(options) > 4 else None


def _pbkdf2_rounds(content: bytes) -> int | None:
    """Of an encrypted PKCS 8 key: the number that follows the salt, None where it is protected in another way."""
    place = content.find(_PBKDF2)
    if place < 0:
        return None
    salt = place + len(_PBKDF2) + 2
    number = salt + 2 + (content[salt + 1] if len(content) > salt + 1 else 0)
    size = content[number + 1] if content[number : number + 1] == b"\x02" and len(content) > number + 1 else 9
    return int.from_bytes(content[number + 2 : number + 2 + size], "big") if size <= 8 else None


def read_public_key(path: Path) -> Ed25519PublicKey:
    return parse_public_key(read_bytes(path, KEY_FILE), str(path))


def parse_public_key(raw: bytes, name: str) -> Ed25519PublicKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    name = shown_safely(name)
    try:
        key = serialization.load_pem_public_key(raw)
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError(f"{name}: is not a public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{name}: is not an Ed25519 key")
    if public_pem(key) != raw:
        raise KeyFileError(f"{name}: is not written as a key of this program is")
    if _is_weak(key.public_bytes_raw()):
        raise KeyFileError(f"{name}: is a key of small order, for which anyone can make signatures of anything")
    return key


def _is_weak(raw: bytes) -> bool:
    """A point of small order, or not the one spelling of a point."""
    y = int.from_bytes(raw, "little") & (1 << 255) - 1
    return y >= _FIELD or y in _SMALL_ORDER


# --- signatures ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Signature:
    """A signature file: the date that the signer states, which is part of what he signed, and the signature."""

    day: date | None
    raw: bytes

    def is_by(self, key: Ed25519PublicKey, sums: bytes) -> bool:
        """Whether the holder of the key signed this list of digests with this date."""
        from cryptography.exceptions import InvalidSignature

        try:
            key.verify(self.raw, _statement(self.day, sums))
        except InvalidSignature:
            return False
        return True


def sign(sums: bytes, day: date | None, key: Ed25519PrivateKey) -> bytes:
    """The content of a signature file for a list of digests."""
    return _written(Signature(day, key.sign(_statement(day, sums))))


def _statement(day: date | None, sums: bytes) -> bytes:
    return STATEMENT.format(date=day or NO_DATE).encode() + sums


def _written(signature: Signature) -> bytes:
    return _statement(signature.day, b"ed25519: " + base64.b64encode(signature.raw) + b"\n")


def parse_signature(content: bytes) -> Signature | None:
    """None unless the content is exactly what `sign` writes: base64 can spell the same bytes in several ways."""
    match = _SPELLING.fullmatch(content.decode("ascii", "replace"))
    if match is None:
        return None
    try:
        raw = base64.b64decode(match["raw"], validate=True)
        day = None if match["date"] == NO_DATE else date.fromisoformat(match["date"])
    except ValueError:  # also of base64
        return None
    signature = Signature(day, raw)
    return signature if len(raw) == SIGNATURE_BYTES and _written(signature) == content else None
