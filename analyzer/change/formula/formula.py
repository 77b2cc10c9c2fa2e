"""The exact return of a wager in what its lines pay.

>>> from analyzer.game.library import load_game
>>> from analyzer.run.jobs import Run
>>> game = load_game("three-card-poker-6-card-bonus").game()
>>> (wager,) = (wager for wager in game.wagers if wager.id == "pair-plus")
>>> formula = formula_of(game, wager, wager.paytables[0], Run())
>>> formula.returned.text
'(4*mini_royal + 44*straight_flush + 52*three_of_a_kind + 720*straight + 1096*flush + 3744*pair + 5660)/22100'
>>> formula.value, formula.at({"pair": 2})
(-547/5525, 389/5525)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from analyzer.change.figures import stake_in_pays
from analyzer.change.formula.expression import METER, Expression, symbol_names
from analyzer.documents import JsonDict
from analyzer.engines.paid_lines import paid_line
from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.sections import nearest
from analyzer.pricing.results import pay_text
from analyzer.pricing.terms.model import Terms
from analyzer.run.jobs import Run
from analyzer.units import Unit

if TYPE_CHECKING:
    import sympy

    from analyzer.change.formula.regions import LineRegion, RegionSearch


@dataclass(frozen=True)
class FormulaLine:
    """A line: the symbol of its pay, what it pays in the paytable as the game file writes it, and its factor.

    The factor is the number of deals that the line is paid in, each times the units bet on it. A line that pays from
    the meter has no symbol of its own: it is a share of J.
    """

    id: str
    symbol: str
    pay: Pay
    factor: Fraction

    @property
    def has_symbol(self) -> bool:
        return not self.pay.meter


@dataclass(frozen=True)
class Order:
    """Some deals satisfy both lines, and are paid by the first: so it must pay at least as much as the second."""

    most: str
    other: str


@dataclass(frozen=True)
class Formula:
    """One wager under one paytable; where the player decides, with the strategy that is best under it.

    Pays are as the game file writes them: `stake` is 1 where they are for one.
    """

    game: str
    wager: str
    name: str
    paytable: str
    unit: Unit
    decided: bool
    terms: Terms
    pays: Paytable
    stake: Fraction
    ids: tuple[str, ...]
    choices: Mapping[str, Fraction] = field(default_factory=dict)
    search: RegionSearch | None = field(default=None, repr=False, compare=False)

    # --- the formula ---

    @cached_property
    def lines(self) -> tuple[FormulaLine, ...]:
        factors, names = self.terms.by_line(self.pays), symbol_names(self.ids)
        return tuple(
            FormulaLine(line, name, pay + Pay(self.stake), factors.get(place, Fraction(0)))
            for place, (line, name, pay) in enumerate(zip(self.ids, names, self.pays.pays, strict=True))
        )

    def expression(self, terms: Terms | None = None) -> Expression:
        """The expected net result; of another play, if its terms are given."""
        own = self.terms if terms is None else terms
        factors, constant, meter = own.by_line(self.pays), own.constant, Fraction(0)
        coefficients: dict[str, Fraction] = {}
        for place, line in enumerate(self.lines):
            factor = factors.get(place, Fraction(0))
            constant -= factor * self.stake
            if line.has_symbol:
                coefficients[line.symbol] = factor
            else:
                meter += factor * line.pay.meter
                constant += factor * line.pay.amount
        return Expression.over(own.deals, coefficients | {METER: meter}, constant)

    @cached_property
    def ev(self) -> Expression:
        return self.expression()

    @property
    def returned(self) -> Expression:
        """The return: what comes back of one unit, 1 + the expected result."""
        self._needs_stake("return")
        return self.ev.plus(1)

    @property
    def house_edge(self) -> Expression:
        self._needs_stake("house edge")
        return self.ev.negated()

    def _needs_stake(self, what: str) -> None:
        if not self.unit.has_stake:
            raise SelectionError(f"{self.wager} is in dollars a round and has no stake, so it has no {what}")

    @property
    def shown(self) -> tuple[str, Expression]:
        """What people ask for, with its name: the return, or dollars a round."""
        return ("return", self.returned) if self.unit.has_stake else ("expected result", self.ev)

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """By line id, and J where something is paid from a meter."""
        import sympy

        own = {line.id: sympy.Symbol(line.symbol) for line in self.lines if line.has_symbol}
        return own | ({METER: sympy.Symbol(METER)} if METER in self.ev.coefficients else {})

    def latex(self) -> str:
        name, expression = self.shown
        return rf"\text{{{name}}} = {expression.latex({line.symbol: line.id for line in self.lines})}"

    # --- where it holds ---

    @cached_property
    def order(self) -> tuple[Order, ...]:
        """What must hold of the pays beside: the formula says which line is paid of several that apply.

        What follows from others is left out. No line comes before itself: of equal pays the first line is paid.
        """
        if self.terms.overlap != "most":
            return ()
        below: dict[int, set[int]] = {}
        for lines in self.terms.factors:
            paid = paid_line(lines, self.pays, self.terms.overlap)
            below.setdefault(paid, set()).update(set(lines) - {paid})
        return tuple(
            Order(self.ids[most], self.ids[other])
            for most in sorted(below)
            for other in sorted(below[most])
            if not any(other in _reached(below, between) for between in below[most] - {other})
        )

    @property
    def order_relations(self) -> tuple[sympy.Rel, ...]:
        """The same for sympy."""
        import sympy

        return tuple(sympy.Ge(self._pay_of(order.most), self._pay_of(order.other)) for order in self.order)

    @property
    def everywhere(self) -> sympy.Expr:
        """The expected net result for any pays: of several lines that apply, `Max` takes the one that pays most, or
        all are added where all are paid.

        Where the player decides it is that of this strategy.
        """
        import sympy

        total: sympy.Expr = _rational(self.terms.constant)
        for lines, factor in self.terms.factors.items():
            applying = lines[:1] if self.terms.overlap == "first" else lines
            pays = [self._pay_of(self.ids[line]) for line in applying]
            paid = sympy.Add(*pays) if self.terms.overlap == "all" else sympy.Max(*pays)
            total += _rational(factor) * (paid - _rational(self.stake))
        return total / self.terms.deals

    def _pay_of(self, line: str) -> sympy.Expr:
        import sympy

        own = self.lines[self.ids.index(line)]
        if own.has_symbol:
            return sympy.Symbol(own.symbol)
        return _rational(own.pay.amount) + _rational(own.pay.meter) * sympy.Symbol(METER)

    def region(self, line: str) -> LineRegion | None:
        """How far the pay of one line can move while this strategy stays the best; None where there is no strategy."""
        if line not in self.ids:
            known = ", ".join(self.ids) or "it has none"
            raise SelectionError(f"{self.wager} has no line {line!r}{nearest(line, self.ids)}; lines: {known}")
        return None if self.search is None else self.search.region(line)

    @property
    def regions(self) -> Mapping[str, LineRegion]:
        """The same for every line."""
        return {} if self.search is None else self.search.regions()

    # --- its value ---

    def at(self, pays: Mapping[str, Fraction | int | str], meter: Fraction | None = None) -> sympy.Expr:
        """The expected net result with some pays changed, of this strategy: a Rational, or an expression in J.

        Which line is paid of several that apply is asked again. Where that depends on J, it is a `Piecewise`.
        """
        unknown = [line for line in pays if line not in self.ids]
        if unknown:
            raise SelectionError(
                f"{self.wager} has no line {unknown[0]!r}{nearest(unknown[0], self.ids)}; lines: {', '.join(self.ids)}"
            )
        changed = tuple(
            Pay(Fraction(pays[line]) - self.stake) if line in pays else pay
            for line, pay in zip(self.ids, self.pays.pays, strict=True)
        )
        paytable = Paytable(self.paytable, changed)
        if meter is not None:
            return _rational(self.terms.mean(paytable, meter).at(meter))
        return _in_pieces(pieces_of(self.terms, paytable))

    @property
    def pieces(self) -> tuple[MeterPiece, ...]:
        """The expected net result under the paytable, by the level of the meter; one where no meter decides."""
        return pieces_of(self.terms, self.pays)

    @property
    def value(self) -> sympy.Expr:
        """The expected net result under the paytable: a Rational, or an expression in J."""
        return self.at({})

    def document(self, regions: Iterable[LineRegion] | None = None) -> JsonDict:
        """Everything, for JSON; regions if they are given."""
        name, expression = self.shown
        value = self.terms.mean(self.pays)
        staked = {"house_edge": self.house_edge.text} if self.unit.has_stake else {}
        document: JsonDict = {
            "game": self.game,
            "wager": self.wager,
            "paytable": self.paytable,
            "unit": str(self.unit),
            "deals": str(self.terms.deals),
            name.replace(" ", "_"): expression.text,
            "ev": self.ev.text,
            **staked,
            "latex": self.latex(),
            "value": {"ev": pay_text(value)} | ({"return": pay_text(value + Pay(Fraction(1)))} if staked else {}),
            "pieces": [{"from": str(piece.start), "ev": pay_text(piece.mean)} for piece in self.pieces],
            "lines": [
                {
                    "line": own.id,
                    "symbol": own.symbol if own.has_symbol else None,
                    "pays": str(own.pay),
                    "count": str(own.factor),
                }
                for own in self.lines
            ],
            "order": [f"{order.most} >= {order.other}" for order in self.order],
            "everywhere": str(self.everywhere),
            "decided": self.decided,
            "choices": {choice: str(share) for choice, share in self.choices.items()},
        }
        if regions is not None:
            document["regions"] = [region.document(self) for region in regions]
        return document


@dataclass(frozen=True)
class MeterPiece:
    """The mean net result from a level of the meter on, up to the next piece."""

    start: Fraction
    mean: Pay


def pieces_of(terms: Terms, paytable: Paytable) -> tuple[MeterPiece, ...]:
    """Between levels at which two lines that apply together pay alike, each hand is paid by one of them."""
    levels = sorted({Fraction(0), *_equal_levels(terms, paytable)})
    insides = [(low + high) / 2 for low, high in pairwise(levels)] + [levels[-1] + 1]
    pieces: list[MeterPiece] = []
    for start, inside in zip(levels, insides, strict=True):
        mean = terms.mean(paytable, inside)
        if not pieces or mean != pieces[-1].mean:
            pieces.append(MeterPiece(start, mean))
    return tuple(pieces)


def _equal_levels(terms: Terms, paytable: Paytable) -> Iterator[Fraction]:
    if terms.overlap != "most":
        return
    together = {pair for lines in terms.factors for pair in combinations(lines, 2)}
    for one, other in ((paytable.pays[first], paytable.pays[second]) for first, second in together):
        if one.meter != other.meter:
            level = (other.amount - one.amount) / (one.meter - other.meter)
            if level > 0:
                yield level


def _in_pieces(pieces: Sequence[MeterPiece]) -> sympy.Expr:
    import sympy

    *before, last = pieces
    meter = sympy.Symbol(METER)
    below = [
        (_sympy_pay(piece.mean), meter < _rational(following.start)) for piece, following in pairwise([*before, last])
    ]
    return sympy.Piecewise(*below, (_sympy_pay(last.mean), True)) if below else _sympy_pay(last.mean)


def _reached(below: Mapping[int, set[int]], line: int) -> set[int]:
    """The lines that come below a line, at any distance."""
    reached: set[int] = set()
    pending = [line]
    while pending:
        further = below.get(pending.pop(), set()) - reached
        reached |= further
        pending += further
    return reached


def _rational(value: Fraction) -> sympy.Rational:
    import sympy

    return sympy.Rational(value.numerator, value.denominator)


def _sympy_pay(value: Pay) -> sympy.Expr:
    import sympy

    return _rational(value.amount) + _rational(value.meter) * sympy.Symbol(METER)


def formula_of(game: Game, wager: Wager, paytable: Paytable, run: Run) -> Formula:
    """The formula of a wager under a paytable. Regions are looked for when they are first asked for."""
    from analyzer.change.formula.regions import RegionSearch

    search = RegionSearch(game, wager, paytable, run)
    play = search.base
    return Formula(
        game=game.id,
        wager=wager.id,
        name=wager.name,
        paytable=paytable.id,
        unit=wager.unit,
        decided=search.decided,
        terms=play.terms,
        pays=paytable,
        stake=stake_in_pays(game, wager),
        ids=tuple(wager.line_ids) if paytable.pays else (),
        choices=play.choices,
        search=search if search.decided else None,
    )
