"""What is certified of a wager: exact figures under one paytable and one reading, with the digest of the counts.

Figures are computed from the counts and kept in the store under everything that they depend on: the rules, the pays,
the kernels and this program. So they are read back at once, and a change of any of these computes them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING

from analyzer.documents import Json, JsonDict
from analyzer.errors import LongCountError
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import parse_linear
from analyzer.pricing.advantage import Advantage, advantage_of
from analyzer.pricing.kinds.registry import kind_of
from analyzer.run.jobs import Run
from analyzer.run.store import Held, kept_json
from analyzer.run.versions import program_files, sources_digest
from analyzer.units import Unit

if TYPE_CHECKING:
    from analyzer.pricing.results import WagerResult

Reading = tuple[tuple[str, str], ...]
# The rooms and modules whose Python decides a figure.
FIGURE_SOURCES = ("cards", "change", "engines", "files.py", "game", "pricing", "integers.py", "numbers.py", "units.py")
FIGURES = ("ev", "hit_frequency", "variance", "largest_payoff")


@dataclass(frozen=True)
class OutcomeFigures:
    """One thing that can happen: in how many deals, and the net result."""

    name: str
    count: int
    net: Pay


@dataclass(frozen=True)
class Figures:
    """Exact results of one wager under one paytable; `reading` lists the options that are not at their defaults.

    Numbers are texts, as in a result document. `counts` is the digest of what was counted, which no pay can change;
    it is empty, and `outcomes` may be, where the figures were read from a document that does not have them.
    """

    game: str
    wager: str
    paytable: str
    reading: Reading
    pays: Mapping[str, str]
    ev: str
    hit_frequency: str
    variance: str
    largest_payoff: str
    counts: str = ""
    deals: int = 0
    outcomes: tuple[OutcomeFigures, ...] = ()
    unit: Unit = Unit.UNITS
    least_meter: Fraction = Fraction(0)

    @property
    def key(self) -> tuple[str, str, str, Reading]:
        return self.game, self.wager, self.paytable, self.reading

    @property
    def place(self) -> str:
        """For people: `bonus 1 (top_hand = royal)`."""
        options = ", ".join(f"{key} = {value}" for key, value in self.reading)
        return f"{self.wager} {self.paytable}" + (f" ({options})" if options else "")

    @property
    def house_edge(self) -> str | None:
        """None where there is no stake."""
        return None if not self.unit.has_stake else negated(self.ev)

    @property
    def worth(self) -> str:
        """The house edge, or the expected result in dollars a round."""
        return self.house_edge or self.ev

    @property
    def worth_text(self) -> str:
        """The same for people: `house edge 2.857983 %`."""
        return f"{self.unit.worth_name} {worth_text(self.amount('worth'), self.unit)}"

    @property
    def advantage(self) -> Advantage | None:
        mean = self.amount("ev")
        return None if mean is None else advantage_of(mean, self.unit, least_meter=self.least_meter)

    def amount(self, figure: str) -> Pay | None:
        """A figure as an amount and a share of the meter; None if it is neither (a polynomial), or there is none."""
        return read_linear(str(getattr(self, figure)))

    def top_award(self, meter: Fraction | None) -> Fraction | None:
        """The largest payoff at that level of the meter; None where it depends on one and none is given."""
        nets: list[Pay | None] = [outcome.net for outcome in self.outcomes if outcome.count]
        amounts = [_at_meter(net, meter) for net in nets or [self.amount("largest_payoff")]]
        known = [amount for amount in amounts if amount is not None]
        return max(known) if len(known) == len(amounts) else None

    def same_results(self, other: Figures) -> bool:
        return all(getattr(self, name) == getattr(other, name) for name in FIGURES)


def _at_meter(net: Pay | None, meter: Fraction | None) -> Fraction | None:
    if net is None or (net.meter and meter is None):
        return None
    return net.at(meter or Fraction(0))


def negated(expression: str) -> str:
    """
    >>> negated("J/10 - 2/3"), negated("5/7")
    ('2/3 - J/10', '-5/7')
    """
    from analyzer.pricing.results import pay_text

    value = read_linear(expression)
    if value is None:
        raise ValueError(f"{expression!r} is not an amount with a share of the meter")
    return pay_text(-value)


def worth_text(value: Pay | None, unit: Unit, *, signed: bool = False, percent_places: int = 6) -> str:
    """What a wager is worth, or a change of that, in its unit; an expression where it depends on a meter."""
    from analyzer.pricing.results import pay_text

    if value is None:
        return ""
    if value.meter:
        return pay_text(value)
    sign = "+" if signed and value.amount > 0 else ""
    return sign + unit.text(value.amount, percent_places)


def read_linear(text: str) -> Pay | None:
    """An amount with a share of the meter J, as a result document writes it; None if it is neither."""
    parts = parse_linear(text)
    return None if parts is None else Pay(*parts)


# --- readings --------------------------------------------------------------------------------------------------------


def readings(file: GameFile, wager: str) -> list[Reading]:
    """The defaults, then each other enumerated value of each option that the wager depends on, alone."""
    options = [file.options[key] for key in file.options_of(wager)]
    return [(), *(((option.id, value),) for option in options for value in option.values[1:])]


def certify(file: GameFile, run: Run) -> list[Figures]:
    """Every wager, paytable and reading of the game."""
    held = holding(run)
    return [
        figures
        for wager in file.game().wagers
        for reading in readings(file, wager.id)
        for figures in figures_of(file, held, wager.id, reading=reading)
    ]


@dataclass(frozen=True)
class QuickFigures:
    """The game as it is dealt, and the readings of wagers that need no long count of their own; `left` are the others.

    A count that is kept is not long: whoever has counted a reading before compares it for nothing.
    """

    figures: Sequence[Figures]
    left: Sequence[tuple[str, Reading]]


def certify_quickly(file: GameFile, run: Run) -> QuickFigures:
    held = holding(run)
    quick = replace(held, store=replace(held.store, short=True))
    certified: list[Figures] = []
    left: list[tuple[str, Reading]] = []
    for wager in file.game().wagers:
        for reading in readings(file, wager.id):
            try:
                certified += figures_of(file, quick if reading else held, wager.id, reading=reading)
            except LongCountError:
                left.append((wager.id, reading))
    return QuickFigures(certified, left)


def holding(run: Run) -> Run:
    """The same run, whose store holds what it reads: readings that differ in pays alone share their counts."""
    return replace(run, store=replace(run.store, held=run.store.held or Held()))


def figures_of(
    file: GameFile, run: Run, wager: str | None = None, paytable: str | None = None, reading: Reading = ()
) -> Iterator[Figures]:
    """The figures of the wagers and paytables asked for, under one reading."""
    from analyzer.pricing.analysis import select_paytables, select_wagers
    from analyzer.pricing.kept_results import KeptResults
    from analyzer.pricing.results import least_meter_of

    game = file.game(dict(reading))
    rules = game.rules_digest
    for chosen in select_wagers(game, wager):
        tables = select_paytables(chosen, paytable, required=wager is not None)
        if tables:
            counts = _kept_counts(game, chosen, run, rules)
            analysed = partial(KeptResults(file, game, run).found, chosen)
            for table, kept in zip(tables, _kept_results(game, chosen, tables, run, rules, analysed), strict=True):
                key = (game.id, chosen.id, table.id, reading)
                figures = _read_kept(kept, key, pays_of(chosen, table), counts)
                yield replace(figures, unit=chosen.unit, least_meter=least_meter_of(chosen, table))


def _read_kept(kept: Json, key: tuple[str, str, str, Reading], pays: Mapping[str, str], counts: str) -> Figures:
    results = {name: kept[name] for name in FIGURES}
    outcomes = tuple(
        OutcomeFigures(name, int(count), Pay(Fraction(amount), Fraction(meter)))
        for name, count, amount, meter in kept["outcomes"]
    )
    return Figures(*key, pays, **results, counts=counts, deals=int(kept["deals"]), outcomes=outcomes)


def _kept_results(
    game: Game,
    wager: Wager,
    tables: Sequence[Paytable],
    run: Run,
    rules: str,
    analysed: Callable[[], list[WagerResult] | None],
) -> list[JsonDict]:
    """The results of each paytable; those that the store does not have are computed together, from the same counts.

    If the wager was analysed before, that result is taken.
    """
    from analyzer.pricing.analysis import analyze_wager

    same = {"rules": rules, "wager": wager.id, "program": program_digest()}
    keys = [same | {"pays": pays_of(wager, table)} for table in tables]
    missing = [table for table, key in zip(tables, keys, strict=True) if run.store.find("figures", key) is None]
    computed = (analysed() or analyze_wager(game, wager, missing, run)) if missing else []
    result_of = {result.paytable: result for result in computed}
    return [
        kept_json(run.store, "figures", key, partial(_results, result_of.get(table.id)))
        for table, key in zip(tables, keys, strict=True)
    ]


def _results(result: WagerResult | None) -> JsonDict:
    from analyzer.pricing.results import pay_text

    assert result is not None
    result.in_one_piece("a certified result")
    return {
        "ev": pay_text(result.mean),
        "hit_frequency": str(result.price.hit_frequency),
        "variance": str(result.price.variance),
        "largest_payoff": pay_text(result.largest_payoff),
        "deals": str(result.deals),
        "outcomes": [
            [outcome.name, str(outcome.count), str(outcome.net.amount), str(outcome.net.meter)]
            for outcome in result.outcomes
        ],
    }


def pays_of(wager: Wager, table: Paytable) -> dict[str, str]:
    return {line: str(pay) for line, pay in zip(wager.line_ids, table.pays, strict=True)}


def stake_in_pays(game: Game, wager: Wager) -> Fraction:
    """What the pays of the game file have in them beside the net result: the stake, where they are for one."""
    rules = [one for one in game.rules.wagers if one.id == wager.id] if game.rules is not None else []
    return Fraction(any(one.odds == "for_one" and one.meter is None for one in rules))


# --- digests ---------------------------------------------------------------------------------------------------------


@cache
def program_digest() -> str:
    """SHA-256 of all Python that decides a figure, so that figures of another version are never reused."""
    return sources_digest(program_files(FIGURE_SOURCES))


def _kept_counts(game: Game, wager: Wager, run: Run, rules: str) -> str:
    what = {"rules": rules, "wager": wager.id, "program": program_digest()}
    return str(kept_json(run.store, "counts-digest", what, lambda: counts_digest(game, wager, run)))


def counts_digest(game: Game, wager: Wager, run: Run) -> str:
    """SHA-256 of what was counted for the wager, before anything is paid."""
    key = kind_of(wager).counts_key(game, wager, run)
    compute = partial(_digest_of_counts, game, wager, run)
    return compute() if key is None else str(kept_json(run.store, "digest-of-counts", key, compute))


def _digest_of_counts(game: Game, wager: Wager, run: Run) -> str:
    digest = hashlib.sha256()
    for part in kind_of(wager).counted(game, wager, run):
        digest.update(part if isinstance(part, bytes) else json.dumps(part).encode())
    return digest.hexdigest()
