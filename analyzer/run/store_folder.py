"""What lies in the store's folder: looked at without reading it whole, and cleared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from analyzer.files import UNFINISHED_PREFIX
from analyzer.run.entries import SUFFIX, Head, NotTrustedError, head_of_entry, read_entry
from analyzer.run.store import LOCK_SUFFIX, NAME_DIGITS, UNFINISHED

OUR_NAME = re.compile(rf"[a-z0-9-]+-[0-9a-f]{{{NAME_DIGITS}}}({re.escape(SUFFIX)}|{re.escape(LOCK_SUFFIX)})")


@dataclass(frozen=True)
class Entry:
    """A file in the cache folder: `state` is good, old (other engines), unfinished, damaged or foreign.

    Links are foreign, and so is what another user may have written.
    """

    path: Path
    bytes: int
    state: str


def entries_in(folder: Path) -> list[Entry]:
    """Every file where the store keeps files, by name. Nothing is read whole; no link is followed."""
    entries = []
    for path in sorted(_files_below(folder)):
        with suppress(FileNotFoundError):  # another process has just removed it
            entries.append(Entry(path, path.lstat().st_size, _state(path, folder)))
    return entries


def _files_below(folder: Path) -> Iterator[Path]:
    """What lies in the folder, in `unfinished` and in the folders in there: everything but folders."""
    unfinished = folder / UNFINISHED
    yield from (path for path in _listed(folder) if not _is_folder(path))
    for path in _listed(unfinished):
        yield from (inner for inner in _listed(path) if not _is_folder(inner)) if _is_folder(path) else (path,)


def _listed(folder: Path) -> list[Path]:
    try:
        return [] if folder.name == UNFINISHED and folder.is_symlink() else list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _state(path: Path, folder: Path) -> str:
    """A file is ours by its place, its name and its owner; one whose name is not its key's is damaged."""
    name = path.name if path.parent in (folder, folder / UNFINISHED) else path.parent.name + SUFFIX
    is_named = OUR_NAME.fullmatch(name) or path.name.startswith(UNFINISHED_PREFIX)
    if not is_named or not S_ISREG(path.lstat().st_mode):
        return "foreign"
    if path.suffix != SUFFIX:
        return "unfinished"
    try:
        return _state_by_head(head_of_entry(path), path, folder)
    except FileNotFoundError:
        raise
    except OSError as error:
        return "foreign" if isinstance(error, NotTrustedError) else "damaged"


def _state_by_head(head: Head | None, path: Path, folder: Path) -> str:
    if head is None or (path.parent == folder and not path.stem.endswith(f"-{head.key[:NAME_DIGITS]}")):
        return "damaged"
    if not head.by_these_engines:
        return "old"
    return "good" if path.parent == folder else "unfinished"


def is_intact(path: Path) -> bool:
    """Whether a file of counts by these engines is what was written, to the last byte."""
    try:
        head = head_of_entry(path)
        return head is not None and read_entry(path, head.key) is not None
    except OSError:
        return False


def clear_folder(folder: Path, *, useless_only: bool = False) -> int:
    """Remove our files, or those alone that no good count is in; say how many bytes that was.

    Foreign files stay, and so do the pieces of a count that a process is making now.
    """
    removed = 0
    unfinished = folder / UNFINISHED
    busy = {lock.stem for lock in _listed(unfinished) if lock.suffix == LOCK_SUFFIX and _is_held(lock)}
    for entry in entries_in(folder):
        if entry.state == "foreign" or (useless_only and entry.state == "good"):
            continue
        if {entry.path.stem, entry.path.parent.name} & busy and entry.state != "good":
            continue
        entry.path.unlink(missing_ok=True)
        removed += entry.bytes
    for path in (*_listed(unfinished), unfinished):
        with suppress(OSError):  # not ours, or not empty
            path.rmdir()
    return removed


def _is_held(lock: Path) -> bool:
    from filelock import FileLock, Timeout

    try:
        with FileLock(lock, timeout=0):
            return False
    except Timeout:
        return True
    except (OSError, NotImplementedError):
        return False
