"""The JSON contract of the design, for every wager of every game."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from tests.helpers import shipped_ids

WAGER_KEYS = {
    "wager",
    "paytable",
    "deals",
    "outcomes",
    "ev",
    "hit_frequency",
    "variance",
    "third_central_moment",
}
# The design's own list. A wager that is not here is checked for everything but its number of deals.
SIX_CARD_DEALS = comb(54, 5) * 49 * comb(48, 6)
DEALS = {
    "queens-or-better": comb(54, 5),
    "queens-plus": comb(54, 5),
    "progressive": comb(54, 5),
    "draw-bonus": comb(54, 6),
    "taxpayers-fortune": comb(54, 5) * 49,
    "pair-plus": comb(52, 3),
    "six-card-bonus": comb(52, 6),
    "bonus": comb(53, 7),
    "outlaw-9": comb(53, 7),
    "poker": SIX_CARD_DEALS,
    "wild-six-card-draw-poker/base": SIX_CARD_DEALS,
    "wild-six-card-draw-poker/joker": comb(54, 5) * comb(49, 6),
    "wild-52/joker": comb(53, 5) * comb(48, 2),
    "three-card-poker-6-card-bonus/ante-play": comb(52, 3) * comb(49, 3),
    "wild-52/ante-play": comb(53, 5) * perm(48, 2) * comb(46, 5),
    "pai-gow-wrangler-outlaw/base": comb(53, 7) * comb(46, 7),
    "wrangler-push": comb(53, 7) * comb(46, 7),
}


EVERYDAY = [(game, "paytables") for game in shipped_ids()]
COMPLETE = [pytest.param((game, "every wager"), marks=pytest.mark.long) for game in shipped_ids()]


@pytest.fixture(params=[*EVERYDAY, *COMPLETE], ids=str)
def document(request: pytest.FixtureRequest, analyzed: Any) -> JsonDict:
    """The paytable wagers of a game; behind the marker, all of its wagers."""
    game, which = request.param
    return dict(analyzed(game) if which == "paytables" else whole_document(game))


@cache
def whole_document(game: str) -> JsonDict:
    return analyze(load_game(game)).document()


def test_top_level(document: JsonDict) -> None:
    assert document["schema"] == "exactodds/result/1"
    assert document["game"] in shipped_ids()
    assert all(isinstance(value, str) for value in document["options"].values())
    assert document["wagers"]


def floats_in(value: Any, place: str = "") -> list[str]:
    if isinstance(value, float):
        return [place]
    if isinstance(value, dict):
        return [place_of_float for key, item in value.items() for place_of_float in floats_in(item, f"{place}.{key}")]
    if isinstance(value, list):
        return [place_of_float for item in value for place_of_float in floats_in(item, f"{place}[]")]
    return []


def test_it_is_json_without_floats(document: JsonDict) -> None:
    assert json.loads(json.dumps(document)) == document
    assert floats_in(document) == []


def test_every_wager_has_the_keys_as_text(document: JsonDict) -> None:
    for wager in document["wagers"]:
        assert wager.keys() >= WAGER_KEYS
        for key in WAGER_KEYS - {"outcomes"}:
            assert isinstance(wager[key], str), (wager["wager"], key)
        names = [outcome["name"] for outcome in wager["outcomes"]]
        assert len(names) == len(set(names))
        for outcome in wager["outcomes"]:
            for key in ("name", "count", "pays", "probability"):
                assert isinstance(outcome[key], str), (wager["wager"], outcome["name"], key)


def test_counts_add_up_to_the_number_of_deals(document: JsonDict) -> None:
    for wager in document["wagers"]:
        deals = int(wager["deals"])
        name = wager["wager"]
        expected = DEALS.get(f"{document['game']}/{name}", DEALS.get(name))
        assert expected in (None, deals), name
        assert sum(int(outcome["count"]) for outcome in wager["outcomes"]) == deals
        chances = [Fraction(outcome["probability"]) for outcome in wager["outcomes"]]
        assert sum(chances) == 1
        assert chances == [Fraction(int(outcome["count"]), deals) for outcome in wager["outcomes"]]


def test_moments_follow_from_the_outcomes(document: JsonDict) -> None:
    for wager in document["wagers"]:
        if "J" in wager["ev"]:
            continue
        rows = [(Fraction(o["probability"]), Fraction(o["pays"])) for o in wager["outcomes"]]
        ev = sum(chance * pays for chance, pays in rows)
        assert Fraction(wager["ev"]) == ev
        if wager["unit"] != "dollars":
            assert Fraction(wager["return"]) == 1 + ev
            assert Fraction(wager["house_edge"]) == -ev
        assert Fraction(wager["hit_frequency"]) == sum(chance for chance, pays in rows if pays > 0)
        assert Fraction(wager["variance"]) == sum(chance * (pays - ev) ** 2 for chance, pays in rows)
        third = sum(chance * (pays - ev) ** 3 for chance, pays in rows)
        assert Fraction(wager["third_central_moment"]) == third
        deviation = float(Fraction(wager["variance"])) ** 0.5
        assert float(wager["standard_deviation"]) == pytest.approx(deviation)
        assert float(wager["skewness"]) == pytest.approx(float(third) / deviation**3)


def test_a_loss_is_minus_one(document: JsonDict) -> None:
    for wager in document["wagers"]:
        for outcome in wager["outcomes"]:
            if outcome["name"] == "lose":
                assert outcome["pays"] == "-1"


def test_wagers_that_favour_the_player_are_named(document: JsonDict) -> None:
    expected = [
        f"{wager['wager']} {wager['paytable']}"
        for wager in document["wagers"]
        if "J" not in wager["ev"] and Fraction(wager["ev"]) > 0
    ]
    assert document["player_advantage"] == expected
    if document["game"] == "pai-gow-wrangler-outlaw":
        assert "outlaw-9 1" in expected


def test_taxpayers_fortune_is_in_dollars(analyzed: Any) -> None:
    wagers = [w for w in analyzed("wild-six-card-poker")["wagers"] if w["wager"] == "taxpayers-fortune"]
    assert [wager["paytable"] for wager in wagers] == ["T1", "T2"]
    for wager in wagers:
        assert wager["unit"] == "dollars"
        assert not {"return", "house_edge"} & (set(wager) | set(wager["decimals"]))
        assert Fraction(wager["ev"]) == Fraction(wager["expected_prize"]) - Fraction(wager["expected_tax"])
        assert Fraction(wager["prize_to_tax"]) == Fraction(wager["expected_prize"]) / Fraction(wager["expected_tax"])
