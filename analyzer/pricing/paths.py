"""How choices and ways through a round are called (docs/language.md, Meaning 10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.engines.bets import Bets, Path
from analyzer.game.language import PaidLine
from analyzer.game.read_pays import line_name

FOLD = "fold"
# What a name ends with where no line is paid.
RESULTS = frozenset({FOLD, "win", "tie", "loss", "lose", "unqualified", "automatic-win"})


def named_stages(bets: Bets) -> set[int]:
    """The stages whose choices belong to the names: those that change a bet, where rounds that are played differ."""
    played = [path for path in bets.ended_paths() if bets.last(path).then != "fold"]
    if len({bets.after(path) for path in played}) < 2:
        return set()
    changing = {number for number, stage in enumerate(bets.stages) if any(choice.bets for choice in stage)}
    return {number for number in changing if len({path[number : number + 1] for path in played}) > 1}


def path_name(bets: Bets, path: Path, named: set[int]) -> str:
    """The choices of a path that belong to a name, each with a stroke after it."""
    return "".join(f"{bets.stages[stage][choice].name}/" for stage, choice in enumerate(path) if stage in named)


def fold_names(bets: Bets, folds: list[Path]) -> dict[Path, str]:
    """`fold`; where folds cost different amounts, with the choices that tell them apart."""
    nets = {path: bets.nets(path, 1)[0] for path in folds}
    if len(set(nets.values())) < 2:
        return dict.fromkeys(folds, FOLD)
    named = named_stages(bets)
    return {path: path_name(bets, path[:-1], named) + FOLD for path in folds}


def choice_name(bets: Bets, stage: int, name: str) -> str:
    """A name that several stages have carries the number of the stage."""
    uses = sum(choice.name == name for choices in bets.stages for choice in choices)
    return f"{bets.number(stage)}/{name}" if uses > 1 else name


def stage_name(bets: Bets, stage: int) -> str:
    """`fold or play`."""
    return " or ".join(choice_name(bets, stage, choice.name) for choice in bets.stages[stage])


def title_of(name: str, lines: Sequence[PaidLine] = (), net: Fraction | None = None) -> str:
    """A name for people; the line that it ends with is called what the file calls it.

    What comes to 0 is nobody's loss, whatever its name.

    >>> title_of("play-4/win/straight-flush")
    'Play 4, win, straight flush'
    """
    path, _, last = name.rpartition("/")
    if net == 0 and last == "lose":
        return title_of(f"{path}/push" if path else "push")
    called = {line.id: line.name for line in lines if line.name != line_name(line.id) and line.id not in RESULTS}
    if last not in called:
        return name.replace("/", ", ").replace("-", " ").capitalize()
    said = called[last]
    return f"{title_of(path)}, {said[:1].lower()}{said[1:]}" if path else said
