"""The checklist of a filing: for each jurisdiction asked for, every rule with what this report says to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.report.blocks import Block, block_id, heading, notice, numbered, table
from analyzer.report.filing import Filing
from analyzer.report.profiles import MISSING, Answer, Profile, Rule, answer, load_profile, unasked, worst
from analyzer.report.subject import Subject


def checklist_blocks(subjects: Sequence[Subject]) -> list[Block]:
    """Nothing where no profile was asked for, and the applicant supplied nothing."""
    filing = subjects[0].filing
    profiles = [load_profile(name) for name in filing.profiles]
    return [*(block for profile in profiles for block in _of_profile(profile, subjects)), *_unasked(filing)]


def _unasked(filing: Filing) -> Iterator[Block]:
    """What answers no rule here is listed all the same."""
    rows = [[field, words] for field, words in unasked(filing).items()]
    if rows:
        yield table(
            "checklist-unasked",
            "Supplied by the applicant, asked for by no rule of this report's profiles",
            (("field", "text"), ("text", "text")),
            rows,
        )


def checklist_notices(subjects: Sequence[Subject]) -> list[Block]:
    """For the pages that say who vouches: what of the checklists is not met or not there yet, signed or not."""
    return [one for name in subjects[0].filing.profiles for one in _open_points(load_profile(name), subjects)]


def _open_points(profile: Profile, subjects: Sequence[Subject]) -> Iterator[Block]:
    states = [worst([answer(rule, subject) for subject in subjects]) for rule in profile.rules]
    failed, missing = states.count("fail"), states.count(MISSING)
    if failed:
        yield notice("alert", f"{profile.name}: {_items(failed)} of the checklist {_are(failed)} not met.")
    if missing:
        yield notice(
            "note",
            f"{profile.name}: {_items(missing)} of the checklist {_are(missing)} still to be supplied by the "
            "applicant, no part of the mathematics.",
        )


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number} items"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _of_profile(profile: Profile, subjects: Sequence[Subject]) -> Iterator[Block]:
    yield heading(block_id("checklist", profile.id), f"{profile.name}: {profile.authority}")
    # Most rules of a profile have the same date and source: these are said once, by a number.
    sources = list(dict.fromkeys(_source(rule) for rule in profile.rules))
    rows = [[*_row(rule, subjects), str(sources.index(_source(rule)) + 1)] for rule in profile.rules]
    states = [row[2] for row in rows]
    if "fail" in states:
        yield notice("alert", f"{profile.name}: {states.count('fail')} rules are not met; see the table.")
    yield table(
        block_id("checklist", profile.id, "rules"),
        f"Rules of {profile.name}",
        (("rule", "text"), ("asks for", "text"), ("state", "text"), ("answer", "text"), ("source", "integer")),
        rows,
        note=f"{_tally(states)} The rules are restated in our words. They are no legal advice: look each up before you "
        "file. Their dates and sources:",
    )
    yield numbered(sources)


def _source(rule: Rule) -> str:
    return f"{rule.dated}; {rule.source}"


def _tally(states: Sequence[str]) -> str:
    return (
        f"{len(states)} rules: {states.count('pass')} met by this report, {states.count('fail')} not met, "
        f"{states.count('supplied by the applicant')} supplied by the applicant, {states.count(MISSING)} still to be "
        "supplied."
    )


def _row(rule: Rule, subjects: Sequence[Subject]) -> list[str]:
    answers = [answer(rule, subject) for subject in subjects]
    return [rule.cite, rule.asks, worst(answers), _words(answers, subjects)]


def _words(answers: Sequence[Answer], subjects: Sequence[Subject]) -> str:
    """One answer where all games have the same, else each with its game."""
    if len({one.words for one in answers}) == 1:
        return answers[0].words
    return " ".join(
        f"{subject.game.name} ({one.state}): {one.words}." for subject, one in zip(subjects, answers, strict=True)
    )
