"""Game files: TOML in, a `Game` out, or every fault of the file at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.cards.deck import MAX_DECK_SIZE, Deck
from analyzer.cards.ranking import Ranking
from analyzer.errors import GameFileError
from analyzer.files import FileKind, parse_toml, read_bytes
from analyzer.game.house_way import HouseWay, read_house_way
from analyzer.game.joining import why_not_joined
from analyzer.game.model import (
    DRAW_SEAT,
    DrawWager,
    Game,
    JointWagers,
    JokersWager,
    LinesWager,
    Option,
    Seat,
    Source,
    Wager,
)
from analyzer.game.options import (
    complete,
    note_unknown_references,
    note_unused_options,
    read_options,
    references,
    substitute,
    values_to_try,
)
from analyzer.game.read_pack import read_deck
from analyzer.game.sections import ID_PATTERN, Faults, Section, nearest, shown
from analyzer.game.wagers import WAGER_KINDS, Table, read_limits
from analyzer.units import Unit

SCHEMA = "exactodds/game/1"
GAME_FILE = FileKind("a game file", 96 * 1024, GameFileError)
MAX_TRIES = 40


@dataclass(frozen=True)
class GameFile:
    """A checked game file. `game()` is the game under chosen options; the file itself stays as it was read."""

    path: str
    data: Mapping[str, Any] = field(repr=False)
    digest: str
    options: Mapping[str, Option]

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def game(self, chosen: Mapping[str, str] | None = None) -> Game:
        """The game with these option values; the others at their defaults."""
        values = complete(self.options, chosen or {}, self.id)
        faults = Faults()
        game = _build(substitute(self.data, values), self.options, values, faults)
        if faults:
            raise GameFileError(self.path, faults)
        return game

    def options_of(self, wager: str) -> tuple[str, ...]:
        """The options that this wager's result can depend on: those of every part of the file that it reads."""
        own = self.data["wagers"][wager]
        read = [*(self.data.get(part) for part in ("deck", "ranking", "deal")), own]
        used = set(references([*read, *self._house_ways_of(own), *self._joint_of(wager)]))
        return tuple(option for option in self.options if option in used)

    def _house_ways_of(self, wager: Mapping[str, Any]) -> list[Any]:
        """The house way that the wager names; all that it may name where an option does."""
        ways, name = self.data.get("house_ways", {}), wager.get("house_way")
        if isinstance(name, str) and name.startswith("$"):
            return [ways.get(value) for value in self.options[name[1:]].values]
        return [ways.get(name)]

    def _joint_of(self, wager: str) -> list[Any]:
        """The joint results that the wager is, or under some option may be, a part of."""
        joint = self.data.get("joint", [])
        return [part for part in joint if wager in part["wagers"] or references(part["wagers"])]


def load_game_file(path: str | Path) -> GameFile:
    """Read and check a game file: every option value is tried, all faults are reported together."""
    return parse_game_file(read_bytes(path, GAME_FILE), str(path))


def parse_game_file(raw: bytes, name: str) -> GameFile:
    """The same for a file's content."""
    data = parse_toml(raw, name, GAME_FILE)
    faults = Faults()
    options = read_options(data, faults)
    note_unknown_references(data, options, faults)
    note_unused_options(data, options, faults)
    tries = values_to_try(options)
    if len(tries) > MAX_TRIES:
        faults.note("options", f"have {len(tries)} values in all, more than {MAX_TRIES}")
    for values in tries[:MAX_TRIES]:
        if faults.full:
            break
        _build(substitute(data, values), options, values, faults)
    if faults:
        raise GameFileError(name, faults)
    return GameFile(name, data, hashlib.sha256(raw).hexdigest(), options)


# --- the game --------------------------------------------------------------------------------------------------------


