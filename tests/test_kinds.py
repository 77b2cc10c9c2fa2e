"""Nothing outside the registries asks for the kind of a wager, and a new kind needs one class and one line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer.change.figures import counts_digest
from analyzer.errors import SelectionError
from analyzer.game.file import parse_game_file
from analyzer.game.model import Game, Wager
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.draw import DrawWager, SeenDrawWager
from analyzer.game.wagers.set_in_two import SetInTwoWager
from analyzer.game.wagers.solo import SoloWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.by_lines import line_cases
from analyzer.pricing.choices import Question
from analyzer.pricing.kinds import registry
from analyzer.pricing.kinds.base import Kind, PlayedKind
from analyzer.pricing.kinds.contest import ContestKind
from analyzer.pricing.kinds.registry import KINDS, kind_of
from analyzer.pricing.linear import linear_decisions
from analyzer.pricing.played import is_played, played_wager
from analyzer.report.identity import deals_formula, method_text
from analyzer.run.jobs import Run
from analyzer.strategy.kinds import decisions_of
from analyzer.strategy.one_hand import hand_choices
from analyzer.strategy.played_lists import list_document
from analyzer.trust.kinds import LAID, state_tasks
from analyzer.trust.prove import QUICK, deals_by_formula
from analyzer.trust.stakes import joint_moments
from analyzer.trust.table_layout import TableLayout

RUN = Run(jobs=1)
# Where kinds may be named: what counts them, what makes them of a file, and one registry in each room that has some.
REGISTRIES = (
    "engines/",
    "game/joining.py",
    "game/plan.py",
    "game/shapes/",
    "pricing/kinds/registry.py",
    "report/kinds.py",
    "strategy/kinds.py",
    "trust/kinds.py",
)
# Kinds that only others are made from.
ABSTRACT = {SetInTwoWager, SoloWager}


def subclasses(of: type[Wager]) -> Iterator[type[Wager]]:
    for one in of.__subclasses__():
        if one.__module__.startswith("analyzer."):
            yield one
        yield from subclasses(one)


def test_every_kind_has_a_player_or_is_settled_by_the_kernel() -> None:
    """Without either no round of it could be dealt, simulated or shown in a report."""
    for wager, (module, name) in KINDS.items():
        kind = getattr(import_module(f"analyzer.pricing.kinds.{module}"), name)
        assert issubclass(kind, PlayedKind) or wager in LAID, wager


NAMES = frozenset(kind.__name__ for kind in subclasses(Wager))


def named(node: ast.AST) -> bool:
    """Whether the name of a kind is anywhere in the expression."""
    parts = [part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "") for part in ast.walk(node)]
    return not NAMES.isdisjoint(parts)


def about_a_wager(node: ast.AST) -> bool:
    parts = [part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "") for part in ast.walk(node)]
    return any("wager" in part.lower() for part in parts)


def asks(node: ast.AST) -> bool:
    """Whether the node asks for the kind of a wager, or lists kinds."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return called(node.func.id, node.args)
    if isinstance(node, ast.Attribute):
        return node.attr == "__class__" and about_a_wager(node.value)
    told: list[ast.expr | None] = []
    if isinstance(node, ast.MatchClass):
        told = [node.cls]
    elif isinstance(node, ast.Compare):
        told = [node.left, *node.comparators]
    elif isinstance(node, ast.Dict):
        told = list(node.keys)
    elif isinstance(node, ast.Set):
        told = list(node.elts)
    return any(part is not None and named(part) for part in told)


def called(function: str, arguments: list[ast.expr]) -> bool:
    if function in ("isinstance", "issubclass"):
        return named(arguments[1])
    by_name = function in ("getattr", "hasattr") or (function == "type" and len(arguments) == 1)
    return by_name and about_a_wager(arguments[0])


def asked_in(source: str) -> list[int]:
    """The lines in which a kind is asked for."""
    return [getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source)) if asks(node)]


