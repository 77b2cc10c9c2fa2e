"""Game files for tests: shipped ones on a smaller deck, and tiny ones made of a few lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from analyzer.documents import Json, JsonDict
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.library import tables_folder
from analyzer.game.model import Game
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run

RANKS = "23456789TJQKA"

# A row asks for more than the name of an outcome tells: wins with a pair and without one are both called `win`.
ONE_NAME = """
schema = "exactodds/game/2"
id = "one-name"
name = "One Name"
rules_version = "1"

[deck]
ranks = "J-A"
suits = "cd"

[deal]
own = 2
house = 2

[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 1 }

[wagers.base]
name = "Ante and Play"
bets = { ante = 1, play = 0 }
compare = ["own", "house"]
of = "own"
settle.ante = [{ on = "win", at_least = "pair", pays = 3 }]
"""


def shipped_text(game: str) -> str:
    return (tables_folder() / f"{game}.toml").read_text(encoding="utf-8")


def shipped_ids() -> list[str]:
    return sorted(path.stem for path in tables_folder().glob("*.toml"))


def from_text(text: str | bytes) -> GameFile:
    return parse_game_file(text if isinstance(text, bytes) else text.encode(), "test.toml")


def on_deck(text: str, ranks: str, suits: str) -> str:
    """The game file with fewer ranks and suits; its jokers stay."""
    changed, count = re.subn(r"\[deck\]\n", f'[deck]\nranks = "{ranks}"\nsuits = "{suits}"\n', text)
    assert count == 1
    return changed


def without_options(text: str, keep: Collection[str]) -> str:
    """The game file with no options but these; where another was used, its default stands."""
    head, *tables = re.split(r"^(?=\[options\.)", text, flags=re.MULTILINE)
    pieces, defaults = [head], {}
    for table in tables:
        name = re.split(r"[.\]]", table, maxsplit=2)[1]
        own, *others = re.split(r"^(?=\[(?!options\.))", table, maxsplit=1, flags=re.MULTILINE)
        values = re.search(r'^values = \["([^"]*)"', own, re.MULTILINE)
        if values and name not in keep:
            defaults[name] = values[1]
        pieces += [own, *others] if name in keep else others
    text = "".join(pieces)
    for name, value in defaults.items():
        text = text.replace(f'"${name}"', f'"{value}"')
    return text


def all_ranks(spec: str) -> str:
    """ "8-T,A" as the ranks themselves: "89TA"."""
    text = ""
    for piece in spec.split(","):
        low, _, high = piece.partition("-")
        text += RANKS[RANKS.index(low) : RANKS.index(high or low) + 1]
    return text


def counts_of(
    file: GameFile, wager: str, paytable: str | None = None, options: Mapping[str, str] | None = None
) -> dict[str, int]:
    """How many deals end in each outcome; outcomes that never happen are left out."""
    document = analyze(file, options, wager, paytable, Run(jobs=1)).document()
    outcomes = document["wagers"][0]["outcomes"]
    return {outcome["name"]: int(outcome["count"]) for outcome in outcomes if int(outcome["count"])}


def wager_of(document: Json, wager: str, paytable: str | None = None) -> JsonDict:
    """One wager of a result document."""
    entries = [
        entry for entry in document["wagers"] if entry["wager"] == wager and paytable in (None, entry["paytable"])
    ]
    return dict(entries[0])


def tiny_text(
    lines: str,
    *,
    ranks: str = "T-A",
    suits: str = "cd",
    jokers: int = 2,
    joker: str = "wild",
    wheel: str = "lowest",
    top_hand: str = "royal",
    cards: int = 6,
    uses: str = "pays_most",
    hand_size: int = 5,
    more: str = "",
    pays: Mapping[str, object] | None = None,
    keys: str = "",
    tax: Sequence[str] = (),
) -> str:
    """A game with one wager `w`. `lines`: one inline line a text line, such as `a: hand = "flush"`.

    `keys` are further keys of the wager; `tax` has rows that charge on all cards but the last, without their `of`.
    """
    said = [line.strip().partition(": ") for line in lines.strip().splitlines()]
    tests = "\n".join(
        f"{name} = {{ {test.replace('; ', ', ')} }}" for name, _, test in said if test != f'hand = "{name}"'
    )
    paid = {name: 1 for name, _, _ in said} | dict(pays or {})
    table = "\n".join(f"{name} = {pay}" for name, pay in paid.items())
    groups = ["player", "last"] if tax else ["player"]
    if tax:
        rows = ", ".join(f'{{ of = "player", {row} }}' for row in tax)
        keys += f"""
unit = "dollars"
bets = {{ prize = "free", tax = "free" }}
settle.prize = [{{ pays = "paytable" }}]
settle.tax = [{rows}]"""
    return f"""
schema = "exactodds/game/2"
id = "tiny"
name = "Tiny"
rules_version = "1"
[source]
title = "none"
[deck]
ranks = "{ranks}"
suits = "{suits}"
jokers = {jokers}
{f'{joker} = "Jk"' if jokers else ""}
wheel = "{wheel}"
top_hand = "{top_hand}"
[deal]
player = {cards - len(groups) + 1}
{"last = 1" if tax else ""}
[hands]
cards = {{ of = {list(groups)}, best = {hand_size} }}
[wagers.w]
name = "W"
of = "cards"
uses = "{uses}"
{keys}
[wagers.w.lines]
{tests}
[wagers.w.pays]
{table}
{more}
"""


def game_of(text: str) -> Game:
    return from_text(text).game()
