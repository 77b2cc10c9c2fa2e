"""The report document: every section, every number against the analysis, the same bytes every time."""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy

from analyzer.change.readings import game_readings
from analyzer.change.whatif import with_pays
from analyzer.documents import JsonDict
from analyzer.engines.two_hands.results import Payoff
from analyzer.errors import ExactOddsError, FileError, SelectionError
from analyzer.game.exposed_cards import read_exposure
from analyzer.game.library import load_game
from analyzer.game.model import Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import percent_text
from analyzer.pricing.analysis import analyze
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import priced
from analyzer.report.attachments import Attachment, read_previous, read_simulation
from analyzer.report.decision import rare_awards
from analyzer.report.digests import digest_of
from analyzer.report.document import SECTIONS, request_of
from analyzer.report.pages import sections_of, titled_items
from analyzer.report.subject import find_rules
from analyzer.reports.document import file_bytes, file_digest
from analyzer.reports.text import cell_text
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.changing import PAYS, tiny_game
from tests.helpers import from_text, shipped_text
from tests.reporting import (
    DECKS,
    SMALL,
    block,
    blocks,
    proof_document,
    report_of,
    schema_faults,
    small_report,
    small_text,
    tiny_report,
    words,
)
from tests.test_set_wagers import with_commission

GAMES = list(DECKS)


def results_of(document: JsonDict) -> list[JsonDict]:
    return list(document["games"][0]["result"]["wagers"])


@pytest.mark.parametrize("game", GAMES)
def test_sections_say_something_and_empty_ones_are_gone(game: str) -> None:
    (part,) = small_report(game)["games"]
    sections = part["sections"]
    keys = [key for key, _, _ in SECTIONS]
    listed = [section["key"] for section in sections]
    assert listed == [key for key in keys if key in listed]
    assert [section["number"] for section in sections] == list(range(1, len(sections) + 1))
    assert all(section["blocks"] for section in sections)
    assert set(keys) - set(listed) <= {"strategy", "house-way", "progressive", "protection", "changes"}
    assert ("house-way" in listed) == (game == "pai-gow-wrangler-outlaw")
    assert ("progressive" in listed) == (game == "wild-six-card-draw-poker")


@pytest.mark.parametrize("game", GAMES)
def test_paytables_are_those_of_the_result(game: str) -> None:
    document = small_report(game)
    for shown, result in zip(blocks(document, "paytables", "paytable"), results_of(document), strict=True):
        assert (shown["wager"], shown["paytable"]) == (result["wager"], result["paytable"])
        assert shown["deals"] == str(sum(int(line["count"]) for line in shown["lines"]))
        assert [line["count"] for line in shown["lines"]] == [outcome["count"] for outcome in result["outcomes"]]
        if "J" not in result["ev"]:
            pays = [(Fraction(line["pays"]), Fraction(line["probability"])) for line in shown["lines"]]
            mean = sum(pay * chance for pay, chance in pays)
            assert (
                mean
                == Fraction(shown["result"]["ev"])
                == sum(Fraction(line["contribution"]) for line in shown["lines"])
            )
            assert sum(pay**2 * chance for pay, chance in pays) - mean**2 == Fraction(shown["result"]["variance"])
            assert sum(Fraction(shown["result"][f"{rate}_rate"]) for rate in ("win", "push", "lose")) == 1
            assert shown["result"]["win_rate"] == result["hit_frequency"]


def test_every_wager_has_worked_rounds_of_all_kinds_that_can_be() -> None:
    for game in GAMES:
        document = small_report(game)
        for result in results_of(document):
            (table,) = (
                one
                for one in blocks(document, "paytables", "table")
                if one["id"].endswith(f"-4-{result['wager']}-rounds")
            )
            nets = {Fraction(o["pays"]) for o in result["outcomes"] if "J" not in o["pays"] and o["count"] != "0"}
            expected = {"won"} if any(net > 0 for net in nets) else set()
            expected |= {"lost"} if any(net < 0 for net in nets) else set()
            expected |= {"pushed"} if 0 in nets else set()
            assert {row[0] for row in table["rows"]} == expected, (game, result["wager"])


@pytest.mark.parametrize(("wager", "line"), [("pair-plus", "flush"), ("ante-play", "straight")])
def test_sensitivity_is_what_an_analysis_of_the_changed_file_finds(wager: str, line: str) -> None:
    file = from_text(small_text(SMALL))
    table = block(small_report(SMALL), f"-12-{wager}-1")
    chosen = file.game().wagers[[one.id for one in file.game().wagers].index(wager)]
    row = table["rows"][chosen.line_ids.index(line)]
    titles = [column["title"] for column in table["columns"]]
    for step in (1, -1):
        changed = with_pays(file, wager, {line: str(int(row[1]) + step)})
        (result,) = analyze(changed, wager=wager, run=Run(jobs=1)).wagers
        assert result.ev is not None
        edge = row[titles.index(f"house edge with {step:+d}")]
        assert edge == f"{round(-result.ev * 10**8) / 10**6:.6f} %"


