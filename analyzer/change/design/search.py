"""Design: every paytable in a range that exactly meets a target: what is asked for, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Any

from analyzer.change.chosen import Copy, options_text, other_readings, with_readings
from analyzer.change.design.decided import DecidedStates
from analyzer.change.design.grid import Candidate, CandidateGrid, Range, Span, order_of
from analyzer.change.design.lines import LineTable, staked
from analyzer.change.design.misses import MAX_MISSES, reach_of
from analyzer.change.design.pays import ComparedPays, check_meter, gross_pays, net_pays
from analyzer.change.design.played import MAX_PLAYED, PlayedTable
from analyzer.change.design.written import with_column
from analyzer.documents import JsonDict
from analyzer.errors import CountError, DesignError, SelectionError
from analyzer.game.amounts import MAX_PAY
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.sections import nearest
from analyzer.numbers import exact_number, grouped_text, range_text, unclear_share
from analyzer.pricing.advantage import MARK, Advantage, advantage_of
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.linear import linear_decisions
from analyzer.pricing.played import is_played, played_wager
from analyzer.run.jobs import Run
from analyzer.units import Unit

MAX_CANDIDATES = 100_000_000
MAX_DECIDED = 1_000_000
MAX_FOUND = 200_000


# --- what is asked ---------------------------------------------------------------------------------------------------


def read_range(text: str, what: str) -> Range:
    """`0.03..0.05`, `3/100..5/100`, `3%..5%`; one number is a range of itself.

    >>> read_range("3%..1/20", "--target")
    Range(low=Fraction(3, 100), high=Fraction(1, 20))
    """
    low, dots, high = text.partition("..")
    ends = [exact_number(end) for end in ((low, high) if dots else (low, low))]
    if ends[0] is None or ends[1] is None:
        raise DesignError(f"{what} {text!r} is not a range; write for example 0.03..0.05")
    if ends[0] > ends[1]:
        raise DesignError(f"{what} {text!r} is empty: {low} is above {high}")
    return Range(ends[0], ends[1])


def read_shares(text: str, what: str) -> Range:
    """A range of shares, in which a bare number of 1 or more is refused: `3..5` is not 300 % to 500 %."""
    low, dots, high = text.partition("..")
    hints = [hint for hint in map(unclear_share, (low, high) if dots else (low,)) if hint is not None]
    if hints:
        raise DesignError(f"{what} {text!r}: {'; '.join(hints)}")
    return read_range(text, what)


def read_target(text: str, unit: Unit) -> Range:
    """A range of house edges; for a wager in dollars, of expected results, given as the house edges of the search.

    >>> read_target("-0.05..-0.02", Unit.DOLLARS)
    Range(low=Fraction(1, 50), high=Fraction(1, 20))
    """
    if unit.has_stake:
        return read_shares(text, "--target")
    if "%" in text:
        raise DesignError(
            f"--target {text!r} is a percentage, and the wager is in dollars a round and has no stake; "
            "write its expected result in dollars, for example -0.05..-0.02"
        )
    asked = read_range(text, "--target")
    return Range(-asked.high, -asked.low)


def read_spans(text: str, lines: Sequence[str]) -> tuple[Span, ...]:
    """`flush=8..12,straight=5..7`; a step other than 1 is said after a colon, `flush=1..3:1/2`; pays alone as `8|10`.

    >>> read_spans("a=1..2:1/2,b=4|7", ["a", "b"])[1]
    Span(line='b', pays=(Fraction(4, 1), Fraction(7, 1)))
    """
    spans: dict[str, Span] = {}
    for part in text.split(","):
        line, equals, said = part.strip().partition("=")
        line = line.strip()
        if not equals:
            raise DesignError(f"--vary {part.strip()!r} must be LINE=FROM..TO, such as flush=8..12")
        if line not in lines:
            known = f"lines: {', '.join(lines)}" if lines else "it has none"
            raise SelectionError(f"--vary: the wager has no line {line!r}{nearest(line, lines)}; {known}")
        if line in spans:
            raise DesignError(f"--vary: {line} is given twice")
        spans[line] = Span(line, _read_pays(line, said))
    return tuple(spans.values())


def _read_pays(line: str, said: str) -> tuple[Fraction, ...]:
    if "|" in said or ".." not in said:
        numbers = [exact_number(pay) for pay in said.split("|")]
        pays = tuple(sorted({pay for pay in numbers if pay is not None}))
        if None in numbers:
            raise DesignError(f"--vary: {line}={said} is not a pay or a range of pays, such as 8..12")
    else:
        ends, _, step_text = said.partition(":")
        span, step = read_range(ends, f"--vary {line}:"), exact_number(step_text or "1")
        if step is None or step <= 0:
            raise DesignError(f"--vary: the step of {line}, {step_text!r}, must be a number above 0")
        number = (span.high - span.low) // step + 1
        if number > MAX_CANDIDATES:
            raise DesignError(f"--vary: {line}={said} are {number:,} pays; at most {MAX_CANDIDATES:,} can be tried")
        pays = tuple(span.low + step * i for i in range(int(number)))
    if pays[0] < 0 or pays[-1] > MAX_PAY:
        raise DesignError(f"--vary: {line}={said}: a line pays from {range_text(0, MAX_PAY)}")
    return pays


@dataclass(frozen=True)
class Targets:
    """What a paytable must meet. With `keep_order` a line that pays more than another goes on doing so."""

    house_edge: Range
    hit_frequency: Range | None = None
    variance: Range | None = None
    keep_order: bool = False

    @property
    def needs_moments(self) -> bool:
        return self.hit_frequency is not None or self.variance is not None

    def met_by(self, candidate: Candidate) -> bool:
        pairs = ((self.hit_frequency, candidate.hit_frequency), (self.variance, candidate.variance))
        return all(wanted is None or (value is not None and wanted.has(value)) for wanted, value in pairs)


# --- results ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Designs:
    game: str
    wager: str
    lines: tuple[str, ...]
    base: Paytable
    spans: tuple[Span, ...]
    tried: int
    candidates: tuple[Candidate, ...]
    unit: Unit = Unit.UNITS
    # The level of the meter at which a progressive is designed.
    meter: Fraction | None = None
    # Where no paytable meets the targets: what is attainable, and the paytables that come nearest.
    attainable: Range | None = None
    nearest: tuple[Candidate, ...] = ()
    # The readings that they hold under, where they are not the defaults of the game file.
    readings: Mapping[str, str] = field(default_factory=dict)

    def advantage(self, candidate: Candidate) -> Advantage | None:
        return advantage_of(Pay(candidate.ev), self.unit)

    def pays(self, candidate: Candidate) -> dict[str, Pay]:
        """As the file writes them; a line that pays from a meter pays what it did."""
        amounts = zip(self.lines, self.base.pays, candidate.pays, strict=True)
        return {line: before if before.meter else Pay(amount) for line, before, amount in amounts}

    @property
    def flag(self) -> str | None:
        """A warning if some of the paytables favour the player."""
        favoured = [candidate for candidate in self.candidates if self.advantage(candidate) is not None]
        if not favoured:
            return None
        most = self.unit.text(max(candidate.ev for candidate in favoured))
        number = f"{len(favoured):,} of {len(self.candidates):,} paytables"
        return f"the player has an advantage of {most}{' at most' if len(favoured) > 1 else ''} in {number}"

    def document(self, show: int) -> JsonDict:
        return {
            "schema": "exactodds/design/1",
            "game": self.game,
            "wager": self.wager,
            "based_on": self.base.id,
            "tried": self.tried,
            "found": len(self.candidates),
            "unit": str(self.unit),
            "paytables": [self._candidate(candidate) for candidate in self.candidates[: show or None]],
            **({} if self.meter is None else {"meter": str(self.meter)}),
            **({"options": dict(self.readings)} if self.readings else {}),
            **({} if self.candidates else self._nothing_found()),
        }

    @property
    def worths(self) -> tuple[Fraction, Fraction] | None:
        """What is attainable, in the words of the unit: house edges, or dollars a round."""
        if self.attainable is None:
            return None
        low, high = sorted(self.unit.worth(-edge) for edge in (self.attainable.low, self.attainable.high))
        return low, high

    @property
    def worths_text(self) -> tuple[str, str] | None:
        """The same for people, with a word where that favours the player."""
        if self.worths is None:
            return None
        low, high = (self._marked(worth) for worth in self.worths)
        return low, high

    def _marked(self, worth: Fraction) -> str:
        ev = -worth if self.unit.has_stake else worth
        mark = f" ({MARK})" if advantage_of(Pay(ev), self.unit) else ""
        return self.unit.text(worth) + mark

    def _nothing_found(self) -> JsonDict:
        return {
            "attainable": None if self.worths is None else {self.unit.worth_key: [str(end) for end in self.worths]},
            "nearest": [self._candidate(candidate) for candidate in self.nearest],
        }

    def _candidate(self, candidate: Candidate) -> JsonDict:
        advantage = self.advantage(candidate)
        return {
            "pays": {line: str(pay) for line, pay in self.pays(candidate).items()},
            self.unit.worth_key: str(self.unit.worth(candidate.ev)),
            "hit_frequency": _text(candidate.hit_frequency),
            "variance": _text(candidate.variance),
            "player_advantage": None if advantage is None else advantage.extent,
        }

    def game_text(self, text: str, place: int, name: str) -> str:
        return self.copied(text, place, name).text

    def copied(self, text: str, place: int, name: str) -> Copy:
        """The same as a copy, with a few words about it on top; the readings that it holds under are its defaults."""
        copy = with_readings(self._with_paytable(text, place, name), self.readings)
        return replace(copy, text=f"{self._comment(place, name, {})}{copy.commented}")

    def file_text(self, text: str, place: int, name: str) -> str:
        """The text of the game file with the chosen paytable in it, under that name; its comments are kept.

        Its other paytables hold under its own defaults, so these stay, and other readings are said on top.
        """
        written = self._with_paytable(text, place, name)
        return f"{self._comment(place, name, self.readings)}{written}" if self.readings else written

    def _comment(self, place: int, name: str, readings: Mapping[str, str]) -> str:
        chosen = self.candidates[place - 1]
        worth = f"# {self.unit.worth_name} {self.unit.worth(chosen.ev)}" + ("" if self.unit.has_stake else " $ a round")
        meter = "" if self.meter is None else f" at a meter of {grouped_text(self.meter)}"
        under = f", with {options_text(readings)}" if readings else ""
        advantage = self.advantage(chosen)
        flag = f"# {advantage.text}\n" if advantage is not None else ""
        return f"# {self.wager}, paytable {name}:\n{worth}{meter}{under}\n{flag}"

    def _with_paytable(self, text: str, place: int, name: str) -> str:
        if not 1 <= place <= len(self.candidates):
            count = f"{len(self.candidates)} were found" if self.candidates else "none was found"
            raise DesignError(f"there is no paytable number {place}; {count}")
        if not name or len(name) > 32 or not name.isprintable() or set(name) & set('"\\'):
            allowed = "up to 32 characters that can be printed, without quotation marks and backslashes"
            raise DesignError(f"{name!r} is not a name for a paytable; write {allowed}")
        return with_column(text, self.wager, name, self.pays(self.candidates[place - 1]))


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def design(
    game: Game,
    wager: Wager,
    base: Paytable,
    spans: Sequence[Span],
    targets: Targets,
    run: Run,
    show: int = 20,
    meter: Fraction | None = None,
) -> Designs:
    """All paytables that differ from `base` in the spans and meet the targets, by house edge.

    Pays in `spans` and in the results are those of the game file; in `base` they are net. A progressive is designed at
    one level of its meter.

    Hit frequency and variance are computed where a target needs them, else for the first `show` (0: all).
    """
    lines = wager.line_ids
    check_meter(wager, base, [span.line for span in spans], meter)
    solver, pays = _solver(game, wager, base, spans, targets, run, meter)
    candidates = _candidates(game, wager, solver, targets, run, show)
    kept = sorted((candidate for candidate in candidates if targets.met_by(candidate)), key=_rank)
    designs = Designs(
        game.id,
        wager.id,
        tuple(lines),
        base,
        tuple(spans),
        prod(len(span.pays) for span in spans),
        tuple(pays.written(candidate) for candidate in kept),
        wager.unit,
        meter,
        readings=other_readings(game.options, game.chosen),
    )
    return designs if kept else replace(designs, **_misses(game, wager, solver, pays, candidates, targets, run))


Solver = LineTable | DecidedStates | PlayedTable


def _candidates(game: Game, wager: Wager, solver: Solver, targets: Targets, run: Run, show: int) -> list[Candidate]:
    """Those whose house edge meets the target."""
    if isinstance(solver, LineTable):
        return [solver.candidate(place) for place in _collect(solver.search(targets.house_edge, run))]
    met = _collect(solver.search(targets.house_edge, run))
    candidates = sorted((Candidate(solver.grid.pays(place), -ev) for place, ev in met), key=_rank)
    wanted = len(candidates) if targets.needs_moments or not show else show
    return [*_with_moments(game, wager, candidates[:wanted], run), *candidates[wanted:]]


def _misses(
    game: Game,
    wager: Wager,
    solver: Solver,
    pays: ComparedPays,
    candidates: Sequence[Candidate],
    targets: Targets,
    run: Run,
) -> JsonDict:
    """What is attainable where nothing meets all targets, and the paytables that come nearest.

    Where some meet the target of the house edge and none the others, it is those.
    """
    if candidates:
        return {"nearest": tuple(pays.written(candidate) for candidate in candidates[:MAX_MISSES])}
    reach = reach_of(solver.every(targets.house_edge, run), targets.house_edge)
    if reach is None:
        return {}
    if isinstance(solver, LineTable):
        near = [solver.candidate(place) for place, _ in reach.nearest]
    else:
        near = [Candidate(solver.grid.pays(place), -ev) for place, ev in reach.nearest]
        near = _with_moments(game, wager, near, run)
    return {
        "attainable": Range(reach.lowest, reach.highest),
        "nearest": tuple(pays.written(candidate) for candidate in near),
    }


def _solver(
    game: Game,
    wager: Wager,
    base: Paytable,
    spans: Sequence[Span],
    targets: Targets,
    run: Run,
    meter: Fraction | None,
) -> tuple[Solver, ComparedPays]:
    """What tries the candidates, and how their pays are compared; a wager that is played anew takes the longest."""
    tried = prod(len(span.pays) for span in spans)

    def grid(pays: ComparedPays) -> CandidateGrid:
        order = order_of(pays.base) if targets.keep_order else ()
        return CandidateGrid(wager.line_ids, pays.base, tuple(pays.span(span) for span in spans), order)

    net = net_pays(game, wager, base)
    if is_played(wager):
        _at_most(tried, MAX_PLAYED)
        return PlayedTable(played_wager(game, wager, run), grid(net)), net
    decisions = linear_decisions(game, wager, run)
    if decisions is None:
        _at_most(tried, MAX_CANDIDATES)
        gross = gross_pays(game, wager, base, meter)
        rows = staked(kind_of(wager).paid_deals(game, wager, run), gross.stake)
        return LineTable(rows, grid(gross), all_paid=wager.overlap == "all"), gross
    for span in spans:
        if span.pays[0] < net.less:
            raise DesignError(f"--vary: {span.line} would pay less than its stake; a line here pays 1 for 1 or more")
    _at_most(tried, MAX_DECIDED)
    return DecidedStates(decisions, grid(net)), net


def _at_most(tried: int, most: int) -> None:
    if tried > most:
        raise DesignError(f"--vary: that makes {tried:,} paytables; at most {most:,} can be tried: narrow a range")


def _rank(candidate: Candidate) -> tuple[Fraction, tuple[Fraction, ...]]:
    return candidate.house_edge, candidate.pays


def _collect(items: Iterator[Any]) -> list[Any]:
    kept = []
    for item in items:
        kept.append(item)
        if len(kept) > MAX_FOUND:
            raise DesignError(f"more than {MAX_FOUND:,} paytables meet the target: narrow it")
    return kept


def _with_moments(game: Game, wager: Wager, candidates: Sequence[Candidate], run: Run) -> list[Candidate]:
    """Add hit frequency and variance from the analysis itself, which must give the same house edge."""
    from analyzer.pricing.analysis import analyze_wager
    from analyzer.pricing.moments import to_fraction

    if not candidates:
        return []
    tables = [Paytable(str(i), tuple(Pay(pay) for pay in candidate.pays)) for i, candidate in enumerate(candidates)]
    results = analyze_wager(game, wager, tables, run)
    complete = []
    for candidate, result in zip(candidates, results, strict=True):
        if result.ev != -candidate.house_edge:
            raise CountError(f"the search found {-candidate.house_edge} where the analysis finds {result.ev}")
        moments = to_fraction(result.price.hit_frequency), to_fraction(result.price.variance)
        complete.append(Candidate(candidate.pays, candidate.house_edge, *moments))
    return complete
