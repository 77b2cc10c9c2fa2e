"""One discard, then a showdown, where the player has seen cards that he should not: named, priced and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import card_name
from analyzer.cards.hand_table import HandTable
from analyzer.engines.decide import check_expectation
from analyzer.engines.duel.seen_draws import (
    OWN,
    Beside,
    DrawEnds,
    DrawPays,
    Known,
    SeenDraw,
    expectation,
    solve_seen_draw,
)
from analyzer.engines.final_lines import final_sets
from analyzer.engines.paid_lines import paid_line
from analyzer.engines.tally import LineCounts
from analyzer.errors import GameFileError
from analyzer.game.language import Exchange
from analyzer.game.model import Game, Paytable
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.draw import SeenDrawWager
from analyzer.game.wagers.solo import SoloWager
from analyzer.kernels import colex
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import DecisionDetails, SeenCard
from analyzer.pricing.draws import AUTOMATIC, STAND_PAT, draw_outcomes
from analyzer.pricing.hand_cards import must_see
from analyzer.pricing.lines import never_paid
from analyzer.pricing.played import AUTOMATIC_WIN, Dealt, Played, Way
from analyzer.pricing.played_exchange import exchange_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json

TOTALS = ("automatic-win", "win", "tie", "lose")


@dataclass(frozen=True)
class Solved:
    """The best play as the store keeps it: deals by what happened and by event, choices, ties, worth of cards."""

    deals: int
    expectation: Fraction
    totals: Mapping[str, Sequence[int]]
    chosen: Sequence[int]
    pairs: int
    tied: int
    worth: Sequence[SeenCard]

    @property
    def choices(self) -> dict[str, Fraction]:
        """How often each is made."""
        discards, pats, automatic = (Fraction(count, self.pairs) for count in self.chosen)
        return {AUTOMATIC: automatic, STAND_PAT: pats, "discard": discards}

    def document(self) -> dict[str, Any]:
        cards = [[card.rank, card.suited, str(card.share), str(card.ev)] for card in self.worth]
        return {**vars(self), "expectation": str(self.expectation), "worth": cards}

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Solved:
        cards = [SeenCard(rank, suited, Fraction(share), Fraction(ev)) for rank, suited, share, ev in document["worth"]]
        return cls(**{**document, "expectation": Fraction(document["expectation"]), "worth": cards})


class SeenDrawSolver:
    """One wager of one game; hands are looked at only if what is asked for is not in the store."""

    def __init__(self, game: Game, wager: SeenDrawWager, run: Run) -> None:
        self.game, self.wager, self.run = game, wager, run

    @cached_property
    def _events(self) -> tuple[NDArray[np.uint8], tuple[tuple[int, ...], ...]]:
        plain = self.wager.draw
        as_solo = SoloWager(plain.id, plain.name, (), lines=plain.lines)
        events, sets = final_sets(self.game, as_solo)
        if () in sets:
            raise GameFileError(
                self.game.id,
                [f"wagers.{self.wager.id}.lines: a final hand has no line, and a win must pay something; give it one"],
            )
        return events, sets

    @cached_property
    def sets(self) -> list[tuple[int, ...]]:
        """The sets of lines that final hands satisfy."""
        named = {"wager": wager_digest(self.game, self.wager)}
        kept = kept_json(self.run.store, "seen-draw-lines", named, lambda: self._events[1])
        return [tuple(lines) for lines in kept]

    @cached_property
    def counted(self) -> SeenDraw:
        plain, wager = self.wager.draw, self.wager
        own = HandTable(self.game.pack, OWN).strengths
        automatic = np.zeros(len(own), dtype=np.bool_)
        if plain.automatic_win is not None:
            automatic = own >= self.game.ranking.strength_floor(plain.automatic_win, plain.hand_size)
        return SeenDraw(
            deck=self.game.deck,
            own_strengths=own,
            own_events=self._events[0],
            automatic=automatic,
            dealer=plain.dealer.cards,
            dealer_strengths=HandTable(self.game.pack, plain.dealer.cards).strengths,
            stand_pat=plain.stand_pat,
            seen=sum(seat.cards for seat in wager.seen),
            drawn=wager.drawn is not None,
            gone=sum(seat.cards for seat in wager.gone),
        )

    def paid(self, paytable: Paytable) -> list[int]:
        """The line that each event is paid by."""
        return [paid_line(lines, paytable, self.wager.overlap) for lines in self.sets]

    def pays(self, paytable: Paytable) -> DrawPays:
        by_line = [paytable.pays[line].amount for line in self.paid(paytable)]
        fixed, win = self.wager.draw.automatic_win_pays, self.wager.draw.win_pays
        at_once = by_line if fixed is None else [fixed] * len(by_line)
        wins = by_line if win is None else [win] * len(by_line)
        unit = lcm(*(amount.denominator for amount in (*wins, *at_once)))
        return DrawPays(tuple(int(a * unit) for a in wins), tuple(int(a * unit) for a in at_once), unit)

    def solved(self, paytable: Paytable) -> Solved:
        named = {
            "wager": wager_digest(self.game, self.wager),
            "pays": [str(pay) for pay in paytable.pays],
            "automatic": str(self.wager.draw.automatic_win_pays),
            "win": str(self.wager.draw.win_pays),
        }
        kept = kept_json(self.run.store, "seen-draw-solved", named, lambda: self._solve(paytable).document())
        return Solved.read(kept)

    def _solve(self, paytable: Paytable) -> Solved:
        game, pays = self.counted, self.pays(paytable)
        ends = solve_seen_draw(game, pays, self.run)
        return Solved(
            game.deals,
            expectation(game, pays, ends),
            _totals(ends),
            ends.chosen,
            game.pairs,
            ends.tied,
            seen_cards(ends.worth.means(game.deals_of_hand * pays.denominator)),
        )


def _totals(ends: DrawEnds) -> dict[str, list[int]]:
    arrays = (ends.automatic, ends.wins, ends.ties, ends.losses)
    return {name: [int(count) for count in array] for name, array in zip(TOTALS, arrays, strict=True)}


def analyze_seen_draw(solvers: Solvers, wager: SeenDrawWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    solver = SeenDrawSolver(solvers.game, wager, solvers.run)
    return [_result(solver, paytable, solver.solved(paytable)) for paytable in paytables]


def _result(solver: SeenDrawSolver, paytable: Paytable, solved: Solved) -> WagerResult:
    wager, plain = solver.wager, replace(solver.wager.draw, paytables=solver.wager.paytables)
    ends = [sum(column) for column in zip(*solved.totals.values(), strict=True)]
    lines = {(lines, -1): count for lines, count in zip(solver.sets, ends, strict=True) if count}
    result = priced(
        wager,
        paytable,
        solved.deals,
        draw_outcomes(plain, solver.paid(paytable), paytable, solved.totals),
        warnings=never_paid(plain, paytable, LineCounts(solved.deals, lines)),
        details=DecisionDetails(
            choices=solved.choices,
            ties={"discard": solved.tied},
            closest=[],
            by_hand=[],
            seen_cards=solved.worth,
        ),
    )
    check_expectation(wager.id, result.ev, solved.expectation)
    return result


# --- one hand --------------------------------------------------------------------------------------------------------


def seen_draw_choices(question: Question, wager: SeenDrawWager) -> list[HandChoice]:
    """Every discard, and standing pat where it is allowed, beside the seen cards."""
    must_see(wager, question.sees)
    solver = SeenDrawSolver(question.game, wager, question.run)
    game, pays = solver.counted, solver.pays(question.paytable)
    place = {card: position for position, card in enumerate(game.deck.cards)}
    seen = [place[card] for card in question.sees]
    beside = Beside(game, _known(game, seen))
    own = np.searchsorted(beside.positions, sorted(place[card] for card in question.cards)).astype(np.uint8)
    row = int(colex.rank(own[None])[0])
    if game.automatic[beside.indices[row]]:
        amount = pays.automatic[int(game.own_events[beside.indices[row]])]
        return [HandChoice(AUTOMATIC, Fraction(amount, pays.denominator))]
    unit = game.deals_of_hand * pays.denominator
    values = beside.values(pays)[row].tolist()
    cards = [game.deck.cards[int(beside.positions[card])] for card in own]
    names = [f"discard {card_name(card)}" for card in cards] + ([STAND_PAT] if game.stand_pat else [])
    return [HandChoice(name, Fraction(value, unit)) for name, value in zip(names, values, strict=True)]


def _known(game: SeenDraw, seen: Sequence[int]) -> Known:
    """The dealer's cards first, then those of others, then the card to be drawn."""
    gone = game.seen + game.gone
    return Known(tuple(seen[: game.seen]), tuple(seen[game.seen : gone]), tuple(seen[gone:]))


