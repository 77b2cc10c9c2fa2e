"""The referee: plays a game file literally, through every deal of its deck.

    verdict = play(rules, "ante-play", "1")

He deals the groups in order, shows what a stage shows, tries every choice in every information set from the last stage
backwards, exchanges, compares and settles: what the file says, and nothing else. docs/language.md has the rules
("Meaning"); the names of the parts are those of analyzer/game/language.py. He is slow, so decks are small: `work` says
how many deals he would have to settle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple, TypeVar

from analyzer.game.language import Choice, Exchange, Hand, Rules, Stage, Test, WagerRules
from analyzer.reference.asked import Asked
from analyzer.reference.cards import Cards, without
from analyzer.reference.settled import Dealt, Settled, cards_of_groups, tests_in

Key = TypeVar("Key")
Bets = Mapping[str, Fraction]
Path = tuple[tuple[int, str], ...]  # what was done: the stage, the name of the choice


@dataclass(frozen=True)
class Verdict:
    """A wager played through every deal.

    `results`: how many of the `deals` end in each net result. `outcomes`: the same by name and net result. `choices`:
    how often each choice is made, as a share of all rounds. `ties`: information sets that are reached and in which
    several choices are best.
    """

    deals: int
    results: Mapping[Fraction, int]
    outcomes: Mapping[tuple[str, Fraction], int]
    ev: Fraction
    choices: Mapping[str, Fraction]
    average_bet: Fraction
    ties: int


class Known(NamedTuple):
    """What has been dealt, which cards are left, and what was kept: MADE GROUP: (cards kept, how many are drawn)."""

    dealt: Dealt
    rest: Cards
    kept: Mapping[str, tuple[Cards, int]]
    drawn: Mapping[str, Cards]


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
    """Something that the player may do, what comes of it, and the order among equals: the lowest is taken."""

    name: str
    spread: Spread
    order: tuple[Any, ...]


# --- what a wager depends on -----------------------------------------------------------------------------------------


def makes(rules: Rules) -> dict[str, Exchange]:
    """The exchanges by the group that they make."""
    return {stage.exchange.makes: stage.exchange for stage in rules.stages if stage.exchange is not None}


def depends_on_play(rules: Rules, settled: Settled) -> bool:
    """Does what the player does change the wager's result? No other wager notices the bets of the main one."""
    if settled.is_main and any(stage.choices or stage.exchange or stage.automatic_win for stage in rules.stages):
        return True
    return (
        any(test.chose for test, _ in settled.tests())
        or any(group in makes(rules) for look in settled.looks for group in look.hand.groups)
        or any(is_own_choice(look.hand) for look in settled.looks)
    )


def is_own_choice(hand: Hand) -> bool:
    return bool(hand.house_way) and hand.sets == "optimal"


def looked_at(rules: Rules, settled: Settled, *, played: bool) -> list[tuple[str, ...]]:
    """The groups that are looked at together: by the wager and, if it depends on the play, by the player."""
    looks = [look.hand.groups for look in settled.looks]
    for stage in rules.stages if played else ():
        looks.append(stage.sees)
        for choice_test in (stage.automatic_win, *(choice.when for choice in stage.choices)):
            looks += [test.of.hand.groups for test in tests_in(choice_test) if test.of and not isinstance(test.of, str)]
        if stage.exchange is not None:
            looks += [(stage.exchange.taken_from,), (stage.exchange.draw,)]
    return looks


