"""The duel engine against a literal one on small decks, samples of a real deck, published games, and sabotage."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import type_code
from analyzer.cards.wild import WildDeck
from analyzer.engines import too_long
from analyzer.engines.bets import BetChoice, Bets, Path
from analyzer.engines.contest import duel_counts, duel_later, duel_states
from analyzer.engines.contest.duel import check_solved, duel_choices, solve_duel
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.solved import RESULTS, EventNumbers, Solved
from analyzer.errors import CardError, CountError, SelectionError, TooLargeError, TooLongError
from analyzer.kernels import duel as kernel
from analyzer.kernels import suit_blocks
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.duel_games import CASES, ONE, SMALLEST, Case
from tests.duel_oracle import Event, Played, Player

ZERO = Fraction(0)
RUN = Run(jobs=1)


def compare(solved: Solved, duel: Duel, expected: Played) -> None:
    """Every number of the solution; a fold's deals may stand under any event."""
    events = solved.events
    assert solved.deals == sum(expected.outcomes.values())
    for path, ends in solved.outcomes.items():
        by_event: dict[Event, int] = {}
        for number, deals in enumerate(ends):
            kind, result, dealer_kind = events.event(number)
            by_event[kind, RESULTS[result], dealer_kind] = deals
        literal = {event: expected.outcomes[path, event] for event in by_event}
        assert by_event == literal, path
    for path, taken in solved.reached.items():
        assert list(taken) == [expected.reached[(*path, choice)] for choice in range(len(taken))]
    assert solved.expectation == expected.total / solved.deals
    assert dict(solved.ties) == {stage: expected.ties[stage] for stage in range(len(duel.sees_up))}


def compare_closest(solved: Solved, duel: Duel, player: Player) -> None:
    """The closest states are states, their values right, the nearest first, and no other is nearer."""
    place = {card: position for position, card in enumerate(duel.deck.cards)}
    for stage in range(len(duel.sees_up)):
        margins = []
        for near in (near for near in solved.closest if near.stage == stage):
            groups = {name: tuple(sorted(place[card] for card in cards)) for name, cards in near.cards.items()}
            seen = {
                tuple(values.items())
                for (own, up, path), values in player.values.items()
                if len(path) == stage and own == groups["own"] and (up or ()) == groups.get("up", ())
            }
            values = {choice: value for choice, value in enumerate(near.values) if value is not None}
            assert tuple(values.items()) in seen
            margins.append(margin(values))
        assert margins == sorted(margins)
        assert len(margins) <= 10


def margin(values: dict[int, Fraction]) -> Fraction:
    best = max(values.values())
    return best - max(value for value in values.values() if value < best)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.seed))
def test_against_the_literal_player(case: Case) -> None:
    against_the_literal_player(case)


@pytest.mark.parametrize("case", SMALLEST, ids=lambda case: str(case.seed))
def test_further_games_on_the_smallest_decks(case: Case) -> None:
    against_the_literal_player(replace(case, seed=case.seed + 100), jobs=2)


@pytest.mark.long
@pytest.mark.parametrize("turn", range(2, 40))
def test_many_games_against_the_literal_player(turn: int) -> None:
    for case in CASES:
        against_the_literal_player(replace(case, seed=case.seed + 100 * turn, strengths=1 + turn % 9))


def against_the_literal_player(case: Case, jobs: int = 1) -> None:
    game, duel, bets = case.build()
    player = Player(game)
    expected = player.play()
    states = DuelStates(duel, bets)
    # More may be alike by chance, where few numbers are drawn; never less.
    for one, other in combinations(range(len(case.looks.blocks)), 2):
        if case.looks.blocks[one] == case.looks.blocks[other]:
            assert states.blocks.blocks[one] == states.blocks.blocks[other]
    solved = solve_duel(duel, bets, Run(jobs=jobs))
    compare(solved, duel, expected)
    compare_closest(solved, duel, player)
    seen = list(player.values.items())
    never = not any(duel.sees_up)
    for (own, up, path), values in random.Random(case.seed).sample(seen, min(12, len(seen))):
        assert all(game.offered(path[:stage], choice, own) for stage, choice in enumerate(path))
        assert dict(duel_choices(duel, bets, own, None if never else up, path, RUN)) == values


