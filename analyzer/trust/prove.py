"""The proofs, for anyone to run: each reports what was compared, how many cases there were, and what differed.

| part           | what is compared with what                                                                      |
|----------------|-------------------------------------------------------------------------------------------------|
| evaluator      | the kernels' worth of sampled hands with the literal reference: type, natural or not, and order   |
| house way      | how the kernel sets sampled hands with how the literal house way sets them                      |
| referee        | every wager and paytable on reduced decks with the referee, who plays the game file literally    |
| reduced decks  | every wager and option on decks so small that the reference goes through every deal              |
| states         | counts of sampled states of the real deck with every hand of the other side, one by one          |
| totals         | the deals of every wager with the number by formula                                             |
| published      | frequencies of hands, and figures of a page of the library, with those printed elsewhere        |
| simulation     | dealt rounds with the analysis, by chi-square                                                   |

A part that raises an error of the program has failed, too, and says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import comb, prod
from time import perf_counter

from analyzer.cards.deck import RANKS, SUITS, Deck
from analyzer.documents import JsonDict
from analyzer.engines.tally import count_lines
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.lines import LineTest
from analyzer.game.model import Game, Line, Paytable, Wager
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import KERNEL_VERSION
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.played import is_played
from analyzer.pricing.results import WagerResult
from analyzer.reference import games as reference_games
from analyzer.reference.deals import number_of_deals
from analyzer.reference.referee import settled_wager
from analyzer.run.jobs import Run
from analyzer.trust import simulate as simulation
from analyzer.trust.compared_hands import evaluator_tasks, house_way_tasks
from analyzer.trust.comparisons import Comparison, Effort, Task
from analyzer.trust.kinds import state_tasks
from analyzer.trust.printed import compare_printed, printed_of
from analyzer.trust.published import PUBLISHED, WILD_RANKS, PublishedCounts
from analyzer.trust.refereed import compare_with_referee, refereed

SCHEMA = "exactodds/proof/1"
QUICK = Effort(600, 300, 1, 2, 0, 1, 0, 2_000_000, 20, 500_000)
FULL = Effort(10_000, 10_000, 9, 10, 1, 10, 1, 20_000_000)
SIMULATED = "simulation"


@dataclass(frozen=True)
class ProofCheck:
    """One comparison: how many cases, and what differed (the first few), if anything."""

    part: str
    what: str
    cases: int
    differences: tuple[str, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        return not self.differences

    def document(self) -> JsonDict:
        return {
            "part": self.part,
            "what": self.what,
            "cases": str(self.cases),
            "passed": self.passed,
            "differences": list(self.differences),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Proof:
    """All checks of a game; the digest is that of its file."""

    game: Game
    game_file_digest: str
    quick: bool
    seed: int
    checks: tuple[ProofCheck, ...]
    # What was not compared, and why.
    not_compared: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def failed_parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check.part for check in self.checks if not check.passed))

    def document(self) -> JsonDict:
        from analyzer import __version__

        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "game_file_sha256": self.game_file_digest,
            "options": dict(self.game.chosen),
            "program": {"version": __version__, "kernels": KERNEL_VERSION},
            "quick": self.quick,
            "seed": str(self.seed),
            "passed": self.passed,
            "failed_parts": list(self.failed_parts),
            "checks": [check.document() for check in self.checks],
            "not_compared": list(self.not_compared),
        }


MAX_SHOWN = 5
# Decks on which the referee plays each wager.
MAX_REFEREED = 3


def prove(
    game_file: GameFile,
    options: Mapping[str, str] | None = None,
    quick: bool = False,
    seed: int = 1,
    run: Run | None = None,
    effort: Effort | None = None,
) -> Proof:
    """Make every check of the game; none is left out because another failed."""
    game, run = game_file.game(options), run or Run()
    tasks = _tasks(game_file, options, effort or (QUICK if quick else FULL), seed, run)
    checks = []
    with run.steps("proofs", len(tasks)) as step:
        for task in tasks:
            checks.append(_checked(*task))
            step()
    return Proof(game, game_file.digest, quick, seed, tuple(checks), published_not_compared(game))


def full_checks(game_file: GameFile, options: Mapping[str, str], seed: int, run: Run) -> list[tuple[str, str]]:
    """What a full proof compares with what, in the words that it has for it; nothing is counted."""
    return [(part, what) for part, what, _ in _tasks(game_file, options, FULL, seed, run)]


def _tasks(game_file: GameFile, options: Mapping[str, str] | None, effort: Effort, seed: int, run: Run) -> list[Task]:
    game = game_file.game(options)
    return [
        *evaluator_tasks(game, effort),
        *house_way_tasks(game_file, effort),
        *_referee(game_file, options, effort, run),
        *_reduced_decks(game_file, effort, run),
        *(task for wager in game.wagers for task in state_tasks(game, wager, effort, run)),
        *_totals(game_file, options, run),
        *_published(game, run),
        *_printed(game_file, options, run),
        *_simulation(game_file, options, effort, seed, run),
    ]


def _checked(part: str, what: str, work: Callable[[], Comparison]) -> ProofCheck:
    started = perf_counter()
    try:
        cases, differences = work()
    except ExactOddsError as error:
        cases, differences = 0, [f"{type(error).__name__}: {error}"]
    if not cases and not differences:
        differences = ["nothing was compared"]
    return ProofCheck(part, what, cases, tuple(differences[:MAX_SHOWN]), perf_counter() - started)


# --- reduced decks ---------------------------------------------------------------------------------------------------


def _referee(game_file: GameFile, options: Mapping[str, str] | None, effort: Effort, run: Run) -> Iterator[Task]:
    for wager, paytable, rules in refereed(game_file, options, min(effort.decks, MAX_REFEREED)):
        deck = rules.pack.deck
        ranks = "".join(RANKS[rank] for rank in deck.ranks)
        what = f"{wager} {paytable} on {ranks} {''.join(SUITS[suit] for suit in deck.suits)}"
        yield "referee", what, partial(compare_with_referee, rules, wager, paytable, run)


def _reduced_decks(game_file: GameFile, effort: Effort, run: Run) -> Iterator[Task]:
    counts = reference_games.COUNTS.get(game_file.game().id)
    for count in counts() if counts else []:
        for ranks, suits in count.decks[: effort.decks]:
            named = "".join(f", {key} = {value}" for key, value in count.options.items())
            what = f"{count.wager} {count.paytable} on {ranks} {suits}{named}"
            yield (
                "reduced decks",
                what,
                partial(_compare_deck, game_file, count, ranks, suits, run),
            )


def reduced(game: Game, ranks: str, suits: str) -> Game:
    """The game on a smaller deck; its jokers stay."""
    literal = reference_games.small_deck(ranks, suits, game.deck.jokers)
    deck = Deck(
        tuple(sorted(RANKS.index(rank) for rank in literal.ranks)),
        tuple(sorted(SUITS.index(suit) for suit in literal.suits)),
        game.deck.jokers,
    )
    return replace(game, deck=deck)


def _compare_deck(
    game_file: GameFile, count: reference_games.LiteralCount, ranks: str, suits: str, run: Run
) -> Comparison:
    game = reduced(game_file.game(count.options), ranks, suits)
    (wager,) = (wager for wager in game.wagers if wager.id == count.wager)
    paytables = [table for table in wager.paytables if table.id == count.paytable]
    quiet = Run(run.jobs)  # without a store: a proof counts for itself
    (result,) = analyze_wager(game, wager, paytables, quiet)
    ours = _told(result, count.told_by)
    theirs = Counter(
        {
            name: number
            for name, number in count.literal(reference_games.small_deck(ranks, suits, game.deck.jokers)).items()
            if number
        }
    )
    differences = [
        f"{name}: counted {ours[name]}, the reference {theirs[name]}"
        for name in sorted({*ours, *theirs})
        if ours[name] != theirs[name]
    ]
    return theirs.total(), differences


def _told(result: WagerResult, told_by: str) -> Counter[str]:
    """The outcomes under the names that the reference uses."""
    counts: Counter[str] = Counter()
    for outcome in result.outcomes:
        if outcome.count:
            what = outcome.name.split("/")[0]
            name = {
                "name": outcome.name,
                "result": f"{'push' if what == 'tie' else what} {outcome.net.amount}",
                "net": str(outcome.net.amount),
            }[told_by]
            counts[name] += outcome.count
    return counts


# --- totals ----------------------------------------------------------------------------------------------------------


def _totals(game_file: GameFile, options: Mapping[str, str] | None, run: Run) -> Iterator[Task]:
    for wager in game_file.game(options).wagers:
        yield (
            "totals",
            f"{wager.id}: deals by formula",
            partial(_compare_totals, game_file, options, wager, run),
        )


def _compare_totals(game_file: GameFile, options: Mapping[str, str] | None, wager: Wager, run: Run) -> Comparison:
    game = game_file.game(options)
    expected = deals_by_formula(game, wager)
    differences = []
    results = analyze(game_file, options, wager.id, run=run, again=True).wagers
    for result in results:
        added = sum(outcome.count for outcome in result.outcomes)
        if not added == result.deals == expected:
            differences.append(
                f"paytable {result.paytable}: outcomes add up to {added}, {result.deals} deals, by formula {expected}"
            )
    return len(results), differences


def deals_by_formula(game: Game, wager: Wager) -> int:
    """The number of equally likely deals: the total of a wager's counts."""
    size = game.deck.size
    if is_played(wager) and game.rules is not None:
        return number_of_deals(game.rules, settled_wager(game.rules, wager.id))
    return _choices(size, *wager.dealt)


