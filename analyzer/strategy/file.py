"""Reading strategy files: ordered rules in TOML, checked against the game that they are for.

All faults of a file are reported at once, each with its key and with what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from analyzer.cards.deck import JOKER_NAME, RANKS
from analyzer.cards.ranking import Ranking, ranks_said
from analyzer.documents import Json, JsonDict
from analyzer.errors import GameFileError, SelectionError
from analyzer.files import FileKind, parse_toml, read_bytes, toml_value
from analyzer.game.house_way import ranks_text
from analyzer.game.library import tables_folder
from analyzer.game.lines import parse_ranks
from analyzer.game.model import Game, Wager
from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.strategy.kinds import RuledWager, decisions_of, is_ruled
from analyzer.strategy.rules import (
    ALL_VALUES,
    BEST,
    BOARD_CONDITIONS,
    CONDITIONS,
    DISCARDS,
    KEEP_CONDITIONS,
    MAX_NUMBER,
    NO_RANK,
    ClaimedFigures,
    Condition,
    Decision,
    Floor,
    Rule,
    Strategy,
    told_ranks,
)

SCHEMA = "exactodds/strategy/1"
MAX_RULES = 100
STRATEGY_FILE = FileKind("a strategy", 96 * 1024, GameFileError, max_depth=12)
_NUMBER = re.compile(r"(\d{1,3})(?:-(\d{1,3})|(\+))?")
_FLOOR = re.compile(r"([a-z-]*[a-z])(?: ([2-9TJQKA](?:-[2-9TJQKA])*))?")
_MIN, _MAX = Fraction(-(10**6)), Fraction(10**6)


def strategies_folder() -> Path:
    """The folder of the strategies that come with the package."""
    return tables_folder() / "strategies"


def shipped_strategies(game: str) -> dict[str, Path]:
    """The strategies that come with the package for a game, by name."""
    paths = sorted(strategies_folder().glob(f"{game}.*.toml"))
    return {path.stem[len(game) + 1 :]: path for path in paths}


def load_strategy(path: str | Path, game: Game) -> Strategy:
    """A strategy file for the game, checked; all faults are reported together."""
    return parse_strategy(read_bytes(path, STRATEGY_FILE), str(path), game)


def parse_strategy(raw: bytes, name: str, game: Game) -> Strategy:
    """The same for a file's content."""
    return read_strategy(parse_toml(raw, name, STRATEGY_FILE), name, game)


def read_strategy(data: Json, name: str, game: Game) -> Strategy:
    """The same for TOML data."""
    faults = Faults()
    top = Section(data, "", faults)
    schema = top.text("schema", required=True)
    if schema and schema != SCHEMA:
        top.fault("schema", f'must be "{SCHEMA}", not {shown(schema)}')
    for_game = top.text("game", required=True)
    if for_game and for_game != game.id:
        top.fault("game", f"is {shown(for_game)}, but the game is {game.id!r}")
    wager = _wager(top, game)
    if wager is None:
        raise GameFileError(name, faults)
    reader = RuleReader(game, wager)
    strategy = Strategy(
        game=game.id,
        wager=wager.id,
        name=top.identifier("name"),
        title=top.text("title"),
        description=top.text("description"),
        paytable=_paytable(top, wager),
        otherwise=reader.otherwise(top),
        rules=tuple(reader.rule(section) for section in top.sections("rules")),
        figures=_figures(top),
        path=name,
    )
    if len(strategy.rules) > MAX_RULES:
        top.fault("rules", f"are {len(strategy.rules)}, more than {MAX_RULES}")
    top.finish()
    if faults:
        raise GameFileError(name, faults)
    return strategy


def _wager(top: Section, game: Game) -> RuledWager | None:
    decided = {wager.id: wager for wager in game.wagers if is_ruled(wager)}
    chosen = top.text("wager", required=True)
    if chosen in decided:
        return decided[chosen]
    known = ", ".join(decided) or "none"
    top.fault("wager", f"{shown(chosen)} has no decisions{nearest(chosen, decided)}; wagers that have: {known}")
    return None


def _paytable(top: Section, wager: Wager) -> str:
    known = [paytable.id for paytable in wager.paytables]
    return top.one_of("paytable", top.text("paytable", known[0]), known)


def _figures(top: Section) -> ClaimedFigures | None:
    if not top.has("figures"):
        return None
    section = top.section("figures")
    figures = ClaimedFigures(section.fraction("ev", _MIN, _MAX), section.fraction("cost", Fraction(0), _MAX))
    section.finish()
    return figures


