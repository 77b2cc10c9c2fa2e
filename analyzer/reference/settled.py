"""How a wager of a game file is settled: who won, did the dealer qualify, which line applies, what each bet pays.

docs/language.md, Meaning 4 to 7. What the cards of each hand answer is kept, so that equal hands are asked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from analyzer.game.language import Cards as Looked
from analyzer.game.language import Hand, PaytableColumn, Row, Rules, Test, WagerRules
from analyzer.reference.asked import Asked
from analyzer.reference.cards import Cards
from analyzer.reference.ranked import Ranked
from analyzer.reference.set_hands import SetHands, Setting

# Cards by the name of their group; beside them, under "HAND.set", how the player sets that hand.
Dealt = Mapping[str, Any]


class Paid(NamedTuple):
    """What each bet pays for each unit of it, and by which line (None: not by the paytable)."""

    pays: tuple[Fraction, ...]
    result: str
    qualified: bool
    line: str
    by_line: tuple[bool, ...]

    @property
    def is_win(self) -> bool:
        return self.result in ("win", "automatic-win")


class Profile(NamedTuple):
    """What one hand is compared by, and which questions it passes."""

    strength: Any
    passed: frozenset[tuple[int, bool]]


class Settled:
    """One wager with one paytable. `level` is that of the meter J."""

    def __init__(self, rules: Rules, wager: WagerRules, column: PaytableColumn, level: Fraction | None) -> None:
        self.rules, self.wager = rules, wager
        self.is_main = wager is rules.main
        self.pays = [self.net_pay(pay.amount, pay.meter, level) for pay in column.pays]
        self.rows: list[tuple[Row, ...]] = [wager.rows_of(bet) for bet in wager.bets]
        self.compared = [Looked(hand) for hand in wager.compare or ()]
        self.questions: dict[Looked, list[tuple[Test, bool]]] = {look: [] for look in self.compared}
        for test, of_line in self.tests():
            for look in self.compared if isinstance(test.of, str) else [test.of]:
                if look is not None:
                    self.questions.setdefault(look, []).append((test, of_line))
        self.looks = list(self.questions)
        self.ranked = {size: Ranked(rules.pack, size) for size in range(1, 6)}
        self.set_hands = SetHands(rules.pack)
        self._profiles: list[dict[Any, int]] = [{} for _ in self.looks]
        self._kinds: dict[Profile, int] = {}
        self._paid: dict[Any, dict[Any, int]] = {}
        self.all_profiles: list[Profile] = []
        self.all_paid: list[Paid] = []

    def net_pay(self, amount: Fraction, share: Fraction, level: Fraction | None) -> Fraction:
        """What a line pays for each unit of the bet, the stake not counted."""
        if share and level is None:
            raise ValueError(f"{self.wager.id} pays a share of the meter: say its level")
        price = self.wager.meter.bet if self.wager.meter else 1
        return (amount + share * (level or 0)) / price - (self.wager.odds == "for_one")

    def tests(self) -> Iterator[tuple[Test, bool]]:
        """Every test, those inside others too, and whether it belongs to a line."""
        rows = [row.test for row in chain(*self.rows)]
        lines = [line.test for line in self.wager.lines]
        for test in (*rows, self.wager.qualifies):
            yield from ((inner, False) for inner in tests_in(test))
        for test in lines:
            yield from ((inner, True) for inner in tests_in(test))

    def rows_reached(self) -> Iterator[Row]:
        """Rows after one that always passes are never asked."""
        for rows in self.rows:
            for row in rows:
                yield row
                if row.test is None and row.pays is not None:
                    break

    # --- what the cards of a hand answer ---

    def cards_of(self, look: Looked, dealt: Dealt) -> Any:
        """The cards of a hand; of one that the player sets as he likes, how he set it."""
        hand = look.hand
        if hand.house_way and hand.sets == "optimal":
            return dealt[f"{hand.name}.set"]
        return cards_of_groups(hand.groups, dealt)

    def setting(self, hand: Hand, cards: Any) -> Setting:
        if isinstance(cards, Setting):
            return cards
        return self.set_hands.by_house_way(cards, self.rules.house_ways[hand.house_way])

    def profile(self, place: int, cards: Any) -> int:
        """The number of the profile of a hand that is looked at."""
        kept = self._profiles[place]
        if cards not in kept:
            profile = self.profile_of(self.looks[place], cards)
            kept[cards] = self._kinds.setdefault(profile, len(self._kinds))
            if kept[cards] == len(self.all_profiles):
                self.all_profiles.append(profile)
        return kept[cards]

    def profile_of(self, look: Looked, cards: Any) -> Profile:
        hand, size = look.hand, look.hand.best
        strength: Any = None
        asked: list[tuple[Cards, Cards]] = [(cards, ())]
        if hand.house_way:
            setting = self.setting(hand, cards)
            strength = setting.front_strength, setting.back_strength
            size = {"front": 2, "back": 5}.get(look.part, size)
            # Where cards of equal rank leave a choice, a question passes if it does in one of these settings.
            equal = [setting] if setting is cards else self.set_hands.equals(cards, setting)
            asked = [(one.back, one.front) if look.part == "back" else (one.front, ()) for one in equal]
        elif look in self.compared:
            strength = self.ranked[size].strength(cards)
        passed = set()
        for test, of_line in self.questions[look]:
            pays_most = of_line and self.wager.uses == "pays_most"
            hands = [Asked(own, self.ranked[size], pays_most=pays_most, front=front) for own, front in asked]
            if any(one.passes(test) for one in hands):
                passed.add((id(test), of_line))
        return Profile(strength if look in self.compared else None, frozenset(passed))

    # --- the settlement ---

    def settle(
        self, dealt: Dealt, last: str, ways: Iterable[Cards], chosen: frozenset[str], automatic: bool
    ) -> Iterator[int]:
        """What is paid (its number in `all_paid`) for each way to deal the last group; all others are dealt."""
        kept = self._paid.setdefault((chosen, automatic), {})
        varies = [last in look.hand.groups and f"{look.hand.name}.set" not in dealt for look in self.looks]
        profiles = [
            -1 if varying else self.profile(place, self.cards_of(look, dealt))
            for place, (look, varying) in enumerate(zip(self.looks, varies, strict=True))
        ]
        others = {
            place: cards_of_groups([group for group in look.hand.groups if group != last], dealt)
            for place, look in enumerate(self.looks)
            if varies[place]
        }
        for cards in ways:
            for place, other in others.items():
                profiles[place] = self.profile(place, tuple(sorted(other + cards)) if other else cards)
            key = tuple(profiles)
            if key not in kept:
                kept[key] = self.number_of(self.paid(key, chosen, automatic and self.is_main))
            yield kept[key]

    def number_of(self, paid: Paid) -> int:
        if paid not in self.all_paid:
            self.all_paid.append(paid)
        return self.all_paid.index(paid)

    def paid(self, profiles: tuple[int, ...], chosen: frozenset[str], automatic: bool) -> Paid:
        answers = {look: self.all_profiles[number] for look, number in zip(self.looks, profiles, strict=True)}
        result = "automatic-win" if automatic else self.result(answers)
        ended = Ended(self, answers, result, chosen)
        lines = self.lines(ended)
        paid = [self.row_pays(rows, lines, ended) for rows in self.rows]
        name = "+".join(self.wager.lines[line].id for line in lines)
        return Paid(tuple(pays for pays, _ in paid), result, ended.qualified, name, tuple(by for _, by in paid))

    def result(self, answers: Mapping[Looked, Profile]) -> str:
        """Who won. Hands set in two: both must be higher; a copy is the dealer's, or loses the whole wager."""
        if not self.compared:
            return ""
        own, other = (answers[look].strength for look in self.compared)
        if self.compared[0].hand.house_way:
            if self.wager.copies == "lose_wager" and (own[0] == other[0] or own[1] == other[1]):
                return "loss"
            return ("loss", "tie", "win")[(own[0] > other[0]) + (own[1] > other[1])]
        return "win" if own > other else "tie" if own == other else "loss"

    def lines(self, ended: Ended) -> list[int]:
        """The lines that are paid: the one that pays most, the first of equals; or the first listed; or all."""
        apply = [place for place, line in enumerate(self.wager.lines) if ended.passes(line.test, of_line=True)]
        if self.wager.overlap == "all":
            return apply
        if self.wager.overlap == "first":
            return apply[:1]
        return [max(apply, key=lambda place: self.pays[place])] if apply else []

    def pays_of(self, lines: Sequence[int]) -> Fraction:
        """What the lines pay together; a stake that the house keeps is kept once."""
        kept = int(self.wager.odds == "for_one")
        return sum((self.pays[line] + kept for line in lines), Fraction(0)) - kept

    def row_pays(self, rows: tuple[Row, ...], lines: Sequence[int], ended: Ended) -> tuple[Fraction, bool]:
        """What the first row that passes pays, and whether it is by the paytable."""
        for row in rows:
            if (row.test is None or ended.passes(row.test)) and (row.pays is not None or lines):
                return (row.pays, False) if row.pays is not None else (self.pays_of(lines), True)
        raise ValueError(f"no row of {self.wager.id} settles a bet; the last row should have no test")


