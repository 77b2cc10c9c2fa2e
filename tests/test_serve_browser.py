"""The local page where people use it: in Chromium.

Not part of the everyday tests; `make browser-tools` installs it, `make browser` runs this.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.reports.html import render_html
from analyzer.run.jobs import Run
from tests.helpers import shipped_text, tiny_text
from tests.reporting import report_of

pytestmark = pytest.mark.browser

GAME = "three-card-poker-6-card-bonus"
EVEN = """schema = "exactodds/game/2"
id = "even"
name = "Even"
rules_version = "1"
[deal]
own = 1
house = 1
[wagers.even]
name = "Even"
compare = ["own", "house"]
"""
WIDE, DESK, NARROW = (1280, 1000), (1400, 1000), (390, 844)
PATIENCE = 120


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of the command itself."""
    cache = os.environ.get("EXACTODDS_CACHE") or str(tmp_path_factory.mktemp("store"))
    command = [sys.executable, "-m", "exactodds", "serve", "--no-browser", "--cache", cache]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module")
def browser(downloads: Path) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


class Person:
    """Somebody at the page."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser

    def element(self, where: str) -> Any:
        return self.browser.find_element("css selector", where)

    def text(self, where: str) -> str:
        return str(self.element(where).text)

    def wait(self, holds: Callable[[], Any], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{what}: {self.text('body')}"
            time.sleep(0.02)

    def choose(self, where: str, value: str) -> None:
        from selenium.webdriver.support.select import Select

        Select(self.element(where)).select_by_value(value)

    def enter(self, where: str, text: str) -> None:
        from selenium.webdriver.common.keys import Keys

        field = self.element(where)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text or Keys.DELETE)

    def settled(self) -> bool:
        """The figures are those of what is entered."""
        return "stale" not in self.element("#figures").get_attribute("class") and self.text("#worth") != ""

    def open(self, game: str, wager: str) -> None:
        self.wait(lambda: self.element("#game").get_attribute("value"), "games")
        self.wait(self.settled, "the first game")
        if self.element("#game").get_attribute("value") != game:
            # Another game may have a wager of that name: what it shows is the sign, not that there is one.
            self.browser.execute_script("document.getElementById('wager').replaceChildren()")
            self.choose("#game", game)
        self.wait(lambda: wager in self.wagers(), wager)
        self.choose("#wager", wager)
        self.wait(self.settled, wager)

    def wagers(self) -> list[str]:
        script = "return [...document.querySelectorAll('#wager option')].map(option => option.value)"
        return list(self.browser.execute_script(script))


@pytest.fixture
def person(browser: Any, address: str) -> Iterator[Person]:
    browser.set_window_size(*WIDE)
    browser.get(address)
    somebody = Person(browser)
    yield somebody
    complaints = [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    # Requests that the program answers with an error in words are told by the browser, too.
    assert [entry for entry in complaints if "status of 400" not in entry["message"]] == []


def test_an_edited_pay_is_priced_at_once_and_exactly(person: Person) -> None:
    person.open(GAME, "pair-plus")
    assert person.text("#worth") == "9.900452 %"
    person.enter("#pays input[name=straight]", "6")
    person.wait(lambda: person.text("#worth-exactly") == "367/5525", "the edited paytable")
    assert "9.900452 % with the file's pays" in person.text("#change")
    (result,) = analyze(load_game(GAME), wager="pair-plus", run=Run(jobs=1)).wagers
    person.element("#reset").click()
    person.wait(lambda: person.text("#worth-exactly") == str(-(result.ev or 0)), "the file's own")
    person.wait(lambda: person.text("#variance-exactly") == str(result.price.variance), "its variance")
    assert person.text("#hit-exactly") == str(result.price.hit_frequency)


def test_a_mistake_is_told_in_words_and_mended(person: Person) -> None:
    person.open(GAME, "pair-plus")
    person.enter("#pays input[name=straight]", "6,5")
    person.wait(lambda: person.text("#error").startswith("Straight: Not a number:"), "the fault")
    assert "toml" not in person.text("#error")
    assert "stale" in person.element("#figures").get_attribute("class")
    person.enter("#pays input[name=straight]", "13/2")
    person.wait(person.settled, "the figures again")
    assert not person.element("#error").is_displayed()


WRITTEN = ["5.5", "6,5", "1,000", " 3 / 2 ", ".5", "5.", "", ".", "-1", "+2", "1/0", "3/-2", "1e3", "0x10", "J/10", "x"]
WRITTEN += ["2000000000", "9" * 80, "0." + "1" * 30, "1.2.3"]


def test_pays_are_read_as_in_the_page_of_a_report(person: Person, browser: Any, tmp_path: Path) -> None:
    """The same text in both: the same exact house edge, or the same words."""
    person.open(GAME, "pair-plus")
    here = [priced(person, text) for text in WRITTEN]
    report = report_of(shipped_text(GAME), run=Run(jobs=1), wager="pair-plus")
    file = tmp_path / "report.html"
    file.write_bytes(render_html(report, "0" * 64))
    browser.get(file.as_uri())
    (panel,) = browser.find_elements("css selector", "[data-whatif]")
    browser.execute_script("arguments[0].open = true", panel)
    there = [browser.execute_script(IN_THE_REPORT, text) for text in WRITTEN]
    assert here == there
    browser.get_log("performance")  # the report is no request of the page


IN_THE_REPORT = """
const field = document.querySelector('[data-line="straight"]');
field.value = arguments[0];
field.dispatchEvent(new Event("input"));
const exact = document.querySelector('[data-out="house_edge"]').getAttribute("data-exact");
return exact ?? document.querySelector(".fault").textContent;
"""


def priced(person: Person, text: str) -> str:
    """What the page says once it has an answer about this text: the exact house edge, or the fault."""
    script = """
    const field = document.querySelector("#pays input[name=straight]");
    field.value = arguments[0];
    field.dispatchEvent(new Event("input"));
    """
    before = len(answers(person))

    def told() -> bool:
        return bool(person.element("#error").is_displayed() or person.settled())

    person.browser.execute_script(script, text)
    person.wait(lambda: len(answers(person)) > before and told(), text)
    fault = person.element("#error")
    return str(fault.text).partition(": ")[2] if fault.is_displayed() else person.text("#worth-exactly")


def answers(person: Person) -> list[Any]:
    script = "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('api/price'))"
    return list(person.browser.execute_script(script + ".map((one) => one.responseEnd)"))


def test_back_to_the_file_resets_pays_and_readings(person: Person) -> None:
    person.open(GAME, "pair-plus")
    assert person.text("#worth") == "9.900452 %"
    person.browser.execute_script("document.getElementById('options-box').open = true")
    person.choose("#options select[name=mini_royal]", "any_suits")
    person.wait(lambda: person.settled() and person.text("#worth").startswith("-9.1"), "the reading")
    assert "1 not as in the file" in person.text("#options-changed")
    person.enter("#pays input[name=straight]", "6")
    person.wait(lambda: person.text("#change") != "", "the edited paytable")
    person.element("#reset").click()
    person.wait(lambda: person.text("#worth") == "9.900452 %", "the file's own")
    assert person.element("#options select[name=mini_royal]").get_attribute("value") == "suited"
    assert person.text("#options-changed") == ""


def test_pays_that_were_entered_stay_under_another_reading_and_wager(person: Person) -> None:
    person.open("wild-52", "bonus")
    person.enter("#pays input[name=flush]", "4")
    person.wait(lambda: person.settled() and person.text("#worth") == "6.517000 %", "the edited paytable")
    person.browser.execute_script("document.getElementById('options-box').open = true")
    person.choose("#options select[name=side_bets_after_fold]", "lost")
    person.wait(lambda: person.settled() and person.text("#worth") == "13.304634 %", "the reading, with the pay")
    assert person.element("#pays input[name=flush]").get_attribute("value") == "4"
    # Not the figure of the file, which has another reading.
    assert person.text("#change") == "16.697888 % with the file's pays"
    person.choose("#wager", "joker")
    person.wait(lambda: person.settled() and person.text("#change") == "", "another wager")
    person.choose("#wager", "bonus")
    person.wait(lambda: person.settled() and person.text("#worth") == "13.304634 %", "back again")
    person.element("#reset").click()
    person.wait(lambda: person.settled() and person.text("#worth") == "10.427149 %", "the file's own")
    assert person.element("#pays input[name=flush]").get_attribute("value") == "3"
    person.choose("#wager", "joker")
    person.wait(lambda: person.settled() and person.text("#worth") != "10.427149 %", "another wager")
    person.choose("#wager", "bonus")
    person.wait(lambda: person.settled() and person.text("#worth") == "10.427149 %", "forgotten")


def test_only_the_readings_of_the_wager_are_shown(person: Person) -> None:
    person.open(GAME, "six-card-bonus")
    person.browser.execute_script("document.getElementById('options-box').open = true")
    assert not person.element("#options select[name=mini_royal]").is_displayed()
    assert person.text("#options label:last-child option") == "yes"
    person.open(GAME, "pair-plus")
    assert person.element("#options select[name=mini_royal]").is_displayed()
    assert "Whether a Mini Royal is A-K-Q of one suit" in person.text("#options")


def test_a_percentage_stays_on_its_line(person: Person) -> None:
    person.browser.set_window_size(*DESK)
    person.open(GAME, "ante-play")
    person.browser.execute_script("document.querySelector('#outcomes').closest('details').open = true")
    script = """return [...document.querySelectorAll("#outcomes td.number")].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    })"""
    lines = person.browser.execute_script(script)
    assert lines
    assert set(lines) == {1}


def test_the_advantage_of_the_player_is_flagged(person: Person) -> None:
    person.open(GAME, "pair-plus")
    person.enter("#pays input[name=pair]", "9")
    person.wait(lambda: "the player has an advantage" in person.text("#flag"), "the flag")


def test_one_hand(person: Person) -> None:
    person.open(GAME, "ante-play")
    person.enter("#cards", "Qs 6d 3c")
    person.element("#hand-form button").click()
    person.wait(lambda: person.element("#choices").is_displayed(), "choices")
    assert person.text("#choices tbody tr") == "fold -1.000000 -1"
    person.enter("#cards", "Qs 6d")
    person.element("#hand-form button").click()
    person.wait(lambda: "where 3 are needed" in person.text("#hand-error"), "the fault")


def test_what_was_typed_is_not_kept_for_another_game(person: Person) -> None:
    person.open("wild-52", "ante-play")
    assert person.text("#cards-number") == "(5)"
    assert person.text("#board-number") == "(1)"
    person.element("#hand-form button").click()
    person.wait(lambda: person.text("#hand-error").startswith("the hand: 0 cards"), "the fault")
    person.enter("#cards", "As")
    assert not person.element("#hand-error").is_displayed()
    person.open("wild-52", "joker")
    assert person.element("#vary").get_attribute("placeholder").startswith("Joker in the community cards=9..11, ")
    person.enter("#target", "4%..5%")
    person.enter("#vary", "Joker in the community cards=9..11")
    person.open(GAME, "pair-plus")
    assert [person.element(where).get_attribute("value") for where in ("#target", "#vary", "#cards")] == ["", "", ""]
    assert person.element("#vary").get_attribute("placeholder") == "Flush=2..4, Pair=1..2"


def test_a_hand_beside_the_dealers_card(person: Person) -> None:
    """Whoever opens the page knows no names of groups: the card alone will do where only one is seen."""
    person.open("caribbean-stud", "base")
    person.enter("#cards", "As Kd 8h 4c 2c")
    person.enter("#sees", "Kc")
    person.element("#hand-form button").click()
    person.wait(lambda: person.element("#choices").is_displayed(), "choices")


def test_a_wager_without_a_paytable(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "even.toml"
    path.write_text(EVEN, encoding="utf-8")
    person.wait(person.settled, "the first game")
    person.element("#file").send_keys(str(path))
    person.wait(lambda: "even" in person.wagers(), "the opened file")
    person.wait(person.settled, "its figures")
    assert "there is no pay to change" in person.text("#no-pays")
    assert not person.element("#design-box").is_displayed()
    assert not person.element("#reset").is_displayed()


def test_a_design_is_found_and_used(person: Person) -> None:
    person.open(GAME, "pair-plus")
    person.enter("#target", "1%..2%")
    person.enter("#vary", "straight=5..8,flush=3..4")
    person.element("#design-form button").click()
    person.wait(lambda: "1 of 8 paytables" in person.text("#design-said"), "designs")
    person.element("#designs tbody button").click()
    person.wait(lambda: person.text("#worth-exactly") == "93/5525", "the design in use")
    person.enter("#target", "50%..60%")
    person.element("#design-form button").click()
    person.wait(lambda: "The nearest:" in person.text("#design-said"), "the nearest")


def kept(downloads: Path, name: str) -> Path:
    path = downloads / name
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, list(downloads.iterdir())
        time.sleep(0.05)
    return path


def test_files_to_keep(person: Person, downloads: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(tiny_text('flush: hand = "flush"', ranks="9-A", cards=5), encoding="utf-8")
    person.wait(person.settled, "the first game")
    person.element("#file").send_keys(str(path))
    person.wait(lambda: "w" in person.wagers(), "the opened file")
    person.wait(person.settled, "its figures")
    person.enter("#pays input[name=flush]", "3")
    person.wait(person.settled, "its figures again")
    person.enter("#name", "mine")
    game = tomllib.loads(path.read_text(encoding="utf-8"))["id"]
    person.element("#toml").click()
    data = tomllib.loads(kept(downloads, f"{game}.toml").read_text(encoding="utf-8"))
    assert data["wagers"]["w"]["pays"]["flush"][-1] == 3
    person.element("#report").click()
    with zipfile.ZipFile(kept(downloads, f"{game}-report.zip")) as archive:
        assert archive.read("report.pdf").startswith(b"%PDF")


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_nothing_is_wider_than_the_window(person: Person, size: tuple[int, int]) -> None:
    person.browser.set_window_size(*size)
    person.open(GAME, "pair-plus")
    width, window = person.browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert width <= window


IN_VIEW = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
"""


