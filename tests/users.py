"""Games that users wrote: one with hidden cards, two paytables and a progressive; one of draws with a wild rank."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "games" / "users"


def third_street(folder: Path) -> Path:
    return _copied("third-street", folder)


def eights_wild(folder: Path) -> Path:
    return _copied("eights-wild", folder)


def _copied(game: str, folder: Path) -> Path:
    path = folder / f"{game}.toml"
    path.write_text((FOLDER / path.name).read_text(encoding="utf-8"), encoding="utf-8")
    return path
