"""All timings, one after the other, in one run on one machine: read them as ratios, the machines are shared."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
# (what, arguments of the command line); each runs with an empty cache and then again.
JOBS = [
    ("both Wild Six Card games", ["analyze", "wild-six-card-poker", "wild-six-card-draw-poker", "--json"]),
    ("Three Card Poker", ["analyze", "three-card-poker-6-card-bonus", "--json"]),
    ("Wild 52", ["analyze", "wild-52", "--json"]),
    ("Pai Gow", ["analyze", "pai-gow-wrangler-outlaw", "--json"]),
    (
        "Pai Gow, optimal player",
        ["analyze", "pai-gow-wrangler-outlaw", "--wager", "base", "--option", "player_sets=optimal"],
    ),
]


def timed(arguments: list[str], cache: str) -> tuple[float, float]:
    """Seconds and peak memory (MB) of one run of the command line."""
    code = (
        "import resource, sys; from analyzer.cli.main import main; code = main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr); sys.exit(code)"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--cache", cache],
        capture_output=True,
        text=True,
        check=True,
        cwd=cache,
    )
    return time.perf_counter() - start, float(done.stderr.split()[-1])


def main() -> None:
    subprocess.run([sys.executable, str(HERE / "foundation.py")], check=True, cwd=tempfile.gettempdir())
    print(f"\n{'whole games, start-up included':32} {'cold s':>8} {'warm s':>8} {'peak MB':>8}")
    for what, arguments in JOBS:
        with tempfile.TemporaryDirectory() as cache:
            cold, memory = timed(arguments, cache)
            warm, _ = timed(arguments, cache)
        print(f"{what:32} {cold:8.2f} {warm:8.2f} {memory:8.0f}")


if __name__ == "__main__":
    main()
