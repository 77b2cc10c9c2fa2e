"""Section 12: what one unit more or less on each pay does to the house edge, where a game file may have such a pay.

Where the player decides, the best strategy is computed again under the changed pay. Beside it is the result of the old
strategy, which shows how much of the change is price alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np

from analyzer.documents import JsonDict
from analyzer.engines.paid_lines import paid_lines, pay_of
from analyzer.engines.tally import LineCounts
from analyzer.game.amounts import MAX_PAY
from analyzer.game.model import Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.integers import plus, times
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.advantage import advantage_of, turned
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.linear import LinearDecisions, linear_decisions
from analyzer.pricing.lines import meter_spans
from analyzer.pricing.moments import net_of
from analyzer.pricing.played import is_played, played_wager
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.blocks import Block, Column, ColumnType, table, text
from analyzer.report.subject import Subject, line_names
from analyzer.report.whatif import order_of_pays, stake_of

STEPS = (Fraction(1), Fraction(-1))
STEP_NAMES = ("+1", "-1")
CHANGE_PLACES, MAX_PLACES = 6, 14

# House edges of one changed pay: with the best strategy, and with the strategy of the unchanged paytable. None where
# the changed pay makes it depend on the meter which line is paid, so that no one formula holds for all meters.
Edges = tuple[Pay | None, Pay | None]


def sensitivity_blocks(subject: Subject) -> list[Block]:
    blocks: list[Block] = []
    for wager in subject.wagers:
        for result in subject.results_of(wager):
            if wager.line_ids:
                blocks.append(_table(subject, wager, result))
            else:
                told = "the wager has no pay that can be varied; what its bets pay is a rule of the game"
                blocks.append(text(f"{result.name}: {told}."))
    return blocks


def _table(subject: Subject, wager: Wager, result: WagerResult) -> Block:
    pays = subject.pays(result)
    edges = kept_edges(subject, wager, result)
    decided = wager.pays_change_play
    unit = result.unit
    kind: ColumnType = "text" if result.ev is None else "percent" if unit.has_stake else "decimal"
    columns: list[Column] = [("line", "text"), ("pays", "text")]
    for name in STEP_NAMES:
        columns += [(f"{unit.worth_name} with {name}", kind), (f"change with {name}", "decimal")]
        columns += [(f"strategy held, {name}", kind)] if decided else []
    names, allowed = line_names(wager), allowed_steps(subject, wager, result)
    rows = []
    for line in wager.line_ids:
        row = [names[line], pays[line]]
        for (best, held), is_allowed in zip(edges[line], allowed[line], strict=True):
            cells = [_edge(best, result), _change(best, result), *([_edge(held, result)] if decided else [])]
            row += cells if is_allowed else [""] * len(cells)
        rows.append(row)
    return table(
        subject.id_of(12, wager.id, result.paytable),
        f"Sensitivity: {subject.title_of(result)}",
        columns,
        rows,
        note=f"{_note(wager, result)}{_left_out(allowed, names)}{_turned_over(edges, names, result)}",
    )


def _note(wager: Wager, result: WagerResult) -> str:
    unit = "percentage points" if result.unit.has_stake else "dollars a round"
    words = f"Changes are in {unit}; every pay is changed alone."
    if wager.pays_change_play:
        return f"{words} The best strategy is found anew for each pay; beside it the strategy of this paytable, held."
    if wager.decided == "settings":
        return f"{words} The settings of the hands are held fixed."
    return f"{words} No decision of the player depends on a pay of this wager."


def _left_out(allowed: Mapping[str, Sequence[bool]], names: Mapping[str, str]) -> str:
    """Which changes are not shown, because no game file may have such a pay."""
    told = [
        f"{step} on {', '.join(left)}"
        for place, step in enumerate(STEP_NAMES)
        if (left := [names[line] for line, steps in allowed.items() if not steps[place]])
    ]
    return f" Left out, because the paytable may not have such a pay: {'; '.join(told)}." if told else ""


def allowed_steps(subject: Subject, wager: Wager, result: WagerResult) -> dict[str, list[bool]]:
    """By line: whether a game file may pay one unit more, and one less.

    A pay is an amount that is not below 0, or a share of the meter and nothing beside it.
    """
    stake = stake_of(subject, wager, wager.meter)
    pays = subject.paytable_of(result).pays
    above = order_of_pays(subject, wager)

    def is_allowed(place: int, step: Fraction) -> bool:
        written = pays[place].amount + step + (0 if wager.meter is not None else stake)
        return not pays[place].meter and 0 <= written <= MAX_PAY and _in_order(pays, place, step, above)

    return {line: [is_allowed(place, step) for step in STEPS] for place, line in enumerate(wager.line_ids)}


def _in_order(pays: Sequence[Pay], place: int, step: Fraction, above: JsonDict | None) -> bool:
    """Whether a line that must pay more than another one still does."""
    if above is None:
        return True
    high, low = (pays[above[key]].amount + (step if place == above[key] else Fraction(0)) for key in ("line", "than"))
    return high > low or (bool(above["or_equal"]) and high == low)


def _edge(edge: Pay | None, result: WagerResult) -> str:
    if edge is None:
        return "no one formula"
    if edge.meter:
        return pay_text(edge)
    more = _places(_changed(edge, result)) - CHANGE_PLACES
    return percent_text(edge.amount, 6 + more) if result.unit.has_stake else decimal_text(-edge.amount, 8 + more)


def _turned_over(edges: Mapping[str, Sequence[Edges]], names: Mapping[str, str], result: WagerResult) -> str:
    """Which changed pays give the player an advantage, or end one."""
    said = []
    for line, steps in edges.items():
        for (best, _), step in zip(steps, STEP_NAMES, strict=True):
            if best is None:
                continue
            new = advantage_of(-best, result.unit, least_meter=result.least_meter)
            if (new is not None and new.certain) != result.player_advantage:
                words = turned(result.advantage, new)
                said.append(f" With {step} on {names[line]} {words}.")
    return "".join(said)


def _change(edge: Pay | None, result: WagerResult) -> str:
    if edge is None:
        return ""
    change = _changed(edge, result)
    return ("+" if change > 0 else "") + decimal_text(change, _places(change))


def _changed(edge: Pay, result: WagerResult) -> Fraction:
    """In percentage points, or in dollars."""
    change = result.unit.worth(-edge.amount) - result.unit.worth(result.mean.amount)
    return change * (100 if result.unit.has_stake else 1)


def _places(change: Fraction) -> int:
    """More digits where a change is smaller than the usual ones show.

    >>> _places(Fraction(1, 100)), _places(Fraction(0)), _places(Fraction(1, 10**8))
    (6, 6, 8)
    """
    places = CHANGE_PLACES
    while change and places < MAX_PLACES and abs(change) * 10**places < 1:
        places += 1
    return places


# --- edges under changed pays ----------------------------------------------------------------------------------------


def kept_edges(subject: Subject, wager: Wager, result: WagerResult) -> dict[str, list[Edges]]:
    """By line: the edges with one unit more, and with one less."""
    key = {"wager": wager.id, "pays": subject.pays(result)}
    kept = subject.kept("sensitivity", key, lambda: _written(subject, wager, result))
    return {line: [(_read(one), _read(other)) for one, other in steps] for line, steps in kept.items()}


def _read(edge: list[str] | None) -> Pay | None:
    return None if edge is None else Pay(Fraction(edge[0]), Fraction(edge[1]))


def _written(subject: Subject, wager: Wager, result: WagerResult) -> dict[str, list[list[list[str] | None]]]:
    return {
        line: [[None if edge is None else [str(edge.amount), str(edge.meter)] for edge in one] for one in steps]
        for line, steps in changed_edges(subject, wager, result).items()
    }


def changed_edges(subject: Subject, wager: Wager, result: WagerResult) -> dict[str, list[Edges]]:
    table_ = subject.paytable_of(result)
    allowed = allowed_steps(subject, wager, result)
    places = {line: place for place, line in enumerate(wager.line_ids)}
    wanted = [(line, number) for line, steps in allowed.items() for number, may_be in enumerate(steps) if may_be]
    flat = [_with(table_, places[line], STEPS[number]) for line, number in wanted]
    if wager.decided == "settings":
        edges = [_with_settings_held(result, one) for one in flat]
    else:
        edges = _edges_of(subject, wager, table_, flat)
    found = dict(zip(wanted, edges, strict=True))
    return {line: [found.get((line, number), (None, None)) for number in range(len(STEPS))] for line in allowed}


def _with(paytable: Paytable, place: int, step: Fraction) -> Paytable:
    pays = list(paytable.pays)
    pays[place] = pays[place] + Pay(step)
    return Paytable(paytable.id, tuple(pays))


def _edges_of(subject: Subject, wager: Wager, old: Paytable, changed: Sequence[Paytable]) -> list[Edges]:
    if is_played(wager):
        return _played_anew(subject, wager, old, changed)
    decisions = linear_decisions(subject.game, wager, subject.run)
    if decisions is not None:
        return Repriced(decisions, [pay.amount for pay in old.pays]).edges(changed)
    counts = kind_of(wager).line_counts(subject.game, wager, subject.run)
    if counts is not None:
        return [(edge, edge) for edge in (_lines_edge(wager, one, counts) for one in changed)]
    results = analyze_wager(subject.game, wager, changed, subject.run)
    edges = [Pay(-result.ev) for result in results if result.ev is not None]
    return [(edge, edge) for edge in edges]


def _played_anew(subject: Subject, wager: Wager, old: Paytable, changed: Sequence[Paytable]) -> list[Edges]:
    """Every paytable with its own best play, and with that of the old one."""
    counted = played_wager(subject.game, wager, subject.run)
    counted.expectation(old)  # what is counted once is ready before threads share it
    with (
        subject.run.steps(f"paytables of {wager.id}", len(changed)) as step,
        ThreadPoolExecutor(subject.run.jobs) as pool,
    ):
        edges: list[Edges] = []
        for paytable, best in zip(changed, pool.map(counted.expectation, changed), strict=True):
            edges.append((Pay(-best), Pay(-counted.held(old, paytable))))
            step()
    return edges


def _with_settings_held(result: WagerResult, paytable: Paytable) -> Edges:
    """The best settings are known for the paytable's own pay of a win; under another one they are kept as they are."""
    counts = {outcome.name: outcome.count for outcome in result.outcomes}
    ev = (paytable.pays[0].amount * counts["win"] - counts["lose"]) / result.deals
    return Pay(-ev), Pay(-ev)


