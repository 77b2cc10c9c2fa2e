"""Limits: what a regulator or an operator allows a wager to be, and which wagers are outside.

A limits file is TOML. Rules under [all], [games.G] and [games.G.wagers.W] always hold; those under [jurisdictions.X],
which may have the same three levels, hold where that jurisdiction is asked for, or in every check if none is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from analyzer.change.figures import Figures
from analyzer.documents import Json
from analyzer.errors import LimitsError, SelectionError
from analyzer.files import FileKind, parse_toml, read_bytes
from analyzer.game.model import Game, Wager
from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.numbers import exact_number, percent_text, unclear_share
from analyzer.units import Unit

SCHEMA = "exactodds/limits/1"
LIMITS_FILE = FileKind("a limits file", 1024 * 1024, LimitsError)
# What can be limited, and what may be said beside it: a stake for the payout, a meter for a progressive.
LIMITS = (
    "minimum_house_edge",
    "maximum_house_edge",
    "maximum_top_award",
    "minimum_hit_frequency",
    "maximum_payout",
    "minimum_expected_result",
    "maximum_expected_result",
)
GIVEN = ("stake", "meter")
# Shares and multiples of the stake, which a wager in dollars does not have, and what only such a wager has.
OF_STAKES = ("minimum_house_edge", "maximum_house_edge", "maximum_top_award")
OF_DOLLARS = ("minimum_expected_result", "maximum_expected_result")
SHARES = ("minimum_house_edge", "maximum_house_edge", "minimum_hit_frequency")


@dataclass(frozen=True)
class LimitRule:
    """Limits that hold for a wager, a game or everything (None)."""

    place: str
    jurisdiction: str | None
    game: str | None
    wager: str | None
    limits: Mapping[str, Fraction]
    stake: Fraction | None = None
    meter: Fraction | None = None
    written: Mapping[str, str] = field(default_factory=dict)

    def holds_for(self, game: str, wager: str) -> bool:
        return self.game in (None, game) and self.wager in (None, wager)


@dataclass(frozen=True)
class Breach:
    """A limit that a wager breaks under a paytable."""

    figures: Figures
    limit: str
    allowed: Fraction
    value: Fraction
    place: str
    written: str

    @property
    def message(self) -> str:
        """The limit as it is written in the file, the exact fraction beside it."""
        name = self.limit.replace("_", " ")
        unit = " $" if self.figures.unit is Unit.DOLLARS and self.limit != "minimum_hit_frequency" else ""
        share = percent_text(self.value, 6) if self.limit in SHARES else str(self.value)
        allowed, value = _with_fraction(self.written, self.allowed), _with_fraction(share, self.value)
        words = f"{self.figures.place}: {name} is {allowed}{unit} ({self.place}), found {value}{unit}"
        advantage = self.figures.advantage
        return words if advantage is None or self.limit not in _OF_WORTH else f"{words}; {advantage.text}"

    def document(self) -> dict[str, str]:
        return {
            "wager": self.figures.wager,
            "paytable": self.figures.paytable,
            "limit": self.limit,
            "allowed": str(self.allowed),
            "found": str(self.value),
            "rule": self.place,
        }


def _with_fraction(text: str, value: Fraction) -> str:
    return text if text == str(value) else f"{text} = {value}"


@dataclass(frozen=True)
class LimitsFile:
    path: str
    rules: tuple[LimitRule, ...]

    def chosen(self, jurisdiction: str | None) -> LimitsFile:
        """The rules of one jurisdiction, with those that hold everywhere."""
        known = dict.fromkeys(rule.jurisdiction for rule in self.rules if rule.jurisdiction)
        if jurisdiction is None:
            return self
        if jurisdiction not in known:
            names = f"it has {', '.join(known)}" if known else "it has none"
            raise SelectionError(
                f"{self.path}: has no jurisdiction {jurisdiction!r}{nearest(jurisdiction, known)}; {names}"
            )
        return LimitsFile(self.path, tuple(rule for rule in self.rules if rule.jurisdiction in (None, jurisdiction)))

    def check_names(self, games: Mapping[str, Game]) -> list[str]:
        """Refuse wagers that the games do not have; return notes on games that are not checked."""
        faults, notes = [], []
        for rule in self.rules:
            if rule.game is None:
                continue
            if rule.game not in games:
                notes.append(f"{self.path}: {rule.place}: {rule.game} is not among the games of this check")
            else:
                faults += _rule_faults(rule, {wager.id: wager for wager in games[rule.game].wagers})
        if faults:
            raise LimitsError(self.path, faults)
        return list(dict.fromkeys(notes))

    def breaches(self, game: Game, certified: Sequence[Figures]) -> tuple[list[Breach], list[str]]:
        """Every limit that is broken, and notes on those that cannot be judged."""
        wagers = {wager.id: wager for wager in game.wagers}
        breaches, notes = [], []
        for rule in self.rules:
            for figures in certified:
                if rule.holds_for(figures.game, figures.wager):
                    for limit, allowed in rule.limits.items():
                        if not _has(limit, figures.unit):
                            notes += _no_stake(self.path, rule, limit, figures)
                            continue
                        value = _JUDGED[limit](figures, wagers[figures.wager], rule)
                        if value is None:
                            notes.append(_cannot_tell(self.path, rule, limit, figures))
                        elif value < allowed if limit.startswith("minimum") else value > allowed:
                            breaches.append(Breach(figures, limit, allowed, value, rule.place, rule.written[limit]))
        return breaches, notes


def _rule_faults(rule: LimitRule, wagers: Mapping[str, Wager]) -> list[str]:
    if rule.wager is None:
        if any(not wager.unit.has_stake for wager in wagers.values()):
            return []
        wrong = [limit for limit in rule.limits if limit in OF_DOLLARS]
        return [f"{rule.place}.{limit}: {rule.game} has no wager in dollars a round" for limit in wrong]
    if rule.wager not in wagers:
        hint = f"{nearest(rule.wager, wagers)}; wagers: {', '.join(wagers)}"
        return [f"{rule.place}: {rule.game} has no wager {rule.wager!r}{hint}"]
    return [*_unit_faults(rule, wagers[rule.wager].unit), *_price_faults(rule, wagers[rule.wager])]


def _price_faults(rule: LimitRule, wager: Wager) -> list[str]:
    """A progressive has one stake, its price: its prizes do not grow with another."""
    if wager.meter is None or rule.stake in (None, wager.meter.bet):
        return []
    return [f"{rule.place}.stake: {rule.wager} costs {wager.meter.bet}, whatever is staked; leave it out"]


def _has(limit: str, unit: Unit) -> bool:
    """Whether a wager in that unit has what the limit is about."""
    return limit not in (OF_DOLLARS if unit.has_stake else OF_STAKES)


def _unit_faults(rule: LimitRule, unit: Unit) -> list[str]:
    """Limits of a rule for one wager on figures that the wager does not have."""
    why, instead = "is in dollars a round and has no stake", f"{', '.join(OF_DOLLARS)} or maximum_payout, in dollars"
    if unit.has_stake:
        why, instead = "has a stake, so its result is a share of that", "minimum_house_edge or maximum_house_edge"
    wrong = [limit for limit in rule.limits if not _has(limit, unit)]
    wrong += ["stake"] if rule.stake is not None and not unit.has_stake else []
    return [f"{rule.place}.{key}: {rule.wager} {why}; write {instead}" for key in wrong]


def _no_stake(path: str, rule: LimitRule, limit: str, figures: Figures) -> list[str]:
    """A note that a limit on shares of a stake does not apply to a wager in dollars; no note the other way round."""
    if limit in OF_DOLLARS:
        return []
    return [f"{path}: {rule.place}.{limit}: is not for {figures.place}, which is in dollars a round and has no stake"]


def _cannot_tell(path: str, rule: LimitRule, limit: str, figures: Figures) -> str:
    wanted = "stake" if limit == "maximum_payout" and "J" not in figures.largest_payoff else "meter"
    return f"{path}: {rule.place}.{limit}: cannot be judged for {figures.place} without {wanted} = ... beside it"


# --- what is judged --------------------------------------------------------------------------------------------------


def _at_meter(figures: Figures, figure: str, rule: LimitRule) -> Fraction | None:
    amount = figures.amount(figure)
    if amount is None or (amount.meter and rule.meter is None):
        return None
    return amount.at(rule.meter or Fraction(0))


def _expected_result(figures: Figures, wager: Wager, rule: LimitRule) -> Fraction | None:
    return _at_meter(figures, "ev", rule)


def _house_edge(figures: Figures, wager: Wager, rule: LimitRule) -> Fraction | None:
    return _at_meter(figures, "house_edge", rule)


def _top_award(figures: Figures, wager: Wager, rule: LimitRule) -> Fraction | None:
    return figures.top_award(rule.meter)


def _hit_frequency(figures: Figures, wager: Wager, rule: LimitRule) -> Fraction | None:
    """How often the player gains; at a given meter a share of it may be less than the bet."""
    if rule.meter is None or not figures.outcomes:
        return _at_meter(figures, "hit_frequency", rule)
    meter = rule.meter
    return Fraction(sum(outcome.count for outcome in figures.outcomes if outcome.net.at(meter) > 0), figures.deals)


def _payout(figures: Figures, wager: Wager, rule: LimitRule) -> Fraction | None:
    """The top award at the largest stake; dollars need no stake."""
    if not figures.unit.has_stake:
        return _top_award(figures, wager, rule)
    stake, award = _largest_stake(wager, rule), _top_award(figures, wager, rule)
    return None if stake is None or award is None else award * stake


def _largest_stake(wager: Wager, rule: LimitRule) -> Fraction | None:
    """The price of a progressive, the rule's, or the wager's own maximum."""
    if wager.meter is not None:
        return wager.meter.bet
    if rule.stake is not None:
        return rule.stake
    return None if wager.limits is None else wager.limits.maximum


_JUDGED: dict[str, Callable[[Figures, Wager, LimitRule], Fraction | None]] = {
    "minimum_house_edge": _house_edge,
    "maximum_house_edge": _house_edge,
    "maximum_top_award": _top_award,
    "minimum_hit_frequency": _hit_frequency,
    "maximum_payout": _payout,
    "minimum_expected_result": _expected_result,
    "maximum_expected_result": _expected_result,
}
_OF_WORTH = (*OF_STAKES[:2], *OF_DOLLARS)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_limits_file(path: str | Path) -> LimitsFile:
    return parse_limits(read_bytes(path, LIMITS_FILE), str(path))


def parse_limits(raw: bytes, name: str) -> LimitsFile:
    """The rules of a limits file; every fault is reported at once."""
    faults = Faults()
    rules = list(_read_file(parse_toml(raw, name, LIMITS_FILE), faults))
    if not rules and not faults:
        faults.note("file", 'has no limits; write for example [all] and below it maximum_house_edge = "1/4"')
    if faults:
        raise LimitsError(name, faults)
    return LimitsFile(name, tuple(rules))


def _read_file(data: Json, faults: Faults) -> Iterator[LimitRule]:
    top = Section(data, "", faults)
    top.choice("schema", (SCHEMA,))
    yield from _read_levels(top, None)
    for name, value in top.section("jurisdictions").items():
        section = Section(value, f"jurisdictions.{name}", faults)
        yield from _read_levels(section, name)
        section.finish()
    top.finish()


def _read_levels(section: Section, jurisdiction: str | None) -> Iterator[LimitRule]:
    if section.has("all"):
        yield from _read_rule(section.section("all"), jurisdiction, None, None)
    for game, value in section.section("games").items():
        place = Section(value, section.at(f"games.{game}"), section.faults)
        wagers = place.section("wagers")
        yield from _read_rule(place, jurisdiction, game, None)
        for wager, own in wagers.items():
            yield from _read_rule(Section(own, wagers.at(wager), section.faults), jurisdiction, game, wager)


def _read_rule(section: Section, jurisdiction: str | None, game: str | None, wager: str | None) -> Iterator[LimitRule]:
    limits = {name: _number(section, name) for name in LIMITS if section.has(name)}
    written = {name: str(section.get(name)).strip() for name in limits}
    stake, meter = (_number(section, name) if section.has(name) else None for name in GIVEN)
    section.finish()
    for figure in ("house_edge", "expected_result"):
        low, high = limits.get(f"minimum_{figure}"), limits.get(f"maximum_{figure}")
        if low is not None and high is not None and low > high:
            section.fault(f"minimum_{figure}", f"{low} is above the maximum, {high}")
    if limits:
        yield LimitRule(section.place, jurisdiction, game, wager, limits, stake, meter, written)


def _number(section: Section, key: str) -> Fraction:
    value = section.get(key)
    number = exact_number(value)
    if number is None:
        section.fault(key, f'{shown(value)} is not a number; write 3, "3/2", 0.03 or "3 %"')
        return Fraction(0)
    if key in (*OF_DOLLARS, "maximum_payout", *GIVEN) and str(value).endswith("%"):
        section.fault(key, f"{shown(value)} is a share; write an amount of dollars, such as 3 or -0.05")
    if key in SHARES and (hint := unclear_share(value)) is not None:
        section.fault(key, hint)
    return number
