"""It keeps working: killed at any moment, with a damaged cache, and with many at once. Everything here is long."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.run.store_folder import entries_in

pytestmark = pytest.mark.long

PROGRAM = str(Path(sys.executable).with_name("exactodds"))
PAI_GOW = "pai-gow-wrangler-outlaw"
KILLS = 25  # for each game


def started(cache: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"EXACTODDS_CACHE": str(cache)}
    return subprocess.Popen(
        [PROGRAM, "analyze", *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )


def output_of(cache: Path, *arguments: str) -> bytes:
    process = started(cache, *arguments)
    output, errors = process.communicate()
    assert process.returncode == 0, errors.decode()
    return output


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pieces_in(cache: Path) -> dict[str, int]:
    """The files that are there; a file that is written again is another one."""
    return {str(path): path.stat().st_ino for path in cache.rglob("*.counts")}


@pytest.mark.parametrize("arguments", [("wild-52",), (PAI_GOW, "--option", "player_sets=optimal")])
def test_killed_at_any_moment(arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """25 kills for each game; each run goes on where the one before was killed, and ends with the same bytes."""
    chance, kills, lost = random.Random(8), 0, []
    before, start = cpu_of_children(), time.monotonic()
    undisturbed = output_of(tmp_path / "undisturbed", *arguments)
    seconds, cpu = time.monotonic() - start, cpu_of_children() - before
    output_of(tmp_path / "undisturbed", *arguments)
    warm = cpu_of_children() - before - cpu
    rounds = 0
    while kills < KILLS:
        rounds += 1
        cache = tmp_path / f"round-{rounds}"
        before, here = cpu_of_children(), 0
        kept: dict[str, int] = {}
        while True:
            process = started(cache, *arguments)
            try:
                # Some live long enough to get to the end; the last one does, however slow the machine is.
                life = None if kills >= KILLS else chance.uniform(0.5, 0.6 * seconds)
                output, _ = process.communicate(timeout=life)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills, here = kills + 1, here + 1
                kept, before_this = pieces_in(cache), kept
                again = [name for name in kept if kept[name] != before_this.get(name, kept[name])]
                assert not again, "a piece that is there is not computed again"
        assert process.returncode == 0
        assert output == undisturbed
        assert not [entry for entry in entries_in(cache) if entry.state != "good"], "nothing is left over"
        if here:
            # Each start costs what a warm run does; the rest above an undisturbed run was computed twice: pieces that
            # were being made, and tables that every start needs.
            lost.append((cpu_of_children() - before - cpu - here * warm) / here)
        shutil.rmtree(cache)
    with capsys.disabled():
        text = (
            f"\n{' '.join(arguments)}: {kills} kills in {rounds} rounds, undisturbed {seconds:.1f} s, {cpu:.1f} s CPU;"
        )
        print(text, f"computed again for each kill: {sum(lost) / len(lost):.2f} s CPU, at most {max(lost):.2f}")


def flip(raw: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(raw))
    return raw[:place] + bytes([raw[place] ^ 1 << chance.randrange(8)]) + raw[place + 1 :]


def truncate(raw: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randrange(len(raw))]


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip, truncate)


def test_a_thousand_corruptions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bit flips, truncations and exchanged files: each is noticed in one line, and every result is right."""
    chance = random.Random(1000)
    games = ["three-card-poker-6-card-bonus", "wild-six-card-poker"]
    good = tmp_path / "good"
    arguments = ["analyze", *games, "--json", "--cache"]
    assert main([*arguments, str(good)]) == 0
    expected = capsys.readouterr().out
    files = sorted(good.iterdir())
    small = [file for file in files if file.stat().st_size < 1 << 20]
    for number in range(1000):
        cache = tmp_path / "damaged"
        shutil.copytree(good, cache, copy_function=os.link)
        # The large file takes a second to count again: it has its turn less often.
        victim = cache / chance.choice(files if number % 10 == 0 else small).name
        kind = number % 3
        if kind == 2:
            other = chance.choice([file for file in files if file.name != victim.name])
            content = other.read_bytes()
        else:
            content = DAMAGES[kind](victim.read_bytes(), chance)
        victim.unlink()
        victim.write_bytes(content)
        assert main([*arguments, str(cache)]) == 0
        captured = capsys.readouterr()
        assert captured.out == expected, (number, victim.name)
        assert captured.err.count("\n") == 1, captured.err
        assert victim.name in captured.err
        assert "counting again" in captured.err
        shutil.rmtree(cache)


def test_twenty_at_once_on_an_empty_cache(tmp_path: Path) -> None:
    """One counts, the others wait for it: all right, nothing left over, and not twenty times the work."""
    games = ["wild-six-card-poker", "wild-six-card-draw-poker", "three-card-poker-6-card-bonus", PAI_GOW]
    expected = {game: output_of(tmp_path / "alone", game) for game in games}
    cache = tmp_path / "shared"
    processes = [(games[number % 4], started(cache, games[number % 4])) for number in range(20)]
    for game, process in processes:
        output, errors = process.communicate()
        assert process.returncode == 0, errors.decode()
        assert output == expected[game]
    assert sorted(path.name for path in cache.iterdir()) == sorted(path.name for path in (tmp_path / "alone").iterdir())
    assert all(entry.state == "good" for entry in entries_in(cache))


def test_the_one_that_waits_takes_over(tmp_path: Path) -> None:
    first = started(tmp_path, "wild-52", "--wager", "ante-play")
    time.sleep(3)
    second = started(tmp_path, "wild-52", "--wager", "ante-play")
    time.sleep(2)
    first.kill()
    first.communicate()
    output, errors = second.communicate()
    assert second.returncode == 0
    assert b"waiting for it" in errors
    assert output == output_of(tmp_path, "wild-52", "--wager", "ante-play")


def test_control_c_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Tests in the background may have inherited that it is ignored; the program would inherit it from them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = started(tmp_path, "wild-52", "--wager", "ante-play")
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    _, errors = process.communicate()
    assert process.returncode == 130
    assert b"goes on from there" in errors
    with capsys.disabled():
        print(f"\nstopped after {time.monotonic() - asked:.2f} s")
    assert list(tmp_path.rglob("*.counts")), "what was counted is kept"