# A real deck ----------------------------------------------------------------------------------------------------------


PAYS = {10: 100, 8: 50, 7: 20, 6: 7, 5: 5, 4: 4, 3: 3, 2: 2}


def priced(events: EventNumbers, pay: Callable[[int, str, int], Fraction | int]) -> tuple[Fraction, ...]:
    """What a bet pays in every event."""
    listed = [events.event(number) for number in range(len(events))]
    return tuple(Fraction(pay(kind, RESULTS[result], dealer)) for kind, result, dealer in listed)


def even(result: str) -> int:
    return {"win": 1, "tie": 0, "loss": -1}[result]


@cache
def caribbean_stud() -> tuple[Duel, Bets]:
    """The dealer qualifies with ace and king or better (kind 1); the player's kinds are the types of hands."""
    values = HandTable(WildDeck()).values
    types = type_code(values)
    first, second = values >> np.uint32(17) & 15, values >> np.uint32(13) & 15
    qualifies = ((types > 0) | (first == 14) & (second == 13)).astype(np.uint8)
    events = EventNumbers(11, 2)
    strengths = values >> np.uint32(1)
    duel = Duel(Deck(), 5, 1, 4, strengths, types.astype(np.uint8), strengths, qualifies, (True,), events)
    ante = priced(events, lambda kind, result, dealer: even(result) if dealer else 1)
    raised = priced(
        events, lambda kind, result, dealer: dealer * (PAYS.get(kind, 1) if result == "win" else even(result))
    )
    stage = BetChoice("fold", then="fold"), BetChoice("raise", ((1, Fraction(2)),), then="showdown")
    return duel, Bets((ONE, ZERO), (stage,), (ante, raised))


def test_caribbean_stud() -> None:
    """Published: the outcome counts, 5.2243 % of the ante, element of risk 2.555 %."""
    duel, bets = caribbean_stud()
    solved = solve_duel(duel, bets, Run(jobs=2))
    assert solved.deals == comb(52, 5) * 47 * comb(46, 4) == 19_933_230_517_200
    events = [solved.events.event(number) for number in range(len(solved.events))]
    raised = list(zip(events, solved.outcomes[1,], strict=True))
    assert sum(solved.outcomes[0,]) == 9_523_005_974_460
    assert sum(deals for (_, result, dealer), deals in raised if RESULTS[result] == "tie" and dealer) == 321_623_100
    assert sum(deals for (_, result, dealer), deals in raised if RESULTS[result] == "loss" and dealer) == (
        2_726_592_727_512
    )
    assert sum(deals for (_, _, dealer), deals in raised if not dealer) == 4_532_514_033_720
    assert f"{-100 * float(solved.expectation):.4f}" == "5.2243"
    assert f"{-100 * float(solved.expectation / solved.average_bet):.3f}" == "2.555"
    assert [near.values[1] for near in solved.closest[:1]] == [Fraction(-163183, 163185)]
    assert len(solved.closest) == 10


def test_states_of_a_real_deck() -> None:
    """Sampled states, before and after the up card is seen, against every dealer hand, dealt in plain Python."""
    duel, bets = caribbean_stud()
    random_ = random.Random(5)
    drawn = [random_.sample(range(52), 6) for _ in range(4)]
    for *own, up in drawn:
        kind, strength = int(duel.own_kinds[colex_index(own)]), int(duel.own_strengths[colex_index(own)])
        nets = bets.nets((1,), len(duel.events))
        total = ZERO
        for event, deals in dealt(duel, own, up, strength).items():
            total += deals * nets[duel.events.number(kind, *event)]
        values = duel_choices(duel, bets, own, [up], (), RUN)
        assert values == [(0, Fraction(-1)), (1, total / comb(46, 4))]


