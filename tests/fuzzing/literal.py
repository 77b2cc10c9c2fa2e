"""A game file read literally: every deal dealt, every choice tried, every bet settled as the documentation says.

It reads the TOML data itself and shares nothing with the engines, so that the two can be compared (compare.py). It is
for main wagers with one draw, or with a bet against a dealer, on decks of about a dozen cards.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np

from analyzer.documents import Json, JsonDict
from analyzer.reference.cards import JOKERS, RANK_NAMES, SUIT_NAMES, Cards, card_name, is_joker, rank_of, without
from analyzer.reference.hands import HandRules, Strength
from tests.fuzzing.deals import COMPARED, RESULTS, Ints, Showdowns, State, board_deals, discard_deals, one_street_deals
from tests.fuzzing.files import RANK_WORDS
from tests.fuzzing.predicates import Order, best_hand, flag, ranks_in, tests_of, texts

Data = Json
Hits = tuple[int, ...]  # the lines that some cards satisfy
Faced = tuple[int, ...]  # how often each of RESULTS happens


class NoLineError(ValueError):
    """A final hand that no line of a draw wager pays."""


class Event(NamedTuple):
    """How a deal ended: what the player did last, the result, the lines of the player's cards, and his hand."""

    action: str
    result: str
    hits: Hits
    hand: str = ""


FOLDED = Event("fold", "fold", ())
# How often what happens after a choice; all choices of a state have equally many deals.
Vector = dict[Event, int]


class Choice(NamedTuple):
    """One choice in a state; the rank of a discard tells which of equals the names of suits cannot part."""

    name: str
    vector: Vector
    rank: int = -1


# What the player sees, his own cards and the board, with what he may choose.
States = dict[State, list[Choice]]


@dataclass
class Result:
    """One wager under one paytable: (count, net) of each outcome, and what the player did."""

    deals: int
    outcomes: dict[str, tuple[int, Fraction]]
    choices: dict[str, Fraction]
    ties: dict[str, int]
    states: States
    settlement: Settlement
    average_bet: Fraction | None = None
    # How often what happened, by the player's hand; None with community cards, or where the names of suits decide.
    by_hand: dict[tuple[str, str], int] | None = None
    # Two discards of one rank are equally good and end differently: which is taken depends on the names of suits.
    suits_decide: bool = False

    def moment(self, power: int, around: Fraction = Fraction(0)) -> Fraction:
        return sum((count * (net - around) ** power for count, net in self.outcomes.values()), Fraction(0)) / self.deals

    @property
    def ev(self) -> Fraction:
        return self.moment(1)

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(count for count, net in self.outcomes.values() if net > 0), self.deals)

    def values(self, cards: Cards, board: Cards) -> dict[str, Fraction]:
        """What each choice is worth with these cards."""
        return self.settlement.values(self.states[cards, board])


# --- the file --------------------------------------------------------------------------------------------------------


def read(text: str, chosen: Mapping[str, str]) -> Data:
    """The file's data with the options chosen."""
    data = tomllib.loads(text)
    options = data.pop("options", {})
    values = {name: option.get("default", option.get("values", [None])[0]) for name, option in options.items()}
    read_data: Data = substitute(data, values | dict(chosen))
    return read_data


def substitute(value: Any, values: Mapping[str, str | None]) -> Any:
    if isinstance(value, dict):
        items = {key: substitute(item, values) for key, item in value.items()}
        return {key: item for key, item in items.items() if item is not None}
    if isinstance(value, list):
        return [substitute(item, values) for item in value]
    return values[value[1:]] if isinstance(value, str) and value.startswith("$") else value


