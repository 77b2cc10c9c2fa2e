"""The local page without a browser: who may ask, and what the answers are."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.change.design.search import read_spans
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.file import parse_game_file
from analyzer.game.library import load_game, shipped_ids
from analyzer.pricing.analysis import analyze
from analyzer.reports import html
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.serve import pays as pays_of_the_page
from analyzer.serve import server as serving
from analyzer.serve.answers import Answers
from analyzer.serve.forms import by_ids
from analyzer.serve.gate import HEADERS, MAX_BODY, Gate, RefusedError
from analyzer.serve.page import STATIC, Page
from tests.helpers import shipped_text, tiny_text

GAME = "three-card-poker-6-card-bonus"
PORT = 8123
ORIGIN = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(jobs=1, store=Store(tmp_path_factory.getbasetemp() / "analyzed"))


class Client:
    """Asks the page as a browser on this machine would; what is given changes that."""

    def __init__(self, run: Run) -> None:
        self.gate = Gate(PORT)
        self.page = Page(self.gate, Answers(run))

    def environ(self, part: str, body: bytes | None = None, **changes: Any) -> dict[str, Any]:
        environ = {
            "REQUEST_METHOD": "GET" if body is None else "POST",
            "PATH_INFO": f"/{self.gate.token}/{part}",
            "HTTP_HOST": f"127.0.0.1:{PORT}",
            "HTTP_SEC_FETCH_SITE": "same-origin",
            "wsgi.input": io.BytesIO(body or b""),
        }
        if body is not None:
            environ |= {
                "HTTP_ORIGIN": ORIGIN,
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(body)),
            }
        return {key: value for key, value in (environ | changes).items() if value is not None}

    def ask(self, part: str, data: Any = None, **changes: Any) -> tuple[str, dict[str, str], bytes]:
        body = data if isinstance(data, bytes) or data is None else json.dumps(data).encode()
        told: list[Any] = []
        content = b"".join(self.page(self.environ(part, body, **changes), lambda *head: told.extend(head)))
        status, headers = told
        return status, dict(headers), content

    def json(self, part: str, data: Any = None) -> Any:
        status, _, content = self.ask(f"api/{part}", data)
        assert status == "200 OK", content
        return json.loads(content)

    def error(self, part: str, data: Any) -> str:
        status, _, content = self.ask(f"api/{part}", data)
        assert status == "400 Bad Request", content
        return str(json.loads(content)["error"])


@pytest.fixture
def client(run: Run) -> Client:
    return Client(run)


# --- who may ask -----------------------------------------------------------------------------------------------------


def test_the_page_and_its_parts_are_given(client: Client) -> None:
    for part, (_, kind) in STATIC.items():
        status, headers, content = client.ask(part)
        assert status == "200 OK"
        assert headers["Content-Type"] == kind
        assert len(content) == int(headers["Content-Length"]) > 500


def test_every_answer_has_the_headers_that_protect_it(client: Client) -> None:
    asked = [
        client.ask(""),
        client.ask("nothing"),
        client.ask("api/game", {}),
        client.ask("", HTTP_HOST="evil.example"),
    ]
    for _, headers, _ in asked:
        for name, value in HEADERS:
            assert headers[name] == value
    policy = dict(HEADERS)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"HTTP_HOST": "evil.example"}, "421"),
        ({"HTTP_HOST": f"evil.example:{PORT}"}, "421"),
        ({"HTTP_HOST": "127.0.0.1"}, "421"),
        ({"HTTP_HOST": f"127.0.0.1:{PORT + 1}"}, "421"),
        ({"HTTP_HOST": f"127.0.0.1:{PORT}.evil.example"}, "421"),
        ({"HTTP_HOST": None}, "421"),
        ({"HTTP_ORIGIN": "http://evil.example"}, "403"),
        ({"HTTP_ORIGIN": f"https://127.0.0.1:{PORT}"}, "403"),
        ({"HTTP_ORIGIN": f"http://127.0.0.1:{PORT + 1}"}, "403"),
        ({"HTTP_ORIGIN": "null"}, "403"),
        ({"HTTP_SEC_FETCH_SITE": "cross-site"}, "403"),
        ({"HTTP_SEC_FETCH_SITE": "same-site"}, "403"),
        ({"PATH_INFO": "/"}, "404"),
        ({"PATH_INFO": ""}, "404"),
        ({"PATH_INFO": "/guess/"}, "404"),
        ({"PATH_INFO": "/\udcff/"}, "404"),
        ({"PATH_INFO": "/favicon.ico"}, "404"),
        ({"REQUEST_METHOD": "PUT"}, "405"),
        ({"REQUEST_METHOD": "OPTIONS"}, "405"),
    ],
)
def test_other_requests_are_refused(client: Client, changes: JsonDict, status: str) -> None:
    said, _, content = client.ask("api/games", **changes)
    assert said.startswith(status)
    assert client.gate.token.encode() not in content
    said, _, _ = client.ask("api/price", {"game": GAME}, **changes)
    assert said.startswith(status)


def test_a_post_says_where_it_comes_from(client: Client) -> None:
    assert client.ask("api/game", {"game": GAME}, HTTP_ORIGIN=None)[0].startswith("403")
    assert client.ask("api/game", {"game": GAME}, HTTP_SEC_FETCH_SITE="none")[0].startswith("403")
    assert client.ask("api/games", HTTP_SEC_FETCH_SITE="none")[0] == "200 OK"
    assert client.ask("api/game", {"game": GAME}, HTTP_HOST=f"localhost:{PORT}")[0] == "200 OK"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"CONTENT_TYPE": "text/plain"}, "415"),
        ({"CONTENT_TYPE": "application/x-www-form-urlencoded"}, "415"),
        ({"CONTENT_LENGTH": str(MAX_BODY + 1)}, "413"),
        ({"CONTENT_LENGTH": "-1"}, "413"),
        ({"CONTENT_LENGTH": ""}, "413"),
    ],
)
def test_bodies_that_are_not_read(client: Client, changes: JsonDict, status: str) -> None:
    assert client.ask("api/game", {"game": GAME}, **changes)[0].startswith(status)


@pytest.mark.parametrize("part", ["../page.js", "page.py", "static/page.html", "api/", "api/open", "api/__class__"])
def test_there_is_nothing_else(client: Client, part: str) -> None:
    assert client.ask(part)[0].startswith("404")


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'"x"', b"[" * 100_000, b"\xff"])
def test_what_is_no_question_is_told(client: Client, body: bytes) -> None:
    status, _, content = client.ask("api/price", body)
    assert status.startswith("400")
    assert "the request is not" in json.loads(content)["error"]


def test_no_path_comes_from_the_page(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text(shipped_text("wild-52"), encoding="utf-8")
    for name in (str(path), "../wild-52", "tables/wild-52.toml", ""):
        assert "there is no game" in client.error("game", {"game": name})


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {Gate(1).token for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 32
    assert Gate(1).token not in repr(Gate(1))


def test_a_gate_that_does_not_look_would_be_found_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: without the check of origins another page is answered."""
    monkeypatch.setattr(Gate, "_check_origin", lambda self, environ: None)
    assert client.ask("api/games", HTTP_ORIGIN="http://evil.example")[0] == "200 OK"


