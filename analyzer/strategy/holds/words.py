"""Looks in words."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.strategy.holds.looks import HeldKind, Look

NUMBERS = ("no", "one", "two", "three", "four", "five")
ALIKE = {2: "pair", 3: "three of a kind", 4: "four of a kind"}


def words_of_all(
    looks: Sequence[Look], lines: Sequence[str], *, is_short: bool, some_high: bool, some_wild: bool
) -> str:
    """One step of a list; several looks are lines that are kept whole."""
    if len(looks) == 1:
        return words_of(looks[0], lines, is_short=is_short, some_high=some_high, some_wild=some_wild)
    names = [lines[look.line].lower() for look in looks]
    return f"{', '.join(names[:-1])} or {names[-1]}, all five cards"


def words_of(
    look: Look, lines: Sequence[str], *, is_short: bool = False, some_high: bool = True, some_wild: bool = False
) -> str:
    """What a person looks for in his hand; `some_high`, `some_wild`: there are such cards in this game at all.

    >>> words_of(Look(HeldKind.ROYAL, 4), [], is_short=True)
    '4 to a royal flush'
    >>> words_of(Look(HeldKind.STRAIGHT, 4, 0, 2), [], is_short=True)
    '4 to an open straight'
    >>> words_of(Look(HeldKind.ALIKE, 2, 0, 0, 1), []), words_of(Look(HeldKind.ALIKE, 3, 1), [])
    ('high pair', 'three of a kind with 1 wild card')
    """
    with_wilds = f" with {look.wilds} wild card{'s' if look.wilds > 1 else ''}" if look.wilds else ""
    if look.kind is HeldKind.NOTHING:
        return "nothing: discard everything"
    if look.kind is HeldKind.REST:
        return f"any other hand: keep the {look.cards} highest cards"
    if look.kind is HeldKind.PAT:
        return f"{lines[look.line].lower()}, all five cards"
    if look.kind is HeldKind.TWO_PAIR:
        return "two pair"
    if look.kind is HeldKind.ALIKE:
        counted = ", wild cards counted" if is_short and some_wild and look.cards > 2 else ""
        return _alike(look, some_high) + counted if look.wilds < look.cards else _wild_alone(look)
    details = _details(look, some_high) if not is_short else _short_details(look, some_high)
    return _draw(look) + with_wilds + details


def _wild_alone(look: Look) -> str:
    return "a wild card alone" if look.cards == 1 else f"{look.cards} wild cards alone"


def _alike(look: Look, some_high: bool) -> str:
    with_wilds = f" with {look.wilds} wild card{'s' if look.wilds > 1 else ''}" if look.wilds else ""
    high = ("high " if look.high else "low ") if some_high and look.cards == 2 else ""
    return f"{high}{ALIKE[look.cards]}{with_wilds}"


def _draw(look: Look) -> str:
    if look.kind is HeldKind.HIGH_CARDS:
        return "1 high card" if look.cards == 1 else f"{look.cards} high cards of different suits"
    names = {HeldKind.ROYAL: "a royal flush", HeldKind.STRAIGHT_FLUSH: "a straight flush", HeldKind.FLUSH: "a flush"}
    if look.kind is not HeldKind.STRAIGHT:
        return f"{look.cards} to {names[look.kind]}"
    if look.cards + 1 < 5:
        return f"{look.cards} to a straight"
    return f"{look.cards} to an {'open' if look.straights > 1 else 'inside'} straight"


def _details(look: Look, some_high: bool) -> str:
    """How often the cards fit into a straight, and how many of them are high."""
    details = []
    if look.straights and not (look.kind is HeldKind.STRAIGHT and look.cards == 4):
        details.append("1 straight fits" if look.straights == 1 else f"{look.straights} straights fit")
    if some_high and look.kind is not HeldKind.HIGH_CARDS:
        details.append(f"{NUMBERS[look.high]} high")
    return f" ({', '.join(details)})" if details else ""


def _short_details(look: Look, some_high: bool) -> str:
    if look.kind is HeldKind.ROYAL and look.cards == 2 and some_high and not look.wilds:
        return ", both high" if look.high else ", not both high"
    return " with 3 or more high cards" if look.kind is HeldKind.STRAIGHT and look.high else ""
