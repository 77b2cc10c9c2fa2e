"""Rounds of the general engine: what is counted does not show how it was counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import pytest

from analyzer.engines.rounds.round import AnyRound, encoded
from analyzer.errors import GameFileError, UnsettledError
from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.trust.refereed import compare_with_referee
from tests.helpers import from_text
from tests.language import on_small_deck

T = TypeVar("T")
OASIS = Path(__file__).parent / "games" / "rounds" / "three-card-oasis.toml"


@dataclass(frozen=True)
class Backwards(Run):
    """The last piece is done first, as it may be with several cores."""

    def pieces(self, what: str, work: Callable[..., T], pieces: Sequence[tuple[int, ...]]) -> Iterable[T]:
        return super().pieces(what, work, pieces[::-1])


# --- the order of pieces ---------------------------------------------------------------------------------------------


def results(file: GameFile, run: Run) -> str:
    return json.dumps(analyze(file, run=run).document())


def test_outcomes_are_listed_alike_whichever_piece_is_done_first() -> None:
    file = load_game(str(OASIS))
    assert results(file, Backwards(jobs=1)) == results(file, Run(jobs=1))


def test_what_is_kept_has_the_same_bytes_whichever_piece_is_done_first() -> None:
    game = load_game(str(OASIS)).game()
    wager = game.wagers[0]
    assert isinstance(wager, RoundWager)
    kept = [
        encoded(AnyRound(game, wager).counted(wager.paytables[0], run)).tobytes()
        for run in (Run(jobs=1), Backwards(jobs=1))
    ]
    assert kept[0] == kept[1]


def test_outcomes_are_listed_by_what_was_done_the_result_and_the_paytable() -> None:
    base = analyze(load_game(str(OASIS)), run=Run(jobs=1)).wagers[0]
    drawn = [outcome.name for outcome in base.outcomes if outcome.name.startswith("discard/")]
    assert drawn == [
        "discard/fold",
        "discard/win/straight-flush",
        "discard/win/three-of-a-kind",
        "discard/win/straight",
        "discard/win",
        "discard/win/unqualified",
        "discard/tie",
        "discard/loss",
    ]


@pytest.mark.parametrize("game", ["caribbean-stud", "casino-holdem", "jacks-or-better", "mississippi-stud"])
def test_no_other_engine_shows_the_order_of_its_pieces(game: str) -> None:
    file = from_text(on_small_deck(game, "T-A", "cdh"))
    assert results(file, Backwards(jobs=1)) == results(file, Run(jobs=1))


# --- names of outcomes -----------------------------------------------------------------------------------------------

SMALL = """
schema = "exactodds/game/2"
id = "small"
name = "Small"
rules_version = "1"

[deck]
ranks = "J-A"
suits = "c"

[deal]
own = 1
down = 1

[[round]]
choose.small = { ante = 1 }
choose.large = { ante = 2 }

[[round]]
sees = "own"
choose.fold = { then = "fold", loses = { ante = "1/2" } }
choose.play = { raise = 1 }

[wagers.base]
name = "Base"
bets = { ante = 1, raise = 0 }
compare = ["own", "down"]
of = "own"
settle.ante = [{ of = "own", at_least = "high-card A", pays = 3 }, { pays = -1 }]
settle.raise = [{ pays = "paytable" }, { pays = -1 }]

[wagers.base.pays]
high-card-of-kings = 2

[wagers.side]
name = "Side"
settle.side = [{ chose = "large", of = "own", at_least = "high-card A", pays = 2 }, { pays = -1 }]
"""


# Who holds such a straight is paid at once; everybody else ties or is compared.
PAID = 9
WHOLE = """
schema = "exactodds/game/2"
id = "whole"
name = "Whole"
rules_version = "1"

[deck]
ranks = "2-5,A"
suits = "cd"

[deal]
own = {cards}
down = {cards}

[[round]]
sees = "own"
choose.stay = {{}}
choose.raise = {{ ante = 2 }}

[wagers.base]
name = "Base"
bets = {{ ante = 1 }}
compare = ["own", "down"]
settle.ante = [{{ of = "own", whole = "{asked}", ranks = "A", pays = 9 }}]
"""


def named(file: GameFile, wager: str) -> dict[str, str]:
    results = {result.wager: result for result in analyze(file, run=Run(jobs=1)).wagers}
    return {outcome.name: str(outcome.net.amount) for outcome in results[wager].outcomes}


def test_a_round_that_wins_is_not_called_lost_where_no_row_asks_for_the_result() -> None:
    assert named(from_text(SMALL), "side") == {"win": "2", "lose": "-1"}


def test_the_referee_calls_outcomes_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = from_text(SMALL).rules({})
    assert compare_with_referee(rules, "side", "1", Run(jobs=1))[1] == []
    monkeypatch.setattr("analyzer.pricing.rounds.LOSE", "lost")
    (difference, *_) = compare_with_referee(rules, "side", "1", Run(jobs=1))[1]
    assert "lose" in difference


NOBODY_COMPARED = """
schema = "exactodds/game/2"
id = "own-hand"
name = "Own hand"
rules_version = "1"

[deck]
ranks = "10-A"
suits = "cdh"

[deal]
own = 3
draw = 1

[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "pair" }
exchange = { from = "own", discard = "0-1", draw = "draw", makes = "final" }

