"""The program as a library: what `import exactodds` gives, for notebooks and other programs.

Each function answers as the command of the same name does, with the same store and a progress bar where something takes
longer than a second. Answers print short, are tables in a notebook, and become data frames with `to_frame()`. Numbers
are exact: `Fraction` and `int`. Wrong arguments are errors that say what would be right.

>>> import exactodds
>>> result = exactodds.analyze("three-card-poker-6-card-bonus")
>>> result["ante-play"].house_edge
Fraction(778809, 20358520)
>>> result["pair-plus"].formula.expression.subs({"mini_royal": 100}).free_symbols == set()
False
"""

from analyzer.api.answers import Hand, Strategy, hand, strategy
from analyzer.api.best_play import BestPlay, best_play
from analyzer.api.changes import Change, Check, Designs, check, design, whatif
from analyzer.api.formulas import Formula, formula
from analyzer.api.games import Game, Games, games, load
from analyzer.api.reports import Report, report
from analyzer.api.results import Outcome, Result, WagerResult, analyze
from analyzer.api.trust import Proof, Simulation, prove, simulate
from analyzer.errors import ExactOddsError

__all__ = [
    "BestPlay",
    "Change",
    "Check",
    "Designs",
    "ExactOddsError",
    "Formula",
    "Game",
    "Games",
    "Hand",
    "Outcome",
    "Proof",
    "Report",
    "Result",
    "Simulation",
    "Strategy",
    "WagerResult",
    "analyze",
    "best_play",
    "check",
    "design",
    "formula",
    "games",
    "hand",
    "load",
    "prove",
    "report",
    "simulate",
    "strategy",
    "whatif",
]
