"""Checks: a game as it is now against what was certified, and against limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from analyzer.change.figures import Figures, Reading, certify, certify_quickly, figures_of, pays_of
from analyzer.change.limits import Breach, LimitsFile, read_limits_file
from analyzer.change.locks import Lock, lock_of
from analyzer.documents import JsonDict
from analyzer.game.file import GameFile
from analyzer.game.pay import Pay
from analyzer.pricing.advantage import Advantage, turned
from analyzer.pricing.results import pay_text
from analyzer.run.jobs import Run
from analyzer.units import Unit

Status = Literal["unchanged", "repriced", "recounted", "new", "removed"]
SCHEMA = "exactodds/check/1"


@dataclass(frozen=True)
class Drift:
    """One wager under one paytable and reading, then and now.

    Repriced: the counts are the same, but not what they are worth. Recounted: the counts themselves differ, whether
    or not that moved the house edge.
    """

    old: Figures | None
    new: Figures | None

    @property
    def status(self) -> Status:
        if self.old is None or self.new is None:
            return "new" if self.old is None else "removed"
        if self.old.counts != self.new.counts:
            return "recounted"
        same = self.old.same_results(self.new) and self.old.pays == self.new.pays
        return "unchanged" if same else "repriced"

    @property
    def figures(self) -> Figures:
        present = self.new or self.old
        assert present is not None
        return present

    @property
    def unit(self) -> Unit:
        return self.figures.unit

    @property
    def difference(self) -> Pay | None:
        """How much the house edge rose; without a stake, how much the player gains."""
        return subtract(self.new, self.old, "worth")

    @property
    def advantages(self) -> tuple[Advantage | None, Advantage | None]:
        """The player's, then and now."""
        old, new = (side.advantage if side else None for side in (self.old, self.new))
        return old, new

    @property
    def flag(self) -> str | None:
        """What to say about the player's advantage; None if there is none and was none."""
        old, new = self.advantages
        if self.new is None:
            return None
        said = turned(old, new) if self.old is not None else new.text if new else None
        return f"{self.figures.place}: {said}" if said else None

    @property
    def pays(self) -> list[tuple[str, str | None, str | None]]:
        """Lines whose pay changed: (line, old, new)."""
        if self.old is None or self.new is None:
            return []
        return changed_pays(self.old.pays, self.new.pays)

    @property
    def message(self) -> str:
        place = self.figures.place
        flag = turned(*self.advantages) if self.new is not None else None
        flagged = f"; {flag}" if flag else ""
        if self.old is None or self.new is None:
            return f"{place}: {self.status}, {self.unit.worth_name} {_exactly(self.figures)}{flagged}"
        pays = "; ".join(f"{line} {old or 'none'} -> {new or 'none'}" for line, old, new in self.pays)
        edges = f"{self.unit.worth_name} {_exactly(self.old)} -> {_exactly(self.new)}"
        return f"{place}: {self.status}, {edges}" + (f" ({pays})" if pays else "") + flagged

    def document(self) -> JsonDict:
        figures = self.figures
        old, new = self.advantages
        return {
            "wager": figures.wager,
            "paytable": figures.paytable,
            "options": dict(figures.reading),
            "unit": str(self.unit),
            "status": self.status,
            self.unit.worth_key: {
                "old": self.old.worth if self.old else None,
                "new": self.new.worth if self.new else None,
                "difference": None if self.difference is None else pay_text(self.difference),
            },
            "player_advantage": {"old": old.extent if old else None, "new": new.extent if new else None},
            "pays": [{"line": line, "old": old, "new": new} for line, old, new in self.pays],
        }


def _exactly(figures: Figures) -> str:
    return figures.worth if figures.unit.has_stake else f"{figures.worth} $ a round"


def subtract(new: Figures | None, old: Figures | None, figure: str) -> Pay | None:
    """New less old; None where one is missing, not linear in the meter, or in another unit."""
    if new and old and new.unit.has_stake is not old.unit.has_stake:
        return None
    one = new.amount(figure) if new else None
    other = old.amount(figure) if old else None
    return None if one is None or other is None else one - other


def changed_pays(old: Mapping[str, str], new: Mapping[str, str]) -> list[tuple[str, str | None, str | None]]:
    lines = dict.fromkeys([*old, *new])
    return [(line, old.get(line), new.get(line)) for line in lines if old.get(line) != new.get(line)]


def compare(old: Sequence[Figures], new: Sequence[Figures]) -> list[Drift]:
    """Figures with the same key beside each other, in the order of the new ones; what was removed comes last."""
    before, now = ({figures.key: figures for figures in side} for side in (old, new))
    drifts = [Drift(_same_unit(before.get(key), figures), figures) for key, figures in now.items()]
    return drifts + [Drift(figures, None) for key, figures in before.items() if key not in now]


def _same_unit(old: Figures | None, new: Figures) -> Figures | None:
    """A lock may be older than units: the same figures of the same counts are in the same unit."""
    same = old is not None and old.counts == new.counts and old.same_results(new)
    return replace(old, unit=new.unit) if old is not None and same else old


