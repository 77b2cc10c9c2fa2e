"""The source distribution builds a wheel, the wheel has what it should, and it works away from the checkout."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist of the tracked files and the wheel built from that sdist."""
    checkout = tmp_path_factory.mktemp("checkout")
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in tracked.stdout.splitlines():
        if (ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (checkout / name).write_bytes((ROOT / name).read_bytes())
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(checkout)],
        check=True,
        capture_output=True,
    )
    return out


def test_sdist_holds_all_that_a_build_needs(distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kernels = {f"cext/{path.name}" for pattern in ("*.pyx", "*.pxd") for path in (ROOT / "cext").glob(pattern)}
    assert kernels <= names
    assert {"setup.py", "pyproject.toml", "LICENSE", "README.md", "analyzer/cli/main.py"} <= names
    assert {f"tables/{path.name}" for path in (ROOT / "tables").glob("*.toml")} <= names
    assert {f"reports/templates/{path.name}" for path in (ROOT / "reports" / "templates").iterdir()} <= names


def test_wheel_holds_the_program_and_nothing_else(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for kernel in (ROOT / "cext").glob("*.pyx"):
        assert any(
            name.startswith(f"analyzer/cext/{kernel.stem}.") and name.endswith((".so", ".pyd")) for name in names
        )
    for game in (ROOT / "tables").glob("*.toml"):
        assert f"analyzer/tables/{game.name}" in names
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        assert f"analyzer/rules/{page.name}" in names
    for schema in (ROOT / "analyzer" / "schemas").glob("*.json"):
        assert f"analyzer/schemas/{schema.name}" in names
    for template in (ROOT / "reports" / "templates").iterdir():
        assert f"analyzer/reports/templates/{template.name}" in names
    for strategy in (ROOT / "tables" / "strategies").glob("*.toml"):
        assert f"analyzer/tables/strategies/{strategy.name}" in names
    assert "analyzer/py.typed" in names
    assert "analyzer/reference/hands.py" in names
    strangers = [name for name in names if not name.startswith(("analyzer/", "exactodds-"))]
    assert not strangers
    assert not [name for name in names if name.endswith((".c", ".pyx", ".pxd"))]


def test_installed_wheel_works_anywhere(distributions: Path, tmp_path: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel)],
        check=True,
        capture_output=True,
    )
    code = (
        f"import sys; sys.path.insert(0, {str(target)!r}); import analyzer;"
        f"assert analyzer.__file__.startswith({str(target)!r}); from analyzer.cli.main import main;"
        "sys.exit(main(['analyze', 'three-card-poker-6-card-bonus', '--no-cache', '--csv']))"
    )
    # -S -E would hide the dependencies; -I and the path set first hide the checkout.
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "pair-plus,1,22100,mini-royal,75,4," in done.stdout
    report = code.replace("['analyze', ", "['report', '-o', 'report', '--wager', 'pair-plus', ").replace(
        ", '--csv'", ""
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", report], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report" / "report.pdf").is_file()
