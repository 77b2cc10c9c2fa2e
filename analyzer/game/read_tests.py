"""Tests: one vocabulary for lines, rows of a settlement, qualifiers, automatic wins and the conditions of choices.

A string is `at_least`, a list is passed if every test of it is, a table if every key is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from analyzer.cards.deck import RANKS, SUITS
from analyzer.game.hand_names import BEST_OF_ORDER, parse_value, rank_groups, types_of
from analyzer.game.language import ALL_RANKS, Cards, Hand, Looked, Result, Test, Value
from analyzer.game.lines import WHOLE_HANDS, parse_groups, parse_ranks
from analyzer.game.read_hands import Table, order_of, size_of
from analyzer.game.sections import Faults, Section, nearest, shown

MAX_DEPTH = 8
MAX_TESTS = 24
RESULTS: tuple[Result, ...] = ("win", "tie", "loss", "automatic-win")
# The keys that ask something of cards.
CARD_KEYS = (
    "hand",
    "at_least",
    "ranks",
    "kicker",
    "natural",
    "suited",
    "suit",
    "groups",
    "whole",
    "high",
    "without",
    "beside",
    "colour",
    "jokers",
    "count",
)
TEST_KEYS = ("of", *CARD_KEYS, "on", "qualified", "chose", "any")
_NO_CARDS = "of is missing: which cards does this look at? Say a hand or a group, known: {}"


@dataclass
class Scope:
    """Where a test stands: the cards it looks at if it does not say, and what else it may ask."""

    table: Table
    default: Looked | None = None
    seen: frozenset[str] | None = None  # the groups that may be looked at; None: all of them
    unseen: str = "is not seen at this stage; seen so far"
    compared: tuple[Hand, Hand] | None = None
    no_results: Mapping[str, str] = field(default_factory=dict)  # why `on` cannot be that
    has_qualifier: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)  # NAME: "" or why `chose` cannot be this one
    pays_most: bool = False
    is_broken: bool = False  # the cards or the comparison have a fault already; what depends on them is no other
    default_used: bool = False
    qualified_used: bool = False


def read_test(section: Section, key: str, scope: Scope) -> Test | None:
    """The test at that key; None where there is none, or where it has a fault."""
    value = section.get(key)
    return None if value is None else _read(value, section.at(key), section.faults, scope, 1)


def read_asked(section: Section, scope: Scope) -> Test | None:
    """The test that keys of this table are; there may be other keys beside them. None if it asks nothing."""
    test = _read_table(section, scope, 1)
    return test if set(section.keys) & set(TEST_KEYS) else None


def _read(value: object, place: str, faults: Faults, scope: Scope, depth: int) -> Test | None:
    if depth > MAX_DEPTH:
        faults.note(place, f"is nested more than {MAX_DEPTH} tests deep")
        return None
    if isinstance(value, list):
        return _read_list(value, place, faults, scope, depth)
    if isinstance(value, str):
        parent, _, key = place.rpartition(".")
        return _read_text(Section({key: value}, parent, faults), key, scope)
    if not isinstance(value, dict):
        faults.note(place, f'must be a test such as "pair 5" or {{ hand = "flush" }}, not {shown(value)}')
        return None
    section = Section(value, place, faults)
    test = _read_table(section, scope, depth)
    section.finish()
    if not value:
        faults.note(place, f"asks nothing; give it one of {', '.join(TEST_KEYS)}")
    return test


def _read_list(value: list[object], place: str, faults: Faults, scope: Scope, depth: int) -> Test | None:
    """All of these must pass."""
    tests = _read_tests(value, place, faults, scope, depth)
    if len(tests) == 1:
        return tests[0]
    return Test(all=tests) if tests else None


def _read_tests(value: object, place: str, faults: Faults, scope: Scope, depth: int) -> tuple[Test, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_TESTS:
        faults.note(place, f"must be a list of 1 to {MAX_TESTS} tests, not {shown(value)}")
        return ()
    tests: list[Test] = []
    for number, item in enumerate(value, 1):
        test = _read(item, f"{place}[{number}]", faults, scope, depth + 1)
        if test is not None and test in tests:
            faults.note(f"{place}[{number}]", "asks the same as a test before it")
        if test is not None:
            tests.append(test)
    return tuple(tests)


def _read_text(section: Section, key: str, scope: Scope) -> Test | None:
    """Text alone: that value or better."""
    looked = _default(section, key, scope)
    if looked is None:
        return None
    value = _read_value(section, key, cards_of(looked, scope))
    return None if value is None else Test(of=looked, at_least=value)


def _default(section: Section, key: str, scope: Scope) -> Looked | None:
    """The cards that are looked at where a test does not say; a fault if there are none."""
    if scope.default is None and scope.is_broken:
        return None
    if scope.default is None:
        place = section.at(key) if key else section.place
        section.faults.note(place, _NO_CARDS.format(scope.table.known() or "none"))
        return None
    scope.default_used = True
    return scope.default


def cards_of(looked: Looked, scope: Scope) -> Cards:
    """The cards themselves; both hands of a comparison are ranked alike, so either stands for the winner's."""
    if isinstance(looked, Cards):
        return looked
    assert scope.compared is not None
    return Cards(scope.compared[0])