@dataclass(frozen=True)
class CheckedGame:
    """The results of checking one game."""

    game: str
    path: str
    lock: str | None
    drifts: tuple[Drift, ...]
    breaches: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    # The same for people: of what a change did not touch, one line for all readings of a wager and paytable.
    flag_lines: tuple[str, ...] = ()
    # What was certified and is not compared, because it needs a long count of its own.
    not_counted: tuple[Figures, ...] = ()

    @property
    def readings_left(self) -> list[str]:
        """The readings of what is not compared, for people."""
        names = (f"{key} = {value}" for figures in self.not_counted for key, value in figures.reading)
        return list(dict.fromkeys(names))

    @property
    def not_counted_text(self) -> str | None:
        """What to say of that; None where everything was compared."""
        if not self.not_counted:
            return None
        return (
            f"{len(self.not_counted)} certified results were not compared: their readings need long counts of their "
            f"own, which --full makes ({'; '.join(self.readings_left)})"
        )

    @property
    def failed(self) -> bool:
        return bool(self.breaches) or any(drift.status != "unchanged" for drift in self.drifts)

    def document(self) -> JsonDict:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "file": self.path,
            "lock": self.lock,
            "passed": not self.failed,
            "results": [drift.document() for drift in self.drifts],
            "breaches": [breach.document() for breach in self.breaches],
            "player_advantage": list(self.flags),
            "notes": list(self.notes),
            **({"not_counted": list(map(_place_document, self.not_counted))} if self.not_counted else {}),
        }


def _place_document(figures: Figures) -> JsonDict:
    return {"wager": figures.wager, "paytable": figures.paytable, "options": dict(figures.reading)}


def check_game(
    file: GameFile, lock: Lock | None, limits: LimitsFile | None, run: Run, *, full: bool = True
) -> CheckedGame:
    """Recompute everything and compare. Limits are for the default reading: that is how the game is dealt.

    If it need not be full, readings that need a long count of their own are left out; their pays are compared.
    """
    certified = lock.of(file.id) if lock is not None else None
    left: tuple[Figures, ...] = ()
    if full:
        current = certify(file, run)
    else:
        current, left = _quickly(file, certified or (), run)
    compared = [figures for figures in certified or () if figures not in left]
    drifts = compare(compared, current) if certified is not None else []
    breaches: list[Breach] = []
    notes: list[str] = []
    if limits is not None:
        breaches, notes = limits.breaches(file.game(), [figures for figures in current if not figures.reading])
    path = lock.path if lock is not None else None
    seen = drifts or compare(current, current)
    flags = tuple(drift.flag for drift in seen if drift.flag)
    lines = tuple(flag_lines(seen))
    return CheckedGame(file.id, file.path, path, tuple(drifts), tuple(breaches), tuple(notes), flags, lines, left)


def flag_lines(drifts: Sequence[Drift]) -> Iterator[str]:
    """What to say of the player's advantages. What is new of them is said each; of the others, their range."""
    groups: dict[tuple[str, str], list[Drift]] = {}
    for drift in drifts:
        groups.setdefault((drift.figures.wager, drift.figures.paytable), []).append(drift)
    for group in groups.values():
        flagged = [drift for drift in group if drift.flag]
        lasting = [drift for drift in flagged if drift.advantages[0] == drift.advantages[1]]
        readings = sum(drift.new is not None for drift in group)
        ranged = _range_text(lasting, readings) if len(lasting) > 1 else None
        if ranged is not None:
            yield ranged
        yield from (drift.flag or "" for drift in flagged if ranged is None or drift not in lasting)


def _range_text(drifts: Sequence[Drift], readings: int) -> str | None:
    """Advantages of several readings in one line; None where they are not of one kind."""
    figures = drifts[0].figures
    advantages = [one for _, one in (drift.advantages for drift in drifts) if one is not None]
    amounts = [one.amount for one in advantages if one.amount is not None]
    if len(amounts) == len(advantages):
        low, high = (drifts[0].unit.text(end) for end in (min(amounts), max(amounts)))
        extent = f"of {low}" if low == high else f"from {low} to {high}"
    elif len({one.extent for one in advantages}) == 1:
        extent = advantages[0].extent
    else:
        return None
    where = f"{len(drifts)} of {readings} readings"
    return f"{figures.wager} {figures.paytable}: the player has an advantage {extent} in {where}"


def _quickly(file: GameFile, certified: Sequence[Figures], run: Run) -> tuple[list[Figures], tuple[Figures, ...]]:
    """What can be computed without long counts of other readings, and what was certified of those that need one.

    Where one of these has other paytables or pays than were certified it is counted after all, unless what was computed
    shows a drift of the wager already: then the check fails without it.
    """
    quick = certify_quickly(file, run)
    current, left = list(quick.figures), list[Figures]()
    same = ("unchanged", "removed")  # what is not computed yet seems to be removed
    drifted = {drift.figures.wager for drift in compare(certified, current) if drift.status not in same}
    for wager, reading in quick.left:
        old = [figures for figures in certified if (figures.wager, figures.reading) == (wager, reading)]
        if wager in drifted or {figures.paytable: figures.pays for figures in old} == _pays(file, wager, reading):
            left += old
        else:
            current += figures_of(file, run, wager, reading=reading)
    return current, tuple(left)


def _pays(file: GameFile, wager: str, reading: Reading) -> dict[str, Mapping[str, str]]:
    """By paytable: nothing has to be counted for them."""
    (chosen,) = (one for one in file.game(dict(reading)).wagers if one.id == wager)
    return {table.id: pays_of(chosen, table) for table in chosen.paytables}


def checked_games(
    files: Sequence[GameFile],
    lock_path: Path | None,
    limits_path: Path | None,
    jurisdiction: str | None,
    run: Run,
    *,
    no_lock: bool = False,
    full: bool = True,
) -> list[CheckedGame]:
    """Games against the locks beside them, or against one lock, and against limits if there are any."""
    limits = None if limits_path is None else read_limits_file(limits_path).chosen(jurisdiction)
    notes = [] if limits is None else limits.check_names({file.id: file.game() for file in files})
    locks = [None if no_lock else lock_of(file, lock_path) for file in files]
    checked = [check_game(file, lock, limits, run, full=full) for file, lock in zip(files, locks, strict=True)]
    if notes and checked:
        checked[0] = replace(checked[0], notes=(*checked[0].notes, *notes))
    return checked
