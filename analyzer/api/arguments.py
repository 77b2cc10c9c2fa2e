"""Arguments as people give them, read exactly; what is wrong is said in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from inspect import Parameter, signature
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ParamSpec, TypedDict, TypeVar

from analyzer.errors import ArgumentError, ExactOddsError
from analyzer.files import is_file

if TYPE_CHECKING:
    from analyzer.game.file import GameFile
    from analyzer.run.jobs import Progress, Run

P = ParamSpec("P")
R = TypeVar("R")
# A game by its id, the path of its file, or as load() gave it.
OptionValue = str | bool | int | Fraction
Number = int | Fraction | str


class Running(TypedDict, total=False):
    """How something is counted: on how many cores, with which store, and what reports its progress.

    `cache`: True for the store of the command line, which is the default; a folder; or False for none. `progress`: True
    for a bar, False for none, a function that is called with (what, done, total); by default a bar where one can be
    seen.
    """

    jobs: int | None
    cache: Path | str | bool
    progress: Progress | bool | None


# What help() says of them in every function that counts.
_ABOUT_RUNNING = """
    How it is counted: `jobs` is the number of cores, all of them by default; `cache` True for the store of the command
    line, a folder, or False to keep nothing; `progress` True for a bar, False for none, or a function that is called
    with what is counted, how much of it is done and how much there is; by default a bar is shown where one can be seen.
"""


def counts(function: Callable[P, R]) -> Callable[P, R]:
    """A function with arguments of a run: help() and editors show them one by one, with what they mean."""
    own = signature(function)
    parameters = [one for one in own.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    for name, kind, usual in (
        ("jobs", "int | None", None),
        ("cache", "Path | str | bool", True),
        ("progress", "Progress | bool | None", None),
    ):
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=kind))
    vars(function)["__signature__"] = own.replace(parameters=parameters)
    text, _, example = (function.__doc__ or "").partition("\n\n    >>>")
    function.__doc__ = f"{text.rstrip()}\n{_ABOUT_RUNNING}" + (f"\n    >>>{example}" if example else "")
    return function


@contextmanager
def run_of(function: str, arguments: Running, *, apart: bool = False) -> Iterator[Run]:
    """The run that a function was asked for; one that is apart uses no kept count unless asked to."""
    from analyzer.run.jobs import Run, available_cores
    from analyzer.run.progress import can_show, progress_bar
    from analyzer.run.store import Store

    check_names(function, arguments, Running.__annotations__)
    jobs, cache, progress = arguments.get("jobs"), arguments.get("cache", True), arguments.get("progress", can_show())
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 256):
        raise ArgumentError(f"jobs is a number of cores from 1 to 256, not {jobs!r}")
    if not isinstance(cache, bool | str | Path):
        raise ArgumentError(f"cache is a folder, True for the store of the command line, or False, not {cache!r}")
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise ArgumentError(f"progress is True, False or a function of (what, done, total), not {progress!r}")
    if apart and cache is True:
        with (
            TemporaryDirectory(prefix="exactodds-", ignore_cleanup_errors=True) as own,
            run_of(function, {**arguments, "cache": own}) as run,
        ):
            yield run
        return
    store = Store(_folder_of(cache))
    if callable(progress):
        yield Run(jobs or available_cores(), store, progress)
    elif progress:
        with progress_bar() as show:
            yield Run(jobs or available_cores(), store, show)
    else:
        yield Run(jobs or available_cores(), store)


def _folder_of(cache: Path | str | bool) -> Path | None:
    """Where counts are kept: in the store of the command line, in a folder, or nowhere."""
    from analyzer.run.store import default_folder, usable

    if isinstance(cache, bool):
        return usable(default_folder()) if cache else None
    folder = path_of("cache", cache)
    if is_file(folder):
        raise ArgumentError(f"cache is a folder, and {folder} is a file")
    return usable(folder)


def check_names(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """An error for an argument that does not exist."""
    from analyzer.game.sections import nearest

    names = list(known)
    for name in given:
        if name not in names:
            raise ArgumentError(f"{function}() has no argument {name!r}{nearest(name, names)}")


def game_file(game: object) -> GameFile:
    from analyzer.api.games import Game
    from analyzer.game.library import load_game

    if isinstance(game, Game):
        return game.file
    if isinstance(game, str | Path):
        return load_game(str(game))
    raise ArgumentError(
        f"a game is given by its id, by the path of its file, or as load() gives it, not as {_kind(game)}; "
        "games() lists the ids"
    )


def game_files(games: Iterable[object]) -> list[GameFile]:
    """Several games, each of them once."""
    from analyzer.game.library import each_once

    return each_once([game_file(game) for game in games])


def option_texts(options: Mapping[str, OptionValue] | None) -> dict[str, str]:
    """Values of options as a game file has them: True is "true", 3/2 is "3/2".

    >>> option_texts({"stand_pat": True, "bet": 5, "seed": Fraction(1, 2)})
    {'stand_pat': 'true', 'bet': '5', 'seed': '1/2'}
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ArgumentError(f"options are names with values, such as {{'stand_pat': True}}, not {_kind(options)}")
    return {str(name): _option_text(str(name), value) for name, value in options.items()}


def _option_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | Fraction):
        return str(value)
    raise ArgumentError(f"option {name} is given as text, a whole number, a Fraction or True and False{_exact(value)}")


