"""Results as tables that a person likes to read. Only the command line calls this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cards.deck import hand_name
from analyzer.cli.screens.layout import Cell, Column, Explained, Flow, Grid
from analyzer.documents import Json
from analyzer.game.file import GameFile
from analyzer.game.model import Game, Option
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, grouped_text, one_in_text, percent_text, range_text, root_text
from analyzer.pricing.advantage import MARK, Advantage, advantage_of
from analyzer.pricing.asked import Asked, has_meter
from analyzer.pricing.choices import setting_notes
from analyzer.pricing.details import DecisionDetails, MeterDetails, TaxDetails
from analyzer.pricing.moments import to_fraction
from analyzer.pricing.results import (
    GameResult,
    WagerResult,
    joint_advantage,
    joint_edge,
    joint_name,
    joint_title,
    pay_text,
    staked_names,
)
from analyzer.strategy.one_hand import HandAnswer
from analyzer.units import Unit

NOTHING_MORE = Asked()


def games_table(title: str, game_files: Sequence[GameFile]) -> RenderableType:
    keys = (Column("game", "key", once=True), Column("wager", "key"))
    table = Grid(title, (*keys, Column("paytables", "text"), Column("options (default first)", "text")))
    for game_file in game_files:
        rules = game_file.rules()
        for wager in rules.wagers:
            options = ", ".join(_option_text(game_file.options[key]) for key in game_file.options_of(wager.id))
            paytables = _names(paytable.id for paytable in wager.paytables)
            table.add(rules.id, wager.id, paytables, options, ends_section=wager is rules.wagers[-1])
    return table


def _names(names: Iterable[str]) -> str:
    """Names beside each other; one with a blank is quoted, so that it is not taken for two.

    >>> _names(["high", "a b"])
    'high "a b"'
    """
    return " ".join(f'"{name}"' if " " in name else name for name in names)


def options_text(game_file: GameFile, *, named: bool = False) -> RenderableType:
    """What each option of a game means; of several games with the name of the game."""
    if not game_file.options:
        return Text(f"{game_file.id} has no options.")
    return Group(
        *([Text(game_file.id, style="bold")] if named else []),
        *(Explained(_option_text(option), option.meaning) for option in game_file.options.values()),
    )


def _option_text(option: Option) -> str:
    if option.is_number:
        return f"{option.id} = {option.default or 'not given'} ({range_text(option.minimum, option.maximum)})"
    return f"{option.id} = {' | '.join(option.values)}"


def game_report(result: GameResult, asked: Asked = NOTHING_MORE, columns: Sequence[str] = ()) -> RenderableType:
    """All wagers of a result, flags first."""
    parts: list[RenderableType] = [Text(f"{result.game.name}  ({result.game.id})", style="bold underline")]
    if result.game.chosen:
        parts.append(Text("options: " + ", ".join(f"{key} = {value}" for key, value in result.game.chosen.items())))
    parts += _flags(result)
    for_one = _said_for_one(result.game)
    for wager in result.wagers:
        is_for_one = wager.wager in for_one
        parts += [Text(), wager_report(wager, columns, for_one=is_for_one), *_asked_figures(wager, asked)]
    if result.joint:
        parts += [Text(), _joint_table(result.joint)]
    return Group(*parts)


def _said_for_one(game: Game) -> frozenset[str]:
    """Wagers whose game file says pays for one, with the stake in them: what is shown of them is net."""
    ruled = {rules.id for rules in game.rules.wagers if rules.odds == "for_one"} if game.rules is not None else set()
    prizes = {wager.id for wager in game.wagers if wager.meter is not None and wager.meter.prizes == "for_one"}
    metered = {wager.id for wager in game.wagers if wager.meter is not None}
    return frozenset(ruled - metered | prizes)


def _flags(result: GameResult, game: str = "") -> list[RenderableType]:
    """Every advantage of the player, alone and together; of several games with the name of the game."""
    flags = [
        f"{wager.name}, paytable {wager.paytable}: {wager.advantage.text}" for wager in result.wagers if wager.advantage
    ]
    joint = [(row, joint_advantage(row)) for row in result.joint]
    flags += [f"{joint_name(row)}, made together: {advantage.text}" for row, advantage in joint if advantage]
    start = f"! {game}, " if game else "! "
    return [Text(f"{start}{words}", style="bold red") for words in flags]


def _marked(text: str, advantage: Advantage | None) -> Text:
    """What a wager is worth; a word says where that favours the player, since a colour is not always seen."""
    if advantage is None or not advantage.certain:
        return Text(text, style="bold")
    return Text(f"{text} ({MARK})", style="bold red")


def _joint_table(joint: Sequence[Json]) -> Grid:
    """Wagers made together, one line a choice of paytables."""
    keys = (Column("wagers", "key"), Column("paytables", "key"))
    figures = (Column(heading) for heading in ("expected result", "house edge", "standard deviation"))
    table = Grid(joint_title(joint, "Made together"), (*keys, *figures))
    for row in joint:
        table.add(
            staked_names(row),
            _names(row["paytables"]),
            decimal_text(Fraction(row["ev"]), 8),
            _marked(joint_edge(row), joint_advantage(row)),
            decimal_text(Fraction(root_text(Fraction(row["variance"]))), 8),
        )
    return table


def wager_report(wager: WagerResult, columns: Sequence[str] = (), *, for_one: bool = False) -> RenderableType:
    parts: list[RenderableType] = [_outcome_table(wager, for_one).only(columns), _figures(wager)]
    if for_one:
        parts.append(Text("pays are net of the stake; the game file says them for one, with the stake: 1 more"))
    parts += [Text(f"warning: {warning}", style="yellow") for warning in wager.warnings]
    return Group(*parts)


def _asked_figures(wager: WagerResult, asked: Asked) -> Iterator[RenderableType]:
    """What was asked for beside the result: at a level of the meter, and an hour."""
    ev = asked.ev(wager)
    if asked.meter is not None and ev is not None and has_meter(wager):
        worth = Flow()
        worth.add(f"at J = {grouped_text(asked.meter)}: {_worth_text(wager, ev)}", "bold")
        worth.add(f"= {wager.unit.worth(ev)}")
        if ev > 0:
            worth.add(MARK, "bold red")
        yield worth
    if asked.an_hour:
        yield Text("an hour depends on the meter; give it with --meter" if ev is None else hour_text(wager, ev, asked))


def _worth_text(wager: WagerResult, ev: Fraction) -> str:
    return f"{wager.unit.worth_name} {wager.unit.text(wager.unit.worth(ev))}"


def hour_text(wager: WagerResult, ev: Fraction, asked: Asked) -> str:
    hour = asked.hour(wager)
    earned = hour.earned(ev)
    stake = {
        Unit.UNITS: f" and a stake of {grouped_text(hour.stake)}",
        Unit.BETS: f" at its price of {grouped_text(hour.stake)}",
        Unit.DOLLARS: "",
    }[wager.unit]
    who = "player" if earned > 0 else "house"
    return f"the {who} wins {grouped_text(abs(earned))} an hour at {grouped_text(hour.rounds)} rounds an hour{stake}"


def outcome_columns(worth: str = "contribution", pays: str = "pays") -> tuple[Column, ...]:
    """The columns of a table of outcomes, by the names that they have in lines of values."""
    return (
        Column("hand", "key", called="name"),
        Column(pays, called="pays"),
        Column("combinations", called="count"),
        Column("probability"),
        Column("1 in", called="one_in"),
        Column(worth, called="contribution"),
    )


def _outcome_table(wager: WagerResult, for_one: bool) -> Grid:
    # To the expected result, which the column adds up to: the return has the stake in it and stands below.
    table = Grid(
        f"{wager.name}, paytable {wager.paytable}",
        outcome_columns("contribution" if wager.unit.has_stake else "$ a round", "pays, net" if for_one else "pays"),
        ("total", "", f"{wager.deals:,}", "1.00000000", "", _expected_total(wager)),
    )
    for outcome in wager.outcomes:
        probability = Fraction(outcome.count, wager.deals)
        share = "" if outcome.net.meter else decimal_text(outcome.net.amount * probability, 8)
        table.add(
            outcome.details.get("title", outcome.name),
            pay_text(outcome.net),
            f"{outcome.count:,}",
            decimal_text(probability, 8),
            one_in_text(probability),
            share,
        )
    return table


def _expected_total(wager: WagerResult) -> str:
    return "" if wager.ev is None else decimal_text(wager.ev, 8)


def _figures(wager: WagerResult) -> RenderableType:
    """The figures below the table; what the wager is worth in bold, on a line of its own."""
    if wager.ev is None:
        return _meter_figures(wager)
    worth, rest = Flow(), Flow()
    document = wager.document()
    if not wager.unit.has_stake:
        worth.add(f"expected result {wager.unit.text(wager.ev)}", "bold")
        tax = wager.details_of(TaxDetails)
        for key in ("expected_tax", "expected_prize", "prize_to_tax"):
            if (number := getattr(tax, key, None)) is not None:
                rest.add(f"{key.replace('_', ' ')} {decimal_text(number, 6)}")
    else:
        worth.add(f"house edge {percent_text(-wager.ev, 6)}", "bold red" if wager.player_advantage else "bold")
        worth.add(f"= {-wager.ev}")
        rest.add(f"return {percent_text(1 + wager.ev, 6)}")
    if wager.advantage is not None:
        rest.add(wager.advantage.text, "bold red")
    decisions = wager.details_of(DecisionDetails)
    if decisions is not None and decisions.bet is not None:
        rest.add(f"average bet {decimal_text(decisions.bet.average_bet, 8)}")
        rest.add(f"element of risk {percent_text(decisions.bet.element_of_risk, 6)}")
    rest.add(f"hit frequency {percent_text(to_fraction(wager.price.hit_frequency))}")
    rest.add(f"variance {decimal_text(to_fraction(wager.price.variance), 6)}")
    rest.add(f"standard deviation {decimal_text(Fraction(document['standard_deviation']), 8)}")
    rest.add(f"skewness {decimal_text(Fraction(document['skewness']), 8)}")
    return Group(worth, rest)


def _meter_figures(wager: WagerResult) -> RenderableType:
    """What a wager on a meter is worth, as an expression and at levels of the meter."""
    returns = [f"return {1 + piece.price.ev} for {piece.words}" for piece in wager.pieces]
    words = returns or [f"return {1 + wager.price.ev}"]
    parts: list[RenderableType] = [Text(line, style="bold") for line in words]
    if wager.advantage is not None:
        parts.append(Text(wager.advantage.text, style="bold red"))
    meter = wager.details_of(MeterDetails)
    assert meter is not None, "a wager whose price depends on a meter has one"
    figures, levels = Flow(), Flow()
    if meter.break_even is not None:
        figures.add(f"breaks even at J = {grouped_text(meter.break_even)}")
    if meter.long_run is not None:
        figures.add(f"average meter {grouped_text(meter.long_run.average_meter)}")
        figures.add(f"long-run return {percent_text(meter.long_run.long_run_return, 6)}")
    for level, back in meter.returns.items():
        levels.add(f"J={level:,}: {percent_text(back, 2)}")
    return Group(*parts, figures, levels)


def hand_report(answer: HandAnswer) -> RenderableType:
    """Every choice with its value, how much it gives away, and the counts behind it."""
    title = f"{answer.game.name}, {answer.wager.name}, paytable {answer.paytable.id}: {hand_name(answer.cards)}"
    if answer.board:
        title += f" | {hand_name(answer.board)}"
    if answer.sees:
        title += f", seeing {hand_name(answer.sees)}"
    shown = [choice for choice in answer.choices if "dominated_by" not in choice.notes]
    counted = list(dict.fromkeys(name for choice in shown for name in choice.counts))
    headings = ("expected result", "less than best", "exactly", *(_count_heading(name) for name in counted))
    table = Grid(title, (Column("choice", "key"), *map(Column, headings)))
    best = answer.choices[0].ev
    for place, choice in enumerate(shown):
        counts = (f"{choice.counts[name]:,}" if name in choice.counts else "" for name in counted)
        less = "" if choice.ev == best else decimal_text(best - choice.ev, 8)
        row = (choice.said, decimal_text(choice.ev, 8), less, str(choice.ev), *counts)
        table.add(*row, style="bold" if place == 0 else None)
    why = [Text(note) for note in setting_notes(answer.choices)]
    card = answer.card
    says = [] if card is None else [Text(f"the {card['strategy']} says {card['action']}: {card['rule']}")]
    left = len(answer.choices) - len(shown)
    dominated = f"{left} other choices are dominated: one above is at least as likely to win any amount or more"
    return Group(table, *([Text(dominated)] if left else []), *why, *says)


def _count_heading(name: str) -> str:
    return name.replace("-", " ").replace("/", ", ")


def house_way_report(document: Json) -> RenderableType:
    """The rows of a house way and how many hands each decides."""
    table = Grid(document["name"], (Column("row", "key"), Column("what it does", "key"), Column("hands")))
    for row in document["rows"]:
        table.add(str(row["row"]), row["name"], f"{int(row['hands']):,}")
    idle = [Text(f"never decides: {name}", style="yellow") for name in document["rows_that_never_decide"]]
    return Group(table, *idle)


def comparison_report(document: Json) -> RenderableType:
    """Two house ways: which hands they set differently, and what that is worth."""
    one, other = document["house_ways"]
    ways = (Column(one, "text"), Column(other, "text"))
    table = Grid(f"{one} / {other}", (Column("example", "key"), *ways, Column("hands")))
    for difference in document["differences"]:
        first, second = difference["rows"]
        table.add(difference["example"], first, second, f"{int(difference['hands']):,}")
    worth = Grid("Expected result of the player", (Column("wager", "key"), *map(Column, (one, other, "change"))))
    for wager in document["wagers"]:
        figures = (decimal_text(Fraction(value), 8) for value in (*wager["ev"], wager["change"]))
        worth.add(wager["wager"], *figures)
    return Group(Text(f"{int(document['hands']):,} hands are set differently"), table, worth)


def summary(
    results: Sequence[GameResult], games: Sequence[str], asked: Asked = NOTHING_MORE, columns: Sequence[str] = ()
) -> RenderableType:
    """One line a wager and paytable, over several games, each with a name of its own; flags first."""
    flags = [flag for result, game in zip(results, games, strict=True) for flag in _flags(result, game)]
    return Group(*flags, _summary_table(results, games, asked).only(columns))


def summary_columns(asked: Asked) -> tuple[Column, ...]:
    keys = (Column("game", "key", once=True), Column("wager", "key"), Column("paytable", "key"))
    figures = map(Column, ("deals", "house edge", "expected result", "hit frequency", "standard deviation"))
    meter = [] if asked.meter is None else [Column(f"at J = {grouped_text(asked.meter)}", called="at_meter")]
    return (*keys, *figures, *meter, *([Column("the house wins an hour", called="hour")] if asked.an_hour else []))


def _summary_table(results: Iterable[GameResult], games: Iterable[str], asked: Asked) -> Grid:
    table = Grid("House edge of every wager", summary_columns(asked))
    for result, game in zip(results, games, strict=True):
        for wager in result.wagers:
            cells = (*_summary_row(wager), *_asked_cells(wager, asked))
            table.add(game, *cells, ends_section=wager is result.wagers[-1])
    return table


def _asked_cells(wager: WagerResult, asked: Asked) -> Iterator[Cell]:
    ev = asked.ev(wager)
    if asked.meter is not None:
        is_there = ev is not None and has_meter(wager)
        yield (
            _marked(wager.unit.edge_text(ev), advantage_of(Pay(ev), wager.unit)) if ev is not None and is_there else ""
        )
    if asked.an_hour:
        yield "" if ev is None else grouped_text(-asked.hour(wager).earned(ev))


def _summary_row(wager: WagerResult) -> list[Cell]:
    hits = percent_text(to_fraction(wager.price.hit_frequency))
    if wager.ev is None:
        meter = wager.details_of(MeterDetails)
        level = None if meter is None else meter.break_even
        even = "never breaks even" if level is None else f"breaks even at J = {grouped_text(level)}"
        edge = _marked("at every meter" if wager.player_advantage else even, wager.advantage)
        return [wager.wager, wager.paytable, f"{wager.deals:,}", edge, "", hits, ""]
    edge = _marked(wager.unit.edge_text(wager.ev), wager.advantage)
    deviation = decimal_text(Fraction(wager.document()["standard_deviation"]), 6)
    worth = wager.unit.result_text(wager.ev)
    return [wager.wager, wager.paytable, f"{wager.deals:,}", edge, worth, hits, deviation]
