"""What a report says of a game of one's own: no sentence about another game, or about what the report does not have."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from analyzer.documents import Json
from analyzer.game.library import library_ids, load_game
from analyzer.report.document import SECTIONS, Request, build_report, read_game, request_of
from analyzer.report.filing import Filing
from analyzer.report.profiles import profile_ids
from analyzer.reports.document import file_bytes, parts
from analyzer.run.jobs import Run
from tests.reporting import DECKS, SMALL, block, blocks, report_of, schema_faults, small_report, small_text, words

HEAD = 'schema = "exactodds/game/2"\nid = "own"\nname = "Own"\nrules_version = "1"\n'
# Two of three own cards are seen; the order of three cards; the dealer qualifies; a progressive.
THIRD = f"""{HEAD}
[deck]
ranks = "9-A"
[deal]
own = 2
third = 1
house = 3
[hands]
player = ["own", "third"]
[[round]]
sees = "own"
choose.fold = {{ then = "fold" }}
choose.small = {{ raise = 1 }}
choose.large = {{ raise = 3 }}
[wagers.ante-raise]
name = "Ante and Raise"
bets = {{ ante = 1, raise = 0, bonus = "free" }}
compare = ["player", "house"]
qualifies = "pair 9"
of = "player"
settle.ante = [{{ qualified = false, pays = 0 }}]
settle.bonus = [{{ pays = "paytable" }}]
[wagers.ante-raise.pays]
straight-flush = 2
three-of-a-kind = 1
[wagers.pair-plus]
name = "Pairs and Up"
of = "player"
[wagers.pair-plus.pays]
straight-flush = 10
three-of-a-kind = 8
straight = 2
flush = "3/2"
pair = "1/2"
[wagers.meter]
name = "Royal Meter"
of = "player"
meter = {{ bet = 1, contribution = "1/5", seed = 100 }}
[wagers.meter.pays]
royal = "J"
straight-flush = "J/20"
three-of-a-kind = 5
[wagers.meter.lines]
royal = {{ hand = "straight-flush", ranks = "A", name = "Suited A-K-Q" }}
"""
TITLES = [title for _, title, _ in SECTIONS]


def texts(value: Any) -> Iterator[str]:
    """Every text of a part of a report."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in texts(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in texts(item))


def everything(document: Json) -> list[str]:
    return [
        *texts(document["flags"]),
        *texts(document["summary"]),
        *texts([list(part.blocks) for part in parts(document)]),
    ]


@cache
def plain_report(text: str) -> Json:
    """Not to be changed."""
    return report_of(text)


def own_report(text: str = THIRD, **request: Any) -> Json:
    return report_of(text, **request) if request else plain_report(text)


# --- sections that are referred to -----------------------------------------------------------------------------------


def missing_sections(document: Json) -> set[str]:
    """Sections and pages that a sentence names and that the report does not have."""
    there = {part["title"] for part in document["front"]}
    there |= {section["title"] for game in document["games"] for section in game["sections"]}
    named = {name for text in everything(document) for name in re.findall(r"\b(?:section|page) ([A-Z][^.;:()]*)", text)}
    return {name for name in named if not any(_is_title(name, title) for title in there)}


def _is_title(name: str, title: str) -> bool:
    return name.startswith((title, title.split(",", maxsplit=1)[0]))


def test_the_finder_of_missing_sections_finds_them() -> None:
    document = {"flags": [], "front": [], "games": [], "summary": "see the section Readings"}
    assert _is_title("Readings names", "Readings")
    assert not _is_title("Readings names", "Protection")
    assert re.findall(r"\b(?:section|page) ([A-Z][^.;:()]*)", str(document["summary"])) == ["Readings"]


REQUESTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "one wager": {"wager": "pair-plus"},
    "protection": {"protection": True},
    "profiles": {"filing": Filing(profiles=tuple(profile_ids()))},
}


@pytest.mark.parametrize("asked", REQUESTS)
def test_own_reports_name_only_sections_that_they_have(asked: str) -> None:
    assert missing_sections(own_report(**REQUESTS[asked])) == set()


@pytest.mark.parametrize("game", list(DECKS))
def test_reports_of_certified_games_name_only_sections_that_they_have(game: str) -> None:
    assert missing_sections(small_report(game)) == set()


@pytest.mark.parametrize("asked", ["protection", "profiles"])
def test_a_certified_game_with_more_asked_for(asked: str) -> None:
    assert missing_sections(report_of(small_text(SMALL), **REQUESTS[asked])) == set()


