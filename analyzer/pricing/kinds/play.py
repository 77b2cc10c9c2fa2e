"""Player against a dealer who must qualify: bets as cards are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager, SeenPlayWager
from analyzer.pricing.kinds.base import Kind, PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.by_lines import LineCases
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.linear import LinearDecisions
    from analyzer.pricing.played import PlayedWager, Player
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class PlayKind(Kind[PlayWager]):
    def results(self, solvers: Solvers, wager: PlayWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.plays import analyze_play

        return analyze_play(solvers, wager, paytables)

    def plays(self, game: Game, wager: PlayWager, run: Run) -> Plays:
        from analyzer.pricing.terms.linear import linear_plays

        return linear_plays(game, wager, run)

    def choices(self, question: Question, wager: PlayWager) -> Sequence[HandChoice]:
        from analyzer.pricing.plays import play_choices

        return play_choices(question, wager)

    def linear(self, game: Game, wager: PlayWager, run: Run) -> LinearDecisions | None:
        """Without a bonus and over community cards no pay changes anything."""
        if not wager.lines and wager.community is not None:
            return None
        from analyzer.pricing.linear import linear_play

        return linear_play(game, wager, run)

    def cases(self, game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> LineCases | str:
        from analyzer.pricing.by_lines import cases_of_play

        return cases_of_play(game, wager, paytable, run)

    def player(self, game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Player:
        from analyzer.pricing.side import betting_player

        return betting_player(game, wager, paytable, run)

    def counted(self, game: Game, wager: PlayWager, run: Run) -> Iterator[bytes]:
        """What is counted of every hand, and the lines that it satisfies."""
        import numpy as np

        from analyzer.engines.duel.one_street import OneStreet
        from analyzer.engines.duel.two_streets import TwoStreets

        streets: Any = (OneStreet if wager.community is None else TwoStreets)(game, wager, run)
        yield (streets.outcomes if wager.community is None else streets.states.outcomes).tobytes()
        if wager.community is not None and not wager.lines:
            return
        rows = streets.rows
        bits = [rows.sets >> np.uint64(line) & np.uint64(1) for line in range(len(wager.lines))]
        first = np.full(len(rows), -1, dtype=np.int64)
        for line in reversed(range(len(wager.lines))):
            first[bits[line].astype(bool)] = line
        yield first.tobytes()
        if rows.is_split or sum(bits, np.zeros(len(rows), dtype=np.uint64)).max() > 1:
            # The first line is not enough where lines overlap or where the hands of a class differ.
            yield from (rows.sets.tobytes(), rows.classes.astype(np.int64).tobytes(), rows.weights.tobytes())


class SeenPlayKind(PlayedKind[SeenPlayWager]):
    def results(self, solvers: Solvers, wager: SeenPlayWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.seen_plays import analyze_seen_play

        return analyze_seen_play(solvers, wager, paytables)

    def plays(self, game: Game, wager: SeenPlayWager, run: Run) -> Plays:
        from analyzer.pricing.terms.seen import SeenPlayPlays

        return SeenPlayPlays(game, wager, run)

    def played(self, game: Game, wager: SeenPlayWager, run: Run) -> PlayedWager:
        from analyzer.pricing.seen_plays import PlayedSeenPlay

        return PlayedSeenPlay(game, wager, run)

    def choices(self, question: Question, wager: SeenPlayWager) -> Sequence[HandChoice]:
        from analyzer.pricing.seen_plays import seen_play_choices

        return seen_play_choices(question, wager)

    def counted(self, game: Game, wager: SeenPlayWager, run: Run) -> Iterator[Any]:
        """What is seen and when, and the counts of the wager without it."""
        from analyzer.game.plain import plain

        yield [wager.shown, wager.stage, plain(wager.card), plain(wager.first)]
        yield from PlayKind().counted(game, wager.play, run)
