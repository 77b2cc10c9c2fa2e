"""What a test asks of cards: the keys `hand`, `at_least`, `ranks` and so on, each with what it needs beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.cards.deck import RANKS, SUITS
from analyzer.cards.ranking import Wheel
from analyzer.game.hand_names import BEST_OF_ORDER, parse_value, rank_groups, types_of
from analyzer.game.language import ALL_RANKS, Cards, Looked, Test, Value
from analyzer.game.lines import COLOURS, WHOLE_HANDS, parse_groups, parse_ranks
from analyzer.game.read_hands import order_of, size_of
from analyzer.game.scopes import Scope, cards_of
from analyzer.game.sections import Section, nearest, shown

# Cards in front of a back.
SET_FRONT = 2
# Of which suits the cards beside a royal flush are.
BESIDE_SUITS = ("one", "any")
# Before the name of a hand that natural cards make by themselves.
NATURAL = "natural-"
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
    "ace",
    "without",
    "beside",
    "beside_suits",
    "colour",
    "jokers",
    "count",
)


def read_value(section: Section, key: str, cards: Cards, wheel: Wheel) -> Value | None:
    text = section.text(key)
    value = parse_value(text, order_of(cards), wheel)
    if isinstance(value, Value):
        return value
    section.fault(key, f"{shown(text)}: {value}")
    return None


@dataclass(frozen=True)
class CardQuestions:
    """The keys that ask something of the cards `looked` at."""

    section: Section
    looked: Looked
    scope: Scope

    def read(self, test: Test) -> Test:
        section = self.section
        hands = self._hands("hand", section.texts("hand"))
        without, without_natural = self._without()
        asked = replace(
            test,
            of=self.looked,
            hands=hands,
            at_least=self._value(),
            ranks=self._ranks("ranks"),
            kicker=self._ranks("kicker"),
            natural=section.flag("natural"),
            suited=section.flag("suited"),
            suit=section.choice("suit", tuple(SUITS)) if section.has("suit") else "",
            groups=self._groups(),
            whole=section.choice("whole", WHOLE_HANDS) if section.has("whole") else "",
            high=self._ranks("high"),
            ace_low=section.has("ace") and section.choice("ace", ("low",)) == "low",
            without=without,
            without_natural=without_natural,
            beside=self._beside(hands),
            beside_any=section.has("beside_suits") and section.choice("beside_suits", BESIDE_SUITS) == "any",
            colour=section.choice("colour", tuple(COLOURS)) if section.has("colour") else "",
            jokers=self._jokers(),
            count=self._count(),
        )
        self._check(asked)
        return asked

    def _value(self) -> Value | None:
        if not self.section.has("at_least"):
            return None
        return read_value(self.section, "at_least", self._cards, self.scope.table.pack.wheel)

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
        if section.has("ranks") and (not says or (says == ["whole"] and test.whole == "flush")):
            section.fault("ranks", "needs hand, at_least, groups or a whole straight beside it: the rank of what?")
        if test.natural is not None and not says:
            section.fault(
                "natural", "needs hand, at_least, groups or whole beside it; for the cards use jokers or count"
            )
        if section.has("suit") and test.suited is not None:
            section.fault("suited", "cannot stand beside suit, which says it already")
        if section.has("ace") and not section.has("high"):
            section.fault("ace", "needs high beside it: it says how an ace counts there")
        if section.has("beside_suits") and not section.has("beside"):
            section.fault("beside_suits", "needs beside: it says of which suits those cards are")
        if section.has("kicker"):
            self._check_kicker(test)

    def _check_kicker(self, test: Test) -> None:
        best = BEST_OF_ORDER[order_of(self._cards)]
        without = [hand for hand in sorted(test.hands) if len(rank_groups(hand, best)) < 2]
        if not test.hands:
            self.section.fault("kicker", "needs hand beside it: the kicker of what?")
        elif without:
            self.section.fault("kicker", f"{', '.join(without)} of {best} cards has no kicker")

    def _without(self) -> tuple[frozenset[str], frozenset[str]]:
        """Hands that the cards do not hold, and those with "natural-" that the natural cards alone do not."""
        names = self.section.texts("without")
        natural = [name.removeprefix(NATURAL) for name in names if name.startswith(NATURAL)]
        plain = [name for name in names if not name.startswith(NATURAL)]
        if both := sorted(set(natural) & set(plain)):
            self.section.fault("without", f"{NATURAL}{both[0]} is no more than {both[0]}; leave it out")
        return self._hands("without", plain, required=not names), self._hands("without", natural, required=False)

    def _hands(self, key: str, names: Sequence[str], *, required: bool = True) -> frozenset[str]:
        section = self.section
        order = order_of(self._cards)
        types = types_of(order, self.scope.table.pack.top_hand)
        if section.has(key) and required and not names:
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
        ranks = parse_ranks(self.section.text(key))
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
        """Ranks among the cards that a royal flush leaves; beside the back of a set hand lies its front."""
        section = self.section
        left = SET_FRONT if self._cards.part == "back" else self._size - BEST_OF_ORDER["poker"]
        if not section.has("beside"):
            return 0
        if hands != {"royal-flush"} or not self.scope.pays_most:
            section.fault("beside", 'needs hand = "royal-flush", in a line of a wager that uses pays_most')
        ranks = parse_ranks(section.text("beside"))
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
        for key, number in section.items():
            ranks = parse_ranks(key[:8])
            # None of a rank that the deck does not have is no mistake: a deck may be a part of another.
            known = ranks is not None and (ranks & deck.rank_set or number == 0)
            if ranks is None or ranks.bit_count() != 1 or not known or len(key) > 2:
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
