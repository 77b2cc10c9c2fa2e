"""Random games with a discard and side bets, and their joint moments from every deal, played out one by one.

Nothing here is shared with the engines: hands are those of the reference, the discard is found by trying each one
against every draw and every dealer, and each side bet is settled on the cards that it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from random import Random

from analyzer.reference.cards import (
    RANK_NAMES,
    Cards,
    Deck,
    cards_of,
    count_jokers,
    is_joker,
    rank_of,
    without,
)
from analyzer.reference.hands import (
    THREE_CARD_TYPES,
    HandRules,
    Strength,
    five_card_readings,
    rate_best_five,
    three_card_hand,
    three_card_strength,
    types_in_order,
)

PLAYER, DRAW, DEALER = "player", "draw", "dealer"
Test = dict[str, str | int | bool]
Vector = tuple[Fraction, ...]
ANY_HAND = ("pair", "three-of-a-kind", "four-of-a-kind", "flush")


@dataclass(frozen=True)
class Side:
    """A wager on lines."""

    name: str
    seats: tuple[str, ...]
    size: int
    uses: str
    overlap: str
    lines: tuple[Test, ...]
    pays: tuple[Fraction, ...]
    tax: tuple[tuple[Test, Fraction], ...] = ()


@dataclass(frozen=True)
class RandomGame:
    deck: Deck
    rules: HandRules
    dealer: int
    automatic: str
    automatic_pays: str
    stand_pat: bool
    cut: str  # final hands from this one on have the second line, unless it is empty
    pays: tuple[Fraction, ...]
    sides: tuple[Side, ...] = field(default=())
    dealt: tuple[str, ...] = (PLAYER, DRAW, DEALER)  # in which order; it must change nothing

    @property
    def types(self) -> tuple[str, ...]:
        return types_in_order(self.rules.top_hand)


# --- making one ------------------------------------------------------------------------------------------------------


def random_game(seed: int, cards: int = 12, table: int | None = None) -> RandomGame:
    """A game of about so many cards, with suits and ranks missing anywhere.

    Games of one `table` have deck and ranking in common, so that both sides keep what they know about the hands.
    """
    rng = Random(seed)
    deck, rules = _table(rng if table is None else Random(f"joint table {table}"), cards)
    two_lines = rng.random() < 0.4
    game = RandomGame(
        deck,
        rules,
        5 if len(cards_of(deck)) == 11 else rng.choice((5, 6)),
        rng.choice(("", "", "", "straight", "flush", "two-pair", "three-of-a-kind", "full-house")),
        rng.choice(("1", "3/2", "paytable", "7/3")),
        rng.random() < 0.5,
        rng.choice(("pair", "two-pair", "straight", "full-house")) if two_lines else "",
        tuple(_amount(rng) for _ in range(1 + two_lines)),
    )
    sides = tuple(_side(rng, game, number) for number in range(rng.randint(1, 3)))
    return replace(game, sides=sides, dealt=tuple(rng.sample(game.dealt, 3)))


def _table(rng: Random, cards: int) -> tuple[Deck, HandRules]:
    while True:
        ranks = sorted(rng.sample(range(13), rng.randint(3, 6)))
        suits = "".join(sorted(rng.sample("cdhs", rng.randint(2, 4))))
        deck = Deck("".join(RANK_NAMES[rank] for rank in ranks), suits, rng.randint(0, 2))
        if max(cards - 1, 11) <= len(cards_of(deck)) <= cards:
            break
    joker = rng.choice(("wild", "wild", "bug")) if deck.jokers else "none"
    rules = HandRules(joker, rng.choice(("lowest", "second_highest")), rng.choice(("royal", "five_of_a_kind")))
    return deck, rules


def _amount(rng: Random) -> Fraction:
    return Fraction(rng.choice((0, 1, 1, 2, 3, 5, 10, 40, 1000)), rng.choice((1, 1, 1, 2, 3, 7, 1_000_003)))


def _side(rng: Random, game: RandomGame, number: int) -> Side:
    seats = rng.choice(((PLAYER,), (PLAYER, DRAW), (DRAW, PLAYER), (DEALER,)))
    size = rng.choice((5, 5, 5, 3))
    any_hand = size == 5 and rng.random() < 0.4
    vocabulary = _any_hand_tests(game) if any_hand else _best_tests(game, size)
    lines = tuple(rng.sample(vocabulary, rng.randint(1, min(5, len(vocabulary)))))
    tax: tuple[tuple[Test, Fraction], ...] = ()
    if seats == (PLAYER, DRAW) and rng.random() < 0.4:
        taxed = rng.sample(_best_tests(game, size), 2)
        tax = tuple((test, _amount(rng)) for test in taxed)
    return Side(
        f"side-{number}",
        seats,
        size,
        "pays_most" if any_hand else "best_ranked",
        rng.choice(("most", "most", "first")),
        lines,
        tuple(_amount(rng) for _ in lines),
        tax,
    )


def _best_tests(game: RandomGame, size: int) -> list[Test]:
    types = THREE_CARD_TYPES if size == 3 else game.types
    tests: list[Test] = [{"hand": name} for name in types]
    tests += [{"at_least": name} for name in types[1:-1]]
    if game.deck.jokers:
        tests += [{"hand": name, "natural": natural} for name in types[:-1] for natural in (True, False)]
    tests += [{"hand": "pair", "ranks": "J-A"}, {"hand": "pair", "ranks": "2-8"}]
    return tests + [{"jokers": jokers} for jokers in range(game.deck.jokers + 1)]


def _any_hand_tests(game: RandomGame) -> list[Test]:
    tests: list[Test] = [{"hand": name} for name in ANY_HAND]
    tests += [{"hand": name, "natural": True} for name in ANY_HAND]
    return tests + [{"jokers": jokers} for jokers in range(game.deck.jokers + 1)]


# --- as a game file --------------------------------------------------------------------------------------------------


def game_text(game: RandomGame) -> str:
    ranks, groups = ",".join(game.deck.ranks), {PLAYER: 5, DRAW: 1, DEALER: game.dealer}
    exchange = f'from = "{PLAYER}", discard = 1, stand_pat = {str(game.stand_pat).lower()}'
    rows = [
        'schema = "exactodds/game/2"', 'id = "random"', 'name = "Random"', 'rules_version = "1"',
        "[deck]", f'ranks = "{ranks}"', f'suits = "{game.deck.suits}"', f"jokers = {game.deck.jokers}",
        *([f'{game.rules.joker} = "Jk"'] if game.deck.jokers else []),
        f'wheel = "{game.rules.wheel}"', f'top_hand = "{game.rules.top_hand}"',
        "[deal]", *(f"{group} = {groups[group]}" for group in game.dealt),
        "[hands]", *(row for side in game.sides if side.size == 3 for row in _hand_rows(side)),
        "[[round]]", f'sees = "{PLAYER}"', f'exchange = {{ {exchange}, draw = "{DRAW}", makes = "final" }}',
        *([f'automatic_win = {{ of = "{PLAYER}", at_least = "{game.automatic}" }}'] if game.automatic else []),
        "[wagers.main]", 'name = "Main"', f'compare = ["final", "{DEALER}"]', *_main_rows(game),
    ]  # fmt: skip
    for side in game.sides:
        rows += _side_rows(side)
    together = joined(game)
    return "\n".join([*rows, *(("[[joint]]", f"wagers = {together}") if len(together) > 1 else ())]) + "\n"


def _main_rows(game: RandomGame) -> Iterator[str]:
    """What a win pays: an amount where there is one for all hands, and the paytable is not asked for otherwise."""
    automatic = f'{{ on = "automatic-win", pays = "{game.automatic_pays}" }}, ' if game.automatic else ""
    if len(game.pays) == 1 and game.automatic_pays != "paytable":
        yield f'settle.main = [{automatic}{{ on = "win", pays = "{game.pays[0]}" }}]'
        return
    yield from ('of = "final"', f'settle.main = [{automatic}{{ on = "win", pays = "paytable" }}]')
    cut = game.types.index(game.cut) if game.cut else len(game.types)
    for number, names in enumerate((game.types[:cut], game.types[cut:])[: len(game.pays)]):
        yield from (f"lines.line-{number} = {{ hand = {list(names)} }}", f'pays.line-{number} = "{game.pays[number]}"')


def joined(game: RandomGame) -> list[str]:
    """Wagers that a file may join: those with a stake. What is charged a tax has none."""
    return ["main", *(side.name for side in game.sides if not side.tax)]


def _hand_rows(side: Side) -> Iterator[str]:
    """A wager on three cards has a hand of its own, and what it is charged by is one too."""
    yield f"{side.name}-hand = {{ of = {list(side.seats)}, best = 3 }}"
    if side.tax:
        yield f'{side.name}-before = {{ of = "{PLAYER}", best = 3 }}'


def _side_rows(side: Side) -> Iterator[str]:
    yield from (
        f"[wagers.{side.name}]",
        f'name = "{side.name}"',
        f'uses = "{side.uses}"',
        f'overlap = "{side.overlap}"',
    )
    yield f"of = {list(side.seats)}" if side.size == 5 else f'of = "{side.name}-hand"'
    for number, (test, pay) in enumerate(zip(side.lines, side.pays, strict=True)):
        yield from (f"lines.line-{number} = {{ {_test_text(test)} }}", f'pays.line-{number} = "{pay}"')
    if side.tax:
        before = PLAYER if side.size == 5 else f"{side.name}-before"
        charged = (f'{{ of = "{before}", {_test_text(test)}, pays = "{-tax}" }}' for test, tax in side.tax)
        yield from ('unit = "dollars"', 'bets = { tax = "free", prize = "free" }')
        yield from ('settle.prize = [{ pays = "paytable" }]', f"settle.tax = [{', '.join(charged)}]")


def _test_text(test: Test) -> str:
    return ", ".join(
        f"{key} = {str(value).lower() if isinstance(value, bool | int) else repr(value)}" for key, value in test.items()
    )


# --- playing it out --------------------------------------------------------------------------------------------------


@dataclass
class JointDeals:
    """How many deals give each vector of net results: the showdown's, then each side bet's."""

    counts: Counter[Vector] = field(default_factory=Counter)
    # Two discards of one rank are equally good and end differently: which is taken depends on the names of suits.
    suits_decide: bool = False


def joint_deals(game: RandomGame) -> JointDeals:
    """Every deal. Net results are numbered while the deals are dealt: fractions are slow to add up by."""
    pack, numbers = cards_of(game.deck), Numbers()
    showdown = Showdown(game, numbers)
    nets = [_side_net(game, side, numbers) for side in game.sides]
    of_dealer = [place for place, side in enumerate(game.sides) if side.seats == (DEALER,)]

    def after(five: Cards, discard: int | None) -> Counter[tuple[int, ...]]:
        counts: Counter[tuple[int, ...]] = Counter()
        for drawn in without(pack, five):
            final = showdown.final(five, discard, drawn)
            vector = [0, *(net(five, (drawn,), ()) for net in nets)]
            for dealer in showdown.dealers((*five, drawn)):
                vector[0] = showdown.net(five, final, dealer)
                for place in of_dealer:
                    vector[1 + place] = nets[place](five, (drawn,), dealer)
                counts[tuple(vector)] += 1
        return counts

    total: Counter[tuple[int, ...]] = Counter()
    suits_decide = False
    for five in combinations(pack, 5):
        first, *rivals = showdown.best_discards(five)
        counts = after(five, first)
        total.update(counts)
        suits_decide |= any(after(five, rival) != counts for rival in rivals)
    return JointDeals(
        Counter({tuple(numbers.values[number] for number in vector): count for vector, count in total.items()}),
        suits_decide,
    )


class Numbers:
    """Net results by number; equal results have one number."""

    def __init__(self) -> None:
        self.values: list[Fraction] = []
        self._places: dict[Fraction, int] = {}

    def number_of(self, value: Fraction) -> int:
        place = self._places.setdefault(value, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


class Table:
    """The hands of a deck: what each is worth, and what a dealer can hold beside known cards. Kept for its games."""

    def __init__(self, deck: Deck, rules: HandRules) -> None:
        self.rules, self.pack = rules, cards_of(deck)
        fives = combinations(self.pack, 5)
        self.strengths: dict[Cards, Strength] = {cards: rate_best_five(cards, rules).strength for cards in fives}
        # Known to the table alone, so that they go with it.
        self.strength = cache(self._strength)
        self.dealers = cache(self._dealers)
        self.faced = cache(self._faced)

    def _strength(self, cards: Cards) -> Strength:
        """Of five or six cards."""
        return self.strengths[cards] if len(cards) == 5 else rate_best_five(cards, self.rules).strength

    def _dealers(self, known: Cards, number: int) -> list[Cards]:
        """Every hand that the dealer can have beside these cards, which are in order."""
        return list(combinations(without(self.pack, known), number))

    def _faced(self, final: Cards, known: Cards, number: int) -> tuple[int, int]:
        """How many of these are lower, and how many are higher, than a final hand."""
        own, others = self.strengths[final], [self.strength(dealer) for dealer in self.dealers(known, number)]
        return sum(other < own for other in others), sum(other > own for other in others)


@lru_cache(maxsize=2)
def table_of(deck: Deck, rules: HandRules) -> Table:
    return Table(deck, rules)


class Showdown:
    """The main wager."""

    def __init__(self, game: RandomGame, numbers: Numbers) -> None:
        self.game, self.table = game, table_of(game.deck, game.rules)
        self.least = game.types.index(game.automatic) if game.automatic else len(game.types)
        self.cut = game.types.index(game.cut) if game.cut else len(game.types)
        self.wins = [numbers.number_of(pay) for pay in game.pays]
        self.tie, self.loss = numbers.number_of(Fraction(0)), numbers.number_of(Fraction(-1))
        amount = game.automatic_pays
        self.automatic = self.wins if amount == "paytable" else [numbers.number_of(Fraction(amount))] * 2

    def dealers(self, known: Cards) -> list[Cards]:
        """Every hand that the dealer can have beside these cards."""
        return self.table.dealers(tuple(sorted(known)), self.game.dealer)

    def is_automatic(self, five: Cards) -> bool:
        return self.table.strengths[five][0] >= self.least

    def final(self, five: Cards, discard: int | None, drawn: int) -> Cards:
        return five if discard is None else tuple(sorted((*without(five, (discard,)), drawn)))

    def line(self, final: Cards) -> int:
        return 1 if self.table.strengths[final][0] >= self.cut else 0

    def net(self, five: Cards, final: Cards, dealer: Cards) -> int:
        """The number of the net result."""
        if self.is_automatic(five):
            return self.automatic[self.line(five)]
        own, other = self.table.strengths[final], self.table.strength(dealer)
        if own == other:
            return self.tie
        return self.wins[self.line(final)] if own > other else self.loss

    def best_discards(self, five: Cards) -> list[int | None]:
        """The card to throw away, or None to keep all: the first of the highest sum over all draws and dealers.

        It is followed by the cards of its rank that are as good.
        """
        if self.is_automatic(five):
            return [None]
        choices: list[int | None] = [*five]
        if self.game.stand_pat:
            choices.append(None)
        values = [self._total(five, choice) for choice in choices]
        best = [choice for choice, value in zip(choices, values, strict=True) if value == max(values)]
        return [choice for choice in best if choice is not None and _same_rank(choice, best[0])] or [None]

    def _total(self, five: Cards, discard: int | None) -> Fraction:
        won, lost = [0] * len(self.game.pays), 0
        for drawn in without(self.table.pack, five):
            final = self.final(five, discard, drawn)
            known = tuple(sorted((*five, drawn)))
            lower, higher = self.table.faced(final, known, self.game.dealer)
            won[self.line(final)] += lower
            lost += higher
        return sum((pay * count for pay, count in zip(self.game.pays, won, strict=True)), Fraction(-lost))


def _same_rank(card: int, other: int | None) -> bool:
    return other is not None and (is_joker(card), rank_of(card)) == (is_joker(other), rank_of(other))


def _side_net(game: RandomGame, side: Side, numbers: Numbers) -> Callable[[Cards, Cards, Cards], int]:
    """The number of a side bet's net result, asked of the player's, the drawn and the dealer's cards."""

    @cache
    def paid(cards: Cards) -> Fraction:
        hit = [i for i, test in enumerate(side.lines) if _passes(game, side, test, cards)]
        if not hit:
            return Fraction(0) if side.tax else Fraction(-1)
        return side.pays[hit[0]] if side.overlap == "first" else max(side.pays[i] for i in hit)

    @cache
    def charged(cards: Cards) -> Fraction:
        return next((tax for test, tax in side.tax if _best_passes(game, side.size, test, cards)), Fraction(0))

    @cache
    def number_of(seen: tuple[Cards, ...], five: Cards | None) -> int:
        net = paid(tuple(sorted(card for cards in seen for card in cards)))
        return numbers.number_of(net if five is None else net - charged(five))

    def net(five: Cards, drawn: Cards, dealer: Cards) -> int:
        seats = {PLAYER: five, DRAW: drawn, DEALER: dealer}
        if side.seats == (DEALER,) and not dealer:
            return 0  # asked again for each hand of the dealer
        return number_of(tuple(seats[seat] for seat in side.seats), five if side.tax else None)

    return net


