"""How to play: hand and strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyzer.api.arguments import (
    OptionValue,
    Running,
    counts,
    game_file,
    option_texts,
    path_of,
    run_of,
    said_in_python,
    text,
    text_or_none,
    whole,
)
from analyzer.api.short_lists import ListedRule, ShortList, short_list
from analyzer.api.tables import Cell, Column, Table
from analyzer.documents import JsonDict
from analyzer.errors import ArgumentError

if TYPE_CHECKING:
    from analyzer.api.games import Game
    from analyzer.pricing.choices import HandChoice
    from analyzer.strategy.api import RuleResult, StrategyResult
    from analyzer.strategy.one_hand import HandAnswer


class Hand(Table):
    """Every choice with one hand, best first; each has its `action` and `ev`, the result of the whole round."""

    def __init__(self, answer: HandAnswer) -> None:
        self._answer = answer

    @property
    def cards(self) -> str:
        from analyzer.cards.deck import hand_name

        return hand_name(self._answer.cards)

    @property
    def choices(self) -> tuple[HandChoice, ...]:
        return self._answer.choices

    @property
    def best(self) -> HandChoice:
        return self.choices[0]

    def __getitem__(self, place: int) -> HandChoice:
        return self.choices[place]

    def __iter__(self) -> Iterator[HandChoice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def document(self) -> JsonDict:
        """As `exactodds hand --json` prints it."""
        return self._answer.document()

    def _title(self) -> str:
        return f"{self.cards}: {self.best.action}, {self.best.ev}"

    def _columns(self) -> Sequence[Column]:
        return [Column("action"), Column("ev", "number"), Column("exactly")]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [(choice.action, choice.ev, str(choice.ev)) for choice in self.choices]


@counts
def hand(
    game: Game | str | Path,
    cards: str | Sequence[str],
    *,
    board: str | Sequence[str] = "",
    sees: str | Mapping[str, str | Sequence[str]] = "",
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Hand:
    """Every choice with one hand, best first, each with its exact value.

    `sees` is other cards that the player sees, by the groups of the game: "show=Kh discards=Tc", or
    {"show": "Kh", "discards": "Tc"}; discards are told after an exchange, and may be none.

    >>> import exactodds
    >>> answer = exactodds.hand("three-card-poker-6-card-bonus", "Qs 6d 3c")
    >>> answer
    <Hand Qs 6d 3c: fold, -1>
    >>> [(choice.action, choice.ev) for choice in answer]
    [('fold', Fraction(-1, 1)), ('play', Fraction(-393, 392))]
    >>> exactodds.hand("three-card-poker-6-card-bonus", "Qs 6d")
    Traceback (most recent call last):
        ...
    analyzer.errors.CardError: the hand: 2 cards are given where 3 are needed
    """
    from analyzer.strategy.one_hand import hand_choices

    file, chosen = game_file(game), option_texts(options)
    own, seen = _cards("cards", cards), _cards("board", board)
    asked = text_or_none("wager", wager), text_or_none("paytable", paytable)
    others = _seen_cards(sees)
    with said_in_python("board", "sees", "wager", "paytable"), run_of("hand", running) as run:
        return Hand(hand_choices(file, own, seen, chosen, *asked, run, others))


def _cards(what: str, cards: object) -> str:
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Sequence) and all(isinstance(card, str) for card in cards):
        return " ".join(cards)
    raise ArgumentError(f'{what} are text such as "Qs 6d 3c", or a list of such texts, not {cards!r}')


def _seen_cards(sees: object) -> str:
    """Groups and their cards as the command line writes them."""
    if not isinstance(sees, Mapping):
        return text_or_none("sees", sees) or ""
    named = [f"{text('a group of sees', group)}={_cards(f'sees {group!r}', cards)}" for group, cards in sees.items()]
    return " ".join(named)


class Strategy(Table):
    """A list of rules and what it is worth; `cost` is what it loses against the best play."""

    def __init__(self, result: StrategyResult | ShortList) -> None:
        self._result = result

    @property
    def name(self) -> str:
        return self._result.name

    @property
    def ev(self) -> Fraction:
        return self._result.ev

    @property
    def best_ev(self) -> Fraction:
        return self._result.best_ev

    @property
    def cost(self) -> Fraction:
        return self._result.cost

    @property
    def rules(self) -> tuple[RuleResult, ...] | tuple[ListedRule, ...]:
        return self._result.rules

    @property
    def choices(self) -> Mapping[str, Fraction]:
        """How often each choice is made; empty where a short list does not tell."""
        return self._result.choices

    @property
    def errors(self) -> tuple[Mapping[str, str], ...]:
        """Hands that the rules play worse than they could."""
        return self._result.errors

    def document(self) -> JsonDict:
        """As `exactodds strategy --json` prints it."""
        return dict(self._result.document)

    def _title(self) -> str:
        from analyzer.numbers import percent_text

        return f"{self.name} for {self._result.wager} {self._result.paytable}: costs {percent_text(self.cost, 6)}"

    def _columns(self) -> Sequence[Column]:
        return [
            Column("decision"),
            Column("when"),
            Column("action"),
            Column("decides", "percent"),
            Column("cost", "percent"),
        ]

    def _rows(self) -> Sequence[Sequence[Cell]]:
        return [(rule.decision, rule.when, rule.action, rule.decides, rule.cost) for rule in self.rules]


@counts
def strategy(
    game: Game | str | Path,
    *,
    rules: str | Path | None = None,
    simple: int | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **running: Unpack[Running],
) -> Strategy:
    """What a list of rules is worth, exactly: a file, a shipped or a named list, or with `simple` one to be found.

    Without `rules` and `simple` it is the card that comes with the game. Of video poker the list that is found says
    what to hold, of a game with community cards what to do once some are turned: `best_play` has both in full.

    >>> import exactodds
    >>> card = exactodds.strategy("three-card-poker-6-card-bonus")
    >>> card.cost, card.rules[0].when
    (Fraction(0, 1), 'high card Q-6-4 or better')
    """
    from analyzer.strategy.api import CARD
    from analyzer.strategy.api import strategy as evaluate

    if rules is not None and simple is not None:
        raise ArgumentError("rules are evaluated and simple finds some; give one of them")
    number = None if simple is None else whole("simple", simple, 1, 50)
    followed = CARD if rules is None else str(path_of("rules", rules))
    own, table = text_or_none("wager", wager), text_or_none("paytable", paytable)
    file, chosen = game_file(game), option_texts(options)
    with said_in_python("rules", "simple", "wager", "paytable"), run_of("strategy", running) as run:
        listed = None if number is None else short_list(file.game(chosen), own, table, number, run)
        if listed is not None:
            return Strategy(listed)
        return Strategy(
            evaluate(file, wager=own, paytable=table, rules=followed, simple=number, options=chosen, run=run)
        )
