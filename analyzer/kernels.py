"""The compiled kernels, or a clear message why they are not there.

Everything imports kernels from here, so that an unbuilt or stale extension is one error with the command that mends it.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from analyzer.errors import KernelError

BUILD_COMMAND = "pip install -e ."

try:
    from analyzer.cext import build_info
except ImportError as error:
    raise KernelError(
        f"the compiled kernels cannot be loaded ({error}); build them in the checkout with: {BUILD_COMMAND}"
    ) from None

if TYPE_CHECKING:
    from analyzer.cext import (
        best_settings,
        board,
        board_deals,
        choices,
        classes,
        colex,
        deals,
        duel,
        evaluate,
        event_sums,
        exchange,
        hand_table,
        hand_tests,
        joint,
        joint_dealer,
        kinds,
        last_card,
        lines,
        pairs,
        round_answers,
        round_levels,
        round_states,
        rounds,
        seen_draw,
        seen_streets,
        settings,
        showdown_deal,
        showdown_draw,
        showdown_seconds,
        showdown_states,
        showdown_sweep,
        subset_sums,
        suit_blocks,
    )


def __getattr__(name: str) -> ModuleType:
    """A kernel is loaded when it is first asked for: most commands need few of them."""
    if name not in __all__:
        raise AttributeError(f"there is no kernel {name!r}")
    try:
        return import_module(f"analyzer.cext.{name}")
    except ImportError as error:
        raise KernelError(
            f"the kernel {name} cannot be loaded ({error}); build it in the checkout with: {BUILD_COMMAND}"
        ) from None


def sources_digest(folder: Path) -> str | None:
    """SHA-256 of the kernel sources in a checkout, as setup.py computes it; None where there are none."""
    paths = sorted([*folder.glob("*.pyx"), *folder.glob("*.pxd")])
    if not any(path.suffix == ".pyx" for path in paths):
        return None
    paths.sort(key=lambda path: path.name)
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def check_fresh(folder: Path, built_from: str) -> None:
    """Refuse to count with kernels that were built from other sources than those beside them."""
    digest = sources_digest(folder)
    if digest is not None and digest != built_from:
        raise KernelError(
            f"the compiled kernels are older than their sources in {folder}; build them again with: {BUILD_COMMAND}"
        )


KERNEL_VERSION = build_info.sources_digest()
check_fresh(Path(build_info.__file__).parent, KERNEL_VERSION)

__all__ = [
    "KERNEL_VERSION",
    "best_settings",
    "board",
    "board_deals",
    "choices",
    "classes",
    "colex",
    "deals",
    "duel",
    "evaluate",
    "event_sums",
    "exchange",
    "hand_table",
    "hand_tests",
    "joint",
    "joint_dealer",
    "kinds",
    "last_card",
    "lines",
    "pairs",
    "round_answers",
    "round_levels",
    "round_states",
    "rounds",
    "seen_draw",
    "seen_streets",
    "settings",
    "showdown_deal",
    "showdown_draw",
    "showdown_seconds",
    "showdown_states",
    "showdown_sweep",
    "subset_sums",
    "suit_blocks",
]
