"""Strategies for tests: lists that use every word of the vocabulary, and the literal player beside the fast one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.documents import JsonDict
from analyzer.game.model import Game
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.reference.cards import Deck as ReferenceDeck
from analyzer.reference.hands import HandRules
from analyzer.reference.strategy_rules import Done, Seen, Table, follow
from analyzer.strategy.evaluation import decide, default_choices
from analyzer.strategy.features import SeenRows
from analyzer.strategy.file import parse_strategy
from analyzer.strategy.kinds import decisions_of
from analyzer.strategy.rules import Decision, Strategy

POKER, THREE_CARD, TWO_STREETS = "wild-six-card-poker", "three-card-poker-6-card-bonus", "wild-52"

DISCARD_LIST = """
schema = "exactodds/strategy/1"
game = "wild-six-card-poker"
wager = "poker"
name = "every-word"
otherwise = "discard lowest"

[[rules]]
when = { jokers = "1+", straight_ranks = "3+" }
action = "keep straight draw"
keep = { straight_ranks = "3+", high = "2-J" }

[[rules]]
when = { high = "K-A", jokers = "0-1", straight_ranks = "1-2" }
action = "keep high straight draw"

[[rules]]
when = { hand = ["high-card", "pair"], suited = 4, flush_high = "9-A" }
action = "keep flush draw"
discards = "2-Q"

[[rules]]
when = { below = "pair T-9", natural = true, connected = 4 }
action = "keep straight draw"
keep = { outs = "4+", suited = "1-3", second_high = "2-Q", third_high = "2-J", low = "2-T", jokers = 0 }
discards = "2-Q"

[[rules]]
when = { hand = "pair", overcards = "2+", kicker = "J-A", total = "45+" }
action = "discard second lowest"

[[rules]]
when = { at_least = "pair 9", ranks = "9-Q", high_cards = { ranks = "T-A", cards = "1-3" } }
action = "discard highest"
keep = { high_cards = { ranks = "8-A", cards = "2+" }, total = "20-60", connected = "1+", flush_high = "2-A" }
"""

TWO_STREETS_LIST = """
schema = "exactodds/strategy/1"
game = "wild-52"
wager = "ante-play"
name = "every-word"
otherwise = ["fold", "check"]

[[rules]]
when = { at_least = "pair 4" }
action = "play"

[[rules]]
when = { suited = "3+", total = "25+", low = "2-6", third_high = "4-A" }
action = "play"

[[rules]]
when = { outs = "3+", second_high = "3-A", high = "5-A" }
action = "play"

[[rules]]
when = { start_points = "24-28" }
action = "play"

[[rules]]
when = { start_points = "58+" }
action = "play"

[[rules]]
when = { board = "Jk", hand = ["pair", "three-of-a-kind"], points = "0-33" }
action = "check"

[[rules]]
when = { board = "5-A,Jk", board_pairs = true, own_hand = "high-card", own_suited = "3+" }
action = "bet"

[[rules]]
when = { at_least = "two-pair 5", board_over = false }
action = "bet"

[[rules]]
when = { points = "24+", board_pairs = false, board_over = true, kicker = "4-A" }
action = "bet"

[[rules]]
when = { own_jokers = 0, points = "20-26", start_points = "30+" }
action = "bet"

[[rules]]
when = { points = "41+", own_jokers = 0 }
action = "bet"
"""

THREE_CARD_LIST = """
schema = "exactodds/strategy/1"
game = "three-card-poker-6-card-bonus"
wager = "ante-play"
name = "every-word"
otherwise = "fold"

[[rules]]
when = { at_least = "high-card K-J-T", below = "straight" }
action = "play"

[[rules]]
when = { hand = ["straight-flush", "three-of-a-kind", "straight"], ranks = "T-A" }
action = "play"
"""
LISTS = {POKER: DISCARD_LIST, TWO_STREETS: TWO_STREETS_LIST, THREE_CARD: THREE_CARD_LIST}


def reference_table(game: Game, wager: DrawWager | PlayWager) -> Table:
    """The game's deck and ranking for the literal player."""
    deck = game.deck
    ranks = "".join("23456789TJQKA"[rank] for rank in deck.ranks)
    suits = "".join("cdhs"[suit] for suit in deck.suits)
    rules = HandRules(game.ranking.joker, game.ranking.wheel, game.ranking.top_hand)
    return Table(ReferenceDeck(ranks, suits, deck.jokers), rules, wager.hand_size)


class LiteralPlayer:
    """Follows a strategy's own TOML one hand at a time."""

    def __init__(self, text: str, game: Game, wager: DrawWager | PlayWager) -> None:
        data: JsonDict = tomllib.loads(text)
        self.table = reference_table(game, wager)
        self.rules = data.get("rules", [])
        self.otherwise = [data["otherwise"]] if isinstance(data["otherwise"], str) else data["otherwise"]

    def __call__(self, decision: Decision, own: tuple[int, ...], board: int | None = None) -> Done:
        rules = [rule for rule in self.rules if rule["action"] in decision.actions]
        (otherwise,) = [action for action in self.otherwise if action in decision.actions]
        return follow(rules, otherwise, Seen(tuple(sorted(own)), board), self.table)


def fast_choices(
    strategy: Strategy, game: Game, wager: DrawWager | PlayWager, own: np.ndarray[Any, Any], board: Any = None
) -> list[str]:
    """What the fast player does with rows of ascending cards, in the words of the literal one."""
    decision = decisions_of(wager)[0 if board is None else 1]
    seen = SeenRows(game.deck, game.ranking, wager.hand_size, own, board)
    otherwise = default_choices(strategy.otherwise[decision.id], decision, seen)
    choices, _ = decide(strategy.of(decision), decision, seen, otherwise)
    if decision.id != "discard":
        return [decision.actions[choice] for choice in choices]
    return [f"discard {own[row, choice]}" for row, choice in enumerate(choices)]


def told(done: Done) -> str:
    """The same words for what the literal player does."""
    return done.action if done.card is None else f"discard {done.card}"


def strategy_from(text: str, game: Game) -> Strategy:
    return parse_strategy(text.encode(), "test.toml", game)


def shipped_texts() -> dict[str, str]:
    """Every strategy that comes with the package, by its file name."""
    folder = Path(__file__).parent.parent / "tables" / "strategies"
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}
