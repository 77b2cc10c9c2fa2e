"""What each wager compares and what its lines look at, and what the player sees before he decides: from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.game.language import (
    ORDER_OF_BEST,
    Bet,
    Cards,
    Exchange,
    Hand,
    Looked,
    Order,
    Row,
    Rules,
    Stage,
    Test,
    Value,
    WagerRules,
    asks_hand,
    bare_test,
    inner_tests,
)
from analyzer.report.asked_words import asked_words, value_text
from analyzer.report.blocks import Block, amount_text, bullets, heading, numbered, text
from analyzer.report.subject import Subject

_SIZES: dict[Order, int] = {order: size for size, order in ORDER_OF_BEST.items()}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
FRONT_CARDS, BACK_CARDS = 2, 5
SEEN_TITLE = "What the player sees, and when"


def ruled_wagers(subject: Subject) -> list[WagerRules]:
    """The wagers of the report as the file has them."""
    reported = {wager.id for wager in subject.wagers}
    return [one for one in (subject.game.rules.wagers if subject.game.rules else ()) if one.id in reported]


def compares(subject: Subject) -> bool:
    return any(wager.compare is not None for wager in ruled_wagers(subject))


# --- which orders are used -------------------------------------------------------------------------------------------


def sizes_of(subject: Subject) -> list[int]:
    """The sizes of the hands that are ranked, the largest first: in comparisons, lines, qualifiers and decisions."""
    rules = subject.game.rules
    sizes = {size for wager in ruled_wagers(subject) for size in _sizes_of_wager(wager)}
    if rules is not None and any(wager.has_decisions for wager in subject.wagers):
        sizes |= {size for stage in rules.stages for size in _sizes_of_tests(_stage_tests(stage), None)}
    return sorted(sizes, reverse=True)


def _sizes_of_wager(wager: WagerRules) -> set[int]:
    compared = {size for hand in wager.compare or () for size in hand_sizes(hand)}
    return compared | _sizes_of_tests(_tests_of(wager), wager.compare)


def _sizes_of_tests(tests: Iterable[Test], compare: tuple[Hand, Hand] | None) -> set[int]:
    return {size for cards in _ranked(tests) for size in _sizes_of_cards(cards, compare)}


def _ranked(tests: Iterable[Test]) -> Iterator[Looked]:
    """What tests look at that ask for the hand which the cards make."""
    for test in tests:
        if test.of is not None and asks_hand(test):
            yield test.of


def _sizes_of_cards(cards: Looked, compare: tuple[Hand, Hand] | None) -> tuple[int, ...]:
    if not isinstance(cards, Cards):  # the winner or the loser
        return hand_sizes(compare[0]) if compare else ()
    if cards.part:
        return (FRONT_CARDS if cards.part == "front" else BACK_CARDS,)
    return hand_sizes(cards.hand)


def hand_sizes(hand: Hand) -> tuple[int, ...]:
    """How many cards its hands have: of one that is set in two, those of both parts."""
    return (BACK_CARDS, FRONT_CARDS) if hand.house_way else (_SIZES[hand.order],)


def _tests_of(wager: WagerRules) -> Iterator[Test]:
    yield from inner_tests(wager.qualifies)
    yield from _row_tests(wager)
    yield from _line_tests(wager)


def _stage_tests(stage: Stage) -> Iterator[Test]:
    for test in (stage.automatic_win, *(choice.when for choice in stage.choices)):
        yield from inner_tests(test)


# --- what wagers look at ---------------------------------------------------------------------------------------------


def look_blocks(subject: Subject) -> list[Block]:
    rules, wagers = subject.game.rules, ruled_wagers(subject)
    if rules is None or not wagers:
        return []
    items = [f"{wager.name}: {' '.join(_looks(rules, wager))}" for wager in wagers]
    return [heading(subject.id_of(2, "looks"), "What each wager looks at"), bullets(items)]


def _looks(rules: Rules, wager: WagerRules) -> Iterator[str]:
    if wager.compare is not None:
        yield from _compared(rules, wager, wager.compare)
    rows = _told_of(rules, [test for test in _row_tests(wager) if _asks_cards(test)])
    if rows:
        yield f"{'its' if wager.compare is None else 'Its'} rows look at {'; '.join(rows)}."
    if wager.lines:
        yield from _read_from(rules, wager, is_first=wager.compare is None and not rows)
    elif wager.compare is None and not rows:
        yield "no cards: what was done settles it."
    if any(test.natural is not None for line in wager.lines for test in inner_tests(line.test)):
        yield _natural_text(wager)


def _compared(rules: Rules, wager: WagerRules, compare: tuple[Hand, Hand]) -> Iterator[str]:
    own, other = (hand_text(rules, hand) for hand in compare)
    yield f"the player's hand, {own}, is compared with the dealer's, {other}, {_as(compare[0])}."
    if compare[0].house_way:
        equal = "not won" if wager.copies == "hand_not_won" else "lost, and the wager with it"
        yield f"The two hands in front are compared, and the two behind; an equal hand is {equal}."
    if wager.qualifies is not None:
        asked = asked_text(wager.qualifies) if wager.qualifies.of == Cards(compare[1]) else None
        yield f"The dealer qualifies {f'with {asked}' if asked else condition_text(rules, wager.qualifies)}."


def _as(hand: Hand) -> str:
    if hand.house_way:
        return "as five-card hands behind and two-card hands in front"
    return f"as {_NUMBERS[_SIZES[hand.order]]}-card hands"


def _read_from(rules: Rules, wager: WagerRules, *, is_first: bool) -> Iterator[str]:
    """The cards of the lines: hands in their orders, and cards of which no hand is asked."""
    told = _told_of(rules, [test for test in _line_tests(wager) if _asks_cards(test)])
    if told:
        yield f"{'its' if is_first else 'The'} lines look at {'; '.join(told)}."
    yield from _which_cards(rules, wager)
    if len(wager.lines) > 1:
        paid = {"most": "the one that pays most is paid", "first": "the first is paid", "all": "all are paid, added"}
        yield f"Of several lines that apply {paid[wager.overlap]}."


def _told_of(rules: Rules, tests: Sequence[Test]) -> list[str]:
    """The cards of the tests, each once."""
    return list(dict.fromkeys(_asked_of(rules, test, list(_ranked(tests))) for test in tests))


def _asks_cards(test: Test) -> bool:
    return test.of is not None and bare_test(test) != Test(of=test.of)


def _asked_of(rules: Rules, test: Test, ranked: Sequence[Looked]) -> str:
    """The cards of one test; those of a hand that another test ranks whole are not said again."""
    looked = test.of
    assert looked is not None
    if asks_hand(test) or not isinstance(looked, Cards) or looked.part:
        return looked_text(rules, looked)
    whole = looked in ranked and looked.hand.best == _number_of_cards(rules, looked.hand)
    return looked_text(rules, looked) if whole else f"all of {_groups_text(rules, looked.hand)}"


def _which_cards(rules: Rules, wager: WagerRules) -> Iterator[str]:
    """Where more cards are looked at than count: those that rank highest, or any."""
    hands = [cards.hand for cards in _ranked(_line_tests(wager)) if isinstance(cards, Cards) and not cards.part]
    if not hands or not (rules.pack.wild or any(hand.best < _number_of_cards(rules, hand) for hand in hands)):
        return
    if wager.uses == "pays_most":
        yield "A line applies if any of the cards, as many as count, pass it, wild cards read as any that they may be."
    else:
        yield "A line about a hand looks at the one that ranks highest."


def _row_tests(wager: WagerRules) -> Iterator[Test]:
    for _, rows in wager.settle:
        for row in rows:
            yield from inner_tests(row.test)


def _line_tests(wager: WagerRules) -> Iterator[Test]:
    for line in wager.lines:
        yield from inner_tests(line.test)


def _natural_text(wager: WagerRules) -> str:
    if wager.natural == "cards":
        return "Natural means here that none of the cards looked at is wild."
    equal = "" if wager.uses == "pays_most" else "; of hands that rank alike a natural one is taken"
    return f"Natural means that no card that makes the hand is wild{equal}."


def looked_text(rules: Rules, looked: Looked) -> str:
    if not isinstance(looked, Cards):
        return f"the hand of the {looked}"
    if looked.part:
        cards = FRONT_CARDS if looked.part == "front" else BACK_CARDS
        where = "in front" if looked.part == "front" else "behind"
        return f"the {_NUMBERS[cards]} cards {where} of {hand_text(rules, looked.hand)}"
    return f"{hand_text(rules, looked.hand)}, {_as(looked.hand)}"


def hand_text(rules: Rules, hand: Hand) -> str:
    """Which cards a hand has: its groups, and how many of them count."""
    if hand.house_way:
        how = "by the house way" if hand.sets == "house_way" else "as well as possible"
        return f"{_groups_text(rules, hand)}, set in two {how}"
    counted = "" if _number_of_cards(rules, hand) == hand.best else f"the best {_NUMBERS[hand.best]} of "
    return f"{counted}{_groups_text(rules, hand)}"


def _groups_text(rules: Rules, hand: Hand) -> str:
    cards = _cards(_number_of_cards(rules, hand))
    return f"{_listed(hand.groups)} ({cards}{' together' if len(hand.groups) > 1 else ''})"


def _number_of_cards(rules: Rules, hand: Hand) -> int:
    sizes = _group_sizes(rules)
    return sum(sizes[group] for group in hand.groups)


def _group_sizes(rules: Rules) -> dict[str, int]:
    sizes = {group.name: group.cards for group in rules.deal}
    for stage in rules.stages:
        if stage.exchange is not None:
            sizes[stage.exchange.makes] = sizes[stage.exchange.taken_from]
    return sizes


def _listed(names: Sequence[str]) -> str:
    """
    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# --- how bets are settled --------------------------------------------------------------------------------------------

