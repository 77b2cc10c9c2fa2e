"""The JSON Schema of a game file, so that editors complete and check one as it is written.

It is built from the vocabulary that the reader has; `analyzer/schemas/game-2.json` is its text. The tables of
docs/language.md are made from it (analyzer/game/language_page.py), so what a key means stands here and nowhere else. It
knows the form of a file: what a name refers to, and what has a meaning together, only the reader can tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import get_args

from analyzer.cards.deck import MAX_DECK_SIZE, MAX_JOKERS
from analyzer.cards.ranking import JOKERS_IN_FLUSHES, NATURALS_BEAT_WILD, THREE_CARD_ORDERS, TOP_HANDS, WHEELS
from analyzer.game.card_questions import CARD_QUESTIONS
from analyzer.game.hand_names import BEST_OF_ORDER
from analyzer.game.house_way import BEHINDS, FRONTS, HOLDINGS, MAX_ROW_NUMBER, MAX_ROWS, SHAPES
from analyzer.game.language import Copies
from analyzer.game.lines import MAX_LINES
from analyzer.game.options import MAX_WEIGHT
from analyzer.game.read_hands import MAX_GROUPS, MAX_HANDS
from analyzer.game.read_house_ways import MAX_HOUSE_WAYS
from analyzer.game.read_language import SCHEMA
from analyzer.game.read_pays import MAX_PAYTABLES
from analyzer.game.read_rounds import MAX_CHOICES, MAX_STAGES
from analyzer.game.read_tests import MAX_TESTS
from analyzer.game.read_wagers import MAX_BETS, MAX_WAGERS, OVERLAPS
from analyzer.game.read_wagers import MAX_ROWS as MAX_SETTLE_ROWS
from analyzer.game.schema_forms import RANKS, TEXT, Schema, described, list_of, one_of, ref, some_of, whole
from analyzer.game.scopes import RESULTS

ID = r"^[a-z0-9][a-z0-9-]{0,63}$"
OPTION: Schema = {"type": "string", "pattern": r"^\$.+$"}


def game_schema() -> Schema:
    """The schema as data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:exactodds:game:2",
        "title": "A game in the language of rounds",
        **_table(_top(), ("schema", "id", "name", "rules_version", "deal", "wagers")),
        "$defs": _definitions(),
    }


def schema_text() -> str:
    """The schema as the text of its file."""
    return json.dumps(game_schema(), indent=1, ensure_ascii=False) + "\n"


# --- forms -----------------------------------------------------------------------------------------------------------


