"""An engine's result against the literal reading of the same file: every number that both have."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from analyzer.documents import JsonDict
from analyzer.errors import GameFileError, TooLargeError
from analyzer.game.file import GameFile, parse_game_file
from analyzer.pricing.analysis import analyze
from analyzer.pricing.kinds.registry import kind_of
from analyzer.reference.cards import Cards, card_name
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.strategy.one_hand import hand_choices
from tests.fuzzing.files import Case, random_case
from tests.fuzzing.literal import NoLineError, Result, results
from tests.fuzzing.report import FuzzReport

# A store is kept for so many files: long enough that games of one deck meet each other's counts in it.
FILES_A_STORE = 200
# Why a random file may be refused. Anything else is a difference: a fuzzer that is refused finds nothing.
KNOWN_REASONS = (
    "a final hand has no line",
    "asks the same as line",
    "tells suits apart; not counted after an exchange",
    "is a group that nothing looks at",
    "names a hand twice",
    "write pays with smaller denominators",
)
BETWEEN_REASONS = " | "
LEAST_COMPARED = Fraction(4, 5)
FEW_FILES = 10


class RefusedError(Exception):
    """The program does not take the file, and says why."""


@dataclass
class Report(FuzzReport):
    decided_by_suits: int = 0

    def details(self) -> str:
        return f" ({self.decided_by_suits} with a tie that the names of suits decide)"

    @property
    def is_good(self) -> bool:
        """A handful of files may be refused; of many most must be compared."""
        enough = self.files < FEW_FILES or self.compared >= LEAST_COMPARED * self.files
        return not self.differences and enough


def compare_seeds(kind: str, seeds: Iterable[int], most_differences: int = 1000) -> Report:
    """Compare the file of every seed; games share a store, as they do on anyone's machine."""
    report, every = Report(kind), list(seeds)
    for start in range(0, len(every), FILES_A_STORE):
        with tempfile.TemporaryDirectory() as folder:
            run = Run(jobs=1, store=Store(Path(folder)))
            for seed in every[start : start + FILES_A_STORE]:
                compare_seed(kind, seed, run, report)
                if len(report.differences) >= most_differences:
                    return report
    return report


def compare_seed(kind: str, seed: int, run: Run, report: Report) -> None:
    report.files += 1
    comparison = Comparison(random_case(kind, seed), run)
    try:
        differences = comparison.differences()
    except RefusedError as refused:
        report.refused[str(refused)] += 1
        differences = [] if is_known(str(refused)) else [f"refused: {refused}"]
    else:
        report.compared += 1
        report.decided_by_suits += comparison.decided_by_suits
    if differences:
        report.differences.append(f"{kind} {seed}: " + "; ".join(differences))


def is_known(refusal: str) -> bool:
    """Is every fault of the file one that random files may have?"""
    faults = refusal.split(BETWEEN_REASONS)
    return all(any(reason in fault for reason in KNOWN_REASONS) for fault in faults)


@dataclass(frozen=True)
class Expected:
    """What the literal reading says of a wager: its documents by paytable, and one hand's choices by the first one."""

    documents: dict[str, JsonDict]
    cards: str
    board: str
    choices: dict[str, Fraction]
    decided_by_suits: bool


@lru_cache(maxsize=1024)
def expected(case: Case, wager: str) -> Expected | None:
    """None if a final hand has no line. Kept: whoever looks for faults asks for the same files again and again."""
    try:
        literal = results(case.text, wager, dict(case.chosen))
    except NoLineError:
        return None
    first = next(iter(literal.values()))
    cards, board = Random(case.text).choice(list(first.states))
    return Expected(
        {name: document_of(result) for name, result in literal.items()},
        _names(cards),
        _names(board),
        first.values(cards, board),
        any(result.suits_decide for result in literal.values()),
    )


def document_of(literal: Result) -> JsonDict:
    """What a result document must say; outcomes and choices only if they do not depend on the names of suits."""
    document: JsonDict = {
        "deals": literal.deals,
        "ev": literal.ev,
        "house_edge": -literal.ev,
        "return": 1 + literal.ev,
        "ties": literal.ties,
    }
    if literal.average_bet is not None:
        document |= {"average_bet": literal.average_bet, "element_of_risk": -literal.ev / literal.average_bet}
    if literal.suits_decide:
        return document
    if literal.by_hand is not None:
        document["by_hand"] = literal.by_hand
    return document | {
        "hit_frequency": literal.hit_frequency,
        "variance": literal.moment(2, literal.ev),
        "third_central_moment": literal.moment(3, literal.ev),
        "choices": literal.choices,
        "outcomes": {name: outcome for name, outcome in literal.outcomes.items() if outcome[0]},
    }


