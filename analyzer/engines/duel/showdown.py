"""Showdown without dealing the dealer: how every hand of a player fares against every hand of a dealer.

A player's hand is a pattern (its ranks and jokers) and a code (who has which suit). The dealer's hands are
never dealt: cext/showdown_sweep.pyx counts them by inclusion and exclusion, once by ranks alone and once for each
kind of suit, which corrects for flushes. A hand that no flush makes better finds its answers by its looks;
the few others ask by themselves.

Nothing here knows a game: a count is told the deck, the ranking, how many cards each side gets, the board, and the
hands with which the dealer is weak. All hands below a strength are counted in the sweep of all hands; where others are
weak, they are swept by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, MAX_DECK_SIZE, Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.suits import canonical_hand
from analyzer.engines.duel.weak import NOBODY_WEAK, WeakHands
from analyzer.errors import CountError, SelectionError
from analyzer.kernels import evaluate, showdown_deal, showdown_states, showdown_sweep
from analyzer.run.entries import Arrays
from analyzer.run.threads import in_threads

SUIT_BYTES = 4
MAX_CARDS = 5

# Outcomes of a player, in this order wherever they are counted.
OUTCOMES = ("win", "tie", "loss", "win-weak", "tie-weak", "loss-weak")

Renaming = tuple[int, ...]


@cache
def multisets() -> showdown_sweep.Multisets:
    return showdown_sweep.Multisets()


@cache
def order_of(ranking: Ranking, size: int) -> showdown_sweep.Order:
    """The kernel's evaluator for the best `size` cards."""
    return showdown_sweep.Order(size, ranking.kernel_arguments)


def all_renamings(suits: int) -> tuple[Renaming, ...]:
    return tuple(permutations(range(suits)))


