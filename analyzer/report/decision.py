"""The first page of a game: what it is, what each wager is worth, and what a decision about it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.change.readings import WEIGHT
from analyzer.documents import Json
from analyzer.numbers import decimal_text, one_in_text, percent_text
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, joint_advantage, joint_name
from analyzer.report.blocks import Block, Column, Level, amount_text, bullets, facts, heading, notice, table, text
from analyzer.report.brief import brief_text, strategy_assumed
from analyzer.report.certification import CERTIFIED
from analyzer.report.checklist import checklist_notices
from analyzer.report.chosen import chosen_flags
from analyzer.report.filing import Filing
from analyzer.report.paytables import edge_text, expected_text, rates, unit_note
from analyzer.report.readings import DEFAULT, Effect, default_unused, edge_range, turned_over
from analyzer.report.subject import Subject

RARE = Fraction(1, 100_000_000)
PLACES = 4
# Behind a range of which a reading changes who has the advantage.
TURNS = "\N{DAGGER}"
WEIGHT_ONE = "weight 1 (the document is silent or contradicts itself, and both meanings occur in practice)"
OVER_READINGS = (
    f" Over the readings: the least and the most that another reading of {WEIGHT_ONE} gives, each changed alone."
)
DEFAULTS_TOO = " A default reading that is not used here is among them."
UNCHANGED, DEPENDS = "unchanged", "depends on J"

CHECKING = (
    "paper alone cannot be checked: the page Certification says which files to ask for, and how their digests are "
    "compared with the digits at the foot of every page"
)

Flag = tuple[Level, str]


def decision_blocks(subject: Subject, status: Json, filing: Filing) -> list[Block]:
    blocks = [text(brief_text(subject)), _wagers(subject), *(text(words) for words in fee_texts(subject))]
    blocks += [notice(level, f"{words}.") for level, words in flags_of(subject)]
    turning = list(turned_over(subject))
    if turning:
        title = "Readings under which it would change who has the advantage"
        blocks += [heading(subject.id_of("decision", "turned"), title), bullets(turning)]
    elif subject.effects:
        blocks.append(text("No reading that is computed gives the player an advantage or takes one away."))
    return [*blocks, *checklist_notices([subject]), _confirmed(subject, status, filing)]


# --- wagers ----------------------------------------------------------------------------------------------------------


def _wagers(subject: Subject) -> Block:
    ranged = any(range_text(subject, result) for result in subject.results)
    columns: list[Column] = [("wager", "text"), ("house edge", "percent")]
    columns += [("over the readings", "percent")] if ranged else []
    columns += [("how it is played", "text"), ("hit rate", "percent"), ("deals", "integer")]
    rows = [
        [
            subject.title_of(result),
            worth_cell(result),
            *([range_text(subject, result) or UNCHANGED] if ranged else []),
            strategy_assumed(subject.game, subject.wager_of(result)),
            percent_text(rates(result)[0], PLACES),
            str(result.deals),
        ]
        for result in subject.results
    ]
    return table(
        subject.id_of("decision", "wagers"),
        "What each wager is worth",
        columns,
        rows,
        note=f"House edge: {_kept(subject)}. Hit rate: how often the net result is "
        f"above zero. {unit_note(subject.results)}{over_readings([subject]) if ranged else ''}",
    )


def _kept(subject: Subject) -> str:
    if not subject.game.banker:
        return "what the house keeps of the initial wager on average"
    return "the player's disadvantage, what he loses of the initial wager on average to the seat that banks"


def cover_notes(subjects: Sequence[Subject]) -> str:
    """What a reader of the cover alone must know of a house edge: how hands are set, and that a fee comes on top."""
    told = []
    for subject in subjects:
        by_way = [one for one in subject.wagers if one.ways]
        if by_way:
            told.append(f" {', '.join(one.name for one in by_way)}: {strategy_assumed(subject.game, by_way[0])}.")
        for result in subject.results:
            if fees := subject.document_of(result).get("fees"):
                told.append(
                    f" {subject.title_of(result)}: the player pays a collection fee on top, "
                    f"{_spans(fees, 'player_fee')} a hand."
                )
    return "".join(told)


def over_readings(subjects: Sequence[Subject]) -> str:
    """What the column with the range says."""
    return OVER_READINGS + (DEFAULTS_TOO if any(default_unused(subject) for subject in subjects) else "")


def worth_cell(result: WagerResult) -> str:
    """The house edge; dollars a round where there is no stake; the meter that breaks even where there is one."""
    if result.ev is None:
        return edge_text(result)
    # Beside house edges the player's own result says whose it is.
    return percent_text(-result.ev, PLACES) if result.unit.has_stake else f"player {expected_text(result)}"


def range_text(subject: Subject, result: WagerResult) -> str:
    """Between which ends a wager lies over the readings of weight 1; nothing where they are the same."""
    span = edge_range(subject, result)
    if span is None:  # it depends on a meter: no two numbers are its ends
        moved = any(one.is_of(result) and one.in_range and not one.unmoved for one in subject.effects)
        return DEPENDS if moved else ""
    if span[0].worth == span[1].worth:
        return ""
    if not result.unit.has_stake:
        return "player " + " to ".join(f"{decimal_text(end.worth, PLACES)} $" for end in span)
    return " to ".join(percent_text(end.worth, PLACES).removesuffix(" %") for end in span) + " %"


def hangs_on_readings(subject: Subject, result: WagerResult) -> str:
    """The same for the cover, with a mark where a reading of any weight changes who has the advantage."""
    return (range_text(subject, result) or UNCHANGED) + (f" {TURNS}" if _turning(subject, result) else "")


def _turning(subject: Subject, result: WagerResult) -> list[Effect]:
    return [effect for effect in subject.effects if effect.turns and effect.is_of(result)]


def turning_note(rows: Sequence[tuple[Subject, WagerResult]]) -> str:
    """What the mark says, and of which weight the readings are that it comes from: the range has those of weight 1."""
    found: dict[str, set[int | None]] = {}
    for subject, result in rows:
        for effect in _turning(subject, result):
            found.setdefault(result.name, set()).add(effect.weight)
    if not found:
        return ""
    which = "; ".join(f"{name}: {_of_weights(weights)}" for name, weights in found.items())
    return (
        f" {TURNS} Under another reading the advantage goes over to the other side ({which}). The first page of the "
        "game says which reading, and how likely it is."
    )


def _of_weights(weights: set[int | None]) -> str:
    """
    >>> _of_weights({1}), _of_weights({2, 3}), _of_weights({1, None})
    ('weight 1', 'weights 2 and 3, which the range leaves out', 'weight 1 and a choice of the house')
    >>> _of_weights({0})
    'the default reading'
    """
    numbers = sorted(weight for weight in weights if weight)
    words = [f"weight{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"] if numbers else []
    words += ["the default reading"] if DEFAULT in weights else []
    words += ["a choice of the house"] if None in weights else []
    return " and ".join(words) + ("" if weights & {WEIGHT, DEFAULT} else ", which the range leaves out")


def fee_texts(subject: Subject) -> Iterator[str]:
    """What a fee beside the wager makes of the house edge, which is stated before it."""
    for result in subject.results:
        fees = subject.document_of(result).get("fees")
        if fees:
            told = "; ".join(f"{_edge_with_fee(one)} on a bet of ${one['bet']}" for one in _ends(fees))
            yield (
                f"{subject.title_of(result)}: the house edge above is before the collection fee, which the player pays "
                f"beside his bet, {_spans(fees, 'player_fee')} a hand by its size. With it the player pays in all "
                f"{told}. {_who_gets(subject)} pays {_spans(fees, 'player_dealer_fee')} a hand by the total action."
            )


def _who_gets(subject: Subject) -> str:
    gains = (
        "The seat that banks gets what the player loses on the bet, the house gets the fee. "
        if subject.game.banker
        else ""
    )
    return f"{gains}The seat that banks"


def _ends(fees: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """The bets at which the player does worst and best, the smallest of each."""
    ends = [pick(fees, key=lambda fee: Fraction(fee["player_ev"])) for pick in (min, max)]
    return ends if ends[0]["player_ev"] != ends[1]["player_ev"] else ends[:1]


def _edge_with_fee(fee: Mapping[str, str]) -> str:
    return percent_text(-Fraction(fee["player_ev"]), PLACES)


def _spans(fees: Sequence[Mapping[str, str]], key: str) -> str:
    """From the smallest to the largest fee.

    >>> _spans([{"fee": "1"}, {"fee": "2"}, {"fee": "5/2"}], "fee"), _spans([{"fee": "0"}], "fee")
    ('$1 to $2.5', 'nothing')
    """
    amounts = sorted({Fraction(fee[key]) for fee in fees})
    told = list(dict.fromkeys(f"${amount_text(amount)}" for amount in (amounts[0], amounts[-1])))
    return " to ".join(told) if amounts[-1] else "nothing"


# --- flags -----------------------------------------------------------------------------------------------------------


def flags_of(subject: Subject) -> list[Flag]:
    """Alerts first: another reading than the default, an advantage of the player, a check that differs; then notes:
    another game file than the program's, other options, meters, awards that are very rare.
    """
    flags = [
        *chosen_flags(subject),
        *_advantages(subject),
        *_differences(subject),
        *_meters(subject),
        *_rare(subject),
    ]
    return sorted(flags, key=lambda flag: flag[0] != "alert")


def _advantages(subject: Subject) -> Iterator[Flag]:
    for result in subject.results:
        if result.advantage is not None and result.advantage.certain:
            yield "alert", f"{subject.title_of(result)}: {result.advantage.text}"
    for row in subject.document["joint"]:
        advantage = joint_advantage(row)
        if advantage is not None:
            yield "alert", f"{joint_name(row)}, made together: {advantage.text}"


def _differences(subject: Subject) -> Iterator[Flag]:
    for check in subject.checks:
        if check.state == "differs":
            yield "alert", f"A check differs. {check.what}: {'; '.join(check.findings)}"


def _meters(subject: Subject) -> Iterator[Flag]:
    for result in subject.results:
        if result.advantage is not None and not result.advantage.certain:
            yield "note", f"{subject.title_of(result)}: {result.advantage.text}"


def _rare(subject: Subject) -> Iterator[Flag]:
    for result in subject.results:
        for outcome in rare_awards(result):
            title = outcome.details.get("title", outcome.name)
            rarity = one_in_text(Fraction(outcome.count, result.deals))
            name = subject.title_of(result)
            yield "note", f"{name}: {title} is an award rarer than 1 in 100 million: 1 in {rarity}"


def rare_awards(result: WagerResult) -> Iterator[Outcome]:
    """Awards that most tables will never pay."""
    for outcome in result.outcomes:
        if 0 < Fraction(outcome.count, result.deals) < RARE and outcome.net.is_gain:
            yield outcome


# --- who vouches for it ----------------------------------------------------------------------------------------------


def _confirmed(subject: Subject, status: Json, filing: Filing) -> Block:
    states = {state: [check for check in subject.checks if check.state == state] for state in ("passed", "differs")}
    not_run = [check.what for check in subject.checks if check.state == "not run"]
    return facts(
        subject.id_of("decision", "confirmed"),
        [
            ("Checked, no difference", _listed(check.what for check in states["passed"])),
            ("Checked, differs", _listed(check.what for check in states["differs"])),
            ("Not checked here", _listed(not_run)),
            ("Certified by", _vouched(status, filing)),
            ("To check these files", CHECKING),
        ],
    )


def _listed(items: Iterator[str] | Sequence[str]) -> str:
    return "; ".join(items)


def _vouched(status: Json, filing: Filing) -> str:
    if status["word"] != CERTIFIED:
        return "nobody: this is a draft, see the page Certification for the reasons"
    return ", ".join(name for name in (filing.signatory, filing.signatory_title) if name)
