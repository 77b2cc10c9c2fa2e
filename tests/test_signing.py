"""Keys and signatures: one spelling of each, kept to oneself, and no key for which anyone can sign."""

from __future__ import annotations

import os
import stat
from datetime import date
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from analyzer.cli.main import main
from analyzer.errors import KeyFileError
from analyzer.report.signing import (
    Signature,
    generate,
    parse_public_key,
    parse_signature,
    public_pem,
    read_passphrase,
    read_private_key,
    read_public_key,
    sign,
)

PEM, PKCS8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
PRIME = 2**255 - 19


def private_file(path: Path, content: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_keygen(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["keygen", "--output", str(tmp_path / "keys" / "k.pem")]) == 0
    said = capsys.readouterr().out
    private, public = tmp_path / "keys" / "k.pem", tmp_path / "keys" / "k.pub.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert read_private_key(private).public_key() == read_public_key(public)
    assert "fingerprint: " in said
    assert len(list(private.parent.iterdir())) == 2
    # A key is never lost to a second call.
    before = private.read_bytes()
    assert main(["keygen", "-o", str(private)]) == 2
    assert private.read_bytes() == before
    monkeypatch.chdir(tmp_path)
    assert main(["keygen"]) == 0
    assert (tmp_path / "exactodds-key.pem").is_file()


def test_keygen_overwrites_nothing_that_appears_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "k.pub.pem").symlink_to("nowhere")
    with pytest.raises(KeyFileError, match="is there already"):
        generate(tmp_path / "k.pem")
    monkeypatch.setattr("analyzer.report.signing.exists", lambda _: False)
    with pytest.raises(KeyFileError, match="File exists"):
        generate(tmp_path / "k.pem")
    assert [path.name for path in tmp_path.iterdir()] == ["k.pub.pem"]


