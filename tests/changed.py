"""Prints the test files of what differs from the last commit (or from the commit given): for `make quick`.

A changed test file runs, and so does every test file that is named after a changed module or its room, or imports the
module. A changed kernel counts as a change of every module that uses it, a changed header as a change of every kernel
that includes it. The golden results run after any change of the program.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOLDEN = "test_golden.py"
FOLDERS = {"analyzer": "analyzer", "reports": "analyzer.reports", "tests": "tests"}


def changed_files(base: str) -> list[str]:
    """Tracked files that differ from the base, and new ones."""
    commands = (["git", "diff", "-z", "--name-only", base], ["git", "ls-files", "-z", "--others", "--exclude-standard"])
    outputs = (subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True) for command in commands)
    return [name for output in outputs for name in output.stdout.split("\0") if name]


def module_of(name: str) -> str | None:
    """The module that a file is, or None.

    >>> module_of("analyzer/cards/deck.py"), module_of("reports/html.py"), module_of("README.md")
    ('analyzer.cards.deck', 'analyzer.reports.html', None)
    """
    path = Path(name)
    package = FOLDERS.get(path.parts[0])
    if package is None or path.suffix != ".py":
        return None
    return ".".join([package, *path.with_suffix("").parts[1:]])


def is_named_after(test: Path, module: str) -> bool:
    """Whether a test file carries a module's name, with its room or without, or the name of the room alone.

    >>> is_named_after(Path("tests/test_report_exposure.py"), "analyzer.report.exposure")
    True
    >>> is_named_after(Path("tests/test_cli.py"), "analyzer.cli.trust")
    True
    """
    room, name = module.split(".")[-2:]
    return test.stem in (f"test_{name}", f"test_{room}_{name}", f"test_{room}")


def mentions(text: str, module: str) -> bool:
    """Whether Python text imports a module: `import a.b`, `from a.b import`, or `from a import b`."""
    package, _, name = module.rpartition(".")
    direct = rf"^\s*(?:from|import) {re.escape(module)}\b"
    by_package = rf"^\s*from {re.escape(package)} import [^#\n]*\b{name}\b"
    return re.search(f"{direct}|{by_package}", text, re.MULTILINE) is not None


def kernels_with(name: str) -> set[str]:
    """The kernels that a file of cext/ is part of: itself, or all that cimport a header, directly or through others.

    >>> kernels_with("cext/joint.pyx")
    {'joint'}
    >>> kernels_with("cext/*.c")
    set()
    """
    stem = Path(name).stem
    if name.endswith(".pyx"):
        return {stem}
    if not name.endswith(".pxd"):
        return set()
    pattern = rf"from cext\.{re.escape(stem)} cimport"
    users = [
        path for path in (ROOT / "cext").glob("*.p[yx][xd]") if re.search(pattern, path.read_text(encoding="utf-8"))
    ]
    return {kernel for path in users for kernel in kernels_with(path.name)}


def users_of_kernel(name: str) -> set[str]:
    """Modules that ask analyzer.kernels for a kernel that this file is part of."""
    kernels = kernels_with(name)
    pattern = rf"kernels import [^#\n]*\b({'|'.join(map(re.escape, kernels))})\b"
    files = (ROOT / "analyzer").rglob("*.py")
    users = [path for path in files if kernels and re.search(pattern, path.read_text(encoding="utf-8"))]
    return {module for path in users if (module := module_of(path.relative_to(ROOT).as_posix()))}


def affected_tests(files: list[str]) -> list[str]:
    """Test files to run for these changed files."""
    modules = {module for name in files if (module := module_of(name))}
    for name in files:
        if name.startswith("cext/"):
            modules |= users_of_kernel(name)
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in tests if _is_affected(path, files, modules)]


def _is_affected(test: Path, files: list[str], modules: set[str]) -> bool:
    if test.relative_to(ROOT).as_posix() in files or (
        test.name == GOLDEN and any(module.startswith("analyzer.") for module in modules)
    ):
        return True
    text = test.read_text(encoding="utf-8")
    return any(is_named_after(test, module) or mentions(text, module) for module in modules)


if __name__ == "__main__":
    print(*affected_tests(changed_files(sys.argv[1] if len(sys.argv) > 1 else "HEAD")))