# --- dealt rounds ----------------------------------------------------------------------------------------------------


class PlayedSeenDraw:
    """`PlayedWager` of such a game."""

    def __init__(self, game: Game, wager: SeenDrawWager, run: Run) -> None:
        self.game, self.wager = game, wager
        self.solver = SeenDrawSolver(game, wager, run)

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.solver.solved(paytable).expectation

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        solved, pays = self.solver.solved(played), self.solver.pays(paid)
        won = sum(count * pay for count, pay in zip(solved.totals["win"], pays.wins, strict=True))
        won += sum(count * pay for count, pay in zip(solved.totals["automatic-win"], pays.automatic, strict=True))
        return Fraction(won - sum(solved.totals["lose"]) * pays.denominator, solved.deals * pays.denominator)

    def player(self, paytable: Paytable) -> SeenDrawPlayer:
        return SeenDrawPlayer(self.wager, exchange_of(self.game), self.solver.counted, self.solver.pays(paytable))


@dataclass(frozen=True, eq=False)
class SeenDrawPlayer:
    """`Player` of such a game: every hand is decided once for each suit class of seen cards."""

    wager: SeenDrawWager
    exchange: tuple[int, Exchange]
    game: SeenDraw
    pays: DrawPays

    @property
    def ways(self) -> tuple[Way, ...]:
        stage = self.exchange[0]
        return (((stage, "discard"),), ((stage, "stand-pat"),), ((stage, AUTOMATIC_WIN),))

    def play(self, dealt: Dealt) -> Played:
        _, exchange = self.exchange
        own, seen = self._positions(dealt, [exchange.taken_from]), self._seen(dealt)
        places = self._decide(own, seen)
        hands = np.sort(dealt[exchange.taken_from], axis=1)
        made = hands.copy()
        drawn = np.flatnonzero(places < OWN)
        made[drawn, places[drawn]] = dealt[exchange.draw][drawn, 0]
        taken = np.where(places < OWN, 0, np.where(places == OWN, 1, 2))
        return Played(self.ways, taken, {exchange.makes: made})

    def _positions(self, dealt: Dealt, groups: Sequence[str]) -> NDArray[np.uint8]:
        """[round, card] ascending positions of the cards of these groups together."""
        place = np.zeros(256, dtype=np.uint8)
        place[list(self.game.deck.cards)] = np.arange(self.game.deck.size)
        parts = [dealt[group] for group in groups]
        rounds = len(next(iter(dealt.values())))
        return np.sort(place[np.concatenate(parts, axis=1)], axis=1) if parts else np.zeros((rounds, 0), dtype=np.uint8)

    def _seen(self, dealt: Dealt) -> NDArray[np.uint8]:
        """The dealer's cards, those of others, the card to be drawn."""
        wager = self.wager
        parts = [[seat.name for seat in wager.seen], [seat.name for seat in wager.gone]]
        parts.append([] if wager.drawn is None else [wager.drawn.name])
        return np.concatenate([self._positions(dealt, part) for part in parts], axis=1)

    def _decide(self, own: NDArray[np.uint8], seen: NDArray[np.uint8]) -> NDArray[np.intp]:
        """[round] the place of the discard in the hand, ascending; OWN for standing pat, more for an automatic win."""
        places = np.empty(len(own), dtype=np.intp)
        code = (seen.astype(np.int64) << 8 * np.arange(seen.shape[1])).sum(axis=1, dtype=np.int64)
        for number in np.unique(code):
            rounds = np.flatnonzero(code == number)
            beside = Beside(self.game, _known(self.game, seen[rounds[0]].tolist()))
            hands = np.searchsorted(beside.positions, own[rounds]).astype(np.uint8)
            rows = colex.rank(np.ascontiguousarray(hands)).astype(np.intp)
            automatic = self.game.automatic[beside.indices[rows]]
            places[rounds] = np.where(automatic, OWN + 1, beside.choose(self.pays).best[rows])
        return places
