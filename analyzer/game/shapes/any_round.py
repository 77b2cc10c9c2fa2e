"""Any round of the language that no quicker shape is: every hand, row and stage as the file says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb, factorial

from analyzer.game.language import Cards, Hand, Stage, Test, WagerRules, bare_test, inner_tests
from analyzer.game.layout import LayoutError, layout_of
from analyzer.game.shapes.common import TableSetup, common_fields, net_paytables, nothing_unread
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.rounds import RoundQuestion, RoundWager
from analyzer.numbers import duration

# Cards of a hand that is ranked.
MAX_HAND = 7
# Steps of a count, of some nanoseconds each: about half an hour.
MAX_STEPS = 10**12
STEP_SECONDS = 2e-9
# Up to this many states of a first decision the worth of each seen card is shown: they take some hundred bytes each.
MAX_TOLD_STATES = 1 << 23


def round_wager(table: TableSetup, wager: WagerRules) -> RoundWager:
    """A wager as it stands; one that depends on what is done for the main wager carries that with it."""
    depends = depends_on_play(table, wager)
    main = _main_round(table) if depends and wager is not table.rules.main else None
    if main is not None and main.compare is not None and wager.compare is not None:
        require(
            wager.compare == main.compare,
            "compare",
            "must be the hands of the main wager, on whose play it depends; others are not counted",
        )
    nothing_unread(wager, "uses")
    require(
        all(bet.is_free for bet in wager.bets) or wager.unit.has_stake,
        "unit",
        "must be 'bets' where something is staked",
    )
    stages = table.rules.stages if depends else ()
    for number, stage in enumerate(stages, 1):
        require(not stage.backs, "", "tells the class of a card by its back, which is not counted in this shape")
        require(not stage.may_decline, "", f"lets who wins at once decline at stage {number}; not counted here")
    _check_exchange(table, wager, stages)
    questions = _Questions(table, wager)
    planned = RoundWager(
        **common_fields(wager),
        paytables=net_paytables(wager),
        deal=table.rules.deal,
        stages=stages,
        compare=wager.compare,
        qualifies=wager.qualifies,
        bets=wager.bets,
        rows=tuple(wager.rows_of(bet) for bet in wager.bets),
        lines=wager.lines,
        questions=tuple(dict.fromkeys(questions.of_wager())),
        stage_questions=tuple(dict.fromkeys(questions.of_stages(stages))),
        main=main,
        exposed=_exposed(table, stages) if wager is table.rules.main else (),
    )
    _check_layout(table, planned)
    return planned


def _main_round(table: TableSetup) -> RoundWager:
    """The main wager, on whose play another depends: what it is refused for is no fault of that other's keys."""
    main = table.rules.main
    try:
        return round_wager(table, main)
    except NotCountedError as refusal:
        why = f"of which this is not counted: {refusal.key}: {refusal.why}" if refusal.key else f"which {refusal.why}"
        raise NotCountedError("", f"depends on what is done for {main.id}, {why}") from None


def _exposed(table: TableSetup, stages: Sequence[Stage]) -> tuple[str, ...]:
    """The groups that the player should not see and does at his first decision, unless there are too many states."""
    first = next((place for place, stage in enumerate(stages) if _decides(stage)), None)
    if first is None:
        return ()
    seen = list(dict.fromkeys(group for stage in stages[: first + 1] for group in stage.sees))
    states, left = 1, table.deck.size
    for group in seen:
        states, left = states * comb(left, table.sizes[group]), left - table.sizes[group]
    if states // factorial(len(table.deck.suits)) > MAX_TOLD_STATES:
        return ()
    return tuple(group for group in seen if group in table.rules.exposed_groups)


def _decides(stage: Stage) -> bool:
    return bool(stage.choices) or stage.exchange is not None or stage.automatic_win is not None


def _check_layout(table: TableSetup, wager: RoundWager) -> None:
    """Refuse what kernels have no room for, or what would take hours."""
    try:
        layout = layout_of(wager)
        layout.check()
    except LayoutError as refusal:
        raise NotCountedError("", str(refusal)) from None
    steps = layout.steps(table.deck.size, factorial(len(table.deck.suits)))
    require(
        steps <= MAX_STEPS,
        "",
        f"would take about {duration(steps * STEP_SECONDS)} ({steps:.1e} steps); up to "
        f"{duration(MAX_STEPS * STEP_SECONDS)} is counted. "
        + ("An exchange of fewer cards" if layout.exchange is not None else "Fewer cards")
        + ", or a reduced deck, need fewer",
    )


def depends_on_play(table: TableSetup, wager: WagerRules) -> bool:
    """Whether what the player does changes the wager's result."""
    stages = table.rules.stages
    if wager is table.rules.main:
        return any(stage.choices or stage.exchange is not None or stage.automatic_win is not None for stage in stages)
    made = {stage.exchange.makes for stage in stages if stage.exchange is not None}
    tests = [test for test, _ in _tests(wager)]
    hands = [inner.of.hand for test in tests for inner in inner_tests(test) if isinstance(inner.of, Cards)]
    return any(inner.chose for test in tests for inner in inner_tests(test)) or any(
        made & set(hand.groups) for hand in (*hands, *(wager.compare or ()))
    )