@dataclass
class Comparison:
    """One file, by the engine and literally."""

    case: Case
    run: Run
    decided_by_suits: bool = False

    def differences(self) -> list[str]:
        """All that the engine says otherwise than the literal reading."""
        file = loaded(self.case)
        return [f"{wager} {text}" for wager in self.case.wagers for text in self._of_wager(file, wager)]

    def _of_wager(self, file: GameFile, wager: str) -> list[str]:
        literal = expected(self.case, wager)
        if literal is None:
            return self._without_line(file, wager)
        self.decided_by_suits |= literal.decided_by_suits
        options = dict(self.case.chosen)
        try:
            document = analyze(file, options, wager, run=self.run).document()
            answer = hand_choices(file, literal.cards, literal.board, options, wager, None, self.run)
        except TooLargeError as error:
            raise RefusedError(str(error)) from error
        except Exception as error:
            # Whatever it is, the file was loaded and has a literal count.
            return [f"{type(error).__name__}: {error}"]
        entries = {entry["paytable"]: entry for entry in document["wagers"]}
        if list(entries) != list(literal.documents):
            return [f"has the paytables {list(entries)}"]
        choices = {choice.action: choice.ev for choice in answer.choices}
        compare = differing_numbers if self._is_general(file, wager) else differing
        differences = [
            f"{name}: {text}" for name, own in literal.documents.items() for text in compare(entries[name], own)
        ]
        if choices != literal.choices:
            differences.append(f"{literal.cards} {literal.board}: {_shown(choices, literal.choices)}")
        return differences

    def _is_general(self, file: GameFile, wager: str) -> bool:
        """Whether the general engine counts the wager, by the names of the language."""
        (own,) = (own for own in file.game(dict(self.case.chosen)).wagers if own.id == wager)
        return kind_of(own).named_by_language

    def _without_line(self, file: GameFile, wager: str) -> list[str]:
        if self._is_general(file, wager):  # there the unsaid row pays such a win 1 to 1
            raise RefusedError("a final hand has no line")
        try:
            analyze(file, dict(self.case.chosen), wager, run=self.run)
        except GameFileError as error:
            raise RefusedError("a final hand has no line") from error
        return ["is counted although a final hand has no line"]


def loaded(case: Case) -> GameFile:
    try:
        file = parse_game_file(case.text.encode(), "random")
        file.game(dict(case.chosen))
    except GameFileError as error:
        raise RefusedError(BETWEEN_REASONS.join(sorted({_reason(fault) for fault in error.faults}))) from None
    return file


def _reason(fault: str) -> str:
    """A fault without its place, and without the names and numbers in it."""
    return re.sub(r"\d+", "#", re.sub(r"'[^']*'", "'...'", fault.partition(": ")[2]))


def differing(entry: JsonDict, literal: JsonDict) -> list[str]:
    """What a wager of a result document says otherwise."""
    engine = {key: _exact(key, entry[key]) for key in literal}
    return [f"{key} {_shown(engine[key], value)}" for key, value in literal.items() if engine[key] != value]


def differing_numbers(entry: JsonDict, literal: JsonDict) -> list[str]:
    """The same for a wager of the general engine, whose outcomes and choices have the names of the language."""
    keys = literal.keys() - {"by_hand"}
    engine = {key: _without_names(key, _exact(key, entry[key])) for key in keys}
    own = {key: _without_names(key, literal[key]) for key in keys}
    return [f"{key} {_shown(engine[key], own[key])}" for key in sorted(keys) if engine[key] != own[key]]


def _without_names(key: str, value: Any) -> Any:
    """Deals by what they pay, choices that are made as the language spells them, ties in all."""
    if key == "outcomes":
        by_net: Counter[Fraction] = Counter()
        for count, net in value.values():
            by_net[net] += count
        return dict(by_net)
    if key == "choices":
        made = {name.replace(" ", "-"): share for name, share in value.items() if share}
        return {name: share for name, share in made.items() if name != "automatic-win"}
    return sum(value.values()) if key == "ties" else value


def _exact(key: str, value: Any) -> Any:
    """A value of a document as numbers."""
    if key == "outcomes":
        return {row["name"]: (int(row["count"]), Fraction(row["pays"])) for row in value if int(row["count"])}
    if key == "by_hand":
        counts: Counter[tuple[str, str]] = Counter()
        for row in value:
            counts[row["hand"], row["name"]] += int(row["count"])
        return dict(counts)
    if isinstance(value, dict):
        return {name: Fraction(number) for name, number in value.items()}
    return Fraction(value)


def _shown(engine: Any, literal: Any) -> str:
    if isinstance(engine, dict):
        keys = [key for key in engine | literal if engine.get(key) != literal.get(key)]
        return ", ".join(f"{key}: {_text(engine.get(key))} not {_text(literal.get(key))}" for key in keys)
    return f"{_text(engine)} not {_text(literal)}"


def _text(value: Any) -> str:
    return "(" + ", ".join(str(item) for item in value) + ")" if isinstance(value, tuple) else str(value)


def _names(cards: Cards) -> str:
    return " ".join(card_name(card) for card in cards)
