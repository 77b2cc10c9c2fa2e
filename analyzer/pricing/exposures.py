"""What a card is worth that should not be seen: the same game with it seen, against the game as it should be played.

Only the main wager is decided about, so only its result changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.errors import CountError, ExactOddsError, FaultsError, SelectionError
from analyzer.game.exposed_cards import DEALER, SEAT, Exposure, exposed
from analyzer.game.file import GameFile
from analyzer.game.language import Rules, Stage
from analyzer.game.model import Game
from analyzer.numbers import decimal_text, ratio_text, root_text
from analyzer.pricing.analysis import analyze_wager, select_paytables
from analyzer.pricing.details import DecisionDetails, SeenCard
from analyzer.pricing.moments import to_fraction
from analyzer.pricing.results import DECIMALS, GameResult, WagerResult
from analyzer.run.jobs import Run

SCHEMA = "exactodds/vulnerability/1"


@dataclass(frozen=True)
class Hour:
    """Rounds an hour at a table, and the stake: the first bet of a round."""

    rounds: Fraction = Fraction(40)
    stake: Fraction = Fraction(100)

    def earned(self, ev: Fraction) -> Fraction:
        """
        >>> Hour().earned(Fraction(-1, 40))
        Fraction(-100, 1)
        """
        return ev * self.rounds * self.stake

    def document(self, ev: Fraction) -> dict[str, str]:
        earned = self.earned(ev)
        return {
            "rounds": str(self.rounds),
            "stake": str(self.stake),
            "earned": str(earned),
            "earned_decimal": decimal_text(earned, 2),
        }


@dataclass(frozen=True)
class ExposedWager:
    """The main wager under one paytable: with the cards seen, and as it should be played."""

    seen: WagerResult
    normal: WagerResult

    def __post_init__(self) -> None:
        """What the cards are worth, each as often as it is seen, is what the game is worth."""
        if self.cards and sum((card.share * card.ev for card in self.cards), Fraction(0)) != self.ev:
            raise CountError(f"{self.seen.wager}: seen cards are not worth, together, what the game is worth")

    @property
    def ev(self) -> Fraction:
        return _ev(self.seen)

    @property
    def gain(self) -> Fraction:
        """What seeing the cards is worth, in units of the first bet."""
        return self.ev - _ev(self.normal)

    @property
    def turns_over(self) -> bool:
        """Whether the house has the edge in normal play and the player has it here."""
        return _ev(self.normal) <= 0 < self.ev

    @property
    def variance(self) -> Fraction:
        return to_fraction(self.seen.price.variance)

    @property
    def desirability(self) -> str:
        """1000 times the player's edge over the standard deviation of a round, to eight places."""
        return self.desirability_text(8)

    def desirability_text(self, places: int) -> str:
        return ratio_text(1000 * self.ev, self.variance, places)

    @property
    def cards(self) -> Sequence[SeenCard]:
        details = self.seen.details_of(DecisionDetails)
        return () if details is None else details.seen_cards

    def figures(self, hour: Hour) -> dict[str, Any]:
        """What a document says beside the result itself."""
        return {
            "normal_ev": str(_ev(self.normal)),
            "gain": str(self.gain),
            "gain_decimal": decimal_text(self.gain, DECIMALS),
            "turns_the_edge": self.turns_over,
            "desirability_index": self.desirability,
            "hour": hour.document(self.ev),
        }


def _ev(result: WagerResult) -> Fraction:
    if result.ev is None:
        raise SelectionError(f"{result.wager} depends on a meter, and is not decided about")
    return result.ev


@dataclass(frozen=True)
class ExposedResult:
    """The main wager of a game with cards seen: the result, and for each paytable what it is in normal play."""

    result: GameResult
    sees: tuple[str, ...]
    wagers: tuple[ExposedWager, ...]

    def document(self, hour: Hour) -> dict[str, Any]:
        document = self.result.document() | {"sees": list(self.sees)}
        figures = zip(document["wagers"], self.wagers, strict=True)
        return document | {"wagers": [own | {"exposure": wager.figures(hour)} for own, wager in figures]}


def analyze_exposed(
    file: GameFile,
    sees: Sequence[Exposure],
    options: Mapping[str, str] | None = None,
    paytable: str | None = None,
    run: Run | None = None,
) -> ExposedResult:
    """The main wager with these cards seen, under every paytable or the one asked for."""
    from analyzer.kernels import KERNEL_VERSION

    run = run or Run()
    seen, normal = file.exposed(sees).game(options), file.game(options)
    results = zip(_main(seen, paytable, run), _main(normal, paytable, run), strict=True)
    assert seen.rules is not None
    wagers = tuple(ExposedWager(one, other) for one, other in results)
    result = GameResult(seen, file.digest, KERNEL_VERSION, tuple(wager.seen for wager in wagers))
    return ExposedResult(result, seen.rules.exposed, wagers)


def _main(game: Game, paytable: str | None, run: Run) -> list[WagerResult]:
    main = game.wagers[0]
    return analyze_wager(game, main, select_paytables(main, paytable), run)


