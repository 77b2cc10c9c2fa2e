"""Differences between two game files, locks or result documents, wager by wager and line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from analyzer.change.check import Drift, compare, subtract
from analyzer.change.figures import (
    FIGURES,
    Figures,
    OutcomeFigures,
    Reading,
    certify,
    figures_of,
    read_linear,
    stake_in_pays,
)
from analyzer.change.locks import LOCK_FILE, Lock, is_lock, read_lock
from analyzer.change.strategy_shift import StrategyShift, same_rules, strategy_shift
from analyzer.documents import Json, JsonDict
from analyzer.errors import FileError, LockError, SelectionError
from analyzer.files import FileKind, is_file, read_bytes, read_json
from analyzer.game.file import GameFile
from analyzer.game.library import load_game, shipped_ids
from analyzer.game.model import Game, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import parse_long_fraction
from analyzer.pricing.results import SCHEMA as RESULT_SCHEMA
from analyzer.pricing.results import pay_text
from analyzer.run.jobs import Run
from analyzer.units import Unit

SCHEMA = "exactodds/diff/1"
DOCUMENT = FileKind("a document with results", 256 * 1024 * 1024, max_depth=40)


@dataclass(frozen=True)
class LineDiff:
    """One outcome, before and after: how often, what it pays, what it adds to the expectation."""

    name: str
    old: OutcomeFigures | None
    new: OutcomeFigures | None
    old_share: Pay
    new_share: Pay

    @property
    def difference(self) -> Pay:
        return self.new_share - self.old_share

    def document(self) -> JsonDict:
        return {
            "name": self.name,
            "count": {"old": _count(self.old), "new": _count(self.new)},
            "pays": {"old": _net(self.old), "new": _net(self.new)},
            "contribution": {
                "old": pay_text(self.old_share),
                "new": pay_text(self.new_share),
                "difference": pay_text(self.difference),
            },
        }


def _count(outcome: OutcomeFigures | None) -> str | None:
    return None if outcome is None else str(outcome.count)


def _net(outcome: OutcomeFigures | None) -> str | None:
    return None if outcome is None else pay_text(outcome.net)


@dataclass(frozen=True)
class WagerDiff:
    """One wager under one paytable and reading."""

    drift: Drift
    lines: tuple[LineDiff, ...] = ()
    shift: StrategyShift | None = None

    def document(self) -> JsonDict:
        old, new = self.drift.old, self.drift.new
        document = self.drift.document()
        for figure in FIGURES[1:]:
            difference = subtract(new, old, figure)
            document[figure] = {
                "old": getattr(old, figure) if old else None,
                "new": getattr(new, figure) if new else None,
                "difference": None if difference is None else pay_text(difference),
            }
        if self.drift.unit.has_stake:
            document["return"] = {side: return_text(figures) for side, figures in (("old", old), ("new", new))}
        document["lines"] = [line.document() for line in self.lines]
        if self.shift is not None:
            document["decisions"] = self.shift.document()
        return document


def return_text(figures: Figures | None) -> str | None:
    mean = figures.amount("ev") if figures else None
    return None if mean is None else pay_text(mean + Pay(Fraction(1)))


@dataclass(frozen=True)
class Difference:
    old: str
    new: str
    wagers: tuple[WagerDiff, ...]
    # Of game files: wagers whose pays are said for one. What is compared is net.
    for_one: frozenset[str] = frozenset()

    def is_for_one(self, wager: WagerDiff) -> bool:
        return wager.drift.figures.wager in self.for_one

    @property
    def flags(self) -> tuple[str, ...]:
        """The player's advantages on the new side, and those that ended."""
        return tuple(wager.drift.flag for wager in self.wagers if wager.drift.flag)

    @property
    def changed(self) -> tuple[WagerDiff, ...]:
        return tuple(wager for wager in self.wagers if wager.drift.status != "unchanged")

    def document(self) -> JsonDict:
        return {
            "schema": SCHEMA,
            "old": self.old,
            "new": self.new,
            "unchanged": len(self.wagers) - len(self.changed),
            "player_advantage": list(self.flags),
            "wagers": [wager.document() for wager in self.changed],
        }


# --- two sides -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Document:
    """Result documents: the figures of one or more games, each under one choice of options."""

    path: str
    options: Mapping[str, Mapping[str, str]]
    figures: tuple[Figures, ...]


Side = GameFile | Lock | Document