@pytest.mark.parametrize("failing", [1, 2])
def test_keygen_on_a_full_disk_leaves_nothing_behind(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def full(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == failing:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr("analyzer.files.sync_folder", lambda _: None)
    with pytest.raises(KeyFileError, match="No space left on device"):
        generate(tmp_path / "k.pem")
    assert list(tmp_path.iterdir()) == []


# --- private keys ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o666])
def test_a_private_key_that_others_can_read_is_refused(mode: int, tmp_path: Path) -> None:
    path = generate(tmp_path / "k.pem")[0]
    path.chmod(mode)
    with pytest.raises(
        KeyFileError, match=rf"can be read by others \(mode {mode:o}\); make it yours alone with chmod 600"
    ):
        read_private_key(path)
    assert main(["report", "jacks-or-better", "-o", str(tmp_path / "r"), "--sign", str(path)]) == 2


def test_a_private_key_behind_a_link_is_refused(tmp_path: Path) -> None:
    path = generate(tmp_path / "k.pem")[0]
    (tmp_path / "link.pem").symlink_to(path)
    with pytest.raises(KeyFileError, match="it is a link"):
        read_private_key(tmp_path / "link.pem")


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_what_is_no_key_is_refused(content: bytes, tmp_path: Path) -> None:
    path = private_file(tmp_path / "k.pem", content)
    for read in (read_private_key, read_public_key):
        with pytest.raises(KeyFileError, match=r"k\.pem"):
            read(path)
    with pytest.raises(KeyFileError, match="cannot be read"):
        read_public_key(tmp_path / "none.pem")


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    other = X25519PrivateKey.generate()
    private_file(tmp_path / "a.pem", other.private_bytes(PEM, PKCS8, serialization.NoEncryption()))
    (tmp_path / "b.pem").write_bytes(
        other.public_key().public_bytes(PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    with pytest.raises(KeyFileError, match="Ed25519"):
        read_private_key(tmp_path / "a.pem")
    with pytest.raises(KeyFileError, match="Ed25519"):
        read_public_key(tmp_path / "b.pem")


# --- passphrases -----------------------------------------------------------------------------------------------------


def test_a_key_with_a_passphrase(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = private_file(tmp_path / "words", b"correct horse\nanother line\n")
    path = tmp_path / "k.pem"
    assert main(["keygen", "-o", str(path), "--passphrase-file", str(words)]) == 0
    assert b"OPENSSH PRIVATE KEY" in path.read_bytes()
    assert read_private_key(path, lambda: b"correct horse").public_key() == read_public_key(tmp_path / "k.pub.pem")
    with pytest.raises(KeyFileError, match="is not a private key with this passphrase"):
        read_private_key(path, lambda: b"wrong")
    with pytest.raises(KeyFileError, match="is protected by a passphrase; give it with --passphrase-file"):
        read_private_key(path)
    capsys.readouterr()


def test_a_passphrase_is_kept_to_oneself(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="can be read by others"):
        read_passphrase(private_file(tmp_path / "words", b"correct horse\n", 0o644))
    with pytest.raises(KeyFileError, match="has no passphrase in its first line"):
        read_passphrase(private_file(tmp_path / "none", b"\nx"))


def test_a_protected_key_of_another_program(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(PEM, PKCS8, serialization.BestAvailableEncryption(b"words"))
    path = private_file(tmp_path / "k.pem", pem)
    assert read_private_key(path, lambda: b"words").public_key() == key.public_key()


def test_a_key_that_would_be_hashed_for_ever_is_refused(tmp_path: Path) -> None:
    protection = serialization.PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(b"words")
    pem = Ed25519PrivateKey.generate().private_bytes(PEM, serialization.PrivateFormat.OpenSSH, protection)
    import base64

    raw = base64.b64decode(b"".join(pem.splitlines()[1:-1]))
    place = raw.index(b"bcrypt") + 6 + 4 + 4 + 16
    assert raw[place : place + 4] == bytes([0, 0, 0, 1])
    endless = base64.encodebytes(raw[:place] + b"\xff\xff\xff\xff" + raw[place + 4 :])
    lines = pem.splitlines(keepends=True)
    path = private_file(tmp_path / "k.pem", lines[0] + endless + lines[-1])
    with pytest.raises(KeyFileError, match="is protected in a way that this program does not read"):
        read_private_key(path, lambda: b"words")


def test_an_openssh_key_without_a_passphrase(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption())
    assert read_private_key(private_file(tmp_path / "k.pem", pem)).public_key() == key.public_key()


# --- public keys -----------------------------------------------------------------------------------------------------

ORDER_EIGHT = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL = [0, 1, PRIME - 1, ORDER_EIGHT, PRIME - ORDER_EIGHT, PRIME, PRIME + 1]


@pytest.mark.parametrize("y", SMALL)
@pytest.mark.parametrize("sign_bit", [0, 1 << 255])
def test_keys_of_small_order_are_refused(y: int, sign_bit: int) -> None:
    raw = (y | sign_bit).to_bytes(32, "little")
    key = Ed25519PublicKey.from_public_bytes(raw)
    with pytest.raises(KeyFileError, match="a key of small order"):
        parse_public_key(public_pem(key), "k.pem")


def test_what_a_key_of_small_order_would_allow() -> None:
    """One signature for any text: with the neutral point as key, R the neutral point and S zero."""
    neutral = (1).to_bytes(32, "little")
    anything = Signature(None, neutral + bytes(32))
    assert anything.is_by(Ed25519PublicKey.from_public_bytes(neutral), b"whatever")


def test_points_of_small_order_are_those_of_the_curve() -> None:
    """Eight times the point is the neutral one: checked with the curve's own addition."""
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    for y in (0, 1, PRIME - 1, ORDER_EIGHT, PRIME - ORDER_EIGHT):
        square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
        x = pow(square, (PRIME + 3) // 8, PRIME)
        if x * x % PRIME != square:
            x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
        assert x * x % PRIME == square
        point = (x, y)
        for _ in range(3):
            (a, b) = point
            across = d * a * a * b * b % PRIME
            point = (
                2 * a * b * pow(1 + across, -1, PRIME) % PRIME,
                (b * b + a * a) * pow(1 - across, -1, PRIME) % PRIME,
            )
        assert point == (0, 1)


# --- signatures ------------------------------------------------------------------------------------------------------


def test_a_signature_is_of_a_report_and_its_date_and_of_nothing_else() -> None:
    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    signature = parse_signature(sign(b"sums", date(2026, 3, 31), key))
    assert signature is not None
    assert signature.is_by(public, b"sums")
    assert not signature.is_by(public, b"other")
    assert not Signature(date(2026, 4, 1), signature.raw).is_by(public, b"sums")
    assert not Signature(None, signature.raw).is_by(public, b"sums")
    # Neither is a signature of the list alone one of the report, nor the other way round.
    assert not Signature(None, key.sign(b"sums")).is_by(public, b"sums")


def test_a_signature_has_one_spelling() -> None:
    written = sign(b"sums", date(2026, 3, 31), Ed25519PrivateKey.generate())
    assert written.startswith(b"exactodds/report-signature/1\ndate: 2026-03-31\ned25519: ")
    assert parse_signature(written) is not None
    for other in (
        written + b"\n",
        written[:-1],
        written.replace(b"==\n", b"=\n"),
        written.replace(b"2026-03-31", b"2026-02-31"),
        written.replace(b"2026-03-31", b"today"),
        written.replace(b"/1\n", b"/2\n"),
        b"",
        b"\xff",
    ):
        assert parse_signature(other) is None
