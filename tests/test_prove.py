"""Proofs: they pass on what is right, and they fail and name the part when something is sabotaged."""

from __future__ import annotations

import json
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cext import deals
from analyzer.cli.main import main
from analyzer.documents import fault_of_document
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.sweeps import Sweeps
from analyzer.engines.two_hands import set_hands as sethands
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.engines.two_hands.solver import set_solver
from analyzer.game.file import GameFile
from analyzer.game.library import game_ids, load_game
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import SetWager
from analyzer.kernels import evaluate
from analyzer.reference import games as reference_games
from analyzer.reference import hands as reference_hands
from analyzer.reference import house_way, three_card_poker
from analyzer.run.jobs import Run
from analyzer.trust import compared_hands, sampled_states
from analyzer.trust import prove as proving
from analyzer.trust.comparisons import Effort
from analyzer.trust.prove import Proof, ProofCheck, _checked, deals_by_formula, prove, reduced
from analyzer.trust.published import PUBLISHED, PublishedCounts

RUN = Run(jobs=1)
THREE_CARD, SET = "three-card-poker-6-card-bonus", "pai-gow-wrangler-outlaw"
LITTLE = Effort(1_000, 100, 1, 1, 0, 1, 0, 200_000)


def proof_of_three_cards() -> Proof:
    return prove(load_game(THREE_CARD), quick=True, run=RUN, effort=LITTLE)


def reduced_checks(game: str, wager: str) -> list[ProofCheck]:
    """The checks on reduced decks of one wager with the default options, quick ones."""
    tasks = proving._reduced_decks(load_game(game), LITTLE, RUN)
    return [_checked(*task) for task in tasks if task[1].startswith(f"{wager} ") and " = " not in task[1]]


def test_a_proof_passes_and_says_what_it_did() -> None:
    proof = proof_of_three_cards()
    assert proof.passed, proof.document()
    assert {check.part for check in proof.checks} == {
        "evaluator",
        "referee",
        "reduced decks",
        "states",
        "totals",
        "published",
        "simulation",
    }
    assert all(check.cases for check in proof.checks)
    assert proof.document()["failed_parts"] == []
    assert proof.document()["game_file_sha256"] == load_game(THREE_CARD).digest


@pytest.mark.parametrize("game", game_ids())
def test_every_wager_and_paytable_has_a_literal_count(game: str) -> None:
    counts = reference_games.COUNTS[game]()
    counted = {(count.wager, count.paytable) for count in counts}
    wagers = load_game(game).game().wagers
    assert counted == {(wager.id, paytable.id) for wager in wagers for paytable in wager.paytables}


@pytest.mark.parametrize("game", game_ids())
def test_every_listed_option_is_counted_by_the_reference(game: str) -> None:
    """Each variant and each reading of weight 1 beside the default has a count of its own.

    Other readings are the referee's part. Option `prizes` changes what a prize is worth, not how often it is won.
    """
    file = load_game(game)
    used = {(key, value) for count in reference_games.COUNTS[game]() for key, value in count.options.items()}
    for option in file.options.values():
        if option.weight in (None, 1) and option.id != "prizes":
            assert {(option.id, value) for value in option.values[1:]} <= used


# --- sabotage --------------------------------------------------------------------------------------------------------


def test_a_changed_rule_in_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer of the reference qualifies with any hand."""
    monkeypatch.setattr(three_card_poker, "qualifies", lambda dealer: True)
    proof = proof_of_three_cards()
    assert proof.failed_parts == ("reduced decks",)
    (failed,) = (check for check in proof.checks if not check.passed)
    assert failed.what.startswith("ante-play")


def test_a_changed_order_of_hands_in_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flush beats a straight, as it does with five cards."""
    monkeypatch.setattr(
        reference_hands,
        "THREE_CARD_TYPES",
        ("high-card", "pair", "straight", "flush", "three-of-a-kind", "straight-flush"),
    )
    proof = proof_of_three_cards()
    assert "evaluator" in proof.failed_parts
    assert "3 cards" in {check.what for check in proof.checks if not check.passed}