_UNSAID = {"win": "a win pays 1", "tie": "a tie pushes", "loss": "a loss loses it"}


def settle_blocks(subject: Subject) -> list[Block]:
    """For each bet the rows of the file, in order, and those that go unsaid; for a game without a page of rules."""
    rules, wagers = subject.game.rules, ruled_wagers(subject)
    if rules is None or not wagers:
        return []
    items = [
        f"{wager.name}, {_bet_text(wager, bet)}: {_rows_text(rules, wager, bet)}"
        for wager in wagers
        for bet in wager.bets
    ]
    return [
        heading(subject.id_of(2, "settled"), "How each bet is settled"),
        text("The first row that applies settles a bet. Amounts are for each unit of the bet, beside the bet itself."),
        bullets([*items, *_folds(rules, wagers), *_wins_at_once(rules)]),
    ]


def _bet_text(wager: WagerRules, bet: Bet) -> str:
    if not wager.unit.has_stake:
        return f"{bet.name} (no stake; amounts are dollars a round)"
    return (
        f"{bet.name} (no stake of its own)" if bet.is_free else f"{bet.name} ({amount_text(bet.amount)} at the start)"
    )


def _rows_text(rules: Rules, wager: WagerRules, bet: Bet) -> str:
    own = dict(wager.settle).get(bet.name, ())
    told = [_row_text(rules, wager, row, is_first=not number) for number, row in enumerate(own)]
    for row in wager.rows_of(bet)[len(own) :]:
        if any(one.test is None and one.pays is not None for one in own):
            break  # the rows above settle every round
        if not any(_covers(one, row) for one in own):
            unsaid = _row_text(rules, wager, row, is_first=not told)
            told.append(_UNSAID[next(iter(row.test.on))] if row.test else unsaid)
    return "; ".join(told) + "."


