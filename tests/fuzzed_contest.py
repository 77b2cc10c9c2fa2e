"""Random game files of rounds against a dealer: duels with and without face-up cards, and community cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from analyzer.reference.hands import TYPES_WITH_ROYAL_ON_TOP
from tests.fuzzing.steps import some_in_steps

RANKS, SUITS = "23456789TJQKA", "cdhs"
HEAD = 'schema = "exactodds/game/2"\nid = "fuzzed"\nname = "Fuzzed"\nrules_version = "1"\n'
PAYS = ("0", "1", "2", "3/2", "7", "1/3", "25")
TYPES = {
    5: TYPES_WITH_ROYAL_ON_TOP,
    4: ("high-card", "pair", "two-pair", "straight", "flush", "three-of-a-kind", "straight-flush", "four-of-a-kind"),
    3: ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"),
    2: ("high-card", "pair"),
    1: ("high-card",),
}
# Own, up and down cards and how many of them count, for decks of few cards.
DUELS = (
    (3, 0, 3, 3), (3, 1, 2, 3), (2, 0, 2, 2), (2, 1, 1, 2), (1, 0, 1, 1), (4, 0, 4, 4), (4, 1, 3, 4), (3, 0, 4, 3),
    (4, 0, 3, 3), (2, 2, 1, 2), (5, 0, 3, 3), (4, 1, 4, 4), (3, 2, 2, 3), (5, 0, 5, 5), (5, 1, 4, 5), (5, 0, 5, 4),
    (1, 1, 1, 1), (2, 0, 3, 1),
)  # fmt: skip
BOARDS = ((3,), (3, 1), (3, 1, 1), (3, 2), (1, 2), (2, 1, 1), (2, 1), (1, 1, 1))


@dataclass
class _Table:
    """What a file has to speak about."""

    random: Random
    ranks: list[str]
    jokers: int
    best: int
    groups: dict[str, int]
    names: list[str]

    def some(self) -> str:
        return ",".join(
            sorted(self.random.sample(self.ranks, self.random.randint(1, len(self.ranks))), key=RANKS.index)
        )

    def value(self) -> str:
        hand = self.random.choice(TYPES[self.best])
        ranked = hand in ("high-card", "pair", "three-of-a-kind", "flush")
        return f"{hand} {self.random.choice(self.ranks)}" if ranked and self.random.random() < 0.7 else hand

    def cards(self, of: str) -> str:
        """A question about a hand's strength, the only one that every hand can be asked."""
        chance, choice = self.random.random(), self.random.choice
        if chance < 0.5:
            asked = f'at_least = "{self.value()}"'
        elif chance < 0.8:
            asked = f"hand = {self.random.sample(TYPES[self.best], min(len(TYPES[self.best]), choice((1, 1, 2))))}"
        else:
            asked = f'hand = "{choice(TYPES[self.best])}", ranks = "{self.some()}"'
        return f'of = "{of}", {asked}'

    def test(self, *, qualifies: bool) -> str:
        """A test of a row or a line."""
        parts = []
        chance = self.random.random()
        if chance < 0.5:
            parts.append(f"on = {self.random.sample(['win', 'tie', 'loss'], self.random.choice((1, 1, 2)))}")
        if qualifies and self.random.random() < 0.35:
            parts.append(f"qualified = {self.random.choice(('true', 'false'))}")
        if self.names and self.random.random() < 0.12:
            parts.append(f'chose = "{self.random.choice(self.names)}"')
        if not parts or self.random.random() < 0.4:
            parts.append(self.cards(self.random.choice(("player", "player", "dealer", "winner", "loser"))))
        if self.random.random() < 0.1:
            inner = ", ".join(f"{{ {self.cards(of)} }}" for of in ("player", "dealer"))
            parts.append(f"any = [{inner}]")
        return ", ".join(parts)


def contest_text(kind: str, seed: int) -> str:
    """A file of that kind, "duel" or "board"."""
    random = Random(f"{kind} {seed}")
    return (_duel if kind == "duel" else _board)(random)


