"""What the fields of the page for one hand and for designs are for: how many cards, and what can be written there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from math import gcd

from analyzer.cards.deck import Deck, card_name
from analyzer.documents import JsonDict
from analyzer.game.model import Game, Wager
from analyzer.game.pay import Pay
from analyzer.pricing.kinds.registry import kind_of

SHOWN_LINES = 2
# Cards that stand beside each other in an example are not beside each other in the deck.
STRIDE = 15


def hand_form(game: Game, wager: Wager) -> JsonDict:
    """How many cards go into each field of one hand, and cards that could."""
    own, board, seats = kind_of(wager).hand_sizes(wager)
    cards = iter(example_cards(game.deck))
    mine = " ".join(islice(cards, own[0] if own else 0))
    turned = " ".join(islice(cards, board[0] if board else 0))
    seen = [(name, " ".join(islice(cards, number))) for name, number in seats]
    return {
        "own": numbers_text(own),
        "board": numbers_text(board),
        "cards": mine,
        "turned": turned,
        "seen": seen[0][1] if len(seen) == 1 else " ".join(f"{name}={text}" for name, text in seen),
    }


def example_cards(deck: Deck) -> Sequence[str]:
    """All cards of a deck but its jokers, in an order that looks dealt."""
    names = [card_name(card) for card in deck.cards]
    stride = next(step for step in range(STRIDE, STRIDE + len(names) + 1) if gcd(step, len(names)) == 1)
    return [names[(place + 1) * stride % len(names)] for place in range(len(names))]


def numbers_text(numbers: Sequence[int]) -> str:
    """
    >>> numbers_text((3, 5)), numbers_text(())
    ('3 or 5', '')
    """
    return " or ".join(map(str, numbers))


def vary_example(names: Mapping[str, str], pays: Mapping[str, Pay]) -> str:
    """Pays to try, of the last lines: one less to one more than they pay.

    >>> from fractions import Fraction
    >>> vary_example({"full-house": "Full house"}, {"full-house": Pay(Fraction(5)), "flush": Pay(Fraction(1))})
    'Full house=4..6, flush=1..2'
    """
    whole = {line: int(pay.amount) for line, pay in pays.items() if not pay.meter and pay.amount.denominator == 1}
    chosen = list(whole.items())[-SHOWN_LINES:]
    return ", ".join(f"{_plain_name(line, names)}={max(1, pay - 1)}..{pay + 1}" for line, pay in chosen)


def _plain_name(line: str, names: Mapping[str, str]) -> str:
    name = names.get(line, line)
    return line if set(name) & set(",=") else name


def by_ids(text: str, names: Mapping[str, str]) -> str:
    """Pays to try with the ids of the lines in place of their names, however these are written.

    >>> by_ids("full house = 4..6, Flush=3..5", {"full-house": "Full house", "flush": "Flush"})
    'full-house=4..6, flush=3..5'
    """
    ids = {name.casefold(): line for line, name in names.items()}
    known = "|".join(re.escape(name) for name in sorted(names.values(), key=len, reverse=True))
    pattern = re.compile(rf"(^|,)(\s*)({known})\s*=\s*", re.IGNORECASE)
    return pattern.sub(lambda found: f"{found[1]}{found[2]}{ids[found[3].casefold()]}=", text) if known else text
