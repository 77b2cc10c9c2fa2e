"""What a game is worth: analyze."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.api.arguments import (
    OptionValue,
    Running,
    counts,
    exact_number,
    game_file,
    option_texts,
    run_of,
    text_or_none,
)
from analyzer.api.tables import Cell, Column, Table, Words
from analyzer.documents import Json, JsonDict
from analyzer.errors import ArgumentError, SelectionError

if TYPE_CHECKING:
    import sympy

    from analyzer.api.formulas import Formula
    from analyzer.api.games import Game
    from analyzer.game.file import GameFile
    from analyzer.pricing.advantage import Advantage
    from analyzer.pricing.polynomials import Polynomial
    from analyzer.pricing.results import GameResult
    from analyzer.pricing.results import WagerResult as PricedWager


# What a table says in place of the house edge of a progressive.
DEPENDS = "depends on the meter"


@dataclass(frozen=True)
class Outcome:
    """Something that can happen: in how many deals, its chance, and the net result for one unit bet at the start."""

    name: str
    title: str
    count: int
    probability: Fraction
    pays: Fraction | None
    pays_text: str

    def __repr__(self) -> str:
        return f"<Outcome {self.name}: pays {self.pays_text}, probability {self.probability}>"


class WagerResult(Table):
    """One wager under one paytable.

    Where a progressive pays from a meter, figures that depend on it are None, and `at(meter)` gives the result there.
    A wager in dollars a round has no stake, so no return and no house edge.
    """

    def __init__(self, priced: PricedWager, context: _Context, meter: Fraction | None = None) -> None:
        self._whole, self._priced = priced, priced.at(meter)
        self._context, self._meter = context, meter

    # --- what it is ---

    @property
    def wager(self) -> str:
        return self._priced.wager

    @property
    def name(self) -> str:
        return self._priced.name

    @property
    def paytable(self) -> str:
        return self._priced.paytable

    @property
    def unit(self) -> str:
        """ "units" of the initial bet, "bets" of a progressive, or "dollars" a round."""
        return str(self._priced.unit)

    @property
    def deals(self) -> int:
        """How many equally likely deals the counts are out of."""
        return self._priced.deals

    # --- what it is worth ---

    @property
    def ev(self) -> Fraction | None:
        """The expected net result of one unit bet at the start."""
        mean = self._priced.mean
        return None if mean.meter and self._meter is None else mean.at(self._meter or Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        return None if self.ev is None or not self._priced.unit.has_stake else -self.ev

    @property
    def return_(self) -> Fraction | None:
        """What comes back of one unit: 1 + ev."""
        return None if self.ev is None or not self._priced.unit.has_stake else 1 + self.ev

    @property
    def sympy_return(self) -> sympy.Expr:
        """The return for sympy: a Rational, or an expression in the meter J; in dollars the expected result."""
        return _sympy(self._moment("ev", exact=False)) + (1 if self._priced.unit.has_stake else 0)

    @property
    def hit_frequency(self) -> Fraction:
        """The chance to win anything."""
        return Fraction(self._priced.price.hit_frequency)

    @property
    def variance(self) -> Fraction | None:
        variance: Fraction | None = self._moment("variance")
        return variance

    @property
    def third_central_moment(self) -> Fraction | None:
        third: Fraction | None = self._moment("third_central_moment")
        return third

    @property
    def standard_deviation(self) -> float | None:
        from analyzer.numbers import root_text

        variance = self.variance
        return None if variance is None else float(root_text(variance))

    @property
    def average_bet(self) -> Fraction | None:
        """All bets as they stand at the end of a round, where they change."""
        bet = getattr(self._priced.details, "bet", None)
        return getattr(bet, "average_bet", None)

    @property
    def element_of_risk(self) -> Fraction | None:
        """The house edge over the average bet."""
        bet = getattr(self._priced.details, "bet", None)
        return getattr(bet, "element_of_risk", None)

    @property
    def choices(self) -> Mapping[str, Fraction]:
        """How often each choice is made, where the player decides."""
        return dict(getattr(self._priced.details, "choices", {}))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        from analyzer.pricing.results import pay_text

        return tuple(
            Outcome(
                outcome.name,
                outcome.details.get("title", outcome.name),
                outcome.count,
                Fraction(outcome.count, self.deals),
                None if outcome.net.meter and self._meter is None else outcome.net.at(self._meter or Fraction(0)),
                pay_text(outcome.net) if self._meter is None else str(outcome.net.at(self._meter)),
            )
            for outcome in self._priced.outcomes
        )

    @property
    def player_advantage(self) -> bool:
        """Whether the player gains in the long run; of a progressive, whatever the meter is."""
        return self._priced.player_advantage if self.ev is None else self.ev > 0

    @property
    def advantage(self) -> str | None:
        """The player's advantage in words: of how much, or at which meters; None where he has none."""
        advantage = self._advantage
        return None if advantage is None else advantage.extent

    @property
    def _advantage(self) -> Advantage | None:
        from analyzer.pricing.advantage import advantage_of

        if self._meter is None:
            return self._priced.advantage
        return advantage_of(self._priced.mean, self._priced.unit, meter=self._meter)

    @property
    def warnings(self) -> tuple[str, ...]:
        return self._priced.warnings

    @property
    def formula(self) -> Formula:
        """The return as an expression in what the lines pay."""
        from analyzer.api.formulas import formula_in

        return formula_in(self._context.file, self.wager, self.paytable, self._context.options, self._context.running)

    def at(self, meter: int | Fraction | str) -> WagerResult:
        """The result at that level of the meter."""
        from analyzer.pricing.asked import has_meter

        level = exact_number("meter", meter)
        if not has_meter(self._whole):
            raise SelectionError(f"{self.wager} {self.paytable} has no meter; its figures are those of every level")
        return WagerResult(self._whole, self._context, level)

    def document(self) -> JsonDict:
        """The result as JSON has it."""
        return self._priced.document()

    def _moment(self, name: str, *, exact: bool = True) -> Any:
        """A moment at the meter, if one was given; an expression in J is None where an exact number is needed."""
        value = getattr(self._priced.price, name)
        if isinstance(value, Fraction):
            return value
        if self._meter is not None:
            return value.at(self._meter)
        return None if exact else value

    # --- as a table of outcomes ---

    def _title(self) -> str:
        worth = self._priced.summary_row()[2] if self.ev is None else self._worth()
        return f"{self.wager} {self.paytable}: {worth}"

    def _worth(self) -> str:
        assert self.ev is not None
        unit = self._priced.unit
        return f"{unit.worth_name} {unit.text(unit.worth(self.ev))}"

    def _columns(self) -> Sequence[Column]:
        return [
            Column("outcome"),
            Column("title"),
            Column("pays", "number"),
            Column("exactly"),
            Column("count", "count"),
            Column("probability", "number"),
            Column("contribution", "number"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (
                one.name,
                one.title,
                Words(one.pays_text) if one.pays is None else one.pays,
                one.pays_text,
                one.count,
                one.probability,
                None if one.pays is None else one.pays * one.probability,
            )
            for one in self.outcomes
        ]


@dataclass(frozen=True)
class _Context:
    """What a result was made from: a formula is counted with the same options and the same store."""

    file: GameFile
    options: Mapping[str, str]
    running: Running


class Result(Table):
    """Every wager and paytable that was analysed: `result["ante-play"]`, `result["queens-or-better", "A3"]`."""

    def __init__(self, result: GameResult, context: _Context) -> None:
        self._result, self._context = result, context

    @property
    def game(self) -> str:
        return self._result.game.id

    @property
    def options(self) -> Mapping[str, str]:
        """All options, as they were chosen."""
        return dict(self._result.game.chosen)

    @cached_property
    def wagers(self) -> tuple[WagerResult, ...]:
        return tuple(WagerResult(priced, self._context) for priced in self._result.wagers)

    @property
    def joint(self) -> tuple[Json, ...]:
        """Wagers made together, as JSON has them."""
        return self._result.joint

    def __getitem__(self, key: str | tuple[str, str]) -> WagerResult:
        wager, paytable = _wager_and_paytable(key)
        own = [result for result in self.wagers if result.wager == wager]
        if not own:
            from analyzer.game.sections import nearest

            known = list(dict.fromkeys(result.wager for result in self.wagers))
            raise SelectionError(f"no result of {wager!r}{nearest(str(wager), known)}; wagers: {', '.join(known)}")
        if paytable is None and len(own) > 1:
            names = ", ".join(result.paytable for result in own)
            raise SelectionError(
                f"{wager} has several paytables: {names}; write result[{wager!r}, {own[0].paytable!r}]"
            )
        chosen = [result for result in own if paytable in (None, result.paytable)]
        if not chosen:
            raise SelectionError(
                f"{wager} has no paytable {paytable!r}; paytables: {', '.join(result.paytable for result in own)}"
            )
        return chosen[0]

    def __contains__(self, key: object) -> bool:
        """Whether there is a result of a wager, or of a wager and a paytable."""
        if isinstance(key, WagerResult):
            return key in self.wagers
        return any(key in (one.wager, (one.wager, one.paytable)) for one in self.wagers)

    def __iter__(self) -> Iterator[WagerResult]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def document(self) -> JsonDict:
        """The result as `exactodds analyze --json` prints it."""
        return self._result.document()

    def _title(self) -> str:
        number = f"{len(self)} results" if len(self) > 1 else "1 result"
        return f"{self.game}: {number}"

    def _columns(self) -> Sequence[Column]:
        return [
            Column("wager"),
            Column("paytable"),
            Column("unit"),
            Column("house_edge", "percent"),
            Column("ev", "number"),
            Column("return", "percent"),
            Column("hit_frequency", "percent"),
            Column("variance", "number"),
            Column("standard_deviation", "number"),
            Column("deals", "count"),
            Column("player_advantage"),
            Column("advantage"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (
                one.wager,
                one.paytable,
                one.unit,
                Words(DEPENDS) if one.ev is None else one.house_edge,
                one.ev,
                one.return_,
                one.hit_frequency,
                one.variance,
                one.standard_deviation,
                one.deals,
                one.player_advantage or (False if one.advantage is None else None),
                one.advantage,
            )
            for one in self.wagers
        ]


def _wager_and_paytable(key: object) -> tuple[object, object]:
    """What was asked for in brackets: a wager, or a wager and a paytable."""
    if not isinstance(key, tuple):
        return key, None
    if len(key) != 2:
        raise ArgumentError(f'a result is asked for as result["wager"] or result["wager", "paytable"], not by {key!r}')
    return key


@counts
def analyze(
    game: Game | str | Path,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Result:
    """Every wager and paytable of a game, or those asked for, under the chosen options.

    >>> import exactodds
    >>> result = exactodds.analyze("three-card-poker-6-card-bonus", wager="pair-plus")
    >>> result
    <Result three-card-poker-6-card-bonus: 1 result>
    >>> pair_plus = result["pair-plus"]
    >>> pair_plus
    <WagerResult pair-plus 1: house edge 9.900452 %>
    >>> pair_plus.house_edge, pair_plus.return_, pair_plus.deals
    (Fraction(547, 5525), Fraction(4978, 5525), 22100)
    >>> pair_plus.outcomes[0]
    <Outcome mini-royal: pays 75, probability 1/5525>

    Options are given as they are meant, and a name that does not exist is an error in words:

    >>> exactodds.analyze("wild-six-card-poker", options={"stand_pats": True})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    analyzer.errors.SelectionError: wild-six-card-poker has no option 'stand_pats' (did you mean 'stand_pat'?); ...
    """
    from analyzer.pricing.analysis import analyze as analyze_file

    file, chosen = game_file(game), option_texts(options)
    with run_of("analyze", running) as run:
        analysis = analyze_file(file, chosen, text_or_none("wager", wager), text_or_none("paytable", paytable), run)
    return Result(analysis, _Context(file, chosen, running))


def _sympy(value: Fraction | Polynomial) -> sympy.Expr:
    from analyzer.pricing.polynomials import to_sympy

    return to_sympy(value) if isinstance(value, Fraction) else value.sympy()