def differences(starts: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How long each piece is of a list that is told by where its pieces start."""
    numbers = starts.astype(np.int64)
    return numbers[1:] - numbers[:-1]


@dataclass(frozen=True)
class Board:
    """Community cards: the ranks (bits) in each of the deck's suits, and jokers. The first suit has the largest set."""

    sets: tuple[int, ...]
    jokers: int = 0

    @property
    def cards(self) -> int:
        return self.jokers + sum(ranks.bit_count() for ranks in self.sets)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many cards of each rank."""
        return tuple(sum(ranks >> rank & 1 for ranks in self.sets) for rank in range(13))

    @property
    def renamings(self) -> tuple[Renaming, ...]:
        """The renamings of suits that leave the board as it is; suit s becomes renaming[s]."""
        every = all_renamings(len(self.sets))
        return tuple(to for to in every if all(self.sets[to[s]] == ranks for s, ranks in enumerate(self.sets)))

    @property
    def kernel_sets(self) -> NDArray[np.uint32]:
        return np.array([*self.sets, 0, 0, 0][:SUIT_BYTES], dtype=np.uint32)


def board_of(deck: Deck, cards: Iterable[int]) -> Board:
    """The board that these cards are, up to a renaming of suits.

    >>> board_of(Deck(jokers=1), [51, 52])
    Board(sets=(4096, 0, 0, 0), jokers=1)
    """
    sets = dict.fromkeys(deck.suits, 0)
    jokers = 0
    for card in cards:
        if card >= FIRST_JOKER:
            jokers += 1
        else:
            sets[card & 3] |= 1 << (card >> 2)
    return Board(tuple(sorted(sets.values(), reverse=True)), jokers)


def board_classes(deck: Deck, cards: int) -> dict[Board, int]:
    """All boards up to a renaming of suits, and how many there are of each.

    >>> classes = board_classes(Deck(jokers=1), 2)
    >>> len(classes), sum(classes.values())
    (182, 1378)
    """
    return dict(Counter(board_of(deck, board) for board in combinations(deck.cards, cards)))


@dataclass(frozen=True)
class Codes:
    """Who has which suit, one code for all that some renamings exchange, shape by shape.

    `start[shape]` is where a shape's codes start; `weights` how many codes each stands for; `classes` the class (among
    its shape's) that it belongs to when every renaming is allowed, and `suit_to` the renaming that takes it there.
    """

    start: NDArray[np.uint32]
    codes: NDArray[np.uint32]
    weights: NDArray[np.uint8]
    classes: NDArray[np.uint16]
    suit_to: NDArray[np.uint8]

    @cached_property
    def suit_counts(self) -> NDArray[np.uint16]:
        """How many cards each suit has, four bits a suit."""
        held = [np.bitwise_count(self.codes >> np.uint32(8 * suit) & np.uint32(255)) for suit in range(SUIT_BYTES)]
        counts = np.zeros(len(self.codes), dtype=np.uint16)
        for suit, count in enumerate(held):
            counts |= count.astype(np.uint16) << np.uint16(4 * suit)
        return counts


def _all_codes(shape: Sequence[int], suits: int) -> NDArray[np.uint32]:
    """Every code of a shape: each rank's cards are given to as many different suits."""
    codes = np.zeros(1, dtype=np.uint32)
    for place, copies in enumerate(shape):
        holders = [sum(1 << (8 * suit + place) for suit in some) for some in combinations(range(suits), copies)]
        codes = (codes[:, None] | np.array(holders, dtype=np.uint32)).ravel()
    return codes


def _renamed(codes: NDArray[np.uint32], to: Renaming) -> NDArray[np.uint32]:
    renamed = np.zeros_like(codes)
    for suit, new in enumerate(to):
        renamed |= (codes >> np.uint32(8 * suit) & np.uint32(255)) << np.uint32(8 * new)
    return renamed


def _canonical(codes: NDArray[np.uint32], suits: int) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Each code with its suits in descending order, and the renaming that takes it there."""
    held = np.stack([codes >> np.uint32(8 * suit) & np.uint32(255) for suit in range(suits)], axis=1)
    by_size = np.argsort(-held.astype(np.int16), axis=1, kind="stable")
    suit_to = np.zeros((len(codes), SUIT_BYTES), dtype=np.uint8)
    np.put_along_axis(suit_to, by_size, np.arange(suits, dtype=np.uint8)[None, :], axis=1)
    ordered = np.take_along_axis(held, by_size, axis=1)
    canonical = np.zeros_like(codes)
    for suit in range(suits):
        canonical |= ordered[:, suit].astype(np.uint32) << np.uint32(8 * suit)
    return canonical, suit_to


@cache
def codes_of(shapes: tuple[tuple[int, ...], ...], suits: int, renamings: tuple[Renaming, ...]) -> Codes:
    """The codes of all shapes up to the given renamings."""
    start, parts = [0], []
    for shape in shapes:
        every = _all_codes(shape, suits)
        all_classes, sizes = np.unique(_canonical(every, suits)[0], return_counts=True)
        if len(renamings) == factorial(suits):
            # The smallest of all images of a code has its suits in descending order: it is the class's own.
            codes, weights = all_classes, sizes
        else:
            kept = np.stack([_renamed(every, to) for to in renamings]).min(axis=0) == every
            codes = np.sort(every[kept])
            fixed = sum((_renamed(codes, to) == codes).astype(np.uint8) for to in renamings)
            weights = len(renamings) // fixed
        canonical, suit_to = _canonical(codes, suits)
        parts.append((codes, weights, np.searchsorted(all_classes, canonical), suit_to))
        start.append(start[-1] + len(codes))
    codes_, weights_, classes_, suit_tos = zip(*parts, strict=True)
    return Codes(
        np.array(start, dtype=np.uint32),
        np.concatenate(codes_),
        np.concatenate(weights_).astype(np.uint8),
        np.concatenate(classes_).astype(np.uint16),
        np.concatenate(suit_tos),
    )


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of a number of cards, by pattern; classes are the hands up to a renaming of suits.

    Patterns: `rests` (numbers of multisets), `jokers`, `ranks` (the different ones, bits), `shapes` (index into
    `shape_list`). The looks of pattern i, one for each set of its ranks that a suit may hold, start at
    `look_start[i]`: `look_suits`, `look_rests`. Its classes start at `class_start[i]`.
    """

    deck: Deck
    cards: int
    rests: NDArray[np.uint16]
    jokers: NDArray[np.uint8]
    ranks: NDArray[np.uint16]
    shapes: NDArray[np.uint8]
    shape_list: tuple[tuple[int, ...], ...]
    look_start: NDArray[np.uint32]
    look_suits: NDArray[np.uint16]
    look_rests: NDArray[np.uint16]
    class_start: NDArray[np.uint32]

    @property
    def suits(self) -> int:
        return len(self.deck.suits)

    def codes(self, renamings: tuple[Renaming, ...]) -> Codes:
        return codes_of(self.shape_list, self.suits, renamings)

    @cached_property
    def class_codes(self) -> Codes:
        """The codes of the classes: every renaming is allowed, and each class is its canonical code."""
        return codes_of(self.shape_list, self.suits, all_renamings(self.suits))

    def __len__(self) -> int:
        """How many classes there are."""
        return int(self.class_start[-1])

    @cached_property
    def class_patterns(self) -> NDArray[np.intp]:
        """The pattern of each class."""
        return np.repeat(np.arange(len(self.rests)), differences(self.class_start))

    @cached_property
    def _code_places(self) -> NDArray[np.int64]:
        """Where each class has its code in `class_codes`."""
        places = np.arange(len(self)) - self.class_start[self.class_patterns]
        return self.class_codes.start[self.shapes[self.class_patterns]] + places

    @cached_property
    def codes_of_classes(self) -> NDArray[np.uint32]:
        """The code of each class's own hand."""
        return np.ascontiguousarray(self.class_codes.codes[self._code_places])

    @cached_property
    def weights(self) -> NDArray[np.uint32]:
        """How many hands each class has: at most 24 renamings x 2 choices of jokers."""
        ways = np.array([comb(self.deck.jokers, jokers) for jokers in range(3)], dtype=np.uint32)
        return self.class_codes.weights[self._code_places] * ways[self.jokers[self.class_patterns]]

    @cached_property
    def class_cards(self) -> NDArray[np.uint8]:
        """The cards of each class's own hand, ascending; jokers are 52, then 53."""
        patterns = self.class_patterns
        sets = showdown_sweep.spread_codes(self.codes_of_classes, np.ascontiguousarray(self.ranks[patterns]))
        held = np.zeros((len(self), MAX_DECK_SIZE), dtype=bool)
        for place, suit in enumerate(self.deck.suits):
            for rank in range(13):
                held[:, rank * 4 + suit] = sets[:, place] >> rank & 1
        for joker in range(self.deck.jokers):
            held[:, FIRST_JOKER + joker] = self.jokers[patterns] > joker
        return np.nonzero(held)[1].astype(np.uint8).reshape(len(self), self.cards)

    def values(self, ranking: Ranking, size: int) -> NDArray[np.uint32]:
        """The value of each class's hand (strength and natural bit, see analyzer.cards.ranking)."""
        return evaluate.values_of_cards(self.class_cards, size, ranking.kernel_arguments)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): index for index, row in enumerate(self.class_cards)}

    @cached_property
    def _questions(self) -> dict[tuple[bool, int, int, bool], showdown_sweep.Questions]:
        return {}

    def questions(self, ranks_alone: bool, most_rest: int, dealt: int, extra: bool) -> showdown_sweep.Questions:
        """What the patterns ask when only ranks are told apart, or else what the looks ask of a suit.

        `most_rest` is the most cards of other suits that a dealer hand can have that counts in such a view.
        """
        key = (ranks_alone, most_rest, dealt, extra)
        if key not in self._questions:
            one_each = np.arange(len(self.rests) + 1, dtype=np.uint32)
            by_rank = (one_each, np.zeros_like(self.rests), self.rests)
            looks = by_rank if ranks_alone else (self.look_start, self.look_suits, self.look_rests)
            most_cards = max(self.cards + extra, dealt)
            self._questions[key] = showdown_sweep.Questions(
                multisets(), ranks_alone, most_rest, self.deck.jokers, most_cards, extra, *looks, self.jokers
            )
        return self._questions[key]

    def index(self, hand: Iterable[int]) -> int:
        """The class of a hand."""
        return self._places[bytes(canonical_hand(self.deck, tuple(hand)))]


