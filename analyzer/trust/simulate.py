"""A simulation: real cards are dealt, the best strategy is played, all wagers of a round are settled together.

Rounds come in chunks. Chunk i has a stream of random numbers of its own: numpy's Philox, a counter-based generator,
keyed by the seed and jumped ahead i times (2**128 numbers each). So the result depends on the seed and the number of
rounds and not on how many cores dealt them; chunks are added in order, so a simulation that is stopped is the whole
simulation of fewer rounds.

Two ways to settle: the kernel plays and settles the kinds in `ADDERS`, but for hands that are set in two, which
set_rounds.py compares. Kinds whose play depends on the paytable
(pricing/played.py) are played by the `Player` that their pricing gives and settled by the referee: a new kind needs
nothing here.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.asked_lines import Answers
from analyzer.engines.duel.by_hand import actions_table, discard_table, one_street_table, two_streets_table
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.duel.weak import weak_hands
from analyzer.engines.paid_lines import name_of, paid_line, paid_lines
from analyzer.engines.two_hands.results import result_of
from analyzer.errors import CountError, SelectionError
from analyzer.game.file import GameFile
from analyzer.game.lines import line_records
from analyzer.game.model import (
    AskedLinesWager,
    DrawWager,
    Game,
    JokersWager,
    LinesWager,
    Paytable,
    PlayWager,
    PushWager,
    SetWager,
    Wager,
)
from analyzer.game.shapes.seats import seats_of
from analyzer.kernels import KERNEL_VERSION, deals
from analyzer.numbers import decimal_text
from analyzer.pricing.analysis import analyze_wager, select_paytables, select_wagers
from analyzer.pricing.lines import LOSE
from analyzer.pricing.moments import Outcome, paid_name, to_fraction, told_apart
from analyzer.pricing.played import Player, is_played, played_wager
from analyzer.pricing.plays import result_rows
from analyzer.pricing.results import WagerResult
from analyzer.reference.referee import settled_wager
from analyzer.run.jobs import Run
from analyzer.strategy.api import PlayedByRules
from analyzer.trust.refereed_rounds import HandProfiles, RefereedRounds
from analyzer.trust.set_rounds import ByHouseWay, SetRounds, SetSide, Setter, compared, passing
from analyzer.trust.significance import ChiSquare, chi_square, z_score

SCHEMA = "exactodds/simulation/1"
CHUNK = 1 << 18
DEFAULT_ROUNDS = 10_000_000
# Far less likely than anything that chance produces when the analysis is right. With only five expected in a cell, a
# chi-square is this large about 70 times in a million simulations; with a thousand expected, about once.
MIN_P_VALUE = 1e-6
DRAW_SEAT = "draw"
_NO_LINES = line_records([])

Keys = Mapping[int, int]
Packs = NDArray[np.uint8]
NameOf = Callable[[int], str]


@dataclass(frozen=True)
class TalliedBet:
    """A wager under one paytable: where the kernel tallies it, and which outcome each of its keys stands for."""

    wager: Wager
    paytable: Paytable
    place: int
    name_of: NameOf


# --- laying the table ------------------------------------------------------------------------------------------------


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
            dealt += any(isinstance(wager, DrawWager) for wager in game.wagers)
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
        if is_played(wager):
            self.add_played(wager, paytables)
        else:
            ADDERS[type(wager)](self, wager, paytables)

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
        """Places of the groups of the game file in the pack; a seat is one of them, or several never told apart."""
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

    def add_lines(self, wager: LinesWager, paytables: Sequence[Paytable]) -> None:
        tests = [line.test for line in wager.lines]
        before = line_records([line.test for line in wager.tax.lines]) if wager.tax else _NO_LINES
        best = wager.uses == "best_ranked"
        before_all = wager.tax is not None and not wager.tax.before_last
        self.table.add_lines(self.seats(*wager.seats), line_records(tests), before, best, wager.hand_size, before_all)
        self.put(wager, paytables, lambda paytable: lambda key: _line_name(wager, paytable, key))

    def add_jokers(self, wager: JokersWager, paytables: Sequence[Paytable]) -> None:
        self.table.add_jokers(self.seats(*(seat.name for seat in wager.seats)))
        self.put(wager, paytables, lambda paytable: lambda key: _joker_name(wager, paytable, key))

    def add_draw(self, wager: DrawWager, paytables: Sequence[Paytable]) -> None:
        solver = DrawSolver(self.game, wager, self.run)
        automatic = None
        if wager.automatic_win is not None:
            automatic = self.game.ranking.strength_floor(wager.automatic_win, wager.hand_size)
        seats = self.seats(wager.player.name, DRAW_SEAT, wager.dealer.name)
        records = line_records([line.test for line in wager.lines])
        for number, paytable in enumerate(paytables):
            discards = discard_table(solver, paytable, self.played(wager, paytable))
            self.table.add_discard(seats, discards, automatic, wager.may_decline, records, wager.hand_size, number > 0)
            self.put(wager, [paytable], lambda table: lambda key: _draw_name(wager, table, key))

    def add_play(self, wager: PlayWager, paytables: Sequence[Paytable]) -> None:
        community = self.places[wager.community.name] if wager.community else (0, 0)
        seats = [*self.seats(wager.player.name, wager.dealer.name), community]
        weak = weak_hands(self.game, wager)
        records = line_records([line.test for line in wager.lines])
        for paytable in paytables:
            played = self.played(wager, paytable)
            if wager.community is None:
                plays = one_street_table(OneStreet(self.game, wager, self.run), paytable, played)
            elif played is None:
                plays = two_streets_table(TwoStreets(self.game, wager, self.run), paytable)
            else:
                plays = actions_table(TwoStreets(self.game, wager, self.run), played)
            self.table.add_play(seats, plays, weak.kernel_spans, weak.own_cards, records, wager.hand_size)
            self.put(wager, [paytable], lambda own: lambda key: _play_name(wager, own, key))

    def add_set(self, wager: SetWager | PushWager, paytables: Sequence[Paytable]) -> None:
        if isinstance(wager, SetWager) and wager.player_sets != "house_way":
            raise SelectionError(
                f"{wager.id} with player_sets = {wager.player_sets} cannot be simulated: "
                "the simulation sets both hands by the house way"
            )
        seats = self.seats(wager.player.name, wager.dealer.name)
        setters = ByHouseWay(self.game, wager.house_way), ByHouseWay(self.game, wager.dealers_way)
        self.settlers[self.count] = partial(self._compare_sets, wager, seats, setters)
        self.put(wager, paytables, lambda _: lambda key: _set_name(wager, key))

    def _compare_sets(
        self,
        wager: SetWager | PushWager,
        seats: Sequence[tuple[int, int]],
        setters: tuple[Setter, Setter],
        packs: Packs,
    ) -> NDArray[np.uint64]:
        """How the back compares | the front << 2 | whether a push pays more << 4."""
        own, other = (self.set_rounds.side(packs, *one) for one in zip(seats, setters, strict=True))
        back, front = compared(own, other)
        keys = back | front << np.uint64(2)
        if isinstance(wager, PushWager):
            keys |= self._high(wager, packs, seats, (own, other)).astype(np.uint64) << np.uint64(4)
        return keys

    def _high(
        self, wager: PushWager, packs: Packs, seats: Sequence[tuple[int, int]], sides: tuple[SetSide, SetSide]
    ) -> NDArray[np.bool_]:
        """Whether one of the hands has what makes a push pay more."""
        high = np.zeros(len(packs), dtype=np.bool_)
        for name, (first, number), side in zip(("player", "dealer"), seats, sides, strict=True):
            asked = [question for question in wager.high if question.side == name]
            cards = np.ascontiguousarray(packs[:, first : first + number])
            high |= passing(self.game, cards, side, asked)
        return high

    def add_asked(self, wager: AskedLinesWager, paytables: Sequence[Paytable]) -> None:
        """Lines of several questions: the answers of dealt hands, and what they mean for the lines."""
        answers = Answers(self.game, wager)
        seats = self.seats(*wager.seats)

        def settle(packs: Packs) -> NDArray[np.uint64]:
            cards = np.concatenate([packs[:, first : first + number] for first, number in seats], axis=1)
            return answers.of_cards(np.ascontiguousarray(cards))

        self.settlers[self.count] = settle
        self.put(wager, paytables, lambda paytable: lambda key: _paid_name(wager, paytable, answers.lines(key)) or LOSE)


ADDERS: dict[type[Wager], Callable[[TableLayout, Any, Sequence[Paytable]], None]] = {
    LinesWager: TableLayout.add_lines,
    JokersWager: TableLayout.add_jokers,
    DrawWager: TableLayout.add_draw,
    PlayWager: TableLayout.add_play,
    SetWager: TableLayout.add_set,
    PushWager: TableLayout.add_set,
    AskedLinesWager: TableLayout.add_asked,
}


# --- what a key means: the names are those of the analysis -----------------------------------------------------------


def _bits(key: int) -> list[int]:
    return [line for line in range(key.bit_length()) if key >> line & 1]


def _line_name(wager: LinesWager, paytable: Paytable, key: int) -> str:
    name = _paid_name(wager, paytable, _bits(key & 0xFFFFFFFF))
    if wager.tax is None:
        return name or LOSE
    taxed = min(_bits(key >> 32), default=-1)
    charge = wager.tax.amounts[taxed] if taxed >= 0 else Fraction(0)
    return f"{name or 'no-prize'}/tax-{charge}"


def _paid_name(wager: LinesWager | JokersWager, paytable: Paytable, satisfied: Sequence[int]) -> str:
    """The lines that are paid; nothing if none is."""
    return name_of([wager.lines[line].id for line in paid_lines(satisfied, paytable, wager.overlap)])


def _joker_name(wager: JokersWager, paytable: Paytable, key: int) -> str:
    where = {seat.name: key >> 4 * place & 15 for place, seat in enumerate(wager.seats)}
    held = [i for i, line in enumerate(wager.lines) if line.jokers.items() <= where.items()]
    return _paid_name(wager, paytable, held) or LOSE


def _draw_name(wager: DrawWager, paytable: Paytable, key: int) -> str:
    result = ("win", "tie", "lose", "automatic-win")[key & 3]
    by_line = wager.win_pays is None and len(wager.lines) > 1
    told_apart = by_line if result == "win" else wager.automatic_win_pays is None
    if result in ("tie", "lose") or not told_apart:
        return result
    return f"{result}/{wager.lines[paid_line(_bits(key >> 8), paytable, wager.overlap)].id}"


def _play_name(wager: PlayWager, paytable: Paytable, key: int) -> str:
    action, happened = key & 3, key >> 2 & 7
    if action == 0:
        return "fold"
    (row,) = (name for name, indices in result_rows(wager) if happened in indices)
    name = "play" if wager.community is None else ("check", "bet")[action - 1]
    line = paid_line(_bits(key >> 8), paytable, wager.overlap)
    return f"{name}/{row}" + (f"/{wager.lines[line].id}" if line >= 0 else "")


def _set_name(wager: SetWager | PushWager, key: int) -> str:
    result = result_of(key & 3, key >> 2 & 3, wager.copies)
    if isinstance(wager, SetWager):
        return result
    if result != "push":
        return LOSE
    return wager.high_id if key >> 4 & 1 else "push"


# --- results ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SimulatedOutcome:
    """One outcome: how often it should have happened and how often it did."""

    name: str
    title: str
    probability: Fraction
    observed: int
    z: float


@dataclass(frozen=True)
class SimulatedWager:
    """One wager under one paytable. `mean` and its z-score are missing where a pay depends on a meter."""

    wager: str
    paytable: str
    rounds: int
    cells: tuple[SimulatedOutcome, ...]
    chi_square: ChiSquare
    ev: Fraction | None
    mean: Fraction | None
    mean_z: float | None

    @property
    def agrees(self) -> bool:
        return min(self.chi_square.p_value, self.chi_square.rare) >= MIN_P_VALUE

    def document(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "outcomes": [
                {
                    "name": cell.name,
                    "expected": decimal_text(cell.probability * self.rounds, 3),
                    "observed": str(cell.observed),
                    "z": round(cell.z, 4),
                }
                for cell in self.cells
            ],
            "chi_square": round(self.chi_square.statistic, 6),
            "degrees_of_freedom": self.chi_square.degrees,
            "p_value": self.chi_square.p_value,
            "rare_p_value": self.chi_square.rare,
            "ev": None if self.ev is None else str(self.ev),
            "mean": None if self.mean is None else str(self.mean),
            "mean_z": None if self.mean_z is None else round(self.mean_z, 4),
            "agrees": self.agrees,
        }


@dataclass(frozen=True)
class Simulation:
    """A simulated game. `stopped` means that it was interrupted before all rounds were dealt.

    `asked` is the wager, the paytable and the strategy that were asked for, `sees` the cards that the player saw beyond
    what the file shows; with the digest of the game's file it is all that is needed to deal the same rounds again.
    """

    game: Game
    game_file_digest: str
    asked: Mapping[str, str | None]
    seed: int
    rounds: int
    stopped: bool
    wagers: tuple[SimulatedWager, ...]
    sees: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return all(wager.agrees for wager in self.wagers)

    def document(self) -> dict[str, Any]:
        from analyzer import __version__

        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "game_file_sha256": self.game_file_digest,
            "options": dict(self.game.chosen),
            "program": {"version": __version__, "kernels": KERNEL_VERSION},
            "asked": dict(self.asked),
            **({"sees": list(self.sees)} if self.sees else {}),
            "generator": "Philox, jumped once a chunk",
            "chunk": CHUNK,
            "seed": str(self.seed),
            "rounds": str(self.rounds),
            "stopped": self.stopped,
            "agrees": self.agrees,
            "wagers": [wager.document() for wager in self.wagers],
        }


def simulate(
    game_file: GameFile,
    options: Mapping[str, str] | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    rounds: int = DEFAULT_ROUNDS,
    seed: int = 1,
    run: Run | None = None,
    rules: str | None = None,
) -> Simulation:
    """Deal the rounds, and compare what happened with what the analysis expects.

    With `rules`, the path or the name of a strategy, the wager that the strategy is for is played by it.
    """
    game, run = game_file.game(options), run or Run()
    wager = _decided_wager(game, wager, rules) if game_file.sees else wager
    layout = TableLayout(game, run)
    if rules is not None:
        from analyzer.strategy.api import followed_rules

        layout.followed.update(followed_rules(game, wager, paytable, rules, run))
    expected: list[WagerResult] = []
    for chosen in select_wagers(game, wager):
        paytables = select_paytables(chosen, paytable, required=wager is not None)
        if paytables:
            layout.add(chosen, paytables)
            expected += layout.expected(chosen, paytables)
    if not expected:
        raise SelectionError(f"no wager of {game.id} has a paytable {paytable!r}")
    dealt, tallies = _deal(layout, rounds, seed, run)
    if not dealt:
        raise SelectionError("the simulation was stopped before its first chunk of rounds was dealt")
    simulated = tuple(
        _compared(bet, result, tallies[bet.place], dealt) for bet, result in zip(layout.bets, expected, strict=True)
    )
    asked = {"wager": wager, "paytable": paytable, "strategy": None if rules is None else Path(rules).name}
    sees = tuple(map(str, game_file.sees))
    return Simulation(game, game_file.digest, asked, seed, dealt, dealt < rounds, simulated, sees)


def _decided_wager(game: Game, wager: str | None, rules: str | None) -> str:
    """With cards seen that should not be, the main wager alone is played, and as well as it can be."""
    main = game.wagers[0].id
    if wager not in (None, main):
        raise SelectionError(f"cards that are seen change what is decided, and that is decided for {main}, not {wager}")
    if rules is not None:
        raise SelectionError("a strategy does not say what to do with cards that should not be seen; leave out one")
    return main


def _deal(layout: TableLayout, rounds: int, seed: int, run: Run) -> tuple[int, list[Counter[int]]]:
    """(rounds dealt, [{key: rounds}] a wager): all rounds, or whole chunks from the first on if it is interrupted."""
    tallies: list[Counter[int]] = [Counter() for _ in range(layout.count)]
    sizes = [CHUNK] * (rounds // CHUNK) + ([rounds % CHUNK] if rounds % CHUNK else [])
    dealt = 0
    chunks = _chunks(layout, sizes, seed, run.jobs)
    with run.steps("chunks of rounds", len(sizes)) as step:
        try:
            for size, of_chunk in zip(sizes, chunks, strict=True):
                for tally, counts in zip(tallies, of_chunk, strict=True):
                    tally.update(counts)
                dealt += size
                step()
        except KeyboardInterrupt:
            chunks.close()
    return dealt, tallies


def _chunks(layout: TableLayout, sizes: Sequence[int], seed: int, jobs: int) -> Generator[Any, None, None]:
    """The result of each chunk, in order; at most two chunks for each core are computed at a time."""

    def work(number: int) -> list[dict[int, int]]:
        return layout.deal(np.random.Philox(seed).jumped(number), sizes[number])

    waiting: deque[Future[Any]] = deque()
    pool = ThreadPoolExecutor(jobs)
    try:
        for number in range(len(sizes)):
            waiting.append(pool.submit(work, number))
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _compared(bet: TalliedBet, result: WagerResult, tally: Keys, rounds: int) -> SimulatedWager:
    """The tally under the outcomes' names, beside what the analysis expects."""
    seen: Counter[str] = Counter()
    for key, count in tally.items():
        seen[bet.name_of(key)] += count
    if seen.total() != rounds:
        raise CountError(f"{bet.wager.id}: {seen.total()} rounds were settled of {rounds} dealt")
    chances: dict[str, Fraction] = dict.fromkeys(seen, Fraction(0))
    titles: dict[str, str] = {}
    for name, outcome in _named(bet.wager, result):
        chances[name] = chances.get(name, Fraction(0)) + Fraction(outcome.count, result.deals)
        title = outcome.details.get("title", outcome.name)
        titles[name] = title if name == outcome.name else paid_name(title, outcome.net.amount)
    names = [*titles, *(name for name in chances if name not in titles)]
    cells = tuple(
        SimulatedOutcome(
            name, titles.get(name, name), chances[name], seen[name], z_score(seen[name], rounds, chances[name])
        )
        for name in names
        if chances[name] or seen[name]
    )
    test = chi_square([cell.observed for cell in cells], [cell.probability for cell in cells])
    mean, mean_z = _mean(bet.wager, result, seen, rounds)
    return SimulatedWager(bet.wager.id, bet.paytable.id, rounds, cells, test, result.ev, mean, mean_z)


def _named(wager: Wager, result: WagerResult) -> Iterable[tuple[str, Outcome]]:
    """The outcomes under the names that dealt rounds have; the kernel's names are each of one net result."""
    if is_played(wager):
        return told_apart(result.outcomes).items()
    return ((outcome.name, outcome) for outcome in result.outcomes)


def _mean(
    wager: Wager, result: WagerResult, seen: Mapping[str, int], rounds: int
) -> tuple[Fraction | None, float | None]:
    """The mean net result of the rounds, and how many standard errors it is above the expectation."""
    if result.ev is None:
        return None, None
    nets = dict(_named(wager, result))
    if any(name not in nets for name in seen):
        return None, None
    mean = sum((nets[name].net.amount * count for name, count in seen.items()), Fraction(0)) / rounds
    variance = to_fraction(result.price.variance)
    if not variance:
        return mean, 0.0
    return mean, float(mean - result.ev) / sqrt(variance / rounds)
