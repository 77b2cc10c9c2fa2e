"""Golden results: the exact expectation of every paytable wager, with its options where they matter.

They are the program's own. What stands behind them is in test_tally.py: the reference counts every wager on reduced
decks, and behind the marker the five- and six-card wagers on the whole deck; test_golden.py compares all pays with the
reference's. The seven-card wagers have no second count of the whole deck.
"""

from __future__ import annotations

# (game, wager, paytable, options other than the defaults): ev
GOLDEN: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], str] = {
    ("pai-gow-wrangler-outlaw", "outlaw-9", "1", ()): "126209/19267885",
    ("three-card-poker-6-card-bonus", "pair-plus", "1", ()): "-547/5525",
    ("three-card-poker-6-card-bonus", "six-card-bonus", "1", ()): "-55746/363545",
    ("wild-52", "bonus", "1", ()): "-287013/2752555",
    ("wild-52", "joker", "1", ()): "-6/53",
    ("wild-six-card-draw-poker", "joker", "1", ()): "-361/1431",
    ("wild-six-card-draw-poker", "queens-plus", "A", ()): "-25396/527085",
    ("wild-six-card-draw-poker", "queens-plus", "B", ()): "-2228/31005",
    ("wild-six-card-draw-poker", "progressive", "1", ()): "19*J/7906275 - 200386/316251",
    ("wild-six-card-poker", "queens-or-better", "A1", ()): "-1242/58565",
    ("wild-six-card-poker", "queens-or-better", "A2", ()): "-13166/527085",
    ("wild-six-card-poker", "queens-or-better", "A3", ()): "-15064/527085",
    ("wild-six-card-poker", "queens-or-better", "A4", ()): "-5654/175695",
    ("wild-six-card-poker", "queens-or-better", "A5", ()): "-10766/316251",
    ("wild-six-card-poker", "queens-or-better", "A6", ()): "-2058/58565",
    ("wild-six-card-poker", "taxpayers-fortune", "T1", ()): "-11567/245973",
    ("wild-six-card-poker", "taxpayers-fortune", "T2", ()): "-3813/81991",
    ("wild-six-card-poker", "draw-bonus", "B1", ()): "-25162/1229865",
    ("wild-six-card-poker", "draw-bonus", "B2", ()): "-133576/5165433",
    ("wild-six-card-poker", "draw-bonus", "B3", ()): "-22604/737919",
    ("wild-six-card-poker", "draw-bonus", "B4", ()): "-180862/5165433",
    ("wild-52", "bonus", "1", (("bonus_uses", "best_ranked"),)): "-2018266/19267885",
    ("wild-52", "bonus", "1", (("top_hand", "royal"),)): "-287013/2752555",
    ("wild-52", "bonus", "1", (("bonus_uses", "best_ranked"), ("top_hand", "royal"))): "-2018266/19267885",
    ("wild-52", "joker", "1", (("top_hand", "royal"),)): "-6/53",
    ("pai-gow-wrangler-outlaw", "outlaw-9", "1", (("wheel", "second_highest"),)): "126209/19267885",
    ("wild-six-card-draw-poker", "progressive", "1", (("prizes", "to_one"),)): "19*J/7906275 - 197305/316251",
    ("wild-six-card-draw-poker", "progressive", "1", (("bet", "5"),)): "19*J/39531375 - 293078/316251",
    (
        "wild-six-card-draw-poker",
        "progressive",
        "1",
        (("contribution", "1/10"), ("seed", "10000")),
    ): "19*J/7906275 - 200386/316251",
}

# The same for wagers with decisions and set hands: each option alone, as in tables/locks.
GOLDEN_DECISIONS: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], str] = {
    ("wild-six-card-poker", "poker", "1", ()): "-833917328053/22638454658820",
    ("wild-six-card-poker", "poker", "1", (("auto_win_pays", "3/2"),)): "-599430208879/22638454658820",
    ("wild-six-card-poker", "poker", "1", (("stand_pat", "true"),)): "-833917328053/22638454658820",
    ("wild-six-card-draw-poker", "base", "A", ()): "-195231751573/5659613664705",
    ("wild-six-card-draw-poker", "base", "B", ()): "-575594916821/39617295652935",
    ("wild-six-card-draw-poker", "base", "C", ()): "-18401327479/677218729110",
    ("wild-six-card-draw-poker", "base", "A", (("auto_win_pays", "even_money"),)): "-199362137987/5659613664705",
    ("wild-six-card-draw-poker", "base", "B", (("auto_win_pays", "even_money"),)): "-851593493213/39617295652935",
    ("wild-six-card-draw-poker", "base", "C", (("auto_win_pays", "even_money"),)): "-815012925263/26411530435290",
    ("three-card-poker-6-card-bonus", "ante-play", "1", ()): "-778809/20358520",
    ("wild-52", "ante-play", "1", ()): "-1550308324459/41084602899340",
    ("wild-52", "ante-play", "1", (("top_hand", "royal"),)): "-357763830329/9481062207540",
    ("pai-gow-wrangler-outlaw", "base", "1", ()): "-6582449972677/515653689450900",
    ("pai-gow-wrangler-outlaw", "base", "1", (("player_sets", "optimal"),)): "-4305152080213/412522951560720",
    ("pai-gow-wrangler-outlaw", "base", "1", (("wheel", "second_highest"),)): "-26328070442797/2062614757803600",
    ("pai-gow-wrangler-outlaw", "wrangler-push", "1", ()): "-2198510972761/36832406389350",
    (
        "pai-gow-wrangler-outlaw",
        "wrangler-push",
        "1",
        (("wheel", "second_highest"),),
    ): "-17587688764313/294659251114800",
}
