"""`make quick` runs the tests of what changed."""

from __future__ import annotations

from pathlib import Path

from tests.changed import ROOT, affected_tests, is_named_after, mentions, module_of


def test_the_tests_of_a_module_are_those_named_after_it_and_those_that_import_it() -> None:
    assert {"tests/test_suits.py", "tests/test_golden.py"} <= set(affected_tests(["analyzer/cards/suits.py"]))
    assert "tests/test_joint.py" in affected_tests(["cext/joint.pyx"])
    assert "tests/test_reports_html.py" in affected_tests(["reports/html.py"])


def test_a_changed_test_runs_alone_and_a_page_runs_nothing() -> None:
    assert affected_tests(["tests/test_cards.py"]) == ["tests/test_cards.py"]
    assert affected_tests(["README.md"]) == []


def test_every_module_of_the_program_is_known_by_its_name() -> None:
    for path in (ROOT / "analyzer").rglob("*.py"):
        assert module_of(path.relative_to(ROOT).as_posix())


def test_names_and_imports_are_told_apart() -> None:
    assert mentions("from analyzer.cards import deck, suits\n", "analyzer.cards.suits")
    assert not mentions("from analyzer.cards.suits_more import x\n", "analyzer.cards.suits")
    assert is_named_after(Path("tests/test_hold.py"), "analyzer.trust.hold")
    assert not is_named_after(Path("tests/test_holding.py"), "analyzer.trust.hold")