def open_side(name: str) -> Side:
    """A game id, or the path of a game file, a lock, or a result document."""
    path = Path(name)
    if name in shipped_ids() or not is_file(path):
        return load_game(name)
    if path.suffix == ".json":
        return read_document(path)
    return read_lock(path) if _is_lock(path) else load_game(name)


def _is_lock(path: Path) -> bool:
    try:
        return is_lock(read_bytes(path, LOCK_FILE))
    except LockError:
        return False


def read_document(path: Path) -> Document:
    """The result documents in a JSON file: one, a list, or inside a report."""
    return document_of(read_json(path, DOCUMENT), str(path))


def document_of(data: object, name: str) -> Document:
    """The same for JSON that was read already."""
    results = list(_results_in(data))
    if not results:
        raise FileError.at(name, f"has no result document, {RESULT_SCHEMA!r}")
    try:
        figures = tuple(_document_figures(result, wager) for result in results for wager in result["wagers"])
        options = {str(result["game"]): dict(result["options"]) for result in results}
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise FileError.at(name, f"is not a result document of this program: {error!r}") from None
    for one in figures:
        fault = _contradiction(one)
        if fault is not None:
            raise FileError.at(name, f"contradicts itself: {one.place}: {fault}")
    return Document(name, options, figures)


def _results_in(data: object) -> Iterator[JsonDict]:
    if isinstance(data, dict) and data.get("schema") == RESULT_SCHEMA:
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _results_in(item)


def _document_figures(result: Json, wager: Json) -> Figures:
    outcomes = tuple(
        OutcomeFigures(str(outcome["name"]), int(outcome["count"]), _read_net(outcome["pays"]))
        for outcome in wager["outcomes"]
    )
    return Figures(
        str(result["game"]),
        str(wager["wager"]),
        str(wager["paytable"]),
        (),
        {outcome.name: pay_text(outcome.net) for outcome in outcomes},
        ev=pay_text(_read_net(wager["ev"])),
        hit_frequency=str(wager["hit_frequency"]),
        variance=str(wager["variance"]),
        largest_payoff=pay_text(_read_net(wager["largest_payoff"])),
        deals=int(wager["deals"]),
        outcomes=outcomes,
        unit=Unit(wager["unit"]),
    )


def _contradiction(figures: Figures) -> str | None:
    """Results follow from the outcomes: where they do not, one of the two was changed."""
    outcomes, deals = figures.outcomes, figures.deals
    if deals <= 0 or any(outcome.count < 0 for outcome in outcomes):
        return "there are counts below zero"
    if sum(outcome.count for outcome in outcomes) != deals:
        return f"the outcomes do not add up to {deals} deals"
    mean = sum((outcome.net * Fraction(outcome.count, deals) for outcome in outcomes), Pay(Fraction(0)))
    if mean != figures.amount("ev"):
        return f"the outcomes have a mean of {pay_text(mean)}, not {figures.ev}"
    hits = sum(outcome.count for outcome in outcomes if outcome.net.amount > 0)
    at_any_meter = not any(outcome.net.meter for outcome in outcomes)
    if at_any_meter and parse_long_fraction(figures.hit_frequency) != Fraction(hits, deals):
        return f"{hits} of {deals} deals are hits, not {figures.hit_frequency}"
    return None


def _read_net(text: object) -> Pay:
    net = read_linear(str(text))
    if net is None:
        raise ValueError(f"{text!r} is not an amount")
    return net


# --- comparing -------------------------------------------------------------------------------------------------------


def diff(
    old: Side,
    new: Side,
    run: Run,
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
) -> Difference:
    """Every wager of both sides, compared; `options`, `wager` and `paytable` restrict what is compared."""
    chosen = dict(options or {})
    before, now = (_figures_of(side, other, run, chosen, wager) for side, other in ((old, new), (new, old)))
    before, now = (
        [figures for figures in side if wager in (None, figures.wager) and paytable in (None, figures.paytable)]
        for side in (before, now)
    )
    if not before and not now:
        raise SelectionError(f"neither side has a wager {wager or ''} with a paytable {paytable or ''}")
    games = [{figures.game for figures in side} for side in (before, now)]
    if all(len(names) == 1 for names in games) and games[0] != games[1]:
        before = [replace(figures, game=next(iter(games[1]))) for figures in before]
    if isinstance(old, Document) or isinstance(new, Document):
        before, now = _alike(before, now)
    wagers = [_wager_diff(drift, old, new, run, chosen) for drift in compare(before, now)]
    return Difference(old.path, new.path, tuple(wagers), _for_one(old) | _for_one(new))


