"""The digest of the engines covers all that decides a count, and nothing that does not."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from analyzer.kernels import KERNEL_VERSION
from analyzer.run.versions import COUNTING_MODULES, ENGINE_VERSION, engine_digest

FOLDER = Path(__file__).parents[1] / "analyzer"
# Imported by modules that count, but no count depends on them: how a count runs and is kept, what a game file says (it
# is in the key of each count), what is paid, and how results are told.
NOT_COUNTING = {
    "choices", "cluster", "engines", "entries", "errors", "game", "kernels", "memory", "notebook", "numbers",
    "paytables", "pricing", "results", "run", "sections", "store", "threads",
}  # fmt: skip
# They keep what they find under the digest of the whole program.
KEYED_BY_THE_PROGRAM = {"figures", "report_subject"}


def imported_by(module: str) -> set[str]:
    """Modules of the program that a module needs to run, not those that it names in types alone."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text())
    for_types = [
        node
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for statement in branch.body
        for node in ast.walk(statement)
    ]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in for_types]
    names = {part for node in imports for part in [*(node.module or "").split("."), *(a.name for a in node.names)]}
    return {name for name in names if (FOLDER / f"{name}.py").exists()}


def test_every_module_that_counts_is_in_the_digest() -> None:
    sources = {path.stem: path.read_text() for path in FOLDER.glob("*.py")}
    keeping = {module for module, text in sources.items() if "store.arrays(" in text or "store.chunks(" in text}
    assert "counting" in keeping
    counting, todo = set(), keeping - KEYED_BY_THE_PROGRAM
    while todo:
        module = todo.pop()
        counting.add(module)
        todo |= imported_by(module) - counting - NOT_COUNTING
    assert counting == set(COUNTING_MODULES)


def test_the_digest_changes_with_every_module_and_with_the_kernels(tmp_path: Path) -> None:
    for module in COUNTING_MODULES:
        shutil.copy(FOLDER / f"{module}.py", tmp_path)
    digests = {ENGINE_VERSION, engine_digest("other kernels", tmp_path)}
    assert engine_digest(KERNEL_VERSION, tmp_path) == ENGINE_VERSION
    for module in COUNTING_MODULES:
        with (tmp_path / f"{module}.py").open("a") as stream:
            stream.write("# another line\n")
        digests.add(engine_digest(KERNEL_VERSION, tmp_path))
    assert len(digests) == len(COUNTING_MODULES) + 2
