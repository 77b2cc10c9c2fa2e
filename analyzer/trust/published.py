"""How often each hand is dealt, as printed in books and on the web for decades: figures that were counted by others.

Sources. Six and seven cards of 52: B. Alspach, "Pai Gow Poker Computations", Simon Fraser University, 2003, tables 1
and 2 (royal flushes among the straight flushes there). Seven cards of 53 with the joker as a bug: M. Shackleford,
"Pai Gow Mania", wizardofodds.com/games/pai-gow-poker/appendix/5/; of its lines those that a type of hand alone
decides, because its three of a kind take hands that are straights too. Three and five cards of 52 and five of 53 with
a wild joker are in every table of poker probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.ranking import ALL_RANKS
from analyzer.game.model import Game

WILD_RANKS = "other cards than jokers are wild"


@dataclass(frozen=True, eq=False)
class PublishedCounts:
    """Cards dealt, cards compared, jokers in the deck and what a joker may be; hands by type."""

    cards: int
    size: int
    jokers: int
    joker: str
    counts: Mapping[str, int]

    def other_rules(self, game: Game) -> Iterator[str]:
        """The rules of the game under which hands of some type come as often as in no such table.

        Which of two types is worth more changes no count here: no hand of these sizes is two types at once whose order
        a game can choose. The table is of the game's pack without its jokers, or with one.
        """
        if game.wild_ranks:
            yield WILD_RANKS
        if (game.deck.ranks, game.deck.suits) != (Deck().ranks, Deck().suits):
            yield "the deck lacks ranks or suits"
        if self.jokers > game.deck.jokers:
            yield "the deck has no joker"
        if self.jokers and self.joker != game.ranking.joker:
            yield f"a joker of the table is {self.joker}"
        if game.ranking.wheel == "none":
            yield "there is no wheel"
        if self.joker == "wild" and game.ranking.five_ranks != ALL_RANKS:
            yield "not every rank makes five of a kind"

    def __str__(self) -> str:
        return f"{self.cards} of {FIRST_JOKER + self.jokers} cards" + (f", {self.joker} joker" if self.jokers else "")


def _five_card(*counts: int) -> dict[str, int]:
    names = (
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two-pair",
        "pair",
        "high-card",
    )
    return dict(zip(names, counts, strict=True))


PUBLISHED = (
    PublishedCounts(
        3,
        3,
        0,
        "none",
        {
            "straight-flush": 48,
            "three-of-a-kind": 52,
            "straight": 720,
            "flush": 1_096,
            "pair": 3_744,
            "high-card": 16_440,
        },
    ),
    PublishedCounts(
        5, 5, 0, "none", _five_card(4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
    ),
    PublishedCounts(
        6,
        5,
        0,
        "none",
        _five_card(188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900),
    ),
    PublishedCounts(
        7,
        5,
        0,
        "none",
        _five_card(
            4_324,
            37_260,
            224_848,
            3_473_184,
            4_047_644,
            6_180_020,
            6_461_620,
            31_433_400,
            58_627_800,
            23_294_460,
        ),
    ),
    PublishedCounts(
        5,
        5,
        1,
        "wild",
        {"five-of-a-kind": 13}
        | _five_card(24, 180, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540),
    ),
    PublishedCounts(
        7,
        5,
        1,
        "bug",
        {
            "five-of-a-kind": 1_128,
            "royal-flush": 26_132,
            "straight-flush": 184_832,
            "four-of-a-kind": 307_472,
            "full-house": 4_188_528,
            "flush": 6_172_088,
        },
    ),
)
