"""What every single card is worth that should not be seen, in every game: counted, and one of each game simulated.

    python benchmarks/exposures.py [--kept | GAME [GROUP=N ...]]

It counts each exposure in a process of its own, one after the other, and keeps what it found in build/exposures, so
that it goes on where it was stopped (remove that folder to count all anew). Then it writes the tables of
docs/exposures.md. A count that would take too long is listed with the time that it would need. With a game it counts
its exposures, or some of them, and writes nothing. With --kept it counts nothing: it writes what there is, leaves
other rows as the page has them, and says of the rest that it is still to be counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from analyzer.game.library import load_game, shipped_ids
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.exposures import in_words, single_exposures

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "exposures.md"
KEPT = ROOT / "build" / "exposures"
MARKS = ("exposures", "published", "simulations")
ROUNDS = 1_000_000
# A discard beside seen cards is looked up hand by hand, a few milliseconds a round.
FEWER_ROUNDS = {"wild-six-card-draw-poker": 20_000, "wild-six-card-poker": 20_000}
# (game, paytable, cards seen): what others printed, in percent of the first bet.
PUBLISHED = (
    ("three-card-poker", "541", "dealer=1", "3.48"),
    ("three-card-poker", "541", "dealer=2", "17.2"),
    ("three-card-poker", "541", "dealer=3", "37.9"),
    ("ultimate-texas-holdem", "standard", "dealer=1", "13.59"),
    ("caribbean-stud", "standard", "", "-5.22"),
    ("caribbean-stud", "standard", "dealer=1", "-1.74"),
    ("caribbean-stud", "standard", "dealer=2", "11.57"),
    ("caribbean-stud", "standard", "dealer=3", "35.21"),
    ("caribbean-stud", "standard", "dealer=4", "64.28"),
)
Found = dict[str, Any]
MISSING: Found = {"document": None, "refused": "still to be counted", "seconds": 0, "memory": 0}


def kept(name: str, arguments: Sequence[str]) -> Found:
    """What a command printed as JSON, with its seconds on one core and its memory; run once."""
    path = KEPT / f"{name.replace('=', '-').replace('@', '-at-').replace(' ', '-')}.json"
    if not path.exists():
        if "--kept" in sys.argv:
            return MISSING
        ran = measured([*arguments, "--json", "--jobs", "1"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(ran))
        print(name, f"{ran['seconds']:.1f} s", ran["refused"], file=sys.stderr, flush=True)
    loaded: Found = json.loads(path.read_text())
    return loaded


def measured(arguments: Sequence[str]) -> Found:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        command = [sys.executable, "-m", "analyzer", *arguments, "--cache", str(KEPT / "cache")]
        child = subprocess.Popen(command, stdout=out, stderr=err, cwd=ROOT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = code = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text, fault = out.read(), err.read()
    if code not in (0, 1, 2):
        raise SystemExit(f"{' '.join(arguments)}: {fault}")
    return {
        "document": json.loads(text) if text else None,
        "refused": "" if text else fault.strip().removeprefix("exactodds: "),
        "seconds": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss // 1024,
    }


# --- all single exposures --------------------------------------------------------------------------------------------


def exposures_of(game: str) -> list[tuple[str, str]]:
    """(as it is written, in words) for every single exposure."""
    rules = load_game(game).rules()
    listed, _ = single_exposures(rules)
    return [(str(exposure), in_words(exposure, rules)) for exposure in listed]


def first_paytable(game: str) -> str:
    return load_game(game).game().wagers[0].paytables[0].id


def counted(game: str, sees: str, paytable: str) -> Found:
    arguments = ["analyze", game, "--paytable", paytable]
    main = load_game(game).game().wagers[0].id
    arguments += ["--sees", sees] if sees else ["--wager", main]
    return kept(f"{game} {paytable} {sees or 'normal'}", arguments)


def exposure_rows(games: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for game in games:
        listed = exposures_of(game)
        paytable = first_paytable(game)
        if not listed:
            yield (f"**{game}**", single_exposures(load_game(game).rules())[1], *[""] * 6)
            continue
        normal = counted(game, "", paytable)["document"]
        edge = percent_text(Fraction(normal["wagers"][0]["ev"]), 4) if normal else MISSING["refused"]
        yield (f"**{game}**, paytable {paytable}", "as it should be played", edge, *[""] * 5)
        for sees, words in listed:
            yield (f"`{sees}`", words, *figures(counted(game, sees, paytable)))


def figures(one: Found) -> tuple[str, ...]:
    if one["document"] is None:
        return (one["refused"], *[""] * 5)
    (wager,) = one["document"]["wagers"]
    exposure = wager["exposure"]
    edge = percent_text(Fraction(wager["ev"]), 4)
    return (
        f"**{edge}**" if exposure["turns_the_edge"] else edge,
        percent_text(Fraction(exposure["gain"]), 4),
        decimal_text(Fraction(wager["standard_deviation"]), 6),
        decimal_text(Fraction(exposure["desirability_index"]), 3),
        exposure["hour"]["earned_decimal"],
        f"{one['seconds']:.0f} s",
    )


# --- what others printed ---------------------------------------------------------------------------------------------


def published_rows() -> Iterator[tuple[str, ...]]:
    for game, paytable, sees, printed in PUBLISHED:
        one = counted(game, sees, paytable)
        if one["document"] is None:
            yield (game, f"`{sees}`" if sees else "", f"{printed} %", one["refused"], "", "")
            continue
        ev = Fraction(one["document"]["wagers"][0]["ev"])
        places = len(printed.partition(".")[2])
        agrees = decimal_text(100 * ev, places) == printed
        exact = percent_text(ev, 6)
        seconds = f"{one['seconds']:.0f} s"
        yield (game, f"`{sees}`" if sees else "", f"{printed} %", exact, "yes" if agrees else "no", seconds)


# --- simulations -----------------------------------------------------------------------------------------------------


def simulation_rows(games: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The exposure that is worth most of each game."""
    for game in games:
        paytable = first_paytable(game)
        rows = [(sees, counted(game, sees, paytable)) for sees, _ in exposures_of(game)]
        if not rows:
            continue
        listed = [(Fraction(one["document"]["wagers"][0]["ev"]), sees) for sees, one in rows if one["document"]]
        played = (simulated(game, paytable, sees) for _, sees in sorted(listed, reverse=True))
        sees, document = next(((sees, one) for sees, one in played if one is not None), ("", None))
        if document is None:
            yield (game, "", MISSING["refused"], *[""] * 4)
            continue
        (wager,) = document["wagers"]
        mean, ev = (percent_text(Fraction(wager[key]), 4) for key in ("mean", "ev"))
        p_value = min(wager["p_value"], wager["rare_p_value"])
        rounds = f"{int(document['rounds']):,}"
        yield (game, f"`{sees}`", rounds, ev, mean, f"{wager['mean_z']:+.2f}", f"{p_value:.3f}")


