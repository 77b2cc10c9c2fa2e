"""Section 2: the rules in our words, what is assumed, what is not covered, and each reading with its option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from analyzer.change.figures import Figures, figures_of, worth_text
from analyzer.errors import GameFileError, SelectionError
from analyzer.game.model import Option, Pay
from analyzer.numbers import decimal_text, range_text
from analyzer.pricing.advantage import MARK
from analyzer.report.blocks import Block, facts, heading, notice, table, text
from analyzer.report.pages import PageSection, blocks_of, sections_of, titled_items
from analyzer.report.subject import Subject, shipped_page_of_another_file

# Sections of a page that a report prints elsewhere, or in its own form.
_PRINTED_ELSEWHERE = ("Source", "Number of deals", "Options", "Readings", "Not covered")
_COMMON_LEFT_OUT = ("Cards and decks", "Number of deals", "What every wager reports", "What is always assumed", "Terms")
_ONLY_WILD = "The fully wild joker"
_LAST = "Examples"
NOT_COVERED = (
    "Cards that a player sees and should not: flashed or marked cards, a stacked or worn deck, an imperfect shuffle.",
    "Collusion: players who share what they hold, or who act together with a dealer.",
    "Errors in dealing, paying or reading hands, and disputes about them.",
)


def rules_blocks(subject: Subject) -> list[Block]:
    blocks: list[Block] = []
    page = sections_of(subject.rules.game) if subject.rules.game else []
    common = sections_of(subject.rules.common) if subject.rules.common else []
    blocks += _source(subject)
    blocks += list(_rules(subject, page, common))
    blocks += list(_assumptions(subject, page, common))
    blocks += list(_readings(subject, page))
    return blocks + _options(subject)


def _source(subject: Subject) -> list[Block]:
    source = subject.game.source
    if not any((source.title, source.document, source.sha256)):
        return [text("The game file names no source document: the rules below are all that was computed from.")]
    return [
        text(
            "The rules below are restated in our words from the source document; its digest tells which text was read."
        ),
        facts(
            subject.id_of(2, "source"),
            [("Source document", source.title), ("File", source.document), ("SHA-256 of the file", source.sha256)],
        ),
    ]


def _rules(subject: Subject, page: list[PageSection], common: list[PageSection]) -> Iterator[Block]:
    if not page:
        yield notice(
            "note",
            "No page of rules belongs to this game. Its rules are what the game file says; the file is part of this "
            "report and its digest is in section 1.",
        )
    if shipped_page_of_another_file(subject.file, subject.rules):
        yield notice(
            "alert",
            "These rules were written for the game file that comes with the program. The game file of this report "
            "differs from it; where the two disagree, on a pay for instance, the game file is what was computed, and "
            "section 4 shows it.",
        )
    for section in page:
        if section.title not in (*_PRINTED_ELSEWHERE, _LAST):
            yield from _page_section(subject, section, "rules")
    for section in common:
        if section.title in _COMMON_LEFT_OUT or (section.title == _ONLY_WILD and subject.game.ranking.joker != "wild"):
            continue
        yield from _page_section(subject, section, "common")
    for section in page:
        if section.title == _LAST:
            yield from _page_section(subject, section, "rules")


def _page_section(subject: Subject, section: PageSection, where: str) -> Iterator[Block]:
    identity = subject.id_of(2, where, section.title)
    yield heading(identity, section.title)
    yield from blocks_of(section, identity)


def _assumptions(subject: Subject, page: list[PageSection], common: list[PageSection]) -> Iterator[Block]:
    for section in common:
        if section.title == "What is always assumed":
            yield heading(subject.id_of(2, "assumptions"), "What is assumed")
            yield from (block for block in blocks_of(section, subject.id_of(2, "assumed")) if block["kind"] == "list")
        if section.title == "Terms":
            yield heading(subject.id_of(2, "terms"), "Terms")
            yield from blocks_of(section, subject.id_of(2, "terms"))
    yield heading(subject.id_of(2, "not-covered"), "What is not covered")
    own = [words for section in page if section.title == "Not covered" for _, words in titled_items(section)]
    yield {"kind": "list", "items": [*own, *NOT_COVERED]}


def _readings(subject: Subject, page: list[PageSection]) -> Iterator[Block]:
    readings = [item for section in page if section.title == "Readings" for item in titled_items(section)]
    if not readings:
        return
    yield heading(subject.id_of(2, "readings"), "Readings")
    silent = "the document says nothing, says two things, or was damaged"
    yield text(
        f"Where {silent if subject.game.source.title else 'houses differ'}, a reading had to be chosen. Each is listed "
        "with the reason and the alternative; an alternative that is also computed has an option, shown below."
    )
    yield facts(subject.id_of(2, "readings-list"), readings)


# --- options ---------------------------------------------------------------------------------------------------------


def _options(subject: Subject) -> list[Block]:
    options = subject.game.options
    blocks: list[Block] = [heading(subject.id_of(2, "options"), "Options")]
    if not options:
        return [*blocks, text("The game has no options: every reading is fixed.")]
    blocks.append(
        table(
            subject.id_of(2, "options-list"),
            "Options, and the values that this report uses",
            (("option", "text"), ("used here", "text"), ("other values", "text"), ("meaning", "text")),
            [_option_row(option, subject.game.chosen.get(option.id)) for option in options.values()],
        )
    )
    effects = list(_effects(subject))
    if effects:
        blocks.append(
            table(
                subject.id_of(2, "options-effect"),
                "What each other value, changed alone, would give",
                (
                    ("option", "text"),
                    ("value", "text"),
                    ("wager", "text"),
                    ("paytable", "text"),
                    ("worth here", "text"),
                    ("worth with it", "text"),
                    ("difference", "text"),
                ),
                effects,
                note="Exact results of a complete analysis under the other value: the house edge, or the expected "
                "result in dollars a round where there is no stake. A house edge below zero favours the player, and so "
                "does an expected result above zero.",
            )
        )
    return blocks


def _option_row(option: Option, used: str | None) -> list[str]:
    if option.is_number:
        others = f"any number from {range_text(option.minimum, option.maximum)}"
    else:
        others = ", ".join(value for value in option.values if value != used)
    return [option.id, used or "not given", others, option.meaning]


def _effects(subject: Subject) -> Iterator[list[str]]:
    for option in subject.game.options.values():
        for value in option.values:
            if value == subject.game.chosen.get(option.id):
                continue
            for wager in subject.wagers:
                if option.id in subject.file.options_of(wager.id):
                    yield from _effect(subject, option, value, wager.id)


def _effect(subject: Subject, option: Option, value: str, wager: str) -> Iterator[list[str]]:
    chosen = dict(subject.game.chosen)
    here = _figures(subject, wager, chosen)
    try:
        there = _figures(subject, wager, chosen | {option.id: value})
    except (SelectionError, GameFileError) as error:  # a value that does not go with these pays, or other options
        for one in here:
            yield [option.id, value, wager, one.paytable, edge_text(one), f"not computed: {error}", ""]
        return
    for one, other in zip(here, there, strict=True):
        yield [option.id, value, wager, one.paytable, edge_text(one), edge_text(other), _difference(one, other)]


def _figures(subject: Subject, wager: str, chosen: Mapping[str, str]) -> list[Figures]:
    return list(figures_of(subject.file, subject.run, wager, reading=tuple(sorted(chosen.items()))))


def edge_text(figures: Figures) -> str:
    """A house edge, or dollars a round, for people; an expression while it depends on the meter."""
    worth = figures.amount("worth")
    advantage = figures.advantage
    mark = f" ({MARK})" if advantage is not None and advantage.certain else ""
    return (figures.worth if worth is None else worth_text(worth, figures.unit)) + mark


def _difference(one: Figures, other: Figures) -> str:
    first, second = one.amount("worth"), other.amount("worth")
    if first is None or second is None or first.meter != second.meter:
        return "see section 10"
    change: Fraction = second.amount - first.amount
    if not change:
        return "none"
    if not one.unit.has_stake:
        return worth_text(Pay(change), one.unit, signed=True)
    return ("+" if change > 0 else "") + decimal_text(change * 100, 6) + " points"