def test_a_changed_entry_of_the_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair of nines is worth a pair of eights, in three cards."""

    class Changed:
        @staticmethod
        def values_of_cards(hands: Any, size: int, ranking: Any) -> Any:
            values = evaluate.values_of_cards(hands, size, ranking)
            nines = values >> 17 == 17 << 4 | 9
            return np.where(nines, values - (1 << 17), values)

    monkeypatch.setattr(compared_hands, "evaluate", Changed)
    proof = proof_of_three_cards()
    assert "evaluator" in proof.failed_parts
    (failed,) = (check for check in proof.checks if check.part == "evaluator" and not check.passed)
    assert failed.what == "3 cards"
    assert "in the reference it" in failed.differences[0]


def test_a_flipped_sign_in_the_showdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What flushes correct is added where it must be taken away."""
    right = Sweeps.by_suits
    monkeypatch.setattr(Sweeps, "by_suits", lambda self, suit, own: [-part for part in right(self, suit, own)])
    proof = proof_of_three_cards()
    assert {"reduced decks", "states"} <= set(proof.failed_parts)


def test_a_flipped_sign_between_two_set_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The term for one card beside a flush has the wrong sign in the inclusion and exclusion."""
    right = sethands._slots

    def flipped(*arguments: Any) -> Any:
        slots, weights = right(*arguments)
        return slots, np.where((slots > 0) & (slots < 14), -weights, weights).astype(np.int8)

    assert all(check.passed for check in reduced_checks(SET, "wrangler-push"))
    monkeypatch.setattr(sethands, "_slots", flipped)
    assert not any(check.passed for check in reduced_checks(SET, "wrangler-push"))


def test_a_changed_row_of_the_literal_house_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards as they lie: the front is the first two."""
    file = load_game(SET)
    tasks = list(compared_hands.house_way_tasks(file, LITTLE))
    assert all(_checked(*task).passed for task in tasks)
    wrong = lambda seven, *rest: house_way.HouseWay(seven[:2], seven[2:], 0)  # noqa: E731
    monkeypatch.setattr(house_way, "set_house_way", wrong)
    failed = [_checked(*task) for task in tasks]
    assert all(check.part == "house way" and not check.passed for check in failed)


def test_a_literal_house_way_that_leaves_the_wrong_suits_behind() -> None:
    """The same ranks in front, but of cards of equal rank those that the hand behind needs."""

    def front(seven: tuple[int, ...]) -> tuple[int, ...]:
        wanted = house_way.ranks_of(house_way.set_house_way(seven).front)
        alike = [setting for setting in house_way.all_settings(seven) if house_way.ranks_of(setting.front) == wanted]
        return min(alike, key=house_way.back_strength).front

    number, differences = compared_hands.compare_settings(
        load_game(SET).game(), reference_games.SetCheck({}, front), 300
    )
    assert number == 300
    assert differences
    assert all("hands of other values behind" in difference for difference in differences)


def test_a_wrong_published_figure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = (table for table in PUBLISHED if table.cards == 3)
    wrong = PublishedCounts(3, 3, 0, "none", dict(table.counts) | {"flush": 1_097})
    assert proving._compare_published(load_game(THREE_CARD).game(), wrong, RUN)[1] == [
        "flush: counted 1096, published 1097"
    ]


MINI = """
schema = "exactodds/game/2"
id = "mini"
name = "Mini"
rules_version = "1"
[deck]
{deck}
[deal]
own = {cards}
[wagers.a]
name = "A"
of = "own"
[wagers.a.pays]
flush = 5
"""
NO_TABLE = "no published table for these rules"


def mini(tmp_path: Path, deck: str, cards: int) -> GameFile:
    path = tmp_path / "mini.toml"
    path.write_text(MINI.format(deck=deck, cards=cards))
    return load_game(str(path))


