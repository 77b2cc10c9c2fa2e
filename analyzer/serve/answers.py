"""What the page gets: games, exact figures of an edited paytable, one hand's choices, designs, files to keep."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from analyzer.change.chosen import with_readings
from analyzer.change.design.grid import Candidate
from analyzer.change.design.search import Designs, Targets, design, read_spans, read_target
from analyzer.change.design.written import with_column
from analyzer.change.figures import stake_in_pays
from analyzer.documents import Json, JsonDict
from analyzer.errors import CardError, DesignError, SelectionError
from analyzer.game.amounts import parse_pay
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.library import game_ids, library_ids, listed
from analyzer.game.model import Game, Wager
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, one_in_text, percent_text, root_text
from analyzer.pricing.advantage import advantage_of
from analyzer.pricing.analysis import analyze, select_paytables, select_wagers
from analyzer.pricing.choices import setting_notes
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.polynomials import Polynomial
from analyzer.pricing.results import WagerResult, pay_text
from analyzer.run.jobs import Run
from analyzer.serve.asked import Asked, names_of, on_meter, read_asked, text_of
from analyzer.serve.forms import by_ids, hand_form, vary_example

MAX_FILE = 1 << 20
MAX_OPENED = 50
SHOWN_DESIGNS = 20
# What the fields of the page are called that are options on the command line, where messages name them.
FIELDS = {
    "--target": "Target",
    "--vary": "Pays to try",
    "--meter": "Meter J",
    "--name": "Name of the paytable",
    "--board": '"Community cards"',
    "--sees": '"Dealer\'s cards that you see"',
}
# Values of options that are no words of their own; what is chosen is said beside them.
WORDS = {"true": "yes", "false": "no"}
_OPTION = re.compile("|".join(FIELDS))
REPORT_FORMATS = ("json", "html", "pdf", "xlsx")


@dataclass
class Answers:
    """The games of the page, and how their counts run. No path ever comes from the page: games go by their keys."""

    run: Run
    files: dict[str, GameFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._shipped = {"certified": game_ids(), "library": library_ids()}

    # --- games ---

    def games(self) -> JsonDict:
        """Each by its name; a file of one's own with the name of the file too, as it may be called as another is."""
        own = [
            {"key": key, "name": file.rules().name, "label": self._label(key, file), "collection": "yours"}
            for key, file in self.files.items()
        ]
        shipped = [
            {"key": file.id, "name": file.rules().name, "label": file.rules().name, "collection": collection}
            for collection, ids in self._shipped.items()
            for file in listed(ids)
        ]
        return {"games": own + shipped}

    def _label(self, key: str, file: GameFile) -> str:
        """The name, the file, and where both are those of another file the key."""
        name, path = file.rules().name, Path(str(file.path)).name
        alike = [one for one in self.files.values() if (one.rules().name, Path(str(one.path)).name) == (name, path)]
        return f"{name}, {path}" if len(alike) == 1 else f"{name}, {path}, {key}"

    def _file(self, key: str) -> GameFile:
        from analyzer.game.library import load_game

        if key in self.files:
            return self.files[key]
        if not any(key in ids for ids in self._shipped.values()):
            raise SelectionError(f"there is no game {key!r} on this page")
        return load_game(key)

    def open(self, data: Json) -> JsonDict:
        """A game file that was chosen in the browser: its text, not a path."""
        text, name = data.get("text"), text_of(data, "name") or "game.toml"
        if not isinstance(text, str) or len(text) > MAX_FILE:
            raise SelectionError(f"a game file has at most {MAX_FILE:,} characters")
        if len(self.files) >= MAX_OPENED:
            raise SelectionError(f"{MAX_OPENED} files are open already; start the page again")
        file = parse_game_file(text.encode("utf-8", "replace"), name)
        key = file.id if file.id not in self._all_keys() else f"{file.id} ({len(self.files) + 1})"
        self.files[key] = file
        return {"key": key}

    def _all_keys(self) -> set[str]:
        return {*self.files, *(game for ids in self._shipped.values() for game in ids)}

    def game(self, data: Json) -> JsonDict:
        """What is in a game under the chosen options: wagers, paytables, lines with their pays."""
        asked = read_asked(self._file(text_of(data, "game")), data)
        game = asked.file.game(asked.options)
        return {
            "id": game.id,
            "name": game.name,
            "wagers": [
                _wager(game, wager) | {"options": list(asked.file.options_of(wager.id))} for wager in game.wagers
            ],
            "options": [
                {
                    "id": option.id,
                    "values": [{"value": value, "words": _words(value)} for value in option.values],
                    "chosen": game.chosen.get(option.id, ""),
                    "default": option.default or "",
                    "meaning": option.meaning,
                }
                for option in game.options.values()
            ],
        }

    # --- figures ---

    def price(self, data: Json) -> JsonDict:
        """The exact figures with the pays that were entered, beside those of the file."""
        asked = read_asked(self._file(text_of(data, "game")), data)
        now = self._result(asked, asked.changed)
        before = self._result(asked, asked.file) if asked.pays else now
        return {"now": figures(now, asked.meter), "file": figures(before, asked.meter)}

    def _result(self, asked: Asked, file: GameFile) -> WagerResult:
        return analyze(file, asked.options, asked.wager, asked.paytable, self.run, again=True).wagers[0]

    def hand(self, data: Json) -> JsonDict:
        """Every choice with one hand, under the pays that were entered."""
        with by_fields():
            return self._hand(data)

    def _hand(self, data: Json) -> JsonDict:
        from analyzer.strategy.one_hand import hand_choices

        asked = read_asked(self._file(text_of(data, "game")), data)
        cards, board, sees = (text_of(data, key) for key in ("cards", "board", "sees"))
        answer = hand_choices(asked.changed, cards, board, asked.options, asked.wager, asked.paytable, self.run, sees)
        return {
            "choices": [
                {"action": choice.said, "ev": decimal_text(choice.ev, 6), "exactly": str(choice.ev)}
                for choice in answer.choices
            ],
            "notes": setting_notes(answer.choices),
        }

    def design(self, data: Json) -> JsonDict:
        """Paytables that meet a target; the other pays are those that were entered."""
        with by_fields():
            return self._design(data)

    def _design(self, data: Json) -> JsonDict:
        asked = read_asked(self._file(text_of(data, "game")), data)
        game = asked.changed.game(asked.options)
        (wager,) = select_wagers(game, asked.wager)
        base = select_paytables(wager, asked.paytable)[0]
        targets = Targets(read_target(text_of(data, "target"), wager.unit))
        spans = read_spans(by_ids(text_of(data, "vary"), names_of(wager)), wager.line_ids)
        designs = design(game, wager, base, spans, targets, self.run, SHOWN_DESIGNS, asked.meter)
        return {
            "tried": designs.tried,
            "found": len(designs.candidates),
            "said": _designs_text(designs),
            "attainable": None if designs.worths is None else [designs.unit.text(worth) for worth in designs.worths],
            "worth_name": designs.unit.worth_name,
            "varied": [span.line for span in designs.spans],
            "paytables": _candidates(designs, designs.candidates[:SHOWN_DESIGNS] or designs.nearest),
        }

    # --- files to keep ---

    def toml(self, data: Json) -> tuple[str, bytes]:
        """The game file with the pays that were entered as another paytable, its comments kept.

        It is worth what the page shows: the readings that were chosen are its defaults.
        """
        with by_fields():
            return self._toml(data)

    def _toml(self, data: Json) -> tuple[str, bytes]:
        asked = read_asked(self._file(text_of(data, "game")), data)
        text = with_readings(self._with_entered(asked, data), asked.options).commented
        return f"{asked.file.id}.toml", text.encode()

    def _with_entered(self, asked: Asked, data: Json) -> str:
        name = text_of(data, "name") or "edited"
        text = with_column(asked.file.text, asked.wager, name, self._entered(asked))
        parse_game_file(text.encode(), "the edited file")  # what is handed out can be read again
        return text

    def _entered(self, asked: Asked) -> dict[str, Pay]:
        game = asked.file.game(asked.options)
        (wager,) = select_wagers(game, asked.wager)
        pays = _written_pays(game, wager, asked.paytable)
        for line, text in asked.pays.items():
            pay = parse_pay(text, meter=True) if line in pays else None
            if pay is None:
                raise SelectionError(f"there is no line {line!r} with a pay of its own")
            pays[line] = pay
        return pays

    def report(self, data: Json) -> tuple[str, bytes]:
        """The report of the file, a draft, with the edited paytable in it if there is one, as a ZIP archive."""
        from analyzer.report.document import Request, build_report, read_game
        from analyzer.report.files import make_files

        asked = read_asked(self._file(text_of(data, "game")), data)
        # With the file's own readings: the report names those that it was made with.
        with by_fields():
            raw = self._with_entered(asked, data).encode() if asked.pays else asked.file.text.encode()
        request = Request(games=(read_game(raw, f"{asked.file.id}.toml"),), options=asked.options)
        files = make_files(build_report(request, self.run), REPORT_FORMATS, None)
        return f"{asked.file.id}-report.zip", zipped(files)


