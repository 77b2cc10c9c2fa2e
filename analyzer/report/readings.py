"""Every reading of the documents: what was chosen and why, and what each other reading would give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.change.figures import Figures, figures_of, worth_text
from analyzer.errors import GameFileError, SelectionError
from analyzer.game.model import Option, Pay
from analyzer.numbers import decimal_text, range_text
from analyzer.pricing.advantage import MARK, turned
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, facts, heading, table, text
from analyzer.report.pages import sections_of, titled_items
from analyzer.report.subject import Subject


@dataclass(frozen=True)
class Effect:
    """One wager under one other value of an option, changed alone; `there` is None where it cannot be computed."""

    option: str
    value: str
    here: Figures
    there: Figures | None
    why_not: str = ""

    @property
    def turns(self) -> str | None:
        """What the reading does to the player's advantage, if it gives or takes one."""
        if self.there is None or _favours(self.here) == _favours(self.there):
            return None
        return turned(self.here.advantage, self.there.advantage)

    @property
    def change(self) -> Fraction | None:
        """Of the house edge, or of the dollars a round; None while it depends on a meter."""
        if self.there is None:
            return None
        first, second = self.here.amount("worth"), self.there.amount("worth")
        if first is None or second is None or first.meter != second.meter:
            return None
        return second.amount - first.amount


def _favours(figures: Figures) -> bool:
    return figures.advantage is not None and figures.advantage.certain


def effects_of(subject: Subject) -> list[Effect]:
    """Every other value of every option, changed alone, for the wagers that it can change."""
    return list(_effects(subject))


def edge_range(subject: Subject, result: WagerResult) -> tuple[Fraction, Fraction] | None:
    """The least and the largest worth of a wager over all readings; None where it depends on a meter."""
    own = [effect for effect in subject.effects if (effect.here.wager, effect.here.paytable) == _key(result)]
    if result.ev is None:
        return None
    worths = [result.unit.worth(result.ev)]
    for effect in own:
        amount = None if effect.there is None else effect.there.amount("worth")
        if amount is not None and not amount.meter:
            worths.append(amount.amount)
    return min(worths), max(worths)


def _key(result: WagerResult) -> tuple[str, str]:
    return result.wager, result.paytable


def turned_over(subject: Subject) -> Iterator[str]:
    """The readings that give the player an advantage or take it away, in words."""
    for effect in subject.effects:
        if effect.turns is not None:
            name = f"{effect.here.wager} {effect.here.paytable}"
            yield f"With {effect.option} = {effect.value} {effect.turns} ({name})."


# --- the section -----------------------------------------------------------------------------------------------------


def reading_blocks(subject: Subject) -> list[Block]:
    return [*_readings(subject), *_options(subject)]


def _readings(subject: Subject) -> Iterator[Block]:
    page = sections_of(subject.rules.game) if subject.rules.game else []
    readings = [item for section in page if section.title == "Readings" for item in titled_items(section)]
    if not readings:
        return
    silent = "the document says nothing, says two things, or was damaged"
    yield text(
        f"Where {silent if subject.game.source.title else 'houses differ'}, a reading had to be chosen. Each is listed "
        "with the reason and the alternative; an alternative that is also computed has an option, shown below."
    )
    yield facts(subject.id_of(2, "readings-list"), readings)


def _options(subject: Subject) -> Iterator[Block]:
    options = subject.game.options
    if not options:
        return
    yield heading(subject.id_of(2, "options"), "Options")
    yield table(
        subject.id_of(2, "options-list"),
        "Options, and the values that this report uses",
        (("option", "text"), ("used here", "text"), ("other values", "text"), ("meaning", "text")),
        [_option_row(option, subject.game.chosen.get(option.id)) for option in options.values()],
    )
    if subject.effects:
        yield table(
            subject.id_of(2, "options-effect"),
            "What each other value, changed alone, would give",
            (
                ("option", "text"),
                ("value", "text"),
                ("wager", "text"),
                ("paytable", "text"),
                ("worth here", "decimal"),
                ("worth with it", "decimal"),
                ("difference", "decimal"),
            ),
            [_effect_row(effect) for effect in subject.effects],
            note="Exact results of a complete analysis under the other value: the house edge, or the expected result "
            "in dollars a round where there is no stake. A house edge below zero favours the player, and so does an "
            "expected result above zero.",
        )


def _option_row(option: Option, used: str | None) -> list[str]:
    if option.is_number:
        others = f"any number from {range_text(option.minimum, option.maximum)}"
    else:
        others = ", ".join(value for value in option.values if value != used)
    return [option.id, used or "not given", others, option.meaning]


def _effects(subject: Subject) -> Iterator[Effect]:
    for option in subject.game.options.values():
        for value in option.values:
            if value == subject.game.chosen.get(option.id):
                continue
            for wager in subject.wagers:
                if option.id in subject.file.options_of(wager.id):
                    yield from _effect(subject, option, value, wager.id)


def _effect(subject: Subject, option: Option, value: str, wager: str) -> Iterator[Effect]:
    chosen = dict(subject.game.chosen)
    here = _figures(subject, wager, chosen)
    try:
        there = _figures(subject, wager, chosen | {option.id: value})
    except (SelectionError, GameFileError) as error:  # a value that does not go with these pays, or other options
        yield from (Effect(option.id, value, one, None, str(error)) for one in here)
        return
    for one, other in zip(here, there, strict=True):
        yield Effect(option.id, value, one, other)


def _figures(subject: Subject, wager: str, chosen: Mapping[str, str]) -> list[Figures]:
    return list(figures_of(subject.file, subject.run, wager, reading=tuple(sorted(chosen.items()))))


def _effect_row(effect: Effect) -> list[str]:
    place = [effect.option, effect.value, effect.here.wager, effect.here.paytable, worth_of(effect.here)]
    if effect.there is None:
        return [*place, f"not computed: {effect.why_not}", ""]
    return [*place, worth_of(effect.there), _difference(effect)]


def worth_of(figures: Figures) -> str:
    """A house edge, or dollars a round, for people; an expression while it depends on the meter."""
    worth = figures.amount("worth")
    mark = f" ({MARK})" if _favours(figures) else ""
    return (figures.worth if worth is None else worth_text(worth, figures.unit)) + mark


def _difference(effect: Effect) -> str:
    change = effect.change
    if change is None:
        return "depends on J"
    if not change:
        return "none"
    if not effect.here.unit.has_stake:
        return worth_text(Pay(change), effect.here.unit, signed=True)
    return ("+" if change > 0 else "") + decimal_text(change * 100, 6) + " points"
