"""A list of rules, followed by a person who looks at the cards one hand at a time.

A rule is what a strategy file says, read as a plain dictionary: `when` (conditions on the cards that are
seen), `action`, and for a discard `keep` (conditions on the cards that are left) and `discards` (the ranks
that may be discarded). The first rule that matches decides; if none does, `otherwise` says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from analyzer.reference.cards import RANK_NAMES, Cards, Deck, card_name, cards_of, is_joker, rank_of, suit_of
from analyzer.reference.hands import (
    THREE_CARD_TYPES,
    Hand,
    HandRules,
    Ranks,
    all_straights,
    best_hand,
    three_card_hand,
    types_in_order,
)

ACTIONS_WITH_A_CARD = (
    "discard lowest",
    "discard second lowest",
    "discard highest",
    "keep flush draw",
    "keep straight draw",
    "keep high straight draw",
)


class Table(NamedTuple):
    """What the player sits at: the deck, how hands rank, and how many cards make a hand."""

    deck: Deck
    rules: HandRules
    size: int


class Seen(NamedTuple):
    """What the player sees: the player's own cards, and the community card or None."""

    own: Cards
    board: int | None = None


class Done(NamedTuple):
    """What the player does: an action, and for a discard the card."""

    action: str
    card: int | None = None


def follow(rules: Sequence[Mapping[str, Any]], otherwise: str, seen: Seen, table: Table) -> Done:
    """What the list says about these cards."""
    for rule in rules:
        if not matches(rule.get("when", {}), seen, table):
            continue
        if rule["action"] not in ACTIONS_WITH_A_CARD:
            return Done(rule["action"])
        card = named_card(rule["action"], seen, table)
        if card is not None and may_discard(rule, card, seen, table):
            return Done(rule["action"], card)
    if otherwise not in ACTIONS_WITH_A_CARD:
        return Done(otherwise)
    card = named_card(otherwise, seen, table)
    return Done(otherwise, card if card is not None else named_card("discard lowest", seen, table))


def may_discard(rule: Mapping[str, Any], card: int, seen: Seen, table: Table) -> bool:
    """Does the card have a rank that may be discarded, and do the others pass the conditions on what is kept?"""
    if "discards" in rule and (is_joker(card) or rank_of(card) not in ranks_in(rule["discards"])):
        return False
    return matches(rule.get("keep", {}), Seen(all_but(seen.own, card)), table)


def matches(conditions: Mapping[str, Any], seen: Seen, table: Table) -> bool:
    """Do the cards pass all conditions?"""
    return all(passes(key, wanted, seen, table) for key, wanted in conditions.items())


# Conditions


def passes(key: str, wanted: Any, seen: Seen, table: Table) -> bool:
    """Do the cards pass one condition?"""
    if key in NUMBERS:
        return is_number(wanted, NUMBERS[key](seen, table))
    if key in TESTS:
        return TESTS[key](wanted, seen, table)
    rank = asked_rank(key, seen, table)
    return rank is not None and rank in ranks_in(wanted)


def hand_is(wanted: str | Sequence[str], cards: Cards, table: Table) -> bool:
    """Is the best hand of the cards one of these?"""
    return hand_of(cards, table).type in ([wanted] if isinstance(wanted, str) else wanted)


def enough_high_cards(wanted: Mapping[str, Any], seen: Seen) -> bool:
    """Are there as many cards of these ranks as wanted?"""
    named = ranks_in(wanted["ranks"])
    return is_number(wanted["cards"], sum(rank in named for rank in own_ranks(seen)))


def board_is_over(seen: Seen, table: Table) -> bool:
    """Is the community card above the rank that decides first?"""
    rank = board_rank(seen)
    return rank is not None and rank > deciding_ranks(seen, table)[0]


def cards_above(seen: Seen, table: Table) -> int:
    """How many of one's own cards are above the rank that decides first?"""
    return sum(rank > deciding_ranks(seen, table)[0] for rank in own_ranks(seen))


