"""Results: what an analysis found, and the document (JSON contract of the design) that every output is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.notebook import table_html
from analyzer.numbers import decimal_text, percent_text, root_text, skewness_text
from analyzer.pricing.advantage import Advantage, advantage_of, advantage_over
from analyzer.pricing.details import Details
from analyzer.pricing.moments import Outcome, Piece, Price, mean_of, price, to_fraction
from analyzer.pricing.polynomials import Polynomial
from analyzer.units import Unit

D = TypeVar("D")
SCHEMA = "exactodds/result/1"
DECIMALS = 12
OUTCOME_COLUMNS = ("outcome", "pays", "count", "probability")
WAGER_COLUMNS = (
    "wager", "paytable", "house edge", "expected result", "player's advantage", "hit frequency", "deals",
)  # fmt: skip


@dataclass(frozen=True)
class WagerResult:
    """One wager under one paytable.

    Where the line that is paid depends on the meter, `pieces` has the result for every meter; outcomes and price are
    those of the last piece, which has no end.
    """

    wager: str
    name: str
    paytable: str
    unit: Unit
    deals: int
    outcomes: tuple[Outcome, ...]
    price: Price
    warnings: tuple[str, ...] = ()
    details: Details | None = None
    least_meter: Fraction = Fraction(0)
    pieces: tuple[Piece, ...] = ()
    # The seat that banks the wager, if its result is given too.
    banker: str = ""

    def at(self, meter: Fraction | None) -> WagerResult:
        """The result that holds at that level of the meter."""
        if meter is not None and meter < 0:
            raise SelectionError(f"{self.wager}: a meter cannot be {meter}; it is 0 or more")
        if meter is None or not self.pieces:
            return self
        return self._of_piece(next(piece for piece in self.pieces if piece.has(meter)))

    def _of_piece(self, piece: Piece) -> WagerResult:
        return replace(self, outcomes=piece.outcomes, price=piece.price, pieces=())

    def in_one_piece(self, what: str) -> WagerResult:
        """The result itself, for what can only be said of a wager with one formula for all meters."""
        if self.pieces:
            where = ", ".join(str(piece.start) for piece in self.pieces[1:])
            raise SelectionError(
                f"{self.wager} {self.paytable}: which line is paid changes at J = {where}, and {what} needs one "
                "formula for all meters; analyze and audit --meter give results for every meter"
            )
        return self

    @property
    def ev(self) -> Fraction | None:
        """The expectation; None while it depends on a meter."""
        return None if self.price.symbolic else to_fraction(self.price.ev)

    @cached_property
    def mean(self) -> Pay:
        """The expectation as an amount and a share of the meter."""
        return mean_of(self.outcomes, self.deals)

    @property
    def advantage(self) -> Advantage | None:
        if not self.pieces:
            return advantage_of(self.mean, self.unit, least_meter=self.least_meter)
        pieces = [(piece.start, mean_of(piece.outcomes, self.deals)) for piece in self.pieces]
        return advantage_over(pieces, self.unit, least_meter=self.least_meter)

    @property
    def player_advantage(self) -> bool:
        """Whatever the meter is."""
        return self.advantage is not None and self.advantage.certain

    @property
    def possible(self) -> tuple[Pay, ...]:
        """The net results that some deal has."""
        return tuple(outcome.net for outcome in self.outcomes if outcome.count)

    @property
    def largest_payoff(self) -> Pay:
        """Of what can happen. Any share of the meter is taken for more than any amount: from some meter on it is."""
        return max(self.possible, key=lambda net: net.order)

    def with_banker(self, banker: str) -> WagerResult:
        """With the result of the seat that banks the wager: the negative of the player's."""
        if self.ev is None:
            return self
        return replace(self, banker=banker)

    def details_of(self, kind: type[D]) -> D | None:
        """The details, if they are of that kind."""
        return self.details if isinstance(self.details, kind) else None

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "wager": self.wager,
            "name": self.name,
            "paytable": self.paytable,
            "unit": str(self.unit),
            "deals": str(self.deals),
        }
        document |= self._figures() | {"player_advantage": self.player_advantage}
        if self.pieces:
            document["pieces"] = [
                {"from": str(piece.start), "to": None if piece.end is None else str(piece.end)}
                | self._of_piece(piece)._figures()
                for piece in self.pieces
            ]
        details = {} if self.details is None else self.details.document()
        return document | self._decimals() | details | self._bank() | {"warnings": list(self.warnings)}

    def _bank(self) -> dict[str, Any]:
        if not self.banker or self.ev is None:
            return {}
        return {"banker": {"seat": self.banker, "ev": str(-self.ev), "ev_decimal": decimal_text(-self.ev, DECIMALS)}}

    def _figures(self) -> dict[str, Any]:
        return {
            "outcomes": [self._outcome(outcome) for outcome in self.outcomes],
            "ev": str(self.price.ev),
            **self._of_stake(),
            "hit_frequency": str(self.price.hit_frequency),
            "variance": str(self.price.variance),
            "third_central_moment": str(self.price.third_central_moment),
            "largest_payoff": pay_text(self.largest_payoff),
        }

    def _of_stake(self) -> dict[str, str]:
        """What only a wager with a stake has."""
        if not self.unit.has_stake:
            return {}
        return {"house_edge": str(-self.price.ev), "return": str(1 + self.price.ev)}

    def summary_row(self) -> list[str]:
        """The cells of WAGER_COLUMNS."""
        edge, worth = "depends on the meter", ""
        if self.ev is not None:
            edge, worth = self.unit.edge_text(self.ev), self.unit.result_text(self.ev)
        advantage = "" if self.advantage is None else self.advantage.extent
        hits = percent_text(Fraction(self.price.hit_frequency))
        return [self.name, self.paytable, edge, worth, advantage, hits, f"{self.deals:,}"]

    def _repr_html_(self) -> str:
        """A table of outcomes, where a notebook shows it."""
        rows = (
            [
                outcome.details.get("title", outcome.name),
                pay_text(outcome.net),
                f"{outcome.count:,}",
                percent_text(Fraction(outcome.count, self.deals)),
            ]
            for outcome in self.outcomes
        )
        return table_html(f"{self.name}, paytable {self.paytable}", OUTCOME_COLUMNS, rows)

    def _outcome(self, outcome: Outcome) -> dict[str, Any]:
        probability = Fraction(outcome.count, self.deals)
        return {
            "name": outcome.name,
            "count": str(outcome.count),
            "pays": pay_text(outcome.net),
            "probability": str(probability),
            "contribution": pay_text(outcome.net * probability),
        } | dict(outcome.details)

    def _decimals(self) -> dict[str, Any]:
        if self.price.symbolic:
            return {}
        variance = to_fraction(self.price.variance)
        third = to_fraction(self.price.third_central_moment)
        ev = to_fraction(self.price.ev)
        staked = {"house_edge": -ev, "return": 1 + ev} if self.unit.has_stake else {}
        return {
            "standard_deviation": root_text(variance),
            "skewness": skewness_text(third, variance),
            "decimals": {
                "ev": decimal_text(ev, DECIMALS),
                **{key: decimal_text(value, DECIMALS) for key, value in staked.items()},
                "hit_frequency": decimal_text(to_fraction(self.price.hit_frequency), DECIMALS),
                "variance": decimal_text(variance, DECIMALS),
            },
        }