@dataclass(frozen=True)
class Bet:
    """A wager of a file with all that it looks at."""

    data: Data
    wager: Data

    @property
    def deck(self) -> Cards:
        deck = self.data.get("deck", {})
        suits = [SUIT_NAMES.index(suit) for suit in deck.get("suits", SUIT_NAMES)]
        ranks = ranks_in(deck.get("ranks", "2-A"))
        return (*sorted(4 * rank + suit for rank in ranks for suit in suits), *JOKERS[: deck.get("jokers", 0)])

    @property
    def order(self) -> Order:
        deck = self.data.get("deck", {})
        joker = next((kind for kind in ("wild", "bug") if kind in deck), "none")
        keys = ("wheel", "top_hand", "joker_in_flush", "natural_beats_wild", "three_card_order")
        rules = HandRules(joker, **{key: deck[key] for key in keys if key in deck})
        return Order(rules, min(5, self.cards(self.compared[0])))

    @property
    def stages(self) -> list[Data]:
        stages: list[Data] = self.data["round"]
        return stages

    @property
    def exchange(self) -> Data | None:
        return next((stage["exchange"] for stage in self.stages if "exchange" in stage), None)

    @property
    def compared(self) -> tuple[list[str], list[str]]:
        """The groups that the player's and the dealer's hand have."""
        player, dealer = (self.groups(hand) for hand in self.wager["compare"])
        return player, dealer

    def groups(self, hand: str | list[str]) -> list[str]:
        if isinstance(hand, list):
            return hand
        told = self.data.get("hands", {}).get(hand, hand)
        return texts(told["of"] if isinstance(told, Mapping) else told)

    def cards(self, groups: list[str]) -> int:
        """How many cards the groups have; what an exchange makes has as many as it was made from."""
        sizes = dict(self.data["deal"])
        if self.exchange is not None:
            sizes[self.exchange["makes"]] = sizes[self.exchange["from"]]
        return sum(sizes[group] for group in groups)

    @property
    def lines(self) -> list[Data]:
        """In the order of `pays`, each with its id and its tests."""
        told = self.wager.get("lines", {})
        return [{"id": name, **tests_said(told.get(name), name)} for name in self.wager.get("pays", {})]

    def rows(self, bet: str) -> list[Data]:
        rows: list[Data] = self.wager.get("settle", {}).get(bet, [])
        return rows

    def hits(self, number: int) -> dict[Cards, Hits]:
        """The lines that every hand of so many cards satisfies."""
        order = self.order
        tests = [(i, line, tests_of(line)) for i, line in enumerate(self.lines)]
        return {
            cards: tuple(i for i, line, asked in tests if all(test(cards, line, order) for test in asked))
            for cards in combinations(self.deck, number)
        }

    def hand_names(self, number: int) -> dict[Cards, str]:
        """The type of every hand; royal flushes without a joker are named apart where hands are exchanged."""
        apart = self.exchange is not None
        hands = {cards: best_hand(cards, self.order) for cards in combinations(self.deck, number)}
        return {
            cards: f"natural-{hand.type}" if apart and hand.natural and hand.type == "royal-flush" else hand.type
            for cards, hand in hands.items()
        }

    def paid(self, hits: Hits, pays: list[Fraction]) -> int | None:
        """The line that is paid: the one that pays most (the first of equals), or the first listed."""
        if not hits:
            return None
        return hits[0] if self.wager.get("overlap", "most") == "first" else max(hits, key=lambda line: pays[line])


def tests_said(told: Any, name: str) -> Data:
    """What a line asks: a table, text for "that hand or better", a list of both; or what its name says."""
    if told is None:
        return standard_tests(name)
    if isinstance(told, str):
        return {"at_least": told}
    if isinstance(told, list):
        return {key: value for part in told for key, value in tests_said(part, name).items()}
    return dict(told)


def standard_tests(name: str) -> Data:
    """ "wild-pair-of-jacks-or-better" and the like: whether natural, the hand, its ranks."""
    tests: JsonDict = {}
    kind, _, rest = name.partition("-")
    if kind in ("natural", "wild"):
        tests["natural"], name = kind == "natural", rest
    better = name.endswith("-or-better")
    hand, _, word = name.removesuffix("-or-better").rpartition("-of-")
    if word in RANK_WORDS:
        rank = RANK_NAMES[RANK_WORDS.index(word)]
        return tests | {"hand": hand, "ranks": f"{rank}-A" if better and rank != "A" else rank}
    return tests | {"hand": name}


