"""How to play wagers whose best play is found anew for every paytable: a list made for the kind, or at least how often
each choice is made, which every kind tells."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from analyzer.errors import SelectionError
from analyzer.game.model import ContestWager, ExchangeWager, Game, Paytable, RevealWager, Wager
from analyzer.pricing.analysis import analyze_wager, select_wagers
from analyzer.pricing.details import DecisionDetails
from analyzer.pricing.played import has_decisions
from analyzer.run.jobs import Run

CARD_ITEMS = 20
CHOICES_SCHEMA = "exactodds/choices/1"
# Game, wager, paytable, run, and at most how many items are wanted: a document whose schema says which screen shows it.
ListMaker = Callable[[Game, Any, Paytable, Run, int | None], dict[str, Any]]


def played_decision(game: Game, wager: str | None) -> Wager | None:
    """The wager asked for, or the first, if it is played anew under every paytable."""
    return next((one for one in select_wagers(game, wager) if has_decisions(one)), None)


def list_document(game: Game, wager: Wager, paytable: Paytable, run: Run, number: int | None) -> dict[str, Any]:
    """The list of the wager, of at most so many items if a number is given."""
    make: ListMaker = LISTS.get(type(wager), _choices)
    return make(game, wager, paytable, run, number)


def card_document(game: Game, wager: Wager, paytable: Paytable, run: Run) -> dict[str, Any]:
    """The list for a report: of holds a short one, against a dealer the tables alone."""
    if isinstance(wager, ContestWager):
        return _contest_tables(game, wager, paytable, run)
    return list_document(game, wager, paytable, run, CARD_ITEMS if isinstance(wager, ExchangeWager) else None)


def export_list(game: Game, wager: Wager, paytable: Paytable, run: Run, path: Path) -> None:
    """The complete table of an exchange as CSV."""
    from analyzer.strategy.holds.card import HeldHands, export_holds

    if not isinstance(wager, ExchangeWager):
        raise SelectionError(f"{game.id} / {wager.id}: a complete table is written of wagers of exchange; not of this")
    if path.suffix != ".csv":
        raise SelectionError(f"{path}: the table of holds is written as .csv")
    export_holds(HeldHands(game, wager, paytable, run), path)


def _holds(game: Game, wager: ExchangeWager, paytable: Paytable, run: Run, number: int | None) -> dict[str, Any]:
    from analyzer.strategy.holds.card import HeldHands, hold_list

    return hold_list(HeldHands(game, wager, paytable, run), number).document()


def _reveals(game: Game, wager: RevealWager, paytable: Paytable, run: Run, number: int | None) -> dict[str, Any]:
    from analyzer.strategy.reveals import RevealList

    _no_number(game, wager, number)
    return RevealList(game, wager, paytable, run).document()


def _contests(game: Game, wager: ContestWager, paytable: Paytable, run: Run, number: int | None) -> dict[str, Any]:
    """Rules are made when they are asked for: every board has to be looked at."""
    from analyzer.strategy.contests import board_rules

    document = _contest_tables(game, wager, paytable, run)
    if number is None:
        return document
    rules = board_rules(game, wager, paytable, run, number)
    if rules is None:
        _no_number(game, wager, number)
        return document
    return document | {"rules": rules, "closest": rules.pop("closest")}


def _contest_tables(game: Game, wager: ContestWager, paytable: Paytable, run: Run) -> dict[str, Any]:
    from analyzer.strategy.contests import SCHEMA, ContestList

    document = _choices(game, wager, paytable, run, None)
    return document | {"schema": SCHEMA, "tables": ContestList(game, wager, paytable, run).tables()}


def _choices(game: Game, wager: Wager, paytable: Paytable, run: Run, number: int | None) -> dict[str, Any]:
    """What the analysis says of any wager with decisions."""
    _no_number(game, wager, number)
    (result,) = analyze_wager(game, wager, [paytable], run)
    details = result.details_of(DecisionDetails)
    if details is None:
        raise SelectionError(f"{game.id} / {wager.id} has no decisions")
    document = details.document()
    return {
        "schema": CHOICES_SCHEMA,
        "game": game.id,
        "options": dict(game.chosen),
        "wager": wager.id,
        "paytable": paytable.id,
        "ev": str(result.ev),
        "choices": document["choices"],
        "ties": document["ties"],
        "closest": document["closest"],
    }


def _no_number(game: Game, wager: Wager, number: int | None) -> None:
    if number is not None:
        raise SelectionError(
            f"{game.id} / {wager.id}: --simple shortens lists of rules and of holds; leave it out here"
        )


LISTS: dict[type[Wager], ListMaker] = {ExchangeWager: _holds, RevealWager: _reveals, ContestWager: _contests}
