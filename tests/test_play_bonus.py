"""A bonus on the Ante: with community cards, by colour, with lines that overlap, with fine pays; beside every deal."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cards.deck import card_name, hand_name
from analyzer.change.design.search import Targets, design, read_range, read_spans
from analyzer.change.figures import counts_digest
from analyzer.change.strategy_shift import strategy_shift
from analyzer.documents import JsonDict
from analyzer.engines.duel.hands import hands_of
from analyzer.errors import CountError, GameFileError
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.play import PlayWager
from analyzer.numbers import percent_text
from analyzer.pricing import plays
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.choices import Question
from analyzer.pricing.linear import linear_decisions
from analyzer.pricing.plays import play_choices
from analyzer.report.document import Request, build_report, read_game
from analyzer.report.sensitivity import Repriced
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.strategy.api import find_rules
from analyzer.strategy.evaluation import evaluate
from analyzer.strategy.kinds import stages_of
from analyzer.strategy.optimal import export, optimal_document
from analyzer.trust.simulate import simulate
from analyzer.trust.stakes import joint_moments
from tests.helpers import from_text, shipped_text
from tests.play_oracle import Played, bonus_line, play_every_deal

RUN = Run(jobs=1)
THREE_CARD = "three-card-poker-6-card-bonus"

GAME = """
schema = "exactodds/game/2"
id = "small"
name = "Small"
rules_version = "1"
[deck]
ranks = "{ranks}"
suits = "{suits}"
{jokers}
[deal]
player = {size}
dealer = {size}
{table}
[wagers.w]
name = "W"
bets = {{ ante = 1, play = 0, bonus = "free" }}
compare = {compare}
of = "player"
settle.play = [{{ qualified = false, pays = 0 }}]
settle.bonus = [{{ pays = "paytable" }}]
{more}
"""
ONE_STAGE = """
[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
"""
TWO_STAGES = f"""
first = 1
second = 1
[hands]
players-hand = ["player", "first", "second"]
dealers-hand = ["dealer", "first", "second"]
{ONE_STAGE}
[[round]]
sees = "first"
choose.check = {{}}
choose.bet = {{ play = 3 }}
"""
ONE_JOKER = 'jokers = 1\nwild = "Jk"'
COMMUNITY = {"size": 5, "table": TWO_STAGES, "jokers": "", "compare": '["players-hand", "dealers-hand"]'}
ONE_STREET = {
    "size": 3,
    "table": ONE_STAGE,
    "jokers": "",
    "compare": '["player", "dealer"]',
    "ranks": "J-A",
    "suits": "cdhs",
}
ANTE_WINS = "settle.ante = [{ qualified = false, pays = 1 }]\n"
TWO_BETS = 'qualifies = "pair 9"\n'
ONE_BET = f'qualifies = "high-card Q"\n{ANTE_WINS}'
LINES = {
    "threes-and-pairs": 'threes: hand = "three-of-a-kind"\npairs: hand = "pair"',
    "colour": 'colour: colour = "one"',
    "overlapping": 'better: at_least = "pair"\nthrees: at_least = "three-of-a-kind"\ncolour: colour = "one"',
}


def lines_text(lines: str, pays: dict[str, str]) -> str:
    tests = [line.partition(": ") for line in lines.splitlines()]
    told = "".join(f"lines.{name} = {{ {test} }}\n" for name, _, test in tests)
    return told + "".join(f'pays.{name} = "{pay}"\n' for name, pay in pays.items())


def small_text(shape: JsonDict, more: str, lines: str, pays: dict[str, str]) -> str:
    return GAME.format(**shape, more=more + lines_text(lines, pays))


TEXTS = {
    # What the literal count of another program gave: 927/308.
    "community": small_text(
        COMMUNITY | {"ranks": "4,6,T,Q", "suits": "dhs"},
        TWO_BETS + ANTE_WINS,
        LINES["threes-and-pairs"],
        {"threes": "4", "pairs": "4"},
    ),
    "community with colour": small_text(
        COMMUNITY | {"ranks": "4,6,T,Q", "suits": "dhs"},
        TWO_BETS,
        LINES["overlapping"],
        {"better": "1/3", "threes": "1/7", "colour": "5"},
    ),
    "community with colour, the first line": small_text(
        COMMUNITY | {"ranks": "4,6,T,Q", "suits": "dhs"},
        TWO_BETS + 'overlap = "first"\n',
        LINES["overlapping"],
        {"better": "1/3", "threes": "1/7", "colour": "5"},
    ),
    "community with a joker": small_text(
        COMMUNITY | {"ranks": "9-A", "suits": "ch", "jokers": ONE_JOKER},
        TWO_BETS,
        LINES["overlapping"],
        {"better": "0", "threes": "1/999999999999999989", "colour": "1/3"},
    ),
    "colour": small_text(ONE_STREET, ONE_BET, LINES["colour"], {"colour": "1"}),
    "overlapping": small_text(
        ONE_STREET, ONE_BET, LINES["overlapping"], {"better": "1", "threes": "9", "colour": "1000000000"}
    ),
    "the first line": small_text(
        ONE_STREET, ONE_BET + 'overlap = "first"\n', LINES["overlapping"], {"better": "1", "threes": "9", "colour": "2"}
    ),
    "fine pays": small_text(
        ONE_STREET,
        ONE_BET,
        LINES["overlapping"],
        {"better": "1/999999999999999989", "threes": "1/999999999999999967", "colour": "0"},
    ),
}
SMALL = {name: from_text(text) for name, text in TEXTS.items()}
EVERY = pytest.mark.parametrize("name", SMALL)


def opened(name: str) -> tuple[Game, PlayWager, Paytable]:
    game = SMALL[name].game()
    (wager,) = game.wagers
    assert isinstance(wager, PlayWager)
    return game, wager, wager.paytables[0]


@cache
def literal(name: str) -> Played:
    return play_every_deal(*opened(name))


# --- the wager -------------------------------------------------------------------------------------------------------


@EVERY
def test_outcomes_equal_those_of_every_deal(name: str) -> None:
    _, _, paytable = opened(name)
    (result,) = analyze(SMALL[name], run=RUN).wagers
    played = literal(name)
    assert {outcome.name: outcome.count for outcome in result.outcomes if outcome.count} == played.outcomes
    assert all(outcome.net.amount == played.nets[outcome.name] for outcome in result.outcomes if outcome.count)
    assert result.ev == played.ev
    hands = len(played.values)
    assert Fraction(result.document()["choices"]["fold"]) == Fraction(played.folds, hands)
    assert int(result.document()["ties"]["fold or play"]) == played.ties
    assert -Fraction(result.document()["element_of_risk"]) * Fraction(result.document()["average_bet"]) == result.ev
    assert paytable.id == result.paytable


def test_a_bonus_with_community_cards_is_paid() -> None:
    (result,) = analyze(SMALL["community"], run=RUN).wagers
    assert result.ev == Fraction(927, 308)


def test_some_hands_of_a_class_fold_and_others_play() -> None:
    """What the class's own hand does cannot be said of all of them."""
    played, (game, _, _) = literal("community with colour"), opened("community with colour")
    hands = hands_of(game.deck, 5)
    decided: dict[int, set[bool]] = {}
    for own, worth in played.values.items():
        decided.setdefault(hands.index(own), set()).add(worth > -1)
    assert {True, False} in decided.values()


@EVERY
def test_one_hand_equals_every_deal(name: str) -> None:
    game, wager, paytable = opened(name)
    hands = list(combinations(game.deck.cards, wager.player.cards))
    for own in hands[:: max(1, len(hands) // 40)]:
        choices = {one.action: one.ev for one in play_choices(Question(game, own, (), paytable, RUN), wager)}
        assert choices == {"fold": -1, "play": literal(name).values[own]}


def test_check_and_bet_have_the_bonus_too() -> None:
    game, wager, paytable = opened("community with colour")
    hands = list(combinations(game.deck.cards, 5))
    for own in hands[::50]:
        left = [card for card in game.deck.cards if card not in own]
        seconds = [play_choices(Question(game, own, (first,), paytable, RUN), wager) for first in left]
        best = [max(choice.ev for choice in choices) for choices in seconds]
        assert sum(best, Fraction(0)) / len(best) == literal("community with colour").values[own]


def test_what_is_kept_depends_on_the_pays_of_the_bonus(tmp_path: Path) -> None:
    game, wager, paytable = opened("community with colour")
    dearer = Paytable("2", (Pay(Fraction(0)), Pay(Fraction(100)), Pay(Fraction(1))))
    kept = Run(jobs=1, store=Store(tmp_path))
    wanted = [analyze_wager(game, wager, [table], RUN)[0].outcomes for table in (paytable, dearer)]
    for _ in range(2):
        outcomes = [analyze_wager(game, wager, [table], kept)[0].outcomes for table in (paytable, dearer)]
        assert outcomes == wanted
    assert wanted[0] != wanted[1]
    assert not (tmp_path / "unfinished").exists()


def test_a_line_that_is_never_paid_is_a_warning() -> None:
    game, wager, _ = opened("overlapping")
    tables = [Paytable("1", tuple(Pay(Fraction(pay)) for pay in pays)) for pays in ((3, 2, 9), (2, 3, 9))]
    assert [analyze_wager(game, wager, [table], RUN)[0].warnings for table in tables] == [
        ("line threes can never be hit: better, colour takes all its hands",),
        (),
    ]


def test_an_outcome_worth_something_else_than_its_choice_stops_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plays.play_outcome

    def wrong(*arguments: Any) -> Any:
        outcome = right(*arguments)
        return replace(outcome, net=Pay(outcome.net.amount + 1)) if "win" in outcome.name else outcome

    monkeypatch.setattr(plays, "play_outcome", wrong)
    for name in ("community", "colour"):
        with pytest.raises(CountError, match="the choices made"):
            analyze(SMALL[name], run=RUN)


# --- the shipped game with other lines -------------------------------------------------------------------------------

OLD_PAYS = """[wagers.ante-play.pays]
straight-flush  = 4
three-of-a-kind = 3
straight        = 1
"""
USUAL = OLD_PAYS.partition("\n")[2]


def three_card(lines: str, pays: str) -> GameFile:
    text = shipped_text(THREE_CARD)
    assert text.count(OLD_PAYS) == 1
    told = f"[wagers.ante-play.lines]\n{lines}\n" if lines else ""
    return from_text(text.replace(OLD_PAYS, f"{told}[wagers.ante-play.pays]\n{pays}"))


OVERLAPPING = 'straight-or-better = "straight"\nthree-or-better = "three-of-a-kind"\n'
MINI_ROYAL = 'mini-royal = { hand = "straight-flush", ranks = "A" }\n'


@pytest.mark.parametrize(
    ("lines", "pays", "edge"),
    [
        (OVERLAPPING, "straight-or-better = 1\nthree-or-better = 3\nstraight-flush = 4\n", "3.825470 %"),
        (
            MINI_ROYAL,
            "straight-flush = 4\nmini-royal = 50\nthree-of-a-kind = 3\nstraight = 1\n",
            "2.992890 %",
        ),
        (
            'one-colour = { colour = "one" }\n',
            USUAL + "one-colour = 1\n",
            "-17.975898 %",
        ),
        ("", 'straight-flush = 0\nthree-of-a-kind = 0\nstraight = "1/400000000000039"\n', "8.658049 %"),
    ],
    ids=["overlapping", "mini-royal", "colour", "fine"],
)
def test_three_card_poker_with_other_bonus_lines(lines: str, pays: str, edge: str) -> None:
    (result,) = analyze(three_card(lines, pays), wager="ante-play", run=RUN).wagers
    assert result.ev is not None
    assert percent_text(-result.ev, 6) == edge
    assert not result.warnings


def test_the_element_of_risk_with_fine_pays() -> None:
    pays = 'straight-flush = 0\nthree-of-a-kind = "1/999983"\nstraight = "1/1000003"\n'
    (result,) = analyze(three_card("", pays), wager="ante-play", run=RUN).wagers
    assert round(float(Fraction(result.document()["element_of_risk"])), 4) == 0.0517


def test_colours_of_three_cards_from_nine_to_ace() -> None:
    shape = ONE_STREET | {"ranks": "9-A"}
    (result,) = analyze(from_text(small_text(shape, ONE_BET, LINES["colour"], {"colour": "1"})), run=RUN).wagers
    assert result.ev == Fraction(10859, 33649)


# --- everything else that plays --------------------------------------------------------------------------------------


@EVERY
def test_stages_are_worth_what_the_wager_is(name: str) -> None:
    game, wager, paytable = opened(name)
    stages = stages_of(game, wager, paytable, RUN)
    assert stages.best_ev == literal(name).ev
    for rules in ("play-every-hand", "mimic-the-dealer"):
        evaluation = evaluate(find_rules(rules, game, wager), stages)
        assert stages.result(evaluation.followed.choices).ev == evaluation.ev
        assert evaluation.document()["ev"] == str(evaluation.ev)
        if rules == "play-every-hand" and wager.community is None:
            values = literal(name).values.values()
            assert evaluation.ev == sum(values, Fraction(0)) / len(values)
    document = optimal_document(stages)
    assert document["ev"] == str(literal(name).ev)
    assert all(Fraction(table["cost"]) >= 0 for table in document["tables"])


@EVERY
def test_the_complete_table_has_every_hand(name: str, tmp_path: Path) -> None:
    game, wager, paytable = opened(name)
    stages = stages_of(game, wager, paytable, RUN)
    export(stages, tmp_path / "all.csv")
    export(stages, tmp_path / "all.npz")
    with open(tmp_path / "all.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    played = literal(name).values
    assert sum(int(row["hands"]) for row in rows) == len(played)
    for row in rows:
        worth = played[tuple(sorted(game.deck.parse_hand(row["hand"])))]
        assert Fraction(int(row["value_play"]), int(row["unit"])) == worth
        assert row["best"] == ("play" if worth > -1 else "fold")
    arrays = np.load(tmp_path / "all.npz")  # no Python objects in it
    unit = int(arrays["unit"][0])
    assert [Fraction(int(value), unit) for value in arrays["values"][:, 1]] == [
        Fraction(int(row["value_play"]), int(row["unit"])) for row in rows
    ]


def test_the_complete_table_names_the_cards_beside_its_own_hands(tmp_path: Path) -> None:
    """Where colours split a class, its rows have hands in other suits, and see other cards."""
    game, wager, paytable = opened("community with colour")
    export(stages_of(game, wager, paytable, RUN), tmp_path / "all.csv")
    with open(tmp_path / "all.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows[::5]:
        own = game.deck.parse_hand(row["hand"])
        bets = []
        for first in (card for card in game.deck.cards if card not in own):
            check, bet = play_choices(Question(game, own, (first,), paytable, RUN), wager)
            bets += [card_name(first)] if bet.ev > check.ev else []
        assert row["bets_after"].split() == bets


@pytest.mark.parametrize("name", [name for name in SMALL if name != "overlapping"])
def test_simulations_deal_as_the_analysis_expects(name: str) -> None:
    simulation = simulate(SMALL[name], rounds=40_000, seed=5, run=RUN)
    assert simulation.agrees
    (wager,) = simulation.wagers
    assert {cell.name for cell in wager.cells} <= set(literal(name).outcomes)


def tables_around(paytable: Paytable) -> Iterator[Paytable]:
    for place in range(len(paytable.pays)):
        for step in (1, -1, 7):
            pays = list(paytable.pays)
            pays[place] = Pay(pays[place].amount + step)
            yield Paytable(f"{place}{step}", tuple(pays))


@EVERY
def test_changed_pays_are_worth_what_an_analysis_finds(name: str) -> None:
    """One line more may change which line is paid, and who folds."""
    game, wager, paytable = opened(name)
    decisions = linear_decisions(game, wager, RUN)
    assert decisions is not None
    changed = list(tables_around(paytable))
    edges = Repriced(decisions, [pay.amount for pay in paytable.pays]).edges(changed)
    for table, (best, _) in zip(changed, edges, strict=True):
        (result,) = analyze_wager(game, wager, [table], RUN)
        assert best == Pay(-result.ev if result.ev is not None else Fraction(0))
        shift = strategy_shift(game, wager, paytable, table, RUN)
        assert shift is not None
        assert result.ev == literal(name).ev + shift.price + shift.strategy


@EVERY
def test_designs_are_worth_what_an_analysis_finds(name: str) -> None:
    """The search compares every design that it shows with the analysis itself."""
    game, wager, paytable = opened(name)
    ids = [line.id for line in wager.lines]
    spans = read_spans(",".join(f"{line}=0..3:3/2" for line in ids[-2:]), ids)
    designs = design(game, wager, paytable, spans, Targets(read_range("-2000000000..1", "--target")), RUN, show=0)
    assert len(designs.candidates) == designs.tried == 3 ** len(spans)
    assert all(candidate.variance is not None for candidate in designs.candidates)


def test_counts_say_which_lines_hands_satisfy() -> None:
    """Two wagers that are counted differently are never taken for the same."""
    digests = {name: counts_digest(*opened(name)[:2], RUN) for name in SMALL}
    assert digests["community"] != digests["community with colour"]
    assert digests["colour"] != digests["overlapping"]


def test_joint_results_of_a_bonus_by_colour() -> None:
    side = """
[wagers.side]
name = "Side"
of = "player"
pays.pair = 3
"""
    shape, pays = ONE_STREET | {"ranks": "Q-A"}, {"better": "1", "threes": "3", "colour": "2"}
    more = ONE_BET + lines_text(LINES["overlapping"], pays)
    game = from_text(GAME.format(**shape, more=more) + side).game()
    main, other = game.wagers
    assert isinstance(main, PlayWager)
    moments = joint_moments(game, [(main, main.paytables[0]), (other, other.paytables[0])], RUN)
    played = play_every_deal(game, main, main.paytables[0])
    pairs = {own for own in played.values if sorted(card >> 2 for card in own) != sorted({card >> 2 for card in own})}
    threes = {own for own in pairs if len({card >> 2 for card in own}) == 1}
    product = sum(
        (max(worth, Fraction(-1)) * (3 if own in pairs - threes else -1) for own, worth in played.values.items()),
        Fraction(0),
    )
    bets = ("w", "1"), ("side", "1")
    assert moments.means[bets[0]] == played.ev
    assert moments.products[bets] == product / len(played.values)


def test_a_renamed_hand_is_paid_by_its_own_colours() -> None:
    """The strategy's examples are hands of the row that they stand for."""
    game, wager, paytable = opened("community with colour")
    (result,) = analyze(SMALL["community with colour"], run=RUN).wagers
    for row in result.document()["closest"]:
        own = tuple(sorted(game.deck.parse_hand(row["hand"])))
        if "board" not in row:
            assert Fraction(row["choices"]["play"]) == literal("community with colour").values[own]
            continue
        (first,) = game.deck.parse_hand(row["board"])
        choices = play_choices(Question(game, own, (first,), paytable, RUN), wager)
        assert {choice.action: str(choice.ev) for choice in choices} == row["choices"]
        assert bonus_line(game, wager, paytable, own) is not None, (hand_name(own), card_name(first))
    json.dumps(result.document())


# A line that pays 1,000,000,000 makes the figures of many rounds long sums: a minute.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "overlapping" else ()) for name in SMALL]
)
def test_a_report_is_written_and_has_the_bonus(name: str) -> None:
    """Its worked rounds are settled twice, its sensitivity finds the strategy anew."""
    document = build_report(Request((read_game(TEXTS[name].encode(), "small.toml"),)), RUN)
    told = json.dumps(document)
    assert f'"ev": "{literal(name).ev}"' in told
    assert "The best strategy is found anew for each pay" in told


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            THREE_CARD,
            '["player", "dealer"]\nqual',
            '["player", "player"]\nqual',
            "player and player are the same cards",
        ),
        (
            "wild-52",
            'dealers-hand = ["dealer"',
            'dealers-hand = ["player"',
            "players-hand and dealers-hand are the same cards",
        ),
        (
            "wild-six-card-poker",
            '["final", "dealer"]',
            '["final", "player"]',
            "deal.dealer: is a group that nothing looks at",
        ),
        (
            "pai-gow-wrangler-outlaw",
            'dealers-hand = { of = "dealer"',
            'dealers-hand = { of = "player"',
            "players-hand and dealers-hand are the same cards",
        ),
    ],
)
def test_one_hand_cannot_be_two(game: str, old: str, new: str, message: str) -> None:
    text = shipped_text(game)
    assert text.count(old) == 1
    with pytest.raises(GameFileError, match=message):
        from_text(text.replace(old, new)).game()


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "colour",
            'of = "player"',
            'of = "player"\nlimits = { ante = [1, 5], play = [1, 5] }',
            "limits of the first bet are read, no others",
        ),
    ],
)
def test_limits_that_nothing_reads_are_refused(name: str, old: str, new: str, message: str) -> None:
    assert TEXTS[name].count(old) == 1
    with pytest.raises(GameFileError, match=message):
        from_text(TEXTS[name].replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("play = { play = 1 }", 'play = { play = 1, then = "showdown" }'),
        ('sees = "first"', 'sees = ["first", "second"]'),
    ],
)
def test_other_rounds_with_community_cards_are_for_the_general_engine(old: str, new: str) -> None:
    assert TEXTS["community"].count(old) == 1
    assert not isinstance(from_text(TEXTS["community"].replace(old, new)).game().wagers[0], PlayWager)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bonus = [{ pays", "bonus = [{ qualified = true, pays"),
        ("play = [{ qualified = false, pays = 0", "play = [{ qualified = false, pays = 1"),
    ],
)
def test_what_is_another_shape_is_counted_there(old: str, new: str) -> None:
    """Lines that tell colours apart, in a settlement that the engine of fold or play does not know."""
    assert TEXTS["colour"].count(old) == 1
    game = from_text(TEXTS["colour"].replace(old, new)).game()
    assert isinstance(game.wagers[0], ContestWager)
