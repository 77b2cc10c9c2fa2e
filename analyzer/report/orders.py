"""Which hand beats which in a game, made from the rules of its file: wild cards, and every order of hands it uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.cards.deck import RANKS
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.house_way import ranks_text
from analyzer.game.language import ACE, Pack
from analyzer.game.model import Game
from analyzer.report.blocks import Block, bullets, heading, table, text
from analyzer.report.looks import compares, sizes_of
from analyzer.report.subject import Subject

NUMBERS = ("no", "one", "two", "three", "four", "five")
FIVE_OF_A_KIND = "five-of-a-kind"
SUITS_OF_A_PACK = 4
# What a hand is made of, and what separates equal ones, by type; {n} is the number of cards.
_MADE_OF = {
    "royal-flush": "T-J-Q-K-A of one suit",
    "straight-flush": "{n} in sequence, one suit",
    "four-of-a-kind": "four of one rank",
    "full-house": "three of one rank, two of another",
    "flush": "one suit, not in sequence",
    "straight": "{n} in sequence, not one suit",
    "three-of-a-kind": "three of one rank",
    "two-pair": "two ranks twice",
    "pair": "two of one rank",
    "high-card": "none of these",
}
_SEPARATED = {
    "royal-flush": "nothing: all royals are equal",
    "straight-flush": "the highest card",
    "straight": "the highest card",
    "full-house": "the three, then the two",
    "flush": "the {n} cards, highest first",
    "high-card": "the {n} cards, highest first",
}
_ROUND_THE_CORNER = {3: "K-A-2", 4: "Q-K-A-2", 5: "Q-K-A-2-3"}
# The sets of the other types, by the number of cards: what is left beside them is compared last.
_SETS = {
    "four-of-a-kind": ("the four", 4),
    "three-of-a-kind": ("the three", 3),
    "two-pair": ("the higher pair, then the lower pair", 4),
    "pair": ("the pair", 2),
}


def order_blocks(subject: Subject) -> list[Block]:
    """Wild cards, then each order of hands that a wager of the report asks for."""
    game = subject.game
    if game.rules is None:
        return []
    pack, sizes = game.rules.pack, sizes_of(subject)
    blocks = list(_wild_blocks(subject, pack, sizes))
    for size in sizes:
        blocks += _order(subject, pack, size)
    return blocks + list(_comparison(subject, pack))


# --- one order -------------------------------------------------------------------------------------------------------


def _order(subject: Subject, pack: Pack, size: int) -> Iterator[Block]:
    cards = f"{NUMBERS[size]}-card"
    yield heading(subject.id_of(2, "order", cards), f"The order of {cards} hands")
    yield table(
        subject.id_of(2, "order", cards, "hands"),
        "",
        (("hand", "text"), ("made of", "text"), ("equal hands are separated by", "text")),
        [_row(name, pack, size) for name in types_high_first(subject.game, size)],
        note="The highest first.",
    )
    notes = list(sequence_notes(pack, size))
    if notes:
        yield bullets(notes)


def types_high_first(game: Game, size: int) -> list[str]:
    """The types of hands of that many cards that this deck has, from the best to the worst.

    Only where there are wild cards is there five of a kind.
    """
    assert game.rules is not None
    pack = game.rules.pack
    names = list(reversed(game.ranking.types(size)))
    if FIVE_OF_A_KIND in names and not _has_five_of_a_kind(pack):
        names.remove(FIVE_OF_A_KIND)
    if size == 5 and pack.five_wilds and wild_cards(pack) >= size:
        names.insert(0, "five-wilds")
    return names


def wild_cards(pack: Pack) -> int:
    """How many cards of the deck stand for others."""
    ranks = sum(1 for rank in pack.deck.ranks if pack.wild.ranks >> rank & 1)
    return ranks * len(pack.deck.suits) + (pack.deck.jokers if pack.wild.jokers else 0)


def _has_five_of_a_kind(pack: Pack) -> bool:
    wild = wild_cards(pack)
    ranks = pack.five_ranks & (1 << ACE if pack.wild.is_bug else ALL_RANKS)
    return bool(wild and ranks) and wild + len(pack.deck.suits) >= 5


def _row(name: str, pack: Pack, size: int) -> list[str]:
    if name == "five-wilds":
        return ["Five Wild Cards", "five wild cards", "nothing: all are equal"]
    if name == FIVE_OF_A_KIND:
        return _five_of_a_kind(pack)
    title = "One Pair" if name == "pair" else name.replace("-", " ").title().replace(" Of A ", " of a ")
    made = "one card" if size == 1 else _MADE_OF[name].format(n=NUMBERS[size])
    return [title, made, _separated(name, size)]


def _five_of_a_kind(pack: Pack) -> list[str]:
    if pack.wild.is_bug or pack.five_ranks == 1 << ACE:
        jokers = "the joker" if pack.deck.jokers == 1 else "jokers"
        return ["Five Aces", f"aces and {jokers if pack.wild.jokers else 'wild cards'}", "nothing: all are equal"]
    which = "" if pack.five_ranks == ALL_RANKS else f" ({ranks_text(pack.five_ranks)} only)"
    return ["Five of a Kind", f"five of one rank, by wild cards{which}", "the rank"]


def _separated(name: str, size: int) -> str:
    if name not in _SETS:
        return _SEPARATED[name].format(n=NUMBERS[size]) if size > 1 else "the rank"
    words, cards = _SETS[name]
    if cards == size:
        return words if name == "two-pair" else "the rank"
    odd = "the odd card" if size - cards == 1 else "the odd cards, highest first"
    return f"{words}, then {odd}"


# --- sequences -------------------------------------------------------------------------------------------------------


def sequence_notes(pack: Pack, size: int) -> Iterator[str]:
    """Where the ace stands in a sequence."""
    if size < 3 or (ACE not in pack.deck.ranks and not wild_cards(pack)):
        return
    top = "-".join(RANKS[ACE - size + 1 :])
    low = ["A", *RANKS[: size - 1]]
    if not _has_wheel(pack, size):
        yield f"In a sequence the ace is high, as in {top}, and nothing else{_not_below(pack, size)}."
        return
    wheel = "-".join(low)
    if pack.wheel == "none":
        yield f"In a sequence the ace is high, as in {top}, and nothing else: {wheel} is not a straight."
        return
    yield (
        f"In a sequence the ace is high in {top} and low in {wheel}. A sequence does not run round the corner: "
        f"{_ROUND_THE_CORNER[size]} is not a straight."
    )
    yield f"{wheel} is the {'lowest' if pack.wheel == 'lowest' else 'second highest'} straight" + (
        "." if pack.wheel == "lowest" else f", just below {top}."
    )


def _not_below(pack: Pack, size: int) -> str:
    """An ace below the lowest cards of the deck, where that is another hand than the highest straight."""
    lowest = [rank for rank in pack.deck.ranks if rank != ACE][: size - 1]
    if len(lowest) < size - 1 or lowest == list(range(ACE - size + 1, ACE)):
        return ""
    return f": {'-'.join(['A', *(RANKS[rank] for rank in lowest)])} is not a straight"


def _has_wheel(pack: Pack, size: int) -> bool:
    """Whether the cards of an ace-low sequence are there, wild cards among them."""
    missing = [rank for rank in (ACE, *range(size - 1)) if rank not in pack.deck.ranks]
    return len(missing) <= wild_cards(pack)


# --- wild cards ------------------------------------------------------------------------------------------------------


def _wild_blocks(subject: Subject, pack: Pack, sizes: Sequence[int]) -> Iterator[Block]:
    if pack.wild and wild_cards(pack):
        yield heading(subject.id_of(2, "wild"), "Wild cards")
        yield bullets(_what_is_wild(pack, sizes))


def _what_is_wild(pack: Pack, sizes: Sequence[int]) -> Iterator[str]:
    which = _wild_names(pack)
    if pack.wild.is_bug:
        completes = " In a hand of one or two cards it is an ace." if min(sizes, default=5) < 3 else ""
        yield (
            f"{which} limited: an ace, or the card that completes a straight, a flush or a straight flush, whichever "
            f"makes the hand rank higher.{completes}"
        )
    else:
        whole = len(pack.deck.ranks) == len(RANKS) and len(pack.deck.suits) == SUITS_OF_A_PACK
        lacking = "" if whole else ", those that this deck lacks too"
        yield f"{which} wild: any card{lacking}, whichever makes the hand rank highest."
    if pack.wild.ranks:
        yield "A wild card that stands for itself is a wild card all the same."
    if max(sizes, default=0) > 2:
        if pack.joker_in_flush == "ace":
            yield "In a flush a wild card is an ace, beside the ace of the suit too."
        else:
            yield "In a flush a wild card is the highest rank that the flush lacks: no flush has two aces."
    if 5 in sizes and _has_five_of_a_kind(pack) and pack.five_ranks != ALL_RANKS and not pack.wild.is_bug:
        yield (
            f"Wild cards make five of a kind of {ranks_text(pack.five_ranks)} only; five of another rank are four of a "
            "kind and an ace."
        )


def _wild_names(pack: Pack) -> str:
    """Which cards are wild, as the beginning of a sentence."""
    named = [f"every {RANKS[rank]}" for rank in pack.deck.ranks if pack.wild.ranks >> rank & 1]
    if pack.wild.jokers and pack.deck.jokers:
        named.append("the joker" if pack.deck.jokers == 1 else "each joker")
    words = " and ".join(named)
    return f"{words[:1].upper()}{words[1:]} {'is' if len(named) == 1 else 'are'}"


# --- two hands -------------------------------------------------------------------------------------------------------


def _comparison(subject: Subject, pack: Pack) -> Iterator[Block]:
    """How two hands are compared, where a wager of the report does that."""
    if not compares(subject):
        return
    yield heading(subject.id_of(2, "showdown"), "Two hands compared")
    words = "The type of hand is compared first, then the ranks as the table above says. Suits separate no two hands."
    if pack.wild and wild_cards(pack):
        words += " " + _natural_against_wild(pack)
    yield text(words)


def _natural_against_wild(pack: Pack) -> str:
    if pack.natural_beats_wild == "never":
        return "A natural hand and one with wild cards, of the same type and ranks, are equal."
    which = "royal flushes" if pack.natural_beats_wild == "royal_flush" else "straight flushes, royal ones included,"
    return f"Of two equal {which} a natural one beats one with wild cards; other natural hands do not."
