"""Strategies as tables. Only the command line calls this."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cli.screens.layout import Column, Grid
from analyzer.documents import Json
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.details import state_text

BAD = "bold red"


def _table(title: str, keys: Sequence[str], words: Sequence[str], numbers: Sequence[str]) -> Grid:
    texts = (Column(heading, "text") for heading in words)
    return Grid(title, (*(Column(heading, "key") for heading in keys), *texts, *map(Column, numbers)))


def _percent(fraction: str, digits: int = 4) -> str:
    return percent_text(Fraction(fraction), digits)


def evaluation_report(document: Json) -> RenderableType:
    """A strategy as a card, its return and cost, and where it errs."""
    head = f"{document['game']}, {document['wager']}, paytable {document['paytable']}: {document['strategy']}"
    parts: list[RenderableType] = [Text(head, style="bold underline")]
    parts += [Text(document[key]) for key in ("title", "description") if document[key]]
    card = _table("The card: the first rule that matches decides", ("", "with"), ("do",), ("decides", "errors cost"))
    rules = document["rules"]
    for number, row in enumerate(rules, 1):
        last = number < len(rules) and row["decision"] != rules[number]["decision"]
        told = "" if row["rule"] == "otherwise" else str(_number_of(rules, number))
        figures = (_percent(row["decides"]), _percent(row["cost"], 6))
        card.add(told, row["when"], row["action"], *figures, ends_section=last)
    parts += [Text(), card, Text()]
    parts += _figures(document)
    if document["rules_that_never_decide"]:
        parts.append(Text(f"rules that never decide: {'; '.join(document['rules_that_never_decide'])}", style="yellow"))
    for rest in document["not_covered"]:
        told = f"no rule covers {_percent(rest['frequency'])} of {rest['decision']!r}, such as {rest['example']}"
        parts.append(Text(f"{told}: {rest['otherwise']}"))
    if document["errors"]:
        parts += [Text(), _errors(document["errors"])]
    return Group(*parts)


def _number_of(rules: Sequence[Json], place: int) -> int:
    """The number of a rule among all that are not a default."""
    return sum(row["rule"] != "otherwise" for row in rules[:place])


def _figures(document: Json) -> list[RenderableType]:
    ev, cost, best = (Fraction(document[key]) for key in ("ev", "cost", "best_ev"))
    lines: list[RenderableType] = [
        Text(f"expected result {decimal_text(ev, 8)} = {ev}"),
        Text(f"best play       {decimal_text(best, 8)} = {best}"),
        Text(f"cost            {decimal_text(cost, 8)} = {cost} ({percent_text(cost, 6)})", style="bold"),
        Text("choices: " + ", ".join(f"{name} {_percent(share)}" for name, share in document["choices"].items())),
    ]
    if document["figures_differ"]:
        claimed = document["figures_in_the_file"]
        lines.append(Text(f"the file claims {claimed['ev']} and a cost of {claimed['cost']}: that is wrong", style=BAD))
    return lines


def _errors(errors: Sequence[Json]) -> Grid:
    table = _table(
        "Where it errs, costliest first",
        ("hands",),
        ("does", "best", "the worst of them"),
        ("loses", "how often", "cost"),
    )
    for error in errors:
        words = (error["hands"], error["done"], error["best"], error["example"])
        loses = decimal_text(Fraction(error["example_loses"]), 4)
        table.add(*words, loses, _percent(error["frequency"]), _percent(error["cost"], 6))
    return table


def optimal_report(document: Json) -> RenderableType:
    """The optimal strategy: a table a decision, how often each choice is made, and the closest calls."""
    head = f"{document['game']}, {document['wager']}, paytable {document['paytable']}: the optimal strategy"
    parts: list[RenderableType] = [Text(head, style="bold underline")]
    parts.append(Text(f"expected result {decimal_text(Fraction(document['ev']), 8)} = {document['ev']}"))
    shares = (f"{name} {_percent(share)}" for name, share in document["choices"].items())
    parts.append(Text(f"choices: {', '.join(shares)}"))
    for table in document["tables"]:
        parts += [Text(), _decision(table)]
        note = f"always doing so costs {_percent(table['cost'], 6)}; the complete table (--export) costs nothing"
        parts.append(Text(note))
    if document["closest"]:
        parts += [Text(), _closest(document["closest"])]
    return Group(*parts)


def _decision(document: Json) -> Grid:
    # Of a deck without jokers, and of tables that do not look at them, there is nothing to say.
    jokers = ["jokers"] if any(row["jokers"] not in ("", "0") for row in document["rows"]) else []
    table = _table(
        document["decision"].capitalize(),
        ("hand",),
        (*jokers, "draw", "rank", "kicker", "do"),
        ("how often", "exceptions cost"),
    )
    for row in document["rows"]:
        keys = (*jokers, "draw", "ranks", "kicker", "action")
        words = (row["hand"].replace("-", " "), *(row[key] for key in keys))
        table.add(*words, _percent(row["frequency"]), _percent(row["cost"], 6))
    return table


def _closest(closest: Sequence[Json]) -> Grid:
    table = _table("The closest decisions", ("hand",), ("choices",), ("difference",))
    for state in closest:
        ranked = sorted(state["choices"].items(), key=lambda pair: -Fraction(pair[1]))[:2]
        choices = ", ".join(f"{name} {decimal_text(Fraction(value), 8)}" for name, value in ranked)
        table.add(state_text(state), choices, decimal_text(Fraction(state["difference"]), 10))
    return table


def played_report(document: Json) -> RenderableType:
    """The list of a wager that is played anew under every paytable."""
    title = f"{document['game']}, {document['wager']}, paytable {document['paytable']}"
    parts: list[RenderableType] = [Text(title, style="bold underline"), Text()]
    if "items" in document:
        parts += _holds(document)
    elif "decisions" in document:
        parts += [part for decision in document["decisions"] for part in (_seen(decision), Text())]
        parts.append(Text("Rows that name no pair are about cards without one; what a row does not name is no matter."))
    else:
        return Group(*parts, *_choices(document))
    return Group(*parts, *_costs(document))


def _costs(document: Json) -> list[RenderableType]:
    ev, best, cost = (Fraction(document[key]) for key in ("ev", "best_ev", "cost"))
    return [
        Text(f"expected result {decimal_text(ev, 8)} = {ev}"),
        Text(f"best play       {decimal_text(best, 8)} = {best}"),
        Text(f"cost            {decimal_text(cost, 8)} = {cost} ({percent_text(cost, 6)})", style="bold"),
    ]


def _holds(document: Json) -> list[RenderableType]:
    table = _table(
        "Hold the first of these that the hand contains; of several, the lowest cards",
        ("", "hold"),
        (),
        ("worth", "decides", "errors cost"),
    )
    for number, row in enumerate(document["items"], 1):
        worth = decimal_text(Fraction(row["average"]), 4) if row["average"] else ""
        table.add(str(number), row["hold"], worth, _percent(row["decides"]), _percent(row["cost"], 6))
    high = document["high_cards"]
    return [table, *([Text(f"high cards: {high}, whose pairs pay")] if high else [])]


def _seen(decision: Json) -> Grid:
    table = _table(decision["decision"].capitalize(), ("seen",), ("do",), ("how often",))
    for row in decision["rows"]:
        table.add(row["seen"], row["do"], _percent(row["frequency"]))
    table.add("otherwise", decision["otherwise"], _percent(decision["otherwise_frequency"]))
    return table


def _choices(document: Json) -> list[RenderableType]:
    shares = ", ".join(f"{name} {_percent(share)}" for name, share in document["choices"].items())
    parts: list[RenderableType] = [
        Text(f"expected result {decimal_text(Fraction(document['ev']), 8)} = {document['ev']}"),
        Text(f"choices: {shares}"),
    ]
    for decision in document.get("tables", []):
        parts += [Text(), _decided(decision)]
    if not document.get("tables"):
        parts.append(Text("No table is made of so many states; exactodds hand says what is best with one hand."))
    if "rules" in document:
        parts += [Text(), Text("Rules for the cards that are turned", style="bold")]
        parts += [part for decision in document["rules"]["decisions"] for part in (Text(), _seen(decision))]
        parts += [Text(), *_costs(document["rules"])]
    return [*parts, Text(), _closest(document["closest"])] if document["closest"] else parts


def _decided(decision: Json) -> Grid:
    table = _table(decision["decision"].capitalize(), ("seen",), ("do",), ("how often",))
    for row in decision["rows"]:
        table.add(row["seen"], row["do"], _percent(row["frequency"]))
    return table


def house_way_cost_report(document: Json) -> RenderableType:
    """The house way against the best settings, row by row."""
    table = _table(
        f"{document['house_way']}: where the best setting is another one",
        ("row", "what it does"),
        ("for example",),
        ("hands", "departs", "of them", "costs"),
    )
    for row in document["rows"]:
        hands, departs = int(row["hands"]), int(row["departs"])
        share = percent_text(Fraction(departs, hands), 2) if hands else ""
        numbers = (f"{hands:,}", f"{departs:,}", share, _percent(row["gain"], 6))
        table.add(str(row["row"]), row["name"], row["example"] or "", *numbers)
    ev, best = Fraction(document["ev"]), Fraction(document["best_ev"])
    return Group(
        Text(f"{document['game']}, {document['wager']}: the house way against the best settings", style="bold"),
        Text(f"house way {decimal_text(ev, 8)}, best settings {decimal_text(best, 8)}"),
        Text(f"cost {decimal_text(best - ev, 8)} = {best - ev}; departs in {_percent(document['frequency'])} of hands"),
        Text(),
        table,
    )
