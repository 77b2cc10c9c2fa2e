"""One state of any round, as it is written on the command line: which cards lie where, and what was done before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from analyzer.cards.deck import card_name
from analyzer.engines.rounds.choices import StateChoice, state_choices
from analyzer.engines.rounds.round import AnyRound
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.ways import End, Node, Option, is_of_one_card
from analyzer.errors import SelectionError
from analyzer.game.language import Exchange
from analyzer.game.model import Game
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.hand_cards import HandCards, by_group, cards_of, no_group

Cards = tuple[int, ...]
# How the cards that were discarded are called after --sees.
DISCARDS = "discards"


@dataclass(frozen=True)
class StageCards:
    """The groups that a stage knows, in the order in which they are turned: own ones, community cards, others."""

    stage: int
    own: tuple[str, ...]
    board: tuple[str, ...]
    others: tuple[str, ...]
    # Decided after the exchange: the discards are known, too.
    exchanged: bool


@dataclass(frozen=True)
class RoundCards:
    """What may be asked of a round, stage by stage."""

    wager: RoundWager

    @cached_property
    def sizes(self) -> dict[str, int]:
        sizes = {group.name: group.cards for group in self.wager.deal}
        for stage in self.wager.stages:
            if stage.exchange is not None:
                sizes[stage.exchange.makes] = sizes[stage.exchange.taken_from]
        return sizes

    @cached_property
    def exchange(self) -> Exchange | None:
        return next((stage.exchange for stage in self.wager.stages if stage.exchange is not None), None)

    def cards(self, groups: Sequence[str]) -> int:
        return sum(self.sizes[group] for group in groups)

    @cached_property
    def stages(self) -> list[StageCards]:
        """Those at which something is decided."""
        listed: list[StageCards] = []
        seen: list[str] = []
        exchanged = False
        for number, stage in enumerate(self.wager.stages):
            seen += [group for group in stage.sees if group not in seen]
            if self.exchange is not None and self.exchange.makes in stage.sees:
                seen.remove(self.exchange.taken_from)
            if stage.choices or stage.exchange is not None or stage.automatic_win is not None:
                listed.append(self._at(number, seen, exchanged))
            exchanged |= stage.exchange is not None
        return listed

    def _at(self, number: int, seen: Sequence[str], exchanged: bool) -> StageCards:
        main = self.wager
        if main.compare is not None:
            player, dealer = (set(hand.groups) for hand in main.compare)
            own = (player | self._taken(player)) - dealer
            board = player & dealer
        else:
            first = set(main.stages[0].sees)
            exchange = self.exchange
            own = {exchange.taken_from, exchange.makes} if exchange is not None else first & set(main.own_groups)
            # What he sees with his own hand, and is not of it, goes by its name: a dealer's card.
            own = own or first
            board = set(self.sizes) - own - first
        return StageCards(
            number,
            tuple(group for group in seen if group in own),
            tuple(group for group in seen if group in board),
            tuple(group for group in seen if group not in own | board),
            exchanged,
        )

    def _taken(self, groups: set[str]) -> set[str]:
        """What an exchange takes from is the player's own, if what it makes is."""
        return {self.exchange.taken_from} if self.exchange is not None and self.exchange.makes in groups else set()