def results(text: str, wager: str, chosen: Mapping[str, str]) -> dict[str, Result]:
    """Every paytable of a wager."""
    data = read(text, chosen)
    bet = Bet(data, data["wagers"][wager])
    if bet.exchange is not None:
        return draw_results(bet)
    player, dealer = bet.compared
    return two_street_results(bet) if set(player) & set(dealer) else one_street_results(bet)


def paytables(bet: Bet) -> Iterator[tuple[str, list[Fraction]]]:
    """Every paytable with the net pays of its lines."""
    stake = 1 if bet.wager.get("odds") == "for_one" else 0
    for column, name in enumerate(bet.wager.get("paytables", ["1"])):
        pays = bet.wager.get("pays", {}).values()
        yield name, [Fraction(pay[column] if isinstance(pay, list) else pay) - stake for pay in pays]


def amount(pays: int | str) -> Fraction:
    """What a row pays that does not name the paytable."""
    return Fraction(1) if pays == "even_money" else Fraction(pays)


# --- choosing --------------------------------------------------------------------------------------------------------


def add(total: Vector, vector: Vector, times: int = 1) -> None:
    for event, count in vector.items():
        total[event] = total.get(event, 0) + times * count


def vectors_of(counts: Ints, events: Sequence[Event]) -> list[Vector]:
    """Rows of counts, a column an event, as vectors."""
    vectors: list[Vector] = [{} for _ in counts]
    for row, column in zip(*(places.tolist() for places in np.nonzero(counts)), strict=True):
        vectors[row][events[column]] = int(counts[row, column])
    return vectors


def deals_of(vector: Vector) -> int:
    return sum(vector.values())


class Settlement:
    """What events pay, as integers over a common denominator: sums stay exact and quick."""

    def __init__(self, outcomes: Mapping[Event, tuple[str, Fraction]]) -> None:
        self.outcomes = outcomes
        self.unit = lcm(*(net.denominator for _, net in outcomes.values()))
        self._net = {event: int(net * self.unit) for event, (_, net) in outcomes.items()}

    def total(self, vector: Vector) -> int:
        return sum(count * self._net[event] for event, count in vector.items())

    def best(self, choices: list[Choice]) -> list[Choice]:
        """The choices worth most; the first is taken."""
        totals = [self.total(choice.vector) for choice in choices]
        most = max(totals)
        return [choice for choice, total in zip(choices, totals, strict=True) if total == most]

    def values(self, choices: list[Choice]) -> dict[str, Fraction]:
        """The expected net of each choice."""
        return {
            choice.name: Fraction(self.total(choice.vector), self.unit * deals_of(choice.vector)) for choice in choices
        }

    def named(self, reached: Vector) -> dict[str, tuple[int, Fraction]]:
        """(count, net) by the names of outcomes; one name has one net."""
        by_name: dict[str, tuple[int, Fraction]] = {}
        for event, count in reached.items():
            name, net = self.outcomes[event]
            before, same = by_name.get(name, (0, net))
            if same != net:
                raise ValueError(f"{name} has the nets {net} and {same}")
            by_name[name] = before + count, net
        return by_name


def hand_counts(vector: Vector, row: Callable[[Event], str] = lambda event: event.result) -> dict[tuple[str, str], int]:
    """By the player's hand and what happened."""
    counts: Counter[tuple[str, str]] = Counter()
    for event, count in vector.items():
        counts[event.hand, row(event)] += count
    return {key: count for key, count in counts.items() if count}


def events_of(states: States) -> set[Event]:
    return {event for choices in states.values() for choice in choices for event in choice.vector}


# --- one discard -----------------------------------------------------------------------------------------------------


