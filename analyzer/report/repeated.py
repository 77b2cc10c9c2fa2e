"""Proofs and simulations that were attached to a report, made again: the same seed gives the same cases and rounds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isclose

from analyzer.documents import Json, JsonDict
from analyzer.game.file import GameFile
from analyzer.kernels import KERNEL_VERSION
from analyzer.report.attachments import Attachment, read_proof, read_simulation
from analyzer.report.differences import differences
from analyzer.report.document import Request
from analyzer.run.jobs import Run
from analyzer.trust.prove import prove
from analyzer.trust.simulate import simulate

MAX_SHOWN = 20
# More would take hours, or never end: who asks for them need not have dealt them.
MAX_ROUNDS = 10**10
# How far two machines may be apart in a number that is not exact: a p-value, a z-score.
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Repeated:
    """What differed when an attachment was made again, or why it cannot be."""

    faults: tuple[str, ...] = ()
    cannot: str | None = None


def repeated_faults(attached: Attachment, request: Request, run: Run) -> Repeated:
    """Make a proof or a simulation of the request again, and compare."""
    is_proof = attached in request.proofs
    said = read_proof(attached) if is_proof else read_simulation(attached)
    file = next(game.file for game in request.games if game.file.id == said["game"])
    obstacle = _obstacle(said, file, is_proof)
    if obstacle is not None:
        return Repeated(cannot=obstacle)
    made = _proof(said, file, run) if is_proof else _simulation(said, file, run)
    faults = differences(_exact(said), _exact(json.loads(json.dumps(made)))) + _inexact(said, made)
    return Repeated(tuple(faults[:MAX_SHOWN]))


def _obstacle(said: Json, file: GameFile, is_proof: bool) -> str | None:
    if said.get("game_file_sha256") != file.digest:
        return "it does not say that it is of this text of the game file"
    if said.get("program", {}).get("kernels") != KERNEL_VERSION:
        return "it was made with other kernels"
    if "seed" not in said or ("asked" not in said and not is_proof):
        return "an older version made it, which did not note all that was asked for"
    if not is_proof and said["asked"]["strategy"] is not None:
        return "it was played by the rules of a file"
    if not is_proof and int(said["rounds"]) > MAX_ROUNDS:
        return f"it says that it is of more than {MAX_ROUNDS:,} rounds"
    return "it was stopped before its end" if said.get("stopped") else None


def _proof(said: Json, file: GameFile, run: Run) -> JsonDict:
    return prove(file, said["options"], said["quick"], int(said["seed"]), run).document()


def _simulation(said: Json, file: GameFile, run: Run) -> JsonDict:
    asked = said["asked"]
    rounds, seed = int(said["rounds"]), int(said["seed"])
    return simulate(file, said["options"], asked["wager"], asked["paytable"], rounds, seed, run).document()


def _exact(value: object) -> object:
    """A document without what is not exact: how long a check took, and floating-point numbers."""
    if isinstance(value, dict):
        return {key: _exact(item) for key, item in value.items() if key != "seconds" and not isinstance(item, float)}
    return [_exact(item) for item in value] if isinstance(value, list) else value


def _inexact(said: object, made: object, place: str = "") -> list[str]:
    """Floating-point numbers that are further apart than two machines may be."""
    if isinstance(said, dict) and isinstance(made, dict):
        return [
            fault
            for key in said
            if key in made and key != "seconds"
            for fault in _inexact(said[key], made[key], f"{place}.{key}")
        ]
    if isinstance(said, list) and isinstance(made, list):
        pairs = enumerate(zip(said, made, strict=False))
        return [fault for number, (one, other) in pairs for fault in _inexact(one, other, f"{place}[{number}]")]
    if not isinstance(said, float) and not isinstance(made, float):
        return []
    both = [value for value in (said, made) if isinstance(value, int | float)]
    close = len(both) == 2 and isclose(*both, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return [] if close else [f"{place[1:]}: says {said!r}, computed again it is {made!r}"]
