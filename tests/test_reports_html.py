"""The HTML report: one file, complete, escaped, the same bytes each time. The browser tests run its script."""

from __future__ import annotations

import base64
import copy
import hashlib
import re
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from analyzer.numbers import decimal_text
from analyzer.reports.document import placed_blocks
from analyzer.reports.html import render_html
from tests.conftest import Analyzed
from tests.report_document import report_document


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
def document(analyzed: Analyzed) -> dict[str, Any]:
    return report_document([analyzed("three-card-poker-6-card-bonus"), analyzed("wild-six-card-draw-poker")])


@pytest.fixture(scope="module")
def page(document: dict[str, Any]) -> bytes:
    return render_html(document)


def paytables(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(block) for _, block in placed_blocks(document) if block["kind"] == "paytable"]


def test_same_document_same_bytes(document: dict[str, Any], page: bytes) -> None:
    assert render_html(copy.deepcopy(document)) == page


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
    described = {
        name for attributes in read.having("aria-labelledby") for name in (attributes["aria-labelledby"] or "").split()
    }
    assert described
    assert described <= set(ids)


def test_every_text_of_every_block_is_in_the_page(document: dict[str, Any], page: bytes) -> None:
    text = Page(page).text
    for _, block in placed_blocks(document):
        wanted = [block[key] for key in ("text", "title", "caption") if key in block]
        wanted += block.get("items", [])
        wanted += [cell for row in block.get("rows", []) for cell in row] if block["kind"] == "facts" else []
        for words in wanted:
            assert words in text
    assert "<tested> games & wagers" in text
    assert document["digest"] in text
    for game in document["games"]:
        assert game["game_file"] in text


def test_text_is_never_markup(document: dict[str, Any]) -> None:
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    changed = copy.deepcopy(document)
    changed["title"] = evil
    changed["flags"].append({"level": "alert", "text": evil})
    for game in changed["games"]:
        game["name"] = game["game_file"] = evil
        for section in game["sections"]:
            for block in section["blocks"]:
                for key in ("title", "text", "caption", "x_title", "y_title"):
                    if key in block:
                        block[key] = evil
                for line in block.get("lines", []):
                    line["title"] = evil
                for series in block.get("series", []):
                    series["name"] = evil
    read = Page(render_html(changed))
    tags = Counter(tag for tag, _ in read.elements)
    assert tags["script"] == 1
    assert tags["img"] == 0
    assert not read.having("onerror")


def test_what_if_has_all_that_the_page_computes_from(document: dict[str, Any], page: bytes) -> None:
    read = Page(page)
    editable = {block["id"]: block for block in paytables(document) if block["editable"]}
    assert {attributes["data-whatif"] for attributes in read.having("data-whatif")} == set(editable)
    assert len(read.having("data-line")) == sum(len(block["lines"]) for block in editable.values())
    outputs = read.having("data-out")
    assert len(outputs) == 4 * len(editable)
    expected = [
        block["result"][key]
        for block in paytables(document)
        if block["editable"]
        for key in ("house_edge", "return", "variance", "ev")
    ]
    assert [attributes["data-exact"] for attributes in outputs] == expected
    text = Page(page).text
    for value in expected:
        assert decimal_text(Fraction(value), 8) in text


def test_meter_paytables_are_shown_but_not_edited(document: dict[str, Any], page: bytes) -> None:
    fixed = [block for block in paytables(document) if not block["editable"]]
    assert fixed
    for block in fixed:
        assert f'id="{block["id"]}"'.encode() in page
        assert f'data-whatif="{block["id"]}"'.encode() not in page
        assert block["result"]["ev"] in Page(page).text


def test_held_strategy_is_explained_where_it_is_held(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    assert "The strategy is held fixed." not in Page(render_html(changed)).text
    block = next(block for _, block in placed_blocks(changed) if block["kind"] == "paytable")
    block["strategy_held_fixed"] = True  # type: ignore[index]  # it is a dict of the copy
    assert Page(render_html(changed)).text.count("The strategy is held fixed.") == 1


def test_counts_have_separators_and_a_total(document: dict[str, Any], page: bytes) -> None:
    text = Page(page).text
    for block in paytables(document):
        assert f"{int(block['deals']):,}" in text


def test_no_float_arithmetic_in_the_script() -> None:
    from analyzer.reports.html import TEMPLATES

    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    assert not re.findall(r"\bNumber\b|parseFloat|parseInt|\bMath\.|toFixed", script)
