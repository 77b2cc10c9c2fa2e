"""Where the cards of a round lie, and when which of them are seen.

Groups of the file that every hand which is looked at has, or has not, alike are one cell. A cell is seen in parts, each
at one level; a level is all stages at which the player knows the same cards. The last cards that are turned are seen,
if at all, at the leaves: there everything is known but the hidden cell, which belongs to the dealer.

After an exchange the cards of its `from` group lie in another way: the made cell has those that were kept and those
that were drawn, and the discards are a cell of their own, known and used by nobody. A branch is a number of discards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

from analyzer.game.language import Cards, Exchange, Hand, Stage, Test, inner_tests
from analyzer.game.wagers.rounds import RoundWager

LEAF = -1
# Sizes that kernels have room for: cards of one cell, of all own cells together, and cells.
MAX_CELL = 7
MAX_OWN = 16
MAX_CELLS = 10


class LayoutError(Exception):
    """Why cards that lie in this way are not counted."""


Groups = frozenset[str]


@dataclass(frozen=True)
class Part:
    """Groups of one cell that are seen at the same level; `LEAF` where only the leaves see them, or nobody."""

    groups: tuple[str, ...]
    cards: int
    cell: int
    level: int


@dataclass(frozen=True)
class Level:
    """Stages, by their numbers, at which the player knows the same parts, in the order in which these are numbered."""

    stages: tuple[int, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Layout:
    """Cells by their groups: those of the context first, then own ones; `hidden` cards are the dealer's.

    `levels` are those before the leaves, `leaf_stages` are decided with everything seen. `made` is the cell of an
    exchange, whose stage is the last one of the last level.
    """

    cells: tuple[tuple[str, ...], ...]
    contexts: int
    parts: tuple[Part, ...]
    hidden: tuple[str, ...]
    levels: tuple[Level, ...]
    leaf_stages: tuple[int, ...]
    sizes: Mapping[str, int]
    exchange: Exchange | None = None
    made: int = -1

    @property
    def hidden_cards(self) -> int:
        return self.cards(self.hidden)

    def cards(self, groups: Iterable[str]) -> int:
        return sum(self.sizes[group] for group in groups)

    @cached_property
    def cell_cards(self) -> tuple[int, ...]:
        return tuple(self.cards(cell) for cell in self.cells)

    def parts_of(self, cell: int) -> list[Part]:
        """Those that some level sees."""
        return [part for part in self.parts if part.cell == cell and part.level != LEAF]

    def cells_of(self, hand: Hand) -> int:
        """The cells that a hand has, as bits; the hidden cell comes after all others."""
        groups = set(hand.groups)
        cells = [*self.cells, self.hidden]
        return sum(1 << number for number, cell in enumerate(cells) if cell and groups & set(cell))

    def completions(self, deck: int, discards: int = 0) -> int:
        """In how many ways a state of the last level goes on to a finished round."""
        level = self.levels[-1].parts if self.levels else ()
        left, total = deck - sum(part.cards for part in level), comb(deck - sum(part.cards for part in level), discards)
        left -= discards
        for cards in self.unseen_cards():
            total *= comb(left, cards)
            left -= cards
        return total

    def after(self, free: Mapping[str, int], levels: int) -> Layout:
        """What is left when that many levels are passed; of some groups only that many cards are still to be dealt."""
        sizes = {**self.sizes, **free}
        parts = {part: replace(part, cards=sum(sizes[group] for group in part.groups)) for part in self.parts}
        left = [
            replace(level, parts=tuple(parts[part] for part in level.parts if parts[part].cards))
            for level in self.levels[levels:]
        ]
        return replace(self, sizes=sizes, parts=tuple(parts.values()), levels=tuple(left))

    def without_exchange(self) -> Layout:
        """After the exchange: what was made is an own cell like others."""
        return replace(self, exchange=None, made=-1)

    def branches(self) -> tuple[int, ...]:
        """Numbers of discards; 0 is among them for rounds that end before the exchange."""
        return (0,) if self.exchange is None else tuple(sorted({0, *self.exchange.discards}))

    def check(self) -> None:
        """Refuse what kernels have no room for."""
        largest = max([self.hidden_cards, *self.cell_cards, *self.branches()])
        own = sum(self.cell_cards[self.contexts :]) + max(self.branches())
        if largest > MAX_CELL or own > MAX_OWN or len(self.cells) > MAX_CELLS:
            raise LayoutError(
                f"has {own} cards that only the player uses or sees, {largest} of them alike; up to {MAX_OWN}, and "
                f"{MAX_CELL} alike, are counted"
            )
        if self.exchange is not None and self.made < self.contexts:
            raise LayoutError("asks for exchanged cards together with unseen ones of the dealer; not counted")

    def steps(self, deck: int, renamings: int) -> int:
        """About how many steps a count takes: own hands and hidden hands in every context, up to renamings."""
        return sum(self._steps_of_branch(deck, discards) for discards in self.branches()) // renamings

    def _steps_of_branch(self, deck: int, discards: int) -> int:
        left, contexts = _dealt(deck, self.cell_cards[: self.contexts])
        own_cells = [*self.cell_cards[self.contexts :], *([discards] if discards else [])]
        _, own = _dealt(left, own_cells)
        _, hidden = _dealt(left, [self.hidden_cards])
        splits = 1
        for part in self.parts:
            splits *= comb(self.cell_cards[part.cell], part.cards) if part.level != LEAF else 1
        if discards:
            splits *= comb(self.cell_cards[self.made], discards)
        met = 1 << min(sum(own_cells), 7) if self.hidden else 1
        put = 1 << min(self.hidden_cards, 6) if self.hidden else 0
        return contexts * (own * (met + splits) + hidden * put)

    def unseen_cards(self) -> list[int]:
        """How many cards of each cell are dealt after the last level, the hidden ones last."""
        seen = {part.groups for level in self.levels for part in level.parts}
        rest = [
            sum(part.cards for part in self.parts if part.cell == cell and part.groups not in seen)
            for cell in range(len(self.cells))
        ]
        return [*rest, self.hidden_cards]


def layout_of(wager: RoundWager) -> Layout:
    """The cells of a round: of the wager itself, and of the one that is played for, if that is another."""
    return _Laying(wager, wager.main or wager).layout()


def _dealt(left: int, sizes: Iterable[int]) -> tuple[int, int]:
    """Cards that are left, and in how many ways the others were dealt."""
    ways = 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return left, ways


class _Laying:
    def __init__(self, wager: RoundWager, main: RoundWager) -> None:
        self.stages, self.tells = main.stages, bool(wager.exposed)
        self.compare = wager.compare or main.compare
        self.exchange = next((stage.exchange for stage in self.stages if stage.exchange is not None), None)
        sizes = {group.name: group.cards for group in main.deal if not group.made}
        if self.exchange is not None:
            sizes[self.exchange.makes] = sizes[self.exchange.taken_from]
        self.sizes = sizes
        looks = [*round_looks(wager), *round_looks(main)]
        self.looks = list(dict.fromkeys(self._final(groups) for groups in looks))

    def _final(self, groups: Iterable[str]) -> Groups:
        """Groups as they are at the end: what an exchange takes from lies in the group that it makes."""
        if self.exchange is None:
            return frozenset(groups)
        return frozenset(self.exchange.makes if group == self.exchange.taken_from else group for group in groups)

    def layout(self) -> Layout:
        known = self._known()
        last = known[-1][0] if known else frozenset()
        relevant = [group for group in self._dealt() if any(group in look for look in (*self.looks, last))]
        hidden = self._hidden([group for group in relevant if group not in last])
        leaf_stages: tuple[int, ...] = ()
        if known and last | hidden >= set(relevant) and not self._exchanged_at(known[-1][1]) and not self._told(known):
            leaf_stages = known.pop()[1]
        if self.exchange is not None and not any(self._exchanged_at(stages) for _, stages in known[-1:]):
            raise LayoutError("after an exchange cards are seen, or decided about, in several steps; one is counted")
        looks = [
            *self.looks,
            *(self._final(look) for number in leaf_stages for look in stage_looks(self.stages[number])),
        ]
        cells, contexts = self._cells([group for group in relevant if group not in hidden], looks, hidden)
        parts = tuple(self._parts(cells, known))
        levels = tuple(
            Level(stages, tuple(part for part in parts if LEAF < part.level <= number))
            for number, (_, stages) in enumerate(known)
        )
        made = next((at for at, cell in enumerate(cells) if self.exchange and cell == (self.exchange.makes,)), -1)
        ordered = tuple(group for group in relevant if group in hidden)
        return Layout(cells, contexts, parts, ordered, levels, leaf_stages, self.sizes, self.exchange, made)

    def _told(self, known: Sequence[tuple[Groups, tuple[int, ...]]]) -> bool:
        """Whether the only decisions are made by state, not at the leaves: what each state is worth is then known."""
        return self.tells and len(known) == 1

    def _dealt(self) -> list[str]:
        """The groups that lie somewhere at the end, in dealing order."""
        if self.exchange is None:
            return list(self.sizes)
        taken, draw, makes = self.exchange.taken_from, self.exchange.draw, self.exchange.makes
        return [makes if group == taken else group for group in self.sizes if group not in (draw, makes)]

    def _exchanged_at(self, stages: Sequence[int]) -> bool:
        return any(self.stages[number].exchange is not None for number in stages)

    def _known(self) -> list[tuple[Groups, tuple[int, ...]]]:
        """The stages at which something is done, those that know the same together, and what they know.

        A stage after an exchange never knows the same as one before it, even if it sees nothing new.
        """
        levels: list[tuple[Groups, tuple[int, ...]]] = []
        seen: Groups = frozenset()
        for number, stage in enumerate(self.stages):
            seen |= self._final(stage.sees)
            if not (stage.choices or stage.exchange is not None or stage.automatic_win is not None):
                continue
            if levels and levels[-1][0] == seen and not self._exchanged_at(levels[-1][1]):
                levels[-1] = seen, (*levels[-1][1], number)
            else:
                levels.append((seen, (number,)))
        return levels

    def _hidden(self, unseen: Sequence[str]) -> Groups:
        """The largest of the dealer's cells that nobody sees."""
        if self.compare is None:
            return frozenset()
        player, dealer = (self._final(hand.groups) for hand in self.compare)
        cells: dict[tuple[bool, ...], list[str]] = {}
        for group in unseen:
            if group in dealer and group not in player:
                cells.setdefault(tuple(group in look for look in self.looks), []).append(group)
        return frozenset(max(cells.values(), key=lambda cell: sum(map(self.sizes.__getitem__, cell)), default=()))

    def _cells(
        self, groups: Sequence[str], looks: Sequence[Groups], hidden: Groups
    ) -> tuple[tuple[tuple[str, ...], ...], int]:
        """Cells of the context, and own ones; how many are the context's."""
        cells: dict[tuple[bool, ...], list[str]] = {}
        for group in groups:
            is_made = self.exchange is not None and group == self.exchange.makes
            cells.setdefault((is_made, *(group in look for look in looks)), []).append(group)
        beside = frozenset().union(*(look for look in looks if look & hidden))
        context = [tuple(cell) for cell in cells.values() if beside & set(cell)]
        own = [tuple(cell) for cell in cells.values() if not beside & set(cell)]
        # What is exchanged comes last: its discards are a cell after it.
        own.sort(key=lambda cell: self.exchange is not None and cell == (self.exchange.makes,))
        return (*context, *own), len(context)

    def _parts(
        self, cells: Sequence[tuple[str, ...]], known: Sequence[tuple[Groups, tuple[int, ...]]]
    ) -> Iterator[Part]:
        """Of each cell: what every level sees, told apart where a stage asks; then the rest."""
        asked = [
            self._final(look) for _, stages in known for number in stages for look in stage_looks(self.stages[number])
        ]
        for number, cell in enumerate(cells):
            parts: dict[tuple[int, tuple[bool, ...]], list[str]] = {}
            for group in cell:
                level = next((at for at, (seen, _) in enumerate(known) if group in seen), LEAF)
                asked_by = tuple(group in look for look in asked) if level != LEAF else ()
                parts.setdefault((level, asked_by), []).append(group)
            for (level, _), groups in sorted(parts.items(), key=lambda item: (item[0][0] == LEAF, item[0][0])):
                yield Part(tuple(groups), sum(map(self.sizes.__getitem__, groups)), number, level)


def round_looks(wager: RoundWager) -> Iterator[tuple[str, ...]]:
    """The groups of every hand that a finished round is asked about."""
    if wager.compare is not None:
        yield from (hand.groups for hand in wager.compare)
    yield from (question.hand.groups for question in wager.questions)


def stage_looks(stage: Stage) -> Iterator[tuple[str, ...]]:
    """The groups of every hand that a stage asks about."""
    tests: list[Test | None] = [stage.automatic_win, *(choice.when for choice in stage.choices)]
    for test in tests:
        for inner in inner_tests(test):
            if isinstance(inner.of, Cards):
                yield inner.of.hand.groups
