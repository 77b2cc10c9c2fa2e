"""The checks of a game's part of a report: what was compared with what, in how many cases, and what came of it.

A check that finds a difference does not stop the report. The report says what differs, on the first page too, and is a
draft. What takes long is not run while a report is written: proofs and simulations are attached, and a check that was
not run is listed as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from analyzer.change.check import compare
from analyzer.change.figures import figures_of
from analyzer.change.locks import FOLDER, read_lock
from analyzer.documents import Json, JsonDict
from analyzer.kernels import KERNEL_VERSION
from analyzer.pricing.results import WagerResult
from analyzer.report.attachments import Attachment, read_proof, read_simulation
from analyzer.report.blocks import grouped
from analyzer.report.identity import deals_formula
from analyzer.report.rounds import worked_rounds
from analyzer.report.subject import Subject
from analyzer.trust.prove import FULL, SIMULATED, deals_by_formula, full_checks
from analyzer.trust.significance import MIN_EXPECTED, pooled

LOCK_CHECK = (
    "Counts, pays and results of the default reading compared with the results that come with the program (locks)"
)
# With fewer rounds a simulation says little: outcomes are pooled until each of a few cells has some. With so many every
# outcome that is likelier than 1 in 2,000 is tested on its own.
MIN_ROUNDS = 10_000
State = Literal["passed", "differs", "not run", "does not apply"]


@dataclass(frozen=True)
class Check:
    """One check: `findings` say what differs, or why it was not run."""

    what: str
    state: State
    cases: int = 0
    findings: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        return "; ".join([self.state, *self.findings])

    def document(self) -> JsonDict:
        return {
            "what": self.what,
            "state": self.state,
            "cases": str(self.cases),
            "findings": list(self.findings),
        }


def compared(what: str, cases: int, findings: Iterator[str]) -> Check:
    """A check that ran: it passed if nothing was found."""
    differences = tuple(findings)
    return Check(what, "differs" if differences else "passed", cases, differences)


def checks_of(subject: Subject) -> tuple[Check, ...]:
    """All checks of one game, in the order in which a report lists them."""
    return tuple(check(subject) for check in CHECKS)


# --- this run --------------------------------------------------------------------------------------------------------


def _totals(subject: Subject) -> Check:
    def findings() -> Iterator[str]:
        for result in subject.results:
            wager = subject.wager_of(result)
            added = sum(outcome.count for outcome in result.outcomes)
            formulas = (deals_formula(subject.game, wager)[1], deals_by_formula(subject.game, wager))
            if not added == result.deals == formulas[0] == formulas[1]:
                told = ", ".join(map(grouped, dict.fromkeys(formulas)))
                yield f"{subject.title_of(result)}: {grouped(added)} combinations, {told} deals by formula"

    what = "The outcomes of each table add up to the number of deals that the formula gives"
    return compared(what, len(subject.results), findings())


def _prices(subject: Subject) -> Check:
    """From the document's own texts, without the algebra that the result was priced with."""
    fixed = [result for result in subject.results if result.ev is not None]

    def findings() -> Iterator[str]:
        for result in fixed:
            document = subject.document_of(result)
            for key, value in _priced_again(document, result).items():
                if Fraction(document[key]) != value:
                    yield f"{subject.title_of(result)}: {key.replace('_', ' ')} is {document[key]}, not {value}"

    what = "Expected result and variance computed again from the counts and pays of the result, in plain fractions"
    return compared(what, len(fixed), findings())


def _priced_again(document: Json, result: WagerResult) -> dict[str, Fraction]:
    deals = int(document["deals"])
    happens = [outcome for outcome in document["outcomes"] if int(outcome["count"])]
    pays = [(Fraction(outcome["pays"]), int(outcome["count"])) for outcome in happens]
    mean = sum((pay * count for pay, count in pays), Fraction(0)) / deals
    variance = sum((pay * pay * count for pay, count in pays), Fraction(0)) / deals - mean**2
    again = {"ev": mean, "variance": variance}
    return again | ({"house_edge": -mean, "return": 1 + mean} if result.unit.has_stake else {})