class RuleReader:
    """Reads rules in the vocabulary of one wager: what its hands are called, what is seen, what can be done."""

    def __init__(self, game: Game, wager: RuledWager) -> None:
        self.game, self.wager = game, wager
        self.hands = game.ranking.types(wager.hand_size)
        self.decisions = decisions_of(wager)
        self.actions = [action for decision in self.decisions for action in decision.actions]

    def otherwise(self, top: Section) -> dict[str, str]:
        """What each decision falls back on."""
        fallbacks: dict[str, str] = {}
        for action in top.texts("otherwise", required=True):
            known = [*self.actions, BEST]
            top.one_of("otherwise", action, known)
            for decision in self.decisions:
                if action == BEST or action in decision.actions:
                    fallbacks.setdefault(decision.id, action)
        missing = [decision for decision in self.decisions if decision.id not in fallbacks]
        if missing and top.has("otherwise"):
            needed = "; ".join(f"one of {', '.join(decision.actions)}" for decision in missing)
            top.fault("otherwise", f'must also say what to do where no rule matches: {needed}, or "{BEST}"')
        return fallbacks

    def rule(self, section: Section) -> Rule:
        """One rule; faults go where the section keeps them."""
        action = section.text("action", required=True)
        known = section.one_of("action", action, self.actions) if action else self.actions[0]
        decision = next(decision for decision in self.decisions if known in decision.actions)
        when = section.section("when")
        at_least, below = (self._floor(when, key) for key in ("at_least", "below"))
        conditions = self._conditions(when, decision)
        when.finish()
        keep, discards = self._discard(section, known)
        name = section.text("name")
        section.finish()
        return Rule(known, conditions, at_least, below, keep, discards, name)

    def _discard(self, section: Section, action: str) -> tuple[tuple[Condition, ...], int]:
        if action not in DISCARDS:
            for key in ("keep", "discards"):
                if section.has(key):
                    section.fault(key, f"is about a card to discard, but the action is {action!r}")
            return (), ALL_VALUES
        kept = section.section("keep")
        keep = tuple(self._condition(kept, key) for key in KEEP_CONDITIONS if kept.has(key))
        kept.finish()
        return keep, self._ranks(section, "discards") if section.has("discards") else ALL_VALUES

    def _conditions(self, when: Section, decision: Decision) -> tuple[Condition, ...]:
        conditions = []
        for key in CONDITIONS:
            if key in BOARD_CONDITIONS and not decision.sees_board:
                if key in when.keys:
                    when.fault(key, f"is about a community card, and none is seen at {decision.id!r}")
                    when.has(key)
                continue
            if when.has(key):
                conditions.append(self._condition(when, key))
        return tuple(conditions)

    def _condition(self, section: Section, key: str) -> Condition:
        kind = CONDITIONS[key]
        if key == "high_cards":
            inner = section.section(key)
            condition = Condition(key, self._number(inner, "cards"), self._ranks(inner, "ranks") & (1 << NO_RANK) - 1)
            inner.finish()
            return condition
        if kind == "hands":
            names = [section.one_of(key, name, self.hands) for name in section.texts(key)]
            return Condition(key, sum(1 << self.hands.index(name) for name in set(names)))
        if kind == "ranks":
            return Condition(key, self._ranks(section, key))
        if kind == "flag":
            return Condition(key, 0b10 if section.flag(key) else 0b01)
        return Condition(key, self._number(section, key))

    def _ranks(self, section: Section, key: str) -> int:
        text = section.text(key, required=True)
        pieces = [piece.strip() for piece in text.split(",")]
        joker = 1 << NO_RANK if key == "board" and pieces[-1] == JOKER_NAME else 0
        if joker and len(pieces) == 1:
            return joker
        ranks = parse_ranks(",".join(pieces[:-1] if joker else pieces))
        if not ranks:
            section.fault(key, f'{shown(text)} is not a set of ranks; write them low to high, such as "9-J" or "2,A"')
            return (1 << NO_RANK) - 1
        return ranks | joker

    def _number(self, section: Section, key: str) -> int:
        value = section.get(key, required=True)
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        match = _NUMBER.fullmatch(text) if isinstance(text, str) else None
        low, high = (0, 0) if match is None else _bounds(match)
        if match is None or not low <= high <= MAX_NUMBER:
            if value is not None:
                section.fault(key, f'{shown(value)} is not a number or a range of them, such as 2, "1-2" or "2+"')
            return ALL_VALUES
        return sum(1 << number for number in range(low, high + 1))

    def _floor(self, when: Section, key: str) -> Floor | None:
        if not when.has(key):
            return None
        text = when.text(key)
        try:
            return floor_of(text, self.game.ranking, self.wager.hand_size)
        except SelectionError as error:
            when.fault(key, str(error))
            return None


