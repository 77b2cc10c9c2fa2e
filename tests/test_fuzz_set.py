"""Two hands set in two: random game files against a literal count of every deal.

A seed is a file: a small deck with suits and ranks missing, a house way of random rows, one or two wagers set by it,
one set as well as possible, and one or two wagers on pushes with limits, pays and fees of their own. Long runs are from
LONG_SEEDS on: FILES_A_TABLE files in a row have deck and ranking in common, so that both sides keep what they know
about hands, and one file of BEST_EVERY has a wager set as well as possible, which takes far longer than all others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.engines.two_hands.fronts import FIRST_PAIR
from analyzer.errors import GameFileError
from analyzer.game.house_way import FRONTS, SHAPES, has_front
from analyzer.game.model import Game
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.reference.cards import RANK_NAMES, Deck
from analyzer.reference.hands import HandRules
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.trust.stakes import joint_moments
from tests.fuzzing.long_runs import BLOCKS, seeds_of_block
from tests.helpers import from_text
from tests.set_oracle import LiteralTable, sevens_of

RUN = Run(jobs=1)
EVERYDAY = range(6)
LONG_SEEDS = 1_000_000
FILES_A_TABLE = 50
BEST_EVERY = 10
# (ranks, suits, jokers): 14 cards or a few more; the bug makes up to six aces.
SIZES = [(13, 1, 1), (7, 2, 0), (12, 1, 2), (6, 2, 2), (4, 3, 2), (3, 4, 2), (7, 2, 1), (5, 3, 0)]
OFTEN = [1, 6, 1, 1, 1, 1, 1, 1]
LONG_OFTEN = [4, 24, 4, 4, 4, 4, 1, 1]
# Rows that set every hand and none foul: what random rows leave.
LAST_ROWS = {
    "4-3": ["pair-of-the-second-set", "pair-of-the-set"],
    "4-2-1": ["pair-of-the-second-set"],
    "3-3-1": ["pair-of-the-second-set", "pair-of-the-set"],
    "3-2-2": ["pair-of-the-second-set", "pair-of-the-third-set"],
    "3-2-1-1": ["pair-of-the-second-set"],
    "2-2-2-1": ["pair-of-the-set", "pair-of-the-second-set", "pair-of-the-third-set"],
    "2-2-1-1-1": ["pair-of-the-second-set", "highest-others"],
    "5-2": ["pair-of-the-second-set", "pair-of-the-set"],
    "6-1": ["pair-of-the-set"],
    "5-1-1": ["highest-others", "pair-of-the-set"],
    "4-1-1-1": ["highest-others", "pair-of-the-set"],
    "3-1-1-1-1": ["highest-others"],
    "2-1-1-1-1-1": ["highest-others"],
    "1-1-1-1-1-1-1": ["second-and-third"],
}


RULES_OF_DECK = ("wheel", "top_hand", "joker_in_flush", "natural_beats_wild", "three_card_order")


@dataclass
class RandomFile:
    """A game file in the making, and what the literal count needs of it."""

    deck: Deck
    rules: HandRules
    rows: list[JsonDict]
    wins: list[str]
    pushes: list[tuple[str, str, str]]  # the lowest high pair, what it pays, what another push pays
    fees: list[int]
    has_best: bool = True

    @property
    def literal(self) -> LiteralTable:
        return LiteralTable(sevens_of(self.deck, self.rules), self.rows)

    @property
    def text(self) -> str:
        ranks, suits, jokers = self.deck
        parts = [
            'schema = "exactodds/game/2"\nid = "fuzz"\nname = "F"\nrules_version = "1"',
            f'[deck]\nranks = "{",".join(ranks)}"\nsuits = "{suits}"\njokers = {jokers}',
            *([f'{self.rules.joker} = "Jk"'] if jokers else []),
            *(f'{key} = "{getattr(self.rules, key)}"' for key in RULES_OF_DECK),
            "[deal]\nplayer = 7\ndealer = 7\n[hands]",
            *([_hand("players-hand", "player", 'sets = "optimal"')] if self.has_best else []),
            _hand("dealers-hand", "dealer"),
            _hand("by-house-way", "player", 'sets = "house_way"'),
            *([_wager("best", "players-hand")] if self.has_best else []),
            *(self._own(name, pay) for name, pay in self.own.items()),
            *(_push(f"push-{place}", *push) for place, push in enumerate(self.pushes)),
            '[house_ways.h]\nname = "H"',
            *(_row(row) for row in self.rows),
        ]
        return "\n".join(parts) + "\n"

    @property
    def own(self) -> dict[str, str]:
        """The wagers that are set by the house way, and what a win pays."""
        return dict(zip(("own", "own-2"), self.wins, strict=False))

    def _own(self, name: str, pay: str) -> str:
        player, low, high = self.fees
        return (
            f'{_wager(name)}\nsettle.{name} = [{{ on = "win", pays = "{pay}" }}]\n[wagers.{name}.fees]\n'
            f"bets = [10, 100]\nplayer = [[10, {player}]]\ndealer = [[10, {low}], [100, {high}]]"
        )


def _hand(name: str, group: str, more: str = "") -> str:
    return f'{name} = {{ of = "{group}", house_way = "h"{", " * bool(more)}{more} }}'


def _wager(name: str, player: str = "by-house-way") -> str:
    return f'[wagers.{name}]\nname = "W"\ncompare = ["{player}", "dealers-hand"]'


def _push(name: str, pair: str, high: str, low: str) -> str:
    """A high pair in front is paid as such even where it pays less."""
    overlap = "most" if Fraction(high) > Fraction(low) else "first"
    fronts = ", ".join(
        f'{{ of = "{hand}.front", at_least = "pair {pair}" }}' for hand in ("by-house-way", "dealers-hand")
    )
    return "\n".join(
        [
            _wager(name),
            f'overlap = "{overlap}"\nsettle.{name} = [{{ pays = "paytable" }}, {{ pays = -1 }}]',
            f'lines.push = {{ on = "tie" }}\nlines.high = {{ on = "tie", any = [{fronts}] }}',
            f'[wagers.{name}.pays]\nhigh = "{high}"\npush = "{low}"',
        ]
    )


def _row(row: JsonDict) -> str:
    when = ", ".join(f"{key} = {_value(value)}" for key, value in row.get("when", {}).items())
    behind = f'behind = "{row["behind"]}"\n' if "behind" in row else ""
    return f'[[house_ways.h.rows]]\nrow = 1\nname = "r"\nfront = "{row["front"]}"\n{behind}when = {{ {when} }}'


def _value(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else "[" + ", ".join(f'"{one}"' for one in value) + "]"


# --- random files ----------------------------------------------------------------------------------------------------


def random_file(seed: int) -> RandomFile:
    draw = random.Random(seed)
    if seed < LONG_SEEDS:
        return _file(draw, *_table(draw, OFTEN))
    table = random.Random(f"set table {seed // FILES_A_TABLE}")
    return replace(_file(draw, *_table(table, LONG_OFTEN)), has_best=seed % BEST_EVERY == 0)


def _table(draw: random.Random, often: Sequence[int]) -> tuple[Deck, HandRules]:
    ranks, suits, jokers = draw.choices(SIZES, often)[0]
    held = "".join(RANK_NAMES[rank] for rank in sorted(draw.sample(range(13), ranks)))
    deck = Deck(held, "".join(sorted(draw.sample("cdhs", suits), key="cdhs".index)), jokers)
    wheel, top = draw.choice(["lowest", "second_highest"]), draw.choice(["royal", "five_of_a_kind"])
    flush = "ace" if jokers and sum(map(ord, held)) % 3 == 0 else "missing_rank"
    return deck, HandRules("bug" if jokers else "none", wheel, top, flush)


def _file(draw: random.Random, deck: Deck, rules: HandRules) -> RandomFile:
    rows = [random_row(draw, deck.ranks) for _ in range(draw.randint(0, 6))]
    rows += [{"front": draw.choice(fronts), "when": {"shape": shape}} for shape, fronts in LAST_ROWS.items()]
    pays = ["0", "1/3", "19/20", "1", "5/2", "12", "999999937/1000000007"]
    return RandomFile(
        deck,
        rules,
        rows,
        draw.sample(pays, draw.randint(1, 2)),
        [(draw.choice(RANK_NAMES), draw.choice(pays), draw.choice(pays)) for _ in range(draw.randint(1, 2))],
        draw.choices(range(1, 30), k=3),
    )


def random_row(draw: random.Random, ranks: str) -> JsonDict:
    front = draw.choice(list(FRONTS))
    row: JsonDict = {"front": front, "when": {}}
    if front == "highest-two" or draw.random() < 0.5:
        row["behind"] = draw.choice(["complete", "pair", "two-pair", "three-of-a-kind", "flush", "straight-flush"])
    shapes = [shape for shape in SHAPES if has_front(shape, front)]
    if draw.random() < 0.7:
        row["when"]["shape"] = draw.sample(shapes, draw.randint(1, min(3, len(shapes))))
    for key in ("set", "second_set", "other", "second_other", "any_other"):
        if draw.random() < 0.15:
            low, high = sorted(draw.choices(range(13), k=2))
            row["when"][key] = f"{RANK_NAMES[low]}-{RANK_NAMES[high]}" if low < high else draw.choice(ranks)
    for key in ("has", "lacks"):
        if draw.random() < 0.2:
            row["when"][key] = draw.sample(["straight", "flush", "straight-flush", "joker"], draw.randint(1, 2))
    return row


# --- both counts -----------------------------------------------------------------------------------------------------


def check(seed: int, run: Run = RUN) -> int:
    """Refused as long as a row sets some hand foul; then every number of every wager. How often it was refused."""
    made, refused = random_file(seed), 0
    while faulty := (literal := made.literal).faulty_rows():
        with pytest.raises(GameFileError, match=r"foul|no row sets"):
            analyze(from_text(made.text), wager="own", run=run)
        assert None not in faulty, "the last rows set every hand"
        made.rows = [row for number, row in enumerate(made.rows) if number not in faulty]
        refused += 1
    compare_all(made, literal, run)
    return refused


def compare_all(made: RandomFile, literal: LiteralTable, run: Run = RUN) -> None:
    file = from_text(made.text)
    counted = [literal.pushes(pair) for pair, _, _ in made.pushes]
    results = {(one.wager, one.paytable): one for one in analyze(file, run=run).wagers}
    pushed = counted[0]["high"] + counted[0]["push"]
    base = Counter(win=counted[0]["win"], push=pushed, lose=counted[0]["lose"])
    for name, pay in made.own.items():
        own = results[name, "1"]
        assert_counts(own, base)
        ev = (Fraction(pay) * base["win"] - base["lose"]) / base.total()
        assert own.ev == ev
        assert own.document()["fees"][1]["player_dealer_ev"] == str(-ev - Fraction(made.fees[2], 100))
        assert own.document()["fees"][0]["player_ev"] == str(ev - Fraction(made.fees[0], 10))
    if made.has_best:
        assert_counts(results["best", "1"], literal.best())
    for place, ((_, high, low), counts) in enumerate(zip(made.pushes, counted, strict=True)):
        push = results[f"push-{place}", "1"]
        assert_counts(push, Counter(high=counts["high"], push=counts["push"], lose=counts["win"] + counts["lose"]))
        lost = counts["win"] + counts["lose"]
        assert push.ev == (Fraction(high) * counts["high"] + Fraction(low) * counts["push"] - lost) / counts.total()
    rows = Counter(hand[0] for hand in literal.hands.values() if hand is not None)
    told = results["own", "1"].document()["house_way"]["rows"]
    assert [int(row["hands"]) for row in told] == [rows[number] for number in range(len(made.rows))]
    assert_joint(file.game(), made, counted, run)


def assert_counts(result: WagerResult, literal: Counter[str]) -> None:
    assert Counter({one.name: one.count for one in result.outcomes if one.count}) == +literal


def assert_joint(game: Game, made: RandomFile, counted: Sequence[Counter[str]], run: Run) -> None:
    """The wagers set by the house way together: products over the deals, told apart by the limits reached."""
    wagers = [wager for wager in game.wagers if wager.id != "best"]
    moments = joint_moments(game, [(wager, wager.paytables[0]) for wager in wagers], run)
    order = sorted(range(len(counted)), key=lambda place: RANK_NAMES.index(made.pushes[place][0]))
    pays = [(Fraction(high), Fraction(low)) for _, high, low in made.pushes]
    total = counted[0].total()
    # Pushes by how many of the limits are reached, the lowest first.
    reached = [sum(counted[0][name] for name in ("high", "push")), *(counted[place]["high"] for place in order), 0]
    product = Fraction(counted[0]["win"] + counted[0]["lose"])
    if len(order) == 2:
        for level in range(3):
            nets = [pays[place][0] if order.index(place) < level else pays[place][1] for place in range(2)]
            product += nets[0] * nets[1] * (reached[level] - reached[level + 1])
        assert moments.products[("push-0", "1"), ("push-1", "1")] == product / total
    wins = [Fraction(win) for win in made.wins]
    for name, win in zip(made.own, wins, strict=True):
        for place in range(len(counted)):
            assert moments.products[(name, "1"), (f"push-{place}", "1")] == (
                (-win * counted[0]["win"] + counted[0]["lose"]) / total
            )
    if len(wins) == 2:
        both = wins[0] * wins[1] * counted[0]["win"] + counted[0]["lose"]
        assert moments.products[("own", "1"), ("own-2", "1")] == both / total


# --- tests -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", EVERYDAY)
def test_a_random_file_equals_the_literal_count(seed: int) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_random_files_equal_the_literal_count(block: int, tmp_path: Path) -> None:
    run = Run(jobs=1, store=Store(tmp_path))
    for seed in seeds_of_block(block):
        try:
            check(seed, run)
        except Exception as error:
            raise AssertionError(f"set {seed}: {error}") from error


def two_limits() -> RandomFile:
    """A file whose two wagers on pushes differ in their limit, and whose counts do too."""
    rows = [{"front": fronts[0], "when": {"shape": shape}} for shape, fronts in LAST_ROWS.items()]
    deck, rules = Deck("89TJQKA", "ds", 0), HandRules("none", "lowest", "royal")
    return RandomFile(deck, rules, rows, ["1"], [("T", "2", "1"), ("K", "2", "1")], [1, 1, 1])


def test_every_wager_on_pushes_has_its_own_limit() -> None:
    made = two_limits()
    result = analyze(from_text(made.text), run=RUN)
    pushes = [one for one in result.wagers if one.wager.startswith("push")]
    high = [{one.name: one.count for one in push.outcomes}["high"] for push in pushes]
    assert high == [made.literal.pushes(pair)["high"] for pair in ("T", "K")]
    assert high[0] > high[1]


def test_the_literal_count_notices_a_limit_of_another_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    made = two_limits()
    monkeypatch.setattr(
        "analyzer.engines.two_hands.solver.push_limit", lambda wager: FIRST_PAIR + RANK_NAMES.index("T")
    )
    with pytest.raises(AssertionError):
        compare_all(made, made.literal)
