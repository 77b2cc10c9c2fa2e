"""Games without an opponent: exchanges and reveals, named and priced.

engines/exchange and engines/reveal count them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from analyzer.cards.deck import Deck, card_name
from analyzer.engines.bets import Bets, Path, stages_in_units
from analyzer.engines.decide import check_expectation
from analyzer.engines.exchange.count import ExchangeCounts
from analyzer.engines.exchange.count import count as count_exchange
from analyzer.engines.exchange.one_hand import Hold
from analyzer.engines.final_lines import final_sets
from analyzer.engines.paid_lines import paid_line
from analyzer.engines.reveal.count import count as count_reveal
from analyzer.engines.reveal.one_hand import choices_of
from analyzer.engines.reveal.states import RevealCounts
from analyzer.engines.tally import LineCounts
from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable
from analyzer.game.pay import Pay
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.solo import ExchangeWager, RevealWager, SeenExchangeWager, SeenRevealWager, SoloWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import AverageBet, DecisionDetails, SeenCard
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome
from analyzer.pricing.paths import choice_name, fold_names, named_stages, path_name, stage_name, title_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers
from analyzer.run.store import kept_json

LOSE = "lose"
ONE_CARD = ((1,), (0, 1))


class LineSets:
    """The sets of lines that final hands satisfy, and the line that a paytable pays in each."""

    def __init__(self, wager: SoloWager, sets: Sequence[tuple[int, ...]]) -> None:
        self.wager, self.sets = wager, sets

    def paid(self, paytable: Paytable) -> list[int]:
        return [paid_line(lines, paytable, self.wager.overlap) for lines in self.sets]

    def nets(self, paytable: Paytable) -> list[Fraction]:
        """The net result of one unit in each event."""
        return [paytable.pays[line].amount if line >= 0 else Fraction(-1) for line in self.paid(paytable)]

    def counts(self, deals: int, ends: Sequence[int]) -> LineCounts:
        """Deals by the lines satisfied."""
        return LineCounts(deals, {(lines, -1): count for lines, count in zip(self.sets, ends, strict=True) if count})


class Events(LineSets):
    """The same with the set of every final hand, by colex index."""

    def __init__(self, game: Game, wager: SoloWager) -> None:
        self.events, sets = final_sets(game, wager)
        super().__init__(wager, sets)


@dataclass(frozen=True)
class SolvedSolo:
    """The best play, as the store keeps it: deals by path and line set, how often each choice is made, ties by stage.

    An exchange has one path, and its choices are numbers of cards discarded.
    """

    deals: int
    expectation: Fraction
    ends: Mapping[Path, Sequence[int]]
    choices: Mapping[tuple[int, str], Fraction]
    ties: Mapping[int, int]
    worth: Sequence[SeenCard] = ()

    def average_bet(self, bets: Bets) -> Fraction:
        """All staked bets as they stand at the end."""
        staked = sum((sum(ends) * bets.at_stake(path) for path, ends in self.ends.items()), Fraction(0))
        return staked / self.deals

    def document(self) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "expectation": str(self.expectation),
            "ends": [[list(path), list(ends)] for path, ends in self.ends.items()],
            "choices": [[stage, name, str(share)] for (stage, name), share in self.choices.items()],
            "ties": list(self.ties.items()),
            "worth": [[card.rank, card.suited, str(card.share), str(card.ev)] for card in self.worth],
        }

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> SolvedSolo:
        return cls(
            document["deals"],
            Fraction(document["expectation"]),
            {tuple(path): ends for path, ends in document["ends"]},
            {(stage, name): Fraction(share) for stage, name, share in document["choices"]},
            dict(document["ties"]),
            [SeenCard(rank, suited, Fraction(share), Fraction(ev)) for rank, suited, share, ev in document["worth"]],
        )


class KeptSolo:
    """A wager whose line sets and solutions are in the store; final hands are looked at only if they are not."""

    def __init__(self, solvers: Solvers, wager: SoloWager) -> None:
        self.game, self.wager, self.store = solvers.game, wager, solvers.run.store
        self.digest = wager_digest(self.game, wager)

    @cached_property
    def events(self) -> Events:
        return Events(self.game, self.wager)

    @cached_property
    def lines(self) -> LineSets:
        kept = kept_json(self.store, "solo-lines", {"wager": self.digest}, lambda: self.events.sets)
        return LineSets(self.wager, [tuple(lines) for lines in kept])

    def solved(self, paytable: Paytable, solve: Callable[[Events], SolvedSolo]) -> SolvedSolo:
        named = {"wager": self.digest, "pays": [str(pay) for pay in paytable.pays]}
        return SolvedSolo.read(kept_json(self.store, "solo-solved", named, lambda: solve(self.events).document()))


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
    kept = KeptSolo(solvers, wager)
    return [_exchange_result(kept, wager, paytable) for paytable in paytables]


def _exchange_result(kept: KeptSolo, wager: ExchangeWager, paytable: Paytable) -> WagerResult:
    solved = kept.solved(paytable, lambda events: _solve_exchange(kept.game, wager, events, paytable))
    return exchange_result(kept, wager, paytable, solved)


def exchange_result(
    kept: KeptSolo, wager: ExchangeWager | SeenExchangeWager, paytable: Paytable, solved: SolvedSolo
) -> WagerResult:
    ends = solved.ends[()]
    result = priced(
        wager,
        paytable,
        solved.deals,
        _line_outcomes(wager, kept.lines.paid(paytable), ends, kept.lines.nets(paytable)),
        warnings=never_paid(wager, paytable, kept.lines.counts(solved.deals, ends)),
        details=DecisionDetails(
            choices={_discard_name(wager, number): share for (number, _), share in solved.choices.items()},
            ties={"discard": solved.ties[0]},
            closest=[],
            by_hand=[],
            seen_cards=solved.worth,
        ),
    )
    check_expectation(wager.id, result.ev, solved.expectation)
    return result


def _solve_exchange(game: Game, wager: ExchangeWager, events: Events, paytable: Paytable) -> SolvedSolo:
    counted = exchange_counts(game, wager, events)
    best = counted.best(events.nets(paytable))
    choices = {(number, ""): share for number, share in best.choices.items()}
    return SolvedSolo(counted.deals, best.expectation, {(): best.events}, choices, {0: best.ties})


def _discard_name(wager: ExchangeWager | SeenExchangeWager, number: int) -> str:
    if wager.discards in ONE_CARD:
        return "discard" if number else "stand-pat"
    return f"discard-{number}"


def exchange_choices(question: Question, wager: ExchangeWager) -> list[HandChoice]:
    """Every permitted hold of a hand, best first: in how many draws it ends in each line, and what dominates it."""
    events = Events(question.game, wager)
    counted = exchange_counts(question.game, wager, events)
    return listed_holds(wager, events, question.paytable, counted.holds(question.cards, events.nets(question.paytable)))


def listed_holds(
    wager: ExchangeWager | SeenExchangeWager, events: Events, paytable: Paytable, holds: Sequence[Hold]
) -> list[HandChoice]:
    """Holds, best first, with the lines that they end in, and which of them others dominate."""
    nets, paid = events.nets(paytable), events.paid(paytable)
    names = [hold_name(wager, hold.held, hold.discarded) for hold in holds]
    reaches = [_reach(hold, nets) for hold in holds]
    choices = []
    for place, hold in enumerate(holds):
        ends: Counter[str] = Counter()
        for line, count in zip(paid, hold.counts, strict=True):
            ends[wager.lines[line].id if line >= 0 else LOSE] += count
        notes: dict[str, Any] = {"draws": str(hold.draws), "ends": {line: str(n) for line, n in ends.items() if n}}
        if better := [other for other in range(place) if _dominates(reaches[other], reaches[place])]:
            notes["dominated_by"] = names[better[0]]
        choices.append(HandChoice(names[place], hold.expectation, notes=notes))
    return choices


def _reach(hold: Hold, nets: Sequence[Fraction]) -> list[Fraction]:
    """The chance of each net result or a better one, from the best down."""
    amounts = sorted(set(nets), reverse=True)
    counts = [sum(count for count, own in zip(hold.counts, nets, strict=True) if own == net) for net in amounts]
    return [Fraction(reached, hold.draws) for reached in accumulate(counts)]


def _dominates(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Whether one hold is at least as likely to reach any net result, and likelier to reach some."""
    return one != other and all(own >= others for own, others in zip(one, other, strict=True))


