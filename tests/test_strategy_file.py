"""Strategy files: every fault is reported, with its key and with what would be right; what is written reads back."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import GameFileError, SelectionError
from analyzer.game.library import load_game
from analyzer.strategy.api import decided_wager, find_rules
from analyzer.strategy.file import floor_of, load_strategy, parse_strategy, strategy_text
from tests.strategy_lists import LISTS, POKER, THREE_CARD, TWO_STREETS, strategy_from

HEAD = 'schema = "exactodds/strategy/1"\ngame = "{}"\nwager = "{}"\nname = "test"\n'
POKER_HEAD = HEAD.format(POKER, "poker") + 'otherwise = "discard lowest"\n'
STREETS_HEAD = HEAD.format(TWO_STREETS, "ante-play") + 'otherwise = ["fold", "check"]\n'


def faults_of(text: str, game: str) -> str:
    with pytest.raises(GameFileError) as error:
        parse_strategy(text.encode(), "my.toml", load_game(game).game())
    return str(error.value)


@pytest.mark.parametrize("game", LISTS)
def test_what_is_written_reads_back(game: str) -> None:
    loaded = load_game(game).game()
    strategy = strategy_from(LISTS[game], loaded)
    hands = loaded.ranking.types(decided_wager(loaded, None).hand_size)
    assert strategy_from(strategy_text(strategy, hands), loaded).rules == strategy.rules


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('action = "play"', "rules[1].action: 'play' is not known"),
        ('action = "keep flush drow"', "did you mean 'keep flush draw'?"),
        ('action = "discard lowest"\nwhen = { hand = "pairs" }', "did you mean 'pair'?"),
        (
            'action = "discard lowest"\nwhen = { suitd = 4 }',
            "rules[1].when.suitd: unknown key (did you mean 'suited'?)",
        ),
        ('action = "discard lowest"\nwhen = { suited = "4-2" }', "is not a number or a range of them"),
        ('action = "discard lowest"\nwhen = { suited = true }', "is not a number or a range of them"),
        ('action = "discard lowest"\nwhen = { outs = 1.5 }', "is not a number or a range of them"),
        ('action = "discard lowest"\nwhen = { high = "A-Q" }', "is not a set of ranks"),
        ('action = "discard lowest"\nwhen = { natural = 1 }', "must be true or false"),
        ('action = "discard lowest"\nwhen = { board = "A" }', "none is seen at 'discard'"),
        ('action = "discard lowest"\nwhen = { at_least = "pair Z" }', "is not a hand"),
        ('action = "discard lowest"\nwhen = { at_least = "straight 9" }', "straight takes no ranks"),
        ('action = "discard lowest"\nwhen = { below = "pair A-K-Q-J-T" }', "pair takes at most 4 ranks"),
        ('action = "discard lowest"\nkeep = { hand = "pair" }', "rules[1].keep.hand: unknown key"),
        ('action = "discard lowest"\ndiscards = "9-2"', "rules[1].discards: '9-2' is not a set of ranks"),
        ('action = "discard lowest"\nwhen = { high_cards = { ranks = "T-A" } }', "high_cards.cards: is missing"),
        ("when = { suited = 4 }", "rules[1].action: is missing"),
    ],
)
def test_faults_of_a_rule_are_told(rule: str, told: str) -> None:
    assert told in faults_of(f"{POKER_HEAD}[[rules]]\n{rule}\n", POKER)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD.format(POKER, "poker"), "otherwise: is missing"),
        (HEAD.format(POKER, "poker") + 'otherwise = "fold"', "otherwise: 'fold' is not known"),
        (HEAD.format(POKER, "draw-bonus") + 'otherwise = "best"', "wager: 'draw-bonus' has no decisions"),
        (HEAD.format(TWO_STREETS, "ante-play") + 'otherwise = "best"', "game: is 'wild-52', but the game is"),
        (POKER_HEAD.replace("strategy/1", "strategy/2"), 'schema: must be "exactodds/strategy/1"'),
        (POKER_HEAD + 'paytable = "B"', "paytable: 'B' is not known"),
        (POKER_HEAD + '[figures]\nev = 0.5\ncost = "1/2"', 'figures.ev: 0.5 is not an exact number; write "1/2"'),
        (POKER_HEAD + '[[rule]]\naction = "discard lowest"', "rule: unknown key (did you mean 'rules'?)"),
        ("schema = ", "is not TOML"),
    ],
)
def test_faults_of_a_file_are_told(text: str, told: str) -> None:
    assert told in faults_of(text, POKER)


def test_each_decision_needs_a_default() -> None:
    text = HEAD.format(TWO_STREETS, "ante-play") + 'otherwise = "fold"'
    assert "must also say what to do where no rule matches: one of check, bet" in faults_of(text, TWO_STREETS)


def test_discards_belong_to_actions_that_discard() -> None:
    told = faults_of(STREETS_HEAD + '[[rules]]\naction = "bet"\ndiscards = "2-9"\nwhen = { board = "Jq" }', TWO_STREETS)
    assert "rules[1].discards: is about a card to discard, but the action is 'bet'" in told
    assert "rules[1].when.board: 'Jq' is not a set of ranks" in told


def test_all_faults_are_told_at_once() -> None:
    rules = '[[rules]]\naction = "x"\nwhen = { suited = "y", z = 1 }\n' * 2
    assert faults_of(POKER_HEAD + rules, POKER).startswith("my.toml: 6 faults")


def test_a_hand_to_compare_with_may_leave_ranks_open() -> None:
    ranking = load_game(TWO_STREETS).game().ranking
    strengths = [floor_of(text, ranking, 5).strength for text in ("pair T", "pair T-9", "pair J", "two-pair")]
    assert strengths == sorted(strengths)
    tops = [floor_of(name, ranking, 5).strength for name in ("straight-flush", "royal-flush", "five-of-a-kind")]
    assert tops == sorted(tops)
    royal_on_top = load_game(POKER).game().ranking
    tops = [floor_of(name, royal_on_top, 5).strength for name in ("straight-flush", "five-of-a-kind", "royal-flush")]
    assert tops == sorted(tops)


def test_a_file_that_is_not_there_and_a_name_that_is_not_known(tmp_path: Path) -> None:
    game = load_game(THREE_CARD).game()
    with pytest.raises(GameFileError, match="cannot be read"):
        load_strategy(tmp_path / "none.toml", game)
    with pytest.raises(SelectionError, match=r"did you mean 'card'\?.*play-every-hand"):
        find_rules("cart", game, decided_wager(game, None))


def test_a_file_nested_too_deeply_is_refused() -> None:
    assert "nested too deeply" in faults_of("x = " + "[" * 20 + "]" * 20, POKER)
