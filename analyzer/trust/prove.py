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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations, pairwise
from math import comb, prod
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, RANKS, SUITS, Deck, hand_name
from analyzer.cards.ranking import read_value
from analyzer.engines.tally import count_lines
from analyzer.engines.two_hands.fronts import front_number
from analyzer.engines.two_hands.set_hands import suit_sets
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.lines import LineTest
from analyzer.game.model import Game, Line, Paytable, Wager
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import KERNEL_VERSION, evaluate, settings
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.played import is_played
from analyzer.pricing.results import WagerResult
from analyzer.reference import games as reference_games
from analyzer.reference import hands as reference_hands
from analyzer.reference.deals import number_of_deals
from analyzer.reference.ranked import Ranked
from analyzer.reference.referee import settled_wager
from analyzer.run.jobs import Run
from analyzer.trust import simulate as simulation
from analyzer.trust.comparisons import Comparison, Effort, Task, sampled_hands
from analyzer.trust.kinds import state_tasks
from analyzer.trust.printed import compare_printed, printed_of
from analyzer.trust.published import PUBLISHED, PublishedCounts
from analyzer.trust.refereed import compare_with_referee, refereed

SCHEMA = "exactodds/proof/1"
QUICK = Effort(600, 300, 1, 2, 0, 1, 0, 2_000_000, 20, 500_000)
FULL = Effort(10_000, 10_000, 9, 10, 1, 10, 1, 20_000_000)


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

    def document(self) -> dict[str, Any]:
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

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def failed_parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check.part for check in self.checks if not check.passed))

    def document(self) -> dict[str, Any]:
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
    effort = effort or (QUICK if quick else FULL)
    tasks = [
        *_evaluator(game, effort),
        *_house_way(game_file, effort),
        *_referee(game_file, options, effort, run),
        *_reduced_decks(game_file, effort, run),
        *(task for wager in game.wagers for task in state_tasks(game, wager, effort, run)),
        *_totals(game_file, options, run),
        *_published(game, run),
        *_printed(game_file, options, run),
        *_simulation(game_file, options, effort, seed, run),
    ]
    checks = []
    with run.steps("proofs", len(tasks)) as step:
        for task in tasks:
            checks.append(_checked(*task))
            step()
    return Proof(game, game_file.digest, quick, seed, tuple(checks))


def _checked(part: str, what: str, work: Callable[[], Comparison]) -> ProofCheck:
    started = perf_counter()
    try:
        cases, differences = work()
    except ExactOddsError as error:
        cases, differences = 0, [f"{type(error).__name__}: {error}"]
    if not cases and not differences:
        differences = ["nothing was compared"]
    return ProofCheck(part, what, cases, tuple(differences[:MAX_SHOWN]), perf_counter() - started)


# --- evaluator -------------------------------------------------------------------------------------------------------


def _hand_sizes(game: Game) -> set[tuple[int, int]]:
    """(cards looked at, cards compared) of every wager."""
    sizes: set[tuple[int, int]] = set()
    if game.wild_ranks:  # tests/test_hand_table.py and the referee have these
        return sizes
    return sizes.union(*(wager.ranked_hands for wager in game.wagers))


def _evaluator(game: Game, effort: Effort) -> Iterator[Task]:
    for cards, size in sorted(_hand_sizes(game)):
        what = f"best {size} of {cards} cards" if size < cards else f"{cards} cards"
        yield "evaluator", what, partial(_compare_hands, game, cards, size, effort.hands)


def rank_set_hands(deck: Deck, cards: int) -> NDArray[np.uint8]:
    """One hand for each set of different ranks, in mixed suits, to try every entry of the evaluator's tables."""
    suits = deck.suits
    hands = [
        sorted(4 * rank + suits[place % len(suits)] for place, rank in enumerate(ranks))
        for ranks in combinations(deck.ranks, cards)
    ]
    return np.array(hands, dtype=np.uint8).reshape(-1, cards)


def _compare_hands(game: Game, cards: int, size: int, number: int) -> Comparison:
    hands = np.concatenate([sampled_hands(game.deck, cards, number), rank_set_hands(game.deck, cards)])
    ranking = game.ranking
    values = evaluate.values_of_cards(hands, size, ranking.kernel_arguments)
    rules = reference_hands.HandRules(**asdict(ranking))
    # The literal readers of hands know three and five cards; those of the referee any number.
    ranked = Ranked(game.rules.pack, size) if game.rules is not None and size not in (3, 5) else None
    differences = []
    strengths = []
    for row, value in zip(hands.tolist(), values.tolist(), strict=True):
        strength, kind, natural = _literal(tuple(row), size, rules) if ranked is None else _ranked(tuple(row), ranked)
        strengths.append(strength)
        read = read_value(value)
        if (read.type, read.natural) != (kind, natural):
            ours, theirs = (
                f"{'natural' if n else 'wild'} {t}" for t, n in ((read.type, read.natural), (kind, natural))
            )
            differences.append(f"{hand_name(row)}: kernel {ours}, reference {theirs}")
    differences += _order_differences(hands, values >> 1, strengths)
    return len(hands), differences


