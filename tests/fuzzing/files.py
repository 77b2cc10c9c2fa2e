"""Random game files of a draw or a bet against a dealer, over their whole vocabulary, on decks of about a dozen cards.

A seed is a file for ever: whoever reports a difference reports a seed. Seeds from LONG_SEEDS on are for long runs:
mostly the smallest decks that can be dealt, and FILES_A_TABLE files in a row have deck and deal in common, so that both
sides keep what they know about the hands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from analyzer.documents import Json, JsonDict

RANKS = "23456789TJQKA"
FIVE_CARD_TYPES = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "five-of-a-kind", "royal-flush",
)  # fmt: skip
THREE_CARD_TYPES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
WHOLE = ("straight", "flush", "straight-flush")
RANK_WORDS = ("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
              "kings", "aces")  # fmt: skip
# Tests of a line that mean the same wherever they stand; `ranks` and `natural` belong to what they stand beside.
APART = ("high", "ace", "colour", "jokers", "without")
# Sizes of decks that a literal count takes well under a second for, each as often as it is listed.
DRAW_DECKS = {11: (11, 11, 12, 13, 14), 12: (12, 12, 13, 13, 14)}
THREE_CARD_DECKS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
FIVE_CARD_DECKS = (10, 11, 12, 13)
COMMUNITY_DECKS = (12,) * 12 + (13,) * 4 + (14,)
LONG_SEEDS = 1_000_000
FILES_A_TABLE = 10
LONG_DRAW_DECKS = {11: (11,) * 15 + (12,) * 4 + (13,), 12: (12,) * 19 + (13,)}
LONG_THREE_CARD_DECKS = (6, 7, 8, 8, 9, 9, 10, 10, 11, 12)
LONG_FIVE_CARD_DECKS = (10,) * 10 + (11,) * 8 + (12,) * 2
LONG_COMMUNITY_DECKS = (12,) * 49 + (13,)
MAX_OPTIONS = 4


@dataclass(frozen=True)
class Case:
    """A game file, the options chosen, and the wagers to be compared."""

    text: str
    chosen: tuple[tuple[str, str], ...]
    wagers: tuple[str, ...]


def random_case(kind: str, seed: int) -> Case:
    """`kind` is "draw", "play" (one decision) or "community" (two)."""
    own = Random(f"{kind} {seed}")
    if seed < LONG_SEEDS:
        return _Writer(own).case(kind)
    return _Writer(Random(f"{kind} table {seed // FILES_A_TABLE}")).case(kind, own)


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.colour = 0.15  # how often a line asks for a colour
        self.neighbours = 0.55  # how often ranks are neighbours, so that there are straights
        self.suit_numbers: Sequence[int] = (1, 2, 2, 3, 3, 3, 4, 4)
        self.joker_numbers: Sequence[int] = (0, 0, 1, 1, 2, 2)
        self.held = RANKS
        self.jokers = 0
        self.options: dict[str, JsonDict] = {}
        self.chosen: dict[str, str] = {}

    # Little choices --------------------------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def some(self, items: Sequence[str], least: int = 1) -> list[str]:
        """A few of the items in any order, few more often than many."""
        most = min(len(items), self.random.choice((1, 1, 2, 3, 5)))
        return self.random.sample(list(items), max(least, self.random.randint(1, most)))

    def value(self, value: str, others: Sequence[str] = ()) -> str:
        """The value itself, or an option that may take it; options are for text of any kind."""
        if len(self.options) >= MAX_OPTIONS or not self.chance(0.06):
            return value
        name = f"o{len(self.options)}"
        others = list(dict.fromkeys(others))
        values = list(dict.fromkeys([value, *self.random.sample(others, min(len(others), 2))]))
        if len(values) < 2:
            return value
        self.random.shuffle(values)
        self.options[name] = {"values": values, "meaning": f"Which {name}."}
        if self.chance(0.7):
            self.chosen[name] = self.random.choice(values)
        return f"${name}"

    def of(self, choices: Sequence[str]) -> str:
        return self.value(self.random.choice(choices), choices)

    def ranks(self) -> str:
        """A rank, a range, or a list of both."""
        low, high = sorted(self.random.sample(range(13), 2))
        forms = (RANKS[low], f"{RANKS[low]}-{RANKS[high]}", f"{RANKS[low]}-A", f"2-{RANKS[high]}",
                 f"{RANKS[high]},{RANKS[low]}")  # fmt: skip
        return self.random.choice(forms)

    def pay(self) -> int | str:
        kind = self.random.randrange(20)
        if kind < 9:
            return self.random.randint(0, 12)
        if kind < 14:
            return self._option_pay(f"{self.random.randint(0, 40)}/{self.random.randint(1, 12)}")
        if kind < 16:
            return self.random.choice((0, 100, 999, 10**6, 10**9, 10**9 - 7))
        if kind < 19:
            denominator = self.random.randint(10**3, 10**6)
            return self._option_pay(f"{self.random.randint(0, 30 * denominator)}/{denominator}")
        denominator = self.random.randint(10**11, 10**17)
        return f"{self.random.randint(0, 9 * denominator)}/{denominator}"

    def _option_pay(self, value: str) -> str:
        """A pay that may be an option: one of a list, or a number in a range."""
        if not self.chance(0.3):
            return self.value(value, ("1", "3/2", "7/3"))
        if len(self.options) >= MAX_OPTIONS or not self.chance(0.2):
            return value
        name = f"o{len(self.options)}"
        self.options[name] = {"number": ["0", "1000000000"], "default": "5/3", "meaning": f"How much {name} is."}
        if self.chance(0.8):
            self.chosen[name] = value
        return f"${name}"

    # Deck, order of hands, groups ------------------------------------------------------------------------------------

    def deck(self, sizes: Sequence[int]) -> tuple[JsonDict, int]:
        """A deck of one of these sizes, with missing suits and ranks; and how many cards it has."""
        while True:
            size, jokers, suits = self.random.choice(sizes), self.random.choice(self.joker_numbers), self._suits()
            number, left = divmod(size - jokers, len(suits))
            if not left and 1 <= number <= 13:
                break
        ranks = self._held_ranks(number)
        self.held, self.jokers = _all_ranks(ranks), jokers
        deck: JsonDict = {"jokers": jokers, "ranks": self.value(ranks, [self._held_ranks(number)])}
        if len(suits) < 4 or self.chance(0.5):
            deck["suits"] = self.value(suits, [self._suits_of(len(suits))])
        return deck, size

    def _suits(self) -> str:
        return self._suits_of(self.random.choice(self.suit_numbers))

    def _suits_of(self, number: int) -> str:
        return "".join(self.random.sample("cdhs", number))

    def _held_ranks(self, number: int) -> str:
        if self.chance(self.neighbours):
            low = 13 - number if self.chance(0.3) else self.random.randint(0, 13 - number)
            return RANKS[low] if number == 1 else f"{RANKS[low]}-{RANKS[low + number - 1]}"
        return ",".join(RANKS[rank] for rank in sorted(self.random.sample(range(13), number)))

    def order(self) -> JsonDict:
        """What the deck says about the order of hands."""
        order: JsonDict = {}
        if self.jokers:
            order[self.random.choice(("wild", "wild", "bug"))] = self.random.choice(("Jk", ["Jk"]))
        if self.chance(0.7):
            order["wheel"] = self.of(("lowest", "second_highest"))
        if self.chance(0.7):
            order["top_hand"] = self.of(("royal", "five_of_a_kind"))
        return order | self._rarer_order(order)

    def _rarer_order(self, order: JsonDict) -> JsonDict:
        """What few games say; drawn by itself, so that the rest of a file is the same without it."""
        own = Random(f"{order} {self.jokers} {self.random.getstate()}")
        rarer: JsonDict = {}
        if own.random() < 0.15:
            rarer["wheel"] = "none"
        if self.jokers and own.random() < 0.2:
            rarer["joker_in_flush"] = "ace"
        if self.jokers and own.random() < 0.2:
            rarer["natural_beats_wild"] = own.choice(("royal_flush", "straight_flush"))
        return rarer

    # Lines -----------------------------------------------------------------------------------------------------------

    def line(self, types: Sequence[str]) -> JsonDict:
        """A line of one test or several; most sorts of tests can stand beside each other."""
        size = 3 if types is THREE_CARD_TYPES else 5
        tests: JsonDict = {}
        while not tests:
            if self.chance(0.6):
                self._add_hand(tests, types)
            if self.chance(0.12):
                tests["groups"] = self.of(("2", "3") if size == 3 else ("2", "3", "4", "5", "2+2", "3+2"))
            if self.chance(0.1):
                tests["whole"] = self.of(WHOLE)
            if self.chance(0.1):
                tests["high"] = self.value(self.ranks(), [self.ranks()])
                tests |= {"ace": "low"} if self.chance(0.3) else {}
            if self.chance(self.colour):
                tests["colour"] = self.of(("one", "one", "red", "black"))
            if self.chance(0.1):
                tests["jokers"] = self.random.randint(0, self.jokers)
            if size == 5 and self.chance(0.1):
                tests["without"] = [f"{self.random.choice(('', '', 'natural-'))}{kind}" for kind in self.some(types)]
        self._add_details(tests)
        return tests

    def _add_hand(self, tests: JsonDict, types: Sequence[str]) -> None:
        if self.chance(0.3):
            tests["at_least"] = self.of(types)
        elif self.chance(0.5):
            tests["hand"] = self.of(types)
        else:
            tests["hand"] = [self.value(kind, ["pair", "flush"]) for kind in self.some(types)]

    def _add_details(self, tests: JsonDict) -> None:
        if {"hand", "at_least", "groups"} & set(tests) and self.chance(0.25):
            tests["ranks"] = self.value(self.ranks(), [self.ranks()])
        if self.jokers and {"hand", "at_least", "groups", "whole"} & set(tests) and self.chance(0.25):
            natural = self.random.choice((True, False))
            option = self.value("true", ["false"])
            tests["natural"] = option if option.startswith("$") else natural

    def lines(self, number: int, types: Sequence[str]) -> list[JsonDict]:
        """Lines that may overlap; never the same tests twice."""
        lines: list[JsonDict] = []
        for _ in range(number):
            line = self.line(types)
            if line not in lines:
                lines.append(line)
        return lines

    def parted(self) -> list[JsonDict]:
        """Lines that part all hands of five: each type in one line, some lines parted again by what is natural."""
        types = list(FIVE_CARD_TYPES)
        self.random.shuffle(types)
        tests: list[JsonDict] = []
        while types:
            hand = [types.pop() for _ in range(min(len(types), self.random.choice((1, 1, 2, 3, 6))))]
            if self.jokers and self.chance(0.2):
                tests += [{"hand": hand, "natural": natural} for natural in (True, False)]
            else:
                tests.append({"hand": hand[0] if len(hand) == 1 and self.chance(0.5) else hand})
        return tests

    def paid(self, lines: Sequence[JsonDict]) -> JsonDict:
        """`lines`, `paytables` and `pays` of a wager; some lines have a name that says what they are."""
        names = [self._standard_name(tests) or f"l{place}" for place, tests in enumerate(lines)]
        own = {name: self._spelled(tests) for name, tests in zip(names, lines, strict=True) if name.startswith("l")}
        paytables = self.random.choice((["1"], ["1"], ["A", "B"], ["1", "b 2", "C-3"]))
        wager: JsonDict = {"lines": own} if own else {}
        if paytables != ["1"] or self.chance(0.2):
            wager["paytables"] = paytables
        return wager | {"pays": {name: self._pays(len(paytables)) for name in names}}

    def _pays(self, paytables: int) -> Any:
        """An amount for each paytable, or one for all."""
        one_for_all = self.chance(0.8 if paytables == 1 else 0.3)
        return self.pay() if one_for_all else [self.pay() for _ in range(paytables)]

    def _standard_name(self, tests: Json) -> str:
        """A name that says the same as the tests, if there is one and it is wanted."""
        hand, ranks, natural = tests.get("hand"), tests.get("ranks", ""), tests.get("natural")
        plain = isinstance(hand, str) and set(tests) <= {"hand", "ranks", "natural"}
        if not plain or "$" in f"{hand}{ranks}{natural}" or not self.chance(0.7):
            return ""
        low, _, high = ranks.partition("-")
        if len(low) > 1 or (high and high != "A"):
            return ""
        kind = "" if natural is None else "natural-" if natural else "wild-"
        of = f"-of-{RANK_WORDS[RANKS.index(low)]}" if low else ""
        return f"{kind}{hand}{of}{'-or-better' if high else ''}"

    def _spelled(self, tests: JsonDict) -> Any:
        """The tests as text, as a table, or as a list of tables."""
        if set(tests) == {"at_least"} and not tests["at_least"].startswith("$") and self.chance(0.5):
            return tests["at_least"]
        apart = {key: tests[key] for key in APART if key in tests}
        rest = {key: value for key, value in tests.items() if key not in apart}
        if not apart or not rest or not self.chance(0.3):
            return tests
        first: Any = rest["at_least"] if set(rest) == {"at_least"} and self.chance(0.5) else rest
        return [first, apart]

    # Wagers ----------------------------------------------------------------------------------------------------------

    def draw(self, groups: Mapping[str, str]) -> JsonDict:
        """Hands, round and wager of a game with a draw."""
        hands, (made, dealer) = self._named_hands({"final": "made", groups["dealer"]: "house"}, 5)
        stage = self._exchange(groups)
        rows: list[JsonDict] = []
        lines = self._draw_lines()
        wager: JsonDict = {"name": "W", "compare": [made, dealer]}
        if self.chance(0.5):
            least = self.of(FIVE_CARD_TYPES + FIVE_CARD_TYPES[-2:] * 6)
            stage["automatic_win"] = {"of": groups["player"], "at_least": least}
            amounts = (self.of(("paytable", "even_money") if lines else ("1", "even_money")), self.pay())
            if self.chance(0.8):
                rows.append({"on": "automatic-win", "pays": self.random.choice(amounts)})
        if lines:
            wager["of"] = self.random.choice((made, "final", ["final"]))
            rows.append({"on": self.random.choice(("win", ["win"])), "pays": "paytable"})
            if self.chance(0.2):
                wager["odds"] = self.of(("to_one", "for_one"))
        elif self.chance(0.5):
            rows.append({"on": "win", "pays": self.random.choice((self.pay(), "even_money"))})
        if rows:
            wager["settle"] = {"w": rows}
        return {**hands, "round": [stage], "wagers": {"w": self._finished(wager, lines, "w")}}

    def _exchange(self, groups: Mapping[str, str]) -> JsonDict:
        exchange: JsonDict = {"from": groups["player"], "discard": 1, "draw": groups["draw"], "makes": "final"}
        if self.chance(0.15):
            exchange["discard"] = self.random.choice(("0-1", [0, 1], "1", [1]))
        elif self.chance(0.6):
            option = self.value("true", ["false"])
            exchange["stand_pat"] = option if option.startswith("$") else self.chance(0.7)
        return {"sees": self.random.choice((groups["player"], [groups["player"]])), "exchange": exchange}

    def _draw_lines(self) -> list[JsonDict]:
        """Every final hand needs a line: mostly there is one for all, somewhere in the list; or no line at all."""
        style = self.random.random()
        if style < 0.3:
            return self.parted()
        lines = self.lines(self.random.randint(0, 5), FIVE_CARD_TYPES)
        if style < 0.33:
            return lines or [{"high": "2-K"}]
        all_hands = {"at_least": "high-card"}
        if not lines and self.chance(0.5):
            return []
        if all_hands not in lines:
            lines.insert(self.random.choice((len(lines), self.random.randint(0, len(lines)))), all_hands)
        return lines

    def play(self, groups: Mapping[str, str], size: int) -> JsonDict:
        """Hands, round and wager of a game in which the player bets or folds."""
        types = THREE_CARD_TYPES if size == 3 else FIVE_CARD_TYPES
        number = self.random.choice((0, 1, 2, 3, 4, 5, 6))
        lines = self.lines(number, types)
        hands, compare = self._compared(groups, size)
        ante, bet = self.random.choice((("ante", "play"), ("ante", "play"), ("unit", "raise")))
        wager: JsonDict = {"name": "W", "bets": {ante: 1, bet: 0}, "compare": compare}
        settle = self._unqualified(ante, bet) if self.chance(0.9) else {}
        if settle:
            wager["qualifies"] = self._qualifier("first" in groups)
        if lines:
            own = (groups["player"], [groups["player"]], *([compare[0]] if "own" in compare else []))
            wager["bets"]["bonus"], wager["of"] = "free", self.random.choice(own)
            settle["bonus"] = [{"pays": "paytable"}]
        if settle:
            wager["settle"] = dict(self.random.sample(list(settle.items()), len(settle)))
        stages = self._stages(groups, bet)
        return {**hands, "round": stages, "wagers": {"w": self._finished(wager, lines, ante)}}

    def _unqualified(self, ante: str, bet: str) -> JsonDict:
        """Against a dealer who does not qualify the bet is returned, and the Ante wins or is compared."""
        settle: JsonDict = {bet: [{"qualified": False, "pays": 0}]}
        if self.chance(0.5):
            settle[ante] = [{"qualified": False, "pays": self.random.choice((1, "1", "even_money"))}]
        return settle

    def _qualifier(self, community: bool) -> Any:
        """A hand, mostly with a rank."""
        hands = ("high-card", "pair", "three-of-a-kind") + ("pair", "pair") * community
        ranks = self.held if self.chance(0.8) else RANKS
        values = [self.random.choice(hands) + f" {self.random.choice(ranks)}" * self.chance(0.8) for _ in range(3)]
        value = self.value(values[0], values[1:])
        return {"at_least": value} if self.chance(0.2) else value

    def _compared(self, groups: Mapping[str, str], size: int) -> tuple[JsonDict, list[str]]:
        """[hands], and the two that are compared."""
        player, dealer = groups["player"], groups["dealer"]
        if "first" not in groups:
            return self._named_hands({player: "own", dealer: "house"}, size)
        hands: JsonDict = {}
        for name, own in (("players-hand", player), ("dealers-hand", dealer)):
            every = self.random.sample([own, groups["first"], groups["second"]], 3)
            hands[name] = every if self.chance(0.7) else {"of": every, "best": 5}
        return {"hands": hands}, list(hands)

    def _named_hands(self, names: Mapping[str, str], size: int) -> tuple[JsonDict, list[str]]:
        """Groups under the names that they may get in [hands], or themselves."""
        if not self.chance(0.3):
            return {}, list(names)
        forms = {name: self.random.choice(([group], {"of": group, "best": size})) for group, name in names.items()}
        return {"hands": forms}, list(forms)

    def _stages(self, groups: Mapping[str, str], bet: str) -> list[JsonDict]:
        """Fold or bet; with community cards also check or bet more when one of them is turned."""
        first, more = (self.random.choice((1, 1, 2, 3, 100)) for _ in range(2))
        fold = {"then": "fold"}
        if "first" not in groups:
            amount = self.value(str(first), ("1", "2", "3"))
            play: JsonDict = {bet: amount if amount.startswith("$") else first}
            if self.chance(0.2):
                play["then"] = self.random.choice(("next", "showdown"))
            return [{"sees": groups["player"], "choose": {"fold": fold, "play": play}}]
        turned = groups[self.random.choice(("first", "second"))]
        return [
            {"sees": groups["player"], "choose": {"fold": fold, "play": {bet: first}}},
            {"sees": turned, "choose": {"check": {}, "bet": {bet: first + more}}},
        ]

    def _finished(self, wager: JsonDict, lines: list[JsonDict], bet: str) -> JsonDict:
        overlap = self.of(("first", "most")) if self.chance(0.5) else ""
        if lines and overlap:
            wager["overlap"] = overlap
        if self.chance(0.1):
            wager |= {"source": "page 1", "unit": "bets", "limits": {bet: [5, "1000/3"]}}
        return wager | (self.paid(lines) if lines else {})

    # Files -----------------------------------------------------------------------------------------------------------

    def case(self, kind: str, own: Random | None = None) -> Case:
        """`own` makes the wager, where files share a table: deck and deal."""
        shares = own is not None
        size = 3 if kind == "play" and self.chance(0.6) else 5
        if kind == "community":
            # Otherwise seven cards of a small deck are always two pair, a straight or better.
            self.neighbours, self.suit_numbers, self.colour = 0.35, (1, 2, 2, 2, 3, 3, 3, 4), 0.25
        if kind == "draw":
            # Five of a kind must happen.
            self.suit_numbers, self.joker_numbers = (1, 2, 2, 3, 3, 4, 4, 4), (0, 1, 1, 2, 2, 2)
        cards = self._groups(kind, size)
        deck, number = self.deck(self._deck_sizes(kind, size, cards, shares))
        groups = {group: group for group in cards}
        if self.chance(0.2):
            groups |= {"player": "north-1", "dealer": "south"}
        deal = {groups[group]: count for group, count in cards.items()}
        if sum(deal.values()) < number and self.chance(0.01 if kind == "draw" or shares else 0.1):
            deal["burn"] = 1
        if kind == "draw" and len(deck.get("suits", "cdhs")) > 2:
            self.colour = 0.01  # refused there
        deal = dict(self.random.sample(list(deal.items()), len(deal)))
        order = self.order() if shares else {}
        self.random = own or self.random
        game = self.draw(groups) if kind == "draw" else self.play(groups, size)
        head = {"schema": "exactodds/game/2", "id": "random", "name": "Random", "rules_version": "1"}
        tables = {"source": {"title": "None"}, "deck": deck | (order or self.order()), "deal": deal} | game
        # A line that was there already took its options with it.
        used = {name: option for name, option in self.options.items() if f'"${name}"' in json.dumps(tables)}
        chosen = tuple((name, value) for name, value in self.chosen.items() if name in used)
        options = {"options": used} if used else {}
        return Case(toml(head | tables | options), chosen, tuple(game["wagers"]))

    def _groups(self, kind: str, size: int) -> dict[str, int]:
        if kind == "draw":
            return {"player": 5, "dealer": self.random.choice((5, 6)), "draw": 1}
        return {"player": size, "dealer": size} | ({"first": 1, "second": 1} if kind == "community" else {})

    def _deck_sizes(self, kind: str, size: int, cards: Mapping[str, int], long: bool) -> Sequence[int]:
        if kind == "draw":
            return (LONG_DRAW_DECKS if long else DRAW_DECKS)[sum(cards.values())]
        if kind == "community":
            return LONG_COMMUNITY_DECKS if long else COMMUNITY_DECKS
        if size == 3:
            return LONG_THREE_CARD_DECKS if long else THREE_CARD_DECKS
        return LONG_FIVE_CARD_DECKS if long else FIVE_CARD_DECKS


def _all_ranks(text: str) -> str:
    """ "8-T,A" as "89TA"."""
    ranks = ""
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        ranks += RANKS[RANKS.index(low) : RANKS.index(high or low) + 1]
    return ranks


# --- TOML ------------------------------------------------------------------------------------------------------------


def toml(data: Json, place: str = "") -> str:
    """The data as TOML: what a table holds itself comes before its own tables."""
    text = "".join(f"{_key(key)} = {_inline(value)}\n" for key, value in data.items() if not _has_tables(value))
    for key, value in data.items():
        path = f"{place}.{_key(key)}" if place else _key(key)
        if isinstance(value, Mapping):
            text += f"\n[{path}]\n" + toml(value, path)
        elif _has_tables(value):
            text += "".join(f"\n[[{path}]]\n" + toml(item, path) for item in value)
    return text


def _has_tables(value: object) -> bool:
    """Is it a table, or a list of nothing else?"""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() else json.dumps(key)


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)
