"""Rounds against a dealer in general: what became of all deals is named and priced. engines/contest counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.cards.deck import hand_name
from analyzer.engines.bets import Path
from analyzer.engines.contest.rounds import Contest, ContestBets
from analyzer.engines.contest.solved import RESULTS, CloseState, Solved
from analyzer.engines.decide import check_expectation
from analyzer.engines.tally import LineCounts
from analyzer.errors import SelectionError
from analyzer.game.language import Test, inner_tests
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.contest import ContestWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import AverageBet, CloseDecision, DecisionDetails
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome
from analyzer.pricing.paths import choice_name, fold_names, named_stages, path_name, stage_name, title_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solvers import Solvers

UNQUALIFIED, WIN, LOSE = "unqualified", "win", "lose"


def analyze_contest(solvers: Solvers, wager: ContestWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    contest = Contest(solvers.game, wager, solvers.run.store)
    return [contest_result(contest, paytable, contest.solved(paytable, solvers.run)) for paytable in paytables]


def contest_result(contest: Contest, paytable: Paytable, solved: Solved) -> WagerResult:
    """All deals by outcome, as the best play makes them."""
    wager = contest.wager
    outcomes = contest_outcomes(contest, contest.bets(paytable), solved)
    result = priced(
        wager,
        paytable,
        solved.deals,
        outcomes,
        warnings=never_paid(wager, paytable, _line_counts(contest, solved)),
        details=_details(solved) if wager.has_decisions else None,
        splits=wager.splits,
    )
    check_expectation(wager.id, result.ev, solved.expectation)
    return result


def _details(solved: Solved) -> DecisionDetails:
    bets, average = solved.bets, solved.average_bet
    return DecisionDetails(
        choices={choice_name(bets, stage, name): share for (stage, name), share in solved.choices.items()},
        ties={stage_name(bets, stage): tied for stage, tied in solved.ties.items()},
        closest=[_close(solved, state) for state in solved.closest],
        by_hand=[],
        bet=AverageBet(average, -solved.expectation / average) if average else None,
        seen_cards=seen_cards(solved.worth.means(solved.worth_unit)) if solved.worth.deals else (),
    )


def _close(solved: Solved, state: CloseState) -> CloseDecision:
    names = [choice_name(solved.bets, state.stage, choice.name) for choice in solved.bets.stages[state.stage]]
    values = {name: value for name, value in zip(names, state.values, strict=True) if value is not None}
    best, second, *_ = sorted(values.values(), reverse=True)
    cards = {group: hand_name(own) for group, own in state.cards.items() if own}
    return CloseDecision(cards, values, best - second)


# --- outcomes --------------------------------------------------------------------------------------------------------


def contest_outcomes(contest: Contest, bets: ContestBets, solved: Solved) -> list[Outcome]:
    """Folds first, then every way to play on that some deal takes; equal names with equal results are one outcome."""
    counts: Counter[tuple[str, Fraction]] = Counter()
    taken = {path: ends for path, ends in solved.outcomes.items() if sum(ends)}
    folds = [path for path in taken if bets.last(path).then == "fold"]
    for path, name in fold_names(bets, folds).items():
        counts[name, bets.nets(path, 1)[0]] += sum(taken[path])
    named = named_stages(bets)
    for path, ends in taken.items():
        if path not in folds:
            prefix = path_name(bets, path, named)
            for name, net, count in _played(contest, bets, path, ends):
                counts[prefix + name, net] += count
    lines = contest.wager.lines
    titles = {(name, net): title_of(name, lines, net) for name, net in counts}
    return [Outcome(name, count, Pay(net), {"title": titles[name, net]}) for (name, net), count in counts.items()]


def _played(
    contest: Contest, bets: ContestBets, path: Path, ends: Sequence[int]
) -> Iterator[tuple[str, Fraction, int]]:
    """What became of the deals that end after a path: name, net result, count."""
    settlement, amounts = contest.settlement, bets.after(path)
    asks_result, asks_qualified = _asked(contest.wager)
    for event, count in enumerate(ends):
        if not count:
            continue
        finished = settlement.finished(event, bets.chosen(path))
        line, pays = settlement.paid(finished, bets.paytable)
        by_line = any(by and amount for (_, by), amount in zip(pays, amounts, strict=True))
        parts = [
            RESULTS[finished.result] if asks_result else "",
            UNQUALIFIED if asks_qualified and not finished.qualified else "",
            contest.wager.lines[line].id if by_line else "",
        ]
        net = sum((amount * each for amount, (each, _) in zip(amounts, pays, strict=True)), Fraction(0))
        yield "/".join(part for part in parts if part) or (WIN if net > 0 else LOSE), net, count


def _asked(wager: ContestWager) -> tuple[bool, bool]:
    """Whether some row that can be reached asks for the result, and for a dealer who qualifies."""
    asked: list[Test] = []
    for rows in wager.rows:
        for row in rows:
            asked += inner_tests(row.test)
            if row.test is None and row.pays is not None:
                break  # rows after one that always passes are never asked
    return any(test.on for test in asked), any(test.qualified is not None for test in asked)


def _line_counts(contest: Contest, solved: Solved) -> LineCounts:
    """Deals by the lines that apply in them, whatever was chosen: for warnings of lines that are never paid."""
    settlement = contest.settlement
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for path, ends in solved.outcomes.items():
        if solved.bets.last(path).then != "fold":
            for event, count in enumerate(ends):
                if count:
                    counts[settlement.lines(settlement.finished(event)), -1] += count
    return LineCounts(counts.total(), dict(counts))


# --- one hand --------------------------------------------------------------------------------------------------------


def contest_choices(question: Question, wager: ContestWager) -> list[HandChoice]:
    """The choices after the cards given; earlier decisions were the best ones."""
    contest = Contest(question.game, wager, question.run.store)
    seen = question.board if wager.community is not None else question.sees
    if len(seen) not in wager.seen:
        raise SelectionError(_what_is_seen(wager))
    bets = contest.bets(question.paytable)
    path: Path = ()
    for stage in range(wager.seen.index(len(seen))):
        path = (*path, _went_on(contest, question, bets, path, seen[: wager.seen[stage]]))
    values = dict(contest.choices(question.paytable, question.cards, seen, path, question.run))
    names = [choice.name for choice in wager.stages[len(path)]]
    # What was done before is not asked for: it is shown.
    done = ", ".join(bets.stages[stage][choice].name for stage, choice in enumerate(path))
    notes = {"after": done} if path else {}
    return [HandChoice(names[choice], values[choice], notes=notes) for choice in bets.order(path) if choice in values]


def _went_on(contest: Contest, question: Question, bets: ContestBets, path: Path, seen: Sequence[int]) -> int:
    """The best of the choices after which the next decision follows; nothing is counted where there is only one."""
    going_on = [choice for choice in bets.order(path) if not bets.ends((*path, choice))]
    if len(going_on) == 1 and bets.offered_on(path, going_on[0]) is None:
        return going_on[0]
    values = dict(contest.choices(question.paytable, question.cards, seen, path, question.run))
    offered = [choice for choice in going_on if choice in values]
    if not offered:
        raise SelectionError(f"with these cards no choice of stage {len(path) + 1} leads to another decision")
    return max(offered, key=lambda choice: values[choice])


def _what_is_seen(wager: ContestWager) -> str:
    numbers = " or ".join(map(str, wager.seen))
    if wager.community is not None:
        return f"{wager.id} is decided with {numbers} community cards seen: give them with --board"
    if wager.up is None:
        return f"{wager.id} is decided with the player's own cards alone"
    return (
        f"{wager.id} is decided with {numbers} of the dealer's cards seen, {wager.up.name}; a command takes them with "
        f'--sees "{wager.up.name}=As"'
    )