def read_state(game: Game, wager: RoundWager, hand: str, board: str, sees: str) -> HandCards:
    """The cards of a state, as they were written. They must be those of some stage, which the named groups tell."""
    rounds = RoundCards(wager)
    texts = by_group(sees, sorted({group for stage in rounds.stages for group in stage.others}))
    fits = [
        stage
        for stage in rounds.stages
        if set(texts) - {DISCARDS} == set(stage.others) and (DISCARDS not in texts or stage.exchanged)
    ]
    own = sorted({rounds.cards(stage.own) for stage in fits or rounds.stages})
    boards = sorted({rounds.cards(stage.board) for stage in fits or rounds.stages})
    if not fits:
        raise SelectionError(_what_is_seen(game, rounds) + _what_is_not(game, rounds, texts))
    if board and not any(boards):
        raise SelectionError(f"{_what_is_seen(game, rounds)}; there are no community cards: leave out --board")
    cards = cards_of("the hand", game, hand, own)
    turned = cards_of("--board", game, board, boards) if board else ()
    # The names say which cards are whose; in which order they were given says nothing.
    sizes = {group: rounds.sizes[group] for group in fits[0].others}
    seen = {group: cards_of(f"--sees {group}", game, texts[group], size) for group, size in sizes.items()}
    gone = cards_of(f"--sees {DISCARDS}", game, texts[DISCARDS], None) if texts.get(DISCARDS) else ()
    # Read together, so that a card given twice, or a joker too many, is noticed.
    every = [*cards, *turned, *(card for group in seen.values() for card in group), *gone]
    together = iter(game.deck.parse_hand(" ".join(card_name(card) for card in every), len(every)))
    cards, turned = tuple(islice(together, len(cards))), tuple(islice(together, len(turned)))
    seen = {group: tuple(islice(together, len(given))) for group, given in seen.items()}
    gone = tuple(together)
    others = (*(card for given in seen.values() for card in given), *gone)
    stage = _stage_of(rounds, fits, cards, turned, gone, DISCARDS in texts)
    if stage is None:
        raise SelectionError(_what_is_seen(game, rounds))
    known = _dealt(rounds, stage.own, cards) | _dealt(rounds, stage.board, turned) | seen
    return HandCards(cards, turned, others, stage.stage, known, gone)


def _stage_of(
    rounds: RoundCards, fits: Sequence[StageCards], cards: Cards, turned: Cards, gone: Cards, is_exchanged: bool
) -> StageCards | None:
    """The first stage with as many cards; where discards are named, be they none, one after the exchange."""
    numbers = rounds.exchange.discards if rounds.exchange is not None else ()
    for stage in fits:
        if (is_exchanged and not stage.exchanged) or (stage.exchanged and len(gone) not in numbers):
            continue
        if (len(cards), len(turned)) == (rounds.cards(stage.own), rounds.cards(stage.board)):
            return stage
    return None


def round_choices(question: Question, wager: RoundWager) -> list[HandChoice]:
    """The choices with these cards; earlier decisions were the best ones of those that lead here."""
    rounds = RoundCards(wager)
    any_round = AnyRound(question.game, wager)
    setting = any_round.setting(question.paytable)
    stage = next((one for one in rounds.stages if one.stage == question.stage), None)
    if stage is None:
        raise SelectionError(_what_is_seen(question.game, rounds))
    known = {group: question.groups[group] for group in (*stage.own, *stage.board, *stage.others)}
    return _choices_at(question, rounds, stage, setting, known, question.discards)


def _choices_at(
    question: Question,
    rounds: RoundCards,
    stage: StageCards,
    setting: RoundSetting,
    known: Mapping[str, Cards],
    gone: Cards,
) -> list[HandChoice]:
    node = _come_to(question, rounds, stage, setting, known, gone)
    choices = state_choices(setting, node, known, question.run, gone)
    # What was done before is not asked for: it is shown.
    notes = {"after": ", ".join(name for _, name in node.way)} if node.way else {}
    return [HandChoice(_action(node, choice, known), choice.value, notes=notes) for choice in choices]


def _dealt(rounds: RoundCards, groups: Sequence[str], cards: Cards) -> dict[str, Cards]:
    listed, start = {}, 0
    for group in groups:
        listed[group] = cards[start : start + rounds.sizes[group]]
        start += rounds.sizes[group]
    return listed


def _action(node: Node, choice: StateChoice, known: Mapping[str, Cards]) -> str:
    if node.exchange is None or choice.option is (node.options[node.automatic] if node.automatic >= 0 else None):
        return choice.option.name or ("automatic win" if node.automatic >= 0 else "go on")
    if is_of_one_card(node.exchange):
        return f"discard {card_name(choice.discarded[0])}" if choice.discarded else "stand pat"
    held = [card for card in sorted(known[node.exchange.taken_from]) if card not in choice.discarded]
    return " ".join(["hold", *(card_name(card) for card in held)] if held else ["hold nothing"])


