"""Any stakes on wagers made together: covariance matrix, return and volatility, exact. What is not exact is not given.

How the joint moments are computed depends on which cards the wagers look at:

- one wager: its own moments;
- a discard, with lines on the cards dealt, on these and the draw, or on the dealer's: the tally of joint.py;
- a discard, with lines on the cards dealt and with jokers: by classes of hands. Given the player's cards the lines are
  fixed, so products need only the expected result of the showdown for each class;
- one street, with lines on its cards: every class of player's hands with every hand of the dealer, one by one;
- lines and jokers on the same cards: given those cards the jokers lie in the seats by chance alone;
- two set hands and the wager on their push: the cells of the pair count.

A progressive is taken at its meter: then it is a wager with fixed pays. Whatever the method, each wager must have the
mean that its own analysis gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.paid_lines import paid_lines, pay_of
from analyzer.engines.tally import count_lines
from analyzer.engines.two_hands.results import result_of
from analyzer.engines.two_hands.solver import push_limit, set_solver
from analyzer.errors import CountError, SelectionError
from analyzer.game.joining import why_not_joined
from analyzer.game.lines import LineTest, line_records
from analyzer.game.model import (
    DrawWager,
    Game,
    JokersWager,
    Line,
    LinesWager,
    Pay,
    Paytable,
    PlayWager,
    PushWager,
    SetWager,
    Wager,
)
from analyzer.kernels import lines as lines_kernel
from analyzer.numbers import parse_number, root_text
from analyzer.pricing.analysis import analyze_wager, select_paytables, select_wagers
from analyzer.pricing.draws import draw_result
from analyzer.pricing.joint import Bet, JointMoments, Made, bet_of, draw_moments
from analyzer.pricing.moments import net_of, to_fraction
from analyzer.run.jobs import Run
from analyzer.trust.simulate import TableLayout

Spread = list[tuple[Fraction, tuple[Fraction, ...]]]  # (weight, net result of each wager)


@dataclass(frozen=True)
class Stake:
    """An amount staked on one wager under one paytable."""

    wager: Wager
    paytable: Paytable
    amount: Fraction

    @property
    def bet(self) -> Bet:
        return self.wager.id, self.paytable.id


def parse_stakes(game: Game, text: str) -> tuple[Stake, ...]:
    """`poker=5,draw-bonus/B2=1`: the first paytable unless one is named."""
    stakes: list[Stake] = []
    for piece in text.split(","):
        name, equals, amount = piece.strip().partition("=")
        wager_id, _, paytable = name.partition("/")
        value = parse_number(amount) or Fraction(0)
        if not equals or value <= 0:
            raise SelectionError(f"stake {piece.strip()!r} must be WAGER=AMOUNT, such as {game.wagers[0].id}=5")
        (wager,) = select_wagers(game, wager_id)
        stake = Stake(wager, select_paytables(wager, paytable or None)[0], value)
        if stake.wager.id in {other.wager.id for other in stakes}:
            raise SelectionError(f"{wager_id} is staked twice")
        if not wager.has_stake and value != 1:
            raise SelectionError(
                f"{wager_id} has no stake, its amounts are dollars a round: it is made or not, so write {name}=1"
            )
        stakes.append(stake)
    _check_needs(stakes)
    return tuple(stakes)


def _check_needs(stakes: Sequence[Stake]) -> None:
    """Some wagers may be made only beside another."""
    made = {stake.wager.id for stake in stakes}
    for stake in stakes:
        needed = stake.wager.needs
        if needed and needed not in made:
            raise SelectionError(
                f"{stake.wager.id} may be made only together with {needed}; add {needed}=AMOUNT to the stakes"
            )


def _check_meter(stakes: Sequence[Stake], meter: Fraction | None) -> None:
    if meter is None:
        return
    if meter < 0:
        raise SelectionError(f"a meter cannot be {meter}; it is 0 or more")
    if not any(isinstance(stake.wager, LinesWager) and stake.wager.meter is not None for stake in stakes):
        raise SelectionError("none of these wagers has a meter; leave out --meter, or add a progressive to the stakes")


def stakes_document(game: Game, text: str, run: Run, meter: Fraction | None = None) -> dict[str, Any]:
    """Return and volatility of the stakes together, and the covariance matrix of one unit on each."""
    stakes = parse_stakes(game, text)
    _check_meter(stakes, meter)
    moments = joint_moments(game, [(stake.wager, stake.paytable) for stake in stakes], run, meter)
    bets = [stake.bet for stake in stakes]
    staked = sum((stake.amount for stake in stakes if stake.wager.has_stake), Fraction(0))
    document = moments.result(bets, [stake.amount for stake in stakes], staked)
    covariance = [[str(moments.covariance(one, other)) for other in bets] for one in bets]
    return document | {
        "staked": str(staked),
        "standard_deviation": root_text(Fraction(document["variance"])),
        "means": [str(moments.means[bet]) for bet in bets],
        "covariance": covariance,
    }


def joint_moments(game: Game, made: Sequence[Made], run: Run, meter: Fraction | None = None) -> JointMoments:
    """Means and products of the wagers' net results; an error where they cannot be computed exactly."""
    made = _at_meter(made, meter)
    moments = _alone(game, made[0], run) if len(made) == 1 else _together(game, made, run)
    alone = [analyze_wager(game, wager, [paytable], run)[0] for wager, paytable in made]
    return moments.checked({bet_of(one): result.ev for one, result in zip(made, alone, strict=True)})