[wagers.base]
name = "Base"
bets = { ante = 1 }
of = "final"
settle.ante = [{ on = "win", pays = 1 }, { at_least = "straight", pays = 3 }, { pays = -1 }]
"""


def test_an_automatic_win_is_a_win_where_no_hands_are_compared() -> None:
    """Of 455 hands 168 are high cards: 270 of three ranks, less 81 straights and 30 flushes, of which 9 are both."""
    file = from_text(NOBODY_COMPARED)
    assert compare_with_referee(file.rules({}), "base", "1", Run(jobs=1))[1] == []
    (base,) = analyze(file, run=Run(jobs=1)).wagers
    high = 10 * 27 - (3 * 27 + 10 * 3 - 3 * 3)
    won = sum(outcome.count for outcome in base.outcomes if outcome.name.startswith("automatic-win"))
    assert Fraction(won, base.deals) == Fraction(455 - high, 455)
    with pytest.raises(GameFileError, match="'loss' cannot happen here"):
        from_text(NOBODY_COMPARED.replace('on = "win"', 'on = "loss"')).game()


def test_a_duel_may_ask_where_a_whole_straight_ends() -> None:
    """`ranks` beside `whole` alone is asked of the straight, and the rows of a duel may ask that, too."""
    for cards, asked in ((1, "straight"), (2, "straight"), (3, "straight"), (3, "straight-flush")):
        rules = from_text(WHOLE.format(cards=cards, asked=asked)).rules({})
        deals, differences = compare_with_referee(rules, "base", "1", Run(jobs=1))
        assert deals > 0
        assert differences == []


def test_of_a_whole_straight_only_the_right_end_is_paid() -> None:
    """Of 45 pairs of ten cards four are A-2, which ends at the two, and four 4-5; none ends at an ace."""
    for ends, pairs in (("2", 4), ("5", 4), ("2-5", 16), ("A", 0)):
        text = WHOLE.format(cards=2, asked="straight").replace('ranks = "A"', f'ranks = "{ends}"')
        (base,) = analyze(from_text(text), run=Run(jobs=1)).wagers
        paid = sum(outcome.count for outcome in base.outcomes if outcome.net.amount >= PAID)
        assert Fraction(paid, base.deals) == Fraction(pairs, 45), ends


# --- refusals --------------------------------------------------------------------------------------------------------


def test_a_side_wager_is_not_told_of_keys_that_only_the_main_wager_has() -> None:
    settled = 'of = "final"\nsettle.ante'
    text = OASIS.read_text(encoding="utf-8").replace(settled, settled.replace("\n", '\noverlap = "all"\n'))
    with pytest.raises(GameFileError) as refused:
        from_text(text)
    assert "wagers.final-pair: depends on what is done for base, of which this is not counted: overlap: = 'all'" in str(
        refused.value
    )
    assert "final-pair.overlap" not in str(refused.value)


# --- wagers beside the main one ---------------------------------------------------------------------------------------

PLAYED_FOR = """schema = "exactodds/game/2"
id = "played-for"
name = "Played for"
rules_version = "1"
[deck]
ranks = "T-A"
suits = "ch"
[deal]
own = 2
house = 3
[hands]
dealer = { of = "house", best = 2 }
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
choose.jump = { play = 2, when = { of = "own", suited = true } }
[wagers.main]
name = "Main"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["own", "dealer"]
qualifies = { of = "house", at_least = "pair" }
of = "own"
paytables = ["A", "B"]
settle.ante = [{ qualified = false, pays = "1/2" }]
settle.bonus = [{ pays = "paytable" }]
lines.suited = { suited = true }
lines.red = { colour = "red" }
[wagers.main.pays]
suited = ["5/2", "1/3"]
red = [2, "1/5"]
pair = [1, 3]
[wagers.side]
name = "Side"
of = "house"
settle.side = [{ chose = "fold", pays = "1/2" }, { chose = "jump", pays = -1 }, { pays = "paytable" }, { pays = -1 }]
[wagers.side.pays]
straight = 3
pair = 1
"""


def test_a_side_wager_says_for_which_paytable_one_plays_and_what_it_is_worth_with_the_others() -> None:
    """Counted by hand-written loops over all 2,520 deals: 82/315 where A is played, 32/105 where B is."""
    side = analyze(from_text(PLAYED_FOR), wager="side", run=Run(jobs=1)).wagers[0]
    assert side.ev == Fraction(82, 315)
    played = side.document()["played_for"]
    assert played == {"wager": "main", "paytable": "A", "ev": {"A": "82/315", "B": "32/105"}}
    assert any("played with its paytable A; expected result 0.30476190 with B" in note for note in side.warnings)


@pytest.mark.parametrize("asked", ["fold", "jump"])
def test_a_round_that_no_row_settles_is_told_of(asked: str) -> None:
    rows = '[{ chose = "fold", pays = "1/2" }, { chose = "jump", pays = -1 }, { pays = "paytable" }, { pays = -1 }]'
    text = PLAYED_FOR.replace(rows, f'[{{ chose = "{asked}", pays = 1 }}, {{ pays = "paytable" }}]')
    with pytest.raises(UnsettledError, match=r"wagers\.side\.settle\.side: no row passes .* such as \{ pays = -1 \}"):
        analyze(from_text(text), wager="side", run=Run(jobs=1))