# --- tables ----------------------------------------------------------------------------------------------------------


def _read_table(section: Section, scope: Scope, depth: int) -> Test:
    asked = [key for key in CARD_KEYS if section.has(key)]
    said = read_looked(section, "of", scope) if section.has("of") else None
    inner = scope if said is None else replace(scope, default=said, default_used=False)
    looked: Looked | None = None
    if asked and not (section.has("of") and said is None):
        looked = _default(section, "", inner)
    test = _read_round(section, scope)
    if section.has("any"):
        anything = _read_tests(section.get("any"), section.at("any"), section.faults, inner, depth)
        test = replace(test, any=anything)
    if said is not None:
        scope.qualified_used |= inner.qualified_used
        if not inner.default_used:
            section.fault("of", f"names cards, but nothing is asked of them; ask one of {', '.join(CARD_KEYS)}")
    return test if looked is None else _CardQuestions(section, looked, scope).read(test)


def read_looked(section: Section, key: str, scope: Scope) -> Looked | None:
    """`of`: cards, or the compared hand that won or lost."""
    value = section.get(key)
    if value in ("winner", "loser"):
        if scope.compared is None:
            if not scope.is_broken:
                section.fault(key, f"{value!r} needs compare: without it nobody wins")
            return None
        if scope.compared[0].house_way:
            section.fault(
                key, f"{value!r} cannot be said of hands that are set in two; name a part, such as dealer.front"
            )
            return None
        return value  # type: ignore[no-any-return]  # one of the two literals
    cards = scope.table.read_cards(section, key)
    if cards is None:
        return None
    hidden = [group for group in cards.hand.groups if scope.seen is not None and group not in scope.seen]
    if hidden:
        seen = ", ".join(sorted(scope.seen or ())) or "nothing"
        section.fault(key, f"{', '.join(hidden)} {scope.unseen}: {seen}")
        return None
    return cards


# --- what a test asks of the round -----------------------------------------------------------------------------------


def _read_round(section: Section, scope: Scope) -> Test:
    """on, qualified and chose."""
    words = section.texts("on")
    results = [word for word in words if _is_result(section, word, scope)]
    if section.has("on") and (not words or len(set(words)) < len(words)):
        section.fault("on", f"must be one or more of {', '.join(RESULTS)}, each once")
    qualified = section.flag("qualified")
    if qualified is not None:
        scope.qualified_used = True
        if not scope.has_qualifier:
            section.fault("qualified", "needs qualifies: the test by which the dealer's hand qualifies")
    chose = section.text("chose")
    if section.has("chose"):
        _check_chose(section, chose, scope)
    return Test(on=frozenset(results), qualified=qualified, chose=chose)  # type: ignore[arg-type]  # checked words


def _is_result(section: Section, word: str, scope: Scope) -> bool:
    if word not in RESULTS:
        section.fault("on", f"{shown(word)} is not known{nearest(word, RESULTS)}; one of {', '.join(RESULTS)}")
    elif word in scope.no_results:
        section.fault("on", f"{word!r} cannot happen here: {scope.no_results[word]}")
    return word in RESULTS and word not in scope.no_results


def _check_chose(section: Section, chose: str, scope: Scope) -> None:
    if chose not in scope.choices:
        known = f"; choices: {', '.join(scope.choices)}" if scope.choices else "; no choice was made before"
        section.fault("chose", f"{shown(chose)} is not a choice{nearest(chose, scope.choices)}{known}")
    elif scope.choices[chose]:
        section.fault("chose", f"{chose!r} {scope.choices[chose]}")


# --- what a test asks of cards ---------------------------------------------------------------------------------------


def _read_value(section: Section, key: str, cards: Cards) -> Value | None:
    text = section.text(key)
    value = parse_value(text[:64], order_of(cards))
    if isinstance(value, Value):
        return value
    section.fault(key, f"{shown(text)}: {value}")
    return None


