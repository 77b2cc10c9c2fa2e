"""One discard, then a showdown: the best discard of every hand, and what became of all deals.

Counting (draw_states) says for every hand and discard how often the player wins and ties, by the category of the final
hand. A category is the set of lines that the hand satisfies together with its type: a paytable says which of the lines
is paid, so it is priced by a dot product, and the best discard is an argmax.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, card_name
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.choices import HandChoice, Question
from analyzer.engines.decide import NO_WORSE, Choice, choose, closest_decisions, frequencies, nearest_states
from analyzer.engines.duel.draw_states import DrawStates, count_draws, draws_memory, faced_by
from analyzer.engines.duel.final_hands import Category, categories_of, draws_by_category
from analyzer.engines.duel.showdown import Hands, Showdown, hands_of
from analyzer.engines.tally import LineCounts
from analyzer.errors import CountError, TooLargeError
from analyzer.game.model import DrawWager, Game, Pay, Paytable
from analyzer.integers import dot, exact_dtype, weighted_sums
from analyzer.pricing.lines import never_paid, paid_line
from analyzer.pricing.moments import Outcome
from analyzer.pricing.plays import class_state
from analyzer.pricing.results import WagerResult, priced
from analyzer.run.jobs import Run

# 64 bits, or Python's integers where a paytable needs them.
Integers = NDArray[Any]
AUTOMATIC, STAND_PAT = "automatic win", "stand pat"


def analyze_draw(game: Game, wager: DrawWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    solver = solver_of(game, wager, run)
    return [solver.result(paytable) for paytable in paytables]


def solver_of(game: Game, wager: DrawWager, run: Run) -> DrawSolver:
    """The latest solver if it is for the same wager and run: joint results use the counts that it has read already."""
    for solver in _latest:
        if solver.game is game and solver.wager is wager and solver.run is run:
            return solver
    _latest[:] = [DrawSolver(game, wager, run)]
    return _latest[0]


@dataclass(frozen=True)
class Counted:
    """The counts of a draw game as they are kept.

    `wins`, `ties` [class, discard, category] out of draws x dealer hands; `draws` how many of the draws lead to the
    category; `pat_wins`, `pat_ties` [class] dealer hands against the hand as dealt.
    """

    wins: NDArray[np.uint32]
    ties: NDArray[np.uint32]
    draws: NDArray[np.uint8]
    pat_wins: NDArray[np.uint32]
    pat_ties: NDArray[np.uint32]


@dataclass(frozen=True)
class DrawSolver:
    """Prices and best discards of one wager; everything that needs no paytable is computed once."""

    game: Game
    wager: DrawWager
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return Showdown(self.game.deck, self.game.ranking, self.wager.player.cards, self.wager.dealer.cards)

    @cached_property
    def hands(self) -> Hands:
        return hands_of(self.game.deck, self.wager.player.cards)

    @cached_property
    def values(self) -> NDArray[np.uint32]:
        """Kernel value of each class of hands."""
        return self.hands.values(self.game.ranking, self.wager.hand_size)

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
    def counted(self) -> Counted:
        deck = self.game.deck
        rules = {
            "deck": [deck.ranks, deck.suits, deck.jokers],
            "ranking": self.game.ranking.kernel_arguments,
            "hands": [self.wager.player.cards, self.wager.dealer.cards],
            "categories": hashlib.sha256(self.category_of.tobytes()).hexdigest(),
        }
        return Counted(**self.run.store.arrays("draws", rules, self._count))  # type: ignore[arg-type]  # dtypes are ours

    @cached_property
    def faced(self) -> NDArray[np.uint32]:
        """What every hand and further known card faces (draw_states.faced_by); joint results look at it too."""
        return faced_by(self.showdown, self.hands, self.run.jobs)

    def _count(self) -> dict[str, NDArray[Any]]:
        run = self.run.fitting("counting draws", *draws_memory(self.hands, len(self.categories)))
        with run.steps("draws and showdowns", 1) as step:
            states: DrawStates = count_draws(self.showdown, self._categorise, run.jobs, self.faced)
            draws = draws_by_category(self.hands, self.category_of, len(self.categories))
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

    def paid_lines(self, paytable: Paytable) -> list[int]:
        """The line that each category is paid by."""
        return [paid_line(category.lines, paytable, self.wager.overlap) for category in self.categories]

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
        """What each category is paid in units of 1/denominator, in which an automatic win is whole too."""
        amounts = [pay.amount for pay in paytable.pays]
        fixed = self.wager.automatic_win_pays or Fraction(0)
        denominator = lcm(*(amount.denominator for amount in (*amounts, fixed)))
        return [int(amounts[line] * denominator) for line in self.paid_lines(paytable)], denominator

    def _compute_choice_values(self, paytable: Paytable) -> tuple[Integers, int]:
        pays, denominator = self._units(paytable)
        # A deal that is not lost gives back the stake, which all deals are charged for.
        values = weighted_sums(self.counted.wins, [pay + denominator for pay in pays], self.deals)
        # No sum and no difference of two is larger than this: all deals won at the best pay, against all lost.
        dtype = exact_dtype((max(pays) + denominator) * self.deals)
        values = values.astype(dtype, copy=False) + denominator * (self._tied - self.deals).astype(dtype)
        if not self.wager.stand_pat:
            return values, denominator
        wins, ties = (array.astype(dtype) * self.pat_factor for array in (self.counted.pat_wins, self.counted.pat_ties))
        pat = wins * np.array(pays, dtype=dtype)[self.category_of] - denominator * (self.deals - wins - ties)
        return np.concatenate([values, pat[:, None]], axis=1), denominator

    def choices(self, paytable: Paytable) -> Choice:
        """The best choice of each class; automatic winners have none, whatever stands there."""
        return choose(self.choice_values(paytable)[0])

    def automatic_pays(self, paytable: Paytable, category: int) -> Fraction:
        fixed = self.wager.automatic_win_pays
        if fixed is not None:
            return fixed
        return paytable.pays[paid_line(self.categories[category].lines, paytable, self.wager.overlap)].amount

    # Results ----------------------------------------------------------------------------------------------------------

    def result(self, paytable: Paytable, played: NDArray[np.intp] | None = None) -> WagerResult:
        """What becomes of all deals with the best choices, or with the choices given, one a class."""
        values, denominator = self.choice_values(paytable)
        choice = choose(values) if played is None else replace(choose(values), best=played)
        totals = self.totals(choice)
        hands = int(self.hands.weights.sum(dtype=np.int64))
        result = priced(
            self.wager,
            paytable,
            hands * self.deals,
            self._outcomes(paytable, totals),
            warnings=never_paid(self.wager, paytable, self._line_counts),
            extras={
                "choices": self._frequencies(choice, hands),
                "ties": self._ties(choice),
                "closest": self._closest(choice, values, denominator),
                "by_hand": self._by_hand(totals),
            },
        )
        expected = self.expectation(paytable, choice.best)
        if result.ev != expected:
            raise CountError(f"{self.wager.id}: outcomes are worth {result.ev}, decisions {expected}")
        return result

    def expectation(self, paytable: Paytable, played: NDArray[np.intp]) -> Fraction:
        """What these choices are worth, from the values of the decisions and not from the outcomes."""
        values, denominator = self.choice_values(paytable)
        weights = self.hands.weights.astype(np.int64)
        chosen = np.take_along_axis(values, played[:, None], axis=1)[:, 0]
        total = Fraction(dot(weights[~self.automatic], chosen[~self.automatic]), denominator * self.deals)
        for category, hands in enumerate(self._hands_by_category(self.automatic)):
            total += hands * self.automatic_pays(paytable, category)
        return total / int(weights.sum())

    def _hands_by_category(self, which: NDArray[np.bool_]) -> list[int]:
        """How many of these classes' hands, as dealt, are of each category."""
        hands = np.zeros(len(self.categories), dtype=np.int64)
        np.add.at(hands, self.category_of[which], self.hands.weights[which])
        return [int(number) for number in hands]

    @cached_property
    def _line_counts(self) -> LineCounts:
        """How many hands satisfy which lines, whatever is discarded."""
        counts: Counter[tuple[tuple[int, ...], int]] = Counter()
        for category, hands in zip(
            self.categories, self._hands_by_category(np.ones(len(self.hands), bool)), strict=True
        ):
            counts[category.lines, -1] += hands
        return LineCounts(sum(counts.values()), dict(counts))

    def totals(self, choice: Choice) -> dict[str, list[int]]:
        """Deals by what happened and by category, over all hands played that way."""
        weights = np.where(self.automatic, 0, self.hands.weights.astype(np.int64))
        pat = choice.best == self.wager.player.cards
        won, tied, drawn = self._chosen(choice, weights * ~pat)
        lost = [int(number) * self.dealers - wins - ties for number, wins, ties in zip(drawn, won, tied, strict=True)]
        totals = {
            "automatic-win": [hands * self.deals for hands in self._hands_by_category(self.automatic)],
            "win": won,
            "tie": tied,
            "lose": lost,
        }
        if self.wager.stand_pat:
            self._add_pat(totals, weights * pat)
        return totals

    def _chosen(self, choice: Choice, weights: NDArray[np.int64]) -> tuple[list[int], list[int], list[int]]:
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

    def _outcomes(self, paytable: Paytable, totals: dict[str, list[int]]) -> list[Outcome]:
        lines, paid = self.wager.lines, self.paid_lines(paytable)
        outcomes = []
        for line in range(len(lines)):
            count = _of_line(totals["automatic-win"], paid, line)
            if count and self.wager.automatic_win_pays is None:
                pay = Pay(paytable.pays[line].amount)
                name = f"automatic-win/{lines[line].id}"
                outcomes.append(Outcome(name, count, pay, {"title": f"Automatic win, {lines[line].name.lower()}"}))
        if self.wager.automatic_win_pays is not None:
            count = sum(totals["automatic-win"])
            outcomes.append(
                Outcome("automatic-win", count, Pay(self.wager.automatic_win_pays), {"title": "Automatic win"})
            )
        for line in range(len(lines)):
            name = f"win/{lines[line].id}" if len(lines) > 1 else "win"
            title = f"Win, {lines[line].name.lower()}" if len(lines) > 1 else "Win"
            pay = Pay(paytable.pays[line].amount)
            outcomes.append(Outcome(name, _of_line(totals["win"], paid, line), pay, {"title": title}))
        outcomes.append(Outcome("tie", sum(totals["tie"]), Pay(Fraction(0)), {"title": "Tie"}))
        outcomes.append(Outcome("lose", sum(totals["lose"]), Pay(Fraction(-1)), {"title": "Lose"}))
        return outcomes

    def _by_hand(self, totals: dict[str, list[int]]) -> list[dict[str, str]]:
        """What happened, by the final hand; categories that differ by their lines alone are added up."""
        rows: Counter[tuple[str, str]] = Counter()
        for i, category in enumerate(self.categories):
            for name, counts in totals.items():
                rows[category.name, name] += counts[i]
        return [{"hand": hand, "name": name, "count": str(count)} for (hand, name), count in rows.items() if count]

    def _frequencies(self, choice: Choice, hands: int) -> dict[str, str]:
        weights = self.hands.weights.astype(np.int64)
        pat = ~self.automatic & (choice.best == self.wager.player.cards)
        counts = {AUTOMATIC: int(weights[self.automatic].sum()), STAND_PAT: int(weights[pat].sum())}
        return frequencies(counts | {"discard": hands - sum(counts.values())}, hands)

    def _ties(self, choice: Choice) -> dict[str, str]:
        """Hands with more than one best choice. Most tie because suits make two discards the same."""
        tied = choice.tied & ~self.automatic
        return {"discard": str(int(self.hands.weights[tied].sum(dtype=np.int64)))}

    def _closest(self, choice: Choice, values: Integers, denominator: int) -> list[dict[str, Any]]:
        # Ranks of margins: they are as near in 64 bits, whatever the margins themselves need.
        ranks = np.unique(choice.margin, return_inverse=True)[1]
        settled = self.automatic | (choice.equals == values.shape[1])
        nearest = nearest_states(np.where(settled, NO_WORSE, ranks))
        states = [class_state(self.hands, int(place)) for place in nearest]
        names = [self.choice_names(self.hands.class_cards[place]) for place in nearest]
        return closest_decisions(states, names, values[nearest], denominator * self.deals)

    def choice_names(self, cards: Sequence[int] | NDArray[np.uint8]) -> list[str]:
        """The choices with a hand, in the order in which equals are taken."""
        names = [f"discard {card_name(int(card))}" for card in cards]
        return [*names, STAND_PAT] if self.wager.stand_pat else names


