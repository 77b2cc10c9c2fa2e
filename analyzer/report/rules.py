"""The rules in our words, what is assumed, and what is not covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.report.blocks import Block, bullets, facts, heading, notice, numbered, text
from analyzer.report.brief import SECTION as BRIEF
from analyzer.report.brief import features
from analyzer.report.chosen import options_hold
from analyzer.report.looks import look_blocks, play_assumed, seen_blocks, settle_blocks
from analyzer.report.orders import order_blocks
from analyzer.report.pages import PageSection, about, blocks_of, sections_of, titled_items
from analyzer.report.protection import is_counted
from analyzer.report.subject import Subject, shipped_page_of_another_file

# Sections of a page that a report prints elsewhere, or in its own form.
_PRINTED_ELSEWHERE = (BRIEF, "Source", "Number of deals", "Options", "Readings", "Not covered")
# What is for readers of the page: worked rounds take the place of its examples.
_LEFT_OUT = ("Examples", "Published figures")
# The headings of a wager's only paytable on a page of rules.
PAYS = (["pays"], ["prize (paytable 1)"])
# With the section Protection, and without it.
SEEN_NOT_COVERED = {
    True: "Cards that a player sees and should not, but for one of them, which the section Protection is about.",
    False: "Cards that a player sees and should not.",
}
NOT_COVERED = (
    "A stacked or worn deck, an imperfect shuffle.",
    "Collusion of several seats, and of players with a dealer.",
    "Errors in dealing, paying or reading hands, and disputes about them.",
)


_NAMED = "The rules below are made from the game file, which names this source document"


def rules_blocks(subject: Subject) -> list[Block]:
    blocks: list[Block] = []
    page = sections_of(subject.rules.game) if subject.rules.game else []
    common = sections_of(about(subject.rules.common, features(subject))) if subject.rules.common else []
    blocks += _source(subject, has_page=bool(page))
    blocks += list(_rules(subject, page))
    return blocks + list(_assumptions(subject, page, common))


def _source(subject: Subject, *, has_page: bool) -> list[Block]:
    source = subject.game.source
    if not any((source.title, source.document, source.sha256)):
        return [text("The game file names no source document: the rules below are all that was computed from.")]
    return [
        text(
            ("The rules below are restated in our words from the source document" if has_page else _NAMED)
            + "; its digest tells which text was read. What each line pays stands in the section on paytables."
        ),
        facts(
            subject.id_of(2, "source"),
            [("Source document", source.title), ("File", source.document), ("SHA-256 of the file", source.sha256)],
        ),
    ]


def _rules(subject: Subject, page: list[PageSection]) -> Iterator[Block]:
    if not page:
        yield notice(
            "note",
            "No page of rules belongs to this game. Its rules are what the game file says; the file is part of "
            "report.json.",
        )
    if shipped_page_of_another_file(subject.file, subject.rules):
        yield notice(
            "alert",
            "These rules were written for the game file that comes with the program. The game file of this report "
            "differs from it; where the two disagree, on a pay for instance, the game file is what was computed, and "
            "the paytables show it.",
        )
    if page:
        yield from options_hold(subject)
    for section in page:
        if section.title not in (*_PRINTED_ELSEWHERE, *_LEFT_OUT):
            yield from _page_section(subject, section, "rules")
    yield from seen_blocks(subject)
    yield from look_blocks(subject)
    yield from [] if page else settle_blocks(subject)
    yield from order_blocks(subject)


def _page_section(subject: Subject, section: PageSection, where: str) -> Iterator[Block]:
    identity = subject.id_of(2, where, section.title)
    title, _, wager = section.title.partition(": ")
    priced = {one.id: [table.id for table in one.paytables] for one in subject.game.wagers}
    yield heading(identity, title if wager in priced else section.title)
    for block in blocks_of(section, identity):
        if block["kind"] != "table" or not _is_paytable(block, priced.get(wager)):
            yield block


def _is_paytable(block: Block, paytables: Sequence[str] | None) -> bool:
    """Whether a table of a wager's section says what its lines pay, which the section on paytables does."""
    titles = [column["title"] for column in block["columns"][1:]]
    return paytables is not None and (titles == list(paytables) or titles in PAYS)


def _assumptions(subject: Subject, page: list[PageSection], common: list[PageSection]) -> Iterator[Block]:
    for section in common:
        if section.title == "What is always assumed":
            yield heading(subject.id_of(2, "assumptions"), "What is assumed")
            items = [
                item for block in blocks_of(section, subject.id_of(2, "assumed")) for item in block.get("items", ())
            ]
            yield numbered([*items[:1], *play_assumed(subject), *items[1:]])
    yield heading(subject.id_of(2, "not-covered"), "What is not covered")
    own = [words for section in page if section.title == "Not covered" for _, words in titled_items(section)]
    yield bullets([*own, SEEN_NOT_COVERED[is_counted(subject)], *NOT_COVERED])


def terms_blocks(subjects: Sequence[Subject]) -> list[Block]:
    """The words of the report, those that some game of it needs."""
    needed = frozenset[str]().union(*(features(subject) for subject in subjects))
    pages = [subject.rules.common for subject in subjects if subject.rules.common]
    sections = sections_of(about(pages[0], needed)) if pages else []
    return [block for section in sections if section.title == "Terms" for block in blocks_of(section, "terms")]
