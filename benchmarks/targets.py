"""The commands that should take no time, each beside its aim: seconds on the clock and processor seconds.

python benchmarks/targets.py               every row: about seven minutes on two quiet cores
python benchmarks/targets.py --only cold   rows whose name has that text, and what they need before
python benchmarks/targets.py --json        the same for machines

Every group of rows starts with an empty cache. Aims are seconds on two quiet cores, start-up included; on a machine
that others use too, read the processor seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

WILD_52 = "wild-52"
SIX_CARDS = ["wild-six-card-poker", "wild-six-card-draw-poker"]
THREE_CARDS = "three-card-poker-6-card-bonus"
PAI_GOW = "pai-gow-wrangler-outlaw"
FIVE = [*SIX_CARDS, WILD_52, THREE_CARDS, PAI_GOW]
OPTIMAL = ["analyze", PAI_GOW, "--wager", "base", "--option", "player_sets=optimal", "--json"]
ONE_CORE = ["--jobs", "1"]


@dataclass(frozen=True)
class Row:
    """A command with its aim, if it has one: without a name it only prepares for those that come after it."""

    name: str
    arguments: list[str]
    aim: float | None = None


# Each list is one cache that is empty at first; its commands run one after the other.
GROUPS = [
    [Row("all five games, cold", ["analyze", "--all", "--json"], 10.0)],
    [Row("Wild 52, cold", ["analyze", WILD_52, "--json"], 5.0)],
    [Row("Wild 52, cold, one core", ["analyze", WILD_52, "--json", *ONE_CORE])],
    [Row("both Wild Six Card games, cold", ["analyze", *SIX_CARDS, "--json"], 2.0)],
    [Row("both Wild Six Card games, cold, one core", ["analyze", *SIX_CARDS, "--json", *ONE_CORE])],
    [
        Row("Pai Gow, all wagers, cold", ["analyze", PAI_GOW, "--json"], 2.0),
        Row("Pai Gow, optimal player, cold, after that", OPTIMAL, 5.0),
    ],
    [
        Row("Pai Gow, all wagers, cold, one core", ["analyze", PAI_GOW, "--json", *ONE_CORE]),
        Row("Pai Gow, optimal player, cold, one core, after that", [*OPTIMAL, *ONE_CORE]),
    ],
    [
        *(Row("", ["analyze", game, "--json"]) for game in FIVE),
        Row("check of all five for the first time", ["check", *FIVE], 8.0),
        # A report lists every reading: without them its time is that of `check --full` and this.
        Row("check --full of all five, after that: readings", ["check", "--full", *FIVE]),
        Row(
            "report of all five, all formats, the first time, readings counted",
            ["report", "--all", "-o", "report"],
            12.0,
        ),
        Row("report again, warm", ["report", "--all", "-o", "again"], 4.0),
        *(Row(f"analyze {game}, warm", ["analyze", game, "--json"], 0.25) for game in FIVE),
    ],
]
IMPORT = Row("import exactodds", ["-c", "import exactodds"], 0.05)
# (two cores, one core): how many times as fast the first should be.
SPEED_UP = 1.85
SCALED = [
    ("Wild 52, cold", "Wild 52, cold, one core"),
    ("both Wild Six Card games, cold", "both Wild Six Card games, cold, one core"),
    ("Pai Gow, all wagers, cold", "Pai Gow, all wagers, cold, one core"),
    ("Pai Gow, optimal player, cold, after that", "Pai Gow, optimal player, cold, one core, after that"),
]


@dataclass(frozen=True)
class Measured:
    name: str
    aim: float | None
    seconds: float
    processor_seconds: float


def measured(row: Row, program: list[str], folder: str) -> Measured:
    """Run it in that folder; what it prints is not kept."""
    environment = os.environ | {"EXACTODDS_CACHE": str(Path(folder) / "cache")}
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *program, *row.arguments],
        check=False,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    seconds, after = time.perf_counter() - start, os.times()
    if done.returncode:
        raise SystemExit(f"{' '.join(row.arguments)} ended with {done.returncode}:\n{done.stderr}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Measured(row.name, row.aim, seconds, used)


def measure(only: str) -> Iterator[Measured]:
    for group in GROUPS:
        wanted = [place for place, row in enumerate(group) if row.name and only in row.name]
        with tempfile.TemporaryDirectory() as folder:
            for row in group[: max(wanted, default=-1) + 1]:
                result = measured(row, ["-m", "analyzer"], folder)
                if row.name and only in row.name:
                    yield result
    if only in IMPORT.name:
        with tempfile.TemporaryDirectory() as folder:
            yield measured(IMPORT, [], folder)


def line_of(result: Measured) -> str:
    aim = "" if result.aim is None else f"{result.aim:.2f}"
    return f"{result.name:70} {aim:>7} {result.seconds:9.2f} {result.processor_seconds:9.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rows whose name has this text")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    results: dict[str, Measured] = {}
    if not asked.json:
        print(f"{'what':70} {'aim s':>7} {'seconds':>9} {'CPU s':>9}")
    for result in measure(asked.only):
        results[result.name] = result
        if not asked.json:
            print(line_of(result), flush=True)
    ratios = {two: results[one].seconds / results[two].seconds for two, one in SCALED if results.keys() >= {two, one}}
    if asked.json:
        print(json.dumps({"rows": [asdict(result) for result in results.values()], "speed_up": ratios}, indent=1))
        return
    for name, ratio in ratios.items():
        print(f"one core to two: {name:53} {SPEED_UP:7.2f} {ratio:9.2f}")


if __name__ == "__main__":
    main()
