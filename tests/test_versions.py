"""What makes a kept result stale: each digest covers all that decides the result, and nothing that does not."""

from __future__ import annotations

from functools import cache

import grimp
import pytest

from analyzer.change.figures import FIGURE_SOURCES, program_digest
from analyzer.kernels import KERNEL_VERSION
from analyzer.report.subject import REPORT_TABLES, report_sources
from analyzer.run.versions import (
    COUNTING,
    ENGINE_VERSION,
    package_files,
    program_files,
    sources_digest,
    within,
)

FILES = dict(program_files())
# Imported by what counts or by figures, but nothing of a result depends on them: how a count runs and is kept, errors,
# how results are shown, what a JSON document is called.
NOT_COUNTING = {"run", "errors", "printable", "kernels", "notebook", "documents", "__init__"}
# In the key of each count as data, not as code: what a game file says. What is paid is not part of a count.
NOT_IN_COUNTS = {"files", "game", "numbers", "units"}


def module_of(name: str) -> str:
    return "analyzer." + name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def covered(places: tuple[str, ...]) -> set[str]:
    return {name for name, _ in within(FILES.items(), places)}


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("analyzer", include_external_packages=False, exclude_type_checking_imports=True)


def needed_by(names: set[str]) -> set[str]:
    """Files of all modules that these import, directly or not, lazy imports included."""
    modules = {module_of(name): name for name in FILES}
    reached: set[str] = set()
    todo = {module_of(name) for name in names}
    while todo:
        module = todo.pop()
        reached.add(module)
        if room_of(modules[module]) not in NOT_COUNTING:
            todo |= (imports().find_modules_directly_imported_by(module) & set(modules)) - reached
    return {modules[module] for module in reached}


def room_of(name: str) -> str:
    return name.partition("/")[0].removesuffix(".py")


def test_every_room_is_read() -> None:
    assert {room_of(name) for name in FILES} >= {"cards", "change", "cli", "engines", "game", "pricing", "report"}
    assert not {room_of(name) for name in FILES} & {"cext", "reports", "rules", "tables"}
    assert len(FILES) > 120


def test_every_module_that_counts_is_in_the_digest_of_the_engines() -> None:
    """Modules that keep counts, and all that they import, are covered or known to decide nothing."""
    keeping = {name for name, text in FILES.items() if b"store.arrays(" in text or b"store.chunks(" in text}
    counting = {name for name in keeping if room_of(name) not in {"change", "report"} | NOT_COUNTING}
    assert counting <= covered(COUNTING)
    missing = needed_by(counting) - covered(COUNTING)
    assert {room_of(name) for name in missing} <= NOT_COUNTING | NOT_IN_COUNTS


def test_what_decides_how_cards_are_counted_is_in_the_digest_of_the_engines() -> None:
    """Of `game` most is data in the key of a count; code that says which hands, cells and lines are counted is not."""
    code = ("game/card_tests.py", "game/house_way.py", "game/joining.py", "game/layout.py", "game/lines.py")
    assert set(code) <= covered(COUNTING)
    asked = {module_of(name) for name in code}
    counting = [module_of(name) for name in covered(("engines",))]
    imported = {one for module in counting for one in imports().find_modules_directly_imported_by(module)}
    data = {"analyzer.game.language", "analyzer.game.model", "analyzer.game.pay", "analyzer.game.plain"}
    wagers = {module_of(name) for name in covered(("game/wagers",))}  # data too
    assert {module for module in imported if module.startswith("analyzer.game.")} - wagers == asked | data


def test_no_word_for_people_is_in_the_digest_of_the_engines() -> None:
    """A changed title must not make kept counts stale: what prices and names outcomes only reads counts."""
    assert {room_of(name) for name in covered(COUNTING)} == {"cards", "engines", "game", "integers"}
    assert "title" not in b"".join(FILES[name] for name in covered(("engines",))).decode()


def test_every_module_that_decides_a_figure_is_in_its_digest() -> None:
    missing = needed_by({"change/figures.py"}) - covered(FIGURE_SOURCES)
    assert {room_of(name) for name in missing} <= NOT_COUNTING


@pytest.mark.parametrize("places", [COUNTING, FIGURE_SOURCES], ids=["counts", "figures"])
def test_one_changed_byte_changes_the_digest_that_covers_it_and_no_other(places: tuple[str, ...]) -> None:
    whole = sources_digest(within(FILES.items(), places))
    for name, content in FILES.items():
        changed = FILES | {name: content + b"#"}
        assert (sources_digest(within(changed.items(), places)) != whole) == (name in covered(places)), name


def test_one_changed_byte_changes_the_digest_of_a_report() -> None:
    tables = {name: content for folder in REPORT_TABLES for name, content in package_files("tables", folder)}
    sources = {**FILES, **dict(package_files("reports")), **tables}
    assert sources_digest(sources.items()) == report_sources()
    assert any(name.startswith("reports/templates/") for name in sources)
    for name, content in sources.items():
        assert sources_digest((sources | {name: content + b"#"}).items()) != report_sources(), name


def test_the_digests_are_those_of_these_files() -> None:
    assert sources_digest(within(FILES.items(), COUNTING), KERNEL_VERSION) == ENGINE_VERSION
    assert sources_digest(within(FILES.items(), COUNTING), "other kernels") != ENGINE_VERSION
    assert sources_digest(within(FILES.items(), FIGURE_SOURCES)) == program_digest()


def test_a_moved_byte_is_a_change() -> None:
    """Names and lengths are part of a digest: content cannot wander from one file to the next unnoticed."""
    assert sources_digest([("a.py", b"12"), ("b.py", b"3")]) != sources_digest([("a.py", b"1"), ("b.py", b"23")])