@pytest.mark.parametrize("cards", [3, 5, 6, 7])
@pytest.mark.parametrize(
    "deck",
    [
        'wheel = "none"',
        'wheel = "none"\njokers = 1\nwild = "Jk"',
        'wheel = "none"\njokers = 1\nbug = "Jk"',
        'ranks = "9-A"',
        'suits = "cdh"',
        'wild = "2"',
        'jokers = 1\nwild = ["2", "Jk"]',
    ],
)
def test_a_game_of_other_rules_is_not_held_against_a_published_table(tmp_path: Path, deck: str, cards: int) -> None:
    game = mini(tmp_path, deck, cards).game()
    assert list(proving._published(game, RUN)) == []
    (note,) = proving.published_not_compared(game)
    assert note.startswith(f"published: {NO_TABLE} (")


@pytest.mark.parametrize(
    ("cards", "deck", "compared", "not_compared"),
    [
        (5, "", ["5 of 52 cards"], 0),
        (5, 'wheel = "second_highest"', ["5 of 52 cards"], 0),
        (3, 'three_card_order = "five_card"', ["3 of 52 cards"], 0),
        (5, 'jokers = 1\nwild = "Jk"', ["5 of 52 cards", "5 of 53 cards, wild joker"], 0),
        (5, 'jokers = 2\nwild = "Jk"', ["5 of 52 cards", "5 of 53 cards, wild joker"], 0),
        (5, 'jokers = 1\nwild = "Jk"\nfive_of_a_kind = "A"', ["5 of 52 cards"], 1),
        (5, 'jokers = 1\nbug = "Jk"', ["5 of 52 cards"], 1),
        (7, 'jokers = 1\nbug = "Jk"', ["7 of 52 cards", "7 of 53 cards, bug joker"], 0),
        (7, 'jokers = 1\nwild = "Jk"', ["7 of 52 cards"], 1),
        (7, 'jokers = 1\nbug = "Jk"\njoker_in_flush = "ace"', ["7 of 52 cards", "7 of 53 cards, bug joker"], 0),
    ],
)
def test_published_tables_that_have_the_rules_of_a_game(
    tmp_path: Path, cards: int, deck: str, compared: list[str], not_compared: int
) -> None:
    game = mini(tmp_path, deck, cards).game()
    tasks = list(proving._published(game, RUN))
    assert [what for _, what, _ in tasks] == compared
    assert [_checked(*task).differences for task in tasks] == [()] * len(tasks)
    assert [NO_TABLE in note for note in proving.published_not_compared(game)] == [True] * not_compared


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("wheel", "none"),
        ("wheel", "second_highest"),
        ("top_hand", "five_of_a_kind"),
        ("joker_in_flush", "ace"),
        ("natural_beats_wild", "royal_flush"),
        ("natural_beats_wild", "straight_flush"),
        ("three_card_order", "five_card"),
        ("three_card_order", "flush_over_straight"),
        ("five_ranks", 1 << 12),
        ("five_ranks", 0),
    ],
)
def test_a_table_is_left_out_where_a_rule_changes_its_counts_and_only_there(key: str, value: str | int) -> None:
    """Every rule of the order of hands, each alone, against every table: counted, not argued."""
    plain = load_game(THREE_CARD).game()
    for table in PUBLISHED:
        deck = Deck(jokers=table.jokers)
        game = replace(plain, deck=deck, ranking=replace(Ranking(joker=table.joker), **{key: value}))  # type: ignore[arg-type]
        differs = bool(proving._compare_published(game, table, RUN)[1])
        assert differs == any(table.other_rules(game)), (str(table), key, value)


def test_what_is_not_compared_has_a_true_reason(tmp_path: Path) -> None:
    assert proving.published_not_compared(mini(tmp_path, "", 4).game()) == (
        f"published: {NO_TABLE} (none is for as many cards)",
    )
    assert proving.published_not_compared(load_game("jacks-or-better").game()) == ()