def hold_name(wager: ExchangeWager | SeenExchangeWager, held: Sequence[int], discarded: Sequence[int]) -> str:
    if wager.discards in ONE_CARD:
        return f"discard {card_name(discarded[0])}" if discarded else "stand pat"
    return " ".join(["hold", *(card_name(card) for card in held)]) if held else "hold nothing"


# --- reveals ---------------------------------------------------------------------------------------------------------


def reveal_counts(deck: Deck, wager: RevealWager, events: Events) -> RevealCounts:
    return count_reveal(deck, events.events, (seat.cards for seat in wager.groups), len(wager.stages))


def reveal_bets(wager: RevealWager | SeenRevealWager, nets: Sequence[Fraction]) -> Bets:
    """The bets in units of the first one."""
    names = [name for name, _ in wager.bets]
    unit = wager.bets[0][1]
    stages = stages_in_units(wager.stages, names, unit)
    return Bets(
        tuple(amount / unit for _, amount in wager.bets),
        stages,
        (tuple(nets),) * len(names),
        numbers=wager.stage_numbers,
    )


def analyze_reveal(solvers: Solvers, wager: RevealWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    kept = KeptSolo(solvers, wager)
    return [_reveal_result(kept, wager, paytable) for paytable in paytables]


def _reveal_result(kept: KeptSolo, wager: RevealWager, paytable: Paytable) -> WagerResult:
    solved = kept.solved(paytable, lambda events: _solve_reveal(kept.game, wager, events, paytable))
    return reveal_result(kept, wager, paytable, solved)


def reveal_result(
    kept: KeptSolo, wager: RevealWager | SeenRevealWager, paytable: Paytable, solved: SolvedSolo
) -> WagerResult:
    bets = reveal_bets(wager, kept.lines.nets(paytable))
    ends = [sum(column) for column in zip(*solved.ends.values(), strict=True)]
    average = solved.average_bet(bets)
    result = priced(
        wager,
        paytable,
        solved.deals,
        _reveal_outcomes(wager, bets, solved.ends, kept.lines.paid(paytable)),
        warnings=never_paid(wager, paytable, kept.lines.counts(solved.deals, ends)),
        details=DecisionDetails(
            choices={choice_name(bets, stage, name): share for (stage, name), share in solved.choices.items()},
            ties={stage_name(bets, stage): tied for stage, tied in solved.ties.items()},
            closest=[],
            by_hand=[],
            # Where every bet is always taken back there is nothing to be at risk.
            bet=AverageBet(average, -solved.expectation / average) if average else None,
            seen_cards=solved.worth,
        ),
        splits=wager.splits,
    )
    check_expectation(wager.id, result.ev, solved.expectation)
    return result


def _solve_reveal(game: Game, wager: RevealWager, events: Events, paytable: Paytable) -> SolvedSolo:
    counted = reveal_counts(game.deck, wager, events)
    best = counted.best(reveal_bets(wager, events.nets(paytable)))
    return SolvedSolo(counted.deals, best.expectation, dict(best.outcomes), best.choices, best.ties)


def _reveal_outcomes(
    wager: SoloWager, bets: Bets, outcomes_of: Mapping[Path, Sequence[int]], paid: Sequence[int]
) -> list[Outcome]:
    """Folds first, then every way to play on that some deal takes; a way carries the choices that tell its bets."""
    named = named_stages(bets)
    taken = {path: ends for path, ends in outcomes_of.items() if sum(ends)}
    folds = [path for path in taken if bets.last(path).then == "fold"]
    folded: Counter[tuple[str, Fraction]] = Counter()
    for path, name in fold_names(bets, folds).items():
        folded[name, bets.nets(path, 1)[0]] += sum(taken[path])
    outcomes = [Outcome(name, count, Pay(net), {"title": title_of(name)}) for (name, net), count in folded.items()]
    for path, ends in taken.items():
        if path not in folds:
            nets = bets.nets(path, len(paid))
            outcomes += _line_outcomes(wager, paid, ends, nets, path_name(bets, path, named))
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
    place = {card: position for position, card in enumerate(question.game.deck.cards)}
    ends = [0, *sizes[: sizes.index(len(seen)) + 1]]
    groups = [[place[card] for card in seen[start:end]] for start, end in pairwise(ends)]
    listed = choices_of(reveal_counts(question.game.deck, wager, events), bets, groups)
    return [HandChoice(wager.stages[len(groups) - 1][choice].name, value) for choice, value in listed]