def _lines_edge(wager: Wager, paytable: Paytable, counts: LineCounts) -> Pay | None:
    """The house edge from counted line sets; a changed pay may change which line is paid."""
    if len(meter_spans(wager, paytable, counts)) > 1:
        return None
    meter, tax = wager.meter, wager.tax
    nets: Counter[Pay] = Counter()
    for (satisfied, taxed), count in counts.counts.items():
        lines = paid_lines(satisfied, paytable, wager.overlap)
        pay = pay_of(lines, paytable)
        if tax is not None:
            nets[Pay(pay.amount - (tax.amounts[taxed] if taxed >= 0 else 0))] += count
        else:
            nets[net_of(pay, meter) if lines else Pay(Fraction(-1))] += count
    return -sum((net * count for net, count in nets.items()), Pay(Fraction(0))) / counts.deals


class Repriced:
    """Decisions under pays that differ from a paytable's: only line sets that are paid otherwise are computed again."""

    def __init__(self, decisions: LinearDecisions, pays: Sequence[Fraction]) -> None:
        self.decisions, self.paid = decisions, [pays[line] for line in decisions.paid(pays)]
        self.values, self.denominator = decisions.values(pays)
        self.best = np.argmax(self.values, axis=1)

    def edges(self, changed: Sequence[Paytable]) -> list[Edges]:
        return [self._edge([pay.amount for pay in paytable.pays]) for paytable in changed]

    def _edge(self, pays: Sequence[Fraction]) -> Edges:
        """A whole step keeps the denominator."""
        decisions, values = self.decisions, self.values
        for line, before, slope in zip(decisions.paid(pays), self.paid, decisions.slopes, strict=True):
            if pays[line] != before:
                values = plus(values, times(slope, int((pays[line] - before) * self.denominator)))
        best, held = (
            decisions.expectation_of(values, self.denominator, pays, choices)
            for choices in (np.argmax(values, axis=1), self.best)
        )
        return Pay(-best), Pay(-held)