def _duel(random: Random) -> str:
    own, up, down, best = random.choice(DUELS)
    needed = own + up + down
    deck, ranks, jokers = _deck(random, max(needed, 4), min(needed + 4, 12), wild=True)
    groups = {"own": own, **({"up": up} if up else {}), "down": down}
    table = _Table(random, ranks, jokers, best, groups, [])
    text = HEAD + deck + _deal(groups)
    dealer = '["up", "down"]' if up else '["down"]'
    text += f'[hands]\nplayer = {{ of = ["own"], best = {best} }}\ndealer = {{ of = {dealer}, best = {best} }}\n'
    sees = [["own"]]
    if up:
        sees = random.choice(([["own", "up"]], [["own"], ["up"]], [["own"]]))
    return some_in_steps(text + _rounds(table, sees) + _wager(table), "own", own)


def _board(random: Random) -> str:
    boards = random.choice(BOARDS)
    if sum(boards) < 3:
        boards = (3,)
    needed = 4 + sum(boards)
    deck, ranks, jokers = _deck(random, needed, needed + 2, wild=False)
    community = {f"c{number}": cards for number, cards in enumerate(boards, 1)}
    table = _Table(random, ranks, jokers, 5, {"own": 2, **community, "house": 2}, [])
    shared = ", ".join(f'"{name}"' for name in community)
    text = HEAD + deck + _deal(table.groups)
    text += f'[hands]\nplayer = ["own", {shared}]\ndealer = ["house", {shared}]\n'
    seen = [["own"], *([name] for name in community)]
    if random.random() < 0.4:
        seen = [[*seen[0], *seen[1]], *seen[2:]]
    return some_in_steps(text + _rounds(table, seen[: random.randint(1, len(seen))]) + _wager(table), "own", 2)


def _deal(groups: dict[str, int]) -> str:
    return "[deal]\n" + "".join(f"{name} = {cards}\n" for name, cards in groups.items())


def _rounds(table: _Table, sees: Sequence[Sequence[str]]) -> str:
    random, text = table.random, ""
    for stage, groups in enumerate(sees):
        text += f"[[round]]\nsees = {list(groups)}\n"
        names = [f"s{stage}-{number}" for number in range(random.randint(2, 3))]
        text += f"choose.{names[0]} = {_choice(table) if stage else '{ play = 1 }'}\n"
        text += "".join(f"choose.{name} = {_choice(table, conditions=True)}\n" for name in names[1:])
        table.names += names
    return text


def _choice(table: _Table, *, conditions: bool = False) -> str:
    random = table.random
    keys = []
    chance = random.random()
    if chance < 0.25:
        keys.append('then = "fold"')
        if random.random() < 0.4:
            keys.append('loses = { ante = "1/2" }')
    elif chance < 0.85:
        keys.append(f"{random.choice(('play', 'play', 'blind'))} = {random.choice((0, 1, 1, 2, 3))}")
        if random.random() < 0.25:
            keys.append('then = "showdown"')
    if conditions and random.random() < 0.25:
        keys.append(f"when = {{ {_condition(table)} }}")
    return f"{{ {', '.join(keys)} }}"


def _condition(table: _Table) -> str:
    own = table.groups["own"]
    chance = table.random.random()
    if table.names and chance < 0.2:
        return f'chose = "{table.random.choice(table.names)}"'
    hand = table.random.choice(TYPES[min(own, 5)])
    return (
        f'of = "own", at_least = "{hand}"' if chance < 0.6 else f'of = "own", hand = "{hand}", ranks = "{table.some()}"'
    )


