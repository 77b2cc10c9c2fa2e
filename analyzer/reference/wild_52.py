"""Wild 52: 53 cards, one fully wild joker, two community cards.

The document lists no order of hands. Its paytable puts Five of a Kind above Royal Flush, so the order is
read as Five of a Kind, Royal Flush, Straight Flush, and so on (`top_hand = "five_of_a_kind"`); the option
`top_hand = "royal"` puts Royal Flush first.

What else the document leaves open, the reading that is taken first:

* `joker_in_flush`: the joker in a flush is the "missing_rank" that is highest, or an "ace";
* `qualifier_cards`: the pair of fives is looked for in the dealer's "best_of_seven", or in his "own_five";
* `bonus_uses`: the five cards that the Bonus looks at are those of which it "pays_most", or the "best_ranked";
* `with_joker`: a royal or straight flush is with the joker if that is "in_the_five" cards, or "among_the_seven";
* side bets after a fold: they stay, or are lost with the Ante (`count_unless_folded`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from analyzer.reference.cards import ACE, FIVE, Cards, Deck, cards_of, count_jokers, without
from analyzer.reference.hands import Hand, HandRules, best_hand, five_card_readings, strength
from analyzer.reference.paytables import LOSE, highest_paying, line_or_lose, paytables

FULL_DECK = Deck(jokers=1)

BONUS_PAYS = paytables(
    "1",
    {
        "five-aces": "1000",
        "five-of-a-kind-deuces-to-kings": "250",
        "royal-flush-without-the-joker": "200",
        "royal-flush-with-the-joker": "150",
        "straight-flush-without-the-joker": "100",
        "straight-flush-with-the-joker": "50",
        "four-of-a-kind-without-the-joker": "25",
        "four-of-a-kind-with-the-joker": "20",
        "full-house": "5",
        "flush": "3",
        "straight": "2",
    },
)

JOKER_PAYS = paytables("1", {"joker-in-the-community-cards": "10", "joker-in-the-players-five": "4"})


def hand_rules(top_hand: str, joker_in_flush: str = "missing_rank") -> HandRules:
    """The order of hands with Five of a Kind or with Royal Flush on top."""
    return HandRules(joker="wild", wheel="lowest", top_hand=top_hand, joker_in_flush=joker_in_flush)


# Bonus: the best five of the player's five cards and the two community cards


def bonus_line(hand: Hand, beside_a_joker: bool = False) -> str:
    """The name of a five-card hand in the words of the Bonus paytable.

    `beside_a_joker`: a royal or straight flush is with the joker although its five cards do not use it.
    """
    if hand.type == "five-of-a-kind":
        return "five-aces" if hand.ranks == (ACE,) else "five-of-a-kind-deuces-to-kings"
    if hand.type in ("royal-flush", "straight-flush") and beside_a_joker:
        return f"{hand.type}-with-the-joker"
    if hand.type in ("royal-flush", "straight-flush", "four-of-a-kind"):
        return f"{hand.type}-without-the-joker" if hand.natural else f"{hand.type}-with-the-joker"
    return hand.type


def is_beside_a_joker(seven: Cards, with_joker: str) -> bool:
    """Whether the joker makes every royal or straight flush of these seven cards one with the joker."""
    if with_joker == "in_the_five":
        return False
    if with_joker == "among_the_seven":
        return count_jokers(seven) > 0
    raise ValueError(f"with_joker is 'in_the_five' or 'among_the_seven', not {with_joker!r}")


def bonus(
    seven: Cards,
    bonus_uses: str = "pays_most",
    top_hand: str = "five_of_a_kind",
    with_joker: str = "in_the_five",
) -> str:
    """The line that the seven cards win on, or "lose".

    "pays_most": of every five of the seven cards, in every reading, the line that pays most.
    "best_ranked": the five that rank highest; of two equal ones that without the joker.
    """
    rules, beside = hand_rules(top_hand), is_beside_a_joker(seven, with_joker)
    if bonus_uses == "pays_most":
        hands = [hand for five in combinations(seven, 5) for hand in five_card_readings(five, rules)]
        return highest_paying({bonus_line(hand, beside) for hand in hands}, BONUS_PAYS["1"])
    if bonus_uses == "best_ranked":
        return line_or_lose(bonus_line(best_hand(seven, rules), beside), BONUS_PAYS["1"])
    raise ValueError(f"bonus_uses is 'pays_most' or 'best_ranked', not {bonus_uses!r}")


def count_bonus(
    deck: Deck,
    bonus_uses: str = "pays_most",
    top_hand: str = "five_of_a_kind",
    with_joker: str = "in_the_five",
) -> Counter[str]:
    """How many of all seven-card hands win on each line."""
    return Counter(bonus(seven, bonus_uses, top_hand, with_joker) for seven in combinations(cards_of(deck), 7))


# Joker wager


def joker_wager(five: Cards, community: Cards) -> str:
    """The joker among the community cards, among the player's five, or elsewhere: then the wager loses."""
    if count_jokers(community) > 0:
        return "joker-in-the-community-cards"
    if count_jokers(five) > 0:
        return "joker-in-the-players-five"
    return LOSE


