"""One round settled by hand, in words: with the literal reference, which shares no code with the kernels.

Each kind of wager has a function that takes the cards of every seat and returns what the player decides, how the round
is settled, and the outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import combinations

from analyzer.cards.deck import FIRST_JOKER, card_name, hand_name
from analyzer.game.house_way import HouseWay
from analyzer.game.language import Cards as CardsOf
from analyzer.game.language import Test
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import SetInTwoWager
from analyzer.numbers import decimal_text
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.draws import AUTOMATIC, STAND_PAT
from analyzer.pricing.kinds.registry import kind_of
from analyzer.reference import hands as reference
from analyzer.reference.asked import Asked
from analyzer.reference.ranked import Ranked
from analyzer.reference.set_hands import SetHands
from analyzer.report.by_rules import Seen, ToldRound
from analyzer.report.by_rules import rules_of as rules_of_file
from analyzer.report.kinds import settled_by
from analyzer.run.jobs import Run

Cards = tuple[int, ...]
DRAW_SEAT = "draw"


@dataclass(frozen=True)
class Dealt:
    """The cards of a round by seat, in the order in which they were dealt."""

    game: Game
    paytable: Paytable
    seats: Mapping[str, Cards]
    run: Run

    def of(self, *names: str) -> Cards:
        return tuple(card for name in names for card in self.seats[name])


@dataclass(frozen=True)
class Settled:
    """What was decided and how it ended; `outcome` is how the name of the outcome must begin."""

    decision: str
    how: str
    outcome: str


def sorted_name(cards: Sequence[int]) -> str:
    """The cards for people, highest first."""
    return hand_name(sorted(cards, reverse=True))


def rules_of(game: Game) -> reference.HandRules:
    return reference.HandRules(**asdict(game.ranking))


def settle(dealt: Dealt, wager: Wager) -> Settled:
    by_hand = settled_by(wager)
    return _by_rules(dealt, wager) if by_hand is None else by_hand(dealt, wager)


def _by_rules(dealt: Dealt, wager: Wager) -> Settled:
    """A wager that the language of its file is enough to tell of."""
    told = told_round(dealt, wager)
    return Settled(told.decision, told.how, told.outcome)


def told_round(dealt: Dealt, wager: Wager, level: Fraction | None = None) -> ToldRound:
    """The round for the referee: the cards by group, and what is best for the player whenever he decides."""
    played = wager.main or wager

    def advice(seen: Seen) -> tuple[str, str]:
        paytable = dealt.paytable if played is wager else played.paytables[0]
        return _choice(replace(dealt, paytable=paytable), played, seen.own, seen.others, seen)

    return ToldRound(rules_of_file(dealt.game), wager.id, dealt.paytable.id, dealt.seats, advice, level)


# --- hands in words --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Literal:
    """A hand as the reference reads it."""

    strength: reference.Strength
    name: str


def read_hand(game: Game, cards: Cards, size: int) -> Literal:
    """The best hand of so many of the cards."""
    rules = rules_of(game)
    ordered = tuple(sorted(cards))
    if size == 3:
        hands = [reference.three_card_hand(three, rules) for three in combinations(ordered, 3)]
        hand = max(hands, key=lambda one: (reference.three_card_strength(one, rules), one.natural))
        return Literal(reference.three_card_strength(hand, rules), _named(hand))
    if size != 5 and game.rules is not None:
        ranked = Ranked(game.rules.pack, size)
        reading = min(ranked.best(ordered), key=lambda one: one.ranks)
        return Literal(reading.strength, _named(reference.Hand(reading.type, reading.ranks, reading.natural)))
    rated = reference.best_hand(ordered, rules)
    return Literal(reference.best_strength(ordered, rules), _named(rated))


def _named(hand: reference.Hand) -> str:
    """
    >>> _named(reference.Hand("full-house", (3, 2), False))
    'a full house with the joker'
    """
    words = hand.type.replace("-", " ")
    bare = words.split()[0] in ("two", "three", "four", "five", "high")
    return ("" if bare else "a ") + words + ("" if hand.natural else " with the joker")


def _compared(own: reference.Strength, other: reference.Strength) -> str:
    return "win" if own > other else "tie" if own == other else "lose"


_WORDS = {"win": "higher", "tie": "equal", "lose": "lower"}


# --- each kind of wager ----------------------------------------------------------------------------------------------


def settle_lines(dealt: Dealt, wager: LinesWager) -> Settled:
    cards = dealt.of(*wager.seats)
    which = f"{len(cards)} cards" if len(cards) == wager.hand_size else f"best {wager.hand_size} of {len(cards)} cards"
    told = f"{which}: {read_hand(dealt.game, cards, wager.hand_size).name}"
    ruled = [one for one in (dealt.game.rules.wagers if dealt.game.rules else ()) if one.id == wager.id]
    if len(cards) > wager.hand_size and any(one.uses == "pays_most" for one in ruled):
        told += "; a line may be made by any of them"
    if wager.tax is not None and wager.tax.before_last:
        told += f"; before the last card: {read_hand(dealt.game, cards[:-1], wager.hand_size).name}"
    return Settled("none", told, "")


def settle_asked(dealt: Dealt, wager: AskedLinesWager) -> Settled:
    """Lines of several questions; where they look at the front or the back, how the house way sets the cards."""
    told = settle_lines(dealt, wager)
    if not wager.house_way.rows:
        return told
    setting = set_cards(dealt.game, wager.house_way, dealt.of(*wager.seats))
    return replace(told, how=f"{told.how}; set by the house way {setting}, {setting.back_name} behind")


def settle_jokers(dealt: Dealt, wager: JokersWager) -> Settled:
    held = [(seat.name, sum(card >= FIRST_JOKER for card in dealt.seats[seat.name])) for seat in wager.seats]
    return Settled("none", "jokers: " + ", ".join(f"{name} {number}" for name, number in held), "")


def settle_draw(dealt: Dealt, wager: DrawWager) -> Settled:
    player, dealer = dealt.seats[wager.player.name], dealt.seats[wager.dealer.name]
    choice, told = _choice(dealt, wager, player)
    own = read_hand(dealt.game, player, wager.hand_size)
    if choice == AUTOMATIC:
        return Settled(AUTOMATIC, f"dealt {own.name}, which wins at once", "automatic-win")
    final = player
    if choice != STAND_PAT:
        final = tuple(card for card in player if card != _discarded(player, choice)) + dealt.seats[DRAW_SEAT][:1]
    own = read_hand(dealt.game, final, wager.hand_size)
    other = read_hand(dealt.game, dealer, wager.hand_size)
    result = _compared(own.strength, other.strength)
    drawn = "" if choice == STAND_PAT else f"draws {card_name(dealt.seats[DRAW_SEAT][0])}; "
    how = f"{drawn}player has {own.name}, dealer {other.name}: the player's is {_WORDS[result]}"
    return Settled(told, how, result)


def _discarded(player: Cards, choice: str) -> int:
    """The card that a choice such as `discard 4d` names."""
    return next(card for card in player if f"discard {card_name(card)}" == choice)


def settle_play(dealt: Dealt, wager: PlayWager) -> Settled:
    player, dealer = dealt.seats[wager.player.name], dealt.seats[wager.dealer.name]
    board = dealt.seats[wager.community.name] if wager.community else ()
    action, told = _choice(dealt, wager, player)
    if action == "fold":
        return Settled(told, "the Ante is lost", "fold")
    if board:
        action, second = _choice(dealt, wager, player, board[:1])
        told = f"{told}; after {card_name(board[0])} {second}"
    own = read_hand(dealt.game, player + board, wager.hand_size)
    other = read_hand(dealt.game, dealer + board, wager.hand_size)
    qualifies = _qualifies(dealt, wager, dealer, board)
    result = _compared(own.strength, other.strength)
    compared = wager.unqualified == "compare" or qualifies
    outcome = f"{action}/{'qualifies' if qualifies else 'does-not-qualify'}" + (f"/{result}" if compared else "")
    how = f"player has {own.name}, dealer {other.name} and {'qualifies' if qualifies else 'does not qualify'}"
    return Settled(told, how + (f": the player's is {_WORDS[result]}" if compared else ": the Ante wins"), outcome)


def _qualifies(dealt: Dealt, wager: PlayWager, dealer: Cards, board: Cards) -> bool:
    """Does the dealer pass the test of the file, read literally?"""
    (rules,) = (rules for rules in rules_of_file(dealt.game).wagers if rules.id == wager.id)
    assert rules.compare is not None
    whole = set(rules.compare[1].groups)
    ranked = Ranked(rules_of_file(dealt.game).pack, wager.hand_size)

    def passes(test: Test) -> bool:
        if isinstance(test.of, CardsOf):
            cards = dealer + board if set(test.of.hand.groups) == whole else dealer
            if not Asked(tuple(sorted(cards)), ranked, pays_most=False).passes(test):
                return False
        return all(map(passes, test.all)) and (not test.any or any(map(passes, test.any)))

    return rules.qualifies is None or passes(rules.qualifies)


def settle_set(dealt: Dealt, wager: SetInTwoWager) -> Settled:
    sides = zip((wager.player, wager.dealer), (wager.house_way, wager.dealers_way), strict=True)
    own, other = (set_cards(dealt.game, way, dealt.seats[seat.name]) for seat, way in sides)
    hands = [(own.front_strength, other.front_strength), (own.back_strength, other.back_strength)]
    higher = sum(one > two for one, two in hands)
    outcome = ("lose", "push", "win")[higher]
    how = f"player {own}; dealer {other}: {('neither', 'one', 'both')[higher]} of the player's hands higher"
    if wager.copies == "lose_wager" and any(one == two for one, two in hands):
        outcome, how = "lose", f"player {own}; dealer {other}: an equal hand, which loses"
    decision = f"house way, row {own.row}"
    if wager.high_id:
        return Settled(decision, how, _push_outcome(dealt.game, wager, own, other) if outcome == "push" else "lose")
    return Settled(decision, how, outcome)


def _push_outcome(game: Game, wager: SetInTwoWager, own: SetByHouseWay, other: SetByHouseWay) -> str:
    """A push pays more if one of the tests of the line passes: a pair in either front, or what else it asks for."""
    rules = rules_of_file(game)
    (asked,) = (one for one in rules.wagers if one.id == wager.id)
    (line,) = (line for line in asked.lines if line.id == wager.high_id)
    assert asked.compare is not None
    for test in line.test.any:
        assert isinstance(test.of, CardsOf)
        side = own if test.of.hand == asked.compare[0] else other
        cards, size = (side.front, 2) if test.of.part == "front" else (side.back, 5)
        if Asked(tuple(sorted(cards)), Ranked(rules.pack, size), pays_most=False).passes(test):
            return wager.high_id
    return "push"


@dataclass(frozen=True)
class SetByHouseWay:
    """Seven cards set by a house way."""

    index: int
    row: int
    front: Cards
    back: Cards
    front_strength: reference.Strength
    back_strength: reference.Strength
    back_name: str

    def __str__(self) -> str:
        return f"{sorted_name(self.front)} | {sorted_name(self.back)}"


def set_cards(game: Game, way: HouseWay, cards: Cards) -> SetByHouseWay:
    """How the house way sets the cards, row by row, with both hands valued by the referee."""
    table = SetHands(rules_of_file(game).pack)
    index, setting = table.row_and_setting(tuple(sorted(cards)), way)
    front = tuple(card for card in cards if card in setting.front)
    behind = tuple(card for card in cards if card in setting.back)
    name = read_hand(game, behind, 5).name
    strengths = setting.front_strength, setting.back_strength
    return SetByHouseWay(index, way.rows[index].number, front, behind, *strengths, name)


def _choice(dealt: Dealt, wager: Wager, cards: Cards, board: Cards = (), seen: Seen | None = None) -> tuple[str, str]:
    """The best choice, and a text with its value and that of the next best."""
    # Seen beside his own: community cards or cards of the dealer; each kind of wager asks for those that it has.
    question = Question(dealt.game, cards, board, dealt.paytable, dealt.run, sees=board)
    if seen is not None:
        question = replace(question, stage=seen.stage, groups=seen.groups, discards=seen.discards)
    choices: list[HandChoice] = sorted(kind_of(wager).choices(question, wager), key=lambda choice: -choice.ev)
    best = choices[0]
    told = f"{best.action} ({_ev(best)}"
    others = [choice for choice in choices if choice.ev != best.ev]
    return best.action, told + (f"; next best {others[0].action} {_ev(others[0])})" if others else ")")


def _ev(choice: HandChoice) -> str:
    return decimal_text(choice.ev, 6)
