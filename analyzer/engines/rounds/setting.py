"""What is counted: one wager of one game, its cells, its ways, its questions; and cards that are dealt already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.wild import WildDeck
from analyzer.engines.rounds.asking import AskedHand, asked_at, asked_hands, renumbered
from analyzer.engines.rounds.kinds import EndAmounts
from analyzer.engines.rounds.settlement import RoundSettlement, numbered
from analyzer.engines.rounds.states import States, states_of
from analyzer.engines.rounds.suits import Suits
from analyzer.engines.rounds.ways import Ways
from analyzer.game.language import Hand
from analyzer.game.layout import Layout, layout_of
from analyzer.game.model import Paytable
from analyzer.game.wagers.rounds import RoundQuestion, RoundWager

Cards = NDArray[np.uint8]


@dataclass(frozen=True)
class Dealt:
    """Cards that lie somewhere already, by group, and cards that are gone: discards."""

    lying: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    gone: tuple[int, ...] = ()

    @property
    def cards(self) -> frozenset[int]:
        return frozenset(self.gone).union(*self.lying.values())


class RoundSetting:
    """A round of one wager, played for the main wager's paytable `played`; `paid` is the wager's own.

    `layout` and `ways` are those of the whole round, or of what is left of it after some cards are `dealt`.
    """

    def __init__(
        self,
        pack: WildDeck,
        wager: RoundWager,
        played: Paytable,
        paid: Paytable,
        *,
        layout: Layout | None = None,
        ways: Ways | None = None,
        dealt: Dealt | None = None,
    ) -> None:
        self.pack, self.wager, self.main, self.dealt = pack, wager, wager.main or wager, dealt or Dealt()
        self.layout = layout or layout_of(wager)
        self.ways = ways or Ways(self.main, self.layout)
        self.questions = self._questions()
        self.numbers = numbered(self.questions)
        self.played, self.paid = played, paid
        self.amounts = EndAmounts(self.main, RoundSettlement(self.main, played, self.numbers))
        self.settlement = RoundSettlement(wager, paid, self.numbers)

    def _questions(self) -> list[RoundQuestion]:
        """All that is asked with everything seen."""
        stages = [self.main.stages[number] for number in self.layout.leaf_stages]
        return list(dict.fromkeys([*self.wager.questions, *self.main.questions, *asked_at(self.main, stages)]))

    @property
    def made_group(self) -> str:
        """The group that an exchange makes; "" where there is none."""
        return next((stage.exchange.makes for stage in self.main.stages if stage.exchange is not None), "")

    @property
    def compare(self) -> tuple[Hand, Hand] | None:
        return self.wager.compare or self.main.compare

    # --- cards ---

    @cached_property
    def suits(self) -> Suits:
        asked = [*self.questions, *self.main.stage_questions]
        dealt = self.dealt.cards
        return Suits(
            self.pack.deck,
            [card for card in self.pack.deck.cards if card not in dealt],
            "".join(sorted({one.counted.suit for one in asked})),
            {one.counted.colour for one in asked if one.counted.colour},
            [*self.dealt.lying.values(), self.dealt.gone],
        )

    @property
    def cards(self) -> Cards:
        """Those that are dealt from, by position."""
        return np.array(self.suits.cards, dtype=np.uint8)

    def wild(self, cards: Sequence[int]) -> Cards:
        """Whether each of these cards stands for others."""
        wild = dict(zip(self.pack.deck.cards, self.pack.wild.tolist(), strict=True))
        return np.array([wild[card] for card in cards], dtype=np.uint8)

    def lying(self, groups: Sequence[str]) -> tuple[Cards, Cards]:
        """Cards of some groups that are dealt already, and whether they are wild."""
        cards = [card for group in groups for card in self.dealt.lying.get(group, ())]
        return np.array(cards, dtype=np.uint8), self.wild(cards)

    @property
    def five_wilds(self) -> bool:
        return self.pack.five_wilds and not self.pack.bug

    @cached_property
    def states(self) -> tuple[States, ...]:
        """By level."""
        return tuple(states_of(self.suits, [part.cards for part in level.parts]) for level in self.layout.levels)

    # --- how many ---

    @cached_property
    def discards(self) -> tuple[int, ...]:
        """Numbers of discards whose leaves are looked at; 0 is there for rounds that end before an exchange, too."""
        return tuple(sorted({end.discards for end in self.ways.ends}))

    @cached_property
    def completions(self) -> Mapping[int, int]:
        deck = len(self.suits.cards)
        if self.layout.exchange is None:
            return dict.fromkeys(self.discards, self.layout.completions(deck))
        return {number: self.layout.completions(deck, number) for number in self.discards}

    @cached_property
    def all_completions(self) -> int:
        return lcm(*self.completions.values())

    @cached_property
    def factors(self) -> Mapping[int, int]:
        """What makes leaves of different branches as many."""
        return {number: self.all_completions // count for number, count in self.completions.items()}

    @cached_property
    def last_states(self) -> int:
        """In how many ways the cards that the last level sees can be dealt."""
        return int(self.states[-1].weights.sum()) if self.states else 1

    @property
    def total(self) -> int:
        """Rounds that are counted."""
        return self.last_states * self.all_completions

    # --- hands ---

    def final(self, groups: Sequence[str]) -> tuple[str, ...]:
        """Groups as they lie at the end: what an exchange takes from is in the group that it makes."""
        exchange = next((stage.exchange for stage in self.main.stages if stage.exchange is not None), None)
        if exchange is None:
            return tuple(groups)
        return tuple(exchange.makes if group == exchange.taken_from else group for group in groups)

    @cached_property
    def leaf_hands(self) -> tuple[list[AskedHand], list[AskedHand]]:
        """Hands that are looked at, without and with hidden cards; bits are numbered in each of the two."""
        hidden = set(self.layout.hidden)
        compared = [(hand.groups, hand.best) for hand in self.compare or ()]
        hands = asked_hands(self.questions, compared)
        seen = [hand for hand in hands if not set(self.final(hand.groups)) & hidden]
        return renumbered(seen), renumbered([hand for hand in hands if hand not in seen])