@pytest.fixture
def phone(person: Person) -> Iterator[Person]:
    """A window that is really so narrow, which a browser's own windows are not."""
    width, height = NARROW
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    person.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    yield person
    person.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_on_a_phone_the_result_and_what_is_wrong_are_in_view(phone: Person) -> None:
    phone.open("wild-52", "bonus")
    phone.enter("#pays input[name=five-aces]", "900")
    phone.wait(lambda: phone.settled() and phone.text("#change") != "", "the edited paytable")
    assert phone.browser.execute_script(IN_VIEW, "#bar-worth")
    assert phone.text("#bar-worth") == phone.text("#worth")
    last = phone.element("#pays input[name=straight]")
    phone.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", last)
    phone.enter("#pays input[name=straight]", "x")
    phone.wait(lambda: phone.element("#error").is_displayed(), "the fault")
    for where in ("#error", "#bar-worth", "#pays input[name=straight]"):
        assert phone.browser.execute_script(IN_VIEW, where), where


def test_on_a_phone_a_design_over_many_lines_is_no_wider_than_the_page(phone: Person) -> None:
    phone.open("wild-52", "bonus")
    phone.enter("#target", "4%..12%")
    lines = "full-house=4..5,flush=3..4,straight=1..2,five-aces=900|1000,straight-flush-with-the-joker=40|50"
    phone.enter("#vary", lines)
    phone.element("#design-form button").click()
    phone.wait(lambda: phone.element("#designs").is_displayed(), "designs")
    assert phone.browser.execute_script("return document.documentElement.scrollWidth") <= NARROW[0]
    use = phone.element("#designs tbody button")
    phone.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", use)
    assert phone.browser.execute_script(IN_VIEW, "#designs tbody button")