def points(seen: Seen, table: Table) -> int:
    """Three times the rank that decides first, the outs, 3 for each own card above it, and what the board is worth."""
    rank = deciding_ranks(seen, table)[0] + 2
    return 3 * rank + len(outs(all_seen(seen), table)) + 3 * cards_above(seen, table) + board_points(seen, table)


def board_points(seen: Seen, table: Table) -> int:
    """-3 for a community card above the rank or below five; 4 for another one from the jack up that pairs nothing."""
    rank = board_rank(seen)
    if rank is None:
        return 0
    if board_is_over(seen, table) or RANK_NAMES[rank] in "234":
        return -3
    return 4 if RANK_NAMES[rank] in "JQKA" and rank not in own_ranks(seen) else 0


def start_points(seen: Seen, table: Table) -> int:
    """One's own ranks added up, a king 16 and an ace 22; 8 for three of a suit, 2 for every straight two cards away."""
    cards = sum({"K": 16, "A": 22}.get(RANK_NAMES[rank], rank + 2) for rank in own_ranks(seen))
    suited = 8 if most_of_one_suit(seen.own) >= 3 else 0
    return cards + suited + 2 * near_straights(seen.own, table)


def near_straights(cards: Cards, table: Table) -> int:
    """How many straights lack at most two cards, jokers counted in?"""
    jokers = sum(is_joker(card) for card in cards)
    held = {rank_of(card) for card in cards if not is_joker(card)}
    return sum(len(ranks - held) - jokers <= 2 for ranks in all_straights(table.size, table.rules.wheel))


TESTS: dict[str, Callable[[Any, Seen, Table], bool]] = {
    "hand": lambda wanted, seen, table: hand_is(wanted, all_seen(seen), table),
    "own_hand": lambda wanted, seen, table: hand_is(wanted, seen.own, table),
    "at_least": lambda wanted, seen, table: own_strength(seen, table) >= named_strength(wanted, table),
    "below": lambda wanted, seen, table: own_strength(seen, table) < named_strength(wanted, table),
    "natural": lambda wanted, seen, table: hand_of(all_seen(seen), table).natural == wanted,
    "board": lambda wanted, seen, table: board_is(wanted, seen),
    "board_pairs": lambda wanted, seen, table: (board_rank(seen) in own_ranks(seen)) == wanted,
    "board_over": lambda wanted, seen, table: board_is_over(seen, table) == wanted,
    "high_cards": lambda wanted, seen, table: enough_high_cards(wanted, seen),
}
NUMBERS: dict[str, Callable[[Seen, Table], int]] = {
    "jokers": lambda seen, table: sum(is_joker(card) for card in all_seen(seen)),
    "suited": lambda seen, table: most_of_one_suit(all_seen(seen)),
    "own_suited": lambda seen, table: most_of_one_suit(seen.own),
    "connected": lambda seen, table: most_in_a_straight(all_seen(seen), table),
    "straight_ranks": lambda seen, table: len(ranks_that_make_a_straight(all_seen(seen), table)),
    "outs": lambda seen, table: len(outs(all_seen(seen), table)),
    "own_jokers": lambda seen, table: sum(is_joker(card) for card in seen.own),
    "points": points,
    "start_points": start_points,
    "total": lambda seen, table: sum(rank + 2 for rank in own_ranks(seen)),
    "overcards": cards_above,
}


def asked_rank(key: str, seen: Seen, table: Table) -> int | None:
    """A rank that conditions ask for; None if the hand has no such card."""
    highest_first = sorted(own_ranks(seen), reverse=True)
    if key in ("high", "second_high", "third_high"):
        place = ("high", "second_high", "third_high").index(key)
        return highest_first[place] if place < len(highest_first) else None
    if key == "low":
        return highest_first[-1] if highest_first else None
    if key == "flush_high":
        return highest_of_longest_suit(all_seen(seen))
    ranks = deciding_ranks(seen, table)
    if key == "ranks":
        return ranks[0]
    if key == "kicker":
        return ranks[1] if len(ranks) > 1 else None
    raise ValueError(f"{key!r} is no condition")


