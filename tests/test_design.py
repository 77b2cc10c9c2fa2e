"""Designs: exactly the paytables that an analysis of every candidate would find."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

import analyzer.cli.change  # noqa: F401  # its commands
from analyzer.change.chosen import with_readings
from analyzer.change.design import grid as design_grid
from analyzer.change.design.grid import Range
from analyzer.change.design.search import Targets, design, read_range, read_spans
from analyzer.change.design.written import with_column
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import DesignError, SelectionError
from analyzer.game.file import GameFile, load_game_file, parse_game_file
from analyzer.game.library import load_game, shipped_ids
from analyzer.game.model import Game, Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze_wager, select_wagers
from analyzer.pricing.moments import to_fraction
from analyzer.run.jobs import Run
from tests.changing import run_in, small_draw, small_play, tiny_game, write
from tests.helpers import from_text, tiny_text
from tests.solo import small_file

Capture = pytest.CaptureFixture[str]
EVERYTHING = Range(Fraction(-(10**12)), Fraction(10**12))
Found = dict[tuple[Fraction, ...], tuple[Fraction, Fraction, Fraction]]

HELD = tiny_text(
    'flush: hand = "flush"\nfull: hand = "full-house"\n'
    'quads: hand = "four-of-a-kind"\ncolour: colour = "one"; jokers = 0',
    ranks="9-K",
    cards=6,
    uses="pays_most",
)


def one_by_one(game: Game, wager: str, vary: str, run: Run) -> Found:
    """Every candidate analysed on its own: pays to house edge, hit frequency, variance."""
    (chosen,) = select_wagers(game, wager)
    lines = chosen.line_ids
    spans = read_spans(vary, lines)
    figures: Found = {}
    for pays in product(*(span.pays for span in spans)):
        own = {span.line: pay for span, pay in zip(spans, pays, strict=True)}
        base = chosen.paytables[0].pays
        table = Paytable("x", tuple(Pay(own.get(line, pay.amount)) for line, pay in zip(lines, base, strict=True)))
        (result,) = analyze_wager(game, chosen, (table,), run)
        assert result.ev is not None
        moments = to_fraction(result.price.hit_frequency), to_fraction(result.price.variance)
        figures[tuple(pay.amount for pay in table.pays)] = (-result.ev, *moments)
    return figures


def searched(game: Game, wager: str, vary: str, run: Run, targets: Targets) -> Found:
    (chosen,) = select_wagers(game, wager)
    spans = read_spans(vary, chosen.line_ids)
    designs = design(game, chosen, chosen.paytables[0], spans, targets, run, show=0)
    assert designs.tried == len(list(product(*(span.pays for span in spans))))
    edges = [candidate.house_edge for candidate in designs.candidates]
    assert edges == sorted(edges)
    figures: Found = {}
    for candidate in designs.candidates:
        assert candidate.hit_frequency is not None
        assert candidate.variance is not None
        figures[candidate.pays] = (candidate.house_edge, candidate.hit_frequency, candidate.variance)
    return figures


CASES: dict[str, tuple[Callable[[], Game], str, str]] = {
    "lines": (lambda: from_text(tiny_game()).game(), "w", "flush=0..6,full=3|5/2,trips=0..2:1/3"),
    "lines that overlap": (lambda: from_text(HELD).game(), "w", "flush=0..6:3,full=1..3,quads=2..4,colour=1|5"),
    "lines of which the first listed is paid": (
        lambda: from_text(HELD.replace("uses =", 'overlap = "first"\nuses =')).game(),
        "w",
        "flush=0..6:3,full=1..3,quads=2..4,colour=1|5",
    ),
    "a discard": (lambda: small_draw().game(), "base", "flush=1..3:1/2,full-house=1|4,below-a-straight=1|5/4"),
    "a discard, automatic wins at even money": (
        lambda: small_draw().game({"auto_win_pays": "even_money"}),
        "base",
        "flush=0..4:2,straight=1..2",
    ),
    "fold or play": (lambda: small_play().game(), "ante-play", "straight=0..2:1/2,straight-flush=4|30"),
    "jokers": (lambda: small_draw().game(), "joker", "player-has-two-jokers=20..22,player-one-dealer-one=9..10"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("block", [1, 7, 1 << 18])
def test_a_search_finds_what_analyses_find(
    case: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(design_grid, "BLOCK", block)
    make, wager, vary = CASES[case]
    game, run = make(), run_in(tmp_path)
    expected = one_by_one(game, wager, vary, run)
    assert searched(game, wager, vary, run, Targets(EVERYTHING)) == expected
    edges = sorted(edge for edge, _, _ in expected.values())
    middle = Range(edges[len(edges) // 3], edges[2 * len(edges) // 3])
    some = {pays: figures for pays, figures in expected.items() if middle.has(figures[0])}
    assert searched(game, wager, vary, run, Targets(middle)) == some
    hit = Range(
        min(figures[1] for figures in some.values()), sorted(figures[1] for figures in some.values())[len(some) // 2]
    )
    spread = Range(
        sorted(figures[2] for figures in some.values())[len(some) // 2], max(figures[2] for figures in some.values())
    )
    fewer = {pays: figures for pays, figures in some.items() if hit.has(figures[1]) and spread.has(figures[2])}
    assert searched(game, wager, vary, run, Targets(middle, hit, spread)) == fewer


@pytest.mark.parametrize("case", ["lines", "a discard"])
def test_the_order_of_pays_is_kept(case: str, tmp_path: Path) -> None:
    make, wager, vary = CASES[case]
    game, run = make(), run_in(tmp_path)
    (chosen,) = select_wagers(game, wager)
    base = [pay.amount for pay in chosen.paytables[0].pays]
    places = sorted(range(len(base)), key=lambda line: (-base[line], line))

    def kept(pays: tuple[Fraction, ...]) -> bool:
        return all(
            pays[one] > pays[other] if base[one] > base[other] else pays[one] >= pays[other]
            for i, one in enumerate(places)
            for other in places[i + 1 :]
        )

    expected = {pays: figures for pays, figures in one_by_one(game, wager, vary, run).items() if kept(pays)}
    assert searched(game, wager, vary, run, Targets(EVERYTHING, keep_order=True)) == expected
    assert 0 < len(expected) < len(one_by_one(game, wager, vary, run))


def test_pays_beyond_64_bits_are_still_exact(tmp_path: Path) -> None:
    game, run = from_text(tiny_game()).game(), run_in(tmp_path)
    vary = "royal=999999999|1000000000|999999999999999/1000003,flush=1|1/999999937"
    assert searched(game, "w", vary, run, Targets(EVERYTHING)) == one_by_one(game, "w", vary, run)


def test_queens_or_better_finds_all_six_paytables(tmp_path: Path) -> None:
    game, run = load_game("wild-six-card-poker").game(), run_in(tmp_path)
    (wager,) = select_wagers(game, "queens-or-better")
    spans = read_spans(
        "five-of-a-kind=100..150:50,wild-royal-flush=80..100:20,full-house=14..15,flush=9..12,straight=6..7",
        wager.line_ids,
    )
    targets = Targets(read_range("0.02..0.036", "--target"), keep_order=True)
    designs = design(game, wager, wager.paytables[0], spans, targets, run)
    edges = {candidate.pays: candidate.house_edge for candidate in designs.candidates}
    for table, result in zip(wager.paytables, analyze_wager(game, wager, wager.paytables, run), strict=True):
        assert result.ev is not None
        assert edges[tuple(pay.amount for pay in table.pays)] == -result.ev, table.id


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ("flush=8..5", "is empty"),
        ("flush=1..999999999,royal=1..999999999", "can be tried"),
        ("flush=1..20000,royal=1..20000", "at most 100,000,000"),
        ("flush=1..3:0", "must be a number above 0"),
        ("flush=1..3:x", "must be a number above 0"),
        ("flush=a..b", "is not a range"),
        ("flush=", "is not a pay"),
        ("flush", "must be LINE=FROM..TO"),
        ("flash=1..2", "did you mean 'flush'"),
        ("flush=1..2,flush=3..4", "is given twice"),
        ("flush=-3..2", "a line pays from 0"),
        ("", "must be LINE=FROM..TO"),
    ],
)
def test_ranges_that_are_empty_or_explode(vary: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_game()))
    assert main(["design", path, "w", "--target", "0..100%", "--vary", vary]) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("target", ["0.05..0.03", "x..y", "", "..", "1..2..3"])
def test_targets_that_are_none(target: str, tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_game()))
    assert main(["design", path, "w", "--target", target, "--vary", "flush=1..2"]) == 2
    assert "--target" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (("--target", "3..5"), 'write "3 %" or "3/100"'),
        (("--target", "0.03..5"), 'write "5 %" or "1/20"'),
        (("--target", "1.5"), 'write "1.5 %" or "3/200"'),
        (("--target", "3%..5%", "--hit", "10..20"), 'write "20 %" or "1/5"'),
    ],
)
def test_a_bare_number_of_1_or_more_is_no_share(
    asked: tuple[str, ...], hint: str, tmp_path: Path, capsys: Capture
) -> None:
    path = str(write(tmp_path, tiny_game()))
    assert main(["design", path, "w", *asked, "--vary", "flush=1..2"]) == 2
    assert hint in capsys.readouterr().err


def test_too_many_found_and_too_many_to_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, run = from_text(tiny_game()).game(), run_in(tmp_path)
    (wager,) = game.wagers
    spans = read_spans("flush=1..9", wager.line_ids)
    monkeypatch.setattr("analyzer.change.design.search.MAX_FOUND", 8)
    with pytest.raises(DesignError, match="more than 8 paytables"):
        design(game, wager, wager.paytables[0], spans, Targets(EVERYTHING), run)
    monkeypatch.setattr("analyzer.change.design.search.MAX_DECIDED", 8)
    game = small_play().game()
    (wager,) = select_wagers(game, "ante-play")
    with pytest.raises(DesignError, match="at most 8 can be tried"):
        design(game, wager, wager.paytables[0], read_spans("straight=1..9", wager.line_ids), Targets(EVERYTHING), run)


# --- progressives ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"bet": "5"}, {"bet": "5", "prizes": "to_one"}])
def test_a_progressive_is_designed_at_a_meter(tmp_path: Path, options: dict[str, str]) -> None:
    """As the analysis finds it with each pay at that meter; also where a line pays less than the bet."""
    game, run, meter = small_draw().game(options), run_in(tmp_path), Fraction(700)
    (wager,) = select_wagers(game, "progressive")
    lines = wager.line_ids
    spans = read_spans("natural-flush=0..60:20,wild-flush=3|9", lines)
    designs = design(game, wager, wager.paytables[0], spans, Targets(EVERYTHING), run, 0, meter)
    assert len(designs.candidates) == designs.tried == 8
    for candidate in designs.candidates:
        (result,) = analyze_wager(game, wager, (Paytable("x", tuple(designs.pays(candidate).values())),), run)
        there = result.at(meter)
        assert there.mean.at(meter) == candidate.ev
        nets = [(outcome.net.at(meter), outcome.count) for outcome in there.outcomes]
        second = sum((net**2 * count for net, count in nets), Fraction(0)) / result.deals
        assert candidate.variance == second - candidate.ev**2
        assert candidate.hit_frequency == Fraction(sum(count for net, count in nets if net > 0), result.deals)
    assert str(designs.pays(designs.candidates[0])["natural-royal-flush"]) == "J"


@pytest.mark.parametrize(
    ("wager", "vary", "meter", "words"),
    [
        ("progressive", "natural-flush=1..2", None, "say at which level with --meter"),
        ("progressive", "natural-royal-flush=1..2", Fraction(5), "natural-royal-flush pays J, a share of the meter"),
        ("queens-plus", "flush=1..2", Fraction(5), "has no meter: leave --meter out"),
    ],
)
def test_a_meter_that_is_missing_or_too_much(
    tmp_path: Path, wager: str, vary: str, meter: Fraction | None, words: str
) -> None:
    game = small_draw().game()
    (chosen,) = select_wagers(game, wager)
    spans = read_spans(vary, chosen.line_ids)
    with pytest.raises(DesignError, match=words):
        design(game, chosen, chosen.paytables[0], spans, Targets(EVERYTHING), run_in(tmp_path), 20, meter)


def test_a_progressive_on_the_command_line(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path, small_draw().text)
    asked = ["design", str(path), "progressive", "--target", "-900%..900%", "--vary", "natural-flush=50"]
    assert main([*asked, "--meter", "1,000", "--write", "--name", "new"]) == 0
    assert "meet the targets at a meter of 1,000" in capsys.readouterr().out
    written = tomllib.loads(path.read_text(encoding="utf-8"))["wagers"]["progressive"]
    assert written["paytables"] == ["1", "new"]
    assert main([*asked, "--meter", "much"]) == 2
    assert "--meter 'much' is not a number" in capsys.readouterr().err


# --- nothing found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "wager", "vary"),
    [
        (lambda: from_text(HELD), "w", "flush=1..6,full=2..5,quads=3|9"),
        (small_draw, "base", "flush=1..3:1/2,straight=1..2"),
        (small_play, "ante-play", "straight=1..5"),
        (lambda: small_file("let-it-ride"), "base", "flush=8..12"),
    ],
)
def test_what_is_attainable_and_nearest(
    tmp_path: Path, make: Callable[[], GameFile], wager: str, vary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against the edges of all candidates; with small blocks too."""
    monkeypatch.setattr(design_grid, "BLOCK", 7)
    game, run = make().game(), run_in(tmp_path)
    (chosen,) = select_wagers(game, wager)
    spans = read_spans(vary, chosen.line_ids)
    base = chosen.paytables[0]
    every = design(game, chosen, base, spans, Targets(EVERYTHING), run, 0).candidates
    edges = sorted(candidate.house_edge for candidate in every)
    for target in (Range(edges[0] - 2, edges[0] - 1), Range(edges[-1] + 1, edges[-1] + 2), between(edges)):
        designs = design(game, chosen, base, spans, Targets(target), run)
        assert designs.candidates == ()
        assert designs.attainable == Range(edges[0], edges[-1])
        distances = sorted(max(target.low - edge, edge - target.high) for edge in edges)
        own = [max(target.low - one.house_edge, one.house_edge - target.high) for one in designs.nearest]
        assert own == distances[: len(own)]
        assert len(own) == min(5, len(edges))
        assert all(one in every for one in designs.nearest)


