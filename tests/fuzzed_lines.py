"""Random game files with one wager on lines or on jokers: the dict that the literal code reads, and its TOML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

from analyzer.documents import Json, JsonDict
from analyzer.reference.hands import THREE_CARD_TYPES, TYPES_WITH_ROYAL_ON_TOP
from tests.literal_lines import ORDERS, deck_of, satisfies

RANKS, SUITS = "23456789TJQKA", "cdhs"
MAX_DEALS = 800
GROUPS = ((2,), (3,), (4,), (5,), (6,), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (2, 2, 2), (3, 2, 2))
RANKED = {"pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"}
BESIDE = ((11,), (12,), (10, 11), (8, 12), (7,), (7, 6), (9, 10))


@cache
def decks() -> tuple[JsonDict, ...]:
    """Sixty small decks, the same for every seed: what the literal code found out about their hands is used again."""
    random = Random(20)
    decks = [
        {"ranks": [8, 9, 10, 11, 12], "suits": [0, 1], "jokers": 1},
        {"ranks": [8, 9, 10, 11, 12], "suits": [2, 3], "jokers": 0},
        {"ranks": [7, 8, 9, 10, 11, 12], "suits": [1], "jokers": 2},
        {"ranks": [0, 1, 2, 3, 12], "suits": [0, 2], "jokers": 1},
    ]
    while len(decks) < 60:
        suits = sorted(random.sample(range(4), random.choice((1, 2, 2, 3, 3, 4))))
        number = random.randint(2, max(2, 10 // len(suits)))
        start = random.randrange(13)
        run = [(start + i) % 13 for i in range(number)]
        ranks = sorted(run if random.random() < 0.6 else random.sample(range(13), number))
        jokers = random.choice((0, 1, 1, 2))
        if 7 <= len(ranks) * len(suits) + jokers <= 12:
            decks.append({"ranks": ranks, "suits": suits, "jokers": jokers})
    return tuple(decks)


def random_spec(random: Random, kind: str = "") -> JsonDict:
    """A file of that kind, "lines" or "jokers", or of either."""
    spec: JsonDict = dict(random.choice([deck for deck in decks() if kind != "jokers" or deck["jokers"]]))
    spec["joker"] = random.choice(("wild", "bug")) if spec["jokers"] else "none"
    spec["wheel"] = random.choice(("lowest", "lowest", "second_highest"))
    spec["top_hand"] = random.choice(("royal", "five_of_a_kind"))
    spec["overlap"] = random.choice(("most", "most", "first"))
    if kind == "jokers" or (not kind and spec["jokers"] and random.random() < 0.12):
        return _jokers_wager(spec, random)
    return _lines_wager(spec, random)


def _add_order(spec: JsonDict) -> None:
    """What few games say about the order of hands, where it has a meaning; the rest of the file is drawn without it."""
    random = Random(repr(spec))
    if random.random() < 0.15:
        spec["wheel"] = "none"
    if spec["jokers"] and random.random() < 0.25:
        spec["joker_in_flush"] = "ace"
    if spec["jokers"] and random.random() < 0.25:
        spec["natural_beats_wild"] = random.choice(("royal_flush", "straight_flush"))
    if spec["hand_size"] == 3 and random.random() < 0.4:
        spec["three_card_order"] = random.choice(("five_card", "flush_over_straight"))


def _size(spec: Json) -> int:
    return len(spec["ranks"]) * len(spec["suits"]) + int(spec["jokers"])


# --- wagers on lines -------------------------------------------------------------------------------------------------


def _lines_wager(spec: JsonDict, random: Random) -> JsonDict:
    spec["kind"] = "lines"
    spec["hand_size"] = 3 if random.random() < 0.2 else 5
    _add_order(spec)
    spec["uses"] = "best_ranked" if spec["hand_size"] == 3 else random.choice(("best_ranked", "pays_most"))
    sizes = [n for n in range(spec["hand_size"], 8) if n <= _size(spec) and comb(_size(spec), n) <= MAX_DEALS]
    spec["cards"] = random.choice(sizes)
    spec["seats"] = _cut(spec["cards"], random)
    spec["lines"] = [_line(spec, random, spec["cards"]) for _ in range(random.randint(1, 5))]
    if spec["cards"] > spec["hand_size"] and random.random() < 0.15:
        spec["seats"] = [("player", spec["cards"] - 1), ("draw", 1)]
        spec["tax"] = [_tax_line(spec, random) for _ in range(random.randint(1, 3))]
    elif random.random() < 0.3:
        spec["meter"] = {
            "bet": random.choice((Fraction(1), Fraction(5), Fraction(1, 2))),
            "prizes": random.choice(("for_one", "to_one")),
        }
    spec["pays"] = [_pay(random, "meter" in spec) for _ in spec["lines"]]
    if not any(isinstance(pay, tuple) for pay in spec["pays"]):
        spec.pop("meter", None)
    return spec


def _cut(cards: int, random: Random) -> list[tuple[str, int]]:
    """One seat, or two that have the cards between them."""
    if random.random() < 0.7:
        return [("player", cards)]
    first = random.randint(1, cards - 1)
    return [("player", first), ("draw", cards - first)]


def _pay(random: Random, meter: bool) -> Any:
    if meter and random.random() < 0.5:
        return (random.choice((Fraction(1), Fraction(1, 10), Fraction(3, 10), Fraction(1, 1000))),)
    return random.choice(
        (Fraction(random.randint(0, 6)), Fraction(random.randint(0, 500), random.choice((1, 2, 3, 7, 999983))))
    )


def _tax_line(spec: Json, random: Random) -> JsonDict:
    line = _line(dict(spec, uses="best_ranked"), random, spec["cards"] - 1)
    line.pop("colour", None)
    return line | {"tax": Fraction(random.randint(0, 9), random.choice((1, 2)))}


def _ranks(random: Random, deck: Sequence[int]) -> list[int]:
    pool = list(deck) if random.random() < 0.8 else list(range(13))
    return sorted(random.sample(pool, random.randint(1, max(1, len(pool) // 2))))


def _line(spec: Json, random: Random, cards: int) -> JsonDict:
    """One to four tests, some of which the loader must refuse."""
    types = THREE_CARD_TYPES if spec["hand_size"] == 3 else TYPES_WITH_ROYAL_ON_TOP
    line: JsonDict = {}
    main = random.choice(("hand", "hand", "hand", "at_least", "groups", "groups", "whole", "high", "jokers", "none"))
    if main == "hand":
        line["hand"] = random.sample(types, random.choice((1, 1, 1, 2, 3)))
    elif main == "at_least":
        line["at_least"] = random.choice(types)
    elif main != "none":
        _add(line, main, spec, random, cards)
    chances = {"ranks": 0.3, "natural": 0.4, "groups": 0.1, "whole": 0.07, "high": 0.12, "without": 0.15}
    chances |= {"colour": 0.1, "jokers": 0.12, "beside": 0.02}
    for key, chance in chances.items():
        if key not in line and random.random() < chance:
            _add(line, key, spec, random, cards)
    if random.random() < 0.95:
        _tidy(line, spec, cards)
    if spec["uses"] == "pays_most" and random.random() < 0.06:
        line = {"hand": ["royal-flush"], "beside": list(random.choice(BESIDE))} | (
            {"natural": random.random() < 0.5} if random.random() < 0.6 else {}
        )
        if random.random() < 0.5:
            line["beside_suits"] = random.choice(("any", "any", "one"))
    return line


def _tidy(line: JsonDict, spec: Json, cards: int) -> None:
    """Leave out what the loader would refuse, so that most files are counted."""
    groups = line.get("groups", ())
    if sum(groups) > cards or len(groups) > len(spec["ranks"]):
        line.pop("groups")
    held = spec["uses"] == "pays_most"
    hands = set(line.get("hand", ())) | ({line["at_least"]} if "at_least" in line else set())
    ended = line.get("whole", "flush") != "flush"
    if (not hands and "groups" not in line and not ended) or (held and not hands <= RANKED):
        line.pop("ranks", None)
    if not hands and "groups" not in line and "whole" not in line:
        line.pop("natural", None)
    line.pop("beside", None)
    if spec["hand_size"] == 3:
        line.pop("without", None)
    if not line:
        line["jokers"] = spec["jokers"]


def _add(line: JsonDict, key: str, spec: Json, random: Random, cards: int) -> None:
    values: dict[str, Callable[[], Any]] = {
        "ranks": lambda: _ranks(random, spec["ranks"]),
        "natural": lambda: random.random() < 0.4,
        "groups": lambda: list(random.choice(GROUPS)),
        "whole": lambda: random.choice(("straight", "flush", "straight-flush")),
        "high": lambda: _ranks(random, spec["ranks"]),
        "without": lambda: [
            kind if random.random() < 0.7 else f"natural-{kind}"
            for kind in random.sample(TYPES_WITH_ROYAL_ON_TOP[1:], random.choice((1, 1, 2)))
        ],
        "colour": lambda: random.choice(("one", "one", "red", "black")),
        "jokers": lambda: random.randint(0, max(0, spec["jokers"])),
        "beside": lambda: list(random.choice(BESIDE)),
        "kicker": lambda: _ranks(random, spec["ranks"]),
        "suited": lambda: True,
        "suit": lambda: random.choice(spec["suits"]) if random.random() < 0.9 else random.randrange(4),
        "count": lambda: {rank: random.randint(0, 3) for rank in random.sample(range(13), random.choice((1, 1, 2)))},
    }
    line[key] = values[key]()
    if key == "high" and random.random() < 0.3:
        line["ace"] = "low"


# --- the whole vocabulary, also what no file of the fuzzer says ------------------------------------------------------


def random_vocabulary(random: Random) -> JsonDict:
    """Lines on hands of one to five cards that may ask everything; the tests are made from them without a file."""
    spec: JsonDict = dict(random.choice(decks()))
    spec["joker"] = random.choice(("wild", "bug")) if spec["jokers"] else "none"
    spec["wheel"] = random.choice(("lowest", "lowest", "second_highest"))
    spec["top_hand"] = random.choice(("royal", "five_of_a_kind"))
    spec["hand_size"] = random.choice((1, 2, 2, 3, 4, 4, 5, 5, 5))
    _add_order(spec)
    spec["uses"] = random.choice(("best_ranked", "pays_most"))
    sizes = [n for n in range(spec["hand_size"], 8) if n <= _size(spec) and comb(_size(spec), n) <= MAX_DEALS]
    spec["cards"] = random.choice(sizes)
    spec["lines"] = [_telling_line(spec, random) for _ in range(random.randint(1, 5))]
    return spec


def _telling_line(spec: Json, random: Random) -> JsonDict:
    """A line that some of a few deals satisfy and others do not, unless none of ten lines is like that."""
    deals = [tuple(sorted(random.sample(deck_of(spec), spec["cards"]))) for _ in range(25)]
    for _ in range(10):
        line = _wide_line(spec, random)
        if len({satisfies(cards, line, spec, best=spec["uses"] == "best_ranked") for cards in deals}) == 2:
            break
    return line


def _wide_line(spec: Json, random: Random) -> JsonDict:
    line: JsonDict = {}
    types = ORDERS.get(spec["hand_size"], TYPES_WITH_ROYAL_ON_TOP)
    if random.random() < 0.5:
        line["hand"] = random.sample(types, min(len(types), random.choice((1, 1, 2, 3))))
    if random.random() < 0.35:
        line["at_least"] = _value(random.choice(types), spec, random)
    chances = {"ranks": 0.25, "natural": 0.2, "groups": 0.07, "whole": 0.05, "high": 0.08, "without": 0.06}
    chances |= {"colour": 0.12, "jokers": 0.08, "kicker": 0.2, "suited": 0.12, "suit": 0.15, "count": 0.12}
    for key, chance in chances.items():
        if random.random() < chance:
            _add(line, key, spec, random, spec["cards"])
    groups = line.get("groups", ())
    if sum(groups) > spec["cards"] or len(groups) > len(spec["ranks"]):
        line.pop("groups")
    if spec["hand_size"] != 5:
        line.pop("without", None)
    return line or {"count": {spec["ranks"][0]: 1}}


def _value(kind: str, spec: Json, random: Random) -> Any:
    """A hand type alone or with some of the ranks that it takes, high first."""
    most = _ranks_taken(kind, spec["hand_size"])
    number = random.randint(0, min(most, 3))
    if not number:
        return kind
    if kind in ("straight", "straight-flush"):
        return kind, [random.randint(spec["hand_size"] - (1 if spec["wheel"] == "none" else 2), 12)]
    return kind, random.sample(range(13), number)


def _ranks_taken(kind: str, size: int) -> int:
    sets = {"pair": 1, "two-pair": 2, "three-of-a-kind": 2, "four-of-a-kind": 3, "five-of-a-kind": 4, "full-house": 3}
    if kind in ("straight", "straight-flush", "royal-flush"):
        return int(kind != "royal-flush")
    return size - sets.get(kind, 0)


# --- wagers on jokers ------------------------------------------------------------------------------------------------


def _jokers_wager(spec: JsonDict, random: Random) -> JsonDict:
    spec["kind"] = "jokers"
    seats, deals, left = [], 1, _size(spec)
    for name in ("player", "dealer", "draw", "community"):
        cards = random.randint(1, 4)
        if cards <= left and deals * comb(left, cards) <= 20 * MAX_DEALS:
            seats.append((name, cards))
            deals *= comb(left, cards)
            left -= cards
    spec["seats"] = seats
    names = [name for name, _ in seats]
    spec["lines"] = []
    for _ in range(random.randint(1, 4)):
        some = random.sample(names, random.randint(1, len(names)))
        spec["lines"].append({"jokers": {name: random.randint(0, spec["jokers"]) for name in some}})
    named = {name for line in spec["lines"] for name in line["jokers"]}
    spec["seats"] = [seat for seat in seats if seat[0] in named]
    spec["pays"] = [_pay(random, meter=False) for _ in spec["lines"]]
    return spec


# --- as a file -------------------------------------------------------------------------------------------------------


def spec_text(spec: Json) -> str:
    ranks = ",".join(RANKS[rank] for rank in spec["ranks"])
    suits = "".join(SUITS[suit] for suit in spec["suits"])
    joker = f'{spec["joker"]} = "Jk"\n' if spec["jokers"] else ""
    seats = "\n".join(f"{name} = {cards}" for name, cards in spec["seats"])
    parts = [
        'schema = "exactodds/game/2"\nid = "fuzzed"\nname = "Fuzzed"\nrules_version = "1"\n[source]\ntitle = "none"\n'
        f'[deck]\nranks = "{ranks}"\nsuits = "{suits}"\njokers = {spec["jokers"]}\n{joker}'
        f'wheel = "{spec["wheel"]}"\ntop_hand = "{spec["top_hand"]}"\n{_order_text(spec)}[deal]\n{seats}\n'
    ]
    jokers = spec["kind"] == "jokers"
    parts += [] if jokers else [_hand_text(spec)]
    parts.append(f'[wagers.w]\nname = "W"\noverlap = "{spec["overlap"]}"\n')
    parts += [] if jokers else [f'of = "cards"\nuses = "{spec["uses"]}"\n']
    if "meter" in spec:
        parts.append(f'odds = "{spec["meter"]["prizes"]}"\nmeter = {{ bet = "{spec["meter"]["bet"]}" }}\n')
    parts += [_tax_text(spec["tax"])] if "tax" in spec else []
    write = _joker_line_text if jokers else _line_text
    parts += ["[wagers.w.lines]\n", *(f"l{i} = {write(line)}\n" for i, line in enumerate(spec["lines"]))]
    parts += ["[wagers.w.pays]\n", *(f'l{i} = "{_pay_text(pay)}"\n' for i, pay in enumerate(spec["pays"]))]
    return "".join(parts)


def _order_text(spec: Json) -> str:
    keys = ("joker_in_flush", "natural_beats_wild", "three_card_order")
    return "".join(f'{key} = "{spec[key]}"\n' for key in keys if key in spec)


def _hand_text(spec: Json) -> str:
    names = ", ".join(f'"{name}"' for name, _ in spec["seats"])
    best = f"best = {spec['hand_size']}"
    before = f'before = {{ of = "player", {best} }}\n' if "tax" in spec else ""
    return f"[hands]\ncards = {{ of = [{names}], {best} }}\n{before}"


def _tax_text(lines: Sequence[Json]) -> str:
    """Rows that charge on the cards before the last one."""
    rows = []
    for line in lines:
        asked = _line_text({key: value for key, value in line.items() if key != "tax"})
        rows.append(f'{{ of = "before", pays = "-{line["tax"]}", {asked.removeprefix("{ ")}')
    bets = 'bets = { prize = "free", tax = "free" }\nsettle.prize = [{ pays = "paytable" }]\n'
    return f'unit = "dollars"\n{bets}settle.tax = [{", ".join(rows)}]\n'


def _joker_line_text(line: Json) -> str:
    parts = [f'{{ of = "{name}", jokers = {number} }}' for name, number in line["jokers"].items()]
    return parts[0] if len(parts) == 1 else f"[{', '.join(parts)}]"


def _pay_text(pay: Any) -> str:
    if not isinstance(pay, tuple):
        return str(pay)
    (share,) = pay
    top = "J" if share.numerator == 1 else f"{share.numerator}*J"
    return top if share.denominator == 1 else f"{top}/{share.denominator}"


def _line_text(line: Json) -> str:
    return "{ " + ", ".join(f"{key} = {_value_text(key, value)}" for key, value in line.items()) + " }"


def _value_text(key: str, value: Any) -> str:
    if key in ("ranks", "high", "beside"):
        return '"' + ",".join(RANKS[rank] for rank in value) + '"'
    if key == "groups":
        return '"' + "+".join(map(str, value)) + '"'
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(f'"{name}"' for name in value) + "]"
    return f'"{value}"'
