"""How the player plays best, and how close the decisions are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial

from analyzer.documents import Json, JsonDict
from analyzer.game.library import is_shipped
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.details import state_text
from analyzer.pricing.played import has_decisions
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, Column, facts, grouped, heading, table, text, unprinted
from analyzer.report.subject import Subject
from analyzer.strategy.evaluation import evaluate
from analyzer.strategy.file import load_strategy, shipped_strategies
from analyzer.strategy.kinds import stages_of
from analyzer.strategy.played_lists import card_document
from analyzer.strategy.rules import Strategy
from analyzer.strategy.stages import Stages

TIES = "There the smaller bet, then the first listed, is taken."
# Groups that are seen after the player's own cards, and what a table of such decisions is called.
LATER = {"board": " after the first community card", "up": " with the dealer's up cards seen"}
OTHERWISE = "otherwise"
TERMS_OF_LISTS = "Terms of these lists. "
HYPHENS = (
    "Between the ranks of one card (rank, kicker, highest and lowest card, community card) a hyphen is a range: rank "
    "K-A is a king or an ace. Behind the name of a hand it parts the ranks that the hand is compared by, in their "
    "order: pair K-Q or better is a pair of kings with a queen beside it, or a higher hand."
)
COLUMNS_OF_LISTS = (
    "Decides: in what share of all rounds the rule makes the decision. Costs: how much of the initial wager is lost, "
    "on average over all rounds, where the rule departs from the best play."
)
_RANKS_WITH_A_HYPHEN = re.compile(r"\b[2-9TJQKA]-[2-9TJQKA]\b")
TIES_OF_ONE_CARD = "There the lowest card is discarded; standing pat comes last."
TIES_OF_DISCARDS = "There the smaller variance decides, then the fewer discards, then the lowest cards."


def strategy_blocks(subject: Subject) -> list[Block]:
    blocks: list[Block] = []
    for result in subject.results:
        blocks += list(_of_wager(subject, result))
    return blocks


def _of_wager(subject: Subject, result: WagerResult) -> Iterator[Block]:
    document = subject.document_of(result)
    identity = subject.id_of(7, result.wager, result.paytable)
    if "choices" in document:
        yield heading(identity, subject.title_of(result))
        yield _frequencies(identity, document)
        if "strategy" in document:
            yield text(_strategy_text(document["strategy"]))
        yield from _closest(identity, document["closest"])
        if document["by_hand"]:
            yield unprinted(_by_hand(identity, document, result))
        yield from _lists(identity, subject, result)
        yield from _made_list(identity, subject, result)
    elif "departures" in document:
        yield heading(identity, subject.title_of(result))
        yield from _departures(identity, document["departures"])


def _lists(identity: str, subject: Subject, result: WagerResult) -> Iterator[Block]:
    """The lists of rules that come with the game, and what their simplicity costs; for the game file as shipped."""
    if not is_shipped(subject.file):
        return
    (wager,) = (wager for wager in subject.wagers if wager.id == result.wager)
    (paytable,) = (paytable for paytable in wager.paytables if paytable.id == result.paytable)
    terms: dict[str, str] = {}
    rules: list[str] = []
    # Made where a list has not been evaluated yet, and once for all lists.
    stages = cache(partial(stages_of, subject.game, wager, paytable, subject.run))
    for name, path in shipped_strategies(subject.game.id).items():
        strategy = load_strategy(path, subject.game)
        made_for = strategy.paytable or wager.paytables[0].id
        if (strategy.wager, made_for) == (wager.id, paytable.id):
            key = {"list": path.read_text(encoding="utf-8"), "pays": subject.pays(result)}
            evaluated = subject.kept("list", key, partial(_evaluated, strategy, stages))
            yield _list_table(f"{identity}-{name}", evaluated)
            terms |= evaluated["terms"]
            rules += map(_rule_text, evaluated["rules"])
    if rules:
        yield text(TERMS_OF_LISTS + " ".join(_terms_of_lists(terms, rules)))


def _terms_of_lists(terms: Mapping[str, str], rules: Sequence[str]) -> Iterator[str]:
    if terms:
        yield "; ".join(f"{term}: {meaning}" for term, meaning in terms.items()) + "."
    if any(_RANKS_WITH_A_HYPHEN.search(rule) for rule in rules):
        yield HYPHENS
    yield COLUMNS_OF_LISTS


def _made_list(identity: str, subject: Subject, result: WagerResult) -> Iterator[Block]:
    """The list that is made for a wager whose best play is found anew for every paytable."""
    wager, paytable = subject.wager_of(result), subject.paytable_of(result)
    if not has_decisions(wager):
        return
    key = {"wager": wager.id, "pays": subject.pays(result)}
    card = subject.kept("card", key, partial(card_document, subject.game, wager, paytable, subject.run))
    if "items" in card:
        yield _hold_table(identity, card)
    elif "tables" in card:
        yield from (_decided_table(f"{identity}-decided-{n}", one) for n, one in enumerate(card["tables"], 1))
    elif "decisions" in card:
        for number, decision in enumerate(card["decisions"], 1):
            yield _seen_table(f"{identity}-seen-{number}", decision)
        yield text(f"Rows that name no pair are about cards without one. {_cost_text(card)}")


def _decided_table(identity: str, decision: Json) -> Block:
    return table(
        identity,
        f"What is done, by what is seen: {decision['decision']}",
        (("seen", "text"), ("do", "text"), ("how often", "percent")),
        [[row["seen"], row["do"], percent_text(Fraction(row["frequency"]), 4)] for row in decision["rows"]],
        note="Where a row has several choices, suits or cards of the dealer decide; the command hand tells each case.",
    )


def _cost_text(card: Json) -> str:
    cost, worth = (percent_text(Fraction(card[key]), 6) for key in ("cost", "ev"))
    return (
        f"By this list the expected result is {worth} of the initial wager; that costs {cost}, exactly {card['cost']}, "
        "against the best play."
    )


def _hold_table(identity: str, card: Json) -> Block:
    high = f"High cards are {card['high_cards']}, whose pairs pay. " if card["high_cards"] else ""
    return table(
        identity + "-holds",
        "A short list of holds: the first that the hand contains is kept, of several the lowest cards",
        (("hold", "text"), ("worth", "decimal"), ("decides", "percent"), ("costs", "percent")),
        [
            [
                row["hold"],
                decimal_text(Fraction(row["average"]), 6) if row["average"] else "",
                *(percent_text(Fraction(row[key]), 6) for key in ("decides", "cost")),
            ]
            for row in card["items"]
        ],
        note=high + _cost_text(card),
    )


def _seen_table(identity: str, decision: Json) -> Block:
    rows = [[row["seen"], row["do"], percent_text(Fraction(row["frequency"]), 6)] for row in decision["rows"]]
    last = ["otherwise", decision["otherwise"], percent_text(Fraction(decision["otherwise_frequency"]), 6)]
    return table(
        identity,
        f"What is done: {decision['decision']}",
        (("seen", "text"), ("done", "text"), ("how often", "percent")),
        [*rows, last],
    )


def _evaluated(strategy: Strategy, stages: Callable[[], Stages]) -> JsonDict:
    return evaluate(strategy, stages()).document()


def _list_table(identity: str, evaluated: Json) -> Block:
    cost, worth = (percent_text(Fraction(evaluated[key]), 6) for key in ("cost", "ev"))
    return table(
        identity,
        f"Rules that a person can use: {evaluated['title']}",
        (
            ("decision", "text"),
            ("rule", "text"),
            ("a hand", "text"),
            ("decides", "percent"),
            ("costs", "percent"),
        ),
        [
            [
                row["decision"],
                _rule_text(row),
                row["example"] or "none",
                *(percent_text(Fraction(row[key]), 6) for key in ("decides", "cost")),
            ]
            for row in evaluated["rules"]
        ],
        note="The first rule that fits decides; the hand is the first that it decides. By this list the expected "
        f"result is {worth} of the initial wager; that costs {cost}, exactly {evaluated['cost']}, against the best "
        "play.",
    )


def _rule_text(row: Json) -> str:
    return f"otherwise {row['action']}" if row["rule"] == OTHERWISE else str(row["rule"])


def _frequencies(identity: str, document: Json) -> Block:
    ties = ", ".join(f"{name}: {grouped(int(count))}" for name, count in document["ties"].items())
    taken = TIES_OF_ONE_CARD if "discard" in document["choices"] else TIES
    taken = TIES_OF_DISCARDS if any(name.startswith("discard-") for name in document["choices"]) else taken
    return table(
        identity + "-choices",
        "How often each choice is made",
        (("choice", "text"), ("frequency", "fraction"), ("in percent", "percent")),
        [[name, share, percent_text(Fraction(share), 6)] for name, share in document["choices"].items()],
        note=f"Hands or states with more than one best choice: {ties}. {taken}",
    )


def _strategy_text(strategy: Json) -> str:
    if "lowest_hand_played" not in strategy:
        return "No hand plays."
    every = (
        "and every higher hand plays" if strategy["every_better_hand_plays"] else "though not every higher hand does"
    )
    return f"The lowest hand that plays is {strategy['lowest_hand_played']}, {every}."


def _closest(identity: str, closest: Sequence[Json]) -> Iterator[Block]:
    """The closest decisions, one table for each kind of decision, because the choices differ."""
    kinds: dict[str, list[Json]] = {"": []}
    for state in closest:
        later = next((group for group in LATER if group in state), "")
        kinds.setdefault(f"-{later}" if later else "", []).append(state)
    for name, states in kinds.items():
        if states:
            like = (("hands like it", "integer"),) if "hands" in states[0] else ()
            yield table(
                f"{identity}-closest{name}",
                "The closest decisions" + LATER.get(name[1:], ""),
                (
                    ("hand", "text"),
                    *like,
                    ("best choice", "text"),
                    ("expected result", "decimal"),
                    ("next best", "text"),
                    ("less by", "fraction"),
                    ("less by, decimal", "decimal"),
                ),
                [_closest_row(state) for state in states],
            )


def _closest_row(state: Json) -> list[str]:
    values = {name: Fraction(value) for name, value in state["choices"].items()}
    best = max(values, key=lambda name: values[name])
    worse = {name: value for name, value in values.items() if value < values[best]}
    other = max(worse, key=lambda name: worse[name])
    return [
        state_text(state),
        *([state["hands"]] if "hands" in state else []),
        best,
        decimal_text(values[best], 8),
        other,
        state["difference"],
        decimal_text(Fraction(state["difference"]), 12),
    ]


def _by_hand(identity: str, document: Json, result: WagerResult) -> Block:
    columns: tuple[Column, ...] = (
        ("player's hand", "text"),
        ("outcome", "text"),
        ("combinations", "integer"),
        ("probability", "percent"),
    )
    rows = [
        [
            row["hand"].replace("-", " "),
            row["name"].replace("/", ", ").replace("-", " "),
            row["count"],
            percent_text(Fraction(int(row["count"]), result.deals), 6),
        ]
        for row in document["by_hand"]
    ]
    return table(identity + "-by-hand", "What happened, by the player's final hand", columns, rows)


def _departures(identity: str, departures: Json) -> Iterator[Block]:
    yield facts(
        identity + "-departures",
        [
            ("Hands better set otherwise than by the house way", grouped(int(departures["hands"]))),
            ("their share", percent_text(Fraction(departures["frequency"]), 6)),
            ("What the player gains by it", departures["gain"]),
            ("in percent", percent_text(Fraction(departures["gain"]), 6)),
        ],
    )
    yield table(
        identity + "-departures-by-row",
        "Where the best setting departs from the house way",
        (("row", "text"), ("what it does", "text"), ("hands", "integer"), ("depart", "integer"), ("example", "text")),
        [
            [str(row["row"]), row["name"], row["hands"], row["departs"], row["example"] or ""]
            for row in departures["rows"]
            if row["departs"] != "0"
        ],
    )