def _literal(cards: tuple[int, ...], size: int, rules: reference_hands.HandRules) -> tuple[Any, str, bool]:
    """(what it is compared by, type, natural) of the best hand in the cards."""
    if size == 3:
        hand = reference_hands.three_card_hand(cards, rules)
        return reference_hands.three_card_strength(hand, rules), hand.type, hand.natural
    hand = reference_hands.best_hand(cards, rules)
    return reference_hands.best_strength(cards, rules), hand.type, hand.natural


def _ranked(cards: tuple[int, ...], ranked: Ranked) -> tuple[Any, str, bool]:
    """The same by the referee."""
    best = max(ranked.best(cards), key=lambda one: (one.strength, one.natural))
    return best.strength, best.type, best.natural


def _order_differences(hands: NDArray[np.uint8], ours: NDArray[Any], theirs: list[Any]) -> list[str]:
    """The kernel must put adjacent hands of the reference's order in the same order, and equal hands equal."""
    order = sorted(range(len(theirs)), key=lambda place: theirs[place])
    differences = []
    for low, high in pairwise(order):
        expected = int(theirs[high] > theirs[low])
        order_here = int(ours[high] > ours[low]) - int(ours[high] < ours[low])
        if order_here != expected:
            words = {1: "beats", 0: "ties with", -1: "loses to"}
            one, other = hand_name(hands[high].tolist()), hand_name(hands[low].tolist())
            differences.append(f"{one} {words[order_here]} {other}, in the reference it {words[expected]} it")
    return differences


# --- house way -------------------------------------------------------------------------------------------------------


def _house_way(game_file: GameFile, effort: Effort) -> Iterator[Task]:
    for check in reference_games.SET_CHECKS.get(game_file.game().id, []):
        named = ", ".join(f"{key} = {value}" for key, value in check.options.items())
        yield (
            "house way",
            f"seven cards set by the first house way, {named}",
            partial(_compare_settings, game_file.game(check.options), check, effort.settings),
        )


def _front_ranks(front: Sequence[int], *, is_wild: bool) -> list[int]:
    """A joker in front is an ace, or, if it is any card, pairs the other card."""
    ranks = [card >> 2 for card in front if card < FIRST_JOKER]
    joker = ranks[0] if is_wild and ranks else 12
    return [*ranks, *(joker for card in front if card >= FIRST_JOKER)]


def _compare_settings(game: Game, check: reference_games.SetCheck, number: int) -> Comparison:
    """What is in front by its ranks, and what is behind by its value: the suits of the cards in front decide that."""
    way = next(iter(game.house_ways.values()))
    hands = sampled_hands(game.deck, 7, number)
    arguments = game.ranking.kernel_arguments
    backs, fronts, _, _ = settings.set_hands(*suit_sets(hands), way.compiled(), arguments)
    literal = [check.front(tuple(cards)) for cards in hands.tolist()]
    left = [[card for card in cards if card not in two] for cards, two in zip(hands.tolist(), literal, strict=True)]
    behind = evaluate.values_of_cards(np.array(left, dtype=np.uint8), 5, arguments) >> 1
    differences = []
    for cards, two, front, is_behind in zip(hands.tolist(), literal, fronts.tolist(), backs == behind, strict=True):
        if front_number(*_front_ranks(two, is_wild=game.ranking.joker == "wild")) != front:
            differences.append(f"{hand_name(cards)}: the reference puts {hand_name(two)} in front, the kernel not")
        elif not is_behind:
            differences.append(f"{hand_name(cards)}: the reference and the kernel leave hands of other values behind")
    return number, differences


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
    """Every published table for as many cards as the game deals, with its kind of joker or with none."""
    sizes = _hand_sizes(game)
    kinds = {("none", 0), (game.ranking.joker, game.deck.jokers), (game.ranking.joker, 1)}
    for table in PUBLISHED:
        if (table.cards, table.size) in sizes and (table.joker, table.jokers) in kinds:
            yield "published", str(table), partial(_compare_published, game, table, run)


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

    yield "simulation", f"dealt rounds, seed {seed}", work
