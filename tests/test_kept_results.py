"""Results that are kept: read back they are what was computed, and nothing else than what they depend on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze
from analyzer.pricing.kept_results import KEPT_TYPES, KeptResults, decoded, encoded
from analyzer.pricing.results import GameResult
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.changing import run_in, small_draw, small_play, tiny_game, with_paytable
from tests.helpers import from_text


def small_lines() -> GameFile:
    return from_text(tiny_game())


SMALL: dict[str, Callable[[], GameFile]] = {"draw": small_draw, "play": small_play, "lines": small_lines}


def refuse(*arguments: Any, **named: Any) -> Any:
    raise AssertionError("priced again")


@pytest.mark.parametrize("game", SMALL)
def test_a_result_that_is_read_back_is_the_one_computed(game: str, tmp_path: Path) -> None:
    """In every part, with the types of its numbers; joint results and progressives are among them."""
    file, run = SMALL[game](), run_in(tmp_path)
    plain = analyze(file, run=Run(jobs=1))
    first, second = analyze(file, run=run), analyze(file, run=run)
    assert first.wagers == second.wagers == plain.wagers
    assert repr(second.wagers) == repr(first.wagers)
    assert second.document() == first.document() == plain.document()


def test_nothing_is_priced_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, run = small_draw(), run_in(tmp_path)
    analyze(file, run=run)
    monkeypatch.setattr("analyzer.pricing.draws.draw_result", refuse)
    monkeypatch.setattr("analyzer.pricing.joint.joint_results", refuse)
    analyze(file, run=run)
    with pytest.raises(AssertionError, match="priced again"):
        analyze(file, run=run, again=True)


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.pricing.kept_results.encoded", refuse)
    assert analyze(from_text(tiny_game()), run=Run(jobs=1)).wagers


def changed_pays(file: GameFile) -> GameFile:
    """As if its digest had been forgotten: what the file says is in the key, not what it was called."""
    changed = with_paytable(file, "base", "B", {"four-of-a-kind": 40, "full-house": 30, "straight": 20})
    assert changed.digest == file.digest
    return changed


def test_other_pays_and_options_are_other_results(tmp_path: Path) -> None:
    file, run = small_draw(), run_in(tmp_path)

    def ev(result: GameResult) -> Fraction | None:
        return next(one.ev for one in result.wagers if (one.wager, one.paytable) == ("base", "B"))

    kept = [
        ev(analyze(file, run=run)),
        ev(analyze(changed_pays(file), run=run)),
        ev(analyze(file, {"auto_win_pays": "even_money"}, run=run)),
        ev(analyze(file, wager="base", paytable="B", run=run)),
    ]
    assert len(set(kept)) == 3
    assert kept[0] == kept[3]


def test_results_of_another_program_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, run = from_text(tiny_game()), run_in(tmp_path)
    before = analyze(file, run=run).wagers[0].ev
    monkeypatch.setattr("analyzer.pricing.lines.LOSS", Pay(Fraction(-2)))
    assert analyze(file, run=run).wagers[0].ev == before
    monkeypatch.setattr("analyzer.pricing.kept_results.results_program", lambda: "another")
    assert analyze(file, run=run).wagers[0].ev != before


def test_figures_are_made_from_kept_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.change.figures import figures_of

    file, run = small_draw(), run_in(tmp_path)
    plain = list(figures_of(file, Run(jobs=1)))
    analyze(file, run=run)
    monkeypatch.setattr("analyzer.pricing.analysis.analyze_wager", refuse)
    assert list(figures_of(file, run)) == plain


def test_only_results_under_all_paytables_are_found(tmp_path: Path) -> None:
    file, run = small_draw(), run_in(tmp_path)
    game = file.game()
    analyze(file, wager="base", paytable="B", run=run)
    assert KeptResults(file, game, run).found(game.wagers[0]) is None
    analyze(file, wager="base", run=run)
    assert [one.paytable for one in KeptResults(file, game, run).found(game.wagers[0]) or []] == ["A", "B", "C"]


def test_a_damaged_result_is_computed_again(tmp_path: Path) -> None:
    file, run = from_text(tiny_game()), run_in(tmp_path)
    whole = analyze(file, run=run)
    (entry,) = (tmp_path / "counts").glob("results-*")
    entry.write_bytes(entry.read_bytes().replace(b"fraction", b"fractiom", 1))
    with pytest.warns(UserWarning, match="damaged"):
        assert analyze(file, run=run).wagers == whole.wagers
    assert entry.read_bytes().count(b"fractiom") == 0


def test_every_type_of_details_can_be_kept() -> None:
    from typing import get_args

    from analyzer.pricing.details import Details

    assert set(get_args(Details)) <= set(KEPT_TYPES.values())


def test_what_is_no_result_is_not_written() -> None:
    with pytest.raises(TypeError):
        encoded({1, 2})
    with pytest.raises(KeyError):
        decoded(["Path", ["/"]])


def test_a_warm_analysis_does_not_wait_for_numpy(tmp_path: Path) -> None:
    import os
    import subprocess
    import sys

    program = (
        "import sys\nfrom analyzer.cli.main import main\n"
        "main(['analyze', 'three-card-poker-6-card-bonus', '--json'])\nprint('numpy' in sys.modules, file=sys.stderr)"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"EXACTODDS_CACHE": str(tmp_path)},
        )
        for _ in range(2)
    ]
    assert told[0].stdout == told[1].stdout
    assert [one.stderr.split()[-1] for one in told] == ["True", "False"]


def test_a_progressive_is_kept_with_its_polynomials(tmp_path: Path) -> None:
    store = Store(tmp_path)
    file = load_game("wild-six-card-draw-poker")
    first, second = (analyze(file, wager="progressive", run=Run(1, store)) for _ in range(2))
    assert first.wagers[0].price.symbolic
    assert first.wagers == second.wagers
    assert replace(first, wagers=()) == replace(second, wagers=())
