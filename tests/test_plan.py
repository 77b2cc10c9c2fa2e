"""The plan: every shape goes to its engine, and what none of them counts is refused in words."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.errors import GameFileError
from analyzer.game.file import load_game_file
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.analysis import analyze
from analyzer.reference.referee import play
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from analyzer.trust.refereed import compare_with_referee, on_deck, refereed
from tests.helpers import from_text
from tests.language import PATHS
from tests.test_language_keys import DRAW, PLAY, REVEAL
from tests.test_language_keys import HEAD as KEYS

GAMES = Path(__file__).parents[1] / "tables" / "library"
RUN = Run(jobs=1)
HEAD = 'schema = "exactodds/game/2"\nid = "g"\nname = "G"\nrules_version = "1"\n'
FOLD_OR_BET = '[[round]]\nsees = "own"\nchoose.fold = { then = "fold" }\nchoose.play = { play = 1 }\n'
TWO_HANDS = '[wagers.w]\nname = "W"\nbets = { ante = 1, play = 0 }\ncompare = ["own", "house"]\n'

HOLDEM = (
    HEAD
    + """
[deal]
own = 2
flop = 3
house = 2
[hands]
player = ["own", "flop"]
dealer = ["house", "flop"]
[[round]]
sees = ["own", "flop"]
choose.fold = { then = "fold" }
choose.play = { play = 2 }
[wagers.w]
name = "W"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
"""
)
CANDIDATES = {
    "Oasis Poker": (
        HEAD
        + '[deal]\nown = 5\ndraw = 5\nhouse = 5\n[[round]]\nsees = "own"\n'
        + 'exchange = { from = "own", discard = "0-5", draw = "draw", makes = "final" }\n'
        + '[[round]]\nsees = "final"\nchoose.fold = { then = "fold" }\nchoose.play = { play = 2 }\n'
        + TWO_HANDS.replace('"own"', '"final"'),
        "wagers.w: would take about 13 hours (2.4e+13 steps)",
    ),
    "baccarat": (
        HEAD + "[deck]\ndecks = 8\n[deal]\nown = 2\nhouse = 2\n" + TWO_HANDS.replace(", play = 0", ""),
        "deck.decks: unknown key",
    ),
    "blackjack": (
        HEAD + "[deal]\nown = 2\nhouse = 2\n" + FOLD_OR_BET.replace("play = 1", "hit = 1") + TWO_HANDS,
        "round[1].choose.play.hit: is not a bet of the main wager",
    ),
    "hold'em with a joker": (
        HOLDEM.replace("[deal]", '[deck]\njokers = 1\nwild = "Jk"\n[deal]'),
        "wagers.w.compare: with community cards is counted without wild cards",
    ),
    "Omaha": (
        HOLDEM.replace("own = 2", "own = 4").replace("house = 2", "house = 4"),
        "wagers.w.compare: with community cards must be hands of 2 own cards and up to 5 of both, not of 4 and 4",
    ),
    "a dealer's card beside community cards": (
        HOLDEM.replace("house = 2", "up = 1\nhouse = 1")
        .replace('["house", "flop"]', '["up", "house", "flop"]')
        .replace('["own", "flop"]\nchoose', '["own", "up", "flop"]\nchoose'),
        "wagers.w: shows cards of the dealer beside community cards; that is not counted yet",
    ),
    "own cards seen one after the other": (
        HEAD
        + "[deal]\nfirst = 2\nrest = 1\nhouse = 3\n"
        + FOLD_OR_BET.replace('"own"', '"first"')
        + TWO_HANDS.replace('"own"', '["first", "rest"]'),
        "wagers.w: stage 1 decides before rest is seen; not counted yet",
    ),
    "eight cards against eight": (
        HEAD + "[deal]\nown = 8\nhouse = 8\n" + FOLD_OR_BET + TWO_HANDS,
        "wagers.w.compare: looks at own, the best 5 of 8 cards; up to 7 cards are counted",
    ),
    "three cards against five": (
        HEAD + "[deal]\nown = 3\nhouse = 5\n" + FOLD_OR_BET + TWO_HANDS,
        "wagers.w.compare: own is ranked in the three-card order and house in the poker order; both need the same",
    ),
    "wild deuces and an exchange against a dealer": (
        HEAD
        + '[deck]\nwild = "2"\n[deal]\nown = 5\ndraw = 1\nhouse = 5\n[[round]]\nsees = "own"\n'
        + 'exchange = { from = "own", discard = 1, draw = "draw", makes = "final" }\n'
        + TWO_HANDS.replace('"own"', '"final"').replace(", play = 0", ""),
        "wagers.w: has wild cards of a rank, which are counted in duels and without an opponent",
    ),
    "a shoe of six decks": (
        HEAD + "[deck]\ndecks = 6\n[deal]\nown = 3\nhouse = 3\n" + FOLD_OR_BET + TWO_HANDS,
        "deck.decks: unknown key",
    ),
    "Casino War": (
        HEAD
        + "[deal]\nown = 1\nhouse = 1\nmore = 2\n"
        + FOLD_OR_BET.replace('then = "fold"', 'then = "war"')
        + TWO_HANDS,
        "round[1].choose.fold.then: 'war' is not known; one of next, showdown, fold",
    ),
    "Russian Poker": (
        HEAD
        + '[deal]\nown = 5\nextra = 1\nhouse = 5\n[[round]]\nsees = "own"\nbuy = { group = "extra", cost = 1 }\n'
        + TWO_HANDS.replace(", play = 0", ""),
        "round[1].buy: unknown key; known: exchange, choose, sees, automatic_win, may_decline",
    ),
    "a dealer who draws by a rule": (
        HEAD + '[deal]\nown = 5\nhouse = 5\n[dealer]\ndraws = "to a pair"\n' + FOLD_OR_BET + TWO_HANDS,
        "dealer: unknown key (did you mean 'deal'?)",
    ),
    "points": (
        HEAD
        + "[deck]\npoints = {{ A = 1 }}\n[deal]\nown = 2\nhouse = 2\n".replace("{{", "{").replace("}}", "}")
        + TWO_HANDS.replace(", play = 0", ""),
        "deck.points: unknown key",
    ),
}

SMALL = HEAD + '[deck]\nranks = "8-A"\n[deal]\nown = 3\ndraw = 1\nhouse = 3\n'
EXCHANGE = '[[round]]\nsees = "own"\nexchange = { from = "own", discard = "0-1", draw = "draw", makes = "final" }\n'
AFTER = FOLD_OR_BET.replace('"own"', '"final"')
MADE = TWO_HANDS.replace('"own"', '"final"')
DEUCES = HEAD + '[deck]\nwild = "2"\n[deal]\nown = 5\n'
WIN_AT_ONCE = 'automatic_win = { of = "own", at_least = "flush" }\nmay_decline = true\n'
# What docs/language.md says of the general engine, a file for each.
CANDIDATES |= {
    "two exchanges": (
        SMALL.replace("house = 3", "more = 1\nhouse = 3")
        + EXCHANGE
        + EXCHANGE.replace("own", "final").replace('"draw"', '"more"').replace('makes = "final"', 'makes = "last"')
        + TWO_HANDS.replace('"own"', '"last"').replace(", play = 0", ""),
        "wagers.w: has 2 exchanges; one is counted",
    ),
    "a decision before the new cards are seen": (
        SMALL + EXCHANGE + AFTER.replace('sees = "final"\n', "") + MADE,
        "wagers.w: decides after the exchange without seeing final",
    ),
    "two steps after an exchange": (
        SMALL.replace("house = 3", "up = 1\nhouse = 2")
        + '[hands]\ndealer = ["up", "house"]\n'
        + EXCHANGE
        + AFTER
        + '[[round]]\nsees = "up"\nchoose.check = {}\nchoose.raise = { play = 2 }\n'
        + MADE.replace('"house"', '"dealer"'),
        "wagers.w: after an exchange cards are seen, or decided about, in several steps; one is counted",
    ),
    "a look at what was exchanged": (
        SMALL + EXCHANGE + AFTER + MADE + 'settle.ante = [{ of = "own", hand = "pair", pays = 2 }]\n',
        "wagers.w: looks at own after the exchange; final is counted",
    ),
    "exchanged cards together with the dealer's": (
        SMALL
        + '[hands]\nall = { of = ["final", "house"], best = 5 }\n'
        + EXCHANGE
        + MADE.replace(", play = 0", "")
        + 'settle.ante = [{ of = "all", hand = "flush", pays = 2 }]\n',
        "wagers.w: asks for exchanged cards together with unseen ones of the dealer; not counted",
    ),
    "a side wager on a fold against another hand": (
        HEAD
        + "[deal]\nown = 3\nhouse = 3\nother = 3\n"
        + FOLD_OR_BET
        + TWO_HANDS
        + '[wagers.s]\nname = "S"\ncompare = ["own", "other"]\nsettle.s = [{ chose = "fold", pays = -1 }]\n',
        "wagers.s.compare: must be the hands of the main wager, on whose play it depends",
    ),
    "a win at once that may be declined for a bet": (
        HEAD
        + "[deal]\nown = 3\nhouse = 3\n"
        + FOLD_OR_BET.replace("choose.fold", WIN_AT_ONCE + "choose.fold")
        + TWO_HANDS,
        "wagers.w: lets who wins at once decline at stage 1",
    ),
    "what pays most with wild ranks": (
        DEUCES + '[wagers.w]\nname = "W"\nof = "own"\nuses = "pays_most"\npays.flush = 1\n',
        "wagers.w.uses: of 'pays_most' is counted with jokers, not with wild ranks",
    ),
    "wagers on lines made together": (
        HEAD
        + "[deal]\nown = 3\n"
        + "".join(f'[wagers.{one}]\nname = "{one}"\nof = "own"\npays.pair = 1\n' for one in "ab")
        + '[[joint]]\nwagers = ["a", "b"]\n',
        "joint[1].wagers: a comes first, and is no comparison after an exchange of one card",
    ),
    "a reveal of eight cards": (
        HEAD
        + "[deal]\nown = 3\nrest = 5\n"
        + FOLD_OR_BET
        + TWO_HANDS.replace('compare = ["own", "house"]', 'of = ["own", "rest"]\npays.flush = 1'),
        "looks at own+rest, the best 5 of 8 cards; up to 7 cards are counted",
    ),
}

# The general engine for rounds counts these; the quick ones never did.
COUNTED = (
    "hold'em with a joker",
    "Omaha",
    "a dealer's card beside community cards",
    "own cards seen one after the other",
    "wild deuces and an exchange against a dealer",
)
REFUSED = {name: case for name, case in CANDIDATES.items() if name not in COUNTED}


@pytest.mark.parametrize("game", COUNTED)
def test_what_the_general_engine_counts(game: str) -> None:
    assert isinstance(from_text(CANDIDATES[game][0]).game().wagers[0], RoundWager)


@pytest.mark.parametrize("game", REFUSED)
def test_what_cannot_be_counted_is_refused_in_words(game: str) -> None:
    text, message = REFUSED[game]
    with pytest.raises(GameFileError) as refused:
        from_text(text)
    assert message in str(refused.value)


# Published returns of games without an opponent, to the digits printed (Shackleford, wizardofodds.com).
RETURNS = {
    ("jacks-or-better", "9-6"): "0.995439",
    ("deuces-wild", "full-pay"): "1.007620",
    ("deuces-wild", "nsu"): "0.997283",
    ("double-double-bonus", "9-6"): "0.989808",
    ("let-it-ride", "standard"): "0.964943",
    ("mississippi-stud", "1"): "0.950851",
}


@pytest.mark.parametrize(("game", "paytable"), RETURNS)
def test_games_without_an_opponent_return_what_was_published(game: str, paytable: str) -> None:
    (result,) = analyze(load_game_file(PATHS[game]), None, "base", paytable, RUN).wagers
    assert result.ev is not None
    assert f"{float(1 + result.ev):.6f}" == RETURNS[game, paytable]
    names = [outcome.name for outcome in result.outcomes]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "game", ["jacks-or-better", "deuces-wild", "double-double-bonus", "let-it-ride", "mississippi-stud"]
)
def test_games_without_an_opponent_are_played_as_the_referee_plays_them(game: str) -> None:
    file = load_game_file(PATHS[game])
    compared = 0
    for wager, paytable, rules in refereed(file, None, 1):
        deals, differences = compare_with_referee(rules, wager, paytable, RUN)
        assert not differences
        compared += deals
    assert compared > 2000


def test_another_pay_is_seen_by_the_referee() -> None:
    """Sabotage: the engine's file pays one more for a pair."""
    file = load_game_file(GAMES / "jacks-or-better.toml")
    wager, paytable, rules = next(iter(refereed(file, None, 1)))
    other = from_text(file.text.replace("pair-of-jacks-or-better = 1", "pair-of-jacks-or-better = 2"))
    right, wrong = (play(one, wager, paytable) for one in (rules, on_deck(other.rules(), rules.pack.deck)))
    assert right.results != wrong.results


