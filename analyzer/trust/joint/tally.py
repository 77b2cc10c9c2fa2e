"""A discard, with lines on the cards dealt, on these and the draw, or on the dealer's: one tally of all deals."""

from __future__ import annotations

from analyzer.game.joining import why_not_joined
from analyzer.game.model import Game
from analyzer.pricing.joint import JointMoments, draw_moments
from analyzer.run.jobs import Run
from analyzer.trust.joint.parts import Parts


def by_tally(game: Game, parts: Parts, run: Run) -> JointMoments | None:
    """The joint tally: one showdown after a discard, and lines."""
    if len(parts.draws) != 1 or any(why_not_joined(parts.draws[0][0], wager) for wager, _ in parts.lines):
        return None
    return draw_moments(game, parts.made, run)