def _choices(size: int, *seats: int) -> int:
    """Ways to deal the seats one after the other."""
    return prod(comb(size - sum(seats[:place]), cards) for place, cards in enumerate(seats))


# --- published figures -----------------------------------------------------------------------------------------------


def _published(game: Game, run: Run) -> Iterator[Task]:
    """Every published table for as many cards as the game deals whose rules are those of the game."""
    for table in _tables_of_size(game):
        if not any(table.other_rules(game)):
            yield "published", str(table), partial(_compare_published, game, table, run)


def _tables_of_size(game: Game) -> Iterator[PublishedCounts]:
    sizes = _ranked_sizes(game)
    return (table for table in PUBLISHED if (table.cards, table.size) in sizes)


def _ranked_sizes(game: Game) -> set[tuple[int, int]]:
    return set().union(*(wager.ranked_hands for wager in game.wagers))


def published_not_compared(game: Game) -> tuple[str, ...]:
    """Says so where no published table of frequencies has the rules of the game, or none with its jokers.

    Of a game of which the line engine ranks no hand there is nothing to compare.
    """
    if game.wild_ranks:
        return (f"published: no published table for these rules ({WILD_RANKS})",)
    if not _ranked_sizes(game):
        return ()
    tables = {table: list(table.other_rules(game)) for table in _tables_of_size(game)}
    near = {table: why for table, why in tables.items() if table.jokers in (0, game.deck.jokers)}
    if all(tables.values()):
        why = dict.fromkeys(reason for reasons in near.values() for reason in reasons)
        return (f"published: no published table for these rules ({', '.join(why) or 'none is for as many cards'})",)
    return tuple(
        f"published, {table}: no published table for these rules ({', '.join(why)})"
        for table, why in near.items()
        if why and table.jokers
    )


