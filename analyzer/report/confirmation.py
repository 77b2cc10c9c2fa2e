"""Sections 13 and 14: how the results were checked, and what changed since a previous certified result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from analyzer.change.check import Drift, compare
from analyzer.change.diff import Document, LineDiff, WagerDiff, diff, document_of
from analyzer.change.figures import figures_of, worth_text
from analyzer.change.locks import FOLDER, Lock, read_lock
from analyzer.errors import CountError
from analyzer.kernels import KERNEL_VERSION
from analyzer.numbers import decimal_text
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.attachments import Attachment, previous_side, read_proof, read_simulation
from analyzer.report.blocks import Block, bullets, facts, grouped, heading, notice, table, text
from analyzer.report.rounds import worked_rounds
from analyzer.report.subject import Subject
from analyzer.trust.prove import deals_by_formula
from analyzer.units import Unit

# A check made in this run: what was checked, in how many cases, with what result.
CheckRow = tuple[str, str, str]


def confirmation_blocks(subject: Subject) -> list[Block]:
    """Section 13."""
    blocks = [
        heading(subject.id_of(13, "this-run"), "Checked in this run"),
        table(
            subject.id_of(13, "checks"),
            "Checks made while this report was written",
            (("check", "text"), ("cases", "integer"), ("result", "text")),
            [list(check) for check in _checks(subject)],
        ),
    ]
    own = [one for one in subject.proofs if read_proof(one)["game"] == subject.game.id]
    for number, proof in enumerate(own):
        blocks += list(_proof(subject, proof, number))
    dealt = [one for one in subject.simulations if read_simulation(one)["game"] == subject.game.id]
    for number, simulation in enumerate(dealt):
        blocks += list(_simulation(subject, simulation, number))
    return [*blocks, *_how_to_check(subject, bool(own), bool(dealt))]


# --- this run --------------------------------------------------------------------------------------------------------


def _checks(subject: Subject) -> Iterator[CheckRow]:
    """The checks of this run. A check that fails raises an error, and no report is written."""
    results = subject.results
    for result in results:
        _check_totals(subject, result)
    outcomes = sum(len(result.outcomes) for result in results)
    yield "The outcomes of each table add up to the number of deals", str(outcomes), "all do"
    yield "The number of deals is that of the formula, computed in two places", str(len(results)), "all are"
    for result in results:
        _check_prices(subject, result)
    yield (
        "House edge and variance computed again from the counts and pays of the result, in plain fractions",
        str(len(results)),
        "all equal",
    )
    rounds = sum(len(worked) for worked in worked_rounds(subject).values())
    yield "Worked rounds settled by the program and by the literal reference implementation", str(rounds), "all equal"
    yield from _lock_check(subject)


def _check_totals(subject: Subject, result: WagerResult) -> None:
    added = sum(outcome.count for outcome in result.outcomes)
    expected = deals_by_formula(subject.game, subject.wager_of(result))
    if not added == result.deals == expected:
        raise CountError(
            f"{result.wager} {result.paytable}: outcomes add up to {added}, {result.deals} deals, by formula {expected}"
        )


def _check_prices(subject: Subject, result: WagerResult) -> None:
    """From the document's own texts, without the algebra that the result was priced with."""
    document = subject.document_of(result)
    if result.ev is None:
        return
    deals = int(document["deals"])
    happens = [outcome for outcome in document["outcomes"] if int(outcome["count"])]
    pays = [(Fraction(outcome["pays"]), int(outcome["count"])) for outcome in happens]
    mean = sum((pay * count for pay, count in pays), Fraction(0)) / deals
    variance = sum((pay * pay * count for pay, count in pays), Fraction(0)) / deals - mean**2
    recomputed = {"ev": mean, "variance": variance}
    if result.unit.has_stake:
        recomputed |= {"house_edge": -mean, "return": 1 + mean}
    if any(Fraction(document[key]) != value for key, value in recomputed.items()):
        raise CountError(f"{result.wager} {result.paytable}: the price differs from that of the counts")


def _lock_check(subject: Subject) -> Iterator[CheckRow]:
    """The lock that comes with the program, where the game file is the program's own too."""
    from analyzer.game.library import is_shipped, shipped_folder

    path = shipped_folder(subject.file.id) / FOLDER / f"{subject.file.id}.toml"
    if not is_shipped(subject.file) or not path.is_file():
        return
    certified = [figures for figures in read_lock(path).of(subject.file.id) if not figures.reading]
    current = [figures for wager in subject.game.wagers for figures in figures_of(subject.file, subject.run, wager.id)]
    drifts = [drift for drift in compare(certified, current) if drift.status != "unchanged"]
    yield (
        "Counts, pays and results of the default reading compared with the lock that comes with the program",
        str(len(current)),
        "all equal" if not drifts else "; ".join(drift.message for drift in drifts),
    )


