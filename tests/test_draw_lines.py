"""Lines of wagers with a draw, of every kind and overlapping, against every deal played out one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from analyzer.cards.deck import hand_name
from analyzer.change.design.search import Targets, design, read_range, read_spans
from analyzer.documents import JsonDict
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.final_hands import draws_by_category
from analyzer.errors import CountError, GameFileError
from analyzer.game.file import parse_game_file
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing import draws
from analyzer.pricing.analysis import analyze, analyze_wager
from analyzer.pricing.draws import draw_result
from analyzer.pricing.linear import linear_decisions
from analyzer.report.sensitivity import STEPS, Repriced
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from analyzer.trust.simulate import simulate
from analyzer.trust.stakes import joint_moments
from analyzer.trust.table_layout import TableLayout
from tests.draw_oracle import DrawGame, settle
from tests.helpers import on_deck, shipped_text
from tests.test_stakes import every_rows

RUN = Run(jobs=1)
TYPES = [
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush", "five-of-a-kind",
]  # fmt: skip
# 12 or 13 cards: with missing suits and ranks, jokers of both kinds, and the wheel.
DECKS = [
    ("8-A", "cd", 0), ("9-A", "hs", 1), ("9-K", "ds", 2), ("T,Q-A", "cdh", 0), ("A,2-5", "cs", 2), ("J-A", "dhs", 1),
    ("Q-A", "cdhs", 0), ("Q-A", "cdhs", 1), ("2-9,J-A", "c", 1), ("7,9,J-A", "dh", 2),
]  # fmt: skip
EVERYTHING = {"at_least": "high-card"}


# --- random games ----------------------------------------------------------------------------------------------------


def random_line(random: Random, suits: str, jokers: int) -> JsonDict:
    """One line over the whole vocabulary that a wager with a draw has; without wild cards every hand is natural."""
    natural: JsonDict = random.choice([{}, {}, {"natural": True}, {"natural": False}])
    natural = natural if jokers else {}
    some_ranks = random.choice(["A", "Q-A", "T-Q", "2-9", "3,5,J,A"])
    kinds = ["hand", "ranked", "at_least", "groups", "whole", "high", "without"]
    kinds += ["jokers"] * (jokers > 0) + ["colour"] * (len(suits) <= 2)
    kind = random.choice(kinds)
    few = random.sample(TYPES, random.randint(1, 4))
    group = random.choice(["2", "3", "4", "2+2", "3+2"])
    lines: dict[str, JsonDict] = {
        "hand": {"hand": few} | natural,
        "ranked": {"hand": few, "ranks": some_ranks} | natural,
        "at_least": {"at_least": random.choice(TYPES)},
        # What natural = false means beside groups is another wager's test.
        "groups": {"groups": group} | random.choice([{}, {"natural": True} if jokers else {}, {"ranks": some_ranks}]),
        "whole": {"whole": random.choice(["straight", "flush", "straight-flush"])} | natural,
        "high": {"high": some_ranks},
        "without": {"without": random.sample(TYPES[1:], random.randint(1, 3))},
        "jokers": {"jokers": random.randint(0, jokers)},
        "colour": {"colour": "one"},
    }
    line = lines[kind]
    if random.random() < 0.2 and "high" not in line:
        line["high"] = "J-A"
    return line


def random_game(seed: int) -> DrawGame:
    random = Random(seed)
    ranks, suits, jokers = random.choice(DECKS)
    joker = random.choice(["wild", "bug"]) if jokers else "none"
    lines: list[JsonDict] = []
    for _ in range(random.randint(0, 6)):
        line = random_line(random, suits, jokers)
        if line not in lines:
            lines.append(line)
    lines.insert(random.choice([len(lines), random.randint(0, len(lines))]), EVERYTHING)
    lines = [line for i, line in enumerate(lines) if line not in lines[:i]]
    denominator = random.choice([1, 1, 2, 7, 999_999_937])
    pays = tuple(Fraction(random.randint(0, 9 * denominator), denominator) for _ in lines)
    return DrawGame(
        ranks, suits, jokers, joker, random.choice(["lowest", "second_highest"]),
        random.choice(["royal", "five_of_a_kind"]), random.choice([5, 6]), tuple(lines), pays,
        random.choice(["most", "most", "first"]), random.random() < 0.5,
        random.choice([None, *TYPES[3:]]), random.choice(["paytable", "even_money", "3/7"]),
    )  # fmt: skip


def check(game: DrawGame) -> None:
    """The engine finds every outcome, the expectation, the choices and what each is worth with some hands."""
    literal = settle(game)
    file = parse_game_file(game.text().encode(), "drawn")
    (result,) = analyze(file, run=RUN).wagers
    assert {outcome.name: outcome.count for outcome in result.outcomes if outcome.count} == +literal.outcomes
    assert result.ev == literal.ev
    hands = literal.choices.total()
    assert {key: Fraction(share) * hands for key, share in result.document()["choices"].items()} == {
        key: literal.choices[key] for key in ("automatic win", "stand pat", "discard")
    }
    assert int(result.document()["ties"]["discard"]) == literal.ties
    for hand in list(literal.best)[:: max(1, len(literal.best) // 3)]:
        answer = hand_choices(file, hand_name(hand), run=RUN)
        assert sorted({choice.ev for choice in answer.choices}) == sorted(set(literal.best[hand]))


@pytest.mark.parametrize("seed", range(8))
def test_random_games_equal_every_deal_played_out(seed: int) -> None:
    check(random_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_more_random_games_equal_every_deal_played_out(seed: int) -> None:
    check(random_game(seed))


# --- what the lines may say ------------------------------------------------------------------------------------------

OVERLAPPING = DrawGame(
    "9-A", "hs", 1, "wild", "lowest", "royal", 6,
    ({"high": "Q-A"}, {"jokers": 1}, {"hand": ["pair", "two-pair"]}, {"groups": "3"}, {"whole": "flush"}, EVERYTHING),
    tuple(map(Fraction, ("2", "3", "1", "4", "5/2", "0"))), stand_pat=True, automatic_win="straight-flush",
)  # fmt: skip


def wager_of(game: DrawGame) -> tuple[Any, DrawWager]:
    built = parse_game_file(game.text().encode(), "drawn").game()
    (wager,) = built.wagers
    assert isinstance(wager, DrawWager)
    return built, wager


def paytable(*pays: Fraction | int) -> Paytable:
    return Paytable("other", tuple(Pay(Fraction(pay)) for pay in pays))


@pytest.mark.parametrize("overlap", ["most", "first"])
def test_overlapping_lines(overlap: str) -> None:
    check(replace(OVERLAPPING, overlap=overlap))


def test_lines_on_jokers_in_a_shipped_game() -> None:
    """By the number of jokers in the final hand: the value of a hand does not tell it."""
    lines = "".join(f"lines.jokers-{n} = {{ jokers = {n} }}\npays.jokers-{n} = 1\n" for n in range(3))
    text = on_deck(shipped_text("wild-six-card-poker"), "8-Q", "cd")
    settled = 'settle.poker = [{ on = "automatic-win", pays = "$auto_win_pays" }]\n'
    assert text.count(settled) == 1
    by_lines = settled.replace("]\n", ', { on = "win", pays = "paytable" }]\nof = "final"\n') + lines
    alone = text.replace(settled, by_lines)
    (split,) = analyze(parse_game_file(alone.encode(), "split"), wager="poker", run=RUN).wagers
    (whole,) = analyze(parse_game_file(text.encode(), "whole"), wager="poker", run=RUN).wagers
    assert split.ev == whole.ev
    wins = {outcome.name: outcome.count for outcome in split.outcomes if outcome.name.startswith("win")}
    assert set(wins) == {"win/jokers-0", "win/jokers-1", "win/jokers-2"}
    assert sum(wins.values()) == {outcome.name: outcome.count for outcome in whole.outcomes}["win"]


def test_more_categories_than_a_byte_numbers() -> None:
    ranks = "89TJQKA"
    lines: list[JsonDict] = [{"high": rank} for rank in ranks[2:]]
    lines += [{"hand": TYPES, "ranks": rank} for rank in ranks]
    lines += [{"groups": "2", "ranks": rank} for rank in ranks] + [{"jokers": 1}, {"hand": "straight"}, EVERYTHING]
    pays = tuple(Fraction(7 * place % 23, 3) for place in range(len(lines)))
    game = DrawGame("8-A", "hs", 1, "wild", "lowest", "royal", 5, tuple(lines), pays, stand_pat=True)
    assert len(DrawSolver(*wager_of(game), RUN).categories) > 256
    check(game)


def test_a_line_whose_hands_are_all_taken_is_warned_of() -> None:
    def warnings(*pays: int) -> tuple[str, ...]:
        game = replace(OVERLAPPING, pays=tuple(map(Fraction, pays)))
        (result,) = analyze(parse_game_file(game.text().encode(), "drawn"), run=RUN).wagers
        return result.warnings

    assert warnings(1, 2, 3, 4, 5, 0) == ("line l5 can never be hit: l0, l1, l2, l3, l4 takes all its hands",)
    assert warnings(1, 2, 3, 4, 5, 9) == tuple(
        f"line l{line} can never be hit: l5 takes all its hands" for line in range(5)
    )


# --- everything that reads draws -------------------------------------------------------------------------------------


@pytest.mark.parametrize("overlap", ["most", "first"])
def test_decisions_as_functions_of_the_pays_follow_the_paid_lines(overlap: str) -> None:
    built, wager = wager_of(replace(OVERLAPPING, overlap=overlap))
    solver, decisions = DrawSolver(built, wager, RUN), linear_decisions(built, wager, RUN)
    assert decisions is not None
    random = Random(7)
    for _ in range(8):
        pays = [Fraction(random.randint(0, 12), random.choice([1, 2])) for _ in wager.lines]
        table = paytable(*pays)
        best = decisions.best(pays)
        assert decisions.expectation(pays, best) == draw_result(solver, table).ev
        assert (best == solver.choices(table).best[~solver.automatic]).all()


@pytest.mark.parametrize("overlap", ["most", "first"])
def test_sensitivities_are_those_of_the_changed_paytables(overlap: str) -> None:
    built, wager = wager_of(replace(OVERLAPPING, overlap=overlap))
    solver, decisions = DrawSolver(built, wager, RUN), linear_decisions(built, wager, RUN)
    assert decisions is not None
    (table,) = wager.paytables
    played = solver.choices(table).best
    changed = [
        Paytable("other", tuple(Pay(pay.amount + step * (i == line)) for i, pay in enumerate(table.pays)))
        for line, step in product(range(len(table.pays)), STEPS)
    ]
    edges = Repriced(decisions, [pay.amount for pay in table.pays]).edges(changed)
    for one, (best, held) in zip(changed, edges, strict=True):
        assert best is not None
        assert held is not None
        assert -best.amount == draw_result(solver, one).ev
        assert -held.amount == solver.expectation(one, played)


@pytest.mark.parametrize("overlap", ["most", "first"])
@pytest.mark.parametrize("vary", ["l0=0..4,l3=1..5", "l3=1..5,l0=0..4", "l5=0..5:1/2", "l1=0..4,l2=0..3,l4=1..4"])
def test_designs_of_overlapping_lines(overlap: str, vary: str) -> None:
    built, wager = wager_of(replace(OVERLAPPING, overlap=overlap))
    (base,) = wager.paytables
    spans = read_spans(vary, [line.id for line in wager.lines])
    targets = Targets(read_range("-100..100", "--target"))
    designs = design(built, wager, base, spans, targets, RUN)
    solver = DrawSolver(built, wager, RUN)
    expected = {}
    for chosen in product(*(span.pays for span in spans)):
        pays = [pay.amount for pay in base.pays]
        for span, pay in zip(spans, chosen, strict=True):
            pays[int(span.line[1:])] = pay
        table = paytable(*pays)
        expected[tuple(pays)] = -solver.expectation(table, solver.choices(table).best)
    assert {candidate.pays: candidate.house_edge for candidate in designs.candidates} == expected


@pytest.mark.parametrize("overlap", ["most", "first"])
def test_a_simulation_names_the_lines_that_are_paid(overlap: str) -> None:
    game = replace(OVERLAPPING, overlap=overlap)
    simulation = simulate(parse_game_file(game.text().encode(), "drawn"), rounds=60_000, seed=5, run=RUN)
    (wager,) = simulation.wagers
    assert simulation.agrees
    assert all(abs(cell.z) < 5 for cell in wager.cells)


SIDE_BETS = """
[wagers.jokers]
name = "Jokers"
lines.player = { of = "player", jokers = 1 }
lines.dealer = { of = "dealer", jokers = 1 }
pays.player = 2
pays.dealer = 3
"""


@pytest.mark.parametrize("overlap", ["most", "first"])
def test_stakes_beside_overlapping_lines_equal_every_deal(overlap: str) -> None:
    """The showdown with a bet on the jokers, which splits it by whether the dealer has the one that is left."""
    text = replace(OVERLAPPING, overlap=overlap, automatic_win_pays="3/7").text() + SIDE_BETS
    game = parse_game_file(text.encode(), "drawn").game()
    layout = TableLayout(game, RUN)
    for wager in game.wagers:
        layout.add(wager, wager.paytables)
    packs = every_rows(game, ("player", "draw", "dealer"), layout)
    keys = layout.table.settle_cards(packs)
    nets = []
    for bet in layout.bets:
        (result,) = analyze_wager(game, bet.wager, bet.wager.paytables, RUN)
        by_name = {outcome.name: outcome.net.amount for outcome in result.outcomes}
        nets.append([by_name[bet.name_of(int(key))] for key in keys[:, bet.place]])
    moments = joint_moments(game, [(bet.wager, bet.paytable) for bet in layout.bets], RUN)
    for (one, first), (other, second) in product(zip(layout.bets, nets, strict=True), repeat=2):
        products = sum((a * b for a, b in zip(first, second, strict=True)), Fraction(0))
        key = (one.wager.id, one.paytable.id), (other.wager.id, other.paytable.id)
        assert moments.products[key] == products / len(packs)


# --- the automatic win follows the order of hands --------------------------------------------------------------------


@pytest.mark.parametrize("top_hand", ["royal", "five_of_a_kind"])
@pytest.mark.parametrize("automatic_win", ["straight-flush", "royal-flush", "five-of-a-kind"])
def test_the_automatic_win_follows_the_order_of_hands(top_hand: str, automatic_win: str) -> None:
    game = DrawGame(
        "T-A", "cd", 2, "wild", "lowest", top_hand, 5, (EVERYTHING,), (Fraction(1),),
        automatic_win=automatic_win, automatic_win_pays="even_money",
    )  # fmt: skip
    check(game)
    simulation = simulate(parse_game_file(game.text().encode(), "drawn"), rounds=30_000, seed=2, run=RUN)
    assert simulation.agrees


def test_84_royal_flushes_win_at_once() -> None:
    straight = 'automatic_win = { of = "player", at_least = "straight" }'
    text = shipped_text("wild-six-card-poker")
    assert text.count(straight) == 1
    text = text.replace(straight, straight.replace("straight", "royal-flush"))
    game = parse_game_file(text.encode(), "royal").game()
    (wager,) = (wager for wager in game.wagers if isinstance(wager, DrawWager))
    solver = DrawSolver(game, wager, RUN)
    assert int(solver.hands.weights[solver.automatic].sum()) == 84


# --- what is refused -------------------------------------------------------------------------------------------------

PLAIN = DrawGame("9-A", "cdh", 0, "none", "lowest", "royal", 6, (EVERYTHING,), (Fraction(1),))


def faults_of(text: str) -> str:
    with pytest.raises(GameFileError) as error:
        parse_game_file(text.encode(), "drawn").game()
    return str(error.value)


def test_colours_are_for_the_general_engine_where_a_renaming_of_suits_changes_them() -> None:
    lines = ({"whole": "straight"}, {"colour": "one"}, EVERYTHING)
    game = replace(PLAIN, lines=lines, pays=tuple(map(Fraction, (1, 1, 1))))
    assert not isinstance(parse_game_file(game.text().encode(), "drawn").game().wagers[0], DrawWager)
    for suits in ("cs", "dh", "ch", "s"):
        ranks = "9-A" if len(suits) > 1 else "2-A"
        parse_game_file(replace(game, ranks=ranks, suits=suits).text().encode(), "drawn").game()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "player = 5",
            "player = 4",
            "wagers.w.compare: final is ranked in the four-card order and dealer in the poker",
        ),
        ('"dealer"]', '"player"]', "deal.dealer: is a group that nothing looks at"),
    ],
)
def test_groups_that_one_discard_would_ignore_are_refused(old: str, new: str, message: str) -> None:
    text = PLAIN.text()
    assert text.count(old) == 1
    assert message in faults_of(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"), [("player = 5", "player = 6"), ("dealer = 6", "dealer = 7"), ("draw = 1", "draw = 2")]
)
def test_other_groups_are_for_the_general_engine(old: str, new: str) -> None:
    text = PLAIN.text()
    assert text.count(old) == 1
    assert isinstance(parse_game_file(text.replace(old, new).encode(), "drawn").game().wagers[0], RoundWager)


def test_all_groups_are_dealt_from_one_deck_with_the_draw() -> None:
    text = replace(PLAIN, ranks="J-A").text()
    parse_game_file(text.encode(), "12 cards").game()
    bonus = """
