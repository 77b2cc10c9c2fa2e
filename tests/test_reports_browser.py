"""The report where people read it: the page in Chromium, the workbook in LibreOffice.

Not part of the everyday tests; `make browser-tools` installs both, `make browser` runs this.
"""

from __future__ import annotations

import io
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

from analyzer.change.whatif import with_pays
from analyzer.game.library import load_game
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.analysis import analyze
from analyzer.reports.document import placed_blocks
from analyzer.reports.html import render_html
from analyzer.reports.paytable_sheet import LINES_ROW, LIVE, RESULTS_ROW
from analyzer.reports.xlsx import render_xlsx
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.conftest import Analyzed
from tests.helpers import wager_of
from tests.report_document import report_document

pytestmark = pytest.mark.browser

DECIDED = "three-card-poker-6-card-bonus"
WIDE, NARROW = (1400, 1000), (390, 844)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(store=Store(tmp_path_factory.mktemp("store")))


@pytest.fixture(scope="module")
def document(analyzed: Analyzed, run: Run) -> dict[str, Any]:
    """A game with decisions, one with many paytables, one with a meter."""
    decided = analyze(load_game(DECIDED), run=run).document()
    return report_document([decided, analyzed("wild-six-card-poker"), analyzed("wild-six-card-draw-poker")])


def paytables(document: dict[str, Any]) -> dict[str, Any]:
    return {block["id"]: block for _, block in placed_blocks(document) if block["kind"] == "paytable"}


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_bytes(render_html(document))
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


def write(page: Any, block: str, line: str, text: str) -> Any:
    field = find(page, f'[data-whatif="{block}"] [data-line="{line}"]')
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
    field.clear()
    field.send_keys(text)
    return field


def shown(page: Any, block: str, key: str) -> str | None:
    found = find(page, f'[data-whatif="{block}"] [data-out="{key}"]').get_attribute("data-exact")
    return None if found is None else str(found)


def words(page: Any, selector: str) -> str:
    return str(page.execute_script("return document.querySelector(arguments[0]).textContent", selector))


@pytest.mark.parametrize(
    ("game", "wager", "paytable", "pays"),
    [
        ("wild-six-card-poker", "queens-or-better", "A1", {"flush": "11"}),
        ("wild-six-card-poker", "queens-or-better", "A3", {"two-pair": "5/2", "straight": "1.25"}),
        ("wild-six-card-poker", "draw-bonus", "B2", {"full-house": "0", "flush": "4"}),
        ("wild-six-card-draw-poker", "queens-plus", "B", {"four-of-a-kind": "100"}),
        (DECIDED, "pair-plus", "1", {"flush": "4"}),
        (DECIDED, "six-card-bonus", "1", {"straight": "12", "flush": "15"}),
    ],
)
def test_an_edited_pay_gives_the_programs_own_results(
    page: Any, run: Run, game: str, wager: str, paytable: str, pays: dict[str, str]
) -> None:
    block = f"pays-{game}-{wager}-{paytable.lower()}"
    before = shown(page, block, "return")
    for line, pay in pays.items():
        write(page, block, line, pay)
    exact = {line: str(Fraction(pay)) for line, pay in pays.items()}
    changed = analyze(with_pays(load_game(game), wager, exact, paytable), {}, wager, paytable, run).document()
    own = wager_of(changed, wager, paytable)
    assert shown(page, block, "return") != before
    for key in ("return", "house_edge", "variance", "ev"):
        assert shown(page, block, key) == own[key]
        place = f'[data-whatif="{block}"] [data-out="{key}"] '
        assert words(page, place + '[data-show="decimal"]') == decimal_text(Fraction(own[key]), 8)
        assert words(page, place + '[data-show="exact"]') == own[key]
    place = f'[data-whatif="{block}"] [data-out="house_edge"] [data-show="percent"]'
    assert words(page, place) == percent_text(Fraction(own["house_edge"]), 6)


def test_a_held_strategy_is_priced_on_its_own_counts(page: Any, document: dict[str, Any]) -> None:
    block = next(block for block in paytables(document).values() if block["strategy_held_fixed"])
    assert "held fixed" in words(page, f'[data-whatif="{block["id"]}"] .held')
    line = block["lines"][1]
    write(page, block["id"], line["name"], "-7/3")
    paid = [
        (Fraction(-7, 3) if other is line else Fraction(other["pays"]), Fraction(other["probability"]))
        for other in block["lines"]
    ]
    ev = sum((pay * chance for pay, chance in paid), Fraction(0))
    assert shown(page, block["id"], "ev") == str(ev)
    assert shown(page, block["id"], "variance") == str(sum(pay**2 * chance for pay, chance in paid) - ev**2)


def test_what_was_certified_is_what_the_page_computes(page: Any, document: dict[str, Any]) -> None:
    """Every paytable: change a pay, change it back, and the certified result stands there again, now computed."""
    for block in paytables(document).values():
        if not block["editable"]:
            continue
        line = block["lines"][0]
        write(page, block["id"], line["name"], "12345.678")
        assert shown(page, block["id"], "ev") != block["result"]["ev"] or line["count"] == "0"
        write(page, block["id"], line["name"], line["pays"])
        for key in ("return", "house_edge", "variance", "ev"):
            assert shown(page, block["id"], key) == block["result"][key]
        assert words(page, f'[data-whatif="{block["id"]}"] [data-status]') == "As certified."


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e3", "3/-2", "1.2.3", "--1", "1/2/3", "0x10", "9" * 80, "."])
def test_bad_input_is_marked_and_explained(page: Any, text: str) -> None:
    block = "pays-wild-six-card-poker-queens-or-better-a1"
    field = write(page, block, "flush", "12")
    field.clear()
    field.send_keys(text)
    assert field.get_attribute("aria-invalid") == "true"
    fault = page.find_element("id", field.get_attribute("aria-describedby")).text
    assert len(fault) > 20
    assert shown(page, block, "return") is None
    assert "cannot be read" in words(page, f'[data-whatif="{block}"] [data-status]')
    field.clear()
    field.send_keys(" -1 / 2 ")
    assert field.get_attribute("aria-invalid") == "false"
    assert shown(page, block, "return") is not None


