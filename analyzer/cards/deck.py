"""Cards, decks, and how people write them.

A card is rank * 4 + suit: 0 is the deuce of clubs, 51 the ace of spades, 52 and 53 are the jokers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RED_SUITS = frozenset({1, 2})
MAX_JOKERS = 2
FIRST_JOKER = len(RANKS) * len(SUITS)
# The cards of the largest deck: all card numbers are below. cext/cards.pxd has the same numbers.
MAX_DECK_SIZE = FIRST_JOKER + MAX_JOKERS
JOKER_NAME = "Jk"

_SUIT_OF_SYMBOL = dict(zip("♣♦♥♠♧♢♡♤", SUITS + SUITS, strict=True))
_JOKER_WORDS = frozenset({"jk", "jkr", "joker", "jk1", "jk2", "🃏"})
_SEPARATORS = re.compile(r"[\s,;]+")


def card_name(card: int) -> str:
    """
    >>> card_name(51), card_name(0), card_name(52)
    ('As', '2c', 'Jk')
    """
    return JOKER_NAME if card >= FIRST_JOKER else RANKS[card >> 2] + SUITS[card & 3]


def hand_name(cards: Iterable[int]) -> str:
    """
    >>> hand_name([51, 32, 53])
    'As Tc Jk'
    """
    return " ".join(card_name(card) for card in cards)


def parse_card(text: str) -> int:
    """One card as a person writes it; a joker is read as the first joker.

    >>> [parse_card(word) for word in ("As", "as", "10d", "T♦", "Jk")]
    [51, 51, 33, 33, 52]
    >>> parse_card("1x")
    Traceback (most recent call last):
    analyzer.errors.CardError: '1x' is not a card; write a rank 23456789TJQKA and a suit cdhs, or Jk
    """
    word = text.strip().replace("\ufe0f", "")
    if word.lower() in _JOKER_WORDS:
        return FIRST_JOKER
    rank = word[:-1].upper().replace("10", "T")
    suit = _SUIT_OF_SYMBOL.get(word[-1:], word[-1:].lower())
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise CardError(f"{text!r} is not a card; write a rank {RANKS} and a suit {SUITS}, or {JOKER_NAME}")
    return RANKS.index(rank) * 4 + SUITS.index(suit)


def _words(text: str) -> list[str]:
    """Split a written hand; `AsKdJk` without spaces is read too."""
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if len(words) == 1 and len(words[0]) > 3:
        run = words[0].replace("\ufe0f", "")
        pieces = re.findall(r"(?i)joker|jkr?(?:[12](?![cdhs♣♦♥♠♧♢♡♤0]))?|(?:10|[2-9tjqka])[cdhs♣♦♥♠♧♢♡♤]|🃏", run)
        if "".join(pieces) == run:
            return pieces
    return words


@dataclass(frozen=True)
class Deck:
    """Every rank in every suit, then the jokers. A position is a card's place in `cards`.

    >>> Deck(jokers=1).size
    53
    >>> hand_name(Deck(ranks=(7, 8), suits=(0, 3), jokers=1).cards)
    '9c 9s Tc Ts Jk'
    """

    ranks: tuple[int, ...] = tuple(range(len(RANKS)))
    suits: tuple[int, ...] = tuple(range(len(SUITS)))
    jokers: int = 0

    def __post_init__(self) -> None:
        for name, values, limit in (("ranks", self.ranks, len(RANKS)), ("suits", self.suits, len(SUITS))):
            if not values or list(values) != sorted(set(values)) or not 0 <= values[0] <= values[-1] < limit:
                raise CardError(f"deck {name} {values} must be distinct, ascending, from 0 to {limit - 1}")
        if self.jokers not in range(MAX_JOKERS + 1):
            raise CardError(f"a deck has 0, 1 or 2 jokers, not {self.jokers}")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        naturals = tuple(rank * 4 + suit for rank in self.ranks for suit in self.suits)
        return naturals + tuple(range(FIRST_JOKER, FIRST_JOKER + self.jokers))

    @property
    def size(self) -> int:
        return len(self.ranks) * len(self.suits) + self.jokers

    @property
    def rank_set(self) -> int:
        """The ranks as bits."""
        return sum(1 << rank for rank in self.ranks)

    def parse_hand(self, text: str, size: int | Sequence[int] | None = None) -> tuple[int, ...]:
        """The cards in the order written; all faults of the hand in one error.

        >>> Deck(jokers=2).parse_hand("Jk As jk")
        (52, 51, 53)
        >>> Deck(jokers=1).parse_hand("As Zz as Jk Jk")
        Traceback (most recent call last):
        analyzer.errors.CardError: 'Zz' is not a card; write a rank 23456789TJQKA and a suit cdhs, or Jk; \
As is given twice; 2 jokers are given, the deck has 1
        """
        faults: list[str] = []
        hand: list[int] = []
        jokers = 0
        for word in _words(text):
            try:
                card = parse_card(word)
            except CardError as error:
                faults.append(str(error))
                continue
            if card >= FIRST_JOKER:
                card += jokers
                jokers += 1
            elif card in hand:
                faults.append(f"{card_name(card)} is given twice")
            elif card not in self.cards:
                faults.append(f"the deck has no {card_name(card)}")
            hand.append(card)
        if jokers > self.jokers:
            have = f"the deck has {self.jokers or 'none'}"
            faults.append(f"{jokers} joker{'s are' if jokers > 1 else ' is'} given, {have}")
        sizes = (size,) if isinstance(size, int) else size
        if sizes is not None and len(hand) not in sizes and not faults:
            wanted = " or ".join(str(count) for count in sizes)
            given = "1 card is" if len(hand) == 1 else f"{len(hand)} cards are"
            faults.append(f"{given} given where {wanted} {'is' if wanted == '1' else 'are'} needed")
        if faults:
            raise CardError("; ".join(faults))
        return tuple(hand)