@pytest.mark.parametrize("game", library_ids())
def test_reports_of_the_library_name_only_sections_that_they_have(game: str) -> None:
    text = load_game(game).text
    small = 'ranks = "2,T-A"' if 'wild = "2"' in text else 'ranks = "9-A"'
    whole = text if "[deck]" in text else text.replace("[deal]", "[deck]\n[deal]", 1)
    assert missing_sections(report_of(whole.replace("[deck]", f"[deck]\n{small}", 1))) == set()


def test_readings_are_spoken_of_only_where_there_are_some() -> None:
    assert "Readings" not in words(own_report(), "certification")
    assert "section Readings names" in words(small_report(SMALL), "certification")
    both = report_of(small_text(SMALL), THIRD)
    assert "In a game that has a section Readings the figures are" in words(both, "certification")


# --- commands --------------------------------------------------------------------------------------------------------


def commands(document: Json) -> set[str]:
    """What every printed command that takes a game is told to take."""
    printed_names = (re.findall(r"exactodds (?:prove|simulate|whatif) (\S+)", text) for text in everything(document))
    return {name for names in printed_names for name in names}


def named_report(name: str, text: str = THIRD) -> Json:
    return build_report(Request((read_game(text.encode(), name),)), Run(jobs=1))


def test_commands_name_the_file_that_was_given() -> None:
    document = named_report("/private-folder/third.toml")
    assert commands(document) == {"third.toml"}
    assert "private-folder" not in file_bytes(document).decode()
    assert document["games"][0]["game_file_name"] == "third.toml"
    assert schema_faults("report", document) == []


def test_a_report_that_is_built_again_names_the_same_file() -> None:
    document = named_report("my game.toml")
    again = build_report(request_of(document), Run(jobs=1))
    assert file_bytes(again) == file_bytes(document)
    assert shlex.quote("my game.toml") in " ".join(everything(document))
    older = {**document, "games": [{k: v for k, v in document["games"][0].items() if k != "game_file_name"}]}
    assert [game.file.path for game in request_of(older).games] == ["own.toml"]


@pytest.mark.parametrize("name", ["the edited file", "a\nb.toml", "x" * 200 + ".toml", "\u202egame.toml"])
def test_what_is_no_name_of_a_file_is_not_printed(name: str) -> None:
    assert named_report(name)["games"][0]["game_file_name"] == "own.toml"


def test_a_shipped_game_is_named_by_its_id_and_a_changed_copy_by_its_file(tmp_path: Path) -> None:
    shipped = load_game("three-card-poker")
    document = build_report(Request((read_game(shipped.text.encode(), shipped.path),), wager="pair-plus"), Run(jobs=1))
    assert commands(document) == {"three-card-poker"}
    changed = shipped.text.replace('rules_version = "1"', 'rules_version = "2"')
    copied = build_report(Request((read_game(changed.encode(), "mine.toml"),), wager="pair-plus"), Run(jobs=1))
    assert commands(copied) == {"mine.toml"}


def test_commands_have_the_options_of_the_report() -> None:
    document = report_of(small_text(SMALL), options={"mini_royal": "any_suits"})
    assert "exactodds prove test.toml --option mini_royal=any_suits " in words(document, "confirmation")


# --- words -----------------------------------------------------------------------------------------------------------


def test_the_first_page_says_what_is_dealt_as_the_file_has_it() -> None:
    assert "dealt: own 2 cards; third 1 card; house 3 cards" in words(own_report(), "decision")


def test_no_sentence_is_about_five_card_hands_or_a_page() -> None:
    told = " ".join(
        text for part in ("rules", "decision") for block in blocks(own_report(), part) for text in texts(block)
    )
    for wrong in ("five-card", "A-2-3-4-5", "The player sees his own cards", "the page of a game", "jokers"):
        assert wrong not in told, wrong


# --- levels of the meter ---------------------------------------------------------------------------------------------


def test_levels_of_the_meter_are_those_that_matter() -> None:
    document = own_report()
    levels = block(document, "-10-meter-1-meters")["rows"]
    assert [row[0] for row in levels] == ["100", "200", "300", "400", "405.22", "500", "600", "700", "800"]
    assert levels[0][1] == "seed"
    assert levels[4][1:] == ["breaks even, exactly 9320/23", "100.000000 %", "0.000000 %", "1"]
    # J for 4 suited A-K-Q, J/20 for 12 other straight flushes, 5 to one for 24 threes, of 2,024 hands.
    assert Fraction(levels[0][4]) == 1 + Fraction(4 * 100 + 12 * 5 + 24 * 5 - (2024 - 40), 2024)


