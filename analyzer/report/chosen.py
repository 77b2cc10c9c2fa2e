"""What a report does not leave as it is by default: said on the first pages, and wherever its text tells the default.

Rules and readings in words are written for the defaults and for the game file that comes with the program. A report of
other options, or of another file under the same id, must not let them contradict its numbers unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.game.library import is_shipped, shipped_ids
from analyzer.report.blocks import Block, Level, notice
from analyzer.report.subject import Subject


def chosen_flags(subject: Subject) -> Iterator[tuple[Level, str]]:
    """For the cover and the first page of the game."""
    options = subject.game.options
    readings = {key: value for key, value in subject.other_options.items() if options[key].weight is not None}
    others = {key: value for key, value in subject.other_options.items() if key not in readings}
    if readings:
        yield (
            "alert",
            f"This report does not use the {_default(subject)}: {instead(subject, readings)}",
        )
    if others:
        yield "note", f"Options that are not the default: {instead(subject, others)}"
    if subject.file.id in shipped_ids() and not is_shipped(subject.file):
        yield (
            "note",
            f"The game file is not the one that comes with the program as {subject.file.id}: SHA-256 "
            f"{subject.file.digest}",
        )


def options_hold(subject: Subject) -> Iterator[Block]:
    """At the head of a section with words that were written for the defaults."""
    if subject.told_otherwise:
        yield notice(
            "alert",
            f"The text of this section is written for the defaults. This report uses "
            f"{instead(subject, subject.told_otherwise)}: where the text differs, the options hold, and the numbers "
            "are those of the options.",
        )


def used_here(subject: Subject, named: frozenset[str]) -> str:
    """Before a reading that explains these words: which of its options is not the default; nothing where none is."""
    used = {key: value for key, value in subject.other_options.items() if key in named}
    return f"Used here: {instead(subject, used)}. " if used else ""


def _default(subject: Subject) -> str:
    return "reading of the source's default" if subject.game.source.title else "default reading of the game file"


def instead(subject: Subject, chosen: Mapping[str, str]) -> str:
    """Options with their values, each with the default that it takes the place of."""
    return "; ".join(f"{key} = {value} {_not_default(subject, key)}" for key, value in chosen.items())


def _not_default(subject: Subject, option: str) -> str:
    default = subject.game.options[option].default
    return "(none by default)" if default is None else f"instead of {default}"
