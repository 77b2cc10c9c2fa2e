"""The report document: one JSON from which every format is rendered, and from which the report can be built again.

Everything that the report depends on is in it: the text of the game files, the pages of rules, the options, and what
was attached. There is no time of day and nothing of the machine in it; the date is whatever was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.errors import SelectionError
from analyzer.game.file import GameFile, parse_game_file
from analyzer.numbers import one_in_text, percent_text
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, joint_advantage, joint_name
from analyzer.report.attachments import Attachment, read_proof, read_simulation
from analyzer.report.blocks import Block, table
from analyzer.report.confirmation import change_blocks, confirmation_blocks, proof_failures
from analyzer.report.digests import digest_of
from analyzer.report.exposure import exposure_blocks
from analyzer.report.identity import identity_blocks, method_blocks, program_document
from analyzer.report.meters import meter_blocks
from analyzer.report.paytables import edge_text, expected_text, paytable_blocks, rates, return_text, worth_blocks
from analyzer.report.rules import rules_blocks
from analyzer.report.sensitivity import sensitivity_blocks
from analyzer.report.spread import hold_blocks, spread_blocks
from analyzer.report.strategy import house_way_blocks, strategy_blocks
from analyzer.report.subject import RulesPages, Subject, find_rules
from analyzer.run.jobs import Run

SCHEMA = "exactodds/report/1"
RARE = Fraction(1, 100_000_000)
# The sections in their order. Each is a function from the subject to its blocks.
SECTIONS: tuple[tuple[str, Callable[[Subject], list[Block]]], ...] = (
    ("Identity", identity_blocks),
    ("Rules, assumptions and readings", rules_blocks),
    ("Method and number of deals", method_blocks),
    ("Paytables, combinations and worked rounds", paytable_blocks),
    ("House edge, return and rates", worth_blocks),
    ("Variance, distribution and joint results", spread_blocks),
    ("Optimal strategy", strategy_blocks),
    ("House way", house_way_blocks),
    ("Largest payoffs, exposure and payout caps", exposure_blocks),
    ("Progressive", meter_blocks),
    ("Hold over many rounds", hold_blocks),
    ("Sensitivity to every pay", sensitivity_blocks),
    ("Confirmation", confirmation_blocks),
    ("Changes since the previous certified result", change_blocks),
)
# Files that the renderers write themselves.
RESERVED_IDS = ("all-outcomes", "all-wagers")
FACE = ("title", "prepared_by", "prepared_for", "jurisdiction", "date")


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

    def inputs(self) -> dict[str, Any]:
        """The part of the request that appears nowhere else in the document."""
        return {
            "options": dict(self.options),
            "wager": self.wager,
            "previous": None if self.previous is None else self.previous.document(),
            "proofs": [proof.document() for proof in self.proofs],
            "simulations": [simulation.document() for simulation in self.simulations],
        }


def read_game(raw: bytes, name: str) -> GameInput:
    """A game from the bytes of its file; `name` is its path, beside which a page of rules may stand."""
    file = parse_game_file(raw, name)
    return GameInput(file, raw.decode("utf-8"), find_rules(file))


def request_of(document: Mapping[str, Any]) -> Request:
    """The request that a report answers, from the report itself."""
    inputs = document["inputs"]
    games = [
        GameInput(
            parse_game_file(str(game["game_file"]).encode("utf-8"), f"{game['id']}.toml"),
            str(game["game_file"]),
            RulesPages(game["rules"]["game"], game["rules"]["common"]),
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
    )


def build_report(request: Request, run: Run) -> dict[str, Any]:
    """The complete document, with its digest."""
    _check(request)
    subjects = [_subject(game, request, run) for game in request.games]
    document: dict[str, Any] = {
        "schema": SCHEMA,
        **{key: request.face.get(key) for key in FACE},
        "title": request.face.get("title") or default_title(request.games),
        "program": program_document(),
        "flags": [],
        "summary": {},
        "inputs": request.inputs(),
        "games": [],
    }
    with run.steps("report", len(subjects) * len(SECTIONS)) as step:
        for subject in subjects:
            document["games"].append(_game(subject, step))
    document["flags"] = list(_flags(subjects, request))
    document["summary"] = _summary(subjects)
    _tell_ids_apart(document)
    return document | {"digest": report_digest(document)}


def report_digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of everything but the digest itself."""
    return digest_of({key: value for key, value in document.items() if key != "digest"})


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
    )