def exact_texts(what: str, numbers: Mapping[str, Number]) -> dict[str, str]:
    """Numbers of a mapping as exact text."""
    if not isinstance(numbers, Mapping):
        raise ArgumentError(f"{what} are lines with numbers, such as {{'flush': 11}}, not {_kind(numbers)}")
    return {str(line).replace("_", "-"): exact_text(f"{what}[{line!r}]", number) for line, number in numbers.items()}


def exact_number(what: str, number: object) -> Fraction:
    """
    >>> exact_number("meter", "50,000"), exact_number("meter", 7)
    (Fraction(50000, 1), Fraction(7, 1))
    >>> exact_number("meter", "1/0")
    Traceback (most recent call last):
        ...
    analyzer.errors.ArgumentError: meter is a whole number, a Fraction or text such as "3/2", not '1/0'
    """
    from analyzer.numbers import grouped_number

    text = exact_text(what, number)
    exact = grouped_number(text) if isinstance(number, str) else Fraction(text)
    if exact is None:
        raise ArgumentError(f'{what} is a whole number, a Fraction or text such as "3/2", not {number!r}')
    return exact


def whole(what: str, number: object, least: int, most: int) -> int:
    """A whole number in a range, also as the command line takes it: 20000, "20,000" or "1e6".

    >>> whole("rounds", "20,000", 1, 10**6)
    20000
    """
    from analyzer.numbers import whole_number

    value = whole_number(number) if isinstance(number, str) else number
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ArgumentError(f"{what} is a whole number from {least:,} to {most:,}, not {number!r}")
    return value


def path_of(what: str, value: object) -> Path:
    if isinstance(value, str | Path):
        if not str(value) or "\0" in str(value):
            raise ArgumentError(f"{what} is the path of a file or folder, not {str(value)!r}")
        return Path(value)
    raise ArgumentError(f"{what} is the path of a file or folder, not {_kind(value)}")


def paths_of(what: str, values: object) -> tuple[Path, ...]:
    """Several paths; a single one is none, since text would be taken for its letters."""
    if isinstance(values, str | Path) or not isinstance(values, Iterable):
        raise ArgumentError(f"{what} is a list of paths, such as [{'proof.json'!r}], not {_kind(values)}")
    return tuple(path_of(f"one of {what}", value) for value in values)


@contextmanager
def said_in_python(*arguments: str, **others: str) -> Iterator[None]:
    """What an error says of options of the command line, said of the arguments that stand for them here.

    `others` are options whose argument has another name.
    """
    names = dict.fromkeys(arguments, "") | others
    try:
        yield
    except ExactOddsError as error:
        if error.args and isinstance(error.args[0], str):
            error.args = (_in_python(error.args[0], names), *error.args[1:])
        raise


def _in_python(message: str, names: Mapping[str, str]) -> str:
    """
    >>> _in_python("give it with --meter, such as --meter 25000, or --set flush=11", {"meter": "", "set": "pays"})
    'give it with meter, such as meter=25000, or pays={"flush": 11}'
    """
    for option, name in names.items():
        argument = name or option
        message = re.sub(rf"--{option} ([a-z-]+)=([0-9]+)\b", rf'{argument}={{"\1": \2}}', message)
        message = re.sub(rf"--{option} ([0-9]+)\b", rf"{argument}=\1", message)
        message = re.sub(rf"--{option}\b(?!-)", argument, message)
    return message


def exact_text(what: str, number: object) -> str:
    """
    >>> exact_text("a pay", Fraction(3, 2))
    '3/2'
    >>> exact_text("a pay", 1.5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    analyzer.errors.ArgumentError: a pay is a whole number, a Fraction or text such as "3/2"; 1.5 is a float, ...
    """
    if isinstance(number, bool) or not isinstance(number, int | Fraction | str):
        raise ArgumentError(f'{what} is a whole number, a Fraction or text such as "3/2"{_exact(number)}')
    return str(number)


def yes_or_no(what: str, value: object) -> bool:
    """A flag: any other value would be true or not as Python takes it, "no" for instance would be true."""
    if isinstance(value, bool):
        return value
    raise ArgumentError(f"{what} is True or False, not {_shown(value)}")


def text_or_none(what: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise ArgumentError(f"{what} is text, not {_kind(value)}")


def text(what: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise ArgumentError(f"{what} is text, not {_kind(value)}")


def range_text(what: str, value: object) -> str:
    """A range as the command line writes it: text, one number, or a pair of numbers.

    >>> range_text("target", (Fraction(3, 100), "5 %")), range_text("target", "0.03..0.05")
    ('3/100..5 %', '0.03..0.05')
    """
    if isinstance(value, tuple | list):
        if len(value) != 2:
            raise ArgumentError(f"{what} is a pair of numbers, lowest and highest, not {len(value)} of them")
        return f"{exact_text(what, value[0])}..{exact_text(what, value[1])}"
    return exact_text(what, value)


def _exact(value: object) -> str:
    if not isinstance(value, float):
        return f", not {_kind(value)}"
    if not isfinite(value):
        return f"; {value!r} is no number"
    near = Fraction(value).limit_denominator(10**6)
    return f"; {value!r} is a float, which is not exact: write Fraction({near.numerator}, {near.denominator})"


def _shown(value: object) -> str:
    """Text as it is, anything else in a few words."""
    return repr(value) if isinstance(value, str) else _kind(value)


def _kind(value: object) -> str:
    """What was given, in a few words."""
    return repr(value) if value is None or isinstance(value, int | float | Fraction) else type(value).__name__
