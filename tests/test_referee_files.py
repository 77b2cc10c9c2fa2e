"""Whole game files played by the referee, against the transcriptions of their documents on reduced decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from analyzer.cards.deck import RANKS, SUITS, Deck
from analyzer.game.language import Rules
from analyzer.game.library import load_game
from analyzer.reference.games import COUNTS, LiteralCount, small_deck
from analyzer.reference.referee import Verdict, play

GAMES = ("wild-six-card-poker", "wild-52", "pai-gow-wrangler-outlaw")
SLOW = {("wild-52", "ante-play"), ("pai-gow-wrangler-outlaw", "base"), ("pai-gow-wrangler-outlaw", "wrangler-push")}
NETS = {"win": Fraction(1), "push": Fraction(0), "lose": Fraction(-1)}


def cases() -> list[Any]:
    """The first count of each wager every day, those that take longer and the other readings on request."""
    params = []
    for game in GAMES:
        seen: set[str] = set()
        for count in COUNTS[game]():
            often = count.wager not in seen and (game, count.wager) not in SLOW
            seen.add(count.wager)
            name = "-".join([game, count.wager, count.paytable, *count.options.values()])
            params.append(pytest.param(game, count, marks=() if often else pytest.mark.long, id=name))
    return params


def reduced(rules: Rules, ranks: str, suits: str) -> Rules:
    """The same rules with fewer ranks and suits."""
    letters = small_deck(ranks, suits, 0).ranks
    held = tuple(RANKS.index(letter) for letter in letters)
    deck = Deck(held, tuple(SUITS.index(suit) for suit in suits), rules.pack.deck.jokers)
    return replace(rules, pack=replace(rules.pack, deck=deck))


def by_name(verdict: Verdict) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (name, _), count in verdict.outcomes.items():
        counts[name] += count
    return counts


def literal_nets(literal: Counter[str], count: LiteralCount, rules: Rules) -> Counter[Fraction]:
    """What the outcomes of a transcription are worth, where their names say it."""
    wager = next(wager for wager in rules.wagers if wager.id == count.wager)
    column = next(column for column in wager.paytables if column.id == count.paytable)
    pays = {line.id: pay.amount for line, pay in zip(wager.lines, column.pays, strict=True)}
    nets: Counter[Fraction] = Counter()
    for name, number in literal.items():
        if count.told_by != "name":
            nets[Fraction(name.split()[-1])] += number
        elif "/tax-" in name:
            line, _, tax = name.partition("/tax-")
            nets[pays.get(line, Fraction(0)) - Fraction(tax)] += number
        else:
            nets[pays[name] if name in pays else NETS[name]] += number
    return nets


@pytest.mark.parametrize(("game", "count"), cases())
def test_referee_and_transcription(game: str, count: LiteralCount) -> None:
    rules = load_game(game).rules(count.options)
    ranks, suits = count.decks[0]
    verdict = play(reduced(rules, ranks, suits), count.wager, count.paytable)
    literal = count.literal(small_deck(ranks, suits, rules.pack.deck.jokers))
    assert verdict.deals == literal.total()
    if (game, count.wager) == ("wild-52", "ante-play"):
        words = {"does-not-qualify": "unqualified", "qualifies": "", "lose": "loss"}
        renamed: Counter[str] = Counter()
        for name, number in literal.items():
            choice, *told = [words.get(part, part) for part in name.split("/")]
            renamed["/".join(part for part in [choice, *reversed(told)] if part)] += number
        assert by_name(verdict) == renamed
    else:
        assert verdict.results == dict(literal_nets(literal, count, rules))