def _table(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    table: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return table | ({"required": list(required)} if required else {})


def _named(value: Schema, most: int, least: int = 1) -> Schema:
    """A table whose keys are ids."""
    return {
        "type": "object",
        "propertyNames": {"pattern": ID},
        "additionalProperties": value,
        "minProperties": least,
        "maxProperties": most,
    }


# --- definitions -----------------------------------------------------------------------------------------------------


def _definitions() -> Schema:
    return {
        "option": described("The value of an option, as $name", OPTION),
        "digits": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        "amount": {
            "description": 'An exact amount: 7, or "3/2"',
            "anyOf": [
                {"type": "integer", "minimum": -(10**9), "maximum": 10**9},
                {"type": "string", "pattern": r"^ *[+-]?[0-9]{1,18}(/[0-9]{1,18})? *$"},
                ref("option"),
            ],
        },
        "flag": {"anyOf": [{"type": "boolean"}, {"enum": ["true", "false"]}, ref("option")]},
        "texts": {"anyOf": [TEXT, {"type": "array", "items": TEXT, "maxItems": 100}]},
        "cards": described(
            "A hand, a part of one (dealer.front), a group or a list of groups",
            {"anyOf": [TEXT, list_of(TEXT, MAX_GROUPS)]},
        ),
        "test": {"anyOf": [TEXT, list_of(ref("test"), MAX_TESTS), _table(_questions())]},
        "line": {
            "anyOf": [
                TEXT,
                list_of(ref("test"), MAX_TESTS),
                _table(
                    _questions()
                    | {
                        "name": described("For people", TEXT),
                        "source": described("Where the line stands in the document", TEXT),
                    }
                ),
            ]
        },
        "row": _table(_questions() | {"pays": _row_pays()}, ("pays",)),
        "pay": {
            "anyOf": [
                ref("amount"),
                {"type": "string", "pattern": r"^ *([0-9]{1,9} *\* *)?J( */ *[0-9]{1,9})? *$"},
            ]
        },
    }


def _row_pays() -> Schema:
    words = {"enum": ["paytable", "even_money"]}
    return described(
        "What each unit of the bet gets if the test passes; by the paytable only if a line applies",
        {"anyOf": [words, ref("amount")]},
    )


def _questions() -> Schema:
    """The keys of a test."""
    return {
        "of": described(
            "The cards that are looked at; `winner` and `loser` are the hands that won and lost", ref("cards")
        ),
        **{one.key: one.schema for one in CARD_QUESTIONS},
        "on": some_of(RESULTS, "That is the result of the comparison, or one of a list"),
        "qualified": described("The dealer has qualified, or not", ref("flag")),
        "chose": described("That choice was made", TEXT),
        "any": described("One of these passes", list_of(ref("test"), MAX_TESTS)),
    }


# --- parts of a file -------------------------------------------------------------------------------------------------


def _top() -> Schema:
    return {
        "schema": described("The language", {"const": SCHEMA}),
        "id": described(
            "The name of the game for commands and in results; it cannot be an option",
            {"type": "string", "pattern": ID},
        ),
        "name": described("The name of the game for people", TEXT),
        "rules_version": described("Which version of the rules the file states", TEXT),
        "banker": described("Who banks the wagers, if not the house", TEXT),
        "source": described("The document that the rules come from", _source()),
        "options": described(
            "NAME = a reading that can be chosen",
            {"type": "object", "additionalProperties": _option(), "maxProperties": 100},
        ),
        "deck": described("The pack; a whole one of 52 cards", _deck()),
        "deal": described(
            "GROUP = number of cards, in dealing order; all groups are always dealt",
            _named(whole(1, MAX_DECK_SIZE), MAX_GROUPS),
        ),
        "hands": described(
            "HAND = a list of groups, or a table", _named({"anyOf": [ref("cards"), _hand()]}, MAX_HANDS, 0)
        ),
        "round": described("The stages, in order", {"type": "array", "items": _stage(), "maxItems": MAX_STAGES}),
        "wagers": described(
            "W = a wager; the first is the main one: choices change its bets, decisions maximise its expectation",
            _named(_wager(), MAX_WAGERS),
        ),
        "joint": described("Wagers made together", {"type": "array", "items": _joint(), "maxItems": 40}),
        "house_ways": described("NAME = how hands are set in two", _named(_house_way(), MAX_HOUSE_WAYS, 0)),
    }


def _source() -> Schema:
    return _table(
        {
            "title": described("Its title", TEXT),
            "document": described("The name of its file", TEXT),
            "sha256": described("The digest of that file", TEXT),
        },
        ("title",),
    )


def _option() -> Schema:
    patches = {"type": "object", "additionalProperties": {"type": "object", "minProperties": 1}}
    removals = {"type": "object", "additionalProperties": ref("texts")}
    return _table(
        {
            "values": described("All values, the default first", {"type": "array", "items": TEXT, "minItems": 2}),
            "number": described(
                "In place of values: the least and the most of a number",
                {"type": "array", "items": TEXT, "minItems": 2},
            ),
            "default": described("The value of a number if none is chosen", TEXT),
            "meaning": described("What is chosen, in words", TEXT),
            "weight": described(
                "Of readings of a document: 1 it is silent or contradicts itself, 2 a literal reading that another "
                "sentence speaks against, 3 one that is contradicted. Without it the option is a variant",
                whole(1, MAX_WEIGHT),
            ),
            "source": described("The sentence that can be read in several ways", TEXT),
            "changes": described(
                'VALUE = what becomes of places of the file: `{ "deck.wild" = "Jk" }`; items of lists by number from 1',
                patches,
            ),
            "removes": described('VALUE = keys that are taken away: `["deck.bug"]`', removals),
        },
        ("meaning",),
    )


def _deck() -> Schema:
    return _table(
        {
            "ranks": described("Its ranks", RANKS, default="2-A"),
            "suits": described("Its suits", TEXT, default="cdhs"),
            "jokers": described("How many jokers it has", whole(0, MAX_JOKERS), default=0),
            "wild": described("Cards that stand for any card: `Jk`, a rank, or a list", ref("texts")),
            "bug": described("`Jk`: an ace, or what completes a straight, a flush or a straight flush", ref("texts")),
            "top_hand": one_of(TOP_HANDS, "Which of the two is the best hand", default="royal"),
            "wheel": one_of(
                WHEELS, "Where A-2-3-4-5 stands among straights; `none`: it is no straight", default="lowest"
            ),
            "five_wilds": described("Whether five wild cards rank above everything", ref("flag"), default=False),
            "joker_in_flush": one_of(
                JOKERS_IN_FLUSHES,
                "What a wild card or a bug is in a flush: the highest rank that it lacks, or an ace, beside the ace of "
                "the suit too",
                default="missing_rank",
            ),
            "natural_beats_wild": one_of(
                NATURALS_BEAT_WILD,
                "Whether of equal royal flushes, or of equal royal and of equal straight flushes, a natural one wins",
                default="never",
            ),
            "three_card_order": one_of(
                tuple(THREE_CARD_ORDERS),
                "The order of three-card hands: the usual one; that of five cards (flush, straight, three of a kind); "
                "or the usual one with the flush above the straight",
                default="three_card",
            ),
            "five_of_a_kind": described(
                "Of which ranks wild cards make five of a kind; of another rank they are four of a kind and an ace",
                RANKS,
                default="2-A",
            ),
        }
    )


def _hand() -> Schema:
    return _table(
        {
            "of": described("Its groups", ref("texts")),
            "best": described("How many cards count; 5, or all if there are fewer", whole(1, 5)),
            "order": one_of(tuple(BEST_OF_ORDER), "The order of hands; it follows from best"),
            "house_way": described("The house way that sets its seven cards in `.front` and `.back`", TEXT),
            "sets": one_of(
                ("house_way", "optimal"),
                "Who sets: the house way, or the player as well as possible",
                default="house_way",
            ),
        },
        ("of",),
    )


def _stage() -> Schema:
    return _table(
        {
            "sees": described("Groups that are turned up for the player now", ref("texts")),
            "automatic_win": described("Who passes it wins at once, and the dealer is not looked at", ref("test")),
            "may_decline": described(
                "Whether who wins at once may give that up, and choose, or exchange a card or more, instead",
                ref("flag"),
                default=False,
            ),
            "choose": described(
                "NAME = a choice of the player: BET = amount, what the bet is now (0 takes it back)",
                _named(_choice(), MAX_CHOICES),
            ),
            "exchange": described("Cards that the player may exchange", _exchange()),
        }
    )


def _choice() -> Schema:
    return {
        "type": "object",
        "description": "BET = amount: what the bet is now (0 takes it back)",
        "properties": {
            "when": described("Offered only if this passes", ref("test")),
            "then": one_of(("next", "showdown", "fold"), "What follows", default="next"),
            "loses": described(
                "With a fold: BET = the share of it that is lost, 1 if not named", _named(ref("amount"), MAX_CHOICES)
            ),
        },
        "additionalProperties": ref("amount"),
    }


def _exchange() -> Schema:
    pieces = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, TEXT]}
    return _table(
        {
            "from": described("The group that cards are discarded from", TEXT),
            "discard": described('How many: `1`, `"0-5"` or a list', {"anyOf": [pieces, list_of(pieces, MAX_CHOICES)]}),
            "stand_pat": described("Whether none may be discarded too", ref("flag"), default=False),
            "draw": described("The group that cards are drawn from", TEXT),
            "makes": described("The name of the group that results", TEXT),
            "cost": described(
                "BET = [what is added to it, by the number discarded]",
                _named({"type": "array", "items": ref("amount")}, MAX_CHOICES),
            ),
        },
        ("from", "discard", "draw", "makes"),
    )


