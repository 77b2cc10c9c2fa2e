"""Worked rounds: for every wager a round that is won, one that is lost and one that pushes, from real shuffled cards.

The packs come in a fixed order, so every machine finds the same rounds. Each is settled twice, by the kernel that the
simulation uses and by the referee, who plays the game file literally; what they disagree about is kept with the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import hand_name
from analyzer.errors import CountError
from analyzer.game.model import Game, Wager
from analyzer.pricing.moments import Outcome, told_apart
from analyzer.pricing.paths import FOLD
from analyzer.pricing.played import is_played
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.report.blocks import Block, amount_text, table
from analyzer.report.literal import Dealt, Settled, settle, sorted_name, told_round
from analyzer.report.refereed import LEVEL, Verdict, verdict_of
from analyzer.report.subject import Subject
from analyzer.trust.table_layout import TableLayout, TalliedBet

PACKS_SEED = 1_938
BATCH = 8_192
MAX_BATCHES = 64
RESULTS = ("win", "push", "loss")
WORDS = {"win": "won", "push": "pushed", "loss": "lost"}
NETS = {"win": "above 0", "push": "of 0", "loss": "below 0"}

# A worked round as it is kept: result, cards, decision, how it was settled, outcome, net, and what differs.
WorkedRound = dict[str, str]


def round_blocks(subject: Subject, wager: Wager) -> list[Block]:
    """A table of worked rounds of one wager, under its first paytable."""
    result = subject.results_of(wager)[0]
    rounds = worked_rounds(subject)[wager.id]
    possible = set(_possible(result))
    impossible = [NETS[name] for name in RESULTS if name not in possible]
    missing = [WORDS[name] for name in possible if name not in {worked["result"] for worked in rounds}]
    notes = [f"No round of this wager ends with a net result {' or '.join(impossible)}."] if impossible else []
    notes += [f"None of the first {BATCH * MAX_BATCHES:,} rounds is {name}." for name in missing]
    if wager.decided == "settings":
        notes.append(
            "Both hands are set by the house way in these rounds; the best settings are in the section Best play."
        )
    return [
        table(
            subject.id_of(4, wager.id, "rounds"),
            f"Worked rounds: {subject.title_of(result)}",
            (
                ("result", "text"),
                ("cards", "text"),
                ("decision (expected result)", "text"),
                ("how it is settled", "text"),
                ("paid as", "text"),
                ("net", "text"),
            ),
            [
                [
                    WORDS[worked["result"]],
                    worked["cards"],
                    worked["decision"],
                    worked["how"] + (f". DIFFERS: {worked['differs']}" if worked["differs"] else ""),
                    worked["outcome"],
                    worked["net"],
                ]
                for worked in rounds
            ],
            note=" ".join(
                ["The first rounds of a fixed order of shuffled packs; the result is net, per unit.", *notes]
            ),
        )
    ]


def _possible(result: WagerResult) -> Iterator[str]:
    for outcome in result.outcomes:
        if outcome.count:
            yield _word(outcome)


def _word(outcome: Outcome) -> str:
    return "win" if outcome.net.is_gain else "push" if outcome.net.amount == 0 else "loss"


def _sign(result: WagerResult, name: str) -> str:
    return _word(_outcome(result, name))


def _outcome(result: WagerResult, name: str) -> Outcome:
    """The outcome that dealt rounds have by that name; the kernel's names are each of one net result."""
    by_name = {outcome.name: outcome for outcome in reversed(result.outcomes)} | told_apart(result.outcomes)
    if name not in by_name:
        raise CountError(f"{result.wager} {result.paytable}: a dealt round ends as {name}, which the analysis has not")
    return by_name[name]


def worked_rounds(subject: Subject) -> dict[str, list[WorkedRound]]:
    """The rounds of all wagers, found together, because they share the packs."""
    key = {"pays": {wager.id: subject.pays(subject.results_of(wager)[0]) for wager in subject.wagers}}
    return subject.kept("rounds", key, lambda: find_rounds(subject))