def _covers(own: Row, unsaid: Row) -> bool:
    """Whether a row settles all that one which goes unsaid would settle."""
    return own.pays is not None and own.test is not None and own.test == unsaid.test


def _row_text(rules: Rules, wager: WagerRules, row: Row, *, is_first: bool = False) -> str:
    what = _paid_text(wager, row.pays)
    if row.test is None:
        return what if row.pays is None or is_first else f"otherwise {what}"
    return f"{condition_text(rules, row.test)}: {what}"


def _paid_text(wager: WagerRules, pays: Fraction | None) -> str:
    if pays is None:
        return f"what the paytable says{' for one' if wager.odds == 'for_one' else ''}, if a line applies"
    if pays == 0:
        return "nothing is won or lost"
    return f"{amount_text(pays)} is paid" if pays > 0 else f"{amount_text(-pays)} is lost"


def condition_text(rules: Rules, test: Test) -> str:
    """When a row applies."""

    def cards_of(looked: Looked) -> tuple[str, bool]:
        if not isinstance(looked, Cards):
            return f"the cards of the {looked}", False
        cards = looked_text(rules, looked) if looked.part else hand_text(rules, looked.hand)
        return cards, not looked.part and _number_of_cards(rules, looked.hand) == 1

    told = asked_words(test, cards_of)
    return f"if {told}" if told else "always"