@contextmanager
def by_fields() -> Iterator[None]:
    """What is refused in words of the page: by its fields, not by the options of a command.

    >>> with by_fields():
    ...     raise DesignError("--vary: straight is given twice")
    Traceback (most recent call last):
    ...
    analyzer.errors.SelectionError: Pays to try: straight is given twice
    """
    try:
        yield
    except (CardError, DesignError, SelectionError) as error:
        raise SelectionError(_OPTION.sub(lambda found: FIELDS[found[0]], str(error))) from None


def _words(value: str) -> str:
    """A value of an option for people.

    >>> _words("any_suits"), _words("true")
    ('any suits', 'yes')
    """
    return WORDS.get(value, value.replace("_", " "))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive whose bytes do not depend on the day."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, content in files.items():
            writer.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _wager(game: Game, wager: Wager) -> JsonDict:
    names = names_of(wager) if wager.paytables[0].pays else {}
    return {
        "id": wager.id,
        "name": wager.name,
        "unit": str(wager.unit),
        "target": "3%..5%" if wager.unit.has_stake else "-0.05..-0.02",
        "decisions": wager.has_decisions,
        "beside_hand": dict(zip(("board", "sees"), kind_of(wager).beside_hand(wager), strict=True)),
        "hand": hand_form(game, wager) if wager.has_decisions else None,
        "meter": on_meter(wager),
        "lines": [{"id": line, "name": name} for line, name in names.items()],
        "paytables": [
            {
                "id": table.id,
                "pays": {line: str(pay) for line, pay in _written_pays(game, wager, table.id).items()},
                "vary": vary_example(names, _written_pays(game, wager, table.id)),
            }
            for table in wager.paytables
        ],
    }


