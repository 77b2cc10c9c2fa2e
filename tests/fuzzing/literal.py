"""A game file read literally: every deal dealt, every choice tried, every bet settled as the documentation says.

It reads the TOML data itself and shares nothing with the engines, so that the two can be compared (compare.py). It is
for wagers of kinds "draw" and "play" on decks of about a dozen cards.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

from analyzer.reference.cards import JOKERS, RANK_NAMES, SUIT_NAMES, Cards, card_name, is_joker, rank_of, without
from analyzer.reference.hands import HandRules, Strength
from tests.fuzzing.predicates import Order, best_hand, flag, ranks_in, satisfies, values_of

Data = Mapping[str, Any]
Hits = tuple[int, ...]  # the lines that some cards satisfy


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
States = dict[tuple[Cards, Cards], list[Choice]]


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
    size: int

    @property
    def deck(self) -> Cards:
        deck = self.data["deck"]
        suits = [SUIT_NAMES.index(suit) for suit in deck.get("suits", SUIT_NAMES)]
        ranks = ranks_in(deck.get("ranks", "2-A"))
        return (*sorted(4 * rank + suit for rank in ranks for suit in suits), *JOKERS[: deck.get("jokers", 0)])

    @property
    def order(self) -> Order:
        ranking = self.data["ranking"]
        joker, wheel = ranking.get("joker", "none"), ranking.get("wheel", "lowest")
        return Order(HandRules(joker, wheel, ranking.get("top_hand", "royal")), self.size)

    def seat(self, key: str) -> int:
        """How many cards the seat gets that the wager names."""
        cards: int = self.data["deal"][self.wager[key]]
        return cards

    @property
    def lines(self) -> list[Data]:
        lines: list[Data] = self.wager.get("lines", [])
        return lines

    def hits(self, number: int) -> dict[Cards, Hits]:
        """The lines that every hand of so many cards satisfies."""
        order = self.order
        tests = list(enumerate(self.lines))
        return {
            cards: tuple(i for i, line in tests if satisfies(cards, line, order))
            for cards in combinations(self.deck, number)
        }

    def hand_names(self, number: int) -> dict[Cards, str]:
        """The type of every hand; royal flushes without a joker are named apart where hands are exchanged."""
        apart = self.wager["kind"] == "draw"
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


def results(text: str, wager: str, chosen: Mapping[str, str]) -> dict[str, Result]:
    """Every paytable of a wager."""
    data = read(text, chosen)
    own = data["wagers"][wager]
    if own["kind"] == "draw":
        return draw_results(Bet(data, own, 5))
    bet = Bet(data, own, own.get("hand_size", 5))
    return two_street_results(bet) if "community" in own else one_street_results(bet)


def paytables(bet: Bet) -> Iterator[tuple[str, list[Fraction]]]:
    for name, table in bet.wager["paytables"].items():
        yield name, [Fraction(table[line["id"]]) for line in bet.lines]


# --- choosing --------------------------------------------------------------------------------------------------------


def add(total: Vector, vector: Vector) -> None:
    for event, count in vector.items():
        total[event] = total.get(event, 0) + count


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
        found: dict[str, tuple[int, Fraction]] = {}
        for event, count in reached.items():
            name, net = self.outcomes[event]
            before, same = found.get(name, (0, net))
            if same != net:
                raise ValueError(f"{name} has the nets {net} and {same}")
            found[name] = before + count, net
        return found


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
        self.values = values_of(self.deck, bet.order)
        self.own, self.dealer = bet.seat("player"), bet.seat("dealer")
        self.ways = (len(self.deck) - self.own) * comb(len(self.deck) - self.own - 1, self.dealer)
        self.hits = bet.hits(self.own)
        self.names = bet.hand_names(self.own)
        self._dealers: dict[Cards, list[Strength]] = {}
        self._showdowns: dict[tuple[str, Cards, Cards], Vector] = {}
        unpaid = [cards for cards, hits in self.hits.items() if not hits]
        if unpaid:
            raise NoLineError(f"no line pays {[card_name(card) for card in unpaid[0]]}")

    def is_automatic(self, cards: Cards) -> bool:
        """That hand or a better one, in the order of the game."""
        least = self.bet.wager.get("automatic_win")
        return least is not None and self.values.best(cards)[0] >= self.bet.order.types.index(least)

    def dealers(self, known: Cards) -> list[Strength]:
        """What the dealer can have beside these cards, in ascending order."""
        if known not in self._dealers:
            rest = without(self.deck, known)
            self._dealers[known] = sorted(self.values.best(hand) for hand in combinations(rest, self.dealer))
        return self._dealers[known]

    def showdown(self, action: str, final: Cards, known: Cards) -> Vector:
        """Against every hand that the dealer can have when these cards are known."""
        key = action, final, known
        if key not in self._showdowns:
            own, dealers = self.values.best(final), self.dealers(known)
            below, up_to = bisect_left(dealers, own), bisect_right(dealers, own)
            counts = {"win": below, "tie": up_to - below, "lose": len(dealers) - up_to}
            self._showdowns[key] = {
                Event(action, result, self.hits[final], self.names[final]): count for result, count in counts.items()
            }
        return self._showdowns[key]

    def discard(self, discard: int, draws: list[Cards]) -> Vector:
        """`draws` are the cards dealt together with each card that can be drawn."""
        vector: Vector = {}
        for known in draws:
            place = known.index(discard)
            add(vector, self.showdown("discard", known[:place] + known[place + 1 :], known))
        return vector

    def stand_pat(self, cards: Cards) -> Vector:
        """Against dealer hands from one card more; scaled to the deals of a discard."""
        times = self.ways // len(self.dealers(cards))
        return {event: times * count for event, count in self.showdown("stand pat", cards, cards).items()}

    def choices(self, cards: Cards) -> list[Choice]:
        """In the order in which equals are taken: cards from low to high, jokers last, then standing pat."""
        if self.is_automatic(cards):
            event = Event("automatic win", "automatic-win", self.hits[cards], self.names[cards])
            return [Choice("automatic win", {event: self.ways})]
        draws = [tuple(sorted((*cards, drawn))) for drawn in without(self.deck, cards)]
        found = [
            Choice(f"discard {card_name(card)}", self.discard(card, draws), 13 if is_joker(card) else rank_of(card))
            for card in cards
        ]
        if flag(self.bet.wager.get("stand_pat", False)):
            found.append(Choice("stand pat", self.stand_pat(cards)))
        return found

    def outcome(self, event: Event, pays: list[Fraction]) -> tuple[str, Fraction]:
        """The name and the net of an event."""
        line = self.bet.paid(event.hits, pays)
        assert line is not None
        line_id, pay = self.bet.lines[line]["id"], pays[line]
        if event.result == "automatic-win":
            amount = self.bet.wager["automatic_win_pays"]
            if amount == "paytable":
                return f"automatic-win/{line_id}", pay
            return "automatic-win", Fraction(1) if amount == "even_money" else Fraction(amount)
        if event.result == "win":
            return f"win/{line_id}" if len(self.bet.lines) > 1 else "win", pay
        return event.result, Fraction(0 if event.result == "tie" else -1)


def draw_results(bet: Bet) -> dict[str, Result]:
    draw = Draw(bet)
    states: States = {(cards, ()): draw.choices(cards) for cards in combinations(draw.deck, draw.own)}
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
        self.bet, self.deck, self.size = bet, bet.deck, bet.size
        self.values = values_of(self.deck, bet.order)
        self.hits = bet.hits(self.size)
        self.bets: list[int] = bet.wager["bets"]
        qualify = bet.wager["qualify"]
        rank = RANK_NAMES.index(qualify["rank"]) if "rank" in qualify else 0
        self.least: Strength = (bet.order.types.index(qualify["hand"]), (rank,))

    def result(self, own: Strength, dealer: Strength) -> str:
        """The dealer qualifies with the hand named, of that rank at least, or with a better one."""
        compared = "win" if own > dealer else "tie" if own == dealer else "lose"
        return f"qualifies/{compared}" if dealer >= self.least else f"does-not-qualify/{compared}"

    def outcome(self, event: Event, pays: list[Fraction]) -> tuple[str, Fraction]:
        """The name and the net of an event: the Ante of 1, the bets and the bonus together."""
        if event.action == "fold":
            return "fold", Fraction(-1)
        stake = 1 + (sum(self.bets) if event.action == "bet" else self.bets[0])
        name, net = self.settled(event.result, stake)
        line = self.bet.paid(event.hits, pays)
        if line is None:
            return f"{event.action}/{name}", Fraction(net)
        return f"{event.action}/{name}/{self.bet.lines[line]['id']}", net + pays[line]

    def settled(self, result: str, stake: int) -> tuple[str, int]:
        """Against a dealer who does not qualify the bets push, and the Ante wins or is compared."""
        dealer, _, compared = result.partition("/")
        if dealer == "does-not-qualify":
            if self.bet.wager["unqualified"] == "ante_wins":
                return dealer, 1
            stake = 1
        return result, {"win": stake, "tie": 0, "lose": -stake}[compared]

    def row(self, event: Event) -> str:
        """The name of what happened whatever the bonus."""
        return "fold" if event.action == "fold" else f"{event.action}/{self.settled(event.result, 1)[0]}"

    def settlement(self, pays: list[Fraction], events: set[Event]) -> Settlement:
        return Settlement({event: self.outcome(event, pays) for event in events})


def of_action(action: str, results: Mapping[str, int], hits: Hits, hand: str = "") -> Vector:
    return {Event(action, result, hits, hand): count for result, count in results.items()}


def one_street_results(bet: Bet) -> dict[str, Result]:
    """Fold, or bet and play, on all of one's cards."""
    play = Play(bet)
    names = bet.hand_names(play.size)
    states: States = {}
    for cards in combinations(play.deck, play.size):
        own = play.values.best(cards)
        dealers = combinations(without(play.deck, cards), play.size)
        counts = Counter(play.result(own, play.values.best(dealer)) for dealer in dealers)
        played = of_action("play", counts, play.hits[cards], names[cards])
        folded = Event("fold", "fold", (), names[cards])
        states[cards, ()] = [Choice("fold", {folded: counts.total()}), Choice("play", played)]
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


