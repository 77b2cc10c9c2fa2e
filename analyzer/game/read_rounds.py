"""The stages of a round: what the player sees, what wins at once, what he may choose or exchange."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.game.amounts import MAX_PAY
from analyzer.game.language import Bet, Choice, Exchange, Group, Stage, Then
from analyzer.game.read_hands import NamedCards
from analyzer.game.read_tests import read_test
from analyzer.game.scopes import RESULTS, Scope
from analyzer.game.sections import Section, nearest, shown

MAX_STAGES = 6
MAX_CHOICES = 12
CHOICE_KEYS = ("when", "then", "loses")
_DISCARDS = re.compile(r"[0-9]{1,2}(-[0-9]{1,2})?")
_LATER = "is a choice of a later stage, or of this one"
_TWICE = "is the name of several choices of the round; give each a name of its own to ask for it"


# --- groups that exchanges make --------------------------------------------------------------------------------------


def read_made_groups(stages: Sequence[Section], table: NamedCards) -> None:
    """Hands may use what an exchange makes, so these groups must be known before the stages are read."""
    for stage in stages:
        value = stage.get("exchange")
        if not isinstance(value, dict):
            continue
        section = Section(value, stage.at("exchange"), stage.faults)
        name, origin, draw = (section.text(key, required=True) for key in ("makes", "from", "draw"))
        if not section.has("makes") or not table.check_name(section, "makes", name):
            continue
        if origin not in table.groups:
            _note_no_group(section, "from", origin, table)
            table.broken.add(name)
            continue
        sources = {origin, draw} | table.made.get(origin, frozenset())
        table.groups[name] = Group(name, table.groups[origin].cards, made=True)
        table.made[name] = frozenset(sources)


def _note_no_group(section: Section, key: str, name: str, table: NamedCards) -> None:
    if section.has(key) and name not in table.broken:
        known = ", ".join(table.groups)
        section.fault(key, f"{shown(name)} is not a group{nearest(name, table.groups)}; groups: {known}")


# --- stages ----------------------------------------------------------------------------------------------------------


@dataclass
class _Progress:
    """What the player has seen and chosen, and which groups are made, when a stage begins."""

    table: NamedCards
    bets: Mapping[str, Bet]
    seen: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)
    choices: dict[str, str] = field(default_factory=dict)

    def scope(self, later: Sequence[str]) -> Scope:
        choices = dict.fromkeys(later, _LATER) | self.choices
        return Scope(
            self.table,
            seen=frozenset(self.seen),
            no_results=dict.fromkeys(RESULTS, "results are known only when the wagers are settled"),
            choices=choices,
        )


def read_stages(sections: Sequence[Section], table: NamedCards, bets: Sequence[Bet]) -> tuple[Stage, ...]:
    """[[round]]; the bets that choices set are those of the main wager."""
    if len(sections) > MAX_STAGES:
        sections[0].faults.note("round", f"has {len(sections)} stages, more than {MAX_STAGES}")
        sections = sections[:MAX_STAGES]
    progress = _Progress(table, {bet.name: bet for bet in bets})
    names = [list(_choice_names(section)) for section in sections]
    stages = []
    for number, section in enumerate(sections):
        stages.append(_read_stage(section, progress, [name for later in names[number:] for name in later]))
        for choice in stages[-1].choices:
            progress.choices[choice.name] = _TWICE if choice.name in progress.choices else ""
        section.finish()
    return tuple(stages)


def _choice_names(section: Section) -> tuple[str, ...]:
    value = section.get("choose")
    return tuple(value)[:MAX_CHOICES] if isinstance(value, dict) else ()


def _read_stage(section: Section, progress: _Progress, later: Sequence[str]) -> Stage:
    sees = _read_sees(section, progress)
    progress.seen |= set(sees)
    scope = progress.scope(later)
    automatic = read_test(section, "automatic_win", scope)
    choices = _read_choices(section.section("choose"), progress, scope) if section.has("choose") else ()
    exchange = None
    if section.has("exchange"):
        exchange = _read_exchange(section.section("exchange"), progress)
        if section.has("choose"):
            section.fault("exchange", "cannot stand beside choose; make it a stage [[round]] of its own")
    if not any(section.has(key) for key in ("sees", "automatic_win", "choose", "exchange")):
        section.faults.note(section.place, "does nothing; say what it sees, choose, exchange or automatic_win")
    may_decline = bool(section.flag("may_decline"))
    if may_decline and (automatic is None or not (choices or exchange)):
        section.fault("may_decline", "needs automatic_win, and choose or exchange: what is declined, and for what?")
    return Stage(sees, automatic, choices, exchange, may_decline)


def _read_sees(section: Section, progress: _Progress) -> tuple[str, ...]:
    table = progress.table
    names = section.texts("sees")
    if section.has("sees") and not names:
        section.fault("sees", "must name the groups that are turned up now")
    for name in names:
        if name not in table.groups:
            _note_no_group(section, "sees", name, table)
        elif name in progress.seen or names.count(name) > 1:
            section.fault("sees", f"{name} is seen already; what was seen stays seen")
        elif name in table.made and name not in progress.made:
            section.fault("sees", f"{name} is made by an exchange that comes later")
    return tuple(name for name in dict.fromkeys(names) if name in table.groups)


# --- choices ---------------------------------------------------------------------------------------------------------


def _read_choices(section: Section, progress: _Progress, scope: Scope) -> tuple[Choice, ...]:
    choices = tuple(
        _read_choice(Section(value, section.at(key), section.faults), key, progress, scope)
        for key, value in section.entries(MAX_CHOICES)
    )
    if not section.keys:
        section.faults.note(section.place, "must offer at least one choice, such as choose.fold = { then = 'fold' }")
    return choices


def _read_choice(section: Section, name: str, progress: _Progress, scope: Scope) -> Choice:
    bets = tuple(_read_bet(section, key, progress.bets) for key in section.keys if key not in CHOICE_KEYS)
    then: Then = section.choice("then", ("next", "showdown", "fold"), "next")  # type: ignore[assignment]  # a literal
    if then == "fold" and bets:
        section.fault(bets[0][0], "cannot be set by a fold, which loses the bets as they stand")
    when = read_test(section, "when", scope)
    loses = _read_loses(section, then, progress.bets)
    section.finish()
    return Choice(name, bets, when, then, loses)


def _read_bet(section: Section, key: str, bets: Mapping[str, Bet]) -> tuple[str, Fraction]:
    """BET = amount."""
    if key not in bets:
        known = f"{', '.join(bets)}; other keys: {', '.join(CHOICE_KEYS)}"
        section.fault(key, f"is not a bet of the main wager{nearest(key, [*bets, *CHOICE_KEYS])}; its bets: {known}")
        section.has(key)
        return key, Fraction(0)
    if bets[key].is_free:
        section.fault(key, "is a free bet; only a staked bet can be set")
    return key, section.fraction(key, Fraction(0), MAX_PAY)


def _not_staked(key: str, bets: Mapping[str, Bet]) -> str:
    staked = [name for name, bet in bets.items() if not bet.is_free]
    what = "is a free bet, which stakes nothing" if key in bets else "is not a staked bet of the main wager"
    return f"{what}{nearest(key, staked) if key not in bets else ''}; one of {', '.join(staked)}"


def _read_loses(section: Section, then: Then, bets: Mapping[str, Bet]) -> tuple[tuple[str, Fraction], ...]:
    if not section.has("loses"):
        return ()
    if then != "fold":
        section.fault("loses", "needs then = 'fold': it says what a fold loses")
    shares = section.section("loses")
    loses = []
    for key, _ in shares.entries(MAX_CHOICES):
        if key not in bets or bets[key].is_free:
            shares.fault(key, _not_staked(key, bets))
        else:
            loses.append((key, shares.fraction(key, Fraction(0), Fraction(1))))
    if not shares.keys:
        section.fault("loses", "must name a bet and the share of it that is lost, such as { ante = '1/2' }")
    return tuple(loses)


# --- exchanges -------------------------------------------------------------------------------------------------------


def _read_exchange(section: Section, progress: _Progress) -> Exchange:
    origin = _read_group(section, "from", progress)
    draw = _read_group(section, "draw", progress)
    makes = section.text("makes", required=True)
    discards = _read_discards(section, progress.table, origin, draw)
    _check_exchange(section, progress, origin, draw)
    cost = _read_cost(section, progress.bets, discards)
    progress.made.add(makes)
    progress.drawn.add(draw)
    section.finish()
    return Exchange(origin, discards, draw, makes, cost)


def _read_group(section: Section, key: str, progress: _Progress) -> str:
    table = progress.table
    name = section.text(key, required=True)
    if name not in table.groups:
        _note_no_group(section, key, name, table)
    elif name in table.made and name not in progress.made:
        section.fault(key, f"{name} is made by an exchange that comes later")
    return name


def _check_exchange(section: Section, progress: _Progress, origin: str, draw: str) -> None:
    groups = progress.table.groups
    if origin in groups and origin not in progress.seen:
        section.fault("from", f"{origin} is not seen yet; a player sees the cards that he may exchange")
    if draw in groups and (draw == origin or groups[draw].made or draw in progress.drawn):
        section.fault("draw", f"must be a group of [deal] that nothing else is drawn from, not {draw}")
    elif draw in progress.seen:
        section.fault("draw", f"{draw} is seen already; the cards that are drawn must be hidden")


def _read_discards(section: Section, table: NamedCards, origin: str, draw: str) -> tuple[int, ...]:
    numbers = _read_numbers(section)
    if section.has("stand_pat"):
        if 0 in numbers:
            section.fault("stand_pat", "is said already: discard has 0, which is standing pat; leave one of them out")
        if section.flag("stand_pat"):
            numbers = {0, *numbers}
    most = max(numbers)
    if most == 0:
        section.fault("discard", "must permit at least one card to be discarded")
    for key, name in (("from", origin), ("draw", draw)):
        held = table.groups[name].cards if name in table.groups else most
        if held < most:
            section.fault(key, f"{name} has {held} cards where {most} may be discarded")
    return tuple(sorted(numbers))


def _read_numbers(section: Section) -> set[int]:
    """1, "0-5" or a list of these: the numbers of cards that may be discarded."""
    value = section.get("discard", required=True)
    numbers: set[int] = set()
    pieces = value if isinstance(value, list) else [value]
    for piece in pieces[:MAX_CHOICES]:
        text = str(piece) if isinstance(piece, int | str) and not isinstance(piece, bool) else ""
        low, _, high = text.partition("-")
        if not _DISCARDS.fullmatch(text) or int(low) > int(high or low):
            if value is not None:
                section.fault(
                    "discard", f'must be a number of cards such as 1, a range "0-5" or a list, not {shown(value)}'
                )
            return {1}
        numbers |= set(range(int(low), int(high or low) + 1))
    if not numbers or len(pieces) > MAX_CHOICES:
        section.fault("discard", f'must be a number of cards such as 1, a range "0-5" or a list, not {shown(value)}')
        return {1}
    return numbers


def _read_cost(
    section: Section, bets: Mapping[str, Bet], discards: tuple[int, ...]
) -> tuple[tuple[str, tuple[Fraction, ...]], ...]:
    """BET = [what no discard adds to it, what one discard adds, ...]."""
    if not section.has("cost"):
        return ()
    costs = section.section("cost")
    read = []
    for key, value in costs.entries(MAX_CHOICES):
        wanted = max(discards) + 1
        if key not in bets or bets[key].is_free:
            costs.fault(key, _not_staked(key, bets))
        elif not isinstance(value, list) or len(value) != wanted:
            costs.fault(key, f"must be a list of {wanted} amounts: for 0 to {wanted - 1} cards, not {shown(value)}")
        else:
            read.append((key, _read_amounts(costs, key, value, discards)))
    if not costs.keys:
        section.fault("cost", "must name a bet and what is added to it, such as { ante = [0, 1, 2] }")
    return tuple(read)


def _read_amounts(section: Section, key: str, values: list[object], discards: tuple[int, ...]) -> tuple[Fraction, ...]:
    items = Section(
        {f"{key}[{number}]": value for number, value in enumerate(values, 1)}, section.place, section.faults
    )
    amounts = tuple(items.fraction(item, Fraction(0), MAX_PAY) for item in items.keys)
    for number, amount in enumerate(amounts):
        if amount and number not in discards:
            section.fault(f"{key}[{number + 1}]", f"must be 0: {number} cards cannot be discarded")
    return amounts