def test_a_changed_pay_is_played_by_a_new_strategy() -> None:
    """Where the pays decide the discard, the held strategy is never better and somewhere worse."""
    game = "wild-six-card-draw-poker"
    table = block(small_report(game), "-12-base-b")
    titles = [column["title"] for column in table["columns"]]
    best, held = (
        [Fraction(row[titles.index(title)].removesuffix(" %")) for row in table["rows"]]
        for title in ("house edge with +1", "strategy held, +1")
    )
    assert all(one <= other for one, other in zip(best, held, strict=True))
    assert best != held
    file = from_text(small_text(game))
    changed = with_pays(file, "base", {"straight": "2"}, "B")
    (result,) = analyze(changed, wager="base", paytable="B", run=Run(jobs=1)).wagers
    row = next(row for row in table["rows"] if row[0] == "Straight")
    assert result.ev is not None
    assert row[titles.index("house edge with +1")] == f"{round(-result.ev * 10**8) / 10**6:.6f} %"


def test_other_readings_are_computed() -> None:
    game = "wild-52"
    table = block(small_report(game), "-2-options-effect")
    file = from_text(small_text(game))
    cells = {row[1]: row[3] for row in table["rows"] if row[0] == "Bonus"}
    edges = []
    for options, reading in (({}, "as read"), ({"bonus_uses": "best_ranked"}, "bonus_uses = best_ranked")):
        (result,) = analyze(file, options, "bonus", run=Run(jobs=1)).wagers
        assert result.ev is not None
        edges.append(-result.ev)
        assert cells[reading] == f"{round(-result.ev * 10**8) / 10**6:.6f} %"
    (moved,) = (row[4] for row in table["rows"] if row[:2] == ["Bonus", "bonus_uses = best_ranked"])
    assert Fraction(moved) == Fraction(round((edges[1] - edges[0]) * 10**8), 10**6)


def test_the_interval_is_that_of_the_command_readings() -> None:
    """Over the readings of weight 1; what turns a flag over is on the first page."""
    game = "three-card-poker-6-card-bonus"
    document = small_report(game)
    readings = game_readings(from_text(small_text(game)), Run(jobs=1))
    own = {one.name: one for one in readings.wagers if one.bounds is not None}
    rows = block(document, "-2-intervals")["rows"]
    assert rows
    for title, *ends in rows:
        bounds = own[title].bounds
        assert bounds is not None
        for (cell, reading), end in zip((ends[:2], ends[2:]), (bounds.low, bounds.high), strict=True):
            assert cell == own[title].default.unit.text(end.worth.amount)
            assert reading == (", ".join(f"{option} = {value}" for option, value in end.reading) or "as read")
    turned = [row for one in readings.wagers for row in one.rows if row.turns_over]
    assert all(f"with {row.name}" in words(document, "decision") for row in turned)


# The second reading makes the paytable pay more: the player has the advantage.
GENEROUS = """[options.payment]
values = ["printed", "generous"]
meaning = "What the first line pays."
WEIGHT
changes.generous = { "wagers.w.pays.LINE" = 1000000 }

[options.also]
values = ["printed", "generous"]
meaning = "What the first line pays, said twice."
weight = 1
source = "a sentence"
changes.generous = { "wagers.w.pays.LINE" = 2000000 }

[deck]
"""


@pytest.mark.parametrize(
    ("weight", "said", "first"),
    [
        ('weight = 2\nsource = "x"', "another sentence of the document speaks against it", "also"),
        ('weight = 1\nsource = "x"', "the document is silent here or contradicts itself", "payment"),
        ("", "a choice that the document leaves to the house", "payment"),
    ],
)
def test_readings_that_turn_a_flag_over_say_how_likely_they_are(weight: str, said: str, first: str) -> None:
    """The likeliest stands first."""
    text = tiny_game(royal=1, flush=1, full=1).replace(
        "[deck]\n", GENEROUS.replace("WEIGHT", weight).replace("LINE", next(iter(PAYS))), 1
    )
    (listed,) = (one for one in blocks(report_of(text), "decision") if one["kind"] == "list")
    assert len(listed["items"]) == 2
    (told,) = (item for item in listed["items"] if "payment = generous" in item)
    assert told.lower().endswith(f"{said}.")
    assert f"with {first} = generous" in listed["items"][0]


