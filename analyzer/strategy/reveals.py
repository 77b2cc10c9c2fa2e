"""Decisions between reveals in words: what the cards seen look like, and what is then done, with its exact cost.

States that look alike get one decision: the one that is worth most over all of them. What always deciding so is worth
is worked out backwards through every state, so the cost against the best play is exact. A look is the pair or better
that was seen and which line such a pair is paid by; or how many cards would be such a pair, whether all are of one
suit, and in how many straights they fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import FIRST_JOKER, RANKS
from analyzer.documents import JsonDict
from analyzer.engines.bets import Path
from analyzer.engines.decide import BestChoice
from analyzer.errors import TooLargeError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import RevealWager
from analyzer.integers import MAX_VALUE, dot
from analyzer.pricing.played_reveal import PlayedReveal
from analyzer.run.jobs import Run
from analyzer.strategy.holds.card import plain_pair
from analyzer.strategy.holds.looks import RANK_COUNT, straights_with

SCHEMA = "exactodds/reveal-list/1"
MADE = {0: "", 1: "pair", 2: "two pair", 3: "three of a kind", 4: "full house", 6: "four of a kind"}
Rows = NDArray[np.int64]


class Seen(NamedTuple):
    """How cards look: equal pairs among them, the class of the highest rank that is paired, wild cards, how many
    unpaired cards there are of each class of ranks, whether all are of one suit, in how many straights they fit."""

    equal: int
    paired: int
    wilds: int
    by_class: tuple[int, ...]
    suited: bool
    straights: int


class RankClasses(NamedTuple):
    """Ranks by the line that a pair of them is paid by: the name and the ranks (bits) of each, best paid first."""

    names: tuple[str, ...]
    ranks: tuple[int, ...]


@dataclass
class RevealDecision:
    """One decision of the list: after a path, by the place of the look."""

    path: Path
    choices: NDArray[np.intp]
    reached: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


class RevealList:
    """A wager of reveals decided by looks."""

    def __init__(self, game: Game, wager: RevealWager, paytable: Paytable, run: Run) -> None:
        self.game, self.wager, self.paytable = game, wager, paytable
        self.played = PlayedReveal(game, wager, run)
        self.best = self.played.best(paytable)
        self.counted, self.bets = self.best.counted, self.best.bets
        nets = [abs(net) for path in self.bets.ended_paths() for net in self.bets.nets(path, self.counted.final.kinds)]
        if self.counted.deals * max(nets) * self.best.denominator >= MAX_VALUE:
            raise TooLargeError(f"{wager.id}: pays with such denominators are too large for a list of decisions")

    @cached_property
    def classes(self) -> RankClasses:
        """From pairs beside three cards that make nothing more of them."""
        deck = self.game.deck
        ranks = [rank for rank in deck.ranks if rank not in self.game.wild_ranks]
        place = {card: position for position, card in enumerate(deck.cards)}
        paid = self.played.events.paid(self.paytable)
        lines: dict[int, int] = {}
        for rank in ranks:
            hand = plain_pair(rank, ranks, deck.suits)
            line = -1
            if hand is not None:
                line = paid[self.counted.final.events[colex_index(sorted(place[card] for card in hand))]]
            lines[line] = lines.get(line, 0) | 1 << rank
        ordered = sorted(lines, key=lambda line: line if line >= 0 else len(paid) + 99)
        return RankClasses(tuple(_ranks_text(lines[line]) for line in ordered), tuple(lines[line] for line in ordered))

    def looks(self, stage: int) -> tuple[list[Seen], NDArray[np.intp]]:
        """The looks of a stage, and that of each state."""
        cards = np.array(self.game.deck.cards, dtype=np.int64)[self.counted.states[stage].cards]
        wild = (cards >= FIRST_JOKER) | np.isin(cards >> 2, list(self.game.wild_ranks))
        ranks, suits = cards >> 2, cards & 3
        natural = ~wild
        held = np.bitwise_or.reduce(np.where(natural, 1 << np.minimum(ranks, RANK_COUNT - 1), 0), axis=1)
        same = natural[:, :, None] & natural[:, None, :] & (ranks[:, :, None] == ranks[:, None, :])
        often = same.sum(axis=2)  # how often the rank of each card was seen
        equal = (same.sum(axis=(1, 2)) - natural.sum(axis=1)) // 2
        of_class = np.zeros_like(ranks)
        for number, members in enumerate(self.classes.ranks):
            of_class[(members >> np.minimum(ranks, RANK_COUNT - 1) & 1).astype(bool)] = number
        none = len(self.classes.ranks)
        paired = np.where(often > 1, of_class, none).min(axis=1)
        alone = [((often == 1) & natural & (of_class == number)).sum(axis=1) for number in range(none)]
        suited = np.where(natural, suits, 0).max(axis=1) == np.where(natural, suits, 3).min(axis=1)
        straights = np.where(
            equal == 0, straights_with(np.arange(1 << RANK_COUNT), self.game.deck, self.game.wild_ranks)[held], 0
        )
        made = equal > 0
        columns = [equal, np.where(made, paired, none), wild.sum(axis=1), *alone, suited & ~made, straights]
        rows, inverse = np.unique(np.stack(columns, axis=1).astype(np.int64), axis=0, return_inverse=True)
        looks = [
            Seen(row[0], row[1], row[2], tuple(row[3 : 3 + none]), bool(row[-2]), row[-1]) for row in rows.tolist()
        ]
        return looks, inverse.reshape(-1).astype(np.intp)

    @cached_property
    def _looks(self) -> list[tuple[list[Seen], NDArray[np.intp]]]:
        return [self.looks(stage) for stage in range(len(self.bets.stages))]

    @cached_property
    def decided(self) -> tuple[dict[Path, RevealDecision], dict[Path, BestChoice]]:
        """The decisions of the list from the last to the first, and what following them is worth in each state."""
        decisions: dict[Path, RevealDecision] = {}
        worth: dict[Path, BestChoice] = {}
        for path in reversed(self.bets.paths()):
            looks, look_of = self._looks[len(path)]
            columns = self.best.values_with(path, worth)
            weights = np.maximum(self.best.reached[path], 0)
            totals = np.zeros((len(looks), len(columns)), dtype=np.int64)
            rest = np.zeros_like(totals)
            for choice, column in enumerate(columns):
                np.add.at(totals[:, choice], look_of, column * weights)
                np.add.at(rest[:, choice], look_of, column)
            order = self.bets.order(path)
            # Looks that are never reached in best play are decided too: all their states count alike.
            is_reached = np.zeros(len(looks), dtype=np.bool_)
            is_reached[look_of[weights > 0]] = True
            ranked = np.where(is_reached[:, None], totals, rest)[:, order]
            choices = np.array(order)[ranked.argmax(axis=1)]
            taken = choices[look_of]
            value = np.stack(columns)[taken, np.arange(len(taken))]
            decisions[path] = RevealDecision(path, choices)
            worth[path] = BestChoice(taken, value, np.ones(len(taken), dtype=np.intp), value)
        return decisions, worth

    @cached_property
    def ev(self) -> Fraction:
        total = dot(self.counted.weights, self.decided[1][()].value)
        return Fraction(total, self.counted.deals * self.best.denominator)

    @property
    def cost(self) -> Fraction:
        return self.best.expectation - self.ev

    def decisions(self) -> list[RevealDecision]:
        """Those that a player who follows the list comes to, in order, with the deals that come to each look."""
        decisions, worth = self.decided
        reached: dict[Path, Rows] = {(): self.counted.weights}
        listed = []
        for path in self.bets.paths():
            own = reached.get(path)
            if own is None or not own.any():
                continue
            looks, look_of = self._looks[len(path)]
            decision = decisions[path]
            decision.reached = np.zeros(len(looks), dtype=np.int64)
            np.add.at(decision.reached, look_of, own)
            listed.append(decision)
            for choice in range(len(self.bets.stages[len(path)])):
                longer = (*path, choice)
                if not self.bets.ends(longer):
                    there = np.where(worth[path].best == choice, own, 0)
                    reached[longer] = np.repeat(there, self.counted.ways(len(longer)))
        return listed

    def document(self) -> JsonDict:
        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "options": dict(self.game.chosen),
            "wager": self.wager.id,
            "paytable": self.paytable.id,
            "decisions": [self._decision(decision) for decision in self.decisions()],
            "ev": str(self.ev),
            "best_ev": str(self.best.expectation),
            "cost": str(self.cost),
        }

    def _decision(self, decision: RevealDecision) -> JsonDict:
        stage = len(decision.path)
        names = [choice.name for choice in self.bets.stages[stage]]
        looks, _ = self._looks[stage]
        total = int(decision.reached.sum())
        happens = [place for place in range(len(looks)) if decision.reached[place]]
        shares = {
            number: sum(int(decision.reached[place]) for place in happens if decision.choices[place] == number)
            for number in range(len(names))
        }
        usual = max(shares, key=lambda number: shares[number])
        done = {looks[place]: int(decision.choices[place]) for place in happens}
        often = {looks[place]: int(decision.reached[place]) for place in happens}
        rows = [
            {
                "seen": self.words(part),
                "do": names[done[members[0]]],
                "frequency": str(Fraction(sum(often[seen] for seen in members), total)),
            }
            for part, members in merged(done)
            if done[members[0]] != usual
        ]
        rows.sort(key=lambda row: -names.index(row["do"]))
        made = [self.bets.stages[number][choice].name for number, choice in enumerate(decision.path)]
        return {
            "decision": f"decision {stage + 1}" + (f" after {', '.join(made)}" if made else ""),
            "rows": rows,
            "otherwise": names[usual],
            "otherwise_frequency": str(Fraction(shares[usual], total)),
        }

    def words(self, seen: Part) -> str:
        """What is left out of a part does not matter."""
        parts = [f"{seen.wilds} wild"] if seen.wilds else []
        if seen.equal:
            is_ranked = seen.paired is not None and seen.paired < len(self.classes.names)
            rank = f" of {self.classes.names[seen.paired or 0]}" if is_ranked else ""
            parts.append(MADE.get(seen.equal, "equal ranks") + rank)
        counts = zip(self.classes.names, seen.by_class or (), strict=False)
        alone = " and ".join(f"{count} of {name}" for name, count in counts if count)
        parts += [f"with {alone}" if seen.equal else alone] if alone else []
        if not seen.equal and seen.suited is not None:
            parts.append("one suit" if seen.suited else "different suits")
        if not seen.equal and seen.straights is not None:
            fits = {0: "no straight fits", 1: "1 straight fits"}
            parts.append(fits.get(seen.straights, f"{seen.straights} straights fit"))
        return ", ".join(parts) or "no pair"


class Part(NamedTuple):
    """A look with less in it: None where it does not matter."""

    equal: int
    paired: int | None = None
    wilds: int | None = None
    by_class: tuple[int, ...] | None = None
    suited: bool | None = None
    straights: int | None = None


# Descriptions of a look, the shortest first: the first that determines the decision is used.
SAID = (
    ("equal",),
    ("equal", "wilds"),
    ("equal", "wilds", "paired"),
    ("equal", "wilds", "suited"),
    ("equal", "wilds", "paired", "by_class"),
    ("equal", "wilds", "suited", "straights"),
    ("equal", "wilds", "paired", "by_class", "suited"),
    ("equal", "wilds", "paired", "by_class", "straights"),
    tuple(Part._fields),
)


def merged(done: Mapping[Seen, int]) -> list[tuple[Part, list[Seen]]]:
    """Looks that are decided alike, together, by the least that has to be said of them; the better ones first.

    What is said must hold for these looks and for none that is decided otherwise, so the order of rows is of no matter.
    """
    left = dict(done)
    listed: list[tuple[Part, list[Seen]]] = []
    for keys in SAID:
        parts: dict[Part, list[Seen]] = {}
        for seen in done:
            parts.setdefault(Part(**{key: getattr(seen, key) for key in keys}), []).append(seen)
        for part, members in parts.items():
            own = [seen for seen in members if seen in left]
            if own and len({done[seen] for seen in members}) == 1:
                listed.append((part, own))
                for seen in own:
                    del left[seen]
    return sorted(listed, key=lambda one: min(_rank(seen) for seen in one[1]))


def _rank(seen: Seen) -> tuple[Any, ...]:
    """Better looks are lower."""
    classes = tuple(-count for count in seen.by_class)
    return -seen.equal, seen.paired, -seen.wilds, not seen.suited, classes, -seen.straights


def _ranks_text(ranks: int) -> str:
    """
    >>> _ranks_text(0b1111 << 9), _ranks_text(0b101)
    ('J-A', '2,4')
    """
    runs: list[list[int]] = []
    for rank in range(RANK_COUNT):
        if ranks >> rank & 1:
            if runs and runs[-1][-1] == rank - 1:
                runs[-1].append(rank)
            else:
                runs.append([rank])
    return ",".join(RANKS[run[0]] if len(run) == 1 else f"{RANKS[run[0]]}-{RANKS[run[-1]]}" for run in runs)