def test_an_error_of_ours_tells_nothing_of_the_machine(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(data: Any) -> Any:
        raise ZeroDivisionError("/home/somebody/secret")

    monkeypatch.setitem(client.page._questions, "game", broken)
    status, _, content = client.ask("api/game", {"game": GAME})
    assert status.startswith("500")
    assert b"secret" not in content
    assert "ZeroDivisionError" in capsys.readouterr().err


# --- answers ---------------------------------------------------------------------------------------------------------


def test_games_are_listed(client: Client) -> None:
    games = client.json("games")["games"]
    name = "Three Card Poker with 6 Card Bonus"
    assert {"key": GAME, "name": name, "label": name, "collection": "certified"} in games
    assert {game["collection"] for game in games} == {"certified", "library"}


def test_a_game_has_its_paytables_as_the_file_writes_them(client: Client) -> None:
    game = client.json("game", {"game": "jacks-or-better"})
    (wager,) = game["wagers"]
    assert wager["decisions"]
    assert wager["paytables"][0]["pays"]["royal-flush"] == "800"
    draw = client.json("game", {"game": "wild-six-card-draw-poker", "options": {"bet": "5"}})
    assert {option["id"]: option["chosen"] for option in draw["options"]}["bet"] == "5"
    assert [wager["id"] for wager in draw["wagers"] if wager["meter"]] == ["progressive"]


def question(wager: str, **more: Any) -> JsonDict:
    return {"game": GAME, "wager": wager, "paytable": "1", **more}


def test_prices_are_those_of_the_analysis(client: Client, run: Run) -> None:
    answer = client.json("price", question("pair-plus", pays={"straight": "6"}))
    assert answer["now"]["worth_exactly"] == "367/5525"
    assert answer["file"]["worth_exactly"] == "547/5525"
    (result,) = analyze(load_game(GAME), wager="ante-play", run=run).wagers
    ante = client.json("price", question("ante-play"))["now"]
    assert ante["worth_exactly"] == str(-(result.ev or 0))
    assert ante["variance_exactly"] == str(result.price.variance)
    assert ante["hit_exactly"] == str(result.price.hit_frequency)
    assert (ante["worth"], ante["return"]) == ("3.825470 %", "96.174530 %")
    assert sum(int(one["count"].replace(",", "")) for one in ante["outcomes"]) == result.deals
    assert ante["advantage"] is None


def test_an_advantage_is_told(client: Client) -> None:
    answer = client.json("price", question("pair-plus", pays={"straight": "50"}))
    assert "the player has an advantage of" in answer["now"]["advantage"]


def test_a_progressive_at_a_meter(client: Client) -> None:
    asked = {"game": "wild-six-card-draw-poker", "wager": "progressive", "paytable": "1"}
    without = client.json("price", asked)["now"]
    assert without["worth"] is None
    assert without["depends"] == "expected result 19*J/7906275 - 200386/316251, with J the meter"
    assert without["return"] == "19*J/7906275 + 115865/316251"
    assert "above a meter of 263,665.79" in without["advantage"]
    there = client.json("price", asked | {"meter": "300,000"})["now"]
    assert there["worth_exactly"] == str(-1 * there_ev())
    assert "the player has an advantage of" in there["advantage"]
    assert float(there["variance"]) > 0
    assert "not a number of 0 or more" in client.error("price", asked | {"meter": "-5"})
    assert "write 60.5" in client.error("price", asked | {"meter": "60,5"})


def there_ev() -> Any:
    from fractions import Fraction

    return Fraction(19 * 300_000, 7906275) - Fraction(200386, 316251)


def test_a_wager_in_dollars(client: Client) -> None:
    asked = {"game": "wild-six-card-poker", "wager": "taxpayers-fortune", "paytable": "T1"}
    now = client.json("price", asked)["now"]
    assert (now["worth_name"], now["worth"], now["return"]) == ("expected result", "-0.04702549 $ a round", None)


def test_one_hand_under_the_pays_entered(client: Client) -> None:
    choices = client.json("hand", question("ante-play", cards="Qs 6d 3c"))["choices"]
    assert choices[0] == {"action": "fold", "ev": "-1.000000", "exactly": "-1"}
    assert "where 3 are needed" in client.error("hand", question("ante-play", cards="Qs 6d"))


@pytest.mark.parametrize(
    ("game", "wager", "board", "sees"),
    [
        (GAME, "ante-play", False, False),
        ("wild-52", "ante-play", True, False),
        ("ultimate-texas-holdem", None, True, False),
        ("caribbean-stud", None, False, True),
    ],
)
def test_only_the_cards_that_a_game_has_are_asked_for(
    client: Client, game: str, wager: str | None, board: bool, sees: bool
) -> None:
    wagers = client.json("game", {"game": game, "options": {}})["wagers"]
    first = next(one for one in wagers if one["id"] == wager or (wager is None and one["decisions"]))
    assert first["beside_hand"] == {"board": board, "sees": sees}


@pytest.mark.parametrize(
    ("game", "own", "board", "cards"),
    [(GAME, "3", "", 3), ("wild-52", "5", "1", 5), ("ultimate-texas-holdem", "2", "3 or 5", 2)],
)
def test_the_fields_of_a_hand_say_how_many_cards(client: Client, game: str, own: str, board: str, cards: int) -> None:
    wagers = client.json("game", {"game": game, "options": {}})["wagers"]
    form = next(one["hand"] for one in wagers if one["decisions"])
    assert (form["own"], form["board"], len(form["cards"].split())) == (own, board, cards)
    assert all(one["hand"] is None for one in wagers if not one["decisions"])


@pytest.mark.parametrize("game", ["wild-52", "caribbean-stud", "pai-gow-wrangler-outlaw"])
def test_the_cards_of_the_placeholders_are_a_hand(client: Client, game: str) -> None:
    wager = next(one for one in client.json("game", {"game": game, "options": {}})["wagers"] if one["decisions"])
    form = wager["hand"]
    asked = {"game": game, "wager": wager["id"], "paytable": wager["paytables"][0]["id"], "options": {}}
    asked |= {"cards": form["cards"], "board": form["turned"], "sees": form["seen"]}
    assert client.json("hand", asked)["choices"]


def test_what_is_wrong_with_a_hand_says_which_cards(client: Client) -> None:
    asked = {"game": "wild-52", "wager": "ante-play", "paytable": "1", "options": {}, "cards": "As Kd Jk 9h 2c"}
    said = client.error("hand", asked | {"board": "Qs 3d"})
    assert said == '"Community cards": 2 cards are given where 1 is needed'
    assert client.error("hand", asked | {"cards": ""}) == "the hand: 0 cards are given where 5 are needed"


def test_the_setting_of_the_house_way_is_marked(client: Client) -> None:
    asked = {"game": "pai-gow-wrangler-outlaw", "wager": "base", "paytable": "1", "cards": "As Kd Jk 9h 2c 3c 4d"}
    answer = client.json("hand", asked)
    assert [one["action"] for one in answer["choices"] if "(house way)" in one["action"]] == ["front Kd 9h (house way)"]
    reason, left_out = answer["notes"]
    assert reason.startswith("house way, row 8: ")
    assert "Not every setting is listed" in left_out
    assert client.json("hand", question("ante-play", cards="Qs 6d 3c"))["notes"] == []


def test_pays_to_try_are_written_by_the_names_of_lines(client: Client) -> None:
    asked = {"game": "wild-52", "wager": "bonus", "paytable": "1", "options": {}, "target": "4%..12%"}
    said = client.json("design", asked | {"vary": "Full house=4..5, flush=3..4"})
    assert said["varied"] == ["full-house", "flush"]


@pytest.mark.parametrize("game", shipped_ids())
def test_the_placeholder_of_pays_to_try_is_of_the_wager(client: Client, game: str) -> None:
    """What stands there in grey can be written there."""
    for wager in client.json("game", {"game": game, "options": {}})["wagers"]:
        names = {line["id"]: line["name"] for line in wager["lines"]}
        for table in wager["paytables"]:
            if table["vary"]:
                spans = read_spans(by_ids(table["vary"], names), list(names))
                assert all(str(span.pays[-1] - 1) == table["pays"][span.line] for span in spans)
            else:
                assert not [pay for pay in table["pays"].values() if pay.isdecimal()]


def test_a_hand_is_refused_by_the_fields_of_the_page(client: Client) -> None:
    for field, name in (("board", "Community cards"), ("sees", "Dealer's cards that you see")):
        said = client.error("hand", question("ante-play", cards="Qs 6d 3c") | {field: "As"})
        assert f'so "{name}" cannot be given' in said
        assert "--" not in said


def test_designs_and_what_is_attainable(client: Client) -> None:
    answer = client.json("design", question("pair-plus", target="1%..2%", vary="straight=5..8,flush=3..4"))
    assert (answer["tried"], answer["found"], answer["varied"]) == (8, 1, ["straight", "flush"])
    assert answer["paytables"][0]["pays"]["flush"] == "4"
    assert answer["said"] == "1 of 8 paytables meet the target."
    many = client.json("design", question("pair-plus", target="1%..20%", vary="straight=1..60,flush=1..50"))
    assert many["found"] > len(many["paytables"]) == 20
    assert many["said"] == f"{many['found']:,} of 3,000 paytables meet the target. These are the first 20."
    none = client.json("design", question("pair-plus", target="50%..60%", vary="straight=5..8"))
    assert none["found"] == 0
    assert none["attainable"][0].startswith("0.1")
    assert none["said"].startswith("None of 4 paytables meets the target: with these pays the house edge is from 0.1")
    assert len(none["paytables"]) == 4
    assert "would be 100 %" in client.error("design", question("pair-plus", target="1..2", vary="straight=5..8"))


def test_the_game_file_with_the_pays_entered(client: Client) -> None:
    status, headers, content = client.ask("api/toml", question("pair-plus", pays={"straight": "13/2"}, name="mine"))
    assert status == "200 OK"
    assert headers["Content-Disposition"] == f'attachment; filename="{GAME}.toml"'
    data = tomllib.loads(content.decode())
    assert data["wagers"]["pair-plus"]["paytables"] == ["1", "mine"]
    assert data["wagers"]["pair-plus"]["pays"]["straight"] == [5, "13/2"]
    assert content.decode().count("#") == shipped_text(GAME).count("#")
    assert "Not a number" in client.error("toml", question("pair-plus", pays={"straight": "six"}, name="mine"))
    assert client.error("toml", question("pair-plus", name="1")) == (
        "pair-plus has a paytable '1' already; give the new one another name with Name of the paytable"
    )


def test_the_game_file_is_worth_what_the_page_showed(client: Client, run: Run) -> None:
    """With the readings that were chosen, and nothing said beside it."""
    options = {"side_bets_after_fold": "lost"}
    asked = {"game": "wild-52", "wager": "bonus", "paytable": "1", "options": options, "pays": {"flush": "4"}}
    shown = client.json("price", asked)["now"]["worth_exactly"]
    status, _, content = client.ask("api/toml", asked)
    assert status == "200 OK", content
    text = content.decode()
    assert text.startswith("# the reading side_bets_after_fold = lost is the default of this copy\n")
    (result,) = analyze(parse_game_file(content, "kept.toml"), {}, "bonus", "edited", run).wagers
    assert str(-(result.ev or 0)) == shown
    plain = client.ask("api/toml", asked | {"options": {}})[2].decode()
    assert "default of this copy" not in plain


def test_the_report_with_the_pays_entered(client: Client) -> None:
    own = parse_game_file(tiny_text('flush: hand = "flush"', ranks="9-A", cards=5).encode(), "tiny.toml")
    client.page.answers.files["tiny"] = own
    asked = {"game": "tiny", "wager": "w", "paytable": "1", "pays": {"flush": "3"}, "name": "mine"}
    status, headers, content = client.ask("api/report", asked)
    assert status == "200 OK", content
    assert headers["Content-Disposition"].endswith('-report.zip"')
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {"report.json", "report.html", "report.pdf", "report.xlsx"} <= set(archive.namelist())
        document = json.loads(archive.read("report.json"))
    assert document["status"]["word"] == "DRAFT"
    assert "mine" in document["games"][0]["game_file"]


def test_a_file_is_opened_by_its_text(client: Client) -> None:
    text = shipped_text("wild-52")
    key = client.json("open", {"name": "mine.toml", "text": text})["key"]
    assert key == "wild-52 (1)"
    assert client.json("games")["games"][0]["collection"] == "yours"
    assert client.json("game", {"game": key})["id"] == "wild-52"
    broken = client.error("open", {"name": "mine.toml", "text": text.replace('id = "wild-52"', "id = 7")})
    assert "mine.toml" in broken
    assert "id" in broken
    assert "at most" in client.error("open", {"text": "#" * 2_000_000})
    assert "at most" in client.error("open", {"text": 7})


def test_files_that_are_called_alike_are_told_apart(client: Client) -> None:
    text = shipped_text("wild-52")
    for name in ("mine.toml", "other.toml", "other.toml"):
        client.json("open", {"name": name, "text": text})
    labels = [game["label"] for game in client.json("games")["games"]]
    own = [label for label in labels if label.startswith("Wild 52,")]
    assert own == ["Wild 52, mine.toml", "Wild 52, other.toml, wild-52 (2)", "Wild 52, other.toml, wild-52 (3)"]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("written", "exact"), [("5.5", "11/2"), (" 11 / 2 ", "11/2"), ("1,000", "1000"), (".5", "1/2")]
)
def test_a_pay_is_read_as_the_page_of_a_report_reads_it(client: Client, written: str, exact: str) -> None:
    both = [client.json("price", question("pair-plus", pays={"straight": pay})) for pay in (written, exact)]
    assert both[0] == both[1]
    content = client.ask("api/toml", question("pair-plus", pays={"straight": written}, name="mine"))[2]
    pay = tomllib.loads(content.decode())["wagers"]["pair-plus"]["pays"]["straight"][1]
    assert str(pay) == exact