def test_no_module_asks_for_the_kind_of_a_wager() -> None:
    folder = Path(analyzer.__file__).parent
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    assert len(texts) > 300
    mentions = [
        f"{name}:{line}"
        for name, text in sorted(texts.items())
        if "wager" in text.lower() and not name.startswith(REGISTRIES)
        for line in asked_in(text)
    ]
    assert mentions == []


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(wager, LinesWager)",
        "isinstance(one[0], model.DrawWager | PlayWager)",
        "issubclass(kind, (SetWager, PushWager))",
        "type(wager) is LinesWager",
        "type(self.wager)",
        "kind in (DrawWager, PlayWager)",
        "TABLE = {LinesWager: 1}",
        "KINDS = {LinesWager, JokersWager}",
        'getattr(wager, "meter", None)',
        "wager.__class__.__name__",
        "match wager:\n    case RoundWager(): pass",
    ],
)
def test_asking_is_noticed(line: str) -> None:
    assert asked_in(line)


@pytest.mark.parametrize(
    "line",
    ["def one(wager: LinesWager | None) -> dict[type[Wager], LinesWager]: ...", "isinstance(text, str)", "type(value)"],
)
def test_naming_a_kind_in_a_type_is_not_asking(line: str) -> None:
    assert asked_in(line) == []


def test_registries_are_there() -> None:
    folder = Path(analyzer.__file__).parent
    assert [place for place in REGISTRIES if not (folder / place).exists()] == []


def test_every_kind_has_one_class() -> None:
    assert set(KINDS) == set(subclasses(Wager)) - ABSTRACT
    assert all(isinstance(kind_of(kind("", "", ())), Kind) for kind in KINDS)


# --- a new kind ------------------------------------------------------------------------------------------------------

STUD = """
schema = "exactodds/game/2"
id = "little-stud"
name = "Little Stud"
rules_version = "1"
deck = { ranks = "J-A", suits = "cdh" }
deal = { own = 2, dealer = 2 }
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.raise = { raise = 2 }
[wagers.base]
name = "Ante and Raise"
bets = { ante = 1, raise = 0 }
compare = ["own", "dealer"]
of = "own"
paytables = ["standard"]
settle.raise = [{ on = "win", pays = "paytable" }]
pays = { pair = 3, high-card = 1 }
"""


@dataclass(frozen=True)
class NewWager(ContestWager):
    """A kind that no module of the program has heard of."""


class NewKind(ContestKind):
    """Its one class."""


@pytest.fixture
def old_and_new(monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Wager, Wager]:
    """A wager, and the same as one of the new kind, which has one line in the registry."""
    loaded = registry._loaded
    monkeypatch.setitem(registry.KINDS, NewWager, ("new", "NewKind"))
    monkeypatch.setattr(registry, "_loaded", lambda *place: NewKind() if place[0] == "new" else loaded(*place))
    game = parse_game_file(STUD.encode(), "stud.toml").game()
    (old,) = game.wagers
    assert type(old) is ContestWager
    new = NewWager(**{field.name: getattr(old, field.name) for field in fields(old)})
    return replace(game, wagers=(new,)), old, new


def test_a_new_kind_is_analysed_priced_and_told(old_and_new: tuple[Game, Wager, Wager]) -> None:
    game, old, new = old_and_new
    table = new.paytables[0]
    assert analyze_wager(game, new, [table], RUN) == analyze_wager(game, old, [table], RUN)
    assert counts_digest(game, new, RUN) == counts_digest(game, old, RUN)
    assert is_played(new)
    assert played_wager(game, new, RUN).expectation(table) == analyze_wager(game, old, [table], RUN)[0].ev
    assert kind_of(new).plays(game, new, RUN).best(table).terms.mean(table).amount == played_wager(
        game, old, RUN
    ).expectation(table)
    assert line_cases(game, new, table, RUN) == line_cases(game, old, table, RUN)
    assert linear_decisions(game, new, RUN) is None
    assert (method_text(game, new), deals_formula(game, new)) == (method_text(game, old), deals_formula(game, old))
    assert deals_by_formula(game, new) == deals_by_formula(game, old) == 12 * 11 // 2 * (10 * 9 // 2)


