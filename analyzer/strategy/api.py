"""Strategies for callers: one function evaluates a list of rules, searches for one, or makes the best choices.

>>> from analyzer.strategy.api import strategy
>>> found = strategy("three-card-poker-6-card-bonus", rules="card")
>>> found.cost, found.rules[0].when
(Fraction(0, 1), 'high card Q-6-4 or better')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from analyzer.documents import Json
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.model import Game, Wager
from analyzer.game.sections import nearest, shown
from analyzer.notebook import table_html
from analyzer.numbers import percent_text
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.pricing.choices import Question
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.strategy.evaluation import Evaluation, decide_one, evaluate
from analyzer.strategy.file import load_strategy, shipped_strategies
from analyzer.strategy.kinds import RuledWager, is_ruled, named_strategies, stages_of
from analyzer.strategy.played_lists import played_decision
from analyzer.strategy.rules import Strategy, Words
from analyzer.strategy.stages import Stages

CARD = "card"


@dataclass(frozen=True)
class RuleResult:
    """A rule in words, how often it decides, and what its errors cost."""

    decision: str
    when: str
    action: str
    decides: Fraction
    cost: Fraction


@dataclass(frozen=True)
class StrategyResult:
    """A strategy, exactly: what it returns, what it costs, what its rules do, and where it errs."""

    game: str
    wager: str
    paytable: str
    name: str
    ev: Fraction
    best_ev: Fraction
    cost: Fraction
    rules: tuple[RuleResult, ...]
    choices: Mapping[str, Fraction]
    errors: tuple[Mapping[str, str], ...]
    document: Json

    def _repr_html_(self) -> str:
        """For notebooks."""
        caption = f"{self.name}: {self.wager}, paytable {self.paytable}, costs {percent_text(self.cost)}"
        rows = (
            [rule.decision, rule.when, rule.action, percent_text(rule.decides), percent_text(rule.cost)]
            for rule in self.rules
        )
        return table_html(caption, ["decision", "when", "action", "decides", "cost"], rows)


@dataclass(frozen=True)
class PlayedByRules:
    """Choices made by rules in place of the best ones, as the engines take them, and what the analysis says of them."""

    choices: Any
    result: WagerResult


def strategy(
    game: str | GameFile,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    rules: str | Path = CARD,
    simple: int | None = None,
    options: Mapping[str, str] | None = None,
    run: Run | None = None,
) -> StrategyResult:
    """Evaluate the rules of a file, of a shipped strategy or of a named one; or with `simple`, find that many rules."""
    run = run or Run()
    chosen = (game if isinstance(game, GameFile) else load_game(game)).game(options)
    stages = decided_stages(chosen, wager, paytable, run)
    if simple is None:
        evaluation = evaluate(find_rules(str(rules), chosen, stages.wager), stages)
    else:
        from analyzer.strategy.search import find_strategy

        evaluation = find_strategy(stages, simple, run)
    return _result(evaluation)


def _result(evaluation: Evaluation) -> StrategyResult:
    document = evaluation.document()
    return StrategyResult(
        game=evaluation.stages.game.id,
        wager=evaluation.stages.wager.id,
        paytable=evaluation.stages.paytable.id,
        name=evaluation.strategy.name,
        ev=evaluation.ev,
        best_ev=evaluation.stages.best_ev,
        cost=evaluation.cost,
        rules=tuple(
            RuleResult(row["decision"], row["when"], row["action"], Fraction(row["decides"]), Fraction(row["cost"]))
            for row in document["rules"]
        ),
        choices={name: Fraction(share) for name, share in document["choices"].items()},
        errors=tuple(document["errors"]),
        document=document,
    )


def followed_rules(
    game: Game, wager: str | None, paytable: str | None, rules: str, run: Run
) -> dict[tuple[str, str], PlayedByRules]:
    """For a simulation: the choices of the rules, and what the analysis expects of them, by wager and paytable."""
    chosen = decided_wager(game, wager)
    played = {}
    for table in select_paytables(chosen, paytable):
        stages = stages_of(game, chosen, table, run)
        choices = evaluate(find_rules(rules, game, chosen), stages).followed.choices
        played[chosen.id, table.id] = PlayedByRules(stages.played(choices), stages.result(choices))
    return played


def decided_wager(game: Game, wager: str | None) -> RuledWager:
    """The wager asked for, or the first that rules can decide."""
    decided = [one for one in game.wagers if is_ruled(one)]
    if wager is not None:
        (chosen,) = select_wagers(game, wager)
        decided = [one for one in decided if one is chosen]
    if not decided:
        if played_decision(game, wager) is not None:
            raise SelectionError(
                f"{game.id} is not played by rules of a file; its list is its own: exactodds strategy, or best_play in "
                "Python"
            )
        what = game.id if wager is None else f"{game.id} / {wager}"
        raise SelectionError(f"{what} has no decisions that rules could make")
    return decided[0]


def decided_stages(game: Game, wager: str | None, paytable: str | None, run: Run) -> Stages:
    """The stages of the wager asked for, under the paytable asked for or its first."""
    chosen = decided_wager(game, wager)
    return stages_of(game, chosen, select_paytables(chosen, paytable)[0], run)


def find_rules(rules: str, game: Game, wager: Wager) -> Strategy:
    """A strategy by the path of its file, or by its name: one that comes with the program, or one made for any game."""
    named, shipped = named_strategies(game, wager), shipped_strategies(game.id)
    if rules in named:
        return named[rules]
    if rules in shipped:
        return load_strategy(shipped[rules], game)
    if rules.endswith(".toml") or "/" in rules:
        return load_strategy(rules, game)
    known = [*shipped, *named]
    raise SelectionError(
        f"there is no strategy {shown(rules)} for {game.id}{nearest(rules, known)}; "
        f"strategies: {', '.join(known)}, or the path of a TOML file"
    )


def card_says(question: Question, wager: Wager) -> dict[str, str] | None:
    """What the shipped card does with a hand, and the rule that says so; None if no card comes for the wager."""
    path = shipped_strategies(question.game.id).get(CARD)
    if path is None or not is_ruled(wager):
        return None
    card = load_strategy(path, question.game)
    if card.wager != wager.id:
        return None
    return decide_one(card, question, wager, Words(question.game.ranking.types(wager.hand_size)))