def test_a_meter_without_a_seed_is_shown_around_where_it_breaks_even() -> None:
    document = own_report(THIRD.replace(', contribution = "1/5", seed = 100', ""))
    said = words(document, "progressive")
    assert "gives no contribution and no seed, so there is no long-run return." in said
    assert "option" not in said
    assert "The source" not in said
    assert "Royal Meter at J = 500" in words(document, "win")
    (pays,) = (one for one in blocks(document, "paytables", "paytable") if one["wager"] == "meter")
    assert pays["whatif"]["meter"] == "500"


@pytest.mark.parametrize(("given", "missing"), [('contribution = "1/5"', "no seed"), ("seed = 100", "no contribution")])
def test_half_a_model_of_the_meter_says_what_is_missing(given: str, missing: str) -> None:
    document = own_report(THIRD.replace('contribution = "1/5", seed = 100', given), wager="meter")
    assert f"The game gives {missing}, so there is no long-run return." in words(document, "progressive")


# --- pays that may be changed ----------------------------------------------------------------------------------------


def test_no_pay_is_taken_below_zero() -> None:
    document = own_report()
    table = block(document, "-12-pair-plus-1")
    changed = {row[0]: row for row in table["rows"]}
    assert changed["Pair"][4:] == ["", ""]
    assert changed["Pair"][2] != ""
    assert "" not in changed["Flush"]
    assert "-1 on Pair" in table["note"].partition("Left out")[2]
    assert "With -1 on Pair" not in " ".join(everything(document))
    tornado = block(document, "-12-pair-plus-tornado")
    bars = dict(zip(tornado["categories"], tornado["series"][1]["y"], strict=True))
    assert bars["Pair, pays 0.5"] == tornado["base"]


def test_a_share_of_the_meter_is_not_changed_by_one() -> None:
    rows = {row[0]: row for row in block(own_report(), "-12-meter-1")["rows"]}
    assert rows["Suited A-K-Q"][2:] == rows["Straight flush"][2:] == ["", "", "", ""]
    assert "" not in rows["Three of a kind"]


def test_a_prize_for_one_may_be_taken_away_whole() -> None:
    """1 for one is 0 net; 0 for one is -1 net, and may be."""
    paid = THIRD.replace(
        'of = "player"\n[wagers.pair-plus.pays]', 'of = "player"\nodds = "for_one"\n[wagers.pair-plus.pays]'
    )
    rows = {
        row[0]: row for row in block(own_report(paid.replace('pair = "1/2"', "pair = 1")), "-12-pair-plus-1")["rows"]
    }
    assert rows["Pair"][1] == "0"
    assert "" not in rows["Pair"]


# --- other games -----------------------------------------------------------------------------------------------------

AUTOMATIC = f"""{HEAD}
[deck]
ranks = "9-A"
[deal]
own = 3
house = 3
[[round]]
sees = "own"
automatic_win = {{ of = "own", at_least = "straight" }}
choose.fold = {{ then = "fold", loses = {{ ante = "1/2" }} }}
choose.raise = {{ raise = 1 }}
[wagers.base]
name = "Base"
bets = {{ ante = 1, raise = 0 }}
compare = ["own", "house"]
settle.ante = [{{ on = "automatic-win", pays = 2 }}, {{ on = "tie", pays = "1/2" }}]
[wagers.folded]
name = "Fold bonus"
settle.folded = [{{ chose = "fold", pays = 3 }}, {{ pays = -1 }}]
"""
WILD = f"""{HEAD}
[deck]
ranks = "8-A"
wild = "8"
[deal]
own = 3
[wagers.base]
name = "Lines"
of = "own"
[wagers.base.pays]
three-of-a-kind = 5
pair = 1
"""
BUG = f"""{HEAD}
[deck]
ranks = "9-A"
jokers = 1
bug = "Jk"
[deal]
own = 5
draw = 5
[[round]]
sees = "own"
exchange = {{ from = "own", discard = "0-2", draw = "draw", makes = "final" }}
[wagers.base]
name = "Draw"
of = "final"
[wagers.base.pays]
flush = 20
pair = 0
"""


def test_a_wager_beside_the_main_one_is_not_said_to_be_played_best() -> None:
    document = own_report(AUTOMATIC)
    rows = {row[0]: row for row in block(document, "decision-wagers")["rows"]}
    assert (rows["Base"][2], rows["Fold bonus"][2]) == ("best play", "as Base is played best")
    assert "The player decides in Base." in words(document, "decision")
    assert "The player decides as is best for Base" in words(document, "method")


