"""Strategies that need no file because every game of a kind has them, such as playing like the dealer."""

from __future__ import annotations

from analyzer.cards.deck import RANKS
from analyzer.game.model import DrawWager, Game, PlayWager, Wager
from analyzer.strategy.file import floor_of
from analyzer.strategy.rules import BEST, DISCARDS, Rule, Strategy
from analyzer.strategy.stages import FIRST, SECOND, decisions_of


def named_strategies(game: Game, wager: Wager) -> dict[str, Strategy]:
    """The strategies that every wager of this kind has, by name."""
    if isinstance(wager, DrawWager):
        strategies = [_discard_lowest(game, wager)]
    elif isinstance(wager, PlayWager):
        strategies = _of_play(game, wager)
    else:
        strategies = []
    return {strategy.name: strategy for strategy in strategies}


def _discard_lowest(game: Game, wager: DrawWager) -> Strategy:
    (decision,), action = decisions_of(wager), next(iter(DISCARDS))
    title = "Always discard the lowest card that is not paired"
    return Strategy(game.id, wager.id, "discard-lowest", (), {decision.id: action}, title)


def _of_play(game: Game, wager: PlayWager) -> list[Strategy]:
    """Where a strategy says nothing about a decision, the best choice is made."""
    best = {decision.id: BEST for decision in decisions_of(wager)}
    every = Strategy(game.id, wager.id, "play-every-hand", (), best | {FIRST.id: "play"}, "Play every hand")
    if wager.community is None:
        return [every, *_mimic(game, wager)]
    never = Strategy(game.id, wager.id, "never-bet-again", (), best | {SECOND.id: "check"}, "Never make the second bet")
    return [every, never, *_mimic(game, wager)]


def _mimic(game: Game, wager: PlayWager) -> list[Strategy]:
    """To play as the dealer does; where one value does not say when he qualifies, that is no rule."""
    if wager.qualifies:
        return []
    qualifying = f"{wager.qualify_hand or 'high-card'} {RANKS[wager.qualify_rank]}"
    floor = floor_of(qualifying, game.ranking, wager.hand_size)
    told = qualifying.replace("-", " ")
    rules, otherwise, does = [Rule("play", at_least=floor)], {FIRST.id: "fold"}, "play"
    if wager.community is not None:
        rules.append(Rule("bet", at_least=floor))
        otherwise, does = otherwise | {SECOND.id: "check"}, "play and bet"
    title = f"Mimic the dealer: {does} with what qualifies ({told} or better)"
    return [Strategy(game.id, wager.id, "mimic-the-dealer", tuple(rules), otherwise, title)]
