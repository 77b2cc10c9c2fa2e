"""Two decisions over two community cards, where the player sees one card more: the dealer's, another seat's, or early.

States with a card of the dealer or of another seat are a hand, the first community card and that card: too many to be
held at once, so the first cards are taken one rank after the other. Every board that has a card of the rank is swept
(showdown.py, with one further known card), its second decisions are made, and what they are worth is added to the
states before the first card is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.ante_bonus import bonus_units
from analyzer.engines.duel.boards import Board
from analyzer.engines.duel.hands import Hands
from analyzer.engines.duel.line_hands import LineHands, line_hands, lines_of_set, question_of
from analyzer.engines.duel.one_street import net_results, showdown_of
from analyzer.engines.duel.play_states import BOARD_CARDS, BoardWork, all_hands, boards_of, columns_of, count_states
from analyzer.engines.duel.showdown import OUTCOMES, Showdown, deals_against
from analyzer.engines.duel.sweeps import answers_on, for_kernels
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.paid_lines import paid_line
from analyzer.engines.worth import Worth
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager, Shown
from analyzer.integers import Integers, array_of, dot, plus, times
from analyzer.kernels import seen_streets, showdown_states
from analyzer.run.jobs import Run
from analyzer.run.threads import in_threads

CHECK, BET = ACTIONS = 0, 1
JOKER = -1
Counts = NDArray[Any]
# Called with the rank of the first card and the second decisions.
Use = Callable[[int, NDArray[np.uint8]], None]


@dataclass(frozen=True, eq=False)
class FirstStates:
    """States at the first decision, each a class of hands and perhaps a column (a card that is seen with it).

    `values[state]` is what playing on is worth, a sum over `deals` deals; `counts[state, check or bet, outcome]` what
    then becomes of these. `ties` are states after it whose second choices are equal. A state stands for all hands of
    its class.
    """

    classes: NDArray[np.intp]
    columns: NDArray[np.intp]
    values: NDArray[np.int64]
    counts: Counts
    ties: NDArray[np.int64]
    deals: int

    def of(self, some: NDArray[np.intp]) -> FirstStates:
        """Some of them."""
        classes, columns, values = self.classes[some], self.columns[some], self.values[some]
        return FirstStates(classes, columns, values, self.counts[some], self.ties[some], self.deals)


@dataclass(eq=False)
class StreetEnds:
    """What became of all deals: folds, and by set of bonus lines and by check or bet the six outcomes.

    `total` is the sum of the values of the decisions in units of 1/denominator; ties at both decisions; what each card
    is worth that is seen at the first one.
    """

    outcomes: list[list[list[int]]]
    denominator: int
    folds: int = 0
    total: int = 0
    first_ties: int = 0
    second_ties: int = 0
    worth: Worth = field(default_factory=Worth)

    @property
    def deals(self) -> int:
        return self.folds + sum(sum(map(sum, of_line)) for of_line in self.outcomes)


@dataclass(frozen=True, eq=False)
class SeenStreets:
    """`plain` is the wager without the card seen; `stage` the decision, from 1, at which it is first known."""

    game: Game
    plain: PlayWager
    shown: Shown
    stage: int
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return showdown_of(self.game, self.plain)

    @cached_property
    def hands(self) -> Hands:
        return all_hands(self.game.deck, self.plain.player.cards)

    @cached_property
    def nets(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Net results of the six outcomes after a check and after a bet."""
        first, second = self.plain.bets
        check, bet = net_results(self.plain, first), net_results(self.plain, first + second)
        return np.array(check, dtype=np.int64), np.array(bet, dtype=np.int64)

    @cached_property
    def rows(self) -> LineHands:
        """The hands, told apart by the bonus lines: the first decision is one of a row."""
        return line_hands(self.hands, question_of(self.game, self.plain))

    @cached_property
    def _all_states(self) -> FirstStates:
        return self.first_states(self.hands)

    @cached_property
    def line_sets(self) -> list[tuple[int, ...]]:
        """The sets of bonus lines that hands satisfy."""
        return [lines_of_set(bits) for bits in np.unique(self.rows.sets).tolist()]

    def ends(self, paytable: Paytable) -> StreetEnds:
        """The best decisions, and what becomes of all deals; both must be worth the same."""
        bonus, unit = bonus_units(self.plain, paytable, self.rows)
        ends = StreetEnds([[[0] * len(OUTCOMES) for _ in ACTIONS] for _ in self.line_sets], unit)
        for part in self.rows.parts():
            self._add_part(ends, part, bonus)
        self._check(ends, paytable)
        return ends

    def plays(self, states: FirstStates, bonus: Integers, unit: int) -> tuple[Integers, Integers]:
        """What playing is worth in each state with its bonus, and what folding is, in units of 1/unit."""
        value = plus(times(states.values, unit), times(bonus, states.deals))
        return value, array_of([-states.deals * unit])

    def _add_part(self, ends: StreetEnds, part: NDArray[np.intp], bonus: Integers) -> None:
        """Rows of which a class has one at most."""
        row_of = np.full(len(self.hands), -1, dtype=np.intp)
        row_of[self.rows.classes[part]] = part
        states = self._all_states.of(np.flatnonzero(row_of[self._all_states.classes] >= 0))
        rows = row_of[states.classes]
        weights = self.rows.weights[rows]
        value, fold = self.plays(states, bonus[rows], ends.denominator)
        plays = value > fold  # of equals the smaller bet: to fold
        played = np.where(plays, weights, 0)
        for number, bits in enumerate(np.unique(self.rows.sets).tolist()):
            here = np.flatnonzero(self.rows.sets[rows] == bits)
            for action in ACTIONS:
                for place in range(len(OUTCOMES)):
                    counts = states.counts[here, action, place].astype(np.int64)
                    ends.outcomes[number][action][place] += dot(played[here], counts)
        values = np.where(plays, value, fold)
        ends.folds += int(weights[~plays].sum()) * states.deals
        ends.total += dot(weights, values)
        ends.first_ties += int(weights[value == fold].sum())
        ends.second_ties += dot(played, states.ties)
        self._add_worth(ends.worth, states, rows, values)

    def _check(self, ends: StreetEnds, paytable: Paytable) -> None:
        deals = int(self.hands.weights.sum(dtype=np.int64)) * self.deals_beside_hand
        if ends.deals != deals:
            raise CountError(f"the outcomes of two streets add up to {ends.deals} deals, not to {deals}")
        lines = [paid_line(lines, paytable, self.plain.overlap) for lines in self.line_sets]
        paid = [paytable.pays[line].amount if line >= 0 else Fraction(0) for line in lines]
        worth = Fraction(-ends.folds)
        for bonus, by_action in zip(paid, ends.outcomes, strict=True):
            for nets, row in zip(self.nets, by_action, strict=True):
                worth += sum((count * (int(net) + bonus) for count, net in zip(row, nets, strict=True)), Fraction(0))
        if worth * ends.denominator != ends.total:
            raise CountError(f"the outcomes of two streets are worth {worth}, the decisions {ends.total}")

    def _add_worth(self, worth: Worth, states: FirstStates, rows: NDArray[np.intp], values: Integers) -> None:
        """What the card is worth where it is known at the first decision."""
        if self.stage > 1:
            return
        deck = self.game.deck
        place = np.zeros(256, dtype=np.uint8)
        place[list(deck.cards)] = np.arange(deck.size)
        hands = place[self.hands.class_cards]
        for column in range(len(columns_of(deck))):
            here = np.flatnonzero(states.columns == column)
            weights = self.rows.weights[rows[here]]
            worth.see(deck, [column], hands[states.classes[here]], weights, values[here])

    @property
    def deals_beside_hand(self) -> int:
        """All that may be dealt beside the player's cards; community cards that are seen together are one group."""
        left = self.game.deck.size - self.showdown.cards
        if self.shown in ("first", "second"):
            return left * self.deals_of_first // (1 if self.stage == 1 else BOARD_CARDS)
        return left * (left - 1) * self.state_deals

    def first_states(self, hands: Hands, use: Use | None = None) -> FirstStates:
        """The states of some hands at the first decision.

        `use(rank, bets[class, suit, column])` gets the second decisions by the rank of the first card, where they are
        made with these cards known.
        """
        if self.shown == "first":
            return self._first_seen(hands, use)
        if self.shown == "second":
            return self._second_seen(hands)
        return self._card_seen(hands, use)

    @property
    def deals_of_first(self) -> int:
        """Deals of a state at the first decision, where the card is seen there."""
        left = self.game.deck.size - self.showdown.cards - 1
        if self.shown in ("first", "second"):
            return left * deals_against(self.showdown, self.showdown.cards + BOARD_CARDS)
        return left * self.state_deals

    # --- community cards before their time ---

    def _first_seen(self, hands: Hands, use: Use | None) -> FirstStates:
        """Both decisions are made with the first card known: its states are those of the plain game."""
        if hands is self.hands:
            counted = TwoStreets(self.game, self.plain, self.run).states
        else:
            counted = count_states(self.showdown, hands, self.run)
        outcomes = counted.outcomes
        classes, columns = np.nonzero(counted.first_cards.T)
        of_states = outcomes[columns, classes].astype(np.int64)
        check, bet = (of_states @ nets for nets in self.nets)
        bets = bet > check
        if use is not None:
            self._tell(hands, classes, columns, bets, use)
        counts = np.zeros((len(classes), len(ACTIONS), len(OUTCOMES)), dtype=np.int64)
        counts[np.arange(len(classes)), bets.astype(np.intp)] = of_states
        return FirstStates(
            classes,
            columns,
            np.where(bets, bet, check),
            counts,
            (check == bet).astype(np.int64),
            counted.deals,
        )

    def _tell(
        self,
        hands: Hands,
        classes: NDArray[np.intp],
        columns: NDArray[np.intp],
        bets: NDArray[np.bool_],
        use: Use,
    ) -> None:
        """Second decisions where the card seen is the first one itself."""
        deck = self.game.deck
        suits = len(deck.suits)
        told = np.zeros((len(hands), len(columns_of(deck))), dtype=np.uint8)
        told[classes, columns] = bets
        for place, rank in enumerate(deck.ranks):
            of_rank = np.zeros((len(hands), suits, told.shape[1]), dtype=np.uint8)
            for suit in range(suits):
                of_rank[:, suit, place * suits + suit] = told[:, place * suits + suit]
            use(rank, of_rank)
        if deck.jokers:
            of_joker = np.zeros((len(hands), 1, told.shape[1]), dtype=np.uint8)
            of_joker[:, 0, -1] = told[:, -1]
            use(JOKER, of_joker)

    def _second_seen(self, hands: Hands) -> FirstStates:
        """The second decision knows both cards; the first one that which was seen early, or none."""
        columns = len(columns_of(self.game.deck))
        states = np.zeros((len(ACTIONS), columns, len(hands), len(OUTCOMES)), dtype=np.uint32)
        ties = np.zeros((columns, len(hands)), dtype=np.uint32)
        against = deals_against(self.showdown, self.showdown.cards + BOARD_CARDS)
        for board in self._boards("boards"):
            work = BoardWork(
                self.showdown, hands, board, answers_on(self.showdown, hands, board, jobs=self.run.jobs).arrays(board)
            )
            answers = for_kernels(self.showdown, hands, board, work.swept)
            codes, counts = hands.codes(board.renamings), showdown_states.hand_counts(answers)
            good = seen_streets.add_decided_board(
                states, counts, against, *self.nets, ties, *self._of_board(work, codes)
            )
            if not good:
                raise CountError(f"impossible counts on {board}")
        self._share(hands, states, ties)
        left = self.game.deck.size - self.showdown.cards - 1
        return self._by_column(hands, states, ties, left * against)

    def _of_board(self, work: BoardWork, codes: Any) -> tuple[Any, ...]:
        columns, suits = (np.ascontiguousarray(part) for part in np.array(work.cards, dtype=np.int32).T)
        hands = work.hands
        return (
            columns, suits, hands.jokers, work.board.jokers, self.game.deck.jokers, hands.shapes, hands.class_start,
            codes.start, codes.classes, codes.suit_to, work.times(codes),
        )  # fmt: skip

    def _share(self, hands: Hands, states: NDArray[np.uint32], ties: NDArray[np.uint32]) -> None:
        """Share sums among the cards that renaming suits exchanges: both actions, and ties beside nothing."""
        deck = self.game.deck
        jokers = np.ascontiguousarray(hands.jokers[hands.class_patterns])
        beside = np.zeros((*ties.shape, len(OUTCOMES)), dtype=np.uint32)
        beside[..., 0] = ties
        for array in (*states, beside):
            before = int(array.sum(dtype=np.uint64))
            showdown_states.spread_states(
                array, hands.codes_of_classes, jokers, hands.suits, len(deck.ranks), deck.jokers, 0, 0, len(hands)
            )
            if int(array.sum(dtype=np.uint64)) != before:
                raise CountError("what renaming suits exchanges cannot be shared")
        ties[:] = beside[..., 0]

    def _by_column(self, hands: Hands, states: NDArray[np.uint32], ties: NDArray[np.uint32], deals: int) -> FirstStates:
        """By the card that is known at the first decision; where none is, over all of them.

        Then both cards are seen together and never told apart: a board, which is in the columns of both, is one deal.
        """
        counts = states.transpose(2, 1, 0, 3).astype(np.int64)  # [class, column, action, outcome]
        equal = ties.T.astype(np.int64)
        if self.stage > 1:
            counts, equal = (_of_boards(array.sum(axis=1, keepdims=True)) for array in (counts, equal))
            deals = deals * (self.game.deck.size - self.showdown.cards) // BOARD_CARDS
        classes, columns = np.nonzero(counts.any(axis=(2, 3)))
        of_states = counts[classes, columns]
        if (of_states.sum(axis=(1, 2)) != deals).any():
            raise CountError(f"a state does not add up to {deals} deals")
        values = of_states[:, CHECK] @ self.nets[CHECK] + of_states[:, BET] @ self.nets[BET]
        return FirstStates(classes, columns, values, of_states, equal[classes, columns], deals)

    def _boards(self, what: str) -> Iterator[Board]:
        boards = boards_of(self.game.deck)
        with self.run.steps(what, len(boards)) as step:
            for board in boards:
                yield board
                step()

    # --- a card of the dealer, or of another seat ---

    @property
    def dealers(self) -> int:
        """Dealer hands beside a hand, the board and the further card."""
        left = self.game.deck.size - self.showdown.cards - BOARD_CARDS - 1
        return comb(left, self.showdown.dealt - (self.shown == "dealer"))

    @property
    def state_deals(self) -> int:
        """Second community cards and dealer hands."""
        return (self.game.deck.size - self.showdown.cards - 2) * self.dealers

    def _card_seen(self, hands: Hands, use: Use | None) -> FirstStates:
        """Rank by rank of the first card."""
        deck = self.game.deck
        columns = len(columns_of(deck))
        before = self.stage == 1
        width = columns if before else 1
        self._fit(hands, width)
        values = np.zeros((len(hands), width), dtype=np.int64)
        counts: Counts = np.zeros(
            (len(hands), width, len(ACTIONS), len(OUTCOMES)), dtype=np.uint32 if before else np.uint64
        )
        ties = np.zeros((len(hands), width), dtype=np.uint16)
        ranks = [*deck.ranks, *([JOKER] if deck.jokers else [])]
        with self.run.steps("boards", sum(len(self._with(rank)) for rank in ranks)) as step:
            for rank in ranks:
                states = self._states_of(hands, rank, step)
                bets = np.zeros(states.shape[:3] if use is not None else (0, 0, 0), dtype=np.uint8)
                seen_streets.decide_states(states, *self.nets, before, values, counts, ties, bets)
                if use is not None:
                    use(rank, bets)
        return self._of_sums(hands, values, counts, ties)

    def _fit(self, hands: Hands, width: int) -> None:
        columns = len(columns_of(self.game.deck))
        held = len(hands) * (len(self.game.deck.suits) * columns * 24 + width * 60)
        looks = 5 * 28 * 12 * int(hands.look_start[-1])
        self.run.fitting("states with a card seen", held, 2 * looks)

    def _with(self, rank: int) -> list[Board]:
        boards = boards_of(self.game.deck)
        if rank == JOKER:
            return [board for board in boards if board.jokers]
        return [board for board in boards if board.counts[rank]]

    def _states_of(self, hands: Hands, rank: int, step: Callable[[], None]) -> NDArray[np.uint32]:
        """[class, suit, column, outcome] with a first card of that rank."""
        deck = self.game.deck
        suits = 1 if rank == JOKER else len(deck.suits)
        states = np.zeros((len(hands), suits, len(columns_of(deck)), len(OUTCOMES)), dtype=np.uint32)
        for board in self._with(rank):
            self._add(states, hands, board, rank)
            step()
        naturals = len(deck.ranks) * len(deck.suits)
        if not seen_streets.share_states(
            states, hands.codes_of_classes, len(deck.suits), rank == JOKER, naturals, self.state_deals
        ):
            raise CountError(f"a state does not add up to {self.state_deals} deals")
        return states

    def _add(self, states: NDArray[np.uint32], hands: Hands, board: Board, rank: int) -> None:
        deck, showdown = self.game.deck, self.showdown
        answers = answers_on(showdown, hands, board, extra=True, jobs=self.run.jobs)
        codes = answers.codes
        firsts = [JOKER] if rank == JOKER else [suit for suit, held in enumerate(board.sets) if held >> rank & 1]
        arguments: tuple[Any, ...] = (
            answers.every.parts, None if answers.weak is None else answers.weak.parts, answers.own_indices,
            answers.own_strengths, board.kernel_sets, board.jokers, hands.ranks, hands.jokers, hands.shapes,
            hands.look_start, answers.strengths, hands.class_start, codes.start, codes.codes, codes.classes,
            codes.suit_to, BoardWork(showdown, hands, board, {}).times(codes), np.array(deck.ranks, dtype=np.uint8),
            deck.jokers, np.array(firsts, dtype=np.int32), showdown.weak_below, self.dealers, self.shown == "dealer",
        )  # fmt: skip
        bounds = np.linspace(0, len(hands.ranks), 2 * self.run.jobs + 1).astype(int).tolist()
        tasks = [partial(seen_streets.add_seen_board, states, *arguments, *part) for part in pairwise(bounds)]
        if not all(in_threads(self.run.jobs, tasks)):
            raise CountError(f"impossible counts on {board}")

    def _of_sums(
        self, hands: Hands, values: NDArray[np.int64], counts: Counts, ties: NDArray[np.uint16]
    ) -> FirstStates:
        left = self.game.deck.size - self.showdown.cards - 1
        deals = self.state_deals * left * (1 if self.stage == 1 else left + 1)
        totals = counts.sum(axis=(2, 3), dtype=np.uint64)
        classes, columns = np.nonzero(totals)
        if (totals[classes, columns] != deals).any():
            raise CountError(f"a state does not add up to {deals} deals")
        return FirstStates(
            classes,
            columns,
            values[classes, columns],
            counts[classes, columns],
            ties[classes, columns].astype(np.int64),
            deals,
        )

    def expectation(self, ends: StreetEnds) -> Fraction:
        return Fraction(ends.total, ends.deals * ends.denominator)


def _of_boards(sums: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums over boards from sums over each of their cards."""
    if (sums % BOARD_CARDS).any():
        raise CountError("a board is not counted with each of its cards")
    return sums // BOARD_CARDS