def test_reset_brings_the_certified_pays_back(page: Any, document: dict[str, Any]) -> None:
    name = "pays-wild-six-card-poker-queens-or-better-a1"
    block = paytables(document)[name]
    button = find(page, f'[data-whatif="{name}"] [data-reset]')
    assert not button.is_displayed()
    write(page, name, "flush", "1000000")
    write(page, name, "straight", "nonsense")
    page.execute_script("arguments[0].click()", button)
    assert not button.is_displayed()
    assert shown(page, name, "return") == block["result"]["return"]
    for line in block["lines"]:
        field = find(page, f'[data-whatif="{name}"] [data-line="{line["name"]}"]')
        assert field.get_attribute("value") == line["pays"]
    assert not page.find_elements("css selector", f'[data-whatif="{name}"] .fault')


def test_columns_are_sorted_exactly_by_mouse_and_by_keyboard(page: Any, document: dict[str, Any]) -> None:
    from selenium.webdriver.common.keys import Keys

    block = paytables(document)["pays-wild-six-card-poker-queens-or-better-a1"]
    table = f"#{block['id']} table"

    def order() -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map(input => input.dataset.line)"
        return list(page.execute_script(script, f"{table} [data-line]"))

    def head() -> Any:
        return find(page, f"{table} thead th:nth-child(4)")

    certified = [line["name"] for line in block["lines"]]
    rising = [line["name"] for line in sorted(block["lines"], key=lambda line: Fraction(line["probability"]))]
    button = find(page, f"{table} thead th:nth-child(4) button")
    page.execute_script("arguments[0].click()", button)
    assert head().get_attribute("aria-sort") == "ascending"
    assert order() == rising
    button.send_keys(Keys.ENTER)
    assert head().get_attribute("aria-sort") == "descending"
    by_name = {line["name"]: Fraction(line["probability"]) for line in block["lines"]}
    assert [by_name[name] for name in order()] == sorted(by_name.values(), reverse=True)
    button.send_keys(Keys.SPACE)
    assert head().get_attribute("aria-sort") is None
    assert order() == certified


def test_nothing_overflows_the_screen_and_nothing_is_complained_of(page: Any, address: str) -> None:
    for size in (WIDE, NARROW):
        view(page, size)
        page.get(address)
        assert page.execute_script("return document.documentElement.scrollWidth") <= size[0]
    assert page.get_log("browser") == []
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0


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


def same_to_12_digits(found: Any, exact: Fraction) -> bool:
    return abs(Fraction(found) - exact) <= abs(exact) / 10**12


def test_libreoffice_computes_the_certified_results(document: dict[str, Any], tmp_path: Path) -> None:
    book = computed(render_xlsx(document), tmp_path)
    checked = 0
    for place, block in placed_blocks(document):
        if block["kind"] != "paytable":
            continue
        sheet = book[f"{place.game_number} {block['wager']} {block['paytable']}"]
        live = {key: sheet.cell(RESULTS_ROW + 2 + index, 2).value for index, key in enumerate(LIVE)}
        assert abs(live["total_probability"] - 1) < 1e-14
        if block["editable"]:
            for key in ("house_edge", "return", "ev", "variance", "hit_frequency"):
                assert same_to_12_digits(live[key], Fraction(block["result"][key])), (block["id"], key)
            checked += 1
        else:
            assert abs(live["ev"]) < 1e-12
    assert checked > 10
    edges = {
        tuple(row[1:4]): row[4] for row in book["Summary"].iter_rows(values_only=True) if row[3] and row[6] is not None
    }
    for block in paytables(document).values():
        if block["editable"]:
            found = edges[(block["game"], block["wager"], block["paytable"])]
            assert same_to_12_digits(found, Fraction(block["result"]["house_edge"]))


def test_libreoffice_follows_an_edited_pay(document: dict[str, Any], run: Run, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(render_xlsx(document)))
    block = paytables(document)["pays-wild-six-card-poker-queens-or-better-a3"]
    name = "2 queens-or-better A3"
    line = next(index for index, line in enumerate(block["lines"]) if line["name"] == "flush")
    book[name].cell(LINES_ROW + 2 + line, 2).value = 12
    edited = io.BytesIO()
    book.save(edited)
    file = with_pays(load_game("wild-six-card-poker"), "queens-or-better", {"flush": "12"}, "A3")
    own = wager_of(analyze(file, {}, "queens-or-better", "A3", run).document(), "queens-or-better", "A3")
    sheet = computed(edited.getvalue(), tmp_path)[name]
    for key in ("house_edge", "variance"):
        assert same_to_12_digits(sheet.cell(RESULTS_ROW + 2 + LIVE.index(key), 2).value, Fraction(own[key]))
