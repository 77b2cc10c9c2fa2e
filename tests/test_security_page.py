"""docs/security.md: every test that it names exists, and its numbers are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from analyzer.report.sealed import SIGNATURE_FILE
from analyzer.report.signing import STATEMENT
from analyzer.run.cluster import RECOUNTED
from tests.test_fuzz_files import NAMES

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text()


def test_every_test_that_is_named_exists() -> None:
    rows = [line.rsplit("|", 2)[1] for line in PAGE.splitlines() if line.startswith("|") and "test_" in line]
    assert len(rows) > 30
    for row in rows:
        for part in row.split(";"):
            name, *tests = re.findall(r"`(test_[a-z_0-9.]+)`", part)
            text = (TESTS / name).read_text()
            for test in tests:
                assert f"def {test}(" in text, f"{name}: {test}"


def test_the_numbers_are_those_of_the_program() -> None:
    assert RECOUNTED == 20
    assert "one piece in twenty, at least two" in PAGE
    assert SIGNATURE_FILE.max_bytes == 4096
    assert STATEMENT.splitlines()[0] in PAGE
    assert f"damaged files of {len(NAMES)} kinds" in PAGE
