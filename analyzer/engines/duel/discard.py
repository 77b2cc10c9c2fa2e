"""One discard, then a showdown: counts, the best discard of every hand, and what became of all deals.

draw_states counts for every hand and discard how often the player wins and ties, by the category of the final hand. A
category is the set of lines that the hand satisfies together with its type: a paytable says which of the lines is paid,
so it is priced by a dot product, and the best discard is an argmax.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.decide import BestChoice, choose
from analyzer.engines.duel.draw_states import DrawStates, count_draws, draws_memory, faced_by
from analyzer.engines.duel.final_hands import Category, categories_of, draws_by_category
from analyzer.engines.duel.hands import Hands, hands_of
from analyzer.engines.duel.showdown import Showdown
from analyzer.engines.long_counts import showdowns_are_long
from analyzer.engines.paid_lines import paid_line
from analyzer.engines.tally import LineCounts
from analyzer.errors import CountError, TooLargeError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.integers import Integers, dot, exact_dtype, weighted_sums
from analyzer.run.jobs import Run
from analyzer.run.threads import Beside


@dataclass(frozen=True)
class CountedDraw:
    """The counts of a draw game as they are kept.

    `wins`, `ties` [class, discard, category] out of draws x dealer hands; `draws` how many of the draws lead to the
    category; `pat_wins`, `pat_ties` [class] dealer hands against the hand as dealt.
    """

    wins: NDArray[np.uint32]
    ties: NDArray[np.uint32]
    draws: NDArray[np.uint8]
    pat_wins: NDArray[np.uint32]
    pat_ties: NDArray[np.uint32]


# Solvers of one game's readings follow each other; they share what no reading changes, or few.
@lru_cache(maxsize=2)
def _hands(deck: Deck, cards: int) -> Hands:
    return hands_of(deck, cards)


@lru_cache(maxsize=4)
def _values(deck: Deck, cards: int, ranking: Ranking, hand_size: int) -> NDArray[np.uint32]:
    values = _hands(deck, cards).values(ranking, hand_size)
    values.setflags(write=False)
    return values


@dataclass(frozen=True)
class DrawSolver:
    """Counts and best discards of one wager; everything that needs no paytable is computed once."""

    game: Game
    wager: DrawWager
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return Showdown(self.game.deck, self.game.ranking, self.wager.player.cards, self.wager.dealer.cards)

    @cached_property
    def hands(self) -> Hands:
        return _hands(self.game.deck, self.wager.player.cards)

    @cached_property
    def values(self) -> NDArray[np.uint32]:
        """Kernel value of each class of hands."""
        return _values(self.game.deck, self.wager.player.cards, self.game.ranking, self.wager.hand_size)

    @cached_property
    def _category_of(self) -> tuple[NDArray[np.uint16], tuple[Category, ...]]:
        """Category of each class, and what the categories are."""
        return categories_of(self.game, self.wager, self.hands, self.values)

    @property
    def category_of(self) -> NDArray[np.uint16]:
        return self._category_of[0]

    @property
    def categories(self) -> tuple[Category, ...]:
        return self._category_of[1]

    @cached_property
    def rules(self) -> dict[str, Any]:
        """What the counts depend on."""
        deck = self.game.deck
        return {
            "deck": [deck.ranks, deck.suits, deck.jokers],
            "ranking": self.game.ranking.kernel_arguments,
            "hands": [self.wager.player.cards, self.wager.dealer.cards],
            "categories": hashlib.sha256(self.category_of.tobytes()).hexdigest(),
        }

    @cached_property
    def counted(self) -> CountedDraw:
        long = showdowns_are_long(self.game.deck, self.wager.player.cards)
        counted = self.run.store.arrays("draws", self.rules, self._count, long=long)
        return CountedDraw(**counted)  # type: ignore[arg-type]  # dtypes are ours

    @cached_property
    def faced(self) -> NDArray[np.uint32]:
        """What every hand and further known card faces (draw_states.faced_by); joint results look at it too."""
        return faced_by(self.showdown, self.hands, self.run.jobs)

    def _count(self) -> dict[str, NDArray[Any]]:
        run = self.run.fitting("counting draws", *draws_memory(self.hands, len(self.categories)))
        with run.steps("draws and showdowns", 1) as step:
            by_category = partial(draws_by_category, self.hands, self.category_of, len(self.categories))
            # No kernel: a thread makes it while kernels count, if there is a core for it.
            beside = Beside(run.jobs, [by_category])
            states: DrawStates = count_draws(self.showdown, self._categorise, run.jobs, self.faced)
            draws = beside.take(0)
            self._check_draws(states, draws)
            step()
        return {
            "wins": states.wins,
            "ties": states.ties,
            "draws": draws,
            "pat_wins": states.pat_wins,
            "pat_ties": states.pat_ties,
        }

    def _check_draws(self, states: DrawStates, draws: NDArray[np.uint8]) -> None:
        """Every card that is not held is drawn once, and no draw meets more dealers than there are."""
        left = self.game.deck.size - self.wager.player.cards
        if (draws.sum(axis=2, dtype=np.int64) != left).any():
            raise CountError(f"the draws of a discard do not add up to {left} cards")
        for category in range(draws.shape[2]):
            met = states.wins[:, :, category].astype(np.int64) + states.ties[:, :, category]
            if (met > draws[:, :, category] * np.int64(self.dealers)).any():
                raise CountError(f"{self.categories[category].name}: more showdowns than draws and dealer hands")

    def _categorise(self, values: NDArray[np.uint32]) -> NDArray[np.uint16]:
        """The counting engine asks for its own list of classes, which is ours."""
        if not np.array_equal(values, self.values):
            raise CountError("the classes of hands are not those that were categorised")
        return self.category_of

    # Numbers of deals -------------------------------------------------------------------------------------------------

    @cached_property
    def dealers(self) -> int:
        """Dealer hands beside a hand and its discard."""
        return comb(self.game.deck.size - self.wager.player.cards - 1, self.wager.dealer.cards)

    @cached_property
    def deals(self) -> int:
        """Draws x dealer hands: what the counts of one hand and discard add up to."""
        return (self.game.deck.size - self.wager.player.cards) * self.dealers

    @cached_property
    def pat_factor(self) -> int:
        """Standing pat is counted against all dealer hands from more cards, and scaled to the same number of deals."""
        pat_deals = comb(self.game.deck.size - self.wager.player.cards, self.wager.dealer.cards)
        factor, rest = divmod(self.deals, pat_deals)
        if rest:
            raise CountError(f"{self.deals} deals are not a multiple of {pat_deals} dealer hands")
        return factor

    # Decisions --------------------------------------------------------------------------------------------------------

    @cached_property
    def automatic(self) -> NDArray[np.bool_]:
        """Classes that win at once."""
        if self.wager.automatic_win is None:
            return np.zeros(len(self.hands), dtype=bool)
        floor = self.game.ranking.strength_floor(self.wager.automatic_win, self.wager.hand_size)
        wins: NDArray[np.bool_] = self.values >> 1 >= floor
        return wins

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Classes without a choice: automatic winners, unless they may exchange a card instead."""
        return np.zeros_like(self.automatic) if self.wager.may_decline else self.automatic

    def wins_at_once(self, best: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Classes that take an automatic win if these choices are made: those that may decline it by keeping all."""
        kept: NDArray[np.bool_] = best == self.wager.player.cards
        return self.automatic & kept if self.wager.may_decline else self.automatic

    def paid_lines(self, paytable: Paytable) -> list[int]:
        """The line that each category is paid by."""
        return [paid_line(category.lines, paytable, self.wager.overlap) for category in self.categories]

    def win_pays(self, paytable: Paytable) -> list[Fraction]:
        """What a win at the showdown pays in each category."""
        if self.wager.win_pays is not None:
            return [self.wager.win_pays] * len(self.categories)
        return [paytable.pays[line].amount for line in self.paid_lines(paytable)]

    def choice_values(self, paytable: Paytable) -> tuple[Integers, int]:
        """[class, choice] sums of net results over `deals`, and the denominator of the pays."""
        if paytable not in self._latest_values:
            self._latest_values.clear()
            self._latest_values[paytable] = self._compute_choice_values(paytable)
        return self._latest_values[paytable]

    @cached_property
    def _latest_values(self) -> dict[Paytable, tuple[Integers, int]]:
        """Of the latest paytable alone: whoever designs one asks about thousands."""
        return {}

    @cached_property
    def _tied(self) -> NDArray[np.int64]:
        """[class, discard] ties whatever the final hand."""
        tied: NDArray[np.int64] = np.einsum("hdc->hd", self.counted.ties, dtype=np.int64)
        return tied

    def _units(self, paytable: Paytable) -> tuple[list[int], int]:
        """What a win in each category pays in units of 1/denominator, in which an automatic win is whole too."""
        amounts = [pay.amount for pay in paytable.pays]
        fixed = self.wager.automatic_win_pays or Fraction(0)
        denominator = lcm(*(amount.denominator for amount in (*amounts, fixed)))
        return [int(pays * denominator) for pays in self.win_pays(paytable)], denominator

    def _compute_choice_values(self, paytable: Paytable) -> tuple[Integers, int]:
        pays, denominator = self._units(paytable)
        # A deal that is not lost gives back the stake, which all deals are charged for.
        values = weighted_sums(self.counted.wins, [pay + denominator for pay in pays], self.deals)
        # No sum and no difference of two is larger than this: all deals won at the best pay, against all lost.
        # Where all pays are losses, the loss of all deals is the larger one.
        at_once = [int(pays * denominator) for pays in self._automatic_pays(paytable)]
        dtype = exact_dtype(max(max(pays) + denominator, denominator, *at_once) * self.deals)
        values = values.astype(dtype, copy=False) + denominator * (self._tied - self.deals).astype(dtype)
        if not self.wager.stand_pat:
            return values, denominator
        wins, ties = (array.astype(dtype) * self.pat_factor for array in (self.counted.pat_wins, self.counted.pat_ties))
        pat = wins * np.array(pays, dtype=dtype)[self.category_of] - denominator * (self.deals - wins - ties)
        if self.wager.may_decline:
            taken = np.array(at_once, dtype=dtype)[self.category_of] * self.deals
            pat = np.where(self.automatic, taken, pat)
        return np.concatenate([values, pat[:, None]], axis=1), denominator

    def choices(self, paytable: Paytable) -> BestChoice:
        """The best choice of each class; automatic winners have none, whatever stands there.

        A player who may decline keeps all cards to win at once, and does so where an exchange is worth as much.
        """
        values = self.choice_values(paytable)[0]
        choice = choose(values)
        if not self.wager.may_decline:
            return choice
        takes = self.automatic & (values[:, -1] == choice.value)
        return replace(choice, best=np.where(takes, self.wager.player.cards, choice.best))

    def _automatic_pays(self, paytable: Paytable) -> list[Fraction]:
        return [self.automatic_pays(paytable, category) for category in range(len(self.categories))]

    def automatic_pays(self, paytable: Paytable, category: int) -> Fraction:
        fixed = self.wager.automatic_win_pays
        if fixed is not None:
            return fixed
        return paytable.pays[paid_line(self.categories[category].lines, paytable, self.wager.overlap)].amount

    # What became of all deals -----------------------------------------------------------------------------------------

    def expectation(self, paytable: Paytable, played: NDArray[np.intp]) -> Fraction:
        """What these choices are worth, from the values of the decisions and not from the outcomes."""
        values, denominator = self.choice_values(paytable)
        weights = self.hands.weights.astype(np.int64)
        chosen = np.take_along_axis(values, played[:, None], axis=1)[:, 0]
        at_once = self.wins_at_once(played)
        total = Fraction(dot(weights[~at_once], chosen[~at_once]), denominator * self.deals)
        for category, hands in enumerate(self._hands_by_category(at_once)):
            total += hands * self.automatic_pays(paytable, category)
        return total / int(weights.sum())

    def _hands_by_category(self, which: NDArray[np.bool_]) -> list[int]:
        """How many of these classes' hands, as dealt, are of each category."""
        hands = np.zeros(len(self.categories), dtype=np.int64)
        np.add.at(hands, self.category_of[which], self.hands.weights[which])
        return [int(number) for number in hands]

    @cached_property
    def line_counts(self) -> LineCounts:
        """How many hands that may be paid by lines satisfy which, whatever is discarded."""
        counts: Counter[tuple[tuple[int, ...], int]] = Counter()
        paid = np.ones(len(self.hands), dtype=bool) if self.wager.win_pays is None else self.automatic
        for category, hands in zip(self.categories, self._hands_by_category(paid), strict=True):
            if hands:
                counts[category.lines, -1] += hands
        return LineCounts(sum(counts.values()), dict(counts))

    def totals(self, choice: BestChoice) -> dict[str, list[int]]:
        """Deals by what happened and by category, over all hands played that way."""
        at_once = self.wins_at_once(choice.best)
        weights = np.where(at_once, 0, self.hands.weights.astype(np.int64))
        pat = choice.best == self.wager.player.cards
        won, tied, drawn = self._chosen(choice, weights * ~pat)
        lost = [int(number) * self.dealers - wins - ties for number, wins, ties in zip(drawn, won, tied, strict=True)]
        totals = {
            "automatic-win": [hands * self.deals for hands in self._hands_by_category(at_once)],
            "win": won,
            "tie": tied,
            "lose": lost,
        }
        if self.wager.stand_pat:
            self._add_pat(totals, weights * pat)
        return totals

    def _chosen(self, choice: BestChoice, weights: NDArray[np.int64]) -> tuple[list[int], list[int], list[int]]:
        """Wins, ties and draws by category after the chosen discards; no sum is larger than the number of deals."""
        rows, counted = np.flatnonzero(weights), self.counted
        if exact_dtype(int(weights.sum()) * self.deals) is not np.int64:
            raise TooLargeError(f"{self.wager.id}: 64 bits do not hold the number of deals")
        chosen = rows * self.wager.player.cards + choice.best[rows]
        sums = []
        for array in (counted.wins, counted.ties, counted.draws):
            vectors = array.reshape(-1, array.shape[2]).take(chosen, axis=0)
            sums.append([int(total) for total in np.einsum("h,hc->c", weights[rows], vectors, dtype=np.int64)])
        won, tied, drawn = sums
        return won, tied, drawn

    def _add_pat(self, totals: dict[str, list[int]], weights: NDArray[np.int64]) -> None:
        """Add the hands that stand pat: their category is that of the hand as dealt."""
        for category in range(len(self.categories)):
            rows = np.flatnonzero((self.category_of == category) & (weights > 0))
            hands = int(weights[rows].sum())
            wins = int(weights[rows] @ self.counted.pat_wins[rows].astype(np.int64)) * self.pat_factor
            ties = int(weights[rows] @ self.counted.pat_ties[rows].astype(np.int64)) * self.pat_factor
            totals["win"][category] += wins
            totals["tie"][category] += ties
            totals["lose"][category] += hands * self.deals - wins - ties
