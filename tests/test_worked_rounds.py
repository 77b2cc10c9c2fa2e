"""Worked rounds: each is compared with the referee, and a wrong one is reported, whichever side is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from analyzer.game.file import parse_game_file
from analyzer.game.model import Wager
from analyzer.game.pay import Pay
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult
from analyzer.report import rounds
from analyzer.report.by_rules import ToldRound
from analyzer.report.document import Request, read_game
from analyzer.report.document import _subject as subject_of
from analyzer.report.literal import Dealt, Settled
from analyzer.report.refereed import LEVEL, Verdict, verdict_of
from analyzer.report.rounds import find_rounds
from analyzer.report.subject import Subject
from analyzer.run.jobs import Run
from tests.helpers import on_deck, shipped_text
from tests.reporting import DECKS, SMALL, report_of, small_text, words

GAMES = sorted(DECKS)


def dealt(text: str, **options: str) -> Subject:
    game = read_game(text.encode(), "test.toml")
    return subject_of(game, Request((game,), options=options), Run(jobs=1))


def differences(subject: Subject) -> dict[str, list[str]]:
    """By wager what each of its rounds differs in."""
    return {wager: [one["differs"] for one in worked] for wager, worked in find_rounds(subject).items()}


def another(result: WagerResult, outcome: Outcome) -> Outcome:
    """What a program that is wrong might call it: another outcome of the wager."""
    others = [one for one in result.outcomes if one.name.split("/tax-")[0] != outcome.name.split("/tax-")[0]]
    return replace(others[0], net=outcome.net) if others else replace(outcome, name="another-line")


@pytest.mark.parametrize("game", GAMES)
def test_the_program_and_the_referee_agree(game: str) -> None:
    told = differences(dealt(small_text(game)))
    assert all(worked and not any(worked) for worked in told.values()), told


@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_pays_by_another_line_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    subject, own = dealt(small_text(game)), rounds._outcome
    names = {result.wager: result for result in subject.results}
    monkeypatch.setattr(rounds, "_outcome", lambda result, name: another(names[result.wager], own(result, name)))
    told = differences(subject)
    assert set(told) == set(names)
    assert all("the program settles it as" in one for worked in told.values() for one in worked), told


@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_pays_another_amount_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    subject, own = dealt(small_text(game)), rounds._outcome

    def wrong(result: WagerResult, name: str) -> Outcome:
        outcome = own(result, name)
        return replace(outcome, net=replace(outcome.net, amount=outcome.net.amount + Fraction(1, 100)))

    monkeypatch.setattr(rounds, "_outcome", wrong)
    monkeypatch.setattr(rounds, "_sign", lambda result, name: rounds._word(own(result, name)))
    told = differences(subject)
    assert all("the program pays" in one for worked in told.values() for one in worked), told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", ["line", "amount"])
def test_a_referee_who_is_wrong_is_found(game: str, side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(told: ToldRound) -> Verdict:
        verdict = verdict_of(told)
        return replace(verdict, names=("something-else",)) if side == "line" else replace(verdict, net=Fraction(77))

    monkeypatch.setattr(rounds, "verdict_of", wrong)
    told = differences(dealt(small_text(game)))
    assert all(one for worked in told.values() for one in worked), told


def every_wager() -> Iterator[Any]:
    """Every day those of the smallest game."""
    for game in GAMES:
        for wager in parse_game_file(shipped_text(game).encode(), game).game().wagers:
            yield pytest.param(game, wager.id, marks=() if game == SMALL else pytest.mark.long)


@pytest.mark.parametrize(("game", "wager"), list(every_wager()))
def test_the_report_says_that_it_differs_and_is_a_draft(game: str, wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = rounds.refereed

    def wrong(dealt: Dealt, one: Wager) -> Verdict:
        settled = own(dealt, one)
        return replace(settled, net=settled.net + 1) if one.id == wager else settled

    monkeypatch.setattr(rounds, "refereed", wrong)
    document = report_of(small_text(game), wager=wager)
    assert document["status"]["word"] == "DRAFT"
    assert any("a check differs. Worked rounds" in reason for reason in document["status"]["reasons"])
    assert "the program pays" in words(document, "confirmation")
    assert "DIFFERS" in words(document, "paytables")
    assert any(flag["level"] == "alert" and "A check differs" in flag["text"] for flag in document["flags"])


def test_a_meter_is_compared_at_a_level_that_no_prize_is_a_part_of() -> None:
    assert LEVEL.denominator > 1


def readings() -> Iterator[tuple[str, str, str]]:
    for game in GAMES:
        file = parse_game_file(shipped_text(game).encode(), game)
        for option in file.game().options.values():
            yield from ((game, option.id, value) for value in option.values[1:])


@pytest.mark.long
@pytest.mark.parametrize(("game", "option", "value"), list(readings()))
def test_they_agree_under_every_reading(game: str, option: str, value: str) -> None:
    told = differences(dealt(on_deck(shipped_text(game), *DECKS[game]), **{option: value}))
    assert not any(one for worked in told.values() for one in worked), told


FEWER = """
schema = "exactodds/game/2"
id = "fewer"
name = "Fewer"
rules_version = "1"
[deck]
ranks = "T-A"
suits = "cd"
[deal]
own = 4
[hands]
some = {{ of = "own", best = {size} }}
[wagers.w]
name = "W"
of = "some"
[wagers.w.lines]
high = {{ at_least = "{least}" }}
[wagers.w.pays]
high = 3
"""


@pytest.mark.parametrize(("size", "least"), [(1, "high-card A"), (2, "pair"), (4, "two-pair")])
def test_hands_of_any_number_of_cards_are_told(size: int, least: str) -> None:
    told = differences(dealt(FEWER.format(size=size, least=least)))
    assert told == {"w": [""] * len(told["w"])}


EARLY_SHOWDOWN = """
schema = "exactodds/game/2"
id = "early"
name = "Early"
rules_version = "1"

[deck]
ranks = "9-A"

[deal]
own = 3
up = 1
down = 2

[hands]
house = ["up", "down"]

[[round]]
sees = "own"
choose.wait = {}
choose.big = { play = 3, then = "showdown" }

[[round]]
sees = "up"
choose.fold = { then = "fold" }
choose.one = { play = 1 }

[wagers.main]
name = "Main"
bets = { ante = 1, play = 0 }
compare = ["own", "house"]
"""


def test_a_fold_after_a_choice_that_may_end_the_round() -> None:
    """All folds lose the ante, so what was chosen before belongs to none of their names."""
    subject = dealt(EARLY_SHOWDOWN)
    outcomes = {outcome.name for result in subject.results for outcome in result.outcomes}
    assert "fold" in outcomes
    (told,) = find_rounds(subject).values()
    assert "the round is folded" in {worked["how"] for worked in told}
    assert not any(worked["differs"] for worked in told)


@pytest.mark.parametrize(
    ("said", "name", "differs"),
    [
        ("wait/fold", "fold", False),
        ("wait/fold", "wait/fold", False),
        ("wait/fold", "big/fold", True),
        ("wait/fold", "big/win", True),
        ("wait/win", "win", True),
    ],
)
def test_what_the_words_of_a_fold_may_leave_out(said: str, name: str, differs: bool) -> None:
    outcome = Outcome(name, 1, Pay(Fraction(-1)), {})
    assert bool(rounds._in_words(Settled("", "", said), outcome)) == differs