class Draw:
    """All deals of a draw wager. The discard does not come back: neither player nor dealer can get it."""

    def __init__(self, bet: Bet) -> None:
        self.bet, self.deck = bet, bet.deck
        assert bet.exchange is not None
        self.exchange = bet.exchange
        self.own, self.dealer = (bet.cards(groups) for groups in bet.compared)
        self.ways = (len(self.deck) - self.own) * comb(len(self.deck) - self.own - 1, self.dealer)
        self.deals = discard_deals(self.deck, bet.order, self.own, self.dealer)
        self.hits = bet.hits(self.own)
        self.names = bet.hand_names(self.own)
        unpaid = [cards for cards, hits in self.hits.items() if not hits]
        if bet.lines and unpaid:
            raise NoLineError(f"no line pays {[card_name(card) for card in unpaid[0]]}")

    def is_automatic(self, strength: Strength) -> bool:
        """That hand or a better one, in the order of the game."""
        (stage,) = self.bet.stages
        test = stage.get("automatic_win")
        return test is not None and strength[0] >= self.bet.order.types.index(test["at_least"])

    @property
    def may_stand_pat(self) -> bool:
        return flag(self.exchange.get("stand_pat", False)) or self.exchange["discard"] in ("0-1", [0, 1])

    def states(self) -> States:
        """Every hand with its choices; final hands are told apart by their lines and their names."""
        kinds = {kind: number for number, kind in enumerate(dict.fromkeys(map(self._kind, self.deals.hands)))}
        category = np.array([kinds[self._kind(cards)] for cards in self.deals.hands])
        events = [Event("discard", result, *kind) for kind in kinds for result in COMPARED]
        vectors = vectors_of(self.deals.counts(category).reshape(len(self.deals.final), -1), events)
        return {
            (cards, ()): self._choices(number, vectors[number * self.own : (number + 1) * self.own])
            for number, cards in enumerate(self.deals.hands)
        }

    def _kind(self, cards: Cards) -> tuple[Hits, str]:
        return self.hits[cards], self.names[cards]

    def _choices(self, number: int, vectors: list[Vector]) -> list[Choice]:
        """In the order in which equals are taken: cards from low to high, jokers last, then standing pat."""
        cards = self.deals.hands[number]
        if self.is_automatic(self.deals.strengths[number]):
            event = Event("automatic win", "automatic-win", *self._kind(cards))
            return [Choice("automatic win", {event: self.ways})]
        choices = [
            Choice(f"discard {card_name(card)}", vector, 13 if is_joker(card) else rank_of(card))
            for card, vector in zip(cards, vectors, strict=True)
        ]
        if self.may_stand_pat:
            choices.append(Choice("stand pat", self._stand_pat(number)))
        return choices

    def _stand_pat(self, number: int) -> Vector:
        """Against dealer hands from one card more; scaled to the deals of a discard."""
        kind, faced = self._kind(self.deals.hands[number]), self.deals.pat[number].tolist()
        times = self.ways // sum(faced)
        return {Event("stand pat", result, *kind): times * count for result, count in zip(COMPARED, faced, strict=True)}

    def outcome(self, event: Event, net: list[Fraction]) -> tuple[str, Fraction]:
        """The name and the net of an event; an automatic win is a win for the rows too."""
        if event.result in ("tie", "lose"):
            return event.result, Fraction(0 if event.result == "tie" else -1)
        results = {event.result, "win"}
        pays_of = (row["pays"] for row in self.bet.rows("w") if results & set(texts(row["on"])))
        pays = next(pays_of, 1)
        if pays != "paytable":
            return event.result, amount(pays)
        line = self.bet.paid(event.hits, net)
        assert line is not None
        many = event.result == "automatic-win" or len(self.bet.lines) > 1
        return f"{event.result}/{self.bet.lines[line]['id']}" if many else event.result, net[line]


def draw_results(bet: Bet) -> dict[str, Result]:
    draw = Draw(bet)
    states = draw.states()
    events = events_of(states)
    return {
        name: draw_result(draw, states, Settlement({event: draw.outcome(event, pays) for event in events}))
        for name, pays in paytables(bet)
    }


