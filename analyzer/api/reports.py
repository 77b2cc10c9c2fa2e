"""The certified report: report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyzer.api.arguments import (
    OptionValue,
    Running,
    counts,
    game_file,
    option_texts,
    path_of,
    paths_of,
    run_of,
    text_or_none,
    yes_or_no,
)
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import Json, JsonDict
from analyzer.errors import ArgumentError

if TYPE_CHECKING:
    from analyzer.api.games import Game


class Report(Table):
    """A report that was written: its folder, its files and its document."""

    def __init__(self, folder: Path, files: Mapping[str, bytes], document: Json) -> None:
        self.folder, self._document = folder, document
        self._files = files

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(self.folder / name for name in self._files)

    @property
    def sha256(self) -> str:
        """Of report.json."""
        import hashlib

        from analyzer.report.files import REPORT

        return hashlib.sha256(self._files[REPORT]).hexdigest()

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader must know first."""
        return tuple(str(flag["text"]) for flag in self._document["flags"])

    @property
    def status(self) -> str:
        """Whether it is a draft, and why."""
        status = self._document["status"]
        return "; ".join([str(status["word"]), *map(str, status["reasons"])])

    def document(self) -> JsonDict:
        """What is in report.json."""
        return dict(self._document)

    def _title(self) -> str:
        return f"{len(self._files)} files in {self.folder}"

    def _columns(self) -> Sequence[Column]:
        return [Column("file"), Column("bytes", "count")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [(name, len(content)) for name, content in self._files.items()]


@counts
def report(
    *games: Game | str | Path,
    output: str | Path,
    formats: str | Sequence[str] | None = None,
    wager: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    filing: str | Path | None = None,
    title: str | None = None,
    prepared_by: str | None = None,
    prepared_for: str | None = None,
    jurisdiction: str | None = None,
    date: str | None = None,
    previous: str | Path | None = None,
    proofs: Sequence[str | Path] = (),
    simulations: Sequence[str | Path] = (),
    sign: str | Path | None = None,
    protection: bool = False,
    **running: Unpack[Running],
) -> Report:
    """Write a report of games into a folder: report.json, and the formats rendered from it, by default all.

    It is a draft unless it is certified: that needs proofs and simulations, a signatory in the filing, and `sign`.

    `date` is YYYY-MM-DD, and none by default: the same games give the same bytes. `filing` is a filing file, which says
    who signs and what a regulator asks for; `sign` is a private key without a passphrase. What is signed is counted
    anew, unless `cache` names a folder. `protection` adds what each card is worth that should not be seen.

    >>> import exactodds
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     game, output = "three-card-poker-6-card-bonus", f"{folder}/report"
    ...     written = exactodds.report(game, output=output, formats="json", wager="pair-plus", progress=False)
    >>> [path.name for path in written.files], written.status.split(";")[0]
    (['report.json', 'SHA256SUMS'], 'DRAFT')
    """
    from analyzer.files import read_bytes
    from analyzer.game.file import GAME_FILE
    from analyzer.report.attachments import read_attachment, read_previous
    from analyzer.report.certification import Signing
    from analyzer.report.document import FACE, Request, build_report, read_game
    from analyzer.report.files import check_folder, make_files, write_files
    from analyzer.report.filing import Filing, read_filing
    from analyzer.report.profiles import check_fields
    from analyzer.report.signing import fingerprint, read_private_key

    if not games:
        raise ArgumentError("report() needs one or more games")
    folder, wanted = path_of("output", output), _formats(formats)
    given = {
        "title": _name("title", title),
        "prepared_by": _name("prepared_by", prepared_by),
        "prepared_for": _name("prepared_for", prepared_for),
        "jurisdiction": _name("jurisdiction", jurisdiction),
        "date": _date(date),
    }
    is_protected = yes_or_no("protection", protection)
    check_folder(folder)
    key = None if sign is None else read_private_key(path_of("sign", sign))
    mark = None if key is None else fingerprint(key.public_key())
    filed = Filing() if filing is None else read_filing(path_of("filing", filing))
    check_fields(filed)
    before = None if previous is None else path_of("previous", previous)
    # Loaded first: that says what is wrong with a name or a file.
    paths = [game_file(game).path for game in games]
    inputs = [read_game(read_bytes(path, GAME_FILE), path) for path in paths]
    request = Request(
        games=tuple(inputs),
        options=option_texts(options),
        wager=text_or_none("wager", wager),
        face={**dict.fromkeys(FACE), **filed.face, **{name: text for name, text in given.items() if text is not None}},
        previous=None if before is None else read_previous(before, [one.file.id for one in inputs]),
        proofs=tuple(read_attachment(path) for path in paths_of("proofs", proofs)),
        simulations=tuple(read_attachment(path) for path in paths_of("simulations", simulations)),
        filing=filed,
        signing=Signing(mark),
        protection=is_protected,
    )
    with run_of("report", running, apart=key is not None) as run:
        document = build_report(request, run)
    files = make_files(document, wanted, key)
    write_files(folder, files)
    return Report(folder, files, document)


def _name(what: str, name: str | None) -> str | None:
    """A name without blanks around it."""
    from analyzer.printable import fault_of_name

    text = text_or_none(what, name)
    fault = None if text is None else fault_of_name(text.strip())
    if fault is not None:
        raise ArgumentError(f"{what} {fault}; leave it out, or say what it is")
    return None if text is None else text.strip()


def _date(date: object) -> str | None:
    from datetime import date as day

    if date is None:
        return None
    try:
        return day.fromisoformat(str(date)).isoformat()
    except ValueError:
        raise ArgumentError(f"date is a day such as 2026-03-31, not {date!r}") from None


def _formats(formats: str | Iterable[str] | None) -> list[str]:
    from analyzer.report.files import FORMATS

    if formats is None:
        return [*FORMATS]
    if not isinstance(formats, Iterable):
        raise ArgumentError(f"formats are text such as 'html,pdf', or a list of such names, not {formats!r}")
    asked = formats.split(",") if isinstance(formats, str) else list(formats)
    for name in asked:
        if name not in FORMATS:
            raise ArgumentError(f"{name!r} is not a format; choose from {', '.join(FORMATS)}")
    return [name for name in FORMATS if name in asked]