def _build(data: Any, options: Mapping[str, Option], chosen: Mapping[str, str], faults: Faults) -> Game:
    top = Section(data, "", faults)
    top.choice("schema", (SCHEMA,))
    game_id = top.identifier("id")
    name = top.text("name", required=True)
    version = top.text("rules_version", required=True)
    top.has("options")
    deck = _read_deck(top.section("deck", required=True))
    table = Table(
        deck,
        _read_ranking(top.section("ranking", required=True), deck),
        _read_seats(top.section("deal", required=True)),
        _read_house_ways(top.section("house_ways")),
    )
    _check_dealable(table, faults)
    source = _read_source(top.section("source", required=True))
    wagers = _read_wagers(top.section("wagers", required=True), table)
    _check_seats_used(table, wagers, faults)
    joint = _read_joint(top, wagers)
    banker = top.text("banker")
    top.finish()
    return Game(
        id=game_id,
        name=name,
        rules_version=version,
        source=source,
        deck=table.deck,
        ranking=table.ranking,
        seats=table.seats,
        wagers=wagers,
        joint=joint,
        house_ways=table.house_ways,
        banker=banker,
        options=options,
        chosen=chosen,
    )


def _read_source(section: Section) -> Source:
    source = Source(section.text("title", required=True), section.text("document"), section.text("sha256"))
    section.finish()
    return source


def _read_deck(section: Section) -> Deck:
    deck = read_deck(section, section.integer("jokers", 0, 2, 0))
    section.finish()
    return deck


def _read_ranking(section: Section, deck: Deck) -> Ranking:
    joker = section.choice("joker", ("none", "wild", "bug"), "none" if deck.jokers == 0 else None)
    wheel = section.choice("wheel", ("lowest", "second_highest"), "lowest")
    top_hand = section.choice("top_hand", ("royal", "five_of_a_kind"), "royal")
    section.finish()
    if deck.jokers and joker == "none":
        section.fault("joker", "the deck has jokers, so it must be 'wild' or 'bug'")
    return Ranking(joker, wheel, top_hand)  # type: ignore[arg-type]  # choice() returns one of the literals


def _read_seats(section: Section) -> tuple[Seat, ...]:
    seats = []
    for key, _ in section.items():
        if not ID_PATTERN.fullmatch(key):
            section.fault(key, "is not a name for a seat; use lower case letters, digits and hyphens")
        seats.append(Seat(key, section.integer(key, 1, MAX_DECK_SIZE)))
    if not seats:
        section.faults.note("deal", "must say how many cards each seat gets, such as player = 5")
    return tuple(seats)


def _check_dealable(table: Table, faults: Faults) -> None:
    needed = sum(seat.cards for seat in table.seats)
    if needed > table.deck.size:
        faults.note("deal", f"needs {needed} cards, the deck has {table.deck.size}")


def _check_seats_used(table: Table, wagers: Sequence[Wager], faults: Faults) -> None:
    """Every seat must be somebody's cards, or the draw beside a discard: a seat that nobody reads is a mistake."""
    discards = any(isinstance(wager, DrawWager) for wager in wagers)
    used = {DRAW_SEAT} if discards else set()
    for wager in wagers:
        if isinstance(wager, LinesWager):
            used.update(wager.seats)
        elif isinstance(wager, JokersWager):
            used.update(seat.name for seat in wager.seats)
        else:
            seats = (getattr(wager, key, None) for key in ("player", "dealer", "community"))
            used.update(seat.name for seat in seats if seat is not None)
    for seat in table.seats:
        if seat.name not in used:
            drawn = "; the card drawn is the seat 'draw'" if discards else "; name it in a wager, or leave it out"
            faults.note(f"deal.{seat.name}", f"is a seat that no wager looks at{drawn}")


def _read_house_ways(section: Section) -> dict[str, HouseWay]:
    return {key: read_house_way(Section(value, section.at(key), section.faults)) for key, value in section.items()}


