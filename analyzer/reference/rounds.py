"""A round, from the deal to the end, with the best choice in every information set: backwards from the last stage.

All that the player knows (the cards of each group seen so far, and what he did) is one information set and gets one
decision. Groups are dealt when they are seen or needed; every way to deal one is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import lcm, prod
from typing import Any, NamedTuple

from analyzer.game.language import JOKER, Choice, Exchange, Hand, Rules, Stage, Test
from analyzer.reference.asked import Asked
from analyzer.reference.bets import Bets, bets_of, net_of, staked, unit
from analyzer.reference.cards import Cards, card_name, is_joker, rank_of, without
from analyzer.reference.deals import dealt_together, is_own_choice, looked_at, makes
from analyzer.reference.names import Path, action_name, exchange_name, is_of_one_card, name_of
from analyzer.reference.settled import Dealt, Settled, cards_of_groups

AUTOMATIC_WIN = "automatic win"
MAX_KEPT = 100_000  # showdowns that are kept, because several choices lead to them


class Known(NamedTuple):
    """What has been dealt, which cards are left, and what was kept: MADE GROUP: (cards kept, how many are drawn).

    `backs`: the cards that a group may be, where its back told a class of them.
    """

    dealt: Dealt
    rest: Cards
    kept: Mapping[str, tuple[Cards, int]]
    drawn: Mapping[str, Cards]
    backs: Mapping[str, frozenset[int]] = {}


class Ending(NamedTuple):
    """How a round ends: the net result of the main wager and of the one reported, its stake, its name."""

    main: Fraction | int
    net: Fraction
    stake: Fraction
    name: str
    path: Path
    is_win: bool


class Spread(NamedTuple):
    """How often each ending happens, out of `total`; the information sets with several best choices."""

    total: int
    counts: Mapping[int, int]
    ties: int = 0


class Option(NamedTuple):
    """Something that the player may do, and what comes of it; among equals the lowest `order` is taken."""

    action: str
    spread: Spread
    order: Callable[[], tuple[Any, ...]]


class Round:
    """One game, the wager that the player plays for and the one that is reported: the last (perhaps the same)."""

    def __init__(self, rules: Rules, wagers: Sequence[Settled], *, played: bool) -> None:
        self.rules, self.wagers = rules, wagers
        self.stages: tuple[Stage, ...] = rules.stages if played else ()
        self.exchanges = makes(rules) if played else {}
        looks = [look for wager in wagers for look in looked_at(rules, wager, played=played)]
        self.sizes = dealt_together(rules, looks, played=played)
        # What must be dealt before a settlement, and the hands that the player sets himself: by whether he folded.
        self.needed = [self.needed_by(wagers), self.needed_by(wagers[1:])]
        self.own_choices = [own_choices(wagers), own_choices(wagers[1:])]
        self.asked_choices = frozenset(test.chose for wager in wagers for test, _ in wager.tests())
        self.endings: list[Ending] = []
        self._ending_of: dict[Any, int] = {}
        self._showdowns: dict[Any, Mapping[tuple[int, ...], int]] = {}
        self._passed: dict[Any, bool] = {}

    def needed_by(self, wagers: Sequence[Settled]) -> list[str]:
        """The groups to deal, those that are seen first; a group that an exchange makes after what it is made from."""
        looked = {group for wager in wagers for look in wager.looks for group in look.hand.groups}
        for exchange in reversed(self.exchanges.values()):
            looked |= {exchange.taken_from} if exchange.makes in looked else set()
        seen = [group for stage in self.stages for group in stage.sees if group not in self.exchanges]
        return [name for name in dict.fromkeys([*seen, *self.sizes, *self.exchanges]) if name in looked]

    def start(self) -> Known:
        """Nothing is dealt; groups that are dealt as part of another have no cards of their own."""
        empty = {group.name: () for group in self.rules.deal if group.name not in self.sizes and not group.made}
        return Known(empty, self.rules.pack.deck.cards, {}, {})

    def play(self) -> Spread:
        """Every deal, with the best choices."""
        return self.stage(0, self.start(), bets_of(self.wagers[0].wager), ())

    # --- dealing ---

    def ways(self, name: str, known: Known) -> Iterator[tuple[Cards, Cards]]:
        """Every way to deal a group, all equally likely: its cards, and those of them that were not dealt before."""
        exchange = self.exchanges.get(name)
        if exchange is None:
            drawn = known.drawn.get(name, ())
            may_be = known.backs.get(name, known.rest)
            among = tuple(card for card in known.rest if card in may_be)
            for cards in combinations(among, self.sizes[name] - len(drawn)):
                yield tuple(sorted(drawn + cards)) if drawn else cards, cards
        elif name not in known.kept:  # the exchange was not reached
            yield known.dealt[exchange.taken_from], ()
        else:  # the drawn cards are a random part of the draw group, of which those that were seen come first
            kept, number = known.kept[name]
            first: Cards = known.dealt[exchange.first] if exchange.first else ()
            is_dealt = exchange.draw in known.dealt
            for seen in combinations(first, min(number, len(first))):
                others = known.dealt[exchange.draw] if is_dealt else known.rest
                for cards in combinations(others, number - len(seen)):
                    yield tuple(sorted(kept + seen + cards)), () if is_dealt else cards

    def deal(self, name: str, known: Known) -> Iterator[Known]:
        """All that may be known after a group is dealt; the rest of a draw group is dealt if somebody looks at it."""
        if name in known.dealt:
            yield known
            return
        exchange = self.exchanges.get(name)
        for cards, new in self.ways(name, known):
            drawn = {**known.drawn, exchange.draw: new} if exchange and new else known.drawn
            dealt, rest = {**known.dealt, name: cards}, without(known.rest, new)
            yield known._replace(dealt=dealt, rest=rest, drawn=drawn)

    def deal_all(self, names: Sequence[str], known: Known) -> Iterator[Known]:
        if not names:
            yield known
        else:
            for after in self.deal(names[0], known):
                yield from self.deal_all(names[1:], after)

    # --- stages ---

    def stage(self, number: int, known: Known, bets: Bets, path: Path) -> Spread:
        """From a stage on, over everything that it may turn up."""
        if number == len(self.stages):
            return self.end(known, bets, path)
        seen = [
            with_backs
            for after in self.deal_all(self.stages[number].sees, known)
            for with_backs in self.backs(number, after)
        ]
        seen = [after for after in seen if weight(after)]
        spreads = [self.information_set(number, after, bets, path) for after in seen]
        return together(spreads, [weight(after) for after in seen])

    def backs(self, number: int, known: Known) -> Iterator[Known]:
        """All that the backs of cards may tell at a stage: of each card the class that it is in."""
        every = [known]
        for back in self.stages[number].backs:
            classes = [frozenset(card for card in known.rest if ranks >> back_rank(card) & 1) for ranks in back.classes]
            every = [
                one._replace(backs={**one.backs, back.group: cards}) for one in every for cards in classes if cards
            ]
        yield from every

    def information_set(self, number: int, known: Known, bets: Bets, path: Path) -> Spread:
        """All that the player knows is one decision; the best one is made."""
        stage = self.stages[number]
        if self.wins_at_once(number, known, path):
            return self.best(self.won_options(number, known, bets, path))
        if not stage.choices and stage.exchange is None:
            return self.stage(number + 1, known, bets, path)
        return self.best(self.options(number, known, bets, path))

    def wins_at_once(self, number: int, known: Known, path: Path) -> bool:
        test = self.stages[number].automatic_win
        return test is not None and self.passes(test, known, path)

    def won_options(self, number: int, known: Known, bets: Bets, path: Path) -> list[Option]:
        """The options of a player who wins at once: to take the win, which comes first of equals, or, if he may decline
        it, what the stage offers.

        To keep all cards of an exchange is not another choice: it is to take the win.
        """
        won = Option(AUTOMATIC_WIN, self.end(known, bets, path, automatic=True), lambda: (-1,))
        if not self.stages[number].may_decline:
            return [won]
        return [won, *self.options(number, known, bets, path, declined=True)]

    def options(self, number: int, known: Known, bets: Bets, path: Path, *, declined: bool = False) -> list[Option]:
        """What a stage offers; a player who declines a win at once must exchange something."""
        stage = self.stages[number]
        if stage.exchange is not None:
            return list(self.discards(number, stage.exchange, known, bets, path, least=int(declined)))
        offered = [choice for choice in stage.choices if choice.when is None or self.passes(choice.when, known, path)]
        if not offered:
            raise ValueError(f"stage {number + 1} offers no choice to a player who has {dict(known.dealt)}")
        return [self.choice(number, place, choice, known, bets, path) for place, choice in enumerate(offered)]

    def choice(self, number: int, place: int, choice: Choice, known: Known, bets: Bets, path: Path) -> Option:
        after = {**bets, **dict(choice.bets)}
        spread = self.follow(number, choice, known, after, (*path, (number, choice.name)))
        return Option(choice.name, spread, lambda: (staked(self.wagers[0].wager, after), place))

    def follow(self, number: int, choice: Choice, known: Known, bets: Bets, path: Path) -> Spread:
        if choice.then == "next":
            return self.stage(number + 1, known, bets, path)
        return self.end(known, bets, path, lost=dict(choice.loses) if choice.then == "fold" else None)

    def discards(
        self, number: int, exchange: Exchange, known: Known, bets: Bets, path: Path, *, least: int = 0
    ) -> Iterator[Option]:
        """Every way to discard, at least that many cards."""
        hand: Cards = known.dealt[exchange.taken_from]
        for k in (k for k in exchange.discards if k >= least):
            after = {**bets, **{bet: bets[bet] + by_number[k] for bet, by_number in exchange.cost}}
            done = (*path, (number, exchange_name(exchange, k)))
            for cards in combinations(hand, k):
                held = without(hand, cards)
                kept = known._replace(kept={**known.kept, exchange.makes: (held, k)})
                spread = self.stage(number + 1, kept, after, done)
                action = action_name(exchange, cards, held)
                yield Option(action, spread, partial(self.order_of_discards, exchange, spread, cards))

    def order_of_discards(self, exchange: Exchange, spread: Spread, cards: Cards) -> tuple[Any, ...]:
        """One card: in the order of the cards, then standing pat. Else variance, cards held, colex of the discards."""
        if is_of_one_card(exchange):
            return (not cards, cards)
        return self.second_moment(spread), len(cards), cards[::-1]

    def passes(self, test: Test, known: Known, path: Path) -> bool:
        """Does a test of what was seen and done pass?"""
        done = {name for _, name in path}
        return (
            (test.of is None or self.passes_cards(test, known))
            and (not test.chose or test.chose in done)
            and (not test.any or any(self.passes(inner, known, path) for inner in test.any))
            and all(self.passes(inner, known, path) for inner in test.all)
        )

    def passes_cards(self, test: Test, known: Known) -> bool:
        if test.of is None or isinstance(test.of, str):
            raise ValueError("a stage cannot look at the winner: nobody has won")
        cards = cards_of_groups(test.of.hand.groups, known.dealt)
        key = id(test), cards
        if key not in self._passed:
            ranked = self.wagers[0].ranked[test.of.hand.best]
            self._passed[key] = Asked(cards, ranked, pays_most=False).passes(test)
        return self._passed[key]

    # --- the best choice ---

    def mean(self, spread: Spread) -> Fraction:
        """The expected net result of the wager that is played for."""
        total = sum(count * self.endings[number].main for number, count in spread.counts.items())
        return Fraction(total, spread.total)

    def second_moment(self, spread: Spread) -> Fraction:
        """Of equal means the smaller one has the smaller variance."""
        squares = (count * self.endings[number].main ** 2 for number, count in spread.counts.items())
        return Fraction(sum(squares), spread.total)

    def best(self, options: Sequence[Option]) -> Spread:
        if len(options) == 1:
            return options[0].spread
        means = [self.mean(option.spread) for option in options]
        equal = [option for option, mean in zip(options, means, strict=True) if mean == max(means)]
        best = equal[0] if len(equal) == 1 else min(equal, key=lambda option: option.order())
        return best.spread._replace(ties=best.spread.ties + (len(equal) > 1))

    # --- the end ---

    def end(self, known: Known, bets: Bets, path: Path, *, automatic: bool = False, lost: Bets | None = None) -> Spread:
        """Everything is turned up and settled. `lost`: a fold, and the share of each bet that is lost if not all."""
        for hand in self.own_choices[lost is not None]:
            if f"{hand.name}.set" not in known.dealt:
                seen = [after for after in self.deal_all(hand.groups, known) if weight(after)]
                settings = partial(self.settings, hand, bets=bets, path=path, automatic=automatic, lost=lost)
                return together([self.best(settings(after)) for after in seen], [weight(after) for after in seen])
        chosen = self.asked_choices & {name for _, name in path}
        counts: Counter[int] = Counter()
        for paid, count in self.showdown(known, chosen, automatic, folded=lost is not None).items():
            counts[self.ending(paid, bets, path, lost)] += count
        return Spread(counts.total(), counts)

    def settings(
        self, hand: Hand, known: Known, bets: Bets, path: Path, automatic: bool = False, lost: Bets | None = None
    ) -> list[Option]:
        """Every legal way in which the player may set the cards of a hand; of equals with more wins."""
        options = []
        for setting in self.wagers[0].set_hands.legal(cards_of_groups(hand.groups, known.dealt)):
            after = known._replace(dealt={**known.dealt, f"{hand.name}.set": setting})
            spread = self.end(after, bets, path, automatic=automatic, lost=lost)
            action = " ".join(["front", *(card_name(card) for card in setting.front)])
            options.append(Option(action, spread, partial(self.fewer_wins, spread)))
        return options

    def fewer_wins(self, spread: Spread) -> tuple[Fraction]:
        wins = sum(count for number, count in spread.counts.items() if self.endings[number].is_win)
        return (Fraction(-wins, spread.total),)

    def showdown(
        self, known: Known, chosen: frozenset[str], automatic: bool, *, folded: bool
    ) -> Mapping[tuple[int, ...], int]:
        """What the wagers pay, over everything that is still hidden; after a fold the main wager is not settled."""
        missing = [name for name in self.needed[folded] if name not in known.dealt] or [""]
        backs = tuple(known.backs.items())
        key = tuple(known.dealt.items()), tuple(known.kept.items()), backs, chosen, automatic, folded
        if key in self._showdowns:
            return self._showdowns[key]
        counts: Counter[tuple[int, ...]] = Counter()
        if len(missing) == 1:
            ways = [cards for cards, _ in self.ways(missing[0], known)] if missing[0] else [()]
            wagers = self.wagers[1:] if folded else self.wagers
            paid = [wager.settle(known.dealt, missing[0], ways, chosen, automatic) for wager in wagers]
            counts.update(zip(*paid, strict=True) if paid else [()])
        else:
            for after in self.deal(missing[0], known):
                for one, count in self.showdown(after, chosen, automatic, folded=folded).items():
                    counts[one] += count
        if len(self._showdowns) > MAX_KEPT:
            self._showdowns.clear()
        self._showdowns[key] = counts
        return counts

    def ending(self, paid: tuple[int, ...], bets: Bets, path: Path, lost: Bets | None) -> int:
        key = paid, path, lost is None
        if key not in self._ending_of:
            self.endings.append(self.ending_of(paid, bets, path, lost))
            self._ending_of[key] = len(self.endings) - 1
        return self._ending_of[key]

    def ending_of(self, paid: tuple[int, ...], bets: Bets, path: Path, lost: Bets | None) -> Ending:
        """The first wager is the one that is played for, the last the one reported."""
        played, reported = self.wagers[0], self.wagers[-1]
        if lost is None:
            main = net_of(played, paid[0], bets)
        else:
            gone = sum(bets[bet.name] * lost.get(bet.name, 1) for bet in played.wager.bets if not bet.is_free)
            main = -Fraction(gone) / unit(played.wager)
        plain = main.numerator if main.denominator == 1 else main
        if reported is not played:
            bets = bets_of(reported.wager)
        elif lost is not None:
            return Ending(plain, main, staked(reported.wager, bets), "fold", path, is_win=False)
        net, name = net_of(reported, paid[-1], bets), name_of(reported, paid[-1], bets)
        return Ending(plain, net, staked(reported.wager, bets), name, path, reported.all_paid[paid[-1]].is_win)


def own_choices(wagers: Sequence[Settled]) -> list[Hand]:
    """The hands that the player sets himself."""
    return [
        hand for hand in dict.fromkeys(look.hand for wager in wagers for look in wager.looks) if is_own_choice(hand)
    ]


def weight(known: Known) -> int:
    """How many ways there are to deal the cards whose backs were seen: that much more likely is what is known."""
    hidden = [cards for group, cards in known.backs.items() if group not in known.dealt]
    return prod(sum(card in cards for card in known.rest) for cards in hidden)


def back_rank(card: int) -> int:
    """The bit of a card in a class of backs: its rank, or that of the jokers."""
    return JOKER if is_joker(card) else rank_of(card)


def together(spreads: Sequence[Spread], weights: Sequence[int]) -> Spread:
    """Cases as one, each as likely as its weight says."""
    total = lcm(*(spread.total for spread in spreads))
    counts: Counter[int] = Counter()
    for spread, times in zip(spreads, weights, strict=True):
        factor = total // spread.total * times
        for number, count in spread.counts.items():
            counts[number] += count * factor
    return Spread(total * sum(weights), counts, sum(spread.ties for spread in spreads))
