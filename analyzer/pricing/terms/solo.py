"""Games without an opponent: an exchange, or cards turned one group after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from analyzer.cards.deck import hand_name
from analyzer.engines.bets import Bets, Path
from analyzer.engines.exchange.count import BestExchange, ExchangeCounts
from analyzer.engines.reveal.states import RevealCounts
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import ExchangeWager, RevealWager
from analyzer.pricing.paths import choice_name
from analyzer.pricing.solo import Events, exchange_counts, hold_name, reveal_bets, reveal_counts
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, terms_of
from analyzer.run.jobs import Run


def _factors(sets: Sequence[LineSet], ends: Sequence[int], units: Fraction) -> Iterator[tuple[LineSet, Fraction]]:
    for lines, count in zip(sets, ends, strict=True):
        if lines:
            yield lines, count * units


def _without_line(sets: Sequence[LineSet], ends: Sequence[int]) -> int:
    return sum(count for lines, count in zip(sets, ends, strict=True) if not lines)


def exchange_play(events: Events, deals: int, ends: Sequence[int], choices: Mapping[int, Fraction]) -> Play:
    """One unit is bet; `ends` are deals by event."""
    factors = _factors(events.sets, ends, Fraction(1))
    terms = terms_of(deals, -_without_line(events.sets, ends), factors, events.wager.overlap)
    return Play(terms, {f"discard {number}": share for number, share in choices.items()})


def reveal_play(
    events: Events,
    bets: Bets,
    deals: int,
    outcomes: Mapping[Path, Sequence[int]],
    choices: Mapping[tuple[int, str], Fraction],
) -> Play:
    """Every bet pays by the line of the final hand; a fold loses what it loses, whatever the cards."""
    constant = Fraction(0)
    factors: list[tuple[LineSet, Fraction]] = []
    for path, ends in outcomes.items():
        if bets.last(path).then == "fold":
            constant += sum(ends) * bets.nets(path, 1)[0]
        else:
            units = sum(bets.after(path), Fraction(0))
            constant -= units * _without_line(events.sets, ends)
            factors += _factors(events.sets, ends, units)
    named = {choice_name(bets, stage, name): share for (stage, name), share in choices.items()}
    return Play(terms_of(deals, constant, factors, events.wager.overlap, events.wager.splits), named)


@dataclass(frozen=True)
class ExchangePlays:
    """`Plays` of an exchange: final hands are counted once."""

    game: Game
    wager: ExchangeWager
    _run: Run
    decided: bool = True

    @cached_property
    def events(self) -> Events:
        return Events(self.game, self.wager)

    @cached_property
    def counted(self) -> ExchangeCounts:
        return exchange_counts(self.game, self.wager, self.events)

    @cached_property
    def _quickly(self) -> ExchangeCounts:
        """Without the squares of pays that decide between equals: 64 bits hold larger pays."""
        return replace(self.counted, rules=replace(self.counted.rules, any_of_equals=True))

    def _best(self, paytable: Paytable) -> BestExchange:
        return self.counted.best(self.events.nets(paytable))

    def best(self, paytable: Paytable) -> Play:
        return self._play(self._best(paytable))

    def any_best(self, paytable: Paytable) -> Play:
        return self._play(self._quickly.best(self.events.nets(paytable)))

    def _play(self, best: BestExchange) -> Play:
        return exchange_play(self.events, best.deals, best.events, best.choices)

    def difference(self, one: Paytable, other: Paytable) -> PlayDifference | None:
        """Hands of which other cards are discarded, and not only because several discards are equally good."""
        before, now = (self._best(paytable).chosen.discards for paytable in (one, other))
        states, nets, rules = self.counted.states, self.events.nets(other), self.counted.rules
        differing = np.flatnonzero(before != now)
        flipped = []
        for row, ends in zip(differing, self.counted.counts(states.hands[differing]), strict=True):
            worth = [
                sum((int(n) * net for n, net in zip(ends[discards], nets, strict=True)), Fraction(0))
                * rules.factor(int(discards).bit_count())
                for discards in (before[row], now[row])
            ]
            if worth[0] != worth[1]:
                flipped.append(int(row))
        if not flipped:
            return None
        weights = states.weights[flipped]
        example = flipped[int(np.argmax(weights))]
        cards = [self.game.deck.cards[int(position)] for position in states.hands[example]]
        return PlayDifference(
            int(weights.sum()),
            hand_name(cards),
            self._hold(cards, int(before[example])),
            self._hold(cards, int(now[example])),
        )

    def _hold(self, cards: Sequence[int], discards: int) -> str:
        gone = [card for place, card in enumerate(cards) if discards >> place & 1]
        return hold_name(self.wager, [card for card in cards if card not in gone], gone)


@dataclass(frozen=True)
class RevealPlays:
    """`Plays` of a reveal: the states are counted once."""

    game: Game
    wager: RevealWager
    _run: Run
    decided: bool = True

    @cached_property
    def events(self) -> Events:
        return Events(self.game, self.wager)

    @cached_property
    def counted(self) -> RevealCounts:
        return reveal_counts(self.game.deck, self.wager, self.events)

    def best(self, paytable: Paytable) -> Play:
        bets = reveal_bets(self.wager, self.events.nets(paytable))
        best = self.counted.best(bets)
        return reveal_play(self.events, bets, best.deals, best.outcomes, best.choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None
