"""Profiles of jurisdictions: every rule cited and dated, and answered by the report or by the applicant."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import FileError, SelectionError
from analyzer.report.filing import Filing, Operation
from analyzer.report.profiles import CHECKS, MISSING, least_limit, load_profile, parse_profile, profile_ids
from tests.changing import tiny_game, write
from tests.reporting import SMALL, block, report_of, small_text, words

PAI_GOW = "pai-gow-wrangler-outlaw"


def rules(filing: Filing, *games: str) -> dict[str, list[str]]:
    """By its citation each rule of the first profile as the checklist shows it."""
    document = report_of(*(small_text(game) for game in games or (SMALL,)), filing=filing)
    rows = block(document, f"checklist-{filing.profiles[0]}-rules")["rows"]
    return {row[0]: row for row in rows}


def test_the_six_jurisdictions_are_there_and_all_is_cited_and_dated() -> None:
    assert profile_ids() == ["california", "maryland", "massachusetts", "nevada", "new-jersey", "washington"]
    used = set()
    for name in profile_ids():
        profile = load_profile(name)
        assert profile.id == name
        assert len({rule.id for rule in profile.rules}) == len(profile.rules)
        for rule in profile.rules:
            assert all((rule.cite, rule.dated, rule.asks, rule.source))
            used.add(rule.check)
    assert used - {""} == set(CHECKS)


def test_an_unknown_profile_is_refused_before_anything_is_computed() -> None:
    with pytest.raises(SelectionError, match="did you mean 'nevada'"):
        report_of(small_text(SMALL), filing=Filing(profiles=("nevadas",)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"check": "poetry"}, "'poetry' is not known"),
        ({"check": ""}, "either names a check"),
        ({"supplied": "field"}, "either names a check"),
        ({"cite": ""}, None),
        ({"poem": "x"}, "unknown key"),
    ],
)
def test_a_wrong_profile_is_refused(change: dict[str, str], said: str | None) -> None:
    rule = {"id": "a", "cite": "c", "dated": "d", "asks": "a", "source": "s", "check": "payouts"} | change
    if said is None:
        del rule["cite"]
        said = "cite: is missing"
    lines = "\n".join(f'{key} = "{value}"' for key, value in rule.items() if value or key == "check")
    head = 'schema = "exactodds/profile/1"\nid = "x"\nname = "X"\nauthority = "Y"\n[[rules]]\n'
    with pytest.raises(FileError, match=said):
        parse_profile((head + lines).encode(), "x.toml")


# --- Washington ------------------------------------------------------------------------------------------------------


def test_the_example_of_the_rule() -> None:
    """300 dollars at 5,000 to 1: no less than 15,000."""
    assert least_limit(Fraction(300), Fraction(5000)) == 15000
    assert least_limit(Fraction(10), Fraction(49)) == 490


@pytest.mark.parametrize(
    ("posted", "state"), [({}, "pass"), ({"six-card-bonus": 500}, "pass"), ({"six-card-bonus": 499}, "fail")]
)
def test_an_aggregate_limit_is_compared_with_the_least(posted: dict[str, int], state: str) -> None:
    limits = {wager: Fraction(amount) for wager, amount in posted.items()}
    row = rules(Filing(profiles=("washington",), payout_limits=limits))["WAC 230-15-490(2), (3)(b)"]
    assert row[2] == state
    assert "$500" in row[3]


def test_every_rule_names_its_date_and_source_by_number() -> None:
    document = report_of(small_text(SMALL), filing=Filing(profiles=("washington",)))
    (front,) = [section for section in document["front"] if section["key"] == "checklist"]
    (sources,) = [block["items"] for block in front["blocks"] if block["kind"] == "list"]
    rows = block(document, "checklist-washington-rules")["rows"]
    told = {row[0]: sources[int(row[4]) - 1] for row in rows}
    assert told == {rule.cite: f"{rule.dated}; {rule.source}" for rule in load_profile("washington").rules}
    assert "2021-06-14" in told["WAC 230-15-490(2), (3)(b)"]


def test_no_limit_where_the_odds_are_below_fifty() -> None:
    text = small_text(SMALL).replace("mini-royal      = 75", "mini-royal      = 45")
    for posted, state in (({}, "pass"), ({"pair-plus": Fraction(450)}, "fail")):
        document = report_of(text, filing=Filing(profiles=("washington",), payout_limits=posted))
        rows = {row[0]: row for row in block(document, "checklist-washington-rules")["rows"]}
        assert rows["WAC 230-15-490(3)(c)"][2] == state
        assert ("rules are not met" in words(document, "checklist")) == (state == "fail")


@pytest.mark.parametrize(
    ("game", "wager", "said"),
    [
        (SMALL, "ante-play", "Ante and Play: $20, its highest odds are 6 to 1"),
        ("wild-six-card-poker", "poker", "$20, its highest odds are "),
        ("wild-six-card-draw-poker", "progressive", "$20, its odds depend on the meter"),
    ],
)
def test_every_limit_that_is_posted_is_judged(game: str, wager: str, said: str) -> None:
    """Whatever decides the wager: the dealer too, or a meter."""
    filing = Filing(profiles=("washington",), payout_limits={wager: Fraction(20)})
    document = report_of(small_text(game), filing=filing)
    rows = {row[0]: row for row in block(document, "checklist-washington-rules")["rows"]}
    row = rows["WAC 230-15-490(3)(c)"]
    assert row[2] == (MISSING if wager == "progressive" else "fail")
    assert said in row[3]
    assert "Aggregate payout limits that are posted" in words(document, "exposure")
    assert " $20. The payments" in words(document, "exposure")


def test_without_a_limit_the_answer_names_what_may_have_none() -> None:
    row = rules(Filing(profiles=("washington",)))["WAC 230-15-490(3)(c)"]
    assert (row[2], "no limit is given for Ante and Play" in row[3]) == ("pass", True)
    high = rules(Filing(profiles=("washington",), payout_limits={"six-card-bonus": Fraction(500)}))
    assert high["WAC 230-15-490(3)(c)"][2:4] == row[2:4]


def test_a_limit_of_a_wager_that_is_not_reported_is_told() -> None:
    filing = Filing(profiles=("washington",), payout_limits={"ante-play": Fraction(20)})
    document = report_of(small_text(SMALL), filing=filing, wager="pair-plus")
    rows = {row[0]: row for row in block(document, "checklist-washington-rules")["rows"]}
    assert rows["WAC 230-15-490(3)(c)"][2] == MISSING
    assert "not in this report" in rows["WAC 230-15-490(3)(c)"][3]


def test_a_limit_of_a_wager_that_is_not_there_is_refused() -> None:
    with pytest.raises(SelectionError, match="no wager 'six-card' to limit"):
        report_of(small_text(SMALL), filing=Filing(payout_limits={"six-card": Fraction(1)}))


# --- others ----------------------------------------------------------------------------------------------------------


def test_fields_of_the_applicant() -> None:
    open_ = rules(Filing(profiles=("maryland",)))
    assert open_["COMAR 36.05.03.20A(4)"][2:4] == [MISSING, "field layout"]
    given = rules(Filing(profiles=("maryland",), applicant={"layout": "Exhibit C"}))
    assert given["COMAR 36.05.03.20A(4)"][2:4] == ["supplied by the applicant", "Exhibit C"]
    assert given["COMAR 36.05.03.20A(3)"][2] == "pass"


def test_a_misspelt_field_of_the_applicant_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the command line and in a filing file; one that another profile asks for is told and listed."""
    game, folder = write(tmp_path, tiny_game()), tmp_path / "r"
    told = ["report", str(game), "-o", str(folder), "--format", "json", "--profile", "washington"]
    assert main([*told, "--applicant", "wagering_limt=3"]) == 2
    assert "no rule asks for a field 'wagering_limt' (did you mean 'wagering_limit'?)" in capsys.readouterr().err
    filing = tmp_path / "f.toml"
    filing.write_text('schema = "exactodds/filing/1"\n[applicant]\nwagering_limt = "3"\n')
    assert main([*told, "--filing", str(filing)]) == 2
    assert not folder.exists()
    assert main([*told, "--applicant", "wagering_limit=3", "--applicant", "rights=none"]) == 0
    assert "no rule of washington asks the applicant for rights; the report lists it" in capsys.readouterr().err
    document = json.loads((folder / "report.json").read_text())
    assert block(document, "checklist-unasked")["rows"] == [["rights", "none"]]