def dealt_together(rules: Rules, looks: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """The groups that must be dealt and how many cards they have; groups never told apart are dealt as the first."""
    first: dict[tuple[bool, ...], str] = {}
    sizes: Counter[str] = Counter()
    for group in rules.deal:
        told_by = tuple(group.name in look for look in looks)
        if any(told_by) and not group.made:
            sizes[first.setdefault(told_by, group.name)] += group.cards
    return dict(sizes)


def number_of_deals(rules: Rules, settled: Settled) -> int:
    """Meaning 9: the binomials in dealing order; of an exchange the least common multiple over the numbers drawn."""
    played = depends_on_play(rules, settled)
    looks = looked_at(rules, settled, played=played)
    groups = list(dealt_together(rules, looks).items())
    drawn_by = {exchange.draw: exchange for exchange in makes(rules).values()} if played else {}
    seen_whole = {name for look in looks if len(look) > 1 for name in look} | {
        name for look in settled.looks for name in look.hand.groups
    }

    def ways(place: int, left: int) -> int:
        if place == len(groups):
            return 1
        name, size = groups[place]
        if name not in drawn_by:
            return comb(left, size) * ways(place + 1, left - size)
        numbers = drawn_by[name].discards
        if name in seen_whole:
            return comb(left, size) * lcm(*(comb(size, k) for k in numbers)) * ways(place + 1, left - size)
        return lcm(*(comb(left, k) * ways(place + 1, left - k) for k in numbers))

    return ways(0, rules.pack.deck.size)


# --- a round ---------------------------------------------------------------------------------------------------------


class Round:
    """One game, the main wager and the one that is reported (perhaps the same), one paytable of each."""

    def __init__(self, rules: Rules, wagers: Sequence[Settled], *, played: bool) -> None:
        self.rules, self.wagers = rules, wagers
        self.stages: tuple[Stage, ...] = rules.stages if played else ()
        self.exchanges = makes(rules) if played else {}
        looks = [look for wager in wagers for look in looked_at(rules, wager, played=played)]
        self.sizes = dealt_together(rules, looks)
        seen = [group for stage in self.stages for group in stage.sees]
        order = dict.fromkeys([*seen, *self.sizes, *self.exchanges])
        self.needed = [[name for name in order if self.is_needed(name, some)] for some in (wagers, wagers[1:])]
        self.own_choices = list(dict.fromkeys(look.hand for wager in wagers for look in wager.looks))
        self.own_choices = [hand for hand in self.own_choices if is_own_choice(hand)]
        asked = {test.chose for wager in wagers for test, _ in wager.tests()}
        self.asked_choices = frozenset(asked)
        self.endings: list[Ending] = []
        self._ending_of: dict[Any, int] = {}
        self._showdowns: dict[Any, Mapping[tuple[int, ...], int]] = {}
        self._passed: dict[Any, bool] = {}

    def is_needed(self, name: str, wagers: Iterable[Settled]) -> bool:
        """Must the group be there before these wagers are settled?"""
        if name not in self.sizes and name not in self.exchanges:
            return False
        return any(name in look.hand.groups for wager in wagers for look in wager.looks)

    def start(self) -> Known:
        """Nothing is dealt; groups that are dealt as part of another have no cards of their own."""
        empty = {group.name: () for group in self.rules.deal if group.name not in self.sizes and not group.made}
        return Known(empty, self.rules.pack.deck.cards, {}, {})

    def play(self) -> Spread:
        return self.stage(0, self.start(), bets_of(self.wagers[0].wager), ())

    # --- dealing ---

    def ways(self, name: str, known: Known) -> Iterator[tuple[Cards, Cards]]:
        """Every way to deal a group, all equally likely: its cards, and those of them that were not dealt before."""
        exchange = self.exchanges.get(name)
        if exchange is None:
            drawn = known.drawn.get(name, ())
            for cards in combinations(known.rest, self.sizes[name] - len(drawn)):
                yield tuple(sorted(drawn + cards)) if drawn else cards, cards
        elif name not in known.kept:  # the exchange was not reached
            yield known.dealt[exchange.taken_from], ()
        else:  # the drawn cards are a random part of the draw group
            kept, number = known.kept[name]
            is_dealt = exchange.draw in known.dealt
            for cards in combinations(known.dealt[exchange.draw] if is_dealt else known.rest, number):
                yield tuple(sorted(kept + cards)), () if is_dealt else cards

    def deal(self, name: str, known: Known) -> Iterator[Known]:
        """All that may be known after a group is dealt; the rest of a draw group is dealt if somebody looks at it."""
        if name in known.dealt:
            yield known
            return
        exchange = self.exchanges.get(name)
        for cards, new in self.ways(name, known):
            drawn = {**known.drawn, exchange.draw: new} if exchange and new else known.drawn
            yield Known({**known.dealt, name: cards}, without(known.rest, new), known.kept, drawn)

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
        spreads = []
        for seen in self.deal_all(self.stages[number].sees, known):
            if number == 0:
                self._showdowns.clear()
            spreads.append(self.information_set(number, seen, bets, path))
        return together(spreads)

    def information_set(self, number: int, known: Known, bets: Bets, path: Path) -> Spread:
        """All that the player knows is one decision; the best one is made."""
        stage = self.stages[number]
        if stage.automatic_win is not None and self.passes(stage.automatic_win, known, path):
            return self.end(known, bets, path, automatic=True)
        if not stage.choices and stage.exchange is None:
            return self.stage(number + 1, known, bets, path)
        return self.best(self.options(number, known, bets, path))

    def options(self, number: int, known: Known, bets: Bets, path: Path) -> list[Option]:
        stage = self.stages[number]
        if stage.exchange is not None:
            return list(self.discards(number, stage.exchange, known, bets, path))
        offered = [choice for choice in stage.choices if choice.when is None or self.passes(choice.when, known, path)]
        if not offered:
            raise ValueError(f"stage {number + 1} offers no choice to a player who has {dict(known.dealt)}")
        options = []
        for place, choice in enumerate(offered):
            after = {**bets, **dict(choice.bets)}
            spread = self.follow(number, choice, known, after, (*path, (number, choice.name)))
            options.append(Option(choice.name, spread, (staked(self.rules.main, after), place)))
        return options

    def follow(self, number: int, choice: Choice, known: Known, bets: Bets, path: Path) -> Spread:
        if choice.then == "next":
            return self.stage(number + 1, known, bets, path)
        return self.end(known, bets, path, lost=dict(choice.loses) if choice.then == "fold" else None)

    def discards(self, number: int, exchange: Exchange, known: Known, bets: Bets, path: Path) -> Iterator[Option]:
        """Every way to discard. Of one card: in the order of the cards, then standing pat."""
        hand: Cards = known.dealt[exchange.taken_from]
        is_of_one = exchange.discards in ((1,), (0, 1))
        for k in reversed(exchange.discards) if is_of_one else exchange.discards:
            name = ("stand-pat", "discard")[k] if is_of_one else f"discard-{k}"
            after = {**bets, **{bet: bets[bet] + by_number[k] for bet, by_number in exchange.cost}}
            for place, cards in enumerate(combinations(hand, k)):
                kept = known._replace(kept={**known.kept, exchange.makes: (without(hand, cards), k)})
                spread = self.stage(number + 1, kept, after, (*path, (number, name)))
                others = (self.second_moment(spread), k, cards[::-1])
                yield Option(name, spread, (1 - k, place) if is_of_one else others)

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
        """The expected net result of the main wager."""
        endings = self.endings
        return Fraction(sum(count * endings[number].main for number, count in spread.counts.items())) / spread.total

    def second_moment(self, spread: Spread) -> Fraction:
        squares = (count * self.endings[number].main ** 2 for number, count in spread.counts.items())
        return Fraction(sum(squares)) / spread.total

    def best(self, options: Sequence[Option]) -> Spread:
        """The highest mean; among equals the lowest order."""
        means = [self.mean(option.spread) for option in options]
        equal = [option for option, mean in zip(options, means, strict=True) if mean == max(means)]
        best = min(equal, key=lambda option: option.order)
        return best.spread._replace(ties=best.spread.ties + (len(equal) > 1))

    # --- the end ---

    def end(self, known: Known, bets: Bets, path: Path, *, automatic: bool = False, lost: Bets | None = None) -> Spread:
        """Everything is turned up and settled. `lost`: a fold, and the share of each bet that is lost if not all."""
        for hand in self.own_choices if lost is None else ():
            if f"{hand.name}.set" not in known.dealt:
                return self.set_best(hand, known, bets, path, automatic)
        chosen = self.asked_choices & {name for _, name in path}
        counts: Counter[int] = Counter()
        for paid, count in self.showdown(known, chosen, automatic, folded=lost is not None).items():
            counts[self.ending(paid, bets, path, lost)] += count
        return Spread(counts.total(), counts)

    def set_best(self, hand: Hand, known: Known, bets: Bets, path: Path, automatic: bool) -> Spread:
        """The player sets the cards of a hand, which he sees, as well as possible; of equals with more wins."""
        spreads = []
        for seen in self.deal_all([group for group in hand.groups if group not in known.dealt], known):
            options = []
            for setting in self.wagers[0].set_hands.legal(cards_of_groups(hand.groups, seen.dealt)):
                after = seen._replace(dealt={**seen.dealt, f"{hand.name}.set": setting})
                spread = self.end(after, bets, path, automatic=automatic)
                wins = sum(count for number, count in spread.counts.items() if self.endings[number].is_win)
                options.append(Option("set", spread, (Fraction(-wins, spread.total),)))
            spreads.append(self.best(options))
        return together(spreads)

    def showdown(
        self, known: Known, chosen: frozenset[str], automatic: bool, *, folded: bool
    ) -> Mapping[tuple[int, ...], int]:
        """What the wagers pay, over everything that is still hidden; after a fold the main wager is not settled."""
        missing = [name for name in self.needed[folded] if name not in known.dealt] or [""]
        key = tuple(known.dealt.items()), tuple(known.kept.items()), chosen, automatic, folded
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


def together(spreads: Sequence[Spread]) -> Spread:
    """Equally likely cases as one."""
    total = lcm(*(spread.total for spread in spreads))
    counts: Counter[int] = Counter()
    for spread in spreads:
        factor = total // spread.total
        for number, count in spread.counts.items():
            counts[number] += count * factor
    return Spread(total * len(spreads), counts, sum(spread.ties for spread in spreads))


# --- bets and names --------------------------------------------------------------------------------------------------


def bets_of(wager: WagerRules) -> Bets:
    return {bet.name: bet.amount for bet in wager.bets}


def unit(wager: WagerRules) -> Fraction:
    """The first bet is the unit; a wager without a stake, or in dollars, counts what it pays."""
    first = wager.bets[0]
    return first.amount if first.amount and not first.is_free and wager.unit.has_stake else Fraction(1)


def staked(wager: WagerRules, bets: Bets) -> Fraction:
    return sum((bets[bet.name] for bet in wager.bets if not bet.is_free), Fraction(0)) / unit(wager)


def amounts(wager: WagerRules, bets: Bets) -> list[Fraction]:
    """What each bet is settled for."""
    return [bets[bet.name] for bet in wager.bets]


def net_of(settled: Settled, number: int, bets: Bets) -> Fraction:
    paid = zip(amounts(settled.wager, bets), settled.all_paid[number].pays, strict=True)
    return sum((amount * pays for amount, pays in paid), Fraction(0)) / unit(settled.wager)


def name_of(settled: Settled, number: int, bets: Bets) -> str:
    """Meaning 10: the result, whether the dealer failed to qualify, and the line that a bet was paid by."""
    paid = settled.all_paid[number]
    asks_qualified = any(test.qualified is not None for test, _ in settled.tests())
    by_line = any(by and amount for by, amount in zip(paid.by_line, amounts(settled.wager, bets), strict=True))
    parts = [paid.result, "unqualified" if asks_qualified and not paid.qualified else "", paid.line if by_line else ""]
    return "/".join(part for part in parts if part) or "lose"


# --- the verdict -----------------------------------------------------------------------------------------------------


def play(
    rules: Rules, wager_id: str, paytable_id: str, *, level: Fraction | None = None, main_paytable: str = ""
) -> Verdict:
    """Play a wager through every deal, as well as the main wager can be played.

    `level` is that of the meter J. `main_paytable` is the one that the player plays for, if the wager is another one.
    """
    game = round_of(rules, wager_id, paytable_id, level, main_paytable)
    return verdict(game, game.play())


def round_of(rules: Rules, wager_id: str, paytable_id: str, level: Fraction | None, main_paytable: str) -> Round:
    reported = settled_wager(rules, wager_id, paytable_id, level)
    if not depends_on_play(rules, reported):
        return Round(rules, [reported], played=False)
    if reported.is_main:
        return Round(rules, [reported], played=True)
    main = settled_wager(rules, rules.main.id, main_paytable or rules.main.paytables[0].id, level)
    return Round(rules, [main, reported], played=True)


def settled_wager(rules: Rules, wager_id: str, paytable_id: str, level: Fraction | None) -> Settled:
    wager = next(wager for wager in rules.wagers if wager.id == wager_id)
    return Settled(rules, wager, next(column for column in wager.paytables if column.id == paytable_id), level)


def verdict(game: Round, spread: Spread) -> Verdict:
    deals = number_of_deals(game.rules, game.wagers[-1])
    results: dict[Fraction, Fraction] = {}
    outcomes: dict[tuple[str, Fraction], Fraction] = {}
    choices: dict[str, Fraction] = {}
    stake = Fraction(0)
    names = outcome_names([game.endings[number] for number in spread.counts])
    for number, count in spread.counts.items():
        ending, share = game.endings[number], Fraction(count, spread.total)
        add(results, ending.net, share * deals)
        add(outcomes, (names[ending], ending.net), share * deals)
        stake += share * ending.stake
        for name in choice_names(game.stages, ending.path):
            add(choices, name, share)
    ev = sum((net * count for net, count in results.items()), Fraction(0)) / deals
    return Verdict(deals, whole(results), whole(outcomes), ev, choices, stake, spread.ties)


def add(counts: dict[Key, Fraction], key: Key, count: Fraction) -> None:
    counts[key] = counts.get(key, Fraction(0)) + count


def whole(counts: Mapping[Key, Fraction]) -> dict[Key, int]:
    """Counts that must come out as whole numbers of deals."""
    if any(count.denominator > 1 for count in counts.values()):
        raise ArithmeticError(f"deals are counted in parts: {counts}")
    return {key: int(count) for key, count in counts.items()}


def outcome_names(endings: Iterable[Ending]) -> dict[Ending, str]:
    """Equal names with different bets carry the choices first."""
    stakes: dict[str, set[Fraction]] = {}
    for ending in endings:
        stakes.setdefault(ending.name, set()).add(ending.stake)
    return {
        ending: "/".join([*(name for _, name in ending.path), ending.name])
        if len(stakes[ending.name]) > 1
        else ending.name
        for ending in endings
    }


def choice_names(stages: Sequence[Stage], path: Path) -> list[str]:
    """What was chosen; names that several stages have carry the number of the stage."""
    used = Counter(choice.name for stage in stages for choice in stage.choices)
    return [f"{number + 1}/{name}" if used[name] > 1 else name for number, name in path]
