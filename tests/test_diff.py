"""Differences: they agree with fresh analyses, and the old strategy under new pays with its literal re-evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyzer.cli.change  # noqa: F401  # its commands
from analyzer.change.diff import Document, diff, open_side
from analyzer.change.locks import Lock, lock_text, make_lock
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.errors import FileError
from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.changing import run_in, small_draw, small_play, tiny_game, with_paytable, write
from tests.helpers import ONE_NAME, from_text

Capture = pytest.CaptureFixture[str]


# --- price and strategy ----------------------------------------------------------------------------------------------


def literal_draw(file: GameFile, changed: GameFile, table: str, run: Run) -> tuple[Fraction, int]:
    """The old strategy under the new pays, hand by hand in fractions; and how many hands have a better choice."""
    games = [side.game() for side in (file, changed)]
    wagers = [next(wager for wager in game.wagers if isinstance(wager, DrawWager)) for game in games]
    old, new = ({own.id: own for own in wager.paytables}[table] for wager in wagers)
    solver = DrawSolver(games[1], wagers[1], run)
    before, _ = solver.choice_values(old)
    now, unit = solver.choice_values(new)
    total, better = Fraction(0), 0
    for place, weight in enumerate(solver.hands.weights.tolist()):
        if solver.automatic[place]:
            total += weight * solver.automatic_pays(new, int(solver.category_of[place]))
            continue
        held = max(range(before.shape[1]), key=lambda choice: (int(before[place, choice]), -choice))
        total += weight * Fraction(int(now[place, held]), unit * solver.deals)
        better += weight if int(now[place].max()) > int(now[place, held]) else 0
    return total / int(solver.hands.weights.sum(dtype=np.int64)), better


@pytest.mark.parametrize("pays", [{"flush": "9/2"}, {"full-house": 3, "four-of-a-kind": 1}, {"below-a-straight": 2}])
@pytest.mark.parametrize("table", ["A", "C"])
def test_price_and_strategy_of_a_discard(pays: dict[str, object], table: str, tmp_path: Path) -> None:
    file, run = small_draw(), run_in(tmp_path)
    changed = with_paytable(file, "base", table, pays)
    old, new = (analyze(side, None, "base", table, Run(jobs=1)).wagers[0].ev for side in (file, changed))
    assert old is not None
    assert new is not None
    held, better = literal_draw(file, changed, table, run)
    (change,) = diff(file, changed, run, wager="base").changed
    assert change.shift is not None
    assert change.shift.price == held - old
    assert change.shift.strategy == new - held
    assert change.shift.flipped == better
    assert sum(change.shift.by_hand.values()) == better
    assert sum(line.difference.amount for line in change.lines) == new - old


def test_raising_flush_in_paytable_c(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On the whole deck: 1 to 3/2 makes 19,404 of 3,162,510 hands play differently."""
    file = load_game("wild-six-card-draw-poker")
    run = Run(store=Store(tmp_path_factory.getbasetemp() / "analyzed"))
    changed = with_paytable(file, "base", "C", {"flush": "3/2"})
    (change,) = diff(file, changed, run, wager="base", paytable="C").changed
    shift = change.shift
    assert shift is not None
    assert (shift.flipped, shift.hands) == (19404, 3162510)
    assert shift.price + shift.strategy == Fraction(78999404751, 11738457971240)
    assert shift.strategy > 0
    held, better = literal_draw(file, changed, "C", run)
    assert better == 19404
    assert shift.price == held + Fraction(18401327479, 677218729110)
    assert sum(flip.hands for flip in shift.most_frequent) == 19404