def test_a_fee_stands_on_the_first_page() -> None:
    """The house edge is stated before it; a dollar on ten is ten points more."""
    document = small_report("pai-gow-wrangler-outlaw")
    edge = Fraction(results_of(document)[0]["house_edge"])
    (told,) = (one["text"] for one in blocks(document, "decision") if "fee" in one.get("text", ""))
    assert "beside his bet, $1 to $5 a hand" in told
    most, least = (percent_text(edge + Fraction(fee, bet), 4) for fee, bet in ((1, 10), (1, 100)))
    assert f"With it the player pays in all {most} on a bet of $10; {least} on a bet of $100." in told
    assert "pays $1 to $2 a hand" in told
    assert not any("fee" in one.get("text", "") for one in blocks(small_report(SMALL), "decision"))


def test_assumptions_and_readings_are_those_of_the_page() -> None:
    document = small_report("wild-six-card-poker")
    said = words(document, "rules") + words(document, "readings")
    assert "Every round starts from a complete deck in uniformly random order." in said
    assert "The discard is compulsory" in said
    assert "Collusion" in said
    assert "`" not in said
    assert "**" not in said
    assert "](" not in said


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained_on_the_page_of_rules(game: str) -> None:
    """And nothing that has an option is said to be not computed."""
    file = load_game(game)
    page = find_rules(file).game
    assert page is not None
    readings = page.partition("## Readings")[2].partition("## Options")[0]
    assert all(f"`{option}`" in readings for option in file.game().options)
    assert "not computed" not in " ".join(readings.split())
    assert "## In brief" in page


def test_an_own_page_of_rules_stands_beside_the_game_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(small_text(SMALL))
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / f"{SMALL}.md").write_text("# Mine\n\n## The round\n\nOurs **alone**.\n")
    from analyzer.report.document import Request, build_report, read_game

    document = build_report(Request((read_game(path.read_bytes(), str(path)),)), Run(jobs=1))
    assert {"kind": "text", "text": "Ours alone."} in list(blocks(document, "rules"))
    # The page of another file is marked as such, an own one is not.
    assert "written for the game file that comes" not in words(document, "rules")
    assert "written for the game file that comes" in words(small_report(SMALL), "rules")


def test_shipped_games_all_have_a_page() -> None:
    for game in GAMES:
        assert find_rules(load_game(game)).game


def test_a_game_without_a_page_says_so() -> None:
    document = report_of(small_text(SMALL).replace(f'id = "{SMALL}"', 'id = "mine"'))
    assert "No page of rules belongs to this game" in words(document, "rules")
    assert document["games"][0]["rules"]["game"] is None


def test_the_progressive_is_told_as_an_expression_and_over_meters() -> None:
    document = report_of(shipped_text("wild-six-card-draw-poker"), wager="progressive")
    (result,) = results_of(document)
    said = words(document, "progressive")
    assert result["return"] in said
    assert result["break_even_meter"] in said
    table = block(document, "-10-progressive-1-meters")
    even = Fraction(result["break_even_meter"])
    formula = sympy.sympify(result["return"])
    for level, what, _, _, back in table["rows"]:
        meter = even if what else Fraction(level.replace(",", ""))
        assert Fraction(str(formula.subs("J", sympy.Rational(meter.numerator, meter.denominator)))) == Fraction(back)
    assert [row[4] for row in table["rows"] if row[1].startswith("breaks even")] == ["1"]
    assert all(Fraction(row[0].replace(",", "")) <= 2 * even for row in table["rows"])
    figure = block(document, "-10-progressive-1-figure")
    (mark,) = figure["marks"]
    assert abs(Fraction(mark["x"]) - even) <= Fraction(1, 200)
    assert any(flag["level"] == "note" and "above a meter" in flag["text"] for flag in document["flags"])


def test_house_way_rows_have_worked_hands() -> None:
    document = small_report("pai-gow-wrangler-outlaw")
    (table,) = blocks(document, "house-way", "table")
    (result,) = (one for one in results_of(document) if one["wager"] == "base")
    assert [row[2] for row in table["rows"]] == [row["hands"] for row in result["house_way"]["rows"]]
    for row in table["rows"]:
        if row[2] != "0":
            assert sorted(row[3].split()) == sorted((row[4] + " " + row[5]).split()), row
            assert len(row[4].split()) == 2
        else:
            assert row[3:] == [""] * 4


