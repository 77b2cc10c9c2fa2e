"""Game files of the language of rounds: TOML data in, `Rules` out, every fault noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from analyzer.game.amounts import MAX_PAY
from analyzer.game.language import Hand, JointRules, Rules, Stage, WagerRules
from analyzer.game.model import Option, Source
from analyzer.game.read_hands import NamedCards, read_deal, read_hands
from analyzer.game.read_house_ways import read_house_ways
from analyzer.game.read_pack import read_pack
from analyzer.game.read_rounds import read_made_groups, read_stages
from analyzer.game.read_wagers import MAX_WAGERS, WagerReader, read_bets
from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.game.unread import ranks_three_cards

SCHEMA = "exactodds/game/2"
MAX_JOINT = 40


def read_rules(data: object, options: Mapping[str, Option], chosen: Mapping[str, str], faults: Faults) -> Rules:
    """The rules under chosen options. The data has them already, as text in the place of each "$name"."""
    top = Section(data, "", faults)
    top.choice("schema", (SCHEMA,))
    top.has("options")
    table = NamedCards(read_pack(top.section("deck")))
    read_deal(top.section("deal"), table)
    rounds = top.sections("round")
    read_made_groups(rounds, table)
    house_ways = read_house_ways(top.section("house_ways"))
    read_hands(top.section("hands"), table, house_ways)
    stages, wagers = _read_play(top.section("wagers"), rounds, table)
    rules = Rules(
        id=top.identifier("id"),
        name=top.text("name", required=True),
        rules_version=top.text("rules_version", required=True),
        source=_read_source(top.section("source")) if top.has("source") else Source(""),
        banker=top.text("banker"),
        pack=table.pack,
        deal=tuple(group for group in table.groups.values() if not group.made),
        hands=tuple(table.hands.values()),
        stages=stages,
        wagers=wagers,
        joint=_read_joint(top, wagers),
        house_ways=house_ways,
        options=options,
        chosen=chosen,
    )
    top.finish()
    if rules.pack.three_card_order != "three_card" and not ranks_three_cards(rules) and not faults:
        faults.note("deck.three_card_order", "is the order of hands of three cards, and nothing looks at one")
    if table.broken and not faults:  # whatever is left out must have been told
        faults.note("file", f"cannot be read: {', '.join(sorted(table.broken))}")
    return rules


def _read_source(section: Section) -> Source:
    source = Source(section.text("title", required=True), section.text("document"), section.text("sha256"))
    section.finish()
    return source


# --- stages and wagers -----------------------------------------------------------------------------------------------


def _read_play(
    parent: Section, rounds: Sequence[Section], table: NamedCards
) -> tuple[tuple[Stage, ...], tuple[WagerRules, ...]]:
    """Stages set the bets of the first wager, and wagers ask what was chosen: bets, then stages, then wagers."""
    sections = {key: Section(value, parent.at(key), parent.faults) for key, value in parent.entries(MAX_WAGERS)}
    if not parent.keys:
        parent.faults.note("wagers", "must have at least one wager, such as [wagers.base]")
    bets = {key: read_bets(section, key) for key, section in sections.items()}
    main = next(iter(sections), "")
    stages = read_stages(rounds, table, bets.get(main, ()))
    reader = WagerReader(table, stages, main)
    wagers = tuple(reader.read(section, key, bets[key]) for key, section in sections.items())
    _check_needs(parent, wagers)
    _check_settings(parent, wagers)
    return stages, wagers


def _check_needs(parent: Section, wagers: Sequence[WagerRules]) -> None:
    """needs = "ID": another wager of the game."""
    for wager in wagers:
        others = [other.id for other in wagers if other.id != wager.id]
        if wager.needs and wager.needs not in others:
            known = f"; wagers beside it: {', '.join(others)}" if others else "; it is the only wager"
            near = nearest(wager.needs, others)
            parent.fault(f"{wager.id}.needs", f"{shown(wager.needs)} is not another wager{near}{known}")


def _check_settings(parent: Section, wagers: Sequence[WagerRules]) -> None:
    """A hand that the player sets as he likes is set for the main wager; no other can say what is best."""
    main: Hand | None = wagers[0].compare[0] if wagers and wagers[0].compare is not None else None
    for wager in wagers[1:]:
        if wager.compare is not None and wager.compare[0].sets == "optimal" and wager.compare[0] != main:
            name = wager.compare[0].name
            parent.fault(
                f"{wager.id}.compare",
                f"{name} is set by the player, who decides for the main wager; compare {name} there, "
                "or a hand that is set by the house way here",
            )


# --- wagers made together --------------------------------------------------------------------------------------------


def _read_joint(top: Section, wagers: Sequence[WagerRules]) -> tuple[JointRules, ...]:
    sections = top.sections("joint")
    if len(sections) > MAX_JOINT:
        top.fault("joint", f"has {len(sections)} tables, more than {MAX_JOINT}")
    return tuple(_read_one_joint(section, wagers) for section in sections[:MAX_JOINT])


def _read_one_joint(section: Section, wagers: Sequence[WagerRules]) -> JointRules:
    known = {wager.id: wager for wager in wagers}
    ids = section.texts("wagers", required=True)
    for wager in ids:
        section.one_of("wagers", wager, tuple(known) or ("",))
    if section.has("wagers") and (len(ids) < 2 or len(set(ids)) < len(ids)):
        section.fault("wagers", "must be two or more different wagers")
    _check_joined(section, [known[wager] for wager in ids if wager in known], known)
    stakes = _read_stakes(section, len(ids))
    joint = JointRules(ids, stakes, section.text("source"))
    section.finish()
    return joint


def _check_joined(section: Section, wagers: Sequence[WagerRules], known: Mapping[str, WagerRules]) -> None:
    for wager in wagers:
        if wager.needs in known and wager.needs not in {other.id for other in wagers}:
            section.fault("wagers", f"{wager.id} needs {wager.needs}, so {wager.needs} must be among them")
        if not wager.unit.has_stake:
            section.fault("wagers", f"{wager.id} has no stake, its amounts are dollars a round; leave it out")
        if wager.meter is not None:
            section.fault("wagers", f"{wager.id} depends on its meter; leave it out and use analyze --stakes --meter")


def _read_stakes(section: Section, wagers: int) -> tuple[Fraction, ...]:
    if not section.has("stakes"):
        return (Fraction(1),) * wagers
    value = section.get("stakes")
    if not isinstance(value, list) or len(value) != wagers:
        section.fault("stakes", f"must be a list of {wagers} amounts, one for each wager, not {shown(value)}")
        return (Fraction(1),) * wagers
    items = Section({f"stakes[{number}]": one for number, one in enumerate(value, 1)}, section.place, section.faults)
    stakes = tuple(items.fraction(item, Fraction(0), MAX_PAY, Fraction(1)) for item in items.keys)
    for item, stake in zip(items.keys, stakes, strict=True):
        if not stake:
            section.fault(item, "must be more than 0; leave the wager out instead")
    return stakes
