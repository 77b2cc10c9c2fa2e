"""Every report under every option that a shipped game has: each value alone, and every two together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.model import Option
from analyzer.report.document import Request, build_report
from analyzer.report.files import FORMATS, REPORT, make_files
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.helpers import from_text, shipped_ids, shipped_text
from tests.reporting import game_input, report_of, schema_faults, small_text

PAI_GOW = "pai-gow-wrangler-outlaw"
Choice = tuple[tuple[str, str], ...]


def values_of(option: Option) -> list[str]:
    """Every value but the default; of a number the smallest and the largest."""
    values = option.values or (str(option.minimum), str(option.maximum))
    return [value for value in values if value != option.default]


def choices_of(file: GameFile) -> Iterator[Choice]:
    """No option, each other value of each option alone, and of every two options that are no readings together.

    Two readings at once are for `exactodds readings --combinations`: of Pai Gow alone there are hundreds.
    """
    single = [(key, value) for key, option in file.options.items() for value in values_of(option)]
    yield ()
    yield from ((one,) for one in single)
    pairs = [one for one in single if file.options[one[0]].weight is None or one[0] in ALWAYS_IN_PAIRS]
    yield from ((one, other) for one, other in combinations(pairs, 2) if one[0] != other[0])


# Readings of weight 1 that stand for the others.
ALWAYS_IN_PAIRS = ("wheel", "top_hand", "bonus_uses", "joker_in_flush", "colour_lines_pairs", "mini_royal")
EVERY = [(game, choice) for game in shipped_ids() for choice in choices_of(load_game(game))]
SMALL = from_text(small_text(PAI_GOW))


def named(game: str, choice: Choice) -> str:
    return "-".join([game, *(f"{key}={value.replace('/', ':')}" for key, value in choice)])


@cache
def counted_once(folder: Path) -> Run:
    """All reports share the counts."""
    return Run(store=Store(folder))


@pytest.fixture
def shared(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return counted_once(tmp_path_factory.getbasetemp() / "reports-under-options")


def test_every_option_is_there_alone_and_in_pairs() -> None:
    chosen = {choice for game, choice in EVERY if game == PAI_GOW}
    wheel, sets, copies = ("wheel", "second_highest"), ("player_sets", "optimal"), ("copies", "lose_wager")
    assert chosen >= {(), (wheel,), (sets,), (copies,), (sets, wheel)}
    options = load_game(PAI_GOW).options
    assert {key for choice in chosen for key, _ in choice} == set(options)


@pytest.mark.parametrize("choice", [choice for choice in choices_of(SMALL) if choice], ids=str)
def test_settings_of_a_small_deck_under_every_option(choice: Choice) -> None:
    """Section 12 changes the pay of a win; the best settings are not known there, so it holds them as they are."""
    document = report_of(small_text(PAI_GOW), options=dict(choice))
    assert schema_faults("report", document) == []
    assert document["games"][0]["options"] == dict(SMALL.game(dict(choice)).chosen)


@pytest.mark.long
@pytest.mark.parametrize(("game", "choice"), [pytest.param(*one, id=named(*one)) for one in EVERY])
def test_every_report_of_a_shipped_game(game: str, choice: Choice, shared: Run) -> None:
    request = Request((game_input(shipped_text(game), f"{game}.toml"),), options=dict(choice))
    document = build_report(request, shared)
    assert schema_faults("report", document) == []
    assert dict(choice).items() <= document["games"][0]["options"].items()
    files = make_files(document, FORMATS, None)
    assert {name.rpartition(".")[2] for name in files} >= set(FORMATS)
    assert all(files.values())
    assert REPORT in files