def _wager() -> Schema:
    return _table(_settlement() | _lines() | _money(), ("name",))


def _settlement() -> Schema:
    bet = {"anyOf": [{"const": "free"}, ref("amount")]}
    return {
        "name": described("The name of the wager for people", TEXT),
        "source": described("Where its rule stands in the document", TEXT),
        "bets": described(
            "BET = amount at the start, the first is the unit; 0: by choice only; `free`: stakes nothing, "
            "pays amounts. Without it one bet of 1, called as the wager",
            _named(bet, MAX_BETS),
        ),
        "compare": described(
            "The player's hand and the dealer's",
            {"type": "array", "items": ref("cards"), "minItems": 2, "maxItems": 2},
        ),
        "copies": one_of(
            get_args(Copies),
            "What an equal hand does where hands are set in two: it is not won, or it loses the whole wager",
            default="hand_not_won",
        ),
        "qualifies": described(
            "A test of the dealer's hand; rows ask for it with `qualified`. Without it he always does", ref("test")
        ),
        "settle": described(
            "BET = rows, each a test and `pays`; the first that passes pays, then those that go without saying",
            _named(list_of(ref("row"), MAX_SETTLE_ROWS), MAX_BETS, 0),
        ),
    }


def _lines() -> Schema:
    pays = {"anyOf": [ref("pay"), list_of(ref("pay"), MAX_PAYTABLES)]}
    return {
        "of": described("The hand, or the groups, that the lines look at", ref("cards")),
        "paytables": described("The names of the paytables", ref("texts"), default=["1"]),
        "pays": described("LINE = amount, or a list of one for each paytable", _named(pays, MAX_LINES)),
        "lines": described("LINE = test, where the name does not say it", _named(ref("line"), MAX_LINES, 0)),
        "uses": one_of(
            ("best_ranked", "pays_most"),
            "Lines look at the hand that ranks highest, or at any cards in any reading",
            default="best_ranked",
        ),
        "overlap": one_of(
            OVERLAPS,
            "Of several lines the one that pays most, the first of equals; or the first; or all of them, added",
            default="most",
        ),
        "natural": one_of(
            ("hand", "cards"),
            "What lines mean by a natural hand: none of the cards that make it is wild, or none of those looked at",
            default="hand",
        ),
        "odds": one_of(
            ("to_one", "for_one"), "`for_one`: the stake is gone, a line's net is its pay less 1", default="to_one"
        ),
        "meter": described('The progressive; pays may then be `"J"`, `"J/10"`, `"3*J/10"`', _meter()),
    }


