"""The decisions of a round as tables: what is done with which hand, at every decision that the best play comes to.

Rows are exact: a row in which every hand is played alike says so, any other how often each choice is made. What suits,
or cards beside the player's own hand, change within a row is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.ranking import read_value
from analyzer.engines.decided import JOKER, DecidedRow, pairs_name, rank_name
from analyzer.engines.rounds.backwards import Backwards
from analyzer.engines.rounds.levels import LevelRound
from analyzer.engines.rounds.player import RoundPlayer
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.ways import Node, Way
from analyzer.kernels import colex, evaluate
from analyzer.run.jobs import Run

# Cards that count in a hand, and the most that a hand is chosen from.
BEST, MAX_SEEN = 5, 7
# States of the last level, about 60 bytes each, up to which tables are made.
MAX_STATES = 10_000_000
# Deals of all cards that the player ever sees, up to which last decisions are listed.
MAX_DEALS = 1 << 21
AUTOMATIC_WIN = "automatic-win"

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class RoundTable:
    """A decision: after what was done, its choices, and rows from the highest hand down."""

    stage: int
    way: Way
    names: tuple[str, ...]
    rows: tuple[DecidedRow, ...]


def round_tables(setting: RoundSetting, run: Run) -> list[RoundTable]:
    """One for each decision that is come to; none where there are too many states.

    Last decisions, with all cards seen, are listed only where these cards can be dealt in few ways.
    """
    if _states(setting) > MAX_STATES:
        return []
    player = RoundPlayer(setting, run)
    tables = [*_level_tables(player.backwards)]
    if setting.ways.leaf_level in {node.level for node in setting.ways.nodes} and _deals(setting) <= MAX_DEALS:
        tables += _last_tables(player)
    return [table for table in tables if table.rows]


# --- decisions before the last cards: states are listed --------------------------------------------------------------


def _level_tables(backwards: Backwards) -> Iterator[RoundTable]:
    setting = backwards.setting
    (root,) = setting.ways.roots
    leading = {id(root): np.ones(1, dtype=np.bool_)}  # by number of a state of the level below
    for number, level in enumerate(backwards.levels):
        parents = level.parents if number else np.zeros(len(level.states), dtype=np.int64)
        at = {target: came[parents] for target, came in leading.items()}
        hands = _hands_of(setting, number)
        for node, options, chosen in zip(level.nodes, level.options, level.chosen & 0x7F, strict=True):
            comes = at.pop(id(node), np.zeros(len(level.states), dtype=np.bool_))
            yield _level_table(backwards, node, level, hands, comes, chosen)
            for place, target in enumerate(options):
                at[id(target)] = at.get(id(target), False) | comes & (chosen == place)
        leading = {target: level.states.by_number(came) for target, came in at.items()}


def _names(node: Node) -> tuple[str, ...]:
    return tuple(option.name or AUTOMATIC_WIN for option in node.options)


def _level_table(
    backwards: Backwards, node: Node, level: LevelRound, hands: Cards, comes: NDArray[np.bool_], chosen: Cards
) -> RoundTable:
    names, weights = _names(node), level.states.weights
    rows = np.flatnonzero(comes)
    if node.exchange is None or backwards.exchange is None:
        return _table(backwards.setting, node.stage, node.way, names, hands[rows], chosen[rows], weights[rows])
    won = rows[chosen[rows] == 1]
    cases = [(won, np.full(len(won), node.automatic), weights[won])]
    place_of = {number: place for place, number in enumerate(backwards.exchange.numbers)}
    for best in backwards.exchange.best(node, rows[chosen[rows] == 0]):
        for subset, gone in enumerate(backwards.exchange.subsets):
            shares = best.shares[:, subset].astype(np.int64)
            made = np.flatnonzero(shares)
            places = np.full(len(made), place_of[len(gone)])
            cases.append((best.places[made], places, weights[best.places[made]] * shares[made]))
    order = backwards.setting.suits.order
    cases[0] = *cases[0][:2], cases[0][2] * order
    states, choices, often = (np.concatenate(column) for column in zip(*cases, strict=True))
    return _table(backwards.setting, node.stage, node.way, names, hands[states], choices, often)


def _hands_of(setting: RoundSetting, number: int) -> Cards:
    """[state, card] what a level knows of the player's own hand."""
    groups, start = set(_own_groups(setting)), 0
    places: list[int] = []
    for part in setting.layout.levels[number].parts:
        if not groups or groups & set(part.groups):
            places += range(start, start + part.cards)
        start += part.cards
    held: Cards = setting.cards[setting.states[number].cards[:, np.array(places, dtype=np.intp)]]
    return held