def dealt(duel: Duel, own: Sequence[int], up: int, strength: int) -> dict[tuple[int, int], int]:
    """[result, dealer's kind] of all hands with that up card."""
    place = [[comb(card, size) for size in range(6)] for card in range(52)]
    strengths, kinds = duel.dealer_strengths.tolist(), duel.dealer_kinds.tolist()
    counts: dict[tuple[int, int], int] = {}
    left = [card for card in range(52) if card not in own and card != up]
    for down in combinations(left, 4):
        a, b, c, d, e = sorted((*down, up))
        index = place[a][1] + place[b][2] + place[c][3] + place[d][4] + place[e][5]
        result = 0 if strengths[index] < strength else 1 if strengths[index] == strength else 2
        counts[result, kinds[index]] = counts.get((result, kinds[index]), 0) + 1
    return counts


def test_sweep_of_a_real_deck() -> None:
    """The sweep's counts of states with one up card against every hand dealt by the kernel that deals them."""
    duel, bets = caribbean_stud()
    states = DuelStates(duel, bets)
    counted = duel_counts.DuelCounts(states, RUN)
    random_ = random.Random(8)
    for number in random_.sample(range(len(states.ups)), 2):
        seen, counts = counted.counted(number)
        for row in random_.sample(range(len(seen)), 10):
            literal = duel_counts.counts_against(states, seen.hands[row].tolist(), seen.up)
            assert np.array_equal(counts[row], literal)
        direct = dealt(duel, seen.hands[7].tolist(), seen.up[0], int(duel.own_strengths[seen.own[7]]))
        assert {key: int(counts[7][key]) for key in direct} == direct


@cache
def three_card_poker() -> tuple[Duel, Bets]:
    from analyzer.cards.colex import hands_of_deck
    from analyzer.cards.ranking import Ranking
    from analyzer.kernels import evaluate

    (hands,) = hands_of_deck(Deck(), 3)
    values = evaluate.values_of_cards(hands, 3, Ranking().kernel_arguments)
    types = (type_code(values) - 16).astype(np.uint8)
    qualifies = ((types > 0) | ((values >> np.uint32(17) & 15) >= 12)).astype(np.uint8)
    events = EventNumbers(6, 2)
    strengths = values >> np.uint32(1)
    duel = Duel(Deck(), 3, 0, 3, strengths, types, strengths, qualifies, (True,), events)
    play = priced(events, lambda kind, result, dealer: even(result) * dealer)
    ante = priced(
        events,
        lambda kind, result, dealer: (even(result) if dealer else 1) + {5: 5, 4: 4, 3: 1}.get(kind, 0),
    )
    stage = BetChoice("fold", then="fold"), BetChoice("play", ((1, ONE),), then="showdown")
    return duel, Bets((ONE, ZERO), (stage,), (ante, play))


def test_three_card_poker() -> None:
    duel, bets = three_card_poker()
    solved = solve_duel(duel, bets, RUN)
    assert f"{-100 * float(solved.expectation):.4f}" == "3.3730"
    assert f"{-100 * float(solved.expectation / solved.average_bet):.2f}" == "2.01"


def test_up_cards_that_nobody_sees_are_dealt_apart() -> None:
    duel, bets = three_card_poker()
    hidden = solve_duel(replace(duel, up=1, down=2, sees_up=(False,)), bets, RUN)
    solved = solve_duel(duel, bets, RUN)
    assert hidden.expectation == solved.expectation
    assert hidden.deals == 3 * solved.deals == comb(52, 3) * 49 * comb(48, 2)
    assert hidden.outcomes[1,] == [3 * deals for deals in solved.outcomes[1,]]


# The store ------------------------------------------------------------------------------------------------------------