def _rounds(subject: Subject) -> Check:
    """Line and amount of every worked round, by the kernel and by the referee."""
    worked = worked_rounds(subject)

    def findings() -> Iterator[str]:
        for wager in subject.wagers:
            for one in worked[wager.id]:
                if one["differs"]:
                    yield f"{wager.name}, {one['cards']}: {one['differs']}"

    what = "Worked rounds settled by the program and by the referee, who plays the game file literally"
    return compared(what, sum(map(len, worked.values())), findings())


def _lock(subject: Subject) -> Check:
    """The lock that comes with the program, where the game file is the program's own too."""
    from analyzer.game.library import is_shipped, shipped_folder

    what = LOCK_CHECK
    path = shipped_folder(subject.file.id) / FOLDER / f"{subject.file.id}.toml"
    if not is_shipped(subject.file) or not path.is_file():
        return Check(what, "does not apply", findings=("the game file is not one that comes with the program",))
    certified = [figures for figures in read_lock(path).of(subject.file.id) if not figures.reading]
    current = [figures for wager in subject.game.wagers for figures in figures_of(subject.file, subject.run, wager.id)]
    drifts = (drift.message for drift in compare(certified, current) if drift.status != "unchanged")
    return compared(what, len(current), drifts)


# --- attached --------------------------------------------------------------------------------------------------------


def _proof(subject: Subject) -> Check:
    what = "Proof: hand by hand against a second, literal implementation, and every deal of reduced decks"
    own = [(one, read_proof(one)) for one in subject.proofs]
    own = [(one, proof) for one, proof in own if proof["game"] == subject.game.id]
    if not own:
        return Check(what, "not run", findings=("no proof is attached",))
    strange = [reason for one, proof in own for reason in strangeness(subject, one, proof)]
    less = [] if strange else [why_not_full(subject, one, proof) for one, proof in own]
    full = [proof for (_, proof), why in zip(own, less, strict=False) if why is None]
    # A quick proof beside a full one takes nothing away from it, and adds nothing.
    strange += [] if full else [why for why in less if why is not None]
    counted = full or [proof for _, proof in own]
    cases = sum(int(check["cases"]) for proof in counted for check in proof["checks"])
    failed = [f"{one.name}: {part}" for one, _ in own for part in proof_failures(one)]
    return _attached(what, cases, failed, strange)


def why_not_full(subject: Subject, attached: Attachment, proof: Json) -> str | None:
    """Why a proof is less than a full one of this program, whatever it calls itself."""
    if proof["quick"]:
        return f"{attached.name} is a quick proof with fewer cases"
    cases: dict[tuple[str, str], int] = {}
    for check in proof["checks"]:
        cases[check["part"], check["what"]] = int(check["cases"])
    needed = full_checks(subject.file, subject.game.chosen, int(proof["seed"]), subject.run)
    missing = [", ".join(check) for check in needed if check not in cases]
    if missing:
        number = f"{len(missing)} of {len(needed)} checks"
        return f"{attached.name} is no full proof of this program: {number} are missing, the first {missing[0]}"
    (dealt,) = (cases[check] for check in needed if check[0] == SIMULATED)
    if dealt < FULL.rounds:
        return f"{attached.name} is no full proof: {grouped(dealt)} rounds in place of {grouped(FULL.rounds)}"
    return None


def _simulation(subject: Subject) -> Check:
    what = "Simulation: rounds dealt and played, outcomes compared with the analysis, rare ones pooled"
    own = [(one, read_simulation(one)) for one in subject.simulations]
    own = [(one, simulation) for one, simulation in own if simulation["game"] == subject.game.id]
    if not own:
        return Check(what, "not run", findings=("no simulation is attached",))
    strange = [reason for one, simulation in own for reason in strangeness(subject, one, simulation)]
    strange += [reason for one, simulation in own for reason in other_pays(subject, one, simulation)]
    strange += [
        f"{subject.title_of(result)} {why}"
        for result in subject.results
        if (why := _why_not_simulated(result, [simulation for _, simulation in own])) is not None
    ]
    failed = [
        f"{one.name}: {wager['wager']} {wager['paytable']}"
        for one, simulation in own
        for wager in simulation["wagers"]
        if not wager["agrees"]
    ]
    return _attached(what, sum(int(simulation["rounds"]) for _, simulation in own), failed, strange)


