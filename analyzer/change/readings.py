"""Every reading of a game's document, changed alone: what each wager is worth under it, and between which bounds.

A reading is a value of an option that has a weight (1: the document is silent or contradicts itself). Options without
one are variants that the document offers: they are listed, and left out of the bounds. Numbers are no readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from time import perf_counter
from typing import Any

from analyzer.change.check import subtract
from analyzer.change.figures import Figures, Reading, figures_of, pays_of, program_digest, worth_text
from analyzer.documents import JsonDict
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Option, Wager
from analyzer.game.pay import Pay
from analyzer.game.plain import wager_digest
from analyzer.pricing.advantage import turned
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.pricing.results import pay_text
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json

SCHEMA = "exactodds/readings/1"
# Readings of this weight make the bounds, and are combined.
WEIGHT = 1


@dataclass(frozen=True)
class ReadRow:
    """One wager under one paytable, under one reading or a combination of some."""

    default: Figures
    figures: Figures
    weight: int | None = None

    @property
    def reading(self) -> Reading:
        return self.figures.reading

    @property
    def name(self) -> str:
        """
        `top_hand = royal`, for people.
        """
        return ", ".join(f"{option} = {value}" for option, value in self.reading)

    @property
    def difference(self) -> Pay | None:
        """How much the house edge rises; without a stake, how much the player gains."""
        return subtract(self.figures, self.default, "worth")

    @property
    def turns_over(self) -> bool:
        """Whether the player gains an advantage by the reading, or loses it."""
        return (self.figures.advantage is None) != (self.default.advantage is None)

    @property
    def flag(self) -> str | None:
        """What the reading does to the player's advantage; None where it leaves that as it is."""
        old, new = self.default.advantage, self.figures.advantage
        return None if old == new else turned(old, new)

    def document(self) -> JsonDict:
        figures = self.figures
        return {
            "options": dict(self.reading),
            "weight": self.weight,
            **_worth_document(figures),
            "difference": None if self.difference is None else pay_text(self.difference),
            "turns_over": self.turns_over,
            "flag": self.flag,
        }


@dataclass(frozen=True)
class Bound:
    """An end of the interval: what the wager is worth there, and the reading; none for the default one."""

    worth: Pay
    reading: Reading


@dataclass(frozen=True)
class Bounds:
    """The least and the most that a wager is worth over all readings of a weight, changed alone."""

    low: Bound
    high: Bound

    def document(self) -> JsonDict:
        return {
            "weight": WEIGHT,
            **{
                name: {"worth": pay_text(end.worth), "options": dict(end.reading)}
                for name, end in (("low", self.low), ("high", self.high))
            },
        }


@dataclass(frozen=True)
class WagerReadings:
    """One wager under one paytable: as it is read, under every other reading, and under combinations if asked for."""

    name: str
    default: Figures
    rows: tuple[ReadRow, ...]
    same: tuple[str, ...] = ()  # options of the game that change nothing for it
    combined: tuple[ReadRow, ...] = ()

    @cached_property
    def bounds(self) -> Bounds | None:
        """None where the wager is worth something that depends on a meter."""
        read = [(figures.amount("worth"), figures.reading) for figures in (self.default, *self._weighed)]
        ends = [Bound(worth, reading) for worth, reading in read if worth is not None and not worth.meter]
        if len(ends) < len(read):
            return None
        return Bounds(min(ends, key=_worth), max(ends, key=_worth))

    @property
    def _weighed(self) -> Iterator[Figures]:
        yield from (row.figures for row in self.rows if row.weight == WEIGHT)

    def document(self) -> JsonDict:
        return {
            "wager": self.default.wager,
            "name": self.name,
            "paytable": self.default.paytable,
            "unit": str(self.default.unit),
            **_worth_document(self.default),
            "readings": [row.document() for row in self.rows],
            "unchanged_by": list(self.same),
            "interval": None if self.bounds is None else self.bounds.document(),
            **({"combinations": [row.document() for row in self.combined]} if self.combined else {}),
        }


def _worth(bound: Bound) -> Any:
    return bound.worth.amount


def _worth_document(figures: Figures) -> JsonDict:
    advantage = figures.advantage
    return {
        figures.unit.worth_key: figures.worth,
        "text": worth_text(figures.amount("worth"), figures.unit),
        "player_advantage": None if advantage is None else advantage.extent,
    }


@dataclass(frozen=True)
class GameReadings:
    """All wagers of a game under all its readings; `impossible` are combinations that make no game, and why."""

    game: Game
    wagers: tuple[WagerReadings, ...]
    impossible: Mapping[str, str]

    @property
    def readings(self) -> tuple[Option, ...]:
        """Options with values; numbers are no readings."""
        return tuple(option for option in self.game.options.values() if not option.is_number)

    @property
    def flags(self) -> list[str]:
        """Every reading that turns a player's advantage over."""
        rows = [(wager, row) for wager in self.wagers for row in (*wager.rows, *wager.combined)]
        return [f"{wager.default.place}: with {row.name} {row.flag}" for wager, row in rows if row.turns_over]

    def document(self) -> JsonDict:
        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "name": self.game.name,
            "readings": [
                {
                    "option": option.id,
                    "values": list(option.values),
                    "weight": option.weight,
                    "meaning": option.meaning,
                    "source": option.source,
                }
                for option in self.readings
            ],
            "wagers": [wager.document() for wager in self.wagers],
            "turned_over": self.flags,
            "impossible": dict(self.impossible),
        }


# --- alone -----------------------------------------------------------------------------------------------------------