def test_solutions_and_counts_are_kept(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same again is not solved; other pays are priced on the same counts; other hands are counted."""
    case = CASES[4]
    _, duel, bets = case.build()
    run = Run(jobs=1, store=Store(tmp_path))
    solved = solve_duel(duel, bets, run)
    swept: list[int] = []
    sweep = kernel.sweep

    def noted(*given: Any) -> None:
        swept.append(1)
        sweep(*given)

    monkeypatch.setattr(kernel, "sweep", noted)
    again = solve_duel(duel, bets, run)
    for name in ("deals", "expectation", "outcomes", "reached", "ties", "closest"):
        assert getattr(again, name) == getattr(solved, name), name
    _, _, others = replace(case, scale=3).build()
    assert solve_duel(duel, others, run).expectation == solve_duel(duel, others, RUN).expectation != solved.expectation
    assert len(swept) == len(DuelStates(duel, bets).ups) * 2  # those without a store
    swept.clear()
    other = replace(duel, dealer_kinds=duel.dealer_kinds[::-1].copy())
    assert solve_duel(other, bets, run).outcomes != solved.outcomes
    assert swept


@pytest.mark.parametrize("changed", ["offered", "order", "pays"])
def test_all_of_the_bets_is_in_the_key(changed: str, tmp_path: File) -> None:
    duel, bets = three_card_poker()
    run = Run(jobs=1, store=Store(tmp_path))
    before = solve_duel(duel, bets, run)
    fold, play = bets.stages[0]
    if changed == "offered":
        other = Bets(bets.start, ((fold, replace(play, offered=duel.own_kinds > 0)),), bets.pays)
    elif changed == "order":
        other = Bets(bets.start, ((play, fold),), bets.pays)
    else:
        other = Bets(bets.start, bets.stages, (bets.pays[0], tuple(2 * pay for pay in bets.pays[1])))
    kept, fresh = solve_duel(duel, other, run), solve_duel(duel, other, RUN)
    assert kept.outcomes == fresh.outcomes
    assert kept.expectation == fresh.expectation
    assert changed == "order" or kept.expectation != before.expectation


# Wrong use and sabotage -----------------------------------------------------------------------------------------------


def small() -> tuple[Duel, Bets]:
    _, duel, bets = CASES[4].build()
    return duel, bets


REFUSED: dict[str, tuple[Callable[[Duel, Bets], object], type[Exception], str]] = {
    "own": (lambda d, b: solve_duel(replace(d, own=7), b, RUN), SelectionError, "cannot be dealt"),
    "no down": (lambda d, b: solve_duel(replace(d, down=0), b, RUN), SelectionError, "one of the dealer's is down"),
    "strengths": (
        lambda d, b: solve_duel(replace(d, own_strengths=d.own_strengths[1:]), b, RUN),
        CountError,
        "84 own hands",
    ),
    "kinds": (
        lambda d, b: solve_duel(replace(d, events=EventNumbers(2, 1)), b, RUN),
        CountError,
        "kinds .uint8., all below 1",
    ),
    "stages": (lambda d, b: solve_duel(replace(d, sees_up=(True,)), b, RUN), SelectionError, "2 stages of choices"),
    "path": (lambda d, b: duel_choices(d, b, [0, 1, 2], None, (9,), RUN), SelectionError, "no decision follows"),
    "cards": (lambda d, b: duel_choices(d, b, [0, 1, 1], None, (), RUN), CardError, "3 different positions"),
    "unseen": (lambda d, b: duel_choices(d, b, [0, 1, 2], [3], (), RUN), CardError, "0 of the dealer's"),
    "not given": (lambda d, b: duel_choices(d, b, [0, 1, 2], None, (0,), RUN), CardError, "1 of the dealer's"),
    "twice": (lambda d, b: duel_choices(d, b, [0, 1, 2], [2], (0,), RUN), CardError, "must be different"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    wrong, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        wrong(*small())


def test_hands_without_a_choice_are_refused() -> None:
    duel, bets = three_card_poker()
    fold, play = bets.stages[0]
    never = np.zeros(comb(52, 3), dtype=np.bool_)

    class Later(Bets):
        def offered_on(self, path: Path, choice: int) -> NDArray[np.bool_] | None:
            return never if path else None

    later = Later(bets.start, ((fold, BetChoice("on")), (fold, play)), bets.pays)
    with pytest.raises(SelectionError, match="at stage 2, after on, there is a hand with which no choice is offered"):
        solve_duel(replace(duel, sees_up=(True, True)), later, RUN)
    paired = BetChoice("on", offered=duel.own_kinds > 0)
    asked = Bets(bets.start, ((fold, paired), (fold, play)), bets.pays)
    with pytest.raises(SelectionError, match="on is not offered with these cards"):
        duel_choices(replace(duel, sees_up=(True, True)), asked, [0, 5, 22], None, (1,), RUN)


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    duel, bets = small()
    with pytest.raises(TooLargeError, match="6 own cards are more than a duel counts; it counts 1 to 5"):
        DuelStates(replace(duel, deck=Deck(), own=6), bets)
    with pytest.raises(TooLargeError, match="7 dealer cards of 52"):
        DuelStates(replace(duel, deck=Deck(), up=0, down=7), bets)
    monkeypatch.setattr(too_long, "MAX_SECONDS", 0)
    with pytest.raises(TooLongError, match=r"a duel of \d own cards beside \d that are up.* would take about"):
        solve_duel(duel, bets, RUN)


def test_states_that_do_not_fit_in_memory_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    duel, bets = small()
    expected = solve_duel(duel, bets, RUN)
    monkeypatch.setattr(duel_later, "KEPT_BYTES", 0)
    monkeypatch.setattr(duel_counts, "KEPT_BYTES", 0)
    monkeypatch.setattr(duel_states, "MAX_TABLE", 0)
    solved = solve_duel(duel, bets, Run(jobs=2))
    assert solved.outcomes == expected.outcomes
    assert solved.closest == expected.closest


Counts = NDArray[np.uint32]


def one_more(counts: Counts) -> None:
    counts[0, 0, 0] += 1


def ties_lost(counts: Counts) -> None:
    counts[:, 0] += counts[:, 1]
    counts[:, 1] = 0


def kinds_exchanged(counts: Counts) -> None:
    counts[:] = counts[:, :, ::-1].copy()


def results_exchanged(counts: Counts) -> None:
    counts[:] = counts[:, ::-1].copy()


@pytest.mark.parametrize("fault", [one_more, ties_lost, kinds_exchanged, results_exchanged])
@pytest.mark.parametrize("case", [CASES[0], CASES[4]], ids=["at once", "later"])
def test_faults_of_the_sweep_are_noticed(
    fault: Callable[[Counts], None], case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, duel, bets = case.build()
    sweep = kernel.sweep

    def faulty(*given: Any) -> None:
        sweep(*given)
        if given[-1] == 1:  # the last kind
            fault(given[-2])

    monkeypatch.setattr(kernel, "sweep", faulty)
    with pytest.raises(CountError):
        solve_duel(duel, bets, RUN)


def test_faults_of_a_solution_are_noticed() -> None:
    duel, bets = small()
    solved = solve_duel(duel, bets, RUN)
    path = max(solved.outcomes, key=lambda path: sum(solved.outcomes[path]) if bets.last(path).then != "fold" else 0)
    ends = list(solved.outcomes[path])
    nets = bets.nets(path, len(ends))
    one = next(event for event, deals in enumerate(ends) if deals)
    other = next(event for event in range(len(ends)) if nets[event] != nets[one])
    moved = [deals - (event == one) + (event == other) for event, deals in enumerate(ends)]
    lost = [deals - (event == one) for event, deals in enumerate(ends)]
    with pytest.raises(CountError, match="a round"):
        check_solved(replace(solved, outcomes={**solved.outcomes, path: moved}), solved.deals)
    with pytest.raises(CountError, match="do not add up"):
        check_solved(replace(solved, outcomes={**solved.outcomes, path: lost}), solved.deals)
    reached = {before: [taken + 1 for taken in row] for before, row in solved.reached.items()}
    with pytest.raises(CountError, match="deals are lost"):
        check_solved(replace(solved, reached=reached), solved.deals)


def test_suits_that_are_told_apart_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Believing that suits are alike where they are not gives other counts, or is noticed."""
    game, duel, bets = CASES[9].build()
    expected = Player(game).play()
    monkeypatch.setattr(suit_blocks, "same_when_exchanged", lambda *given: True)
    try:
        solved = solve_duel(duel, bets, RUN)
    except CountError:
        return
    assert solved.expectation != expected.total / solved.deals
