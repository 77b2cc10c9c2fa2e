"""One paytable's sheet: results above, lines below, and formulas from the lines to the results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.numbers import parse_linear, root_text
from analyzer.reports.cells import Looks, cached, fits, quotient, write_number
from analyzer.reports.document import Block, result_keys
from analyzer.reports.text import RESULT_TITLES, exact, result_title
from analyzer.units import Unit

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

# Rows of a paytable's sheet: title, notes, the results, then the lines below their header.
METER_ROW, RESULTS_ROW, LINES_ROW = 3, 5, 15
MAX_LINES_IN_SIGHT = 20
LIVE = ("house_edge", "return", "ev", "variance", "standard_deviation", "hit_frequency", "total_probability")
LIVE_TITLES = RESULT_TITLES | {"standard_deviation": "Standard deviation", "total_probability": "Sum of probabilities"}


class PaytableSheet:
    """One paytable's sheet: results above, lines below, and formulas from the lines to the results."""

    def __init__(self, looks: Looks, sheet: Worksheet, block: Block) -> None:
        self.looks = looks
        self.sheet = sheet
        self.block = block
        self.staked = Unit(block["unit"]).has_stake
        self.keys = live_keys(block)
        self.live = live_values(block)
        self.first = LINES_ROW + 1
        self.last = LINES_ROW + len(block["lines"])

    def write(self) -> None:
        sheet, looks = self.sheet, self.looks
        longest = [max(len(line[key]) for line in self.block["lines"]) for key in ("title", "probability", "true_odds")]
        widths = [max(24, longest[0]), 20, 24, 18, 16, 18, max(20, longest[1]), max(14, longest[2]), 20, 14, 30]
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.write_string(0, 0, self.block["title"], looks.title)
        counted = "net per unit: a loss is -1, a push 0" if self.staked else "net, in dollars"
        advice = f"Edit the pays in the yellow cells ({counted}); everything else follows."
        sheet.write_string(1, 0, advice, looks.quiet)
        if self.block["strategy_held_fixed"]:
            held = (
                "The strategy is held fixed: the counts are those of the best play for the certified pays. "
                "With other pays a player who adapts does at least as well as this sheet says."
            )
            sheet.write_string(2, 0, held, looks.quiet)
        self._write_results()
        self._write_lines()
        if len(self.block["lines"]) > MAX_LINES_IN_SIGHT:
            sheet.freeze_panes(LINES_ROW + 1, 1)

    def _range(self, letter: str) -> str:
        return f"${letter}${self.first + 1}:${letter}${self.last + 1}"

    def _write_results(self) -> None:
        sheet, looks = self.sheet, self.looks
        for column, title in enumerate(("Result", "Computed here", "Certified", "Certified, in full")):
            sheet.write_string(RESULTS_ROW, column, title, looks.right_header if column in (1, 2) else looks.header)
        pays, chances = self._range("B"), self._range("D")
        cell = {key: f"$B${RESULTS_ROW + 2 + index}" for index, key in enumerate(self.keys)}
        formulas = {
            "house_edge": f"=-{cell['ev']}",
            "return": f"=1+{cell['ev']}",
            "ev": f"=SUMPRODUCT({pays},{chances})",
            "variance": f"=SUMPRODUCT({pays},{pays},{chances})-{cell['ev']}^2",
            "standard_deviation": f"=SQRT({cell['variance']})",
            "hit_frequency": f'=SUMIF({pays},">0",{chances})',
            "total_probability": f"=SUM({chances})",
        }
        for index, key in enumerate(self.keys):
            row = RESULTS_ROW + 1 + index
            sheet.write_string(row, 0, result_title(self.block, key, LIVE_TITLES), looks.text)
            if self.live is not None:
                sheet.write_formula(row, 1, formulas[key], looks.result, cached(self.live[key]))
            text = self.block["result"].get(key, "")
            certified = exact(text)
            if certified is not None:
                write_number(sheet, row, 2, certified, looks.number)
            if text:
                sheet.write_string(row, 3, text, looks.aside)
        if _has_meter(self.block):
            sheet.write_string(METER_ROW, 0, "Meter J", looks.text)
            write_number(sheet, METER_ROW, 1, _meter(self.block), looks.pay)

    def _write_lines(self) -> None:
        titles = ["Outcome", "Pays", "Combinations", "Probability", "1 in", "Contribution", "Probability, exact"]
        titles += ["True odds", "Payout odds, certified", "Pays, certified", "Name"]
        for column, title in enumerate(titles):
            header = self.looks.header if column in (0, len(titles) - 1) else self.looks.right_header
            self.sheet.write_string(LINES_ROW, column, title, header)
        # Where every count is a number, a probability is its quotient; else its own exact fraction.
        counted = fits(int(self.block["deals"]))
        for index, line in enumerate(self.block["lines"]):
            self._write_line(self.first + index, line, counted)
        total = self.last + 1
        self.sheet.write_string(total, 0, "Total", self.looks.total)
        if counted:
            formula = f"=SUM({self._range('C')})"
            count = sum(int(line["count"]) for line in self.block["lines"])
            self.sheet.write_formula(total, 2, formula, self.looks.integer, count)
        self.sheet.write_string(total + 1, 0, "Deals", self.looks.text)
        self._write_integer(total + 1, 2, self.block["deals"])

    def _write_line(self, row: int, line: Mapping[str, str], counted: bool) -> None:
        sheet, looks = self.sheet, self.looks
        number = row + 1
        sheet.write_string(row, 0, line["title"], looks.text)
        self._write_pay(row, line["pays"])
        self._write_integer(row, 2, line["count"])
        chance = Fraction(line["probability"])
        share = f"$C{number}/$C${self.last + 3}" if counted else quotient(chance)
        sheet.write_formula(row, 3, f"={share}", looks.number, cached(chance))
        one_in = cached(1 / chance) if chance else "never"
        sheet.write_formula(row, 4, f'=IF($D{number}=0,"never",1/$D{number})', self.looks.pattern("#,##0.00"), one_in)
        if self.live is not None:
            pay = _pay_value(line["pays"], _meter(self.block))
            assert pay is not None
            sheet.write_formula(row, 5, f"=$B{number}*$D{number}", looks.number, cached(pay * chance))
        for column, key in enumerate(("probability", "true_odds", "payout_odds", "pays"), start=6):
            sheet.write_string(row, column, line[key], looks.right)
        sheet.write_string(row, 10, line["name"], looks.quiet_aside)

    def _write_pay(self, row: int, text: str) -> None:
        value = exact(text)
        if value is not None:
            write_number(self.sheet, row, 1, value, self.looks.pay)
        elif self.live is not None:
            shown = _pay_value(text, _meter(self.block))
            assert shown is not None
            formula = "=" + text.replace("J", f"$B${METER_ROW + 1}")
            self.sheet.write_formula(row, 1, formula, self.looks.pay, cached(shown))
        else:
            self.sheet.write_string(row, 1, text, self.looks.pay)

    def _write_integer(self, row: int, column: int, text: str) -> None:
        if fits(int(text)):
            self.sheet.write_number(row, column, int(text), self.looks.integer)
        else:
            self.sheet.write_string(row, column, f"{int(text):,}", self.looks.right)


