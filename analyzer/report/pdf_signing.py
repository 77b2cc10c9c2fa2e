"""The signature inside the PDF (PAdES), with an X.509 certificate: what readers of PDF files show by themselves.

It is added to the rendered PDF as an incremental update: the file begins with the bytes that report.json renders to,
and ends with the signature of all of them. Made with pyHanko, which is installed with `exactodds[pades]`.
"""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import KeyFileError, SelectionError
from analyzer.files import FileKind, read_private_bytes
from analyzer.printable import shown_safely

if TYPE_CHECKING:
    from pyhanko.sign.signers import SimpleSigner
    from pyhanko.sign.timestamps import TimeStamper

CERTIFICATE_FILE = FileKind("a certificate with its key (PKCS 12)", 1 << 20, KeyFileError)
FIELD = "Certification"
REASON = "Certified mathematical report"
MISSING = "signing a PDF needs pyHanko: pip install 'exactodds[pades]'"
# Shorter ones can be broken, and readers of PDF files refuse them.
MIN_RSA_BITS = 2048
# Keys whose signatures poppler's pdfsig, and the readers made with it, cannot check.
NOT_BY_POPPLER = ("Ed25519", "Ed448")


@dataclass(frozen=True)
class PdfSigner:
    """A certificate with its private key, and who stamps the time, if anybody does."""

    certificate: Mapping[str, str]
    signer: SimpleSigner
    stamper: TimeStamper | None = None

    def signed(self, pdf: bytes) -> bytes:
        """The PDF with its signature: nobody may change it any more."""
        from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
        from pyhanko.sign import fields, signers
        from pyhanko.sign.general import SigningError
        from pyhanko.sign.timestamps import TimestampRequestError

        # The digest is the one that goes with the key: SHA-256, of an Ed25519 key SHA-512.
        metadata = signers.PdfSignatureMetadata(
            field_name=FIELD,
            reason=REASON,
            name=self.certificate["subject"],
            subfilter=fields.SigSeedSubFilter.PADES,
            certify=True,
            docmdp_permissions=fields.MDPPerm.NO_CHANGES,
        )
        made = signers.PdfSigner(metadata, self.signer, timestamper=self.stamper)
        try:
            out = made.sign_pdf(IncrementalPdfFileWriter(io.BytesIO(pdf), strict=False))
        except (TimestampRequestError, OSError) as error:
            raise SelectionError(f"the time cannot be stamped: {error}; leave --timestamp out, or try again") from None
        except SigningError as error:
            raise SelectionError(f"this certificate cannot sign a PDF: {error}") from None
        content: bytes = out.getvalue()
        return content


def certificate_fault(certificate: Any, now: datetime) -> str | None:
    """Why nobody would accept a signature that is made now with this certificate."""
    if not certificate.not_valid_before <= now <= certificate.not_valid_after:
        told = described(certificate)
        return f"its certificate is valid from {told['valid_from']} to {told['valid_to']}, and today is {now.date()}"
    key = certificate.public_key
    if key.algorithm == "rsa" and key.bit_size < MIN_RSA_BITS:
        return f"its RSA key has {key.bit_size:,} bits; a key that signs a report has {MIN_RSA_BITS:,} or more"
    return None


def read_signer(path: Path, passphrase: bytes | None, timestamp: str | None) -> PdfSigner:
    """The certificate and key in a PKCS 12 file."""
    try:
        from pyhanko.sign import signers
        from pyhanko.sign.timestamps import HTTPTimeStamper
    except ModuleNotFoundError:
        raise SelectionError(MISSING) from None
    raw = read_private_bytes(path, CERTIFICATE_FILE)
    try:
        signer = signers.SimpleSigner.load_pkcs12_data(raw, other_certs=[], passphrase=passphrase or None)
        if signer is None and passphrase == b"":  # protected, by a passphrase that is empty
            signer = signers.SimpleSigner.load_pkcs12_data(raw, other_certs=[], passphrase=b"")
    except (ValueError, TypeError, AttributeError):  # the last one of a file with a key and no certificate
        signer = None
    if signer is None or signer.signing_cert is None:
        raise KeyFileError(
            f"{shown_safely(str(path))}: is not a PKCS 12 file with a certificate and its key, or the passphrase is "
            "another one"
        )
    fault = certificate_fault(signer.signing_cert, datetime.now(UTC))
    if fault is not None:
        raise KeyFileError(f"{shown_safely(str(path))}: {fault}")
    stamper = None if timestamp is None else HTTPTimeStamper(timestamp)
    return PdfSigner(described(signer.signing_cert), signer, stamper)


