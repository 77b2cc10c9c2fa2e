"""Any stakes on wagers made together: covariance matrix, return and volatility, exact. What is not exact is not given.

How the joint moments are computed depends on which cards the wagers look at (joint/, listed in kinds.py):

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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.joining import why_not_joined
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import parse_number, root_text
from analyzer.pricing.analysis import analyze_wager, select_paytables, select_wagers
from analyzer.pricing.joint import Bet, JointMoments, Made, bet_of
from analyzer.pricing.moments import net_of, to_fraction
from analyzer.run.jobs import Run
from analyzer.trust.kinds import joint_methods, parts_of


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
        if wager.meter is not None and value != wager.meter.bet:
            price = wager.meter.bet
            raise SelectionError(
                f"{wager_id} costs {price}, and its prizes do not grow with the stake: write {name}={price}"
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
    if all(stake.wager.meter is None for stake in stakes):
        raise SelectionError("none of these wagers has a meter; leave out --meter, or add a progressive to the stakes")


def stakes_document(game: Game, text: str, run: Run, meter: Fraction | None = None) -> JsonDict:
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
    """By the first method that counts these wagers; that there is none is reported before anything is counted."""
    # The methods value hands as their kernels do, which know no wild ranks.
    for build in () if game.wild_ranks else joint_methods(made):
        moments = build(game, parts_of(made), run)
        if moments is not None:
            return moments
    names = ", ".join(wager.id for wager, _ in made)
    raise SelectionError(f"the joint result of {names} is not computed exactly, so it is not given{_reason(made)}")


def _reason(made: Sequence[Made]) -> str:
    """Why there is no joint tally, where the reason is one of the wagers."""
    parts = parts_of(made)
    reasons = [why for main, _ in parts.draws[:1] for wager, _ in parts.lines if (why := why_not_joined(main, wager))]
    return "".join(f"; {why}" for why in reasons)


def _at_meter(made: Sequence[Made], meter: Fraction | None) -> list[Made]:
    """The wagers with every progressive at its meter: a wager whose lines pay fixed amounts."""
    progressives = [wager for wager, _ in made if wager.meter is not None]
    if meter is None and progressives:
        raise SelectionError(f"{progressives[0].id} depends on its meter; give it with --meter")
    return [
        (wager.without_meter, _fixed(wager, paytable, meter))
        if meter is not None and wager.meter is not None
        else (wager, paytable)
        for wager, paytable in made
    ]


def _fixed(wager: Wager, paytable: Paytable, meter: Fraction) -> Paytable:
    nets = [net_of(pay, wager.meter) for pay in paytable.pays]
    return Paytable(paytable.id, tuple(Pay(net.at(meter)) for net in nets))


def _alone(game: Game, made: Made, run: Run) -> JointMoments:
    (result,) = analyze_wager(game, made[0], [made[1]], run)
    ev, variance = to_fraction(result.price.ev), to_fraction(result.price.variance)
    bet = bet_of(made)
    return JointMoments(result.deals, {bet: ev}, {(bet, bet): variance + ev * ev})