def test_house_way_hands_are_set_as_the_literal_house_way_sets_them() -> None:
    from analyzer.reference.cards import hand_from
    from analyzer.reference.house_way import set_house_way

    (table,) = blocks(small_report("pai-gow-wrangler-outlaw"), "house-way", "table")
    for row in table["rows"]:
        if row[3]:
            front = set_house_way(hand_from(row[3])).front
            ranks = [[card[0] for card in row[4].split()]]
            literal = [("J" if card >= 52 else "23456789TJQKA"[card >> 2]) for card in front]
            assert sorted(ranks[0]) == sorted(literal) or {"A", "J"} >= set(ranks[0]) ^ set(literal)


def test_payments_at_the_limits_are_those_of_wagers_and_of_joint_deals() -> None:
    document = small_report(SMALL)
    assert ["6 Card Bonus", "1", "10", "500", "5,000"] in block(document, "-9-limits")["rows"]
    rows = block(document, "-9-table")["rows"]
    assert [row[0] for row in rows] == ["1", "5", "6", "7"]
    one, five = (Fraction(row[1].replace(",", "")) for row in rows[:2])
    assert one == 10 * (6 + 75 + 500)  # a mini royal with a royal flush on the dealer's cards
    assert five < 5 * one


def test_a_source_without_limits_is_said_to_have_none() -> None:
    assert "No limits are given for" in words(small_report("wild-52"), "exposure")


def test_a_wager_that_needs_another_says_so() -> None:
    document = small_report("wild-six-card-poker")
    assert ["Made only together with", "Queens Or Better"] in block(document, "taxpayers-fortune-t1-worth")["rows"]
    assert words(document, "paytables").count("Made only together with") == 2


def made_result(pays: dict[str, tuple[int, str]]) -> Any:
    wager = Wager("w", "W", (Paytable("1", ()),))
    outcomes = [Outcome(name, count, Pay(Fraction(net))) for name, (count, net) in pays.items()]
    return priced(wager, wager.paytables[0], sum(outcome.count for outcome in outcomes), outcomes)


def test_rare_awards_are_those_below_one_in_a_hundred_million() -> None:
    result = made_result(
        {"rare": (1, "5"), "loss": (1, "-1"), "not": (2, "2"), "lose": (10**8 + 1, "-1"), "no": (0, "9")}
    )
    assert [outcome.name for outcome in rare_awards(result)] == ["rare"]
    at_the_limit = made_result({"one": (1, "5"), "lose": (10**8 - 1, "-1")})
    assert list(rare_awards(at_the_limit)) == []


def test_a_player_advantage_is_flagged_at_the_top() -> None:
    text = shipped_text(SMALL)
    assert report_of(text, wager="pair-plus")["flags"] == []
    document = report_of(text.replace("pair            = 1", "pair            = 2"), wager="pair-plus")
    assert [flag["level"] for flag in document["flags"]] == ["alert", "note"]
    assert "Pair Plus: the player has an advantage of 7.040724 %" in document["flags"][0]["text"]


def test_the_wager_asked_for_is_the_only_one() -> None:
    document = report_of(small_text(SMALL), wager="pair-plus")
    assert [result["wager"] for result in results_of(document)] == ["pair-plus"]
    assert len(document["summary"]["rows"]) == 1


def test_an_option_goes_to_the_games_that_have_it() -> None:
    texts = [small_text("wild-52"), small_text("wild-six-card-draw-poker")]
    document = report_of(*texts, options={"bonus_uses": "best_ranked"}, wager="joker")
    assert document["games"][0]["options"]["bonus_uses"] == "best_ranked"
    assert "bonus_uses" not in document["games"][1]["options"]
    assert document["title"] == "Exact analysis of 2 games"
    with pytest.raises(SelectionError, match="no option 'nonsense'"):
        report_of(small_text(SMALL), options={"nonsense": "1"})


def test_a_game_is_in_a_report_once() -> None:
    with pytest.raises(SelectionError, match="named twice"):
        report_of(small_text(SMALL), small_text(SMALL))


# --- the same bytes --------------------------------------------------------------------------------------------------


def test_same_bytes_with_any_jobs_and_any_store(tmp_path: Path) -> None:
    text = small_text("wild-six-card-poker")
    first = file_bytes(small_report("wild-six-card-poker"))
    store = Store(tmp_path)
    assert file_bytes(report_of(text, run=Run(2, store))) == first
    assert file_bytes(report_of(text, run=Run(1, store))) == first  # from the store