def count_joker_wager(deck: Deck, player_cards: int = 5, community_cards: int = 2) -> Counter[str]:
    """How many deals, the player's cards and then the community cards, win on each line."""
    counts: Counter[str] = Counter()
    for five in combinations(cards_of(deck), player_cards):
        for community in combinations(without(cards_of(deck), five), community_cards):
            counts[joker_wager(five, community)] += 1
    return counts


# Ante and Play


class Settlement(NamedTuple):
    """How a round ended: the choice, whether the dealer qualified, who won, and the net result in Antes.

    choice: "fold", "check" (the first Play bet only) or "bet" (both).
    what: "fold", "win", "push" or "lose".
    """

    choice: str
    dealer_qualifies: bool
    what: str
    net: Fraction


class PlayedGame(NamedTuple):
    """Ante and Play over every deal.

    outcomes: how many deals ended in each settlement.
    expected_value, average_bet: in Antes; the Ante is part of the bet.
    first_choices: how many hands of five fold and play.
    second_choices: of the hands that play with each first community card, how many check and bet.
    first_ties, second_ties: in how many of these states the two choices are equal.
    """

    outcomes: Counter[Settlement]
    expected_value: Fraction
    average_bet: Fraction
    first_choices: Counter[str]
    second_choices: Counter[str]
    first_ties: int
    second_ties: int


Showdown = tuple[bool, str]  # does the dealer qualify; "win", "push" or "lose"
FIRST_PLAY_BET = 2
SECOND_PLAY_BET = 2


def qualifies(dealer: Hand) -> bool:
    """The dealer qualifies with any hand that ranks at least a pair of fives.

    Two pair of threes and twos qualifies. The joker and both community cards count.
    """
    if dealer.type == "high-card":
        return False
    if dealer.type == "pair":
        return dealer.ranks[0] >= FIVE
    return True


def winner(player: Hand, dealer: Hand, rules: HandRules) -> str:
    """Who has the higher hand, as seen by the player: "win", "push" or "lose"."""
    own, other = strength(player, rules), strength(dealer, rules)
    if own > other:
        return "win"
    if own == other:
        return "push"
    return "lose"


def settle(choice: str, dealer_qualifies: bool, what: str) -> Settlement:
    """The result after "check" or "bet".

    Dealer qualifies: the Ante and all Play bets win, lose or push together, 1 to 1. Dealer does not
    qualify: the Play bets push, the Ante still wins, loses or pushes.
    """
    play_bets = FIRST_PLAY_BET + (SECOND_PLAY_BET if choice == "bet" else 0)
    at_stake = 1 + play_bets if dealer_qualifies else 1
    net = {"win": at_stake, "push": 0, "lose": -at_stake}[what]
    return Settlement(choice, dealer_qualifies, what, Fraction(net))


