"""[wagers.W]: bets, comparisons, settlement, lines and pays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.game.language import Bet, Row
from analyzer.game.language import Test as Asked
from analyzer.units import Unit
from tests.language import changed, faults_of, rules_of

NAME = 'name = "Ante and Raise"'
THREE_CARD = "three-card-poker-6-card-bonus"
ROWS = "settle.ante = [{ qualified = false, pays = 1 }]"
COMPARE = 'compare = ["own", "dealer"]'
PAYS = "[wagers.base.pays]"
WILD = "[deal]"


def test_rows_that_go_unsaid() -> None:
    base = rules_of("caribbean-stud").main
    assert [row.pays for row in base.rows_of(base.bets[0])] == [1, 1, 0, -1]
    trips = rules_of("ultimate-texas-holdem").wagers[1]
    assert trips.rows_of(trips.bets[0]) == (Row(None, None), Row(None, Fraction(-1)))
    fortune = rules_of("wild-six-card-poker").wagers[2]
    assert fortune.rows_of(fortune.bets[1]) == (Row(None, None), Row(None, Fraction(0)))


def test_a_bet_of_its_own_name_is_the_default() -> None:
    assert rules_of("wild-52").wagers[1].bets == (Bet("bonus", Fraction(1)),)


def test_a_side_bet_may_be_lost_on_a_fold() -> None:
    change = 'of = "player"\nsettle.trips = [{ chose = "fold", pays = -1 }, { pays = "paytable" }, { pays = -1 }]'
    rules = rules_of("ultimate-texas-holdem", ('name = "Trips"\nof = "player"', f'name = "Trips"\n{change}'))
    assert dict(rules.wagers[1].settle)["trips"][0] == Row(Asked(chose="fold"), Fraction(-1))


def test_units() -> None:
    units = [wager.unit for wager in rules_of("wild-six-card-draw-poker").wagers]
    assert units == [Unit.UNITS, Unit.UNITS, Unit.BETS]


def test_limits() -> None:
    bounds = (Fraction(2), Fraction(10))
    assert rules_of(THREE_CARD).main.limits == (("ante", bounds), ("play", bounds))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{ ante = 1, raise = 0 }", "{}", "base.bets: must have at least one bet"),
        ("{ ante = 1, raise = 0 }", "{ ante = 1, raise = 0, tip = 0 }", "base.bets.tip: is 0 and stays so: no choice"),
        ("{ ante = 1, raise = 0 }", "{ raise = 0, ante = 1 }", "base.bets.raise: is the unit of the wager"),
        ("{ ante = 1, raise = 0 }", "{ ante = -1, raise = 0 }", "base.bets.ante: must be from 0 to 1,000,000,000"),
        ("{ ante = 1, raise = 0 }", '{ ante = 1, raise = 0, x = "free" }', "base.bets.x: is free and pays nothing"),
        ("{ ante = 1, raise = 0 }", "{ ante = 1, raise = 0, when = 1 }", "bets.when: cannot be the name of a bet"),
        (COMPARE, 'compare = "own"', "base.compare: must be two hands, the player's and the dealer's, not 'own'"),
        (
            COMPARE,
            'compare = ["own", "delaer"]',
            "base.compare: 'delaer' is not a hand or a group (did you mean 'dealer",
        ),
        (COMPARE, 'compare = ["own", "own"]', "base.compare: own and own are the same cards"),
        (COMPARE, 'compare = ["own", "up"]', "ranked in the poker order and up in the one-card order"),
        ('"high-card A K"', '{ of = "own", hand = "pair" }', "qualifies.of: own is not in the dealer's hand"),
        (
            '"high-card A K"',
            '{ on = "win" }',
            "qualifies.on: 'win' cannot happen here: a dealer qualifies by his cards",
        ),
        ('"high-card A K"', '{ chose = "fold" }', "qualifies.chose: 'fold' is not a choice"),
        (ROWS, 'settle.ante = { on = "win", pays = 1 }', "settle.ante: must be an array of tables"),
        (ROWS, "settle.ante = []", "settle.ante: must have 1 to 24 rows, not 0"),
        (ROWS, "settle.anti = [{ pays = 1 }]", "settle.anti: is not a bet of the wager (did you mean 'ante'?)"),
        (ROWS, "settle.ante = [{ qualified = false }]", "settle.ante[1].pays: is missing"),
        (
            ROWS,
            "settle.ante = [{ qualified = false, pays = 0.5 }]",
            'settle.ante[1].pays: 0.5 is not an amount, "paytable"',
        ),
        (ROWS, "settle.ante = [{ pays = 1000000000000 }]", "settle.ante[1].pays: 1000000000000 is absurd"),
        (ROWS, 'settle.ante = [{ pays = 1 }, { on = "tie", pays = 0 }]', "settle.ante[2]: is never reached"),
        (ROWS, 'settle.ante = [{ on = "tie", pays = 1 }, { on = "tie", pays = 0 }]', "ante[2]: is never reached"),
        (ROWS, 'settle.ante = [{ on = "automatic-win", pays = 1 }]', "no stage has automatic_win"),
        (ROWS, 'settle.ante = [{ chose = "fold", pays = 1 }]', "'fold' folds, and a fold loses every bet"),
        ('of = "own"\n', "", "pays.royal-flush: needs `of` in the wager"),
        ('{ on = "win", pays = "paytable" }', '{ on = "win", pays = 2 }', "base.pays: is never paid"),
        (NAME, f'{NAME}\nunit = "dollars"', "base.unit: must be 'bets' where something is staked"),
        (NAME, f"{NAME}\nlimits = {{ ante = [9, 1] }}", "limits.ante: must be the smallest and the largest bet"),
        (NAME, f"{NAME}\nlimits = {{ x = [1, 9] }}", "limits.x: is not a staked bet of the wager"),
        (NAME, f"{NAME}\nlimits = {{}}", "limits: must name a bet"),
        (NAME, f"{NAME}\nmeter = {{ bet = 1 }}", "base.meter: is paid by no line"),
        (NAME, f"{NAME}\nmeter = {{ bet = 0 }}", "base.meter.bet: must be more than 0"),
        (NAME, f'{NAME}\nneeds = "base"', "base.needs: 'base' is not another wager; it is the only wager"),
        (NAME, f"{NAME}\ntip = 1", "base.tip: unknown key"),
        (NAME + "\n", "", "base.name: is missing"),
        ("flush           = 5", 'flush = "J"', "J is a meter, and the wager has none"),
        ("flush           = 5", "flush = [5, 6]", "pays.flush: has 2 amounts for 1 paytable"),
        ("flush           = 5", "flush = -1", "pays.flush: -1 is negative"),
        ("flush           = 5", 'flush = "x"', "pays.flush: 'x' is not an exact pay"),
        ("flush           = 5", 'flush = 5\n"A b" = 1', "pays.A b: 'A b' is not an id"),
        (PAYS, f'lines.flush = "flush"\n{PAYS}', "lines.flush: is a standard name"),
        (PAYS, f'lines.steel = "straight-flush"\n{PAYS}', "lines.steel: has no pays; add it to [wagers.base.pays]"),
        (PAYS, f"lines.steel = {{ name = 'Steel' }}\n{PAYS}\nsteel = 1", "lines.steel: asks nothing"),
        (PAYS, f"lines.steel = {{ hand = 'flush' }}\n{PAYS}\nsteel = 1", "pays.flush: asks the same as line 'steel'"),
        ('paytables = ["standard"]', 'paytables = ["a", "a"]', "base.paytables: names a paytable twice"),
        ('paytables = ["standard"]', "paytables = []", "base.paytables: must name at least one paytable"),
        ('paytables = ["standard"]', 'paytables = [""]', "base.paytables: '' is not a name for a paytable"),
    ],
)
def test_faults(old: str, new: str, fault: str) -> None:
    faults = faults_of(changed("caribbean-stud", (old, new)))
    assert any(fault in one for one in faults), faults


@pytest.mark.parametrize(
    ("game", "old", "new", "fault"),
    [
        (
            THREE_CARD,
            'needs = "ante-play"',
            'needs = "ante"',
            "'ante' is not another wager (did you mean",
        ),
        (
            THREE_CARD,
            'stakes = [1, "1/2", 2]',
            "stakes = [1, 2]",
            "joint[1].stakes: must be a list of 3 amounts",
        ),
        (
            THREE_CARD,
            'stakes = [1, "1/2", 2]',
            "stakes = [1, 0, 2]",
            "joint[1].stakes[2]: must be more than 0",
        ),
        (
            THREE_CARD,
            '"ante-play", "pair-plus", ',
            '"pair-plus", ',
            "six-card-bonus needs ante-play",
        ),
        ("wild-six-card-poker", '"poker", "draw-bonus"]', '"poker", "taxpayers-fortune"]', "has no stake"),
        ("wild-six-card-poker", 'unit = "dollars"\n', "", "unit: must be 'dollars' where all bets are free"),
        ("wild-six-card-poker", 'uses = "pays_most"', 'uses = "best"', "uses: 'best' is not known"),
        ("wild-52", 'of = "player"\nuses', "uses", "pays.full-house: needs `of` in the wager"),
        ("wild-52", 'name = "Joker"', 'name = "Joker"\nof = "own"', "wagers.joker.of: is not asked for"),
        ("wild-52", "settle.play = [{ qualified = false, pays = 0 }]\n", "", "qualifies: changes nothing by itself"),
        ("wild-52", 'qualifies = "pair 5"', 'qualifies = "pair 5"\nodds = "for_one"', "odds: needs pays"),
        (
            "wild-52",
            "bets = { ante = 1, play = 0 }",
            "bets = { ante = 1 }",
            "choose.play.play: is not a bet of the main",
        ),
        ("let-it-ride", 'name = "Three Card Bonus"', 'name = "T"\nbets = { b = 1, c = 0 }', "those of the main wager"),
        (
            "let-it-ride",
            'name = "Three Card Bonus"',
            'name = "T"\nsettle.three-card-bonus = [{ chose = "ride", pays = 1 }]',
            "'ride' is the name of several choices",
        ),
        (
            "pai-gow-wrangler-outlaw",
            'dealer = { of = "house", house_way = "$house_way_order" }',
            'dealer = { of = "house", house_way = "$house_way_order", sets = "optimal" }',
            "compare: dealer is the dealer's, who sets by his house way",
        ),
        ("pai-gow-wrangler-outlaw", 'compare = ["player", "dealer"]', 'compare = ["own", "dealer"]', "or neither"),
        (
            "pai-gow-wrangler-outlaw",
            'compare = ["player", "dealer"]',
            'compare = ["by-house-way", "dealer"]\n[wagers.other]\nname = "O"\ncompare = ["player", "dealer"]',
            "wagers.other.compare: player is set by the player, who decides for the main wager",
        ),
        ("pai-gow-wrangler-outlaw", "[wagers.base.fees]", "[wagers.outlaw-9.fees]", "fees: need compare"),
        ("pai-gow-wrangler-outlaw", "bets = [10, 25", "bets = [0, 25", "fees.bets: must be a list of whole numbers"),
    ],
)
def test_faults_of_other_games(game: str, old: str, new: str, fault: str) -> None:
    faults = faults_of(changed(game, (old, new)))
    assert any(fault in one for one in faults), faults


def test_names_are_limited() -> None:
    lines = "".join(f"x{number} = 1\n" for number in range(40))
    assert faults_of(changed("caribbean-stud", ("flush           = 5", f"flush = 5\n{lines}"))) == (
        "line 30: wagers.base.pays: has 48 entries, more than 32",
    )
    paytables = ", ".join(f'"{number}"' for number in range(101))
    assert "has 101 entries, more than 100" in str(
        faults_of(changed("caribbean-stud", ('["standard"]', f"[{paytables}]")))
    )


def test_lines_on_the_winner_of_a_comparison_that_has_a_fault_are_not_called_equal() -> None:
    lines = "lines.steel = { hand = 'flush' }\nlines.red = { colour = 'red' }"
    text = changed(
        "caribbean-stud",
        (COMPARE, 'compare = ["own", "up"]'),
        ('of = "own"\n', 'of = "winner"\n'),
        (PAYS, f"{lines}\n{PAYS}\nsteel = 1\nred = 1"),
    )
    assert not [fault for fault in faults_of(text) if "asks the same" in fault]
