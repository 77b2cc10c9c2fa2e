"""Trust files: what is read, and every fault of a file at once."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.errors import TrustFileError
from analyzer.report.trusted import read_trust_file

MARK, OTHER = "a" * 64, "b" * 64
GOOD = f"""
schema = "exactodds/trust/1"

[keys.lab-east]
name = "Laboratory East"
fingerprint = "{MARK}"
valid_from = 2026-01-01
valid_until = 2027-12-31

[keys.old]
name = "Laboratory East, the key before"
fingerprint = "{OTHER}"
revoked = "the notebook was stolen"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "trust.toml").write_text(text)
    return folder / "trust.toml"


def test_a_trust_file(tmp_path: Path) -> None:
    trust = read_trust_file(written(tmp_path, GOOD))
    east = trust.key_with(MARK)
    assert east is not None
    assert (east.name, east.valid_from, east.valid_until) == ("Laboratory East", date(2026, 1, 1), date(2027, 12, 31))
    old = trust.key_with(OTHER)
    assert old is not None
    assert old.fault_on(date(2020, 1, 1)) is not None
    assert trust.key_with("c" * 64) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("exactodds/trust/1", "exactodds/lock/1", 'schema: must be "exactodds/trust/1"'),
        (MARK, "abc", "keys.lab-east.fingerprint: must be 64 hexadecimal digits"),
        (OTHER, MARK, "is there twice"),
        ("2026-01-01", '"2026-01-01"', "keys.lab-east.valid_from: must be a day without quotes, such as 2026-03-31"),
        ("2026-01-01", "2026-01-01T00:00:00", "must be a day without quotes"),
        ("2026-01-01", "2028-01-01", "valid_until: 2027-12-31 is before valid_from, 2028-01-01"),
        ("revoked =", "revokd =", "keys.old.revokd: unknown key"),
        ("the notebook was stolen", "", "keys.old.revoked: must say why"),
        ('"the notebook was stolen"', "true", "keys.old.revoked: must be text"),
        ('name = "Laboratory East"\n', "", "keys.lab-east.name: is missing"),
        ('Laboratory East"', 'Lab\\u001b"', "U+001B"),
    ],
)
def test_faults_of_a_trust_file(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(TrustFileError) as error:
        read_trust_file(written(tmp_path, GOOD.replace(old, new, 1)))
    assert said in str(error.value)


def test_a_trust_file_without_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'schema = "exactodds/trust/1"\n[keys]\n')
    with pytest.raises(TrustFileError, match="keys: has no key"):
        read_trust_file(path)
    (tmp_path / "report.json").write_text("{}")
    assert main(["verify", str(tmp_path / "report.json"), "--trust", str(path)]) == 2
    assert main(["verify", str(tmp_path / "report.json"), "--trust", str(path), "--pubkey", "x"]) == 2
    capsys.readouterr()