def _read_joint(top: Section, wagers: Sequence[Wager]) -> tuple[JointWagers, ...]:
    """[[joint]]: a wager with a discard, then wagers on lines that can be joined with it."""
    known = {wager.id: wager for wager in wagers}
    joint = []
    for section in top.sections("joint"):
        ids = section.texts("wagers", required=True)
        for wager in ids:
            section.one_of("wagers", wager, tuple(known) or ("",))
        if len(ids) < 2 or len(set(ids)) < len(ids):
            section.fault("wagers", "must be two or more different wagers")
        elif not isinstance(known.get(ids[0]), DrawWager) or not all(
            isinstance(known.get(wager), LinesWager) for wager in ids[1:]
        ):
            section.fault("wagers", "must be a wager of kind 'draw' first, then wagers of kind 'lines'")
        else:
            _check_joined(section, [known[wager] for wager in ids])
        joint.append(JointWagers(ids, section.text("source")))
        section.finish()
    return tuple(joint)


def _check_joined(section: Section, wagers: Sequence[Wager]) -> None:
    """Equal stakes on these wagers must be allowed, have a meaning, and be counted."""
    main, *others = wagers
    assert isinstance(main, DrawWager)
    for wager in wagers:
        if wager.needs and wager.needs not in {other.id for other in wagers}:
            section.fault("wagers", f"{wager.id} needs {wager.needs}, so {wager.needs} must be among them")
        if not wager.has_stake:
            section.fault("wagers", f"{wager.id} has no stake, its amounts are dollars a round; leave it out")
    for wager in others:
        assert isinstance(wager, LinesWager)
        if wager.meter is not None:
            section.fault("wagers", f"{wager.id} depends on its meter; leave it out and use analyze --stakes --meter")
        if why := why_not_joined(main, wager):
            section.fault("wagers", why)


def _check_needs(section: Section, wagers: Sequence[Wager]) -> None:
    """needs = "ID": another wager of the game."""
    for wager in wagers:
        others = [other.id for other in wagers if other.id != wager.id]
        if wager.needs and wager.needs not in others:
            known = f"; wagers beside it: {', '.join(others)}" if others else "; it is the only wager"
            section.fault(
                f"{wager.id}.needs",
                f"{shown(wager.needs)} is not another wager{nearest(wager.needs, others)}{known}",
            )


def _check_unit(section: Section, wager: Wager) -> None:
    """A tax takes the place of a stake, and only then are results in dollars a round."""
    taxed = isinstance(wager, LinesWager) and wager.tax is not None
    if taxed and wager.unit.has_stake:
        section.fault("unit", "must be 'dollars' where there is a tax: such a wager has no stake")
    if not wager.unit.has_stake and not taxed:
        section.fault("unit", "must be 'units' where there is no tax: the wager has a stake")
    if not wager.unit.has_stake and wager.limits is not None:
        section.fault("limits", "are of a stake, and a wager in dollars has none")


def _read_wagers(section: Section, table: Table) -> tuple[Wager, ...]:
    wagers: list[Wager] = []
    for key, value in section.items():
        wager = Section(value, section.at(key), section.faults)
        if not ID_PATTERN.fullmatch(key):
            section.fault(key, "is not an id; use lower case letters, digits and hyphens")
        kind = wager.choice("kind", tuple(WAGER_KINDS))
        read: Callable[..., Wager] = WAGER_KINDS[kind]
        common = {
            "id": key,
            "name": wager.text("name", required=True),
            "source": wager.text("source"),
            "limits": read_limits(wager),
            "unit": Unit(wager.choice("unit", tuple(Unit), Unit.DOLLARS if wager.has("tax") else Unit.UNITS)),
            "needs": wager.text("needs"),
        }
        wagers.append(read(wager, table, common))
        _check_unit(wager, wagers[-1])
        wager.finish()
    _check_needs(section, wagers)
    if not wagers:
        section.faults.note("wagers", "must have at least one wager, such as [wagers.bonus]")
    return tuple(wagers)
