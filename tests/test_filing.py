"""Filing files: everything in them is read, and every fault is reported."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.errors import FileError
from analyzer.report.filing import Filing, FilingError, Operation, Revision, parse_filing, read_filing

GOOD = b"""
schema = "exactodds/filing/1"
title = "Table games"
prepared_by = "The lab"
reviewed_by = "B. Reviewer"
date = "2026-03-31"
signatory = "A. Signatory"
signatory_title = "Chief mathematician"
profiles = ["washington", "maryland"]

[applicant]
layout = "Exhibit C"

[operation]
rounds_per_hour = 40
average_bet = "12.50"
drop_per_hour = 1500

[payout_limits]
six-card-bonus = 25000

[[revisions]]
number = "2"
date = "2026-03-31"
what = "A pay changed"
"""


def test_everything_is_read() -> None:
    filing = parse_filing(GOOD, "filing.toml")
    assert filing.face == {
        "title": "Table games",
        "prepared_by": "The lab",
        "reviewed_by": "B. Reviewer",
        "date": "2026-03-31",
    }
    assert (filing.signatory, filing.signatory_title) == ("A. Signatory", "Chief mathematician")
    assert filing.profiles == ("washington", "maryland")
    assert filing.applicant == {"layout": "Exhibit C"}
    assert filing.operation == Operation(Fraction(40), Fraction(25, 2), Fraction(1500))
    assert filing.operation.initial_bets_over_drop == Fraction(1, 3)
    assert filing.payout_limits == {"six-card-bonus": Fraction(25000)}
    assert filing.revisions == (Revision("2", "2026-03-31", "A pay changed"),)


def test_it_comes_back_from_a_report() -> None:
    filing = parse_filing(GOOD, "filing.toml")
    again = Filing.from_document(filing.document())
    assert again.document() == filing.document()
    assert Filing.from_document(Filing().document()) == Filing()


def test_the_command_line_goes_before_the_file() -> None:
    filing = parse_filing(GOOD, "filing.toml")
    given = filing.with_given(
        {
            "signatory": "C. Other",
            "signatory_title": None,
            "applicant": {"layout": "Exhibit D", "rights": "none"},
            "operation": {"average_bet": Fraction(20)},
            "profiles": ("nevada",),
            "payout_limits": {"pair-plus": Fraction(5)},
        }
    )
    assert (given.signatory, given.signatory_title) == ("C. Other", "Chief mathematician")
    assert given.applicant == {"layout": "Exhibit D", "rights": "none"}
    assert given.operation == Operation(Fraction(40), Fraction(20), Fraction(1500))
    assert given.profiles == ("nevada",)
    assert given.payout_limits == {"six-card-bonus": Fraction(25000), "pair-plus": Fraction(5)}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"exactodds/filing/1"', b'"exactodds/filing/9"', "is not known"),
        (b"rounds_per_hour = 40", b"rounds_per_hour = 0", "operation.rounds_per_hour: must be a number above 0"),
        (b"rounds_per_hour = 40", b'rounds_an_hour = "40"', "unknown key"),
        (b'"12.50"', b'"many"', "operation.average_bet"),
        (b"= 25000", b"= -1", "payout_limits.six-card-bonus"),
        (b'date = "2026-03-31"\nsignatory ', b'date = "31.3.2026"\nsignatory ', "date: '31.3.2026' is not a date"),
        (b'what = "A pay changed"', b"", r"revisions\[1\].what: is missing"),
        (b'layout = "Exhibit C"', b"layout = 3", "applicant.layout: must be text"),
        (b"profiles =", b"profile =", "did you mean 'profiles'"),
        (b'"A. Signatory"', b'"  "', "signatory: is blank; leave it out, or say what it is"),
        (b'"A. Signatory"', b'"A\\u200b"', r"has the character U\+200B"),
        (b'"Chief mathematician"', b'""', "signatory_title: is blank"),
        (b'"The lab"', b'"\\u00a0"', "prepared_by: is blank"),
        (b'"B. Reviewer"', b'"\\u0301"', "reviewed_by: is blank"),
        (b'"Exhibit C"', b'" "', "applicant.layout: is blank"),
        (b'what = "A pay changed"', b'what = " "', r"revisions\[1\].what: is blank"),
        (b'number = "2"', b"number = 2", r"revisions\[1\].number: must be text in quotes, not 2"),
        (b'number = "2"', b"number = 2026-03-31", r"revisions\[1\].number: must be text in quotes, not 2026-03-31"),
        (
            b'date = "2026-03-31"\nwhat',
            b"date = 2026-03-31T10:00:00\nwhat",
            r"revisions\[1\].date: '2026-03-31 10:00:00' is",
        ),
        (b'date = "2026-03-31"\nwhat', b"what", r"revisions\[1\].date: is missing"),
    ],
)
def test_faults_are_told(old: bytes, new: bytes, said: str) -> None:
    assert old in GOOD
    with pytest.raises(FileError, match=said):
        parse_filing(GOOD.replace(old, new), "filing.toml")


def test_a_date_may_stand_without_quotes() -> None:
    assert parse_filing(GOOD.replace(b'"2026-03-31"', b"2026-03-31"), "filing.toml") == parse_filing(
        GOOD, "filing.toml"
    )


def test_misspelt_names_are_in_the_first_list_of_faults() -> None:
    """They were told one after the other, when the list before them was mended."""
    wrong = GOOD.replace(b'"maryland"', b'"marryland"').replace(b"layout", b"layuot").replace(b'"12.50"', b'"many"')
    with pytest.raises(FilingError) as caught:
        parse_filing(wrong, "filing.toml")
    said = str(caught.value)
    assert "profiles: there is no profile 'marryland' (did you mean 'maryland'?)" in said
    assert "applicant.layuot: no rule asks for a field 'layuot' (did you mean 'layout'?)" in said
    assert "operation.average_bet" in said
    assert len(caught.value.faults) == 3


def test_blanks_around_a_name_are_not_part_of_it() -> None:
    spaced = GOOD.replace(b'"A. Signatory"', b'" A. Signatory  "').replace(b'"The lab"', b'"The lab\\u00a0"')
    assert parse_filing(spaced, "filing.toml") == parse_filing(GOOD, "filing.toml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_filing(tmp_path / "none.toml")