def board_is(wanted: str, seen: Seen) -> bool:
    """Is the community card one of these: ranks, or the joker?"""
    if seen.board is None:
        return False
    pieces = wanted.split(",")
    if is_joker(seen.board):
        return "Jk" in pieces
    ranks = ",".join(piece for piece in pieces if piece != "Jk")
    return bool(ranks) and rank_of(seen.board) in ranks_in(ranks)


# What the cards are


def all_seen(seen: Seen) -> Cards:
    """The player's own cards, and the community card."""
    return seen.own if seen.board is None else tuple(sorted((*seen.own, seen.board)))


def own_ranks(seen: Seen) -> list[int]:
    """The ranks of the player's own cards that are no jokers."""
    return [rank_of(card) for card in seen.own if not is_joker(card)]


def board_rank(seen: Seen) -> int | None:
    """The rank of the community card; a joker has none."""
    return None if seen.board is None or is_joker(seen.board) else rank_of(seen.board)


def hand_of(cards: Cards, table: Table) -> Hand:
    """The best hand of the cards."""
    return three_card_hand(cards, table.rules) if table.size == 3 else best_hand(cards, table.rules)


def types_of(table: Table) -> tuple[str, ...]:
    """The types of hands, lowest first."""
    return THREE_CARD_TYPES if table.size == 3 else types_in_order(table.rules.top_hand)


def own_strength(seen: Seen, table: Table) -> tuple[int, Ranks]:
    """What hands are compared by."""
    hand = hand_of(all_seen(seen), table)
    return types_of(table).index(hand.type), hand.ranks


def named_strength(name: str, table: Table) -> tuple[int, Ranks]:
    """The strength of a hand such as "pair T" or "high-card Q-6-4"; ranks that are not written are the lowest."""
    kind, _, ranks = name.partition(" ")
    return types_of(table).index(kind), tuple(RANK_NAMES.index(rank) for rank in ranks.split("-") if rank)


def deciding_ranks(seen: Seen, table: Table) -> Ranks:
    """The ranks that decide between hands of one type, in order; of a straight its highest card."""
    hand = hand_of(all_seen(seen), table)
    if hand.type == "royal-flush":
        return (RANK_NAMES.index("A"),)
    if hand.type in ("straight", "straight-flush"):
        ranks = sorted(all_straights(table.size, table.rules.wheel)[hand.ranks[0]])
        ace_is_low = ranks[0] == 0 and ranks[-1] == RANK_NAMES.index("A")
        return (ranks[-2] if ace_is_low else ranks[-1],)
    return hand.ranks


def most_of_one_suit(cards: Cards) -> int:
    """Most cards of one suit, jokers counted in."""
    jokers = sum(is_joker(card) for card in cards)
    return jokers + max(sum(not is_joker(card) and suit_of(card) == suit for card in cards) for suit in range(4))


def highest_of_longest_suit(cards: Cards) -> int | None:
    """The highest card of the suit with the most cards; of suits as long the one with the highest cards."""
    plain = [card for card in cards if not is_joker(card)]
    suits = [sorted((rank_of(card) for card in plain if suit_of(card) == suit), reverse=True) for suit in range(4)]
    longest = max(suits, key=lambda ranks: (len(ranks), ranks))
    return longest[0] if longest else None


def most_in_a_straight(cards: Cards, table: Table) -> int:
    """Most different ranks that fit into one straight, jokers counted in."""
    jokers = sum(is_joker(card) for card in cards)
    held = {rank_of(card) for card in cards if not is_joker(card)}
    return min(table.size, jokers + max(len(held & ranks) for ranks in all_straights(table.size, table.rules.wheel)))


