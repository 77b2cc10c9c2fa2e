"""What became of many random files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

SHOWN = 20


@dataclass
class FuzzReport:
    """Of one kind of file; each fuzzer adds what else it counts."""

    kind: str
    files: int = 0
    compared: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        refused = "".join(f"\n  refused {count}: {reason}" for reason, count in self.refused.most_common())
        differ = "".join(f"\n{difference}" for difference in self.differences[:SHOWN])
        return (
            f"{self.kind}: {self.files} files, {self.compared} compared{self.details()}, "
            f"{self.refused.total()} refused, {len(self.differences)} differ{refused}{differ}"
        )

    def details(self) -> str:
        """What else there is to say of the files that were compared, and of those that were left out."""
        return ""
