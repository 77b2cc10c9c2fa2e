"""Game files: every fault with its place and what would be right; no file crashes the loader."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.errors import ExactOddsError, GameFileError, SelectionError
from analyzer.game.amounts import parse_pay
from analyzer.game.file import GAME_FILE, load_game_file
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from tests.helpers import from_text, shipped_ids, shipped_text, tiny_text

WILD_52 = shipped_text("wild-52")
BONUS, PAYS, ROYAL = "wagers.bonus.lines", "wagers.bonus.pays", "royal-flush-without-the-joker"


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(GameFileError) as error:
        from_text(text)
    assert error.value.faults
    return list(error.value.faults)


def changed(old: str, new: str, text: str = WILD_52) -> str:
    assert old in text
    return text.replace(old, new, 1)


def assert_fault(text: str | bytes, place: str, *parts: str) -> None:
    """Some fault starts with the place and says all the parts."""
    faults = faults_of(text)
    told = [re.sub(r"^line \d+: ", "", fault) for fault in faults]
    assert any(fault.startswith(place) and all(part in fault for part in parts) for fault in told), faults


@pytest.mark.parametrize("game", shipped_ids())
def test_shipped_games_load(game: str) -> None:
    assert from_text(shipped_text(game)).id == game


@pytest.mark.parametrize(
    ("old", "new", "place", "parts"),
    [
        ("rules_version", "rule_version", "rule_version", ["unknown key", "did you mean 'rules_version'?"]),
        ("rules_version", "rule_version", "rules_version", ["is missing"]),
        ('"royal-flush", natural = true', '"royl-flush"', f"{BONUS}.{ROYAL}.hand", ["'royl-flush'", "did you mean"]),
        (
            'hand = "royal-flush", natural = true',
            'hands = "flush"',
            f"{BONUS}.{ROYAL}.hands",
            ["unknown key", "'hand'"],
        ),
        ("flush                            = 3", "flash = 3", f"{PAYS}.flash", ["is not a standard name"]),
        ("[wagers.bonus.lines]", "[wagers.bonus.lines]\nflush = { jokers = 0 }", f"{BONUS}.flush", ["a standard name"]),
        ("= 1000", "= 1000.5", f"{PAYS}.five-aces", ["1000.5", 'write "2001/2"']),
        ("= 1000", "= 1.5", f"{PAYS}.five-aces", ["1.5", 'write "3/2"']),
        ("= 1000", "= inf", f"{PAYS}.five-aces", ["inf", "integer or a fraction"]),
        ("= 1000", "= -1", f"{PAYS}.five-aces", ["-1", "negative"]),
        ("= 1000", "= 1000000001", f"{PAYS}.five-aces", ["absurd", "1,000,000,000"]),
        ("= 1000", '= "1/0"', f"{PAYS}.five-aces", ["1/0", "exact"]),
        ("= 1000", "= true", f"{PAYS}.five-aces", ["true", "exact"]),
        ("= 1000", "= 2020-01-01", f"{PAYS}.five-aces", ["date"]),
        ("= 1000", '= "J"', f"{PAYS}.five-aces", ["'J'", "exact"]),
        ("= 1000", "= [1, 2]", f"{PAYS}.five-aces", ["has 2 amounts"]),
        ("five-aces                        = 1000\n", "", f"{BONUS}.five-aces", ["has no pays"]),
        ("[deck]\njokers = 1", '[deck]\nranks = "2-3"\njokers = 1', "deal", ["12 cards", "has 9"]),
        ("[deck]\njokers = 1", "[deck]\njokers = 3", "deck.jokers", ["0 to 2", "3"]),
        ("[deck]\njokers = 1", '[deck]\njokers = "x"', "deck.jokers", ["whole number", "'x'"]),
        ("[deck]\njokers = 1", '[deck]\nranks = "A-2"\njokers = 1', "deck.ranks", ["ranks such as"]),
        ("[deck]\njokers = 1", '[deck]\nsuits = "cx"\njokers = 1', "deck.suits", ["'cx'", "cdhs"]),
        ("[deck]\njokers = 1", '[deck]\nsuits = "cc"\njokers = 1', "deck.suits", ["each once"]),
        ('wild = "Jk"\n', "", "deck", ["joker"]),
        ('"$top_hand"', '"$top_hnd"', "options", ["$top_hnd", "did you mean 'top_hand'?"]),
        ('["five_of_a_kind", "royal"]', '["five_of_a_kind"]', "options.top_hand.values", ["two or more"]),
        ('["five_of_a_kind", "royal"]', '["royal", "ryal"]', "deck.top_hand", ["'ryal'", "'royal'"]),
        ('uses = "$bonus_uses"', 'uses = "most"', "wagers.bonus.uses", ["'most'", "pays_most"]),
        ('of = "players-hand"', 'of = "plyer"', "wagers.bonus.of", ["'plyer'", "'player'"]),
        ('of = "players-hand"', 'of = ["player", "player"]', "wagers.bonus.of", ["twice"]),
        ('schema = "exactodds/game/2"', 'schema = "exactodds/game/1"', "schema", ["exactodds/game/2"]),
        ('schema = "exactodds/game/2"', 'schema = "2"', "schema", ["exactodds/game/2"]),
        ("[deal]\nplayer = 5", "[deal]\nplayer = 0", "deal.player", ["1 to 54"]),
        ("[deal]\nplayer = 5", "[deal]\nplayer = 5.0", "deal.player", ["whole number"]),
        ('ranks = "2-K"', 'ranks = "K-2"', f"{BONUS}.five-of-a-kind-deuces-to-kings.ranks", ['"Q-A"']),
        ("natural = true", 'natural = "yes"', f"{BONUS}.{ROYAL}.natural", ["true or false", "yes"]),
        ("[wagers.bonus]", "[wagers.Bonus]", "wagers.Bonus", ["is not an id"]),
        ("jokers = 1 }\njoker", "jokers = 2 }\njoker", "wagers.joker.lines.joker-in-the-community-cards", ["0 to 1"]),
        ('[source]\ntitle = "Wild 52: Rules of Play"', "[source]", "source.title", ["is missing"]),
        ('choose.fold = { then = "fold" }', 'choose.fold = { then = "flod" }', "round[1].choose.fold.then", ["'fold'"]),
        ("choose.play = { play = 2 }", "choose.play = { paly = 2 }", "round[1].choose.play.paly", ["'play'"]),
        ('sees = "first"', 'sees = "frst"', "round[2].sees", ["'first'"]),
        ('"pair 5"', '"pair five"', "wagers.ante-play.qualifies", ["pair five"]),
    ],
)
def test_faults(old: str, new: str, place: str, parts: list[str]) -> None:
    assert_fault(changed(old, new), place, *parts)


def test_all_faults_are_reported_at_once_with_their_lines() -> None:
    text = changed("rules_version", "rule_version")
    text = changed('hand = "royal-flush"', 'hand = "royl-flush"', text)
    text = changed("= 1000", "= 1.5", text)
    text = changed("[deck]\njokers = 1", "[deck]\njokers = 9", text)
    rows = text.splitlines()
    told = [fault.split(": ")[:2] for fault in faults_of(text)]
    for place, start in {
        "rule_version": "rule_version",
        f"{BONUS}.{ROYAL}.hand": ROYAL,
        f"{PAYS}.five-aces": "five-aces                        = 1.5",
        "deck.jokers": "jokers = 9",
    }.items():
        line = next(number for number, row in enumerate(rows, 1) if row.startswith(start))
        assert [f"line {line}", place] in told
    assert ["rules_version", "is missing"] in told


def test_a_fault_is_said_once() -> None:
    """The file is read once for each value of each option."""
    faults = faults_of(changed("= 1000", "= 1.5"))
    assert len(faults) == len(set(faults)) == 1


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"", "is missing"),
        (b"= 3", "is not TOML"),
        (b"a = 1\na = 2", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (WILD_52.encode("utf-16"), "is not UTF-8"),
        (b"a = " + b"9" * 5000, "is not TOML"),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "nested too deeply"),
        (b"d = 2020-13-45", "is not TOML"),
        (b"\x00", "is not TOML"),
        (b"x" * (GAME_FILE.max_bytes + 1), "larger than"),
        (b"wagers = 3", "must be a table"),
        (b"wagers = [1]\ndeck = 'x'\ndeal = true", "must be a table"),
        (b"options = 3", "must be a table"),
        (b"options = {a = 3}", "must be a table"),
        (b"wagers = {a = 3}", "must be a table"),
    ],
)
def test_what_is_not_a_game_file(raw: bytes, part: str) -> None:
    assert part in "\n".join(faults_of(raw))


@pytest.mark.parametrize("digits", [2000, 20_000])
def test_huge_hexadecimal_numbers(digits: int) -> None:
    """Python refuses to print them in decimal; the loader must not."""
    huge = "0x" + "f" * digits
    amount, number = ("absurd", "whole number") if digits == 2000 else ("too large", "too large")
    assert_fault(changed("= 1000", f"= {huge}"), "wagers.bonus.pays.five-aces", amount)
    assert_fault(changed("[deck]\njokers = 1", f"[deck]\njokers = {huge}"), "deck.jokers", number)


@pytest.mark.parametrize("depth", [300, 600, 3000])
def test_keys_nested_by_dots(depth: int) -> None:
    """The TOML reader does not recurse over dotted keys, so nothing stops it from building deep tables."""
    assert faults_of(f"{'.'.join('a' * depth)} = 1\n" + WILD_52)
    assert faults_of(changed("= 1000", f"= {{{'.'.join('a' * depth)} = 1}}"))


@pytest.mark.parametrize(
    "text",
    [
        WILD_52 + "\n".join(f"k{i} = 1" for i in range(3000)),
        changed('of = "players-hand"', f'of = "players-hand"\npaytables = {[str(i) for i in range(700)]}'),
        WILD_52 + "".join(f"\n[wagers.w{i}]" for i in range(500)),
        changed('"five_of_a_kind", "royal"', ", ".join(f'"v{i}"' for i in range(400))),
        changed('hand = "royal-flush"', f"hand = [{','.join(['1'] * 3000)}]"),
    ],
    ids=["keys", "paytables", "wagers", "values", "hands"],
)
def test_many_of_anything_are_refused(text: str) -> None:
    """The sizes here are small; see the next test for what a whole file of it costs."""
    assert faults_of(text)


def full_of(piece: Callable[[int], str], start: str = WILD_52) -> str:
    """As many pieces as a file may hold."""
    parts, size = [start], len(start)
    for number in range(GAME_FILE.max_bytes):
        part = piece(number)
        size += len(part)
        if size > GAME_FILE.max_bytes:
            break
        parts.append(part)
    return "".join(parts)


LARGEST_FILES = {
    "keys": lambda: full_of(lambda i: f"k{i}=1\n"),
    "lines": lambda: full_of(lambda i: f"[wagers.bonus.lines.p{i}]\n"),
    "wagers": lambda: full_of(lambda i: f"[wagers.w{i}]\n"),
    "stages": lambda: full_of(lambda i: f"[[round]]\nsees='a{i}'\nchoose.a={{play=1}}\n"),
    "seats": lambda: changed("[deal]\n", "[deal]\n" + full_of(lambda i: f"s{i}=1\n", "")[:200_000] + "\n"),
    "options": lambda: full_of(lambda i: f"[options.o{i}]\nmeaning='m'\nvalues=['a','b']\n"),
    "values": lambda: changed('"royal"]', '"royal",' + full_of(lambda i: f"'{i}',", "")[:200_000] + '"x"]'),
    "dots": lambda: full_of(lambda i: "a." if i else "", "")[:200_000] + "a = 1\n" + WILD_52,
    "hands": lambda: changed('hand = "royal-flush"', "hand = [" + "'x'," * 50_000 + "]"),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", LARGEST_FILES)
def test_the_largest_files_load_within_a_second(kind: str) -> None:
    text = LARGEST_FILES[kind]()
    start = time.process_time()
    with pytest.raises(GameFileError):
        from_text(text[: GAME_FILE.max_bytes])
    assert time.process_time() - start < 1


# --- pays ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pay"), [("J", "J"), ("J/10", "J/10"), ("3*J/10", "3*J/10"), ("3/2", "3/2"), (7, "7"), ("0", "0")]
)
def test_pays(text: object, pay: str) -> None:
    assert str(parse_pay(text, meter=True)) == pay


@pytest.mark.parametrize(
    "text", ["J5/100", "J0", "J1", "2*J3/10", "*J", "J/", "J/0", "JJ", "J+1", "J/10/2", "-J", "1.5J"]
)
def test_a_meter_share_that_is_not_one(text: str) -> None:
    """`J5/100` is no way to write a share; it must not be read as 15/100."""
    assert parse_pay(text, meter=True) is None


# --- what cannot be counted must not be accepted ---------------------------------------------------------------------

TAXED = ['hand = "pair", pays = -1']


def test_a_taxed_wager_refuses_or_counts_colours() -> None:
    game = {"ranks": "9-A", "jokers": 0, "joker": "none", "cards": 6}
    free = tiny_text('a: colour = "one"', **game)  # type: ignore[arg-type]
    expected = analyze(from_text(free), run=Run(jobs=1)).wagers[0].outcomes[0].count
    assert expected
    try:
        taxed = from_text(tiny_text('a: colour = "one"', tax=TAXED, **game))  # type: ignore[arg-type]
    except GameFileError:
        return
    outcomes = analyze(taxed, run=Run(jobs=1)).wagers[0].outcomes
    assert sum(outcome.count for outcome in outcomes if outcome.name.partition("/")[0] == "a") == expected * 6


def test_a_taxed_wager_refuses_a_meter() -> None:
    """A prize that is a share of the meter would be priced as nothing."""
    text = tiny_text('a: hand = "flush"', pays={"a": '"J"'}, cards=6, keys="meter = { bet = 1 }", tax=TAXED)
    assert_fault(text, "wagers.w.meter", "stake")


def test_a_tax_on_the_cards_of_the_prize_is_counted() -> None:
    (result,) = analyze(from_text(tiny_text('a: hand = "flush"', cards=5, tax=TAXED)), run=Run(jobs=1)).wagers
    assert sum(outcome.count for outcome in result.outcomes) == result.deals == comb(12, 5) * 5


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "chosen", "part"),
    [
        ("wild-52", {"top_hnd": "royal"}, "did you mean 'top_hand'?"),
        ("wild-52", {"top_hand": "royl"}, "did you mean 'royal'?"),
        ("three-card-poker-6-card-bonus", {"x": "1"}, "no option 'x'"),
        ("wild-six-card-draw-poker", {"bet": "0"}, "from 1/100 to 1,000,000"),
        ("wild-six-card-draw-poker", {"bet": "1.5"}, "exact number"),
        ("wild-six-card-draw-poker", {"bet": ""}, "exact number"),
        ("wild-six-card-draw-poker", {"contribution": "2"}, "from 0 to 1"),
        ("wild-six-card-draw-poker", {"seed": "-1"}, "from 0"),
    ],
)
def test_options_that_do_not_exist(game: str, chosen: dict[str, str], part: str) -> None:
    with pytest.raises(SelectionError) as error:
        load_game(game).game(chosen)
    assert part in str(error.value)


def test_defaults_are_filled_in() -> None:
    chosen = load_game("wild-52").game().chosen
    assert chosen.items() >= {"top_hand": "five_of_a_kind", "bonus_uses": "pays_most"}.items()
    assert chosen == {key: option.default for key, option in load_game("wild-52").options.items()}
    assert load_game("wild-52").game({"top_hand": "royal"}).ranking.top_hand == "royal"


def test_a_copied_and_changed_file_runs_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(changed("= 1000", "= 999"), encoding="utf-8")
    file = load_game(str(path))
    result = analyze(file, wager="bonus").wagers[0]
    assert result.outcomes[0].net.amount == 999


@pytest.mark.parametrize("name", ["nowhere.toml", "."])
def test_files_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match="cannot be read"):
        load_game_file(tmp_path / name)


@pytest.mark.parametrize("name", ["wild-25", "", "x" * 5000, "a\x00b", "/" * 300, "no/such/folder"])
def test_games_that_do_not_exist(name: str) -> None:
    with pytest.raises(ExactOddsError):
        load_game(name)


# --- fuzz ------------------------------------------------------------------------------------------------------------

VALUES = ["-1", "0", "1.5", '""', '"x"', "[]", "{}", "true", "9" * 30, '"$x"', '"1/3"', "[[1]]", "nan", "0xffffffffff"]


def mutated(rng: random.Random) -> bytes:
    """A shipped file with a few of its bytes, lines, keys or values changed."""
    text = shipped_text(rng.choice(shipped_ids()))
    if rng.random() < 0.3:
        raw = bytearray(text.encode())
        for _ in range(rng.randint(1, 8)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        return bytes(raw)
    lines = text.splitlines()
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        key, equals, value = lines[at].partition("=")
        lines[at : at + 1] = rng.choice(
            [
                [],
                [lines[at]] * 2,
                [f"{key}= {rng.choice(VALUES)}"],
                [f"{key[: len(key) // 2]}{equals}{value}"],
                [rng.choice(lines)],
                [lines[at], rng.choice(lines)],
                [lines[at], f"extra = {rng.choice(VALUES)}"],
                ["[" + rng.choice(["deck", "wagers.x", "options.y", "deal", "wagers.joker"]) + "]"],
            ]
        )
    return "\n".join(lines).encode()


def fuzz(count: int, seed: int) -> float:
    """Load that many mutated files: each loads or is refused. The longest time in seconds."""
    rng = random.Random(seed)
    longest = 0.0
    for _ in range(count):
        raw = mutated(rng)
        start = time.process_time()
        with suppress(GameFileError):
            from_text(raw).game()
        longest = max(longest, time.process_time() - start)
    return longest


def test_mutated_files() -> None:
    fuzz(300, seed=1)


@pytest.mark.long
def test_many_mutated_files() -> None:
    assert fuzz(10_000, seed=2) < 1


def test_mutated_files_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(3)
    path = tmp_path / "mutant.toml"
    refused = 0
    while refused < 40:
        path.write_bytes(mutated(rng))
        try:
            load_game_file(path)
        except GameFileError:
            refused += 1
            assert main(["analyze", str(path)]) == 2
            printed = capsys.readouterr()
            assert printed.out == ""
            assert str(path) in printed.err
            assert "Traceback" not in printed.err


def test_what_was_read_or_planned_is_not_taken_for_another_file() -> None:
    """A copy with other data, or whose player sees more, has rules and games of its own."""
    text = tiny_text('a: hand = "flush"', ranks="9-A", suits="cd", jokers=1, cards=5)
    file, other = from_text(text), from_text(text.replace("jokers = 1", "jokers = 2"))
    assert file.game() is file.game(), "planned once"
    copy = replace(file, data=other.data)
    assert copy.game() == other.game() != file.game()
    assert copy.rules() == other.rules() != file.rules()
    assert copy.game().rules_digest == other.game().rules_digest != file.game().rules_digest
