"""The HTML report: one file, complete, escaped, the same bytes each time. The browser tests run its script."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.numbers import decimal_text
from analyzer.reports.document import placed_blocks
from analyzer.reports.html import render_html
from analyzer.reports.text import cell_text, shown
from tests.conftest import Analyzed
from tests.report_document import DIGEST, report_document


class Page(HTMLParser):
    """Every element with its attributes, and all text outside scripts and styles."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    def having(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for _, attributes in self.elements if name in attributes]

    @property
    def text(self) -> str:
        return "".join(self.words)


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> JsonDict:
    return report_document([analyzed("three-card-poker-6-card-bonus"), analyzed("wild-six-card-draw-poker")])


@pytest.fixture(scope="module")
def page(document: JsonDict) -> bytes:
    return render_html(document, DIGEST)


def paytables(document: JsonDict) -> list[JsonDict]:
    return [dict(block) for _, block in placed_blocks(document) if block["kind"] == "paytable"]


def test_same_document_same_bytes(document: JsonDict, page: bytes) -> None:
    assert render_html(copy.deepcopy(document), DIGEST) == page


def test_nothing_is_loaded_from_anywhere(page: bytes) -> None:
    read = Page(page)
    links = [attributes["href"] or "" for attributes in read.having("href")]
    assert links
    assert all(link.startswith("#") for link in links)
    assert not read.having("src")
    assert not {"link", "iframe", "img", "object", "embed"} & {tag for tag, _ in read.elements}
    assert b"url(" not in page
    assert b"@import" not in page
    assert set(re.findall(rb"https?://[^\s\"'<]+", page)) == {b"http://www.w3.org/2000/svg"}


def test_policy_allows_the_own_script_and_style_only(page: bytes) -> None:
    (policy,) = re.findall(rb'Content-Security-Policy" content="([^"]*)"', page)
    for tag in (b"script", b"style"):
        (body,) = re.findall(b"<%s>(.*?)</%s>" % (tag, tag), page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body).digest())
        assert (
            b"%s-src &#39;sha256-%s&#39;" % (tag, digest) in policy or b"%s-src 'sha256-%s'" % (tag, digest) in policy
        )
    assert policy.startswith(b"default-src 'none'")


def test_every_id_is_unique_and_every_link_leads_somewhere(page: bytes) -> None:
    read = Page(page)
    ids = Counter(attributes["id"] for attributes in read.having("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    targets = {(attributes["href"] or "").removeprefix("#") for attributes in read.having("href")}
    assert targets <= set(ids)


def test_every_text_of_every_block_is_in_the_page(document: JsonDict, page: bytes) -> None:
    text = Page(page).text
    for _, block in placed_blocks(document):
        wanted = [block[key] for key in ("text", "title", "caption") if key in block]
        wanted += block.get("items", [])
        wanted += [cell for row in block.get("rows", []) for cell in row] if block["kind"] == "facts" else []
        for words in wanted:
            assert shown(words) in text
    assert "−1/2 is a number, 3 × 4 a product" in text
    assert "sha256sum report.json | cut -c -64" in text
    assert "<tested> games & wagers" in text
    assert DIGEST in text


def test_a_draft_says_so_and_a_certified_report_says_that(document: JsonDict, page: bytes) -> None:
    assert Page(page).text.count("DRAFT") == 3
    certified = render_html(document | {"status": {"word": "CERTIFIED", "reasons": [], "by": "A. Signatory"}}, DIGEST)
    assert "DRAFT" not in Page(certified).text
    assert b'<body class="certified">' in certified


def test_text_is_never_markup(document: JsonDict) -> None:
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    changed = copy.deepcopy(document)
    changed["title"] = evil
    changed["flags"].append({"level": "alert", "text": evil})
    for game in changed["games"]:
        game["name"] = evil
        for section in game["sections"]:
            for block in section["blocks"]:
                for key in ("title", "text", "caption", "x_title", "y_title"):
                    if key in block:
                        block[key] = evil
                for line in block.get("lines", []):
                    line["title"] = evil
                for series in block.get("series", []):
                    series["name"] = evil
    read = Page(render_html(changed, DIGEST))
    tags = Counter(tag for tag, _ in read.elements)
    assert tags["script"] == 1
    assert tags["img"] == 0
    assert not read.having("onerror")


def test_what_if_has_all_that_the_page_computes_from(document: JsonDict, page: bytes) -> None:
    read = Page(page)
    editable = {block["id"]: block for block in paytables(document) if block["editable"]}
    panels = {attributes["data-whatif"]: attributes for attributes in read.having("data-whatif")}
    assert set(panels) == set(editable)
    for name, block in editable.items():
        cases = json.loads(panels[name]["data-cases"] or "")
        assert sum(int(count) for _, _, count in cases) == int(block["deals"])
        assert [lines for lines, _, _ in cases] == [case["lines"] for case in block["whatif"]["cases"]]
    assert len(read.having("data-line")) == sum(len(block["whatif"]["lines"]) for block in editable.values())
    text = Page(page).text
    for block in paytables(document):
        for key in ("house_edge", "return", "variance", "hit_frequency"):
            if "J" not in block["result"][key]:
                assert cell_text(decimal_text(Fraction(block["result"][key]), 8), "decimal") in text


def test_a_wager_on_a_meter_has_a_field_for_it(document: JsonDict, page: bytes) -> None:
    meters = [block for block in paytables(document) if block["editable"] and block["whatif"]["meter"]]
    assert meters
    assert len(Page(page).having("data-meter")) == len(meters)


def test_a_refused_edit_is_refused_in_words(document: JsonDict) -> None:
    changed = copy.deepcopy(document)
    block: Any = next(block for _, block in placed_blocks(changed) if block["kind"] == "paytable")
    block |= {"editable": False, "whatif": {"refused": "The pays decide the play."}}
    page = render_html(changed, DIGEST)
    assert f'id="{block["id"]}"'.encode() in page
    assert f'data-whatif="{block["id"]}"'.encode() not in page
    assert Page(page).text.count("The pays decide the play.") == 1


def test_counts_have_separators_and_a_total(document: JsonDict, page: bytes) -> None:
    text = Page(page).text
    for block in paytables(document):
        assert f"{int(block['deals']):,}" in text


def test_no_float_arithmetic_in_the_script() -> None:
    from analyzer.reports.html import TEMPLATES

    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    assert not re.findall(r"\bNumber\b|parseFloat|parseInt|\bMath\.|toFixed", script)
