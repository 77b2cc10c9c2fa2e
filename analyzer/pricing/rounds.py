"""Any round of the language: what became of all deals is named and priced. engines/rounds counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.engines.rounds.round import AnyRound, Ended, SolvedRound
from analyzer.engines.rounds.settlement import RESULTS, Result
from analyzer.engines.rounds.ways import Way, Ways, names_of
from analyzer.engines.tally import LineCounts
from analyzer.game.language import Test, inner_tests
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.details import AverageBet, DecisionDetails, SideDetails
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome
from analyzer.pricing.paths import FOLD, title_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solvers import Solvers

UNQUALIFIED, WIN, LOSE = "unqualified", "win", "lose"
LISTED_RESULTS: tuple[Result, ...] = ("automatic-win", *RESULTS, "")


def analyze_round(solvers: Solvers, wager: RoundWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    any_round = AnyRound(solvers.game, wager)
    results = [round_result(any_round, paytable, any_round.solved(paytable, solvers.run)) for paytable in paytables]
    if (main := wager.main) is None:
        return results
    return [
        _played_for(result, solvers, wager, main, paytable) for result, paytable in zip(results, paytables, strict=True)
    ]


def _played_for(
    result: WagerResult, solvers: Solvers, wager: RoundWager, main: RoundWager, paytable: Paytable
) -> WagerResult:
    """With what the wager is worth under each paytable of the main one, which is played for.

    The paytable need not be one of the file: a search for paytables prices others.
    """
    evs = {
        played.id: AnyRound(solvers.game, wager, played).solved(paytable, solvers.run).mean for played in main.paytables
    }
    details = SideDetails(main.id, main.paytables[0].id, evs)
    return replace(result, details=details, warnings=(*result.warnings, *details.notes()))


def round_result(any_round: AnyRound, paytable: Paytable, solved: SolvedRound) -> WagerResult:
    """All deals by outcome, as the best play makes them."""
    wager = any_round.wager
    return priced(
        wager,
        paytable,
        solved.deals,
        round_outcomes(any_round, solved),
        warnings=never_paid(wager, paytable, _line_counts(solved)),
        details=_details(wager, solved) if wager.has_decisions else None,
    )


def _details(wager: RoundWager, solved: SolvedRound) -> DecisionDetails:
    average = solved.average_bet
    return DecisionDetails(
        choices={choice_name(wager, stage, name): share for (stage, name), share in _listed(wager, solved).items()},
        ties={stage_name(wager, stage): tied for stage, tied in solved.ties.items()},
        closest=[],
        by_hand=[],
        bet=AverageBet(average, -solved.mean / average) if average else None,
        seen_cards=seen_cards(solved.worth),
    )


def _listed(wager: RoundWager, solved: SolvedRound) -> dict[tuple[int, str], Fraction]:
    """Every choice, in the order of the file, those never made too."""
    return {
        (number, name): solved.choices.get((number, name), Fraction(0))
        for number in range(len(wager.stages))
        for name in names_of(wager.stages, number)
    }


# --- names (docs/language.md, Meaning 10) ----------------------------------------------------------------------------


def choice_name(wager: RoundWager, stage: int, name: str) -> str:
    """A name that several stages have carries the number of the stage."""
    uses = [name in names_of(wager.stages, number) for number in range(len(wager.stages))]
    return f"{stage + 1}/{name}" if sum(uses) > 1 else name


def stage_name(wager: RoundWager, stage: int) -> str:
    """`fold or play`."""
    return " or ".join(choice_name(wager, stage, name) for name in names_of(wager.stages, stage))


def named_stages(ways: Ways) -> frozenset[int]:
    """The stages whose choices belong to the names: those that change a bet, where rounds that are played differ."""
    played = [end for end in ways.ends if end.lost is None and not end.automatic]
    if len({tuple(sorted(end.amounts.items())) for end in played}) < 2:
        return frozenset()
    changing = {
        number
        for number, stage in enumerate(ways.stages)
        if any(choice.bets for choice in stage.choices) or (stage.exchange is not None and stage.exchange.cost)
    }
    return frozenset(number for number in changing if len({dict(end.way).get(number) for end in played}) > 1)


def way_name(way: Way, named: frozenset[int]) -> str:
    """The choices of a way that belong to a name, each with a stroke after it."""
    return "".join(f"{name}/" for number, name in way if number in named)


def fold_names(ways: Ways, folds: Mapping[int, Fraction]) -> dict[int, str]:
    """`fold`; where folds cost different amounts, with the choices that tell them apart. By number of the end."""
    if len(set(folds.values())) < 2:
        return dict.fromkeys(folds, FOLD)
    named = named_stages(ways)
    return {number: way_name(ways.ends[number].way[:-1], named) + FOLD for number in folds}


def round_outcomes(any_round: AnyRound, solved: SolvedRound) -> list[Outcome]:
    """Folds first, then every way to play on; equal names with equal results are one outcome."""
    ends = {id(end): number for number, end in enumerate(solved.ways.ends)}
    folds = {ends[id(one.end)]: one.net for one in solved.ended if one.paid is None}
    names = fold_names(solved.ways, folds)
    # Choices set the bets of the main wager alone, so no other one is told apart by them.
    named = named_stages(solved.ways) if any_round.wager.main is None else frozenset()
    counts: Counter[tuple[str, Fraction]] = Counter()
    for one in sorted(solved.ended, key=lambda one: (one.paid is not None, ends[id(one.end)], *_rank(any_round, one))):
        if one.paid is None:
            counts[names[ends[id(one.end)]], one.net] += one.count
        else:
            counts[way_name(one.end.way, named) + _played_name(any_round, one), one.net] += one.count
    lines = any_round.wager.lines
    titles = {(name, net): title_of(name, lines, net) for name, net in counts}
    return [Outcome(name, count, Pay(net), {"title": titles[name, net]}) for (name, net), count in counts.items()]


def _rank(any_round: AnyRound, one: Ended) -> tuple[int, bool, int, Fraction]:
    """Outcomes of one end: by result, a dealer who qualifies first, in the order of the paytable."""
    paid = one.paid
    if paid is None:
        return 0, False, 0, one.net
    listed = [*(line.id for line in any_round.wager.lines), ""]
    return LISTED_RESULTS.index(paid.result), not paid.qualified, listed.index(paid.line), one.net


def _played_name(any_round: AnyRound, one: Ended) -> str:
    """The result, whether the dealer failed to qualify, the line that a bet was paid by, if some row asks for it.

    Where that says nothing, by what it comes to.
    """
    paid = one.paid
    assert paid is not None
    asks_result, asks_qualified = _asked(any_round.wager)
    by_line = any(by and amount for by, amount in zip(paid.by_line, any_round.amounts(one.end), strict=True))
    parts = [
        paid.result if asks_result else "",
        UNQUALIFIED if asks_qualified and not paid.qualified else "",
        paid.line if by_line else "",
    ]
    return "/".join(part for part in parts if part) or (WIN if one.net > 0 else LOSE)


def _asked(wager: RoundWager) -> tuple[bool, bool]:
    """Whether some row that can be reached asks for the result, and for a dealer who qualifies."""
    asked: list[Test] = []
    for rows in wager.rows:
        for row in rows:
            asked += inner_tests(row.test)
            if row.test is None and row.pays is not None:
                break  # rows after one that always passes are never asked
    return any(test.on for test in asked), any(test.qualified is not None for test in asked)


def _line_counts(solved: SolvedRound) -> LineCounts:
    """Deals by the lines that apply in them: for warnings of lines that are never paid."""
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for one in solved.ended:
        if one.paid is not None:
            counts[one.paid.lines, -1] += one.count
    return LineCounts(counts.total(), dict(counts))