def _together(game: Game, made: Sequence[Made], run: Run) -> JointMoments:
    """By the first method that counts these wagers; none is told before anything is counted."""
    kinds = {type(wager) for wager, _ in made}
    # The methods value hands as their kernels do, which know no wild ranks.
    for needed, others, build in () if game.wild_ranks else JOINT_METHODS:
        if needed <= kinds <= needed | others:
            moments = build(game, made, run)
            if moments is not None:
                return moments
    names = ", ".join(wager.id for wager, _ in made)
    raise SelectionError(f"the joint result of {names} is not computed exactly, so it is not given{_reason(made)}")


def _reason(made: Sequence[Made]) -> str:
    """Why there is no joint tally, where the reason is one of the wagers."""
    mains = [wager for wager, _ in made if isinstance(wager, DrawWager)]
    sides = [wager for wager, _ in made if isinstance(wager, LinesWager)]
    reasons = [why for wager in sides if mains and (why := why_not_joined(mains[0], wager))]
    return "".join(f"; {why}" for why in reasons)


def _at_meter(made: Sequence[Made], meter: Fraction | None) -> list[Made]:
    """The wagers with every progressive at its meter: a wager whose lines pay fixed amounts."""
    progressives = [wager for wager, _ in made if isinstance(wager, LinesWager) and wager.meter is not None]
    if meter is None and progressives:
        raise SelectionError(f"{progressives[0].id} depends on its meter; give it with --meter")
    return [
        (replace(wager, meter=None), _fixed(wager, paytable, meter))
        if isinstance(wager, LinesWager) and wager.meter is not None and meter is not None
        else (wager, paytable)
        for wager, paytable in made
    ]


def _fixed(wager: LinesWager, paytable: Paytable, meter: Fraction) -> Paytable:
    nets = [net_of(pay, wager.meter) for pay in paytable.pays]
    return Paytable(paytable.id, tuple(Pay(net.at(meter)) for net in nets))


# --- from distributions ----------------------------------------------------------------------------------------------


def _moments(made: Sequence[Made], spread: Spread, deals: int) -> JointMoments:
    total = sum((weight for weight, _ in spread), Fraction(0))
    if total != deals:
        raise CountError(f"joint results add up to {total} deals, not {deals}")
    bets = [(wager.id, paytable.id) for wager, paytable in made]
    means = {bet: sum((weight * nets[i] for weight, nets in spread), Fraction(0)) / deals for i, bet in enumerate(bets)}
    products = {
        (bets[i], bets[j]): sum((weight * nets[i] * nets[j] for weight, nets in spread), Fraction(0)) / deals
        for i, j in product(range(len(bets)), repeat=2)
    }
    return JointMoments(deals, means, products)


