"""What a report is given beside the games: a previous result, proofs, simulations. They are carried in the report.

An attachment keeps its text as it was read, so that the report can be built again from itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.change.diff import Document, document_of
from analyzer.change.locks import Lock, is_lock, parse_lock
from analyzer.documents import Json, JsonDict, fault_of_document
from analyzer.errors import FileError
from analyzer.files import FileKind, decode, parse_json, parse_toml, read_bytes
from analyzer.game.file import GAME_FILE
from analyzer.pricing.results import SCHEMA as RESULT_SCHEMA
from analyzer.printable import shown_safely
from analyzer.report.digests import canonical
from analyzer.trust.prove import SCHEMA as PROOF_SCHEMA
from analyzer.trust.simulate import SCHEMA as SIMULATION_SCHEMA

ATTACHMENT = FileKind("an attachment", 64 * 1024 * 1024, max_depth=40)


@dataclass(frozen=True)
class Attachment:
    """A file by its name, the digest of all of it, and the text that the report needs."""

    name: str
    sha256: str
    text: str

    @property
    def is_whole(self) -> bool:
        """Whether the text is all of the file, by its digest. Of a previous result only some of it is carried."""
        return hashlib.sha256(self.text.encode()).hexdigest() == self.sha256

    def document(self) -> dict[str, str]:
        return {"name": self.name, "sha256": self.sha256, "text": self.text}

    @classmethod
    def from_document(cls, document: Json) -> Attachment:
        return cls(str(document["name"]), str(document["sha256"]), str(document["text"]))


def read_attachment(path: Path) -> Attachment:
    raw = read_bytes(path, ATTACHMENT)
    if shown_safely(path.name) != path.name:
        raise FileError.at(shown_safely(str(path)), "has a name that may not stand in a report")
    return Attachment(path.name, hashlib.sha256(raw).hexdigest(), decode(raw, str(path), ATTACHMENT))


# --- proofs and simulations ------------------------------------------------------------------------------------------


def read_proof(attached: Attachment) -> JsonDict:
    """The document that `exactodds prove` wrote."""
    return _read_document(attached, PROOF_SCHEMA, "a proof")


def read_simulation(attached: Attachment) -> JsonDict:
    """The document that `exactodds simulate` printed; of the game as it should be played."""
    document = _read_document(attached, SIMULATION_SCHEMA, "a simulation")
    if document.get("sees"):
        sees = ", ".join(document["sees"])
        raise FileError.at(attached.name, f"is a simulation of one who sees {sees}: it confirms no result of a report")
    return document


def _read_document(attached: Attachment, schema: str, what: str) -> JsonDict:
    """JSON of that schema, to the last key."""
    data = parse_json(attached.text, attached.name, ATTACHMENT)
    if not isinstance(data, dict) or data.get("schema") != schema:
        raise FileError.at(attached.name, f"is not {what}: its schema must be {schema!r}")
    fault = fault_of_document(schema.removeprefix("exactodds/").replace("/", "-"), data)
    if fault is not None:
        raise FileError.at(attached.name, f"is not {what} of this program: {fault}")
    return data


# --- the previous result ---------------------------------------------------------------------------------------------


def read_previous(path: Path, games: Sequence[str]) -> Attachment:
    """A lock, a result document or a report; of documents only the results of these games are carried on."""
    attached = read_attachment(path)
    if is_lock(attached.text.encode()):
        previous_side(attached, None)
        return attached
    if _is_game_file(attached.text):
        raise FileError.at(
            str(path), "is a game file, which has no results: lock it first (exactodds lock), and give its lock"
        )
    try:
        data = parse_json(attached.text, str(path), ATTACHMENT)
    except FileError:
        raise FileError.at(str(path), "is neither a lock nor a result document nor a report of this program") from None
    results = [result for result in _results(data) if result.get("game") in games]
    if not results:
        raise FileError.at(str(path), f"has no result of {' or '.join(games)}")
    kept = Attachment(attached.name, attached.sha256, canonical(results).decode())
    previous_side(kept, None)
    return kept


def _is_game_file(text: str) -> bool:
    """Whether the text says that it is one; nothing else of it is checked."""
    try:
        return str(parse_toml(text.encode(), "", GAME_FILE).get("schema")).startswith("exactodds/game/")
    except FileError:
        return False


def _results(data: object) -> list[JsonDict]:
    """Result documents: one, a list of them, or the results of a report's games."""
    if isinstance(data, dict) and data.get("schema") == RESULT_SCHEMA:
        return [data]
    if isinstance(data, dict) and isinstance(data.get("games"), list):
        data = [game.get("result") for game in data["games"] if isinstance(game, dict)]
    if isinstance(data, list):
        return [item for item in data if isinstance(item, dict) and item.get("schema") == RESULT_SCHEMA]
    return []


def previous_side(previous: Attachment, game: str | None) -> Lock | Document | None:
    """What was certified of the game, to be compared; None if the previous result has nothing of it."""
    if is_lock(previous.text.encode()):
        lock = parse_lock(previous.text.encode(), previous.name)
        if game is None:
            return lock
        return Lock(previous.name, {game: lock.games[game]}) if game in lock.games else None
    document = document_of(json.loads(previous.text), previous.name)
    if game is None:
        return document
    figures = tuple(figures for figures in document.figures if figures.game == game)
    return Document(previous.name, document.options, figures) if figures else None