def find_rounds(subject: Subject) -> dict[str, list[WorkedRound]]:
    layout = TableLayout(subject.game, subject.run)
    for wager in subject.wagers:
        # Dealt hands are set by the house way only.
        layout.add(wager.by_house_way, [subject.paytable_of(subject.results_of(wager)[0])])
    results = {bet.wager.id: subject.results_of(bet.wager)[0] for bet in layout.bets}
    wanted = {(bet.place, sign) for bet in layout.bets for sign in _possible(results[bet.wager.id])}
    worked: dict[tuple[str, str], WorkedRound] = {}
    for packs in _packs(subject.game):
        keys = layout.settle_cards(packs)
        for place, sign in sorted(wanted):
            bet = layout.bets[place]  # one paytable a wager, so bets and places are the same
            row = _first(bet, results[bet.wager.id], keys[:, place], sign)
            if row is not None:
                worked[bet.wager.id, sign] = _told(subject, layout, bet, packs[row], int(keys[row, place]))
                wanted.discard((place, sign))
        if not wanted:
            break
    return {
        wager.id: [worked[wager.id, sign] for sign in RESULTS if (wager.id, sign) in worked] for wager in subject.wagers
    }


def _packs(game: Game) -> Iterator[NDArray[np.uint8]]:
    """Batches of shuffled packs, the same on every machine."""
    random = np.random.Generator(np.random.Philox(PACKS_SEED))
    pack = np.array(game.deck.cards, dtype=np.uint8)
    for _ in range(MAX_BATCHES):
        yield np.ascontiguousarray(random.permuted(np.tile(pack, (BATCH, 1)), axis=1))


def _first(bet: TalliedBet, result: WagerResult, keys: NDArray[np.uint64], sign: str) -> int | None:
    """The first round of the batch that ends that way."""
    wanted = [key for key in np.unique(keys).tolist() if _sign(result, bet.name_of(key)) == sign]
    rows = np.flatnonzero(np.isin(keys, np.array(wanted, dtype=np.uint64)))
    return int(rows[0]) if rows.size else None


def _told(subject: Subject, layout: TableLayout, bet: TalliedBet, pack: NDArray[np.uint8], key: int) -> WorkedRound:
    result = subject.results_of(bet.wager)[0]
    outcome = _outcome(result, bet.name_of(key))
    groups = _cards_at(layout.groups, pack)
    cards = groups if is_played(bet.wager) else _cards_at(layout.places, pack)
    drawn = _drawn(subject.game)
    dealt = Dealt(subject.game, bet.paytable, cards, subject.run)
    settled = settle(dealt, bet.wager)
    net = pay_text(outcome.net) if outcome.net.meter else amount_text(outcome.net.amount)
    return {
        "result": _word(outcome),
        "cards": "; ".join(f"{seat} {_seat_name(cards[seat], seat in drawn)}" for seat in _seats(bet.wager, cards)),
        "decision": settled.decision,
        "how": settled.how,
        "outcome": str(outcome.details.get("title", outcome.name)),
        "net": net,
        "differs": refereed(replace(dealt, seats=groups), bet.wager).difference(outcome) or _in_words(settled, outcome),
    }


def _in_words(settled: Settled, outcome: Outcome) -> str:
    """What the words of the row say otherwise; they name only how an outcome begins, or nothing.

    What was chosen before a fold belongs to its name only where folds lose different amounts.
    """
    name, said = outcome.name, settled.outcome
    if not said or name == said or name.startswith(f"{said}/") or (name == FOLD and said.endswith(f"/{FOLD}")):
        return ""
    return f"the program settles it as {name}, in words it is {said}"


def _cards_at(places: Mapping[str, tuple[int, int]], pack: NDArray[np.uint8]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(pack[start : start + number].tolist()) for name, (start, number) in places.items()}


def refereed(dealt: Dealt, wager: Wager) -> Verdict:
    """How the referee settles the round."""
    return verdict_of(told_round(dealt, wager, LEVEL))


def _seat_name(cards: tuple[int, ...], is_drawn: bool) -> str:
    """A hand highest card first; community cards as they were turned up, and those to draw as they come."""
    return sorted_name(cards) if len(cards) > 2 and not is_drawn else hand_name(cards)


def _drawn(game: Game) -> set[str]:
    """The groups that cards are drawn from."""
    stages = game.rules.stages if game.rules is not None else ()
    return {stage.exchange.draw for stage in stages if stage.exchange is not None}


def _seats(wager: Wager, dealt: Iterable[str]) -> Iterable[str]:
    return dealt if is_played(wager) else wager.seat_names