@dataclass(frozen=True)
class GameResult:
    """All wagers analysed of one game under one choice of options."""

    game: Game
    game_file_digest: str
    kernel_version: str
    wagers: tuple[WagerResult, ...]
    joint: tuple[Mapping[str, Any], ...] = ()

    def _repr_html_(self) -> str:
        """A table of wagers, where a notebook shows it."""
        return table_html(self.game.name, WAGER_COLUMNS, (wager.summary_row() for wager in self.wagers))

    def _favoured(self) -> Iterator[str]:
        for result in self.wagers:
            if result.player_advantage:
                yield f"{result.wager} {result.paytable}"

    def document(self) -> dict[str, Any]:
        from analyzer import __version__

        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "name": self.game.name,
            "rules_version": self.game.rules_version,
            "options": dict(self.game.chosen),
            "program": {"version": __version__, "kernels": self.kernel_version},
            "game_file_sha256": self.game_file_digest,
            "player_advantage": [*self._favoured(), *map(joint_name, favoured_joint(self.joint))],
            "wagers": [result.document() for result in self.wagers],
            "joint": [dict(joint) for joint in self.joint],
        }


def favoured_joint(joint: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of the wagers made together, those by which the player gains."""
    return [row for row in joint if joint_advantage(row) is not None]


def joint_advantage(row: Mapping[str, Any]) -> Advantage | None:
    """The advantage of all stakes together: a share of them where all have one, else money."""
    edge = row.get("house_edge")
    share = Fraction(row["ev"]) if edge is None else -Fraction(edge)
    return advantage_of(Pay(share), Unit.DOLLARS if edge is None else Unit.UNITS)


def stakes_advantage(row: Mapping[str, Any], meter: Fraction | None) -> Advantage | None:
    """The same at the meter that the stakes were asked for."""
    advantage = joint_advantage(row)
    return None if advantage is None else replace(advantage, at_meter=meter)


def joint_edge(row: Mapping[str, Any]) -> str:
    """The house edge of all stakes for people."""
    edge = row.get("house_edge")
    return "no stake in all" if edge is None else percent_text(Fraction(edge), 6)


def staked_names(row: Mapping[str, Any]) -> str:
    """
    >>> staked_names({"wagers": ["poker", "draw-bonus"], "stakes": ["1", "1/2"]})
    'poker + 1/2 draw-bonus'
    """
    pairs = zip(row["wagers"], row["stakes"], strict=True)
    return " + ".join(wager if stake == "1" else f"{stake} {wager}" for wager, stake in pairs)


def joint_title(rows: Sequence[Mapping[str, Any]], together: str) -> str:
    """What is made together, and the stakes where they are alike."""
    alike = all(stake == "1" for row in rows for stake in row["stakes"])
    return f"{together}, one unit each" if alike else f"{together}, one unit each if no stake is told"


def joint_name(row: Mapping[str, Any]) -> str:
    """`poker 1 + draw-bonus B2`."""
    pairs = zip(row["wagers"], row["paytables"], strict=True)
    return " + ".join(f"{wager} {paytable}" for wager, paytable in pairs)


def priced(
    wager: Wager,
    paytable: Paytable,
    deals: int,
    outcomes: Sequence[Outcome],
    *,
    warnings: Sequence[str] = (),
    details: Details | None = None,
    splits: int = 1,
) -> WagerResult:
    """A result from counted outcomes; each deal that was counted is so many deals of the language."""
    if splits > 1:
        deals, outcomes = splits * deals, [replace(outcome, count=splits * outcome.count) for outcome in outcomes]
    return WagerResult(
        wager=wager.id,
        name=wager.name,
        paytable=paytable.id,
        unit=wager.unit,
        deals=deals,
        outcomes=tuple(outcomes),
        price=price(outcomes, deals),
        warnings=tuple(warnings),
        details=details,
        least_meter=least_meter_of(wager, paytable),
    )


def least_meter_of(wager: Wager, paytable: Paytable) -> Fraction:
    """A meter is never below its seed, where that is known, unless some line takes a part of it."""
    meter = wager.meter
    if meter is None or meter.seed is None or any(0 < pay.meter < 1 for pay in paytable.pays):
        return Fraction(0)
    return meter.seed


def pay_text(net: Pay) -> str:
    """Of two terms the positive first, as polynomials in the meter are written.

    >>> pay_text(Pay(Fraction(-1), Fraction(1, 10))), pay_text(Pay(Fraction(3, 2)))
    ('J/10 - 1', '3/2')
    >>> pay_text(Pay(Fraction(2), Fraction(-1, 10))), pay_text(Pay(Fraction(-2), Fraction(-3, 10)))
    ('2 - J/10', '-3*J/10 - 2')
    """
    return str(Polynomial.of(net.amount, net.meter))
