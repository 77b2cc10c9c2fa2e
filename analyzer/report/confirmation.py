"""Confirmation, and what changed since a previous certified result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from analyzer.change.check import Drift
from analyzer.change.diff import Document, LineDiff, WagerDiff, diff, document_of
from analyzer.change.figures import worth_text
from analyzer.change.locks import Lock
from analyzer.documents import Json
from analyzer.game.library import is_shipped
from analyzer.numbers import decimal_text
from analyzer.pricing.results import pay_text
from analyzer.report.attachments import Attachment, previous_side, read_proof, read_simulation
from analyzer.report.blocks import Block, bullets, facts, grouped, heading, notice, table, text
from analyzer.report.checks import not_pooled, other_pays, strangeness, was_tested
from analyzer.report.subject import Subject
from analyzer.units import Unit


def confirmation_blocks(subject: Subject) -> list[Block]:
    blocks = [
        table(
            subject.id_of(13, "checks"),
            "Checks of this report",
            (("check", "text"), ("cases", "integer"), ("result", "text")),
            [[check.what, str(check.cases) if check.cases else "", check.result] for check in subject.checks],
            note="A check that differs, or that was not run, makes the report a draft.",
        ),
    ]
    own = [one for one in subject.proofs if read_proof(one)["game"] == subject.game.id]
    for number, proof in enumerate(own):
        blocks += list(_proof(subject, proof, number))
    dealt = [one for one in subject.simulations if read_simulation(one)["game"] == subject.game.id]
    for number, simulation in enumerate(dealt):
        blocks += list(_simulation(subject, simulation, number))
    return [*blocks, *_how_to_check(subject, signed=subject.signed)]


# --- proofs and simulations ------------------------------------------------------------------------------------------


def _proof(subject: Subject, attached: Attachment, number: int) -> Iterator[Block]:
    proof = read_proof(attached)
    checks: Sequence[Json] = proof["checks"]
    identity = subject.id_of(13, "proof", number + 1)
    failed = [check for check in checks if not check["passed"]]
    yield heading(identity, "Proofs")
    yield from _alerts(strangeness(subject, attached, proof))
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
    yield from (text(f"Not compared: {one}.") for one in proof.get("not_compared", ()))


def _passed(check: Json) -> str:
    return "no difference" if check["passed"] else "differs: " + "; ".join(map(str, check["differences"]))


def _all_passed(failed: Sequence[Any]) -> str:
    return "no difference" if not failed else f"{len(failed)} differ"


def _simulation(subject: Subject, attached: Attachment, number: int) -> Iterator[Block]:
    simulation = read_simulation(attached)
    identity = subject.id_of(13, "simulation", number + 1)
    yield heading(identity, "Simulation")
    yield from _alerts(strangeness(subject, attached, simulation))
    yield from _alerts(other_pays(subject, attached, simulation))
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
            ("outcomes not pooled", "text"),
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
                not_pooled(wager),
                _number(wager["chi_square"], 3),
                str(wager["degrees_of_freedom"]),
                _number(wager["p_value"], 6),
                "" if wager["mean_z"] is None else _number(wager["mean_z"], 3),
                _told(wager),
            ]
            for wager in simulation["wagers"]
        ],
        note="Outcomes that so many rounds should bring fewer than five times are pooled; one of "
        "them that comes far too often is found all the same. A p-value below 0.000001 would be seen once in a million "
        "simulations of correct results.",
    )


def _told(wager: Json) -> str:
    if not was_tested(wager):
        return "too few rounds for a test"
    return "agrees" if wager["agrees"] else "differs"


def _number(value: object, places: int) -> str:
    return decimal_text(Fraction(str(value)), places)


def _alerts(reasons: Iterator[str]) -> Iterator[Block]:
    yield from (notice("alert", f"{reason}.") for reason in reasons)


def _played(subject: Subject) -> str:
    return "plays the strategy, " if any(wager.decided for wager in subject.game.wagers) else ""


def _how_to_check(subject: Subject, *, signed: bool) -> Iterator[Block]:
    name = subject.for_commands
    signature = " and the signature" if signed else ""
    yield heading(subject.id_of(13, "how-to-check"), "How to check it yourself")
    yield bullets(
        [
            "exactodds verify report.json computes every number of this report again, from the game file inside it, "
            f"and checks the digests{signature} of all files.",
            f"exactodds prove {name} compares the program with a second, literal implementation of the rules: hand "
            "rankings, every deal of reduced decks, sampled states against brute force, published figures where there "
            "are any, a simulation.",
            f"exactodds simulate {name} deals rounds from shuffled packs, {_played(subject)}and compares every "
            "outcome.",
            *([] if is_shipped(subject.file) else [f"{subject.file_name} is the game file; report.json has its text."]),
        ]
    )


# --- what changed ----------------------------------------------------------------------------------------------------


def change_blocks(subject: Subject) -> list[Block]:
    previous = subject.previous
    if previous is None:
        return []
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
