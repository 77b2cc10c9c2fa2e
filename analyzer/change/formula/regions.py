"""How far each pay can move before another strategy is better, kept in the store, as the game file writes pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.change.figures import program_digest, stake_in_pays
from analyzer.change.formula.region import RegionEnd, region_of
from analyzer.documents import Json, JsonDict
from analyzer.errors import SelectionError
from analyzer.game.amounts import MAX_PAY
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.plain import wager_digest
from analyzer.numbers import decimal_text
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.terms.model import Play, PlayDifference, Plays, Terms
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json

if TYPE_CHECKING:
    from analyzer.change.formula.formula import Formula

PLACES = 8


@dataclass(frozen=True)
class LineEnd:
    """The strategy is best up to the pay `inside`, that pay included; past `outside` the next one is better.

    Both are equal where the end is known exactly; `outside` is None where there is no end up to `inside`. `next` is the
    strategy beyond, best at least up to the pay `next_at`.
    """

    inside: Fraction
    outside: Fraction | None = None
    next: Play | None = None
    next_at: Fraction | None = None
    difference: PlayDifference | None = None

    @property
    def exact(self) -> Fraction | None:
        """The end itself, if there is one and it is known exactly."""
        return self.inside if self.inside == self.outside else None

    @property
    def text(self) -> str:
        """The end for people. Where there is none, `inside` is as far as was looked: the largest pay that there can be.

        >>> LineEnd(MAX_PAY).text, LineEnd(Fraction(0)).text, LineEnd(Fraction(6), Fraction(6)).text
        ('no end', '0', '6')
        """
        if self.outside is None:
            return "no end" if self.inside == MAX_PAY else f"at least {about(self.inside)}" if self.inside else "0"
        return f"between {self.inside} and {self.outside}" if self.exact is None else about(self.exact)

    def __repr__(self) -> str:
        return f"<LineEnd {self.text}>"

    def document(self, formula: Formula) -> JsonDict:
        document: JsonDict = {"inside": str(self.inside), "outside": _text(self.outside)}
        if self.next is not None:
            document["next"] = {
                "ev": formula.expression(self.next.terms).text,
                "best_at": _text(self.next_at),
                "choices": {name: str(share) for name, share in self.next.choices.items()},
                "difference": None if self.difference is None else _written_difference(self.difference),
            }
        return document


def about(pay: Fraction) -> str:
    """
    >>> about(Fraction(6)), about(Fraction(1031, 172))
    ('6', '1031/172 (5.99418605)')
    """
    return str(pay) if pay.denominator == 1 else f"{pay} ({decimal_text(pay, PLACES)})"


@dataclass(frozen=True)
class LineRegion:
    """From where to where the pay of a line can go, all others unchanged."""

    line: str
    pay: Fraction
    low: LineEnd
    high: LineEnd

    def __repr__(self) -> str:
        return f"<LineRegion {self.line}: pays {self.pay}, best from {self.low.text} to {self.high.text}>"

    def document(self, formula: Formula) -> JsonDict:
        return {
            "line": self.line,
            "pays": str(self.pay),
            "low": self.low.document(formula),
            "high": self.high.document(formula),
        }


@dataclass(frozen=True)
class RegionSearch:
    """The regions of one wager under one paytable. Nothing is counted that the store has."""

    game: Game
    wager: Wager
    paytable: Paytable
    run: Run

    @cached_property
    def plays(self) -> Plays:
        return kind_of(self.wager).plays(self.game, self.wager, self.run)

    @cached_property
    def _key(self) -> JsonDict:
        return {
            "wager": wager_digest(self.game, self.wager),
            "pays": [str(pay) for pay in self.paytable.pays],
            "program": program_digest(),
        }

    @cached_property
    def _kept(self) -> Json:
        return kept_json(  # type: ignore[no-any-return]  # JSON
            self.run.store,
            "formula",
            self._key,
            lambda: {"decided": self.plays.decided, "play": _written(self.plays.best(self.paytable))},
        )

    @property
    def decided(self) -> bool:
        """Whether there is a strategy that another pay might change."""
        return bool(self._kept["decided"]) and bool(self.paytable.pays)

    @cached_property
    def base(self) -> Play:
        return _read(self._kept["play"], self.wager)

    @cached_property
    def known(self) -> list[Play]:
        """Plays that were found for some line: they help with the next one."""
        return []

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return self.wager.line_ids

    def regions(self) -> dict[str, LineRegion]:
        with self.run.steps(f"regions of {self.wager.id}", len(self.lines)) as step:
            by_line = {}
            for line in self.lines:
                by_line[line] = self.region(line)
                step()
        return by_line

    def region(self, line: str) -> LineRegion:
        place = self.lines.index(line)
        if self.paytable.pays[place].meter:
            raise SelectionError(f"{line} pays from the meter, so it has no pay that could move")
        kept = kept_json(self.run.store, "formula-region", self._key | {"line": place}, lambda: self._find(place))
        pay = self.paytable.pays[place].amount + stake_in_pays(self.game, self.wager)
        return LineRegion(line, pay, *(self._read_end(kept[side]) for side in ("low", "high")))

    def _find(self, place: int) -> JsonDict:
        stake = stake_in_pays(self.game, self.wager)
        region = region_of(self.plays, self.paytable, self.base, place, lowest=-stake, known=self.known)
        return {
            "low": self._written_end(region.low, place, stake),
            "high": self._written_end(region.high, place, stake),
        }

    def _written_end(self, end: RegionEnd, place: int, stake: Fraction) -> JsonDict:
        document: JsonDict = {"inside": str(end.inside + stake)}
        if end.outside is None:
            return document
        document["outside"] = str(end.outside + stake)
        if end.next is None or end.next_at is None:
            return document
        difference = self.plays.difference(self.paytable, _with_pay(self.paytable, place, end.next_at))
        return document | {
            "next": _written(end.next),
            "next_at": str(end.next_at + stake),
            "difference": None if difference is None else _written_difference(difference),
        }

    def _read_end(self, kept: Json) -> LineEnd:
        end = LineEnd(Fraction(kept["inside"]), Fraction(kept["outside"]) if "outside" in kept else None)
        if "next" not in kept:
            return end
        return replace(
            end,
            next=_read(kept["next"], self.wager),
            next_at=Fraction(kept["next_at"]),
            difference=None if kept["difference"] is None else PlayDifference(**kept["difference"]),
        )


def _with_pay(paytable: Paytable, place: int, pay: Fraction) -> Paytable:
    pays = list(paytable.pays)
    pays[place] = Pay(pay)
    return Paytable(paytable.id, tuple(pays))


def _written(play: Play) -> JsonDict:
    terms = play.terms
    return {
        "deals": terms.deals,
        "constant": str(terms.constant),
        "factors": [[list(lines), str(factor)] for lines, factor in terms.factors.items()],
        "choices": {name: str(share) for name, share in play.choices.items()},
    }


def _read(kept: Json, wager: Wager) -> Play:
    factors = {tuple(lines): Fraction(factor) for lines, factor in kept["factors"]}
    terms = Terms(kept["deals"], Fraction(kept["constant"]), factors, wager.overlap)
    return Play(terms, {name: Fraction(share) for name, share in kept["choices"].items()})


def _written_difference(difference: PlayDifference) -> JsonDict:
    return {
        "hands": difference.hands,
        "example": difference.example,
        "one": difference.one,
        "other": difference.other,
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