def test_rows_that_settle_a_result_leave_nothing_unsaid() -> None:
    said = words(own_report(AUTOMATIC), "rules")
    assert (
        "if the result is a win at once: 2 is paid; if the result is a tie: 0.5 is paid; a win pays 1; a loss" in said
    )
    assert "With fold the bets of Base are lost as they stand, ante with 0.5 of it." in said
    assert "Fold bonus: no cards: what was done settles it." in said
    assert "Other wagers are settled whether the round is folded or not" in said
    assert "A win at once is a win in Base; the dealer's hand is not looked at for it." in said
    assert "He wins at once if own (3 cards) make a straight or better." in said


def test_a_wager_without_decisions_is_not_counted_from_the_last_decision_backwards() -> None:
    document = own_report(WILD)
    assert "No decision of the player changes it." in words(document, "method")
    assert "last decision" not in words(document, "method")
    assert "joker" not in words(document, "rules")


def test_a_draw_says_how_many_cards_may_be_drawn() -> None:
    document = own_report(BUG)
    assert "own 5 cards; up to 2 cards more to be drawn (draw)" in words(document, "decision")
    assert "such as an exchange of few cards, is counted" in words(document, "method")
    assert "a fold" not in words(document, "method")


def test_whose_hand_it_is_follows_from_the_main_wager() -> None:
    """A wager on the dealer's cards that depends on what is done says that they are his."""
    text = AUTOMATIC + 'of = "house"\n[wagers.folded.pays]\npair = 1\n'
    text = text.replace(
        '{ chose = "fold", pays = 3 }, { pays = -1 }', '{ chose = "raise", pays = "paytable" }, { pays = -1 }'
    )
    table = block(own_report(text.replace("[wagers.folded.pays]", "[wagers.folded.pays]")), "-4-folded-rounds")
    settled = " ".join(row[3] for row in table["rows"])
    assert "dealer has" in settled
    assert "player has" not in settled


ONE_CARD = f"""{HEAD}
[source]
title = "A document"
[deck]
ranks = "9-A"
suits = "cdh"
[deal]
own = 5
draw = 1
house = 5
[[round]]
sees = "own"
exchange = {{ from = "own", discard = 1, stand_pat = true, draw = "draw", makes = "final" }}
[wagers.base]
name = "Base"
compare = ["final", "house"]
"""


def test_equal_discards_of_one_card_are_settled_by_the_lowest_card() -> None:
    document = own_report(ONE_CARD)
    assert "the smaller bet" not in " ".join(everything(document))
    assert "that of the lowest card is made; standing pat comes last." in words(document, "rules")
    assert "There the lowest card is discarded; standing pat comes last." in words(document, "strategy")


def test_the_order_is_that_of_the_option_that_was_chosen() -> None:
    order = "three_card_order"
    document = report_of(small_text(SMALL).replace(f'"{SMALL}"', '"mine"'), wager="ante-play")
    names = [row[0] for row in block(document, "-order-three-card-hands")["rows"]]
    assert names[1:4] == ["Three of a Kind", "Straight", "Flush"]
    text = load_game(SMALL).text.replace(f'"{SMALL}"', '"mine"').replace("[deck]", '[deck]\nranks = "9-A"')
    other = report_of(text, wager="ante-play", options={order: "five_card"})
    names = [row[0] for row in block(other, "-order-three-card-hands")["rows"]]
    assert names[1:4] == ["Flush", "Straight", "Three of a Kind"]
    assert "Other wagers" not in words(other, "rules")


def test_a_source_without_a_page_is_not_said_to_be_restated() -> None:
    assert "restated" not in words(own_report(ONE_CARD), "rules")
    assert "The rules below are made from the game file, which names this source document" in words(
        own_report(ONE_CARD), "rules"
    )


STREETS = f"""{HEAD}
[deck]
ranks = "8-A"
[deal]
own = 2
flop = 1
river = 2
[[round]]
sees = "own"
choose.fold = {{ then = "fold", loses = {{ ante = "1/2" }} }}
choose.play = {{ first = 1 }}
[[round]]
sees = "flop"
choose.fold = {{ then = "fold" }}
choose.more = {{ second = 2 }}
[wagers.base]
name = "Street"
bets = {{ ante = 1, first = 0, second = 0 }}
of = ["own", "flop", "river"]
settle.ante = [{{ pays = "paytable" }}, {{ pays = -1 }}]
settle.first = [{{ pays = "paytable" }}, {{ pays = -1 }}]
settle.second = [{{ pays = "paytable" }}, {{ pays = -1 }}]
[wagers.base.pays]
flush = 3
pair = 1
"""


def test_folds_that_lose_differently_are_told_apart() -> None:
    said = words(own_report(STREETS), "rules")
    assert "With fold at decision 1 the bets of Street are lost as they stand, ante with 0.5 of it." in said
    assert "With fold at decision 2 the bets of Street are lost as they stand." in said