def live_keys(block: Block) -> list[str]:
    """The results that the sheet computes, in the order of their rows."""
    return result_keys(block, LIVE)


def _has_meter(block: Block) -> bool:
    return any(exact(line["pays"]) is None for line in block["lines"])


def _meter(block: Block) -> Fraction:
    """The meter that a sheet begins with: where the wager breaks even, if that is known."""
    return exact(block["result"].get("break_even_meter", "0")) or Fraction(0)


def _pay_value(text: str, meter: Fraction) -> Fraction | None:
    parts = parse_linear(text)
    return None if parts is None else parts[0] + parts[1] * meter


def live_values(block: Block) -> dict[str, Fraction] | None:
    """What the formulas of the sheet give at first; None where a pay is no expression that a cell can compute."""
    meter = _meter(block)
    chances = [Fraction(line["probability"]) for line in block["lines"]]
    pays = [pay for line in block["lines"] if (pay := _pay_value(line["pays"], meter)) is not None]
    if len(pays) != len(chances):
        return None
    ev = sum((pay * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    variance = sum((pay**2 * chance for pay, chance in zip(pays, chances, strict=True)), -(ev**2))
    return {
        "house_edge": -ev,
        "return": 1 + ev,
        "ev": ev,
        "variance": variance,
        "standard_deviation": Fraction(root_text(variance)),
        "hit_frequency": sum((chance for pay, chance in zip(pays, chances, strict=True) if pay > 0), Fraction(0)),
        "total_probability": sum(chances, Fraction(0)),
    }
