"""How choices and outcomes are called (docs/language.md, Meaning 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from analyzer.game.language import Exchange, Stage
from analyzer.reference.bets import Bets, amounts, net_of
from analyzer.reference.cards import Cards, card_name
from analyzer.reference.settled import Settled, tests_in

Path = tuple[tuple[int, str], ...]  # what was done: the stage, the name of the choice


# --- choices ---


def is_of_one_card(exchange: Exchange) -> bool:
    return exchange.discards in ((1,), (0, 1))


def exchange_name(exchange: Exchange, number: int) -> str:
    return ("stand-pat", "discard")[number] if is_of_one_card(exchange) else f"discard-{number}"


def action_name(exchange: Exchange, discards: Cards, held: Cards) -> str:
    """The same with the cards."""
    if is_of_one_card(exchange):
        return f"discard {card_name(discards[0])}" if discards else "stand pat"
    return " ".join(["hold", *(card_name(card) for card in held)] if held else ["hold nothing"])


def choice_names(stages: Sequence[Stage], path: Path) -> list[str]:
    """What was chosen; names that several stages have carry the number of the stage."""
    used = Counter(name for stage in stages for name in step_names(stage))
    return [f"{number + 1}/{name}" if used[name] > 1 else name for number, name in path]


def step_names(stage: Stage) -> list[str]:
    """All that a stage offers."""
    if stage.exchange is None:
        return [choice.name for choice in stage.choices]
    return [exchange_name(stage.exchange, k) for k in stage.exchange.discards]


# --- outcomes ---


def name_of(settled: Settled, number: int, bets: Bets) -> str:
    """The result, whether the dealer failed to qualify, the line that a bet was paid by; if some row asks for it.

    Where that says nothing, by what it comes to.
    """
    paid = settled.all_paid[number]
    asked = [test for row in settled.rows_reached() for test in tests_in(row.test)]
    by_line = any(by and amount for by, amount in zip(paid.by_line, amounts(settled.wager, bets), strict=True))
    parts = [
        paid.result if any(test.on for test in asked) else "",
        "unqualified" if not paid.qualified and any(test.qualified is not None for test in asked) else "",
        paid.line if by_line else "",
    ]
    return "/".join(part for part in parts if part) or ("win" if net_of(settled, number, bets) > 0 else "lose")


def outcome_name(name: str, path: Path, named: frozenset[int], *, tell_folds: bool = False) -> str:
    """The same after the choices that tell it from outcomes of that name with other bets.

    A fold does so only where folds lose different amounts; that it was chosen, its name says.
    """
    if name == "fold":
        path = path[:-1] if tell_folds else ()
    return "/".join([*(done for number, done in path if number in named), name])


def named_stages(stages: Sequence[Stage], bets: Bets) -> frozenset[int]:
    """The stages whose choices belong to the names: those that change a bet, if played out rounds differ in bets.

    A stage where all who play on do the same tells nothing.
    """
    ways = list(played_out(stages, bets, ()))
    if len({tuple(sorted(after.items())) for _, after in ways}) < 2:
        return frozenset()
    changing = {number for number, stage in enumerate(stages) if changes_bets(stage)}
    return frozenset(number for number in changing if len({dict(path).get(number) for path, _ in ways}) > 1)


def changes_bets(stage: Stage) -> bool:
    return any(choice.bets for choice in stage.choices) or (stage.exchange is not None and bool(stage.exchange.cost))


def played_out(stages: Sequence[Stage], bets: Bets, path: Path) -> Iterator[tuple[Path, Bets]]:
    """Every way through the stages that is no fold, and the bets at its end."""
    number = len(path)
    if number == len(stages):
        yield path, bets
        return
    for name, after, then in steps(stages[number], bets):
        done = (*path, (number, name))
        if then == "next":
            yield from played_out(stages, after, done)
        elif then == "showdown":
            yield done, after


def steps(stage: Stage, bets: Bets) -> Iterator[tuple[str, Bets, str]]:
    """What may be done at a stage, the bets after it, what follows."""
    for choice in stage.choices:
        yield choice.name, {**bets, **dict(choice.bets)}, choice.then
    if stage.exchange is not None:
        for k in stage.exchange.discards:
            costs = {bet: bets[bet] + by_number[k] for bet, by_number in stage.exchange.cost}
            yield exchange_name(stage.exchange, k), {**bets, **costs}, "next"
    elif not stage.choices:
        yield "", bets, "next"