class Ended:
    """A round that has ended: what a test may look at."""

    def __init__(
        self, settled: Settled, answers: Mapping[Looked, Profile], result: str, chosen: frozenset[str]
    ) -> None:
        self.settled, self.answers, self.chosen = settled, answers, chosen
        automatic = result == "automatic-win"
        self.results = {result, "win"} if automatic else {result}
        qualifies = settled.wager.qualifies
        self.qualified = True
        self.qualified = automatic or qualifies is None or self.passes(qualifies)

    def passes(self, test: Test, *, of_line: bool = False) -> bool:
        return (
            (test.of is None or self.passes_cards(test, of_line))
            and (not test.on or bool(test.on & self.results))
            and test.qualified in (None, self.qualified)
            and (not test.chose or test.chose in self.chosen)
            and (not test.any or any(self.passes(inner, of_line=of_line) for inner in test.any))
            and all(self.passes(inner, of_line=of_line) for inner in test.all)
        )

    def passes_cards(self, test: Test, of_line: bool) -> bool:
        look = test.of
        if isinstance(look, str):
            if "tie" in self.results:
                return False
            look = self.settled.compared[(look == "winner") != ("win" in self.results)]
        return look is not None and (id(test), of_line) in self.answers[look].passed


def tests_in(test: Test | None) -> Iterator[Test]:
    """A test and all those inside it."""
    if test is not None:
        yield test
        for inner in (*test.any, *test.all):
            yield from tests_in(inner)


def cards_of_groups(groups: Sequence[str], dealt: Dealt) -> Cards:
    """The cards of all these groups, in ascending order."""
    if len(groups) == 1:
        cards: Cards = dealt[groups[0]]
        return cards
    return tuple(sorted(chain(*(dealt[group] for group in groups))))