def ranks_that_make_a_straight(cards: Cards, table: Table) -> set[int]:
    """The ranks of the deck, not held yet, one card of which would make a straight."""
    jokers = sum(is_joker(card) for card in cards)
    held = {rank_of(card) for card in cards if not is_joker(card)}
    ranks = set()
    for rank in (RANK_NAMES.index(name) for name in table.deck.ranks):
        for straight in all_straights(table.size, table.rules.wheel):
            missing = straight - held - {rank}
            if rank in straight and rank not in held and len(missing) <= jokers:
                ranks.add(rank)
    return ranks


def outs(cards: Cards, table: Table) -> list[int]:
    """The unseen cards that would make a straight or a flush; a joker does if any other card does."""
    jokers = sum(is_joker(card) for card in cards)
    ranks = ranks_that_make_a_straight(cards, table)
    natural, wild = [], []
    for card in cards_of(table.deck):
        if card in cards:
            continue
        if is_joker(card):
            wild.append(card)
            continue
        of_suit = sum(not is_joker(held) and suit_of(held) == suit_of(card) for held in cards)
        if rank_of(card) in ranks or of_suit + jokers == table.size - 1:
            natural.append(card)
    return natural + wild[: len(wild) if natural else 0]


# Discards


def named_card(action: str, seen: Seen, table: Table) -> int | None:
    """The card that an action names, or None if there is none."""
    in_order = sorted(seen.own, key=lambda card: place_in_order(card, seen.own))
    singles = [card for card in in_order if not is_joker(card) and not is_paired(card, seen.own)]
    if action == "discard lowest":
        return in_order[0]
    if action == "discard second lowest":
        return in_order[1] if in_order[1] in singles else None
    if action == "discard highest":
        return singles[-1] if singles else None
    if action == "keep flush draw":
        good = [card for card in in_order if most_of_one_suit(all_but(seen.own, card)) == len(seen.own) - 1]
        return good[0] if good else None
    making = {card: len(ranks_that_make_a_straight(all_but(seen.own, card), table)) for card in in_order}
    if action == "keep high straight draw":
        highest = max(own_ranks(seen))
        making = {card: number for card, number in making.items() if is_joker(card) or rank_of(card) != highest}
    most = max(making.values())
    return next(card for card in making if making[card] == most) if most else None


def is_paired(card: int, cards: Cards) -> bool:
    """Is there another card of its rank?"""
    return any(other != card and not is_joker(other) and rank_of(other) == rank_of(card) for other in cards)


def place_in_order(card: int, cards: Cards) -> tuple[int, int, int, list[int]]:
    """Cards that go first have the lowest place: single ones, paired ones, jokers, each by rank.

    Of two cards of one rank that goes first whose suit has fewer cards here, and then lower ones.
    """
    if is_joker(card):
        return (2, 0, 0, [])
    same_suit = [other for other in cards if not is_joker(other) and suit_of(other) == suit_of(card)]
    highest_first = sorted((rank_of(other) for other in same_suit), reverse=True)
    return (1 if is_paired(card, cards) else 0, rank_of(card), len(same_suit), highest_first)


def all_but(cards: Cards, card: int) -> Cards:
    """The cards without one of them."""
    return tuple(other for other in cards if other != card)


# Numbers and ranks as a file writes them


def is_number(wanted: Any, number: int) -> bool:
    """Is the number the one wanted: 2, "1-2" or "2+"?"""
    text = str(wanted)
    if text.endswith("+"):
        return number >= int(text[:-1])
    low, _, high = text.partition("-")
    return int(low) <= number <= int(high or low)


def ranks_in(text: str) -> set[int]:
    """The ranks of a text such as "9-J" or "2,A"."""
    ranks = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        ranks |= set(range(RANK_NAMES.index(low), RANK_NAMES.index(high or low) + 1))
    return ranks


def told(done: Done) -> str:
    """What is done, as the program says it."""
    return done.action if done.card is None else f"discard {card_name(done.card)}"