def draw_result(draw: Draw, states: States, settlement: Settlement) -> Result:
    reached: Vector = {}
    actions = Counter({"automatic win": 0, "stand pat": 0, "discard": 0})
    ties, suits_decide, hands_differ = 0, False, False
    for choices in states.values():
        best = settlement.best(choices)
        add(reached, best[0].vector)
        actions["discard" if best[0].rank >= 0 else best[0].name] += 1
        ties += len(best) > 1
        rivals = [choice.vector for choice in best[1:] if choice.rank == best[0].rank]
        suits_decide |= any(settlement.named(rival) != settlement.named(best[0].vector) for rival in rivals)
        hands_differ |= any(hand_counts(rival) != hand_counts(best[0].vector) for rival in rivals)
    return Result(
        deals=len(states) * draw.ways,
        outcomes=settlement.named(reached),
        choices={name: Fraction(count, len(states)) for name, count in actions.items()},
        ties={"discard": ties},
        states=states,
        settlement=settlement,
        by_hand=None if hands_differ else hand_counts(reached),
        suits_decide=suits_decide,
    )


# --- fold or bet -----------------------------------------------------------------------------------------------------


class Play:
    """What all deals of a play wager have in common. The bonus looks at the player's own cards."""

    def __init__(self, bet: Bet) -> None:
        self.bet, self.deck, self.size = bet, bet.deck, bet.order.size
        self.hits = bet.hits(self.size)
        self.ante, self.raised = [name for name, amount in bet.wager["bets"].items() if amount != "free"]
        # The bet as it stands after each choice that makes it, and what each of them adds.
        self.stands = {
            name: int(choice[self.raised])
            for stage in bet.stages
            for name, choice in stage["choose"].items()
            if self.raised in choice
        }
        self.stands["check"] = self.stands["play"]
        self.bets = [self.stands["play"], self.stands.get("bet", 0) - self.stands["play"]]
        hand, _, rank = self._least_hand().partition(" ")
        self.least: Strength = (bet.order.types.index(hand), (RANK_NAMES.index(rank or "2"),))

    def _least_hand(self) -> str:
        """With which the dealer qualifies; without a word about it any hand does."""
        test = self.bet.wager.get("qualifies", "high-card")
        return str(test["at_least"] if isinstance(test, Mapping) else test)

    def counted(self, deals: Showdowns) -> Iterator[tuple[State, Faced]]:
        """The dealer qualifies with the hand named, of that rank at least, or with a better one."""
        return zip(deals.states, map(tuple, deals.counts(self.least).tolist()), strict=True)

    def bets_on(self, action: str, faced: Faced, hits: Hits, hand: str = "") -> Vector:
        return {Event(action, result, hits, hand): count for result, count in zip(RESULTS, faced, strict=True) if count}

    def outcome(self, event: Event, pays: list[Fraction]) -> tuple[str, Fraction]:
        """The name and the net of an event: the Ante of 1, the bets and the bonus together."""
        if event.action == "fold":
            return "fold", Fraction(-1)
        name, net = self.settled(event.result, self.stands[event.action])
        line = self.bet.paid(event.hits, pays)
        if line is None:
            return f"{event.action}/{name}", net
        return f"{event.action}/{name}/{self.bet.lines[line]['id']}", net + pays[line]

    def settled(self, result: str, raised: int) -> tuple[str, Fraction]:
        """Both bets by their rows, then by the comparison; a result that no bet is compared by is not named."""
        dealer, _, compared = result.partition("/")
        unsaid = {"win": Fraction(1), "tie": Fraction(0), "lose": Fraction(-1)}[compared]
        said = [self._said(bet, dealer == "qualifies") for bet in (self.ante, self.raised)]
        ante, more = (unsaid if pays is None else pays for pays in said)
        return result if None in said else dealer, ante + raised * more

    def _said(self, bet: str, qualified: bool) -> Fraction | None:
        """What the first row that passes pays."""
        rows = (row for row in self.bet.rows(bet) if flag(row["qualified"]) == qualified)
        row = next(rows, None)
        return None if row is None else amount(row["pays"])

    def row(self, event: Event) -> str:
        """The name of what happened whatever the bonus."""
        return "fold" if event.action == "fold" else f"{event.action}/{self.settled(event.result, 1)[0]}"

    def settlement(self, pays: list[Fraction], events: set[Event]) -> Settlement:
        return Settlement({event: self.outcome(event, pays) for event in events})