def test_it_talks_to_nothing_else(person: Person, address: str) -> None:
    person.open(GAME, "pair-plus")
    events = [json.loads(entry["message"])["message"] for entry in person.browser.get_log("performance")]
    asked = [one["params"]["request"]["url"] for one in events if one["method"] == "Network.requestWillBeSent"]
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


def test_another_page_gets_nothing(browser: Any, address: str, tmp_path: Path) -> None:
    """A page from elsewhere that knows even the address: the browser and the server both refuse it."""
    page = tmp_path / "evil.html"
    page.write_text(
        f"""<title>waiting</title><script>
        Promise.allSettled([
          fetch("{address}api/games"),
          fetch("{address}api/price", {{method: "POST", mode: "no-cors", body: "{{}}"}}).then((a) => a.text()),
          new Promise((yes, no) => Object.assign(document.createElement("img"),
            {{onload: yes, onerror: no, src: "{address}page.css"}})),
        ]).then((all) => {{ document.title = all.map((one) => one.status + (one.value || "")).join(" ") }});
        </script>""",
        encoding="utf-8",
    )
    browser.get(page.as_uri())
    somebody = Person(browser)
    somebody.wait(lambda: browser.title != "waiting", "its requests")
    assert browser.title == "rejected rejected rejected"
    browser.get_log("browser")
