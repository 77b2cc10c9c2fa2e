"""One discard, then a showdown: the best discard of every hand, and what became of all deals.

Counting (draw_states) says for every hand and discard how often the player wins and ties, by the category of the final
hand. A category is a line of the paytable together with the type of the hand, so a paytable is priced by a dot product
and the best discard is an argmax.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import FIRST_JOKER, card_name
from analyzer.choices import HandChoice, Question
from analyzer.decisions import Choice, choose, closest_decisions, frequencies, nearest_states, scaled
from analyzer.draw_states import DrawStates, count_draws, draws_memory, faced_by
from analyzer.errors import CountError, GameFileError
from analyzer.game import DrawWager, Game, Line, Pay, Paytable
from analyzer.kernels import evaluate
from analyzer.kernels import lines as lines_kernel
from analyzer.plays import class_state
from analyzer.pricing import Outcome
from analyzer.ranking import read_value, strength_floor, type_of_code
from analyzer.results import WagerResult, priced
from analyzer.run import Run
from analyzer.showdown import Hands, Showdown, hands_of
from analyzer.suits import rename_suits, renaming_to
from analyzer.vocabulary import MOST_LINES, line_records

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
class Category:
    """What a final hand is: the line that pays it, its type, and whether it is a natural royal flush."""

    line: int
    hand: str
    natural_royal: bool


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
    def _category_of(self) -> tuple[NDArray[np.uint8], tuple[Category, ...]]:
        """Category of each class, and what the categories are."""
        return categories_of(self.game, self.wager, self.hands, self.values)

    @property
    def category_of(self) -> NDArray[np.uint8]:
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
            draws = draws_by_category(self.game, self.hands, self.category_of, len(self.categories))
            step()
        return {
            "wins": states.wins,
            "ties": states.ties,
            "draws": draws,
            "pat_wins": states.pat_wins,
            "pat_ties": states.pat_ties,
        }

    def _categorise(self, values: NDArray[np.uint32]) -> NDArray[np.uint8]:
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
        return self.values >> 1 >= strength_floor(self.wager.automatic_win, self.wager.hand_size)

    def choice_values(self, paytable: Paytable) -> tuple[NDArray[np.int64], int]:
        """[class, choice] sums of net results over `deals`, and the denominator of the pays."""
        if paytable not in self._latest_values:
            self._latest_values.clear()
            self._latest_values[paytable] = self._compute_choice_values(paytable)
        return self._latest_values[paytable]

    @cached_property
    def _latest_values(self) -> dict[Paytable, tuple[NDArray[np.int64], int]]:
        """Of the latest paytable alone: whoever designs one asks about thousands."""
        return {}

    @cached_property
    def _tied(self) -> NDArray[np.int64]:
        """[class, discard] ties whatever the final hand."""
        tied: NDArray[np.int64] = np.einsum("hdc->hd", self.counted.ties, dtype=np.int64)
        return tied

    def _compute_choice_values(self, paytable: Paytable) -> tuple[NDArray[np.int64], int]:
        pays = [paytable.pays[category.line].amount for category in self.categories]
        pay, denominator = scaled([*pays, Fraction(1)], self.deals)
        pay = pay[:-1]
        counted = self.counted
        # A deal that is not lost gives back the stake, which all deals are charged for.
        values = np.einsum("hdc,c->hd", counted.wins, pay + denominator, dtype=np.int64)
        values += denominator * (self._tied - self.deals)
        if not self.wager.stand_pat:
            return values, denominator
        pat_wins, pat_ties = (
            array.astype(np.int64) * self.pat_factor for array in (counted.pat_wins, counted.pat_ties)
        )
        pat = pat_wins * pay[self.category_of] - denominator * (self.deals - pat_wins - pat_ties)
        return np.concatenate([values, pat[:, None]], axis=1), denominator

    def choices(self, paytable: Paytable) -> Choice:
        """The best choice of each class; automatic winners have none, whatever stands there."""
        return choose(self.choice_values(paytable)[0])

    def automatic_pays(self, paytable: Paytable, category: int) -> Fraction:
        fixed = self.wager.automatic_win_pays
        return paytable.pays[self.categories[category].line].amount if fixed is None else fixed

    # Results ----------------------------------------------------------------------------------------------------------

    def result(self, paytable: Paytable, played: NDArray[np.intp] | None = None) -> WagerResult:
        """What becomes of all deals with the best choices, or with the choices given, one a class."""
        values, denominator = self.choice_values(paytable)
        choice = choose(values) if played is None else replace(choose(values), best=played)
        totals = self.totals(choice)
        hands = int(self.hands.weights.sum(dtype=np.int64))
        return priced(
            self.wager,
            paytable,
            hands * self.deals,
            self._outcomes(paytable, totals),
            extras={
                "choices": self._frequencies(choice, hands),
                "ties": self._ties(choice),
                "closest": self._closest(choice, values, denominator),
                "by_hand": self._by_hand(totals),
            },
        )

    def totals(self, choice: Choice) -> dict[str, list[int]]:
        """Deals by what happened and by category, over all hands played that way."""
        weights = np.where(self.automatic, 0, self.hands.weights.astype(np.int64))
        kinds = len(self.categories)
        automatic = np.bincount(
            self.category_of[self.automatic],
            weights=self.hands.weights[self.automatic],
            minlength=kinds,  # sums of at most C(54,6) hands: exact in a float
        )
        pat = choice.best == self.wager.player.cards
        won, tied, drawn = self._chosen(choice, weights * ~pat)
        lost = [int(number) * self.dealers - wins - ties for number, wins, ties in zip(drawn, won, tied, strict=True)]
        totals = {
            "automatic-win": [int(count) * self.deals for count in automatic],
            "win": won,
            "tie": tied,
            "lose": lost,
        }
        if self.wager.stand_pat:
            self._add_pat(totals, weights * pat)
        return totals

    def _chosen(self, choice: Choice, weights: NDArray[np.int64]) -> tuple[list[int], list[int], list[int]]:
        """Wins, ties and draws by category after the chosen discards; each sum is below the number of deals, < 2^63."""
        rows, counted = np.flatnonzero(weights), self.counted
        chosen = rows * self.wager.player.cards + choice.best[rows]
        found = []
        for array in (counted.wins, counted.ties, counted.draws):
            vectors = array.reshape(-1, array.shape[2]).take(chosen, axis=0)
            found.append([int(total) for total in np.einsum("h,hc->c", weights[rows], vectors, dtype=np.int64)])
        won, tied, drawn = found
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
        lines = self.wager.lines
        outcomes = []
        for line in range(len(lines)):
            count = self._of_line(totals["automatic-win"], line)
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
            outcomes.append(Outcome(name, self._of_line(totals["win"], line), pay, {"title": title}))
        outcomes.append(Outcome("tie", sum(totals["tie"]), Pay(Fraction(0)), {"title": "Tie"}))
        outcomes.append(Outcome("lose", sum(totals["lose"]), Pay(Fraction(-1)), {"title": "Lose"}))
        return outcomes

    def _of_line(self, counts: Sequence[int], line: int) -> int:
        return sum(count for count, category in zip(counts, self.categories, strict=True) if category.line == line)

    def _by_hand(self, totals: dict[str, list[int]]) -> list[dict[str, str]]:
        """What happened, by the final hand."""
        return [
            {
                "hand": f"natural-{category.hand}" if category.natural_royal else category.hand,
                "name": name,
                "count": str(count),
            }
            for i, category in enumerate(self.categories)
            for name, counts in totals.items()
            if (count := counts[i])
        ]

    def _frequencies(self, choice: Choice, hands: int) -> dict[str, str]:
        weights = self.hands.weights.astype(np.int64)
        pat = ~self.automatic & (choice.best == self.wager.player.cards)
        counts = {AUTOMATIC: int(weights[self.automatic].sum()), STAND_PAT: int(weights[pat].sum())}
        return frequencies(counts | {"discard": hands - sum(counts.values())}, hands)

    def _ties(self, choice: Choice) -> dict[str, str]:
        """Hands with more than one best choice. Most tie because suits make two discards the same."""
        tied = choice.tied & ~self.automatic
        return {"discard": str(int(self.hands.weights[tied].sum(dtype=np.int64)))}

    def _closest(self, choice: Choice, values: NDArray[np.int64], denominator: int) -> list[dict[str, Any]]:
        nearest = nearest_states(np.where(self.automatic, np.iinfo(np.int64).max, choice.margin))
        states = [class_state(self.hands, int(place)) for place in nearest]
        names = [self.choice_names(self.hands.class_cards[place]) for place in nearest]
        return closest_decisions(states, names, values[nearest], denominator * self.deals)

    def choice_names(self, cards: Sequence[int] | NDArray[np.uint8]) -> list[str]:
        """The choices with a hand, in the order in which equals are taken."""
        names = [f"discard {card_name(int(card))}" for card in cards]
        return [*names, STAND_PAT] if self.wager.stand_pat else names


def categories_of(
    game: Game, wager: DrawWager, hands: Hands, values: NDArray[np.uint32]
) -> tuple[NDArray[np.uint8], tuple[Category, ...]]:
    """The category of each class; every final hand must have exactly one line.

    A category is a type, royal flushes apart by whether they are natural, and split further only where the lines tell
    hands of one type apart: so games with other lines can share one count.
    """
    records = line_records([line.test for line in wager.lines])
    arguments = (True, wager.hand_size, *game.ranking.kernel_arguments)
    sets = lines_kernel.line_sets_of_cards(hands.class_cards, records, *arguments)
    _check_lines(game, wager, sets, values)
    bits = np.arange(len(wager.lines), dtype=np.uint64)
    line = np.argmax(sets[:, None] >> bits & np.uint64(1), axis=1)
    royal = values >> 1 >= strength_floor("royal-flush", 5)
    kind = (values >> 21) * 2 + (royal & (values & 1))
    found, places = np.unique(kind.astype(np.int64) * MOST_LINES + line, return_inverse=True)
    categories = tuple(_category(int(key) // MOST_LINES, int(key) % MOST_LINES) for key in found)
    return places.astype(np.uint8), categories


def _category(kind: int, line: int) -> Category:
    return Category(line, type_of_code(kind >> 1), bool(kind & 1))


def _check_lines(game: Game, wager: DrawWager, sets: NDArray[np.uint64], values: NDArray[np.uint32]) -> None:
    wrong = np.flatnonzero(np.bitwise_count(sets) != 1)
    if wrong.size:
        hand = read_value(int(values[wrong[0]]))
        lines: Sequence[Line] = [line for i, line in enumerate(wager.lines) if int(sets[wrong[0]]) >> i & 1]
        what = f"has the lines {', '.join(line.id for line in lines)}" if lines else "has no line"
        raise GameFileError(
            game.id, [f"wagers.{wager.id}.lines: a final hand ({hand}) {what}; it must have exactly one"]
        )


def draws_by_category(game: Game, hands: Hands, category_of: NDArray[np.uint8], categories: int) -> NDArray[np.uint8]:
    """[class, discard, category]: how many of the cards that can be drawn lead to each category.

    Depends on the kept cards only, except that the discard itself cannot come back: the category of the kept cards
    with the discard is that of the hand as dealt.
    """
    cards = hands.class_cards
    number, size = cards.shape
    kept = np.stack([np.delete(cards, place, axis=1) for place in range(size)], axis=1).reshape(-1, size - 1)
    keys, first, place = np.unique(_suitless_keys(kept), return_index=True, return_inverse=True)
    counts = np.zeros((len(keys), categories), dtype=np.uint8)
    category_of_value = _category_table(hands, game, category_of)
    for card in game.deck.cards:
        possible = ~(kept[first] == card).any(axis=1)
        drawn = np.column_stack([kept[first], np.full(len(keys), card, dtype=np.uint8)])
        values = evaluate.values_of_cards(np.ascontiguousarray(drawn[possible]), 5, *game.ranking.kernel_arguments)
        np.add.at(counts, (np.flatnonzero(possible), category_of_value(values)), 1)
    draws = counts[place].reshape(number, size, categories)
    own = np.repeat(np.arange(number), size), np.tile(np.arange(size), number), np.repeat(category_of, size)
    draws[own] -= 1
    return draws


def _suitless_keys(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A key that is the same for hands that differ by a renaming of suits (or of jokers)."""
    natural = hands < FIRST_JOKER
    bits = np.where(natural, np.left_shift(1, (hands >> 2).astype(np.int64)), 0)
    sets = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    sets.sort(axis=1)
    key: NDArray[np.uint64] = (~natural).sum(axis=1).astype(np.uint64)
    for suit in range(4):
        key = key << np.uint64(13) | sets[:, suit].astype(np.uint64)
    return key


def _category_table(hands: Hands, game: Game, category_of: NDArray[np.uint8]) -> Any:
    """A function from kernel values to categories."""
    values, first = np.unique(hands.values(game.ranking, 5), return_index=True)

    def look_up(wanted: NDArray[np.uint32]) -> NDArray[np.uint8]:
        places = np.searchsorted(values, wanted)
        return category_of[first[places]]

    return look_up


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