# --- proofs and simulations ------------------------------------------------------------------------------------------


def _proof(subject: Subject, attached: Attachment, number: int) -> Iterator[Block]:
    proof = read_proof(attached)
    checks: Sequence[Mapping[str, Any]] = proof["checks"]
    identity = subject.id_of(13, "proof", number + 1)
    failed = [check for check in checks if not check["passed"]]
    yield heading(identity, "Proofs")
    yield from _strangers(subject, attached, proof)
    if failed:
        yield notice("alert", f"{len(failed)} of {len(checks)} proofs found a difference.")
    yield table(
        identity + "-checks",
        "What was compared with what",
        (("part", "text"), ("compared", "text"), ("cases", "integer"), ("result", "text")),
        [[str(check["part"]), str(check["what"]), str(check["cases"]), _passed(check)] for check in checks],
        total=["all parts", "", str(sum(int(check["cases"]) for check in checks)), _all_passed(failed)],
        note=f"From {attached.name}, SHA-256 {attached.sha256}"
        + (", a quick proof with fewer cases." if proof.get("quick") else "."),
    )


def _passed(check: Mapping[str, Any]) -> str:
    return "no difference" if check["passed"] else "differs: " + "; ".join(map(str, check["differences"]))


def _all_passed(failed: Sequence[Any]) -> str:
    return "no difference" if not failed else f"{len(failed)} differ"


def proof_failures(attached: Attachment) -> list[str]:
    """The parts that failed in a proof, whatever its own summary says."""
    proof = read_proof(attached)
    return list(dict.fromkeys(str(check["part"]) for check in proof["checks"] if not check["passed"]))


def _strangers(subject: Subject, attached: Attachment, proof: Mapping[str, Any]) -> Iterator[Block]:
    """Notices on a proof of other options, of another game file, or made with other kernels."""
    if dict(proof["options"]) != dict(subject.game.chosen):
        told = ", ".join(f"{key} = {value}" for key, value in proof["options"].items()) or "none"
        yield notice("alert", f"{attached.name} was made under other options than this report: {told}.")
    digest = proof.get("game_file_sha256", subject.file.digest)
    if digest != subject.file.digest:
        yield notice("alert", f"{attached.name} was made for another text of the game file: SHA-256 {digest}.")
    kernels = proof.get("program", {}).get("kernels", KERNEL_VERSION)
    if kernels != KERNEL_VERSION:
        yield notice("alert", f"{attached.name} was made with other kernels than this report: {kernels}.")


def _simulation(subject: Subject, attached: Attachment, number: int) -> Iterator[Block]:
    simulation = read_simulation(attached)
    identity = subject.id_of(13, "simulation", number + 1)
    yield heading(identity, "Simulation")
    yield from _strangers(subject, attached, simulation)
    yield from _other_pays(subject, attached, simulation)
    yield facts(
        identity + "-run",
        [
            ("Rounds dealt", grouped(int(simulation["rounds"]))),
            ("Seed", str(simulation["seed"])),
            ("Generator", str(simulation["generator"])),
            ("File", f"{attached.name}, SHA-256 {attached.sha256}"),
        ],
    )
    yield table(
        identity + "-wagers",
        "Dealt rounds compared with the analysis",
        (
            ("wager", "text"),
            ("paytable", "text"),
            ("chi-square", "decimal"),
            ("degrees of freedom", "integer"),
            ("p-value", "decimal"),
            ("mean: standard errors from the expectation", "decimal"),
            ("result", "text"),
        ),
        [
            [
                str(wager["wager"]),
                str(wager["paytable"]),
                _number(wager["chi_square"], 3),
                str(wager["degrees_of_freedom"]),
                _number(wager["p_value"], 6),
                "" if wager["mean_z"] is None else _number(wager["mean_z"], 3),
                "agrees" if wager["agrees"] else "differs",
            ]
            for wager in simulation["wagers"]
        ],
        note="A p-value below 0.000001 would be seen once in a million simulations of correct results.",
    )


def _other_pays(subject: Subject, attached: Attachment, simulation: Mapping[str, Any]) -> Iterator[Block]:
    """A simulation records what it expected; if that is not our result, it was made with another paytable."""
    expected = {(wager["wager"], wager["paytable"]): wager["ev"] for wager in simulation["wagers"]}
    for result in subject.results:
        ev = expected.get((result.wager, result.paytable))
        if ev is not None and result.ev is not None and ev != str(result.ev):
            yield notice("alert", f"{attached.name} was made with other pays of {subject.title_of(result)}.")