def _compare_published(game: Game, table: PublishedCounts, run: Run) -> Comparison:
    ranking = replace(game.ranking, joker=table.joker)  # type: ignore[arg-type]  # one of the words
    deck = Deck(jokers=table.jokers)
    lines = tuple(Line(name, name, LineTest(hands=frozenset({name}))) for name in table.counts)
    wager = LinesWager(
        "published", "Published", (Paytable("1", ()),), cards=table.cards, hand_size=table.size, lines=lines
    )
    counts = count_lines(replace(game, deck=deck, ranking=ranking), wager, Run(run.jobs, run.store))
    counted: Counter[str] = Counter()
    for (satisfied, _), count in counts.counts.items():
        for line in satisfied:
            counted[lines[line].id] += count
    differences = [
        f"{name}: counted {counted[name]}, published {count}"
        for name, count in table.counts.items()
        if counted[name] != count
    ]
    return len(table.counts), differences


def _printed(game_file: GameFile, options: Mapping[str, str] | None, run: Run) -> Iterator[Task]:
    for wager, figures in ({} if options else printed_of(game_file)).items():
        yield "published", f"{wager}: figures of its page", partial(compare_printed, game_file, figures, run)


# --- simulation ------------------------------------------------------------------------------------------------------


def _simulation(
    game_file: GameFile, options: Mapping[str, str] | None, effort: Effort, seed: int, run: Run
) -> Iterator[Task]:
    def work() -> Comparison:
        simulated = simulation.simulate(game_file, options, rounds=effort.rounds, seed=seed, run=run)
        differences = [
            f"{wager.wager} {wager.paytable}: chi-square {wager.chi_square.statistic:.1f} on "
            f"{wager.chi_square.degrees} degrees of freedom, p = {wager.chi_square.p_value:.1e}"
            for wager in simulated.wagers
            if not wager.agrees
        ]
        return simulated.rounds, differences

    yield SIMULATED, f"dealt rounds, seed {seed}", work
