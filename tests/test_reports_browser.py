"""The report where people read it: the page in Chromium, the workbook in LibreOffice.

Not part of the everyday tests; `make browser-tools` installs both, `make browser` runs this.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from analyzer.cli.main import main
from analyzer.documents import Json, JsonDict
from analyzer.game.library import game_ids
from analyzer.numbers import decimal_text, parse_linear, percent_text
from analyzer.report.certification import Signing
from analyzer.report.filing import Filing
from analyzer.reports.document import placed_blocks
from analyzer.reports.html import render_html
from analyzer.reports.paytable_sheet import METER_ROW, RESULTS_ROW, live_keys
from analyzer.reports.text import grouped, shown
from analyzer.reports.xlsx import render_xlsx
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.helpers import shipped_text
from tests.report_document import DIGEST
from tests.reporting import report_of
from tests.test_certification import certified

pytestmark = pytest.mark.browser

WIDE, NARROW = (1400, 1000), (390, 844)
CERTIFIED = game_ids()
# Every paytable of the five games is edited once in each round: at least 200 edits in all.
ROUNDS = 9
KEYS = ("house_edge", "return", "ev", "variance", "hit_frequency")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Counts of all five games take minutes: where EXACTODDS_CACHE names a folder, they are kept there."""
    return Path(os.environ.get("EXACTODDS_CACHE") or tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def document(store: Path) -> JsonDict:
    """The report of all five games, as it is."""
    return report_of(*(shipped_text(game) for game in CERTIFIED), run=Run(store=Store(store)))


def paytables(document: Json) -> JsonDict:
    return {block["id"]: block for _, block in placed_blocks(document) if block["kind"] == "paytable"}


def editable(document: Json) -> JsonDict:
    return {name: block for name, block in paytables(document).items() if block["editable"]}


def find_block(document: Json, wager: str, paytable: str = "1") -> JsonDict:
    """The first such paytable that can be edited."""
    return next(
        dict(block) for block in editable(document).values() if (block["wager"], block["paytable"]) == (wager, paytable)
    )


# --- edits ------------------------------------------------------------------------------------------------------------

Edit = dict[str, str]
# What the program said of an edit: the page and the workbook are asked about the same ones.
SAID: dict[str, dict[str, str]] = {}


def random_edit(choose: random.Random, block: Json) -> Edit:
    """Other pays for one to three lines: a unit more or less, another line's pay, or something quite different."""
    lines = block["whatif"]["lines"]
    amounts = [line["pays"] for line in lines if "J" not in line["pays"]]
    edit: Edit = {}
    for line in choose.sample(lines, min(len(lines), choose.randint(1, 3))):
        old = Fraction(choose.choice(amounts)) if "J" in line["pays"] else Fraction(line["pays"])
        kinds = [old + 1, max(old - 1, Fraction(0)), Fraction(choose.choice(amounts)), old * 3 / 2]
        kinds += [Fraction(choose.randint(0, 60), choose.choice((1, 1, 2, 3, 7)))]
        pay = str(choose.choice(kinds))
        shares = ("J", "J/7", "3*J/100")
        edit[line["id"]] = choose.choice(shares) if "J" in line["pays"] and choose.random() < 0.5 else pay
    shared = [case["lines"] for case in block["whatif"]["cases"] if len(case["lines"]) > 1]
    if shared and choose.random() < 0.7:  # the line of a deal that paid least pays most
        one = choose.choice(shared)
        pays = {line: Fraction(lines[line]["pays"]) for line in one}
        edit[lines[min(one, key=lambda line: pays[line])]["id"]] = str(max(pays.values()) + choose.randint(1, 4))
    rule = block["whatif"]["above"]
    if rule is not None:  # a file with the pays in another order is refused, and so is the edit: that is another test
        high, low = lines[rule["line"]]["id"], lines[rule["than"]]["id"]
        edit = {low: edit.get(low, "1")}
        edit[high] = str(Fraction(edit[low]) + choose.randint(1, 5))
    return edit


def changes_the_order(block: Json, edit: Edit) -> bool:
    """Whether some deal is paid by another line than before."""
    whatif = block["whatif"]
    before = [line["pays"] for line in whatif["lines"]]
    after = [edit.get(line["id"], line["pays"]) for line in whatif["lines"]]

    def paid(pays: list[str]) -> list[int]:
        level = Fraction(whatif["meter"] or 0)
        worth = [amount + share * level for amount, share in (parse_linear(pay) or (0, 0) for pay in pays)]
        sets = [case["lines"] for case in whatif["cases"] if case["lines"]]
        return [max(one, key=lambda line: (worth[line], -line)) for one in sets]

    return paid(before) != paid(after)


def by_the_program(block: Json, edit: Edit, store: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What `exactodds whatif` says; results that have not changed are those of the report."""
    asked = json.dumps([block["id"], edit])
    if asked not in SAID:
        SAID[asked] = _said(block, edit, store, capsys)
    return SAID[asked]


def _said(block: Json, edit: Edit, store: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    words = ["whatif", block["game"], "--wager", block["wager"], "--paytable", block["paytable"], "--json"]
    for line, pay in edit.items():
        words += ["--set", f"{line}={pay}"]
    assert main([*words, "--cache", str(store)]) == 0
    told = json.loads(capsys.readouterr().out)["wagers"]
    if not told:
        return dict(block["result"])
    (elements,) = told
    results = {key: elements[key]["new"] for key in KEYS if key in elements}
    if "house_edge" in results:
        results["ev"] = negative(results["house_edge"])
    elif "expected_result" in elements:
        results["ev"] = elements["expected_result"]["new"]
    return results


def negative(expression: str) -> str:
    from analyzer.change.figures import negated

    return negated(expression)


def at_meter(expression: str, meter: str | None) -> Fraction:
    """The value of a result at a level of the meter; a variance is a polynomial in it."""
    if "J" not in expression:
        return Fraction(expression)
    terms = expression.replace(" - ", " + -").split(" + ")
    level, total = Fraction(meter or 0), Fraction(0)
    for term in terms:
        power = term.count("J")
        share = term.replace("J", "1")
        value = Fraction(1)
        for factor in share.partition("/")[0].split("*"):
            value *= -1 if factor == "-1" else int(factor)
        total += value / int(share.partition("/")[2] or 1) * level**power
    return total


@pytest.fixture(scope="module")
def edits(document: JsonDict) -> list[dict[str, Edit]]:
    choose = random.Random(20_260_331)
    return [{name: random_edit(choose, block) for name, block in editable(document).items()} for _ in range(ROUNDS)]


def test_there_are_enough_edits_and_many_change_the_order(document: JsonDict, edits: list[dict[str, Edit]]) -> None:
    blocks = editable(document)
    assert sum(map(len, edits)) >= 200
    assert sum(changes_the_order(blocks[name], edit) for one in edits for name, edit in one.items()) >= 20
    wagers = {(block["game"], block["wager"]) for block in paytables(document).values()}
    refused = wagers - {(block["game"], block["wager"]) for block in blocks.values()}
    assert refused == {
        ("wild-52", "ante-play"),
        ("wild-six-card-draw-poker", "base"),
        ("wild-six-card-poker", "poker"),
    }


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(document: JsonDict, tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_bytes(render_html(document, DIGEST))
    return file.as_uri()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="run make browser-tools")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert browser is not None, "no chromium: run make browser-tools"
    assert driver is not None, "no chromedriver: run make browser-tools"
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()


@pytest.fixture
def page(chromium: Any, address: str) -> Any:
    view(chromium, WIDE)
    chromium.get(address)
    return chromium


def view(chromium: Any, size: tuple[int, int], scheme: str = "light") -> None:
    screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == NARROW}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def find(page: Any, selector: str) -> Any:
    return page.find_element("css selector", selector)


def opened(page: Any, block: str) -> Any:
    """The what-if of a paytable, opened."""
    panel = find(page, f'[data-whatif="{block}"]')
    page.execute_script("arguments[0].open = true", panel)
    return panel


SET_AND_READ = """
const [block, pays, meter, done] = arguments;
const panel = document.querySelector(`[data-whatif="${block}"]`);
panel.open = true;
setTimeout(() => {
  for (const input of panel.querySelectorAll("[data-line]")) {
    input.value = pays[input.dataset.line] ?? input.dataset.pays;
  }
  const field = panel.querySelector("[data-meter]");
  if (field && meter) field.value = meter;
  panel.querySelector("[data-line]").dispatchEvent(new Event("input"));
  const shown = {};
  for (const out of panel.querySelectorAll("[data-out]")) shown[out.dataset.out] = out.getAttribute("data-exact");
  shown.status = panel.querySelector("[data-status]").textContent;
  done(shown);
}, 0);
"""


def tried(page: Any, block: str, edit: Edit, meter: str | None = None) -> JsonDict:
    """What the page computes for these pays, all others as certified."""
    read: JsonDict = page.execute_async_script(SET_AND_READ, block, edit, meter)
    return read


def write(page: Any, block: str, line: str, text: str) -> Any:
    opened(page, block)
    field = find(page, f'[data-whatif="{block}"] [data-line="{line}"]')
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
    field.clear()
    field.send_keys(text)
    return field


def words(page: Any, selector: str) -> str:
    return str(page.execute_script("return document.querySelector(arguments[0]).textContent", selector))


def test_random_edits_are_what_the_program_computes(
    page: Any,
    document: JsonDict,
    edits: list[dict[str, Edit]],
    store: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every editable wager, orders changed: exact fractions, digit by digit."""
    choose = random.Random(52)
    for one in edits:
        for name, edit in one.items():
            block = paytables(document)[name]
            meter = str(choose.randint(1, 500_000)) if block["whatif"]["meter"] else None
            shown = tried(page, name, edit, meter)
            expected = by_the_program(block, edit, store, capsys)
            for key, value in expected.items():
                if key in KEYS:
                    assert shown[key] == str(at_meter(value, meter)), (name, edit, key)
            if meter is not None:
                share = at_meter(expected["ev"], "1") - at_meter(expected["ev"], "0")
                even = -at_meter(expected["ev"], "0") / share if share else None
                assert shown["break_even_meter"] == ("none" if even is None or even < 0 else str(even)), edit


@pytest.mark.parametrize(
    ("wager", "edit", "edge"),
    [("outlaw-9", {"three-of-a-kind": "1"}, "9.1627 %"), ("bonus", {"straight": "4"}, "-4.4969 %")],
)
def test_known_edits_that_change_the_order(page: Any, document: JsonDict, wager: str, edit: Edit, edge: str) -> None:
    shown = tried(page, find_block(document, wager)["id"], edit)
    assert percent_text(Fraction(shown["house_edge"]), 4) == edge


def test_what_was_certified_is_what_the_page_computes(page: Any, document: JsonDict) -> None:
    for name, block in editable(document).items():
        shown = tried(page, name, {})
        assert shown["status"].startswith("As certified.")
        for key in KEYS:
            if key in block["result"]:
                assert shown[key] == str(at_meter(block["result"][key], block["whatif"]["meter"]))


def test_the_ante_bonus_is_one_edit(page: Any, document: JsonDict) -> None:
    block = find_block(document, "ante-play")
    fields = page.find_elements("css selector", f'[data-whatif="{block["id"]}"] [data-line]')
    assert [field.get_attribute("data-line") for field in fields] == ["straight-flush", "three-of-a-kind", "straight"]


def test_an_order_that_a_file_may_not_have_is_refused(page: Any, document: JsonDict) -> None:
    block = find_block(document, "wrangler-push")
    assert tried(page, block["id"], {"push": "2"})["house_edge"] is not None
    shown = tried(page, block["id"], {"push": "3"})
    assert shown["house_edge"] is None
    assert "cannot be read" in shown["status"]
    assert "no less than Push pays" in words(page, f'[data-whatif="{block["id"]}"] .fault')


def test_what_is_typed_is_shown_and_stays_in_view(page: Any, document: JsonDict) -> None:
    block = find_block(document, "queens-or-better", "A1")
    name, last = block["id"], block["whatif"]["lines"][-1]["id"]
    write(page, name, last, "3/2")
    exact = find(page, f'[data-whatif="{name}"] [data-out="house_edge"]').get_attribute("data-exact")
    place = f'[data-whatif="{name}"] [data-out="house_edge"] '
    assert words(page, place + '[data-show="decimal"]') == shown(decimal_text(Fraction(exact), 8))
    assert words(page, place + '[data-show="percent"]') == shown(percent_text(Fraction(exact), 6))
    assert "1 pay changed" in words(page, f'[data-whatif="{name}"] [data-status]')
    for size in (WIDE, NARROW):
        view(page, size)
        field = find(page, f'[data-whatif="{name}"] [data-line="{last}"]')
        page.execute_script("arguments[0].scrollIntoView({block: 'end'})", field)
        top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
        assert 0 <= page.execute_script(top, place + '[data-show="decimal"]') < size[1]


@pytest.mark.parametrize(
    "text", ["", "x", "1/0", "1e3", "3/-2", "1.2.3", "--1", "1/2/3", "0x10", "9" * 80, ".", "-1", "2000000000", "J/10"]
)
def test_bad_input_is_marked_and_explained(page: Any, document: JsonDict, text: str) -> None:
    name = find_block(document, "queens-or-better", "A1")["id"]
    field = write(page, name, "flush", "12")
    field.clear()
    field.send_keys(text)
    assert field.get_attribute("aria-invalid") == "true"
    fault = page.find_element("id", field.get_attribute("aria-describedby")).text
    assert len(fault) > 20
    out = find(page, f'[data-whatif="{name}"] [data-out="return"]')
    assert out.get_attribute("data-exact") is None
    assert "cannot be read" in words(page, f'[data-whatif="{name}"] [data-status]')
    field.clear()
    field.send_keys(" 1 / 2 ")
    assert field.get_attribute("aria-invalid") == "false"
    assert out.get_attribute("data-exact") is not None


def test_reset_brings_the_certified_pays_back(page: Any, document: JsonDict) -> None:
    block = find_block(document, "queens-or-better", "A1")
    name = block["id"]
    opened(page, name)
    button = find(page, f'[data-whatif="{name}"] [data-reset]')
    write(page, name, "flush", "1000000")
    write(page, name, "straight", "nonsense")
    page.execute_script("arguments[0].click()", button)
    assert not button.is_displayed()
    out = find(page, f'[data-whatif="{name}"] [data-out="return"]')
    assert out.get_attribute("data-exact") == block["result"]["return"]
    for line in block["whatif"]["lines"]:
        field = find(page, f'[data-whatif="{name}"] [data-line="{line["id"]}"]')
        assert field.get_attribute("value") == line["pays"]
    assert not page.find_elements("css selector", f'[data-whatif="{name}"] .fault')


def test_columns_are_sorted_exactly_by_mouse_and_by_keyboard(page: Any, document: JsonDict) -> None:
    from selenium.webdriver.common.keys import Keys

    block = find_block(document, "queens-or-better", "A1")
    table = f"#{block['id']} .box table"

    def order() -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map(cell => cell.textContent)"
        return list(page.execute_script(script, f"{table} tbody td:nth-child(3)"))

    def head() -> Any:
        return find(page, f"{table} thead th:nth-child(3)")

    certified = [grouped(line["count"]) for line in block["lines"]]
    rising = [grouped(str(count)) for count in sorted(int(line["count"]) for line in block["lines"])]
    button = find(page, f"{table} thead th:nth-child(3) button")
    page.execute_script("arguments[0].click()", button)
    assert head().get_attribute("aria-sort") == "ascending"
    assert order() == rising
    button.send_keys(Keys.ENTER)
    assert head().get_attribute("aria-sort") == "descending"
    assert order() == rising[::-1]
    button.send_keys(Keys.SPACE)
    assert head().get_attribute("aria-sort") is None
    assert order() == certified


CUT = """
const wide = document.documentElement.clientWidth;
const cut = [];
for (const element of document.querySelectorAll("main *")) {
  const box = element.getBoundingClientRect();
  if (element.closest("pre, input, thead, caption")) continue;
  const words = element.outerHTML.slice(0, 120);
  if (box.width && (box.right > wide + 1 || box.left < -1)) cut.push(words);
  const scrolls = getComputedStyle(element).overflowX !== "visible";
  if (scrolls && element.scrollWidth > element.clientWidth + 1) cut.push("scrolls: " + words);
}
return cut;
"""


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_nothing_is_cut_and_nothing_is_complained_of(page: Any, address: str, size: tuple[int, int]) -> None:
    view(page, size)
    page.get(address)
    page.execute_script("document.querySelectorAll('.whatif').forEach((one) => { one.open = true; })")
    assert page.execute_script("return document.documentElement.scrollWidth") <= size[0]
    assert page.execute_script(CUT) == []
    assert page.get_log("browser") == []
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_filed_report_is_not_wider_than_the_window(chromium: Any, size: tuple[int, int], tmp_path: Path) -> None:
    """Proofs, simulations, keys and certificates: digests without a space in every kind of text."""
    certificate = {"subject": "CN=A. Signatory, O=The lab", "issuer": "CN=The authority", "sha256": "ab" * 32}
    filing = Filing(signatory="A. Signatory", profiles=("washington",))
    document = certified(filing=filing, signing=Signing("5c" * 32, certificate), protection=True)
    words_of_all_kinds = [
        {"kind": "text", "text": f"A text with {DIGEST * 2}."},
        {"kind": "notice", "level": "note", "text": f"A note with {DIGEST * 2}."},
        {"kind": "list", "items": [f"An item with {DIGEST * 2}."]},
        {"kind": "heading", "id": "a-heading", "text": f"A heading with {DIGEST * 2}"},
    ]
    (game,) = document["games"]
    document |= {"games": [game | {"decision": [*game["decision"], *words_of_all_kinds]}]}
    file = tmp_path / "report.html"
    file.write_bytes(render_html(document, DIGEST))
    view(chromium, size)
    chromium.get(file.as_uri())
    chromium.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert chromium.execute_script("return document.documentElement.scrollWidth") <= size[0]
    assert chromium.execute_script(CUT) == []


def test_on_a_phone_the_first_screen_has_wagers_and_their_edges(page: Any, address: str) -> None:
    view(page, NARROW)
    page.get(address)
    script = """return [...document.querySelectorAll("#summary tbody tr:not(.group)")].slice(0, 2).map((row) =>
      [...row.cells].slice(0, 2).map((cell) => {
        const box = cell.getBoundingClientRect();
        return [box.left, box.right, box.bottom];
      }))"""
    for wager, edge in page.execute_script(script):
        assert edge[0] >= wager[1] - 1  # beside the wager, not below it
        assert edge[1] <= NARROW[0]
        assert edge[2] <= NARROW[1]


def test_light_and_dark_follow_the_system_and_the_button(page: Any, address: str) -> None:
    def brightness() -> int:
        colour = page.execute_script("return getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", colour)[:3])

    view(page, WIDE, "light")
    assert brightness() > 600
    view(page, WIDE, "dark")
    assert brightness() < 150
    button = page.find_element("id", "theme")
    button.click()
    assert button.text == "Colours: light"
    assert brightness() > 600
    view(page, WIDE, "light")
    button.click()
    assert button.text == "Colours: dark"
    assert brightness() < 150
    button.click()
    assert brightness() > 600


# --- the workbook -----------------------------------------------------------------------------------------------------


def computed(content: bytes, folder: Path) -> Any:
    """The workbook as LibreOffice computes it. No cached value is left that it could take instead."""
    office = shutil.which("soffice")
    assert office is not None, "no LibreOffice: run make browser-tools"
    folder.mkdir(exist_ok=True)
    bare = folder / "report.xlsx"
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(bare, "w") as written:
        for name in given.namelist():
            data = given.read(name)
            if name.startswith("xl/worksheets/"):
                data = re.sub(rb"</f><v>[^<]*</v>", b"</f>", data)
                assert b"</f><v>" not in data
            written.writestr(name, data)
    profile = (folder / "profile").as_uri()
    command = [office, "--headless", f"-env:UserInstallation={profile}", "--convert-to", "xlsx", "--outdir"]
    subprocess.run([*command, str(folder / "out"), str(bare)], check=True, capture_output=True, timeout=300)
    return openpyxl.load_workbook(folder / "out" / "report.xlsx", data_only=True)


def same_to_12_digits(element: Any, exact: Fraction) -> bool:
    return abs(Fraction(element) - exact) <= abs(exact) / 10**12


def sheets(document: Json, book: Any) -> JsonDict:
    """The sheet of every paytable; both are in the order of the report."""
    titled = [sheet for sheet in book if sheet["A6"].value == "Result"]
    assert len(titled) == len(paytables(document))
    return dict(zip(paytables(document), titled, strict=True))


def results(block: Json, sheet: Any) -> JsonDict:
    return {key: sheet.cell(RESULTS_ROW + 2 + index, 2).value for index, key in enumerate(live_keys(block))}


def enter(block: Json, sheet: Any, edit: Edit) -> None:
    """Write pays into the yellow cells, as one would."""
    rows = {sheet.cell(row, 6).value: row for row in range(1, 80) if sheet.cell(row, 1).value}
    for line, pay in edit.items():
        formula = pay.replace("J", f"$B${METER_ROW + 1}")
        sheet.cell(rows[line], 2).value = f"={formula}"
    assert set(edit) <= {line["id"] for line in block["whatif"]["lines"]}


def test_libreoffice_computes_the_certified_results(document: JsonDict, tmp_path: Path) -> None:
    book = computed(render_xlsx(document, DIGEST), tmp_path)
    for name, sheet in sheets(document, book).items():
        block = paytables(document)[name]
        live = results(block, sheet)
        for key in KEYS:
            if key in live:
                meter = block["whatif"].get("meter")
                assert same_to_12_digits(live[key], at_meter(block["result"][key], meter)), (name, key)


def test_libreoffice_follows_random_edits(
    document: JsonDict,
    edits: list[dict[str, Edit]],
    store: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    content = render_xlsx(document, DIGEST)
    for number, one in enumerate(edits):
        book = openpyxl.load_workbook(io.BytesIO(content))
        given = sheets(document, book)
        for name, edit in one.items():
            enter(paytables(document)[name], given[name], edit)
        edited = io.BytesIO()
        book.save(edited)
        sheet = sheets(document, computed(edited.getvalue(), tmp_path / str(number)))
        for name, edit in one.items():
            block = paytables(document)[name]
            live = results(block, sheet[name])
            for key, value in by_the_program(block, edit, store, capsys).items():
                if key in live and key in KEYS:
                    exact = at_meter(value, block["whatif"]["meter"])
                    assert same_to_12_digits(live[key], exact), (name, edit, key)


def test_libreoffice_gives_no_number_for_what_is_no_pay(document: JsonDict, tmp_path: Path) -> None:
    block = find_block(document, "pair-plus")
    for number, wrong in enumerate(("three", None, -1)):
        book = openpyxl.load_workbook(io.BytesIO(render_xlsx(document, DIGEST)))
        sheet = sheets(document, book)[block["id"]]
        enter(block, sheet, {"flush": "1"})
        row = next(row for row in range(1, 60) if sheet.cell(row, 6).value == "flush")
        sheet.cell(row, 2).value = wrong
        edited = io.BytesIO()
        book.save(edited)
        own_sheet = sheets(document, computed(edited.getvalue(), tmp_path / str(number)))[block["id"]]
        assert results(block, own_sheet)["house_edge"] in (None, "#N/A"), wrong