def hand_to_qualify_with(own: Cards, seven: Cards, rules: HandRules, qualifier_cards: str) -> Hand:
    """The hand of the dealer in which the pair of fives is looked for; his joker is wild in both."""
    if qualifier_cards == "best_of_seven":
        return best_hand(seven, rules)
    if qualifier_cards == "own_five":
        return best_hand(own, rules)
    raise ValueError(f"qualifier_cards is 'best_of_seven' or 'own_five', not {qualifier_cards!r}")


def meet_every_dealer(
    five: Cards,
    community: Cards,
    deck: Deck,
    rules: HandRules,
    dealer_cards: int,
    qualifier_cards: str = "best_of_seven",
) -> Counter[Showdown]:
    """The player's five and both community cards against every dealer hand.

    On the full deck these are C(46,5) = 1,370,754 dealer hands.
    """
    player = best_hand(tuple(sorted(five + community)), rules)
    showdowns: Counter[Showdown] = Counter()
    for own in combinations(without(cards_of(deck), five + community), dealer_cards):
        seven = tuple(sorted(own + community))
        qualified = qualifies(hand_to_qualify_with(own, seven, rules, qualifier_cards))
        showdowns[qualified, winner(player, best_hand(seven, rules), rules)] += 1
    return showdowns


def meet_every_second_card(
    five: Cards,
    first: int,
    deck: Deck,
    rules: HandRules,
    dealer_cards: int,
    qualifier_cards: str = "best_of_seven",
) -> Counter[Showdown]:
    """The first community card known: every second community card and every dealer hand."""
    showdowns: Counter[Showdown] = Counter()
    for second in without(cards_of(deck), (*five, first)):
        showdowns.update(meet_every_dealer(five, (first, second), deck, rules, dealer_cards, qualifier_cards))
    return showdowns


def results_of(choice: str, showdowns: Counter[Showdown]) -> Counter[Settlement]:
    """What "check" or "bet" makes of these showdowns."""
    return Counter({settle(choice, qualified, what): n for (qualified, what), n in showdowns.items()})


def total_net(results: Counter[Settlement]) -> Fraction:
    """The sum of the net results of all deals."""
    return sum((count * settlement.net for settlement, count in results.items()), Fraction(0))


class SecondDecision(NamedTuple):
    """The better of checking and betting in one state, its results, and whether both were equally good."""

    choice: str
    results: Counter[Settlement]
    tie: bool


def decide_second(
    five: Cards,
    first: int,
    deck: Deck,
    rules: HandRules,
    dealer_cards: int,
    qualifier_cards: str = "best_of_seven",
) -> SecondDecision:
    """Check, or make the second Play bet if that is better."""
    showdowns = meet_every_second_card(five, first, deck, rules, dealer_cards, qualifier_cards)
    check, bet = results_of("check", showdowns), results_of("bet", showdowns)
    tie = total_net(bet) == total_net(check)
    if total_net(bet) > total_net(check):
        return SecondDecision("bet", bet, tie)
    return SecondDecision("check", check, tie)


def average_bet(outcomes: Counter[Settlement]) -> Fraction:
    """The Ante and the Play bets that were made, averaged over all deals."""
    bets = {"fold": 1, "check": 1 + FIRST_PLAY_BET, "bet": 1 + FIRST_PLAY_BET + SECOND_PLAY_BET}
    total = sum(count * bets[settlement.choice] for settlement, count in outcomes.items())
    return Fraction(total, outcomes.total())


class FirstDecision(NamedTuple):
    """The better of folding and playing with one hand, its results, and the second decisions that follow."""

    choice: str
    results: Counter[Settlement]
    tie: bool
    seconds: list[SecondDecision]