def test_the_interval_of_win_over_drop_needs_what_the_operator_knows() -> None:
    cite = "COMAR 36.05.03.25B(2)"
    assert rules(Filing(profiles=("maryland",)))[cite][2] == MISSING
    known = Operation(Fraction(40), Fraction(15), Fraction(1500))
    assert rules(Filing(profiles=("maryland",), operation=known))[cite][2] == "pass"


def test_a_game_banked_by_the_house_is_none_for_california() -> None:
    cite = "Penal Code 330.11"
    fees = "Penal Code 337j(f); Business and Professions Code 19984"
    house = rules(Filing(profiles=("california",)))
    assert house[cite][2] == "fail"
    assert house[fees][2] == MISSING
    pai_gow = rules(Filing(profiles=("california",)), PAI_GOW)
    assert pai_gow[cite][2] == "pass"
    assert pai_gow[fees][2:4] == ["pass", "5 collection rates, each a fixed amount by the size of the bet"]


def test_several_games_have_the_worst_state_and_each_its_words() -> None:
    row = rules(Filing(profiles=("california",)), PAI_GOW, SMALL)["Penal Code 330.11"]
    assert row[2] == "fail"
    assert "(pass): banked by the player-dealer" in row[3]
    assert "(fail): the game file names no seat" in row[3]


def test_no_profile_no_checklist() -> None:
    document: JsonDict = report_of(small_text(SMALL))
    assert "checklist" not in [section["key"] for section in document["front"]]
