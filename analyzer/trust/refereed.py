"""Engine against referee: every wager of a file on reduced decks, every net result, every choice.

The decks keep what the game is about: neighbouring ranks, so that there are straights, two suits or more, so that there
are flushes and pairs, its wild cards, and more cards than are dealt, as far as the referee has the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from analyzer.cards.deck import RANKS, Deck
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.language import Rules
from analyzer.game.model import Wager
from analyzer.game.plan import planned
from analyzer.game.sections import Faults
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.details import DecisionDetails
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.results import WagerResult
from analyzer.reference.referee import Verdict, play, work
from analyzer.run.jobs import Run

# Deals that the referee settles for one comparison: some seconds of his time.
MAX_WORK = 650_000
# Levels of a meter at which a progressive is compared.
LEVELS = (Fraction(1), Fraction(1000), Fraction(10**6))


def on_deck(rules: Rules, deck: Deck) -> Rules:
    """The same rules with another deck."""
    return replace(rules, pack=replace(rules.pack, deck=deck))


def reduced_decks(rules: Rules, wager: str) -> list[Deck]:
    """Decks on which the referee can play the wager, the largest first: runs of ranks at the top and at the bottom."""
    needed = sum(group.cards for group in rules.deal)
    wild = {rank for rank in range(len(RANKS)) if rules.pack.wild.ranks >> rank & 1}
    decks = {}
    for suits, number in product((2, 3, 4), range(3, 9)):
        for run in (range(13 - number, 13), (*range(number - 1), 12)):
            deck = Deck(tuple(sorted({*run, *wild})), rules.pack.deck.suits[:suits], rules.pack.deck.jokers)
            if needed <= deck.size and set(deck.ranks) <= set(rules.pack.deck.ranks):
                decks[deck] = work(on_deck(rules, deck), wager)
    return sorted((deck for deck, deals in decks.items() if deals <= MAX_WORK), key=lambda deck: -decks[deck])


def chosen_decks(rules: Rules, wager: str, number: int) -> list[Deck]:
    """That many of them, with different numbers of suits first."""
    decks = reduced_decks(rules, wager)
    first = {len(deck.suits): deck for deck in reversed(decks)}
    spread = [first[suits] for suits in sorted(first)]
    return [*spread, *(deck for deck in decks if deck not in spread)][:number]


def compare_with_referee(rules: Rules, wager: str, paytable: str, run: Run) -> tuple[int, list[str]]:
    """The deals compared, and what differs."""
    faults = Faults()
    game = planned(rules, faults)
    (own,) = (one for one in game.wagers if one.id == wager)
    (table,) = (one for one in own.paytables if one.id == paytable)
    (result,) = analyze_wager(game, own, [table], run)
    levels = LEVELS if own.meter is not None else (None,)
    differences = []
    for level in levels:
        verdict = play(rules, wager, paytable, level=level)
        differing = _differences(own, result, verdict, level)
        differences += [f"{one}, at meter {level}" if level else one for one in differing]
    return result.deals, differences


def _differences(wager: Wager, result: WagerResult, verdict: Verdict, level: Fraction | None) -> Iterator[str]:
    """The names of outcomes are compared where the language alone gives them: other engines keep those of before."""
    if result.deals != verdict.deals:
        yield f"deals: engine {result.deals}, referee {verdict.deals}"
    settled = result if level is None else result.at(level)
    counted: Counter[Fraction] = Counter()
    for outcome in settled.outcomes:
        counted[outcome.net.at(level or Fraction(0))] += outcome.count
    mean = sum((net * count for net, count in counted.items()), Fraction(0)) / result.deals
    if mean != verdict.ev:
        yield f"mean: engine {mean}, referee {verdict.ev}"
    yield from _unequal("deals with net result", +counted, verdict.results)
    if kind_of(wager).named_by_language:
        named: Counter[tuple[str, Fraction]] = Counter()
        for outcome in settled.outcomes:
            named[outcome.name, outcome.net.amount] += outcome.count
        yield from _unequal("outcome", +named, verdict.outcomes)
    if isinstance(result.details, DecisionDetails):
        yield from _unequal("choice", _choices(result.details.choices), _choices(verdict.choices))
        if result.details.bet is not None and result.details.bet.average_bet != verdict.average_bet:
            yield f"average bet: engine {result.details.bet.average_bet}, referee {verdict.average_bet}"


def _choices(choices: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """By name, without those never made; an automatic win is no choice."""
    named = {name.replace(" ", "-"): share for name, share in choices.items() if share}
    return {name: share for name, share in named.items() if name != "automatic-win"}


def _unequal(what: str, ours: Mapping[Any, Any], theirs: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted({*ours, *theirs}, key=str):
        if ours.get(key, 0) != theirs.get(key, 0):
            yield f"{what} {key}: engine {ours.get(key, 0)}, referee {theirs.get(key, 0)}"


def refereed(file: GameFile, options: Mapping[str, str] | None, decks: int) -> Iterator[tuple[str, str, Rules]]:
    """Every wager and paytable with the decks on which it is compared: (wager, paytable, rules on that deck)."""
    rules = file.rules(options)
    for wager in rules.wagers:
        try:
            chosen = chosen_decks(rules, wager.id, decks)
        except (ExactOddsError, ValueError):
            chosen = []
        for deck in chosen:
            for paytable in wager.paytables:
                yield wager.id, paytable.id, on_deck(rules, deck)
