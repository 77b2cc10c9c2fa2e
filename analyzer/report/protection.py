"""Protection: what each card is worth to a player who sees it and should not, and what must be kept from him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.documents import Json, JsonDict
from analyzer.game.exposed_cards import DEALER, SEAT
from analyzer.game.language import Rules
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.exposures import Hour, vulnerability
from analyzer.report.blocks import Block, Column, amount_text, bullets, notice, table, text
from analyzer.report.subject import Subject

# Rounds an hour and the first bet for which earnings are shown where the filing does not say.
HOUR = Hour()
Found = Json


def protection_blocks(subject: Subject) -> list[Block]:
    """Nothing unless it is asked for, or where the main wager is not reported: no other one is decided about."""
    if not is_counted(subject):
        return []
    main = subject.game.wagers[0]
    if subject.results_of(main)[0].ev is None:
        return [text(f"{main.name} depends on a meter and has no decisions: no card that is seen helps the player.")]
    exposed = _kept(subject)
    if not exposed["exposures"]:
        return [text(f"{main.name}: no card that is seen helps the player. {_sentence(exposed['why_none'])}")]
    counted = [row for row in exposed["exposures"] if "ev" in row]
    refused = [row for row in exposed["exposures"] if "ev" not in row]
    blocks = [text(_about(subject, exposed)), *_alerts(counted)]
    if counted:
        blocks += [_exposures(subject, exposed, counted), *_worth(subject, exposed, counted)]
    blocks += [notice("note", f"Not counted: {row['words']} ({row['sees']}): {row['refused']}") for row in refused]
    return [*blocks, text("What this means for procedure:"), bullets(_procedure(subject, exposed, counted))]


def is_counted(subject: Subject) -> bool:
    """Whether the report has this section."""
    return subject.protection and subject.game.wagers[0] in subject.wagers


def _hour(subject: Subject) -> Hour:
    """What the operator says of his tables, where he says it."""
    operation = subject.filing.operation
    return Hour(operation.rounds_per_hour or HOUR.rounds, operation.average_bet or HOUR.stake)


def _hour_text(subject: Subject) -> str:
    operation, hour = subject.filing.operation, _hour(subject)
    said = "as the filing says", "an assumption: the filing says nothing of it"
    rounds = said[operation.rounds_per_hour is None]
    stake = said[operation.average_bet is None]
    told = f"Earnings are for {amount_text(hour.rounds)} rounds an hour"
    bet = f"a first bet of {amount_text(hour.stake)}"
    if rounds == stake:
        return f"{told} and {bet} ({rounds.replace('nothing of it', 'neither')})."
    return f"{told} ({rounds}) and {bet} ({stake})."


def _earned(subject: Subject, ev: Fraction) -> str:
    return decimal_text(_hour(subject).earned(ev), 2)


def _kept(subject: Subject) -> Found:
    main = subject.game.wagers[0]
    table_of = main.paytables[0]
    key = {"options": dict(subject.options), "paytable": table_of.id, "pays": [str(pay) for pay in table_of.pays]}

    def compute() -> JsonDict:
        return vulnerability(subject.file, subject.options, table_of.id, subject.run).document(HOUR)

    return subject.kept("protection", key, compute)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def _about(subject: Subject, exposed: Found) -> str:
    result = next(one for one in subject.results if one.wager == exposed["wager"])
    normal = percent_text(Fraction(exposed["normal"]["ev"]), 6)
    return (
        f"{subject.title_of(result)}: one card more is seen than the rules show, from the decision named on, and the "
        f"player uses it as well as possible; every deal is counted. In normal play he expects {normal} of the first "
        f"bet. {_hour_text(subject)}"
    )


def _alerts(counted: Sequence[Found]) -> Iterator[Block]:
    for row in counted:
        if row["turns_the_edge"]:
            edge = percent_text(Fraction(row["ev"]), 4)
            yield notice("alert", f"{_sentence(row['words'])[:-1]}: the edge turns over to the player, {edge}.")


def _exposures(subject: Subject, exposed: Found, counted: Sequence[Found]) -> Block:
    columns: tuple[Column, ...] = (
        ("what is seen", "text"),
        ("--sees", "text"),
        ("expected result", "percent"),
        ("gain", "percent"),
        ("standard deviation", "decimal"),
        ("desirability index", "decimal"),
        ("an hour", "decimal"),
        ("edge turned", "text"),
    )
    return table(
        subject.id_of("protection", "exposures"),
        "What one card is worth that should not be seen",
        columns,
        [
            [
                row["words"],
                row["sees"],
                percent_text(Fraction(row["ev"]), 6),
                percent_text(Fraction(row["gain"]), 6),
                decimal_text(Fraction(row["standard_deviation"]), 8),
                row["desirability_index"],
                _earned(subject, Fraction(row["ev"])),
                "yes" if row["turns_the_edge"] else "no",
            ]
            for row in counted
        ],
        note="The gain is over normal play, both in units of the first bet. The desirability index is 1,000 times the "
        "expected result over the standard deviation of a round. Negative results are the house's.",
    )


def _worth(subject: Subject, exposed: Found, counted: Sequence[Found]) -> Iterator[Block]:
    """By rank: what the player gains who sees that card."""
    shown = [row for row in counted if row["cards"]]
    if not shown:
        return
    gains = [_gains(row, Fraction(exposed["normal"]["ev"])) for row in shown]
    ranks = sorted({rank for one in gains for rank in one}, key=_ORDER.index)
    yield table(
        subject.id_of("protection", "cards"),
        "Gain over normal play by the card that is seen",
        (("card seen", "text"), *((row["sees"], "percent") for row in shown)),
        [[rank, *(percent_text(one[rank], 4) if rank in one else "" for one in gains)] for rank in ranks],
        note="With a card that helps the player least he may expect less than in normal play on average: what he sees "
        "is bad news then, but he loses less by knowing it.",
    )


_ORDER = ("joker", *"AKQJT98765432")


def _gains(row: Found, normal: Fraction) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    sums: dict[str, Fraction] = {}
    for card in row["cards"]:
        share = Fraction(card["probability"])
        shares[card["rank"]] = shares.get(card["rank"], Fraction(0)) + share
        sums[card["rank"]] = sums.get(card["rank"], Fraction(0)) + share * Fraction(card["ev"])
    return {rank: sums[rank] / share - normal for rank, share in shares.items()}


# --- what it means for procedure -------------------------------------------------------------------------------------


def _procedure(subject: Subject, exposed: Found, counted: Sequence[Found]) -> Iterator[str]:
    """For each kind of card what must be done, with what the worst exposure of it is worth."""
    rules = subject.file.rules(subject.options)
    worst: dict[str, Found] = {}
    for row in counted:
        worst.setdefault(str(row["sees"]).partition("=")[0], row)
    for group, row in worst.items():
        gain, edge = (percent_text(Fraction(row[key]), 2) for key in ("gain", "ev"))
        turned = f"the player then has an edge of {edge}" if row["turns_the_edge"] else f"the result is then {edge}"
        lost = _earned(subject, Fraction(row["gain"]))
        yield f"{_must(group, rules)} One card is worth {gain} of the first bet, {lost} an hour; {turned}."
    if Fraction(exposed["normal"]["ev"]) > 0:
        yield "The player has the edge in normal play already; what a card gains him is added to it."
    elif not any(row["turns_the_edge"] for row in counted):
        yield "No single card turns the edge over to the player; what it gains him the house does not earn."


def _must(group: str, rules: Rules) -> str:
    if group == DEALER:
        other = "other " if _shows_a_card(rules) else ""
        return (
            f"The dealer's {other}cards must be dealt and kept face down, so that no seat sees one before all have "
            "decided."
        )
    if group == SEAT:
        return "Players must not show or tell each other their cards before all have decided."
    if any(stage.exchange is not None and stage.exchange.draw == group for stage in rules.stages):
        return f"The cards to be drawn ({group}) must stay covered: nobody may see the next card of the pack."
    return f"The cards of {group} must not be seen before they are turned."


def _shows_a_card(rules: Rules) -> bool:
    """Whether a card of the dealer alone lies face up by rule."""
    compare = rules.main.compare
    if compare is None:
        return False
    of_dealer = set(compare[1].groups) - set(compare[0].groups)
    return any(of_dealer & set(stage.sees) for stage in rules.stages)
