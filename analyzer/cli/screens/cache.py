"""The store as a person reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from analyzer.run.store_folder import Entry


def size_text(size: int) -> str:
    """
    >>> size_text(0), size_text(1536), size_text(191_933_632)
    ('0 bytes', '1.5 kB', '191.9 MB')
    """
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= least:
            return f"{size / least:.1f} {unit}"
    return f"{size} bytes"


def cache_report(folder: Path, entries: Sequence[Entry]) -> str:
    """One line for each kind of count, and for each state that is not good."""
    lines = [f"{folder}: {size_text(sum(entry.bytes for entry in entries))} in {len(entries)} files"]
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for entry in entries:
        what = entry.path.stem.rpartition("-")[0] if entry.state == "good" else entry.state
        files[what] += 1
        sizes[what] += entry.bytes
    lines += [f"  {what:24} {files[what]:5} {size_text(sizes[what]):>10}" for what in sorted(files)]
    if any(entry.state not in ("good", "foreign") for entry in entries):
        lines.append("exactodds cache clear --useless removes what is damaged, unfinished or of another version")
    return "\n".join(lines)
