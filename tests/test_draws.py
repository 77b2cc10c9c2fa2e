"""One discard against the dealer: the engine on reduced decks equals the literal enumeration of every deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from analyzer.errors import CardError, GameFileError
from analyzer.game.file import parse_game_file
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.reference import one_discard, wild_six_card_draw_poker, wild_six_card_poker
from analyzer.reference.cards import Deck as ReferenceDeck
from analyzer.reference.cards import card_name, cards_of
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.strategy.one_hand import hand_choices
from tests.reduced import reduced_game_file, reference_deck

POKER, DRAW = "wild-six-card-poker", "wild-six-card-draw-poker"
SMALL = [("7-Q", "cd", 0), ("7-Q", "cd", 1), ("8-Q", "cd", 2), ("9-Q", "cdh", 1)]
TWO_JOKERS = [("8-Q", "cd", 2), ("9-Q", "cdh", 2)]
RUN = Run(jobs=1)


def happened(result: WagerResult) -> Counter[tuple[str, Fraction]]:
    """Deals by what happened and what it was worth."""
    counted: Counter[tuple[str, Fraction]] = Counter()
    for outcome in result.outcomes:
        what = outcome.name.split("/")[0]
        if outcome.count:
            counted["push" if what == "tie" else what, outcome.net.amount] += outcome.count
    return counted


def literal(played: one_discard.PlayedGame) -> Counter[tuple[str, Fraction]]:
    counted: Counter[tuple[str, Fraction]] = Counter()
    for settlement, count in played.outcomes.items():
        counted[settlement.what, settlement.net] += count
    return counted


@pytest.mark.parametrize("deck", SMALL)
@pytest.mark.parametrize("auto_win_pays", ["1", "3/2"])
@pytest.mark.parametrize("stand_pat", ["false", "true"])
def test_poker_equals_the_reference(deck: tuple[str, str, int], auto_win_pays: str, stand_pat: str) -> None:
    options = {"auto_win_pays": auto_win_pays, "stand_pat": stand_pat}
    (result,) = analyze(reduced_game_file(POKER, *deck), options, "poker", run=RUN).wagers
    played = wild_six_card_poker.play_poker(reference_deck(*deck), Fraction(auto_win_pays), stand_pat == "true")
    assert happened(result) == literal(played)
    assert result.ev == played.expected_value
    hands = played.choices.total()
    for choice, share in result.document()["choices"].items():
        assert Fraction(share) == Fraction(played.choices[choice], hands)
    assert int(result.document()["ties"]["discard"]) == played.ties


@pytest.mark.parametrize("deck", TWO_JOKERS)
@pytest.mark.parametrize("auto_win_pays", ["paytable", "even_money"])
@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_base_equals_the_reference(deck: tuple[str, str, int], auto_win_pays: str, paytable: str) -> None:
    options = {"auto_win_pays": auto_win_pays}
    (result,) = analyze(reduced_game_file(DRAW, *deck), options, "base", paytable, run=RUN).wagers
    played = wild_six_card_draw_poker.play_base(
        reference_deck(*deck), paytable, wild_six_card_draw_poker.BaseReading(auto_win_pays)
    )
    assert happened(result) == literal(played)
    assert result.ev == played.expected_value


@pytest.mark.long
@pytest.mark.parametrize("deck", [("6-Q", "cd", 2), ("9-K", "cdh", 1), ("T-A", "cdhs", 0)])
def test_poker_equals_the_reference_on_larger_decks(deck: tuple[str, str, int]) -> None:
    (result,) = analyze(reduced_game_file(POKER, *deck), {"stand_pat": "true"}, "poker", run=RUN).wagers
    played = wild_six_card_poker.play_poker(reference_deck(*deck), Fraction(1), True)
    assert happened(result) == literal(played)


def test_final_hands_add_up() -> None:
    """The split by final hand has the same totals as the outcomes."""
    (result,) = analyze(reduced_game_file(POKER, "7-K", "cdh", 2), wager="poker", run=RUN).wagers
    split: Counter[str] = Counter()
    for row in result.document()["by_hand"]:
        split[row["name"]] += int(row["count"])
    assert split == Counter({outcome.name: outcome.count for outcome in result.outcomes})


def test_hand_agrees_with_the_reference_on_every_choice() -> None:
    deck = ("8-Q", "cd", 2)
    file = reduced_game_file(DRAW, *deck)
    small = reference_deck(*deck)
    for five in list(combinations(cards_of(small), 5))[::37]:
        answer = hand_choices(file, " ".join(card_name(card) for card in five), paytable="B", run=RUN)
        if answer.choices[0].action == "automatic win":
            continue
        for choice in answer.choices:
            discard = _discarded(choice.action, five)
            assert choice.ev == _value(five, discard, small)


def _discarded(action: str, five: tuple[int, ...]) -> int | None:
    if action == "stand pat":
        return None
    return next(card for card in five if f"discard {card_name(card)}" == action)


def test_two_jokers_are_one_choice() -> None:
    answer = hand_choices(load_game(DRAW), "Jk Jk 2c 7d Ks", run=RUN)
    assert sorted(choice.action for choice in answer.choices) == [
        "discard 2c",
        "discard 7d",
        "discard Jk",
        "discard Ks",
        "stand pat",
    ]


def _value(five: tuple[int, ...], discard: int | None, deck: ReferenceDeck) -> Fraction:
    game = wild_six_card_draw_poker.base_game(deck, "B")
    results = (
        one_discard.after_standing_pat(game, five)
        if discard is None
        else one_discard.after_discard(game, five, discard)
    )
    return one_discard.total_net(results) / results.total()


def test_another_paytable_runs_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(jobs=1, store=Store(tmp_path))
    file = reduced_game_file(DRAW, "8-Q", "cd", 2)
    analyze(file, wager="base", paytable="A", run=run)
    monkeypatch.setattr("analyzer.engines.duel.discard.count_draws", _must_not_count)
    analyze(file, wager="base", paytable="B", run=run)


def _must_not_count(*arguments: object) -> None:
    raise AssertionError("a kernel was run")


def test_every_final_hand_needs_a_line() -> None:
    path = Path(load_game(DRAW).path)
    text = path.read_text(encoding="utf-8").replace('["three-of-a-kind", "two-pair", "pair", "high-card"]', '["pair"]')
    with pytest.raises(GameFileError, match=r"a final hand .* has no line, and a win must pay something"):
        analyze(parse_game_file(text.encode(), "copy"), wager="base", run=RUN)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("As As Kd 9h 2c", "As is given twice"),
        ("Jk Jk Jk 9h 2c", "3 jokers are given, the deck has 2"),
        ("As Kd Qh 9h 2c 3c", "6 cards are given where 5 are needed"),
        ("As Kd Qh 9h 2z", "'2z' is not a card"),
    ],
)
def test_wrong_hands_are_refused(cards: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        hand_choices(load_game(POKER), cards, run=RUN)
