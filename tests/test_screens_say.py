"""What screens say in words and signs: figures rounded and not cut, differences with signs, pays net or for one."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.cli.screens.verification import verification_report
from analyzer.numbers import decimal_text
from analyzer.report.sealed import Finding, Sealed
from analyzer.report.verify import Claim, Recomputed, Verification
from tests.changing import write
from tests.reporting import SMALL, small_text
from tests.solo import small_file

Capture = pytest.CaptureFixture[str]
PROGRAM = Path(__file__).parents[1]


def printed(capsys: Capture, *words: str) -> str:
    code = main(list(words))
    out, err = capsys.readouterr()
    assert code in (0, 1), err
    return out


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Narrow terminals get blocks instead of tables (tests/test_layout.py)."""
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def small(tmp_path: Path) -> str:
    return str(write(tmp_path, small_text(SMALL), "small.toml"))


@pytest.fixture
def poker(tmp_path: Path) -> str:
    return str(write(tmp_path, small_file("jacks-or-better", "9-A", "cdh").text, "poker.toml"))


# --- rounded, not cut ------------------------------------------------------------------------------------------------


def test_the_terminal_rounds_what_json_has(small: str, capsys: Capture) -> None:
    """Of some of these exposures the fourth place and those behind it are more than a half."""
    rows = json.loads(printed(capsys, "vulnerability", small, "--json"))["exposures"]
    text = printed(capsys, "vulnerability", small, "--format", "md", "--columns", "sees,desirability_index")
    indices = {row["sees"]: Fraction(row["desirability_index"]) for row in rows if "ev" in row}
    assert any(decimal_text(value, 3) != str(float(value))[: len(decimal_text(value, 3))] for value in indices.values())
    for sees, index in indices.items():
        assert f"| {sees} | {decimal_text(index, 3)} |" in text
    document = json.loads(printed(capsys, "analyze", small, "--sees", "dealer=1", "--json"))
    index = Fraction(document["wagers"][0]["exposure"]["desirability_index"])
    assert f"desirability index {decimal_text(index, 3)}" in printed(capsys, "analyze", small, "--sees", "dealer=1")


def _cut() -> Iterator[str]:
    """Slices of a constant length of what is called a figure, or comes from a text of one."""
    for folder in ("analyzer/cli", "analyzer/report", "analyzer/api", "reports", "benchmarks"):
        for path in sorted((PROGRAM / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
                    continue
                said = ast.unparse(node.value)
                ends = [ast.unparse(end) for end in (node.slice.lower, node.slice.upper) if end is not None]
                is_figure = any(word in said for word in ("decimal", "deviation", "desirab", "_text(", "skew", "edge"))
                if is_figure and any(end.lstrip("-").isdigit() for end in ends):
                    yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"


def test_no_decimal_is_cut() -> None:
    assert list(_cut()) == []


# --- signs, and what pays are ----------------------------------------------------------------------------------------


def test_differences_have_their_signs(poker: str, capsys: Capture) -> None:
    text = printed(capsys, "whatif", poker, "--wager", "base", "--set", "full-house=12")
    rows = [line for line in text.splitlines() if line.startswith("│")]
    differences = [line.strip("│").split("│")[-1].strip() for line in rows]
    assert differences
    assert all(one[0] in "+-" or not one.strip("0. %") for one in differences), differences
    assert any(one.startswith("+") for one in differences)


def test_pays_for_one_are_told_from_net_ones(poker: str, capsys: Capture) -> None:
    text = printed(capsys, "whatif", poker, "--wager", "base", "--set", "full-house=12")
    assert "pays for one: full-house 9 → 12; net of the stake: full-house 8 → 11" in text
    assert "pays, net" in text
    analysis = printed(capsys, "analyze", poker)
    assert "pays, net" in analysis
    assert "pays are net of the stake; the game file says them for one" in analysis


def test_pays_to_one_are_as_the_file_says_them(small: str, capsys: Capture) -> None:
    text = printed(capsys, "whatif", small, "--wager", "pair-plus", "--set", "flush=9")
    assert "pays: flush 3 → 9" in text
    assert "net" not in text + printed(capsys, "analyze", small)


def test_element_of_risk_is_a_percentage(small: str, capsys: Capture) -> None:
    (wager,) = json.loads(printed(capsys, "analyze", small, "--wager", "ante-play", "--json"))["wagers"]
    risk = decimal_text(Fraction(wager["element_of_risk"]) * 100, 6)
    assert f"element of risk {risk} %" in printed(capsys, "analyze", small, "--wager", "ante-play")


# --- small things ----------------------------------------------------------------------------------------------------


def test_levels_of_a_meter_are_grouped(capsys: Capture) -> None:
    text = printed(capsys, "analyze", "wild-six-card-draw-poker", "--wager", "progressive")
    assert "breaks even at J = 263,665.79" in text


def test_meanings_of_options_hang(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = printed(capsys, "games", "wild-52").splitlines()
    options = lines[next(place for place, line in enumerate(lines) if line.startswith("top_hand = ")) :]
    assert all(" = " in line for line in options if not line.startswith("    "))


def test_a_deck_without_jokers_has_no_column_of_them(small: str, capsys: Capture) -> None:
    assert "jokers" not in printed(capsys, "strategy", small)


def test_narrow_audits_say_what_the_numbers_are(small: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert "\n1,000 rounds\n" in printed(capsys, "audit", small, "--wager", "pair-plus")


def test_the_example_of_a_progressive_finds_paytables(capsys: Capture) -> None:
    help_text = printed(capsys, "design", "--help")
    (example,) = (line.strip() for line in help_text.splitlines() if "--meter 50000" in line)
    words = example.replace('"', "").split()[1:]
    assert json.loads(printed(capsys, *words, "--json"))["found"] != "0"


# --- verify ----------------------------------------------------------------------------------------------------------


def verified(*claims: Claim, findings: tuple[Finding, ...] = (), status: str = "CERTIFIED") -> list[str]:
    return list(verification_report(Verification(Sealed({}, ()), Recomputed(), findings, claims, status)))


def test_claims_with_one_reason_share_a_line() -> None:
    rendered = [Claim(f"csv/{number}.csv", "was rendered by another program") for number in range(48)]
    lines = verified(Claim("page of rules", "is not known"), *rendered, Claim("proof", "was attached"))
    told = [line for line in lines if line.startswith("UNVERIFIED")]
    assert told == [
        "UNVERIFIED page of rules: is not known",
        "UNVERIFIED 48 parts, csv/0.csv, csv/1.csv, csv/2.csv and 45 more: was rendered by another program",
        "UNVERIFIED proof: was attached",
    ]
    assert "50 parts" in lines[-1]


def test_one_finding_and_one_part_are_not_many() -> None:
    assert "1 finding;" in verified(findings=(Finding("a", "b"),))[-1]
    assert "1 part can" in verified(Claim("a", "b"))[-1]


def test_a_draft_is_called_one() -> None:
    assert verified()[-1] == "verified: nothing differs"
    assert verified(status="DRAFT")[-1] == "verified: nothing differs; the report is a draft, which nobody certifies"


def test_a_public_key_signs_nothing(small: str, tmp_path: Path, capsys: Capture) -> None:
    printed(capsys, "keygen", "-o", str(tmp_path / "lab.pem"))
    assert main(["report", small, "-o", str(tmp_path / "r"), "--sign", str(tmp_path / "lab.pub.pem")]) == 2
    assert "is a public key" in capsys.readouterr().err