def test_one_hand_of_video_poker_and_of_a_reveal() -> None:
    poker = hand_choices(load_game_file(GAMES / "jacks-or-better.toml"), "As Ks Qs Js 9d", run=RUN)
    assert len(poker.choices) == 32
    assert (poker.choices[0].action, poker.choices[0].ev) == ("hold Js Qs Ks As", Fraction(825, 47))
    ride = hand_choices(load_game_file(GAMES / "let-it-ride.toml"), "As Ks Qs", "Js", run=RUN)
    assert [choice.action for choice in ride.choices] == ["ride", "pull"]


def test_a_reveal_of_six_cards() -> None:
    """It was planned for the engine of five cards, which refused it when it was counted, without saying where."""
    deck = '[deck]\nranks = "T-A"\nsuits = "cd"\n[deal]\nown = 2\nrest = 4\n'
    looked = 'of = ["own", "rest"]\npays.two-pair = 1\npays.flush = 3'
    text = HEAD + deck + FOLD_OR_BET + TWO_HANDS.replace('compare = ["own", "house"]', looked)
    assert compare_with_referee(from_text(text).rules(), "w", "1", RUN) == (3150, [])


# --- what would be accepted and not used -----------------------------------------------------------------------------

FEES = "fees = { bets = [10], player = [[10, 1]], dealer = [[10, 1]] }\n"
UNREAD = {
    "fees of a bet or a fold": (PLAY, "qualifies =", FEES + "qualifies =", "wagers.w.fees"),
    "fees after an exchange": (DRAW, 'compare = ["final"', FEES + 'compare = ["final"', "wagers.w.fees"),
    "a bonus from a meter": (
        PLAY,
        "pays.straight = 2",
        'pays.straight = "J/10"\nmeter = { bet = 1 }',
        "wagers.w.meter",
    ),
}


@pytest.mark.parametrize("case", UNREAD)
def test_what_a_shape_would_not_use_is_refused(case: str) -> None:
    base, old, new, place = UNREAD[case]
    assert base.count(old) == 1
    with pytest.raises(GameFileError) as refused:
        from_text(KEYS + base.replace(old, new))
    assert f"{place}: " in str(refused.value)


@pytest.mark.parametrize("bets", ["{ one = 1, two = 1 }", "{ one = 2, two = 1 }", '{ one = "1/3", two = 2 }'])
def test_reveals_are_counted_in_units_of_the_first_bet(bets: str) -> None:
    rules = from_text(KEYS + REVEAL.replace("{ one = 1, two = 1 }", bets)).rules()
    deals, differences = compare_with_referee(rules, "w", "1", RUN)
    assert deals
    assert not differences
