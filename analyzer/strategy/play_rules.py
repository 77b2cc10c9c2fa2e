"""Rules for a player who folds or bets: his decisions, their states, and the strategies that every such game has."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from analyzer.cards.deck import RANKS
from analyzer.engines.duel.ante_bonus import bonus_units
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, plus, times
from analyzer.run.jobs import Run
from analyzer.strategy.file import floor_of
from analyzer.strategy.kinds import RuledKind
from analyzer.strategy.rules import BEST, Decision, Rule, Strategy
from analyzer.strategy.stages import DecisionStage, Stages, complete, seen_in

FIRST = Decision("fold or play", ("fold", "play"))
SECOND = Decision("check or bet", ("check", "bet"), sees_board=True)


class PlayRules(RuledKind[PlayWager]):
    def decisions(self, wager: PlayWager) -> tuple[Decision, ...]:
        return (FIRST,) if wager.community is None else (FIRST, SECOND)

    def stages(self, game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Stages:
        return (_of_one_street if wager.community is None else _of_two_streets)(game, wager, paytable, run)

    def named(self, game: Game, wager: PlayWager) -> Sequence[Strategy]:
        return _named(game, wager, self.decisions(wager))


def _of_one_street(game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Stages:
    street = OneStreet(game, wager, run)
    values, unit = street.values(paytable)
    weights, hands = street.rows.weights, int(street.rows.weights.sum())
    stage = DecisionStage(FIRST, seen_in(game, wager)(street.rows.class_cards), weights, values)
    return complete(game, wager, paytable, (stage,), hands * unit, hands, Fraction(0), street)


def _of_two_streets(game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Stages:
    streets = TwoStreets(game, wager, run)
    states, rows = streets.states, streets.rows
    weights, columns = rows.weights, columns_of(game.deck)
    first_cards = states.first_cards[:, rows.classes].astype(np.int64)
    every = np.tile(np.arange(len(rows)), len(columns))
    boards = rows.beside(every, np.repeat(np.array(columns, dtype=np.uint8), len(rows)))
    seen = seen_in(game, wager)(np.tile(rows.class_cards, (len(columns), 1)), boards)
    second = DecisionStage(SECOND, seen, (first_cards * weights).ravel(), _second_values(streets, paytable))
    values, unit = streets.first_values(paytable)
    first = DecisionStage(FIRST, seen_in(game, wager)(rows.class_cards), weights, values)
    hands = int(weights.sum())
    return complete(game, wager, paytable, (first, second), hands * unit, hands, Fraction(0), streets)


def _second_values(streets: TwoStreets, paytable: Paytable) -> Integers:
    """[column and row, (check, bet)] with the bonus, in the unit of the first values over the first cards."""
    rows = streets.rows
    values = np.concatenate([streets.second_values(column)[rows.classes] for column in streets.states.outcomes])
    if not streets.wager.lines:
        return values
    bonus, denominator = bonus_units(streets.wager, paytable, rows)
    added = np.tile(times(bonus, streets.deals_in_state), len(streets.states.outcomes))
    return plus(times(values, denominator), added[:, None])


# --- strategies that need no file ------------------------------------------------------------------------------------


def _named(game: Game, wager: PlayWager, decisions: Sequence[Decision]) -> list[Strategy]:
    """Where a strategy says nothing about a decision, the best choice is made."""
    best = {decision.id: BEST for decision in decisions}
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
    words = qualifying.replace("-", " ")
    rules, otherwise, does = [Rule("play", at_least=floor)], {FIRST.id: "fold"}, "play"
    if wager.community is not None:
        rules.append(Rule("bet", at_least=floor))
        otherwise, does = otherwise | {SECOND.id: "check"}, "play and bet"
    title = f"Mimic the dealer: {does} with what qualifies ({words} or better)"
    return [Strategy(game.id, wager.id, "mimic-the-dealer", tuple(rules), otherwise, title)]
