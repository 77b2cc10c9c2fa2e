"""All formats together, and documents that are refused."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.errors import ExactOddsError
from analyzer.reports.render import FORMATS, render
from tests.conftest import Analyzed
from tests.report_document import report_document


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> JsonDict:
    return report_document([analyzed("three-card-poker-6-card-bonus")])


def test_all_formats(document: JsonDict) -> None:
    files = render(document, FORMATS)
    assert {"report.html", "report.pdf", "report.xlsx", "csv/summary.csv"} <= set(files)
    assert list(files) == sorted(files)
    assert render(document, ["html"]) == {"report.html": files["report.html"]}


def test_rendering_leaves_the_document_as_it_was(document: JsonDict) -> None:
    before = copy.deepcopy(document)
    render(document, FORMATS)
    assert document == before


def test_unknown_formats_are_refused(document: JsonDict) -> None:
    with pytest.raises(ExactOddsError, match="docx"):
        render(document, ["html", "docx"])


def changed(document: JsonDict, **more: Any) -> JsonDict:
    """The document with its first table changed."""
    made = copy.deepcopy(document)
    made["games"][0]["sections"][-1]["blocks"][0] |= more
    return made


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"kind": "poem"}, "poem"),
        ({"id": "Summary!"}, "hyphens"),
        ({"id": "summary"}, "same id"),
        ({"rows": [["one cell"]]}, "must have 5"),
        ({"columns": [{"title": "x", "type": "float"}] * 5}, "float"),
    ],
)
def test_wrong_blocks_are_named(document: JsonDict, fault: JsonDict, words: str) -> None:
    with pytest.raises(ExactOddsError, match=words) as raised:
        render(changed(document, **fault), ["csv"])
    assert "section sensitivity" in str(raised.value)


def test_all_faults_are_reported_at_once(document: JsonDict) -> None:
    made = changed(document, id="UPPER", rows=[["one cell"]])
    made["flags"][0]["level"] = "loud"
    with pytest.raises(ExactOddsError, match="3 faults"):
        render(made, ["csv"])


def test_another_schema_is_refused() -> None:
    with pytest.raises(ExactOddsError, match="exactodds/report/1"):
        render({"schema": "exactodds/report/2"}, ["csv"])


def test_bytes_do_not_depend_on_the_hash_seed(document: JsonDict) -> None:
    import hashlib
    import json

    code = (
        "import hashlib, json, sys; from analyzer.reports.render import FORMATS, render;"
        "files = render(json.load(sys.stdin), FORMATS);"
        "print(json.dumps({name: hashlib.sha256(data).hexdigest() for name, data in files.items()}))"
    )
    rendered = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(document),
            env={"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    ]
    here = {name: hashlib.sha256(data).hexdigest() for name, data in render(document, FORMATS).items()}
    assert json.loads(rendered[0]) == json.loads(rendered[1]) == here