def described(certificate: Any) -> dict[str, str]:
    """A certificate for people: whose it is, who issued it, its digest, its kind of key, and when it is valid."""
    return {
        "subject": str(certificate.subject.human_friendly),
        "issuer": str(certificate.issuer.human_friendly),
        "sha256": hashlib.sha256(certificate.dump()).hexdigest(),
        "key": _KINDS.get(certificate.public_key.algorithm, certificate.public_key.algorithm.upper()),
        "valid_from": certificate.not_valid_before.date().isoformat(),
        "valid_to": certificate.not_valid_after.date().isoformat(),
    }


_KINDS = {"ed25519": "Ed25519", "ed448": "Ed448", "ec": "elliptic curve"}


# --- checking --------------------------------------------------------------------------------------------------------


def signature_fault(
    content: bytes, rendered: bytes, named: Mapping[str, str], *, stamped: bool | None = None
) -> str | None:
    """What is wrong with a signed PDF: it must be the rendered one, signed as a whole, with the certificate named, and
    with a timestamp or without one as the report says, if it says so.

    Whether the certificate is to be trusted is for the reader to say: it is named in the report.
    """
    if not content.startswith(rendered):
        return "does not begin with what report.json renders to"
    try:
        from pyhanko.pdf_utils.reader import PdfFileReader
        from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
        from pyhanko_certvalidator import ValidationContext
    except ModuleNotFoundError:
        raise SelectionError(MISSING) from None
    # What it thinks of certificates is not for the terminal.
    logging.getLogger("pyhanko").addHandler(logging.NullHandler())
    try:
        signatures = list(PdfFileReader(io.BytesIO(content), strict=False).embedded_signatures)
        if len(signatures) != 1:
            return f"has {len(signatures)} signatures; it should have one"
        signer = signatures[0].signer_cert
        itself = ValidationContext(trust_roots=[signer], allow_fetching=False)
        status = validate_pdf_signature(signatures[0], itself, itself, skip_diff=True)
        certificate = described(signer)
        is_filled = _is_filled(content, signatures[0].byte_range, bytes(signatures[0].pkcs7_content))
    except Exception as error:  # what a stranger put there reaches every corner of a large library
        return f"its signature cannot be read: {shown_safely(str(error) or type(error).__name__)}"
    whole = status.coverage == SignatureCoverageLevel.ENTIRE_FILE
    is_stamped = status.timestamp_validity is not None
    faults = {
        "has something beside its signature in the room that is kept for it": not is_filled,
        f"is signed with another certificate, SHA-256 {certificate['sha256']}": (
            {key: certificate.get(key) for key in named} != dict(named)
        ),
        f"its signature has {'a' if is_stamped else 'no'} timestamp; the report says otherwise": (
            stamped not in (None, is_stamped)
        ),
        "its signature is not valid for the whole file": not (status.intact and status.valid and whole),
    }
    return next((fault for fault, found in faults.items() if found), None)


def _is_filled(content: bytes, byte_range: Sequence[int], signature: bytes) -> bool:
    """Whether the only bytes that are not signed are the signature itself, in one spelling, filled up with zeros."""
    from asn1crypto.cms import ContentInfo

    _, start, end, _ = map(int, byte_range)
    room = content[start:end]
    written: bytes = ContentInfo.load(signature).dump()
    return room == b"<" + written.hex().upper().encode().ljust(len(room) - 2, b"0") + b">"
