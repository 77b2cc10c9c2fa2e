"""States of the last decision of every game of the library, on its real deck, against brute force.

Engines count a state in more than one way: `hand` counts it by itself, the analysis counts all states at once. Both are
compared, the second by its values where it has them at hand and by the choice that its player takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random

import numpy as np
import pytest

from analyzer.cards.deck import hand_name
from analyzer.engines.bets import Path
from analyzer.engines.contest.rounds import Contest, ContestBets
from analyzer.engines.exchange.count import ExchangeCounts
from analyzer.engines.exchange.one_hand import Hold, places_of, ranked_holds
from analyzer.game.language import Rules
from analyzer.game.library import library_ids, load_game
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.solo import ExchangeWager, RevealWager
from analyzer.pricing.choices import Question
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.played import is_played, played_wager
from analyzer.pricing.solo import Events, exchange_counts
from analyzer.reference.cards import Cards
from analyzer.reference.referee import best_choices
from analyzer.run.jobs import Run
from tests.brute_states import BruteForce, Dealt, going_on, last_decision, sampled_states
from tests.language import rules_of

RUN = Run(jobs=1)
STATES = 200
Values = Mapping[str | Cards, Fraction]


class Engine:
    """The main wager of a game, as the engines count it."""

    def __init__(self, game: Game) -> None:
        assert game.rules is not None
        self.game, self.rules = game, game.rules
        (self.wager,) = (wager for wager in game.wagers if wager.id == self.rules.main.id)

    def values(self, dealt: Dealt, paytable: Paytable) -> Iterator[Values]:
        """Each choice, by its name or by the cards held, with its value."""
        if isinstance(self.wager, ExchangeWager):
            for holds in self._holds(self.wager, dealt, paytable):
                yield {tuple(sorted(hold.held)): hold.expectation for hold in holds}
        elif isinstance(self.wager, ContestWager):
            yield self._contest(self.wager, dealt, paytable)
        else:
            first, *later = dealt.values()
            question = Question(self.game, first, tuple(card for cards in later for card in cards), paytable, RUN)
            yield {choice.action: choice.ev for choice in kind_of(self.wager).choices(question, self.wager)}

    # --- exchanges ---

    @cached_property
    def _exchange(self) -> tuple[Events, ExchangeCounts]:
        assert isinstance(self.wager, ExchangeWager)
        events = Events(self.game, self.wager)
        return events, exchange_counts(self.game, self.wager, events)

    def _holds(self, wager: ExchangeWager, dealt: Dealt, paytable: Paytable) -> Iterator[Sequence[Hold]]:
        """As one hand is counted, and as the whole game is."""
        events, counted = self._exchange
        nets = events.nets(paytable)
        (own,) = dealt.values()
        yield counted.holds(own, nets)
        places = places_of(counted.final, counted.rules, own)
        ends = counted.counts(np.array([places], dtype=np.uint8))[0]
        yield ranked_holds(counted.final, counted.rules, nets, places, ends)

    # --- against a dealer ---

    @cached_property
    def _counted(self) -> Contest:
        assert isinstance(self.wager, ContestWager)
        return Contest(self.game, self.wager)

    def _contest(self, wager: ContestWager, dealt: Dealt, paytable: Paytable) -> Values:
        player, dealer = wager.hands
        own = [card for group in player.groups if group not in dealer.groups for card in dealt[group]]
        seen = [card for group, cards in dealt.items() if group in dealer.groups for card in cards]
        names = [choice.name for choice in wager.stages[-1]]
        path = _path(self._counted.bets(paytable))
        return {names[choice]: value for choice, value in self._counted.choices(paytable, own, seen, path, RUN)}

    # --- the play of the whole game ---

    def play(self, states: Sequence[Dealt], paytable: Paytable) -> list[tuple[Sequence[str], str | Cards | None]]:
        """What the best play of the analysis did before each state and does in it; nothing where it is not reached."""
        rest = [group for group in self.rules.deal if group.name not in states[0] and not group.made]
        dealt = {group: np.array([state[group] for state in states], dtype=np.uint8) for group in states[0]}
        hidden = np.array([_others(self.game, state, sum(group.cards for group in rest)) for state in states])
        for group in rest:
            dealt[group.name], hidden = hidden[:, : group.cards].astype(np.uint8), hidden[:, group.cards :]
        played = played_wager(self.game, self.wager, RUN).player(paytable).play(dealt)
        if played.made:
            ((made, cards),) = played.made.items()
            (exchange,) = (stage.exchange for stage in self.rules.stages if stage.exchange)
            assert made == exchange.makes
            return [((), _held(own[exchange.taken_from], row)) for own, row in zip(states, cards.tolist(), strict=True)]
        last = last_decision(self.rules)
        ways = [dict(played.ways[way]) for way in played.taken.tolist()]
        return [([way.get(stage, "") for stage in range(last)] if last in way else (), way.get(last)) for way in ways]


def _path(bets: ContestBets) -> Path:
    """The first choices after which the last decision follows."""
    path: Path = ()
    while len(path) < len(bets.stages) - 1:
        choices = range(len(bets.stages[len(path)]))
        path = (*path, next(choice for choice in choices if not bets.ends((*path, choice))))
    return path


def _others(game: Game, state: Dealt, number: int) -> list[int]:
    seen = {card for cards in state.values() for card in cards}
    return [card for card in game.deck.cards if card not in seen][:number]


def _held(own: Cards, final: Sequence[int]) -> Cards:
    return tuple(sorted(set(own) & set(final)))


def differences(engine: Engine, brute: BruteForce, number: int) -> list[str]:
    """What differs in so many states: the value of a choice, or a choice of the best play that is not best."""
    states = list(sampled_states(engine.rules, number, engine.game.id))
    every = [brute.worth(dealt) for dealt in states]
    differences = []
    for paytable in engine.wager.paytables:
        played = engine.play(states, paytable) if is_played(engine.wager) else [((), None)] * number
        for dealt, (past, taken), worth in zip(states, played, every, strict=True):
            # `hand` takes what was done before for the best; it matters where bets are taken back.
            values = (brute.worth(dealt, past) if isinstance(engine.wager, RevealWager) else worth)[paytable.id]
            listed = list(engine.values(dealt, paytable))
            if any(ours != values for ours in listed) or taken not in (None, *_best(values)):
                cards = ", ".join(hand_name(own) for own in dealt.values())
                differences.append(f"{paytable.id}, {cards}: {listed}, {taken} taken, not {values}")
    return differences


def _best(values: Values) -> list[str | Cards]:
    return [choice for choice, value in values.items() if value == max(values.values())]


def engine_of(game: str) -> Engine:
    return Engine(load_game(game).game())


@pytest.mark.long
@pytest.mark.parametrize("game", library_ids())
def test_states_of_the_last_decision_are_what_every_deal_makes_of_them(game: str) -> None:
    brute = BruteForce(rules_of(game))
    assert differences(engine_of(game), brute, STATES) == []
    is_the_referee(brute)


# Deals that the referee settles card by card: some seconds; with community cards he needs a hundred times as long.
REFEREED = 200_000


def is_the_referee(brute: BruteForce) -> None:
    """Tables of all hands change nothing: hands are valued one by one, and a state is dealt where that is quick."""
    rules, last = brute.rules, last_decision(brute.rules)
    for cards in sampled_hands(rules, 7 if brute.is_board else brute.hands(len(brute.looks) - 1).size, 200):
        profile = brute.profiles.settled.profile(len(brute.looks) - 1, cards)
        assert brute.profile_of(cards) == profile
    (dealt,) = sampled_states(rules, 1, "referee")
    is_quick = rules.stages[last].exchange is None and brute.hidden(dealt).total() <= (
        REFEREED / 100 if brute.is_board else REFEREED
    )
    if is_quick:
        past = [going_on(stage) for stage in rules.stages[:last]]
        table, values = next(iter(brute.worth(dealt).items()))
        assert values == dict(best_choices(rules, dealt, past, paytable_id=table))


EVERY_DAY = "three-card-poker"


def test_some_states_every_day() -> None:
    brute = BruteForce(rules_of(EVERY_DAY))
    assert differences(engine_of(EVERY_DAY), brute, 10) == []
    is_the_referee(brute)


@pytest.mark.parametrize(
    "change",
    [
        ('qualifies = "high-card Q"', 'qualifies = "high-card Q 5"'),
        ("settle.play = [{ qualified = false, pays = 0 }]", "settle.play = [{ qualified = false, pays = 1 }]"),
        ('choose.fold = { then = "fold" }', 'choose.fold = { then = "fold", loses = { ante = "1/2" } }'),
        ("choose.play = { play = 1 }", "choose.play = { play = 2 }"),
    ],
    ids=["qualifier", "row", "fold", "bet"],
)
def test_a_rule_that_differs_is_noticed(change: tuple[str, str]) -> None:
    """The change is made in the file that brute force reads, and not in that of the engines."""
    assert differences(engine_of(EVERY_DAY), BruteForce(rules_of(EVERY_DAY, change)), 10)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("jacks-or-better", "three-of-a-kind         = 3", "three-of-a-kind         = 4"),
        ("let-it-ride", "three-of-a-kind        = 3", "three-of-a-kind        = 4"),
        ("ultimate-texas-holdem", 'qualifies = "pair"', 'qualifies = "pair 3"'),
    ],
)
def test_a_rule_that_differs_is_noticed_in_other_shapes(game: str, old: str, new: str) -> None:
    assert differences(engine_of(game), BruteForce(rules_of(game, (old, new))), 20)


def sampled_hands(rules: Rules, size: int, number: int) -> Iterator[Cards]:
    random = Random("hands")
    for _ in range(number):
        yield tuple(sorted(random.sample(rules.pack.deck.cards, size)))