def _passes(game: RandomGame, side: Side, test: Test, cards: Cards) -> bool:
    if side.uses == "best_ranked":
        return _best_passes(game, side.size, test, cards)
    if "jokers" in test:
        return count_jokers(cards) == test["jokers"]
    return any(
        hand.type == test["hand"] and hand.natural == test.get("natural", hand.natural)
        for five in combinations(cards, 5)
        for hand in five_card_readings(five, game.rules)
    )


def _best_passes(game: RandomGame, size: int, test: Test, cards: Cards) -> bool:
    if "jokers" in test:
        return count_jokers(cards) == test["jokers"]
    types: Sequence[str] = game.types
    if size == 3:
        types = THREE_CARD_TYPES
        hands = (three_card_hand(three, game.rules) for three in combinations(cards, 3))
        hand = max(hands, key=lambda hand: (three_card_strength(hand), hand.natural))
    else:
        hand = rate_best_five(cards, game.rules).hand
    if "at_least" in test:
        return types.index(hand.type) >= types.index(str(test["at_least"]))
    if hand.type != test["hand"] or hand.natural != test.get("natural", hand.natural):
        return False
    low, _, high = str(test.get("ranks", "2-A")).partition("-")
    return "ranks" not in test or RANK_NAMES.index(low) <= hand.ranks[0] <= RANK_NAMES.index(high)
