"""How the player plays best, how close the decisions are, and how a house way sets hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.documents import Json, JsonDict
from analyzer.game.house_way import HouseWay
from analyzer.game.library import is_shipped
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.details import state_text
from analyzer.pricing.played import has_decisions
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, Column, facts, grouped, heading, notice, table, text, unprinted
from analyzer.report.literal import set_cards, sorted_name
from analyzer.report.subject import Subject
from analyzer.strategy.evaluation import evaluate
from analyzer.strategy.file import load_strategy, shipped_strategies
from analyzer.strategy.kinds import stages_of
from analyzer.strategy.played_lists import card_document
from analyzer.strategy.rules import Strategy
from analyzer.strategy.stages import Stages

SEARCH_SEED = 1_876
SEARCHED = 20_000
_HAND = 7
TIES = "There the smaller bet, then the first listed, is taken."
# Groups that are seen after the player's own cards, and what a table of such decisions is called.
LATER = {"board": " after the first community card", "up": " with the dealer's up cards seen"}
OTHERWISE = "otherwise"
TERMS_OF_LISTS = "Terms of these lists. "
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
    for name, path in shipped_strategies(subject.game.id).items():
        strategy = load_strategy(path, subject.game)
        made_for = strategy.paytable or wager.paytables[0].id
        if (strategy.wager, made_for) == (wager.id, paytable.id):
            key = {"list": path.read_text(encoding="utf-8"), "pays": subject.pays(result)}
            stages = partial(stages_of, subject.game, wager, paytable, subject.run)
            evaluated = subject.kept("list", key, partial(_evaluated, strategy, stages))
            yield _list_table(f"{identity}-{name}", evaluated)
            terms |= evaluated["terms"]
    if terms:
        yield text(TERMS_OF_LISTS + "; ".join(f"{term}: {meaning}" for term, meaning in terms.items()) + ".")


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
    taken = TIES_OF_DISCARDS if any(name.startswith("discard-") for name in document["choices"]) else TIES
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


# --- the house way ---------------------------------------------------------------------------------------------------


def house_way_blocks(subject: Subject) -> list[Block]:
    ways: dict[HouseWay, WagerResult] = {}
    for wager in subject.wagers:
        if wager.ways:
            ways.setdefault(wager.ways[0], subject.results_of(wager)[0])
    if not ways:
        return []
    ids = _house_way_ids(subject, list(ways))
    told = [
        text(
            f"{wager.name}: the player's hand is set by the house way, so he decides nothing. What the best setting of "
            "every hand would give is among the readings."
        )
        for wager in subject.wagers
        if wager.ways and wager.has_decisions and not wager.decided
    ]
    return told + [
        block
        for identity, (way, result) in zip(ids, ways.items(), strict=True)
        for block in _house_way(subject, identity, way, result)
    ]


def _house_way_ids(subject: Subject, ways: Sequence[HouseWay]) -> list[str]:
    """An id for each house way; ways whose names give the same id are numbered."""
    plain = [subject.id_of(8, way.name) for way in ways]
    return [
        subject.id_of(8, way.name, place + 1) if plain.count(own) > 1 else own
        for place, (way, own) in enumerate(zip(ways, plain, strict=True))
    ]


def _house_way(subject: Subject, identity: str, way: HouseWay, result: WagerResult) -> Iterator[Block]:
    document = subject.document_of(result)["house_way"]
    worked = {hand["index"]: hand for hand in kept_hands(subject, way)}
    yield text(f"{way.name}. {way.source}. The first row that applies to the seven cards decides.")
    yield table(
        identity,
        f"{way.name}: rows, how many hands each decides, and a worked hand",
        (
            ("row", "text"),
            ("what it does", "text"),
            ("hands", "integer"),
            ("a hand", "text"),
            ("in front", "text"),
            ("behind", "text"),
            ("behind is", "text"),
        ),
        [
            [str(row["row"]), row["name"], row["hands"], *_worked(worked.get(index))]
            for index, row in enumerate(document["rows"])
        ],
        total=["", "all hands", str(sum(int(row["hands"]) for row in document["rows"])), "", "", "", ""],
        note="Each hand is the first that the row decides in a fixed order of shuffled cards.",
    )
    for name in document["rows_that_never_decide"]:
        yield notice("note", f"A row that never decides: {name}.")


def _worked(hand: Json | None) -> list[str]:
    if hand is None:
        return ["", "", "", ""]
    return [hand["cards"], hand["front"], hand["back"], hand["behind"]]


def kept_hands(subject: Subject, way: HouseWay) -> list[JsonDict]:
    """One hand for each row of the house way, set."""
    return subject.kept("house-way", {"way": way.compiled().tobytes().hex()}, lambda: find_hands(subject, way))


def find_hands(subject: Subject, way: HouseWay) -> list[JsonDict]:
    """The first hand of a fixed order that each row decides.

    Half of the hands are dealt from a few ranks only, so that rows for fours and fives of a kind are met too.
    """
    from analyzer.kernels import settings

    hands = searched_hands(subject.game.deck)
    jokers = (hands >= FIRST_JOKER).sum(axis=1).astype(np.uint8)
    sets = np.zeros((len(hands), 4), dtype=np.uint16)
    rows_of_hands = np.arange(len(hands))
    for place in range(_HAND):
        card = hands[:, place].astype(np.int64)
        natural = card < FIRST_JOKER
        bits = (1 << (card[natural] >> 2)).astype(np.uint16)
        sets[rows_of_hands[natural], card[natural] & 3] |= bits
    rows = settings.set_hands(sets, jokers, way.compiled(), subject.game.ranking.kernel_arguments)[2]
    examples = []
    for index in range(len(way.rows)):
        decided = np.flatnonzero(rows == index)
        if decided.size:
            cards = tuple(int(card) for card in hands[decided[0]])
            setting = set_cards(subject.game, way, cards)
            examples.append(
                {
                    "index": index,
                    "cards": sorted_name(cards),
                    "front": sorted_name(setting.front),
                    "back": sorted_name(setting.back),
                    "behind": setting.back_name,
                }
            )
    return examples


def searched_hands(deck: Deck) -> Any:
    """Seven-card hands in a fixed order: from the whole deck, then from every two, three and four of its ranks."""
    random = np.random.Generator(np.random.Philox(SEARCH_SEED))
    packs = [(deck.cards, SEARCHED)]
    jokers = tuple(card for card in deck.cards if card >= FIRST_JOKER)
    for size, number in ((4, 60), (3, 40), (2, 20)):
        for ranks in combinations(deck.ranks, size):
            cards = tuple(card for card in deck.cards if card < FIRST_JOKER and card >> 2 in ranks)
            packs.append((cards + jokers, number))
    dealt = [
        random.permuted(np.tile(np.array(cards, dtype=np.uint8), (number, 1)), axis=1)[:, :_HAND]
        for cards, number in packs
        if len(cards) >= _HAND
    ]
    return np.sort(np.concatenate(dealt), axis=1)