def between(edges: list[Fraction]) -> Range:
    """A range in the widest gap."""
    low, high = max(pairwise(dict.fromkeys(edges)), key=lambda pair: pair[1] - pair[0])
    return Range(low + (high - low) / 4, low + (high - low) / 2)


def test_where_another_target_fails_those_that_meet_the_edge_are_told(tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_game()))
    asked = ["design", path, "w", "--target", "-900%..900%", "--vary", "flush=4..8", "--hit", "99%..100%"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "these meet the house edge, and not the other targets" in out
    assert main([*asked, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["attainable"] is None
    assert len(document["nearest"]) == 5


# --- into the game file ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shipped_ids())
def test_writing_keeps_comments_and_everything_else(game: str) -> None:
    """Of every file that comes with the program, every wager with lines."""
    text = load_game(game).text
    data = tomllib.loads(text)
    for wager in load_game(game).game().wagers:
        pays = dict(zip(wager.line_ids, wager.paytables[-1].pays, strict=True)) if wager.paytables[-1].pays else {}
        if not pays or not set(pays) <= set(data["wagers"][wager.id].get("pays", {})):
            continue
        changed = {line: Pay(pay.amount + Fraction(5, 2), pay.meter) for line, pay in pays.items()}
        written = with_column(text, wager.id, "new", changed)
        comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
        assert [line.partition("#")[2] for line in written.splitlines() if "#" in line] == comments
        again = tomllib.loads(written)
        own = again["wagers"][wager.id]
        assert own.pop("paytables")[-1] == "new"
        columns = {line: row[-1] for line, row in own["pays"].items()}
        assert {line: str(amount) for line, amount in columns.items()} == {
            line: str(pay) for line, pay in changed.items()
        }
        assert without(again, wager.id) == without(data, wager.id)


def without(data: JsonDict, wager: str) -> JsonDict:
    """The data of a file without what a new paytable changes."""
    kept = {key: value for key, value in data["wagers"][wager].items() if key not in ("paytables", "pays")}
    return data | {"wagers": data["wagers"] | {wager: kept}}


def test_write_puts_it_into_the_game_file(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path, tiny_game() + "# the last word\n")
    asked = ["design", str(path), "w", "--target", "-900%..900%", "--vary", "flush=9", "--write"]
    assert main([*asked, "--name", "nine"]) == 0
    assert "paytable nine of w written to" in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    assert text.endswith("# the last word\n")
    own = tomllib.loads(text)["wagers"]["w"]
    assert (own["paytables"], own["pays"]["flush"], own["pays"]["royal"]) == (["1", "nine"], [6, 9], 50)
    assert main([*asked, "--name", "nine"]) == 2
    assert "has a paytable 'nine' already" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == text


THREE_CARD = "three-card-poker-6-card-bonus"


@pytest.mark.parametrize("reading", ["ace_low_straight=false", "mini_royal=any_suits"])
def test_a_copy_is_worth_what_its_comment_says(reading: str, tmp_path: Path, capsys: Capture) -> None:
    """The figures hold under a reading: it is the default of the copy, or the comment would be untrue of it."""
    path = tmp_path / "copy.toml"
    asked = ["design", THREE_CARD, "pair-plus", "--option", reading, "--target", "-99%..8%", "--vary", "flush=3..5"]
    assert main([*asked, "-o", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"the reading {reading.replace('=', ' = ')} is the default of this copy" in said
    assert f"meet the targets, with --option {reading}" in said
    first, second, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first == "# pair-plus, paytable designed:"
    assert f"# the reading {reading.replace('=', ' = ')} is the default of this copy" in rest[:2]
    game = load_game_file(path).game()
    (wager,) = select_wagers(game, "pair-plus")
    results = {table.id: analyze_wager(game, wager, (table,), run_in(tmp_path))[0].ev for table in wager.paytables}
    assert second == f"# house edge {-(results['designed'] or 0)}"


def test_a_reading_is_said_where_the_file_itself_is_written(tmp_path: Path, capsys: Capture) -> None:
    """Its other paytables hold under its own readings, so these stay."""
    path = tmp_path / "own.toml"
    path.write_text(load_game(THREE_CARD).text, encoding="utf-8")
    asked = ["design", str(path), "pair-plus", "--target", "-99%..8%", "--vary", "flush=3..5", "--write"]
    assert main([*asked, "--option", "ace_low_straight=false"]) == 0
    assert "its figures need --option ace_low_straight=false" in capsys.readouterr().out
    written = load_game_file(path)
    assert written.text.splitlines()[1].endswith(", with --option ace_low_straight=false")
    assert written.options["ace_low_straight"].default == "true"


@pytest.mark.parametrize("game", shipped_ids())
def test_any_reading_becomes_the_default_of_a_copy(game: str) -> None:
    """Under every value of every option the copy says what the file says beside the reading; comments stay."""
    file = load_game(game)
    left = []
    for option, value in readings_of(file):
        copy = with_readings(file.text, {option: value})
        written = parse_game_file(copy.text.encode(), "copy.toml")
        assert [one for one in copy.text.splitlines() if one.startswith("#")] == [
            one for one in file.text.splitlines() if one.startswith("#")
        ]
        left += [(option, value)] if copy.left else []
        asked = {option: value} if copy.left else {}
        assert plain_rules(written.game(asked)) == plain_rules(file.game({option: value}))
    # Readings of the layout of whole tables, which no value of the other can take back.
    assert left == LEFT.get(game, [])


LEFT = {
    "pai-gow-wrangler-outlaw": [
        ("full_house_second_pair", "lower"),
        ("outlaw_hand", "house_way"),
        ("outlaw_applies", "no_straight_or_flush"),
        ("royal_flush_line", "natural_only"),
    ],
    "wild-six-card-draw-poker": [("auto_win_pays", "even_money"), ("bonus_on", "original_five")],
}


def readings_of(file: GameFile) -> list[tuple[str, str]]:
    return [
        (option.id, value)
        for option in file.options.values()
        for value in (option.values or (str(option.minimum), str(option.maximum)))
        if value != option.default
    ]


def plain_rules(game: Game) -> Game:
    """Without which options there are, and where they stand."""
    assert game.rules is not None
    return replace(game, options={}, chosen={}, rules=replace(game.rules, options={}, chosen={}))


def test_a_reading_that_no_copy_can_have_is_asked_for(tmp_path: Path) -> None:
    text = load_game("wild-six-card-draw-poker").text
    copy = with_readings(text, {"auto_win_pays": "even_money", "top_hand": "five_of_a_kind"})
    assert copy.adopted == {"top_hand": "five_of_a_kind"}
    assert "# its figures need --option auto_win_pays=even_money" in copy.commented


def test_what_comes_with_the_program_is_not_written(capsys: Capture) -> None:
    asked = ["design", "wild-52", "bonus", "--target", "1%..2%", "--vary", "flush=3", "--write"]
    assert main(asked) == 2
    assert "copy it with: exactodds new FILE --from wild-52" in capsys.readouterr().err
    assert main([*asked, "-o", "x.toml"]) == 2
    assert "cannot be used together" in capsys.readouterr().err


def test_a_wager_without_lines(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="it has none"):
        read_spans("flush=1..2", [])


def test_the_command(tmp_path: Path, capsys: Capture) -> None:
    path, out, figure = str(write(tmp_path, tiny_game())), tmp_path / "new.toml", tmp_path / "new.svg"
    asked = ["design", path, "w", "--target", "-900%..900%", "--vary", "flush=4..8,trips=1..2:1/2", "--paytable", "1"]
    assert main([*asked, "--keep-order", "--hit", "0..100%", "--variance", "0..9999", "--show", "3"]) == 0
    assert "of 15 paytables meet the targets" in capsys.readouterr().out
    assert (
        main([*asked, "--json", "--output", str(out), "--pick", "2", "--name", "new one", "--figure", str(figure)]) == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert (document["tried"], document["found"], len(document["paytables"])) == (15, 15, 15)
    written = tomllib.loads(out.read_text(encoding="utf-8"))["wagers"]["w"]
    assert written["paytables"] == ["1", "new one"]
    last = {line: row[-1] if isinstance(row, list) else row for line, row in written["pays"].items()}
    assert {line: str(pay) for line, pay in last.items()} == document["paytables"][1]["pays"]
    assert len(ElementTree.parse(figure).getroot().findall(".//{*}circle")) == 15


def test_what_was_written_is_a_paytable(tmp_path: Path, capsys: Capture) -> None:
    """A copy of the game file with one more paytable, which has the edge that was promised."""
    path, out = write(tmp_path, tiny_game()), tmp_path / "new.toml"
    assert main(["design", str(path), "w", "--target", "-900%..900%", "--vary", "flush=9/2", "-o", str(out)]) == 0
    capsys.readouterr()
    assert main(["analyze", str(out), "--paytable", "designed", "--json"]) == 0
    edge = json.loads(capsys.readouterr().out)["wagers"][0]["house_edge"]
    assert f"# house edge {edge}\n" in out.read_text(encoding="utf-8")


def test_nothing_found(tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, tiny_game()))
    asked = ["design", path, "w", "--target", "0.99", "--vary", "flush=4..8"]
    # The same exit code whether something was to be written or not.
    assert main([*asked, "--figure", str(tmp_path / "none.svg")]) == 0
    out = capsys.readouterr().out
    assert "none of 5 paytables meets the targets" in out
    assert "attainable: house edge from -119.980020 % (player's edge) to -106.393606 % (player's edge)" in " ".join(
        out.split()
    )
    assert main([*asked, "-o", str(tmp_path / "none.toml")]) == 1
    assert "so none is written" in capsys.readouterr().err
    assert not (tmp_path / "none.toml").exists()


def test_a_name_that_is_none(tmp_path: Path) -> None:
    game, run = from_text(tiny_game()).game(), run_in(tmp_path)
    (wager,) = game.wagers
    designs = design(game, wager, wager.paytables[0], read_spans("flush=1", wager.line_ids), Targets(EVERYTHING), run)
    with pytest.raises(DesignError, match="is not a name"):
        designs.game_text(tiny_game(), 1, 'a"b')
    with pytest.raises(DesignError, match="is not a name"):
        replace(designs).game_text(tiny_game(), 1, "")
