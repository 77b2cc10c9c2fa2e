"""A strategy as data: ordered rules, the first that matches decides. The vocabulary, and how it reads in words.

Conditions are about the player's own cards and the community card seen so far; a hand matches a rule when it passes
all of the rule's conditions.

| key              | example                         | meaning |
|------------------|---------------------------------|------------------------------------------------------------|
| `hand`           | `"pair"`, a list                | the best hand of the cards seen |
| `at_least`       | `"pair T"`, `"high-card Q-6-4"` | that hand or a better one; ranks not written may be any |
| `below`          | `"pair 5"`                      | a lower hand than that |
| `ranks`          | `"Q-A"`                         | the rank that decides first: of the pair, the top card |
| `kicker`         | `"T-A"`                         | the rank that decides next |
| `natural`        | `true`                          | the hand needs no joker |
| `jokers`         | `0`, `"1-2"`, `"1+"`            | how many jokers are seen |
| `suited`         | `"4+"`                          | most cards of one suit, jokers counted in |
| `connected`      | `4`                             | most cards that fit into one straight, jokers counted in |
| `straight_ranks` | `"2+"`                          | how many ranks would make a straight with one card more |
| `outs`           | `"8+"`                          | how many unseen cards would make a straight or a flush |
| `points`         | `"45+"`                         | three times the rank that decides first, and more: below |
| `start_points`   | `"67+"`                         | one's own cards added up, and more: below |
| `total`          | `"47+"`                         | the ranks of one's own natural cards added up (ace 14) |
| `flush_high`     | `"A"`                           | highest natural card of the longest suit |
| `high`           | `"K-A"`                         | highest natural card of one's own |
| `second_high`    | `"Q-A"`                         | second highest natural card of one's own |
| `third_high`     | `"T-A"`                         | third highest |
| `low`            | `"6-A"`                         | lowest natural card of one's own |
| `high_cards`     | `{ranks = "T-A", cards = "2+"}` | how many natural cards of one's own have these ranks |
| `overcards`      | `"1+"`                          | natural cards of one's own above the rank that decides first |
| `own_hand`       | `"pair"`                        | the best hand of one's own cards alone |
| `board`          | `"J-A"`, `"Jk"`                 | the community card |
| `board_pairs`    | `true`                          | the community card has the rank of a card of one's own |
| `board_over`     | `true`                          | the community card is above the rank that decides first |
| `own_suited`     | `"3+"`                          | most cards of one suit among one's own, jokers counted in |
| `own_jokers`     | `0`                             | how many jokers are one's own |

Two counts weigh what the other conditions look at one by one (jack 11, queen 12, king 13, ace 14):

- `points`: three times the rank that decides first, plus the outs, plus 3 for each of one's own cards above that rank;
  3 less if the community card is above that rank or below five, 4 more if it is a jack or higher that is not above that
  rank and pairs none of one's own.
- `start_points`: the ranks of one's own cards added up, but 16 for a king and 22 for an ace; 8 more if three or more
  cards are of one suit, 2 more for every straight that lacks at most two cards, jokers counted in.

Where one card is exchanged, an action names a card, `keep` holds conditions on the cards that are left without it, and
`discards` the ranks that it may have; if there is no such card, or it does not pass, the rule does not match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from analyzer.cards.deck import RANKS
from analyzer.game.house_way import ranks_text

Kind = Literal["hands", "ranks", "number", "flag"]

# What each key is about. A value of a feature is a small number: a place in the list of hands, a rank, a number.
CONDITIONS: Mapping[str, Kind] = {
    "hand": "hands",
    "own_hand": "hands",
    "ranks": "ranks",
    "kicker": "ranks",
    "flush_high": "ranks",
    "high": "ranks",
    "second_high": "ranks",
    "third_high": "ranks",
    "low": "ranks",
    "board": "ranks",
    "jokers": "number",
    "own_jokers": "number",
    "suited": "number",
    "own_suited": "number",
    "connected": "number",
    "straight_ranks": "number",
    "outs": "number",
    "points": "number",
    "start_points": "number",
    "total": "number",
    "overcards": "number",
    "high_cards": "number",
    "natural": "flag",
    "board_pairs": "flag",
    "board_over": "flag",
}
BOARD_CONDITIONS = ("board", "board_pairs", "board_over", "own_hand", "own_suited", "own_jokers")
# What can be asked about fewer cards than make a hand.
KEEP_CONDITIONS = (
    "jokers", "suited", "connected", "straight_ranks", "outs", "total", "flush_high", "high", "second_high",
    "third_high", "low", "high_cards",
)  # fmt: skip
NO_RANK = 13  # also the joker, where the community card is asked for
MAX_NUMBER = 127
ALL_VALUES = (1 << MAX_NUMBER + 1) - 1

FOLD, CHECK, BET, STAND_PAT = "fold", "check", "bet", "stand pat"
DISCARDS: Mapping[str, str] = {
    "discard lowest": "the lowest card that is neither paired nor a joker; if there is none, the lowest paired one",
    "keep flush draw": "the lowest card without which all the others are of one suit, jokers counted in",
    "keep straight draw": "the card without which the most ranks make a straight; of equals the lowest",
    "keep high straight draw": "the card without which the most ranks make a straight, but none of the highest rank",
    "discard second lowest": "the second lowest card that is neither paired nor a joker",
    "discard highest": "the highest card that is neither paired nor a joker",
}
BEST = "best"  # a default: where no rule matches, make the best choice


@dataclass(frozen=True)
class Condition:
    """One condition: the feature (with `among`, how many cards have these ranks) and its allowed values as bits."""

    feature: str
    allowed: int
    among: int = 0


@dataclass(frozen=True)
class Floor:
    """A hand to compare with: its strength (analyzer.cards.ranking) with nothing in place of ranks not written."""

    text: str
    strength: int

    @property
    def words(self) -> str:
        """
        >>> Floor("three-of-a-kind 9-8", 0).words
        'three of a kind 9-8'
        """
        name, *ranks = self.text.split(" ")
        return " ".join([name.replace("-", " "), *ranks])


@dataclass(frozen=True)
class Rule:
    """When all conditions hold, the action. `keep` and `discards` (bits) are about the card that the action names."""

    action: str
    when: tuple[Condition, ...] = ()
    at_least: Floor | None = None
    below: Floor | None = None
    keep: tuple[Condition, ...] = ()
    discards: int = ALL_VALUES
    name: str = ""


@dataclass(frozen=True)
class ClaimedFigures:
    """What a file claims: the exact expectation of playing by it, and what that costs against the best play."""

    ev: Fraction
    cost: Fraction


@dataclass(frozen=True)
class Decision:
    """A decision of a wager, and its possible actions; ties go to the first."""

    id: str
    actions: tuple[str, ...]
    sees_board: bool = False


@dataclass(frozen=True)
class Strategy:
    """Rules for the decisions of one wager. `otherwise` is what each decision falls back on."""

    game: str
    wager: str
    name: str
    rules: tuple[Rule, ...]
    otherwise: Mapping[str, str]
    title: str = ""
    description: str = ""
    paytable: str = ""
    figures: ClaimedFigures | None = None
    path: str = ""

    def of(self, decision: Decision) -> tuple[Rule, ...]:
        """The rules about one decision, in order."""
        return tuple(rule for rule in self.rules if rule.action in decision.actions)


# --- in words --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Words:
    """Rules in words; `hands` are the names of the hands, worst first."""

    hands: Sequence[str] = field(default_factory=tuple)

    def rule(self, rule: Rule) -> str:
        """
        >>> Words(("high-card", "pair")).rule(Rule("play", (Condition("suited", 0b110000),)))
        'play with 4 or 5 suited cards'
        """
        conditions = self.conditions(rule)
        return f"{rule.action} with {conditions}" if conditions else f"{rule.action} with any other hand"

    def conditions(self, rule: Rule) -> str:
        """The conditions of a rule in words, or nothing."""
        parts = []
        if rule.at_least is not None:
            parts.append(f"{rule.at_least.words} or better")
        if rule.below is not None:
            parts.append(f"less than {rule.below.words}")
        parts += [self.condition(condition) for condition in rule.when]
        parts += [f"{self.condition(condition)} kept" for condition in rule.keep]
        if rule.discards != ALL_VALUES:
            parts.append(f"{ranks_text(rule.discards)} to discard")
        return ", ".join(parts)

    def condition(self, condition: Condition) -> str:
        """One condition in words."""
        kind = CONDITIONS[condition.feature]
        noun = condition.feature.replace("_", " ")
        if kind == "hands":
            names = [name.replace("-", " ") for i, name in enumerate(self.hands) if condition.allowed >> i & 1]
            return f"{'own ' if condition.feature == 'own_hand' else ''}{' or '.join(names)}"
        if kind == "ranks":
            return f"{_RANK_NOUNS.get(condition.feature, noun)} {told_ranks(condition)}"
        if kind == "flag":
            return _FLAG_WORDS[condition.feature][condition.allowed >> 1 & 1]
        number = told_number(condition.allowed)
        if condition.among:
            return f"{number} of {ranks_text(condition.among)}"
        words = _NUMBER_WORDS[condition.feature].format(number)
        return words.replace("jokers", "joker").replace("cards", "card") if number == "1" else words


_RANK_NOUNS = {"ranks": "rank", "flush_high": "suit headed by", "high": "highest card", "low": "lowest card"}
_RANK_NOUNS |= {"second_high": "second highest card", "third_high": "third highest card", "board": "community card"}
_FLAG_WORDS = {
    "natural": ("a hand that needs a joker", "a hand without a joker"),
    "board_pairs": ("a community card that pairs none of one's own", "a community card that pairs one of one's own"),
    "board_over": ("a community card that is not above it", "a community card above it"),
}
_NUMBER_WORDS = {
    "jokers": "{} jokers",
    "own_jokers": "{} jokers of one's own",
    "suited": "{} suited cards",
    "own_suited": "{} suited cards of one's own",
    "connected": "{} cards to a straight",
    "straight_ranks": "{} ranks that make a straight",
    "outs": "{} outs",
    "points": "{} points",
    "start_points": "{} starting points",
    "total": "ranks that add up to {}",
    "overcards": "{} cards above it",
}


# What the words of a rule mean, by the feature that they are about; words that say it themselves have no entry.
TERMS: Mapping[str, tuple[str, str]] = {
    "ranks": ("rank", "the rank that decides first: of the pair, of the three, or the highest card"),
    "kicker": ("kicker", "the rank that decides next"),
    "natural": ("a hand without a joker", "the best hand of the cards seen needs no joker"),
    "suited": ("suited cards", "the most cards of one suit, jokers counted in"),
    "own_suited": ("suited cards of one's own", "the same without the community card"),
    "connected": ("cards to a straight", "the most cards that fit into one straight, jokers counted in"),
    "straight_ranks": ("ranks that make a straight", "how many ranks would make a straight with one card more"),
    "outs": ("outs", "how many unseen cards would make a straight or a flush"),
    "points": (
        "points",
        "three times the rank that decides first (jack 11, queen 12, king 13, ace 14), plus the outs, plus 3 for each "
        "of one's own cards above that rank; 3 less if the community card is above that rank or below five, 4 more if "
        "it is a jack or higher that is not above that rank and pairs none of one's own",
    ),
    "start_points": (
        "starting points",
        "the ranks of one's own cards added up (jack 11, queen 12), but 16 for a king and 22 for an ace; 8 more if "
        "three or more cards are of one suit, 2 more for every straight that lacks at most two cards, jokers counted "
        "in",
    ),
    "total": ("ranks that add up to", "the ranks of one's own natural cards added up, ace 14"),
    "flush_high": ("suit headed by", "the highest natural card of the longest suit"),
    "high": ("highest card", "the highest natural card of one's own; the second and third highest likewise"),
    "low": ("lowest card", "the lowest natural card of one's own"),
    "overcards": ("cards above it", "natural cards of one's own above the rank that decides first"),
    "board_over": ("a community card above it", "above the rank that decides first"),
}


def terms_of(rules: Sequence[Rule], otherwise: Sequence[str]) -> dict[str, str]:
    """The terms that these rules use, each with its meaning, and the discards that they name.

    >>> terms_of([Rule("play", (Condition("outs", 0b10),))], ["fold"])
    {'outs': 'how many unseen cards would make a straight or a flush'}
    """
    used = {condition.feature for rule in rules for condition in (*rule.when, *rule.keep)}
    used |= {"high"} if used & {"second_high", "third_high"} else set()
    terms = dict(term for feature, term in TERMS.items() if feature in used)
    actions = {rule.action for rule in rules} | set(otherwise)
    return terms | {action: f"discard {card}" for action, card in DISCARDS.items() if action in actions}


def told_ranks(condition: Condition) -> str:
    """The ranks of a condition; for the community card also the joker."""
    ranks = condition.allowed & (1 << len(RANKS)) - 1
    pieces = [ranks_text(ranks)] if ranks else []
    if condition.feature == "board" and condition.allowed >> NO_RANK & 1:
        pieces.append("Jk")
    return ",".join(pieces)


def told_number(allowed: int) -> str:
    """
    >>> told_number(0b1), told_number(0b110), told_number(0b1110), told_number(ALL_VALUES - 3), told_number(0b111)
    ('no', '1 or 2', '1 to 3', '2 or more', 'at most 2')
    """
    values = [value for value in range(MAX_NUMBER + 1) if allowed >> value & 1]
    low, high = values[0], values[-1]
    if len(values) == 1:
        return str(low) if low else "no"
    if len(values) < high - low + 1:
        return " or ".join(str(value) for value in values)
    if high == MAX_NUMBER:
        return f"{low} or more"
    if not low:
        return f"at most {high}"
    return f"{low} or {high}" if len(values) == 2 else f"{low} to {high}"