def _alone(game: Game, made: Made, run: Run) -> JointMoments:
    (result,) = analyze_wager(game, made[0], [made[1]], run)
    ev, variance = to_fraction(result.price.ev), to_fraction(result.price.variance)
    bet = bet_of(made)
    return JointMoments(result.deals, {bet: ev}, {(bet, bet): variance + ev * ev})


def _by_tally(game: Game, made: Sequence[Made], run: Run) -> JointMoments | None:
    """The joint tally: one showdown after a discard, and lines."""
    mains = [wager for wager, _ in made if isinstance(wager, DrawWager)]
    sides = [wager for wager, _ in made if isinstance(wager, LinesWager)]
    if len(mains) != 1 or any(why_not_joined(mains[0], wager) for wager in sides):
        return None
    return draw_moments(game, made, run)


def _by_cells(game: Game, made: Sequence[Made], run: Run) -> JointMoments | None:
    """Two set hands: every wager is a function of how they compare and of which limits the higher front reaches."""
    sets = [wager for wager, _ in made if isinstance(wager, SetWager | PushWager)]
    ways = {(wager.house_way, wager.dealers_way, wager.player, wager.dealer) for wager in sets}
    if len(sets) != len(made) or len(ways) != 1:
        return None
    if any(getattr(wager, "player_sets", "house_way") != "house_way" for wager in sets):
        return None
    by_limit = {solver.limit: solver.pairs for solver in (set_solver(game, wager, run) for wager in sets)}
    limits = sorted(by_limit)
    counts = [by_limit[limit] for limit in limits]
    spread: Spread = []
    for back, front in product(range(3), range(3)):
        for reached, count in enumerate(_by_limits_reached([pairs.cells[back][front] for pairs in counts])):
            nets = tuple(_cell_net(*one, (back, front), limits[:reached]) for one in made)
            spread.append((Fraction(count), nets))
    return _moments(made, spread, counts[0].deals)


def _by_limits_reached(cells: Sequence[tuple[int, int]]) -> list[int]:
    """Deals by how many of the ascending limits the higher front reaches; cells are (below, not below) each limit."""
    below = [0, *(low for low, _ in cells)]
    totals = {low + high for low, high in cells}
    by_number = [later - earlier for earlier, later in pairwise([*below, max(totals)])]
    if len(totals) != 1 or min(by_number) < 0:
        raise CountError(f"counts under several limits do not fit together: {list(cells)}")
    return by_number


def _cell_net(wager: Wager, paytable: Paytable, cell: tuple[int, int], reached: Sequence[int]) -> Fraction:
    """The net result where back and front compare so, and the higher front reaches these limits."""
    pays = [pay.amount for pay in paytable.pays]
    assert isinstance(wager, SetWager | PushWager)
    result = result_of(*cell, wager.copies)
    if isinstance(wager, SetWager):
        return {"win": pays[0], "push": Fraction(0), "lose": Fraction(-1)}[result]
    return Fraction(-1) if result != "push" else pays[0] if push_limit(wager) in reached else pays[1]