[wagers.b]
name = "B"
of = "bonus"
pays.pair = 1
"""
    assert "needs 15 cards, the deck has 12" in faults_of(
        text.replace("dealer = 6\n", "dealer = 6\nbonus = 3\n") + bonus
    )


# --- exact beyond 64 bits --------------------------------------------------------------------------------------------


def test_pays_that_64_bits_do_not_hold() -> None:
    pays = tuple(Fraction(10**9 * d - 1, d) for d in (999_999_937, 999_999_893, 999_999_883))
    lines = ({"hand": ["pair", "two-pair"]}, {"at_least": "straight"}, EVERYTHING)
    game = replace(OVERLAPPING, lines=lines, pays=pays, automatic_win_pays="paytable")
    built, wager = wager_of(game)
    values, denominator = DrawSolver(built, wager, RUN).choice_values(wager.paytables[0])
    assert values.dtype == object
    assert denominator > 2**64
    check(game)


# --- checks that must be able to fail --------------------------------------------------------------------------------


def test_outcomes_that_are_not_worth_what_decisions_are(monkeypatch: pytest.MonkeyPatch) -> None:
    built, wager = wager_of(OVERLAPPING)
    solver = DrawSolver(built, wager, RUN)
    right = draws.draw_outcomes

    def moved(wager: DrawWager, paid: list[int], table: Paytable, totals: dict[str, list[int]]) -> Any:
        """One deal of a tie becomes a win: the number of deals stays."""
        totals["win"][0] += 1
        totals["tie"][0] -= 1
        return right(wager, paid, table, totals)

    monkeypatch.setattr(draws, "draw_outcomes", moved)
    with pytest.raises(CountError, match="outcomes are worth"):
        draw_result(solver, wager.paytables[0])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda draws: draws[0, 0].__setitem__(0, draws[0, 0, 0] + 1), "do not add up to 8 cards"),
        (lambda draws: draws[:].__setitem__(slice(None), draws[:, :, ::-1].copy()), "more showdowns than draws"),
    ],
)
def test_draws_that_are_put_in_a_wrong_category(monkeypatch: pytest.MonkeyPatch, spoil: Any, message: str) -> None:
    def spoilt(*arguments: Any) -> Any:
        draws = draws_by_category(*arguments)
        spoil(draws)
        return draws

    built, wager = wager_of(OVERLAPPING)
    monkeypatch.setattr("analyzer.engines.duel.discard.draws_by_category", spoilt)
    with pytest.raises(CountError, match=message):
        _ = DrawSolver(built, wager, RUN).counted
