"""The JSON Schema of a game file, so that editors complete and check one as it is written.

It is built from the vocabulary that the reader has; `analyzer/schemas/game-2.json` is its text. The tables of
docs/language.md are made from it (analyzer/game/language_page.py), so what a key means stands here and nowhere else. It
knows the form of a file: what a name refers to, and what has a meaning together, only the reader can tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from analyzer.cards.deck import MAX_DECK_SIZE, MAX_JOKERS, SUITS
from analyzer.cards.ranking import JOKERS_IN_FLUSHES, NATURALS_BEAT_WILD, THREE_CARD_ORDERS, TOP_HANDS, WHEELS
from analyzer.game.card_questions import BESIDE_SUITS
from analyzer.game.hand_names import BEST_OF_ORDER
from analyzer.game.house_way import BEHINDS, FRONTS, HOLDINGS, MAX_ROW_NUMBER, MAX_ROWS, SHAPES
from analyzer.game.language import Copies
from analyzer.game.lines import COLOURS, MAX_LINES, WHOLE_HANDS
from analyzer.game.options import MAX_WEIGHT
from analyzer.game.read_hands import MAX_GROUPS, MAX_HANDS
from analyzer.game.read_house_ways import MAX_HOUSE_WAYS
from analyzer.game.read_language import SCHEMA
from analyzer.game.read_pays import MAX_PAYTABLES
from analyzer.game.read_rounds import MAX_CHOICES, MAX_STAGES
from analyzer.game.read_tests import MAX_TESTS
from analyzer.game.read_wagers import MAX_BETS, MAX_WAGERS, OVERLAPS
from analyzer.game.read_wagers import MAX_ROWS as MAX_SETTLE_ROWS
from analyzer.game.scopes import RESULTS

Schema = dict[str, Any]

ID = r"^[a-z0-9][a-z0-9-]{0,63}$"
OPTION: Schema = {"type": "string", "pattern": r"^\$.+$"}
TEXT: Schema = {"type": "string"}
RANKS: Schema = {"type": "string", "examples": ["A", "Q-A", "2-4,A"]}


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


def _list(item: Schema, most: int) -> Schema:
    return {"type": "array", "items": item, "minItems": 1, "maxItems": most}


def _told(meaning: str, schema: Schema, **more: Any) -> Schema:
    return {"description": meaning} | schema | more


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _one_of(words: Sequence[str], meaning: str = "", **more: Any) -> Schema:
    """One of these words, or an option that is."""
    choice: Schema = {"anyOf": [{"enum": list(words)}, _ref("option")]}
    return (_told(meaning, choice) if meaning else choice) | more


def _some_of(words: Sequence[str], meaning: str) -> Schema:
    """One of these words, or a list of them."""
    return _told(meaning, {"anyOf": [_one_of(words), _list(_one_of(words), len(words))]})


def _whole(low: int, high: int) -> Schema:
    return {"anyOf": [{"type": "integer", "minimum": low, "maximum": high}, _ref("digits"), _ref("option")]}


# --- definitions -----------------------------------------------------------------------------------------------------


def _definitions() -> Schema:
    return {
        "option": _told("The value of an option, as $name", OPTION),
        "digits": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        "amount": {
            "description": 'An exact amount: 7, or "3/2"',
            "anyOf": [
                {"type": "integer", "minimum": -(10**9), "maximum": 10**9},
                {"type": "string", "pattern": r"^ *[+-]?[0-9]{1,18}(/[0-9]{1,18})? *$"},
                _ref("option"),
            ],
        },
        "flag": {"anyOf": [{"type": "boolean"}, {"enum": ["true", "false"]}, _ref("option")]},
        "texts": {"anyOf": [TEXT, {"type": "array", "items": TEXT, "maxItems": 100}]},
        "cards": _told(
            "A hand, a part of one (dealer.front), a group or a list of groups",
            {"anyOf": [TEXT, _list(TEXT, MAX_GROUPS)]},
        ),
        "test": {"anyOf": [TEXT, _list(_ref("test"), MAX_TESTS), _table(_questions())]},
        "line": {
            "anyOf": [
                TEXT,
                _list(_ref("test"), MAX_TESTS),
                _table(
                    _questions()
                    | {
                        "name": _told("For people", TEXT),
                        "source": _told("Where the line stands in the document", TEXT),
                    }
                ),
            ]
        },
        "row": _table(_questions() | {"pays": _row_pays()}, ("pays",)),
        "pay": {
            "anyOf": [
                _ref("amount"),
                {"type": "string", "pattern": r"^ *([0-9]{1,9} *\* *)?J( */ *[0-9]{1,9})? *$"},
            ]
        },
    }


def _row_pays() -> Schema:
    words = {"enum": ["paytable", "even_money"]}
    return _told(
        "What each unit of the bet gets if the test passes; by the paytable only if a line applies",
        {"anyOf": [words, _ref("amount")]},
    )


def _questions() -> Schema:
    """The keys of a test."""
    return {
        "of": _told(
            "The cards that are looked at; `winner` and `loser` are the hands that won and lost", _ref("cards")
        ),
        "hand": _told("The hand is of that type, or of one of a list", _ref("texts"), examples=["flush"]),
        "at_least": _told("It is that value or better", TEXT, examples=["pair 5", "high-card A K"]),
        "ranks": _told(
            "The pair, three, four or five of a kind, or the top card (of a whole straight too), has such a rank",
            RANKS,
        ),
        "kicker": _told("The lowest group of equal ranks has such a rank: of four of a kind the fifth card", RANKS),
        "natural": _told("No card that makes the hand is wild; `false`: one is", _ref("flag")),
        "suited": _told("The cards that make the hand are of one suit", _ref("flag")),
        "suit": _one_of(tuple(SUITS), "The cards that make the hand are all of that suit"),
        "groups": _told("All the cards have sets of equal rank, largest first", TEXT, examples=["4+2"]),
        "whole": _one_of(WHOLE_HANDS, "All the cards together are one such hand"),
        "high": _told("The highest natural card has such a rank", RANKS),
        "ace": _one_of(("low",), "With `high`: an ace is lower than all other cards"),
        "without": _told(
            "The cards hold none of these hands, wild cards included; `natural-pair`: the natural cards alone",
            _ref("texts"),
            examples=["straight", "natural-pair"],
        ),
        "beside": _told("These ranks, in one suit, are among the cards that a royal flush leaves", RANKS),
        "beside_suits": _one_of(BESIDE_SUITS, "`any`: the cards that `beside` asks for may be of any suits"),
        "colour": _one_of(
            tuple(COLOURS), "`one`: all natural cards are red, or all are black; `red`, `black`: all are that"
        ),
        "jokers": _told("So many jokers are among the cards", _whole(0, MAX_JOKERS)),
        "count": _told(
            "Exactly so many cards of a rank are among them, as printed: `{ 2 = 4 }`",
            {"type": "object", "additionalProperties": _whole(0, len(SUITS)), "minProperties": 1},
        ),
        "on": _some_of(RESULTS, "That is the result of the comparison, or one of a list"),
        "qualified": _told("The dealer has qualified, or not", _ref("flag")),
        "chose": _told("That choice was made", TEXT),
        "any": _told("One of these passes", _list(_ref("test"), MAX_TESTS)),
    }


# --- parts of a file -------------------------------------------------------------------------------------------------


def _top() -> Schema:
    return {
        "schema": _told("The language", {"const": SCHEMA}),
        "id": _told(
            "The name of the game for commands and in results; it cannot be an option",
            {"type": "string", "pattern": ID},
        ),
        "name": _told("The name of the game for people", TEXT),
        "rules_version": _told("Which version of the rules the file states", TEXT),
        "banker": _told("Who banks the wagers, if not the house", TEXT),
        "source": _told("The document that the rules come from", _source()),
        "options": _told(
            "NAME = a reading that can be chosen",
            {"type": "object", "additionalProperties": _option(), "maxProperties": 100},
        ),
        "deck": _told("The pack; a whole one of 52 cards", _deck()),
        "deal": _told(
            "GROUP = number of cards, in dealing order; all groups are always dealt",
            _named(_whole(1, MAX_DECK_SIZE), MAX_GROUPS),
        ),
        "hands": _told(
            "HAND = a list of groups, or a table", _named({"anyOf": [_ref("cards"), _hand()]}, MAX_HANDS, 0)
        ),
        "round": _told("The stages, in order", {"type": "array", "items": _stage(), "maxItems": MAX_STAGES}),
        "wagers": _told(
            "W = a wager; the first is the main one: choices change its bets, decisions maximise its expectation",
            _named(_wager(), MAX_WAGERS),
        ),
        "joint": _told("Wagers made together", {"type": "array", "items": _joint(), "maxItems": 40}),
        "house_ways": _told("NAME = how hands are set in two", _named(_house_way(), MAX_HOUSE_WAYS, 0)),
    }


def _source() -> Schema:
    return _table(
        {
            "title": _told("Its title", TEXT),
            "document": _told("The name of its file", TEXT),
            "sha256": _told("The digest of that file", TEXT),
        },
        ("title",),
    )


def _option() -> Schema:
    patches = {"type": "object", "additionalProperties": {"type": "object", "minProperties": 1}}
    removals = {"type": "object", "additionalProperties": _ref("texts")}
    return _table(
        {
            "values": _told("All values, the default first", {"type": "array", "items": TEXT, "minItems": 2}),
            "number": _told(
                "In place of values: the least and the most of a number",
                {"type": "array", "items": TEXT, "minItems": 2},
            ),
            "default": _told("The value of a number if none is chosen", TEXT),
            "meaning": _told("What is chosen, in words", TEXT),
            "weight": _told(
                "Of readings of a document: 1 it is silent or contradicts itself, 2 a literal reading that another "
                "sentence speaks against, 3 one that is contradicted. Without it the option is a variant",
                _whole(1, MAX_WEIGHT),
            ),
            "source": _told("The sentence that can be read in several ways", TEXT),
            "changes": _told(
                'VALUE = what becomes of places of the file: `{ "deck.wild" = "Jk" }`; items of lists by number from 1',
                patches,
            ),
            "removes": _told('VALUE = keys that are taken away: `["deck.bug"]`', removals),
        },
        ("meaning",),
    )


def _deck() -> Schema:
    return _table(
        {
            "ranks": _told("Its ranks", RANKS, default="2-A"),
            "suits": _told("Its suits", TEXT, default="cdhs"),
            "jokers": _told("How many jokers it has", _whole(0, MAX_JOKERS), default=0),
            "wild": _told("Cards that stand for any card: `Jk`, a rank, or a list", _ref("texts")),
            "bug": _told("`Jk`: an ace, or what completes a straight, a flush or a straight flush", _ref("texts")),
            "top_hand": _one_of(TOP_HANDS, "Which of the two is the best hand", default="royal"),
            "wheel": _one_of(
                WHEELS, "Where A-2-3-4-5 stands among straights; `none`: it is no straight", default="lowest"
            ),
            "five_wilds": _told("Whether five wild cards rank above everything", _ref("flag"), default=False),
            "joker_in_flush": _one_of(
                JOKERS_IN_FLUSHES,
                "What a wild card or a bug is in a flush: the highest rank that it lacks, or an ace, beside the ace of "
                "the suit too",
                default="missing_rank",
            ),
            "natural_beats_wild": _one_of(
                NATURALS_BEAT_WILD,
                "Whether of equal royal flushes, or of equal royal and of equal straight flushes, a natural one wins",
                default="never",
            ),
            "three_card_order": _one_of(
                tuple(THREE_CARD_ORDERS),
                "The order of three-card hands: the usual one; that of five cards (flush, straight, three of a kind); "
                "or the usual one with the flush above the straight",
                default="three_card",
            ),
            "five_of_a_kind": _told(
                "Of which ranks wild cards make five of a kind; of another rank they are four of a kind and an ace",
                RANKS,
                default="2-A",
            ),
        }
    )


def _hand() -> Schema:
    return _table(
        {
            "of": _told("Its groups", _ref("texts")),
            "best": _told("How many cards count; 5, or all if there are fewer", _whole(1, 5)),
            "order": _one_of(tuple(BEST_OF_ORDER), "The order of hands; it follows from best"),
            "house_way": _told("The house way that sets its seven cards in `.front` and `.back`", TEXT),
            "sets": _one_of(
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
            "sees": _told("Groups that are turned up for the player now", _ref("texts")),
            "automatic_win": _told("Who passes it wins at once, and the dealer is not looked at", _ref("test")),
            "may_decline": _told(
                "Whether who wins at once may give that up, and choose, or exchange a card or more, instead",
                _ref("flag"),
                default=False,
            ),
            "choose": _told(
                "NAME = a choice of the player: BET = amount, the bet is now so much (0 takes it back)",
                _named(_choice(), MAX_CHOICES),
            ),
            "exchange": _told("Cards that the player may exchange", _exchange()),
        }
    )


def _choice() -> Schema:
    return {
        "type": "object",
        "description": "BET = amount: the bet is now so much (0 takes it back)",
        "properties": {
            "when": _told("Offered only if this passes", _ref("test")),
            "then": _one_of(("next", "showdown", "fold"), "What follows", default="next"),
            "loses": _told(
                "With a fold: BET = the share of it that is lost, 1 if not named", _named(_ref("amount"), MAX_CHOICES)
            ),
        },
        "additionalProperties": _ref("amount"),
    }


def _exchange() -> Schema:
    pieces = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, TEXT]}
    return _table(
        {
            "from": _told("The group that cards are discarded from", TEXT),
            "discard": _told('How many: `1`, `"0-5"` or a list', {"anyOf": [pieces, _list(pieces, MAX_CHOICES)]}),
            "stand_pat": _told("Whether none may be discarded too", _ref("flag"), default=False),
            "draw": _told("The group that cards are drawn from", TEXT),
            "makes": _told("The name of the group that results", TEXT),
            "cost": _told(
                "BET = [what is added to it, by the number discarded]",
                _named({"type": "array", "items": _ref("amount")}, MAX_CHOICES),
            ),
        },
        ("from", "discard", "draw", "makes"),
    )


def _wager() -> Schema:
    return _table(_settlement() | _lines() | _money(), ("name",))


def _settlement() -> Schema:
    bet = {"anyOf": [{"const": "free"}, _ref("amount")]}
    return {
        "name": _told("The name of the wager for people", TEXT),
        "source": _told("Where its rule stands in the document", TEXT),
        "bets": _told(
            "BET = amount at the start, the first is the unit; 0: by choice only; `free`: stakes nothing, "
            "pays amounts. Without it one bet of 1, called as the wager",
            _named(bet, MAX_BETS),
        ),
        "compare": _told(
            "The player's hand and the dealer's",
            {"type": "array", "items": _ref("cards"), "minItems": 2, "maxItems": 2},
        ),
        "copies": _one_of(
            get_args(Copies),
            "What an equal hand does where hands are set in two: it is not won, or it loses the whole wager",
            default="hand_not_won",
        ),
        "qualifies": _told(
            "A test of the dealer's hand; rows ask for it with `qualified`. Without it he always does", _ref("test")
        ),
        "settle": _told(
            "BET = rows, each a test and `pays`; the first that passes pays, then those that go without saying",
            _named(_list(_ref("row"), MAX_SETTLE_ROWS), MAX_BETS, 0),
        ),
    }


def _lines() -> Schema:
    pays = {"anyOf": [_ref("pay"), _list(_ref("pay"), MAX_PAYTABLES)]}
    return {
        "of": _told("The hand, or the groups, that the lines look at", _ref("cards")),
        "paytables": _told("The names of the paytables", _ref("texts"), default=["1"]),
        "pays": _told("LINE = amount, or a list of one for each paytable", _named(pays, MAX_LINES)),
        "lines": _told("LINE = test, where the name does not say it", _named(_ref("line"), MAX_LINES, 0)),
        "uses": _one_of(
            ("best_ranked", "pays_most"),
            "Lines look at the hand that ranks highest, or at any cards in any reading",
            default="best_ranked",
        ),
        "overlap": _one_of(
            OVERLAPS,
            "Of several lines the one that pays most, the first of equals; or the first; or all of them, added",
            default="most",
        ),
        "natural": _one_of(
            ("hand", "cards"),
            "What lines mean by a natural hand: none of the cards that make it is wild, or none of those looked at",
            default="hand",
        ),
        "odds": _one_of(
            ("to_one", "for_one"), "`for_one`: the stake is gone, a line's net is its pay less 1", default="to_one"
        ),
        "meter": _told('The progressive; pays may then be `"J"`, `"J/10"`, `"3*J/10"`', _meter()),
    }


def _meter() -> Schema:
    return _table(
        {
            "bet": _told("The price of the bet", _ref("amount")),
            "contribution": _told("The share of it that the meter grows by", _ref("amount")),
            "seed": _told("Where the meter starts", _ref("amount")),
        }
    )


def _fees() -> Schema:
    steps = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}}
    bets = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1}
    return _table(
        {
            "bets": _told("The bets at which edges are shown", bets),
            "player": _told("Steps `[from bet, fee]`, a hand", steps),
            "dealer": _told("The same for the dealer's seat", steps),
        },
        ("bets", "player", "dealer"),
    )


def _money() -> Schema:
    bounds = {"type": "array", "items": _ref("amount"), "minItems": 2, "maxItems": 2}
    return {
        "unit": _one_of(
            ("bets", "dollars"), "`dollars` where all bets are free: such a wager has no stake", default="bets"
        ),
        "limits": _told("BET = [least, most]", _named(bounds, MAX_BETS)),
        "fees": _told("Collection fees", _fees()),
        "needs": _told("The wager that must be made too", TEXT),
    }


def _joint() -> Schema:
    return _table(
        {
            "wagers": _told("The wagers that are made together", {"type": "array", "items": TEXT, "minItems": 2}),
            "stakes": _told("One for each wager; 1 each", {"type": "array", "items": _ref("amount"), "minItems": 2}),
            "source": _told("Where that stands in the document", TEXT),
        },
        ("wagers",),
    )


def _house_way() -> Schema:
    return _table(
        {
            "name": _told("For people", TEXT),
            "source": _told("Where it stands in the document", TEXT),
            "rows": _told(
                "The first row that applies decides; with `like`, those that replace rows of the same number",
                _list(_house_way_row(), MAX_ROWS),
            ),
            "like": _told("The house way above whose rows these are", TEXT),
            "order": _told("With `like`: every row number once", {"type": "array", "items": {"type": "integer"}}),
        },
        ("name",),
    )


def _house_way_row() -> Schema:
    when = {
        "shape": _some_of(tuple(SHAPES), "How many cards of each rank, largest first"),
        "set": _told("Rank of the set", RANKS),
        "second_set": _told("Rank of the second set", RANKS),
        "other": _told("Rank of the highest other card", RANKS),
        "second_other": _told("Rank of the second highest other card", RANKS),
        "any_other": _told("Rank of one of the other cards, whichever", RANKS),
        "has": _some_of(tuple(HOLDINGS), "The cards hold one of these"),
        "lacks": _some_of(tuple(HOLDINGS), "The cards hold none of these"),
    }
    return _table(
        {
            "row": _told("Its number", {"type": "integer", "minimum": 1, "maximum": MAX_ROW_NUMBER}),
            "name": _told("For people", TEXT),
            "when": _told("What the cards must be; without it the row always applies", _table(when)),
            "front": _one_of(tuple(FRONTS), "The two cards that go in front"),
            "behind": _one_of(BEHINDS, "The least hand that must stay behind"),
            "before": _told(
                "The number of rows that it is tried just before, wherever it is written",
                {"type": "integer", "minimum": 1, "maximum": MAX_ROW_NUMBER},
            ),
        },
        ("row", "name", "front"),
    )
