"""Which literal count belongs to which wager, and the small decks on which every deal of it can be gone through.

For each wager: a function that deals every deal of a small deck and says how many ended in each way. The program
must find the same numbers. How the two are laid side by side is said by `told_by`:

* "name": each outcome by its name;
* "result": by win, push, lose or automatic win, and by what it pays;
* "net": by what it pays alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from analyzer.reference import (
    house_way,
    one_discard,
    pai_gow,
    three_card_poker,
    wild_52,
    wild_six_card_draw_poker,
    wild_six_card_poker,
)
from analyzer.reference.cards import RANK_NAMES, Cards, Deck
from analyzer.reference.pai_gow_readings import Reading
from analyzer.reference.wild_six_card_draw_poker import BaseReading

Count = Callable[[Deck], "Counter[str]"]
SmallDeck = tuple[str, str]


class LiteralCount(NamedTuple):
    """A wager, the options and the paytable it is counted under, the count, and small decks: ranks, suits.

    The first deck is for a quick proof, all of them for a full one.
    """

    wager: str
    paytable: str
    options: Mapping[str, str]
    literal: Count
    decks: tuple[SmallDeck, ...]
    told_by: str = "name"


class SetCheck(NamedTuple):
    """How the literal House Way sets seven cards under one reading: the two cards in front."""

    options: Mapping[str, str]
    front: Callable[[Cards], Cards]


def small_deck(ranks: str, suits: str, jokers: int) -> Deck:
    """A deck from ranks such as "8-A" or "2-6,A"."""
    names = ""
    for piece in ranks.split(","):
        low, _, high = piece.partition("-")
        names += RANK_NAMES[RANK_NAMES.index(low) : RANK_NAMES.index(high or low) + 1]
    return Deck(names, suits, jokers)


# How the outcomes of the reference are named


def by_result(played: one_discard.PlayedGame) -> Counter[str]:
    counts: Counter[str] = Counter()
    for settlement, count in played.outcomes.items():
        counts[f"{settlement.what} {settlement.net}"] += count
    return counts


def poker(deck: Deck, auto_win_pays: str, stand_pat: bool) -> Counter[str]:
    return by_result(wild_six_card_poker.play_poker(deck, Fraction(auto_win_pays), stand_pat))


def base(deck: Deck, paytable: str, reading: BaseReading) -> Counter[str]:
    return by_result(wild_six_card_draw_poker.play_base(deck, paytable, reading))


def taxpayers_fortune(deck: Deck, paytable: str, six_straight_ace: str) -> Counter[str]:
    pairs = wild_six_card_poker.count_taxpayers_fortune(deck, paytable, six_straight_ace)
    names = {"lose": "no-prize"}
    return Counter({f"{names.get(line, line)}/tax-{tax}": count for (line, tax), count in pairs.items()})


def three_card_ante(deck: Deck) -> Counter[str]:
    counts: Counter[str] = Counter()
    for settlement, count in three_card_poker.play_ante(deck).outcomes.items():
        counts[str(settlement.net)] += count
    return counts


def wild_52_ante(
    deck: Deck,
    top_hand: str = "five_of_a_kind",
    joker_in_flush: str = "missing_rank",
    qualifier_cards: str = "best_of_seven",
) -> Counter[str]:
    counts: Counter[str] = Counter()
    played = wild_52.play_ante(deck, top_hand, joker_in_flush=joker_in_flush, qualifier_cards=qualifier_cards)
    for settlement, count in played.outcomes.items():
        dealer = "qualifies" if settlement.dealer_qualifies else "does-not-qualify"
        what = "tie" if settlement.what == "push" else settlement.what
        counts["fold" if settlement.choice == "fold" else f"{settlement.choice}/{dealer}/{what}"] += count
    return counts


def house_way_front(seven: Cards, reading: Reading) -> Cards:
    return house_way.set_house_way(seven, reading).front


# The counts of each game


LOW_SIX = (("2-6,A", "ds"), ("8-A", "cd"), ("Q-A", "cdhs"))
FIVE_OR_SIX = (("8-A", "cd"), ("2-6,A", "ds"), ("Q-A", "cdhs"))
DISCARD = (("8-Q", "cd"), ("9-Q", "cdh"))
TWO_STREETS = (("3-8", "cd"), ("2-5", "cdh"))
# Flushes in both suits, a king and an ace in each, and few straights.
FLUSHES = (("2,4,6,8,K-A", "cd"),)


def wild_six_card_poker_counts() -> list[LiteralCount]:
    rules = wild_six_card_poker
    counts = [
        LiteralCount(
            "poker",
            "1",
            {"auto_win_pays": pays, "stand_pat": str(stands).lower()},
            partial(poker, auto_win_pays=pays, stand_pat=stands),
            DISCARD,
            "result",
        )
        for pays in ("1", "3/2")
        for stands in (False, True)
    ]
    for paytable in ("A1", "A2", "A3", "A4", "A5", "A6"):
        counts.append(LiteralCount("queens-or-better", paytable, {}, rules.count_queens_or_better, FIVE_OR_SIX))
    for paytable in ("T1", "T2"):
        for ace in ("both", "high_only"):
            count = partial(taxpayers_fortune, paytable=paytable, six_straight_ace=ace)
            counts.append(LiteralCount("taxpayers-fortune", paytable, {"six_straight_ace": ace}, count, LOW_SIX))
    for paytable in ("B1", "B2", "B3", "B4"):
        bonus = partial(rules.count_draw_bonus, paytable=paytable)
        counts.append(LiteralCount("draw-bonus", paytable, {}, bonus, FIVE_OR_SIX))
    return counts


# The readings of the base bet of Wild Six Card Draw Poker, each changed alone. A royal flush and five of a kind never
# meet on a deck that can be gone through: tests/test_document_readings.py counts such showdowns by hand.
DRAW_READINGS = (
    BaseReading(),
    BaseReading(auto_win_pays="even_money"),
    BaseReading(big_hand_bonus="added_to_even_money"),
    BaseReading(bonus_on="original_five"),
    BaseReading(top_hand="five_of_a_kind"),
)


def wild_six_card_draw_poker_counts() -> list[LiteralCount]:
    rules = wild_six_card_draw_poker
    counts = [
        LiteralCount(
            "base",
            paytable,
            options_of(reading),
            partial(base, paytable=paytable, reading=reading),
            DISCARD,
            "result",
        )
        for paytable in ("A", "B", "C")
        for reading in DRAW_READINGS
    ]
    counts.append(LiteralCount("joker", "1", {}, rules.count_joker_bet, (("T-A", "cd"), ("2-4", "cdhs"))))
    for paytable in ("A", "B"):
        counts.append(LiteralCount("queens-plus", paytable, {}, rules.count_queens_plus, FIVE_OR_SIX))
    counts.append(LiteralCount("progressive", "1", {}, rules.count_progressive, FIVE_OR_SIX))
    return counts


def three_card_poker_counts() -> list[LiteralCount]:
    rules = three_card_poker
    return [
        LiteralCount("ante-play", "1", {}, three_card_ante, (("8-K", "cdh"), ("7-A", "cdh")), "net"),
        *(
            LiteralCount(
                "pair-plus",
                "1",
                {"mini_royal": value},
                partial(rules.count_pair_plus, mini_royal=value),
                (("2-A", "cdhs"), ("8-A", "cd")),
            )
            for value in ("suited", "any_suits")
        ),
        LiteralCount("six-card-bonus", "1", {}, rules.count_six_card_bonus, FIVE_OR_SIX),
    ]


def wild_52_counts() -> list[LiteralCount]:
    rules, tops, uses = wild_52, ("five_of_a_kind", "royal"), ("pays_most", "best_ranked")
    antes = [({"top_hand": top}, partial(wild_52_ante, top_hand=top)) for top in tops]
    antes.append(({"qualifier_cards": "own_five"}, partial(wild_52_ante, qualifier_cards="own_five")))
    aces = partial(wild_52_ante, joker_in_flush="ace")
    bonuses = [
        ({"top_hand": top, "bonus_uses": used}, partial(rules.count_bonus, bonus_uses=used, top_hand=top))
        for top in tops
        for used in uses
    ]
    bonuses.append(({"with_joker": "among_the_seven"}, partial(rules.count_bonus, with_joker="among_the_seven")))
    lost, joker_decks = {"side_bets_after_fold": "lost"}, (("8-A", "cd"), ("2-4", "cdhs"))
    return [
        *(LiteralCount("ante-play", "1", options, count, TWO_STREETS) for options, count in antes),
        LiteralCount("ante-play", "1", {"joker_in_flush": "ace"}, aces, FLUSHES),
        *(LiteralCount("bonus", "1", options, count, FIVE_OR_SIX) for options, count in bonuses),
        LiteralCount("bonus", "1", lost, rules.count_bonus_unless_folded, TWO_STREETS),
        LiteralCount("joker", "1", {}, rules.count_joker_wager, joker_decks),
        LiteralCount("joker", "1", lost, rules.count_joker_wager_unless_folded, TWO_STREETS),
    ]


# Readings of the Pai Gow document, each changed alone, by what they change.
HANDS_READ = ("wheel", "joker", "joker_in_flush")
SETTING_READ = (
    "house_way_order",
    "four_with_trips",
    "two_pair_card",
    "joker_aces_with_straight",
    "full_house_second_pair",
)
OUTLAW_READ = (
    "outlaw_hand",
    "outlaw_applies",
    "colour_lines_pairs",
    "ace_high_or_lower",
    "royal_match",
    "nine_ten_high_ace",
    "joker_colour",
    "royal_flush_line",
)
PAI_GOW_VALUES: Mapping[str, tuple[str, ...]] = {
    "wheel": ("second_highest",),
    "joker": ("wild",),
    "joker_in_flush": ("ace",),
    "house_way_order": ("chart_first",),
    "four_with_trips": ("footnote",),
    "two_pair_card": ("exact",),
    "joker_aces_with_straight": ("trip_aces_row",),
    "full_house_second_pair": ("lower",),
    "copies": ("lose_wager",),
    "wrangler_pair": ("anywhere",),
    "outlaw_hand": ("house_way",),
    "outlaw_applies": ("no_straight_or_flush",),
    "colour_lines_pairs": ("spoil", "spoil_joker_neutral"),
    "ace_high_or_lower": ("even_money", "even_money_no_joker"),
    "royal_match": ("suited_natural", "any_suits", "any_suits_natural"),
    "nine_ten_high_ace": ("low",),
    "joker_colour": ("one_colour",),
    "royal_flush_line": ("natural_only",),
}


def pai_gow_readings(*points: str) -> list[Reading]:
    """The readings that change one of these points."""
    return [Reading()._replace(**{point: value}) for point in points for value in PAI_GOW_VALUES[point]]


def options_of(reading: Reading | BaseReading) -> dict[str, str]:
    """What a user chooses for a reading."""
    default = type(reading)()
    return {key: value for key, value in reading._asdict().items() if value != getattr(default, key)}


# Two hands on decks with high cards, with low cards, and with three suits: four of a kind beside three, and a full
# house beside a straight, need three natural cards of a rank.
HIGH, LOW, THREE_SUITS = ("8-A", "cd"), ("2-8", "dh"), ("2,J-A", "cdh")
SET_DECKS: Mapping[str, tuple[SmallDeck, ...]] = {
    "wheel": (LOW, HIGH),
    "two_pair_card": (LOW, HIGH),
    "house_way_order": (THREE_SUITS,),
    "four_with_trips": (THREE_SUITS,),
}
# Ranks that leave seven singletons without a straight, by the joker too, or without one when the ace is low. All cards
# red or all black: there the colours are all that keeps a hand from losing.
GAPS, LOW_GAPS = "2-3,7-8,Q-A", "2-4,6,8-9,A"
OUTLAW_DECKS: Mapping[str, tuple[SmallDeck, ...]] = {
    "colour_lines_pairs": ((GAPS, "dh"), (GAPS, "cs")),
    "joker_colour": ((GAPS, "cs"), (GAPS, "dh")),
    "ace_high_or_lower": ((GAPS, "cd"), (GAPS, "dh")),
    "nine_ten_high_ace": ((LOW_GAPS, "cd"), (LOW_GAPS, "dh")),
}


def decks_for(
    reading: Reading, decks: Mapping[str, tuple[SmallDeck, ...]], usual: tuple[SmallDeck, ...]
) -> tuple[SmallDeck, ...]:
    """The decks for a reading, on the first of which it differs from the default."""
    return next((decks[point] for point in options_of(reading) if point in decks), usual)


def pai_gow_counts() -> list[LiteralCount]:
    usual, outlaw_usual = (HIGH, LOW), (HIGH, ("7-K", "cd"))
    default, sets = Reading(), pai_gow_readings(*HANDS_READ, *SETTING_READ, "copies")
    counts = []
    for reading in (default, *sets):
        options, count = options_of(reading), partial(pai_gow.count_base, reading=reading)
        counts.append(LiteralCount("base", "1", options, count, decks_for(reading, SET_DECKS, usual)))
    for reading in (default, *pai_gow_readings(*HANDS_READ, "copies")):
        options, count = options_of(reading), partial(pai_gow.count_base_optimal, reading=reading)
        decks = decks_for(reading, SET_DECKS, usual)
        counts.append(LiteralCount("base", "1", options | {"player_sets": "optimal"}, count, decks))
    for reading in (default, *sets, *pai_gow_readings("wrangler_pair")):
        options, count = options_of(reading), partial(pai_gow.count_wrangler, reading=reading)
        counts.append(LiteralCount("wrangler-push", "1", options, count, decks_for(reading, SET_DECKS, usual)))
    for reading in (default, *pai_gow_readings(*HANDS_READ, *OUTLAW_READ)):
        options, count = options_of(reading), partial(pai_gow.count_outlaw_9, reading=reading)
        decks = decks_for(reading, OUTLAW_DECKS, outlaw_usual)
        counts.append(LiteralCount("outlaw-9", "1", options, count, decks))
    return counts


COUNTS: Mapping[str, Callable[[], list[LiteralCount]]] = {
    "wild-six-card-poker": wild_six_card_poker_counts,
    "wild-six-card-draw-poker": wild_six_card_draw_poker_counts,
    "three-card-poker-6-card-bonus": three_card_poker_counts,
    "wild-52": wild_52_counts,
    "pai-gow-wrangler-outlaw": pai_gow_counts,
}

SET_CHECKS: Mapping[str, list[SetCheck]] = {
    "pai-gow-wrangler-outlaw": [
        SetCheck(options_of(reading), partial(house_way_front, reading=reading))
        for reading in (Reading(), *pai_gow_readings(*HANDS_READ, *SETTING_READ))
    ],
}
