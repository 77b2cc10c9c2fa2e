"""Results as small HTML tables, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from analyzer.numbers import percent_text

if TYPE_CHECKING:
    from analyzer.pricing.results import GameResult, WagerResult
    from analyzer.strategy.api import StrategyResult
    from analyzer.strategy.one_hand import HandAnswer


def table_html(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> table_html("Wagers", ["wager"], [["a < b"]])
    '<table><caption>Wagers</caption><tr><th>wager</th></tr><tr><td>a &lt; b</td></tr></table>'
    """
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"


def game_html(result: GameResult) -> str:
    columns = ["wager", "paytable", "house edge", "expected result", "player's advantage", "hit frequency", "deals"]
    return table_html(result.game.name, columns, (_wager_row(wager) for wager in result.wagers))


def _wager_row(wager: WagerResult) -> list[str]:
    edge, worth = "depends on the meter", ""
    if wager.ev is not None:
        edge, worth = wager.unit.edge_text(wager.ev), wager.unit.result_text(wager.ev)
    advantage = "" if wager.advantage is None else wager.advantage.extent
    hits = percent_text(Fraction(wager.price.hit_frequency))
    return [wager.name, wager.paytable, edge, worth, advantage, hits, f"{wager.deals:,}"]


def wager_html(result: WagerResult) -> str:
    from analyzer.pricing.results import pay_text

    rows = (
        [
            outcome.details.get("title", outcome.name),
            pay_text(outcome.net),
            f"{outcome.count:,}",
            percent_text(Fraction(outcome.count, result.deals)),
        ]
        for outcome in result.outcomes
    )
    return table_html(f"{result.name}, paytable {result.paytable}", ["outcome", "pays", "count", "probability"], rows)


def hand_html(answer: HandAnswer) -> str:
    from analyzer.cards.deck import hand_name

    rows = ([choice.action, str(choice.ev), f"{float(choice.ev):.6f}"] for choice in answer.choices)
    return table_html(hand_name(answer.cards), ["choice", "expected result", "about"], rows)


def strategy_html(result: StrategyResult) -> str:
    caption = f"{result.name}: {result.wager}, paytable {result.paytable}, costs {percent_text(result.cost)}"
    rows = (
        [rule.decision, rule.when, rule.action, percent_text(rule.decides), percent_text(rule.cost)]
        for rule in result.rules
    )
    return table_html(caption, ["decision", "when", "action", "decides", "cost"], rows)
