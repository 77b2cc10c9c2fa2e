"""Random game files without an opponent: exchanges of five cards, and bets decided between reveals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from analyzer.reference.hands import TYPES_WITH_ROYAL_ON_TOP
from tests.fuzzing.steps import some_in_steps

RANKS, SUITS = "23456789TJQKA", "cdhs"
HEAD = 'schema = "exactodds/game/2"\nid = "fuzzed"\nname = "Fuzzed"\nrules_version = "1"\n'
CUTS = ((3, 1, 1), (2, 1, 1, 1), (2, 3), (4, 1), (1, 2, 2), (3, 2))
PAYS = ("0", "1", "2", "3/2", "7", "1/3", "25")
# Types that the order of ranks alone tells, so that `at_least` may name one.
RANKED = ("high-card", "pair", "three-of-a-kind")
WITH_KICKER = TYPES_WITH_ROYAL_ON_TOP[:4] + TYPES_WITH_ROYAL_ON_TOP[5:8]


def solo_text(kind: str, seed: int) -> str:
    """A file of that kind, "exchange" or "reveal"."""
    random = Random(f"{kind} {seed}")
    return (_exchange if kind == "exchange" else _reveal)(random)


def _exchange(random: Random) -> str:
    deck, ranks, jokers, size = _deck(random, 7, 10)
    most = random.randint(1, min(5, size - 5))
    discards = sorted(random.sample(range(most + 1), random.randint(1, most + 1)))
    if discards == [0]:
        discards = [0, 1]
    exchange = f'{{ from = "own", discard = {discards}, draw = "draw", makes = "final" }}'
    table = f'[deal]\nown = 5\ndraw = {discards[-1]}\n[[round]]\nsees = "own"\nexchange = {exchange}\n'
    return HEAD + deck + table + _wager(random, ranks, jokers, '"final"')


def _reveal(random: Random) -> str:
    deck, ranks, jokers, _ = _deck(random, 6, 11)
    groups = dict(zip("abcd", random.choice(CUTS), strict=False))
    table = "[deal]\n" + "".join(f"{name} = {cards}\n" for name, cards in groups.items())
    for name in list(groups)[: random.randint(1, len(groups) - 1)]:
        table += f'[[round]]\nsees = "{name}"\n'
        table += "".join(f"choose.c{number} = {_choice(random)}\n" for number in range(random.randint(2, 3)))
    bets = f"bets = {{ x = {random.choice(('1', '2', chr(34) + '1/2' + chr(34)))}, y = {random.choice((1, 3))} }}\n"
    return some_in_steps(HEAD + deck + table + _wager(random, ranks, jokers, str(list(groups)), bets), "a", groups["a"])


def _choice(random: Random) -> str:
    chance = random.random()
    if chance < 0.2:
        return '{ then = "fold", loses = { x = "1/2" } }' if random.random() < 0.4 else '{ then = "fold" }'
    if chance < 0.4:
        return "{}"
    then = ', then = "showdown"' if random.random() < 0.2 else ""
    return f"{{ {random.choice('xy')} = {random.choice((0, 1, 2, 5))}{then} }}"


def _deck(random: Random, least: int, most: int) -> tuple[str, list[str], int, int]:
    """The section, its ranks and jokers, and how many cards there are; jokers and sometimes a rank are wild."""
    while True:
        suits, number, jokers = random.randint(1, 3), random.randint(2, 6), random.choice((0, 0, 1, 2))
        if least <= suits * number + jokers <= most:
            break
    first = random.randrange(14 - number)
    run = random.random() < 0.7
    ranks = list(RANKS[first : first + number]) if run else sorted(random.sample(RANKS, number), key=RANKS.index)
    wild = ["Jk"] * (jokers > 0) + [random.choice(ranks)] * (random.random() < 0.35)
    text = f'[deck]\nranks = "{",".join(ranks)}"\nsuits = "{"".join(random.sample(SUITS, suits))}"\njokers = {jokers}\n'
    text += f"wild = {wild}\n" if wild else ""
    text += f'top_hand = "{random.choice(("royal", "five_of_a_kind"))}"\n'
    text += f'wheel = "{random.choice(("lowest", "second_highest"))}"\n'
    own = Random(text)  # drawn by itself, so that the rest of a file is the same without it
    if wild and own.random() < 0.3:
        text += 'joker_in_flush = "ace"\n'
    return text, ranks, jokers, suits * number + jokers


def _wager(random: Random, ranks: Sequence[str], jokers: int, of: str, bets: str = "") -> str:
    lines = [_line(random, ranks, jokers) for _ in range(random.randint(1, 4))]
    text = f'[wagers.w]\nname = "W"\n{bets}of = {of}\nodds = "{random.choice(("to_one", "for_one"))}"\n'
    text += f'overlap = "{random.choice(("most", "first"))}"\n[wagers.w.lines]\n'
    text += "".join(f"l{number} = {{ {line} }}\n" for number, line in enumerate(lines))
    return (
        text + "[wagers.w.pays]\n" + "".join(f'l{number} = "{random.choice(PAYS)}"\n' for number in range(len(lines)))
    )


def _line(random: Random, ranks: Sequence[str], jokers: int) -> str:
    """One to five tests of the final hand."""

    def some() -> str:
        return ",".join(sorted(random.sample(ranks, random.randint(1, len(ranks))), key=RANKS.index))

    tests = []
    chance = random.random()
    if chance < 0.15:
        tests += [f'hand = "{random.choice(WITH_KICKER)}"', f'kicker = "{some()}"']
    elif chance < 0.55:
        tests.append(f"hand = {random.sample(TYPES_WITH_ROYAL_ON_TOP, random.choice((1, 1, 2)))}")
    elif chance < 0.8:
        hand = random.choice(TYPES_WITH_ROYAL_ON_TOP[:8])
        rank = f" {random.choice(ranks)}" if hand in RANKED and random.random() < 0.6 else ""
        tests.append(f'at_least = "{hand}{rank}"')
    if tests and random.random() < 0.35:
        tests.append(f'ranks = "{some()}"')
    if tests and random.random() < 0.3:
        tests.append(f"natural = {random.choice(('true', 'false'))}")
    if jokers and random.random() < 0.2:
        tests.append(f"jokers = {random.randint(0, jokers)}")
    if not tests or random.random() < 0.2:
        tests.append(f"count = {{ {random.choice(ranks)} = {random.randint(0, 1)} }}")
    return ", ".join(tests)
