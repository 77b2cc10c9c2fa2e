"""Two hands set in two: the program on reduced decks equals the reference's double enumeration."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from analyzer.errors import CardError
from analyzer.game.library import load_game
from analyzer.game.model import Fees
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.pricing.set_wagers import compare_house_ways, fee_table
from analyzer.reference import pai_gow
from analyzer.reference.cards import card_name, cards_of
from analyzer.reference.house_way import set_house_way
from analyzer.reference.pai_gow_readings import Reading
from analyzer.reference.referee import play
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from tests.helpers import from_text, on_deck, shipped_text, without_options
from tests.reduced import reduced_game_file, reference_deck

GAME = "pai-gow-wrangler-outlaw"
DECK = ("8-A", "cd", 1)
RUN = Run(jobs=1)


def counts(result: WagerResult) -> Counter[str]:
    return Counter({outcome.name: outcome.count for outcome in result.outcomes if outcome.count})


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
def test_base_and_push_equal_the_reference(wheel: str) -> None:
    deck = reference_deck(*DECK)
    file = reduced_game_file(GAME, *DECK)
    (base,) = analyze(file, {"wheel": wheel}, "base", run=RUN).wagers
    (push,) = analyze(file, {"wheel": wheel}, "wrangler-push", run=RUN).wagers
    literal = pai_gow.count_base(deck, Reading(wheel=wheel))
    assert counts(base) == Counter({name: literal[name] for name in ("win", "push", "lose") if literal[name]})
    assert counts(push) == pai_gow.count_wrangler(deck, Reading(wheel=wheel))
    assert base.deals == push.deals == comb(15, 7) * comb(8, 7)


def with_commission(text: str) -> str:
    """A win of the base wager pays 19/20."""
    compare = 'compare = ["players-hand", "dealers-hand"]\n'
    assert text.count(compare) == 1
    return text.replace(compare, compare + 'settle.base = [{ on = "win", pays = "19/20" }]\n')


def without_joker(text: str) -> str:
    """Fewer deals for the referee: no joker, no wager that asks for one, no reading."""
    plain = re.sub(
        r"\[wagers\.outlaw-9\].*?(?=^#)", "", without_options(text, {"player_sets"}), flags=re.DOTALL | re.MULTILINE
    )
    return re.sub(r"^(jokers|bug|joker_in_flush) = .*\n", "", plain, flags=re.MULTILINE)


@pytest.mark.parametrize("copies", [pytest.param("hand_not_won", marks=pytest.mark.long), "lose_wager"])
def test_an_optimal_player_where_a_win_does_not_pay_one(copies: str) -> None:
    """Settings are chosen by wins less losses; with a commission, or where copies lose, others can be better."""
    text = on_deck(shipped_text(GAME), *DECK[:2])
    file, options = from_text(with_commission(text)), {"player_sets": "optimal", "copies": copies}
    (best,) = analyze(file, options, "base", run=RUN).wagers
    played = play(file.rules(options), "base", "1")
    assert best.ev == played.ev
    assert {one.net.amount: one.count for one in best.outcomes if one.count} == played.results
    assert best.outcomes[0].net.amount == Fraction(19, 20)
    house = analyze(file, {"copies": copies}, "base", run=RUN).wagers[0]
    assert best.ev is not None
    assert house.ev is not None
    assert best.ev - house.ev == Fraction(best.document()["departures"]["gain"]) > 0
    plain = analyze(from_text(text), options, "base", run=RUN).wagers[0]
    won, lost = (next(one.count for one in plain.outcomes if one.name == name) for name in ("win", "lose"))
    assert best.ev >= (Fraction(19, 20) * won - lost) / plain.deals, "the settings for even money are no better"


def test_a_pay_of_many_digits_is_weighed_exactly() -> None:
    """Values times a pay of 18 digits do not fit 64 bits."""
    pays = "999999999999999989/999999999999999999"
    text = without_joker(with_commission(on_deck(shipped_text(GAME), *DECK[:2])).replace("19/20", pays))
    (best,) = analyze(from_text(text), {"player_sets": "optimal"}, "base", run=RUN).wagers
    assert best.ev == play(from_text(text).rules({"player_sets": "optimal"}), "base", "1").ev


def test_optimal_player_equals_the_reference() -> None:
    (best,) = analyze(reduced_game_file(GAME, *DECK), {"player_sets": "optimal"}, "base", run=RUN).wagers
    literal = pai_gow.count_base_optimal(reference_deck(*DECK))
    assert counts(best) == Counter({name: literal[name] for name in ("win", "push", "lose") if literal[name]})
    house, departures = (
        analyze(reduced_game_file(GAME, *DECK), wager="base", run=RUN).wagers[0],
        best.document()["departures"],
    )
    assert best.ev is not None
    assert house.ev is not None
    assert best.ev - house.ev == Fraction(departures["gain"])
    assert sum(Fraction(row["gain"]) for row in departures["rows"]) == Fraction(departures["gain"])


def test_the_banker_has_the_other_side() -> None:
    document = analyze(reduced_game_file(GAME, *DECK), run=RUN).document()
    assert {wager["wager"] for wager in document["wagers"]} == {"base", "wrangler-push", "outlaw-9"}
    for wager in document["wagers"]:
        assert Fraction(wager["banker"]["ev"]) == -Fraction(wager["ev"])


def test_hand_equals_the_reference() -> None:
    deck = reference_deck(*DECK)
    file = reduced_game_file(GAME, *DECK)
    pack = cards_of(deck)
    for seven in (pack[:7], pack[1:14:2], pack[8:], (0 + pack[0], *pack[9:])):
        answer = hand_choices(file, " ".join(card_name(card) for card in seven), run=RUN)
        best = pai_gow.best_setting(tuple(sorted(seven)), deck)
        top = answer.choices[0]
        assert (top.counts["win"], top.counts["push"], top.counts["loss"]) == (best.win, best.push, best.lose)
        own = [choice for choice in answer.choices if choice.notes.get("house_way")]
        assert len(own) == 1
        assert own[0].document()["house_way"] is True
        assert own[0].notes["row"] == set_house_way(tuple(sorted(seven))).row


def test_three_house_ways_run_from_the_file_and_compare() -> None:
    game = reduced_game_file(GAME, *DECK).game()
    ways = list(game.house_ways.values())
    assert len(ways) == 3
    same = compare_house_ways(game, ways[0], ways[0], RUN)
    assert same["hands"] == "0"
    other = compare_house_ways(game, ways[0], ways[2], RUN)
    assert int(other["hands"]) == sum(int(row["hands"]) for row in other["differences"]) > 0
    for wager in other["wagers"]:
        assert Fraction(wager["change"]) == Fraction(wager["ev"][1]) - Fraction(wager["ev"][0])


def test_fees() -> None:
    fees = Fees((10, 100, 101, 500), ((10, 1), (101, 2), (401, 5)), ((10, 1), (201, 2)))
    rows = fee_table(fees, Fraction(-1, 100))
    assert [row["player_fee"] for row in rows] == ["1", "1", "2", "5"]
    assert [row["player_dealer_fee"] for row in rows] == ["1", "1", "1", "2"]
    assert Fraction(rows[0]["player_ev"]) == Fraction(-1, 100) - Fraction(1, 10)
    assert Fraction(rows[0]["player_dealer_ev"]) == Fraction(1, 100) - Fraction(1, 10)


def test_wrong_hand() -> None:
    with pytest.raises(CardError, match="5 cards are given where 7 are needed"):
        hand_choices(load_game(GAME), "As Ks Qs Js Ts", run=RUN)
