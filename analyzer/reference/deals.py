"""Which cards a wager depends on, and out of how many deals its results are counted (docs/language.md, Meaning 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm

from analyzer.game.language import Exchange, Hand, Rules
from analyzer.reference.settled import Settled, tests_in


def makes(rules: Rules) -> dict[str, Exchange]:
    """The exchanges by the group that they make."""
    return {stage.exchange.makes: stage.exchange for stage in rules.stages if stage.exchange is not None}


def depends_on_play(rules: Rules, settled: Settled) -> bool:
    """Does what the player does change the wager's result? No other wager notices the bets of the main one."""
    if settled.is_main and any(stage.choices or stage.exchange or stage.automatic_win for stage in rules.stages):
        return True
    return (
        any(test.chose for test, _ in settled.tests())
        or any(group in makes(rules) for look in settled.looks for group in look.hand.groups)
        or any(is_own_choice(look.hand) for look in settled.looks)
    )


def is_own_choice(hand: Hand) -> bool:
    return bool(hand.house_way) and hand.sets == "optimal"


def looked_at(rules: Rules, settled: Settled, *, played: bool) -> list[tuple[str, ...]]:
    """The groups that are looked at together: by the wager and, if it depends on the play, by the player."""
    looks = [look.hand.groups for look in settled.looks]
    for stage in rules.stages if played else ():
        looks.append(stage.sees)
        looks += [(back.group,) for back in stage.backs]
        for question in (stage.automatic_win, *(choice.when for choice in stage.choices)):
            looks += [test.of.hand.groups for test in tests_in(question) if test.of and not isinstance(test.of, str)]
    return looks + (decided_by(rules) if played and not settled.is_main else [])


def decided_by(rules: Rules) -> list[tuple[str, ...]]:
    """What the main wager tells apart of the cards that the player sees: by that he decides."""
    seen = {group for stage in rules.stages for group in stage.sees}
    main = Settled(rules, rules.main, rules.main.paytables[0], Fraction(0))
    return [tuple(group for group in look.hand.groups if group in seen) for look in main.looks]


def dealt_together(rules: Rules, looks: Sequence[tuple[str, ...]], *, played: bool) -> dict[str, int]:
    """The groups that must be dealt and how many cards they have; groups never told apart are dealt as the first."""
    exchanges = makes(rules).values() if played else ()
    asked = [*looks]
    for exchange in exchanges:
        asked += [(exchange.taken_from,), (exchange.draw,), (exchange.first,)]
    first: dict[tuple[bool, ...], str] = {}
    sizes: Counter[str] = Counter()
    for group in rules.deal:
        told_by = tuple(group.name in look for look in asked)
        if any(told_by) and not group.made:
            sizes[first.setdefault(told_by, group.name)] += group.cards
    return dict(sizes)


def number_of_deals(rules: Rules, settled: Settled) -> int:
    """The binomials in dealing order; from an exchange on the least common multiple over the numbers drawn."""
    played = depends_on_play(rules, settled)
    looks = looked_at(rules, settled, played=played)
    groups = list(dealt_together(rules, looks, played=played).items())
    drawn_by = {exchange.draw: exchange for exchange in makes(rules).values()} if played else {}
    looked = {name for look in looks for name in look}

    def ways(place: int, left: int) -> int:
        if place == len(groups):
            return 1
        name, size = groups[place]
        if name not in drawn_by:
            return comb(left, size) * ways(place + 1, left - size)
        numbers, first = drawn_by[name].discards, seen_first(rules, drawn_by[name])
        others = [max(0, k - first) for k in numbers]
        parts = [comb(first, min(k, first)) for k in numbers]
        if name in looked:  # all of it is dealt; the drawn cards are a part
            drawn = [part * comb(size, k) for part, k in zip(parts, others, strict=True)]
            return comb(left, size) * lcm(*drawn) * ways(place + 1, left - size)
        drawn = [part * comb(left, k) * ways(place + 1, left - k) for part, k in zip(parts, others, strict=True)]
        return lcm(*drawn)

    return ways(0, rules.pack.deck.size)


def deals_to_settle(rules: Rules, settled: Settled) -> int:
    """About how many times a wager has to be settled to play it: each deal, after every discard."""
    played = depends_on_play(rules, settled)
    looks = looked_at(rules, settled, played=played)
    if played:
        looks += [look.hand.groups for look in Settled(rules, rules.main, rules.main.paytables[0], Fraction(0)).looks]
    sizes = dealt_together(rules, looks, played=played)
    drawn_by = {exchange.draw: exchange for exchange in makes(rules).values()} if played else {}
    left, work = rules.pack.deck.size, 1
    for name, size in sizes.items():
        if name in drawn_by:
            numbers, held = drawn_by[name].discards, cards_in(rules, drawn_by[name].taken_from)
            first = seen_first(rules, drawn_by[name])
            work *= sum(comb(held, k) * comb(left, max(0, k - first)) for k in numbers)
        else:
            work *= comb(left, size)
        left -= size
    return work


def seen_first(rules: Rules, exchange: Exchange) -> int:
    """How many cards of a draw were seen before; they are drawn first."""
    return cards_in(rules, exchange.first) if exchange.first else 0


def cards_in(rules: Rules, group: str) -> int:
    """How many cards a group has; one that an exchange makes has as many as the one it was made from."""
    while group in makes(rules):
        group = makes(rules)[group].taken_from
    return next(one.cards for one in rules.deal if one.name == group)
