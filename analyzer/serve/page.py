"""The page as a WSGI application: every request goes through the gate, then to the answer that it asks for."""

from __future__ import annotations

import json
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING

from analyzer.documents import Json, JsonDict
from analyzer.errors import ExactOddsError
from analyzer.serve.answers import Answers
from analyzer.serve.asked import read_json
from analyzer.serve.gate import HEADERS, Gate, RefusedError, body_of

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

StartResponse = Callable[[str, list[tuple[str, str]]], object]
STATIC = {
    "": ("page.html", "text/html; charset=utf-8"),
    "page.css": ("page.css", "text/css; charset=utf-8"),
    "page.js": ("page.js", "text/javascript; charset=utf-8"),
}
JSON = "application/json"


class Page:
    """The application. Of one wager one question is counted at a time; how far it is can be asked meanwhile."""

    def __init__(self, gate: Gate, answers: Answers) -> None:
        self.gate, self.answers = gate, answers
        self._locks: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)
        self._done: tuple[str, int, int] | None = None
        self._questions: dict[str, Callable[[Json], JsonDict | tuple[str, bytes]]] = {
            "open": answers.open,
            "game": answers.game,
            "price": answers.price,
            "hand": answers.hand,
            "design": answers.design,
            "toml": answers.toml,
            "report": answers.report,
        }

    def told(self, what: str, done: int, total: int) -> None:
        """How far a count is: given to the run as its progress."""
        self._done = (what, done, total)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            status, kind, content, more = self._answer(environ)
        except RefusedError as error:
            status, kind, content, more = error.status, JSON, _json({"error": str(error)}), []
        except ExactOddsError as error:
            status, kind, content, more = "400 Bad Request", JSON, _json({"error": str(error)}), []
        except Exception:
            traceback.print_exc(file=sys.stderr)
            words = "something went wrong; the terminal in which the page was started says more"
            status, kind, content, more = "500 Internal Server Error", JSON, _json({"error": words}), []
        length = ("Content-Length", str(len(content)))
        start_response(status, [("Content-Type", kind), length, *HEADERS, *more])
        return [content]

    def _answer(self, environ: WSGIEnvironment) -> tuple[str, str, bytes, list[tuple[str, str]]]:
        part, is_post = self.gate.part(environ), environ["REQUEST_METHOD"] == "POST"
        if not is_post and part in STATIC:
            name, kind = STATIC[part]
            return "200 OK", kind, files("analyzer.serve").joinpath("static", name).read_bytes(), []
        if not is_post and part == "api/games":
            return "200 OK", JSON, _json(self.answers.games()), []
        if not is_post and part == "api/progress":
            return "200 OK", JSON, _json({"progress": self._done}), []
        question = self._questions.get(part.removeprefix("api/")) if is_post and part.startswith("api/") else None
        if question is None:
            raise RefusedError("404 Not Found", "there is nothing here")
        data = read_json(body_of(environ))
        with self._locks[str(data.get("game")), str(data.get("wager"))]:
            try:
                answer = question(data)
            finally:
                self._done = None
        if isinstance(answer, tuple):
            name, content = answer
            return "200 OK", "application/octet-stream", content, [("Content-Disposition", _attached(name))]
        return "200 OK", JSON, _json(answer), []


def _json(data: object) -> bytes:
    return json.dumps(data).encode()


def _attached(name: str) -> str:
    """A file to be saved; its name is made of letters that no header minds."""
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_.") else "-" for letter in name)
    return f'attachment; filename="{safe}"'
