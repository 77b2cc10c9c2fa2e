"""The signature inside the PDF: poppler's pdfsig agrees with it, and whatever is changed is found."""

from __future__ import annotations

import datetime
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main
from analyzer.errors import KeyFileError, SelectionError
from analyzer.report.pdf_signing import PdfSigner, described, read_signer, signature_fault
from analyzer.report.signing import read_passphrase
from analyzer.reports.pdf import render_pdf
from tests.conftest import Analyzed
from tests.report_document import DIGEST, report_document
from tests.reporting import SMALL, small_text, words

PASSPHRASE = b"secret"
SHORT = "RSA of 1024 bits"


def keys() -> dict[str, Any]:
    from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa

    return {
        "RSA": rsa.generate_private_key(public_exponent=65537, key_size=2048),
        SHORT: rsa.generate_private_key(public_exponent=65537, key_size=1024),
        "P-256": ec.generate_private_key(ec.SECP256R1()),
        "P-384": ec.generate_private_key(ec.SECP384R1()),
        "P-521": ec.generate_private_key(ec.SECP521R1()),
        "Ed25519": ed25519.Ed25519PrivateKey.generate(),
        "Ed448": ed448.Ed448PrivateKey.generate(),
    }


KEYS = keys()


def certificate_file(
    folder: Path,
    name: str = "A. Mathematician",
    passphrase: bytes | None = PASSPHRASE,
    kind: str = "RSA",
    days: tuple[int, int] = (-1, 30),
) -> Path:
    """A certificate that its owner signed himself, with its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.serialization import pkcs12
    from cryptography.x509.oid import NameOID

    key = KEYS[kind]
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    usage = x509.KeyUsage(True, True, *[False] * 7)
    made = (
        x509.CertificateBuilder()
        .subject_name(owner)
        .issuer_name(owner)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + datetime.timedelta(days=days[0]))
        .not_valid_after(now + datetime.timedelta(days=days[1]))
        .add_extension(usage, critical=True)
        .sign(key, None if kind.startswith("Ed") else hashes.SHA256())
    )
    protection = (
        serialization.NoEncryption() if passphrase is None else serialization.BestAvailableEncryption(passphrase)
    )
    path = folder / f"{name.rsplit(maxsplit=1)[-1].lower()}.p12"
    path.write_bytes(pkcs12.serialize_key_and_certificates(b"lab", key, made, None, protection))
    path.chmod(0o600)
    return path


@pytest.fixture(scope="module")
def rendered(analyzed: Analyzed) -> bytes:
    return render_pdf(report_document([analyzed(SMALL)]), DIGEST)


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> PdfSigner:
    return read_signer(certificate_file(tmp_path_factory.mktemp("key")), PASSPHRASE, None)


@pytest.fixture(scope="module")
def signed(signer: PdfSigner, rendered: bytes) -> bytes:
    return signer.signed(rendered)


def pdfsig(path: Path) -> str:
    tool = shutil.which("pdfsig")
    if tool is None:
        pytest.skip("no pdfsig; it is in poppler-utils")
    return subprocess.run([tool, str(path)], capture_output=True, text=True, check=False).stdout


def test_an_independent_tool_finds_the_signature_valid(signed: bytes, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(signed)
    told = pdfsig(path)
    assert "Signature is Valid" in told
    assert "Total document signed" in told
    assert "ETSI.CAdES.detached" in told
    assert "A. Mathematician" in told
    path.write_bytes(signed.replace(b"/Title", b"/Titlf", 1))
    assert "Signature is Valid" not in pdfsig(path)


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind != SHORT])
def test_a_key_of_any_kind_signs(kind: str, rendered: bytes, tmp_path: Path) -> None:
    """An Ed25519 key, which `exactodds keygen` makes, signs another digest than the others."""
    signer = read_signer(certificate_file(tmp_path, kind=kind), PASSPHRASE, None)
    signed = signer.signed(rendered)
    assert signature_fault(signed, rendered, signer.certificate) is None
    assert signature_fault(signed, rendered, signer.certificate, stamped=False) is None
    fault = "its signature has no timestamp; the report says otherwise"
    assert signature_fault(signed, rendered, signer.certificate, stamped=True) == fault
    at = signed.index(b"/Contents <") + 2000
    spoiled = signed[:at] + (b"0" if signed[at : at + 1] != b"0" else b"1") + signed[at + 1 :]
    assert signature_fault(spoiled, rendered, signer.certificate) is not None


def test_the_signature_comes_after_what_is_rendered(signer: PdfSigner, signed: bytes, rendered: bytes) -> None:
    assert signed.startswith(rendered)
    assert signature_fault(signed, rendered, signer.certificate) is None
    assert signature_fault(signed, rendered, signer.certificate, stamped=False) is None
    fault = "its signature has no timestamp; the report says otherwise"
    assert signature_fault(signed, rendered, signer.certificate, stamped=True) == fault


def test_whatever_is_changed_is_found(signer: PdfSigner, signed: bytes, rendered: bytes, tmp_path: Path) -> None:
    named = signer.certificate
    assert "does not begin" in str(signature_fault(signed, rendered[:-1] + b"!", named))
    place = len(signed) - 200  # after the bytes that are kept for the signature
    changed = signed[:place] + bytes([signed[place] ^ 1]) + signed[place + 1 :]
    assert signature_fault(changed, rendered, named) is not None
    assert signature_fault(rendered, rendered, named) == "has 0 signatures; it should have one"
    assert signature_fault(signed + b"\n% more\n", rendered, named) is not None
    other = read_signer(certificate_file(tmp_path, "Somebody Else"), PASSPHRASE, None)
    assert "another certificate" in str(signature_fault(other.signed(rendered), rendered, named))


def test_nothing_hides_in_the_room_of_the_signature(signer: PdfSigner, signed: bytes, rendered: bytes) -> None:
    """No signature covers the room that is kept for it: it has the signature in one spelling, and zeros."""
    end = signed.rindex(b"0>")
    for changed in (signed[:end] + b"1" + signed[end + 1 :], signed[: end - 40] + b"c0ffee" + signed[end - 34 :]):
        assert "beside its signature" in str(signature_fault(changed, rendered, signer.certificate))
    start = signed.rindex(b"<30") + 1
    letter = next(place for place in range(start, end) if signed[place : place + 1].isalpha())
    quieter = signed[:letter] + signed[letter : letter + 1].lower() + signed[letter + 1 :]
    assert "beside its signature" in str(signature_fault(quieter, rendered, signer.certificate))


def test_whatever_follows_the_rendered_pages_is_a_fault_in_words(
    signer: PdfSigner, signed: bytes, rendered: bytes
) -> None:
    """The library that reads it asserts, and looks for attributes of nothing: that is a finding, not a crash."""
    numbers = random.Random(7)
    start = signed.rindex(b"startxref")
    for _ in range(100):
        place = numbers.randrange(len(rendered))
        changed = signed[:start] + f"startxref\n{place}\n%%EOF\n".encode()
        assert signature_fault(changed, rendered, signer.certificate) is not None


def test_a_timestamp_is_embedded(signer: PdfSigner, rendered: bytes, tmp_path: Path) -> None:
    """An authority that signs the time with a certificate of its own."""
    from asn1crypto import keys, x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.serialization import pkcs12
    from pyhanko.sign.timestamps import DummyTimeStamper
    from pyhanko_certvalidator.registry import SimpleCertificateStore

    stamping = certificate_file(tmp_path, "Time Authority")
    key, certificate, _ = pkcs12.load_key_and_certificates(stamping.read_bytes(), PASSPHRASE)
    assert key is not None
    assert certificate is not None
    der = key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    owner = x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))
    store: Any = SimpleCertificateStore()  # type: ignore[no-untyped-call]
    store.register(owner)
    authority: Any = DummyTimeStamper(owner, keys.PrivateKeyInfo.load(der), certs_to_embed=store)
    stamped = PdfSigner(signer.certificate, signer.signer, authority).signed(rendered)
    assert signature_fault(stamped, rendered, signer.certificate) is None
    assert signature_fault(stamped, rendered, signer.certificate, stamped=True) is None
    fault = "its signature has a timestamp; the report says otherwise"
    assert signature_fault(stamped, rendered, signer.certificate, stamped=False) == fault
    assert described(owner)["subject"].encode().split()[-1] in stamped or len(stamped) > len(signer.signed(rendered))


@pytest.mark.parametrize(("content", "passphrase"), [(b"no key", None), (None, b"wrong")])
def test_what_is_no_certificate_is_refused(content: bytes | None, passphrase: bytes | None, tmp_path: Path) -> None:
    path = certificate_file(tmp_path)
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(KeyFileError, match="is not a PKCS 12 file"):
        read_signer(path, passphrase, None)


@pytest.mark.parametrize("days", [(-400, -300), (3, 30)])
def test_a_certificate_that_is_not_valid_today_is_refused(days: tuple[int, int], tmp_path: Path) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    ends = [today + datetime.timedelta(days=day) for day in days]
    with pytest.raises(KeyFileError, match=f"is valid from {ends[0]} to {ends[1]}, and today is {today}"):
        read_signer(certificate_file(tmp_path, days=days), PASSPHRASE, None)


def test_a_short_rsa_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="its RSA key has 1,024 bits; a key that signs a report has 2,048 or more"):
        read_signer(certificate_file(tmp_path, kind=SHORT), PASSPHRASE, None)


def test_an_empty_passphrase_opens_a_file_without_one(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_bytes(b"\n")
    file.chmod(0o600)
    empty = read_passphrase(file, may_be_empty=True)
    assert empty == b""
    assert read_signer(certificate_file(tmp_path, passphrase=None), empty, None).certificate["key"] == "RSA"


def test_a_time_that_nobody_stamps_is_told(tmp_path: Path, rendered: bytes) -> None:
    signer = read_signer(certificate_file(tmp_path), PASSPHRASE, "http://127.0.0.1:9/stamp")
    with pytest.raises(SelectionError, match="the time cannot be stamped"):
        signer.signed(rendered)


def test_the_command_signs_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, folder = tmp_path / "s.toml", tmp_path / "report"
    game.write_text(small_text(SMALL))
    certificate = certificate_file(tmp_path, passphrase=None)
    cache = ["--cache", str(tmp_path / "counts")]
    told = ["report", str(game), "-o", str(folder), "--format", "pdf", "--wager", "pair-plus", *cache]
    assert main([*told, "--certificate", str(certificate)]) == 0
    assert "Signature is Valid" in pdfsig(folder / "report.pdf")
    capsys.readouterr()
    assert main(["verify", str(folder), *cache]) == 0
    said = capsys.readouterr().out
    owner = read_signer(certificate, None, None).certificate
    assert "signature of report.pdf: valid, by Common Name: A. Mathematician, certificate SHA-256 " in said
    assert f"{owner['sha256']}, valid from {owner['valid_from']} to {owner['valid_to']}" in said
    assert main(["verify", str(folder), *cache, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pdf_certificate"] == owner
    assert main([*told, "--timestamp", "http://localhost/"]) == 2
    assert "--timestamp is for a signed PDF" in capsys.readouterr().err


def test_a_key_that_poppler_cannot_check_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where it signs, and on the page, which sends nobody to pdfsig then."""
    game, folder = tmp_path / "s.toml", tmp_path / "report"
    game.write_text(small_text(SMALL))
    told = ["report", str(game), "-o", str(folder), "--format", "pdf", "--wager", "pair-plus"]
    for kind, is_told in (("Ed25519", True), ("P-256", False)):
        certificate = certificate_file(tmp_path, passphrase=None, kind=kind)
        assert main([*told, "--cache", str(tmp_path / "counts"), "--certificate", str(certificate)]) == 0
        assert ("is signed with an Ed25519 key: pdfsig of poppler" in capsys.readouterr().err) is is_told
        page = words(json.loads((folder / "report.json").read_text()), "certification")
        assert ("pdfsig report.pdf checks it" in page) is not is_told
        assert ("made with an Ed25519 key, which many readers" in page) is is_told


def test_a_certificate_whose_key_others_can_read_is_refused(tmp_path: Path) -> None:
    path = certificate_file(tmp_path)
    path.chmod(0o644)
    with pytest.raises(KeyFileError, match=r"can be read by others \(mode 644\)"):
        read_signer(path, PASSPHRASE, None)


def test_a_key_without_a_certificate_is_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import NoEncryption, pkcs12

    path = tmp_path / "key.p12"
    path.write_bytes(
        pkcs12.serialize_key_and_certificates(b"lab", Ed25519PrivateKey.generate(), None, None, NoEncryption())
    )
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="is not a PKCS 12 file with a certificate and its key"):
        read_signer(path, None, None)
