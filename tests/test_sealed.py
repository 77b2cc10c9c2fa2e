"""The seal of a report: any changed byte of any file is found and named, and nothing is read before it holds."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from analyzer.cli.main import main
from analyzer.files import FileKind
from analyzer.report.files import (
    PUBLIC_KEY,
    REPORT,
    SIGNATURE,
    SUMS,
    make_files,
    parse_sums,
    sums_bytes,
    write_files,
)
from analyzer.report.sealed import Sealed, Signers, check_seal
from analyzer.report.signing import fingerprint, generate, read_private_key, read_public_key, sign
from analyzer.report.trusted import TrustedKey, TrustFile
from tests.reporting import SMALL, sealed_anew, small_report, tiny_report

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The private key's file; the public one is beside it."""
    return generate(tmp_path_factory.mktemp("keys") / "lab.pem")[0]


@pytest.fixture(scope="module")
def key(pair: Path) -> Ed25519PrivateKey:
    return read_private_key(pair)


@pytest.fixture(scope="module")
def by_lab(pair: Path) -> Signers:
    return Signers(read_public_key(pair.with_name("lab.pub.pem")))


@pytest.fixture(scope="module")
def signed(key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signed report in all formats; tests that change it put it back."""
    folder = tmp_path_factory.mktemp("signed") / "report"
    write_files(folder, make_files(small_report(SMALL), ["html", "pdf", "xlsx", "csv"], key))
    return folder


@pytest.fixture
def copy(signed: Path, tmp_path: Path) -> Path:
    shutil.copytree(signed, tmp_path / "copy")
    return tmp_path / "copy"


def files_of(sealed: Sealed) -> list[str]:
    return [finding.file for finding in sealed.findings]


# --- every byte ------------------------------------------------------------------------------------------------------


def test_an_untouched_report_has_no_findings(signed: Path, by_lab: Signers) -> None:
    sealed = check_seal(signed)
    assert sealed.holds
    assert not sealed.vouched
    assert check_seal(signed, by_lab).vouched
    assert {REPORT, "report.html", "report.pdf", "report.xlsx", PUBLIC_KEY} <= set(sealed.digests)


def flip(path: Path, place: int, bits: int) -> bytes:
    """Change one byte; gives back what was there."""
    before = path.read_bytes()
    path.write_bytes(before[:place] + bytes([before[place] ^ bits]) + before[place + 1 :])
    return before


def named(folder: Path, name: str) -> bool:
    """Is the file named by a finding? A changed list or signature may be named by what no longer fits it."""
    return any(finding.file == name or name in finding.what for finding in check_seal(folder).findings)


def test_any_flipped_byte_of_any_file_is_named(signed: Path) -> None:
    choose = random.Random(20_260_331)
    names = [path.relative_to(signed).as_posix() for path in sorted(signed.rglob("*")) if path.is_file()]
    special = [SUMS, SIGNATURE, PUBLIC_KEY, REPORT]
    for name in [*names, *choose.choices(names, k=60), *special * 25]:
        path = signed / name
        place, bits = choose.randrange(path.stat().st_size), choose.randrange(1, 256)
        before = flip(path, place, bits)
        try:
            assert named(signed, name), f"{name}: byte {place} changed by {bits}"
        finally:
            path.write_bytes(before)
    assert check_seal(signed).holds


@pytest.mark.parametrize("name", [SUMS, SIGNATURE, PUBLIC_KEY])
def test_every_single_byte_of_the_small_files(name: str, signed: Path) -> None:
    path = signed / name
    for place in range(min(path.stat().st_size, 150)):
        for bits in (1, 32, 128):
            before = flip(path, place, bits)
            try:
                assert named(signed, name), f"byte {place} changed by {bits}"
            finally:
                path.write_bytes(before)


@pytest.mark.parametrize("name", [SUMS, SIGNATURE, PUBLIC_KEY, REPORT, "report.pdf"])
@pytest.mark.parametrize("change", ["cut", "longer", "empty", "missing"])
def test_other_changes_of_a_file_are_named(name: str, change: str, copy: Path) -> None:
    path = copy / name
    content = path.read_bytes()
    if change == "missing":
        path.unlink()
    else:
        path.write_bytes({"cut": content[:-1], "longer": content + b"\n", "empty": b""}[change])
    assert named(copy, name)


def test_an_extra_file_is_named(copy: Path) -> None:
    (copy / "csv" / "more.csv").write_text("1\n")
    (finding,) = check_seal(copy).findings
    assert str(finding) == f"csv/more.csv: does not belong to the report: {SUMS} does not list it"


def test_the_command_names_the_file_and_fails(signed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("report.html", SUMS, SIGNATURE, PUBLIC_KEY):
        path = signed / name
        before = flip(path, path.stat().st_size // 2, 1)
        try:
            assert main(["verify", str(signed / REPORT), "--files-only"]) == 1
        finally:
            path.write_bytes(before)
        assert name in capsys.readouterr().out
    assert main(["verify", str(signed), "--files-only"]) == 0
    assert "files only: nothing differs; no number was computed again" in capsys.readouterr().out


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Report.html", "readme.txt", "report.PDF", "csv/read.me", "report.json.html", "a/b.csv"]
)
def test_a_file_that_no_report_has_is_found_although_it_is_listed_and_signed(
    name: str, copy: Path, key: Ed25519PrivateKey
) -> None:
    """A forger signs whatever he likes: the names are those of a report, to the letter."""
    (copy / name).parent.mkdir(exist_ok=True)
    (copy / name).write_text("<p>the house edge is 1 %</p>")
    sealed_anew(copy, key)
    (finding,) = check_seal(copy).findings
    assert str(finding) == f"{name}: is not a file of a report, although {SUMS} lists it"


def test_a_page_under_another_spelling_of_its_name(copy: Path, key: Ed25519PrivateKey) -> None:
    (copy / "report.html").rename(copy / "Report.html")
    sealed_anew(copy, key)
    assert files_of(check_seal(copy)) == ["Report.html"]


# --- what is not a file ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [REPORT, SUMS, SIGNATURE, PUBLIC_KEY, "report.html"])
@pytest.mark.parametrize("kind", ["pipe", "link", "device", "folder"])
def test_pipes_links_devices_and_folders_are_neither_waited_for_nor_followed(name: str, kind: str, copy: Path) -> None:
    path = copy / name
    content = path.read_bytes()
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        (copy.parent / "elsewhere").write_bytes(content)
        path.symlink_to(copy.parent / "elsewhere")
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    assert named(copy, name)


def test_a_folder_without_end_is_refused(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.folders.MAX_FILES", 3)
    (finding,) = check_seal(copy).findings
    assert "it has more than 3 files" in str(finding)


def test_a_file_without_end_is_refused(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.report import sealed

    monkeypatch.setattr(sealed, "REPORT_FILE", FileKind("a file", 100))
    assert any("it is larger than 100 bytes" in finding.what for finding in check_seal(copy).findings)


# --- the signature comes first, and is final -------------------------------------------------------------------------


def test_nothing_is_read_when_the_signature_is_wrong(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is in the other files never reaches a parser."""
    for module, function in (("verify", "read_report"), ("sealed", "names_in"), ("sealed", "digest_of_file")):
        monkeypatch.setattr(f"analyzer.report.{module}.{function}", lambda *_: pytest.fail("looked first"))
    stranger = generate(tmp_path / "stranger.pem")[1]
    (copy / REPORT).write_text("[" * 300_000)
    assert main(["verify", str(copy), "--pubkey", str(stranger)]) == 1
    said = capsys.readouterr().out
    assert "signature: INVALID\n" in said
    assert f"FORGED {SIGNATURE}: INVALID: it is not a signature of {SUMS} by the key given" in said
    assert "signature: by" not in said


def test_nothing_is_parsed_when_a_digest_is_wrong(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.report.verify.read_report", lambda *_: pytest.fail("looked first"))
    (copy / REPORT).write_text("[" * 300_000)
    assert main(["verify", str(copy)]) == 1


def test_a_forged_report_signed_anew_is_found_with_the_right_key(copy: Path, by_lab: Signers, tmp_path: Path) -> None:
    """Whoever changes everything consistently must sign with another key, which is not the trusted one."""
    sealed_anew(copy, read_private_key(generate(tmp_path / "forger.pem")[0]))
    assert check_seal(copy).holds
    assert files_of(check_seal(copy, by_lab)) == [SIGNATURE]


def test_an_unsigned_report_is_not_taken_for_a_signed_one(tmp_path: Path, by_lab: Signers) -> None:
    folder = tmp_path / "r"
    write_files(folder, make_files(tiny_report(), []))
    sealed = check_seal(folder)
    assert (sealed.signer, sealed.findings) == (None, ())
    for signers in (by_lab, Signers(required=True), Signers(trust=TrustFile("t", ()))):
        (finding,) = check_seal(folder, signers).findings
        assert "is not signed" in finding.what
    assert main(["verify", str(folder), "--files-only", "--require-signature"]) == 1
    assert main(["verify", str(folder), "--files-only"]) == 0


def test_a_signature_without_its_key_cannot_be_checked(copy: Path, key: Ed25519PrivateKey, by_lab: Signers) -> None:
    listed = parse_sums((copy / SUMS).read_bytes()) or {}
    sums = sums_bytes({name: digest for name, digest in listed.items() if name != PUBLIC_KEY})
    (copy / PUBLIC_KEY).unlink()
    (copy / SUMS).write_bytes(sums)
    (copy / SIGNATURE).write_bytes(sign(sums, None, key))
    (finding,) = check_seal(copy).findings
    assert (finding.file, "cannot be read" in finding.what) == (PUBLIC_KEY, True)
    assert check_seal(copy, by_lab).holds


# --- trust files -----------------------------------------------------------------------------------------------------


def trusting(key: Ed25519PrivateKey, **fields: object) -> Signers:
    known = TrustedKey("lab", "Laboratory East", fingerprint(key.public_key()), **fields)  # type: ignore[arg-type]
    return Signers(trust=TrustFile("trust.toml", (known,)))


def redated(folder: Path, key: Ed25519PrivateKey, day: date | None) -> None:
    (folder / SIGNATURE).write_bytes(sign((folder / SUMS).read_bytes(), day, key))


def test_a_key_of_a_trust_file(copy: Path, key: Ed25519PrivateKey, tmp_path: Path) -> None:
    sealed = check_seal(copy, trusting(key))
    assert (sealed.holds, sealed.vouched, sealed.name) == (True, True, "Laboratory East")
    stranger = read_private_key(generate(tmp_path / "s.pem")[0])
    (finding,) = check_seal(copy, trusting(stranger)).findings
    assert "which trust.toml does not list" in finding.what


YEAR: Mapping[str, object] = {"valid_from": date(2026, 1, 1), "valid_until": date(2026, 12, 31)}


@pytest.mark.parametrize(
    ("day", "fields", "fault"),
    [
        (date(2026, 3, 31), YEAR, None),
        (date(2026, 1, 1), YEAR, None),
        (date(2026, 12, 31), YEAR, None),
        (date(2025, 12, 31), YEAR, "is valid from 2026-01-01, and this is of 2025-12-31"),
        (date(2027, 1, 1), YEAR, "was valid until 2026-12-31, and this is of 2027-01-01"),
        (None, YEAR, "was valid until 2026-12-31, and this is of 2030-01-01"),
        (date(2026, 3, 31), {**YEAR, "revoked": "lost"}, "was revoked: lost"),
    ],
)
def test_keys_have_their_time(
    day: date | None, fields: Mapping[str, object], fault: str | None, copy: Path, key: Ed25519PrivateKey
) -> None:
    redated(copy, key, day)
    sealed = check_seal(copy, trusting(key, **fields), today=date(2030, 1, 1))
    if fault is None:
        assert sealed.holds
    else:
        (finding,) = sealed.findings
        assert fault in finding.what