def _bounds(match: re.Match[str]) -> tuple[int, int]:
    low = int(match[1])
    return low, MAX_NUMBER if match[3] else int(match[2] or low)


def floor_of(text: str, ranking: Ranking, size: int) -> Floor:
    """A hand to compare with, from its name and some of its ranks.

    >>> hex(floor_of("high-card Q-6-4", Ranking(), 3).strength), hex(floor_of("pair T", Ranking(), 5).strength)
    ('0x10c6400', '0x1a0000')
    """
    hands = ranking.types(size)
    match = _FLOOR.fullmatch(text)
    if match is None or match[1] not in hands:
        name = text.split(" ", maxsplit=1)[0]
        raise SelectionError(
            f"{shown(text)} is not a hand{nearest(name, hands)}; one of {', '.join(hands)}, "
            'with ranks if need be, such as "high-card Q-6-4"'
        )
    name, ranks = match[1], (match[2] or "").replace("-", "")
    most = 0 if "straight" in name else ranks_said(name, size)
    if len(ranks) > most:
        raise SelectionError(
            f"{shown(text)}: {name} takes {f'at most {most}' if most else 'no'} rank{'s' if most != 1 else ''}"
        )
    strength = ranking.strength_floor(name, size)
    for place, rank in enumerate(ranks):
        strength |= (RANKS.index(rank) + 2) << (16 - 4 * place)
    return Floor(text, strength)


# --- writing ---------------------------------------------------------------------------------------------------------


def strategy_text(strategy: Strategy, hands: Sequence[str]) -> str:
    """The strategy as a file that reads back as the same strategy; `hands` are the names of the hands, worst first."""
    top = {
        "schema": SCHEMA,
        "game": strategy.game,
        "wager": strategy.wager,
        "paytable": strategy.paytable,
        "name": strategy.name,
        "title": strategy.title,
        "description": strategy.description,
        "otherwise": list(strategy.otherwise.values()),
    }
    parts = [_table_text(top)]
    if strategy.figures is not None:
        parts.append("[figures]\n" + _table_text({"ev": str(strategy.figures.ev), "cost": str(strategy.figures.cost)}))
    parts += ["[[rules]]\n" + _table_text(_rule_table(rule, hands)) for rule in strategy.rules]
    return "\n".join(parts)


def _table_text(table: Json) -> str:
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())


def _rule_table(rule: Rule, hands: Sequence[str]) -> JsonDict:
    floors = (("at_least", rule.at_least), ("below", rule.below))
    when: JsonDict = {key: floor.text for key, floor in floors if floor is not None}
    when |= _conditions_table(rule.when, hands)
    table: JsonDict = {"name": rule.name} if rule.name else {}
    table |= ({"when": when} if when else {}) | {"action": rule.action}
    if rule.keep:
        table["keep"] = _conditions_table(rule.keep, hands)
    if rule.discards != ALL_VALUES:
        table["discards"] = ranks_text(rule.discards)
    return table


def _conditions_table(conditions: Sequence[Condition], hands: Sequence[str]) -> JsonDict:
    table = {condition.feature: _condition_value(condition, hands) for condition in conditions}
    assert len(table) == len(conditions), "one condition a feature"
    return table


def _condition_value(condition: Condition, hands: Sequence[str]) -> Any:
    kind = CONDITIONS[condition.feature]
    if kind == "hands":
        named = [hand for place, hand in enumerate(hands) if condition.allowed >> place & 1]
        return named[0] if len(named) == 1 else named
    if kind == "ranks":
        return told_ranks(condition)
    if kind == "flag":
        return bool(condition.allowed >> 1 & 1)
    number = _number_value(condition.allowed)
    return {"ranks": ranks_text(condition.among), "cards": number} if condition.among else number


def _number_value(allowed: int) -> int | str:
    """
    >>> _number_value(0b100), _number_value(0b1110), _number_value(ALL_VALUES - 3)
    (2, '1-3', '2+')
    """
    low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
    if low == high:
        return low
    return f"{low}+" if high == MAX_NUMBER else f"{low}-{high}"