def one_street_results(bet: Bet) -> dict[str, Result]:
    """Fold, or bet and play, on all of one's cards."""
    play = Play(bet)
    names = bet.hand_names(play.size)
    states: States = {}
    for (cards, board), faced in play.counted(one_street_deals(play.deck, bet.order)):
        played = play.bets_on("play", faced, play.hits[cards], names[cards])
        folded = Event("fold", "fold", (), names[cards])
        states[cards, board] = [Choice("fold", {folded: sum(faced)}), Choice("play", played)]
    events = events_of(states)
    return {name: one_street_result(play, states, play.settlement(pays, events)) for name, pays in paytables(bet)}


def one_street_result(play: Play, states: States, settlement: Settlement) -> Result:
    reached: Vector = {}
    played = ties = 0
    for choices in states.values():
        best = settlement.best(choices)
        add(reached, best[0].vector)
        played += best[0].name == "play"
        ties += len(best) > 1
    often = Fraction(played, len(states))
    return Result(
        deals=deals_of(reached),
        outcomes=settlement.named(reached),
        choices={"fold": 1 - often, "play": often},
        ties={"fold or play": ties},
        states=states,
        settlement=settlement,
        average_bet=1 + often * play.bets[0],
        by_hand=hand_counts(reached, play.row),
    )


# --- fold or bet, then check or bet ----------------------------------------------------------------------------------


def two_street_results(bet: Bet) -> dict[str, Result]:
    """Fold or bet on one's own cards; check or bet after the first of two community cards, which all share."""
    play = Play(bet)
    # States in which the same happens equally often have one list of choices between them.
    lists: dict[tuple[Hits, Faced], list[Choice]] = {}
    states: States = {}
    for (cards, board), faced in play.counted(board_deals(play.deck, bet.order)):
        key = play.hits[cards], faced
        if key not in lists:
            lists[key] = [Choice(action, play.bets_on(action, faced, key[0])) for action in ("check", "bet")]
        states[cards, board] = lists[key]
    events = {event for choices in lists.values() for choice in choices for event in choice.vector} | {FOLDED}
    return {name: two_street_result(play, states, play.settlement(pays, events)) for name, pays in paytables(bet)}


def two_street_result(play: Play, states: States, settlement: Settlement) -> Result:
    best = {id(choices): settlement.best(choices) for choices in {id(own): own for own in states.values()}.values()}
    reached: Vector = {}
    actions = Counter({"fold": 0, "play": 0, "check": 0, "bet": 0})
    ties = Counter({"fold or play": 0, "check or bet": 0})
    first_states: States = {}
    # Hands after which the same happens equally often are looked at together.
    alike: dict[tuple[int, ...], list[Cards]] = {}
    for cards in combinations(play.deck, play.size):
        key = tuple(sorted(id(states[cards, (first,)]) for first in without(play.deck, cards)))
        alike.setdefault(key, []).append(cards)
    for key, hands in alike.items():
        later = [best[own] for own in key]
        played: Vector = {}
        for choices in later:
            add(played, choices[0].vector)
        first = [Choice("fold", {FOLDED: deals_of(played)}), Choice("play", played)]
        first_states |= {(cards, ()): first for cards in hands}
        taken = settlement.best(first)
        add(reached, taken[0].vector, len(hands))
        actions[taken[0].name] += len(later) * len(hands)
        ties["fold or play"] += (len(taken) > 1) * len(hands)
        if taken[0].name == "play":
            actions.update(choices[0].name for choices in later * len(hands))
            ties["check or bet"] += sum(len(choices) > 1 for choices in later) * len(hands)
    often = {name: Fraction(count, len(states)) for name, count in actions.items()}
    return Result(
        deals=deals_of(reached),
        outcomes=settlement.named(reached),
        choices=often,
        ties=dict(ties),
        states=states | first_states,
        settlement=settlement,
        average_bet=1 + often["play"] * play.bets[0] + often["bet"] * play.bets[1],
    )
