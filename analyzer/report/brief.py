"""A game in a few words: what it is, in three sentences, and which parts of the common rules are about it."""

from __future__ import annotations

from fractions import Fraction

from analyzer.game.model import Game, Wager
from analyzer.game.pay import Pay
from analyzer.report.by_rules import main_name
from analyzer.report.identity import deck_text
from analyzer.report.looks import dealt_text
from analyzer.report.pages import plain, sections_of
from analyzer.report.subject import Subject

SECTION = "In brief"


def brief_text(subject: Subject) -> str:
    """The section "In brief" of the game's page, or else what the game file says."""
    page = sections_of(subject.rules.game) if subject.rules.game else []
    for section in page:
        if section.title == SECTION:
            return plain(" ".join(line.strip() for line in section.lines))
    return _from_the_file(subject.game)


def _from_the_file(game: Game) -> str:
    dealt = dealt_text(game.rules) if game.rules else ", ".join(f"{seat.name} {seat.cards}" for seat in game.seats)
    wagers = ", ".join(wager.name for wager in game.wagers)
    decided = [wager.name for wager in game.wagers if wager.decided and wager.main is None]
    play = f"The player decides in {', '.join(decided)}." if decided else "The player decides nothing."
    return f"A game with a deck of {deck_text(game)}; dealt: {dealt}. Its wagers are {wagers}. {play}"


def strategy_assumed(game: Game, wager: Wager) -> str:
    """How the player is taken to play, in a few words."""
    if wager.ways:
        return "best setting of every hand" if wager.decided else "both hands set by the house way"
    if wager.main is not None:  # it may decide nothing itself and still be lost with a fold
        return f"as {main_name(game, wager.main)} is played best"
    return "best play" if wager.decided else "no decision"


def features(subject: Subject) -> frozenset[str]:
    """What the common rules tell games apart by."""
    game = subject.game
    reported = {wager.id for wager in subject.wagers}
    ruled = [one for one in (game.rules.wagers if game.rules is not None else ()) if one.id in reported]
    stages = game.rules.stages if game.rules is not None else ()
    decides = any(wager.decided in ("choices", "holds") for wager in subject.wagers)
    asked = {
        "choices": decides and any(stage.choices for stage in stages),
        "exchanges": decides and any(stage.exchange and max(stage.exchange.discards) > 1 for stage in stages),
        "raises": any("average_bet" in row for row in subject.document["wagers"]),
        "set-in-two": any(wager.ways for wager in subject.wagers),
        "pushes": any(outcome.net == Pay(Fraction(0)) for one in subject.results for outcome in one.outcomes),
        "even-money": "even money" in (subject.rules.game or "").lower(),
        "readings": any(option.weight is not None for option in subject.file.options.values()),
        "for-one": any(wager.odds == "for_one" for wager in ruled),
    }
    return frozenset(name for name, holds in asked.items() if holds)
