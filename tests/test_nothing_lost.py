"""Killed at any moment, or on a full disk: what was there before is whole, or what comes after is. Everything is long.

The moments are those at which files are made, moved or removed, seen through the interpreter's audit events, and some
by the clock. A full disk is a small one of the process's own (a user may mount one in a namespace of his own), and a
limit for the size of files where that is not allowed.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.files import UNFINISHED_PREFIX
from analyzer.folders import names_in
from tests.changing import tiny_game

pytestmark = pytest.mark.long

KILLS = 50
FULL_DISKS = 20
PAGE = 4096
COMMANDS = ("report", "lock", "analyze")
# Arguments: the moment (0 for none), the folder that is looked at, and those of the program.
WATCHED = """
import os, signal, sys
moment, folder, seen = int(sys.argv[1]), sys.argv[2], 0
EVENTS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.chmod", "os.scandir"}

def watch(event, arguments):
    global seen
    if event in EVENTS and any(isinstance(one, str) and one.startswith(folder) for one in map(os.fspath, (
        one for one in arguments if isinstance(one, (str, os.PathLike))
    ))):
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
from analyzer.cli.main import main
code = main(sys.argv[3:])
print(seen, file=sys.stderr)
sys.exit(code)
"""
# On a disk of so many kB that has what was there before; afterwards everything is copied to a disk with room.
ON_A_SMALL_DISK = """
set -e
mount -t tmpfs -o size="$1"k tmpfs "$2"
cp -a "$3/." "$2"
shift 2; before="$1"; shift
code=0; "$@" || code=$?
cp -a "$PLACE/." "$OUT"
exit $code
"""
State = Mapping[str, bytes]


@dataclass(frozen=True)
class Case:
    """A command, and the state of its folder before and after."""

    folder: Path
    arguments: list[str]
    old: State
    new: State

    def restore(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.write(self.folder)

    def write(self, folder: Path) -> None:
        for name, content in self.old.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


def state_of(folder: Path) -> State:
    """Every file; what a killed process was writing does not count, and is never taken for a file of ours."""
    names = [
        name for name in names_in(folder) if not any(part.startswith(UNFINISHED_PREFIX) for part in Path(name).parts)
    ]
    return {name: (folder / name).read_bytes() for name in names}


@pytest.fixture(params=COMMANDS)
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "counts"))
    folder = tmp_path / "kept"
    for name, flush in (("old", 6), ("new", 7)):
        (tmp_path / f"{name}.toml").write_text(tiny_game(flush=flush))
    key = tmp_path / "lab.pem"
    assert main(["keygen", "-o", str(key)]) == 0
    more = {
        "report": ["-o", str(folder / "report"), "--format", "json,html,csv", "--sign", str(key)],
        "lock": ["-o", str(folder / "tiny.lock.toml")],
        "analyze": ["-o", str(folder)],
    }[request.param]
    states = []
    for name in ("old", "new"):
        arguments = [request.param, str(tmp_path / f"{name}.toml"), *more, "--jobs", "1"]
        assert main(arguments) == 0
        states.append(state_of(folder))
    assert states[0] != states[1]
    assert states[0].keys() == states[1].keys()
    made = Case(folder, arguments, states[0], states[1])
    made.restore()
    return made


def watched(case: Case, moment: int, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WATCHED, str(moment), str(case.folder), *case.arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_killed_while_it_writes(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    whole = watched(case, 0)
    assert whole.returncode == 0, whole.stderr
    assert state_of(case.folder) == case.new
    events = int(whole.stderr.split()[-1])
    share = -(-KILLS // len(COMMANDS))
    choose = random.Random(20)
    moments = sorted(choose.sample(range(1, events + 1), min(events, share)))
    moments += [choose.randint(1, events) for _ in range(share - len(moments))]
    passed = {"old": 0, "new": 0}
    for moment in moments:
        case.restore()
        assert watched(case, moment).returncode == -signal.SIGKILL
        state = state_of(case.folder)
        assert state in (case.old, case.new), f"killed at event {moment} of {events}: neither the old nor the new"
        passed["old" if state == case.old else "new"] += 1
    # Whatever a killed process left is in nobody's way.
    assert main(case.arguments) == 0
    assert state_of(case.folder) == case.new
    with capsys.disabled():
        print(f"\n{case.arguments[0]}: {len(moments)} kills at {events} events: {passed}")


def test_killed_by_the_clock(case: Case) -> None:
    for number in range(5):
        case.restore()
        watched(case, 0, 0.2 + 0.3 * number)
        assert state_of(case.folder) in (case.old, case.new)


# --- full disks ------------------------------------------------------------------------------------------------------


def can_mount() -> bool:
    command = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return (
        shutil.which("unshare") is not None
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def on_a_small_disk(case: Case, kilobytes: int, before: Path, after: Path) -> int:
    """The exit code; `after` gets all that is on the disk then."""
    for folder in (before, after):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    case.write(before)
    case.folder.mkdir(exist_ok=True)
    script = ["sh", "-c", ON_A_SMALL_DISK, "sh", str(kilobytes), str(case.folder), str(before)]
    command = ["unshare", "--user", "--map-root-user", "--mount", *script, sys.executable, "-m", "analyzer"]
    environment = os.environ | {"PLACE": str(case.folder), "OUT": str(after)}
    return subprocess.run([*command, *case.arguments], env=environment, capture_output=True, check=False).returncode


def with_small_files(case: Case, most: int) -> int:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-m", "analyzer", *case.arguments]
    return subprocess.run(command, preexec_fn=limit, capture_output=True, check=False).returncode


def pages_of(state: State) -> int:
    """As a disk in memory counts."""
    return sum(-(-len(content) // PAGE) for content in state.values())


def test_on_a_full_disk(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    share = -(-FULL_DISKS // len(COMMANDS))
    pages = pages_of(case.old)
    codes: dict[int, int] = {}
    for number in range(share):
        if can_mount():
            # The old fits, and of the new nothing, some, or all but little.
            room = pages + pages_of(case.new) * number // share
            code = on_a_small_disk(case, room * PAGE // 1024, tmp_path / "before", tmp_path / "after")
            state, everything = state_of(tmp_path / "after"), names_in(tmp_path / "after")
        else:
            case.restore()
            largest = max(len(content) for content in case.new.values())
            code = with_small_files(case, largest * number // share)
            state, everything = state_of(case.folder), names_in(case.folder)
        codes[code] = codes.get(code, 0) + 1
        assert state == case.old, f"disk {number}: exit code {code}"
        assert sorted(state) == everything, "nothing unfinished is left"
    assert codes == {2: share}
    with capsys.disabled():
        print(f"\n{case.arguments[0]}: {share} full disks, exit codes {codes}")


def test_files_that_may_not_grow(case: Case) -> None:
    """What a disk quota for one file does."""
    for most in (0, 100):
        case.restore()
        assert with_small_files(case, most) == 2
        assert state_of(case.folder) == case.old
