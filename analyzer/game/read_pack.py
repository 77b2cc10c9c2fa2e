"""The part of a game file that describes the deck: its cards, which of them are wild, and the order of hands."""

from __future__ import annotations

from analyzer.cards.deck import JOKER_NAME, MAX_JOKERS, RANKS, SUITS, Deck
from analyzer.cards.ranking import JOKERS_IN_FLUSHES, NATURALS_BEAT_WILD, THREE_CARD_ORDERS, TOP_HANDS, WHEELS
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.language import Pack, WildCards
from analyzer.game.lines import parse_ranks
from analyzer.game.sections import Section, shown

FIVE = 5


def read_deck(section: Section, jokers: int) -> Deck:
    """Ranks and suits, and that many jokers."""
    text = section.text("ranks", "2-A")
    ranks = parse_ranks(text)
    if ranks is None:
        section.fault("ranks", 'must be ranks such as "2-A" or "7-T,A"')
        ranks = (1 << 13) - 1
    elif ranks.bit_count() < sum((parse_ranks(piece) or 0).bit_count() for piece in text.split(",")):
        section.fault("ranks", f"{shown(text)} names a rank twice; a deck has every rank once in each suit")
    suits = section.text("suits", SUITS).lower()
    if not suits or not set(suits) <= set(SUITS) or len(set(suits)) < len(suits):
        section.fault("suits", f"{shown(suits)} must be some of the letters {SUITS}, each once")
        suits = SUITS
    held = tuple(rank for rank in range(len(RANKS)) if ranks >> rank & 1)
    return Deck(held, tuple(sorted(SUITS.index(suit) for suit in suits)), jokers)


def read_pack(section: Section) -> Pack:
    """[deck]: a key that is not there has its default, so a game of 52 cards needs none."""
    deck = read_deck(section, section.number("jokers", 0, MAX_JOKERS, 0))
    wild, bug = _read_wild(section, "wild", deck), _read_wild(section, "bug", deck)
    if wild and bug:
        section.fault("bug", "cannot stand beside wild: cards of one deck are wild, or its jokers are bugs")
    if deck.jokers and not wild.jokers and not bug.jokers:
        section.fault("jokers", f'must be wild or bugs: write wild = "{JOKER_NAME}" or bug = "{JOKER_NAME}"')
    pack = Pack(
        deck,
        wild if wild else WildCards(jokers=bug.jokers, is_bug=bug.jokers),
        section.literal("top_hand", TOP_HANDS),
        section.literal("wheel", WHEELS),
        bool(section.flag("five_wilds")),
        section.literal("joker_in_flush", JOKERS_IN_FLUSHES),
        section.literal("natural_beats_wild", NATURALS_BEAT_WILD),
        section.literal("three_card_order", tuple(THREE_CARD_ORDERS)),
        _read_fives(section, wild),
    )
    if pack.five_wilds and wild_cards(pack) < FIVE:
        section.fault("five_wilds", f"needs five wild cards, the deck has {wild_cards(pack)}")
    section.finish()
    return pack


def _read_fives(section: Section, wild: WildCards) -> int:
    """The ranks of which there is five of a kind."""
    if not section.has("five_of_a_kind"):
        return ALL_RANKS
    ranks = parse_ranks(section.text("five_of_a_kind"))
    if ranks is None:
        section.fault("five_of_a_kind", 'must be ranks such as "A" or "T-A": those of which there is five of a kind')
        return ALL_RANKS
    if not wild:
        section.fault("five_of_a_kind", "is about wild cards, and the deck has none; a bug makes five aces only")
    return ranks


def wild_cards(pack: Pack) -> int:
    """How many cards of the deck are wild; a bug is not."""
    if pack.wild.is_bug:
        return 0
    return pack.wild.ranks.bit_count() * len(pack.deck.suits) + pack.deck.jokers * pack.wild.jokers


def _read_wild(section: Section, key: str, deck: Deck) -> WildCards:
    """ "Jk", a rank, or a list of these; a bug can be a joker only."""
    words = section.texts(key)
    if section.has(key) and not words:
        section.fault(key, f'must name cards: "{JOKER_NAME}", a rank such as "2", or a list of these')
    ranks = 0
    for word in words:
        if word.lower() == JOKER_NAME.lower():
            if not deck.jokers:
                section.fault(key, "names the joker, and the deck has none; say jokers = 1")
        elif key == "bug":
            section.fault(key, f'{shown(word)} cannot be a bug: only a joker can; write "{JOKER_NAME}"')
        else:
            ranks |= _wild_rank(section, word, deck)
    if len({word.lower() for word in words}) < len(words):
        section.fault(key, "names a card twice")
    if ranks and ranks == deck.rank_set:
        section.fault(key, "leaves no natural card in the deck")
        ranks = 0
    return WildCards(ranks, bool(deck.jokers) and JOKER_NAME.lower() in [word.lower() for word in words])


def _wild_rank(section: Section, word: str, deck: Deck) -> int:
    ranks = parse_ranks(word)
    if ranks is None or ranks.bit_count() != 1:
        section.fault("wild", f'{shown(word)} is not "{JOKER_NAME}" or one rank such as "2"; of several make a list')
        return 0
    if not ranks & deck.rank_set:
        section.fault("wild", f"{shown(word)} is not a rank of the deck")
        return 0
    return ranks