def simulated(game: str, paytable: str, sees: str) -> tuple[str, Found | None]:
    """The document of a simulation; None where the play is counted but not dealt."""
    rounds = str(FEWER_ROUNDS.get(game, ROUNDS))
    arguments = ["simulate", game, "--paytable", paytable, "--sees", sees, "--rounds", rounds]
    return sees, kept(f"simulate {game} {paytable} {sees} {rounds}", arguments)["document"]


# --- the page --------------------------------------------------------------------------------------------------------

HEADS = {
    "exposures": (
        "`--sees`", "what is seen", "expected result", "gain", "standard deviation", "desirability index",
        "an hour", "seconds",
    ),
    "published": ("game", "`--sees`", "published", "counted", "agrees", "seconds"),
    "simulations": ("game", "`--sees`", "rounds", "expected result", "mean", "z-score", "p-value"),
}  # fmt: skip


def with_table(page: str, mark: str, rows: Sequence[Sequence[str]]) -> str:
    """The page with the table of that mark written anew; what is still to be counted stays as the page has it."""
    begin, end = f"<!-- {mark}: python benchmarks/exposures.py -->\n", f"<!-- end of {mark} -->\n"
    before, start, rest = page.partition(begin)
    written, closed, after = rest.partition(end)
    if not start or not closed:
        raise SystemExit(f"{PAGE}: there is no table {mark}")
    present = dict(by_place(mark, [line[2:-2].split(" | ") for line in written.splitlines()[2:]]))
    filled = [present.get(place, row) if is_missing(row) else row for place, row in by_place(mark, rows)]
    lines = [HEADS[mark], ("---",) * len(HEADS[mark]), *(in_order(filled) if mark == "exposures" else filled)]
    return before + begin + "".join(f"| {' | '.join(row)} |\n" for row in lines) + end + after


def is_missing(row: Sequence[str]) -> bool:
    return MISSING["refused"] in row


def by_place(mark: str, rows: Sequence[Sequence[str]]) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    """What a row is about: the game and, but for simulations, the cards seen. Exposures stand below their game."""
    game = ""
    for row in rows:
        if mark != "exposures":
            yield tuple(row[: 1 if mark == "simulations" else 2]), row
            continue
        game = row[0] if row[0].startswith("**") else game
        yield (game, row[0]), row


def in_order(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The exposures of each game, what is worth most first; what is not counted last."""
    ordered: list[Sequence[str]] = []
    start = 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or rows[at][0].startswith("**"):
            ordered += [rows[start], *sorted(rows[start + 1 : at], key=printed_result)]
            start = at
    return ordered


def printed_result(row: Sequence[str]) -> float:
    text = row[2].strip("* %")
    return -float(text) if text.removeprefix("-")[:1].isdigit() else float("inf")


def main(arguments: Sequence[str]) -> None:
    chosen = [argument for argument in arguments if argument != "--kept"]
    seen = [argument for argument in chosen if "=" in argument]
    games = [argument for argument in chosen if "=" not in argument] or list(shipped_ids())
    if seen:
        for game in games:
            for sees in seen:
                counted(game, sees, first_paytable(game))
        return
    tables = {
        "exposures": list(exposure_rows(games)),
        "published": [] if chosen else list(published_rows()),
        "simulations": list(simulation_rows(games)),
    }
    if chosen:
        return  # kept for the run that writes the page
    page = PAGE.read_text(encoding="utf-8")
    for mark in MARKS:
        page = with_table(page, mark, tables[mark])
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
