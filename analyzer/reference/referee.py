"""The referee: plays a game file literally, through every deal of its deck.

    verdict = play(rules, "ante-play", "1")

He deals the groups in order, shows what a stage shows, tries every choice in every information set from the last stage
backwards, exchanges, compares and settles: what the file says, and nothing else. docs/language.md has the rules
("Meaning"); the names of the parts are those of analyzer/game/language.py. He is slow, so decks are small: `work` says
how many deals he would have to settle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from analyzer.game.language import Rules
from analyzer.reference.bets import bets_of
from analyzer.reference.cards import Cards, without
from analyzer.reference.deals import deals_to_settle, depends_on_play, number_of_deals
from analyzer.reference.names import Path, choice_names, exchange_name, named_stages, outcome_name
from analyzer.reference.rounds import Known, Round, Spread
from analyzer.reference.settled import Settled

Key = TypeVar("Key")


@dataclass(frozen=True)
class Verdict:
    """A wager played through every deal.

    `results`: how many of the `deals` end in each net result. `outcomes`: the same by name and net result. `choices`:
    how often each choice is made, as a share of all rounds. `ties`: information sets that are reached and in which
    several choices are best.
    """

    deals: int
    results: Mapping[Fraction, int]
    outcomes: Mapping[tuple[str, Fraction], int]
    ev: Fraction
    choices: Mapping[str, Fraction]
    average_bet: Fraction
    ties: int


def play(
    rules: Rules, wager_id: str, paytable_id: str, *, level: Fraction | None = None, main_paytable: str = ""
) -> Verdict:
    """Play a wager through every deal, as well as the main wager can be played.

    `level` is that of the meter J. `main_paytable` is the one that the player plays for, if the wager is another one.
    """
    game = round_of(rules, wager_id, paytable_id, level, main_paytable)
    return verdict(game, game.play())


def round_of(rules: Rules, wager_id: str, paytable_id: str, level: Fraction | None, main_paytable: str) -> Round:
    reported = settled_wager(rules, wager_id, paytable_id, level)
    if not depends_on_play(rules, reported):
        return Round(rules, [reported], played=False)
    if reported.is_main:
        return Round(rules, [reported], played=True)
    main = settled_wager(rules, rules.main.id, main_paytable, level)
    return Round(rules, [main, reported], played=True)


def settled_wager(rules: Rules, wager_id: str, paytable_id: str = "", level: Fraction | None = None) -> Settled:
    """A wager by its id, with a paytable by its id or the first one."""
    wagers = {wager.id: wager for wager in rules.wagers}
    if wager_id not in wagers:
        raise ValueError(f"{rules.id} has no wager {wager_id!r}; one of {', '.join(wagers)}")
    columns = {column.id: column for column in wagers[wager_id].paytables}
    chosen = paytable_id or next(iter(columns))
    if chosen not in columns:
        raise ValueError(f"{wager_id} has no paytable {chosen!r}; one of {', '.join(columns)}")
    return Settled(rules, wagers[wager_id], columns[chosen], level)


def verdict(game: Round, spread: Spread) -> Verdict:
    deals = number_of_deals(game.rules, game.wagers[-1])
    results: dict[Fraction, Fraction] = {}
    outcomes: dict[tuple[str, Fraction], Fraction] = {}
    choices: dict[str, Fraction] = {}
    stake = Fraction(0)
    # Choices set the bets of the main wager alone, so outcomes of other wagers do not name them.
    named = named_stages(game.stages, bets_of(game.wagers[0].wager)) if game.wagers[-1].is_main else frozenset()
    folds = {game.endings[number].net for number in spread.counts if game.endings[number].name == "fold"}
    for number, count in spread.counts.items():
        ending, share = game.endings[number], Fraction(count, spread.total)
        name = outcome_name(ending.name, ending.path, named, tell_folds=len(folds) > 1)
        add(results, ending.net, share * deals)
        add(outcomes, (name, ending.net), share * deals)
        stake += share * ending.stake
        for name in choice_names(game.stages, ending.path):
            add(choices, name, share)
    ev = sum((net * count for net, count in results.items()), Fraction(0)) / deals
    return Verdict(deals, whole(results), whole(outcomes), ev, choices, stake, spread.ties)


def add(counts: dict[Key, Fraction], key: Key, count: Fraction) -> None:
    counts[key] = counts.get(key, Fraction(0)) + count


def whole(counts: Mapping[Key, Fraction]) -> dict[Key, int]:
    """Counts that must come out as whole numbers of deals."""
    if any(count.denominator > 1 for count in counts.values()):
        raise ArithmeticError(f"deals are counted in parts: {counts}")
    return {key: int(count) for key, count in counts.items()}


# --- one information set ---------------------------------------------------------------------------------------------


def best_choices(
    rules: Rules,
    seen: Mapping[str, Cards],
    past: Sequence[str | Cards] = (),
    *,
    paytable_id: str = "",
    level: Fraction | None = None,
) -> list[tuple[str, Fraction]]:
    """Each choice of a player who has seen these cards and done this, with the expected net result, the best first.

    `seen` has the cards by group; `past` a choice for each stage before this one, or the discards of an exchange.
    """
    game = Round(rules, [settled_wager(rules, rules.main.id, paytable_id, level)], played=True)
    known, bets, path = retrace(game, seen, past)
    number = len(past)
    if number == len(game.stages):
        options = [option for hand in game.own_choices[0] for option in game.settings(hand, known, bets, path)]
    elif game.wins_at_once(number, known, path):
        options = game.won_options(number, known, bets, path)
    else:
        options = game.options(number, known, bets, path)
    means = {option.action: game.mean(option.spread) for option in options}
    ordered = sorted(options, key=lambda option: (-means[option.action], option.order()))
    return [(option.action, means[option.action]) for option in ordered]


def retrace(
    game: Round, seen: Mapping[str, Cards], past: Sequence[str | Cards]
) -> tuple[Known, dict[str, Fraction], Path]:
    """What is known, the bets and the path after these actions."""
    dealt = {**game.start().dealt, **{group: tuple(sorted(cards)) for group, cards in seen.items()}}
    rest = without(game.rules.pack.deck.cards, tuple(card for cards in dealt.values() for card in cards))
    known, bets = Known(dealt, rest, {}, {}), dict(bets_of(game.wagers[0].wager))
    path: Path = ()
    for number, (stage, done) in enumerate(zip(game.stages, past, strict=False)):
        exchange = stage.exchange
        if exchange is not None and not isinstance(done, str):
            k, held = len(done), without(dealt[exchange.taken_from], done)
            gone = held + (dealt[exchange.first] if exchange.first else ())
            drawn = {exchange.draw: without(dealt[exchange.makes], gone)} if exchange.makes in dealt else {}
            known = known._replace(kept={**known.kept, exchange.makes: (held, k)}, drawn={**known.drawn, **drawn})
            bets |= {bet: bets[bet] + by_number[k] for bet, by_number in exchange.cost}
            path = (*path, (number, exchange_name(exchange, k)))
        elif stage.choices:
            choice = next(choice for choice in stage.choices if choice.name == done)
            bets |= dict(choice.bets)
            path = (*path, (number, choice.name))
    return known, bets, path


def work(rules: Rules, wager_id: str) -> int:
    """About how many deals the referee would settle to play a wager; he settles 50,000 to 200,000 in a second."""
    return deals_to_settle(rules, settled_wager(rules, wager_id, level=Fraction(0)))