def test_nothing_of_the_machine_is_in_the_document(tmp_path: Path) -> None:
    said = json.dumps(small_report("wild-52"))
    assert str(Path.home()) not in said
    assert str(Path(__file__).parent.parent) not in said
    assert not re.search(r"\d\d:\d\d:\d\d", said)


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    import subprocess

    document = small_report(SMALL)
    path = tmp_path / "report.json"
    path.write_bytes(file_bytes(document))
    printed = subprocess.run(["sha256sum", str(path)], capture_output=True, text=True, check=True).stdout.split()[0]
    assert printed == file_digest(document) == file_digest(json.loads(path.read_text()))
    (game,) = document["games"]
    assert digest_of(game["result"]) in words(document, "identity")
    assert game["game_file_sha256"] in words(document, "identity")


def test_a_report_carries_its_own_request() -> None:
    document = json.loads(file_bytes(small_report(SMALL)))
    request = request_of(document)
    assert request.games[0].text == small_text(SMALL)
    assert request.inputs() == document["inputs"]


# --- what is attached ------------------------------------------------------------------------------------------------


def proof(passed: bool = True, **more: Any) -> Attachment:
    digest = hashlib.sha256(small_text(SMALL).encode()).hexdigest()
    data = proof_document(SMALL, passed, game_file_sha256=digest) | more
    return Attachment("proof.json", "0" * 64, json.dumps(data))


def test_an_attached_proof_is_shown() -> None:
    document = report_of(small_text(SMALL), proofs=(proof(),))
    assert ["totals", "deals", "3", "no difference"] in block(document, "-13-proof-1-checks")["rows"]
    assert document["flags"] == small_report(SMALL)["flags"]


def test_a_failed_proof_is_flagged_whatever_it_says_of_itself() -> None:
    document = report_of(small_text(SMALL), proofs=(proof(False),))
    (flag,) = (flag for flag in document["flags"] if "A check differs. Proof" in flag["text"])
    assert flag["level"] == "alert"
    assert "proof.json: totals" in flag["text"]
    assert document["status"]["word"] == "DRAFT"
    assert "differs: x" in words(document, "confirmation")


def test_a_proof_of_other_kernels_options_or_files_is_marked() -> None:
    strange = "1" * 64
    other = proof(program={"version": "0", "kernels": strange}, options={"a": "b"}, game_file_sha256=strange)
    document = report_of(small_text(SMALL), proofs=(other,))
    assert "other kernels" in words(document, "confirmation")
    assert "under other options" in words(document, "confirmation")
    assert "another text of the game file: SHA-256 1111" in words(document, "confirmation")
    assert "another text" not in words(report_of(small_text(SMALL), proofs=(proof(),)), "confirmation")


@pytest.mark.parametrize(
    ("attached", "said"),
    [
        (Attachment("p.json", "", "no json"), "is not JSON"),
        (Attachment("p.json", "", '{"schema": "other"}'), "is not a proof"),
        (proof(checks=[{"part": "x"}]), "'cases' is a required property"),
        (proof(checks=None), "checks: None is not of type"),
        (proof(game="wild-52"), "this report is of"),
    ],
)
def test_wrong_proofs_are_refused(attached: Attachment, said: str) -> None:
    with pytest.raises(ExactOddsError, match=said):
        report_of(small_text(SMALL), proofs=(attached,))


def test_an_attached_simulation_is_shown_and_one_of_other_pays_is_marked() -> None:
    from analyzer.trust.simulate import simulate

    simulated = simulate(from_text(small_text(SMALL)), rounds=2000, run=Run(jobs=1)).document()
    attached = Attachment("s.json", "1" * 64, json.dumps(simulated))
    document = report_of(small_text(SMALL), simulations=(attached,))
    assert len(block(document, "-13-simulation-1-wagers")["rows"]) == 3
    assert "other pays" not in words(document, "confirmation")
    changed = small_text(SMALL).replace("pair            = 1", "pair            = 2")
    assert "with other pays of Pair Plus" in words(report_of(changed, simulations=(attached,)), "confirmation")


def test_a_simulation_of_one_who_sees_cards_confirms_nothing() -> None:
    from analyzer.trust.simulate import simulate

    file = from_text(small_text(SMALL)).exposed([read_exposure("dealer=1")])
    document = simulate(file, rounds=100, run=Run(jobs=1)).document()
    attached = Attachment("s.json", "1" * 64, json.dumps(document))
    with pytest.raises(ExactOddsError, match="a simulation of one who sees dealer=1: it confirms no result"):
        read_simulation(attached)