def _own_groups(setting: RoundSetting) -> tuple[str, ...]:
    """The groups of the player's own hand, as they are in the end."""
    return setting.final(setting.main.own_groups)


# --- last decisions: every deal of the cards that the player sees is played ------------------------------------------


def _seen_groups(setting: RoundSetting) -> dict[str, int]:
    """All groups that the player ever sees, as they are dealt, and their cards."""
    exchange, layout = setting.layout.exchange, setting.layout
    groups = [group for cell in layout.cells for group in cell if group not in layout.hidden]
    if exchange is None:
        return {group: layout.sizes[group] for group in groups}
    dealt = [exchange.taken_from if group == exchange.makes else group for group in groups]
    sizes = {group.name: group.cards for group in setting.main.deal}
    return {group: sizes[group] for group in [*dealt, exchange.draw]}


def _deals(setting: RoundSetting) -> int:
    return _ways_to_deal(setting, _seen_groups(setting).values())


def _states(setting: RoundSetting) -> int:
    """About how many states the last level has."""
    levels = setting.layout.levels
    sizes = [part.cards for part in levels[-1].parts] if levels else []
    return _ways_to_deal(setting, sizes) // setting.suits.order


def _ways_to_deal(setting: RoundSetting, sizes: Iterable[int]) -> int:
    left, total = len(setting.suits.cards), 1
    for size in sizes:
        total *= comb(left, size)
        left -= size
    return total


def _all_deals(deck: Cards, sizes: Sequence[int]) -> list[Cards]:
    """Every way to deal groups of these sizes: by group [deal, card]."""
    dealt: list[Cards] = []
    rest = deck[None, :]
    for size in sizes:
        left = rest.shape[1]
        places = colex.hands_in_range(0, comb(left, size), size).astype(np.intp)
        others = np.array([[at for at in range(left) if at not in row] for row in places.tolist()], dtype=np.intp)
        dealt = [np.repeat(cards, len(places), axis=0) for cards in dealt]
        taken = rest[:, places].reshape(-1, size)
        rest = rest[:, others].reshape(-1, left - size)
        dealt.append(np.ascontiguousarray(taken))
    return dealt


def _last_tables(player: RoundPlayer) -> Iterator[RoundTable]:
    setting = player.setting
    groups = _seen_groups(setting)
    dealt = dict(zip(groups, _all_deals(setting.cards, list(groups.values())), strict=True))
    played = player.play(dealt)
    lying = dealt if played.made is None else dealt | {setting.made_group: played.made}
    own = [group for group in _own_groups(setting) if group in lying] or list(dealt)
    hands = np.concatenate([lying[group] for group in own], axis=1)
    for node in setting.ways.nodes:
        if node.level != setting.ways.leaf_level:
            continue
        names = _names(node)
        choice_of = [_choice(node, names, end.way) for end in setting.ways.ends]
        choices = np.array(choice_of, dtype=np.intp)[played.ends]
        rows = np.flatnonzero(choices >= 0)
        weights = np.ones(len(rows), dtype=np.int64)
        yield _table(setting, node.stage, node.way, names, hands[rows], choices[rows], weights)


def _choice(node: Node, names: Sequence[str], way: Way) -> int:
    """Which of the choices of a decision leads on this way; -1 if the way does not come there."""
    before, after = way[: len(node.way)], way[len(node.way) :]
    return names.index(after[0][1]) if before == node.way and after and after[0][0] == node.stage else -1