def _for_one(side: Side) -> frozenset[str]:
    if not isinstance(side, GameFile):
        return frozenset()
    game = side.game()
    return frozenset(wager.id for wager in game.wagers if stake_in_pays(game, wager))


def _figures_of(side: Side, other: Side, run: Run, options: dict[str, str], wager: str | None) -> list[Figures]:
    """The figures of one side that can be compared with the other."""
    if isinstance(side, Document):
        return list(side.figures)
    if isinstance(side, Lock):
        every = [one for figures in side.games.values() for one in figures]
        return [one for one in every if not one.reading] if isinstance(other, Document) else every
    if isinstance(other, Lock):
        return certify(side, run)
    if isinstance(other, Document):
        of_game = other.options.get(side.id, {})
        options = {key: value for key, value in of_game.items() if key in side.options}
    reading: Reading = tuple(sorted(options.items()))
    return [replace(one, reading=()) for one in figures_of(side, run, wager, reading=reading)]


def _alike(before: list[Figures], now: list[Figures]) -> tuple[list[Figures], list[Figures]]:
    """Both sides as a result document has them: without the digest of counts, and with pays by outcome.

    Where the pays are the same, so must be how often each outcome happens. Where they are not, the player may have
    decided otherwise: that is no other count.
    """

    def blank(figures: Figures) -> Figures:
        pays = {outcome.name: pay_text(outcome.net) for outcome in figures.outcomes}
        return replace(figures, counts="", pays=pays)

    sides = [[blank(figures) for figures in side] for side in (before, now)]
    if all(figures.outcomes for side in sides for figures in side):
        pays = [{figures.key: figures.pays for figures in side} for side in sides]
        same = {key for key in pays[0] if pays[0][key] == pays[1].get(key)}
        sides = [[_with_counts(one) if one.key in same else one for one in side] for side in sides]
        return sides[0], sides[1]
    return [replace(figures, pays={}) for figures in sides[0]], [replace(figures, pays={}) for figures in sides[1]]


def _with_counts(figures: Figures) -> Figures:
    """With what the outcomes say in place of the digest of counts."""
    counts = " ".join(
        f"{outcome.name}={outcome.count}" for outcome in sorted(figures.outcomes, key=lambda one: one.name)
    )
    return replace(figures, counts=f"{figures.deals}: {counts}")


def _wager_diff(drift: Drift, old: Side, new: Side, run: Run, options: dict[str, str]) -> WagerDiff:
    if drift.old is None or drift.new is None or drift.status == "unchanged":
        return WagerDiff(drift)
    lines = _line_diffs(drift.old, drift.new)
    shift = None
    if isinstance(old, GameFile) and isinstance(new, GameFile):
        shift = _shift_of(drift, old.game(options), new.game(options), run)
    return WagerDiff(drift, lines, shift)


def _line_diffs(old: Figures, new: Figures) -> tuple[LineDiff, ...]:
    before, now = _numbered(old.outcomes), _numbered(new.outcomes)
    if not before or not now:
        return ()
    return tuple(
        LineDiff(
            key[0], before.get(key), now.get(key), _share(before.get(key), old.deals), _share(now.get(key), new.deals)
        )
        for key in dict.fromkeys([*now, *before])
    )


def _numbered(outcomes: Sequence[OutcomeFigures]) -> dict[tuple[str, int], OutcomeFigures]:
    """By name and how many of that name came before: rows may pay differently for what is called the same."""
    numbered: dict[tuple[str, int], OutcomeFigures] = {}
    uses = Counter[str]()
    for outcome in outcomes:
        numbered[outcome.name, uses[outcome.name]] = outcome
        uses[outcome.name] += 1
    return numbered


def _share(outcome: OutcomeFigures | None, deals: int) -> Pay:
    if outcome is None:
        return Pay(Fraction(0))
    part = Fraction(outcome.count, deals)
    return outcome.net * part


def _shift_of(drift: Drift, old: Game, new: Game, run: Run) -> StrategyShift | None:
    """The split into price and strategy, where nothing but pays has changed."""
    before, now = (_wager_of(game, drift.figures.wager) for game in (old, new))
    if before is None or now is None or not same_rules((old, before), (new, now)):
        return None
    tables = [next(table for table in wager.paytables if table.id == drift.figures.paytable) for wager in (before, now)]
    return strategy_shift(new, now, tables[0], tables[1], run)


def _wager_of(game: Game, wager: str) -> Wager | None:
    return next((candidate for candidate in game.wagers if candidate.id == wager), None)
