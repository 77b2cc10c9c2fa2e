"""Every reading of the documents: what was chosen and why, and what each other reading would give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.change.figures import Figures, figures_of, worth_text
from analyzer.change.readings import WEIGHT
from analyzer.errors import GameFileError, SelectionError
from analyzer.game.model import Option
from analyzer.numbers import decimal_text, range_text
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, facts, figure, heading, series, table, text, unprinted
from analyzer.report.chosen import options_hold, used_here
from analyzer.report.pages import coded_words, sections_of, titled_items
from analyzer.report.paytables import unit_note
from analyzer.report.subject import Subject

WEIGHTS = (
    "Weight 1: the document is silent or contradicts itself, and both meanings occur in practice. Weight 2: a literal "
    "reading that another sentence speaks against."
)
DEFAULT_WEIGHT = " The default reading has no weight."
NO_WEIGHT = " Without a weight: a choice that the document leaves to the house."
# How much speaks for a reading, where it is named alone. What a default has in place of a weight is no text.
DEFAULT = 0
WEIGHT_WORDS = {
    DEFAULT: "The default reading of the document",
    None: "A choice that the document leaves to the house",
    1: "An open point: the document is silent here or contradicts itself",
    2: "Less likely: another sentence of the document speaks against it",
    3: "Unlikely: the document contradicts it",
}


@dataclass(frozen=True)
class Effect:
    """One wager under one other value of an option, changed alone; `there` is None where it cannot be computed."""

    option: Option
    value: str
    here: Figures
    there: Figures | None
    why_not: str = ""

    @property
    def name(self) -> str:
        name = f"{self.option.id} = {self.value}"
        if self.value != self.option.default:
            return name
        return f"{name} (the default{'' if self.option.weight is None else ' reading'})"

    @property
    def weight(self) -> int | None:
        """That of the other readings of the option; the default one is none of those."""
        is_default = self.option.weight is not None and self.value == self.option.default
        return DEFAULT if is_default else self.option.weight

    @property
    def in_range(self) -> bool:
        """Whether the reading is one that the range goes over: of weight 1, or the default."""
        return self.weight in (DEFAULT, WEIGHT)

    @property
    def turns(self) -> bool:
        """Whether the reading gives the player an advantage, or takes one away."""
        return self.there is not None and _favours(self.here) != _favours(self.there)

    def is_of(self, result: WagerResult) -> bool:
        return (self.here.wager, self.here.paytable) == (result.wager, result.paytable)

    @property
    def unmoved(self) -> bool:
        """Whether the wager is worth exactly the same."""
        return self.there is not None and self.here.amount("worth") == self.there.amount("worth")

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


@dataclass(frozen=True)
class End:
    """An end of the interval: what the wager is worth there, and under which reading."""

    worth: Fraction
    reading: str


def edge_range(subject: Subject, result: WagerResult) -> tuple[End, End] | None:
    """The least and the most that a wager is worth over the readings of weight 1 and the default, each changed alone.

    None where it depends on a meter. Variants that the document offers are no readings; those of weight 2 are in the
    table of the section.
    """
    if result.ev is None:
        return None
    ends = [End(result.unit.worth(result.ev), as_read(subject))]
    for effect in subject.effects:
        if effect.is_of(result) and effect.in_range and effect.there is not None:
            worth = effect.there.amount("worth")
            if worth is None or worth.meter:
                return None
            ends.append(End(worth.amount, effect.name))
    return min(ends, key=lambda end: end.worth), max(ends, key=lambda end: end.worth)


def turned_over(subject: Subject) -> Iterator[str]:
    """The readings that give the player an advantage or take it away, and how likely each is, in words.

    The likeliest first, in each wager.
    """
    for result in subject.results:
        turning = [effect for effect in subject.effects if effect.turns and effect.is_of(result)]
        for effect in sorted(turning, key=lambda effect: effect.weight or 0):
            used = subject.game.chosen.get(effect.option.id) or "none"
            told = f"{_turn_text(effect, used)} {effect.option.meaning}"
            yield f"{subject.title_of(result)}: {told} {WEIGHT_WORDS[effect.weight]}."


def _turn_text(effect: Effect, used: str) -> str:
    assert effect.there is not None
    gains, told = effect.there.advantage, effect.here.unit.worth_name
    if gains is not None and gains.certain:
        return f"with {effect.name} {gains.text}; as read here ({used}) he has none."
    ends = f"the player's advantage as read here ({used}) ends"
    return f"with {effect.name} {ends}, and the {told} is {worth_of(effect.there)}."


def default_unused(subject: Subject) -> bool:
    """Whether some reading is another than the default, which is then one of the others."""
    return any(subject.game.options[option].weight is not None for option in subject.other_options)


def _ranged_over(subject: Subject) -> str:
    return "the readings of weight 1" + (" and the default readings" if default_unused(subject) else "")


def as_read(subject: Subject) -> str:
    """What the reading of the report is called; where it is not the one that the page of rules explains, so that it
    is not taken for that one.
    """
    return "as used here" if subject.told_otherwise else "as read"


# --- the section -----------------------------------------------------------------------------------------------------


def reading_blocks(subject: Subject) -> list[Block]:
    return [*_readings(subject), *_options(subject)]


def _weights(subject: Subject) -> str:
    """What the weights mean, and what it means to have none where a row has none."""
    has_choices = any(one.option.weight is None and not one.unmoved for one in subject.effects)
    return WEIGHTS + (NO_WEIGHT if has_choices else "") + (DEFAULT_WEIGHT if default_unused(subject) else "")


def has_readings(subject: Subject) -> bool:
    """Whether the report of the game has this section."""
    return bool(_listed_readings(subject) or subject.game.options)


def _listed_readings(subject: Subject) -> list[tuple[str, str]]:
    page = sections_of(subject.rules.game) if subject.rules.game else []
    sections = [section for section in page if section.title == "Readings"]
    return [
        (title, used_here(subject, words) + told)
        for section in sections
        for (title, told), words in zip(titled_items(section), coded_words(section), strict=True)
    ]


def _readings(subject: Subject) -> Iterator[Block]:
    readings = _listed_readings(subject)
    if not readings:
        return
    yield from options_hold(subject)
    silent = "the document says nothing, says two things, or was damaged"
    yield text(
        f"Where {silent if subject.game.source.title else 'houses differ'}, a reading had to be chosen. Each is listed "
        "with the reason and the alternative"
        + ("; an alternative that is also computed has an option, shown below." if subject.game.options else ".")
    )
    yield facts(subject.id_of(2, "readings-list"), readings)


def _options(subject: Subject) -> Iterator[Block]:
    options = subject.game.options
    if not options:
        return
    yield heading(subject.id_of(2, "options"), "Options")
    listed = table(
        subject.id_of(2, "options-list"),
        "Options, and the values that this report uses",
        (("option", "text"), ("weight", "text"), ("used here", "text"), ("other values", "text"), ("meaning", "text")),
        [_option_row(option, subject.game.chosen.get(option.id)) for option in options.values()],
    )
    # What the readings above explain is not explained twice on paper.
    yield unprinted(listed) if _explained(subject) else listed
    if subject.effects:
        yield _effects_table(subject)
        yield from _without_effect(subject)
        yield from _intervals(subject)


def _explained(subject: Subject) -> bool:
    page = sections_of(subject.rules.game) if subject.rules.game else []
    said = "\n".join(line for section in page if section.title == "Readings" for line in section.lines)
    return bool(said) and not subject.other_options and all(f"`{option}`" in said for option in subject.game.options)


def _effects_table(subject: Subject) -> Block:
    rows = []
    for result in subject.results:
        effects = [effect for effect in subject.effects if effect.is_of(result) and not effect.unmoved]
        if effects:
            title = subject.title_of(result)
            rows.append([title, as_read(subject), "", worth_of(effects[0].here), ""])
            rows += [[title, *_effect_row(effect)] for effect in effects]
    return table(
        subject.id_of(2, "options-effect"),
        "Each other reading, changed alone",
        (
            ("wager", "text"),
            ("reading", "text"),
            ("weight", "text"),
            ("house edge", "percent"),
            ("difference, points", "decimal"),
        ),
        rows,
        note=f"Exact results; everything is decided anew. {_weights(subject)} {unit_note(subject.results)}",
        grouped_by=True,
    )


def _without_effect(subject: Subject) -> Iterator[Block]:
    """Readings under which a wager is worth the same, one sentence for all."""
    same: dict[str, list[str]] = {}
    for result in subject.results:
        for effect in subject.effects:
            if effect.is_of(result) and effect.unmoved:
                same.setdefault(effect.name, []).append(subject.title_of(result))
    if same:
        told = "; ".join(f"{name} ({', '.join(titles)})" for name, titles in same.items())
        why = "; the readings above say why" if _explained(subject) else ""
        yield text(f"Computed, and worth exactly the same{why}: {told}.")


def _intervals(subject: Subject) -> Iterator[Block]:
    """Between which ends each wager lies over the readings of weight 1: a table and a picture."""
    ranges = [(result, ends) for result in subject.results if (ends := edge_range(subject, result)) is not None]
    moved = [(result, ends) for result, ends in ranges if ends[0].worth != ends[1].worth]
    if not moved:
        return
    yield table(
        subject.id_of(2, "intervals"),
        f"Over {_ranged_over(subject)}, each changed alone",
        (
            ("wager", "text"),
            ("lowest", "percent"),
            ("lowest with", "text"),
            ("highest", "percent"),
            ("highest with", "text"),
        ),
        [
            [
                subject.title_of(result),
                *(cell for end in ends for cell in (result.unit.text(end.worth), end.reading)),
            ]
            for result, ends in moved
        ],
        note=unit_note(subject.results),
    )
    staked = [(result, ends) for result, ends in ranges if result.unit.has_stake]
    if any(low.worth != high.worth for _, (low, high) in staked):
        yield _intervals_figure(subject, staked)


def _intervals_figure(subject: Subject, ranges: Sequence[tuple[WagerResult, tuple[End, End]]]) -> Block:
    return figure(
        subject.id_of(2, "readings-figure"),
        "House edge by reading",
        f"The dot is the wager {as_read(subject)}, the bar goes over {_ranged_over(subject)}, each changed alone. "
        "Left of zero the player has the advantage.",
        "dots",
        ("wager", "house edge, %"),
        [series("house edge", [_points(-(result.ev or Fraction(0)), 4) for result, _ in ranges])],
        categories=[subject.title_of(result) for result, _ in ranges],
        intervals=[
            None if low.worth == high.worth else (_points(low.worth, 4), _points(high.worth, 4))
            for _, (low, high) in ranges
        ],
    )


def _option_row(option: Option, used: str | None) -> list[str]:
    if option.is_number:
        others = f"any number from {range_text(option.minimum, option.maximum)}"
    else:
        named = [f"{value} (the default)" if value == option.default else value for value in option.values]
        others = ", ".join(name for name, value in zip(named, option.values, strict=True) if value != used)
    weight = "" if option.weight is None else str(option.weight)
    return [option.id, weight, used or "not given", others, option.meaning]


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
        yield from (Effect(option, value, one, None, str(error)) for one in here)
        return
    for one, other in zip(here, there, strict=True):
        yield Effect(option, value, one, other)


def _figures(subject: Subject, wager: str, chosen: Mapping[str, str]) -> list[Figures]:
    return list(figures_of(subject.file, subject.run, wager, reading=tuple(sorted(chosen.items()))))


def _effect_row(effect: Effect) -> list[str]:
    weight = str(effect.weight) if effect.weight else ""
    if effect.there is None:
        return [effect.name, weight, f"not computed: {effect.why_not}", ""]
    return [effect.name, weight, worth_of(effect.there), _difference(effect)]


def worth_of(figures: Figures) -> str:
    """A house edge, or dollars a round, for people; an expression while it depends on the meter."""
    worth = figures.amount("worth")
    return figures.worth if worth is None else worth_text(worth, figures.unit)


def _difference(effect: Effect) -> str:
    change = effect.change
    if change is None:
        return "depends on J"
    sign = "+" if change > 0 else ""
    if not effect.here.unit.has_stake:
        return f"{sign}{decimal_text(change, 8)} $"
    return sign + _points(change, 6)


def _points(share: Fraction, places: int) -> str:
    """A share in percent, with as many more digits as it needs not to be shown as zero.

    >>> _points(Fraction(1, 40), 4), _points(Fraction(3, 10**10), 6), _points(Fraction(0), 2)
    ('2.5000', '0.00000003', '0.00')
    """
    while share and abs(share) * 100 * 10**places < Fraction(1, 2):
        places += 1
    return decimal_text(share * 100, places)