def _deck(random: Random, least: int, most: int, *, wild: bool) -> tuple[str, list[str], int]:
    while True:
        suits, number = random.randint(1, 3), random.randint(2, 6)
        jokers = random.choice((0, 0, 1, 2)) if wild else 0
        if least <= suits * number + jokers <= most:
            break
    first = random.randrange(14 - number)
    run = random.random() < 0.7
    ranks = list(RANKS[first : first + number]) if run else sorted(random.sample(RANKS, number), key=RANKS.index)
    cards = ["Jk"] * (jokers > 0) + [random.choice(ranks)] * (wild and random.random() < 0.3)
    text = f'[deck]\nranks = "{",".join(ranks)}"\nsuits = "{"".join(random.sample(SUITS, suits))}"\njokers = {jokers}\n'
    text += f"wild = {cards}\n" if cards else ""
    if random.random() < 0.5:
        text += 'wheel = "second_highest"\n'
    if cards and random.random() < 0.5:
        text += 'top_hand = "five_of_a_kind"\n'
    own = Random(text)  # drawn by itself, so that the rest of a file is the same without it
    if "wheel" not in text and own.random() < 0.2:
        text += 'wheel = "none"\n'
    if cards and own.random() < 0.3:
        text += 'joker_in_flush = "ace"\n'
    if cards and own.random() < 0.3:
        text += f'natural_beats_wild = "{own.choice(("royal_flush", "straight_flush"))}"\n'
    if jokers + suits * (cards[-1:] not in ([], ["Jk"])) >= 5 and random.random() < 0.7:
        text += "five_wilds = true\n"
    return text, ranks, jokers


def _wager(table: _Table) -> str:
    random = table.random
    qualifies = random.random() < 0.6
    text = '[wagers.w]\nname = "W"\n'
    ante = random.choice(("1", "1", "2", '"1/2"'))
    text += f'bets = {{ ante = {ante}, blind = {random.choice((1, 1, 2))}, play = 0, bonus = "free" }}\n'
    text += 'compare = ["player", "dealer"]\n'
    text += f"qualifies = {{ {table.cards('dealer')} }}\n" if qualifies else ""
    text += f'overlap = "{random.choice(("most", "first"))}"\n'
    for bet in ("ante", "blind", "play"):
        rows = [_row(table, qualifies) for _ in range(random.choice((0, 1, 1, 2)))]
        text += f"settle.{bet} = [{', '.join(rows)}]\n" if rows else ""
    text += f'settle.bonus = [{{ {table.test(qualifies=qualifies)}, pays = "paytable" }}]\n'
    text += _lines(table, "w", qualifies)
    if random.random() < 0.3:
        text += '[wagers.side]\nname = "Side"\n' + _lines(table, "side", False, ("player",))
    if random.random() < 0.25:
        text += '[wagers.beat]\nname = "Beat"\ncompare = ["player", "dealer"]\n'
        text += 'settle.beat = [{ on = "loss", pays = "paytable" }, { on = "tie", pays = 0 }, { pays = -1 }]\n'
        text += _lines(table, "beat", False, ("player", "dealer", "loser"))
    return text


def _row(table: _Table, qualifies: bool) -> str:
    pays = table.random.choice(("0", "1", '"3/2"', "-1", '"paytable"', "2"))
    return f"{{ {table.test(qualifies=qualifies)}, pays = {pays} }}"


EVERYBODY = ("player", "player", "dealer", "winner", "loser")


def _lines(table: _Table, wager: str, qualifies: bool, of: Sequence[str] = EVERYBODY) -> str:
    random = table.random
    lines = []
    for _ in range(random.randint(1, 4)):
        line = table.cards(random.choice(of))
        if random.random() < 0.2 and of is EVERYBODY:
            line += f', on = "{random.choice(("win", "tie", "loss"))}"'
        if qualifies and random.random() < 0.1:
            line += ", qualified = true"
        lines.append(line)
    text = f"[wagers.{wager}.lines]\n" + "".join(f"l{number} = {{ {line} }}\n" for number, line in enumerate(lines))
    return text + f"[wagers.{wager}.pays]\n" + "".join(f'l{n} = "{random.choice(PAYS)}"\n' for n in range(len(lines)))