def _check_exchange(table: TableSetup, wager: WagerRules, stages: Sequence[Stage]) -> None:
    """One exchange, after which all is seen at once; what was dealt before it is not looked at any more."""
    numbers = [number for number, stage in enumerate(stages) if stage.exchange is not None]
    if not numbers:
        return
    require(len(numbers) == 1, "", f"has {len(numbers)} exchanges; one is counted")
    exchange = stages[numbers[0]].exchange
    assert exchange is not None
    later = stages[numbers[0] + 1 :]
    acting = [stage for stage in later if stage.choices or stage.automatic_win is not None]
    seen = {group for stage in stages for group in stage.sees}
    require(not acting or exchange.makes in seen, "", f"decides after the exchange without seeing {exchange.makes}")
    require(not exchange.first, "", f"shows cards of {exchange.draw} before they are drawn; not counted in this shape")
    require(exchange.draw not in seen, "", f"shows {exchange.draw} before it is drawn; not counted in this shape")
    gone = {exchange.taken_from, exchange.draw}
    hands = [*(wager.compare or ()), *(hand for test, _ in _tests(wager) for hand in _hands(wager, test))]
    hands += [hand for stage in later for test in _stage_tests(stage) for hand in _hands(wager, test)]
    for hand in hands:
        looked = sorted(gone & set(hand.groups))
        require(not looked, "", f"looks at {', '.join(looked)} after the exchange; {exchange.makes} is counted")


def _tests(wager: WagerRules) -> Iterator[tuple[Test, str]]:
    """Every test of a finished round, and its key."""
    if wager.qualifies is not None:
        yield wager.qualifies, "qualifies"
    for line in wager.lines:
        yield line.test, f"lines.{line.id}"
    for bet, rows in wager.settle:
        for place, row in enumerate(rows, 1):
            if row.test is not None:
                yield row.test, f"settle.{bet}[{place}]"


def _stage_tests(stage: Stage) -> Iterator[Test]:
    if stage.automatic_win is not None:
        yield stage.automatic_win
    yield from (choice.when for choice in stage.choices if choice.when is not None)


def _hands(wager: WagerRules, test: Test) -> Iterator[Hand]:
    for inner in inner_tests(test):
        if isinstance(inner.of, Cards):
            yield inner.of.hand
        elif inner.of is not None:
            yield from wager.compare or ()


class _Questions:
    """Every question about cards that rows, lines, the qualifier and stages ask."""

    def __init__(self, table: TableSetup, wager: WagerRules) -> None:
        self.table, self.wager = table, wager
        self.sizes = {group.name: group.cards for group in table.rules.deal}
        for stage in table.rules.stages:
            if stage.exchange is not None:
                self.sizes[stage.exchange.makes] = self.sizes[stage.exchange.taken_from]
        for hand in wager.compare or ():
            self._check_hand(hand, "compare")

    def of_wager(self) -> Iterator[RoundQuestion]:
        for test, key in _tests(self.wager):
            any_reading = key.startswith("lines.") and self.wager.uses == "pays_most"
            yield from self._of_test(test, key, any_reading)

    def of_stages(self, stages: Sequence[Stage]) -> Iterator[RoundQuestion]:
        for stage in stages:
            for test in _stage_tests(stage):
                yield from self._of_test(test, "", any_reading=False)

    def _of_test(self, test: Test, key: str, any_reading: bool) -> Iterator[RoundQuestion]:
        for inner in inner_tests(test):
            if isinstance(inner.of, Cards):
                require(not inner.of.part, key, "asks for a part of a hand that is set in two")
                yield self._question(bare_test(inner), inner.of.hand, key, any_reading)
            elif inner.of is not None:
                for hand in self.wager.compare or ():
                    yield self._question(bare_test(inner), hand, key, any_reading)

    def _question(self, test: Test, hand: Hand, key: str, any_reading: bool) -> RoundQuestion:
        cards = self._check_hand(hand, key)
        counted = self.table.line_tests(hand, cards, held=any_reading).test(replace(test, of=Cards(hand)), key)
        if counted.beside and not any_reading:
            raise NotCountedError(
                f"{key}.beside", "is for what pays most; of the hand that ranks highest it is not asked"
            )
        if any_reading and self.table.wild_ranks:
            raise NotCountedError("uses", "of 'pays_most' is counted with jokers, not with wild ranks")
        return RoundQuestion(test, hand, counted, any_reading)

    def _check_hand(self, hand: Hand, key: str) -> int:
        """A hand that can be ranked; how many cards it has."""
        require(not hand.house_way, key, f"looks at {hand.name}, which is set in two; not counted in this shape")
        cards = sum(self.sizes[group] for group in hand.groups)
        require(
            hand.best <= cards <= MAX_HAND,
            key,
            f"looks at {hand.name}, the best {hand.best} of {cards} cards; up to {MAX_HAND} cards are counted",
        )
        return cards