def _game(subject: Subject, step: Callable[[], None]) -> dict[str, Any]:
    sections = []
    for number, (title, blocks) in enumerate(SECTIONS, start=1):
        sections.append({"number": number, "title": title, "blocks": blocks(subject)})
        step()
    return {
        "id": subject.game.id,
        "name": subject.game.name,
        "game_file": subject.text,
        "game_file_sha256": subject.file.digest,
        "rules": subject.rules.document(),
        "options": dict(subject.game.chosen),
        "result": subject.document,
        "sections": sections,
    }


# --- what is asked for -----------------------------------------------------------------------------------------------


def _check(request: Request) -> None:
    """Faults of the request, before anything is computed."""
    ids = [game.file.id for game in request.games]
    twice = [name for name in ids if ids.count(name) > 1]
    if twice:
        raise SelectionError(f"{twice[0]} is named twice; a report has each game once")
    for option in request.options:
        if not any(option in game.file.options for game in request.games):
            # Raises the game's own message, which lists the options that it has.
            request.games[0].file.game({option: request.options[option]})
    attached = [(one, read_proof(one)) for one in request.proofs]
    attached += [(one, read_simulation(one)) for one in request.simulations]
    for one, data in attached:
        if data.get("game") not in ids:
            raise SelectionError(f"{one.name}: is of {data.get('game')!r}; this report is of {', '.join(ids)}")


def _options_of(file: GameFile, options: Mapping[str, str]) -> dict[str, str]:
    """The options given that the game has."""
    return {key: value for key, value in options.items() if key in file.options}


def _tell_ids_apart(document: Mapping[str, Any]) -> None:
    """Make ids unique, because files and sheets are named by them: paytables called A and a would share one."""
    seen: set[str] = {"summary", *RESERVED_IDS}
    for game in document["games"]:
        for section in game["sections"]:
            for block in section["blocks"]:
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


def _flags(subjects: Sequence[Subject], request: Request) -> Iterator[dict[str, str]]:
    for subject in subjects:
        for result in subject.results:
            name = f"{subject.game.name}: {subject.title_of(result)}"
            if result.advantage is not None and result.advantage.certain:
                yield {"level": "alert", "text": f"{name}: {result.advantage.text}."}
        for row in subject.document["joint"]:
            advantage = joint_advantage(row)
            if advantage is not None:
                words = f"{subject.game.name}: {joint_name(row)}, made together: {advantage.text}."
                yield {"level": "alert", "text": words}
    for proof in request.proofs:
        failed = proof_failures(proof)
        if failed:
            yield {"level": "alert", "text": f"{proof.name}: the proof failed: {', '.join(failed)}."}
    for subject in subjects:
        for result in subject.results:
            name = f"{subject.game.name}: {subject.title_of(result)}"
            if result.advantage is not None and not result.advantage.certain:
                yield {"level": "note", "text": f"{name}: {result.advantage.text}."}
            for outcome in rare_awards(result):
                title = outcome.details.get("title", outcome.name)
                rarity = one_in_text(Fraction(outcome.count, result.deals))
                words = f"{name}: {title} is an award rarer than 1 in 100 million: 1 in {rarity}."
                yield {"level": "note", "text": words}


def rare_awards(result: WagerResult) -> Iterator[Outcome]:
    """Awards that most tables will never pay."""
    for outcome in result.outcomes:
        if 0 < Fraction(outcome.count, result.deals) < RARE and outcome.net.is_gain:
            yield outcome


def _summary(subjects: Sequence[Subject]) -> Block:
    return table(
        "summary",
        "House edge of every wager",
        (
            ("game", "text"),
            ("wager", "text"),
            ("paytable", "text"),
            ("house edge", "percent"),
            ("return", "percent"),
            ("expected result", "decimal"),
            ("hit frequency", "percent"),
            ("deals", "integer"),
        ),
        [
            [
                subject.game.name,
                result.name,
                result.paytable,
                edge_text(result),
                return_text(result),
                expected_text(result),
                percent_text(rates(result)[0], 6),
                str(result.deals),
            ]
            for subject in subjects
            for result in subject.results
        ],
        note="Per unit of the initial wager, or in dollars a round where there is no stake. A house edge below zero, "
        "and an expected result above zero, favour the player.",
    )