# --- rows ------------------------------------------------------------------------------------------------------------


def _table(
    setting: RoundSetting,
    stage: int,
    way: Way,
    names: tuple[str, ...],
    hands: Cards,
    chosen: NDArray[np.integer],
    weights: Counts,
) -> RoundTable:
    if not len(hands):
        return RoundTable(stage, way, names, ())
    seen = hands.shape[1]
    keys = _keys(setting, hands)
    different, places = np.unique(keys, axis=0, return_inverse=True)
    sums = np.zeros((len(different), len(names)), dtype=np.int64)
    np.add.at(sums, (places.reshape(-1), chosen.astype(np.intp)), weights)
    return RoundTable(stage, way, names, tuple(_runs(different.tolist(), sums, seen)))


def _keys(setting: RoundSetting, hands: Cards) -> Counts:
    """What hands are told apart by, higher hands with higher numbers."""
    seen = hands.shape[1]
    if 0 < seen <= 2:
        return _printed(hands)
    return _strengths(setting, hands) if 0 < seen <= MAX_SEEN else np.zeros((len(hands), 1), dtype=np.int64)


def _strengths(setting: RoundSetting, hands: Cards) -> Counts:
    """[hand, 1] the strength of the best cards seen; wild ranks count as jokers do."""
    wild = dict(zip(setting.suits.cards, setting.wild(setting.suits.cards).tolist(), strict=True))
    as_read = np.array([FIRST_JOKER if wild.get(card) else card for card in range(256)], dtype=np.uint8)
    cards = np.ascontiguousarray(np.sort(as_read[hands], axis=1))
    values = evaluate.values_of_cards(cards, min(BEST, hands.shape[1]), setting.pack.ranking.kernel_arguments)
    strengths: Counts = (values >> 1).astype(np.int64)
    return strengths[:, None]


def _printed(hands: Cards) -> Counts:
    """[hand, (high rank, whether of one suit, low rank)] of one or two cards."""
    ranks = np.sort(np.minimum(hands >> 2, JOKER), axis=1).astype(np.int64)
    suited = (hands[:, 0] & 3 == hands[:, -1] & 3) & (ranks[:, -1] < JOKER) & (hands.shape[1] > 1)
    return np.stack([ranks[:, -1], suited.astype(np.int64), ranks[:, 0]], axis=1)


def _runs(keys: Sequence[Sequence[int]], sums: Counts, seen: int) -> Iterator[DecidedRow]:
    """Neighbouring hands with which the same is done, or with which it depends, from the highest down."""
    if len(np.unique(sums > 0, axis=0)) == 1:
        yield DecidedRow(_name([], 0), tuple(sums.sum(axis=0).tolist()))
        return
    listed = sorted(zip(keys, sums.tolist(), strict=True), reverse=True)
    pairs = seen == 2
    alike = groupby(listed, key=lambda one: (one[0][:2] if pairs else (), [count > 0 for count in one[1]]))
    for _, run in alike:
        some = list(run)
        name = _name([key for key, _ in some], seen)
        yield DecidedRow(name, tuple(map(sum, zip(*(counts for _, counts in some), strict=True))))


def _name(keys: Sequence[Sequence[int]], seen: int) -> str:
    """
    >>> _name([(12, 1, 11), (12, 1, 10)], 2), _name([(5, 0, 5), (3, 0, 3)], 1)
    ('A with K-Q, suited', '7 to 5')
    """
    if seen == 0:
        return "any hand"
    if seen > MAX_SEEN:
        return f"any {seen} cards"
    if seen > 2:
        high, low = (str(read_value(key[0] << 1 | 1)) for key in (keys[0], keys[-1]))
        return high if high == low else f"{low} to {high}"
    if seen == 2:
        return pairs_name(keys[0][0], bool(keys[0][1]), [key[2] for key in keys])
    high, low = rank_name(keys[0][0]), rank_name(keys[-1][0])
    return high if high == low else f"{high} to {low}"