def _by_deals(game: Game, made: Sequence[Made], run: Run) -> JointMoments | None:
    """Each class of player hands with every dealer hand, settled one by one; checked against the engines."""
    mains = [wager for wager, _ in made if isinstance(wager, PlayWager)]
    if len(mains) != 1:
        return None
    (main,) = mains
    seats = {main.player.name, main.dealer.name}
    if main.community is not None or any(not _seats_of(wager) <= seats or _asks_colour(wager) for wager, _ in made):
        return None
    layout = TableLayout(game, run)
    for wager, paytable in made:
        layout.add(wager, [paytable])
    results = [analyze_wager(game, wager, [paytable], run)[0].in_one_piece("--stakes") for wager, paytable in made]
    hands = OneStreet(game, main, run).rows  # the bonus may tell the hands of a class apart
    tally: Counter[tuple[int, ...]] = Counter()
    places = [layout.places[main.player.name][0], layout.places[main.dealer.name][0]]
    with run.steps("joint results", len(hands)) as step:
        for cards, weight in zip(hands.class_cards, hands.weights.tolist(), strict=True):
            packs = _packs(game, cards, main.dealer.cards, places)
            for key, count in _distinct(layout.table.settle_cards(packs)).items():
                tally[key] += count * weight
            step()
    spread: Spread = []
    counted = [Counter[str]() for _ in made]
    nets = [{outcome.name: outcome.net.amount for outcome in result.outcomes} for result in results]
    for key, count in tally.items():
        names = [bet.name_of(key[bet.place]) for bet in layout.bets]
        for counter, name in zip(counted, names, strict=True):
            counter[name] += count
        spread.append((Fraction(count), tuple(own[name] for own, name in zip(nets, names, strict=True))))
    for result, counter in zip(results, counted, strict=True):
        for outcome in result.outcomes:
            if Fraction(counter[outcome.name], counter.total()) != Fraction(outcome.count, result.deals):
                raise CountError(f"{result.wager}: {outcome.name} differs between the joint count and the analysis")
    return _moments(made, spread, int(sum(tally.values())))


def _packs(game: Game, cards: NDArray[np.uint8], dealt: int, places: Sequence[int]) -> NDArray[np.uint8]:
    """The player's cards with every hand of the dealer, at their places."""
    left = [card for card in game.deck.cards if card not in cards]
    dealers = np.array(list(combinations(left, dealt)), dtype=np.uint8)
    packs = np.zeros((len(dealers), game.deck.size), dtype=np.uint8)
    packs[:, places[0] : places[0] + len(cards)] = cards
    packs[:, places[1] : places[1] + dealt] = dealers
    return packs


def _distinct(keys: NDArray[np.uint64]) -> dict[tuple[int, ...], int]:
    """How often each row occurs."""
    rows, counts = np.unique(keys, axis=0, return_counts=True)
    return {tuple(row): count for row, count in zip(rows.tolist(), counts.tolist(), strict=True)}


def _by_lines(game: Game, made: Sequence[Made], run: Run) -> JointMoments | None:
    """Lines and jokers on the same cards: lines by the number of jokers, and the jokers in the seats by chance."""
    lines = [one for one in made if isinstance(one[0], LinesWager)]
    jokers = [one for one in made if isinstance(one[0], JokersWager)]
    if len(lines) != 1 or len(jokers) != 1 or _taxed(lines[0][0]):
        return None
    (lined, lined_pays), (jokered, _) = lines[0], jokers[0]
    assert isinstance(lined, LinesWager)
    assert isinstance(jokered, JokersWager)
    if set(lined.seats) != {seat.name for seat in jokered.seats}:
        return None
    marks = tuple(Line(f"{n}-jokers", "", LineTest(jokers=1 << n)) for n in range(3))
    counts = count_lines(game, replace(lined, lines=(*lined.lines, *marks)), run)
    spread: Spread = []
    for (satisfied, _), count in counts.counts.items():
        (held,) = (line - len(lined.lines) for line in satisfied if line >= len(lined.lines))
        own = _lines_net(lined, lined_pays, [line for line in satisfied if line < len(lined.lines)])
        for seats in product(range(held + 1), repeat=len(jokered.seats)):
            if sum(seats) == held:
                ways = prod(comb(seat.cards, n) for seat, n in zip(jokered.seats, seats, strict=True))
                weight = Fraction(count * ways, comb(lined.cards, held))
                where = {seat.name: n for seat, n in zip(jokered.seats, seats, strict=True)}
                nets = {lined.id: own, jokered.id: _joker_net(jokered, jokers[0][1], where)}
                spread.append((weight, tuple(nets[wager.id] for wager, _ in made)))
    return _moments(made, spread, counts.deals)


