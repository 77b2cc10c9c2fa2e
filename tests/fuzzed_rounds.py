"""Random game files of any shape.

Own, open, hidden and community cards seen in steps, exchanges, automatic wins, conditions on whatever is seen or was
done, rows and lines about any hand, side wagers that notice what the player does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.fuzzed_contest import HEAD, PAYS, RANKS, SUITS, TYPES

# The referee looks at every deal.
MAX_CARDS = 13


@dataclass
class _File:
    """A file in the making."""

    random: Random
    ranks: list[str] = field(default_factory=list)
    suits: str = ""
    jokers: int = 0
    groups: dict[str, int] = field(default_factory=dict)
    hands: dict[str, tuple[list[str], int]] = field(default_factory=dict)
    exchange: bool = False
    seen: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    raises: bool = False
    automatic: bool = False

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def size(self, groups: list[str]) -> int:
        return sum(self.groups[group] for group in groups)


def round_text(seed: int) -> str:
    """One game file; whether an engine counts it is for the planner to say."""
    file = _File(Random(f"round {seed}"))
    deck = _deck(file)
    _deal(file)
    stages = _stages(file)
    body = "\n".join([*stages, *_wagers(file)])
    hands = "\n".join(_hands_text(file, body))
    return "\n".join([HEAD, deck, _deal_text(file, hands + body), hands, body])


def _deck(file: _File) -> str:
    random = file.random
    suits = random.choice(("cdhs", "cdhs", "cds", "ch", "ds", "s"))
    most = MAX_CARDS // len(suits)
    count = min(13, max(2, random.randint(max(2, most - 1), most)))
    start = random.choice((0, 13 - count, random.randint(0, 13 - count)))
    file.ranks = list(RANKS[start : start + count])
    if file.chance(0.2):
        file.ranks = sorted(random.sample(RANKS, count), key=RANKS.index)
    file.suits = suits
    file.jokers = random.choice((0, 0, 0, 1, 2))
    lines = ["[deck]", f'ranks = "{",".join(file.ranks)}"', f'suits = "{suits}"']
    wild = []
    if file.jokers:
        lines.append(f"jokers = {file.jokers}")
        wild.append("Jk")
    if file.chance(0.2):
        wild.append(random.choice(file.ranks))
    if wild:
        key = "bug" if file.chance(0.2) and wild == ["Jk"] else "wild"
        lines.append(f"{key} = {wild!r}".replace("'", '"'))
    if file.chance(0.1):
        lines.append('wheel = "second_highest"')
    return "\n".join(lines)


def _deal(file: _File) -> None:
    """a, b: own groups, u, v: open ones of the dealer, d: hidden, c, e: community, x: seen and used by nobody."""
    random = file.random
    sizes = {"a": random.choice((1, 2, 2, 3)), "d": random.choice((0, 1, 1, 2))}
    for name, share in (("b", 0.4), ("u", 0.4), ("v", 0.15), ("c", 0.4), ("e", 0.2), ("x", 0.15)):
        if file.chance(share):
            sizes[name] = random.choice((1, 1, 2))
    file.exchange = file.chance(0.25)
    if file.exchange:
        sizes["a"] = random.choice((2, 2, 3))
        sizes["w"] = sizes["a"]
    file.groups = {name: cards for name, cards in sizes.items() if cards}
    total = len(file.ranks) * len(file.suits) + file.jokers
    for name in ("x", "e", "v", "b", "c", "u", "d"):
        if sum(file.groups.values()) > min(total, 7):
            file.groups.pop(name, None)
    order = list(file.groups)
    random.shuffle(order)
    file.groups = {name: file.groups[name] for name in order}
    own = "made" if file.exchange else "a"
    if file.exchange:
        file.groups["made"] = file.groups["a"]
    player = [own, *(name for name in ("b", "c", "e") if name in file.groups)]
    dealer: list[str] = [name for name in ("u", "v", "d", "c", "e") if name in file.groups]
    file.hands["player"] = player, _best(file, player)
    if dealer and set(dealer) - set(player):
        file.hands["dealer"] = dealer, _best(file, dealer)
        best = min(file.hands["player"][1], file.hands["dealer"][1])
        file.hands = {name: (groups, best) for name, (groups, _) in file.hands.items()}


def _best(file: _File, groups: list[str]) -> int:
    return file.random.randint(1, min(5, file.size(groups)))


def _deal_text(file: _File, text: str) -> str:
    """The groups that something looks at."""
    used = [name for name in file.groups if name != "made" and f'"{name}"' in text]
    return "\n".join(["[deal]", *(f"{name} = {file.groups[name]}" for name in used)])


def _hands_text(file: _File, text: str) -> list[str]:
    """The hands that something looks at."""
    used = {name: hand for name, hand in file.hands.items() if f'"{name}"' in text}
    if not used:
        return []
    return [
        "[hands]",
        *(f"{name} = {{ of = {_list(groups)}, best = {best} }}" for name, (groups, best) in used.items()),
    ]


def _list(groups: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{group}"' for group in groups) + "]"


# --- tests -----------------------------------------------------------------------------------------------------------


def _question(file: _File, groups: list[str], best: int, of: str) -> str:
    """Something about the cards of a hand."""
    random = file.random
    types = TYPES[best]
    some = ",".join(sorted(random.sample(file.ranks, random.randint(1, len(file.ranks))), key=RANKS.index))
    hand = random.choice(types)
    value = f"{hand} {random.choice(file.ranks)}" if hand in ("high-card", "pair") and file.chance(0.7) else hand
    asked = [
        f'at_least = "{value}"',
        f'at_least = "{value}"',
        f"hand = {_list(random.sample(types, min(len(types), random.choice((1, 2)))))}",
        f'hand = "{random.choice(types)}", ranks = "{some}"',
        f'high = "{some}"',
        f"count = {{ {random.choice(file.ranks)} = {random.randint(0, 2)} }}",
        f'colour = "{random.choice(("one", "red", "black"))}"',
        f"jokers = {random.randint(0, min(file.jokers, best))}" if file.jokers else f'at_least = "{value}"',
        f'hand = "pair", kicker = "{some}"' if best > 2 else f'at_least = "{value}"',
        f'at_least = "{value}", natural = {random.choice(("true", "false"))}',
        "suited = true",
        f'suit = "{random.choice(SUITS)}"',
    ]
    weights = (6, 6, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1)
    return f"of = {of}, {random.choices(asked, weights)[0]}"


def _some_hand(file: _File, allowed: list[str]) -> str:
    """A question about some of these groups, or about a hand all of whose cards are among them."""
    named = [name for name, (groups, _) in file.hands.items() if set(groups) <= set(allowed)]
    if named and file.chance(0.6):
        name = file.random.choice(named)
        return _question(file, *file.hands[name], f'"{name}"')
    groups = file.random.sample(allowed, file.random.randint(1, min(3, len(allowed))))
    return _question(file, groups, min(5, file.size(groups)), _list(groups))


# --- stages ----------------------------------------------------------------------------------------------------------


def _stages(file: _File) -> list[str]:
    random = file.random
    hidden = {"d", "w", "made"} | ({"u"} if file.chance(0.1) else set())
    shown = [name for name in file.groups if name not in hidden]
    random.shuffle(shown)
    if "a" in shown:
        shown.remove("a")
        shown.insert(0 if file.exchange else random.choice((0, 0, 0, len(shown))), "a")
    stages: list[str] = []
    exchanged_at = -1
    steps = random.choice((1, 1, 2, 2, 3))
    cuts = sorted(random.choice(range(len(shown) + 1)) for _ in range(steps - 1))
    parts = [shown[one:two] for one, two in zip([0, *cuts], [*cuts, len(shown)], strict=True)]
    if file.exchange:
        exchanged_at = next(number for number, part in enumerate(parts) if "a" in part)
        before = [name for part in parts[: exchanged_at + 1] for name in part]
        after = [name for part in parts[exchanged_at + 1 :] for name in part]
        parts = [before, [*after, "made"]]
        exchanged_at = 0
        if file.chance(0.3):
            parts.insert(0, parts[0])
            parts[1] = []
            exchanged_at = 1
        if file.chance(0.4):
            parts.pop()
    for number, part in enumerate(parts):
        file.seen += [name for name in part if name not in file.seen]
        text = [f"[[round]]\nsees = {_list(part)}" if part else "[[round]]"]
        known = [name for name in file.seen if name != "a" or number <= exchanged_at or not file.exchange]
        if file.chance(0.12) and known:
            text.append(f"automatic_win = {{ {_some_hand(file, known)} }}")
            file.automatic = True
        if number == exchanged_at:
            text.append(_exchange(file))
        else:
            text += _choices(file, known, number)
        stages.append("\n".join(text))
    return stages


def _exchange(file: _File) -> str:
    random = file.random
    most = file.groups["a"]
    first = random.choice((0, 0, 1))
    last = random.randint(max(1, first), most)
    discard = f'"{first}-{last}"' if last > first else str(last)
    costs = ", ".join(random.choice(("0", "0", "1", '"1/2"')) for _ in range(last + 1))
    cost = f", cost = {{ ante = [{costs}] }}" if file.chance(0.4) else ""
    pat = ", stand_pat = true" if first and file.chance(0.3) else ""
    return f'exchange = {{ from = "a", discard = {discard}, draw = "w", makes = "made"{pat}{cost} }}'


def _choices(file: _File, known: list[str], number: int) -> list[str]:
    random = file.random
    prefix = random.choice((f"s{number}", "go"))
    listed = []
    earlier = list(file.names)
    for place in range(random.choice((1, 2, 2, 3))):
        name = f"{prefix}-{place}"
        parts = []
        then = random.choice(("next", "next", "next", "showdown", "fold" if place else "next"))
        if file.chance(0.6) and then != "fold":
            parts.append("raise = " + random.choice(("1", "2", "3", '"1/2"', "0")))
            file.raises = True
        if then != "next":
            parts.append(f'then = "{then}"')
        if then == "fold" and file.chance(0.3):
            parts.append('loses = { ante = "1/2" }')
        if place and known and file.chance(0.4):
            parts.append(f"when = {{ {_condition(file, known, earlier)} }}")
        listed.append(f"choose.{name} = {{ {', '.join(parts)} }}")
        file.names.append(name)
    return listed


def _condition(file: _File, known: list[str], earlier: list[str]) -> str:
    if earlier and file.chance(0.3):
        return f'chose = "{file.random.choice(earlier)}"'
    asked = _some_hand(file, known)
    return f"any = [{{ {asked} }}, {{ {_some_hand(file, known)} }}]" if file.chance(0.2) else asked


# --- wagers ----------------------------------------------------------------------------------------------------------


def _wagers(file: _File) -> list[str]:
    random = file.random
    bets = ["ante = 1", *(["raise = 0"] if file.raises else []), *(['extra = "free"'] if file.chance(0.3) else [])]
    main = _wager(file, "base", "{ " + ", ".join(bets) + " }")
    wagers = [main]
    if file.chance(0.5):
        wagers.append(_wager(file, "side", "{ side = " + random.choice(("1", "2")) + " }"))
    return wagers


def _wager(file: _File, name: str, bets: str) -> str:
    random = file.random
    compares = "dealer" in file.hands and (file.chance(0.8) if name == "base" else file.chance(0.3))
    text = [f"[wagers.{name}]", f'name = "{name.title()}"', f"bets = {bets}"]
    if compares:
        text.append('compare = ["player", "dealer"]')
    lines = [f"line-{number}" for number in range(random.randint(1, 3))]
    tests = {line: _row_test(file, compares, name, of_line=True) for line in lines}
    for bet in ("ante", "raise", "extra") if name == "base" else ("side",):
        if bet in bets and file.chance(0.7 if bet != "extra" else 1.0):
            text.append(f"settle.{bet} = [{', '.join(_rows(file, compares, name, bet))}]")
    if compares and any("qualified =" in line for line in text):
        asked = _question(file, *file.hands["dealer"], '"dealer"')
        text.append(f"qualifies = {{ {asked} }}")
    if not compares and not any("paytable" in line for line in text):
        text = [line for line in text if not line.startswith("settle.")]
    if not any("paytable" in line for line in text) and (compares or any("settle" in line for line in text)):
        return "\n".join(text)
    if file.chance(0.2):
        text.append('overlap = "first"')
    if file.chance(0.3):
        text.append('odds = "for_one"')
    text.append(f"[wagers.{name}.lines]")
    text += [f"{line} = {{ {test} }}" for line, test in tests.items()]
    text.append(f"[wagers.{name}.pays]")
    text += [f'{line} = "{random.choice(PAYS)}"' for line in lines]
    return "\n".join(text)


def _rows(file: _File, compares: bool, name: str, bet: str) -> list[str]:
    random = file.random
    rows = []
    for _ in range(random.randint(0, 2)):
        pays = random.choice(("-1", "0", "1", "2", '"3/2"', '"paytable"'))
        rows.append(f"{{ {_row_test(file, compares, name)}, pays = {pays} }}")
    rows.append(random.choice(('{ pays = "paytable" }', '{ pays = "paytable" }, { pays = -1 }', "{ pays = 0 }")))
    if bet == "extra":
        rows[-1] = '{ pays = "paytable" }'
        return rows
    if not compares and rows[-1] == '{ pays = "paytable" }':
        rows[-1] += ", { pays = -1 }"
    return rows


def _row_test(file: _File, compares: bool, name: str, *, of_line: bool = False) -> str:
    random = file.random
    allowed = [group for group in file.groups if not (file.exchange and group in ("a", "w"))]
    if name == "side" and not file.chance(0.7):
        allowed = [group for group in allowed if group != "made"] or allowed
    parts = []
    if file.chance(0.75):
        parts.append(_some_hand(file, allowed))
    if compares and file.chance(0.4):
        results = ["win", "tie", "loss", *(["automatic-win"] if file.automatic and name == "base" else [])]
        parts.append(f"on = {_list(random.sample(results, random.randint(1, 2)))}")
    if compares and not of_line and file.chance(0.25):
        parts.append(f"qualified = {random.choice(('true', 'false'))}")
    unique = [one for one in file.names if file.names.count(one) == 1]
    if unique and file.chance(0.15):
        parts.append(f'chose = "{random.choice(unique)}"')
    if compares and not parts and file.chance(0.5):
        best = min(file.hands["player"][1], file.hands["dealer"][1])
        if file.hands["player"][1] == file.hands["dealer"][1]:
            parts.append(_question(file, [], best, random.choice(('"winner"', '"loser"'))))
    return ", ".join(parts) or _some_hand(file, allowed)
