"""The checklist of a filing: for each jurisdiction asked for, every rule with what this report says to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.report.blocks import Block, block_id, heading, notice, numbered, table
from analyzer.report.profiles import MISSING, Answer, Profile, Rule, answer, load_profile, worst
from analyzer.report.subject import Subject


def checklist_blocks(subjects: Sequence[Subject]) -> list[Block]:
    """Nothing where no profile was asked for."""
    profiles = [load_profile(name) for name in subjects[0].filing.profiles]
    return [block for profile in profiles for block in _of_profile(profile, subjects)]


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