@pytest.mark.parametrize(
    ("pays", "said"),
    [
        ({"straight": "6,5"}, f"Straight: {pays_of_the_page.NOT_A_NUMBER}"),
        ({"straight": "1.200,500"}, f"Straight: {pays_of_the_page.NOT_A_NUMBER}"),
        ({"straight": "1000,500"}, f"Straight: {pays_of_the_page.NOT_A_NUMBER}"),
        ({"straight": ""}, f"Straight: {pays_of_the_page.EMPTY}"),
        (
            {"straight": "1/0", "three-of-a-kind": "-1"},
            f"Straight: {pays_of_the_page.NO_ZERO}\nThree of a kind: {pays_of_the_page.NEGATIVE}",
        ),
        ({"flush": "2000000000"}, "Flush: Too much: a line pays at most 1,000,000,000."),
        ({"flush": "0." + "1" * 30}, f"Flush: {pays_of_the_page.TOO_FINE}"),
        ({"flush": "9" * 80}, f"Flush: {pays_of_the_page.TOO_LONG}"),
        ({"flush": "J/10"}, f"Flush: {pays_of_the_page.NOT_A_NUMBER}"),
    ],
)
def test_a_mistyped_pay_is_told_by_its_line_and_no_path(client: Client, pays: JsonDict, said: str) -> None:
    for part in ("price", "toml", "report"):
        assert client.error(part, question("pair-plus", pays=pays, name="mine")) == said