def _meter() -> Schema:
    return _table(
        {
            "bet": described("The price of the bet", ref("amount")),
            "contribution": described("The share of it that the meter grows by", ref("amount")),
            "seed": described("Where the meter starts", ref("amount")),
        }
    )


def _fees() -> Schema:
    steps = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}}
    bets = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1}
    return _table(
        {
            "bets": described("The bets at which edges are shown", bets),
            "player": described("Steps `[from bet, fee]`, a hand", steps),
            "dealer": described("The same for the dealer's seat", steps),
        },
        ("bets", "player", "dealer"),
    )


def _money() -> Schema:
    bounds = {"type": "array", "items": ref("amount"), "minItems": 2, "maxItems": 2}
    return {
        "unit": one_of(
            ("bets", "dollars"), "`dollars` where all bets are free: such a wager has no stake", default="bets"
        ),
        "limits": described("BET = [least, most]", _named(bounds, MAX_BETS)),
        "fees": described("Collection fees", _fees()),
        "needs": described("The wager that must be made too", TEXT),
    }


def _joint() -> Schema:
    return _table(
        {
            "wagers": described("The wagers that are made together", {"type": "array", "items": TEXT, "minItems": 2}),
            "stakes": described("One for each wager; 1 each", {"type": "array", "items": ref("amount"), "minItems": 2}),
            "source": described("Where that stands in the document", TEXT),
        },
        ("wagers",),
    )


def _house_way() -> Schema:
    return _table(
        {
            "name": described("For people", TEXT),
            "source": described("Where it stands in the document", TEXT),
            "rows": described(
                "The first row that applies decides; with `like`, those that replace rows of the same number",
                list_of(_house_way_row(), MAX_ROWS),
            ),
            "like": described("The house way above whose rows these are", TEXT),
            "order": described("With `like`: every row number once", {"type": "array", "items": {"type": "integer"}}),
        },
        ("name",),
    )


def _house_way_row() -> Schema:
    when = {
        "shape": some_of(tuple(SHAPES), "How many cards of each rank, largest first"),
        "set": described("Rank of the set", RANKS),
        "second_set": described("Rank of the second set", RANKS),
        "other": described("Rank of the highest other card", RANKS),
        "second_other": described("Rank of the second highest other card", RANKS),
        "any_other": described("Rank of one of the other cards, whichever", RANKS),
        "has": some_of(tuple(HOLDINGS), "The cards hold one of these"),
        "lacks": some_of(tuple(HOLDINGS), "The cards hold none of these"),
    }
    return _table(
        {
            "row": described("Its number", {"type": "integer", "minimum": 1, "maximum": MAX_ROW_NUMBER}),
            "name": described("For people", TEXT),
            "when": described("What the cards must be; without it the row always applies", _table(when)),
            "front": one_of(tuple(FRONTS), "The two cards that go in front"),
            "behind": one_of(BEHINDS, "The least hand that must stay behind"),
            "before": described(
                "The number of rows that it is tried just before, wherever it is written",
                {"type": "integer", "minimum": 1, "maximum": MAX_ROW_NUMBER},
            ),
        },
        ("row", "name", "front"),
    )
