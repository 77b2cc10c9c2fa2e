"""A report document for the renderers' tests, made of analysis results: every kind of block, realistic texts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from analyzer.documents import JsonDict
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, one_in_text, parse_linear, percent_text
from analyzer.reports.text import exact
from tests.helpers import shipped_text

DIGEST = "0123456789abcdef" * 4
NOTHING_MORE: JsonDict = {"intervals": None, "base": None, "bands": []}


def report_document(results: Sequence[JsonDict], **more: Any) -> JsonDict:
    """The document of these games, which are results as `analyze --json` prints them."""
    document = {
        "schema": "exactodds/report/1",
        "title": "Mathematical analysis of <tested> games & wagers",
        "prepared_by": "A. Tester",
        "prepared_for": "The Board",
        "jurisdiction": "Testland",
        "date": "2024-02-29",
        "paper": "letter",
        "status": {"word": "DRAFT", "reasons": ["No signatory is named."]},
        "program": {
            "name": "exactodds",
            "version": "0.1.0",
            "kernels": "0123abcd" * 8,
            "libraries": {"numpy": "2.4.6", "sympy": "1.14.0"},
        },
        "flags": [
            {"level": "alert", "text": f"{result['name']}, {place}: the player has the edge"}
            for result in results
            for place in result["player_advantage"]
        ]
        + [{"level": "note", "text": "An award is rarer than 1 in 100 million."}],
        "summary": summary(results),
        "front": [{"key": "certification", "title": "Certification", "blocks": certification()}],
        "games": [game(result) for result in results],
    }
    return document | more


def certification() -> list[JsonDict]:
    people = [{"role": "Signatory", "name": "A. <Signatory>", "title": None, "date": None}]
    return [
        {"kind": "text", "text": "Nobody vouches for it: -1/2 is a number, 3 x 4 a product."},
        {"kind": "code", "lines": ["sha256sum report.json | cut -c -64"]},
        {"kind": "signatures", "id": "signatures", "people": people},
    ]


def summary(results: Sequence[JsonDict]) -> JsonDict:
    titles = [("Game", "text"), ("Wager", "text"), ("Paytable", "text"), ("House edge", "percent")]
    titles += [("Return", "percent"), ("Hit frequency", "percent"), ("Deals", "integer")]
    rows = [
        [
            result["name"],
            wager["name"],
            wager["paytable"],
            shown(wager["house_edge"]),
            shown(wager["return"]),
            shown(wager["hit_frequency"]),
            wager["deals"],
        ]
        for result in results
        for wager in result["wagers"]
    ]
    return table("summary", "House edge of every wager", titles, rows, grouped=True)


def shown(text: str) -> str:
    value = exact(text)
    return text if value is None else percent_text(value, 6)


def table(
    identifier: str, title: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], **more: Any
) -> JsonDict:
    described = [{"title": name, "type": kind} for name, kind in columns]
    return {
        "kind": "table",
        "id": identifier,
        "title": title,
        "columns": described,
        "rows": [list(row) for row in rows],
        "total": None,
        "note": None,
        "grouped": False,
    } | more


def game(result: JsonDict) -> JsonDict:
    text = shipped_text(result["game"])
    pays = [paytable(result, wager) for wager in result["wagers"]]
    return {
        "id": result["game"],
        "name": result["name"],
        "game_file": text,
        "game_file_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "options": result["options"],
        "result": dict(result),
        "decision": [{"kind": "text", "text": "A game of <cards>."}],
        "sections": [
            {"number": 1, "key": "rules", "title": "Identity", "blocks": identity(result, text)},
            {"number": 2, "key": "paytables", "title": "Wagers and paytables", "blocks": pays},
            {"number": 3, "key": "spread", "title": "Distribution", "blocks": distributions(result)},
            {"number": 4, "key": "win", "title": "Curves", "blocks": curves(result)},
            {"number": 5, "key": "sensitivity", "title": "Sensitivity", "blocks": [sensitivity(result)]},
        ],
    }


def identity(result: JsonDict, text: str) -> list[JsonDict]:
    name = result["game"]
    rows = [
        ["Game", result["name"]],
        ["Game file, SHA-256", hashlib.sha256(text.encode()).hexdigest()],
        ["Third central moment", result["wagers"][0]["third_central_moment"]],
    ]
    return [
        {"kind": "heading", "id": f"{name}-what", "text": "What was analysed"},
        {"kind": "text", "text": "Every deal is counted; nothing is simulated & nothing is <rounded>."},
        {"kind": "notice", "level": "alert", "text": "One wager has an advantage for the player."},
        {"kind": "notice", "level": "note", "text": "The source gives no limits."},
        {"kind": "list", "items": ["No exposed cards.", "No collusion: #[panic] *stars* $x$ `ticks` \\ @at <tag>"]},
        {"kind": "facts", "id": f"{name}-identity", "rows": rows},
    ]


def paytable(result: JsonDict, wager: JsonDict) -> JsonDict:
    keys = ("ev", "house_edge", "return", "variance", "hit_frequency")
    figures = {key: wager[key] for key in keys} | {"house_edge_decimal": shown_decimal(wager["house_edge"])}
    return {
        "kind": "paytable",
        "id": f"pays-{result['game']}-{wager['wager']}-{wager['paytable'].lower()}",
        "title": f"{wager['name']}, paytable {wager['paytable']}",
        "game": result["game"],
        "wager": wager["wager"],
        "paytable": wager["paytable"],
        "unit": wager["unit"],
        "deals": wager["deals"],
        "deals_formula": "C(52,5) x 47",
        "lines": [line(outcome) for outcome in wager["outcomes"]],
        "editable": "choices" not in wager,
        "side_by_side": False,
        "whatif": {"refused": "The pays decide the play."} if "choices" in wager else whatif(wager),
        "result": figures | {key: wager[key] for key in ("break_even_meter",) if key in wager},
    }


def whatif(wager: JsonDict) -> JsonDict:
    """Every outcome but the last as a line of its own, paid as it is."""
    outcomes = wager["outcomes"]
    paid = [outcome for outcome in outcomes if not outcome["pays"].startswith("-")]
    symbolic = exact(wager["ev"]) is None
    cases = [{"lines": [place], "base": "0", "count": outcome["count"]} for place, outcome in enumerate(paid)]
    lost = [{"lines": [], "base": one["pays"], "count": one["count"]} for one in outcomes if one not in paid]
    return {
        "refused": None,
        "overlap": "most",
        "bet": "1",
        "stake": "1" if symbolic else "0",
        "max_pay": "1000000000",
        "meter": "100000" if symbolic else None,
        "lines": [
            {"id": one["name"], "title": one["title"], "pays": for_one(one["pays"]) if symbolic else one["pays"]}
            for one in paid
        ],
        "above": None,
        "cases": cases + lost,
    }


def for_one(net: str) -> str:
    """What a prize is from what it is net of a bet of 1."""
    amount, meter = parse_linear(net) or (Fraction(0), Fraction(0))
    return str(Pay(amount + 1, meter))


def shown_decimal(text: str) -> str:
    value = exact(text)
    return text if value is None else decimal_text(value, 8)


def line(outcome: JsonDict) -> JsonDict:
    chance = Fraction(outcome["probability"])
    pays, contribution = exact(outcome["pays"]), exact(outcome["contribution"])
    return {
        "name": outcome["name"],
        "title": outcome["title"],
        "pays": outcome["pays"],
        "count": outcome["count"],
        "probability": outcome["probability"],
        "one_in": one_in_text(chance),
        "true_odds": f"{decimal_text(1 / chance - 1, 2)} to 1" if chance else "never",
        "payout_odds": "" if pays is None or pays <= 0 else f"{pays.numerator} to {pays.denominator}",
        "contribution": outcome["contribution"],
        "contribution_percent": outcome["contribution"] if contribution is None else percent_text(contribution, 6),
    }


def distributions(result: JsonDict) -> list[JsonDict]:
    return [figure(result, wager) for wager in result["wagers"]]


def figure(result: JsonDict, wager: JsonDict) -> JsonDict:
    return NOTHING_MORE | {
        "kind": "figure",
        "id": f"net-{result['game']}-{wager['wager']}-{wager['paytable'].lower()}",
        "title": f"{wager['name']}: net result",
        "caption": "The chance of each net result of a round.",
        "form": "dots",
        "x_title": "net result",
        "y_title": "probability",
        "log_y": True,
        "categories": [outcome["title"] for outcome in wager["outcomes"]],
        "series": [
            {
                "name": "probability",
                "x": None,
                "y": [decimal_text(Fraction(outcome["probability"]), 12) for outcome in wager["outcomes"]],
            }
        ],
        "marks": [],
    }


def curves(result: JsonDict) -> list[JsonDict]:
    across = [str(step * 10000) for step in range(11)]
    lines = [
        {"name": f"wager {slope}", "x": across, "y": [decimal_text(Fraction(slope * step, 7), 6) for step in range(11)]}
        for slope in (1, 2, -1)
    ]
    shared = NOTHING_MORE | {
        "kind": "figure",
        "title": "Return over the meter",
        "caption": "Straight lines.",
        "x_title": "meter",
        "y_title": "return",
        "log_y": False,
        "categories": None,
        "marks": [{"x": "52631.578", "label": "break even"}],
    }
    name = result["game"]
    names = {"categories": ["Flush <4>", "Straight"], "marks": []}
    changed = [{"name": step, "x": None, "y": ["3.5", "-2.25"]} for step in ("+1", "-1")]
    band = {"name": "95 %", "low": ["-1.5"] * 11, "high": ["2.5"] * 11}
    from_one = [lines[0] | {"x": [str(10**step) for step in range(11)]}]
    return [
        shared | {"id": f"curve-{name}", "form": "line", "series": lines},
        shared | {"id": f"one-curve-{name}", "form": "line", "series": lines[:1]},
        shared | {"id": f"tornado-{name}", "form": "tornado", "series": changed, "base": "1.5"} | names,
        shared | {"id": f"fan-{name}", "form": "fan", "series": from_one, "bands": [band, band], "marks": []},
        shared
        | {"id": f"dots-{name}", "form": "dots", "series": changed[:1], "intervals": [["-1", "4"], None]}
        | names,
    ]


def sensitivity(result: JsonDict) -> JsonDict:
    wager = result["wagers"][0]
    rows = [
        [outcome["title"], outcome["count"], outcome["probability"], shown(outcome["probability"]), outcome["pays"]]
        for outcome in wager["outcomes"]
    ]
    columns = [
        ("Line", "text"),
        ("Combinations", "integer"),
        ("Change per unit", "fraction"),
        ("In percent", "percent"),
        ("Pays", "decimal"),
    ]
    total = ["Total", wager["deals"], "1", "100.000000 %", ""]
    return table(
        f"sensitivity-{result['game']}", "What one unit more pays", columns, rows, total=total, note="Strategy held."
    )