def test_protection_does_not_say_that_every_card_helps() -> None:
    document = own_report(STREETS, protection=True)
    assert "every card that he sees adds to it" not in words(document, "protection")
    assert "every one of them lowers" not in words(document, "protection")


def test_hands_that_may_be_read_in_any_way_are_said_to_be() -> None:
    text = WILD.replace('ranks = "8-A"\nwild = "8"', 'ranks = "8-A"').replace("own = 3", "own = 6")
    text = text.replace('of = "own"', 'of = "own"\nuses = "pays_most"')
    rounds = block(own_report(text), "-4-base-rounds")["rows"]
    assert all("a line may be made by any of them" in row[3] for row in rounds)


def test_cards_that_are_nobodys_are_named_and_rows_are_looked_at() -> None:
    """A wager on a card that lies face up, whose row says what it pays, in dollars."""
    text = AUTOMATIC.partition("[wagers.folded]")[0].replace("house = 3", "house = 3\nup = 1")
    text += '[wagers.tip]\nname = "Tip"\nunit = "dollars"\nbets = { tip = "free" }\n'
    text += 'settle.tip = [{ of = "up", hand = "high-card", ranks = "A", pays = 5 }, { pays = -1 }]\n'
    document = own_report(text)
    said = words(document, "rules")
    assert "Tip: its rows look at up (1 card), as one-card hands." in said
    assert "Tip, tip (no stake; amounts are dollars a round): if up (1 card) makes high card with A for" in said
    assert all(row[3].startswith("up has ") for row in block(document, "-4-tip-rounds")["rows"])


# --- reasons of a game with wagers beside the one that is played for -------------------------------------------------

BESIDE = f"""{HEAD}
[deck]
ranks = "T-A"
[deal]
own = 3
up = 1
down = 2
[hands]
house = ["up", "down"]
[[round]]
sees = ["own", "up"]
choose.fold = {{ then = "fold" }}
choose.raise = {{ raise = 1 }}
[wagers.main]
name = "Ante and Raise"
bets = {{ ante = 1, raise = 0, bonus = "free" }}
compare = ["own", "house"]
of = "own"
settle.bonus = [{{ pays = "paytable" }}]
[wagers.main.pays]
straight-flush = 5
[wagers.envy]
name = "Envy"
bets = {{ envy = 1 }}
of = "house"
settle.envy = [{{ chose = "fold", at_least = "pair T", pays = 2 }}, {{ pays = "paytable" }}, {{ pays = -1 }}]
[wagers.envy.pays]
pair = 2
[wagers.beat]
name = "Beat"
compare = ["own", "house"]
bets = {{ beat = 1 }}
of = "own"
settle.beat = [{{ on = "loss", at_least = "pair", pays = 9 }}, {{ on = "tie", pays = 1 }}, {{ pays = -1 }}]
"""


def refusals(document: Json) -> dict[str, str]:
    tables = [one for one in blocks(document) if one["kind"] == "paytable"]
    return {one["wager"]: one["whatif"]["refused"] for one in tables}


def test_pays_that_are_not_edited_say_the_reason_of_their_wager() -> None:
    told = refusals(own_report(BESIDE))
    assert "its rounds are played for another wager" in told["envy"]
    assert told["beat"] == "The pays are not edited here: the wager has no paytable, so there is no pay to change."
    assert "the combinations are those of the play that is best for these pays" in told["main"]
    assert not any("changes how the wager is played best" in why for why in told.values())


def test_a_pay_of_a_wager_that_never_decides_finds_no_strategy() -> None:
    document = own_report(BESIDE)
    notes = {wager: block(document, f"-12-{wager}-1")["note"] for wager in ("main", "envy")}
    assert "The best strategy is found anew" in notes["main"]
    assert "No decision of the player depends on a pay of this wager" in notes["envy"]
    assert "strategy" not in notes["envy"]
    heads = {name for name, _ in block(document, "-12-envy-1")["columns"]}
    assert not any("strategy" in name for name in heads)
    assert "found anew" not in block(document, "-12-envy-tornado")["caption"]


def test_a_dealer_with_a_card_face_up_keeps_the_others_face_down() -> None:
    shown = " ".join(everything(own_report(BESIDE, protection=True)))
    assert "The dealer's other cards must be dealt and kept face down" in shown
    hidden = " ".join(everything(own_report(BESIDE.replace('["own", "up"]\n', '"own"\n'), protection=True)))
    assert "The dealer's cards must be dealt and kept face down" in hidden
