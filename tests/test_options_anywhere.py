"""Options count wherever the file uses them: in the deck, the ranking, a house way, a paytable, joint results."""

from __future__ import annotations

import pytest

from analyzer.change.check import check_game
from analyzer.change.figures import certify, readings
from analyzer.change.locks import lock_text, make_lock, parse_lock
from analyzer.errors import GameFileError
from analyzer.game.file import GameFile
from analyzer.run.jobs import Run
from tests.helpers import from_text, on_deck, shipped_text, tiny_text, without_options
from tests.reporting import block, report_of, words

PAI_GOW = "pai-gow-wrangler-outlaw"
RUN = Run(jobs=1)
OPTION = '[options.{}]\nvalues = {}\nmeaning = "m"\n'
THREE_PAIRS = 'when = { shape = "2-2-2-1" }, front = "pair-of-the-set"'


def set_text(way: str = "footnote-first") -> str:
    """Pai Gow on a small deck; options choose its ranks and what the first house way does with three pairs."""
    text = on_deck(without_options(shipped_text(PAI_GOW), ("player_sets", "wheel")), "8-A", "cd").replace(
        'ranks = "8-A"', 'ranks = "$ranks"'
    )
    text = text.replace(THREE_PAIRS, THREE_PAIRS.replace('"pair-of-the-set"', '"$three"'), 1)
    text = text.replace('house_way = "footnote-first"', f'house_way = "{way}"')
    options = OPTION.format("ranks", '["8-A", "7-K"]')
    options += OPTION.format("three", '["pair-of-the-set", "pair-of-the-third-set"]')
    if way.startswith("$"):
        options += OPTION.format(way[1:], '["footnote-first", "second-room"]')
    return text.replace("[options.player_sets]", options + "[options.player_sets]")


def pay_text() -> str:
    """The option is in a paytable: what a line pays."""
    return tiny_text('a: hand = "flush"', pays={"a": '"$pays"'}, more=OPTION.format("pays", '["2", "3"]'))


def options_of(file: GameFile) -> dict[str, tuple[str, ...]]:
    return {wager.id: file.options_of(wager.id) for wager in file.game().wagers}


def test_a_wager_depends_on_the_options_of_the_deck_and_of_its_house_way() -> None:
    assert options_of(from_text(set_text())) == {
        "base": ("ranks", "three", "player_sets", "wheel"),
        "wrangler-push": ("ranks", "three", "wheel"),
        "outlaw-9": ("ranks", "wheel"),
    }


def test_a_house_way_that_the_wager_does_not_name_is_nothing_to_it() -> None:
    assert options_of(from_text(set_text("second-room")))["wrangler-push"] == ("ranks", "wheel")


def test_an_option_may_name_the_house_way() -> None:
    assert options_of(from_text(set_text("$way")))["wrangler-push"] == ("ranks", "three", "way", "wheel")


def test_joint_results_are_part_of_what_a_wager_depends_on() -> None:
    text = shipped_text("wild-six-card-poker").replace('["poker", "queens-or-better"]', '["poker", "$other"]', 1)
    file = from_text(text + OPTION.format("other", '["queens-or-better", "draw-bonus"]'))
    assert "other" in file.options_of("poker")


def test_the_id_of_a_game_cannot_be_an_option() -> None:
    text = tiny_text('a: hand = "flush"', more=OPTION.format("which", '["tiny", "small"]'))
    with pytest.raises(GameFileError, match="cannot be an option"):
        from_text(text.replace('id = "tiny"', 'id = "$which"'))


def test_a_lock_has_every_reading_and_they_differ() -> None:
    file = from_text(set_text())
    pushes = [figures for figures in certify(file, RUN) if figures.wager == "wrangler-push"]
    assert [figures.reading for figures in pushes] == readings(file, "wrangler-push")
    assert {reading[0][0] for reading in readings(file, "wrangler-push") if reading} == {"ranks", "three", "wheel"}
    other = {figures.reading: figures.house_edge for figures in pushes}
    assert other[()] != other[(("three", "pair-of-the-third-set"),)]


@pytest.mark.parametrize("text", [set_text(), pay_text()], ids=["set", "pay"])
def test_a_game_is_what_its_lock_says(text: str) -> None:
    file = from_text(text)
    lock = parse_lock(lock_text(make_lock([file], RUN)).encode(), "lock.toml")
    checked = check_game(file, lock, None, RUN)
    assert [drift.message for drift in checked.drifts if drift.status != "unchanged"] == []


@pytest.mark.parametrize(
    ("old", "other"),
    [
        ('"pair-of-the-set", "pair-of-the-third-set"', '"pair-of-the-set", "pair-of-the-second-set"'),
        ('"8-A", "7-K"', '"8-A", "7-A"'),
    ],
)
def test_a_change_that_only_another_reading_shows_is_found(old: str, other: str) -> None:
    lock = make_lock([from_text(set_text())], RUN)
    assert old in set_text()
    assert check_game(from_text(set_text().replace(old, other)), lock, None, RUN).failed


def test_a_pay_that_an_option_changes_is_locked_with_its_reading() -> None:
    lock = make_lock([from_text(pay_text())], RUN)
    assert [figures.pays["a"] for figures in parse_lock(lock_text(lock).encode(), "lock.toml").of("tiny")] == ["2", "3"]
    changed = from_text(pay_text().replace('["2", "3"]', '["2", "4"]'))
    assert check_game(changed, lock, None, RUN).failed


def test_a_report_tells_what_the_option_would_change() -> None:
    report = report_of(set_text())
    effects = block(report, "options-effect")
    shown = {(row[1].split(" = ")[0], row[0]) for row in effects["rows"]}
    base, push, outlaw = "Pai Gow Poker", "Wrangler Push", "Outlaw 9 High or Better"
    assert {("ranks", base), ("three", push), ("ranks", outlaw)} <= shown
    assert ("three", outlaw) not in shown
    assert f"worth exactly the same: three = pair-of-the-third-set ({base})" in words(report, "readings")


def test_a_value_whose_house_way_sets_a_hand_foul_is_told_in_the_report() -> None:
    text = (
        set_text()
        .replace('"pair-of-the-third-set"]', '"highest-pair"]')
        .replace(
            'when = { shape = "2-2-2-1" }, front = "$three"',
            'when = { shape = ["2-2-2-1", "2-2-1-1-1"] }, front = "$three"',
        )
    )
    text = text.replace('["pair-of-the-set", "highest-pair"]', '["pair-of-the-second-set", "highest-pair"]')
    effects = block(report_of(text), "options-effect")
    assert any("not computed" in row[3] and "foul" in row[3] for row in effects["rows"])
