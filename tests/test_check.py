"""Checks: what drifted is named, limits are kept, and each machine gets its own format."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import analyzer.cli.change  # noqa: F401  # its commands
from analyzer.change.check import CheckedGame, check_game
from analyzer.change.check_formats import github_annotations, junit_xml
from analyzer.change.limits import parse_limits
from analyzer.change.locks import Lock, make_lock
from analyzer.cli.main import main
from analyzer.errors import LimitsError, SelectionError
from analyzer.game.file import GameFile
from analyzer.game.pay import Pay
from analyzer.run.jobs import Run
from tests.changing import run_in, small_draw, tiny_game, with_paytable, write
from tests.helpers import from_text, shipped_text

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent


def statuses(old: GameFile, new: GameFile, folder: Path) -> dict[str, str]:
    run = run_in(folder)
    checked = check_game(new, make_lock([old], run), None, run)
    return {drift.figures.place: drift.status for drift in checked.drifts}


# --- drift -----------------------------------------------------------------------------------------------------------


def test_the_advantage_in_all_readings_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    """It says nothing new of every reading; what a change did to the advantage is said of each."""
    text = shipped_text("three-card-poker-6-card-bonus")
    path = tmp_path / "own.toml"
    path.write_text(re.sub(r"(?m)^(pair +=) 1$", r"\1 2", text), encoding="utf-8")
    assert main(["lock", str(path)]) == 0
    capsys.readouterr()
    assert main(["check", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "pair-plus 1: the player has an advantage from 4.742081 % to 26.045249 % in 5 of 5 readings" in said
    assert said.count("has an advantage") == 1
    assert main(["check", str(path), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)[0]["player_advantage"]) == 5
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert " ".join(capsys.readouterr().out.split()).count("no longer has an advantage") == 4


def test_nothing_changed(tmp_path: Path) -> None:
    file = from_text(tiny_game())
    assert statuses(file, file, tmp_path) == {"w 1": "unchanged"}


def test_a_changed_pay_is_repriced(tmp_path: Path) -> None:
    assert statuses(from_text(tiny_game()), from_text(tiny_game(flush=7)), tmp_path) == {"w 1": "repriced"}


def test_a_pay_that_no_hand_gets_is_repriced_too(tmp_path: Path) -> None:
    """The figures are the same, the paytable is not the one that was approved."""
    game = {"ranks": "9-K", "cards": 5}
    assert statuses(from_text(tiny_game(**game)), from_text(tiny_game(royal=60, **game)), tmp_path) == {
        "w 1": "repriced"
    }


def test_a_changed_rule_is_recounted(tmp_path: Path) -> None:
    assert statuses(from_text(tiny_game()), from_text(tiny_game(ranks="8-A")), tmp_path) == {"w 1": "recounted"}


def test_new_and_removed_paytables(tmp_path: Path) -> None:
    text = tiny_game()
    more = text.replace('of = "cards"', 'of = "cards"\npaytables = ["1", "2"]')
    one, two = from_text(text), from_text(more)
    assert statuses(one, two, tmp_path) == {"w 1": "unchanged", "w 2": "new"}
    assert statuses(two, one, tmp_path) == {"w 1": "unchanged", "w 2": "removed"}


def test_a_changed_pay_never_recounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where it changes decisions."""
    file, run = small_draw(), run_in(tmp_path)
    lock = make_lock([file], run)

    def refuse(*arguments: Any, **named: Any) -> Any:
        raise AssertionError("counted again")

    monkeypatch.setattr("analyzer.engines.duel.discard.count_draws", refuse)
    monkeypatch.setattr("analyzer.engines.class_tally._tally_pieces", refuse)
    changed = with_paytable(file, "base", "B", {"flush": 3})
    changed = with_paytable(changed, "queens-plus", "A", {"flush": 11})
    checked = check_game(changed, lock, None, run)
    drifted = {drift.figures.place: drift.status for drift in checked.drifts if drift.status != "unchanged"}
    assert set(drifted.values()) == {"repriced"}
    assert drifted.keys() >= {"base B", "base B (auto_win_pays = even_money)", "queens-plus A"}
    assert {place.partition(" (")[0] for place in drifted} == {"base B", "queens-plus A"}


