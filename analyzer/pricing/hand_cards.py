"""The cards of one hand, as they are written on the command line: own ones, community cards, others that are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.cards.deck import card_name
from analyzer.errors import CardError, SelectionError
from analyzer.game.model import Game, Wager
from analyzer.game.sections import nearest

Cards = tuple[int, ...]


@dataclass(frozen=True)
class HandCards:
    """What was written of one hand: the player's cards, the community cards, and others that he sees.

    Where the groups that were named tell it: the stage from 0, the cards of every group, and what was discarded.
    """

    own: Cards
    board: Cards = ()
    sees: Cards = ()
    stage: int | None = None
    groups: Mapping[str, Cards] = field(default_factory=dict)
    discards: Cards = ()


def read_cards(game: Game, wager: Wager, hand: str, board: str, sees: str) -> HandCards:
    """The player's cards, the community cards, and others that he sees."""
    boards = list(wager.board_sizes)
    if board and not boards:
        raise SelectionError(f"{game.id} / {wager.id} has no community cards, so --board cannot be given")
    size = wager.own_cards
    own = cards_of("the hand", game, hand, size)
    if not board and not sees:
        return HandCards(own)
    # Read together, so that a card given twice, or a joker too many, is noticed.
    turned = cards_of("--board", game, board, boards) if board else ()
    seen = _seen_cards(game, wager, sees) if sees else ()
    texts = [card_name(card) for card in (*own, *turned, *seen)]
    every = game.deck.parse_hand(" ".join(texts), size + len(turned) + len(seen))
    return HandCards(every[:size], every[size : size + len(turned)], every[size + len(turned) :])


def cards_of(what: str, game: Game, text: str, size: int | Sequence[int] | None) -> Cards:
    """The cards of one part; what is wrong with them is said of it."""
    try:
        return game.deck.parse_hand(text, size)
    except CardError as error:
        raise CardError(f"{what}: {error}") from None


def _seen_cards(game: Game, wager: Wager, sees: str) -> Cards:
    """`GROUP=CARDS`, as often as there are such groups: the dealer's cards that are face up, or what else is seen."""
    seats = wager.seen_seats
    if not seats:
        raise SelectionError(f"{game.id} / {wager.id} shows no cards of the dealer, so --sees cannot be given")
    texts = by_group(sees, [seat.name for seat in seats])
    if set(texts) != {seat.name for seat in seats}:
        example = " ".join(f"{seat.name}=As" for seat in seats)
        names = [seat.name for seat in seats]
        strange = [no_group(game, group, names) for group in texts if group not in names]
        why = f"; {', '.join(strange)}" if strange else ""
        raise SelectionError(f'--sees {sees!r} must name the group and its cards: "{example}"{why}')
    return tuple(card for seat in seats for card in cards_of(f"--sees {seat.name}", game, texts[seat.name], seat.cards))


def no_group(game: Game, name: str, known: Sequence[str]) -> str:
    """That a name is none of these groups; a hand is told from its groups."""
    hands = game.rules.hands if game.rules is not None else ()
    for hand in hands:
        if hand.name == name:
            return f"{name} is a hand, of {' and '.join(hand.groups)}"
    if game.rules is not None and name in {group.name for group in game.rules.deal}:
        return f"{name} is not seen then"
    return f"there is no group {name!r}{nearest(name, known)}"


def must_see(wager: Wager, sees: Cards) -> None:
    """A decision beside seen cards has no value without them."""
    needed = sum(seat.cards for seat in wager.seen_seats)
    if len(sees) != needed:
        names = " ".join(f"{seat.name}=..." for seat in wager.seen_seats)
        cards = "another card that is" if needed == 1 else f"{needed} other cards that are"
        raise SelectionError(f'{wager.id} is decided beside {cards} seen: --sees "{names}"')


def by_group(sees: str, groups: Sequence[str] = ()) -> dict[str, str]:
    """Cards by the group that they are of; it need not be named where there is only one.

    >>> by_group("up=As Kd burn=2c"), by_group("As Kd", ["up"])
    ({'up': 'As Kd', 'burn': '2c'}, {'up': 'As Kd'})
    """
    texts: dict[str, str] = {}
    group = groups[0] if len(groups) == 1 else ""
    for word in sees.replace(",", " ").split():
        name, equals, card = word.partition("=")
        if equals:
            group = name
        texts[group] = f"{texts.get(group, '')} {card if equals else word}".strip()
    if "" in texts:
        raise SelectionError(f'--sees {sees!r} must name groups and their cards: "GROUP=As Kd"')
    return texts
