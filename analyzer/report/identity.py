"""Sections 1 and 3: what was analysed and by which program; how it was counted and out of how many deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import metadata
from math import comb

from analyzer import __version__
from analyzer.cards.deck import RANKS
from analyzer.errors import CountError
from analyzer.game.language import Rules
from analyzer.game.model import (
    Game,
    Wager,
)
from analyzer.kernels import KERNEL_VERSION
from analyzer.pricing.played import is_played
from analyzer.report.blocks import Block, bullets, facts, table, text
from analyzer.report.by_rules import deals_by_rules, method_by_rules
from analyzer.report.digests import digest_of
from analyzer.report.kinds import method_of_kind
from analyzer.report.origin import where_in_source
from analyzer.report.subject import Subject, report_sources

PROGRAM = "exactodds"
JOKERS = {"none": "no joker", "wild": "may be any card", "bug": "an ace, or what completes a straight or a flush"}


def program_document(libraries: Mapping[str, str] | None = None) -> dict[str, object]:
    """The program and the libraries that it was run with, or those that are named."""
    return {
        "name": PROGRAM,
        "version": __version__,
        "kernels": KERNEL_VERSION,
        "sources": report_sources(),
        "libraries": library_versions() if libraries is None else dict(libraries),
    }


def library_versions() -> dict[str, str]:
    """The versions of the libraries that the installed program names as its own."""
    try:
        required = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:  # run from a checkout that was never installed
        return {}
    names = sorted({_library_name(line) for line in required if "extra ==" not in line})
    versions: dict[str, str] = {}
    for name in names:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _library_name(requirement: str) -> str:
    """
    >>> _library_name("numpy>=2.0; python_version > '3'")
    'numpy'
    """
    name = requirement
    for sign in " <>=!~;[(":
        name = name.split(sign)[0]
    return name


def identity_blocks(subject: Subject) -> list[Block]:
    game = subject.game
    paytables = [
        [
            wager.name,
            wager.id,
            ", ".join(result.paytable for result in subject.results_of(wager)),
            where_in_source(subject, wager),
        ]
        for wager in subject.wagers
    ]
    return [
        facts(
            subject.id_of(1, "identity"),
            [
                ("Game", game.name),
                ("Game id", game.id),
                ("Version of the rules", game.rules_version),
                ("Deck", deck_text(game)),
                ("Source document", game.source.title),
                ("SHA-256 of the source document", game.source.sha256),
                ("SHA-256 of the game file", subject.file.digest),
                ("SHA-256 of the result", digest_of(subject.document)),
                ("Options", ", ".join(f"{key} = {value}" for key, value in game.chosen.items()) or "none"),
            ],
        ),
        table(
            subject.id_of(1, "paytables"),
            "Wagers and paytables in this report",
            (("wager", "text"), ("id", "text"), ("paytables", "text"), ("where in the source", "text")),
            paytables,
        ),
        text(
            "The digest of the result is that of the result document written as JSON with sorted keys and without "
            "spaces. The complete game file and result are inside report.json, so that anyone can compute them again: "
            "exactodds verify report.json."
        ),
    ]


def deck_text(game: Game) -> str:
    deck = game.deck
    jokers = {0: "no joker", 1: "one joker"}.get(deck.jokers, f"{deck.jokers} jokers")
    what = f" ({JOKERS[game.ranking.joker]})" if deck.jokers else ""
    ranks = game.rules.pack.wild.ranks if game.rules is not None else 0
    wild = [RANKS[rank] for rank in deck.ranks if ranks >> rank & 1]
    return f"{deck.size} cards, {jokers}{what}" + (f"; every {' and every '.join(wild)} is wild" if wild else "")


# --- method ----------------------------------------------------------------------------------------------------------


def method_blocks(subject: Subject) -> list[Block]:
    rows = []
    for wager in subject.wagers:
        formula, deals = deals_formula(subject.game, wager)
        for result in subject.results_of(wager):
            if result.deals != deals:
                raise CountError(f"{wager.id} {result.paytable}: {result.deals} deals, by formula {deals}")
        rows.append([wager.name, formula, str(deals)])
    methods: dict[str, list[str]] = {}
    for wager in subject.wagers:
        methods.setdefault(method_text(subject.game, wager), []).append(wager.name)
    return [
        text(
            "Nothing is simulated and nothing is estimated. Every deal is counted, as an integer; a paytable is then "
            "priced on the counts in exact fractions, and numbers are rounded only where they are printed."
        ),
        bullets(f"{', '.join(names)}: {how}" for how, names in methods.items()),
        table(
            subject.id_of(3, "deals"),
            "Number of equally likely deals",
            (("wager", "text"), ("formula", "text"), ("deals", "integer")),
            rows,
            note="C(n,k) is the number of ways to choose k cards from n. The outcomes of every paytable add up to "
            "this number.",
        ),
        *_denominator(subject),
    ]


def _denominator(subject: Subject) -> list[Block]:
    """Only where a round can end before all its cards are dealt."""
    rules = subject.game.rules
    if rules is None or not any(wager.has_decisions for wager in subject.wagers):
        return []
    early = [words for words, can_be in _early_ends(rules) if can_be]
    if not early:
        return []
    return [
        text(
            "Denominator. A decision is not part of a deal. An outcome that needs fewer cards than the formula deals, "
            f"such as {' or '.join(early)}, is counted for all continuations, so that all outcomes share one total."
        )
    ]


def _early_ends(rules: Rules) -> Iterator[tuple[str, bool]]:
    """How a round may need fewer cards than are dealt."""
    yield "a fold", any(choice.then == "fold" for stage in rules.stages for choice in stage.choices)
    yield "a hand that wins at once", any(stage.automatic_win is not None for stage in rules.stages)
    yield (
        "an exchange of few cards",
        any(stage.exchange is not None and len(stage.exchange.discards) > 1 for stage in rules.stages),
    )


def method_text(game: Game, wager: Wager) -> str:
    return method_of_kind(wager) or method_by_rules(game, wager)


def deals_formula(game: Game, wager: Wager) -> tuple[str, int]:
    """The number of deals as a formula, and its value.

    Seats are dealt one after the other; a single card is written as the number of cards left.
    """
    if is_played(wager):
        return deals_by_rules(game, wager)
    left, parts, deals = game.deck.size, [], 1
    for cards in wager.dealt:
        parts.append(str(left) if cards == 1 else f"C({left},{cards})")
        deals *= comb(left, cards)
        left -= cards
    return " x ".join(parts), deals