def _joker_net(wager: JokersWager, paytable: Paytable, where: Mapping[str, int]) -> Fraction:
    """Net result by how many jokers each seat has."""
    satisfied = [i for i, line in enumerate(wager.lines) if line.jokers.items() <= where.items()]
    return _lines_net(wager, paytable, satisfied)


def _lines_net(wager: LinesWager | JokersWager, paytable: Paytable, satisfied: Sequence[int]) -> Fraction:
    lines = paid_lines(satisfied, paytable, wager.overlap)
    return pay_of(lines, paytable).amount if lines else Fraction(-1)


def _taxed(wager: Wager) -> bool:
    return isinstance(wager, LinesWager) and wager.tax is not None


def _seats_of(wager: Wager) -> set[str]:
    if isinstance(wager, LinesWager):
        return set(wager.seats)
    return {seat.name for seat in wager.seats} if isinstance(wager, JokersWager) else set()


def _asks_colour(wager: Wager) -> bool:
    """Whether lines ask for colours or for the order of the cards, which the class of a hand does not decide."""
    return isinstance(wager, LinesWager) and (_taxed(wager) or any(line.test.tells_suits_apart for line in wager.lines))


# --- by classes of hands ---------------------------------------------------------------------------------------------


def _by_classes(game: Game, made: Sequence[Made], run: Run) -> JointMoments | None:
    """A discard with wagers that the player's cards decide, and with jokers of player and dealer."""
    mains = [(wager, pays) for wager, pays in made if isinstance(wager, DrawWager)]
    if len(mains) != 1:
        return None
    ((main, main_pays),) = mains
    for wager, _ in made:
        if isinstance(wager, LinesWager) and (wager.seats != (main.player.name,) or _asks_colour(wager)):
            return None
        if isinstance(wager, JokersWager) and not _seats_of(wager) <= {main.player.name, main.dealer.name}:
            return None
    if sum(isinstance(wager, JokersWager) for wager, _ in made) > 1:
        return None
    classes = _Classes(DrawSolver(game, main, run), main_pays)
    bets = [(wager.id, paytable.id) for wager, paytable in made]
    means = {bet: classes.mean(one) for bet, one in zip(bets, made, strict=True)}
    products: dict[tuple[Bet, Bet], Fraction] = {}
    for one, other in combinations_with_replacement(range(len(made)), 2):
        value = classes.product(made[one], made[other])
        products[bets[one], bets[other]] = products[bets[other], bets[one]] = value
    return JointMoments(classes.deals, means, products)


