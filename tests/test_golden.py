"""Golden results, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.reference import pai_gow, three_card_poker, wild_52, wild_six_card_draw_poker, wild_six_card_poker
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.golden import GOLDEN, GOLDEN_DECISIONS
from tests.helpers import wager_of

PAYS = {
    "queens-or-better": wild_six_card_poker.QUEENS_OR_BETTER_PAYS,
    "draw-bonus": wild_six_card_poker.DRAW_BONUS_PAYS,
    "queens-plus": wild_six_card_draw_poker.QUEENS_PLUS_PAYS,
    "pair-plus": three_card_poker.PAIR_PLUS_PAYS,
    "six-card-bonus": three_card_poker.SIX_CARD_BONUS_PAYS,
    "bonus": wild_52.BONUS_PAYS,
    "outlaw-9": pai_gow.OUTLAW_9_PAYS,
    "wild-52/joker": wild_52.JOKER_PAYS,
    "wild-six-card-draw-poker/joker": wild_six_card_draw_poker.JOKER_PAYS,
}


@pytest.mark.parametrize(("game", "wager", "paytable", "options"), GOLDEN)
def test_golden_expectations(
    analyzed: Any, game: str, wager: str, paytable: str, options: tuple[tuple[str, str], ...]
) -> None:
    entry = wager_of(analyzed(game, **dict(options)), wager, paytable)
    assert entry["ev"] == GOLDEN[game, wager, paytable, options]


# The other readings of these two take longest; the everyday tests count their default.
SLOW = ("wild-52", "pai-gow-wrangler-outlaw")
DECISIONS = [
    pytest.param(*key, marks=[pytest.mark.long] if key[0] in SLOW and key[3] else []) for key in GOLDEN_DECISIONS
]


@pytest.fixture(scope="session")
def kept_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(store=Store(tmp_path_factory.getbasetemp() / "analyzed"))


@pytest.mark.parametrize(("game", "wager", "paytable", "options"), DECISIONS)
def test_golden_decisions(
    kept_run: Run, game: str, wager: str, paytable: str, options: tuple[tuple[str, str], ...]
) -> None:
    (result,) = analyze(load_game(game), dict(options), wager, paytable, kept_run).wagers
    assert str(result.ev) == GOLDEN_DECISIONS[game, wager, paytable, options]


@pytest.mark.parametrize(
    ("game", "wager", "paytable", "options"), [key for key in GOLDEN if {key[1], f"{key[0]}/{key[1]}"} & set(PAYS)]
)
def test_golden_paytables_are_those_of_the_rules(
    analyzed: Any, game: str, wager: str, paytable: str, options: tuple[tuple[str, str], ...]
) -> None:
    """The pays of the game files against the reference, which has them from the rules."""
    pays = PAYS[wager] if wager in PAYS else PAYS[f"{game}/{wager}"]
    entry = wager_of(analyzed(game, **dict(options)), wager, paytable)
    assert {o["name"]: Fraction(o["pays"]) for o in entry["outcomes"]} == pays[paytable]


@pytest.mark.parametrize(
    ("wager", "pays"),
    [("base", pai_gow.BASE_PAYS), ("wrangler-push", pai_gow.WRANGLER_PUSH_PAYS)],
)
def test_pays_of_hands_set_in_two_are_those_of_the_rules(
    wager: str, pays: Mapping[str, Mapping[str, Fraction]]
) -> None:
    (read,) = [one for one in load_game("pai-gow-wrangler-outlaw").game().wagers if one.id == wager]
    (paytable,) = read.paytables
    amounts = {line: pay.amount for line, pay in zip(read.line_ids, paytable.pays, strict=True)}
    assert {"push": Fraction(0), "lose": Fraction(-1)} | amounts == pays[paytable.id]


def test_prizes_of_the_taxpayers_fortune(analyzed: Any) -> None:
    for paytable, prizes in wild_six_card_poker.TAXPAYERS_FORTUNE_PRIZES.items():
        entry = wager_of(analyzed("wild-six-card-poker"), "taxpayers-fortune", paytable)
        for outcome in entry["outcomes"]:
            line = outcome["name"].partition("/")[0].replace("no-prize", "lose")
            assert Fraction(outcome["prize"]) == prizes[line]


def test_prizes_of_the_progressive(analyzed: Any) -> None:
    entry = wager_of(analyzed("wild-six-card-draw-poker", prizes="to_one"), "progressive")
    shown = {o["name"]: o["pays"] for o in entry["outcomes"] if o["name"] != "lose"}
    expected = {}
    for line, prize in wild_six_card_draw_poker.PROGRESSIVE_PRIZES.items():
        share = {Fraction(1): "J", Fraction(1, 10): "J/10"}.get(prize.share_of_the_meter)
        if line != "lose":
            expected[line] = share or str(prize.dollars)
    assert shown == expected


def test_the_joker_of_wild_52_by_hand(analyzed: Any) -> None:
    """One joker in 53 cards: 2 places in the community, 5 with the player."""
    assert Fraction(wager_of(analyzed("wild-52"), "joker")["ev"]) == Fraction(2 * 10 + 5 * 4 - 46, 53)


def test_the_joker_bet_by_hand(analyzed: Any) -> None:
    """Two jokers in 54 places: 5 with the player, 6 with the dealer, 43 elsewhere."""
    pairs = comb(54, 2)
    won = 30 * comb(5, 2) + 10 * 5 * 6 + 1 * 5 * 43
    lost = pairs - comb(5, 2) - 5 * 49
    assert Fraction(wager_of(analyzed("wild-six-card-draw-poker"), "joker")["ev"]) == Fraction(won - lost, pairs)


def test_the_straight_flush_counts_of_five_cards(analyzed: Any) -> None:
    """Four natural royals and 36 other straight flushes, whatever the jokers do."""
    entry = wager_of(analyzed("wild-six-card-draw-poker"), "progressive")
    counts = {outcome["name"]: int(outcome["count"]) for outcome in entry["outcomes"]}
    assert counts["natural-royal-flush"] == 4
    assert counts["natural-straight-flush"] == 36
    assert counts["natural-four-of-a-kind"] == 624
    assert counts["natural-full-house"] == 3744
    assert counts["natural-flush"] == 5108
    assert counts["five-of-a-kind"] == 13 * 2 + 13 * 4
