"""Sensitivity to every pay: as a tornado for each wager on paper, with the tables behind it elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.game.model import Wager
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, amount_text, figure, series, text, unprinted
from analyzer.report.sensitivity import STEP_NAMES, allowed_steps, kept_edges, sensitivity_blocks
from analyzer.report.subject import Subject, line_names

MAX_BARS = 20
# Digits of a worth, and more where a change is smaller than they show.
PLACES, MAX_PLACES = 4, 12
METER = "J"
# Where a table's note begins to say that a changed pay gives the player an advantage, or ends one.
TURNED = " With "


def sensitivity_section(subject: Subject) -> list[Block]:
    drawn = [block for wager in subject.wagers for block in _tornado(subject, wager, subject.results_of(wager)[0])]
    rest: list[Block] = []
    for block in sensitivity_blocks(subject):
        rest.append(unprinted(block) if block["kind"] == "table" else block)
        turned = str(block.get("note") or "").partition(TURNED)
        if turned[1]:
            rest.append(text(f"{block['title'].partition(': ')[2]}: {turned[1].strip()} {turned[2]}"))
    return [*drawn, *rest]


def _tornado(subject: Subject, wager: Wager, result: WagerResult) -> Iterator[Block]:
    """Only where the wager has pays and one worth: a progressive's depends on its meter."""
    if result.ev is None or not wager.line_ids:
        return
    names, pays = line_names(wager), subject.pays(result)
    base = result.unit.worth(result.ev)
    bars = []
    allowed = allowed_steps(subject, wager, result)
    for line, steps in kept_edges(subject, wager, result).items():
        worths = [
            _worth(best, result) if is_allowed else base
            for (best, _), is_allowed in zip(steps, allowed[line], strict=True)
        ]
        if any(allowed[line]) and all(worth is not None for worth in worths):
            label = f"{names[line]}, pays {_pays_text(pays[line])}"
            bars.append((label, [worth for worth in worths if worth is not None]))
    bars.sort(key=lambda one: -max(abs(worth - base) for worth in one[1]))
    scale, unit = (100, "%") if result.unit.has_stake else (1, "dollars a round")
    told = " The best play is found anew for each pay." if wager.pays_change_play else ""
    told += "" if all(map(all, allowed.values())) else " A pay that may not be changed so has no bar on that side."
    yield figure(
        subject.id_of(12, wager.id, "tornado"),
        f"{subject.title_of(result)}: one unit more and one less on each pay",
        f"The {result.unit.worth_name} with each pay changed alone, around {_text(base, scale)} {unit}.{told}",
        "tornado",
        ("line", f"{result.unit.worth_name}, {unit}"),
        [
            series(name, [_told_apart(worths, base, scale)[place] for _, worths in bars[:MAX_BARS]])
            for place, name in enumerate(STEP_NAMES)
        ],
        categories=[label for label, _ in bars[:MAX_BARS]],
        base=_text(base, scale),
    )


def _worth(best: Pay | None, result: WagerResult) -> Fraction | None:
    return None if best is None or best.meter else result.unit.worth(-best.amount)


def _text(worth: Fraction, scale: int, places: int = PLACES) -> str:
    return decimal_text(worth * scale, places)


def _told_apart(worths: Sequence[Fraction], base: Fraction, scale: int) -> list[str]:
    """The ends of a bar with as many digits as tell them from each other and from the base."""
    different = {*worths, base}
    for places in range(PLACES, MAX_PLACES + 1):
        if len({_text(worth, scale, places) for worth in different}) == len(different):
            break
    return [_text(worth, scale, places) for worth in worths]


def _pays_text(pays: str) -> str:
    """As tables write it; an expression in the meter as it is.

    >>> _pays_text("1000"), _pays_text("3/2"), _pays_text("J/10")
    ('1,000', '1.5', 'J/10')
    """
    return pays if METER in pays else amount_text(Fraction(pays))
