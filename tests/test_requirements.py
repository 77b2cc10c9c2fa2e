"""The pinned versions: whole, with digests, of what pyproject.toml asks for, and what the commands install."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
FILES = {"program": "build", "development": "dev", "release": "release"}
_PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;]+)(?: ; (?P<marker>[^\\]+))?(?P<digests>.*)")


def pins(name: str) -> dict[str, tuple[str, int]]:
    """Version, and number of digests, of every package of a file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", "")
    lines = [line for line in text.splitlines() if line]
    matches = [_PIN.fullmatch(line) for line in lines]
    assert all(matches), lines
    return {
        canonicalize_name(match["name"]): (match["version"], len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line)))
        for match, line in zip(matches, lines, strict=True)
        if match
    }


def asked_for(extra: str) -> list[Requirement]:
    """What the project asks for, its own extras followed."""
    wanted = [Requirement(text) for text in (*PROJECT["project"]["dependencies"], *EXTRAS[extra])]
    own = [requirement for requirement in wanted if requirement.name == "exactodds"]
    return [requirement for requirement in wanted if requirement.name != "exactodds"] + [
        name for requirement in own for inner in requirement.extras for name in asked_for(inner)
    ]


@pytest.mark.parametrize("name", FILES)
def test_everything_asked_for_is_pinned_with_digests(name: str) -> None:
    pinned = pins(name)
    for requirement in asked_for(FILES[name]):
        version, _ = pinned[canonicalize_name(requirement.name)]
        assert Version(version) in requirement.specifier, f"{requirement}: run make pins"
    assert all(digests for _, digests in pinned.values())


def test_files_agree_about_versions() -> None:
    program = pins("program")
    for other in ("development", "release"):
        assert {name: version for name, (version, _) in pins(other).items() if name in program} == {
            name: version for name, (version, _) in program.items()
        }


def test_the_build_is_pinned_too() -> None:
    assert PROJECT["build-system"]["requires"] == EXTRAS["build"]


def test_commands_install_pinned_files_only() -> None:
    """A line of the Makefile that installs anything checks digests, or installs this checkout without dependencies."""
    lines = [
        line for line in (ROOT / "Makefile").read_text().splitlines() if re.search(r"pip\b.* install|PINNED", line)
    ]
    assert len(lines) >= 4
    for line in lines:
        assert "--require-hashes" in line or "$(PINNED)" in line or "--no-deps --no-build-isolation" in line, line
