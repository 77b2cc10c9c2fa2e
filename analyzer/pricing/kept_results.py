"""Results in the store: a game that was analysed before is read back, and not priced again.

They are kept under all that decides them: what the game file says, the options, the kernels and this program. Numbers
stay exact: fractions and integers are written as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from operator import index
from typing import Any

from analyzer.game.file import GameFile
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.pricing import details, moments
from analyzer.pricing.polynomials import Polynomial
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json
from analyzer.run.versions import program_files, sources_digest
from analyzer.units import Unit

# The rooms and modules whose Python decides a result.
RESULT_SOURCES = ("cards", "engines", "files.py", "game", "pricing", "integers.py", "numbers.py", "units.py")
# What a result is made of, by the names that they are kept under.
KEPT_TYPES: Mapping[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        WagerResult, Pay, Polynomial,
        moments.Outcome, moments.Price, moments.Piece, moments.LongRun,
        details.DecisionDetails, details.CloseDecision, details.SeenCard, details.HandCount, details.AverageBet,
        details.MeterDetails, details.SideDetails, details.TaxDetails, details.SetDetails,
    )
}  # fmt: skip
FRACTION, UNIT, TUPLE, MAPPING = "fraction", "unit", "tuple", "mapping"


@cache
def results_program() -> str:
    """SHA-256 of all Python that decides a result, so that results of another version are never reused."""
    return sources_digest(program_files(RESULT_SOURCES))


class KeptResults:
    """The results of one game under one choice of options, as the store has them."""

    def __init__(self, file: GameFile, game: Game, run: Run) -> None:
        self._run = run
        said = repr((dict(file.data), file.sees, dict(game.chosen)))
        self._key = {"game": hashlib.sha256(said.encode()).hexdigest(), "program": results_program()}

    def of_wager(
        self, wager: Wager, paytables: Sequence[Paytable], compute: Callable[[], list[WagerResult]]
    ) -> list[WagerResult]:
        """The wager under some of its paytables, kept together."""
        if self._run.store.folder is None:
            return compute()  # as it is: nothing is written, so nothing has to be read
        named = self._named(wager, paytables)
        return list(decoded(kept_json(self._run.store, "results", named, lambda: encoded(compute()))))

    def found(self, wager: Wager) -> list[WagerResult] | None:
        """The wager under all its paytables, if it was analysed before."""
        text = self._run.store.find_text("results", self._named(wager, wager.paytables))
        return None if text is None else list(decoded(json.loads(text)))

    def joint(self, compute: Callable[[], tuple[dict[str, Any], ...]]) -> tuple[dict[str, Any], ...]:
        """Wagers made together: documents already."""
        if self._run.store.folder is None:
            return compute()
        return tuple(kept_json(self._run.store, "joint-results", self._key, compute))

    def _named(self, wager: Wager, paytables: Sequence[Paytable]) -> dict[str, Any]:
        return self._key | {"wager": wager.id, "paytables": [table.id for table in paytables]}


def encoded(value: Any) -> Any:
    """A result as JSON. Objects are lists that begin with the name of their type; other lists are in a list.

    >>> encoded([Fraction(1, 3), 2**70])
    [[['fraction', '1/3'], 1180591620717411303424]]
    """
    if value is None or isinstance(value, bool | float) or type(value) is str:
        return value
    if isinstance(value, Unit):
        return [UNIT, str(value)]
    if isinstance(value, Fraction):
        return [FRACTION, str(value)]
    if isinstance(value, Mapping):
        return [MAPPING, [[encoded(key), encoded(item)] for key, item in value.items()]]
    if isinstance(value, tuple):
        return [TUPLE, [encoded(item) for item in value]]
    if isinstance(value, list):
        return [[encoded(item) for item in value]]
    name = type(value).__name__
    if is_dataclass(value) and KEPT_TYPES.get(name) is type(value):
        return [name, [encoded(getattr(value, field.name)) for field in fields(value)]]
    return index(value)


def decoded(value: Any) -> Any:
    """What `encoded` wrote.

    >>> decoded(encoded({"a": (Fraction(1, 3), [True, None])}))
    {'a': (Fraction(1, 3), [True, None])}
    """
    if not isinstance(value, list):
        return value
    if len(value) == 1:
        return [decoded(item) for item in value[0]]
    name, content = value
    if name == FRACTION:
        numerator, _, denominator = content.partition("/")
        return Fraction(int(numerator), int(denominator or 1))
    if name == UNIT:
        return Unit(content)
    if name == MAPPING:
        return {decoded(key): decoded(item) for key, item in content}
    if name == TUPLE:
        return tuple(decoded(item) for item in content)
    return KEPT_TYPES[name](*(decoded(item) for item in content))
