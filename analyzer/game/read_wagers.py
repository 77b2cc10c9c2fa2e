"""Wagers: bets that are settled together, whom they compare, how each bet is settled, and what the lines pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import get_args

from analyzer.game.amounts import MAX_PAY, read_fees, read_price
from analyzer.game.language import (
    Bet,
    Cards,
    Copies,
    Hand,
    NaturalOf,
    Overlap,
    PaidLine,
    ProgressiveMeter,
    Row,
    Stage,
    Test,
    WagerRules,
    inner_tests,
    natural_of_cards,
)
from analyzer.game.read_hands import NamedCards
from analyzer.game.read_pays import read_columns, read_lines
from analyzer.game.read_rounds import CHOICE_KEYS
from analyzer.game.read_tests import read_asked, read_looked, read_test
from analyzer.game.scopes import RESULTS, Scope
from analyzer.game.sections import Section, nearest, shown
from analyzer.numbers import exact_hint, parse_fraction
from analyzer.units import Unit

MAX_WAGERS = 40
MAX_BETS = 12
MAX_ROWS = 24
FREE = "free"
OVERLAPS: tuple[Overlap, ...] = ("most", "first", "all")
_NEVER_HERE = "folds, and a fold loses every bet of the main wager: no row of it is asked"
_TWICE = "is the name of several choices of the round; give each a name of its own to ask for it"
_NO_COMPARE = "the wager has no compare, so nobody wins"
_NO_AUTOMATIC = "no stage has automatic_win, and only the main wager is won by it"


# --- bets ------------------------------------------------------------------------------------------------------------


def read_bets(wager: Section, wager_id: str) -> tuple[Bet, ...]:
    """BET = amount at the start, or "free"; the first is the unit."""
    if not wager.has("bets"):
        return (Bet(wager_id, Fraction(1)),)
    section = wager.section("bets")
    bets = tuple(_read_bet(section, key, value) for key, value in section.entries(MAX_BETS))
    if not section.keys:
        wager.fault("bets", "must have at least one bet, such as { ante = 1 }")
    if bets and not all(bet.is_free for bet in bets) and (bets[0].is_free or not bets[0].amount):
        section.fault(
            bets[0].name, "is the unit of the wager, so it must be staked at the start; put another bet first"
        )
    return bets or (Bet(wager_id, Fraction(1)),)


def _read_bet(section: Section, key: str, value: object) -> Bet:
    if key in CHOICE_KEYS:
        section.fault(key, f"cannot be the name of a bet: {', '.join(CHOICE_KEYS)} mean something else in a choice")
    if value == FREE:
        return Bet(key, Fraction(1), is_free=True)
    return Bet(key, section.fraction(key, Fraction(0), MAX_PAY))


# --- wagers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WagerReader:
    """Reads the wagers of a game whose cards and stages are known."""

    table: NamedCards
    stages: Sequence[Stage]
    main: str

    def read(self, wager: Section, wager_id: str, bets: tuple[Bet, ...]) -> WagerRules:
        compare = self._compare(wager)
        scope = self._scope(wager, wager_id, compare)
        qualifies = self._qualifies(wager, compare)
        if wager.has("of"):
            scope.default = read_looked(wager, "of", scope)
            scope.is_broken |= scope.default is None
        uses = wager.choice("uses", ("best_ranked", "pays_most"), "best_ranked")
        natural: NaturalOf = wager.literal("natural", ("hand", "cards"))
        lines = self._lines(wager, replace(scope, pays_most=uses == "pays_most"), scope, natural)
        meter = _read_meter(wager.section("meter")) if wager.has("meter") else None
        rules = WagerRules(
            id=wager_id,
            name=wager.text("name", required=True),
            source=wager.text("source"),
            bets=bets,
            compare=compare,
            copies=_read_copies(wager, compare),
            qualifies=qualifies,
            settle=_read_settle(wager, bets, scope),
            of=scope.default,
            lines=lines,
            paytables=read_columns(wager, lines, meter is not None),
            uses=uses,  # type: ignore[arg-type]  # choice() returns a literal
            overlap=wager.literal("overlap", OVERLAPS),
            natural=natural,
            odds=wager.choice("odds", ("to_one", "for_one"), "to_one"),  # type: ignore[arg-type]
            unit=_read_unit(wager, meter is not None),
            limits=_read_limits(wager, bets),
            fees=read_fees(wager.section("fees")) if wager.has("fees") else None,
            meter=meter,
            needs=wager.text("needs"),
        )
        self._check(wager, rules, scope)
        wager.finish()
        return rules

    def _lines(self, wager: Section, lines: Scope, rows: Scope, natural: NaturalOf) -> tuple[PaidLine, ...]:
        read = read_lines(wager, lines)
        rows.default_used |= lines.default_used
        rows.qualified_used |= lines.qualified_used
        if natural == "hand":
            return read
        if not any(test.natural is not None for line in read for test in inner_tests(line.test)):
            wager.fault("natural", "says what a natural hand is, and no line asks for one")
        return tuple(replace(line, test=natural_of_cards(line.test)) for line in read)

    def _scope(self, wager: Section, wager_id: str, compare: tuple[Hand, Hand] | None) -> Scope:
        is_main = wager_id == self.main
        automatic = is_main and any(stage.automatic_win is not None for stage in self.stages)
        no_results = {} if wager.has("compare") else dict.fromkeys(("win", "tie", "loss"), _NO_COMPARE)
        if automatic:
            no_results.pop("win", None)  # an automatic win is a win too
        else:
            no_results["automatic-win"] = _NO_AUTOMATIC
        return Scope(
            self.table,
            compared=compare,
            no_results=no_results,
            has_qualifier=wager.has("qualifies"),
            is_broken=wager.has("compare") and compare is None,
            choices=self._choices(is_main),
        )

    def _choices(self, is_main: bool) -> Mapping[str, str]:
        choices: dict[str, str] = {}
        for choice in (choice for stage in self.stages for choice in stage.choices):
            fold = _NEVER_HERE if is_main and choice.then == "fold" else ""
            choices[choice.name] = _TWICE if choice.name in choices else fold
        return choices

    def _compare(self, wager: Section) -> tuple[Hand, Hand] | None:
        if not wager.has("compare"):
            return None
        value = wager.get("compare")
        if not isinstance(value, list) or len(value) != 2:
            wager.fault("compare", f"must be two hands, the player's and the dealer's, not {shown(value)}")
            return None
        player, dealer = (self.table.hand_named(wager, "compare", name) for name in value)
        if player is None or dealer is None:
            return None
        return (player, dealer) if _are_comparable(wager, player, dealer) else None

    def _qualifies(self, wager: Section, compare: tuple[Hand, Hand] | None) -> Test | None:
        if not wager.has("qualifies"):
            return None
        if compare is None:
            if not wager.has("compare"):
                wager.fault("qualifies", "needs compare: whose hand is it that qualifies?")
            return None
        dealer = compare[1]
        scope = Scope(
            self.table,
            default=None if dealer.house_way else Cards(dealer),
            seen=frozenset(dealer.groups),
            unseen="is not in the dealer's hand, which is",
            no_results=dict.fromkeys(RESULTS, "a dealer qualifies by his cards"),
        )
        return read_test(wager, "qualifies", scope)

    def _check(self, wager: Section, rules: WagerRules, scope: Scope) -> None:
        """What is said must be asked for by something."""
        paid = any(row.pays is None for bet in rules.bets for row in rules.rows_of(bet))
        if scope.is_broken:
            pass
        elif rules.compare is None and not wager.has("compare") and not wager.has("pays") and not rules.settle:
            wager.faults.note(wager.place, "is never won: give it compare, or pays for lines, or settle rows")
        elif paid and not wager.has("pays"):
            wager.fault("pays", f"is missing: a row pays by the paytable; add [{wager.at('pays')}]")
        elif wager.has("pays") and not paid:
            wager.fault("pays", 'is never paid: no row of settle says pays = "paytable"')
        if not wager.has("pays"):
            for key in ("paytables", "uses", "overlap", "natural", "odds", "meter", "lines"):
                if wager.has(key):
                    wager.fault(key, "needs pays: it is about lines and what they pay")
        lines_read = bool(rules.lines) or not wager.has("pays")
        if wager.has("of") and rules.of is not None and lines_read and not scope.default_used:
            wager.fault("of", "is not asked for: every line and row says its own")
        if rules.qualifies is not None and not scope.qualified_used:
            wager.fault("qualifies", "changes nothing by itself; a row of settle must ask for `qualified`")
        self._check_bets(wager, rules)
        _check_stake(wager, rules)

    def _check_bets(self, wager: Section, rules: WagerRules) -> None:
        """A bet of nothing is one that a choice or an exchange makes."""
        set_later = {name for stage in self.stages for choice in stage.choices for name, _ in choice.bets}
        set_later |= {name for stage in self.stages if stage.exchange for name, _ in stage.exchange.cost}
        is_main = rules.id == self.main
        for bet in rules.bets:
            if not bet.is_free and not bet.amount and not (is_main and bet.name in set_later):
                why = (
                    "no choice sets it"
                    if is_main
                    else "only choices set such a bet, and they set those of the main wager"
                )
                wager.fault(f"bets.{bet.name}", f"is 0 and stays so: {why}")
            if bet.is_free and bet.name not in dict(rules.settle):
                wager.fault(f"bets.{bet.name}", f"is free and pays nothing; say what it pays in settle.{bet.name}")


def _are_comparable(wager: Section, player: Hand, dealer: Hand) -> bool:
    if set(player.groups) == set(dealer.groups):
        wager.fault("compare", f"{player.name} and {dealer.name} are the same cards")
    elif bool(player.house_way) != bool(dealer.house_way):
        wager.fault("compare", f"{player.name} and {dealer.name}: both must be set in two by a house way, or neither")
    elif player.order != dealer.order:
        wager.fault(
            "compare",
            f"{player.name} is ranked in the {player.order} order and {dealer.name} in the {dealer.order} order; "
            "both need the same: `best` in [hands] says how many cards count",
        )
    elif dealer.sets == "optimal":
        wager.fault(
            "compare", f"{dealer.name} is the dealer's, who sets by his house way; sets = 'optimal' is the player's"
        )
    else:
        return True
    return False


def _read_copies(wager: Section, compare: tuple[Hand, Hand] | None) -> Copies:
    is_broken = compare is None and wager.has("compare")
    if wager.has("copies") and not is_broken and not (compare is not None and compare[0].house_way):
        wager.fault("copies", "needs compare of two hands that are set in two: only these have copies")
    return wager.choice("copies", get_args(Copies), "hand_not_won")  # type: ignore[return-value]  # a literal


# --- settlement ------------------------------------------------------------------------------------------------------


def _read_settle(wager: Section, bets: Sequence[Bet], scope: Scope) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    section = wager.section("settle")
    names = [bet.name for bet in bets]
    settle = []
    for key, _ in section.entries(MAX_BETS):
        if key not in names:
            section.fault(key, f"is not a bet of the wager{nearest(key, names)}; its bets: {', '.join(names)}")
            continue
        settle.append((key, _read_rows(section, key, scope)))
    return tuple(settle)


def _read_rows(section: Section, key: str, scope: Scope) -> tuple[Row, ...]:
    sections = section.sections(key)
    value = section.get(key)
    if isinstance(value, list) and not 1 <= len(value) <= MAX_ROWS:
        section.fault(key, f"must have 1 to {MAX_ROWS} rows, not {len(value)}")
        return ()
    rows: list[Row] = []
    for one in sections:
        row = _read_row(one, scope)
        if any(_takes_all(before, row) for before in rows):
            one.faults.note(one.place, "is never reached: a row before it passes whenever this one does")
        rows.append(row)
    return tuple(rows)


def _takes_all(before: Row, row: Row) -> bool:
    """Whether the row before certainly passes where this one does; one that pays by the paytable needs a line."""
    is_wider = before.test is None or (before.test == row.test and row.test != Test())
    return is_wider and (before.pays is not None or row.pays is None)


def _read_row(section: Section, scope: Scope) -> Row:
    test = read_asked(section, scope)
    pays = _read_row_pays(section)
    section.finish()
    return Row(test, pays)


def _read_row_pays(section: Section) -> Fraction | None:
    """An amount; None for "paytable"."""
    value = section.get("pays", required=True)
    if value == "paytable":
        return None
    if value == "even_money":
        return Fraction(1)
    amount = Fraction(0) if value is None else parse_fraction(value)
    if amount is None:
        hint = exact_hint(value)
        section.fault("pays", f'{shown(value)} is not an amount, "paytable" or "even_money"{hint}')
        return Fraction(0)
    if abs(amount) > MAX_PAY:
        section.fault("pays", f"{shown(value)} is absurd; a row pays from -{int(MAX_PAY):,} to {int(MAX_PAY):,}")
    return amount


# --- units, limits, meters -------------------------------------------------------------------------------------------


def _read_unit(wager: Section, meter: bool) -> Unit:
    if wager.choice("unit", ("bets", "dollars"), "bets") == "dollars":
        return Unit.DOLLARS
    return Unit.BETS if meter else Unit.UNITS


def _check_stake(wager: Section, rules: WagerRules) -> None:
    """A wager of free bets has no stake, and only its results are in dollars a round."""
    free = all(bet.is_free for bet in rules.bets)
    if free and rules.unit.has_stake:
        wager.fault("unit", "must be 'dollars' where all bets are free: there is no stake to count in")
    if not free and not rules.unit.has_stake:
        wager.fault("unit", "must be 'bets' where something is staked; 'dollars' is for wagers of free bets")
    for key in ("fees", "meter"):
        if free and wager.has(key):
            wager.fault(key, "needs a stake, and all bets of the wager are free")
    if rules.fees is not None and rules.compare is None:
        wager.fault("fees", "need compare: they are collected from both sides of a comparison")


def _read_limits(wager: Section, bets: Sequence[Bet]) -> tuple[tuple[str, tuple[Fraction, Fraction]], ...]:
    """BET = [smallest, largest]."""
    if not wager.has("limits"):
        return ()
    section = wager.section("limits")
    staked = [bet.name for bet in bets if not bet.is_free]
    limits = []
    for key, value in section.entries(MAX_BETS):
        if key not in staked:
            section.fault(key, f"is not a staked bet of the wager{nearest(key, staked)}; one of {', '.join(staked)}")
            continue
        numbers = [parse_fraction(number) for number in value] if isinstance(value, list) and len(value) == 2 else []
        low, high = numbers if numbers else (None, None)
        if low is None or high is None or not 0 <= low <= high <= MAX_PAY:
            section.fault(key, f"must be the smallest and the largest bet, such as [5, 100], not {shown(value)}")
        else:
            limits.append((key, (low, high)))
    if not section.keys:
        wager.fault("limits", "must name a bet, such as { ante = [5, 100] }")
    return tuple(limits)


def _read_meter(section: Section) -> ProgressiveMeter:
    zero, one = Fraction(0), Fraction(1)
    bet = read_price(section)
    contribution = section.fraction("contribution", zero, one) if section.has("contribution") else None
    seed = section.fraction("seed", zero, MAX_PAY) if section.has("seed") else None
    section.finish()
    return ProgressiveMeter(bet, contribution, seed)
