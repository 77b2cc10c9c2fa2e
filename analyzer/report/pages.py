"""Pages of rules, written in Markdown, as blocks of a report: headings, paragraphs, lists and tables, no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from analyzer.errors import SelectionError
from analyzer.report.blocks import Block, block_id, bullets, facts, heading, numbered, table, text

_ITEM = re.compile(r"(?:-|\d+\.) +(.*)")
_NUMBERED = "1."
# No pattern may look at the same characters again and again: a page comes from anyone.
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"\*\*|`")
_CODED = re.compile(r"`([^`]+)`")
_RULE = re.compile(r"\|[\s:|-]+\|")
_ONLY = re.compile(r"(?<!\s)\s*<!-- only: ([a-z -]+) -->")
# Bold words that begin a sentence which goes on behind them are no title.
_TITLED = re.compile(r"\*\*([^*]+?)\.?\*\*(?:\s+(.*))?", re.DOTALL)
# Short rows are filled up: few characters could ask for any number of cells.
MAX_CELLS = 10_000


@dataclass
class PageSection:
    """What stands under one heading of the second level."""

    title: str
    lines: list[str] = field(default_factory=list)


def about(page: str, features: Set[str]) -> str:
    """The page without what its notes `<!-- only: feature -->` say is about other games.

    A note stands in a heading (about its section), in a row of a table, or at the end of an item or a paragraph.

    >>> about("- All.\\n- Ours <!-- only: wild -->\\n- Not\\n  ours. <!-- only: bug -->\\n", {"wild"})
    '- All.\\n- Ours'
    """
    kept: list[str] = []
    skipping = False
    for group in _noted_groups(page.splitlines()):
        noted = _ONLY.search(group[-1])
        wanted = noted is None or noted[1] in features
        if group[0].startswith("## "):
            skipping = not wanted
        if wanted and not skipping:
            kept += [_ONLY.sub("", line) for line in group]
    return "\n".join(kept)


def _noted_groups(lines: Iterable[str]) -> Iterator[list[str]]:
    """Lines that a note is about together: a heading, a row, an item with its continuation, a paragraph."""
    group: list[str] = []
    for line in lines:
        begins = not line.strip() or line.startswith(("#", "|")) or _ITEM.match(line)
        if group and (begins or not group[-1].strip() or group[-1].startswith(("#", "|"))):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def sections_of(page: str) -> list[PageSection]:
    """The page cut at its headings; what stands before the first one is left out.

    >>> [section.title for section in sections_of("# Page\\n\\nwords\\n## One\\n## Two\\nmore")]
    ['One', 'Two']
    """
    sections: list[PageSection] = []
    for line in page.splitlines():
        if line.startswith("## "):
            sections.append(PageSection(plain(line[3:])))
        elif sections:
            sections[-1].lines.append(line)
    return sections


def plain(words: str) -> str:
    """Text without marks.

    >>> plain("The **joker** is `Jk`, see [common](common.md).")
    'The joker is Jk, see common.'
    """
    return _MARKS.sub("", _LINK.sub(r"\1", words)).strip()


def blocks_of(section: PageSection, identity: str) -> list[Block]:
    """The blocks under a heading; tables get ids of their own.

    >>> blocks_of(PageSection("Play", ["1. Deal.", "2. Look", "   at them."]), "x")
    [{'kind': 'list', 'items': ['Deal.', 'Look at them.'], 'numbered': True}]
    """
    blocks: list[Block] = []
    for number, group in enumerate(_groups(section.lines)):
        blocks += _block(group, block_id(identity, number))
    return blocks


def titled_items(section: PageSection) -> list[tuple[str, str]]:
    """A list whose items begin with a title in bold: (title, text).

    >>> titled_items(PageSection("Readings", ["- **Copies.** The banker", "  wins them.", "- Other"]))
    [('Copies', 'The banker wins them.'), ('', 'Other')]
    >>> titled_items(PageSection("Readings", ["- **Copies lose**, as in all houses."]))
    [('', 'Copies lose, as in all houses.')]
    """
    items = [item for group in _groups(section.lines) for item in _items(group)]
    return [
        (plain(match[1]), plain(match[2] or "")) if (match := _TITLED.fullmatch(item)) else ("", plain(item))
        for item in items
    ]


def coded_words(section: PageSection) -> list[frozenset[str]]:
    """What each item of a list has between backticks: names of options and values.

    >>> [sorted(words) for words in coded_words(PageSection("Readings", ["- Option `wheel`: `low`.", "- Other"]))]
    [['low', 'wheel'], []]
    """
    items = [item for group in _groups(section.lines) for item in _items(group)]
    return [frozenset(_CODED.findall(item)) for item in items]


def _groups(lines: list[str]) -> Iterator[list[str]]:
    """Lines that belong together: separated by empty lines, or by the start of a list."""
    group: list[str] = []
    for line in [*lines, ""]:
        starts_list = bool(_ITEM.match(line)) and group and not _ITEM.match(group[0])
        if group and (not line.strip() or starts_list or line.startswith("### ")):
            yield group
            group = []
        if line.startswith("### "):
            yield [line]
        elif line.strip():
            group.append(line)


def _block(group: list[str], identity: str) -> list[Block]:
    if group[0].startswith("### "):
        return [heading(identity, plain(group[0][4:]))]
    if group[0].startswith("|"):
        return [_table(group, identity)]
    items = _items(group)
    if items:
        listed = numbered if group[0].startswith(_NUMBERED) else bullets
        return [listed(plain(item) for item in items)]
    return [text(plain(" ".join(line.strip() for line in group)))]


def _items(group: list[str]) -> list[str]:
    """The items of a list, each with the lines that continue it; none if the group is no list."""
    if not _ITEM.match(group[0]):
        return []
    items: list[list[str]] = []
    for line in group:
        start = _ITEM.match(line)
        if start:
            items.append([start[1]])
        else:
            items[-1].append(line.strip())
    return [" ".join(lines) for lines in items]


def _table(group: list[str], identity: str) -> Block:
    rows = [[plain(cell) for cell in line.strip().strip("|").split("|")] for line in group if not _RULE.fullmatch(line)]
    head, body = rows[0], rows[1:]
    if not any(head) and len(head) == 2:
        return facts(identity, [(row[0], row[1]) for row in body])
    width = len(head)
    if len(rows) * width > MAX_CELLS:
        raise SelectionError(f"a page of rules has a table of {len(rows):,} rows and {width:,} columns, too many")
    return table(identity, "", [(name, "text") for name in head], [(row + [""] * width)[:width] for row in body])
