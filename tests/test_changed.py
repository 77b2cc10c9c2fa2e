"""`make quick` runs the tests of what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.budget import within_budget
from tests.changed import ROOT, affected_tests, is_named_after, kernels_with, mentions, module_of

pytest_plugins = ["pytester"]


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
    assert is_named_after(Path("tests/test_cli.py"), "analyzer.cli.trust")
    assert not is_named_after(Path("tests/test_holding.py"), "analyzer.trust.hold")


def test_a_header_is_part_of_the_kernels_that_include_it_through_others_too() -> None:
    kernels = {path.stem for path in (ROOT / "cext").glob("*.pyx")}
    assert {"lines", "showdown_sweep"} <= kernels_with("cext/bits.pxd") <= kernels
    assert kernels_with("cext/showdown_sort.pxd") == {"showdown_sweep"}


def test_the_quickest_tests_fit_in_the_budget() -> None:
    seconds = {"slow": 30.0, "quick": 1.0, "quicker": 0.5}
    assert within_budget(["slow", "quick", "new", "quicker"], seconds, 2) == {"quick", "quicker", "new"}
    assert within_budget(seconds, seconds, 31.5) == set(seconds)
    assert within_budget(seconds, seconds, 0) == set()


def test_a_run_remembers_how_long_tests_take(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
from tests.budget import Budget
def pytest_addoption(parser): parser.addoption("--budget", type=float)
def pytest_configure(config): config.pluginmanager.register(Budget(config))
""")
    pytester.makepyfile("import time\ndef test_slow(): time.sleep(0.3)\ndef test_quick(): pass\n")
    pytester.runpytest_inprocess("--budget", "0.2").assert_outcomes(passed=2)
    pytester.runpytest_inprocess("--budget", "0.2").assert_outcomes(passed=1, deselected=1)
    pytester.runpytest_inprocess().assert_outcomes(passed=2)
    pytester.runpytest_inprocess("-p", "no:cacheprovider", "--budget", "0.2").assert_outcomes(passed=2)
