"""Profiles of jurisdictions: what a filing there must have, as data, and what this report says to each rule.

A profile is a TOML file in tables/jurisdictions. Each of its rules is cited and dated, says where its text was found,
and either names a check of this module or a field that the applicant supplies. What could not be confirmed says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Literal

from analyzer.errors import FaultsError, SelectionError
from analyzer.files import FileKind, parse_toml
from analyzer.game.model import Wager
from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import amount_text
from analyzer.report.filing import Filing
from analyzer.report.subject import Subject

SCHEMA = "exactodds/profile/1"
FOLDER = "jurisdictions"
PROFILE_FILE = FileKind("a profile of a jurisdiction", 1 << 20)
# Washington counts odds up to this, and allows no aggregate limit where the highest are below it.
MAX_ODDS = Fraction(50)
MAX_GAMES_A_HAND = 6
# So many of the games on one hand of cards may take wagers of any size.
MAX_UNLIMITED_GAMES = 3
MAX_COLLECTION_RATES = 5

State = Literal["pass", "fail", "supplied by the applicant", "to be supplied by the applicant"]
MISSING: State = "to be supplied by the applicant"


@dataclass(frozen=True)
class Rule:
    """One rule: where it stands, of which date, what it asks, and how this report answers."""

    id: str
    cite: str
    dated: str
    asks: str
    source: str
    check: str
    supplied: str


@dataclass(frozen=True)
class Profile:
    """The rules of one jurisdiction that are about a game and its mathematics."""

    id: str
    name: str
    authority: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Answer:
    """What this report says to a rule."""

    state: State
    words: str


# --- files -----------------------------------------------------------------------------------------------------------


def profile_ids() -> list[str]:
    folder = files("analyzer.tables").joinpath(FOLDER)
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def profile_fault(name: str) -> str | None:
    """Why there is no such profile."""
    known = profile_ids()
    if name in known:
        return None
    return f"there is no profile {shown(name)}{nearest(name, known)}; there are {', '.join(known)}"


def load_profile(name: str) -> Profile:
    fault = profile_fault(name)
    if fault is not None:
        raise SelectionError(fault)
    path = files("analyzer.tables").joinpath(FOLDER, f"{name}.toml")
    return parse_profile(path.read_bytes(), f"{name}.toml")


def parse_profile(content: bytes, name: str) -> Profile:
    faults = Faults()
    top = Section(parse_toml(content, name, PROFILE_FILE), "", faults)
    top.choice("schema", (SCHEMA,))
    profile = Profile(
        top.identifier("id"),
        top.text("name", required=True),
        top.text("authority", required=True),
        tuple(_rule(section) for section in top.sections("rules", required=True)),
    )
    top.finish()
    if faults:
        raise FaultsError(name, faults)
    return profile


def _rule(section: Section) -> Rule:
    texts = {key: section.text(key, required=True) for key in ("cite", "dated", "asks", "source")}
    rule = Rule(section.identifier("id"), **texts, check=section.text("check"), supplied=section.text("supplied"))
    if bool(rule.check) == bool(rule.supplied):
        section.fault("check", "either names a check or `supplied` names a field, not both and not neither")
    elif rule.check:
        section.one_of("check", rule.check, tuple(CHECKS))
    section.finish()
    return rule


# --- answers ---------------------------------------------------------------------------------------------------------


def answer(rule: Rule, subject: Subject) -> Answer:
    """What the report of this game says to the rule."""
    if rule.check:
        return CHECKS[rule.check](subject)
    given = subject.filing.applicant.get(rule.supplied)
    if given:
        return Answer("supplied by the applicant", given)
    return Answer(MISSING, f"field {rule.supplied}")


def fields_of(profiles: Iterable[str]) -> list[str]:
    """The fields that rules of these profiles ask the applicant for."""
    return sorted({rule.supplied for name in profiles for rule in load_profile(name).rules if rule.supplied})


def check_fields(filing: Filing) -> None:
    """A field that no rule of any profile asks for is a misspelt one."""
    for field in filing.applicant:
        fault = field_fault(field, filing.profiles)
        if fault is not None:
            raise SelectionError(f"applicant: {fault}")


def field_fault(field: str, profiles: Sequence[str]) -> str | None:
    """Why no applicant supplies such a field; the fields named are those of the profiles, if there are any."""
    known = fields_of(profile_ids())
    if field in known:
        return None
    asked = fields_of(name for name in profiles if profile_fault(name) is None)
    return f"no rule asks for a field {shown(field)}{nearest(field, known)}; there are {', '.join(asked or known)}"


def unasked(filing: Filing) -> dict[str, str]:
    """What the applicant supplied though no rule of the chosen profiles asks for it: another profile's may."""
    asked = fields_of(filing.profiles)
    return {field: words for field, words in filing.applicant.items() if field not in asked}


