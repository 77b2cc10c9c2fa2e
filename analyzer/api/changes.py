"""When a paytable changes: whatif, design, check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyzer.api.arguments import (
    Number,
    OptionValue,
    Running,
    counts,
    exact_number,
    exact_text,
    exact_texts,
    game_file,
    game_files,
    option_texts,
    path_of,
    range_text,
    run_of,
    said_in_python,
    text,
    text_or_none,
    whole,
    yes_or_no,
)
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import JsonDict
from analyzer.errors import ArgumentError

if TYPE_CHECKING:
    from analyzer.api.games import Game
    from analyzer.change.check import CheckedGame, Drift
    from analyzer.change.design.grid import Candidate
    from analyzer.change.design.search import Designs as FoundDesigns
    from analyzer.change.diff import Difference, WagerDiff
    from analyzer.change.figures import Figures

# What a varied line may pay: a range or a list of pays, or text such as "8..12".
Pays = str | Iterable[Number]
# Of a list, each of whose pays is read by itself.
MAX_LISTED = 100_000


# --- what if ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChangedWager:
    """One wager under one paytable, before and after; edges are None where they depend on a meter."""

    wager: str
    paytable: str
    status: str
    old_house_edge: Fraction | None
    house_edge: Fraction | None
    old_ev: Fraction | None
    ev: Fraction | None
    # Whether the player gains in the long run; of a progressive, whatever the meter is.
    player_advantage: bool
    # By how much or at which meters, in words; None where he has no advantage.
    advantage: str | None


class Change(Table):
    """What other pays would do, wager by wager."""

    def __init__(self, difference: Difference) -> None:
        self._difference = difference

    @property
    def wagers(self) -> tuple[ChangedWager, ...]:
        return tuple(_changed(wager) for wager in self._difference.wagers)

    def __iter__(self) -> Iterator[ChangedWager]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __getitem__(self, place: int) -> ChangedWager:
        return self.wagers[place]

    @property
    def flags(self) -> tuple[str, ...]:
        """Where the player has the advantage, or no longer has it."""
        return self._difference.flags

    def document(self) -> JsonDict:
        """As `exactodds whatif --json` prints it: line by line, and with what is played differently."""
        return self._difference.document()

    def _title(self) -> str:
        return f"{len(self._difference.changed)} changed, {len(self) - len(self._difference.changed)} unchanged"

    def _columns(self) -> Sequence[Column]:
        return [
            Column("wager"),
            Column("paytable"),
            Column("status"),
            Column("old_house_edge", "percent"),
            Column("house_edge", "percent"),
            Column("old_ev", "number"),
            Column("ev", "number"),
            Column("player_advantage"),
            Column("advantage"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [tuple(vars(wager).values()) for wager in self.wagers]


def _changed(wager: WagerDiff) -> ChangedWager:
    drift = wager.drift
    evs = [_amount(side) for side in (drift.old, drift.new)]
    edges = [None if ev is None or not drift.unit.has_stake else -ev for ev in evs]
    new = drift.advantages[1]
    return ChangedWager(
        drift.figures.wager, drift.figures.paytable, drift.status, edges[0], edges[1], evs[0], evs[1],
        new is not None and new.certain, None if new is None else new.extent,
    )  # fmt: skip


def _amount(figures: Figures | None) -> Fraction | None:
    value = None if figures is None else figures.amount("ev")
    return None if value is None or value.meter else value.amount


@counts
def whatif(
    game: Game | str | Path,
    wager: str,
    pays: Mapping[str, Number],
    *,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Change:
    """What other pays would do to a wager, in one paytable or in all of them.

    >>> import exactodds
    >>> change = exactodds.whatif("three-card-poker-6-card-bonus", "pair-plus", {"straight": 6})
    >>> change
    <Change 1 changed, 0 unchanged>
    >>> change[0].old_house_edge, change[0].house_edge
    (Fraction(547, 5525), Fraction(367, 5525))
    """
    from analyzer.change.diff import diff
    from analyzer.change.whatif import with_pays

    file, chosen = game_file(game), option_texts(options)
    own, table = text("wager", wager), text_or_none("paytable", paytable)
    with said_in_python("wager", "paytable", set="pays"), run_of("whatif", running) as run:
        changed = with_pays(file, own, exact_texts("pays", pays), table)
        return Change(diff(file, changed, run, chosen, own, table))


# --- design ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Design:
    """A paytable that meets the target. Hit frequency and variance are known of those that are shown."""

    pays: Mapping[str, Fraction]
    house_edge: Fraction
    hit_frequency: Fraction | None
    variance: Fraction | None


class Designs(Table):
    """All paytables that meet a target, by house edge."""

    def __init__(self, designs: FoundDesigns, text: str) -> None:
        self._found, self._text = designs, text

    @property
    def tried(self) -> int:
        return self._found.tried

    def __len__(self) -> int:
        return len(self._found.candidates)

    def __getitem__(self, place: int) -> Design:
        return self._design(self._found.candidates[place])

    def _design(self, one: Candidate) -> Design:
        pays = dict(zip(self._found.lines, one.pays, strict=True))
        return Design(pays, one.house_edge, one.hit_frequency, one.variance)

    def __iter__(self) -> Iterator[Design]:
        return (self[place] for place in range(len(self)))

    @property
    def attainable(self) -> tuple[Fraction, Fraction] | None:
        """Where no paytable meets the target: the least and the greatest house edge of all that were tried."""
        return None if self._found.attainable is None else (self._found.attainable.low, self._found.attainable.high)

    @property
    def nearest(self) -> tuple[Design, ...]:
        """Where no paytable meets the targets: those that come nearest."""
        return tuple(self._design(one) for one in self._found.nearest)

    def game_text(self, place: int = 0, name: str = "designed") -> str:
        """The game file with one of the paytables in it, under that name."""
        with said_in_python("name"):
            number = whole("place", place, 0, 10**9)
            return self._found.game_text(self._text, number + 1, text("name", name))

    def document(self) -> JsonDict:
        """As `exactodds design --json` prints it."""
        return self._found.document(0)

    def _title(self) -> str:
        return f"{self._found.game}, {self._found.wager}: {len(self):,} of {self.tried:,} paytables"

    def _varied(self) -> list[str]:
        return [span.line for span in self._found.spans]

    def _columns(self) -> Sequence[Column]:
        varied = [Column(line, "number") for line in self._varied()]
        return [
            *varied,
            Column("house_edge", "percent"),
            Column("hit_frequency", "percent"),
            Column("variance", "number"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        varied = self._varied()
        return [(*(one.pays[line] for line in varied), one.house_edge, one.hit_frequency, one.variance) for one in self]


@counts
def design(
    game: Game | str | Path,
    wager: str,
    *,
    target: Number | tuple[Number, Number],
    vary: Mapping[str, Pays] | str,
    hit: str | tuple[Number, Number] | None = None,
    variance: str | tuple[Number, Number] | None = None,
    keep_order: bool = False,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    show: int = 20,
    meter: Number | None = None,
    **running: Unpack[Running],
) -> Designs:
    """Every paytable in a range that meets a target, exactly; `show` of them with hit frequency and variance, 0: all.

    A progressive is designed at one level of its `meter`. Where nothing meets the target, `attainable` and `nearest` of
    the answer tell what does.

    >>> import exactodds
    >>> found = exactodds.design(
    ...     "three-card-poker-6-card-bonus",
    ...     "pair-plus",
    ...     target="2%..4%",
    ...     vary={"straight": range(5, 8), "flush": [3, 4]},
    ... )
    >>> found
    <Designs three-card-poker-6-card-bonus, pair-plus: 1 of 6 paytables>
    >>> found[0].pays["straight"], found[0].pays["flush"], found[0].house_edge
    (Fraction(7, 1), Fraction(3, 1), Fraction(11, 325))
    """
    from analyzer.change.design.search import Targets, read_range, read_shares, read_spans, read_target
    from analyzer.change.design.search import design as search
    from analyzer.pricing.analysis import select_paytables, select_wagers

    is_ordered, file = yes_or_no("keep_order", keep_order), game_file(game)
    chosen_game = file.game(option_texts(options))
    (chosen,) = select_wagers(chosen_game, text("wager", wager))
    number, level = whole("show", show, 0, 10**9), None if meter is None else exact_number("meter", meter)
    with said_in_python("target", "vary", "hit", "variance", "meter", "paytable"), run_of("design", running) as run:
        targets = Targets(
            read_target(range_text("target", target), chosen.unit),
            None if hit is None else read_shares(range_text("hit", hit), "hit"),
            None if variance is None else read_range(range_text("variance", variance), "variance"),
            is_ordered,
        )
        spans = read_spans(_spans_text(vary), chosen.line_ids)
        base = select_paytables(chosen, text_or_none("paytable", paytable))[0]
        return Designs(search(chosen_game, chosen, base, spans, targets, run, number, level), file.text)


def _spans_text(vary: object) -> str:
    if isinstance(vary, str):
        return vary
    if not isinstance(vary, Mapping):
        raise ArgumentError('vary is lines with their pays, such as {"flush": range(8, 13)}, or "flush=8..12"')
    return ",".join(f"{line}={_pays_text(str(line), pays)}" for line, pays in vary.items())


def _pays_text(line: str, pays: object) -> str:
    if isinstance(pays, str):
        return pays
    if isinstance(pays, Iterable):
        listed = list(islice(pays, MAX_LISTED + 1))
        if len(listed) > MAX_LISTED:
            more = f'write a range of that many as text, such as "{line}=8..12"'
            raise ArgumentError(f"vary: {line} has more than {MAX_LISTED:,} pays; {more}")
        return "|".join(exact_text(f"a pay of {line}", pay) for pay in listed)
    return exact_text(f"a pay of {line}", pays)


# --- check -----------------------------------------------------------------------------------------------------------


class Check(Table):
    """Games against their locks and limits; `passed` if nothing drifted and no limit is broken."""

    def __init__(self, games: Sequence[CheckedGame]) -> None:
        self._games = games

    @property
    def passed(self) -> bool:
        return not any(game.failed for game in self._games)

    @property
    def breaches(self) -> tuple[str, ...]:
        """Limits that are broken, in words."""
        return tuple(breach.message for game in self._games for breach in game.breaches)

    @property
    def flags(self) -> tuple[str, ...]:
        """Where the player has the advantage."""
        return tuple(f"{game.game}: {flag}" for game in self._games for flag in game.flags)

    @property
    def drifted(self) -> tuple[str, ...]:
        """What is no longer as it was certified."""
        return tuple(f"{game} {drift.figures.place}: {drift.status}" for game, drift in self._drifts() if _moved(drift))

    @property
    def not_counted(self) -> tuple[str, ...]:
        """What was certified and is not compared, because its reading needs a long count of its own."""
        return tuple(f"{game.game} {figures.place}" for game in self._games for figures in game.not_counted)

    def _drifts(self) -> Iterator[tuple[str, Drift]]:
        return ((game.game, drift) for game in self._games for drift in game.drifts)

    def document(self) -> list[JsonDict]:
        """As `exactodds check --json` prints it."""
        return [game.document() for game in self._games]

    def _title(self) -> str:
        number = sum(1 for _ in self._drifts())
        said = f"{'passed' if self.passed else 'failed'}: {len(self.drifted)} of {number} results drifted"
        broken = len(self.breaches)
        return f"{said}, {broken} limit{'s' if broken > 1 else ''} broken" if broken else said

    def _columns(self) -> Sequence[Column]:
        return [
            Column("game"),
            Column("wager"),
            Column("paytable"),
            Column("options"),
            Column("status"),
            Column("certified_ev", "number"),
            Column("ev", "number"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (
                game,
                drift.figures.wager,
                drift.figures.paytable,
                ", ".join(f"{key} = {value}" for key, value in drift.figures.reading),
                drift.status,
                _amount(drift.old),
                _amount(drift.new),
            )
            for game, drift in self._drifts()
        ]


def _moved(drift: Drift) -> bool:
    return drift.status != "unchanged"


@counts
def check(
    *games: Game | str | Path,
    lock: str | Path | None = None,
    limits: str | Path | None = None,
    jurisdiction: str | None = None,
    full: bool = False,
    **running: Unpack[Running],
) -> Check:
    """Recompute games and compare with their locks, and with limits if a file of them is given.

    Without a game, the certified ones are checked; without a lock, each is compared with locks/ID.toml beside its file.
    Readings that need a long count of their own are left out unless the check is to be full: `not_counted` says which.

    >>> import exactodds
    >>> exactodds.check("three-card-poker-6-card-bonus").breaches
    ()
    """
    from analyzer.change.check import checked_games
    from analyzer.game.library import game_ids

    if jurisdiction is not None and limits is None:
        raise ArgumentError("jurisdiction needs limits: it chooses among the rules of their file")
    counted_in_full = yes_or_no("full", full)
    files = game_files(games or game_ids())
    with run_of("check", running) as run:
        return Check(
            checked_games(
                files,
                None if lock is None else path_of("lock", lock),
                None if limits is None else path_of("limits", limits),
                text_or_none("jurisdiction", jurisdiction),
                run,
                full=counted_in_full,
            )
        )
