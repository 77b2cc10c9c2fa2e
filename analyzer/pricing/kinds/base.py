"""A kind of wager: what other rooms ask about its wagers that has to be counted.

What the game file decides is a property of the wager itself (game/model.py, game/wagers/). The rest is answered here,
by one class for each kind and one line in registry.py. Whoever asks does not know which kind it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.tally import LineCounts
    from analyzer.pricing.by_lines import LineCases
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.hand_cards import HandCards
    from analyzer.pricing.linear import LinearDecisions
    from analyzer.pricing.paid_deals import PaidDeals
    from analyzer.pricing.played import PlayedWager, Player
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays

W = TypeVar("W", bound=Wager)


class Kind(ABC, Generic[W]):
    """What every kind must answer, and what most kinds answer alike."""

    # Whether outcomes have the names that the language gives them (docs/language.md); some kinds keep older ones.
    named_by_language: ClassVar[bool] = False
    # Whether a count takes so little memory, and shares so little with others, that it is made beside another wager's.
    counted_beside: ClassVar[bool] = False

    @abstractmethod
    def results(self, solvers: Solvers, wager: W, paytables: Sequence[Paytable]) -> list[WagerResult]:
        """The wager under some of its paytables."""

    @abstractmethod
    def plays(self, game: Game, wager: W, run: Run) -> Plays:
        """The wager counted, as sums over what its lines pay: for formulas and regions."""

    @abstractmethod
    def counted(self, game: Game, wager: W, run: Run) -> Iterator[Any]:
        """What was counted before anything is paid, as bytes or as what JSON can hold: a digest is made of it."""

    def counts_key(self, _game: Game, _wager: W, _run: Run) -> Any:
        """All that `counted` depends on, as JSON, where readings often share large counts; None where they do not."""
        return None

    # --- one hand ---

    def choices(self, question: Question, wager: W) -> Sequence[HandChoice]:
        """Every choice with one hand."""
        raise SelectionError(f"{question.game.id} / {wager.id} has no decisions")

    def read_cards(self, game: Game, wager: W, hand: str, board: str, sees: str) -> HandCards:
        """The player's cards, the community cards, and others that he sees, as they are written for one hand."""
        from analyzer.pricing.hand_cards import read_cards

        return read_cards(game, wager, hand, board, sees)

    def beside_hand(self, wager: W) -> tuple[bool, bool]:
        """Whether community cards, and other cards that are seen, can be written beside one hand."""
        return bool(wager.board_sizes), bool(wager.seen_seats)

    def hand_sizes(self, wager: W) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[str, int], ...]]:
        """How many own cards, and how many community cards once some are turned, can be written for one hand; the
        groups of other cards that are seen, with theirs."""
        seats = tuple((seat.name, seat.cards) for seat in wager.seen_seats)
        return (wager.own_cards,), wager.board_sizes, seats

    # --- dealt rounds ---

    def player(self, _game: Game, wager: W, _paytable: Paytable, _run: Run) -> Player:
        """A player who plays dealt rounds as well as they can be played under the paytable."""
        raise SelectionError(f"{wager.id}: nobody plays dealt rounds of it alone")

    # --- what changed pays do ---

    def linear(self, _game: Game, _wager: W, _run: Run) -> LinearDecisions | None:
        """The decisions as linear functions of the pays, where pays change some of them and that is how they do."""
        return None

    def line_counts(self, _game: Game, _wager: W, _run: Run) -> LineCounts | None:
        """How many deals satisfy which lines, where a wager on lines alone is settled by nothing else."""
        return None

    def cases(self, game: Game, wager: W, _paytable: Paytable, run: Run) -> LineCases | str:
        """The wager as a table of line sets that holds for all pays, or why there is none."""
        from analyzer.pricing.by_lines import BESIDE, DECIDED, NOT_BY_LINES, cases_of_counts

        counts = self.line_counts(game, wager, run)
        if counts is not None:
            return cases_of_counts(counts, wager.tax)
        if wager.has_decisions and wager.main is not None:
            return BESIDE
        return DECIDED if wager.has_decisions else NOT_BY_LINES

    def paid_deals(self, game: Game, wager: W, run: Run) -> list[PaidDeals]:
        """The deals by what they are paid, of a wager that no pay changes the play of."""
        from analyzer.pricing.paid_deals import paid_by_lines

        counts = self.line_counts(game, wager, run)
        if counts is None:
            raise SelectionError(f"{wager.id}: no pay changes what it is worth")
        return paid_by_lines(wager, counts)


class PlayedKind(Kind[W]):
    """A kind that is played by a `Player` of its own, and settled by the rules of the file (pricing/played.py)."""

    @abstractmethod
    def played(self, game: Game, wager: W, run: Run) -> PlayedWager:
        """The wager counted, to be priced and played under any paytable."""

    def player(self, game: Game, wager: W, paytable: Paytable, run: Run) -> Player:
        return self.played(game, wager, run).player(paytable)