def test_pays_that_a_file_may_not_have_together_are_told_by_their_line(client: Client) -> None:
    asked = {"game": "pai-gow-wrangler-outlaw", "wager": "wrangler-push", "paytable": "1", "pays": {"push": "3"}}
    said = client.error("price", asked)
    assert said.startswith("Push with a pair of threes or higher: must be more than push pays")
    assert "toml" not in said
    assert "wagers." not in said


@pytest.mark.parametrize("written", ["4 to 1", "4:1"])
def test_odds_as_people_say_them_are_told_how_to_be_written(client: Client, written: str) -> None:
    """To one or for one: which of the two is the wager's own, so the words are not read."""
    said = client.error("price", question("pair-plus", pays={"straight": written}))
    assert "without words such as 'to 1', write a whole number" in said


def test_the_page_says_what_makes_a_report_certified(client: Client) -> None:
    """The reasons of a draft, all of them."""
    _, _, content = client.ask("")
    page = " ".join(content.decode().split())
    assert "with all four: a proof, a simulation, who answers for it, and a signature" in page


def test_the_page_of_a_report_says_the_same_of_a_pay() -> None:
    """Its script has the same words; tests/test_serve_browser.py asks both."""
    script = (Path(html.__file__).parent / "templates" / "report.js").read_text(encoding="utf-8")
    for words in ("EMPTY", "NO_ZERO", "NOT_A_NUMBER", "NEGATIVE", "WHOLE_METER", "OR_A_SHARE"):
        assert f'"{getattr(pays_of_the_page, words)}"' in script
    for words in ("TOO_LONG", "TOO_FINE"):
        filled = script.replace("${LONGEST}", "60").replace("${MOST_DIGITS}", "18")
        assert f"`{getattr(pays_of_the_page, words)}`" in filled


