"""What a report says of wagers whose play depends on the paytable, from the language of their game file alone.

Out of how many deals they are counted, how, and a round told by hand: decisions from the answer about one hand, the
settlement by the referee. Nothing here asks which kind of wager it is (pricing/played.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

from analyzer.cards.deck import card_name
from analyzer.game.language import Exchange, Rules
from analyzer.game.language import Hand as RuledHand
from analyzer.game.model import Game, Wager
from analyzer.game.own_groups import own_groups
from analyzer.pricing.draws import AUTOMATIC
from analyzer.pricing.played import AUTOMATIC_WIN, has_decisions
from analyzer.reference.deals import dealt_together, depends_on_play, looked_at, number_of_deals
from analyzer.reference.referee import settled_wager
from analyzer.reference.rounds import Ending, Known
from analyzer.reference.settled import Settled, cards_of_groups
from analyzer.trust.refereed_rounds import Refereed

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """What the player knows at a stage: his own cards, the others, the same by group, and what he has discarded."""

    stage: int
    own: Cards
    others: Cards
    groups: Mapping[str, Cards]
    discards: Cards


# The best choice, and a text with what it is worth.
Advice = Callable[[Seen], tuple[str, str]]


def rules_of(game: Game) -> Rules:
    assert game.rules is not None
    return game.rules


# --- deals and method ------------------------------------------------------------------------------------------------


def deals_by_rules(game: Game, wager: Wager) -> tuple[str, int]:
    """The number of deals as a formula, worked out here, and its value.

    After an exchange the deals are the least common multiple of what each number of cards may draw.
    """
    rules = rules_of(game)
    settled = settled_wager(rules, wager.id)
    played = depends_on_play(rules, settled)
    draws = {stage.exchange.draw: stage.exchange for stage in rules.stages if stage.exchange is not None}
    sizes = dealt_together(rules, looked_at(rules, settled, played=played), played=played)
    left, parts, deals = game.deck.size, [], 1
    for place, (group, cards) in enumerate(sizes.items()):
        if group in draws:
            if place < len(sizes) - 1:  # what is dealt after a draw depends on how much was drawn
                total = number_of_deals(rules, settled)
                return str(total), total
            numbers = draws[group].discards
            parts.append(_multiple(left, numbers))
            deals *= lcm(*(comb(left, number) for number in numbers))
        else:
            parts.append(str(left) if cards == 1 else f"C({left},{cards})")
            deals *= comb(left, cards)
        left -= cards
    return " x ".join(parts), deals


def _multiple(left: int, numbers: Sequence[int]) -> str:
    """
    >>> _multiple(47, (0, 1, 2, 3, 4, 5)), _multiple(47, (1,))
    ('lcm(C(47,0) ... C(47,5))', '47')
    """
    ways = ["1" if not number else str(left) if number == 1 else f"C({left},{number})" for number in numbers]
    if len(ways) == 1:
        return ways[0]
    if len(ways) > 3:
        return f"lcm(C({left},{numbers[0]}) ... C({left},{numbers[-1]}))"
    return f"lcm({', '.join(ways)})"


def main_name(game: Game, main: Wager) -> str:
    """The name of the wager that is played for, which a wager beside it may know by its id alone."""
    return next(wager.name for wager in game.wagers if wager.id == main.id)


def method_by_rules(game: Game, wager: Wager) -> str:
    rules = rules_of(game)
    compares = next(one for one in rules.wagers if one.id == wager.id).compare is not None
    if has_decisions(wager) and wager.main is not None:
        return (
            f"The player decides as is best for {main_name(game, wager.main)}. For all that he can see then, all other "
            "cards are counted by how this wager is settled."
        )
    if compares and not has_decisions(wager):
        return (
            "All hands of the player and of the dealer are counted by how the wager is settled. No decision of the "
            "player changes it."
        )
    if compares:
        return (
            "For all that the player can see at a decision, all cards still to come and all hands of the dealer are "
            "counted by how the round is settled. The choice with the highest expected result is made, from the last "
            "decision backwards."
        )
    if not has_decisions(wager):
        return (
            "All cards that the wager looks at are counted by how they settle it. No decision of the player changes it."
        )
    if any(stage.exchange is not None for stage in rules.stages):
        return (
            "For every hand dealt and every choice of discards, all draws are counted by the lines that the final "
            "hand satisfies. The discards with the highest expected result are made; of equal ones those with the "
            "smaller variance, then the fewer."
        )
    return (
        "For all that the player can see at a decision, all cards still to come are counted by the lines that the "
        "final hand satisfies. The choice with the highest expected result is made, from the last decision backwards."
    )


# --- a round in words ------------------------------------------------------------------------------------------------


class ToldRound:
    """One round, stage by stage: what is seen, what is best then, and how the referee settles it."""

    def __init__(
        self,
        rules: Rules,
        wager: str,
        paytable: str,
        dealt: Mapping[str, Cards],
        advice: Advice,
        level: Fraction | None = None,
    ) -> None:
        self.rules, self.dealt, self.advice = rules, dict(dealt), advice
        self.rounds = Refereed(rules, wager, paytable, level)
        self.settled: Settled = self.rounds.settled
        self.way: list[tuple[int, str]] = []
        self.decisions: list[str] = []
        self.drawn = ""
        self.discards: Cards = ()
        self.folded = False
        self._play()
        for exchange in (stage.exchange for stage in rules.stages if stage.exchange is not None):
            # A round that is over before an exchange leaves the cards as they were.
            self.dealt.setdefault(exchange.makes, self.dealt[exchange.taken_from])

    def _play(self) -> None:
        """The stages that the wager notices, until the round has ended."""
        plays = depends_on_play(self.rules, self.settled)
        seen: list[str] = []
        for number, stage in enumerate(self.rules.stages if plays else ()):
            seen += stage.sees
            if self._has_won(number) and not (stage.may_decline and self._declines(number, seen)):
                self.way.append((number, AUTOMATIC_WIN))
                self.decisions.append(AUTOMATIC)
                return
            if stage.exchange is not None:
                self._exchange(number, stage.exchange, self._seen(number, seen))
            elif stage.choices:
                shown = self._seen(number, seen)
                action, told = self.advice(shown)
                self._decided(told, shown.others)
                self.way.append((number, action))
                then = next(choice.then for choice in stage.choices if choice.name == action)
                if then != "next":
                    self.folded = then == "fold"
                    return

    def _has_won(self, number: int) -> bool:
        """Whether the cards that are seen win at once, as the referee reads them."""
        dealt = {group: tuple(sorted(cards)) for group, cards in self.dealt.items()}
        return self.rounds.round.wins_at_once(number, Known(dealt, (), {}, {}), tuple(self.way))

    def _declines(self, number: int, seen: Sequence[str]) -> bool:
        """Whether who wins at once does better without it."""
        return self.advice(self._seen(number, seen))[0] != AUTOMATIC

    def _seen(self, number: int, seen: Sequence[str]) -> Seen:
        """What a stage knows: an exchanged group only as it has become."""
        taken = {stage.exchange.taken_from for stage in self.rules.stages[:number] if stage.exchange is not None}
        known = [group for group in seen if group not in taken]
        return Seen(number, *self._known(known), {group: self.dealt[group] for group in known}, self.discards)

    def _known(self, seen: Sequence[str]) -> tuple[Cards, Cards]:
        """The player's own cards, and the others that he sees.

        Against a dealer those are his own which the dealer's hand has not; else what the first group shows.
        """
        compared = self.settled.wager.compare
        if compared is not None:
            made = {
                one.exchange.taken_from: one.exchange.makes for one in self.rules.stages if one.exchange is not None
            }
            final = {group: made.get(group, group) for group in seen}
            own = [one for one in seen if final[one] in compared[0].groups and final[one] not in compared[1].groups]
        else:
            own = list(next((stage.sees for stage in self.rules.stages if stage.sees), ()))
        others = [group for group in seen if group not in own]
        return self._cards(own), self._cards(others)

    def _cards(self, groups: Sequence[str]) -> Cards:
        return tuple(card for group in groups for card in self.dealt[group])

    def _decided(self, told: str, board: Sequence[int]) -> None:
        against = self.settled.wager.compare is not None
        after = f"after {' '.join(map(card_name, board))} " if board and (self.decisions or against) else ""
        self.decisions.append(after + told)

    def _exchange(self, number: int, exchange: Exchange, seen: Seen) -> None:
        """The discards are the cards that the advice does not hold."""
        own = self.dealt[exchange.taken_from]
        action, told = self.advice(seen)
        words = action.split()
        if words[0] == "discard":
            gone = [card for card in own if card_name(card) == words[1]]
        else:
            gone = [card for card in own if words[0] == "hold" and card_name(card) not in words[1:]]
        one_card = exchange.discards in ((1,), (0, 1))
        name = ("stand-pat", "discard")[len(gone)] if one_card else f"discard-{len(gone)}"
        self.discards = tuple(gone)
        drawn = self.dealt[exchange.draw][: len(gone)]
        self.dealt[exchange.makes] = tuple(card for card in own if card not in gone) + drawn
        self.drawn = f"draws {' '.join(map(card_name, drawn))}; " if drawn else ""
        self.way.append((number, name))
        self._decided(told, seen.others)

    @property
    def decision(self) -> str:
        return "; ".join(self.decisions) or "none"

    @property
    def outcome(self) -> str:
        """What the outcome is called, as the referee says."""
        return self.names[0]

    @cached_property
    def ending(self) -> Ending:
        return self.rounds.ending(tuple(self.way), self.dealt)

    @property
    def names(self) -> list[str]:
        return self.rounds.names(self.ending)

    @property
    def how(self) -> str:
        if self.folded:
            return "the round is folded"
        words = [f"{self._whose(look.hand)} {self._words(look.hand)}" for look in self.settled.looks]
        return self.drawn + (", ".join(dict.fromkeys(words)) or "by what was done, whatever the cards are")

    def _whose(self, hand: RuledHand) -> str:
        """The player's or the dealer's, where one of them has its cards; else the groups that make it."""
        compared = self.settled.wager.compare or self.rules.main.compare
        if compared is None:
            return "player has" if set(hand.groups) <= self._own_groups else _have(hand.groups)
        if hand == compared[0]:
            return "player has"
        if hand == compared[1] or (set(hand.groups) <= set(compared[1].groups) - set(compared[0].groups)):
            return "dealer has"
        own = set(hand.groups) <= set(compared[0].groups) - set(compared[1].groups)
        return "player has" if own else _have(hand.groups)

    @cached_property
    def _own_groups(self) -> set[str]:
        """The groups of the player's hand where none are compared; before an exchange they are his own, too."""
        main = settled_wager(self.rules, self.rules.main.id)
        looked = [look.hand for look in main.looks]
        own = set(own_groups(self.rules.stages, None, main.wager.lines, looked))
        exchanges = [stage.exchange for stage in self.rules.stages if stage.exchange is not None]
        return own | {exchange.taken_from for exchange in exchanges if exchange.makes in own}

    def _words(self, hand: RuledHand) -> str:
        """What the best of the cards are called, by the literal reading of all wild cards."""
        cards = cards_of_groups(hand.groups, self.dealt)
        best = max(self.settled.ranked[hand.best].best(tuple(sorted(cards))), key=lambda one: one.ranks)
        words = best.type.replace("-", " ")
        bare = words.split()[0] in ("two", "three", "four", "five", "high")
        return ("" if bare else "a ") + words + ("" if best.natural else " with wild cards")


def _have(groups: Sequence[str]) -> str:
    """
    >>> _have(["dealer"]), _have(["final", "dealer"])
    ('dealer has', 'final and dealer have')
    """
    return f"{' and '.join(groups)} {'has' if len(groups) == 1 else 'have'}"
