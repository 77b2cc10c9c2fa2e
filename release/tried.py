"""Install the wheel of dist/ as a stranger would, where there is no compiler, and see that it works.

Run by `make try-wheel`. The dependencies are the pinned ones, as wheels only; afterwards the program gets a search path
without any other program, and a compiler that fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAME = "three-card-poker-6-card-bonus"


def main() -> None:
    (wheel,) = (ROOT / "dist").glob("*.whl")
    with tempfile.TemporaryDirectory(prefix="exactodds-") as folder:
        place = Path(folder)
        venv.create(place / "venv", with_pip=True, symlinks=True)
        programs = place / "venv" / "bin"
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        lock = ROOT / "requirements" / "program.txt"
        _run([*pip, "--require-hashes", "--requirement", str(lock)], place)
        _run([*pip, "--no-deps", str(wheel)], place)
        alone = {"PATH": str(programs), "HOME": folder, "CC": "false", "CXX": "false", "LC_ALL": "C.UTF-8"}
        assert not any(shutil.which(name, path=alone["PATH"]) for name in ("gcc", "cc", "clang", "make"))
        for arguments in (
            ["analyze", GAME, "--no-cache"],
            ["report", GAME, "-o", "report", "--wager", "pair-plus"],
            ["verify", "report"],
        ):
            said = _run([str(programs / "exactodds"), *arguments], place, alone)
            print(f"exactodds {' '.join(arguments)}: {said.splitlines()[-1]}")
        where = _run([str(programs / "python"), "-c", "import analyzer; print(analyzer.__file__)"], place, alone)
        assert where.startswith(str(place)), where


def _run(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment or dict(os.environ), capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
