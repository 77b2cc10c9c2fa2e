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
from analyzer.cards.ranking import Ranking, read_value
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.duel.weak import weak_hands
from analyzer.engines.tally import count_lines
from analyzer.engines.two_hands.fronts import front_number
from analyzer.engines.two_hands.set_hands import suit_sets
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.engines.two_hands.solver import SetSolver, set_solver
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.lines import LineTest
from analyzer.game.model import (
    ContestWager,
    DrawWager,
    Game,
    JokersWager,
    Line,
    LinesWager,
    Paytable,
    PlayWager,
    PushWager,
    SetWager,
    Wager,
)
from analyzer.kernels import KERNEL_VERSION, deals, evaluate, settings
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
from analyzer.trust.printed import compare_printed, printed_of
from analyzer.trust.published import PUBLISHED, PublishedCounts
from analyzer.trust.refereed import compare_with_referee, refereed
from analyzer.trust.refereed_states import compare_states, hidden_deals

SCHEMA = "exactodds/proof/1"
SAMPLE_SEED = 20_240_229


@dataclass(frozen=True)
class Effort:
    """How much a proof does."""

    hands: int  # sampled by the evaluator, of each size
    settings: int  # sampled for the house way, under each option
    decks: int  # reduced decks of each count, and of each wager for the referee
    pat_states: int  # hands against all dealers, without a draw
    draw_states: int  # hands and discards with every draw against all dealers
    street_states: int  # hands with a first community card
    set_states: int  # set hands against all hands of the other side
    rounds: int
    contest_states: int = 200  # states of the last decision that the referee plays,
    contest_deals: int = 10_000_000  # and about how many deals he settles for all of them


QUICK = Effort(600, 300, 1, 2, 0, 1, 0, 2_000_000, 20, 500_000)
FULL = Effort(10_000, 10_000, 9, 10, 1, 10, 1, 20_000_000)


@dataclass(frozen=True)
class Check:
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
    checks: tuple[Check, ...]

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


Comparison = tuple[int, list[str]]  # how many cases were compared, and the differences
Task = tuple[str, str, Callable[[], Comparison]]  # the part of the proof, what is compared with what, and how
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
        *_states(game, effort, run),
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


def _checked(part: str, what: str, work: Callable[[], Comparison]) -> Check:
    started = perf_counter()
    try:
        cases, differences = work()
    except ExactOddsError as error:
        cases, differences = 0, [f"{type(error).__name__}: {error}"]
    if not cases and not differences:
        differences = ["nothing was compared"]
    return Check(part, what, cases, tuple(differences[:MAX_SHOWN]), perf_counter() - started)


# --- evaluator -------------------------------------------------------------------------------------------------------


def _hand_sizes(game: Game) -> set[tuple[int, int]]:
    """(cards looked at, cards compared) of every wager."""
    sizes: set[tuple[int, int]] = set()
    if game.wild_ranks:  # tests/test_hand_table.py and the referee have these
        return sizes
    for wager in game.wagers:
        if isinstance(wager, LinesWager):
            sizes.add((wager.cards, wager.hand_size))
        elif isinstance(wager, DrawWager):
            sizes |= {(wager.player.cards, wager.hand_size), (wager.dealer.cards, wager.hand_size)}
        elif isinstance(wager, PlayWager):
            shared = wager.community.cards if wager.community else 0
            sizes.add((wager.player.cards + shared, wager.hand_size))
            if wager.lines:  # the bonus looks at the player's own cards
                sizes.add((wager.player.cards, wager.hand_size))
        elif isinstance(wager, SetWager | PushWager):
            sizes.add((5, 5))
    return sizes


def _evaluator(game: Game, effort: Effort) -> Iterator[Task]:
    for cards, size in sorted(_hand_sizes(game)):
        what = f"best {size} of {cards} cards" if size < cards else f"{cards} cards"
        yield "evaluator", what, partial(_compare_hands, game, cards, size, effort.hands)


def sampled_hands(deck: Deck, cards: int, number: int) -> NDArray[np.uint8]:
    """Hands drawn at random, ascending; half of them with one joker at least, where there are any."""
    random = np.random.Generator(np.random.Philox([SAMPLE_SEED, cards, number]))
    pack = np.array(deck.cards, dtype=np.uint8)
    shuffled = random.permuted(np.tile(pack, (number, 1)), axis=1)[:, :cards]
    if deck.jokers:
        without = np.flatnonzero(~(shuffled >= FIRST_JOKER).any(axis=1))[::2]
        shuffled[without, 0] = FIRST_JOKER
    return np.ascontiguousarray(np.sort(shuffled, axis=1))


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


