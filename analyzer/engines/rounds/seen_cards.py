"""What each card is worth that should not be seen: the values of the first level's states, by the card and its suit."""

from __future__ import annotations

from math import lcm

import numpy as np

from analyzer.engines.rounds.levels import LevelRound
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.wide import Wide, integers, wide_zeros
from analyzer.engines.worth import CODES, Places, Worth, codes, sightings

# States whose seen cards are looked at together.
CHUNK = 1 << 20


def worth_of_seen(setting: RoundSetting, level: LevelRound, sums: Wide) -> tuple[Worth, int]:
    """What seen cards are worth, and the unit; `sums` are those of the first level."""
    worth, states = Worth(), level.states
    listed = list(sightings(_parts(setting)))
    scale = lcm(*(share.denominator for share, _, _ in listed))
    for share, place, own in listed:
        rows = np.empty(len(states), dtype=np.int64)
        for start in range(0, len(states), CHUNK):
            some = states.cards[start : start + CHUNK]
            rows[start : start + CHUNK] = codes(setting.pack.deck, some[:, place], some[:, list(own)])
        lower = wide_zeros(CODES, len(level.lower))
        level.decide(sums, lower, rows)
        deals = np.zeros(CODES, dtype=np.int64)
        np.add.at(deals, rows, states.weights)
        totals, times = integers(lower), int(share * scale)
        for code in np.flatnonzero(deals).tolist():
            worth.put(code, int(deals[code]) * times, totals[code] * times)
    return worth, setting.total // int(states.weights.sum()) * setting.amounts.denominator


def _parts(setting: RoundSetting) -> list[Places]:
    exposed, shared = set(setting.final(setting.wager.exposed)), set[str]()
    owned: set[str] | None = None
    if setting.compare is not None:
        owned, shared = (set(setting.final(hand.groups)) for hand in setting.compare)
    listed, start = [], 0
    for part in setting.layout.levels[0].parts:
        own = [one for one in part.groups if one not in exposed | shared and (owned is None or one in owned)]
        hidden = [one for one in part.groups if one in exposed]
        places = tuple(range(start, start + part.cards))
        listed.append(Places(places, setting.layout.cards(hidden), setting.layout.cards(own)))
        start += part.cards
    return listed