def _looks(
    rests: NDArray[np.uint16], ranks: NDArray[np.uint16]
) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]:
    """(start, suit part, rest) of the looks of each pattern: every subset of its ranks, counted in binary."""
    sizes = np.bitwise_count(ranks)
    start = np.concatenate([[0], np.cumsum(1 << sizes.astype(np.int64))])
    pattern = np.repeat(np.arange(len(ranks)), np.diff(start))
    bits = (np.arange(start[-1]) - start[pattern]).astype(np.uint32)
    suits = showdown_sweep.spread_codes(bits, np.ascontiguousarray(ranks[pattern]))[:, 0]
    suits = np.ascontiguousarray(suits)
    return start.astype(np.uint32), suits, multisets().without(np.ascontiguousarray(rests[pattern]), suits)


def hands_of(deck: Deck, cards: int, only: Iterable[Sequence[int]] | None = None) -> Hands:
    """All hands of a deck; with `only`, just the patterns of the given hands."""
    if not 1 <= cards <= MAX_CARDS:
        raise SelectionError(f"a showdown counts player hands of 1 to {MAX_CARDS} cards, not {cards}")
    rests, jokers = _patterns(deck, cards)
    counts = multisets().counts[rests]
    if only is not None:
        wanted = {_pattern_of(hand) for hand in only}
        rows = zip(counts.tolist(), jokers.tolist(), strict=True)
        chosen = np.array([(*row, j) in wanted for row, j in rows])
        rests, jokers, counts = rests[chosen], jokers[chosen], counts[chosen]
    ranks = ((counts > 0) << np.arange(13, dtype=np.uint16)).sum(axis=1).astype(np.uint16)
    shapes = [tuple(count for count in row if count) for row in counts.tolist()]
    shape_list = tuple(sorted(set(shapes)))
    shape_index = np.array([shape_list.index(shape) for shape in shapes], dtype=np.uint8)
    classes = differences(codes_of(shape_list, len(deck.suits), all_renamings(len(deck.suits))).start)
    class_start = np.concatenate([[0], np.cumsum(classes[shape_index])]).astype(np.uint32)
    looks = _looks(rests, ranks)
    return Hands(deck, cards, rests, jokers, ranks, shape_index, shape_list, *looks, class_start)


