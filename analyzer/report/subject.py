"""What one game's part of a report is made from: the game file's text, its pages of rules, and the analysis."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from analyzer.change.figures import pays_of
from analyzer.documents import Json, JsonDict
from analyzer.files import FileKind, check_size, exists, read_page
from analyzer.game.file import GameFile
from analyzer.game.library import is_shipped, shipped_ids, shipped_page
from analyzer.game.model import Game, Paytable, Wager
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import GameResult, WagerResult
from analyzer.printable import fault_of_line
from analyzer.report.attachments import Attachment
from analyzer.report.blocks import block_id
from analyzer.report.filing import Filing
from analyzer.run.jobs import Run
from analyzer.run.versions import package_files, program_files, sources_digest

if TYPE_CHECKING:
    from analyzer.report.checks import Check
    from analyzer.report.readings import Effect

T = TypeVar("T")
COMMON_PAGE = "common"
RULES_FOLDER = "rules"
# Tables that a report is made with beside the games: lists of rules to play by, profiles of jurisdictions.
REPORT_TABLES = ("strategies/", "jurisdictions/")
REPORTED_PAGE = "the page of rules in the report"
MAX_NAME = 100
RULES_PAGE = FileKind("a page of rules", 128 * 1024)


@dataclass(frozen=True)
class RulesPages:
    """The rules in our words: the page of the game, and what holds for all games. Markdown."""

    game: str | None
    common: str | None

    def document(self) -> dict[str, str | None]:
        return {"game": self.game, "common": self.common}

    @classmethod
    def from_document(cls, document: Mapping[str, str | None]) -> RulesPages:
        """Those that a report carries: a page is no larger there than as a file."""
        for page in document.values():
            check_size((page or "").encode(), REPORTED_PAGE, RULES_PAGE)
        return cls(document["game"], document["common"])


def given_name(file: GameFile) -> str:
    """The name of a game file without its folder; what is no name of a file becomes that of the game.

    A report is read by people, and may come from anyone: nothing that misleads stands in it.
    """
    name = Path(file.path).name
    return name if name.endswith(".toml") and len(name) <= MAX_NAME and not fault_of_line(name) else f"{file.id}.toml"


def find_rules(file: GameFile) -> RulesPages:
    """The page `rules/GAME.md` beside the game file, or else the one that comes with the program."""
    beside = Path(file.path).parent / RULES_FOLDER / f"{file.id}.md"
    page = read_page(beside, RULES_PAGE) if exists(beside) else shipped_page(file.id)
    return RulesPages(page, shipped_page(COMMON_PAGE))


def shipped_page_of_another_file(file: GameFile, pages: RulesPages) -> bool:
    """Whether the page was written for the game file that comes with the program, and this file is not that one."""
    return file.id in shipped_ids() and pages.game == shipped_page(file.id) and not is_shipped(file)


@dataclass(frozen=True)
class Subject:
    """One game of a report, under one choice of options, and what was attached to the report."""

    file: GameFile
    text: str
    rules: RulesPages
    options: Mapping[str, str]
    wager: str | None
    run: Run
    previous: Attachment | None = None
    proofs: tuple[Attachment, ...] = ()
    simulations: tuple[Attachment, ...] = ()
    filing: Filing = field(default_factory=Filing)
    protection: bool = False
    signed: bool = False
    libraries: Mapping[str, str] | None = None

    @property
    def file_name(self) -> str:
        """The name of the game file as it was given, without its folder."""
        return given_name(self.file)

    @property
    def for_commands(self) -> str:
        """How commands name the game: a file that is not the program's own by its name; the options that differ."""
        name = self.game.id if is_shipped(self.file) else shlex.quote(self.file_name)
        return " ".join(
            [name, *(f"--option {shlex.quote(f'{key}={value}')}" for key, value in self.other_options.items())]
        )

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What was checked, and what came of it."""
        from analyzer.report.checks import checks_of

        return checks_of(self)

    @cached_property
    def effects(self) -> list[Effect]:
        """What every other reading, changed alone, would give."""
        from analyzer.report.readings import effects_of

        return effects_of(self)

    @cached_property
    def result(self) -> GameResult:
        analysis = analyze(self.file, self.options, self.wager, run=self.run)
        for result in analysis.wagers:
            result.in_one_piece("a report")
        return analysis

    @cached_property
    def document(self) -> JsonDict:
        """The result document; everything in the report is made from it or checked against it."""
        return self.result.document()

    @cached_property
    def game(self) -> Game:
        return self.result.game

    @property
    def other_options(self) -> dict[str, str]:
        """The options that are not as the game file has them by default."""
        options = self.game.options
        return {key: value for key, value in self.game.chosen.items() if value != options[key].default}

    @property
    def told_otherwise(self) -> dict[str, str]:
        """Those of them that rules in words may contradict: a number, such as a meter's, is no reading."""
        return {key: value for key, value in self.other_options.items() if not self.game.options[key].is_number}

    @property
    def results(self) -> tuple[WagerResult, ...]:
        return self.result.wagers

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers that are reported, as the game has them."""
        reported = {result.wager for result in self.results}
        return tuple(wager for wager in self.game.wagers if wager.id in reported)

    def results_of(self, wager: Wager) -> list[WagerResult]:
        return [result for result in self.results if result.wager == wager.id]

    def wager_of(self, result: WagerResult) -> Wager:
        return next(wager for wager in self.wagers if wager.id == result.wager)

    def paytable_of(self, result: WagerResult) -> Paytable:
        return next(table for table in self.wager_of(result).paytables if table.id == result.paytable)

    def document_of(self, result: WagerResult) -> Json:
        """The part of the result document about one wager and paytable."""
        place = next(place for place, other in enumerate(self.results) if other is result)
        row: Json = self.document["wagers"][place]
        return row

    def id_of(self, *parts: object) -> str:
        """An id that no other game of the report has."""
        return block_id(self.game.id, *parts)

    def title_of(self, result: WagerResult) -> str:
        """The wager's name, with the paytable's where it has several.

        A lone paytable is called 1, which says nothing.
        """
        alone = len(self.wager_of(result).paytables) == 1
        return result.name if alone else f"{result.name}, paytable {result.paytable}"

    def kept(self, what: str, key: Json, compute: Callable[[], T]) -> T:
        """Something that takes a while and depends on the rules, the options and `key` alone; JSON, kept in the store.

        The program's own digest is part of the key, so results of another version are never reused.
        """
        named = {"rules": self.game.rules_digest, "program": report_sources(), **key}
        kept = self.run.store.arrays(
            f"report-{what}", named, lambda: {"json": np.frombuffer(json.dumps(compute()).encode(), np.uint8).copy()}
        )
        value: T = json.loads(kept["json"].tobytes())
        return value

    def pays(self, result: WagerResult) -> dict[str, str]:
        return pays_of(self.wager_of(result), self.paytable_of(result))


@cache
def report_sources() -> str:
    """SHA-256 of all that a report depends on: the program, the renderers with their templates, lists and profiles."""
    tables = [file for folder in REPORT_TABLES for file in package_files("tables", folder)]
    return sources_digest([*program_files(), *package_files("reports"), *tables])


def line_names(wager: Wager) -> dict[str, str]:
    """How each pay of a wager is called; results that are paid without a line have their id for a name."""
    names = wager.names_of_lines
    return {line: names.get(line, line.replace("-", " ").capitalize()) for line in wager.line_ids}
