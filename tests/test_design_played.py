"""Designs of wagers that are played anew under every paytable: what an analysis of every candidate would find."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from analyzer.change.design import search as searching
from analyzer.change.design.grid import Range
from analyzer.change.design.search import Targets, design, read_spans
from analyzer.change.figures import stake_in_pays
from analyzer.errors import DesignError
from analyzer.game.file import parse_game_file
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze_wager
from analyzer.run.jobs import Run
from tests.solo import small_file

RUN = Run(jobs=1)
EVERYTHING = Range(Fraction(-(10**12)), Fraction(10**12))


@pytest.mark.parametrize("game", ["jacks-or-better", "let-it-ride"])
def test_designs_are_what_every_candidate_analysed_alone_gives(game: str) -> None:
    chosen = small_file(game).game()
    wager = chosen.wagers[0]
    base, stake = wager.paytables[0], stake_in_pays(chosen, wager)
    spans = read_spans("flush=4..5,straight=4|7", wager.line_ids)
    designs = design(chosen, wager, base, spans, Targets(EVERYTHING), RUN, show=0)
    expected = {}
    for flush, straight in product((4, 5), (4, 7)):
        pays = dict(zip(wager.line_ids, (pay.amount + stake for pay in base.pays), strict=True))
        pays |= {"flush": Fraction(flush), "straight": Fraction(straight)}
        table = Paytable("x", tuple(Pay(pay - stake) for pay in pays.values()))
        (result,) = analyze_wager(chosen, wager, [table], RUN)
        assert result.ev is not None
        expected[tuple(pays.values())] = (-result.ev, result.price.hit_frequency, result.price.variance)
    assert {one.pays: (one.house_edge, one.hit_frequency, one.variance) for one in designs.candidates} == expected
    ordered = [one.house_edge for one in designs.candidates]
    assert ordered == sorted(ordered)
    middle = Range(ordered[1], ordered[2])
    assert len(design(chosen, wager, base, spans, Targets(middle), RUN).candidates) == 2


def test_a_design_written_to_the_file_has_the_price_that_was_found() -> None:
    """Video poker pays for one, the stake included: the file must get such pays, not net ones."""
    file = small_file("jacks-or-better")
    game = file.game()
    wager = game.wagers[0]
    spans = read_spans("full-house=5..9", wager.line_ids)
    designs = design(game, wager, wager.paytables[0], spans, Targets(EVERYTHING), RUN)
    assert [one.pays[3] for one in designs.candidates] == [9, 8, 7, 6, 5]
    written = parse_game_file(designs.game_text(file.text, 2, "new").encode(), "new.toml").game()
    (table,) = (table for table in written.wagers[0].paytables if table.id == "new")
    (result,) = analyze_wager(written, written.wagers[0], [table], RUN)
    assert result.ev == -designs.candidates[1].house_edge


def test_order_is_kept_if_asked_for() -> None:
    game = small_file("jacks-or-better").game()
    wager = game.wagers[0]
    spans = read_spans("straight=3..7,flush=6", wager.line_ids)
    designs = design(game, wager, wager.paytables[0], spans, Targets(EVERYTHING, keep_order=True), RUN)
    assert {one.pays[5] for one in designs.candidates} == {4, 5}


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MAX_PLAYED", 3)
    game = small_file("jacks-or-better").game()
    wager = game.wagers[0]
    with pytest.raises(DesignError, match="makes 4 paytables; at most 3"):
        design(game, wager, wager.paytables[0], read_spans("flush=4..7", wager.line_ids), Targets(EVERYTHING), RUN)
