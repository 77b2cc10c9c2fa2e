"""The report document: one JSON from which every format is rendered, and from which the report can be built again.

Everything that the report depends on is in it: the text of the game files, the pages of rules, the options, and what
was attached. There is no time of day and nothing of the machine in it; the date is whatever was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from analyzer.change.figures import holding
from analyzer.documents import Json, JsonDict
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.sections import nearest
from analyzer.numbers import percent_text
from analyzer.printable import fault_of_name, shown_safely
from analyzer.report.attachments import Attachment, read_proof, read_simulation
from analyzer.report.blocks import Block, Column, table
from analyzer.report.certification import Signing, certification_blocks, status_document
from analyzer.report.checklist import checklist_blocks
from analyzer.report.confirmation import change_blocks, confirmation_blocks
from analyzer.report.decision import (
    PLACES,
    UNCHANGED,
    cover_notes,
    decision_blocks,
    flags_of,
    hangs_on_readings,
    over_readings,
    turning_note,
    worth_cell,
)
from analyzer.report.exposure import exposure_blocks
from analyzer.report.filing import Filing
from analyzer.report.house_ways import house_way_blocks
from analyzer.report.identity import identity_blocks, method_blocks, program_document
from analyzer.report.meters import meter_blocks
from analyzer.report.paytables import paytable_blocks, rates, unit_note
from analyzer.report.profiles import load_profile
from analyzer.report.protection import protection_blocks
from analyzer.report.readings import reading_blocks
from analyzer.report.rules import rules_blocks, terms_blocks
from analyzer.report.spread import spread_blocks, win_blocks
from analyzer.report.strategy import strategy_blocks
from analyzer.report.subject import RulesPages, Subject, find_rules
from analyzer.report.tornado import sensitivity_section
from analyzer.run.helper import in_order, with_helper
from analyzer.run.jobs import Run

SCHEMA = "exactodds/report/1"
# The sections of a game in their order: the key by which others refer to one, its title, and a function from the
# subject to its blocks. A section without blocks is left out.
SECTIONS: tuple[tuple[str, str, Callable[[Subject], list[Block]]], ...] = (
    ("rules", "Rules and assumptions", rules_blocks),
    ("readings", "Readings", reading_blocks),
    ("paytables", "Paytables, house edge and worked rounds", paytable_blocks),
    ("strategy", "Best play", strategy_blocks),
    ("house-way", "House way", house_way_blocks),
    ("spread", "Variance and wagers made together", spread_blocks),
    ("progressive", "Progressive", meter_blocks),
    ("win", "Win over many rounds", win_blocks),
    ("exposure", "Largest payoffs and exposure", exposure_blocks),
    ("protection", "Protection", protection_blocks),
    ("sensitivity", "Sensitivity to every pay", sensitivity_section),
    ("method", "Method and number of deals", method_blocks),
    ("confirmation", "Confirmation", confirmation_blocks),
    ("changes", "Changes since the previous certified result", change_blocks),
    ("identity", "Identity and digests", identity_blocks),
)
# Which take long, where their parts are not kept: these are begun before the others.
_LONG = ("strategy", "paytables", "exposure", "sensitivity", "win", "readings")
_LONG_FIRST = (*_LONG, *(key for key, _, _ in SECTIONS if key not in _LONG))
# Files that the renderers write themselves.
RESERVED_IDS = ("all-outcomes", "all-wagers")
FACE = ("title", "prepared_by", "prepared_for", "reviewed_by", "jurisdiction", "date", "paper")
PAPERS = ("letter", "a4")


@dataclass(frozen=True)
class GameInput:
    """A game of the report: its file, the text of the file, its pages of rules."""

    file: GameFile
    text: str
    rules: RulesPages


@dataclass(frozen=True)
class Request:
    """All that a report is made from."""

    games: tuple[GameInput, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    wager: str | None = None
    face: Mapping[str, str | None] = field(default_factory=dict)
    previous: Attachment | None = None
    proofs: tuple[Attachment, ...] = ()
    simulations: tuple[Attachment, ...] = ()
    filing: Filing = field(default_factory=Filing)
    signing: Signing = field(default_factory=Signing)
    # Whether what each card is worth that should not be seen is counted: of some games that takes minutes.
    protection: bool = False
    # The versions to name as those of the program's libraries; those that are installed, if none are given.
    libraries: Mapping[str, str] | None = None

    def inputs(self) -> JsonDict:
        """The part of the request that appears nowhere else in the document."""
        return {
            "options": dict(self.options),
            "wager": self.wager,
            "previous": None if self.previous is None else self.previous.document(),
            "proofs": [proof.document() for proof in self.proofs],
            "simulations": [simulation.document() for simulation in self.simulations],
            "filing": self.filing.document(),
            "signing": self.signing.document(),
            "protection": self.protection,
        }


def read_game(raw: bytes, name: str) -> GameInput:
    """A game from the bytes of its file; `name` is its path, beside which a page of rules may stand."""
    return game_input(parse_game_file(raw, name))


def game_input(file: GameFile) -> GameInput:
    return GameInput(file, file.text, find_rules(file))


def request_of(document: Json) -> Request:
    """The request that a report answers, from the report itself."""
    inputs = document["inputs"]
    games = [
        GameInput(
            parse_game_file(str(game["game_file"]).encode("utf-8"), _name_in(game)),
            str(game["game_file"]),
            RulesPages.from_document(game["rules"]),
        )
        for game in document["games"]
    ]
    previous = inputs["previous"]
    return Request(
        games=tuple(games),
        options={str(key): str(value) for key, value in inputs["options"].items()},
        wager=inputs["wager"],
        face={key: document[key] for key in FACE},
        previous=None if previous is None else Attachment.from_document(previous),
        proofs=tuple(Attachment.from_document(proof) for proof in inputs["proofs"]),
        simulations=tuple(Attachment.from_document(one) for one in inputs["simulations"]),
        filing=Filing.from_document(inputs["filing"]),
        signing=Signing.from_document(inputs["signing"]),
        protection=inputs["protection"],
    )


def _name_in(game: Json) -> str:
    """Older reports do not name the file."""
    return str(game.get("game_file_name", f"{game['id']}.toml"))


def build_report(request: Request, run: Run) -> JsonDict:
    """The complete document. Its sections ask for the same counts again and again: the latest ones stay in memory."""
    _check(request)
    run = holding(run)
    run = replace(run, store=replace(run.store, helped=True))
    subjects = [_subject(game, request, run) for game in request.games]
    games = [_game(subject, blocks) for subject, blocks in zip(subjects, _blocks(subjects, run), strict=True)]
    status = status_document(subjects, request.filing, request.signing)
    for subject, game in zip(subjects, games, strict=True):
        game["decision"] = decision_blocks(subject, status, request.filing)
    document: JsonDict = {
        "schema": SCHEMA,
        **{key: request.face.get(key) for key in FACE},
        "title": request.face.get("title") or default_title(request.games),
        "paper": request.face.get("paper") or PAPERS[0],
        "status": status,
        "program": program_document(request.libraries),
        "flags": list(_flags(subjects)),
        "summary": _summary(subjects),
        "front": list(_front(subjects, request)),
        "inputs": request.inputs(),
        "games": games,
    }
    _tell_ids_apart(document)
    return document


def _front(subjects: Sequence[Subject], request: Request) -> Iterator[JsonDict]:
    """The sections before the games, which are about all of them."""
    blocks = certification_blocks(subjects, request.face, request.filing, request.signing)
    yield {"key": "certification", "title": "Certification", "blocks": blocks}
    checklist = checklist_blocks(subjects)
    if checklist:
        yield {"key": "checklist", "title": "Checklist of the filing", "blocks": checklist}
    terms = terms_blocks(subjects)
    if terms:
        yield {"key": "terms", "title": "Terms", "blocks": terms}


def default_title(games: Sequence[GameInput]) -> str:
    names = [str(game.file.data["name"]) for game in games]
    return f"Exact analysis of {names[0]}" if len(names) == 1 else f"Exact analysis of {len(names)} games"


def _subject(game: GameInput, request: Request, run: Run) -> Subject:
    return Subject(
        file=game.file,
        text=game.text,
        rules=game.rules,
        options=_options_of(game.file, request.options),
        wager=request.wager,
        run=run,
        previous=request.previous,
        proofs=request.proofs,
        simulations=request.simulations,
        filing=request.filing,
        protection=request.protection,
        signed=request.signing.key_fingerprint is not None,
        libraries=request.libraries,
    )


def _blocks(subjects: Sequence[Subject], run: Run) -> list[dict[str, list[Block]]]:
    """The blocks of each section of each game; those that take long are begun first, by two processes if possible."""
    makers = {key: make for key, _, make in SECTIONS}
    order = [(key, subject) for key in sorted(makers, key=_LONG_FIRST.index) for subject in subjects]
    calls = [partial(makers[key], subject) for key, subject in order]
    spread = with_helper if run.jobs > 1 and run.cluster is None else in_order
    made = spread(calls, run.steps("report", len(calls)))
    blocks: list[dict[str, list[Block]]] = [{} for _ in subjects]
    for (key, subject), some in zip(order, made, strict=True):
        blocks[next(place for place, one in enumerate(subjects) if one is subject)][key] = some
    return blocks


def _title(key: str, title: str, subject: Subject) -> str:
    """The title of a section by what is in it."""
    return "Variance" if key == "spread" and not subject.document["joint"] else title


def _game(subject: Subject, blocks: Mapping[str, list[Block]]) -> JsonDict:
    sections: list[JsonDict] = []
    for key, title, _ in SECTIONS:
        if blocks[key]:
            named = _title(key, title, subject)
            sections.append({"number": len(sections) + 1, "key": key, "title": named, "blocks": blocks[key]})
    return {
        "id": subject.game.id,
        "name": subject.game.name,
        "game_file": subject.text,
        "game_file_name": subject.file_name,
        "game_file_sha256": subject.file.digest,
        "rules": subject.rules.document(),
        "options": dict(subject.game.chosen),
        "checks": [check.document() for check in subject.checks],
        "result": subject.document,
        "decision": [],
        "sections": sections,
    }


# --- what is asked for -----------------------------------------------------------------------------------------------


def _check(request: Request) -> None:
    """Faults of the request, before anything is computed."""
    _check_words(request)
    ids = [game.file.id for game in request.games]
    twice = [name for name in ids if ids.count(name) > 1]
    if twice:
        raise SelectionError(f"{twice[0]} is named twice; a report has each game once")
    for option in request.options:
        if not any(option in game.file.options for game in request.games):
            # Raises the game's own message, which lists the options that it has.
            request.games[0].file.game({option: request.options[option]})
    for profile in request.filing.profiles:
        load_profile(profile)
    _check_limits(request)
    attached = [(one, read_proof(one)) for one in request.proofs]
    attached += [(one, read_simulation(one)) for one in request.simulations]
    for one, data in attached:
        if data.get("game") not in ids:
            raise SelectionError(f"{one.name}: is of {data.get('game')!r}; this report is of {', '.join(ids)}")


def _check_limits(request: Request) -> None:
    """A payout limit must be of a wager that is there."""
    games = [game.file.game(_options_of(game.file, request.options)) for game in request.games]
    known = sorted({wager.id for game in games for wager in game.wagers})
    for wager in request.filing.payout_limits:
        if wager not in known:
            raise SelectionError(f"no wager {wager!r} to limit{nearest(wager, known)}; there are {', '.join(known)}")


def _check_words(request: Request) -> None:
    """What is given for the first pages fits on a line each, and shows all that it is."""
    filing = request.filing
    words = {**request.face, "signatory": filing.signatory, "signatory title": filing.signatory_title}
    for field_name, text in filing.applicant.items():
        words |= {f"field {field_name} of the applicant": field_name, f"applicant {field_name}": text}
    for one in filing.revisions:
        words |= {"number of a revision": one.number, f"revision {one.number}": one.what}
    for name, value in words.items():
        fault = None if value is None else fault_of_name(value)
        if fault == "is blank":
            raise SelectionError(f"{shown_safely(name.replace('_', ' '))}: is blank; leave it out, or say what it is")
        if fault is not None:
            raise SelectionError(f"{shown_safely(name.replace('_', ' '))}: {fault}, which may not stand in a report")


def _options_of(file: GameFile, options: Mapping[str, str]) -> dict[str, str]:
    """The options given that the game has."""
    return {key: value for key, value in options.items() if key in file.options}


def _tell_ids_apart(document: Json) -> None:
    """Make ids unique, because files and sheets are named by them: paytables called A and a would share one."""
    seen: set[str] = {"summary", *RESERVED_IDS}
    parts = [section["blocks"] for section in document["front"]]
    for game in document["games"]:
        parts += [game["decision"], *(section["blocks"] for section in game["sections"])]
    for blocks in parts:
        for block in blocks:
            if "id" in block:
                block["id"] = _unused(block["id"], seen)
                seen.add(block["id"])


def _unused(identity: str, seen: set[str]) -> str:
    """
    >>> _unused("a", {"a", "a-2"}), _unused("b", {"a"})
    ('a-3', 'b')
    """
    number, unused = 1, identity
    while unused in seen:
        number += 1
        unused = f"{identity}-{number}"
    return unused


# --- the first page --------------------------------------------------------------------------------------------------


def _flags(subjects: Sequence[Subject]) -> Iterator[dict[str, str]]:
    """The flags of all games, alerts first; where there is one game it is not named again."""
    named = len(subjects) > 1
    flags = [
        (level, f"{subject.game.name}: {words}." if named else f"{words}.")
        for subject in subjects
        for level, words in flags_of(subject)
    ]
    for level, words in sorted(flags, key=lambda flag: flag[0] != "alert"):
        yield {"level": level, "text": words}


def _summary(subjects: Sequence[Subject]) -> Block:
    """The house edge of every wager, and how much of it hangs on a reading where any does."""
    rows = [(subject, result, hangs_on_readings(subject, result)) for subject in subjects for result in subject.results]
    ranged = any(hanging != UNCHANGED for _, _, hanging in rows)
    columns: list[Column] = [("game", "text"), ("wager", "text"), ("house edge", "percent")]
    columns += [("over the readings", "percent")] if ranged else []
    columns += [("hit rate", "percent"), ("deals", "integer")]
    return table(
        "summary",
        "House edge of every wager",
        columns,
        [
            [
                subject.game.name,
                subject.title_of(result),
                worth_cell(result),
                *([hanging] if ranged else []),
                percent_text(rates(result)[0], PLACES),
                str(result.deals),
            ]
            for subject, result, hanging in rows
        ],
        note="In percent of the initial wager. "
        + unit_note([result for _, result, _ in rows])
        + cover_notes(subjects)
        + (over_readings(subjects) if ranged else "")
        + turning_note([(subject, result) for subject, result, _ in rows]),
        grouped_by=True,
    )
