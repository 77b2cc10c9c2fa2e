"""Games without an opponent: exchanges and reveals, named and priced.

engines/exchange and engines/reveal count them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from analyzer.cards.deck import Deck, card_name
from analyzer.engines.bets import Bets, Path
from analyzer.engines.bets import Choice as RevealChoice
from analyzer.engines.decide import check_expectation
from analyzer.engines.exchange.count import ExchangeCounts
from analyzer.engines.exchange.count import count as count_exchange
from analyzer.engines.final_lines import final_sets
from analyzer.engines.paid_lines import paid_line
from analyzer.engines.reveal.best import BestReveal
from analyzer.engines.reveal.count import count as count_reveal
from analyzer.engines.reveal.states import RevealCounts
from analyzer.engines.tally import LineCounts
from analyzer.errors import SelectionError
from analyzer.game.model import ExchangeWager, Game, Pay, Paytable, RevealWager, SoloWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import AverageBet, DecisionDetails
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome
from analyzer.pricing.paths import choice_name, fold_names, path_name, stage_name, title_of, told_stages
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers

LOSE = "lose"
ONE_CARD = ((1,), (0, 1))


class Events:
    """What the final hands of a wager end in: sets of lines, and the line that a paytable pays in each."""

    def __init__(self, game: Game, wager: SoloWager) -> None:
        self.wager = wager
        self.events, self.sets = final_sets(game, wager)

    def paid(self, paytable: Paytable) -> list[int]:
        return [paid_line(lines, paytable, self.wager.overlap) for lines in self.sets]

    def nets(self, paytable: Paytable) -> list[Fraction]:
        """The net result of one unit in each event."""
        return [paytable.pays[line].amount if line >= 0 else Fraction(-1) for line in self.paid(paytable)]

    def counts(self, deals: int, ends: Sequence[int]) -> LineCounts:
        """Deals by the lines satisfied."""
        return LineCounts(deals, {(lines, -1): count for lines, count in zip(self.sets, ends, strict=True) if count})


def _line_outcomes(
    wager: SoloWager, paid: Sequence[int], ends: Sequence[int], pays: Sequence[Fraction], prefix: str = ""
) -> list[Outcome]:
    """One outcome for each line, then the loss; `pays` are net results by event."""
    counts: Counter[int] = Counter()
    nets: dict[int, Fraction] = {}
    for line, count, net in zip(paid, ends, pays, strict=True):
        counts[line] += count
        nets[line] = net
    outcomes = []
    for line in (*range(len(wager.lines)), -1):
        if line in counts:
            name, title = (wager.lines[line].id, wager.lines[line].name) if line >= 0 else (LOSE, "Lose")
            path = prefix.replace("/", ", ").capitalize()
            details = {"title": f"{path}{title.lower()}" if prefix else title}
            outcomes.append(Outcome(f"{prefix}{name}", counts[line], Pay(nets[line]), details))
    return outcomes


# --- exchanges -------------------------------------------------------------------------------------------------------


def exchange_counts(game: Game, wager: ExchangeWager, events: Events) -> ExchangeCounts:
    return count_exchange(game.deck, events.events, wager.discards, wager.player.cards)


def analyze_exchange(solvers: Solvers, wager: ExchangeWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    events = Events(solvers.game, wager)
    counted = exchange_counts(solvers.game, wager, events)
    return [_exchange_result(wager, events, counted, paytable) for paytable in paytables]


def _exchange_result(wager: ExchangeWager, events: Events, counted: ExchangeCounts, paytable: Paytable) -> WagerResult:
    nets = events.nets(paytable)
    best = counted.best(nets)
    ends = best.events
    result = priced(
        wager,
        paytable,
        counted.deals,
        _line_outcomes(wager, events.paid(paytable), ends, nets),
        warnings=never_paid(wager, paytable, events.counts(counted.deals, ends)),
        details=DecisionDetails(
            choices={_discard_name(wager, number): share for number, share in best.choices.items()},
            ties={"discard": best.ties},
            closest=[],
            by_hand=[],
        ),
    )
    check_expectation(wager.id, result.ev, best.expectation)
    return result


def _discard_name(wager: ExchangeWager, number: int) -> str:
    if wager.discards in ONE_CARD:
        return "discard" if number else "stand pat"
    return f"discard-{number}"


def exchange_choices(question: Question, wager: ExchangeWager) -> list[HandChoice]:
    """Every permitted hold of a hand, best first."""
    events = Events(question.game, wager)
    counted = exchange_counts(question.game, wager, events)
    holds = counted.holds(question.cards, events.nets(question.paytable))
    return [HandChoice(_hold_name(wager, hold.held, hold.discarded), hold.expectation) for hold in holds]


def _hold_name(wager: ExchangeWager, held: Sequence[int], discarded: Sequence[int]) -> str:
    if wager.discards in ONE_CARD:
        return f"discard {card_name(discarded[0])}" if discarded else "stand pat"
    return " ".join(["hold", *(card_name(card) for card in held)]) if held else "hold nothing"


# --- reveals ---------------------------------------------------------------------------------------------------------


def reveal_counts(deck: Deck, wager: RevealWager, events: Events) -> RevealCounts:
    return count_reveal(deck, events.events, (seat.cards for seat in wager.groups), len(wager.stages))


def reveal_bets(wager: RevealWager, nets: Sequence[Fraction]) -> Bets:
    """The bets in units of the first one."""
    names = [name for name, _ in wager.bets]
    unit = wager.bets[0][1]
    stages = tuple(
        tuple(
            RevealChoice(
                choice.name,
                tuple((names.index(bet), amount / unit) for bet, amount in choice.bets),
                then=choice.then,
                loses=tuple(dict(choice.loses).get(name, Fraction(1)) for name in names) if choice.loses else (),
            )
            for choice in stage
        )
        for stage in wager.stages
    )
    return Bets(tuple(amount / unit for _, amount in wager.bets), stages, (tuple(nets),) * len(names))


def analyze_reveal(solvers: Solvers, wager: RevealWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    events = Events(solvers.game, wager)
    counted = reveal_counts(solvers.game.deck, wager, events)
    return [_reveal_result(wager, events, counted, paytable) for paytable in paytables]


def _reveal_result(wager: RevealWager, events: Events, counted: RevealCounts, paytable: Paytable) -> WagerResult:
    best = counted.best(reveal_bets(wager, events.nets(paytable)))
    ends = [sum(column) for column in zip(*best.outcomes.values(), strict=True)]
    outcomes = _reveal_outcomes(wager, events, best, paytable)
    average = best.average_bet
    result = priced(
        wager,
        paytable,
        counted.deals,
        outcomes,
        warnings=never_paid(wager, paytable, events.counts(counted.deals, ends)),
        details=DecisionDetails(
            choices={choice_name(best.bets, stage, name): share for (stage, name), share in best.choices.items()},
            ties={stage_name(best.bets, stage): tied for stage, tied in best.ties.items()},
            closest=[],
            by_hand=[],
            # Where every bet is always taken back there is nothing to be at risk.
            bet=AverageBet(average, -best.expectation / average) if average else None,
        ),
    )
    check_expectation(wager.id, result.ev, best.expectation)
    return result


def _reveal_outcomes(wager: RevealWager, events: Events, best: BestReveal, paytable: Paytable) -> list[Outcome]:
    """Folds first, then every way to play on that some deal takes; a way carries the choices that tell its bets."""
    bets, paid = best.bets, events.paid(paytable)
    told = told_stages(bets)
    taken = {path: ends for path, ends in best.outcomes.items() if sum(ends)}
    folds = [path for path in taken if bets.last(path).then == "fold"]
    folded: Counter[tuple[str, Fraction]] = Counter()
    for path, name in fold_names(bets, folds).items():
        folded[name, bets.nets(path, 1)[0]] += sum(taken[path])
    outcomes = [Outcome(name, count, Pay(net), {"title": title_of(name)}) for (name, net), count in folded.items()]
    for path, ends in taken.items():
        if path not in folds:
            nets = bets.nets(path, len(paid))
            outcomes += _line_outcomes(wager, paid, ends, nets, path_name(bets, path, told))
    return outcomes


def reveal_choices(question: Question, wager: RevealWager) -> list[HandChoice]:
    """The choices after the cards given; earlier decisions were the best ones."""
    seen = (*question.cards, *question.board)
    sizes = [sum(seat.cards for seat in wager.groups[: stage + 1]) for stage in range(len(wager.stages))]
    if len(seen) not in sizes or len(question.cards) != wager.groups[0].cards:
        raise SelectionError(
            f"{wager.id} is decided with {' or '.join(map(str, sizes))} cards: {wager.groups[0].cards} of one's own, "
            "the others with --board"
        )
    events = Events(question.game, wager)
    bets = reveal_bets(wager, events.nets(question.paytable))
    tree = _HandTree(question.game.deck, events, bets, wager)
    path: Path = ()
    for size in sizes[: sizes.index(len(seen))]:
        values = tree.values(path, seen[:size])
        path = (*path, max(bets.order(path), key=lambda choice: values[choice]))
    values = tree.values(path, seen)
    names = [choice.name for choice in wager.stages[len(path)]]
    ordered = sorted(bets.order(path), key=lambda choice: -values[choice])
    return [HandChoice(names[choice], values[choice]) for choice in ordered]


class _HandTree:
    """The value of each choice of one who has seen certain cards, from the events of all that may follow."""

    def __init__(self, deck: Deck, events: Events, bets: Bets, wager: RevealWager) -> None:
        self.deck, self.events, self.bets, self.wager = deck, events, bets, wager
        self.kinds = len(events.sets)

    def values(self, path: Path, seen: Sequence[int]) -> list[Fraction]:
        choices = range(len(self.bets.stages[len(path)]))
        return [self._value((*path, choice), seen) for choice in choices]

    def _value(self, path: Path, seen: Sequence[int]) -> Fraction:
        if self.bets.ends(path):
            nets = self.bets.nets(path, self.kinds)
            counts = self._counts(tuple(sorted(seen)))
            total = sum((count * net for count, net in zip(counts, nets, strict=True)), Fraction(0))
            return total / sum(counts)
        from itertools import combinations

        left = [card for card in self.deck.cards if card not in seen]
        turned = list(combinations(left, self.wager.groups[len(path)].cards))
        return sum((max(self.values(path, (*seen, *cards))) for cards in turned), Fraction(0)) / len(turned)

    def _counts(self, seen: tuple[int, ...]) -> list[int]:
        """How many final hands that contain these cards end in each event."""
        from itertools import combinations

        from analyzer.cards.colex import colex_index

        places = {card: place for place, card in enumerate(self.deck.cards)}
        left = [card for card in self.deck.cards if card not in seen]
        counts = [0] * self.kinds
        for cards in combinations(left, 5 - len(seen)):
            counts[self.events.events[colex_index(sorted(places[card] for card in (*seen, *cards)))]] += 1
        return counts
