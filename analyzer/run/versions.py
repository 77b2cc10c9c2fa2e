"""Who counted: the digest that tells counts of this program from those of another.

What is kept in the store, and what a worker of a cluster sends back, is taken over only from the same engines: the same
kernels and the same Python around them. A change anywhere else (pays, reports, the command line) changes no count.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from analyzer.kernels import KERNEL_VERSION

# The modules that decide what is counted; a test finds those that are missing here.
COUNTING_MODULES = (
    "bestsettings",
    "cards",
    "counting",
    "decisions",
    "draw_states",
    "draws",
    "final_hands",
    "fronts",
    "handsettings",
    "houseway",
    "integers",
    "joining",
    "joint",
    "joint_dealer",
    "kinds",
    "linehands",
    "play_states",
    "plays",
    "ranking",
    "sethands",
    "setwagers",
    "showdown",
    "suits",
    "twohands",
    "vocabulary",
)


def engine_digest(kernels: str, folder: Path) -> str:
    """SHA-256 of the kernels' version and of the counting modules in a folder."""
    digest = hashlib.sha256(kernels.encode())
    for module in COUNTING_MODULES:
        digest.update((folder / f"{module}.py").read_bytes())
    return digest.hexdigest()


ENGINE_VERSION = engine_digest(KERNEL_VERSION, Path(__file__).parent)
