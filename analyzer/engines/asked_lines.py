"""Lines of several questions each: which answers hands give, and which lines these satisfy.

A question looks at all the cards, or at the front or the back that a house way makes of seven. Answers are bits: those
about all the cards, then from bit 32 on those about the back, then those about the front.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import KernelArguments
from analyzer.cards.suits import SuitClasses, colour_ways
from analyzer.engines.class_tally import tally_classes, tally_tests
from analyzer.engines.two_hands.set_hands import set_hands, suit_sets
from analyzer.game.language import Test, bare_test
from analyzer.game.lines import line_records
from analyzer.game.model import Game
from analyzer.game.wagers.lines import AskedLinesWager
from analyzer.kernels import lines as lines_kernel
from analyzer.kernels import settings
from analyzer.run.jobs import Run

PART_SHIFT = 32
# Lines about all the cards, about the back, and about the front, as kernels read them.
Records = tuple[NDArray[np.void], NDArray[np.void], NDArray[np.void]]


class LineQuestions:
    """The questions of a wager, and what their answers mean for its lines."""

    def __init__(self, game: Game, wager: AskedLinesWager) -> None:
        self.game, self.wager = game, wager
        parts = {part: [one for one in wager.questions if one.part == part] for part in ("", "back", "front")}
        self.tests = {part: [question.counted for question in asked] for part, asked in parts.items()}
        self._bit = {question.test: 1 << place for place, question in enumerate(parts[""])}
        by_part = enumerate([*parts["back"], *parts["front"]], PART_SHIFT)
        self._bit |= {question.test: 1 << place for place, question in by_part}
        self._lines: dict[int, tuple[int, ...]] = {}

    @property
    def has_parts(self) -> bool:
        return bool(self.tests["back"] or self.tests["front"])

    @property
    def hand(self) -> tuple[bool, int]:
        return self.wager.uses == "best_ranked", self.wager.hand_size

    @cached_property
    def records(self) -> Records:
        return line_records(self.tests[""]), line_records(self.tests["back"]), line_records(self.tests["front"])

    def lines(self, answers: int) -> tuple[int, ...]:
        """The lines that hands with these answers satisfy."""
        if answers not in self._lines:
            passed = (place for place, test in enumerate(self.wager.tests) if self._passes(test, answers))
            self._lines[answers] = tuple(passed)
        return self._lines[answers]

    def _passes(self, test: Test, answers: int) -> bool:
        return (
            (test.of is None or bool(answers & self._bit[bare_test(test)]))
            and (not test.any or any(self._passes(inner, answers) for inner in test.any))
            and all(self._passes(inner, answers) for inner in test.all)
        )

    def of_cards(self, cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """What hands given as rows of cards answer."""
        arguments = self.game.ranking.kernel_arguments
        if not self.has_parts:
            return lines_kernel.line_sets_of_cards(cards, self.records[0], *self.hand, arguments)
        rows = self.wager.house_way.compiled()
        return settings.answers_of_sevens(*suit_sets(cards), rows, *self.records, *self.hand, arguments)


def lines_by_answers(game: Game, wager: AskedLinesWager, run: Run) -> Counter[tuple[int, ...]]:
    """{lines satisfied: hands} over all hands of the wager's cards."""
    asked = LineQuestions(game, wager)
    if asked.has_parts:
        total = _tally_sevens(game, asked, run)
    else:
        total = tally_tests(game.deck, game.ranking, asked.tests[""], wager.cards, asked.hand, run)
    counts: Counter[tuple[int, ...]] = Counter()
    for answers, count in total.items():
        counts[asked.lines(answers)] += count
    return counts


def _tally_sevens(game: Game, asked: LineQuestions, run: Run) -> dict[int, int]:
    """Every hand is set by the house way, which must set them all and none foul."""
    wager = asked.wager
    set_hands(game.deck, game.ranking, wager.house_way).checked()
    rows, ranking = wager.house_way.compiled(), game.ranking.kernel_arguments
    parameters: dict[str, Any] = {
        "lines": [records.tobytes().hex() for records in asked.records],
        "rows": rows.tobytes().hex(),
        "arguments": [*asked.hand, ranking],
    }
    coloured = any(test.colour for test in asked.tests[""])
    tally = partial(_tally_piece, rows, asked.records, asked.hand, ranking, game.deck, coloured)
    return tally_classes(game.deck, wager.cards, tally, run, parameters)


def _tally_piece(
    rows: NDArray[np.uint32],
    records: Records,
    hand: tuple[bool, int],
    ranking: KernelArguments,
    deck: Deck,
    coloured: bool,
    piece: SuitClasses,
) -> dict[int, int]:
    colours, every = colour_ways(deck)
    classes = piece.sets, piece.weights, piece.jokers
    return settings.tally_sevens(
        *classes, rows, *records, *hand, ranking, colours if coloured else every[None, :], every
    )
