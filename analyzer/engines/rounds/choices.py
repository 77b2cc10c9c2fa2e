"""One state of a round: what each choice is worth there, with the best play afterwards; nothing else is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from analyzer.engines.rounds.asking import asked_at, asked_hands, passed_by
from analyzer.engines.rounds.backwards import Backwards
from analyzer.engines.rounds.kinds import Offers
from analyzer.engines.rounds.setting import Dealt, RoundSetting
from analyzer.engines.rounds.settlement import numbered
from analyzer.engines.rounds.ways import End, Node, Option
from analyzer.game.language import Exchange
from analyzer.kernels import round_answers
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class StateChoice:
    """An option of a decision, the cards discarded with it (of an exchange), and what the round is then worth."""

    option: Option
    value: Fraction
    discarded: tuple[int, ...] = ()


def state_choices(
    setting: RoundSetting, node: Node, seen: Mapping[str, Sequence[int]], run: Run, gone: Sequence[int] = ()
) -> list[StateChoice]:
    """The options that are offered at a decision, in the order in which equals are taken; none if nothing is.

    `seen` are the cards of all groups that the stage knows; after an exchange the made group with them, and `gone` are
    the discards.
    """
    lying = {setting.final([group])[0]: tuple(cards) for group, cards in seen.items()}
    return _State(setting, node.level, Dealt(lying, tuple(gone)), run).choices(node)


class _State:
    """What is known at a level. Decisions of the level follow from what lies beyond it, which is counted."""

    def __init__(self, setting: RoundSetting, level: int, dealt: Dealt, run: Run) -> None:
        self.setting, self.level, self.dealt, self.run = setting, level, dealt, run
        self._beyond: dict[int, Fraction] = {}

    def choices(self, node: Node) -> list[StateChoice]:
        offered = self._offered(node)
        if node.exchange is not None and (node.automatic < 0 or node.options[node.automatic] not in offered):
            return list(self._discards(node, node.exchange))
        self._count_beyond([needed for option in offered for needed in self._needed(option.target)])
        return [StateChoice(option, self._worth(option.target)) for option in offered]

    def _needed(self, target: Node | End) -> Iterator[Node | End]:
        """What lies beyond the level, from a decision of the level on."""
        if isinstance(target, End) or target.level > self.level:
            yield target
        elif target.exchange is None:
            for option in self._offered(target):
                yield from self._needed(option.target)

    def _worth(self, target: Node | End) -> Fraction:
        if isinstance(target, End) or target.level > self.level:
            return self._beyond[id(target)]
        return max((choice.value for choice in self.choices(target)), default=Fraction(0))

    def _offered(self, node: Node) -> list[Option]:
        """The options of a decision that these cards are offered."""
        setting = self.setting
        questions = asked_at(setting.main, [setting.main.stages[node.stage]])
        hands = asked_hands(questions)
        nothing = np.zeros(0, dtype=np.uint8)
        asked = []
        for hand in hands:
            cards = [card for group in setting.final(hand.groups) for card in self.dealt.lying[group]]
            arguments = hand.arguments(questions, five_wilds=setting.five_wilds)
            asked.append((nothing, np.array(cards, dtype=np.uint8), setting.wild(cards), *arguments))
        bits = 0
        if asked:
            row = np.zeros((1, 1), dtype=np.uint8)
            bits = int(round_answers.answers(setting.pack.ranking.kernel_arguments, nothing, nothing, row, asked)[0])
        (offered,) = Offers([node], setting.main.stages, numbered(questions)).offered(passed_by(hands, bits))
        return [option for at, option in enumerate(node.options) if offered >> at & 1]

    # --- beyond the level ---

    def _count_beyond(self, targets: Sequence[Node | End]) -> None:
        new = list({id(target): target for target in targets if id(target) not in self._beyond}.values())
        if new:
            values = self._values(new, self.dealt)
            self._beyond |= {id(target): value for target, value in zip(new, values, strict=True)}

    def _values(self, targets: Sequence[Node | End], dealt: Dealt, drawn: int = 0) -> list[Fraction]:
        """What is left of the round from each target on, with these cards dealt and some still to be drawn."""
        setting = self.setting
        levels = min(self.level + 1, len(setting.layout.levels))
        layout = setting.layout.after(dict.fromkeys(dealt.lying, 0), levels)
        if layout.exchange is not None and not layout.levels:
            layout = layout.after({layout.exchange.makes: drawn}, 0).without_exchange()
        ways = setting.ways.after(targets, layout, levels)
        left = RoundSetting(
            setting.pack, setting.wager, setting.played, setting.paid, layout=layout, ways=ways, dealt=dealt
        )
        return [Fraction(total, left.total * left.amounts.denominator) for total in Backwards(left).decide(self.run)]

    def _discards(self, node: Node, exchange: Exchange) -> Iterator[StateChoice]:
        """Every way to discard: each is a round of its own, with the discards gone."""
        held = sorted(self.dealt.lying[exchange.makes])
        for option, number in zip(node.options, exchange.discards, strict=False):
            for discarded in combinations(held, number):
                kept = tuple(card for card in held if card not in discarded)
                after = Dealt({**self.dealt.lying, exchange.makes: kept}, (*self.dealt.gone, *discarded))
                (value,) = self._values([option.target], after, number)
                yield StateChoice(option, value, discarded)