def _why_not_simulated(result: WagerResult, simulations: Sequence[Json]) -> str | None:
    """A wager of which no simulation dealt enough rounds for its test was not simulated."""
    dealt = [
        (int(simulation["rounds"]), row)
        for simulation in simulations
        for row in simulation["wagers"]
        if (row["wager"], row["paytable"]) == (result.wager, result.paytable)
    ]
    if not dealt:
        return "was not simulated"
    if any(was_tested(row) and rounds >= MIN_ROUNDS and _suffice(result, rounds) for rounds, row in dealt):
        return None
    most = max(rounds for rounds, _ in dealt)
    few = f"{grouped(most)} {'round is' if most == 1 else 'rounds are'} too few"
    least = f", {grouped(MIN_ROUNDS)} are the least" if most < MIN_ROUNDS else ""
    return f"was not tested by the simulation: {few}{least}"


def was_tested(row: Json) -> bool:
    """Whether a wager of a simulation has a test: one that differs has, and one with a single outcome needs none."""
    return not row["agrees"] or row["degrees_of_freedom"] > 0 or len(row["outcomes"]) == 1


def not_pooled(row: Json) -> str:
    """How many outcomes of a simulated wager have a cell of their own in the test; the others are pooled."""
    expected = [Fraction(outcome["expected"]) for outcome in row["outcomes"]]
    rare = any(one < MIN_EXPECTED for one in expected)
    cells = len(pooled([(0, one) for one in expected]))
    return f"{cells - rare} of {len(expected)}"


def _suffice(result: WagerResult, rounds: int) -> bool:
    """Whether so many rounds leave two cells or more to be compared."""
    expected = [rounds * Fraction(outcome.count, result.deals) for outcome in result.outcomes if outcome.count]
    return len(expected) == 1 or len(pooled([(0, one) for one in expected])) > 1


def _attached(what: str, cases: int, failed: list[str], strange: list[str]) -> Check:
    """What differs is said first; an attachment about something else is no check of this report."""
    if failed:
        return Check(what, "differs", cases, tuple(failed))
    if strange:
        return Check(what, "not run", cases, tuple(strange))
    return Check(what, "passed", cases)


def proof_failures(attached: Attachment) -> list[str]:
    """The parts that failed in a proof, whatever its own summary says."""
    proof = read_proof(attached)
    return list(dict.fromkeys(str(check["part"]) for check in proof["checks"] if not check["passed"]))


def strangeness(subject: Subject, attached: Attachment, data: Json) -> Iterator[str]:
    """Why an attachment is not about this report: other options, another game file, other kernels."""
    if dict(data["options"]) != dict(subject.game.chosen):
        told = ", ".join(f"{key} = {value}" for key, value in data["options"].items()) or "none"
        yield f"{attached.name} was made under other options than this report: {told}"
    digest = data.get("game_file_sha256", subject.file.digest)
    if digest != subject.file.digest:
        yield f"{attached.name} was made for another text of the game file: SHA-256 {digest}"
    kernels = data.get("program", {}).get("kernels", KERNEL_VERSION)
    if kernels != KERNEL_VERSION:
        yield f"{attached.name} was made with other kernels than this report: {kernels}"


def other_pays(subject: Subject, attached: Attachment, simulation: Json) -> Iterator[str]:
    """A simulation records what it expected; if that is not our result, it was made with another paytable."""
    expected = {(wager["wager"], wager["paytable"]): wager["ev"] for wager in simulation["wagers"]}
    for result in subject.results:
        ev = expected.get((result.wager, result.paytable))
        if ev is not None and result.ev is not None and ev != str(result.ev):
            yield f"{attached.name} was made with other pays of {subject.title_of(result)}"


CHECKS: tuple[Callable[[Subject], Check], ...] = (_totals, _prices, _rounds, _lock, _proof, _simulation)
