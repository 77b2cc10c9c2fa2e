"""Kinds of wagers that second opinions know more about.

How dealt rounds are settled by the kernel, which states are sampled for a proof, and which wagers can be joined. A kind
that is not named here is played by its own player, settled by the referee, and proven by him on reduced decks: a new
kind needs no line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import PushWager, SetInTwoWager, SetWager
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.joint import JointMoments, Made
    from analyzer.trust.comparisons import Effort, Task
    from analyzer.trust.joint.parts import Parts
    from analyzer.trust.table_layout import TableLayout

# By module of this room and function: nothing is loaded before it is needed.
LAID: dict[type[Wager], tuple[str, str]] = {
    LinesWager: ("laid_wagers", "lay_lines"),
    AskedLinesWager: ("laid_wagers", "lay_asked"),
    JokersWager: ("laid_wagers", "lay_jokers"),
    DrawWager: ("laid_wagers", "lay_draw"),
    PlayWager: ("laid_wagers", "lay_play"),
    SetWager: ("laid_wagers", "lay_set"),
    PushWager: ("laid_wagers", "lay_set"),
}
STATES: dict[type[Wager], tuple[str, str]] = {
    DrawWager: ("sampled_states", "draw_states"),
    PlayWager: ("sampled_states", "play_states"),
    ContestWager: ("sampled_states", "contest_states"),
    SetWager: ("sampled_states", "set_states"),
}
# (kinds that must be there, kinds that may be, method); the first that fits and gives a result is taken.
JOINT_METHODS: tuple[tuple[set[type[Wager]], set[type[Wager]], tuple[str, str]], ...] = (
    ({DrawWager}, {LinesWager}, ("joint.tally", "by_tally")),
    ({DrawWager}, {LinesWager, JokersWager}, ("joint.classes", "by_classes")),
    ({PlayWager}, {LinesWager, JokersWager}, ("joint.deals", "by_deals")),
    ({LinesWager, JokersWager}, set(), ("joint.lines", "by_lines")),
    ({PushWager}, {SetWager}, ("joint.cells", "by_cells")),
    ({SetWager}, set(), ("joint.cells", "by_cells")),
)

Lay = Callable[["TableLayout", Any, Sequence[Paytable]], None]
StateTasks = Callable[[Game, Any, "Effort", Run], "Iterator[Task]"]
Build = Callable[[Game, "Parts", Run], "JointMoments | None"]
W = TypeVar("W", bound=Wager)


def laid_by(wager: Wager) -> Lay | None:
    """What lays a wager on the table that the kernel settles; None where a player of its own plays it."""
    return _loaded(*LAID[type(wager)]) if type(wager) in LAID else None


def state_tasks(game: Game, wager: Wager, effort: Effort, run: Run) -> Iterator[Task]:
    """Comparisons of sampled states of the real deck, one by one; none for most kinds."""
    if type(wager) in STATES:
        tasks: StateTasks = _loaded(*STATES[type(wager)])
        yield from tasks(game, wager, effort, run)


def joint_methods(made: Sequence[Made]) -> Iterator[Build]:
    """The ways to join wagers that fit these, in the order in which they are tried."""
    kinds = {type(wager) for wager, _ in made}
    for needed, others, method in JOINT_METHODS:
        if needed <= kinds <= needed | others:
            yield _loaded(*method)


def parts_of(made: Sequence[Made]) -> Parts:
    from analyzer.trust.joint.parts import Parts

    return Parts(
        tuple(made),
        _of(made, DrawWager),
        _of(made, PlayWager),
        _of(made, LinesWager),
        _of(made, JokersWager),
        _of(made, SetInTwoWager),
    )


def main_of(wagers: Sequence[Wager]) -> PlayWager | None:
    """The one wager of a player against a dealer on one street, whose deals can be settled one by one."""
    plays = [wager for wager in wagers if isinstance(wager, PlayWager)]
    return plays[0] if len(plays) == 1 and plays[0].community is None else None


def _of(made: Sequence[Made], kind: type[W]) -> tuple[tuple[W, Paytable], ...]:
    return tuple((wager, paytable) for wager, paytable in made if isinstance(wager, kind))


def _loaded(module: str, name: str) -> Any:
    return getattr(import_module(f"analyzer.trust.{module}"), name)
