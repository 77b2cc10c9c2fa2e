"""Wagers beside the main one that depend on what the player does: how many deals satisfy which of their lines.

The player does what the main wager alone demands. A fold is decided by his own cards, so it is looked up for every part
of a deal that may be his; an exchange changes where the jokers are, which is counted by how many he holds and what he
does then.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.suits import SuitClasses
from analyzer.engines.class_tally import Arguments, tally_classes
from analyzer.engines.decide import choose
from analyzer.engines.duel.by_hand import folds_table
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.line_hands import LineHands
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.tally import LineCounts, line_indices
from analyzer.errors import CountError
from analyzer.game.lines import LineTest, line_records
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.side import SideWager
from analyzer.kernels import lines as lines_kernel
from analyzer.run.jobs import Run

FOLDED = 1 << 32
Counts = Counter[tuple[tuple[int, ...], int]]


def count_side(game: Game, wager: SideWager, paytable: Paytable, run: Run) -> LineCounts:
    """All deals by the lines that are satisfied, none where the wager is lost by a fold.

    `paytable` is the main wager's, for which the player decides.
    """
    if isinstance(wager.main, DrawWager):
        counts = _after_exchange(game, wager, wager.main, paytable, run)
    else:
        counts = _after_fold(game, wager, wager.main, paytable, run)
    deals = _deals(game.deck, wager)
    return LineCounts(deals, _scaled(counts, deals)).checked("the product of the binomials")


def _deals(deck: Deck, wager: SideWager) -> int:
    left, deals = deck.size, 1
    for cards in wager.dealt:
        deals *= comb(left, cards)
        left -= cards
    return deals


def _scaled(counts: Counts, deals: int) -> dict[tuple[tuple[int, ...], int], int]:
    """Counted without the order in which some cards are turned: each way stands for as many deals."""
    times, rest = divmod(deals, counts.total())
    if rest:
        raise CountError(f"{counts.total()} ways are no equal part of {deals} deals")
    return {key: count * times for key, count in counts.items() if count}


# --- lost on a fold --------------------------------------------------------------------------------------------------


def _after_fold(game: Game, wager: SideWager, main: PlayWager, paytable: Paytable, run: Run) -> Counts:
    rows, plays = _played(game, main, paytable, run)
    if isinstance(wager.lined, LinesWager):
        return _lines_after_fold(game, wager.lined, main.player.cards, folds_table(rows, plays), run)
    return _jokers_after_fold(game, wager.lined, main.player.name, rows, plays)


def _played(game: Game, main: PlayWager, paytable: Paytable, run: Run) -> tuple[LineHands, NDArray[np.bool_]]:
    """The player's hands, and which of them he plays."""
    if main.community is not None:
        streets = TwoStreets(game, main, run)
        return streets.rows, streets.plays(paytable)
    street = OneStreet(game, main, run)
    plays: NDArray[np.bool_] = choose(street.values(paytable)[0]).best == 1
    return street.rows, plays


def _lines_after_fold(game: Game, lined: LinesWager, own: int, folds: NDArray[np.uint8], run: Run) -> Counts:
    """Every part of the cards that may be the player's own, folded or not."""
    tests = [line.test for line in lined.lines]
    arguments = (lined.uses == "best_ranked", lined.hand_size, game.ranking.kernel_arguments)
    tally = partial(_tally_parts, tests, arguments, game.deck, own, folds)
    parameters = {
        "lines": line_records(tests).tobytes().hex(),
        "arguments": arguments,
        "own": own,
        "folds": hashlib.sha256(folds.tobytes()).hexdigest(),
    }
    counts: Counts = Counter()
    for key, count in tally_classes(game.deck, lined.cards, tally, run, parameters).items():
        counts[() if key & FOLDED else line_indices(key), -1] += count
    return counts


def _tally_parts(
    tests: Sequence[LineTest], arguments: Arguments, deck: Deck, own: int, folds: NDArray[np.uint8], piece: SuitClasses
) -> dict[int, int]:
    suits = np.array(deck.suits, dtype=np.uint8)
    records = line_records(tests)
    return lines_kernel.tally_lines_of_parts(
        piece.sets, piece.weights, piece.jokers, records, *arguments, suits, own, folds
    )


