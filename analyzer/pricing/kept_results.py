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

    def has(self, wager: Wager, paytables: Sequence[Paytable]) -> bool:
        """Whether there is a file of these results, whatever is in it."""
        return self._run.store.has("results", self._named(wager, paytables))

    def joint(self, compute: Callable[[], tuple[dict[str, Any], ...]]) -> tuple[dict[str, Any], ...]:
        """Wagers made together: documents already."""
        if self._run.store.folder is None:
            return compute()
        return tuple(kept_json(self._run.store, "joint-results", self._key, compute))

    def _named(self, wager: Wager, paytables: Sequence[Paytable]) -> dict[str, Any]:
        return self._key | {"wager": wager.id, "paytables": [table.id for table in paytables]}


def encoded(value: Any) -> Any:
    """A result as JSON: plain values as they are, lists in a list, all else after the name of its type.

    >>> encoded([Fraction(1, 3), 2**70, "a"])
    [[['fraction', '1/3'], 1180591620717411303424, 'a']]
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is list:
        return [[encoded(item) for item in value]]
    for name, (types, write, _) in _FORMS.items():
        if isinstance(value, types):
            return [name, write(value)]
    if is_dataclass(value) and KEPT_TYPES.get(kind.__name__) is kind:
        return [kind.__name__, [encoded(getattr(value, field.name)) for field in fields(value)]]
    return index(value)  # numpy's integers; nothing else is in a result


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
    if name in _FORMS:
        return _FORMS[name][2](content)
    return KEPT_TYPES[name](*(decoded(item) for item in content))


def _fraction(text: str) -> Fraction:
    """Without the pattern that Fraction looks for: there are thousands."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


# How what is no object of ours is written and read.
_FORMS: Mapping[str, tuple[Any, Callable[[Any], Any], Callable[[Any], Any]]] = {
    "unit": (Unit, str, Unit),
    "fraction": (Fraction, str, _fraction),
    "mapping": (
        Mapping,
        lambda value: [[encoded(key), encoded(item)] for key, item in value.items()],
        lambda content: {decoded(key): decoded(item) for key, item in content},
    ),
    "tuple": (
        tuple,
        lambda value: [encoded(item) for item in value],
        lambda content: tuple(decoded(item) for item in content),
    ),
}
