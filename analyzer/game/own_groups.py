"""Which of the groups are the player's own hand: a file says it where hands are compared, elsewhere its lines do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from analyzer.game.language import Cards, Hand, PaidLine, Stage, inner_tests


def own_groups(
    stages: Sequence[Stage], compare: tuple[Hand, Hand] | None, lines: Sequence[PaidLine], asked: Sequence[Hand]
) -> tuple[str, ...]:
    """The groups of the hand that the player compares, or that lines (or else rows, `asked`) look at.

    What an exchange makes is his own; of hands with it the smallest has no other cards than his.
    """
    if compare is not None:
        return compare[0].groups
    looked = [hand for line in lines for hand in _hands(line)] or list(asked)
    made = next((stage.exchange.makes for stage in stages if stage.exchange is not None), None)
    if made is not None:
        own = [hand.groups for hand in (*looked, *asked) if made in hand.groups]
        return min(own, key=len, default=(made,))
    if not looked:
        return ()
    often = Counter(hand.groups for hand in looked)
    return max(often, key=lambda groups: (often[groups] if lines else 0, len(groups)))


def _hands(line: PaidLine) -> list[Hand]:
    return [inner.of.hand for inner in inner_tests(line.test) if isinstance(inner.of, Cards)]