# --- all single exposures --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Vulnerable:
    """One card seen: what that is worth, or why it was not counted."""

    exposure: Exposure
    words: str
    wager: ExposedWager | None
    refused: str = ""

    def document(self, hour: Hour) -> dict[str, Any]:
        named = {"sees": str(self.exposure), "words": self.words}
        if self.wager is None:
            return named | {"refused": self.refused}
        price, details = self.wager.seen, self.wager.seen.details_of(DecisionDetails)
        choices = {} if details is None else {name: str(share) for name, share in details.choices.items()}
        return named | {
            "ev": str(self.wager.ev),
            "ev_decimal": decimal_text(self.wager.ev, DECIMALS),
            "standard_deviation": root_text(to_fraction(price.price.variance)),
            "choices": choices,
            "cards": [card.document() for card in self.wager.cards],
            **self.wager.figures(hour),
        }


@dataclass(frozen=True)
class Vulnerability:
    """All single exposures of a game's main wager; `why_none` where no card can be used."""

    game: Game
    normal: WagerResult
    rows: tuple[Vulnerable, ...]
    why_none: str = ""

    def document(self, hour: Hour) -> dict[str, Any]:
        ev = _ev(self.normal)
        return {
            "schema": SCHEMA,
            "game": self.game.id,
            "name": self.game.name,
            "options": dict(self.game.chosen),
            "wager": self.normal.wager,
            "paytable": self.normal.paytable,
            "normal": {"ev": str(ev), "ev_decimal": decimal_text(ev, DECIMALS), "hour": hour.document(ev)},
            "exposures": [row.document(hour) for row in self.rows],
            **({"why_none": self.why_none} if self.why_none else {}),
        }


def vulnerability(
    file: GameFile, options: Mapping[str, str] | None = None, paytable: str | None = None, run: Run | None = None
) -> Vulnerability:
    """What each card is worth that may be seen and should not be, the most dangerous first; by the first paytable."""
    run = run or Run()
    game = file.game(options)
    table = select_paytables(game.wagers[0], paytable)[0]
    (normal,) = analyze_wager(game, game.wagers[0], [table], run)
    rules = file.rules(options)
    listed, why = single_exposures(rules)
    rows = [_vulnerable(file, options, exposure, table.id, normal, rules, run) for exposure in listed]
    rows.sort(key=lambda row: (row.wager is None, -row.wager.ev if row.wager is not None else 0))
    return Vulnerability(game, normal, tuple(rows), "" if listed else why)


def _vulnerable(
    file: GameFile,
    options: Mapping[str, str] | None,
    exposure: Exposure,
    paytable: str,
    normal: WagerResult,
    rules: Rules,
    run: Run,
) -> Vulnerable:
    words = in_words(exposure, rules)
    try:
        (seen,) = _main(file.exposed([exposure]).game(options), paytable, run)
    except FaultsError as error:  # without the path: a report is verified wherever its file lies
        return Vulnerable(exposure, words, None, "; ".join(error.faults))
    except ExactOddsError as error:
        return Vulnerable(exposure, words, None, str(error))
    return Vulnerable(exposure, words, ExposedWager(seen, normal))


def single_exposures(rules: Rules) -> tuple[list[Exposure], str]:
    """One card of each group that is hidden at some decision, from each stage on; and why not, where there is none."""
    listed: list[Exposure] = []
    why = ""
    for group in _groups(rules):
        for stage in range(1, max(1, len(rules.stages)) + 1):
            try:
                exposed(rules, [Exposure(group, 1, stage)])
            except SelectionError as error:
                why = why or str(error).partition(": ")[2]
                continue
            if stage == 1 or _brings_news(rules.stages[stage - 2]):
                listed.append(Exposure(group, 1, stage))
    return listed, why


def _groups(rules: Rules) -> Iterator[str]:
    """The dealer's cards together, every other group by itself, one more seat."""
    own: set[str] = set()
    if rules.main.compare is not None:
        player, dealer = rules.main.compare
        own = {group for group in dealer.groups if group not in player.groups}
        yield DEALER
    yield from (group.name for group in rules.deal if group.name not in own)
    yield SEAT


def _brings_news(before: Stage) -> bool:
    """Whether it makes a difference to see a card after that stage only: something is decided there."""
    return before.exchange is not None or len(before.choices) > 1


def in_words(exposure: Exposure, rules: Rules) -> str:
    """
    >>> from analyzer.game.library import load_game
    >>> in_words(Exposure("dealer", 1), load_game("wild-52").rules())
    'a card of the dealer, from the first decision on'
    """
    group, number = exposure.group, exposure.cards
    drawn = {stage.exchange.draw for stage in rules.stages if stage.exchange is not None}
    cards = "a card" if number == 1 else f"{number} cards"
    if group == DEALER:
        what = f"{cards} of the dealer"
    elif group == SEAT:
        what = f"{cards} of another seat"
    elif group in drawn:
        what = "the next card to be drawn" if number == 1 else f"the next {number} cards to be drawn"
    else:
        what = f"{cards} of {group}, a group that is hidden then"
    stages = [place for place, stage in enumerate(rules.stages, 1) if stage.choices or stage.exchange is not None]
    if len(stages) < 2 or exposure.stage <= stages[0]:
        return f"{what}, from the first decision on" if len(stages) > 1 else what
    return f"{what}, from stage {exposure.stage} on"
