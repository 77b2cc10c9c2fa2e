"""Build the wheel for others: twice, in different folders, from what is committed; the same bytes, or no release.

    python -m release.build [--once]

Run by `make wheel` with the pinned tools of requirements/release.txt. What it writes into dist/:

    exactodds-VERSION-....whl        audited: it needs nothing but the C library, and says how old that may be
    exactodds-VERSION.cdx.json       what it is made of and needs (CycloneDX), with digests
    exactodds-VERSION.intoto.json    how it was built (in-toto statement, SLSA provenance), not signed
    SHA256SUMS                       the digests of these files
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "wheel"
DIST = ROOT / "dist"
# Two folders whose names and depths differ: a path that gets into a file makes another file.
PLACES = ("one", "another/and/deeper")
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the wheel, its bill of materials and its provenance.")
    parser.add_argument("--once", action="store_true", help="do not build a second time to compare")
    once: bool = parser.parse_args().once
    if _said("git", "status", "--porcelain", "--untracked-files=no"):
        sys.exit("there are changes that are not committed: a wheel is built from a commit")
    # Named once: whoever commits in the meantime changes neither the second build nor the provenance.
    commit = _said("git", "rev-parse", "HEAD")
    shutil.rmtree(WORK, ignore_errors=True)
    wheels = [_wheel(place, commit) for place in (PLACES[:1] if once else PLACES)]
    digests = [digest_of(wheel) for wheel in wheels]
    for wheel, digest in zip(wheels, digests, strict=True):
        print(f"{digest}  {wheel.relative_to(ROOT)}")
    if len(set(digests)) > 1:
        sys.exit("the two builds differ: the wheel is not reproducible")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    wheel = Path(shutil.copy2(wheels[0], DIST))
    materials = _bill_of_materials(wheel, commit)
    _write(DIST / f"{_stem(wheel)}.intoto.json", provenance([wheel, materials], commit))
    names = sorted(path.name for path in DIST.iterdir())
    (DIST / "SHA256SUMS").write_text("".join(f"{digest_of(DIST / name)}  {name}\n" for name in names))
    print((DIST / "SHA256SUMS").read_text(), end="")


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _said(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _stem(wheel: Path) -> str:
    """Name and version: the part of a wheel's name that all files of a release share."""
    return "-".join(wheel.name.split("-")[:2])


def _write(path: Path, document: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")


# --- the wheel -------------------------------------------------------------------------------------------------------


def _wheel(place: str, commit: str) -> Path:
    """The committed files, built and audited in a folder of its own."""
    print(f"building {commit[:12]} in {(WORK / place).relative_to(ROOT)}: two to four minutes", flush=True)
    source, made, audited = (WORK / place / name for name in ("source", "made", "audited"))
    source.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", str(source)], input=archive, check=True)
    environment = build_environment(source, commit)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made), str(source)]
    done = subprocess.run(
        command, env=environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"the wheel cannot be built:\n{done.stdout}")
    (wheel,) = made.glob("*.whl")
    tool = str(Path(sys.executable).with_name("auditwheel"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    command = [tool, "repair", "--wheel-dir", str(audited), str(wheel)]
    subprocess.run(command, env=environment | {"PATH": path}, check=True)
    (wheel,) = audited.glob("*.whl")
    return wheel


def build_environment(source: Path, commit: str) -> dict[str, str]:
    """Nothing of this machine gets into the files: no paths, no debug information, no time but that of the commit."""
    return os.environ | {
        "SOURCE_DATE_EPOCH": _time_of(commit),
        "CFLAGS": f"-g0 -ffile-prefix-map={source}=.",
        # Without the search path of the interpreter's own libraries, which some interpreters add.
        "LDSHARED": f"{os.environ.get('CC', 'gcc')} -shared -Wl,-s",
        "PYTHONHASHSEED": "0",
    }


def _time_of(commit: str) -> str:
    return _said("git", "log", "-1", "--format=%ct", commit)


# --- what it is made of, and how -------------------------------------------------------------------------------------


def _bill_of_materials(wheel: Path, commit: str) -> Path:
    """Every package that the program needs, as it is pinned, with the digests of its files."""
    path = DIST / f"{_stem(wheel)}.cdx.json"
    tool = str(Path(sys.executable).with_name("cyclonedx-py"))
    files = ["--pyproject", "pyproject.toml", "--output-file", str(path), "requirements/program.txt"]
    command = [tool, "requirements", "--output-reproducible", "--mc-type", "application", *files]
    subprocess.run(command, cwd=ROOT, check=True, env=build_environment(ROOT, commit))
    document = json.loads(path.read_text())
    root = document["metadata"]["component"]
    root["hashes"] = [{"alg": "SHA-256", "content": digest_of(wheel)}]
    direct = {_plain(name) for name in _project()["dependencies"]}
    needed = sorted(one["bom-ref"] for one in document["components"] if _plain(one["name"]) in direct)
    others = [one for one in document.get("dependencies", []) if one["ref"] != root["bom-ref"]]
    document["dependencies"] = [{"ref": root["bom-ref"], "dependsOn": needed}, *others]
    _write(path, document)
    return path


def provenance(made: list[Path], commit: str) -> dict[str, Any]:
    """An in-toto statement: these files were built so, from this commit, with these tools."""
    tools = ("requirements/release.txt", "requirements/program.txt")
    return {
        "_type": STATEMENT,
        "subject": [{"name": path.name, "digest": {"sha256": digest_of(path)}} for path in made],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": {
                "buildType": "make wheel, see release/build.py of the commit",
                "externalParameters": {"commit": commit, "version": _version()},
                "internalParameters": {
                    "SOURCE_DATE_EPOCH": _time_of(commit),
                    "python": platform.python_version(),
                    "compiler": _said(os.environ.get("CC", "gcc"), "--version").splitlines()[0],
                    "libc": " ".join(platform.libc_ver()),
                    "machine": platform.machine(),
                },
                "resolvedDependencies": [
                    {"uri": "git+file:.", "digest": {"gitCommit": commit}},
                    *({"uri": name, "digest": {"sha256": digest_of(ROOT / name)}} for name in tools),
                ],
            },
            "runDetails": {"builder": {"id": "make wheel"}, "metadata": {}},
        },
    }


def _version() -> str:
    version: str = _project()["version"]
    return version


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def _plain(requirement: str) -> str:
    """The name of a package as all spellings of it agree, without extras and versions."""
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-").replace(".", "-")


if __name__ == "__main__":
    main()