def test_price_and_strategy_of_fold_or_play(tmp_path: Path) -> None:
    file, run = small_play(), run_in(tmp_path)
    changed = with_paytable(file, "ante-play", "1", {"straight": 0, "three-of-a-kind": 0})
    changed = with_paytable(changed, "ante-play", "1", {"straight-flush": 40})
    for one, other in ((file, changed), (changed, file)):
        games = [side.game() for side in (one, other)]
        wagers = [next(wager for wager in game.wagers if isinstance(wager, PlayWager)) for game in games]
        before, now = (OneStreet(game, wager, run) for game, wager in zip(games, wagers, strict=True))
        plays = before.values(wagers[0].paytables[0])[0].argmax(axis=1)
        values, unit = now.values(wagers[1].paytables[0])
        weights = now.hands.weights.tolist()
        held = sum(
            (
                Fraction(int(row[choice]) * weight, unit)
                for row, choice, weight in zip(values, plays, weights, strict=True)
            ),
            Fraction(0),
        ) / sum(weights)
        old, new = (analyze(side, None, "ante-play", run=run).wagers[0].ev for side in (one, other))
        assert old is not None
        assert new is not None
        (change,) = diff(one, other, run, wager="ante-play").changed
        assert change.shift is not None
        assert (change.shift.price, change.shift.strategy) == (held - old, new - held)


def test_a_changed_rule_has_no_split(tmp_path: Path) -> None:
    file = small_draw()
    (same,) = diff(file, file, run_in(tmp_path), {"auto_win_pays": "even_money"}, "base", "A").wagers
    assert same.drift.status == "unchanged"
    other = from_text(tiny_game(ranks="8-A"))
    (wager,) = diff(from_text(tiny_game()), other, run_in(tmp_path)).changed
    assert wager.drift.status == "recounted"
    assert wager.shift is None


# --- sides -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, capsys: Capture) -> dict[str, str]:
    """The tiny game before and after, as game files, locks and result documents."""
    made = {}
    for name, text in (("old", tiny_game()), ("new", tiny_game(flush=7))):
        made[name] = str(write(tmp_path, text, f"{name}.toml"))
        made[f"{name} lock"] = str(tmp_path / f"{name}-lock.toml")
        assert main(["lock", made[name], "-o", made[f"{name} lock"]]) == 0
        capsys.readouterr()
        assert main(["analyze", made[name], "--json"]) == 0
        made[f"{name} result"] = str(write(tmp_path, capsys.readouterr().out, f"{name}.json"))
    return made