# --- sampled states --------------------------------------------------------------------------------------------------


def _states(game: Game, effort: Effort, run: Run) -> Iterator[Task]:
    for wager in game.wagers:
        if isinstance(wager, DrawWager):
            yield (
                "states",
                f"{wager.id}: hands as dealt against every dealer",
                partial(_pat_states, DrawSolver(game, wager, run), effort.pat_states),
            )
            if effort.draw_states:
                yield (
                    "states",
                    f"{wager.id}: discards with every draw against every dealer",
                    partial(_draw_states, DrawSolver(game, wager, run), effort.draw_states),
                )
        elif isinstance(wager, PlayWager) and wager.community is None:
            yield (
                "states",
                f"{wager.id}: hands against every dealer",
                partial(_one_street_states, OneStreet(game, wager, run), effort.hands),
            )
        elif isinstance(wager, PlayWager):
            yield (
                "states",
                f"{wager.id}: hands and a first card against every second card and dealer",
                partial(_two_street_states, TwoStreets(game, wager, run), effort.street_states),
            )
        elif isinstance(wager, ContestWager) and wager.has_decisions:
            number = max(1, min(effort.contest_states, effort.contest_deals // hidden_deals(game, wager)))
            yield (
                "states",
                f"{wager.id}: the last decision against every card that is hidden, by the referee",
                partial(compare_states, game, wager, number, SAMPLE_SEED, run),
            )
        elif isinstance(wager, SetWager) and effort.set_states:
            yield (
                "states",
                f"{wager.id}: set hands against every hand of the other side",
                partial(_set_states, set_solver(game, wager, run), effort.set_states),
            )


def _left(deck: Deck, *known: int) -> NDArray[np.uint8]:
    return np.array([card for card in deck.cards if card not in known], dtype=np.uint8)


NO_CARDS = np.zeros(0, dtype=np.uint8)
NOBODY_WEAK = np.zeros((0, 2), dtype=np.uint32), False


def _strength(cards: list[int], size: int, ranking: Ranking) -> int:
    hand = np.array([sorted(cards)], dtype=np.uint8)
    return int(evaluate.values_of_cards(hand, size, ranking.kernel_arguments)[0]) >> 1


def _differ(what: str, ours: Any, brute: Any) -> list[str]:
    one, other = [int(value) for value in ours], [int(value) for value in brute]
    return [] if one == other else [f"{what}: counted {one}, one by one {other}"]


def _pat_states(solver: DrawSolver, number: int) -> Comparison:
    """Wins and ties of a hand as dealt, compared with a loop over all dealer hands."""
    differences, cases = [], 0
    deck, ranking, size = solver.game.deck, solver.game.ranking, solver.wager.hand_size
    for cards in sampled_hands(deck, solver.wager.player.cards, number).tolist():
        own = _strength(cards, size, ranking)
        brute = deals.meet_dealers(
            _left(deck, *cards), solver.wager.dealer.cards, NO_CARDS, own, *NOBODY_WEAK, size, ranking.kernel_arguments
        )
        place = solver.hands.index(cards)
        kept = (solver.counted.pat_wins[place], solver.counted.pat_ties[place])
        differences += _differ(hand_name(cards), kept, brute[:2])
        cases += int(brute.sum())
    return cases, differences


def _draw_states(solver: DrawSolver, number: int) -> Comparison:
    """Wins and ties of one discard over all draws, compared with a loop over all draws and all dealer hands."""
    differences, cases = [], 0
    deck, ranking, size = solver.game.deck, solver.game.ranking, solver.wager.hand_size
    for sample in sampled_hands(deck, solver.wager.player.cards, number + 7)[7:].tolist():
        place = solver.hands.index(sample)
        cards = [int(card) for card in solver.hands.class_cards[place]]
        discard = int(sum(cards)) % len(cards)
        kept = [card for i, card in enumerate(cards) if i != discard]
        total = np.zeros(2, dtype=np.int64)
        for drawn in _left(deck, *cards).tolist():
            own = _strength([*kept, drawn], size, ranking)
            brute = deals.meet_dealers(
                _left(deck, *cards, drawn),
                solver.wager.dealer.cards,
                NO_CARDS,
                own,
                *NOBODY_WEAK,
                size,
                ranking.kernel_arguments,
            )
            total += brute[:2]
            cases += int(brute.sum())
        counted = solver.counted
        ours = (counted.wins[place, discard].sum(dtype=np.int64), counted.ties[place, discard].sum(dtype=np.int64))
        differences += _differ(f"{hand_name(cards)} without {hand_name([cards[discard]])}", ours, total)
    return cases, differences


def _one_street_states(street: OneStreet, number: int) -> Comparison:
    differences, cases = [], 0
    deck, ranking, wager = street.game.deck, street.game.ranking, street.wager
    for cards in sampled_hands(deck, wager.player.cards, min(number, 2_000)).tolist():
        own = _strength(cards, wager.hand_size, ranking)
        brute = deals.meet_dealers(
            _left(deck, *cards), wager.dealer.cards, NO_CARDS, own, *_weak(street.game, wager), wager.hand_size,
            ranking.kernel_arguments,
        )  # fmt: skip
        differences += _differ(hand_name(cards), street.outcomes[street.hands.index(cards)], brute)
        cases += int(brute.sum())
    return cases, differences


def _weak(game: Game, wager: PlayWager) -> tuple[NDArray[np.uint32], bool]:
    weak = weak_hands(game, wager)
    return weak.kernel_spans, weak.own_cards


def _two_street_states(streets: TwoStreets, number: int) -> Comparison:
    """States from the class's own hand, so that no suit has to be renamed."""
    differences, cases = [], 0
    deck, ranking, wager = streets.game.deck, streets.game.ranking, streets.wager
    columns = columns_of(deck)
    for sample in sampled_hands(deck, wager.player.cards + 1, number).tolist():
        place = streets.hands.index(sample[:-1])
        cards = [int(card) for card in streets.hands.class_cards[place]]
        first = next(card for card in (sample[-1], *columns) if card in columns and card not in cards)
        total = np.zeros(6, dtype=np.int64)
        for second in _left(deck, *cards, first).tolist():
            own = _strength([*cards, first, second], wager.hand_size, ranking)
            total += deals.meet_dealers(
                _left(deck, *cards, first, second), wager.dealer.cards, np.array([first, second], dtype=np.uint8), own,
                *_weak(streets.game, wager), wager.hand_size, ranking.kernel_arguments,
            )  # fmt: skip
        ours = streets.states.outcomes[columns.index(first), place]
        differences += _differ(f"{hand_name(cards)} | {hand_name([first])}", ours, total)
        cases += int(total.sum())
    return cases, differences


def _set_states(solver: SetSolver, number: int) -> Comparison:
    differences, cases = [], 0
    deck = solver.game.deck
    for cards in sampled_hands(deck, 7, number).tolist():
        for setting in hand_settings(solver.dealers_hands, cards, way=solver.way)[:1]:
            brute = deals.meet_set_dealers(
                _left(deck, *cards), solver.dealers_way.compiled(), setting.back, setting.front,
                solver.game.ranking.kernel_arguments,
            )  # fmt: skip
            ours = [count for row in setting.cells for count in row]
            what = f"{hand_name(cards)}, front {hand_name(setting.front_cards)}"
            differences += _differ(what, ours, brute.ravel())
            cases += int(brute.sum())
    return cases, differences


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
    results = analyze(game_file, options, wager.id, run=run).wagers
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
    return _choices(size, *_dealt(wager))


def _dealt(wager: Wager) -> list[int]:
    """How many cards are dealt at a time."""
    if isinstance(wager, LinesWager):
        return [wager.cards - 1, 1] if wager.tax is not None and wager.tax.before_last else [wager.cards]
    if isinstance(wager, JokersWager):
        return [seat.cards for seat in wager.seats]
    if isinstance(wager, DrawWager):
        return [wager.player.cards, 1, wager.dealer.cards]
    if isinstance(wager, ContestWager):
        return contest_deal(wager)
    if isinstance(wager, PlayWager):
        shared = wager.community.cards if wager.community else 0
        return [wager.player.cards, *(1,) * shared, wager.dealer.cards]
    assert isinstance(wager, SetWager | PushWager)
    return [wager.player.cards, wager.dealer.cards]


def contest_deal(wager: ContestWager) -> list[int]:
    """Own cards, those turned one after the other (what stays hidden as one group), the dealer's own."""
    later = wager.community or wager.up
    steps = [0, *wager.seen, *([later.cards] if later is not None else [])]
    turned = [after - before for before, after in pairwise(steps) if after > before]
    return [wager.own.cards, *turned, wager.down.cards]


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