@pytest.mark.parametrize(
    ("target", "vary", "said"),
    [
        ("x", "straight=5..8", "Target 'x' is not a range"),
        ("5..1%", "straight=5..8", "Target '5..1%': 5 would be 500 %"),
        ("1%", "straight", "Pays to try 'straight' must be LINE=FROM..TO"),
        ("1%", "strait=5..8", "Pays to try: the wager has no line 'strait'"),
        ("1%", "straight=8..5", "Pays to try straight: '8..5' is empty"),
        ("1%", "straight=0..20000,flush=0..20000", "Pays to try: that makes 400,040,001 paytables"),
    ],
)
def test_a_design_is_refused_by_the_fields_of_the_page(client: Client, target: str, vary: str, said: str) -> None:
    told = client.error("design", question("pair-plus", target=target, vary=vary))
    assert told.startswith(said)
    assert "--" not in told


def test_readings_are_those_of_the_wager_and_said_in_words(client: Client) -> None:
    game = client.json("game", {"game": GAME})
    by_wager = {wager["id"]: wager["options"] for wager in game["wagers"]}
    file = load_game(GAME)
    assert by_wager == {wager: list(file.options_of(wager)) for wager in by_wager}
    assert ["mini_royal" in by_wager[wager] for wager in ("ante-play", "pair-plus", "six-card-bonus")] == [
        False,
        True,
        False,
    ]
    options = {option["id"]: option for option in game["options"]}
    assert options["mini_royal"]["values"][1] == {"value": "any_suits", "words": "any suits"}
    assert [one["words"] for one in options["ace_low_straight"]["values"]] == ["yes", "no"]
    changed = client.json("game", {"game": GAME, "options": {"mini_royal": "any_suits"}})["options"][0]
    assert (changed["chosen"], changed["default"]) == ("any_suits", "suited")