@pytest.mark.parametrize("old", ["old", "old lock", "old result"])
@pytest.mark.parametrize("new", ["new", "new lock", "new result"])
def test_any_two_sides(old: str, new: str, files: dict[str, str], capsys: Capture) -> None:
    assert main(["diff", files[old], files[new], "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (wager,) = document["wagers"]
    edges = [analyze(from_text(tiny_game(flush=pay)), run=Run(jobs=1)).wagers[0].ev for pay in (6, 7)]
    assert [Fraction(wager["house_edge"][side]) for side in ("old", "new")] == [-edge for edge in edges if edge]
    assert wager["status"] == "repriced"
    lines = {line["name"]: line["contribution"]["difference"] for line in wager["lines"] if "lock" not in old + new}
    if lines:
        assert sum(map(Fraction, lines.values())) == -Fraction(wager["house_edge"]["difference"])
        assert Fraction(lines["flush"]) == -Fraction(wager["house_edge"]["difference"])


@pytest.mark.parametrize("side", ["old", "old lock", "old result"])
def test_no_difference_to_itself(side: str, files: dict[str, str], capsys: Capture) -> None:
    for other in ("old", "old lock", "old result"):
        assert main(["diff", files[side], files[other]]) == 0
        assert "0 changed, 1 unchanged" in capsys.readouterr().out


def test_what_people_read(files: dict[str, str], capsys: Capture) -> None:
    assert main(["diff", files["old"], files["new"], "--wager", "w", "--paytable", "1"]) == 0
    out = capsys.readouterr().out
    assert "pays: flush 6 → 7" in out
    assert "what each line adds" in out


def test_decisions_are_shown(tmp_path: Path, capsys: Capture) -> None:
    from analyzer.cli.screens.change import diff_report
    from analyzer.cli.screens.layout import show

    file = small_draw()
    show(diff_report(diff(file, with_paytable(file, "base", "C", {"flush": 5}), run_in(tmp_path), wager="base")))
    out = capsys.readouterr().out
    assert "now play differently" in out
    assert "price" in out


def test_kinds_of_sides(files: dict[str, str]) -> None:
    assert isinstance(open_side(files["old"]), GameFile)
    assert isinstance(open_side(files["old lock"]), Lock)
    assert isinstance(open_side(files["old result"]), Document)
    assert isinstance(open_side("wild-52"), GameFile)


def test_locks_of_several_games(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    locks = [make_lock([from_text(tiny_game(flush=pay)), small_play()], run) for pay in (6, 7)]
    paths = [write(tmp_path, lock_text(lock), f"{i}.toml") for i, lock in enumerate(locks)]
    compared = diff(open_side(str(paths[0])), open_side(str(paths[1])), run)
    assert [wager.drift.figures.game for wager in compared.changed] == ["tiny"]
    assert len(compared.wagers) == sum(len(figures) for figures in locks[0].games.values())


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "exactodds/result/1"}', "[" * 100000])
def test_foreign_documents_are_refused(content: str, tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path, content, "x.json")
    with pytest.raises(FileError, match=r"x\.json"):
        open_side(str(path))
    assert main(["diff", str(path), "wild-52"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_wager_that_neither_side_has(files: dict[str, str], capsys: Capture) -> None:
    assert main(["diff", files["old lock"], files["new lock"], "--wager", "x"]) == 2
    assert main(["diff", files["old"], files["new"], "--wager", "x"]) == 2
    assert main(["diff", files["old"], "no-such-game"]) == 2
    capsys.readouterr()


# --- documents that were changed -------------------------------------------------------------------------------------


def altered(path: str, folder: Path, change: Callable[[JsonDict], None]) -> str:
    document = json.loads(Path(path).read_text())
    change(document["wagers"][0])
    return str(write(folder, json.dumps(document), "altered.json"))


def moved(wager: JsonDict, deals: int = 5) -> None:
    """Deals from one outcome to another, and every result made to fit but the counts' own."""
    first, last = wager["outcomes"][0], wager["outcomes"][-1]
    first["count"], last["count"] = str(int(first["count"]) + deals), str(int(last["count"]) - deals)


def doubled(wager: JsonDict) -> None:
    """Results that follow from the outcomes, as before; it is the counts that are others."""
    wager["deals"] = str(2 * int(wager["deals"]))
    for outcome in wager["outcomes"]:
        outcome["count"] = str(2 * int(outcome["count"]))


def set_to(**values: Any) -> Callable[[JsonDict], None]:
    return lambda wager: wager.update(values)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (moved, "the outcomes have a mean of"),
        (set_to(deals="4004"), "the outcomes do not add up to 4004 deals"),
        (set_to(deals="0"), "there are counts below zero"),
        (set_to(ev="0"), "not 0"),
        (set_to(hit_frequency="1/2"), "deals are hits, not 1/2"),
        (lambda wager: moved(wager, -100), "there are counts below zero"),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(
    change: Callable[[JsonDict], None], fault: str, files: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    """Counts that were altered used to be "unchanged", because only the figures were compared."""
    path = altered(files["old result"], tmp_path, change)
    for command in (["diff", files["old result"], path], ["diff", path, files["old"]]):
        assert main(command) == 2
        assert fault in capsys.readouterr().err
    assert main(["report", files["old"], "-o", str(tmp_path / "r"), "--format", "json", "--previous", path]) == 2
    assert fault in capsys.readouterr().err


def test_other_counts_are_recounted_although_every_figure_is_the_same(
    files: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    path = altered(files["old result"], tmp_path, doubled)
    for other in (files["old result"], files["old"]):
        assert main(["diff", other, path]) == 0
        assert "recounted" in capsys.readouterr().out
    assert main(["diff", files["old result"], files["old result"]]) == 0
    assert "0 changed" in capsys.readouterr().out


def test_outcomes_of_one_name_are_all_compared() -> None:
    """A row asks for more than the name tells, so wins that pay differently have one name."""
    first, second = (from_text(ONE_NAME.replace("pays = 3", f"pays = {pays}")) for pays in (3, 2))
    (wager,) = diff(first, second, Run(jobs=1)).changed
    old, new = (analyze(file, run=Run(jobs=1)).wagers[0] for file in (first, second))
    assert sum(line.old_share.amount for line in wager.lines) == old.ev
    assert sum(line.new_share.amount for line in wager.lines) == new.ev