def _jokers_after_fold(
    game: Game, lined: JokersWager, player: str, rows: LineHands, plays: NDArray[np.bool_]
) -> Counts:
    """By how many jokers the player holds and whether he plays: the others are where chance puts them."""
    counts: Counts = Counter()
    held = (rows.class_cards >= FIRST_JOKER).sum(axis=1)
    others = {seat.name: seat.cards for seat in lined.seats if seat.name != player}
    for jokers, is_played in product(range(game.deck.jokers + 1), (False, True)):
        hands = int(rows.weights[(held == jokers) & (plays == is_played)].sum())
        left = game.deck.size - rows.cards, game.deck.jokers - jokers
        for where, ways in _jokers_in(others, *left):
            satisfied = _satisfied(lined, where | {player: jokers}) if is_played else ()
            counts[satisfied, -1] += hands * ways
    return counts


def _jokers_in(seats: Mapping[str, int], cards: int, jokers: int) -> Iterator[tuple[dict[str, int], int]]:
    """How many jokers each seat may get of that many cards, and in how many ways."""
    if not seats:
        yield {}, 1
        return
    (name, size), *others = seats.items()
    for own in range(min(jokers, size) + 1):
        ways = comb(jokers, own) * comb(cards - jokers, size - own)
        for where, more in _jokers_in(dict(others), cards - size, jokers - own) if ways else ():
            yield where | {name: own}, ways * more


def _satisfied(lined: JokersWager, where: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(i for i, line in enumerate(lined.lines) if line.jokers.items() <= where.items())


# --- cards after an exchange -----------------------------------------------------------------------------------------


def _after_exchange(game: Game, wager: SideWager, main: DrawWager, paytable: Paytable, run: Run) -> Counts:
    """By the jokers that the player holds and what he does: keeps all, or throws a joker or another card."""
    assert isinstance(wager.lined, JokersWager)
    solver = DrawSolver(game, main, run)
    best = solver.choices(paytable).best
    cards = solver.hands.class_cards
    held = (cards >= FIRST_JOKER).sum(axis=1)
    keeps = solver.wins_at_once(best) | (best == main.player.cards)
    thrown = np.take_along_axis(cards, np.where(keeps, 0, best)[:, None], axis=1)[:, 0] >= FIRST_JOKER
    dealer = {seat.name: seat.cards for seat in wager.lined.seats if seat.name == main.dealer.name}
    counts: Counts = Counter()
    for jokers, kept, throws in product(range(game.deck.jokers + 1), (False, True), (False, True)):
        same = (held == jokers) & (keeps == kept) & (kept | (thrown == throws))
        hands = int(solver.hands.weights[same].sum(dtype=np.int64)) if not (kept and throws) else 0
        if not hands:
            continue
        final = _final_jokers(game.deck, main, dealer, jokers, kept=kept, throws=throws)
        for where, ways in final:
            counts[_satisfied(wager.lined, where), -1] += hands * ways
    return counts


def _final_jokers(
    deck: Deck, main: DrawWager, dealer: Mapping[str, int], jokers: int, *, kept: bool, throws: bool
) -> Iterator[tuple[dict[str, int], int]]:
    """Where the jokers are after the exchange, and in how many of the draws and dealer hands."""
    left, others = deck.size - main.player.cards, deck.jokers - jokers
    own = jokers - throws
    if not kept:
        for drawn, ways in ((1, others), (0, left - others)):
            for where, more in _jokers_in(dealer, left - 1, others - drawn) if ways else ():
                yield where | {main.player.name: own + drawn}, ways * more
        return
    # The dealer is dealt from one card more: scaled to as many deals as a draw makes.
    size = sum(dealer.values())
    times, rest = divmod(left * comb(left - 1, size), comb(left, size))
    if rest:
        raise CountError(f"{comb(left, size)} dealer hands are no equal part of the deals after a draw")
    for where, ways in _jokers_in(dealer, left, others):
        yield where | {main.player.name: own}, ways * times