def test_a_report_of_the_page_is_called_what_it_is(client: Client) -> None:
    """Nobody signs it and nothing is attached, so that it is always a draft."""
    page = client.ask("")[2].decode()
    assert "Report (ZIP, draft)" in page
    assert "Certified report" not in page


def test_wrong_kinds_are_told(client: Client) -> None:
    assert "must be a text" in client.error("price", {"game": 7})
    assert "must be a text" in client.error("price", {"game": "x" * 1000})
    assert "must be names with texts" in client.error("price", question("pair-plus", pays=[1]))
    assert "must be a text" in client.error("price", question("pair-plus", pays={"straight": 6}))
    assert "has no line" in client.error("price", question("pair-plus", pays={"strait": "6"}))
    assert "has no wager" in client.error("price", question("pair"))


def test_progress_can_be_asked_for(client: Client) -> None:
    assert client.json("progress") == {"progress": None}
    client.page.told("boards", 3, 64)
    assert client.json("progress") == {"progress": ["boards", 3, 64]}


# --- the server ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """The command itself, in a process of its own."""
    command = [sys.executable, "-m", "exactodds", "serve", "--no-browser", "--cache", str(tmp_path_factory.mktemp("c"))]
    # Tests that run in the background may have been told to ignore Ctrl-C; the command must not inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        signal.signal(signal.SIGINT, before)
        yield process
        process.kill()