def test_kept_figures_are_not_used_after_the_program_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, run = from_text(tiny_game()), run_in(tmp_path)
    lock = make_lock([file], run)
    monkeypatch.setattr("analyzer.change.figures.program_digest", lambda: "another")
    monkeypatch.setattr("analyzer.pricing.lines.LOSS", Pay(Fraction(-2)))
    assert [drift.status for drift in check_game(file, lock, None, run).drifts] == ["repriced"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Somebody's paytables: a game file and its lock."""
    write(tmp_path, tiny_game())
    assert main(["lock", str(tmp_path / "tiny.toml"), "-o", str(tmp_path / "locks" / "tiny.toml")]) == 0
    return tmp_path


def test_exit_codes_and_what_people_read(repository: Path, capsys: Capture) -> None:
    game = str(repository / "tiny.toml")
    capsys.readouterr()
    assert main(["check", game]) == 0
    assert "tiny: 1 results unchanged" in capsys.readouterr().out
    assert main(["check", game, "--every"]) == 0
    assert "unchanged" in capsys.readouterr().out
    write(repository, tiny_game(flush=7))
    assert main(["check", game]) == 1
    out = capsys.readouterr().out
    assert "repriced" in out
    assert "flush 6 → 7" in out
    assert "1 of 1 results drifted" in out


def test_json(repository: Path, capsys: Capture) -> None:
    write(repository, tiny_game(flush=7))
    capsys.readouterr()
    assert main(["check", str(repository / "tiny.toml"), "--json"]) == 1
    (document,) = json.loads(capsys.readouterr().out)
    (row,) = document["results"]
    assert document["passed"] is False
    assert row["pays"] == [{"line": "flush", "old": "6", "new": "7"}]
    edge = row["house_edge"]
    assert Fraction(edge["new"]) - Fraction(edge["old"]) == Fraction(edge["difference"])


def test_junit(repository: Path, capsys: Capture) -> None:
    game, report = str(repository / "tiny.toml"), repository / "out" / "check.xml"
    assert main(["check", game, "--junit", str(report)]) == 0
    assert ElementTree.parse(report).getroot().find("testsuite").get("failures") == "0"  # type: ignore[union-attr]
    write(repository, tiny_game(flush=7))
    assert main(["check", game, "--junit", str(report)]) == 1
    root = ElementTree.parse(report).getroot()
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.get("type") == "repriced"
    assert "flush 6 -> 7" in str(failure.get("message"))


def test_github_annotations_name_the_line(repository: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tiny_game(flush=7)
    write(repository, text)
    monkeypatch.chdir(repository)
    capsys.readouterr()
    assert main(["check", "tiny.toml", "--github"]) == 1
    line = text.splitlines().index("flush = 7") + 1
    assert capsys.readouterr().out.startswith(
        f"::error file=tiny.toml,line={line},title=tiny%3A repriced::w 1: repriced"
    )
    write(repository, tiny_game())
    assert main(["check", "tiny.toml", "--github"]) == 0
    assert "::notice title=tiny::1 results unchanged" in capsys.readouterr().out


def test_all_games_of_the_program_by_default(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    from analyzer.change.locks import lock_of
    from analyzer.game.library import game_ids

    monkeypatch.setattr("analyzer.change.check.certify", lambda file, run: list(lock_of(file).of(file.id)))
    assert main(["check", "--full", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert all(f"{game}: " in out for game in game_ids())


# --- readings that need a long count ---------------------------------------------------------------------------------

# Of the small game these change what is counted of the base bet.
LONG = {"top_hand = five_of_a_kind", "royals = natural_beats_wild", "joker_in_flush = ace"}


@pytest.fixture(scope="module")
def draw_lock(tmp_path_factory: pytest.TempPathFactory) -> Lock:
    return make_lock([small_draw()], run_in(tmp_path_factory.mktemp("locked")))


@pytest.fixture
def every_count_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.engines.long_counts.SHORT_SHOWDOWNS", 0)


def quickly(file: GameFile, lock: Lock, run: Run) -> CheckedGame:
    return check_game(file, lock, None, run, full=False)


def moved(checked: CheckedGame) -> dict[str, str]:
    return {drift.figures.place: drift.status for drift in checked.drifts if drift.status != "unchanged"}


@pytest.mark.parametrize("kept", [True, False], ids=["with a cache", "without"])
def test_a_quick_check_makes_no_long_count_for_a_reading(
    kept: bool, draw_lock: Lock, tmp_path: Path, every_count_is_long: None
) -> None:
    file, run = small_draw(), run_in(tmp_path) if kept else Run(jobs=1)
    checked = quickly(file, draw_lock, run)
    assert not checked.failed
    assert {figures.wager for figures in checked.not_counted} == {"base"}
    assert set(checked.readings_left) == LONG
    compared = {drift.figures.place for drift in checked.drifts}
    assert compared >= {"base A", "base B (auto_win_pays = even_money)", "base A (auto_winner = may_draw)"}
    assert len(checked.drifts) + len(checked.not_counted) == len(draw_lock.of(file.id))
    assert checked.not_counted_text is not None
    assert "--full" in checked.not_counted_text


def test_what_was_counted_before_is_compared_by_a_quick_check(
    draw_lock: Lock, tmp_path: Path, every_count_is_long: None
) -> None:
    file, run = small_draw(), run_in(tmp_path)
    assert (
        check_game(file, draw_lock, None, run).document() == check_game(file, draw_lock, None, Run(jobs=1)).document()
    )
    checked = quickly(file, draw_lock, run)
    assert checked.not_counted == ()
    assert checked.document() == check_game(file, draw_lock, None, run).document()


def test_a_short_count_is_made_by_a_quick_check(draw_lock: Lock, tmp_path: Path) -> None:
    assert quickly(small_draw(), draw_lock, run_in(tmp_path)).not_counted == ()


def test_a_quick_check_finds_changed_pays(draw_lock: Lock, tmp_path: Path, every_count_is_long: None) -> None:
    """Of the game as it is dealt and of the readings that share its counts; the others are not counted for it."""
    changed = with_paytable(small_draw(), "base", "B", {"flush": 3})
    checked = quickly(changed, draw_lock, run_in(tmp_path))
    assert checked.failed
    assert moved(checked).items() >= {"base B": "repriced", "base B (auto_win_pays = even_money)": "repriced"}.items()
    assert set(checked.readings_left) == LONG


@pytest.mark.parametrize("fault", ["pays", "missing", "extra"])
def test_a_quick_check_counts_a_reading_whose_pays_are_not_those_certified(
    fault: str, draw_lock: Lock, tmp_path: Path, every_count_is_long: None
) -> None:
    """Nothing else has drifted, so what became of it must be told: for all paytables of that reading alone."""
    file = small_draw()
    reading = (("top_hand", "five_of_a_kind"),)
    wrong = []
    for figures in draw_lock.of(file.id):
        there = (figures.wager, figures.paytable, figures.reading) == ("base", "B", reading)
        pays = {**figures.pays, "flush": "7"} if there and fault == "pays" else figures.pays
        if not (there and fault == "missing"):
            wrong.append(replace(figures, pays=pays))
        if there and fault == "extra":
            wrong.append(replace(figures, paytable="D"))
    checked = quickly(file, Lock("", {file.id: tuple(wrong)}), run_in(tmp_path))
    place = f"base {'D' if fault == 'extra' else 'B'} (top_hand = five_of_a_kind)"
    assert moved(checked) == {place: {"pays": "repriced", "missing": "new", "extra": "removed"}[fault]}
    assert set(checked.readings_left) == LONG - {"top_hand = five_of_a_kind"}


def test_what_is_not_counted_is_told_to_machines(draw_lock: Lock, tmp_path: Path, every_count_is_long: None) -> None:
    checked = quickly(small_draw(), draw_lock, run_in(tmp_path))
    left = checked.document()["not_counted"]
    assert {"wager": "base", "paytable": "A", "options": {"joker_in_flush": "ace"}} in left
    suite = ElementTree.fromstring(junit_xml([checked]))[0]
    assert suite.get("skipped") == str(len(left)) == str(len(suite.findall("testcase/skipped")))
    assert any("--full" in line for line in github_annotations([checked]) if line.startswith("::notice"))


# --- limits ----------------------------------------------------------------------------------------------------------


def limits(text: str) -> str:
    return f'schema = "exactodds/limits/1"\n{text}\n'


def check_limits(folder: Path, text: str, *more: str) -> int:
    write(folder, tiny_game())
    path = write(folder, limits(text), "limits.toml")
    return main(["check", str(folder / "tiny.toml"), "--no-lock", "--limits", str(path), *more])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[all]\nminimum_house_edge = "-1000 %"', 0),
        ("[all]\nminimum_house_edge = 0.5", 1),
        ('[games.tiny]\nmaximum_house_edge = "-900 %"', 1),
        ('[games.tiny]\nmaximum_house_edge = "100 %"', 0),
        ("[games.tiny.wagers.w]\nmaximum_top_award = 50", 0),
        ("[games.tiny.wagers.w]\nmaximum_top_award = 49", 1),
        ('[games.tiny.wagers.w]\nminimum_hit_frequency = "100 %"', 1),
        ("[games.tiny.wagers.w]\nminimum_hit_frequency = 0.01", 0),
        ("[games.tiny.wagers.w]\nmaximum_payout = 500\nstake = 10", 0),
        ("[games.tiny.wagers.w]\nmaximum_payout = 499\nstake = 10", 1),
        ("[games.tiny.wagers.w]\nmaximum_payout = 499", 0),
        ("[jurisdictions.here.all]\nmaximum_top_award = 49", 1),
    ],
)
def test_limits(text: str, code: int, tmp_path: Path, capsys: Capture) -> None:
    assert check_limits(tmp_path, text) == code
    out = capsys.readouterr().out
    assert ("outside a limit: w 1" in out) == (code == 1)
    if "499" in text and code == 0:
        assert "cannot be judged for w 1 without stake" in " ".join(out.split())  # the screen may wrap it


@pytest.mark.parametrize(
    ("written", "said"),
    [('"50 %"', "50 % = 1/2"), ("0.5", "0.5 = 1/2"), ('"1/2"', "1/2")],
)
def test_a_breach_is_said_as_the_limit_is_written(written: str, said: str, tmp_path: Path, capsys: Capture) -> None:
    assert check_limits(tmp_path, f"[games.tiny]\nminimum_house_edge = {written}") == 1
    out = " ".join(capsys.readouterr().out.split())
    assert f"minimum house edge is {said} (games.tiny), found " in out
    assert re.search(r"found -?[0-9.]+ % = -?[0-9]+/[0-9]+", out)


def test_limits_of_one_jurisdiction(tmp_path: Path, capsys: Capture) -> None:
    both = "[jurisdictions.here.all]\nmaximum_top_award = 49\n[jurisdictions.there.all]\nmaximum_top_award = 50"
    assert check_limits(tmp_path, both, "--jurisdiction", "there") == 0
    assert check_limits(tmp_path, both, "--jurisdiction", "here") == 1
    assert check_limits(tmp_path, both, "--jurisdiction", "hare") == 2
    assert "did you mean 'here'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[games.tiny.wagers.v]\nmaximum_top_award = 1", "tiny has no wager 'v'"),
        ("[all]\nmaximum_edge = 1", "unknown key"),
        ('[all]\nmaximum_house_edge = "much"', "is not a number"),
        ('[all]\nminimum_house_edge = "2 %"\nmaximum_house_edge = 0.01', "is above the maximum"),
        ("[all]\nmaximum_house_edge = 5", '5 would be 500 %; write "5 %" or "1/20"'),
        ('[all]\nmaximum_house_edge = "5"', 'write "5 %" or "1/20"'),
        ("[all]\nmaximum_house_edge = 1.5", 'write "1.5 %" or "3/200"'),
        ("[all]\nminimum_house_edge = -5", 'write "-5 %" or "-1/20"'),
        ("[all]\nminimum_hit_frequency = 12", 'write "12 %" or "3/25"'),
        ("", "has no limits"),
        ("[all", "is not TOML"),
    ],
)
def test_faulty_limits_are_exit_code_2(text: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    assert check_limits(tmp_path, text) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert "limits.toml" in printed


def test_a_game_that_is_not_checked_is_noted(tmp_path: Path, capsys: Capture) -> None:
    assert check_limits(tmp_path, "[games.other]\nmaximum_top_award = 1") == 0
    assert "other is not among the games of this check" in capsys.readouterr().out


def test_a_foreign_limits_file_is_refused() -> None:
    with pytest.raises(LimitsError, match="schema"):
        parse_limits(tiny_game().encode(), "x.toml")
    with pytest.raises(SelectionError, match="it has none"):
        parse_limits(limits("[all]\nmaximum_top_award = 1").encode(), "x.toml").chosen("here")


def test_the_payout_of_a_progressive_is_at_its_price(tmp_path: Path) -> None:
    from analyzer.change.figures import figures_of
    from analyzer.game.library import load_game

    file = from_text(load_game("wild-six-card-draw-poker").text.replace('default = "1"', 'default = "5"', 1))
    certified = list(figures_of(file, run_in(tmp_path), "progressive"))
    text = "maximum_payout = 994\nmeter = 1000\nstake = 25\n"
    (breach,), _ = parse_limits(limits(f"[all]\n{text}").encode(), "x.toml").breaches(file.game(), certified)
    assert breach.value == 995
    alone = parse_limits(limits(f"[games.{file.id}.wagers.progressive]\n{text}").encode(), "x.toml")
    with pytest.raises(LimitsError, match="progressive costs 5, whatever is staked"):
        alone.check_names({file.id: file.game()})


def test_a_progressive_is_judged_at_a_meter(tmp_path: Path) -> None:
    from analyzer.game.library import load_game

    file = load_game("wild-six-card-draw-poker")
    from analyzer.change.figures import figures_of

    certified = list(figures_of(file, run_in(tmp_path), "progressive"))
    text = "[games.wild-six-card-draw-poker.wagers.progressive]\nmaximum_house_edge = 0.3\n"
    blind = parse_limits(limits(text).encode(), "x.toml").breaches(file.game(), certified)
    assert not blind[0]
    assert "without meter" in blind[1][0]
    (breach,), _ = parse_limits(limits(text + "meter = 100000").encode(), "x.toml").breaches(file.game(), certified)
    assert breach.value == Fraction(200386, 316251) - Fraction(19 * 100000, 7906275)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-lock"],
        ["--jurisdiction", "x"],
        ["--json", "--github"],
        ["--limits", "none.toml"],
        ["--lock", "none.toml"],
    ],
)
def test_wrong_use_is_exit_code_2(arguments: list[str], repository: Path, capsys: Capture) -> None:
    assert main(["check", str(repository / "tiny.toml"), *arguments]) == 2
    assert "Traceback" not in capsys.readouterr().err


