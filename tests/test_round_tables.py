"""Tables of decisions of rounds add up to the choices of the analysis, and each hand is played as its row says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from analyzer.engines.rounds import tables
from analyzer.engines.rounds.choices import state_choices
from analyzer.engines.rounds.round import AnyRound
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.tables import RoundTable, round_tables
from analyzer.engines.rounds.ways import Way
from analyzer.game.file import GameFile, load_game_file
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.analysis import analyze
from analyzer.pricing.details import DecisionDetails
from analyzer.run.jobs import Run
from tests.helpers import from_text

RUN = Run(jobs=1)
OASIS = load_game_file(Path(__file__).parent / "games" / "rounds" / "three-card-oasis.toml")
THIRD_CARD = """
schema = "exactodds/game/2"
id = "third-card"
name = "Third card"
rules_version = "1"

[deck]
ranks = "J-A"
{jokers}
[deal]
own = 2
third = 1
house = 3

[hands]
player = ["own", "third"]

[[round]]
sees = "own"
choose.fold = {{ then = "fold" }}
choose.small = {{ raise = 1 }}
choose.large = {{ raise = 3 }}

[[round]]
sees = "third"
choose.check = {{}}
choose.more = {{ ante = 2 }}

[wagers.base]
name = "Base"
bets = {{ ante = 1, raise = 0 }}
compare = ["player", "house"]
settle.ante = [{{ on = "win", pays = 1 }}]
"""
# The last card is seen by nobody before the end, so both decisions are listed by their states.
LAST_CARD = """
schema = "exactodds/game/2"
id = "last-card"
name = "Last card"
rules_version = "1"

[deck]
ranks = "J-A"

[deal]
own = 1
turn = 1
river = 1
house = 3

[hands]
player = ["own", "turn", "river"]

[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.small = { call = 1 }
choose.large = { call = 3 }

[[round]]
sees = "turn"
choose.check = {}
choose.raise = { raise = 2 }

[wagers.base]
name = "Base"
bets = { ante = 1, call = 0, raise = 0 }
compare = ["player", "house"]
qualifies = "high-card K"
settle.ante = [{ on = "win", pays = 1 }]
settle.call = [{ qualified = false, pays = 0 }]
"""
FILES: Mapping[str, GameFile] = {
    "two decisions before the last card": from_text(LAST_CARD),
    "an exchange and an automatic win": OASIS,
    "a card that is dealt after the decision": from_text(THIRD_CARD.format(jokers="")),
    "jokers": from_text(THIRD_CARD.format(jokers='jokers = 1\nwild = "Jk"\n')),
    "a wild rank": from_text(THIRD_CARD.format(jokers='wild = "Q"\n')),
}


def setting_of(file: GameFile) -> RoundSetting:
    game = file.game()
    wager = game.wagers[0]
    assert isinstance(wager, RoundWager)
    return AnyRound(game, wager).setting(wager.paytables[0])


def shares(listed: list[RoundTable]) -> dict[str, Fraction]:
    """How often each choice is made, by what leads to each decision."""
    reached: dict[Way, Fraction] = {(): Fraction(1)}
    made: dict[str, Fraction] = {}
    for table in sorted(listed, key=lambda one: len(one.way)):
        counts = np.sum([row.counts for row in table.rows], axis=0).tolist()
        for name, count in zip(table.names, counts, strict=True):
            share = reached[table.way] * Fraction(count, sum(counts))
            reached[(*table.way, (table.stage, name))] = share
            made[name] = made.get(name, Fraction(0)) + share
    return made


@pytest.mark.parametrize("name", FILES)
def test_tables_add_up_to_the_choices_of_the_analysis(name: str) -> None:
    file = FILES[name]
    (result, *_) = analyze(file, run=RUN).wagers
    details = result.details_of(DecisionDetails)
    assert details is not None
    made = shares(round_tables(setting_of(file), RUN))
    made.pop(tables.AUTOMATIC_WIN, None)
    assert made == details.choices


def test_a_table_of_a_choice_that_is_never_made_still_names_it() -> None:
    (first, *_) = round_tables(setting_of(FILES["jokers"]), RUN)
    assert first.names == ("fold", "small", "large")


def hands_of(setting: RoundSetting) -> Iterator[tuple[int, ...]]:
    yield from combinations(setting.suits.cards, 2)


@pytest.mark.parametrize("name", ["a card that is dealt after the decision", "a wild rank"])
def test_each_pair_is_played_as_its_row_says(name: str) -> None:
    """The value of every choice of one hand is counted by itself, for `exactodds hand`."""
    setting = setting_of(FILES[name])
    (first, *_) = round_tables(setting, RUN)
    (node, *_) = setting.ways.nodes
    expected: dict[tuple[int, ...], set[str]] = {}
    for hand in list(hands_of(setting))[::7]:
        best = max(state_choices(setting, node, {"own": hand}, RUN), key=lambda choice: choice.value)
        key = tuple(tables._printed(np.array([hand], dtype=np.uint8))[0].tolist())
        expected.setdefault(key, set()).add(best.option.name)
    rows = {row.seen: {n for n, count in zip(first.names, row.counts, strict=True) if count} for row in first.rows}
    for key, names in expected.items():
        alone = tables._name([key], 2)
        within = [made for seen, made in rows.items() if seen == alone or _is_within(key, seen)]
        assert any(names <= made for made in within), (alone, names, rows)


def _is_within(key: tuple[int, ...], seen: str) -> bool:
    """Whether a row of several low ranks names the high rank and the suits of a pair."""
    high, _, rest = tables._name([key], 2).partition(" with ")
    suited = rest.endswith(" suited")
    return seen.startswith(f"{high} with ") and seen.endswith(" suited") == suited


def test_last_decisions_of_too_many_deals_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = setting_of(OASIS)
    ways = [table.way for table in round_tables(setting, RUN)]
    monkeypatch.setattr(tables, "MAX_DEALS", 10)
    assert [table.way for table in round_tables(setting, RUN)] == [way for way in ways if not way]
    assert len(ways) > 1
    monkeypatch.setattr(tables, "MAX_STATES", 10)
    assert round_tables(setting, RUN) == []


def test_every_deal_is_dealt_once() -> None:
    deck = np.arange(6, dtype=np.uint8)
    first, second = tables._all_deals(deck, [2, 1])
    dealt = {(*sorted(one), int(other)) for one, (other,) in zip(first.tolist(), second.tolist(), strict=True)}
    assert len(first) == len(dealt) == 15 * 4
    assert all(len(set(row)) == 3 for row in dealt)