@pytest.fixture(scope="module")
def address(served: subprocess.Popen[str]) -> str:
    assert served.stdout is not None
    return served.stdout.readline().strip()


def test_it_is_served_on_this_machine_only(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(address) as answer:
        assert b"<title>exactodds</title>" in answer.read()
        assert answer.headers["Server"] is None
    port = int(address.split(":")[2].split("/", maxsplit=1)[0])
    own = [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    for name in {str(one) for one in own} - {"127.0.0.1"}:
        with socket.socket() as probe:
            probe.settimeout(2)
            if not name.startswith("127."):
                assert probe.connect_ex((name, port)) != 0


def test_a_rebound_name_is_refused_over_the_wire(address: str) -> None:
    port = int(address.split(":")[2].split("/", maxsplit=1)[0])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
        path = address.split(str(port), 1)[1]
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
        assert wire.makefile("rb").readline().startswith(b"HTTP/1.1 421")


def test_ctrl_c_stops_it(served: subprocess.Popen[str], address: str) -> None:
    """Last of those that ask this process."""
    assert address
    served.send_signal(signal.SIGINT)
    _, told = served.communicate(timeout=30)
    assert served.returncode == 0
    assert told == "the page is gone\n"


def test_a_port_that_is_taken(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SelectionError, match="cannot be used"):
            serving.serve([], run, taken.getsockname()[1], lambda address: None)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    asked: list[Any] = []

    def answer(own: Any, run: Run, port: int, ready: Callable[[str], None]) -> None:
        asked.append(([file.id for file in own], port))
        ready("http://127.0.0.1:1/secret/")

    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serving, "serve", answer)
    assert main(["serve", GAME, "--port", "8000", "--no-browser"]) == 0
    assert main(["serve"]) == 0
    assert asked == [([GAME], 8000), ([], 0)]
    assert opened == ["http://127.0.0.1:1/secret/"]
    assert "until Ctrl-C" in capsys.readouterr().out


def test_a_gate_refuses_in_words() -> None:
    with pytest.raises(RefusedError, match="and localhost only"):
        Gate(1).part({})
