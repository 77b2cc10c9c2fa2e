"""The exact return as an expression: formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.api.arguments import (
    Number,
    OptionValue,
    Running,
    counts,
    exact_number,
    exact_texts,
    game_file,
    option_texts,
    run_of,
    text,
    text_or_none,
)
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError

if TYPE_CHECKING:
    import sympy

    from analyzer.api.games import Game
    from analyzer.change.formula.formula import Formula as CountedFormula
    from analyzer.change.formula.regions import LineRegion
    from analyzer.game.file import GameFile


class Formula(Table):
    """The return of a wager in what its lines pay; sympy takes it as it takes an expression.

    The symbols are the ids of lines with `_` for `-`, and J, the meter of a progressive. Where the player decides, it
    is the return of the strategy that is best under the paytable; `region(line)` tells how far one pay can move before
    another strategy is better.
    """

    def __init__(self, counted: CountedFormula) -> None:
        self._counted = counted

    @property
    def expression(self) -> sympy.Expr:
        """The return; of a wager in dollars, the expected result."""
        return self._counted.shown[1].sympy()

    @property
    def ev(self) -> sympy.Expr:
        """The expected net result."""
        return self._counted.ev.sympy()

    @property
    def house_edge(self) -> sympy.Expr:
        return self._counted.house_edge.sympy()

    @property
    def everywhere(self) -> sympy.Expr:
        """The expected net result for any pays, also where hands satisfy several lines whose order changes."""
        return self._counted.everywhere

    @property
    def order(self) -> tuple[sympy.Rel, ...]:
        """What must hold of the pays for `expression`: which line is paid of several that a hand satisfies."""
        return self._counted.order_relations

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """By line id."""
        return self._counted.symbols

    @property
    def counts(self) -> dict[str, Fraction]:
        """By line id: the deals that it is paid in, each times the units bet on it."""
        return {line.id: line.factor for line in self._counted.lines}

    @property
    def deals(self) -> int:
        return self._counted.terms.deals

    @property
    def pays(self) -> dict[str, str]:
        """The paytable, as the game file writes it."""
        return {line.id: str(line.pay) for line in self._counted.lines}

    @property
    def value(self) -> sympy.Expr:
        """The return under the paytable: a Rational, or an expression in J; in dollars the expected result."""
        return self._shown(self._counted.value)

    def at(self, pays: Mapping[str, Number] | None = None, **more: Number) -> sympy.Expr:
        """The same with some pays changed: `at(flush=5)`; of a progressive at a level of its meter: `at(J=25_000)`.

        Where the player decides, with his strategy unchanged.
        """
        texts = exact_texts("pays", {} if pays is None else pays) | exact_texts("pays", more)
        changed = {line: exact_number(f"pays[{line!r}]", text) for line, text in texts.items()}
        level = self._level(changed.pop("J", None))
        return self._shown(self._counted.at(changed, level))

    def _level(self, level: Fraction | None) -> Fraction | None:
        """The level of the meter that was given."""
        if level is None:
            return None
        if "J" not in self.symbols:
            raise SelectionError(
                f"{self._counted.wager} {self._counted.paytable} has no meter, so J is not in its formula"
            )
        if level < 0:
            raise SelectionError(f"J, the meter, cannot be {level}; it is 0 or more")
        return level

    def _shown(self, ev: Any) -> Any:
        return 1 + ev if self._counted.unit.has_stake else ev

    def region(self, line: str) -> LineRegion | None:
        """How far the pay of one line can go while this strategy stays the best; None where nothing is decided."""
        return self._counted.region(_line_id(line))

    @property
    def regions(self) -> Mapping[str, LineRegion]:
        """The same for every line."""
        return self._counted.regions

    def subs(self, *arguments: Any, **keywords: Any) -> sympy.Expr:
        return self.expression.subs(*arguments, **keywords)

    def diff(self, line: str) -> sympy.Expr:
        """How the return grows with the pay of a line."""
        import sympy

        return sympy.diff(self.expression, self._symbol(line))

    def solve(self, line: str, returns: Number = 1) -> sympy.Rational:
        """The pay of a line, all others as in the paytable, with which the return is this: 1 is a fair game."""
        import sympy

        own = _line_id(line)
        others = {symbol: self.pays[other] for other, symbol in self.symbols.items() if other not in (own, "J")}
        wanted, symbol = exact_number("returns", returns), self._symbol(line)
        found = sympy.solve(self.expression.subs(others) - sympy.Rational(str(wanted)), symbol)
        if not found:
            raise SelectionError(f"no pay of {own} makes the return {wanted}: it is never paid")
        return found[0]

    def _symbol(self, line: str) -> sympy.Symbol:
        from analyzer.game.sections import nearest

        own = _line_id(line)
        if own not in self.symbols:
            known = ", ".join(self.symbols)
            raise SelectionError(f"the formula has no line {line!r}{nearest(own, self.symbols)}; lines: {known}")
        return self.symbols[own]

    def latex(self) -> str:
        return self._counted.latex()

    def document(self) -> JsonDict:
        """As `exactodds formula --json` prints it, without regions."""
        return self._counted.document()

    def __str__(self) -> str:
        name, expression = self._counted.shown
        return f"{name} = {expression.text}"

    def _sympy_(self) -> sympy.Expr:
        return self.expression

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _title(self) -> str:
        return f"{self._counted.wager} {self._counted.paytable}: {self}"

    def _columns(self) -> Sequence[Column]:
        return [Column("line"), Column("symbol"), Column("pays"), Column("count", "count")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [
            (line.id, line.symbol if line.has_symbol else "J", str(line.pay), line.factor)
            for line in self._counted.lines
        ]


def _line_id(line: object) -> str:
    """The id of a line, or its symbol."""
    return text("line", line).replace("_", "-")


@counts
def formula(
    game: Game | str | Path,
    wager: str,
    *,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Formula:
    """The exact return of a wager in what its lines pay, with counts of deals as coefficients.

    >>> import exactodds
    >>> joker = exactodds.formula("wild-52", "joker")
    >>> print(joker)
    return = (122151120*joker_in_the_community_cards + 305377800*joker_in_the_players_five + 427528920)/3237004680
    >>> joker.value, joker.at(joker_in_the_players_five=5)
    (47/53, 52/53)

    Which pay of one line would make the game fair, and what is one unit more of it worth?

    >>> joker.solve("joker-in-the-community-cards")
    13
    >>> joker.diff("joker-in-the-community-cards")
    2/53
    """
    file, table = game_file(game), text_or_none("paytable", paytable)
    return formula_in(file, text("wager", wager), table, option_texts(options), running)


def formula_in(
    file: GameFile, wager: str, paytable: str | None, options: Mapping[str, str], running: Running
) -> Formula:
    from analyzer.change.formula.formula import formula_of
    from analyzer.pricing.analysis import select_paytables, select_wagers

    chosen_game = file.game(options)
    (chosen,) = select_wagers(chosen_game, wager)
    with run_of("formula", running) as run:
        return Formula(formula_of(chosen_game, chosen, select_paytables(chosen, paytable)[0], run))