def _shown(words: str) -> Callable[[Subject], Answer]:
    """A rule that every report meets."""
    return lambda subject: Answer("pass", words)


def _old_against_new(subject: Subject) -> Answer:
    if subject.previous is None:
        return Answer(MISSING, "if this is a change: no previous report is attached")
    return Answer("pass", "section Changes since the previous certified result")


def _interval(subject: Subject) -> Answer:
    if subject.game.banker:
        return Answer("pass", f"does not apply: the {subject.game.banker} banks; section Win over many rounds")
    if subject.filing.operation.initial_bets_over_drop is None:
        return Answer(
            MISSING, "rounds an hour, average initial bet and drop an hour, for the interval of win over drop"
        )
    return Answer("pass", "section Win over many rounds, win over drop")


# --- Washington ------------------------------------------------------------------------------------------------------


def fixed_odds(result: WagerResult) -> Fraction | None:
    """The highest odds; None where they depend on a meter, or where there is no stake."""
    top = result.largest_payoff
    return None if top.meter or not result.unit.has_stake else top.amount


def least_limit(maximum: Fraction, odds: Fraction) -> Fraction:
    """The smallest aggregate payout limit for a deal: the maximum wager at the odds, these counted up to 50 to 1.

    >>> str(least_limit(Fraction(300), Fraction(5000))), str(least_limit(Fraction(10), Fraction(40)))
    ('15000', '400')
    """
    return maximum * min(odds, MAX_ODDS)


def highest_odds(subject: Subject) -> list[tuple[Wager, Fraction | None]]:
    """Every wager with its highest odds over all paytables; None where there are none that are fixed."""
    told = []
    for wager in subject.wagers:
        odds = [fixed_odds(result) for result in subject.results_of(wager)]
        fixed = [one for one in odds if one is not None]
        told.append((wager, max(fixed) if fixed and len(fixed) == len(odds) else None))
    return told


def _aggregate(subject: Subject) -> Answer:
    """A posted limit against the least; without one the least that could be posted."""
    told, failed, open_ = [], False, False
    for wager, odds in highest_odds(subject):
        posted = subject.filing.payout_limits.get(wager.id)
        if odds is None and posted is not None:
            told.append(_not_judged(wager, posted))
            open_ = True
        if odds is None or odds < MAX_ODDS:
            continue
        limit = "" if posted is None else f"${amount_text(posted)}, "
        if wager.limits is None:
            factor = amount_text(min(odds, MAX_ODDS))
            told.append(f"{wager.name}: {limit}{factor} times the maximum wager, which is not given")
            open_ = True
            continue
        least = least_limit(wager.limits.maximum, odds)
        if posted is None:
            told.append(f"{wager.name}: a limit, if there is one, of ${amount_text(least)} or more")
        else:
            told.append(f"{wager.name}: {limit}at least ${amount_text(least)} is needed")
            failed |= posted < least
    if not told:
        return Answer("pass", "no odds of 50 to 1 or more: no limit is allowed, and none is needed")
    return Answer("fail" if failed else MISSING if open_ else "pass", "; ".join(told))


def _not_judged(wager: Wager, posted: Fraction) -> str:
    why = "its odds depend on the meter" if wager.has_stake else "it has no stake, so no odds"
    return f"{wager.name}: ${amount_text(posted)}, {why}"