def test_a_paytable_that_is_not_the_shipped_one_is_not_in_the_source() -> None:
    """An edited paytable was attributed to the document."""

    def where(text: str, **options: str) -> dict[str, str]:
        rows = block(report_of(text, options=options), "-1-paytables")["rows"]
        return {row[0]: row[3] for row in rows}

    text = small_text(SMALL)
    said = where(text)
    assert said["Pair Plus"] == "Game Rules, 13; Payout Table"
    changed = text.replace("pair            = 1", "pair            = 2")
    assert where(changed) == said | {"Pair Plus": "not in the source"}
    # Under another id it is known by the digest of the document.
    assert where(changed.replace(f'id = "{SMALL}"', 'id = "mine"')) == said | {"Pair Plus": "not in the source"}
    two = text.replace(
        "limits = { pair-plus = [1, 10] }", 'limits = { pair-plus = [1, 10] }\npaytables = ["1", "edited"]'
    )
    two = two.replace("pair            = 1", "pair            = [1, 2]")
    assert where(two)["Pair Plus"] == "Game Rules, 13; Payout Table; not in the source: edited"


# --- the previous result ---------------------------------------------------------------------------------------------


def previous(tmp_path: Path, content: bytes, name: str = "old.json") -> Attachment:
    path = tmp_path / name
    path.write_bytes(content)
    return read_previous(path, [SMALL])


def test_nothing_changed_since_the_same_report(tmp_path: Path) -> None:
    old = previous(tmp_path, file_bytes(small_report(SMALL)))
    document = report_of(small_text(SMALL), previous=old)
    assert "Nothing has changed" in words(document, "changes")


def test_a_changed_pay_is_told_against_a_report_and_a_result(tmp_path: Path) -> None:
    changed = small_text(SMALL).replace("pair            = 1", "pair            = 2")
    whole = small_report(SMALL)
    for content in (file_bytes(whole), file_bytes(whole["games"][0]["result"])):
        document = report_of(changed, previous=previous(tmp_path, content))
        (row,) = block(document, "-14-changes")["rows"]
        assert row[0] == "pair-plus 1"
        assert row[1] == "repriced"
        assert row[5] == "pair: 1 to 2"
        (line,) = block(document, "-14-pair-plus-1")["rows"]
        assert line[3:5] == ["1", "2"]


def test_a_report_with_a_previous_result_is_not_called_the_first_issue(tmp_path: Path) -> None:
    document = report_of(small_text(SMALL), previous=previous(tmp_path, file_bytes(small_report(SMALL))))
    assert "First issue" not in words(document, "certification")
    assert "The section Changes says what differs" in words(document, "certification")
    assert "First issue" in words(small_report(SMALL), "certification")


def test_a_lock_is_a_previous_result_too(tmp_path: Path) -> None:
    from analyzer.change.locks import lock_text, make_lock

    lock = lock_text(make_lock([from_text(small_text(SMALL))], Run(jobs=1)))
    old = previous(tmp_path, lock.encode(), "old.toml")
    assert "Nothing has changed" in words(report_of(small_text(SMALL), previous=old), "changes")
    changed = small_text(SMALL).replace("pair            = 1", "pair            = 2")
    rows = block(report_of(changed, previous=old), "-14-changes")["rows"]
    assert {row[5] for row in rows} == {"pair: 1 to 2"}
    assert rows[0][0] == "pair-plus 1"


def test_a_previous_result_of_other_options_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(file_bytes(report_of(small_text("wild-52"), options={"bonus_uses": "best_ranked"}, wager="bonus")))
    old = read_previous(path, ["wild-52"])
    document = report_of(small_text("wild-52"), wager="bonus", previous=old)
    assert "under other options" in words(document, "changes")


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"x = 1", b'{"games": 3}', b"[1, 2]"])
def test_what_is_no_previous_result_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"old\.json"):
        previous(tmp_path, content)


@pytest.mark.long
def test_the_shipped_game_is_compared_with_its_lock(tmp_path: Path) -> None:
    document = report_of(shipped_text(SMALL), run=Run(store=Store(tmp_path)))
    (row,) = (row for row in block(document, "-13-checks")["rows"] if "results that come with the program" in row[0])
    assert row[2] == "passed"
    assert "written for the game file that comes" not in words(document, "rules")


def test_an_option_that_does_not_go_with_the_pays_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Payoff) -> tuple[int, int]:
        raise SelectionError("no best settings are known for this pay")

    monkeypatch.setattr(Payoff, "weights", property(refused))
    document = report_of(with_commission(small_text("pai-gow-wrangler-outlaw")), wager="base")
    rows = block(document, "-2-options-effect")["rows"]
    (row,) = (row for row in rows if row[:2] == ["Pai Gow Poker", "player_sets = optimal"])
    assert row[3] == "not computed: no best settings are known for this pay"


