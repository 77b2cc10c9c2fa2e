"""A table for dealt rounds: where each seat's cards lie in the shuffled pack, and how its wagers are settled.

Two ways to settle: the kernel plays and settles the kinds of laid_wagers.py, but for hands that are set in two, which
set_rounds.py compares. Kinds whose play depends on the paytable (pricing/played.py) are played by the `Player` that
their pricing gives and settled by the referee: a new kind needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.shapes.seats import seats_of
from analyzer.game.wagers.draw import DRAW_SEAT
from analyzer.kernels import deals
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.played import Player, played_wager
from analyzer.pricing.results import WagerResult
from analyzer.reference.referee import settled_wager
from analyzer.run.jobs import Run
from analyzer.strategy.api import PlayedByRules
from analyzer.trust.kinds import laid_by
from analyzer.trust.refereed_rounds import HandProfiles, RefereedRounds
from analyzer.trust.set_rounds import SetRounds

Packs = NDArray[np.uint8]
NameOf = Callable[[int], str]


@dataclass(frozen=True)
class TalliedBet:
    """A wager under one paytable: where the kernel tallies it, and which outcome each of its keys stands for."""

    wager: Wager
    paytable: Paytable
    place: int
    name_of: NameOf


class TableLayout:
    """Places of the seats in the shuffled pack, and the wagers added so far."""

    def __init__(self, game: Game, run: Run) -> None:
        self.game, self.run = game, run
        self.places: dict[str, tuple[int, int]] = {}
        dealt = 0
        for seat in game.seats:
            self.places[seat.name] = (dealt, seat.cards)
            dealt += seat.cards
        if DRAW_SEAT not in self.places:
            self.places[DRAW_SEAT] = (dealt, 1)
            dealt += any(wager.draws_a_card for wager in game.wagers)
        pack = np.array(game.deck.cards, dtype=np.uint8)
        self.table = deals.RoundDealer(pack, dealt, game.ranking.kernel_arguments)
        self.bets: list[TalliedBet] = []
        # For wagers that the kernel does not settle, by place: the keys of rounds from their packs.
        self.settlers: dict[int, Callable[[Packs], NDArray[np.uint64]]] = {}
        self.analysed: dict[tuple[str, str], WagerResult] = {}
        self.followed: dict[tuple[str, str], PlayedByRules] = {}
        self.count = 0
        self.set_rounds = SetRounds()

    def add(self, wager: Wager, paytables: Sequence[Paytable]) -> None:
        lay = laid_by(wager)
        if lay is None:
            self.add_played(wager, paytables)
        else:
            lay(self, wager, paytables)

    def add_played(self, wager: Wager, paytables: Sequence[Paytable]) -> None:
        """A wager that its own player plays, and that the referee settles."""
        rules = self.game.rules
        assert rules is not None
        profiles = HandProfiles(settled_wager(rules, wager.id))
        counted = played_wager(self.game, wager, self.run)
        for paytable, result in zip(paytables, self._analyse(wager, paytables), strict=True):
            player, rounds = counted.player(paytable), RefereedRounds(rules, profiles, paytable.id)
            self.settlers[self.count] = partial(self._settle, player, rounds)
            self.bets.append(TalliedBet(wager, paytable, self.count, partial(rounds.name_of, result)))
            self.count += 1

    def _analyse(self, wager: Wager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        """What the analysis says, kept: names of outcomes are found in it, and rounds are compared with it."""
        missing = [table for table in paytables if (wager.id, table.id) not in self.analysed]
        if missing:
            results = analyze_wager(self.game, wager, missing, self.run)
            self.analysed |= {(wager.id, table.id): one for table, one in zip(missing, results, strict=True)}
        return [self.analysed[wager.id, table.id] for table in paytables]

    def _settle(self, player: Player, rounds: RefereedRounds, packs: Packs) -> NDArray[np.uint64]:
        dealt = {group: packs[:, first : first + number] for group, (first, number) in self.groups.items()}
        return rounds.keys(dealt, player.play(dealt))

    @cached_property
    def groups(self) -> dict[str, tuple[int, int]]:
        """Places of the groups of the game file in the pack; a seat is one, or several that are never distinguished."""
        rules = self.game.rules
        assert rules is not None
        sizes = {group.name: group.cards for group in rules.deal}
        places = {}
        for seat, groups in seats_of(rules).groups_of.items():
            first, _ = self.places[seat]
            for group in groups:
                places[group] = (first, sizes[group])
                first += sizes[group]
        return places

    def settle_cards(self, packs: Packs) -> NDArray[np.uint64]:
        """[round, place] keys of rounds whose cards are given."""
        keys = np.empty((len(packs), self.count), dtype=np.uint64)
        kernel = [place for place in range(self.count) if place not in self.settlers]
        if kernel:
            keys[:, kernel] = self.table.settle_cards(packs)
        for place, settle in self.settlers.items():
            keys[:, place] = settle(packs)
        return keys

    def deal(self, bit_generator: Any, rounds: int) -> list[dict[int, int]]:
        """[{key: rounds}] for each place."""
        if not self.settlers:
            return self.table.deal(bit_generator, rounds)
        tallied = []
        for column in self.settle_cards(self.table.packs(bit_generator, rounds)).T:
            keys, counts = np.unique(column, return_counts=True)
            tallied.append(dict(zip(keys.tolist(), counts.tolist(), strict=True)))
        return tallied

    def played(self, wager: Wager, paytable: Paytable) -> Any:
        """The choices of the rules to be followed, or None for the best ones."""
        rules = self.followed.get((wager.id, paytable.id))
        return None if rules is None else rules.choices

    def expected(self, wager: Wager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        """What the analysis says about the wager as it is played here."""
        ruled = [self.followed[key].result for table in paytables if (key := (wager.id, table.id)) in self.followed]
        return ruled or self._analyse(wager, paytables)

    def seats(self, *names: str) -> list[tuple[int, int]]:
        return [self.places[name] for name in names]

    def put(self, wager: Wager, paytables: Sequence[Paytable], name_of: Callable[[Paytable], NameOf]) -> None:
        """Use the tally of the wager added last for these paytables."""
        self.bets += [TalliedBet(wager, paytable, self.count, name_of(paytable)) for paytable in paytables]
        self.count += 1