def _number(value: object, places: int) -> str:
    return decimal_text(Fraction(str(value)), places)


def _how_to_check(subject: Subject, proven: bool, simulated: bool) -> Iterator[Block]:
    name = subject.game.id
    yield heading(subject.id_of(13, "how-to-check"), "How to check the rest")
    ways = [
        "exactodds verify report.json computes every number of this report again, from the game file inside it, and "
        "checks the digests and the signature of all files.",
        f"exactodds prove {name} compares the program with a second, literal implementation of the rules: hand "
        "rankings, every deal of reduced decks, sampled states against brute force, published totals, a simulation.",
        f"exactodds simulate {name} deals real cards, plays the strategy and compares every outcome.",
    ]
    if not proven:
        yield text(
            "No proof is attached to this report. exactodds prove writes one with --output, and exactodds report "
            "attaches it with --proof."
        )
    if not simulated:
        yield text("No separate simulation is attached; exactodds report attaches one with --simulation.")
    yield bullets(ways)


# --- section 14 ------------------------------------------------------------------------------------------------------


def change_blocks(subject: Subject) -> list[Block]:
    previous = subject.previous
    if previous is None:
        return [text("No previous certified result was given, so there is nothing to compare with.")]
    old = previous_side(previous, subject.game.id)
    if old is None:
        return [text(f"{previous.name} has no result of this game.")]
    return list(_changes(subject, previous, old))


def _changes(subject: Subject, previous: Attachment, old: Lock | Document) -> Iterator[Block]:
    if isinstance(old, Lock):
        difference = diff(old, subject.file, subject.run, wager=subject.wager)
    else:
        difference = diff(old, document_of(subject.document, "this report"), subject.run, wager=subject.wager)
        before = dict(old.options.get(subject.game.id, {}))
        if before != dict(subject.game.chosen):
            told = ", ".join(f"{key} = {value}" for key, value in before.items()) or "none"
            yield notice("alert", f"The previous result was computed under other options: {told}.")
    yield facts(
        subject.id_of(14, "previous"),
        [
            ("Compared with", previous.name),
            ("SHA-256 of that file", previous.sha256),
            ("Results compared", str(len(difference.wagers))),
            ("Unchanged", str(len(difference.wagers) - len(difference.changed))),
            ("Changed", str(len(difference.changed))),
        ],
    )
    if not difference.changed:
        yield notice("note", "Nothing has changed: every result is the same fraction as before.")
        return
    yield table(
        subject.id_of(14, "changes"),
        "What changed",
        (
            ("wager, paytable, reading", "text"),
            ("what happened", "text"),
            ("worth before", "text"),
            ("worth now", "text"),
            ("change", "text"),
            ("changed pays", "text"),
        ),
        [_change_row(wager.drift) for wager in difference.changed],
        note="Repriced: the counts are the same, a pay is another. Recounted: the counts themselves are others. Worth "
        "is the house edge, or the expected result in dollars a round where there is no stake.",
    )
    yield from (notice("alert", f"{flag}.") for flag in difference.flags)
    for wager in difference.changed:
        if wager.lines:
            yield _line_table(subject, wager)


def _change_row(drift: Drift) -> list[str]:
    pays = "; ".join(f"{line}: {old or 'none'} to {new or 'none'}" for line, old, new in drift.pays)
    sides = [side.amount("worth") if side else None for side in (drift.old, drift.new)]
    return [
        drift.figures.place,
        drift.status,
        *(worth_text(side, drift.unit) for side in sides),
        worth_text(drift.difference, drift.unit, signed=True),
        pays,
    ]


def _line_table(subject: Subject, wager: WagerDiff) -> Block:
    figures = wager.drift.figures
    lines = [line for line in wager.lines if line.old != line.new]
    return table(
        subject.id_of(14, figures.wager, figures.paytable, *(part for pair in figures.reading for part in pair)),
        f"Outcomes that changed: {figures.place}",
        (
            ("outcome", "text"),
            ("combinations before", "integer"),
            ("combinations now", "integer"),
            ("pays before", "text"),
            ("pays now", "text"),
            ("contribution before", "text"),
            ("contribution now", "text"),
        ),
        [_line_row(line, wager.drift.unit) for line in lines],
    )


def _line_row(line: LineDiff, unit: Unit) -> list[str]:
    return [
        line.name,
        str(line.old.count) if line.old else "",
        str(line.new.count) if line.new else "",
        pay_text(line.old.net) if line.old else "",
        pay_text(line.new.net) if line.new else "",
        worth_text(line.old_share, unit),
        worth_text(line.new_share, unit),
    ]
