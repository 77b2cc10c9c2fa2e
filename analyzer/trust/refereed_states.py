"""States of the real deck: what the engine says of the last decision, against the referee who deals all that is hidden.

States are dealt at random; the choices before the last decision are the first ones after which the round goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from random import Random

from analyzer.cards.deck import hand_name
from analyzer.engines.bets import Path
from analyzer.engines.contest.rounds import Contest, ContestBets
from analyzer.game.language import Rules, Stage
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.reference.referee import best_choices
from analyzer.run.jobs import Run

Dealt = Mapping[str, tuple[int, ...]]


def compare_states(game: Game, wager: ContestWager, number: int, seed: int, run: Run) -> tuple[int, list[str]]:
    """How many states were compared, and what differs: every choice's exact value, in every state."""
    assert game.rules is not None
    contest, paytable = Contest(game, wager), wager.paytables[0]
    differences: list[str] = []
    for dealt in _sampled(game, wager, number, seed):
        ours = _by_engine(contest, paytable, game.rules, dealt, run)
        theirs = _by_referee(contest.bets(paytable), game.rules, dealt, paytable)
        if ours != theirs:
            cards = ", ".join(f"{group} {hand_name(own)}" for group, own in dealt.items())
            differences.append(f"{wager.id}: {cards}: engine {_text(ours)}, referee {_text(theirs)}")
    return number, differences


def hidden_deals(game: Game, wager: ContestWager) -> int:
    """How many deals of hidden cards the referee settles for one state of the last decision."""
    later = wager.community or wager.up
    unseen = (0 if later is None else later.cards) - wager.seen[-1]
    left = game.deck.size - wager.own.cards - wager.seen[-1] - (wager.known is not None)
    return comb(left, unseen) * comb(left - unseen, wager.down.cards) * len(wager.stages[-1])


def _text(values: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _sampled(game: Game, wager: ContestWager, number: int, seed: int) -> Iterator[Dealt]:
    """The groups that are seen at the last decision, dealt at random."""
    assert game.rules is not None
    random = Random(f"{wager.id} {seed}")
    sizes = {group.name: group.cards for group in game.rules.deal}
    seen = [group for stage in _deciding(game.rules)[: len(wager.stages)] for group in stage]
    for _ in range(number):
        cards = random.sample(game.deck.cards, sum(sizes[group] for group in seen))
        dealt = {}
        for group in seen:
            dealt[group], cards = tuple(sorted(cards[: sizes[group]])), cards[sizes[group] :]
        yield dealt


def _deciding(rules: Rules) -> list[list[str]]:
    """The groups newly seen at each stage that has choices."""
    pending: list[str] = []
    listed: list[list[str]] = []
    for stage in rules.stages:
        pending += stage.sees
        if stage.choices:
            listed.append(pending)
            pending = []
    return listed


def _path(bets: ContestBets) -> Path:
    """The first choices after which the last decision follows."""
    path: Path = ()
    while len(path) < len(bets.stages) - 1:
        path = (*path, next(choice for choice in bets.order(path) if not bets.ends((*path, choice))))
    return path


def _by_engine(contest: Contest, paytable: Paytable, rules: Rules, dealt: Dealt, run: Run) -> dict[str, Fraction]:
    wager, bets = contest.wager, contest.bets(paytable)
    own_groups = [group for group in wager.hands[0].groups if group not in wager.hands[1].groups]
    own = sorted(card for group in own_groups for card in dealt[group])
    seen = [card for group, cards in dealt.items() if group not in own_groups for card in cards]
    values = contest.choices(paytable, own, seen, _path(bets), run)
    names = [choice.name for choice in wager.stages[-1]]
    return dict(sorted((names[choice], value) for choice, value in values))


def _by_referee(bets: ContestBets, rules: Rules, dealt: Dealt, paytable: Paytable) -> dict[str, Fraction]:
    path = iter(_path(bets))
    deciding = [stage for stage in rules.stages if stage.choices]
    past = [stage.choices[next(path)].name if stage.choices else "" for stage in _before_last(rules, deciding[-1])]
    return dict(sorted(best_choices(rules, dealt, past, paytable_id=paytable.id)))


def _before_last(rules: Rules, last: Stage) -> tuple[Stage, ...]:
    return rules.stages[: rules.stages.index(last)]
