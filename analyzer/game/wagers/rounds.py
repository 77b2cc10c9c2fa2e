"""Any round of the language, as the file says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.game.lines import LineTest
from analyzer.game.model import Wager
from analyzer.game.own_groups import own_groups

if TYPE_CHECKING:
    from analyzer.game.language import Bet, Group, Hand, PaidLine, Row, Stage, Test


@dataclass(frozen=True)
class RoundQuestion:
    """A question about the cards of a hand: as the file asks it, and as it is counted.

    `any_reading`: it is asked of whatever the cards make, not of the hand that ranks highest (`uses = "pays_most"`).
    """

    test: Test
    hand: Hand
    counted: LineTest
    any_reading: bool = False


@dataclass(frozen=True)
class RoundWager(Wager):
    """Any round of the language: what is dealt, seen and done, and how each bet is settled, as the file says it.

    `stages` are those that its result depends on: none where nothing that the player does changes it. `questions` are
    about finished rounds, `stage_questions` about what is seen at a stage. `main` is the wager that is played for, if
    it is another one.
    """

    deal: tuple[Group, ...] = ()
    stages: tuple[Stage, ...] = ()
    compare: tuple[Hand, Hand] | None = None
    qualifies: Test | None = None
    bets: tuple[Bet, ...] = ()
    rows: tuple[tuple[Row, ...], ...] = ()
    lines: tuple[PaidLine, ...] = ()
    questions: tuple[RoundQuestion, ...] = ()
    stage_questions: tuple[RoundQuestion, ...] = ()
    main: RoundWager | None = None
    # Groups that should not be seen but are, from the first decision on: the worth of their cards is shown.
    exposed: tuple[str, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return any(len(stage.choices) > 1 or stage.exchange is not None for stage in self.stages)

    @property
    def own_groups(self) -> tuple[str, ...]:
        """The groups of the player's own hand."""
        return own_groups(self.stages, self.compare, self.lines, [question.hand for question in self.questions])
