"""Rules over community cards in words: looks that are decided alike, by the least that has to be said of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import type_of_code
from analyzer.strategy.board_looks import AllTurned, Look, Turned

# Descriptions of a look, the shortest first: the first that determines the decision is used.
SAID = (
    ("made",),
    ("made", "own"),
    ("made", "own", "flush"),
    ("made", "own", "high"),
    ("made", "own", "straight"),
    ("made", "own", "over"),
    ("made", "own", "flush", "high"),
    ("made", "own", "flush", "straight"),
    ("made", "own", "flush", "straight", "over"),
    ("made", "own", "flush", "straight", "high"),
    ("made", "own", "flush", "straight", "high", "over"),
    tuple(Turned._fields),
)
OVER_WORDS = ("no own card above all turned", "one own card above all turned", "both above all turned")
OWN_WORDS = ("no own card in a pair", "one own card in a pair", "both own cards in pairs", "a pair in hand")
STRAIGHT_WORDS = ("no draw to a straight", "1 rank makes a straight", "2 or more ranks make a straight")
Worded = tuple[str, list[Look]]


def part_of(look: Turned, keys: Iterable[str]) -> Turned:
    """What these keys say of a look."""
    return Turned(**{key: getattr(look, key) for key in keys})


def turned_rules(done: Mapping[Look, int]) -> Iterator[Worded]:
    """Looks that are decided alike, together, by the least that has to be said of them."""
    turned = [look for look in done if isinstance(look, Turned)]
    left = set(turned)
    for keys in SAID:
        parts: dict[Turned, list[Turned]] = {}
        for look in turned:
            parts.setdefault(part_of(look, keys), []).append(look)
        alike: dict[tuple[Turned, int], list[tuple[Turned, list[Turned]]]] = {}
        for part, members in parts.items():
            own = [look for look in members if look in left]
            if own and len({done[look] for look in members}) == 1:
                left -= set(own)
                # Neighbouring ranks are said at once.
                if part.low is not None:
                    rest = part._replace(low=None)
                elif part.high is not None:
                    rest = part._replace(high=None)
                else:
                    rest = part._replace(flush=bool(part.flush))
                alike.setdefault((rest, done[own[0]]), []).append((part, own))
        for (_, _), rows in alike.items():
            yield _turned_words([part for part, _ in rows]), [look for _, own in rows for look in own]


def _turned_words(parts: Sequence[Turned]) -> str:
    """Parts that differ only in one of the player's own ranks, or in the highest of the draw to a flush."""
    part, made = parts[0], type_of_code(parts[0].made).replace("-", " ")
    words = [made]
    if part.own is not None and made != "high card":
        words.append(OWN_WORDS[part.own])
    if (part.flush, part.straight) == (0, 0):
        words.append("no draw to a flush or a straight")
    else:
        words += _draw_words(part, _runs(one.flush - 1 for one in parts if one.flush))
    if part.high is not None:
        high, low = (_runs(rank for one in parts if (rank := getattr(one, end)) is not None) for end in ("high", "low"))
        words.append(f"own {high} with {low}" if low else f"own {high} high")
    if part.over is not None:
        words.append(OVER_WORDS[part.over])
    return ", ".join(words)


def _draw_words(part: Turned, ranks: str) -> Iterator[str]:
    if part.flush is not None:
        yield f"four of one suit with own {ranks}" if part.flush else "no draw to a flush"
    if part.straight is not None:
        yield STRAIGHT_WORDS[part.straight]


def whole_rules(done: Mapping[Look, int]) -> Iterator[Worded]:
    whole = sorted(
        (look for look in done if isinstance(look, AllTurned)), key=lambda look: (not look.better, look.beaten)
    )
    for better, own in groupby(whole, key=lambda look: look.better):
        listed = list(own)
        runs = [list(run) for _, run in groupby(listed, key=lambda look: done[look])]
        hand = "a better type of hand than the table's" if better else "no better type of hand than the table's"
        for run in runs:
            low, high = run[0].beaten, run[-1].beaten
            if len(runs) == 1:
                said = hand
            elif run is runs[0]:
                said = f"{hand}, at most {_cards(high)} would beat it"
            elif run is runs[-1]:
                said = f"{hand}, at least {_cards(low)} would beat it"
            else:
                said = f"{hand}, {low} to {high} unseen cards would beat it"
            yield said, list(run)


def _cards(number: int) -> str:
    return f"{number} unseen card{'s' * (number != 1)}"


def _runs(ranks: Iterable[int]) -> str:
    """
    >>> _runs([12, 11, 10, 8])
    'A-Q,T'
    """
    runs: list[list[int]] = []
    for rank in sorted(set(ranks), reverse=True):
        if runs and runs[-1][-1] == rank + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ",".join(RANKS[run[0]] if len(run) == 1 else f"{RANKS[run[0]]}-{RANKS[run[-1]]}" for run in runs)