def _folds(rules: Rules, wagers: Sequence[WagerRules]) -> Iterator[str]:
    """What is lost with a fold."""
    folds = [
        (number, choice)
        for number, stage in enumerate((stage for stage in rules.stages if stage.choices), 1)
        for choice in stage.choices
        if choice.then == "fold"
    ]
    alike = len({(choice.name, choice.loses) for _, choice in folds}) == 1
    for number, choice in folds[:1] if alike else folds:
        when = "" if alike else f" at decision {number}"
        kept = "".join(f", {bet} with {amount_text(share)} of it" for bet, share in choice.loses)
        free = "; bets without a stake pay nothing" if any(bet.is_free for bet in rules.main.bets) else ""
        yield f"With {choice.name}{when} the bets of {rules.main.name} are lost as they stand{kept}{free}."
    if folds and any(wager.id != rules.main.id for wager in wagers):
        yield "Other wagers are settled whether the round is folded or not, unless a row of theirs asks for it."


def _wins_at_once(rules: Rules) -> Iterator[str]:
    if any(stage.automatic_win is not None for stage in rules.stages):
        qualified = ", against a dealer who counts as qualified" if rules.main.qualifies is not None else ""
        yield f"A win at once is a win in {rules.main.name}{qualified}; the dealer's hand is not looked at for it."


# --- tests in words --------------------------------------------------------------------------------------------------


def asked_text(test: Test) -> str | None:
    """The hand that a test asks for, where that is all it asks."""
    value = test.at_least
    if value is not None and test == Test(of=test.of, at_least=value):
        return f"{value_text(value)} or better"
    if test.hands and test == Test(of=test.of, hands=test.hands):
        return " or ".join(value_text(Value(hand)) for hand in sorted(test.hands))
    return None


# --- what is seen, and when ------------------------------------------------------------------------------------------


def seen_blocks(subject: Subject) -> list[Block]:
    """What is dealt, and for each stage which cards the player sees, which not yet, and what he may do."""
    rules = subject.game.rules
    if rules is None:
        return []
    return [
        heading(subject.id_of(2, "seen"), SEEN_TITLE),
        numbered([f"Dealt: {dealt_text(rules)}.", *stage_texts(rules)]),
    ]


def dealt_text(rules: Rules) -> str:
    """How many cards each group of the deal has, and how many more may be drawn."""
    exchanges = [stage.exchange for stage in rules.stages if stage.exchange is not None]
    drawn = {exchange.draw: max(exchange.discards) for exchange in exchanges}
    return "; ".join(
        f"up to {_cards(min(group.cards, drawn[group.name]))} more to be drawn ({group.name})"
        if group.name in drawn
        else f"{group.name} {_cards(group.cards)}"
        for group in rules.deal
    )


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