# --- the hook and the recipe -----------------------------------------------------------------------------------------


def test_the_pre_commit_hook_runs_the_check(repository: Path, capsys: Capture) -> None:
    """The hook's command, given the files that its patterns choose, stops a change that was not approved."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entry, files, exclude = (
        re.search(rf"^  {key}: *(.+)$", text, re.MULTILINE).group(1).strip("'\"")  # type: ignore[union-attr]
        for key in ("entry", "files", "exclude")
    )
    names = ["tables/tiny.toml", "tables/locks/tiny.toml", "pyproject.toml", "limits.toml"]
    chosen = [name for name in names if re.search(files, name) and not re.search(exclude, name)]
    assert chosen == ["tables/tiny.toml"]
    words = shlex.split(entry)
    assert words[0] == "exactodds"
    assert main([*words[1:], str(repository / "tiny.toml")]) == 0
    write(repository, tiny_game(flush=7))
    assert main([*words[1:], str(repository / "tiny.toml")]) == 1


def test_the_documented_recipe_works(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the how-to, run where a repository of paytables is."""
    page = (ROOT / "docs" / "when-a-paytable-changes.md").read_text(encoding="utf-8")
    (repository / "tables").mkdir()
    for name in ("tiny.toml", "locks"):
        (repository / name).rename(repository / "tables" / name)
    text = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert text is not None
    write(repository, text.group(1), "limits.toml")
    monkeypatch.chdir(repository)
    commands = re.findall(r"^ *(?:- run: )?(exactodds (?:lock|check|diff|whatif|design) .*)$", page, re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command.replace("tables/*.toml", "tables/tiny.toml"))
        assert main(words[1:]) == 0, command