def test_a_new_kind_is_played_and_joined(old_and_new: tuple[Game, Wager, Wager]) -> None:
    game, old, new = old_and_new
    table = new.paytables[0]
    cards = kind_of(new).read_cards(game, new, "Ac Ad", "", "").own
    question = Question(game, cards, (), table, RUN)
    assert kind_of(new).choices(question, new) == kind_of(old).choices(question, old)
    assert list_document(game, new, table, RUN, None)["choices"]  # without a list of its own, how often each is made
    assert decisions_of(new) == ()
    assert list(state_tasks(game, new, QUICK, RUN)) == []
    layout = TableLayout(game, RUN)
    layout.add(new, [table])
    keys = layout.settle_cards(np.array([game.deck.cards], dtype=np.uint8))
    assert layout.bets[0].name_of(int(keys[0, 0])) in {one.name for one in layout.expected(new, [table])[0].outcomes}
    assert joint_moments(game, [(new, table)], RUN) == joint_moments(game, [(old, table)], RUN)
    with pytest.raises(SelectionError, match="is not computed exactly"):
        joint_moments(game, [(new, table), (replace(old, id="other"), table)], RUN)


# --- what lists of kinds had left out --------------------------------------------------------------------------------

HEAD = """
schema = "exactodds/game/2"
id = "seen"
name = "Seen"
rules_version = "1"
deck = { ranks = "T-A", suits = "cdh" }
"""
EXCHANGE = (
    HEAD
    + """
deal = { own = 5, gone = 1, draw = 2 }
[[round]]
sees = ["own", "gone"]
exchange = { from = "own", discard = [0, 1, 2], draw = "draw", makes = "final" }
[wagers.w]
name = "W"
of = "final"
paytables = ["1"]
pays = { four-of-a-kind = 10, full-house = 5, two-pair = 1, pair = 0 }
"""
)
DISCARD = (
    HEAD
    + """
deal = { own = 5, up = 1, down = 4, draw = 1 }
hands.dealer = ["up", "down"]
[[round]]
sees = ["own", "up"]
exchange = { from = "own", discard = 1, draw = "draw", makes = "final", stand_pat = true }
[wagers.w]
name = "W"
compare = ["final", "dealer"]
"""
)
ASKED = (
    HEAD
    + """
deal = { own = 3 }
[wagers.w]
name = "W"
of = "own"
paytables = ["1"]
lines.some = { any = [{ hand = "pair" }, { hand = "flush" }] }
pays.some = 2
"""
)


def test_one_hand_beside_seen_cards() -> None:
    file = parse_game_file(EXCHANGE.encode(), "seen.toml")
    with pytest.raises(SelectionError, match="beside another card that is seen"):
        hand_choices(file, "Tc Td Jc Qd Kh", run=RUN)
    with pytest.raises(SelectionError, match='"gone=As"'):
        hand_choices(file, "Tc Td Jc Qd Kh", run=RUN, sees="up=Th")
    best = hand_choices(file, "Tc Td Jc Qd Kh", run=RUN, sees="gone=Th").choices[0]
    # T-T-K and two of J-J-Q-Q-K-K-A-A-A: one full house (5), 14 with one king and 5 pairs (1), all others a pair (0).
    assert best.ev == Fraction(5 + 14 + 5, 36)


def test_counts_beside_seen_cards_have_a_digest() -> None:
    texts = DISCARD, DISCARD.replace("up = 1, down = 4", "up = 2, down = 3"), DISCARD.replace('["own", "up"]', '"own"')
    games = [parse_game_file(text.encode(), "seen.toml").game() for text in texts]
    assert [type(game.wagers[0]) for game in games] == [SeenDrawWager, SeenDrawWager, DrawWager]
    assert len({counts_digest(game, game.wagers[0], RUN) for game in games}) == 3
    assert hand_choices(parse_game_file(DISCARD.encode(), "seen.toml"), "Tc Td Jc Qd Kh", run=RUN, sees="up=Th").choices


def test_lines_of_several_questions_have_terms_and_depend_on_the_order_of_hands() -> None:
    game = parse_game_file(ASKED.encode(), "asked.toml").game()
    (wager,) = game.wagers
    (table,) = wager.paytables
    (result,) = analyze_wager(game, wager, [table], RUN)
    assert kind_of(wager).plays(game, wager, RUN).best(table).terms.mean(table).amount == result.ev
    other = replace(game, ranking=replace(game.ranking, wheel="none"))
    assert wager_digest(other, wager) != wager_digest(game, wager)