def _no_limit_below_fifty(subject: Subject) -> Answer:
    """Every limit that is posted is judged, whatever decides the wager."""
    posted = subject.filing.payout_limits
    low = [(wager, odds) for wager, odds in highest_odds(subject) if odds is not None and odds < MAX_ODDS]
    wrong = [
        f"{wager.name}: ${amount_text(posted[wager.id])}, its highest odds are {amount_text(odds)} to 1"
        for wager, odds in low
        if wager.id in posted
    ]
    if wrong:
        return Answer("fail", f"a limit is given where none is allowed. {'; '.join(wrong)}")
    unclear = [
        _not_judged(wager, posted[wager.id])
        for wager, odds in highest_odds(subject)
        if odds is None and wager.id in posted
    ]
    reported = {wager.id for wager in subject.wagers}
    unclear += [
        f"{wager.name}: ${amount_text(posted[wager.id])}, and the wager is not in this report"
        for wager in subject.game.wagers
        if wager.id in posted and wager.id not in reported
    ]
    if unclear:
        return Answer(MISSING, "; ".join(unclear))
    if low:
        return Answer("pass", f"no limit is given for {', '.join(wager.name for wager, _ in low)}")
    return Answer("pass", "no wager has highest odds that are fixed and below 50 to 1")


def _games_a_hand(subject: Subject) -> Answer:
    number = len(subject.game.wagers)
    told = f"{number} wagers on one deal"
    if MAX_UNLIMITED_GAMES < number <= MAX_GAMES_A_HAND:
        return Answer(MISSING, f"{told}: which of them are limited to five dollars")
    return Answer("pass" if number <= MAX_GAMES_A_HAND else "fail", told)


# --- California ------------------------------------------------------------------------------------------------------


def _rates(subject: Subject) -> list[int]:
    """The different fees that a player can be charged."""
    fees = [wager.fees for wager in subject.game.wagers if wager.fees is not None]
    return sorted({fee for one in fees for _, fee in one.player})


def _fee_schedule(subject: Subject) -> Answer:
    rates = _rates(subject)
    if not rates:
        return Answer(MISSING, "the game file has no fees")
    return Answer("pass", f"flat fees of {', '.join(f'${rate}' for rate in rates)}; section Paytables, with the fee")


def _fee_is_flat(subject: Subject) -> Answer:
    rates = _rates(subject)
    if not rates:
        return Answer(MISSING, "the game file has no fees")
    state: State = "pass" if len(rates) <= MAX_COLLECTION_RATES else "fail"
    return Answer(state, f"{len(rates)} collection rates, each a fixed amount by the size of the bet")


def _player_dealer(subject: Subject) -> Answer:
    if not subject.game.banker:
        return Answer("fail", "the game file names no seat that banks: as it is, the house does")
    return Answer("pass", f"banked by the {subject.game.banker}, whose result is reported beside the player's")


CHECKS: Mapping[str, Callable[[Subject], Answer]] = {
    "rules_and_examples": _shown("sections Rules and assumptions, and Paytables with worked rounds"),
    "payouts": _shown("section Paytables, house edge and worked rounds"),
    "theoretical_percentages": _shown("house edge and return of every wager, exact; section Win over many rounds"),
    "true_odds_payouts_edge": _shown("section Paytables: true odds, payout odds and house edge of every wager"),
    "summary_of_the_game": _shown("the first page of the game"),
    "old_against_new": _old_against_new,
    "win_over_drop_interval": _interval,
    "aggregate_payout_limit": _aggregate,
    "no_limit_below_fifty": _no_limit_below_fifty,
    "six_games_a_hand": _games_a_hand,
    "fee_schedule": _fee_schedule,
    "fee_is_flat": _fee_is_flat,
    "player_dealer": _player_dealer,
}


def worst(answers: Sequence[Answer]) -> State:
    """The state of a rule over all games of a report."""
    order: tuple[State, ...] = ("fail", MISSING, "supplied by the applicant", "pass")
    return min((one.state for one in answers), key=order.index)
