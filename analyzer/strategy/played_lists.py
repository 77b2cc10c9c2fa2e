"""How to play wagers whose best play is found anew for every paytable: a list made for the kind, or at least how often
each choice is made, which every kind reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.pricing.analysis import analyze_wager, select_wagers
from analyzer.pricing.details import DecisionDetails
from analyzer.pricing.played import has_decisions
from analyzer.run.jobs import Run
from analyzer.strategy.kinds import list_of

CARD_ITEMS = 20
CHOICES_SCHEMA = "exactodds/choices/1"


def played_decision(game: Game, wager: str | None) -> Wager | None:
    """The wager asked for, or the first, if it is played anew under every paytable."""
    return next((one for one in select_wagers(game, wager) if has_decisions(one)), None)


def list_document(game: Game, wager: Wager, paytable: Paytable, run: Run, number: int | None) -> JsonDict:
    """The list of the wager, of at most that many items if a number is given; its schema says which screen shows it."""
    return list_of(wager).document(game, wager, paytable, run, number)


def card_document(game: Game, wager: Wager, paytable: Paytable, run: Run) -> JsonDict:
    """The list for a report: of holds a short one, against a dealer the tables alone."""
    return list_of(wager).card(game, wager, paytable, run)


def export_list(game: Game, wager: Wager, paytable: Paytable, run: Run, path: Path) -> None:
    """The complete table as CSV, where there is one."""
    list_of(wager).export(game, wager, paytable, run, path)


class ChoiceList:
    """What the analysis says of any wager with decisions: how often each choice is made."""

    def document(self, game: Game, wager: Any, paytable: Paytable, run: Run, number: int | None) -> JsonDict:
        if number is not None:
            raise SelectionError(
                f"{game.id} / {wager.id}: best play is no list that --simple could shorten; leave it out"
            )
        return self.listed(game, wager, paytable, run)

    def card(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        """What a report prints."""
        return self.document(game, wager, paytable, run, None)

    def listed(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
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

    def export(self, game: Game, wager: Any, _paytable: Paytable, _run: Run, _path: Path) -> None:
        raise SelectionError(f"{game.id} / {wager.id}: a complete table is written of wagers of exchange; not of this")


class HoldLists(ChoiceList):
    """What to hold, ranked."""

    def card(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        return self.document(game, wager, paytable, run, CARD_ITEMS)

    def document(self, game: Game, wager: Any, paytable: Paytable, run: Run, number: int | None) -> JsonDict:
        from analyzer.strategy.holds.card import HeldHands, hold_list

        return hold_list(HeldHands(game, wager, paytable, run), number).document()

    def export(self, game: Game, wager: Any, paytable: Paytable, run: Run, path: Path) -> None:
        from analyzer.strategy.holds.card import HeldHands, export_holds

        if path.suffix != ".csv":
            raise SelectionError(f"{path}: the table of holds is written as .csv")
        export_holds(HeldHands(game, wager, paytable, run), path)


class RevealLists(ChoiceList):
    """Decisions by what was seen."""

    def listed(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        from analyzer.strategy.reveals import RevealList

        return RevealList(game, wager, paytable, run).document()


class ContestLists(ChoiceList):
    """How often each choice is made, tables by hand, and, when they are asked for, rules for decisions over a board."""

    def document(self, game: Game, wager: Any, paytable: Paytable, run: Run, number: int | None) -> JsonDict:
        """Rules only with a number: every board has to be looked at for them."""
        from analyzer.strategy.contests import board_rules

        rules = None if number is None else board_rules(game, wager, paytable, run, number)
        if rules is None:
            return super().document(game, wager, paytable, run, number)
        return self.listed(game, wager, paytable, run) | {"rules": rules, "closest": rules.pop("closest")}

    def card(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        return self.listed(game, wager, paytable, run)

    def listed(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        from analyzer.strategy.contests import SCHEMA, ContestList

        document = super().listed(game, wager, paytable, run)
        return document | {"schema": SCHEMA, "tables": ContestList(game, wager, paytable, run).tables()}


class RoundLists(ChoiceList):
    """How often each choice is made, and tables by hand."""

    def listed(self, game: Game, wager: Any, paytable: Paytable, run: Run) -> JsonDict:
        from analyzer.strategy.contests import SCHEMA
        from analyzer.strategy.round_list import list_tables

        document = super().listed(game, wager, paytable, run)
        return document | {"schema": SCHEMA, "tables": list_tables(game, wager, paytable, run)}
