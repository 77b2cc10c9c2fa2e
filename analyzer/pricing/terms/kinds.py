"""Which class knows the plays of which kind of wager."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from analyzer.game.model import (
    ContestWager,
    DrawWager,
    ExchangeWager,
    Game,
    JokersWager,
    LinesWager,
    PlayWager,
    PushWager,
    RevealWager,
    RoundWager,
    SeenDrawWager,
    SeenExchangeWager,
    SeenPlayWager,
    SeenRevealWager,
    SetWager,
    SideWager,
    Wager,
    WildLinesWager,
)
from analyzer.pricing.terms.model import Plays
from analyzer.run.jobs import Run

# By module and name: a game waits only for what it needs.
KINDS: dict[type[Wager], tuple[str, str]] = {
    LinesWager: ("undecided", "plays_of_lines"),
    WildLinesWager: ("undecided", "plays_of_lines"),
    SideWager: ("undecided", "plays_of_side"),
    JokersWager: ("undecided", "plays_of_jokers"),
    SetWager: ("undecided", "SetPlays"),
    PushWager: ("undecided", "plays_of_pushes"),
    DrawWager: ("linear", "linear_plays"),
    PlayWager: ("linear", "linear_plays"),
    ExchangeWager: ("solo", "ExchangePlays"),
    RevealWager: ("solo", "RevealPlays"),
    SeenDrawWager: ("seen", "SeenDrawPlays"),
    SeenExchangeWager: ("seen", "SeenExchangePlays"),
    SeenPlayWager: ("seen", "SeenPlayPlays"),
    SeenRevealWager: ("seen", "SeenRevealPlays"),
    ContestWager: ("contest", "ContestPlays"),
    RoundWager: ("rounds", "RoundPlays"),
}


def plays_of(game: Game, wager: Wager, run: Run) -> Plays:
    """The wager counted, to be priced under any paytable."""
    module, name = KINDS[type(wager)]
    counted: Callable[[Game, Wager, Run], Plays] = getattr(import_module(f"analyzer.pricing.terms.{module}"), name)
    return counted(game, wager, run)