# --- the cover -------------------------------------------------------------------------------------------------------


def test_the_cover_says_what_hangs_on_a_reading() -> None:
    """The range over the readings of weight 1 of each wager, and a mark where one changes who has the advantage."""
    document = report_of(shipped_text(SMALL))
    summary, decision = document["summary"], block(document, "-decision-wagers")
    titles = [[column["title"] for column in one["columns"]] for one in (summary, decision)]
    hanging = {row[1]: row[titles[0].index("over the readings")] for row in summary["rows"]}
    assert hanging == {"Ante and Play": "unchanged", "Pair Plus": "-9.1041 to 9.9005 % †", "6 Card Bonus": "unchanged"}
    own = {row[0]: row[titles[1].index("over the readings")] for row in decision["rows"]}
    assert own == {wager: cell.removesuffix(" †") for wager, cell in hanging.items()}
    assert "† Under another reading the advantage goes over to the other side" in summary["note"]
    assert "to the other side (Pair Plus: weight 1)." in summary["note"]
    assert {line.partition(":")[0] for line in turned_lines(document)} == {"Pair Plus"}
    assert cell_text(hanging["Pair Plus"], "percent") == "−9.1041 to 9.9005 †"


def test_a_mark_beside_a_range_that_it_is_not_in_says_of_which_weight_it_is() -> None:
    """The range over readings of weight 1 stays on one side, and the mark comes from one of weight 2."""
    text = shipped_text(SMALL).replace("weight = 1", "weight = 2")
    summary = report_of(text, wager="pair-plus")["summary"]
    assert "to the other side (Pair Plus: weight 2, which the range leaves out)." in summary["note"]


def test_what_has_no_stake_reads_alike_in_all_columns() -> None:
    """The player's dollars in the column of house edges, and in the range beside it; the note says whom they favour."""
    document = report_of(shipped_text("wild-six-card-poker"), wager="taxpayers-fortune")
    (row,) = [row for row in document["summary"]["rows"] if row[1].endswith("T1")]
    assert row[2] == "player -0.04702549 $ a round"
    assert all(cell.startswith("player ") for cell in row[3:-2] if "$" in cell)
    assert (
        "A house edge below zero favours the player. A wager without a stake has no house edge"
        in (document["summary"]["note"])
    )
    assert "which below zero favours the house" in document["summary"]["note"]


def test_a_wager_on_a_meter_is_not_called_unchanged_where_a_reading_changes_it() -> None:
    """Its worth is an expression in J: no two numbers are the ends of its range."""
    document = small_report("wild-six-card-draw-poker")
    titles = [column["title"] for column in document["summary"]["columns"]]
    place = titles.index("over the readings")
    (hanging,) = (row[place] for row in document["summary"]["rows"] if row[1].startswith("Progressive"))
    effects = block(document, "-2-options-effect")["rows"]
    moved = [row for row in effects if row[0].startswith("Progressive") and row[2] == "1"]
    assert moved
    assert hanging == "depends on J"


def turned_lines(document: JsonDict) -> list[str]:
    """The list of readings that turn a flag over, on the first page of the game."""
    told = list(blocks(document, "decision"))
    place = next(place for place, one in enumerate(told) if str(one.get("id", "")).endswith("-decision-turned"))
    return [str(line) for line in told[place + 1]["items"]]


OTHERWISE = {"mini_royal": "any_suits", "ace_low_straight": "false"}
INSTEAD = "mini_royal = any_suits instead of suited; ace_low_straight = false instead of true"


@cache
def otherwise() -> JsonDict:
    """A report of readings that are not the default: of one wager, so that 52 cards are counted at once."""
    return report_of(shipped_text(SMALL), options=OTHERWISE, wager="pair-plus")


def test_readings_that_are_not_the_default_are_named_on_the_first_pages() -> None:
    """A certified report stated the rules of one reading and the numbers of the other."""
    said = f"This report does not use the reading of the source's default: {INSTEAD}."
    document = otherwise()
    assert {"level": "alert", "text": said} in document["flags"]
    assert {"kind": "notice", "level": "alert", "text": said} in list(blocks(document, "decision", "notice"))
    assert block(document, "certification-games")["rows"][0][2] == INSTEAD
    assert schema_faults("report", document) == []
    assert not any("default" in flag["text"] for flag in small_report(SMALL)["flags"])
    assert "instead of" not in words(small_report(SMALL), "rules") + words(small_report(SMALL), "readings")