def _come_to(
    question: Question,
    rounds: RoundCards,
    stage: StageCards,
    setting: RoundSetting,
    known: Mapping[str, Cards],
    gone: Cards,
) -> Node:
    """The decision of that stage, come to by the best choices of those that lead there."""
    target: Node | End = setting.ways.roots[0]
    while isinstance(target, Node) and target.stage != stage.stage:
        if target.exchange is not None:
            options = dict(zip(target.exchange.discards, target.options, strict=False))
            target = options[len(gone)].target
            continue
        going_on = [option for option in target.options if _leads_to(option.target, stage.stage)]
        if len(going_on) > 1:
            going_on = _best(question, rounds, setting, target, known, going_on)
        if not going_on:
            raise SelectionError(f"with these cards no choice of stage {target.stage + 1} leads to another decision")
        target = going_on[0].target
    if isinstance(target, End):
        raise SelectionError(f"no choice before stage {stage.stage + 1} leads to it")
    return target


def _best(
    question: Question,
    rounds: RoundCards,
    setting: RoundSetting,
    node: Node,
    known: Mapping[str, Cards],
    going_on: Sequence[Option],
) -> list[Option]:
    """The best of several choices with what was seen then; without that (before an exchange) the first listed."""
    before = next((stage for stage in rounds.stages if stage.stage == node.stage), None)
    groups = () if before is None else (*before.own, *before.board, *before.others)
    if not groups or not set(groups) <= set(known):
        return list(going_on)
    choices = state_choices(setting, node, {group: known[group] for group in groups}, question.run)
    offered = [choice for choice in choices if choice.option in going_on]
    return [max(offered, key=lambda choice: choice.value).option] if offered else []


def _leads_to(target: Node | End, stage: int) -> bool:
    if isinstance(target, End):
        return False
    return target.stage == stage or any(_leads_to(option.target, stage) for option in target.options)


def _what_is_seen(game: Game, rounds: RoundCards) -> str:
    """What each decision knows, and how it is given."""
    texts = []
    for stage in rounds.stages:
        parts = [f"{rounds.cards(stage.own)} own cards"]
        if stage.board:
            parts.append(f"{rounds.cards(stage.board)} with --board")
        parts += _named(rounds, stage)
        texts.append(" and ".join(parts))
    return f"{game.id} / {rounds.wager.id} is decided with {'; or with '.join(dict.fromkeys(texts))}"


def _named(rounds: RoundCards, stage: StageCards) -> list[str]:
    """What is given by the name of its group; several groups share one --sees."""
    names = [*stage.others, *([DISCARDS] if stage.exchanged else [])]
    sizes = [*(str(rounds.sizes[group]) for group in stage.others), *(["the discards"] if stage.exchanged else [])]
    if len(names) < 2:
        return [f"{size} with --sees {name}=" for name, size in zip(names, sizes, strict=True)]
    of = [f"{size} of {name}" if name != DISCARDS else size for name, size in zip(names, sizes, strict=True)]
    return [*of[:-1], f'{of[-1]} with --sees "{" ".join(f"{name}=..." for name in names)}"']


def _what_is_not(game: Game, rounds: RoundCards, given: Iterable[str]) -> str:
    """Groups that were given, and that no decision knows: hidden ones, and those that there are not."""
    known = {DISCARDS, *(group for stage in rounds.stages for group in (*stage.own, *stage.board, *stage.others))}
    strange = [group for group in given if group not in known]
    said = [
        f"{group} is hidden then" if group in rounds.sizes else no_group(game, group, list(rounds.sizes))
        for group in strange
    ]
    return f"; {', '.join(said)}: leave {'it' if len(said) == 1 else 'them'} out" if said else ""
