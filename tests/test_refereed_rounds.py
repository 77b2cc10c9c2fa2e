"""Keys under which the referee keeps hands: equal ones are equal to him, and few hands are valued twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.game.language import Rules
from analyzer.reference.referee import settled_wager
from analyzer.trust import refereed_rounds
from analyzer.trust.refereed_rounds import HandProfiles
from tests.language import rules_of


def holdem() -> Rules:
    return rules_of("ultimate-texas-holdem")


def dealt(rounds: int) -> dict[str, NDArray[np.uint8]]:
    packs = np.random.default_rng(3).permuted(np.tile(np.arange(52, dtype=np.uint8), (rounds, 1)), axis=1)
    # Half of the hands are of two suits, so that there are flushes.
    packs[::2, :9] = np.random.default_rng(4).permuted(
        np.tile(np.arange(0, 52, 2, dtype=np.uint8), (len(packs[::2]), 1)), axis=1
    )[:, :9]
    return {"hole": packs[:, :2], "flop": packs[:, 2:5], "last": packs[:, 5:7], "house": packs[:, 7:9]}


def test_seven_cards_with_one_key_have_one_profile() -> None:
    profiles = HandProfiles(settled_wager(holdem(), "base"))
    cards = dealt(3000)
    look = profiles.settled.looks[0]
    held = np.concatenate([cards[group] for group in look.hand.groups], axis=1)
    assert profiles._is_of_ranks(look)
    keyed = profiles.of(0, look, cards)
    literal = [profiles.settled.profile(0, tuple(sorted(row))) for row in held.tolist()]
    assert keyed.tolist() == literal
    assert len(set(profiles._keys(look, held).tolist())) < len(held)


def test_ranks_are_not_enough_where_more_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    profiles = HandProfiles(settled_wager(holdem(), "base"))
    look = profiles.settled.looks[0]
    (test, of_line), *_ = profiles.settled.questions[look]
    monkeypatch.setitem(profiles.settled.questions, look, [(replace(test, suited=True), of_line)])
    assert not profiles._is_of_ranks(look)


def test_keys_without_the_flush_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = refereed_rounds._rank_keys
    monkeypatch.setattr(refereed_rounds, "_rank_keys", lambda held, fields: right(held, fields & np.uint64(0)))
    with pytest.raises(AssertionError):
        test_seven_cards_with_one_key_have_one_profile()