def test_a_proof_without_a_published_table_passes_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "QUICK", LITTLE)
    mini(tmp_path, 'wheel = "none"', 6)
    path, written = tmp_path / "mini.toml", tmp_path / "proof.json"
    assert main(["prove", str(path), "--quick", "--output", str(written), "--jobs", "1"]) == 0
    assert f"published: {NO_TABLE} (there is no wheel)" in capsys.readouterr().out
    document = json.loads(written.read_text())
    assert fault_of_document("proof-1", document) is None
    assert document["not_compared"] == [f"published: {NO_TABLE} (there is no wheel)"]


def test_a_check_that_compares_nothing_does_not_pass() -> None:
    assert not _checked("part", "nothing", lambda: (0, [])).passed


# --- pieces ----------------------------------------------------------------------------------------------------------


def test_brute_force_of_set_hands_on_a_reduced_deck() -> None:
    game = reduced(load_game(SET).game(), "8-A", "cd")
    (wager,) = (wager for wager in game.wagers if isinstance(wager, SetWager))
    solver = set_solver(game, wager, RUN)
    assert sampled_states.compare_set_hands(solver, 3) == (3 * 8, [])
    cards = game.deck.cards[:7]
    first = hand_settings(solver.hands, cards)[0]
    left = np.array(game.deck.cards[7:], dtype=np.uint8)
    brute = deals.meet_set_dealers(left, solver.way.compiled(), first.back, first.front, game.ranking.kernel_arguments)
    win, all_dealers = int(brute[2, 2]), int(brute.sum())  # [front, back]: lower, equal, higher
    push = int(brute[2].sum() + brute[:, 2].sum()) - 2 * win
    assert [win, push, all_dealers - win - push] == [first.win, first.push, first.lose]


def test_brute_force_of_discards_on_a_reduced_deck() -> None:
    game = reduced(load_game("wild-six-card-draw-poker").game(), "8-Q", "cdh")
    (wager,) = (wager for wager in game.wagers if isinstance(wager, DrawWager))
    solver = DrawSolver(game, wager, RUN)
    assert sampled_states.compare_discards(solver, 5) == (5 * solver.deals, [])
    assert sampled_states.compare_pat_hands(solver, 5) == (5 * comb(12, 6), [])


def test_brute_force_of_dealers_counts_every_hand() -> None:
    game = load_game(THREE_CARD).game()
    (wager,) = (wager for wager in game.wagers if isinstance(wager, PlayWager))
    cases, differences = sampled_states.compare_one_street(OneStreet(game, wager, RUN), 20)
    assert (cases, differences) == (20 * 18_424, [])


def test_deals_by_formula() -> None:
    game = load_game(THREE_CARD).game()
    assert [deals_by_formula(game, wager) for wager in game.wagers] == [407_170_400, 22_100, 20_358_520]


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(proving, "QUICK", LITTLE)
    path = tmp_path / "proof.json"
    assert main(["prove", THREE_CARD, "--quick", "--output", str(path), "--jobs", "1"]) == 0
    assert "nothing differed" in capsys.readouterr().out
    document = json.loads(path.read_text())
    assert document["passed"] is True
    monkeypatch.setattr(three_card_poker, "qualifies", lambda dealer: True)
    assert main(["prove", THREE_CARD, "--quick", "--jobs", "1"]) == 1
    shown = capsys.readouterr()
    assert "the proof failed: reduced decks" in shown.err
    assert "Traceback" not in shown.err


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_quick_proofs_of_all_games(game: str) -> None:
    proof = prove(load_game(game), quick=True, run=Run())
    assert proof.passed, proof.document()


def test_hands_of_four_cards_are_compared_with_the_referees_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("crazy-4-poker").game()
    cases, differences = compared_hands.compare_hands(game, 5, 4, 100)
    assert (cases > 100, differences) == (True, [])
    ranking = game.ranking.kernel_arguments
    right = evaluate.values_of_cards
    monkeypatch.setattr(evaluate, "values_of_cards", lambda hands, size, _: right(hands, size + 1, ranking))
    assert compared_hands.compare_hands(game, 5, 4, 100)[1]
