"""What a test asks of cards: the keys `hand`, `at_least`, `ranks` and so on, each with what it needs beside it.

`CARD_QUESTIONS` at the end has every key with its meaning; the schema and the tables of docs/language.md are made from
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.cards.deck import MAX_JOKERS, RANKS, SUITS
from analyzer.cards.ranking import Wheel
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.hand_names import BEST_OF_ORDER, parse_value, rank_groups, types_of
from analyzer.game.language import Cards, Looked, Test, Value
from analyzer.game.lines import COLOURS, WHOLE_HANDS, parse_groups, parse_ranks
from analyzer.game.read_hands import order_of, size_of
from analyzer.game.schema_forms import RANKS as RANKS_FORM
from analyzer.game.schema_forms import TEXT, Schema, described, one_of, ref, whole
from analyzer.game.scopes import Scope, cards_of
from analyzer.game.sections import Section, nearest, shown

# Cards in front of a back.
SET_FRONT = 2
# Of which suits the cards beside a royal flush are.
BESIDE_SUITS = ("one", "any")
# Before the name of a hand that natural cards make by themselves.
NATURAL = "natural-"


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
        said: dict[str, Any] = {}
        for question in CARD_QUESTIONS:
            if self.section.has(question.key):
                said |= question.read(self, said)
        asked = replace(test, of=self.looked, **said)
        self._check(asked)
        return asked

    def word(self, key: str, words: Sequence[str]) -> str:
        return self.section.choice(key, words)

    def value(self) -> Value | None:
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

    def without(self) -> tuple[frozenset[str], frozenset[str]]:
        """Hands that the cards do not hold, and those with "natural-" that the natural cards alone do not."""
        names = self.section.texts("without")
        natural = [name.removeprefix(NATURAL) for name in names if name.startswith(NATURAL)]
        plain = [name for name in names if not name.startswith(NATURAL)]
        if both := sorted(set(natural) & set(plain)):
            self.section.fault("without", f"{NATURAL}{both[0]} is no more than {both[0]}; leave it out")
        return self.hands("without", plain, required=not names), self.hands("without", natural, required=False)

    def hands(self, key: str, names: Sequence[str], *, required: bool = True) -> frozenset[str]:
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

    def ranks(self, key: str) -> int:
        ranks = parse_ranks(self.section.text(key))
        if ranks is None:
            self.section.fault(key, 'must be ranks such as "A", "Q-A" or "2-4,A"')
            return ALL_RANKS
        return ranks

    def groups(self) -> tuple[int, ...]:
        groups = parse_groups(self.section.text("groups"))
        if groups is None or sum(groups) > self._size or len(groups) > len(self.scope.table.pack.deck.ranks):
            self.section.fault(
                "groups", f'must be set sizes, largest first, such as "4+2", of at most {self._size} cards'
            )
            return ()
        return groups

    def beside(self, hands: frozenset[str]) -> int:
        """Ranks among the cards that a royal flush leaves; beside the back of a set hand lies its front."""
        section = self.section
        left = SET_FRONT if self._cards.part == "back" else self._size - BEST_OF_ORDER["poker"]
        if hands != {"royal-flush"} or not self.scope.pays_most:
            section.fault("beside", 'needs hand = "royal-flush", in a line of a wager that uses pays_most')
        ranks = parse_ranks(section.text("beside"))
        if ranks is None or not ranks.bit_count() <= left:
            section.fault(
                "beside", f'must be ranks such as "K,Q", at most {max(left, 0)}: the cards that the royal leaves'
            )
            return 0
        return ranks

    def jokers(self) -> int:
        return self.section.number("jokers", 0, self.scope.table.pack.deck.jokers)

    def count(self) -> tuple[tuple[int, int], ...]:
        """{ 2 = 4 }: ranks as printed on the cards, and how many of each."""
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


@dataclass(frozen=True)
class CardKey:
    """A key that asks something of cards: its form with what it means, and the fields of `Test` that it says.

    `read` is given what the keys before it said.
    """

    key: str
    schema: Schema
    read: Callable[[CardQuestions, Mapping[str, Any]], Mapping[str, Any]]


CARD_QUESTIONS = (
    CardKey(
        "hand",
        described("The hand is of that type, or of one of a list", ref("texts"), examples=["flush"]),
        lambda asked, _: {"hands": asked.hands("hand", asked.section.texts("hand"))},
    ),
    CardKey(
        "at_least",
        described("It is that value or better", TEXT, examples=["pair 5", "high-card A K"]),
        lambda asked, _: {"at_least": asked.value()},
    ),
    CardKey(
        "ranks",
        described(
            "The pair, three, four or five of a kind, or the top card (of a whole straight too), has such a rank",
            RANKS_FORM,
        ),
        lambda asked, _: {"ranks": asked.ranks("ranks")},
    ),
    CardKey(
        "kicker",
        described("The lowest group of equal ranks has such a rank: of four of a kind the fifth card", RANKS_FORM),
        lambda asked, _: {"kicker": asked.ranks("kicker")},
    ),
    CardKey(
        "natural",
        described("No card that makes the hand is wild; `false`: one is", ref("flag")),
        lambda asked, _: {"natural": asked.section.flag("natural")},
    ),
    CardKey(
        "suited",
        described("The cards that make the hand are of one suit", ref("flag")),
        lambda asked, _: {"suited": asked.section.flag("suited")},
    ),
    CardKey(
        "suit",
        one_of(tuple(SUITS), "The cards that make the hand are all of that suit"),
        lambda asked, _: {"suit": asked.word("suit", tuple(SUITS))},
    ),
    CardKey(
        "groups",
        described(
            "The cards hold sets of equal rank of these sizes or larger, wild cards shared out; largest first",
            TEXT,
            examples=["4+2"],
        ),
        lambda asked, _: {"groups": asked.groups()},
    ),
    CardKey(
        "whole",
        one_of(WHOLE_HANDS, "All the cards together are one such hand"),
        lambda asked, _: {"whole": asked.word("whole", WHOLE_HANDS)},
    ),
    CardKey(
        "high",
        described("The highest natural card has such a rank", RANKS_FORM),
        lambda asked, _: {"high": asked.ranks("high")},
    ),
    CardKey(
        "ace",
        one_of(("low",), "With `high`: an ace is lower than all other cards"),
        lambda asked, _: {"ace_low": asked.word("ace", ("low",)) == "low"},
    ),
    CardKey(
        "without",
        described(
            "The cards hold none of these hands, wild cards included; `natural-pair`: the natural cards alone",
            ref("texts"),
            examples=["straight", "natural-pair"],
        ),
        lambda asked, _: dict(zip(("without", "without_natural"), asked.without(), strict=True)),
    ),
    CardKey(
        "beside",
        described("These ranks, in one suit, are among the cards that a royal flush leaves", RANKS_FORM),
        lambda asked, said: {"beside": asked.beside(said.get("hands", frozenset()))},
    ),
    CardKey(
        "beside_suits",
        one_of(BESIDE_SUITS, "`any`: the cards that `beside` asks for may be of any suits"),
        lambda asked, _: {"beside_any": asked.word("beside_suits", BESIDE_SUITS) == "any"},
    ),
    CardKey(
        "colour",
        one_of(tuple(COLOURS), "`one`: all natural cards are red, or all are black; `red`, `black`: all are that"),
        lambda asked, _: {"colour": asked.word("colour", tuple(COLOURS))},
    ),
    CardKey(
        "jokers",
        described("So many jokers are among the cards", whole(0, MAX_JOKERS)),
        lambda asked, _: {"jokers": asked.jokers()},
    ),
    CardKey(
        "count",
        described(
            "Exactly that many cards of a rank are among them, as printed: `{ 2 = 4 }`",
            {"type": "object", "additionalProperties": whole(0, len(SUITS)), "minProperties": 1},
        ),
        lambda asked, _: {"count": asked.count()},
    ),
)
CARD_KEYS = tuple(question.key for question in CARD_QUESTIONS)