def _written_pays(game: Game, wager: Wager, paytable: str) -> dict[str, Pay]:
    """As the game file writes them: with the stake where they are for one."""
    (table,) = select_paytables(wager, paytable)
    stake = Pay(stake_in_pays(game, wager))
    return {line: pay + stake for line, pay in zip(wager.line_ids, table.pays, strict=False)}


def figures(result: WagerResult, meter: Fraction | None) -> JsonDict:
    """The figures of a result for people, and exactly; at a meter, if one is given."""
    own = result.at(meter)
    level = meter if meter is not None else None
    mean = own.mean if level is None else Pay(own.mean.at(level))
    advantage = own.advantage if mean.meter else advantage_of(mean, own.unit)
    shown: JsonDict = {
        "deals": f"{own.deals:,}",
        "worth_name": own.unit.worth_name,
        "hit_frequency": percent_text(own.price.hit_frequency, 6),
        "one_in": one_in_text(own.price.hit_frequency),
        "hit_exactly": str(own.price.hit_frequency),
        "advantage": None if advantage is None else advantage.text,
        "warnings": list(own.warnings),
        "outcomes": [_outcome(own, place, level) for place in range(len(own.outcomes))],
    }
    if mean.meter:
        returned = pay_text(mean + Pay(Fraction(1))) if own.unit.has_stake else None
        return shown | {
            "depends": f"expected result {pay_text(mean)}, with J the meter",
            "worth": None,
            "return": returned,
        }
    worth = own.unit.worth(mean.amount)
    variance = _at(own.price.variance, level)
    return shown | {
        "worth": own.unit.text(worth),
        "worth_exactly": str(worth),
        "worth_number": str(worth),
        "return": percent_text(1 + mean.amount, 6) if own.unit.has_stake else None,
        "variance": decimal_text(variance, 6),
        "variance_exactly": str(variance),
        "standard_deviation": decimal_text(Fraction(root_text(variance)), 6),
    }


def _at(moment: Fraction | Polynomial, meter: Fraction | None) -> Fraction:
    """A moment as a number; at the meter where it is an expression."""
    if isinstance(moment, Fraction):
        return moment
    assert meter is not None
    return moment.at(meter)


def _outcome(result: WagerResult, place: int, meter: Fraction | None) -> dict[str, str]:
    outcome = result.outcomes[place]
    chance = Fraction(outcome.count, result.deals)
    net = outcome.net if meter is None else Pay(outcome.net.at(meter))
    return {
        "name": outcome.details.get("title", outcome.name),
        "pays": pay_text(net),
        "count": f"{outcome.count:,}",
        "probability": percent_text(chance, 6),
        "one_in": one_in_text(chance),
    }


def _designs_text(designs: Designs) -> str:
    """How many there are, and how many of them are shown; what is attainable where there are none."""
    found, tried = len(designs.candidates), f"{designs.tried:,}"
    if found:
        shown = f" These are the first {SHOWN_DESIGNS}." if found > SHOWN_DESIGNS else ""
        return f"{found:,} of {tried} paytables meet the target.{shown}"
    if designs.worths_text is None:
        return f"None of {tried} paytables meets the target."
    low, high = designs.worths_text
    said = f"with these pays the {designs.unit.worth_name} is from {low} to {high}"
    return f"None of {tried} paytables meets the target: {said}. The nearest:"


def _candidates(designs: Designs, candidates: Sequence[Candidate]) -> list[JsonDict]:
    return [
        {
            "pays": {line: str(pay) for line, pay in designs.pays(candidate).items()},
            "worth": designs.unit.text(designs.unit.worth(candidate.ev)),
            "exactly": str(designs.unit.worth(candidate.ev)),
            "hit_frequency": None if candidate.hit_frequency is None else percent_text(candidate.hit_frequency),
            "variance": None if candidate.variance is None else decimal_text(candidate.variance, 6),
            "advantage": designs.advantage(candidate) is not None,
        }
        for candidate in candidates
    ]
