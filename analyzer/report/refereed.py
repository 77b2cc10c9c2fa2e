"""Worked rounds held against the referee, who plays the game file literally: which line is paid, and how much.

The program says what the player does; what comes of it the referee finds himself, from the cards alone. He shares no
code with the kernels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from analyzer.pricing.moments import Outcome, paid_name
from analyzer.report.blocks import amount_text
from analyzer.report.by_rules import ToldRound

# Where a wager is on a meter, its level in the comparison: no whole part of any prize.
LEVEL = Fraction(1_234_567, 10)
# The same in the names of the two.
_SAME = {"does-not-qualify": "unqualified", "loss": "lose", "tie": "push", "no-prize": "lose"}
# What only the program says: that the dealer qualifies, and the tax, which is part of the amount.
_UNTOLD = re.compile(r"qualifies|tax-.*|")


@dataclass(frozen=True)
class Verdict:
    """What the referee calls a round, and what it pays him; names that mean the same stand beside each other."""

    names: tuple[str, ...]
    net: Fraction

    def difference(self, outcome: Outcome) -> str:
        """What the program and the referee disagree about; nothing where they agree on line and amount."""
        paid = outcome.net.at(LEVEL)
        if paid != self.net:
            return (
                f"the program pays {amount_text(paid)} ({outcome.name}), the referee {amount_text(self.net)} "
                f"({self.names[0]})"
            )
        told = {_parts(name) for one in self.names for name in (one, paid_name(one, self.net))}
        if _parts(outcome.name) not in told:
            return f"the program settles it as {outcome.name}, the referee as {self.names[0]}"
        return ""


def _parts(name: str) -> frozenset[str]:
    """The parts of a name, whatever their order.

    >>> sorted(_parts("bet/does-not-qualify/lose")), sorted(_parts("bet/qualifies/win"))
    (['bet', 'lose', 'unqualified'], ['bet', 'win'])
    """
    return frozenset(_SAME.get(part, part) for part in name.split("/") if not _UNTOLD.fullmatch(part))


def verdict_of(told: ToldRound) -> Verdict:
    """Of a round that the referee was told; all that was chosen in it may be part of its name."""
    ending = told.ending
    chosen = "/".join([*(done for _, done in ending.path), ending.name])
    return Verdict((*told.names, chosen), ending.net)
