"""A game in a few words: what it is, in three sentences, and which parts of the common rules are about it."""

from __future__ import annotations

from analyzer.game.model import (
    DrawWager,
    ExchangeWager,
    Game,
    JokersWager,
    LinesWager,
    PlayWager,
    PushWager,
    SetWager,
    Wager,
)
from analyzer.report.identity import deck_text
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
    dealt = ", ".join(f"{seat.name} {seat.cards}" for seat in game.seats)
    wagers = ", ".join(wager.name for wager in game.wagers)
    decided = [wager.name for wager in game.wagers if decides(wager)]
    play = f"The player decides in {', '.join(decided)}." if decided else "The player decides nothing."
    return f"A game with a deck of {deck_text(game)}; cards dealt: {dealt}. Its wagers are {wagers}. {play}"


def decides(wager: Wager) -> bool:
    """Whether the player chooses something that the analysis chooses for him."""
    if isinstance(wager, SetWager):
        return wager.player_sets == "optimal"
    return wager.has_decisions


def strategy_assumed(wager: Wager) -> str:
    """How the player is taken to play, in a few words."""
    if isinstance(wager, SetWager | PushWager):
        optimal = isinstance(wager, SetWager) and wager.player_sets == "optimal"
        return "best setting of every hand" if optimal else "both hands set by the house way"
    return "best play" if decides(wager) else "no decision"


def features(subject: Subject) -> frozenset[str]:
    """What the common rules tell games apart by."""
    game = subject.game
    ruled = game.rules.wagers if game.rules is not None else ()
    found = {
        "wild": game.ranking.joker == "wild" or bool(game.wild_ranks),
        "low-wheel": game.ranking.wheel == "lowest",
        "five-card": any(hand_size(wager) == 5 for wager in game.wagers),
        "showdown": any(wager.compare is not None for wager in ruled),
        "decisions": any(wager.has_decisions for wager in game.wagers),
        "choices": any(decides(wager) and not isinstance(wager, SetWager | ExchangeWager) for wager in game.wagers),
        "exchanges": any(isinstance(wager, ExchangeWager) for wager in game.wagers),
        "raises": any("average_bet" in row for row in subject.document["wagers"]),
        "for-one": any(wager.odds == "for_one" for wager in ruled),
    }
    return frozenset(name for name, holds in found.items() if holds)


def hand_size(wager: Wager) -> int | None:
    """How many cards the hands of a wager have; None where it looks at no hand."""
    if isinstance(wager, LinesWager | DrawWager | PlayWager):
        return wager.hand_size
    return None if isinstance(wager, JokersWager) else 5