def board_counts(play: Play) -> dict[tuple[Cards, int], Counter[str]]:
    """For every hand and first community card: results over all second cards and all dealer hands."""
    counts: dict[tuple[Cards, int], Counter[str]] = {}
    for board in combinations(play.deck, 2):
        rest = without(play.deck, board)
        best = {hand: play.values.best(tuple(sorted(hand + board))) for hand in combinations(rest, play.size)}
        for cards, own in best.items():
            results = [play.result(own, best[other]) for other in combinations(without(rest, cards), play.size)]
            for first in board:
                of_state = counts.setdefault((cards, first), Counter())
                for result in results:
                    of_state[result] += 1
    return counts


def two_street_results(bet: Bet) -> dict[str, Result]:
    """Fold or bet on one's own cards; check or bet after the first of two community cards, which all share."""
    play = Play(bet)
    states: States = {
        (cards, (first,)): [Choice(action, of_action(action, results, play.hits[cards])) for action in ("check", "bet")]
        for (cards, first), results in board_counts(play).items()
    }
    events = events_of(states) | {FOLDED}
    return {name: two_street_result(play, states, play.settlement(pays, events)) for name, pays in paytables(bet)}


def two_street_result(play: Play, states: States, settlement: Settlement) -> Result:
    best = {state: settlement.best(choices) for state, choices in states.items()}
    reached: Vector = {}
    actions = Counter({"fold": 0, "play": 0, "check": 0, "bet": 0})
    ties = Counter({"fold or play": 0, "check or bet": 0})
    first_states: States = {}
    for cards in combinations(play.deck, play.size):
        later = [best[cards, (first,)] for first in without(play.deck, cards)]
        played: Vector = {}
        for choices in later:
            add(played, choices[0].vector)
        first_states[cards, ()] = [Choice("fold", {FOLDED: deals_of(played)}), Choice("play", played)]
        taken = settlement.best(first_states[cards, ()])
        add(reached, taken[0].vector)
        actions[taken[0].name] += len(later)
        ties["fold or play"] += len(taken) > 1
        if taken[0].name == "play":
            actions.update(choices[0].name for choices in later)
            ties["check or bet"] += sum(len(choices) > 1 for choices in later)
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