class _Classes:
    """Expected results given the player's hand, class by class; sums over classes are exact."""

    def __init__(self, solver: DrawSolver, paytable: Paytable) -> None:
        self.solver, self.paytable = solver, paytable
        self.weights = [int(weight) for weight in solver.hands.weights]
        self.hands = sum(self.weights)
        self.deals = self.hands * solver.deals
        self.jokers = (solver.hands.class_cards >= FIRST_JOKER).sum(axis=1)
        values, self.unit = solver.choice_values(paytable)
        self.best, self.pays = solver.choices(paytable).best, solver.win_pays(paytable)
        self.at_once = solver.wins_at_once(self.best)
        self.base = [int(value) for value in np.take_along_axis(values, self.best[:, None], axis=1)[:, 0]]
        for place in np.flatnonzero(self.at_once).tolist():
            pays = solver.automatic_pays(paytable, int(solver.category_of[place]))
            self.base[place] = int(pays * self.unit * solver.deals)
            if Fraction(self.base[place], self.unit * solver.deals) != pays:
                raise CountError(f"an automatic win of {pays} has no whole number of units of 1/{self.unit}")

    def _sum(self, values: Sequence[Fraction]) -> Fraction:
        """The mean over all hands of a value of each class; equal values are grouped first."""
        together: Counter[Fraction] = Counter()
        for value, weight in zip(values, self.weights, strict=True):
            together[value] += weight
        return sum((value * weight for value, weight in together.items()), Fraction(0)) / self.hands

    def given(self, wager: Wager, paytable: Paytable) -> list[Fraction]:
        """The expected net result of each class."""
        if isinstance(wager, DrawWager):
            return [Fraction(value, self.unit * self.solver.deals) for value in self.base]
        if isinstance(wager, LinesWager):
            return self._lines(wager, paytable)
        assert isinstance(wager, JokersWager)
        by_held = [self._joker_mean(wager, paytable, held, 1) for held in range(self.solver.game.deck.jokers + 1)]
        return [by_held[held] for held in self.jokers]

    def _lines(self, wager: LinesWager, paytable: Paytable) -> list[Fraction]:
        game = self.solver.game
        sets = lines_kernel.line_sets_of_cards(
            self.solver.hands.class_cards,
            line_records([line.test for line in wager.lines]),
            wager.uses == "best_ranked",
            wager.hand_size,
            game.ranking.kernel_arguments,
        )
        net: dict[int, Fraction] = {}
        for key in np.unique(sets).tolist():
            net[key] = _lines_net(wager, paytable, [i for i in range(len(wager.lines)) if key >> i & 1])
        return [net[key] for key in sets.tolist()]

    def _joker_mean(self, wager: JokersWager, paytable: Paytable, held: int, power: int) -> Fraction:
        """Given the player's jokers, over those of the dealer."""
        deck, main = self.solver.game.deck, self.solver.wager
        others, left = deck.size - main.player.cards, deck.jokers - held
        return sum(
            (
                Fraction(comb(left, n) * comb(others - left, main.dealer.cards - n), comb(others, main.dealer.cards))
                * self._joker_net(wager, paytable, held, n) ** power
                for n in range(left + 1)
            ),
            Fraction(0),
        )

    def _joker_net(self, wager: JokersWager, paytable: Paytable, held: int, dealt: int) -> Fraction:
        """By the jokers of the player and of the dealer; the wager need not look at both."""
        main = self.solver.wager
        where = {main.player.name: held, main.dealer.name: dealt}
        return _joker_net(wager, paytable, where)

    def mean(self, one: Made) -> Fraction:
        return self._sum(self.given(*one))

    def product(self, one: Made, other: Made) -> Fraction:
        """E[one x other]. Given the player's hand, all but the showdown and the jokers are fixed."""
        if one[0].id == other[0].id:
            return self._square(*one)
        kinds = {type(one[0]), type(other[0])}
        if kinds == {DrawWager, JokersWager}:
            return self._with_jokers(*(one if isinstance(one[0], JokersWager) else other))
        pairs = zip(self.given(*one), self.given(*other), strict=True)
        return self._sum([first * second for first, second in pairs])

    def _square(self, wager: Wager, paytable: Paytable) -> Fraction:
        if isinstance(wager, LinesWager):
            return self._sum([net * net for net in self.given(wager, paytable)])
        if isinstance(wager, JokersWager):
            held = range(self.solver.game.deck.jokers + 1)
            by_held = [self._joker_mean(wager, paytable, number, 2) for number in held]
            return self._sum([by_held[number] for number in self.jokers])
        price = draw_result(self.solver, paytable).price
        return to_fraction(price.variance) + to_fraction(price.ev) ** 2

    def _with_jokers(self, wager: Wager, paytable: Paytable) -> Fraction:
        """E[showdown x jokers]: where one joker is left, the showdown is split by whether the dealer has it."""
        assert isinstance(wager, JokersWager)
        deck = self.solver.game.deck
        nets = {
            (held, n): self._joker_net(wager, paytable, held, n)
            for held in range(deck.jokers + 1)
            for n in range(deck.jokers - held + 1)
        }
        total = Fraction(0)
        without: dict[int, int] | None = None
        for place, (held, weight) in enumerate(zip(self.jokers.tolist(), self.weights, strict=True)):
            own = {nets[held, n] for n in range(deck.jokers - held + 1)}
            if len(own) == 1:
                total += own.pop() * weight * self.base[place]
                continue
            if held != deck.jokers - 1:
                raise SelectionError(f"{wager.id} with two jokers left is not computed exactly, so it is not given")
            without = without if without is not None else self._without_joker(held)
            none = without[place]
            total += weight * (nets[held, 0] * none + nets[held, 1] * (self.base[place] - none))
        return total / (self.hands * self.unit * self.solver.deals)

    def _without_joker(self, held: int) -> dict[int, int]:
        """By class: the sum of net results over the deals in which the last joker is not the dealer's.

        It is left in the pack (that is the same game with a joker less), or the player draws it.
        """
        solver, wager = self.solver, self.solver.wager
        game = solver.game
        less = DrawSolver(replace(game, deck=replace(game.deck, jokers=held)), wager, solver.run)
        values, unit = less.choice_values(self.paytable)
        # Hands that need the last joker may be the only ones with a pay in halves: the smaller deck has larger units.
        units, rest = divmod(self.unit, unit)
        if rest:
            raise CountError(f"pays are over {unit} on the smaller deck and over {self.unit} on the whole")
        small = {cards.tobytes(): place for place, cards in enumerate(less.hands.class_cards)}
        faced = solver.faced
        sums: dict[int, int] = {}
        for place in np.flatnonzero(self.jokers == held).tolist():
            cards = solver.hands.class_cards[place]
            there = small[cards.tobytes()]
            best = int(self.best[place])
            if self.at_once[place]:
                share = less.deals + solver.dealers
                sums[place] = self.base[place] * share // solver.deals
            elif best == wager.player.cards:
                wins, ties = int(less.counted.pat_wins[there]), int(less.counted.pat_ties[there])
                drawn = self._net(int(solver.category_of[place]), wins, ties)
                sums[place] = int(values[there, -1]) * units + drawn
            else:
                sums[place] = int(values[there, best]) * units + self._drawn(faced, cards, best, game.deck.cards[-1])
        return sums

    def _net(self, category: int, wins: int, ties: int) -> int:
        """The sum of net results against all dealers beside six known cards."""
        pays = self.pays[category] * self.unit
        return int(pays) * wins - self.unit * (self.solver.dealers - wins - ties)

    def _drawn(self, faced: NDArray[np.uint32], cards: NDArray[np.uint8], discard: int, joker: int) -> int:
        """The same for a discard whose draw is the last joker."""
        solver, deck = self.solver, self.solver.game.deck
        thrown = int(cards[discard])
        final = sorted([*(int(card) for i, card in enumerate(cards) if i != discard), joker])
        place = solver.hands.index(final)
        target = [int(card) for card in solver.hands.class_cards[place]]
        column = thrown if thrown >= FIRST_JOKER else rename_suits([thrown], renaming_to(deck, final, target))[0]
        naturals = [card for card in deck.cards if card < FIRST_JOKER]
        at = len(naturals) if column >= FIRST_JOKER else naturals.index(column)
        wins, ties = (int(count) for count in faced[place, at])
        return self._net(int(solver.category_of[place]), wins, ties)


Build = Callable[[Game, Sequence[Made], Run], "JointMoments | None"]
# (kinds that must be there, kinds that may be, method); the first that fits and gives a result is taken.
JOINT_METHODS: tuple[tuple[set[type[Wager]], set[type[Wager]], Build], ...] = (
    ({DrawWager}, {LinesWager}, _by_tally),
    ({DrawWager}, {LinesWager, JokersWager}, _by_classes),
    ({PlayWager}, {LinesWager, JokersWager}, _by_deals),
    ({LinesWager, JokersWager}, set(), _by_lines),
    ({PushWager}, {SetWager}, _by_cells),
    ({SetWager}, set(), _by_cells),
)