def game_readings(file: GameFile, run: Run, wager: str | None = None, paytable: str | None = None) -> GameReadings:
    """Every wager and paytable, or those asked for, under every reading changed alone."""
    game = file.game()
    read = [
        one
        for chosen in select_wagers(game, wager)
        for one in _of_wager(file, run, game, chosen, paytable, required=wager is not None)
    ]
    return GameReadings(game, tuple(read), {})


def _of_wager(
    file: GameFile, run: Run, game: Game, wager: Wager, paytable: str | None, *, required: bool
) -> Iterator[WagerReadings]:
    tables = [table.id for table in select_paytables(wager, paytable, required=required)]
    if not tables:
        return
    options = [option for option in game.options.values() if not option.is_number]
    tried = [((option.id, value),) for option in options for value in option.values[1:]]
    same = _digest(game, wager)
    changing = [reading for reading in tried if _planned_digest(file, wager.id, reading) != same]
    default = _figures(file, run, wager.id, ())
    under = {reading: _figures(file, run, wager.id, reading) for reading in changing}
    moved = {option for ((option, _),) in changing}
    for table in tables:
        rows = [
            ReadRow(default[table], under[reading][table], game.options[reading[0][0]].weight) for reading in changing
        ]
        unmoved = tuple(option.id for option in options if option.id not in moved)
        yield WagerReadings(wager.name, default[table], tuple(rows), unmoved)


def _planned_digest(file: GameFile, wager: str, reading: Reading) -> str:
    game = file.game(dict(reading))
    return _digest(game, next(one for one in game.wagers if one.id == wager))


def _digest(game: Game, wager: Wager) -> str:
    """All that a result depends on: what is counted and what is paid."""
    pays = [(table.id, pays_of(wager, table)) for table in wager.paytables]
    main = wager_digest(game, wager.main) if wager.main is not None else ""
    return repr((wager_digest(game, wager), main, pays))


def _figures(file: GameFile, run: Run, wager: str, reading: Reading) -> dict[str, Figures]:
    """By paytable; how long a count took is kept, so that a longer run can be announced."""
    start = perf_counter()
    by_paytable = {figures.paytable: figures for figures in figures_of(file, run, wager, reading=reading)}
    took = perf_counter() - start
    _seconds(file, run, wager, reading, took)
    return by_paytable


def _seconds(file: GameFile, run: Run, wager: str, reading: Reading, took: float) -> float:
    """How long this took when it was counted; `took` where no time was recorded."""
    named = {"rules": file.game(dict(reading)).rules_digest, "wager": wager, "program": program_digest()}
    return float(kept_json(run.store, "reading-seconds", named, lambda: took))


# --- together --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Combinations of readings to be computed, by wager, those that are no game, and about how long it takes."""

    combinations: Mapping[str, tuple[Reading, ...]]
    impossible: Mapping[str, str]
    seconds: float

    @property
    def number(self) -> int:
        return sum(map(len, self.combinations.values()))


def planned_combinations(file: GameFile, run: Run, alone: GameReadings) -> Plan:
    """All combinations of readings of weight 1 that can interact: each of them changes what is counted or paid.

    A combination in which one reading makes no difference beside the others is theirs, and not listed again.
    """
    options = [option for option in alone.readings if option.weight == WEIGHT]
    impossible: dict[str, str] = {}
    combined: dict[str, tuple[Reading, ...]] = {}
    seconds = 0.0
    for wager in dict.fromkeys(one.default.wager for one in alone.wagers):
        digests: dict[Reading, str | None] = {(): _planned_digest(file, wager, ())}
        for number in range(1, len(options) + 1):
            for some in combinations(options, number):
                for values in product(*(option.values[1:] for option in some)):
                    reading = tuple((option.id, value) for option, value in zip(some, values, strict=True))
                    digests[reading] = _possible_digest(file, wager, reading, impossible)
        combined[wager] = tuple(reading for reading in digests if len(reading) > 1 and _interacts(reading, digests))
        seconds += len(combined[wager]) * _longest(file, run, wager, alone)
    return Plan(combined, impossible, seconds)


def _possible_digest(file: GameFile, wager: str, reading: Reading, impossible: dict[str, str]) -> str | None:
    try:
        return _planned_digest(file, wager, reading)
    except ExactOddsError as error:
        name = ", ".join(f"{option} = {value}" for option, value in reading)
        if not any(set(other.split(", ")) < set(name.split(", ")) for other in impossible):
            impossible[name] = str(error).replace("\n", " ")
        return None


def _interacts(reading: Reading, digests: Mapping[Reading, str | None]) -> bool:
    """Whether every one of the readings matters beside the others."""
    own = digests[reading]
    fewer = [tuple(one for one in reading if one != left) for left in reading]
    return own is not None and all(digests[less] != own for less in fewer)


def _longest(file: GameFile, run: Run, wager: str, alone: GameReadings) -> float:
    """The longest time that one of its readings took."""
    readings = {row.reading for one in alone.wagers if one.default.wager == wager for row in one.rows}
    return max(_seconds(file, run, wager, reading, 0.0) for reading in {(), *readings})


def with_combinations(file: GameFile, run: Run, alone: GameReadings, plan: Plan) -> GameReadings:
    """The same with the combinations of the plan."""
    with run.steps("combinations of readings", plan.number) as step:
        under: dict[tuple[str, Reading], dict[str, Figures]] = {}
        for wager, readings in plan.combinations.items():
            for reading in readings:
                under[wager, reading] = _figures(file, run, wager, reading)
                step()
    wagers = []
    for one in alone.wagers:
        key = one.default.wager
        rows = [
            ReadRow(one.default, under[key, reading][one.default.paytable], WEIGHT)
            for reading in plan.combinations[key]
        ]
        wagers.append(WagerReadings(one.name, one.default, one.rows, one.same, tuple(rows)))
    return GameReadings(alone.game, tuple(wagers), plan.impossible)