def stage_texts(rules: Rules) -> Iterator[str]:
    sizes = _group_sizes(rules)
    hidden = [group.name for group in rules.deal]
    if not rules.stages:
        yield _no_stages(rules)
    for stage in rules.stages:
        hidden = [group for group in hidden if group not in stage.sees]
        shown = [f"{group} ({_cards(sizes[group])})" for group in stage.sees]
        yield f"The player sees {_listed(shown) if shown else 'no more cards'}.{_unseen(hidden)} {_done(rules, stage)}"
        if stage.exchange is not None:  # the cards that it makes are seen where the file says so
            hidden = [group for group in hidden if group != stage.exchange.draw] + [stage.exchange.makes]
    yield "Then all cards are turned up, and the wagers are settled."


def _no_stages(rules: Rules) -> str:
    if any(hand.sets == "optimal" for hand in rules.hands):
        return "The player sees his own cards when he sets them, and no others."
    return "The player decides nothing: what he sees changes no result."


def _unseen(hidden: Sequence[str]) -> str:
    return f" He has not seen {_listed(hidden)}." if hidden else ""


def _done(rules: Rules, stage: Stage) -> str:
    """What the player may do at a stage."""
    told = []
    if stage.automatic_win is not None:
        unless = ", unless he gives that up" if stage.may_decline else ""
        told.append(f"He wins at once {condition_text(rules, stage.automatic_win)}{unless}.")
    if stage.exchange is not None:
        told.append(_exchange_text(stage.exchange))
    elif stage.choices:
        choices = [_choice_text(rules, choice.name, stage) for choice in stage.choices]
        told.append(f"He chooses: {'; '.join(choices)}.")
    return " ".join(told) or "He decides nothing."


def _exchange_text(exchange: Exchange) -> str:
    """
    >>> _exchange_text(Exchange("own", (0, 1), "draw", "final")), _exchange_text(Exchange("own", (2,), "draw", "final"))
    ('He may exchange 0 or 1 card of own; final results.', 'He must exchange 2 cards of own; final results.')
    """
    numbers = _listed([str(number) for number in exchange.discards]).replace(" and ", " or ")
    cards = f"{numbers} card{'s' * (exchange.discards[-1] != 1)} of {exchange.taken_from}"
    costs = f" Its cost is added to {_listed([bet for bet, _ in exchange.cost])}." if exchange.cost else ""
    return f"He {'may' if 0 in exchange.discards else 'must'} exchange {cards}; {exchange.makes} results.{costs}"


def _choice_text(rules: Rules, name: str, stage: Stage) -> str:
    choice = next(one for one in stage.choices if one.name == name)
    bets = ", ".join(f"{bet} is {amount_text(now)}" if now else f"the bet {bet} is 0" for bet, now in choice.bets)
    ends = {"fold": "the round is folded", "showdown": "no further decision", "next": ""}[choice.then]
    what = ", ".join(part for part in (bets, ends) if part) or "no bet changes"
    offered = f", offered {condition_text(rules, choice.when)}" if choice.when is not None else ""
    return f"{choice.name} ({what}{offered})"


# --- what is assumed -------------------------------------------------------------------------------------------------


def play_assumed(subject: Subject) -> Iterator[str]:
    """What is assumed of the player: what he knows, and how he plays."""
    rules, wagers = subject.game.rules, subject.wagers
    if rules is None or not any(wager.has_decisions for wager in wagers):
        return
    if rules.stages:
        yield f"Before a decision the player knows the cards that the list “{SEEN_TITLE}” names there, and no others."
    if any(wager.decided in ("choices", "holds") for wager in wagers):
        yield f"Decisions are made so that the expected result of {rules.main.name} is as large as possible."
    if any(stage.exchange is not None and max(stage.exchange.discards) == 1 for stage in rules.stages):
        yield "Of discards of one card that are equal, that of the lowest card is made; standing pat comes last."
    ways = [wager for wager in wagers if wager.ways]
    if any(not wager.decided for wager in ways):
        yield "Hands that are set in two are set by the house way, where this report does not say otherwise."
    if any(wager.decided == "settings" for wager in ways):
        names = ", ".join(wager.name for wager in ways if wager.decided == "settings")
        yield f"In {names} the player sets his hands so that the expected result is as large as possible."