def _pattern_of(hand: Sequence[int]) -> tuple[int, ...]:
    """How many cards of each rank, and jokers."""
    ranks = Counter(card >> 2 for card in hand)
    return (*(ranks[rank] for rank in range(13)), sum(card >= FIRST_JOKER for card in hand))


def _patterns(deck: Deck, cards: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Rests and jokers of all patterns that the deck can give, by the number of jokers."""
    first, counts = multisets().first, multisets().counts
    most = np.array([len(deck.suits) if rank in deck.ranks else 0 for rank in range(13)], dtype=np.uint8)
    parts = []
    for jokers in range(min(deck.jokers, cards) + 1):
        numbers = np.arange(first[cards - jokers], first[cards - jokers + 1], dtype=np.uint16)
        possible = numbers[(counts[numbers] <= most).all(axis=1)]
        parts.append((possible, np.full(len(possible), jokers, dtype=np.uint8)))
    rests, jokers_ = zip(*parts, strict=True)
    return np.concatenate(rests), np.concatenate(jokers_)


@dataclass(frozen=True)
class Showdown:
    """Who meets whom: hands of a deck against dealer hands of `dealt` cards; both play their best `size`."""

    deck: Deck
    ranking: Ranking
    cards: int
    dealt: int
    size: int = 5
    weak: WeakHands = NOBODY_WEAK

    def __post_init__(self) -> None:
        if self.size not in (3, 5) or not 1 <= self.dealt <= 6:
            raise SelectionError(f"no showdown of the best {self.size} of {self.dealt} cards; use 3 or 5 of up to 6")
        if self.weak.own_cards and self.dealt < self.size:
            raise SelectionError(f"{self.dealt} cards of the dealer are no hand of {self.size} that could qualify")

    @property
    def weak_below(self) -> int:
        """The strength below which a dealer is weak; 0 where the weak hands are swept by themselves."""
        return self.weak.threshold or 0

    @property
    def sweeps_weak(self) -> bool:
        return self.weak.threshold is None

    @property
    def order(self) -> showdown_sweep.Order:
        return order_of(self.ranking, self.size)

    def check_board(self, board: Board) -> None:
        """A hand that can hold two flushes at once would be corrected twice."""
        most = max(self.cards, self.dealt) + board.cards
        if most + self.deck.jokers >= 2 * self.size:
            jokers = self.deck.jokers
            raise SelectionError(f"{most} cards and {jokers} jokers are too many for a showdown of {self.size}")

    def rank_view(self, board: Board) -> showdown_sweep.View:
        suits = len(self.deck.suits)
        left = [suits * (rank in self.deck.ranks) - board.counts[rank] for rank in range(13)]
        return showdown_sweep.View(True, 0, board.counts, board.jokers, 0, left, self.deck.jokers - board.jokers)

    def suit_view(self, board: Board, suit: int) -> showdown_sweep.View:
        held = board.sets[suit]
        rest = [board.counts[rank] - (held >> rank & 1) for rank in range(13)]
        others = len(self.deck.suits) - 1
        left = [others * (rank in self.deck.ranks) - rest[rank] for rank in range(13)]
        jokers = self.deck.jokers - board.jokers
        return showdown_sweep.View(False, held, rest, board.jokers, self.deck.rank_set & ~held, left, jokers)


def questions_of(
    showdown: Showdown, hands: Hands, board_cards: int, extra: bool = False
) -> tuple[showdown_sweep.Questions, showdown_sweep.Questions]:
    """What the hands ask by ranks alone, and of a suit. They are listed once, for all boards of so many cards."""
    # With fewer cards of the suit among his own the dealer has no flush in it.
    most_rest = max(0, showdown.dealt - showdown.size + board_cards)
    dealt = showdown.dealt
    return hands.questions(True, dealt, dealt, extra), hands.questions(False, most_rest, dealt, extra)


@dataclass(frozen=True, eq=False)
class Swept:
    """What a sweep found: for patterns and for looks by suit, each also for the hands that ask by themselves."""

    ranks: NDArray[np.int32]
    _ranks_by_strength: NDArray[np.int32]
    looks: list[NDArray[np.int32]]
    _looks_by_strength: list[NDArray[np.int32]]
    _own: _Own

    @cached_property
    def own_ranks(self) -> NDArray[np.int32]:
        return self._own.listed(self._ranks_by_strength)

    @cached_property
    def own_looks(self) -> list[NDArray[np.int32]]:
        return [self._own.listed(answers) for answers in self._looks_by_strength]

    @property
    def parts(self) -> tuple[NDArray[np.int32], NDArray[np.int32], list[NDArray[np.int32]], list[NDArray[np.int32]]]:
        """As kernels take it."""
        return self.ranks, self.own_ranks, self.looks, self.own_looks

    def arrays(self, board: Board, prefix: str) -> Arrays:
        """To be kept: looks once for suits that hold the same of the board, of a hand that asks by itself the sum."""
        return {
            f"{prefix}ranks": self.ranks,
            f"{prefix}own": self._own.listed(sum(self._looks_by_strength, start=self._ranks_by_strength)),
            f"{prefix}looks": np.stack([self.looks[suits[0]] for suits in kinds_of_suits(board)]),
        }


def _kernel_answers(board: Board, kept: Mapping[str, NDArray[Any]], prefix: str) -> showdown_states.KeptAnswers:
    """What `Swept.arrays` keeps, with the looks of every suit."""
    kind_of = {suit: kind for kind, suits in enumerate(kinds_of_suits(board)) for suit in suits}
    looks = [kept[f"{prefix}looks"][kind_of[suit]] for suit in range(len(board.sets))]
    return kept[f"{prefix}ranks"], kept[f"{prefix}own"], looks


WEAK_PREFIX = "weak_"
# Of each question, where no further card is known: worth less, worth as much, weak.
ANSWER = (1, 3)


@dataclass(frozen=True, eq=False)
class Answers:
    """What the sweeps over one board found: against all hands of the dealer, and against weak ones if they are swept.

    `own_indices` are the hands that ask by themselves, `own_strengths` what each is worth.
    """

    codes: Codes
    strengths: NDArray[np.uint32]
    own_indices: NDArray[np.uint32]
    own_strengths: NDArray[np.uint32]
    every: Swept
    weak: Swept | None = None

    def arrays(self, board: Board) -> Arrays:
        """To be kept."""
        return {
            "strengths": self.strengths,
            "own_indices": self.own_indices,
            "own_strengths": self.own_strengths,
            **self.every.arrays(board, ""),
            **({} if self.weak is None else self.weak.arrays(board, WEAK_PREFIX)),
        }


def kinds_of_suits(board: Board) -> list[list[int]]:
    """The suits, together with those that hold the same of the board."""
    return [[s for s, ranks in enumerate(board.sets) if ranks == held] for held in sorted(set(board.sets))]


@dataclass(frozen=True, eq=False)
class _Own:
    """Hands that a flush makes better than their ranks: they ask by themselves, each at its own strength.

    `by_strength` are their places in the order of these strengths: they ask in the order in which they are answered.
    """

    indices: NDArray[np.uint32]
    patterns: NDArray[np.uint32]
    codes: NDArray[np.uint32]
    strengths: NDArray[np.uint32]
    by_strength: NDArray[np.uint32]

    def looks(self, hands: Hands, suit: int) -> NDArray[np.uint32]:
        """How a suit sees each of them."""
        return hands.look_start[self.patterns] + (self.codes >> np.uint32(8 * suit) & np.uint32(255))

    @cached_property
    def asking(self) -> _Own:
        """The same hands by strength."""
        order = self.by_strength
        columns = self.indices, self.patterns, self.codes, self.strengths
        return _Own(*(column[order] for column in columns), order)

    def listed(self, answers: NDArray[np.int32]) -> NDArray[np.int32]:
        """Answers to the hands by strength, as the hands are listed."""
        listed = np.empty_like(answers)
        listed[self.by_strength] = answers
        return listed


@dataclass(frozen=True, eq=False)
class _Sweeps:
    """The sweeps over one board."""

    showdown: Showdown
    hands: Hands
    board: Board
    extra: bool
    strengths: NDArray[np.uint32]
    own: _Own  # by strength
    only_weak: bool = False

    def _run(
        self, questions: showdown_sweep.Questions, view: showdown_sweep.View, own: NDArray[np.uint32]
    ) -> list[NDArray[np.int32]]:
        """Answers to all looks, then to the own looks: one part for each row of them."""
        showdown = self.showdown
        asked = self.strengths, own.ravel(), np.tile(self.own.strengths, len(own))
        if self.only_weak:
            weak = showdown.weak
            answers, own_answers, complete = showdown_sweep.sweep_weak(
                questions, showdown.order, view, showdown.dealt, weak.kernel_spans, weak.own_cards, *asked
            )
        else:
            answers, own_answers, complete = showdown_sweep.sweep(
                questions, showdown.order, view, showdown.dealt, showdown.weak_below, *asked
            )
        if not complete:
            raise CountError(f"the dealer's hands on {self.board} do not add up to the number of deals")
        return [answers, *np.split(own_answers, len(own))]

    def by_ranks(self) -> list[NDArray[np.int32]]:
        questions, _ = questions_of(self.showdown, self.hands, self.board.cards, self.extra)
        return self._run(questions, self.showdown.rank_view(self.board), self.own.patterns[None, :])

    def by_suits(self, suits: Sequence[int]) -> list[NDArray[np.int32]]:
        """For suits that hold the same of the board."""
        _, questions = questions_of(self.showdown, self.hands, self.board.cards, self.extra)
        own = np.stack([self.own.looks(self.hands, suit) for suit in suits])
        return self._run(questions, self.showdown.suit_view(self.board, suits[0]), own)


def _asked_on(showdown: Showdown, hands: Hands, board: Board) -> tuple[Codes, NDArray[np.uint32], _Own]:
    """What the hands on a board are worth, and which of them ask by themselves: the quick part of a sweep."""
    codes = hands.codes(board.renamings)
    rank_view = showdown.rank_view(board)
    # Hands with a joker of the board do not exist, and what is found for them is not used: they are looked at with the
    # jokers that are left, because the kernels know no hand with more jokers than a deck has.
    jokers = np.minimum(hands.jokers, showdown.deck.jokers - board.jokers).astype(np.uint8)
    strengths = showdown_sweep.rank_strengths(multisets(), showdown.order, rank_view, hands.rests, jokers)
    own = _Own(
        *showdown_sweep.flush_hands(
            showdown.order, board.kernel_sets, board.jokers, hands.ranks, jokers, hands.shapes, strengths,
            codes.start, codes.codes, codes.suit_counts,
        )
    )  # fmt: skip
    return codes, strengths, own


def answers_on(showdown: Showdown, hands: Hands, board: Board, extra: bool = False, jobs: int = 1) -> Answers:
    """Sweep a board by ranks and by each kind of suit. With `extra`, also for each further known card."""
    showdown.check_board(board)
    questions_of(showdown, hands, board.cards, extra)  # before threads ask for them
    codes, strengths, own = _asked_on(showdown, hands, board)
    sweeps = _Sweeps(showdown, hands, board, extra, strengths, own.asking)
    weak = _swept(replace(sweeps, only_weak=True), own, jobs) if showdown.sweeps_weak else None
    return Answers(codes, strengths, own.indices, own.strengths, _swept(sweeps, own, jobs), weak)


def fault_of_answers(showdown: Showdown, hands: Hands, board: Board, kept: Mapping[str, NDArray[Any]]) -> str | None:
    """What is wrong with the form of answers that were found elsewhere: kernels take it for granted."""
    _, strengths, own = _asked_on(showdown, hands, board)
    looks, alone = int(hands.look_start[-1]), len(own.indices)
    shapes: dict[str, tuple[int, ...]] = {
        "ranks": (len(strengths),),
        "own": (alone,),
        "looks": (len(kinds_of_suits(board)), looks),
    }
    prefixes = ["", WEAK_PREFIX] if showdown.sweeps_weak else [""]
    forms = {f"{prefix}{name}": (np.int32, (*shape, *ANSWER)) for prefix in prefixes for name, shape in shapes.items()}
    known = {"strengths": strengths, "own_indices": own.indices, "own_strengths": own.strengths}
    if kept.keys() != forms.keys() | known.keys():
        return "it has other arrays than a sweep"
    for name, (kind, shape) in forms.items():
        if kept[name].dtype != kind or kept[name].shape != shape:
            return f"{name} is not of the right form"
    for name, array in known.items():
        if kept[name].dtype != array.dtype or not np.array_equal(kept[name], array):
            return f"{name} is not what the cards say"
    return None


def _swept(sweeps: _Sweeps, own: _Own, jobs: int) -> Swept:
    """By ranks and by each kind of suit; `own` are the hands that ask by themselves as they are listed."""
    kinds = kinds_of_suits(sweeps.board)
    tasks: list[Callable[[], list[NDArray[np.int32]]]] = [
        sweeps.by_ranks,
        *(partial(sweeps.by_suits, kind) for kind in kinds),
    ]
    (ranks, own_ranks), *by_kind = in_threads(jobs, tasks)
    looks: dict[int, NDArray[np.int32]] = {}
    own_looks: dict[int, NDArray[np.int32]] = {}
    for kind, (answers, *own_answers) in zip(kinds, by_kind, strict=True):
        looks |= dict.fromkeys(kind, answers)
        own_looks |= dict(zip(kind, own_answers, strict=True))
    suits = range(len(sweeps.board.sets))
    return Swept(ranks, own_ranks, [looks[suit] for suit in suits], [own_looks[suit] for suit in suits], own)


def for_kernels(
    showdown: Showdown, hands: Hands, board: Board, kept: Mapping[str, NDArray[Any]]
) -> showdown_states.BoardAnswers:
    """Answers as they are kept, with the hands that asked: pattern by pattern, in the order of the codes."""
    codes = hands.codes(board.renamings)
    weak = _kernel_answers(board, kept, WEAK_PREFIX) if showdown.sweeps_weak else None
    return showdown_states.BoardAnswers(
        _kernel_answers(board, kept, ""), weak, showdown.weak_below, kept["own_indices"], kept["own_strengths"],
        board.kernel_sets, hands.ranks, hands.shapes, hands.look_start, kept["strengths"], codes.start, codes.codes,
    )  # fmt: skip


def deals_against(showdown: Showdown, known: int) -> int:
    """How many hands the dealer can have when `known` cards are not his."""
    return comb(showdown.deck.size - known, showdown.dealt)


def hand_outcomes(showdown: Showdown, hands: Hands) -> NDArray[np.int32]:
    """No board: OUTCOMES of each class of hands against all dealer hands, [class, outcome]."""
    nothing = Board((0,) * hands.suits)
    answers = for_kernels(showdown, hands, nothing, answers_on(showdown, hands, nothing).arrays(nothing))
    outcomes, good = showdown_states.hand_outcomes(answers, deals_against(showdown, hands.cards))
    if not good:
        raise CountError(f"impossible counts of {showdown}")
    return outcomes


def deal_outcomes(
    showdown: Showdown, hand: Sequence[int], board: Sequence[int] = (), known: Sequence[int] = ()
) -> NDArray[np.int64]:
    """OUTCOMES of one hand, by dealing every dealer hand: about 5 million a second.

    `known` are further cards that the dealer cannot have, such as a discard.
    """
    gone = {*hand, *board, *known}
    left = np.array([card for card in showdown.deck.cards if card not in gone], dtype=np.uint8)
    mine, shared = (np.array(cards, dtype=np.uint8) for cards in (hand, board))
    return showdown_deal.deal_all(
        mine, shared, left, showdown.dealt, showdown.weak.kernel_spans, showdown.weak.own_cards, showdown.size,
        showdown.ranking.kernel_arguments,
    )  # fmt: skip
