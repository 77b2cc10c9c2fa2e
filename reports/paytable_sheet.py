"""One paytable's sheet: results above, the pays below, and formulas from the pays to the results.

The counts are by the set of lines that deals satisfy, so the sheet is right whatever order the pays are put in: each
set is paid by the line of it that pays most. A wager whose play depends on its pays has no yellow cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.documents import Json
from analyzer.numbers import parse_linear, root_text
from analyzer.reports.cells import Looks, cached, fits, quotient, write_number
from analyzer.reports.document import Block, result_keys
from analyzer.reports.text import RESULT_TITLES, exact, grouped, result_title, shown
from analyzer.units import Unit

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

# Rows of a paytable's sheet, from 0: title, notes, the meter, the results below their header.
METER_ROW, RESULTS_ROW = 3, 5
LIVE = ("house_edge", "return", "ev", "variance", "standard_deviation", "hit_frequency")
TITLES = RESULT_TITLES | {"standard_deviation": "Standard deviation"}
PAY, COUNT, CHANCE, NET, PAID = 1, 2, 3, 4, 5


class PaytableSheet:
    """Writes one sheet; `lines_row` and `cases_row` are the headers of the pays and of the sets of lines."""

    def __init__(self, looks: Looks, sheet: Worksheet, block: Block) -> None:
        self.looks, self.sheet, self.block = looks, sheet, block
        self.whatif: Json = block["whatif"]
        self.editable: bool = block["editable"]
        self.staked = Unit(block["unit"]).has_stake
        self.keys = live_keys(block)
        self.lines: Sequence[Mapping[str, str]] = self.whatif["lines"] if self.editable else ()
        self.cases: Sequence[Json] = self.whatif["cases"] if self.editable else ()
        self.lines_row = RESULTS_ROW + len(LIVE) + 2
        self.cases_row = self.lines_row + len(self.lines) + 3
        self.outcomes_row = self.cases_row + len(self.cases) + 3 if self.editable else self.lines_row

    def write(self) -> None:
        sheet, looks = self.sheet, self.looks
        longest = max([len(line["title"]) for line in (*self.block["lines"], *self.lines)] + [24])
        for column, width in enumerate((min(longest + 2, 60), 22, 26, 22, 20, 20, 26, 16)):
            sheet.set_column(column, column, width)
        sheet.write_string(0, 0, self.block["title"], looks.title)
        sheet.write_string(1, 0, self._advice(), looks.quiet)
        if self.editable and self.whatif["meter"] is not None:
            sheet.write_string(METER_ROW, 0, "Meter J", looks.text)
            write_number(sheet, METER_ROW, PAY, Fraction(self.whatif["meter"]), looks.pay)
            self._allow(METER_ROW, "A meter is a number of 0 or more.")
        self._write_results()
        if self.editable:
            self._write_lines()
            self._write_cases()
        self._write_outcomes()

    def _advice(self) -> str:
        if not self.editable:
            return str(self.whatif["refused"])
        odds = "to 1" if self.staked and self.whatif["stake"] == "0" else "for 1" if self.staked else "in dollars"
        meter = " A pay on the meter is a formula of the cell of J." if self.whatif["meter"] is not None else ""
        return (
            f"Edit the pays in the yellow cells ({odds}; write a fraction as =3/2); everything else follows, in any "
            f"order of pays: combinations move to the line that pays.{meter}"
        )

    # --- results ---

    def _write_results(self) -> None:
        sheet, looks = self.sheet, self.looks
        for column, title in enumerate(("Result", "Computed here", "Certified", "Certified, in full")):
            sheet.write_string(RESULTS_ROW, column, title, looks.right_header if column in (1, 2) else looks.header)
        live = live_values(self.block)
        formulas = self._formulas()
        for index, key in enumerate(self.keys):
            row = RESULTS_ROW + 1 + index
            sheet.write_string(row, 0, result_title(self.block, key, TITLES), looks.text)
            if live is not None:
                sheet.write_formula(row, 1, formulas[key], looks.result, cached(live[key]))
            text = self.block["result"].get(key, "")
            certified = exact(text) if key != "standard_deviation" or not text else Fraction(text)
            if certified is not None and text:
                write_number(sheet, row, 2, certified, looks.number)
            if text and key != "standard_deviation":
                sheet.write_string(row, 3, shown(text), looks.aside)

    def _formulas(self) -> dict[str, str]:
        cell = {key: f"$B${RESULTS_ROW + 2 + index}" for index, key in enumerate(self.keys)}
        nets, chances = self._range(NET), self._range(CHANCE)
        ev = f"SUMPRODUCT({nets},{chances})"
        return {
            "house_edge": f"=-{cell['ev']}",
            "return": f"=1+{cell['ev']}",
            "ev": f"=IF({self._readable()},{ev},NA())" if self.editable else f"={ev}",
            "variance": f"=SUMPRODUCT({nets},{nets},{chances})-{cell['ev']}^2",
            "standard_deviation": f"=SQRT({cell['variance']})",
            "hit_frequency": f'=SUMIF({nets},">0",{chances})',
        }

    def _readable(self) -> str:
        """Whether all pays are numbers of 0 or more, in an order that a game file may have."""
        pays = f"$B${self.lines_row + 2}:$B${self.lines_row + 1 + len(self.lines)}"
        asked = [f"COUNT({pays})={len(self.lines)}", f'COUNTIF({pays},"<0")=0']
        if self.whatif["meter"] is not None:
            asked += [f"COUNT($B${METER_ROW + 1})=1", f"$B${METER_ROW + 1}>=0"]
        rule = self.whatif["above"]
        if rule is not None:
            sign = ">=" if rule["or_equal"] else ">"
            asked.append(f"{self._pay(rule['line'])}{sign}{self._pay(rule['than'])}")
        return f"AND({','.join(asked)})"

    def _range(self, column: int) -> str:
        """A column of the sets of lines, or of the outcomes where the pays are not edited."""
        first = self.cases_row if self.editable else self.outcomes_row
        number = len(self.cases) if self.editable else len(self.block["lines"])
        letter = chr(ord("A") + column)
        return f"${letter}${first + 2}:${letter}${first + 1 + number}"

    def _pay(self, line: int) -> str:
        return f"$B${self.lines_row + 2 + line}"

    # --- pays ---

    def _write_lines(self) -> None:
        self._head(self.lines_row, ("Line", "Pays", "Combinations", "Probability", "Pays, certified", "Id"))
        for line, written in enumerate(self.lines):
            row = self.lines_row + 1 + line
            self.sheet.write_string(row, 0, written["title"], self.looks.text)
            self._write_pay(row, written["pays"])
            own = [case for case in self.cases if self._paid(case) == line]
            paid, counts, chances = (self._range(column) for column in (PAID, COUNT, CHANCE))
            if fits(int(self.block["deals"])):
                count = sum(int(case["count"]) for case in own)
                self.sheet.write_formula(row, COUNT, f"=SUMIF({paid},{line + 1},{counts})", self.looks.integer, count)
            chance = sum((self._chance(case) for case in own), Fraction(0))
            self.sheet.write_formula(
                row, CHANCE, f"=SUMIF({paid},{line + 1},{chances})", self.looks.number, cached(chance)
            )
            self.sheet.write_string(row, 4, shown(written["pays"]), self.looks.right)
            self.sheet.write_string(row, 5, written["id"], self.looks.quiet_aside)

    def _write_pay(self, row: int, text: str) -> None:
        value = exact(text)
        if value is not None:
            write_number(self.sheet, row, PAY, value, self.looks.pay)
        else:
            at_first = self._at_meter(text)
            formula = "=" + text.replace("J", f"$B${METER_ROW + 1}")
            self.sheet.write_formula(row, PAY, formula, self.looks.pay, cached(at_first))
        self._allow(row, "A line pays a number from 0 to 1,000,000,000; write a fraction as =3/2.")

    def _allow(self, row: int, words: str) -> None:
        rule = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 10**12, "ignore_blank": False}
        self.sheet.data_validation(row, PAY, row, PAY, rule | {"error_title": "Not a pay", "error_message": words})

    # --- sets of lines ---

    def _write_cases(self) -> None:
        self._head(
            self.cases_row,
            ("Lines satisfied together", "Beside the line", "Combinations", "Probability", "Net result", "Paid by"),
        )
        counted = fits(int(self.block["deals"]))
        total = self.cases_row + 1 + len(self.cases)
        for place, case in enumerate(self.cases):
            row = self.cases_row + 1 + place
            titles = " + ".join(self.lines[line]["title"] for line in case["lines"]) or "none"
            self.sheet.write_string(row, 0, titles, self.looks.text)
            write_number(self.sheet, row, 1, Fraction(case["base"]), self.looks.plain)
            self._write_integer(row, COUNT, case["count"])
            share = f"$C{row + 1}/$C${total + 1}" if counted else quotient(self._chance(case))
            self.sheet.write_formula(row, CHANCE, f"={share}", self.looks.number, cached(self._chance(case)))
            self.sheet.write_formula(row, NET, self._net_formula(row, case), self.looks.number, cached(self._net(case)))
            paid = self._paid(case)
            if paid is not None:
                self.sheet.write_formula(row, PAID, self._paid_formula(case), self.looks.plain, paid + 1)
        self.sheet.write_string(total, 0, "Deals", self.looks.total)
        self._write_integer(total, COUNT, self.block["deals"])

    def _net_formula(self, row: int, case: Json) -> str:
        if not case["lines"]:
            return f"=$B{row + 1}"
        paid = self._most(case)
        bet, stake = Fraction(self.whatif["bet"]), Fraction(self.whatif["stake"])
        share = paid if bet == 1 else f"{paid}/({quotient(bet)})"
        return f"=$B{row + 1}+{share}" + (f"-{stake}" if stake else "")

    def _most(self, case: Json) -> str:
        cells = [self._pay(line) for line in case["lines"]]
        return cells[0] if len(cells) == 1 or self.whatif["overlap"] == "first" else f"MAX({','.join(cells)})"

    def _paid_formula(self, case: Json) -> str:
        """The number of the first line that pays as much as the most."""
        lines = case["lines"]
        if len(lines) == 1 or self.whatif["overlap"] == "first":
            return f"={lines[0] + 1}"
        words = str(lines[-1] + 1)
        for line in reversed(lines[:-1]):
            words = f"IF({self._pay(line)}={self._most(case)},{line + 1},{words})"
        return f"={words}"

    # --- what the cells show before anything is computed ---

    def _chance(self, case: Json) -> Fraction:
        return Fraction(int(case["count"]), int(self.block["deals"]))

    def _at_meter(self, text: str) -> Fraction:
        return pay_at(text, self.whatif["meter"])

    def _paid(self, case: Json) -> int | None:
        return paid_line(self.whatif, case)

    def _net(self, case: Json) -> Fraction:
        return net_result(self.whatif, case)

    # --- outcomes ---

    def _write_outcomes(self) -> None:
        self._head(
            self.outcomes_row,
            ("Outcome, as certified", "Pays", "Combinations", "Probability", "Net", "True odds", "Probability, exact"),
        )
        for place, line in enumerate(self.block["lines"]):
            row = self.outcomes_row + 1 + place
            self.sheet.write_string(row, 0, shown(line["title"]), self.looks.text)
            self.sheet.write_string(row, 1, shown(line["payout_odds"]), self.looks.right)
            self._write_integer(row, COUNT, line["count"])
            chance = Fraction(line["probability"])
            self.sheet.write_formula(row, CHANCE, f"={quotient(chance)}", self.looks.number, cached(chance))
            net = exact(line["pays"])
            if net is not None:
                write_number(self.sheet, row, NET, net, self.looks.plain)
            else:
                self.sheet.write_string(row, NET, shown(line["pays"]), self.looks.right)
            self.sheet.write_string(row, 5, shown(line["true_odds"]), self.looks.right)
            self.sheet.write_string(row, 6, line["probability"], self.looks.right)

    def _head(self, row: int, titles: Sequence[str]) -> None:
        for column, title in enumerate(titles):
            header = self.looks.header if column == 0 or title == "Id" else self.looks.right_header
            self.sheet.write_string(row, column, title, header)

    def _write_integer(self, row: int, column: int, text: str) -> None:
        if fits(int(text)):
            self.sheet.write_number(row, column, int(text), self.looks.integer)
        else:
            self.sheet.write_string(row, column, grouped(text), self.looks.right)


# --- the same in fractions -------------------------------------------------------------------------------------------


def pay_at(text: str, meter: str | None) -> Fraction:
    """What a line pays at the meter that the sheet begins with."""
    parts = parse_linear(text)
    assert parts is not None
    return parts[0] + parts[1] * Fraction(meter or "0")


def paid_line(whatif: Json, case: Json) -> int | None:
    """The line that a case is paid by, with the certified pays."""
    lines: Sequence[int] = case["lines"]
    if not lines or whatif["overlap"] == "first":
        return lines[0] if lines else None
    return max(lines, key=lambda line: (pay_at(whatif["lines"][line]["pays"], whatif["meter"]), -line))


def net_result(whatif: Json, case: Json) -> Fraction:
    line = paid_line(whatif, case)
    base = Fraction(case["base"])
    if line is None:
        return base
    pay = pay_at(whatif["lines"][line]["pays"], whatif["meter"])
    return base + pay / Fraction(whatif["bet"]) - Fraction(whatif["stake"])


def live_keys(block: Block) -> list[str]:
    """The results that the sheet computes, in the order of their rows."""
    return result_keys(block, LIVE)


def live_values(block: Block) -> dict[str, Fraction] | None:
    """What the formulas of the sheet give at first; None where a net result is no number."""
    deals = int(block["deals"])
    if block["editable"]:
        whatif = block["whatif"]
        counted = [(net_result(whatif, case), Fraction(int(case["count"]), deals)) for case in whatif["cases"]]
    else:
        nets = [(exact(line["pays"]), Fraction(line["probability"])) for line in block["lines"]]
        counted = [(net, chance) for net, chance in nets if net is not None]
        if len(counted) < len(nets):
            return None
    ev = sum((net * chance for net, chance in counted), Fraction(0))
    variance = sum((net**2 * chance for net, chance in counted), -(ev**2))
    return {
        "house_edge": -ev,
        "return": 1 + ev,
        "ev": ev,
        "variance": variance,
        "standard_deviation": Fraction(root_text(variance)),
        "hit_frequency": sum((chance for net, chance in counted if net > 0), Fraction(0)),
    }