def test_what_is_written_for_the_default_readings_says_so_at_its_head() -> None:
    for section in ("rules", "readings"):
        alerts = [one["text"] for one in blocks(otherwise(), section, "notice")]
        assert any(INSTEAD in one and "where the text differs, the options hold" in one for one in alerts), section
    told = dict(block(otherwise(), "-readings-list")["rows"])
    assert told["Mini Royal is suited"].startswith("Used here: mini_royal = any_suits instead of suited. The document")
    assert told["The ace in low straights"].startswith("Used here: ace_low_straight = false instead of true. ")
    assert [title for title, words_ in told.items() if "Used here" in words_] == [
        "The ace in low straights",
        "Mini Royal is suited",
    ]


def test_the_default_reading_has_no_weight_where_another_is_used() -> None:
    """It was called less likely: another sentence speaks against it."""
    rows = block(otherwise(), "-options-effect")["rows"]
    weights = {row[1]: row[2] for row in rows}
    assert weights["ace_low_straight = true (the default reading)"] == ""
    assert weights["mini_royal = suited (the default reading)"] == ""
    assert weights["as used here"] == ""
    assert "as read" not in weights
    options = {row[0]: row[3] for row in block(otherwise(), "-options-list")["rows"]}
    assert options["mini_royal"] == "suited (the default)"
    turned = words(otherwise(), "decision")
    assert "The default reading of the document." in turned
    assert "another sentence of the document speaks against it" not in turned


def test_the_range_has_the_default_reading_where_another_is_used() -> None:
    """Of any weight: what speaks against the other reading speaks for this one."""
    document = report_of(shipped_text(SMALL), options={"ace_low_straight": "false"}, wager="six-card-bonus")
    (row,) = block(document, "-2-intervals")["rows"]
    assert "ace_low_straight = true (the default reading)" in (row[2], row[4])
    assert "A default reading that is not used here is among them." in document["summary"]["note"]
    said = "Over the readings of weight 1 and the default readings, each changed alone"
    assert block(document, "-2-intervals")["title"] == said
    assert "A default reading" not in small_report(SMALL)["summary"]["note"]


def test_a_number_that_is_not_the_default_is_named_and_is_no_reading() -> None:
    document = report_of(small_text("wild-six-card-draw-poker"), options={"bet": "2"}, wager="joker")
    assert {"level": "note", "text": "Options that are not the default: bet = 2 instead of 1."} in document["flags"]
    assert "where the text differs" not in words(document, "rules")


def test_a_wager_that_a_fold_loses_is_not_called_without_decisions() -> None:
    document = report_of(small_text("wild-52"), options={"side_bets_after_fold": "lost"})
    rows = {row[0]: row for row in block(document, "decision-wagers")["rows"]}
    assert "as Ante and Play is played best" in rows["Bonus"]
    assert "no decision" in {row[0]: row for row in block(small_report("wild-52"), "decision-wagers")["rows"]}["Bonus"]


def test_a_game_file_that_is_not_the_shipped_one_says_so_on_the_first_pages() -> None:
    document = small_report(SMALL)
    said = f"The game file is not the one that comes with the program as {SMALL}: SHA-256 "
    for texts in (
        [flag["text"] for flag in document["flags"]],
        [one["text"] for one in blocks(document, "decision", "notice")],
    ):
        assert any(one.startswith(said) for one in texts)
    assert not any("comes with the program" in flag["text"] for flag in tiny_report()["flags"])


def test_weight_1_is_explained_where_it_is_first_named() -> None:
    document = report_of(shipped_text(SMALL))
    for note in (document["summary"]["note"], block(document, "-decision-wagers")["note"]):
        assert "weight 1 (the document is silent or contradicts itself, and both meanings occur in practice)" in note


def test_a_cover_without_readings_has_no_column_for_them() -> None:
    document = report_of(tiny_game())
    assert [column["title"] for column in document["summary"]["columns"]] == [
        "game",
        "wager",
        "house edge",
        "hit rate",
        "deals",
    ]
    assert "reading" not in document["summary"]["note"]


def test_bold_words_that_a_sentence_goes_on_from_are_joined_to_it() -> None:
    """The reading of a library game once began ", as it does with five coins"."""
    for page in (Path(__file__).parents[1] / "docs" / "rules").rglob("*.md"):
        for section in sections_of(page.read_text(encoding="utf-8")):
            for title, said in titled_items(section):
                assert said[:1] not in (",", ";", ":"), (page.name, title)


def test_a_name_with_an_apostrophe_is_said_in_the_file() -> None:
    (line,) = (
        line.name
        for wager in load_game("wild-52").game().wagers
        for line in wager.lines
        if line.id == "joker-in-the-players-five"
    )
    assert line == "Joker in the player's five"