def _of_line(counts: Sequence[int], paid: Sequence[int], line: int) -> int:
    """The sum over the categories that are paid by the line."""
    return sum(count for count, own in zip(counts, paid, strict=True) if own == line)


_latest: list[DrawSolver] = []


# --- one hand --------------------------------------------------------------------------------------------------------


def draw_choices(question: Question, wager: DrawWager) -> list[HandChoice]:
    """Every discard, and standing pat where it is allowed; an automatic winner has no choice."""
    solver = DrawSolver(question.game, wager, question.run)
    place = solver.hands.index(question.cards)
    if solver.automatic[place]:
        pays = solver.automatic_pays(question.paytable, int(solver.category_of[place]))
        return [HandChoice(AUTOMATIC, pays)]
    values, denominator = solver.choice_values(question.paytable)
    won, tied = (array[place].sum(axis=1, dtype=np.int64) for array in (solver.counted.wins, solver.counted.ties))
    own = sorted(question.cards)
    # Two jokers have one name and are one choice.
    discards = dict(zip(solver.choice_names(own), _places_in_class(solver, place, own), strict=False))
    choices = [
        _choice(solver, name, int(won[discard]), int(tied[discard]), values[place, discard], denominator)
        for name, discard in discards.items()
    ]
    if wager.stand_pat:
        wins, ties = (
            int(array[place]) * solver.pat_factor for array in (solver.counted.pat_wins, solver.counted.pat_ties)
        )
        choices.append(_choice(solver, STAND_PAT, wins, ties, values[place, -1], denominator))
    return choices


def _choice(solver: DrawSolver, name: str, wins: int, ties: int, value: int, denominator: int) -> HandChoice:
    counts = {"win": wins, "tie": ties, "lose": solver.deals - wins - ties}
    return HandChoice(name, Fraction(int(value), denominator * solver.deals), counts)


def _places_in_class(solver: DrawSolver, place: int, cards: Sequence[int]) -> list[int]:
    """For each card its place among the cards of the class's own hand."""
    target = [int(card) for card in solver.hands.class_cards[place]]
    renamed = rename_suits(cards, renaming_to(solver.game.deck, cards, target))
    jokers = [i for i, card in enumerate(target) if card >= FIRST_JOKER]
    return [jokers.pop(0) if card >= FIRST_JOKER else target.index(card) for card in renamed]