@dataclass(frozen=True)
class _CardQuestions:
    """The keys that ask something of the cards `looked` at."""

    section: Section
    looked: Looked
    scope: Scope

    def read(self, test: Test) -> Test:
        section = self.section
        hands = self._hands("hand")
        asked = replace(
            test,
            of=self.looked,
            hands=hands,
            at_least=_read_value(section, "at_least", self._cards) if section.has("at_least") else None,
            ranks=self._ranks("ranks"),
            kicker=self._ranks("kicker"),
            natural=section.flag("natural"),
            suited=section.flag("suited"),
            suit=section.choice("suit", tuple(SUITS)) if section.has("suit") else "",
            groups=self._groups(),
            whole=section.choice("whole", WHOLE_HANDS) if section.has("whole") else "",
            high=self._ranks("high"),
            without=self._hands("without"),
            beside=self._beside(hands),
            one_colour=section.has("colour") and section.choice("colour", ("one",)) == "one",
            jokers=self._jokers(),
            count=self._count(),
        )
        self._check(asked)
        return asked

    @property
    def _cards(self) -> Cards:
        return cards_of(self.looked, self.scope)

    @property
    def _size(self) -> int:
        return size_of(self.scope.table, self._cards)

    def _check(self, test: Test) -> None:
        """Questions that have no meaning by themselves."""
        section = self.section
        says = [key for key in ("hand", "at_least", "groups", "whole") if section.has(key)]
        if section.has("ranks") and set(says) <= {"whole"}:
            section.fault("ranks", "needs hand, at_least or groups beside it: the rank of what?")
        if test.natural is not None and not says:
            section.fault(
                "natural", "needs hand, at_least, groups or whole beside it; for the cards use jokers or count"
            )
        if test.natural is not None and not self.scope.table.pack.wild:
            section.fault("natural", "needs wild cards: the deck has none, so every hand is natural")
        if section.has("suit") and test.suited is not None:
            section.fault("suited", "cannot stand beside suit, which says it already")
        if section.has("kicker"):
            self._check_kicker(test)

    def _check_kicker(self, test: Test) -> None:
        best = BEST_OF_ORDER[order_of(self._cards)]
        without = [hand for hand in sorted(test.hands) if len(rank_groups(hand, best)) < 2]
        if not test.hands:
            self.section.fault("kicker", "needs hand beside it: the kicker of what?")
        elif without:
            self.section.fault("kicker", f"{', '.join(without)} of {best} cards has no kicker")

    def _hands(self, key: str) -> frozenset[str]:
        section = self.section
        order = order_of(self._cards)
        types = types_of(order, self.scope.table.pack.top_hand)
        names = section.texts(key)
        if section.has(key) and not names:
            section.fault(key, f"must name a hand, such as {types[-1]!r}")
        if len(set(names)) < len(names):
            section.fault(key, "names a hand twice")
        for name in names:
            if name not in types:
                near = nearest(name, types)
                section.fault(key, f"{shown(name)} is not a hand of the {order} order{near}; one of {', '.join(types)}")
        return frozenset(names) & frozenset(types)

    def _ranks(self, key: str) -> int:
        if not self.section.has(key):
            return ALL_RANKS
        ranks = parse_ranks(self.section.text(key)[:64])
        if ranks is None:
            self.section.fault(key, 'must be ranks such as "A", "Q-A" or "2-4,A"')
            return ALL_RANKS
        return ranks

    def _groups(self) -> tuple[int, ...]:
        if not self.section.has("groups"):
            return ()
        groups = parse_groups(self.section.text("groups"))
        if groups is None or sum(groups) > self._size or len(groups) > len(self.scope.table.pack.deck.ranks):
            self.section.fault(
                "groups", f'must be set sizes, largest first, such as "4+2", of at most {self._size} cards'
            )
            return ()
        return groups

    def _beside(self, hands: frozenset[str]) -> int:
        """Ranks of one suit among the cards that a royal flush leaves."""
        section, left = self.section, self._size - BEST_OF_ORDER["poker"]
        if not section.has("beside"):
            return 0
        if hands != {"royal-flush"} or not self.scope.pays_most:
            section.fault("beside", 'needs hand = "royal-flush", in a line of a wager that uses pays_most')
        ranks = parse_ranks(section.text("beside")[:64])
        if ranks is None or not ranks.bit_count() <= left:
            section.fault(
                "beside", f'must be ranks such as "K,Q", at most {max(left, 0)}: the cards that the royal leaves'
            )
            return 0
        return ranks

    def _jokers(self) -> int | None:
        if not self.section.has("jokers"):
            return None
        return self.section.number("jokers", 0, self.scope.table.pack.deck.jokers)

    def _count(self) -> tuple[tuple[int, int], ...]:
        """{ 2 = 4 }: ranks as printed on the cards, and how many of each."""
        if not self.section.has("count"):
            return ()
        section, deck = self.section.section("count"), self.scope.table.pack.deck
        counts: dict[int, int] = {}
        for key, _ in section.items():
            ranks = parse_ranks(key[:8])
            if ranks is None or ranks.bit_count() != 1 or not ranks & deck.rank_set or len(key) > 2:
                section.fault(
                    key[:8], f"must be a rank of the deck, one of {', '.join(RANKS[rank] for rank in deck.ranks)}"
                )
            elif ranks.bit_length() - 1 in counts:
                section.fault(key, "is counted twice")
            else:
                counts[ranks.bit_length() - 1] = section.number(key, 0, min(len(deck.suits), self._size))
        if not section.keys:
            self.section.fault("count", "must say how many of a rank, such as { 2 = 4 }")
        return tuple(sorted(counts.items()))
