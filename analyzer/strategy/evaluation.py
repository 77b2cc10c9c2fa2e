"""A strategy evaluated exactly: its return, its cost, which rule decides how often, and where it errs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import card_name, hand_name
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.integers import Integers
from analyzer.pricing.choices import Question
from analyzer.strategy.features import NamedDiscards, SeenRows
from analyzer.strategy.kinds import RuledWager, decisions_of
from analyzer.strategy.rules import BEST, NO_RANK, STAND_PAT, Decision, Rule, Strategy, Words, terms_of
from analyzer.strategy.stages import Choices, DecisionStage, Followed, Stages

SCHEMA = "exactodds/strategy-evaluation/1"
NO_RULE = -1
MAX_ERRORS = 12
# Lists of errors group hands by these features, by what was done, and by what should have been done.
_ERROR_FEATURES = ("hand", "ranks", "suited", "straight_ranks", "jokers")


def decide(
    rules: Sequence[Rule], decision: Decision, seen: SeenRows, otherwise: Choices
) -> tuple[Choices, NDArray[np.int16]]:
    """For each row the choice, and the number of the rule that made it; NO_RULE where `otherwise` was taken."""
    choices = otherwise.copy()
    by_rule = np.full(len(seen), NO_RULE, dtype=np.int16)
    discards = NamedDiscards(seen)
    for number, rule in enumerate(rules):
        matched = (by_rule == NO_RULE) & seen.matches(rule)
        if decision.id == "discard":
            places = discards.places(rule.action)
            matched &= discards.passes(rule, places)
            choices[matched] = places[matched]
        else:
            choices[matched] = decision.actions.index(rule.action)
        by_rule[matched] = number
    return choices, by_rule


def default_choices(action: str, decision: Decision, seen: SeenRows) -> Choices:
    """What is done where no rule matches, as choices."""
    if decision.id != "discard":
        return np.full(len(seen), decision.actions.index(action), dtype=np.int8)
    places = NamedDiscards(seen).places(action)
    # A default must name a card for every hand.
    return np.where(places >= 0, places, NamedDiscards(seen).places("discard lowest")).astype(np.int8)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A strategy followed through every state of its wager."""

    strategy: Strategy
    stages: Stages
    by_rule: tuple[NDArray[np.int16], ...]
    followed: Followed

    @property
    def ev(self) -> Fraction:
        return self.followed.ev

    @property
    def cost(self) -> Fraction:
        """How much less it is worth than the best play."""
        return self.followed.cost

    @property
    def figures_differ(self) -> bool:
        """Whether the file claims another expectation or cost, for the rules that it was made for."""
        figures, game = self.strategy.figures, self.stages.game
        defaults = {key: option.default for key, option in game.options.items() if option.default is not None}
        if figures is None or self.strategy.paytable != self.stages.paytable.id or dict(game.chosen) != defaults:
            return False
        return (figures.ev, figures.cost) != (self.ev, self.cost)

    def total(self, stage: int) -> int:
        """How many states a stage has, settled hands included: the denominator of frequencies."""
        return self._later_states if stage else self.stages.hands

    @cached_property
    def _later_states(self) -> int:
        return int(self.stages.stages[1].weights.sum())

    @cached_property
    def words(self) -> Words:
        return Words(self.stages.game.ranking.types(self.stages.stages[0].seen.size))

    @cached_property
    def rules(self) -> list[JsonDict]:
        """The card: each rule in words, how often it decides, and what its errors cost."""
        rows = []
        for place, stage in enumerate(self.stages.stages):
            by_rule, reached, loss = self.by_rule[place], self.followed.reached[place], self.followed.loss[place]
            for number, rule in enumerate(self.strategy.of(stage.decision)):
                own = by_rule == number
                rows.append(
                    {
                        "decision": stage.decision.id,
                        "rule": rule.name or self.words.rule(rule),
                        "when": self.words.conditions(rule) or "any other hand",
                        "action": rule.action,
                        "decides": str(Fraction(int(reached[own].sum()), self.total(place))),
                        "cost": str(Fraction(int(loss[own].sum()), self.stages.scale)),
                        "example": self._example(place, own),
                    }
                )
            rows.append(self._otherwise(place, stage, reached, loss))
        return rows

    def _otherwise(self, place: int, stage: DecisionStage, reached: Integers, loss: Integers) -> JsonDict:
        own = self.by_rule[place] == NO_RULE
        return {
            "decision": stage.decision.id,
            "rule": "otherwise",
            "when": "otherwise",
            "action": self.strategy.otherwise[stage.decision.id],
            "decides": str(Fraction(int(reached[own].sum()), self.total(place))),
            "cost": str(Fraction(int(loss[own].sum()), self.stages.scale)),
            "example": self._example(place, own),
        }

    def _example(self, place: int, own: NDArray[np.bool_]) -> str | None:
        """The first state that a rule decides, with the card that it discards; None if there is none."""
        decided = np.flatnonzero(own & (self.followed.reached[place] > 0))
        if not len(decided):
            return None
        stage, state = self.stages.stages[place], int(decided[0])
        if not stage.chooses_a_card:
            return state_name(stage, state)
        cards, discarded = stage.seen.own[state], int(self.followed.choices[place][state])
        done = f"discard {card_name(int(cards[discarded]))}" if discarded < len(cards) else STAND_PAT
        return f"{state_name(stage, state)}: {done}"

    def idle_rules(self) -> list[str]:
        """The rules that never decide."""
        return [row["rule"] for row in self.rules if row["decides"] == "0" and row["rule"] != "otherwise"]

    def uncovered(self) -> list[JsonDict]:
        """For each decision the hands that no rule covers."""
        rows = []
        for place, stage in enumerate(self.stages.stages):
            own = np.flatnonzero((self.by_rule[place] == NO_RULE) & (self.followed.reached[place] > 0))
            if len(own):
                count = int(self.followed.reached[place][own].sum())
                rows.append(
                    {
                        "decision": stage.decision.id,
                        "frequency": str(Fraction(count, self.total(place))),
                        "otherwise": self.strategy.otherwise[stage.decision.id],
                        "example": state_name(stage, int(own[0])),
                    }
                )
        return rows

    def choice_frequencies(self) -> dict[str, str]:
        """How often each choice is made."""
        frequencies: dict[str, str] = {}
        for place, stage in enumerate(self.stages.stages):
            reached, choices = self.followed.reached[place], self.followed.choices[place]
            names = stage.decision.actions
            if stage.chooses_a_card:
                kept = choices == stage.seen.own.shape[1]
                counts = {"stand pat": int(reached[kept].sum()), "discard": int(reached[~kept].sum())}
                counts = {"automatic win": self.stages.hands - sum(counts.values())} | counts
            else:
                counts = {name: int(reached[choices == number].sum()) for number, name in enumerate(names)}
            frequencies |= {name: str(Fraction(count, self.total(place))) for name, count in counts.items()}
        return frequencies

    def errors(self, most: int = MAX_ERRORS) -> list[JsonDict]:
        """Classes of hands that are not played in the best way, the costliest first."""
        errors = [error for place in range(len(self.stages.stages)) for error in self._errors(place)]
        errors.sort(key=lambda error: -Fraction(error["cost"]))
        return errors[:most]

    def _errors(self, place: int) -> list[JsonDict]:
        stage, loss = self.stages.stages[place], self.followed.loss[place]
        wrong = np.flatnonzero(loss)
        if not len(wrong):
            return []
        seen = stage.seen[wrong]
        columns = [seen.feature(name).astype(np.int64) for name in _ERROR_FEATURES]
        columns[2] = (columns[2] == seen.size - 1).astype(np.int64)
        chosen, best = self.followed.choices[place][wrong], stage.best()[wrong]
        done, should = choice_words(stage, seen, wrong, chosen), choice_words(stage, seen, wrong, best)
        columns += [done, should]
        _, first, group = np.unique(np.stack(columns, axis=1), axis=0, return_index=True, return_inverse=True)
        errors = []
        for number in range(len(first)):
            rows = np.flatnonzero(group.ravel() == number)
            worst = rows[np.argmax(loss[wrong][rows] // self.followed.reached[place][wrong][rows])]
            state = int(wrong[worst])
            lost = int(loss[state]) // int(self.followed.reached[place][state])
            unit = self.stages.scale // self.total(place)
            errors.append(
                {
                    "decision": stage.decision.id,
                    "hands": describe(seen, int(worst)),
                    "done": word_of(stage, int(done[worst])),
                    "best": word_of(stage, int(should[worst])),
                    "frequency": str(Fraction(int(self.followed.reached[place][wrong][rows].sum()), self.total(place))),
                    "cost": str(Fraction(int(loss[wrong][rows].sum()), self.stages.scale)),
                    "example": state_name(stage, state),
                    "example_loses": str(Fraction(lost, unit)),
                }
            )
        return errors

    def wrong(self) -> dict[str, str]:
        """How often a choice is made that loses something, by decision."""
        return {
            stage.decision.id: str(
                Fraction(int(self.followed.reached[place][self.followed.loss[place] > 0].sum()), self.total(place))
            )
            for place, stage in enumerate(self.stages.stages)
        }

    def document(self) -> JsonDict:
        """Everything, for JSON; counts and fractions are text."""
        game, strategy = self.stages.game, self.strategy
        return {
            "schema": SCHEMA,
            "game": game.id,
            "options": dict(game.chosen),
            "wager": self.stages.wager.id,
            "paytable": self.stages.paytable.id,
            "strategy": strategy.name,
            "title": strategy.title,
            "description": strategy.description,
            "number_of_rules": len(strategy.rules),
            "ev": str(self.ev),
            "best_ev": str(self.stages.best_ev),
            "cost": str(self.cost),
            "figures_in_the_file": _figures_document(strategy),
            "figures_differ": self.figures_differ,
            "rules": self.rules,
            "terms": terms_of(strategy.rules, list(strategy.otherwise.values())),
            "rules_that_never_decide": self.idle_rules(),
            "not_covered": self.uncovered(),
            "choices": self.choice_frequencies(),
            "wrong": self.wrong(),
            "errors": self.errors(),
        }


def _figures_document(strategy: Strategy) -> dict[str, str] | None:
    figures = strategy.figures
    return None if figures is None else {"ev": str(figures.ev), "cost": str(figures.cost)}


def evaluate(strategy: Strategy, stages: Stages) -> Evaluation:
    """Follow the strategy through every state. Later decisions come first, because earlier ones may depend on them."""
    if strategy.wager != stages.wager.id:
        raise SelectionError(f"the strategy is for the wager {strategy.wager!r}, not {stages.wager.id!r}")
    choices: list[Choices] = []
    by_rule: list[NDArray[np.int16]] = []
    for place in reversed(range(len(stages.stages))):
        stage = stages.stages[place]
        action = strategy.otherwise[stage.decision.id]
        if action == BEST:
            values = stages.first_values_after(choices[0]) if choices else stage.values
            otherwise = np.argmax(values, axis=1).astype(np.int8)
        else:
            otherwise = default_choices(action, stage.decision, stage.seen)
        chosen, decided = decide(strategy.of(stage.decision), stage.decision, stage.seen, otherwise)
        choices.insert(0, chosen)
        by_rule.insert(0, decided)
    return Evaluation(strategy, stages, tuple(by_rule), stages.follow(choices))


# --- names for states and choices ------------------------------------------------------------------------------------


def state_name(stage: DecisionStage, state: int) -> str:
    """The cards of a state: a hand, and the community card after a bar."""
    own = hand_name(int(card) for card in stage.seen.own[state])
    return own if stage.seen.board is None else f"{own} | {card_name(int(stage.seen.board[state]))}"


def choice_words(stage: DecisionStage, seen: SeenRows, rows: NDArray[np.intp], choices: Choices) -> Integers:
    """Each choice as a number for word_of: for a card, the first action that names one that is worth as much."""
    if not stage.chooses_a_card:
        return choices.astype(np.int64)
    actions, discards = stage.decision.actions, NamedDiscards(seen)
    words = np.full(len(rows), len(actions), dtype=np.int64)
    values = stage.values[rows]
    worth = np.take_along_axis(values, choices[:, None].astype(np.intp), axis=1)[:, 0]
    for number in reversed(range(len(actions))):
        places = discards.places(actions[number])
        named = np.take_along_axis(values, np.where(places >= 0, places, 0)[:, None].astype(np.intp), axis=1)[:, 0]
        words[(places >= 0) & (named == worth)] = number
    return words


def word_of(stage: DecisionStage, number: int) -> str:
    """The action with that number; a discard that no action names is called another card."""
    actions = stage.decision.actions
    return actions[number] if number < len(actions) else "discard another card"


def describe(seen: SeenRows, row: int) -> str:
    """A hand in words: its type and rank, and what it draws to."""
    value = {name: int(seen.feature(name)[row]) for name in _ERROR_FEATURES}
    hand = seen.ranking.types(seen.size)[value["hand"]].replace("-", " ")
    parts = [f"{hand} {'23456789TJQKA'[value['ranks']]}" if value["ranks"] < NO_RANK else hand]
    if value["suited"] == seen.size - 1:
        parts.append(f"{value['suited']} suited")
    if value["straight_ranks"]:
        ranks = value["straight_ranks"]
        parts.append(f"{ranks} rank{'s' if ranks > 1 else ''} for a straight")
    if value["jokers"]:
        parts.append("a joker" if value["jokers"] == 1 else f"{value['jokers']} jokers")
    return ", ".join(parts)


# --- one hand --------------------------------------------------------------------------------------------------------


def decide_one(strategy: Strategy, question: Question, wager: RuledWager, words: Words) -> dict[str, str]:
    """What the strategy does with one hand, and the rule that says so."""
    decision = decisions_of(wager)[1 if question.board else 0]
    own = np.array([sorted(question.cards)], dtype=np.uint8)
    board = np.array(question.board, dtype=np.uint8) if question.board else None
    seen = SeenRows(question.game.deck, question.game.ranking, wager.hand_size, own, board)
    fallback = strategy.otherwise[decision.id]
    otherwise = default_choices(decision.actions[0] if fallback == BEST else fallback, decision, seen)
    choices, by_rule = decide(strategy.of(decision), decision, seen, otherwise)
    number, choice = int(by_rule[0]), int(choices[0])
    if number == NO_RULE and fallback == BEST:
        return {"strategy": strategy.name, "action": BEST, "rule": "otherwise"}
    if decision.id == "discard":
        kept_all = choice == own.shape[1]
        action = "stand pat" if kept_all else f"discard {card_name(int(own[0, choice]))}"
    else:
        action = decision.actions[choice]
    why = "otherwise" if number == NO_RULE else words.rule(strategy.of(decision)[number])
    return {"strategy": strategy.name, "action": action, "rule": why}