def decide_first(
    five: Cards,
    deck: Deck,
    rules: HandRules,
    dealer_cards: int,
    qualifier_cards: str = "best_of_seven",
) -> FirstDecision:
    """Fold, or make the first Play bet if that is better."""
    firsts = without(cards_of(deck), five)
    seconds = [decide_second(five, first, deck, rules, dealer_cards, qualifier_cards) for first in firsts]
    play: Counter[Settlement] = Counter()
    for second in seconds:
        play.update(second.results)
    fold = Counter({Settlement("fold", False, "fold", Fraction(-1)): play.total()})
    tie = total_net(play) == total_net(fold)
    if total_net(play) > total_net(fold):
        return FirstDecision("play", play, tie, seconds)
    return FirstDecision("fold", fold, tie, [])


def play_ante(
    deck: Deck,
    top_hand: str = "five_of_a_kind",
    player_cards: int = 5,
    dealer_cards: int = 5,
    *,
    joker_in_flush: str = "missing_rank",
    qualifier_cards: str = "best_of_seven",
) -> PlayedGame:
    """Play the Ante over every deal, with the best choice at both decisions; of equals the smaller bet.

    A deal: the player's cards, the first and then the second community card, the dealer's cards.
    """
    rules = hand_rules(top_hand, joker_in_flush)
    outcomes: Counter[Settlement] = Counter()
    first_choices: Counter[str] = Counter()
    second_choices: Counter[str] = Counter()
    first_ties = second_ties = 0
    for five in combinations(cards_of(deck), player_cards):
        decided = decide_first(five, deck, rules, dealer_cards, qualifier_cards)
        outcomes.update(decided.results)
        first_choices[decided.choice] += 1
        first_ties += decided.tie
        second_choices.update(second.choice for second in decided.seconds)
        second_ties += sum(second.tie for second in decided.seconds)
    return PlayedGame(
        outcomes,
        total_net(outcomes) / outcomes.total(),
        average_bet(outcomes),
        first_choices,
        second_choices,
        first_ties,
        second_ties,
    )


# Side bets that are lost with the Ante when the player folds


def count_unless_folded(deck: Deck, line: Callable[[Cards, Cards], str]) -> Counter[str]:
    """How many deals, five cards, then one community card and the other, win on each line.

    The player folds as Ante and Play alone demand; what a fold does to the side bets does not move him.
    """
    counts: Counter[str] = Counter()
    for five in combinations(cards_of(deck), 5):
        folds = decide_first(five, deck, hand_rules("five_of_a_kind"), 5).choice == "fold"
        for community in permutations(without(cards_of(deck), five), 2):
            counts[LOSE if folds else line(five, community)] += 1
    return counts


def count_bonus_unless_folded(deck: Deck) -> Counter[str]:
    """The Bonus where a fold loses it."""
    return count_unless_folded(deck, lambda five, community: bonus(tuple(sorted(five + community))))


def count_joker_wager_unless_folded(deck: Deck) -> Counter[str]:
    """The Joker wager where a fold loses it."""
    return count_unless_folded(deck, joker_wager)


def value_of_choice(
    five: Cards,
    first: int | None,
    choice: str,
    deck: Deck,
    *,
    top_hand: str = "five_of_a_kind",
    dealer_cards: int = 5,
) -> Fraction:
    """The average net result, in Antes, of one choice in one state.

    Without a community card: "fold" or "play". With the first community card: "check" or "bet".
    """
    if first is None and choice == "fold":
        return Fraction(-1)
    rules = hand_rules(top_hand)
    if first is None and choice == "play":
        results: Counter[Settlement] = Counter()
        for card in without(cards_of(deck), five):
            results.update(decide_second(five, card, deck, rules, dealer_cards).results)
    elif first is not None and choice in ("check", "bet"):
        results = results_of(choice, meet_every_second_card(five, first, deck, rules, dealer_cards))
    else:
        raise ValueError(f"{choice!r} is not a choice here")
    return total_net(results) / results.total()
